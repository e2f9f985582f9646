"""Section 15.3.7: aircraft attack a target, and perhaps friends by mistake."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.battle import Event, Refusal, Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import Point, distance

from ...s02_terrain.ground_and_cover import (
    NO_COVER,
    Cover,
    best,
    cover_behind_afv,
    cover_of_place,
    covers_on_line,
    is_fortified,
)
from ...s05_actions.fire.aiming import Fired, value_against
from ...s05_actions.fire.direct_fire import EFFECT_RULES, effect_of
from ...s08_results import results
from ...s08_results.in_effect import all_fates, becomes, told, worded
from ...s09_troops.transport import cargo
from ...state import AirMission, Element, P8State
from ...state.tables import EFFECTS, TOLERANCE
from .aircraft import Aircraft, aircraft_of, flight_path

LINEAR = "p8.cover.linear-needs-contact-and-crossing"


class AirCover(Struct, frozen=True):
    """The cover of a target from the air.

    Attributes:
        cover: The best of all kinds.
        screened: Whether a hedge, a wall or a tank lies between the aircraft and the target.
    """

    cover: Cover
    screened: bool = False


def overhead(side: str, model: str, point: Point) -> Element:
    """Aircraft as somebody who looks and shoots from a point of the table."""
    return Element(id="", side=side, name=model, x=point[0], y=point[1], sheet="")


def cover_against(state: P8State, plane: Element, aircraft: Aircraft, target: Element) -> AirCover:
    """The cover that counts when aircraft attack.

    Being hull-down and smoke do not; and bombers do not mind some kinds of walls.
    """
    if aircraft.past_buildings and state.houses(target) is not None:
        rule = (
            "p8.air.dive-bomber-ignores-cover"
            if aircraft.type == "Dive Bomber"
            else "p8.air.light-bomber-ignores-cover"
        )
        cite(rule)
        return AirCover(_dug_in(target))
    found = cover_on_table(state, plane, target, past_works=aircraft.past_works)
    if not state.has(target, "ARM"):
        return found
    carriers = Cover(2, "p8.armdinf.as-infantry-except", "armoured carriers")
    return AirCover(best((carriers, found.cover)), found.screened)


def is_in_cover(state: P8State, plane: Element, aircraft: Aircraft, target: Element) -> bool:
    """Whether pilots overlook an element that they might come upon: it is in cover or dug in.

    Light bombers find those in built-up areas all the same, since that is where they look.
    """
    if state.houses(target) is not None and aircraft.type == "Light Bomber":
        return target.dug_in
    return cover_on_table(state, plane, target).cover.value > 0


def cover_on_table(
    state: P8State, plane: Element, target: Element, *, past_works: bool = False
) -> AirCover:
    """The cover of a target's place, and what it has between itself and the aircraft."""
    start, end = (plane.x, plane.y), (target.x, target.y)
    hedges = [
        cover for cover in covers_on_line(state, plane, target, start, end) if cover.rule == LINEAR
    ]
    tank = cover_behind_afv(state, plane, target)
    found = best((_place(state, target, past_works), *hedges, tank))
    return AirCover(found, bool(hedges) or (tank.value > 0 and found == tank))


def _place(state: P8State, target: Element, past_works: bool) -> Cover:
    """The cover of a target's place; that of fortifications is no matter to dive bombers."""
    if not past_works or not is_fortified(state, target):
        return cover_of_place(state, target)
    cite("p8.air.dive-bomber-ignores-cover")
    found = cover_of_place(state, target, against="dive-bomber")
    return _dug_in(target) if found.rule == "p8.cover.fortification-class" else found


def _dug_in(target: Element) -> Cover:
    return Cover(2, "p8.cover.hard", "dug in") if target.dug_in else NO_COVER


# -- the attack ------------------------------------------------------------------------------------


MISTAKEN_WITHIN: Final = 6.0
"""How near to the target friends must be for an attack without effect to fall on them."""


class Attack(Struct, frozen=True, kw_only=True):
    """An attack from the air, with everything that bears on it.

    Attributes:
        aircraft: Who attacks.
        target: Whom.
        fired: Whether HE/SA or AP is used.
        value: The value used.
        air_cover: The target's cover that counts.
        shaken: What anti-aircraft fire adds to the target's score.
        defence: The target's Def.
        hopeless: Why the weapons cannot hurt the target at all.
    """

    aircraft: Aircraft
    target: Element
    fired: Fired
    value: int
    air_cover: AirCover
    shaken: int
    defence: int
    hopeless: Refusal | None = None


