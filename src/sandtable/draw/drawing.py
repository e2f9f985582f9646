"""The drawing of a table: ground, pieces, names and the sheet around them, put together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.draw.features import Canvas
from sandtable.draw.legend import entrance_arrow, legend
from sandtable.draw.naming import Namer
from sandtable.draw.options import Options
from sandtable.draw.overlays import draw_overlay, place_of
from sandtable.draw.palette import THEMES
from sandtable.draw.pieces import Easel, flag, patch, piece
from sandtable.draw.scene import Scene, scene_of_battle, scene_of_scenario, scene_of_view
from sandtable.draw.sheet import FOOT, SIDE, TOP, cartouche, frame, grid, scale_bar, scale_of
from sandtable.draw.svg import element, escape, group, number, title
from sandtable.draw.terrain import paint

if TYPE_CHECKING:
    from sandtable.battle import Battle, View
    from sandtable.scenario import Scenario

GROUNDS = {"steppe": "grass", "desert": "sand", "sand": "sand", "snow": "sheet"}
"""The tint of open ground, by the name of a colour."""


def draw_view(view: View[Any], options: Options | None = None, **choices: Any) -> str:
    """What one seat sees of a battle, as SVG.

    Args:
        view: What the seat may know; what it may not know is not in it, and so not drawn.
        options: How it is drawn.
        choices: Single fields of ``Options``, in place of those given.

    >>> from sandtable.battle import Battle
    >>> from sandtable.scenario import load_scenario
    >>> battle = Battle.start(load_scenario("saint-aubin"))
    >>> draw_view(battle.view("british"), theme="dark")[:4]
    '<svg'
    """
    return draw_scene(scene_of_view(view), _chosen(options, choices))


def draw_scenario(
    scenario: Scenario, options: Options | None = None, *, seat: str | None = None, **choices: Any
) -> str:
    """A scenario as it is set up, as SVG.

    Args:
        scenario: What will be fought.
        options: How it is drawn.
        seat: Through whose eyes (``referee`` sees all); without one, only what every seat may
            know is drawn.
        choices: Single fields of ``Options``, in place of those given.

    >>> from sandtable.scenario import load_scenario
    >>> "Bois Carré" in draw_scenario(load_scenario("saint-aubin"))
    True
    """
    return draw_scene(scene_of_scenario(scenario, seat), _chosen(options, choices))


def draw_battle(
    battle: Battle[Any], options: Options | None = None, *, seat: str | None = None, **choices: Any
) -> str:
    """A battle as it stands, as SVG.

    Args:
        battle: The battle.
        options: How it is drawn.
        seat: Through whose eyes (``referee`` sees all); without one, as far as every player
            knows it.
        choices: Single fields of ``Options``, in place of those given.

    Raises:
        LookupError: If there is no such seat.
    """
    return draw_scene(scene_of_battle(battle, seat), _chosen(options, choices))


def _chosen(options: Options | None, choices: dict[str, Any]) -> Options:
    return msgspec.structs.replace(options or Options(), **choices)


def draw_scene(scene: Scene, options: Options | None = None) -> str:
    """Anything that can be drawn, as SVG.

    The table's upper left corner is the origin and a unit is an inch, so the point (x, y) of a
    table of depth d is drawn at (x, d - y), with or without a sheet around it.
    """
    options = options or Options()
    theme = THEMES[options.theme]
    easel = Easel(theme, scene.depth, scene.sides, options.prefix)
    scale = scale_of(scene.width, scene.depth)
    canvas = Canvas(theme, options.prefix)
    for feature in scene.features:
        paint(canvas, feature)
    table = _table(scene, options, easel, canvas, scale)
    box = (0.0, 0.0, scene.width, scene.depth)
    around: list[str] = []
    if options.sheet:
        foot = FOOT * scale
        key = ""
        if options.legend:
            key, height = legend(scene, easel, scale, scene.depth + 2.75 * scale)
            foot += height + 0.35 * scale
        box = (
            -SIDE * scale,
            -TOP * scale,
            scene.width + 2 * SIDE * scale,
            scene.depth + TOP * scale + foot,
        )
        around = [
            frame(scene, theme, scale),
            cartouche(scene, theme, scale),
            scale_bar(scene, theme, scale),
            key,
        ]
    x, y, width, height = box
    paper = element("rect", x=x, y=y, width=width, height=height, fill=theme.sheet)
    summary = describe(scene)
    inner = [
        title(summary),
        element("defs", _definitions(scene, easel), canvas.clips),
        paper if options.sheet else "",
        table,
        *around,
    ]
    body = "\n".join(part for part in inner if part)
    return (
        element(
            "svg",
            f"\n{body}\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(number(value) for value in box),
            width=options.width,
            height=round(options.width * height / width) if options.width else None,
            class_=f"sandtable-drawing theme-{theme.name}",
            role="img",
            aria_label=summary,
            data_table_width=scene.width,
            data_table_depth=scene.depth,
        )
        + "\n"
    )


def describe(scene: Scene) -> str:
    """A map in a sentence, for those who cannot see it."""
    counts = Counter(figure.side for figure in scene.figures)
    forces = ", ".join(f"{counts[side]} {name}" for side, name in scene.sides.items())
    facts = [f"{scene.title}: a table of {scene.width:g} by {scene.depth:g} inches"]
    if scene.status:
        facts.append(scene.status)
    facts.append(f"pieces: {forces}")
    if scene.note:
        facts.append(scene.note)
    return "; ".join(facts)


def _definitions(scene: Scene, easel: Easel) -> str:
    theme = easel.theme
    edge = element("rect", width=scene.width, height=scene.depth)
    hatch = element(
        "pattern",
        element("path", d="M0 0V.5", stroke=theme.stop, stroke_width=0.16),
        id=f"{easel.prefix}-beaten",
        width=0.5,
        height=0.5,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return element("clipPath", edge, id=f"{easel.prefix}-table-edge") + hatch


def _table(scene: Scene, options: Options, easel: Easel, canvas: Canvas, scale: float) -> str:
    theme, prefix = easel.theme, options.prefix
    tint = getattr(theme, GROUNDS.get(scene.ground or "", "paper"))
    below = [draw_overlay(easel, each) for each in options.overlays if place_of(each) == "under"]
    above = [draw_overlay(easel, each) for each in options.overlays if place_of(each) == "over"]
    places = names = ""
    if options.labels:
        places, names = Namer(easel, scene, scale).names()
    chosen = set(options.highlight)
    # Highlighted pieces come last, so that nothing covers them.
    figures = sorted(scene.figures, key=lambda figure: figure.piece in chosen)
    layers = [
        element("rect", width=scene.width, height=scene.depth, fill=tint, class_="paper"),
        canvas.layers(),
        grid(scene, theme, prefix) if options.grid else "",
        group((patch(easel, each) for each in scene.patches), id=f"{prefix}-patches"),
        group((flag(easel, each, max(1.0, scale)) for each in scene.flags), id=f"{prefix}-flags"),
        group([places], id=f"{prefix}-places", class_="layer names", aria_hidden="true"),
        group(_entrances(scene, easel, scale), id=f"{prefix}-entrances"),
        group(below, id=f"{prefix}-under", class_="layer overlays"),
        group(
            (piece(easel, each, highlight=each.piece in chosen) for each in figures),
            id=f"{prefix}-pieces",
            class_="layer pieces",
        ),
        group([names], id=f"{prefix}-labels", class_="layer names", aria_hidden="true"),
        group(above, id=f"{prefix}-over", class_="layer overlays"),
    ]
    return group(
        layers,
        id=f"{prefix}-table",
        class_="table",
        clip_path=f"url(#{prefix}-table-edge)",
    )


def _entrances(scene: Scene, easel: Easel, scale: float) -> list[str]:
    """Arrows at the edge where pieces will come on."""
    drawn = []
    for entrance in scene.entrances:
        x, y = easel.at(*entrance.at)
        ink = easel.colours(entrance.side).ink
        turn = f"translate({number(x)} {number(y)}) rotate({number(entrance.heading)})"
        arrow = element(
            "g",
            entrance_arrow(ink),
            transform=f"{turn} translate(0 {number(-0.75 * scale)}) scale({number(1.4 * scale)})",
        )
        name = escape(f"{scene.sides.get(entrance.side, entrance.side)}: {entrance.label}")
        drawn.append(element("g", element("title", name), arrow, class_="entrance"))
    return drawn
