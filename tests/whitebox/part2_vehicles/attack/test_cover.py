"""COVER AND CONCEALMENT for vehicles."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import add_vehicle_shelter
from tests.whitebox.kit import *

MISSES = ("miss", "near miss", "clean miss")


def behind(first: int, last: int) -> list[Terrain]:
    """A brick wall along the southern edge of row 9, before some columns."""
    return [edged("wall", "low-brick-wall", (first, 10), (last + 1, 10))]


def across(*terrain: Terrain) -> OwbBattle:
    """A tank that fires past a wall at another, which fills the columns 20 to 23 of rows 8 and 9.

    From its centre (10.5, 26.5) the lines to the squares of row 9 cross the wall just before
    these, and those to row 8 about half a column farther west.
    """
    units: list[Unit] = [
        OUR_TANK,
        vehicle("foe", "tank-medium", (23, 8), 2, "b"),
        FAR_FOE,
    ]
    battle = started("tank", *units, terrain=terrain)
    play(battle, Traverse("tank.gun-1", mount="gun-1", eighths=1))
    return battle


def covered(first: int, last: int) -> int:
    """How many squares lie behind the wall, worked out by hand."""
    x, y, wall = 10.5, 26.5, 9.5
    crossings = [
        x + (column - x) * (y - wall) / (y - row) for column in range(20, 24) for row in (8, 9)
    ]
    return sum(first - 0.5 < at < last + 0.5 for at in crossings)


def shelter(*terrain: Terrain, target: str = "tank-medium", **rest: Any) -> Shelter:
    """What protects the target from the tank's turret."""
    state = state_of(*units(target), FAR_FOE, terrain=terrain, **rest)
    return vehicle_shelter(state, gun(state, "tank").source, the(state, "foe"))


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
        vehicle("tank", "armored-car", (10, 25)),
        *units("truck-large")[1:],
        FAR_FOE,
        terrain=terrain,
    )
    assert gun_shot(state, fire("tank", "foe")).tally.total == single
    assert gun_shot(state, fire("tank", "foe", mode="burst")).tally.total == burst


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
    state = state_of(*units(), vehicle("wreck", "tank-heavy", (9, 16), hp=0), FAR_FOE)
    assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == "full"


@rule("owb.vcover.what-is-concealment")
def test_small_trees_cottages_smoke_and_hedgerows_conceal() -> None:
    for kind in ("small-tree", "building-wall-plaster-or-wood", "hedgerow", "smoke", "forest"):
        assert shelter(filled("it", kind, (9, 15), (12, 15))) == "concealed"
    state = state_of(*units(), vehicle("truck", "truck-large", (10, 16)), FAR_FOE)
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
        FAR_FOE,
        terrain=[edged("wall", "low-brick-wall", (9, 12), (13, 12))],
    )
    assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == "none"
    assert shelter(filled("under", "rubble", (10, 11), (11, 11))) == "none"


@rule("owb.vcover.square-behind-cover")
def test_concealment_beside_the_firer_is_fired_through() -> None:
    assert shelter(filled("hedge", "hedgerow", (9, 24), (12, 24))) == "none"
    assert shelter(filled("hedge", "hedgerow", (9, 22), (12, 22))) == "concealed"


@rule("owb.vcover.partial-needs-half")
@pytest.mark.parametrize(
    ("first", "last", "behind_it"), [(20, 21, 4), (19, 20, 3), (20, 20, 2), (20, 23, 7)]
)
def test_a_tank_of_which_half_is_behind_a_wall_is_hit_at_minus_4(
    first: int, last: int, behind_it: int
) -> None:
    assert covered(first, last) == behind_it
    battle = across(*behind(first, last))
    need = 19 if behind_it >= 4 else 15
    assert chance(battle, fire("tank", "foe"), *MISSES) == Fraction(need - 1, 20)
    fires(battle, fire("tank", "foe"), 2)
    assert told(battle, "attack")[0].tallies[0].total == 15 - need


@rule("owb.vcover.partial-needs-half")
@pytest.mark.parametrize(
    ("sheet", "anchor", "walls", "expected"),
    [
        ("car", (11, 10), ((10, 11),), "partial"),
        ("tank-heavy", (12, 10), ((10, 11),), "none"),
        ("tank-heavy", (12, 10), ((10, 11), (11, 11)), "partial"),
        ("motorcycle", (10, 10), ((10, 11),), "partial"),
    ],
)
def test_half_of_every_size_of_vehicle(
    sheet: str, anchor: tuple[int, int], walls: tuple[tuple[int, int], ...], expected: str
) -> None:
    """Columns of a vehicle that faces south, behind sandbags right before it."""
    state = state_of(
        man("ivan", (10, 34)),
        vehicle("foe", sheet, anchor, 4, "b"),
        FAR_FOE,
        terrain=[filled(f"w{n}", "sandbags", at) for n, at in enumerate(walls)],
    )
    assert vehicle_shelter(state, (10, 34), the(state, "foe")) == expected


