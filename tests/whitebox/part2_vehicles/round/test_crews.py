"""VEHICLE STATISTICS: operators, gunners, passengers."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import level_of
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import (
    free_seats,
    gunner_of,
    operator_of,
)
from tests.whitebox.kit import *


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
    bow = present(tank_now.mount("gun-2"))
    assert gunner_of(battle.state, tank_now, bow) is None
    start(battle, "t34")
    stray = FireGun("t34.gun-1", mount="gun-2", target="panzer")
    assert refusal(battle, stray) == "owb.crew.each-weapon-needs-its-own-gunner"


@rule("owb.crew.no-operator-no-movement")
def test_a_vehicle_stops_on_the_spot_when_its_operator_is_lost() -> None:
    sniper = man("sniper", (11, 10), "b", sheet="rifleman", facing=4)
    battle = begun("sniper", truck(), sniper, dice=(1, 6))
    play(battle, Withhold("sniper"), EndTurn("sniper", facing=180.0))
    start(battle, "truck", "normal")
    play(battle, Drive("truck", 6))
    assert battle.choices[0].ask == "interrupt"
    shot = ShootAboard("sniper", vehicle="truck", weapon="rifle-large", occupant="truck.operator")
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


@rule("owb.crew.no-operator-no-movement", "owb.vattack.minus-four-above-crawl")
def test_a_tank_whose_driver_falls_stands_and_its_gunners_fire_without_the_penalty() -> None:
    battle = duel(pace="normal")
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == -4
    list(hurt(battle.state, "tank.operator", 30))
    assert the(battle, "tank").pace == "stopped"
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == 0


@rule("owb.crew.no-operator-no-movement")
def test_an_unmanned_vehicle_rolls_no_mishaps() -> None:
    state = speeding_car()
    state.change("c.operator", out="dead")
    assert slip(state, "c").events == []


@rule("owb.crew.no-operator-no-movement")
def test_a_vehicle_whose_operator_dies_in_the_mishap_stops() -> None:
    state = speeding_car(12)
    state.change("c.operator", hp=1)
    state.alter("c", hp=100)
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    assert state.person("c.operator").out == "dead"
    assert the(state, "c").pace == "stopped"


@rule("owb.crew.no-operator-no-movement", "owb.collision.position-afterwards")
@pytest.mark.parametrize(("save", "row"), [(NEVER, 20), (ALWAYS, 19)])
def test_a_truck_whose_driver_a_broken_wall_kills_stops_before_it(save: int, row: int) -> None:
    wall = filled("wall", "building-wall-plaster-or-wood", (10, 19), (11, 19))
    options: dict[str, str | bool] = {"cover_damage": "hit-points"}
    battle = on_the_road("truck-large", (10, 20), travel=8, terrain=[wall], options=options)
    # The ram's check (a 1), then 1 + 8 for truck and wall; half of it is 4, all that he has.
    play(battle, Drive(CAR, 1, ram_object=True), dice=[1, 1, save])
    assert rolled_all(battle)
    assert where(battle).front_left == (10, row)
    assert the(battle, CAR).pace == ("stopped" if row == 20 else "normal")
    assert battle.state.bare_grounds.kind((10, 19)).name == "debris"


@rule("owb.crew.no-operator-no-movement")
def test_a_car_whose_driver_is_shot_stops_at_that_moment() -> None:
    battle = fight(
        vehicle("car", "car", (10, 20), pace="normal", travel=9),
        man("hans", (10, 10), "b", facing=4),
        FAR_FOE,
        dice=B_FIRST,
    )
    shot_ = ShootAboard("hans", vehicle="car", weapon="rifle-large", occupant="car.operator")
    play(battle, Begin("hans"), shot_, dice=[20, 6])
    car = the(battle, "car")
    assert (car.pace, car.travelled, car.rolling) == ("stopped", 0, False)


@rule("owb.crew.each-weapon-needs-its-own-gunner", "owb.vattack.once-per-weapon")
def test_three_gunners_of_a_medium_tank_make_three_attacks_and_no_fourth() -> None:
    battle = started("t34", tank(), panzer())
    for name in ("gun-3", "gun-1", "gun-2"):
        fires(battle, fire("t34", "panzer", name=name), 2)
    assert len(told(battle, "attack")) == 3
    for mount in ("gun-1", "gun-2", "gun-3"):
        for who in ("gun-1", "gun-2", "gun-3", "operator", "passenger-1"):
            again = FireGun(f"t34.{who}", mount=mount, target="panzer")
            assert not battle.allows(again, "a")


@rule("owb.crew.veterans-plus-one")
def test_veteran_crews_have_one_more_to_hit() -> None:
    state = state_of(tank(crew_quality="veteran"), vehicle("kv", "tank-heavy", (20, 20)), FOE)
    assert {base_hit_bonus(one.combatant) for one in state.occupants("t34")} == {1}
    assert {base_hit_bonus(one.combatant) for one in state.occupants("kv")} == {0}


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


@rule("owb.crew.pc-operator-classes")
def test_a_player_character_drives_by_his_class_and_level() -> None:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": "t34", "seat": "operator"}
    state = state_of(tank(), man("ace", (1, 34), rank="op3", **more), FOE)
    driver = present(operator_of(state, the(state, "t34")))
    assert (driver.id, driver.profession, level_of(driver)) == ("ace", "wheelman", 3)
    assert "t34.operator" not in state.pieces


@rule("owb.crew.change-seat-is-an-action")
def test_a_new_seat_can_be_used_from_the_next_round_on() -> None:
    battle = fight(tank(empty=["operator"]), FOE)
    play(battle, StartVehicle("t34"))
    taken = ChangeSeat("t34.passenger-1", seat="gun-1")
    assert refusal(battle, taken) == "owb.crew.change-seat-is-an-action"
    play(battle, ChangeSeat("t34.passenger-1", seat="operator"))
    commander = person(battle, "t34.passenger-1")
    assert (commander.seat, commander.acted) == ("operator", True)
    assert refusal(battle, SetPace("t34", "normal")) == ("owb.crew.no-operator-no-movement")
    play(battle, EndVehicle("t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34", "normal")
    play(battle, Drive("t34"))
    assert the(battle, "t34").travel == 1


@rule("owb.crew.change-seat-is-an-action")
def test_a_driver_who_leaves_his_seat_stops_the_vehicle() -> None:
    battle = on_the_road("car", travel=6)
    play(battle, Drive(CAR, 2), ChangeSeat(f"{CAR}.operator", seat="passenger-1"))
    car = the(battle, CAR)
    assert (car.pace, car.travel, car.travelled) == ("stopped", 0, 0)
    found = present(battle.refusal(Drive(CAR, 1), "a"))
    assert found.rule == "owb.crew.no-operator-no-movement"


@rule("owb.crew.hit-on-vehicle-does-not-hurt-crew")
def test_hits_on_a_vehicle_leave_its_crew_unhurt() -> None:
    state = state_of(tank(), FOE)
    list(damage_vehicle(state, "t34", 20, ScriptedDice(())))
    assert the(state, "t34").hp == 16
    assert all(one.hp == one.most_hp for one in state.occupants("t34"))
