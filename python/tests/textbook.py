"""The textbook searches in pure Python: what the engines are compared with."""

from __future__ import annotations

from typing import Iterator


def queens(size: int, fixed: dict[int, int] | None = None, blocked: frozenset = frozenset()) -> Iterator[tuple]:
    """Every solution in lexicographic order; `fixed` has the column of a row's queen."""

    def below(columns: tuple) -> Iterator[tuple]:
        row = len(columns)
        if row == size:
            yield columns
            return
        for column in range(size):
            given = (fixed or {}).get(row, column)
            safe = all(column != c and abs(column - c) != row - r for r, c in enumerate(columns))
            if column == given and (row, column) not in blocked and safe:
                yield from below((*columns, column))

    return below(())


def images(columns: tuple) -> set[tuple]:
    """The eight images of a solution under the symmetries of the square."""
    found, size = set(), len(columns)
    for _ in range(4):
        columns = tuple(columns.index(size - 1 - row) for row in range(size))  # a quarter turn
        found |= {columns, columns[::-1]}
    return found


def senku(holes: frozenset, pegs: frozenset, triangular: bool) -> tuple[int, int]:
    """Games, and games that end with one peg anywhere."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + ([(1, 1), (-1, -1)] if triangular else [])
    known: dict[frozenset, tuple[int, int]] = {}

    def play(pegs: frozenset) -> tuple[int, int]:
        if pegs in known:
            return known[pegs]
        games = wins = 0
        for row, column in pegs:
            for down, right in steps:
                over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in pegs and end in holes and end not in pegs:
                    below = play(pegs - {(row, column), over} | {end})
                    games, wins = games + below[0], wins + below[1]
        known[pegs] = (games or 1, wins + (len(pegs) == 1))
        return known[pegs]

    return play(pegs)
