"""COMMON VEHICLE MANEUVERS: what the operator can do, one deed for each order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, get_args

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.carrying_out import carry_out, jump
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import FORWARD, declare
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.jump import jumps, plan_jump
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.on_the_spot import (
    drive_defensively,
    pivot,
    plan_defence,
    plan_pivot,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import Plan, held
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.turns import plan_lane, plan_turn
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.unsticking import (
    check_unstick,
    drive_free,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import operate_hot
from sandtable.rulebooks.whitebox.part2_vehicles.movement.leaving import is_off_map
from sandtable.rulebooks.whitebox.part2_vehicles.movement.straight import check_drive, drives
from sandtable.rulebooks.whitebox.part2_vehicles.round.deeds import Dare, Deed
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Interrupt
from sandtable.rulebooks.whitebox.state.vehicle_frames import Rolling, VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    Hand,
    Jump,
    Pivot,
    SetPace,
    Turning,
    TurnKind,
    Unstick,
)
from sandtable.rulebooks.whitebox.state.vehicles import Pace, Vehicle

PACES: Final[tuple[Pace, ...]] = get_args(Pace)
HANDS: Final[tuple[Hand, ...]] = get_args(Hand)

Degrees = Literal[45, 90, 135, 180]
OrderT = TypeVar("OrderT", bound=Turning | ChangeLane | Jump | DriveDefensively | Pivot)


class DeclaringPace(Deed[SetPace]):
    """The pace of the round, which stays in force until the next turn of the vehicle."""

    order: ClassVar = SetPace

    def check(self, state: OwbState, turn: VehicleTurn, order: SetPace) -> Refusal | None:
        """It is declared once, before anything else is done.

        What cannot move stays stopped, and what has skidded keeps its pace.
        """
        vehicle = state.vehicle(turn.vehicle)
        if vehicle.declared:
            rule = "owb.vmove.pace-declared-at-start-of-turn"
            return Refusal(rule, f"The pace of {vehicle.name} has been declared.")
        kept = vehicle.pace if vehicle.halted else "stopped"
        return held(state, vehicle) if order.pace != kept else None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: SetPace, dice: Dice
    ) -> Iterator[Event]:
        """Declare it; a hot engine may seize up when it is run.

        Nobody keeps up suppressive fire at normal pace, so it ends.
        """
        vehicle = declare(state, turn.vehicle, order.pace)
        if order.pace == "normal":
            cease_fire(state, vehicle)
        yield Event(
            kind="pace",
            text=f"{vehicle.name} {PACE_WORDS[order.pace]}.",
            rules=("owb.vmove.pace-declared-at-start-of-turn",),
            pieces=(vehicle.id,),
            data={"pace": order.pace},
        )
        if order.pace != "stopped":
            yield from operate_hot(state, vehicle.id, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[SetPace]:
        """Every pace."""
        for pace in PACES if not state.vehicle(turn.vehicle).declared else ():
            yield SetPace(turn.vehicle, pace)


def cease_fire(state: OwbState, vehicle: Vehicle) -> None:
    """The suppressive fire of a vehicle's weapons ends."""
    cite("owb.vattack.suppressive-fire-procedure")
    for person in state.occupants(vehicle.id):
        if person.trained is not None:
            state.change(person.id, trained=None)


PACE_WORDS: Final = {
    "stopped": "stands still",
    "crawl": "goes at a crawl",
    "normal": "goes at normal pace",
    "reverse": "goes in reverse",
}


class GettingUnstuck(Dare[Unstick]):
    """The operator tries to drive a stuck vehicle free."""

    order: ClassVar = Unstick

    def check(self, state: OwbState, turn: VehicleTurn, order: Unstick) -> Refusal | None:
        """Only a stuck vehicle, before its pace is declared, once a round."""
        return check_unstick(state, state.vehicle(turn.vehicle))

    def dare(self, state: OwbState, name: str, order: Unstick, dice: Dice) -> Iterator[Event]:
        """Try it."""
        return drive_free(state, name, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Unstick]:
        """The try."""
        if state.vehicle(turn.vehicle).stuck:
            yield Unstick(turn.vehicle)


class DrivingStraight(Deed[Drive]):
    """Straight on or straight back."""

    order: ClassVar = Drive

    def check(self, state: OwbState, turn: VehicleTurn, order: Drive) -> Refusal | None:
        """As far as the Movement lasts and nothing is in the way, unless it is to be rammed."""
        return check_drive(state, state.vehicle(turn.vehicle), order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Drive, dice: Dice
    ) -> Iterator[Event]:
        """Set out; who means to ram has declared that, and others may interrupt him."""
        state.push(
            Rolling(
                vehicle=turn.vehicle,
                squares=order.squares,
                ram=order.ram,
                ram_object=order.ram_object,
            )
        )
        if order.ram is not None or order.ram_object:
            cite("owb.withhold.interrupt-timing")
            state.push(Interrupt(about=turn.vehicle, moment="declared"))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Drive]:
        """A little, half the way, all the way, and into whatever stands at its end."""
        return drives(state, state.vehicle(turn.vehicle))


