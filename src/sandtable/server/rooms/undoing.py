"""Taking back: freely while nobody has learnt anything by it, else by consent or by the referee."""

from __future__ import annotations

from sandtable.battle.ledger import NOTHING_TO_UNDO
from sandtable.battle.rulings import REFEREE
from sandtable.server.messages import Consent, Done, Refused, Undo
from sandtable.server.rooms.dicing import NOT_BEGUN, fulfil
from sandtable.server.rooms.parts import OUT_OF_STEP, Asked
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import TakenBack
from sandtable.server.rooms.telling import line_before_last_own

NO_PROPOSAL = "server.nothing-to-agree-to"


async def undo(room: Room, seat: str, message: Undo) -> Done | Refused | None:
    """Take steps back, or ask the others for their consent; the room's lock is held."""
    battle, key = room.battle, message.key
    if battle is None:
        return room.refused(key, NOT_BEGUN, "The battle has not begun yet.")
    if message.expect != room.number:
        return room.refused(key, OUT_OF_STEP)
    to = line_before_last_own(battle, seat) if message.to is None else message.to
    if to is None:
        reason = "You have given no order yet that could be taken back."
        return room.refused(key, NOTHING_TO_UNDO, reason)
    refusal = None if seat == REFEREE else battle.undo_refusal(seat, to=to)
    sides = _to_be_asked(room, seat)
    if refusal is None or (refusal.rule != NOTHING_TO_UNDO and not sides):
        return await fulfil(room, seat, key, TakenBack(to=to))
    if refusal.rule == NOTHING_TO_UNDO or battle.is_laid_open:
        return room.refused(key, refusal.rule, refusal.reason)
    if room.asked is None or room.asked.key != key:
        _propose(room, seat, key, to, sides)
    return room.done(key)


def _to_be_asked(room: Room, seat: str) -> set[str | None]:
    """The other sides that people play; a computer player agrees to anything."""
    own = room.seats[seat].side if seat in room.seats else None
    return {
        row.side
        for row in room.seats.values()
        if row.is_person and row.role == "player" and row.side != own
    }


def _propose(room: Room, seat: str, key: str, to: int, sides: set[str | None]) -> None:
    assert room.battle is not None
    steps = sum(before >= to for before, line in room.battle.steps if not line.by_default)
    name = room.seats[seat].name or seat
    text = f"{name} asks to take back the last {'step' if steps == 1 else f'{steps} steps'}."
    room.proposals += 1
    room.asked = Asked(number=room.proposals, seat=seat, key=key, to=to, text=text, sides=sides)
    room.tell()


async def consent(room: Room, seat: str, message: Consent) -> Done | Refused | None:
    """Agree or not to what another side wants to take back; the room's lock is held."""
    asked, own = room.asked, room.seats.get(seat)
    if asked is None or asked.number != message.proposal or own is None:
        return room.refused(message.key, NO_PROPOSAL, "Nobody asks for that any more.")
    is_referee = seat == REFEREE
    withdraws = seat == asked.seat and not message.agree
    if not is_referee and not withdraws and own.side not in asked.sides:
        return room.refused(message.key, NO_PROPOSAL, "You have not been asked.")
    if not message.agree:
        return _settled(room, seat, message.key)
    asked.sides.discard(own.side)
    if asked.sides and not is_referee:
        room.tell()
        return _noted(room, seat, message.key)
    wish = TakenBack(to=asked.to)
    result = await fulfil(room, asked.seat, asked.key, wish, [(seat, message.key)])
    if isinstance(result, Refused):
        room.asked = None
        room.tell()
        return room.refused(message.key, result.rule, result.reason)
    return room.done(message.key)


def _settled(room: Room, seat: str, key: str) -> Done:
    """Nobody asks any more."""
    room.asked = None
    room.tell()
    return _noted(room, seat, key)


def _noted(room: Room, seat: str, key: str) -> Done:
    """Something was done that leaves no line; said again, it is done no more."""
    room.keys[seat, key] = room.number
    return room.done(key)
