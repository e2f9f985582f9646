"""Section 5.3.4: limbering and embarking weapons, and taking them apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point

from ...s09_troops.transport import TOWED, carrier, check_room
from ...s15_events.no_advance import check_set_down
from ...state import Element, P8State, slots
from ...state.case import Case
from ...state.orders import ActionOrder
from ..action import Action
from .mounting import beside_vehicle, board, check_adjacent_since_start, vehicles
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


def _check_both_able(state: P8State, weapon: Element, vehicle: Element) -> Refusal | None:
    cite("p8.limber.takes-whole-turn")
    if not state.sheet(weapon).is_crew_served:
        why = f"{weapon.name} is no crew-served weapon: it mounts."
        return Refusal("p8.limber.takes-whole-turn", why)
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

    def check(self, state: P8State, weapon: Element, order: Limber) -> Refusal | None:
        rule = "p8.limber.start-adjacent-no-fire"
        vehicle = state.pieces.get(order.vehicle)
        if vehicle is None or not vehicle.on_table:
            return Refusal(rule, f"There is no tractor {order.vehicle!r}.")
        refused = _check_both_able(state, weapon, vehicle) or check_room(state, weapon, vehicle)
        return refused or check_adjacent_since_start(state, weapon, vehicle, rule)

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
        if not state.sheet(element).is_crew_served:
            return
        for friend in state.friends_of(element):
            order = Limber(element.id, friend.id)
            if state.sheet(friend).is_vehicle and self.check(state, element, order) is None:
                yield order

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
        vehicle = carrier(state, element)
        if vehicle is None or not vehicle.on_table or not state.sheet(element).is_crew_served:
            return
        base = state.base(vehicle)
        for spot, facing in places(state, element, vehicle, base, "p8.limber.placement"):
            yield Unlimber(element.id, vehicle.id, spot, facing)

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
        place = next(self.offer(state, element), None)
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


# -- breaking down and setting up -----------------------------------------------------------------

O = TypeVar("O", BreakDown, Assemble)  # noqa: E741 - an order
PORTABLE: Final = "p8.limber.break-down-and-set-up"


class ChangeOver(Action[O]):
    """Take a man-portable weapon apart, or set it up; it does not fire this turn."""

    apart: ClassVar[bool]
    """Whether it is taken apart by it."""

    told_as: ClassVar[tuple[str, str]]
    """The kind of event, and what it says of the weapon."""

    def concerns(self, state: P8State, element: Element) -> bool:
        """Man-portable weapons that are not so already."""
        portable = state.has(element, "MP") and element.on_table
        return portable and element.broken_down is not self.apart

    def check(self, state: P8State, weapon: Element, order: O) -> Refusal | None:
        if weapon.suppressed:
            return Refusal("p8.action.allowed-when-suppressed", f"{weapon.name} is suppressed.")
        if weapon.moved:
            return Refusal(PORTABLE, f"{weapon.name} has moved, and this takes its whole turn.")
        return None

    def act(self, state: P8State, weapon: Element, order: O, dice: Dice) -> Iterator[Event]:
        kind, told = self.told_as
        state.put(replace(weapon, broken_down=self.apart, acted=True, shifted=True))
        yield Event(
            kind=kind, text=f"{weapon.name} {told}.", rules=(PORTABLE,), pieces=(weapon.id,)
        )

    def offer(self, state: P8State, element: Element) -> Iterator[O]:
        """If it can be."""
        if self.concerns(state, element):
            yield self.order(element=element.id)  # type: ignore[misc]


class BreakDownAction(ChangeOver[BreakDown]):
    """Take a man-portable weapon apart."""

    order = BreakDown
    words = Words(
        label="Take apart",
        key="P",
        rule=PORTABLE,
        hint="Is taken apart for carrying; that takes its turn.",
    )
    apart = True
    told_as = ("break-down", "is taken apart for carrying")

    def check(self, state: P8State, weapon: Element, order: BreakDown) -> Refusal | None:
        sheet = state.setting.sheets[weapon.sheet]
        if not state.has(weapon, "MP"):
            if sheet.is_crew_served and sheet.move_class == "Inf":
                why = f"{weapon.name} is carried ready for use; it need not be taken apart."
                return Refusal("p8.limber.infantry-mortars-exempt", why)
            return Refusal(PORTABLE, f"{weapon.name} is not man-portable.")
        if weapon.broken_down:
            return Refusal(PORTABLE, f"{weapon.name} is already taken apart.")
        return super().check(state, weapon, order)


class AssembleAction(ChangeOver[Assemble]):
    """Set up a weapon that was taken apart."""

    order = Assemble
    words = Words(
        label="Set up",
        key="P",
        rule=PORTABLE,
        hint="Is set up for firing; that takes its turn.",
    )
    apart = False
    told_as = ("assemble", "is set up")

    def check(self, state: P8State, weapon: Element, order: Assemble) -> Refusal | None:
        if not weapon.broken_down:
            return Refusal(PORTABLE, f"{weapon.name} is not taken apart.")
        return super().check(state, weapon, order)


LIMBER: Final = LimberAction()
UNLIMBER: Final = UnlimberAction()
