"""COMBINING: personal weapons against vehicles, and the referee's last word."""

from __future__ import annotations

import pytest

from sandtable.battle import Amend, Refusal
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import damage_through
from tests.whitebox.kit import fight, man, person

rule = pytest.mark.rule


@rule("owb.combined.personal-weapons-vs-vehicles")
def test_personal_weapons_do_half_and_nothing_against_hulls() -> None:
    assert damage_through(7, "rifle-large", 0) == 3
    assert damage_through(7, "rifle-large", 1) == 0
    assert damage_through(10, "grenade", 0) == 5
    assert damage_through(10, "grenade", 1) == 2
    assert damage_through(5, "sword", 0) == 2


@rule("owb.weapon.anti-tank-rifle-vs-vehicles")
def test_an_anti_tank_rifle_does_half_against_hull_1() -> None:
    assert [damage_through(9, "rifle-anti-tank", hull) for hull in (0, 1, 2)] == [9, 4, 0]


@rule("owb.weapon.rpg-light-hull", "owb.weapon.rpg-medium-hull", "owb.weapon.rpg-heavy-hull")
def test_rockets_pierce_hulls_up_to_their_level() -> None:
    found = {
        weapon: [damage_through(30, weapon, hull) for hull in (0, 1, 2, 3)]
        for weapon in ("rpg-light", "rpg-medium", "rpg-heavy")
    }
    assert found == {
        "rpg-light": [30, 30, 0, 0],
        "rpg-medium": [30, 30, 30, 0],
        "rpg-heavy": [30, 30, 30, 30],
    }


@rule("owb.scope.rule-zero")
def test_the_referee_may_change_anything_if_the_battle_says_so() -> None:
    units = (man("ivan", (10, 20)), man("foe", (10, 10), "b"))
    battle = fight(*units, options={"referee_override": "on"}, referee=True)
    battle.rule(Amend(piece="ivan", set={"hp": 2}))
    assert person(battle, "ivan").hp == 2
    assert battle.events[-1].kind == "ruling"
    strict = fight(*units, referee=True)
    with pytest.raises(Refusal):
        strict.rule(Amend(piece="ivan", set={"hp": 2}))
    assert person(strict, "ivan").hp == 4


def test_data_sheets_of_several_sorts_are_listed_and_shown() -> None:
    from tests.cli.kit import run

    listed = run("data", "owb").stdout
    assert "veteran" in listed
    shown = run("data", "owb", "flamethrower-operator").stdout
    assert "weapons: Flamethrower" in shown
    assert "weight: 85" in shown


def test_odds_of_a_shot_can_be_asked_without_a_battle() -> None:
    from tests.cli.kit import data

    asked = ("--weapon", "submachinegun", "--range", "12", "--mode", "burst", "--cover", "partial")
    odds = data("odds", "owb", "shoot", *asked)
    chances = {each["result"]: each["probability"] for each in odds["outcomes"]}
    # AAC 11 and -2 in all: 13 or more of 20 hits; 4 hit points need 4, 5 or 6
    assert chances == {"miss": "3/5", "wounded": "1/5", "out": "1/5"}
