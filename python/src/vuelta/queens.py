"""N-queens: boards with conditions, counts, lists and single solutions.

Squares are pairs `(row, column)`, zero-based, row 0 at the top, or names as on a chess board: "b4" (letters are columns,
"a1" is bottom left). A number in place of a board means the board of this size without conditions.

>>> from vuelta import queens
>>> queens.count(8).total
92
>>> board = queens.Board(8).fix("b4", "d5")
>>> [solution.columns for solution in queens.solutions(board)]
[(4, 0, 7, 3, 1, 6, 2, 5), (4, 6, 0, 3, 1, 7, 5, 2)]
"""

from __future__ import annotations

import json
import os
import random as _random
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Iterator, Literal, Sequence, SupportsIndex, Tuple, Union, cast, overload

from . import _vuelta
from ._pictures import Picture, Tile
from ._run import (
    Coordinates,
    Counted,
    Isa,
    Method,
    ProgressLike,
    TimeLimitReached,
    finished,
    instance,
    integer,
    integers,
    late,
    limits,
    method,
    pair,
    seconds_of,
    whole,
)

if TYPE_CHECKING:
    import numpy
    import numpy.typing

__all__ = [
    "Board",
    "BoardLike",
    "Completion",
    "Count",
    "Engine",
    "Estimate",
    "Placements",
    "Solution",
    "Square",
    "SquareLike",
    "complete",
    "count",
    "estimate",
    "fundamental_solutions",
    "is_solution",
    "placements",
    "random",
    "solutions",
    "solutions_array",
    "solve",
]


def __dir__() -> list[str]:
    return __all__


Square = Tuple[int, int]
SquareLike = Union[Square, str]
"""A square as `(row, column)` or by name; where several are taken, also "b4,d5" and "a1-a8"."""

LARGEST = 1000


def size_of(value: SupportsIndex, largest: int = LARGEST, least: int = 1) -> int:
    return whole(value, "the board size", least, largest)


class Pictured:
    """A board that draws itself, with queens."""

    __slots__ = ()

    def _drawn(self) -> tuple[_vuelta.QueensBoard, list[Square]]:
        """The board and the queens on it that are not fixed."""
        raise NotImplementedError

    def _drawing(self, attacks: bool = False, coordinates: Coordinates = "none") -> _vuelta.Drawing:
        board, queens = self._drawn()
        return board._picture(queens, attacks, coordinates)

    def _repr_svg_(self) -> str | None:
        return str(self.picture())

    def picture(self, *, attacks: bool = False, coordinates: Coordinates = "none") -> Picture:
        """Draws the board as SVG; `attacks` adds the lines on which its queens attack."""
        return Picture(self._drawing(attacks, coordinates).svg())

    def png(self, *, attacks: bool = False, coordinates: Coordinates = "none", pixels: int = 64) -> bytes:
        """Draws the board as PNG; a square is `pixels` pixels wide. Returns the bytes of a file."""
        return self._drawing(attacks, coordinates).png(whole(pixels, "pixels", 1, 1000))


