"""What is read from the tables and written to them, as plain records."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from sandtable.catalogue import Change
from sandtable.scenario import Scenario, Side

Status = Literal["gathering", "running", "over"]


class Aside(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a battle was set aside: it can be looked at, but does not go on.

    Attributes:
        why: What was the matter: it took too much ``time`` or ``memory``; its ``rules`` have
            changed, so that it does not come out as recorded; its ``record`` cannot be read; or
            its ``book`` is not there.
        text: What happened, where, and what can be done, in sentences.
        line: The last line that was recorded by then, or the first that does not come out.
        at: When that was, in seconds since 1970.
        agrees: The last line up to which it comes out as recorded, and can be taken over.
        changes: What has changed in its rules since it was played.
        by: The program and the rules that found it so; others try again by themselves.
        fact: What was expected and found, for those who may know all.
        heir: The battle as which it goes on with the same people, if it does.
    """

    why: Literal["time", "memory", "rules", "record", "book"]
    text: str
    line: int
    at: float
    agrees: int | None = None
    changes: tuple[Change, ...] = ()
    by: str = ""
    fact: str = ""
    heir: str | None = None


class Summary(Struct, kw_only=True):
    """What everybody may know of a battle, in short.

    Attributes:
        id: Its id, part of its address.
        created: When it was begun, in seconds since 1970.
        changed: When its last line was written.
        title: What is fought.
        scenario_id: The id of the scenario.
        book: The code of its rulebook.
        dice: The kind of dice: ``computer``, ``fair`` or ``real``.
        seed_from: Whether somebody chose the seed of the computer's dice, or the server drew it;
            unknown of old battles.
        status: Where it stands.
        turn: The turn.
        turns: The last turn that there can be; 0 where there is none.
        waiting: The seats that it waits for, as far as every player knows.
        outcome: How it ended.
        aside: Why it does not go on, if it was set aside.
    """

    id: str
    created: float
    changed: float
    title: str
    scenario_id: str
    book: str
    dice: Literal["computer", "fair", "real"]
    seed_from: Literal["chosen", "drawn"] | None = None
    status: Status = "running"
    turn: int = 1
    turns: int = 1
    waiting: tuple[str, ...] = ()
    outcome: dict[str, Any] | None = None
    aside: Aside | None = None

    @classmethod
    def of(cls, row: Any) -> Summary:
        """The summary of a row that was read."""
        values = {name: row._mapping[name] for name in cls.__struct_fields__}
        values["waiting"] = tuple(msgspec.json.decode(values["waiting"]))
        if values["outcome"] is not None:
            values["outcome"] = msgspec.json.decode(values["outcome"])
        values["aside"] = read_aside(values["aside"])
        return cls(**values)


class BattleRow(Summary, kw_only=True):
    """What is kept of a battle beside its lines.

    Attributes:
        scenario: The scenario with the seats and options of this battle.
        seed: The seed of the computer's dice.
        secret: The secret of fair dice, in hex; it never leaves the server before the end.
        referee: Whether somebody sits in the referee's seat.
        taken_over: The battle and line from which it was taken over.
        waits: Whether it begins only when everybody is ready.
        seating: How often anything has changed about who sits where.
        opened: When whoever plays alone was given the whole record of a battle under way.
    """

    scenario: Scenario
    seed: str | None = None
    secret: str | None = None
    referee: bool = False
    taken_over: dict[str, Any] | None = None
    waits: bool = False
    seating: int = 0
    opened: float | None = None

    def values(self) -> dict[str, Any]:
        """The row as it is written."""
        return {
            **{name: getattr(self, name) for name in self.__struct_fields__},
            **self.standing(),
            "scenario": msgspec.json.encode(self.scenario),
            "referee": int(self.referee),
            "waits": int(self.waits),
            "taken_over": text(self.taken_over) if self.taken_over else None,
            "aside": text(self.aside) if self.aside else None,
        }

    def standing(self) -> dict[str, Any]:
        """What changes with every step, as it is written."""
        return {
            "changed": self.changed,
            "status": self.status,
            "turn": self.turn,
            "waiting": text(self.waiting),
            "outcome": text(self.outcome) if self.outcome else None,
        }

    @classmethod
    def read(cls, row: Any) -> BattleRow:
        """The record of a row that was read."""
        values = dict(row._mapping)
        values["aside"] = read_aside(values["aside"])
        try:
            values["scenario"] = msgspec.json.decode(values["scenario"], type=Scenario)
        except msgspec.MsgspecError as error:
            values["scenario"] = _stand_in(row)
            values["aside"] = values["aside"] or _unread(row, error)
        for name in ("waiting", "outcome", "taken_over"):
            if values[name] is not None:
                values[name] = msgspec.json.decode(values[name])
        for name in ("referee", "waits"):
            values[name] = bool(values[name])
        return cls(**{**values, "waiting": tuple(values["waiting"])})


