"""Guns of vehicles where several rules meet: smoke, cover, and shells at characters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import vehicle_shelter
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    EndVehicle,
)
from tests.whitebox.gun_kit import (
    FAR,
    ROUNDS,
    duel,
    fire,
    fires,
    shot,
    start,
    turret,
)
from tests.whitebox.kit import (
    fight,
    filled,
    man,
    pass_all,
    play,
    rolled_all,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- smoke ----------------------------------------------------------------------------------------


@rule("owb.vammo.smoke", "owb.vcover.same-as-for-characters")
@pytest.mark.parametrize("y", [26, 17, 6])
def test_smoke_about_the_firer_between_or_about_the_target_takes_2_once(y: int) -> None:
    """The firer fills rows 25 to 28 and the target 5 to 8."""
    battle = duel()
    smoke = [((x, row), 9) for x in range(36) for row in range(y - 2, y + 3)]
    battle.state.smoke = tuple(smoke)
    assert shot(battle.state, fire("tank", "foe")).tally.total == -2
    battle.state.smoke = tuple(((x, row), 9) for x in range(36) for row in range(36))
    assert shot(battle.state, fire("tank", "foe")).tally.total == -2


@rule("owb.vammo.smoke")
def test_smoke_that_misses_a_vehicle_drifts_off_its_footprint() -> None:
    """Aimed at the front of a tank; 14 misses for pace and periscopes; right by 1d6+1 = 4."""
    battle = duel(pace="normal", options=ROUNDS)
    battle.state.alter("tank", dim=1)
    fires(battle, fire("tank", at=(9, 8), round="smoke"), 14, 2, 3, 2)
    assert told(battle, "attack")[0].data["lands"] == (13, 8)
    assert told(battle, "smoke")[0].data["at"] == (13, 8)


@rule("owb.vammo.smoke")
def test_smoke_for_one_round_lasts_through_the_next_and_no_longer() -> None:
    battle = duel(options=ROUNDS)
    fires(battle, fire("tank", at=(10, 16), round="smoke"), 10, 1)
    assert dict(battle.state.smoke)[10, 16] == 2
    for turn in (2, 3):
        play(battle, EndVehicle(vehicle="tank"))
        pass_all(battle, dice=(6, 1))
        assert battle.state.turn == turn
        assert bool(battle.state.smoke) == (turn == 2)
        start(battle, "tank")


# -- cover ----------------------------------------------------------------------------------------


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
        FAR,
        terrain=[filled(f"w{n}", "sandbags", at) for n, at in enumerate(walls)],
    )
    assert vehicle_shelter(state, (10, 34), the(state, "foe")) == expected


@rule("owb.vcover.what-hits-cover", "owb.vcover.what-is-cover")
def test_a_wreck_that_covers_a_target_is_not_shot_away() -> None:
    """A wrecked tank stands across half of the way."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        vehicle("wreck", "tank-medium", (8, 11), 0, "b", hp=0),
        FAR,
    )
    start(battle, "tank")
    order = fire("tank", "foe")
    assert shot(battle.state, order).tally.total == -4
    fires(battle, order, 19, *[1] * 9)
    assert battle.state.changes == ()
    assert the(battle, "foe").hp == 27


@rule("owb.vcover.what-hits-cover", "owb.object.hull-equivalent")
def test_with_hit_points_nothing_is_rolled_for_cover_that_is_proof_or_a_vehicle() -> None:
    """A light gun does nothing to masonry; no dice are rolled for it, as for an immune hull."""
    hit_points: Any = {"cover_damage": "hit-points"}
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), weapons={"TR2": "tank-gun-light"}),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR,
        terrain=[filled("wall", "low-brick-wall", (8, 9), (11, 9))],
        options=hit_points,
    )
    start(battle, "tank")
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


@rule("owb.combined.buildings-hit-by-tank-guns")
def test_a_cannon_is_no_tank_gun_and_bursts_before_the_house() -> None:
    battle = duel(
        "tank-light",
        terrain=[filled("wall", "building-wall-masonry", (5, 18), (16, 18))],
        options={"tank_gun_penetrates_buildings": "on"},
    )
    assert shot(battle.state, fire("tank", at=(10, 18))).burst == (10, 19)


# -- shells at characters -------------------------------------------------------------------------


@rule("owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_of_an_autocannon_has_four_dice_no_save_and_no_blast() -> None:
    battle = fight(
        vehicle("car", "armored-car", (10, 25)),
        man("ivan", (10, 10), "b", rank="officer"),
        man("pal", (11, 10), "b"),
        FAR,
        options={"direct_hits_on_characters": "on"},
    )
    start(battle, "car")
    needed = shot(battle.state, fire("car", "ivan")).needed
    fires(battle, fire("car", "ivan"), needed, 1, 1, 1, 1)
    assert rolled_all(battle)
    assert not told(battle, "blast")
    lost = told(battle, "damage")[0]
    assert lost.data["damage"] == 4


@rule("owb.vmiss.burst-and-occupants", "owb.blast.vehicles-in-area")
def test_a_shell_beside_a_carrier_strikes_it_and_then_the_gunner_at_its_pintle() -> None:
    """14 points: a quarter of it is 3; the gunner fails and dies; nobody inside is hurt."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("apc", "armored-personnel-carrier", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 10)), 10, 6, 6, 15, 1)
    assert rolled_all(battle)
    assert the(battle, "apc").hp == 24 - 3
    out = [one.id for one in battle.state.occupants("apc") if one.out]
    assert out == ["apc.gun-1"]


@rule("owb.vdamage.vehicle-save-vs-explosives", "owb.vmiss.save-bonus-off-centre")
def test_the_operator_saves_with_2_more_beside_the_burst_and_halves_before_the_hull() -> None:
    """A 16 and 2 are 18: 14 / 2 / 4 = 1.75."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("apc", "armored-personnel-carrier", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 10)), 10, 6, 6, 16, 1)
    assert the(battle, "apc").hp == 24 - 1


@rule("owb.vdamage.vehicle-in-area-effect-once")
def test_a_burst_four_squares_from_a_vehicle_does_not_reach_it() -> None:
    """The truck ends at row 8: a burst in row 11 is 3 away, one in row 12 is 4 away."""
    for y, caught in ((11, True), (12, False)):
        battle = duel(target="truck-large")
        fires(battle, fire("tank", at=(10, y)), 10, 6, 6, *([1] * 9 if caught else []))
        assert (the(battle, "foe").hp < 16) == caught


@rule("owb.vmiss.where-it-lands")
def test_a_short_round_at_an_adjacent_target_bursts_on_it() -> None:
    """Nothing lies between them: the last square before the firer is the target's own."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), pace="normal"),
        vehicle("foe", "tank-medium", (10, 21), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 14, 1, 6, 1, 1, 18)
    assert told(battle, "miss")[0].data["lands"] in ((10, 24), (11, 24))
