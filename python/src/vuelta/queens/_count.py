"""Counts, maximal completions, and estimates."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, overload

from .. import _vuelta
from .._run import (
    Counted,
    Isa,
    Method,
    ProgressLike,
    TimeLimitReached,
    finished,
    integer,
    integers,
    late,
    limits,
    method,
    seconds_of,
    whole,
)
from ._board import LARGEST, Board, BoardLike, Pictured, Square, board_of
from ._placements import Placements, placements

Engine = Literal["auto", "halves", "bitmask", "backtrack"]
"""The name of an engine. "auto" is the fastest one for the board."""


@dataclass(frozen=True)
class Count(Counted):
    """The result of a count. `int(count)` is its total.

    `record` is the dictionary that `vuelta queens count --json` prints: `problem`, `n`,
    `fixed`, `blocked`, `total`, `fundamental`, `symmetric_180`, `symmetric_90`, `published`, `agrees`, `engine`,
    `isa`, `threads`, `seconds`, `subproblems`, `shard`, `status`, and after a resumed count `resumed`,
    `subproblems_here` and `core_seconds`. Numbers of solutions are strings there. `json.dumps(count.record)` is a
    result to keep.
    """

    board: Board
    total: int
    """The number of solutions."""
    fundamental: int | None
    """The number of solutions up to symmetry; None under conditions and where the time limit came just after the total."""
    symmetric_180: int | None
    """The solutions that a half turn keeps; None where `fundamental` is."""
    symmetric_90: int | None
    """The solutions that a quarter turn keeps; None where `fundamental` is."""
    published: int | None
    """The published total, if there is one."""

    @property
    def found(self) -> int:
        """The total, under the name that it has in a `PartialCount`."""
        return self.total

    def __int__(self) -> int:
        return self.total

    def __repr__(self) -> str:
        names = ("total", "fundamental", "symmetric_180", "symmetric_90", "agrees", "engine", "isa")
        known = [f"{name}={getattr(self, name)!r}" for name in names if getattr(self, name) is not None]
        return f"Count({', '.join(known)}, seconds={self.seconds:.3g})"


@overload
def count(
    board: Iterable[BoardLike],
    *,
    engine: Engine = "auto",
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: None = None,
    progress: ProgressLike = None,
) -> list[Count]: ...
@overload
def count(
    board: BoardLike,
    *,
    engine: Engine = "auto",
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: ProgressLike = None,
) -> Count: ...
@overload
def count(
    board: BoardLike,
    columns: int | None = None,
    *,
    queens: int | Literal["all"] | None = None,
    knight: bool = False,
    torus: bool = False,
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: ProgressLike = None,
) -> Placements: ...
def count(
    board: BoardLike | Iterable[BoardLike],
    columns: int | None = None,
    *,
    queens: int | Literal["all"] | None = None,
    knight: bool = False,
    torus: bool = False,
    engine: Engine = "auto",
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: ProgressLike = None,
) -> Count | list[Count] | Placements:
    """The number of ways to put N queens on the board, none attacking another.

    `board` is a board, a size from 0 (one way to place no queen), or several of these in a range, a list, an array or
    the like; then the result is a list in the same order.

    With `columns`, `queens`, `knight` or `torus` it counts placements, as `placements` does: `count(8, 12, queens=5)`.

    `engine` is "auto", "halves", "bitmask" or "backtrack"; `threads` defaults to one per processor; `time_limit`
    is in seconds, for all boards together, `memory_limit` in bytes. `checkpoint` is a file that keeps finished
    subproblems of one board: the same call resumes from it. `progress` is True for a bar or a function that is called with a
    `Progress`.

    Raises TimeLimitReached, a TimeoutError whose `partial` is a `PartialCount` (of several boards, the list of finished
    counts); MemoryError; ValueError.
    """
    several = isinstance(board, Iterable) and not isinstance(board, (str, bytes))
    if columns is not None or queens is not None or knight or torus:
        if engine != "auto" or checkpoint is not None or several:
            raise ValueError("placements are of one board at a time, without engine and checkpoint")
        return placements(
            cast("BoardLike", board),
            columns,
            queens=queens,
            knight=knight,
            torus=torus,
            isa=isa,
            threads=threads,
            time_limit=time_limit,
            memory_limit=memory_limit,
            progress=progress,
        )
    how = method(engine, isa, memory_limit, checkpoint)
    if not several:
        return _count(board_of(cast("BoardLike", board), least=0), how, threads, time_limit, progress)
    if checkpoint is not None:
        raise ValueError("a checkpoint is for one board; count the boards one by one, each with a file of its own")
    end = None if time_limit is None else time.monotonic() + seconds_of(time_limit, "time_limit")
    counts: list[Count] = []
    for where in [board_of(where, least=0) for where in cast("Iterable[BoardLike]", board)]:
        left = None if end is None else max(0.0, end - time.monotonic())
        try:
            counts.append(_count(where, how, threads, left, progress))
        except TimeLimitReached:
            raise late(f"the count of {where.size} queens", time_limit, counts) from None
    return counts


def _count(
    board: Board, how: Method, threads: int | None, time_limit: float | None, progress: ProgressLike
) -> Count:
    with limits("the count", threads, time_limit, progress, f"{board.size} queens") as run:
        text = board._count(how, run)
    made = finished(text, "total", time_limit)
    names = ("total", "fundamental", "symmetric_180", "symmetric_90", "published")
    return Count(board=board, **integers(made["record"], *names), **made)


@dataclass(frozen=True)
class Completion(Pictured):
    """The largest number of queens on a board."""

    board: Board
    maximum: int
    """The most queens found."""
    upper_bound: int
    """No placement has more queens."""
    proved: bool
    """Whether `maximum` is proved."""
    least: bool
    """Whether `queens` is proved to be the lexicographically least placement of `maximum` queens."""
    queens: tuple[Square, ...]
    """A placement of `maximum` queens, from the top."""
    placements: int | None
    """The number of placements of `maximum` queens, or None if not counted."""

    def __str__(self) -> str:
        """The board, and below it the maximum as the program prints it."""
        queens = f"{self.maximum} queen{'' if self.maximum == 1 else 's'}"
        bound = f" found, and no more than {self.upper_bound} fit; the search ended before the proof"
        text = self.board._text(list(self.queens)).rstrip("\n")
        text += f"\n\n{queens}{' at most, proved' if self.proved else bound}"
        if self.placements is not None:
            text += f"\n{self.placements:,} board{'' if self.placements == 1 else 's'} with {queens}"
        return text

    def _drawn(self) -> tuple[_vuelta.QueensBoard, list[Square]]:
        return self.board, list(self.queens)


def complete(
    board: BoardLike, count: bool = False, *, threads: int | None = None, time_limit: float | None = None
) -> Completion:
    """Adds as many queens as possible to a partial board and proves the maximum.

    With `count`, up to 64 rows, also counts the placements that reach it. Above there are only bounds, which usually meet.
    Raises TimeLimitReached, whose `partial` is the `Completion` so far.
    """
    where = board_of(board, LARGEST)
    with limits("the search", threads, time_limit) as run:
        text, is_late = where._complete(bool(count), run)
    record = json.loads(text)
    queens = tuple((row, column) for row, column in record["queens"])
    names = ("maximum", "upper_bound", "proved", "least")
    known = {name: record[name] for name in names}
    found = Completion(board=where, queens=queens, placements=integer(record, "placements"), **known)
    if is_late and not (found.proved and (found.placements is not None or not count)):
        raise late("the search", time_limit, found)
    return found


@dataclass(frozen=True)
class Estimate:
    """The estimated cost of a count. Intervals are 95 % intervals, or None if the sample is too small."""

    seconds: float
    """Wall time."""
    seconds_interval: tuple[float, float] | None
    core_hours: float
    """The time of all threads together."""
    solutions: int | None
    """The number of solutions."""
    solutions_interval: tuple[int, int] | None
    memory_bytes: int
    """The memory of the whole process."""
    ledger_bytes: int
    """The size of a checkpoint at the end."""
    samples: int
    """The number of subproblems counted for the estimate."""
    extrapolated: bool
    """Whether the samples are from smaller boards."""
    seed: int


def estimate(
    board: BoardLike,
    *,
    seconds: float = 4.0,
    seed: int = 0,
    engine: Engine = "auto",
    isa: Isa | None = None,
    threads: int | None = None,
    memory_limit: int | None = None,
    progress: ProgressLike = None,
) -> Estimate:
    """Estimates time, memory and total of a count up to N = 31 by counting a sample for about `seconds` seconds.

    Raises TimeLimitReached if `seconds` is too short for a single subproblem.
    """
    where, how = board_of(board, 31), method(engine, isa, memory_limit)
    number, chosen = seconds_of(seconds, "seconds"), whole(seed, "seed", 0, 2**64 - 1)
    with limits("the estimate", threads, None, progress, f"estimate of {where.size} queens") as run:
        text = where._estimate(how, number, chosen, run)
    if text is None:
        raise late("a single subproblem of the sample", seconds)
    record = json.loads(text)
    low, high = record["low"], record["high"]
    least, most = integer(record, "solutions_low"), integer(record, "solutions_high")
    names = ("seconds", "core_hours", "memory_bytes", "ledger_bytes", "samples", "extrapolated", "seed")
    return Estimate(
        seconds_interval=None if low is None or high is None else (low, high),
        solutions=integer(record, "solutions_estimate"),
        solutions_interval=None if least is None or most is None else (least, most),
        **{name: record[name] for name in names},
    )
