"""Section 16 where nations meet shells, cards, hunters and close combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import mission, scores

NATIONS = {"national_characteristics": True}

STAND = "p8.nation.russian-ignore-one-suppression"


def national(*units: Placed, **rest: Any) -> P8Battle:
    return situation(*units, options={**NATIONS, **rest.pop("options", {})}, **rest)


# -- ammunition -----------------------------------------------------------------------------------


def shortage(*units: Placed, date: str, dice: list[int], card: str, **rest: Any) -> P8Battle:
    return dealt(
        card, *units, dice=dice, date=date, options={**NATIONS, "support_fire": True}, **rest
    )


@pytest.mark.rule("p8.nation.german-1944-ammo", "p8.react.option-fire")
def test_german_reaction_fire_suffers_from_an_allied_shortage_and_only_his() -> None:
    battle = shortage(
        "men uk-rifle-44 30,10; gun ge-ig75 30,20 S; mg ge-mg 33,20 S",
        date="1944",
        card="ace of hearts",
        dice=[1, 10, 1, 10],
    )
    battle.play(Move("men", ((30, 11),)))
    battle.play(ReactFire("gun", 0.0), "german")
    assert modifiers(battle).get("p8.nation.german-1944-ammo") == -1
    battle.play(ReactFire("mg", 0.0), "german")
    assert "p8.nation.german-1944-ammo" not in modifiers(battle)


@pytest.mark.rule("p8.nation.german-1944-ammo", "p8.support.barrage-continues")
def test_a_german_barrage_that_goes_on_in_his_next_turn_is_short_too() -> None:
    battle = shortage(
        "foe ge-rifle-44 30,40 S; men uk-rifle-44 30,10",
        date="1944",
        card="8 of spades",
        planned=(NotedTarget(side="german", support="fire", at=(30, 10)),),
        dice=[5, 10, CARDS["ace of hearts"], 6, 5, 10],
    )
    battle.play(CallFire(at=(30, 10)))
    assert scores(battle) == {"men": 5 + 8 - 5 - 10}
    pass_until(battle, "barrage")
    battle.play(KeepFiring())
    assert scores(battle) == {"men": 5 + 8 - 1 - 5 - 10}


@pytest.mark.rule("p8.nation.russian-1941-ammo", "p8.support.commander-controlled")
def test_a_russian_commander_short_of_shells_has_minus_two() -> None:
    battle = shortage(
        "men ge-rifle-40 30,40 S; idle ge-rifle-40 5,40 S; hq su-cmd 30,20; rus su-rifle 5,5",
        date="1941",
        card="ace of spades",
        dice=[CARDS["8 of hearts"], 5, 5],
    )
    while battle.state.active == "german":
        passes(battle)
    battle.play(CallFire("men", "hq"))
    assert last(battle, "shelling").data["score"] == 5 + 9 - 2 - 5 - 5


# -- standing firm --------------------------------------------------------------------------------


@pytest.mark.rule(STAND, "p8.support.affects-all-partly-inside")
def test_one_of_two_russians_under_the_same_shells_stands_firm() -> None:
    battle = mission(
        "8",
        "foo ge-foo 30,40 S; target su-rifle 30,20 suppressed",
        "mates su-rifle 31.5,20 suppressed; idle su-rifle 5,5",
        options=NATIONS,
        dice=[5, 4, 4],
    )
    battle.play(CallFire("target", "foo"))
    assert asked(battle) == "stand firm"
    battle.play(StandFirm(), "russian")
    assert not is_out(battle, "target")
    assert is_out(battle, "mates")


@pytest.mark.rule(STAND, "p8.passengers.share-fate")
def test_a_lorry_that_stands_firm_keeps_its_passenger() -> None:
    battle = national(
        "mg ge-mg 30,20; lorry su-truck 30,30 S suppressed; load su-rifle in lorry",
        "idle su-rifle 5,40",
        dice=[5, 4],
    )
    fire(battle, "mg", "lorry")
    battle.play(StandFirm(), "russian")
    assert not is_out(battle, "lorry")
    assert not is_out(battle, "load")


@pytest.mark.rule(STAND, "p8.hunt.result-suppressed")
def test_a_suppressed_russian_tank_stands_firm_against_hunters() -> None:
    battle = national("men ge-rifle-44 30,20; tank su-t34-43 30,22.5 S suppressed", dice=[8, 5])
    battle.play(Hunt("men", "tank"))
    assert asked(battle) == "stand firm"


@pytest.mark.rule("p8.nation.russian-melee-quality", "p8.dismount.mounted-troops-action")
@cases(
    "sheet, quality, total",
    ("su-rifle", "poor", 6),
    ("su-rifle", "elite", 6),
    ("su-cav", "poor", 4),
    ("su-mg", None, 4),
)
def test_whose_quality_is_replaced_hand_to_hand(sheet: str, quality: Any, total: int) -> None:
    battle = national(
        unit("men", "ge-rifle-44", at=(30, 20 - SHEETS[sheet].depth / 2 - 0.4), charged=True),
        unit("foe", sheet, at=(30, 20), facing=180, quality=quality),
        phase="close-combat",
        dice=[5, 5],
    )
    battle.play(Fight(("men",), "foe"))
    assert last(battle, "melee").tallies[-1].total == total


# -- French reserves ------------------------------------------------------------------------------


@pytest.mark.rule("p8.nation.french-reserve-quality", "p8.hunt.close-defence-first")
def test_reserves_in_close_defence_take_their_quality_from_the_die() -> None:
    battle = national(
        "men ge-rifle-40 30,20; tank fr-s35 30,22.5 S; guard fr-rifle-res 31.2,22.5 S",
        terrain="wood 28,18 to 34,26",
        dice=[4, 3, 5, 5],
    )
    battle.play(Hunt("men", "tank"))
    # 4 + 5 + 1 (even) + 1 (within 4) against 3 + 5 + 1 (wood).
    assert score(battle) == 2