class Manoeuvre(Dare[OrderT], Generic[OrderT]):
    """A manoeuvre for which there is a plan; only some take a Driving Check."""

    @abstractmethod
    def plan(self, state: OwbState, vehicle: Vehicle, order: OrderT) -> Plan | Refusal:
        """What it would be, or why it cannot be tried."""

    def check(self, state: OwbState, turn: VehicleTurn, order: OrderT) -> Refusal | None:
        """Why there is no plan for it."""
        plan = self.plan(state, state.vehicle(turn.vehicle), order)
        return plan if isinstance(plan, Refusal) else None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: OrderT, dice: Dice
    ) -> Iterator[Event]:
        """Declare it if it takes a Driving Check; otherwise it is made at once."""
        plan = self.plan(state, state.vehicle(turn.vehicle), order)
        assert isinstance(plan, Plan)
        if plan.row.check:
            return super().apply(state, turn, order, dice)
        return self.carry_out(state, turn.vehicle, plan, dice)

    def dare(self, state: OwbState, name: str, order: OrderT, dice: Dice) -> Iterator[Event]:
        """Carry the plan out."""
        plan = self.plan(state, state.vehicle(name), order)
        assert isinstance(plan, Plan)
        return self.carry_out(state, name, plan, dice)

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """What a turn or a lane change does; the others have their own way."""
        return carry_out(state, name, plan, dice)


class MakingTurn(Manoeuvre[Turning]):
    """Turns of every kind."""

    order: ClassVar = Turning

    def plan(self, state: OwbState, vehicle: Vehicle, order: Turning) -> Plan | Refusal:
        """See TURNS."""
        return plan_turn(state, vehicle, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Turning]:
        """Those of the vehicle's pace, to both sides; none off the map."""
        vehicle = state.vehicle(turn.vehicle)
        for hand in HANDS if vehicle.pace in FORWARD else ():
            for kind, degrees in TURNS[vehicle.pace]:
                order = Turning(vehicle.id, hand, degrees, kind)
                if stays(state, plan_turn(state, vehicle, order)):
                    yield order


TURNS: Final[Mapping[Pace, tuple[tuple[TurnKind, Degrees], ...]]] = {
    "crawl": (("ordinary", 45), ("crawling", 90)),
    "normal": (
        ("ordinary", 45),
        ("ordinary", 90),
        ("tight", 90),
        ("bootleg", 90),
        ("bootleg", 135),
        ("bootleg", 180),
    ),
}
"""The turns that are worth considering: no dearer or riskier one where another does the same."""


class ChangingLane(Manoeuvre[ChangeLane]):
    """Lane changes, quick and not."""

    order: ClassVar = ChangeLane

    def plan(self, state: OwbState, vehicle: Vehicle, order: ChangeLane) -> Plan | Refusal:
        """See LANE CHANGE."""
        return plan_lane(state, vehicle, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[ChangeLane]:
        """Both kinds to both sides; none off the map."""
        vehicle = state.vehicle(turn.vehicle)
        for hand in HANDS if vehicle.pace in FORWARD else ():
            for quick in (False, True) if vehicle.width > 1 else (False,):
                order = ChangeLane(vehicle.id, hand, quick)
                if stays(state, plan_lane(state, vehicle, order)):
                    yield order


class Jumping(Manoeuvre[Jump]):
    """Jumps straight ahead."""

    order: ClassVar = Jump

    def plan(self, state: OwbState, vehicle: Vehicle, order: Jump) -> Plan | Refusal:
        """See JUMP."""
        return plan_jump(state, vehicle, order)

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Take off, and land."""
        return jump(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Jump]:
        """Over whatever hinders the vehicle."""
        return jumps(state, state.vehicle(turn.vehicle))


class DrivingDefensively(Manoeuvre[DriveDefensively]):
    """Defensive driving."""

    order: ClassVar = DriveDefensively

    def plan(self, state: OwbState, vehicle: Vehicle, order: DriveDefensively) -> Plan | Refusal:
        """See DEFENSIVE DRIVING."""
        return plan_defence(state, vehicle)

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Weave about."""
        return drive_defensively(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[DriveDefensively]:
        """The try."""
        yield DriveDefensively(turn.vehicle)


class Pivoting(Manoeuvre[Pivot]):
    """The pivot of Advanced Steering."""

    order: ClassVar = Pivot

    def plan(self, state: OwbState, vehicle: Vehicle, order: Pivot) -> Plan | Refusal:
        """See ADVANCED STEERING."""
        return plan_pivot(state, vehicle, order)

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Pivot on the spot."""
        return pivot(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Pivot]:
        """By 45 and 90 degrees to both sides, while the vehicle stands."""
        if state.vehicle(turn.vehicle).pace == "stopped":
            for hand in HANDS:
                yield Pivot(turn.vehicle, hand, 45)
                yield Pivot(turn.vehicle, hand, 90)


def stays(state: OwbState, plan: Plan | Refusal) -> bool:
    """Whether a manoeuvre can be tried and keeps the vehicle on the map."""
    return isinstance(plan, Plan) and not is_off_map(state, plan.after)


DRIVING_DEEDS: Final[tuple[Deed[Any], ...]] = (
    GettingUnstuck(),
    DeclaringPace(),
    DrivingStraight(),
    MakingTurn(),
    ChangingLane(),
    Jumping(),
    DrivingDefensively(),
    Pivoting(),
)
"""Everything that an operator can do with his vehicle beside striking others."""
