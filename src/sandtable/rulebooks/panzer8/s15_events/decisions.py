"""Section 15: the decisions of the Event Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Word
from sandtable.dice import Dice

from ..state import EventPhase, Flanked, P8State, TakingCard, slots
from ..state.case import Case
from ..state.decision import Asked, Step
from .air_support.missions import begin_second_passes
from .cards import EVENTS, Rank, on_offer
from .flank_attack import strike_flank
from .phase import draw_card, take_card
from .support_fire.barrages import begin_barrages


class TakeCard(Order, frozen=True, kw_only=False):
    """Take an event card of this rank from the pack, after a joker (15)."""

    rank: Rank


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


class Taking(Answer[P8State, TakeCard, TakingCard]):
    """Take an event card of some rank from the pack."""

    order: ClassVar[type[Order]] = TakeCard
    words: ClassVar[Words] = Words(
        label="Take a card",
        key="T",
        hint="It takes effect at once.",
        typed="take RANK",
        means="Take an event card: ace, 2 to 10, jack, queen or king.",
        also=("take",),
    )

    def check(
        self, state: P8State, frame: TakingCard, seat: str, order: TakeCard
    ) -> Refusal | None:
        """Why that card cannot be taken."""
        offered = on_offer(state, frame.side)
        if order.rank in offered:
            return None
        return Refusal(
            "p8.card.joker",
            f"Both cards of your colour of rank {order.rank} are drawn; there are: "
            f"{', '.join(offered)}.",
        )

    def apply(
        self, state: P8State, frame: TakingCard, seat: str, order: TakeCard, dice: Dice
    ) -> Iterator[Event]:
        """Take it; it takes effect at once."""
        return take_card(state, frame, order.rank, dice)

    def offer(self, state: P8State, frame: TakingCard, seats: Sequence[str]) -> Iterator[TakeCard]:
        """Every rank of that colour that is left."""
        for rank in on_offer(state, frame.side):
            yield TakeCard(rank)

    def told(self, state: P8State, order: TakeCard) -> str:
        """What the card brings."""
        return f"{order.rank}: {EVENTS[order.rank]}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One of those that are left."""
        if piece is None:
            ranks = on_offer(case.state, case.frame.side)
            words = (Word(value=rank, label=f"{rank}: {EVENTS[rank]}") for rank in ranks)
            asked = (slots.word("rank", "Which card?", words),)
            yield case.action(TakeCard, self.words, slots=asked)


class TakingFromPack(Asked[TakingCard]):
    """Which card a player takes who has drawn a joker (15)."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (Taking(),)

    def choice(self, state: P8State, frame: TakingCard) -> Choice:
        """The seats of the side that drew it."""
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="card",
            rule="p8.card.joker",
            prompt="A joker: choose the event card that you want.",
        )


class FlankStruck(Step[Flanked]):
    """What becomes of an element whose flank is attacked; nobody is asked (15.8)."""

    def settle(self, state: P8State, frame: Flanked, dice: Dice) -> Iterator[Event]:
        """Strike it."""
        return strike_flank(state, frame)
