"""TIME: what those aboard may do in a round."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import rounds_of
from tests.whitebox.kit import *

LINKED: list[dict[str, Any]] = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]


def _driving(name: str) -> tuple[Order, ...]:
    return (
        SetPace(name, "normal"),
        Drive(name),
        DriveDefensively(name),
    )


LINKED_GUN: dict[str, Any] = {
    "mounts": [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
}


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
    play(battle, Deploy("t34", at=(11.0, 4.0), facing=360.0))
    assert battle.state.footprint(the(battle, "t34")) == footprint((4, 2), 0, (10, 30))
    start(battle, "t34", "normal")
    play(battle, Drive("t34", 5))
    assert the(battle, "t34").y == 9.0


@rule("owb.vehicle.round-lasts-seconds", "owb.vehicle.movement-does-not-use-up-the-attack")
def test_movement_that_is_not_used_is_lost() -> None:
    battle = started("t34", tank(), panzer(), pace="normal")
    play(battle, Drive("t34", 2), EndVehicle("t34"))
    assert the(battle, "t34").done
    pass_all(battle, dice=(6, 1))
    fresh = the(battle, "t34")
    assert (fresh.spent, fresh.travel, fresh.travelled, fresh.done) == (0, 0, 2, False)
    assert fresh.rolling


@rule("owb.vehicle.turn-length-in-rounds")
def test_a_turn_is_ten_rounds_and_an_hour_is_six_turns() -> None:
    assert rounds_of(turns=1) == 10
    assert rounds_of(turns=3) == 30
    assert rounds_of(hours=1) == 60


@rule("owb.vehicle.one-attack-per-crew-member", "owb.vehicle.what-counts-as-attack")
def test_a_gunner_attacks_once_in_a_round() -> None:
    battle = started("t34", tank(), panzer())
    play(battle, fire("t34", "panzer", name="gun-2", mode="burst"), dice=(2,))
    assert person(battle, "t34.gun-2").attacked
    assert (
        refusal(battle, fire("t34", "panzer", name="gun-2"))
        == "owb.vehicle.one-attack-per-crew-member"
    )
    assert battle.allows(fire("t34", "panzer", name="gun-3"), "a")


@rule("owb.vehicle.operator-fires-only-operator-linked")
@pytest.mark.parametrize("pace", ["stopped", "crawl", "normal"])
def test_the_driver_of_a_medium_tank_cannot_fire_its_bow_machinegun(pace: str) -> None:
    battle = started("t34", tank(), panzer(), pace=pace)
    for mount in ("gun-1", "gun-2", "gun-3"):
        order = FireGun("t34.operator", mount=mount, target="panzer")
        assert refusal(battle, order) == "owb.vehicle.operator-fires-only-operator-linked"
    gunner = FireGun("t34.gun-2", mount="gun-2", target="panzer")
    assert battle.allows(gunner, "a")


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_without_its_gunner_the_bow_machinegun_is_silent() -> None:
    battle = started("t34", tank(empty=["gun-2"]), panzer())
    for who in ("t34.operator", "t34.gun-1", "t34.gun-3", "t34.passenger-1"):
        assert not battle.allows(FireGun(who, mount="gun-2", target="panzer"), "a")


@rule("owb.vehicle.operator-fires-only-operator-linked")
@pytest.mark.parametrize(("pace", "may"), [("stopped", True), ("crawl", False), ("normal", False)])
def test_a_driver_fires_his_own_weapon_only_while_he_stands(pace: Any, may: bool) -> None:
    ivan = man("ivan", (0, 0), carried_by=CAR, seat="operator", weapons=["handgun-large"])
    battle = on_the_road("car", pace=pace, with_=[ivan, man("hans", (10, 12), "b")])
    order = FirePort("ivan", weapon="handgun-large", target="hans")
    found = battle.refusal(order, "a")
    assert (found is None) is may
    if found is not None:
        assert found.rule == "owb.vehicle.operator-fires-only-operator-linked"


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_the_operator_alone_fires_what_is_linked_to_him() -> None:
    battle = started("t34", tank(sheet="car", **LINKED_GUN), FOE_AHEAD)
    assert "gun-1" not in the(battle, "t34").all_seats
    play(battle, FireGun("t34.operator", mount="gun-1", target="foe"), dice=(2,))
    assert person(battle, "t34.operator").attacked


@rule("owb.vehicle.attack-and-action-exclude-each-other", "owb.vehicle.round-lasts-seconds")
def test_nobody_attacks_and_acts_in_one_round() -> None:
    battle = started("t34", tank(empty=["gun-3"]), panzer())
    play(battle, fire("t34", "panzer"), dice=(2,))
    change = ChangeSeat("t34.gun-1", seat="gun-3")
    assert refusal(battle, change) == "owb.vehicle.attack-and-action-exclude-each-other"
    play(battle, ChangeSeat("t34.gun-2", seat="gun-3"))
    again = FireGun("t34.gun-2", mount="gun-3", target="panzer")
    assert refusal(battle, again) == "owb.vehicle.attack-and-action-exclude-each-other"


@rule("owb.vehicle.one-action-per-crew-member", "owb.vehicle.attack-and-action-exclude-each-other")
@pytest.mark.parametrize("check", [1, 2])
def test_an_operator_who_drives_defensively_does_not_fire_in_that_round(check: int) -> None:
    """Whether his Driving Check succeeds or not: it is his Action all the same."""
    battle = started("t34", tank(mounts=LINKED), panzer(), pace="normal")
    shot = FireGun("t34.operator", mount="gun-1", target="panzer")
    assert battle.allows(shot, "a")
    mishap = [] if check == 1 else [4, 1, 1]
    play(battle, DriveDefensively("t34"), dice=[check, *mishap])
    assert rolled_all(battle)
    assert refusal(battle, shot) == "owb.vehicle.attack-and-action-exclude-each-other"
    play(battle, EndVehicle("t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34")
    assert battle.allows(shot, "a")


@rule("owb.vehicle.one-action-per-crew-member")
def test_first_aid_is_given_to_whoever_is_aboard() -> None:
    battle = fight(tank(), man("ivan", (2, 2)), FOE)
    battle.state.change("t34.gun-1", hp=1)
    start(battle, "t34")
    assert refusal(battle, AidAboard("t34.operator", patient="ivan")) == "owb.base.first-aid"
    play(battle, AidAboard("t34.operator", patient="t34.gun-1"), dice=(2,))
    assert person(battle, "t34.gun-1").hp == 3
    again = AidAboard("t34.operator", patient="t34.gun-2")
    assert refusal(battle, again) == "owb.vehicle.one-action-per-crew-member"


@rule("owb.vehicle.one-action-per-crew-member")
def test_a_driving_check_is_the_operators_action() -> None:
    battle = started("t34", tank(sheet="car", **LINKED_GUN), FOE_AHEAD, pace="normal")
    play(battle, DriveDefensively("t34"), dice=(1,))
    order = FireGun("t34.operator", mount="gun-1", target="foe")
    assert refusal(battle, order) == "owb.vehicle.attack-and-action-exclude-each-other"
    change = ChangeSeat("t34.operator", seat="passenger-1")
    assert refusal(battle, change) == "owb.vehicle.one-action-per-crew-member"


@rule("owb.vehicle.moving-penalty-hits-all-attacks")
@pytest.mark.parametrize("pace", ["stopped", "crawl", "reverse"])
def test_slower_paces_take_nothing_from_attacks(pace: str) -> None:
    battle = started("t34", tank(), panzer(), pace=pace)
    play(battle, fire("t34", "panzer"), dice=(2,))
    assert told(battle, "attack")[0].tallies[0].total == 0


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
    play(battle, StartVehicle("kv"))
    assert not battle.allows(StartVehicle("t34"), "a")
    assert not battle.allows(Begin("ivan"), "a")
    play(battle, EndVehicle("kv"))
    assert set(battle.choices[0].about) == {"t34", "ivan"}
    assert not battle.allows(Begin("t34"), "a")
    assert not battle.allows(StartVehicle("ivan"), "a")


@rule(
    "owb.vehicle.turn-procedure",
    "owb.vehicle.movement-does-not-use-up-the-attack",
    "owb.vehicle.moving-penalty-hits-all-attacks",
    "owb.crew.each-weapon-needs-its-own-gunner",
    "owb.vattack.minus-four-above-crawl",
)
def test_a_tank_drives_three_fires_drives_two_and_fires_a_bow_machinegun() -> None:
    """Both shots at -4; the last square of its 9 is still its own, and no other gunner's shot."""
    battle = started(
        "t34", tank(empty=["gun-3"]), panzer(at=(11, 3), sheet="truck-large"), pace="normal"
    )
    play(battle, Drive("t34", 3))
    # Armor Class 11: 14 is 10 and misses (Table 9 is rolled on), 15 hits.
    fires(battle, fire("t34", "panzer"), 14, 6)
    play(battle, Drive("t34", 2))
    fires(battle, fire("t34", "panzer", name="gun-2"), 15, 3)
    assert [event.data["hit"] for event in told(battle, "attack")] == [False, True]
    assert [event.tallies[0].total for event in told(battle, "attack")] == [-4, -4]
    assert the(battle, "panzer").hp == 16 - (3 + 2) // 2
    assert (the(battle, "t34").travel, the(battle, "t34").spent) == (5, 5)
    assert battle.allows(Drive("t34", 4), "a")
    assert not battle.allows(Drive("t34", 5), "a")


