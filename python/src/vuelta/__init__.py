"""Exact counts of N-queens and of Senku (peg solitaire), with boards that draw themselves in notebooks.

queens.count(16)         the number of solutions, also with conditions; queens.count(range(8, 12)) for several N
queens.solutions(8)      every solution; fundamental_solutions, solutions_array, solve, random
queens.complete(board)   as many queens as possible on a partial board
queens.estimate(22)      time and memory of a count, estimated
senku.count("english")   games and solutions of a peg board
senku.solve("english")   one solution; fewest_moves, solutions, check
gallery(things)          many boards on one sheet, or on pages to print
verify()                 recounts published values

>>> from vuelta import queens, senku
>>> queens.count(8).total
92
>>> senku.count("triangle15").solutions
6816

A value of a wrong type raises TypeError, another bad value ValueError, a time limit TimeLimitReached.

See `help(vuelta.queens)`, `help(vuelta.senku)` and `help(vuelta.regions)`. Boards, solutions and games draw
themselves in a notebook.
"""

from . import queens, regions, senku
from ._pictures import Picture, gallery
from ._run import Isa, PartialCount, Progress, TimeLimitReached
from ._verification import Comparison, Verification, verify
from ._vuelta import version as _version

__version__ = _version()
__all__ = [
    "Comparison",
    "Isa",
    "PartialCount",
    "Picture",
    "Progress",
    "TimeLimitReached",
    "Verification",
    "__version__",
    "gallery",
    "queens",
    "regions",
    "senku",
    "verify",
]


def __dir__() -> list[str]:
    return __all__
