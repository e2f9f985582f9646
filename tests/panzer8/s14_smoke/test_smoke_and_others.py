"""Section 14 where smoke meets close combat, hunters, works, cards and nations."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.state import Screen
from tests.panzer8.kit import *

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


@pytest.mark.rule(
    "p8.smoke.afv-not-through-own-discharger-smoke", "p8.advance.cannot-advance-falls-back"
)
@cases(
    "source, y, end",
    ("mortar", 15.1, 15.0),  # smoke of other kinds stops nobody
    ("discharger", 15.5, 14.3),  # up to the smoke, which begins at 15.1
    ("discharger", 15.0, None),  # the smoke begins at its front: it cannot advance at all
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
@cases("die, result", (3, "laid"), (2, "failed"))
def test_french_reserves_lay_smoke_like_average_troops(die: int, result: str) -> None:
    battle = field(
        unit("mortar", "fr-mortar-81", at=(30, 10), flags=["RES"]),
        "idle fr-rifle 5,10",
        FAR,
        dice=[die],
    )
    battle.play(LaySmoke("mortar", (30, 20), 0))
    assert last(battle, "smoke").data["result"] == result


# -- shells and smoke -----------------------------------------------------------------------------
