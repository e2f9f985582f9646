"""Section 15.3.5: what aircraft come upon by themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from sandtable.rulebooks.panzer8.s15_events.air_support.aircraft import aircraft_of
from sandtable.rulebooks.panzer8.s15_events.air_support.targets import lead_odds, opportunities
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack, attacked, frame, mission

ROLL = "p8.air.opportunity-roll"

FIGHTER, DIVE, BUSTER, BOMBER = "Fighter", "Dive Bomber", "Tank Buster", "Light Bomber"

OURS = unit("ours", "ge-rifle-40", at=(58, 1))

FORCE = (
    unit("truck", "uk-truck", at=(4, 40)),
    unit("wagon", "fr-wagon", "british", at=(8, 40)),
    unit("tank", "uk-cromwell", at=(12, 40)),
    unit("car", "uk-daimler", at=(16, 40)),
    unit("horse", "su-cav", "british", at=(20, 40)),
    unit("cycles", "uk-mc-40", at=(24, 40)),
    unit("pak", "uk-6pdr", at=(28, 40)),
    unit("bofors", "uk-bofors", at=(32, 40)),
    unit("howitzer", "uk-25pdr", at=(36, 40)),
    unit("infantry-gun", "ge-ig75", "british", at=(40, 40)),
    unit("mortar", "uk-mortar-3in", at=(44, 40)),
    unit("mg", "uk-mg", at=(48, 40)),
    unit("rifles", "uk-rifle-44", at=(52, 40)),
    unit("carrier", "uk-carrier-44", at=(56, 40)),
)

SOFT = {"truck", "wagon"}

ARMOUR = {"tank", "car"}

GUNS = {"pak", "bofors", "howitzer", "infantry-gun", "mortar"}

FOOT = {"cycles", "mg", "rifles", "carrier"}


def found(
    *units: Placed, kind: str, terrain: tuple[Terrain, ...] = (), ground: str | None = None
) -> set[str]:
    """The targets for which dice would be rolled."""
    battle = mission(
        OURS,
        *units,
        rank="jack" if kind == FIGHTER else "10",
        aircraft={"german": kind},
        terrain=terrain,
        ground=ground,
    )
    return names(battle)


def names(battle: P8Battle) -> set[str]:
    return {e.id for e in opportunities(battle.state, "german", aircraft_of(frame(battle)))}


def without(*sorts: set[str]) -> tuple[Unit, ...]:
    gone = set().union(*sorts)
    return tuple(one for one in FORCE if one.id not in gone)


# -- priorities -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.air.priority-fighter")
def test_fighters_look_for_soft_vehicles_cavalry_and_artillery_then_for_anybody() -> None:
    assert found(*FORCE, kind=FIGHTER) == SOFT | {"horse"} | GUNS
    rest = without(SOFT, {"horse"}, GUNS)
    assert found(*rest, kind=FIGHTER) == ARMOUR | FOOT


@pytest.mark.rule("p8.air.priority-dive-bomber")
def test_dive_bombers_look_for_vehicles_cavalry_and_artillery_then_for_anybody() -> None:
    assert found(*FORCE, kind=DIVE) == SOFT | ARMOUR | {"horse"} | GUNS
    assert found(*without(SOFT, ARMOUR, {"horse"}, GUNS), kind=DIVE) == FOOT


@pytest.mark.rule("p8.air.priority-tank-buster")
def test_tank_busters_look_for_armour_then_for_soft_vehicles_cavalry_and_artillery() -> None:
    assert found(*FORCE, kind=BUSTER) == ARMOUR
    assert found(*without(ARMOUR), kind=BUSTER) == SOFT | {"horse"} | GUNS
    assert found(*without(ARMOUR, SOFT, {"horse"}, GUNS), kind=BUSTER) == set()


@pytest.mark.rule("p8.air.priority-light-bomber")
def test_light_bombers_look_in_and_about_towns_and_bridges() -> None:
    town = area("bua", box(28, 30, 32, 34), "village", "stone")
    house = unit("house", "uk-rifle-44", at=(30, 32))
    # rifles reach 0.4 north and south, 0.6 to the sides
    near = unit("near", "uk-rifle-44", at=(38.6, 32))
    far = unit("far", "uk-rifle-44", at=(38.61, 34.5))
    beyond = unit("beyond", "uk-rifle-44", at=(30, 40.41))
    there = found(house, near, far, beyond, kind=BOMBER, terrain=(town,))
    assert there == {"house", "near"}


@pytest.mark.rule("p8.air.priority-light-bomber")
@cases("y, near", (31.4, True), (31.41, False))
def test_light_bombers_look_6_about_a_bridge(y: float, near: bool) -> None:
    bridge = line("bridge", (30, 15), (30, 25), width=2.0)
    river = area("river", box(0, 18, 60, 22))
    rifles = unit("rifles", "uk-rifle-44", at=(30, y))
    assert found(rifles, kind=BOMBER, terrain=(river, bridge)) == ({"rifles"} if near else set())


@pytest.mark.rule("p8.air.priority-light-bomber")
def test_then_light_bombers_look_for_vehicles_and_cavalry_on_roads_and_in_the_desert() -> None:
    road = line("dirt-road", (0, 40), (22, 40), width=2.0)
    track = line("track", (0, 44), (60, 44), width=2.0)
    by_track = unit("by-track", "uk-truck", at=(30, 44))
    units = (*FORCE, by_track)
    terrain = (road, track)
    assert found(*units, kind=BOMBER, terrain=terrain) == SOFT | ARMOUR | {"horse"}
    everybody = SOFT | ARMOUR | {"horse"}
    assert found(*FORCE, kind=BOMBER, ground="desert") == everybody
    assert found(*FORCE, kind=BOMBER, ground="steppe") == everybody
    assert found(*FORCE, kind=BOMBER) == set()
    desert = area("desert", box(2, 38, 10, 42))
    assert found(*FORCE, kind=BOMBER, terrain=(desert,)) == SOFT


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.rule(ROLL)
def test_targets_in_cover_are_ignored() -> None:
    terrain = (
        area("wood", box(28, 28, 32, 32)),
        line("hedge", (38, 29.2), (42, 29.2)),
        line("wall", (48, 30.8), (52, 30.8)),
    )
    wood = unit("wood", "uk-6pdr", at=(30, 30))
    dug = unit("dug", "uk-6pdr", at=(20, 30), dug_in=True)
    hedge = unit("hedge", "uk-6pdr", at=(40, 30))  # between it and the aircraft
    wall = unit("wall", "uk-6pdr", at=(50, 30))  # on the far side
    free = unit("free", "uk-6pdr", at=(10, 30))
    assert found(wood, dug, hedge, wall, free, kind=FIGHTER, terrain=terrain) == {"wall", "free"}


@pytest.mark.rule(ROLL)
def test_a_tank_that_is_hull_down_or_in_smoke_is_not_in_cover() -> None:
    hill = area("hill", box(20, 26, 40, 34))
    crest = line("crest", (22, 29.2), (38, 29.2))
    tank = unit("tank", "uk-cromwell", at=(30, 30))
    assert found(tank, kind=BUSTER, terrain=(hill, crest)) == {"tank"}
    # nor are armoured carriers, whatever they may claim when they are hit
    carrier = unit("carrier", "uk-carrier-44", at=(30, 30))
    assert found(carrier, kind=FIGHTER) == {"carrier"}


@pytest.mark.rule(ROLL)
def test_buildings_hide_from_all_but_light_bombers() -> None:
    town = area("bua", box(28, 30, 32, 34), "village", "stone")
    gun = unit("gun", "uk-6pdr", at=(30, 32))
    for kind in (FIGHTER, DIVE, BUSTER):
        assert found(gun, kind=kind, terrain=(town,)) == set()
    assert found(gun, kind=BOMBER, terrain=(town,)) == {"gun"}
    dug = unit("dug", "uk-6pdr", at=(30, 32), dug_in=True)
    assert found(dug, kind=BOMBER, terrain=(town,)) == set()
    wood = area("wood", box(28, 36, 32, 38))
    lurker = unit("lurker", "uk-rifle-44", at=(30, 37))
    assert found(lurker, kind=BOMBER, terrain=(town, wood)) == set()


@pytest.mark.rule(ROLL)
def test_what_is_carried_is_no_target_but_tank_riders_are() -> None:
    lorry = unit("lorry", "uk-lorry", at=(30, 30))
    aboard = unit("aboard", "uk-rifle-44", at=(0, 0), carried_by="lorry")
    assert found(lorry, aboard, kind=FIGHTER) == {"lorry"}
    tank = unit("tank", "su-t34-43", "british", at=(30, 30))
    rider = unit("rider", "su-smg", "british", at=(0, 0), carried_by="tank")
    assert found(tank, rider, kind=FIGHTER) == {"tank", "rider"}


# -- the dice -------------------------------------------------------------------------------------


def two_trucks(*dice: int, road: str = "road") -> P8Battle:
    return mission(
        OURS,
        "road uk-truck 20,30; field uk-truck 40,30",
        terrain=f"{road} from 20,0 to 20,48 wide 2.0",
        rank="jack",
        dice=dice,
    )


@pytest.mark.rule(ROLL)
@cases("road", "road", "dirt-road")
@cases("die, found", (5, "road"), (3, "field"))
def test_a_target_on_a_road_scores_4_more(road: str, die: int, found: str) -> None:
    battle = two_trucks(die, 8, 2, 10, road=road)
    attack(battle)
    assert attacked(battle) == found


@pytest.mark.rule(ROLL)
def test_ties_are_rolled_again_among_them() -> None:
    battle = mission(
        OURS,
        unit("one", "uk-truck", at=(10, 30)),
        unit("two", "uk-truck", at=(30, 30)),
        unit("three", "uk-truck", at=(50, 30)),
        rank="jack",
        # all three; then two and three, twice
        dice=[6, 9, 9, 4, 4, 3, 7, 2, 10],
    )
    attack(battle)
    assert attacked(battle) == "three"


@pytest.mark.rule(ROLL)
def test_without_a_target_the_mission_is_wasted() -> None:
    battle = mission(OURS, "rifles uk-rifle-44 30,30")
    play(battle, Strike("opportunity"))
    assert "find nothing" in " ".join(event.text for event in battle.last_events)
    assert battle.state.phase == "action"
    assert not any(event.rolls for event in battle.last_events)


@cache
def _brute(ahead: int, behind: int) -> Fraction:
    """The first round by counting, with ties handed on."""
    if not ahead or not behind:
        return Fraction(int(behind == 0))
    faces = range(1, 11)
    total, again = Fraction(0), Fraction(0)
    part = Fraction(1, 10 ** (ahead + behind))
    for rolled in product(faces, repeat=ahead + behind):
        scores = [face + 4 * (place < ahead) for place, face in enumerate(rolled)]
        top = max(scores)
        leaders = sum(score == top for score in scores[:ahead])
        others = sum(score == top for score in scores[ahead:])
        if (leaders, others) == (ahead, behind):
            again += part
        else:
            total += part * _brute(leaders, others)
    return total / (1 - again)


@cases("ahead, behind", (1, 0), (0, 2), (1, 1), (2, 1), (1, 2), (2, 2))
def test_the_odds_of_finding_each_target_are_exact(ahead: int, behind: int) -> None:
    assert lead_odds(ahead, behind) == _brute(ahead, behind)


@pytest.mark.rule(ROLL)
def test_the_odds_of_each_target_can_be_asked_for() -> None:
    battle = two_trucks()
    odds = battle.odds(Strike("opportunity"))
    assert odds is not None
    assert odds.outcomes == (("road", Fraction(79, 94)), ("field", Fraction(15, 94)))
