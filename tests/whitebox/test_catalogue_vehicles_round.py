"""The catalogue's examples, played as they stand: crews, the round, surprise and Initiative."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    FireGun,
    SetPace,
    StartVehicle,
    Traverse,
    WithholdGun,
)
from sandtable.scenario import Unit
from tests.whitebox.gun_kit import drive_off, fire, fires, start
from tests.whitebox.kit import fight, man, pass_all, play, refusal, rolled_all, told
from tests.whitebox.vehicle_kit import panzer, tank, the, vehicle

rule = pytest.mark.rule


# -- crews ----------------------------------------------------------------------------------------


@rule("owb.vehicle.operator-fires-only-operator-linked")
@pytest.mark.parametrize("pace", ["stopped", "crawl", "normal"])
def test_the_driver_of_a_medium_tank_cannot_fire_its_bow_machinegun(pace: str) -> None:
    battle = fight(tank(), panzer())
    start(battle, "t34", pace)
    for mount in ("gun-1", "gun-2", "gun-3"):
        order = FireGun(person="t34.operator", mount=mount, target="panzer")
        assert refusal(battle, order) == "owb.vehicle.operator-fires-only-operator-linked"
    gunner = FireGun(person="t34.gun-2", mount="gun-2", target="panzer")
    assert battle.allows(gunner, "a")


@rule("owb.vehicle.operator-fires-only-operator-linked")
def test_without_its_gunner_the_bow_machinegun_is_silent() -> None:
    battle = fight(tank(empty=["gun-2"]), panzer())
    start(battle, "t34")
    for who in ("t34.operator", "t34.gun-1", "t34.gun-3", "t34.passenger-1"):
        assert not battle.allows(FireGun(person=who, mount="gun-2", target="panzer"), "a")


LINKED: list[dict[str, Any]] = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]


@rule("owb.vehicle.one-action-per-crew-member", "owb.vehicle.attack-and-action-exclude-each-other")
@pytest.mark.parametrize("check", [1, 2])
def test_an_operator_who_drives_defensively_does_not_fire_in_that_round(check: int) -> None:
    """Whether his Driving Check succeeds or not: it is his Action all the same."""
    battle = fight(tank(mounts=LINKED), panzer())
    start(battle, "t34", "normal")
    shot = FireGun(person="t34.operator", mount="gun-1", target="panzer")
    assert battle.allows(shot, "a")
    mishap = [] if check == 1 else [4, 1, 1]
    play(battle, DriveDefensively("t34"), dice=[check, *mishap])
    assert rolled_all(battle)
    assert refusal(battle, shot) == "owb.vehicle.attack-and-action-exclude-each-other"
    play(battle, EndVehicle("t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34")
    assert battle.allows(shot, "a")


@rule("owb.crew.each-weapon-needs-its-own-gunner", "owb.vattack.once-per-weapon")
def test_three_gunners_of_a_medium_tank_make_three_attacks_and_no_fourth() -> None:
    battle = fight(tank(), panzer())
    start(battle, "t34")
    for name in ("gun-3", "gun-1", "gun-2"):
        fires(battle, fire("t34", "panzer", name=name), 2)
    assert len(told(battle, "attack")) == 3
    for mount in ("gun-1", "gun-2", "gun-3"):
        for who in ("gun-1", "gun-2", "gun-3", "operator", "passenger-1"):
            again = FireGun(person=f"t34.{who}", mount=mount, target="panzer")
            assert not battle.allows(again, "a")


# -- the turn -------------------------------------------------------------------------------------


@rule("owb.vehicle.turn-procedure", "owb.vattack.minus-four-above-crawl")
def test_a_tank_drives_three_fires_drives_two_and_fires_a_bow_machinegun() -> None:
    """Both shots at -4; the last square of its 9 is still its own, and no other gunner's shot."""
    battle = fight(tank(empty=["gun-3"]), panzer(at=(11, 3), sheet="truck-large"))
    start(battle, "t34", "normal")
    play(battle, Drive("t34", 3))
    # Armor Class 11: 14 is 10 and misses (Table 9 is rolled on), 15 hits.
    fires(battle, fire("t34", "panzer"), 14, 6)
    play(battle, Drive("t34", 2))
    fires(battle, fire("t34", "panzer", name="gun-2"), 15, 3)
    assert [event.data["hit"] for event in told(battle, "attack")] == [False, True]
    assert [event.tallies[0].total for event in told(battle, "attack")] == [-4, -4]
    assert the(battle, "panzer").hp == 16 - (3 + 2) // 2
    assert (the(battle, "t34").travel, the(battle, "t34").spent) == (5, 5)
    assert battle.allows(Drive("t34", 4), "a")
    assert not battle.allows(Drive("t34", 5), "a")


