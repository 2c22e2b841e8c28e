"""Vuelta counts, exactly and on every core, the solutions of N-queens and of Senku (peg solitaire).

>>> from vuelta import queens, senku
>>> queens.count(8).total
92
>>> senku.count("triangle15").solutions
6816

Boards and functions are in the two modules; `verify` counts the published numbers again; `gallery` draws many boards
on one sheet. In a notebook boards, solutions and games show themselves.
"""

from . import queens, senku
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
    "senku",
    "verify",
]
