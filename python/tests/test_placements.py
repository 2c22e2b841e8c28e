"""Placements against a plain search in Python."""

from __future__ import annotations

import itertools

import pytest
from vuelta import queens


def attack(a: tuple[int, int], b: tuple[int, int], knight: bool, size: int) -> bool:
    """Whether queens attack each other; on the torus of this size if it is not 0."""
    shifts = (-size, 0, size) if size else (0,)
    for down, right in itertools.product(shifts, shifts):
        rows, columns = abs(a[0] - b[0] + down), abs(a[1] - b[1] + right)
        if rows == 0 or columns == 0 or rows == columns:
            return True
        if knight and {rows, columns} == {1, 2}:
            return True
    # Diagonals may go around several times.
    return size > 0 and ((a[0] - b[0] - a[1] + b[1]) % size == 0 or (a[0] - b[0] + a[1] - b[1]) % size == 0)


def plain(rows: int, columns: int, knight: bool, torus: bool) -> list[int]:
    squares = list(itertools.product(range(rows), range(columns)))
    counts = [0] * (min(rows, columns) + 1)

    def go_on(start: int, chosen: list[tuple[int, int]]) -> None:
        counts[len(chosen)] += 1
        for at in range(start, len(squares)):
            if not any(attack(squares[at], queen, knight, rows if torus else 0) for queen in chosen):
                go_on(at + 1, [*chosen, squares[at]])

    go_on(0, [])
    return counts


@pytest.mark.parametrize(("knight", "torus"), list(itertools.product((False, True), repeat=2)))
def test_placements_are_those_of_a_plain_search(knight: bool, torus: bool) -> None:
    for rows, columns in [(1, 1), (3, 5), (4, 4), (5, 5)]:
        if torus and rows != columns:
            continue
        expected = plain(rows, columns, knight, torus)
        found = queens.placements(rows, columns, queens="all", knight=knight, torus=torus)
        assert list(found.counts) == expected
        assert [found[number] for number in found.queens] == expected
        assert int(queens.placements(rows, columns, knight=knight, torus=torus)) == expected[-1]


def test_conditions_and_squares_of_a_board() -> None:
    board = queens.Board(8).fix("b4", "d5")
    assert int(queens.placements(board)) == queens.count(board).total == 2
    assert int(queens.placements(8, 9, queens=1, blocked=[(0, 0)])) == 71
    for fixed in (["b4", "d5"], "b4,d5", [(4, 1), "d5"]):
        assert int(queens.placements(8, fixed=fixed)) == 2
    assert int(queens.count(8, 12, queens=5)) == 1137972
    assert int(queens.count(7, torus=True)) == 28


def test_the_record_has_the_published_numbers() -> None:
    found = queens.placements(8, queens="all", threads=2)
    assert found.agrees is True and found.threads == 2 and found.record["rules"] == ["queen"]
    assert found.record["counts"] == [str(number) for number in found.counts] == found.record["published"]
    again = queens.placements(8, queens="all", threads=1)
    assert found == again and hash(found) == hash(again) and queens.placements(8, 12, queens=5).agrees is None


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="a torus must be square"):
        queens.placements(4, 5, torus=True)
    with pytest.raises(ValueError, match="'b4' is not a square; write ROW,COL"):
        queens.placements(8, 9, fixed=["b4"])
    with pytest.raises(ValueError, match=r"the square \(-1, 0\) is off the 4 x 5 board"):
        queens.placements(4, 5, blocked=[(-1, 0)])
    with pytest.raises(ValueError, match="queens is -1"):
        queens.placements(4, 5, queens=-1)
    with pytest.raises(ValueError, match="several numbers"):
        int(queens.placements(4, 5, queens="all"))
