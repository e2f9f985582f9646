"""Section 5.2: tank hunting."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.hunting import COVER, FALLS_BACK, NEAR, UNDER_TANK, WHO, WOOD, ambush, hunt

# -- who, and from where --------------------------------------------------------------------------


@pytest.mark.rule(WHO)
@cases(
    "sheet, may",
    ("uk-rifle-40", True),
    ("uk-eng", True),
    ("ge-bicycle-40", True),
    ("uk-mg", False),
    ("uk-mc-40", False),
    ("ge-cav", False),
    ("uk-carrier-44", False),
    ("uk-cmd", False),
    ("uk-cromwell", False),
)
def test_infantry_bicycles_and_engineers_hunt_and_nobody_else(sheet: str, may: bool) -> None:
    battle = ambush(sheet=sheet, dice=[5, 5])
    if may:
        assert hunt(battle).text == "a hunts tank: +1, no effect." or sheet == "uk-eng"
        assert WHO in last(battle, "hunt").rules
    else:
        assert why_not(battle, Hunt("a", "tank")) == WHO


@pytest.mark.rule(WHO)
def test_passengers_and_riders_do_not_hunt() -> None:
    battle = ambush("ride uk-apc 24,10", hunter={"carried_by": "ride"})
    assert why_not(battle, Hunt("a", "tank")) in (WHO, "p8.action.one-per-element")


@pytest.mark.rule(WHO)
@cases("prey, may", ("ge-222", True), ("ge-apc", True), ("ge-truck", False))
def test_only_armoured_vehicles_are_hunted(prey: str, may: bool) -> None:
    battle = ambush(prey=prey, terrain=(area("orchard", box(10, 4, 30, 20)),))
    assert (why_not(battle, Hunt("a", "tank")) is None) == may
    assert why_not(battle, Hunt("a", "nobody")) == WHO
    assert why_not(battle, Hunt("a", "a")) == WHO


@pytest.mark.rule(NEAR)
@cases("gap, may", (0.0, True), (2.0, True), (2.01, False), (3.0, False))
def test_the_hunter_must_be_within_2(gap: float, may: bool) -> None:
    crops = area("orchard", box(10, 4, 30, 20))
    battle = ambush(gap=gap, terrain=(crops,))
    assert why_not(battle, Hunt("a", "tank")) == (None if may else NEAR)


@pytest.mark.rule(NEAR)
def test_the_hunter_must_not_be_suppressed() -> None:
    battle = ambush(hunter={"suppressed": True})
    assert refused(battle, Hunt("a", "tank")).rule == NEAR


@pytest.mark.rule(NEAR)
def test_the_hunter_must_see_the_tank() -> None:
    between = area("wood", box(10, 10.6, 30, 11.2))
    battle = ambush(terrain=(between,), hunter={"dug_in": True})
    assert refused(battle, Hunt("a", "tank")).reason == "a does not see tank."
    assert why_not(ambush(terrain=(), hunter={"dug_in": True}), Hunt("a", "tank")) is None


@pytest.mark.rule(NEAR)
def test_the_hunter_does_not_move_and_nobody_reacts() -> None:
    battle = ambush("mg ge-mg 20,16 S", dice=[5, 5])
    before = element(battle, "a")
    hunt(battle)
    after = element(battle, "a")
    assert (after.x, after.y, after.moved) == (before.x, before.y, False)
    assert after.acted
    assert battle.choices == () or asked(battle) != "reaction"


@pytest.mark.rule(COVER)
@cases(
    "terrain, who, may",
    ((), {}, False),
    ((WOOD,), {}, True),
    ((UNDER_TANK,), {}, True),  # only the tank is in it
    ((area("wood", box(10, 4, 30, 10.2)),), {}, True),  # only the hunter is in it
    ((area("high-crops", box(10, 4, 30, 20)),), {}, True),
    ((area("shell-holes", box(10, 4, 30, 20)),), {}, True),
    ((), {"hunter": {"dug_in": True}}, True),
    ((), {"tank": {"suppressed": True}}, True),
    ((area("hill", box(10, 4, 30, 20)),), {}, False),
    ((line("crest", (10, 11.4), (30, 11.4)),), {}, False),  # hull-down is no cover here
)
def test_one_of_the_two_needs_cover_unless_the_tank_is_suppressed(
    terrain: tuple[Terrain, ...], who: dict[str, Any], may: bool
) -> None:
    battle = ambush(terrain=terrain, **who)
    assert why_not(battle, Hunt("a", "tank")) == (None if may else COVER)


@pytest.mark.rule(COVER)
@cases(
    "y, may",
    (10.4, True),
    (11.4, True),
    (10.9, False),
    (9.6, False),
    ids=["touched by the hunter", "touched by the tank", "touched by neither", "behind the hunter"],
)
@cases("kind", "hedge", "wall")
def test_a_hedge_or_wall_that_either_touches_between_them_is_cover(
    y: float, may: bool, kind: str
) -> None:
    battle = ambush(terrain=(line(kind, (10, y), (30, y)),))
    found = why_not(battle, Hunt("a", "tank"))
    assert (found is None) == may
    if y == 9.6:
        assert found == COVER


@pytest.mark.rule(COVER)
def test_smoke_alone_is_not_cover() -> None:
    battle = ambush(terrain=(), screens=[smoke(20, 12.2)])
    assert why_not(battle, Hunt("a", "tank")) == COVER


# -- the roll -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.hunt.plus-has-no-further-effect", "p8.hunt.attack-roll")
def test_a_tiger_in_woods_6_against_6_is_plus_1_and_no_effect() -> None:
    battle = ambush(prey="ge-tiger1", dice=[6, 6])
    event = hunt(battle)
    assert [tally.total for tally in event.tallies] == [5, 4]  # 6 + 4 + 1 against 6 + 4
    assert (event.data["score"], event.data["effect"]) == (1, "none")
    assert event.text == "a hunts tank: +1, no effect."


@pytest.mark.rule("p8.hunt.attack-roll")
@cases(
    "prey, counted",
    ("ge-pz1", 1),
    ("ge-pz3-37", 3),
    ("ge-pz3-50", 4),
    ("ge-pz4-long", 4),
    ("ge-tiger2", 4),
)
def test_def_counts_as_at_most_4(prey: str, counted: int) -> None:
    event = hunt(ambush(prey=prey, dice=[5, 5]))
    assert event.tallies[1].total == counted
    assert event.data["score"] == 4 + 1 - counted


@pytest.mark.rule("p8.hunt.mod-target-in-cover")
@cases(
    "terrain, screens, more",
    ((UNDER_TANK,), (), 1),
    ((area("wood", box(10, 4, 30, 10.2)),), (), 0),
    ((line("hedge", (10, 11.4), (30, 11.4)),), (), 1),
    ((line("hedge", (10, 10.4), (30, 10.4)),), (), 0),  # that is the hunter's hedge
    ((area("wood", box(10, 4, 30, 10.2)),), [smoke(20, 12.2)], 1),
    ((area("wood", box(10, 4, 30, 10.2)),), [smoke(20, 10.9, width=1.0)], 0),
    ids=["wood", "hunter's wood", "hedge", "hunter's hedge", "smoke", "smoke before it"],
)
def test_plus_1_if_the_tank_is_in_cover_or_smoke(
    terrain: tuple[Terrain, ...], screens: Any, more: int
) -> None:
    battle = ambush(terrain=terrain, screens=screens, dice=[5, 5])
    hunt(battle)
    found = modifiers(battle, "hunt").get("p8.hunt.mod-target-in-cover", 0)
    seen = ambush(dice=[5, 5])
    assert hunt(seen).data["score"] == 1
    assert found == more


@pytest.mark.rule("p8.hunt.mod-engineer")
def test_engineers_add_2() -> None:
    battle = ambush(sheet="uk-eng", dice=[5, 5])
    assert hunt(battle).data["score"] == 3
    assert modifiers(battle, "hunt")["p8.hunt.mod-engineer"] == 2


@pytest.mark.rule("p8.hunt.mod-not-to-front")
@cases("facing, more", (180.0, 0), (0.0, 1), (90.0, 0))
def test_plus_1_if_no_part_of_the_hunter_is_to_the_tanks_front(facing: float, more: int) -> None:
    behind = ambush(facing=0.0, dice=[5, 5])
    hunt(behind)
    battle = ambush(
        facing=facing, hunter={}, tank={}, dice=[5, 5], terrain=(WOOD,), prey="ge-pz3-50"
    )
    if facing == 90.0:  # the corner of the hunter just reaches past the line of the tank's front
        battle = situation(
            "a uk-rifle-40 20.21,10; tank ge-pz3-50 20,12 E", terrain=(WOOD,), dice=[5, 5]
        )
    hunt(battle)
    assert modifiers(battle, "hunt").get("p8.hunt.mod-not-to-front", 0) == more
    assert modifiers(behind, "hunt")["p8.hunt.mod-not-to-front"] == 1


@pytest.mark.rule("p8.hunt.mod-open-top", "p8.sheet.flag-ot")
def test_plus_1_against_an_open_top() -> None:
    battle = ambush(prey="ge-wirbelwind", dice=[5, 5])
    hunt(battle)
    assert modifiers(battle, "hunt") == {
        "p8.hunt.attack-roll": 3,
        "p8.hunt.mod-target-in-cover": 1,
        "p8.hunt.mod-open-top": 1,
    }


@pytest.mark.rule("p8.hunt.mod-no-machine-gun", "p8.sheet.flag-nmg")
def test_plus_1_against_a_vehicle_without_a_machine_gun() -> None:
    battle = ambush(prey="ge-stug-short", dice=[5, 5])
    assert hunt(battle).data["score"] == 2
    assert modifiers(battle, "hunt")["p8.hunt.mod-no-machine-gun"] == 1
    added = ambush(prey="ge-stug-g", tank={"flags": ("NMG",)}, dice=[5, 5])
    assert hunt(added).data["score"] == 2
    assert hunt(ambush(prey="ge-stug-g", dice=[5, 5])).data["score"] == 1


@pytest.mark.rule("p8.hunt.mod-quality")
@cases(
    "mine, theirs, score",
    ("elite", "average", 2),
    ("poor", "average", 0),
    ("average", "elite", 0),
    ("elite", "poor", 3),
)
def test_both_add_their_quality(mine: str, theirs: str, score: int) -> None:
    battle = ambush(hunter={"quality": mine}, tank={"quality": theirs}, dice=[5, 5])
    assert hunt(battle).data["score"] == score


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule(
    FALLS_BACK, "p8.hunt.result-none", "p8.hunt.result-suppressed", "p8.hunt.result-out"
)
@cases(
    "dice, effect",
    ((1, 10), "hunter-falls-back"),
    ((4, 5), "hunter-falls-back"),
    ((5, 5), "none"),
    ((6, 5), "none"),
    ((7, 5), "suppressed"),
    ((8, 5), "suppressed"),
    ((9, 5), "out"),
    ((10, 1), "out"),
)
def test_the_table_is_read_as_printed(dice: tuple[int, int], effect: str) -> None:
    for other in ((1, 10), (5, 5), (7, 5), (10, 1)):
        hunt(ambush(dice=other))
    battle = ambush(dice=dice)
    event = hunt(battle)
    assert event.data["effect"] == effect
    assert event.data["score"] == dice[0] - dice[1] + 1
    assert is_out(battle, "tank") == (effect == "out")
    if effect != "out":
        assert element(battle, "tank").suppressed == (effect == "suppressed")


@pytest.mark.rule(FALLS_BACK)
def test_beaten_hunters_fall_back_4_as_their_owner_says() -> None:
    open_ground = area("wood", box(10, 11, 30, 20))
    battle = ambush(terrain=(open_ground,), dice=[1, 10])
    hunt(battle)
    assert asked(battle) == "fall back"
    play(battle, Retire("away"))
    assert element(battle, "a").y == pytest.approx(6.0)
    assert not element(battle, "a").suppressed


@pytest.mark.rule(FALLS_BACK)
def test_hunters_who_would_leave_cover_are_suppressed_instead() -> None:
    wood = area("wood", box(10, 9, 30, 20))
    battle = ambush(terrain=(wood,), dice=[1, 10])
    hunt(battle)
    assert element(battle, "a").suppressed
    assert element(battle, "a").y == 10
    hedge = ambush(terrain=(line("hedge", (10, 10.4), (30, 10.4)),), dice=[1, 10])
    hunt(hedge)
    assert element(hedge, "a").suppressed


@pytest.mark.rule(FALLS_BACK)
def test_dug_in_hunters_are_suppressed_instead() -> None:
    battle = ambush(terrain=(), hunter={"dug_in": True}, dice=[1, 10])
    odds = battle.odds(Hunt("a", "tank"))
    assert odds is not None
    assert odds.chance("hunter-falls-back") == 0
    assert odds.chance("hunter suppressed (does not fall back)") > 0
    assert hunt(battle).text == "a hunts tank: -9, the hunters do not fall back and are suppressed."
    assert element(battle, "a").suppressed


@pytest.mark.rule("p8.hunt.result-suppressed")
def test_a_suppressed_tank_that_is_suppressed_again_is_out() -> None:
    battle = ambush(tank={"suppressed": True}, terrain=(UNDER_TANK,), dice=[7, 5])
    assert hunt(battle).data["effect"] == "suppressed"
    assert is_out(battle, "tank")
    assert [loss.element for loss in battle.state.lost] == ["tank"]


@pytest.mark.rule("p8.hunt.attack-roll")
def test_a_referee_may_change_the_result() -> None:
    battle = ambush(dice=[5, 5, 5, 5], referee=True)
    hunt(battle)
    battle.overrule({"hunt": "out"})
    assert is_out(battle, "tank")
