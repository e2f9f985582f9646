"""Section 5.5: falling back, by choice and by force."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

DIRECTION = "p8.fallback.direction"

BLOCKED = "p8.fallback.blocked"

DISTANCE = "p8.fallback.voluntary-distance"

TURN = "p8.fallback.vehicles-turn-or-reverse"

# -- by choice ------------------------------------------------------------------------------------


@pytest.mark.rule(DIRECTION)
def test_one_falls_back_straight_away_from_the_enemy_or_straight_home() -> None:
    battle = situation("a uk-rifle-44 30,20; e ge-rifle-44 33,24")
    away, home = battle.fork(), battle.fork()
    play(away, FallBack("a", "away", 4.0))
    assert place(away, "a") == (27.6, 16.8)
    play(home, FallBack("a", "home", 4.0, 90))
    assert place(home, "a") == (30, 16)
    assert element(home, "a").heading == 90


@pytest.mark.rule(DIRECTION)
def test_home_is_the_edge_that_the_scenario_says() -> None:
    battle = situation("a uk-rifle-44 30,20; e ge-rifle-44 33,24", homes={"british": "east"})
    play(battle, FallBack("a", "home", 3.0))
    assert place(battle, "a") == (33, 20)


@pytest.mark.rule(DIRECTION)
def test_the_enemy_is_the_nearest_in_sight_or_else_the_nearest() -> None:
    wood = area("wood", box(28, 23, 32, 26))
    units = [
        unit("a", "uk-rifle-44", at=(30, 20)),
        unit("near", "ge-rifle-44", at=(30, 28), facing=0),  # behind the wood
        unit("far", "ge-rifle-44", at=(45, 20), facing=90),
    ]
    battle = situation(*units, terrain=[wood])
    play(battle, FallBack("a", "away", 2.0))
    assert place(battle, "a") == (28, 20)
    blind = situation(*units[:2], terrain=[wood])
    play(blind, FallBack("a", "away", 2.0))
    assert place(blind, "a") == (30, 18)


@pytest.mark.rule(DIRECTION)
def test_without_any_enemy_there_is_only_the_way_home() -> None:
    battle = situation("a uk-rifle-44 30,20")
    assert why_not(battle, FallBack("a", "away", 2.0)) == DIRECTION
    assert why_not(battle, FallBack("a", "home", 2.0)) is None


@pytest.mark.rule(DISTANCE)
def test_any_distance_up_to_the_rate_may_be_covered() -> None:
    battle = situation("a uk-rifle-44 30,20")
    assert why_not(battle, FallBack("a", "home", 0.5)) is None
    assert why_not(battle, FallBack("a", "home", 4.0)) is None
    assert why_not(battle, FallBack("a", "home", 4.02)) == DISTANCE
    assert why_not(battle, FallBack("a", "home", 0.0)) == DISTANCE
    assert why_not(battle, FallBack("a", "home", -1.0)) == DISTANCE
    play(battle, FallBack("a", "home", 4.0))
    assert last(battle, "move").text == "a falls back 4.0 in."


@pytest.mark.rule(TURN)
def test_a_vehicle_falls_back_at_half_rate_and_ends_facing_as_before_or_about() -> None:
    battle = situation("a uk-sherman-75 30,20; e ge-pak38 30,45 S")
    assert why_not(battle, FallBack("a", "home", 5.0)) is None
    assert why_not(battle, FallBack("a", "home", 5.02)) == DISTANCE
    assert why_not(battle, FallBack("a", "home", 5.0, 0)) is None
    assert why_not(battle, FallBack("a", "home", 5.0, 180)) is None
    assert why_not(battle, FallBack("a", "home", 5.0, 90)) == TURN
    reversing, turning = battle.fork(), battle.fork()
    play(reversing, FallBack("a", "home", 5.0), Done())
    assert (place(reversing, "a"), element(reversing, "a").heading) == ((30, 15), 0)
    play(turning, FallBack("a", "home", 5.0, 180), Done())
    assert (place(turning, "a"), element(turning, "a").heading) == ((30, 15), 180)


@pytest.mark.rule(TURN)
def test_a_vehicle_that_turns_about_shows_its_rear_on_the_way() -> None:
    for facing, flank in ((None, 0), (180.0, 1)):
        battle = situation("a uk-sherman-75 30,20; e ge-pak38 30,36 S", dice=[1, 10])
        play(battle, FallBack("a", "home", 3.0, facing), ReactFire("e", 1.0))
        assert modifiers(battle).get("p8.fire.mod-not-to-targets-front", 0) == flank


@pytest.mark.rule("p8.move.rear-driver-ignores-facing", "p8.sheet.flag-rd")
def test_a_rear_driver_falls_back_at_full_rate() -> None:
    battle = situation("a ge-231 30,20")
    assert why_not(battle, FallBack("a", "home", 8.0)) is None
    assert why_not(battle, FallBack("a", "home", 8.02)) == DISTANCE


@pytest.mark.rule(DISTANCE)
def test_slow_ground_slows_a_voluntary_fall_back() -> None:
    rough = area("rough", box(0, 0, 60, 18))
    battle = situation("a uk-sherman-75 30,20", terrain=[rough])
    assert why_not(battle, FallBack("a", "home", 3.0)) is None  # 2/5 and 1/2
    assert why_not(battle, FallBack("a", "home", 3.1)) == DISTANCE


@pytest.mark.rule("p8.fallback.only-move-of-suppressed-and-empty-transports")
def test_falling_back_is_the_only_movement_of_the_suppressed() -> None:
    battle = situation("a uk-rifle-44 30,20 suppressed; e ge-rifle-44 30,32")
    assert why_not(battle, Move("a", ((30, 18),))) == "p8.result.suppressed-only-falls-back"
    assert why_not(battle, Move("a", (), 90)) == "p8.result.suppressed-only-falls-back"
    play(battle, FallBack("a", "away", 4.0))
    assert place(battle, "a") == (30, 16)
    assert element(battle, "a").suppressed


@pytest.mark.rule(BLOCKED)
def test_a_voluntary_fall_back_passes_friends_and_stops_at_what_stops_it() -> None:
    friend = unit("b", "uk-rifle-44", at=(30, 18))
    road = line("road", (30, 0), (30, 48), width=3)
    battle = situation("a uk-rifle-44 30,20", friend, terrain=[road])
    assert why_not(battle, FallBack("a", "home", 4.0)) is None  # even on a road
    assert why_not(battle, FallBack("a", "home", 2.0)) == BLOCKED  # not on top of him
    river = situation("a uk-rifle-44 30,20", terrain="river 0,16 to 60,18")
    forbidden = "p8.terrain.zero-rate-is-impassable"
    assert why_not(river, FallBack("a", "home", 2.5)) == forbidden
    assert why_not(river, FallBack("a", "home", 1.9)) is None
    edge = situation("a uk-rifle-44 30,2")
    assert why_not(edge, FallBack("a", "home", 2.0)) is None
    assert why_not(edge, FallBack("a", "home", 2.1)) == BLOCKED


@pytest.mark.rule(BLOCKED)
def test_it_keeps_a_quarter_inch_from_other_enemies() -> None:
    battle = situation("a uk-rifle-44 30,20; e ge-rifle-44 30,17 E")
    # The enemy's base reaches up to 17.6, the element's down to y - 0.4.
    assert why_not(battle, FallBack("a", "home", 1.75)) is None
    assert why_not(battle, FallBack("a", "home", 1.77)) == BLOCKED


# -- by force -------------------------------------------------------------------------------------


def shot_at(*others: object, dice: tuple[int, int] = (6, 5), **rest: object) -> P8Battle:
    """A section at (30, 20) that a rifle section at (30, 14.5) shoots at, to a Fall-back."""
    battle = situation(
        unit("firer", "uk-rifle-44", at=(30, 14.5)),
        unit("a", str(rest.pop("sheet", "ge-rifle-44")), "german", at=(30, 20), facing=180),
        *others,  # type: ignore[arg-type]
        dice=dice,
        **rest,  # type: ignore[arg-type]
    )
    play(battle, Fire("firer", "a"))
    assert effect(battle) == "fall-back"
    return battle


@pytest.mark.rule("p8.result.fall-back-move-4", DIRECTION)
def test_a_forced_fall_back_is_exactly_4_away_or_home() -> None:
    battle = shot_at(homes={"german": "east"})
    away, home = battle.fork(), battle.fork()
    play(away, Retire("away"))
    assert place(away, "a") == (30, 24)
    assert not element(away, "a").suppressed
    assert last(away, "fall-back").text == "a falls back 4.0 in away from the enemy."
    play(home, Retire("home", 45))
    assert place(home, "a") == (34, 20)
    assert element(home, "a").heading == 45


@pytest.mark.rule("p8.result.fall-back-move-4")
def test_class_slow_ground_and_obstacles_do_not_shorten_it() -> None:
    terrain = [area("swamp", box(0, 20.5, 60, 40)), line("hedge", (0, 21), (60, 21))]
    battle = shot_at(terrain=[*terrain, line("wall", (0, 22), (60, 22))])
    play(battle, Retire("away"))
    assert place(battle, "a") == (30, 24)


@pytest.mark.rule("p8.result.fall-back-move-4")
def test_a_suppressed_element_in_the_open_falls_back_and_stays_suppressed() -> None:
    battle = situation("firer uk-rifle-44 30,14.5; a ge-rifle-44 30,20 S suppressed", dice=[6, 5])
    play(battle, Fire("firer", "a"), Retire("away"))
    assert place(battle, "a") == (30, 24)
    assert element(battle, "a").suppressed


@pytest.mark.rule(BLOCKED)
def test_it_stops_at_ground_that_its_class_cannot_enter() -> None:
    battle = shot_at(terrain=[area("river", box(0, 22, 60, 26))])
    play(battle, Retire("away"))
    assert place(battle, "a")[1] == pytest.approx(22, abs=2e-3)


@pytest.mark.rule(BLOCKED)
def test_it_stops_at_the_table_edge() -> None:
    battle = situation("firer uk-rifle-44 30,40; a ge-rifle-44 30,45.5 S", dice=[6, 5])
    play(battle, Fire("firer", "a"), Retire("away"))
    assert place(battle, "a") == (30, 48)


@pytest.mark.rule(BLOCKED)
def test_it_passes_through_a_friend_and_stops_before_one_on_the_last_spot() -> None:
    through = shot_at(unit("b", "ge-rifle-44", at=(30, 22)))
    play(through, Retire("away"))
    assert place(through, "a") == (30, 24)
    before = shot_at(unit("b", "ge-rifle-44", at=(30, 24.5)))
    play(before, Retire("away"))
    assert place(before, "a") == (30, 23.7)  # edge to edge


@pytest.mark.rule(BLOCKED)
def test_it_stops_a_quarter_inch_short_of_an_enemy() -> None:
    battle = shot_at(unit("e", "uk-rifle-44", at=(30, 24)))
    play(battle, Retire("away"))
    assert place(battle, "a")[1] == pytest.approx(24 - 0.8 - 0.25, abs=1e-3)


@pytest.mark.rule(BLOCKED)
def test_whoever_cannot_fall_back_at_all_is_suppressed_instead() -> None:
    hemmed_in = [unit("e", "uk-rifle-44", at=(30, 21.05))]
    battle = shot_at(*hemmed_in)
    a = element(battle, "a")
    assert (a.y, a.suppressed) == (20, True)
    assert last(battle, "suppressed").rules == (BLOCKED,)


@pytest.mark.rule(TURN)
def test_a_vehicle_is_forced_back_in_reverse_or_turned_about() -> None:
    battle = shot_at(sheet="ge-truck", dice=(5, 6))
    assert why_not(battle, Retire("away", 90)) == TURN
    play(battle, Retire("away", 0))
    assert (place(battle, "a"), element(battle, "a").heading) == ((30, 24), 0)


@pytest.mark.rule("p8.geo.no-overlap")
def test_nobody_turns_on_to_a_neighbour_when_it_falls_back() -> None:
    battle = shot_at(unit("b", "ge-rifle-44", at=(30, 24.85)))
    assert refused(battle, Retire("away", 90)).rule == "p8.geo.no-overlap"
    play(battle, Retire("away", 0))
    assert place(battle, "a") == (30, 24)


FARM = area("bua", box(20, 20, 24, 24), "farm")


@pytest.mark.rule("p8.bua.enter-or-leave-half-move", "p8.fallback.vehicles-turn-or-reverse")
def test_a_tank_that_falls_back_out_of_a_house_has_a_quarter_of_its_rate_left() -> None:
    battle = situation(
        "tank uk-cromwell 22,22 inside farm; e ge-pz3-50 22,40 S", terrain=[FARM], homes=HOMES
    )
    assert why_not(battle, FallBack("tank", "home", 2.5)) is None
    assert why_not(battle, FallBack("tank", "home", 2.6)) == "p8.fallback.voluntary-distance"


# -- from house to house --------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.to-adjacent-whole-move", "p8.fallback.voluntary-distance")
@cases("gap, allowed", (0.0, True), (1.5, True), (2.0, True), (2.1, False))
@cases("suppressed", True, False)
def test_a_section_falls_back_into_the_next_house_for_a_whole_move(
    gap: float, allowed: bool, suppressed: bool
) -> None:
    barn = area("bua", box(20, 16 - gap, 24, 20 - gap), "barn")
    battle = situation(
        unit("a", "uk-rifle-44", at=(22, 22), inside="farm", suppressed=suppressed),
        "e ge-rifle-44 22,40",
        terrain=[FARM, barn],
        homes=HOMES,
    )
    order = FallBack("a", "home", gap + 1)
    assert (why_not(battle, order) is None) is allowed
    if allowed:
        play(battle, order)
        nobody_reacts(battle)
        assert element(battle, "a").inside == "barn"


@pytest.mark.rule("p8.bua.to-adjacent-whole-move", "p8.react.option-fall-back")
def test_a_section_falls_back_into_the_next_house_as_a_reaction() -> None:
    barn = area("bua", box(20, 25, 24, 29), "barn")
    battle = situation(
        "tank uk-cromwell 22,5; a ge-rifle-44 22,22 inside farm", terrain=[FARM, barn], homes=HOMES
    )
    play(battle, Move("tank", ((22, 8),)), ReactFallBack("a", 1.0, "home", 2.0))
    assert element(battle, "a").inside == "barn"
    assert element(battle, "a").reacted
