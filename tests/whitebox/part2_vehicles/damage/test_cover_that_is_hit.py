"""COVER AND CONCEALMENT: cover that is shot away."""

from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import cover_of_vehicle
from sandtable.rulebooks.whitebox.state.squares_and_edges import INDESTRUCTIBLE
from tests.whitebox.kit import *


def shoot_cover(
    at: Square | None, *dice: int, terrain: Any, target: str | None = None, **rest: Any
) -> OwbBattle:
    battle = started("tank", *units(), FAR_FOE, terrain=terrain, **rest)
    fires(battle, fire("tank", target, at), *dice)
    return battle


@rule("owb.vcover.hit-turns-full-into-partial", "owb.vcover.hit-removes-partial")
def test_two_rounds_at_a_wall_bring_it_down_to_debris() -> None:
    wall = filled("wall", "tall-wall", (10, 15))
    battle = fight(OUR_TANK, FAR_FOE, terrain=[wall])
    at_wall = FireGun("tank.gun-1", mount="gun-1", at=middle((10, 15)))
    for left in ("rubble", "debris"):
        start(battle, "tank")
        fires(battle, at_wall, 10, 1, 1)
        assert battle.state.grounds.kind((10, 15)).name == left
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))


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

    battle = started(
        "tank", *units(), FAR_FOE, terrain=[edged("wall", "tall-wall", (5, 14), (16, 14))]
    )
    point = battle.state.setting.point_of((10, 13.5))
    order = FireGun("tank.gun-1", mount="gun-1", at=point)
    found = gun_shot(battle.state, order)
    assert (found.cover, found.burst) == (((10, 13), (10, 14)), (10, 14))
    fires(battle, order, 10, 1, 1)
    edge = present(battle.state.grounds.on_edge((10, 13), (10, 14)))
    assert edge.name == "low-brick-wall"


@rule("owb.vcover.hit-turns-full-into-partial")
def test_what_is_marked_indestructible_stays() -> None:
    firm = [filled("rock", "boulder", (5, 14), (16, 14), tags=(INDESTRUCTIBLE,))]
    battle = shoot_cover((10, 14), 10, 1, 1, terrain=firm)
    assert told(battle, "blast")[-1].data["at"] == (10, 15)
    assert battle.state.grounds.kind((10, 14)).name == "boulder"


@rule("owb.vcover.hit-turns-full-into-partial")
def test_holes_in_the_ground_are_not_shot_away() -> None:
    battle = started(
        "tank",
        units()[0],
        man("foe", (10, 12), "b", rank="officer"),
        FAR_FOE,
        terrain=[filled("hole", "foxhole", (10, 12))],
    )
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


@rule("owb.vcover.hit-removes-partial", "owb.vcover.what-hits-cover")
def test_pyotr_loses_the_fallen_bricks_when_the_autocannon_hits_him() -> None:
    """Pyotr stands behind fallen bricks; the halftrack's autocannon hits his square."""
    guns = [{"weapon": "autocannon", "kind": "TR2"}]
    battle = started(
        "halftrack",
        vehicle("halftrack", "armored-personnel-carrier", (10, 25), mounts=guns),
        man("pyotr", (10, 12), "b", rank="officer"),
        FAR_FOE,
        terrain=[filled("bricks", "rubble", (10, 13))],
    )
    assert gun_shot(battle.state, fire("halftrack", at=(10, 12))).armor.total == 14
    fires(battle, fire("halftrack", at=(10, 12)), 14, 1, 1, 1)
    assert person(battle, "pyotr").hp < 12
    assert battle.state.grounds.kind((10, 13)).name == "debris"


