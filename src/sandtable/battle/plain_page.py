"""What any book can answer a page, from its orders and candidates alone.

A book that says more of itself overrides these answers (see `sandtable.battle.page`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sandtable.battle.orders import Order
from sandtable.battle.page import Action, Sheet, Slot, Sort, Word, with_keys
from sandtable.battle.phrases import Phrasebook, summary, tag_of
from sandtable.battle.reading_orders import HEADINGS, slots_of

if TYPE_CHECKING:
    from sandtable.battle.choices import Choice
    from sandtable.battle.reading_orders import Slot as Field
    from sandtable.battle.rulebook import Rulebook

ANYTIME: Final = "order.is-plain-data"
"""Cited for orders that may be given at any time, where a book names no other rule."""

_SORTS: Final[dict[str, Sort]] = {
    "number": "number",
    "point": "point",
    "points": "path",
    "word": "word",
    "flag": "flag",
}


def plain_actions(
    book: Rulebook[Any], state: Any, seat: str, choice: Choice | None, piece: str | None
) -> tuple[Action, ...]:
    """The candidates of a piece, or those of no piece, grouped by kind of order."""
    found: list[Action] = []
    phrases = book.phrasebook()
    if choice is not None and seat in choice.seats:
        mine = msgspec.structs.replace(choice, seats=(seat,))
        groups: dict[type[Order], list[Order]] = {}
        for order in book.candidates(state, mine):
            if phrases.tell(state, order).piece == piece:
                groups.setdefault(type(order), []).append(order)
        for kind, orders in groups.items():
            found += _of_kind(phrases, state, kind, orders, piece, choice.rule)
    for kind in book.anytime:
        found += _of_kind(phrases, state, kind, [], None, ANYTIME) if piece is None else ()
    return with_keys(found)


def plain_sheet(book: Rulebook[Any], state: Any, piece: str) -> Sheet:
    """The name of a piece, and what the phrasebook says of it."""
    found = state.pieces.get(piece)
    if found is None:
        gone = piece in state.out_of_play()
        return Sheet(piece=piece, title=piece, subtitle="out of play" if gone else "not known")
    lines = tuple(book.phrasebook().describe(state, found))
    return Sheet(piece=piece, title=found.name, subtitle=found.side, lines=lines)


def _of_kind(
    phrases: Phrasebook,
    state: Any,
    kind: type[Order],
    orders: Sequence[Order],
    piece: str | None,
    rule: str,
) -> Iterator[Action]:
    """One action with a slot for each field; where a field cannot be filled by hand, many."""
    tag, fields = tag_of(kind), slots_of(kind)
    label = tag.replace("-", " ").capitalize()
    if any(field.sort == "data" for field in fields):
        for order in orders:
            told = phrases.tell(state, order)
            yield Action(
                order=tag,
                label=f"{label}: {told.text}" if told.text else label,
                rule=rule,
                piece=piece,
                hint=summary(kind),
                fixed=_plain(order),
            )
        return
    fixed = {field.name: piece for field in fields if piece and _is_doer(field, orders, piece)}
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    yield Action(
        order=tag,
        label=label,
        rule=rule,
        piece=piece,
        hint=summary(kind),
        fixed=fixed,
        slots=tuple(
            _slot(state, field, orders, defaults[field.name])
            for field in fields
            if field.name not in fixed
        ),
    )


def _is_doer(field: Field, orders: Iterable[Order], piece: str) -> bool:
    """Whether a field says who does it: it names the piece in all of these orders."""
    return field.sort == "name" and all(getattr(order, field.name) == piece for order in orders)


def _slot(state: Any, field: Field, orders: Iterable[Order], default: Any) -> Slot:
    values = list(dict.fromkeys(_values(field, orders)))
    several = field.sort in ("names", "points")
    is_named = field.sort in ("name", "names")
    pieces = tuple(str(value) for value in values if value in state.pieces) if is_named else ()
    sort: Sort = _SORTS.get(field.sort, "word")
    if is_named and (pieces or not values):
        sort = "pieces" if several else "piece"
    if field.name in HEADINGS:
        sort = "heading"
    words = field.words or (tuple(map(str, values)) if sort == "word" else ())
    return Slot(
        name=field.name,
        sort=sort,
        ask=f"{field.name.replace('_', ' ').capitalize()}?",
        required=field.required,
        several=several,
        pieces=pieces or (tuple(state.pieces) if sort in ("piece", "pieces") else ()),
        words=tuple(Word(value=word, label=word.replace("-", " ")) for word in words),
        default=None if default is msgspec.NODEFAULT else default,
    )


def _values(field: Field, orders: Iterable[Order]) -> Iterator[Any]:
    """What stands in a field of some orders, one by one where it is a list of names."""
    if field.sort not in ("name", "names"):
        return
    for order in orders:
        value = getattr(order, field.name)
        yield from (value or ()) if field.sort == "names" else (value,) if value is not None else ()


def _plain(order: Order) -> dict[str, Any]:
    """The fields of an order as plain data, without its tag."""
    data: dict[str, Any] = msgspec.to_builtins(order)
    return {name: value for name, value in data.items() if name != "order"}
