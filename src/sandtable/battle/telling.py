"""How a battle is shown while it happens: a small closed vocabulary of gestures.

Books have well over a hundred kinds of events; whoever shows them knows only these gestures, and no
book. A book says in *cues* which gestures each kind of event is, in their order; places, dice and
results come from the event itself and from the battle before and after it. A telling is made for a
reader: it rests on what that reader may know, so what he may not know is not in it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.battle.figures import Figure

Point = tuple[float, float]

Sort = Literal[
    "walk",
    "turn",
    "shot",
    "burst",
    "lob",
    "blast",
    "flame",
    "smoke",
    "clash",
    "pass",
    "roll",
    "result",
    "loss",
    "appear",
    "vanish",
    "card",
    "say",
]
"""What is shown.

``walk``
    a piece goes along its path, turning as it does;
``turn``
    a piece, or its turret, turns;
``shot``, ``burst``
    a line from muzzle to target; strokes over a swept area;
``lob``
    something thrown or fired high, by way of where it was aimed to where it came down;
``blast``
    a ring that grows to its radius;
``flame``, ``smoke``
    an area that appears and stays;
``clash``
    crossed strokes between those who fight hand to hand;
``pass``
    the track of an aircraft or a shell across the table;
``roll``
    dice, at the place that they are about;
``result``
    a word at the place that it is about;
``loss``
    a piece becomes a wreck or a fallen man;
``appear``, ``vanish``
    what was hidden is seen, enters or leaves;
``card``
    a card is turned over beside the table;
``say``
    a line across the table's edge.
"""


class Thrown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Dice that fell: what for, how many sides they have, and their faces."""

    what: str
    sides: int
    faces: tuple[int, ...]
    drawn: bool = False


class Gesture(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is shown.

    Attributes:
        sort: What.
        piece: The piece that does it, or that it is about.
        side: The side of that piece.
        path: The points that it goes through: a way, the line of a shot, where a grenade was aimed
            and came down. A single point is the place that it is about.
        area: The outline of the area that it covers.
        radius: How far a blast reaches.
        heading: Where a piece faces in the end.
        turret: Where its turret points in the end.
        dice: The dice of a roll.
        text: The words of a result, a card, a line at the edge.
        figure: What a piece looks like that appears or is lost.
        together: Whether it is shown along with the one before it.
    """

    sort: Sort
    piece: str | None = None
    side: str | None = None
    path: tuple[Point, ...] = ()
    area: tuple[Point, ...] = ()
    radius: float | None = None
    heading: float | None = None
    turret: float | None = None
    dice: tuple[Thrown, ...] = ()
    text: str = ""
    figure: Figure | None = None
    together: bool = False


class Telling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event, as it is shown to a reader.

    Attributes:
        line: The line of the journal that brought it.
        index: Which of the events of that line it is, among those that the reader may know.
        kind: What sort of event.
        text: The sentence of the log.
        gestures: What is shown, in order.
    """

    line: int
    index: int
    kind: str
    text: str
    gestures: tuple[Gesture, ...] = ()