@rule("owb.vehicle.turn-procedure", "owb.vmove.pace-declared-at-start-of-turn")
def test_the_penalty_holds_before_the_first_step_and_after_the_turn() -> None:
    battle = started("t34", tank(), panzer(at=(11, 3), sheet="truck-large"), pace="normal")
    odds = present(battle.odds(fire("t34", "panzer"), "a"))
    assert dict(odds.outcomes).keys() >= {"miss"}
    fires(battle, fire("t34", "panzer"), 2)
    assert told(battle, "attack")[0].tallies[0].total == -4
    play(battle, WithholdGun("t34.gun-2"), EndVehicle("t34"))
    play(battle, StartVehicle("panzer"), SetPace("panzer", "crawl"), Drive("panzer", 1))
    release = fire("t34", "panzer", name="gun-2")
    assert battle.choices[0].ask == "interrupt"
    fires(battle, release, 2)
    assert told(battle, "attack")[1].tallies[0].total == -4


@rule("owb.vehicle.turn-procedure", "owb.vehicle.group-or-individual-initiative")
def test_alone_a_gunner_fires_with_the_pace_that_is_in_force_on_his_turn() -> None:
    """The gunner's 6 comes before the driver's 1: the tank still rolls as in the last round."""
    battle = fight(
        vehicle("tank", "tank-light", (10, 25), pace="normal", travel=4),
        man("foe", (10, 8), "b", facing=4),
        options={"initiative": "individual"},
        dice=(1, 6, 2, 3, 5),
    )
    state = battle.state
    assert gun_shot(state, fire("tank", at=(10, 8))).tally.total == -4


