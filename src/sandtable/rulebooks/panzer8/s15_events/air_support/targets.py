"""Section 15.3.3 to 15.3.5: the three ways in which aircraft find a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Footprint, distance_to_outline, distance_to_polyline

from ...s02_terrain.ground_and_cover import on_road
from ...s02_terrain.line_of_sight import sees
from ...s06_close_combat.contact import in_hand_to_hand
from ...s09_troops.transport import TOWED, targets_of
from ...s12_hidden.counters import seen_from_air
from ...s12_hidden.spotting import stand_in
from ...state import Counter, Element, P8State
from ...state.battlefield import AREAS
from ...state.sheets import MORTARS
from ...state.tables import CATALOGUE, TOLERANCE
from .aircraft import Aircraft, flight_path
from .attack import is_in_cover, overhead

NEAR: Final = 6.0
"""How far from a noted feature a target may be; also how near to a BUA or bridge bombers look."""

CONSPICUOUS: Final = 4
"""What a target of opportunity scores more on a road, or in desert or steppe."""

FLATS: Final = frozenset(("desert", "steppe"))
ARTILLERY: Final = TOWED | MORTARS


def targets(state: P8State, side: str) -> list[Element]:
    """The enemies that may be picked: everybody but those in hand-to-hand combat.

    Aircraft come as near as 4, so commanders and observers are not protected from them.
    """
    cite("p8.melee.no-fire-no-target")
    found = targets_of(state, overhead(side, "", (0.0, 0.0)))
    return [enemy for enemy in found if not in_hand_to_hand(state, enemy)]


def check_enemy(state: P8State, side: str, name: str) -> Refusal | Element:
    """An enemy that aircraft may be sent against, however they find it; or a counter."""
    rule = "p8.air.method-choice"
    counter = state.counters.get(name)
    if counter is not None:
        return check_counter(state, side, counter) or stand_in(state, counter)
    target = state.pieces.get(name)
    if target is None:
        return Refusal(rule, f"There is no element {name!r} in play.")
    if target.side == side:
        return Refusal(rule, f"{target.name} is on your own side.")
    if in_hand_to_hand(state, target):
        return Refusal(
            "p8.melee.no-fire-no-target",
            f"{target.name} is in hand-to-hand combat and cannot be picked as a target.",
        )
    if all(target.id != enemy.id for enemy in targets(state, side)):
        return Refusal(rule, f"{target.name} has no base on the table; name what carries it.")
    return target


# -- pre-planned targets (15.3.3) -----------------------------------------------------------------


def noted_features(state: P8State, side: str) -> tuple[str, ...]:
    """The features of the ground that a side has noted as targets of its aircraft."""
    cite("p8.air.preplanned")
    return tuple(
        noted.feature
        for noted in state.planned
        if noted.side == side and noted.support == "air" and noted.feature is not None
    )


def distance_to_feature(state: P8State, base: Footprint, feature: str) -> float:
    """How far a base is from the nearest part of a feature of the ground."""
    memory = state.setting.memory("features")
    return memory.once((base, feature), lambda: _distance_to_feature(state, base, feature))


def _distance_to_feature(state: P8State, base: Footprint, feature: str) -> float:
    ground = state.setting.ground
    if any(line.id == feature for line in ground.lines):
        return distance_to_polyline(base, ground.line(feature).points)
    return distance_to_outline(base, ground.area(feature).outline)


def feature_near(state: P8State, side: str, base: Footprint) -> str | None:
    """The noted feature that is nearest to a base, if one is near enough."""
    gaps = [
        (distance_to_feature(state, base, feature), feature)
        for feature in noted_features(state, side)
    ]
    gap, feature = min(gaps, default=(NEAR + 1.0, ""))
    return feature if gap <= NEAR + TOLERANCE else None


def check_planned(state: P8State, side: str, target: Element) -> Refusal | None:
    """Why an element, or what hides one, is not near a target that was noted before play."""
    if not noted_features(state, side):
        return Refusal("p8.air.preplanned", "No target was noted before play.")
    if feature_near(state, side, state.base(target)) is not None:
        return None
    return Refusal(
        "p8.air.preplanned",
        f"{target.name} is more than {NEAR:g} from every target noted before play.",
    )


# -- forward air controllers (15.3.4) -------------------------------------------------------------


def controllers(state: P8State, side: str) -> list[Element]:
    """The forward air controllers of a side that are on the table, or hidden there."""
    return [
        one
        for one in state.pieces.values()
        if one.side == side
        and state.sheet(one).type == "fac"
        and (one.on_table or one.under is not None)
    ]


def check_controller(state: P8State, controller: Element) -> Refusal | None:
    """Why a controller cannot direct aircraft: his nation had none then, or he is suppressed."""
    if not _has_controllers(state, state.sheet(controller).nation):
        return Refusal(
            "p8.air.fac-nations",
            "Only Germans, the British in the desert from 1941 on, and Americans from September "
            "1943 on have forward air controllers.",
        )
    if controller.suppressed:
        return Refusal(
            "p8.foo.not-when-suppressed",
            f"{controller.name} is suppressed and cannot call aircraft.",
        )
    cite("p8.foo.not-when-suppressed")
    return None


def _has_controllers(state: P8State, nation: str) -> bool:
    """Whether a nation had controllers where and when the battle is fought.

    A date that the scenario leaves open speaks against nobody.
    """
    cite("p8.air.fac-nations")
    date = state.setting.scenario.date or ""
    if nation == "UK":
        in_desert = state.setting.scenario.table.ground == "desert"
        return in_desert and (not date or date >= "1941")
    if nation == "US":
        return not date or date >= "1943-09"[: len(date)]
    return nation == "GE"


def check_controlled(state: P8State, side: str, target: Element) -> Refusal | None:
    """Why no controller of a side can direct aircraft at an element, or at what hides one."""
    there = controllers(state, side)
    if not there:
        return Refusal("p8.air.fac-targeting", "You have no forward air controller on the table.")
    refused = [check_controller(state, one) for one in there]
    able = [one for one, why in zip(there, refused, strict=True) if why is None]
    if not able:
        return refused[0]
    cite("p8.air.fac-targeting")
    if any(sees(state, one, target) for one in able):
        return None
    return Refusal("p8.air.fac-targeting", f"No forward air controller sees {target.name}.")


def check_counter(state: P8State, side: str, counter: Counter) -> Refusal | None:
    """Why aircraft cannot pick a counter as their target: only from the air can it be made out."""
    if counter.side == side:
        return Refusal("p8.hidden.air-can-hit", f"{counter.id} is your own.")
    if not seen_from_air(state, counter):
        return Refusal(
            "p8.hidden.air-can-hit",
            f"{counter.id} lies in cover; from the air one finds only what is in the open, in "
            "fields or in buildings.",
        )
    return None


# -- targets of opportunity (15.3.5) --------------------------------------------------------------


def _is_by_buildings(state: P8State, element: Element) -> bool:
    """In or on a built-up area or a bridge, or within 6 of one."""
    if state.houses(element) is not None:
        return True
    base = state.base(element)
    return any(
        area.kind in ("bua", "bridge")
        and distance_to_outline(base, area.outline) <= NEAR + TOLERANCE
        for area in state.setting.ground.areas
    )


def _is_on_open_way(state: P8State, element: Element) -> bool:
    """A vehicle or cavalry on a road, or in desert or steppe."""
    sheet = state.sheet(element)
    return (sheet.is_vehicle or sheet.type == "cav") and is_conspicuous(state, element)


def is_conspicuous(state: P8State, element: Element) -> bool:
    """Whether an element is on a road (a dirt road is one), or in desert or steppe."""
    if state.houses(element) is not None:
        return False
    areas = state.setting.ground.areas_at((element.x, element.y))
    if on_road(areas) or any(area.kind in FLATS for area in areas):
        return True
    covered = any(AREAS[area.kind].move is not None for area in areas)
    return state.setting.scenario.table.ground in FLATS and not covered


_SORTS: Final[dict[str, Callable[[P8State, Element], bool]]] = {
    "soft vehicles": lambda state, one: state.sheet(one).is_soft_vehicle,
    "armoured vehicles": lambda state, one: state.sheet(one).is_afv,
    "vehicles": lambda state, one: state.sheet(one).is_vehicle,
    "cavalry": lambda state, one: state.sheet(one).type == "cav",
    "artillery": lambda state, one: state.sheet(one).type in ARTILLERY,
    "any element": lambda state, one: one.id in state.pieces,
    "elements in or on a BUA or bridge or within 6 of one": _is_by_buildings,
    "vehicles or cavalry on road or in desert or steppe": _is_on_open_way,
}
"""What the words of the table of priorities mean."""


def _priorities() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The sorts of targets that each type of aircraft looks for, first and then."""
    found = {}
    for row in CATALOGUE.table("p8.table.air-priorities").dicts():
        first, then = (
            tuple(str(row[column]).removesuffix(" not in cover").split(", "))
            for column in ("priority 1", "priority 2")
        )
        unknown = {*first, *then} - _SORTS.keys()
        assert not unknown, f"p8.table.air-priorities: {unknown}"
        found[str(row["mission"])] = (first, then)
    return found


