"""What a client sends to a battle."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.battle.orders import kebab
from sandtable.server.messages.plain import PlainOrder

LARGEST = 64 * 1024
"""The most bytes that a message of a client may have."""

Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Token = Annotated[str, Meta(min_length=20, max_length=200)]
Claim = Annotated[str, Meta(min_length=43, max_length=200, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=kebab,
              tag_field="type"):  # fmt: skip
    """Anything that a client may send."""


class Hello(Request, frozen=True):
    """The first message: who is there, and what it has seen.

    Attributes:
        token: The secret of a seat, of the referee, or of the onlookers' link; or an invitation.
        claim: With an invitation: a token of 256 random bits of the client's own making, with
            which it takes the seat and comes in from then on. Who says hello with an invitation
            and without one only looks on.
        since: The last line that the client has; 0 for nothing but the start, -1 for nothing.
        name: What the others may call this person.
    """

    token: Token
    claim: Claim | None = None
    since: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    name: Annotated[str, Meta(max_length=40)] = ""


class Give(Request, frozen=True):
    """An order of this seat."""

    key: Key
    expect: Number
    order: PlainOrder


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


class Seal(Request, frozen=True):
    """The seal of a word for fair dice, which binds it and does not show it.

    It is the SHA-256, in hex, of the texts ``sandtable fair dice: seal``, ``commitment``, the id of
    the battle, the seat, a nonce of 32 random bytes in hex, and the word, each written as its
    length in UTF-8 bytes, a colon, and itself. Until all seals are in it can be replaced.
    """

    key: Key
    commitment: Hash
    seal: Hash


class Open(Request, frozen=True):
    """What is in one's seal; not before all seals have been shown."""

    key: Key
    nonce: Hash
    word: Annotated[str, Meta(min_length=1, max_length=200)]


class BeginAnew(Request, frozen=True):
    """Have all words sealed anew, since this person cannot open his seal any more."""

    key: Key


class Ready(Request, frozen=True):
    """Whether this person is ready for a battle that waits for everybody to begin."""

    key: Key
    ready: bool = True


class Release(Request, frozen=True):
    """Give the seat up that this person holds, or refuse to when he is asked to."""

    key: Key
    agree: bool


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
            ``farthest``
                ``order`` with as much of the way in its field ``slot`` as ``piece`` can go from
                where it stands: ``order``, and all of ``preview``; no order, if it is next to none;
            ``fitting``
                ``order`` with the smallest number, of some between the bounds of its field
                ``slot``, with which it can be given: ``order``, and all of ``preview``; no order,
                if there is none;
            ``reach``
                where ``piece`` can go with an order of the kind ``order["order"]``, or, if none is
                given, where what has no piece of its own can be placed by it: ``drawn``;
            ``sights``
                whom ``piece`` can see, what blocks the rest, its arcs and ranges: ``drawn`` and
                ``targets``;
            ``offers``
                a sensible set of orders to choose from, of ``piece`` or of all: ``offers``;
            ``hint``
                what a computer player of ``level`` would do: ``offers``, one of them;
            ``drawing``
                the table as this seat sees it: ``layers`` that differ from those the client has;
            ``telling``
                what happened after the line ``since``, event by event, in gestures: ``tellings``;
            ``fields``
                what a referee may change of ``piece`` (or of the battle, without one), or, with the
                order ``overrule``, which results the last order had: ``fields``.
        piece: A piece.
        order: An order, whole or in part.
        slot: A field of that order.
        level: The name of a computer player.
        theme: For whatever is drawn: by day or by night.
        words: For whatever is drawn: the least size of names, in inches.
        have: For a drawing: the fingerprints of the layers that the client has, by layer.
        since: For a telling: the last line that is not to be told.
        until: For a telling: the last line that is; without one, the last there is.
    """

    id: Number
    about: Literal[
        "actions",
        "sheet",
        "preview",
        "targets",
        "farthest",
        "fitting",
        "reach",
        "sights",
        "offers",
        "hint",
        "drawing",
        "telling",
        "fields",
    ]
    piece: Name | None = None
    order: PlainOrder | None = None
    slot: Name | None = None
    level: Name = "greedy"
    theme: Literal["light", "dark"] = "light"
    words: Annotated[float, Meta(ge=0.0, le=2.0)] = 0.0
    have: dict[Name, Name] = {}
    since: Number = 0
    until: Number | None = None


class Ping(Request, frozen=True):
    """Are you there? The answer is ``pong``."""


Incoming = (
    Hello
    | Give
    | Undo
    | Consent
    | Throw
    | CancelThrow
    | Seal
    | Open
    | BeginAnew
    | Ready
    | Release
    | Decree
    | Overrule
    | LayOpen
    | Chat
    | Ask
    | Ping
)
