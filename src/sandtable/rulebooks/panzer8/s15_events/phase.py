"""Section 4 and 15: the Event Phase, in which the phasing player draws a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..s16_nations import nations
from ..state import AirMission, EventPhase, P8State, SupportMission, TakingCard
from ..state.side_names import side_called
from .cards import (
    EVENTS,
    WHOLE,
    Card,
    Rank,
    cards_of,
    change,
    colour_of,
    draw,
    in_force,
    on_offer,
    short_of_ammunition,
)
from .effects import ammo_penalty
from .flank_attack import attack_flank

LASTING: Final[dict[Rank, str]] = {
    "2": "p8.card.two-no-advance",
    "3": "p8.card.three-no-commander-actions",
    "queen": "p8.card.queen-double-time",
    "king": "p8.card.king-two-actions",
}
"""Ranks whose effect lasts for the player turn, with their rules."""

BLANK: Final[dict[Rank, str]] = {"5": "p8.card.five-blank", "6": "p8.card.six-blank"}
"""Ranks for which the table has no event."""

BATTERIES: Final[dict[Rank, tuple[str, str]]] = {
    "7": ("p8.card.seven-mortars", "Heavy Mortar"),
    "8": ("p8.card.eight-medium-artillery", "Medium Artillery"),
    "9": ("p8.card.nine-heavy-artillery", "Heavy Artillery"),
}
"""Ranks that bring support fire, with their rules and the level that fires."""

AIRCRAFT: Final[dict[Rank, str]] = {
    "10": "p8.card.ten-ground-attack",
    "jack": "p8.card.jack-fighter-sweep",
}
"""Ranks that bring aircraft, with their rules."""


def begin_event_phase(state: P8State) -> None:
    """Begin a player turn: what lasted for the last one is over, and a card is to be drawn."""
    if state.cards is None:
        return
    cite("p8.event.draw-only-advanced", "p8.card.use-at-once")
    due = state.cards.short_next
    change(
        state,
        in_force=(),
        led=(),
        twice=(),
        short=tuple(short for short in due if short[0] == state.active),
        short_next=tuple(short for short in due if short[0] != state.active),
    )
    state.push(EventPhase())


def cancel_draw(state: P8State) -> None:
    """No card is drawn in this Event Phase: a barrage goes on, or aircraft come back."""
    state.agenda = tuple(
        msgspec.structs.replace(frame, no_card=True) if isinstance(frame, EventPhase) else frame
        for frame in state.agenda
    )


# -- drawing --------------------------------------------------------------------------------------


def draw_card(state: P8State, frame: EventPhase, dice: Dice) -> Iterator[Event]:
    """The phasing player draws a card, and it takes effect at once if it has his colour."""
    state.pop()
    if frame.no_card:
        return
    cite("p8.card.draw-each-player-turn")
    if not cards_of(state).undrawn:
        yield _shuffled(state, "p8.card.deck", "All cards are drawn; the pack is shuffled again.")
    pack = cards_of(state).undrawn
    card = draw(pack, dice)
    change(state, undrawn=tuple(name for name in pack if name != card.id))
    yield _drawn(state, card, dice)
    if card.rank is None:
        yield from _offer(state)
    elif card.colour == colour_of(state.setting, state.active):
        yield from take_effect(state, card.rank, dice)


def _drawn(state: P8State, card: Card, dice: Dice) -> Event:
    draws = side_called(state, state.active).opens("draws", "draw")
    colour = colour_of(state.setting, state.active)
    idle = card.colour is not None and card.colour != colour
    article = "a" if card.colour is None else "the"
    note = f", which is not {colour} and has no effect" if idle else ""
    return Event(
        kind="card",
        text=f"{draws} {article} {card.name}{note}.",
        rules=(
            "p8.card.draw-each-player-turn",
            "p8.card.deck",
            "p8.card.joker" if card.rank is None else "p8.card.colours",
        ),
        rolls=dice.take_rolls(),
        data={"card": card.id, "side": state.active},
    )


def _offer(state: P8State) -> Iterator[Event]:
    """A joker: the player takes a card of his choice, if there is one of his colour left."""
    if on_offer(state, state.active):
        state.push(TakingCard(side=state.active))
        return
    yield _shuffled(state, "p8.card.joker", "No card is left to choose; all are shuffled again.")


def take_card(state: P8State, frame: TakingCard, rank: Rank, dice: Dice) -> Iterator[Event]:
    """Carry out the event that was chosen with a joker; the whole pack is then shuffled again."""
    state.pop()
    chooses = side_called(state, frame.side).opens("chooses", "choose")
    yield Event(
        kind="card",
        text=f"{chooses} the {rank} of {colour_of(state.setting, frame.side)}.",
        rules=("p8.card.joker", "p8.card.use-at-once"),
        data={"rank": rank, "side": frame.side},
    )
    yield _shuffled(state, "p8.card.joker", "The whole pack is shuffled again.")
    yield from take_effect(state, rank, dice)


def _shuffled(state: P8State, rule: str, text: str) -> Event:
    change(state, undrawn=WHOLE)
    return Event(kind="card", text=text, rules=(rule,))


# -- effects --------------------------------------------------------------------------------------


def take_effect(state: P8State, rank: Rank, dice: Dice) -> Iterator[Event]:
    """What a card of the phasing player's colour brings."""
    if rank in LASTING:
        change(state, in_force=(*cards_of(state).in_force, rank))
        yield _told(rank, LASTING[rank], "for this player turn")
    elif rank in BLANK:
        yield _told(rank, BLANK[rank])
    elif rank in BATTERIES:
        rule, level = BATTERIES[rank]
        there = bool(state.setting.options["support_fire"])
        yield _told(rank, rule, "" if there else "but there are no batteries in this battle")
        if there:
            state.push(SupportMission(side=state.active, level=level))
    elif rank in AIRCRAFT:
        there = bool(state.setting.options["air_support"])
        yield _told(rank, AIRCRAFT[rank], "" if there else "but no aircraft fly in this battle")
        if there:
            state.push(AirMission(side=state.active, sweep=rank == "jack"))
    elif rank == "4":
        yield from attack_flank(state, state.active, dice)
    else:
        yield from _run_short(state)


def _told(rank: Rank, rule: str, note: str = "") -> Event:
    event = "No event" if rank in BLANK else EVENTS[rank]
    return Event(
        kind="event",
        text=f"{event}{', ' if note else ''}{note}.",
        rules=(rule, "p8.card.use-at-once"),
        data={"rank": rank},
    )


def _run_short(state: P8State) -> Iterator[Event]:
    """Ammunition runs short for the drawer, and in some years for his opponent as well."""
    rule = "p8.card.ace-ammo-shortage"
    change(state, short=((state.active, rule), *cards_of(state).short))
    yield _told("ace", rule, "for this player turn")
    other = state.other_side(state.active)
    shared = nations.shares_shortage(state.setting, state.active, other)
    if shared is None:
        return
    cards = cards_of(state)
    change(
        state,
        short=(*cards.short, (other, shared)),
        short_next=(*cards.short_next, (other, shared)),
    )
    short = side_called(state, other).opens("is", "are")
    yield Event(
        kind="event",
        text=f"{short} short of ammunition too: when reacting, and in the next own player turn.",
        rules=(shared,),
        data={"rank": "ace", "side": other},
    )


__all__ = [
    "ammo_penalty",
    "begin_event_phase",
    "cancel_draw",
    "draw_card",
    "in_force",
    "short_of_ammunition",
    "take_card",
    "take_effect",
]
