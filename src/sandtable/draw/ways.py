"""How ways are drawn: roads, tracks, railways, bridges and fords.

The outer edge of a strip is exactly its width. The edges of all roads lie under the surfaces of
all roads, so that they open into each other where they meet; dirt roads pass under roads.
"""

from __future__ import annotations

import math

from sandtable.draw.brush import ground, lie, strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import along, box_of, centroid, length_of, scatter, turned
from sandtable.draw.svg import Point, dots, element, polyline, segments


def _surface(
    canvas: Canvas, feature: Feature, layers: tuple[str, str], fill: str, edge: str, thick: float
) -> None:
    below, above = layers
    if feature.width is None or not feature.line:
        cut = element(
            "g", ground(feature, fill, edge, thick * 2), clip_path=canvas.clip(feature.edge)
        )
        canvas.put(below, feature, cut)
        return
    path = polyline(feature.line)
    thick = min(thick, feature.width / 5)
    canvas.put(below, feature, _strip(path, edge, feature.width))
    canvas.put(above, feature, _strip(path, fill, feature.width - 2 * thick))


def _strip(path: str, ink: str, width: float, dash: str = "") -> str:
    return element(
        "path",
        d=path,
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_linejoin="miter",
        stroke_dasharray=dash or None,
    )


def _middle(feature: Feature) -> list[Point]:
    """The middle of a way: its line, or the long axis of its outline."""
    if feature.line:
        return list(feature.line)
    angle = lie(feature)
    cx, cy = centroid(feature.outline)
    flat = [turned((x - cx, y - cy), -angle) for x, y in feature.outline]
    x0, y0, x1, y1 = box_of(flat)
    ends = [turned((x, (y0 + y1) / 2), angle) for x in (x0, x1)]
    return [(cx + x, cy + y) for x, y in ends]


def _breadth(feature: Feature) -> float:
    if feature.width is not None:
        return feature.width
    if not feature.outline:
        return 0.8
    angle = lie(feature)
    cx, cy = centroid(feature.outline)
    _, y0, _, y1 = box_of([turned((x - cx, y - cy), -angle) for x, y in feature.outline])
    return y1 - y0


def road(canvas: Canvas, feature: Feature) -> None:
    """A metalled road: light, between firm edges."""
    if not feature.outline:
        canvas.put("roads", feature, strokes(feature.edge, canvas.theme.road_edge, 0.3))
        return
    layers = ("road-edges", "roads")
    _surface(canvas, feature, layers, canvas.theme.road, canvas.theme.road_edge, 0.11)


def dirt_road(canvas: Canvas, feature: Feature) -> None:
    """A dirt road: earthy, between lighter, broken edges."""
    if not feature.outline:
        canvas.put("dirt-roads", feature, strokes(feature.edge, canvas.theme.dirt_edge, 0.25))
        return
    theme = canvas.theme
    _surface(canvas, feature, ("dirt-edges", "dirt-roads"), theme.dirt, theme.dirt_edge, 0.07)
    if feature.is_strip and feature.width is not None and feature.width > 0.7:
        ruts = element(
            "path",
            d=polyline(feature.line),
            fill="none",
            stroke=theme.dirt_edge,
            stroke_opacity=0.55,
            stroke_width=0.05,
            stroke_dasharray=".5 .4",
        )
        canvas.put("dirt-roads", feature, ruts)


def track(canvas: Canvas, feature: Feature) -> None:
    """A track: two dashed ruts."""
    theme = canvas.theme
    width = _breadth(feature)
    path = polyline(_middle(feature))
    parts = []
    if feature.outline:
        parts.append(ground(feature, theme.dirt, "none", 0))
    gauge = max(0.3, width * 0.72)
    parts.append(_strip(path, theme.dirt_edge, gauge, ".55 .3"))
    parts.append(_strip(path, theme.dirt, gauge - 0.16))
    canvas.put("tracks", feature, *parts)


def railway(canvas: Canvas, feature: Feature) -> None:
    """A railway: rails on sleepers."""
    theme = canvas.theme
    middle = _middle(feature)
    half = min(0.5, _breadth(feature) * 0.4)
    ties = [
        ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half))
        for (x, y), (dx, dy) in along(middle, 0.42)
    ]
    path = polyline(middle)
    parts = [ground(feature, theme.stone, "none", 0)] if feature.outline else []
    parts += [
        strokes(segments(ties), theme.stone_ink, 0.1),
        _strip(path, theme.ink, half * 1.15),
        _strip(path, theme.stone, half * 1.15 - 0.14),
    ]
    canvas.put("roads", feature, *parts)


def bridge(canvas: Canvas, feature: Feature) -> None:
    """A bridge: a planked deck between parapets that open out at the ends."""
    theme = canvas.theme
    middle, half = _middle(feature), _breadth(feature) / 2
    planks = [
        ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half))
        for (x, y), (dx, dy) in along(middle, 0.3)
    ]
    parapets = "".join(_parapet(middle, side * half) for side in (-1.0, 1.0))
    deck = ground(feature, theme.road, "none", 0) if feature.outline else ""
    canvas.put(
        "crossings",
        feature,
        deck,
        strokes(segments(planks), theme.road_edge, 0.04, 0.8),
        strokes(parapets, theme.stone_ink, 0.15),
    )


def _parapet(middle: list[Point], by: float) -> str:
    """One side of a bridge, with its ends turned outwards."""
    path: list[Point] = []
    flare = math.copysign(0.32, by)
    for index, (x, y) in enumerate(middle):
        (ax, ay), (bx, by_) = middle[max(0, index - 1)], middle[min(len(middle) - 1, index + 1)]
        length = math.hypot(bx - ax, by_ - ay) or 1.0
        dx, dy = (bx - ax) / length, (by_ - ay) / length
        point = (x - dy * by, y + dx * by)
        out = (-dy * flare, dx * flare)
        if index == 0:
            path.append((point[0] - dx * 0.3 + out[0], point[1] - dy * 0.3 + out[1]))
        path.append(point)
        if index == len(middle) - 1:
            path.append((point[0] + dx * 0.3 + out[0], point[1] + dy * 0.3 + out[1]))
    return polyline(path)


def ford(canvas: Canvas, feature: Feature) -> None:
    """A ford: shallows with stepping stones."""
    theme = canvas.theme
    middle, half = _middle(feature), _breadth(feature) / 2
    stones = dots(
        (x + dy * share * half, y - dx * share * half, 0.11)
        for index, ((x, y), (dx, dy)) in enumerate(along(middle, 0.36))
        for share in ((-0.45, 0.45) if index % 2 else (0.0,))
    )
    parts = []
    if feature.outline:
        parts.append(element("path", d=feature.edge, fill=theme.dirt, fill_opacity=0.75))
        shallows = dots(
            (x, y, 0.035) for x, y in scatter(feature.outline, 0.28, feature.seed, inset=0.08)
        )
        parts.append(element("path", d=shallows, fill=theme.water_ink))
        parts.append(ground(feature, "none", theme.water_ink, 0.05, ".2 .15"))
    parts.append(
        element("path", d=stones, fill=theme.stone, stroke=theme.stone_ink, stroke_width=0.04)
    )
    if length_of(middle) > 0:
        canvas.put("crossings", feature, *parts)