def attack_on(state: P8State, mission: AirMission, target: Element) -> Attack:
    """The attack of a mission on a target, from where the aircraft are."""
    aircraft = aircraft_of(mission)
    plane = overhead(mission.side, aircraft.model, stop_of(state, mission, target))
    used = value_against(state, target, aircraft.gun)
    hopeless = used if isinstance(used, Refusal) else None
    return Attack(
        aircraft=aircraft,
        target=target,
        fired="AP" if isinstance(used, Refusal) else used[0],
        value=0 if isinstance(used, Refusal) else used[1],
        air_cover=cover_against(state, plane, aircraft, target),
        shaken=mission.shaken,
        defence=state.sheet(target).defence,
        hopeless=hopeless,
    )


def stop_of(state: P8State, mission: AirMission, target: Element) -> Point:
    """Where the aircraft are when they attack: at the end of their way, or that to a target."""
    path = mission.path or flight_path(state.setting, mission.side, state.base(target))
    return path[-1]


# -- the dice -------------------------------------------------------------------------------------


def attack_tallies(attack: Attack) -> tuple[Tally, Tally]:
    """What either side adds to its die: nothing but values, cover and anti-aircraft fire."""
    armour = attack.fired == "AP"
    cite("p8.fire.ap-against-armoured" if armour else "p8.fire.hesa-against-unarmoured")
    cite("p8.quality.only-where-listed")
    model, target, cover = attack.aircraft.model, attack.target, attack.air_cover.cover
    ours = Tally("aircraft").add(attack.value, "p8.air.values", f"{model}, {attack.fired}")
    theirs = Tally("target").add(attack.defence, "p8.air.attack-roll", f"{target.name}, Def")
    rule = (
        "p8.fire.mod-soft-cover" if cover.value == 1 else "p8.fire.mod-hard-cover-hull-down-smoke"
    )
    theirs.add_if(cover.value > 0, cover.value, rule, cover.text)
    theirs.add_if(attack.shaken > 0, attack.shaken, "p8.air.aa-result", "anti-aircraft fire")
    return ours, theirs


def attack_effect(
    margin: int, fired: Fired, dice: Dice, attacker: str = "aircraft", target: str = "target"
) -> tuple[int, str, bool]:
    """The score, its effect, and whether the attack die was a 1."""
    cite("p8.air.attack-roll", "p8.dice.d10-is-one-to-ten")
    face = dice.die(10, attacker)
    score = margin + face - dice.die(10, target)
    return score, effect_of(score, fired, dice), face == 1


@lru_cache(maxsize=256)
def joint_odds(margin: int, fired: Fired) -> Distribution[tuple[str, bool]]:
    """The exact odds of each effect, with and without a 1 on the attack die."""
    return exact(lambda dice: attack_effect(margin, fired, dice)[1:])


def chances_of(attack: Attack) -> Distribution[tuple[str, bool]]:
    """The exact odds of each effect of an attack, with and without a 1 on the attack die."""
    if attack.hopeless is not None:
        return Distribution({("none", False): 1})
    ours, theirs = attack_tallies(attack)
    return joint_odds(ours.total - theirs.total, attack.fired)


def attack_odds(state: P8State, mission: AirMission, attack: Attack) -> Odds:
    """The exact odds of an attack with every modifier, by what becomes of the target."""
    title = f"{attack.aircraft.model} at {attack.target.name}, {attack.fired}"
    chances = chances_of(attack).map(lambda came: came[0])
    tallies = () if attack.hopeless is not None else attack_tallies(attack)
    odds = Odds.of(title, chances, EFFECTS, tallies)
    where = stop_of(state, mission, attack.target)
    screened = attack.air_cover.screened
    return told(odds, all_fates(state, attack.target, away_from=where, hedge=screened))


# -- attacking ------------------------------------------------------------------------------------


