"""Fair dice: every person's word is mixed in before the battle begins."""

from __future__ import annotations

import asyncio

import msgspec

from sandtable.server.messages import Done, Refused, Word
from sandtable.server.rooms.dicing import begin
from sandtable.server.rooms.parts import NOT_RECORDED
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.standing import lacks_word
from sandtable.server.storage import ClashError, StorageError

NO_WORD = "server.no-word-wanted"


async def word(room: Room, seat: str, message: Word) -> Done | Refused | None:
    """Take a person's word; the last one begins the battle. The room's lock is held."""
    own = room.seats.get(seat)
    if own is None or room.battle is not None or not lacks_word(room, own):
        return room.refused(message.key, NO_WORD, "No word of yours is wanted any more.")
    if not is_word(message.text):
        reason = "A word is a text of signs that can be shown. Type it again."
        return room.refused(message.key, NO_WORD, reason)
    spoken = msgspec.structs.replace(own, word=message.text)
    try:
        await asyncio.wrap_future(room.hall.store.change_seat(room.id, spoken, message.key))
    except ClashError:
        return room.done(message.key)
    except StorageError:
        return room.refused(message.key, NOT_RECORDED)
    room.seats[seat] = spoken
    room.keys[seat, message.key] = 0
    room.tell()
    await begin_if_complete(room)
    return room.done(message.key)


def is_word(text: str) -> bool:
    """Whether everybody can write a word down, so as to check the dice with it later.

    >>> is_word("Panzer vor!"), is_word(" "), is_word(chr(0))
    (True, False, False)
    """
    return bool(text.strip()) and text.isprintable()


async def begin_if_complete(room: Room) -> None:
    """Begin the battle if no word is missing any more; the room's lock is held."""
    if room.row.dice != "fair" or room.battle is not None:
        return
    row = await room.hall.work(room.hall.store.battle, room.id)
    if row is not None:  # people may have been brought elsewhere
        room.row = msgspec.structs.replace(room.row, scenario=row.scenario)
    for seat in await room.hall.work(room.hall.store.seats, room.id):  # words given elsewhere
        room.seats[seat.seat] = seat
    if not any(lacks_word(room, seat) for seat in room.seats.values()):
        await begin(room)
