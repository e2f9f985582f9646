"""Section 12: placing a hidden element on the table, so that it can act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action as Listed
from sandtable.battle.handling import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..drawing.ghosts import placed
from ..s05_actions.action import WHERE, Action
from ..s05_actions.react.reaction import check_owner, moment, moment_told, nearest_moment, window
from ..state import Element, Moving, P8State, slots
from ..state.case import Case
from .ambush import Show, ambush, ambushes, check_ambush, check_show, showings
from .counters import emerged, place


class ShowAction(Action[Show]):
    """Come out from under a counter; it takes no action, but goes before one."""

    order: ClassVar[type[Order]] = Show
    words: ClassVar[Words] = Words(
        label="Show",
        key="S",
        rule="p8.hidden.placement-on-reveal",
        hint="Comes out from under its counter, so that it can act or react.",
        typed="show ELEMENT at X,Y [facing N] [when N]",
        means="Place a hidden element; when it reacts, with the mover N inches along its path.",
    )
    free: ClassVar[bool] = True
    unseen: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Show) -> Refusal | None:
        """Why it cannot be placed there."""
        return check_show(state, element, order)

    def act(self, state: P8State, element: Element, order: Show, dice: Dice) -> Iterator[Event]:
        """Place it."""
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
        """Where it would stand."""
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

    order: ClassVar[type[Order]] = Show
    stages: ClassVar[tuple[str, ...]] = ("react", "again")
    words: ClassVar[Words] = ShowAction.words

    def check(self, state: P8State, frame: Moving, seat: str, order: Show) -> Refusal | None:
        """Why it cannot be placed there, or not then."""
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
        """A place, and when."""
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
