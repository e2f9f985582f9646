"""Status marks: each a shape of its own, readable without its colour."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.draw.palette import SANS, Theme
from sandtable.draw.svg import Point, element, polyline, words

RADIUS = 0.27
"""The size of a mark in inches."""

ON_BASE = ("dug-in", "hidden", "wrecked")
"""Marks that are drawn on the base itself, not beside it."""

MEANINGS = {
    "suppressed": "Suppressed",
    "dug-in": "Dug in",
    "reacted": "Has reacted",
    "acted": "Has acted",
    "hidden": "Hidden from the enemy",
    "pinned": "Pinned",
    "wrecked": "Knocked out",
    "ducked": "Down behind cover",
    "withholding": "Withholds an attack",
    "trained": "Weapon trained on an area",
    "cooking": "Holds a lit explosive",
}

STROKES: dict[str, str] = {
    "ducked": "M-.13-.1L0 .02 .13-.1M-.15 .12H.15",
    "dead": "M-.12-.12L.12 .12M.12-.12L-.12 .12",
    "incapacitated": "M-.14 .1H.14M-.08-.1L.08 .02M.08-.1L-.08 .02",
    "withholding": "M-.06-.12V.12M.06-.12V.12",
    "trained": "M0-.16V.16M-.16 0H.16M-.09 0A.09 .09 0 1 0 .09 0A.09 .09 0 1 0-.09 0",
    "cooking": "M-.05 .14A.1 .1 0 1 1 .06 .1M.05-.06L.12-.14M.15-.15H.16",
    "burning": "M0-.17Q.15-.02 .1 .1Q0 .2-.1 .1Q-.16 0-.06-.05Q-.05 .02 0 .02Q.04-.06 0-.17Z",
}
"""Marks that are drawn with a pen, each by its path."""


def meaning(mark: str) -> str:
    """What a legend says of a mark.

    >>> meaning("dug-in"), meaning("out-of-command")
    ('Dug in', 'Out of command')
    """
    words_ = mark.replace("-", " ")
    return MEANINGS.get(mark, words_[:1].upper() + words_[1:])


def mark(name: str, theme: Theme) -> str:
    """A mark, centred on the origin."""
    if name == "suppressed":
        return _disc(theme.amber, theme.amber_ink) + element(
            "path", d="M0-.165L.155 .11H-.155z", fill=theme.amber_ink
        )
    if name == "reacted":
        return _disc(theme.plate, theme.ink) + element(
            "path",
            d="M.12 .13V.03Q.12-.05 .04-.05H-.12M-.03-.14L-.12-.05-.03 .04",
            fill="none",
            stroke=theme.ink,
            stroke_width=0.065,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    if name == "acted":
        return _disc(theme.sheet, theme.soft) + element(
            "path",
            d="M-.12 .01L-.03 .1 .13-.1",
            fill="none",
            stroke=theme.ink,
            stroke_width=0.075,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    if name in STROKES:
        return _disc(theme.plate, theme.ink) + element(
            "path",
            d=STROKES[name],
            fill="none",
            stroke=theme.stop if name in ("dead", "burning", "cooking") else theme.ink,
            stroke_width=0.06,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    return _disc(theme.plate, theme.ink) + words(
        name[:1].upper(),
        y=0.125,
        font_size=0.36,
        font_weight=700,
        font_family=SANS,
        text_anchor="middle",
        fill=theme.ink,
    )


def _disc(fill: str, ink: str) -> str:
    return element("circle", r=RADIUS - 0.03, fill=fill, stroke=ink, stroke_width=0.06)


def cross(corners: Sequence[Point], theme: Theme) -> str:
    """What strikes out a piece that is knocked out, from corner to corner."""
    one, two, three, four = corners
    return element(
        "path",
        d=polyline([one, three]) + polyline([two, four]),
        fill="none",
        stroke=theme.ink,
        stroke_width=0.16,
        stroke_linecap="round",
    )


def chevrons(width: float, theme: Theme) -> str:
    """A dug-in position: chevrons along the front edge, which lies at y = 0."""
    count = max(3, round(width / 0.34))
    step = width / count
    path = "".join(
        f"M{-width / 2 + i * step:.3f} 0l{step / 2:.3f}-.17 {step / 2:.3f} .17"
        for i in range(count)
    )
    return element(
        "path",
        d=path,
        fill="none",
        stroke=theme.earth,
        stroke_width=0.1,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
