"""The turn of a vehicle: pace, steps and manoeuvres, and what each occupant does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from sandtable.acts import Act, Words
from sandtable.battle import Choice, Event, Order, Refusal, happened
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.round.ending_turns import over
from ...part1_personal.round.turns import carried_out, told_late
from ...part1_personal.weapons.ammunition import needs_reload, reloaded
from ...state import OwbState, Person, Vehicle
from ...state.decision import Case, Decision, Step, commands, not_his, owners
from ...state.frames import Daring, Interrupt, Rolling, VehicleTurn
from ...state.orders import Repair, TakeUp
from ...state.vehicle_orders import ABOARD, DRIVING, EndVehicle, SetPace, Unstick
from ..attack.gunnery import GUN_DEEDS, WITHHOLDING, gunnery_listed
from ..attack.suppressive_fire import out_of_arc
from ..maneuvers.driving import DRIVING_DEEDS
from ..maneuvers.driving_check import complete_stop, declare
from ..movement.straight import roll_on
from .crew import (
    Dare,
    Deed,
    comes_to_rest,
    crew_in_turn,
    crew_to_order,
    drives_in,
    has_a_turn,
    operator_of,
)
from .crew_actions import CREW_DEEDS

RULE: Final = "owb.vehicle.turn-procedure"

_ALL: Final[tuple[Deed[Any], ...]] = (
    *DRIVING_DEEDS,
    *GUN_DEEDS,
    *CREW_DEEDS,
)
OF_MEN: Final[tuple[type[Order], ...]] = (*ABOARD, Repair, TakeUp)
"""What is ordered of somebody aboard; the last two are ordered of those on foot as well."""

DEEDS: Final[dict[type[Order], Deed[Any]]] = {deed.order: deed for deed in _ALL}
"""What can be done, by the order that asks for it."""


def begin_vehicle(state: OwbState, name: str, only: str = "") -> Iterator[Event]:
    """The beginning of the turn of a vehicle, or of one occupant's.

    Nobody drives a vehicle without an operator who can act: its pace is stopped.
    """
    cite(RULE, "owb.vehicle.what-it-covers", "owb.vehicle.replaces-core-vehicle-combat")
    cite("owb.vehicle.round-lasts-seconds")
    vehicle = state.vehicle(name)
    if operator_of(state, vehicle) is None and vehicle.pace != "stopped":
        complete_stop(state, name)
    comes_to_rest(state, name, only)
    for person in [state.person(only)] if only else state.occupants(name):
        yield from _ready(state, person, alone=bool(only))
    state.push(VehicleTurn(vehicle=name, only=only))


def _ready(state: OwbState, person: Person, *, alone: bool) -> Iterator[Event]:
    """What somebody aboard has declared is carried out; in a free turn he simply reloads."""
    if person.late and alone:
        state.put(carried_out(state, person))
        yield told_late(person)
    elif state.phase == "free-turn" and any(needs_reload(state, arm) for arm in person.arms):
        state.put(reloaded(state, person))


def vehicle_over(state: OwbState, name: str, only: str = "") -> None:
    """The turn of a vehicle, or of one occupant, is over; what was not used is lost.

    Whoever reloads has his turn later, and drives then if he is the operator. Suppressive fire ends
    if its area has left the weapon's arc. A vehicle whose pace has not been declared stands, unless
    it is skidding.
    """
    cite("owb.vehicle.movement-does-not-use-up-the-attack")
    vehicle = state.vehicle(name)
    driven = drives_in(state, vehicle, only)
    for person in [state.person(only)] if only else state.occupants(name):
        if only or not person.late:
            ended = replace(person, trained=None) if out_of_arc(state, person) else person
            state.put(over(ended))
    if driven and not vehicle.declared and not vehicle.wreck:
        declare(state, name, vehicle.pace if vehicle.halted else "stopped")
    if driven or not only:
        state.alter(name, done=True)


class Ending(Act[OwbState, EndVehicle]):
    """The end of the turn of a vehicle and all aboard it."""

    order = EndVehicle
    words = Words(
        label="End its turn",
        key="E",
        rule=RULE,
        hint="What nobody aboard has used is lost.",
        typed="end [VEHICLE]",
        means="End the turn of a vehicle and all aboard it.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        yield case.action(
            EndVehicle,
            self.words,
            fixed={"vehicle": vehicle.id},
            refusal=case.refusal(EndVehicle(vehicle.id)),
            ends=True,
            label="End his turn" if case.frame.only else self.words.label,
        )


ENDING: Final = Ending()


class TakingVehicleTurn(Decision[VehicleTurn]):
    """What a vehicle and those aboard do in their turn."""

    answers: ClassVar[tuple[type[Order], ...]] = (*DRIVING, *OF_MEN)

    def choice(self, state: OwbState, frame: VehicleTurn) -> Choice:
        """Whoever commands the vehicle, or anybody aboard."""
        vehicle = state.vehicle(frame.vehicle)
        aboard = [p.id for p in state.occupants(vehicle.id) if p.able and not p.late]
        names = (frame.only,) if frame.only else (vehicle.id, *aboard)
        return Choice(
            seats=owners(state, names),
            ask="vehicle turn",
            rule=RULE,
            prompt=f"{vehicle.name} may move, and each man aboard attack or act.",
            about=names,
        )

    def check(self, state: OwbState, frame: VehicleTurn, seat: str, order: Any) -> Refusal | None:
        refusal = (
            _check_man(state, frame, seat, _ordered(order))
            if isinstance(order, OF_MEN)
            else _check_driver(state, frame, seat, order)
        )
        if refusal is not None or isinstance(order, EndVehicle):
            return refusal
        if refusal := _pace_first(state, frame, order):
            return refusal
        return DEEDS[type(order)].check(state, frame, order)

    def apply(
        self, state: OwbState, frame: VehicleTurn, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        if isinstance(order, EndVehicle):
            yield from _end(state, frame)
            return
        yield from DEEDS[type(order)].apply(state, frame, order, dice)

    def candidates(
        self, state: OwbState, frame: VehicleTurn, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Whatever the deeds offer that is legal, and the end of the turn."""
        for deed in DEEDS.values():
            for order in deed.candidates(state, frame):
                able = (one for one in seats if commands(state, one, _ordered(order)))
                seat = next(able, None)
                if seat is not None and self.check(state, frame, seat, order) is None:
                    yield order
        yield EndVehicle(vehicle=frame.vehicle)

    def settle(self, state: OwbState, frame: VehicleTurn, dice: Dice) -> Iterator[Event]:
        """The turn ends by itself when nobody aboard can act."""
        vehicle = state.find_vehicle(frame.vehicle)
        if vehicle is None or not vehicle.on_table:
            state.pop()
        elif not self._goes_on(state, frame, vehicle):
            yield from _end(state, frame)

    def _goes_on(self, state: OwbState, frame: VehicleTurn, vehicle: Vehicle) -> bool:
        if not frame.only:
            return has_a_turn(state, vehicle)
        person = state.find_person(frame.only)
        return person is not None and person.able and person.aboard == vehicle.id

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """What a vehicle and those aboard can do, and the end of their turn."""
        vehicle = case.state.vehicle(case.frame.vehicle)
        if piece is None:
            yield from ENDING.listed(case, vehicle)
            return
        if piece not in (vehicle.id, *(p.id for p in crew_in_turn(case.state, case.frame))):
            return
        if case.commands(vehicle.id):
            for deed in DRIVING_DEEDS:
                yield from deed.listed(case, vehicle)
        for person in crew_to_order(case, vehicle):
            yield from gunnery_listed(case, vehicle, person)
        for deed in (WITHHOLDING, *CREW_DEEDS):
            yield from deed.listed(case, vehicle)


