"""What is said at the table."""

from __future__ import annotations

import asyncio
import time

import msgspec

from sandtable.server.messages import Chat, Done, Heard, Refused
from sandtable.server.rooms.parts import NOT_RECORDED
from sandtable.server.rooms.room import Room
from sandtable.server.storage import ChatRow, ClashError, StorageError


async def chat(room: Room, seat: str, name: str, message: Chat) -> Done | Refused:
    """Pass on something that was said; the room's lock is held."""
    own = room.seats.get(seat)
    text = printable(message.text)
    if message.to == "side" and own is None:
        return room.refused(message.key, "server.no-side", "You are on no side.")
    if not text:
        return room.refused(message.key, "server.nothing-said", "Nothing was said.")
    row = ChatRow(
        number=room.chat.last + 1,
        at=time.time(),
        seat=seat,
        name=name,
        text=text,
        side=(own.side or own.role) if own and message.to == "side" else None,
    )
    try:
        row = await _record(room, row, message.key)
    except StorageError:
        return room.refused(message.key, NOT_RECORDED)
    room.keys[seat, message.key] = room.number
    said = room.chat.remember(row)
    for member in tuple(room.members):
        if room.chat.hears(room.seats.get(member.seat), said):
            member.send(Heard(said=said))
    return room.done(message.key)


async def _record(room: Room, row: ChatRow, key: str) -> ChatRow:
    """Record something that was said, after what another server may have recorded before."""
    store = room.hall.store
    try:
        await asyncio.wrap_future(store.add_chat(room.id, row, key, room.number))
    except ClashError:
        last = await room.hall.work(store.last_said, room.id)
        row = msgspec.structs.replace(row, number=last + 1)
        await asyncio.wrap_future(store.add_chat(room.id, row, key, room.number))
    return row


def printable(text: str) -> str:
    """A text without what cannot be shown, such as signs that turn its direction.

    >>> printable("Fire!" + chr(0x202e) + chr(7))
    'Fire!'
    """
    kept = (sign for sign in text if sign == "\n" or sign.isprintable())
    return "".join(kept).strip()
