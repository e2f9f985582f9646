"""Section 5.1: direct fire, from the dice to the result."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Fired
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import effect_odds, odds_of
from sandtable.rulebooks.panzer8.state.tables import EFFECTS
from tests.panzer8.kit import *

NO_FIELD_OR_SIGHT = "p8.fire.needs-field-of-fire-and-los"

# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.attack-roll")
@pytest.mark.parametrize(
    ("dice", "difference", "result"),
    [
        ((1, 10), -9, "none"),
        ((5, 5), 0, "none"),
        ((6, 5), 1, "fall-back"),
        ((7, 5), 2, "fall-back"),
        ((8, 5), 3, "suppressed"),
        ((9, 5), 4, "suppressed"),
        ((10, 5), 5, "out"),
        ((10, 1), 9, "out"),
    ],
)
def test_the_difference_decides_what_he_and_small_arms_do(
    dice: tuple[int, int], difference: int, result: str
) -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=dice)
    fire(battle)
    assert (score(battle), effect(battle)) == (difference, result)


@pytest.mark.rule("p8.fire.attack-roll")
@pytest.mark.parametrize(
    ("dice", "difference", "result"),
    [
        ((6, 6), 0, "none"),
        ((7, 6), 1, "none"),
        ((8, 6), 2, "none"),
        ((9, 6), 3, "suppressed"),
        ((10, 6), 4, "suppressed"),
        ((10, 5), 5, "out"),
    ],
)
def test_the_difference_decides_what_ap_does(
    dice: tuple[int, int], difference: int, result: str
) -> None:
    # AP 4 against Def 4, beyond 4 and within half range.
    battle = face_to_face("uk-a13", "ge-pz3-50", 10.0, dice=dice)
    fire(battle)
    assert (score(battle), effect(battle)) == (difference, result)


@pytest.mark.rule("p8.fire.result-none")
def test_a_difference_of_0_has_no_effect() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[4, 4])
    before = element(battle, "target")
    told = fire(battle)
    assert "p8.fire.result-none" in told.rules
    assert element(battle, "target") == before


@pytest.mark.rule("p8.fire.result-fall-back")
def test_ap_2_over_has_no_effect_and_he_2_over_drives_back() -> None:
    battle = face_to_face("uk-a13", "ge-pz3-50", 10.0, dice=[8, 6])
    fire(battle)
    assert (score(battle), effect(battle)) == (2, "none")
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[8, 6])
    fire(battle)
    assert (score(battle), effect(battle)) == (2, "fall-back")
    assert asked(battle) == "fall back"


@pytest.mark.rule("p8.fire.result-suppressed", "p8.fire.mod-soft-cover")
def test_nine_against_five_in_soft_cover_suppresses() -> None:
    battle = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 6.0, terrain=[area("wood", box(10, 11, 30, 20))], dice=[9, 5]
    )
    fire(battle)
    assert [tally.total for tally in last(battle, "fire").tallies] == [5, 6]
    assert (score(battle), effect(battle)) == (3, "suppressed")
    assert element(battle, "target").suppressed


@pytest.mark.rule("p8.fire.result-out-of-action")
def test_five_over_takes_the_target_out() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[10, 5])
    fire(battle)
    assert effect(battle) == "out"
    assert is_out(battle, "target")


@pytest.mark.rule("p8.fire.result-suppressed")
def test_a_second_suppression_takes_the_target_out() -> None:
    battle = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 6.0, target={"suppressed": True}, dice=[9, 5]
    )
    fire(battle)
    assert effect(battle) == "suppressed"
    assert is_out(battle, "target")


# -- what is fired --------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.hesa-against-unarmoured")
@pytest.mark.parametrize(
    "sheet", ["ge-rifle-40", "ge-pak40", "ge-lorry", "ge-cav", "ge-mc", "ge-pzgren-44", "ge-cmd"]
)
def test_he_is_used_against_the_unarmoured(sheet: str) -> None:
    aimed = shot(face_to_face("uk-sherman-75", sheet, 8.0))
    assert (aimed.fired, aimed.value, aimed.reach) == ("HE/SA", 6, 40)
    assert firer_adds(aimed)["p8.fire.hesa-against-unarmoured"] == 6


@pytest.mark.rule("p8.fire.ap-against-armoured")
@pytest.mark.parametrize("sheet", ["ge-pz4-long", "ge-222", "ge-stug-g", "ge-apc", "ge-wespe"])
def test_ap_is_used_against_the_armoured(sheet: str) -> None:
    aimed = shot(face_to_face("uk-firefly", sheet, 8.0))
    assert (aimed.fired, aimed.value, aimed.reach) == ("AP", 8, 60)
    assert firer_adds(aimed)["p8.fire.ap-against-armoured"] == 8


@pytest.mark.rule("p8.fire.ap-against-armoured")
def test_without_ap_value_nobody_fires_at_armour() -> None:
    battle = face_to_face("uk-rifle-40", "ge-pz2", 2.0)
    assert refused(battle, Fire("firer", "target")).rule == "p8.fire.ap-against-armoured"


@pytest.mark.rule("p8.fire.hesa-against-unarmoured")
def test_without_he_value_nobody_fires_at_the_unarmoured() -> None:
    battle = face_to_face("uk-2pdr", "ge-rifle-40", 2.0)
    assert refused(battle, Fire("firer", "target")).rule == "p8.fire.hesa-against-unarmoured"


@pytest.mark.rule("p8.fire.ap-asterisk", "p8.sheet.flag-ot")
@pytest.mark.parametrize(
    ("sheet", "defence", "allowed"),
    [
        ("ge-pz1", 1, True),
        ("ge-pz2", 2, True),
        ("ge-pz38t", 3, False),
        ("ge-wirbelwind", 3, True),  # open-topped
        ("ge-tiger1", 7, False),
    ],
)
def test_asterisk_ap_hurts_def_2_or_less_and_open_tops(
    sheet: str, defence: int, allowed: bool
) -> None:
    battle = face_to_face("uk-rifle-atr-40", sheet, 6.0)
    assert battle.state.sheet(element(battle, "target")).defence == defence
    assert barred(battle) == (None if allowed else "p8.fire.ap-asterisk")


@pytest.mark.rule("p8.fire.ap-asterisk", "p8.sheet.flag-ot")
def test_a_scenario_can_open_the_top_of_a_tank() -> None:
    battle = face_to_face("uk-rifle-atr-40", "ge-pz38t", 6.0, target={"flags": ["OT"]})
    assert shot(battle).value == 1


@pytest.mark.rule("p8.fire.ap-plus")
@pytest.mark.parametrize(
    ("sheet", "value"),
    [("ge-tiger1", 7), ("ge-tiger2", 9), ("ge-pz3-50", 4), ("ge-pz2", 4), ("ge-pz4-long", 5)],
)
def test_plus_ap_takes_the_targets_def_if_that_is_higher(sheet: str, value: int) -> None:
    aimed = shot(face_to_face("uk-rifle-44", sheet, 2.0))
    assert aimed.value == value


@pytest.mark.rule("p8.fire.ap-plus")
def test_plus_ap_takes_the_printed_def_without_quality() -> None:
    aimed = shot(face_to_face("uk-rifle-44", "ge-tiger1", 2.0, target={"quality": "elite"}))
    assert aimed.value == 7
    assert target_adds(aimed)["p8.fire.mod-target-quality"] == 1


# -- odds -----------------------------------------------------------------------------------------


def by_hand(margin: int, fired: str) -> dict[str, Fraction]:
    """All hundred pairs of dice, by the book's table."""
    counts = dict.fromkeys(EFFECTS, 0)
    for mine, theirs in product(range(1, 11), repeat=2):
        difference = margin + mine - theirs
        if difference >= 5:
            counts["out"] += 1
        elif difference >= 3:
            counts["suppressed"] += 1
        elif difference >= 1 and fired == "HE/SA":
            counts["fall-back"] += 1
        else:
            counts["none"] += 1
    return {effect: Fraction(count, 100) for effect, count in counts.items()}


