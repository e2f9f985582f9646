"""What goes over the WebSocket of a battle, in both directions: typed, and all of it is here.

A client says ``hello`` with its token and the number of the last line that it has seen. The server
answers with ``welcome``, which brings it up to date, and from then on sends ``update`` for every
step. Whatever changes the battle carries a key of the client's own making and the number of the
line that the client takes for the last one: sent twice, it is done once; sent too late, it is
refused and nothing changes.

All of it is worked out from the view of the seat, so nothing in it depends on what that seat may
not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.battle.handling import Action, Sheet
from sandtable.battle.orders import kebab

PROTOCOL = 1
"""The version of this protocol."""

LARGEST = 64 * 1024
"""The most bytes that a message of a client may have."""

Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Token = Annotated[str, Meta(min_length=20, max_length=200)]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]


# -- from the client ------------------------------------------------------------------------------


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=kebab,
              tag_field="type"):  # fmt: skip
    """Anything that a client may send."""


class Hello(Request, frozen=True):
    """The first message: who is there, and what it has seen.

    Attributes:
        token: The secret of a seat, of the referee, or of the onlookers' link.
        since: The last line that the client has; 0 for nothing but the start, -1 for nothing.
        name: What the others may call this person.
    """

    token: Token
    since: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    name: Annotated[str, Meta(max_length=40)] = ""


class Give(Request, frozen=True):
    """An order of this seat."""

    key: Key
    expect: Number
    order: dict[str, Any]


class Undo(Request, frozen=True):
    """Take the last step back, or everything after a line.

    If that is not free, the others are asked (or the referee does it at once). ``done`` then says
    that they are; a wish is no part of the record, and ends when the server is started anew.
    """

    key: Key
    expect: Number
    to: Number | None = None


class Consent(Request, frozen=True):
    """The answer to a wish of the other side to take something back."""

    key: Key
    proposal: Number
    agree: bool


class Throw(Request, frozen=True):
    """The faces of real dice that were thrown at the table, as the server asked."""

    key: Key
    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=200)]


class CancelThrow(Request, frozen=True):
    """Give the order up for which dice are wanted; nothing has happened."""

    key: Key


class Word(Request, frozen=True):
    """A word of this person's own, mixed into fair dice before the battle begins."""

    key: Key
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Ready(Request, frozen=True):
    """Whether this person is ready for a battle that waits for everybody to begin."""

    key: Key
    ready: bool = True


class Decree(Request, frozen=True):
    """A ruling of the referee."""

    key: Key
    expect: Number
    ruling: dict[str, Any]


class Overrule(Request, frozen=True):
    """New results for the last order, by name, from the referee."""

    key: Key
    expect: Number
    results: dict[Name, Name]


class LayOpen(Request, frozen=True):
    """Lay the secret of fair dice open after the battle, which closes its record."""

    key: Key


class Chat(Request, frozen=True):
    """Something said: to all, or to one's own side."""

    key: Key
    text: Text
    to: Literal["all", "side"] = "all"


class Ask(Request, frozen=True):
    """A question that changes nothing. The answer bears its id.

    Attributes:
        id: Any number, to know the answer by.
        about: What is asked:

            ``actions``
                what ``piece`` can do, or the seat itself if none is given: ``actions``;
            ``sheet``
                the card of ``piece``: ``sheet``;
            ``preview``
                what ``order`` would do: ``refusal``, ``odds``, ``trace``, ``phrase``, ``drawn``; a
                referee may ask so about a ruling, too: ``refusal``, ``phrase`` with who hears it;
            ``targets``
                for every piece that may stand in the field ``slot`` of ``order`` (which is whole
                but for that field): ``targets``;
            ``reach``
                where ``piece`` can go with an order of the kind ``order["order"]``: ``drawn``;
            ``sights``
                whom ``piece`` can see, what blocks the rest, its arcs and ranges: ``drawn`` and
                ``targets``;
            ``offers``
                a sensible set of orders to choose from, of ``piece`` or of all: ``offers``;
            ``hint``
                what a computer player of ``level`` would do: ``offers``, one of them;
            ``drawing``
                the table as this seat sees it: ``layers`` that differ from those the client has;
            ``fields``
                what a referee may change of ``piece`` (or of the battle, without one), or, with the
                order ``overrule``, which results the last order had: ``fields``.
        piece: A piece.
        order: An order, whole or in part.
        slot: A field of that order.
        level: The name of a computer player.
        theme: For a drawing: by day or by night.
        have: For a drawing: the fingerprints of the layers that the client has, by layer.
    """

    id: Number
    about: Literal[
        "actions",
        "sheet",
        "preview",
        "targets",
        "reach",
        "sights",
        "offers",
        "hint",
        "drawing",
        "fields",
    ]
    piece: Name | None = None
    order: dict[str, Any] | None = None
    slot: Name | None = None
    level: Name = "greedy"
    theme: Literal["light", "dark"] = "light"
    have: dict[Name, Name] = {}


