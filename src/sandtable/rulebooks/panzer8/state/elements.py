"""The elements of a game of Panzer8, and those that it has cost."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from sandtable.battle import Piece
from sandtable.table import Point

Quality = Literal["elite", "average", "poor"]


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
        fired: Has fired in the current player turn; kept only of those who are carried, and of guns
            that cannot move and fire while a card lets somebody act twice.
        charged: Has charged in the current player turn.
        fought: Has attacked in the current Close Combat Phase.
        through_smoke: Has charged through smoke in the current player turn.
        walked: Changed its place in its side's last Action Phase; kept for observers only.
        wire_turns: How many of its side's player turns engineers have begun where they are now,
            at barbed wire, unsuppressed; a roll for a gap uses up all but one.
        hurried: Set out at double time in the current player turn.
        under: The counter that it is hidden under; it has no base meanwhile.
        lay: Where it was placed when it was revealed, and the spot of its counter: until it leaves
            the one, it has the cover of the other.
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
    walked: bool = False
    wire_turns: int = 0
    hurried: bool = False
    under: str | None = None
    lay: tuple[Point, Point] | None = None

    internal: ClassVar[tuple[str, ...]] = ("on_table", "shifted")

    @property
    def borne_by(self) -> str | None:
        """The vehicle that carries or tows it."""
        return self.carried_by


class Loss(Struct, frozen=True, kw_only=True):
    """An element that is out of the battle, and the side to whose losses by the enemy it counts.

    One that its own side's shells or aircraft have struck counts to nobody's: its side is empty.
    """

    side: str
    element: str = ""
    combat: bool = True
    home_guard: bool = False
