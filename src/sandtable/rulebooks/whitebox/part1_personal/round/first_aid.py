"""First Aid, on foot and in vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.people import Person
from ..core_rulebook.persons import fate


def state_of_health(state: OwbState, patient: Person) -> str:
    """Whether somebody is out of action, or will be when the tied segment ends."""
    if patient.out:
        return patient.out
    if state.tied:
        cite("owb.initiative.tie-simultaneous")
    return fate(state, patient)


def check_patient(state: OwbState, patient: Person) -> Refusal | None:
    """Why First Aid would not help somebody, or ``None`` if it would."""
    rule = "owb.base.first-aid"
    health = state_of_health(state, patient)
    if health == "dead":
        told = "is dead" if patient.out else "is past help"
        return Refusal(rule, f"{patient.name} {told}.")
    if health:
        return Refusal(rule, f"{patient.name} is stable.") if patient.stable else None
    if patient.treated:
        return Refusal(rule, f"{patient.name} has been treated in this battle.")
    if patient.hp >= patient.most_hp:
        return Refusal(rule, f"{patient.name} is not wounded.")
    return None


def give_aid(state: OwbState, person: Person, patient: Person, dice: Dice) -> Iterator[Event]:
    """Give First Aid: the dying become stable, the wounded regain hit points."""
    cite("owb.base.first-aid")
    if state_of_health(state, patient):
        state.change(patient.id, stable=True)
        text = f"{person.name} dresses the wounds of {patient.name}, who will not die of them."
    else:
        sides = 3
        if person.profession == "medic":
            cite("owb.base.classes")
            sides = 6
        gained = min(dice.die(sides, "First Aid"), patient.most_hp - patient.hp)
        state.change(patient.id, hp=patient.hp + gained, treated=True)
        text = f"{person.name} gives First Aid: {patient.name} regains {gained}."
    yield Event(
        kind="aid",
        text=text,
        rules=("owb.base.first-aid",),
        pieces=(person.id, patient.id),
        rolls=dice.take_rolls(),
    )
