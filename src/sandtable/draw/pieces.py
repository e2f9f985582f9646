"""How pieces are drawn, with their marks, and how much room they take."""

from __future__ import annotations

from sandtable.battle.figures import Figure
from sandtable.draw.easel import Easel
from sandtable.draw.marks import ON_BASE, RADIUS, chevrons, cross, mark, meaning
from sandtable.draw.palette import SANS, SideColours
from sandtable.draw.shapes import (
    Box,
    box_of,
    heading_step,
    rectangle,
)
from sandtable.draw.silhouettes import Pen, silhouette
from sandtable.draw.svg import Point, element, number, polyline, title, words
from sandtable.draw.symbols import SCALE, badge, extent, frame, reach, symbol

DIMMED = 0.75
"""How much of its strength a piece keeps that has acted: enough to be read."""

WRECKED = 0.45
"""How much of its strength a piece keeps that is knocked out."""

GHOSTLY = 0.5
"""How much of its strength a piece has where it is not."""

RING = 0.28
"""How far outside its base the ring around a highlighted piece runs."""


def base_of(easel: Easel, figure: Figure) -> list[Point]:
    """The corners of a piece's base in the drawing, front left first."""
    if figure.outline:
        return [easel.at(x, y) for x, y in figure.outline]
    return rectangle(easel.at(figure.x, figure.y), figure.heading, figure.width, figure.depth)


def boxes_of(easel: Easel, figure: Figure) -> list[Box]:
    """The room that a piece and its marks take, as upright boxes."""
    x, y = easel.at(figure.x, figure.y)
    points = base_of(easel, figure)
    if figure.look == "stand":
        across, up = _symbol_size(easel, figure)
        points = [*points, (x - across, y - up), (x + across, y + up)]
    box = box_of(points)
    boxes = [(box[0] - 0.04, box[1] - 0.04, box[2] + 0.04, box[3] + 0.04)]
    boxes += [
        (mx - RADIUS, my - RADIUS, mx + RADIUS, my + RADIUS)
        for _, (mx, my) in _placed_marks(easel, figure)
    ]
    if figure.look != "marker":
        dx, dy = heading_step(figure.heading)
        front = figure.depth / 2 + 0.3
        if figure.look == "stand":
            edge = reach(easel.index(figure.side), dx, dy) * _symbol_scale(figure)
            front = max(front, edge + 0.16)
        tip = (x + dx * front, y + dy * front)
        boxes.append((tip[0] - 0.12, tip[1] - 0.12, tip[0] + 0.12, tip[1] + 0.12))
    return boxes


def _symbol_size(easel: Easel, figure: Figure) -> Point:
    across, up = extent(easel.index(figure.side))
    scale = _symbol_scale(figure)
    return across * scale, up * scale


def _symbol_scale(figure: Figure) -> float:
    """How much larger or smaller than usual a symbol is, to suit its base."""
    return max(0.84, min(1.6, figure.width / 1.2))


def _placed_marks(easel: Easel, figure: Figure) -> list[tuple[str, Point]]:
    """The marks beside a piece: from its upper right corner to the left."""
    shown = [name for name in figure.marks if name not in ON_BASE]
    if not shown:
        return []
    x, y = easel.at(figure.x, figure.y)
    corners = base_of(easel, figure)
    if figure.look == "stand":
        across, up = _symbol_size(easel, figure)
        if easel.index(figure.side) % 4 == 1:
            across, up = across * 0.62, up * 0.62
        corners = [*corners, (x + across, y - up)]
    right, top = max(corners, key=lambda corner: round(corner[0] - corner[1], 6))
    step = RADIUS * 1.9
    return [(name, (right - 0.04 - step * place, top + 0.02)) for place, name in enumerate(shown)]


def piece(easel: Easel, figure: Figure, *, highlight: bool = False) -> str:
    """A piece with its base, its marks and its title."""
    return element(
        "g",
        title(_describe(easel, figure)),
        _ring(easel, figure) if highlight else "",
        *_body(easel, figure),
        id=f"{easel.prefix}-piece-{figure.piece}",
        class_=f"piece side-{easel.index(figure.side)} look-{figure.look}",
        data_piece=figure.piece,
        data_side=figure.side,
        data_x=figure.x,
        data_y=figure.y,
        data_heading=figure.heading,
    )


def ghost(easel: Easel, figure: Figure) -> str:
    """A piece where it is not, but would be."""
    return element(
        "g",
        title(f"{figure.label or figure.piece} would stand here"),
        *_body(easel, figure),
        class_=f"ghost side-{easel.index(figure.side)} look-{figure.look}",
        opacity=GHOSTLY,
        data_ghost=figure.piece,
    )


