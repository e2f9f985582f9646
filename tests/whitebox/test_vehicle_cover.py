"""COVER AND CONCEALMENT for vehicles, and what guns do to cover."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part1_personal.cover.cover import Shelter
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import add_vehicle_shelter
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import vehicle_shelter
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import cover_of_vehicle
from sandtable.rulebooks.whitebox.state.squares_and_edges import INDESTRUCTIBLE
from sandtable.scenario import Terrain
from sandtable.table.grid import Square
from tests.whitebox.gun_kit import FAR, fire, fires, gun, refused, shot, start
from tests.whitebox.kit import OwbBattle, edged, fight, filled, man, person, state_of, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


def units(target: str = "tank-medium", facing: int = 4) -> tuple[Any, ...]:
    """A tank in the south, and a target in the north that faces it."""
    anchor = (11, 11) if facing == 4 else (10, 8)
    return vehicle("tank", "tank-medium", (10, 25)), vehicle("foe", target, anchor, facing, "b")


def shelter(*terrain: Terrain, target: str = "tank-medium", **rest: Any) -> Shelter:
    """What protects the target from the tank's turret."""
    state = state_of(*units(target), FAR, terrain=terrain, **rest)
    return vehicle_shelter(state, gun(state, "tank").source, the(state, "foe"))


# -- what protects --------------------------------------------------------------------------------


@rule("owb.vcover.partial-needs-half")
def test_half_of_the_squares_behind_a_wall_are_partial_cover_and_fewer_are_nothing() -> None:
    """The tank fills x 10 and 11; a wall before its left file covers 4 of its 8 squares."""
    state = state_of(*units(), FAR)
    assert set(state.footprint(the(state, "foe")).squares) == {
        (x, y) for x in (10, 11) for y in (8, 9, 10, 11)
    }
    half = filled("wall", "low-brick-wall", (10, 12))
    assert shelter(half) == "partial"
    assert shot(state_of(*units(), FAR, terrain=[half]), fire("tank", "foe")).tally.total == -4
    assert shelter(filled("wall", "low-brick-wall", (9, 12))) == "none"


@rule("owb.vcover.partial-needs-half")
def test_three_of_eight_squares_give_nothing() -> None:
    """Seen from the side, a wall before one end covers the squares of that end only."""
    side = (
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (13, 10), 2, "b"),
        FAR,
    )
    open_ = state_of(*side)
    foe = set(open_.footprint(the(open_, "foe")).squares)
    assert foe == {(x, y) for x in (10, 11, 12, 13) for y in (10, 11)}
    for walls, want in ((((10, 12),), "none"), (((10, 12), (11, 12)), "partial")):
        terrain = [filled(f"w{n}", "low-brick-wall", at) for n, at in enumerate(walls)]
        state = state_of(*side, terrain=terrain)
        assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == want


@rule("owb.vcover.same-as-for-characters")
@pytest.mark.parametrize(
    ("kind", "single", "burst"),
    [("low-brick-wall", -4, -2), ("wooden-fence", -2, 0), (None, 0, 2)],
)
def test_partial_cover_and_concealment_against_shots_and_bursts(
    kind: str | None, single: int, burst: int
) -> None:
    terrain = [] if kind is None else [filled("screen", kind, (9, 12), (12, 12))]
    state = state_of(
        vehicle("tank", "armored-car", (10, 25)), *units("truck-large")[1:], FAR, terrain=terrain
    )
    assert shot(state, fire("tank", "foe")).tally.total == single
    assert shot(state, fire("tank", "foe", mode="burst")).tally.total == burst


@rule("owb.vcover.same-as-for-characters")
def test_cover_and_concealment_are_not_added() -> None:
    both = (
        filled("wall", "low-brick-wall", (9, 12), (12, 12)),
        filled("trees", "forest", (9, 15), (12, 16)),
    )
    assert shelter(*both) == "partial"
    from sandtable.odds import Tally

    tally = Tally("attacker")
    add_vehicle_shelter(tally, "partial", burst=False)
    assert tally.total == -4


@rule("owb.vcover.what-is-cover")
def test_walls_wrecks_and_large_trees_are_cover() -> None:
    for kind in ("tall-wall", "building-wall-masonry", "thick-tree", "boulder"):
        assert shelter(filled("it", kind, (9, 14), (12, 14))) == "full"
    assert shelter(filled("it", "rubble", (9, 12), (12, 12))) == "partial"
    state = state_of(*units(), vehicle("wreck", "tank-heavy", (9, 16), hp=0), FAR)
    assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == "full"


@rule("owb.vcover.what-is-concealment")
def test_small_trees_cottages_smoke_and_hedgerows_conceal() -> None:
    for kind in ("small-tree", "building-wall-plaster-or-wood", "hedgerow", "smoke", "forest"):
        assert shelter(filled("it", kind, (9, 15), (12, 15))) == "concealed"
    state = state_of(*units(), vehicle("truck", "truck-large", (10, 16)), FAR)
    assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == "concealed"


