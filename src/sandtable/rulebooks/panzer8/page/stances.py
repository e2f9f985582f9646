"""Standing orders in words."""

from __future__ import annotations

from sandtable.rulebooks.panzer8.page.words import POLICIES
from sandtable.rulebooks.panzer8.state import Stance


def stance_told(stance: Stance) -> str:
    """How an element reacts by its standing order.

    >>> stance_told(Stance(policy="hold")), stance_told(Stance(policy="odds", chance=40))
    ('hold fire', 'fire from a chance of 40 % on')
    """
    if stance.policy == "odds":
        return f"fire from a chance of {stance.chance:g} % on"
    return next(word.label for word in POLICIES if word.value == stance.policy)
