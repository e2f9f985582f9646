"""VEHICLE MISHAP: what the two tables share."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.mishap.odds import mishap_damage, mishap_results
from tests.whitebox.kit import *


@rule("owb.mishap.roll-1d6")
@pytest.mark.parametrize(
    ("sheet", "results"),
    [
        ("car", ["rollover", "spinout and stall", "spinout", "skid", "skid", "skid"]),
        ("armored-car", ["rollover", "spinout and stall", "spinout", "skid", "skid", "skid"]),
        (
            "armored-personnel-carrier",
            ["slipped track", "overheated engine", "locked drive", *["transmission strain"] * 3],
        ),
    ],
)
def test_the_die_and_the_kind_of_vehicle_say_what_happens(sheet: str, results: list[str]) -> None:
    for face, result in enumerate(results, start=1):
        state = speeding_car(sheet=sheet)
        done = slip(state, "c", face, *[1] * 20)
        assert done.of("mishap")[0].data["result"] == result


@rule("owb.mishap.roll-1d6")
def test_the_odds_of_a_mishap() -> None:
    state = speeding_car()
    odds = mishap_results(the(state, "c"))
    assert odds.outcomes == (
        ("skid", Fraction(1, 2)),
        ("spinout", Fraction(1, 6)),
        ("spinout and stall", Fraction(1, 6)),
        ("rollover", Fraction(1, 6)),
    )
    damage = mishap_damage(the(state, "c"))
    assert damage[12] == Fraction(1, 6) * Fraction(1, 36)
    assert damage[1] == Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 6) * Fraction(1, 6)


@rule("owb.mishap.only-the-rolled-result-does-damage")
def test_a_result_that_includes_a_milder_one_does_not_add_its_damage() -> None:
    """A rollover: spin 1, landing 6, 2d6 for the car and 2d6 for the driver, and no more dice."""
    state = speeding_car()
    done = slip(state, "c", ROLLOVER, 1, 6, 3, 4, 2, 2)
    assert lost(state, ["c"]) == [7]
    assert harm_to(state, "c.operator") == 4
    assert done.left == ()


@rule("owb.mishap.travel-distance", "owb.vterrain.elevation")
def test_a_skid_over_a_drop_of_two_levels_ends_in_the_pit() -> None:
    hill = filled("hill", "elevation", (0, 19), (35, 35), height=2)
    state = sturdy_field(driven("c", "car", (15, 20)), terrain=(hill,))
    speeding(state, "c", 12)
    slip(state, "c", SKID, 2, 1)
    assert (front_left(state), the(state, "c").stuck) == ((15, 18), True)


@rule("owb.mishap.travel-distance", "owb.vterrain.elevation", "owb.collision.object-struck")
def test_a_skid_against_a_rise_of_two_levels_strikes_a_cliff() -> None:
    """What has no material strikes back like x3: (1 + 12) * 4."""
    hill = filled("hill", "elevation", (0, 0), (35, 18), height=2)
    state = sturdy_field(driven("c", "car", (15, 20)), terrain=(hill,))
    speeding(state, "c", 12)
    slip(state, "c", SKID, 2, 1, NEVER, 3)
    assert (front_left(state), lost(state, ["c"])) == ((15, 19), [52 + 3])


@rule("owb.mishap.travel-distance")
@pytest.mark.parametrize(("speed", "squares"), [(14, 4), (15, 5), (2, 1), (0, 1)])
def test_a_third_of_the_speed_rounded_down_and_at_least_one(speed: int, squares: int) -> None:
    state = speeding_car(speed)
    forward = [2] if speed else []
    slip(state, "c", SKID, *forward, 1)
    assert front_left(state) == (15, 20 - squares)


@rule("owb.mishap.travel-distance")
def test_the_travel_is_free_of_terrain_and_pays_nothing() -> None:
    state = speeding_car(9, terrain=(filled("m", "mud", (10, 10), (25, 25)),))
    slip(state, "c", SKID, 2, 1)
    assert front_left(state) == (15, 17)
    assert (the(state, "c").spent, the(state, "c").travel) == (0, 9)


@rule("owb.mishap.travel-distance")
def test_one_that_stood_goes_as_the_blow_sends_it() -> None:
    state = speeding_car(0)
    done = slip(state, "c", SKID, 1, blow=3)
    assert front_left(state) == (16, 21)
    assert the(state, "c").facing == 0
    assert done.left == ()


@rule("owb.mishap.travel-distance", "owb.collision.object-struck")
def test_a_collision_ends_the_travel() -> None:
    """Speed 12 would carry it 4 squares; a wall is 2 squares ahead. The wall's damage, then 1d3."""
    state = speeding_car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    done = slip(state, "c", SKID, 2, 1, NEVER, 3)
    assert front_left(state) == (15, 18)
    assert lost(state, ["c"]) == [(1 + 12) * 3 + 3]
    assert the(state, "c").pace == "stopped"
    assert done.of("carried")[0].data["squares"] == 2


