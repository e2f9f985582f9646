"""What a person at a table needs beside the rules: what a piece may do, and how far it comes.

A page, or any other program with a pointer, asks these things of a rulebook while somebody makes up
his mind. All answers rest on the state as the seat knows it, so they give nothing away. Nothing
here decides anything: an order is checked by the book when it is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Overlay

Sort = Literal["piece", "pieces", "point", "path", "heading", "number", "word", "flag", "feature"]
"""What is given for a field of an order.

``piece``, ``pieces``
    one or several pieces on the table (or beside it), picked by hand;
``point``
    a place on the table;
``path``
    the points that a piece passes through, dragged or clicked one after another;
``heading``
    a direction in degrees, given by turning;
``number``
    a number, between ``least`` and ``most`` where these are given;
``word``
    one of ``words``;
``flag``
    yes or no;
``feature``
    one or several features of the ground, by id (``words`` lists them).
"""


class Word(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of several answers: what stands in the order, and what is shown for it."""

    value: str
    label: str


class Slot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of an order that a person fills in.

    Attributes:
        name: The field of the order.
        sort: What is given for it.
        ask: What to say while it is wanted: "Choose a target".
        required: Whether the order needs it. What is not required may be passed over.
        several: Whether a list is given (of pieces, points or features).
        pieces: For pieces: those among which one may pick, own or enemy, the likeliest first;
            whether each is allowed, and why not, is found out by checking the order.
        words: For words and features: what there is to choose from.
        headings: For headings: the only ones there are; without any, every one.
        spots: For points: the only ones there are, a press meaning the nearest; without any, every
            one.
        least: For numbers: the smallest; for lists: how few.
        most: For numbers: the greatest; for lists: how many.
        step: For numbers: what they are multiples of, where not every one will do.
        default: What is put in if nothing is given; without it, the field is then left out.
    """

    name: str
    sort: Sort
    ask: str
    required: bool = True
    several: bool = False
    pieces: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    headings: tuple[float, ...] = ()
    spots: tuple[tuple[float, float], ...] = ()
    least: float | None = None
    most: float | None = None
    step: float | None = None
    default: Any = None


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a seat can order now, or could if something were otherwise.

    The order is ``{"order": order, **fixed, **filled}``. The same order may be behind several
    actions that differ in what is fixed.

    Attributes:
        order: The tag of the order.
        label: What stands on its button.
        key: The key that stands for it, one letter; unique among the actions of a piece, as far
            as letters go round.
        piece: Who does it, if it is done by a piece.
        rule: The rule that allows it.
        hint: What it does, in a sentence.
        refusal: Why it cannot be done now, in a sentence; empty if it can.
        refused_by: The rule that forbids it then.
        fixed: Fields of the order that are settled by what was picked before.
        slots: The fields that are left to fill in, in the order in which they are asked for.
        ends: Whether it ends something (a phase, a chance), so that it stands apart.
        at_once: Whether pressing it is enough: nothing is left to say, and nothing is lost by it
            that could not be taken back.
    """

    order: str
    label: str
    rule: str
    key: str = ""
    piece: str | None = None
    hint: str = ""
    refusal: str = ""
    refused_by: str = ""
    fixed: dict[str, Any] = {}
    slots: tuple[Slot, ...] = ()
    ends: bool = False
    at_once: bool = False


class Kind(Struct, frozen=True, kw_only=True):
    """How a kind of order is shown: its label, its key, the rule that allows it, and a sentence."""

    label: str
    key: str
    rule: str = ""
    hint: str = ""


class Stat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure of a data sheet: what it is, and what it is called."""

    value: str
    label: str
    hint: str = ""


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a piece, as a card beside the table shows it.

    Attributes:
        piece: Its id.
        title: Its name.
        subtitle: What sort of thing it is, and what is the matter with it.
        stats: Its figures, the most wanted first.
        lines: Further facts, a line each.
    """

    piece: str
    title: str
    subtitle: str = ""
    stats: tuple[Stat, ...] = ()
    lines: tuple[str, ...] = ()


class Trace(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an order would do on the table, before it is given.

    Attributes:
        used: How much of its movement a piece would use, in the book's unit.
        allowed: How much it has.
        label: The same in words: "5.9 of 10 in, 4.1 left", or how far it comes at most.
        ghosts: Pieces where they would stand then.
        overlays: Paths, lines and areas to show.
        notes: What to know before: "Comes into sight of two enemies".
    """

    used: float | None = None
    allowed: float | None = None
    label: str = ""
    ghosts: tuple[Figure, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    notes: tuple[str, ...] = ()


RESERVED: Final = frozenset("U")
"""Keys that no action has: a page takes steps back with U."""

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTVWXYZ"


def with_keys(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Actions with a key each: the one they ask for, a letter of their label, or any that is left.

    >>> some = [Action(order=name, label=name, rule="r", key="F") for name in ("fire", "flee")]
    >>> [action.key for action in with_keys(some)]
    ['F', 'L']
    """
    taken = set(RESERVED)
    found = []
    for action in actions:
        wanted = (*action.key, *action.label.upper(), *_LETTERS)
        key = next((one for one in wanted if one in _LETTERS and one not in taken), "")
        taken.add(key)
        found.append(replace(action, key=key))
    return tuple(found)
