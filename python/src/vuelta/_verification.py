"""`verify`: recounts published values within a time limit."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable, Tuple, Union

from . import queens, senku
from ._run import TimeLimitReached

_FIRST_LEFT_OUT = 28
_SHORTEST = 0.05


@dataclass(frozen=True)
class Comparison:
    """A count and whether its numbers match the published ones."""

    problem: str
    """"queens 8", "senku english"."""
    count: queens.Count | senku.Count
    agrees: bool


@dataclass(frozen=True)
class Verification:
    """The result of a verification. True if something was compared and everything agrees."""

    comparisons: tuple[Comparison, ...]
    seconds: float
    stopped_before: str | None
    """The first problem that there was no time for, or None."""

    @property
    def agrees(self) -> bool:
        """Whether something was compared and everything agrees."""
        return bool(self.comparisons) and all(row.agrees for row in self.comparisons)

    def __bool__(self) -> bool:
        return self.agrees

    def __str__(self) -> str:
        verdict = "all agree" if self.agrees else "NOT all agree" if self.comparisons else "nothing is compared"
        rest = f"; no time was left for {self.stopped_before}" if self.stopped_before else ""
        return f"{len(self.comparisons)} counts in {self.seconds:.1f} s: {verdict}{rest}"


def verify(time_limit: float = 60.0, *, threads: int | None = None) -> Verification:
    """Recounts published values, smallest problem first, for `time_limit` seconds, and compares them."""
    began = time.monotonic()
    rows: list[Comparison] = []
    times: dict[type, list[float]] = {}
    stopped_before = None
    for _, problem, kind, count in _cases(threads):
        left = time_limit - (time.monotonic() - began)
        if _next(times.get(kind, [])) > left:
            stopped_before = problem
            break
        try:
            counted = count(left)
        except TimeLimitReached:
            stopped_before = problem
            break
        times.setdefault(kind, []).append(counted.seconds)
        if counted.agrees is not None:
            rows.append(Comparison(problem, counted, counted.agrees))
    return Verification(tuple(rows), time.monotonic() - began, stopped_before)


_Counted = Union[queens.Count, senku.Count]
_Case = Tuple[int, str, type, Callable[[float], _Counted]]
"""A size to sort by, the problem, the type of its count, and a function that counts within a time limit in seconds."""


def _of_queens(size: int, threads: int | None) -> _Case:
    def count(seconds: float) -> _Counted:
        return queens.count(size, threads=threads, time_limit=seconds)

    return 2 * size, f"queens {size}", queens.Count, count


def _of_senku(name: str, threads: int | None) -> _Case:
    game = senku.Game(name)

    def count(seconds: float) -> _Counted:
        return senku.count(game, threads=threads, time_limit=seconds)

    return len(game.board) + 4, f"senku {name}", senku.Count, count


def _cases(threads: int | None) -> list[_Case]:
    """All counts by expected time: a board of h holes takes about as long as N = (h + 4) / 2 queens."""
    cases = [_of_queens(size, threads) for size in range(1, _FIRST_LEFT_OUT)]
    cases += [_of_senku(name, threads) for name in senku.NAMES]
    return sorted(cases, key=lambda case: case[0])


def _next(times: list[float]) -> float:
    """The expected time of the next count in seconds. Odd and even N grow at rates of their own."""
    last = [max(_SHORTEST, seconds) for seconds in [0.0, 0.0, 0.0, *times][-3:]]
    return last[2] * last[1] / last[0]
