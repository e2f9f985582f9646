"""Section 3 and 12: setting up before the battle, in the open or hidden under counters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Zone
from sandtable.table import Point, place_in, rounded

from ..drawing.ghosts import counter_ghost, is_on_table, placed
from ..s02_terrain.ground_and_cover import check_footing, is_fortified
from ..s02_terrain.place_names import name_of_feature
from ..s05_actions.readiness import commanded
from ..s09_troops.transport import cargo
from ..s10_buildings.occupation import (
    UNCOUNTED,
    bua_at,
    check_entry,
    hidden_in,
    indoors,
    taking_room,
)
from ..s12_hidden.counters import counters_of
from ..s12_hidden.who_may_hide import (
    allowance,
    allowance_left,
    dummies_of,
    lay_counter,
    may_hide,
    put_under,
)
from ..s13_engineering.fortifications import works_at
from ..state import Deploying, Element, P8State, slots
from ..state.battlefield import INWARD
from ..state.case import Case
from ..state.decision import Asked, Ending
from ..state.orders import Done
from ..state.side_names import side_called
from . import turn
from .setting_up import Deploy, check_deploy, check_in_zones, deploy, placed_at, unplaced


class Hide(Order, frozen=True, kw_only=False):
    """Set elements up hidden, under one counter (12)."""

    elements: tuple[str, ...]
    at: Point


class Dummy(Order, frozen=True, kw_only=False):
    """Set a counter up with nobody under it (12)."""

    at: Point


HALF = "p8.hidden.half-of-defender"
COUNTERS = "p8.hidden.counters-and-dummies"


def _check_number(state: P8State, side: str, elements: Sequence[Element]) -> Refusal | None:
    number = len(elements) + sum(len(cargo(state, element)) for element in elements)
    left = allowance_left(state, side)
    if number <= left:
        return None
    return Refusal(
        HALF,
        f"You may hide {allowance(state, side)} elements, {left} more, not {number}, "
        "those aboard counted.",
    )


def _check_spot(state: P8State, element: Element, at: Point) -> Refusal | None:
    zone = state.setting.scenario.zone(element.zone)
    refused = check_in_zones(state.setting, element.name, [zone], at)
    if refused:
        return refused
    there = placed_at(element, Deploy(element.id, at))
    if is_fortified(state, there):
        return Refusal(
            "p8.hidden.not-in-fortifications",
            f"{element.name} would be in a fortification, where nobody is hidden.",
        )
    return check_footing(state, there)


def _check_houses(state: P8State, elements: Sequence[Element], at: Point) -> Refusal | None:
    """Why they cannot be hidden in the houses there, if there are any."""
    bua = bua_at(state, at)
    if bua is None:
        return None
    for element in elements:
        refused = check_entry(state, element, bua.id)
        if refused:
            return refused
    there = [e for e in taking_room(state, bua.id) if e.side == elements[0].side]
    there += hidden_in(state, bua.id, elements[0].side)
    there += [e for e in elements if state.sheet(e).type not in UNCOUNTED]
    if len(there) > bua.capacity:
        full = name_of_feature(state.setting, bua.id)
        return Refusal("p8.bua.capacity", f"{full} is full: it holds {bua.capacity}.")
    return None


def zones_of(state: P8State, side: str) -> list[Zone]:
    """The zones in which a side sets up."""
    scenario = state.setting.scenario
    used = {unit.zone for unit in scenario.units if unit.side == side}
    return [zone for zone in scenario.zones if zone.id in used]


def _told(state: P8State, side: str, text: str, names: tuple[str, ...]) -> Iterator[Event]:
    """What the owner hears of his counter, and what the others hear."""
    own = state.setting.seats[side]
    others = tuple(
        seat for s in state.setting.sides if s != side for seat in state.setting.seats[s]
    )
    yield Event(kind="hide", text=text, rules=(COUNTERS, HALF), pieces=names, seen_by=own)
    yield Event(
        kind="hide",
        text=f"{side_called(state, side).opens('sets', 'set')} up out of sight.",
        rules=(COUNTERS, HALF),
        seen_by=others,
    )


def check_done(state: P8State, side: str, seat: str) -> Refusal | None:
    """Why a seat has not set up yet."""
    left = [e.name for e in unplaced(state, side) if state.setting.commands(seat, e.id)]
    if not left:
        return None
    return Refusal("p8.turn.setup-by-scenario", f"Set up or hide first: {', '.join(left)}.")


def seats_setting_up(state: P8State, side: str) -> tuple[str, ...]:
    """The seats of a side that sets up in secret which have not said that they are done."""
    return tuple(seat for seat in state.setting.seats[side] if seat not in state.done)


def grid(zone: Zone) -> Iterator[Point]:
    """Spots two inches apart in a zone."""
    xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    for column in range(int((max(xs) - min(xs)) / 2) + 1):
        for row in range(int((max(ys) - min(ys)) / 2) + 1):
            spot = (min(xs) + 1 + 2 * column, min(ys) + 1 + 2 * row)
            if place_in(spot, zone.outline) >= 0:
                yield spot


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class SetUp(Answer[P8State, O, Deploying]):
    """What setting up has in common: when all stand, the battle begins."""

    def apply(
        self, state: P8State, frame: Deploying, seat: str, order: O, dice: Dice
    ) -> Iterator[Event]:
        yield from self.place(state, frame, seat, order)
        if not state.agenda:
            yield from turn.begin(state)

    @abstractmethod
    def place(self, state: P8State, frame: Deploying, seat: str, order: O) -> Iterator[Event]:
        """Put it on the table."""


class Deployment(SetUp[Deploy]):
    """Set an element up in the open."""

    order = Deploy
    words = Words(label="Set up", key="D", hint="Places an element in its zone.")

    def check(self, state: P8State, frame: Deploying, seat: str, order: Deploy) -> Refusal | None:
        if not state.setting.commands(seat, order.element):
            return Refusal("p8.turn.setup-by-scenario", f"{order.element!r} is not yours.")
        return check_deploy(state, frame.side, order)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Deploy) -> Iterator[Event]:
        """Put it there."""
        return deploy(state, frame.side, order)

    def offer(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Deploy]:
        """Spots on a grid in the zone of the next element, facing away from home."""
        element = next((e for e in unplaced(state, frame.side) if commanded(state, seats, e)), None)
        if element is None:
            return
        zone = state.setting.scenario.zone(element.zone)
        facing = INWARD[state.setting.homes[frame.side]]
        xs = [x for x, _ in zone.outline]
        ys = [y for _, y in zone.outline]
        for column in range(int((max(xs) - min(xs)) / 2) + 1):
            for row in range(int((max(ys) - min(ys)) / 2) + 1):
                order = Deploy(
                    element.id, (min(xs) + 1 + 2 * column, min(ys) + 1 + 2 * row), facing
                )
                if check_deploy(state, frame.side, order) is None:
                    yield order

    def preview(self, state: P8State, order: Deploy) -> Trace | None:
        element = state.pieces.get(order.element)
        if element is None:
            return None
        there = placed_at(element, order)
        bua = bua_at(state, (there.x, there.y))
        return placed(state, there if bua is None else indoors(state, there, bua.id))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Whoever is left, or the one that was picked."""
        left = _left(case)
        home = INWARD[case.state.setting.homes[case.frame.side]]
        asked = [
            slots.spot("at", "Choose a place in its zone"),
            slots.facing("Turn it to face", default=home),
        ]
        if piece in left:
            fixed = {"element": piece}
            yield case.action(Deploy, self.words, piece=piece, fixed=fixed, slots=asked)
        elif piece is None and left:
            who = slots.one_of("element", "Whom do you set up?", left)
            yield case.action(Deploy, self.words, slots=(who, *asked))


