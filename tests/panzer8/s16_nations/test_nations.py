"""Section 16: shortages of ammunition that spread, and the equipment of the French of 1944."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from sandtable.rulebooks.panzer8.s15_events.cards import colour_of
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import MEDIUM, level_of
from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import ON

RUSSIAN_AMMO = "p8.nation.russian-1941-ammo"

GERMAN_AMMO = "p8.nation.german-1944-ammo"

# -- shortages of ammunition that spread (16.1, 16.3) ---------------------------------------------


def shelling(card: str, drawer: str, date: str, *more: str, **rest: Any) -> P8Battle:
    """Mortars and sections of Germans and an ally, one side of which draws cards to begin with."""
    mortar = {"british": "uk-mortar-3in", "russian": "su-mortar-82", "german": "ge-mortar-81"}
    section = {"british": "uk-rifle-44", "russian": "su-rifle", "german": "ge-rifle-40"}
    other = "russian" if drawer == "german" else "german"
    units = [
        unit("m1", mortar[drawer], drawer, at=(20, 8)),
        unit("s1", section[drawer], drawer, at=(26, 8)),
        unit("m2", mortar[other], other, at=(20, 30), facing=180),
        unit("s2", section[other], other, at=(26, 30), facing=180),
    ]
    rest.setdefault("options", ON)
    return dealt(card, *units, dice=[CARDS[name] for name in more], date=date, **rest)


def adds(battle: P8Battle, firer: str, target: str, *, reaction: bool = False) -> dict[str, int]:
    return firer_adds(shot(battle, firer, target, reaction=reaction))


@pytest.mark.rule("p8.nation.russian-1941-ammo", "p8.card.ace-ammo-shortage")
def test_a_german_shortage_of_1941_strikes_the_russians_too() -> None:
    battle = shelling(
        "ace of spades", "german", "1941-07-01", "5 of spades", "6 of hearts", "5 of clubs"
    )
    assert adds(battle, "m1", "s2")["p8.card.ace-ammo-shortage"] == -1
    assert adds(battle, "m2", "s1", reaction=True)[RUSSIAN_AMMO] == -1
    play(battle, Done())
    assert battle.state.active == "russian"
    assert adds(battle, "m2", "s1")[RUSSIAN_AMMO] == -1
    assert "p8.card.ace-ammo-shortage" not in adds(battle, "m1", "s2", reaction=True)
    play(battle, Done())
    assert battle.state.active == "german"
    assert RUSSIAN_AMMO not in adds(battle, "m2", "s1", reaction=True)
    play(battle, Done())
    assert RUSSIAN_AMMO not in adds(battle, "m2", "s1")


@pytest.mark.rule("p8.nation.russian-1941-ammo")
def test_a_second_shortage_does_not_add_up() -> None:
    battle = shelling("ace of spades", "german", "1941", "ace of hearts")
    play(battle, Done())
    added = adds(battle, "m2", "s1")
    assert sum(value for value in added.values() if value < 0) == -1


@pytest.mark.rule("p8.card.colours")
@cases(
    "card, drawer, date, options",
    ("ace of spades", "german", "1942", ON),
    ("ace of spades", "german", "1941", {}),
    ("ace of hearts", "german", "1941", ON),  # not their colour
    ("ace of hearts", "russian", "1941", ON),  # drawn by the Russian
)
def test_no_other_shortage_strikes_the_russians(
    card: str, drawer: str, date: str, options: dict[str, bool]
) -> None:
    battle = shelling(card, drawer, date, options=options)
    russian, target = ("m2", "s1") if drawer == "german" else ("m1", "s2")
    added = adds(battle, russian, target, reaction=drawer == "german")
    assert RUSSIAN_AMMO not in added
    assert battle.state.cards is not None
    assert not battle.state.cards.short_next


@pytest.mark.rule("p8.nation.german-1944-ammo")
@cases("date", "1944-06-06", "1945-01-01")
@cases("drawer", "british", "russian")
def test_an_allied_shortage_of_1944_strikes_the_germans_too(date: str, drawer: str) -> None:
    battle = shelling("ace of diamonds", drawer, date, "5 of hearts", "6 of hearts")
    assert adds(battle, "m1", "s2")["p8.card.ace-ammo-shortage"] == -1
    assert adds(battle, "m2", "s1", reaction=True)[GERMAN_AMMO] == -1
    play(battle, Done())
    assert battle.state.active == "german"
    assert adds(battle, "m2", "s1")[GERMAN_AMMO] == -1
    play(battle, Done())
    assert GERMAN_AMMO not in adds(battle, "m2", "s1", reaction=True)


@cases("date", "1943-12-31", "1941")
def test_not_before_1944(date: str) -> None:
    battle = shelling("ace of diamonds", "british", date)
    assert GERMAN_AMMO not in adds(battle, "m2", "s1", reaction=True)


# -- the French of 1944 (11) ----------------------------------------------------------------------


def liberators(sheet: str, date: str | None) -> P8Battle:
    return situation(unit("a", sheet, "french", at=(20, 10)), "g ge-rifle-44 20,30", date=date)


@pytest.mark.rule("p8.sheet.french-1944")
@cases("date", "1944-08-25", "1945")
def test_the_french_of_1944_use_the_us_entries(date: str) -> None:
    assert element(liberators("us-rifle-44", date), "a").sheet == "us-rifle-44"
    with pytest.raises(ScenarioError, match=r"units\[0\].*sheet: .*US\s+entries"):
        liberators("fr-rifle", date)


@pytest.mark.rule("p8.sheet.french-1944")
def test_in_1940_they_have_their_own() -> None:
    assert element(liberators("fr-rifle", "1940-05-12"), "a").sheet == "fr-rifle"
    assert element(liberators("fr-rifle", None), "a").sheet == "fr-rifle"
    with pytest.raises(ScenarioError):
        liberators("fr-rifle", "1944")
    captured = situation(
        unit("g", "fr-b1", "german", at=(20, 10)), "b uk-rifle-44 20,40", date="1944"
    )
    assert element(captured, "g").sheet == "fr-b1"


@pytest.mark.rule("p8.card.colours", "p8.smoke.pool-halved", "p8.support.levels")
def test_a_side_without_a_nation_is_of_that_of_most_of_its_units() -> None:
    battle = situation(
        unit("a", "su-rifle", "north", at=(10, 40), facing=180),
        unit("b", "su-rifle", "north", at=(20, 40), facing=180),
        unit("c", "uk-rifle-40", "north", at=(30, 40), facing=180),
        unit("d", "ge-rifle-40", "south", at=(10, 5)),
        date="1941-06-22",
        options={"smoke": True, "event_cards": True, "support_fire": True},
    )
    setting = battle.state.setting
    assert (colour_of(setting, "north"), colour_of(setting, "south")) == ("red", "black")
    assert (pool(battle.state, "north"), pool(battle.state, "south")) == (1, 1)
    assert level_of(setting, "north", MEDIUM).size == 5.0
    assert level_of(setting, "south", MEDIUM).size == 4.0
