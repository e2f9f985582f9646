"""The drawing of a table: ground, pieces, names and the sheet around them, put together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.draw.layers import draw_layers, easel_for
from sandtable.draw.legend import legend
from sandtable.draw.options import Options
from sandtable.draw.palette import THEMES
from sandtable.draw.scene import Scene, scene_of_battle, scene_of_scenario, scene_of_view
from sandtable.draw.sheet import FOOT, SIDE, TOP, cartouche, frame, scale_bar, scale_of
from sandtable.draw.svg import element, group, number, title

if TYPE_CHECKING:
    from sandtable.battle import Battle, View
    from sandtable.scenario import Scenario


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
    scale = scale_of(scene.width, scene.depth)
    definitions, *layers = draw_layers(scene, options).values()
    table = group(layers, id=f"{options.prefix}-table", class_="table")
    box = (0.0, 0.0, scene.width, scene.depth)
    around: list[str] = []
    if options.sheet:
        foot = FOOT * scale
        key = ""
        if options.legend:
            easel = easel_for(scene, options)
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
    inner = [title(summary), definitions, paper if options.sheet else "", table, *around]
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