class Ping(Request, frozen=True):
    """Are you there? The answer is ``pong``."""


Incoming = (
    Hello
    | Give
    | Undo
    | Consent
    | Throw
    | CancelThrow
    | Word
    | Ready
    | Decree
    | Overrule
    | LayOpen
    | Chat
    | Ask
    | Ping
)


# -- from the server ------------------------------------------------------------------------------


class Reply(Struct, frozen=True, kw_only=True, tag=kebab, tag_field="type", omit_defaults=True):
    """Anything that the server may send."""


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits where, as everybody may know.

    Attributes:
        seat: The seat.
        side: Its side; none for the referee.
        role: A player, or the referee.
        kind: A person, or the name of a computer player.
        name: What the person is called.
        here: Whether somebody is connected there now.
        pieces: The pieces of that seat where a side is shared; only own side's are told.
    """

    seat: str
    side: str | None = None
    role: Literal["player", "referee"] = "player"
    kind: str = "person"
    name: str = ""
    here: bool = False
    pieces: tuple[str, ...] | None = None


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the battle's record, as far as this seat may know of it.

    Attributes:
        line: Its number.
        kind: ``order``, ``ruling``, ``overrule``, ``undo`` or ``reveal``; the start is ``start``.
        events: What happened, as plain data: kind, text, rules, pieces, rolls, tallies, data.
        to: For an undo or an overruling: everything after this line no longer counts.
        secret: For a reveal: the secret of the dice.
    """

    line: int
    kind: str
    events: tuple[Any, ...] = ()
    to: int | None = None
    secret: str | None = None


