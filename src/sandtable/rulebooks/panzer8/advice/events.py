"""What event cards, support fire and aircraft are worth, by exact odds."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.mechanics.cards import Rank
from sandtable.table import overlap

from ..s05_actions.react.who_and_where import mover_at
from ..s09_troops.transport import cargo
from ..s12_hidden.counters import counters_of
from ..s15_events.air_support.aircraft import aircraft_of
from ..s15_events.air_support.anti_aircraft import FireFlak, flak_tallies, shaken_odds
from ..s15_events.air_support.attack import (
    MISTAKEN_WITHIN,
    Attack,
    at_stake,
    attack_on,
    chances_of,
    nearest_friends,
)
from ..s15_events.air_support.missions import Patrol, Strike
from ..s15_events.air_support.targets import finding_odds, opportunities
from ..s15_events.event_phase import AIRCRAFT, BATTERIES, TakeCard
from ..s15_events.noted_targets import PlanAir, PlanFire
from ..s15_events.noting_targets import promise
from ..s15_events.support_fire.barrages import Creep, Creeping, KeepFiring, may_creep
from ..s15_events.support_fire.beaten_zones import beaten, under_barrage, with_riders
from ..s15_events.support_fire.calling import CallFire, called
from ..s15_events.support_fire.missions import Shift, battery_of, shifted, zone_at
from ..s15_events.support_fire.shelling import Battery, strike_at, strike_odds
from ..s16_nations.decisions import StandFirm
from ..state import AirMission, Element, Moving, P8State, Shelled, StandingFirm, SupportMission
from ..state.orders import AirOrder
from ..state.sheets import worth
from ..state.tables import EFFECTS, TOLERANCE
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH

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


def firmness_worth(state: P8State, _: StandFirm) -> float:
    """What it is worth to have an element stand firm."""
    frame = state.frame
    assert isinstance(frame, StandingFirm)
    return worth(state.sheet(state.pieces[frame.element]))


def card_worth(state: P8State, order: TakeCard) -> float:
    """What it is worth to take a card."""
    options = state.setting.options
    idle = (order.rank in BATTERIES and not options["support_fire"]) or (
        order.rank in AIRCRAFT and not options["air_support"]
    )
    return 0.0 if idle else GAIN[order.rank]


A_PATROL: Final = 0.3
"""What it is worth to spoil the enemy's next mission."""

A_SALVO: Final = 0.03
"""What it costs to have an anti-aircraft weapon fire: it does not act in its next turn."""

BOMBED_COUNTER: Final = 0.1
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
            return BOMBED_COUNTER
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


A_CARD: Final = 0.15
"""What the card is worth that is not drawn while a barrage goes on."""

SOME_SMOKE: Final = 0.02
"""What smoke is worth: less than shells on anybody."""

SHELLED_COUNTER: Final = 0.15
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
    return known + SHELLED_COUNTER * sum(overlap(one.base, zone) for one in unknown)


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
        ways = Creeping().offer(state, frame, ())
        best = max(best, *(_crept_worth(state, frame, way) for way in ways))
    return best


def fire_on_the_way(state: P8State, frame: Moving) -> float:
    """What a move costs by leading through a beaten zone."""
    if not state.barrages:
        return 0.0
    incident = under_barrage(state, frame)
    if incident is None or not isinstance(incident.frame, Shelled):
        return 0.0
    battery = battery_of(state.barrages[incident.frame.barrage])
    mover = mover_at(state, frame, incident.at)
    return sum(harm(state, battery, one) for one in with_riders(state, mover))