class Hiding(SetUp[Hide]):
    """Set elements up hidden, under one counter."""

    order = Hide
    words = Words(
        label="Set up hidden",
        key="H",
        rule="p8.hidden.half-of-defender",
        hint="Places elements under one counter, where the enemy does not see them.",
        typed="hide ELEMENT [ELEMENT ...] at X,Y",
        means="Set elements up hidden, under one counter.",
    )

    def check(self, state: P8State, frame: Deploying, seat: str, order: Hide) -> Refusal | None:
        if not may_hide(state, frame.side):
            return Refusal(HALF, "Your side does not set up hidden in this battle.")
        waiting = {element.id: element for element in unplaced(state, frame.side)}
        names = ", ".join(waiting)
        if not order.elements or len(set(order.elements)) != len(order.elements):
            return Refusal(
                COUNTERS, f"Name the elements that are hidden; to be set up are: {names}."
            )
        for name in order.elements:
            if name not in waiting:
                return Refusal(COUNTERS, f"{name!r} is not to be set up; these are: {names}.")
            if not state.setting.commands(seat, name):
                return Refusal(COUNTERS, f"{waiting[name].name} is not yours to command.")
        elements = [waiting[name] for name in order.elements]
        refused = _check_number(state, frame.side, elements)
        for element in elements:
            refused = refused or _check_spot(state, element, order.at)
        return refused or _check_houses(state, elements, order.at)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Hide) -> Iterator[Event]:
        """The others see no more than a counter."""
        bua = bua_at(state, order.at)
        elements = [state.pieces[name] for name in order.elements]
        if bua is not None:
            elements = [indoors(state, element, bua.id) for element in elements]
        counter = lay_counter(state, frame.side, order.at)
        put_under(state, counter, elements)
        names = " and ".join(element.name for element in elements)
        yield from _told(
            state, frame.side, f"{names} set up hidden under a counter.", order.elements
        )

    def offer(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Any]:
        """The next element under a counter, and dummies, on spots of a grid."""
        if not may_hide(state, frame.side):
            return
        element = next((e for e in unplaced(state, frame.side) if commanded(state, seats, e)), None)
        for zone in zones_of(state, frame.side):
            for spot in grid(zone):
                if element is not None and element.zone == zone.id:
                    order = Hide((element.id,), spot)
                    if self.check(state, frame, seats[0], order) is None:
                        yield order
                dummy = Dummy(spot)
                if DUMMIES.check(state, frame, seats[0], dummy) is None:
                    yield dummy

    def preview(self, state: P8State, order: Hide) -> Trace | None:
        """Where the counter is laid."""
        return _counter(state, order.at)

    def told(self, state: P8State, order: Hide) -> str:
        names = (state.pieces[name].name for name in order.elements if name in state.pieces)
        return f"{' and '.join(names)} at {order.at[0]:g},{order.at[1]:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Some of those who are left, or the one that was picked."""
        left, side = _left(case), case.frame.side
        room = allowance_left(case.state, side) if may_hide(case.state, side) else 0
        if not room or not left:
            return
        if piece in left:
            where = (slots.spot("at", "Choose a place for its counter"),)
            fixed = {"elements": [piece]}
            yield case.action(Hide, self.words, piece=piece, fixed=fixed, slots=where)
        elif piece is None:
            ask = f"Whom do you hide? You may hide {room} more"
            who = slots.some_of("elements", ask, left, most=min(room, len(left)))
            where = (slots.spot("at", "Choose a place for their counter"),)
            yield case.action(Hide, self.words, slots=(who, *where))


