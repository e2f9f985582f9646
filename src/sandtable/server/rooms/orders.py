"""What players and referees order."""

from __future__ import annotations

from sandtable.battle.phrases import tag_of
from sandtable.battle.rulings import REFEREE, RULE_ZERO
from sandtable.server.messages import Decree, Done, Give, LayOpen, Overrule, Refused
from sandtable.server.rooms.dicing import NOT_BEGUN, fulfil
from sandtable.server.rooms.parts import OUT_OF_STEP
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.steps import Decreed, Given, LaidOpen, Overruled

NOT_REFEREE = "server.only-the-referee"
COMPUTER_SITS = "server.a-computer-sits-there"


async def give(room: Room, seat: str, message: Give) -> Done | Refused | None:
    """Carry out an order of a seat; the room's lock is held."""
    if room.battle is None:
        return room.refused(message.key, NOT_BEGUN, "The battle has not begun yet.")
    own = room.seats.get(seat)
    if own is not None and not own.is_person:
        reason = "A computer player has taken this seat over. Take it back first."
        return room.refused(message.key, COMPUTER_SITS, reason)
    kind = message.order.get("order")
    anytime = any(tag_of(one) == kind for one in room.battle.rulebook.anytime)
    if is_stale(room, seat, message.expect, anytime=anytime):
        return room.refused(message.key, OUT_OF_STEP)
    return await fulfil(room, seat, message.key, Given(order=message.order))


def is_stale(room: Room, seat: str, expect: int, *, anytime: bool = False) -> bool:
    """Whether an order was given in ignorance of something that its seat knows by now.

    Lines of others of which a seat knows nothing but their number are no reason to refuse its
    order, and orders that may be given at any time do not depend on where the battle stands.
    """
    if expect > room.number or room.battle is None:
        return True
    if anytime:
        return False
    own = any(line.seat == seat for line in room.battle.lines[expect:])
    entries = (line.entry(seat) for line in room.record[expect + 1 :])
    return own or any(entry.events or entry.kind != "order" for entry in entries)


async def decree(room: Room, seat: str, message: Decree) -> Done | Refused | None:
    """Carry out a ruling of the referee; the room's lock is held."""
    if seat != REFEREE:
        return _only_referee(room, message.key)
    if message.expect != room.number:
        return room.refused(message.key, OUT_OF_STEP)
    return await fulfil(room, seat, message.key, Decreed(ruling=message.ruling))


async def overrule(room: Room, seat: str, message: Overrule) -> Done | Refused | None:
    """Change the results of the last order; the room's lock is held."""
    if seat != REFEREE:
        return _only_referee(room, message.key)
    if message.expect != room.number:
        return room.refused(message.key, OUT_OF_STEP)
    return await fulfil(room, seat, message.key, Overruled(results=message.results))


async def lay_open(room: Room, seat: str, message: LayOpen) -> Done | Refused | None:
    """Lay the secret of fair dice open after the battle; the room's lock is held."""
    if seat != REFEREE and room.row.referee:
        return _only_referee(room, message.key)
    if room.row.dice != "fair" or room.battle is None:
        return room.refused(message.key, RULE_ZERO, "These dice have no secret.")
    if room.battle.outcome is None:
        return room.refused(message.key, RULE_ZERO, "The battle is not over yet.")
    return await fulfil(room, seat, message.key, LaidOpen())


def _only_referee(room: Room, key: str) -> Refused:
    return room.refused(key, NOT_REFEREE, "Only the referee can do that.")
