"""When men and crews may fire in between: before a Driving Check, and at whoever gets out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Done,
    Hold,
    Move,
    React,
    Sweep,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    Board,
    Drive,
    DriveDefensively,
    EndVehicle,
    Escape,
    SetPace,
    ShootAboard,
    Sideswipe,
    StartVehicle,
    Turning,
    TurnTrailer,
    Unstick,
    WithholdGun,
)
from sandtable.scenario import Unit
from tests.whitebox.gun_kit import FAR, fire, fires, start
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    at,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    rolled_all,
    shot,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

TRUCK = "truck-large"


def asked(battle: OwbBattle) -> str:
    """What the battle waits for, and whom."""
    choice = battle.choices[0]
    return f"{choice.ask} {choice.about[0]}"


def next_side(battle: OwbBattle) -> None:
    """Side a has done all that it wants to."""
    if battle.choices[0].seats == ("a",):
        play(battle, Done())


def held_by_tank(*units: Unit, **rest: Any) -> OwbBattle:
    """A tank of side a withholds the shot of its gun, and it is the other side's turn."""
    battle = fight(vehicle("tank", "tank-medium", (10, 25)), FAR, *units, **rest)
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    next_side(battle)
    return battle


def before_the_gun(*others: Unit, sheet: str = TRUCK, **status: Any) -> OwbBattle:
    """A vehicle rolls westwards across the tank's field of fire, at normal pace."""
    rolling: dict[str, Any] = {"pace": "normal", "travel": 6, **status}
    battle = held_by_tank(vehicle("foe", sheet, (12, 8), 6, "b", **rolling), *others)
    play(battle, StartVehicle(vehicle="foe"))
    return battle


# -- what takes a Driving Check is an Action ------------------------------------------------------


@rule("owb.vattack.withhold", "owb.driving.check-is-an-action")
def test_a_car_can_be_hit_before_it_swerves() -> None:
    """The driver declares Defensive Driving; the shot comes before his check and finds AAC 11."""
    battle = before_the_gun()
    play(battle, SetPace(vehicle="foe", pace="normal"), DriveDefensively("foe"))
    assert asked(battle) == "interrupt tank.gun-1"
    assert not the(battle, "foe").spent
    # 11 hits; 9d6 = 9 damage leave 7 of 16; then the check of the driver, who makes it
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, 1)
    assert the(battle, "foe").hp == 7
    assert the(battle, "foe").defensive
    assert the(battle, "foe").spent == 2
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.driving.check-is-an-action")
def test_what_was_dared_does_not_happen_if_the_vehicle_is_wrecked_first() -> None:
    """9d6 = 18 put the truck at -2; nobody rolls for the tight turn or for a mishap."""
    battle = before_the_gun()
    play(battle, SetPace(vehicle="foe", pace="normal"), Turning("foe", "left", 90, "tight"))
    splinters = (1, 1, 18)
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, *splinters)
    assert the(battle, "foe").wreck == "inoperable"
    assert the(battle, "foe").facing == 6
    assert not told(battle, "mishap")
    assert not told(battle, "driving-check")
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.turn.45-degrees")
def test_an_ordinary_turn_is_no_action_and_is_answered_when_it_is_made() -> None:
    battle = before_the_gun()
    play(battle, SetPace(vehicle="foe", pace="normal"), Turning("foe", "left"))
    assert asked(battle) == "interrupt tank.gun-1"
    assert the(battle, "foe").facing == 5


@rule("owb.withhold.interrupt-timing", "owb.collision.ram")
def test_a_ram_is_answered_before_its_first_step() -> None:
    """The driver dies before he has rolled his check; the man whom he meant to ram is unhurt."""
    battle = before_the_gun(man("ivan", (11, 8), "a", facing=2))
    play(battle, SetPace(vehicle="foe", pace="normal"), Drive("foe", 1, "ivan"))
    assert asked(battle) == "interrupt tank.gun-1"
    assert not the(battle, "foe").stepped
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, 6, 6, 1)
    assert person(battle, "foe.operator").out == "dead"
    assert person(battle, "ivan").hp == 4
    assert at(battle.state, "ivan") == (11, 8)
    assert not told(battle, "run-over")
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.maneuver.unstuck-by-driving")
def test_who_drives_himself_free_is_answered_before_his_check() -> None:
    battle = before_the_gun(pace="stopped", travel=0)
    battle.state.alter("foe", stuck=True)
    play(battle, Unstick("foe"))
    assert asked(battle) == "interrupt tank.gun-1"
    play(battle, Hold(), dice=(1,))
    assert not the(battle, "foe").stuck
    play(battle, SetPace(vehicle="foe", pace="normal"))
    assert the(battle, "foe").declared


