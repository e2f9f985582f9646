"""What goes over HTTP, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.battle.personal import MOST_CHARACTERS

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z0-9][a-z0-9_.-]*$")]
Short = Annotated[str, Field(max_length=40)]
Theme = Literal["light", "dark"]
PersonalText = Annotated[str, Field(max_length=MOST_CHARACTERS)]

# What the WebSocket tells, too: its schema has them in full.
BattleEvent = Annotated[dict[str, Any], Field(json_schema_extra={"x-message": "BattleEvent"})]
CalledInfo = Annotated[dict[str, Any], Field(json_schema_extra={"x-message": "CalledInfo"})]
DiceInfo = Annotated[dict[str, Any], Field(json_schema_extra={"x-message": "DiceInfo"})]
OutcomeInfo = Annotated[dict[str, Any], Field(json_schema_extra={"x-message": "OutcomeInfo"})]


class Asked(BaseModel):
    """Anything that is sent to the server; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answered(BaseModel):
    """Anything that the server answers; no field is ever left out."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Passphrase(Asked):
    """The passphrase of the server."""

    passphrase: Annotated[str, Field(max_length=1000)]


class SeatWanted(Asked):
    """A seat of a new battle: whose it is, and who plays there."""

    seat: Id
    side: Id
    kind: Literal["me", "computer", "friend"]
    level: Annotated[str, Field(max_length=64)] = "greedy"
    name: Short = ""
    pieces: Annotated[list[Id], Field(max_length=1000)] | None = None


class TableWanted(Asked):
    """Who plays, and with which dice. A ``word`` is refused: it is sealed at the table."""

    seats: Annotated[list[SeatWanted], Field(max_length=40)] = []
    referee: Literal["none", "me", "friend"] = "none"
    dice: Literal["computer", "fair", "real"] = "computer"
    seed: Annotated[str, Field(max_length=200)] | None = None
    word: Annotated[str, Field(max_length=200)] | None = None
    wait: bool = False


class BattleWanted(TableWanted):
    """A new battle."""

    scenario: Id
    options: Annotated[dict[Id, bool | Short], Field(max_length=100)] = {}
    characters: Annotated[dict[Id, PersonalText], Field(max_length=40)] = {}


class TakeOver(TableWanted):
    """A new battle that goes on from a line of another."""

    line: Annotated[int, Field(ge=0, le=10_000_000)]


class LinkWanted(Asked):
    """A fresh link to a seat."""

    seat: Id


class SeatChanged(Asked):
    """Who plays a seat from now on.

    A ``computer``; a ``person``: whose it is, again; ``me``: whoever began the battle; or a
    ``friend`` who is invited.
    """

    kind: Literal["person", "computer", "me", "friend"]
    level: Annotated[str, Field(max_length=64)] = "greedy"


class CharacterBrought(Asked):
    """Somebody from a file, to be put in the place of a unit."""

    unit: Id
    text: PersonalText


class CharacterWanted(Asked):
    """Somebody new, from a ready-made one."""

    kind: Id
    name: Annotated[str, Field(max_length=120)]


class SideInfo(Answered):
    """A side of a scenario.

    ``people`` is what it is called in a sentence: "the Germans". Its ``strength`` does not count
    those who hide.
    """

    id: str
    name: str
    people: str
    strength: int
    hides: bool


class ScenarioInfo(Answered):
    """A battle that can be fought.

    ``turns`` is the last turn that there can be, 0 where there is none, and ``turn_name`` what the
    book calls one.
    ``length`` is an estimate: half a minute for each piece and turn. Whether it is ``advanced`` is
    only said of books that have a basic game, too.
    """

    id: str
    title: str
    book: str
    book_title: str
    squares: bool = False
    date: str | None
    place: str | None
    briefing: str
    turns: int
    turn_name: str
    sides: list[SideInfo]
    advanced: bool | None
    balance: str | None
    length: str


class UnitInfo(Answered):
    """A unit that a side has."""

    id: str
    name: str
    kind: str


class ForceInfo(SideInfo):
    """A side of a scenario with its units, as far as everybody may know."""

    units: list[UnitInfo]


class OptionInfo(Answered):
    """A switch of the book, and how it is set."""

    id: str
    rule: str
    text: str
    default: bool | str
    allowed: list[bool | str]
    follows: str | None
    words: dict[str, str]
    typed: str | None
    value: bool | str


class ScenarioDetails(ScenarioInfo):
    """A battle that can be fought, with all that is to be chosen."""

    forces: list[ForceInfo]
    options: list[OptionInfo]


class PlaceInfo(Answered):
    """A unit in whose place somebody from a file can be put."""

    id: str
    side: str
    name: str


class ReadyMadeInfo(Answered):
    """Somebody to begin with."""

    id: str
    text: str


class PersonalInfo(Answered):
    """In whose place people from files can be put; nowhere, if the book has nothing of it."""

    noun: str = ""
    places: list[PlaceInfo] = []
    ready_made: list[ReadyMadeInfo] = []


class FactInfo(Answered):
    """A line of a card, and the rule behind it."""

    label: str
    value: str
    rule: str = ""
    hint: str = ""


class CardPartInfo(Answered):
    """A part of a card under a heading."""

    title: str
    facts: list[FactInfo] = []


class CardInfo(Answered):
    """The card of a person; ``whole`` says whether it is all there is to know."""

    title: str
    subtitle: str = ""
    marks: list[str] = []
    parts: list[CardPartInfo] = []
    whole: bool = True


class CharacterShown(Answered):
    """The card of somebody in a battle; ``mine`` says whether one may take his file home."""

    piece: str
    side: str
    mine: bool
    card: CardInfo


class RuleInfo(Answered):
    """A rule, in our own words."""

    id: str
    book: str
    book_title: str
    kind: str
    where: str
    text: str
    ruling: str


class PlayerInfo(Answered):
    """A computer player."""

    name: str
    text: str


class SeatLink(Answered):
    """A seat, who plays there, and the link to it."""

    seat: str
    kind: str
    link: str | None


class BattleMade(Answered):
    """A battle that has just been begun. The links are shown this once."""

    id: str
    host: str
    seats: list[SeatLink]
    onlookers: str


class SeatShown(Answered):
    """Who sits where.

    ``own`` seats are those of whoever began the battle. ``taken`` says when another person took a
    seat, whose it is since then even while a computer plays there, and ``asked`` whether he is
    asked to give it up.
    """

    seat: str
    side: str | None
    role: Literal["player", "referee"]
    kind: str
    name: str
    here: bool
    own: bool
    taken: float | None = None
    asked: bool = False


class BattleInfo(Answered):
    """A running or finished battle, as everybody in the lobby may know it.

    ``hosted`` says whether whoever asks may invite, revoke and delete; ``aside`` why it does not go
    on, if it was set aside; ``seed_from`` whether the seed of the computer's dice was chosen by the
    host, who then can work out every roll, or drawn by the server.
    """

    id: str
    title: str
    scenario: str
    book: str
    turn: int
    turns: int
    turn_name: str
    status: Literal["gathering", "running", "over"]
    waiting: list[str]
    created: float
    changed: float
    seats: list[SeatShown]
    outcome: OutcomeInfo | None
    dice: Literal["computer", "fair", "real"]
    seed_from: Literal["chosen", "drawn"] | None
    number: int | None
    hosted: bool
    aside: str | None = None


class Link(Answered):
    """A link to a seat."""

    link: str


class Verified(Answered):
    """What checking a battle has shown."""

    ok: bool
    lines: int
    dice: DiceInfo
    problem: str | None


class LuckShown(Answered):
    """How lucky a side was: what its dice brought, against what they bring on average.

    ``deviations`` is by how many standard deviations the rolls that brought anything were more
    than on average.
    """

    side: str
    rolls: int
    results: list[dict[str, Any]]
    deviations: float
    verdict: str


class Moment(Answered):
    """A step of a battle that still counts, with what each side had lost by then."""

    line: int
    turn: int
    text: str
    kind: str
    losses: dict[str, int]
    events: list[BattleEvent]


class TurnMark(Answered):
    """The last line of a turn."""

    turn: int
    line: int


class Replay(Answered):
    """A battle step by step; ``turning`` are the lines at which it turned."""

    moments: list[Moment]
    turns: list[TurnMark]
    turning: list[int]


class LayerInfo(Answered):
    """A layer of the drawing, and its fingerprint."""

    svg: str
    fingerprint: str


class Drawn(Answered):
    """The table after a line: its layers, and what is on it in words."""

    line: int
    layers: dict[str, LayerInfo]
    pieces: list[CalledInfo]


class Problem(Answered):
    """What went wrong, in a sentence."""

    detail: str
