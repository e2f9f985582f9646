"""AMBUSH: who lies in wait, who looks for them, and the free attack."""

from __future__ import annotations

from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.attack.line_of_fire import vehicle_shelter
from ...part2_vehicles.round.crew import has_a_turn
from ...state import OwbState
from ...state.firing_point import FiringPoint, Source
from ...state.people import Person
from ..core_rulebook.persons import able_to_act
from ..cover.cover import shelter_from
from ..line_of_sight.sight import open_line

CHANCE = 1
"""In how many of six cases somebody who searches finds what is hidden."""


def ambushing_groups(state: OwbState) -> tuple[str, ...]:
    """The groups that the scenario has lying in ambush."""
    cite("owb.ambush.conditions")
    return tuple(dict.fromkeys(piece.group for piece in state.pieces.values() if piece.hidden))


def eyes_against(state: OwbState, side: str) -> list[Source]:
    """Where enemies of a side look from: men from their squares, crews from their vehicles."""
    found: list[Source] = [state.square(one) for one in state.people() if one.side != side]
    for vehicle in state.vehicles():
        if vehicle.side != side and has_a_turn(state, vehicle):
            print_ = state.footprint(vehicle)
            found.append(FiringPoint(print_.centre, print_.squares, vehicle.id))
    return found


def takes_part(state: OwbState, person: Person) -> bool:
    """Whether a member of the group has cover or concealment from every enemy who could see him.

    Crews have it if their vehicle has.
    """
    cite("owb.ambush.conditions")
    enemies = eyes_against(state, person.side)
    if person.aboard:
        vehicle = state.vehicle(person.aboard)
        return all(vehicle_shelter(state, source, vehicle) != "none" for source in enemies)
    square = state.square(person)
    return all(
        shelter_from(state, source, person) != "none"
        for source in enemies
        if open_line(state, source, square)
    )


def finds_hidden(person: Person, dice: Dice) -> bool:
    """Whether a character who searches finds what is hidden."""
    cite("owb.base.hidden-things")
    return not dice.test(6, CHANCE + 1, f"search, {person.name}")


def is_detected(state: OwbState, groups: tuple[str, ...], dice: Dice) -> bool:
    """Whether any of those who look for the ambush finds it; all of them roll."""
    if not state.on("ambush_search"):
        return False
    cite("owb.ambush.search")
    found = [finds_hidden(person, dice) for person in searchers(state, groups)]
    return any(found)


def searchers(state: OwbState, groups: tuple[str, ...]) -> list[Person]:
    """Those who said that they look for an ambush."""
    return [
        person
        for person in state.persons()
        if person.searching and able_to_act(person) and person.group not in groups
    ]


def on_their_guard(state: OwbState, groups: tuple[str, ...]) -> tuple[str, ...]:
    """Those whose search keeps them, or their group, from losing the next Initiative."""
    cite("owb.ambush.wins-next-initiative")
    if not state.on("ambush_search"):
        return ()
    found = tuple(person.id for person in searchers(state, groups))
    if found:
        cite("owb.ambush.searchers-roll-initiative")
    return found
