"""`verify`: recounts published values within a time limit."""

from __future__ import annotations

from dataclasses import dataclass

from . import _vuelta
from ._run import limits


@dataclass(frozen=True)
class Comparison:
    """A counted number beside the published one."""

    problem: str
    """"queens 8", "english 3,3 same", "8x12 queen"."""
    quantity: str
    """"total", "fundamental", "games", "solutions", ..."""
    count: int
    published: int
    source: str
    """Where it was published."""
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
        return f"{len(self.comparisons)} numbers in {self.seconds:.1f} s: {verdict}{rest}"


def verify(time_limit: float = 60.0, *, threads: int | None = None) -> Verification:
    """Recounts published values of all problems, the fastest first, for `time_limit` seconds, and compares them."""
    with limits("the verification", threads, time_limit) as run:
        rows, seconds, stopped_before = _vuelta.verify(run)
    return Verification(tuple(Comparison(*row) for row in rows), seconds, stopped_before)
