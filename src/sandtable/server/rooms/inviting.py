"""Invitations: how a seat is taken by one, and what those are told who come too late."""

from __future__ import annotations

import time

from sandtable.server.messages import Barred
from sandtable.server.rooms import holding
from sandtable.server.rooms.holding import Entry, entry_by, title_of
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.seating import reseat
from sandtable.server.tokens import digest_of


async def take_up(room: Room, entry: Entry, own: str, name: str) -> Entry:
    """Take the seat of an invitation with a token of one's own; the room's lock is held.

    Raises:
        SeatError: If that cannot be.
        StorageError: If it cannot be recorded; then nothing has changed.
    """
    store = room.hall.store
    if entry.spent is not None:  # nothing need be recorded, so a full disk is no matter
        mine = await room.hall.work(store.token, digest_of(own))
        same = mine is not None and entry.spent.claim == mine.digest
        return entry_by(mine) if mine is not None and same else entry
    token = await room.hall.work(store.token, entry.digest)
    title = _title(room, token.seat if token else "")
    return await reseat(
        room, lambda seating: holding.claim(seating, entry.digest, own, name, title)
    )


def barred_by(room: Room, entry: Entry) -> Barred | None:
    """Why somebody who came with an invitation only looks on."""
    spent = entry.spent
    if spent is not None:
        at = spent.claimed or 0.0
        day = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(at))
        text = (
            f"{_title(room, spent.seat, capital=True)} was taken on {day} by "
            f"{spent.name or 'somebody without a name'}. An invitation is good for one person. If "
            "that was you, come in where you took the seat, or open it on another device from "
            "there; if not, ask whoever invited you. Until then you look on."
        )
        return Barred(why="taken", seat=spent.seat, text=text, name=spent.name or "", at=at)
    if entry.invited:
        text = "This invitation has not been taken up: no token of your own came with it."
        return Barred(why="unclaimed", seat="", text=text)
    return None


def not_recorded(entry: Entry) -> Barred:
    """What somebody is told whose seat could not be recorded as his."""
    text = (
        "That you take this seat could not be recorded: the server's disk may be full. So the seat "
        "is not yours yet, and your invitation is still good. You look on meanwhile; come in again "
        "in a moment to take the seat."
    )
    seat = entry.spent.seat if entry.spent else ""
    return Barred(why="not-recorded", seat=seat, text=text)


def _title(room: Room, seat: str, *, capital: bool = False) -> str:
    title = title_of(room.row.scenario, list(room.seats.values()), seat)
    return title[:1].upper() + title[1:] if capital else title
