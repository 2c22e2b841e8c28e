"""Senku, or peg solitaire: boards, positions, games, counts and solutions.

Holes are pairs `(row, column)`, zero-based, row 0 at the top; on boards of squares also names ("d4": letters are columns,
row 1 is the lowest). On a triangle row 0 is the apex and row r has columns 0 to r. A name or a text in place of a game
means the game on that board with its default start and goal.

>>> from vuelta import senku
>>> senku.count("english").solutions
40861647040079968
>>> senku.solve("triangle15")[0]
Jump(start=(2, 2), over=(1, 1), end=(0, 0), direction='UP-LEFT')
"""

from __future__ import annotations

import os
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, NamedTuple, Tuple, Union, cast, overload

from . import _vuelta
from ._pictures import Picture, Tile, sheet
from ._run import (
    Coordinates,
    Counted,
    Isa,
    Page,
    ProgressLike,
    finished,
    instance,
    integers,
    limits,
    method,
    pair,
    path_of,
    seconds_of,
    whole,
)

__all__ = [
    "NAMES",
    "Board",
    "BoardLike",
    "Count",
    "Engine",
    "Game",
    "GameLike",
    "Jump",
    "Position",
    "Solution",
    "Square",
    "SquareLike",
    "Verdict",
    "Winnable",
    "check",
    "count",
    "fewest_moves",
    "solutions",
    "solve",
]


def __dir__() -> list[str]:
    return __all__


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


