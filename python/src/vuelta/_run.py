"""Limits and progress, shared by all modules."""

from __future__ import annotations

import contextlib
import json
import math
import os
from dataclasses import dataclass, field
from operator import index
from typing import Any, Callable, Generator, Literal, NamedTuple, Optional, SupportsIndex, TypeVar, Union

T = TypeVar("T")

Isa = Literal["auto", "portable", "neon", "avx2", "avx512"]
"""The name of an instruction set. "auto" is the fastest one of the machine."""
Coordinates = Literal["none", "numbers", "names"]
"""The labels on a picture's margin."""
Page = Literal["a4", "letter"]
"""The paper of a sheet to print."""

MOST_THREADS = 4096
"""The largest accepted number of threads."""
THREADS_PER_PROCESSOR = 4
"""The most threads that are started per processor."""


class Progress(NamedTuple):
    """The progress of a run."""

    fraction: float
    """The finished share of the work, 0 to 1, by estimated cost."""
    done: int
    """Finished subproblems."""
    total: int
    """All subproblems."""
    found: Optional[int]
    """The solutions found so far, or None if they are not counted as the run proceeds."""
    elapsed: float
    """Seconds since the run began."""
    eta: Optional[float]
    """Seconds left at this pace, or None if not known yet."""


class TimeLimitReached(TimeoutError):
    """Raised when a time limit ends a run.

    `partial` is the partial result: a `PartialCount` of a count, and of other functions what they document. It is None if
    there is none.
    """

    def __init__(self, sentence: str, partial: Any = None) -> None:
        super().__init__(sentence)
        self.partial = partial


ProgressLike = Union[bool, Callable[[Progress], object], None]
"""True for a bar (by tqdm, if installed), a function that is called with a `Progress`, or None."""


class Limits(NamedTuple):
    """The limits of a run, for the native functions."""

    threads: int = 0
    time_limit: Optional[float] = None
    progress: Optional[Callable[[Progress], object]] = None
    late: str = ""


class Method(NamedTuple):
    """The method of a count, for the native functions."""

    engine: str = "auto"
    isa: Optional[str] = None
    memory_limit: Optional[int] = None
    checkpoint: Optional[str] = None


def whole(value: SupportsIndex, name: str, least: int, most: int) -> int:
    """The value as an int from `least` to `most`."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be an integer") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; it must be from {least} to {most}")
    return number


def instance(value: object, kind: type[T], name: str) -> T:
    """The value, if it is of this kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value!r}; it must be a {kind.__name__}")
    return value


def seconds_of(value: float, name: str) -> float:
    """The value as a number of seconds."""
    sentence = f"{name} is {value!r}; it must be a number of seconds from 0"
    try:
        seconds = math.fsum([value])  # which, unlike float, reads no text
    except TypeError:
        raise TypeError(sentence) from None
    except OverflowError:
        raise ValueError(sentence) from None
    if not seconds >= 0:
        raise ValueError(sentence)
    return seconds


def pair(value: Any, sentence: str) -> tuple[int, int]:
    """The value as (row, column), from 0 to 2**32 - 1; else an error with the sentence, in which {} is the value."""
    try:
        row, column = map(index, value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{value!r} is not a square; write (row, column), or a name such as 'b4'") from None
    if not (0 <= row < 2**32 and 0 <= column < 2**32):
        raise ValueError(sentence.format((row, column)))
    return row, column


def method(
    engine: str,
    isa: str | None = None,
    memory_limit: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Method:
    """Checks the arguments and returns the method."""
    instance(engine, str, "engine")
    isa = None if isa is None else instance(isa, str, "isa")
    if memory_limit is not None:
        memory_limit = whole(memory_limit, "memory_limit", 0, 2**63)
    return Method(engine, isa, memory_limit, path_of(checkpoint, "checkpoint"))


def path_of(value: str | os.PathLike[str] | None, name: str) -> str | None:
    """The path as a str."""
    path = value if value is None else os.fspath(value)
    if isinstance(path, bytes):
        raise TypeError(f"{name} is {path!r}, which is bytes; it must be a str or a path, such as os.fsdecode makes")
    return path


@contextlib.contextmanager
def limits(
    what: str, threads: int | None, time_limit: float | None, progress: ProgressLike = None, label: str = ""
) -> Generator[Limits, None, None]:
    """Checks the arguments and yields the limits; shows a bar while the context lasts. `what` is what the time limit ends."""
    count = 0 if threads is None else whole(threads, "threads", 0, MOST_THREADS)
    count = min(count, THREADS_PER_PROCESSOR * (os.cpu_count() or 1))
    seconds = None if time_limit is None else seconds_of(time_limit, "time_limit")
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise TypeError(f"progress is {progress!r}; it must be True, False, None or a function")
    told = progress if callable(progress) else None
    with bar(label) if progress is True else contextlib.nullcontext(told) as show:
        yield Limits(count, seconds, show, str(late(what, seconds)))


@contextlib.contextmanager
def bar(label: str) -> Generator[Callable[[Progress], object] | None, None, None]:
    """Yields a function that draws a bar, or None without tqdm."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        yield None
        return
    form = "{l_bar}{bar}| {elapsed}<{remaining}"
    with tqdm(total=100.0, desc=label, bar_format=form) as drawn:

        def show(progress: Progress) -> None:
            drawn.update(max(0.0, 100.0 * progress.fraction - drawn.n))

        yield show
        if drawn.n > 0:
            drawn.update(100.0 - drawn.n)


def late(what: str, time_limit: float | None, partial: Any = None) -> TimeLimitReached:
    """The exception for a run that its time limit ended."""
    seconds = 0 if time_limit is None else time_limit
    return TimeLimitReached(f"the time limit of {seconds:g} s came before {what} was finished", partial)


@dataclass(frozen=True)
class Counted:
    """The part that all counts have in common."""

    agrees: bool | None
    """Whether all numbers match the published ones; None if nothing is published."""
    seconds: float = field(compare=False)
    """The run time."""
    engine: str = field(compare=False)
    """The engine that counted."""
    isa: str | None = field(compare=False)
    """The instruction set, if the engine uses one."""
    threads: int = field(compare=False)
    """The worker threads."""
    record: dict[str, Any] = field(compare=False, repr=False)
    """The dictionary that the program prints with `--json`: see the class."""


@dataclass(frozen=True)
class PartialCount(Counted):
    """The finished part of a count that its time limit ended.

    `record` is the dictionary of a stopped count: its numbers are None, and its `status` is "partial".
    """

    found: int | None
    """The number of solutions, or of placements with any number of queens, in the finished subproblems; None for Senku."""


def finished(text: str, main: str, time_limit: float | None) -> dict[str, Any]:
    """The fields of `Counted` from a record as JSON; raises TimeLimitReached if it has no number of this name."""
    record = json.loads(text)
    names = ("agrees", "seconds", "engine", "isa", "threads")
    made = {**{name: record.get(name) for name in names}, "record": record}
    if record[main] is None:
        parts = record.get("partial")
        number = None if parts is None else sum(map(int, parts if main == "counts" else [parts]))
        raise late("the count", time_limit, PartialCount(found=number, **made))
    return made


def integer(record: dict[str, Any], name: str) -> int | None:
    """A number of a record, which may be written as a string because it may be large."""
    value = record.get(name)
    return None if value is None else int(value)


def integers(record: dict[str, Any], *names: str) -> dict[str, Any]:
    """Numbers of a record by name."""
    return {name: integer(record, name) for name in names}
