"""N-queens: boards with conditions, counts, lists and single solutions.

Squares are pairs `(row, column)`, zero-based, row 0 at the top, or names as on a chess board: "b4" (letters are columns,
"a1" is bottom left). A number in place of a board is the board of this size without conditions.

>>> from vuelta import queens
>>> queens.count(8).total
92
>>> board = queens.Board(8).fix("b4", "d5")
>>> [solution.columns for solution in queens.solutions(board)]
[(2, 5, 7, 3, 1, 6, 4, 0), (2, 6, 1, 3, 7, 0, 4, 5)]
"""

from __future__ import annotations

import json
import os
import random as _random
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, SupportsIndex, Tuple, Union, cast

from . import _vuelta
from ._pictures import Picture
from ._run import ProgressLike, integer, late, limits, method, whole

if TYPE_CHECKING:
    import numpy
    import numpy.typing

__all__ = [
    "Board",
    "Completion",
    "Count",
    "Estimate",
    "Solution",
    "complete",
    "count",
    "estimate",
    "fundamental_solutions",
    "is_solution",
    "random",
    "solutions",
    "solutions_array",
    "solve",
]

Square = Tuple[int, int]
SquareLike = Union[Square, str]
"""A square as `(row, column)` or by name; where several are taken, also "b4,d5" and "a1-a8"."""
Coordinates = str
"""What stands on a picture's margin: "none", "numbers" or "names"."""

_LARGEST_SIZE = 2**32 - 1
_LARGEST_DRAWN = 1000


def _size(value: SupportsIndex, largest: int = _LARGEST_DRAWN) -> int:
    number = index(value)
    if not 0 <= number <= _LARGEST_SIZE:
        raise ValueError(f"the board size is {number}; it must be from 1 to {largest}")
    return number


class Board:
    """A square board of 1 to 1,000 rows, with fixed queens and blocked squares. Boards do not change.

    Counts, lists and searches go to 64 rows, `complete` to 1,000.

    >>> Board(8).fix("b4").block("a1")
    Board(8, fixed=['b4'], blocked=['a1'])
    """

    __slots__ = ("_native",)
    _native: _vuelta.QueensBoard

    def __init__(
        self, size: SupportsIndex, *, fixed: Iterable[SquareLike] = (), blocked: Iterable[SquareLike] = ()
    ) -> None:
        """The board of this size, with these conditions.

        Raises ValueError, naming the squares, where they are off the board, given twice, fixed and blocked at once, or
        where two fixed queens attack each other.
        """
        plain = _vuelta.QueensBoard(_size(size), [], [])
        self._native = _vuelta.QueensBoard(plain.size, _squares(plain, fixed), _squares(plain, blocked))

    @classmethod
    def _of(cls, native: _vuelta.QueensBoard) -> Board:
        board = cls.__new__(cls)
        board._native = native
        return board

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Reads a picture of a board, a line for each row: `Q` fixed, `x` blocked, `.` or `-` free."""
        return cls._of(_vuelta.QueensBoard.parse(text))

    def fix(self, *queens: SquareLike) -> Board:
        """The same board with these queens fixed too."""
        native = self._native
        fixed = native.fixed + _squares(native, queens)
        return Board._of(_vuelta.QueensBoard(native.size, fixed, native.blocked))

    def block(self, *squares: SquareLike) -> Board:
        """The same board with these squares blocked too."""
        native = self._native
        blocked = native.blocked + _squares(native, squares)
        return Board._of(_vuelta.QueensBoard(native.size, native.fixed, blocked))

    @property
    def size(self) -> int:
        """Rows, which are as many as columns."""
        return self._native.size

    @property
    def fixed(self) -> tuple[Square, ...]:
        """The fixed queens, in the order given."""
        return tuple(self._native.fixed)

    @property
    def blocked(self) -> tuple[Square, ...]:
        """The blocked squares, in the order given."""
        return tuple(self._native.blocked)

    def name(self, square: Square) -> str:
        """The square's name, "b4"; "row,column" on boards of more than 26 columns."""
        return self._native.name(*square)

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, frozenset[Square], frozenset[Square]]:
        return self.size, frozenset(self.fixed), frozenset(self.blocked)

    def __reduce__(self) -> tuple[Any, ...]:
        return _board, (self.size, self._native.fixed, self._native.blocked)

    def __repr__(self) -> str:
        parts = [str(self.size)]
        for what, squares in (("fixed", self.fixed), ("blocked", self.blocked)):
            if squares:
                parts.append(f"{what}={[self.name(square) for square in squares]}")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        return self._native.text([])

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, *, attacks: bool = False, coordinates: Coordinates = "none") -> Picture:
        """The board as SVG; with `attacks` the lines on which its queens attack."""
        return Picture(_vuelta.queens_svg(self._native, [], attacks, coordinates))

    def png(self, *, attacks: bool = False, coordinates: Coordinates = "none", pixels: int = 64) -> bytes:
        """The board as a PNG file's bytes, a square so many pixels wide."""
        return _vuelta.queens_png(self._native, [], attacks, coordinates, whole(pixels, "pixels", 1, 1000))


