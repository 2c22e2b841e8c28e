"""Senku, or peg solitaire: boards, positions, games, counts and solutions.

Holes are pairs `(row, column)`, zero-based, row 0 at the top; on boards of squares also names ("d4": letters are columns,
row 1 is the lowest). On a triangle row 0 is the apex and row r has columns 0 to r. A name or a text in place of a game is
the game on that board with its usual start and goal.

>>> from vuelta import senku
>>> senku.count("english").solutions
40861647040079968
>>> print(senku.solve("triangle15").moves[0])
(Jump(start=(0, 0), over=(1, 1), end=(2, 2), direction='DOWN-RIGHT'),)
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass
from operator import index
from typing import Any, Iterable, Iterator, NamedTuple, Tuple, Union, cast, overload

from . import _vuelta
from ._pictures import Picture
from ._run import ProgressLike, integer, late, limits, method, whole

__all__ = [
    "NAMES",
    "Board",
    "Count",
    "Game",
    "Jump",
    "Position",
    "Solution",
    "Verdict",
    "check",
    "count",
    "fewest_moves",
    "solutions",
    "solve",
]

Square = Tuple[int, int]
SquareLike = Union[Square, str]
"""A hole as `(row, column)` or, on boards of squares, by name."""

_NAMED = {name: (start, solvable) for name, start, solvable in _vuelta.senku_names()}
NAMES = tuple(_NAMED)
"""The boards that are known by name."""


class Jump(NamedTuple):
    """A peg jumps from `start` over another, which is taken, to `end`."""

    start: Square
    over: Square
    end: Square
    direction: str


class Board(Sequence[Square]):
    """A board of 1 to 64 holes: the sequence of its holes, row by row. Boards do not change.

    >>> len(Board("english"))
    33
    """

    __slots__ = ("_holes", "_native", "jumps", "name")
    name: str | None
    """The name that it is known by, where it was made by name."""
    jumps: tuple[Jump, ...]
    """Every jump there is: by hole, then by direction."""

    def __init__(self, name: str = "english") -> None:
        """The board of this name; ValueError, with all names, for any other."""
        self._set(_vuelta.SenkuBoard.named(name), name)

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
        """Reads a board, a line for each row: `o` or `.` a hole, `x` or a blank none; a triangle's first line says so."""
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
        try:
            row, column = (index(part) for part in hole)
        except (TypeError, ValueError):
            raise ValueError(f"{hole!r} is no hole; write (row, column) or a name such as 'd4'") from None
        if not (0 <= row < 2**32 and 0 <= column < 2**32):
            raise ValueError(f"the board has no hole at ({row}, {column})")
        return self._native.hole_at(row, column)


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
        """These pegs on the board."""
        self.board, self._bits = board, board.position(pegs)._bits

    @classmethod
    def _of(cls, board: Board, bits: int) -> Position:
        position = cls.__new__(cls)
        position.board, position._bits = board, bits
        return position

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Reads a board with its pegs: `o` a peg, `.` or `e` an empty hole, `x` or a blank no hole."""
        native, bits = _vuelta.SenkuBoard.parse(text)
        return cls._of(Board.__new__(Board)._set(native, None), bits)

    def _from_iterable(self, pegs: Iterable[Any]) -> Position:  # type: ignore[override]
        return Position(self.board, pegs)

    def __contains__(self, hole: object) -> bool:
        try:
            return bool(self._bits >> self.board._number(cast(SquareLike, hole)) & 1)
        except ValueError:
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
        return _position, (self.board, self._bits)

    def __repr__(self) -> str:
        return f"<Position of {len(self)} pegs on {self.board!r}>"

    def __str__(self) -> str:
        return self.board._native.text(self._bits)

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, *, coordinates: str = "none") -> Picture:
        """The position as SVG; `coordinates` may be "numbers" or "names"."""
        return Picture(_vuelta.senku_svg(self.board._native, (self._bits, []), coordinates))

    def png(self, *, coordinates: str = "none", pixels: int = 64) -> bytes:
        """The position as a PNG file's bytes, a hole so many pixels wide."""
        pixels = whole(pixels, "pixels", 1, 1000)
        return _vuelta.senku_png(self.board._native, (self._bits, []), coordinates, pixels)

    def jumps(self) -> tuple[Jump, ...]:
        """The jumps that can be made."""
        return tuple(jump for jump in self.board.jumps if self._allows(jump))

    def _allows(self, jump: Jump) -> bool:
        return jump.start in self and jump.over in self and jump.end not in self

    def play(self, jump: Jump) -> Position:
        """The position after this jump; ValueError where it cannot be made."""
        if jump not in self.board.jumps or not self._allows(jump):
            raise ValueError(f"{jump} cannot be made")
        start, over, end = self.board._numbers(jump[:3])
        return Position._of(self.board, self._bits ^ (1 << start | 1 << over | 1 << end))

    def _sheet_(self, things: list[Position], columns: int | None, title: str | None, captions: bool) -> str:
        tiles = [_tile(position, (), number, captions) for number, position in enumerate(things)]
        return _vuelta.senku_gallery(tiles, title or "", columns)


