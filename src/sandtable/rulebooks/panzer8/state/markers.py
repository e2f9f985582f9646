"""What lies on the table beside the elements, or is noted down for later."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.table import Footprint, Point, rectangle

COUNTER_SIZE = 1.0
"""The sides of a counter."""

SmokeSource = Literal["discharger", "grenades", "mortar", "support"]
Policy = Literal["ask", "hold", "fire", "odds"]

Short = tuple[str, str]
"""A side that is short of ammunition, and the rule by which it is."""


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counter under which elements may be hidden: a square of an inch (12).

    Attributes:
        id: Its name, which says nothing of what is under it.
        side: Whose it is.
        x: Where its centre is, inches east.
        y: The same, inches north.
        under: The elements under it; nobody under a dummy, and ``None`` for those who may not know.
    """

    id: str
    side: str
    x: float
    y: float
    under: tuple[str, ...] | None = ()

    @property
    def base(self) -> Footprint:
        """Its place on the table."""
        return rectangle(self.x, self.y, 0.0, COUNTER_SIZE, COUNTER_SIZE)


class Screen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A smoke screen: a rectangle that whoever looks or shoots through is hindered by.

    Attributes:
        side: Whose smoke it is.
        x: Where its middle is, inches east.
        y: The same, inches north.
        heading: The way across it; its width lies at right angles to that.
        width: How wide it is.
        depth: How deep it is.
        layer: The element that laid it.
        source: What it came from.
        ends: The game turn in whose Action Phase of its owner it dissolves; the next, if unknown.
    """

    side: str
    x: float
    y: float
    heading: float
    width: float
    depth: float = 0.8
    layer: str | None = None
    source: SmokeSource | None = None
    ends: int | None = None

    @property
    def base(self) -> Footprint:
        """Its place on the table."""
        return rectangle(self.x, self.y, self.heading, self.width, self.depth)


class Gap(Struct, frozen=True, kw_only=True):
    """A gap that engineers have cleared in barbed wire (13.1), centred on a point of it."""

    wire: str
    x: float
    y: float


class Track(Struct, frozen=True, kw_only=True):
    """Where a tracked vehicle has crossed barbed wire in this Action Phase (13.1)."""

    side: str
    wire: str
    x: float
    y: float


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


class Barrage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Support fire that has been fired and may go on: HE on a beaten zone, or smoke (15.4).

    Attributes:
        side: Whose batteries.
        level: What fires, as in the table of levels.
        at: The centre of the beaten zone.
        directed: Whether a commander or a reconnaissance element directs it, with -1.
        screen: The smoke that it has laid; a smoke mission leaves no dangerous zone.
        struck: Who has been attacked on moving in the zone.
    """

    side: str
    level: str
    at: Point
    directed: bool = False
    screen: Screen | None = None
    struck: tuple[str, ...] = ()


class Planned(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A target that was noted down before play: a point for batteries, a feature for aircraft."""

    side: str
    support: Literal["air", "fire"]
    at: Point | None = None
    feature: str | None = None


class Flight(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Aircraft that have flown a mission and may make a second pass (15.3.8).

    Attributes:
        side: Whose aircraft.
        aircraft: Their type.
        model: Their model.
        turn: The game turn of the mission.
        shaken: What anti-aircraft fire cost them.
    """

    side: str
    aircraft: str
    model: str
    turn: int
    shaken: int = 0


class Cards(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The pack of event cards, and what has come of those drawn (15).

    Attributes:
        undrawn: The cards that are still in the pack, in the order of the suits: which comes next
            is for the dice to say.
        in_force: The ranks whose effect lasts for the current player turn.
        short: Who is short of ammunition in the current player turn, and by which rule.
        short_next: Who will be in its own next player turn.
        led: Who began its first action of the player turn near a commander, and may act twice.
        twice: The one that has acted twice, if anybody has.
    """

    undrawn: tuple[str, ...]
    in_force: tuple[str, ...] = ()
    short: tuple[Short, ...] = ()
    short_next: tuple[Short, ...] = ()
    led: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()


class Stance(Struct, frozen=True, kw_only=True):
    """How an element reacts by its standing order; ``chance`` in percent goes with ``odds``."""

    policy: Policy = "ask"
    chance: float = 0.0


ASK: Final = Stance()
"""How elements react that have no standing order."""


def unseen_of(side: str) -> str:
    """The name under which a standing order for everything hidden of a side is kept."""
    return f"?{side}"