@rule("owb.vcover.what-hits-cover", "owb.vcover.what-is-cover")
def test_a_wreck_that_covers_a_target_is_not_shot_away() -> None:
    """A wrecked tank stands across half of the way."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        vehicle("wreck", "tank-medium", (8, 11), 0, "b", hp=0),
        FAR_FOE,
    )
    order = fire("tank", "foe")
    assert gun_shot(battle.state, order).tally.total == -4
    fires(battle, order, 19, *[1] * 9)
    assert battle.state.changes == ()
    assert the(battle, "foe").hp == 27


@rule("owb.vcover.what-hits-cover", "owb.object.hull-equivalent")
def test_with_hit_points_nothing_is_rolled_for_cover_that_is_proof_or_a_vehicle() -> None:
    """A light gun does nothing to masonry; no dice are rolled for it, as for an immune hull."""
    hit_points: Any = {"cover_damage": "hit-points"}
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), weapons={"TR2": "tank-gun-light"}),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR_FOE,
        terrain=[filled("wall", "low-brick-wall", (8, 9), (11, 9))],
        options=hit_points,
    )
    fires(battle, fire("tank", "foe"), 15, *[1] * 8)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 8


@rule("owb.vcover.what-hits-cover", "owb.object.hit-points-optional")
def test_with_hit_points_the_cover_takes_a_roll_of_its_own() -> None:
    """9d6 of 14 leave a low brick wall standing with 1; a second hit of 9 breaks it."""
    battle = duel(
        target="truck-large",
        terrain=[filled("wall", "low-brick-wall", (8, 9), (11, 9))],
        options={"cover_damage": "hit-points"},
    )
    battle.state.alter("foe", hp=100)
    fires(battle, fire("tank", "foe"), 15, *[1] * 9, *[2, 2, 2, 2, 2, 1, 1, 1, 1])
    assert rolled_all(battle)
    assert not battle.state.changes
    assert dict(battle.state.worn)
    turret(battle.state, "tank", fired_in=None)
    battle.state.change("tank.gun-1", attacked=False)
    fires(battle, fire("tank", "foe"), 15, *[1] * 9, *[1] * 9)
    assert [change.kind for change in battle.state.changes] == ["debris"]


@rule("owb.vcover.what-hits-cover", "owb.vmiss.threshold-14")
def test_a_round_at_a_wall_may_miss_and_strike_beside_it() -> None:
    """AAC 10; 14 less 4 for the pace and 1 for the periscopes is 9; left by 1d6+1 = 3."""
    wall = [filled("wall", "tall-wall", (10, 18), (11, 18))]
    battle = duel(pace="normal", terrain=wall)
    battle.state.alter("tank", dim=1)
    fires(battle, fire("tank", at=(10, 18)), 14, 3, 2, 1, 1)
    assert told(battle, "attack")[0].data["lands"] == (7, 18)
    assert battle.state.changes == ()


@rule("owb.vcover.what-hits-cover", "owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_on_a_driver_shoots_away_the_bricks_before_his_truck() -> None:
    """AAC 11 behind a low wall (-4): 15 hits him with 18d6, and the section before him is gone.

    Of the equally near squares he is in the western one.
    """
    bricks = filled("bricks", "low-brick-wall", (9, 11), (10, 11))
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        FAR_FOE,
        terrain=[bricks],
        options={"direct_hits_on_characters": "on"},
    )
    fires(battle, fire("tank", "foe.operator"), 15, *[1] * 18)
    assert battle.state.person("foe.operator").hp == 4 - 18
    assert battle.state.vehicle("foe").hp == 16
    gone = {change.at: change.kind for change in battle.state.changes}
    assert gone == {(9, 11): "debris"}
    assert rolled_all(battle)


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
    state = state_of(*units(), FAR_FOE, terrain=walls)
    assert cover_of_vehicle(state, gun(state, "tank").source, the(state, "foe")) == ((10, 12),)


@rule("owb.vcover.what-hits-cover")
def test_machineguns_leave_cover_alone_and_so_does_concealment_stay() -> None:
    wall = [filled("wall", "low-brick-wall", (9, 12), (12, 12))]
    battle = started("tank", *units("truck-large"), FAR_FOE, terrain=wall)
    fires(battle, fire("tank", "foe", name="gun-2"), 20, 1, 1)
    assert battle.state.changes == ()
    fence = started(
        "tank",
        *units("truck-large"),
        FAR_FOE,
        terrain=[filled("f", "wooden-fence", (9, 12), (12, 12))],
    )
    fires(fence, fire("tank", "foe"), 15, *[1] * 9)
    assert fence.state.changes == ()
