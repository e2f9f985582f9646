"""What a player of Panzer8 can order."""

from __future__ import annotations

from typing import Literal

from sandtable.battle import Order
from sandtable.table import Point

from . import Bearing

Direction = Literal["away", "home"]


class ActionOrder(Order, frozen=True):
    """An order for an action of an element in its Action Phase."""

    element: str


class Fire(ActionOrder, frozen=True, kw_only=False):
    """Shoot at a target (5.1); secondary guns may each have a target of their own."""

    target: str | None
    secondary: tuple[str | None, ...] = ()


class Move(ActionOrder, frozen=True, kw_only=False):
    """Move along a path of the base's centre, or turn in place if there is none (5.3).

    Attributes:
        path: The points to pass through, the last being the destination.
        facing: The heading to end with; without one, the heading of the last leg.
        bearing: How the element faces on the way: along its path, backing up, or as it stood.
        aloft: In a built-up area with a high part, whether to go up to it or down from it.
    """

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"
    aloft: bool | None = None


class Done(Order, frozen=True):
    """End the phase, or make no use of an offered action, shot or reaction."""


class GoOn(Order, frozen=True):
    """Go on after a reaction: as planned, by another way, or in a charge at another target."""

    path: tuple[Point, ...] | None = None
    facing: float | None = None
    bearing: Bearing | None = None
    target: str | None = None


class SupportOrder(Order, frozen=True):
    """An order for the batteries off the table, or against those of the enemy (15.4)."""


class AirOrder(Order, frozen=True):
    """An order for aircraft, or for those who shoot at them (15.3)."""
