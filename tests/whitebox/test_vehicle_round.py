"""TIME, TACTICAL COMBAT ROUND, deployment and the end, with vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Amend, Order, Place, Refusal, Remove, rulebook_for
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import rounds_of
from sandtable.rulebooks.whitebox.state.footprint import footprint
from sandtable.rulebooks.whitebox.state.orders import Begin, Deploy, Leave
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeSeat,
    Drive,
    DriveDefensively,
    EndVehicle,
    FireGun,
    SetPace,
    StartVehicle,
)
from sandtable.scenario import Exit, Objective, Unit, Victory, Zone
from tests.whitebox.gun_kit import drive_off, fire, start
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import panzer, tank, the, vehicle

rule = pytest.mark.rule


# -- time -----------------------------------------------------------------------------------------


@rule(
    "owb.vehicle.turn-procedure",
    "owb.vehicle.movement-does-not-use-up-the-attack",
    "owb.vehicle.moving-penalty-hits-all-attacks",
    "owb.crew.each-weapon-needs-its-own-gunner",
)
def test_a_tank_drives_fires_drives_on_and_fires_another_gun() -> None:
    battle = fight(tank(), panzer())
    start(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=3))
    play(battle, fire("t34", "panzer"), dice=(2,))
    play(battle, Drive(vehicle="t34", squares=2))
    play(battle, fire("t34", "panzer", name="gun-2", mode="burst"), dice=(2,))
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
    start(battle, "t34", pace)
    play(battle, fire("t34", "panzer"), dice=(2,))
    assert told(battle, "attack")[0].tallies[0].total == 0


@rule("owb.vehicle.turn-procedure")
def test_the_pace_is_declared_before_anything_else() -> None:
    battle = fight(tank(), panzer())
    play(battle, StartVehicle(vehicle="t34"))
    early = refusal(battle, fire("t34", "panzer"))
    assert early == "owb.vmove.pace-declared-at-start-of-turn"
    play(battle, SetPace(vehicle="t34", pace="stopped"))
    assert battle.allows(fire("t34", "panzer"), "a")


@rule("owb.vehicle.turn-procedure", "owb.crew.no-operator-no-movement")
def test_without_an_operator_the_others_still_act() -> None:
    battle = fight(tank(empty=["operator"], pace="normal", travel=6), panzer())
    play(battle, StartVehicle(vehicle="t34"))
    standing = the(battle, "t34")
    assert (standing.pace, standing.travelled) == ("stopped", 0)
    rules = {refusal(battle, order) for order in _driving("t34")}
    assert rules == {"owb.crew.no-operator-no-movement"}
    assert battle.allows(fire("t34", "panzer"), "a")


def _driving(name: str) -> tuple[Order, ...]:
    return (
        SetPace(vehicle=name, pace="normal"),
        Drive(vehicle=name),
        DriveDefensively(vehicle=name),
    )


@rule("owb.vehicle.one-attack-per-crew-member", "owb.vehicle.what-counts-as-attack")
def test_a_gunner_attacks_once_in_a_round() -> None:
    battle = fight(tank(), panzer())
    start(battle, "t34")
    play(battle, fire("t34", "panzer", name="gun-2", mode="burst"), dice=(2,))
    assert person(battle, "t34.gun-2").attacked
    assert (
        refusal(battle, fire("t34", "panzer", name="gun-2"))
        == "owb.vehicle.one-attack-per-crew-member"
    )
    assert battle.allows(fire("t34", "panzer", name="gun-3"), "a")


@rule("owb.vehicle.attack-and-action-exclude-each-other", "owb.vehicle.round-lasts-seconds")
def test_nobody_attacks_and_acts_in_one_round() -> None:
    battle = fight(tank(empty=["gun-3"]), panzer())
    start(battle, "t34")
    play(battle, fire("t34", "panzer"), dice=(2,))
    change = ChangeSeat(person="t34.gun-1", seat="gun-3")
    assert refusal(battle, change) == "owb.vehicle.attack-and-action-exclude-each-other"
    play(battle, ChangeSeat(person="t34.gun-2", seat="gun-3"))
    again = FireGun(person="t34.gun-2", mount="gun-3", target="panzer")
    assert refusal(battle, again) == "owb.vehicle.attack-and-action-exclude-each-other"


@rule("owb.vehicle.round-lasts-seconds", "owb.vehicle.movement-does-not-use-up-the-attack")
def test_movement_that_is_not_used_is_lost() -> None:
    battle = fight(tank(), panzer())
    start(battle, "t34", "normal")
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
    start(battle, "t34")
    order = FireGun(person="t34.operator", mount="gun-2", target="panzer")
    assert refusal(battle, order) == "owb.vehicle.operator-fires-only-operator-linked"


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_the_operator_alone_fires_what_is_linked_to_him() -> None:
    battle = fight(tank(sheet="car", **LINKED), man("foe", (10, 10), "b"))
    start(battle, "t34")
    assert "gun-1" not in the(battle, "t34").all_seats
    play(battle, FireGun(person="t34.operator", mount="gun-1", target="foe"), dice=(2,))
    assert person(battle, "t34.operator").attacked


@rule("owb.vehicle.one-action-per-crew-member")
def test_a_driving_check_is_the_operators_action() -> None:
    battle = fight(tank(sheet="car", **LINKED), man("foe", (10, 10), "b"))
    start(battle, "t34", "normal")
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
    start(battle, "t34", "normal")
    play(battle, Drive(vehicle="t34", squares=5))
    assert the(battle, "t34").y == 9.0


# -- the round ------------------------------------------------------------------------------------


@rule("owb.vehicle.round-sequence", "owb.vehicle.initiative-d6-highest-first")
def test_the_highest_roll_acts_first_and_its_results_count_at_once() -> None:
    battle = fight(tank(), panzer(hp=1), dice=B_FIRST)
    assert battle.choices[0].seats == ("b",)
    drive_off(battle, "panzer")
    assert battle.choices[0].seats == ("a",)
    start(battle, "t34")
    # 15 hits the front of an x2 hull; 9d6 of 6 are too much for it
    play(battle, fire("t34", "panzer"), dice=(15, *[6] * 9, *[1, 1, 1] * 5, *[1] * 5))
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
    start(battle, "truck", "crawl")
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
    start(battle, "t34")
    assert refusal(battle, fire("t34", "panzer")) == "owb.base.morale"
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
