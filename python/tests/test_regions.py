"""Region queens against a plain search by rows."""

from __future__ import annotations

import itertools
import pickle

import pytest
from vuelta import regions


def plain(rows: list[list[int]]) -> list[list[tuple[int, int]]]:
    """Every solution with one queen per row, by trying all permutations."""
    size = len(rows)
    found = []
    for columns in itertools.permutations(range(size)):
        apart = all(abs(a - b) > 1 for a, b in zip(columns, columns[1:]))
        if apart and len({rows[row][column] for row, column in enumerate(columns)}) == size:
            found.append(list(enumerate(columns)))
    return found


def test_boards_are_read_from_text_rows_and_numbers() -> None:
    board = regions.Board("AABB ACBB CCBD DDDD")
    for other in (
        regions.Board("AABB\nACBB\nCCBD\nDDDD\n"),
        regions.Board(["AABB", "ACBB", "CCBD", "DDDD"]),
        regions.Board([[0, 0, 1, 1], [0, 2, 1, 1], [2, 2, 1, 3], [3, 3, 3, 3]]),
        regions.Board([list("AABB"), "ACBB", ("C", "C", "B", "D"), iter("DDDD")]),
        pickle.loads(pickle.dumps(board)),
    ):
        assert other == board and hash(other) == hash(board)
    assert (board.size, board.stars, board.notes) == (4, 1, [])
    with pytest.raises(ValueError):
        regions.Board("AB\nA")
    with pytest.raises(ValueError, match="line 2, column 3: 'BC' is not a region; a region is one letter or a number"):
        regions.Board([["A", "A"], ["B", "BC"]])
    with pytest.raises(ValueError):
        regions.Board("AB\nAB", stars=3)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_made_puzzles_have_one_solution_and_a_way_to_it(size: int) -> None:
    for board in regions.make_many(5, size, seed=10, threads=2):
        (solution,) = plain(board.regions)
        assert board.is_unique() and board.solve() == solution and board.count() == 1
        grade, way = board.grade(), board.way()
        assert grade.level is None or grade.level == max(step.level for step in way)
        for step in way:
            assert set(step.placed) <= set(solution) and not set(step.removed) & set(solution)
            assert str(step).endswith(".")
        assert board.hint() == way[0] and board.hint(solution) is None
        wrong = next((0, column) for column in range(size) if (0, column) != solution[0])
        with pytest.raises(ValueError):
            board.hint([wrong])
        with pytest.raises(ValueError):
            board.hint([wrong, *solution[1:]])
    assert regions.make(size, seed=10) == regions.make_many(2, size, seed=10, threads=1)[0]


def test_counts_are_those_of_all_permutations() -> None:
    rows = [[0, 0, 0, 1, 1], [0, 0, 1, 1, 1], [2, 2, 3, 3, 3], [2, 2, 3, 4, 4], [2, 2, 4, 4, 4]]
    board, expected = regions.Board(rows), len(plain(rows))
    assert expected > 1 and board.count() == expected and board.count(limit=1) == 1
    assert not board.is_unique()
    with pytest.raises(ValueError):
        board.grade()
    none = regions.Board("AAA BBB CCC")
    assert none.solve() is None and none.count() == 0


def test_pictures_and_limits() -> None:
    board = regions.make(6, seed=1)
    assert board._repr_svg_().startswith("<svg") and str(board.picture(["a1"])) != str(board.picture())
    with pytest.raises(ValueError):
        regions.make(33)
    with pytest.raises(ValueError):
        regions.make(6, level=7)
    assert len(str(regions.make(8, level=3, seed=4)).splitlines()) == 8
    with pytest.raises(TimeoutError, match="before the last puzzle was finished"):
        regions.make_many(100_000, 8, time_limit=0)
