"""Games: a board, a start and a goal."""

from __future__ import annotations

from typing import Any, Union

from .. import _vuelta
from .._run import instance
from ._board import Board, Position, SquareLike

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
        aim: int | str | None
        if isinstance(goal, Position):
            if goal.board != self.board:
                raise ValueError("the goal is on another board")
            aim = goal._bits
        elif goal is None or (isinstance(goal, str) and goal in ("any", "same")):
            aim = goal
        else:
            aim = 1 << self.board._number(goal)
        self.start = Position._of(self.board, pegs)
        self._native = _vuelta.SenkuGame(self.board._native, pegs, aim)
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
        _, pegs = _vuelta.SenkuBoard.named(board.name)
    if pegs is None or pegs == every:
        raise ValueError("the board has no empty hole: mark one with `.` or say which hole is empty at the start")
    return board, pegs


GameLike = Union[Game, BoardLike, Position]
"""A game, or what makes one with the usual start and goal."""


def game_of(game: GameLike) -> Game:
    return game if isinstance(game, Game) else Game(game)
