"""COMMON VEHICLE MANEUVERS: what the operator can do, one deed for each order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, get_args

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...showing.places import which_hand
from ...state import OwbState, Vehicle
from ...state.decision import Case
from ...state.frames import VehicleTurn
from ...state.vehicle_orders import (
    ChangeLane,
    DriveDefensively,
    Hand,
    Jump,
    Pivot,
    Turning,
    TurnKind,
)
from ...state.vehicles import Pace
from ..collision.sideswiping import Sideswiping
from ..movement.terrain import is_off_map
from ..round.crew import Dare, Deed
from .carrying_out import carry_out, drive_defensively, farthest_jump, jump, jumps, pivot
from .driving import DeclaringPace, DrivingStraight, GettingUnstuck, manoeuvre_odds
from .driving_check import FORWARD, movement_left
from .plans import Plan, plan_lane, plan_turn
from .previews import plan_of, trace_driving

HANDS: Final[tuple[Hand, ...]] = get_args(Hand)
EIGHTH: Final = 45

Degrees = Literal[45, 90, 135, 180]
OrderT = TypeVar("OrderT", bound=Turning | ChangeLane | Jump | DriveDefensively | Pivot)


class Manoeuvre(Dare[OrderT], Generic[OrderT]):
    """A manoeuvre for which there is a plan; only some take a Driving Check."""

    def concerns(self, state: OwbState, vehicle: Vehicle) -> bool:
        """A vehicle whose pace has been declared."""
        return vehicle.declared

    def plan(self, state: OwbState, vehicle: Vehicle, order: OrderT) -> Plan | Refusal:
        """What it would be, or why it cannot be tried."""
        found = plan_of(state, vehicle, order)
        assert found is not None, "no manoeuvre"
        return found

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

    def odds(self, state: OwbState, order: OrderT) -> Odds | None:
        """Its Driving Check, and the mishaps if that fails."""
        return manoeuvre_odds(state, order)

    def preview(self, state: OwbState, order: OrderT) -> Trace | None:
        """Where it ends, what it costs, and what may go wrong."""
        return trace_driving(state, order)


def sided(
    case: Case,
    vehicle: Vehicle,
    orders: Sequence[Turning | Pivot],
    words: Kind,
    fixed: dict[str, Any],
) -> Action:
    """A manoeuvre to the left or to the right, by so many degrees."""
    first = next((order for order in orders if case.allows(order)), orders[0])
    most = max(order.degrees for order in orders)
    ask = "By how many degrees?"
    return case.action(
        type(first),
        words,
        piece=vehicle.id,
        fixed={"vehicle": vehicle.id, **fixed},
        slots=(
            which_hand(first.hand),
            asking.number("degrees", ask, EIGHTH, most, first.degrees, step=EIGHTH),
        ),
        refusal=case.first_refusal(orders),
    )


class MakingTurn(Manoeuvre[Turning]):
    """Turns of every kind."""

    order: ClassVar[type[Order]] = Turning
    words: ClassVar[Words] = Words(
        label="Turn",
        key="T",
        rule="owb.turn.up-to-90-degrees",
        typed="turn [VEHICLE] left|right [45|90|135|180] [ordinary|tight|crawling|bootleg]",
        means="Turn a vehicle.",
        also=("turn",),
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Turns of every kind, to the left and to the right."""
        for kind, words in EACH_TURN.items() if vehicle.declared else ():
            angles: tuple[Degrees, ...] = (45, 90, 135, 180) if kind == "bootleg" else (45, 90)
            orders = [Turning(vehicle.id, hand, by, kind) for by in angles for hand in HANDS]
            yield sided(case, vehicle, orders, words, {"kind": kind})

    def told(self, state: OwbState, order: Turning) -> str:
        """Which way, and how far."""
        how = "" if order.kind == "ordinary" else f", {order.kind}"
        return f"{order.hand} by {order.degrees}{how}"

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Turning]:
        """Those of the vehicle's pace, to both sides; none off the map."""
        vehicle = state.vehicle(turn.vehicle)
        for hand in HANDS if vehicle.pace in FORWARD else ():
            for kind, degrees in TURNS[vehicle.pace]:
                order = Turning(vehicle.id, hand, degrees, kind)
                if stays(state, plan_turn(state, vehicle, order)):
                    yield order


