"""Situations with a mover and those who may react to it."""

from __future__ import annotations

from typing import Any

from sandtable.rulebooks.panzer8.state.orders import Move
from tests.panzer8.kit.scenes import P8Battle, situation, unit

WHO = "p8.react.who-may"
WHERE = "p8.react.interrupts-at-any-point"
STOPS = "p8.react.result-stops-mover"


def tank_and_guns(
    dice: list[int], guns: int = 1, sheet: str = "uk-sherman-75", **rest: Any
) -> P8Battle:
    """A tank at (30, 10) that faces north, and guns at y 29, within half range, that face it."""
    pak = [
        unit(f"gun{n}", "ge-pak38", "german", at=(30 + 4 * n, 29), facing=180) for n in range(guns)
    ]
    return situation(unit("tank", sheet, "british", at=(30, 10)), *pak, dice=dice, **rest)


NORTH = Move("tank", ((30, 20),))
