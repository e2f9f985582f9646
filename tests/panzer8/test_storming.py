"""Section 10.1.2: hand-to-hand combat for a built-up area."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight
from sandtable.rulebooks.panzer8.s10_buildings.storming import stormers
from sandtable.rulebooks.panzer8.state.orders import Done
from sandtable.scenario import Unit
from sandtable.table import distance
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    play,
    refused,
    situation,
    told,
    unit,
    why_not,
)

MIDDLE = (22.0, 22.0)


def attackers(count: int) -> list[Unit]:
    """Sections south of the farm, which face it."""
    return [
        unit(f"{number}", "uk-rifle-44", "british", at=(20.6 + 1.5 * number, 18))
        for number in range(count)
    ]


def defenders(names: str, **rest: Any) -> list[Unit]:
    return [
        unit(name, "ge-rifle-44", "german", at=MIDDLE, inside="farm", reacted=True, **rest)
        for name in names
    ]


def storm(count: int, names: str, *tags: str, dice: tuple[int, ...] = (), **rest: Any) -> P8Battle:
    return situation(
        *attackers(count),
        *defenders(names, **rest),
        terrain=[area("bua", box(20, 20, 24, 24), "farm", *tags)],
        homes={"british": "south", "german": "north"},
        dice=dice,
    )


def charge_all(battle: P8Battle, **targets: str) -> None:
    for number, target in targets.items():
        play(battle, Charge(number.removeprefix("n"), target))
    if battle.state.phase == "action":
        play(battle, Done())


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_charge_stops_at_the_outline() -> None:
    battle = storm(1, "A")
    play(battle, Charge("0", "A"))
    charger = element(battle, "0")
    place = battle.state.setting.buas["farm"].place
    assert charger.inside is None
    assert distance(battle.state.base(charger), place) <= 0.05
    assert why_not(storm(1, "A"), Charge("0", "A")) is None


@pytest.mark.rule("p8.bua.melee-frontage")
def test_each_defender_is_fought_before_two_go_for_one() -> None:
    battle = storm(3, "AB")
    play(battle, Charge("0", "A"))
    assert refused(battle, Charge("1", "A")).rule == "p8.bua.melee-frontage"
    play(battle, Charge("1", "B"))
    assert why_not(battle, Charge("2", "A")) is None


@pytest.mark.rule("p8.bua.melee-frontage")
def test_when_all_were_fought_the_defenders_leave_by_the_far_side_and_the_attackers_come_in() -> (
    None
):
    # A: 10 + 5 against 1 + 5 + 2 is +7, out of action; B: 5 + 5 against 3 + 5 + 2 is 0.
    battle = storm(2, "AB", dice=(10, 1, 5, 3))
    charge_all(battle, n0="A", n1="B")
    play(battle, Fight(("0",), "A"))
    assert is_out(battle, "A")
    assert element(battle, "0").inside is None
    assert element(battle, "B").inside == "farm"
    play(battle, Fight(("1",), "B"))
    assert element(battle, "B").inside is None
    assert element(battle, "B").y > 24
    assert [element(battle, name).inside for name in "01"] == ["farm", "farm"]
    assert [event.kind for event in battle.events if event.kind in ("retreat", "advance")] == [
        "retreat",
        "advance",
        "advance",
    ]


@pytest.mark.rule("p8.bua.melee-frontage")
def test_while_one_was_not_fought_nobody_leaves_and_the_attackers_fall_back() -> None:
    battle = storm(2, "ABC", dice=(10, 1, 5, 3))
    charge_all(battle, n0="A", n1="B")
    before = {name: element(battle, name) for name in "01"}
    play(battle, Fight(("0",), "A"), Fight(("1",), "B"))
    assert is_out(battle, "A")
    while battle.choices[0].ask == "fall back":
        play(battle, Retire("home"))
    assert [element(battle, name).inside for name in "BC"] == ["farm", "farm"]
    for name in "01":
        assert element(battle, name).y == pytest.approx(before[name].y - 4)
        assert element(battle, name).inside is None
    assert len(told(battle, "repulsed")) == 2


@pytest.mark.rule("p8.bua.melee-frontage")
def test_no_more_come_in_than_find_room_and_the_rest_stay_outside() -> None:
    battle = storm(2, "A", "holds-1", dice=(10, 10, 1))
    charge_all(battle, n0="A", n1="A")
    play(battle, Fight(("0", "1"), "A"))
    assert is_out(battle, "A")
    assert [element(battle, name).inside for name in "01"] == ["farm", None]


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_dug_in_defender_does_not_leave() -> None:
    battle = storm(1, "A", dug_in=True, dice=(5, 3))
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    while battle.choices[0].ask == "fall back":
        play(battle, Retire("home"))
    assert element(battle, "A").inside == "farm"
    assert element(battle, "0").y < 17


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_defender_that_should_fall_back_is_suppressed_and_then_leaves() -> None:
    # 7 + 5 against 3 + 5 + 2 is +2: Fall-back, which in a building is suppression.
    battle = storm(1, "A", dice=(7, 3))
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    assert element(battle, "A").suppressed
    assert element(battle, "A").inside is None
    assert element(battle, "0").inside == "farm"


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_suppressed_attacker_does_not_come_in() -> None:
    # 1 + 5 against 3 + 5 + 2 is -4: the attacker is suppressed.
    battle = storm(1, "A", dice=(1, 2))
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    assert element(battle, "0").suppressed
    assert stormers(battle.state, "farm") == []
    assert element(battle, "A").inside == "farm"
