"""Cover between those who fire and the vehicles, and those aboard, whom they hit or miss."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_orders import FirePort, ShootAboard
from sandtable.scenario import Terrain
from tests.whitebox.gun_kit import FAR, fire, fires, start
from tests.whitebox.kit import OwbBattle, edged, fight, filled, man, play, rolled_all, turn
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule

WEARING: dict[str, str | bool] = {"cover_damage": "hit-points"}
FENCE = filled("fence", "wooden-fence", (9, 11), (10, 11))
"""A fence along the whole front of a truck that fills x 9..10, y 7..10."""


def rifle_at_truck(*dice: int, cover: Terrain = FENCE, **order: Any) -> OwbBattle:
    """A rifleman to the south shoots at a truck behind a fence."""
    truck = vehicle("foe", "truck-large", (10, 10), 4, "b")
    battle = fight(man("ivan", (10, 15)), truck, FAR, terrain=[cover], options=WEARING)
    turn(battle, "ivan", ShootAboard("ivan", "foe", "rifle-large", **order), dice=dice)
    assert rolled_all(battle)
    return battle


@rule("owb.suppress.cover-damage", "owb.vcover.same-as-for-characters")
def test_a_bullet_that_misses_a_truck_only_for_a_fence_strikes_the_fence() -> None:
    """AAC 11 at -2: an 11 and a 12 miss for the fence, which takes half of 7; a 10 misses anyhow.

    The nearest square of the truck is (10, 10), so the section before it is struck.
    """
    for die in (11, 12):
        worn = rifle_at_truck(die, 6).state.worn
        assert worn == ((((10, 11), (10, 11)), 3),)
    assert rifle_at_truck(10).state.worn == ()
    assert rifle_at_truck(13, 6).state.worn == ()


@rule("owb.suppress.cover-damage", "owb.object.hull-equivalent")
def test_bricks_are_proof_against_it_and_nothing_is_rolled() -> None:
    """A low brick wall takes 4 from the roll; a 14 misses for it and leaves it as it is."""
    wall = edged("wall", "low-brick-wall", (9, 11), (11, 11))
    assert rifle_at_truck(14, cover=wall).state.worn == ()


@rule("owb.suppress.cover-damage", "owb.vweapon.machineguns-on-vehicles")
def test_bullets_of_mounted_machineguns_and_out_of_ports_strike_it_too() -> None:
    """A burst has +2 - 2 against the fence: 10 misses for it and does half of 1d6 + 2."""
    units = (
        vehicle("tank", "tank-medium", (9, 20), empty=["gun-3"]),
        man("ivan", (0, 0), carried_by="tank", seat="passenger-1"),
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        FAR,
    )
    battle = fight(*units, terrain=[FENCE], options=WEARING)
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name="gun-2", mode="burst"), 10, 4)
    assert [loss for _, loss in battle.state.worn] == [3]
    ported = FirePort(person="ivan", weapon="rifle-large", target="foe", port="F")
    play(battle, ported, dice=(12, 1))
    assert sum(loss for _, loss in battle.state.worn) == 4
    assert rolled_all(battle)


@rule("owb.vcover.what-hits-cover", "owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_on_a_driver_shoots_away_the_bricks_before_his_truck() -> None:
    """AAC 11 behind a low wall (-4): 15 hits him with 18d6, and the section before him is gone.

    Of the equally near squares he is in the western one.
    """
    bricks = filled("bricks", "low-brick-wall", (9, 11), (10, 11))
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        FAR,
        terrain=[bricks],
        options={"direct_hits_on_characters": "on"},
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe.operator"), 15, *[1] * 18)
    assert battle.state.person("foe.operator").hp == 4 - 18
    assert battle.state.vehicle("foe").hp == 16
    gone = {change.at: change.kind for change in battle.state.changes}
    assert gone == {(9, 11): "debris"}
    assert rolled_all(battle)
