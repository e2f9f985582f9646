"""Section 8: what a result really does to an element, as it is told before and after the dice.

The tables know four results. What becomes of an element is often another one: crew-served weapons
do not fall back, nobody falls back from shells, and whoever is suppressed twice is out of action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.odds import Odds, Outcomes
from sandtable.table import Point

from ..s09_troops.transport import inside, rides_outside
from ..s16_nations import nations
from ..state import Element, P8State
from ..state.tables import EFFECTS
from .results import stands_fast

NOTHING: Final = "none"
FALL_BACK: Final = "fall-back"
SUPPRESSED: Final = "suppressed"
OUT: Final = "out"

UNMOVED: Final = "none (stands fast)"
"""A Fall-back result against an element that does not fall back and is suppressed already."""

PRESSES_ON: Final = "none (presses on)"
"""A result that Russian infantry ignores in a charge."""

SUPPRESSED_INSTEAD: Final = "suppressed (does not fall back)"
"""A Fall-back result against an element that does not fall back."""

ONE_ABOARD: Final = "one aboard out and the rest suppressed"
"""An Out Of Action result against a transport with several aboard."""

SUPPRESSED_AGAIN: Final = "out (suppressed again)"
"""A Suppressed result against an element that is suppressed: it is removed all the same."""

UNLESS_FIRM: Final = "out unless it stands firm (suppressed again)"
"""The same against Russians, one of whom may ignore that in each game turn."""

MILDEST_FIRST: Final = (
    NOTHING,
    UNMOVED,
    PRESSES_ON,
    FALL_BACK,
    SUPPRESSED_INSTEAD,
    SUPPRESSED,
    ONE_ABOARD,
    UNLESS_FIRM,
    SUPPRESSED_AGAIN,
    OUT,
)

_WORDS: Final = {
    NOTHING: "no effect",
    UNMOVED: "fall back, which it need not",
    PRESSES_ON: "which it ignores",
    FALL_BACK: "fall back",
    SUPPRESSED_INSTEAD: "fall back, which suppresses it",
    SUPPRESSED: "suppressed",
    ONE_ABOARD: "out of action, which one aboard is",
    UNLESS_FIRM: "suppressed again",
    SUPPRESSED_AGAIN: "suppressed again, so out of action",
    OUT: "out of action",
}


def becomes(
    state: P8State,
    target: Element,
    effect: str,
    *,
    away_from: Point,
    mortar: bool = False,
    hedge: bool = False,
    reaction: bool = False,
) -> str:
    """What a result comes to for a target, by the rules by which it is applied to it."""
    if effect == FALL_BACK:
        return _driven_back(state, target, away_from, mortar, hedge, reaction)
    if effect == SUPPRESSED and reaction and nations.presses_on(state, target):
        return PRESSES_ON
    if effect == SUPPRESSED and target.suppressed:
        if nations.may_stand_firm(state, target):
            return UNLESS_FIRM
        return ONE_ABOARD if len(inside(state, target)) > 1 else SUPPRESSED_AGAIN
    if effect == OUT and len(inside(state, target)) > 1:
        return ONE_ABOARD
    return effect


def _driven_back(
    state: P8State, target: Element, away_from: Point, mortar: bool, hedge: bool, reaction: bool
) -> str:
    if rides_outside(state, target):
        # It gets off first, and where it then stands is its owner's choice.
        return SUPPRESSED_INSTEAD if mortar else FALL_BACK
    if stands_fast(state, target, away_from, mortar, hedge) is None:
        return FALL_BACK
    if reaction and nations.presses_on(state, target):
        return PRESSES_ON
    return UNMOVED if target.suppressed else SUPPRESSED_INSTEAD


def worded(effect: str, fate: str) -> str:
    """A result as it is told when the dice have fallen, with what it comes to."""
    if fate == PRESSES_ON:
        return f"{_WORDS[effect]}, {_WORDS[fate]}"
    return _WORDS[fate]


def all_fates(
    state: P8State,
    target: Element,
    *,
    away_from: Point,
    mortar: bool = False,
    hedge: bool = False,
    reaction: bool = False,
) -> dict[str, str]:
    """What each result of the tables comes to for a target."""
    return {
        effect: becomes(
            state,
            target,
            effect,
            away_from=away_from,
            mortar=mortar,
            hedge=hedge,
            reaction=reaction,
        )
        for effect in EFFECTS
    }


def told(odds: Odds, fates: Mapping[str, str]) -> Odds:
    """The same odds, with results named for what they come to.

    Args:
        odds: The odds, by result; several results together are parted by commas.
        fates: What results come to, those that are altered.
    """
    named = [
        (", ".join(fates.get(part, part) for part in result.split(", ")), chance)
        for result, chance in odds.outcomes
    ]
    return replace(odds, outcomes=together(named))


def together(outcomes: Iterable[tuple[str, Fraction]]) -> Outcomes:
    """Outcomes of which several may come to the same, each told once."""
    found: dict[str, Fraction] = {}
    for fate, chance in outcomes:
        found[fate] = found.get(fate, Fraction(0)) + chance
    return tuple(found.items())


def is_nothing(fate: str) -> bool:
    """Whether a target suffers nothing at all.

    >>> [is_nothing(fate) for fate in (NOTHING, UNMOVED, SUPPRESSED_INSTEAD)]
    [True, True, False]
    """
    return fate in (NOTHING, UNMOVED, PRESSES_ON)