class Board(_vuelta.SenkuBoard, Sequence[Square]):
    """A board of 1 to 64 holes: the sequence of its holes, row by row. Boards do not change.

    >>> len(Board("english")), len(Board("oo.o\\noooo\\n"))
    (33, 8)
    """

    __slots__ = ("_holes", "jumps", "name")
    name: str | None
    """The name that the board was created by, or None."""
    jumps: tuple[Jump, ...]
    """All jumps of the board, by hole, then by direction."""
    _holes: tuple[Square, ...]

    def __new__(cls, name: str = "english") -> Board:
        """Creates a board by its name, or from a text of more than one line.

        Raises ValueError for an unknown name (the message lists all names) or a text that is not a board.
        """
        return cls._of(name, "\n" not in instance(name, str, "board"))

    @classmethod
    def _of(cls, text: str, is_name: bool) -> Board:
        board = super().__new__(cls, text if is_name else text.lstrip("\r\n"), is_name)
        board.name = text if is_name else None
        holes = board._holes = tuple(board._squares)
        board.jumps = tuple(
            Jump(holes[start], holes[over], holes[end], direction)
            for start, over, end, direction in board._jumps
        )
        return board

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Reads a board, a line per row: `o` or `.` is a hole, `x` or a space is none; triangles start with `triangle`."""
        return Position.from_text(text).board

    def __len__(self) -> int:
        return len(self._holes)

    @overload
    def __getitem__(self, number: int) -> Square: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, number: int | slice) -> Square | tuple[Square, ...]:
        return self._holes[number]

    def __hash__(self) -> int:
        return hash(self._holes)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Board, (self.name,)) if self.name else (Board.from_text, (str(self),))

    def __repr__(self) -> str:
        return f"Board({self.name!r})" if self.name else f"Board.from_text({str(self)!r})"

    def __str__(self) -> str:
        return self._text(0)

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
            return self._hole(hole)
        return self._hole_at(*pair(hole, "the board has no hole at {}"))


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
        board = Board._of(instance(text, str, "text"), is_name=False)
        return cls._of(board, board._pegs)

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
        return self.board._text(self._bits)

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, *, coordinates: Coordinates = "none") -> Picture:
        """The position as SVG; `coordinates` may be "numbers" or "names"."""
        return Picture(self._drawing(coordinates).svg())

    def png(self, *, coordinates: Coordinates = "none", pixels: int = 64) -> bytes:
        """Draws the position as PNG; a hole is `pixels` pixels wide. Returns the bytes of a file."""
        return self._drawing(coordinates).png(whole(pixels, "pixels", 1, 1000))

    def _drawing(self, coordinates: Coordinates) -> _vuelta.Drawing:
        return self.board._picture(self._bits, (), coordinates)

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
        return self.board._picture(self._bits, jumps, "none"), str(number), caption


BoardLike = Union[Board, str]
"""A board, its name, or its text (which has more than one line)."""


class Game(_vuelta.SenkuGame):
    """A board, a start and a goal. Games do not change.

    >>> Game("english")
    Game('english', start=(3, 3), goal=(3, 3))
    """

    __slots__ = ("board", "goal", "start")
    board: Board
    start: Position
    """The pegs at the start."""
    goal: Position | None
    """The pegs at the end; None where one peg anywhere is the goal."""

    def __new__(
        cls,
        board: BoardLike | Position = "english",
        start: SquareLike | Position | None = None,
        goal: SquareLike | Position | None = None,
    ) -> Game:
        """The game on a board.

        `start` is the one hole that is empty, or a position; by default the board's usual one, or what a text shows.
        `goal` is the hole of the last peg, "any" for a last peg anywhere, "same" for the hole that was empty, or a
        position; by default "same" where the invariants allow it, else "any".
        """
        own, pegs = _start(board, start)
        aim: int | str | None
        if isinstance(goal, Position):
            if goal.board != own:
                raise ValueError("the goal is on another board")
            aim = goal._bits
        elif goal is None or (isinstance(goal, str) and goal in ("any", "same")):
            aim = goal
        else:
            aim = 1 << own._number(goal)
        game = super().__new__(cls, own, pegs, aim)
        game.board, game.start = own, Position._of(own, pegs)
        bits = game._goal
        game.goal = None if bits is None else Position._of(own, bits)
        return game

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
    shown = Position.from_text(board) if isinstance(board, str) and "\n" in board else board
    if isinstance(shown, Position):
        board, pegs = shown.board, shown._bits
    else:
        board = Board(shown) if isinstance(shown, str) else instance(shown, Board, "board")
    every = (1 << len(board)) - 1
    if isinstance(start, Position):
        if start.board != board:
            raise ValueError("the start is on another board")
        return board, start._bits
    if start is not None:
        return board, every ^ 1 << board._number(start)
    if pegs is None and board.name:
        pegs = board._pegs
    if pegs is None or pegs == every:
        raise ValueError("the board has no empty hole: mark one with `.` or say which hole is empty at the start")
    return board, pegs


GameLike = Union[Game, BoardLike, Position]
"""A game, or what makes one with the usual start and goal."""


def game_of(game: GameLike) -> Game:
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
        _, lengths = self.game.board._write(self._places)
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
        return Solution._of, (self.game, self._places)

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r}: {len(self)} jumps in {len(self.moves)} moves>"

    def __str__(self) -> str:
        return self.game.board._write(self._places)[0]

    def _repr_svg_(self) -> str:
        return str(self.animation())

    def animation(self, seconds: float = 0.8) -> Picture:
        """Draws the game as an animated SVG; a jump takes `seconds` seconds."""
        return Picture(self._animated(seconds, None).decode())

    def gif(self, seconds: float = 0.8, pixels: int = 32) -> bytes:
        """Draws the game as an animated GIF; a hole is `pixels` pixels wide. Returns the bytes of a file."""
        return self._animated(seconds, whole(pixels, "pixels", 1, 1000))

    def _animated(self, seconds: float, pixels: int | None) -> bytes:
        hundredths = round(100 * min(seconds_of(seconds, "seconds"), 1e6))
        hundredths = whole(hundredths, "the time of a jump in hundredths of a second", 2, 20_000)
        start = self.game.start._bits
        return self.game.board._animation(start, self._places, hundredths, pixels)

    def sheet(
        self,
        columns: int | None = None,
        title: str | None = None,
        captions: bool = True,
        page: Page | None = None,
    ) -> Picture:
        """Draws all positions on one sheet, move by move, with the path of each move's peg.

        `page` "a4" or "letter" divides the sheet into pages.
        """
        positions, made = self.positions, 0
        tiles = [positions[0]._tile((), 0, captions)]
        for number, move in enumerate(self.moves, 1):
            chain = self._places[made : made + len(move)]
            made += len(move)
            tiles.append(positions[made]._tile(chain, number, captions))
        return sheet(tiles, title or "", columns, page)


@dataclass(frozen=True)
class Verdict:
    """The result of playing a list of jumps. True if it wins."""

    game: Game
    legal: bool
    """Whether every jump could be made."""
    wins: bool
    """Whether all were legal and the goal is reached."""
    jumps: tuple[Jump, ...]
    """The jumps that were made."""
    position: Position
    """The position after them."""
    at: int | None
    """The number, from 1, of the jump that could not be made."""
    reason: str | None
    """Why it could not be made, or why the list does not win; None if it wins."""
    _places: tuple[int, ...]

    def __bool__(self) -> bool:
        return self.wins


def check(game: GameLike, jumps: str | Iterable[Jump] | Iterable[tuple[SquareLike, SquareLike]]) -> Verdict:
    """Plays a list of jumps: a text ("d6 d4; b5 d5", or the output of `print(solution)`), `Jump`s, or pairs of holes.

    Raises ValueError for text that is not a jump.
    """
    played = game_of(game)
    text = jumps if isinstance(jumps, str) else _text(played.board, jumps)
    legal, wins, places, pegs, at, reason = played._check(text)
    made = tuple(played.board.jumps[place] for place in places)
    return Verdict(played, legal, wins, made, Position._of(played.board, pegs), at, reason, tuple(places))


def _text(board: Board, jumps: Iterable[Any]) -> str:
    lines: list[str] = []
    for jump in jumps:
        try:
            start, end = (jump.start, jump.end) if isinstance(jump, Jump) else jump
        except (TypeError, ValueError) as error:
            raise type(error)(f"{jump!r} is not a jump; write a pair of holes") from None
        ends = [board._holes[board._number(hole)] for hole in (start, end)]
        lines.append(" > ".join(f"{row},{column}" for row, column in ends))
    return "\n".join(lines)


Engine = Literal["auto", "dense", "memo", "backtrack"]
"""The name of an engine. "auto" is the fastest one for the game."""


@dataclass(frozen=True)
class Count(Counted):
    """The result of a count. Positions are counted up to the symmetries that keep the start, unless stated otherwise.

    `record` is the dictionary that `vuelta senku count --json` prints: `problem`, `board`,
    `start`, `goal`, `games`, `solutions`, `solutions_up_to_symmetry`, `positions`, `positions_in_all`,
    `stuck_positions`, `levels`, `winning_positions`, `published`, `derived`, `agrees`, `engine`, `isa`, `threads`,
    `seconds`, `subproblems` and `status`. Large numbers are strings there. `json.dumps(count.record)` is a result
    to keep.
    """

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
    """Positions that can be reached, symmetric twins included."""
    stuck_positions: int | None
    """Positions without a jump."""
    levels: tuple[int, ...] | None
    """Positions by the number of jumps made."""
    winning_positions: int | None
    """Positions from which the goal can be reached, or None unless `winning` was given."""

    def __repr__(self) -> str:
        names = ("games", "solutions", "solutions_up_to_symmetry", "positions", "agrees", "engine", "isa")
        numbers = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"Count({numbers}, seconds={self.seconds:.3g})"


def count(
    game: GameLike = "english",
    *,
    engine: Engine = "auto",
    isa: Isa | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    winning: bool = False,
    progress: ProgressLike = None,
) -> Count:
    """Counts games, solutions and positions.

    `engine` is "auto", "dense", "memo" or "backtrack"; `winning` counts the winning positions too. `checkpoint` keeps
    whole sweeps through all positions; a count that fits in memory is a single sweep. The other arguments are those of
    `queens.count`. Raises TimeLimitReached, whose `partial` is a `PartialCount`; MemoryError; ValueError.
    """
    played = game_of(game)
    how = method(engine, isa, memory_limit, checkpoint)
    name = played.board.name or "a text"
    with limits("the count", threads, time_limit, progress, name) as run:
        text = played._count(name, bool(winning), how, run)
    made = finished(text, "games", time_limit)
    record = made["record"]
    names = ("games", "solutions", "solutions_up_to_symmetry", "winning_positions")
    positions = ("positions", "positions_in_all", "stuck_positions")
    levels = None if record["levels"] is None else tuple(map(int, record["levels"]))
    return Count(game=played, levels=levels, **integers(record, *names, *positions), **made)


def solve(
    game: GameLike = "english", *, engine: Literal["auto", "backtrack"] = "auto", time_limit: float | None = None
) -> Solution | None:
    """Returns one solution, or None if there is none. `engine` may be "backtrack", the textbook search.

    Raises TimeLimitReached.
    """
    if instance(engine, str, "engine") not in ("auto", "backtrack"):
        raise ValueError(f"there is no engine {engine!r} for one solution; it is auto or backtrack")
    played = game_of(game)
    with limits("the search", None, time_limit) as run:
        places = played._solve(engine == "backtrack", run)
    return None if places is None else Solution._of(played, places)


def fewest_moves(
    game: GameLike = "english", *, threads: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """Returns a solution with the fewest moves (chains of jumps by one peg), or None if there is none.

    Raises TimeLimitReached.
    """
    played = game_of(game)
    with limits("the search", threads, time_limit) as run:
        places = played._fewest_moves(run)
    return None if places is None else Solution._of(played, places)


def solutions(game: GameLike = "english") -> Iterator[Solution]:
    """Every solution, in the textbook's order, found as they are asked for. The first may take any time."""
    played = game_of(game)
    of = Solution._of
    return (of(played, places) for places in played._solutions())