class Dummies(SetUp[Dummy]):
    """Set a counter up with nobody under it."""

    order = Dummy
    words = Words(
        label="Lay a dummy",
        key="Y",
        rule="p8.hidden.counters-and-dummies",
        hint="Places a counter with nobody under it.",
        typed="dummy at X,Y",
        means="Set a counter up with nobody under it.",
    )

    def check(self, state: P8State, frame: Deploying, seat: str, order: Dummy) -> Refusal | None:
        if not may_hide(state, frame.side):
            return Refusal(HALF, "Your side does not set up hidden in this battle.")
        outside = check_in_zones(state.setting, "a dummy", zones_of(state, frame.side), order.at)
        if outside:
            return Refusal(COUNTERS, outside.reason)
        at = rounded(order.at)
        if works_at(state, at) is not None:
            return Refusal(
                "p8.hidden.not-in-fortifications", "Nobody can be hidden in a fortification."
            )
        counters = counters_of(state, frame.side)
        if any((counter.x, counter.y) == at for counter in counters):
            return Refusal(COUNTERS, "A counter of yours lies there already.")
        possible = min(allowance_left(state, frame.side), len(unplaced(state, frame.side)))
        dummies = len(dummies_of(state, frame.side))
        if dummies + 1 > len(counters) - dummies + possible:
            real = len(counters) - dummies
            return Refusal(
                COUNTERS,
                f"You have {real} counters with somebody under them, so there are {dummies} "
                "dummies and no more; hide others first.",
            )
        return None

    def place(self, state: P8State, frame: Deploying, seat: str, order: Dummy) -> Iterator[Event]:
        """The others cannot tell it from others."""
        cite(COUNTERS)
        counter = lay_counter(state, frame.side, order.at)
        yield from _told(state, frame.side, f"{counter.id} is laid as a dummy.", ())

    def offer(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Dummy]:
        """They are offered with those who hide."""
        return iter(())

    def preview(self, state: P8State, order: Dummy) -> Trace | None:
        """Where the counter is laid."""
        return _counter(state, order.at)

    def told(self, state: P8State, order: Dummy) -> str:
        return f"at {order.at[0]:g},{order.at[1]:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Where one may hide at all."""
        if piece is None and may_hide(case.state, case.frame.side):
            where = (slots.spot("at", "Choose a place for it"),)
            yield case.action(Dummy, self.words, slots=where)


