"""Crews: seats, who drives and who fires, and getting in and out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    armor_class,
    base_hit_bonus,
    saving_throw,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import Shelter
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import damage_vehicle
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    level_of,
    vehicle_save,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import (
    free_seats,
    gunner_of,
    operator_of,
)
from sandtable.rulebooks.whitebox.part3_combining.exposed import exposed, occupant_shelter
from sandtable.rulebooks.whitebox.state.orders import Begin, Declare, Done, EndTurn, Move, Withhold
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    AidAboard,
    Alight,
    Board,
    ChangeSeat,
    Drive,
    EndVehicle,
    FireGun,
    RepairGun,
    SetPace,
    ShootAboard,
    StartVehicle,
    Work,
)
from sandtable.scenario import Unit
from tests.whitebox.gun_kit import start
from tests.whitebox.kit import (
    at,
    edged,
    feed,
    fight,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import tank, the, vehicle

rule = pytest.mark.rule
FOE = man("foe", (30, 3), "b", facing=4)
MOUNT = "owb.crew.mount-and-dismount"


def truck(**more: Any) -> Unit:
    """A small truck facing north that fills (10..11, 20..22)."""
    return vehicle("truck", "truck-small", (10, 20), 0, **more)


# -- seats ----------------------------------------------------------------------------------------


@rule("owb.crew.positions")
def test_every_weapon_has_a_seat_beside_the_operators_and_the_passengers() -> None:
    state = state_of(tank(), vehicle("bus", "truck-large", (20, 20)), FOE)
    assert the(state, "t34").all_seats == ("operator", "gun-1", "gun-2", "gun-3", "passenger-1")
    assert [p.seat for p in state.occupants("t34")] == list(the(state, "t34").all_seats)
    assert len(the(state, "bus").all_seats) == 1 + 1 + 12
    assert [p.seat for p in state.occupants("bus")] == ["operator"]
    assert len(free_seats(state, the(state, "bus"))) == 13


@rule("owb.crew.positions", "owb.crew.each-weapon-needs-its-own-gunner")
def test_an_empty_seat_means_that_the_weapon_cannot_fire() -> None:
    target = vehicle("panzer", "tank-light", (11, 10), 4, "b")
    battle = fight(tank(empty=["gun-2"]), target)
    tank_now = the(battle, "t34")
    bow = tank_now.mount("gun-2")
    assert bow is not None
    assert gunner_of(battle.state, tank_now, bow) is None
    start(battle, "t34")
    stray = FireGun(person="t34.gun-1", mount="gun-2", target="panzer")
    assert refusal(battle, stray) == "owb.crew.each-weapon-needs-its-own-gunner"


@rule("owb.crew.each-weapon-needs-its-own-gunner")
def test_three_gunners_make_three_attacks() -> None:
    battle = fight(tank(), vehicle("truck", "truck-large", (11, 10), 4, "b"))
    start(battle, "t34")
    for gun in ("gun-1", "gun-2", "gun-3"):
        play(battle, FireGun(person=f"t34.{gun}", mount=gun, target="truck"), dice=(2,))
    assert len(told(battle, "attack")) == 3


@rule("owb.crew.no-operator-no-movement")
def test_a_vehicle_stops_on_the_spot_when_its_operator_is_lost() -> None:
    sniper = man("sniper", (11, 10), "b", sheet="rifleman", facing=4)
    battle = fight(truck(), sniper, dice=(1, 6))
    play(battle, Begin(person="sniper"))
    play(battle, Withhold(person="sniper"), EndTurn(person="sniper", facing=180.0))
    start(battle, "truck", "normal")
    play(battle, Drive(vehicle="truck", squares=6))
    assert battle.choices[0].ask == "interrupt"
    shot = ShootAboard(
        person="sniper", vehicle="truck", weapon="rifle-large", occupant="truck.operator"
    )
    play(battle, shot, dice=(20, 6))
    stopped = the(battle, "truck")
    assert person(battle, "truck.operator").out == "dead"
    assert (stopped.pace, stopped.travel, stopped.halted) == ("stopped", 0, True)
    assert battle.state.footprint(stopped).front_left == (10, 19)


@rule("owb.crew.no-operator-no-movement")
def test_an_unmanned_vehicle_makes_no_saves() -> None:
    state = state_of(truck(empty=["operator"]), FOE)
    assert operator_of(state, the(state, "truck")) is None
    assert not vehicle_save(state, "truck", ScriptedDice(()), "save")


# -- who they are ---------------------------------------------------------------------------------


@rule("owb.crew.npc-crew-statistics", "owb.crew.npc-gunners-bhb-zero")
def test_crews_are_common_soldiers() -> None:
    state = state_of(tank(), FOE)
    for one in state.occupants("t34"):
        assert one.combatant.hit_dice == 1
        assert (one.hp, one.dexterity, one.profession) == (4, 0, "")
        assert armor_class(one, "bullets").total == 11
        assert base_hit_bonus(one.combatant) == 0
        assert saving_throw(one.combatant) == 18
        assert level_of(one) == 0


@rule("owb.crew.veterans-plus-one")
def test_veteran_crews_have_one_more_to_hit() -> None:
    state = state_of(tank(crew_quality="veteran"), vehicle("kv", "tank-heavy", (20, 20)), FOE)
    assert {base_hit_bonus(one.combatant) for one in state.occupants("t34")} == {1}
    assert {base_hit_bonus(one.combatant) for one in state.occupants("kv")} == {0}


@rule("owb.crew.pc-operator-classes")
def test_a_player_character_drives_by_his_class_and_level() -> None:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": "t34", "seat": "operator"}
    state = state_of(tank(), man("ace", (1, 34), rank="op3", **more), FOE)
    driver = operator_of(state, the(state, "t34"))
    assert driver is not None
    assert (driver.id, driver.profession, level_of(driver)) == ("ace", "wheelman", 3)
    assert "t34.operator" not in state.pieces


# -- from seat to seat ----------------------------------------------------------------------------


@rule("owb.crew.change-seat-is-an-action")
def test_a_new_seat_can_be_used_from_the_next_round_on() -> None:
    battle = fight(tank(empty=["operator"]), FOE)
    play(battle, StartVehicle(vehicle="t34"))
    taken = ChangeSeat(person="t34.passenger-1", seat="gun-1")
    assert refusal(battle, taken) == "owb.crew.change-seat-is-an-action"
    play(battle, ChangeSeat(person="t34.passenger-1", seat="operator"))
    commander = person(battle, "t34.passenger-1")
    assert (commander.seat, commander.acted) == ("operator", True)
    assert refusal(battle, SetPace(vehicle="t34", pace="normal")) == (
        "owb.crew.no-operator-no-movement"
    )
    play(battle, EndVehicle(vehicle="t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34"))
    assert the(battle, "t34").travel == 1


@rule("owb.crew.change-seat-is-an-action", "owb.crew.no-operator-no-movement")
def test_an_operator_who_gets_up_stops_the_vehicle() -> None:
    battle = fight(tank(empty=["gun-2"]), FOE)
    start(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=2))
    play(battle, ChangeSeat(person="t34.operator", seat="gun-2"))
    assert the(battle, "t34").pace == "stopped"


# -- getting out ----------------------------------------------------------------------------------


@rule("owb.crew.mount-and-dismount")
def test_out_of_a_standing_vehicle_one_may_still_move() -> None:
    battle = fight(truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE)
    start(battle, "truck")
    far = Alight(person="ivan", to=middle((13, 20)))
    assert refusal(battle, far) == MOUNT
    play(battle, Alight(person="ivan", to=middle((12, 20))))
    ivan = person(battle, "ivan")
    assert (at(battle.state, "ivan"), ivan.aboard, ivan.seat) == ((12, 20), "", "")
    assert battle.choices[0].about == ("ivan",)
    play(battle, Move(person="ivan", path=(middle((13, 20)), middle((14, 20)))))
    play(battle, EndTurn(person="ivan"))
    assert person(battle, "ivan").done
    # and the vehicle goes on with its own turn
    assert battle.choices[0].ask == "vehicle turn"


@rule("owb.crew.mount-and-dismount")
@pytest.mark.parametrize(("save", "hp"), [((18,), 4), ((17, 3), 1)])
def test_out_of_a_moving_vehicle_one_saves_or_falls(save: tuple[int, ...], hp: int) -> None:
    battle = fight(truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE)
    start(battle, "truck", "crawl")
    play(battle, Alight(person="ivan", to=middle((12, 20))), dice=save)
    ivan = person(battle, "ivan")
    assert (ivan.hp, ivan.done, ivan.on_table) == (hp, True, True)
    assert battle.choices[0].ask == "vehicle turn"


@rule("owb.crew.mount-and-dismount")
def test_one_does_not_get_out_through_a_wall() -> None:
    wall = edged("wall", "tall-wall", (12, 18), (12, 24))
    battle = fight(truck(), FOE, terrain=(wall,))
    start(battle, "truck")
    assert refusal(battle, Alight(person="truck.operator", to=middle((12, 20)))) == MOUNT
    assert battle.allows(Alight(person="truck.operator", to=middle((9, 20))), "a")


# -- getting in -----------------------------------------------------------------------------------


@rule("owb.crew.mount-and-dismount")
def test_one_moves_to_a_vehicle_and_gets_in_and_uses_the_seat_next_round() -> None:
    battle = fight(truck(empty=["operator"]), man("ivan", (14, 20)), FOE)
    play(battle, Begin(person="ivan"))
    order = Board(person="ivan", vehicle="truck", seat="operator")
    assert refusal(battle, order) == MOUNT
    play(battle, Move(person="ivan", path=(middle((13, 20)), middle((12, 20)))))
    play(battle, order)
    ivan = person(battle, "ivan")
    assert (ivan.aboard, ivan.seat, ivan.on_table, ivan.done) == ("truck", "operator", False, True)
    assert (ivan.x, ivan.y) == (the(battle, "truck").x, the(battle, "truck").y)
    pass_all(battle, dice=(6, 1))
    start(battle, "truck", "normal")
    play(battle, Drive(vehicle="truck", squares=3))
    assert (person(battle, "ivan").x, person(battle, "ivan").y) == (
        the(battle, "truck").x,
        the(battle, "truck").y,
    )


@rule("owb.crew.mount-and-dismount")
def test_nobody_gets_into_a_moving_vehicle_or_onto_a_taken_seat() -> None:
    battle = fight(truck(pace="crawl"), man("ivan", (12, 20)), FOE)
    play(battle, Begin(person="ivan"))
    order = Board(person="ivan", vehicle="truck", seat="bed-1")
    assert refusal(battle, order) == MOUNT
    battle.state.alter("truck", pace="stopped")
    assert battle.allows(order, "a")
    assert refusal(battle, Board(person="ivan", vehicle="truck", seat="operator")) == MOUNT
    assert refusal(battle, Board(person="ivan", vehicle="truck", seat="bed-9")) == MOUNT


@rule("owb.crew.mount-and-dismount")
def test_a_vehicle_that_somebody_entered_may_still_declare_its_pace() -> None:
    battle = fight(truck(), man("ivan", (12, 20)), FOE)
    play(battle, Begin(person="ivan"), Board(person="ivan", vehicle="truck", seat="bed-1"))
    start(battle, "truck", "normal")
    play(battle, Drive(vehicle="truck", squares=5))
    assert the(battle, "truck").travel == 5


@rule("owb.crew.mount-and-dismount")
def test_an_enemy_vehicle_is_not_entered() -> None:
    battle = fight(truck(), man("foe", (12, 20), "b"), dice=(1, 6))
    play(battle, Begin(person="foe"))
    assert refusal(battle, Board(person="foe", vehicle="truck", seat="bed-1"), "b") == MOUNT


@rule("owb.vehicle.group-or-individual-initiative", "owb.crew.mount-and-dismount")
def test_who_is_thrown_out_before_his_turn_has_it_on_foot() -> None:
    battle = fight(truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE)
    assert "ivan" not in battle.choices[0].about
    battle.state.change("ivan", aboard="", seat="", on_table=True, x=20.5, y=20.5)
    assert "ivan" in battle.choices[0].about or battle.allows(Begin(person="ivan"), "a")


# -- other actions aboard -------------------------------------------------------------------------


@rule("owb.vehicle.one-action-per-crew-member")
def test_first_aid_is_given_to_whoever_is_aboard() -> None:
    battle = fight(tank(), man("ivan", (2, 2)), FOE)
    battle.state.change("t34.gun-1", hp=1)
    start(battle, "t34")
    assert refusal(battle, AidAboard(person="t34.operator", patient="ivan")) == "owb.base.first-aid"
    play(battle, AidAboard(person="t34.operator", patient="t34.gun-1"), dice=(2,))
    assert person(battle, "t34.gun-1").hp == 3
    again = AidAboard(person="t34.operator", patient="t34.gun-2")
    assert refusal(battle, again) == "owb.vehicle.one-action-per-crew-member"


@rule("owb.suppress.repair-jam")
def test_a_combat_engineer_clears_a_mounted_gun() -> None:
    more: dict[str, Any] = {"class": "combat-engineer", "carried_by": "t34", "seat": "gun-2"}
    battle = fight(tank(), man("sapper", (1, 1), rank="op1", **more), FOE)
    bow = the(battle, "t34").mount("gun-2")
    assert bow is not None
    battle.state.put(the(battle, "t34").with_mount(replace(bow, jam=-1)))
    start(battle, "t34")
    common = RepairGun(person="t34.gun-1", mount="gun-2")
    assert refusal(battle, common) == "owb.suppress.repair-jam"
    play(battle, RepairGun(person="sapper", mount="gun-2"), dice=(2,))
    half = the(battle, "t34").mount("gun-2")
    assert half is not None
    assert half.jam == 1
    play(battle, EndVehicle(vehicle="t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34")
    play(battle, RepairGun(person="sapper", mount="gun-2"))
    mended = the(battle, "t34").mount("gun-2")
    assert mended is not None
    assert mended.jam == 0


@rule("owb.maneuver.unstuck-by-hand")
def test_a_man_on_foot_digs_a_vehicle_out() -> None:
    battle = fight(truck(), man("ivan", (12, 20)), FOE)
    battle.state.alter("truck", stuck=True)
    play(battle, Begin(person="ivan"))
    order = Work(person="ivan", vehicle="truck", labour="dig-out")
    assert battle.allows(order, "a")
    play(battle, order, dice=(1,))
    assert person(battle, "ivan").acted


# -- who can be hit -------------------------------------------------------------------------------


def shelter(state: Any, source: tuple[int, int], name: str) -> Shelter:
    return occupant_shelter(state, source, state.person(name))


@rule("owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_those_in_a_truck_are_concealed() -> None:
    battle = fight(truck(), man("foe", (10, 10), "b", facing=4), dice=(1, 6))
    assert shelter(battle.state, (10, 10), "truck.operator") == "concealed"
    play(battle, Begin(person="foe"))
    shot = ShootAboard(
        person="foe", vehicle="truck", weapon="rifle-large", occupant="truck.operator"
    )
    # AAC 11 and -2: 13 hits, 12 misses
    play(battle, shot, dice=(13, 6))
    event = told(battle, "attack")[0]
    assert (event.tallies[0].total, event.tallies[1].total) == (-2, 11)
    assert person(battle, "truck.operator").out == "dead"


@rule("owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_a_burst_at_those_in_a_truck_has_neither_bonus_nor_penalty() -> None:
    gunner = man("foe", (10, 14), "b", sheet="submachinegunner", facing=4)
    battle = fight(truck(), gunner, dice=(1, 6))
    play(battle, Begin(person="foe"))
    shot = ShootAboard(
        person="foe",
        vehicle="truck",
        weapon="submachinegun",
        occupant="truck.operator",
        mode="burst",
    )
    play(battle, shot, dice=(10,))
    assert told(battle, "attack")[0].tallies[0].total == 0


@rule("owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_armor_hides_all_but_the_gunner_at_the_pintle() -> None:
    carrier = vehicle("sdkfz", "armored-personnel-carrier", (10, 20), 0)
    state = state_of(carrier, man("foe", (10, 10), "b"))
    source = (10, 10)
    assert not exposed(state, state.person("sdkfz.operator"), source)
    assert shelter(state, source, "sdkfz.operator") == "full"
    assert exposed(state, state.person("sdkfz.gun-1"), source)
    # his shield is to the front, as long as he has not fired elsewhere
    assert shelter(state, source, "sdkfz.gun-1") == "partial"
    assert shelter(state, (10, 34), "sdkfz.gun-1") == "none"


@rule("owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_who_has_fired_through_a_port_can_be_hit_from_that_side() -> None:
    carrier = vehicle("sdkfz", "armored-personnel-carrier", (10, 20), 0)
    rider = man("ivan", (1, 1), carried_by="sdkfz", seat="passenger-2")
    state = state_of(carrier, rider, man("foe", (25, 21), "b"))
    assert shelter(state, (25, 21), "ivan") == "full"
    state.change("ivan", ported="R")
    assert shelter(state, (25, 21), "ivan") == "partial"
    assert shelter(state, (1, 21), "ivan") == "full"


@rule("owb.crew.hit-on-vehicle-does-not-hurt-crew")
def test_hits_on_a_vehicle_leave_its_crew_unhurt() -> None:
    state = state_of(tank(), FOE)
    list(damage_vehicle(state, "t34", 20, ScriptedDice(())))
    assert the(state, "t34").hp == 16
    assert all(one.hp == one.most_hp for one in state.occupants("t34"))


# -- reloading aboard -----------------------------------------------------------------------------


@rule("owb.initiative.loses-initiative")
def test_a_passenger_who_reloads_acts_last_from_his_seat() -> None:
    rider = man("ivan", (1, 1), carried_by="truck", seat="bed-1")
    battle = fight(truck(), rider, man("foe", (10, 3), "b"), options={"ammo": "count"})
    state = battle.state
    ivan = state.person("ivan")
    state.put(ivan.with_arm(replace(ivan.arms[0], rounds=0)))
    pass_all(battle, until="declare")
    play(battle, Declare(person="ivan", what="reload"))
    feed(battle, 6, 1)
    pass_all(battle, until="who acts")
    start(battle, "truck")
    stray = Alight(person="ivan", to=middle((12, 20)))
    assert refusal(battle, stray) == "owb.initiative.loses-initiative"
    play(battle, EndVehicle(vehicle="truck"))
    play(battle, Done())
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin(person="ivan"))
    assert (person(battle, "ivan").arms[0].rounds or 0) > 0
    feed(battle, 6, 1)
    play(battle, EndVehicle(vehicle="truck"))
    assert battle.state.turn == 3