@rule("owb.mishap.travel-distance", "owb.collision.character-struck")
def test_a_man_in_the_way_is_run_down_and_does_not_stop_it() -> None:
    state = speeding_car(9)
    state.move_to("far", (15, 19))
    slip(state, "c", SKID, 2, NEVER, 2, 1)
    assert harm_to(state, "far") == 11
    assert front_left(state) == (15, 17)
    assert square_of(state, "far") == (14, 20)


@rule("owb.mishap.travel-distance", "owb.collision.accident-needs-no-check")
def test_into_a_wreck_without_saves() -> None:
    state = sturdy_field(driven("c", "car", (15, 20)), driven("w", "car", (15, 16), side="b"))
    state.alter("w", wreck="inoperable", hp=-2, shocked=True)
    state.change("w.operator", out="dead")
    speeding(state, "c", 6)
    slip(state, "c", SKID, 2, 2, NEVER, 1)
    assert front_left(state) == (15, 19)
    assert lost(state, ["c"]) == [2 + 6 + 1]


@rule("owb.mishap.travel-distance", "owb.base.able-to-act")
def test_a_skid_goes_over_one_who_lies_there() -> None:
    """A third of 6 is two squares; he is struck in the first, with 1d6 + 6."""
    state = sturdy_field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 6)
    slip(state, "car", 4, 2, 5, 1)
    assert harm_to(state, "down", 40) == 11
    assert state.footprint(state.vehicle("car")).front_left == (10, 18)


@rule("owb.mishap.order-of-resolution", "owb.collision.several-at-once")
def test_a_skid_over_two_men_into_a_boulder() -> None:
    """Straight on by 9 / 3. First man 2 + 9; second 3 + 9, halved; boulder x2: (4 + 9) * 3."""
    state = sturdy_field(
        driven("c", "car", (15, 20)),
        man("m", (15, 19), "b"),
        man("n", (16, 18), "b"),
        terrain=(filled("x", "boulder", (15, 17)),),
    )
    speeding(state, "c", 9)
    done = slip(state, "c", SKID, 2, NEVER, 2, ALWAYS, 3, 4, NEVER, 2)
    assert done.left == ()
    assert (harm_to(state, "m"), harm_to(state, "n")) == (11, 6)
    assert (square_of(state, "m"), square_of(state, "n")) == ((14, 20), (17, 17))
    assert (lost(state, ["c"]), harm_to(state, "c.operator")) == ([39 + 2], 19)
    assert (front_left(state), the(state, "c").pace) == ((15, 18), "stopped")
    assert the(state, "c").busy_in == state.turn


@rule("owb.mishap.order-of-resolution")
def test_die_travel_spin_damage_of_the_vehicle_then_of_those_aboard_then_the_status() -> None:
    state = speeding_car()
    done = slip(state, "c", SPIN_AND_STALL, 1, 5, 2)
    assert done.kinds() == ["mishap", "carried", "spin", "damage", "damage", "stall"]
    assert lost(state, ["c"]) == [6]
    assert harm_to(state, "c.operator") == 2


@rule("owb.mishap.order-of-resolution")
def test_a_vehicle_wrecked_on_the_way_only_takes_the_damage() -> None:
    """At 0 hit points after the wall: shrapnel for the driver, no spin, the mishap's own dice."""
    state = speeding_car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    state.alter("c", hp=39)
    faces = [SPINOUT, 1, 1, 1, NEVER, NEVER, 4, NEVER, 2]
    done = slip(state, "c", *faces)
    assert the(state, "c").hp == -4
    assert not done.of("spin")
    assert harm_to(state, "c.operator") == 4 + 19 + 2
    assert done.left == ()


@rule("owb.mishap.order-of-resolution", "owb.initiative.tie-simultaneous")
def test_in_a_tie_the_mishap_goes_on() -> None:
    state = speeding_car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    state.alter("c", hp=39)
    state.segment = Segment(parties=(), tied=True)
    done = slip(state, "c", SPINOUT, 1, NEVER, 1, 4, NEVER, 2)
    assert done.of("spin")
    assert the(state, "c").wreck == ""


