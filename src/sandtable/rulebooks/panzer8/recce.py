"""Section 9.1: reconnaissance troops, who move before the battle begins."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.calling import side_called
from sandtable.rulebooks.panzer8.moving import action_of, check_move, planned, set_out
from sandtable.rulebooks.panzer8.orders import Move
from sandtable.rulebooks.panzer8.state import Element, P8State, Scouting


def is_recce(state: P8State, element: Element) -> bool:
    """Whether an element is trained in scouting: by its data sheet, or by the scenario."""
    cite("p8.recce.class")
    return state.has(element, "REC")


def scouts(state: P8State) -> tuple[str, ...]:
    """The elements that may move before the first turn: on the table, or due to enter in it."""
    found = []
    for element in state.pieces.values():
        if element.carried_by is not None or not is_recce(state, element):
            continue
        if not element.on_table and element.entry == 1:
            cite("p8.recce.pre-game-entry")
        elif not element.on_table:
            continue
        found.append(element.id)
    return tuple(found)


def call_scouts(state: P8State) -> Iterator[Event]:
    """Have scouts move, if this battle begins at its beginning and has any."""
    if state.setting.scenario.situation.phase is not None:
        return
    if not state.setting.options["recce_moves"]:
        cite("p8.recce.pre-game-move")
        return
    left = scouts(state)
    if not left:
        return
    state.phase = "setup"
    state.push(Scouting(left=left))
    yield Event(
        kind="recce",
        text="Reconnaissance troops may move before the first turn.",
        rules=("p8.recce.pre-game-move",),
        pieces=left,
    )


def first_scouts(state: P8State, frame: Scouting, dice: Dice) -> Iterator[Event]:
    """Settle who begins: the defender; where there is none, the dice."""
    sides = tuple(dict.fromkeys(state.pieces[name].side for name in frame.left))
    cite("p8.recce.pre-game-alternate")
    defenders = [side.id for side in state.setting.scenario.sides if side.role == "defender"]
    if len(sides) == 1:
        first = sides[0]
    elif defenders:
        first = defenders[0]
    else:
        first = dice.pick(state.setting.sides, "first reconnaissance move", sides=10)
        moves = side_called(state, first).opens("moves its", "move their")
        yield Event(
            kind="recce",
            text=f"{moves} reconnaissance troops first.",
            rules=("p8.recce.pre-game-alternate",),
            rolls=dice.take_rolls(),
        )
    state.swap(msgspec.structs.replace(frame, side=first))


def seats_to_scout(state: P8State, frame: Scouting) -> tuple[str, ...]:
    """The seats of the side whose turn it is that have scouts left."""
    assert frame.side is not None
    return tuple(
        seat
        for seat in state.setting.seats[frame.side]
        if any(state.setting.commands(seat, name) for name in waiting(state, frame))
    )


def waiting(state: P8State, frame: Scouting) -> list[str]:
    """The scouts of the side whose turn it is that have not moved."""
    return [name for name in frame.left if state.pieces[name].side == frame.side]


def check_scout(state: P8State, frame: Scouting, seat: str, order: Move) -> Refusal | None:
    """Why a scout cannot make that move."""
    element = state.pieces.get(order.element)
    if element is None or element.id not in waiting(state, frame):
        names = ", ".join(waiting(state, frame))
        return Refusal(
            "p8.recce.pre-game-move", f"{order.element!r} does not move now; these may: {names}."
        )
    if not state.setting.commands(seat, element.id):
        return Refusal("p8.recce.pre-game-move", f"{element.name} is not yours to command.")
    return check_move(state, element, order)


def scout(state: P8State, frame: Scouting, order: Move) -> Iterator[Event]:
    """Make a scout's move, to which nobody reacts."""
    element = state.pieces[order.element]
    _pass_on(state, frame, {element.id})
    plan = planned(state, element, action_of(order), order)
    enemies = state.setting.seats[state.other_side(element.side)]
    yield from set_out(state, element, msgspec.structs.replace(plan, passed=enemies))


def stay(state: P8State, frame: Scouting, seat: str) -> None:
    """A seat's scouts do not move, or not any more."""
    staying = {n for n in waiting(state, frame) if state.setting.commands(seat, n)}
    _pass_on(state, frame, staying)


def _pass_on(state: P8State, frame: Scouting, done: set[str]) -> None:
    """Strike elements off the list, and let the other side move next if it has any left."""
    cite("p8.recce.pre-game-alternate")
    assert frame.side is not None
    left = tuple(name for name in frame.left if name not in done)
    other = state.other_side(frame.side)
    goes_over = any(state.pieces[name].side == other for name in left)
    state.swap(Scouting(side=other if goes_over else frame.side, left=left))


def rest_scouts(state: P8State) -> None:
    """The moves before the battle count for nothing in it."""
    for element in list(state.pieces.values()):
        if element.acted or element.moved:
            rested = msgspec.structs.replace(
                element, acted=False, moved=False, shifted=False, spent=0.0
            )
            state.put(rested)
