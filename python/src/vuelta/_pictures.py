"""Pictures that show themselves in a notebook and can be saved."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any, Iterable, Protocol, Tuple

from . import _vuelta
from ._run import Page, whole


class Picture:
    """A picture as SVG text: `str(picture)` is the text, `save` writes it into a file."""

    __slots__ = ("_svg",)

    def __init__(self, svg: str) -> None:
        self._svg = svg

    def __str__(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        return f"<vuelta.Picture of {len(self._svg)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self._svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG text into a file."""
        Path(path).write_text(self._svg, encoding="utf-8")


Tile = Tuple[_vuelta.Drawing, str, str]
"""A board with its label and its caption."""


class Drawn(Protocol):
    """Anything that a gallery can show."""

    def _sheet_(self, things: list[Any], title: str | None, captions: bool) -> tuple[list[Tile], str]:
        """The tiles of the things, and the title."""
        ...


def gallery(
    things: Iterable[Drawn],
    columns: int | None = None,
    title: str | None = None,
    captions: bool = True,
    page: Page | None = None,
) -> Picture:
    """Draws up to 1,000 solutions of N-queens or positions of Senku on one numbered sheet.

    By default `columns` follows from the sheet's proportions. Each board has a caption unless `captions` is False.
    Solutions that a half or quarter turn maps to themselves are marked. With `page` "a4" or "letter" the sheet is
    divided into pages, one below the other: save it, open it in a browser and print it.

    >>> from vuelta import gallery, queens
    >>> sheet = gallery(queens.fundamental_solutions(6), columns=4)
    """
    shown = list(things)
    if not shown:
        raise ValueError("a gallery has at least one board")
    first = shown[0]
    if not hasattr(first, "_sheet_"):
        raise TypeError(f"a gallery shows solutions of N-queens or positions of Senku, not {type(first).__name__}")
    if any(type(thing) is not type(first) for thing in shown):
        raise TypeError("a gallery shows things of one kind")
    return sheet(*first._sheet_(shown, title, captions), columns, page)


def sheet(tiles: list[Tile], title: str, columns: int | None, page: Page | None) -> Picture:
    """A sheet of tiles."""
    columns = None if columns is None else whole(columns, "columns", 1, 1000)
    return Picture(own_names(_vuelta.sheet(tiles, title, columns, page)))


def own_names(svg: str) -> str:
    """The picture with element ids that are unique on a page, unless an equal picture is there too."""
    own = f"v{hashlib.sha256(svg.encode()).hexdigest()[:8]}-"
    return re.sub(r'(id="|href="#)p(\d+")', rf"\g<1>{own}p\2", svg)
