"""Section 9.1: the moves of reconnaissance troops before the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Kind
from sandtable.dice import Dice

from ..s03_turn import turn
from ..s05_actions.actions import MOVE, SHOW
from ..s05_actions.move.move import DRAG, moves
from ..s05_actions.readiness import commanded
from ..s12_hidden.ambush import Show, showings
from ..s12_hidden.counters import place
from ..state import P8State, Scouting, slots
from ..state.case import Case
from ..state.decision import Decision
from ..state.orders import Done, Move
from .recce import (
    check_scout,
    first_scouts,
    rest_scouts,
    scout,
    scouting_sides,
    seats_to_scout,
    stay,
    waiting,
)


class ScoutingAhead(Decision[Scouting]):
    """Which scout moves before the battle, and where; or that they stay."""

    answers = (Move, Show, Done)

    def choice(self, state: P8State, frame: Scouting) -> Choice:
        return Choice(
            seats=seats_to_scout(state, frame),
            ask="recce",
            rule="p8.recce.pre-game-move",
            prompt="Move one of your reconnaissance troops before the battle, or let them stay.",
            about=tuple(waiting(state, frame)),
        )

    def check(self, state: P8State, frame: Scouting, seat: str, order: Order) -> Refusal | None:
        return check_scout(state, frame, seat, order) if isinstance(order, Move | Show) else None

    def apply(
        self, state: P8State, frame: Scouting, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        if isinstance(order, Move):
            yield from scout(state, frame, order)
        elif isinstance(order, Show):
            yield from place(state, state.pieces[order.element], order.at, order.facing)
        else:
            stay(state, frame, seat)

    def candidates(self, state: P8State, frame: Scouting, seats: Sequence[str]) -> Iterator[Order]:
        """Moves of every scout that is left, places for those that are hidden, and to stay."""
        for name in waiting(state, frame):
            if not commanded(state, seats, state.pieces[name]):
                continue
            element = state.pieces[name]
            hidden = element.under is not None
            for order in showings(state, element) if hidden else moves(state, element):
                if check_scout(state, frame, seats[0], order) is None:
                    yield order
        yield Done()

    def settle(self, state: P8State, frame: Scouting, dice: Dice) -> Iterator[Event]:
        if not scouting_sides(state, frame):
            state.pop()
            rest_scouts(state)
            yield from turn.begin_first_turn(state)
        elif frame.side is None:
            yield from first_scouts(state, frame, dice)

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


SCOUT: Final = Kind(label="Move a scout", key="M", hint="Moves before the battle begins.")