@rule("owb.withhold.interrupt-timing", "owb.collision.sideswipe")
def test_a_sideswipe_is_answered_before_and_after() -> None:
    """The tank lets the first moment pass: check 1, save 18, a die for each; then it may fire."""
    friend = vehicle("jeep", "car", (12, 10), 6, "a", pace="normal", travel=6)
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        friend,
        vehicle("foe", TRUCK, (13, 8), 6, "b", pace="normal", travel=6),
        FAR,
    )
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    start(battle, "jeep", "normal")
    play(battle, Drive("jeep", 1), EndVehicle(vehicle="jeep"))
    next_side(battle)
    start(battle, "foe", "normal")
    play(battle, Drive("foe", 1), Hold())
    play(battle, Sideswipe("foe", "jeep"))
    assert asked(battle) == "interrupt tank.gun-1"
    assert not told(battle, "collision")
    play(battle, Hold(), dice=(1, 18, 3, 4, 20, 20))
    assert told(battle, "collision")[0].data["defender"] == 4
    assert asked(battle) == "interrupt tank.gun-1"


# -- whoever comes into a square shows himself ----------------------------------------------------


def withheld_rifle(*units: Unit, dice: tuple[int, ...] = (6, 1)) -> OwbBattle:
    """A rifleman of side a who faces north withholds his shot."""
    battle = fight(man("ivan", (10, 20), facing=0), FAR, *units, dice=dice)
    turn(battle, "ivan", Withhold(person="ivan"))
    next_side(battle)
    return battle


@rule("owb.withhold.interrupt-timing", "owb.crew.mount-and-dismount")
def test_a_man_who_gets_out_can_be_shot_beside_his_vehicle() -> None:
    """In the cab he is concealed (-2); beside it nothing protects him: 11 hits AAC 11."""
    foe = vehicle("foe", TRUCK, (10, 8), 4, "b")
    rider = man("karl", (0, 0), "b", carried_by="foe", seat="passenger-1")
    battle = withheld_rifle(foe, rider)
    start(battle, "foe")
    play(battle, Alight(person="karl", to=middle((11, 8))))
    assert asked(battle) == "interrupt ivan"
    play(battle, Hold())
    assert told(battle, "alight")
    assert asked(battle) == "interrupt ivan"
    play(battle, shot("karl"), dice=(11, 4))
    assert person(battle, "karl").out == "dead"
    assert asked(battle) == "vehicle turn foe"


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.crew.mount-and-dismount")
def test_a_trained_gun_strikes_who_gets_out_of_a_hull_into_its_cone() -> None:
    """In the closed carrier nobody could hit him; as he gets out the gun does, once."""
    foe = vehicle("foe", "armored-personnel-carrier", (10, 10), 4, "b", empty=["gun-1"])
    rider = man("karl", (0, 0), "b", rank="op5", carried_by="foe", seat="passenger-2")
    gunner = man("ivan", (10, 20), sheet="medium-machinegunner", facing=0)
    other = man("fritz", (10, 12), "b", rank="op5")
    battle = fight(gunner, foe, rider, other, FAR)
    turn(battle, "ivan", shot("fritz", GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(1, 6))
    start(battle, "foe")
    play(battle, Alight(person="karl", to=middle((9, 11))))
    assert asked(battle) == "interrupt ivan"
    # bullet die 2: one bullet; he tries to hit the deck (save 10, failed) and takes 1d6+2 = 5
    play(battle, Sweep(person="ivan"), React(), dice=(2, 9, 3))
    assert person(battle, "karl").hp == 21 - 5
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.vdamage.escape-save")
def test_who_gets_out_of_an_explosion_can_be_shot_where_he_lands() -> None:
    """The tank's own gun blows the truck up; the rifleman, who has held his fire, fires then."""
    battle = fight(
        man("ivan", (5, 20), facing=1),
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", TRUCK, (10, 8), 4, "b"),
        FAR,
    )
    turn(battle, "ivan", Withhold(person="ivan"))
    start(battle, "tank")
    battle.state.alter("foe", hp=1)
    # 11 hits; 9d6 = 18 put it at -17: splinters 4 halved by a save leave 2; he gets out (18)
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, 1, 1, 18, 18)
    play(battle, Escape(to=middle((11, 8))))
    assert asked(battle) == "interrupt ivan"
    play(battle, shot("foe.operator"), dice=(11, 1))
    assert person(battle, "foe.operator").out == "dead"


