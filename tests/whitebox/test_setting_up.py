"""What a player settles with each character whom he places."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state.orders import Deploy
from sandtable.scenario import Unit, Zone
from tests.battle.putting_together import faults
from tests.whitebox.kit import OwbBattle, fight, man, middle, person, play

rule = pytest.mark.rule

SOUTH = Zone(id="south", outline=((0, 0), (36, 0), (36, 6), (0, 6)), side="a")
HERE = middle((10, 32))


def placing(*units: Unit, **options: str | bool) -> OwbBattle:
    """A battle in which side a has these to place."""
    foe = man("foe", (10, 3), "b")
    return fight(*units, foe, zones=(SOUTH,), options=options, dice=())


def gunner(**status: Any) -> Unit:
    return Unit(id="ivan", sheet="medium-machinegunner", side="a", zone="south", status=status)


def rifleman(**status: Any) -> Unit:
    return Unit(id="ivan", sheet="rifleman", side="a", zone="south", status=status)


def placed(battle: OwbBattle, **more: Any) -> Any:
    """The character after he has been placed."""
    play(battle, Deploy(person="ivan", at=HERE, **more), dice=(6, 1))
    return person(battle, "ivan")


@rule("owb.base.deployment", "owb.stance.change-loses-initiative")
def test_the_position_is_set_with_each_character() -> None:
    on: dict[str, str | bool] = {"stances": "on"}
    assert placed(placing(rifleman(), **on), position="prone").stance == "prone"
    assert placed(placing(rifleman(stance="prone"), **on), position="kneel").stance == "kneeling"
    assert placed(placing(rifleman(stance="kneeling"), **on)).stance == "kneeling"


@rule("owb.modifiers.switch")
def test_without_positions_none_is_set() -> None:
    battle = placing(rifleman(), stances="off")
    refusal = battle.refusal(Deploy(person="ivan", at=HERE, position="prone"), "a")
    assert refusal is not None
    assert refusal.rule == "owb.modifiers.switch"


@rule("owb.base.deployment", "owb.weapon.machinegun-medium")
def test_a_player_says_which_guns_are_set_up() -> None:
    def ready(found: Any) -> bool:
        return bool(found.arm("machinegun-medium").set_up)

    assert ready(placed(placing(gunner())))
    assert not ready(placed(placing(gunner()), set_up=False))
    assert not ready(placed(placing(gunner(set_up=False))))
    assert ready(placed(placing(gunner(set_up=False)), set_up=True))
    nothing = placing(rifleman()).refusal(Deploy(person="ivan", at=HERE, set_up=True), "a")
    assert nothing is not None
    assert nothing.rule == "owb.base.deployment"


@rule("owb.base.deployment")
def test_the_page_asks_for_both_and_proposes_what_the_scenario_has() -> None:
    battle = placing(gunner(stance="kneeling", set_up=False), stances="on")
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
    usual = {slot.name: slot.default for slot in offered[0].slots}
    assert (usual["position"], usual["set_up"]) == ("kneel", False)
    order = Deploy(person="ivan", at=HERE, position="prone", set_up=True)
    assert faults(RULEBOOK, offered, order) == []
    plain = placing(rifleman(), stances="off").view("a")
    bare = RULEBOOK.actions(plain.state, "a", plain.choices[0], "ivan")
    assert {"position", "set_up"}.isdisjoint(slot.name for slot in bare[0].slots)
