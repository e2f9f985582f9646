"""Going on as a new battle, with the same people in the same seats.

A battle that does not come out as recorded any more can be gone on with from the last line that
agrees. Whoever began it has that done, and need not know what is hidden: everybody keeps his seat,
and is told what he knew. Their links open the new battle from then on, and still let them look at
the old one, which leads to it.
"""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec

from sandtable.battle import Refusal
from sandtable.battle.taking_over import NO_SUCH_LINE
from sandtable.dice import FairDice
from sandtable.server.rooms.gathering import begin_if_complete
from sandtable.server.rooms.hall import Hall
from sandtable.server.rooms.loading import battle_up_to
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import take_up
from sandtable.server.storage import BattleRow, SeatRow
from sandtable.server.tokens import new_id


async def go_on(hall: Hall, source: Room) -> Room:
    """Have a battle go on as a new one, from the last line that agrees.

    Raises:
        Refusal: If there is no such line, or it goes on already.
        Exceeded: If that takes too long, or too much memory.
        StorageError: If it cannot be recorded.
    """
    async with source.lock:
        aside = source.aside
        if aside is None or aside.agrees is None:
            raise Refusal(NO_SUCH_LINE, "There is no line from which it could be gone on with.")
        if aside.heir is not None:
            raise Refusal(NO_SUCH_LINE, "It goes on as another battle already.")
        past = await battle_up_to(source, aside.agrees)
        # What was taken back there is behind it; it goes on from where it stood then.
        row = _row(source.row, past.battle.moments[-1].line)
        seats = [_seat(seat) for seat in source.seats.values()]
        room = Room(hall, row, seats)
        tried = msgspec.structs.replace(row, dice="computer", seed=row.seed or "trial")
        first = await hall.bounded(row.id, "order", take_up, past.battle, past.told, tried)
        begins = row.dice == "computer"
        if begins:
            room.row = row = room.row_after(first)
            room.take(first)
        kept = (first.rows, first.tellings) if begins else ((), ())
        led = msgspec.structs.replace(aside, heir=row.id)
        await asyncio.wrap_future(hall.store.add_heir(source.id, led, row, seats, *kept))
        for notice in await hall.work(hall.store.chat, row.id, room.chat.most):
            room.chat.remember(notice)
    hall.add(room)
    async with room.lock:
        await begin_if_complete(room)
    hall.reload(source)
    return room


def _row(old: BattleRow, line: int) -> BattleRow:
    now = time.time()
    return msgspec.structs.replace(
        old,
        id=new_id(),
        created=now,
        changed=now,
        seed=secrets.token_hex(8) if old.dice == "computer" else None,
        seed_from="drawn" if old.dice == "computer" else None,
        secret=FairDice.new_secret().hex() if old.dice == "fair" else None,
        status="gathering",
        outcome=None,
        waiting=(),
        waits=False,
        aside=None,
        taken_over={"battle": old.id, "line": line, "people": True},
    )


def _seat(seat: SeatRow) -> SeatRow:
    """A seat as it was; fair dice want a new word."""
    return msgspec.structs.replace(seat, word=None)
