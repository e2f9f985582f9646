"""Vehicles examined anew: what a player settles with each vehicle that he places."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES
from sandtable.rulebooks.whitebox.state.orders import Deploy
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    SetPace,
    StartVehicle,
    Traverse,
)
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle
from sandtable.scenario import ScenarioError, Unit, Zone
from tests.battle.putting_together import faults
from tests.whitebox.kit import A_FIRST, OwbBattle, fight, man, play
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

SOUTH = Zone(id="south", outline=((0, 0), (36, 0), (36, 8), (0, 8)), side="a")
HERE = (11.0, 4.0)


def placing(sheet: str, **status: Any) -> OwbBattle:
    """A battle in which side a has one vehicle to place."""
    unit = Unit(id="tank", sheet=sheet, side="a", zone="south", status=status)
    return fight(unit, man("foe", (10, 3), "b"), zones=(SOUTH,), dice=())


def placed(battle: OwbBattle, **more: Any) -> Vehicle:
    """The vehicle after it has been placed."""
    play(battle, Deploy(person="tank", at=HERE, **more), dice=A_FIRST)
    return the(battle, "tank")


def refused(battle: OwbBattle, **more: Any) -> str:
    """The rule by which a vehicle cannot begin so."""
    before = battle.state
    found = battle.refusal(Deploy(person="tank", at=HERE, **more), "a")
    assert found is not None
    assert battle.state == before
    return found.rule


@rule("owb.base.deployment", "owb.arc.360-weapons-own-facing")
def test_a_turret_begins_where_the_player_points_it_and_traverses_from_there() -> None:
    battle = placing("tank-medium")
    turret = placed(battle, turret=6).mount("gun-1")
    assert turret is not None
    assert (turret.facing, turret.traversed) == (6, 0)
    assert [mount.facing for mount in the(battle, "tank").mounts[1:]] == [0, 0]
    play(battle, StartVehicle("tank"), SetPace("tank", "stopped"))
    play(battle, Traverse(person="tank.gun-1", mount="gun-1", eighths=2))
    turned = the(battle, "tank").mount("gun-1")
    assert turned is not None
    assert turned.facing == 0


@rule("owb.base.deployment", "owb.vmove.pace-declared-at-start-of-turn")
def test_a_vehicle_begins_at_the_pace_and_with_the_travel_that_the_player_names() -> None:
    battle = placing("truck-small")
    truck = placed(battle, pace="normal", travel=12)
    assert (truck.pace, truck.travelled, truck.rolling) == ("normal", 12, True)
    # It counts as moving from the start, so it may change lanes before any step.
    play(battle, StartVehicle("tank"), SetPace("tank", "normal"))
    assert battle.refusal(ChangeLane("tank", "left"), "a") is None


@rule("owb.base.deployment")
def test_what_is_not_said_stays_as_the_scenario_has_it() -> None:
    plain = placed(placing("truck-small"))
    assert (plain.pace, plain.travelled, plain.rolling) == ("stopped", 0, False)
    given = placed(placing("truck-small", pace="crawl", travel=4))
    assert (given.pace, given.travelled, given.rolling) == ("crawl", 4, True)
    back = placed(placing("truck-small", pace="crawl", travel=4), pace="reverse")
    assert (back.pace, back.travelled, back.rolling) == ("reverse", 0, False)


@rule("owb.base.deployment", "owb.vmove.crawl-one-third")
@pytest.mark.parametrize(
    ("pace", "most"), [("stopped", 0), ("crawl", 3), ("reverse", 3), ("normal", 9)]
)
def test_nobody_has_covered_more_than_his_pace_allows(pace: Any, most: int) -> None:
    rule_ = "owb.vmove.pace-declared-at-start-of-turn"
    assert refused(placing("tank-medium"), pace=pace, travel=most + 1) == rule_
    assert refused(placing("tank-medium"), pace=pace, travel=-1) == rule_
    assert placed(placing("tank-medium"), pace=pace, travel=most).travelled == most


@rule("owb.base.deployment", "owb.crew.no-operator-no-movement")
def test_what_cannot_be_so_is_refused() -> None:
    assert refused(placing("tank-medium"), turret=8) == "owb.base.deployment"
    assert refused(placing("truck-small"), turret=1) == "owb.base.deployment"
    nobody = "owb.crew.no-operator-no-movement"
    assert refused(placing("truck-small", empty=["operator"]), pace="normal") == nobody
    assert refused(placing("trailer-cannon"), pace="crawl") == nobody
    soldier = Unit(id="ivan", sheet="rifleman", side="a", zone="south")
    battle = fight(soldier, man("foe", (10, 3), "b"), zones=(SOUTH,), dice=())
    found = battle.refusal(Deploy(person="ivan", at=(10.5, 3.5), pace="crawl"), "a")
    assert found is not None
    assert found.rule == "owb.base.deployment"


@rule("owb.arc.360-weapons-own-facing")
def test_a_scenario_can_point_a_turret_too() -> None:
    unit = vehicle("tank", "tank-medium", (10, 20), turret=3)
    mount = the(fight(unit, man("foe", (10, 3), "b")), "tank").mount("gun-1")
    assert mount is not None
    assert mount.facing == 3
    with pytest.raises(ScenarioError, match="no turret"):
        fight(vehicle("tank", "car", (10, 20), turret=3), man("foe", (10, 3), "b"))


@rule("owb.base.deployment")
def test_the_page_asks_for_turret_pace_and_travel_and_tells_them_again() -> None:
    battle = placing("tank-medium", pace="crawl", travel=2)
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "tank")
    usual = {slot.name: slot.default for slot in offered[0].slots}
    assert (usual["turret"], usual["pace"], usual["travel"]) == (0, "crawl", 2)
    order = Deploy(person="tank", at=HERE, turret=2, pace="normal", travel=7)
    assert faults(RULEBOOK, offered, order) == []
    told = PHRASES.tell(view.state, order)
    assert "turret at 90 degrees, normal, 7 squares covered" in str(told)