class SeatRow(Struct, kw_only=True):
    """Who sits where.

    Attributes:
        seat: The seat.
        place: Its place in the order of the seats.
        side: Its side; none for the referee.
        role: A player, or the referee.
        kind: ``person``, or the name of a computer player.
        name: What the person is called.
        pieces: The pieces of that seat, where a side is shared.
        word: That person's word for fair dice.
        own: Whether it is a seat of whoever began the battle.
        ready: Whether that person has said that the battle may begin.
        taken: When the person who holds it now took it, if he is not whoever began the battle.
        held: Whether anybody but whoever began the battle holds it or ever held it.
        freed: When it last passed out of somebody's hands.
        asked: Since when its holder is asked to give it up.
    """

    seat: str
    place: int
    side: str | None = None
    role: Literal["player", "referee"] = "player"
    kind: str = "person"
    name: str = ""
    pieces: tuple[str, ...] | None = None
    word: str | None = None
    own: bool = False
    ready: bool = False
    taken: float | None = None
    held: bool = False
    freed: float | None = None
    asked: float | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays there, and no computer in his place."""
        return self.kind == "person"

    @property
    def is_taken(self) -> bool:
        """Whether it is somebody's own who is not whoever began the battle."""
        return self.taken is not None

    def values(self) -> dict[str, Any]:
        """The row as it is written, but for its battle."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        values["pieces"] = None if self.pieces is None else text(self.pieces)
        for name in FLAGS:
            values[name] = int(values[name])
        return values

    @classmethod
    def read(cls, row: Any) -> SeatRow:
        """The record of a row that was read."""
        values = {name: row._mapping[name] for name in cls.__struct_fields__}
        pieces = values["pieces"]
        values["pieces"] = None if pieces is None else tuple(msgspec.json.decode(pieces))
        for name in FLAGS:
            values[name] = bool(values[name])
        return cls(**values)


FLAGS: Final = ("own", "ready", "held")
"""What of a seat is yes or no, and kept as a number."""

TokenKind = Literal["open", "person", "device", "invitation", "spent"]


class TokenRow(Struct, frozen=True, kw_only=True):
    """What is known of a token, by its digest.

    Attributes:
        digest: Its digest.
        battle: The battle that it is for.
        seat: The seat, or ``onlooker``, or ``host``.
        kind: ``open`` opens the onlookers' place or the host's rights; ``person`` is the token of
            whoever holds the seat, ``device`` a further link that he has made; an ``invitation``
            can be used to take the seat, and is ``spent`` by that.
        claim: Of a spent one, the digest of the token that took the seat.
        claimed: When that was.
        name: Under which name.
    """

    digest: str
    battle: str
    seat: str
    kind: TokenKind
    claim: str | None = None
    claimed: float | None = None
    name: str | None = None

    @property
    def opens_seat(self) -> bool:
        """Whether its bearer sits where it says, and does not only look on."""
        return self.kind in ("open", "person", "device")

    @classmethod
    def read(cls, row: Any) -> TokenRow:
        """The record of a row that was read."""
        return cls(**{name: row._mapping[name] for name in cls.__struct_fields__})


class LineRow(Struct, frozen=True):
    """A line of a journal with its line feed, and when it was written."""

    number: int
    at: float
    raw: bytes


NOBODY: Final = ""
"""Who says what nobody says: the notices of the table itself."""


class TellingRow(Struct, frozen=True):
    """What a line brought, packed; ``after`` names the line whose telling it is packed upon."""

    number: int
    after: int | None
    data: bytes


class ChatRow(Struct, frozen=True, kw_only=True):
    """Something that was said: to all, or to one side; or a notice of the table itself."""

    number: int
    at: float
    seat: str
    name: str
    text: str
    side: str | None = None

    @classmethod
    def read(cls, row: Any) -> ChatRow:
        """The record of a row that was read."""
        return cls(**{name: row._mapping[name] for name in cls.__struct_fields__})


class PendingRow(Struct, frozen=True, kw_only=True):
    """Something that waits for real dice: whose it is, what, and the faces typed so far."""

    seat: str
    key: str
    wish: dict[str, Any]
    faces: tuple[int, ...] = ()


class WishRow(Struct, frozen=True, kw_only=True):
    """A wish to take something back.

    Attributes:
        number: Its number; no other wish of the battle has it.
        line: The last line when it was uttered. It lapses with the next one.
        seat: Whose wish it is.
        key: Its key.
        to: The line after which the battle would stand again.
        text: The wish as a sentence.
        sides: The sides that have yet to agree; none are left of one that is settled.
    """

    number: int
    line: int
    seat: str
    key: str
    to: int
    text: str
    sides: tuple[str, ...] = ()

    def values(self) -> dict[str, Any]:
        """The row as it is written, but for its battle."""
        return {**msgspec.structs.asdict(self), "sides": text(self.sides)}

    @classmethod
    def read(cls, row: Any) -> WishRow:
        """The record of a row that was read."""
        values = {name: row._mapping[name] for name in cls.__struct_fields__}
        return cls(**{**values, "sides": tuple(msgspec.json.decode(values["sides"]))})


def _stand_in(row: Any) -> Scenario:
    """What can be told of a scenario that another version of the program has written."""
    try:
        plain = msgspec.json.decode(row.scenario)
        sides = tuple(Side(id=str(side["id"]), name=str(side["name"])) for side in plain["sides"])
    except (msgspec.MsgspecError, LookupError, TypeError):
        sides = ()
    return Scenario(
        id=row.scenario_id, title=row.title, book=row.book, sides=sides, units=(), turns=row.turns
    )


def _unread(row: Any, error: Exception) -> Aside:
    text = f"Its scenario was written by another version of the program ({error})."
    return Aside(why="record", text=text, line=0, at=row.changed, by="unread")


def read_aside(raw: str | None) -> Aside | None:
    """Why a battle was set aside, from the text of a row."""
    return None if raw is None else msgspec.json.decode(raw, type=Aside)


def text(thing: Any) -> str:
    """Plain data as JSON text."""
    return msgspec.json.encode(thing).decode()
