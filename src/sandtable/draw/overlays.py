"""How reach, paths, sight lines and arcs look, over or under the pieces.

The records are those of `sandtable.battle.overlays`. Each is drawn as a group with a stable class.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from sandtable.battle.overlays import Arc, Overlay, Reach, Route, Shot, SightLine, Squares
from sandtable.draw.easel import Easel
from sandtable.draw.labels import text_width
from sandtable.draw.palette import SANS
from sandtable.draw.shapes import heading_step
from sandtable.draw.squares import draw_squares
from sandtable.draw.svg import Point, arrow, element, number, polyline, title, words

Place = Literal["under", "over"]

TAG_SIZE: Final = 0.5
"""The size of the words on a tag."""

ON_TAGS: Final = 0.8
"""How much smaller than names the words on a tag may be, which covers what is below it."""


def place_of(overlay: Overlay) -> Place:
    """Whether an overlay lies under the pieces or over them.

    Sight lines lie under them, since they end at pieces and would run through names.
    """
    return "under" if isinstance(overlay, Arc | Reach | SightLine | Squares) else "over"


def draw_overlay(easel: Easel, overlay: Overlay) -> str:
    """An overlay as a group."""
    match overlay:
        case Route():
            return _route(easel, overlay)
        case SightLine():
            return _sight(easel, overlay)
        case Shot():
            return _shot(easel, overlay)
        case Arc():
            return _arc(easel, overlay)
        case Reach():
            return _reach(easel, overlay)
        case Squares():
            return draw_squares(easel, overlay)


def _group(kind: str, label: str, *parts: str, piece: str | None = None) -> str:
    return element(
        "g",
        title(label or kind),
        *parts,
        class_=f"overlay overlay-{kind}",
        data_piece=piece,
    )


def _ink(easel: Easel, side: str | None) -> str:
    return easel.colours(side).ink if side else easel.theme.ink


def _route(easel: Easel, route: Route) -> str:
    points = [easel.at(x, y) for x, y in route.points]
    parts = [*_way(points, _ink(easel, route.side))]
    end = points[-1]
    if route.beyond:
        rest = [easel.at(x, y) for x, y in route.beyond]
        stop = easel.theme.stop
        parts = [_way_line(points, _ink(easel, route.side)), *_way(rest, stop), _bar(rest, stop)]
        end = rest[-1]
    if route.label:
        parts.append(_tag(easel, end, route.label))
    kind = "route too-far" if route.beyond else "route"
    return _group(kind, route.label or "route", *parts, piece=route.piece)


def _way(points: Sequence[Point], ink: str) -> Iterator[str]:
    """A dashed line with an arrow at its end."""
    yield _way_line(points, ink)
    if len(points) > 1:
        yield element("path", d=arrow(points[-1], _step(*points[-2:]), 0.7), fill=ink)


def _way_line(points: Sequence[Point], ink: str) -> str:
    return element(
        "path",
        d=polyline(points),
        fill="none",
        stroke=ink,
        stroke_width=0.2,
        stroke_linejoin="round",
        stroke_dasharray=".4 .26",
    )


def _bar(points: Sequence[Point], ink: str) -> str:
    """A bar across the way where it becomes too far, so that not only its colour says so."""
    (x, y), (dx, dy) = points[0], _step(*points[:2])
    ends = [(x - dy * 0.55, y + dx * 0.55), (x + dy * 0.55, y - dx * 0.55)]
    return element("path", d=polyline(ends), stroke=ink, stroke_width=0.22)


def _step(a: Point, b: Point) -> Point:
    """The direction from a point to another, one long."""
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _tag(easel: Easel, at: Point, text: str) -> str:
    """A dark tag with a few words, above a point."""
    theme = easel.theme
    width = text_width(text, TAG_SIZE) + 0.5
    larger = max(1.0, easel.words * ON_TAGS / TAG_SIZE)
    where = f"translate({number(at[0])} {number(at[1] - 1.5 * larger)})"
    if larger > 1:
        where += f" scale({number(larger)})"
    return element(
        "g",
        element("rect", x=-width / 2, y=-0.42, width=width, height=0.84, rx=0.2, fill=theme.ink),
        words(
            text,
            y=0.18,
            font_size=TAG_SIZE,
            font_family=SANS,
            font_weight=600,
            text_anchor="middle",
            fill=theme.sheet,
        ),
        transform=where,
    )


def _sight(easel: Easel, sight: SightLine) -> str:
    theme = easel.theme
    start, end = easel.at(*sight.start), easel.at(*sight.end)
    if sight.blocked_at is None:
        clear = element("path", d=polyline([start, end]), stroke=theme.go, stroke_width=0.16)
        return _group("sight clear", sight.label or "clear line of sight", clear)
    block = easel.at(*sight.blocked_at)
    cross = element(
        "g",
        element("circle", r=0.4, fill=theme.sheet, stroke=theme.stop, stroke_width=0.13),
        element(
            "path", d="M-.18-.18L.18 .18M.18-.18L-.18 .18", stroke=theme.stop, stroke_width=0.13
        ),
        transform=f"translate({number(block[0])} {number(block[1])})",
    )
    return _group(
        "sight blocked",
        sight.label or "blocked line of sight",
        element("path", d=polyline([start, block]), stroke=theme.go, stroke_width=0.16),
        element(
            "path",
            d=polyline([block, end]),
            stroke=theme.stop,
            stroke_width=0.14,
            stroke_dasharray=".4 .3",
        ),
        cross,
    )


def _shot(easel: Easel, shot: Shot) -> str:
    ink = _ink(easel, shot.side)
    start, end = easel.at(*shot.start), easel.at(*shot.end)
    parts = [
        element("path", d=polyline([start, end]), stroke=ink, stroke_width=0.12),
        element("path", d=arrow(end, _step(start, end), 0.6), fill=ink),
    ]
    if shot.label:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 1.5)
        parts.append(_tag(easel, middle, shot.label))
    return _group("shot", shot.label or "shot", *parts)


def _arc(easel: Easel, arc: Arc) -> str:
    x, y = easel.at(*arc.at)
    ink = _ink(easel, arc.side)
    if arc.spread >= 180:
        shape = element("circle", cx=x, cy=y, r=arc.range, fill=ink, fill_opacity=0.08)
        return _group("arc", arc.label or "field of fire", shape)
    left, right = (
        (x + dx * arc.range, y + dy * arc.range)
        for dx, dy in (
            heading_step(arc.heading - arc.spread),
            heading_step(arc.heading + arc.spread),
        )
    )
    r = number(arc.range)
    large = 1 if arc.spread > 90 else 0
    path = f"{polyline([(x, y), left])}A{r} {r} 0 {large} 1 {number(right[0])} {number(right[1])}Z"
    shape = element(
        "path",
        d=path,
        fill=ink,
        fill_opacity=0.09,
        stroke=ink,
        stroke_width=0.07,
        stroke_dasharray=".4 .3",
    )
    return _group("arc", arc.label or "field of fire", shape)


def _reach(easel: Easel, reach: Reach) -> str:
    ink = _ink(easel, reach.side)
    rings = (reach.outline, *reach.holes)
    shape = element(
        "path",
        d="".join(polyline([easel.at(x, y) for x, y in ring], closed=True) for ring in rings),
        fill=ink,
        fill_rule="evenodd" if reach.holes else None,
        fill_opacity=0.1,
        stroke=ink,
        stroke_width=0.09,
        stroke_dasharray=".4 .3",
    )
    return _group("reach", reach.label or "reach", shape)
