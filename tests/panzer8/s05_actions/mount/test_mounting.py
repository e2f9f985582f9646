"""Section 5.3.4: infantry mounts vehicles and gets off them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

MOUNT = "p8.mount.infantry-start-adjacent"

OFF = "p8.mount.dismount-at-end-of-vehicle-move"

BOTH = "p8.mount.not-both-in-one-turn"

SHOT = "p8.react.infantry-mounting-may-be-shot"

ONCE = "p8.action.one-per-element"

SHAKEN = "p8.action.allowed-when-suppressed"

BESIDE = (20.0, 8.8)


def foe(x: float = 50, y: float = 44, facing: float = 0.0, **more: Any) -> Unit:
    """An enemy who looks the other way unless told otherwise."""
    return unit("foe", more.pop("sheet", "ge-rifle-44"), "german", at=(x, y), facing=facing, **more)


def waiting(*others: Placed, at: tuple[float, float] = BESIDE, **rest: Any) -> P8Battle:
    """A truck at (20, 10) and a section just behind it."""
    own, truck = rest.pop("own", {}), rest.pop("truck", {})
    return situation(
        unit("a", rest.pop("sheet", "uk-rifle-44"), "british", at=at, **own),
        unit("truck", rest.pop("vehicle", "uk-truck"), "british", at=(20, 10), **truck),
        *(others or (foe(),)),
        **rest,
    )


def riding(*others: Placed, sheet: str = "uk-rifle-44", **rest: Any) -> P8Battle:
    """A truck at (20, 10) with a section aboard."""
    truck = rest.pop("truck", {})
    own = rest.pop("own", {})
    return situation(
        unit("truck", rest.pop("vehicle", "uk-truck"), "british", at=(20, 10), **truck),
        unit("a", sheet, "british", at=(0, 0), carried_by="truck", **own),
        *(others or (foe(),)),
        **rest,
    )


def offers(battle: P8Battle) -> list[Order]:
    """The candidates of the side whose turn it is."""
    return list(battle.view("british").candidates(battle.choices[0]))


# -- getting on -----------------------------------------------------------------------------------


@pytest.mark.rule(MOUNT)
def test_mounting_takes_the_action_of_the_infantry_only() -> None:
    battle = waiting()
    play(battle, Mount("a", "truck"))
    a, truck = element(battle, "a"), element(battle, "truck")
    assert (a.carried_by, a.on_table, a.acted, a.boarded) == ("truck", False, True, True)
    assert not truck.acted
    assert [e.id for e in battle.state.on_table("british")] == ["truck"]


@pytest.mark.rule(MOUNT)
def test_it_may_be_carried_off_in_the_same_turn() -> None:
    battle = waiting(foe(), "b uk-rifle-44 30,10")
    play(battle, Mount("a", "truck"), Move("truck", ((20, 14),)))
    a = element(battle, "a")
    assert (a.x, a.y, a.heading) == (20, 14, 0)
    assert why_not(battle, Dismount("a", (20, 12.8))) == BOTH


@pytest.mark.rule(MOUNT)
@cases(
    "facts, vehicle, rule",
    ({"at": (20, 8.8)}, "truck", None),
    ({"at": (20, 8.75)}, "truck", None),
    ({"at": (20, 8.74)}, "truck", MOUNT),  # not adjacent
    ({}, "nobody", MOUNT),
    ({}, "foe", "p8.transport.who-may-ride"),
    ({"own": {"suppressed": True}}, "truck", SHAKEN),
    ({"own": {"acted": True}}, "truck", ONCE),
    ({"own": {"reacted": True}}, "truck", "p8.action.barred-after-reacting"),
)
def test_who_may_get_on(facts: dict[str, Any], vehicle: str, rule: str | None) -> None:
    battle = waiting("foe ge-truck 20,7.0", **facts)
    assert why_not(battle, Mount("a", vehicle)) == rule


@pytest.mark.rule(MOUNT)
def test_neither_may_have_moved_before() -> None:
    assert why_not(waiting(truck={"moved": True}), Mount("a", "truck")) == MOUNT
    assert why_not(waiting(own={"moved": True}), Mount("a", "truck")) == MOUNT
    came = waiting(at=(20, 7))
    play(came, Move("a", (BESIDE,)))
    assert why_not(came, Mount("a", "truck")) == ONCE


# -- shot at while mounting -----------------------------------------------------------------------


def watched(dice: list[int]) -> P8Battle:
    return waiting(foe(20, 1, 0, sheet="ge-mg"), dice=dice)


@pytest.mark.rule(SHOT, "p8.react.trigger-is-movement-action")
def test_infantry_is_shot_at_where_it_stands_before_mounting() -> None:
    battle = watched([1, 10])
    play(battle, Mount("a", "truck"))
    assert asked(battle) == "reaction"
    assert element(battle, "a").on_table
    play(battle, ReactFire("foe", 0.0))
    assert element(battle, "a").carried_by == "truck"
    assert kinds(battle)[-1] == "mount"


@pytest.mark.rule(SHOT)
@cases("dice, result", ([6, 5], "suppressed"), ([8, 4], "out"), ([4, 5], "falls back"))
def test_whoever_is_hit_does_not_get_on(dice: list[int], result: str) -> None:
    # the machine-gun, 6, fires at 6.4 from behind, +1; the section has Def 5
    battle = watched(dice)
    play(battle, Mount("a", "truck"), ReactFire("foe", 0.0))
    assert is_out(battle, "a") == (result == "out")
    if result == "out":
        return
    a = element(battle, "a")
    assert (a.carried_by, a.suppressed) == (None, result == "suppressed")
    assert (asked(battle) == "fall back") == (result == "falls back")


@pytest.mark.rule(SHOT)
def test_nobody_reacts_if_it_is_let_pass() -> None:
    battle = watched([])
    play(battle, Mount("a", "truck"), Done())
    assert element(battle, "a").carried_by == "truck"


@pytest.mark.rule(SHOT)
def test_infantry_is_shot_at_where_it_has_got_off() -> None:
    battle = riding(foe(20, 1, 0, sheet="ge-mg"), dice=[6, 5])
    play(battle, Dismount("a", BESIDE))
    assert asked(battle) == "reaction"
    play(battle, ReactFire("foe", 0.0))
    a = element(battle, "a")
    assert (a.x, a.y, a.suppressed, a.on_table) == (20, 8.8, True, True)


# -- getting off ----------------------------------------------------------------------------------


@pytest.mark.rule(OFF)
def test_it_gets_off_at_the_end_of_the_move_and_moves_no_further() -> None:
    battle = riding()
    play(battle, Move("truck", ((20, 12),)), Dismount("a", (20, 10.8), 180))
    a = element(battle, "a")
    assert (a.x, a.y, a.heading, a.landed, a.acted) == (20, 10.8, 180, True, False)
    for order in (
        Move("a", ((20, 9),)),
        Move("a", (), 0),
        MoveAndFire("a", ((20, 10),)),
        FallBack("a", "home", 1.0),
        Charge("a", "foe"),
    ):
        assert why_not(battle, order) == OFF, order


@pytest.mark.rule(OFF)
def test_the_vehicles_own_move_is_over_then() -> None:
    battle = riding(vehicle="uk-lorry")
    play(battle, Dismount("a", (20, 8.6)))
    assert why_not(battle, Move("truck", ((20, 14),))) == OFF
    assert why_not(battle, FallBack("truck", "home", 2.0)) == OFF


@pytest.mark.rule(OFF)
def test_dismounting_is_no_action_so_who_has_fired_may_get_off() -> None:
    battle = riding(foe(20, 18), dice=[1, 10])
    play(battle, Fire("a", "foe"))
    assert element(battle, "a").acted
    play(battle, Dismount("a", BESIDE))
    assert element(battle, "a").on_table
    after = riding(own={"reacted": True})
    assert why_not(after, Dismount("a", BESIDE)) is None


@pytest.mark.rule(OFF)
@cases("inches, allowed", (0.0, True), (2.0, True), (2.01, False))
def test_whoever_got_off_after_half_a_move_fires_and_does_nothing_else(
    inches: float, allowed: bool
) -> None:
    battle = driven(inches)
    play(battle, Dismount("load", (20, 11.4 + inches), 0.0))
    nobody_reacts(battle)
    assert why_not(battle, Fire("load", "target")) == (None if allowed else OFF)
    if allowed:
        adds = target_adds(shot(battle, "load", "target"))
        assert adds["p8.fire.mod-firer-moved"] == 1
    for order in (
        Move("load", ((21.2, 13),)),
        Move("load", (), 90.0),
        MoveAndFire("load", (), 90.0),
        Charge("load", "target"),
        Mount("load", "lorry"),
    ):
        assert why_not(battle, order) is not None, order


@pytest.mark.rule(OFF)
@cases("drives", True, False)
def test_it_recovers_and_hunts_tanks_only_if_the_vehicle_did_not_move(drives: bool) -> None:
    tank = foe(20, 15.5, 180, sheet="ge-pz4-long", suppressed=True)
    battle = riding(tank, vehicle="uk-apc", dice=[5])
    if drives:
        play(battle, Move("truck", ((20, 11),)))
    y = 11 if drives else 10
    play(battle, Dismount("a", (20, y + 1.2)))
    refusal = why_not(battle, Hunt("a", "foe"))
    assert (refusal == OFF) == drives
    assert why_not(battle, Recover("a")) == (OFF if drives else "p8.rally.recover-action")


@pytest.mark.rule(OFF)
def test_it_is_placed_adjacent_and_not_on_others() -> None:
    battle = riding(foe(), "b uk-rifle-44 21.2,10")
    assert why_not(battle, Dismount("a", (20, 8.7))) == OFF
    assert why_not(battle, Dismount("a", (20, 9))) == OFF
    assert why_not(battle, Dismount("a", (21.2, 10))) == "p8.geo.no-overlap"
    touching_enemy = riding(foe(20, 8.0))
    assert why_not(touching_enemy, Dismount("a", BESIDE)) == OFF
    flooded = riding(foe(), terrain="river 0,0 to 60,9.1")
    assert why_not(flooded, Dismount("a", BESIDE)) == "p8.terrain.zero-rate-is-impassable"


@pytest.mark.rule(OFF)
def test_a_suppressed_vehicle_may_still_let_passengers_off() -> None:
    battle = riding(truck={"suppressed": True})
    assert why_not(battle, Dismount("a", BESIDE)) is None
    assert why_not(riding(own={"suppressed": True}), Dismount("a", BESIDE)) == SHAKEN


@pytest.mark.rule(OFF)
def test_who_is_not_aboard_cannot_get_off_and_who_is_can_do_little_else() -> None:
    assert why_not(waiting(), Dismount("a", BESIDE)) == "p8.mount.dismount-at-end-of-vehicle-move"
    battle = riding()
    for order in (Move("a", ((20, 14),)), Mount("a", "truck"), FallBack("a", "home", 1.0)):
        assert refused(battle, order).rule == OFF


# -- not both -------------------------------------------------------------------------------------


@pytest.mark.rule(BOTH)
def test_nobody_mounts_and_dismounts_in_one_turn() -> None:
    battle = waiting()
    play(battle, Mount("a", "truck"))
    assert why_not(battle, Dismount("a", BESIDE)) == BOTH
    play(battle, Done(), Done())
    assert why_not(battle, Dismount("a", BESIDE)) is None


@pytest.mark.rule(BOTH)
def test_nobody_dismounts_and_mounts_in_one_turn() -> None:
    battle = riding()
    play(battle, Dismount("a", BESIDE))
    assert why_not(battle, Mount("a", "truck")) == BOTH


@pytest.mark.rule(MOUNT)
def test_the_phase_waits_for_those_who_can_still_get_off() -> None:
    battle = riding(truck={"acted": True}, own={"acted": True})
    assert battle.state.active == "british"
    assert battle.choices[0].seats == ("british",)
    play(battle, Done())
    assert battle.state.active == "german"
    aboard = [load("lorry", "british", "uk-rifle-44", name) for name in ("x", "y")]
    two = situation("lorry uk-lorry 20,10", *aboard, foe())
    play(two, Dismount("x", (20, 8.6)), Dismount("y", (20, 11.4)))
    assert {element(two, name).on_table for name in ("x", "y")} == {True}


@pytest.mark.rule(MOUNT)
def test_mounting_is_among_the_candidates() -> None:
    assert Mount("a", "truck") in offers(waiting())
    assert any(isinstance(order, Dismount) for order in offers(riding()))


# -- in built-up areas ----------------------------------------------------------------------------


@pytest.mark.rule("p8.geo.no-overlap")
def test_inside_a_built_up_area_they_get_on_and_off_in_there() -> None:
    farm = area("bua", box(18, 8, 22, 12), "farm")
    battle = situation(
        "apc uk-apc 20,10 inside farm; a uk-rifle-44 in apc; b uk-rifle-44 20,13",
        foe(),
        terrain=[farm],
    )
    orders = [order for order in offers(battle) if isinstance(order, Dismount)]
    play(battle, orders[0])
    assert element(battle, "a").inside == "farm"
    play(battle, Done(), Done())
    play(battle, Mount("a", "apc"))
    assert (element(battle, "a").inside, element(battle, "a").carried_by) == (None, "apc")


@pytest.mark.rule(OFF)
def test_nobody_gets_off_into_a_built_up_area_from_outside() -> None:
    farm = area("bua", box(18, 5, 22, 9.1), "farm")
    battle = riding(terrain=[farm])
    assert why_not(battle, Dismount("a", BESIDE)) == OFF
    inside = waiting(foe(), terrain=[farm], at=(20, 7), own={"inside": "farm"})
    assert why_not(inside, Mount("a", "truck")) == MOUNT


@pytest.mark.rule("p8.react.infantry-mounting-may-be-shot")
def test_whoever_mounts_and_is_shot_at_is_said_to_mount_not_to_turn() -> None:
    battle = situation(
        "a uk-rifle-44 20,10; lorry uk-lorry 21.2,10; mg ge-mg 20,25 S", dice=[1, 10]
    )
    play(battle, Mount("a", "lorry"))
    assert battle.choices[0].prompt == "a is mounting. React?"
    play(battle, ReactFire("mg", 0.0))
    assert told(battle, "reaction")[-1].text == "mg reacts to a as it mounts."


FAR = unit("far", "uk-rifle-44", at=(55, 44), facing=0)

# -- getting off ----------------------------------------------------------------------------------


def driven(inches: float, **aboard: Any) -> P8Battle:
    """A lorry on open ground (rate 4) drives so far north, towards an enemy."""
    battle = situation(
        "lorry uk-lorry 20,10",
        unit("load", "uk-rifle-44", at=(0, 0), carried_by="lorry", **aboard),
        "target ge-rifle-40 20,20 E; tank ge-pz3-50 24,12.2",
        terrain="wood 22.5,10 to 30,14",
    )
    if inches:
        play(battle, Move("lorry", ((20, 10 + inches),)))
        nobody_reacts(battle)
    return battle


@pytest.mark.rule("p8.mount.dismount-at-end-of-vehicle-move", "p8.action.barred-after-reacting")
def test_whoever_has_reacted_aboard_may_still_get_off_but_not_fire() -> None:
    battle = driven(0.0, reacted=True)
    assert why_not(battle, Dismount("load", (21.2, 10.0), 0.0)) is None
    play(battle, Dismount("load", (21.2, 10.0), 0.0))
    nobody_reacts(battle)
    assert why_not(battle, Fire("load", "target")) == "p8.action.barred-after-reacting"


# -- dug-in and moving off ------------------------------------------------------------------------


@pytest.mark.rule("p8.cover.dug-in-set-up-only")
def test_a_trench_is_lost_by_getting_on_and_not_by_taking_a_weapon_apart() -> None:
    battle = situation(
        "a ge-rifle-44 20,20 dug-in; truck ge-truck 21.2,20; gun ge-pak40 30,20 dug-in",
        "tractor ge-tractor 31.2,20; mg ge-mg 40,20 dug-in",
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


@pytest.mark.rule("p8.react.infantry-mounting-may-be-shot", "p8.cover.dug-in-set-up-only")
def test_whoever_is_shot_at_while_mounting_still_has_its_trench() -> None:
    # It is shot at where it stands before it gets on.
    battle = situation(
        "a uk-rifle-44 20,10 dug-in; truck uk-truck 21.2,10; mg ge-mg 20,25 S", dice=[5, 5]
    )
    play(battle, Mount("a", "truck"), ReactFire("mg", 0.0))
    assert modifiers(battle)["p8.fire.mod-hard-cover-hull-down-smoke"] == 2
    assert told(battle, "fire")[-1].data["score"] == -1
