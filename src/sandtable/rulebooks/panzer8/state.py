"""Where a game of Panzer8 stands."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from sandtable.battle import Outcome, Piece, State
from sandtable.rulebooks.panzer8.setting import Setting
from sandtable.rulebooks.panzer8.sheets import Sheet
from sandtable.table import Footprint, Point, rectangle

Quality = Literal["elite", "average", "poor"]
Phase = Literal["setup", "event", "action", "close-combat", "end"]
MoveAction = Literal[
    "mount", "dismount", "remount", "move", "move-and-fire", "fall-back", "charge", "join"
]
Bearing = Literal["forward", "backward", "hold"]

PHASES: tuple[Phase, ...] = ("event", "action", "close-combat", "end")
"""The phases of a player turn, in their order."""


class Element(Piece, frozen=True, kw_only=True, cache_hash=True):
    """A stand: a section, a weapon with its crew, or a few like vehicles.

    Attributes:
        sheet: Its entry on the data sheet.
        quality: Its training and morale.
        formation: Its chain of command.
        flags: Flags beside those of its data sheet.
        on_table: Whether it has a base on the table: not before it is placed or has entered, nor
            while it is carried.
        entry: The turn from which it may enter, while it is off the table.
        zone: The zone it is to be set up in, while it is off the table.
        suppressed: Bears a suppression marker.
        dug_in: Bears a dug-in marker.
        reacted: Bears a reaction marker.
        acted: Has used its action in its side's current player turn.
        moved: Has moved or turned by choice in the current player turn.
        shifted: Has changed its place by choice in the current player turn.
        road_column: Entered along a road, has not left it and has not been fired upon.
        carried_by: The vehicle that it rides in or on, or that tows it; it has no base meanwhile.
        inside: The built-up area that it is in.
        aloft: Whether it is in the elevated part of that.
        rides: What it was before it dismounted on entering that, and will be again outside.
        broken_down: A man-portable weapon that is taken apart for carrying.
        mounts: The base of mounts or empty vehicles that it has left behind.
        boarded: Has mounted or limbered up in the current player turn.
        landed: Has dismounted or unlimbered in the current player turn.
        spent: The part of its move that it has used in the current player turn; for one who has
            dismounted, that of the vehicle.
        fired: Has fired from the vehicle that carries it in the current player turn.
        charged: Has charged in the current player turn.
        fought: Has attacked in the current Close Combat Phase.
        through_smoke: Has charged through smoke in the current player turn.
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
    carried_by: str | None = None
    inside: str | None = None
    aloft: bool = False
    rides: str | None = None
    broken_down: bool = False
    mounts: str | None = None
    boarded: bool = False
    landed: bool = False
    spent: float = 0.0
    fired: bool = False
    charged: bool = False
    fought: bool = False
    through_smoke: bool = False

    internal: ClassVar[tuple[str, ...]] = ("on_table", "shifted")


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


class DrawingLots(Struct, frozen=True, kw_only=True, tag=True):
    """A transport that is hit with several aboard: one of them is lost at random (8.4)."""

    vehicle: str


class Contact(Struct, frozen=True, kw_only=True):
    """Enemies that came into contact by a charge, as long as they stay in contact.

    Attributes:
        charger: Who charged.
        enemy: Whom it reached, or who joined the combat against it.
        joined: Whether that enemy came to the help of another, by reaction.
    """

    charger: str
    enemy: str
    joined: bool = False


Struck = Literal["attacker", "defender"]
Helper = tuple[str, str]


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
        blows: Results that are still to be applied, as (side struck, effect).
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
    blows: tuple[tuple[Struck, str], ...] = ()
    shared: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()


class Scouting(Struct, frozen=True, kw_only=True, tag=True):
    """Reconnaissance troops that may still move before the battle, and whose turn it is (9.1)."""

    left: tuple[str, ...]
    side: str | None = None


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side that sets up its elements."""

    side: str


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
)


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
        contacts: Who has charged whom, of those still in contact.
        engaged: Who was in contact at the start of the Close Combat Phase, as (attacker, defender).
        stormed: Who has fought for built-up areas in it, as (place, attacker, defender).
        committed: The commanders that have helped in a combat of this Close Combat Phase.
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
    contacts: tuple[Contact, ...] = ()
    engaged: tuple[tuple[str, str], ...] = ()
    stormed: tuple[tuple[str, str, str], ...] = ()
    committed: tuple[str, ...] = ()
    outcome: Outcome | None = None

    containers: ClassVar[tuple[str, ...]] = ("pieces",)

    # -- asking -----------------------------------------------------------------------------------

    def sheet(self, element: Element) -> Sheet:
        """The data sheet of an element; a weapon that is taken apart moves like infantry."""
        if element.broken_down:
            return self.setting.packed(element.sheet)
        return self.setting.sheets[element.sheet]

    def base(self, element: Element) -> Footprint:
        """The base of an element where it stands; that of its vehicle if it is carried."""
        sheet = self.setting.sheets[element.sheet]
        if element.inside is not None:
            return self.setting.buas[element.inside].base_of(sheet, element.heading)
        if element.carried_by is not None:
            vehicle = self.pieces[element.carried_by]
            sheet = self.setting.sheets[vehicle.sheet]
            if vehicle.inside is not None:
                return self.setting.buas[vehicle.inside].base_of(sheet, element.heading)
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

    def out_of_play(self) -> tuple[str, ...]:
        """The elements that enemy action has removed."""
        return tuple(loss.element for loss in self.lost if loss.element)

    # -- changing ---------------------------------------------------------------------------------

    def put(self, element: Element) -> Element:
        """Put a changed element in the place of the old one; those it carries go with it."""
        self.pieces[element.id] = element
        for other in self.pieces.values():
            if other.carried_by == element.id:
                self.pieces[other.id] = msgspec.structs.replace(
                    other, x=element.x, y=element.y, heading=element.heading
                )
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
