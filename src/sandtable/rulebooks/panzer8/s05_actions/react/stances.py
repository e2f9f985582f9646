"""Standing orders in words."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Word
from sandtable.rulebooks.panzer8.state import Stance


def stance_told(stance: Stance) -> str:
    """How an element reacts by its standing order.

    >>> stance_told(Stance(policy="hold")), stance_told(Stance(policy="odds", chance=40))
    ('hold fire', 'fire from a chance of 40 % on')
    """
    if stance.policy == "odds":
        return f"fire from a chance of {stance.chance:g} % on"
    return next(word.label for word in POLICIES if word.value == stance.policy)


POLICIES: Final = (
    Word(value="ask", label="ask me each time"),
    Word(value="hold", label="hold fire"),
    Word(value="fire", label="fire as soon as possible"),
)
"""How elements may react by a standing order; that by odds has an action of its own."""
