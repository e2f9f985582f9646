"""Section 16 and standing orders where they meet shells, cards, aircraft and close combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s05_actions.react.standing_orders import Standing
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight
from sandtable.rulebooks.panzer8.s15_events.support_fire.barrages import KeepFiring
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import CallFire
from sandtable.rulebooks.panzer8.s16_nations.decisions import StandFirm
from sandtable.rulebooks.panzer8.state.orders import Done, Move
from sandtable.scenario import NotedTarget, Unit
from tests.panzer8.gunners import mission, pass_until, scores
from tests.panzer8.movers import asked
from tests.panzer8.packs import CARDS, dealt
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    fire,
    is_out,
    last,
    load,
    modifiers,
    score,
    situation,
    smoke,
    told,
    unit,
)

NATIONS = {"national_characteristics": True}
AMMO = "p8.card.ace-ammo-shortage"
STAND = "p8.nation.russian-ignore-one-suppression"


def national(*units: Unit, **rest: Any) -> P8Battle:
    return situation(*units, options={**NATIONS, **rest.pop("options", {})}, **rest)


# -- ammunition -----------------------------------------------------------------------------------


def shortage(*units: Unit, date: str, dice: list[int], card: str, **rest: Any) -> P8Battle:
    return dealt(
        card, *units, dice=dice, date=date, options={**NATIONS, "support_fire": True}, **rest
    )


@pytest.mark.rule("p8.nation.german-1944-ammo", "p8.react.option-fire")
def test_german_reaction_fire_suffers_from_an_allied_shortage_and_only_his() -> None:
    battle = shortage(
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("gun", "ge-ig75", "german", at=(30, 20), facing=180),
        unit("mg", "ge-mg", "german", at=(33, 20), facing=180),
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
        unit("foe", "ge-rifle-44", "german", at=(30, 40), facing=180),
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
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
        unit("men", "ge-rifle-40", "german", at=(30, 40), facing=180),
        unit("idle", "ge-rifle-40", "german", at=(5, 40), facing=180),
        unit("hq", "su-cmd", "russian", at=(30, 20)),
        unit("rus", "su-rifle", "russian", at=(5, 5)),
        date="1941",
        card="ace of spades",
        dice=[CARDS["8 of hearts"], 5, 5],
    )
    pass_until(battle, "support") if False else None
    while battle.state.active == "german":
        battle.play(Done(), battle.choices[0].seats[0])
    battle.play(CallFire("men", "hq"))
    assert last(battle, "shelling").data["score"] == 5 + 9 - 2 - 5 - 5


# -- standing firm --------------------------------------------------------------------------------


@pytest.mark.rule(STAND, "p8.support.affects-all-partly-inside")
def test_one_of_two_russians_under_the_same_shells_stands_firm() -> None:
    battle = mission(
        "8",
        unit("foo", "ge-foo", "german", at=(30, 40), facing=180),
        unit("target", "su-rifle", "russian", at=(30, 20), suppressed=True),
        unit("mates", "su-rifle", "russian", at=(31.5, 20), suppressed=True),
        unit("idle", "su-rifle", "russian", at=(5, 5)),
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
        unit("mg", "ge-mg", "german", at=(30, 20)),
        unit("lorry", "su-truck", "russian", at=(30, 30), facing=180, suppressed=True),
        load("lorry", "russian", "su-rifle"),
        unit("idle", "su-rifle", "russian", at=(5, 40)),
        dice=[5, 4],
    )
    fire(battle, "mg", "lorry")
    battle.play(StandFirm(), "russian")
    assert not is_out(battle, "lorry")
    assert not is_out(battle, "load")


@pytest.mark.rule(STAND, "p8.hunt.result-suppressed")
def test_a_suppressed_russian_tank_stands_firm_against_hunters() -> None:
    battle = national(
        unit("men", "ge-rifle-44", "german", at=(30, 20)),
        unit("tank", "su-t34-43", "russian", at=(30, 22.5), facing=180, suppressed=True),
        dice=[8, 5],
    )
    battle.play(Hunt("men", "tank"))
    assert asked(battle) == "stand firm"


@pytest.mark.rule("p8.nation.russian-melee-quality", "p8.dismount.mounted-troops-action")
@pytest.mark.parametrize(
    ("sheet", "quality", "value"),
    [("su-rifle", "poor", 1), ("su-rifle", "elite", 1), ("su-cav", "poor", -1), ("su-mg", None, 0)],
)
def test_whose_quality_is_replaced_hand_to_hand(sheet: str, quality: Any, value: int) -> None:
    battle = national(
        unit("men", "ge-rifle-44", "german", at=(30, 19.0)),
        unit("foe", sheet, "russian", at=(30, 20), facing=180, quality=quality),
        phase="close-combat",
        dice=[5, 5],
    )
    defender = element(battle, "foe")
    depth = battle.state.sheet(defender).depth
    battle = national(
        unit("men", "ge-rifle-44", "german", at=(30, 20 - depth / 2 - 0.4), charged=True),
        unit("foe", sheet, "russian", at=(30, 20), facing=180, quality=quality),
        phase="close-combat",
        dice=[5, 5],
    )
    battle.play(Fight(("men",), "foe"))
    base = {"su-rifle": 5, "su-cav": 5, "su-mg": 4}[sheet]
    assert last(battle, "melee").tallies[-1].total == base + value


# -- French reserves ------------------------------------------------------------------------------


@pytest.mark.rule("p8.nation.french-reserve-quality", "p8.hunt.close-defence-first")
def test_reserves_in_close_defence_take_their_quality_from_the_die() -> None:
    battle = national(
        unit("men", "ge-rifle-40", "german", at=(30, 20)),
        unit("tank", "fr-s35", "french", at=(30, 22.5), facing=180),
        unit("guard", "fr-rifle-res", "french", at=(31.2, 22.5), facing=180),
        terrain=[area("wood", box(28, 18, 34, 26))],
        dice=[4, 3, 5, 5],
    )
    battle.play(Hunt("men", "tank"))
    # 4 + 5 + 1 (even) + 1 (within 4) against 3 + 5 + 1 (wood).
    assert score(battle) == 2


# -- standing orders ------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.option-fire", "p8.card.ace-ammo-shortage")
def test_the_odds_of_a_standing_order_reckon_with_a_shortage() -> None:
    def moved(chance: float, card: str) -> P8Battle:
        battle = shortage(
            unit("men", "uk-rifle-44", "british", at=(30, 10)),
            unit("idle", "uk-rifle-44", "british", at=(5, 10)),
            unit("gun", "ge-ig75", "german", at=(30, 25), facing=180),
            date="1944",
            card=card,
            dice=[1, 10],
        )
        battle.play(Standing("odds", ("gun",), chance), "german")
        battle.play(Move("men", ((30, 11),)))
        return battle

    # HE 6 against Def 5: an effect (+1 or better) with 55 of 100; short of shells with 45.
    assert told(moved(55, "5 of hearts"), "fire")
    assert not told(moved(55, "ace of hearts"), "fire")
    assert told(moved(45, "ace of hearts"), "fire")


@pytest.mark.rule("p8.react.option-fire", "p8.smoke.effect")
def test_the_odds_of_a_standing_order_reckon_with_smoke() -> None:
    battle = situation(
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("idle", "uk-rifle-44", "british", at=(5, 10)),
        unit("gun", "ge-ig75", "german", at=(30, 25), facing=180),
        screens=[smoke(30, 17, width=4.8)],
        options={"smoke": True},
        dice=[1, 10],
    )
    battle.play(Standing("odds", ("gun",), 37), "german")
    battle.play(Move("men", ((30, 11),)))
    assert not told(battle, "fire")


def with_riders(order: Standing, sheet: str = "uk-mg") -> P8Battle:
    """A tank with riders drives up to somebody who has a standing order."""
    battle = situation(
        unit("tank", "ge-pz4-long", "german", at=(30, 30), facing=180),
        load("tank", "german"),
        unit("idle", "ge-rifle-44", "german", at=(5, 40)),
        unit("firer", sheet, "british", at=(30, 10)),
        dice=[1, 10],
    )
    battle.play(order, "british")
    battle.play(Move("tank", ((30, 27),)))
    return battle


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_cannot_hurt_the_tank_fires_at_its_riders_by_standing_order() -> None:
    battle = with_riders(Standing("fire"))
    assert last(battle, "fire").pieces[:2] == ("firer", "load")
    assert element(battle, "firer").reacted


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_can_hurt_the_tank_fires_at_the_tank() -> None:
    assert last(with_riders(Standing("fire"), "uk-17pdr"), "fire").pieces[:2] == ("firer", "tank")


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_a_standing_order_with_odds_weighs_the_riders_too() -> None:
    # HE/SA 6 against Def 5: an effect with 55 of 100.
    assert told(with_riders(Standing("odds", chance=55)), "fire")
    assert not told(with_riders(Standing("odds", chance=56)), "fire")
