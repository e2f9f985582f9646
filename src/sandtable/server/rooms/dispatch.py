"""From a message to what is done about it."""

from __future__ import annotations

from sandtable.server.messages import (
    BeginAnew,
    CancelThrow,
    Chat,
    Consent,
    Decree,
    Done,
    Give,
    LayOpen,
    Open,
    Overrule,
    Ready,
    Refused,
    Release,
    Seal,
    Throw,
    Undo,
)
from sandtable.server.rooms import dicing, gathering, orders, releasing, sealing, talking, undoing
from sandtable.server.rooms.aside import SET_ASIDE
from sandtable.server.rooms.parts import Member
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.rooms.room import Room

Command = (
    Give
    | Undo
    | Consent
    | Throw
    | CancelThrow
    | Seal
    | Open
    | BeginAnew
    | Ready
    | Release
    | Decree
    | Overrule
    | LayOpen
    | Chat
)
"""What changes something, and so has a key."""

ONLY_LOOKS = "server.onlookers-only-look"


async def obey(room: Room, member: Member, name: str, message: Command) -> Done | Refused | None:
    """Do what a message asks, once, and say what came of it; nothing if that comes later."""
    seat = member.seat
    async with room.lock:
        if member not in room.members:  # the seat has changed hands meanwhile
            return None
        done = room.done_before(seat, message.key)
        if done is not None:
            return done
        if room.closed:
            return None  # it is loaded again; whoever comes back to it asks again
        if isinstance(message, Chat):
            return await talking.chat(room, seat, name, message)
        if seat == ONLOOKER or seat not in room.seats:
            return room.refused(message.key, ONLY_LOOKS, "You only look on here.")
        if isinstance(message, Release):
            return await releasing.release(room, member, message)
        if room.aside is not None:
            return room.refused(message.key, SET_ASIDE, room.aside.text)
        return await _obey(room, seat, message)


async def _obey(room: Room, seat: str, message: Command) -> Done | Refused | None:
    match message:
        case Give():
            return await orders.give(room, seat, message)
        case Undo():
            return await undoing.undo(room, seat, message)
        case Consent():
            return await undoing.consent(room, seat, message)
        case Throw():
            return await dicing.throw(room, seat, message)
        case CancelThrow():
            return await dicing.cancel(room, seat, message)
        case Seal():
            return await sealing.seal(room, seat, message)
        case Open():
            return await sealing.open_seal(room, seat, message)
        case BeginAnew():
            return await sealing.begin_anew(room, seat, message)
        case Ready():
            return await gathering.ready(room, seat, message)
        case Decree():
            return await orders.decree(room, seat, message)
        case Overrule():
            return await orders.overrule(room, seat, message)
        case LayOpen():
            return await orders.lay_open(room, seat, message)
    raise AssertionError(type(message).__name__)
