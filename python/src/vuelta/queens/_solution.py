"""Solutions: one, a random one, all, or an array of all."""

from __future__ import annotations

import random as _random
from operator import index
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, SupportsIndex, Tuple

from .. import _vuelta
from .._pictures import Tile
from .._run import ProgressLike, instance, limits, method, whole
from ._board import LARGEST, Board, BoardLike, Pictured, Square, board_of, size_of

if TYPE_CHECKING:
    import numpy
    import numpy.typing


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
