"""Boards of queens, and how squares are written."""

from __future__ import annotations

import re
from typing import Any, Iterable, Sequence, SupportsIndex, Tuple, Union

from .. import _vuelta
from .._pictures import Picture
from .._run import Coordinates, instance, pair, whole

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
