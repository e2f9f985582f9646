"""Battles that begin with the draw of a given event card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.rulebooks.panzer8.s15_events.cards import PACK
from sandtable.rulebooks.panzer8.state.orders import Done
from tests.panzer8.kit.scenes import P8Battle, Placed, situation, unit

__all__ = [
    "CARDS",
    "FAR_AWAY",
    "dealt",
]

CARDS: Mapping[str, int] = {card.name: number for number, card in enumerate(PACK, 1)}
"""The number of each card on the dice; of the two jokers the second."""

FAR_AWAY = unit("enemy", "ge-rifle-40", "german", at=(55, 44), facing=0)
"""An enemy that looks elsewhere and does not react."""


def dealt(
    card: str | None,
    *units: Placed,
    dice: Iterable[int] = (),
    options: Mapping[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """A battle whose first player, the side of the first unit, draws this card to begin with.

    The British and all others but the Germans have the red cards. Without a card, the given dice
    say which one it is. Nobody notes targets for aircraft or batteries before play.
    """
    drawn = [] if card is None else [CARDS[card]]
    battle = situation(
        *units,
        phase=None,
        dice=[*drawn, *dice],
        options={"event_cards": True, **(options or {})},
        **rest,
    )
    while battle.choices and battle.choices[0].ask.startswith("plan"):
        battle.play(Done(), battle.choices[0].seats[0])
    return battle
