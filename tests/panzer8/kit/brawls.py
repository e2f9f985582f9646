"""Fights hand to hand, and battles with national characteristics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from tests.panzer8.kit.looking import asked, modifiers, told
from tests.panzer8.kit.names import Charge, Done, Fight
from tests.panzer8.kit.playing import HOMES, let_pass, play
from tests.panzer8.kit.scenes import P8Battle, Placed, Point, situation, unit

ON = {"national_characteristics": True}


def brawl(ours: str, theirs: str, sides: tuple[str, str], **rest: Any) -> P8Battle:
    """An attacker and a defender in contact, of the given sheets."""
    rest.setdefault("options", ON)
    mine, its = rest.pop("attacker", {}), rest.pop("defender", {})
    return situation(
        unit("a", ours, sides[0], at=(20, 10), charged=True, **mine),
        unit("d", theirs, sides[1], at=(20, 10.8), facing=180, **its),
        phase="close-combat",
        **rest,
    )


def fought(battle: P8Battle) -> dict[str, int]:
    """What counted in the combat of the two, in which no commander helps."""
    play(battle, Fight(("a",), "d"))
    while not told(battle, "melee"):
        play(battle, Done())
    return modifiers(battle, "melee")


def locked(
    mine_is: tuple[str, str],
    its: tuple[str, str],
    *others: Placed,
    at: Point = (20, 10),
    gap: float = 0.0,
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """A British element that has charged a German one north of it, each by name and data sheet.

    Their Close Combat Phase begins; the bases are ``gap`` apart. ``mine`` and ``theirs`` take
    further words of ``unit``.
    """
    depth = (SHEETS[mine_is[1]].depth + SHEETS[its[1]].depth) / 2
    return situation(
        unit(*mine_is, "british", at=at, **{"charged": True, **(mine or {})}),
        unit(
            *its,
            "german",
            at=(at[0], round(at[1] + depth + gap, 4)),
            **{"facing": 180.0, **(theirs or {})},
        ),
        *others,
        **{"phase": "close-combat", **rest},
    )


def contact(
    *others: Placed, sheet: str = "uk-rifle-44", at_sheet: str = "ge-rifle-44", **rest: Any
) -> P8Battle:
    """An attacker ``a`` that has charged a defender ``d`` north of it."""
    return locked(("a", sheet), ("d", at_sheet), *others, homes=HOMES, **rest)


def fight(battle: P8Battle, *attackers: str) -> dict[str, int]:
    """Have ``a``, or others, fight ``d`` with no commander's help; what counted, by rule."""
    play(battle, Fight(attackers or ("a",), "d"))
    while asked(battle) == "commander":
        play(battle, Done())
    return modifiers(battle, "melee")


def charged(
    *more: Placed, sheet: str = "ge-rifle-44", theirs: Mapping[str, Any] | None = None, **rest: Any
) -> P8Battle:
    """A British section ``foot`` at (20, 17) has charged ``foe`` at (20, 20) and will fight it."""
    battle = situation(
        "foot uk-rifle-44 20,17",
        unit("foe", sheet, "german", at=(20, 20), **{"facing": 180.0, **(theirs or {})}),
        *more,
        "idle uk-rifle-44 5,5 W; watch ge-rifle-44 55,45",
        **rest,
    )
    let_pass(battle, Charge("foot", "foe"))
    return battle
