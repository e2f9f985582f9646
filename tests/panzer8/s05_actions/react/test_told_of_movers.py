"""Section 5: what those are told who may react to a mover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *


def prompted(order: Order, *others: Order, **rest: Any) -> str:
    """What the machine-gun's owner is prompted when the section opposite has its order."""
    battle = situation(
        "rif uk-rifle-44 20,10; mg ge-mg 20,13 S; gren ge-rifle-44 24,13 S", dice=[1, 10], **rest
    )
    play(battle, order, *others)
    return battle.choices[0].prompt


@pytest.mark.rule("p8.react.who-may")
@pytest.mark.parametrize(
    ("order", "prompt"),
    [
        (Move("rif", ((22.0, 10.0),)), "rif is moving, 2.0 in to (22, 10). React?"),
        (Move("rif", ((22.0, 10.0), (22.0, 9.0))), "rif is moving, 3.0 in to (22, 9). React?"),
        (Move("rif", (), 90.0), "rif is turning. React?"),
        (Charge("rif", "mg"), "rif is charging mg, 2.2 in to (20, 12.2). React?"),
        (FallBack("rif", "away", 2.0), "rif is falling back, 2.0 in to (20, 8). React?"),
    ],
)
def test_who_may_react_is_told_the_way_and_the_aim(order: Order, prompt: str) -> None:
    assert prompted(order) == prompt


@pytest.mark.rule("p8.react.who-may")
def test_who_may_react_later_is_told_how_far_the_mover_has_come() -> None:
    goes, stops = Move("rif", ((22.0, 10.0),)), ReactFire("mg", 1.0)
    prompt = "rif is moving, 2.0 in to (22, 10), 1.0 in of it done. React?"
    assert prompted(goes, stops) == prompt
    cm = prompted(goes, options={"unit": "cm"})
    assert cm == "rif is moving, 2.0 cm to (22, 10). React?"
