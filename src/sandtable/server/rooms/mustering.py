"""Before a battle begins, those who sit at the table may bring people of their own."""

from __future__ import annotations

import asyncio

import msgspec

from sandtable.battle.personal import PersonalFileError, bring
from sandtable.server.rooms.gathering import is_under_way
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import set_up


class MusterError(Exception):
    """Nobody can be brought any more: why, in a sentence."""


async def muster(room: Room, seat: str, unit: str, text: str) -> None:
    """Put somebody from a file in the place of a unit that a seat commands.

    Raises:
        MusterError: If the battle has begun.
        PersonalFileError: If he cannot be put there.
        ScenarioError: If the book cannot set the battle up with him.
        StorageError: If it cannot be recorded.
    """
    async with room.lock:
        row = await room.hall.work(room.hall.store.battle, room.id)
        if row is None or is_under_way(room) or row.status != "gathering":
            raise MusterError("The battle has begun; people are brought before that.")
        words = await room.hall.work(room.hall.store.ceremony, room.id)
        if row.dice == "fair" and words.opening:
            raise MusterError("The words for the dice are being opened; nobody is brought now.")
        if row.taken_over is not None:
            raise MusterError("A battle that is taken over goes on with the people that it has.")
        if not _commands(room, seat, unit):
            raise PersonalFileError("", f"{unit!r} is no unit of yours")
        scenario = await asyncio.to_thread(bring, row.scenario, {unit: text})
        changed = msgspec.structs.replace(row, scenario=scenario)
        trial = msgspec.structs.replace(changed, dice="computer", seed="trial")
        await room.hall.bounded(room.id, "order", set_up, trial)
        await asyncio.wrap_future(room.hall.store.change_scenario(changed))
        room.row = changed


def _commands(room: Room, seat: str, unit: str) -> bool:
    own = room.seats[seat]
    sides = {each.id: each.side for each in room.row.scenario.units}
    is_own_side = own.side is not None and sides.get(unit) == own.side
    return is_own_side and (own.pieces is None or unit in own.pieces)
