"""Section 5.3.4: limbering and embarking weapons, and taking them apart."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal
from sandtable.battle.handling import Action as Listed
from sandtable.battle.handling import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point

from ...s09_troops.transport import TOWED, carrier, check_room
from ...s15_events.no_advance import check_set_down
from ...state import Element, P8State, slots
from ...state.case import Case
from ...state.orders import ActionOrder
from ..action import Action
from .mounting import board, check_adjacent_since_start
from .mounting_actions import beside_vehicle, vehicles
from .placing import check_place, places, set_down


class Limber(ActionOrder, frozen=True, kw_only=False):
    """Couple a gun to its tractor, or load a weapon on a transport (5.3.4)."""

    vehicle: str


class Unlimber(ActionOrder, frozen=True, kw_only=False):
    """Uncouple a gun or unload a weapon, and place it adjacent to the vehicle (5.3.4)."""

    vehicle: str
    at: Point
    facing: float | None = None


class BreakDown(ActionOrder, frozen=True, kw_only=False):
    """Take a man-portable weapon apart for carrying (5.3.4)."""


class Assemble(ActionOrder, frozen=True, kw_only=False):
    """Set a weapon up for firing that was taken apart (5.3.4)."""


# -- limber and embark ----------------------------------------------------------------------------


def check_limber(state: P8State, weapon: Element, order: Limber) -> Refusal | None:
    """Why a weapon cannot be limbered or embarked on that vehicle."""
    rule = "p8.limber.start-adjacent-no-fire"
    vehicle = state.pieces.get(order.vehicle)
    if vehicle is None or not vehicle.on_table:
        return Refusal(rule, f"There is no tractor {order.vehicle!r}.")
    refused = _check_both_able(state, weapon, vehicle) or check_room(state, weapon, vehicle)
    return refused or check_adjacent_since_start(state, weapon, vehicle, rule)


def _check_both_able(state: P8State, weapon: Element, vehicle: Element) -> Refusal | None:
    cite("p8.limber.takes-whole-turn")
    if not state.sheet(weapon).is_crew_served:
        return Refusal(
            "p8.limber.takes-whole-turn", f"{weapon.name} is no crew-served weapon: it mounts."
        )
    for one in (weapon, vehicle):
        if one.suppressed:
            return Refusal("p8.action.allowed-when-suppressed", f"{one.name} is suppressed.")
    return None


# -- unlimber and disembark -----------------------------------------------------------------------


def _set_down(state: P8State, weapon: Element, vehicle: Element, order: Unlimber) -> Element:
    return replace(
        set_down(state, weapon, vehicle, order.at, order.facing),
        acted=True,
        moved=True,
        shifted=True,
        landed=True,
    )


def limberings(state: P8State, weapon: Element) -> Iterator[Limber]:
    """Vehicles to which a weapon could be limbered."""
    if not state.sheet(weapon).is_crew_served:
        return
    for friend in state.friends_of(weapon):
        order = Limber(weapon.id, friend.id)
        if state.sheet(friend).is_vehicle and check_limber(state, weapon, order) is None:
            yield order


def unlimberings(state: P8State, weapon: Element) -> Iterator[Unlimber]:
    """Places where a weapon could be set down."""
    vehicle = carrier(state, weapon)
    if vehicle is None or not vehicle.on_table or not state.sheet(weapon).is_crew_served:
        return
    base = state.base(vehicle)
    for spot, facing in places(state, weapon, vehicle, base, "p8.limber.placement"):
        yield Unlimber(weapon.id, vehicle.id, spot, facing)


# -- breaking down and setting up -----------------------------------------------------------------


def _check_composed(weapon: Element) -> Refusal | None:
    if weapon.suppressed:
        return Refusal("p8.action.allowed-when-suppressed", f"{weapon.name} is suppressed.")
    if weapon.moved:
        return Refusal(
            "p8.limber.break-down-and-set-up",
            f"{weapon.name} has moved, and this takes its whole turn.",
        )
    return None


def change_over(state: P8State, weapon: Element) -> Iterator[Event]:
    """Take a weapon apart, or set it up; it has used its action, and does not fire this turn."""
    apart = not weapon.broken_down
    state.put(replace(weapon, broken_down=apart, acted=True, shifted=True))
    text = "is taken apart for carrying" if apart else "is set up"
    yield Event(
        kind="break-down" if apart else "assemble",
        text=f"{weapon.name} {text}.",
        rules=("p8.limber.break-down-and-set-up",),
        pieces=(weapon.id,),
    )


class LimberAction(Action[Limber]):
    """Couple a gun to its tractor, or load a weapon; the vehicle spends its action too."""

    order = Limber
    words = Words(
        label="Limber",
        key="I",
        rule="p8.limber.takes-whole-turn",
        hint="Is coupled to its tractor, or loaded; that takes the turn of both.",
    )
    fields = (Among("vehicle", "Choose its tractor or transport", vehicles, narrow=True),)

    def concerns(self, state: P8State, element: Element) -> bool:
        """Weapons with a crew, where anything takes such as they are."""
        crewed = state.sheet(element).is_crew_served and element.on_table
        return crewed and bool(vehicles(state, element))

    def label(self, state: P8State, element: Element) -> str:
        """Guns are limbered, other weapons loaded."""
        return "Limber" if state.sheet(element).type in TOWED else "Load"

    def check(self, state: P8State, element: Element, order: Limber) -> Refusal | None:
        return check_limber(state, element, order)

    def act(self, state: P8State, weapon: Element, order: Limber, dice: Dice) -> Iterator[Event]:
        cite("p8.limber.takes-whole-turn")
        vehicle = state.change(order.vehicle, acted=True, boarded=True)
        ready = replace(weapon, acted=True, boarded=True, broken_down=False)
        board(state, ready, vehicle)
        towed = state.sheet(weapon).type in TOWED
        verb = "is limbered to" if towed else "is loaded on"
        yield Event(
            kind="limber",
            text=f"{weapon.name} {verb} {vehicle.name}.",
            rules=("p8.limber.takes-whole-turn", "p8.limber.start-adjacent-no-fire"),
            pieces=(weapon.id, vehicle.id),
        )

    def offer(self, state: P8State, element: Element) -> Iterator[Limber]:
        """Every vehicle beside it that has room."""
        return limberings(state, element)

    def helpers(self, order: Limber) -> tuple[str, ...]:
        return (order.vehicle,)


class UnlimberAction(Action[Unlimber]):
    """Uncouple a gun or unload a weapon; the vehicle spends its action too."""

    order = Unlimber
    words = Words(
        label="Unlimber",
        key="D",
        rule="p8.limber.placement",
        hint="Is uncoupled or unloaded; that takes the turn of both.",
    )
    gets_off = True
    aboard = True

    def check(self, state: P8State, weapon: Element, order: Unlimber) -> Refusal | None:
        vehicle = carrier(state, weapon)
        if vehicle is None or not vehicle.on_table or order.vehicle != vehicle.id:
            return Refusal("p8.limber.placement", f"{weapon.name} is not with {order.vehicle!r}.")
        refused = _check_both_able(state, weapon, vehicle)
        if refused:
            return refused
        there = _set_down(state, weapon, vehicle, order)
        refused = check_place(state, there, state.base(vehicle), "p8.limber.placement")
        return refused or check_set_down(state, there, vehicle)

    def act(self, state: P8State, weapon: Element, order: Unlimber, dice: Dice) -> Iterator[Event]:
        cite("p8.sheet.capacity-and-tow")
        vehicle = state.change(order.vehicle, acted=True, landed=True)
        there = state.put(_set_down(state, weapon, vehicle, order))
        yield Event(
            kind="unlimber",
            text=f"{weapon.name} is ready for action next to {vehicle.name}.",
            rules=("p8.limber.takes-whole-turn", "p8.limber.placement"),
            pieces=(weapon.id, vehicle.id),
            data={"at": (there.x, there.y), "heading": there.heading},
        )

    def offer(self, state: P8State, element: Element) -> Iterator[Unlimber]:
        """Places around the vehicle."""
        return unlimberings(state, element)

    def helpers(self, order: Unlimber) -> tuple[str, ...]:
        return (order.vehicle,)

    def preview(self, state: P8State, order: Unlimber) -> Trace | None:
        """Where it would stand beside the vehicle."""
        return beside_vehicle(state, order.element, order.at, order.facing)

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Be uncoupled or unloaded from the vehicle that carries it."""
        state = case.state
        vehicle = carrier(state, element)
        if vehicle is None or not state.sheet(element).is_crew_served:
            return
        place = next(unlimberings(state, element), None)
        order = place or Unlimber(element.id, vehicle.id, (vehicle.x, vehicle.y))
        yield case.action(
            Unlimber,
            self.words,
            piece=element.id,
            fixed={"element": element.id, "vehicle": vehicle.id},
            slots=slots.placing("Choose a place beside the vehicle", place),
            refusal=self.unless_elsewhere(case, element, order),
            label="Unlimber" if state.sheet(element).type in TOWED else "Unload",
        )


