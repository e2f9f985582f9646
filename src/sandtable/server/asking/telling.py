"""What has happened, event by event, for whoever shows it."""

from __future__ import annotations

from typing import Any, Final

from sandtable.battle import Battle
from sandtable.battle.tellings import tellings
from sandtable.server.messages import Answer, Ask
from sandtable.server.rooms.record import ONLOOKER

MOST: Final = 60
"""So many lines are told at the most, the last ones."""


def telling(battle: Battle[Any], seat: str, ask: Ask) -> Answer:
    """The lines that stand after one, as far as a seat or an onlooker may know of them."""
    reader = None if seat == ONLOOKER else seat
    last = battle.number if ask.until is None else ask.until
    lines = [moment.line for moment in battle.moments if ask.since < moment.line <= last]
    told = (one for line in lines[-MOST:] for one in tellings(battle, line, reader))
    return Answer(id=ask.id, number=battle.number, tellings=tuple(told))
