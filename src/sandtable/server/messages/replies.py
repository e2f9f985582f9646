"""What the server sends to those at a battle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.battle.orders import kebab
from sandtable.battle.page import Action, Sheet
from sandtable.battle.telling import Telling
from sandtable.catalogue import Change
from sandtable.dice.sealing import BegunAnew
from sandtable.server.messages.plain import (
    BattleEvent,
    BookInfo,
    CalledInfo,
    DiceInfo,
    DrawnInfo,
    FieldInfo,
    LayerInfo,
    OddsInfo,
    OutcomeInfo,
    PhraseInfo,
    PlainOrder,
    RefusalInfo,
    ScenarioInfo,
    TraceInfo,
)

PROTOCOL = 2
"""The version of this protocol."""


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
        own: Whether it is a seat of whoever began the battle.
        taken: When the person who holds it took it, in seconds since 1970. A computer may play
            there in his place.
        asked: Whether its holder is asked to give it up.
    """

    seat: str
    side: str | None = None
    role: Literal["player", "referee"] = "player"
    kind: str = "person"
    name: str = ""
    here: bool = False
    pieces: tuple[str, ...] | None = None
    own: bool = False
    taken: float | None = None
    asked: bool = False


class Barred(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why somebody who came with an invitation only looks on.

    Attributes:
        why: ``taken``: the seat was taken up before; ``not-recorded``: it could not be recorded
            that he takes it, so the invitation is still good, and he may try again;
            ``unclaimed``: he has brought no token of his own.
        seat: The seat.
        text: The reason as a sentence or two.
        name: The name under which it was taken.
        at: When, in seconds since 1970.
    """

    why: Literal["taken", "not-recorded", "unclaimed"]
    seat: str
    text: str
    name: str = ""
    at: float = 0.0


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the battle's record, as far as this seat may know of it.

    Attributes:
        line: Its number.
        kind: ``order``, ``ruling``, ``overrule``, ``undo`` or ``reveal``; the start is ``start``.
        events: What happened.
        to: For an undo or an overruling: everything after this line no longer counts.
        secret: For a reveal: the secret of the dice.
    """

    line: int
    kind: str
    events: tuple[BattleEvent, ...] = ()
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
    default: PlainOrder | None = None


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


class CeremonyInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far the words for fair dice have come.

    Attributes:
        phase: ``sealing`` until the seals of all persons are in, then ``opening``.
        commitment: The commitment to the server's secret, which every seal contains.
        sealed: The seats whose seals are in.
        seals: All seals by seat, shown when the last one is in, before any is opened.
        opened: The seats that have opened theirs.
        begun_anew: The ceremonies that were broken off before.
    """

    phase: Literal["sealing", "opening"]
    commitment: str
    sealed: tuple[str, ...] = ()
    seals: dict[str, str] = {}
    opened: tuple[str, ...] = ()
    begun_anew: tuple[BegunAnew, ...] = ()


class SetAside(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a battle does not go on.

    Attributes:
        why: ``time``, ``memory``, ``rules``, ``record`` or ``book``.
        text: What happened, where, and what can be done, in sentences.
        agrees: The last line from which it can be gone on with, by the rules of today.
        changes: What has changed in its rules: their ids, and a sentence.
        fact: What was expected and found, for those who may know all.
        heir: The battle as which it goes on with the same people, if it does.
    """

    why: Literal["time", "memory", "rules", "record", "book"]
    text: str
    agrees: int | None = None
    changes: tuple[Change, ...] = ()
    fact: str = ""
    heir: str | None = None


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
        outcome: How it ended.
        undo: Why the last step cannot be taken back freely, in a sentence; empty if it can;
            ``None`` if there is nothing to take back.
        dice: The real dice that are wanted.
        proposal: A wish to take something back.
        words: The seats that the fair dice wait for: to seal a word, or to open it.
        ceremony: How far the words for fair dice have come, while the battle gathers.
        unready: The seats that have yet to say that they are ready.
        aside: Why the battle does not go on, if it was set aside: it can only be looked at.
    """

    number: int
    turn: int
    turns: int
    status: Literal["gathering", "running", "over"]
    questions: tuple[Question, ...] = ()
    waiting: tuple[str, ...] = ()
    since: float = 0.0
    outcome: OutcomeInfo | None = None
    undo: str | None = None
    dice: DiceWanted | None = None
    proposal: Proposal | None = None
    words: tuple[str, ...] = ()
    ceremony: CeremonyInfo | None = None
    unready: tuple[str, ...] = ()
    aside: SetAside | None = None


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was said; by nobody (an empty ``seat``), a lasting notice of the table.

    Notices tell of seats that change hands.
    """

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
        scenario: What is fought, as far as this seat may know.
        book: The rulebook, and its options as they are set.
        dice: What everybody may know of the dice.
        seat: This client's seat; ``onlooker`` for those who only look on.
        side: Its side.
        role: What it is here.
        host: Whether this token may invite and revoke.
        holds: Whether this token is that of whoever holds the seat: he may make further links to
            it and revoke them, have a computer play in his place, and give the seat up.
        claimed: Whether the seat was taken with the token that the client has made up: from now on
            it comes in by that one.
        barred: Why somebody who was invited only looks on.
        seats: Who sits where.
        standing: Where the battle stands.
        entries: The lines since the one that the client has.
        chat: What was said.
    """

    protocol: int
    battle: str
    scenario: ScenarioInfo
    book: BookInfo
    dice: DiceInfo
    seat: str
    side: str | None
    role: Literal["player", "referee", "onlooker"]
    host: bool
    seats: tuple[SeatInfo, ...]
    standing: Standing
    entries: tuple[Entry, ...]
    chat: tuple[Said, ...]
    holds: bool = False
    claimed: bool = False
    barred: Barred | None = None


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
    odds: OddsInfo | None = None
    distance: float | None = None


class Offer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order that can be given as it is, in words."""

    order: PlainOrder
    piece: str | None
    action: str
    text: str


class Answer(Reply, frozen=True):
    """The answer to ``ask``; which fields it has depends on what was asked.

    ``order`` is one that was looked for, as it can be given.
    ``layers`` has each layer that changed, and ``pieces`` lists what is on the table in words.
    ``problem`` says in a sentence why a question has no answer.
    """

    id: int
    number: int
    actions: tuple[Action, ...] | None = None
    sheet: Sheet | None = None
    order: PlainOrder | None = None
    refusal: RefusalInfo | None = None
    odds: OddsInfo | None = None
    trace: TraceInfo | None = None
    phrase: PhraseInfo | None = None
    drawn: DrawnInfo | None = None
    targets: tuple[Target, ...] | None = None
    offers: tuple[Offer, ...] | None = None
    layers: dict[str, LayerInfo] | None = None
    pieces: tuple[CalledInfo, ...] | None = None
    fields: tuple[FieldInfo, ...] | None = None
    tellings: tuple[Telling, ...] | None = None
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
