"""The legend: what is on this map, and nothing else."""

from __future__ import annotations

import math

import msgspec
from msgspec import Struct

from sandtable.battle.figures import Figure, Flag, Patch
from sandtable.draw.easel import Easel
from sandtable.draw.features import Canvas, Feature, called
from sandtable.draw.flags import flag, patch
from sandtable.draw.labels import text_width
from sandtable.draw.marks import ON_BASE, chevrons, cross, mark, meaning
from sandtable.draw.palette import SANS, SERIF, Theme
from sandtable.draw.pieces import piece
from sandtable.draw.scene import Scene
from sandtable.draw.svg import element, group, number, words
from sandtable.draw.symbols import frame
from sandtable.draw.terrain import paint

SWATCH = (1.5, 0.9)
ROW = 1.24
TEXT = 0.46
HEAD = 0.46


class Entry(Struct, frozen=True):
    """One line of a legend: a small drawing centred on the origin, and words."""

    drawing: str
    text: str


class Column(Struct, frozen=True):
    """A heading and the entries under it."""

    heading: str
    entries: tuple[Entry, ...]


def columns_of(scene: Scene, easel: Easel) -> list[Column]:
    """What the legend of a map must explain."""
    columns = [
        Column("Forces", tuple(_sides(scene, easel)) + tuple(_kinds(scene, easel))),
        Column("Markers", tuple(_markers(scene, easel))),
        Column("Ground", tuple(_terrain(scene, easel))),
    ]
    return [column for column in columns if column.entries]


def _sides(scene: Scene, easel: Easel) -> list[Entry]:
    entries = []
    for side, name in scene.sides.items():
        shape = frame(easel.index(side), easel.colours(side))
        small = element("g", shape, transform="scale(.0062) translate(-100 -100)")
        entries.append(Entry(small, name))
    return entries


def _kinds(scene: Scene, easel: Easel) -> list[Entry]:
    """Each sort of piece once, as the first of its kind looks."""
    seen: dict[str, Figure] = {}
    for figure in scene.figures:
        name = figure.kind or figure.label
        if figure.look in ("stand", "vehicle") and name:
            seen.setdefault(name, figure)
    entries = []
    for name in sorted(seen):
        figure = seen[name]
        shown = msgspec.structs.replace(
            figure,
            x=0.0,
            y=easel.depth,
            heading=90.0 if figure.look == "vehicle" else 0.0,
            turret=None,
            outline=(),
            marks=(),
        )
        scale = 0.8 / max(shown.width, 1.0)
        if figure.look == "stand":
            scale = min(scale, 0.95 / shown.depth)
        entries.append(Entry(_anonymous(piece(easel, shown), scale), name))
    return entries


def _anonymous(markup: str, scale: float) -> str:
    """A drawing of a piece that is no piece: without its title and its ids."""
    inner = markup[markup.index("</title>") + len("</title>") : markup.rindex("</g>")]
    return element("g", inner, transform=f"scale({number(scale)})")


def _markers(scene: Scene, easel: Easel) -> list[Entry]:
    theme = easel.theme
    entries = []
    for name in sorted({name for figure in scene.figures for name in figure.marks}):
        if name == "hidden":
            drawing = element(
                "rect",
                x=-0.5,
                y=-0.3,
                width=1,
                height=0.6,
                fill=f"url(#{easel.prefix}-hidden)",
                stroke=theme.ink,
                stroke_width=0.06,
                stroke_dasharray=".16 .1",
            )
        elif name == "wrecked":
            drawing = cross([(-0.4, -0.25), (0.4, -0.25), (0.4, 0.25), (-0.4, 0.25)], theme)
        elif name in ON_BASE:
            drawing = element("g", chevrons(1.1, theme), transform="translate(0 .1)")
        else:
            drawing = mark(name, theme)
        entries.append(Entry(drawing, meaning(name)))
    if scene.flags:
        shown = Flag(id="", x=0.1, y=easel.depth - 0.45, radius=0.0)
        drawing = _anonymous(flag(easel, shown), 0.62)
        drawing = element("g", drawing, transform="translate(-.15 .32)")
        entries.append(Entry(drawing, "Objective"))
        if any(each.holder for each in scene.flags):
            held = next(each for each in scene.flags if each.holder)
            shown = msgspec.structs.replace(shown, holder=held.holder)
            drawing = _anonymous(flag(easel, shown), 0.62)
            drawing = element("g", drawing, transform="translate(-.15 .32)")
            name = scene.sides.get(held.holder or "", held.holder or "")
            entries.append(Entry(drawing, f"Held ({name})"))
    x, y = 0.7, easel.depth
    for kind in sorted({each.kind for each in scene.patches}):
        box = ((-x, y - 0.35), (x, y - 0.35), (x, y + 0.35), (-x, y + 0.35))
        sample = next(each for each in scene.patches if each.kind == kind)
        if kind == "smoke":
            box = ((-0.5, y - 0.2), (0.5, y - 0.2), (0.5, y + 0.2), (-0.5, y + 0.2))
        drawing = patch(easel, Patch(id="", kind=kind, outline=box, side=sample.side))
        names = {"smoke": "Smoke", "beaten": "Under fire", "zone": "Set-up zone"}
        entries.append(Entry(_anonymous(drawing, 1.0), names.get(kind, called(kind))))
    if scene.entrances:
        entries.append(Entry(entrance_arrow(theme.ink), "Comes on here"))
    return entries


