"""How far away a vehicle is, and from where its weapons fire."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import VehicleShot
from sandtable.rulebooks.whitebox.part3_combining.from_foot import aim_at_vehicle
from tests.whitebox.gun_kit import fire, refused, shot
from tests.whitebox.kit import filled, man, state_of
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule


@rule("owb.los.character-at-vehicle", "owb.grid.alternate-diagonals")
@pytest.mark.parametrize(
    ("diagonals", "top", "penalty"),
    [("one-to-one", 5, 0), ("alternate", 5, 0), ("alternate", 6, -2), ("one-to-one", 6, 0)],
)
def test_the_nearest_square_of_a_vehicle_is_the_one_with_the_shortest_count(
    diagonals: str, top: int, penalty: int
) -> None:
    """Short range of a rocket is 15.

    The man is at (2, 4). From y 5 the side of the tank reaches to y 8: its first square is 15 away
    also where every second diagonal step counts twice, its middle ones 16.
    """
    state = state_of(
        man("ivan", (2, 4), sheet="rocketeer-medium", facing=2),
        vehicle("foe", "tank-medium", (17, top), 0, "b"),
        options={"diagonals": diagonals},
    )
    ivan = state.person("ivan")
    arm = next(arm for arm in ivan.arms if arm.id == "rpg-medium")
    shot = aim_at_vehicle(state, ivan, arm, state.vehicle("foe"), "single")
    assert isinstance(shot, VehicleShot)
    assert shot.tally.total == penalty


@rule("owb.vattack.firing-point", "owb.vattack.line-of-sight")
@pytest.mark.parametrize(("wall", "is_open"), [((14, 21), False), ((13, 20), True)])
def test_a_bow_gun_aslant_fires_from_the_very_middle_of_the_front(
    wall: tuple[int, int], is_open: bool
) -> None:
    """A tank that faces north-east about (10.5, 24.5): its front is at (11.914, 23.086).

    The line to (20, 10) is at x 13.512 where it leaves the row of y 21: it has been in (14, 21).
    """
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), 1),
        man("foe", (20, 10), "b"),
        terrain=[filled("wall", "building-wall-masonry", wall)],
    )
    order = fire("tank", "foe", name="gun-2")
    if is_open:
        assert shot(state, order).tally.total == 0
    else:
        assert refused(state, order) == "owb.vattack.line-of-sight"