def strike(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """Attack the target; what follows from that is settled before anything else."""
    assert mission.target is not None
    target = state.pieces[mission.target]
    near, gap = nearest_friends(state, mission.side, target)
    attack = attack_on(state, mission, target)
    state.swap(
        mission,
        stage="mistake",
        was=target,
        aboard=tuple(one.id for one in cargo(state, target)),
        near=near,
        gap=round(gap, 4),
    )
    for event in _resolve(state, mission, attack, dice):
        frame = state.agenda[-1]
        if event.kind == "air-attack" and event.data["one"] and isinstance(frame, AirMission):
            state.swap(frame, one=True)
        yield event


def strike_by_mistake(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """Attack the friend nearest to the target."""
    there = [name for name in mission.near if name in state.pieces]
    if not there:
        return
    friend = state.pieces[dice.pick(there, "the nearest friend")]
    rule = "p8.air.friendly-fire-on-one" if mission.one else "p8.air.friendly-fire-within-6"
    yield Event(
        kind="air",
        text=f"{mission.model}s mistake {friend.name} for the enemy.",
        rules=(rule,),
        pieces=(friend.id,),
        rolls=dice.take_rolls(),
    )
    yield from _resolve(state, mission, attack_on(state, mission, friend), dice)


def is_mistaken(state: P8State, mission: AirMission) -> bool:
    """Whether aircraft go on to attack friends: on a 1, or if the attack had no effect nearby."""
    if mission.one:
        cite("p8.air.friendly-fire-on-one")
        return True
    cite("p8.air.friendly-fire-within-6")
    close = bool(mission.near) and mission.gap <= MISTAKEN_WITHIN + TOLERANCE
    return close and not had_effect(state, mission)


def had_effect(state: P8State, mission: AirMission) -> bool:
    """Whether the attack changed anything for its target: lost, moved, suppressed or unloaded.

    An effect that the target could ignore is none.
    """
    was = mission.was
    assert was is not None
    now = state.pieces.get(was.id)
    if now is None or tuple(one.id for one in cargo(state, now)) != mission.aboard:
        return True
    return msgspec.structs.replace(now, road_column=was.road_column) != was


def nearest_friends(state: P8State, side: str, target: Element) -> tuple[tuple[str, ...], float]:
    """The friends of the aircraft that are nearest to their target, and how near they are."""
    place = state.base(target)
    gaps = {friend.id: distance(state.base(friend), place) for friend in state.on_table(side)}
    if not gaps:
        return (), 0.0
    least = min(gaps.values())
    return tuple(name for name, gap in gaps.items() if gap <= least + TOLERANCE), least


def _resolve(state: P8State, mission: AirMission, attack: Attack, dice: Dice) -> Iterator[Event]:
    """Roll for an attack and apply what comes of it."""
    target, model = attack.target, attack.aircraft.model
    if attack.hopeless is not None:
        yield Event(
            kind="air-attack",
            text=f"{model}s attack {target.name}, which their weapons cannot hurt.",
            rules=("p8.air.attack-roll", attack.hopeless.rule),
            pieces=(target.id,),
            data={"effect": "none", "one": False, "path": mission.path},
        )
        return
    ours, theirs = attack_tallies(attack)
    score, effect, one = attack_effect(
        ours.total - theirs.total, attack.fired, dice, model, target.name
    )
    chances = chances_of(attack).map(lambda came: came[0])
    where, screened = stop_of(state, mission, target), attack.air_cover.screened
    fate = becomes(state, target, effect, away_from=where, hedge=screened)
    yield Event(
        kind="air-attack",
        text=f"{model}s attack {target.name}: {score:+d}, {worded(effect, fate)}.",
        rules=(
            "p8.air.attack-roll",
            *(m.rule for tally in (ours, theirs) for m in tally.modifiers),
            EFFECT_RULES[effect],
        ),
        pieces=(target.id,),
        rolls=dice.take_rolls(),
        tallies=(ours, theirs),
        data={
            "score": score,
            "effect": effect,
            "becomes": fate,
            "one": one,
            "path": mission.path,
            "by": mission.side,
            "odds": {came: str(chance) for came, chance in chances.items()},
        },
    )
    yield from results.fired_upon(
        state,
        target.id,
        effect,
        away_from=where,
        mortar=False,
        hedge=screened,
        own=mission.side == target.side,
    )


def at_stake(state: P8State, target: Element) -> list[Element]:
    """An element with everybody aboard."""
    return [target, *cargo(state, target)]
