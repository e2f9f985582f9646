"""Section 15.4: support fire missions, who calls them down, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s15_events.cards import change
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import LEVEL_NAMES, LEVELS
from sandtable.rulebooks.panzer8.s15_events.support_fire.shelling import Battery, Salvo, strike_at
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import (
    CALL,
    FOO,
    HEAVY,
    MEDIUM,
    MORTARS,
    NOTED,
    TARGET,
    effects,
    fired,
    mission,
    ours,
    rifles,
    scores,
    under_fire,
)

# -- what fires -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.support.levels")
@cases(
    "card, side, value, size",
    (MORTARS, "british", 7, 3.0),
    (MEDIUM, "british", 8, 4.0),
    (HEAVY, "british", 9, 5.0),
    (MORTARS, "russian", 8, 4.0),
    (MEDIUM, "russian", 9, 5.0),
    (HEAVY, "french", 10, 6.0),
    (HEAVY, "german", 9, 5.0),
    (MEDIUM, "american", 8, 4.0),
)
def test_russian_and_french_batteries_are_larger(
    card: str, side: str, value: int, size: float
) -> None:
    foe = "german" if side != "german" else "british"
    battle = mission(
        card,
        unit(
            "hq",
            {"british": "uk-cmd", "russian": "su-cmd", "french": "fr-cmd"}.get(
                side, "us-cmd" if side == "american" else "ge-cmd"
            ),
            side,
            at=(20, 10),
        ),
        unit("target", "ge-rifle-40" if foe == "german" else "uk-rifle-40", foe, at=(20, 30)),
        dice=[5, 5],
    )
    battle.play(CallFire("target", "hq"))
    assert modifiers(battle, "shelling")["p8.support.levels"] == value
    corners = told(battle, "support")[-1].data["zone"]
    assert max(x for x, _ in corners) - min(x for x, _ in corners) == size


@pytest.mark.rule("p8.support.levels")
def test_the_table_of_levels() -> None:
    battle = fired(FOO, TARGET, dice=[5, 5])
    assert under_fire(battle) == ["target"]
    assert LEVEL_NAMES[-1] == "Rockets or Naval Gunfire"
    rockets = LEVELS["Rockets or Naval Gunfire", False]
    assert (rockets.gun.hesa, rockets.gun.ap, rockets.gun.ap_mark, rockets.size) == (10, 4, "+", 6)
    mortars = LEVELS["Heavy Mortar", True]
    assert (mortars.gun.hesa, mortars.gun.ap, mortars.gun.ap_mark, mortars.size) == (8, 1, "*", 4)


@pytest.mark.rule("p8.support.sources")
@cases("whose, value", ("UK", 10), ("both", 10), ("GE", 9), ("none", 9))
def test_a_scenario_may_have_rockets_fire_when_a_nine_is_drawn(whose: str, value: int) -> None:
    battle = fired(FOO, TARGET, dice=[5, 5], card=HEAVY, options={"rockets": whose})
    assert modifiers(battle, "shelling")["p8.support.levels"] == value


@pytest.mark.rule("p8.support.sources")
def test_rockets_do_not_replace_lesser_guns() -> None:
    battle = fired(FOO, TARGET, dice=[5, 5], card=MEDIUM, options={"rockets": "both"})
    assert modifiers(battle, "shelling")["p8.support.levels"] == 8


@pytest.mark.rule("p8.support.sources")
def test_smoke_may_be_fired_instead_if_there_is_any() -> None:
    battle = mission(MEDIUM, FOO, ours("own", (5, 5)), TARGET)
    assert why_not(battle, CallFire("target", "foo", smoke=True)) == "p8.smoke.counter-spent"
    with_smoke = mission(MEDIUM, FOO, ours("own", (5, 5)), TARGET, options={"smoke": True})
    assert why_not(with_smoke, CallFire("target", "foo", smoke=True)) is None
    with_smoke.play(CallFire("target", "foo", smoke=True))
    assert asked(with_smoke) == "smoke"


def test_nothing_is_fired_where_there_is_no_support_fire() -> None:
    battle = dealt("8 of hearts", FOO, TARGET)
    assert asked(battle) == "action"
    assert battle.state.barrages == ()


@pytest.mark.rule("p8.support.method-choice")
def test_the_owner_chooses_the_method_or_lets_the_mission_go() -> None:
    battle = mission(
        MEDIUM,
        FOO,
        "hq uk-cmd 24,10",
        TARGET,
        planned=(NotedTarget(side="british", support="fire", at=(40, 40)),),
    )
    assert seats(battle) == ("british",)
    assert set(battle.view("british").candidates(battle.choices[0])) == {
        CALL,
        CallFire(at=(40, 40)),
        Done(),
    }
    assert why_not(battle, CallFire("target", "hq")) is None
    assert why_not(battle, CallFire("target", "foo", at=(40, 40))) == "p8.support.method-choice"
    assert why_not(battle, CallFire()) == "p8.support.method-choice"
    assert why_not(battle, CallFire("target")) == "p8.support.method-choice"
    battle.play(Done())
    assert asked(battle) == "action"
    assert under_fire(battle) == []


@pytest.mark.rule("p8.support.method-choice")
def test_ordinary_troops_do_not_direct_support_fire() -> None:
    battle = mission(MEDIUM, ours("own", (24, 10)), FOO, TARGET)
    assert why_not(battle, CallFire("target", "own")) == "p8.support.method-choice"
    assert why_not(battle, CallFire("target", "target")) == "p8.support.method-choice"
    assert why_not(battle, CallFire("target", "nobody")) == "p8.support.method-choice"


# -- pre-planned points ---------------------------------------------------------------------------


@pytest.mark.rule("p8.support.preplanned")
def test_three_points_may_be_noted_before_play_and_nobody_else_knows() -> None:
    battle = situation(
        FOO, TARGET, phase=None, dice=[32], options={"event_cards": True, "support_fire": True}
    )
    assert (asked(battle), seats(battle)) == ("plan fire", ("british",))
    assert why_not(battle, PlanFire(((1, 1), (2, 2), (3, 3), (4, 4)))) == "p8.support.preplanned"
    assert why_not(battle, PlanFire(((1, 1), (61, 2)))) == "p8.support.preplanned"
    battle.play(PlanFire(((20, 30), (10, 12.5), (3, 3))))
    assert (asked(battle), seats(battle)) == ("plan fire", ("german",))
    battle.play(Done())
    assert battle.state.phase == "action"
    assert [noted.at for noted in battle.state.planned] == [(20, 30), (10, 12.5), (3, 3)]
    known = [event.text for event in battle.view("german").events if event.kind == "plan"]
    assert known == [
        "The British may have noted targets for their batteries.",
        "The Germans may have noted targets for their batteries.",
        "Targets noted for the batteries: none.",
    ]
    assert battle.view("german").state.planned == ()
    assert b"12.5" not in battle.view("german").to_json()
    assert b"12.5" in battle.view("british").to_json()


@cases("support", "air_support", "support_fire")
def test_nobody_notes_targets_where_no_card_can_bring_support(support: str) -> None:
    wood = area("wood", box(4, 4, 8, 8))
    options = {"event_cards": False, support: True, "recce_moves": False}
    battle = situation(FOO, TARGET, phase=None, terrain=[wood], options=options)
    assert asked(battle) == "action"
    planning = situation(
        FOO, TARGET, phase=None, terrain=[wood], options={**options, "event_cards": True}
    )
    assert asked(planning).startswith("plan")


@pytest.mark.rule("p8.support.preplanned")
def test_a_planned_point_needs_no_observer() -> None:
    battle = mission(MEDIUM, ours("own", (20, 10)), TARGET, dice=[5, 5], planned=NOTED)
    assert why_not(battle, CallFire(at=(20, 30.5))) == "p8.support.preplanned"
    battle.play(CallFire(at=(20, 30)))
    assert under_fire(battle) == ["target"]
    assert "p8.support.commander-controlled" not in modifiers(battle, "shelling")


@pytest.mark.rule("p8.support.preplanned")
def test_air_targets_and_those_of_the_enemy_are_no_points_of_ours() -> None:
    battle = mission(
        MEDIUM,
        ours("own", (20, 10)),
        TARGET,
        planned=(NotedTarget(side="german", support="fire", at=(20, 30)),),
    )
    refusal = refused(battle, CallFire(at=(20, 30)))
    assert refusal.rule == "p8.support.preplanned"
    assert "no point at all" in refusal.reason


# -- who is attacked ------------------------------------------------------------------------------


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_one_attack_die_for_all_and_a_defence_die_for_each() -> None:
    battle = fired(
        FOO,
        TARGET,
        rifles("near", (21.5, 31.5), facing=180),
        rifles("far", (26, 30)),
        dice=[6, 9, 4],
    )
    assert scores(battle) == {"target": 6 + 8 - 5 - 9, "near": 6 + 8 - 5 - 4}
    assert (effects(battle)["target"], is_out(battle, "near")) == ("none", True)


@pytest.mark.rule("p8.support.affects-all-partly-inside")
@cases("x, hit", (22.6, False), (22.59, True), (22.61, False))
def test_any_overlap_counts_and_mere_contact_does_not(x: float, hit: bool) -> None:
    battle = fired(FOO, TARGET, rifles("edge", (x, 30), facing=180), dice=[5, 5, 5])
    assert ("edge" in under_fire(battle)) == hit


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_whoever_is_in_a_built_up_area_is_hit_if_the_zone_overlaps_it() -> None:
    town = area("bua", box(21.9, 28, 26, 32))
    battle = fired(FOO, TARGET, rifles("inside", (25, 30)), terrain=[town], dice=[9, 5, 5])
    assert under_fire(battle) == ["target", "inside"]
    assert modifiers(battle, "shelling")["p8.fire.mod-hard-cover-hull-down-smoke"] == 2
    next_door = area("bua", box(22.0, 28, 26, 32))
    spared = fired(FOO, TARGET, rifles("inside", (25, 30)), terrain=[next_door], dice=[9, 5])
    assert under_fire(spared) == ["target"]


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_a_gun_at_the_far_side_of_a_built_up_area_is_in_the_zone_too() -> None:
    town = area("bua", box(21.9, 28, 26, 32))
    gun = unit("gun", "ge-pak38", at=(25, 30), facing=90)
    battle = fired(FOO, TARGET, gun, terrain=[town], dice=[5, 5, 5])
    assert under_fire(battle) == ["target", "gun"]


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_passengers_share_the_fate_of_their_vehicle() -> None:
    truck = unit("target", "ge-truck", at=(20, 30))
    battle = fired(FOO, truck, "load ge-rifle-44 in target", rifles("far", (40, 40)), dice=[6, 1])
    assert under_fire(battle) == ["target"]
    assert is_out(battle, "target")
    assert is_out(battle, "load")


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_riders_on_a_tank_are_hit_like_foot() -> None:
    tank = unit("target", "ge-panther", at=(20, 30))
    battle = fired(FOO, tank, "riders ge-rifle-44 in target", dice=[6, 6])
    assert (under_fire(battle), asked(battle)) == (["riders"], "dismount")
    battle.play(next(battle.view("german").candidates(battle.choices[0])), "german")
    assert under_fire(battle) == ["riders", "target"]
    assert effects(battle) == {"riders": "suppressed", "target": "none"}
    assert element(battle, "riders").suppressed


@pytest.mark.rule("p8.support.affects-all-partly-inside", "p8.support.friendly-fire")
def test_those_in_close_combat_are_hit_friend_and_enemy() -> None:
    battle = mission(MEDIUM, FOO, TARGET, ours("own", (20, 29.2)), planned=NOTED, dice=[5, 9, 9])
    battle.play(CallFire(at=(20, 30)))
    assert sorted(under_fire(battle)) == ["own", "target"]


@pytest.mark.rule("p8.support.friendly-fire")
def test_own_troops_in_the_zone_are_attacked_like_the_enemy() -> None:
    battle = fired(FOO, TARGET, ours("own", (21.5, 28.5)), dice=[6, 9, 1])
    assert effects(battle)["own"] == "out"
    assert is_out(battle, "own")


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_commanders_are_not_protected_and_come_last() -> None:
    battle = fired(FOO, "hq ge-cmd 21.5,30", TARGET, rifles("far", (40, 40)), dice=[6, 9, 1])
    assert under_fire(battle) == ["target", "hq"]
    assert asked(battle) == "commander"


# -- what modifies it -----------------------------------------------------------------------------

DUG_IN = "p8.fire.mod-hard-cover-hull-down-smoke"
SOFT = "p8.fire.mod-soft-cover"


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_the_worked_case_of_dug_in_infantry() -> None:
    battle = fired(FOO, rifles("target", (20, 30), dug_in=True), dice=[6, 6])
    assert scores(battle) == {"target": 1}
    assert effects(battle) == {"target": "fall-back"}
    assert element(battle, "target").suppressed
    assert place(battle, "target") == (20, 30)


@pytest.mark.rule("p8.support.only-cover-modifies")
@cases(
    "terrain, added",
    ([], {}),
    ([area("wood", box(18, 29, 22, 33))], {}),
    ([area("orchard", box(18, 29, 22, 33))], {}),
    ([area("high-crops", box(18, 29, 22, 33))], {}),
    ([line("hedge", (15, 29.6), (25, 29.6))], {}),
    ([line("wall", (15, 29.6), (25, 29.6))], {}),
    ([area("shell-holes", box(18, 28, 22, 32))], {SOFT: 1}),
    ([area("bua", box(18, 28, 22, 32), "wood", "wooden")], {SOFT: 1}),
    ([area("bua", box(18, 28, 22, 32), "stone")], {DUG_IN: 2}),
    ([area("bua", box(18, 28, 22, 32), "ruins", "wooden", "ruined")], {DUG_IN: 2}),
)
def test_only_cover_against_shells_counts(terrain: list[Any], added: dict[str, int]) -> None:
    battle = fired(FOO, TARGET, terrain=terrain, dice=[5, 5])
    found = modifiers(battle, "shelling")
    assert {rule: found[rule] for rule in (SOFT, DUG_IN) if rule in found} == added


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_quality_range_smoke_and_the_lee_of_a_tank_count_for_nothing() -> None:
    battle = fired(
        "foo uk-foo 20,10 elite",
        rifles("target", (20, 30), facing=180, quality="elite"),
        "tank ge-panther 20,28.6 S",
        screens=[smoke(20, 30, side="german")],
        dice=[5, 5],
    )
    assert set(modifiers(battle, "shelling")) <= {"p8.support.levels", "p8.fire.attack-roll"}
    assert scores(battle)["target"] == 5 + 8 - 5 - 5


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_mounted_armoured_infantry_has_hard_cover() -> None:
    battle = fired(FOO, "target ge-pzgren-44 20,30", dice=[5, 5])
    assert modifiers(battle, "shelling")[DUG_IN] == 2


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_nobody_falls_back_and_the_suppressed_suffer_nothing_by_such_a_result() -> None:
    battle = fired(FOO, rifles("target", (20, 30), suppressed=True), dice=[4, 5])
    assert effects(battle) == {"target": "fall-back"}
    assert element(battle, "target").suppressed
    again = fired(FOO, rifles("target", (20, 30), suppressed=True), dice=[6, 6])
    assert effects(again) == {"target": "suppressed"}
    assert is_out(again, "target")


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_a_shortage_of_ammunition_costs_one() -> None:
    state = mission(MEDIUM, FOO, TARGET).state.copy()
    change(state, short=(("british", "p8.card.ace-ammo-shortage"),))
    guns = Battery(side="british", level="Medium Artillery", at=(20, 30))
    salvo = strike_at(state, guns, state.pieces["target"])
    assert isinstance(salvo, Salvo)
    assert salvo.tallies[0].total == 7


@pytest.mark.rule("p8.support.ap-asterisk-on-armour")
@cases(
    "sheet, hurt",
    ("ge-pz1", True),  # Def 1
    ("ge-pz2", True),  # Def 2
    ("ge-pz38t", False),  # Def 3
    ("ge-wirbelwind", True),  # Def 3, open-topped
    ("ge-panther", False),
)
def test_shells_hurt_light_and_open_topped_armour_only(sheet: str, hurt: bool) -> None:
    battle = fired(
        FOO, unit("target", sheet, "german", at=(20, 30)), dice=[10, 1] if hurt else [10]
    )
    assert ("score" in last(battle, "shelling").data) == hurt
    if hurt:
        assert modifiers(battle, "shelling")["p8.support.levels"] == 1
        assert is_out(battle, "target")
    else:
        assert not element(battle, "target").suppressed


@pytest.mark.rule("p8.support.ap-asterisk-on-armour")
def test_on_armour_the_ap_column_of_the_results_counts() -> None:
    battle = fired(FOO, "target ge-pz2 20,30", dice=[8, 5])
    assert scores(battle) == {"target": 8 + 1 - 2 - 5}
    assert effects(battle) == {"target": "none"}


@pytest.mark.rule("p8.support.levels")
def test_rockets_use_the_armour_of_heavy_tanks_against_them() -> None:
    battle = fired(
        FOO, "target ge-tiger1 20,30", card=HEAVY, options={"rockets": "UK"}, dice=[8, 5]
    )
    assert modifiers(battle, "shelling")["p8.support.levels"] == 7
    assert effects(battle) == {"target": "suppressed"}


# -- drift ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.support.drift-on-one")
def test_after_a_one_the_opponent_shifts_the_zone_by_six_and_the_die_is_thrown_again() -> None:
    battle = fired(FOO, TARGET, ours("own", (26, 30)), dice=[1, 6, 1])
    assert (asked(battle), seats(battle)) == ("drift", ("german",))
    battle.play(Shift(90))
    assert under_fire(battle) == ["own"]
    assert scores(battle) == {"own": 6 + 8 - 5 - 1}
    assert battle.state.barrages[0].at == (26, 30)


@pytest.mark.rule("p8.support.drift-on-one")
def test_the_zone_goes_exactly_six_whichever_way() -> None:
    battle = fired(FOO, TARGET, dice=[1, 6])
    battle.play(Shift(405))
    x, y = battle.state.barrages[0].at
    assert (x, y) == pytest.approx((20 + 6 / 2**0.5, 30 + 6 / 2**0.5), abs=1e-4)
    assert under_fire(battle) == []


@pytest.mark.rule("p8.support.drift-on-one")
def test_the_opponent_may_leave_it_and_then_the_one_stands() -> None:
    battle = fired(FOO, TARGET, dice=[1, 1])
    battle.play(Done())
    assert scores(battle) == {"target": 1 + 8 - 5 - 1}
    assert battle.state.barrages[0].at == (20, 30)


@pytest.mark.rule("p8.support.drift-on-one")
def test_a_second_one_stands() -> None:
    battle = fired(FOO, TARGET, ours("own", (26, 30)), dice=[1, 1, 1])
    battle.play(Shift(90))
    assert scores(battle) == {"own": 1 + 8 - 5 - 1}
    assert asked(battle) == "action"


@pytest.mark.rule("p8.support.drift-on-one")
def test_defence_dice_are_thrown_after_the_shift() -> None:
    battle = fired(FOO, TARGET, dice=[1, 7, 5])
    assert told(battle, "shelling") == []
    battle.play(Done())
    assert scores(battle) == {"target": 1 + 8 - 5 - 7}


@pytest.mark.rule("p8.support.preplanned")
@pytest.mark.parametrize(
    ("edge", "beyond"),
    [
        ((0, 20), (-0.01, 20)),
        ((60, 20), (60.01, 20)),
        ((20, 0), (20, -0.01)),
        ((20, 48), (20, 48.01)),
    ],
)
def test_a_point_may_be_noted_on_the_very_edge_of_the_table(edge: Point, beyond: Point) -> None:
    battle = situation(FOO, TARGET, phase=None, options={"event_cards": True, "support_fire": True})
    assert refused(battle, PlanFire((beyond,))).rule == "p8.support.preplanned"
    battle.play(PlanFire((edge,)))
    assert [noted.at for noted in battle.state.planned] == [edge]
