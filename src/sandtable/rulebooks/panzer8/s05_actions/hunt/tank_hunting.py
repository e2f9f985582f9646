"""Section 5.2: tank hunting, infantry against an armoured vehicle at arm's length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import beyond_front, distance, overlap, touching, within

from ...s02_terrain.ground_and_cover import (
    HEDGE,
    Cover,
    behind_hedge,
    best,
    cover_behind_afv,
    cover_of_place,
    covers_on_line,
    is_fortified,
)
from ...s02_terrain.line_of_sight import sees
from ...s06_close_combat.contact import in_hand_to_hand
from ...s08_results import results
from ...s08_results.in_effect import all_fates, becomes, told, worded
from ...s10_buildings.occupation import has_no_facing
from ...s10_buildings.streets import hunted_in_cover
from ...s13_engineering import fortifications
from ...s16_nations.nations import (
    NO_RESERVES,
    Reserves,
    add_swing,
    contest,
    foretell_swing,
    reserves_of,
)
from ...state import Element, P8State, Sharing
from ...state.case import nearest_first
from ...state.decision import Step
from ...state.nearby import enemies_about
from ...state.orders import ActionOrder
from ...state.previewing import measured_line
from ...state.tables import HUNT, HUNTS, QUALITY, TOLERANCE
from ..action import Action, check_helper, helper, waits_outside
from ..fire.aiming import Shot
from ..fire.direct_fire import fire_shot, resolve_direct_fire
from ..fire.line_of_fire import smoke_about
from ..mount.mounting import check_recover_landed
from ..readiness import able


def close_defence(state: P8State, hunter: Element, target: Element) -> tuple[Shot, ...]:
    """The shots of the infantry that protects a vehicle; each is fired by the full procedure.

    They come without being asked, so neither facing nor the vehicle in the way matters.
    """
    cite("p8.hunt.close-defence-first")
    guards = (_guard(state, friend, target) for friend in state.pieces.values())
    shots = (_close_shot(state, guard, hunter, target) for guard in guards if guard is not None)
    return tuple(shot for shot in shots if shot is not None)


def _guard(state: P8State, friend: Element, target: Element) -> Element | None:
    """An element as it defends a vehicle, if it does: it touches the vehicle or rides on it."""
    if friend.side != target.side or friend.id == target.id or friend.suppressed:
        return None
    if not state.sheet(friend).fights_as_infantry:
        return None
    if friend.carried_by is not None:
        if state.has(friend, "FT"):
            cite("p8.fire.mounted-csw-and-flame-cannot-fire")
            return None
        rides = friend.carried_by == target.id and state.sheet(target).type != "apc"
        return _mounted_on(friend, target) if rides else None
    on_foot = friend.on_table and touching(state.base(friend), state.base(target))
    if not on_foot or in_hand_to_hand(state, friend):
        return None
    return friend


def _mounted_on(rider: Element, vehicle: Element) -> Element:
    """A rider, put where its vehicle is."""
    return replace(rider, x=vehicle.x, y=vehicle.y, heading=vehicle.heading)


def _close_shot(state: P8State, guard: Element, hunter: Element, vehicle: Element) -> Shot | None:
    gun = state.sheet(guard).guns[0]
    base = state.base(vehicle if guard.carried_by else guard)
    prey = state.base(hunter)
    gap = distance(base, prey)
    if gun.hesa <= 0 or gap > gun.hesa_range + TOLERANCE:
        return None
    if gun.kind == "SA" and is_fortified(state, hunter):
        return None
    line = covers_on_line(state, guard, hunter, (guard.x, guard.y), (hunter.x, hunter.y))
    kind = fortifications.attacker_kind(state, guard)
    place = cover_of_place(state, hunter, against=kind)
    smoke = smoke_about(state, guard, hunter)
    lee = cover_behind_afv(state, guard, hunter)
    cover = best((place, smoke, *line, lee))
    return Shot(
        firer=guard,
        target=hunter,
        gun=gun,
        fired="HE/SA",
        value=gun.hesa,
        reach=gun.hesa_range,
        range=gap,
        from_behind=not has_no_facing(state, hunter) and not beyond_front(base, of=prey),
        firer_moved=False,
        cover=cover,
        screened=lee.value > 0 or any(found.rule == HEDGE for found in line),
        defence=state.sheet(hunter).defence,
        mortar=False,
        reserves=reserves_of(state, guard, hunter),
    )


REACH: Final = 2.0
"""How near to its prey a tank hunter must be."""

AP: Final = 4
"""The AP value of every tank hunter, and the most that a target's Def counts for."""

