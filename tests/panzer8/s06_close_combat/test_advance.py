"""Section 6.3: advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.table import distance
from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import charged, fight, locked
from tests.panzer8.kit.brawls import contact as a_and_d

OCCUPY = "p8.advance.occupy-position"

RETREAT = "p8.advance.defender-retreats"

CANNOT = "p8.advance.cannot-advance-falls-back"

STAYS = "p8.advance.suppressed-attacker-stays"

CHARGED = "p8.advance.only-the-side-that-charged"

FIGHT = Fight(("attacker",), "defender")


def contact(
    sheet: str = "uk-rifle-44", at_sheet: str = "ge-rifle-44", *others: Placed, **rest: Any
) -> P8Battle:
    """A British section at (20, 20) that has charged the one before it."""
    return locked(("attacker", sheet), ("defender", at_sheet), *others, at=(20, 20), **rest)


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
    close = contact(terrain="river 0,20.8005 to 60,25", dice=[5, 5])
    close.play(FIGHT)
    assert asked(close) == "fall back"


@pytest.mark.rule(CANNOT)
def test_an_attacker_that_may_not_enter_the_ground_falls_back() -> None:
    battle = contact("uk-mc-40", terrain="forest 10,20.7 to 30,30", dice=[10, 1])
    battle.play(FIGHT)
    assert is_out(battle, "defender")
    assert last(battle, "repulsed").pieces == ("attacker",)
    battle.play(Retire("away"))
    assert place(battle, "attacker") == (20, 16)


@pytest.mark.rule(CANNOT, "p8.result.fall-back-in-cover")
def test_the_fall_back_follows_the_rules_for_forced_ones() -> None:
    battle = contact(theirs={"dug_in": True}, terrain="wood 18,19.5 to 22,20.2", dice=[7, 5])
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
    assert asked(battle) == "close combat"
    battle.play(Fight(("defender",), "attacker"))
    assert [tally.side for tally in last(battle, "melee").tallies] == ["attacker", "defender"]
    assert last(battle, "melee").pieces == ("defender", "attacker")


@pytest.mark.rule(CHARGED)
def test_troops_that_were_charged_may_take_the_ground_that_the_enemy_leaves() -> None:
    for wants in (True, False):
        battle = contact(dice=[4, 7, 9, 4])
        battle.play(FIGHT)
        battle.play(Done())
        battle.play(Fight(("defender",), "attacker"))
        assert is_out(battle, "attacker")
        assert asked(battle) == "advance"
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
        "north uk-rifle-44 20,20.8 S charged; south uk-rifle-44 20,19.2 charged",
        "defender ge-rifle-44 20,20",
        phase="close-combat",
        dice=[9, 5, 3],
    )
    battle.play(Fight(("north", "south"), "defender"))
    battle.play(Apply("out"))
    assert is_out(battle, "defender")
    assert asked(battle) == "advance"
    assert why_not(battle, Done()) == OCCUPY
    assert why_not(battle, Advance("nobody")) == OCCUPY
    battle.play(Advance("south"))
    assert place(battle, "south") == (20, 20)
    assert place(battle, "north") == (20, 20.8)


@pytest.mark.rule(CANNOT)
def test_all_of_several_attackers_fall_back_from_dug_in_troops() -> None:
    battle = situation(
        "east uk-rifle-44 21.0,20 W charged; south uk-rifle-44 20,19.2 charged",
        "defender ge-rifle-44 20,20 dug-in",
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
        "north uk-rifle-44 20,20.8 S charged; south uk-rifle-44 20,19.2 charged",
        "defender ge-rifle-44 20,20",
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
        "tank uk-cromwell 20,20 charged; foot ge-rifle-44 20,21.2 S",
        phase="close-combat",
        dice=[3, 6],
    )
    battle.play(Overrun("tank", "foot"))
    assert last(battle, "overrun").data["scores"] == [0]
    assert place(battle, "foot") == (20, 22.8)
    assert place(battle, "tank") == (20, 21.2)


@pytest.mark.rule(OCCUPY)
def test_the_advance_leads_across_a_hedge_and_nobody_reacts_to_it() -> None:
    watcher = unit("watcher", "ge-mg", at=(20, 30), facing=180)
    battle = contact(
        "uk-rifle-44", "ge-rifle-44", watcher, terrain="hedge from 0,20.4 to 60,20.4", dice=[10, 1]
    )
    battle.play(FIGHT)
    assert place(battle, "attacker") == (20, 20.8)
    assert "reaction" not in kinds(battle)
    assert not told(battle, "move")


@pytest.mark.rule(RETREAT, OCCUPY, "p8.melee.mod-defender-cover")
@cases(
    "status, terrain, cover",
    ({}, (), 0),
    ({"suppressed": True}, (), 0),
    ({"reacted": True}, (), 0),
    ({}, "wood 10,19.2 to 30,40", 1),
    ({}, "hedge from 0,19.58 to 60,19.58", 1),
    ids=["fresh", "suppressed", "has reacted", "in a wood", "across a hedge"],
)
def test_a_defender_who_withstands_a_charge_gives_way_by_twice_its_depth(
    status: dict[str, Any], terrain: Any, cover: int
) -> None:
    battle = charged(theirs=status, terrain=terrain, dice=(5 + cover, 5))
    play(battle, Done(), Fight(("foot",), "foe"))
    assert last(battle, "melee").data["scores"] == [0]
    assert modifiers(battle, "melee").get("p8.melee.mod-defender-cover", 0) == cover
    assert place(battle, "foe") == pytest.approx((20, 21.6))
    assert place(battle, "foot") == pytest.approx((20, 20))
    assert element(battle, "foe").suppressed is status.get("suppressed", False)
    assert RETREAT in last(battle, "retreat").rules


@pytest.mark.rule(CANNOT, RETREAT)
@cases("terrain", (), "shell-holes 15,19.5 to 25,22")
def test_an_attacker_falls_back_4_from_dug_in_infantry(terrain: Any) -> None:
    battle = charged(theirs={"dug_in": True}, terrain=terrain, dice=(7, 5))  # 12 against 5 + 5 + 2
    x, y = place(battle, "foot")
    play(battle, Done(), Fight(("foot",), "foe"))
    assert last(battle, "melee").data["scores"] == [0]
    assert CANNOT in last(battle, "repulsed").rules
    play(battle, Retire("away"))
    assert place(battle, "foot") == pytest.approx((x, y - 4))
    assert (place(battle, "foe"), element(battle, "foe").dug_in) == ((20, 20), True)
    assert not element(battle, "foot").suppressed


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.rule(CHARGED, STAYS)
def test_a_pak_40_and_the_suppressed_section_that_charged_it_stay_in_contact() -> None:
    # It charges from behind: 2 + 5 against 6 + 4 is -3; in the gun's own turn 5 + 4 against 4 + 5.
    battle = charged(sheet="ge-pak40", theirs={"facing": 0}, dice=(2, 6, 5, 4))
    play(battle, Done(), Fight(("foot",), "foe"))
    assert last(battle, "melee").data["scores"] == [-3]
    assert element(battle, "foot").suppressed
    spots = {name: place(battle, name) for name in ("foot", "foe")}
    pass_until(battle, "close combat")
    assert battle.state.active == "german"
    play(battle, Fight(("foe",), "foot"))
    assert last(battle, "melee").data["scores"] == [0]
    assert {n: place(battle, n) for n in spots} == spots
    assert (element(battle, "foot").suppressed, element(battle, "foe").suppressed) == (True, False)
    assert not told(battle, "retreat")
    assert not told(battle, "repulsed")


# -- houses ---------------------------------------------------------------------------------------

FARM = area("bua", box(20, 20, 24, 24), "farm")


def garrison(name: str, sheet: str, **more: Any) -> Unit:
    return unit(name, sheet, "german", at=(22, 22), inside="farm", reacted=True, **more)


@pytest.mark.rule("p8.advance.defender-retreats", "p8.geo.contact-tolerance")
@cases("heading", 0.0, 45.0, 90.0)
@cases("barred", "river", "enemy")
def test_whoever_has_to_leave_a_house_aslant_is_out_of_contact_with_it(
    barred: str, heading: float
) -> None:
    terrain, others = [FARM], []
    if barred == "river":
        terrain.append(area("river", box(10, 24.5, 40, 28)))
    else:
        others.append(unit("b", "uk-rifle-44", at=(22, 24.6), facing=180))
    battle = situation(
        "a uk-rifle-44 22,19.6",
        garrison("d", "ge-rifle-44", facing=heading),
        *others,
        terrain=terrain,
        homes=HOMES,
        dice=[5, 3],
    )
    play(battle, Charge("a", "d"))
    nobody_reacts(battle)
    while battle.state.phase == "action":
        play(battle, Done())
    play(battle, Fight(("a",), "d"))  # 10 against 10
    assert (element(battle, "a").inside, element(battle, "d").inside) == ("farm", None)
    outside = battle.state.base(element(battle, "d"))
    assert distance(outside, battle.state.setting.buas["farm"].place) > 0.05
    # Nobody is left in contact, so that in the next player turns there is nothing to fight.
    until(battle, "british")
    assert len(told(battle, "melee")) == 1


@pytest.mark.rule("p8.advance.defender-retreats", "p8.move.linear-obstacle-half")
@cases("sheet", "ge-rifle-40", "ge-cav")
def test_whoever_gives_way_into_a_house_is_in_it(sheet: str) -> None:
    farm = area("bua", box(18, 12, 22, 16), "farm")
    battle = a_and_d(at_sheet=sheet, terrain=[farm], dice=[5, 5])
    fight(battle)
    d = element(battle, "d")
    assert (d.inside, d.sheet) == ("farm", "ge-rifle-40")
    assert (d.x, d.y) == battle.state.setting.buas["farm"].centre


@pytest.mark.rule("p8.advance.defender-retreats", "p8.bua.capacity")
def test_whoever_gives_way_to_a_full_house_stops_at_its_wall() -> None:
    farm = area("bua", box(18, 12, 22, 16), "farm", "holds-1")
    inside = unit("in", "ge-rifle-44", at=(20, 14), inside="farm")
    battle = a_and_d(inside, terrain=[farm], dice=[5, 5])
    fight(battle)
    d = element(battle, "d")
    assert d.inside is None
    assert d.y == pytest.approx(12.0, abs=0.01)
