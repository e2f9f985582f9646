"""Where the rules of vehicles and those aboard meet other rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.mount.limbering import BreakDown, Limber, Unlimber
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import Dismount, Mount
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFallBack, ReactFire
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Overrun
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from tests.panzer8.crossings import HOMES, asked, nobody_reacts, until
from tests.panzer8.situations import (
    P8Battle,
    area,
    barred,
    box,
    element,
    is_out,
    load,
    modifiers,
    play,
    shot,
    situation,
    target_adds,
    told,
    unit,
    why_not,
)

MOVED = "p8.fire.mod-firer-moved"
FAR = unit("far", "uk-rifle-44", "british", at=(55, 44), facing=0)


# -- a tank with riders overruns ------------------------------------------------------------------


def overrun(*dice: int) -> P8Battle:
    """A Russian tank with riders that overruns a section in the open."""
    battle = situation(
        unit("tank", "su-t34-43", "russian", at=(20, 10), charged=True),
        load("tank", "russian", "su-smg", "riders"),
        unit("foot", "ge-rifle-44", "german", at=(20, 11.2), facing=180),
        phase="close-combat",
        dice=dice,
    )
    play(battle, Overrun("tank", "foot"))
    return battle


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.overrun.result-table")
def test_riders_get_off_a_tank_that_its_own_overrun_suppresses() -> None:
    battle = overrun(3, 9)  # 11 against 14
    assert element(battle, "tank").suppressed
    assert asked(battle) == "dismount"
    play(battle, PutDown((20, 8.8), 0.0))
    riders = element(battle, "riders")
    assert (riders.suppressed, riders.carried_by) == (True, None)
    assert element(battle, "foot").y == pytest.approx(11.2)


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.rally.mod-losses")
def test_riders_outlive_a_tank_that_is_lost_in_its_own_overrun() -> None:
    battle = overrun(1, 10)  # 9 against 15
    assert is_out(battle, "tank")
    play(battle, PutDown((20, 10), 0.0))
    assert element(battle, "riders").suppressed
    assert len(battle.state.lost) == 1


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.result.fall-back-move-4")
def test_riders_stay_on_a_tank_that_falls_back_from_its_overrun() -> None:
    battle = overrun(3, 7)  # 11 against 12
    assert asked(battle) == "fall back"
    play(battle, Retire("away"))
    assert element(battle, "tank").y == pytest.approx(6.0)
    riders = element(battle, "riders")
    assert (riders.carried_by, riders.suppressed) == ("tank", False)


# -- carriers that are hunted ---------------------------------------------------------------------


def hunted_carrier(*dice: int) -> P8Battle:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10)),
        unit("apc", "ge-apc", "german", at=(20, 12), facing=180),
        load("apc", "german"),
        terrain=[area("wood", box(15, 8, 25, 11))],
        dice=dice,
    )
    play(battle, Hunt("a", "apc"))
    return battle


@pytest.mark.rule("p8.hunt.result-suppressed", "p8.passengers.soft-must-dismount")
def test_those_in_a_carrier_that_hunters_suppress_may_stay_aboard() -> None:
    battle = hunted_carrier(4, 5)  # 4 + 4 + 1 (open top) against 5 + 1
    assert element(battle, "apc").suppressed
    assert element(battle, "load").suppressed
    assert asked(battle) == "dismount"
    play(battle, Done())
    assert element(battle, "load").carried_by == "apc"


@pytest.mark.rule("p8.hunt.result-out", "p8.passengers.share-fate")
def test_those_in_a_carrier_are_lost_with_it_to_hunters() -> None:
    battle = hunted_carrier(10, 1)
    assert is_out(battle, "apc")
    assert is_out(battle, "load")
    assert len(battle.state.lost) == 2


# -- a gun and its tractor under fire -------------------------------------------------------------


def towing(gun: dict[str, Any], tractor: dict[str, Any], *dice: int) -> P8Battle:
    return situation(
        unit("tractor", "ge-tractor", "german", at=(20, 20), **tractor),
        unit("gun", "ge-pak40", "german", at=(0, 0), carried_by="tractor", **gun),
        FAR,
        dice=dice,
    )


@pytest.mark.rule("p8.limber.takes-whole-turn", "p8.action.allowed-when-suppressed")
@pytest.mark.parametrize(
    ("gun", "tractor"),
    [({"suppressed": True}, {}), ({}, {"suppressed": True})],
)
def test_nothing_is_uncoupled_while_either_is_suppressed(
    gun: dict[str, Any], tractor: dict[str, Any]
) -> None:
    battle = towing(gun, tractor)
    order = Unlimber("gun", "tractor", (20, 18.2), 0.0)
    assert why_not(battle, order) == "p8.action.allowed-when-suppressed"
    assert why_not(towing({}, {}), order) is None


@pytest.mark.rule("p8.rally.result-extra-action", "p8.limber.takes-whole-turn")
def test_a_tractor_that_recovers_at_9_uncouples_its_gun_with_its_further_action() -> None:
    battle = towing({}, {"suppressed": True}, 10)
    play(battle, Recover("tractor"))  # 10 - 1 unsupported or not: 9 or more
    assert not element(battle, "tractor").suppressed
    assert why_not(battle, Unlimber("gun", "tractor", (20, 18.2), 0.0)) is None


@pytest.mark.rule("p8.passengers.share-fate", "p8.passengers.soft-must-dismount")
def test_a_suppressed_tractor_keeps_its_suppressed_gun_coupled() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("tractor", "ge-tractor", "german", at=(20, 20), facing=180),
        load("tractor", "german", "ge-pak40", "gun"),
        dice=[5, 5],
    )
    play(battle, Fire("mg", "tractor"))  # 11 against 8
    assert (element(battle, "tractor").suppressed, element(battle, "gun").suppressed) == (1, 1)
    assert element(battle, "gun").carried_by == "tractor"
    assert asked(battle) == "action"


# -- lorries --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.passengers.several-only-one-lost", "p8.transport.empty-removed")
@pytest.mark.parametrize(("die", "lost"), [(5, "a"), (6, "b")])
def test_an_emptied_lorry_stays_beside_the_one_that_got_off(die: int, lost: str) -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("lorry", "ge-lorry", "german", at=(20, 20), facing=180),
        load("lorry", "german", name="a"),
        load("lorry", "german", name="b"),
        unit("friend", "ge-rifle-44", "german", at=(50, 44)),
        dice=[10, 5, die],
    )
    play(battle, Fire("mg", "lorry"))  # 16 against 8
    left = "b" if lost == "a" else "a"
    assert is_out(battle, lost)
    play(battle, PutDown((20, 21.4), 180.0))
    assert (element(battle, left).suppressed, element(battle, "lorry").suppressed) == (True, True)
    until(battle, "german")
    until(battle, "british")
    assert element(battle, "lorry").on_table


@pytest.mark.rule("p8.passengers.share-fate", "p8.result.fall-back-move-4")
def test_a_lorry_takes_its_load_along_when_it_falls_back_and_stops_at_a_wood() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("lorry", "ge-lorry", "german", at=(20, 20), facing=180),
        load("lorry", "german"),
        terrain=[area("wood", box(10, 22, 30, 30))],
        homes=HOMES,
        dice=[3, 5],
    )
    play(battle, Fire("mg", "lorry"))  # 9 against 8
    if asked(battle) == "fall back":
        play(battle, Retire("home"))
    lorry = element(battle, "lorry")
    assert 21.9 <= lorry.y <= 22.0
    assert not lorry.suppressed
    assert element(battle, "load").carried_by == "lorry"
    assert not element(battle, "load").suppressed


@pytest.mark.rule("p8.rally.mod-losses", "p8.passengers.share-fate")
def test_a_lorry_and_its_load_are_two_losses_for_those_who_recover() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("lorry", "ge-lorry", "german", at=(20, 20), facing=180),
        load("lorry", "german"),
        unit("b", "ge-rifle-44", "german", at=(50, 30), suppressed=True),
        unit("c", "ge-rifle-44", "german", at=(52, 30)),
        losses={"german": 1},
        dice=[10, 5, 6],
    )
    play(battle, Fire("mg", "lorry"))
    assert is_out(battle, "load")
    until(battle, "german")
    play(battle, Recover("b"))
    assert modifiers(battle, "recover") == {"p8.rally.mod-losses": -1}
    assert element(battle, "b").suppressed


# -- getting off ----------------------------------------------------------------------------------


def driven(inches: float, **aboard: Any) -> P8Battle:
    """A lorry on open ground (rate 4) drives so far north, towards an enemy."""
    battle = situation(
        unit("lorry", "uk-lorry", "british", at=(20, 10)),
        unit("load", "uk-rifle-44", "british", at=(0, 0), carried_by="lorry", **aboard),
        unit("target", "ge-rifle-40", "german", at=(20, 20), facing=90),
        unit("tank", "ge-pz3-50", "german", at=(24, 12.2), facing=0),
        terrain=[area("wood", box(22.5, 10, 30, 14))],
    )
    if inches:
        play(battle, Move("lorry", ((20, 10 + inches),)))
        nobody_reacts(battle)
    return battle


@pytest.mark.rule("p8.fire.passengers-may-fire", MOVED)
@pytest.mark.parametrize(("inches", "allowed"), [(2.0, True), (2.01, False)])
def test_a_passenger_fires_after_half_the_rate_of_its_vehicle(inches: float, allowed: bool) -> None:
    battle = driven(inches)
    assert (barred(battle, "load", "target") is None) is allowed
    if allowed:
        assert target_adds(shot(battle, "load", "target"))[MOVED] == 1


@pytest.mark.rule("p8.mount.dismount-at-end-of-vehicle-move")
@pytest.mark.parametrize(("inches", "allowed"), [(2.0, True), (2.01, False)])
def test_whoever_got_off_after_half_a_move_fires_and_does_nothing_else(
    inches: float, allowed: bool
) -> None:
    battle = driven(inches)
    play(battle, Dismount("load", (20, 11.4 + inches), 0.0))
    nobody_reacts(battle)
    assert (why_not(battle, Fire("load", "target")) is None) is allowed
    for order in (
        Move("load", ((21.2, 13),)),
        Move("load", (), 90.0),
        MoveAndFire("load", (), 90.0),
        Charge("load", "target"),
        Hunt("load", "tank"),
        Mount("load", "lorry"),
    ):
        assert why_not(battle, order) is not None, order


@pytest.mark.rule("p8.mount.dismount-at-end-of-vehicle-move")
def test_whoever_got_off_a_vehicle_that_stood_may_hunt() -> None:
    battle = driven(0.0)
    play(battle, Dismount("load", (21.2, 10.6), 0.0))
    nobody_reacts(battle)
    assert why_not(battle, Hunt("load", "tank")) is None
    assert why_not(battle, Move("load", ((21.2, 13),))) is not None


@pytest.mark.rule("p8.mount.dismount-at-end-of-vehicle-move", "p8.action.barred-after-reacting")
def test_whoever_has_reacted_aboard_may_still_get_off_but_not_fire() -> None:
    battle = driven(0.0, reacted=True)
    assert why_not(battle, Dismount("load", (21.2, 10.0), 0.0)) is None
    play(battle, Dismount("load", (21.2, 10.0), 0.0))
    nobody_reacts(battle)
    assert why_not(battle, Fire("load", "target")) == "p8.action.barred-after-reacting"


# -- riders under fire ----------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.result.fall-back-in-cover")
@pytest.mark.parametrize("deep", [True, False])
def test_riders_in_a_wood_fall_back_only_as_far_as_there_is_wood(deep: bool) -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("tank", "ge-panther", "german", at=(20, 15), facing=180),
        load("tank", "german", name="riders"),
        terrain=[area("wood", box(10, 13.5, 30, 30 if deep else 17))],
        homes=HOMES,
        dice=[7, 5],
    )
    play(battle, Fire("mg", "riders"))  # 13 against 5 + 5 + 1
    assert asked(battle) == "dismount"
    play(battle, PutDown((20, 16.4), 180.0))
    if deep:
        play(battle, Retire("home"))
    riders = element(battle, "riders")
    assert riders.suppressed is not deep
    assert riders.y == pytest.approx(20.4 if deep else 16.4)
    assert not element(battle, "tank").suppressed


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.fire.tank-riders-are-targets")
def test_foot_before_a_tank_shields_its_riders_from_small_arms_only() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("piat", "uk-sherman-75", "british", at=(24, 5)),
        unit("foot", "ge-rifle-44", "german", at=(20, 13), facing=180),
        unit("tank", "ge-panther", "german", at=(20, 15), facing=180),
        load("tank", "german", name="riders"),
    )
    assert barred(battle, "mg", "riders") == "p8.fire.sa-not-through-enemy-foot"
    assert barred(battle, "piat", "riders") is None
    assert barred(battle, "piat", "tank") is None


# -- dug-in and moving off ------------------------------------------------------------------------


@pytest.mark.rule("p8.cover.dug-in-set-up-only")
def test_a_trench_is_lost_by_getting_on_and_not_by_taking_a_weapon_apart() -> None:
    battle = situation(
        unit("a", "ge-rifle-44", "german", at=(20, 20), dug_in=True),
        unit("truck", "ge-truck", "german", at=(21.2, 20)),
        unit("gun", "ge-pak40", "german", at=(30, 20), dug_in=True),
        unit("tractor", "ge-tractor", "german", at=(31.2, 20)),
        unit("mg", "ge-mg", "german", at=(40, 20), dug_in=True),
        FAR,
    )
    play(battle, BreakDown("mg"))
    assert element(battle, "mg").dug_in
    play(battle, Mount("a", "truck"))
    nobody_reacts(battle)
    assert not element(battle, "a").dug_in
    play(battle, Limber("gun", "tractor"))
    nobody_reacts(battle)
    assert not element(battle, "gun").dug_in


@pytest.mark.rule("p8.limber.takes-whole-turn", "p8.action.barred-after-reacting")
def test_a_tractor_that_fell_back_as_a_reaction_takes_no_gun_in_its_own_turn() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(20, 5)),
        unit("truck", "ge-truck", "german", at=(20, 20), facing=180),
        unit("gun", "ge-pak38", "german", at=(21.2, 22.0), facing=180),
        homes=HOMES,
    )
    play(battle, Move("tank", ((20, 6),)))
    play(battle, ReactFallBack("truck", 0.5, "home", 2.0))
    assert element(battle, "truck").y == pytest.approx(22.0)
    until(battle, "german")
    assert why_not(battle, Limber("gun", "truck")) == "p8.action.barred-after-reacting"


@pytest.mark.rule("p8.react.option-fall-back", "p8.cover.dug-in-set-up-only")
def test_a_dug_in_weapon_that_falls_back_as_a_reaction_leaves_its_trench() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(20, 5)),
        unit("mg", "ge-mg", "german", at=(20, 20), facing=180, dug_in=True),
        homes=HOMES,
    )
    play(battle, Move("tank", ((20, 6),)))
    assert why_not(battle, ReactFallBack("mg", 0.5, "home", 1.01)) is not None
    play(battle, ReactFallBack("mg", 0.5, "home", 1.0))
    assert (element(battle, "mg").y, element(battle, "mg").dug_in) == (21.0, False)


@pytest.mark.rule("p8.react.infantry-mounting-may-be-shot", "p8.cover.dug-in-set-up-only")
def test_whoever_is_shot_at_while_mounting_still_has_its_trench() -> None:
    # It is shot at where it stands before it gets on.
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), dug_in=True),
        unit("truck", "uk-truck", "british", at=(21.2, 10)),
        unit("mg", "ge-mg", "german", at=(20, 25), facing=180),
        dice=[5, 5],
    )
    play(battle, Mount("a", "truck"), ReactFire("mg", 0.0))
    assert modifiers(battle)["p8.fire.mod-hard-cover-hull-down-smoke"] == 2
    assert told(battle, "fire")[-1].data["score"] == -1
