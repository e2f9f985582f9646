"""Section 9.3: what transports carry, and what becomes of empty ones."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import is_supported
from sandtable.rulebooks.panzer8.s09_troops.commanders import successors
from tests.panzer8.kit import *
from tests.panzer8.kit.convoys import play_out

CAPACITY = "p8.transport.capacity"
RIDE = "p8.transport.who-may-ride"
EMPTY = "p8.transport.empty-removed"
ONLY_BACK = "p8.fallback.only-move-of-suppressed-and-empty-transports"
FOE = unit("foe", "ge-rifle-44", at=(50, 44))


def beside(sheet: str, vehicle: str, *others: Placed, **rest: Any) -> P8Battle:
    """A vehicle at (20, 10) and an element just behind it."""
    gap = (SHEETS[sheet].depth + SHEETS[vehicle].depth) / 2
    side = rest.pop("side", "british")
    enemy = unit("foe", "us-rifle-44", at=(50, 44))
    return situation(
        unit("a", sheet, side, at=(20, 10 - gap)),
        unit("v", vehicle, side, at=(20, 10)),
        *others,
        enemy,
        **rest,
    )


# -- room -----------------------------------------------------------------------------------------


@pytest.mark.rule(CAPACITY, "p8.sheet.capacity-and-tow")
@cases(
    "vehicle, aboard, allowed",
    ("uk-truck", 0, True),
    ("uk-truck", 1, False),
    ("uk-lorry", 1, True),
    ("uk-lorry", 2, False),
    ("uk-apc", 0, True),
    ("uk-apc", 1, False),
)
def test_a_lorry_carries_two_and_others_one(vehicle: str, aboard: int, allowed: bool) -> None:
    others = [load("v", "british", "uk-rifle-44", f"b{n}") for n in range(aboard)]
    battle = beside("uk-rifle-44", vehicle, *others)
    assert why_not(battle, Mount("a", "v")) == (None if allowed else CAPACITY)


@pytest.mark.rule(CAPACITY)
def test_it_carries_or_tows_and_never_both() -> None:
    towing = beside("uk-rifle-44", "uk-lorry", "gun uk-6pdr in v")
    assert why_not(towing, Mount("a", "v")) == CAPACITY
    carrying = beside("uk-6pdr", "uk-lorry", "b uk-rifle-44 in v")
    assert why_not(carrying, Limber("a", "v")) == CAPACITY
    second = beside("uk-6pdr", "uk-lorry", "gun uk-6pdr in v")
    assert why_not(second, Limber("a", "v")) == CAPACITY
    with pytest.raises(ScenarioError, match="no room"):
        situation("v uk-truck 20,10; a uk-rifle-44 in v; b uk-rifle-44 in v")


@pytest.mark.rule("p8.transport.horse-drawn-possible")
def test_a_horse_drawn_wagon_tows_a_gun_at_its_own_pace() -> None:
    battle = situation("v ge-wagon 20,10; gun ge-ig75 in v; foe us-rifle-44 50,44")
    assert why_not(battle, Move("v", ((20, 14),))) is None
    assert why_not(battle, Move("v", ((20, 14.1),))) == "p8.move.up-to-rate"


@pytest.mark.rule(RIDE)
@cases("sheet", "ge-cmd", "ge-fac", "ge-cav", "ge-mc", "ge-pzgren-44", "ge-truck")
def test_commanders_and_mounted_troops_never_ride(sheet: str) -> None:
    assert why_not(beside(sheet, "ge-lorry", side="german"), Mount("a", "v")) == RIDE


@pytest.mark.rule(RIDE)
@cases("sheet", "ge-rifle-44", "ge-eng", "ge-foo", "ge-bicycle-40")
def test_infantry_engineers_and_observers_ride_in_transports(sheet: str) -> None:
    assert why_not(beside(sheet, "ge-truck", side="german"), Mount("a", "v")) is None


@pytest.mark.rule(RIDE)
@cases("sheet", "ge-mg", "ge-mortar-81", "ge-mortar-120", "ge-pak38", "ge-fh105")
def test_weapons_are_carried_or_towed_by_transports_only(sheet: str) -> None:
    assert why_not(beside(sheet, "ge-truck", side="german"), Limber("a", "v")) is None
    on_tank = why_not(beside(sheet, "ge-pz4-long", side="german"), Limber("a", "v"))
    assert on_tank in (RIDE, "p8.riders.one-on-tank")


@pytest.mark.rule(RIDE)
def test_an_observer_with_a_radio_rides_inside_any_armoured_vehicle() -> None:
    battle = situation("foo uk-foo 20,8.8; tank uk-sherman-75 20,10; mg ge-mg 20,30")
    play(battle, Mount("foo", "tank"), Move("tank", ((20, 14),)))
    foo = element(battle, "foo")
    assert (foo.carried_by, foo.y) == ("tank", 14)
    assert why_not(battle, Fire("mg", "foo")) == "p8.fire.passengers-not-targets"
    play(battle, Done())
    play(battle, Dismount("foo", (20, 12.8)))
    assert element(battle, "foo").on_table


@pytest.mark.rule(RIDE)
def test_the_observer_takes_no_room_and_hinders_no_riders() -> None:
    rider = load("v", "german", "ge-rifle-44", "b")
    assert why_not(beside("ge-foo", "ge-pz4-long", rider, side="german"), Mount("a", "v")) is None
    inside = load("v", "german", "ge-foo", "b")
    assert (
        why_not(beside("ge-rifle-44", "ge-pz4-long", inside, side="german"), Mount("a", "v"))
        is None
    )
    assert why_not(beside("ge-rifle-44", "ge-apc", inside, side="german"), Mount("a", "v")) is None
    by_phone = beside("su-foo", "su-t34-85", side="russian")
    assert why_not(by_phone, Mount("a", "v")) == RIDE
    assert why_not(beside("su-foo", "su-lorry", side="russian"), Mount("a", "v")) is None


# -- empty transports -----------------------------------------------------------------------------


def empty(*others: Placed, sheet: str = "uk-truck", **own: Any) -> P8Battle:
    truck = unit("v", sheet, "british", at=(20, 10), **own)
    return situation(truck, *others, FOE)


@pytest.mark.rule(EMPTY)
@cases("sheet", "uk-truck", "uk-lorry", "uk-quad")
def test_an_empty_transport_is_removed_at_the_end_of_its_action_phase(sheet: str) -> None:
    battle = empty("far uk-rifle-44 30,10", sheet=sheet)
    play(battle, Done())
    assert is_out(battle, "v")
    assert battle.state.lost == ()
    assert last(battle, "leaves").rules[0] == EMPTY


@pytest.mark.rule(EMPTY)
@cases("x, kept", (21.2, True), (21.25, True), (21.26, False))
def test_a_friend_beside_it_keeps_it(x: float, kept: bool) -> None:
    battle = empty(unit("b", "uk-rifle-44", at=(x, 10)))
    play(battle, Done())
    assert is_out(battle, "v") == (not kept)


@pytest.mark.rule(EMPTY)
def test_it_is_not_checked_in_the_enemys_turn() -> None:
    battle = situation(FOE, "v uk-truck 20,10")
    play(battle, Done())
    assert battle.state.active == "british"
    assert not is_out(battle, "v")


@pytest.mark.rule(EMPTY)
def test_a_loaded_one_and_an_armoured_one_stay() -> None:
    loaded = empty("load uk-rifle-44 in v")
    play(loaded, Done())
    assert not is_out(loaded, "v")
    armoured = empty(sheet="uk-apc")
    play(armoured, Done())
    assert not is_out(armoured, "v")


@pytest.mark.rule(EMPTY)
def test_a_truck_whose_gun_is_unlimbered_beside_it_is_kept() -> None:
    battle = empty("gun uk-6pdr in v")
    play(battle, Unlimber("gun", "v", (20, 8.4)))
    assert battle.state.active == "german"
    assert not is_out(battle, "v")


@pytest.mark.rule("p8.transport.not-combat-element", "p8.foo.not-combat-element")
@cases("sheet", "uk-truck", "uk-apc", "uk-foo")
def test_transports_and_observers_are_no_combat_elements(sheet: str) -> None:
    other = unit("b", sheet, "british", at=(21.2, 10))
    aboard = [load("b", "british", "uk-rifle-44")] if SHEETS[sheet].capacity else []
    battle = empty(other, *aboard)
    play(battle, Done())
    assert is_out(battle, "v")  # b does not keep it
    state = situation(
        "a uk-rifle-44 20,20 suppressed; cmd uk-cmd 40,20",
        unit("b", sheet, "british", at=(22, 20)),
        FOE,
    ).state
    assert not is_supported(state, state.pieces["a"])
    assert [e.id for e in successors(state, state.pieces["cmd"])] == ["a"]


@pytest.mark.rule(ONLY_BACK)
@cases("sheet", "uk-truck", "uk-apc")
def test_an_empty_transport_can_only_fall_back(sheet: str) -> None:
    friend = unit("b", "uk-rifle-44", at=(21.2, 10))
    battle = empty(friend, sheet=sheet)
    assert why_not(battle, Move("v", ((20, 12),))) == ONLY_BACK
    assert why_not(battle, Move("v", (), 90)) == ONLY_BACK
    play(battle, FallBack("v", "home", 2.0))
    assert element(battle, "v").y == 8
    assert kinds(battle)[0] == "move"


@pytest.mark.rule(ONLY_BACK)
def test_once_it_is_loaded_it_moves_again() -> None:
    battle = beside("uk-rifle-44", "uk-truck")
    assert why_not(battle, Move("v", ((20, 12),))) == ONLY_BACK
    play(battle, Mount("a", "v"))
    assert why_not(battle, Move("v", ((20, 12),))) is None


@pytest.mark.rule("p8.cmd.replaced-when-lost")
def test_riders_stay_on_a_tank_that_does_not_give_its_place_to_a_commander() -> None:
    battle = situation(
        "mg ge-mg 30,20 S; cmd su-cmd 30,17; tank su-t34-85 10,10; riders su-smg in tank",
        "b su-rifle 12,5",
        dice=[10, 1],
    )
    play(battle, Fire("mg", "cmd"))
    assert why_not(battle, Replace("tank")) is None  # its owner has the choice
    play(battle, Replace("b"))
    assert element(battle, "riders").carried_by == "tank"


def test_a_transport_that_breaks_takes_its_passenger_with_it() -> None:
    battle = situation("v uk-apc 20,10 suppressed; a uk-rifle-44 suppressed in v", FOE, dice=[1])
    play(battle, Recover("v"))
    assert (is_out(battle, "v"), is_out(battle, "a")) == (True, True)


# -- whole battles --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_random_players_come_to_an_end(seed: int) -> None:
    battle, given = play_out(seed)
    assert battle.outcome is not None
    assert given["Move"] > 0
    for piece in battle.state.pieces.values():
        if piece.carried_by is not None:
            vehicle = battle.state.pieces[piece.carried_by]
            assert (piece.x, piece.y, piece.on_table) == (vehicle.x, vehicle.y, False)


@pytest.mark.slow
def test_a_greedy_player_carries_its_troops_to_the_fight() -> None:
    battle, given = play_out(1, greedy=True)
    assert battle.outcome is not None
    assert given["Unlimber"] + given["Dismount"] + given["PutDown"] > 0
    assert told(battle, "move")
