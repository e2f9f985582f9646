"""Section 9: armoured infantry, which is infantry also while it is mounted."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

INFANTRY = "p8.armdinf.as-infantry-except"


@pytest.mark.rule(INFANTRY, "p8.melee.mod-through-smoke")
@pytest.mark.parametrize(
    ("sheet", "bonus"), [("uk-carrier-44", 1), ("uk-rifle-44", 1), ("uk-mc-40", 0)]
)
def test_armoured_infantry_attacks_through_smoke_like_infantry(sheet: str, bonus: int) -> None:
    north = {"uk-carrier-44": 11.2, "uk-mc-40": 11.0}.get(sheet, 10.8)
    battle = situation(
        unit("a", sheet, "british", at=(20, 10), charged=True),
        unit("d", "ge-rifle-44", at=(20, north), facing=180),
        screens=[smoke(20, 11)],
        phase="close-combat",
        dice=[5, 5],
    )
    play(battle, Fight(("a",), "d"))
    assert modifiers(battle, "melee").get("p8.melee.mod-through-smoke", 0) == bonus


@pytest.mark.rule(INFANTRY, "p8.hunt.close-defence-first")
@pytest.mark.parametrize(("sheet", "fires"), [("ge-pzgren-44", True), ("ge-mc", False)])
def test_armoured_infantry_beside_a_tank_defends_it(sheet: str, fires: bool) -> None:
    battle = situation(
        "a uk-rifle-44 20,10; tank ge-pz3-50 20,12.2 S suppressed",
        unit("guard", sheet, "german", at=(21.2, 12.2), facing=180),
        homes=HOMES,
        dice=[8, 5, 5, 5],
    )
    play(battle, Hunt("a", "tank"))
    assert bool(told(battle, "fire")) is fires
    if fires:
        # 8 + 5 + 1 against 5 + 5: the hunters are suppressed before they get at the tank.
        assert last(battle, "fire").data["effect"] == "suppressed"
        assert element(battle, "a").suppressed


@pytest.mark.rule(INFANTRY, "p8.cover.behind-afv", "p8.result.fall-back-in-cover")
@pytest.mark.parametrize("behind", [True, False])
def test_armoured_infantry_behind_a_tank_does_not_fall_back_from_its_lee(behind: bool) -> None:
    battle = situation(
        "mg uk-mg 20,5",
        unit("tank", "ge-pz3-50", at=(20 if behind else 30, 15), facing=180),
        "halftracks ge-pzgren-44 20,16.6 S",
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "halftracks"))  # 14 against 5 + 5 + 2, whether behind a tank or not
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "halftracks").suppressed is behind
    assert (asked(battle) == "fall back") is not behind


@pytest.mark.rule(INFANTRY, "p8.hunt.who")
def test_armoured_infantry_hunts_no_tanks_while_it_is_mounted() -> None:
    battle = situation("a uk-carrier-44 20,10; tank ge-pz3-50 20,12.6 S suppressed")
    refused = battle.refusal(Hunt("a", "tank"))
    assert refused is not None
    assert refused.rule == "p8.hunt.who"
    assert battle.refusal(Done()) is None
