"""How trees are drawn: woods, forests, orchards, vineyards, palms."""

from __future__ import annotations

from sandtable.draw.brush import furrows, ground, lie, strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import box_of, centroid, edge_distance, inside, noise, scatter, turned
from sandtable.draw.svg import dots, element, number


def trees(
    canvas: Canvas, feature: Feature, spacing: float, radius: float, loose: float = 0.4
) -> list[str]:
    """Round crowns with a lit north-west and a shadow, as engravers draw them."""
    theme = canvas.theme
    places = scatter(feature.outline, spacing, feature.seed, inset=radius * 1.1, loose=loose)
    crowns = [
        (x, y, radius * (0.85 + 0.3 * noise(feature.seed + 1, i)))
        for i, (x, y) in enumerate(places)
    ]
    shadow = dots((x + r * 0.28, y + r * 0.32, r) for x, y, r in crowns)
    lit = dots((x - r * 0.25, y - r * 0.28, r * 0.45) for x, y, r in crowns)
    return [
        element("path", d=shadow, fill=theme.wood_ink, fill_opacity=0.28),
        element("path", d=dots(crowns), fill=theme.tree, stroke=theme.wood_ink, stroke_width=0.045),
        element("path", d=lit, fill=theme.tree_lit),
    ]


def firs(canvas: Canvas, feature: Feature, spacing: float, size: float) -> list[str]:
    """Pointed crowns, as seen from the side."""
    theme = canvas.theme
    path = []
    for x, y in scatter(feature.outline, spacing, feature.seed, inset=size * 0.9, loose=0.6):
        path.append(
            f"M{number(x, 2)} {number(y - size, 2)}l{number(size * 0.62, 2)} "
            f"{number(size * 1.5, 2)}h{number(-size * 1.24, 2)}z"
        )
    return [
        element("path", d="".join(path), fill=theme.tree, stroke=theme.wood_ink, stroke_width=0.045)
    ]


def wood(canvas: Canvas, feature: Feature) -> None:
    """A wood: round crowns."""
    theme = canvas.theme
    edge = ground(feature, theme.wood, theme.wood_ink, 0.08)
    canvas.put("areas", feature, edge, *trees(canvas, feature, 0.8, 0.33))


def tree(canvas: Canvas, feature: Feature) -> None:
    """A single tree, which fills its place: one crown, darker and larger if it is thick."""
    theme = canvas.theme
    x0, y0, x1, y1 = box_of(feature.outline)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    thick = feature.kind.startswith("thick")
    radius = min(x1 - x0, y1 - y0) * (0.5 if thick else 0.36)
    parts = [
        element(
            "path", d=dots([(x + 0.1, y + 0.12, radius)]), fill=theme.wood_ink, fill_opacity=0.28
        ),
        element(
            "path",
            d=dots([(x, y, radius)]),
            fill=theme.tree,
            stroke=theme.wood_ink,
            stroke_width=0.1 if thick else 0.05,
        ),
        element("path", d=dots([(x - 0.1, y - 0.12, radius * 0.42)]), fill=theme.tree_lit),
    ]
    if thick:
        parts.append(element("path", d=dots([(x, y, 0.12)]), fill=theme.crest))
    canvas.put("lines", feature, *parts)


def forest(canvas: Canvas, feature: Feature) -> None:
    """A dense forest: firs, close together, on darker ground."""
    theme = canvas.theme
    edge = ground(feature, theme.forest, theme.wood_ink, 0.1)
    canvas.put("areas", feature, edge, *firs(canvas, feature, 0.66, 0.36))


def jungle(canvas: Canvas, feature: Feature) -> None:
    """A jungle: a closed canopy of palms."""
    theme = canvas.theme
    fronds = _palms(feature, 0.72, 0.36)
    edge = ground(feature, theme.forest, theme.wood_ink, 0.1)
    canvas.put("areas", feature, edge, strokes(fronds, theme.wood_ink, 0.07))


def oasis(canvas: Canvas, feature: Feature) -> None:
    """An oasis: palms on grass, well apart."""
    theme = canvas.theme
    edge = ground(feature, theme.grass, theme.wood_ink)
    fronds = _palms(feature, 1.15, 0.38)
    canvas.put("areas", feature, edge, strokes(fronds, theme.wood_ink, 0.075))


def _palms(feature: Feature, spacing: float, size: float) -> str:
    path = []
    for index, (x, y) in enumerate(scatter(feature.outline, spacing, feature.seed, inset=size)):
        turn = 72 * noise(feature.seed + 2, index)
        for leaf in range(5):
            tip = turned((0, -size), turn + 72 * leaf)
            bend = turned((size * 0.1, -size * 0.62), turn + 72 * leaf - 22)
            path.append(
                f"M{number(x, 2)} {number(y, 2)}q{number(bend[0], 2)} {number(bend[1], 2)} "
                f"{number(tip[0], 2)} {number(tip[1], 2)}"
            )
    return "".join(path)


def orchard(canvas: Canvas, feature: Feature) -> None:
    """An orchard: trees in straight rows."""
    theme = canvas.theme
    angle = lie(feature)
    cx, cy = centroid(feature.outline)
    flat = [turned((x - cx, y - cy), -angle) for x, y in feature.outline]
    x0, y0, x1, y1 = box_of(flat)
    radius, step = 0.27, 0.92
    across, down = max(1, int((x1 - x0) / step)), max(1, int((y1 - y0) / step))
    crowns = []
    for row in range(down):
        for column in range(across):
            point = (
                (x0 + x1) / 2 + (column - (across - 1) / 2) * step,
                (y0 + y1) / 2 + (row - (down - 1) / 2) * step,
            )
            if inside(point, flat) and edge_distance(point, flat) > radius:
                x, y = turned(point, angle)
                crowns.append((cx + x, cy + y, radius))
    edge = ground(feature, theme.orchard, theme.wood_ink)
    shadow = dots((x + 0.09, y + 0.1, r) for x, y, r in crowns)
    lit = dots((x - 0.07, y - 0.08, r * 0.4) for x, y, r in crowns)
    canvas.put(
        "areas",
        feature,
        edge,
        element("path", d=shadow, fill=theme.wood_ink, fill_opacity=0.28),
        element("path", d=dots(crowns), fill=theme.tree, stroke=theme.wood_ink, stroke_width=0.045),
        element("path", d=lit, fill=theme.tree_lit),
    )


def vineyard(canvas: Canvas, feature: Feature) -> None:
    """A vineyard: rows of dots."""
    theme = canvas.theme
    rows = furrows(feature, 0.62)
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.orchard, theme.wood_ink),
        element(
            "path",
            d=rows,
            fill="none",
            stroke=theme.wood_ink,
            stroke_width=0.17,
            stroke_linecap="round",
            stroke_dasharray="0 .34",
            clip_path=canvas.clip(feature.edge),
        ),
    )