@rule("owb.vehicle.turn-procedure", "owb.vmove.pace-declared-at-start-of-turn")
def test_the_penalty_holds_before_the_first_step_and_after_the_turn() -> None:
    battle = fight(tank(), panzer(at=(11, 3), sheet="truck-large"))
    start(battle, "t34", "normal")
    odds = battle.odds(fire("t34", "panzer"), "a")
    assert odds is not None
    assert dict(odds.outcomes).keys() >= {"miss"}
    fires(battle, fire("t34", "panzer"), 2)
    assert told(battle, "attack")[0].tallies[0].total == -4
    play(battle, WithholdGun(person="t34.gun-2"), EndVehicle("t34"))
    play(battle, StartVehicle("panzer"), SetPace("panzer", "crawl"), Drive("panzer", 1))
    release = fire("t34", "panzer", name="gun-2")
    assert battle.choices[0].ask == "interrupt"
    fires(battle, release, 2)
    assert told(battle, "attack")[1].tallies[0].total == -4


# -- surprise -------------------------------------------------------------------------------------

ROLLED = {"surprise": "roll"}


@rule("owb.vehicle.surprise-grants-a-free-turn")
def test_a_surprised_side_a_waits_for_the_free_turn_of_side_b() -> None:
    battle = fight(tank(), panzer(), dice=(1, 4), options=ROLLED)
    assert rolled_all(battle)
    assert not told(battle, "initiative")
    assert told(battle, "surprise")[0].rules == ("owb.surprise.roll", "owb.surprise.free-turn")
    assert battle.choices[0].seats == ("b",)
    start(battle, "panzer", "normal")
    play(battle, Drive("panzer", 3))
    fires(battle, fire("panzer", "t34"), 2)
    assert refusal(battle, WithholdGun(person="panzer.gun-2"), "b")
    play(battle, EndVehicle("panzer"), dice=(6, 1))
    assert rolled_all(battle)
    assert battle.state.turn == 1
    assert told(battle, "initiative")[0].text.startswith("Round 1: A (6), then B (1)")
    assert the(battle, "panzer").travelled == 3


@rule("owb.vehicle.surprise-grants-a-free-turn")
@pytest.mark.parametrize("faces", [(1, 1), (2, 6), (6, 2)])
def test_if_both_or_neither_are_surprised_initiative_is_rolled_at_once(
    faces: tuple[int, int],
) -> None:
    battle = fight(tank(), panzer(), dice=(*faces, 2, 5), options=ROLLED)
    assert rolled_all(battle)
    assert battle.state.turn == 1
    assert battle.choices[0].seats == ("b",)


# -- Initiative -----------------------------------------------------------------------------------


def ace(aboard: str = "t34", side: str = "a", seat: str = "operator") -> Unit:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": aboard, "seat": seat}
    return man("ace", (1, 34), side, rank="op1", **more)


@rule("owb.vehicle.wheelman-initiative-bonus")
@pytest.mark.parametrize(
    ("faces", "order"),
    [((3, 4), ("a", "b")), ((3, 6), ("b", "a")), ((1, 2), ("a", "b")), ((6, 6), ("a", "b"))],
)
def test_a_wheelman_of_side_a_makes_a_3_a_5(faces: tuple[int, int], order: tuple[str, str]) -> None:
    battle = fight(tank(), ace(), panzer(), dice=faces)
    assert f"A ({faces[0] + 2})" in told(battle, "initiative")[0].text
    assert f"B ({faces[1]})" in told(battle, "initiative")[0].text
    assert "owb.vehicle.wheelman-initiative-bonus" in told(battle, "initiative")[0].rules
    assert rolled_all(battle)
    assert battle.choices[0].seats == order[:1]


