"""Section 3: setting up before the battle, in the open or hidden, and dummies."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice
from sandtable.table import Point

from ..drawing.ghosts import counter_ghost, is_on_table, placed
from ..s05_actions.readiness import commanded
from ..s10_buildings.occupation import bua_at, indoors
from ..s12_hidden.deployment import (
    Dummy,
    Hide,
    check_done,
    check_dummy,
    check_hide,
    end_set_up,
    hide,
    hidings,
    lay_dummy,
    seats_setting_up,
)
from ..s12_hidden.who_may_hide import allowance_left, may_hide
from ..state import Deploying, P8State, slots
from ..state.battlefield import INWARD
from ..state.case import Case
from ..state.decision import Asked, Ending
from ..state.orders import Done
from . import turn
from .setting_up import Deploy, check_deploy, deploy, placed_at, unplaced

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
        """Spots on a grid in the zone of the next element."""
        return deployments(state, seats, frame.side)

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
        return check_hide(state, frame.side, seat, order)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Hide) -> Iterator[Event]:
        """Lay their counter."""
        return hide(state, frame.side, order)

    def offer(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Any]:
        """Counters with somebody under them, and dummies."""
        return hidings(state, seats, frame.side)

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
        return check_dummy(state, frame.side, order)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Dummy) -> Iterator[Event]:
        """Lay it."""
        return lay_dummy(state, frame.side, order)

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


class AllSetUp(SetUp[Done], Ending[Deploying]):
    """All stand who shall."""

    def check(self, state: P8State, frame: Deploying, seat: str, order: Done) -> Refusal | None:
        return check_done(state, frame.side, seat)

    def place(self, state: P8State, frame: Deploying, seat: str, order: Done) -> Iterator[Event]:
        """Be done with it."""
        return end_set_up(state, frame.side, seat)

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
        Dummies(),
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


def deployments(state: P8State, seats: Sequence[str], side: str) -> Iterator[Deploy]:
    """Spots on a grid in the zone, facing away from home."""
    element = next((e for e in unplaced(state, side) if commanded(state, seats, e)), None)
    if element is None:
        return
    zone = state.setting.scenario.zone(element.zone)
    facing = INWARD[state.setting.homes[side]]
    xs = [x for x, _ in zone.outline]
    ys = [y for _, y in zone.outline]
    for column in range(int((max(xs) - min(xs)) / 2) + 1):
        for row in range(int((max(ys) - min(ys)) / 2) + 1):
            order = Deploy(element.id, (min(xs) + 1 + 2 * column, min(ys) + 1 + 2 * row), facing)
            if check_deploy(state, side, order) is None:
                yield order


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
