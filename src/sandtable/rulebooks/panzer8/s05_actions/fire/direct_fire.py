"""Section 5.1: direct fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Refusal, Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds

from ...s08_results import passengers, results
from ...s08_results.in_effect import becomes, told, worded
from ...s16_nations import nations
from ...s16_nations.nations import NO_RESERVES, Reserves
from ...state import Element, P8State, Volley
from ...state.decision import Step
from ...state.tables import EFFECTS, FIRE_EFFECTS, QUALITY, TOLERANCE, metres
from .aiming import CLOSE, Fired, Shot, aim


class FireResult(Struct, frozen=True, kw_only=True):
    """What came of a shot."""

    shot: Shot
    score: int
    effect: str
    margin: int
    tallies: tuple[Tally, Tally]


# -- the dice -------------------------------------------------------------------------------------


def tally_firer(shot: Shot) -> Tally:
    """What the firer adds to its die."""
    firer, fired = shot.firer, shot.fired
    against = "p8.fire.ap-against-armoured" if fired == "AP" else "p8.fire.hesa-against-unarmoured"
    tally = Tally("firer").add(shot.value, against, f"{shot.gun.name}, {fired}")
    close = shot.range <= CLOSE + TOLERANCE and shot.reach > CLOSE and not firer.suppressed
    tally.add_if(close, 1, "p8.fire.mod-within-4", "target within 4")
    tally.add_if(
        shot.from_behind, 1, "p8.fire.mod-not-to-targets-front", "wholly behind the target's front"
    )
    if shot.shortage is not None:
        tally.add(-1, shot.shortage, "short of ammunition")
    if shot.reserves[0]:
        return tally
    return _quality(tally, firer, "p8.fire.mod-firer-quality")


def tally_target(shot: Shot) -> Tally:
    """What the target adds to its die."""
    target, cover = shot.target, shot.cover
    tally = Tally("target").add(shot.defence, "p8.fire.attack-roll", f"{target.name}, Def")
    rule = (
        "p8.fire.mod-soft-cover" if cover.value == 1 else "p8.fire.mod-hard-cover-hull-down-smoke"
    )
    tally.add_if(cover.value > 0, cover.value, rule, cover.text)
    tally.add_if(shot.firer_moved, 1, "p8.fire.mod-firer-moved", "firer moved")
    tally.add_if(
        shot.range > shot.reach / 2 + TOLERANCE, 1, "p8.fire.mod-over-half-range", "over half range"
    )
    if shot.reserves[1]:
        return tally
    return _quality(tally, target, "p8.fire.mod-target-quality")


def _quality(tally: Tally, element: Element, rule: str) -> Tally:
    cite("p8.quality.only-where-listed", "p8.quality.three-grades", "p8.quality.modifier-values")
    value = QUALITY[element.quality]
    return tally.add_if(value != 0, value, rule, f"{element.quality} troops")


def resolve_direct_fire(shot: Shot, dice: Dice) -> FireResult:
    """Roll for a shot: 1d10 and the firer's total against 1d10 and the target's."""
    cite("p8.fire.attack-roll", "p8.dice.d10-is-one-to-ten")
    firer, target = tally_firer(shot), tally_target(shot)
    margin = firer.total - target.total
    lead, swings = nations.contest(dice, shot.firer.name, shot.target.name, shot.reserves)
    nations.add_swing(firer, swings[0])
    nations.add_swing(target, swings[1])
    effect = effect_of(margin + lead, shot.fired, dice)
    return FireResult(
        shot=shot, score=margin + lead, effect=effect, margin=margin, tallies=(firer, target)
    )


EFFECT_RULES = {
    "none": "p8.fire.result-none",
    "fall-back": "p8.fire.result-fall-back",
    "suppressed": "p8.fire.result-suppressed",
    "out": "p8.fire.result-out-of-action",
}


def fire_effect(
    margin: int,
    fired: Fired,
    dice: Dice,
    firer: str = "firer",
    target: str = "target",
    reserves: Reserves = NO_RESERVES,
) -> tuple[int, str]:
    """The score and its effect, for a given margin of the firer's total over the target's."""
    cite("p8.fire.attack-roll", "p8.dice.d10-is-one-to-ten")
    score = margin + nations.contest(dice, firer, target, reserves)[0]
    return score, effect_of(score, fired, dice)


def effect_of(score: int, fired: Fired, dice: Dice) -> str:
    """The effect of a score, unless a referee rules otherwise."""
    effect = dice.settle("fire", FIRE_EFFECTS[fired].lookup(score), EFFECTS)
    if fired == "AP" and 1 <= score <= 2:
        cite("p8.fire.result-fall-back")
    return effect


@lru_cache(maxsize=256)
def effect_odds(margin: int, fired: Fired, reserves: Reserves = NO_RESERVES) -> Distribution[str]:
    """The exact odds of each effect for a margin; the dice's own procedure, down all branches."""
    return exact(lambda dice: fire_effect(margin, fired, dice, reserves=reserves)[1])