@rule("owb.vcover.partial-needs-half", "owb.vcover.what-hits-cover")
@pytest.mark.parametrize(("face", "falls"), [(18, True), (15, True), (14, False)])
def test_cover_is_worn_by_a_hit_and_by_a_miss_that_only_it_made(face: int, falls: bool) -> None:
    """A 19 is needed through the wall: 19 - 4 = 15 would have hit without it."""
    bags = edged("bags", "sandbags", (8, 9), (13, 9))
    battle = duel(terrain=[bags])
    assert gun_shot(battle.state, fire("tank", "foe")).needed == 19
    fires(battle, fire("tank", "foe"), face, 4)
    edge = present(battle.state.bare_grounds.on_edge((10, 8), (10, 9)))
    assert (edge.name == "debris") is falls


@rule("owb.vcover.partial-needs-half")
def test_half_of_the_squares_behind_a_wall_are_partial_cover_and_fewer_are_nothing() -> None:
    """The tank fills x 10 and 11; a wall before its left file covers 4 of its 8 squares."""
    state = state_of(*units(), FAR_FOE)
    assert set(state.footprint(the(state, "foe")).squares) == {
        (x, y) for x in (10, 11) for y in (8, 9, 10, 11)
    }
    half = filled("wall", "low-brick-wall", (10, 12))
    assert shelter(half) == "partial"
    assert (
        gun_shot(state_of(*units(), FAR_FOE, terrain=[half]), fire("tank", "foe")).tally.total == -4
    )
    assert shelter(filled("wall", "low-brick-wall", (9, 12))) == "none"


@rule("owb.vcover.partial-needs-half")
def test_three_of_eight_squares_give_nothing() -> None:
    """Seen from the side, a wall before one end covers the squares of that end only."""
    side = (
        OUR_TANK,
        vehicle("foe", "tank-medium", (13, 10), 2, "b"),
        FAR_FOE,
    )
    open_ = state_of(*side)
    foe = set(open_.footprint(the(open_, "foe")).squares)
    assert foe == {(x, y) for x in (10, 11, 12, 13) for y in (10, 11)}
    for walls, want in ((((10, 12),), "none"), (((10, 12), (11, 12)), "partial")):
        terrain = [filled(f"w{n}", "low-brick-wall", at) for n, at in enumerate(walls)]
        state = state_of(*side, terrain=terrain)
        assert vehicle_shelter(state, gun(state, "tank").source, the(state, "foe")) == want


@rule("owb.vcover.full-cover")
def test_behind_tall_cover_a_vehicle_is_no_target_and_one_open_line_is_enough() -> None:
    wall = filled("wall", "tall-wall", (5, 14), (16, 14))
    assert shelter(wall) == "full"
    state = state_of(*units(), FAR_FOE, terrain=[wall])
    assert gun_refused(state, fire("tank", "foe")) == "owb.vattack.line-of-sight"
    assert gun_shot(state, fire("tank", at=(10, 14))).cover == ((10, 14),)
    partly = filled("wall", "tall-wall", (5, 14), (10, 14))
    assert shelter(partly) == "partial"
    gun_shot(state_of(*units(), FAR_FOE, terrain=[partly]), fire("tank", "foe"))


@rule("owb.vcover.firing-from-behind-cover")
def test_turrets_fire_over_low_cover_and_fixed_guns_do_not() -> None:
    units = (
        vehicle("tank", "tank-medium", (10, 20)),
        vehicle("foe", "truck-large", (10, 5), 0, "b"),
    )
    rule_ = "owb.vcover.firing-from-behind-cover"
    wall = state_of(*units, terrain=[filled("wall", "low-brick-wall", (10, 19), (11, 19))])
    gun_shot(wall, fire("tank", "foe"))
    assert gun_refused(wall, fire("tank", "foe", name="gun-2")) == rule_
    edge = state_of(*units, terrain=[edged("wall", "low-brick-wall", (10, 20), (12, 20))])
    gun_shot(edge, fire("tank", "foe"))
    assert gun_refused(edge, fire("tank", "foe", name="gun-2")) == rule_
    beyond = state_of(*units, terrain=[filled("wall", "low-brick-wall", (10, 18), (11, 18))])
    gun_shot(beyond, fire("tank", "foe", name="gun-2"))
    trench = state_of(*units, terrain=[filled("trench", "trench", (10, 19), (11, 19))])
    gun_shot(trench, fire("tank", "foe", name="gun-2"))