def _position(board: Board, bits: int) -> Position:
    return Position._of(board, bits)


def _tile(position: Position, jumps: Iterable[int], number: int, captions: bool) -> Any:
    pegs = len(position)
    caption = f"{pegs} peg{'' if pegs == 1 else 's'}" if captions else ""
    return position.board._native, (position._bits, list(jumps)), str(number), caption


BoardLike = Union[Board, str]
"""A board, its name, or its text (which has more than one line)."""


class Game:
    """A board, a start and a goal. Games do not change.

    >>> Game("english")
    Game('english', start=(3, 3), goal=(3, 3))
    """

    __slots__ = ("_native", "board", "goal", "start")
    board: Board
    start: Position
    """The pegs at the start."""
    goal: Position | None
    """The pegs at the end; None where one peg anywhere is the goal."""
    _native: _vuelta.SenkuGame

    def __init__(
        self,
        board: BoardLike | Position = "english",
        start: SquareLike | Position | None = None,
        goal: SquareLike | Position | None = None,
    ) -> None:
        """The game on a board.

        `start` is the one hole that is empty, or a position; by default the board's usual one, or what a text shows.
        `goal` is the hole of the last peg, "any" for a last peg anywhere, "same" for the hole that was empty, or a
        position; by default "same" where the invariants allow it, else "any".
        """
        self.board, pegs = _start(board, start)
        aim = goal
        if isinstance(aim, Position):
            if aim.board != self.board:
                raise ValueError("the goal is on another board")
            aim = aim._bits
        elif aim is not None and aim not in ("any", "same"):
            aim = 1 << self.board._number(aim)
        self.start = Position._of(self.board, pegs)
        self._native = _vuelta.SenkuGame(self.board._native, pegs, cast("int | str | None", aim))
        bits = self._native.goal
        self.goal = None if bits is None else Position._of(self.board, bits)

    @property
    def is_possible(self) -> bool:
        """Whether the invariants and the number of pegs allow the goal. If so, there still may be no solution."""
        return self._native.is_possible

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.start, self.goal) == (other.start, other.goal)

    def __hash__(self) -> int:
        return hash((self.start._bits, self.goal and self.goal._bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.board, self.start, "any" if self.goal is None else self.goal)

    def __repr__(self) -> str:
        board = repr(self.board.name) if self.board.name else repr(self.board)
        empty = [hole for hole in self.board if hole not in self.start]
        start = repr(empty[0]) if len(empty) == 1 else repr(self.start)
        goal = "'any'" if self.goal is None else repr(next(iter(self.goal)) if len(self.goal) == 1 else self.goal)
        return f"Game({board}, start={start}, goal={goal})"

    def __str__(self) -> str:
        return str(self.start)

    def _repr_svg_(self) -> str:
        return self.start._repr_svg_()


def _start(board: BoardLike | Position, start: SquareLike | Position | None) -> tuple[Board, int]:
    """The board, and the pegs at the start as bits."""
    pegs: int | None = None
    if isinstance(board, str) and "\n" in board:
        board = Position.from_text(board)
    if isinstance(board, Position):
        board, pegs = board.board, board._bits
    elif isinstance(board, str):
        board = Board(board)
    every = (1 << len(board)) - 1
    if isinstance(start, Position):
        if start.board != board:
            raise ValueError("the start is on another board")
        return board, start._bits
    if start is not None:
        return board, every ^ 1 << board._number(start)
    if pegs is None and board.name:
        pegs = _vuelta.senku_named(board.name)
    if pegs is None or pegs == every:
        raise ValueError("the board has no empty hole: mark one with `.` or say which hole is empty at the start")
    return board, pegs


GameLike = Union[Game, BoardLike, Position]
"""A game, or what makes one with the usual start and goal."""


def _game(game: GameLike) -> Game:
    return game if isinstance(game, Game) else Game(game)


class Solution(Sequence[Jump]):
    """A game that wins: the sequence of its jumps. In a notebook it plays itself."""

    __slots__ = ("_places", "game")
    game: Game
    _places: tuple[int, ...]

    def __init__(self, game: GameLike, jumps: str | Iterable[Jump]) -> None:
        """These jumps, or those of a text; ValueError, with the reason, where they do not win."""
        verdict = check(game, jumps)
        if not verdict.wins:
            raise ValueError(str(verdict.reason))
        self.game, self._places = verdict.game, verdict._places

    @classmethod
    def _of(cls, game: Game, places: Iterable[int]) -> Solution:
        solution = cls.__new__(cls)
        solution.game, solution._places = game, tuple(places)
        return solution

    @overload
    def __getitem__(self, number: int) -> Jump: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Jump, ...]: ...
    def __getitem__(self, number: int | slice) -> Jump | tuple[Jump, ...]:
        jumps = self.game.board.jumps
        if isinstance(number, slice):
            return tuple(jumps[place] for place in self._places[number])
        return jumps[self._places[number]]

    def __len__(self) -> int:
        return len(self._places)

    @property
    def moves(self) -> tuple[tuple[Jump, ...], ...]:
        """The jumps in moves, which are chains of jumps by one peg."""
        _, lengths = _vuelta.senku_write(self.game.board._native, list(self._places), False)
        jumps = iter(self)
        return tuple(tuple(next(jumps) for _ in range(length)) for length in lengths)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, then the position after each jump."""
        found = [self.game.start]
        for jump in self:
            found.append(found[-1].play(jump))
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and (self._places, self.game) == (other._places, other.game)

    def __hash__(self) -> int:
        return hash((self._places, self.game))

    def __reduce__(self) -> tuple[Any, ...]:
        return _solution, (self.game, self._places)

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r}: {len(self)} jumps in {len(self.moves)} moves>"

    def __str__(self) -> str:
        return _vuelta.senku_write(self.game.board._native, list(self._places), False)[0]

    def _repr_svg_(self) -> str:
        return str(self.animation())

    def animation(self, seconds: float = 0.8) -> Picture:
        """The game as an animated SVG, a jump in so many seconds."""
        return Picture(self._animated(seconds, None).decode())

    def gif(self, seconds: float = 0.8, pixels: int = 32) -> bytes:
        """The game as an animated GIF file's bytes, a hole so many pixels wide."""
        return self._animated(seconds, whole(pixels, "pixels", 1, 1000))

    def _animated(self, seconds: float, pixels: int | None) -> bytes:
        hundredths = whole(round(100 * seconds), "the time of a jump in hundredths of a second", 2, 20_000)
        start, places = self.game.start._bits, list(self._places)
        return _vuelta.senku_gif(self.game.board._native, start, places, hundredths, pixels)

    def sheet(self, columns: int | None = None, title: str | None = None, captions: bool = True) -> Picture:
        """All positions on one sheet, move by move, with the way of each move's peg."""
        from ._pictures import own_names

        positions, made = self.positions, 0
        tiles = [_tile(positions[0], (), 0, captions)]
        for number, move in enumerate(self.moves, 1):
            chain = self._places[made : made + len(move)]
            made += len(move)
            tiles.append(_tile(positions[made], chain, number, captions))
        return Picture(own_names(_vuelta.senku_gallery(tiles, title or "", columns)))


