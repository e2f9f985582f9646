"""Actions and the fields of an order that a person fills in, as any book asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict, Unpack

from sandtable.battle.orders import Order
from sandtable.battle.page import Action, Kind, Slot, Word
from sandtable.battle.phrases import tag_of
from sandtable.battle.refusal import Refusal


class Told(TypedDict, total=False):
    """What can be said of an action beside its kind; the last four call it otherwise here."""

    piece: str | None
    fixed: dict[str, Any] | None
    slots: Iterable[Slot]
    refusal: Refusal | None
    ends: bool
    at_once: bool
    label: str
    key: str
    rule: str
    hint: str


def action_of(kind: type[Order], words: Kind, asked_by: str, **told: Unpack[Told]) -> Action:
    """An action, named as its kind of order is unless it is told otherwise.

    Args:
        kind: The kind of order that it makes.
        words: What that is called.
        asked_by: The rule behind it where neither its kind nor anybody else names one.
        told: What else is to be said of it.
    """
    refusal = told.get("refusal")
    return Action(
        order=tag_of(kind),
        label=told.get("label", words.label),
        key=told.get("key", words.key),
        rule=told.get("rule", words.rule) or asked_by,
        piece=told.get("piece"),
        hint=told.get("hint", words.hint),
        refusal=refusal.reason if refusal else "",
        refused_by=refusal.rule if refusal else "",
        fixed=told.get("fixed") or {},
        slots=tuple(told.get("slots", ())),
        ends=told.get("ends", False),
        at_once=told.get("at_once", False),
    )


def one_of(
    name: str, ask: str, pieces: Iterable[str], *, required: bool = True, default: Any = None
) -> Slot:
    """A piece among some."""
    return Slot(
        name=name, sort="piece", ask=ask, pieces=tuple(pieces), required=required, default=default
    )


def some_of(
    name: str,
    ask: str,
    pieces: Iterable[str],
    *,
    required: bool = True,
    most: int | None = None,
    default: Any = None,
) -> Slot:
    """Several pieces among some."""
    listed = tuple(pieces)
    return Slot(
        name=name,
        sort="pieces",
        ask=ask,
        several=True,
        pieces=listed,
        required=required,
        least=1 if required else None,
        most=len(listed) if most is None else most,
        default=default,
    )


def spot(
    name: str, ask: str, default: Any = None, spots: Iterable[tuple[float, float]] = ()
) -> Slot:
    """A place on the table, among ``spots`` if there are any; ``default`` is one that would do."""
    return Slot(name=name, sort="point", ask=ask, default=default, spots=tuple(spots))


def path(ask: str, *, required: bool = True) -> Slot:
    """The points of a way."""
    return Slot(name="path", sort="path", ask=ask, several=True, required=required)


def facing(
    ask: str,
    *,
    name: str = "facing",
    required: bool = False,
    default: float | None = None,
    headings: Sequence[float] = (),
) -> Slot:
    """A direction to face."""
    return Slot(
        name=name,
        sort="heading",
        ask=ask,
        required=required,
        default=default,
        headings=tuple(headings),
    )


def number(
    name: str,
    ask: str,
    least: float,
    most: float,
    default: float,
    *,
    required: bool = True,
    step: float | None = None,
) -> Slot:
    """A number between two others."""
    return Slot(
        name=name,
        sort="number",
        ask=ask,
        least=least,
        most=most,
        default=default,
        required=required,
        step=step,
    )


def word(
    name: str, ask: str, words: Iterable[Word], *, required: bool = True, default: str | None = None
) -> Slot:
    """One of some words."""
    listed = tuple(words)
    return Slot(name=name, sort="word", ask=ask, words=listed, required=required, default=default)


def flag(name: str, ask: str, default: bool | None = None) -> Slot:
    """Yes or no; no, if nothing is said and there is no default."""
    return Slot(name=name, sort="flag", ask=ask, required=False, default=default)


def spot_or_none(name: str, ask: str, default: Any = None) -> Slot:
    """A place on the table, or none; ``default`` is one that would do."""
    return Slot(name=name, sort="point", ask=ask, required=False, default=default)
