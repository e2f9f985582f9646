"""Standard military symbols: the frames and icons of APP-6, in the colours of the map.

The icons come from the ``milsymbol`` library. Its frames say friend or foe; here they tell the
sides apart: the first has the rectangle, the second the diamond, the third the square, the fourth
the quatrefoil.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Final
from xml.etree import ElementTree

from sandtable.draw.palette import SANS, SideColours
from sandtable.draw.svg import element, words

IDENTITIES = "3641"
"""The digit of a code that stands for each frame: friend, hostile, neutral, unknown."""

FRAMES = ("rectangle", "diamond", "square", "quatrefoil")
"""The frames of the sides, in their order."""

FRAME_PATHS = (
    "M25,50 l150,0 0,100 -150,0 z",
    "M100,28 L172,100 100,172 28,100 Z",
    "M45,45 l110,0 0,110 -110,0 z",
    "M63,63 C63,20 137,20 137,63 C180,63 180,137 137,137 C137,180 63,180 63,137 "
    "C20,137 20,63 63,63 Z",
)

HALF_SIZES = ((75.0, 50.0), (72.0, 72.0), (55.0, 55.0), (70.0, 70.0))
"""How far each frame reaches from its centre, across and up."""

ENLARGED = {"10-1308": 1.75, "10-1212": 1.45, "10-1303": 1.25, "15-1102": 1.1}
"""Icons that the standard draws too small to be read on a table, and by how much they grow."""

_READING: Final = threading.Lock()

SCALE = 1.2 / 150
"""Inches to a unit of the standard, so that the rectangle covers a stand of 1.2 inches."""


def frame(index: int, colours: SideColours, *, dashed: bool = False) -> str:
    """The frame of a side, empty."""
    return element(
        "path",
        d=FRAME_PATHS[index % len(FRAME_PATHS)],
        fill=colours.fill,
        stroke=colours.ink,
        stroke_width=8,
        stroke_linejoin="round",
        stroke_dasharray="18 10" if dashed else None,
    )


def symbol(code: str, index: int, colours: SideColours, *, dashed: bool = False) -> str:
    """A symbol, centred, in inches.

    Args:
        code: The 20 digits of APP-6.
        index: The number of the side.
        colours: Its colours.
        dashed: Whether the frame is dashed, as for something hidden.
    """
    identity = IDENTITIES[index % len(IDENTITIES)]
    icon = _icon(code[:3] + identity + code[4:])
    size = ENLARGED.get(f"{code[4:6]}-{code[10:14]}", 1.0)
    drawn = icon.replace("INK", colours.ink)
    if size != 1.0:
        middle = 100 * (1 - size)
        drawn = element("g", drawn, transform=f"translate({middle:g} {middle:g}) scale({size:g})")
    body = frame(index, colours, dashed=dashed) + drawn
    if code[7] in "2367":
        body += _staff(index, colours)
        if code[10:16] == "000000":
            body += _headquarters(colours)
    return element("g", body, transform=f"scale({SCALE:g}) translate(-100 -100)")


def _staff(index: int, colours: SideColours) -> str:
    """The staff of a headquarters, short enough for a table, and a bar on top of the frame."""
    across, up = HALF_SIZES[index % len(HALF_SIZES)]
    start = 100.0 if index % len(HALF_SIZES) == 1 else 100 + up
    path = f"M{100 - across:g} {start:g}V{100 + up + 30:g}"
    return element("path", d=path, fill="none", stroke=colours.ink, stroke_width=9)


def _headquarters(colours: SideColours) -> str:
    """Letters, where a headquarters has no arm of its own to show."""
    return words(
        "HQ",
        x=100,
        y=117,
        text_anchor="middle",
        font_size=48,
        font_weight=700,
        font_family=SANS,
        fill=colours.ink,
    )


@cache
def _icon(code: str) -> str:
    """What stands inside the frame, with ``INK`` for its colour."""
    from milsymbol import Symbol  # type: ignore[import-untyped]

    # Its first symbol makes the library read a hundred megabytes; threads must not do so at once.
    with _READING:
        markup = Symbol(code[:7] + "0" + code[8:], size=100).as_svg()
    root = ElementTree.fromstring(markup)
    return "".join(_redrawn(part) for part in list(root)[1:])


def _redrawn(part: ElementTree.Element) -> str:
    tag = part.tag.rpartition("}")[2]
    inside = "".join(_redrawn(child) for child in part)
    if tag == "g":
        return element("g", inside, transform=part.get("transform")) if inside else ""
    filled = part.get("fill") not in (None, "none")
    if tag == "text":
        return _letters(part)
    if tag == "path":
        return element(
            "path",
            d=part.get("d"),
            fill="INK" if filled and "z" in (part.get("d") or "").lower() else "none",
            stroke="INK",
            stroke_width=7,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    if tag == "circle":
        return element(
            "circle",
            cx=part.get("cx"),
            cy=part.get("cy"),
            r=part.get("r"),
            fill="INK" if filled else "none",
            stroke="INK",
            stroke_width=6,
        )
    return ""


def _letters(part: ElementTree.Element) -> str:
    return words(
        part.text or "",
        x=part.get("x"),
        y=part.get("y"),
        text_anchor=part.get("text-anchor"),
        font_size=part.get("font-size"),
        font_family=SANS,
        font_weight="bold",
        fill="INK",
    )


def reach(index: int, across: float, up: float) -> float:
    """How far a symbol of a side reaches from its centre in a direction, in inches.

    Args:
        index: The number of the side.
        across: The step in that direction, across.
        up: The same, up or down.

    >>> reach(0, 1, 0), reach(0, 0, -1)
    (0.6, 0.4)
    """
    wide, high = extent(index)
    across, up = abs(across), abs(up)
    if index % len(FRAMES) == 1:
        return wide / (across + up)
    return min(wide / across if across > 1e-9 else 9.0, high / up if up > 1e-9 else 9.0)


def extent(index: int) -> tuple[float, float]:
    """How far a symbol of a side reaches from its centre in inches, across and up.

    >>> extent(0)
    (0.6, 0.4)
    """
    across, up = HALF_SIZES[index % len(HALF_SIZES)]
    return across * SCALE, up * SCALE


BADGES = (
    "M-1-.66H1V.66H-1z",
    "M0-1.1L1.1 0 0 1.1-1.1 0z",
    "M-.85-.85H.85V.85H-.85z",
    "M0-1a1 1 0 1 0 .001 0z",
)
"""The small badge of each side on vehicles and counters, of the form of its frame."""


def badge(index: int, size: float, fill: str, stroke: str | None = None) -> str:
    """The badge of a side, centred; ``size`` is half its width."""
    return element(
        "path",
        d=BADGES[index % len(BADGES)],
        transform=f"scale({size:g})",
        fill=fill,
        stroke=stroke,
        stroke_width=0.25 if stroke else None,
    )
