"""Section 13: wire behind those who fight, and under those who ride."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

WIRE = line("wire", (10, 20.4), (50, 20.4))

ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Placed, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


# -- wire -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.defender-retreats")
def test_a_charge_that_pushes_the_defender_into_wire() -> None:
    battle = field(
        "men uk-rifle-44 30,17; foe ge-rifle-44 30,20 S suppressed",
        terrain="wire from 10,20.9 to 50,20.9",
        dice=[5, 5],
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))
    assert place(battle, "foe") == pytest.approx((30, 20.5), abs=0.06)


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.cannot-advance-falls-back")
def test_an_attacker_falls_back_from_a_defender_with_wire_at_its_back() -> None:
    battle = field(
        "men uk-rifle-44 30,17; foe ge-rifle-44 30,20 S suppressed", terrain=[WIRE], dice=[5, 5]
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))


@pytest.mark.rule("p8.wire.tracked-afv-ignores", "p8.riders.one-on-tank")
def test_riders_are_carried_across_wire() -> None:
    battle = field(
        "tank ge-pz4-long 30,17; load ge-rifle-44 in tank; foe uk-rifle-44 55,46", terrain=[WIRE]
    )
    let_pass(battle, Move("tank", ((30, 25),)))
    assert place(battle, "load") == (30, 25)
