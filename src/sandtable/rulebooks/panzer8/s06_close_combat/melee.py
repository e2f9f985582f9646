"""Section 6.1 and 6.2: the dice of a close combat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.battle import Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import overlap

from ..s02_terrain.ground_and_cover import Cover, behind_hedge, best, cover_of_place, is_fortified
from ..s08_results.in_effect import all_fates, told
from ..s13_engineering import fortifications
from ..s16_nations.nations import (
    NO_RESERVES,
    Reserves,
    add_melee_quality,
    add_swing,
    foretell_swing,
    is_reserve,
    swing,
)
from ..state import Combat, Element, Helper, P8State
from ..state.battlefield import LINES
from ..state.tables import CLOSE_COMBAT, CLOSE_COMBATS, QUALITY
from .contact import obstacle_between
from .overrun import in_the_open, tally_tank

COUNTED_4: Final = 4
"""What crew-served weapons, commanders and whoever has no HE/SA value count."""

FLAMETHROWERS: Final = 5
"""What flamethrower sections count: their value on the data sheet is for fire only."""

WORST_FIRST: Final = ("out", "suppressed", "fall-back")


class Scored(Struct, frozen=True, kw_only=True):
    """What came of one pair of totals: the score, whom it strikes and how."""

    score: int
    effect: str


# -- what is added to the dice --------------------------------------------------------------------


def tally_attacker(
    state: P8State, attacker: Element, defender: Element, helper: Helper | None
) -> Tally:
    """What an attacker adds to its die in hand-to-hand combat."""
    tally = _value(state, attacker, Tally("attacker"))
    tally.add_if(
        _rides_them_down(state, attacker, defender),
        2,
        "p8.melee.mod-cavalry",
        "cavalry charging into the open",
    )
    engineers = state.sheet(attacker).type == "eng"
    tally.add_if(engineers, 2, "p8.melee.mod-engineers", "engineers")
    tally.add_if(
        _comes_through_smoke(state, attacker, defender),
        1,
        "p8.melee.mod-through-smoke",
        "through smoke",
    )
    _command(state, tally, attacker, helper)
    return add_melee_quality(state, tally, attacker)


def tally_defender(
    state: P8State, attacker: Element, defender: Element, helper: Helper | None
) -> Tally:
    """What a defender adds to its die in hand-to-hand combat."""
    tally = _value(state, defender, Tally("defender"))
    engineers = state.sheet(defender).type == "eng"
    tally.add_if(engineers, 2, "p8.melee.mod-engineers", "engineers")
    cover = cover_in_combat(state, attacker, defender)
    tally.add_if(cover.value > 0, cover.value, "p8.melee.mod-defender-cover", cover.text)
    _command(state, tally, defender, helper)
    return add_melee_quality(state, tally, defender)


def tally_overrun(state: P8State, defender: Element, helper: Helper | None) -> Tally:
    """What a defender adds to its die when a tank overruns it."""
    tally = _value(state, defender, Tally("defender"), "p8.overrun.defender-total")
    helped = helper is not None and helper[1] == defender.id
    tally.add_if(helped, 1, "p8.overrun.defender-total", "commander")
    if is_reserve(state, defender):
        return tally
    quality = QUALITY[defender.quality]
    return tally.add_if(
        quality != 0, quality, "p8.overrun.defender-total", f"{defender.quality} troops"
    )


def _value(
    state: P8State, element: Element, tally: Tally, rule: str = "p8.melee.attacker-total"
) -> Tally:
    """The HE/SA value that an element has in close combat."""
    sheet = state.sheet(element)
    if sheet.is_crew_served or sheet.is_commander:
        return tally.add(COUNTED_4, "p8.melee.csw-and-commander-count-4", f"{element.name}, counts")
    value = sheet.guns[0].hesa if sheet.guns else 0
    if state.has(element, "FT"):
        value = FLAMETHROWERS
    return tally.add(value or COUNTED_4, rule, f"{element.name}, HE/SA")


def _rides_them_down(state: P8State, attacker: Element, defender: Element) -> bool:
    """Cavalry that charged this turn, against troops in the open, in fields or dug in there."""
    if state.sheet(attacker).type != "cav" or not attacker.charged:
        return False
    if defender.inside is not None or is_fortified(state, defender):
        return False
    return defender.dug_in or in_the_open(state, defender)


def _comes_through_smoke(state: P8State, attacker: Element, defender: Element) -> bool:
    if not state.sheet(attacker).fights_as_infantry:
        return False
    if attacker.through_smoke:
        return True
    bases = (state.base(attacker), state.base(defender))
    return any(overlap(screen.base, base) for screen in state.screens for base in bases)


def cover_in_combat(state: P8State, attacker: Element, defender: Element) -> Cover:
    """The defender's best cover: that of its place, or a hedge or wall between the two."""
    kind = fortifications.attacker_kind(state, attacker)
    found = [cover_of_place(state, defender, against=kind)]
    line = obstacle_between(state, attacker, defender)
    if line is not None and LINES[line.kind].cover:
        found.append(Cover(1, "p8.cover.linear-needs-contact-and-crossing", line.kind))
    if state.has(defender, "ARM"):
        found.append(Cover(2, "p8.armdinf.as-infantry-except", "armoured carriers"))
    return best(found)


