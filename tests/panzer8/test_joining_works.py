"""Sections 13 and 14 where wire, works and smoke meet close combat, shells and nations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import ClearWire
from sandtable.rulebooks.panzer8.s14_smoke.laying import LaySmoke
from sandtable.rulebooks.panzer8.state import Screen
from sandtable.rulebooks.panzer8.state.orders import Done, GoOn, Move
from sandtable.scenario import Unit
from tests.panzer8.gunners import let_pass
from tests.panzer8.movers import asked, place
from tests.panzer8.packs import dealt
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    kinds,
    last,
    line,
    load,
    modifiers,
    situation,
    smoke,
    unit,
    why_not,
)

COVER = "p8.fire.mod-hard-cover-hull-down-smoke"
FAR = unit("far", "ge-rifle-44", "german", at=(55, 46), facing=0)
WIRE = line("wire", (10, 20.4), (50, 20.4))
ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Unit, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


# -- wire -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.defender-retreats")
def test_a_charge_that_pushes_the_defender_into_wire() -> None:
    battle = field(
        unit("men", "uk-rifle-44", "british", at=(30, 17)),
        unit("foe", "ge-rifle-44", "german", at=(30, 20), facing=180, suppressed=True),
        terrain=[line("wire", (10, 20.9), (50, 20.9))],
        dice=[5, 5],
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))
    assert place(battle, "foe") == pytest.approx((30, 20.5), abs=0.06)


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.cannot-advance-falls-back")
def test_an_attacker_falls_back_from_a_defender_with_wire_at_its_back() -> None:
    battle = field(
        unit("men", "uk-rifle-44", "british", at=(30, 17)),
        unit("foe", "ge-rifle-44", "german", at=(30, 20), facing=180, suppressed=True),
        terrain=[WIRE],
        dice=[5, 5],
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))


@pytest.mark.rule("p8.wire.engineers-clear", "p8.action.barred-after-reacting")
def test_a_turn_sat_out_after_reacting_is_a_turn_at_the_wire() -> None:
    battle = field(
        unit("foe", "ge-rifle-44", "german", at=(30, 28), facing=180),
        unit("men", "uk-eng", "british", at=(30, 20)),
        unit("mates", "uk-rifle-44", "british", at=(5, 5)),
        terrain=[WIRE],
        dice=[1, 10, 6],
        side="german",
        first="german",
    )
    battle.play(Move("foe", ((30, 27),)))
    battle.play(ReactFire("men", 0.5), "british")
    battle.play(Done(), "british")
    battle.play(GoOn())
    while not (battle.state.active == "british" and asked(battle) == "action"):
        battle.play(Done(), battle.choices[0].seats[0])
    assert why_not(battle, ClearWire("men", "wire")) == "p8.action.barred-after-reacting"
    battle.play(Done())
    while not (battle.state.active == "british" and asked(battle) == "action"):
        battle.play(Done(), battle.choices[0].seats[0])
    battle.play(ClearWire("men", "wire"))
    assert battle.state.gaps


@pytest.mark.rule("p8.wire.engineers-clear", "p8.smoke.grenades")
def test_engineers_may_throw_smoke_while_they_wait_at_the_wire() -> None:
    battle = field(
        unit("men", "uk-eng", "british", at=(30, 20)),
        unit("mates", "uk-rifle-44", "british", at=(5, 5)),
        FAR,
        terrain=[WIRE],
        dice=[6],
    )
    assert why_not(battle, ClearWire("men", "wire")) == "p8.wire.engineers-clear"
    battle.play(LaySmoke("men", (30, 20.8), 0))
    battle.play(Done())
    while not (battle.state.active == "british" and asked(battle) in {"action", "renew"}):
        battle.play(Done(), battle.choices[0].seats[0])
    if asked(battle) == "renew":
        battle.play(Done())
    battle.play(ClearWire("men", "wire"))
    assert battle.state.gaps


@pytest.mark.rule("p8.wire.tracked-afv-ignores", "p8.riders.one-on-tank")
def test_riders_are_carried_across_wire() -> None:
    battle = field(
        unit("tank", "ge-pz4-long", "german", at=(30, 17)),
        load("tank", "german"),
        unit("foe", "uk-rifle-44", "british", at=(55, 46), facing=0),
        terrain=[WIRE],
    )
    let_pass(battle, Move("tank", ((30, 25),)))
    assert place(battle, "load") == (30, 25)


# -- works ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fort.hard-cover", "p8.melee.several-attackers")
def test_works_cover_against_the_rifles_and_not_against_the_engineers_beside_them() -> None:
    battle = field(
        unit("rifles", "uk-rifle-44", "british", at=(28.9, 27)),
        unit("sappers", "uk-eng", "british", at=(31.1, 27)),
        unit("foe", "ge-mg", "german", at=(30, 30.5), facing=180, suppressed=True),
        terrain=[area("bunker", box(28, 29, 32, 32))],
        dice=[5, 5, 5],
    )
    let_pass(battle, Charge("rifles", "foe"), Charge("sappers", "foe"))
    battle.play(Fight(("rifles", "sappers"), "foe"))
    # One die for the garrison: 5 + 4 + 2 against the rifles' 10, and 5 + 4 against the sappers' 12.
    came = "-1 (attacker fall-back), +3 (defender out, suppressed again)"
    assert came in last(battle, "melee").text
    assert is_out(battle, "foe")


@pytest.mark.rule("p8.fort.hard-cover", "p8.melee.several-attackers")
def test_the_odds_know_that_works_are_no_cover_against_engineers() -> None:
    battle = field(
        unit("rifles", "uk-rifle-44", "british", at=(28.9, 28.6), charged=True),
        unit("sappers", "uk-eng", "british", at=(31.1, 28.6), charged=True),
        unit("foe", "ge-mg", "german", at=(30, 30.5), facing=180),
        terrain=[area("bunker", box(28, 29, 32, 32))],
        phase="close-combat",
    )
    odds = battle.odds(Fight(("rifles", "sappers"), "foe"))
    assert odds is not None
    both = sum(
        (a + 5 - d - 6 >= 5) and (b + 7 - d - 4 >= 5)
        for a in range(1, 11)
        for b in range(1, 11)
        for d in range(1, 11)
    )
    assert dict(odds.outcomes)["defender out, defender out"] == Fraction(both, 1000)


@pytest.mark.rule("p8.fort.immune-to-small-arms", "p8.react.option-fire")
def test_small_arms_are_not_fired_at_works_that_a_section_moves_into_either() -> None:
    battle = field(
        unit("men", "ge-rifle-44", "german", at=(30, 32.6), facing=180),
        unit("foe", "uk-rifle-44", "british", at=(30, 22)),
        terrain=[area("pillbox", box(29, 29, 31, 31))],
        dice=[5, 5],
    )
    battle.play(Move("men", ((30, 30),)))


# -- smoke ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.mod-through-smoke", "p8.smoke.effect")
def test_smoke_helps_infantry_that_charges_through_it_twice() -> None:
    battle = field(
        unit("men", "uk-rifle-44", "british", at=(30, 17)),
        unit("foe", "ge-rifle-44", "german", at=(30, 20.5), facing=180),
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
            unit("men", "uk-rifle-44", "british", at=(30, 17)),
            unit("tank", "ge-pz4-long", "german", at=(30, 19.5), facing=180, suppressed=suppressed),
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
        unit("tank", "uk-cromwell", "british", at=(30, 10)),
        unit("idle", "uk-rifle-44", "british", at=(5, 5)),
        unit("foe", "ge-rifle-44", "german", at=(30, 15), facing=0),
        FAR,
        dice=[10, 1],
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
        unit("mortar", "uk-mortar-2in", "british", at=(30, 10)),
        unit("idle", "uk-rifle-44", "british", at=(5, 10)),
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
        unit("mortar", "fr-mortar-81", "french", at=(30, 10), flags=["RES"]),
        unit("idle", "fr-rifle", "french", at=(5, 10)),
        FAR,
        dice=[die],
    )
    battle.play(LaySmoke("mortar", (30, 20), 0))
    assert last(battle, "smoke").data["result"] == result
