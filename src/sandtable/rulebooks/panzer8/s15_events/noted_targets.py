"""Sections 15.3.3 and 15.4.1: targets that are noted down before play.

Aircraft are given features of the ground, batteries points of the table. Each side notes its own,
and keeps them to itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError
from sandtable.scenario.errors import not_among
from sandtable.table import Point

from ..s02_terrain.place_names import name_of_feature
from ..state import P8State, Planned, Planning
from ..state.battlefield import Setting
from ..state.built_up_areas import TOWN
from ..state.orders import AirOrder, SupportOrder
from ..state.side_names import side_called


class PlanAir(AirOrder, frozen=True, kw_only=False):
    """Note down up to three features of the ground as targets of the aircraft (15.3.3)."""

    features: tuple[str, ...]


Support = Literal["air", "fire"]

SUPPORTS: Final[dict[Support, str]] = {"air": "air_support", "fire": "support_fire"}
"""The kinds of support whose targets may be noted, with the options that switch them."""

MOST: Final = 3
"""So many targets of each kind may be noted."""


def begin_planning(state: P8State, support: Support) -> None:
    """Have both sides note their targets, if this battle begins at its beginning."""
    if state.setting.scenario.situation.phase is not None:
        return
    options = state.setting.options
    if not (options[SUPPORTS[support]] and options["event_cards"]):
        return  # only a card brings support, so that without cards a plan would be for nothing
    if support == "air" and not features(state.setting):
        return
    for side in (state.other_side(state.first), state.first):
        if not noted(state, side, support):
            state.phase = "setup"
            state.push(Planning(side=side, support=support))


def noted(state: P8State, side: str, support: Support) -> tuple[Planned, ...]:
    """What a side has noted for one kind of support."""
    return tuple(one for one in state.planned if (one.side, one.support) == (side, support))


def note(state: P8State, frame: Planning, targets: tuple[Planned, ...]) -> Iterator[Event]:
    """Write a side's targets down, and settle that it has done so."""
    state.pop()
    state.planned = (*state.planned, *targets)
    rule = "p8.air.preplanned" if frame.support == "air" else "p8.support.preplanned"
    noted = "may have noted targets for"
    told = side_called(state, frame.side).opens(f"{noted} its", f"{noted} their")
    whose = "aircraft" if frame.support == "air" else "batteries"
    listed = ", ".join(_told(state.setting, target) for target in targets) or "none"
    yield Event(
        kind="plan",
        text=f"{told} {whose}.",
        rules=(rule,),
        data={"side": frame.side, "support": frame.support},
    )
    yield Event(
        kind="plan",
        text=f"Targets noted for the {whose}: {listed}.",
        rules=(rule,),
        seen_by=state.setting.seats[frame.side],
    )


def _told(setting: Setting, target: Planned) -> str:
    if target.feature is not None:
        return name_of_feature(setting, target.feature)
    assert target.at is not None
    return f"({target.at[0]:g}, {target.at[1]:g})"


# -- what a scenario notes ------------------------------------------------------------------------


def read_planned(setting: Setting) -> tuple[Planned, ...]:
    """The targets that the scenario notes for its sides.

    Raises:
        ScenarioError: Where they are none that the book knows, or too many.
    """
    found: list[Planned] = []
    for index, target in enumerate(setting.scenario.planned):
        where = f"planned[{index}]"
        kind: Support | None = next((k for k in SUPPORTS if k == target.support), None)
        if kind is None:
            raise ScenarioError(
                f"{where}.support", not_among(target.support, SUPPORTS, "kind of support")
            )
        if kind == "air" and target.feature not in features(setting):
            raise ScenarioError(f"{where}.feature", "aircraft need a feature of the terrain")
        if kind == "fire" and target.at is None:
            raise ScenarioError(f"{where}.at", "batteries need a point of the table")
        found.append(Planned(side=target.side, support=kind, at=target.at, feature=target.feature))
        alike = [one for one in found if (one.side, one.support) == (target.side, kind)]
        if len(alike) > MOST:
            raise ScenarioError(where, f"a side notes {MOST} targets of a kind at the most")
    return tuple(found)


# -- targets of aircraft (15.3.3) -----------------------------------------------------------------


def features(setting: Setting) -> tuple[str, ...]:
    """The features of the ground that can be told from others, by id."""
    ground = setting.ground
    areas = [area.id for area in ground.areas if area.kind != TOWN]
    return (*areas, *(line.id for line in ground.lines))


# -- targets of batteries (15.4.1) -----------------------------------------------------------------


class PlanFire(SupportOrder, frozen=True, kw_only=False):
    """Note down up to three points for the batteries before play (15.4.1)."""

    points: tuple[Point, ...]


RULE = "p8.support.preplanned"


def planned_points(state: P8State, side: str) -> tuple[Point, ...]:
    """The points that a side has noted for its batteries; each can be used again and again."""
    cite(RULE)
    return tuple(one.at for one in noted(state, side, "fire") if one.at is not None)