def _command(state: P8State, tally: Tally, element: Element, helper: Helper | None) -> None:
    if helper is not None and helper[1] == element.id:
        name = state.pieces[helper[0]].name
        tally.add(1, "p8.melee.mod-commander", f"helped by {name}")


# -- the dice -------------------------------------------------------------------------------------


def tallies(state: P8State, combat: Combat) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    """What everybody in a combat adds to the dice, attackers and defenders."""
    attackers = [state.pieces[name] for name in combat.attackers]
    defenders = [state.pieces[name] for name in combat.defenders]
    ours, theirs = combat.helpers
    if combat.overrun:
        return (tally_tank(state, attackers[0]),), (tally_overrun(state, defenders[0], theirs),)
    named = defenders[0]
    # A hedge counts for the defender as soon as one of several attackers comes across it.
    facing = max(attackers, key=lambda a: cover_in_combat(state, a, named).value)
    attacking = [tally_attacker(state, attacker, named, ours) for attacker in attackers]
    for attacker, tally in zip(attackers, attacking, strict=True):
        _see_through_works(state, tally, attacker, facing, named)
    return (
        tuple(attacking),
        tuple(tally_defender(state, facing, defender, theirs) for defender in defenders),
    )


def _see_through_works(
    state: P8State, tally: Tally, attacker: Element, facing: Element, defender: Element
) -> None:
    """Engineers have back what the works add to the one total that is used against all (13.2)."""
    if fortifications.attacker_kind(state, attacker) is None or not is_fortified(state, defender):
        return
    counted, own = (cover_in_combat(state, one, defender).value for one in (facing, attacker))
    tally.add_if(
        counted > own, counted - own, "p8.fort.hard-cover", "works are no cover against engineers"
    )


def resolve_close_combat(
    attackers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    dice: Dice,
    what: str = "melee",
) -> tuple[Scored, ...]:
    """Roll for a combat: everybody on either side one die, the attackers first.

    The single one on its side uses its total against each of the others.
    """
    ours = [throw(fighter, dice) for fighter in attackers]
    theirs = [throw(fighter, dice) for fighter in defenders]
    return compared(ours, theirs, dice, what)


Fighter = tuple[int, str] | tuple[int, str, bool]
"""The total that somebody adds to the die, a name, and whether it is of a reserve division."""

Thrown = tuple[int, int]
"""What somebody has come to with the die, and the quality that the die gave it."""


def throw(fighter: Fighter, dice: Dice) -> Thrown:
    """Roll for one of those in a combat."""
    cite("p8.melee.attacker-total", "p8.dice.d10-is-one-to-ten")
    total, name, *reserve = fighter
    face = dice.die(10, name)
    quality = swing(face) if any(reserve) else 0
    return total + face + quality, quality


def compared(
    ours: Sequence[Thrown], theirs: Sequence[Thrown], dice: Dice, what: str
) -> tuple[Scored, ...]:
    """The results of all pairs of those who have rolled."""
    return tuple(scored(a - d, dice, what) for a, _ in ours for d, _ in theirs)


def scored(score: int, dice: Dice, what: str) -> Scored:
    """The result of the attacker's total less the defender's."""
    cite("p8.melee.difference-direction")
    cite("p8.overrun.result-table" if what == "overrun" else "p8.melee.result-table")
    effect = dice.settle(what, CLOSE_COMBAT.lookup(score), CLOSE_COMBATS)
    return Scored(score=score, effect=effect)


def rolled(
    state: P8State, combat: Combat, dice: Dice
) -> tuple[tuple[Scored, ...], tuple[Tally, ...]]:
    """Roll the dice of a combat with everything that is added to them."""
    ours, theirs = tallies(state, combat)
    attackers = [throw(one, dice) for one in fighters(state, combat.attackers, ours)]
    defenders = [throw(one, dice) for one in fighters(state, combat.defenders, theirs)]
    what = "overrun" if combat.overrun else "melee"
    results = compared(attackers, defenders, dice, what)
    for tally, (_, quality) in zip((*ours, *theirs), (*attackers, *defenders), strict=True):
        add_swing(tally, quality)
    return results, (*ours, *theirs)


