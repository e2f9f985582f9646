"""Section 14 where smoke meets close combat, hunters, works, cards and nations."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from sandtable.rulebooks.panzer8.state import Screen
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import BLANK, FOO

COVER = "p8.fire.mod-hard-cover-hull-down-smoke"

FAR = unit("far", "ge-rifle-44", at=(55, 46), facing=0)

ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Placed, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


# -- smoke ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.mod-through-smoke", "p8.smoke.effect")
def test_smoke_helps_infantry_that_charges_through_it_twice() -> None:
    battle = field(
        "men uk-rifle-44 30,17; foe ge-rifle-44 30,20.5 S",
        screens=[smoke(30, 18.6)],
        dice=[5, 5, 5, 5],
    )
    battle.play(Charge("men", "foe"))
    battle.play(ReactFire("foe", 1.0), "german")
    assert modifiers(battle)[COVER] == 2


@pytest.mark.rule("p8.hunt.needs-cover", "p8.hunt.mod-target-in-cover")
def test_smoke_is_no_licence_to_hunt_but_helps_whoever_may() -> None:
    def hunt(suppressed: bool) -> P8Battle:
        return field(
            "men uk-rifle-44 30,17",
            unit("tank", "ge-pz4-long", at=(30, 19.5), facing=180, suppressed=suppressed),
            screens=[smoke(30, 19.5)],
            dice=[5, 5],
        )

    assert why_not(hunt(False), Hunt("men", "tank")) == "p8.hunt.needs-cover"
    battle = hunt(True)
    battle.play(Hunt("men", "tank"))
    assert modifiers(battle, "hunt")["p8.hunt.mod-target-in-cover"] == 1


@pytest.mark.rule("p8.smoke.afv-not-through-own-discharger-smoke")
@pytest.mark.parametrize(
    ("side", "source", "sheet", "rule"),
    [
        ("british", "discharger", "uk-cromwell", "p8.smoke.afv-not-through-own-discharger-smoke"),
        ("german", "discharger", "uk-cromwell", None),
        ("british", "mortar", "uk-cromwell", None),
        ("british", "grenades", "uk-cromwell", None),
        ("british", "support", "uk-cromwell", None),
        ("british", "discharger", "uk-carrier-44", None),
        ("british", "discharger", "uk-apc", "p8.smoke.afv-not-through-own-discharger-smoke"),
    ],
)
def test_whose_smoke_stops_whom(side: str, source: Any, sheet: str, rule: str | None) -> None:
    cargo = [load("mover", "british", "uk-rifle-44")] if sheet == "uk-apc" else []
    battle = field(
        unit("mover", sheet, "british", at=(30, 17)),
        *cargo,
        FAR,
        screens=[smoke(30, 20)],
    )
    battle.state.screens = (
        Screen(side=side, x=30, y=20, heading=0, width=2.4, layer="x", source=source, ends=9),
    )
    assert why_not(battle, Move("mover", ((30, 24),))) == rule
    half = MoveAndFire("mover", ((30, 19),))
    assert why_not(battle, half) == (rule if sheet != "uk-apc" else why_not(battle, half))


@pytest.mark.rule(
    "p8.smoke.afv-not-through-own-discharger-smoke", "p8.advance.cannot-advance-falls-back"
)
@pytest.mark.parametrize(
    ("source", "y", "end"),
    [
        ("mortar", 15.1, 15.0),  # smoke of other kinds stops nobody
        ("discharger", 15.5, 14.3),  # up to the smoke, which begins at 15.1
        ("discharger", 15.0, None),  # the smoke begins at its front: it cannot advance at all
    ],
)
def test_a_tank_does_not_advance_after_an_overrun_into_smoke_of_its_own_dischargers(
    source: Any, y: float, end: float | None
) -> None:
    battle = field(
        "tank uk-cromwell 30,10; idle uk-rifle-44 5,5; foe ge-rifle-44 30,15", FAR, dice=[10, 1]
    )
    battle.state.screens = (
        Screen(side="british", x=30, y=y, heading=0, width=2.4, layer="x", source=source, ends=9),
    )
    let_pass(battle, Charge("tank", "foe"))
    assert place(battle, "tank") == (30, 13.8)
    battle.play(Done())
    battle.play(Overrun("tank", "foe"))
    assert is_out(battle, "foe")
    assert ("repulsed" in kinds(battle)) == (end is None)
    if end is not None:
        assert element(battle, "tank").y == pytest.approx(end, abs=0.05)


@pytest.mark.rule("p8.smoke.light-mortar", "p8.card.ace-ammo-shortage")
def test_a_shortage_of_ammunition_does_not_spoil_smoke() -> None:
    battle = dealt(
        "ace of hearts",
        "mortar uk-mortar-2in 30,10; idle uk-rifle-44 5,10",
        FAR,
        options={"smoke": True},
        dice=[3],
    )
    battle.play(LaySmoke("mortar", (30, 20), 0))
    assert last(battle, "smoke").data["result"] == "laid"


@pytest.mark.rule("p8.smoke.medium-heavy-mortar", "p8.nation.french-reserve-quality")
@pytest.mark.parametrize(("die", "result"), [(3, "laid"), (2, "failed")])
def test_french_reserves_lay_smoke_like_average_troops(die: int, result: str) -> None:
    battle = field(
        unit("mortar", "fr-mortar-81", at=(30, 10), flags=["RES"]),
        "idle fr-rifle 5,10",
        FAR,
        dice=[die],
    )
    battle.play(LaySmoke("mortar", (30, 20), 0))
    assert last(battle, "smoke").data["result"] == result


def idle_to(battle: P8Battle, turn: int, side: str, ask: str = "action") -> None:
    """Let everybody pass until a side is asked for something in a game turn."""
    for _ in range(40):
        here = battle.state
        if (here.turn, here.active, asked(battle)) == (turn, side, ask):
            return
        passes(battle)
    raise AssertionError(f"{side} are never asked for {ask} in turn {turn}")


# -- shells and smoke -----------------------------------------------------------------------------


@pytest.mark.rule("p8.smoke.lasts-until-next-action-phase", "p8.support.barrage-continues")
@pytest.mark.parametrize("goes_on", [True, False])
def test_support_smoke_of_turn_2_stands_until_turn_3_unless_the_barrage_goes_on(
    goes_on: bool,
) -> None:
    cards = [BLANK, CARDS["5 of diamonds"], CARDS["7 of hearts"], 5, CARDS["6 of diamonds"]]
    dice = [*cards, 6] if goes_on else [*cards, 5, CARDS["6 of hearts"]]
    battle = dealt(
        None,
        FOO,
        "idle uk-rifle-40 5,5; target ge-rifle-40 20,30",
        dice=dice,
        options={"support_fire": True, "smoke": True, "recce_moves": False},
        counters={"british": 5},
    )
    idle_to(battle, 2, "british", "support fire")
    play(battle, CallFire("target", "foo", smoke=True), LayScreen((20, 28.1)))
    assert len(battle.state.screens) == 1
    assert (battle.state.turn, battle.state.phase) == (2, "action")
    battle.play(Done())
    assert (battle.state.active, len(battle.state.screens)) == ("german", 1)
    battle.play(Done())
    assert (battle.state.turn, battle.state.active, battle.state.phase) == (3, "british", "event")
    assert len(battle.state.screens) == 1
    battle.play(KeepFiring())
    if goes_on:
        battle.play(Done())  # the barrage of the British may roll on, and does not
    assert (battle.state.turn, battle.state.phase) == (3, "action")
    assert len(battle.state.screens) == int(goes_on)


@pytest.mark.rule("p8.smoke.light-mortar")
@pytest.mark.parametrize(
    ("quality", "die", "laid"), [("poor", 3, 0), ("poor", 4, 1), (None, 3, 1), ("elite", 2, 1)]
)
def test_a_poor_two_inch_mortar_fails_with_a_3(quality: str | None, die: int, laid: int) -> None:
    battle = situation(
        unit("m", "uk-mortar-2in", at=(20, 10), quality=quality),
        "foe ge-rifle-44 58,46",
        options={"smoke": True},
        counters={"british": 1},
        dice=[die],
    )
    battle.play(LaySmoke("m", (20, 20)))
    assert len(battle.state.screens) == laid


@pytest.mark.rule("p8.smoke.pool-halved")
@pytest.mark.parametrize(
    ("date", "counters"), [("1941", 4), ("1941-12", 4), ("1942", 9), ("1940", 9), (None, 9)]
)
def test_soviets_of_1941_with_9_tanks_and_5_sections_have_4_counters(
    date: str | None, counters: int
) -> None:
    tanks = [unit(f"t{n}", "su-t34-41", at=(3 + 3 * n, 10)) for n in range(9)]
    foot = [unit(f"i{n}", "su-rifle", at=(3 + 3 * n, 5)) for n in range(5)]
    battle = situation(*tanks, *foot, "foe ge-rifle-44 58,46", options={"smoke": True}, date=date)
    assert pool(battle.state, "russian") == counters
