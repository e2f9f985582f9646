"""What the book has no word for: what a referee may not make of characters and vehicles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.scenario.errors import not_among

from ..setting_up.people import BOMBS
from ..setting_up.vehicles import LONGEST
from ..state import OwbState
from ..state.people import Person
from ..state.tables import ARMOR, COMBATANTS, MELEE, MISSILE
from ..state.vehicle_stats import BLOCKS
from ..state.vehicles import Vehicle

RULE = "owb.scope.rule-zero"
STRONGEST: Final = 3
"""The highest level of a Reinforced Hull."""


def check_sense(state: OwbState) -> None:
    """Check everybody and everything that a referee may have changed.

    Raises:
        Refusal: Naming whom, what was found and what would be right.
    """
    cite(RULE)
    for piece in state.pieces.values():
        found = _of_person(state, piece) if isinstance(piece, Person) else _of_vehicle(piece)
        for problem in found:
            raise Refusal(RULE, f"{piece.name} cannot be so: {problem}.")


# -- characters -----------------------------------------------------------------------------------


def _of_person(state: OwbState, person: Person) -> Iterator[str]:
    if person.on_table and not state.setting.holds(state.square(person)):
        width, rows = state.setting.width, state.setting.rows
        yield f"he would be off the map of {width} x {rows} squares"
    yield from _unknown("rank", (person.rank,), COMBATANTS)
    yield from _unknown("arms", (arm.id for arm in person.arms), MISSILE)
    yield from _unknown("blades", person.blades, MELEE)
    yield from _unknown("armor", person.armor, ARMOR)
    yield from _unknown("bombs", (kind for kind, _ in person.bombs), BOMBS)
    for name in ("strength", "dexterity", "constitution"):
        if getattr(person, name) not in (-1, 0, 1):
            yield f"{name}: {getattr(person, name)} is no bonus; it is -1, 0 or 1"


def _unknown(field: str, words: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = list(known)
    for word in words:
        if word not in names:
            yield f"{field}: {not_among(word[:40], names, 'such thing')}"


# -- vehicles -------------------------------------------------------------------------------------


def _of_vehicle(vehicle: Vehicle) -> Iterator[str]:
    yield from _unknown("block", (vehicle.block,), BLOCKS)
    for name in ("length", "width"):
        if not 1 <= getattr(vehicle, name) <= LONGEST:
            yield f"{name}: {getattr(vehicle, name)} squares; it has 1 to {LONGEST}"
    if not 0 <= vehicle.hull <= STRONGEST:
        yield f"hull: {vehicle.hull} is no level; there are 0 to {STRONGEST}"
    if vehicle.hull_lost < 0:
        yield f"hull_lost: {vehicle.hull_lost} levels; it has lost 0 or more"
