"""What a scenario file can say.

The fields are the same for every book. Where a book has words of its own (data-sheet ids,
qualities, kinds of terrain, statuses of a piece, options), the file uses them and the book checks
them when the battle is set up.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Point = tuple[float, float]
Edge = Literal["north", "south", "east", "west"]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_.-]*$", max_length=64)]
Length = Annotated[float, Meta(gt=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=1000)]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a scenario: a frozen record that accepts no unknown field."""


class TableSize(_Part, frozen=True):
    """The size of the table in inches, and what lies where no terrain is drawn.

    A width or depth that is left out (0) is the one that the book has in mind.
    """

    width: Length = 0.0
    depth: Length = 0.0
    ground: str | None = None


class Terrain(_Part, frozen=True):
    """A feature with a kind that the book knows.

    It is an area (``outline``), a line without width (``line``), or a strip such as a road
    (``line`` and ``width``).
    """

    id: Id
    kind: str
    outline: tuple[Point, ...] | None = None
    line: tuple[Point, ...] | None = None
    width: Length | None = None
    name: str | None = None
    height: float = 0.0
    tags: tuple[str, ...] = ()


class Side(_Part, frozen=True):
    """One of the forces that fight.

    ``hidden`` is the part of its pieces that it may set up hidden, and ``unfriendly`` are the table
    edges beyond which it has enemies, where these are not the book's.
    """

    id: Id
    name: Name
    nation: str | None = None
    aircraft: str | None = None
    smoke: Annotated[int, Meta(ge=0, le=1000)] | None = None
    home: Edge | None = None
    unfriendly: Annotated[tuple[Edge, ...], Meta(min_length=1)] | None = None
    role: Literal["attacker", "defender"] | None = None
    hidden: Annotated[float, Meta(ge=0, le=1)] | None = None


class Seat(_Part, frozen=True):
    """A place at the table: a player of a side (with all or some of its pieces), or the referee."""

    id: Id
    side: Id | None = None
    pieces: tuple[Id, ...] | None = None
    role: Literal["player", "referee"] = "player"


class Entry(_Part, frozen=True):
    """When and where a piece enters the table: from ``turn`` on, at ``at`` inches along ``edge``.

    Along the north and south edges the inches run from the west, along the others from the south.
    """

    edge: Edge
    at: float
    turn: Count = 1


class Zone(_Part, frozen=True):
    """An area in which a side sets its pieces up."""

    id: Id
    outline: Annotated[tuple[Point, ...], Meta(min_length=3)]
    side: Id | None = None
    name: str | None = None


class Unit(_Part, frozen=True):
    """One piece of a side: where it starts and in which state.

    Exactly one of ``at`` (a position), ``zone`` (its owner places it) and ``enters`` (it comes on
    later) is given, or none if its status says by whom it is ``carried_by``. ``status`` takes any
    status that the book knows, so that every situation of a battle can be written down.
    """

    id: Id
    sheet: str
    side: Id
    name: str | None = None
    quality: str | None = None
    formation: str | None = None
    at: Point | None = None
    facing: float = 0.0
    zone: Id | None = None
    enters: Entry | None = None
    dug_in: bool = False
    hidden: bool = False
    status: dict[str, Any] = {}


class Dummy(_Part, frozen=True):
    """A counter of a side with nothing under it, to mislead the others."""

    side: Id
    at: Point


class Objective(_Part, frozen=True):
    """A place worth holding."""

    id: Id
    at: Point
    name: str | None = None
    value: Count = 1
    radius: Length | None = None


class NotedTarget(_Part, frozen=True):
    """A target that a side has noted before play, for support from off the table; its secret.

    It is a feature of the terrain, or a point of the table, as the book has it.
    """

    side: Id
    support: str
    feature: Id | None = None
    at: Point | None = None


class Exit(_Part, frozen=True):
    """An edge of the table that a side wants to leave over, and what each one who does counts."""

    side: Id
    edge: Edge
    value: Count = 1


class Victory(_Part, frozen=True):
    """How the battle is decided. What is left out follows the book's own default.

    Attributes:
        break_at: The lost fraction of its force at which a side is beaten, by side; 0 for never.
        at_turn_limit: What decides at the last turn: ``objectives``, ``losses``, or a side's id,
            which wins if nothing has happened before.
        exits: Edges that a side wants to leave over; counted with the objectives.
    """

    break_at: dict[Id, Annotated[float, Meta(ge=0, le=1)]] = {}
    at_turn_limit: str = "objectives"
    exits: tuple[Exit, ...] = ()


class Situation(_Part, frozen=True):
    """Where a battle stands that does not begin at the beginning."""

    turn: Count = 1
    side: Id | None = None
    phase: str | None = None
    losses: dict[Id, int] = {}
    screens: tuple[dict[str, Any], ...] = ()


class Scenario(_Part, frozen=True, kw_only=True):
    """A battle to be fought: the table, the sides, their forces, and how it is decided."""

    id: Id
    title: Name
    book: Id
    table: TableSize = TableSize()
    sides: Annotated[tuple[Side, ...], Meta(min_length=2)]
    units: Annotated[tuple[Unit, ...], Meta(min_length=1)]
    terrain: tuple[Terrain, ...] = ()
    seats: tuple[Seat, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    planned: tuple[NotedTarget, ...] = ()
    dummies: tuple[Dummy, ...] = ()
    victory: Victory = Victory()
    turns: Count = 12
    first: Id | None = None
    date: str | None = None
    place: str | None = None
    briefing: str = ""
    options: dict[str, str | bool] = {}
    situation: Situation = Situation()

    def digest(self) -> str:
        """A short fingerprint of everything in it."""
        data = msgspec.json.encode(self, order="deterministic")
        return hashlib.blake2b(data, digest_size=8).hexdigest()

    def known_to(self, side: str | None) -> Scenario:
        """The scenario as a side may know it: without what the others hide.

        That is their hidden units, their dummies and the targets that they have noted. It is the
        scenario itself where nothing is hidden from them.
        """
        secret = {unit.id for unit in self.units if unit.hidden and unit.side != side}
        planned = tuple(target for target in self.planned if target.side == side)
        dummies = tuple(dummy for dummy in self.dummies if dummy.side == side)
        if not secret and planned == self.planned and dummies == self.dummies:
            return self
        seats = tuple(
            seat
            if seat.pieces is None
            else msgspec.structs.replace(
                seat, pieces=tuple(name for name in seat.pieces if name not in secret)
            )
            for seat in self.seats
        )
        units = tuple(unit for unit in self.units if unit.id not in secret)
        return msgspec.structs.replace(
            self, seats=seats, units=units, planned=planned, dummies=dummies
        )

    def all_seats(self) -> tuple[Seat, ...]:
        """The seats that it names, or one for each side."""
        return self.seats or tuple(Seat(id=side.id, side=side.id) for side in self.sides)

    def side(self, name: str) -> Side:
        """The side with that id."""
        return next(side for side in self.sides if side.id == name)

    def zone(self, name: str | None) -> Zone:
        """The zone with that id."""
        return next(zone for zone in self.zones if zone.id == name)

    def side_ids(self) -> tuple[str, ...]:
        """The ids of all sides, in the order of the file."""
        return tuple(side.id for side in self.sides)
