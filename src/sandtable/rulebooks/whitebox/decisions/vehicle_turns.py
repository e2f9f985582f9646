"""The turn of a vehicle: pace, steps and manoeuvres, and what each occupant does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.decisions.base import Decision, commands, not_his, owners
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.collisions import COLLISION_DEEDS
from sandtable.rulebooks.whitebox.vehicles.crew import has_a_turn, operator_of
from sandtable.rulebooks.whitebox.vehicles.crew_deeds import CREW_DEEDS
from sandtable.rulebooks.whitebox.vehicles.deeds import Deed
from sandtable.rulebooks.whitebox.vehicles.frames import VehicleTurn
from sandtable.rulebooks.whitebox.vehicles.gunnery import GUN_DEEDS
from sandtable.rulebooks.whitebox.vehicles.manoeuvring import DRIVING_DEEDS
from sandtable.rulebooks.whitebox.vehicles.orders import ABOARD, DRIVING, EndVehicle
from sandtable.rulebooks.whitebox.vehicles.pieces import OPERATOR

RULE: Final = "owb.vehicle.turn-procedure"

_ALL: Final[tuple[Deed[Any], ...]] = (
    *DRIVING_DEEDS,
    *COLLISION_DEEDS,
    *GUN_DEEDS,
    *CREW_DEEDS,
)
DEEDS: Final[dict[type[Order], Deed[Any]]] = {deed.order: deed for deed in _ALL}
"""What can be done, by the order that asks for it."""


def begin_vehicle(state: OwbState, name: str, only: str = "") -> Iterator[Event]:
    """The beginning of the turn of a vehicle, or of one occupant's."""
    cite(RULE)
    state.push(VehicleTurn(vehicle=name, only=only))
    return iter(())


def vehicle_over(state: OwbState, name: str, only: str = "") -> None:
    """The turn of a vehicle, or of one occupant, is over; what was not used is lost."""
    if only:
        state.change(only, done=True)
    else:
        for person in state.occupants(name):
            state.change(person.id, done=True)
    if not only or state.person(only).seat == OPERATOR:
        state.alter(name, done=True)


class TakingVehicleTurn(Decision[VehicleTurn]):
    """What a vehicle and those aboard do in their turn."""

    answers: ClassVar[tuple[type[Order], ...]] = (*DRIVING, *ABOARD)

    def choice(self, state: OwbState, frame: VehicleTurn) -> Choice:
        """Whoever commands the vehicle, or anybody aboard."""
        vehicle = state.vehicle(frame.vehicle)
        aboard = [person.id for person in state.occupants(vehicle.id) if person.able]
        names = (frame.only,) if frame.only else (vehicle.id, *aboard)
        return Choice(
            seats=owners(state, names),
            ask="vehicle turn",
            rule=RULE,
            prompt=f"{vehicle.name} may move, and each man aboard attack or act.",
            about=names,
        )

    def check(self, state: OwbState, frame: VehicleTurn, seat: str, order: Order) -> Refusal | None:
        """Why that cannot be done."""
        refusal = (
            _check_man(state, frame, seat, order_person(order))
            if isinstance(order, ABOARD)
            else _check_driver(state, frame, seat, order)
        )
        if refusal is not None or isinstance(order, EndVehicle):
            return refusal
        return DEEDS[type(order)].check(state, frame, order)

    def apply(
        self, state: OwbState, frame: VehicleTurn, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Do it."""
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
                seat = next((one for one in seats if _may_order(state, one, order)), None)
                if seat is not None and self.check(state, frame, seat, order) is None:
                    yield order
        yield EndVehicle(vehicle=frame.vehicle)

    def settle(self, state: OwbState, frame: VehicleTurn, dice: Dice) -> Iterator[Event]:
        """The turn ends by itself when nobody aboard can act."""
        vehicle = state.find_vehicle(frame.vehicle)
        if vehicle is None or not vehicle.on_table:
            state.pop()
        elif not has_a_turn(state, vehicle) or (frame.only and not state.person(frame.only).able):
            yield from _end(state, frame)


def order_person(order: Any) -> str:
    """The one aboard whom an order is for."""
    return str(order.person)


def _may_order(state: OwbState, seat: str, order: Any) -> bool:
    name = order_person(order) if isinstance(order, ABOARD) else order.vehicle
    return commands(state, seat, name)


def _check_man(state: OwbState, frame: VehicleTurn, seat: str, name: str) -> Refusal | None:
    person = state.find_person(name)
    if person is None or person.aboard != frame.vehicle or not person.able:
        return Refusal(RULE, "Nobody of that name who can act is aboard.")
    if frame.only and name != frame.only:
        return Refusal(RULE, "Another member of the crew takes his turn.")
    return not_his(state, seat, name, RULE)


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
    if frame.only and frame.only != driver.id:
        return Refusal(RULE, "The vehicle moves in its operator's turn.")
    return not_his(state, seat, vehicle.id, RULE)


def _end(state: OwbState, frame: VehicleTurn) -> Iterator[Event]:
    state.pop()
    vehicle_over(state, frame.vehicle, frame.only)
    yield Event(
        kind="turn",
        text=f"{state.vehicle(frame.vehicle).name} has had its turn.",
        rules=(RULE,),
        pieces=(frame.vehicle,),
    )
