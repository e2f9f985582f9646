"""Section 9.1: reconnaissance troops, who move before the battle begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Unit

from ..s05_actions.move.under_way import action_of, check_move, planned, set_out
from ..s12_hidden.ambush import Show, check_show, check_stays_hidden
from ..state import P8State, Scouting
from ..state.orders import Move
from ..state.side_names import side_called
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


def first_scouts(state: P8State, frame: Scouting, dice: Dice) -> Iterator[Event]:
    """Settle who begins: the defender; where there is none, the dice."""
    sides = scouting_sides(state, frame)
    cite("p8.recce.pre-game-alternate")
    defenders = [side.id for side in state.setting.scenario.sides if side.role == "defender"]
    if len(sides) == 1:
        first = sides[0]
    elif defenders:
        first = defenders[0]
    else:
        first = dice.pick(state.setting.sides, "first reconnaissance move", sides=10)
        moves = side_called(state, first).opens("moves its", "move their")
        text = f"{moves} reconnaissance troops first."
        yield Event(
            kind="recce", text=text, rules=("p8.recce.pre-game-alternate",), rolls=dice.take_rolls()
        )
    state.swap(replace(frame, side=first))


def scouting_sides(state: P8State, frame: Scouting) -> list[str]:
    """The sides that have scouts left, as far as everybody knows."""
    return [
        side
        for side in state.setting.sides
        if any(_is_asked(state, frame, side, seat) for seat in state.setting.seats[side])
    ]


def _is_asked(state: P8State, frame: Scouting, side: str, seat: str) -> bool:
    """Whether a seat is asked for the scouts of its side; only what all know of counts."""
    return (seat not in state.done and lurk(state, side)) or any(
        state.pieces[name].side == side
        and state.pieces[name].under is None
        and state.setting.commands(seat, name)
        for name in frame.left
    )


def seats_to_scout(state: P8State, frame: Scouting) -> tuple[str, ...]:
    """The seats of the side whose turn it is that have scouts left."""
    side = frame.side
    assert side is not None
    seats = state.setting.seats[side]
    return tuple(seat for seat in seats if _is_asked(state, frame, side, seat))


def waiting(state: P8State, frame: Scouting) -> list[str]:
    """The scouts of the side whose turn it is that have not moved."""
    return [name for name in frame.left if state.pieces[name].side == frame.side]


def check_scout(state: P8State, frame: Scouting, seat: str, order: Move | Show) -> Refusal | None:
    """Why a scout cannot make that move, or cannot be shown there to make one."""
    element = state.pieces.get(order.element)
    if element is None or element.id not in waiting(state, frame):
        names = ", ".join(waiting(state, frame)) or "none"
        why = f"{order.element!r} does not move now; these may: {names}."
        return Refusal("p8.recce.pre-game-move", why)
    if not state.setting.commands(seat, element.id):
        return Refusal("p8.recce.pre-game-move", f"{element.name} is not yours to command.")
    if isinstance(order, Show):
        return check_show(state, element, order)
    if element.under is not None:
        return check_stays_hidden(state, element, order)
    return check_move(state, element, order)


def scout(state: P8State, frame: Scouting, order: Move) -> Iterator[Event]:
    """Make a scout's move, to which nobody reacts."""
    element = state.pieces[order.element]
    _pass_on(state, frame, [element.id])
    plan = planned(state, element, action_of(order), order)
    enemies = state.setting.seats[state.other_side(element.side)]
    yield from set_out(state, element, replace(plan, passed=enemies))


def stay(state: P8State, frame: Scouting, seat: str) -> None:
    """A seat's scouts do not move, or not any more."""
    assert frame.side is not None
    if lurk(state, frame.side):
        state.done = (*state.done, seat)
    staying = [name for name in waiting(state, frame) if state.setting.commands(seat, name)]
    _pass_on(state, frame, staying)


def _pass_on(state: P8State, frame: Scouting, done: Sequence[str]) -> None:
    """Strike elements off the list, and let the other side move next if it has any left."""
    cite("p8.recce.pre-game-alternate")
    assert frame.side is not None
    other = state.other_side(frame.side)
    rest = Scouting(side=other, left=tuple(name for name in frame.left if name not in done))
    if other not in scouting_sides(state, rest):
        rest = replace(rest, side=frame.side)
    state.swap(rest)


def rest_scouts(state: P8State) -> None:
    """The moves before the battle count for nothing in it."""
    state.done = ()
    for element in list(state.pieces.values()):
        if element.acted or element.moved:
            rested = replace(element, acted=False, moved=False, shifted=False, spent=0.0)
            state.put(rested)
