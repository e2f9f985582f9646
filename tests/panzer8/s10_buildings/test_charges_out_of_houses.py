"""Charges out of a house, and into a house by those who stand at its wall."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

FARM = area("bua", box(10, 10, 14, 14), "farm")

OUT = "p8.bua.enter-or-leave-half-move"
CHARGE = "p8.charge.required-for-melee"


def sally(y: float, *dice: int, x: float = 12.0, sheet: str = "uk-rifle-44") -> P8Battle:
    """A section in the farm, and a German one to the north of it that looks at the farm."""
    return situation(
        unit("a", sheet, "british", at=(12, 12), facing=0),
        unit("g", "ge-rifle-44", at=(x, y), facing=180),
        terrain=[FARM],
        dice=dice,
    )


@pytest.mark.rule(CHARGE, OUT)
@cases("y, end", (15.0, 14.2), (16.0, 15.2), (16.8, 16.0))
def test_a_section_charges_out_of_its_house(y: float, end: float) -> None:
    battle = sally(y)
    play(battle, Charge("a", "g"), Done())  # the charged element does not react
    assert "charge" in kinds(battle)
    assert place(battle, "a") == pytest.approx((12.0, end))
    assert element(battle, "a").inside is None


@pytest.mark.rule(OUT, "p8.charge.required-for-melee")
def test_half_of_the_move_is_for_leaving_the_house() -> None:
    # Contact at y 16.0 is 2.0 from the wall, all that is left of the 4 of infantry.
    assert why_not(sally(16.8), Charge("a", "g")) is None
    assert why_not(sally(16.85), Charge("a", "g")) == OUT


@pytest.mark.rule(CHARGE, "p8.bua.infantry-360")
def test_a_section_in_a_house_charges_an_enemy_who_stands_at_its_wall() -> None:
    battle = sally(14.4, 9, 5)
    assert last(battle, "turn")  # nobody has charged, so there is no combat yet
    play(battle, Charge("a", "g"), Done())
    assert element(battle, "a").inside is None
    play(battle, Fight(("a",), "g"))
    assert last(battle, "melee").data["scores"] == [4]


@pytest.mark.rule(CHARGE, "p8.bua.melee-frontage")
def test_whoever_stands_at_the_wall_of_a_house_charges_those_inside_on_the_spot() -> None:
    battle = situation(
        "g ge-rifle-44 12,14.4 S; a uk-rifle-44 12,12", terrain=[FARM], dice=[5, 6, 9, 5]
    )
    play(battle, Charge("g", "a"))
    play(battle, ReactFire("a", 0.0), seat="british")
    assert last(battle, "fire").data["range"] == 0.0
    assert modifiers(battle)["p8.fire.mod-within-4"] == 1
    play(battle, Fight(("g",), "a"))
    assert last(battle, "melee").data["scores"] == [2]  # 9 + 5 against 5 + 5 + 2
    assert element(battle, "g").inside == "farm"


@pytest.mark.rule("p8.charge.front-only")
def test_whoever_turns_its_back_on_the_wall_does_not_charge_into_the_house() -> None:
    battle = situation("g ge-rifle-44 12,14.4; a uk-rifle-44 12,12", terrain=[FARM])
    assert refused(battle, Charge("g", "a")).rule == "p8.charge.front-only"


@pytest.mark.rule("p8.react.interrupts-at-any-point", CHARGE)
@cases("at", 0.0, 0.5)
def test_a_charge_out_of_a_house_goes_on_after_a_pause(at: float) -> None:
    battle = sally(16.0, 1, 9)
    play(battle, Charge("a", "g"), ReactFire("g", at), GoOn())
    assert place(battle, "a") == pytest.approx((12.0, 15.2))
    assert told(battle, "charge")


@pytest.mark.rule("p8.bua.auto-dismount", "p8.melee.mod-cavalry")
def test_cavalry_in_a_house_mounts_and_charges_out_of_it() -> None:
    battle = situation("c ge-cav 12,12; s uk-rifle-44 12,18", terrain=[FARM], dice=[5, 5])
    assert element(battle, "c").sheet == "ge-rifle-40"
    play(battle, Charge("c", "s"), Fight(("c",), "s"))
    assert modifiers(battle, "melee")["p8.melee.mod-cavalry"] == 2


@pytest.mark.rule("p8.charge.front-only", "p8.bua.csw-and-vehicles-one-side")
@cases("facing, rule", (0, None), (90, "p8.charge.front-only"))
def test_a_tank_charges_out_of_the_side_at_which_it_stands(facing: float, rule: str | None) -> None:
    battle = situation(
        unit("t", "uk-cromwell", at=(12, 12), facing=facing),
        "g ge-rifle-44 12,16 S",
        terrain=[FARM],
    )
    assert why_not(battle, Charge("t", "g")) == rule
