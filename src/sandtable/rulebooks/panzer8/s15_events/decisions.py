"""Section 15: the decisions of the Event Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import begin_second_passes
from sandtable.rulebooks.panzer8.s15_events.cards import on_offer
from sandtable.rulebooks.panzer8.s15_events.flank_attack import strike_flank
from sandtable.rulebooks.panzer8.s15_events.phase import draw_card, take_card
from sandtable.rulebooks.panzer8.s15_events.support_fire.barrages import begin_barrages
from sandtable.rulebooks.panzer8.state import EventPhase, Flanked, P8State, TakingCard
from sandtable.rulebooks.panzer8.state.decision import Decision, Step
from sandtable.rulebooks.panzer8.state.orders import TakeCard


class EventsDue(Step[EventPhase]):
    """What happens in an Event Phase; nobody is asked here, but by what it brings (4)."""

    def settle(self, state: P8State, frame: EventPhase, dice: Dice) -> Iterator[Event]:
        """Barrages that go on, then aircraft that come back, then a card."""
        if frame.stage == "barrage":
            state.swap(msgspec.structs.replace(frame, stage="second-pass"))
            begin_barrages(state)
        elif frame.stage == "second-pass":
            state.swap(msgspec.structs.replace(frame, stage="draw"))
            begin_second_passes(state)
        else:
            yield from draw_card(state, frame, dice)


class TakingFromPack(Decision[TakingCard]):
    """Which card a player takes who has drawn a joker (15)."""

    answers: ClassVar[tuple[type[Order], ...]] = (TakeCard,)

    def choice(self, state: P8State, frame: TakingCard) -> Choice:
        """The seats of the side that drew it."""
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="card",
            rule="p8.card.joker",
            prompt="A joker: choose the event card that you want.",
        )

    def check(self, state: P8State, frame: TakingCard, seat: str, order: Order) -> Refusal | None:
        """Why that card cannot be taken."""
        assert isinstance(order, TakeCard)
        offered = on_offer(state, frame.side)
        if order.rank in offered:
            return None
        return Refusal(
            "p8.card.joker",
            f"Both cards of your colour of rank {order.rank} are drawn; there are: "
            f"{', '.join(offered)}.",
        )

    def apply(
        self, state: P8State, frame: TakingCard, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Take it; it takes effect at once."""
        assert isinstance(order, TakeCard)
        return take_card(state, frame, order.rank, dice)

    def candidates(
        self, state: P8State, frame: TakingCard, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Every rank of that colour that is left."""
        for rank in on_offer(state, frame.side):
            yield TakeCard(rank)


class FlankStruck(Step[Flanked]):
    """What becomes of an element whose flank is attacked; nobody is asked (15.8)."""

    def settle(self, state: P8State, frame: Flanked, dice: Dice) -> Iterator[Event]:
        """Strike it."""
        return strike_flank(state, frame)
