"""KEEPING TRACK OF AMMO without counting: the check after every few firefights, and its effect."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle import Battle
from sandtable.battle.personal import bring, personal_files_for, take_out
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.characters.files import read
from sandtable.rulebooks.whitebox.characters.model import Character
from sandtable.rulebooks.whitebox.state.orders import Begin, Mass, Throw
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    rolled_all,
    scene,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule

ANNA = """
format = "sandtable-character"
version = 1
book = "owb"
name = "Anna"
class = "medic"
level = 3

[kit]
weapons = ["rifle-large", "knife"]
bombs = { grenade = 1 }
"""
FOUGHT = """
[[battles]]
scenario = "one"
result = "won"
hit_points = 13
fired = {fired}
"""


def veteran_of(firefights: int, others: int = 0) -> str:
    """The file of a character who has fired in so many battles, and not in some others."""
    return ANNA + FOUGHT.format(fired="true") * firefights + FOUGHT.format(fired="false") * others


def last_shot(text: str, *dice: int, interval: str = "4", ammo: str = "abstract") -> OwbBattle:
    """A battle that ends with a shot by Anna."""
    plain = scene(
        man("anna", (10, 20)),
        man("foe", (10, 10), side="b"),
        options={"ammo_interval": interval, "ammo": ammo},
    )
    battle = Battle(RULEBOOK, bring(plain, {"anna": text}), ScriptedDice([6, 1]))
    if ammo == "count":
        pass_all(battle, until="who acts")
    turn(battle, "anna", shot("foe", who="anna"), dice=[20, 6, *dice])
    assert battle.outcome is not None
    assert rolled_all(battle)
    return battle


def came_out(battle: OwbBattle) -> Character:
    """Anna as she comes out of a battle."""
    return read(take_out(battle, "anna") or "")


@rule("owb.ammo.abstract")
@pytest.mark.parametrize(("face", "dry"), [(1, True), (2, False)])
def test_after_the_fourth_firefight_a_1_means_out_of_ammunition(face: int, dry: bool) -> None:
    battle = last_shot(veteran_of(3, others=2), face)
    assert [event.pieces for event in told(battle, "ammunition")] == [("anna",)]
    assert came_out(battle).kit.dry is dry


@rule("owb.ammo.abstract")
@pytest.mark.parametrize(
    ("before", "interval", "checked"),
    [
        (2, "3", True),
        (3, "3", False),
        (5, "3", True),
        (2, "4", False),
        (7, "4", True),
        (4, "5", True),
        (3, "5", False),
    ],
)
def test_the_interval_says_which_firefights_are_followed_by_a_check(
    before: int, interval: str, checked: bool
) -> None:
    dice = (3,) if checked else ()
    battle = last_shot(veteran_of(before), *dice, interval=interval)
    assert bool(told(battle, "ammunition")) is checked


@rule("owb.ammo.count-rounds")
def test_who_counts_his_rounds_makes_no_check() -> None:
    battle = last_shot(veteran_of(3), ammo="count")
    assert not told(battle, "ammunition")
    assert not came_out(battle).kit.dry


@rule("owb.ammo.abstract")
def test_a_battle_in_which_one_has_not_fired_is_no_firefight() -> None:
    plain = scene(man("anna", (10, 20)), man("foe", (10, 10), side="b"))
    options = {**plain.options, "round_limit": "1"}
    limited = replace(plain, options=options)
    text = veteran_of(3)
    battle = Battle(RULEBOOK, bring(limited, {"anna": text}), ScriptedDice([6, 1]))
    pass_all(battle)
    assert battle.outcome is not None
    assert not told(battle, "ammunition")


@rule("owb.ammo.abstract")
def test_who_has_run_out_fires_no_firearm_until_he_is_supplied() -> None:
    dry = take_out(last_shot(veteran_of(3), 1), "anna") or ""
    plain = scene(man("anna", (10, 20)), man("foe", (10, 18), side="b"))
    battle = Battle(RULEBOOK, bring(plain, {"anna": dry}), ScriptedDice([6, 1]))
    play(battle, Begin(person="anna"))
    assert refusal(battle, shot("foe", who="anna")) == "owb.ammo.abstract"
    # Knives and grenades are no firearms.
    assert battle.allows(shot("foe", who="anna", weapon="knife"), "a")
    assert battle.allows(Throw(person="anna", bomb="grenade", at=middle((10, 18))), "a")
    rested = personal_files_for("owb").rested(dry)
    again = Battle(RULEBOOK, bring(plain, {"anna": rested}), ScriptedDice([6, 1]))
    play(again, Begin(person="anna"))
    assert again.allows(shot("foe", who="anna"), "a")


@rule("owb.ammo.abstract", "owb.suppress.massed-rifles")
def test_a_scenario_may_have_men_without_ammunition_who_do_not_fire_with_many() -> None:
    battle = fight(
        *(man(f"r{n}", (9 + n, 20), dry=n == 2) for n in range(3)),
        man("bob", (10, 8), side="b"),
        options={"massed_suppression": "3"},
    )
    assert person(battle, "r2").dry
    turn(battle, "r1")
    turn(battle, "r2")
    play(battle, Begin(person="r0"))
    order = Mass(person="r0", at=middle((10, 8)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.suppress.massed-rifles"
