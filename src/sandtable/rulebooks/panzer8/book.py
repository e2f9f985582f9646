"""Panzer8 behind the questions that every rulebook answers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Outcome, Refusal, Rulebook
from sandtable.catalogue import Catalogue
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8 import candidates as listing
from sandtable.rulebooks.panzer8 import turn
from sandtable.rulebooks.panzer8.action import ActionOrder, act, check_action, check_fire
from sandtable.rulebooks.panzer8.advice import advise
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.fall_back import check_retire, retire
from sandtable.rulebooks.panzer8.fire import fire_next_shot, odds_of, volley
from sandtable.rulebooks.panzer8.moving import halt, resumed
from sandtable.rulebooks.panzer8.orders import (
    ORDERS,
    Deploy,
    Done,
    Fire,
    GoOn,
    Halt,
    ReactFallBack,
    ReactFire,
    Recover,
    Replace,
    Retire,
)
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction import (
    after_pause,
    carry_on,
    check_reaction,
    mover_at,
    react,
)
from sandtable.rulebooks.panzer8.results import replace_commander, successors
from sandtable.rulebooks.panzer8.setup import check_deploy, deploy, set_up
from sandtable.rulebooks.panzer8.state import (
    Deploying,
    ExtraActions,
    Firing,
    Frame,
    Moving,
    P8State,
    Replacing,
    Retiring,
    Volley,
)
from sandtable.rulebooks.panzer8.tables import CATALOGUE
from sandtable.scenario import Scenario


class Panzer8(Rulebook[P8State]):
    """The rules of Panzer8."""

    code: ClassVar[str] = "p8"
    title: ClassVar[str] = "Panzer8"
    revision: ClassVar[int] = 1
    orders: ClassVar[tuple[type[Order], ...]] = ORDERS

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
        if state.outcome is not None:
            return ()
        return (_choice(state, state.agenda[-1] if state.agenda else None),)

    def check(self, state: P8State, seat: str, order: Order) -> Refusal | None:
        """Why an order may not be given."""
        frame = state.agenda[-1] if state.agenda else None
        if not isinstance(order, _ANSWERS[type(frame)]):
            choice = _choice(state, frame)
            return Refusal(choice.rule, f"That does not answer the question: {choice.prompt}")
        return _check(state, seat, order, frame)

    def apply(self, state: P8State, seat: str, order: Order, dice: Dice) -> list[Event]:
        """Carry an order out, up to the next decision."""
        events = list(_apply(state, seat, order, dice))
        events += _settle(state, dice)
        return events

    def candidates(self, state: P8State, choice: Choice) -> Iterator[Order]:
        """Legal answers to a choice."""
        return listing.candidates(state, choice)

    def pick(self, state: P8State, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice."""
        return listing.pick(state, choice, chance)

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


RULEBOOK = Panzer8()


def _fire_odds(state: P8State, name: str, target: str) -> Odds | None:
    if target not in state.pieces:
        return None
    shot = aim(state, state.pieces[name], state.pieces[target])
    return odds_of(shot) if isinstance(shot, Shot) else None


_ANSWERS: dict[type[Frame] | type[None], tuple[type[Order], ...]] = {
    type(None): (*ActionOrder.__args__, Done),
    ExtraActions: (*ActionOrder.__args__, Done),
    Moving: (ReactFire, ReactFallBack, Done, GoOn, Halt),
    Firing: (Fire, Done),
    Retiring: (Retire,),
    Replacing: (Replace,),
    Deploying: (Deploy,),
}


def _choice(state: P8State, frame: Frame | None) -> Choice:
    setting = state.setting
    match frame:
        case None:
            waiting = tuple(s for s in setting.seats[state.active] if s not in state.done)
            return Choice(
                seats=waiting,
                ask="action",
                rule="p8.action.one-per-element",
                prompt="Choose an element and its action, or end the phase.",
            )
        case ExtraActions(elements=elements):
            names = " and ".join(state.pieces[name].name for name in elements)
            return Choice(
                seats=_owners(state, elements),
                ask="action",
                rule="p8.rally.result-extra-action",
                prompt=f"{names} may act again at once.",
                about=elements,
            )
        case Moving(stage="resume"):
            mover = state.pieces[frame.element]
            return Choice(
                seats=setting.seats_for(mover.side, mover.id),
                ask="resume",
                rule="p8.react.interrupts-at-any-point",
                prompt=f"{mover.name} was stopped after {frame.at:.1f} in: go on, or halt?",
                about=(mover.id,),
            )
        case Moving():
            mover = state.pieces[frame.element]
            return Choice(
                seats=setting.seats[state.other_side(mover.side)],
                ask="reaction",
                rule="p8.react.who-may",
                prompt=f"{mover.name} is moving. React?",
                about=(mover.id,),
            )
        case Firing(element=name):
            return Choice(
                seats=_owners(state, (name,)),
                ask="fire",
                rule="p8.movefire.half-speed-then-fire",
                prompt=f"{state.pieces[name].name} has moved and may fire.",
                about=(name,),
            )
        case Retiring(element=name):
            return Choice(
                seats=_owners(state, (name,)),
                ask="fall back",
                rule="p8.fallback.direction",
                prompt=f"{state.pieces[name].name} must fall back. Which way?",
                about=(name,),
            )
        case Replacing(commander=lost):
            return Choice(
                seats=setting.seats_for(lost.side, lost.id) or setting.seats[lost.side],
                ask="commander",
                rule="p8.cmd.replaced-when-lost",
                prompt=f"{lost.name} is lost. Whose place does the new commander take?",
            )
        case Deploying(side=side):
            return Choice(
                seats=setting.seats[side],
                ask="deploy",
                rule="p8.turn.setup-by-scenario",
                prompt="Set your elements up.",
            )
        case Volley():
            raise AssertionError("a volley waits for nobody")


