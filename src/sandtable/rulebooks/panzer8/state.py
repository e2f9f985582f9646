"""Where a game of Panzer8 stands."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from sandtable.battle import Outcome, Piece, State
from sandtable.rulebooks.panzer8.setting import Setting
from sandtable.rulebooks.panzer8.sheets import Sheet
from sandtable.table import Footprint, Point, rectangle

Quality = Literal["elite", "average", "poor"]
Phase = Literal["setup", "event", "action", "close-combat", "end"]
MoveAction = Literal["move", "move-and-fire", "fall-back"]
Bearing = Literal["forward", "backward", "hold"]

PHASES: tuple[Phase, ...] = ("event", "action", "close-combat", "end")
"""The phases of a player turn, in their order."""


class Element(Piece, frozen=True, kw_only=True):
    """A stand: a section, a weapon with its crew, or a few like vehicles.

    Attributes:
        sheet: Its entry on the data sheet.
        quality: Its training and morale.
        formation: Its chain of command.
        flags: Flags beside those of its data sheet.
        on_table: Whether it has been placed or has entered yet.
        entry: The turn from which it may enter, while it is off the table.
        zone: The zone it is to be set up in, while it is off the table.
        suppressed: Bears a suppression marker.
        dug_in: Bears a dug-in marker.
        reacted: Bears a reaction marker.
        acted: Has used its action in its side's current player turn.
        moved: Has moved or turned by choice in the current player turn.
        shifted: Has changed its place by choice in the current player turn.
        road_column: Entered along a road, has not left it and has not been fired upon.
    """

    sheet: str
    quality: Quality = "average"
    formation: str = ""
    flags: tuple[str, ...] = ()
    on_table: bool = True
    entry: int | None = None
    zone: str | None = None
    suppressed: bool = False
    dug_in: bool = False
    reacted: bool = False
    acted: bool = False
    moved: bool = False
    shifted: bool = False
    road_column: bool = False


class Screen(Struct, frozen=True, kw_only=True):
    """A smoke screen: a rectangle that whoever looks or shoots through is hindered by."""

    side: str
    x: float
    y: float
    heading: float
    width: float
    depth: float = 0.8

    @property
    def base(self) -> Footprint:
        """Its place on the table."""
        return rectangle(self.x, self.y, self.heading, self.width, self.depth)


class Loss(Struct, frozen=True, kw_only=True):
    """An element that enemy action has taken out of the battle."""

    side: str
    element: str = ""
    combat: bool = True
    home_guard: bool = False


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
            halt or choose another way (``resume``).
        passed: The seats that have let it pass since it was last stopped.
    """

    element: str
    action: MoveAction
    path: tuple[Point, ...]
    start: float
    bearing: Bearing
    facing: float | None
    at: float = 0.0
    stage: Literal["react", "again", "resume"] = "react"
    passed: tuple[str, ...] = ()


class Volley(Struct, frozen=True, kw_only=True, tag=True):
    """Shots that an element has still to fire, as (gun, target), one after another."""

    element: str
    shots: tuple[tuple[int, str], ...]
    reaction: bool = False


class Firing(Struct, frozen=True, kw_only=True, tag=True):
    """A mover that has completed the first half of a Move and Fire."""

    element: str


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


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side that sets up its elements."""

    side: str


Frame = Moving | Volley | Firing | Retiring | ExtraActions | Replacing | Deploying


class P8State(State, kw_only=True):
    """The state of a game of Panzer8.

    Attributes:
        setting: The ground, the scenario and the data sheets.
        pieces: The elements still in play, by id.
        first: The side that has the first player turn of every game turn.
        active: The side whose player turn it is.
        phase: The phase of that player turn.
        agenda: What must be settled before the phase goes on, the most urgent last.
        done: The seats that have ended their part of the phase.
        lost: The elements that enemy action has removed.
        screens: The smoke on the table.
        rifled: Targets shot at by anti-tank rifles in this Action Phase, as (side, target).
        outcome: How the battle ended.
    """

    setting: Setting
    pieces: dict[str, Element]
    first: str
    active: str
    phase: Phase = "event"
    agenda: tuple[Frame, ...] = ()
    done: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    screens: tuple[Screen, ...] = ()
    rifled: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None

    containers: ClassVar[tuple[str, ...]] = ("pieces",)

    # -- asking -----------------------------------------------------------------------------------

    def sheet(self, element: Element) -> Sheet:
        """The data sheet of an element."""
        return self.setting.sheets[element.sheet]

    def base(self, element: Element) -> Footprint:
        """The base of an element where it stands."""
        sheet = self.setting.sheets[element.sheet]
        return rectangle(element.x, element.y, element.heading, sheet.width, sheet.depth)

    def has(self, element: Element, flag: str) -> bool:
        """Whether an element has a flag, from its data sheet or from the scenario."""
        return flag in self.setting.sheets[element.sheet].flags or flag in element.flags

    def on_table(self, side: str | None = None) -> list[Element]:
        """The elements on the table, of one side or of all."""
        return [
            element
            for element in self.pieces.values()
            if element.on_table and (side is None or element.side == side)
        ]

    def enemies_of(self, element: Element) -> list[Element]:
        """The elements of the other side that are on the table."""
        return [
            other for other in self.pieces.values() if other.on_table and other.side != element.side
        ]

    def friends_of(self, element: Element) -> list[Element]:
        """The other elements of its side that are on the table."""
        return [
            other
            for other in self.pieces.values()
            if other.on_table and other.side == element.side and other.id != element.id
        ]

    def other_side(self, side: str) -> str:
        """The opponent of a side."""
        one, two = self.setting.sides
        return two if side == one else one

    # -- changing ---------------------------------------------------------------------------------

    def put(self, element: Element) -> Element:
        """Put a changed element in the place of the old one."""
        self.pieces[element.id] = element
        return element

    def push(self, frame: Frame) -> None:
        """Put something on the agenda that must be settled first."""
        self.agenda = (*self.agenda, frame)

    def pop(self) -> Frame:
        """Take the most urgent thing off the agenda."""
        *rest, last = self.agenda
        self.agenda = tuple(rest)
        return last

    def swap(self, frame: Frame) -> None:
        """Put something in the place of the most urgent thing on the agenda."""
        self.agenda = (*self.agenda[:-1], frame)
