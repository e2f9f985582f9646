"""Section 8: what the odds say becomes of a target is what becomes of it, for every throw of dice.

Each throw is played to its end. What stands in the odds, what the event tells and what is left on
the table afterwards must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.odds import Odds
from tests.panzer8.kit import *
from tests.panzer8.kit import aircraft as airmen
from tests.panzer8.kit import batteries as gunners
from tests.panzer8.kit.hunting import ambush

INSTEAD = "p8.result.fall-back-becomes-suppressed"
IN_COVER = "p8.result.fall-back-in-cover"
BLOCKED = "p8.fallback.blocked"
AGAIN = "p8.result.second-suppression-is-out"

LEFT = {
    "none": "as before",
    "none (stands fast)": "as before",
    "none (presses on)": "as before",
    "fall-back": "fallen back",
    "suppressed": "suppressed",
    "suppressed (does not fall back)": "suppressed",
    "one aboard out and the rest suppressed": "one aboard out",
    "out (suppressed again)": "out",
    "out": "out",
}
"""What is left on the table after each fate."""

Layout = Callable[[tuple[int, ...]], P8Battle]


def looks(battle: P8Battle, name: str) -> tuple[Any, ...] | None:
    piece = battle.state.pieces.get(name)
    if piece is None:
        return None
    aboard = sum(other.carried_by == name for other in battle.state.pieces.values())
    return piece.x, piece.y, piece.suppressed, piece.carried_by, aboard


def became(before: tuple[Any, ...] | None, after: tuple[Any, ...] | None) -> str:
    assert before is not None
    if after is None:
        return "out"
    if after[4] < before[4] and before[4] > 1:
        return "one aboard out"
    if after[2] and not before[2]:
        return "suppressed"
    return "fallen back" if after[:2] != before[:2] else "as before"


def settle(battle: P8Battle) -> None:
    """Answer everything that has to be answered before anybody acts again."""
    while battle.choices and asked(battle) in ("fall back", "get off", "commander"):
        choice = battle.choices[0]
        battle.play(next(iter(RULEBOOK.candidates(battle.state, choice))), choice.seats[0])


def check(
    lay_out: Layout,
    order: Order,
    kind: str,
    name: str = "target",
    throws: Iterator[tuple[int, ...]] | None = None,
) -> dict[str, Fraction]:
    """Play every throw of two dice and compare; the chances that were promised."""
    fresh = lay_out(())
    odds = fresh.odds(order)
    assert isinstance(odds, Odds)
    promised = odds.fate_of(name) or dict(odds.outcomes)
    told_as: dict[str, int] = {}
    came: dict[str, int] = {}
    faces = list(throws or product(range(1, 11), repeat=2))
    for throw in faces:
        battle = lay_out((*throw, 1, 1, 1, 1))
        before = looks(battle, name)
        battle.play(order)
        event = next(e for e in told(battle, kind) if name in e.pieces and "becomes" in e.data)
        fate = str(event.data["becomes"])
        told_as[fate] = told_as.get(fate, 0) + 1
        settle(battle)
        left = became(before, looks(battle, name))
        came[left] = came.get(left, 0) + 1
        assert LEFT[fate] == left, (throw, fate, left, event.text)
    share = sum(promised.values())
    assert {fate: Fraction(n, len(faces)) * share for fate, n in told_as.items()} == {
        fate: chance for fate, chance in promised.items() if chance
    }
    grouped: dict[str, Fraction] = {}
    for fate, chance in promised.items():
        if chance:
            grouped[LEFT[fate]] = grouped.get(LEFT[fate], Fraction(0)) + chance
    assert {left: Fraction(n, len(faces)) * share for left, n in came.items()} == grouped
    return promised


# -- every kind of target -------------------------------------------------------------------------


def target(sheet: str = "ge-rifle-44", at: tuple[float, float] = (20, 20), **more: Any) -> Unit:
    return unit("target", sheet, "german", at=at, **{"facing": 180.0, **more})


STONE = area("bua", box(18, 19, 22, 23), "farm", "stone")
WOODEN = area("bua", box(18, 19, 22, 23), "farm", "wooden")

TARGETS: dict[str, tuple[list[Unit], list[Any]]] = {
    "in the open": ([target()], []),
    "suppressed in the open": ([target(suppressed=True)], []),
    "dug in": ([target(dug_in=True)], []),
    "dug in and suppressed": ([target(dug_in=True, suppressed=True)], []),
    "a machine-gun": ([target("ge-mg")], []),
    "a suppressed gun": ([target("ge-pak38", suppressed=True)], []),
    "a broken-down mortar": ([target("ge-mortar-81", broken_down=True)], []),
    "at the edge of a wood": ([target()], [area("wood", box(15, 19, 25, 21))]),
    "deep in a wood": ([target()], [area("wood", box(15, 19, 25, 40))]),
    "suppressed at the edge of a wood": (
        [target(suppressed=True)],
        [area("wood", box(15, 19, 25, 21))],
    ),
    "behind a hedge": ([target()], [line("hedge", (15, 19.58), (25, 19.58))]),
    "in a house": ([target(at=(20, 21), inside="farm")], [STONE]),
    "suppressed in a house": (
        [target(at=(20, 21), inside="farm", suppressed=True)],
        [STONE],
    ),
    "in a wooden house": ([target(at=(20, 21), inside="farm")], [WOODEN]),
    "in a pill box": ([target(at=(20, 20.5))], [area("pillbox", box(19, 19.5, 21, 21.5))]),
    "with its back to a river": ([target()], [area("river", box(0, 20.0008, 60, 23))]),
    "cavalry": ([target("ge-cav")], []),
    "armoured infantry": ([target("ge-pzgren-44")], []),
    "a commander": ([target("ge-cmd")], []),
    "a lorry with one aboard": ([target("ge-lorry"), load("target", "german")], []),
    "a lorry with two aboard": (
        [target("ge-lorry"), load("target", "german"), load("target", "german", name="more")],
        [],
    ),
    "a suppressed lorry with two aboard": (
        [
            target("ge-lorry", suppressed=True),
            load("target", "german"),
            load("target", "german", name="more"),
        ],
        [],
    ),
}


def found_kinds() -> list[str]:
    return list(TARGETS)


def field(firer: str, what: str, dice: tuple[int, ...], **rest: Any) -> P8Battle:
    units, terrain = TARGETS[what]
    gap = 9.0 if firer == "uk-rifle-44" else 12.0
    if what == "a commander":
        gap = 3.5
    shooter = unit("firer", firer, "british", at=(20, 20 - gap))
    return situation(shooter, *units, terrain=terrain, dice=dice, homes={"german": "north"}, **rest)


@pytest.mark.rule(INSTEAD, AGAIN)
@pytest.mark.parametrize("what", found_kinds())
def test_mortar_fire(what: str) -> None:
    promised = check(
        lambda dice: field("uk-mortar-3in", what, dice), Fire("firer", "target"), "fire"
    )
    assert "fall-back" not in promised
    fresh = "suppressed" not in what
    assert ("suppressed (does not fall back)" in promised) is fresh
    assert ("none (stands fast)" in promised) is not fresh


@pytest.mark.rule(INSTEAD, IN_COVER, BLOCKED, AGAIN)
@cases(
    "what, falls_back",
    ("in the open", True),
    ("suppressed in the open", True),
    ("dug in", False),
    ("dug in and suppressed", False),
    ("a machine-gun", False),
    ("a suppressed gun", False),
    ("a broken-down mortar", False),
    ("at the edge of a wood", False),
    ("deep in a wood", True),
    ("suppressed at the edge of a wood", False),
    ("behind a hedge", False),
    ("in a house", False),
    ("suppressed in a house", False),
    ("in a wooden house", False),
    ("with its back to a river", False),
    ("cavalry", True),
    ("armoured infantry", True),
    ("a commander", True),
    ("a lorry with one aboard", True),
    ("a lorry with two aboard", True),
    ("a suppressed lorry with two aboard", True),
)
def test_rifle_fire(what: str, falls_back: bool) -> None:
    promised = check(lambda dice: field("uk-rifle-44", what, dice), Fire("firer", "target"), "fire")
    assert ("fall-back" in promised) is falls_back


# -- shells and aircraft --------------------------------------------------------------------------


@pytest.mark.rule(INSTEAD, AGAIN, "p8.support.only-cover-modifies")
@pytest.mark.parametrize("what", found_kinds())
def test_shells(what: str) -> None:
    units, terrain = TARGETS[what]

    def lay_out(dice: tuple[int, ...]) -> P8Battle:
        return gunners.mission(gunners.MEDIUM, gunners.FOO, *units, terrain=terrain, dice=dice)

    stand = product(range(2, 11), range(1, 11))  # a 1 lets the opponent shift the fire
    promised = check(lay_out, CallFire("target", "foo"), "shelling", throws=stand)
    assert "fall-back" not in promised


@pytest.mark.rule(INSTEAD, IN_COVER, AGAIN, "p8.air.attack-roll")
@cases("what", "in the open", "suppressed in the open", "dug in", "cavalry")
def test_aircraft(what: str) -> None:
    units, terrain = TARGETS[what]
    fac = unit("fac", "us-fac", at=(20, 5))

    def lay_out(dice: tuple[int, ...]) -> P8Battle:
        return airmen.mission(fac, *units, terrain=terrain, rank="jack", dice=dice)

    promised = check(lay_out, Strike("controlled", "target"), "air-attack")
    assert ("fall-back" in promised) is (what != "dug in")


# -- at arm's length ------------------------------------------------------------------------------


def struck(odds: Odds, side: str) -> set[str]:
    return {
        result.removeprefix(f"{side} ")
        for result, chance in odds.outcomes
        if chance and result.startswith(side)
    }


@pytest.mark.rule(INSTEAD, IN_COVER, BLOCKED, AGAIN, "p8.melee.result-table")
@cases(
    "status, terrain, fate",
    ({}, [], "fall-back"),
    ({"dug_in": True}, [], "suppressed (does not fall back)"),
    ({"dug_in": True, "suppressed": True}, [], "none (stands fast)"),
    ({"suppressed": True}, [], "fall-back"),
    ({}, [area("wood", box(15, 10.5, 25, 12))], "suppressed (does not fall back)"),
    ({}, [area("river", box(0, 10.8008, 60, 14))], "suppressed (does not fall back)"),
)
def test_hand_to_hand(status: dict[str, Any], terrain: list[Any], fate: str) -> None:
    def lay_out(dice: tuple[int, ...]) -> P8Battle:
        return situation(
            "a uk-rifle-44 20,10 charged",
            unit("d", "ge-rifle-44", at=(20, 10.8), facing=180, **status),
            terrain=terrain,
            phase="close-combat",
            homes={"german": "north", "british": "south"},
            dice=dice,
        )

    order = Fight(("a",), "d")
    odds = lay_out(()).odds(order)
    assert odds is not None
    assert sum(chance for _, chance in odds.outcomes) == 1
    again = "out (suppressed again)" if status.get("suppressed") else "suppressed"
    assert struck(odds, "defender") == {fate, again, "out"}
    seen: dict[str, Fraction] = {}
    for throw in product(range(1, 11), repeat=2):
        battle = lay_out((*throw, 1, 1))
        before = looks(battle, "d")
        battle.play(order)
        effect = told(battle, "melee")[0].data["effects"][0]
        retired = any(e.kind == "fall-back" and e.pieces == ("d",) for e in battle.events)
        told_to = asked(battle) == "fall back"
        driven = told_to and battle.choices[0].about == ("d",)
        marked = any(e.kind in ("suppressed", "stands") and "d" in e.pieces for e in battle.events)
        if effect == "defender fall-back":
            assert bool(driven or retired) is (fate == "fall-back")
            assert marked is (fate != "fall-back")
        if effect.startswith("defender") and "d" not in battle.state.pieces:
            key = "out"
        elif effect == "defender fall-back":
            key = fate
        else:
            key = effect.removeprefix("defender ")
        seen[key] = seen.get(key, Fraction(0)) + Fraction(1, 100)
        assert before is not None
    out = odds.chance("defender out") + odds.chance("defender out (suppressed again)")
    assert seen["out"] == out
    assert seen[fate] == odds.chance(f"defender {fate}")


@pytest.mark.rule(INSTEAD, "p8.hunt.result-hunter-falls-back", AGAIN)
@cases("dug_in", False, True)
@cases("suppressed", False, True)
def test_tank_hunting(dug_in: bool, suppressed: bool) -> None:
    def lay_out(dice: tuple[int, ...]) -> P8Battle:
        return ambush(
            terrain=() if dug_in or suppressed else (area("wood", box(10, 11, 30, 20)),),
            hunter={"dug_in": dug_in},
            tank={"suppressed": suppressed},
            dice=dice,
        )

    order = Hunt("a", "tank")
    odds = lay_out(()).odds(order)
    assert odds is not None
    seen: dict[str, Fraction] = {}
    for throw in product(range(1, 11), repeat=2):
        battle = lay_out((*throw, 1, 1))
        before = {name: looks(battle, name) for name in ("a", "tank")}
        battle.play(order)
        fate = str(told(battle, "hunt")[0].data["becomes"])
        seen[fate] = seen.get(fate, Fraction(0)) + Fraction(1, 100)
        settle(battle)
        hunters = became(before["a"], looks(battle, "a"))
        prey = became(before["tank"], looks(battle, "tank"))
        if fate.startswith("hunter"):
            assert hunters == ("suppressed" if dug_in else "fallen back")
            assert prey == "as before"
        else:
            assert (hunters, prey) == ("as before", LEFT[fate])
    assert seen == {result: chance for result, chance in odds.outcomes if chance}
