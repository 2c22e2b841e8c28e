"""N-queens: boards with conditions, counts, lists and single solutions.

Squares are pairs `(row, column)`, zero-based, row 0 at the top, or names as on a chess board: "b4" (letters are columns,
"a1" is bottom left). A number in place of a board means the board of this size without conditions.

>>> from vuelta import queens
>>> queens.count(8).total
92
>>> board = queens.Board(8).fix("b4", "d5")
>>> [solution.columns for solution in queens.solutions(board)]
[(4, 0, 7, 3, 1, 6, 2, 5), (4, 6, 0, 3, 1, 7, 5, 2)]
"""

from ._board import Board, BoardLike, Square, SquareLike
from ._count import Completion, Count, Engine, Estimate, complete, count, estimate
from ._placements import Placements, placements
from ._solution import (
    Solution,
    fundamental_solutions,
    is_solution,
    random,
    solutions,
    solutions_array,
    solve,
)

__all__ = [
    "Board",
    "BoardLike",
    "Completion",
    "Count",
    "Engine",
    "Estimate",
    "Placements",
    "Solution",
    "Square",
    "SquareLike",
    "complete",
    "count",
    "estimate",
    "fundamental_solutions",
    "is_solution",
    "placements",
    "random",
    "solutions",
    "solutions_array",
    "solve",
]


def __dir__() -> list[str]:
    return __all__
