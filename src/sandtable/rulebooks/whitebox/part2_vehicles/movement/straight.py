"""Driving straight on or back, step by step, what that costs, and how a vehicle arrives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import Footprint, OwbState, Vehicle
from ...state.footprint import moved
from ...state.frames import Interrupt, Rolling
from ...state.vehicle_orders import Drive
from ..collision.contacts import in_the_way, swallows
from ..collision.ramming import collide, try_to_ram
from ..maneuvers.driving_check import (
    complete_stop,
    movement_left,
)
from ..maneuvers.plans import held, seen_in_the_way
from ..round.crew import operator_of
from .terrain import Terrain, is_off_map, leave_map

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
    state.alter(name, bogged=True)
    stuck = dice.die(6, f"bogging down, {vehicle.name}") <= BOGS_ON
    if stuck:
        complete_stop(state, name)
        state.alter(name, stuck=True)
    text = f"{vehicle.name} {'bogs down and is stuck' if stuck else 'gets through'}."
    yield happened("bog", text, rule, name, dice=dice, stuck=stuck)


OCCUPIED = "owb.vmove.occupied-square-means-collision"


def check_way(state: OwbState, vehicle: Vehicle, step: Step, meant: Drive | None) -> Refusal | None:
    """Why a step is refused: nobody drives into things unless he means to ram them."""
    way = seen_in_the_way(state, vehicle, step.after, step.before)
    ram = meant is not None and meant.rams
    if step.closed is not None:
        solid = way.objects and not swallows(state, vehicle, step.before, step.after)
        if not (ram and solid):
            return step.closed
    others = (*way.persons, *way.vehicles)
    if meant is not None and ram:
        missed = meant.ram is not None and meant.ram not in others
        if missed or (meant.ram_object and not way.objects):
            return Refusal("owb.collision.ram", "What is to be rammed is not there.")
    if others and not (meant is not None and meant.ram is not None):
        names = ", ".join(state.pieces[name].name for name in others)
        return Refusal(OCCUPIED, f"In the way: {names}. To strike on purpose is to ram.")
    return None


# -- doing it -------------------------------------------------------------------------------------


def roll_on(state: OwbState, frame: Rolling, dice: Dice) -> Iterator[Event]:
    """Take the next step; enemies may then fire at the vehicle."""
    vehicle = state.find_vehicle(frame.vehicle)
    if vehicle is None or not vehicle.on_table:
        state.pop()
        return
    if operator_of(state, vehicle) is None and not vehicle.halted:
        complete_stop(state, vehicle.id)
        yield _told(
            vehicle, "comes to a stop: nobody drives it", "owb.crew.no-operator-no-movement"
        )
        return
    if not frame.squares or held(state, vehicle) is not None:
        state.pop()
        front = state.setting.told(state.footprint(vehicle).front_left)
        rule = "owb.vmove.step-is-one-square-along-facing"
        yield _told(vehicle, f"drives; its front is at {front}", rule)
        return
    direction, ground = direction_of(vehicle), Terrain(state, vehicle)
    step = next_step(state, ground, state.footprint(vehicle), direction, vehicle.diagonals)
    last = Drive(vehicle.id, 1, frame.ram, frame.ram_object) if frame.squares == 1 else None
    if check_way(state, vehicle, step, last) or step.cost > movement_left(state, vehicle):
        state.swap(replace(frame, squares=0))
        return
    state.swap(replace(frame, squares=frame.squares - 1))
    yield from _take(state, vehicle, step, dice, rammed=last is not None and last.rams)


def _take(
    state: OwbState, vehicle: Vehicle, step: Step, dice: Dice, *, rammed: bool
) -> Iterator[Event]:
    name, direction = vehicle.id, direction_of(vehicle)
    vehicle = state.alter(name, spent=vehicle.spent + step.cost, shifted=True)
    if rammed and not (yield from try_to_ram(state, name, dice)):
        return
    cite("owb.vmove.travel-and-speed")
    before, diagonals = state.footprint(vehicle), vehicle.diagonals
    broken = in_the_way(state, name, step.after).objects
    state.alter(
        name, travel=vehicle.travel + STEP, stepped=True, diagonals=diagonals + direction % 2
    )
    yield from arrive(state, name, step.after, direction, dice, bogs=step.bogs, rammed=rammed)
    now = state.find_vehicle(name)
    if broken and now is not None and state.footprint(now) == step.after:
        again = next_step(state, Terrain(state, now), before, direction, diagonals)
        state.alter(name, spent=now.spent + again.cost - step.cost)


def _told(vehicle: Vehicle, text: str, rule: str) -> Event:
    return happened("drive", f"{vehicle.name} {text}.", rule, vehicle.id)
