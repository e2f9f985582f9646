"""THE ATTACK ROLL: what gunners and passengers can do in their vehicle's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.attack.withholding import check_withhold
from ...state import OwbState
from ...state.decision import Case
from ...state.frames import VehicleTurn
from ...state.people import Person
from ...state.vehicle_orders import WithholdGun
from ...state.vehicles import Mount, Vehicle
from ..round.crew import check_attack_aboard, crew_in_turn, gunner_of
from ..round.deeds import Deed, crew_to_order, one_aboard
from .bearing import guns_of
from .gun_orders import FIRING_GUN, FIRING_OUT, GUN_ATTACKS, SWEEPING_ON
from .trailers import TurningTrailer, is_trailer
from .turrets import Traversing


class Withholding(Deed[WithholdGun]):
    """Somebody aboard holds his attack back."""

    order: ClassVar[type[Order]] = WithholdGun
    words: ClassVar[Words] = Words(
        label="Withhold",
        key="H",
        rule="owb.vattack.withhold",
        hint="Somebody aboard keeps his attack for later.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Whoever of them could."""
        people = crew_to_order(case, vehicle)
        return one_aboard(case, vehicle, self.words, [WithholdGun(one.id) for one in people])

    def check(self, state: OwbState, turn: VehicleTurn, order: WithholdGun) -> Refusal | None:
        """Why he cannot withhold it."""
        person = state.person(order.person)
        rule = "owb.vattack.withhold"
        cite(rule)
        refusal = check_attack_aboard(state, person) or check_withhold(state, person)
        if refusal is not None:
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
        """Withhold it."""
        person = state.change(order.person, withheld=True, trained=None)
        yield Event(
            kind="withhold",
            text=f"{person.name} withholds his attack.",
            rules=("owb.vattack.withhold",),
            pieces=(person.id,),
        )

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[WithholdGun]:
        """Whoever has a weapon."""
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
    manned = [mount for mount in vehicle.mounts if _mans(case.state, vehicle, mount, person)]
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


def _mans(state: OwbState, vehicle: Vehicle, mount: Mount, person: Person) -> bool:
    gunner = gunner_of(state, vehicle, mount)
    return gunner is not None and gunner.id == person.id


def attacks_aboard_listed(case: Case, person: Person) -> Iterator[Action]:
    """The attacks of somebody aboard that are open now."""
    vehicle = case.state.find_vehicle(person.aboard)
    if vehicle is not None:
        yield from (one for one in gunnery_listed(case, vehicle, person) if not one.refusal)
