"""Section 10.1.2: whom a charge into a built-up area may single out."""

from __future__ import annotations

from sandtable.battle import Refusal
from sandtable.catalogue import cite

from ..state import Element, P8State
from .occupation import gives_way, occupants


def defenders_of(state: P8State, bua: str, against: str) -> list[Element]:
    """Those inside a built-up area who defend it against a side."""
    return [e for e in occupants(state, bua) if e.side != against and not gives_way(state, e)]


def check_frontage(state: P8State, element: Element, target: Element) -> Refusal | None:
    """Why a charge must go for another defender inside: each is fought before any is joined on."""
    if target.inside is None:
        return None
    cite("p8.bua.melee-frontage")
    busy = {
        contact.enemy
        for contact in state.contacts
        if contact.charger != element.id and contact.charger in state.pieces and not contact.joined
    }
    if target.id not in busy:
        return None
    for other in defenders_of(state, target.inside, element.side):
        if other.id not in busy and not state.sheet(other).is_vehicle:
            return Refusal(
                "p8.bua.melee-frontage",
                f"{other.name} in there is not in combat yet and must be fought first.",
            )
    return None
