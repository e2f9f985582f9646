"""How houses are drawn from near by, where one sees into them: walls, doors and windows."""

from __future__ import annotations

from sandtable.draw.brush import strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.lines import course_of, ribbon, wall
from sandtable.draw.shapes import along
from sandtable.draw.svg import element, segments


def _floor(canvas: Canvas, feature: Feature) -> None:
    """The floor of a room whose walls close around it."""
    if len(feature.line) > 3 and feature.line[0] == feature.line[-1]:
        floor = element("path", d=course_of(feature), fill=canvas.theme.yard, fill_opacity=0.7)
        canvas.put("areas", feature, floor)


def masonry(canvas: Canvas, feature: Feature) -> None:
    """A wall of brick or stone, with the floor inside."""
    _floor(canvas, feature)
    wall(canvas, feature)


def boards(canvas: Canvas, feature: Feature) -> None:
    """A wall of boards or plaster: thinner than stone, without courses."""
    theme = canvas.theme
    _floor(canvas, feature)
    path = course_of(feature)
    canvas.put(
        "lines",
        feature,
        ribbon(path, theme.brick_ink, 0.24),
        ribbon(path, theme.brick, 0.12),
    )


def concrete(canvas: Canvas, feature: Feature) -> None:
    """A wall of concrete: a heavy dark line with a lit middle."""
    theme = canvas.theme
    _floor(canvas, feature)
    path = course_of(feature)
    canvas.put("lines", feature, ribbon(path, theme.ink, 0.44), ribbon(path, theme.soft, 0.24))


def door(canvas: Canvas, feature: Feature) -> None:
    """An open door: a gap in the wall between two jambs."""
    theme = canvas.theme
    canvas.put(
        "lines",
        feature,
        element("path", d=course_of(feature), fill="none", stroke=theme.yard, stroke_width=0.46),
        strokes(_across(feature, 0.24), theme.stone_ink, 0.12),
    )


def window(canvas: Canvas, feature: Feature) -> None:
    """A window: glass between the ends of the wall."""
    theme = canvas.theme
    path = course_of(feature)
    canvas.put(
        "lines",
        feature,
        element("path", d=path, fill="none", stroke=theme.stone_ink, stroke_width=0.34),
        element("path", d=path, fill="none", stroke=theme.water, stroke_width=0.2),
        element("path", d=path, fill="none", stroke=theme.water_ink, stroke_width=0.05),
    )


def _across(feature: Feature, reach: float) -> str:
    """Short strokes across a line at both of its ends."""
    steps = [*along(feature.course, 0.05)]
    ends = (steps[0], steps[-1]) if steps else ()
    return segments(
        [
            ((x - dy * reach, y + dx * reach), (x + dy * reach, y - dx * reach))
            for (x, y), (dx, dy) in ends
        ]
    )
