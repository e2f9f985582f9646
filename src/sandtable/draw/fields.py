"""How open and broken ground is drawn: fields, crops, grass, sand, stones and craters."""

from __future__ import annotations

from sandtable.draw.brush import ground, hatched, strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import centroid, noise, scatter, turned
from sandtable.draw.svg import dots, element, number, polyline, segments


def field(canvas: Canvas, feature: Feature) -> None:
    """A field: quiet furrows."""
    theme = canvas.theme
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.field, theme.field_ink),
        hatched(canvas, feature, 0.6, theme.field_ink, 0.045),
    )


def high_crops(canvas: Canvas, feature: Feature) -> None:
    """Standing crops: dense rows with ears, to be told from a mown field at a glance."""
    theme = canvas.theme
    ears = []
    for x, y in scatter(feature.outline, 0.78, feature.seed, inset=0.3, loose=0.35):
        ears += [
            ((x, y + 0.2), (x, y - 0.22)),
            ((x, y), (x - 0.13, y - 0.15)),
            ((x, y), (x + 0.13, y - 0.15)),
            ((x, y + 0.14), (x - 0.13, y - 0.01)),
            ((x, y + 0.14), (x + 0.13, y - 0.01)),
        ]
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.crop, theme.crop_ink, 0.08),
        hatched(canvas, feature, 0.42, theme.field_ink, 0.05),
        strokes(segments(ears), theme.crop_ink, 0.05),
    )


def steppe(canvas: Canvas, feature: Feature) -> None:
    """Open grassland: a few tufts."""
    theme = canvas.theme
    edge = ground(feature, theme.grass, theme.field_ink, 0.05, ".3 .2")
    tufts = _tufts(feature, 1.5)
    canvas.put("areas", feature, edge, strokes(tufts, theme.wood_ink, 0.05, 0.75))


def _tufts(feature: Feature, spacing: float) -> str:
    strokes = []
    for x, y in scatter(feature.outline, spacing, feature.seed, inset=0.35, loose=0.8):
        strokes += [
            ((x, y), (x, y - 0.26)),
            ((x - 0.07, y), (x - 0.2, y - 0.2)),
            ((x + 0.07, y), (x + 0.2, y - 0.2)),
        ]
    return segments(strokes)


def desert(canvas: Canvas, feature: Feature) -> None:
    """Desert: sand blown into crescents."""
    theme = canvas.theme
    dunes = "".join(
        f"M{number(x - 0.34, 2)} {number(y + 0.08, 2)}q.3-.3 .68 0q-.3-.12-.68 0z"
        for x, y in scatter(feature.outline, 1.25, feature.seed, inset=0.4, loose=0.7)
    )
    edge = ground(feature, theme.sand, theme.sand_ink, 0.05)
    drawn = element("path", d=dunes, fill=theme.sand_ink, fill_opacity=0.75)
    canvas.put("areas", feature, edge, drawn)


def sand(canvas: Canvas, feature: Feature) -> None:
    """A beach: fine dots."""
    theme = canvas.theme
    edge = ground(feature, theme.sand, theme.sand_ink, 0.05)
    grains = dots(
        (x, y, 0.04) for x, y in scatter(feature.outline, 0.42, feature.seed, inset=0.12, loose=0.9)
    )
    canvas.put("areas", feature, edge, element("path", d=grains, fill=theme.sand_ink))


def rough(canvas: Canvas, feature: Feature) -> None:
    """Rough ground: stipple and stones."""
    theme = canvas.theme
    grains = dots(
        (x, y, 0.045) for x, y in scatter(feature.outline, 0.4, feature.seed, inset=0.12, loose=1)
    )
    stones = []
    for index, (x, y) in enumerate(
        scatter(feature.outline, 1.25, feature.seed + 7, inset=0.35, loose=0.9)
    ):
        size = 0.17 + 0.12 * noise(feature.seed + 3, index)
        stones.append(
            polyline(
                [
                    (x - size, y + size * 0.55),
                    (x - size * 0.6, y - size * 0.5),
                    (x + size * 0.3, y - size * 0.75),
                    (x + size, y + size * 0.1),
                    (x + size * 0.75, y + size * 0.55),
                ],
                closed=True,
                places=2,
            )
        )
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.rough, theme.rough_ink, 0.06, ".35 .2"),
        element("path", d=grains, fill=theme.rough_ink),
        element(
            "path",
            d="".join(stones),
            fill=theme.stone,
            stroke=theme.rough_ink,
            stroke_width=0.05,
            stroke_linejoin="round",
        ),
    )


def riverbed(canvas: Canvas, feature: Feature) -> None:
    """A dry river bed: pebbles between blue dashed banks."""
    theme = canvas.theme
    grains = dots(
        (x, y, 0.05) for x, y in scatter(feature.outline, 0.4, feature.seed, inset=0.12, loose=1)
    )
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.sand, theme.water_ink, 0.07, ".5 .25"),
        element("path", d=grains, fill=theme.rough_ink),
    )


def shell_holes(canvas: Canvas, feature: Feature) -> None:
    """Shell holes: craters with a lit and a dark rim."""
    theme = canvas.theme
    places = scatter(feature.outline, 0.95, feature.seed, inset=0.42, loose=0.7)
    holes = [
        (x, y, 0.22 + 0.18 * noise(feature.seed + 4, i))
        for i, (x, y) in enumerate(places or [centroid(feature.outline)])
    ]
    rays = []
    for x, y, r in holes:
        for spoke in range(8):
            dx, dy = turned((0, -1), 45 * spoke + 20)
            rays.append(
                ((x + dx * r * 1.2, y + dy * r * 1.2), (x + dx * r * 1.5, y + dy * r * 1.5))
            )
    canvas.put(
        "areas",
        feature,
        ground(feature, "none", theme.rough_ink, 0.05, ".15 .2"),
        element("path", d=dots(holes), fill=theme.rough, stroke=theme.earth, stroke_width=0.06),
        element(
            "path",
            d=dots((x - r * 0.16, y - r * 0.18, r * 0.58) for x, y, r in holes),
            fill=theme.earth,
            fill_opacity=0.55,
        ),
        strokes(segments(rays), theme.earth, 0.05),
    )
