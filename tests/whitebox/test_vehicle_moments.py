"""When crews may fire between the turns of others, and how long suppressive fire lasts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import check_gun_order
from sandtable.rulebooks.whitebox.part2_vehicles.attack.ordered_shots import odds_of_gun_order
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import gun_victims
from sandtable.rulebooks.whitebox.state.orders import Decline, Done, Hold
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    SetPace,
    StartVehicle,
    SweepGun,
    Turning,
    WithholdGun,
)
from tests.whitebox.gun_kit import FAR, fire, fires, gun, start
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

TRUCK = "truck-large"


def waiting(*others: Any, **rest: Any) -> OwbBattle:
    """A tank withholds the shot of its gun; a truck far to the right comes next."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", TRUCK, (30, 8), 6, "b", pace="normal", travel=6),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    if battle.choices[0].seats == ("a",):
        play(battle, Done())
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    return battle


def asked(battle: OwbBattle) -> str:
    """What the battle waits for, and whom."""
    choice = battle.choices[0]
    return f"{choice.ask} {choice.about[0]}"


# -- withheld attacks -----------------------------------------------------------------------------


@rule("owb.vattack.withhold", "owb.withhold.interrupt-timing")
def test_a_gunner_may_switch_to_another_target_when_one_moves_whom_he_cannot_hit() -> None:
    """A house hides the truck; the man before the tank stands there all the time."""
    battle = waiting(
        man("ivan", (10, 12), "b", facing=4),
        terrain=[filled("house", "building-wall-masonry", (12, 14), (30, 14))],
    )
    play(battle, Drive(vehicle="foe", squares=1))
    assert asked(battle) == "interrupt tank.gun-1"
    play(battle, fire("tank", at=(10, 12)), dice=(2,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold", "owb.mishap.skid-direction")
def test_a_withheld_shot_may_follow_a_skid() -> None:
    """The driver fails his check for a tight turn (20), skids (4) straight on (2) for 1 damage."""
    battle = waiting()
    play(battle, Turning("foe", "left", 90, "tight"), Hold(), dice=(20, 4, 2, 1))
    assert asked(battle) == "interrupt tank.gun-1"
    assert the(battle, "foe").halted


@rule("owb.vattack.withhold", "owb.collision.ram-check-failed")
def test_a_withheld_shot_may_follow_a_ram_that_goes_wrong() -> None:
    battle = waiting(man("ivan", (29, 8), "a", facing=2))
    play(battle, Drive("foe", 1, "ivan"), Hold(), dice=(20, 4, 3, 1))
    assert asked(battle) == "interrupt tank.gun-1"
    play(battle, Hold())
    assert asked(battle) == "vehicle turn foe"


@rule("owb.vattack.withhold", "owb.maneuver.defensive-driving")
def test_a_withheld_shot_may_follow_defensive_driving() -> None:
    battle = waiting()
    play(battle, DriveDefensively("foe"), Hold(), dice=(1,))
    assert the(battle, "foe").defensive
    assert asked(battle) == "interrupt tank.gun-1"


@rule("owb.vattack.withhold", "owb.mishap.transmission-strain")
def test_a_trained_gun_does_not_strike_a_vehicle_that_a_mishap_leaves_where_it_was() -> None:
    """A carrier in the cone strains its transmission: it has not moved in the swept area."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "armored-personnel-carrier", (10, 8), 0, "b", pace="normal", travel=6),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe.gun-1", name="gun-2", mode="suppress"), 1, 5)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(1, 6))
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    battle.state.alter("foe", rolling=True)
    play(battle, ChangeLane("foe", "left", True), dice=(20, 4, 1, 1))
    assert asked(battle) == "vehicle turn foe"
    play(battle, Drive("foe", 1))
    assert asked(battle) == "interrupt tank.gun-2"


# -- suppressive fire -----------------------------------------------------------------------------


def opened(*others: Any, **rest: Any) -> OwbBattle:
    """The bow machinegun of a tank has opened suppressive fire on an officer."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank", "crawl")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 1, 5)
    return battle


SWEEP = SweepGun(person="tank.gun-2", mount="gun-2")


@rule("owb.vattack.suppressive-fire-procedure")
def test_at_normal_pace_the_sequence_is_over_for_good() -> None:
    """A tank that crawls again in round 3 has to open its fire anew."""
    battle = opened()
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "normal")
    assert person(battle, "tank.gun-2").trained is None
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    found = check_gun_order(battle.state, person(battle, "tank.gun-2"), SWEEP)
    assert found is not None
    assert found.rule == "owb.suppress.continue"


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_ends_if_the_area_is_out_of_the_arc_when_the_turn_ends() -> None:
    """After a crawling turn of 90 degrees the bow gun points east; to turn back does not help."""
    battle = opened()
    battle.state.alter("tank", rolling=True)
    play(battle, Turning("tank", "right", 90, "crawling"))
    assert person(battle, "tank.gun-2").trained is not None
    play(battle, EndVehicle(vehicle="tank"))
    assert person(battle, "tank.gun-2").trained is None


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_goes_on_if_the_area_is_still_in_the_arc() -> None:
    battle = opened()
    play(battle, Drive("tank", 2), EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, SWEEP, dice=(2,))
    assert battle.choices[0].about[0] == "foe"
    play(battle, Decline(), dice=(3, 2))
    assert person(battle, "foe").hp == 12 - 5


@rule("owb.suppress.automatic-bullets", "owb.base.able-to-act")
def test_a_mounted_machinegun_strikes_one_who_lies_incapacitated() -> None:
    """One bullet of 1 + 2, without a question; none for the officer behind him."""
    battle = opened(man("down", (10, 16), "b", rank="op1"))
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, SWEEP, dice=(2, 1, 1))
    assert person(battle, "down").hp == -3


@rule("owb.cover.lean-out", "owb.vattack.suppressive-fire-procedure")
def test_a_mounted_machinegun_strikes_one_who_leans_out_into_its_cone() -> None:
    """He stands behind the wall, and leans round its end into a square that is swept."""
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (9, 12), "b", facing=4),
        FAR,
        terrain=[filled("wall", "building-wall-masonry", (5, 13), (9, 13))],
    )
    bow = gun(state, "tank", "gun-2")
    assert "foe" not in gun_victims(state, bow, (10, 8))
    state.change("foe", lean=(10, 12))
    assert "foe" in gun_victims(state, bow, (10, 8))


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles", "owb.vmiss.threshold-14")
@pytest.mark.parametrize(
    ("mode", "pace", "face", "looked_up"),
    [
        ("single", "crawl", 15, True),
        ("burst", "crawl", 13, True),
        ("suppress", "crawl", 13, False),
        ("suppress", "normal", 16, True),
    ],
)
def test_the_miss_table_is_for_shots_and_bursts_and_not_for_suppressive_fire(
    mode: Any, pace: str, face: int, looked_up: bool
) -> None:
    """An autocannon misses a heavy tank (AAC 16) with 15; at normal pace the fire is a burst."""
    battle = fight(
        vehicle("car", "armored-car", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "car", pace)
    order = fire("car", "foe", mode=mode)
    odds = odds_of_gun_order(battle.state, order)
    assert odds is not None
    assert (dict(odds.outcomes).get("near miss", 0) > 0) == looked_up
    fires(battle, order, face, *((6,) if looked_up else ()))
    assert bool(told(battle, "miss")) == looked_up
    assert not told(battle, "attack")[-1].data["hit"]
