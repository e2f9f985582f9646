"""What those aboard can do beside driving and shooting: change seats, get out, work."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Final, TypeVar, get_args

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.round.actions import check_action, items_near
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import check_action_aboard, free_seats
from sandtable.rulebooks.whitebox.part2_vehicles.round.deeds import Deed
from sandtable.rulebooks.whitebox.part3_combining.boarding import doors
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Acting
from sandtable.rulebooks.whitebox.state.orders import CrewAction, Repair, TakeUp
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_frames import VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    AidAboard,
    Alight,
    ChangeSeat,
    DouseAboard,
    Labour,
    RepairGun,
    Work,
)
from sandtable.rulebooks.whitebox.state.vehicles import OPERATOR, Vehicle

ActionT = TypeVar("ActionT", bound=CrewAction | Repair | TakeUp)


class CrewDeed(Deed[ActionT]):
    """An Action of somebody aboard; others may interrupt it."""

    def check(self, state: OwbState, turn: VehicleTurn, order: ActionT) -> Refusal | None:
        """Why he cannot take it."""
        person = state.person(order.person)
        return check_action_aboard(state, person) or check_action(state, person, order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: ActionT, dice: Dice
    ) -> Iterator[Event]:
        """Take it, once the others have had their say."""
        state.change(order.person, acted=True, withheld=False, trained=None)
        state.push(Acting(person=order.person, action=order))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[ActionT]:
        """What each of those aboard could do."""
        vehicle = state.vehicle(turn.vehicle)
        for person in state.occupants(vehicle.id):
            if check_action_aboard(state, person) is None:
                yield from self.offers(state, vehicle, person)

    @abstractmethod
    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[ActionT]:
        """What one of them could do."""


class Changing(CrewDeed[ChangeSeat]):
    """To an empty seat."""

    order: ClassVar[type[Order]] = ChangeSeat

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[ChangeSeat]:
        """The seats from which something is done; nobody else need move."""
        if person.seat != OPERATOR:
            working = [OPERATOR, *(mount.id for mount in vehicle.mounts if not mount.lost)]
            for seat in free_seats(state, vehicle):
                if seat in working:
                    yield ChangeSeat(person=person.id, seat=seat)


class GettingOut(CrewDeed[Alight]):
    """To a square beside the vehicle."""

    order: ClassVar[type[Order]] = Alight

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Alight]:
        """The first free square on each side."""
        print_ = state.footprint(vehicle)
        sides: dict[tuple[bool, bool], None] = {}
        for square in doors(state, vehicle):
            side = (square[0] > print_.centre[0], square[1] > print_.centre[1])
            if side not in sides and state.at(square) is None:
                sides[side] = None
                yield Alight(person=person.id, to=state.setting.point(square))


class Working(CrewDeed[Work]):
    """On the vehicle that one is in."""

    order: ClassVar[type[Order]] = Work

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Work]:
        """Everything that could be mended."""
        for labour in get_args(Labour):
            yield Work(person=person.id, vehicle=vehicle.id, labour=labour)


class RepairingGun(CrewDeed[RepairGun]):
    """A jammed weapon."""

    order: ClassVar[type[Order]] = RepairGun

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[RepairGun]:
        """Whatever is jammed."""
        for mount in vehicle.mounts:
            if mount.jam:
                yield RepairGun(person=person.id, mount=mount.id)


class RepairingArm(CrewDeed[Repair]):
    """A hand weapon that has jammed, one's own or of somebody in the same vehicle."""

    order: ClassVar[type[Order]] = Repair

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Repair]:
        """Whatever is jammed."""
        for other in state.occupants(vehicle.id):
            owner = None if other.id == person.id else other.id
            for arm in other.arms:
                if arm.jam:
                    yield Repair(person=person.id, weapon=arm.id, owner=owner)  # type: ignore[arg-type]


class TakingUp(CrewDeed[TakeUp]):
    """A hand weapon that was dropped in the vehicle, or that one who fell there has left."""

    order: ClassVar[type[Order]] = TakeUp

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[TakeUp]:
        """Whatever lies about, and what the fallen have."""
        for item in items_near(state, person):
            yield TakeUp(person=person.id, weapon=item.called)  # type: ignore[arg-type]
        for other in state.occupants(vehicle.id):
            for arm in other.arms if other.out else ():
                yield TakeUp(person=person.id, weapon=arm.id, owner=other.id)  # type: ignore[arg-type]


class AidingAboard(CrewDeed[AidAboard]):
    """Somebody in the same vehicle."""

    order: ClassVar[type[Order]] = AidAboard

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[AidAboard]:
        """Whoever is wounded."""
        for other in state.occupants(vehicle.id):
            if other.hp < other.most_hp:
                yield AidAboard(person=person.id, patient=other.id)


class DousingAboard(CrewDeed[DouseAboard]):
    """Somebody who burns in the same vehicle, himself included."""

    order: ClassVar[type[Order]] = DouseAboard

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[DouseAboard]:
        """Whoever burns."""
        for other in state.occupants(vehicle.id):
            if other.burning:
                yield DouseAboard(person=person.id, burning=other.id)


CREW_DEEDS: Final[tuple[Deed[Any], ...]] = (
    Changing(),
    GettingOut(),
    Working(),
    RepairingGun(),
    RepairingArm(),
    TakingUp(),
    AidingAboard(),
    DousingAboard(),
)
"""Everything that those aboard can do with their Actions."""
