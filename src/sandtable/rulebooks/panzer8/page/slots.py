"""The fields that a person fills in, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.battle.handling import Slot
from sandtable.battle.slots import facing, flag, number, one_of, path, some_of, spot, word
from sandtable.rulebooks.panzer8.page.words import BEARINGS
from sandtable.rulebooks.panzer8.state import Element, P8State

__all__ = [
    "bearing_of",
    "facing",
    "facing_back",
    "flag",
    "names",
    "number",
    "one_of",
    "path",
    "some_of",
    "spot",
    "word",
]


def names(elements: Iterable[Element]) -> tuple[str, ...]:
    """The ids of some elements."""
    return tuple(element.id for element in elements)


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