class Board(_vuelta.QueensBoard, Pictured):
    """A square board of 1 to 1,000 rows, with fixed queens and blocked squares. Boards do not change.

    Counts, lists and searches go to 64 rows, `complete` to 1,000.

    >>> Board(8).fix("b4").block("a1")
    Board(8, fixed=['b4'], blocked=['a1'])
    """

    __slots__ = ()

    def __new__(
        cls, size: SupportsIndex, *, fixed: Iterable[SquareLike] = (), blocked: Iterable[SquareLike] = ()
    ) -> Board:
        """The board of this size, with these conditions.

        Raises ValueError, naming the squares, where they are off the board, given twice, fixed and blocked at once, or
        where two fixed queens attack each other.
        """
        return super().__new__(cls, size_of(size), (), ())._with(fixed, blocked)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Reads a picture of a board, a line for each row: `Q`, `1` or a queen's sign fixed, `x` blocked, `.`, `-`, `_` or `0`
        free; or the rows as a JSON list. Boards that the program prints can be read back. A second board is refused.
        """
        return super().__new__(cls, *cls._parse(instance(text, str, "text")))

    def fix(self, *queens: SquareLike) -> Board:
        """Returns the board with these queens fixed as well."""
        return self._with(queens, ())

    def block(self, *squares: SquareLike) -> Board:
        """Returns the board with these squares blocked as well."""
        return self._with((), squares)

    def name(self, square: Square) -> str:
        """The square's name, "b4"; "row,column" on boards of more than 26 columns."""
        return self._name(*self._squares([square])[0])

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, frozenset[Square], frozenset[Square]]:
        return self.size, frozenset(self.fixed), frozenset(self.blocked)

    def __reduce__(self) -> tuple[Any, ...]:
        return _board, (self.size, self.fixed, self.blocked)

    def __repr__(self) -> str:
        parts = [str(self.size)]
        for what, squares in (("fixed", self.fixed), ("blocked", self.blocked)):
            if squares:
                parts.append(f"{what}={[self.name(square) for square in squares]}")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        return self._text([])

    def _drawn(self) -> tuple[_vuelta.QueensBoard, list[Square]]:
        return self, []

    def _with(self, fixed: Iterable[SquareLike], blocked: Iterable[SquareLike]) -> Board:
        """The board with these conditions too. Errors name the squares as they are given."""
        both = [[squares] if isinstance(squares, str) else list(squares) for squares in (fixed, blocked)]
        has_names = any(isinstance(square, str) for squares in both for square in squares)
        more_fixed, more_blocked = (self._squares(squares) for squares in both)
        try:
            return super().__new__(type(self), self.size, (*self.fixed, *more_fixed), (*self.blocked, *more_blocked))
        except ValueError as error:
            named = re.sub(r"\[(\d+),(\d+)\]", lambda square: self._name(*map(int, square.groups())), str(error))
            raise ValueError(named if has_names else str(error)) from None

    def _squares(self, squares: Iterable[SquareLike], sides: str = "") -> list[Square]:
        off_board = f"the square {{}} is off the {sides or f'{self.size} x {self.size}'} board"
        found: list[Square] = []
        for square in [squares] if isinstance(squares, str) else squares:
            found.extend(self._named(square) if isinstance(square, str) else [pair(square, off_board)])
        return found


BoardLike = Union[Board, SupportsIndex]
"""A board, or the size of one without conditions."""


def _board(size: int, fixed: Sequence[Square] = (), blocked: Sequence[Square] = ()) -> Board:
    return _vuelta.QueensBoard.__new__(Board, size, fixed, blocked)


def board_of(board: BoardLike, largest: int = 64, least: int = 1) -> Board:
    return board if isinstance(board, Board) else _board(size_of(board, largest, least))


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


