"""COMMON VEHICLE MANEUVERS: turns, lane changes, DEFENSIVE DRIVING and pivots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...showing.places import which_hand
from ...state import OwbState, Vehicle
from ...state.decision import Case
from ...state.footprint import pivoted
from ...state.frames import Interrupt, VehicleTurn
from ...state.vehicle_orders import (
    ChangeLane,
    DriveDefensively,
    Hand,
    Pivot,
    Turning,
    TurnKind,
)
from ...state.vehicles import Pace
from ..collision.impacts import eighths_between
from ..mishap.hindrances import check_straight
from ..mishap.mishaps import Cause, mishap
from ..movement.terrain import Terrain, is_off_map
from .driving_check import FORWARD
from .every_maneuver import Manoeuvre, made, mastered, pay
from .plans import (
    EIGHTH,
    MANOEUVRES,
    Plan,
    Row,
    check_cost,
    check_ready,
    check_swerve,
    eighths_of,
    held,
    lane_beside,
    put_down,
    seen_in_the_way,
    turned_by,
)

HANDS: Final[tuple[Hand, ...]] = get_args(Hand)
Degrees = Literal[45, 90, 135, 180]


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


def stays(state: OwbState, plan: Plan | Refusal) -> bool:
    """Whether a manoeuvre can be tried and keeps the vehicle on the map."""
    return isinstance(plan, Plan) and not is_off_map(state, plan.after)


# -- turns and lane changes -----------------------------------------------------------------------


class MakingTurn(Manoeuvre[Turning]):
    """Turns of every kind."""

    order = Turning
    words = Words(
        label="Turn",
        key="T",
        rule="owb.turn.up-to-90-degrees",
        typed="turn [VEHICLE] left|right [45|90|135|180] [ordinary|tight|crawling|bootleg]",
        means="Turn a vehicle.",
        also=("turn",),
    )

    def plan(self, state: OwbState, vehicle: Vehicle, order: Turning) -> Plan | Refusal:
        row = _row_of(vehicle, order)
        if isinstance(row, Refusal):
            return row
        rule = "owb.turn.must-be-moving"
        cite(rule)
        if refusal := (check_ready(state, vehicle, row) or check_swerve(state, vehicle, rule)):
            return refusal
        before = state.footprint(vehicle)
        if order.kind == "bootleg":
            after = pivoted(before, before.facing + eighths_of(order.degrees, order.hand))
        else:
            after = turned_by(before, order.degrees, order.hand)
        kind = "" if order.kind == "ordinary" else f"{order.kind} "
        what = f"a {kind}turn of {order.degrees} degrees to the {order.hand}"
        going, left = Terrain(state, vehicle).place(before, after), order.hand == "left"
        rules = _rules_of(vehicle, order)
        return put_down(state, vehicle, row, after, what, rules, going=going, left=left)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        for kind, words in EACH_TURN.items() if vehicle.declared else ():
            angles: tuple[Degrees, ...] = (45, 90, 135, 180) if kind == "bootleg" else (45, 90)
            orders = [Turning(vehicle.id, hand, by, kind) for by in angles for hand in HANDS]
            yield sided(case, vehicle, orders, words, {"kind": kind})

    def told(self, state: OwbState, order: Turning) -> str:
        how = "" if order.kind == "ordinary" else f", {order.kind}"
        return f"{order.hand} by {order.degrees}{how}"

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Turning]:
        """Those of the vehicle's pace, to both sides; none off the map."""
        vehicle = state.vehicle(turn.vehicle)
        for hand in HANDS if vehicle.pace in FORWARD else ():
            for kind, degrees in TURNS[vehicle.pace]:
                order = Turning(vehicle.id, hand, degrees, kind)
                if stays(state, self.plan(state, vehicle, order)):
                    yield order


def _row_of(vehicle: Vehicle, order: Turning) -> Row | Refusal:
    """The row of the table for a turn of a vehicle, if it can make such turns."""
    kind, degrees = order.kind, order.degrees
    if kind != "bootleg" and degrees > 2 * EIGHTH:
        return Refusal("owb.turn.up-to-90-degrees", "A turn is of 45 or 90 degrees.")
    match kind:
        case "ordinary":
            cite("owb.turn.needs-enough-movement")
            return MANOEUVRES[f"{degrees}-degree turn"]
        case "crawling":
            return MANOEUVRES["crawling turn"]
    if not vehicle.tracked:
        return MANOEUVRES[f"{kind} turn (wheeled)"]
    cite(ON_TRACKS[kind])
    if not vehicle.has("advanced-steering"):
        text = f"On tracks that takes Advanced Steering, which {vehicle.name} has not."
        return Refusal(ON_TRACKS[kind], text)
    cite("owb.mod.advanced-steering-turns")
    return MANOEUVRES[f"{kind} turn (tracked with Advanced Steering)"]


