"""Wishes, and the real dice that some of them wait for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from sandtable.battle import Refusal
from sandtable.battle.rulings import REFEREE
from sandtable.dice import DiceError, RollRequest
from sandtable.dice.scripted import check_faces
from sandtable.server.budget import Exceeded
from sandtable.server.messages import CancelThrow, Done, Refused, Throw
from sandtable.server.rooms.aside import SET_ASIDE, TOO_LONG, TOO_LONG_TO_WORK_OUT, exceeded
from sandtable.server.rooms.parts import NOT_RECORDED, TABLE, NoBattleError, Pending
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.standing import (
    is_anothers,
    is_complete,
    request_for,
    thrower,
    throws,
)
from sandtable.server.rooms.steps import AnyWish, Begun, Settled, Step, attempt
from sandtable.server.rooms.telling import foreseen
from sandtable.server.storage import DoubtError, StorageError

log = logging.getLogger("sandtable.server")

WRONG_DICE: Final = "server.wrong-dice"
NO_DICE: Final = "server.no-dice-wanted"
DICE_WANTED: Final = "server.dice-wanted"
NOT_BEGUN: Final = "server.not-begun"

Keys = Sequence[tuple[str, str]]


async def fulfil(
    room: Room, seat: str, key: str, wish: AnyWish, others: Keys = ()
) -> Done | Refused | None:
    """Do what a seat wishes; the room's lock is held.

    Args:
        room: The room.
        seat: Whose wish it is.
        key: Its key; none if the server itself wants it.
        wish: What is wanted.
        others: Further seats and keys that are answered with it, such as those of who consented.

    Returns:
        The acknowledgement, why it was not done, or nothing if real dice must be thrown first.
    """
    waiting = room.pending.get(seat)
    if waiting is not None:
        if key and waiting.key == key:
            return None
        return room.refused(key, DICE_WANTED, "Dice are to be thrown first, or the order given up.")
    pending = Pending(seat=seat, key=key, wish=wish)
    return await _try(room, pending, others)


async def _try(room: Room, pending: Pending, others: Keys = ()) -> Done | Refused | None:
    """Try a wish with the dice that are there, and record it or that it waits."""
    key = pending.key
    try:
        result = await work_out(room, pending)
    except Refusal as refusal:
        return room.refused(key, refusal.rule, refusal.reason)
    except DiceError as error:
        return room.refused(key, WRONG_DICE, sentence(str(error)))
    except NoBattleError:
        return room.refused(key, NOT_BEGUN, "The battle that this one goes on from is gone.")
    except Exceeded as error:
        return await _stopped(room, pending, error)
    if isinstance(result, RollRequest):
        return await _wait(room, msgspec.structs.replace(pending, request=result), others)
    waited = room.pending.pop(pending.seat, None)
    own = [(pending.seat, key)] if key else []
    answered = waited.seat if waited else None
    problem = await room.adopt(result, [*own, *others], answered=answered)
    if problem is not None:
        if waited is not None:
            room.pending[waited.seat] = waited
        return room.refused(key, problem)
    done = room.done(key)
    try:
        await after_step(room)
    except (StorageError, DoubtError) as error:  # what was recorded before is recorded all the same
        log.error("battle %s: %s", room.id, error, exc_info=error)
        room.hall.drop(room)
    return done


async def _stopped(room: Room, pending: Pending, error: Exceeded) -> Refused:
    """What becomes of a wish that could not be worked out within the budget."""
    if error.why == "memory":
        return room.refused(pending.key, SET_ASIDE, exceeded(error, room.number).text)
    if pending.seat == TABLE:  # nobody could ask for anything else instead
        await room.hall.set_aside(room.id, exceeded(error, room.number))
    return room.refused(pending.key, TOO_LONG, f"{TOO_LONG_TO_WORK_OUT} Nothing has changed.")


async def work_out(room: Room, pending: Pending) -> Step | RollRequest:
    """What would come of a wish, or the dice that it needs.

    Raises:
        Refusal: If it may not be done.
        DiceError: If the dice that were thrown cannot be.
        Exceeded: If it takes too long, or too much memory.
    """
    if isinstance(pending.wish, Begun):
        return await room.set_up(pending.faces)
    if room.battle is None:
        raise Refusal(NOT_BEGUN, "The battle has not begun yet.")
    battle, total, seats, upon = room.battle, room.total, room.seats_here, room.upon

    def do() -> Step | RollRequest:
        found = attempt(
            battle,
            total,
            pending.seat,
            pending.wish,
            faces=pending.faces,
            secret=room.row.secret,
            upon=upon,
        )
        return foreseen(found, seats) if isinstance(found, Step) else found

    return await room.hall.bounded(room.id, "order", do)


async def _wait(room: Room, pending: Pending, others: Keys) -> Refused | None:
    """Record that a wish waits for dice, and ask for them."""
    thrown = others[0] if others else None
    future = room.hall.store.keep_pending(room.id, pending.row(), thrown, room.number)
    try:
        await asyncio.wrap_future(future)
    except StorageError:
        return room.refused(pending.key, NOT_RECORDED)
    room.pending[pending.seat] = pending
    room.keys.update(dict.fromkeys(others, room.number))
    _tell_throwers(room, pending)
    return None


def _tell_throwers(room: Room, pending: Pending) -> None:
    """Only who throws them is told what dice are for, since orders may be secret."""
    room.tell({pending.seat, thrower(room, pending), REFEREE})


async def after_step(room: Room) -> None:
    """Give an absent referee's answers, and try again what waits for dice, after a step."""
    battle = room.battle
    if battle is not None and battle.default_due is not None and TABLE not in room.pending:
        await _try(room, Pending(seat=TABLE, key="", wish=Settled()))
        return
    for pending in tuple(room.pending.values()):
        await _look_again(room, pending)
    room.hall.wake(room)