@rule("owb.mishap.order-of-resolution")
def test_a_wreck_made_on_the_way_suffers_no_more_than_the_damage_of_the_mishap() -> None:
    wall = filled("wall", "tall-wall", (0, 19), (35, 19))
    state = sturdy_field(driven("c", "car", (10, 20)), terrain=[wall])
    state.alter("c", hp=5)
    speeding(state, "c", 1)
    # Into the wall: (1 + 1) x 3 = 6: 0 hit points are passed. Splinters 2d6+2 with a save, then
    # half of 6 with a save; no spin, no landing; 2d6 each.
    made = slip(state, "c", ROLLOVER, 1, 1, 1, NEVER, NEVER, 1, 1, 1, 1)
    assert made.left == ()
    car = the(state, "c")
    assert (car.hp, car.wreck, car.overturned, car.stalled_to) == (-3, "inoperable", "", 0)
    assert harm_to(state, "c.operator") == 4 + 3 + 2


@rule("owb.mishap.no-second-mishap-from-one-cause", "owb.mishap.slipped-track")
def test_a_tank_without_its_track_only_takes_the_damage_when_it_is_rammed() -> None:
    """Save 17 fails; die 3 at speed 2 against its side; then the mishap die, and 1d6+1."""
    state = sturdy_field(
        driven("a", "tank-medium", (9, 11), 2), driven("t", "tank-medium", (10, 10), side="b")
    )
    speeding(state, "a", 2)
    state.alter("t", immobile=True)
    done = crash(state, "a", 17, 3, NEVER, NEVER, OVERHEATED, 4, rammed=True)
    assert lost(state, ["a", "t"]) == [5 * 2 // 3, 5 * 3 // 2 + 5]
    assert the(state, "t").hot == 0
    assert done.left == ()


@rule("owb.mishap.no-second-mishap-from-one-cause")
@pytest.mark.parametrize(
    "state_of_it", [{"immobile": True}, {"overturned": "left-side"}, {"wreck": "inoperable"}]
)
def test_one_that_can_do_nothing_more_takes_only_the_damage(
    state_of_it: dict[str, Any],
) -> None:
    state = speeding_car(0)
    state.alter("c", **state_of_it, shocked=True)
    before = state.footprint(the(state, "c"))
    done = slip(state, "c", SPIN_AND_STALL, 4, 2, blow=2)
    assert state.footprint(the(state, "c")) == before
    assert lost(state, ["c"]) == [5]
    assert harm_to(state, "c.operator") == 2
    assert the(state, "c").stalled_to == 0
    assert done.left == ()


@rule("owb.mishap.no-second-mishap-from-one-cause", "owb.collision.accident-needs-no-check")
def test_a_mishap_that_runs_into_another_vehicle_leads_to_no_further_mishap() -> None:
    state = sturdy_field(driven("c", "car", (15, 20)), driven("d", "car", (15, 17), side="b"))
    speeding(state, "c", 6)
    speeding(state, "d", 6)
    done = slip(state, "c", SKID, 2, 6, NEVER, NEVER, 1)
    assert len(done.of("mishap")) == 1
    assert lost(state, "cd") == [6 + 1, 6]


@rule("owb.mishap.repeated-status", "owb.mishap.transmission-strain")
def test_of_two_strains_the_longer_counts_and_both_do_damage() -> None:
    state = speeding_tank()
    slip(state, "t", STRAIN, 1, 3)
    slip(state, "t", STRAIN, 2, 1)
    vehicle = the(state, "t")
    assert (vehicle.strained_from, vehicle.strained_to) == (state.turn + 1, state.turn + 3)
    assert lost(state, ["t"]) == [3]
    state.turn += 2
    assert movement_of(state, vehicle) == 6
    slip(state, "t", STRAIN, 1, 3)
    assert movement_of(state, the(state, "t")) == 6
    assert the(state, "t").strained_to == state.turn + 3


@rule("owb.mishap.repeated-status")
def test_a_stall_and_a_lock_are_not_added_up() -> None:
    state = speeding_car()
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    state.turn += 3
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    assert the(state, "c").stalled_to == state.turn + 10
    state = speeding_tank()
    state.alter("t", locked_to=state.turn + 30)
    slip(state, "t", LOCKED, 1, 1)
    assert the(state, "t").locked_to == state.turn + 30
