"""Section 5.1: direct fire, from the dice to the result."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import get_args

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Fired
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import effect_odds, odds_of
from sandtable.rulebooks.panzer8.state.tables import EFFECTS
from tests.panzer8.kit import *

NO_FIELD_OR_SIGHT = "p8.fire.needs-field-of-fire-and-los"

# -- results --------------------------------------------------------------------------------------


RESULTS = {
    "none": "p8.fire.result-none",
    "fall-back": "p8.fire.result-fall-back",
    "suppressed": "p8.fire.result-suppressed",
    "out": "p8.fire.result-out-of-action",
}


@pytest.mark.rule("p8.fire.attack-roll", *RESULTS.values())
@cases(
    "fired, dice, result",
    ("HE/SA", (1, 10), "none"),
    ("HE/SA", (5, 5), "none"),
    ("HE/SA", (6, 5), "fall-back"),
    ("HE/SA", (7, 5), "fall-back"),
    ("HE/SA", (8, 5), "suppressed"),
    ("HE/SA", (9, 5), "suppressed"),
    ("HE/SA", (10, 5), "out"),
    ("HE/SA", (10, 1), "out"),
    ("AP", (6, 6), "none"),
    ("AP", (7, 6), "none"),
    ("AP", (8, 6), "none"),
    ("AP", (9, 6), "suppressed"),
    ("AP", (10, 6), "suppressed"),
    ("AP", (10, 5), "out"),
)
def test_the_difference_decides(fired: str, dice: tuple[int, int], result: str) -> None:
    # 5 against Def 5, or AP 4 against Def 4, beyond 4 and within half range.
    ap = ("uk-a13", "ge-pz3-50", 10.0)
    battle = face_to_face(
        *(("uk-rifle-40", "ge-rifle-40", 6.0) if fired != "AP" else ap), dice=dice
    )
    before = element(battle, "target")
    event = fire(battle)
    assert (score(battle), effect(battle)) == (dice[0] - dice[1], result)
    assert (RESULTS[result] in event.rules) or result == "fall-back"
    assert is_out(battle, "target") is (result == "out")
    assert (asked(battle) == "fall back") is (result == "fall-back")
    if result == "none":
        assert element(battle, "target") == before


@pytest.mark.rule("p8.fire.result-suppressed", "p8.fire.mod-soft-cover")
def test_nine_against_five_in_soft_cover_suppresses() -> None:
    battle = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 6.0, terrain=[area("wood", box(10, 11, 30, 20))], dice=[9, 5]
    )
    fire(battle)
    assert [tally.total for tally in last(battle, "fire").tallies] == [5, 6]
    assert (score(battle), effect(battle)) == (3, "suppressed")
    assert element(battle, "target").suppressed


@pytest.mark.rule("p8.fire.result-suppressed")
def test_a_second_suppression_takes_the_target_out() -> None:
    battle = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 6.0, target={"suppressed": True}, dice=[9, 5]
    )
    fire(battle)
    assert effect(battle) == "suppressed"
    assert is_out(battle, "target")


# -- what is fired --------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.hesa-against-unarmoured", "p8.fire.ap-against-armoured")
@cases(
    "firer, fired, value, reach, sheets",
    (
        "uk-sherman-75",
        "HE/SA",
        6,
        40,
        "ge-rifle-40 ge-pak40 ge-lorry ge-cav ge-mc ge-pzgren-44 ge-cmd",
    ),
    ("uk-firefly", "AP", 8, 60, "ge-pz4-long ge-222 ge-stug-g ge-apc ge-wespe"),
    ids=["HE at the unarmoured", "AP at the armoured"],
)
def test_what_is_fired_goes_by_the_armour_of_the_target(
    firer: str, fired: str, value: int, reach: float, sheets: str
) -> None:
    for sheet in sheets.split():
        aimed = shot(face_to_face(firer, sheet, 8.0))
        assert (aimed.fired, aimed.value, aimed.reach) == (fired, value, reach), sheet
        assert value in firer_adds(aimed).values()


@pytest.mark.rule("p8.fire.ap-against-armoured", "p8.fire.hesa-against-unarmoured")
@cases(
    "sheet, at_sheet, rule",
    ("uk-rifle-40", "ge-pz2", "p8.fire.ap-against-armoured"),
    ("uk-2pdr", "ge-rifle-40", "p8.fire.hesa-against-unarmoured"),
)
def test_nobody_fires_without_a_value_for_it(sheet: str, at_sheet: str, rule: str) -> None:
    assert refused(face_to_face(sheet, at_sheet, 2.0), FIRE).rule == rule


@pytest.mark.rule("p8.fire.ap-asterisk", "p8.sheet.flag-ot")
@cases(
    "sheet, flags, defence, allowed",
    ("ge-pz1", [], 1, True),
    ("ge-pz2", [], 2, True),
    ("ge-pz38t", [], 3, False),
    ("ge-pz38t", ["OT"], 3, True),  # by the scenario
    ("ge-wirbelwind", [], 3, True),  # open-topped
    ("ge-tiger1", [], 7, False),
    ("ge-tiger2", ["OT"], 9, True),
)
def test_asterisk_ap_hurts_def_2_or_less_and_open_tops(
    sheet: str, flags: list[str], defence: int, allowed: bool
) -> None:
    battle = face_to_face("uk-rifle-atr-40", sheet, 6.0, target={"flags": flags}, dice=[5, 5])
    assert battle.state.sheet(element(battle, "target")).defence == defence
    assert why_not(battle, FIRE) == (None if allowed else "p8.fire.ap-asterisk")
    if allowed:
        assert counts(battle)["p8.fire.ap-against-armoured"] == 1
    else:
        assert battle.view("british").odds(FIRE) is None


@pytest.mark.rule("p8.fire.ap-plus")
@cases("quality", None, "elite", "poor")
@cases(
    "sheet, value",
    ("ge-tiger1", 7),
    ("ge-tiger2", 9),
    ("ge-pz3-50", 4),
    ("ge-pz2", 4),
    ("ge-pz4-long", 5),
)
def test_plus_ap_takes_the_printed_def_of_the_target_if_that_is_higher(
    sheet: str, value: int, quality: str | None
) -> None:
    battle = face_to_face("uk-rifle-44", sheet, 3.0, target={"quality": quality}, dice=[5, 5])
    graded = {None: 0, "elite": 1, "poor": -1}[quality]
    assert counts(battle).get("p8.fire.mod-target-quality", 0) == graded
    assert last(battle, "fire").tallies[0].total == value


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


@pytest.mark.rule("p8.sheet.calibration")
@cases("gap, out", (4.01, True), (30.0, True), (30.01, False))
def test_a_panther_kills_a_sherman_with_7_against_5_within_half_range(
    gap: float, out: bool
) -> None:
    battle = face_to_face(
        "ge-panther", "uk-sherman-75", gap, sides=("german", "british"), dice=[7, 5]
    )
    counts(battle)
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
