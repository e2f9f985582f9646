"""The events of a line as they are shown to a reader: a seat, the referee, or onlookers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.battle.cues import Stage, gestures
from sandtable.battle.figures import Figure
from sandtable.battle.public import players_of
from sandtable.battle.rulings import REFEREE
from sandtable.battle.takes import takes
from sandtable.battle.telling import Telling

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle

Table = Mapping[str, Figure]


def tellings(battle: Battle[Any], line: int, seat: str | None = None) -> tuple[Telling, ...]:
    """What happened in a line that stands, event by event, as far as a reader may know.

    Args:
        battle: The battle.
        line: The number of the line.
        seat: The reader; onlookers, who know what every player knows, if nobody is named.
    """
    told: list[Telling] = []
    cues = battle.rulebook.cues()
    seen: dict[str, Figure] = {}
    shown: Table | None = None
    placed = partial(battle.rulebook.place_told, battle.state.setting)
    for take in takes(battle, line):
        if shown is None:
            shown = table_known_to(battle, take.before, seat)
            seen.update(shown)
        event = take.event
        if not (seat == REFEREE or event.seen_by is None or seat in event.seen_by):
            continue
        after = table_known_to(battle, take.after, seat)
        stage = Stage(event=event, before=shown, after=after, spare=seen, placed=placed)
        told.append(
            Telling(
                line=line,
                index=len(told),
                kind=event.kind,
                text=event.text,
                gestures=gestures(stage, cues.get(event.kind)),
            )
        )
        shown = after
        seen.update(after)
    return tuple(told)


def table_known_to(battle: Battle[Any], state: Any, seat: str | None) -> Table:
    """The pieces on the table as a reader knows them; for onlookers, what all players agree on."""
    book = battle.rulebook
    if seat is None:
        first, *others = (table_known_to(battle, state, each) for each in players_of(battle))
        return {
            name: figure
            for name, figure in first.items()
            if all(other.get(name) == figure for other in others)
        }
    known = state if seat == REFEREE else book.known_to(state, seat)
    return {one.piece: one for one in book.figures(known) if isinstance(one, Figure)}
