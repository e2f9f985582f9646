"""Section 6.2: tank overruns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import locked

WHEN = "p8.overrun.when"

OPEN = "p8.overrun.open-terrain-only"

NOT_MELEE = "p8.overrun.contact-is-not-hand-to-hand"

OVERRUN = Overrun("tank", "foot")


def contact(
    sheet: str = "uk-cromwell", at_sheet: str = "ge-rifle-44", *others: Placed, **rest: Any
) -> P8Battle:
    """A British tank that has charged, in front contact as their Close Combat Phase begins."""
    return locked(("tank", sheet), ("foot", at_sheet), *others, **rest)


def totals(battle: P8Battle) -> list[int]:
    return [tally.total for tally in last(battle, "overrun").tallies]


# -- who overruns whom ----------------------------------------------------------------------------


@pytest.mark.rule(WHEN, "p8.overrun.tanks-only")
@cases("sheet, allowed", ("uk-cromwell", True), ("us-m10", False), ("uk-daimler", False))
def test_only_tanks_overrun(sheet: str, allowed: bool) -> None:
    battle = contact(sheet)
    assert (asked(battle) == "close combat") == allowed


@pytest.mark.rule("p8.overrun.tanks-only")
def test_another_armoured_vehicle_is_refused() -> None:
    other = unit("other", "us-m10", "british", at=(30, 10))
    enemy = unit("enemy", "ge-rifle-44", at=(30, 11.2), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", other, enemy)
    assert why_not(battle, Overrun("other", "enemy")) == "p8.overrun.tanks-only"


@pytest.mark.rule(WHEN)
def test_the_front_edge_must_touch_and_the_tank_be_unsuppressed() -> None:
    beside = unit("beside", "ge-rifle-44", at=(21.2, 10), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", beside)
    assert why_not(battle, OVERRUN) is None
    assert why_not(battle, Overrun("tank", "beside")) == WHEN
    other = unit("other", "uk-cromwell", at=(30, 10), suppressed=True)
    enemy = unit("enemy", "ge-rifle-44", at=(30, 11.2), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", other, enemy)
    assert why_not(battle, Overrun("other", "enemy")) == WHEN


@pytest.mark.rule(WHEN)
@cases("gap, touches", (0.05, True), (0.06, False))
def test_contact_is_a_twentieth_of_an_inch(gap: float, touches: bool) -> None:
    assert (asked(contact(gap=gap)) == "close combat") == touches


@pytest.mark.rule(WHEN)
def test_a_tank_overruns_across_a_hedge_that_both_touch() -> None:
    battle = contact(gap=0.08, terrain="hedge from 0,10.84 to 40,10.84", dice=[5, 5])
    battle.play(OVERRUN)
    assert totals(battle) == [8, 5]


@pytest.mark.rule("p8.overrun.motorcycles-are-vehicles")
@cases(
    "sheet, allowed",
    ("ge-mc", False),
    ("ge-pzgren-44", False),
    ("ge-truck", False),
    ("ge-cav", True),
)
def test_vehicles_motorcycles_and_armoured_infantry_are_not_overrun(
    sheet: str, allowed: bool
) -> None:
    enemy = unit("enemy", "ge-rifle-44", at=(30, 11.2), facing=180)
    other = unit("other", "uk-cromwell", at=(30, 10))
    battle = contact("uk-cromwell", sheet, other, enemy)
    rule = None if allowed else "p8.overrun.motorcycles-are-vehicles"
    assert why_not(battle, OVERRUN) == rule


@pytest.mark.rule(OPEN)
@cases(
    "terrain, allowed",
    ("field", True),
    ("high-crops", True),
    ("wood", False),
    ("orchard", False),
    ("rough", False),
    ("fortification", False),
)
def test_overruns_happen_in_the_open_and_in_fields(terrain: str, allowed: bool) -> None:
    enemy = unit("enemy", "ge-rifle-44", at=(30, 11.2), facing=180)
    other = unit("other", "uk-cromwell", at=(30, 10))
    ground = [area(terrain, box(15, 10.9, 25, 14))]
    battle = contact("uk-cromwell", "ge-rifle-44", other, enemy, terrain=ground)
    assert why_not(battle, OVERRUN) == (None if allowed else OPEN)


# -- the dice -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.overrun.attacker-8", "p8.overrun.defender-total")
def test_the_tank_counts_8_and_its_quality_whatever_its_gun() -> None:
    for sheet in ("uk-cromwell", "uk-crocodile"):
        battle = contact(sheet, mine={"quality": "elite"}, dice=[5, 5])
        battle.play(OVERRUN)
        assert totals(battle) == [9, 5]


@pytest.mark.rule("p8.overrun.defender-total")
@cases(
    "sheet, theirs, total",
    ("ge-rifle-44", {}, 5),
    ("ge-eng", {}, 5),
    ("ge-eng-flame", {}, 5),
    ("ge-mg", {}, 4),
    ("ge-cmd", {}, 4),
    ("ge-rifle-44", {"dug_in": True}, 5),
    ("ge-rifle-44", {"quality": "poor"}, 4),
)
def test_cover_and_engineers_add_nothing(sheet: str, theirs: Any, total: int) -> None:
    battle = contact("uk-cromwell", sheet, theirs=theirs, dice=[5, 5])
    battle.play(OVERRUN)
    assert totals(battle) == [8, total]


@pytest.mark.rule("p8.overrun.defender-total", "p8.overrun.attacker-8")
def test_only_the_defender_is_helped_by_a_commander_who_shares_the_result() -> None:
    bosses = (
        unit("ours", "uk-cmd", at=(22, 9)),
        unit("theirs", "ge-cmd", at=(22, 12)),
    )
    battle = contact("uk-cromwell", "ge-rifle-44", *bosses, dice=[6, 5])
    battle.play(OVERRUN)
    assert battle.choices[0].seats == ("german",)
    battle.play(Commit("theirs", "foot"))
    assert totals(battle) == [8, 6]
    assert element(battle, "foot").suppressed
    assert element(battle, "theirs").suppressed


@pytest.mark.rule("p8.overrun.result-table")
def test_the_odds_of_an_overrun_are_exact() -> None:
    odds = RULEBOOK.odds(contact().state, OVERRUN)
    assert odds is not None
    # 3 more than the defender: a pair of dice not 2 apart the wrong way puts it out of action.
    wins = sum(a + 3 - d >= 5 for a in range(1, 11) for d in range(1, 11))
    assert odds.chance("defender out") == Fraction(wins, 100)


# -- what the contact is --------------------------------------------------------------------------


@pytest.mark.rule(NOT_MELEE)
def test_a_tank_that_charged_must_overrun_and_one_that_was_there_may() -> None:
    assert why_not(contact(), Done()) == NOT_MELEE
    battle = contact(mine={"charged": False})
    assert why_not(battle, Done()) is None
    battle.play(Done())
    assert not told(battle, "overrun")


@pytest.mark.rule(NOT_MELEE)
def test_both_fire_are_fired_at_and_move_away() -> None:
    battle = contact(mine={"charged": False}, phase="action")
    assert barred(battle, "tank", "foot") is None
    assert barred(battle, "foot", "tank") is None
    assert why_not(battle, Fire("tank", "foot")) is None
    assert why_not(battle, Move("tank", ((20, 8),), bearing="backward")) is None


@pytest.mark.rule(NOT_MELEE)
def test_an_overrun_is_not_pooled_with_infantry_against_the_same_defender() -> None:
    infantry = unit("infantry", "uk-rifle-44", at=(20, 12.0), facing=180, charged=True)
    battle = contact("uk-cromwell", "ge-rifle-44", infantry, dice=[5, 5, 9, 5])
    assert why_not(battle, Fight(("infantry", "tank"), "foot")) == "p8.melee.phase-scope"
    battle.play(Fight(("infantry",), "foot"))
    assert last(battle, "melee").data["scores"] == [0]


@pytest.mark.rule("p8.melee.riders-and-passengers-out")
def test_riders_stay_on_a_tank_that_charges_and_take_no_part() -> None:
    battle = situation(
        "tank ge-tiger1 20,10; riders ge-rifle-44 20,10 in tank",
        "foot uk-rifle-44 20,13 S suppressed",
        dice=[9, 5],
    )
    battle.play(Charge("tank", "foot"))
    while asked(battle) == "action":
        battle.play(Done())
    battle.play(OVERRUN)
    assert last(battle, "overrun").pieces == ("tank", "foot")
    assert is_out(battle, "foot")
    assert element(battle, "riders").carried_by == "tank"
    assert element(battle, "riders").y == element(battle, "tank").y == 13


CHARGE_ONLY = "p8.move.no-contact-without-charge"

# -- a tank at a hedge (5.4, 6.2) -----------------------------------------------------------------


def at_the_hedge(
    tank: str = "ge-pz3-50", at: tuple[float, float] = (20, 5), facing: float = 0.0
) -> P8Battle:
    """A tank, and to the north a British section that stands right behind a hedge."""
    return situation(
        unit("tank", tank, "german", at=at, facing=facing),
        "x uk-rifle-40 20,10.8 S",
        terrain="hedge from 0,10.36 to 40,10.36",
    )


UP_TO_IT = ((20.0, 9.52),)
"""Here the front of a tank is 0.04 from the hedge, and 0.08 from the section behind it."""


@pytest.mark.rule(CHARGE_ONLY, "p8.overrun.when")
def test_a_tank_comes_up_to_troops_across_a_hedge_by_a_charge_only() -> None:
    assert why_not(at_the_hedge(), Move("tank", UP_TO_IT)) == CHARGE_ONLY
    assert why_not(at_the_hedge(at=(20, 7)), MoveAndFire("tank", UP_TO_IT)) == CHARGE_ONLY
    assert why_not(at_the_hedge(), Charge("tank", "x")) is None


@pytest.mark.rule(CHARGE_ONLY, "p8.overrun.tanks-only")
def test_whoever_cannot_overrun_drives_up_to_a_hedge_as_it_likes() -> None:
    assert why_not(at_the_hedge("ge-stug-g"), Move("tank", UP_TO_IT)) is None
    # Side-on it faces along the hedge, not the section beyond it.
    along_it = at_the_hedge(at=(12, 9.72), facing=90.0)
    assert why_not(along_it, Move("tank", ((20.0, 9.72),))) is None


# -- overruns on bridges and in fords (6.2) -------------------------------------------------------


@pytest.mark.rule("p8.overrun.open-terrain-only", "p8.terrain.ford-is-open")
@cases("crossing", "bridge", "ford")
def test_troops_on_a_bridge_or_in_a_ford_can_be_overrun(crossing: str) -> None:
    battle = situation(
        "tank ge-pz3-50 20,5; x uk-rifle-40 20,10.5 S",
        terrain=[area("river", box(0, 9, 60, 12)), area(crossing, box(19, 8, 21, 13))],
    )
    assert why_not(battle, Charge("tank", "x")) is None


@pytest.mark.rule("p8.overrun.result-table", OPEN)
@cases("dice, effect", ((3, 10), "suppressed"), ((4, 10), "fall-back"))
def test_a_tank_charges_a_dug_in_pak_in_a_field(dice: tuple[int, int], effect: str) -> None:
    battle = situation(
        "tank uk-sherman-75 20,10; pak ge-pak38 20,16 dug-in; mate uk-rifle-44 50,5",
        terrain="field 15,12 to 25,25",
        dice=dice,
    )
    let_pass(battle, Charge("tank", "pak"))
    play(battle, Done(), Overrun("tank", "pak"))
    assert last(battle, "overrun").data["scores"] == [dice[0] + 8 - dice[1] - 4]
    assert last(battle, "overrun").data["effects"] == [f"attacker {effect}"]
    assert element(battle, "tank").suppressed is (effect == "suppressed")
    assert element(battle, "pak").y == 16


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand")
@cases("gap, rule", (2.0, None), (2.01, "p8.hunt.unsuppressed-within-2"))
def test_a_tank_suppressed_in_its_own_overrun_is_hunted_in_the_open(
    gap: float, rule: str | None
) -> None:
    battle = situation(
        "tank uk-sherman-75 20,12; foe ge-rifle-44 20,20 S",
        unit("near", "ge-rifle-44", at=(20.6 + gap + 0.4, 18.8), facing=270),
        "idle uk-rifle-44 5,5 W; watch ge-rifle-44 55,45",
        dice=(1, 7),
    )
    let_pass(battle, Charge("tank", "foe"))
    play(battle, Done(), Overrun("tank", "foe"))  # 9 against 12
    assert last(battle, "overrun").data["effects"] == ["attacker suppressed"]
    assert battle.state.active == "german"
    assert why_not(battle, Hunt("foe", "tank")) is None
    assert why_not(battle, Hunt("near", "tank")) == rule
    assert why_not(battle, Fire("foe", "tank")) is None  # nor are they in hand-to-hand combat


# -- tanks and foot together ----------------------------------------------------------------------


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand", "p8.melee.sequence")
def test_a_section_whose_opponent_a_tank_drives_off_fights_nobody() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; tank uk-cromwell 21.4,11.2 W charged",
        "d ge-rifle-44 20,10.8 S",
        phase="close-combat",
        homes=HOMES,
        dice=[5, 7],
    )
    play(battle, Overrun("tank", "d"), Retire("home"))  # 13 against 12
    assert element(battle, "d").y == pytest.approx(14.8)
    assert not told(battle, "melee")
    assert battle.state.phase != "close-combat"


@pytest.mark.rule("p8.overrun.result-table", "p8.overrun.contact-is-not-hand-to-hand")
def test_a_gun_fires_at_the_tank_that_its_overrun_left_suppressed_before_it() -> None:
    battle = contact(at_sheet="ge-pak40", theirs={"dug_in": True}, dice=[3, 10, 1, 4])
    play(battle, OVERRUN)
    until(battle, "german")
    play(battle, Fire("foot", "tank"))  # 1 + 7 + 1 against 4 + 5
    assert modifiers(battle)["p8.fire.mod-within-4"] == 1
    assert last(battle, "fire").data["score"] == 0
