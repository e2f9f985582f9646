"""How lines are drawn: hedges, walls, fences, banks, wire."""

from __future__ import annotations

from sandtable.draw.brush import strokes
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.shapes import along
from sandtable.draw.svg import dots, element, polyline, segments


def course_of(feature: Feature) -> str:
    """The path of a line, closed if it comes back to where it begins."""
    if feature.line:
        closed = len(feature.line) > 2 and feature.line[0] == feature.line[-1]
        return polyline(feature.line[:-1] if closed else feature.line, closed=closed)
    return polyline(feature.outline, closed=True)


def ribbon(path: str, ink: str, width: float) -> str:
    """A band of one colour along a path."""
    return element(
        "path",
        d=path,
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def hedge(canvas: Canvas, feature: Feature) -> None:
    """A hedge: a dark green band of bushes."""
    theme = canvas.theme
    bushes = dots((x, y, 0.21) for (x, y), _ in along(feature.course, 0.36))
    lit = dots((x - 0.05, y - 0.06, 0.085) for (x, y), _ in along(feature.course, 0.36))
    canvas.put(
        "lines",
        feature,
        ribbon(course_of(feature), theme.hedge, 0.26),
        element("path", d=bushes, fill=theme.hedge),
        element("path", d=lit, fill=theme.hedge_lit),
    )


def bocage(canvas: Canvas, feature: Feature) -> None:
    """A bank with a hedge on it: a hedge between two lines of earth."""
    theme = canvas.theme
    path = course_of(feature)
    canvas.put("lines", feature, ribbon(path, theme.earth, 0.62), ribbon(path, theme.wood, 0.5))
    hedge(canvas, feature)


def wall(canvas: Canvas, feature: Feature) -> None:
    """A wall: courses of stone."""
    theme = canvas.theme
    path = course_of(feature)
    joints = [
        ((x - dy * 0.12, y + dx * 0.12), (x + dy * 0.12, y - dx * 0.12))
        for (x, y), (dx, dy) in along(feature.course, 0.42)
    ]
    canvas.put(
        "lines",
        feature,
        ribbon(path, theme.stone_ink, 0.3),
        ribbon(path, theme.stone, 0.18),
        element("path", d=segments(joints), fill="none", stroke=theme.stone_ink, stroke_width=0.07),
    )


def fence(canvas: Canvas, feature: Feature) -> None:
    """A fence: a thin line with posts."""
    theme = canvas.theme
    posts = dots((x, y, 0.085) for (x, y), _ in along(feature.course, 0.8))
    canvas.put(
        "lines",
        feature,
        ribbon(course_of(feature), theme.stone_ink, 0.06),
        element("path", d=posts, fill=theme.stone_ink),
    )


def wire(canvas: Canvas, feature: Feature) -> None:
    """Barbed wire: a row of crosses."""
    theme = canvas.theme
    crosses = []
    for (x, y), (dx, dy) in along(feature.course, 0.5):
        for turn in (1, -1):
            ax, ay = (dx - dy * turn) * 0.16, (dy + dx * turn) * 0.16
            crosses.append(((x - ax, y - ay), (x + ax, y + ay)))
    canvas.put(
        "lines",
        feature,
        ribbon(course_of(feature), theme.ink, 0.045),
        strokes(segments(crosses), theme.ink, 0.06),
    )


def embankment(canvas: Canvas, feature: Feature) -> None:
    """An embankment: a brown line with ticks down both slopes, long and short in turn."""
    theme = canvas.theme
    ticks = []
    for index, ((x, y), (dx, dy)) in enumerate(along(feature.course, 0.24)):
        reach = 0.38 if index % 2 else 0.22
        ticks.append(((x - dy * reach, y + dx * reach), (x + dy * reach, y - dx * reach)))
    canvas.put(
        "lines",
        feature,
        element("path", d=segments(ticks), fill="none", stroke=theme.hill_ink, stroke_width=0.06),
        ribbon(course_of(feature), theme.crest, 0.13),
    )


def cliff(canvas: Canvas, feature: Feature) -> None:
    """A cliff or bank: wedges to the right of the line, down which it falls."""
    theme = canvas.theme
    wedges = []
    for (x, y), (dx, dy) in along(feature.course, 0.3):
        tip = (x - dy * 0.42, y + dx * 0.42)
        left, right = (x - dx * 0.11, y - dy * 0.11), (x + dx * 0.11, y + dy * 0.11)
        wedges.append(polyline([left, tip, right], closed=True, places=2))
    canvas.put(
        "lines",
        feature,
        element("path", d="".join(wedges), fill=theme.crest),
        ribbon(course_of(feature), theme.crest, 0.1),
    )


def ditch(canvas: Canvas, feature: Feature) -> None:
    """A ditch: two thin lines with the earth between them."""
    theme = canvas.theme
    path = course_of(feature)
    canvas.put("lines", feature, ribbon(path, theme.earth, 0.3), ribbon(path, theme.rough, 0.16))


def obstacle(canvas: Canvas, feature: Feature) -> None:
    """A barricade: a heavy line with bars across."""
    theme = canvas.theme
    bars = []
    for (x, y), (dx, dy) in along(feature.course, 0.4):
        ax, ay = (dx - dy) * 0.2, (dy + dx) * 0.2
        bars.append(((x - ax, y - ay), (x + ax, y + ay)))
    canvas.put(
        "lines",
        feature,
        ribbon(course_of(feature), theme.ink, 0.1),
        strokes(segments(bars), theme.ink, 0.1),
    )