async def _look_again(room: Room, pending: Pending) -> None:
    """Work out again which dice a wish needs, now that the battle stands elsewhere."""
    try:
        result = await work_out(room, pending)
    except (Refusal, DiceError) as problem:
        await _give_up(room, pending, problem)
        return
    except Exceeded as error:
        reason = (await _stopped(room, pending, error)).reason
        await _give_up(room, pending, Refusal(TOO_LONG, reason))
        return
    if isinstance(result, RollRequest):
        if result != pending.request:
            pending.request = result
            _tell_throwers(room, pending)
    else:
        await _try(room, pending)


async def _give_up(room: Room, pending: Pending, problem: Refusal | DiceError) -> None:
    await asyncio.wrap_future(room.hall.store.forget_pending(room.id, pending.seat))
    room.pending.pop(pending.seat, None)
    if isinstance(problem, Refusal):
        refused = room.refused(pending.key, problem.rule, problem.reason)
    else:
        refused = room.refused(pending.key, WRONG_DICE, sentence(str(problem)))
    room.send_to(pending.seat, refused)
    _tell_throwers(room, pending)


async def throw(room: Room, seat: str, message: Throw) -> Done | Refused:
    """Take the faces of real dice; the room's lock is held."""
    pending = next((each for each in room.pending.values() if throws(room, seat, each)), None)
    if pending is None:
        return room.refused(message.key, NO_DICE, "No dice of yours are wanted now.")
    try:
        _check(message.faces, request_for(room, seat, pending))
    except DiceError as error:
        return room.refused(message.key, WRONG_DICE, sentence(str(error)))
    faces = (*pending.faces, *message.faces)
    tried = msgspec.structs.replace(pending, faces=faces)
    result = await _try(room, tried, [(seat, message.key)])
    if isinstance(result, Refused):
        if is_anothers(room, seat, pending):
            return room.refused(message.key, WRONG_DICE, "Those dice cannot be taken.")
        return msgspec.structs.replace(result, key=message.key)
    if result is not None and pending.key:
        room.send_to(pending.seat, result)
    return room.done(message.key)


def _check(faces: Sequence[int], request: RollRequest | None) -> None:
    assert request is not None
    if len(faces) != request.count:
        numbers = f"{request.count} number{'s' if request.count > 1 else ''}"
        raise DiceError(f"{request} needs {numbers}, not {len(faces)}")
    check_faces(faces, request)


async def cancel(room: Room, seat: str, message: CancelThrow) -> Done | Refused:
    """Give up the order of a seat for which dice are wanted; the room's lock is held."""
    pending = room.pending.get(seat)
    if pending is None:
        return room.refused(message.key, NO_DICE, "No order of yours waits for dice.")
    future = room.hall.store.forget_pending(room.id, seat, message.key, room.number)
    await asyncio.wrap_future(future)
    del room.pending[seat]
    room.keys[seat, message.key] = room.number
    # Whoever gave the order would else wait for an answer for ever, and send it again.
    room.send_to(seat, room.refused(pending.key, DICE_WANTED, "The order was given up."))
    _tell_throwers(room, pending)
    return room.done(message.key)


async def resume(room: Room) -> None:
    """Take up again what waited for dice when the battle was last in memory; the lock is held."""
    for row in await room.hall.work(room.hall.store.pending, room.id):
        if row.seat not in room.pending:
            wish: Any = msgspec.convert(row.wish, AnyWish)
            await _try(room, Pending(seat=row.seat, key=row.key, wish=wish, faces=row.faces))
    if room.battle is None:
        if TABLE not in room.pending and is_complete(room):
            await begin(room)
    else:
        await after_step(room)


async def begin(room: Room) -> Done | Refused | None:
    """Set the battle up, as soon as everything for it is there; the room's lock is held."""
    return await _try(room, Pending(seat=TABLE, key="", wish=Begun()))


def sentence(text: str) -> str:
    """A message as a sentence.

    >>> sentence("7 is not a face of 1d6")
    '7 is not a face of 1d6.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
