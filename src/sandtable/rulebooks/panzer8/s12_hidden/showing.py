"""Section 12: placing hidden elements on the table, to act or because they were spotted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..drawing.ghosts import placed
from ..s05_actions.action import WHERE, Action
from ..s05_actions.react.reaction import check_owner, moment, moment_told, nearest_moment, window
from ..s05_actions.readiness import commanded
from ..state import Element, Moving, P8State, Revealing, Secret, slots
from ..state.case import Case
from ..state.decision import Decision, owners
from .ambush import Show, ambush, ambushes, check_ambush, check_show, showings
from .counters import (
    PLACING,
    check_emerge,
    emerged,
    place,
    place_revealed,
    places,
    settle_revealing,
)


class ShowAction(Action[Show]):
    """Come out from under a counter; it takes no action, but goes before one."""

    order = Show
    words = Words(
        label="Show",
        key="S",
        rule="p8.hidden.placement-on-reveal",
        hint="Comes out from under its counter, so that it can act or react.",
        typed="show ELEMENT at X,Y [facing N] [when N]",
        means="Place a hidden element; when it reacts, with the mover N inches along its path.",
    )
    free = True
    unseen = True

    def check(self, state: P8State, element: Element, order: Show) -> Refusal | None:
        return check_show(state, element, order)

    def act(self, state: P8State, element: Element, order: Show, dice: Dice) -> Iterator[Event]:
        cite("p8.hidden.revealed-by-moving", "p8.hidden.revealed-by-firing")
        return place(state, element, order.at, order.facing)

    def offer(self, state: P8State, element: Element) -> Iterator[Show]:
        """Some places at its counter."""
        return showings(state, element)

    def concerns(self, state: P8State, element: Element) -> bool:
        """Whoever is under a counter."""
        return element.under is not None

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """A place that touches its counter, and how to face there."""
        place = next(showings(case.state, element), None)
        order = place or Show(element.id, (element.x, element.y))
        found = slots.placing(TOUCHING, place)
        return found, self.unless_elsewhere(case, element, order)

    def preview(self, state: P8State, order: Show) -> Trace | None:
        element = state.pieces.get(order.element)
        if element is None or element.under is None:
            return None
        return placed(state, emerged(state, element, order.at, order.facing))

    def told(self, state: P8State, order: Show) -> str:
        """Where, and when on the way of a mover."""
        text = f"at {order.at[0]:g},{order.at[1]:g}, facing {order.facing:g}"
        return text if order.when is None else f"{text}, {moment_told(order.when)}"


TOUCHING: Final = "Choose a place that touches its counter"


class Ambushing(Answer[P8State, Show, Moving]):
    """Come out from under a counter to react to a mover."""

    order = Show
    stages = ("react", "again")
    words = ShowAction.words

    def check(self, state: P8State, frame: Moving, seat: str, order: Show) -> Refusal | None:
        return check_owner(state, seat, order.element) or check_ambush(state, frame, order)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: Show, dice: Dice
    ) -> Iterator[Event]:
        """Place it, and stop the mover."""
        return ambush(state, frame, order)

    def offer(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[Show]:
        """Places from which a mover can be reacted to."""
        return ambushes(state, seats, frame)

    def answers(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """It is shown with those who are hidden."""
        return iter(())

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        state, frame = case.state, case.frame
        if element.under is None or element.side == state.pieces[frame.element].side:
            return
        near = window(state, frame)
        places = (o for o in ambushes(state, (case.seat,), near) if o.element == element.id)
        found = next(places, None)
        at = nearest_moment(case, element) if found is None else found.when
        order = found or Show(element.id, (element.x, element.y), 0.0, at)
        why = case.refusal(order)
        fixed: dict[str, object] = {"element": element.id}
        asked = [*slots.placing(TOUCHING, order)]
        if frame.stage == "again":
            fixed["when"] = frame.at
        else:
            asked.append(moment(case, "when", at))
        yield case.action(
            Show,
            self.words,
            piece=element.id,
            fixed=fixed,
            slots=asked,
            refusal=None if why is not None and why.rule in WHERE else why,
        )


SUGGESTED: Final = 12
"""How many places are suggested for one element."""


class PlacingRevealed(Decision[Revealing]):
    """Where a hidden element is placed that has been spotted."""

    answers = (Show,)

    def choice(self, state: P8State, frame: Revealing) -> Choice:
        names = " and ".join(state.pieces[name].name for name in frame.elements)
        return Choice(
            seats=owners(state, frame.elements),
            ask="reveal",
            rule=PLACING,
            prompt=f"{names}: spotted under {frame.counter}. Where does it stand?",
            about=frame.elements,
        )

    def check(self, state: P8State, frame: Revealing, seat: str, order: Order) -> Refusal | None:
        assert isinstance(order, Show)
        if order.element not in frame.elements:
            names = ", ".join(frame.elements)
            return Refusal(PLACING, f"{order.element!r} is not to be placed; these are: {names}.")
        if not state.setting.commands(seat, order.element):
            return Refusal(PLACING, f"{state.pieces[order.element].name} is not yours to command.")
        if order.when is not None:
            return Refusal(PLACING, "It is placed now, where the mover stands.")
        return check_emerge(state, state.pieces[order.element], order.at, order.facing)

    def apply(
        self, state: P8State, frame: Revealing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        assert isinstance(order, Show)
        return place_revealed(state, frame, order.element, order.at, order.facing)

    def candidates(self, state: P8State, frame: Revealing, seats: Sequence[str]) -> Iterator[Order]:
        """Places at the counter, facing enemies nearby."""
        for name in frame.elements:
            element = state.pieces[name]
            if commanded(state, seats, element):
                for spot, facing in islice(places(state, element), SUGGESTED):
                    yield Show(name, spot, facing)

    def settle(self, state: P8State, frame: Revealing, dice: Dice) -> Iterator[Event]:
        """Dummies are taken away, and nobody is asked where nothing can be chosen."""
        return settle_revealing(state, frame)

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """A place that touches the counter, for each who was under it."""
        frame: Revealing = case.frame
        for name in frame.elements:
            element = case.state.pieces[name]
            if not case.commands(element) or piece not in (None, name, frame.counter):
                continue
            at, facing = next(places(case.state, element), ((element.x, element.y), 0.0))
            yield case.action(
                Show,
                ShowAction.words,
                piece=name,
                fixed={"element": name},
                slots=slots.placing(TOUCHING, Show(name, at, facing)),
                label=f"Place {element.name}",
                key="P",
            )


class Unseen(Decision[Secret]):
    """Something that somebody else decides out of sight."""

    answers = ()

    def choice(self, state: P8State, frame: Secret) -> Choice:
        """Those who know what it is."""
        return Choice(seats=frame.seats, ask="unseen", rule=frame.rule, prompt=frame.prompt)

    def check(self, state: P8State, frame: Secret, seat: str, order: Order) -> Refusal | None:
        """Nobody who sees only this is asked."""
        return Refusal(frame.rule, frame.prompt)

    def apply(
        self, state: P8State, frame: Secret, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        raise AssertionError("a secret is never part of a true state")

    def candidates(self, state: P8State, frame: Secret, seats: Sequence[str]) -> Iterator[Order]:
        return iter(())
