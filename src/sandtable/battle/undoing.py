"""When steps may be taken back: by a rule that gives nothing away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.battle.ledger import NOTHING_TO_UNDO, UNDO_NOT_FREE
from sandtable.battle.refusal import Refusal
from sandtable.battle.rulings import REFEREE

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle


def undo_refusal(battle: Battle[Any], seat: str, to: int | None) -> Refusal | None:
    """See ``Battle.undo_refusal``."""
    moments = battle._pairs()
    taken = _last_step(battle, moments) if to is None else [m for m in moments if m[1].line > to]
    if not taken or (to is not None and to < battle._seam):
        return Refusal(NOTHING_TO_UNDO, "There is nothing to take back.")
    for before, after in taken:
        line = battle.lines[after.line - 1]
        # Asked first: whether dice were thrown in another seat's step may be a secret. What the
        # book answered for an absent referee belongs to the step that led to it.
        if not line.by_default and (line.seat != seat or line.kind != "order"):
            return Refusal(UNDO_NOT_FREE, f"{_named(battle, line.seat, seat)} has acted since.")
        if line.rolls:
            return Refusal(UNDO_NOT_FREE, "Dice have been thrown since.")
        if _shows_more(battle, before.state, after.state):
            return Refusal(UNDO_NOT_FREE, "Something hidden has been shown since.")
    return None


def _last_step(battle: Battle[Any], moments: list[Any]) -> list[Any]:
    """The last thing that somebody did, with the answers that the book gave after it."""
    count = len(moments)
    while count and battle.lines[moments[count - 1][1].line - 1].by_default:
        count -= 1
    return moments[max(count - 1, 0) :] if count else []


def _named(battle: Battle[Any], actor: str, seat: str) -> str:
    """What a seat calls somebody who has acted; who of several enemies it was may be secret."""
    side = battle.seats[actor].side if actor in battle.seats else None
    own = seat in battle.seats and battle.seats[seat].side == side
    if side is None or own:
        return "The referee" if actor == REFEREE else actor
    return battle.scenario.side(side).name


def _shows_more(battle: Battle[Any], before: Any, after: Any) -> bool:
    """Whether a step let any seat know of pieces that it did not know of before."""
    book = battle.rulebook
    if book.lays_open(before, after):
        return True
    for seat in battle.seats:
        if seat != REFEREE:
            knew = book.known_to(before, seat).pieces
            if any(name not in knew for name in book.known_to(after, seat).pieces):
                return True
    return False
