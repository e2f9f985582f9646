"""Mortars, charges and vehicles: crews who observe, squares that vehicles fill, long wires."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at, observers
from sandtable.rulebooks.whitebox.part1_personal.explosives.static_charges import wired
from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import gets_out
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import footprint
from sandtable.rulebooks.whitebox.state.frames import Explosive
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.scenario import Unit
from tests.whitebox.kit import filled, legal, man, state_of
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule


def mortar(*others: Unit, **more: Any) -> OwbState:
    """A mortar behind the southern edge, and whoever else is there."""
    gunner = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True)
    return state_of(gunner, *others, **more)


def needed(state: OwbState, square: tuple[int, int]) -> int:
    """The Armor Class of a square for the mortar."""
    return legal(mortar_at(state, state.person("gunner"), square)).armor.total


@rule("owb.mortar.observer", "owb.base.able-to-act")
def test_those_aboard_a_vehicle_observe_and_see_all_round() -> None:
    """The car faces south, away from the enemy; a house hides what is east of it."""
    state = mortar(
        vehicle("car", "car", (10, 20), 4),
        man("karl", (10, 5), "b"),
        man("fritz", (20, 19), "b"),
        terrain=[filled("house", "building-wall-masonry", (14, 10), (14, 30))],
    )
    assert needed(state, (10, 5)) == 14
    assert needed(state, (20, 19)) == 19
    names = [one.id for one in observers(state, state.person("gunner"), (10, 5))]
    assert names == ["car.operator"]
    state.change("car.operator", out="dead", hp=0)
    assert needed(state, (10, 5)) == 19


@rule("owb.mortar.stationary-target", "owb.los.line", "owb.los.vehicles-as-features")
def test_a_tank_does_not_hide_its_own_rear_from_an_observer() -> None:
    """Every square of the target may be aimed at; a tank behind it is another matter."""
    state = mortar(
        man("ivan", (10, 20), facing=0),
        vehicle("foe", "tank-medium", (11, 10), 4, "b"),
        vehicle("other", "tank-medium", (11, 5), 4, "b"),
    )
    assert needed(state, (10, 10)) == 14
    assert needed(state, (10, 7)) == 14
    assert needed(state, (10, 3)) == 19


@rule("owb.static.handling", "owb.blast.vehicles-in-area")
def test_a_wire_is_as_long_as_the_way_to_the_vehicle_that_has_the_charge() -> None:
    """20 squares to the nearest square of the truck are near enough, one more is too far."""
    state = state_of(
        man("ivan", (10, 30)),
        vehicle("foe", "truck-large", (10, 25), 4, "b"),
        man("far", (35, 1), "b"),
    )
    charge = Explosive(
        kind="charge", square=(10, 26), owner="ivan", side="a", cooked=True, vehicle="foe"
    )
    state.explosives = (charge,)
    ivan = state.person("ivan")
    assert wired(state, ivan) == [charge]
    state.place("foe", footprint((4, 2), 4, (10, 10)))
    assert wired(state, ivan) == [charge]
    state.place("foe", footprint((4, 2), 4, (10, 9)))
    assert wired(state, ivan) == []


@rule("owb.mortar.ranging-bonus", "owb.crew.mount-and-dismount")
def test_a_mortar_stays_ranged_in_on_a_truck_from_which_a_man_gets_out() -> None:
    """The target has not moved; when it drives off the ranging is lost."""
    state = mortar(
        man("ivan", (10, 20), facing=0),
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        man("karl", (0, 0), "b", carried_by="foe", seat="bed-1"),
    )
    gunner = state.person("gunner")
    aim = state.square(state.person("karl"))
    state.put(gunner.with_arm(Arm(id="mortar", set_up=True, ranged=(aim, 2))))
    gets_out(state, "karl", (11, 10))
    assert legal(mortar_at(state, state.person("gunner"), aim)).tally.total == 2
    state.place("foe", footprint((4, 2), 4, (10, 11)))
    assert legal(mortar_at(state, state.person("gunner"), aim)).tally.total == 0
