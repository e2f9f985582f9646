"""The sheet that a map is printed on: its frame, title, scale and north."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from sandtable.draw.labels import text_width
from sandtable.draw.palette import SANS, SERIF, Theme
from sandtable.draw.scene import Scene
from sandtable.draw.svg import element, group, number, words

GRID = 4.0
"""Inches between the lines of the grid."""

BAND = 0.2
SIDE = 1.35
TOP = 3.35
FOOT = 2.5


def scale_of(width: float, depth: float) -> float:
    """How much larger than on a table of 44 inches words must be to be read as well.

    >>> scale_of(44, 34)
    1.0
    """
    return max(0.4, max(width, depth * 44 / 34) / 44)


def grid(width: float, depth: float, step: float, theme: Theme, prefix: str) -> str:
    """Lines at every so many inches."""
    across = "".join(f"M{number(x)} 0V{number(depth)}" for x in _steps(width, step))
    down = "".join(f"M0 {number(depth - y)}H{number(width)}" for y in _steps(depth, step))
    return element(
        "path",
        id=f"{prefix}-grid",
        class_="grid",
        d=across + down,
        fill="none",
        stroke=theme.rule,
        stroke_width=0.035,
        stroke_opacity=0.55,
    )


def _steps(length: float, step: float = GRID) -> list[float]:
    return [step * i for i in range(1, math.ceil(length / step))]


def frame(scene: Scene, theme: Theme, scale: float) -> str:
    """The frame of the map: a band that alternates at every four inches, with their numbers."""
    width, depth, band = scene.width, scene.depth, BAND * scale
    bars = []
    for length, horizontal in ((width, True), (depth, False)):
        edges = [0.0, *_steps(length), length]
        for index, (start, end) in enumerate(itertools.pairwise(edges)):
            if index % 2:
                continue
            if horizontal:
                bars.append(f"M{number(start)} {number(-band)}H{number(end)}V0H{number(start)}Z")
                bars.append(
                    f"M{number(start)} {number(depth)}H{number(end)}"
                    f"v{number(band)}H{number(start)}Z"
                )
            else:
                rows = (start, end) if scene.on_squares else (depth - end, depth - start)
                top, low = map(number, rows)
                bars.append(f"M{number(-band)} {top}H0V{low}H{number(-band)}Z")
                bars.append(f"M{number(width)} {top}h{number(band)}V{low}H{number(width)}Z")
    lines = [
        element(
            "rect", x=0, y=0, width=width, height=depth, fill="none", stroke_width=0.08 * scale
        ),
        element(
            "rect",
            x=-band,
            y=-band,
            width=width + 2 * band,
            height=depth + 2 * band,
            fill="none",
            stroke_width=0.06 * scale,
        ),
    ]
    size = 0.4 * scale
    numbers = [*_numbers(scene, band, size)]
    return group(
        [
            element("path", d="".join(bars), fill=theme.ink),
            element("g", *lines, stroke=theme.ink),
            element("g", *numbers, font_size=size, font_family=SANS, fill=theme.soft),
        ],
        class_="frame",
        aria_hidden="true",
    )


def _numbers(scene: Scene, band: float, size: float) -> Iterator[str]:
    """The numbers along the frame: inches from the south-west, or columns and rows of squares."""
    width, depth = scene.width, scene.depth
    across, along = [0.0, *_steps(width)], [0.0, *_steps(depth)]
    if scene.on_squares:
        columns = [(x, x + 0.5) for x in across]
        rows = [(y, y + 0.5) for y in along]
    else:
        columns = [(x, x) for x in (*across, width)]
        rows = [(y, depth - y) for y in (*along, depth)]
    for told, x in columns:
        for y in (-band - size * 0.45, depth + band + size * 1.15):
            yield words(f"{told:g}", x=x, y=y, text_anchor="middle")
    for told, y in rows:
        baseline = y + size * 0.35
        yield words(f"{told:g}", x=-band - size * 0.35, y=baseline, text_anchor="end")
        yield words(f"{told:g}", x=width + band + size * 0.35, y=baseline)


def cartouche(scene: Scene, theme: Theme, scale: float) -> str:
    """The title of the sheet, with where, when, and where the battle stands."""
    top = -TOP * scale
    left, right = -BAND * scale, scene.width + BAND * scale
    size = 1.2 * scale
    room = (scene.width - 9.0 * scale) * 0.98
    needed = text_width(scene.title, size)
    if needed > room:
        size = max(size * room / needed, 0.5 * scale)
    lines = [
        words(
            scene.title,
            x=left,
            y=top + 1.55 * scale,
            font_family=SERIF,
            font_size=size,
            font_weight=700,
            fill=theme.ink,
        ),
        words(
            scene.subtitle,
            x=left,
            y=top + 2.4 * scale,
            font_family=SERIF,
            font_style="italic",
            font_size=0.62 * scale,
            fill=theme.soft,
        ),
    ]
    edge = right - 2.1 * scale
    if scene.note:
        lines.append(
            words(
                scene.note,
                x=edge,
                y=top + 2.4 * scale,
                text_anchor="end",
                font_family=SERIF,
                font_style="italic",
                font_size=0.56 * scale,
                fill=theme.soft,
            )
        )
    status = _cut(scene.status, scene.width * 0.62, 0.62 * scale)
    low = needed > room * 0.62 and len(scene.status) > 24
    lines.append(
        words(
            status,
            x=edge,
            y=top + (0.62 if low else 1.55) * scale,
            text_anchor="end",
            font_family=SANS,
            font_weight=600,
            font_size=0.62 * scale,
            fill=theme.ink,
        )
    )
    lines.append(_north(right - 0.75 * scale, top + 1.5 * scale, theme, scale))
    return group(lines, class_="cartouche")


def _cut(text: str, room: float, size: float) -> str:
    while text and text_width(text, size) > room:
        text = text[:-2].rstrip(" ….") + "…"
    return text


def _north(x: float, y: float, theme: Theme, scale: float) -> str:
    """An arrow that points north, half dark and half light."""
    return element(
        "g",
        element("path", d="M0-.82L.36 .82 0 .5z", fill=theme.ink),
        element(
            "path",
            d="M0-.82L-.36 .82 0 .5z",
            fill=theme.sheet,
            stroke=theme.ink,
            stroke_width=0.05,
            stroke_linejoin="round",
        ),
        words(
            "N",
            y=-0.95,
            text_anchor="middle",
            font_family=SERIF,
            font_size=0.58,
            font_weight=700,
            fill=theme.ink,
        ),
        class_="north",
        transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
    )


def scale_bar(scene: Scene, theme: Theme, scale: float) -> str:
    """A bar of ten inches, with what they stand for."""
    length = 10.0 if scene.width >= 20 else 4.0
    text = f"{length:g} {scene.unit}"
    if scene.metres_per_inch:
        text += f" · {_metres(length * scene.metres_per_inch)}"
    bars = "".join(
        f"M{number(length * i / 10)} 0h{number(length / 10)}v{number(0.18 * scale)}"
        f"h{number(-length / 10)}z"
        for i in (0, 2, 4)
    )
    size = 0.5 * scale
    outline = element(
        "rect",
        x=0,
        y=0,
        width=length,
        height=0.18 * scale,
        fill=theme.sheet,
        stroke=theme.ink,
        stroke_width=0.05 * scale,
    )
    top = scene.depth + 1.6 * scale
    return element(
        "g",
        outline,
        element("path", d=bars, fill=theme.ink),
        words(
            text,
            x=length + 0.35 * scale,
            y=0.28 * scale,
            font_size=size,
            font_family=SANS,
            fill=theme.ink,
        ),
        class_="scale-bar",
        transform=f"translate({number(-BAND * scale)} {number(top)})",
    )


def _metres(metres: float) -> str:
    """A distance on the ground, rounded as one says it.

    >>> _metres(333.3), _metres(1500)
    ('330 m', '1.5 km')
    """
    if metres >= 1000:
        return f"{metres / 1000:.1f} km".replace(".0 km", " km")
    return f"{round(metres, -1):g} m"
