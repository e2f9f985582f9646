"""Wrecks: vehicles that are inoperable, splinters, smoke, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.core_rulebook.harm import hurt
from ...part1_personal.core_rulebook.persons import fraction, plain_save, save_succeeds
from ...part1_personal.movement.walking import wades
from ...state import OwbState, Person, Vehicle
from ...state.footprint import ring
from ...state.tables import DiceSum, FeatureKind
from ..maneuvers.driving_check import complete_stop

FOR_THE_BATTLE: Final = 1_000_000
"""The last round of smoke that does not drift away."""


def goes_dead(state: OwbState, name: str, rule: str) -> Iterator[Event]:
    """A vehicle becomes inoperable; its crew loses the Attacks that it held back."""
    cite("owb.vdamage.zero-is-inoperable", rule)
    if state.vehicle(name).wreck:
        return
    complete_stop(state, name)
    vehicle = state.alter(name, wreck="inoperable", halted=True, defensive=False)
    for person in state.occupants(name):
        state.change(person.id, withheld=False, trained=None)
    text = f"{vehicle.name} is inoperable."
    yield happened(
        "wreck", text, tuple(dict.fromkeys((rule, "owb.vdamage.zero-is-inoperable"))), name
    )


def inoperable(vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle can neither move, pivot, traverse nor fire, if it is a wreck."""
    if not vehicle.wreck:
        return None
    return Refusal("owb.vdamage.zero-is-inoperable", f"{vehicle.name} is inoperable.")


def splinters(state: OwbState, name: str, throw: DiceSum, rule: str, dice: Dice) -> Iterator[Event]:
    """Splinters strike somebody: damage, half with a Saving DiceSum without bonuses."""
    cite(rule)
    person = state.person(name)
    if person.out == "dead":
        return
    points = throw.damage(dice, f"splinters, {person.name}")
    if person.able and save_succeeds(person, plain_save(person), dice, "splinters"):
        points = fraction(points, 2)
    yield happened("splinters", f"Splinters strike {person.name}.", rule, name, dice=dice)
    yield from hurt(state, name, points)


def exits(state: OwbState, name: str) -> tuple[Square, ...]:
    """The free squares that share an edge with a vehicle, by rows from the north."""
    print_ = state.footprint(state.vehicle(name))
    own = set(print_.squares)
    grounds = state.grounds

    def free(square: Square) -> bool:
        beside = (grid.step(square, facing) for facing in (0, 2, 4, 6))
        return (
            grounds.holds(square)
            and not grounds.kind(square).impassable
            and state.at(square) is None
            and any(_is_open(grounds.on_edge(near, square)) for near in beside if near in own)
        )

    return tuple(square for square in ring(print_) if free(square))


def _is_open(edge: FeatureKind | None) -> bool:
    return edge is None or not edge.impassable


def gets_out(state: OwbState, name: str, square: Square) -> Person:
    """Put somebody who was aboard a vehicle on a square of the map."""
    state.change(name, aboard="", seat="", on_table=True, stance="standing")
    state.move_to(name, square)
    wades(state, name, square)
    return state.person(name)


def smoke_rises(state: OwbState, name: str) -> None:
    """The smoke of an exploded vehicle conceals the squares within 1 of it."""
    if not state.on("wreck_smoke"):
        return
    cite("owb.combined.smoke-from-wrecks")
    print_ = state.footprint(state.alter(name, smoking=True))
    near = (*print_.squares, *(at for at in ring(print_) if state.grounds.holds(at)))
    state.smoke = (*state.smoke, *((square, FOR_THE_BATTLE) for square in near))
