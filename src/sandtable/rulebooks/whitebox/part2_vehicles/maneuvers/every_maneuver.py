"""What every maneuver takes, and what may come of it: cost, check, save, mishap, and the odds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Overlay, Route
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds, percent
from sandtable.table.grid import Square

from ...showing.figures import vehicle_figure
from ...showing.places import on_map, shown, some
from ...state import Footprint, OwbState, Vehicle
from ...state.frames import VehicleTurn
from ...state.vehicle_orders import ChangeLane, DriveDefensively, Jump, Pivot, Turning
from ..collision.contacts import InTheWay
from ..mishap.mishaps import Cause, mishap
from ..mishap.odds import STUCK, bogging_chance, mishap_results
from ..movement.straight import arrive
from ..movement.terrain import is_off_map
from ..round.crew import Dare, Deed, operator_of
from .driving_check import (
    allowance,
    check_chance,
    check_made,
    complete_stop,
    driving_check,
    movement_left,
    save_chance,
    skill_of,
    vehicle_save,
)
from .plans import Plan

FAILED_CHECK = "owb.driving.failed-check-mishap"
FAILED_SAVE = "owb.driving.failed-vehicle-save-mishap"

AnyT = TypeVar("AnyT", bound=Order)
OrderT = TypeVar("OrderT", bound=Turning | ChangeLane | Jump | DriveDefensively | Pivot)


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


class Driven(Deed[AnyT]):
    """What an operator does with his vehicle: it is known beforehand where that ends."""

    @abstractmethod
    def foreseen(self, state: OwbState, vehicle: Vehicle, order: AnyT) -> Preview | None:
        """What an order would do; nothing if it cannot be given."""

    def over(self, state: OwbState, vehicle: Vehicle, order: AnyT) -> Iterator[Square]:
        """The squares that it drives over before it ends."""
        return iter(())

    def odds(self, state: OwbState, order: Any) -> Odds | None:
        """How it can end; none if it cannot be tried, or cannot fail."""
        vehicle = state.find_vehicle(order.vehicle)
        found = None if vehicle is None else self.foreseen(state, vehicle, order)
        return None if found is None else found.odds

    def preview(self, state: OwbState, order: Any) -> Trace | None:
        """Where it ends, what it costs, and what may go wrong."""
        vehicle = state.find_vehicle(order.vehicle)
        on_table = vehicle is not None and vehicle.on_table
        found = self.foreseen(state, vehicle, order) if vehicle is not None and on_table else None
        if found is None or vehicle is None:
            return None
        used, most = vehicle.spent + found.cost, allowance(state, vehicle)
        return Trace(
            used=used,
            allowed=most,
            label=f"{used} of {most} Movement" if found.cost or most else "",
            ghosts=(vehicle_ghost(state, vehicle, found.after),),
            overlays=tuple(self.way(state, vehicle, order, found.after)),
            notes=tuple(_risks(state, vehicle, found)),
        )

    def way(
        self, state: OwbState, vehicle: Vehicle, order: AnyT, after: Footprint
    ) -> Iterator[Overlay]:
        """The squares that it drives over, and the line from where it stands to where it will."""
        own = state.footprint(vehicle)
        squares = {*after.squares, *self.over(state, vehicle, order)}
        new = on_map(state, sorted(squares.difference(own.squares)))
        yield shown(state, new, "way", "The squares that it drives over", side=vehicle.side)
        start, end = (state.setting.point_of(print_.centre) for print_ in (own, after))
        if start != end:
            yield Route(points=(start, end), side=vehicle.side, piece=vehicle.id)


class Manoeuvre(Driven[OrderT], Dare[OrderT], Generic[OrderT]):
    """A manoeuvre for which there is a plan; only some take a Driving Check."""

    def concerns(self, state: OwbState, vehicle: Vehicle) -> bool:
        return vehicle.declared

    @abstractmethod
    def plan(self, state: OwbState, vehicle: Vehicle, order: OrderT) -> Plan | Refusal:
        """What it would be, or why it cannot be tried."""

    def check(self, state: OwbState, turn: VehicleTurn, order: OrderT) -> Refusal | None:
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
        plan = self.plan(state, state.vehicle(name), order)
        assert isinstance(plan, Plan)
        return self.carry_out(state, name, plan, dice)

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """A turn or a lane change; if it fails it is paid for, and a mishap follows."""
        pay(state, name, plan)
        if not (yield from mastered(state, name, plan, dice)):
            return
        yield made(state, name, plan, dice)
        state.alter(name, travel=state.vehicle(name).travel + plan.travel)
        yield from arrive(state, name, plan.after, plan.after.facing, dice, bogs=plan.bogs)
        if plan.row.stops and state.find_vehicle(name) is not None:
            complete_stop(state, name)

    def succeeds(self, plan: Plan, chance: Fraction) -> Fraction:
        """The chance that it is made, by that of the check and the save that it takes."""
        return chance

    def strikes(self, state: OwbState, vehicle: Vehicle, plan: Plan) -> InTheWay:
        """What the vehicle would strike on its way, as far as its side knows."""
        return InTheWay()

    def foreseen(self, state: OwbState, vehicle: Vehicle, order: OrderT) -> Preview | None:
        plan = self.plan(state, vehicle, order)
        if isinstance(plan, Refusal):
            return None
        check = check_chance(state, vehicle) if plan.row.check else None
        save = save_chance(state, vehicle) if plan.row.save else None
        chance = (Fraction(1) if check is None else check) * (1 if save is None else save)
        success = self.succeeds(plan, chance)
        return Preview(
            order=order,
            what=plan.what,
            after=plan.after,
            cost=plan.cost,
            left=movement_left(state, vehicle) - plan.cost,
            check=check,
            save=save,
            success=success,
            mishaps=mishap_chances(vehicle, success),
            stuck=bogging_chance(state, vehicle, bogs=plan.bogs),
            strikes=self.strikes(state, vehicle, plan),
            leaves=is_off_map(state, plan.after),
        )


# -- carrying it out ------------------------------------------------------------------------------


def pay(state: OwbState, name: str, plan: Plan, *, shifted: bool = True) -> None:
    """Take the Movement for a manoeuvre, which as a rule also changes the vehicle's place."""
    cite("owb.vterrain.cost-must-be-affordable", *plan.rules)
    vehicle = state.vehicle(name)
    state.alter(name, spent=vehicle.spent + plan.cost, shifted=shifted or vehicle.shifted)


