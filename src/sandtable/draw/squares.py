"""How squares of a table look for a while: where one can go, what one sees, what a blast covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from sandtable.battle.overlays import Squares, Tone
from sandtable.draw.easel import Easel
from sandtable.draw.palette import SANS
from sandtable.draw.svg import Point, element, number, title, words

HALF: Final = 0.5
INSET: Final = 0.05
"""How far within its borders a square is tinted."""

Side = tuple[Point, Point]


class Look(Struct, frozen=True):
    """How a tone is drawn: the strength of its tint, whether it is hatched, and its edge."""

    tint: float
    hatched: bool = False
    edge: float = 0.0
    dashes: str | None = None


LOOKS: Final[dict[Tone, Look]] = {
    "reach": Look(0.15, edge=0.07),
    "sight": Look(0.1),
    "danger": Look(0.1, hatched=True, edge=0.08),
    "chance": Look(0.08),
    "way": Look(0.3),
    "range": Look(0.0, edge=0.05, dashes=".25 .2"),
}


def draw_squares(easel: Easel, squares: Squares) -> str:
    """Some squares as a group, with what stands in them."""
    look = LOOKS[squares.tone]
    ink = _ink(easel, squares)
    middles = [easel.at(x, y) for x, y in squares.middles]
    parts = [*_tint(easel, middles, ink, look)]
    if look.edge:
        parts.append(_edge(middles, ink, look))
    written = [pair for pair in zip(middles, squares.words, strict=False) if pair[1]]
    if written:
        parts.append(_words(easel, written))
    kind = f"overlay overlay-squares tone-{squares.tone}"
    return element("g", title(squares.label or squares.tone), *parts, class_=kind)


def _tint(easel: Easel, middles: list[Point], ink: str, look: Look) -> Iterator[str]:
    tiles = "".join(_tile(middle) for middle in middles)
    if look.tint:
        yield element("path", d=tiles, fill=ink, fill_opacity=look.tint)
    if look.hatched:
        hatch = f"url(#{easel.prefix}-beaten)"
        yield element("path", d=tiles, fill=hatch, fill_opacity=0.55)


def _ink(easel: Easel, squares: Squares) -> str:
    theme = easel.theme
    if squares.tone in ("danger", "chance"):
        return theme.stop
    if squares.tone == "sight":
        return theme.go
    return easel.colours(squares.side).ink if squares.side else theme.ink


def _tile(middle: Point) -> str:
    x, y = middle[0] - HALF + INSET, middle[1] - HALF + INSET
    size = number(2 * (HALF - INSET))
    return f"M{number(x)} {number(y)}h{size}v{size}h-{size}z"


def _edge(middles: Iterable[Point], ink: str, look: Look) -> str:
    """The border of an area of squares: the sides that only one of its squares has."""
    path = "".join(
        f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
        for (ax, ay), (bx, by) in border(middles)
    )
    return element(
        "path",
        d=path,
        fill="none",
        stroke=ink,
        stroke_width=look.edge,
        stroke_dasharray=look.dashes,
    )


def border(middles: Iterable[Point]) -> list[Side]:
    """The outer sides of some squares.

    >>> len(border([(0.5, 0.5), (1.5, 0.5)]))
    6
    """
    found: dict[Side, int] = {}
    for middle in middles:
        for side in _sides(middle):
            found[side] = found.get(side, 0) + 1
    return [side for side, count in found.items() if count == 1]


def _sides(middle: Point) -> Iterator[Side]:
    west, east = round(middle[0] - HALF, 3), round(middle[0] + HALF, 3)
    north, south = round(middle[1] - HALF, 3), round(middle[1] + HALF, 3)
    yield (west, north), (east, north)
    yield (west, south), (east, south)
    yield (west, north), (west, south)
    yield (east, north), (east, south)


def _words(easel: Easel, written: Iterable[tuple[Point, str]]) -> str:
    """A few letters in each of some squares, readable on whatever lies there."""
    theme = easel.theme
    return element(
        "g",
        *(
            words(text, x=x, y=y + 0.12, font_size=0.36 if len(text) < 3 else 0.27)
            for (x, y), text in written
        ),
        font_family=SANS,
        font_weight=600,
        text_anchor="middle",
        fill=theme.ink,
        stroke=theme.paper,
        stroke_width=0.09,
        paint_order="stroke",
    )
