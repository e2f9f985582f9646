"""How a drawing is wanted."""

from __future__ import annotations

from msgspec import Struct

from sandtable.battle.overlays import Overlay
from sandtable.draw.palette import ThemeName


class Options(Struct, frozen=True, kw_only=True):
    """What may be chosen about a drawing.

    Attributes:
        theme: Paper by day or by night.
        sheet: Whether the table lies on a sheet with title, scale and margins, or fills it alone.
        legend: Whether the sheet explains what is on the map.
        grid: Whether a grid of four inches is drawn.
        labels: Whether pieces and places bear their names.
        words: The least size of names, in inches, for a drawing that is shown small. Names for
            which there is no room then are left out.
        highlight: The ids of pieces to be ringed.
        overlays: Paths, sight lines, arcs and the like.
        prefix: What every id in the drawing begins with; give each drawing its own if several
            stand on one page.
        width: The width in pixels that the file asks for; without one it fills what it is given.

    >>> Options(theme="dark").legend
    True
    """

    theme: ThemeName = "light"
    sheet: bool = True
    legend: bool = True
    grid: bool = True
    labels: bool = True
    words: float = 0.0
    highlight: tuple[str, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    prefix: str = "st"
    width: int | None = None