PRIORITIES: Final = _priorities()

_RULES: Final = {
    "Fighter": "p8.air.priority-fighter",
    "Dive Bomber": "p8.air.priority-dive-bomber",
    "Tank Buster": "p8.air.priority-tank-buster",
    "Light Bomber": "p8.air.priority-light-bomber",
}


def opportunities(state: P8State, side: str, aircraft: Aircraft) -> tuple[Element, ...]:
    """The targets that aircraft may come upon by themselves: of the first priority that has any."""
    cite("p8.air.opportunity-roll", _RULES[aircraft.type])
    exposed = [e for e in targets(state, side) if not _overlooked(state, side, aircraft, e)]
    for sorts in PRIORITIES[aircraft.type]:
        found = [e for e in exposed if any(_SORTS[sort](state, e) for sort in sorts)]
        if found:
            return tuple(found)
    return ()


def _overlooked(state: P8State, side: str, aircraft: Aircraft, target: Element) -> bool:
    stop = flight_path(state.setting, side, state.base(target))[-1]
    return is_in_cover(state, overhead(side, aircraft.model, stop), aircraft, target)


def find_by_dice(
    state: P8State, found: Sequence[Element], dice: Dice
) -> tuple[Element, tuple[tuple[str, int], ...]]:
    """Roll for the targets that were found: the highest score is attacked; ties are re-rolled."""
    cite("p8.air.opportunity-roll", "p8.dice.d10-is-one-to-ten")
    left = list(found)
    scores: list[tuple[str, int]] = []
    while True:
        rolled = {
            target.id: dice.die(10, f"target of opportunity, {target.name}")
            + CONSPICUOUS * is_conspicuous(state, target)
            for target in left
        }
        scores += rolled.items()
        left = [target for target in left if rolled[target.id] == max(rolled.values())]
        if len(left) == 1:
            return left[0], tuple(scores)


