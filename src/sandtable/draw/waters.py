"""How water and wet ground are drawn."""

from __future__ import annotations

from sandtable.draw.brush import ground, strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import scatter
from sandtable.draw.svg import element, polyline, segments
from sandtable.draw.woods import firs, trees


def water(canvas: Canvas, feature: Feature) -> None:
    """Open water: lines follow the shore, as on an engraved chart."""
    theme = canvas.theme
    shore = [
        element(
            "path",
            d=feature.edge,
            fill="none",
            stroke=theme.water_ink if number % 2 == 0 else theme.water,
            stroke_width=width,
            stroke_opacity=opacity if number % 2 == 0 else None,
            stroke_linejoin="round",
        )
        for number, (width, opacity) in enumerate(_SHORE_LINES)
    ]
    canvas.put(
        "water",
        feature,
        ground(feature, theme.water, "none", 0),
        element("g", *shore, clip_path=canvas.clip(feature.edge)),
        ground(feature, "none", theme.water_ink, 0.1),
    )


_SHORE_LINES = (
    (1.78, 0.25),
    (1.68, 1.0),
    (1.08, 0.4),
    (0.98, 1.0),
    (0.5, 0.6),
    (0.4, 1.0),
)


def stream(canvas: Canvas, feature: Feature) -> None:
    """A stream: a blue line with a lit middle."""
    theme = canvas.theme
    path = polyline(feature.course)
    canvas.put(
        "water",
        feature,
        element(
            "path",
            d=path,
            fill="none",
            stroke=theme.water_ink,
            stroke_width=0.3,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        element(
            "path",
            d=path,
            fill="none",
            stroke=theme.water,
            stroke_width=0.14,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
    )


def _rushes(feature: Feature, spacing: float) -> str:
    pairs = []
    for x, y in scatter(feature.outline, spacing, feature.seed, inset=0.42, loose=0.5):
        pairs += [
            ((x - 0.36, y), (x + 0.36, y)),
            ((x, y), (x, y - 0.28)),
            ((x - 0.12, y), (x - 0.22, y - 0.21)),
            ((x + 0.12, y), (x + 0.22, y - 0.21)),
            ((x - 0.2, y + 0.13), (x + 0.2, y + 0.13)),
        ]
    return segments(pairs)


def marsh(canvas: Canvas, feature: Feature) -> None:
    """A marsh: rushes over standing water."""
    theme = canvas.theme
    edge = ground(feature, theme.marsh, theme.marsh_ink, 0.06, ".45 .22")
    canvas.put("areas", feature, edge, strokes(_rushes(feature, 1.15), theme.marsh_ink, 0.06))


def swamp(canvas: Canvas, feature: Feature) -> None:
    """A swamp: rushes between trees."""
    theme = canvas.theme
    edge = ground(feature, theme.marsh, theme.marsh_ink, 0.09, ".45 .22")
    canvas.put(
        "areas",
        feature,
        edge,
        strokes(_rushes(feature, 1.05), theme.marsh_ink, 0.06),
        *firs(canvas, feature, 1.9, 0.4),
    )


def mangrove(canvas: Canvas, feature: Feature) -> None:
    """Trees that stand in water."""
    theme = canvas.theme
    edge = ground(feature, theme.water, theme.wood_ink, 0.09)
    canvas.put("areas", feature, edge, *trees(canvas, feature, 1.0, 0.3))
