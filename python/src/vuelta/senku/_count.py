"""Counts, and the searches for solutions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Iterator, Literal

from .._run import Counted, Isa, ProgressLike, finished, instance, integers, limits, method
from ._game import Game, GameLike, game_of
from ._solution import Solution

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
        text = played._native.count(name, bool(winning), how, run)
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
        places = played._native.solve(engine == "backtrack", run)
    return None if places is None else Solution._of(played, places)


def fewest_moves(
    game: GameLike = "english", *, threads: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """Returns a solution with the fewest moves (chains of jumps by one peg), or None if there is none.

    Raises TimeLimitReached.
    """
    played = game_of(game)
    with limits("the search", threads, time_limit) as run:
        places = played._native.fewest_moves(run)
    return None if places is None else Solution._of(played, places)


def solutions(game: GameLike = "english") -> Iterator[Solution]:
    """Every solution, in the textbook's order, found as they are asked for. The first may take any time."""
    played = game_of(game)
    of = Solution._of
    return (of(played, places) for places in played._native.solutions())