MOST_SEED = 2**64 - 1


class Winnable:
    """The map of the positions from which a game's goal can be reached.

    >>> winnable = Winnable("triangle15")
    >>> start = winnable.game.start
    >>> start in winnable, winnable.solutions(start), len(winnable.good_jumps(start))
    (True, 6816, 2)
    """

    __slots__ = ("_native", "game")
    game: Game
    _native: _vuelta.SenkuWinnable

    def __init__(
        self,
        game: GameLike = "english",
        *,
        map: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        progress: ProgressLike = None,
    ) -> None:
        """Computes the map of the positions with at most as many pegs as the start of `game`.

        `map` names a file: the map is read from it, or computed for all positions and saved in it. Raises MemoryError
        if the map does not fit, TimeLimitReached, and ValueError for a file that is damaged, is not a map or belongs to
        another game.
        """
        played = self.game = game_of(game)
        how = method("auto", None, memory_limit)
        with limits("the map", threads, time_limit, progress, "map") as run:
            self._native = _vuelta.SenkuWinnable(played, path_of(map, "map"), how, run)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self.contains(position)

    def contains(self, position: Position) -> bool:
        """Whether the goal can be reached from this position, or it is the goal."""
        return self._native.contains(self._bits(position))

    def good_jumps(self, position: Position) -> tuple[Jump, ...]:
        """The jumps that can be made in this position and keep the game winnable."""
        return tuple(self.game.board.jumps[place] for place in self._native.good_jumps(self._bits(position)))

    def solutions(self, position: Position, *, time_limit: float | None = None) -> int:
        """The number of jump sequences from this position to the goal.

        The first question about an early position may take seconds. Raises MemoryError, OverflowError and
        TimeLimitReached.
        """
        with limits("the count", None, time_limit) as run:
            return self._native.solutions(self._bits(position), run)

    def random(self, position: Position, seed: int, *, time_limit: float | None = None) -> Solution | None:
        """Draws a uniformly random solution from this position, repeatable by its seed; None if there is none."""
        seed = whole(seed, "seed", 0, MOST_SEED)
        bits = self._bits(position)
        with limits("the draw", None, time_limit) as run:
            places = self._native.draw(bits, seed, run)
        return None if places is None else Solution._of(Game(position, goal=self.game.goal or "any"), places)

    def _bits(self, position: Position) -> int:
        if instance(position, Position, "position").board != self.game.board:
            raise ValueError("the position is on another board")
        if not self._native.covers(position._bits):
            raise ValueError(f"the map goes up to {len(self.game.start)} pegs, and the position has {len(position)}")
        return position._bits

    def __repr__(self) -> str:
        return f"Winnable({self.game!r})"
