"""Section 5.8 and 9.2: cavalry, motorcyclists, armoured infantry and portees dismount."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.figures import Figure
from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s05_actions.mount.mounted_troops import (
    bases_of_mounts,
    claims_hard_cover,
)
from tests.panzer8.kit import *

ACTION = "p8.dismount.mounted-troops-action"

BASE = "p8.dismount.base-of-mounts"

AGAIN = "p8.dismount.remount"

PORTEE = "p8.dismount.portee"

MOUNTED = "p8.armdinf.fights-mounted"

ARMOURED = "p8.armdinf.as-infantry-except"

BEHIND = (20.0, 9.0)  # a base of mounts, 1.2 deep, behind a section, 0.8 deep, at (20, 10)


def foe(x: float = 50, y: float = 44, facing: float = 0.0, **more: Any) -> Unit:
    return unit(
        "foe", more.pop("sheet", "us-rifle-44"), "american", at=(x, y), facing=facing, **more
    )


def troops(sheet: str = "ge-mc", *others: Placed, **rest: Any) -> P8Battle:
    own = rest.pop("own", {})
    side = rest.pop("side", "german")
    return situation(unit("a", sheet, side, at=(20, 10), **own), *(others or (foe(),)), **rest)


# -- dismounting ----------------------------------------------------------------------------------


@pytest.mark.rule(ACTION)
@cases(
    "sheet, on_foot",
    ("ge-cav", "ge-rifle-40"),
    ("ge-mc", "ge-rifle-40"),
    ("ge-pzgren-44", "ge-rifle-44"),
)
def test_mounted_troops_become_the_equivalent_section(sheet: str, on_foot: str) -> None:
    battle = troops(sheet, own={"quality": "elite"})
    play(battle, LeaveMounts("a"))
    a = element(battle, "a")
    assert (a.sheet, a.quality, a.x, a.y, a.heading, a.acted) == (on_foot, "elite", 20, 10, 0, True)


@pytest.mark.rule(ACTION)
def test_it_takes_the_action_and_not_everybody_can() -> None:
    assert why_not(troops(own={"acted": True}), LeaveMounts("a")) == "p8.action.one-per-element"
    assert why_not(troops(own={"suppressed": True}), LeaveMounts("a")) == ACTION
    assert why_not(troops("ge-rifle-44"), LeaveMounts("a")) == ACTION
    assert why_not(troops("ge-pz4-long"), LeaveMounts("a")) == ACTION


@pytest.mark.rule(ACTION, "p8.react.trigger-is-movement-action")
def test_enemies_may_react_to_the_dismounting() -> None:
    battle = troops("ge-mc", foe(20, 20, 180, sheet="us-mg"), dice=[1, 10])
    play(battle, LeaveMounts("a", BEHIND))
    assert asked(battle) == "reaction"
    play(battle, ReactFire("foe", 0.0))
    assert element(battle, "a").sheet == "ge-rifle-40"


# -- the base of mounts ---------------------------------------------------------------------------


@pytest.mark.rule(BASE)
def test_the_mounts_are_placed_adjacent_and_are_no_combat_element() -> None:
    battle = troops()
    play(battle, LeaveMounts("a", BEHIND, 90))
    (mounts,) = bases_of_mounts(battle.state)
    assert (mounts.x, mounts.y, mounts.heading) == (20, 9, 90)
    assert element(battle, "a").mounts == mounts.id
    assert not battle.state.sheet(mounts).is_combat
    assert [e.id for e in battle.state.on_table("german")] == ["a"]
    drawn = [f for f in RULEBOOK.figures(battle.state) if isinstance(f, Figure)]
    assert mounts.id in [figure.piece for figure in drawn]


@pytest.mark.rule(BASE)
@cases("at, rule", ((20, 9), None), ((20, 8.94), BASE), ((20, 9.1), BASE), ((21.2, 10), None))
def test_they_are_placed_anywhere_adjacent(at: tuple[float, float], rule: str | None) -> None:
    assert why_not(troops(), LeaveMounts("a", at)) == rule


@pytest.mark.rule(BASE)
def test_not_on_others_and_not_touching_an_enemy() -> None:
    friend = unit("b", "ge-rifle-40", at=(20, 8.5))
    assert why_not(troops("ge-mc", foe(), friend), LeaveMounts("a", BEHIND)) == "p8.geo.no-overlap"
    assert why_not(troops("ge-mc", foe(20, 8.0)), LeaveMounts("a", BEHIND)) == BASE


@pytest.mark.rule(BASE)
def test_without_the_option_there_are_none() -> None:
    battle = troops(options={"base_of_mounts": False})
    assert why_not(battle, LeaveMounts("a", BEHIND)) == BASE
    assert why_not(battle, LeaveMounts("a")) is None


@pytest.mark.rule(BASE)
def test_they_cannot_be_targeted_and_block_nothing() -> None:
    battle = troops("ge-mc", foe(20, 20))
    play(battle, LeaveMounts("a", (20, 11.0)))
    mounts = bases_of_mounts(battle.state)[0].id
    assert why_not(battle, Fire("foe", mounts)) == "p8.fire.needs-field-of-fire-and-los"
    play(battle, Done())
    assert barred(battle, "a", "foe") is None  # small arms pass the mounts
    assert why_not(battle, Move("a", ((20, 14),))) is None


@pytest.mark.rule(BASE)
def test_an_enemy_who_touches_them_drives_them_off() -> None:
    battle = troops("ge-mc", foe(20, 5, 0))
    play(battle, LeaveMounts("a", BEHIND), Done(), Move("foe", ((20, 8.0),)))
    assert bases_of_mounts(battle.state) == []
    assert last(battle, "leaves").rules == (BASE,)
    assert why_not(battle, Remount("a")) == AGAIN


@pytest.mark.rule(BASE)
def test_they_are_led_away_when_their_riders_are_lost() -> None:
    battle = troops("ge-mc", foe(20, 20, 180, sheet="us-mg"), dice=[10, 1])
    play(battle, LeaveMounts("a", BEHIND), ReactFire("foe", 0.0))
    assert is_out(battle, "a")
    assert bases_of_mounts(battle.state) == []


# -- mounting again -------------------------------------------------------------------------------


def dismounted(sheet: str = "ge-mc", *others: Placed, **rest: Any) -> P8Battle:
    battle = troops(sheet, *others, **rest)
    play(battle, LeaveMounts("a", BEHIND), Done())
    assert battle.state.active != "american"
    return battle


@pytest.mark.rule(AGAIN)
def test_contiguous_with_its_mounts_it_may_mount_again_as_an_action() -> None:
    battle = dismounted()
    play(battle, Remount("a"))
    a = element(battle, "a")
    assert (a.sheet, a.acted, a.mounts) == ("ge-mc", True, None)
    assert bases_of_mounts(battle.state) == []
    assert "mount" in kinds(battle)


@pytest.mark.rule(AGAIN)
def test_away_from_its_mounts_it_cannot() -> None:
    battle = dismounted()
    play(battle, Move("a", ((20, 12),)), Done())
    assert why_not(battle, Remount("a")) == AGAIN
    play(battle, Move("a", ((20, 10),)), Done())
    assert why_not(battle, Remount("a")) is None


@pytest.mark.rule(AGAIN)
def test_without_mounts_or_suppressed_it_cannot() -> None:
    battle = troops()
    play(battle, LeaveMounts("a"), Done())
    assert why_not(battle, Remount("a")) == AGAIN


@pytest.mark.rule(AGAIN)
def test_whoever_is_suppressed_while_mounting_stays_on_foot() -> None:
    enemy = foe(20, 20, 180, sheet="us-mg")
    battle = troops("ge-mc", enemy, dice=[7, 5])
    play(battle, LeaveMounts("a", BEHIND), Done(), Done())
    play(battle, Remount("a"), ReactFire("foe", 0.0))
    a = element(battle, "a")
    assert (a.suppressed, a.sheet) == (True, "ge-rifle-40")
    assert len(bases_of_mounts(battle.state)) == 1


# -- portee ---------------------------------------------------------------------------------------


@pytest.mark.rule(PORTEE)
def test_a_portee_is_exchanged_for_its_gun_and_back() -> None:
    battle = situation("a uk-portee 20,10", foe())
    play(battle, LeaveMounts("a", (20, 8.15)), Done())
    a = element(battle, "a")
    assert (a.sheet, battle.state.sheet(a).is_crew_served) == ("uk-2pdr", True)
    play(battle, Remount("a"))
    assert element(battle, "a").sheet == "uk-portee"
    assert PORTEE in last(battle, "mount").rules


@pytest.mark.rule(PORTEE)
def test_without_a_marker_for_the_vehicle_it_stays_a_gun() -> None:
    battle = situation("a uk-portee 20,10", foe())
    play(battle, LeaveMounts("a"), Done())
    assert why_not(battle, Remount("a")) == AGAIN
    assert PORTEE in last(battle, "dismount").rules


@pytest.mark.rule("p8.fire.ap-against-armoured")
def test_a_portee_fires_its_gun_from_the_vehicle() -> None:
    tank = unit("foe", "ge-pz3-37", at=(20, 25), facing=180)
    battle = situation("a uk-portee 20,10", tank)
    assert shot(battle, "a", "foe").fired == "AP"


# -- armoured infantry ----------------------------------------------------------------------------


@pytest.mark.rule(MOUNTED)
def test_armoured_infantry_is_one_element_that_leaves_nothing_behind_but_its_mounts() -> None:
    battle = troops("ge-pzgren-44")
    play(battle, LeaveMounts("a"))
    assert set(battle.state.pieces) == {"a", "foe"}
    assert element(battle, "a").sheet == "ge-rifle-44"


@pytest.mark.rule(ARMOURED)
def test_the_claim_is_a_modifier_only_and_ends_with_dismounting() -> None:
    battle = troops("ge-pzgren-44")
    a = element(battle, "a")
    assert claims_hard_cover(battle.state, a)
    assert cover_of_place(battle.state, a).value == 0
    assert why_not(battle, Move("a", ((20, 18),))) is None
    play(battle, LeaveMounts("a"))
    assert not claims_hard_cover(battle.state, element(battle, "a"))


INFANTRY = "p8.armdinf.as-infantry-except"


@pytest.mark.rule(INFANTRY, "p8.hunt.close-defence-first")
@cases("sheet, fires", ("ge-pzgren-44", True), ("ge-mc", False))
def test_armoured_infantry_beside_a_tank_defends_it(sheet: str, fires: bool) -> None:
    battle = situation(
        "a uk-rifle-44 20,10; tank ge-pz3-50 20,12.2 S suppressed",
        unit("guard", sheet, "german", at=(21.2, 12.2), facing=180),
        homes=HOMES,
        dice=[8, 5, 5, 5],
    )
    play(battle, Hunt("a", "tank"))
    assert bool(told(battle, "fire")) is fires
    if fires:
        # 8 + 5 + 1 against 5 + 5: the hunters are suppressed before they get at the tank.
        assert last(battle, "fire").data["effect"] == "suppressed"
        assert element(battle, "a").suppressed


@pytest.mark.rule(INFANTRY, "p8.cover.behind-afv", "p8.result.fall-back-in-cover")
@cases("behind", True, False)
def test_armoured_infantry_behind_a_tank_does_not_fall_back_from_its_lee(behind: bool) -> None:
    battle = situation(
        "mg uk-mg 20,5",
        unit("tank", "ge-pz3-50", at=(20 if behind else 30, 15), facing=180),
        "halftracks ge-pzgren-44 20,16.6 S",
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "halftracks"))  # 14 against 5 + 5 + 2, whether behind a tank or not
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "halftracks").suppressed is behind
    assert (asked(battle) == "fall back") is not behind
