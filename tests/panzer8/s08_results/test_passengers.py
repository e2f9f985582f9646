"""Section 5.1 and 8.4: passengers fire from vehicles and share their fate."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import aim
from tests.panzer8.kit import *

FIRE = "p8.fire.passengers-may-fire"

FATE = "p8.passengers.share-fate"

SEVERAL = "p8.passengers.several-only-one-lost"

SOFT = "p8.passengers.soft-must-dismount"

NOT_TARGETS = "p8.fire.passengers-not-targets"

FLAME = "p8.fire.mounted-csw-and-flame-cannot-fire"


def foe(x: float = 20, y: float = 20, facing: float = 0.0, **more: Any) -> Unit:
    """An enemy who looks the other way unless told otherwise."""
    return unit("foe", more.pop("sheet", "ge-rifle-44"), "german", at=(x, y), facing=facing, **more)


def aboard(
    *others: Placed,
    vehicle: str = "uk-lorry",
    names: tuple[str, ...] = ("a",),
    sheet: str = "uk-rifle-44",
    **rest: Any,
) -> P8Battle:
    """A vehicle at (20, 10) that faces north, with sections in it."""
    own, carrier = rest.pop("own", {}), rest.pop("carrier", {})
    return situation(
        unit("v", vehicle, "british", at=(20, 10), **carrier),
        *(unit(name, sheet, "british", at=(0, 0), carried_by="v", **own) for name in names),
        *(others or (foe(),)),
        **rest,
    )


# -- fire from vehicles ---------------------------------------------------------------------------


@pytest.mark.rule(FIRE, "p8.geo.distance-is-nearest-edges")
def test_a_passenger_fires_from_the_base_of_its_vehicle() -> None:
    battle = aboard(foe(20, 18.4), dice=[5, 5])
    # the lorry is 2 deep and the section 0.8: from 11 to 18
    assert shot(battle, "a", "foe").range == pytest.approx(7.0)
    play(battle, Fire("a", "foe"))
    assert element(battle, "a").acted
    assert not element(battle, "v").acted


@pytest.mark.rule(FIRE)
@cases("at", (20, 18), (28, 10), (20, 2), (12, 10))
def test_it_fires_all_round(at: tuple[float, float]) -> None:
    assert barred(aboard(foe(*at)), "a", "foe") is None


@pytest.mark.rule(FIRE)
def test_of_two_aboard_only_one_fires_in_a_player_turn() -> None:
    battle = aboard(foe(20, 18), names=("a", "b"), dice=[1, 10])
    play(battle, Fire("a", "foe"))
    assert why_not(battle, Fire("b", "foe")) == FIRE
    play(battle, Done(), Done())
    assert why_not(battle, Fire("b", "foe")) is None


@pytest.mark.rule(FIRE)
@cases("length, allowed", (2.0, True), (2.02, False))
def test_the_vehicle_may_have_moved_half_its_rate(length: float, allowed: bool) -> None:
    battle = aboard(foe(20, 22), dice=[5, 5])
    play(battle, Move("v", ((20, 10 + length),)))
    assert element(battle, "v").spent == pytest.approx(length / 4, abs=1e-4)
    if not allowed:
        assert why_not(battle, Fire("a", "foe")) == FIRE
        return
    play(battle, Fire("a", "foe"))
    assert modifiers(battle)["p8.fire.mod-firer-moved"] == 1


@pytest.mark.rule(FIRE)
def test_it_may_fire_first_and_then_drive_off() -> None:
    battle = aboard(foe(20, 18), dice=[1, 10])
    play(battle, Fire("a", "foe"))
    assert "p8.fire.mod-firer-moved" not in modifiers(battle)
    assert why_not(battle, Move("v", ((20, 14),))) is None


@pytest.mark.rule(FIRE)
def test_vehicle_and_passenger_react_separately() -> None:
    battle = situation(
        "foe ge-rifle-44 20,20 S; v uk-apc 20,10; a uk-rifle-44 in v", dice=[1, 10, 1, 10]
    )
    play(battle, Move("foe", ((20, 19),)))
    assert why_not(battle, ReactFallBack("a", 0.0, "home", 2.0)) == "p8.react.who-may"
    play(battle, ReactFire("a", 0.0), ReactFire("v", 0.0))
    assert (element(battle, "a").reacted, element(battle, "v").reacted) == (True, True)
    assert len(told(battle, "fire")) == 2


@pytest.mark.rule(FIRE)
def test_only_one_of_two_reacts() -> None:
    battle = situation(
        "foe ge-rifle-44 20,20 S; v uk-lorry 20,10; a uk-rifle-44 in v; b uk-rifle-44 in v",
        dice=[1, 10],
    )
    play(battle, Move("foe", ((20, 18),)), ReactFire("a", 0.0))
    assert why_not(battle, ReactFire("b", 0.0)) == FIRE


@pytest.mark.rule(FLAME)
def test_flamethrowers_and_observers_do_not_fire_from_vehicles() -> None:
    near = unit("foe", "su-rifle", at=(20, 12.5))
    battle = situation("v ge-lorry 20,10; flame ge-eng-flame in v; foo ge-foo in v", near)
    assert barred(battle, "flame", "foe") == FLAME
    assert barred(battle, "foo", "foe") == FLAME


@pytest.mark.rule(NOT_TARGETS)
def test_passengers_are_no_targets_but_their_vehicle_is() -> None:
    battle = situation("foe ge-mg 20,30 S; v uk-lorry 20,10; a uk-rifle-44 in v")
    assert why_not(battle, Fire("foe", "a")) == NOT_TARGETS
    assert why_not(battle, Fire("foe", "v")) is None


@pytest.mark.rule("p8.geo.no-overlap")
def test_those_aboard_have_no_base_and_are_in_nobodys_way() -> None:
    battle = aboard()
    state = battle.state
    assert [e.id for e in state.on_table()] == ["v", "foe"]
    assert [e.id for e in state.enemies_of(element(battle, "foe"))] == ["v"]
    assert [e.id for e in state.friends_of(element(battle, "v"))] == []
    assert state.base(element(battle, "a")) == state.base(element(battle, "v"))
    play(battle, Move("v", ((23, 12),)))
    a, v = element(battle, "a"), element(battle, "v")
    assert (a.x, a.y, a.heading) == (v.x, v.y, v.heading)


# -- sharing the fate of the vehicle --------------------------------------------------------------


def hit(names: tuple[str, ...] = ("a",), dice: list[int] | None = None, **rest: Any) -> P8Battle:
    """A vehicle at (20, 10), with sections in it, that an enemy fires at from 20 inches away."""
    vehicle = rest.pop("vehicle", "uk-lorry")
    own, carrier = rest.pop("own", {}), rest.pop("carrier", {})
    gun = rest.pop("gun", "ge-mg" if vehicle != "uk-apc" else "ge-pak38")
    load_sheet = rest.pop("sheet", "uk-rifle-44")
    battle = situation(
        unit("foe", gun, "german", at=(20, 24), facing=180),
        unit("v", vehicle, "british", at=(20, 10), **carrier),
        *(unit(name, load_sheet, "british", at=(0, 0), carried_by="v", **own) for name in names),
        *rest.pop("others", ()),
        dice=dice or [],
        **rest,
    )
    play(battle, Fire("foe", "v"))
    return battle


# machine-gun 6 against Def 3: the score is the difference of the dice and 3
SUPPRESSED, OUT, BACK = [5, 5], [7, 5], [4, 5]


@pytest.mark.rule(FATE, SOFT)
def test_the_passenger_of_a_soft_vehicle_is_suppressed_and_must_get_off() -> None:
    battle = hit(dice=SUPPRESSED)
    assert (score(battle), effect(battle)) == (3, "suppressed")
    assert element(battle, "a").suppressed
    assert about(battle) == ("a",)
    assert battle.choices[0].seats == ("british",)
    assert why_not(battle, Done()) == SOFT
    assert why_not(battle, PutDown((20, 5))) == SOFT
    play(battle, PutDown((20, 8.6), 180))
    a = element(battle, "a")
    assert (a.x, a.y, a.heading, a.on_table, a.suppressed) == (20, 8.6, 180, True, True)


@pytest.mark.rule(FATE)
def test_it_is_lost_with_its_vehicle() -> None:
    battle = hit(dice=OUT)
    assert (score(battle), is_out(battle, "v"), is_out(battle, "a")) == (5, True, True)
    assert [loss.element for loss in battle.state.lost] == ["a", "v"]
    assert [loss.combat for loss in battle.state.lost] == [True, False]


@pytest.mark.rule(FATE)
def test_it_is_carried_along_when_the_vehicle_falls_back() -> None:
    battle = hit(dice=BACK)
    play(battle, Retire("away"))
    v, a = element(battle, "v"), element(battle, "a")
    assert (v.y, a.y, a.suppressed, a.carried_by) == (6, 6, False, "v")


@pytest.mark.rule(FATE)
def test_a_suppressed_passenger_merely_stays_suppressed() -> None:
    battle = hit(vehicle="uk-apc", own={"suppressed": True}, dice=[4, 5])
    assert effect(battle) == "suppressed"
    assert element(battle, "a").suppressed
    assert asked(battle) == "action"  # it has not become suppressed, nobody is asked


@pytest.mark.rule(FATE)
def test_a_vehicle_suppressed_twice_is_lost_with_all_aboard() -> None:
    battle = hit(
        vehicle="uk-apc", own={"suppressed": True}, carrier={"suppressed": True}, dice=[4, 5]
    )
    assert (is_out(battle, "v"), is_out(battle, "a")) == (True, True)


@pytest.mark.rule(FATE)
def test_a_suppressed_passenger_may_recover_aboard() -> None:
    mate = unit("b", "uk-rifle-44", at=(22, 10))
    battle = aboard(foe(50, 44), mate, vehicle="uk-apc", own={"suppressed": True}, dice=[6])
    play(battle, Recover("a"))
    assert (element(battle, "a").suppressed, element(battle, "a").carried_by) == (False, "v")
    assert last(battle, "recover").data["score"] == 6


@pytest.mark.rule(FATE, SOFT)
def test_a_towed_gun_shares_the_fate_and_stays_limbered() -> None:
    battle = hit(sheet="uk-6pdr", dice=SUPPRESSED)
    a = element(battle, "a")
    assert (a.suppressed, a.carried_by) == (True, "v")
    assert asked(battle) == "action"
    assert is_out(hit(sheet="uk-6pdr", dice=OUT), "a")


# -- several aboard -------------------------------------------------------------------------------


@pytest.mark.rule(SEVERAL, SOFT)
@cases("die, lost", (1, "a"), (4, "a"), (5, "a"), (6, "b"), (10, "b"))
def test_of_two_in_a_lorry_only_one_is_lost(die: int, lost: str) -> None:
    battle = hit(("a", "b"), dice=[8, 5, die])
    assert score(battle) == 6
    left = "b" if lost == "a" else "a"
    assert (is_out(battle, lost), is_out(battle, left)) == (True, False)
    assert (element(battle, "v").suppressed, element(battle, left).suppressed) == (True, True)
    assert about(battle) == (left,)
    assert why_not(battle, Done()) == SOFT
    play(battle, PutDown((20, 8.6)))
    assert [loss.element for loss in battle.state.lost] == [lost]
    assert last(battle, "lots").rolls[0].faces == (die,)


@pytest.mark.rule(SEVERAL)
def test_those_already_suppressed_stay_so_and_the_transport_remains() -> None:
    battle = hit(("a", "b"), own={"suppressed": True}, carrier={"suppressed": True}, dice=[8, 5, 9])
    assert (is_out(battle, "a"), is_out(battle, "b"), is_out(battle, "v")) == (False, True, False)
    assert element(battle, "v").suppressed


@pytest.mark.rule(SEVERAL)
def test_a_second_suppression_of_a_full_lorry_is_such_a_result_too() -> None:
    battle = hit(("a", "b"), carrier={"suppressed": True}, dice=[5, 5, 1])
    assert (is_out(battle, "a"), is_out(battle, "b"), is_out(battle, "v")) == (True, False, False)
    assert element(battle, "b").suppressed
    assert about(battle) == ("b",)


@pytest.mark.rule(SEVERAL)
def test_a_moving_lorry_is_stopped_where_it_is_hit() -> None:
    mg = unit("foe", "ge-mg", at=(20, 24), facing=180)
    battle = aboard(mg, names=("a", "b"), dice=[8, 5, 4])
    play(battle, Move("v", ((20, 14),)), ReactFire("foe", 2.0), PutDown((20, 10.6)))
    v = element(battle, "v")
    assert (v.y, v.suppressed, v.spent) == (12, True, 0.5)
    assert element(battle, "b").y == 10.6


# -- carriers -------------------------------------------------------------------------------------


@pytest.mark.rule(SOFT)
def test_those_in_an_armoured_carrier_may_get_off_or_stay() -> None:
    # Pak 38, AP 5, against Def 1: the score is the difference of the dice and 4
    stay = hit(vehicle="uk-apc", dice=[4, 5])
    assert effect(stay) == "suppressed"
    assert about(stay) == ("a",)
    play(stay, Done())
    assert (element(stay, "a").carried_by, element(stay, "a").suppressed) == ("v", True)
    leave = hit(vehicle="uk-apc", dice=[4, 5])
    play(leave, PutDown((20, 8.8)))
    assert element(leave, "a").on_table


@pytest.mark.rule(SOFT)
def test_a_carried_weapon_gets_off_ready_for_use() -> None:
    battle = hit(sheet="uk-mg", dice=SUPPRESSED)
    play(battle, PutDown((20, 8.6)))
    a = element(battle, "a")
    assert (a.on_table, a.broken_down, a.suppressed) == (True, False, True)


@pytest.mark.rule(SOFT)
def test_without_a_place_to_go_they_stay_aboard() -> None:
    river = [area("river", box(0, 0, 60, 9.9)), area("river", box(0, 10.1, 60, 13), "two")]
    flooded = [
        *river,
        area("river", box(0, 9, 19.8, 11), "l"),
        area("river", box(20.2, 9, 60, 11), "r"),
    ]
    battle = hit(dice=SUPPRESSED, terrain=flooded)
    assert element(battle, "a").carried_by == "v"
    assert asked(battle) == "action"


@pytest.mark.rule(SOFT)
def test_a_placed_passenger_can_be_shot_at_by_the_next_gun() -> None:
    battle = hit(dice=SUPPRESSED)
    play(battle, PutDown((20, 8.6)))
    foe_ = element(battle, "foe")
    assert aim(battle.state, foe_, element(battle, "a")) is not None


MOVED = "p8.fire.mod-firer-moved"


def shot_off(inches: float) -> P8Battle:
    """A lorry drives so far and is suppressed; its load gets off behind it, looking at an enemy."""
    battle = situation(
        "lorry uk-lorry 20,10; load uk-rifle-44 in lorry; mg ge-mg 20,30 S",
        "target ge-rifle-44 20,5 S",
        dice=[6, 5],
    )
    play(battle, Move("lorry", ((20, 10 + inches),)), ReactFire("mg", inches))
    play(battle, PutDown((20, 10 + inches - 1.42), 180.0))
    return battle


@pytest.mark.rule(MOVED, "p8.passengers.soft-must-dismount")
def test_whoever_was_driven_and_is_shot_off_the_lorry_has_moved() -> None:
    battle = shot_off(0.5)
    assert element(battle, "load").suppressed
    assert not element(battle, "load").acted
    assert target_adds(shot(battle, "load", "target"))[MOVED] == 1


@pytest.mark.rule(MOVED, "p8.passengers.soft-must-dismount")
def test_whoever_is_shot_off_a_lorry_that_stands_in_the_enemys_turn_has_not_moved() -> None:
    battle = situation(
        "mg ge-mg 20,30 S; target ge-rifle-44 20,5 S; lorry uk-lorry 20,10 moved",
        "load uk-rifle-44 in lorry",
        dice=[6, 5],
    )
    play(battle, Fire("mg", "lorry"))
    play(battle, PutDown((20, 8.58), 180.0))
    play(battle, Done())
    assert battle.state.active == "british"
    assert MOVED not in target_adds(shot(battle, "load", "target"))


# -- carriers that are hunted ---------------------------------------------------------------------


def hunted_carrier(*dice: int) -> P8Battle:
    battle = situation(
        "a uk-rifle-44 20,10; apc ge-apc 20,12 S; load ge-rifle-44 in apc",
        terrain="wood 15,8 to 25,11",
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


# -- lorries --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.passengers.several-only-one-lost", "p8.transport.empty-removed")
@cases("die, lost", (5, "a"), (6, "b"))
def test_an_emptied_lorry_stays_beside_the_one_that_got_off(die: int, lost: str) -> None:
    battle = situation(
        "mg uk-mg 20,5; lorry ge-lorry 20,20 S; a ge-rifle-44 in lorry; b ge-rifle-44 in lorry",
        "friend ge-rifle-44 50,44",
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
        "mg uk-mg 20,5; lorry ge-lorry 20,20 S; load ge-rifle-44 in lorry",
        terrain="wood 10,22 to 30,30",
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


# -- getting off ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.passengers-may-fire", "p8.react.once-per-player-turn")
def test_of_two_aboard_the_other_may_react_in_the_enemys_turn() -> None:
    battle = situation(
        "lorry uk-lorry 20,10; p uk-rifle-44 in lorry; q uk-rifle-44 in lorry",
        "e ge-rifle-44 20,20 S",
        dice=[1, 10, 1, 10],
    )
    play(battle, Fire("p", "e"))
    assert why_not(battle, Fire("q", "e")) == "p8.fire.passengers-may-fire"
    until(battle, "german")
    play(battle, Move("e", ((20, 19),)), ReactFire("q", 1.0))
    assert element(battle, "q").reacted
    if asked(battle) == "reaction":
        assert why_not(battle, ReactFire("p", 1.0)) == "p8.fire.passengers-may-fire"


# -- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.enter.road-bonus-2", "p8.fire.passengers-may-fire")
@cases("inches, allowed", (6.0, True), (6.1, False))
def test_half_a_rate_is_half_with_the_bonus_for_entering_on_a_road(
    inches: float, allowed: bool
) -> None:
    battle = situation(
        unit("truck", "uk-truck", enters=Entry(edge="south", at=20)),
        "p uk-rifle-44 in truck; e ge-rifle-44 20,12 E",
        terrain="road from 20,0 to 20,40 wide 1.5",
    )
    play(battle, Move("truck", ((20, inches),)))
    nobody_reacts(battle)
    assert (barred(battle, "p", "e") is None) is allowed
