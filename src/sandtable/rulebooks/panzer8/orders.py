"""What a player of Panzer8 can order."""

from __future__ import annotations

from typing import Literal

from sandtable.battle import Order
from sandtable.rulebooks.panzer8.state import Bearing
from sandtable.table import Point

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
    """

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"


class MoveAndFire(ActionOrder, frozen=True, kw_only=False):
    """Move at half speed, or turn in place, and then shoot (5.6)."""

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"


class FallBack(ActionOrder, frozen=True, kw_only=False):
    """Fall back of one's own will: away from the nearest enemy or towards home (5.5)."""

    direction: Direction
    distance: float
    facing: float | None = None


class Recover(ActionOrder, frozen=True, kw_only=False):
    """Try to lose a suppression marker, with a commander's help or without (5.7)."""

    rally: str | None = None


class Done(Order, frozen=True):
    """End the phase, or make no use of an offered action, shot or reaction."""


class ReactFire(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and shoot at it (5)."""

    element: str
    at: float


class ReactFallBack(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and fall back from it (5)."""

    element: str
    at: float
    direction: Direction
    distance: float
    facing: float | None = None


class GoOn(Order, frozen=True):
    """Go on after a reaction: as planned, or by another way."""

    path: tuple[Point, ...] | None = None
    facing: float | None = None
    bearing: Bearing | None = None


class Halt(Order, frozen=True):
    """Stop where a reaction interrupted the move."""

    facing: float | None = None


class Retire(Order, frozen=True, kw_only=False):
    """Say which way an element goes that must fall back, and how it faces then (8.1)."""

    direction: Direction
    facing: float | None = None


class Replace(Order, frozen=True, kw_only=False):
    """Name the element whose place a lost commander's successor takes (9.8)."""

    element: str


class Deploy(Order, frozen=True, kw_only=False):
    """Set an element up."""

    element: str
    at: Point
    facing: float = 0.0


ORDERS: tuple[type[Order], ...] = (
    Fire,
    Move,
    MoveAndFire,
    FallBack,
    Recover,
    Done,
    ReactFire,
    ReactFallBack,
    GoOn,
    Halt,
    Retire,
    Replace,
    Deploy,
)
