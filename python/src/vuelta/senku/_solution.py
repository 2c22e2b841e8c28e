"""Games that win, and lists of jumps that are checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Iterable, overload

from .._pictures import Picture, sheet
from .._run import Page, seconds_of, whole
from ._board import Board, Jump, Position, SquareLike
from ._game import Game, GameLike, game_of


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
        _, lengths = self.game.board._native.write(self._places)
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
        return self.game.board._native.write(self._places)[0]

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
        return self.game.board._native.animation(start, self._places, hundredths, pixels)

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
    legal, wins, places, pegs, at, reason = played._native.check(text)
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
