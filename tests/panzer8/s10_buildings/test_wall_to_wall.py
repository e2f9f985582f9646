"""Section 10.1.2: built-up areas that stand wall to wall, with enemies in both."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

FARM = area("bua", box(18, 18, 22, 22), "farm")
BARN = area("bua", box(22, 18, 26, 22), "barn")


def neighbours(sheet: str, **rest: object) -> P8Battle:
    """Somebody British in the farm, and a German section in the barn next door."""
    return situation(
        unit("a", sheet, "british", at=(20, 20)),
        unit("far", "uk-rifle-44", at=(5, 5), facing=270),
        unit("g", "ge-rifle-44", at=(24, 20)),
        terrain=[FARM, BARN],
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule("p8.foo.removed-in-contact")
@cases("sheet", "uk-foo", "uk-fac")
def test_an_observer_is_not_caught_by_an_enemy_in_the_next_house(sheet: str) -> None:
    battle = neighbours(sheet)
    play(battle, Done())
    assert battle.state.active == "german"
    assert not is_out(battle, "a")


@pytest.mark.rule("p8.foo.removed-in-contact", "p8.bua.melee-frontage")
def test_an_observer_in_a_house_is_caught_by_whoever_charges_him_there() -> None:
    battle = neighbours("uk-foo", side="german")
    play(battle, Charge("g", "a"), Done())
    assert "charge" in kinds(battle)
    assert is_out(battle, "a")
    assert told(battle, "contact")[-1].text == "a is caught by the enemy."


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.cmd.no-replacement-available")
def test_a_section_in_the_next_house_to_the_enemy_can_give_its_place_to_a_commander() -> None:
    battle = situation(
        "g ge-rifle-44 24,20; mg ge-mg 10,18 S; cmd uk-cmd 10,10; a uk-rifle-44 20,20",
        terrain=[FARM, BARN],
        dice=[10, 1],
    )
    play(battle, Fire("mg", "cmd"))
    assert asked(battle) == "commander"
    assert why_not(battle, Replace("a")) is None


# -- from house to house (5.4, 10.1.2) ------------------------------------------------------------


def assault(*dice: int, sheet: str = "uk-rifle-44") -> P8Battle:
    """The German section in the barn charges whoever is in the farm, and nobody reacts."""
    battle = neighbours(sheet, side="german", dice=dice)
    play(battle, Charge("g", "a"))
    assert asked(battle) == "reaction"
    play(battle, Done())
    return battle


@pytest.mark.rule("p8.melee.hand-to-hand-definition")
def test_enemies_in_the_next_house_do_not_fight_unless_one_charges() -> None:
    battle = neighbours("uk-rifle-44", side="german")
    play(battle, Done())
    assert battle.state.active == "british"


@pytest.mark.rule("p8.melee.charged-may-fire-before-contact")
def test_whoever_is_charged_from_the_next_house_may_fire_first() -> None:
    battle = neighbours("uk-rifle-44", side="german", dice=[5, 5])
    play(battle, Charge("g", "a"), ReactFire("a", 0.0))
    # 5 and 1 for a target within 4, against Def 5 and hard cover.
    assert told(battle, "fire")[-1].data["score"] == -1


@pytest.mark.rule(
    "p8.bua.melee-frontage", "p8.advance.occupy-position", "p8.result.fall-back-in-cover"
)
@cases(
    "dice, taken",
    ((10, 2), True),  # 5 + 10 against 5 + 2 + 2 for stone houses: +6
    ((4, 4), False),  # 9 against 11: -2
    ids=["defenders out of action", "attackers beaten back"],
)
def test_the_next_house_is_taken_or_held(dice: tuple[int, int], taken: bool) -> None:
    battle = assault(*dice)
    play(battle, Fight(("g",), "a"))
    assert is_out(battle, "a") is taken
    assert element(battle, "g").inside == ("farm" if taken else "barn")
    assert element(battle, "g").suppressed is not taken
    if not taken:
        assert element(battle, "a").inside == "farm"


# -- across a lane too narrow to stand in ---------------------------------------------------------


def across(gap: float, *dice: int, sheet: str = "ge-rifle-44", **rest: object) -> P8Battle:
    """A German section in the barn, and a British one in the farm, with so much room between."""
    return situation(
        unit("a", "uk-rifle-44", at=(20, 20)),
        unit("far", "uk-rifle-44", at=(5, 5), facing=270),
        unit("g", sheet, "german", at=(24 + gap, 20)),
        terrain=[FARM, area("bua", box(22 + gap, 18, 26 + gap, 22), "barn")],
        side="german",
        dice=dice,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule("p8.charge.required-for-melee", "p8.bua.melee-frontage")
@cases("gap", 0.0, 0.06, 0.2, 0.39, 0.4)
def test_the_house_across_a_narrow_lane_is_charged_and_taken_like_the_one_next_door(
    gap: float,
) -> None:
    battle = across(gap, 7, 5)  # 12 against 12
    play(battle, Charge("g", "a"), Done())
    assert (element(battle, "g").inside, asked(battle)) == ("barn", "close combat")
    play(battle, Fight(("g",), "a"))
    assert element(battle, "a").inside is None
    assert element(battle, "a").x < 18
    assert element(battle, "g").inside == "farm"


@pytest.mark.rule("p8.charge.contact-placement", "p8.bua.enter-or-leave-half-move")
@cases("gap", 0.41, 0.8, 2.0)
def test_where_there_is_room_in_the_lane_the_charger_comes_out_into_it(gap: float) -> None:
    battle = across(gap)
    play(battle, Charge("g", "a"), Done())
    assert element(battle, "g").inside is None
    assert element(battle, "g").x == pytest.approx(22.4)


@pytest.mark.rule("p8.charge.required-for-melee", "p8.bua.auto-dismount")
@cases(
    "sheet, gap, inside",
    ("ge-mc", 0.6, "barn"),
    ("ge-mc", 0.61, None),
    ("ge-pzgren-44", 0.8, "barn"),
    ("ge-pzgren-44", 0.81, None),
)
def test_mounted_troops_need_more_room_to_come_out(
    sheet: str, gap: float, inside: str | None
) -> None:
    battle = across(gap, sheet=sheet)
    play(battle, Charge("g", "a"), Done())
    assert element(battle, "g").inside == inside
    assert asked(battle) == "close combat"


@pytest.mark.rule("p8.melee.hand-to-hand-definition", "p8.melee.no-fire-no-target")
@cases("gap", 0.06, 0.4)
def test_enemies_across_a_narrow_lane_fire_at_each_other_until_one_charges(gap: float) -> None:
    battle = across(gap, 5, 5)
    assert why_not(battle, Fire("g", "a")) is None
    play(battle, Fire("g", "a"))
    assert battle.state.active == "british"
    assert why_not(battle, Charge("a", "g")) is None


@pytest.mark.rule("p8.advance.suppressed-attacker-stays", "p8.advance.only-the-side-that-charged")
def test_a_suppressed_assailant_across_the_lane_is_fought_again_in_the_other_half() -> None:
    # 2 + 5 against 3 + 5 + 2 is -3; then 5 + 5 against 3 + 5 + 2 for the houses it is in: 0.
    battle = across(0.3, 2, 3, 5, 3)
    play(battle, Charge("g", "a"), Done(), Fight(("g",), "a"))
    assert element(battle, "g").suppressed
    assert battle.state.active == "british"
    play(battle, Done())
    assert asked(battle) == "close combat"
    play(battle, Fight(("a",), "g"))
    assert told(battle, "melee")[-1].data["scores"] == [0]
    assert [element(battle, name).inside for name in ("a", "g")] == ["farm", "barn"]


@pytest.mark.rule("p8.fort.close-combat-only-infantry", "p8.charge.contact-placement")
@cases("gap", 0.0, 0.05, 0.3)
def test_a_bunker_at_the_wall_of_a_house_is_charged_out_of_the_house(gap: float) -> None:
    battle = situation(
        "g ge-rifle-44 20,20 W",
        unit("a", "uk-rifle-44", at=(16 - gap, 20), facing=90),
        terrain=[FARM, area("bunker", box(14 - gap, 18, 18 - gap, 22), "bunker")],
        options={"field_engineering": True},
    )
    play(battle, Charge("g", "a"))
    no_reaction(battle)
    assert element(battle, "g").inside is None
    assert asked(battle) == "close combat"
    assert why_not(battle, Fight(("g",), "a")) is None
