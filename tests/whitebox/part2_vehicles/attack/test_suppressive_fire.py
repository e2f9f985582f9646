"""Suppressive fire and bursts from vehicles."""

import pytest

from sandtable.rulebooks.whitebox.part3_combining.from_foot import check_shoot_aboard
from tests.whitebox.kit import *

PINTLE = {"weapon": "machinegun-medium", "kind": "PIN"}


def swept(*others: Any, name: str = "gun-2", **rest: Any) -> OwbBattle:
    """A tank whose bow machinegun has opened suppressive fire on a man; round 2 begins."""
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        FAR_FOE,
        *others,
        **rest,
    )
    fires(battle, fire("tank", "foe", name=name, mode="suppress"), 1, 5)
    play(battle, EndVehicle("tank"))
    return battle


def sweep(name: str = "gun-2", helper: str | None = None) -> Any:
    return SweepGun(f"tank.{name}", mount=name, helper=helper)


SWEEP = SweepGun("tank.gun-2", mount="gun-2")


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles", "owb.suppress.order-of-victims")
def test_an_autocannon_sweeps_the_nearest_vehicle_first_friend_or_foe() -> None:
    battle = started(
        "car",
        vehicle("car", "armored-car", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        vehicle("own", "truck-small", (10, 16)),
        FAR_FOE,
    )
    fires(battle, fire("car", "foe", mode="suppress"), 2)
    play(battle, EndVehicle("car"))
    play(battle, StartVehicle("own"), EndVehicle("own"))
    pass_all(battle, dice=(6, 1))
    start(battle, "car")
    sweep = SweepGun("car.gun-1", mount="gun-1")
    play(battle, sweep, dice=(2, 3, 4, 4, 1, 1, 6, 6))
    victims = [event.pieces[0] for event in told(battle, "bullets")]
    assert victims == ["own", "foe"]
    assert (the(battle, "own").hp, the(battle, "foe").hp) == (12 - 7, 16 - 14)


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_an_autocannon_sweeps_vehicles_and_no_characters() -> None:
    battle = started(
        "tank",
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        man("by", (10, 14), "b", facing=4),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep("gun-1"), dice=(4, 1, 2, 1, 1))
    assert the(battle, "foe").hp == 16 - 5
    assert person(battle, "by").hp == 4
    assert not told(battle, "miss")


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_an_autocannon_fires_bursts_at_vehicles_and_not_at_men() -> None:
    battle = duel("armored-car", "truck-large")
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == 0
    burst = gun_shot(battle.state, fire("tank", "foe", mode="burst"))
    assert burst.tally.total == 2
    rule_ = "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles"
    state = state_of(vehicle("tank", "armored-car", (10, 25)), man("foe", (10, 5), "b"))
    for mode in ("burst", "suppress"):
        assert gun_refused(state, fire("tank", "foe", mode=mode)) == rule_
        assert gun_refused(state, fire("tank", at=(10, 5), mode=mode)) == rule_
    assert gun_refused(duel().state, fire("tank", "foe", mode="burst")) == rule_


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
    battle = started(
        "car",
        vehicle("car", "armored-car", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        FAR_FOE,
        pace=pace,
    )
    order = fire("car", "foe", mode=mode)
    odds = present(odds_of_gun_order(battle.state, order))
    assert (dict(odds.outcomes).get("near miss", 0) > 0) == looked_up
    fires(battle, order, face, *((6,) if looked_up else ()))
    assert bool(told(battle, "miss")) == looked_up
    assert not told(battle, "attack")[-1].data["hit"]


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle", "owb.suppress.vehicles-in-cone")
def test_an_autocannon_sweeps_vehicles_by_the_bullet_and_rounds_once() -> None:
    battle = duel("armored-car", "armored-personnel-carrier")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    # 6: three bullets of 2d6 each: 3 + 4 + 4 = 11, half for the hull of x1.
    play(battle, SweepGun("tank.gun-1", mount="gun-1"), dice=[6, 1, 2, 2, 2, 1, 3])
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 24 - 5
    assert person(battle, "foe.gun-1").hp == 4
    assert asked_for(battle) == "vehicle turn"


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle")
@pytest.mark.parametrize(("pace", "drawn"), [("crawl", True), ("normal", False)])
def test_the_cone_is_shown_as_it_will_be_laid_and_at_normal_pace_there_is_none(
    pace: str, drawn: bool
) -> None:
    battle = duel("armored-car", "tank-heavy", pace=pace)
    trace = present(RULEBOOK.trace(battle.state, fire("tank", "foe", mode="suppress")))
    cones = [one for one in trace.overlays if getattr(one, "tone", "") == "danger"]
    assert bool(cones) is drawn
    assert any("trained on" in note for note in trace.notes) is drawn


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle")
def test_at_normal_pace_suppressive_fire_is_a_burst_with_minus_4() -> None:
    battle = started("tank", OUR_TANK, man("foe", (10, 12), "b", facing=4), FAR_FOE, pace="normal")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 12)
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == 2 - 4
    assert person(battle, "tank.gun-2").trained is None


@rule("owb.vattack.suppressive-fire-procedure", "owb.grid.alternate-diagonals")
def test_cones_keep_the_plain_count_of_squares_with_alternate_diagonals() -> None:
    """26 squares on the diagonal are 39 as a range, but within the reach of 30 for the cone."""
    state = state_of(
        vehicle("jeep", "truck-small", (3, 30), mounts=[PINTLE]),
        man("ivan", (30, 4), "b", facing=4),
        FAR_FOE,
        options={"diagonals": "alternate"},
    )
    order = fire("jeep", "ivan", mode="suppress")
    assert gun_shot(state, order).tally.total == 0  # -2 for Medium range, 2 for the burst
    rifle = man("smg", (20, 20), weapons=["submachinegun"])
    truck = vehicle("truck", "truck-large", (9, 9), 4, "b")
    foot = state_of(rifle, truck, FAR_FOE, options={"diagonals": "alternate"})
    open_fire = ShootAboard("smg", vehicle="truck", weapon="submachinegun", mode="suppress")
    assert check_shoot_aboard(foot, foot.person("smg"), open_fire) is None


@rule("owb.vattack.suppressive-fire-procedure", "owb.arc.decides-targets")
def test_fire_at_a_truck_half_beside_the_arc_is_laid_where_the_gun_bears() -> None:
    """Of the column 15 the bow gun covers the rows to 16; the nearest square is in row 18."""
    battle = started("tank", OUR_TANK, vehicle("foe", "truck-large", (15, 15), 0, "b"), FAR_FOE)
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 2)
    play(battle, EndVehicle("tank"))
    trained = present(person(battle, "tank.gun-2").trained)
    assert trained.aim == (15, 16)
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    assert battle.refusal(SweepGun("tank.gun-2", mount="gun-2"), "a") is None


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_cone_of_a_mounted_machinegun_strikes_everybody_in_it() -> None:
    battle = swept(man("two", (12, 11), "b", facing=4), man("out", (14, 11), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, sweep(), dice=(2,))
    assert battle.choices[0].about[0] == "foe"
    play(battle, Decline(), dice=(3, 2))
    assert person(battle, "foe").hp == 12 - 5
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 4 - 3
    assert person(battle, "out").hp == 4
    assert not battle.state.person("tank.gun-2").arms


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_ends_when_the_aim_leaves_the_arc_or_the_vehicle_drives_fast() -> None:
    battle = swept()
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    state, gunner = battle.state, person(battle, "tank.gun-2")
    assert check_gun_order(state, gunner, sweep()) is None
    state.alter("tank", pace="normal")
    found = present(check_gun_order(state, gunner, sweep()))
    assert found.rule == "owb.vattack.suppressive-fire-needs-slow-vehicle"
    state.alter("tank", pace="crawl", heading=45.0)
    found = present(check_gun_order(state, gunner, sweep()))
    assert found.rule == "owb.vattack.suppressive-fire-procedure"


@rule("owb.vattack.suppressive-fire-procedure")
def test_from_the_fourth_round_on_the_gun_may_fail_unless_somebody_changes_barrels() -> None:
    battle = swept()
    turret(battle.state, "tank", "gun-2", heat=3)
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep(), dice=(1, 1))
    assert the(battle, "tank").mounts[1].jam == -1
    helped = swept()
    turret(helped.state, "tank", "gun-2", heat=3)
    pass_all(helped, dice=(6, 1))
    start(helped, "tank")
    play(helped, sweep(helper="tank.passenger-1"), dice=(1,))
    assert the(helped, "tank").mounts[1].jam == 0
    assert person(helped, "tank.passenger-1").acted