DUMMIES: Final = Dummies()


class AllSetUp(SetUp[Done], Ending[Deploying]):
    """All stand who shall."""

    def check(self, state: P8State, frame: Deploying, seat: str, order: Done) -> Refusal | None:
        return check_done(state, frame.side, seat)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Done) -> Iterator[Event]:
        """When all of the side are done, dummies that are too many are taken back."""
        state.done = (*state.done, seat)
        if seats_setting_up(state, frame.side):
            return
        state.pop()
        state.done = ()
        while len(dummies := dummies_of(state, frame.side)) > len(
            counters_of(state, frame.side)
        ) - len(dummies):
            surplus = dummies[-1]
            del state.counters[surplus.id]
            yield Event(
                kind="dummy",
                text=f"{surplus.id} is a dummy too many and is taken back.",
                rules=(COUNTERS,),
                data={"counter": surplus.id, "at": (surplus.x, surplus.y)},
            )

    def offer(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Done]:
        """Where it does not end by itself."""
        if may_hide(state, frame.side) and check_done(state, frame.side, seats[0]) is None:
            yield Done()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Where it does not end by itself."""
        if piece is None and may_hide(case.state, case.frame.side):
            yield case.done("Done setting up")


class SettingUp(Asked[Deploying]):
    """Where a side sets its elements up (3)."""

    acts = (
        Deployment(),
        Hiding(),
        DUMMIES,
        AllSetUp(),
    )

    def choice(self, state: P8State, frame: Deploying) -> Choice:
        """The seats that have elements left to place."""
        side, setting = frame.side, state.setting
        waiting = unplaced(state, side)
        return Choice(
            seats=seats_setting_up(state, side)
            if may_hide(state, side)
            else tuple(
                seat
                for seat in setting.seats[side]
                if any(setting.commands(seat, element.id) for element in waiting)
            ),
            ask="deploy",
            rule="p8.turn.setup-by-scenario",
            prompt="Set your elements up.",
        )


def _left(case: Case) -> tuple[str, ...]:
    """Those of a seat who are not set up yet."""
    waiting = unplaced(case.state, case.frame.side)
    return slots.names(element for element in waiting if case.commands(element))


def _counter(state: P8State, at: Point) -> Trace | None:
    frame = state.frame
    if not isinstance(frame, Deploying):
        return None
    if not is_on_table(state, at):
        return Trace(notes=("That is off the table.",))
    return Trace(ghosts=(counter_ghost(frame.side, at),))
