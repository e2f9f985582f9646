"""What event cards are worth to a player who may choose one."""

from __future__ import annotations

from typing import Final

from ..s15_events.cards import Rank
from ..s15_events.decisions import TakeCard
from ..s15_events.phase import AIRCRAFT, BATTERIES
from ..s16_nations.decisions import StandFirm
from ..state import P8State, StandingFirm
from ..state.worth import worth

GAIN: Final[dict[Rank, float]] = {
    "ace": -0.3,
    "2": -0.5,
    "3": -0.3,
    "4": -1.0,
    "5": 0.0,
    "6": 0.0,
    "7": 0.8,
    "8": 0.9,
    "9": 1.0,
    "10": 1.0,
    "jack": 0.7,
    "queen": 0.3,
    "king": 0.5,
}
"""What the event of each rank is worth, roughly."""


def card_worth(state: P8State, order: TakeCard | StandFirm) -> float:
    """What it is worth to take a card, or to have an element stand firm."""
    if isinstance(order, StandFirm):
        frame = state.agenda[-1]
        assert isinstance(frame, StandingFirm)
        return worth(state.sheet(state.pieces[frame.element]))
    options = state.setting.options
    idle = (order.rank in BATTERIES and not options["support_fire"]) or (
        order.rank in AIRCRAFT and not options["air_support"]
    )
    return 0.0 if idle else GAIN[order.rank]