def _rules_of(vehicle: Vehicle, order: Turning) -> tuple[str, ...]:
    """The rules that say what a turn is."""
    if order.kind == "ordinary":
        return (BY_DEGREES[order.degrees],)
    rules = [BY_KIND[order.kind]]
    if order.kind != "bootleg" and order.degrees == EIGHTH:
        rules.append("owb.turn.up-to-90-degrees")
    if order.kind != "crawling" and vehicle.tracked:
        rules.append(ON_TRACKS[order.kind])
    cite(*rules)
    return tuple(rules)


BY_DEGREES: Final = {45: "owb.turn.45-degrees", 90: "owb.turn.90-degrees"}
BY_KIND: Final = {
    "tight": "owb.turn.tight",
    "crawling": "owb.turn.crawling",
    "bootleg": "owb.turn.bootleg",
}
ON_TRACKS: Final = {"tight": "owb.turn.tight-tracked", "bootleg": "owb.turn.bootleg-tracked"}
EACH_TURN: Final[Mapping[TurnKind, Kind]] = {
    "ordinary": Kind(
        label="Turn", key="T", rule="owb.turn.up-to-90-degrees", hint="While it goes on."
    ),
    "crawling": Kind(
        label="Crawling turn", key="W", rule="owb.turn.crawling", hint="On the spot, at a crawl."
    ),
    "tight": Kind(
        label="Tight turn", key="G", rule="owb.turn.tight", hint="In less room, by a Driving Check."
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

    order = ChangeLane
    words = Words(
        label="Change lane",
        key="A",
        rule="owb.maneuver.lane-change",
        hint="Forward and aside; in a quick change by its whole width.",
        typed="lane [VEHICLE] left|right [quick]",
        means="Shift a vehicle forward and aside.",
        also=("lane",),
    )

    def plan(self, state: OwbState, vehicle: Vehicle, order: ChangeLane) -> Plan | Refusal:
        row = MANOEUVRES["quick lane change" if order.quick else "lane change"]
        rule = "owb.maneuver.quick-lane-change" if order.quick else "owb.maneuver.lane-change"
        moving = "owb.maneuver.moving-vehicle"
        if refusal := (check_ready(state, vehicle, row) or check_swerve(state, vehicle, moving)):
            return refusal
        before, ground = state.footprint(vehicle), Terrain(state, vehicle)
        after = lane_beside(before, order.hand, quick=order.quick)
        if order.quick and vehicle.width > 1:
            going = ground.place(before, after)
        else:
            aside = (vehicle.facing + eighths_of(EIGHTH, order.hand)) % 8
            going = ground.step(before, after, aside)
        what, left = f"a {row.name} to the {order.hand}", order.hand == "left"
        return put_down(state, vehicle, row, after, what, (rule,), going=going, left=left)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
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
                if stays(state, self.plan(state, vehicle, order)):
                    yield order


# -- on the spot ----------------------------------------------------------------------------------

DEFENSIVE: Final = "owb.maneuver.defensive-driving"
PIVOT: Final = "owb.mod.advanced-steering-pivot"
TOO_FAST: Final = "owb.mod.advanced-steering-too-fast"
MOST: Final = 2
"""By how many eighths of a turn a vehicle can pivot in a round, at once or in parts."""


class DrivingDefensively(Manoeuvre[DriveDefensively]):
    """DEFENSIVE DRIVING: until the round ends the vehicle is harder to hit."""

    order = DriveDefensively
    words = Words(
        label="Drive defensively",
        key="V",
        rule=DEFENSIVE,
        hint="Weaves about, to be harder to hit.",
        also=("weave",),
    )

    def plan(self, state: OwbState, vehicle: Vehicle, order: DriveDefensively) -> Plan | Refusal:
        row, after = MANOEUVRES["defensive driving"], state.footprint(vehicle)
        assert row.cost is not None
        if vehicle.defensive:
            return Refusal(DEFENSIVE, f"{vehicle.name} is driven defensively already.")
        return (
            check_ready(state, vehicle, row)
            or check_cost(state, vehicle, row.cost, DEFENSIVE)
            or Plan(what="zigzags", row=row, rules=(DEFENSIVE,), after=after, cost=row.cost)
        )

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        pay(state, name, plan, shifted=False)
        if (yield from mastered(state, name, plan, dice)):
            state.alter(name, defensive=True)
            state.push(Interrupt(about=name, moment="declared"))
            yield made(state, name, plan, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[DriveDefensively]:
        yield DriveDefensively(turn.vehicle)


class Pivoting(Manoeuvre[Pivot]):
    """The pivot of ADVANCED STEERING; at normal pace it may be tried, but goes wrong."""

    order = Pivot
    words = Words(
        label="Pivot",
        key="I",
        rule=PIVOT,
        hint="Turns a standing tracked vehicle on the spot.",
    )

    def plan(self, state: OwbState, vehicle: Vehicle, order: Pivot) -> Plan | Refusal:
        refusal = (
            _check_steering(vehicle, order.degrees)
            or held(state, vehicle)
            or check_straight(state, vehicle)
        )
        if refusal is not None:
            return refusal
        before, row = state.footprint(vehicle), MANOEUVRES["Advanced Steering pivot"]
        after = pivoted(before, before.facing + eighths_of(order.degrees, order.hand))
        left = order.hand == "left"
        what = f"a pivot of {order.degrees} degrees to the {order.hand}"
        if vehicle.pace == "normal":
            return Plan(what=what, row=row, rules=(TOO_FAST,), after=before, cost=0, left=left)
        if seen_in_the_way(state, vehicle, after) or is_off_map(state, after):
            return Refusal(PIVOT, "There is no room to pivot.")
        going = Terrain(state, vehicle).place(before, after)
        return going.closed or Plan(
            what=what, row=row, rules=(PIVOT,), after=after, cost=0, left=left
        )

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """Whoever tries it at speed has a mishap instead."""
        vehicle = state.vehicle(name)
        if plan.rules == (TOO_FAST,):
            yield happened("manoeuvre", f"{vehicle.name} tries to pivot at speed.", TOO_FAST, name)
            yield from mishap(state, name, dice, Cause(left=plan.left))
            return
        turned = eighths_between(vehicle.facing, plan.after.facing)
        state.alter(name, pivoted=vehicle.pivoted + turned)
        state.place(name, plan.after)
        state.push(Interrupt(about=name, moment="step"))
        yield made(state, name, plan, dice)

    def succeeds(self, plan: Plan, chance: Fraction) -> Fraction:
        return Fraction(0) if TOO_FAST in plan.rules else chance

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        if vehicle.declared and vehicle.has("advanced-steering"):
            orders = [Pivot(vehicle.id, hand, by) for by in (45, 90) for hand in HANDS]
            yield sided(case, vehicle, orders, self.words, {})

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Pivot]:
        """By 45 and 90 degrees to both sides, while the vehicle stands."""
        if state.vehicle(turn.vehicle).pace == "stopped":
            for hand in HANDS:
                yield Pivot(turn.vehicle, hand, 45)
                yield Pivot(turn.vehicle, hand, 90)


def _check_steering(vehicle: Vehicle, degrees: int) -> Refusal | None:
    cite(PIVOT, TOO_FAST)
    if not (vehicle.tracked and vehicle.has("advanced-steering")):
        return Refusal(PIVOT, f"{vehicle.name} has no Advanced Steering.")
    if not vehicle.declared:
        rule = "owb.vmove.pace-declared-at-start-of-turn"
        return Refusal(rule, "Its pace must be declared first.")
    if vehicle.pace in ("crawl", "reverse"):
        return Refusal(PIVOT, f"{vehicle.name} must stand still to pivot.")
    if vehicle.pace == "stopped" and vehicle.shifted:
        return Refusal(PIVOT, f"{vehicle.name} has moved this round.")
    left = MOST - vehicle.pivoted
    if eighths_of(degrees, "right") > left:
        return Refusal(PIVOT, f"It can pivot by {left * 45} degrees more this round.")
    return None
