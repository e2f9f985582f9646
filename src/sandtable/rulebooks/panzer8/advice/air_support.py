"""What orders for aircraft, and against them, are worth by exact odds."""

from __future__ import annotations

from typing import Final

import msgspec

from ..s15_events.air_support.aircraft import aircraft_of
from ..s15_events.air_support.anti_aircraft import flak_tallies, shaken_odds
from ..s15_events.air_support.attack import (
    MISTAKEN_WITHIN,
    Attack,
    at_stake,
    attack_on,
    chances_of,
    nearest_friends,
)
from ..s15_events.air_support.decisions import Patrol
from ..s15_events.air_support.missions import FireFlak, Strike
from ..s15_events.air_support.targets import finding_odds, opportunities
from ..s15_events.noted_targets import PlanAir
from ..s15_events.noting_targets import promise
from ..state import AirMission, Element, P8State
from ..state.orders import AirOrder
from ..state.tables import TOLERANCE
from ..state.worth import worth
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH

A_PATROL: Final = 0.3
"""What it is worth to spoil the enemy's next mission."""

A_SALVO: Final = 0.03
"""What it costs to have an anti-aircraft weapon fire: it does not act in its next turn."""

A_COUNTER: Final = 0.1
"""What it is worth to attack a counter that may be a dummy."""


def air_worth(state: P8State, order: AirOrder) -> float:
    """The worth of an order for aircraft, or against them."""
    if isinstance(order, PlanAir):
        side = getattr(state.agenda[-1], "side", "")
        return 0.1 + sum(promise(state, side, name) for name in order.features)
    mission = state.agenda[-1]
    assert isinstance(mission, AirMission)
    match order:
        case Patrol():
            return A_PATROL
        case Strike(method="opportunity"):
            found = opportunities(state, mission.side, aircraft_of(mission))
            chances = finding_odds(state, found)
            return sum(float(chances[e.id]) * strike_worth(state, mission, e) for e in found)
        case Strike(target=str(target)) if target in state.counters:
            return A_COUNTER
        case Strike(target=str(target)):
            return 0.01 + strike_worth(state, mission, state.pieces[target])
        case FireFlak(elements=names):
            return _salvo_worth(state, mission, len(names))
    return 0.0


def strike_worth(state: P8State, mission: AirMission, target: Element) -> float:
    """What an attack does to the enemy on average, less what it may do to friends."""
    attack = attack_on(state, mission, target)
    chances = chances_of(attack)
    near, gap = nearest_friends(state, mission.side, target)
    at_friends = sum(
        float(chance)
        for (effect, one), chance in chances.items()
        if one or (effect == "none" and gap <= MISTAKEN_WITHIN + TOLERANCE)
    )
    gain = _hurt(state, attack)
    if near and at_friends:
        gain -= at_friends * _hurt(state, attack_on(state, mission, state.pieces[near[0]]))
    return gain


def _hurt(state: P8State, attack: Attack) -> float:
    scale = AGAINST_SUPPRESSED if attack.target.suppressed else EFFECT_WORTH
    hurt = sum(float(chance) * scale[effect] for (effect, _), chance in chances_of(attack).items())
    first, *aboard = at_stake(state, attack.target)
    total = worth(state.sheet(first)) + 0.7 * sum(worth(state.sheet(one)) for one in aboard)
    return hurt * total


def _salvo_worth(state: P8State, mission: AirMission, count: int) -> float:
    """What anti-aircraft fire saves on average, less the price of firing."""
    assert mission.target is not None
    target = state.pieces[mission.target]
    firers, planes = flak_tallies(len(mission.flak) + count, aircraft_of(mission))
    bare = _hurt(state, attack_on(state, mission, target))
    saved = 0.0
    for shaken, chance in shaken_odds(firers.total - planes.total).items():
        shaky = msgspec.structs.replace(mission, shaken=shaken)
        saved += float(chance) * (bare - _hurt(state, attack_on(state, shaky, target)))
    return saved - A_SALVO * count