@rule("owb.withhold.interrupt-timing", "owb.collision.character-struck")
def test_who_is_thrown_clear_by_a_vehicle_can_be_shot_where_he_comes_down() -> None:
    """He saves (10 of 10): half of 1d6 + 1 is 1; thrown off to the east, beyond the jeep (-2)."""
    battle = fight(
        man("ivan", (10, 30), facing=0),
        vehicle("jeep", "car", (10, 20)),
        man("karl", (11, 19), "b", rank="op5", facing=4),
        FAR,
    )
    turn(battle, "ivan", Withhold(person="ivan"))
    start(battle, "jeep", "normal")
    play(battle, Drive("jeep", 1, "karl"), dice=(1, 10, 1))
    assert at(battle.state, "karl") == (12, 18)
    assert person(battle, "karl").hp == 21 - 1
    assert asked(battle) == "interrupt ivan"
    play(battle, shot("karl"), dice=(15, 4))
    assert person(battle, "karl").hp == 20 - 5


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.suppress.vehicles-in-cone")
def test_who_was_struck_on_foot_is_not_struck_again_in_the_truck_that_he_boards() -> None:
    """A gun strikes the same victim once a round, however he goes about in its cone."""
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner", facing=0),
        vehicle("foe", TRUCK, (10, 10), 0, "b"),
        man("fritz", (10, 15), "b", rank="op5"),
        FAR,
    )
    turn(battle, "ivan", shot("fritz", GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="fritz"), Move(person="fritz", path=path((10, 14))))
    play(battle, Sweep(person="ivan"), dice=(1,))
    play(battle, Board(person="fritz", vehicle="foe", seat="bed-1"))
    start(battle, "foe", "crawl")
    play(battle, Drive("foe", 1))
    assert asked(battle) == "interrupt ivan"
    # the truck, then its driver: no bullets; nothing is rolled for the man in the bed
    play(battle, Sweep(person="ivan"), dice=(1, 1))
    assert told(battle, "sweep")[-1].data["victims"] == ["foe", "foe.operator"]
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.vweapon.on-trailers")
def test_a_gun_on_a_trailer_is_not_turned_by_one_who_dies_first() -> None:
    """Turning it is its gunner's Action; he is shot (11 + 2 against concealment) before that."""
    battle = withheld_rifle(vehicle("flak", "trailer-autocannon", (10, 8), 2, "b"))
    play(battle, StartVehicle(vehicle="flak"))
    play(battle, TurnTrailer(person="flak.gun-1", hand="right"))
    assert asked(battle) == "interrupt ivan"
    assert the(battle, "flak").facing == 2
    aimed = ShootAboard(person="ivan", vehicle="flak", weapon="rifle-large", occupant="flak.gun-1")
    play(battle, aimed, dice=(13, 3))
    assert person(battle, "flak.gun-1").out == "dead"
    assert the(battle, "flak").facing == 2


@rule("owb.suppress.opening-burst", "owb.los.character-at-vehicle")
def test_suppressive_fire_at_a_truck_is_laid_where_it_can_be_seen() -> None:
    """A house hides the nearest squares of the truck; the next row is open, and is the aim."""
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner", facing=0),
        vehicle("foe", TRUCK, (12, 10), 2, "b"),
        FAR,
        terrain=[filled("house", "building-wall-masonry", (9, 12), (11, 12))],
    )
    # it fills x 9..12, y 10..11; of (9..12, 11) only (12, 11) is open, 9 squares away
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="foe", weapon=GUN, mode="suppress")
    play(battle, order, dice=(2,))
    trained = person(battle, "ivan").trained
    assert trained is not None
    assert trained.aim == (12, 11)
