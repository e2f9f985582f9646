"""What a table looks like, in plain records that know nothing of any rulebook.

A rulebook's ``figures`` turns a state into these; whoever draws (``sandtable.draw``) needs nothing
else from the book. They are worked out from a state as a seat knows it, so what is hidden from that
seat is not among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.battle.state import Piece, State

Point = tuple[float, float]

Look = Literal["stand", "vehicle", "counter", "marker"]
"""How a piece is drawn.

``stand``
    a standard military symbol on its base;
``vehicle``
    a silhouette from above, showing hull, turret and gun;
``counter``
    a plain counter with a few letters;
``marker``
    a small thing that belongs to a side but is no troops: a mine, a crate.
"""


class Figure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One piece as it is drawn.

    Attributes:
        piece: The id of the piece.
        side: The side it belongs to.
        x: Where the centre of its base is, inches east.
        y: The same, inches north.
        heading: Where it faces, degrees clockwise from north.
        width: The length of the front edge of its base.
        depth: The length of the sides of its base.
        outline: The base in table coordinates, where it is no rectangle.
        look: How it is drawn.
        symbol: Its standard symbol, a 20-digit APP-6 code; the digit that says friend or foe is
            set by the drawing.
        silhouette: Its form from above: ``tank``, ``assault-gun``, ``halftrack``, ``truck``,
            ``armoured-car``, ``gun``, ``wagon`` and so on.
        turret: Where its turret points, if the book keeps that apart from its heading.
        label: Its full name.
        short: Its name on the map; without one, the beginning of ``label``.
        kind: What a legend calls things of its sort ("Anti-tank gun").
        marks: Its statuses, each shown by a mark of its own: ``suppressed``, ``dug-in``,
            ``reacted``, ``acted``, ``hidden``; others are shown by their first letter.

    >>> Figure(piece="tiger", side="german", x=3, y=4, label="Tiger I, 2nd platoon").name
    'Tiger I'
    """

    piece: str
    side: str
    x: float
    y: float
    heading: float = 0.0
    width: float = 1.0
    depth: float = 1.0
    outline: tuple[Point, ...] = ()
    look: Look = "counter"
    symbol: str | None = None
    silhouette: str | None = None
    turret: float | None = None
    label: str = ""
    short: str = ""
    kind: str = ""
    marks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What stands beside it on the map."""
        return self.short or self.label.partition(",")[0].strip()


class Patch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies over the ground for a while: smoke, fire, a beaten zone.

    Attributes:
        id: Its name, unique on the table.
        kind: ``smoke``, ``beaten`` (under fire), ``fire`` (burning), ``zone`` or another word.
        outline: Its edge in table coordinates.
        side: Whose it is, if that matters.
        label: What it is called.
    """

    id: str
    kind: str
    outline: tuple[Point, ...]
    side: str | None = None
    label: str = ""


class Flag(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place worth holding, and who holds it.

    Attributes:
        id: The id of the objective.
        x: Inches east.
        y: Inches north.
        label: Its name.
        value: What it is worth.
        radius: How near one must be to hold it, if the book measures that.
        holder: The side that holds it now.
    """

    id: str
    x: float
    y: float
    label: str = ""
    value: int = 1
    radius: float | None = None
    holder: str | None = None


class Way(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The way of a piece that is about to move, or stands still halfway while others decide.

    Attributes:
        piece: Who goes it.
        side: Its side.
        done: What lies behind it, from where it set out to where it is.
        ahead: What lies before it, from where it is.
        label: What to say of it.
    """

    piece: str
    side: str
    done: tuple[Point, ...] = ()
    ahead: tuple[Point, ...] = ()
    label: str = ""


Drawn = Figure | Patch | Flag | Way
"""Anything that a rulebook can have drawn."""


def plain_figure(piece: Piece) -> Figure:
    """Any piece as a plain counter of one inch.

    >>> from sandtable.battle import Piece
    >>> plain_figure(Piece(id="a", side="red", name="Alpha", x=1.0, y=2.0)).label
    'Alpha'
    """
    return Figure(
        piece=piece.id,
        side=piece.side,
        x=piece.x,
        y=piece.y,
        heading=piece.heading,
        label=piece.name,
    )


def plain_flags(state: State) -> Iterator[Flag]:
    """The objectives of a scenario as they stand in its file."""
    for objective in state.setting.scenario.objectives:
        yield Flag(
            id=objective.id,
            x=objective.at[0],
            y=objective.at[1],
            label=objective.name or "",
            value=objective.value,
            radius=objective.radius,
        )


def plain_figures(state: State) -> Iterator[Drawn]:
    """Every objective, and every piece as a plain counter: what a book draws that has no eye."""
    yield from plain_flags(state)
    for piece in state.pieces.values():
        if getattr(piece, "on_table", True):
            yield plain_figure(piece)