def entrance_arrow(ink: str) -> str:
    """An arrow that points up."""
    return element("path", d="M0-.42L.34 .05H.14V.42H-.14V.05H-.34z", fill=ink)


def _terrain(scene: Scene, easel: Easel) -> list[Entry]:
    theme = easel.theme
    first: dict[str, Feature] = {}
    for feature in scene.features:
        first.setdefault(feature.kind, feature)
    return [
        Entry(_swatch(first[kind], theme, f"{easel.prefix}-key-{index}"), called(kind))
        for index, kind in enumerate(sorted(first))
    ]


def _swatch(feature: Feature, theme: Theme, prefix: str) -> str:
    """A little of a kind of terrain, painted as on the map."""
    grow = 1.62
    x, y = SWATCH[0] / 2 * grow, SWATCH[1] / 2 * grow
    canvas = Canvas(theme, prefix)
    sample = Feature(id="", kind=feature.kind, height=feature.height)
    if feature.is_strip:
        line = ((-x, 0.0), (x, 0.0))
        width = 0.95
        half = width / 2
        edge = ((-x, -half), (x, -half), (x, half), (-x, half))
        sample = msgspec.structs.replace(sample, line=line, width=width, outline=edge)
    elif feature.outline:
        cut = 0.28
        outline = (
            (-x + cut, -y),
            (x - cut, -y),
            (x, -y + cut),
            (x, y - cut),
            (x - cut, y),
            (-x + cut, y),
            (-x, y - cut),
            (-x, -y + cut),
        )
        sample = msgspec.structs.replace(sample, outline=outline)
    else:
        sample = msgspec.structs.replace(sample, line=((-x, 0.0), (x, 0.0)))
    paint(canvas, sample)
    inner = canvas.flat().replace(f"<title>{called(feature.kind)}</title>", "")
    definitions = element("defs", canvas.clips) if canvas.clips else ""
    return element("g", definitions, inner, transform=f"scale({number(1 / grow)})")


def legend(scene: Scene, easel: Easel, scale: float, top: float) -> tuple[str, float]:
    """The legend as a band under the map, and its height.

    Args:
        scene: The map.
        easel: Its colours and sides.
        scale: The size of words.
        top: Where the band begins.
    """
    columns = columns_of(scene, easel)
    room = scene.width / scale
    entries = sum(len(column.entries) for column in columns)
    rows = next(
        (rows for rows in range(3, entries + 1) if _width(columns, rows) <= room), max(entries, 1)
    )
    parts: list[str] = []
    x = 0.0
    for column in columns:
        parts.append(
            words(
                column.heading.upper(),
                x=x,
                y=0.3,
                font_size=HEAD * 0.9,
                font_family=SERIF,
                font_weight=700,
                letter_spacing=0.08,
                fill=easel.theme.ink,
            )
        )
        for start in range(0, len(column.entries), rows):
            chunk = column.entries[start : start + rows]
            for row, entry in enumerate(chunk):
                y = 1.15 + row * ROW
                where = f"translate({number(x + SWATCH[0] / 2)} {number(y)})"
                parts.append(element("g", entry.drawing, transform=where))
                parts.append(
                    words(
                        entry.text,
                        x=x + SWATCH[0] + 0.3,
                        y=y + 0.16,
                        font_size=TEXT,
                        font_family=SANS,
                        fill=easel.theme.ink,
                    )
                )
            x += _chunk_width(chunk)
        x += 0.5
    height = (0.7 + min(rows, max(len(c.entries) for c in columns)) * ROW) * scale
    where = f"translate(0 {number(top)}) scale({number(scale)})"
    return (
        group(parts, id=f"{easel.prefix}-legend", class_="legend", transform=where),
        height,
    )


def _chunk_width(chunk: tuple[Entry, ...]) -> float:
    return SWATCH[0] + 0.3 + max(text_width(entry.text, TEXT) for entry in chunk) + 0.55


def _width(columns: list[Column], rows: int) -> float:
    total = -0.5
    for column in columns:
        for start in range(0, len(column.entries), rows):
            total += _chunk_width(column.entries[start : start + rows])
        total += 0.5
    return math.ceil(total)