@pytest.mark.parametrize("fired", get_args(Fired))
@pytest.mark.parametrize("margin", range(-12, 13))
def test_the_odds_are_those_of_all_hundred_pairs_of_dice(margin: int, fired: Fired) -> None:
    found = effect_odds(margin, fired)
    assert {e: found[e] for e in EFFECTS} == by_hand(margin, fired)


@pytest.mark.rule("p8.fire.attack-roll")
def test_play_gives_what_the_odds_promise_for_every_pair_of_dice() -> None:
    before = face_to_face("uk-rifle-40", "ge-rifle-40", 3.0)
    promised = odds_of(before.state, shot(before))
    seen: dict[str, Fraction] = dict.fromkeys(EFFECTS, Fraction(0))
    for pair in product(range(1, 11), repeat=2):
        battle = face_to_face("uk-rifle-40", "ge-rifle-40", 3.0, dice=pair)
        fire(battle)
        seen[effect(battle)] += Fraction(1, 100)
    assert dict(promised.outcomes) == seen


# -- the referee ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.result-suppressed")
def test_a_referee_can_overrule_the_result_of_a_shot() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[10, 1] * 3, referee=True)
    fire(battle)
    assert is_out(battle, "target")
    battle.overrule({"fire": "suppressed"})
    assert effect(battle) == "suppressed"
    assert element(battle, "target").suppressed
    with pytest.raises(Refusal):
        battle.overrule({"rally": "out"})


