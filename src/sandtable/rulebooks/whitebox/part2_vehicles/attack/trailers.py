"""AUTOCANNON and CANNON on trailers: emplaced guns, which their gunners turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, get_args

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...showing.places import which_hand
from ...state import OwbState
from ...state.decision import Case
from ...state.footprint import Footprint, pivoted
from ...state.frames import Interrupt, VehicleTurn
from ...state.people import Person
from ...state.vehicle_orders import Hand, TurnTrailer
from ...state.vehicles import Vehicle
from ..collision.contacts import in_the_way
from ..damage.wrecks import inoperable
from ..movement.leaving import is_off_map
from ..round.crew import check_action_aboard, crew_in_turn, is_settled
from ..round.deeds import Dare

RULE: Final = "owb.vweapon.on-trailers"


def is_trailer(vehicle: Vehicle) -> bool:
    """Whether a vehicle is a gun on a trailer."""
    cite(RULE)
    return vehicle.block.startswith("trailer-")


def check_turn(state: OwbState, person: Person, order: TurnTrailer) -> Refusal | None:
    """Why somebody cannot turn his gun, or ``None`` if he can."""
    vehicle = state.find_vehicle(person.aboard)
    if vehicle is None or not is_trailer(vehicle):
        return Refusal(RULE, "Only a gun on a trailer is turned by its gunner.")
    refusal = check_action_aboard(state, person) or inoperable(vehicle)
    if refusal is not None:
        return refusal
    manned = person.able and vehicle.mount(person.seat) is not None
    if not manned or not is_settled(state, person):
        return Refusal(RULE, "Its gunner turns it.")
    after = _turned(state, vehicle, order)
    if is_off_map(state, after) or in_the_way(state, vehicle.id, after):
        return Refusal(RULE, "There is no room to turn it.")
    return None


def _turned(state: OwbState, vehicle: Vehicle, order: TurnTrailer) -> Footprint:
    print_ = state.footprint(vehicle)
    return pivoted(print_, print_.facing + (1 if order.hand == "right" else -1))


class TurningTrailer(Dare[TurnTrailer]):
    """An emplaced gun is turned."""

    order: ClassVar[type[Order]] = TurnTrailer
    words: ClassVar[Words] = Words(
        label="Turn the gun",
        key="T",
        rule="owb.vweapon.on-trailers",
        hint="Turns an emplaced gun by one facing.",
    )

    def check(self, state: OwbState, turn: VehicleTurn, order: TurnTrailer) -> Refusal | None:
        """Why it cannot be turned."""
        return check_turn(state, state.person(order.person), order)

    def dare(self, state: OwbState, name: str, order: TurnTrailer, dice: Dice) -> Iterator[Event]:
        """Turn a gun by one facing; that is its gunner's action."""
        person = state.change(order.person, acted=True, withheld=False, trained=None)
        vehicle = state.vehicle(person.aboard)
        state.place(vehicle.id, _turned(state, vehicle, order))
        yield Event(
            kind="manoeuvre",
            text=f"{person.name} turns the {vehicle.name} to the {order.hand}.",
            rules=(RULE,),
            pieces=(vehicle.id, person.id),
        )
        state.push(Interrupt(about=vehicle.id, moment="step"))

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[TurnTrailer]:
        """To the left, and to the right."""
        if is_trailer(state.vehicle(turn.vehicle)):
            for person in crew_in_turn(state, turn):
                yield TurnTrailer(person=person.id, hand="left")
                yield TurnTrailer(person=person.id, hand="right")

    def by(self, case: Case, vehicle: Vehicle, person: Person) -> Action:
        """To either side."""
        orders = [TurnTrailer(person.id, hand) for hand in get_args(Hand)]
        return case.action(
            TurnTrailer,
            self.words,
            piece=vehicle.id,
            fixed={"person": person.id},
            slots=(which_hand("left"),),
            refusal=case.first_refusal(orders),
        )
