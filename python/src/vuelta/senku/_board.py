"""Boards of holes, and the pegs on them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Tuple, Union, cast, overload

from .. import _vuelta
from .._pictures import Picture, Tile
from .._run import Coordinates, instance, pair, whole

Square = Tuple[int, int]
SquareLike = Union[Square, str]
"""A hole as `(row, column)` or, on boards of squares, by name."""

NAMES = tuple(_vuelta.senku_names())
"""The names of the boards."""


class Jump(NamedTuple):
    """A jump of a peg from `start` over another peg, which is removed, to `end`."""

    start: Square
    over: Square
    end: Square
    direction: str


class Board(Sequence[Square]):
    """A board of 1 to 64 holes: the sequence of its holes, row by row. Boards do not change.

    >>> len(Board("english")), len(Board("oo.o\\noooo\\n"))
    (33, 8)
    """

    __slots__ = ("_holes", "_native", "jumps", "name")
    name: str | None
    """The name that the board was created by, or None."""
    jumps: tuple[Jump, ...]
    """All jumps of the board, by hole, then by direction."""

    def __init__(self, name: str = "english") -> None:
        """Creates a board by its name, or from a text of more than one line.

        Raises ValueError for an unknown name (the message lists all names) or a text that is not a board.
        """
        if "\n" in instance(name, str, "board"):
            self._set(_vuelta.SenkuBoard.parse(name.lstrip("\r\n"))[0], None)
        else:
            self._set(_vuelta.SenkuBoard.named(name)[0], name)

    def _set(self, native: _vuelta.SenkuBoard, name: str | None) -> Board:
        self._native, self.name = native, name
        holes = self._holes = tuple(native.holes)
        self.jumps = tuple(
            Jump(holes[start], holes[over], holes[end], direction)
            for start, over, end, direction in native.jumps
        )
        return self

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Reads a board, a line per row: `o` or `.` is a hole, `x` or a space is none; triangles start with `triangle`."""
        return Position.from_text(text).board

    @property
    def is_triangular(self) -> bool:
        """Whether holes have six neighbours, in rows that form a triangle."""
        return self._native.is_triangular

    def __len__(self) -> int:
        return len(self._holes)

    @overload
    def __getitem__(self, number: int) -> Square: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, number: int | slice) -> Square | tuple[Square, ...]:
        return self._holes[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[bool, tuple[Square, ...]]:
        return self.is_triangular, self._holes

    def __reduce__(self) -> tuple[Any, ...]:
        return (Board, (self.name,)) if self.name else (Board.from_text, (str(self),))

    def __repr__(self) -> str:
        return f"Board({self.name!r})" if self.name else f"Board.from_text({str(self)!r})"

    def __str__(self) -> str:
        return self._native.text(0)

    def _repr_svg_(self) -> str:
        return self.position(())._repr_svg_()

    def position(self, pegs: Iterable[SquareLike] | None = None) -> Position:
        """The position with these pegs, by default one in every hole."""
        every = (1 << len(self)) - 1
        return Position._of(self, every if pegs is None else sum(1 << hole for hole in {*self._numbers(pegs)}))

    def _numbers(self, holes: Iterable[SquareLike]) -> list[int]:
        return [self._number(hole) for hole in ([holes] if isinstance(holes, str) else holes)]

    def _number(self, hole: SquareLike) -> int:
        if isinstance(hole, str):
            return self._native.hole(hole)
        return self._native.hole_at(*pair(hole, "the board has no hole at {}"))


class Position(Set[Square]):
    """The pegs on a board, as a set of holes. Positions do not change.

    >>> position = Board("english").position() - {(3, 3)}
    >>> len(position), len(position.jumps())
    (32, 4)
    """

    __slots__ = ("_bits", "board")
    board: Board
    _bits: int

    def __init__(self, board: Board, pegs: Iterable[SquareLike] = ()) -> None:
        """Creates the position with these pegs."""
        self.board, self._bits = board, instance(board, Board, "board").position(pegs)._bits

    @classmethod
    def _of(cls, board: Board, bits: int) -> Position:
        position = cls.__new__(cls)
        position.board, position._bits = board, bits
        return position

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Reads a board with its pegs: `o` is a peg, `.` or `e` an empty hole, `x` or a space no hole.

        Empty lines before the first row are ignored.
        """
        native, bits = _vuelta.SenkuBoard.parse(instance(text, str, "text").lstrip("\r\n"))
        return cls._of(Board.__new__(Board)._set(native, None), bits)

    def _from_iterable(self, pegs: Iterable[Any]) -> Position:  # type: ignore[override]
        return Position(self.board, pegs)

    if TYPE_CHECKING:  # `Set` makes these with `_from_iterable`

        def __and__(self, other: Set[Any]) -> Position: ...
        def __or__(self, other: Set[Any]) -> Position: ...
        def __sub__(self, other: Set[Square]) -> Position: ...
        def __xor__(self, other: Set[Any]) -> Position: ...

    def __contains__(self, hole: object) -> bool:
        try:
            return bool(self._bits >> self.board._number(cast(SquareLike, hole)) & 1)
        except (TypeError, ValueError):
            return False

    def __iter__(self) -> Iterator[Square]:
        return (hole for number, hole in enumerate(self.board) if self._bits >> number & 1)

    def __len__(self) -> int:
        return bin(self._bits).count("1")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return self._bits == other._bits and self.board == other.board
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position._of, (self.board, self._bits)

    def __repr__(self) -> str:
        return f"<Position of {len(self)} pegs on {self.board!r}>"

    def __str__(self) -> str:
        return self.board._native.text(self._bits)

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, *, coordinates: Coordinates = "none") -> Picture:
        """The position as SVG; `coordinates` may be "numbers" or "names"."""
        return Picture(self._drawing(coordinates).svg())

    def png(self, *, coordinates: Coordinates = "none", pixels: int = 64) -> bytes:
        """Draws the position as PNG; a hole is `pixels` pixels wide. Returns the bytes of a file."""
        return self._drawing(coordinates).png(whole(pixels, "pixels", 1, 1000))

    def _drawing(self, coordinates: Coordinates) -> _vuelta.Drawing:
        return self.board._native.picture(self._bits, (), coordinates)

    def jumps(self) -> tuple[Jump, ...]:
        """The jumps that can be made."""
        return tuple(jump for jump in self.board.jumps if self._allows(jump))

    def _allows(self, jump: Jump) -> bool:
        return all(hole in self for hole in jump[:2]) and jump[2] not in self

    def play(self, jump: Jump) -> Position:
        """Returns the position after this jump, or after an equal tuple. Raises ValueError if it cannot be made."""
        if instance(jump, tuple, "jump") not in self.board.jumps or not self._allows(jump):
            raise ValueError(f"{jump} cannot be made")
        start, over, end = self.board._numbers(jump[:3])
        return Position._of(self.board, self._bits ^ (1 << start | 1 << over | 1 << end))

    def _sheet_(self, things: list[Position], title: str | None, captions: bool) -> tuple[list[Tile], str]:
        tiles = [position._tile((), number, captions) for number, position in enumerate(things)]
        return tiles, title or ""

    def _tile(self, jumps: Sequence[int], number: int, captions: bool) -> Tile:
        """The position on a sheet, with the jumps that led to it."""
        caption = f"{len(self)} peg{'' if len(self) == 1 else 's'}" if captions else ""
        return self.board._native.picture(self._bits, jumps, "none"), str(number), caption