FIRE = Fire("firer", "target")


def counted(battle: P8Battle) -> dict[str, int]:
    """Fire, and what counted by rule; the odds shown beforehand counted the same."""
    odds = battle.view(battle.choices[0].seats[0]).odds(FIRE)
    assert odds is not None
    shown = {one.rule: one.value for tally in odds.tallies for one in tally.modifiers}
    battle.play(FIRE)
    event = last(battle, "fire")
    rolled = [roll.total for roll in event.rolls]
    totals = [tally.total for tally in event.tallies]
    assert score(battle) == rolled[0] + totals[0] - rolled[1] - totals[1]
    assert odds.chance(effect(battle)) > 0
    assert modifiers(battle) == shown
    return shown


@pytest.mark.rule("p8.fire.ap-asterisk")
@pytest.mark.parametrize(
    ("sheet", "flags", "rule"),
    [
        ("ge-pz38t", ["OT"], None),
        ("ge-pz38t", [], "p8.fire.ap-asterisk"),
        ("ge-wirbelwind", [], None),
        ("ge-pz2", [], None),
        ("ge-tiger2", ["OT"], None),
    ],
)
def test_an_asterisk_needs_def_2_or_an_open_top(
    sheet: str, flags: list[str], rule: str | None
) -> None:
    battle = face_to_face("uk-rifle-atr-40", sheet, 6.0, target={"flags": flags}, dice=[5, 5])
    assert why_not(battle, FIRE) == rule
    if rule is None:
        assert counted(battle)["p8.fire.ap-against-armoured"] == 1
    else:
        assert battle.view("british").odds(FIRE) is None


@pytest.mark.rule("p8.fire.ap-plus")
@pytest.mark.parametrize(("sheet", "value"), [("ge-tiger1", 7), ("ge-pz2", 4)])
@pytest.mark.parametrize("status", [{}, {"quality": "elite"}, {"quality": "poor"}])
def test_4_plus_counts_7_against_def_7_and_4_against_def_2(
    sheet: str, value: int, status: dict[str, Any]
) -> None:
    battle = face_to_face("uk-rifle-44", sheet, 3.0, target=status, dice=[5, 5])
    counted(battle)
    assert last(battle, "fire").tallies[0].total == value


@pytest.mark.rule("p8.sheet.calibration")
@pytest.mark.parametrize(("gap", "out"), [(4.01, True), (30.0, True), (30.01, False)])
def test_a_panther_kills_a_sherman_with_7_against_5_within_half_range(
    gap: float, out: bool
) -> None:
    battle = face_to_face(
        "ge-panther", "uk-sherman-75", gap, sides=("german", "british"), dice=[7, 5]
    )
    counted(battle)
    assert is_out(battle, "target") is out


MOVED = "p8.fire.mod-firer-moved"

# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.secondary-guns", "p8.movefire.nmf-may-rotate-and-fire", MOVED)
def test_a_char_b1_that_turns_in_place_fires_its_hull_gun_too() -> None:
    battle = situation("b1 fr-b1 20,10; target ge-pz3-50 30,10 W", dice=[5, 5, 5, 5])
    play(battle, MoveAndFire("b1", (), 90.0))
    nobody_reacts(battle)
    play(battle, Fire("b1", "target", ("target",)))
    shots = told(battle, "fire")
    assert [MOVED in event.rules for event in shots] == [True, True]
    # 5 + 4 against 5 + 4 + 1, then 5 + 3 against that and 1 for the range over 8.
    assert [event.data["score"] for event in shots] == [-1, -3]
