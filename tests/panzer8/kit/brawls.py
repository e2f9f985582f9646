"""Battles with national characteristics, and fights hand to hand in them."""

from __future__ import annotations

from typing import Any

from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight
from sandtable.rulebooks.panzer8.state.orders import Done
from tests.panzer8.kit.looking import modifiers, told
from tests.panzer8.kit.playing import play
from tests.panzer8.kit.scenes import P8Battle, situation, unit

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
