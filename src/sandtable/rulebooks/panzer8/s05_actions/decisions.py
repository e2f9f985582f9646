"""Section 5: the decisions of the phasing player in the Action Phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action as Listed
from sandtable.dice import Dice

from ..s03_turn import turn
from ..state import ExtraActions, Firing, P8State
from ..state.case import Case
from ..state.decision import Decision, owners
from ..state.orders import ActionOrder, Done, Fire
from .action import listed_with
from .actions import ACTIONS, FIRE, SHOWN, act, check_action, decline_extra, offered
from .fire.action import can_fire, check_fire, shots
from .fire.direct_fire import volley
from .move.action import entering
from .readiness import able, commanded

F = TypeVar("F", None, ExtraActions)


class Taking(Decision[F]):
    """Which element acts next, and how; or that nobody does."""

    answers = (*ACTIONS, Done)

    def check(self, state: P8State, frame: F, seat: str, order: Order) -> Refusal | None:
        return None if isinstance(order, Done) else check_action(state, seat, order, frame)

    def apply(
        self, state: P8State, frame: F, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        if isinstance(order, Done):
            self.decline(state, frame, seat)
        elif isinstance(order, ActionOrder):
            yield from act(state, order, dice)

    @abstractmethod
    def decline(self, state: P8State, frame: F, seat: str) -> None:
        """Let the chance go."""

    def candidates(self, state: P8State, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """The actions of all elements that can act."""
        for element in list(state.pieces.values()):
            mine = element.side == state.active and commanded(state, seats, element)
            if mine and able(state, element):
                yield from offered(state, seats[0], element, frame)
        yield Done()

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """The actions of an element and of those whom it carries; or to bring somebody on."""
        return entering(case) if piece is None else listed_with(case, piece, SHOWN)


class Acting(Taking[None]):
    """Which element acts next, and how; or the end of the phase."""

    def choice(self, state: P8State, frame: None) -> Choice:
        return Choice(
            seats=turn.seats_to_act(state),
            ask="action",
            rule="p8.action.one-per-element",
            prompt="Choose an element and its action, or end the phase.",
        )

    def decline(self, state: P8State, frame: None, seat: str) -> None:
        state.done = (*state.done, seat)

    def settle(self, state: P8State, frame: None, dice: Dice) -> Iterator[Event]:
        return turn.proceed(state)

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """All actions; or the end of the phase."""
        yield from super().listed(case, piece)
        if piece is None:
            mine = [one for one in case.mine() if one.on_table or one.under is not None]
            left = sum(able(case.state, one) for one in mine)
            yield case.done("End action phase", f"Still to act: {left} of {len(mine)} elements.")


class ActingAgain(Taking[ExtraActions]):
    """Whether to use the actions that a recovery of 9 or more has earned (5.7)."""

    def choice(self, state: P8State, frame: ExtraActions) -> Choice:
        elements = frame.elements
        names = " and ".join(state.pieces[name].name for name in elements)
        return Choice(
            seats=owners(state, elements),
            ask="action",
            rule="p8.rally.result-extra-action",
            prompt=f"{names} may act again at once.",
            about=elements,
        )

    def decline(self, state: P8State, frame: ExtraActions, seat: str) -> None:
        decline_extra(state, frame, seat)

    def settle(self, state: P8State, frame: ExtraActions, dice: Dice) -> Iterator[Event]:
        elements = frame.elements
        left = tuple(name for name in elements if name in state.pieces)
        if left != elements:
            state.pop()
            if left:
                state.push(ExtraActions(elements=left))
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """All actions; or to decline."""
        yield from super().listed(case, piece)
        if piece is None:
            yield case.done("Decline", "The further action is lost.")


class FiringAfterMove(Decision[Firing]):
    """The shot of a Move and Fire (5.6)."""

    answers = (Fire, Done)

    def choice(self, state: P8State, frame: Firing) -> Choice:
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="fire",
            rule="p8.movefire.half-speed-then-fire",
            prompt=f"{state.pieces[name].name} has moved and may fire.",
            about=(name,),
        )

    def check(self, state: P8State, frame: Firing, seat: str, order: Order) -> Refusal | None:
        if not isinstance(order, Fire):
            return None
        if order.element != frame.element:
            return Refusal("p8.movefire.half-speed-then-fire", "Another element has moved.")
        return check_fire(state, state.pieces[order.element], order)

    def apply(
        self,
        state: P8State,
        frame: Firing,
        seat: str,
        order: Order,
        dice: Dice,
    ) -> Iterator[Event]:
        state.pop()
        if isinstance(order, Fire):
            state.push(volley(order.element, (order.target, *order.secondary)))
        return iter(())

    def candidates(self, state: P8State, frame: Firing, seats: Sequence[str]) -> Iterator[Order]:
        """Every target in reach."""
        yield from shots(state, state.pieces[frame.element])
        yield Done()

    def settle(self, state: P8State, frame: Firing, dice: Dice) -> Iterator[Event]:
        if not can_fire(state, state.pieces[frame.element]):
            state.pop()
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """The shot of the element that has moved."""
        if piece in (None, case.frame.element):
            yield from FIRE.listed(case, case.state.pieces[case.frame.element])
            yield case.done("Do not fire")