def fighters(state: P8State, names: Sequence[str], totals: Sequence[Tally]) -> list[Fighter]:
    """One side of a combat as it rolls."""
    pieces = [state.pieces[name] for name in names]
    return [
        (tally.total, piece.name, is_reserve(state, piece))
        for tally, piece in zip(totals, pieces, strict=False)
    ]


def worst(effects: Sequence[str]) -> str | None:
    """The worst of some results, or ``None`` without any."""
    return min(effects, key=WORST_FIRST.index, default=None)


# -- odds -----------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def margin_odds(margin: int, reserves: Reserves = NO_RESERVES) -> Distribution[str]:
    """The exact odds of each result of one against one, for the attacker's margin."""
    ours, theirs = [(margin, "a", reserves[0])], [(0, "d", reserves[1])]
    return exact(lambda dice: resolve_close_combat(ours, theirs, dice)[0].effect)


def combat_odds(state: P8State, combat: Combat) -> Odds:
    """The exact odds of a combat; with several on a side, what comes of each pair together."""
    ours, theirs = tallies(state, combat)
    verb = "overruns" if combat.overrun else "attacks"
    names = " and ".join(state.pieces[name].name for name in combat.attackers)
    title = f"{names} {verb} {state.pieces[combat.defenders[0]].name}"
    dicing = (
        combatants(state, combat.attackers, ours),
        combatants(state, combat.defenders, theirs),
    )
    for tally, (_, reserve) in zip((*ours, *theirs), (*dicing[0], *dicing[1]), strict=True):
        foretell_swing(tally, reserve)
    if len(ours) == len(theirs) == 1:
        reserves = (dicing[0][0][1], dicing[1][0][1])
        chances = margin_odds(ours[0].total - theirs[0].total, reserves)
        odds = Odds.of(title, chances, CLOSE_COMBATS, (*ours, *theirs))
        return told(odds, fates_in(state, combat))
    joint = joint_odds(*dicing)
    listed = tuple(result for result, _ in joint.items())
    odds = Odds.of(title, joint, listed, (*ours, *theirs))
    return told(odds, fates_in(state, combat))


def fates_in(state: P8State, combat: Combat) -> dict[str, str]:
    """What the results of a combat come to, where it is the same for all of a side."""
    across = across_cover(state, combat)
    sides = {
        "attacker": (combat.attackers, combat.defenders),
        "defender": (combat.defenders, combat.attackers),
    }
    found = {}
    for side, (names, enemies) in sides.items():
        spots = [(state.pieces[name].x, state.pieces[name].y) for name in enemies]
        fates = []
        for element in (state.pieces[name] for name in names):
            hedge = across and any(behind_hedge(state, element, spot) for spot in spots)
            fates.append(all_fates(state, element, away_from=spots[0], hedge=hedge))
        for effect, fate in fates[0].items():
            if all(other[effect] == fate for other in fates):
                found[f"{side} {effect}"] = f"{side} {fate}"
    return found


def across_cover(state: P8State, combat: Combat) -> bool:
    """Whether a hedge or wall lies between the two sides."""
    named = state.pieces[combat.defenders[0]]
    lines = (obstacle_between(state, state.pieces[name], named) for name in combat.attackers)
    return any(line is not None and LINES[line.kind].cover for line in lines)


Combatant = tuple[int, bool]
"""The total that somebody adds to the die, and whether it is of a reserve division."""


def combatants(
    state: P8State, names: Sequence[str], totals: Sequence[Tally]
) -> tuple[Combatant, ...]:
    """One side of a combat for `joint_odds`, in the order of its names."""
    return tuple((one[0], any(one[2:])) for one in fighters(state, names, totals))


@lru_cache(maxsize=2048)
def joint_odds(ours: tuple[Combatant, ...], theirs: tuple[Combatant, ...]) -> Distribution[str]:
    """The exact odds of what comes of all pairs together, in a fixed order."""

    def fight(dice: Dice) -> str:
        results = resolve_close_combat(
            [(total, "a", reserve) for total, reserve in ours],
            [(total, "d", reserve) for total, reserve in theirs],
            dice,
        )
        return ", ".join(sorted(result.effect for result in results))

    return exact(fight)
