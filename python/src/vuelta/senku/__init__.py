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

from ._board import NAMES, Board, Jump, Position, Square, SquareLike
from ._count import Count, Engine, count, fewest_moves, solutions, solve
from ._game import BoardLike, Game, GameLike
from ._solution import Solution, Verdict, check
from ._winnable import Winnable

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
