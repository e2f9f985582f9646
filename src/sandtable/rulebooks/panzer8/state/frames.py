"""What may stand on the agenda: the frames of movement, fire, combat and their results."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table import Point

from .elements import Element
from .event_frames import (
    AirMission,
    EventPhase,
    Flanked,
    Planning,
    Renewing,
    Shelled,
    SupportMission,
    TakingCard,
)

MoveAction = Literal[
    "mount", "dismount", "remount", "move", "move-and-fire", "fall-back", "charge", "join"
]
Bearing = Literal["forward", "backward", "hold"]
Struck = Literal["attacker", "defender"]
Helper = tuple[str, str]


class Moving(Struct, frozen=True, kw_only=True, tag=True):
    """A mover on its way, which enemies may stop at any point to react.

    Attributes:
        element: Who moves.
        action: The kind of action.
        path: The whole path of its base centre, from its start.
        start: The heading it had when the action began.
        bearing: Which way it faces on the way.
        facing: The facing it will end with.
        at: How far along the path it has come.
        stage: Whom the battle waits for: the other side, to react anywhere along the rest of the
            path (``react``) or once more at this very point (``again``), or the mover, to go on,
            halt or choose another way (``resume``), or friends of a charged element, to join it
            when the charger is there (``join``).
        passed: The seats that have let it pass since it was last stopped.
        target: Whom it charges.
        onto: The vehicle, or the base of mounts, that it is about to mount.
        leaves: The built-up area in which it sets out; the path begins on its outline.
        enters: The built-up area into which the path leads, as far as its outline.
        aloft: Whether it goes up to, or stays in, the elevated part of where it will be.
    """

    element: str
    action: MoveAction
    path: tuple[Point, ...]
    start: float
    bearing: Bearing
    facing: float | None
    at: float = 0.0
    stage: Literal["react", "again", "resume", "join"] = "react"
    passed: tuple[str, ...] = ()
    target: str | None = None
    onto: str | None = None
    leaves: str | None = None
    enters: str | None = None
    aloft: bool = False


class Volley(Struct, frozen=True, kw_only=True, tag=True):
    """Shots that an element has still to fire, as (gun, target), one after another."""

    element: str
    shots: tuple[tuple[int, str], ...]
    reaction: bool = False


class Firing(Struct, frozen=True, kw_only=True, tag=True):
    """A mover that has completed the first half of a Move and Fire."""

    element: str


class StandingShot(Struct, frozen=True, kw_only=True, tag=True):
    """An element that fires by its standing order at a mover or its riders, where it is now (5)."""

    element: str
    target: str


class Retiring(Struct, frozen=True, kw_only=True, tag=True):
    """An element that must fall back; its owner says which way."""

    element: str
    away_from: Point
    keep_cover: bool


class ExtraActions(Struct, frozen=True, kw_only=True, tag=True):
    """Elements that may act again at once, after a recovery of 9 or more."""

    elements: tuple[str, ...]


class Replacing(Struct, frozen=True, kw_only=True, tag=True):
    """A lost commander whose place another element must give up."""

    commander: Element


class Sharing(Struct, frozen=True, kw_only=True, tag=True):
    """A commander who shares the fate of the tank hunter that it helped (5.2)."""

    element: str
    effect: str
    away_from: Point


class Landing(Struct, frozen=True, kw_only=True, tag=True):
    """A passenger or rider that gets off next to its vehicle because of a combat result (8.4).

    Attributes:
        element: Who gets off.
        vehicle: The vehicle as it was when the result came.
        optional: Whether it may stay aboard instead.
        away_from: Where the fire came from, if it falls back once it is off.
        mortar: Whether a mortar fired.
        hedge: Whether the fire crossed a hedge or wall that the target touched.
    """

    element: str
    vehicle: Element
    optional: bool = False
    away_from: Point | None = None
    mortar: bool = False
    hedge: bool = False


class DrawingLots(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A transport that is hit with several aboard: one of them is lost at random (8.4).

    Attributes:
        vehicle: The transport.
        own: Whether its own side's fire has hit it.
    """

    vehicle: str
    own: bool = False


class Combat(Struct, frozen=True, kw_only=True, tag=True):
    """A close combat that is being fought (6).

    Attributes:
        attackers: The phasing side's elements in it.
        defenders: The other side's, the one that was named first.
        overrun: Whether a tank overruns a defender.
        stage: How far it has come: the commanders of either side may commit themselves, the dice
            are rolled, the blows fall, the ground is taken, and who cannot take it falls back.
        helpers: For either side, the commander that helps and the element that it helps.
        stood: Where everybody stood when the dice were rolled.
        hedge: Whether a hedge or wall lay between them.
        blows: Results that are still to be applied, as (side struck, effect, who dealt it).
        shared: Results that commanders have still to share, as (commander, effect).
        failed: Attackers that could not advance and have still to fall back.
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    overrun: bool = False
    stage: Literal["attackers", "defenders", "dice", "blows", "advance", "failed"] = "attackers"
    helpers: tuple[Helper | None, Helper | None] = (None, None)
    stood: tuple[tuple[str, Point], ...] = ()
    hedge: bool = False
    blows: tuple[tuple[Struck, str, str], ...] = ()
    shared: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()


class StandingFirm(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A suppressed Russian element that is suppressed again and may ignore that (16.1).

    Attributes:
        element: Who.
        own: Whether its own side's fire has suppressed it.
    """

    element: str
    own: bool = False


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side that sets up its elements."""

    side: str


class Scouting(Struct, frozen=True, kw_only=True, tag=True):
    """Reconnaissance troops that may still move before the battle, and whose turn it is (9.1)."""

    left: tuple[str, ...]
    side: str | None = None


class Revealing(Struct, frozen=True, kw_only=True, tag=True):
    """A counter that is turned over: its owner places those who were under it (12).

    Attributes:
        counter: The counter.
        elements: Those who are revealed and have still to be placed; nobody under a dummy.
        rule: The rule by which they are revealed.
        by: Who has spotted them.
        told: Whether the log has told of it.
    """

    counter: str
    elements: tuple[str, ...] = ()
    rule: str
    by: str | None = None
    told: bool = False


class Secret(Struct, frozen=True, kw_only=True, tag=True):
    """What stands on the agenda for those who may not know what it is: only who decides."""

    seats: tuple[str, ...]
    rule: str
    prompt: str


Frame = (
    Moving
    | Volley
    | Firing
    | Retiring
    | ExtraActions
    | Replacing
    | Deploying
    | Combat
    | Sharing
    | Scouting
    | Landing
    | DrawingLots
    | EventPhase
    | Renewing
    | TakingCard
    | Flanked
    | StandingFirm
    | AirMission
    | SupportMission
    | Shelled
    | Planning
    | Revealing
    | Secret
    | StandingShot
)
"""Anything that may stand on the agenda."""
