"""The positions of a game that can still be won."""

from __future__ import annotations

import os
from typing import cast

from .. import _vuelta
from .._run import ProgressLike, instance, limits, method, path_of, whole
from ._board import Jump, Position
from ._game import Game, GameLike, game_of
from ._solution import Solution

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
            self._native = _vuelta.SenkuWinnable(played._native, path_of(map, "map"), how, run)

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
        goal = "any" if self.game.goal is None else self.game.goal
        return None if places is None else Solution._of(Game(position, goal=cast(Position, goal)), places)

    def _bits(self, position: Position) -> int:
        if instance(position, Position, "position").board != self.game.board:
            raise ValueError("the position is on another board")
        if not self._native.covers(position._bits):
            raise ValueError(f"the map goes up to {len(self.game.start)} pegs, and the position has {len(position)}")
        return position._bits

    def __repr__(self) -> str:
        return f"Winnable({self.game!r})"