def _solution(game: Game, places: tuple[int, ...]) -> Solution:
    return Solution._of(game, places)


@dataclass(frozen=True)
class Count:
    """What a count gives. Positions are up to the symmetries that keep the start, unless they say otherwise."""

    game: Game
    games: int
    """Jump sequences from the start that end where no jump is left."""
    solutions: int
    """Jump sequences from the start to the goal."""
    solutions_up_to_symmetry: int | None
    """Solutions that differ up to the symmetries that keep start and goal."""
    positions: int | None
    """Positions that can be reached."""
    positions_in_all: int | None
    """The same with symmetric twins."""
    stuck_positions: int | None
    """Those where no jump is left."""
    levels: tuple[int, ...] | None
    """Positions by the number of jumps made."""
    winning_positions: int | None
    """Those from which the goal can be reached, where they were asked for."""
    agrees: bool | None
    """Whether all numbers are as published; None where none was."""
    seconds: float
    """The run time."""
    engine: str
    """The engine that counted: dense, memo or backtrack."""
    isa: str
    """The instruction set that it used."""
    threads: int
    """The worker threads."""
    record: dict[str, Any]
    """All that `vuelta senku count --json` prints, but for the environment."""

    @classmethod
    def _of(cls, game: Game, text: str) -> Count:
        record = json.loads(text)
        names = ("solutions_up_to_symmetry", "positions", "positions_in_all", "stuck_positions")
        numbers = {name: integer(record, name) for name in (*names, "winning_positions")}
        return cls(
            game=game,
            games=int(record["games"]),
            solutions=int(record["solutions"]),
            levels=None if record["levels"] is None else tuple(map(int, record["levels"])),
            **cast("dict[str, Any]", numbers),
            **{name: record[name] for name in ("agrees", "seconds", "engine", "isa", "threads")},
            record=record,
        )

    def __hash__(self) -> int:
        return hash((self.game, self.games, self.solutions))

    def __repr__(self) -> str:
        names = ("games", "solutions", "solutions_up_to_symmetry", "positions", "agrees", "engine", "isa")
        numbers = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"Count({numbers}, seconds={self.seconds:.3g})"


