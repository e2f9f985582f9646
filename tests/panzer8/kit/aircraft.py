"""Missions of aircraft, brought by a card that is drawn as the battle begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sandtable.battle import Event
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import Strike
from sandtable.rulebooks.panzer8.state import AirMission
from sandtable.scenario import NotedTarget
from tests.panzer8.kit.looking import last
from tests.panzer8.kit.playing import play
from tests.panzer8.kit.scenes import P8Battle, Placed, placed, situation

OPTIONS: Final[Mapping[str, Any]] = {"event_cards": True, "air_support": True}
BLACK: Final = {"10": 10, "jack": 11, "queen": 12, "five": 5}
RED: Final = {"10": 36, "jack": 37, "queen": 38, "five": 31}
"""The numbers of some cards: spades for Germans, hearts for everybody else."""


def card(side: str, rank: str = "10") -> int:
    """The number of a card of a side's own colour."""
    return (BLACK if side == "german" else RED)[rank]


def mission(
    *units: Placed,
    rank: str = "10",
    dice: Iterable[int] = (),
    date: str | None = "1944",
    side: str | None = None,
    options: Mapping[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """A battle in whose first Event Phase the first unit's side draws a card for aircraft.

    The table is 60 by 48; the side comes from the south, so its aircraft come in at (30, 0).
    """
    side = side or placed(*units)[0].side
    return situation(
        *units,
        phase="event",
        side=side,
        options={**OPTIONS, **(options or {})},
        dice=[card(side, rank), *dice],
        date=date,
        **rest,
    )


def noted(side: str, *features: str) -> tuple[NotedTarget, ...]:
    """Features that a side has noted as targets of its aircraft."""
    return tuple(NotedTarget(side=side, support="air", feature=name) for name in features)


def frame(battle: P8Battle) -> AirMission:
    """The mission that is being flown."""
    top = battle.state.agenda[-1]
    assert isinstance(top, AirMission)
    return top


def is_flying(battle: P8Battle) -> bool:
    """Whether a mission is still to be settled."""
    return any(isinstance(frame, AirMission) for frame in battle.state.agenda)


def attack(battle: P8Battle, target: str | None = None, method: Any = "opportunity") -> Event:
    """Have the aircraft attack; the (last) attack."""
    play(battle, Strike(method, target))
    return last(battle, "air-attack")


def attacked(battle: P8Battle) -> str:
    """Whom the aircraft attacked last."""
    return last(battle, "air-attack").pieces[0]
