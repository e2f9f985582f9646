"""Questions about a piece: its card, where it can go, whom it sees."""

from __future__ import annotations

from typing import Any

from sandtable.battle import View
from sandtable.server import drawing
from sandtable.server.asking.problems import UnanswerableError, asked_piece
from sandtable.server.messages import Answer, Ask


def sheet(view: View[Any], ask: Ask) -> Answer:
    """The card of a piece."""
    found = view.rulebook.sheet(view.state, asked_piece(ask))
    return Answer(id=ask.id, number=view.number, sheet=found)


def reach(view: View[Any], ask: Ask) -> Answer:
    """Where a piece can go, or what has no piece of its own can be placed."""
    fixed = {**(ask.order or {})}
    kind = fixed.pop("order", None)
    if not isinstance(kind, str):
        raise UnanswerableError("Say for which kind of order: order.order is missing.")
    piece = "" if ask.piece is None else asked_piece(ask)
    overlays = view.rulebook.reach(view.state, piece, kind, fixed)
    drawn = drawing.overlays_of(drawing.scene_of(view), ask.theme, ask.words, overlays)
    return Answer(id=ask.id, number=view.number, drawn=drawn)


def sights(view: View[Any], ask: Ask) -> Answer:
    """Whom a piece sees, what blocks the rest, its arcs and ranges."""
    overlays = view.rulebook.sights(view.state, asked_piece(ask))
    drawn = drawing.overlays_of(drawing.scene_of(view), ask.theme, ask.words, overlays)
    return Answer(id=ask.id, number=view.number, drawn=drawn)
