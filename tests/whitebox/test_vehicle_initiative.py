"""INITIATIVE, tank destroyers, SURPRISE and AMBUSH with vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import (
    roll_surprise,
    rollers,
    wheelman_bonus,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.tank_destroyers import is_mobile
from sandtable.rulebooks.whitebox.state.orders import Begin, Deploy, Done
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    FireGun,
    SetPace,
    ShootAboard,
    Traverse,
    WithholdGun,
)
from sandtable.scenario import Unit, Zone
from tests.conformance.suite import everything_seen
from tests.whitebox.gun_kit import drive_off, fire, start
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    feed,
    fight,
    filled,
    man,
    middle,
    play,
    state_of,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import panzer, tank, the, vehicle

rule = pytest.mark.rule


# -- initiative -----------------------------------------------------------------------------------


def three_men(*more: Unit, **options: str | bool) -> Any:
    men = [man(name, (x, 25)) for name, x in (("ivan", 2), ("oleg", 4), ("pyotr", 6))]
    units = (tank(), tank("kv", (20, 20)), *men, *more, panzer())
    return fight(*units, options=options, dice=(6, 5, 4, 1)).state


@rule("owb.vehicle.group-or-individual-initiative")
def test_every_vehicle_rolls_and_all_on_foot_share_a_roll() -> None:
    names = [party.name for party in rollers(three_men(initiative="vehicle"))]
    assert names == ["t34", "kv", "a", "panzer"]
    sides = [party.name for party in rollers(three_men())]
    assert sides == ["a", "b"]


@rule("owb.vehicle.group-or-individual-initiative")
def test_alone_the_gunner_fires_on_his_roll_and_the_tank_moves_on_its_drivers() -> None:
    gun: dict[str, Any] = {
        "mounts": [{"weapon": "cannon", "kind": "TR2"}],
        "empty": ["passenger-1"],
    }
    units = (tank(sheet="armored-car", **gun), man("foe", (10, 8), "b", facing=4))
    battle = fight(*units, options={"initiative": "individual"}, dice=(2, 5, 1))
    assert battle.choices[0].about == ("t34.gun-1",)
    play(battle, Begin(person="t34.gun-1"))
    assert not battle.allows(Drive(vehicle="t34"), "a")
    assert not battle.allows(SetPace(vehicle="t34", pace="normal"), "a")
    target = FireGun(person="t34.gun-1", mount="gun-1", at=middle((10, 8)))
    play(battle, target, dice=(2,))
    play(battle, EndVehicle(vehicle="t34"))
    assert not the(battle, "t34").done
    assert battle.choices[0].about == ("t34.operator",)
    play(battle, Begin(person="t34.operator"), SetPace(vehicle="t34", pace="normal"))
    assert not battle.allows(Traverse(person="t34.gun-1", mount="gun-1", eighths=1), "a")
    play(battle, Drive(vehicle="t34", squares=2), EndVehicle(vehicle="t34"))
    assert the(battle, "t34").done


def wheelman(aboard: str = "t34", seat: str = "operator", rank: str = "op1") -> Unit:
    more: dict[str, Any] = {"class": "wheelman"}
    return man("ace", (1, 34), rank=rank, carried_by=aboard, seat=seat, **more)


@rule("owb.vehicle.wheelman-initiative-bonus", "owb.crew.pc-operator-classes")
def test_a_wheelman_adds_two_to_the_roll_of_his_side() -> None:
    battle = fight(tank(), wheelman(), panzer(), dice=(3, 4))
    assert battle.choices[0].seats == ("a",)
    assert "A (5)" in told(battle, "initiative")[0].text


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_wheelmen_do_not_add_up_and_must_drive_something_that_moves() -> None:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": "kv", "seat": "operator"}
    twice = man("two", (1, 33), rank="op1", **more)
    state = state_of(tank(), tank("kv", (20, 20)), wheelman(), twice, panzer())
    ours = rollers(state)[0]
    assert wheelman_bonus(state, ours) == 2
    state.alter("kv", stuck=True)
    assert wheelman_bonus(state, ours) == 2
    state.alter("t34", immobile=True)
    assert wheelman_bonus(state, ours) == 0


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_a_wheelman_in_another_seat_or_on_foot_adds_nothing() -> None:
    aside = state_of(tank(), wheelman(seat="passenger-1"), panzer())
    assert wheelman_bonus(aside, rollers(aside)[0]) == 0
    more: dict[str, Any] = {"class": "wheelman"}
    afoot = man("ace", (1, 34), rank="op1", **more)
    walking = state_of(tank(), afoot, panzer())
    assert wheelman_bonus(walking, rollers(walking)[0]) == 0


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_where_vehicles_roll_only_his_own_has_the_bonus() -> None:
    units = (tank(), tank("kv", (20, 20)), wheelman(), panzer())
    state = fight(*units, options={"initiative": "vehicle"}, dice=(6, 5, 4)).state
    bonuses = {party.name: wheelman_bonus(state, party) for party in rollers(state)}
    assert bonuses == {"t34": 2, "kv": 0, "panzer": 0}
    rolls = (*[6] * 10, *[1] * 5)
    alone = fight(*units, options={"initiative": "individual"}, dice=rolls).state
    mine = {p.name for p in rollers(alone) if wheelman_bonus(alone, p)}
    assert mine == {"ace"}


@rule("owb.vehicle.initiative-tie-simultaneous", "owb.vehicle.initiative-tie-procedure")
def test_tied_tanks_can_destroy_each_other() -> None:
    battle = fight(tank(hp=1), panzer(hp=1), dice=(4, 4, 1, 2))
    first = battle.choices[0].seats[0]
    mine, other = ("t34", "panzer") if first == "a" else ("panzer", "t34")
    start(battle, mine)
    play(battle, fire(mine, other), dice=(15, *[1] * 9))
    struck = the(battle, other)
    assert (struck.hp < 1, struck.wreck) == (True, "")
    play(battle, EndVehicle(vehicle=mine))
    start(battle, other)
    play(battle, fire(other, mine), dice=(15, *[1] * 9))
    feed(battle, *[1] * 40)
    play(battle, EndVehicle(vehicle=other))
    assert {the(battle, name).wreck for name in ("t34", "panzer")} == {"inoperable"}


@rule("owb.vehicle.initiative-tie-procedure")
def test_tied_groups_act_in_the_reverse_of_the_last_rounds_order() -> None:
    battle = fight(tank(), panzer(), dice=(6, 1))
    drive_off(battle, "t34")
    start(battle, "panzer")
    play(battle, EndVehicle(vehicle="panzer"), dice=(3, 3))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("b",)


# -- tank destroyers ------------------------------------------------------------------------------


def hunter(**more: Any) -> Unit:
    return vehicle("su", "tank-destroyer", (20, 20), 0, "a", **more)


LIGHT: dict[str, Any] = {"sheet": "tank-light"}


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_tank_destroyer_waits_for_the_enemy_tank() -> None:
    battle = fight(tank(), hunter(), panzer(**LIGHT), man("foe", (3, 3), "b"), dice=(6, 2))
    assert battle.choices[0].about == ("t34",)
    drive_off(battle, "t34")
    assert set(battle.choices[0].about) == {"panzer", "foe"}
    drive_off(battle, "panzer")
    assert battle.choices[0].about == ("su",)
    start(battle, "su")
    assert not battle.allows(WithholdGun(person="su.gun-1"), "a")
    play(battle, EndVehicle(vehicle="su"))
    assert battle.choices[0].about == ("foe",)
    feed(battle, 6, 1)
    turn(battle, "foe")
    assert battle.state.turn == 2


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_it_acts_with_its_side_if_that_comes_later() -> None:
    battle = fight(tank(), hunter(), panzer(**LIGHT), dice=B_FIRST)
    drive_off(battle, "panzer")
    assert set(battle.choices[0].about) == {"t34", "su"}


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
@pytest.mark.parametrize("held", [{"hp": 0}, {"empty": ["operator"]}])
def test_a_tank_that_cannot_move_does_not_hold_it_back(held: dict[str, Any]) -> None:
    foe = man("foe", (3, 3), "b")
    battle = fight(hunter(), panzer(**LIGHT, **held), foe, dice=(6, 2))
    assert battle.choices[0].about == ("su",)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_what_makes_a_tank_mobile() -> None:
    state = state_of(hunter(), panzer(**LIGHT))
    assert is_mobile(state, the(state, "panzer"))
    for held in ({"stuck": True}, {"immobile": True}, {"overturned": "left-side"}, {"hp": 0}):
        state.alter("panzer", **held)
        assert not is_mobile(state, the(state, "panzer"))
        state.alter("panzer", stuck=False, immobile=False, overturned="", hp=20)
    state.alter("panzer", stalled_to=9)
    state.turn = 9
    assert not is_mobile(state, the(state, "panzer"))
    state.turn = 10
    assert is_mobile(state, the(state, "panzer"))


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_if_no_mobile_tank_is_left_it_acts_after_the_turn_under_way() -> None:
    rocketeer = man("ivan", (12, 12), sheet="rocketeer-heavy", group="west")
    battle = fight(
        hunter(), rocketeer, panzer(hp=1, **LIGHT), man("foe", (3, 3), "b"), dice=(6, 4, 1)
    )
    assert battle.choices[0].about == ("ivan",)
    shot = ShootAboard(person="ivan", vehicle="panzer", weapon="rpg-heavy")
    turn(battle, "ivan", shot, dice=(18, *[1] * 10, *[1, 1, 18] * 4))
    assert the(battle, "panzer").wreck
    assert battle.choices[0].about == ("su",)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_on_a_tie_it_comes_after_the_tanks_and_is_not_simultaneous() -> None:
    battle = fight(tank(), hunter(), panzer(**LIGHT), dice=(4, 4, 1, 2))
    order: list[str] = []
    while battle.state.turn == 1 and len(order) < 3:
        name = battle.choices[0].about[0]
        order.append(name)
        start(battle, name)
        if name == "su":
            assert not battle.state.tied
        feed(battle, 6, 1)
        play(battle, EndVehicle(vehicle=name))
    assert order[-1] == "su"
    assert set(order) == {"t34", "panzer", "su"}


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_each_man_in_it_is_held_back_where_all_roll_for_themselves() -> None:
    options: dict[str, str | bool] = {"initiative": "individual"}
    crew: dict[str, Any] = {"empty": ["gun-2", "passenger-1"]}
    light: dict[str, Any] = {"empty": ["gun-1", "gun-2", "passenger-1"], **LIGHT}
    battle = fight(hunter(**crew), panzer(**light), options=options, dice=(6, 5, 1))
    order: list[str] = []
    while battle.state.turn == 1 and len(order) < 3:
        name = battle.choices[0].about[0]
        order.append(name)
        feed(battle, 6, 1, 1)
        play(battle, Begin(person=name))
        play(battle, EndVehicle(vehicle=name.split(".")[0]))
    assert order[0] == "panzer.operator"
    assert set(order[1:]) == {"su.operator", "su.gun-1"}


# -- surprise and ambush --------------------------------------------------------------------------


ROLL: dict[str, str | bool] = {"surprise": "roll"}


@rule("owb.vehicle.surprise-on-one-in-six", "owb.vehicle.surprise-grants-a-free-turn")
def test_the_group_that_is_not_surprised_takes_a_free_turn() -> None:
    battle = fight(tank(pace="normal", travel=6), panzer(), options=ROLL, dice=(1, 4))
    assert (battle.state.turn, battle.state.phase) == (0, "free-turn")
    assert battle.choices[0].about == ("panzer",)
    # the surprised tank rolls on at its starting pace meanwhile
    assert (the(battle, "t34").pace, the(battle, "t34").travelled) == ("normal", 6)
    start(battle, "panzer", "normal")
    play(battle, Drive(vehicle="panzer", squares=2))
    assert not battle.allows(WithholdGun(person="panzer.gun-1"), "b")
    play(battle, EndVehicle(vehicle="panzer"), dice=(6, 1))
    assert battle.state.turn == 1
    assert the(battle, "panzer").travelled == 2
    assert the(battle, "t34").travelled == 6
    assert battle.choices[0].seats == ("a",)


@rule("owb.vehicle.surprise-on-one-in-six", "owb.vehicle.surprise-grants-a-free-turn")
def test_if_both_are_surprised_nobody_has_a_free_turn() -> None:
    battle = fight(tank(), panzer(), options=ROLL, dice=(1, 1, 6, 1))
    assert battle.state.turn == 1


@rule("owb.vehicle.surprise-on-one-in-six")
def test_a_scenario_may_name_the_surprised_by_their_vehicle() -> None:
    state = state_of(tank(surprised=True), panzer(), options={"surprise": "scenario"})
    assert roll_surprise(state, ScriptedDice(())) == ("a",)


WOOD = filled("wood", "forest", (9, 16), (12, 25))


def ambush(*more: Unit, **rest: Any) -> OwbBattle:
    units = (
        tank(hidden=True),
        man("ivan", (1, 34), carried_by="t34", seat="passenger-1"),
        panzer(),
    )
    return fight(*units, *more, terrain=(WOOD,), **rest)


@rule("owb.ambush.conditions", "owb.ambush.free-attack")
def test_hidden_vehicles_make_a_free_attack_with_each_gun() -> None:
    battle = ambush(dice=(6, 1))
    assert battle.choices[0].ask == "free attack"
    assert {"t34.gun-1", "t34.gun-2"} <= set(battle.choices[0].about)
    assert battle.allows(Traverse(person="t34.gun-1", mount="gun-1", eighths=1), "a")
    play(battle, fire("t34", "panzer"), dice=(2,))
    assert not battle.allows(fire("t34", "panzer"), "a")
    assert battle.allows(fire("t34", "panzer", name="gun-2"), "a")
    assert not battle.allows(Drive(vehicle="t34"), "a")
    play(battle, Done(), dice=(4,))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


@pytest.mark.slow
@rule("owb.base.information")
def test_a_hidden_vehicle_is_hidden_with_all_aboard() -> None:
    """Wherever it stands and whoever is in it, the other side sees the same."""
    zones = (Zone(id="north", outline=((0.0, 30.0), (36.0, 30.0), (36.0, 36.0), (0.0, 36.0))),)
    foe = Unit(id="foe", sheet="rifleman", side="b", zone="north")
    ivan = man("ivan", (1, 34), carried_by="t34", seat="passenger-1")
    hidden = (tank(hidden=True), ivan), (tank(at=(11, 17), hidden=True, sheet="tank-heavy"),)
    battles = [
        fight(*units, man("decoy", (30, 30)), foe, zones=zones, terrain=(WOOD,)) for units in hidden
    ]
    probes: list[Any] = [Deploy(person="foe", at=middle((10, y))) for y in (3, 17)]
    seen = [everything_seen(battle, "b", probes) for battle in battles]
    assert seen[0] == seen[1]
    text = battles[0].view("b").to_json().decode()
    assert "t34" not in text
    assert "ivan" not in text
    assert "t34" in battles[0].view("a").to_json().decode()


@rule("owb.ambush.conditions")
def test_a_tank_in_the_open_has_no_free_attack() -> None:
    units = (tank(hidden=True), panzer())
    battle = fight(*units, dice=(6, 1, 3))
    assert battle.choices[0].ask != "free attack"
    assert battle.state.turn == 2
