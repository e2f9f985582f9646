"""Who sits where in a room: changed under its lock, looked at anew, and told to everybody."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

from sandtable.server.messages import Heard
from sandtable.server.rooms.parts import Member
from sandtable.server.storage import ChatRow, ClashError, Seating, SeatRow, StorageError

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room

T = TypeVar("T")

log = logging.getLogger("sandtable.server")

REVOKED: Final = 4403
"""The code with which a connection ends whose link does not open its seat any more."""


async def reseat(room: Room, settle: Callable[[Seating], T], farewell: str = "") -> T:
    """Change who sits where, and leave the notices of it; the room's lock is held.

    Args:
        room: The room.
        settle: Decides and changes.
        farewell: What those are told whose link does not open their seat any more.

    Raises:
        SeatError: If ``settle`` does; then nothing has changed.
        StorageError: If it cannot be recorded.
    """
    for again in (True, True, False):
        try:
            result, seated = await asyncio.wrap_future(room.hall.store.reseat(room.id, settle))
            break
        except ClashError:  # something was said at another server at the same moment
            if not again:
                raise
    _take(room, seated.seats, seated.number)
    _send_away(room, lambda member: member.digest in seated.void, farewell)
    _hear(room, seated.notices)
    return result


async def look_at_seats(room: Room) -> None:
    """See who sits where by now, as another server may have recorded it; the lock is held.

    Raises:
        StorageError: If it cannot be read.
    """
    store, work = room.hall.store, room.hall.work
    number = (await work(store.seatings, (room.id,))).get(room.id)
    if number is None or number == room.seating:
        return
    seats = await work(store.seats, room.id)
    good = {token.digest for token in await work(store.tokens, room.id)}
    said = await work(store.chat, room.id, room.chat.most)
    _take(room, seats, number)
    _send_away(room, lambda member: member.digest not in good)
    _hear(room, [row for row in said if not room.chat.knows(row.number)])
    room.tell_presence()


async def look_around(room: Room) -> None:
    """See who sits where by now, if anybody has changed it elsewhere."""
    async with room.lock:
        try:
            await look_at_seats(room)
        except StorageError as error:
            log.warning("battle %s: %s", room.id, error)
            return
    room.hall.wake(room)


def _take(room: Room, seats: Iterable[SeatRow], number: int) -> None:
    room.seats = {seat.seat: seat for seat in seats}
    for seat, name in room.unstored.items():
        if seat in room.seats:
            room.seats[seat].name = name
    room.seating = number


def _send_away(room: Room, whom: Callable[[Member], bool], farewell: str = "") -> None:
    """Send those away whose link opens nothing any more; from now on they are told nothing."""
    for member in tuple(room.members):
        if member.digest and whom(member):
            room.members.discard(member)
            member.close(REVOKED, farewell or "This link is not valid any more.")


def _hear(room: Room, rows: Iterable[ChatRow]) -> None:
    for row in rows:
        said = room.chat.remember(row)
        for member in tuple(room.members):
            if room.chat.hears(room.seats.get(member.seat), said):
                member.send(Heard(said=said))


def note(room: Room, number: int) -> None:
    """Note a change of our own; if another came before it, that is looked for later."""
    if number == room.seating + 1:
        room.seating = number


# -- names ----------------------------------------------------------------------------------------


async def call(room: Room, seat: str, name: str) -> None:
    """Call whoever sits somewhere by his name; the room's lock is held.

    If that cannot be recorded, he is called so all the same, and it is recorded later.
    """
    room.seats[seat].name = name
    try:
        await _record_name(room, seat, name)
    except StorageError as error:
        log.warning("battle %s: a name is recorded later: %s", room.id, error)
        if not room.unstored:
            room.hall.spawn(_record_names(room))
        room.unstored[seat] = name
    else:
        room.unstored.pop(seat, None)


async def _record_name(room: Room, seat: str, name: str) -> None:
    future = room.hall.store.change_seat(room.id, seat, {"name": name})
    note(room, await asyncio.wrap_future(future))


async def _record_names(room: Room) -> None:
    while room.unstored and not room.closed:
        await asyncio.sleep(room.hall.settings.retry_seconds)
        async with room.lock:
            for seat, name in tuple(room.unstored.items()):
                try:
                    await _record_name(room, seat, name)
                except StorageError:
                    break
                room.unstored.pop(seat, None)


# -- after the end --------------------------------------------------------------------------------


async def tell_of_reopening(room: Room) -> None:
    """Tell everybody that a battle goes on whose whole record could be seen for a while."""
    text = (
        "The battle goes on after all. While it was over, its whole record could be seen by "
        "everybody who may look at it."
    )
    if any(seat.held for seat in room.seats.values()):
        async with room.lock:
            await reseat(room, lambda seating: seating.tell(text, time.time()))
