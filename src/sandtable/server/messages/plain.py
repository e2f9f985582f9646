"""Plain data inside the replies: what books and drawings tell, as it goes over the wire.

None of it is a record of its own on the server, where it comes from odds, events and drawings of
every book. The names here say what a client finds in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from msgspec import Meta

from sandtable.dice.sealing import Ceremony

_TAGGED: Final = {"properties": {"order": {"type": "string"}}, "required": ["order"]}

PlainOrder = Annotated[
    dict[str, Any],
    Meta(
        description="An order, whole or in part: its tag and its fields, which have a schema of "
        "their own.",
        extra_json_schema=_TAGGED,
    ),
]
"""An order as plain data: its tag in ``order``, and its fields."""


# -- what happened --------------------------------------------------------------------------------


class RollInfo(TypedDict):
    """Dice that were thrown, or places in a pile that was drawn from (``drawn``)."""

    what: str
    sides: int
    faces: list[int]
    drawn: NotRequired[bool]


class ModifierInfo(TypedDict):
    """A number of a total, with its rule and a few words."""

    value: int
    rule: str
    text: str


class TallyInfo(TypedDict):
    """The total of a side, modifier by modifier."""

    side: str
    modifiers: list[ModifierInfo]
    total: int


class BattleEvent(TypedDict):
    """Something that happened on the table.

    Attributes:
        kind: What sort of thing, in a word.
        text: A sentence for the log.
        rules: The rules that made it, in the order in which they were applied.
        pieces: The pieces concerned, the doer first.
        rolls: The dice that were thrown for it.
        tallies: The totals behind the result.
        data: Figures that a program may want.
    """

    kind: str
    text: str
    rules: NotRequired[list[str]]
    pieces: NotRequired[list[str]]
    rolls: NotRequired[list[RollInfo]]
    tallies: NotRequired[list[TallyInfo]]
    data: NotRequired[dict[str, Any]]


class OutcomeInfo(TypedDict):
    """How a battle ended.

    Attributes:
        winner: The side that won; none for a draw.
        rule: The rule that ended it.
        reason: Why, as a sentence.
        scores: What the decision rested on, by side.
    """

    winner: str | None
    rule: str
    reason: str
    scores: dict[str, float]


# -- what would come of an order ------------------------------------------------------------------


class RefusalInfo(TypedDict):
    """Why an order may not be given: the rule, and a sentence."""

    rule: str
    reason: str


class ResultInfo(TypedDict):
    """A result, and its exact probability as a fraction: ``13/100``."""

    result: str
    probability: str


class FateInfo(TypedDict):
    """What may become of one of several."""

    piece: str
    name: str
    outcomes: list[ResultInfo]


class SideModifier(TypedDict):
    """A modifier, and whose it is."""

    side: str
    value: int
    rule: str
    text: str


class OddsInfo(TypedDict):
    """The exact odds of an order.

    Attributes:
        title: What is about to be rolled.
        outcomes: What may come of it, the mildest first; where several are concerned, what is
            nobody's own.
        fates: What may become of each, where several are concerned.
        modifiers: What goes into the totals.
    """

    title: str
    outcomes: list[ResultInfo]
    fates: list[FateInfo]
    modifiers: list[SideModifier]


class GhostInfo(TypedDict):
    """Where a piece would stand, and how it would face."""

    piece: str
    x: float
    y: float
    heading: float


class TraceInfo(TypedDict):
    """What an order would do on the table.

    Attributes:
        used: How much of its movement a piece would use, in the book's unit.
        allowed: How much it has.
        label: The same in words.
        ghosts: Pieces where they would stand.
        notes: What to know before.
    """

    used: NotRequired[float]
    allowed: NotRequired[float]
    label: NotRequired[str]
    ghosts: NotRequired[list[GhostInfo]]
    notes: NotRequired[list[str]]


class PhraseInfo(TypedDict):
    """An order in words; a ruling of the referee has a text, and the seats that would hear it.

    Attributes:
        text: What it does.
        piece: The piece that carries it out, if there is one.
        action: What kind of order it is, in a word or two.
        seats: Of a ruling: who would hear it; none for everybody.
    """

    text: str
    piece: NotRequired[str | None]
    action: NotRequired[str]
    seats: NotRequired[list[str] | None]


# -- what is drawn --------------------------------------------------------------------------------


class DrawnInfo(TypedDict):
    """SVG of what is shown for a while, under the pieces and over them."""

    under: str
    over: str


class LayerInfo(TypedDict):
    """A layer of the drawing, and its fingerprint."""

    svg: str
    fingerprint: str


class CalledInfo(TypedDict):
    """A piece as the drawing shows it, in words.

    Attributes:
        piece: Its id.
        side: Its side.
        side_name: What that is called.
        label: What it is called.
        kind: What sort of thing it is.
        look: How it is drawn: ``stand``, ``vehicle``, ``counter`` or ``marker``.
        x: Where it is, in inches from the western edge.
        y: The same from the southern edge.
        heading: How it faces, in degrees from north.
        marks: What is the matter with it.
        text: All of that in a line.
    """

    piece: str
    side: str
    side_name: str
    label: str
    kind: str
    look: str
    x: float
    y: float
    heading: float
    marks: list[str]
    text: str


class FieldInfo(TypedDict):
    """What a referee may change.

    Attributes:
        name: The field.
        sort: What is given for it.
        value: What it is now.
        words: Of a word: what there is to choose from.
        optional: Whether it may be nothing.
        text: What it means.
    """

    name: str
    sort: Literal["flag", "number", "word", "text", "data"]
    value: Any
    words: NotRequired[list[Any]]
    optional: NotRequired[bool]
    text: NotRequired[str]


# -- the battle -----------------------------------------------------------------------------------


class SideName(TypedDict):
    """A side, and what it is called."""

    id: str
    name: str


class ObjectiveInfo(TypedDict):
    """Something to fight for, and what it is worth."""

    id: str
    name: str
    x: float
    y: float
    value: int


class ScenarioInfo(TypedDict):
    """What everybody may know of a scenario.

    Attributes:
        id: Its id.
        title: What it is called.
        date: When it was fought.
        place: Where.
        briefing: What it is about.
        turns: The last turn that there can be; 0 where there is none.
        width: The table's width, in inches.
        depth: The table's depth.
        unit: What the book measures in.
        squares: Whether the table is made of squares of an inch.
        ground: What the table is covered with.
        sides: Who fights.
        objectives: What for.
    """

    id: str
    title: str
    date: str | None
    place: str | None
    briefing: str
    turns: int
    width: float
    depth: float
    unit: str
    squares: bool
    ground: str | None
    sides: list[SideName]
    objectives: list[ObjectiveInfo]


class OptionInfo(TypedDict):
    """A switch of the book, and how it is set.

    Attributes:
        id: Its id.
        rule: The rule that it switches.
        text: What it does.
        default: How the book has it.
        allowed: What it can be set to.
        follows: The option that settles it where the scenario does not.
        words: What settings are called, where that is not clear.
        typed: The setting that stands for whatever is typed in its place.
        value: How it is set.
    """

    id: str
    rule: str
    text: str
    default: str | bool
    allowed: list[str | bool]
    follows: str | None
    words: dict[str, str]
    typed: str | None
    value: str | bool


class BookInfo(TypedDict):
    """A rulebook.

    Attributes:
        code: Its code.
        title: What it is called.
        turn_name: What it calls a turn.
        options: Its switches.
        anytime: The orders that may be given at any time.
    """

    code: str
    title: str
    turn_name: str
    options: list[OptionInfo]
    anytime: list[str]


class DiceInfo(TypedDict):
    """What everybody may know of the dice.

    Attributes:
        kind: What sort of dice.
        seed_from: Of computer dice: ``chosen`` by the host, who then can work out every roll, or
            ``drawn`` by the server.
        seed: Of computer dice: told to all if it was chosen, and at the end if it was drawn.
        commitment: Of fair dice: the commitment to the server's secret.
        words: Of fair dice: the words, as soon as the battle has begun.
        ceremony: Of fair dice: how they came in, as the journal has it.
        secret: Of fair dice: the secret, at the end.
    """

    kind: Literal["computer", "fair", "real"]
    seed_from: NotRequired[Literal["chosen", "drawn"] | None]
    seed: NotRequired[str | None]
    commitment: NotRequired[str]
    words: NotRequired[list[str]]
    ceremony: NotRequired[Ceremony]
    secret: NotRequired[str | None]
