"""Section 10.1 and 10.1.1: built-up areas, who is in them, and how one gets in and out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

FARM = area("bua", box(20, 20, 24, 24), "farm")
MIDDLE = (22.0, 22.0)


def rifles(name: str = "rifles", at: Point = (22, 18), **rest: Any) -> Unit:
    return unit(name, "uk-rifle-44", at=at, **rest)


def foe(
    name: str = "foe",
    at: Point = (50, 46),
    sheet: str = "ge-rifle-44",
    facing: float = 0,
    **rest: Any,
) -> Unit:
    """An enemy who looks away, unless something else is said."""
    return unit(name, sheet, "german", at=at, facing=facing, **rest)


def by_the_farm(*units: Placed, farm: Terrain = FARM, more: Any = (), **rest: Any) -> P8Battle:
    return situation(*units, foe(), terrain=[farm, *more], **rest)


# -- what a built-up area is ----------------------------------------------------------------------


@pytest.mark.rule("p8.bua.size-and-shape")
def test_a_built_up_area_is_convex_and_of_stone_unless_it_is_said_to_be_wooden() -> None:
    battle = by_the_farm(rifles())
    farm = battle.state.setting.buas["farm"]
    assert (farm.wooden, farm.ruined, farm.elevated) == (False, False, False)
    assert farm.centre == MIDDLE
    with pytest.raises(ScenarioError, match="convex"):
        by_the_farm(rifles(), farm=area("bua", [(20, 20), (24, 20), (21, 21), (20, 24)], "farm"))


@pytest.mark.rule("p8.bua.size-and-shape")
@cases(
    "tags, message",
    (("brick",), "brick"),
    (("stone", "wooden"), "not both"),
    (("holds-many",), "holds-3"),
)
def test_a_built_up_area_says_of_itself_only_what_there_is(
    tags: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ScenarioError, match=message):
        by_the_farm(rifles(), farm=area("bua", box(20, 20, 24, 24), "farm", *tags))


@pytest.mark.rule("p8.bua.capacity")
@cases(
    "side, tags, capacity",
    (3.6, (), 3),
    (3.61, (), 4),
    (4.0, (), 4),
    (1.2, (), 1),
    (4.0, ("holds-2",), 2),
)
def test_it_holds_its_longest_side_in_base_widths_rounded_up(
    side: float, tags: tuple[str, ...], capacity: int
) -> None:
    farm = area("bua", box(20, 20, 20 + side, 21), "farm", *tags)
    battle = by_the_farm(rifles(at=(5, 5)), farm=farm)
    assert battle.state.setting.buas["farm"].capacity == capacity


@pytest.mark.rule("p8.bua.capacity")
def test_commanders_observers_and_transports_take_no_room() -> None:
    farm = area("bua", box(20, 20, 24, 24), "farm", "holds-1")
    battle = by_the_farm(
        rifles("one", MIDDLE, inside="farm"),
        unit("cmd", "uk-cmd", at=MIDDLE, inside="farm"),
        unit("truck", "uk-truck", at=MIDDLE, inside="farm"),
        rifles("two", (22, 19)),
        "more uk-cmd 22,25",
        farm=farm,
    )
    assert why_not(battle, Move("two", (MIDDLE,))) == "p8.bua.capacity"
    assert why_not(battle, Move("more", (MIDDLE,))) is None


@pytest.mark.rule("p8.bua.capacity")
def test_a_scenario_cannot_crowd_more_into_it_than_fit() -> None:
    with pytest.raises(ScenarioError, match="holds 1"):
        by_the_farm(
            rifles("one", MIDDLE, inside="farm"),
            rifles("two", MIDDLE, inside="farm"),
            farm=area("bua", box(20, 20, 24, 24), "farm", "holds-1"),
        )


# -- placing --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.one-side-only")
def test_both_sides_are_never_in_one_built_up_area() -> None:
    with pytest.raises(ScenarioError, match="enemy"):
        by_the_farm(rifles(at=MIDDLE, inside="farm"), foe("other", (21, 21), inside="farm"))
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"))
    assert element(battle, "rifles").inside == "farm"


@pytest.mark.rule("p8.bua.size-and-shape")
def test_inside_is_inside_wherever_it_was_placed() -> None:
    battle = by_the_farm(rifles("one", (20.5, 23.5), inside="farm"), rifles("two", (23, 21)))
    assert {(e.x, e.y, e.inside) for e in battle.state.on_table("british")} == {(22, 22, "farm")}


@pytest.mark.rule("p8.bua.size-and-shape")
@cases(
    "at, status, message",
    ((5, 5), {"inside": "farm"}, "not in 'farm'"),
    ((5, 5), {"inside": "barn"}, "barn"),
    ((5, 5), {"aloft": True}, "in no building"),
    (MIDDLE, {"inside": "farm", "aloft": True}, "no elevated part"),
)
def test_a_scenario_that_houses_somebody_wrongly_is_told_so(
    at: Point, status: dict[str, Any], message: str
) -> None:
    with pytest.raises(ScenarioError, match=message):
        by_the_farm(rifles(at=at, **status))


# -- going in and out -----------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.enter-or-leave-half-move", "p8.terrain.bua-is-linear-obstacle")
@cases("y, allowed", (18.0, True), (17.99, False))
def test_entering_takes_half_a_move_beside_the_way_to_the_outline(y: float, allowed: bool) -> None:
    battle = by_the_farm(rifles(at=(22, y)))
    rule = why_not(battle, Move("rifles", (MIDDLE,)))
    assert rule == (None if allowed else "p8.bua.enter-or-leave-half-move")


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_whoever_reaches_the_outline_is_inside_without_going_farther() -> None:
    battle = by_the_farm(rifles(at=(22, 18)))
    play(battle, Move("rifles", ((22, 20), (23.5, 23.5))))
    assert element(battle, "rifles").inside == "farm"
    assert last(battle, "move").data["path"][-1][1] == pytest.approx(20.0)
    assert last(battle, "occupy").data["inside"] == "farm"


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
@cases("y, allowed", (26.0, True), (26.01, False))
def test_leaving_takes_half_a_move_and_starts_anywhere_on_the_outline(
    y: float, allowed: bool
) -> None:
    battle = by_the_farm(rifles(at=(22, 21), inside="farm"))
    order = Move("rifles", ((20.3, y),))
    assert why_not(battle, order) == (None if allowed else "p8.bua.enter-or-leave-half-move")
    if allowed:
        play(battle, order)
        assert last(battle, "move").data["path"][0] == (20.3, 24.0)
        assert (element(battle, "rifles").inside, element(battle, "rifles").y) == (None, y)


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_a_point_on_the_outline_says_where_to_come_out() -> None:
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"))
    play(battle, Move("rifles", ((24, 23), (24, 25))))
    assert last(battle, "move").data["path"] == ((24, 23), (24, 25))


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_half_speed_leaves_an_inch_beside_the_door() -> None:
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"))
    assert why_not(battle, MoveAndFire("rifles", ((22, 25.0),))) is None
    assert why_not(battle, MoveAndFire("rifles", ((22, 25.01),))) is not None


@pytest.mark.rule("p8.terrain.bua-is-linear-obstacle")
def test_nobody_goes_straight_through() -> None:
    battle = by_the_farm("tank uk-cromwell 22,18")
    assert why_not(battle, Move("tank", ((22, 26),))) == "p8.terrain.bua-is-linear-obstacle"
    assert why_not(battle, Move("tank", ((19, 20), (19, 25)))) is None


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_to_come_out_one_needs_a_point_outside_and_to_go_in_another_place() -> None:
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"))
    assert why_not(battle, Move("rifles", ((22, 24),))) == "p8.bua.enter-or-leave-half-move"
    assert why_not(battle, Move("rifles", ((22, 25), MIDDLE))) == "p8.bua.enter-or-leave-half-move"
    assert why_not(battle, Move("rifles", ((21, 21),))) == "p8.move.up-to-rate"


# -- from one into another ------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.to-adjacent-whole-move")
@cases("x, allowed", (26.0, True), (26.01, False), (24.0, True))
def test_the_next_built_up_area_within_2_takes_a_whole_move(x: float, allowed: bool) -> None:
    barn = area("bua", box(x, 20, x + 4, 24), "barn")
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"), more=[barn])
    order = Move("rifles", ((x + 2, 22),))
    assert (why_not(battle, order) is None) == allowed
    if allowed:
        play(battle, order)
        assert element(battle, "rifles").inside == "barn"


@pytest.mark.rule("p8.bua.to-adjacent-whole-move")
def test_that_cannot_be_done_at_half_speed() -> None:
    barn = area("bua", box(25, 20, 29, 24), "barn")
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"), more=[barn])
    order = MoveAndFire("rifles", ((27, 22),))
    assert refused(battle, order).rule == "p8.bua.to-adjacent-whole-move"


@pytest.mark.rule("p8.bua.to-adjacent-whole-move")
def test_however_deep_in_the_next_built_up_area_the_goal_lies_the_way_is_the_shortest() -> None:
    barn = area("bua", box(25, 10, 39, 20), "barn")  # corner to corner with the farm, 1 apart
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"), more=[barn])
    play(battle, Move("rifles", ((38, 10.5),)))
    assert element(battle, "rifles").inside == "barn"
    assert last(battle, "move").data["path"] == ((24.0, 20.0), (25.0, 20.0))


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_points_inside_the_built_up_area_that_one_leaves_do_not_count() -> None:
    battle = by_the_farm(rifles(at=MIDDLE, inside="farm"))
    play(battle, Move("rifles", ((23, 22), (23, 23.5), (23, 26))))
    assert element(battle, "rifles").inside is None
    assert place(battle, "rifles") == (23.0, 26.0)
    assert last(battle, "move").data["path"] == ((23.0, 24.0), (23.0, 26.0))


# -- who may not ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.ruined-no-wheels-or-horses")
@cases(
    "sheet, tags, allowed",
    ("ge-222", ("ruined",), False),
    ("ge-222", (), True),
    ("ge-pz1", ("ruined",), True),
    ("ge-rifle-44", ("ruined",), True),
)
def test_wheels_do_not_go_into_ruins(sheet: str, tags: tuple[str, ...], allowed: bool) -> None:
    battle = situation(
        foe("mover", (22, 19), sheet),
        rifles(at=(50, 5), facing=180),
        terrain=[area("bua", box(20, 20, 24, 24), "farm", *tags)],
    )
    rule = why_not(battle, Move("mover", (MIDDLE,)))
    assert rule != "p8.bua.ruined-no-wheels-or-horses" if allowed else True
    assert (rule == "p8.bua.ruined-no-wheels-or-horses") == (not allowed)


@pytest.mark.rule("p8.bua.one-side-only")
@cases("sheet", "ge-rifle-44", "ge-cmd", "ge-mg")
def test_nobody_enters_while_an_enemy_is_in_there(sheet: str) -> None:
    battle = by_the_farm(rifles(at=(22, 18.2)), foe("inside", MIDDLE, sheet, inside="farm"))
    assert why_not(battle, Move("rifles", (MIDDLE,))) is not None
    rule = refused(battle, Move("rifles", (MIDDLE,))).rule
    assert rule == "p8.bua.one-side-only"


@pytest.mark.rule("p8.bua.one-side-only")
def test_observers_and_transports_in_there_are_lost_to_whoever_enters() -> None:
    battle = by_the_farm(
        rifles(at=(22, 18.2)),
        foe("foo", MIDDLE, "ge-foo", inside="farm"),
        foe("truck", MIDDLE, "ge-truck", inside="farm"),
    )
    play(battle, Move("rifles", (MIDDLE,)))
    while battle.choices and asked(battle) == "reaction":
        play(battle, Done())
    assert element(battle, "rifles").inside == "farm"
    assert is_out(battle, "foo")
    assert is_out(battle, "truck")
    assert {loss.element: loss.combat for loss in battle.state.lost} == {
        "foo": False,
        "truck": False,
    }


# -- mounted troops -------------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.auto-dismount")
def test_mounted_troops_dismount_on_entering_and_mount_again_on_leaving() -> None:
    battle = situation(
        foe("cav", (22, 19), "ge-cav"),
        rifles(at=(50, 5), facing=180),
        terrain=[FARM],
        side="german",
    )
    play(battle, Move("cav", (MIDDLE,)))
    inside = element(battle, "cav")
    assert (inside.sheet, inside.rides, inside.inside) == ("ge-rifle-40", "ge-cav", "farm")


@pytest.mark.rule("p8.bua.auto-dismount")
def test_they_ride_out_at_the_rate_of_the_mounted() -> None:
    battle = situation(
        foe("cav", MIDDLE, "ge-cav", inside="farm"), rifles(at=(50, 5), facing=180), terrain=[FARM]
    )
    assert element(battle, "cav").sheet == "ge-rifle-40"
    play(battle, Move("cav", ((22, 28),)))
    outside = element(battle, "cav")
    assert (outside.sheet, outside.rides, outside.y) == ("ge-cav", None, 28)


# -- on the way, and back -------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_whoever_is_stopped_on_the_way_has_not_come_in() -> None:
    battle = situation(
        rifles(at=(22, 18.2)), foe("gun", (22, 10), "ge-mg"), terrain=[FARM], dice=[6, 4]
    )
    play(battle, Move("rifles", (MIDDLE,)), ReactFire("gun", 1.0))
    assert element(battle, "rifles").suppressed
    assert element(battle, "rifles").inside is None


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_a_voluntary_fall_back_leaves_by_the_outline_too() -> None:
    battle = situation(
        rifles(at=MIDDLE, inside="farm"),
        foe(at=(22, 40)),
        terrain=[FARM],
        homes={"british": "south"},
    )
    assert why_not(battle, FallBack("rifles", "home", 2.01)) == "p8.fallback.voluntary-distance"
    play(battle, FallBack("rifles", "home", 2.0))
    no_reaction(battle)
    assert place(battle, "rifles") == (22, 18)


@pytest.mark.rule("p8.turn.setup-by-scenario")
def test_elements_can_be_set_up_in_a_built_up_area() -> None:
    zone = Zone(id="south", side="british", outline=box(0, 0, 60, 30))
    battle = situation(
        unit("rifles", "uk-rifle-44", zone="south"),
        foe(),
        terrain=[FARM],
        zones=[zone],
        phase=None,
    )
    play(battle, Deploy("rifles", (21, 23)))
    assert element(battle, "rifles").inside == "farm"


def leaving(dice: tuple[int, ...]) -> P8Battle:
    """A section that leaves the farm to the south, where a machine-gun waits."""
    gun = foe("gun", (22, 10), "ge-mg")
    battle = situation(rifles(at=MIDDLE, inside="farm", facing=180), gun, terrain=[FARM], dice=dice)
    play(battle, Move("rifles", ((22, 18),)))
    return battle


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_whoever_is_stopped_as_it_sets_out_stays_inside() -> None:
    battle = leaving((8, 4))
    play(battle, ReactFire("gun", 0.0))
    assert modifiers(battle)["p8.fire.mod-hard-cover-hull-down-smoke"] == 2
    stopped = element(battle, "rifles")
    assert (stopped.suppressed, stopped.inside, stopped.y) == (True, "farm", 22)


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_whoever_halts_on_the_way_out_is_outside() -> None:
    battle = leaving((1, 10))
    play(battle, ReactFire("gun", 1.0), Halt())
    assert "p8.fire.mod-hard-cover-hull-down-smoke" not in modifiers(battle)
    halted = element(battle, "rifles")
    assert (halted.inside, halted.y) == (None, 19)


@pytest.mark.rule("p8.bua.enter-or-leave-half-move")
def test_after_a_pause_it_may_turn_to_other_ground_but_the_door_is_paid_for() -> None:
    battle = leaving((1, 10))
    play(battle, ReactFire("gun", 1.0))
    assert why_not(battle, GoOn(path=((23.01, 19),))) == "p8.bua.enter-or-leave-half-move"
    assert why_not(battle, GoOn(path=(MIDDLE,))) is not None
    play(battle, GoOn(path=((23, 19),)))
    assert place(battle, "rifles") == (23, 19)
