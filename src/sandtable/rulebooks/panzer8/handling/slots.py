"""The fields that a person fills in, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.battle.handling import Slot, Word
from sandtable.rulebooks.panzer8.handling.words import BEARINGS
from sandtable.rulebooks.panzer8.state import Element, P8State


def names(elements: Iterable[Element]) -> tuple[str, ...]:
    """The ids of some elements."""
    return tuple(element.id for element in elements)


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


def spot(name: str, ask: str, default: Any = None) -> Slot:
    """A place on the table; ``default`` is one that would do."""
    return Slot(name=name, sort="point", ask=ask, default=default)


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
    name: str, ask: str, least: float, most: float, default: float, *, required: bool = True
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
    )


def word(name: str, ask: str, words: Iterable[Word], *, required: bool = True) -> Slot:
    """One of some words."""
    return Slot(name=name, sort="word", ask=ask, words=tuple(words), required=required)


def flag(name: str, ask: str) -> Slot:
    """Yes or no; no, if nothing is said."""
    return Slot(name=name, sort="flag", ask=ask, required=False)


def bearing_of(state: P8State, element: Element) -> Slot:
    """How an element faces on its way; vehicles drive forward or back up."""
    vehicle = state.sheet(element).is_vehicle
    words = BEARINGS[:2] if vehicle else BEARINGS
    return Slot(
        name="bearing",
        sort="word",
        ask="How does it face on its way?",
        words=words,
        required=False,
        default="forward",
    )


def facing_back(state: P8State, element: Element) -> Slot:
    """How an element faces that falls back; a vehicle reverses or turns about."""
    about = (element.heading + 180.0) % 360.0
    bound = (element.heading, about) if state.sheet(element).is_vehicle else ()
    return facing("Turn it to face another way, or leave it facing as before", headings=bound)
