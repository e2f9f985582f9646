"""Steps straight on and back, what they cost, and how a vehicle arrives where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.footprint import Footprint, moved
from ...state.frames import Interrupt
from ...state.vehicles import Vehicle
from ..collision.collisions import collide
from ..collision.contacts import in_the_way
from ..maneuvers.driving_check import complete_stop
from .leaving import is_off_map, leave_map
from .terrain import Terrain

STEP: Final = 1
"""What a straight step costs on Normal terrain, and what it counts as travel."""

BOGS_ON: Final = 1
"""A vehicle gets stuck if a d6 shows this."""


class Step(NamedTuple):
    """One step straight on or back.

    Attributes:
        before: Where the vehicle stands.
        after: Where it stands then.
        cost: The Movement that it costs.
        closed: Why the ground does not let it through.
        bogs: Whether it can bog down there.
    """

    before: Footprint
    after: Footprint
    cost: int
    closed: Refusal | None
    bogs: bool


def direction_of(vehicle: Vehicle) -> int:
    """The way a vehicle goes: along its facing, or straight back at reverse pace."""
    cite("owb.vmove.step-is-one-square-along-facing")
    if vehicle.pace == "reverse":
        cite("owb.vmove.reverse-one-third")
        return (vehicle.facing + 4) % 8
    return vehicle.facing


def next_step(
    state: OwbState, ground: Terrain, before: Footprint, direction: int, diagonals: int
) -> Step:
    """The next step of a vehicle that has made some diagonal steps this round."""
    after = moved(before, direction)
    going = ground.step(before, after, direction)
    cost = STEP
    if going.slow:
        cite(going.slow)
        cost += 1
    if direction % 2:
        cite("owb.vmove.diagonal-costs-one")
        if state.option("diagonals") == "alternate" and diagonals % 2:
            cite("owb.vmove.diagonal-one-two-count")
            cost += 1
    return Step(before, after, cost, going.closed, going.bogs)


def way_ahead(
    state: OwbState, vehicle: Vehicle, squares: int, ground: Terrain | None = None
) -> Iterator[Step]:
    """The steps that take a vehicle so many squares on."""
    ground = ground or Terrain(state, vehicle)
    at, direction, diagonals = state.footprint(vehicle), direction_of(vehicle), vehicle.diagonals
    for _ in range(squares):
        step = next_step(state, ground, at, direction, diagonals)
        yield step
        at, diagonals = step.after, diagonals + direction % 2


# -- arriving -------------------------------------------------------------------------------------


def arrive(
    state: OwbState,
    name: str,
    after: Footprint,
    direction: int,
    dice: Dice,
    *,
    bogs: bool,
    rammed: bool = False,
) -> Iterator[Event]:
    """Put a vehicle where a step or a manoeuvre takes it, whatever it meets there.

    What the step costs and how far it counts has been noted before.
    """
    if is_off_map(state, after):
        yield from leave_map(state, name, after)
        return
    state.push(Interrupt(about=name, moment="step"))
    if in_the_way(state, name, after):
        cite("owb.vmove.occupied-square-means-collision")
        entered = yield from collide(state, name, after, direction, dice, rammed=rammed)
        if not entered:
            return
    state.place(name, after)
    if bogs:
        yield from bog_down(state, name, dice)


def bog_down(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """See whether a vehicle gets stuck; it is asked once a round."""
    vehicle = state.vehicle(name)
    if vehicle.bogged or not state.on("bogging"):
        return
    rule = "owb.vterrain.bogging-down"
    cite(rule)
    state.alter(name, bogged=True)
    stuck = dice.die(6, f"bogging down, {vehicle.name}") <= BOGS_ON
    if stuck:
        complete_stop(state, name)
        state.alter(name, stuck=True)
    yield Event(
        kind="bog",
        text=f"{vehicle.name} {'bogs down and is stuck' if stuck else 'gets through'}.",
        rules=(rule,),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"stuck": stuck},
    )
