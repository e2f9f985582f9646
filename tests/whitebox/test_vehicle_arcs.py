"""FIRING ARC: firing points, fixed arcs, turrets and pintles; lines of fire and ranges."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import face_hit
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import (
    check_bears_on_square,
    range_to,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import check_traverse
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import (
    covers_square,
    firing_point,
    in_fixed_arc,
    in_turret_arc,
    shield_covers,
    squares_in_arc,
    traverse_left,
)
from sandtable.rulebooks.whitebox.state.footprint import FiringPoint, footprint
from sandtable.rulebooks.whitebox.state.vehicle_orders import EndVehicle, Traverse
from tests.whitebox.gun_kit import fire, fires, gun, refused, shot, start, turret
from tests.whitebox.kit import edged, fight, filled, man, pass_all, play, state_of
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

TANK: Final = footprint((4, 2), 0, (0, 0))
"""A tank that faces north, its front-left square being (0, 0)."""


# -- firing points --------------------------------------------------------------------------------


@rule("owb.vattack.firing-point")
def test_turrets_fire_from_the_centre_and_fixed_weapons_from_the_middle_of_their_side() -> None:
    for kind in ("PIN", "TR1", "TR2", "TR3", "CXL"):
        assert firing_point(TANK, kind) == (0.5, 1.5)
    assert firing_point(TANK, "F") == (0.5, -0.5)
    assert firing_point(TANK, "A") == (0.5, 3.5)
    assert firing_point(TANK, "R") == (1.5, 1.5)
    assert firing_point(TANK, "L") == (-0.5, 1.5)


@rule("owb.vattack.firing-point")
def test_the_sides_turn_with_the_vehicle() -> None:
    east = footprint((4, 2), 2, (10, 10))
    x, y = east.centre
    assert firing_point(east, "F") == (x + 2, y)
    assert firing_point(east, "R") == (x, y + 1)
    slanting = footprint((4, 2), 1, (10, 10))
    x, y = slanting.centre
    front = firing_point(slanting, "F")
    assert front == pytest.approx((x + 2**0.5, y - 2**0.5), abs=0.0005)
    """2 squares along the facing are 1.41 each way."""


# -- fixed arcs -----------------------------------------------------------------------------------


@rule("owb.arc.fixed-45-degree-cone", "owb.arc.forward")
def test_the_cone_opens_from_the_whole_front_at_22_and_a_half_degrees() -> None:
    assert not in_fixed_arc(TANK, "F", (3, -4))
    assert in_fixed_arc(TANK, "F", (3, -5))
    assert in_fixed_arc(TANK, "F", (-2, -5))
    assert in_fixed_arc(TANK, "F", (1, -1))
    assert not in_fixed_arc(TANK, "F", (2, -1))
    assert not in_fixed_arc(TANK, "F", (0, 0))


@rule("owb.arc.right", "owb.arc.left", "owb.arc.aft")
def test_each_side_covers_what_lies_on_it() -> None:
    assert in_fixed_arc(TANK, "R", (2, 0))
    assert in_fixed_arc(TANK, "R", (2, 3))
    assert not in_fixed_arc(TANK, "R", (2, -1))
    assert in_fixed_arc(TANK, "L", (-1, 3))
    assert not in_fixed_arc(TANK, "L", (2, 3))
    assert in_fixed_arc(TANK, "A", (0, 4))
    assert in_fixed_arc(TANK, "A", (3, 9))
    assert not in_fixed_arc(TANK, "A", (0, -1))


@rule("owb.arc.fixed-45-degree-cone")
def test_the_cone_of_a_slanting_vehicle_is_turned_with_it() -> None:
    slanting = footprint((4, 2), 1, (10, 10))
    x, y = slanting.centre
    assert in_fixed_arc(slanting, "F", (x + 5.5, y - 5.5))
    assert not in_fixed_arc(slanting, "F", (x + 5.5, y + 0.5))
    assert in_fixed_arc(slanting, "R", (x + 3.5, y + 3.5))


@rule("owb.arc.example-sherman-halftrack")
def test_both_machineguns_of_a_sherman_point_forward_and_those_of_a_halftrack_to_three_sides() -> (
    None
):
    guns = [
        {"weapon": "machinegun-medium", "kind": "A"},
        {"weapon": "machinegun-medium", "kind": "L"},
        {"weapon": "machinegun-medium", "kind": "R"},
    ]
    state = state_of(
        vehicle("sherman", "tank-medium", (5, 20)),
        vehicle("halftrack", "armored-personnel-carrier", (20, 20), mounts=guns),
        man("foe", (5, 10), "b", facing=4),
    )
    sherman = the(state, "sherman")
    assert [mount.kind for mount in sherman.mounts] == ["TR2", "F", "F"]
    print_ = state.footprint(sherman)
    ahead, behind = (5, 10), (5, 30)
    for mount in sherman.mounts[1:]:
        assert covers_square(sherman, print_, mount, ahead)
        assert not covers_square(sherman, print_, mount, behind)
    track = the(state, "halftrack")
    print_ = state.footprint(track)
    targets = {"A": (20, 30), "L": (10, 22), "R": (30, 22)}
    for mount in track.mounts:
        covered = {s for s, at in targets.items() if covers_square(track, print_, mount, at)}
        assert covered == {mount.kind}


@rule("owb.arc.decides-targets")
def test_one_square_of_the_target_in_the_arc_is_enough() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 20)),
        vehicle("car", "car", (16, 10), 2, "b"),
        man("aside", (20, 19), "b", facing=4),
    )
    bow = gun(state, "tank", "gun-2")
    squares = state.footprint(the(state, "car")).squares
    arced = squares_in_arc(bow.vehicle, bow.print_, bow.mount, squares)
    assert set(arced) == {(14, 10), (15, 10), (14, 11), (15, 11)}
    shot(state, fire("tank", "car", name="gun-2"))
    assert refused(state, fire("tank", "aside", name="gun-2", mode="burst")) == (
        "owb.arc.decides-targets"
    )


# -- turrets and pintles --------------------------------------------------------------------------


@rule("owb.arc.turret-covers-its-octant")
def test_a_turret_must_face_the_octant_of_its_target() -> None:
    assert [f for f in range(8) if in_turret_arc(TANK, f, (4, -1))] == [1]
    for square in ((9, 9), (-3, 8), (0, -9), (5, 1), (-20, 2)):
        assert sum(in_turret_arc(TANK, facing, square) for facing in range(8)) == 1


@rule("owb.arc.360-weapons-own-facing")
def test_a_turret_begins_forward_and_turns_with_the_hull() -> None:
    state = state_of(vehicle("tank", "tank-medium", (10, 20)), man("foe", (10, 5), "b"))
    tank = the(state, "tank")
    print_ = state.footprint(tank)
    assert covers_square(tank, print_, tank.mounts[0], (10, 5))
    east = replace(tank, heading=90.0)
    print_ = footprint((4, 2), 2, (14, 20))
    assert not covers_square(east, print_, east.mounts[0], (14, 5))
    assert covers_square(east, print_, east.mounts[0], (25, 20))


@rule(
    "owb.arc.turret-traverse-tr1",
    "owb.arc.turret-traverse-tr2",
    "owb.arc.turret-traverse-tr3",
)
@pytest.mark.parametrize(("kind", "eighths"), [("TR1", 1), ("TR2", 2), ("TR3", 4)])
def test_a_turret_traverses_by_its_rating_each_round(kind: str, eighths: int) -> None:
    state = state_of(vehicle("tank", "tank-heavy", (10, 20)), man("foe", (10, 5), "b"))
    assert traverse_left(the(state, "tank").mounts[0]) == 1
    turret(state, "tank", kind=kind)
    person = state.person("tank.gun-1")
    far = Traverse(person=person.id, mount="gun-1", eighths=eighths)
    assert check_traverse(state, person, far) is None
    assert check_traverse(state, person, replace(far, eighths=-eighths)) is None
    assert check_traverse(state, person, replace(far, eighths=eighths + 1)) is not None
    assert check_traverse(state, person, replace(far, eighths=0)) is not None


@rule("owb.arc.traverse-timing")
def test_an_enemy_straight_behind_is_fired_at_in_the_second_round() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 15)),
        vehicle("foe", "car", (10, 30), 0, "b"),
    )
    start(battle, "tank")
    step = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    play(battle, step, step)
    with pytest.raises(Refusal) as error:
        play(battle, step)
    assert error.value.rule == "owb.arc.traverse-timing"
    assert refused(battle.state, fire("tank", "foe")) == "owb.arc.decides-targets"
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, replace(step, eighths=2))
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, *[1] * 40)
    assert the(battle, "foe").hp == 8 - 9


@rule("owb.arc.traverse-timing")
def test_nobody_else_traverses_a_turret_and_nobody_a_fixed_gun() -> None:
    state = state_of(vehicle("tank", "tank-medium", (10, 20)), man("foe", (10, 5), "b"))
    for who, mount in (
        ("tank.gun-2", "gun-1"),
        ("tank.gun-2", "gun-2"),
        ("tank.operator", "gun-1"),
    ):
        order = Traverse(person=who, mount=mount, eighths=1)
        assert isinstance(check_traverse(state, state.person(who), order), Refusal)


@rule("owb.arc.coaxial")
def test_a_coaxial_weapon_points_where_the_turret_points() -> None:
    guns = [
        {"weapon": "tank-gun-medium", "kind": "TR2"},
        {"weapon": "machinegun-medium", "kind": "CXL"},
    ]
    state = state_of(
        vehicle("tank", "tank-medium", (10, 20), mounts=guns), man("foe", (30, 21), "b")
    )
    tank = the(state, "tank")
    print_ = state.footprint(tank)
    assert not covers_square(tank, print_, tank.mounts[1], (30, 21))
    turret(state, "tank", facing=2)
    tank = the(state, "tank")
    assert covers_square(tank, print_, tank.mounts[1], (30, 21))
    assert not covers_square(tank, print_, tank.mounts[1], (10, 5))


@rule("owb.arc.pintle-free")
def test_a_pintle_is_swung_to_any_direction() -> None:
    foes = [man(f"foe{n}", at, "b") for n, at in enumerate(((11, 5), (30, 20), (11, 34), (2, 20)))]
    state = state_of(vehicle("car", "armored-car", (10, 20)), *foes)
    for foe in foes:
        assert shot(state, fire("car", foe.id, name="gun-2", mode="burst")).target == foe.id


@rule("owb.arc.pintle-shield")
def test_the_shield_of_a_pintle_turns_with_the_gun() -> None:
    state = state_of(
        vehicle("car", "armored-car", (10, 20)),
        vehicle("jeep", "armored-car", (20, 20), shield=False),
        man("foe", (11, 5), "b"),
    )
    gunner = state.person("car.gun-2")
    x, y = state.footprint(the(state, "car")).centre
    assert shield_covers(state, gunner, (x, y - 10))
    assert shield_covers(state, gunner, (x + 10, y - 10))
    assert not shield_covers(state, gunner, (x + 10, y - 9))
    assert not shield_covers(state, gunner, (x, y + 10))
    turret(state, "car", "gun-2", aimed=180.0)
    assert shield_covers(state, gunner, (x, y + 10))
    assert not shield_covers(state, gunner, (x, y - 10))
    assert not shield_covers(state, state.person("jeep.gun-2"), (20, 5))


@rule("owb.arc.pintle-shield")
def test_a_shield_is_4_to_hit_and_a_gunner_without_one_has_his_own_armor_class() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 30)),
        vehicle("car", "armored-car", (10, 10), 4, "b"),
        vehicle("bare", "armored-car", (13, 10), 4, "b", shield=False),
    )
    at_shield = shot(state, fire("tank", "car.gun-2", name="gun-2"))
    assert ("partial cover", -4) in [(m.text, m.value) for m in at_shield.tally.modifiers]
    at_man = shot(state, fire("tank", "bare.gun-2", name="gun-2"))
    assert at_man.tally.total == 0
    assert at_man.armor.total == 11


# -- lines of fire --------------------------------------------------------------------------------


@rule("owb.vattack.line-of-sight")
def test_walls_at_both_corners_block_and_a_wall_that_is_only_touched_does_not() -> None:
    """The line from the turret to the man runs exactly through two corners."""
    units = (vehicle("tank", "tank-medium", (10, 10)), man("foe", (13, 9), "b"))
    walls = [filled("one", "tall-wall", (12, 11)), filled("two", "tall-wall", (12, 10))]
    state = state_of(*units, terrain=walls)
    turret(state, "tank", facing=1)
    found = check_bears_on_square(state, gun(state, "tank"), (13, 9))
    assert found is not None
    assert found.rule == "owb.vattack.line-of-sight"
    state = state_of(*units, terrain=walls[:1])
    turret(state, "tank", facing=1)
    assert check_bears_on_square(state, gun(state, "tank"), (13, 9)) is None


@rule("owb.vattack.line-of-sight")
def test_hulls_block_and_trucks_only_conceal() -> None:
    units = (vehicle("tank", "tank-medium", (10, 30)), vehicle("foe", "car", (10, 5), 0, "b"))
    hull = state_of(*units, vehicle("other", "tank-heavy", (9, 15)), size=(36, 36))
    assert refused(hull, fire("tank", "foe")) == "owb.vattack.line-of-sight"
    truck = state_of(*units, vehicle("other", "truck-large", (10, 15)))
    assert shot(truck, fire("tank", "foe")).tally.total == -2


@rule("owb.vattack.line-of-sight")
def test_crews_see_all_round() -> None:
    state = state_of(vehicle("car", "armored-car", (10, 20), 2), man("foe", (2, 20), "b"))
    assert shot(state, fire("car", "foe", name="gun-2")).target == "foe"


@rule("owb.vattack.range-to-a-vehicle", "owb.vweapon.ranges-in-squares")
def test_range_is_counted_from_the_nearest_squares() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 60), rows=80),
        vehicle("near", "car", (10, 57), 0, "b", rows=80),
        vehicle("at30", "truck-large", (14, 27), 0, "b", rows=80),
        vehicle("at31", "truck-large", (18, 26), 0, "b", rows=80),
        size=(40, 80),
    )
    bow = gun(state, "tank", "gun-2")
    for name, far in (("near", 1), ("at30", 30), ("at31", 31)):
        assert range_to(state, bow, state.footprint(the(state, name)).squares) == far


@rule("owb.vweapon.ranges-in-squares")
def test_machineguns_have_the_ranges_of_the_personal_chapter() -> None:
    rows = 130
    for far, total in ((30, 0), (31, -2), (60, -2), (61, -4), (90, -4), (91, -6), (120, -6)):
        state = state_of(
            vehicle("tank", "tank-medium", (10, 124), rows=rows),
            man("foe", (10, 124 - far), "b", rows=rows),
            size=(36, rows),
        )
        assert shot(state, fire("tank", "foe", name="gun-2")).tally.total == total
    state = state_of(
        vehicle("tank", "tank-medium", (10, 124), rows=rows),
        man("foe", (10, 3), "b", rows=rows),
        size=(36, rows),
    )
    assert refused(state, fire("tank", "foe", name="gun-2")) == "owb.vweapon.ranges-in-squares"


@rule("owb.vattack.face-hit")
def test_the_face_is_the_zone_that_the_firing_point_lies_in() -> None:
    state = state_of(
        vehicle("foe", "tank-heavy", (20, 20), 0, "b"), vehicle("tank", "tank-medium", (10, 30))
    )
    foe = the(state, "foe")
    x, y = state.footprint(foe).centre

    def face(dx: float, dy: float) -> str:
        return face_hit(state, FiringPoint((x + dx, y + dy), ((0, 0),), "tank"), foe)

    assert [face(0, -9), face(9, 0), face(-9, 0), face(0, 9)] == ["front", "right", "left", "rear"]
    assert face_hit(state, (21, 5), foe) == "front"


@rule("owb.vcover.firing-from-behind-cover")
def test_turrets_fire_over_low_cover_and_fixed_guns_do_not() -> None:
    units = (
        vehicle("tank", "tank-medium", (10, 20)),
        vehicle("foe", "truck-large", (10, 5), 0, "b"),
    )
    rule_ = "owb.vcover.firing-from-behind-cover"
    wall = state_of(*units, terrain=[filled("wall", "low-brick-wall", (10, 19), (11, 19))])
    shot(wall, fire("tank", "foe"))
    assert refused(wall, fire("tank", "foe", name="gun-2")) == rule_
    edge = state_of(*units, terrain=[edged("wall", "low-brick-wall", (10, 20), (12, 20))])
    shot(edge, fire("tank", "foe"))
    assert refused(edge, fire("tank", "foe", name="gun-2")) == rule_
    beyond = state_of(*units, terrain=[filled("wall", "low-brick-wall", (10, 18), (11, 18))])
    shot(beyond, fire("tank", "foe", name="gun-2"))
    trench = state_of(*units, terrain=[filled("trench", "trench", (10, 19), (11, 19))])
    shot(trench, fire("tank", "foe", name="gun-2"))
