"""ACTIONS: every kind of them that a character can take, and what is asked of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid

from ...part2_vehicles.damage.repairs import Working
from ...part2_vehicles.round.crew import CrewDeed
from ...part2_vehicles.round.crew_actions import CREW_DEEDS
from ...part3_combining.boarding import Boarding, actions_at_vehicles, friends_beside
from ...state import OwbState, Person
from ...state.decision import Case, Step
from ...state.frames import Acting, Interrupt
from ...state.orders import (
    ActionOrder,
    Aid,
    Climb,
    CutWire,
    Extinguish,
    Plunge,
    Repair,
    SetCharge,
    SetUp,
    TakeUp,
)
from ..explosives.static_charges import Plunging, SettingCharge, wired
from ..movement.obstacles import Climbing, CuttingWire
from .actions import (
    Aiding,
    Extinguishing,
    PersonalAction,
    Repairing,
    SettingUpWeapon,
    TakingUp,
    items_near,
)


def actions_of(state: OwbState, person: Person) -> Iterator[Order]:
    """Every sensible Action that a character can take now."""
    for order in _actions(state, person):
        if check_action(state, person, order) is None:  # type: ignore[arg-type]
            yield order


def _actions(state: OwbState, person: Person) -> Iterator[Order]:
    own = state.square(person)
    name = person.id
    for other in state.persons():
        if not other.on_table or grid.distance(own, state.square(other)) > 1:
            continue
        if other.side == person.side:
            yield Aid(person=name, patient=other.id)
            yield Extinguish(person=name, burning=other.id)
            for arm in other.arms:
                if arm.jam:
                    owner = None if other.id == name else other.id
                    yield Repair(person=name, weapon=arm.id, owner=owner)  # type: ignore[arg-type]
        if other.out:
            for arm in other.arms:
                yield TakeUp(person=name, weapon=arm.id, owner=other.id)  # type: ignore[arg-type]
    for item in items_near(state, person):
        yield TakeUp(person=name, weapon=item.called)  # type: ignore[arg-type]
    for arm in person.arms:
        if arm.id in ("machinegun-medium", "mortar") and not arm.set_up:
            yield SetUp(person=name, weapon=arm.id)  # type: ignore[arg-type]
    if person.bombs_of("charge"):
        at = state.setting.point(own)
        yield SetCharge(person=name, at=at, fuse=2)
        yield SetCharge(person=name, at=at, fuse=0)
    if wired(state, person):
        yield Plunge(person=name)
    if person.climbing is not None:
        yield Climb(person=name, to=state.setting.point(person.climbing))
        return
    yield from actions_at_vehicles(state, person)
    grounds = state.grounds
    for square in grid.neighbours(own):
        edge = grounds.on_edge(own, square)
        named = {grounds.kind(square).name} | ({edge.name} if edge is not None else set())
        if "barbed-wire" in named:
            yield CutWire(person=name, at=state.setting.point(square))
        if edge is not None and edge.impassable:
            yield Climb(person=name, to=state.setting.point(square))


AIDING: Final = Aiding()


EXTINGUISHING: Final = Extinguishing()


BOARDING: Final = Boarding()


WORKING: Final = next(deed for deed in CREW_DEEDS if isinstance(deed, Working))


PERSONAL_ACTIONS: Final[tuple[PersonalAction[Any], ...]] = (
    AIDING,
    EXTINGUISHING,
    SettingUpWeapon(),
    Repairing(),
    TakingUp(),
    SettingCharge(),
    Plunging(),
    CuttingWire(),
    Climbing(),
)
"""What a character can do where he is, in the order in which it is offered."""


_ON_FOOT: Final[dict[type[Order], PersonalAction[Any]]] = {
    act.order: act for act in (*PERSONAL_ACTIONS, BOARDING)
}


_ABOARD: Final[dict[type[Order], CrewDeed[Any]]] = {deed.order: deed for deed in CREW_DEEDS}


def check_action(state: OwbState, person: Person, order: ActionOrder) -> Refusal | None:
    """Why an Action cannot be taken, or ``None`` if it can."""
    if person.off_map:
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    act = _ON_FOOT.get(type(order))
    if act is not None:
        return act.check(state, person, order)
    return _ABOARD[type(order)].allowed(state, person, order)


def carry_out_action(state: OwbState, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry an Action out."""
    cite("owb.time.one-action-per-round")
    act = _ON_FOOT.get(type(order)) or _ABOARD[type(order)]
    yield from act.carry_out(state, state.person(order.person), order, dice)


def actions_listed(case: Case, person: Person) -> Iterator[Action]:
    """The Actions that a character could take where he is, and with a vehicle beside him."""
    for act in PERSONAL_ACTIONS:
        yield from act.listed(case, person)
    for vehicle in friends_beside(case.state, person) if person.on_table else ():
        yield from BOARDING.into(case, person, vehicle)
        yield from WORKING.beside(case, person, vehicle)


class TakingAction(Step[Acting]):
    """An Action that has been declared."""

    def settle(self, state: OwbState, frame: Acting, dice: Dice) -> Iterator[Event]:
        person = state.find_person(frame.person)
        if person is None or not person.able:
            state.pop()
            return
        if frame.stage == "declared":
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=person.id, moment="declared"))
            return
        state.pop()
        if check_action(state, person, frame.action) is None:
            yield from carry_out_action(state, frame.action, dice)
