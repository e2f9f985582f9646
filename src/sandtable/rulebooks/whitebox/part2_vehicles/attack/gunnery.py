"""What gunners and passengers can do in the turn of their vehicle; guns on trailers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.attack.withholding import check_withhold
from ...showing.places import which_hand
from ...state import Footprint, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.footprint import pivoted
from ...state.frames import Interrupt, VehicleTurn
from ...state.vehicle_orders import Hand, TurnTrailer, WithholdGun
from ..collision.contacts import in_the_way
from ..damage.wrecks import inoperable
from ..movement.terrain import is_off_map
from ..round.crew import (
    Dare,
    Deed,
    check_action_aboard,
    check_attack_aboard,
    crew_in_turn,
    crew_to_order,
    gunner_of,
    is_settled,
    one_aboard,
)
from .bearing import guns_of
from .gun_orders import FIRING_GUN, FIRING_OUT, GUN_ATTACKS, SWEEPING_ON, Traversing

RULE: Final = "owb.vweapon.on-trailers"


def is_trailer(vehicle: Vehicle) -> bool:
    """Whether a vehicle is a gun on a trailer."""
    cite(RULE)
    return vehicle.block.startswith("trailer-")


def _turned(state: OwbState, vehicle: Vehicle, order: TurnTrailer) -> Footprint:
    print_ = state.footprint(vehicle)
    return pivoted(print_, print_.facing + (1 if order.hand == "right" else -1))


class TurningTrailer(Dare[TurnTrailer]):
    """An emplaced gun is turned."""

    order = TurnTrailer
    words = Words(
        label="Turn the gun",
        key="T",
        rule="owb.vweapon.on-trailers",
        hint="Turns an emplaced gun by one facing.",
    )

    def check(self, state: OwbState, turn: VehicleTurn, order: TurnTrailer) -> Refusal | None:
        person = state.person(order.person)
        vehicle = state.find_vehicle(person.aboard)
        if vehicle is None or not is_trailer(vehicle):
            return Refusal(RULE, "Only a gun on a trailer is turned by its gunner.")
        if refusal := (check_action_aboard(state, person) or inoperable(vehicle)):
            return refusal
        manned = person.able and vehicle.mount(person.seat) is not None
        if not manned or not is_settled(state, person):
            return Refusal(RULE, "Its gunner turns it.")
        after = _turned(state, vehicle, order)
        if is_off_map(state, after) or in_the_way(state, vehicle.id, after):
            return Refusal(RULE, "There is no room to turn it.")
        return None

    def dare(self, state: OwbState, name: str, order: TurnTrailer, dice: Dice) -> Iterator[Event]:
        """Turn a gun by one facing; that is its gunner's action."""
        person = state.change(order.person, acted=True, withheld=False, trained=None)
        vehicle = state.vehicle(person.aboard)
        state.place(vehicle.id, _turned(state, vehicle, order))
        text = f"{person.name} turns the {vehicle.name} to the {order.hand}."
        yield happened("manoeuvre", text, RULE, vehicle.id, person.id)
        state.push(Interrupt(about=vehicle.id, moment="step"))

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[TurnTrailer]:
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


class Withholding(Deed[WithholdGun]):
    """Somebody aboard holds his attack back."""

    order = WithholdGun
    words = Words(
        label="Withhold",
        key="H",
        rule="owb.vattack.withhold",
        hint="Somebody aboard keeps his attack for later.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        people = crew_to_order(case, vehicle)
        return one_aboard(case, vehicle, self.words, [WithholdGun(one.id) for one in people])

    def check(self, state: OwbState, turn: VehicleTurn, order: WithholdGun) -> Refusal | None:
        person = state.person(order.person)
        rule = "owb.vattack.withhold"
        cite(rule)
        if refusal := (check_attack_aboard(state, person) or check_withhold(state, person)):
            return refusal
        if person.withheld:
            return Refusal(rule, "He withholds it already.")
        if person.swept:
            return Refusal(rule, "His Trained weapon has fired this round.")
        if not any(guns_of(state, person)) and not person.arms:
            return Refusal(rule, "He has no weapon at hand.")
        return None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: WithholdGun, dice: Dice
    ) -> Iterator[Event]:
        person = state.change(order.person, withheld=True, trained=None)
        text = f"{person.name} withholds his attack."
        yield happened("withhold", text, "owb.vattack.withhold", person.id)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[WithholdGun]:
        for person in crew_in_turn(state, turn):
            yield WithholdGun(person=person.id)


TRAVERSING: Final = Traversing()
TURNING: Final = TurningTrailer()
WITHHOLDING: Final = Withholding()

GUN_DEEDS: Final[tuple[Deed[Any], ...]] = (
    TRAVERSING,
    *GUN_ATTACKS,
    WITHHOLDING,
    TURNING,
)
"""Everything that those aboard can do with weapons."""


def gunnery_listed(case: Case, vehicle: Vehicle, person: Person) -> Iterator[Action]:
    """All that somebody aboard can do with the weapons that he mans, or with his own.

    A turret can be traversed even if its gun is lost.
    """
    gunners = ((mount, gunner_of(case.state, vehicle, mount)) for mount in vehicle.mounts)
    manned = [mount for mount, gunner in gunners if gunner and gunner.id == person.id]
    for mount in manned:
        yield from TRAVERSING.by(case, vehicle, mount, person)
    working = [mount for mount in manned if not mount.lost]
    for mount in working:
        yield from FIRING_GUN.by(case, vehicle, mount, person)
        yield from SWEEPING_ON.by(case, vehicle, mount, person)
    if working and is_trailer(vehicle):
        yield TURNING.by(case, vehicle, person)
    if vehicle.mount(person.seat) is None:
        yield from FIRING_OUT.by(case, vehicle, person)


def attacks_aboard_listed(case: Case, person: Person) -> Iterator[Action]:
    """The attacks of somebody aboard that are open now."""
    vehicle = case.state.find_vehicle(person.aboard)
    if vehicle is not None:
        yield from (one for one in gunnery_listed(case, vehicle, person) if not one.refusal)
