"""Decisions that follow from fire and loss, and the setting up before the battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s03_turn import turn
from sandtable.rulebooks.panzer8.s03_turn.setting_up import check_deploy, deploy, unplaced
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import (
    check_retire,
    forced_ways,
    retire,
)
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import fire_next_shot
from sandtable.rulebooks.panzer8.s05_actions.readiness import commanded
from sandtable.rulebooks.panzer8.s08_results.results import replace_commander, successors
from sandtable.rulebooks.panzer8.s12_hidden.deployment import (
    check_done,
    check_dummy,
    check_hide,
    end_set_up,
    hide,
    hidings,
    lay_dummy,
    seats_setting_up,
)
from sandtable.rulebooks.panzer8.s12_hidden.who_may_hide import may_hide
from sandtable.rulebooks.panzer8.state import (
    Deploying,
    P8State,
    Replacing,
    Retiring,
    Volley,
)
from sandtable.rulebooks.panzer8.state.battlefield import INWARD
from sandtable.rulebooks.panzer8.state.decision import Decision, Step, owners
from sandtable.rulebooks.panzer8.state.orders import (
    Deploy,
    Done,
    Dummy,
    Hide,
    Replace,
    Retire,
)


class Shooting(Step[Volley]):
    """Shots that are to be fired: nobody is asked, they are fired one after another (5.1)."""

    def settle(self, state: P8State, frame: Volley, dice: Dice) -> Iterator[Event]:
        """Fire the next shot."""
        return fire_next_shot(state, frame, dice)


class FallingBack(Decision[Retiring]):
    """Which way an element goes that must fall back (8.1)."""

    answers: ClassVar[tuple[type[Order], ...]] = (Retire,)

    def choice(self, state: P8State, frame: Retiring) -> Choice:
        """Its owner."""
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="fall back",
            rule="p8.fallback.direction",
            prompt=f"{state.pieces[name].name} must fall back. Which way?",
            about=(name,),
        )

    def check(self, state: P8State, frame: Retiring, seat: str, order: Order) -> Refusal | None:
        """Why it cannot go that way."""
        assert isinstance(order, Retire)
        return check_retire(state, frame, order)

    def apply(
        self,
        state: P8State,
        frame: Retiring,
        seat: str,
        order: Order,
        dice: Dice,
    ) -> Iterator[Event]:
        """Fall back."""
        assert isinstance(order, Retire)
        return retire(state, frame, order)

    def candidates(self, state: P8State, frame: Retiring, seats: Sequence[str]) -> Iterator[Order]:
        """The ways that are open, facing as before or turned about."""
        return retirements(state, frame)


class NamingSuccessor(Decision[Replacing]):
    """Whose place the successor of a lost commander takes (9.8)."""

    answers: ClassVar[tuple[type[Order], ...]] = (Replace,)

    def choice(self, state: P8State, frame: Replacing) -> Choice:
        """The seats of the commander's side."""
        lost = frame.commander
        seats = state.setting.seats_for(lost.side, lost.id) or state.setting.seats[lost.side]
        return Choice(
            seats=seats,
            ask="commander",
            rule="p8.cmd.replaced-when-lost",
            prompt=f"{lost.name} is lost. Whose place does the new commander take?",
        )

    def check(self, state: P8State, frame: Replacing, seat: str, order: Order) -> Refusal | None:
        """Why that element cannot make room."""
        assert isinstance(order, Replace)
        lost = frame.commander
        if order.element in [element.id for element in successors(state, lost)]:
            return None
        return Refusal(
            "p8.cmd.replaced-when-lost",
            f"{order.element!r} is no combat element of {lost.name}'s formation out of enemy "
            "contact.",
        )

    def apply(
        self,
        state: P8State,
        frame: Replacing,
        seat: str,
        order: Order,
        dice: Dice,
    ) -> Iterator[Event]:
        """Put the new commander in that element's place."""
        assert isinstance(order, Replace)
        return replace_commander(state, frame, order.element)

    def candidates(self, state: P8State, frame: Replacing, seats: Sequence[str]) -> Iterator[Order]:
        """Everybody who can make room."""
        for element in successors(state, frame.commander):
            yield Replace(element.id)


class SettingUp(Decision[Deploying]):
    """Where a side sets its elements up (3)."""

    answers: ClassVar[tuple[type[Order], ...]] = (Deploy, Hide, Dummy, Done)

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

    def check(self, state: P8State, frame: Deploying, seat: str, order: Order) -> Refusal | None:
        """Why it cannot be set up there."""
        match order:
            case Hide():
                return check_hide(state, frame.side, seat, order)
            case Dummy():
                return check_dummy(state, frame.side, order)
            case Done():
                return check_done(state, frame.side, seat)
        assert isinstance(order, Deploy)
        if not state.setting.commands(seat, order.element):
            return Refusal("p8.turn.setup-by-scenario", f"{order.element!r} is not yours.")
        return check_deploy(state, frame.side, order)

    def apply(
        self,
        state: P8State,
        frame: Deploying,
        seat: str,
        order: Order,
        dice: Dice,
    ) -> Iterator[Event]:
        """Set it up; when all stand, the battle begins."""
        match order:
            case Hide():
                yield from hide(state, frame.side, order)
            case Dummy():
                yield from lay_dummy(state, frame.side, order)
            case Done():
                yield from end_set_up(state, frame.side, seat)
            case Deploy():
                yield from deploy(state, frame.side, order)
        if not state.agenda:
            yield from turn.begin(state)

    def candidates(self, state: P8State, frame: Deploying, seats: Sequence[str]) -> Iterator[Order]:
        """Spots on a grid in the zone of the next element."""
        yield from deployments(state, seats, frame.side)
        yield from hidings(state, seats, frame.side)
        if may_hide(state, frame.side) and check_done(state, frame.side, seats[0]) is None:
            yield Done()


def retirements(state: P8State, frame: Retiring) -> Iterator[Retire]:
    """The ways open to an element that must fall back."""
    element = state.pieces[frame.element]
    about = (element.heading + 180.0) % 360.0
    for way in forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover):
        yield Retire(way)
        if check_retire(state, frame, Retire(way, about)) is None:
            yield Retire(way, about)


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