def count(
    game: GameLike = "english",
    *,
    engine: str = "auto",
    isa: str | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    winning: bool = False,
    progress: ProgressLike = None,
) -> Count:
    """The numbers of games and of solutions, and of the positions behind them.

    `engine` is "auto", "dense", "memo" or "backtrack"; `winning` counts the winning positions too; the rest as for
    `queens.count`. Raises TimeLimitReached, without a part, which would be of no use; MemoryError; ValueError.
    """
    played = _game(game)
    how = method(engine, isa, memory_limit)
    name = played.board.name or "a text"
    with limits(threads, time_limit, progress, name) as run:
        text, is_late = _vuelta.senku_count(name, played._native, bool(winning), how, run)
    if text is None or json.loads(text)["games"] is None:
        raise late("the count", time_limit if is_late else None)
    return Count._of(played, text)


def solve(
    game: GameLike = "english", *, engine: str = "auto", time_limit: float | None = None
) -> Solution | None:
    """One solution, or None where there is none. `engine` may be "backtrack", the textbook's search.

    Raises TimeLimitReached.
    """
    if engine not in ("auto", "backtrack"):
        raise ValueError(f"there is no engine {engine!r} for one solution; it is auto or backtrack")
    played = _game(game)
    with limits(None, time_limit) as run:
        places, is_late = _vuelta.senku_solve(played._native, engine == "backtrack", run)
    return _found(played, places, is_late, time_limit)


def fewest_moves(
    game: GameLike = "english", *, threads: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """A solution with the fewest moves, which are chains of jumps by one peg; None where there is none.

    Raises TimeLimitReached.
    """
    played = _game(game)
    with limits(threads, time_limit) as run:
        places, is_late = _vuelta.senku_fewest_moves(played._native, run)
    return _found(played, places, is_late, time_limit)


def _found(game: Game, places: list[int] | None, is_late: bool, time_limit: float | None) -> Solution | None:
    if is_late and places is None:
        raise late("the search", time_limit)
    return None if places is None else Solution._of(game, places)


def solutions(game: GameLike = "english") -> Iterator[Solution]:
    """Every solution, in the textbook's order, found as they are asked for. The first may take any time."""
    played = _game(game)
    of, stream = Solution._of, _vuelta.senku_solutions(played._native)
    return (of(played, places) for places in stream)


@dataclass(frozen=True)
class Verdict:
    """What came of playing a list of jumps."""

    game: Game
    legal: bool
    """Whether every jump could be made."""
    wins: bool
    """Whether all were legal and the goal is reached."""
    jumps: tuple[Jump, ...]
    """The jumps that were made."""
    at: int | None
    """The number, from 1, of the jump that could not be made."""
    reason: str | None
    """Why it could not be made, or why the list does not win; None where it wins."""
    _places: tuple[int, ...]

    def __bool__(self) -> bool:
        return self.wins


def check(game: GameLike, jumps: str | Iterable[Jump] | Iterable[tuple[SquareLike, SquareLike]]) -> Verdict:
    """Plays a list of jumps: a text ("d6 d4; b5 d5", or what `print(solution)` prints), `Jump`s, or pairs of holes.

    Raises ValueError for what is no jump at all.
    """
    played = _game(game)
    text = jumps if isinstance(jumps, str) else _text(played.board, jumps)
    legal, wins, places, at, reason = _vuelta.senku_check(played._native, text)
    made = tuple(played.board.jumps[place] for place in places)
    return Verdict(played, legal, wins, made, at, reason, tuple(places))


def _text(board: Board, jumps: Iterable[Any]) -> str:
    lines = []
    for jump in jumps:
        try:
            start, end = (jump.start, jump.end) if isinstance(jump, Jump) else jump
        except (TypeError, ValueError):
            raise ValueError(f"{jump!r} is no jump; write a pair of holes") from None
        ends = [board._holes[board._number(hole)] for hole in (start, end)]
        lines.append(" > ".join(f"{row},{column}" for row, column in ends))
    return "\n".join(lines)
