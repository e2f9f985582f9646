"""What charges and close combats are worth, by exact odds."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.advice import expected
from sandtable.battle import Refusal
from sandtable.table import bearing

from ..s05_actions.charge.charging import Charge, plan_charge
from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.direct_fire import effect_odds, tally_firer, tally_target
from ..s05_actions.move.rates import path_length, pose
from ..s05_actions.react.joining import ReactJoin
from ..s06_close_combat.blows import Apply, Suffer, next_side, open_effects, standing
from ..s06_close_combat.decisions import Commit, is_attackers_turn
from ..s06_close_combat.melee import combatants, joint_odds, tallies
from ..s06_close_combat.phase import Fight, Overrun, combat_of
from ..s09_troops.commanders import Replace
from ..state import Combat, Element, Moving, P8State
from ..state.sheets import OBSERVERS, worth
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH, REACTION_PRICE
from .prospects import Stand, stand_of

MOST: Final = 3
"""So many on a side are reckoned with exactly; the others hardly change what is best."""

SUPPRESSED_COMMANDER: Final = 0.3
"""What it costs that a new commander is suppressed, as the element was whose place it takes."""

GROUND: Final = 0.1
"""What it is worth to drive the enemy off his ground."""


def combat_worth(state: P8State, combat: Combat) -> float:
    """What a combat is worth to its attackers."""
    ours, theirs = tallies(state, combat)
    chances = joint_odds(
        combatants(state, combat.attackers, ours[:MOST]),
        combatants(state, combat.defenders, theirs[:MOST]),
    )
    total = 0.0
    for came, chance in chances.items():
        total += float(chance) * _gain(state, combat, came)
    return total


def _gain(state: P8State, combat: Combat, came: str) -> float:
    effects = came.split(", ")
    hits = [effect.removeprefix("defender ") for effect in effects if effect[:1] == "d"]
    losses = [effect.removeprefix("attacker ") for effect in effects if effect[:1] == "a"]
    gain = _harm(state, combat.defenders, hits, combat.helpers[1])
    return gain - _harm(state, combat.attackers, losses, combat.helpers[0])


def _harm(
    state: P8State, names: tuple[str, ...], effects: list[str], helper: tuple[str, str] | None
) -> float:
    """What some results cost one side: one of its elements takes the worst, with a commander."""
    if not effects:
        return 0.0
    scales = []
    for name in names:
        element = state.pieces[name]
        scale = AGAINST_SUPPRESSED if element.suppressed else EFFECT_WORTH
        struck = max(scale[effect] for effect in effects)
        scales.append(struck * worth(state.sheet(element)))
    harm = min(scales)
    if helper is not None:
        commander = state.pieces[helper[0]]
        harm += max(EFFECT_WORTH[e] for e in effects) * worth(state.sheet(commander))
    return harm


def fight_worth(state: P8State, order: Fight | Overrun) -> float:
    """What a combat is worth to the player who chooses it."""
    return GROUND + combat_worth(state, combat_of(state, order))


def charge_promise(state: P8State, charger: Stand, target: Stand) -> float:
    """What a charge can be worth if nobody else were on the table, and nothing in the way."""
    memory = state.setting.memory("charges")
    return memory.once((charger, target), lambda: GROUND + _duel(state, charger, target))


def coming_at(state: P8State, charger: Stand, target: Stand) -> Stand:
    """A charger about where its target is, as the others there find it."""
    (x, y), spot = target.spot, charger.spot
    heading = bearing(spot, target.spot) if spot != target.spot else charger.element.heading
    there = msgspec.structs.replace(
        charger.element, x=x, y=y, heading=heading, dug_in=False, inside=None, aloft=False
    )
    return stand_of(state, there)


def _duel(state: P8State, charger: Stand, target: Stand) -> float:
    if target.sheet.type in OBSERVERS:
        return worth(target.sheet)
    element = msgspec.structs.replace(charger.element, charged=True, dug_in=False)
    alone = state.copy()
    alone.pieces = {element.id: element, target.element.id: target.element}
    alone.screens = ()
    overrun = charger.sheet.type == "tank"
    combat = Combat(attackers=(element.id,), defenders=(target.element.id,), overrun=overrun)
    return combat_worth(alone, combat)


def charge_worth(state: P8State, order: Charge) -> float:
    """What a charge is worth: the combat that it leads to, less the fire on the way."""
    element, target = state.pieces[order.element], state.pieces[order.target]
    plan = plan_charge(state, element, order)
    if isinstance(plan, Refusal):
        return -1.0
    there = msgspec.structs.replace(
        pose(state, plan, path_length(plan.path)), charged=True, dug_in=False
    )
    if state.sheet(target).type in OBSERVERS:
        gain = worth(state.sheet(target))
    else:
        ahead = state.copy()
        ahead.put(there)
        overrun = state.sheet(element).type == "tank"
        combat = Combat(attackers=(element.id,), defenders=(target.id,), overrun=overrun)
        gain = combat_worth(ahead, combat)
    return GROUND + gain - _fire_on_the_way(state, there)


def _fire_on_the_way(state: P8State, charger: Element) -> float:
    """What everybody who can still react would do to the charger at the end of its way."""
    total = 0.0
    for enemy in state.enemies_of(charger):
        if enemy.suppressed or enemy.reacted:
            continue
        shot = aim(state, enemy, charger, reaction=True)
        if isinstance(shot, Shot):
            margin = tally_firer(shot).total - tally_target(shot).total
            odds = effect_odds(margin, shot.fired, shot.reserves)
            total += expected(odds.items(), EFFECT_WORTH)
    return total * worth(state.sheet(charger))


def commit_worth(state: P8State, order: Commit) -> float:
    """What a commander's help is worth to its side, its own risk included."""
    combat = state.frame
    assert isinstance(combat, Combat)
    ours, theirs = combat.helpers
    helper = (order.commander, order.to)
    attacking = is_attackers_turn(combat)
    helped = (helper, theirs) if attacking else (ours, helper)
    with_help = combat_worth(state, msgspec.structs.replace(combat, helpers=helped))
    gain = with_help - combat_worth(state, combat)
    return gain if attacking else -gain


def join_worth(state: P8State, order: ReactJoin) -> float:
    """What it is worth to come to the help of a charged element."""
    frame = state.frame
    assert isinstance(frame, Moving)
    if frame.target is None or frame.target not in state.pieces:
        return -1.0
    alone = Combat(attackers=(frame.element,), defenders=(frame.target,))
    joined = msgspec.structs.replace(alone, defenders=(frame.target, order.element))
    return combat_worth(state, alone) - combat_worth(state, joined) - REACTION_PRICE


def blow_worth(state: P8State, order: Apply | Suffer) -> float:
    """The harshest result for the enemy, the cheapest element of one's own."""
    combat = state.frame
    assert isinstance(combat, Combat)
    side = next_side(combat)
    if isinstance(order, Suffer):
        effect = open_effects(combat)[0]
        return -_harm(state, (order.element,), [effect], None)
    struck = standing(state, combat, side)[0]
    return _harm(state, (struck.id,), [order.effect], None)


def successor_worth(state: P8State, order: Replace) -> float:
    """A commander takes the place of the cheapest element, rather of one not suppressed."""
    given_up = state.pieces[order.element]
    price = worth(state.sheet(given_up))
    return -price - (SUPPRESSED_COMMANDER if given_up.suppressed else 0.0)
