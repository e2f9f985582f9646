"""What a vehicle could do now, before it does it: places, costs, chances, and what it would strike.

For pages that show it and for players who weigh it; nothing here changes a battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.battle.figures import Figure
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay, Route
from sandtable.odds import Odds, percent
from sandtable.table.grid import Square

from ...showing.figures import vehicle_figure
from ...showing.places import on_map, shown, some
from ...state import Footprint, OwbState, Vehicle
from ...state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    Hand,
    Jump,
    Pivot,
    SetPace,
    Turning,
    Unstick,
)
from ...state.vehicles import Pace
from ..collision.contacts import InTheWay
from ..mishap.odds import STUCK, bogging_chance, mishap_results, stuck_before_last
from ..movement.reach import Reached, reach
from ..movement.straight import check_drive, way_ahead
from ..movement.terrain import is_off_map
from ..round.crew import operator_of
from .carrying_out import (
    TOO_FAST,
    check_unstick,
    farthest_jump,
    plan_defence,
    plan_jump,
    plan_pivot,
    struck_in_flight,
)
from .driving_check import (
    Skill,
    allowance,
    allowance_at,
    check_chance,
    declare,
    movement_left,
    save_chance,
    skill_of,
)
from .plans import Plan, plan_lane, plan_turn, seen_in_the_way

__all__ = ["Preview", "Reached", "mishap_chances", "plan_of", "preview", "previews", "reach"]

_HANDS: Final[tuple[Hand, ...]] = ("left", "right")


class Preview(Struct, frozen=True, kw_only=True):
    """Something that a vehicle could do now.

    Attributes:
        order: The order for it.
        what: What it is, in words.
        after: Where the vehicle would stand.
        cost: The Movement that it would cost.
        left: The Movement that would be left.
        check: The chance of the Driving Check, if it takes one.
        save: The chance of the Saving Throw after that, if it takes one.
        success: The chance that it is made; a ram is not made if the vehicle bogs down before.
        mishaps: The chance of each mishap, where a failure leads to one.
        stuck: The chance of getting stuck, if it is made.
        strikes: What the vehicle would strike, as far as its side knows.
        leaves: Whether it would leave the map.
    """

    order: Order
    what: str
    after: Footprint
    cost: int
    left: int
    check: Fraction | None = None
    save: Fraction | None = None
    success: Fraction = Fraction(1)
    mishaps: tuple[tuple[str, Fraction], ...] = ()
    stuck: Fraction = Fraction(0)
    strikes: InTheWay = InTheWay()
    leaves: bool = False

    @property
    def odds(self) -> Odds | None:
        """How it can end; none for what cannot fail."""
        if not self.mishaps and self.success == 1:
            return None
        failed = self.mishaps or (("failed", 1 - self.success),)
        rest = 1 - self.success - sum(part for _, part in failed)
        stuck = ((STUCK, rest),) if rest else ()
        return Odds(title=self.what, outcomes=(("made", self.success), *failed, *stuck))


def previews(state: OwbState, name: str, pace: Pace | None = None) -> list[Preview]:
    """Everything that a vehicle could do now, in a fixed order.

    Args:
        name: A vehicle in its turn.
        pace: The pace that it would have; if it has declared none yet, nothing else is possible
            than getting unstuck.
    """
    if pace is not None and not state.vehicle(name).declared:
        state = state.copy()
        declare(state, name, pace)
    vehicle = state.vehicle(name)
    return [
        *_unstuck(state, vehicle),
        *_straight(state, vehicle),
        *(_planned(state, vehicle, order, plan) for order, plan in _plans(state, vehicle)),
    ]


def preview(state: OwbState, order: Order) -> Preview | None:
    """What one order of an operator would do; none if it cannot be given or is no manoeuvre."""
    vehicle = state.find_vehicle(getattr(order, "vehicle", ""))
    if vehicle is None:
        return None
    if isinstance(order, Unstick):
        return next(_unstuck(state, vehicle), None)
    if isinstance(order, Drive):
        return None if check_drive(state, vehicle, order) else _drive(state, vehicle, order)
    plan = plan_of(state, vehicle, order)
    return _planned(state, vehicle, order, plan) if isinstance(plan, Plan) else None


def plan_of(state: OwbState, vehicle: Vehicle, order: Order) -> Plan | Refusal | None:
    """The plan of a manoeuvre, why there is none, or nothing if the order is no manoeuvre."""
    match order:
        case Turning():
            return plan_turn(state, vehicle, order)
        case ChangeLane():
            return plan_lane(state, vehicle, order)
        case Jump():
            return plan_jump(state, vehicle, order)
        case DriveDefensively():
            return plan_defence(state, vehicle)
        case Pivot():
            return plan_pivot(state, vehicle, order)
    return None


# -- straight on ----------------------------------------------------------------------------------


def _straight(state: OwbState, vehicle: Vehicle) -> Iterator[Preview]:
    """Every distance that can be driven, and the rams at their ends."""
    left = movement_left(state, vehicle)
    for squares in range(1, left + 1):
        order = Drive(vehicle.id, squares)
        if check_drive(state, vehicle, order) is None:
            yield _drive(state, vehicle, order)
            continue
        *_, last = way_ahead(state, vehicle, squares)
        way = seen_in_the_way(state, vehicle, last.after, last.before)
        for ram in _rams(vehicle, squares, way):
            if check_drive(state, vehicle, ram) is None:
                yield _drive(state, vehicle, ram)
        return


def _rams(vehicle: Vehicle, squares: int, way: InTheWay) -> Iterator[Drive]:
    for name in (*way.persons, *way.vehicles):
        yield Drive(vehicle.id, squares, name)
    if way.objects and not (way.persons or way.vehicles):
        yield Drive(vehicle.id, squares, None, ram_object=True)


def _drive(state: OwbState, vehicle: Vehicle, order: Drive) -> Preview:
    steps = list(way_ahead(state, vehicle, order.squares))
    cost, before, after = sum(step.cost for step in steps), steps[-1].before, steps[-1].after
    ram = order.ram is not None or order.ram_object
    chance = check_chance(state, vehicle) if ram else Fraction(1)
    comes = 1 - stuck_before_last(state, vehicle, order.squares) if ram else Fraction(1)
    many = f"{order.squares} square{'s' if order.squares > 1 else ''}"
    return Preview(
        order=order,
        what=f"{many} {'back' if vehicle.pace == 'reverse' else 'straight on'}",
        after=after,
        cost=cost,
        left=movement_left(state, vehicle) - cost,
        check=chance if ram else None,
        success=comes * chance,
        mishaps=tuple((word, comes * part) for word, part in mishap_chances(vehicle, chance)),
        stuck=bogging_chance(state, vehicle, bogs=any(step.bogs for step in steps)),
        strikes=seen_in_the_way(state, vehicle, after, before) if ram else InTheWay(),
        leaves=is_off_map(state, after),
    )


# -- manoeuvres -----------------------------------------------------------------------------------


def _plans(state: OwbState, vehicle: Vehicle) -> Iterator[tuple[Order, Plan]]:
    for order in _all(state, vehicle):
        plan = plan_of(state, vehicle, order)
        if isinstance(plan, Plan):
            yield order, plan


def _all(state: OwbState, vehicle: Vehicle) -> Iterator[Order]:
    """Every manoeuvre there is, whether it can be made or not."""
    name = vehicle.id
    for hand in _HANDS:
        for degrees in (45, 90):
            yield Turning(name, hand, degrees)
            yield Turning(name, hand, degrees, "crawling")
            yield Turning(name, hand, degrees, "tight")
        for degrees in (45, 90, 135, 180) if hand == "right" else (45, 90, 135):
            yield Turning(name, hand, degrees, "bootleg")  # type: ignore[arg-type]
        yield ChangeLane(name, hand)
        yield ChangeLane(name, hand, quick=True)
        yield Pivot(name, hand, 45)
        yield Pivot(name, hand, 90)
    yield DriveDefensively(name)
    for squares in range(1, min(farthest_jump(vehicle), movement_left(state, vehicle)) + 1):
        yield Jump(name, squares)


def _planned(state: OwbState, vehicle: Vehicle, order: Order, plan: Plan) -> Preview:
    check = check_chance(state, vehicle) if plan.row.check else None
    save = save_chance(state, vehicle) if plan.row.save else None
    success = Fraction(1) if check is None else check
    success *= 1 if save is None else save
    if TOO_FAST in plan.rules:
        success = Fraction(0)
    return Preview(
        order=order,
        what=plan.what,
        after=plan.after,
        cost=plan.cost,
        left=movement_left(state, vehicle) - plan.cost,
        check=check,
        save=save,
        success=success,
        mishaps=mishap_chances(vehicle, success) if success < 1 else (),
        stuck=bogging_chance(state, vehicle, bogs=plan.bogs),
        strikes=_in_flight(state, vehicle, plan),
        leaves=is_off_map(state, plan.after),
    )


def _in_flight(state: OwbState, vehicle: Vehicle, plan: Plan) -> InTheWay:
    for print_ in plan.flight:
        struck = struck_in_flight(state, vehicle, print_)
        if struck:
            seen = seen_in_the_way(state, vehicle, print_)
            return InTheWay(objects=struck.objects, vehicles=seen.vehicles)
    return InTheWay()


def _unstuck(state: OwbState, vehicle: Vehicle) -> Iterator[Preview]:
    if check_unstick(state, vehicle) is not None:
        return
    chance = check_chance(state, vehicle)
    yield Preview(
        order=Unstick(vehicle.id),
        what="getting unstuck",
        after=state.footprint(vehicle),
        cost=0,
        left=movement_left(state, vehicle),
        check=chance,
        success=chance,
        mishaps=mishap_chances(vehicle, chance) if state.on("unstuck_mishap") else (),
    )


def mishap_chances(vehicle: Vehicle, success: Fraction) -> tuple[tuple[str, Fraction], ...]:
    """The chance of each line of the mishap table, where a failure leads there."""
    if success == 1:
        return ()
    return tuple((word, (1 - success) * part) for word, part in mishap_results(vehicle).outcomes)


LOOKED_AT: Final = 1200
"""How many places are looked at, the nearest first, to show where a vehicle can get."""


def vehicle_ghost(state: OwbState, vehicle: Vehicle, print_: Footprint) -> Figure:
    """A vehicle as it would stand on a footprint."""
    twin = state.copy()
    twin.put(vehicle)
    moved = twin.place(vehicle.id, print_)
    return vehicle_figure(twin, replace(moved, on_table=True))


def trace_driving(state: OwbState, order: Order) -> Trace | None:
    """Where a manoeuvre ends, what it costs, and what may go wrong."""
    vehicle = state.find_vehicle(getattr(order, "vehicle", ""))
    if vehicle is None or not vehicle.on_table:
        return None
    found = preview(state, order)
    if found is None:
        return _straight_on(state, vehicle, order)
    used = vehicle.spent + found.cost
    most = allowance(state, vehicle)
    label = f"{used} of {most} Movement" if found.cost or most else ""
    return Trace(
        used=used,
        allowed=most,
        label=label,
        ghosts=(vehicle_ghost(state, vehicle, found.after),),
        overlays=tuple(_way(state, vehicle, order, found.after)),
        notes=tuple(_risks(state, vehicle, found)),
    )


def _straight_on(state: OwbState, vehicle: Vehicle, order: Order) -> Trace | None:
    """A drive that is refused is shown as far as it was meant to go."""
    if not isinstance(order, Drive) or not 1 <= order.squares <= max(1, vehicle.movement):
        return None
    *_, last = way_ahead(state, vehicle, order.squares)
    return Trace(overlays=tuple(_way(state, vehicle, order, last.after)))


def _way(state: OwbState, vehicle: Vehicle, order: Order, after: Footprint) -> Iterator[Overlay]:
    own = state.footprint(vehicle)
    squares = {*after.squares}
    if isinstance(order, Drive):
        for step in way_ahead(state, vehicle, order.squares):
            squares |= {*step.after.squares}
    new = on_map(state, sorted(squares.difference(own.squares)))
    yield shown(state, new, "way", "The squares that it drives over", side=vehicle.side)
    start, end = (state.setting.point_of(print_.centre) for print_ in (own, after))
    if start != end:
        yield Route(points=(start, end), side=vehicle.side, piece=vehicle.id)


def check_told(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """What the next Driving Check of an operator takes."""
    driver = operator_of(state, vehicle)
    if driver is None:
        return
    skill = skill_of(driver, vehicle.checks)
    if skill.sides:
        yield f"{driver.name} needs {_needed(skill)} on 1d{skill.sides}."
    elif skill.at_most:
        yield f"{driver.name} is a Wheelman, and needs no die for it."
    else:
        yield f"{driver.name} has made all the checks of this round that he can."


def _needed(skill: Skill) -> str:
    """The rolls that are a success."""
    return "a 1" if skill.at_most == 1 else f"{skill.at_most} or less"


def _risks(state: OwbState, vehicle: Vehicle, found: Preview) -> Iterator[str]:
    if found.check is not None:
        yield f"Driving Check: made with {percent(found.check)}."
        yield from check_told(state, vehicle)
    if found.save is not None:
        yield f"Saving Throw after that: made with {percent(found.save)}."
    yield from mishaps_told(found.mishaps)
    if found.stuck:
        yield f"It may get stuck: {percent(found.stuck)}."
    struck = [state.pieces[name].name for name in (*found.strikes.persons, *found.strikes.vehicles)]
    if struck:
        yield f"Strikes {some(struck)}."
    if found.strikes.objects:
        yield "Strikes something solid."
    if found.leaves:
        yield "It leaves the map, and does not come back."


def mishaps_told(mishaps: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """How likely each mishap is, in words, if there may be one."""
    if mishaps:
        told = ", ".join(f"{name.replace('-', ' ')} {percent(part)}" for name, part in mishaps)
        yield f"Otherwise a mishap: {told}."


def trace_pace(state: OwbState, order: SetPace) -> Trace | None:
    """The squares that a vehicle can get to at a pace, without a Driving Check."""
    vehicle = state.find_vehicle(order.vehicle)
    if vehicle is None or not vehicle.on_table or order.pace == "stopped":
        return None
    costs: dict[Square, int] = {}
    for place in reach(state, vehicle, order.pace, LOOKED_AT):
        for square in place.after.squares:
            costs[square] = min(place.cost, costs.get(square, place.cost))
    own = set(state.footprint(vehicle).squares)
    squares = on_map(state, (square for square in costs if square not in own))
    label = f"{vehicle.name} can get to these squares without a Driving Check"
    words = [str(costs[square]) for square in squares]
    most = allowance_at(state, vehicle, order.pace)
    notes = ["The numbers say what it costs to get there, without any Driving Check."]
    if order.pace == "normal":
        notes.append("Every attack out of it suffers -4.")
    return Trace(
        label=f"{most} Movement this round",
        overlays=(shown(state, squares, "reach", label, side=vehicle.side, words=words),),
        notes=tuple(notes),
    )
