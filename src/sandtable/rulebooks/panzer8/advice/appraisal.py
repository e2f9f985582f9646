"""What elements and results are worth to a computer player."""

from __future__ import annotations

from typing import Final

from ..s08_results.in_effect import (
    ONE_ABOARD,
    PRESSES_ON,
    SUPPRESSED_AGAIN,
    SUPPRESSED_INSTEAD,
    UNLESS_FIRM,
    UNMOVED,
)

_ALTERED: Final = {
    UNMOVED: 0.0,
    PRESSES_ON: 0.0,
    SUPPRESSED_INSTEAD: 0.45,
    ONE_ABOARD: 0.7,
    UNLESS_FIRM: 0.7,
    SUPPRESSED_AGAIN: 1.0,
}
EFFECT_WORTH: Final = {
    **_ALTERED,
    "none": 0.0,
    "fall-back": 0.15,
    "suppressed": 0.45,
    "out": 1.0,
}
AGAINST_SUPPRESSED: Final = {
    **_ALTERED,
    "none": 0.0,
    "fall-back": 0.05,
    "suppressed": 1.0,
    "out": 1.0,
}

REACTION_PRICE: Final = 0.12
"""What it costs to react: the element does not act in its own next turn."""
