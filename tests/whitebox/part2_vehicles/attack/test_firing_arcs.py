"""FIRING ARC."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import (
    covers_square,
    in_turret_arc,
    shield_covers,
    squares_in_arc,
)
from tests.whitebox.kit import *

TANK: Final = footprint((4, 2), 0, (0, 0))
"""A tank that faces north, its front-left square being (0, 0)."""


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
    gun_shot(state, fire("tank", "car", name="gun-2"))
    assert gun_refused(state, fire("tank", "aside", name="gun-2", mode="burst")) == (
        "owb.arc.decides-targets"
    )


@rule("owb.arc.fixed-45-degree-cone")
@pytest.mark.parametrize(
    ("square", "inside"),
    [
        ((3, -4), False),
        ((3, -5), True),
        ((-2, -4), False),
        ((-2, -5), True),
        # On the edge of the front itself: half the width and no farther.
        ((1, -1), True),
        ((2, -1), False),
        ((0, -1), True),
        ((-1, -1), False),
    ],
)
def test_a_bow_machinegun_covers_a_cone_as_wide_as_the_front(square: Square, inside: bool) -> None:
    battle = started(
        "tank", vehicle("tank", "tank-medium", ZERO), man("foe", laid(square), "b"), FAR_FOE
    )
    order = fire("tank", "foe", name="gun-2")
    if inside:
        assert battle.allows(order, "a")
    else:
        assert refusal(battle, order) == "owb.arc.decides-targets"


@rule("owb.arc.fixed-45-degree-cone")
def test_the_cone_of_a_slanting_vehicle_is_turned_with_it() -> None:
    slanting = footprint((4, 2), 1, (10, 10))
    x, y = slanting.centre
    assert in_fixed_arc(slanting, "F", (x + 5.5, y - 5.5))
    assert not in_fixed_arc(slanting, "F", (x + 5.5, y + 0.5))
    assert in_fixed_arc(slanting, "R", (x + 3.5, y + 3.5))


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


@rule("owb.arc.360-weapons-own-facing")
def test_a_turret_turns_with_its_hull() -> None:
    state = state_of(OUR_TANK, FAR_FOE)
    turret(state, "tank", facing=2)
    state.place("tank", state.footprint(the(state, "tank"))._replace(facing=2))
    mount = present(the(state, "tank").mount("gun-1"))
    assert mount.facing == 2


@rule("owb.arc.360-weapons-own-facing")
def test_a_scenario_can_point_a_turret_too() -> None:
    unit = vehicle("tank", "tank-medium", (10, 20), turret=3)
    mount = present(the(fight(unit, man("foe", (10, 3), "b")), "tank").mount("gun-1"))
    assert mount.facing == 3
    with pytest.raises(ScenarioError, match="no turret"):
        fight(vehicle("tank", "car", (10, 20), turret=3), man("foe", (10, 3), "b"))


@rule("owb.arc.turret-covers-its-octant")
def test_a_turret_must_face_north_east_for_a_bearing_of_54_and_a_half_degrees() -> None:
    mounts = [{"weapon": "machinegun-medium", "kind": "TR3"}]
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", ZERO, mounts=mounts),
        man("foe", laid((4, -1)), "b"),
        FAR_FOE,
    )
    order = fire("tank", "foe")
    turned = Traverse("tank.gun-1", mount="gun-1", eighths=1)
    assert refusal(battle, order) == "owb.arc.decides-targets"
    play(battle, turned)
    assert battle.allows(order, "a")
    play(battle, turned)
    assert refusal(battle, order) == "owb.arc.decides-targets"


@rule("owb.arc.turret-covers-its-octant", "owb.arc.360-weapons-own-facing")
def test_when_the_hull_turns_the_turret_turns_with_it() -> None:
    """A tank that turns 45 degrees to the right brings its gun to bear without a traverse."""
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", ZERO, pace="normal", travel=4),
        vehicle("foe", "car", laid((14, -13)), 4, "b"),
        FAR_FOE,
        pace="normal",
    )
    assert refusal(battle, fire("tank", "foe")) == "owb.arc.decides-targets"
    play(battle, Turning("tank", "right", 45))
    assert battle.allows(fire("tank", "foe"), "a")


@rule("owb.arc.turret-covers-its-octant")
def test_a_turret_must_face_the_octant_of_its_target() -> None:
    assert [f for f in range(8) if in_turret_arc(TANK, f, (4, -1))] == [1]
    for square in ((9, 9), (-3, 8), (0, -9), (5, 1), (-20, 2)):
        assert sum(in_turret_arc(TANK, facing, square) for facing in range(8)) == 1


@rule("owb.arc.pintle-free")
def test_a_pintle_is_swung_to_any_direction() -> None:
    foes = [man(f"foe{n}", at, "b") for n, at in enumerate(((11, 5), (30, 20), (11, 34), (2, 20)))]
    state = state_of(vehicle("car", "armored-car", (10, 20)), *foes)
    for foe in foes:
        assert gun_shot(state, fire("car", foe.id, name="gun-2", mode="burst")).target == foe.id


@rule("owb.arc.pintle-shield")
def test_a_shield_protects_within_exactly_45_degrees_of_the_last_shot() -> None:
    """The centre of the carrier is (10.5, 26.5): (20, 17) is exactly to the north-east."""
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 25)), man("ivan", (20, 17), "b"), FAR_FOE
    )
    gunner = state.person("apc.gun-1")
    assert shield_covers(state, gunner, (20.0, 17.0))
    assert not shield_covers(state, gunner, (20.0, 17.5))
    turret(state, "apc", aimed=90.0)
    assert shield_covers(state, gunner, (20.0, 17.0))
    assert shield_covers(state, gunner, (20.0, 36.0))
    assert not shield_covers(state, gunner, (10.5, 5.0))


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
    at_shield = gun_shot(state, fire("tank", "car.gun-2", name="gun-2"))
    assert ("partial cover", -4) in [(m.text, m.value) for m in at_shield.tally.modifiers]
    at_man = gun_shot(state, fire("tank", "bare.gun-2", name="gun-2"))
    assert at_man.tally.total == 0
    assert at_man.armor.total == 11


@rule("owb.arc.coaxial", "owb.crew.each-weapon-needs-its-own-gunner")
def test_a_coaxial_gun_points_where_the_turret_does_and_needs_its_own_gunner() -> None:
    mounts = [
        {"weapon": "cannon", "kind": "TR2"},
        {"weapon": "machinegun-medium", "kind": "CXL"},
    ]
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), mounts=mounts),
        man("east", (25, 26), "b"),
        FAR_FOE,
    )
    coax = fire("tank", "east", name="gun-2")
    assert gun_refused(battle.state, coax) == "owb.arc.decides-targets"
    play(battle, Traverse("tank.gun-2", mount="gun-2", eighths=1))
    play(battle, Traverse("tank.gun-1", mount="gun-1", eighths=1))
    assert battle.refusal(Traverse("tank.gun-2", mount="gun-2", eighths=1), "a") is not None
    assert battle.refusal(coax, "a") is None
    both = FireGun("tank.gun-1", mount="gun-2", target="east")
    assert battle.refusal(both, "a") is not None
