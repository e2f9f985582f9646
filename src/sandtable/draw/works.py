"""How what people have built is drawn: houses, ruins, trenches, mines."""

from __future__ import annotations

from sandtable.draw.brush import furrows, ground, lie, strokes
from sandtable.draw.features import Canvas, Feature, called
from sandtable.draw.palette import SERIF
from sandtable.draw.shapes import (
    along,
    area_of,
    box_of,
    centroid,
    edge_distance,
    inside,
    noise,
    rectangle,
    scatter,
    turned,
)
from sandtable.draw.svg import Point, element, escape, polyline, segments

LONE_HOUSE = 9.0
"""Up to this many square inches an area of buildings is drawn as one roof."""


def buildings(canvas: Canvas, feature: Feature) -> None:
    """A built-up area: roofs with their ridges, standing in yards; or one house."""
    theme = canvas.theme
    if abs(area_of(feature.outline)) <= LONE_HOUSE and len(feature.outline) <= 8:
        house(canvas, feature)
        return
    angle = lie(feature)
    roofs: list[str] = []
    ridges: list[tuple[Point, Point]] = []
    for index, (x, y) in enumerate(
        scatter(feature.outline, 1.75, feature.seed, inset=0.62, loose=0.5)
    ):
        wide = 0.95 + 0.4 * noise(feature.seed + 5, index)
        deep = 0.68 + 0.25 * noise(feature.seed + 6, index)
        quarter = 90 if noise(feature.seed + 8, index) > 0.6 else 0
        corners = rectangle((x, y), angle + quarter, wide, deep)
        if all(inside(corner, feature.outline) for corner in corners):
            roofs.append(polyline(corners, closed=True, places=2))
            ridges.append(_ridge((x, y), angle + quarter, wide))
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.yard, theme.brick_ink, 0.08),
        element(
            "path",
            d="".join(roofs),
            fill=theme.brick,
            stroke=theme.brick_ink,
            stroke_width=0.06,
            stroke_linejoin="round",
        ),
        strokes(segments(ridges), theme.brick_ink, 0.045),
    )


def block(canvas: Canvas, feature: Feature) -> None:
    """A block in which troops can be: roofs of brick in a yard, or what is left of them."""
    if "ruined" in feature.tags:
        ruins(canvas, feature)
        return
    theme = canvas.theme
    cx, cy = centroid(feature.outline)
    angle = lie(feature)
    roofs: list[str] = []
    for corner in feature.outline:
        # Houses stand at the corners, so that there is room for troops in the middle.
        x, y = cx + 0.58 * (corner[0] - cx), cy + 0.58 * (corner[1] - cy)
        wide = 0.85 + 0.35 * noise(feature.seed + 5, len(roofs))
        deep = 0.75 + 0.2 * noise(feature.seed + 6, len(roofs))
        corners = rectangle((x, y), angle, wide, deep)
        if all(inside(point, feature.outline) for point in corners):
            roofs.append(polyline(corners, closed=True, places=2))
    parts = [ground(feature, theme.yard, theme.brick_ink, 0.1)]
    if roofs:
        parts.append(
            element(
                "path",
                d="".join(roofs),
                fill=theme.brick,
                stroke=theme.brick_ink,
                stroke_width=0.08,
                stroke_linejoin="round",
            )
        )
    if "elevated" in feature.tags:
        parts.append(_tower((cx, cy), canvas))
    canvas.put("areas", feature, *parts)


def _tower(centre: Point, canvas: Canvas) -> str:
    """A square tower with its four hips, in the middle of a block."""
    corners = rectangle(centre, 0.0, 0.6, 0.6)
    hips = [(centre, corner) for corner in corners]
    return element(
        "path",
        d=polyline(corners, closed=True, places=2) + segments(hips),
        fill=canvas.theme.brick,
        stroke=canvas.theme.brick_ink,
        stroke_width=0.07,
    )


def _ridge(centre: Point, angle: float, length: float) -> tuple[Point, Point]:
    half = length / 2
    a, b = turned((-half, 0), angle), turned((half, 0), angle)
    return (centre[0] + a[0], centre[1] + a[1]), (centre[0] + b[0], centre[1] + b[1])


def house(canvas: Canvas, feature: Feature) -> None:
    """A single house: its whole outline is the roof."""
    theme = canvas.theme
    cx, cy = centroid(feature.outline)
    hips = [((cx, cy), corner) for corner in feature.outline]
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.brick, theme.brick_ink, 0.1),
        element(
            "path",
            d=segments(hips),
            fill="none",
            stroke=theme.brick_ink,
            stroke_width=0.05,
            clip_path=canvas.clip(feature.edge),
        ),
    )


