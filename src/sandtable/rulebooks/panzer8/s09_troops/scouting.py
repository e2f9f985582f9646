"""Section 9.1: the moves of reconnaissance troops before the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Kind
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..s03_turn import turn
from ..s05_actions.actions import MOVE, SHOW
from ..s05_actions.move.move import DRAG, moves
from ..s05_actions.move.under_way import action_of, check_move, planned, set_out
from ..s05_actions.readiness import commanded
from ..s12_hidden.ambush import Show, check_show, check_stays_hidden, showings
from ..s12_hidden.counters import place
from ..state import P8State, Scouting, slots
from ..state.case import Case
from ..state.decision import Decision
from ..state.orders import Done, Move
from ..state.side_names import side_called
from .recce import is_asked, lurk, scouting_sides, waiting


class ScoutingAhead(Decision[Scouting]):
    """Which scout moves before the battle, and where; or that they stay."""

    answers = (Move, Show, Done)

    def choice(self, state: P8State, frame: Scouting) -> Choice:
        side = frame.side
        assert side is not None
        seats = state.setting.seats[side]
        return Choice(
            seats=tuple(seat for seat in seats if is_asked(state, frame, side, seat)),
            ask="recce",
            rule="p8.recce.pre-game-move",
            prompt="Move one of your reconnaissance troops before the battle, or let them stay.",
            about=tuple(waiting(state, frame)),
        )

    def check(self, state: P8State, frame: Scouting, seat: str, order: Order) -> Refusal | None:
        if not isinstance(order, Move | Show):
            return None
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

    def apply(
        self, state: P8State, frame: Scouting, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        if isinstance(order, Move):
            element = state.pieces[order.element]
            _pass_on(state, frame, [element.id])
            plan = planned(state, element, action_of(order), order)
            enemies = state.setting.seats[state.other_side(element.side)]
            yield from set_out(state, element, replace(plan, passed=enemies))
        elif isinstance(order, Show):
            yield from place(state, state.pieces[order.element], order.at, order.facing)
        else:
            assert frame.side is not None
            if lurk(state, frame.side):
                state.done = (*state.done, seat)
            staying = [name for name in waiting(state, frame) if state.setting.commands(seat, name)]
            _pass_on(state, frame, staying)

    def candidates(self, state: P8State, frame: Scouting, seats: Sequence[str]) -> Iterator[Order]:
        """Moves of every scout that is left, places for those that are hidden, and to stay."""
        for name in waiting(state, frame):
            if not commanded(state, seats, state.pieces[name]):
                continue
            element = state.pieces[name]
            hidden = element.under is not None
            for order in showings(state, element) if hidden else moves(state, element):
                if self.check(state, frame, seats[0], order) is None:
                    yield order
        yield Done()

    def settle(self, state: P8State, frame: Scouting, dice: Dice) -> Iterator[Event]:
        if not scouting_sides(state, frame):
            state.pop()
            # The moves before the battle count for nothing in it.
            state.done = ()
            for element in list(state.pieces.values()):
                if element.acted or element.moved:
                    rested = replace(element, acted=False, moved=False, shifted=False, spent=0.0)
                    state.put(rested)
            yield from turn.begin_first_turn(state)
        elif frame.side is None:
            yield from _first_scouts(state, frame, dice)

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Move a scout; one that is hidden is shown first."""
        state = case.state
        left = [state.pieces[name] for name in waiting(state, case.frame)]
        left = [element for element in left if case.commands(element)]
        for element in left:
            if element.under is not None and piece in (None, element.id, element.under):
                for action in SHOW.listed(case, element):
                    yield replace(action, label=f"Show {element.name}")
        in_sight = [element for element in left if element.under is None]
        if piece is None:
            if in_sight:
                who = slots.one_of("element", "Which scout moves?", slots.names(in_sight))
                asked = (who, slots.path(DRAG), slots.facing("Turn it to face"))
                yield case.action(Move, SCOUT, slots=asked)
            yield case.done("Stay", "None of your scouts moves, or none of those that are left.")
            return
        picked = state.pieces.get(piece)
        if picked is not None and case.commands(picked) and picked.under is None:
            yield from MOVE.listed(case, picked)


def _first_scouts(state: P8State, frame: Scouting, dice: Dice) -> Iterator[Event]:
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


def _pass_on(state: P8State, frame: Scouting, done: Sequence[str]) -> None:
    """Strike elements off the list, and let the other side move next if it has any left."""
    cite("p8.recce.pre-game-alternate")
    assert frame.side is not None
    other = state.other_side(frame.side)
    rest = Scouting(side=other, left=tuple(name for name in frame.left if name not in done))
    if other not in scouting_sides(state, rest):
        rest = replace(rest, side=frame.side)
    state.swap(rest)


SCOUT: Final = Kind(label="Move a scout", key="M", hint="Moves before the battle begins.")
