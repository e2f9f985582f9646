"""Panzer8 behind the questions that every rulebook answers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from sandtable.battle import Choice, Event, Order, Outcome, Refusal, Rulebook
from sandtable.battle.figures import Drawn
from sandtable.catalogue import Catalogue
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8 import turn
from sandtable.rulebooks.panzer8.advice import advise
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.decisions import Decision, decision_due
from sandtable.rulebooks.panzer8.figures import figures
from sandtable.rulebooks.panzer8.fire import odds_of
from sandtable.rulebooks.panzer8.orders import (
    ORDERS,
    Fire,
    ReactFire,
    Recover,
)
from sandtable.rulebooks.panzer8.picking import pick
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction import (
    mover_at,
)
from sandtable.rulebooks.panzer8.setup import set_up
from sandtable.rulebooks.panzer8.state import Frame, Moving, P8State
from sandtable.rulebooks.panzer8.tables import CATALOGUE, METRES_PER_INCH
from sandtable.scenario import Scenario


class Panzer8(Rulebook[P8State]):
    """The rules of Panzer8."""

    code: ClassVar[str] = "p8"
    title: ClassVar[str] = "Panzer8"
    revision: ClassVar[int] = 1
    orders: ClassVar[tuple[type[Order], ...]] = ORDERS
    metres_per_inch: ClassVar[float | None] = METRES_PER_INCH

    @property
    def catalogue(self) -> Catalogue:
        """The book's rules and tables."""
        return CATALOGUE

    def start(self, scenario: Scenario, dice: Dice) -> tuple[P8State, list[Event]]:
        """Set the battle up, up to its first decision."""
        state, events = set_up(scenario, dice)
        if not state.agenda:
            events += turn.begin(state)
            events += _settle(state, dice)
        return state, events

    def choices(self, state: P8State) -> tuple[Choice, ...]:
        """Whom the battle waits for."""
        due = decision_due(state)
        if state.outcome is not None or due is None:
            return ()
        decision, frame = due
        return (decision.choice(state, frame),)

    def check(self, state: P8State, seat: str, order: Order) -> Refusal | None:
        """Why an order may not be given."""
        decision, frame = _due(state)
        if not isinstance(order, decision.answers):
            return decision.mismatch(state, frame)
        return decision.check(state, frame, seat, order)

    def apply(self, state: P8State, seat: str, order: Order, dice: Dice) -> list[Event]:
        """Carry an order out, up to the next decision."""
        decision, frame = _due(state)
        events = list(decision.apply(state, frame, seat, order, dice))
        events += _settle(state, dice)
        return events

    def candidates(self, state: P8State, choice: Choice) -> Iterator[Order]:
        """Legal answers to a choice."""
        decision, frame = _due(state)
        return decision.candidates(state, frame, choice.seats)

    def ruled(self, state: P8State, dice: Dice) -> list[Event]:
        """Drop what has lost its subject, and go on to the next decision."""
        state.agenda = tuple(frame for frame in state.agenda if _has_subject(state, frame))
        return list(_settle(state, dice))

    def pick(self, state: P8State, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice."""
        return pick(state, choice, chance)

    def advise(self, state: P8State, choice: Choice) -> Iterable[tuple[float, Order]]:
        """The candidates with their worth by exact odds."""
        return advise(state, choice)

    def odds(self, state: P8State, order: Order) -> Odds | None:
        """The exact odds of a shot or a recovery."""
        match order:
            case Fire(element=name, target=str(target)) if name in state.pieces:
                return _fire_odds(state, name, target)
            case ReactFire(element=name, at=at) if name in state.pieces:
                frame = state.agenda[-1] if state.agenda else None
                if isinstance(frame, Moving):
                    mover = mover_at(state, frame, at)
                    shot = aim(state, state.pieces[name], mover, reaction=True)
                    return odds_of(shot) if isinstance(shot, Shot) else None
            case Recover(element=name, rally=rally) if name in state.pieces:
                commander = state.pieces.get(rally) if rally else None
                return recovery_odds(state, state.pieces[name], commander)
        return None

    def outcome(self, state: P8State) -> Outcome | None:
        """How the battle ended."""
        return state.outcome

    def figures(self, state: P8State) -> Iterable[Drawn]:
        """The table as it is drawn: elements, smoke and objectives."""
        return figures(state)


RULEBOOK = Panzer8()


def _fire_odds(state: P8State, name: str, target: str) -> Odds | None:
    if target not in state.pieces:
        return None
    shot = aim(state, state.pieces[name], state.pieces[target])
    return odds_of(shot) if isinstance(shot, Shot) else None


def _due(state: P8State) -> tuple[Decision[Any], Any]:
    due = decision_due(state)
    assert due is not None, f"nothing is to be decided in the {state.phase} phase"
    return due


def _has_subject(state: P8State, frame: Frame) -> bool:
    """Whether the element that a frame of the agenda is about is still in play."""
    subject = getattr(frame, "element", None)
    return subject is None or subject in state.pieces


def _settle(state: P8State, dice: Dice) -> Iterator[Event]:
    """Everything that follows without a decision."""
    while state.outcome is None:
        due = decision_due(state)
        if not state.agenda:
            before = (state.phase, state.active, state.turn)
            yield from turn.proceed(state)
            if state.agenda or (state.phase, state.active, state.turn) != before:
                continue
            return
        assert due is not None
        decision, frame = due
        agenda = state.agenda
        yield from decision.settle(state, frame, dice)
        if state.agenda == agenda:
            return
