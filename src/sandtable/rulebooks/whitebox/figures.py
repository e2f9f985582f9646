"""How the characters look on a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle.figures import Drawn, Figure, Flag, Patch
from sandtable.rulebooks.whitebox.ending import HELD_WITHIN, holder
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState

SIZE: Final = 0.8
"""How much of his square a man fills on the map."""

KINDS: Final = {
    "machinegun-light": "Light machine-gunner",
    "machinegun-medium": "Machine-gunner",
    "machinegun-heavy": "Machine-gunner",
    "submachinegun": "Submachine-gunner",
    "flamethrower": "Flamethrower",
    "mortar": "Mortar gunner",
    "rifle-anti-tank": "Anti-tank rifleman",
    "rpg-light": "Rocketeer",
    "rpg-medium": "Rocketeer",
    "rpg-heavy": "Rocketeer",
}


def figure(person: Person) -> Figure:
    """A character as he is drawn."""
    weapon = person.arms[0].id if person.arms else ""
    return Figure(
        piece=person.id,
        side=person.side,
        x=person.x,
        y=person.y,
        heading=person.heading,
        width=SIZE,
        depth=SIZE,
        look="counter" if person.able else "marker",
        label=person.name,
        short=person.name if len(person.name) <= 12 else person.name.split()[-1],
        kind=KINDS.get(weapon, "Officer" if person.rank == "officer" else "Rifleman"),
        marks=marks(person),
    )


def marks(person: Person) -> tuple[str, ...]:
    """What is the matter with a character."""
    shown = (
        ("dead", person.out == "dead"),
        ("incapacitated", person.out == "incapacitated"),
        ("ducked", person.ducked),
        ("withholding", person.withheld),
        ("trained", person.trained is not None),
        ("burning", person.burning > 0),
        ("cooking", bool(person.cooking)),
        ("hidden", person.hidden),
        ("acted", person.done),
    )
    return tuple(name for name, holds in shown if holds)


def figures(state: OwbState) -> Iterator[Drawn]:
    """Everything on the map: explosives that lie there, objectives, characters."""
    for objective in state.setting.scenario.objectives:
        yield Flag(
            id=objective.id,
            x=objective.at[0],
            y=objective.at[1],
            label=objective.name or "",
            value=objective.value,
            radius=HELD_WITHIN if objective.radius is None else objective.radius,
            holder=holder(state, objective),
        )
    for number, explosive in enumerate(state.explosives):
        x, y = state.setting.point(explosive.square)
        half = 0.3
        yield Patch(
            id=f"explosive-{number}",
            kind="fire",
            outline=(
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ),
            label=explosive.kind,
        )
    for person in state.persons():
        if person.on_table:
            yield figure(person)
