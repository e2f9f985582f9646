"""Computer players: they act by themselves, one step at a time, and never hold anybody up."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Iterable
from typing import Any, Final

from sandtable.battle import Battle, Order
from sandtable.battle.record import BY_NUMBER
from sandtable.players import player_for
from sandtable.server.budget import Exceeded
from sandtable.server.messages import Refused
from sandtable.server.rooms.aside import exceeded
from sandtable.server.rooms.dicing import fulfil
from sandtable.server.rooms.parts import OUT_OF_STEP
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import Given, plain_order
from sandtable.server.storage import DoubtError, SeatRow, Summary

log = logging.getLogger("sandtable.server")

SIMPLE: Final = "random"
"""Who decides for a computer player that has taken too long."""

PATIENCE: Final = 3
"""After so many decisions that took too long, the simple one decides for good."""


def wake(room: Room) -> None:
    """Have the computer players of a room act as long as it is their turn."""
    if room.thinking is None and not room.closed and next_computer(room) is not None:
        room.thinking = room.hall.spawn(_act(room))


def waits_for_computer(row: Summary, seats: Iterable[SeatRow]) -> bool:
    """Whether a battle can go on without any person."""
    computers = {seat.seat for seat in seats if not seat.is_person}
    return bool(computers) and (not row.waiting or bool(computers & set(row.waiting)))


def next_computer(room: Room) -> str | None:
    """The computer player whose turn it is, if it is one's."""
    if room.battle is None or room.aside is not None or room.pending:
        return None
    for choice in room.battle.choices:
        for name in choice.seats:
            seat = room.seats.get(name)
            if seat is not None and not seat.is_person:
                return name
    return None


async def _act(room: Room) -> None:
    try:
        while not room.closed and (seat := next_computer(room)) is not None:
            try:
                if not await _decide(room, seat):
                    return
            except Exceeded:
                return
            # With people there, steps come one by one; in any case, others get their turn.
            await asyncio.sleep(room.hall.settings.pace if room.members else 0)
    finally:
        room.thinking = None


async def _decide(room: Room, seat: str) -> bool:
    """Have a computer player decide and act; whether that worked."""
    battle = room.battle
    assert battle is not None
    number = room.number
    level = room.seats[seat].kind
    # Bound like the dice to their seed or secret and to what was decided: the same orders make the
    # same battle, and taking a step back does not make a computer think again.
    bound = str(number) if battle.header.format <= BY_NUMBER else battle.moments[-1].place.hex()
    seed = f"{room.row.seed or room.row.secret or room.id}/{seat}/{bound}"
    order = await _decision(room, seat, level, seed)
    async with room.lock:
        if room.closed:
            return False
        if room.number != number or room.seats[seat].kind != level or order is None:
            return order is not None
        try:
            result = await fulfil(room, seat, "", Given(order=plain_order(order)))
        except DoubtError:  # the battle is loaded again when somebody comes
            return False
    if isinstance(result, Refused) and result.rule != OUT_OF_STEP:
        log.error("battle %s: the computer at %s: %s", room.id, seat, result.reason)
        return False
    return True


async def _decision(room: Room, seat: str, level: str, seed: str) -> Order | None:
    """What a computer player does; one that has taken too long is replaced by a simple one.

    Raises:
        Exceeded: If it has to be replaced, once the battle has been loaded again; or if the simple
            one takes too long, too, and the battle was set aside.
    """
    hall, battle, number = room.hall, room.battle, room.number
    assert battle is not None
    at, times = hall.tired.get(room.id, (-1, 0))
    simple = at == number or times >= PATIENCE
    budget = hall.settings.budget
    seconds = budget.fallback if simple else budget.decision
    name = SIMPLE if simple else level
    think = functools.partial(decision, battle, seat, name, seed)
    try:
        return await hall.within(seconds, room.id, "decision", think)
    except Exceeded as error:
        if simple and error.why == "time":
            await hall.set_aside(room.id, exceeded(error, number))
        elif error.why == "time":
            hall.tired[room.id] = (number, times + 1)
            hall.spawn(hall.room(room.id))
        raise


def decision(battle: Battle[Any], seat: str, level: str, seed: str) -> Order | None:
    """What a computer player does. The same seed decides alike, after a restart too."""
    view = battle.view(seat)
    if not view.choices:
        return None
    return player_for(level, seed).decide(view, view.choices[0])
