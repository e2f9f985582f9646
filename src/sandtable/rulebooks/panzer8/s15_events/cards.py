"""Section 15: the pack of event cards, and which of them are in force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..state import Cards, P8State
from ..state.battlefield import Setting
from ..state.tables import CATALOGUE

Rank = Literal["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]


Colour = Literal["black", "red"]

JOKER: Final = "joker"
RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
"""The ranks of a suit, from the ace up."""

SUITS: Final[dict[str, Colour]] = {
    "spades": "black",
    "clubs": "black",
    "hearts": "red",
    "diamonds": "red",
}
"""The suits with their colours, in the order in which the cards are numbered."""


class Card(Struct, frozen=True, kw_only=True):
    """A playing card; a joker has no colour and no rank."""

    id: str
    name: str
    rank: Rank | None = None
    colour: Colour | None = None


def _pack() -> tuple[Card, ...]:
    """The cards in the order of their numbers: four suits, each from the ace up, and two jokers."""
    printed = [str(row["card"]) for row in CATALOGUE.table("p8.table.cards").dicts()]
    suited = [
        Card(id=f"{short}{suit[0].upper()}", name=f"{rank} of {suit}", rank=rank, colour=colour)
        for suit, colour in SUITS.items()
        for short, rank in zip(printed, RANKS, strict=False)
    ]
    jokers = [Card(id=f"Joker {number}", name=JOKER) for number in (1, 2)]
    return (*suited, *jokers)


PACK: Final[tuple[Card, ...]] = _pack()
"""All 54 cards; the number of a card is its place here, counted from 1."""

WHOLE: Final[tuple[str, ...]] = tuple(card.id for card in PACK)
EVENTS: Final[dict[Rank, str]] = {
    rank: str(row["effect"])
    for rank, row in zip(RANKS, CATALOGUE.table("p8.table.cards").dicts(), strict=False)
}
"""What each rank brings, in the words of the table."""

ASKED: Final = (
    "event card by number (spades 1-13 from the ace, clubs 14-26, hearts 27-39, diamonds 40-52, "
    "jokers 53-54)"
)
"""What the dice are asked for. With real cards one draws from the pack and says the number."""


# -- the pack -------------------------------------------------------------------------------------


def new_pack(setting: Setting) -> Cards | None:
    """A full pack, if the battle is fought with event cards."""
    return Cards(undrawn=WHOLE) if setting.options["event_cards"] else None


def draw(undrawn: Sequence[str], dice: Dice) -> Card:
    """One of the cards in the pack, all equally likely.

    Every card has its own number, whatever has been drawn before, so that somebody who draws from
    a real pack can say which one it was. The number of a card that is out is thrown again.
    """
    cite("p8.card.deck")
    while True:
        card = PACK[dice.die(len(PACK), ASKED) - 1]
        if card.id in undrawn:
            return card


def colour_of(setting: Setting, side: str) -> Colour:
    """A side's colour: the Germans are black, unless the scenario says otherwise."""
    return "black" if side == _black(setting) else "red"


def _black(setting: Setting) -> str:
    cite("p8.card.colours")
    named = setting.options["black"]
    if named in setting.sides:
        return str(named)
    german = [side for side in setting.sides if setting.armies[side] == "GE"]
    return german[0] if len(german) == 1 else setting.sides[0]


def on_offer(state: P8State, side: str) -> tuple[Rank, ...]:
    """The ranks of its colour that a side can still take out of the pack with a joker."""
    pack, colour = cards_of(state).undrawn, colour_of(state.setting, side)
    there = {card.rank for card in PACK if card.id in pack and card.colour == colour}
    return tuple(rank for rank in RANKS if rank in there)


# -- what is in force -----------------------------------------------------------------------------


def cards_of(state: P8State) -> Cards:
    """The cards of a battle that is fought with them."""
    assert state.cards is not None, "this battle is fought without event cards"
    return state.cards


def change(state: P8State, **changes: object) -> None:
    """Put changed cards in the place of the old ones."""
    state.cards = msgspec.structs.replace(cards_of(state), **changes)


def in_force(state: P8State, rank: Rank, side: str | None = None) -> bool:
    """Whether the effect of a rank lasts for the current player turn, on that side if one is named.

    Whatever lasts concerns the phasing player alone.
    """
    if state.cards is None or rank not in state.cards.in_force:
        return False
    return side is None or side == state.active


def short_of_ammunition(state: P8State, side: str) -> str | None:
    """The rule by which a side is short of ammunition in this player turn, or ``None``."""
    if state.cards is None:
        return None
    return next((rule for short, rule in state.cards.short if short == side), None)
