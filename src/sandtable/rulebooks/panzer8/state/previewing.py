"""What an order would look like on the table: what several previews have in common."""

from __future__ import annotations

from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Trace
from sandtable.table import distance

from . import Element, P8State
from .units import in_unit


def is_somewhere(state: P8State, element: Element) -> bool:
    """Whether an element has a place on the table, if only that of its vehicle or counter."""
    vehicle = state.pieces.get(element.carried_by or "")
    return (vehicle or element).on_table or (vehicle or element).under is not None


def measured_line(state: P8State, one: str, two: str) -> Trace | None:
    """A line from one element to another, with its length; none, if one of them is nowhere."""
    start, end = state.pieces.get(one), state.pieces.get(two)
    if start is None or end is None:
        return None
    if not (is_somewhere(state, start) and is_somewhere(state, end)):
        return None
    first, second = state.base(start), state.base(end)
    told = in_unit(state.setting, f"{distance(first, second):.1f} in")
    line = Line(start=first.centre, end=second.centre, side=start.side, label=told)
    return Trace(overlays=(line,))


def all_in_unit(state: P8State, notes: list[str]) -> tuple[str, ...]:
    """Notes in the unit of the battle."""
    return tuple(in_unit(state.setting, note) for note in notes)


def named(state: P8State, name: str | None) -> str:
    """What a piece is called, or its id where it is not known by name."""
    return state.pieces[name].name if name in state.pieces else str(name)
