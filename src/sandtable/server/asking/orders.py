"""Questions about orders: what can be ordered, what would come of it, and what is wise."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final, cast

import msgspec

from sandtable.battle import Order, View
from sandtable.battle.page import Action, Slot, Trace
from sandtable.odds import Odds
from sandtable.players import UnknownPlayerError, player_for
from sandtable.server import drawing
from sandtable.server.asking.problems import UnanswerableError, asked_order
from sandtable.server.messages import (
    Answer,
    Ask,
    DrawnInfo,
    OddsInfo,
    Offer,
    RefusalInfo,
    Target,
    TraceInfo,
)
from sandtable.server.rooms.steps import plain_order

MOST_OFFERS: Final = 200
"""How many orders are offered at most."""

MOST_LOOKED_AT: Final = 4000
"""How many orders are looked at to find those of one piece."""

MOST_TARGETS: Final = 200
"""How many targets are looked at in one question at most."""


# -- what can be ordered --------------------------------------------------------------------------


def actions(view: View[Any], ask: Ask) -> Answer:
    """What a piece can do, or the seat itself."""
    return Answer(id=ask.id, number=view.number, actions=tuple(_actions(view, ask.piece)))


def _actions(view: View[Any], piece: str | None) -> Iterator[Action]:
    """The actions for every open decision; without one, what can be ordered at any time."""
    seen: set[bytes] = set()
    if view.outcome is not None:
        return
    for choice in view.choices or (None,):
        for action in view.rulebook.actions(view.state, view.seat, choice, piece):
            sign = msgspec.json.encode((action.order, action.label, action.fixed, action.piece))
            if sign not in seen:
                seen.add(sign)
                yield action


def slots_of(view: View[Any], ask: Ask) -> tuple[Slot, ...]:
    """The field of an order that a question is about, as every action has it that makes it."""
    order = ask.order or {}
    return tuple(
        slot
        for piece in dict.fromkeys((ask.piece, None))
        for action in _actions(view, piece)
        if action.order == order.get("order")
        if all(order.get(name, value) == value for name, value in action.fixed.items())
        for slot in action.slots
        if slot.name == ask.slot
    )


def offers(view: View[Any], ask: Ask) -> Answer:
    """A sensible set of orders to choose from."""
    found = itertools.islice(_offers(view, ask.piece), MOST_OFFERS)
    return Answer(id=ask.id, number=view.number, offers=tuple(found))


def _offers(view: View[Any], piece: str | None) -> Iterator[Offer]:
    for choice in view.choices:
        for order in itertools.islice(view.candidates(choice), MOST_LOOKED_AT):
            offer = offer_of(view, order)
            if piece in (None, offer.piece):
                yield offer


def offer_of(view: View[Any], order: Order) -> Offer:
    """An order that can be given as it is, in words."""
    phrase = view.rulebook.phrasebook().tell(view.state, order)
    return Offer(
        order=plain_order(order), piece=phrase.piece, action=phrase.action, text=phrase.text
    )


def hint(view: View[Any], ask: Ask) -> Answer:
    """What a computer player would do."""
    if not view.choices:
        raise UnanswerableError("You have nothing to decide now.")
    try:
        player = player_for(ask.level, f"hint/{view.number}")
    except UnknownPlayerError as error:
        raise UnanswerableError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    order = player.decide(view, view.choices[0])
    return Answer(id=ask.id, number=view.number, offers=(offer_of(view, order),))


# -- what would come of it ------------------------------------------------------------------------


def preview(view: View[Any], ask: Ask) -> Answer:
    """What an order would do, whether it is allowed, and its exact odds."""
    order = asked_order(view, ask.order)
    refusal = view.check(order)
    odds = None if refusal else view.odds(order)
    trace = view.rulebook.trace(view.state, order)
    phrase = view.rulebook.phrasebook().tell(view.state, order)
    return Answer(
        id=ask.id,
        number=view.number,
        refusal=RefusalInfo(rule=refusal.rule, reason=refusal.reason) if refusal else None,
        odds=_told(odds) if odds else None,
        trace=_plain(trace) if trace else None,
        phrase=msgspec.to_builtins(phrase),
        drawn=_drawn(view, ask, trace) if trace else None,
    )


def _told(odds: Odds) -> OddsInfo:
    return cast("OddsInfo", odds.to_builtins())


def _plain(trace: Trace) -> TraceInfo:
    """A trace but for what is drawn of it: of ghosts only who, where and how they face."""
    plain: dict[str, Any] = msgspec.to_builtins(trace)
    facts = {name: value for name, value in plain.items() if name not in ("ghosts", "overlays")}
    if trace.ghosts:
        facts["ghosts"] = [
            {"piece": ghost.piece, "x": ghost.x, "y": ghost.y, "heading": ghost.heading}
            for ghost in trace.ghosts
        ]
    return cast("TraceInfo", facts)


def _drawn(view: View[Any], ask: Ask, trace: Trace) -> DrawnInfo:
    scene = drawing.scene_of(view)
    return drawing.overlays_of(scene, ask.theme, ask.words, trace.overlays, trace.ghosts)


# -- targets --------------------------------------------------------------------------------------


def targets(view: View[Any], ask: Ask) -> Answer:
    """What would come of an order for each piece that may stand in one of its fields."""
    if ask.order is None or ask.slot is None:
        raise UnanswerableError("Say of which order, and which of its fields.")
    pieces, several = _pickable(view, ask)
    found = tuple(
        _target(view, ask.order, ask.slot, piece, several=several)
        for piece in pieces[:MOST_TARGETS]
    )
    return Answer(id=ask.id, number=view.number, targets=found)


def _pickable(view: View[Any], ask: Ask) -> tuple[tuple[str, ...], bool]:
    """The pieces that a field of an order may name, as the book lists them, and if it is a list."""
    for slot in slots_of(view, ask):
        if slot.pieces:
            return slot.pieces, slot.sort == "pieces" or slot.several
    return tuple(view.state.pieces), False


def _target(
    view: View[Any], data: dict[str, Any], field: str, piece: str, *, several: bool
) -> Target:
    order = asked_order(view, {**data, field: [piece] if several else piece})
    refusal = view.check(order)
    odds = None if refusal else view.odds(order)
    return Target(
        piece=piece,
        refusal=refusal.reason if refusal else "",
        rule=refusal.rule if refusal else "",
        odds=_told(odds) if odds else None,
        distance=_distance(view, order, piece),
    )


def _distance(view: View[Any], order: Order, piece: str) -> float | None:
    """How far a piece is from the one that the order is given to."""
    doer = view.rulebook.phrasebook().tell(view.state, order).piece
    if doer is None or doer == piece:
        return None
    found = view.rulebook.apart(view.state, doer, piece)
    return None if found is None else round(found, 2)
