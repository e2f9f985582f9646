"""How the lie of the land is drawn: hills with tints, contours and hachures, and crest-lines."""

from __future__ import annotations

from sandtable.draw.brush import ground, strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import along, area_of, inside, length_of, noise, shrunk, smooth
from sandtable.draw.svg import Point, element, polyline, segments

LIGHT_FROM = (-0.6, -0.8)
"""The north-west, as on every map."""

MOST_STROKES = 700
"""How many hachures a hill has at most."""


def hill(canvas: Canvas, feature: Feature) -> None:
    """A hill: tints that deepen, contours, and hachures down the slope."""
    _hill(canvas, feature, spacing=0.34, length=0.55)


def steep_hill(canvas: Canvas, feature: Feature) -> None:
    """A steep hill: dense, long hachures."""
    _hill(canvas, feature, spacing=0.2, length=0.95)


def _hill(canvas: Canvas, feature: Feature, spacing: float, length: float) -> None:
    theme = canvas.theme
    outline = feature.outline
    rings = max(2, min(4, 1 + round(feature.height)))
    tint = 0.2
    parts = [
        element("path", d=feature.edge, fill=theme.hill, fill_opacity=tint),
    ]
    inner: list[str] = []
    for ring in range(1, rings + 1):
        share = 1 - ring * 0.66 / (rings + 0.35)
        path = polyline(smooth(shrunk(outline, share), 3), closed=True, places=2)
        inner.append(
            element(
                "path",
                d=path,
                fill=theme.hill,
                fill_opacity=tint * 0.9,
                stroke=theme.hill_ink,
                stroke_width=0.055,
            )
        )
    parts.append(element("g", *inner, clip_path=canvas.clip(feature.edge)))
    parts += _hachures(canvas, feature, spacing, length)
    parts.append(ground(feature, "none", theme.hill_ink, 0.1))
    canvas.put("relief", feature, *parts)


def _hachures(canvas: Canvas, feature: Feature, spacing: float, length: float) -> list[str]:
    """Strokes down the slope: thin where the light falls, heavy in the shade."""
    outline = feature.outline
    inward = 1.0 if area_of(outline) > 0 else -1.0
    spacing = max(spacing, length_of((*outline, outline[0])) / MOST_STROKES)
    lit: list[tuple[Point, Point]] = []
    shaded: list[tuple[Point, Point]] = []
    for index, ((x, y), (dx, dy)) in enumerate(along(outline, spacing, closed=True)):
        nx, ny = -dy * inward, dx * inward
        reach = length * (0.6 + 0.4 * noise(feature.seed, index))
        stroke = ((x + nx * 0.1, y + ny * 0.1), (x + nx * reach, y + ny * reach))
        if not inside(stroke[1], outline):
            continue
        slope = nx * LIGHT_FROM[0] + ny * LIGHT_FROM[1]
        (shaded if slope > 0.1 else lit).append(stroke)
    ink = canvas.theme.hill_ink
    return [
        strokes(segments(lit), ink, 0.045, 0.8),
        strokes(segments(shaded), ink, 0.1, 0.95),
    ]


def crest(canvas: Canvas, feature: Feature) -> None:
    """A crest-line: brown dashes."""
    canvas.put(
        "crests",
        feature,
        element(
            "path",
            d=feature.edge,
            fill="none",
            stroke=canvas.theme.crest,
            stroke_width=0.2,
            stroke_linejoin="round",
            stroke_dasharray=".85 .34",
        ),
    )