@rule("owb.vcover.what-is-concealment")
def test_darkness_conceals_unless_the_vehicle_is_lit() -> None:
    assert shelter(options={"darkness": "on"}) == "concealed"
    lit = filled("fire", "lit", (8, 6), (13, 13))
    assert shelter(lit, options={"darkness": "on"}) == "none"


@rule("owb.vcover.square-behind-cover")
def test_low_cover_counts_only_beside_the_target_and_sunken_features_never() -> None:
    assert shelter(filled("wall", "low-brick-wall", (9, 12), (12, 12))) == "partial"
    assert shelter(filled("wall", "low-brick-wall", (9, 14), (12, 14))) == "none"
    assert shelter(edged("wall", "low-brick-wall", (9, 12), (13, 12))) == "partial"
    assert shelter(edged("wall", "low-brick-wall", (9, 13), (13, 13))) == "partial"
    assert shelter(edged("wall", "low-brick-wall", (9, 14), (13, 14))) == "none"
    for kind in ("trench", "foxhole", "bomb-crater"):
        assert shelter(filled("hole", kind, (9, 12), (12, 12))) == "none"


@rule("owb.vcover.square-behind-cover")
def test_low_features_between_adjacent_vehicles_and_under_a_vehicle_are_ignored() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 12)),
        units()[1],
        FAR,
        terrain=[edged("wall", "low-brick-wall", (9, 12), (13, 12))],
    )
    assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == "none"
    assert shelter(filled("under", "rubble", (10, 11), (11, 11))) == "none"


@rule("owb.vcover.square-behind-cover")
def test_concealment_beside_the_firer_is_fired_through() -> None:
    assert shelter(filled("hedge", "hedgerow", (9, 24), (12, 24))) == "none"
    assert shelter(filled("hedge", "hedgerow", (9, 22), (12, 22))) == "concealed"


@rule("owb.vcover.full-cover")
def test_behind_tall_cover_a_vehicle_is_no_target_and_one_open_line_is_enough() -> None:
    wall = filled("wall", "tall-wall", (5, 14), (16, 14))
    assert shelter(wall) == "full"
    state = state_of(*units(), FAR, terrain=[wall])
    assert refused(state, fire("tank", "foe")) == "owb.vattack.line-of-sight"
    assert shot(state, fire("tank", at=(10, 14))).cover == ((10, 14),)
    partly = filled("wall", "tall-wall", (5, 14), (10, 14))
    assert shelter(partly) == "partial"
    shot(state_of(*units(), FAR, terrain=[partly]), fire("tank", "foe"))


# -- cover that is hit ----------------------------------------------------------------------------


def shoot_cover(
    at: Square | None, *dice: int, terrain: Any, target: str | None = None, **rest: Any
) -> OwbBattle:
    battle = fight(*units(), FAR, terrain=terrain, **rest)
    start(battle, "tank")
    fires(battle, fire("tank", target, at), *dice)
    return battle


@rule("owb.vcover.hit-turns-full-into-partial", "owb.vcover.what-hits-cover")
def test_a_tall_wall_that_is_hit_becomes_low_and_bursts_the_round_before_it() -> None:
    wall = [filled("wall", "tall-wall", (5, 14), (16, 14))]
    battle = shoot_cover((10, 14), 10, 1, 1, terrain=wall)
    assert told(battle, "blast")[-1].data["at"] == (10, 15)
    kinds = {x: battle.state.grounds.kind((x, 14)) for x in (9, 10, 11)}
    assert {x: kind.name for x, kind in kinds.items()} == {
        9: "tall-wall",
        10: "rubble",
        11: "tall-wall",
    }
    assert (kinds[10].height, kinds[10].protection) == ("low", "cover")
    missed = shoot_cover((10, 14), 9, terrain=wall)
    assert missed.state.grounds.kind((10, 14)).name == "tall-wall"


@rule("owb.vcover.hit-turns-full-into-partial")
def test_a_wall_on_an_edge_is_aimed_at_in_its_middle() -> None:
    from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun

    battle = fight(*units(), FAR, terrain=[edged("wall", "tall-wall", (5, 14), (16, 14))])
    start(battle, "tank")
    point = battle.state.setting.point_of((10, 13.5))
    order = FireGun(person="tank.gun-1", mount="gun-1", at=point)
    found = shot(battle.state, order)
    assert (found.cover, found.burst) == (((10, 13), (10, 14)), (10, 14))
    fires(battle, order, 10, 1, 1)
    edge = battle.state.grounds.on_edge((10, 13), (10, 14))
    assert edge is not None
    assert edge.name == "low-brick-wall"


@rule("owb.vcover.hit-turns-full-into-partial")
def test_what_is_marked_indestructible_stays() -> None:
    firm = [filled("rock", "boulder", (5, 14), (16, 14), tags=(INDESTRUCTIBLE,))]
    battle = shoot_cover((10, 14), 10, 1, 1, terrain=firm)
    assert told(battle, "blast")[-1].data["at"] == (10, 15)
    assert battle.state.grounds.kind((10, 14)).name == "boulder"


