"""Section 9.1: reconnaissance troops, who may move before the battle begins."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.scenario import Unit

from ..state import P8State, Scouting
from .transport import is_recce


def scouts(state: P8State) -> tuple[str, ...]:
    """The elements that may move before the first turn: set up, hidden or not, or due to enter."""
    found = []
    for element in state.pieces.values():
        if element.carried_by is not None or not is_recce(state, element):
            continue
        if not element.on_table and element.entry == 1:
            cite("p8.recce.pre-game-entry")
        elif not element.on_table and element.under is None:
            continue
        found.append(element.id)
    return tuple(found)


def lurk(state: P8State, side: str) -> bool:
    """Whether everybody knows that a side has hidden scouts: its owner has hidden some.

    The enemy, in whose eyes they are not there, misses them on the table. Of those whom the
    scenario hides nobody knows, and that their side is asked would tell of them: they may go along
    with others, and otherwise stay where the scenario wants them.
    """
    return any(
        _is_missed(state, unit) for unit in state.setting.scenario.units if unit.side == side
    )


def _is_missed(state: P8State, unit: Unit) -> bool:
    """Whether a unit is a scout that has been set up and is not to be seen."""
    if unit.zone is None or "REC" not in _flags(state, unit):
        return False
    element = state.pieces.get(unit.id)
    return element is None or element.under is not None


def _flags(state: P8State, unit: Unit) -> set[str]:
    return {*state.setting.sheets[unit.sheet].flags, *unit.status.get("flags", ())}


def call_scouts(state: P8State) -> Iterator[Event]:
    """Have scouts move, if this battle begins at its beginning and has any."""
    if state.setting.scenario.situation.phase is not None:
        return
    if not state.setting.options["recce_moves"]:
        cite("p8.recce.pre-game-move")
        return
    frame = Scouting(left=scouts(state))
    if not scouting_sides(state, frame):
        return
    state.phase = "setup"
    state.push(frame)
    yield Event(
        kind="recce",
        text="Reconnaissance troops may move before the first turn.",
        rules=("p8.recce.pre-game-move",),
        pieces=tuple(name for name in frame.left if state.pieces[name].under is None),
    )


def scouting_sides(state: P8State, frame: Scouting) -> list[str]:
    """The sides that have scouts left, as far as everybody knows."""
    return [
        side
        for side in state.setting.sides
        if any(is_asked(state, frame, side, seat) for seat in state.setting.seats[side])
    ]


def is_asked(state: P8State, frame: Scouting, side: str, seat: str) -> bool:
    """Whether a seat is asked for the scouts of its side; only what all know of counts."""
    return (seat not in state.done and lurk(state, side)) or any(
        state.pieces[name].side == side
        and state.pieces[name].under is None
        and state.setting.commands(seat, name)
        for name in frame.left
    )


def waiting(state: P8State, frame: Scouting) -> list[str]:
    """The scouts of the side whose turn it is that have not moved."""
    return [name for name in frame.left if state.pieces[name].side == frame.side]