def odds_of(state: P8State, shot: Shot, *, reaction: bool = False) -> Odds:
    """The exact odds of a shot with every modifier, by what becomes of the target."""
    firer, target = tally_firer(shot), tally_target(shot)
    chances = effect_odds(firer.total - target.total, shot.fired, shot.reserves)
    nations.foretell_swing(firer, shot.reserves[0])
    nations.foretell_swing(target, shot.reserves[1])
    title = (
        f"{shot.firer.name} at {shot.target.name}, {shot.fired} at {shot.range:.1f} in "
        f"({metres(shot.range):.0f} m)"
    )
    odds = Odds.of(title, chances, EFFECTS, (firer, target))
    return told(odds, fates_of(state, shot, reaction=reaction))


def fates_of(state: P8State, shot: Shot, *, reaction: bool = False) -> dict[str, str]:
    """What each result of a shot comes to."""
    return {effect: fate_of(state, shot, effect, reaction=reaction) for effect in EFFECTS}


def fate_of(state: P8State, shot: Shot, effect: str, *, reaction: bool) -> str:
    """What a result of a shot comes to."""
    return becomes(
        state,
        shot.target,
        effect,
        away_from=(shot.firer.x, shot.firer.y),
        mortar=shot.mortar,
        hedge=shot.screened,
        reaction=reaction,
    )


# -- firing ---------------------------------------------------------------------------------------


def volley(element: str, targets: tuple[str | None, ...], *, reaction: bool = False) -> Volley:
    """The shots of one action or reaction: the main gun, and each secondary gun once."""
    cite("p8.fire.secondary-guns")
    shots = tuple((gun, name) for gun, name in enumerate(targets) if name is not None)
    return Volley(element=element, shots=shots, reaction=reaction)


class Shooting(Step[Volley]):
    """Shots that are to be fired: nobody is asked, they are fired one after another."""

    def settle(self, state: P8State, frame: Volley, dice: Dice) -> Iterator[Event]:
        """Fire the next shot of a volley; a target that is gone by then costs the shot."""
        (gun_no, name), *rest = frame.shots
        state.pop()
        if rest:
            state.push(replace(frame, shots=tuple(rest)))
        firer, target = state.pieces.get(frame.element), state.pieces.get(name)
        if firer is None or target is None:
            return
        shot = aim(state, firer, target, gun_no, reaction=frame.reaction)
        if isinstance(shot, Refusal):
            text = f"{firer.name} cannot fire at {target.name} any more: {shot.reason}"
            yield Event(kind="fire", text=text, rules=(shot.rule,), pieces=(firer.id, target.id))
            return
        yield from fire_shot(state, shot, dice, reaction=frame.reaction)


def fire_shot(
    state: P8State, shot: Shot, dice: Dice, *, reaction: bool = False, verb: str = "fires"
) -> Iterator[Event]:
    """Roll for a shot and apply what comes of it; the first event is the shot itself."""
    result = resolve_direct_fire(shot, dice)
    if "ATR" in shot.gun.flags and shot.fired == "AP":
        state.rifled = (*state.rifled, (shot.firer.side, shot.target.id))
    passengers.note_shot(state, shot.firer, shot.gun)
    verb = "reacts and fires" if reaction else verb
    fate = fate_of(state, shot, result.effect, reaction=reaction)
    reasons = tuple(m.rule for tally in result.tallies for m in tally.modifiers)
    yield Event(
        kind="fire",
        text=f"{shot.firer.name} {verb} at {shot.target.name}, {shot.range:.1f} in: "
        f"{result.score:+d}, {worded(result.effect, fate)}.",
        rules=(*reasons, EFFECT_RULES[result.effect]),
        pieces=(shot.firer.id, shot.target.id),
        rolls=dice.take_rolls(),
        tallies=result.tallies,
        data={
            "range": round(shot.range, 3),
            "metres": round(metres(shot.range)),
            "score": result.score,
            "effect": result.effect,
            "becomes": fate,
            "reaction": reaction,
            "odds": {
                effect: str(chance)
                for effect, chance in effect_odds(result.margin, shot.fired, shot.reserves).items()
            },
        },
    )
    yield from results.fired_upon(
        state,
        shot.target.id,
        result.effect,
        away_from=(shot.firer.x, shot.firer.y),
        mortar=shot.mortar,
        hedge=shot.screened,
        reaction=reaction,
    )