EACH_TURN: Final[Mapping[TurnKind, Kind]] = {
    "ordinary": Kind(
        label="Turn", key="T", rule="owb.turn.up-to-90-degrees", hint="While it goes on."
    ),
    "crawling": Kind(
        label="Crawling turn",
        key="W",
        rule="owb.turn.crawling",
        hint="On the spot, at a crawl.",
    ),
    "tight": Kind(
        label="Tight turn",
        key="G",
        rule="owb.turn.tight",
        hint="In less room, by a Driving Check.",
    ),
    "bootleg": Kind(
        label="Bootleg turn",
        key="L",
        rule="owb.turn.bootleg",
        hint="Round about in a skid, by a Driving Check; then it stands.",
    ),
}
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

    order: ClassVar[type[Order]] = ChangeLane
    words: ClassVar[Words] = Words(
        label="Change lane",
        key="A",
        rule="owb.maneuver.lane-change",
        hint="Forward and aside; in a quick change by its whole width.",
        typed="lane [VEHICLE] left|right [quick]",
        means="Shift a vehicle forward and aside.",
        also=("lane",),
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """To either side, quick or not."""
        if not vehicle.declared:
            return
        orders = [ChangeLane(vehicle.id, hand, quick) for quick in (False, True) for hand in HANDS]
        first = next((order for order in orders if case.allows(order)), orders[0])
        yield case.action(
            ChangeLane,
            self.words,
            piece=vehicle.id,
            fixed={"vehicle": vehicle.id},
            slots=(which_hand(first.hand), asking.flag("quick", "By its whole width at once?")),
            refusal=case.first_refusal(orders),
        )

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

    order: ClassVar[type[Order]] = Jump
    words: ClassVar[Words] = Words(
        label="Jump", key="J", rule="owb.maneuver.jump-conditions", hint="Over what is in the way."
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Straight ahead, where the battle is played with jumps."""
        if not vehicle.declared:
            return
        most = max(1, min(farthest_jump(vehicle), movement_left(case.state, vehicle)))
        orders = [Jump(vehicle.id, squares) for squares in range(1, most + 1)]
        able = [order.squares for order in orders if case.allows(order)]
        if able or case.state.option("jump") != "never":
            far = max(able, default=1)
            yield case.action(
                Jump,
                self.words,
                piece=vehicle.id,
                fixed={"vehicle": vehicle.id},
                slots=(asking.number("squares", "How many squares?", 1, most, far, step=1),),
                refusal=case.first_refusal(orders),
            )

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Take off, and land."""
        return jump(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Jump]:
        """Over whatever hinders the vehicle."""
        return jumps(state, state.vehicle(turn.vehicle))


class DrivingDefensively(Manoeuvre[DriveDefensively]):
    """Defensive driving."""

    order: ClassVar[type[Order]] = DriveDefensively
    words: ClassVar[Words] = Words(
        label="Drive defensively",
        key="V",
        rule="owb.maneuver.defensive-driving",
        hint="Weaves about, to be harder to hit.",
        also=("weave",),
    )

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Weave about."""
        return drive_defensively(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[DriveDefensively]:
        """The try."""
        yield DriveDefensively(turn.vehicle)


class Pivoting(Manoeuvre[Pivot]):
    """The pivot of Advanced Steering."""

    order: ClassVar[type[Order]] = Pivot
    words: ClassVar[Words] = Words(
        label="Pivot",
        key="I",
        rule="owb.mod.advanced-steering-pivot",
        hint="Turns a standing tracked vehicle on the spot.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """To either side, with Advanced Steering."""
        if vehicle.declared and vehicle.has("advanced-steering"):
            orders = [Pivot(vehicle.id, hand, by) for by in (45, 90) for hand in HANDS]
            yield sided(case, vehicle, orders, self.words, {})

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
    Sideswiping(),
)
"""Everything that an operator can do with his vehicle, in the order in which it is offered."""