def finding_odds(state: P8State, found: Sequence[Element]) -> dict[str, Fraction]:
    """The exact chance of each target to be the one that is attacked, by id."""
    plain = {target.id: is_conspicuous(state, target) for target in found}
    ahead = sum(plain.values())
    behind = len(found) - ahead
    lead = lead_odds(ahead, behind)
    return {
        name: lead / ahead if conspicuous else (1 - lead) / behind
        for name, conspicuous in plain.items()
    }


@lru_cache(maxsize=1024)
def lead_odds(ahead: int, behind: int) -> Fraction:
    """The chance that one of ``ahead`` targets with +4 outscores ``behind`` targets without.

    >>> lead_odds(1, 0), lead_odds(0, 3), lead_odds(1, 1)
    (Fraction(1, 1), Fraction(0, 1), Fraction(79, 94))
    """
    if not ahead or not behind:
        return Fraction(int(behind == 0))
    total, again = Fraction(0), Fraction(0)
    for top in range(1, 10 + CONSPICUOUS + 1):
        for leaders in range(ahead + 1):
            for others in range(behind + 1):
                if leaders + others == 0:
                    continue
                chance = _top_chance(top - CONSPICUOUS, ahead, leaders)
                chance *= _top_chance(top, behind, others)
                if (leaders, others) == (ahead, behind):
                    again += chance
                elif chance:
                    total += chance * lead_odds(leaders, others)
    return total / (1 - again)


def _top_chance(face: int, dice: int, shown: int) -> Fraction:
    """The chance that so many of some dice show a face and all the others less."""
    if shown and not 1 <= face <= 10:
        return Fraction(0)
    below = min(max(face - 1, 0), 10)
    return Fraction(comb(dice, shown) * below ** (dice - shown), 10**dice)
