"""How characters look on a map."""

from __future__ import annotations

from typing import Final

from sandtable.battle.figures import Figure
from sandtable.rulebooks.whitebox.state.people import Person

SIZE: Final = 0.8
"""How much of his square a man fills on the map."""

LYING: Final = 0.5
"""The same of one who is out of action."""

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
        width=SIZE if person.able else LYING,
        depth=SIZE if person.able else LYING,
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
