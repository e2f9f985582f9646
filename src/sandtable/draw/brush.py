"""The strokes that many kinds of terrain are drawn with."""

from __future__ import annotations

import itertools
import math

from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import box_of, centroid, turned
from sandtable.draw.svg import Point, element, segments


def ground(feature: Feature, fill: str, ink: str, width: float = 0.06, dash: str = "") -> str:
    """An area in a colour, with its exact edge."""
    return element(
        "path",
        d=feature.edge,
        fill=fill,
        stroke=ink,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_dasharray=dash or None,
    )


def strokes(path: str, ink: str, width: float, opacity: float | None = None) -> str:
    """Strokes of a pen with a round tip."""
    return element(
        "path",
        d=path,
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        stroke_opacity=opacity,
    )


def lie(feature: Feature) -> float:
    """The direction of an area's longest edge, in degrees."""
    pairs = itertools.pairwise((*feature.outline, feature.outline[0]))
    (ax, ay), (bx, by) = max(pairs, key=lambda pair: round(math.dist(*pair), 6))
    return math.degrees(math.atan2(by - ay, bx - ax))


def furrows(feature: Feature, step: float, turn: float = 0.0) -> str:
    """Parallel lines across an area, along its longest edge."""
    angle = lie(feature) + turn
    cx, cy = centroid(feature.outline)
    flat = [turned((x - cx, y - cy), -angle) for x, y in feature.outline]
    x0, y0, x1, y1 = box_of(flat)
    rows = max(1, int((y1 - y0) / step))
    lines: list[tuple[Point, Point]] = []
    for row in range(rows):
        y = y0 + (row + 0.5) * (y1 - y0) / rows
        a, b = turned((x0, y), angle), turned((x1, y), angle)
        lines.append(((cx + a[0], cy + a[1]), (cx + b[0], cy + b[1])))
    return segments(lines)


def hatched(canvas: Canvas, feature: Feature, step: float, ink: str, width: float) -> str:
    """Parallel lines across an area, cut off at its edge."""
    return element(
        "path",
        d=furrows(feature, step),
        fill="none",
        stroke=ink,
        stroke_width=width,
        clip_path=canvas.clip(feature.edge),
    )
