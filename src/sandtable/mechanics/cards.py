"""A pack of playing cards: drawn one by one, and shuffled again.

A pack is what is left of it, in a fixed order; which card comes next is for the dice to say. So a
state holds no order that somebody could look up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, get_args

from msgspec import Struct

from sandtable.dice import Dice

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


def full_pack(jokers: int = 0) -> tuple[Card, ...]:
    """The cards in the order of their numbers: four suits, each from the ace up, and the jokers.

    >>> [card.id for card in full_pack(jokers=2)][9:14], len(full_pack())
    (['10S', 'JS', 'QS', 'KS', 'AC'], 52)
    """
    suited = [
        Card(id=f"{_short(rank)}{suit[0].upper()}", name=f"{rank} of {suit}", rank=rank, colour=of)
        for suit, of in SUITS.items()
        for rank in RANKS
    ]
    return (*suited, *(Card(id=f"Joker {n}", name=JOKER) for n in range(1, jokers + 1)))


def _short(rank: Rank) -> str:
    return rank if rank.isdigit() else rank[0].upper()


def draw(pack: Sequence[Card], left: Collection[str], dice: Dice, asked: str) -> Card:
    """One of the cards that are left of a pack, all equally likely.

    Every card has its own number, whatever has been drawn before, so that somebody who draws from
    a real pack can say which one it was. The number of a card that is out is thrown again.

    Args:
        pack: All cards, by their numbers.
        left: The ids of those that have not been drawn.
        dice: Who says which.
        asked: What the dice are asked for.
    """
    while True:
        card = pack[dice.die(len(pack), asked) - 1]
        if card.id in left:
            return card