def _ordered(order: Order) -> str:
    """Whom an order is for: one of those aboard, or the vehicle."""
    return str(getattr(order, "person" if isinstance(order, OF_MEN) else "vehicle"))


def _check_man(state: OwbState, frame: VehicleTurn, seat: str, name: str) -> Refusal | None:
    person = state.find_person(name)
    if person is None or person.aboard != frame.vehicle or not person.able:
        return Refusal(RULE, "Nobody of that name who can act is aboard.")
    if frame.only and name != frame.only:
        return Refusal(RULE, "Another member of the crew takes his turn.")
    if person.late and not frame.only:
        return _acts_last(person)
    return not_his(state, seat, name, RULE)


def _acts_last(person: Person) -> Refusal:
    return Refusal("owb.initiative.loses-initiative", f"{person.name} acts last this round.")


def _check_driver(state: OwbState, frame: VehicleTurn, seat: str, order: Any) -> Refusal | None:
    if order.vehicle != frame.vehicle:
        return Refusal(RULE, "Another vehicle takes its turn.")
    if isinstance(order, EndVehicle):
        seats = owners(state, (frame.only or frame.vehicle,))
        return None if seat in seats else not_his(state, seat, frame.vehicle, RULE)
    vehicle = state.vehicle(frame.vehicle)
    driver = operator_of(state, vehicle)
    if driver is None:
        return Refusal("owb.crew.no-operator-no-movement", "Nobody drives it.")
    if not drives_in(state, vehicle, frame.only):
        other = Refusal(RULE, "The vehicle moves in its operator's turn.")
        return other if frame.only else _acts_last(driver)
    return not_his(state, seat, vehicle.id, RULE)


