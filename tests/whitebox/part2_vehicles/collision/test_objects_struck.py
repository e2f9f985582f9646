"""COLLISION with objects."""

import pytest

from tests.whitebox.kit import *


def wall_ahead(kind: str = "building-wall-masonry", **more: Any) -> OwbState:
    """A truck at speed 12 that faces a wall right across its way to the north."""
    wall = filled("w", kind, (8, 9), (14, 9))
    state = sturdy_field(driven("t", "truck-large", (10, 10)), terrain=(wall,), **more)
    speeding(state, "t", 12)
    return state


@rule("owb.collision.object-struck", "owb.collision.accident-needs-no-check")
@pytest.mark.parametrize("settings", [{}, {"cover_damage": "hit-points"}])
def test_a_truck_at_12_skids_into_a_masonry_wall_with_a_4(settings: dict[str, Any]) -> None:
    """With or without hit points for objects: (4 + 12) tripled by the x2 of the wall."""
    wall = filled("wall", "building-wall-masonry", (8, 18), (14, 18))
    battle = on_the_road(
        "truck-large", (10, 19), travel=12, terrain=[wall], stats=TOUGH, options=settings
    )
    # The check fails; a skid straight on, into the wall; then 1 point of the skid itself.
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 2, 4, ALWAYS, 1])
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    assert (event.data["type"], event.data["attacker"]) == ("object", 48)
    assert the(battle, CAR).hp == 100 - 48 - 1
    assert the(battle, CAR).pace == "stopped"
    assert where(battle).front_left == (10, 19)


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
    state = sturdy_field(
        driven("c", sheet, (10, 10)), terrain=(filled("x", kind, (10, 9), (14, 9)),)
    )
    speeding(state, "c", 5)
    crash(state, "c", 4, ALWAYS)
    assert lost(state, ["c"]) == [taken]


@rule("owb.collision.object-struck")
@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        ("building-wall-plaster-or-wood", 16),
        ("thick-tree", 32),
        ("building-wall-masonry", 48),
        ("bunker-wall", 64),
    ],
)
def test_materials_strike_back_like_hulls_and_stand(kind: str, taken: int) -> None:
    state = wall_ahead(kind)
    done = crash(state, "t", 4, NEVER)
    assert lost(state, ["t"]) == [taken]
    assert harm_to(state, "t.operator") == taken // 2
    assert done.result is False
    assert not state.changes


@rule("owb.collision.object-struck", "owb.collision.position-afterwards")
def test_with_hit_points_a_wooden_wall_is_broken_through() -> None:
    state = wall_ahead("building-wall-plaster-or-wood", options={"cover_damage": "hit-points"})
    done = crash(state, "t", 4, NEVER, 6, 6)
    assert done.result is True
    grounds = state.bare_grounds
    assert [grounds.kind((x, 9)).name for x in (9, 10, 11, 12)] == [
        "building-wall-plaster-or-wood",
        "debris",
        "debris",
        "building-wall-plaster-or-wood",
    ]
    assert the(state, "t").travel == 12


@rule("owb.collision.object-struck", "owb.collision.hull-divides-taken")
def test_with_hit_points_masonry_takes_a_third_and_stands() -> None:
    state = wall_ahead(options={"cover_damage": "hit-points"})
    speeding(state, "t", 9)
    done = crash(state, "t", 4, NEVER)
    assert done.of("collision")[0].data == {"type": "object", "attacker": 39, "object": 4}
    assert done.result is False
    assert the(state, "t").pace == "stopped"


@rule("owb.collision.object-struck")
def test_a_wall_on_an_edge_is_struck_when_it_is_crossed() -> None:
    wall = edged("w", "building-wall-masonry", (8, 10), (14, 10))
    state = sturdy_field(driven("t", "truck-large", (10, 10)), terrain=(wall,))
    print_ = state.footprint(the(state, "t"))
    way = in_the_way(state, "t", moved(print_, 0))
    assert way.objects == (((10, 9), (10, 10)), ((11, 9), (11, 10)))
    crash(state, "t", 4, NEVER)
    assert lost(state, ["t"]) == [12]


@rule("owb.collision.object-struck")
def test_a_low_wall_stops_wheels_but_not_tracks() -> None:
    wall = filled("w", "low-brick-wall", (8, 9), (14, 9))
    state = sturdy_field(
        driven("t", "truck-large", (10, 10)), driven("p", "tank-medium", (13, 10)), terrain=(wall,)
    )
    for name, struck in (("t", True), ("p", False)):
        print_ = state.footprint(the(state, name))
        assert bool(in_the_way(state, name, moved(print_, 0)).objects) is struck