@rule("owb.vehicle.turn-procedure")
def test_the_pace_is_declared_before_anything_else() -> None:
    battle = fight(tank(), panzer())
    play(battle, StartVehicle("t34"))
    early = refusal(battle, fire("t34", "panzer"))
    assert early == "owb.vmove.pace-declared-at-start-of-turn"
    play(battle, SetPace("t34", "stopped"))
    assert battle.allows(fire("t34", "panzer"), "a")


@rule("owb.vehicle.turn-procedure", "owb.crew.no-operator-no-movement")
def test_without_an_operator_the_others_still_act() -> None:
    battle = fight(tank(empty=["operator"], pace="normal", travel=6), panzer())
    play(battle, StartVehicle("t34"))
    standing = the(battle, "t34")
    assert (standing.pace, standing.travelled) == ("stopped", 0)
    rules = {refusal(battle, order) for order in _driving("t34")}
    assert rules == {"owb.crew.no-operator-no-movement"}
    assert battle.allows(fire("t34", "panzer"), "a")


@rule("owb.vehicle.turn-procedure")
def test_a_vehicle_whose_pace_nobody_declares_stands() -> None:
    battle = fight(tank(pace="normal", travel=5), panzer())
    assert the(battle, "t34").travelled == 5
    play(battle, StartVehicle("t34"), EndVehicle("t34"))
    assert the(battle, "t34").pace == "stopped"
