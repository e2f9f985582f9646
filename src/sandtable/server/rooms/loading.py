"""Loading a battle: played again by its rules, or, if that does not work, recalled as it was told.

A battle that does not come out as recorded is not lost: with every line it was kept what it
brought. It is set aside, and opens at once from that, to be looked at. What is wrong with it is
recorded, so that it is not tried in vain whenever somebody comes; another program, or other rules,
try again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from sandtable.battle import Refusal
from sandtable.battle.taking_over import NO_SUCH_LINE
from sandtable.server.budget import Exceeded
from sandtable.server.rooms.aside import UnplayableError, found_by, named_first
from sandtable.server.rooms.recalling import recall
from sandtable.server.rooms.steps import Step, load
from sandtable.server.rooms.telling import foreseen
from sandtable.server.rooms.tellings import packed_tellings, states_of
from sandtable.server.storage import LineRow, StorageError, TellingRow

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room

log = logging.getLogger("sandtable.server")

LAYING_OUT: Final = 5.0
"""How many seconds of the processor a book has to lay out a table that is only looked at."""


async def load_room(room: Room) -> None:
    """Read a battle from the database, and play it again or recall it.

    Raises:
        StorageError: If it cannot be read.
        Exceeded: If playing it again takes too long, or too much memory; then it was set aside.
    """
    store = room.hall.store
    lines = await room.hall.work(store.lines, room.id)
    room.keys = await room.hall.work(store.keys, room.id)
    for said in await room.hall.work(store.chat, room.id, room.chat.most):
        room.chat.remember(said)
    if lines and _may_be_tried(room):
        await _play(room, lines)
    elif not lines and room.row.dice == "fair":
        room.ceremony = await room.hall.work(store.ceremony, room.id)
    if room.aside is not None:
        await _recall(room, lines)
    await room.recall_wish()


def _may_be_tried(room: Room) -> bool:
    """Whether a battle was not set aside, or only by another program or by other rules."""
    aside = room.aside
    return aside is None or bool(aside.by and aside.by != found_by(room.row.book))


async def played(room: Room, lines: Sequence[LineRow], do: Callable[[], Step]) -> Step:
    """Play recorded lines again, within a budget for so many.

    Raises:
        UnplayableError: If they do not come out as recorded.
        Exceeded: If that takes too long, or too much memory.
    """
    budget = room.hall.settings.budget
    seconds = budget.load + budget.load_line * len(lines)
    seats = room.seats_here
    return await room.hall.within(seconds, room.id, "load", lambda: foreseen(do(), seats))


async def _play(room: Room, lines: Sequence[LineRow]) -> None:
    store = room.hall.store
    try:
        step = await played(room, lines, functools.partial(load, room.row, lines))
    except UnplayableError as error:
        log.warning("battle %s is set aside: %s", room.id, error)
        if error.step is not None:
            await _fill_in(room, error.step)
        kept = await room.hall.work(store.tellings, room.id)
        room.aside = named_first(error.aside, kept)
        await asyncio.wrap_future(store.set_aside(room.id, room.aside))
        return
    room.take(step)
    if room.aside is not None:  # it comes out again
        room.aside = None
        room.row = msgspec.structs.replace(room.row, scenario=step.battle.scenario, aside=None)
        await asyncio.wrap_future(store.set_aside(room.id, None))
    room.hall.spawn(_fill_in(room, step))


async def _fill_in(room: Room, step: Step) -> None:
    """Keep what lines brought that were recorded when that was not kept yet."""
    have = await room.hall.work(room.hall.store.told_lines, room.id)
    missing = [line for line in step.told if line.line not in have]
    if not missing:
        return
    numbers = {line.line for line in missing}
    try:
        rows, _ = await room.hall.bounded(
            room.id,
            "report",
            lambda: packed_tellings(missing, states_of(step.battle, numbers)),
        )
        await asyncio.wrap_future(room.hall.store.add_tellings(room.id, rows))
    except (Exceeded, StorageError) as error:  # next time, perhaps
        log.warning("battle %s: what it brought could not be kept: %s", room.id, error)


async def _recall(room: Room, lines: Sequence[LineRow]) -> None:
    """Have a battle looked at as it was told: at once, and with pictures if its book draws them.

    A book that has taken too long once is not waited for.
    """
    assert room.aside is not None
    kept = await room.hall.work(room.hall.store.tellings, room.id)
    last = lines[-1].number if lines else 0
    room.recalled(recall(room.row, (), ()), last)
    with contextlib.suppress(Exceeded):
        told = functools.partial(recall, room.row, lines, kept, by_book=False)
        room.recalled(await room.hall.within(LAYING_OUT, room.id, "report", told), last)
    if room.aside.why in ("time", "memory"):
        room.hall.spawn(_lay_out(room, lines, kept, last))
    else:
        await _lay_out(room, lines, kept, last)


async def _lay_out(
    room: Room, lines: Sequence[LineRow], kept: Sequence[TellingRow], last: int
) -> None:
    """Have the book lay the table of a battle out that is only looked at, if it can."""
    hall, drawn = room.hall, functools.partial(recall, room.row, lines, kept)
    if room.id in hall.bare:
        return
    try:
        found = await hall.within(LAYING_OUT, room.id, "question", drawn)
    except Exceeded:
        hall.bare.add(room.id)
        return
    room.recalled(found, last)
    room.tell()


async def battle_up_to(room: Room, line: int) -> Step:
    """A battle that can be gone on with from a line: as it stands, or played again up to there.

    Raises:
        Refusal: If it does not come out as recorded up to that line.
        Exceeded: If playing it again takes too long, or too much memory.
    """
    if room.aside is None and room.battle is not None:
        return Step(battle=room.battle, rows=(), told=room.record, total=room.total)
    if room.aside is None or room.aside.agrees is None or line > room.aside.agrees:
        last = None if room.aside is None else room.aside.agrees
        upto = "It cannot be gone on with." if last is None else f"It can up to line {last}."
        raise Refusal(NO_SUCH_LINE, f"Line {line} does not come out as it was recorded. {upto}")
    rows = await room.hall.work(room.hall.store.lines, room.id)
    rows = [row for row in rows if row.number <= room.aside.agrees]
    row = msgspec.structs.replace(room.row, dice="computer")
    return await played(room, rows, functools.partial(load, row, rows))