def _owners(state: P8State, elements: Iterable[str]) -> tuple[str, ...]:
    seats = (
        seat for name in elements for seat in state.setting.seats_for(state.pieces[name].side, name)
    )
    return tuple(dict.fromkeys(seats))


def _check(state: P8State, seat: str, order: Order, frame: Frame | None) -> Refusal | None:
    match frame, order:
        case ((None | ExtraActions() | Firing() | Moving(stage="react" | "again")), Done()):
            return None
        case None, _:
            return check_action(state, seat, order)
        case ExtraActions(), _:
            return check_action(state, seat, order, frame)
        case Moving(stage="resume"), GoOn():
            plan = resumed(state, frame, order)
            return plan if isinstance(plan, Refusal) else None
        case Moving(stage="resume"), Halt():
            return None
        case Moving(stage="react" | "again"), ReactFire() | ReactFallBack():
            return _check_reactor(state, seat, order) or check_reaction(state, frame, order)
        case Firing(element=name), Fire():
            if order.element != name:
                return Refusal("p8.movefire.half-speed-then-fire", "Another element has moved.")
            return check_fire(state, state.pieces[name], order)
        case Retiring(), Retire():
            return check_retire(state, frame, order)
        case Replacing(commander=lost), Replace(element=name):
            if name in [element.id for element in successors(state, lost)]:
                return None
            return Refusal(
                "p8.cmd.replaced-when-lost",
                f"{name!r} is no combat element of {lost.name}'s formation out of enemy contact.",
            )
        case Deploying(side=side), Deploy():
            return check_deploy(state, side, order)
    choice = _choice(state, frame)
    return Refusal(choice.rule, f"That does not answer the question: {choice.prompt}")


def _check_reactor(state: P8State, seat: str, order: ReactFire | ReactFallBack) -> Refusal | None:
    if order.element not in state.pieces:
        return Refusal("p8.react.who-may", f"There is no element {order.element!r} in play.")
    if not state.setting.commands(seat, order.element):
        name = state.pieces[order.element].name
        return Refusal("p8.react.who-may", f"{name} is not yours to command.")
    return None


def _apply(state: P8State, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
    frame = state.agenda[-1] if state.agenda else None
    match frame, order:
        case None, Done():
            state.done = (*state.done, seat)
        case ((ExtraActions() | Firing()), Done()):
            state.pop()
        case Moving(stage="react"), Done():
            yield from _let_pass(state, frame)
        case Moving(stage="again"), Done():
            yield from after_pause(state, frame)
        case ((None | ExtraActions()), Fire() | _) if isinstance(order, ActionOrder):
            yield from act(state, order, dice)
        case Moving(), ReactFire() | ReactFallBack():
            yield from react(state, frame, order, dice)
        case Moving(), GoOn():
            plan = resumed(state, frame, order)
            assert isinstance(plan, Moving)
            state.swap(plan)
        case Moving(), Halt():
            yield from halt(state, frame, order)
        case Firing(element=name), Fire():
            state.pop()
            state.push(volley(name, (order.target, *order.secondary)))
        case Retiring(), Retire():
            yield from retire(state, frame, order)
        case Replacing(), Replace(element=name):
            yield from replace_commander(state, frame, name)
        case Deploying(side=side), Deploy():
            yield from deploy(state, side, order)
            if not state.agenda:
                yield from turn.begin(state)


def _let_pass(state: P8State, frame: Moving) -> Iterator[Event]:
    """Nobody reacts: the mover completes its path."""
    from sandtable.rulebooks.panzer8.moving import arrive

    yield from arrive(state, frame)


def _settle(state: P8State, dice: Dice) -> Iterator[Event]:
    """Everything that follows without a decision."""
    while state.outcome is None:
        frame = state.agenda[-1] if state.agenda else None
        match frame:
            case None:
                yield from turn.proceed(state)
                return
            case Volley():
                yield from fire_next_shot(state, frame, dice)
            case Moving(stage="react" | "again"):
                before = state.agenda
                yield from carry_on(state, frame)
                if state.agenda == before:
                    return
            case Firing(element=name) if not any(listing.shots(state, state.pieces[name])):
                state.pop()
            case ExtraActions(elements=elements):
                left = tuple(name for name in elements if name in state.pieces)
                if left == elements:
                    return
                state.pop()
                if left:
                    state.push(ExtraActions(elements=left))
            case _:
                return
