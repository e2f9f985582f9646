"""Section 6.2: tank overruns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s06_close_combat.decisions import Commit
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from sandtable.scenario import Unit
from tests.panzer8.situations import (
    P8Battle,
    area,
    barred,
    box,
    element,
    is_out,
    last,
    line,
    situation,
    told,
    unit,
    why_not,
)

WHEN = "p8.overrun.when"
OPEN = "p8.overrun.open-terrain-only"
NOT_MELEE = "p8.overrun.contact-is-not-hand-to-hand"
OVERRUN = Overrun("tank", "foot")


def contact(
    sheet: str = "uk-cromwell", at_sheet: str = "ge-rifle-44", *others: Unit, **rest: Any
) -> P8Battle:
    """A British tank that has charged, in front contact as their Close Combat Phase begins."""
    mine = {"charged": True, **rest.pop("mine", {})}
    theirs = {"facing": 180.0, **rest.pop("theirs", {})}
    probe = situation(
        unit("tank", sheet, "british", at=(20, 10)), unit("foot", at_sheet, "german", at=(20, 30))
    )
    one, two = (probe.state.sheet(element(probe, name)) for name in ("tank", "foot"))
    gap = rest.pop("gap", 0.0)
    north = round(10 + one.depth / 2 + gap + two.depth / 2, 4)
    return situation(
        unit("tank", sheet, "british", at=(20, 10), **mine),
        unit("foot", at_sheet, "german", at=(20, north), **theirs),
        *others,
        **{"phase": "close-combat", **rest},
    )


def totals(battle: P8Battle) -> list[int]:
    return [tally.total for tally in last(battle, "overrun").tallies]


def asked(battle: P8Battle) -> str | None:
    return battle.choices[0].ask if battle.choices else None


# -- who overruns whom ----------------------------------------------------------------------------


@pytest.mark.rule(WHEN, "p8.overrun.tanks-only")
@pytest.mark.parametrize(
    ("sheet", "allowed"), [("uk-cromwell", True), ("us-m10", False), ("uk-daimler", False)]
)
def test_only_tanks_overrun(sheet: str, allowed: bool) -> None:
    battle = contact(sheet)
    assert (asked(battle) == "close combat") == allowed


@pytest.mark.rule("p8.overrun.tanks-only")
def test_another_armoured_vehicle_is_refused() -> None:
    other = unit("other", "us-m10", "british", at=(30, 10))
    enemy = unit("enemy", "ge-rifle-44", "german", at=(30, 11.2), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", other, enemy)
    assert why_not(battle, Overrun("other", "enemy")) == "p8.overrun.tanks-only"


@pytest.mark.rule(WHEN)
def test_the_front_edge_must_touch_and_the_tank_be_unsuppressed() -> None:
    beside = unit("beside", "ge-rifle-44", "german", at=(21.2, 10), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", beside)
    assert why_not(battle, OVERRUN) is None
    assert why_not(battle, Overrun("tank", "beside")) == WHEN
    other = unit("other", "uk-cromwell", "british", at=(30, 10), suppressed=True)
    enemy = unit("enemy", "ge-rifle-44", "german", at=(30, 11.2), facing=180)
    battle = contact("uk-cromwell", "ge-rifle-44", other, enemy)
    assert why_not(battle, Overrun("other", "enemy")) == WHEN


@pytest.mark.rule(WHEN)
@pytest.mark.parametrize(("gap", "touches"), [(0.05, True), (0.06, False)])
def test_contact_is_a_twentieth_of_an_inch(gap: float, touches: bool) -> None:
    assert (asked(contact(gap=gap)) == "close combat") == touches


@pytest.mark.rule(WHEN)
def test_a_tank_overruns_across_a_hedge_that_both_touch() -> None:
    battle = contact(gap=0.08, terrain=[line("hedge", (0, 10.84), (40, 10.84))], dice=[5, 5])
    battle.play(OVERRUN)
    assert totals(battle) == [8, 5]


@pytest.mark.rule("p8.overrun.motorcycles-are-vehicles")
@pytest.mark.parametrize(
    ("sheet", "allowed"),
    [("ge-mc", False), ("ge-pzgren-44", False), ("ge-truck", False), ("ge-cav", True)],
)
def test_vehicles_motorcycles_and_armoured_infantry_are_not_overrun(
    sheet: str, allowed: bool
) -> None:
    enemy = unit("enemy", "ge-rifle-44", "german", at=(30, 11.2), facing=180)
    other = unit("other", "uk-cromwell", "british", at=(30, 10))
    battle = contact("uk-cromwell", sheet, other, enemy)
    rule = None if allowed else "p8.overrun.motorcycles-are-vehicles"
    assert why_not(battle, OVERRUN) == rule


@pytest.mark.rule(OPEN)
@pytest.mark.parametrize(
    ("terrain", "allowed"),
    [
        ("field", True),
        ("high-crops", True),
        ("wood", False),
        ("orchard", False),
        ("rough", False),
        ("fortification", False),
    ],
)
def test_overruns_happen_in_the_open_and_in_fields(terrain: str, allowed: bool) -> None:
    enemy = unit("enemy", "ge-rifle-44", "german", at=(30, 11.2), facing=180)
    other = unit("other", "uk-cromwell", "british", at=(30, 10))
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
@pytest.mark.parametrize(
    ("sheet", "theirs", "total"),
    [
        ("ge-rifle-44", {}, 5),
        ("ge-eng", {}, 5),
        ("ge-eng-flame", {}, 5),
        ("ge-mg", {}, 4),
        ("ge-cmd", {}, 4),
        ("ge-rifle-44", {"dug_in": True}, 5),
        ("ge-rifle-44", {"quality": "poor"}, 4),
    ],
)
def test_cover_and_engineers_add_nothing(sheet: str, theirs: Any, total: int) -> None:
    battle = contact("uk-cromwell", sheet, theirs=theirs, dice=[5, 5])
    battle.play(OVERRUN)
    assert totals(battle) == [8, total]


@pytest.mark.rule("p8.overrun.defender-total", "p8.overrun.attacker-8")
def test_only_the_defender_is_helped_by_a_commander_who_shares_the_result() -> None:
    bosses = (
        unit("ours", "uk-cmd", "british", at=(22, 9)),
        unit("theirs", "ge-cmd", "german", at=(22, 12)),
    )
    battle = contact("uk-cromwell", "ge-rifle-44", *bosses, dice=[6, 5])
    battle.play(OVERRUN)
    assert battle.choices[0].seats == ("german",)
    battle.play(Commit("theirs", "foot"))
    assert totals(battle) == [8, 6]
    assert element(battle, "foot").suppressed
    assert element(battle, "theirs").suppressed


@pytest.mark.rule("p8.overrun.result-table", OPEN)
def test_a_tank_against_a_dug_in_gun_in_a_field_as_worked() -> None:
    battle = contact(
        "uk-cromwell",
        "ge-pak38",
        theirs={"dug_in": True},
        terrain=[area("field", box(10, 10.5, 30, 20))],
        dice=[3, 10],
    )
    battle.play(OVERRUN)
    assert last(battle, "overrun").data["scores"] == [-3]
    assert element(battle, "tank").suppressed
    assert element(battle, "foot").y == 11.6


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
def test_a_tank_suppressed_by_its_own_overrun_is_hunted_in_the_open() -> None:
    battle = contact(theirs={"quality": "elite"}, dice=[1, 7])
    battle.play(OVERRUN)
    assert last(battle, "overrun").data["effects"] == ["attacker suppressed"]
    assert battle.state.active == "german"
    assert why_not(battle, Hunt("foot", "tank")) is None


@pytest.mark.rule(NOT_MELEE)
def test_an_overrun_is_not_pooled_with_infantry_against_the_same_defender() -> None:
    infantry = unit("infantry", "uk-rifle-44", "british", at=(20, 12.0), facing=180, charged=True)
    battle = contact("uk-cromwell", "ge-rifle-44", infantry, dice=[5, 5, 9, 5])
    assert why_not(battle, Fight(("infantry", "tank"), "foot")) == "p8.melee.phase-scope"
    battle.play(Fight(("infantry",), "foot"))
    assert last(battle, "melee").data["scores"] == [0]


@pytest.mark.rule("p8.melee.riders-and-passengers-out")
def test_riders_stay_on_a_tank_that_charges_and_take_no_part() -> None:
    battle = situation(
        unit("tank", "ge-tiger1", "german", at=(20, 10)),
        unit("riders", "ge-rifle-44", "german", at=(20, 10), carried_by="tank"),
        unit("foot", "uk-rifle-44", "british", at=(20, 13), facing=180, suppressed=True),
        dice=[9, 5],
    )
    battle.play(Charge("tank", "foot"))
    while battle.choices[0].ask == "action":
        battle.play(Done())
    battle.play(OVERRUN)
    assert last(battle, "overrun").pieces == ("tank", "foot")
    assert is_out(battle, "foot")
    assert element(battle, "riders").carried_by == "tank"
    assert element(battle, "riders").y == element(battle, "tank").y == 13
