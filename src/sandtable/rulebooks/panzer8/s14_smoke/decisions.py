"""Section 14: whether smoke that is about to dissolve is renewed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice

from ..state import P8State, Renewing
from ..state.case import Case
from ..state.decision import Asked, Ending, owners
from ..state.orders import Done
from .lasting import check_renewal, dissolve, is_asked_about, renew
from .laying import pool
from .screens import shown


class Renew(Order, frozen=True):
    """Have its layer renew the smoke that is about to dissolve (14)."""


class Renewal(Answer[P8State, Renew, Renewing]):
    """Have its layer renew the smoke that is about to dissolve."""

    order: ClassVar[type[Order]] = Renew
    words: ClassVar[Words] = Words(
        label="Renew smoke",
        key="R",
        hint="Spends its action and a counter on the same screen.",
        typed="renew",
        means="Renew the smoke; done lets it dissolve.",
    )

    def check(self, state: P8State, frame: Renewing, seat: str, order: Renew) -> Refusal | None:
        """Why the smoke cannot be renewed; then only the owner of a hidden layer is asked."""
        return check_renewal(state, frame.screen)

    def apply(
        self, state: P8State, frame: Renewing, seat: str, order: Renew, dice: Dice
    ) -> Iterator[Event]:
        """Renew it."""
        state.pop()
        return renew(state, frame.screen)

    def offer(self, state: P8State, frame: Renewing, seats: Sequence[str]) -> Iterator[Renew]:
        """If it can be."""
        if check_renewal(state, frame.screen) is None:
            yield Renew()

    def preview(self, state: P8State, order: Renew) -> Trace | None:
        """The screen."""
        frame = state.frame
        if not isinstance(frame, Renewing):
            return None
        return Trace(overlays=(shown(state, frame.screen),))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For its layer."""
        layer = case.frame.element
        if piece in (None, layer):
            yield case.action(Renew, self.words, piece=layer, refusal=case.refusal(Renew()))


class Dissolving(Ending[Renewing]):
    """Let it go."""

    label_here: ClassVar[str] = "Let it dissolve"

    def apply(
        self, state: P8State, frame: Renewing, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """Let it dissolve."""
        state.pop()
        yield dissolve(state, frame.screen)

    def about(self, frame: Renewing) -> tuple[str | None, ...]:
        """Its layer."""
        return (frame.element,)


class RenewingSmoke(Asked[Renewing]):
    """Whether the layer of a screen spends its action on renewing it; one screen at a time."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (Renewal(), Dissolving())

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

    def settle(self, state: P8State, frame: Renewing, dice: Dice) -> Iterator[Event]:
        """Smoke that nobody can renew any more dissolves."""
        if not is_asked_about(state, frame.screen):
            state.pop()
            yield dissolve(state, frame.screen)