def _body(easel: Easel, figure: Figure) -> list[str]:
    """What is seen of a piece: its base, its symbol or silhouette, its marks."""
    theme = easel.theme
    colours = easel.colours(figure.side)
    x, y = easel.at(figure.x, figure.y)
    hidden = "hidden" in figure.marks
    parts = []
    if "dug-in" in figure.marks:
        dx, dy = heading_step(figure.heading)
        front = figure.depth / 2 + 0.09
        turn = f"translate({number(x + dx * front)} {number(y + dy * front)})"
        turn += f" rotate({number(figure.heading)})"
        parts.append(element("g", chevrons(figure.width, theme), transform=turn))
    body = [_shadow(easel, figure), _plate(easel, figure, colours, hidden)]
    if figure.look == "vehicle":
        pen = Pen(easel.index(figure.side), colours, theme.plate, figure.heading)
        turret = 0.0 if figure.turret is None else figure.turret - figure.heading
        drawn = silhouette(figure.silhouette, pen, figure.width, figure.depth, turret)
        where = f"translate({number(x)} {number(y)}) rotate({number(figure.heading)})"
        body.append(element("g", drawn, transform=where))
    elif figure.look == "stand" and figure.symbol:
        drawn = symbol(figure.symbol, easel.index(figure.side), colours, dashed=hidden)
        scale = _symbol_scale(figure)
        where = f"translate({number(x)} {number(y)})"
        if scale != 1.0:
            where += f" scale({number(scale)})"
        body.append(element("g", drawn, transform=where))
        body.append(_tick(easel, figure, colours))
    else:
        body.append(_tick(easel, figure, colours))
        body.append(_counter(easel, figure, colours))
    if hidden:
        veil = polyline(base_of(easel, figure), closed=True)
        body.append(element("path", d=veil, fill=f"url(#{easel.prefix}-hidden)"))
    wrecked = "wrecked" in figure.marks
    dimmed = wrecked or "acted" in figure.marks
    if dimmed:
        parts.append(_backing(easel, figure))
    opacity = WRECKED if wrecked else DIMMED if dimmed else None
    parts.append(element("g", *body, class_="body", opacity=opacity))
    if wrecked:
        parts.append(_cross(easel, figure))
    parts += [
        element(
            "g",
            mark(name, theme),
            class_=f"mark mark-{name}",
            transform=f"translate({number(mx)} {number(my)})",
        )
        for name, (mx, my) in _placed_marks(easel, figure)
    ]
    return parts


def _describe(easel: Easel, figure: Figure) -> str:
    side = easel.names.get(figure.side, figure.side)
    facts = [f"{figure.label or figure.piece} ({side})"]
    if figure.kind:
        facts.append(figure.kind.lower())
    facts += [meaning(name).lower() for name in figure.marks]
    return ", ".join(facts)


def _plate(easel: Easel, figure: Figure, colours: SideColours, hidden: bool) -> str:
    """The base: exactly where the rules measure from."""
    pale = figure.look in ("stand", "vehicle")
    return element(
        "path",
        d=polyline(base_of(easel, figure), closed=True),
        fill=easel.theme.plate if pale else colours.fill,
        fill_opacity=0.72 if pale else None,
        stroke=colours.ink,
        stroke_width=0.05 if pale else 0.09,
        stroke_linejoin="round",
        stroke_dasharray=".16 .1" if hidden else None,
    )


def _shadow(easel: Easel, figure: Figure) -> str:
    """What lifts a piece off the paper."""
    shifted = [(x + 0.07, y + 0.08) for x, y in base_of(easel, figure)]
    return element("path", d=polyline(shifted, closed=True), fill="#000000", fill_opacity=0.22)


def _cross(easel: Easel, figure: Figure) -> str:
    """What strikes out a piece that is knocked out."""
    size = (figure.width * 0.7, figure.depth * 0.7)
    corners = rectangle(easel.at(figure.x, figure.y), figure.heading, *size)
    return cross(corners, easel.theme)


def _backing(easel: Easel, figure: Figure) -> str:
    """What keeps the ground from showing through a piece that is dimmed."""
    theme = easel.theme
    backing = element("path", d=polyline(base_of(easel, figure), closed=True), fill=theme.paper)
    if figure.look != "stand":
        return backing
    x, y = easel.at(figure.x, figure.y)
    shape = frame(easel.index(figure.side), SideColours("none", theme.paper))
    where = f"translate({number(x)} {number(y)}) scale({number(SCALE * _symbol_scale(figure), 5)})"
    return backing + element("g", shape, transform=f"{where} translate(-100 -100)")


def _tick(easel: Easel, figure: Figure, colours: SideColours) -> str:
    """A wedge on the front edge that shows where a stand faces."""
    x, y = easel.at(figure.x, figure.y)
    front = figure.depth / 2
    if figure.look == "stand":
        edge = reach(easel.index(figure.side), *heading_step(figure.heading))
        front = max(front, edge * _symbol_scale(figure) - 0.04)
    where = f"translate({number(x)} {number(y)}) rotate({number(figure.heading)})"
    return element(
        "path",
        d=f"M-.21 {number(-front)}H.21L0 {number(-front - 0.26)}Z",
        fill=colours.ink,
        transform=where,
    )


def _counter(easel: Easel, figure: Figure, colours: SideColours) -> str:
    """A frame of the side with up to three letters."""
    x, y = easel.at(figure.x, figure.y)
    index = easel.index(figure.side)
    if figure.look == "marker":
        return element(
            "g",
            badge(index, 0.3 * min(figure.width, figure.depth), colours.ink),
            transform=f"translate({number(x)} {number(y)})",
        )
    scale = min(figure.width, figure.depth) / 1.3
    letters = words(
        initials(figure.name),
        y=17,
        x=0,
        font_size=50,
        font_weight=700,
        font_family=SANS,
        text_anchor="middle",
        fill=colours.ink,
    )
    shell = element("g", frame(index, colours), transform="translate(-100 -100)")
    where = f"translate({number(x)} {number(y)}) scale({number(0.008 * scale, 5)})"
    return element("g", shell, letters, transform=where)


def initials(name: str) -> str:
    """Up to three letters for a counter.

    >>> initials("1st Grenadiers"), initials("Alpha"), initials("")
    ('1G', 'A', '')
    """
    return "".join(word[0] for word in name.split()[:3]).upper()


def _ring(easel: Easel, figure: Figure) -> str:
    x, y = easel.at(figure.x, figure.y)
    away = max(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in base_of(easel, figure))
    return element(
        "circle",
        class_="highlight",
        cx=x,
        cy=y,
        r=away + RING,
        fill="none",
        stroke=easel.theme.focus,
        stroke_width=0.16,
    )