def made(state: OwbState, name: str, plan: Plan, dice: Dice) -> Event:
    """The telling of a manoeuvre that is made."""
    rules = (*plan.rules, *(check_made(state, name) if plan.row.check else ()))
    text = f"{state.vehicle(name).name} makes {plan.what}."
    return happened("manoeuvre", text, rules, name, dice=dice, cost=plan.cost)


def mastered(state: OwbState, name: str, plan: Plan, dice: Dice) -> Generator[Event, None, bool]:
    """Whether the operator makes the check and the save that a manoeuvre asks of him."""
    if plan.row.check and not driving_check(state, name, dice, plan.what):
        yield failed(state, name, plan, dice, FAILED_CHECK, "Driving Check")
    elif plan.row.save and not vehicle_save(state, name, dice, plan.what):
        yield failed(state, name, plan, dice, FAILED_SAVE, "Saving Throw")
    else:
        return True
    paid = plan.cost if plan.travel else 0
    yield from mishap(state, name, dice, Cause(left=plan.left, paid=paid))
    return False


def failed(state: OwbState, name: str, plan: Plan, dice: Dice, rule: str, roll: str) -> Event:
    """The telling of a check or a save that is not made."""
    text = f"The operator of {state.vehicle(name).name} fails the {roll} for {plan.what}."
    rules = (rule, *check_made(state, name), *plan.rules)
    return happened("driving-check", text, rules, name, dice=dice, cost=plan.cost)


# -- telling beforehand ---------------------------------------------------------------------------


def mishap_chances(vehicle: Vehicle, success: Fraction) -> tuple[tuple[str, Fraction], ...]:
    """The chance of each line of the mishap table, where a failure leads there."""
    if success == 1:
        return ()
    return tuple((word, (1 - success) * part) for word, part in mishap_results(vehicle).outcomes)


def vehicle_ghost(state: OwbState, vehicle: Vehicle, print_: Footprint) -> Figure:
    """A vehicle as it would stand on a footprint."""
    twin = state.copy()
    twin.put(vehicle)
    moved = twin.place(vehicle.id, print_)
    return vehicle_figure(twin, replace(moved, on_table=True))


def check_told(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """What the next Driving Check of an operator takes."""
    driver = operator_of(state, vehicle)
    if driver is None:
        return
    skill = skill_of(driver, vehicle.checks)
    if skill.sides:
        needed = "a 1" if skill.at_most == 1 else f"{skill.at_most} or less"
        yield f"{driver.name} needs {needed} on 1d{skill.sides}."
    elif skill.at_most:
        yield f"{driver.name} is a Wheelman, and needs no die for it."
    else:
        yield f"{driver.name} has made all the checks of this round that he can."


def mishaps_told(mishaps: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """How likely each mishap is, in words, if there may be one."""
    if mishaps:
        told = ", ".join(f"{name.replace('-', ' ')} {percent(part)}" for name, part in mishaps)
        yield f"Otherwise a mishap: {told}."


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
