"""Section 10.1.2: hand-to-hand combat for a built-up area."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s10_buildings.storming import stormers
from sandtable.table import distance, rectangle
from tests.panzer8.kit import *

MIDDLE = (22.0, 22.0)


def attackers(count: int) -> list[Unit]:
    """Sections south of the farm, which face it."""
    return [
        unit(f"{number}", "uk-rifle-44", at=(20.6 + 1.5 * number, 18)) for number in range(count)
    ]


def defenders(names: str, **rest: Any) -> list[Unit]:
    return [
        unit(name, "ge-rifle-44", at=MIDDLE, inside="farm", reacted=True, **rest) for name in names
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
    while asked(battle) == "fall back":
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


@pytest.mark.rule("p8.bua.melee-frontage", "p8.advance.defender-retreats")
@pytest.mark.parametrize(
    ("farm", "attacker", "facing"),
    [((0, 20, 4, 24), (6, 22), 270), ((20, 0, 24, 4), (22, 6), 180)],
)
def test_a_defender_with_its_back_to_the_edge_of_the_table_cannot_leave(
    farm: tuple[float, float, float, float], attacker: Point, facing: float
) -> None:
    middle = ((farm[0] + farm[2]) / 2, (farm[1] + farm[3]) / 2)
    battle = situation(
        unit("0", "uk-rifle-44", at=attacker, facing=facing),
        unit("A", "ge-rifle-44", at=middle, inside="farm", reacted=True),
        terrain=[area("bua", box(*farm), "farm")],
        dice=(5, 3),
    )
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    assert last(battle, "melee").data["scores"] == [0]
    assert element(battle, "A").inside == "farm"
    assert len(told(battle, "repulsed")) == 1


def driven_out(*others: Placed) -> Point:
    """Where a defender comes to stand whom an attacker from the south has driven out."""
    battle = situation(
        *attackers(1),
        *defenders("A"),
        *others,
        terrain=[area("bua", box(20, 20, 24, 24), "farm")],
        dice=(5, 3),
    )
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    assert element(battle, "0").inside == "farm"
    return place(battle, "A")


@pytest.mark.rule("p8.bua.melee-frontage", "p8.advance.defender-retreats")
def test_a_defender_that_leaves_keeps_clear_of_its_enemies_but_not_of_its_friends() -> None:
    free = driven_out()
    friend = unit("B", "ge-rifle-44", at=(free[0], free[1] + 0.9), facing=180)
    assert driven_out(friend) == free  # 0.1 from its friend
    enemy_at = (free[0], free[1] + 0.9)
    aside = driven_out(unit("1", "uk-rifle-44", at=enemy_at))
    assert aside != free
    place_of = rectangle(*enemy_at, 0.0, 1.2, 0.8)
    assert distance(rectangle(*aside, 0.0, 1.2, 0.8), place_of) >= 0.25


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_dug_in_defender_does_not_leave() -> None:
    battle = storm(1, "A", dug_in=True, dice=(5, 3))
    charge_all(battle, n0="A")
    play(battle, Fight(("0",), "A"))
    while asked(battle) == "fall back":
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


def scores(battle: P8Battle) -> list[int]:
    return list(last(battle, "melee").data["scores"])


# -- houses ---------------------------------------------------------------------------------------

FARM = area("bua", box(20, 20, 24, 24), "farm")


def stormed(*inside: Placed, dice: tuple[int, ...], target: str = "d") -> P8Battle:
    battle = situation(
        "a uk-rifle-44 22,18",
        *inside,
        "far ge-rifle-44 50,44",
        terrain=[FARM],
        homes=HOMES,
        dice=dice,
    )
    play(battle, Charge("a", target))
    nobody_reacts(battle)
    if battle.state.phase == "action":
        play(battle, Done())
    return battle


def garrison(name: str, sheet: str, **more: Any) -> Unit:
    return unit(name, sheet, "german", at=(22, 22), inside="farm", reacted=True, **more)


@pytest.mark.rule("p8.bua.melee-frontage", "p8.bua.one-side-only")
def test_observers_and_trucks_do_not_hold_a_house_whose_defenders_have_left() -> None:
    battle = stormed(
        garrison("d", "ge-rifle-44"),
        garrison("foo", "ge-foo"),
        garrison("truck", "ge-truck"),
        "gun ge-pak38 in truck",
        dice=(7, 5),
    )
    play(battle, Fight(("a",), "d"))  # 12 against 12
    assert element(battle, "d").inside is None
    assert element(battle, "a").inside == "farm"
    assert [is_out(battle, name) for name in ("foo", "truck", "gun")] == [True] * 3
    assert len(battle.state.lost) == 3


@pytest.mark.rule("p8.bua.melee-frontage")
@cases("other", "ge-pz3-50", "ge-cmd")
def test_a_tank_or_commander_that_nobody_fought_holds_the_house(other: str) -> None:
    battle = stormed(garrison("d", "ge-rifle-44"), garrison("x", other), dice=(10, 3))
    play(battle, Fight(("a",), "d"))  # 15 against 10
    while asked(battle) == "commander":
        play(battle, Done())
    assert is_out(battle, "d")
    play(battle, Retire("home"))
    assert element(battle, "a").inside is None
    assert element(battle, "a").y < 16
    assert element(battle, "x").inside == "farm"


@pytest.mark.rule("p8.bua.melee-frontage", "p8.melee.csw-and-commander-count-4")
def test_a_commander_alone_in_a_house_is_stormed_with_4_and_its_walls() -> None:
    battle = stormed(garrison("d", "ge-cmd"), dice=(5, 4))
    play(battle, Fight(("a",), "d"))
    while asked(battle) == "commander":
        play(battle, Done())
    assert scores(battle) == [0]  # 10 against 4 + 4 + 2
    assert element(battle, "d").inside is None
    assert element(battle, "a").inside == "farm"


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_house_with_a_tank_alone_cannot_be_stormed_nor_entered() -> None:
    battle = situation("a uk-rifle-44 22,18", garrison("x", "ge-pz3-50"), terrain=[FARM])
    assert why_not(battle, Charge("a", "x")) is not None
    assert why_not(battle, Move("a", ((22, 21),))) == "p8.bua.one-side-only"


@pytest.mark.rule("p8.bua.auto-dismount", "p8.bua.melee-frontage")
def test_cavalry_storms_a_house_without_its_bonus_and_dismounts_in_it() -> None:
    battle = situation(
        "a fr-cav 22,18; d ge-rifle-40 22,22 inside farm reacted",
        terrain=[FARM],
        homes=HOMES,
        dice=[10, 1],
    )
    play(battle, Charge("a", "d"))
    nobody_reacts(battle)
    play(battle, Fight(("a",), "d"))
    assert "p8.melee.mod-cavalry" not in modifiers(battle, "melee")
    assert (element(battle, "a").inside, element(battle, "a").sheet) == ("farm", "fr-rifle")
