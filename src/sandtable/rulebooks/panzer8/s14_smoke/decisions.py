"""Section 14: whether smoke that is about to dissolve is renewed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s14_smoke.lasting import (
    check_renewal,
    dissolve,
    is_asked_about,
    renew,
)
from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from sandtable.rulebooks.panzer8.state import P8State, Renewing
from sandtable.rulebooks.panzer8.state.decision import Decision, owners
from sandtable.rulebooks.panzer8.state.orders import Done, Renew


class RenewingSmoke(Decision[Renewing]):
    """Whether the layer of a screen spends its action on renewing it; one screen at a time."""

    answers: ClassVar[tuple[type[Order], ...]] = (Renew, Done)

    def choice(self, state: P8State, frame: Renewing) -> Choice:
        """The owner of whoever laid the screen."""
        layer = state.pieces[frame.element]
        left = pool(state, layer.side)
        counters = f"{left} smoke counter{'s' * (left != 1)} left"
        return Choice(
            seats=owners(state, (layer.id,)),
            ask="renew",
            rule="p8.smoke.lasts-until-next-action-phase",
            prompt=f"Does {layer.name} renew its smoke? That is its action ({counters}).",
            about=(layer.id,),
        )

    def check(self, state: P8State, frame: Renewing, seat: str, order: Order) -> Refusal | None:
        """Why the smoke cannot be renewed; then only the owner of a hidden layer is asked."""
        return check_renewal(state, frame.screen) if isinstance(order, Renew) else None

    def apply(
        self, state: P8State, frame: Renewing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Renew it, or let it go."""
        state.pop()
        if isinstance(order, Renew):
            yield from renew(state, frame.screen)
        else:
            yield dissolve(state, frame.screen)

    def candidates(self, state: P8State, frame: Renewing, seats: Sequence[str]) -> Iterator[Order]:
        """To renew it or not."""
        if check_renewal(state, frame.screen) is None:
            yield Renew()
        yield Done()

    def settle(self, state: P8State, frame: Renewing, dice: Dice) -> Iterator[Event]:
        """Smoke that nobody can renew any more dissolves."""
        if not is_asked_about(state, frame.screen):
            state.pop()
            yield dissolve(state, frame.screen)