class BreakDownAction(Action[BreakDown]):
    """Take a man-portable weapon apart."""

    order = BreakDown
    words = Words(
        label="Take apart",
        key="P",
        rule="p8.limber.break-down-and-set-up",
        hint="Is taken apart for carrying; that takes its turn.",
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Man-portable weapons that are set up."""
        return state.has(element, "MP") and element.on_table and not element.broken_down

    def check(self, state: P8State, weapon: Element, order: BreakDown) -> Refusal | None:
        rule = "p8.limber.break-down-and-set-up"
        sheet = state.setting.sheets[weapon.sheet]
        if not state.has(weapon, "MP"):
            if sheet.is_crew_served and sheet.move_class == "Inf":
                return Refusal(
                    "p8.limber.infantry-mortars-exempt",
                    f"{weapon.name} is carried ready for use; it need not be taken apart.",
                )
            return Refusal(rule, f"{weapon.name} is not man-portable.")
        if weapon.broken_down:
            return Refusal(rule, f"{weapon.name} is already taken apart.")
        return _check_composed(weapon)

    def act(
        self, state: P8State, element: Element, order: BreakDown, dice: Dice
    ) -> Iterator[Event]:
        return change_over(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[BreakDown]:
        """If it can be."""
        if state.has(element, "MP") and not element.broken_down:
            yield BreakDown(element.id)


class AssembleAction(Action[Assemble]):
    """Set up a weapon that was taken apart."""

    order = Assemble
    words = Words(
        label="Set up",
        key="P",
        rule="p8.limber.break-down-and-set-up",
        hint="Is set up for firing; that takes its turn.",
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Man-portable weapons that were taken apart."""
        return state.has(element, "MP") and element.on_table and element.broken_down

    def check(self, state: P8State, weapon: Element, order: Assemble) -> Refusal | None:
        if not weapon.broken_down:
            return Refusal("p8.limber.break-down-and-set-up", f"{weapon.name} is not taken apart.")
        return _check_composed(weapon)

    def act(self, state: P8State, element: Element, order: Assemble, dice: Dice) -> Iterator[Event]:
        return change_over(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[Assemble]:
        """If it is taken apart."""
        if element.broken_down:
            yield Assemble(element.id)
