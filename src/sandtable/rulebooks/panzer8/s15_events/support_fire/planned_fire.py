"""Section 15.4.1: the points that batteries are given before play."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point

from ...state import P8State, Planned, Planning
from ...state.orders import SupportOrder
from ..noted_targets import MOST, note, noted


class PlanFire(SupportOrder, frozen=True, kw_only=False):
    """Note down up to three points for the batteries before play (15.4.1)."""

    points: tuple[Point, ...]


RULE = "p8.support.preplanned"


def planned_points(state: P8State, side: str) -> tuple[Point, ...]:
    """The points that a side has noted for its batteries; each can be used again and again."""
    cite(RULE)
    return tuple(one.at for one in noted(state, side, "fire") if one.at is not None)


def check_plan_fire(state: P8State, order: PlanFire) -> Refusal | None:
    """Why these points cannot be noted."""
    if len(order.points) > MOST:
        return Refusal(RULE, f"At most {MOST} points may be noted, not {len(order.points)}.")
    ground = state.setting.ground
    for x, y in order.points:
        if not (0 <= x <= ground.width and 0 <= y <= ground.depth):
            return Refusal(
                RULE,
                f"({x:g}, {y:g}) is not on the table of {ground.width:g} x {ground.depth:g}.",
            )
    return None


def plan_fire(state: P8State, frame: Planning, order: PlanFire) -> Iterator[Event]:
    """Note points down for the batteries."""
    points = [(round(x, 4), round(y, 4)) for x, y in order.points]
    return note(
        state, frame, tuple(Planned(side=frame.side, support="fire", at=at) for at in points)
    )
