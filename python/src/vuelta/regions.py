"""Region queens: one queen in each row, column and region, none touching another (LinkedIn's Queens, Star Battle).

Squares are pairs `(row, column)`, zero-based, row 0 at the top, or names: "b4" (letters are columns, "a1" is bottom left).

>>> from vuelta import regions
>>> board = regions.Board("AABB ACBB CCBD DDDD")
>>> board.solve()
[(0, 1), (1, 3), (2, 0), (3, 2)]
>>> puzzle = regions.make(6, level=2, seed=1)
>>> puzzle.is_unique()
True
"""

from __future__ import annotations

import random as _random
from typing import Iterable, NamedTuple, SupportsIndex, Union

from . import _vuelta
from ._pictures import Picture, own_names
from ._run import Coordinates, ProgressLike, instance, limits, whole
from .queens import Square, SquareLike, board_of

__all__ = ["Board", "Grade", "Step", "hint", "make", "make_many", "solve"]


def __dir__() -> list[str]:
    return __all__


LARGEST = 32
"""The most rows of a board."""


class Step(NamedTuple):
    """A deduction."""

    technique: str
    """Its name, such as "single" or "common neighbours"."""
    level: int
    """Its difficulty, 1 to 6."""
    units: list[str]
    """The rows, columns and regions that it uses."""
    removed: list[Square]
    """Squares that can have no queen."""
    placed: list[Square]
    """Squares that must have one."""
    text: str
    """One sentence."""

    def __str__(self) -> str:
        return self.text


class Grade(NamedTuple):
    """The difficulty of a puzzle."""

    level: int | None
    """The hardest level of deduction needed, 1 to 6; None if a guess is needed."""
    steps: int
    """The number of deductions."""


class Board(_vuelta.RegionsBoard):
    """N x N squares in N regions. Boards do not change. In a notebook a board draws itself."""

    __slots__ = ()

    def __new__(
        cls, regions: Union[str, Iterable[Iterable[Union[SupportsIndex, str]]]], *, stars: int | None = None
    ) -> Board:
        """Creates a board from a text (a row per line or word, a letter or number per square; or JSON) or from rows, which are
        texts or have a letter or number per square.

        `stars` is the number of queens in each row, column and region; the default is that of the text, or 1.

        Raises ValueError.
        """
        if isinstance(regions, str):
            text = regions if "\n" in regions or "[" in regions else "\n".join(regions.split())
        else:
            text = "\n".join(row if isinstance(row, str) else " ".join(map(str, row)) for row in regions)
        board = super().__new__(cls, text, None)
        if stars is not None and stars != board.stars:
            board = super().__new__(cls, text, whole(stars, "stars", 1, board.size))
        return board

    def solve(self, *, time_limit: float | None = None) -> list[Square] | None:
        """The queens of a solution, from the top, or None. Raises TimeLimitReached."""
        solutions = self._settle(time_limit)
        return solutions[0] if solutions else None

    def is_unique(self, *, time_limit: float | None = None) -> bool:
        """Whether there is exactly one solution. Raises TimeLimitReached."""
        return len(self._settle(time_limit)) == 1

    def _settle(self, time_limit: float | None) -> list[list[Square]]:
        with limits("the search", None, time_limit) as run:
            return self._solve(run)

    def count(
        self,
        *,
        limit: int | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: ProgressLike = None,
    ) -> int:
        """The number of solutions, at most `limit`. Raises TimeLimitReached."""
        most = None if limit is None else whole(limit, "limit", 1, 2**63)
        with limits("the count", threads, time_limit, progress, "regions") as run:
            return self._count(most, run)

    def grade(self) -> Grade:
        """The hardest level and the number of steps. Raises ValueError unless there is exactly one solution."""
        if not self.is_unique():
            raise ValueError("only a board with exactly one solution has a grade")
        return Grade(*self._grade())

    def hint(self, placed: Iterable[SquareLike] = ()) -> Step | None:
        """The easiest next step with these queens placed; None if the board is solved.

        Raises ValueError with a sentence if a placed queen is wrong or if no deduction is known.
        """
        step = self._hint(self._squares(placed))
        return None if step is None else Step(*step)

    def way(self, placed: Iterable[SquareLike] = ()) -> list[Step]:
        """Every step from these queens to the solution, or to the point where a guess is needed."""
        return [Step(*step) for step in self._way(self._squares(placed))]

    def _squares(self, placed: Iterable[SquareLike]) -> list[Square]:
        return board_of(self.size)._squares(placed)

    def picture(
        self, placed: Iterable[SquareLike] = (), *, coordinates: Coordinates = "none"
    ) -> Picture:
        """The board as SVG, with these queens."""
        return Picture(own_names(self._picture(self._squares(placed), coordinates).svg()))

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def __repr__(self) -> str:
        return f"<vuelta.regions.Board of {self.size} rows>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.stars, self.regions) == (other.stars, other.regions)

    def __hash__(self) -> int:
        return hash((self.stars, *map(tuple, self.regions)))

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (str(self),)


def solve(board: Board, *, time_limit: float | None = None) -> list[Square] | None:
    """The queens of a solution, from the top, or None: `board.solve()`."""
    return instance(board, Board, "board").solve(time_limit=time_limit)


def hint(board: Board, placed: Iterable[SquareLike] = ()) -> Step | None:
    """The easiest next step: `board.hint(placed)`."""
    return instance(board, Board, "board").hint(placed)


def make(
    size: SupportsIndex,
    *,
    level: int | None = None,
    stars: int = 1,
    single_squares: int | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> Board:
    """A puzzle with exactly one solution and connected regions. The same seed gives the same puzzle.

    `level` is the hardest deduction that it needs, 1 to 6; `single_squares` the most regions of one square. Raises
    TimeLimitReached.
    """
    return make_many(
        1,
        size,
        level=level,
        stars=stars,
        single_squares=single_squares,
        seed=seed,
        time_limit=time_limit,
    )[0]


def make_many(
    count: int,
    size: SupportsIndex,
    *,
    level: int | None = None,
    stars: int = 1,
    single_squares: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: ProgressLike = None,
) -> list[Board]:
    """Puzzles of `count` seeds from `seed` on, made on all threads. Raises TimeLimitReached."""
    number = _random.getrandbits(53) if seed is None else whole(seed, "seed", 0, 2**53 - 1)
    rows = whole(size, "size", 1, LARGEST)
    with limits("the last puzzle", threads, time_limit, progress, "puzzles") as run:
        made = _vuelta.regions_make(
            rows,
            whole(stars, "stars", 1, rows),
            None if level is None else whole(level, "level", 1, 6),
            None if single_squares is None else whole(single_squares, "single_squares", 0, rows),
            number,
            whole(count, "count", 1, 100_000),
            run,
        )
    return [Board(text) for text in made]
