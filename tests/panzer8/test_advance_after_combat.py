"""Section 6.3: advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s06_close_combat.advance import Advance
from sandtable.rulebooks.panzer8.s06_close_combat.blows import Apply, Suffer
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.state.orders import Done
from sandtable.scenario import Unit
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    kinds,
    last,
    line,
    situation,
    told,
    unit,
    why_not,
)

OCCUPY = "p8.advance.occupy-position"
RETREAT = "p8.advance.defender-retreats"
CANNOT = "p8.advance.cannot-advance-falls-back"
STAYS = "p8.advance.suppressed-attacker-stays"
CHARGED = "p8.advance.only-the-side-that-charged"
FIGHT = Fight(("attacker",), "defender")


def contact(
    sheet: str = "uk-rifle-44", at_sheet: str = "ge-rifle-44", *others: Unit, **rest: Any
) -> P8Battle:
    """A British section at (20, 20) that has charged the one before it."""
    mine = {"charged": True, **rest.pop("mine", {})}
    theirs = {"facing": 180.0, **rest.pop("theirs", {})}
    probe = situation(
        unit("attacker", sheet, "british", at=(20, 20)),
        unit("defender", at_sheet, "german", at=(20, 30)),
    )
    one, two = (probe.state.sheet(element(probe, n)) for n in ("attacker", "defender"))
    north = round(20 + one.depth / 2 + two.depth / 2, 4)
    return situation(
        unit("attacker", sheet, "british", at=(20, 20), **mine),
        unit("defender", at_sheet, "german", at=(20, north), **theirs),
        *others,
        phase="close-combat",
        **rest,
    )


def place(battle: P8Battle, name: str) -> tuple[float, float]:
    return element(battle, name).x, element(battle, name).y


@pytest.mark.rule(OCCUPY)
def test_the_attacker_takes_the_ground_of_a_defender_that_is_out() -> None:
    battle = contact(dice=[10, 3])
    battle.play(FIGHT)
    assert is_out(battle, "defender")
    assert place(battle, "attacker") == (20, 20.8)


@pytest.mark.rule(OCCUPY)
def test_the_attacker_takes_the_ground_of_a_defender_that_fell_back() -> None:
    battle = contact(dice=[7, 5])
    battle.play(FIGHT)
    battle.play(Retire("away"))
    assert place(battle, "defender") == (20, 24.8)
    assert place(battle, "attacker") == (20, 20.8)


@pytest.mark.rule(RETREAT, OCCUPY)
def test_a_defender_still_there_gives_way_by_twice_its_depth_as_worked() -> None:
    battle = contact(dice=[5, 5])
    battle.play(FIGHT)
    assert place(battle, "defender") == (20, 22.4)
    assert place(battle, "attacker") == (20, 20.8)
    assert not element(battle, "defender").suppressed


@pytest.mark.rule(RETREAT)
def test_a_suppressed_defender_gives_way_and_stays_suppressed() -> None:
    battle = contact(dice=[8, 5])
    battle.play(FIGHT)
    assert element(battle, "defender").suppressed
    assert place(battle, "defender") == (20, 22.4)


@pytest.mark.rule(RETREAT)
def test_it_is_the_defenders_own_depth_that_counts() -> None:
    battle = contact(at_sheet="ge-pak38", dice=[4, 5])  # depth 1.6, and it can be moved
    battle.play(FIGHT)
    assert last(battle, "melee").data["scores"] == [0]
    assert place(battle, "defender") == (20, 21.2 + 3.2)


@pytest.mark.rule(CANNOT, RETREAT)
def test_an_attacker_of_dug_in_troops_falls_back_as_worked() -> None:
    battle = contact(theirs={"dug_in": True}, dice=[7, 5])
    battle.play(FIGHT)
    assert last(battle, "melee").data["scores"] == [0]
    assert battle.choices[0].ask == "fall back"
    battle.play(Retire("away"))
    assert place(battle, "attacker") == (20, 16)
    assert place(battle, "defender") == (20, 20.8)


@pytest.mark.rule(CANNOT)
def test_a_gun_that_cannot_be_moved_holds_its_ground() -> None:
    battle = contact(at_sheet="ge-pak40", dice=[4, 5])
    battle.play(FIGHT)
    battle.play(Retire("away"))
    assert place(battle, "attacker") == (20, 16)


@pytest.mark.rule(CANNOT)
def test_a_defender_with_its_back_to_a_river_holds_its_ground() -> None:
    river = area("river", box(0, 20.9, 60, 25))
    battle = contact(terrain=[river], dice=[5, 5])
    battle.play(FIGHT)
    assert place(battle, "defender")[1] == pytest.approx(20.9, abs=0.01)
    assert place(battle, "attacker")[1] == pytest.approx(20.1, abs=0.06)
    close = contact(terrain=[area("river", box(0, 20.8005, 60, 25))], dice=[5, 5])
    close.play(FIGHT)
    assert close.choices[0].ask == "fall back"


@pytest.mark.rule(CANNOT)
def test_an_attacker_that_may_not_enter_the_ground_falls_back() -> None:
    battle = contact("uk-mc-40", terrain=[area("forest", box(10, 20.7, 30, 30))], dice=[10, 1])
    battle.play(FIGHT)
    assert is_out(battle, "defender")
    assert last(battle, "repulsed").pieces == ("attacker",)
    battle.play(Retire("away"))
    assert place(battle, "attacker") == (20, 16)


@pytest.mark.rule(CANNOT, "p8.result.fall-back-in-cover")
def test_the_fall_back_follows_the_rules_for_forced_ones() -> None:
    battle = contact(
        theirs={"dug_in": True}, terrain=[area("wood", box(18, 19.5, 22, 20.2))], dice=[7, 5]
    )
    battle.play(FIGHT)
    assert element(battle, "attacker").suppressed  # it would have left its cover
    assert place(battle, "attacker") == (20, 20)


@pytest.mark.rule(STAYS)
def test_a_suppressed_attacker_stays_in_contact_and_fights_again_with_the_roles_swapped() -> None:
    battle = contact(dice=[4, 7, 8, 8])
    battle.play(FIGHT)
    assert element(battle, "attacker").suppressed
    assert place(battle, "defender") == (20, 20.8)
    assert battle.state.active == "german"
    battle.play(Done())
    assert battle.choices[0].ask == "close combat"
    battle.play(Fight(("defender",), "attacker"))
    assert [tally.side for tally in last(battle, "melee").tallies] == ["attacker", "defender"]
    assert last(battle, "melee").pieces == ("defender", "attacker")


@pytest.mark.rule(CHARGED)
def test_a_gun_that_was_charged_stays_where_it_is_as_worked() -> None:
    battle = contact(at_sheet="ge-pak40", dice=[4, 8, 6, 5])
    battle.play(FIGHT)
    assert element(battle, "attacker").suppressed
    battle.play(Done())
    battle.play(Fight(("defender",), "attacker"))
    assert last(battle, "melee").data["scores"] == [0]
    assert place(battle, "defender") == (20, 21.2)
    assert place(battle, "attacker") == (20, 20)
    assert battle.state.active == "british"


@pytest.mark.rule(CHARGED)
def test_troops_that_were_charged_may_take_the_ground_that_the_enemy_leaves() -> None:
    for wants in (True, False):
        battle = contact(dice=[4, 7, 9, 4])
        battle.play(FIGHT)
        battle.play(Done())
        battle.play(Fight(("defender",), "attacker"))
        assert is_out(battle, "attacker")
        assert battle.choices[0].ask == "advance"
        battle.play(Advance("defender") if wants else Done())
        assert place(battle, "defender") == ((20, 20) if wants else (20, 20.8))


@pytest.mark.rule(CHARGED)
def test_a_charge_of_an_earlier_turn_still_counts() -> None:
    battle = contact(dice=[4, 7, 8, 8, 8, 10, 1])
    battle.play(FIGHT)
    battle.play(Done())
    battle.play(Fight(("defender",), "attacker"))  # nothing; contact goes on
    assert last(battle, "melee").data["scores"] == [0]
    assert battle.state.active == "british"
    battle.play(Recover("attacker"))  # unsupported: 8 - 1
    assert not element(battle, "attacker").suppressed
    assert not element(battle, "attacker").charged
    battle.play(FIGHT)
    assert is_out(battle, "defender")
    assert place(battle, "attacker") == (20, 20.8)  # it must advance; nobody is asked


@pytest.mark.rule(OCCUPY)
def test_of_several_attackers_their_owner_picks_one_to_advance() -> None:
    battle = situation(
        unit("north", "uk-rifle-44", "british", at=(20, 20.8), facing=180, charged=True),
        unit("south", "uk-rifle-44", "british", at=(20, 19.2), charged=True),
        unit("defender", "ge-rifle-44", "german", at=(20, 20), facing=0),
        phase="close-combat",
        dice=[9, 5, 3],
    )
    battle.play(Fight(("north", "south"), "defender"))
    battle.play(Apply("out"))
    assert is_out(battle, "defender")
    assert battle.choices[0].ask == "advance"
    assert why_not(battle, Done()) == OCCUPY
    assert why_not(battle, Advance("nobody")) == OCCUPY
    battle.play(Advance("south"))
    assert place(battle, "south") == (20, 20)
    assert place(battle, "north") == (20, 20.8)


@pytest.mark.rule(CANNOT)
def test_all_of_several_attackers_fall_back_from_dug_in_troops() -> None:
    battle = situation(
        unit("east", "uk-rifle-44", "british", at=(21.0, 20), facing=270, charged=True),
        unit("south", "uk-rifle-44", "british", at=(20, 19.2), charged=True),
        unit("defender", "ge-rifle-44", "german", at=(20, 20), facing=0, dug_in=True),
        phase="close-combat",
        dice=[7, 7, 5],
    )
    battle.play(Fight(("east", "south"), "defender"))
    battle.play(Retire("away"))
    battle.play(Retire("away"))
    assert place(battle, "east") == (25, 20)
    assert place(battle, "south") == (20, 15.2)


@pytest.mark.rule(OCCUPY)
def test_an_attacker_that_fell_back_does_not_advance_the_other_does() -> None:
    battle = situation(
        unit("north", "uk-rifle-44", "british", at=(20, 20.8), facing=180, charged=True),
        unit("south", "uk-rifle-44", "british", at=(20, 19.2), charged=True),
        unit("defender", "ge-rifle-44", "german", at=(20, 20), facing=0),
        phase="close-combat",
        dice=[10, 4, 5],
    )
    battle.play(Fight(("north", "south"), "defender"))
    assert is_out(battle, "defender")
    battle.play(Suffer("north"))
    battle.play(Retire("away"))
    assert place(battle, "south") == (20, 20)


@pytest.mark.rule(OCCUPY, RETREAT)
def test_a_tank_takes_the_ground_of_those_it_overruns() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(20, 20), charged=True),
        unit("foot", "ge-rifle-44", "german", at=(20, 21.2), facing=180),
        phase="close-combat",
        dice=[3, 6],
    )
    battle.play(Overrun("tank", "foot"))
    assert last(battle, "overrun").data["scores"] == [0]
    assert place(battle, "foot") == (20, 22.8)
    assert place(battle, "tank") == (20, 21.2)


@pytest.mark.rule(OCCUPY)
def test_the_advance_leads_across_a_hedge_and_nobody_reacts_to_it() -> None:
    watcher = unit("watcher", "ge-mg", "german", at=(20, 30), facing=180)
    battle = contact(
        "uk-rifle-44",
        "ge-rifle-44",
        watcher,
        terrain=[line("hedge", (0, 20.4), (60, 20.4))],
        dice=[10, 1],
    )
    battle.play(FIGHT)
    assert place(battle, "attacker") == (20, 20.8)
    assert "reaction" not in kinds(battle)
    assert not told(battle, "move")
