"""Collisions and mishaps where chapters meet: walls and men, slopes, ties, the map's edge."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import sideswipe
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    current_movement,
    is_moving,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    SetPace,
    Sideswipe,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from tests.whitebox.crash_kit import (
    ALWAYS,
    LOCKED,
    NEVER,
    OVERHEATED,
    ROLLOVER,
    SKID,
    SPINOUT,
    STRAIN,
    crash,
    driven,
    field,
    front,
    hurt,
    lost,
    operative,
    slip,
    speeding,
)
from tests.whitebox.driving_kit import refused
from tests.whitebox.kit import OwbBattle, at, edged, fight, filled, man, pass_all, play, rolled_all
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

MADE = 1
"""The Driving Check of an ordinary driver that succeeds."""


def sturdy(*units: Unit, dice: tuple[int, ...] = (6, 1), **more: Any) -> OwbBattle:
    """A battle of men with 50 hit points and vehicles with 100."""
    battle = fight(*units, man("far", (35, 35), "b"), dice=dice, **more)
    for person in battle.state.persons():
        battle.state.change(person.id, hp=50)
    for car in battle.state.vehicles():
        battle.state.alter(car.id, hp=100)
    return battle


# -- ramming men ----------------------------------------------------------------------------------


@rule("owb.collision.ram", "owb.collision.hull-level-of-the-touching-face")
def test_a_heavy_tank_backs_into_a_man_with_its_weaker_rear() -> None:
    """x3 in front, x2 behind: (1 + 2 squares) * 3."""
    battle = sturdy(driven("t", "tank-heavy", (10, 20)), man("m", (11, 25), "b"))
    play(battle, StartVehicle("t"), SetPace("t", "reverse"))
    play(battle, Drive("t", 2, "m"), dice=[MADE, 17, 1])
    assert hurt(battle.state, "m") == 9
    assert front(battle.state, "t") == (10, 22)
    assert the(battle, "t").pace == "reverse"


LOW_WALL = edged("wall", "low-brick-wall", (0, 19), (35, 19))


@rule("owb.collision.several-at-once", "owb.collision.position-afterwards", "owb.collision.ram")
def test_a_car_that_rams_a_man_behind_a_low_wall_strikes_both_and_stays_outside() -> None:
    """Man: save 17 fails, 2 + 2. Wall x2: (3 + 2) * 3 for the car, half for its driver."""
    battle = sturdy(driven("c", "car", (10, 20)), man("m", (10, 18), "b"), terrain=(LOW_WALL,))
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Drive("c", 2)) == "owb.vterrain.impassable"
    play(battle, Drive("c", 2, "m"), dice=[MADE, 17, 2, 3, NEVER])
    assert rolled_all(battle)
    state = battle.state
    assert (hurt(state, "m"), lost(state, ["c"]), hurt(state, "c.operator")) == (4, [15], 7)
    assert (front(state), at(state, "m"), the(state, "c").pace) == ((10, 19), (10, 18), "stopped")


@rule("owb.collision.ram", "owb.vterrain.obstacle-costs-two")
def test_a_tank_goes_over_the_wall_and_the_man_and_on() -> None:
    """x2 in front: (2 + 2) * 3, halved by the save; the step over the wall costs 2."""
    battle = sturdy(
        driven("t", "tank-light", (10, 20)), man("m", (10, 18), "b"), terrain=(LOW_WALL,)
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, "m"), dice=[MADE, 18, 2])
    assert hurt(battle.state, "m") == 6
    assert (the(battle, "t").spent, the(battle, "t").travel) == (3, 2)
    assert at(battle.state, "m") == (9, 19)
    assert refused(battle, Drive("t", 2)) == ""


@rule("owb.collision.speed-used", "owb.vmove.travel-and-speed")
def test_last_rounds_travel_counts_in_the_first_step_of_a_ram() -> None:
    battle = sturdy(driven("c", "car", (10, 20), pace="normal", travel=15), man("m", (10, 19), "b"))
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 1, "m"), dice=[MADE, 17, 4])
    assert hurt(battle.state, "m") == 4 + 15
    assert current_movement(the(battle, "c")) == 15


@rule("owb.driving.wheelman-automatic", "owb.collision.ram")
def test_a_wheelman_of_level_1_runs_one_man_down_and_rolls_for_the_next() -> None:
    battle = sturdy(
        vehicle("t", "tank-light", (10, 20), empty=["gun-1", "gun-2", "passenger-1"]),
        operative("wheel", "wheelman", "t", "operator"),
        man("m", (10, 18), "b"),
        man("n", (11, 15), "b"),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, "m"), dice=[17, 1])
    play(battle, Drive("t", 3, "n"), dice=[2, STRAIN, 1, 1])
    assert rolled_all(battle)
    assert (hurt(battle.state, "m"), hurt(battle.state, "n")) == ((1 + 2) * 3, 0)
    assert (the(battle, "t").spent, the(battle, "t").travel) == (5, 4)


# -- ramming objects ------------------------------------------------------------------------------


WOOD = filled("wood", "building-wall-plaster-or-wood", (8, 18), (14, 18))


@rule("owb.collision.position-afterwards", "owb.vterrain.obstacle-costs-two")
def test_a_tank_breaks_through_a_wooden_wall_and_pays_two_for_the_debris() -> None:
    """8 * 3 to both sections, which stay up as a structure; 8 / 3 to the tank, 1 or 0 inside."""
    battle = sturdy(
        driven("t", "tank-light", (10, 20)),
        terrain=(WOOD,),
        options={"cover_damage": "hit-points"},
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    assert refused(battle, Drive("t", 2)) == "owb.vterrain.impassable"
    play(battle, Drive("t", 2, ram_object=True), dice=[MADE, 6, ALWAYS, 2, 2])
    assert rolled_all(battle)
    assert lost(battle.state, ["t"]) == [2]
    assert front(battle.state, "t") == (10, 18)
    assert (the(battle, "t").spent, the(battle, "t").travel) == (1 + 2, 2)
    play(battle, Drive("t", 1))
    assert the(battle, "t").spent == 5


@rule("owb.vterrain.impassable", "owb.collision.ram")
def test_nobody_rams_a_wall_with_half_of_the_vehicle_in_a_river() -> None:
    """Half of the car would strike the wall, the other half would go into the water."""
    river = filled("river", "wide-river", (11, 10), (11, 18))
    battle = sturdy(
        driven("c", "car", (10, 20)),
        terrain=(filled("wood", "building-wall-plaster-or-wood", (10, 18)), river),
        options={"cover_damage": "hit-points"},
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Drive("c", 2, ram_object=True)) == "owb.vterrain.impassable"


@rule("owb.vmove.step-is-one-square-along-facing", "owb.collision.ram")
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_gap_between_two_boulders_can_be_rammed_from_any_distance(steps: int) -> None:
    """A motorcycle going north-east; its front would pass between (11, 18) and (12, 19)."""
    stones = (filled("n", "boulder", (11, 18)), filled("e", "boulder", (12, 19)))
    battle = sturdy(driven("c", "motorcycle", (11 - steps, 19 + steps), 1), terrain=stones)
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    why = "owb.vmove.step-is-one-square-along-facing"
    assert refused(battle, Drive("c", steps)) == why
    play(battle, Drive("c", steps, ram_object=True), dice=[MADE, 2, NEVER])
    assert lost(battle.state, ["c"]) == [(2 + steps) * 3]
    assert front(battle.state) == (11, 19)


@rule("owb.collision.object-struck", "owb.collision.hull-divides-taken")
@pytest.mark.parametrize(
    ("sheet", "kind", "taken"),
    [
        ("car", "barbed-wire", 9),
        ("armored-car", "barbed-wire", 4),
        ("armored-car", "tall-wall", 13),
        ("tank-medium", "thick-tree", 6),
        ("tank-heavy", "bunker-wall", 9),
        ("motorcycle", "thick-forest", 36),
    ],
)
def test_objects_of_every_kind_strike_back(sheet: str, kind: str, taken: int) -> None:
    """Die 4 at speed 5: 9, times what the object delivers, over what the hull divides by."""
    state = field(driven("c", sheet, (10, 10)), terrain=(filled("x", kind, (10, 9), (14, 9)),))
    speeding(state, "c", 5)
    crash(state, "c", 4, ALWAYS)
    assert lost(state, ["c"]) == [taken]


# -- skids and spins ------------------------------------------------------------------------------


@rule("owb.mishap.order-of-resolution", "owb.collision.several-at-once")
def test_a_skid_over_two_men_into_a_boulder() -> None:
    """Straight on by 9 / 3. First man 2 + 9; second 3 + 9, halved; boulder x2: (4 + 9) * 3."""
    state = field(
        driven("c", "car", (15, 20)),
        man("m", (15, 19), "b"),
        man("n", (16, 18), "b"),
        terrain=(filled("x", "boulder", (15, 17)),),
    )
    speeding(state, "c", 9)
    done = slip(state, "c", SKID, 2, NEVER, 2, ALWAYS, 3, 4, NEVER, 2)
    assert done.left == ()
    assert (hurt(state, "m"), hurt(state, "n")) == (11, 6)
    assert (at(state, "m"), at(state, "n")) == ((14, 20), (17, 17))
    assert (lost(state, ["c"]), hurt(state, "c.operator")) == ([39 + 2], 19)
    assert (front(state), the(state, "c").pace) == ((15, 18), "stopped")
    assert the(state, "c").busy_in == state.turn


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_skid_is_measured_from_any_facing(facing: int, face: int) -> None:
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    state = field(driven("c", "truck-large", (17, 17), facing))
    speeding(state, "c", 8)
    slip(state, "c", SKID, face, 1)
    dx, dy = steps[(facing + face - 2) % 8]
    after = state.footprint(the(state, "c"))
    assert after.anchor == (17 + 2 * dx, 17 + 2 * dy)
    assert after.facing == facing


@rule("owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize(("left", "way"), [(False, 1), (True, -1)])
def test_a_spin_ends_where_the_die_says_from_any_facing(facing: int, left: bool, way: int) -> None:
    for face in range(1, 7):
        state = field(driven("c", "car", (17, 17), facing))
        speeding(state, "c", 3)
        done = slip(state, "c", SPINOUT, face, 1, ALWAYS, left=left)
        assert the(state, "c").facing == (facing + way * (face + 4)) % 8
        assert done.left == ()


@rule("owb.footprint.leaving-the-map", "owb.mishap.spinout-travel-and-spin")
def test_a_spin_that_ends_over_the_edge_of_the_map_leaves_it() -> None:
    """Facing E on rows 0 and 1; six facings clockwise end at N, with a square on row -1."""
    state = field(driven("c", "car", (15, 0), 2))
    speeding(state, "c", 3)
    done = slip(state, "c", SPINOUT, 2)
    assert "leave" in done.kinds()
    assert state.find_vehicle("c") is None
    assert done.left == ()


@rule("owb.footprint.leaving-the-map", "owb.mishap.rollover-includes-spinout-and-stall")
def test_a_rollover_off_the_map_is_not_rolled_to_its_end() -> None:
    state = field(driven("c", "car", (15, 0), 2))
    speeding(state, "c", 3)
    done = slip(state, "c", ROLLOVER, 2)
    assert state.find_vehicle("c") is None
    assert done.left == ()


@rule("owb.mishap.travel-distance", "owb.vterrain.elevation")
def test_a_skid_over_a_drop_of_two_levels_ends_in_the_pit() -> None:
    hill = filled("hill", "elevation", (0, 19), (35, 35), height=2)
    state = field(driven("c", "car", (15, 20)), terrain=(hill,))
    speeding(state, "c", 12)
    slip(state, "c", SKID, 2, 1)
    assert (front(state), the(state, "c").stuck) == ((15, 18), True)


@rule("owb.mishap.travel-distance", "owb.vterrain.elevation", "owb.collision.object-struck")
def test_a_skid_against_a_rise_of_two_levels_strikes_a_cliff() -> None:
    """What has no material strikes back like x3: (1 + 12) * 4."""
    hill = filled("hill", "elevation", (0, 0), (35, 18), height=2)
    state = field(driven("c", "car", (15, 20)), terrain=(hill,))
    speeding(state, "c", 12)
    slip(state, "c", SKID, 2, 1, NEVER, 3)
    assert (front(state), lost(state, ["c"])) == ((15, 19), [52 + 3])


@rule("owb.mishap.skid-operator-busy", "owb.maneuver.moving-vehicle", "owb.collision.ram")
def test_a_car_made_to_skid_before_its_turn_keeps_its_pace_and_rolls_on() -> None:
    """Rammed from behind by a tank (speed 1 against 6: the die), it skids on by 6 / 3."""
    battle = sturdy(
        driven("t", "tank-light", (10, 23)),
        driven("c", "car", (10, 20), side="b", pace="normal", travel=6),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 1, "c"), dice=[MADE, 17, 1, NEVER, SKID, 2, 1])
    assert rolled_all(battle)
    assert lost(battle.state, ["t", "c"]) == [0, 3 + 1]
    assert front(battle.state) == (10, 18)
    play(battle, EndVehicle("t"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("c"))
    assert refused(battle, SetPace("c", "stopped")) == "owb.vmove.complete-stop"
    play(battle, SetPace("c", "normal"), EndVehicle("c"))
    pass_all(battle, dice=[1, 6])
    play(battle, StartVehicle("c"), SetPace("c", "crawl"))
    assert is_moving(the(battle, "c"))


# -- vehicles -------------------------------------------------------------------------------------


@rule("owb.collision.t-bone", "owb.collision.occupants-half-damage")
def test_a_gun_on_a_trailer_is_struck_without_a_save() -> None:
    """Nobody steers it: the check, the die, then the driver's and the gunner's own saves."""
    battle = sturdy(
        driven("c", "car", (9, 11), 2), vehicle("g", "trailer-cannon", (11, 10), side="b")
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 2, "g"), dice=[MADE, 5, NEVER, ALWAYS])
    assert rolled_all(battle)
    state = battle.state
    assert lost(state, "cg") == [7, 7]
    assert (hurt(state, "c.operator"), hurt(state, "g.gun-1")) == (3, 1)


@rule("owb.collision.head-on", "owb.collision.classify")
def test_backing_into_one_that_backs_is_head_on() -> None:
    """Rear to rear, at 3 and 4: die 2, so 9 for each."""
    state = field(driven("c", "car", (10, 10)), driven("d", "car", (11, 15), 4, side="b"))
    speeding(state, "c", 3, pace="reverse")
    speeding(state, "d", 4, pace="reverse")
    done = crash(state, "c", 2, NEVER, NEVER, direction=4)
    assert done.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "cd") == [9, 9]


@rule("owb.collision.head-on", "owb.collision.classify")
def test_backing_into_the_nose_of_one_that_stands_is_head_on() -> None:
    """It goes south with its rear first, the other faces north and has no speed."""
    state = field(driven("c", "car", (10, 10)), driven("d", "car", (10, 13), side="b"))
    speeding(state, "c", 3, pace="reverse")
    done = crash(state, "c", 2, NEVER, NEVER, direction=4)
    assert done.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "cd") == [5, 5]


@rule("owb.collision.ram", "owb.initiative.tie-simultaneous")
def test_in_a_tie_a_car_rammed_to_pieces_still_has_its_turn() -> None:
    """Both roll 3; the car has 4 left of its hit points, and is a wreck when the turns are over."""
    battle = sturdy(
        driven("t", "tank-light", (10, 24)),
        driven("c", "car", (11, 20), 2, side="b"),
        dice=(3, 3, 1, 2),
    )
    battle.state.alter("c", hp=4)
    assert battle.state.tied
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 3, "c"), dice=[MADE, ALWAYS, 1, NEVER])
    assert rolled_all(battle)
    assert (the(battle, "c").hp, the(battle, "c").wreck) == (4 - (1 + 3) * 3, "")
    play(battle, EndVehicle("t"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("c"), SetPace("c", "normal"), Drive("c", 3))
    assert front(battle.state) == (14, 20)
    play(battle, EndVehicle("c"), dice=[1, 1, 1, 1, 6, 1, 6, 1])
    pass_all(battle)
    assert the(battle, "c").wreck == "inoperable"


@rule("owb.collision.sideswipe")
def test_a_sideswipe_between_two_cars_aslant() -> None:
    state = field(driven("c", "car", (10, 20), 1), driven("d", "car", (11, 22), 1, side="b"))
    speeding(state, "c", 6)
    speeding(state, "d", 6)
    dice = ScriptedDice([MADE, 17, 6, 4, ALWAYS, ALWAYS, SKID, 3, 1])
    list(sideswipe(state, "c", "d", dice))
    assert dice.remaining == ()
    assert lost(state, "cd") == [6, 4 + 1]
    assert (hurt(state, "c.operator"), hurt(state, "d.operator")) == (1, 1)
    assert state.footprint(the(state, "d")).anchor == (13, 22)


@rule("owb.collision.sideswipe")
def test_no_sideswipe_before_the_first_step_or_against_one_that_stands() -> None:
    battle = sturdy(
        driven("c", "car", (10, 20), pace="normal", travel=6),
        driven("d", "car", (12, 19), side="b", pace="normal", travel=6),
        driven("e", "car", (8, 19), side="b"),
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Sideswipe("c", "d")) == "owb.collision.sideswipe"
    play(battle, Drive("c", 1))
    assert refused(battle, Sideswipe("c", "e")) == "owb.collision.sideswipe"
    assert refused(battle, Sideswipe("c", "d")) == ""


# -- tracks ---------------------------------------------------------------------------------------


@rule("owb.mishap.locked-drive", "owb.collision.accident-needs-no-check")
def test_a_lock_in_a_bootleg_turn_carries_a_tank_three_squares_over_a_man() -> None:
    """At the second square: die 1, speed 2, x2 in front; damage 5, strain 3."""
    battle = sturdy(
        driven("t", "tank-medium", (10, 20), pace="normal", travel=1, add=["advanced-steering"]),
        man("m", (10, 18), "b"),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(
        battle,
        Turning("t", "left", 180, "bootleg"),
        dice=[20, LOCKED, NEVER, 1, 5, 3],
    )
    assert rolled_all(battle)
    assert front(battle.state, "t") == (10, 17)
    assert hurt(battle.state, "m") == (1 + 2) * 3
    assert lost(battle.state, ["t"]) == [5]
    assert (the(battle, "t").travel, the(battle, "t").spent) == (3, 3)
    assert refused(battle, Drive("t", 6)) == ""


@rule("owb.mishap.overheated-cool-down")
def test_the_round_in_which_an_engine_overheats_does_not_cool_it() -> None:
    battle = sturdy(driven("t", "tank-medium", (10, 20), pace="normal", travel=2))
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, DriveDefensively("t"), dice=[20, OVERHEATED, 1, 1])
    assert the(battle, "t").pace == "stopped"
    play(battle, EndVehicle("t"))
    pass_all(battle, dice=[6, 1])
    assert the(battle, "t").hot == 60
    play(battle, StartVehicle("t"), SetPace("t", "stopped"), EndVehicle("t"))
    pass_all(battle, dice=[6, 1])
    assert the(battle, "t").hot == 59


@rule("owb.mishap.repeated-status")
def test_a_shorter_strain_does_not_shorten_the_first() -> None:
    state = field(driven("t", "tank-medium", (15, 20)))
    speeding(state, "t", 6)
    slip(state, "t", STRAIN, 1, 3)
    done = slip(state, "t", STRAIN, 1, 1)
    assert (the(state, "t").strained_from, the(state, "t").strained_to) == (2, 4)
    assert "until round 4" in done.of("strain")[0].text


@rule("owb.mishap.no-second-mishap-from-one-cause", "owb.mishap.slipped-track")
def test_a_tank_without_its_track_only_takes_the_damage_when_it_is_rammed() -> None:
    """Save 17 fails; die 3 at speed 2 against its side; then the mishap die, and 1d6+1."""
    state = field(
        driven("a", "tank-medium", (9, 11), 2), driven("t", "tank-medium", (10, 10), side="b")
    )
    speeding(state, "a", 2)
    state.alter("t", immobile=True)
    done = crash(state, "a", 17, 3, NEVER, NEVER, OVERHEATED, 4, rammed=True)
    assert lost(state, ["a", "t"]) == [5 * 2 // 3, 5 * 3 // 2 + 5]
    assert the(state, "t").hot == 0
    assert done.left == ()


@rule("owb.collision.character-struck")
def test_a_man_in_the_middle_of_a_heavy_tanks_way_is_thrown_ahead_to_the_right() -> None:
    """All free squares beside him lie ahead; of the outer two the one clockwise from north."""
    state = field(driven("t", "tank-heavy", (10, 10)), man("m", (11, 9), "b"))
    speeding(state, "t", 2)
    crash(state, "t", ALWAYS, 1)
    assert at(state, "m") == (12, 8)
    assert hurt(state, "m") == (1 + 2) * 4 // 2


@rule("owb.collision.character-struck", "owb.footprint.leaving-the-map")
def test_a_man_at_the_edge_of_the_map_is_thrown_along_it() -> None:
    state = field(driven("c", "car", (0, 10)), man("m", (0, 9), "b"))
    speeding(state, "c", 2)
    crash(state, "c", ALWAYS, 1)
    assert at(state, "m") == (0, 8)