BEATEN_OFF: Final = "beaten-off"
"""A hunt that close defence put an end to."""


class Hunt(ActionOrder, frozen=True, kw_only=False):
    """Hunt a tank close by, with a commander's help or without (5.2)."""

    target: str
    commander: str | None = None


class Attempt(Struct, frozen=True, kw_only=True):
    """A tank hunt that may be tried, with everything that bears on it.

    Attributes:
        hunter: Who hunts.
        target: The armoured vehicle.
        commander: Who helps, if anybody does.
        defence: The shots that the vehicle's own infantry will fire first.
        covered: What the vehicle's cover is, or an empty text if it has none.
        from_behind: No part of the hunter is to the vehicle's front.
        engineers: The hunter is an engineer section.
        open_top: The vehicle is open-topped.
        no_gun: The vehicle has no machine-gun.
        armour: The vehicle's Def.
        reserves: Whether hunter and vehicle belong to reserve divisions.
    """

    hunter: Element
    target: Element
    commander: Element | None
    defence: tuple[Shot, ...]
    covered: str
    from_behind: bool
    engineers: bool
    open_top: bool
    no_gun: bool
    armour: int
    reserves: Reserves


# -- whether it may be tried ----------------------------------------------------------------------


def check_hunt(state: P8State, hunter: Element, order: Hunt) -> Refusal | None:
    """Why an element cannot hunt that tank, or not with that commander."""
    refused = _check_hunter(state, hunter)
    if refused:
        return refused
    target = state.pieces.get(order.target)
    if target is None or target.side == hunter.side or not _has_base(target):
        return Refusal("p8.hunt.who", f"There is no enemy {order.target!r} on the table.")
    refused = _check_prey(state, hunter, target)
    if refused or order.commander is None:
        return refused
    return check_helper(state, hunter, order.commander, "p8.hunt.commander-bonus-action")


def _check_hunter(state: P8State, hunter: Element) -> Refusal | None:
    sheet = state.sheet(hunter)
    if not sheet.is_infantry or state.has(hunter, "ARM"):
        return Refusal("p8.hunt.who", f"{hunter.name} is no infantry or engineer section on foot.")
    if hunter.carried_by is not None:
        return Refusal("p8.hunt.who", f"{hunter.name} must dismount first.")
    if hunter.suppressed:
        why = f"{hunter.name} is suppressed and cannot hunt tanks."
        return Refusal("p8.hunt.unsuppressed-within-2", why)
    return None


def _check_prey(state: P8State, hunter: Element, target: Element) -> Refusal | None:
    if not state.sheet(target).is_afv:
        return Refusal("p8.hunt.who", f"{target.name} is no armoured vehicle.")
    one, two = state.base(hunter), state.base(target)
    if not within(one, two, REACH):
        why = f"{target.name} is {distance(one, two):.2f} away; tank hunters must be within 2."
        return Refusal("p8.hunt.unsuppressed-within-2", why)
    if not sees(state, hunter, target):
        why = f"{hunter.name} does not see {target.name}."
        return Refusal("p8.hunt.unsuppressed-within-2", why)
    cite("p8.hunt.needs-cover")
    if target.suppressed or cover_between(state, target, hunter) or hunted_in_cover(state, target):
        return None
    if cover_between(state, hunter, target):
        return None
    return Refusal(
        "p8.hunt.needs-cover",
        f"Neither {hunter.name} nor {target.name} is in cover, and {target.name} is not "
        "suppressed.",
    )


def _has_base(element: Element) -> bool:
    """Whether it stands on the table by itself."""
    return element.on_table and element.carried_by is None


def cover_between(state: P8State, element: Element, other: Element) -> Cover | None:
    """The soft or hard cover of one of two, its place's or a hedge's; no smoke, no crest."""
    kind = fortifications.attacker_kind(state, other)
    place = cover_of_place(state, element, against=kind)
    if place.value > 0:
        return place
    here, there = (element.x, element.y), (other.x, other.y)
    for cover in covers_on_line(state, other, element, there, here):
        if cover.rule == HEDGE:
            return cover
    return None


