"""Taking back: freely while nobody has learnt anything by it, else by consent or by the referee.

A wish that waits for consent is recorded before anybody is told of it, so that it is still there
when the server was stopped in between. It lapses with the next line of the battle, whoever writes
that, and nothing need be deleted then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from sandtable.battle.ledger import NOTHING_TO_UNDO
from sandtable.battle.rulings import REFEREE
from sandtable.server.messages import Consent, Done, Refused, Undo
from sandtable.server.rooms.dicing import NOT_BEGUN, fulfil
from sandtable.server.rooms.parts import NOT_RECORDED, OUT_OF_STEP
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import TakenBack
from sandtable.server.rooms.telling import line_before_last_own
from sandtable.server.storage import StorageError, WishRow

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
    refusal = None
    if seat != REFEREE:
        refusal = await room.hall.bounded(room.id, "question", battle.undo_refusal, seat, to=to)
    sides = _to_be_asked(room, seat)
    if refusal is None or (refusal.rule != NOTHING_TO_UNDO and not sides):
        return await fulfil(room, seat, key, TakenBack(to=to))
    if refusal.rule == NOTHING_TO_UNDO or battle.is_laid_open:
        return room.refused(key, refusal.rule, refusal.reason)
    if room.asked is None or room.asked.key != key:
        return await _propose(room, seat, key, to, sides)
    return room.done(key)


def _to_be_asked(room: Room, seat: str) -> tuple[str, ...]:
    """The other sides that are people's; a computer player agrees to anything.

    Where a computer plays in the place of somebody who holds the seat, he is asked all the same:
    else all could be played to the end without him, looked at, and taken back.
    """
    own = room.seats[seat].side if seat in room.seats else None
    sides = (
        row.side
        for row in room.seats.values()
        if (row.is_person or row.is_taken) and row.role == "player"
    )
    return tuple(dict.fromkeys(side for side in sides if side is not None and side != own))


async def _propose(
    room: Room, seat: str, key: str, to: int, sides: tuple[str, ...]
) -> Done | Refused:
    assert room.battle is not None
    steps = sum(before >= to for before, line in room.battle.steps if not line.by_default)
    name = room.seats[seat].name or seat
    last = await room.hall.work(room.hall.store.wish, room.id)
    wish = WishRow(
        number=last.number + 1 if last else 1,
        line=room.number,
        seat=seat,
        key=key,
        to=to,
        text=f"{name} asks to take back the last {'step' if steps == 1 else f'{steps} steps'}.",
        sides=sides,
    )
    return await _record(room, wish, key)


async def consent(room: Room, seat: str, message: Consent) -> Done | Refused | None:
    """Agree or not to what another side wants to take back; the room's lock is held."""
    await room.recall_wish()  # it may have been uttered, or agreed to, at another server
    asked, own = room.asked, room.seats.get(seat)
    if asked is None or asked.number != message.proposal or own is None:
        return room.refused(message.key, NO_PROPOSAL, "Nobody asks for that any more.")
    is_referee = seat == REFEREE
    withdraws = seat == asked.seat and not message.agree
    if not is_referee and not withdraws and own.side not in asked.sides:
        return room.refused(message.key, NO_PROPOSAL, "You have not been asked.")
    if not message.agree:
        answered = [(seat, message.key), (asked.seat, asked.key)]
        return await _record(room, _without(asked, *asked.sides), message.key, answered)
    left = _without(asked, own.side)
    if left.sides and not is_referee:
        return await _record(room, left, message.key, [(seat, message.key)])
    wish = TakenBack(to=asked.to)
    result = await fulfil(room, asked.seat, asked.key, wish, [(seat, message.key)])
    if isinstance(result, Refused):
        await _record(room, _without(asked, *asked.sides), message.key)
        return room.refused(message.key, result.rule, result.reason)
    return room.done(message.key)


def _without(wish: WishRow, *agreed: str | None) -> WishRow:
    """A wish to which some sides need not agree any more; one that nobody need is settled."""
    left = tuple(side for side in wish.sides if side not in agreed)
    return msgspec.structs.replace(wish, sides=left)


async def _record(
    room: Room, wish: WishRow, key: str, answered: Sequence[tuple[str, str]] = ()
) -> Done | Refused:
    """Record a wish as it stands now, and tell everybody of it."""
    future = room.hall.store.keep_wish(room.id, wish, answered)
    try:
        await asyncio.wrap_future(future)
    except StorageError:
        return room.refused(key, NOT_RECORDED)
    room.keys.update(dict.fromkeys(answered, room.number))
    room.asked = wish if wish.sides else None
    room.tell()
    return room.done(key)
