"""Exact counts of N-queens and of Senku (peg solitaire), with boards that draw themselves in notebooks.

queens.count(16)         solutions of N-queens, under conditions too; queens.count(range(8, 12)) of several
queens.solutions(8)      every solution; fundamental_solutions, solutions_array, solve, random
queens.complete(board)   the most queens on a board with conditions
queens.estimate(22)      time and memory of a count before it is run
senku.count("english")   games and solutions of a peg board
senku.solve("english")   one solution; fewest_moves, solutions, check
gallery(things)          many boards on one sheet, or on pages to print
verify()                 published numbers, counted again

>>> from vuelta import queens, senku
>>> queens.count(8).total
92
>>> senku.count("triangle15").solutions
6816

`help(vuelta.queens)` and `help(vuelta.senku)` have the rest. In a notebook boards, solutions and games show themselves.
"""

from . import queens, regions, senku
from ._pictures import Picture, gallery
from ._run import Progress, TimeLimitReached
from ._verification import Comparison, Verification, verify
from ._vuelta import version as _version

__version__ = _version()
__all__ = [
    "Comparison",
    "Picture",
    "Progress",
    "TimeLimitReached",
    "Verification",
    "gallery",
    "queens",
    "regions",
    "senku",
    "verify",
]