class Solution(Pictured, Tuple[int, ...]):
    """A solution: the tuple of the queens' columns, row by row. Equal to any tuple of the same numbers.

    `board` is the board with the conditions of the search, or None. Above 1,000 rows `str` is the repr, without a picture.
    """

    board: Board | None

    def __new__(cls, columns: Iterable[int], board: Board | None = None) -> Solution:
        """Creates the solution with these columns. Raises ValueError if they are none, or none of the board."""
        given = list(columns)
        numbers = [whole(column, "the column of a queen", 0, len(given) - 1) for column in given]
        solution = cls._of(numbers, None if board is None else instance(board, Board, "board"))
        if not is_solution(numbers):
            raise ValueError("these columns are not a solution: two queens attack each other")
        squares = {*solution.squares}
        if board is not None and (board.size != len(squares) or {*board.fixed} - squares or {*board.blocked} & squares):
            raise ValueError(f"these columns are not a solution of {board!r}")
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
        """The queens' squares by name, from the top; "row,column" above 26 rows."""
        name = _vuelta.QueensBoard(min(len(self), LARGEST), [], [])._name
        return tuple(name(row, column) for row, column in enumerate(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution._of, (tuple(self), self.board)

    def __repr__(self) -> str:
        return f"Solution({list(self)})"

    def __str__(self) -> str:
        if len(self) > LARGEST:
            return repr(self)
        board, queens = self._drawn()
        return board._text(queens)

    def _repr_svg_(self) -> str | None:
        return super()._repr_svg_() if len(self) <= 64 else None

    def _drawn(self) -> tuple[_vuelta.QueensBoard, list[Square]]:
        board = _vuelta.QueensBoard(len(self), [], []) if self.board is None else self.board
        return board, list(self.squares)

    def _sheet_(self, things: list[Solution], title: str | None, captions: bool) -> tuple[list[Tile], str]:
        if title is None:
            title = f"{len(self)} queens: {len(things)} solution{'s' if len(things) > 1 else ''}"
        tiles = [
            (thing._drawing(), str(number), " ".join(map(str, thing)) if captions else "")
            for number, thing in enumerate(things, 1)
        ]
        return tiles, title


def solutions(board: BoardLike) -> Iterator[Solution]:
    """Iterates over all solutions in lexicographic order, found on demand."""
    where = board_of(board)
    return _each(where, where._solutions())


def fundamental_solutions(board: BoardLike) -> Iterator[Solution]:
    """Iterates over the least solution of each symmetry class, in lexicographic order.

    The symmetries are those that keep the board's conditions.
    """
    where = board_of(board)
    return _each(where, where._fundamental())


def _each(board: Board, stream: _vuelta.Stream) -> Iterator[Solution]:
    of = Solution._of
    return (of(columns, board) for columns in stream)


def solutions_array(
    board: BoardLike,
    *,
    limit: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: ProgressLike = None,
) -> numpy.typing.NDArray[numpy.uint8]:
    """Returns all solutions, or the first `limit`, as the rows of a read-only NumPy array of columns.

    The number of solutions is known before the list begins: it is published, or counted on `threads` threads if the board
    has conditions. An array larger than `memory_limit` bytes (by default 80 % of the available memory) raises MemoryError
    at once. `time_limit` is in seconds; `progress` is True for a bar or a function that is
    called with a `Progress`.

    Raises MemoryError; TimeLimitReached, without a partial result; ValueError.
    """
    import numpy

    where = board_of(board)
    most = None if limit is None else whole(limit, "limit", 0, 2**63)
    how = method("auto", None, memory_limit)
    with limits("the array", threads, time_limit, progress, f"array of {where.size} queens") as run:
        columns = where._array(most, how, run)
    return numpy.frombuffer(columns, dtype=numpy.uint8).reshape(-1, where.size)


def solve(
    board: BoardLike, *, threads: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """Returns one solution, or None if there is none. Sizes up to 10,000,000 need no search without conditions.

    Raises TimeLimitReached.
    """
    where = board if isinstance(board, Board) else None
    with limits("the search", threads, time_limit) as run:
        if isinstance(board, Board):
            columns = board._solve(run)
        else:
            columns = _vuelta.queens_construct(size_of(board, 10_000_000))
    return None if columns is None else Solution._of(columns, where)


def random(size: SupportsIndex, seed: int | None = None) -> Solution:
    """Returns a random solution for N up to 1,000,000, not uniform among all. The same seed gives the same solution.

    Raises ValueError for 2 and 3, which have no solution.
    """
    number = _random.getrandbits(64) if seed is None else whole(seed, "seed", 0, 2**64 - 1)
    return Solution._of(_vuelta.queens_random(size_of(size, 1_000_000), number), None)


def is_solution(columns: Sequence[int]) -> bool:
    """Whether no two queens in these columns, row by row, attack each other."""
    numbers = [index(column) for column in columns]
    if not all(0 <= number < len(numbers) for number in numbers):
        return False
    return _vuelta.queens_is_solution(numbers)