def _pace_first(state: OwbState, frame: VehicleTurn, order: Order) -> Refusal | None:
    """Before anything else the operator frees the vehicle if it is stuck, and declares its pace."""
    vehicle = state.vehicle(frame.vehicle)
    if isinstance(order, (Unstick, SetPace)) or vehicle.declared or vehicle.wreck:
        return None
    if operator_of(state, vehicle) is None or not drives_in(state, vehicle, frame.only):
        return None
    return Refusal("owb.vmove.pace-declared-at-start-of-turn", "Declare its pace first.")


def _end(state: OwbState, frame: VehicleTurn) -> Iterator[Event]:
    state.pop()
    if frame.only and state.find_person(frame.only) is None:
        return
    vehicle_over(state, frame.vehicle, frame.only)
    name = state.pieces[frame.only or frame.vehicle].name
    text = f"{name} has had {'his' if frame.only else 'its'} turn."
    yield happened("turn-over", text, RULE, frame.only or frame.vehicle)


DARES: Final[dict[type[Order], Dare[Any]]] = {
    order: deed for order, deed in DEEDS.items() if isinstance(deed, Dare)
}
"""What is done with a vehicle as an Action, by the order that asks for it."""


class OnTheRoad(Step[Rolling]):
    """A drive straight on or back."""

    def settle(self, state: OwbState, frame: Rolling, dice: Dice) -> Iterator[Event]:
        return roll_on(state, frame, dice)


class TryingIt(Step[Daring]):
    """What somebody does with his vehicle as an Action: a Driving Check, or turning a gun."""

    def settle(self, state: OwbState, frame: Daring, dice: Dice) -> Iterator[Event]:
        """Interruptions first; then it is tried, if it still can be."""
        if frame.stage == "declared":
            cite("owb.withhold.interrupt-timing", "owb.driving.check-is-an-action")
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=frame.vehicle, moment="declared"))
            return
        state.pop()
        deed, turn = DARES[type(frame.order)], VehicleTurn(vehicle=frame.vehicle)
        if deed.check(state, turn, frame.order) is None:
            yield from deed.dare(state, frame.vehicle, frame.order, dice)