def floor(canvas: Canvas, feature: Feature) -> None:
    """The inside of a building whose walls are drawn by themselves."""
    theme = canvas.theme
    canvas.put("areas", feature, ground(feature, theme.yard, theme.yard, 0.05))


def bunker(canvas: Canvas, feature: Feature) -> None:
    """A bunker: thick walls of concrete."""
    theme = canvas.theme
    canvas.put("areas", feature, ground(feature, theme.stone, theme.stone_ink, 0.26))


def ruins(canvas: Canvas, feature: Feature) -> None:
    """Ruins: broken walls and rubble."""
    theme = canvas.theme
    stones = []
    for index, (x, y) in enumerate(
        scatter(feature.outline, 0.55, feature.seed, inset=0.2, loose=0.9)
    ):
        size = 0.1 + 0.14 * noise(feature.seed, index)
        turn = 90 * noise(feature.seed + 1, index)
        stones.append(polyline(rectangle((x, y), turn, size * 1.6, size), closed=True, places=2))
    canvas.put(
        "areas",
        feature,
        ground(feature, theme.yard, theme.brick_ink, 0.14, ".9 .25 .3 .25"),
        element(
            "path",
            d="".join(stones),
            fill=theme.brick,
            stroke=theme.brick_ink,
            stroke_width=0.03,
        ),
    )


def minefield(canvas: Canvas, feature: Feature) -> None:
    """A minefield: a dotted edge and standard mine symbols."""
    theme = canvas.theme
    horns, bodies = [], []
    for x, y in scatter(feature.outline, 1.3, feature.seed, inset=0.4, loose=0.2):
        bodies.append(polyline(_ring((x, y), 0.17), closed=True, places=2))
        horns += [((x - 0.08, y - 0.14), (x - 0.2, y - 0.34))]
        horns += [((x + 0.08, y - 0.14), (x + 0.2, y - 0.34))]
    canvas.put(
        "areas",
        feature,
        ground(feature, "none", theme.stop, 0.09, ".2 .2"),
        element("path", d="".join(bodies), fill=theme.stop),
        strokes(segments(horns), theme.stop, 0.06),
    )


def _ring(centre: Point, radius: float) -> list[Point]:
    return [
        (centre[0] + x, centre[1] + y)
        for x, y in (turned((0, -radius), 45 * eighth) for eighth in range(8))
    ]


def dug(canvas: Canvas, feature: Feature) -> None:
    """Trenches, foxholes and other diggings: a toothed edge of earth."""
    theme = canvas.theme
    points = feature.outline or feature.line
    closed = bool(feature.outline)
    teeth = []
    inward = 1.0 if closed and area_of(points) > 0 else -1.0
    for (x, y), (dx, dy) in along(points, 0.36, closed=closed):
        nx, ny = -dy * inward, dx * inward
        teeth.append(((x, y), (x - nx * 0.2, y - ny * 0.2)))
    fill = theme.rough if closed else "none"
    canvas.put(
        "areas" if closed else "lines",
        feature,
        element(
            "path",
            d=feature.edge,
            fill=fill,
            stroke=theme.earth,
            stroke_width=0.13,
            stroke_linejoin="round",
        ),
        strokes(segments(teeth), theme.earth, 0.1),
    )


def plain(canvas: Canvas, feature: Feature) -> None:
    """A kind that the drawing does not know: a quiet area or line, with its name in words."""
    theme = canvas.theme
    if not feature.outline:
        canvas.put(
            "lines",
            feature,
            element(
                "path",
                d=feature.edge,
                fill="none",
                stroke=theme.soft,
                stroke_width=0.14,
                stroke_dasharray=".5 .2 .1 .2",
            ),
        )
        return
    x, y = centroid(feature.outline)
    x0, _, x1, _ = box_of(feature.outline)
    text = called(feature.kind)
    parts = [
        ground(feature, theme.plain, theme.soft, 0.06),
        element(
            "path",
            d=furrows(feature, 1.1, 45),
            fill="none",
            stroke=theme.soft,
            stroke_opacity=0.35,
            stroke_width=0.04,
            clip_path=canvas.clip(feature.edge),
        ),
    ]
    fits = (x1 - x0) > len(text) * 0.3 and edge_distance((x, y), feature.outline) > 0.4
    if fits and not feature.name and inside((x, y), feature.outline):
        parts.append(
            element(
                "text",
                escape(text),
                x=x,
                y=y + 0.15,
                font_size=0.46,
                font_family=SERIF,
                font_style="italic",
                text_anchor="middle",
                fill=theme.soft,
            )
        )
    canvas.put("areas", feature, *parts)
