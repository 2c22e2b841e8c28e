"""Placements of K queens on rows x columns, also with knights' moves and on the torus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .. import _vuelta
from .._run import Counted, Isa, ProgressLike, finished, limits, method, whole
from ._board import LARGEST, Board, BoardLike, Square, SquareLike, board_of

LONGEST = 10_000


@dataclass(frozen=True)
class Placements(Counted):
    """The numbers of placements. `int(placements)` is the number for the one number of queens that was asked for.

    `placements[k]` is the number of ways to place k queens. `record` is the dictionary that
    `vuelta queens count 8x12 --json` prints: `problem`, `rows`, `columns`, `rules`, `fixed`,
    `blocked`, `queens`, `counts`, `published`, `agrees`, `engine`, `isa`, `threads`, `seconds`, `subproblems`,
    `subproblems_here`, `shard` and `status`. Numbers of placements are strings there.
    """

    rows: int
    columns: int
    knight: bool
    """Whether queens move as knights too."""
    torus: bool
    """Whether lines wrap around the edges."""
    queens: tuple[int, ...]
    """The numbers of queens."""
    counts: tuple[int, ...]
    """The number of placements for each of them."""

    def __getitem__(self, queens: int) -> int:
        if queens not in self.queens:
            raise KeyError(queens)
        return self.counts[self.queens.index(queens)]

    def __int__(self) -> int:
        if len(self.counts) != 1:
            raise ValueError("there are several numbers: take one, such as placements[5]")
        return self.counts[0]


def placements(
    board: BoardLike,
    columns: int | None = None,
    *,
    queens: int | Literal["all"] | None = None,
    knight: bool = False,
    torus: bool = False,
    fixed: Iterable[SquareLike] = (),
    blocked: Iterable[SquareLike] = (),
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: ProgressLike = None,
) -> Placements:
    """The number of ways to put queens on the board, none attacking another.

    `board` is the number of rows, with `columns` where the board is not square, or a `Board` with its conditions. `queens` is
    the number of queens, "all" for each number at once, or by default the length of the shorter side. With `knight`, queens
    move as knights too; with `torus`, lines wrap around the edges. `fixed` and `blocked` are squares, which have names
    on square boards alone.

    Raises TimeLimitReached, whose `partial` is a `PartialCount`; MemoryError; ValueError.

    >>> from vuelta import queens
    >>> queens.placements(8, 12, queens=5)[5]
    1137972
    """
    given: tuple[tuple[Square, ...], tuple[Square, ...]] = ((), ())
    if columns is None:
        square = board_of(board)
        rows = columns = square.size
        given = square.fixed, square.blocked
    elif isinstance(board, Board):
        raise ValueError("a Board says its size itself: leave columns out")
    else:
        rows, columns = whole(board, "rows", 1, LONGEST), whole(columns, "columns", 1, LONGEST)
    wanted = min(rows, columns) if queens is None else queens
    if isinstance(wanted, str) and wanted != "all":
        raise ValueError(f"queens is {wanted!r}; it must be a number or 'all'")
    sides, square = f"{rows} x {columns}", board_of(rows if rows == columns <= LARGEST else LARGEST, LARGEST)
    number = None if isinstance(wanted, str) else whole(wanted, "queens", 0, LONGEST)
    rules = ["queen"] + ["knight"] * bool(knight) + ["torus"] * bool(torus)
    conditions = [*given[0], *square._squares(fixed, sides)], [*given[1], *square._squares(blocked, sides)]
    how = method("auto", isa, memory_limit)
    with limits("the count", threads, time_limit, progress, sides) as run:
        text = _vuelta.placements_count((rows, columns, number), rules, conditions, how, run)
    made = finished(text, "counts", time_limit)
    record = made["record"]
    return Placements(
        rows=rows,
        columns=columns,
        knight=bool(knight),
        torus=bool(torus),
        queens=tuple(record["queens"]),
        counts=tuple(map(int, record["counts"])),
        **made,
    )
