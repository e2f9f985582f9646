"""Section 15.4.4: support fire on one element: what bears on it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.battle import Event, Refusal, Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point

from ...s02_terrain.ground_and_cover import Cover, best, cover_of_place
from ...s05_actions.fire.aiming import Fired, value_against
from ...s05_actions.fire.direct_fire import EFFECT_RULES, effect_of
from ...s05_actions.mount.mounted_troops import claims_hard_cover
from ...s08_results import results
from ...s08_results.in_effect import becomes, worded
from ...s12_hidden.counters import is_hidden
from ...state import Element, P8State
from ...state.tables import EFFECTS, FIRE_EFFECTS
from ..cards import short_of_ammunition
from .beaten_zones import Level, level_of
from .observers import lookout

FACES: Final = tuple(range(1, 11))
"""The faces of the die."""

STANDING: Final = FACES[1:]
"""The faces of the attack die after which the opponent cannot shift the fire."""


class Battery(Struct, frozen=True, kw_only=True):
    """Who fires, and how: all that the targets of one attack have in common.

    Attributes:
        side: Whose batteries.
        level: What they fire.
        at: Where the fire falls.
        directed: Whether a commander or a reconnaissance element directs it.
    """

    side: str
    level: str
    at: Point
    directed: bool = False


class Salvo(Struct, frozen=True, kw_only=True):
    """An attack on one element, with both totals, before its dice are thrown."""

    target: Element
    fired: Fired
    tallies: tuple[Tally, Tally]

    @property
    def margin(self) -> int:
        """By how much the attacker's total exceeds the target's."""
        return self.tallies[0].total - self.tallies[1].total


def strike_at(state: P8State, battery: Battery, target: Element) -> Salvo | Refusal:
    """The attack of a battery on an element in its zone, or why it cannot be hurt."""
    level = level_of(state.setting, battery.side, battery.level)
    used = value_against(state, target, level.gun)
    if state.sheet(target).armoured:
        cite("p8.support.ap-asterisk-on-armour")
    if isinstance(used, Refusal):
        return used
    fired, value, _ = used
    tallies = (_attacker(state, battery, level, fired, value), _target(state, target))
    return Salvo(target=target, fired=fired, tallies=tallies)


def _attacker(state: P8State, battery: Battery, level: Level, fired: Fired, value: int) -> Tally:
    cite("p8.support.only-cover-modifies")
    tally = Tally("attacker").add(value, "p8.support.levels", f"{level.name}, {fired}")
    tally.add_if(
        battery.directed, -1, "p8.support.commander-controlled", "directed by a commander or Recce"
    )
    short = short_of_ammunition(state, battery.side)
    if short is not None and fired == "HE/SA":
        tally.add(-1, short, "short of ammunition")
    return tally


def _target(state: P8State, target: Element) -> Tally:
    cover = cover_from_shells(state, target)
    tally = Tally("target").add(
        state.sheet(target).defence, "p8.fire.attack-roll", f"{target.name}, Def"
    )
    rule = (
        "p8.fire.mod-soft-cover" if cover.value == 1 else "p8.fire.mod-hard-cover-hull-down-smoke"
    )
    return tally.add_if(cover.value > 0, cover.value, rule, cover.text)


def cover_from_shells(state: P8State, target: Element) -> Cover:
    """The cover that counts against shells from above: that of the place, and of carriers."""
    cite("p8.support.only-cover-modifies")
    found = [cover_of_place(state, lookout(state, target), indirect=True)]
    if claims_hard_cover(state, target):
        found.append(Cover(2, "p8.armdinf.as-infantry-except", "armoured carriers"))
    return best(found)


# -- the dice -------------------------------------------------------------------------------------


def strike(state: P8State, battery: Battery, name: str, attack: int, dice: Dice) -> Iterator[Event]:
    """Attack one element with an attack die that has been thrown, and apply what comes of it.

    Of hidden elements only their owner learns what befalls them, unless they are removed.
    """
    target = state.pieces[name]
    if not is_hidden(state, target):
        yield from _strike(state, battery, target, attack, dice)
        return
    cite("p8.hidden.support-fire-can-hit")
    owner = state.setting.seats[target.side]
    for event in _strike(state, battery, target, attack, dice):
        yield event if event.kind == "out" else msgspec.structs.replace(event, seen_by=owner)


def _strike(
    state: P8State, battery: Battery, target: Element, attack: int, dice: Dice
) -> Iterator[Event]:
    aimed = strike_at(state, battery, target)
    if isinstance(aimed, Refusal):
        yield Event(
            kind="shelling",
            text=f"{target.name} is under fire and cannot be hurt by it.",
            rules=(aimed.rule, "p8.support.ap-asterisk-on-armour"),
            pieces=(target.id,),
            data={"effect": "none"},
        )
        return
    score = attack + aimed.margin - dice.die(10, f"{target.name}, defence")
    effect = effect_of(score, aimed.fired, dice)
    fate = becomes(state, target, effect, away_from=battery.at, mortar=True)
    reasons = tuple(m.rule for tally in aimed.tallies for m in tally.modifiers)
    yield Event(
        kind="shelling",
        text=f"{target.name} is under fire: {score:+d}, {worded(effect, fate)}.",
        rules=(*reasons, "p8.support.affects-all-partly-inside", EFFECT_RULES[effect]),
        pieces=(target.id,),
        rolls=dice.take_rolls(),
        tallies=aimed.tallies,
        data={
            "score": score,
            "effect": effect,
            "becomes": fate,
            "by": battery.side,
            "odds": {e: str(p) for e, p in zip(EFFECTS, strike_odds(aimed), strict=True)},
        },
    )
    # Nobody falls back from shells: as with mortars, such a result suppresses (8.1).
    yield from results.fired_upon(
        state,
        target.id,
        effect,
        away_from=battery.at,
        mortar=True,
        hedge=False,
        own=battery.side == target.side,
    )


def strike_odds(aimed: Salvo, attack: int | None = None) -> tuple[Fraction, ...]:
    """The exact chances of each effect, the mildest first; the attack die may have been thrown."""
    cite("p8.dice.d10-is-one-to-ten")
    return chances(aimed.margin, aimed.fired, FACES if attack is None else (attack,))


@lru_cache(maxsize=1024)
def chances(margin: int, fired: Fired, attacks: Sequence[int]) -> tuple[Fraction, ...]:
    """The chances of each effect if the attack die shows one of these faces, all alike likely."""
    scores = [attack + margin - defence for attack in attacks for defence in FACES]
    effects = [FIRE_EFFECTS[fired].lookup(score) for score in scores]
    return tuple(Fraction(effects.count(effect), len(scores)) for effect in EFFECTS)
