"""Section 5.2: tank hunting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle import Event
from sandtable.rulebooks.panzer8.orders import Done, Fire, Hunt, Move, Recover, Retire
from sandtable.rulebooks.panzer8.sheets import SHEETS
from sandtable.scenario import Seat, Terrain, Unit
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    kinds,
    last,
    line,
    modifiers,
    play,
    refused,
    situation,
    smoke,
    told,
    unit,
    why_not,
)

WHO = "p8.hunt.who"
NEAR = "p8.hunt.unsuppressed-within-2"
COVER = "p8.hunt.needs-cover"
DEFENCE = "p8.hunt.close-defence-first"
HELP = "p8.hunt.commander-bonus-action"
FALLS_BACK = "p8.hunt.result-hunter-falls-back"

WOOD = area("wood", box(10, 4, 30, 20))
UNDER_TANK = area("wood", box(10, 11, 30, 20))


def ambush(
    *others: Unit,
    sheet: str = "uk-rifle-40",
    prey: str = "ge-pz3-50",
    gap: float = 1.0,
    terrain: tuple[Terrain, ...] = (WOOD,),
    facing: float = 180.0,
    hunter: dict[str, Any] | None = None,
    tank: dict[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """Infantry ``a`` at (20, 10) looking north, and a tank so far to the north that faces it."""
    y = 10 + SHEETS[sheet].depth / 2 + gap + SHEETS[prey].depth / 2
    return situation(
        unit("a", sheet, "british", at=(20, 10), **(hunter or {})),
        unit("tank", prey, "german", at=(20, y), facing=facing, **(tank or {})),
        *others,
        terrain=terrain,
        **rest,
    )


def hunt(battle: P8Battle, commander: str | None = None) -> Event:
    play(battle, Hunt("a", "tank", commander))
    return last(battle, "hunt")


def commander(at: tuple[float, float] = (18, 10), **status: Any) -> Unit:
    return unit("cmd", "uk-cmd", "british", at=at, **status)


def guard(name: str = "guard", x: float = 21.2, **status: Any) -> Unit:
    """German infantry beside the tank of an ambush at 1 inch, touching its flank."""
    return unit(name, "ge-rifle-40", "german", at=(x, 12.2), facing=180, **status)


# -- who, and from where --------------------------------------------------------------------------


@pytest.mark.rule(WHO)
@pytest.mark.parametrize(
    ("sheet", "may"),
    [
        ("uk-rifle-40", True),
        ("uk-eng", True),
        ("ge-bicycle-40", True),
        ("uk-mg", False),
        ("uk-mc-40", False),
        ("ge-cav", False),
        ("uk-carrier-44", False),
        ("uk-cmd", False),
        ("uk-cromwell", False),
    ],
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
    battle = ambush(unit("ride", "uk-apc", "british", at=(24, 10)), hunter={"carried_by": "ride"})
    assert why_not(battle, Hunt("a", "tank")) in (WHO, "p8.action.one-per-element")


@pytest.mark.rule(WHO)
@pytest.mark.parametrize(("prey", "may"), [("ge-222", True), ("ge-apc", True), ("ge-truck", False)])
def test_only_armoured_vehicles_are_hunted(prey: str, may: bool) -> None:
    battle = ambush(prey=prey, terrain=(area("orchard", box(10, 4, 30, 20)),))
    assert (why_not(battle, Hunt("a", "tank")) is None) == may
    assert why_not(battle, Hunt("a", "nobody")) == WHO
    assert why_not(battle, Hunt("a", "a")) == WHO


@pytest.mark.rule(NEAR)
@pytest.mark.parametrize(("gap", "may"), [(0.0, True), (2.0, True), (2.01, False), (3.0, False)])
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
    battle = ambush(unit("mg", "ge-mg", "german", at=(20, 16), facing=180), dice=[5, 5])
    before = element(battle, "a")
    hunt(battle)
    after = element(battle, "a")
    assert (after.x, after.y, after.moved) == (before.x, before.y, False)
    assert after.acted
    assert battle.choices == () or battle.choices[0].ask != "reaction"


@pytest.mark.rule(COVER)
@pytest.mark.parametrize(
    ("terrain", "who", "may"),
    [
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
    ],
)
def test_one_of_the_two_needs_cover_unless_the_tank_is_suppressed(
    terrain: tuple[Terrain, ...], who: dict[str, Any], may: bool
) -> None:
    battle = ambush(terrain=terrain, **who)
    assert why_not(battle, Hunt("a", "tank")) == (None if may else COVER)


@pytest.mark.rule(COVER)
@pytest.mark.parametrize(
    ("y", "may"),
    [(10.4, True), (11.4, True), (10.9, False), (9.6, False)],
    ids=["touched by the hunter", "touched by the tank", "touched by neither", "behind the hunter"],
)
@pytest.mark.parametrize("kind", ["hedge", "wall"])
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
@pytest.mark.parametrize(
    ("prey", "counted"),
    [("ge-pz1", 1), ("ge-pz3-37", 3), ("ge-pz3-50", 4), ("ge-pz4-long", 4), ("ge-tiger2", 4)],
)
def test_def_counts_as_at_most_4(prey: str, counted: int) -> None:
    event = hunt(ambush(prey=prey, dice=[5, 5]))
    assert event.tallies[1].total == counted
    assert event.data["score"] == 4 + 1 - counted


@pytest.mark.rule("p8.hunt.mod-target-in-cover")
@pytest.mark.parametrize(
    ("terrain", "screens", "more"),
    [
        ((UNDER_TANK,), (), 1),
        ((area("wood", box(10, 4, 30, 10.2)),), (), 0),
        ((line("hedge", (10, 11.4), (30, 11.4)),), (), 1),
        ((line("hedge", (10, 10.4), (30, 10.4)),), (), 0),  # that is the hunter's hedge
        ((area("wood", box(10, 4, 30, 10.2)),), [smoke(20, 12.2)], 1),
        ((area("wood", box(10, 4, 30, 10.2)),), [smoke(20, 10.9, width=1.0)], 0),
    ],
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
@pytest.mark.parametrize(("facing", "more"), [(180.0, 0), (0.0, 1), (90.0, 0)])
def test_plus_1_if_no_part_of_the_hunter_is_to_the_tanks_front(facing: float, more: int) -> None:
    behind = ambush(facing=0.0, dice=[5, 5])
    hunt(behind)
    battle = ambush(
        facing=facing, hunter={}, tank={}, dice=[5, 5], terrain=(WOOD,), prey="ge-pz3-50"
    )
    if facing == 90.0:  # the corner of the hunter just reaches past the line of the tank's front
        battle = situation(
            unit("a", "uk-rifle-40", "british", at=(20.21, 10)),
            unit("tank", "ge-pz3-50", "german", at=(20, 12), facing=90),
            terrain=(WOOD,),
            dice=[5, 5],
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
@pytest.mark.parametrize(
    ("mine", "theirs", "score"),
    [
        ("elite", "average", 2),
        ("poor", "average", 0),
        ("average", "elite", 0),
        ("elite", "poor", 3),
    ],
)
def test_both_add_their_quality(mine: str, theirs: str, score: int) -> None:
    battle = ambush(hunter={"quality": mine}, tank={"quality": theirs}, dice=[5, 5])
    assert hunt(battle).data["score"] == score


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule(
    FALLS_BACK, "p8.hunt.result-none", "p8.hunt.result-suppressed", "p8.hunt.result-out"
)
@pytest.mark.parametrize(
    ("dice", "effect"),
    [
        ((1, 10), "hunter-falls-back"),
        ((4, 5), "hunter-falls-back"),
        ((5, 5), "none"),
        ((6, 5), "none"),
        ((7, 5), "suppressed"),
        ((8, 5), "suppressed"),
        ((9, 5), "out"),
        ((10, 1), "out"),
    ],
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
    assert battle.choices[0].ask == "fall back"
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
    assert hunt(battle).text == "a hunts tank: -9, the hunters fall back."
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


# -- close defence --------------------------------------------------------------------------------


@pytest.mark.rule(DEFENCE)
def test_infantry_touching_the_tank_shoots_first_and_if_nothing_comes_of_it_the_hunt_goes_on() -> (
    None
):
    battle = ambush(guard(), dice=[1, 10, 10, 1])
    hunt(battle)
    shot, hunted = told(battle, "fire")[0], told(battle, "hunt")[0]
    assert shot.text.startswith("guard fires in close defence at a, ")
    assert [roll.faces for roll in (*shot.rolls, *hunted.rolls)] == [(1,), (10,), (10,), (1,)]
    assert is_out(battle, "tank")
    assert not element(battle, "guard").reacted
    assert not element(battle, "guard").acted


@pytest.mark.rule(DEFENCE)
@pytest.mark.parametrize("dice", [(6, 5), (8, 5), (10, 5)], ids=["fall back", "suppressed", "out"])
def test_any_result_of_close_defence_ends_the_hunt(dice: tuple[int, int]) -> None:
    battle = ambush(guard(), guard("other", 18.8), dice=dice)
    hunt(battle)
    assert [event.kind for event in battle.last_events[:2]] == ["fire", "hunt"]
    assert len(told(battle, "fire")) == 1  # the second one need not shoot any more
    assert last(battle, "hunt").data["effect"] == "beaten-off"
    assert not element(battle, "tank").suppressed
    hurt = is_out(battle, "a") or element(battle, "a").suppressed or kinds(battle)[-1] != "hunt"
    assert hurt or battle.choices[0].ask == "fall back"
    if not is_out(battle, "a"):
        assert element(battle, "a").acted


@pytest.mark.rule(DEFENCE)
def test_each_of_them_shoots_once() -> None:
    battle = ambush(guard(), guard("other", 18.8), dice=[1, 10, 1, 10, 5, 5])
    hunt(battle)
    assert [event.pieces[0] for event in told(battle, "fire")] == ["guard", "other"]
    assert last(battle, "hunt").data["score"] == 1


@pytest.mark.rule(DEFENCE)
@pytest.mark.parametrize("status", [{"reacted": True}, {"acted": True}, {"moved": True}])
def test_they_shoot_whatever_they_did_before(status: dict[str, Any]) -> None:
    battle = ambush(guard(**status), dice=[1, 10, 5, 5])
    hunt(battle)
    assert len(told(battle, "fire")) == 1
    assert "p8.fire.mod-firer-moved" not in modifiers(battle, "fire")


@pytest.mark.rule(DEFENCE)
def test_facing_does_not_matter() -> None:
    turned = unit("guard", "ge-rifle-40", "german", at=(20, 13.4), facing=0)
    battle = ambush(turned, dice=[1, 10, 5, 5])
    hunt(battle)  # it stands behind its tank and looks the other way
    assert len(told(battle, "fire")) == 1


@pytest.mark.rule(DEFENCE)
@pytest.mark.parametrize(("gap", "shots"), [(1.0, 1), (2.0, 1)])
def test_tank_riders_shoot_from_their_tank(gap: float, shots: int) -> None:
    rider = unit("rider", "ge-rifle-40", "german", at=(40, 40), carried_by="tank")
    battle = ambush(rider, gap=gap, dice=[1, 10, 5, 5])
    hunt(battle)
    assert len(told(battle, "fire")) == shots
    assert last(battle, "fire").data["range"] == pytest.approx(gap)
    apc = ambush(rider, prey="ge-apc", dice=[5, 5])
    hunt(apc)  # those inside a carrier are no tank riders
    assert told(apc, "fire") == []


@pytest.mark.rule(DEFENCE)
def test_flamethrowers_reach_only_2() -> None:
    flame = unit("guard", "ge-eng-flame", "german", at=(21.2, 12.2), facing=180)
    behind = unit("guard", "ge-eng-flame", "german", at=(20, 13.4), facing=180)
    near, far = ambush(flame, dice=[1, 10, 5, 5]), ambush(behind, dice=[5, 5])
    hunt(near)
    hunt(far)
    assert (len(told(near, "fire")), len(told(far, "fire"))) == (1, 0)


@pytest.mark.rule(DEFENCE)
@pytest.mark.parametrize(
    "other",
    [
        guard(suppressed=True),
        guard(x=21.3),
        unit("guard", "ge-mg", "german", at=(21.2, 12.2), facing=180),
        unit("guard", "ge-pz3-50", "german", at=(21.2, 12.2), facing=180),
        unit("guard", "ge-cmd", "german", at=(21.0, 12.2), facing=180),
    ],
    ids=["suppressed", "not touching", "machine-gun", "tank", "commander"],
)
def test_only_unsuppressed_infantry_that_touches_the_tank_shoots(other: Unit) -> None:
    shooting = ambush(guard(), dice=[1, 10, 5, 5])
    hunt(shooting)
    battle = ambush(other, dice=[5, 5])
    hunt(battle)
    assert told(battle, "fire") == []
    assert len(told(shooting, "fire")) == 1


@pytest.mark.rule(DEFENCE)
def test_the_full_procedure_of_fire_is_used() -> None:
    battle = ambush(guard(quality="elite"), hunter={"dug_in": True}, dice=[1, 10, 5, 5])
    hunt(battle)
    assert modifiers(battle, "fire") == {
        "p8.fire.hesa-against-unarmoured": 5,
        "p8.fire.mod-within-4": 1,
        "p8.fire.mod-firer-quality": 1,
        "p8.fire.attack-roll": 5,
        "p8.fire.mod-hard-cover-hull-down-smoke": 2,
    }


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.hunt.mod-commander", HELP)
def test_a_commander_adds_1_and_spends_its_action() -> None:
    battle = ambush(commander(), dice=[5, 5])
    event = hunt(battle, "cmd")
    assert modifiers(battle, "hunt")["p8.hunt.mod-commander"] == 1
    assert (event.data["score"], event.text) == (2, "a, led by cmd, hunts tank: +2, no effect.")
    assert element(battle, "cmd").acted
    assert battle.choices[0].seats == ("german",) or why_not(battle, Move("cmd", ((18, 8),)))


@pytest.mark.rule(HELP)
@pytest.mark.parametrize(("gap", "may"), [(4.0, True), (4.01, False)])
def test_the_commander_must_be_within_4_of_the_hunter(gap: float, may: bool) -> None:
    battle = ambush(commander(at=(20 - 0.6 - gap - 0.4, 10)))
    assert why_not(battle, Hunt("a", "tank", "cmd")) == (None if may else HELP)


@pytest.mark.rule(HELP)
def test_who_cannot_help() -> None:
    battle = ambush(
        commander(suppressed=True),
        unit("acted", "uk-cmd", "british", at=(20, 8), acted=True),
        unit("reacted", "uk-cmd", "british", at=(22, 8), reacted=True),
        unit("b", "uk-rifle-40", "british", at=(22, 10)),
    )
    assert why_not(battle, Hunt("a", "tank", "cmd")) == "p8.cmd.no-bonus-when-suppressed"
    assert why_not(battle, Hunt("a", "tank", "acted")) == "p8.action.one-per-element"
    assert why_not(battle, Hunt("a", "tank", "reacted")) == "p8.action.barred-after-reacting"
    assert why_not(battle, Hunt("a", "tank", "b")) == HELP
    assert why_not(battle, Hunt("a", "tank", "tank")) == HELP
    assert why_not(battle, Hunt("a", "tank", "x")) == HELP


@pytest.mark.rule(HELP)
def test_a_commander_helps_one_hunter_only() -> None:
    battle = ambush(
        commander(), unit("b", "uk-rifle-40", "british", at=(18.8, 10.8)), dice=[5, 5, 5, 5]
    )
    assert why_not(battle, Hunt("b", "tank", "cmd")) is None
    hunt(battle, "cmd")
    assert why_not(battle, Hunt("b", "tank", "cmd")) == "p8.action.one-per-element"
    assert why_not(battle, Hunt("b", "tank")) is None


@pytest.mark.rule(HELP)
def test_the_commander_falls_back_with_the_hunter() -> None:
    battle = ambush(commander(), terrain=(UNDER_TANK,), dice=[1, 10])
    hunt(battle, "cmd")
    play(battle, Retire("away"))
    assert element(battle, "a").y < 10
    assert "cmd shares the fate of the tank hunters." in [e.text for e in battle.last_events]
    assert battle.choices[0].about == ("cmd",)
    play(battle, Retire("home"))
    assert element(battle, "cmd").y == pytest.approx(6.0)


@pytest.mark.rule(HELP)
@pytest.mark.parametrize("dice", [(8, 5), (10, 5)], ids=["suppressed", "out"])
def test_the_commander_shares_what_close_defence_does(dice: tuple[int, int]) -> None:
    battle = ambush(guard(), commander(), dice=dice)
    hunt(battle, "cmd")
    if dice == (8, 5):
        assert element(battle, "a").suppressed
        assert element(battle, "cmd").suppressed
    else:
        assert is_out(battle, "a")
        assert is_out(battle, "cmd")
        assert len(battle.state.lost) == 2


@pytest.mark.rule(HELP)
def test_the_commander_does_not_share_what_happens_to_the_tank() -> None:
    battle = ambush(commander(), dice=[10, 1])
    hunt(battle, "cmd")
    assert is_out(battle, "tank")
    assert not element(battle, "cmd").suppressed


@pytest.mark.rule(HELP)
def test_each_player_lends_only_commanders_of_his_own() -> None:
    seats = [
        Seat(id="one", side="british", pieces=("a",)),
        Seat(id="two", side="british", pieces=("cmd",)),
        Seat(id="foe", side="german"),
    ]
    battle = ambush(commander(), seats=seats)
    assert why_not(battle, Hunt("a", "tank", "cmd"), "one") == "p8.action.one-per-element"
    assert why_not(battle, Hunt("a", "tank"), "one") is None


@pytest.mark.rule(HELP)
def test_an_extra_action_may_be_spent_on_helping_a_hunter() -> None:
    battle = ambush(
        commander(),
        unit("b", "uk-rifle-40", "british", at=(18, 8), suppressed=True),
        dice=[8, 5, 5],
    )
    play(battle, Recover("b", "cmd"))
    assert why_not(battle, Hunt("a", "tank")) == "p8.rally.result-extra-action"
    assert hunt(battle, "cmd").data["score"] == 2


# -- odds and choices -----------------------------------------------------------------------------


@pytest.mark.rule("p8.hunt.attack-roll", DEFENCE)
def test_exact_odds_agree_with_counting_all_dice() -> None:
    battle = ambush(guard(), dice=[])
    odds = battle.odds(Hunt("a", "tank"))
    assert odds is not None
    faces = range(1, 11)
    # The guard adds 5 + 1 for close range against Def 5 and soft cover: 6 against 6.
    harmless = Fraction(sum(x - y <= 0 for x in faces for y in faces), 100)
    wins = Fraction(sum(x - y + 1 >= 5 for x in faces for y in faces), 100)
    assert odds.chance("beaten-off") == 1 - harmless
    assert odds.chance("out") == harmless * wins
    assert sum(chance for _, chance in odds.outcomes) == 1
    assert battle.odds(Hunt("a", "nobody")) is None


@pytest.mark.rule("p8.hunt.attack-roll")
def test_odds_without_close_defence() -> None:
    odds = ambush().odds(Hunt("a", "tank"))
    assert odds is not None
    assert [result for result, _ in odds.outcomes] == [
        "hunter-falls-back",
        "none",
        "suppressed",
        "out",
    ]
    assert odds.chance("hunter-falls-back") == Fraction(45, 100)


@pytest.mark.rule(WHO)
def test_hunts_are_offered_and_advised() -> None:
    battle = ambush(commander())
    choice = battle.choices[0]
    offered = list(battle.view("british").candidates(choice))
    assert Hunt("a", "tank") in offered
    assert Hunt("a", "tank", "cmd") in offered
    assert all(battle.allows(order) for order in offered)
    advised = {order: worth for worth, order in battle.view("british").advise(choice)}
    assert advised[Hunt("a", "tank")] > 0


@pytest.mark.rule(WHO)
def test_a_hunt_is_an_action_like_any_other() -> None:
    battle = ambush(dice=[5, 5])
    hunt(battle)
    assert battle.state.phase != "action" or why_not(battle, Fire("a", "tank")) is not None
    again = ambush(unit("b", "uk-rifle-40", "british", at=(30, 5)), dice=[5, 5])
    hunt(again)
    assert why_not(again, Hunt("a", "tank")) == "p8.action.one-per-element"
    play(again, Done())