@rule("owb.vcover.hit-turns-full-into-partial")
def test_holes_in_the_ground_are_not_shot_away() -> None:
    battle = fight(
        units()[0],
        man("foe", (10, 12), "b", rank="officer"),
        FAR,
        terrain=[filled("hole", "foxhole", (10, 12))],
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 12)), 14, 1, 1, 1)
    assert person(battle, "foe").hp < 12
    assert battle.state.grounds.kind((10, 12)).name == "foxhole"


@rule("owb.vcover.hit-removes-partial", "owb.vcover.what-hits-cover")
def test_a_hit_on_a_vehicle_destroys_the_low_cover_before_it() -> None:
    wall = [filled("wall", "low-brick-wall", (9, 12), (12, 12))]
    battle = shoot_cover(None, 19, *[1] * 9, terrain=wall, target="foe")
    assert the(battle, "foe").hp == 36 - 9
    gone = [x for x in (9, 10, 11, 12) if battle.state.grounds.kind((x, 12)).name == "debris"]
    assert len(gone) == 1
    assert battle.state.grounds.kind((gone[0], 12)).protection == "none"


@rule("owb.vcover.what-hits-cover")
def test_a_shot_that_misses_for_the_cover_hits_the_cover_and_a_worse_one_does_not() -> None:
    """AAC 15 and 4 for the cover: 15 to 18 miss because of it; 14 would have missed anyway."""
    wall = [filled("wall", "low-brick-wall", (9, 12), (12, 12))]
    for die, gone in ((15, True), (18, True), (14, False)):
        battle = shoot_cover(None, die, 4, terrain=wall, target="foe")
        assert not told(battle, "attack")[-1].data["hit"]
        kinds = {battle.state.grounds.kind((x, 12)).name for x in (9, 10, 11, 12)}
        assert ("debris" in kinds) == gone


@rule("owb.vcover.what-hits-cover")
def test_the_cover_crossed_last_on_the_line_to_the_nearest_covered_square_is_hit() -> None:
    walls = [
        filled("far", "low-brick-wall", (9, 13), (12, 13)),
        filled("near", "low-brick-wall", (9, 12), (12, 12)),
    ]
    state = state_of(*units(), FAR, terrain=walls)
    assert cover_of_vehicle(state, gun(state, "tank").source, the(state, "foe")) == ((10, 12),)


@rule("owb.vcover.what-hits-cover")
def test_machineguns_leave_cover_alone_and_so_does_concealment_stay() -> None:
    wall = [filled("wall", "low-brick-wall", (9, 12), (12, 12))]
    battle = fight(*units("truck-large"), FAR, terrain=wall)
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name="gun-2"), 20, 1, 1)
    assert battle.state.changes == ()
    fence = fight(
        *units("truck-large"), FAR, terrain=[filled("f", "wooden-fence", (9, 12), (12, 12))]
    )
    start(fence, "tank")
    fires(fence, fire("tank", "foe"), 15, *[1] * 9)
    assert fence.state.changes == ()


@rule("owb.vcover.hit-removes-partial", "owb.vcover.what-hits-cover")
def test_pyotr_loses_the_fallen_bricks_when_the_autocannon_hits_him() -> None:
    """Pyotr stands behind fallen bricks; the halftrack's autocannon hits his square."""
    guns = [{"weapon": "autocannon", "kind": "TR2"}]
    battle = fight(
        vehicle("halftrack", "armored-personnel-carrier", (10, 25), mounts=guns),
        man("pyotr", (10, 12), "b", rank="officer"),
        FAR,
        terrain=[filled("bricks", "rubble", (10, 13))],
    )
    start(battle, "halftrack")
    assert shot(battle.state, fire("halftrack", at=(10, 12))).armor.total == 14
    fires(battle, fire("halftrack", at=(10, 12)), 14, 1, 1, 1)
    assert person(battle, "pyotr").hp < 12
    assert battle.state.grounds.kind((10, 13)).name == "debris"


@rule("owb.vcover.what-hits-cover")
def test_with_hit_points_a_light_gun_does_nothing_to_masonry_and_a_medium_gun_does() -> None:
    wall = [filled("wall", "building-wall-masonry", (5, 14), (16, 14))]
    hit_points = {"cover_damage": "hit-points"}
    battle = shoot_cover((10, 14), 10, 1, 1, *[3] * 9, terrain=wall, options=hit_points)
    assert battle.state.grounds.kind((10, 14)).name == "debris"
    light = fight(
        vehicle("tank", "tank-medium", (10, 25), weapons={"TR2": "tank-gun-light"}),
        *units()[1:],
        FAR,
        terrain=wall,
        options=hit_points,
    )
    start(light, "tank")
    fires(light, fire("tank", at=(10, 14)), 10, 1, 1, *[6] * 8)
    assert light.state.grounds.kind((10, 14)).name == "building-wall-masonry"
