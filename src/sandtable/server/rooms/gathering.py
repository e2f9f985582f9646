"""Before a battle begins: everybody who says that he is ready, and whether nothing is missing."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec

from sandtable.dice import FairDice
from sandtable.dice.sealing import BegunAnew
from sandtable.server.messages import Done, Ready, Refused
from sandtable.server.rooms.dicing import begin
from sandtable.server.rooms.parts import NOT_RECORDED, TABLE
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.seating import look_at_seats, note
from sandtable.server.rooms.standing import is_complete
from sandtable.server.storage import CeremonyRow, ClashError, StorageError

NO_WAITING = "server.nobody-waits"


async def ready(room: Room, seat: str, message: Ready) -> Done | Refused | None:
    """Note whether a person is ready; the last one begins the battle. The room's lock is held."""
    if is_under_way(room) or not room.row.waits:
        return room.refused(message.key, NO_WAITING, "The battle does not wait for anybody.")
    return await _keep(room, seat, {"ready": message.ready}, message.key)


async def _keep(room: Room, seat: str, said: dict[str, Any], key: str) -> Done | Refused:
    """Record what a person has said, tell the others, and begin if that was the last."""
    try:
        future = room.hall.store.change_seat(room.id, seat, said, key)
        note(room, await asyncio.wrap_future(future))
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
    if is_under_way(room) or room.aside is not None:
        return
    row = await room.hall.work(room.hall.store.battle, room.id)
    if row is not None:  # people may have been brought elsewhere
        room.row = msgspec.structs.replace(
            room.row, scenario=row.scenario, waits=row.waits, secret=row.secret
        )
    await look_at_seats(room)  # they may have changed elsewhere
    if room.row.dice == "fair":
        await _settle_ceremony(room)
    if is_complete(room):
        await begin(room)


async def _settle_ceremony(room: Room) -> None:
    """Bring the words for fair dice in step with who plays, and see whether all seals are in.

    If persons have changed after all seals were in, whoever changed them could choose among
    dice; so the ceremony is begun anew.
    """
    room.ceremony = await room.hall.work(room.hall.store.ceremony, room.id)
    broken_off, people, sealed = room.commitment, room.people, room.ceremony.seals.keys()
    if room.ceremony.opening:
        is_settled = sealed == people
    else:
        is_settled = sealed <= people and (sealed != people or not people)
    if is_settled:
        return
    secret = FairDice.new_secret().hex() if room.ceremony.opening else None

    def change(row: CeremonyRow) -> CeremonyRow:
        if row.opening != (secret is not None):
            raise ClashError("another server was faster")
        if row.opening:
            return begun_anew(row, "host", broken_off)
        seals = {name: row.seals[name] for name in people if name in row.seals}
        is_opening = bool(people) and seals.keys() == people
        return msgspec.structs.replace(row, seals=seals, opening=is_opening)

    with contextlib.suppress(ClashError):
        future = room.hall.store.change_ceremony(room.id, change, secret=secret)
        room.ceremony = await asyncio.wrap_future(future)
        if secret is not None:
            room.row = msgspec.structs.replace(room.row, secret=secret)
        room.tell()


def begun_anew(row: CeremonyRow, by: str, commitment: str) -> CeremonyRow:
    """An empty ceremony after one that was broken off."""
    broken_off = BegunAnew(by=by, commitment=commitment, opening=row.opening)
    return CeremonyRow(begun_anew=(*row.begun_anew, broken_off))


async def begin_without_waiting(room: Room) -> None:
    """Begin the battle even if somebody is not ready; the room's lock is held."""
    await asyncio.wrap_future(room.hall.store.stop_waiting(room.id))
    await begin_if_complete(room)
    if room.battle is None:  # real dice are to be thrown first
        room.tell()