def _covered(state: P8State, target: Element, hunter: Element) -> str:
    """What covers the vehicle as it is hunted, smoke included; empty if nothing does."""
    cover = cover_between(state, target, hunter)
    if cover is not None:
        return cover.text
    if hunted_in_cover(state, target):
        return "a street between houses"
    base = state.base(target)
    return "smoke" if any(overlap(screen.base, base) for screen in state.screens) else ""


# -- the dice -------------------------------------------------------------------------------------


def plan_hunt(
    state: P8State, hunter: Element, target: Element, commander: Element | None
) -> Attempt:
    """Everything that bears on a hunt which may be tried."""
    cite("p8.geo.front-half-plane")
    return Attempt(
        hunter=hunter,
        target=target,
        commander=commander,
        defence=close_defence(state, hunter, target),
        covered=_covered(state, target, hunter),
        from_behind=not beyond_front(state.base(hunter), of=state.base(target)),
        engineers=state.sheet(hunter).type == "eng",
        open_top=state.has(target, "OT"),
        no_gun=state.has(target, "NMG"),
        armour=state.sheet(target).defence,
        reserves=reserves_of(state, hunter, target),
    )


def tally_hunter(attempt: Attempt) -> Tally:
    """What the tank hunter adds to its die."""
    cite("p8.hunt.plus-has-no-further-effect")
    tally = Tally("hunter").add(AP, "p8.hunt.attack-roll", "tank hunting, AP")
    tally.add_if(bool(attempt.covered), 1, "p8.hunt.mod-target-in-cover", attempt.covered)
    tally.add_if(attempt.engineers, 2, "p8.hunt.mod-engineer", "engineers")
    tally.add_if(
        attempt.from_behind, 1, "p8.hunt.mod-not-to-front", "wholly behind the target's front"
    )
    if attempt.open_top:
        cite("p8.sheet.flag-ot")
    tally.add_if(attempt.open_top, 1, "p8.hunt.mod-open-top", "open-topped")
    if attempt.no_gun:
        cite("p8.sheet.flag-nmg")
    tally.add_if(attempt.no_gun, 1, "p8.hunt.mod-no-machine-gun", "no machine-gun")
    if attempt.commander is not None:
        tally.add(1, "p8.hunt.mod-commander", f"{attempt.commander.name} helps")
    return tally if attempt.reserves[0] else _quality(tally, attempt.hunter)


def tally_prey(attempt: Attempt) -> Tally:
    """What the vehicle adds to its die: of its Def no more than 4."""
    counted = min(attempt.armour, AP)
    capped = f", Def {attempt.armour} counts as 4" if attempt.armour > AP else ", Def"
    tally = Tally("target").add(counted, "p8.hunt.attack-roll", attempt.target.name + capped)
    return tally if attempt.reserves[1] else _quality(tally, attempt.target)


def _quality(tally: Tally, element: Element) -> Tally:
    cite("p8.quality.only-where-listed")
    value = QUALITY[element.quality]
    return tally.add_if(value != 0, value, "p8.hunt.mod-quality", f"{element.quality} troops")


class Hunted(Struct, frozen=True):
    """The score of a hunt, its effect, and the qualities that the dice gave to reserves."""

    score: int
    effect: str
    swings: tuple[int, int]


def hunt_effect(
    margin: int,
    dice: Dice,
    hunter: str = "hunter",
    target: str = "target",
    reserves: Reserves = NO_RESERVES,
) -> Hunted:
    """What comes of a hunt, for a margin of the hunter's total over the target's."""
    cite("p8.hunt.attack-roll", "p8.dice.d10-is-one-to-ten")
    lead, swings = contest(dice, hunter, target, reserves)
    score = margin + lead
    return Hunted(score, dice.settle("hunt", HUNT.lookup(score), HUNTS), swings)


def _attempt(attempt: Attempt, margin: int, dice: Dice) -> str:
    """How a hunt ends, close defence included."""
    for shot in attempt.defence:
        if resolve_direct_fire(shot, dice).effect != "none":
            return BEATEN_OFF
    return hunt_effect(margin, dice, reserves=attempt.reserves).effect