@rule("owb.vattack.suppressive-fire-procedure")
def test_a_trained_gun_strikes_who_moves_into_its_cone_between_turns() -> None:
    battle = swept(man("two", (13, 11), "b", facing=4, rank="officer"))
    pass_all(battle, dice=B_FIRST)
    play(battle, Begin("two"))
    play(battle, Move("two", (middle((12, 11)), middle((11, 11)))))
    assert battle.choices[0].ask == "interrupt"
    play(battle, sweep(), dice=(2,))
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 12 - 3


@rule("owb.vattack.suppressive-fire-procedure")
def test_at_normal_pace_the_sequence_is_over_for_good() -> None:
    """A tank that crawls again in round 3 has to open its fire anew."""
    battle = tank_opened_fire()
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "normal")
    assert person(battle, "tank.gun-2").trained is None
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    found = present(check_gun_order(battle.state, person(battle, "tank.gun-2"), SWEEP))
    assert found.rule == "owb.suppress.continue"


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_ends_if_the_area_is_out_of_the_arc_when_the_turn_ends() -> None:
    """After a crawling turn of 90 degrees the bow gun points east; to turn back does not help."""
    battle = tank_opened_fire()
    battle.state.alter("tank", rolling=True)
    play(battle, Turning("tank", "right", 90, "crawling"))
    assert person(battle, "tank.gun-2").trained is not None
    play(battle, EndVehicle("tank"))
    assert person(battle, "tank.gun-2").trained is None


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_goes_on_if_the_area_is_still_in_the_arc() -> None:
    battle = tank_opened_fire()
    play(battle, Drive("tank", 2), EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, SWEEP, dice=(2,))
    assert battle.choices[0].about[0] == "foe"
    play(battle, Decline(), dice=(3, 2))
    assert person(battle, "foe").hp == 12 - 5
