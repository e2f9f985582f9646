"""Battles that begin with a support fire mission of the first unit's side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.rulebooks.panzer8.s15_events.support_fire.calling import CallFire
from sandtable.rulebooks.panzer8.state import SupportMission
from sandtable.scenario import NotedTarget, Unit
from tests.panzer8.kit.cards import CARDS, dealt
from tests.panzer8.kit.looking import told
from tests.panzer8.kit.scenes import P8Battle, Placed, placed, unit

MORTARS, MEDIUM, HEAVY = "7", "8", "9"
"""The cards that bring mortars, medium and heavy artillery."""

BLANK, ANOTHER = CARDS["5 of hearts"], CARDS["6 of hearts"]
"""Cards that bring nothing to anybody, as numbers on the dice."""

FOO = unit("foo", "uk-foo", "british", at=(20, 10))
TARGET = unit("target", "ge-rifle-40", "german", at=(20, 30), facing=180)
CALL = CallFire("target", "foo")
NOTED = (NotedTarget(side="british", support="fire", at=(20, 30)),)

SECTIONS = {"german": "ge-rifle-40", "british": "uk-rifle-40", "american": "us-rifle-41"}


def rifles(name: str, at: tuple[float, float], side: str = "german", **more: Any) -> Unit:
    """A section of riflemen."""
    return unit(name, SECTIONS[side], side, at=at, **more)


def ours(name: str, at: tuple[float, float], **more: Any) -> Unit:
    """A British section of riflemen."""
    return rifles(name, at, "british", **more)


def mission(
    card: str,
    *units: Placed,
    dice: Iterable[int] = (),
    options: dict[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """A battle in which the first unit's side has drawn this card and calls its fire down."""
    suit = "spades" if placed(*units)[0].side == "german" else "hearts"
    battle = dealt(
        f"{card} of {suit}",
        *units,
        dice=dice,
        options={"support_fire": True, "recce_moves": False, **(options or {})},
        **rest,
    )
    frame = battle.state.agenda[-1]
    assert isinstance(frame, SupportMission)
    assert frame.stage == "call"
    return battle


def fired(*units: Placed, dice: Iterable[int], card: str = MEDIUM, **rest: Any) -> P8Battle:
    """A battle in which the observer ``foo`` has called fire down on ``target``."""
    battle = mission(card, *units, dice=dice, **rest)
    battle.play(CallFire("target", "foo"))
    return battle


def under_fire(battle: P8Battle) -> list[str]:
    """Who has been attacked by support fire, in the order of the attacks."""
    return [event.pieces[0] for event in told(battle, "shelling")]


def effects(battle: P8Battle) -> dict[str, str]:
    """What support fire has done to each, by the last attack on it."""
    return {event.pieces[0]: str(event.data["effect"]) for event in told(battle, "shelling")}


def scores(battle: P8Battle) -> dict[str, int]:
    """The score of the last attack on each."""
    return {
        e.pieces[0]: int(e.data["score"]) for e in told(battle, "shelling") if "score" in e.data
    }
