"""TIME, TACTICAL COMBAT ROUND, SURPRISE, INITIATIVE and AMBUSH with vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Amend, Order, Place, Refusal, Remove, rulebook_for
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.initiative import roll_surprise, rollers, wheelman_bonus
from sandtable.rulebooks.whitebox.orders import Begin, Deploy, Done, Leave
from sandtable.rulebooks.whitebox.vehicles.crew import rounds_of
from sandtable.rulebooks.whitebox.vehicles.destroyers import is_mobile
from sandtable.rulebooks.whitebox.vehicles.footprint import footprint
from sandtable.rulebooks.whitebox.vehicles.orders import (
    ChangeSeat,
    Drive,
    DriveDefensively,
    EndVehicle,
    FireGun,
    SetPace,
    ShootAboard,
    StartVehicle,
    Traverse,
    WithholdGun,
)
from sandtable.scenario import Exit, Objective, Unit, Victory, Zone
from tests.conformance.suite import everything_seen
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    feed,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


def tank(name: str = "t34", at: tuple[int, int] = (10, 20), **more: Any) -> Unit:
    return vehicle(name, more.pop("sheet", "tank-medium"), at, more.pop("facing", 0), **more)


def panzer(name: str = "panzer", at: tuple[int, int] = (11, 8), **more: Any) -> Unit:
    """An enemy tank that faces south; its front row is the southern one."""
    sheet = more.pop("sheet", "tank-medium")
    return vehicle(name, sheet, at, more.pop("facing", 4), "b", **more)


def begin(battle: OwbBattle, name: str, pace: str = "stopped") -> None:
    play(battle, StartVehicle(vehicle=name), SetPace(vehicle=name, pace=pace))  # type: ignore[arg-type]


def drive_off(battle: OwbBattle, name: str, pace: str = "stopped") -> None:
    """The whole turn of a vehicle that does nothing."""
    begin(battle, name, pace)
    play(battle, EndVehicle(vehicle=name))


def fire(gun: str, target: str, by: str = "t34", **more: Any) -> FireGun:
    return FireGun(person=f"{by}.{gun}", mount=gun, target=target, **more)


def refusal(battle: OwbBattle, order: Order, seat: str = "a") -> str:
    found = rulebook_for("owb").check(battle.state, seat, order)
    assert found is not None
    return found.rule


# -- time -----------------------------------------------------------------------------------------


@rule(
    "owb.vehicle.turn-procedure",
    "owb.vehicle.movement-does-not-use-up-the-attack",
    "owb.vehicle.moving-penalty-hits-all-attacks",
    "owb.crew.each-weapon-needs-its-own-gunner",
)
def test_a_tank_drives_fires_drives_on_and_fires_another_gun() -> None:
    battle = fight(tank(), panzer())
    begin(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=3))
    play(battle, fire("gun-1", "panzer"), dice=(2,))
    play(battle, Drive(vehicle="t34", squares=2))
    play(battle, fire("gun-2", "panzer", mode="burst"), dice=(2,))
    shots = told(battle, "attack")
    assert len(shots) == 2
    for shot in shots:
        pace = [m.value for m in shot.tallies[0].modifiers if m.rule.endswith("all-attacks")]
        assert pace == [-4]
    assert the(battle, "t34").travel == 5


@rule("owb.vehicle.moving-penalty-hits-all-attacks")
@pytest.mark.parametrize("pace", ["stopped", "crawl", "reverse"])
def test_slower_paces_take_nothing_from_attacks(pace: str) -> None:
    battle = fight(tank(), panzer())
    begin(battle, "t34", pace)
    play(battle, fire("gun-1", "panzer"), dice=(2,))
    assert told(battle, "attack")[0].tallies[0].total == 0


@rule("owb.vehicle.turn-procedure")
def test_the_pace_is_declared_before_anything_else() -> None:
    battle = fight(tank(), panzer())
    play(battle, StartVehicle(vehicle="t34"))
    early = refusal(battle, fire("gun-1", "panzer"))
    assert early == "owb.vmove.pace-declared-at-start-of-turn"
    play(battle, SetPace(vehicle="t34", pace="stopped"))
    assert battle.allows(fire("gun-1", "panzer"), "a")


@rule("owb.vehicle.turn-procedure", "owb.crew.no-operator-no-movement")
def test_without_an_operator_the_others_still_act() -> None:
    battle = fight(tank(empty=["operator"], pace="normal", travel=6), panzer())
    play(battle, StartVehicle(vehicle="t34"))
    standing = the(battle, "t34")
    assert (standing.pace, standing.travelled) == ("stopped", 0)
    rules = {refusal(battle, order) for order in _driving("t34")}
    assert rules == {"owb.crew.no-operator-no-movement"}
    assert battle.allows(fire("gun-1", "panzer"), "a")


def _driving(name: str) -> tuple[Order, ...]:
    return (
        SetPace(vehicle=name, pace="normal"),
        Drive(vehicle=name),
        DriveDefensively(vehicle=name),
    )


@rule("owb.vehicle.one-attack-per-crew-member", "owb.vehicle.what-counts-as-attack")
def test_a_gunner_attacks_once_in_a_round() -> None:
    battle = fight(tank(), panzer())
    begin(battle, "t34")
    play(battle, fire("gun-2", "panzer", mode="burst"), dice=(2,))
    assert person(battle, "t34.gun-2").attacked
    assert refusal(battle, fire("gun-2", "panzer")) == "owb.vehicle.one-attack-per-crew-member"
    assert battle.allows(fire("gun-3", "panzer"), "a")


@rule("owb.vehicle.attack-and-action-exclude-each-other", "owb.vehicle.round-lasts-seconds")
def test_nobody_attacks_and_acts_in_one_round() -> None:
    battle = fight(tank(empty=["gun-3"]), panzer())
    begin(battle, "t34")
    play(battle, fire("gun-1", "panzer"), dice=(2,))
    change = ChangeSeat(person="t34.gun-1", seat="gun-3")
    assert refusal(battle, change) == "owb.vehicle.attack-and-action-exclude-each-other"
    play(battle, ChangeSeat(person="t34.gun-2", seat="gun-3"))
    again = FireGun(person="t34.gun-2", mount="gun-3", target="panzer")
    assert refusal(battle, again) == "owb.vehicle.attack-and-action-exclude-each-other"


@rule("owb.vehicle.round-lasts-seconds", "owb.vehicle.movement-does-not-use-up-the-attack")
def test_movement_that_is_not_used_is_lost() -> None:
    battle = fight(tank(), panzer())
    begin(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=2), EndVehicle(vehicle="t34"))
    assert the(battle, "t34").done
    pass_all(battle, dice=(6, 1))
    fresh = the(battle, "t34")
    assert (fresh.spent, fresh.travel, fresh.travelled, fresh.done) == (0, 0, 2, False)
    assert fresh.rolling


LINKED: dict[str, Any] = {"mounts": [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]}


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_the_driver_cannot_fire_the_bow_machinegun() -> None:
    battle = fight(tank(), panzer())
    begin(battle, "t34")
    order = FireGun(person="t34.operator", mount="gun-2", target="panzer")
    assert refusal(battle, order) == "owb.vehicle.operator-fires-only-operator-linked"


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_the_operator_alone_fires_what_is_linked_to_him() -> None:
    battle = fight(tank(sheet="car", **LINKED), man("foe", (10, 10), "b"))
    begin(battle, "t34")
    assert "gun-1" not in the(battle, "t34").all_seats
    play(battle, FireGun(person="t34.operator", mount="gun-1", target="foe"), dice=(2,))
    assert person(battle, "t34.operator").attacked


@rule("owb.vehicle.one-action-per-crew-member")
def test_a_driving_check_is_the_operators_action() -> None:
    battle = fight(tank(sheet="car", **LINKED), man("foe", (10, 10), "b"))
    begin(battle, "t34", "normal")
    play(battle, DriveDefensively(vehicle="t34"), dice=(1,))
    order = FireGun(person="t34.operator", mount="gun-1", target="foe")
    assert refusal(battle, order) == "owb.vehicle.attack-and-action-exclude-each-other"
    change = ChangeSeat(person="t34.operator", seat="passenger-1")
    assert refusal(battle, change) == "owb.vehicle.one-action-per-crew-member"


@rule("owb.vehicle.turn-length-in-rounds")
def test_a_turn_is_ten_rounds_and_an_hour_is_six_turns() -> None:
    assert rounds_of(turns=1) == 10
    assert rounds_of(turns=3) == 30
    assert rounds_of(hours=1) == 60


@rule(
    "owb.vehicle.grid-square-is-one-inch-five-feet",
    "owb.vehicle.ruler-instead-of-grid",
    "owb.vehicle.what-it-covers",
    "owb.vehicle.replaces-core-vehicle-combat",
)
def test_one_inch_is_one_square_and_a_tank_may_meet_infantry_alone() -> None:
    book = rulebook_for("owb")
    assert book.standard_table() == (36.0, 36.0)
    units = (
        Unit(id="t34", sheet="tank-medium", side="a", zone="south"),
        man("foe", (10, 3), "b", facing=4),
    )
    zones = (Zone(id="south", outline=((0.0, 0.0), (36.0, 0.0), (36.0, 8.0), (0.0, 8.0))),)
    battle = fight(*units, zones=zones, dice=(6, 1))
    play(battle, Deploy(person="t34", at=(11.0, 4.0), facing=360.0))
    assert battle.state.footprint(the(battle, "t34")) == footprint((4, 2), 0, (10, 30))
    begin(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=5))
    assert the(battle, "t34").y == 9.0


# -- the round ------------------------------------------------------------------------------------


@rule("owb.vehicle.round-sequence", "owb.vehicle.initiative-d6-highest-first")
def test_the_highest_roll_acts_first_and_its_results_count_at_once() -> None:
    battle = fight(tank(), panzer(hp=1), dice=B_FIRST)
    assert battle.choices[0].seats == ("b",)
    drive_off(battle, "panzer")
    assert battle.choices[0].seats == ("a",)
    begin(battle, "t34")
    # 15 hits the front of an x2 hull; 9d6 of 6 are too much for it
    play(battle, fire("gun-1", "panzer"), dice=(15, *[6] * 9, *[1, 1, 1] * 5, *[1] * 5))
    assert the(battle, "panzer").wreck
    assert told(battle, "wreck")


@rule("owb.vehicle.round-sequence")
def test_a_vehicle_is_finished_before_the_next_begins() -> None:
    battle = fight(tank(), tank("kv", (20, 20)), man("ivan", (15, 25)), panzer())
    ready = battle.choices[0].about
    assert set(ready) == {"t34", "kv", "ivan"}
    play(battle, StartVehicle(vehicle="kv"))
    assert not battle.allows(StartVehicle(vehicle="t34"), "a")
    assert not battle.allows(Begin(person="ivan"), "a")
    play(battle, EndVehicle(vehicle="kv"))
    assert set(battle.choices[0].about) == {"t34", "ivan"}
    assert not battle.allows(Begin(person="t34"), "a")
    assert not battle.allows(StartVehicle(vehicle="ivan"), "a")


@rule("owb.vehicle.turn-procedure")
def test_a_vehicle_whose_pace_nobody_declares_stands() -> None:
    battle = fight(tank(pace="normal", travel=5), panzer())
    assert the(battle, "t34").travelled == 5
    play(battle, StartVehicle(vehicle="t34"), EndVehicle(vehicle="t34"))
    assert the(battle, "t34").pace == "stopped"


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
    begin(battle, mine)
    play(battle, fire("gun-1", other, by=mine), dice=(15, *[1] * 9))
    struck = the(battle, other)
    assert (struck.hp < 1, struck.wreck) == (True, "")
    play(battle, EndVehicle(vehicle=mine))
    begin(battle, other)
    play(battle, fire("gun-1", mine, by=other), dice=(15, *[1] * 9))
    feed(battle, *[1] * 40)
    play(battle, EndVehicle(vehicle=other))
    assert {the(battle, name).wreck for name in ("t34", "panzer")} == {"inoperable"}


@rule("owb.vehicle.initiative-tie-procedure")
def test_tied_groups_act_in_the_reverse_of_the_last_rounds_order() -> None:
    battle = fight(tank(), panzer(), dice=(6, 1))
    drive_off(battle, "t34")
    begin(battle, "panzer")
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
    begin(battle, "su")
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
        begin(battle, name)
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
    begin(battle, "panzer", "normal")
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
    play(battle, fire("gun-1", "panzer"), dice=(2,))
    assert not battle.allows(fire("gun-1", "panzer"), "a")
    assert battle.allows(fire("gun-2", "panzer"), "a")
    assert not battle.allows(Drive(vehicle="t34"), "a")
    play(battle, Done(), dice=(4,))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


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


# -- deployment -----------------------------------------------------------------------------------


def zoned(*more: Unit, **rest: Any) -> OwbBattle:
    outline = ((0.0, 0.0), (36.0, 0.0), (36.0, 6.0), (0.0, 6.0))
    units = (Unit(id="t34", sheet="tank-medium", side="a", zone="south"), panzer())
    return fight(*units, *more, zones=(Zone(id="south", outline=outline),), **rest)


@rule("owb.base.deployment")
def test_a_vehicle_is_placed_wholly_in_its_zone() -> None:
    pond = filled("pond", "wide-river", (20, 30), (25, 35))
    battle = zoned(man("ivan", (5, 32)), terrain=(pond,))
    outside = Deploy(person="t34", at=(10.0, 5.0), facing=0.0)
    assert refusal(battle, outside) == "owb.base.deployment"
    wet = Deploy(person="t34", at=(22.0, 3.0), facing=0.0)
    assert refusal(battle, wet) == "owb.vterrain.impassable"
    taken = Deploy(person="t34", at=(6.0, 3.0), facing=0.0)
    assert refusal(battle, taken) == "owb.vmove.occupied-square-means-collision"
    aslant = Deploy(person="t34", at=(12.0, 3.0), facing=30.0)
    assert refusal(battle, aslant) == "owb.grid.facings"
    play(battle, Deploy(person="t34", at=(12.0, 3.0), facing=90.0))
    placed = the(battle, "t34")
    assert (placed.facing, placed.on_table) == (2, True)
    assert (person(battle, "t34.operator").x, person(battle, "t34.operator").y) == (12.0, 3.0)


@rule("owb.base.deployment")
def test_places_for_a_vehicle_are_offered() -> None:
    battle = zoned()
    view = battle.view("a")
    offered = list(view.candidates(view.choices[0]))
    assert offered
    assert all(battle.allows(order, "a") for order in offered)


# -- the end --------------------------------------------------------------------------------------


def lone_tank(**rest: Any) -> OwbBattle:
    return fight(tank(), man("foe", (3, 3), "b", hp=1), **rest)


@rule("owb.scope.theatre-of-the-mind", "owb.base.able-to-act")
def test_crews_count_for_the_end_of_a_battle() -> None:
    battle = lone_tank(dice=(6, 1))
    pass_all(battle, dice=(6, 1))
    assert battle.outcome is None
    assert battle.state.turn == 2


@rule("owb.scope.theatre-of-the-mind")
def test_a_vehicle_with_somebody_aboard_holds_an_objective() -> None:
    goal = Objective(id="bridge", at=middle((10, 17)), value=3, radius=3.0)
    options: dict[str, str | bool] = {"round_limit": "1"}
    battle = lone_tank(objectives=(goal,), options=options)
    pass_all(battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.scores["a"]) == ("a", 3.0)


def leaving(**rest: Any) -> OwbBattle:
    """A truck at the northern edge with two men in it, who want to get away."""
    victory = Victory(exits=(Exit(side="a", edge="north", value=2),))
    units = (
        vehicle("truck", "truck-small", (10, 0), 0),
        man("ivan", (1, 1), carried_by="truck", seat="bed-1"),
        man("oleg", (0, 0)),
        man("foe", (30, 30), "b"),
    )
    return fight(*units, victory=victory, **rest)


@rule("owb.scope.theatre-of-the-mind", "owb.footprint.leaving-the-map")
def test_those_who_get_away_over_an_exit_count() -> None:
    battle = leaving()
    begin(battle, "truck", "crawl")
    play(battle, Drive(vehicle="truck"))
    assert "truck" not in battle.state.pieces
    turn(battle, "oleg", Leave(person="oleg"))
    pass_all(battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"
    assert battle.outcome.scores == {"a": 6.0, "b": 0.0}


@rule("owb.base.morale")
def test_a_crew_that_runs_makes_no_attacks() -> None:
    battle = fight(tank(), panzer(), options={"morale": "on"})
    for one in battle.state.occupants("t34"):
        battle.state.change(one.id, routed=True)
    begin(battle, "t34")
    assert refusal(battle, fire("gun-1", "panzer")) == "owb.base.morale"
    assert battle.allows(EndVehicle(vehicle="t34"), "a")


# -- rulings --------------------------------------------------------------------------------------


def ruled(*more: Unit) -> OwbBattle:
    units = (tank(empty=["passenger-1"]), man("ivan", (2, 30)), panzer())
    return fight(*units, *more, options={"referee_override": "on"}, referee=True)


@rule("owb.scope.rule-zero")
def test_a_vehicle_that_the_referee_moves_takes_all_aboard_with_it() -> None:
    battle = ruled()
    battle.rule(Amend(piece="t34", set={"x": 20.2, "y": 9.9, "heading": 90.0}))
    moved = the(battle, "t34")
    assert (moved.x, moved.y, moved.facing) == (20.0, 10.0, 2)
    driver = person(battle, "t34.operator")
    assert (driver.x, driver.y) == (20.0, 10.0)


@rule("owb.scope.rule-zero")
def test_a_vehicle_that_the_referee_removes_goes_with_all_aboard() -> None:
    battle = ruled()
    battle.rule(Remove(piece="panzer"))
    assert not [name for name in battle.state.pieces if name.startswith("panzer")]


@rule("owb.scope.rule-zero")
def test_the_referee_puts_a_man_into_a_vehicle_and_out_of_it() -> None:
    battle = ruled()
    battle.rule(Amend(piece="ivan", set={"aboard": "t34"}))
    ivan = person(battle, "ivan")
    assert (ivan.aboard, ivan.on_table, bool(ivan.seat)) == ("t34", False, True)
    battle.rule(Amend(piece="ivan", set={"aboard": ""}))
    ivan = person(battle, "ivan")
    assert (ivan.on_table, ivan.seat) == (True, "")
    assert battle.state.vehicle_at(battle.state.square(ivan)) is None


@rule("owb.scope.rule-zero")
def test_two_things_cannot_be_ruled_into_one_place() -> None:
    battle = ruled()
    with pytest.raises(Refusal):
        battle.rule(Amend(piece="ivan", set={"x": the(battle, "t34").x, "y": the(battle, "t34").y}))
    with pytest.raises(Refusal):
        battle.rule(Amend(piece="t34", set={"x": 0.0, "y": 0.0}))
    new = {"type": "vehicle", "id": "car", "side": "a", "name": "Car", "x": 30.0, "y": 9.5}
    stats = {"block": "car", "group": "a", "length": 3, "width": 2, "aac": 11}
    points = {"hp": 8, "most_hp": 8, "movement": 21}
    battle.rule(Place(piece={**new, **stats, **points}))
    assert the(battle, "car").facing == 0