def hunt_odds(state: P8State, hunter: Element, target: Element, commander: Element | None) -> Odds:
    """The exact odds of a hunt, close defence included."""
    attempt = plan_hunt(state, hunter, target, commander)
    tallies = (tally_hunter(attempt), tally_prey(attempt))
    margin = tallies[0].total - tallies[1].total
    chances: Distribution[str] = exact(lambda dice: _attempt(attempt, margin, dice))
    for tally, reserve in zip(tallies, attempt.reserves, strict=True):
        foretell_swing(tally, reserve)
    listed = (BEATEN_OFF, *HUNTS) if attempt.defence else HUNTS
    odds = Odds.of(f"{hunter.name} hunts {target.name}", chances, listed, tallies)
    return told(odds, _fates(state, attempt))


def _fates(state: P8State, attempt: Attempt) -> dict[str, str]:
    """What the results of a hunt come to, for the vehicle and for the hunters."""
    where = _spot(attempt.target)
    fates = all_fates(state, attempt.target, away_from=_spot(attempt.hunter))
    behind = behind_hedge(state, attempt.hunter, where)
    back = becomes(state, attempt.hunter, "fall-back", away_from=where, hedge=behind)
    if back != "fall-back":
        fates["hunter-falls-back"] = f"hunter {back}"
    return fates


# -- hunting --------------------------------------------------------------------------------------

_RULES: Final = {
    "hunter-falls-back": "p8.hunt.result-hunter-falls-back",
    "none": "p8.hunt.result-none",
    "suppressed": "p8.hunt.result-suppressed",
    "out": "p8.hunt.result-out",
}
_WORDS: Final = {
    "hunter-falls-back": "the hunters fall back",
    "suppressed-instead": "the hunters do not fall back and are suppressed",
    "none": "no effect",
    "suppressed": "suppressed",
    "out": "out of action",
}


def _defend(state: P8State, attempt: Attempt, shot: Shot, dice: Dice) -> list[Event]:
    """One shot of close defence; a commander who helps shares what it does to the hunter."""
    agenda = len(state.agenda)
    events = list(fire_shot(state, shot, dice, verb="fires in close defence"))
    effect = str(events[0].data["effect"])
    if effect != "none":
        hunter, target = attempt.hunter, attempt.target
        beaten_off = Event(
            kind="hunt",
            text=f"{hunter.name} cannot get at {target.name}.",
            rules=("p8.hunt.close-defence-first",),
            pieces=(hunter.id, target.id),
            data={"effect": BEATEN_OFF},
        )
        events.insert(1, beaten_off)
        _share(state, attempt, effect, _spot(shot.firer), agenda)
    return events


def _attack(state: P8State, attempt: Attempt, dice: Dice) -> Iterator[Event]:
    hunter, target = attempt.hunter, attempt.target
    tallies = (tally_hunter(attempt), tally_prey(attempt))
    margin = tallies[0].total - tallies[1].total
    reserves = attempt.reserves
    result = hunt_effect(margin, dice, hunter.name, target.name, reserves)
    score, effect = result.score, result.effect
    for tally, swing in zip(tallies, result.swings, strict=True):
        add_swing(tally, swing)
    helped = f", led by {attempt.commander.name}," if attempt.commander else ""
    fate = _fates(state, attempt).get(effect, effect)
    told_as = _WORDS[effect]
    if fate != effect:
        back = effect == "hunter-falls-back"
        told_as = _WORDS["suppressed-instead"] if back else worded(effect, fate)
    chances: Distribution[str] = exact(
        lambda rolled: hunt_effect(margin, rolled, reserves=reserves).effect
    )
    yield Event(
        kind="hunt",
        text=f"{hunter.name}{helped} hunts {target.name}: {score:+d}, {told_as}.",
        rules=(
            "p8.hunt.who",
            *(modifier.rule for tally in tallies for modifier in tally.modifiers),
            _RULES[effect],
        ),
        pieces=(hunter.id, target.id, *((attempt.commander.id,) if attempt.commander else ())),
        rolls=dice.take_rolls(),
        tallies=tallies,
        data={
            "score": score,
            "effect": effect,
            "becomes": fate,
            "odds": {result: str(chance) for result, chance in chances.items()},
        },
    )
    if effect == "hunter-falls-back":
        agenda = len(state.agenda)
        yield from results.befall(state, state.pieces[hunter.id], "fall-back", _spot(target))
        _share(state, attempt, "fall-back", _spot(target), agenda)
    elif effect != "none":
        yield from results.befall(state, state.pieces[target.id], effect, _spot(hunter))