@rule("owb.vehicle.wheelman-initiative-bonus", "owb.vehicle.initiative-tie-simultaneous")
def test_the_bonus_can_make_a_tie() -> None:
    battle = fight(tank(), ace(), panzer(), dice=(2, 4, 1, 2))
    assert "together" in told(battle, "initiative")[0].text
    assert "owb.initiative.tie-simultaneous" in told(battle, "initiative")[0].rules


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_tank_destroyer_waits_for_a_light_tank_whatever_was_rolled() -> None:
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25)),
        vehicle("kv", "tank-heavy", (20, 25)),
        vehicle("stuart", "tank-light", (11, 5), 4, "b"),
        dice=(6, 2),
    )
    assert battle.choices[0].about == ("kv",)
    drive_off(battle, "kv")
    assert battle.choices[0].about == ("stuart",)
    drive_off(battle, "stuart")
    (held,) = told(battle, "held-back")
    assert held.text == "No enemy tank keeps archer waiting any longer."
    assert held.rules == ("owb.vehicle.tank-destroyer-loses-initiative-to-tanks",)
    assert battle.choices[0].about == ("archer",)
    start(battle, "archer")
    assert refusal(battle, WithholdGun(person="archer.gun-1"))
    assert battle.allows(fire("archer", "stuart"), "a")
    play(battle, EndVehicle("archer"), dice=(6, 1))
    assert battle.state.turn == 2


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
@pytest.mark.parametrize(
    "held",
    [
        {"hp": 0},
        {"empty": ["operator"]},
        {"sheet": "armored-personnel-carrier"},
        {"sheet": "tank-destroyer"},
    ],
)
def test_before_what_is_no_tank_or_cannot_move_it_acts_with_its_side(held: dict[str, Any]) -> None:
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25)),
        panzer("stuart", (11, 5), **{"sheet": "tank-light", **held}),
        man("far", (34, 1), "b", facing=4),
        dice=(6, 2),
    )
    assert battle.choices[0].about == ("archer",)
    start(battle, "archer")
    assert battle.allows(WithholdGun(person="archer.gun-1"), "a")


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_tank_that_is_knocked_out_in_the_round_holds_nobody_back_any_more() -> None:
    """The heavy tank destroys the last tank; the destroyer of its side then acts with it."""
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25)),
        vehicle("kv", "tank-heavy", (20, 25)),
        vehicle("stuart", "tank-light", (21, 5), 4, "b", hp=1),
        man("far", (34, 1), "b", facing=4),
        dice=(6, 2),
        options={"escape_save": "off"},
    )
    start(battle, "kv")
    # 10d6 = 10: at -9 it is inoperable, and its four men take 2d6+2 each, saving for half.
    fires(battle, fire("kv", "stuart"), 14, *[1] * 10, *[1, 1, 18] * 4)
    assert the(battle, "stuart").wreck == "inoperable"
    play(battle, EndVehicle("kv"))
    assert battle.choices[0].about == ("archer",)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.vehicle.turn-procedure")
def test_where_everybody_rolls_for_himself_the_crew_of_a_destroyer_waits_for_the_tank() -> None:
    guns: dict[str, Any] = {"empty": ["gun-2", "passenger-1"]}
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25), **guns),
        vehicle("stuart", "tank-light", (11, 5), 4, "b", **guns),
        options={"initiative": "individual"},
        dice=(6, 5, 2, 1),
    )
    assert battle.choices[0].about == ("stuart.operator",)
    play(battle, Begin(person="stuart.operator"), SetPace("stuart", "stopped"))
    play(battle, EndVehicle("stuart"))
    assert battle.choices[0].about[0].startswith("archer")
    assert not battle.allows(Traverse(person="stuart.gun-1", mount="gun-1", eighths=1), "b")
