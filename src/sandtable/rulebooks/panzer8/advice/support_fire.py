"""What orders of a support fire mission are worth, by exact odds."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.table import overlap

from ..s05_actions.react.who_and_where import mover_at
from ..s09_troops.transport import cargo
from ..s12_hidden.counters import counters_of
from ..s15_events.support_fire.barrages import Creep, may_creep
from ..s15_events.support_fire.beaten_zones import beaten, under_barrage, with_riders
from ..s15_events.support_fire.decisions import KeepFiring, creepings
from ..s15_events.support_fire.missions import CallFire, Shift, battery_of, called, shifted, zone_at
from ..s15_events.support_fire.planned_fire import PlanFire
from ..s15_events.support_fire.shelling import Battery, strike_at, strike_odds
from ..state import Element, Moving, P8State, Shelled, SupportMission
from ..state.tables import EFFECTS
from ..state.worth import worth
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH

A_CARD: Final = 0.15
"""What the card is worth that is not drawn while a barrage goes on."""

SOME_SMOKE: Final = 0.02
"""What smoke is worth: less than shells on anybody."""

A_COUNTER: Final = 0.15
"""What it is worth to shell a counter that may be a dummy."""

A_PLAN: Final = 0.1
"""What it is worth to note targets down."""

_SCALES: Final = {
    False: {**EFFECT_WORTH, "fall-back": EFFECT_WORTH["suppressed"]},
    True: {**AGAINST_SUPPRESSED, "fall-back": 0.0},
}
"""What results are worth against those who are not suppressed and those who are."""


def harm(state: P8State, battery: Battery, target: Element, attack: int | None = None) -> float:
    """What fire costs the owner of an element in its zone, on average."""
    aimed = strike_at(state, battery, target)
    if isinstance(aimed, Refusal):
        return 0.0
    scale = _SCALES[target.suppressed]
    hurt = sum(
        float(chance) * scale[effect]
        for effect, chance in zip(EFFECTS, strike_odds(aimed, attack), strict=True)
    )
    aboard = sum(worth(state.sheet(one)) for one in cargo(state, target))
    return hurt * (worth(state.sheet(target)) + 0.7 * aboard)


def zone_worth(
    state: P8State, frame: SupportMission, side: str, attack: int | None = None
) -> float:
    """What a mission's fire is worth to a side: the harm to its enemies, less that to its own."""
    battery, zone = battery_of(frame), zone_at(state, frame)
    known = sum(
        harm(state, battery, target, attack) * (-1 if target.side == side else 1)
        for target in beaten(state, zone)
    )
    unknown = [one for one in counters_of(state, state.other_side(side)) if one.under is None]
    return known + A_COUNTER * sum(overlap(one.base, zone) for one in unknown)


def support_worth(state: P8State, order: Order) -> float:
    """The worth of an order in a support fire mission to the side that decides."""
    frame = state.frame
    if isinstance(order, PlanFire):
        return A_PLAN * len(order.points)
    if not isinstance(frame, SupportMission):
        return 0.0
    opponent = state.other_side(frame.side)
    match order:
        case CallFire(smoke=True):
            return SOME_SMOKE
        case CallFire():
            return zone_worth(state, called(state, frame, order), frame.side)
        case Shift(heading=heading) if not frame.smoke:
            here = zone_worth(state, frame, opponent, attack=1)
            return zone_worth(state, shifted(frame, heading), opponent) - here
        case Creep() if not frame.smoke:
            here = zone_worth(state, frame, frame.side)
            return _crept_worth(state, frame, order) - here
        case KeepFiring() if not frame.smoke:
            return _barrage_worth(state, frame) / 2 - A_CARD
    return 0.0


def _crept_worth(state: P8State, frame: SupportMission, order: Creep) -> float:
    return zone_worth(state, msgspec.structs.replace(frame, at=order.to), frame.side)


def _barrage_worth(state: P8State, frame: SupportMission) -> float:
    """What a barrage that goes on is worth, where it may creep on at the best place for it."""
    best = zone_worth(state, frame, frame.side)
    if may_creep(state, frame):
        best = max(best, *(_crept_worth(state, frame, way) for way in creepings(state, frame)))
    return best


def fire_on_the_way(state: P8State, frame: Moving) -> float:
    """What a move costs by leading through a beaten zone."""
    if not state.barrages:
        return 0.0
    incident = under_barrage(state, frame)
    if incident is None or not isinstance(incident.frame, Shelled):
        return 0.0
    barrage = state.barrages[incident.frame.barrage]
    battery = Battery(
        side=barrage.side, level=barrage.level, at=barrage.at, directed=barrage.directed
    )
    mover = mover_at(state, frame, incident.at)
    return sum(harm(state, battery, one) for one in with_riders(state, mover))