def _share(
    state: P8State, attempt: Attempt, effect: str, away_from: tuple[float, float], after: int
) -> None:
    """Have the commander meet the hunter's fate, once the hunter's own is settled."""
    if attempt.commander is None:
        return
    shared = Sharing(element=attempt.commander.id, effect=effect, away_from=away_from)
    state.agenda = (*state.agenda[:after], shared, *state.agenda[after:])


def _spot(element: Element) -> tuple[float, float]:
    return element.x, element.y


# -- the action -----------------------------------------------------------------------------------


def prey(state: P8State, hunter: Element) -> list[Element]:
    """The armoured vehicles of the enemy, the nearest first."""
    enemies = [enemy for enemy in state.enemies_of(hunter) if state.sheet(enemy).is_afv]
    return nearest_first(state, enemies, hunter)


class Hunting(Action[Hunt]):
    """Attack an armoured vehicle close by; a commander may spend its own action to help."""

    order = Hunt
    words = Words(
        label="Hunt tank",
        key="H",
        rule="p8.hunt.who",
        hint="Attacks an armoured vehicle within 2 in.",
        typed="hunt ELEMENT TARGET [with COMMANDER]",
        means="Hunt a tank within 2 inches.",
    )
    fields = (
        Among("target", "Choose the vehicle to hunt", prey),
        helper("commander"),
    )
    aboard = True

    def concerns(self, state: P8State, element: Element) -> bool:
        """Infantry, where there are armoured vehicles at all."""
        if not state.sheet(element).is_infantry or waits_outside(element):
            return False
        return any(state.sheet(enemy).is_afv for enemy in state.enemies_of(element))

    def check(self, state: P8State, element: Element, order: Hunt) -> Refusal | None:
        return check_recover_landed(element) or check_hunt(state, element, order)

    def act(self, state: P8State, element: Element, order: Hunt, dice: Dice) -> Iterator[Event]:
        hunter = state.change(order.element, acted=True)
        commander = state.pieces[order.commander] if order.commander else None
        if commander is not None:
            cite("p8.hunt.commander-bonus-action")
            commander = state.put(replace(commander, acted=True))
        attempt = plan_hunt(state, hunter, state.pieces[order.target], commander)
        for shot in attempt.defence:
            fired, *followed = _defend(state, attempt, shot, dice)
            yield fired
            yield from followed
            if fired.data["effect"] != "none":
                return
        yield from _attack(state, attempt, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[Hunt]:
        """Every armoured vehicle in reach, alone or with each commander nearby."""
        if _check_hunter(state, element) is not None:
            return
        for enemy in enemies_about(state, element, REACH):
            if check_hunt(state, element, Hunt(element.id, enemy.id)) is not None:
                continue
            yield Hunt(element.id, enemy.id)
            for friend in state.friends_of(element):
                order = Hunt(element.id, enemy.id, friend.id)
                if able(state, friend) and check_hunt(state, element, order) is None:
                    yield order

    def helpers(self, order: Hunt) -> tuple[str, ...]:
        return (order.commander,) if order.commander else ()

    def odds(self, state: P8State, order: Hunt) -> Odds | None:
        hunter = state.pieces.get(order.element)
        if hunter is None or check_hunt(state, hunter, order) is not None:
            return None
        commander = state.pieces[order.commander] if order.commander else None
        return hunt_odds(state, hunter, state.pieces[order.target], commander)

    def preview(self, state: P8State, order: Hunt) -> Trace | None:
        """Whom it goes for, and how far that is."""
        return measured_line(state, order.element, order.target)

    def told(self, state: P8State, order: Hunt) -> str | None:
        """Whom it hunts, and with whose help."""
        target, commander = order.target, order.commander
        if target not in state.pieces:
            return None
        helped = f" with {state.pieces[commander].name}" if commander in state.pieces else ""
        return f"{state.pieces[target].name} ({target}){helped}"


class SharingFate(Step[Sharing]):
    """The commander who helped a tank hunter meets its fate: nobody is asked (5.2)."""

    def settle(self, state: P8State, frame: Sharing, dice: Dice) -> Iterator[Event]:
        state.pop()
        commander = state.pieces.get(frame.element)
        if commander is None:
            return
        yield Event(
            kind="hunt",
            text=f"{commander.name} shares the fate of the tank hunters.",
            rules=("p8.hunt.commander-bonus-action",),
            pieces=(commander.id,),
        )
        yield from results.befall(state, commander, frame.effect, frame.away_from)


HUNTING: Final = Hunting()