BoardLike = Union[Board, SupportsIndex]
"""A board, or the size of one without conditions."""


def _board(size: int, fixed: list[Square], blocked: list[Square]) -> Board:
    return Board._of(_vuelta.QueensBoard(size, fixed, blocked))


def _native(board: BoardLike, largest: int = 64) -> _vuelta.QueensBoard:
    return board._native if isinstance(board, Board) else _vuelta.QueensBoard(_size(board, largest), [], [])


def _squares(board: _vuelta.QueensBoard, squares: Iterable[SquareLike]) -> list[Square]:
    if isinstance(squares, str):
        squares = [squares]
    found: list[Square] = []
    for square in squares:
        if isinstance(square, str):
            found.extend(board.squares(square))
            continue
        try:
            row, column = (index(part) for part in square)
        except (TypeError, ValueError):
            raise ValueError(f"{square!r} is no square; write (row, column) or a name such as 'b4'") from None
        if not (0 <= row <= _LARGEST_SIZE and 0 <= column <= _LARGEST_SIZE):
            raise ValueError(f"the square ({row}, {column}) is off the {board.size} x {board.size} board")
        found.append((row, column))
    return found


class Solution(Tuple[int, ...]):
    """A solution: the tuple of the queens' columns, row by row. Equal to any tuple of the same numbers.

    `board` has the conditions that it was found under, or None.
    """

    board: Board | None

    def __new__(cls, columns: Iterable[int], board: Board | None = None) -> Solution:
        """The solution with these columns; ValueError where two of its queens attack each other."""
        solution = super().__new__(cls, columns)
        if not is_solution(solution):
            raise ValueError("these columns are no solution: two queens attack each other")
        solution.board = board
        return solution

    @classmethod
    def _of(cls, columns: Iterable[int], board: Board | None) -> Solution:
        solution = tuple.__new__(cls, columns)
        solution.board = board
        return solution

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns as a plain tuple."""
        return tuple(self)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The queens' squares, from the top."""
        return tuple(enumerate(self))

    @property
    def names(self) -> tuple[str, ...]:
        """The queens' squares by name, from the top."""
        name = self._drawn().name
        return tuple(name(row, column) for row, column in enumerate(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _solution, (tuple(self), self.board)

    def __repr__(self) -> str:
        return f"Solution({list(self)})"

    def __str__(self) -> str:
        return self._drawn().text(list(self.squares))

    def _repr_svg_(self) -> str | None:
        return str(self.picture()) if len(self) <= 64 else None

    def _drawn(self) -> _vuelta.QueensBoard:
        return _vuelta.QueensBoard(len(self), [], []) if self.board is None else self.board._native

    def picture(self, *, attacks: bool = False, coordinates: Coordinates = "none") -> Picture:
        """The solution as SVG, up to 1,000 rows; with `attacks` the lines on which the queens attack."""
        return Picture(_vuelta.queens_svg(self._drawn(), list(self.squares), attacks, coordinates))

    def png(self, *, attacks: bool = False, coordinates: Coordinates = "none", pixels: int = 64) -> bytes:
        """The solution as a PNG file's bytes, a square so many pixels wide."""
        pixels = whole(pixels, "pixels", 1, 1000)
        return _vuelta.queens_png(self._drawn(), list(self.squares), attacks, coordinates, pixels)

    def _sheet_(self, things: list[Solution], columns: int | None, title: str | None, captions: bool) -> str:
        if title is None:
            title = f"{len(self)} queens: {len(things)} solution{'s' if len(things) > 1 else ''}"
        tiles = [
            (thing._drawn(), list(thing.squares), str(number), " ".join(map(str, thing)) if captions else "")
            for number, thing in enumerate(things, 1)
        ]
        return _vuelta.queens_gallery(tiles, title, columns)


def _solution(columns: tuple[int, ...], board: Board | None) -> Solution:
    return Solution._of(columns, board)


@dataclass(frozen=True)
class Count:
    """What a count gives. `int(count)` is its total."""

    board: Board
    total: int | None
    """The number of solutions; None where the count was ended before."""
    found: int
    """The solutions found; all of them, or in the subproblems that were finished."""
    fundamental: int | None
    """The number of solutions that differ up to symmetry; None under conditions."""
    symmetric_180: int | None
    """The solutions that a half turn keeps; None under conditions."""
    symmetric_90: int | None
    """The solutions that a quarter turn keeps; None under conditions."""
    published: int | None
    """The published total, where there is one."""
    agrees: bool | None
    """Whether all numbers are as published; None where none was."""
    seconds: float
    """The run time."""
    engine: str
    """The engine that counted: halves, bitmask or backtrack."""
    isa: str | None
    """The instruction set that it used, where it uses any."""
    threads: int
    """The worker threads."""
    record: dict[str, Any]
    """All that `vuelta queens count --json` prints, but for the environment."""

    @classmethod
    def _of(cls, board: Board, text: str) -> Count:
        record = json.loads(text)
        total = integer(record, "total")
        found = integer(record, "partial") if total is None else total
        numbers = {name: integer(record, name) for name in ("fundamental", "symmetric_180", "symmetric_90")}
        return cls(
            board=board,
            total=total,
            found=0 if found is None else found,
            published=integer(record, "published"),
            **numbers,
            **{name: record[name] for name in ("agrees", "seconds", "engine", "isa", "threads")},
            record=record,
        )

    def __int__(self) -> int:
        if self.total is None:
            raise ValueError("the count was ended before its total was known")
        return self.total

    def __hash__(self) -> int:
        return hash((self.board, self.total, self.found))

    def __repr__(self) -> str:
        names = ("total", "fundamental", "symmetric_180", "symmetric_90", "agrees", "engine", "isa")
        found = {"found": self.found} if self.total is None else {}
        numbers = {**found, **{name: getattr(self, name) for name in names}}
        known = ", ".join(f"{name}={value!r}" for name, value in numbers.items() if value is not None)
        return f"Count({known}, seconds={self.seconds:.3g})"


def count(
    board: BoardLike,
    *,
    engine: str = "auto",
    isa: str | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: ProgressLike = None,
) -> Count:
    """The number of ways to put N queens on the board, none attacking another.

    `engine` is "auto", "halves", "bitmask" or "backtrack"; `threads` is by default one for each processor; `time_limit`
    is in seconds, `memory_limit` in bytes. `checkpoint` is a file that keeps what is finished: the same call resumes from
    it. `progress` is True for a bar or a function that is called with a `Progress`.

    Raises TimeLimitReached, a TimeoutError whose `partial` is the `Count` so far; MemoryError; ValueError.
    """
    whole_board = board if isinstance(board, Board) else Board._of(_native(board))
    how = method(engine, isa, memory_limit, checkpoint)
    with limits(threads, time_limit, progress, f"{whole_board.size} queens") as run:
        text, is_late = _vuelta.queens_count(whole_board._native, how, run)
    counted = None if text is None else Count._of(whole_board, text)
    if is_late and (counted is None or counted.total is None):
        raise late("the count", time_limit, counted)
    return cast(Count, counted)


def solutions(board: BoardLike) -> Iterator[Solution]:
    """Every solution, in lexicographic order, found as they are asked for."""
    where = board if isinstance(board, Board) else Board._of(_native(board))
    return _each(_vuelta.queens_solutions(where._native), where)


def fundamental_solutions(board: BoardLike) -> Iterator[Solution]:
    """One solution of each symmetry class, the least, in lexicographic order.

    The symmetries are those that keep the board's conditions.
    """
    where = board if isinstance(board, Board) else Board._of(_native(board))
    return _each(_vuelta.queens_fundamental(where._native), where)


def _each(stream: Iterator[tuple[int, ...]], board: Board) -> Iterator[Solution]:
    of = Solution._of
    return (of(columns, board) for columns in stream)


def solutions_array(
    board: BoardLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> numpy.typing.NDArray[numpy.uint8]:
    """Every solution, or the first `limit`, as the rows of a NumPy array of columns.

    Raises MemoryError where they take more than `memory_limit` bytes; by default 80 % of what is available.
    """
    import numpy

    native = _native(board)
    most = None if limit is None else whole(limit, "limit", 0, 2**63)
    memory = method("auto", None, memory_limit).memory_limit
    with limits(None, time_limit) as run:
        columns, is_late = _vuelta.queens_bytes(native, most, memory, run)
    if is_late or columns is None:
        raise late("the array", time_limit)
    return numpy.frombuffer(columns, dtype=numpy.uint8).reshape(-1, native.size)


def solve(
    board: BoardLike, *, threads: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """One solution, or None where there is none. A number may be up to 10,000,000: no search is needed without conditions.

    Raises TimeLimitReached.
    """
    if not isinstance(board, Board):
        columns = _vuelta.queens_construct(_size(board, 10_000_000))
        return None if columns is None else Solution._of(columns, None)
    with limits(threads, time_limit) as run:
        columns, is_late = _vuelta.queens_solve(board._native, run)
    if is_late:
        raise late("the search", time_limit)
    return None if columns is None else Solution._of(columns, board)


def random(size: SupportsIndex, seed: int | None = None) -> Solution:
    """A random solution for N up to 1,000,000; not uniform among all. The same seed gives the same solution.

    Raises ValueError for 2 and 3, which have no solution.
    """
    number = _random.getrandbits(64) if seed is None else whole(seed, "seed", 0, 2**64 - 1)
    return Solution._of(_vuelta.queens_random(_size(size, 1_000_000), number), None)


def is_solution(columns: Sequence[int]) -> bool:
    """Whether queens in these columns, row by row, attack each other nowhere."""
    numbers = [index(column) for column in columns]
    if not all(0 <= number < len(numbers) for number in numbers):
        return False
    return _vuelta.queens_is_solution(numbers)


@dataclass(frozen=True)
class Completion:
    """The most queens on a board."""

    board: Board
    maximum: int
    """The most queens found."""
    upper_bound: int
    """No board has more."""
    proved: bool
    """Whether `maximum` is shown to be the most."""
    least: bool
    """Whether `queens` is shown to be the lexicographically least board with so many."""
    queens: tuple[Square, ...]
    """A board with so many, from the top."""
    placements: int | None
    """How many boards have so many, where that was counted."""

    @classmethod
    def _of(cls, board: Board, text: str) -> Completion:
        record = json.loads(text)
        queens = tuple((row, column) for row, column in record["queens"])
        names = ("maximum", "upper_bound", "proved", "least")
        known = {name: record[name] for name in names}
        return cls(board=board, queens=queens, placements=integer(record, "placements"), **known)

    def __str__(self) -> str:
        return self.board._native.text(list(self.queens))

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, *, attacks: bool = False, coordinates: Coordinates = "none") -> Picture:
        """The board with its queens as SVG."""
        return Picture(_vuelta.queens_svg(self.board._native, list(self.queens), attacks, coordinates))


def complete(
    board: BoardLike, count: bool = False, *, threads: int | None = None, time_limit: float | None = None
) -> Completion:
    """The most queens that fit under the board's conditions, proved, and a board that has them.

    With `count` also how many boards do. Above 64 rows there are bounds alone, which mostly meet.
    Raises TimeLimitReached, whose `partial` is the `Completion` so far.
    """
    where = board if isinstance(board, Board) else Board._of(_native(board, _LARGEST_DRAWN))
    with limits(threads, time_limit) as run:
        text, is_late = _vuelta.queens_complete(where._native, bool(count), run)
    found = None if text is None else Completion._of(where, text)
    if is_late and not (found and found.proved and (found.placements is not None or not count)):
        raise late("the search", time_limit, found)
    return cast(Completion, found)


@dataclass(frozen=True)
class Estimate:
    """What a count will take, before it is made. Intervals are of 95 %, None where the sample is too small."""

    seconds: float
    """Wall time."""
    seconds_interval: tuple[float, float] | None
    core_hours: float
    """The workers' time, of all together."""
    solutions: int | None
    """The number of solutions."""
    solutions_interval: tuple[int, int] | None
    memory_bytes: int
    """The memory of the whole process."""
    ledger_bytes: int
    """The size of a checkpoint at the end."""
    samples: int
    """The subproblems that were counted for it."""
    extrapolated: bool
    """Whether they are of smaller boards."""
    seed: int

    @classmethod
    def _of(cls, text: str) -> Estimate:
        record = json.loads(text)
        low, high = record["low"], record["high"]
        least, most = integer(record, "solutions_low"), integer(record, "solutions_high")
        names = ("seconds", "core_hours", "memory_bytes", "ledger_bytes", "samples", "extrapolated", "seed")
        return cls(
            seconds_interval=None if low is None or high is None else (low, high),
            solutions=integer(record, "solutions_estimate"),
            solutions_interval=None if least is None or most is None else (least, most),
            **{name: record[name] for name in names},
        )


def estimate(
    board: BoardLike,
    *,
    seconds: float = 4.0,
    seed: int = 0,
    engine: str = "auto",
    isa: str | None = None,
    threads: int | None = None,
    memory_limit: int | None = None,
    progress: ProgressLike = None,
) -> Estimate:
    """Time, memory and total of a count up to N = 31, from about so many seconds of counting a sample of it.

    Raises TimeLimitReached where they were too few for a single subproblem.
    """
    native = _native(board, 31)
    how = method(engine, isa, memory_limit)
    if not float(seconds) >= 0:
        raise ValueError(f"seconds is {seconds}; it must be at least 0")
    with limits(threads, None, progress, f"estimate of {native.size} queens") as run:
        sampling = (float(seconds), whole(seed, "seed", 0, 2**64 - 1))
        text, _ = _vuelta.queens_estimate(native, how, sampling, run)
    if text is None:
        raise late("a single subproblem of the sample", seconds)
    return Estimate._of(text)