class Question(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision that this seat has to take: what about, under which rule, and for whom.

    ``default`` is the book's own answer, where it has one (questions to the referee).
    """

    ask: str
    rule: str
    prompt: str
    about: tuple[str, ...] = ()
    default: dict[str, Any] | None = None


class DiceWanted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Real dice that somebody has to throw now.

    Attributes:
        seat: Who throws.
        request: The roll in words: "2d6, grenade damage".
        what: What it is for.
        sides: The sides of each die, or from how many something is drawn.
        count: How many faces are missing.
        drawn: Whether the faces must all differ.
        mine: Whether this client is the one to type them in.
    """

    seat: str
    request: str
    what: str
    sides: int
    count: int
    drawn: bool = False
    mine: bool = False


class Proposal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wish to take something back that needs the others' consent.

    Attributes:
        proposal: Its number.
        seat: Whose wish it is.
        to: The line after which the battle would stand again.
        text: The wish as a sentence.
        mine: Whether this client is asked for its consent.
    """

    proposal: int
    seat: str
    to: int
    text: str
    mine: bool = False


class Standing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the battle stands, for this seat.

    Attributes:
        number: The number of the last line.
        turn: The turn, and of how many.
        turns: See ``turn``.
        status: ``gathering`` (somebody's word or readiness is missing), ``running`` or
            ``over``.
        questions: What this seat has to decide.
        waiting: The seats that the battle waits for, as far as this one knows.
        since: When the battle began to wait for them, in seconds since 1970.
        outcome: How it ended: winner, rule, reason, scores.
        undo: Why the last step cannot be taken back freely, in a sentence; empty if it can;
            ``None`` if there is nothing to take back.
        dice: The real dice that are wanted.
        proposal: A wish to take something back.
        words: The seats whose word for the fair dice is still missing.
        unready: The seats that have yet to say that they are ready.
    """

    number: int
    turn: int
    turns: int
    status: Literal["gathering", "running", "over"]
    questions: tuple[Question, ...] = ()
    waiting: tuple[str, ...] = ()
    since: float = 0.0
    outcome: dict[str, Any] | None = None
    undo: str | None = None
    dice: DiceWanted | None = None
    proposal: Proposal | None = None
    words: tuple[str, ...] = ()
    unready: tuple[str, ...] = ()


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was said."""

    number: int
    seat: str
    name: str
    text: str
    at: float
    to: Literal["all", "side"] = "all"


class Welcome(Reply, frozen=True):
    """The answer to ``hello``: the battle, and everything since the line that the client has.

    Attributes:
        protocol: The version of this protocol.
        battle: Its id.
        scenario: Id, title, date, place, briefing, turns, table width and depth, unit, ground,
            sides (id, name), objectives, as far as this seat may know.
        book: Code and title of the rulebook, and its options with their settings and texts.
        dice: Kind and, for fair dice, commitment and words.
        seat: This client's seat; ``onlooker`` for those who only look on.
        side: Its side.
        role: What it is here.
        host: Whether this token may invite and revoke.
        seats: Who sits where.
        standing: Where the battle stands.
        entries: The lines since the one that the client has.
        chat: What was said.
    """

    protocol: int
    battle: str
    scenario: dict[str, Any]
    book: dict[str, Any]
    dice: dict[str, Any]
    seat: str
    side: str | None
    role: Literal["player", "referee", "onlooker"]
    host: bool
    seats: tuple[SeatInfo, ...]
    standing: Standing
    entries: tuple[Entry, ...]
    chat: tuple[Said, ...]


class Update(Reply, frozen=True):
    """Something happened, or the battle waits for something else."""

    standing: Standing
    entries: tuple[Entry, ...] = ()


class Done(Reply, frozen=True):
    """What was sent under that key is done, and durably recorded; sent again, it says so again."""

    key: str
    number: int


class Refused(Reply, frozen=True):
    """What was sent under that key was not done, and nothing changed.

    Attributes:
        key: The key.
        rule: The rule behind it, of the book or of the table (``server.*``, ``undo.*``).
        reason: Why, in a sentence.
        number: The number of the last line.
    """

    key: str
    rule: str
    reason: str
    number: int


class Target(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece that may be picked, and what would come of it.

    Attributes:
        piece: The piece.
        refusal: Why it may not be picked; empty if it may.
        rule: The rule behind that.
        odds: The chances of what would come of it, as in ``preview``.
        distance: How far it is from the piece that does it, in the book's unit.
    """

    piece: str
    refusal: str = ""
    rule: str = ""
    odds: dict[str, Any] | None = None
    distance: float | None = None


class Offer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order that can be given as it is, in words."""

    order: dict[str, Any]
    piece: str | None
    action: str
    text: str


class Answer(Reply, frozen=True):
    """The answer to ``ask``; which fields it has depends on what was asked.

    ``drawn`` has the SVG of overlays in ``under`` and ``over``; ``layers`` has for each layer that
    changed its SVG and its fingerprint, and ``pieces`` lists what is on the table in words.
    ``problem`` says in a sentence why a question has no answer.
    """

    id: int
    number: int
    actions: tuple[Action, ...] | None = None
    sheet: Sheet | None = None
    refusal: dict[str, str] | None = None
    odds: dict[str, Any] | None = None
    trace: dict[str, Any] | None = None
    phrase: dict[str, Any] | None = None
    drawn: dict[str, str] | None = None
    targets: tuple[Target, ...] | None = None
    offers: tuple[Offer, ...] | None = None
    layers: dict[str, dict[str, str]] | None = None
    pieces: tuple[dict[str, Any], ...] | None = None
    fields: tuple[dict[str, Any], ...] | None = None
    problem: str | None = None


class Heard(Reply, frozen=True):
    """Something was said."""

    said: Said


class Presence(Reply, frozen=True):
    """Somebody came or went, or a seat changed hands."""

    seats: tuple[SeatInfo, ...]
    onlookers: int = 0


class Trouble(Reply, frozen=True):
    """A message could not be understood or taken; nothing changed.

    Attributes:
        reason: What is wrong, where, and what would be right.
        key: The key of the message, if it had one.
        id: The id of the question, if it was one.
    """

    reason: str
    key: str = ""
    id: int | None = None


class Pong(Reply, frozen=True):
    """The answer to ``ping``."""

    number: int


Outgoing = Welcome | Update | Done | Refused | Answer | Heard | Presence | Trouble | Pong
