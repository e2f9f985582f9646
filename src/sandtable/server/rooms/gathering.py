"""Before a battle begins: words for fair dice, and everybody who says that he is ready."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from sandtable.server.messages import Done, Ready, Refused, Word
from sandtable.server.rooms.dicing import begin
from sandtable.server.rooms.parts import NOT_RECORDED, TABLE
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.standing import is_complete, lacks_word
from sandtable.server.storage import ClashError, StorageError

NO_WORD = "server.no-word-wanted"
NO_WAITING = "server.nobody-waits"


async def word(room: Room, seat: str, message: Word) -> Done | Refused | None:
    """Take a person's word; the last one begins the battle. The room's lock is held."""
    own = room.seats.get(seat)
    if own is None or room.battle is not None or not lacks_word(room, own):
        return room.refused(message.key, NO_WORD, "No word of yours is wanted any more.")
    if not is_word(message.text):
        reason = "A word is a text of signs that can be shown. Type it again."
        return room.refused(message.key, NO_WORD, reason)
    return await _keep(room, seat, {"word": message.text}, message.key)


async def ready(room: Room, seat: str, message: Ready) -> Done | Refused | None:
    """Note whether a person is ready; the last one begins the battle. The room's lock is held."""
    if is_under_way(room) or not room.row.waits:
        return room.refused(message.key, NO_WAITING, "The battle does not wait for anybody.")
    return await _keep(room, seat, {"ready": message.ready}, message.key)


async def _keep(room: Room, seat: str, said: dict[str, Any], key: str) -> Done | Refused:
    """Record what a person has said, tell the others, and begin if that was the last."""
    try:
        future = room.hall.store.change_seat(room.id, seat, said, key)
        room.seats_changed(await asyncio.wrap_future(future))
    except ClashError:
        return room.done(key)
    except StorageError:
        return room.refused(key, NOT_RECORDED)
    room.seats[seat] = msgspec.structs.replace(room.seats[seat], **said)
    room.keys[seat, key] = 0
    room.tell()
    await begin_if_complete(room)
    return room.done(key)


def is_word(text: str) -> bool:
    """Whether everybody can write a word down, so as to check the dice with it later.

    >>> is_word("Panzer vor!"), is_word(" "), is_word(chr(0))
    (True, False, False)
    """
    return bool(text.strip()) and text.isprintable()


def is_under_way(room: Room) -> bool:
    """Whether a battle has begun, or throws the dice with which it does."""
    return room.battle is not None or TABLE in room.pending


async def begin_if_complete(room: Room) -> None:
    """Begin the battle if nothing is missing for it any more; the room's lock is held."""
    if is_under_way(room):
        return
    row = await room.hall.work(room.hall.store.battle, room.id)
    if row is not None:  # people may have been brought elsewhere
        room.row = msgspec.structs.replace(room.row, scenario=row.scenario, waits=row.waits)
    await room.look_at_seats()  # words may have been given elsewhere
    if is_complete(room):
        await begin(room)


async def begin_without_waiting(room: Room) -> None:
    """Begin the battle even if somebody is not ready; the room's lock is held."""
    await asyncio.wrap_future(room.hall.store.stop_waiting(room.id))
    await begin_if_complete(room)
    if room.battle is None:  # real dice are to be thrown first
        room.tell()
