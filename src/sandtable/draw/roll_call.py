"""A table in words: what is on it, where, and what is the matter with it."""

from __future__ import annotations

from typing import Any, Final

from sandtable.battle.figures import Figure
from sandtable.draw.marks import meaning
from sandtable.draw.scene import Scene

POINTS: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
"""Where something may face, in steps of 45 degrees."""


def roll_call(scene: Scene) -> list[dict[str, Any]]:
    """Every piece in words, side by side: for those who do not see the table, and for keyboards.

    >>> from sandtable.draw import scene_of_scenario
    >>> from sandtable.scenario import load_scenario
    >>> roll_call(scene_of_scenario(load_scenario("saint-aubin")))[1]["text"]
    'Cromwell, 1 Troop, tank, British, at 17.0, 5.0, facing north'
    """
    order = {side: place for place, side in enumerate(scene.sides)}
    figures = sorted(scene.figures, key=lambda figure: order.get(figure.side, len(order)))
    return [_called(scene, figure) for figure in figures]


def _called(scene: Scene, figure: Figure) -> dict[str, Any]:
    side = scene.sides.get(figure.side, figure.side)
    label = figure.label or figure.piece
    facts = [
        label,
        figure.kind.lower() if figure.kind != label else "",
        side,
        _place(scene, figure),
        f"facing {facing(figure.heading)}" if _has_front(figure) else "",
        *(meaning(mark).lower() for mark in figure.marks),
    ]
    return {
        "piece": figure.piece,
        "side": figure.side,
        "side_name": side,
        "label": label,
        "kind": figure.kind,
        "look": figure.look,
        "x": round(figure.x, 2),
        "y": round(figure.y, 2),
        "heading": round(figure.heading, 1),
        "marks": list(figure.marks),
        "text": ", ".join(fact for fact in facts if fact),
    }


def _place(scene: Scene, figure: Figure) -> str:
    if scene.on_squares:
        return f"in square ({int(figure.x)}, {int(scene.depth - figure.y)})"
    return f"at {figure.x:.1f}, {figure.y:.1f}"


def _has_front(figure: Figure) -> bool:
    """Whether it matters where a piece faces: not of a counter that was never turned."""
    return figure.look in ("stand", "vehicle") or bool(figure.heading)


def facing(heading: float) -> str:
    """The nearest point of the compass.

    >>> facing(0.0), facing(350.0), facing(120.0)
    ('north', 'north', 'south-east')
    """
    return POINTS[round(heading / 45) % len(POINTS)]
