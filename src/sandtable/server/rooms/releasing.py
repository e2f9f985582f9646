"""Giving a seat up that one holds, or refusing to when one is asked."""

from __future__ import annotations

from sandtable.server.messages import Done, Refused, Release
from sandtable.server.rooms import holding
from sandtable.server.rooms.holding import SeatError, title_of
from sandtable.server.rooms.parts import NOT_RECORDED, Member
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.seating import reseat
from sandtable.server.storage import StorageError

NOT_YOURS = "server.not-your-seat"


async def release(room: Room, member: Member, message: Release) -> Done | Refused:
    """Give a seat up, or keep it; the room's lock is held."""
    seat, key = member.seat, message.key
    if not member.holds:
        reason = "Only whoever holds the seat can give it up."
        return room.refused(key, NOT_YOURS, reason)
    title = title_of(room.row.scenario, list(room.seats.values()), seat)
    try:
        await reseat(
            room,
            lambda seating: holding.release(seating, seat, title, agree=message.agree),
            farewell="You have given up this seat.",
        )
    except SeatError as error:
        return room.refused(key, NOT_YOURS, str(error))
    except StorageError:
        return room.refused(key, NOT_RECORDED)
    room.tell_presence()
    return room.done(key)
