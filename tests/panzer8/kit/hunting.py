"""Situations with a tank and those who hunt it."""

from __future__ import annotations

from typing import Any

from sandtable.battle import Event
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from sandtable.scenario import Terrain, Unit
from tests.panzer8.kit.looking import last
from tests.panzer8.kit.playing import play
from tests.panzer8.kit.scenes import P8Battle, Placed, area, box, situation, unit

WHO = "p8.hunt.who"
NEAR = "p8.hunt.unsuppressed-within-2"
COVER = "p8.hunt.needs-cover"
DEFENCE = "p8.hunt.close-defence-first"
HELP = "p8.hunt.commander-bonus-action"
FALLS_BACK = "p8.hunt.result-hunter-falls-back"

WOOD = area("wood", box(10, 4, 30, 20))
UNDER_TANK = area("wood", box(10, 11, 30, 20))


def ambush(
    *others: Placed,
    sheet: str = "uk-rifle-40",
    prey: str = "ge-pz3-50",
    gap: float = 1.0,
    terrain: tuple[Terrain, ...] = (WOOD,),
    facing: float = 180.0,
    hunter: dict[str, Any] | None = None,
    tank: dict[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """Infantry ``a`` at (20, 10) looking north, and a tank so far to the north that faces it."""
    y = 10 + SHEETS[sheet].depth / 2 + gap + SHEETS[prey].depth / 2
    return situation(
        unit("a", sheet, "british", at=(20, 10), **(hunter or {})),
        unit("tank", prey, "german", at=(20, y), facing=facing, **(tank or {})),
        *others,
        terrain=terrain,
        **rest,
    )


def hunt(battle: P8Battle, commander: str | None = None) -> Event:
    play(battle, Hunt("a", "tank", commander))
    return last(battle, "hunt")


def commander(at: tuple[float, float] = (18, 10), **status: Any) -> Unit:
    return unit("cmd", "uk-cmd", "british", at=at, **status)


def guard(name: str = "guard", x: float = 21.2, **status: Any) -> Unit:
    """German infantry beside the tank of an ambush at 1 inch, touching its flank."""
    return unit(name, "ge-rifle-40", "german", at=(x, 12.2), facing=180, **status)
