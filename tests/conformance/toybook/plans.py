"""Rules 1 and 2: everybody writes a plan in secret, and all move at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace

from sandtable.acts import Answer, Asked, Variant, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice

from .state import Ambush, Clash, Passing, Soldier, ToyState, Watch, Written

STEPS = {1: "forward", 0: "stays", -1: "back"}


class Plan(Order, frozen=True):
    """What a seat's soldiers do this turn: -1, 0 or 1 squares towards the enemy."""

    moves: dict[str, int] = field(default_factory=dict)
    ambush: bool = False


class Writing(Answer[ToyState, Plan, None]):
    """Write a plan."""

    order = Plan
    words = Words(label="Plan", key="P", rule="toy.turn.secret-plans", hint="Moves your soldiers.")

    def check(self, state: ToyState, frame: None, seat: str, order: Plan) -> Refusal | None:
        """A soldier goes a square at most, and stays on the table."""
        rule = "toy.move.one-square"
        mine = {soldier.id: soldier for soldier in state.of(seat)}
        for name, step in order.moves.items():
            if name not in mine:
                return Refusal(rule, f"{name!r} is not yours to command.")
            if step not in STEPS:
                return Refusal(rule, f"A soldier moves -1, 0 or 1 squares, not {step}.")
            x = mine[name].x + step * state.setting.forward[mine[name].side]
            if not 1 <= x <= state.setting.last:
                return Refusal(rule, f"{mine[name].name} would leave the table.")
        return None

    def apply(
        self, state: ToyState, frame: None, seat: str, order: Plan, dice: Dice
    ) -> Iterator[Event]:
        """Keep it sealed; the last one opens all of them."""
        state.planned = (*state.planned, seat)
        steps = tuple(sorted(order.moves.items()))
        state.plans = (*state.plans, Written(seat=seat, moves=steps, ambush=order.ambush))
        yield Event(kind="plan", text=f"{seat} has written.", rules=("toy.turn.secret-plans",))
        yield Event(kind="plan", text=f"{seat}: {steps}", seen_by=(seat,))
        if state.all_planned:
            yield from _open_plans(state, dice)

    def offer(self, state: ToyState, frame: None, seats: Sequence[str]) -> Iterator[Plan]:
        """Every plan that keeps everybody on the table."""
        soldiers = state.of(seats[0])
        lurking = any(soldier.hidden for soldier in soldiers)
        for steps in itertools.product((1, 0, -1), repeat=len(soldiers)):
            moves = {s.id: step for s, step in zip(soldiers, steps, strict=True) if step}
            for ambush in (False, True) if lurking else (False,):
                plan = Plan(moves=moves, ambush=ambush)
                if self.check(state, None, seats[0], plan) is None:
                    yield plan

    def answers(self, case: Any, piece: str | None) -> Iterator[Any]:
        """A button for each plan."""
        for plan in self.offer(case.state, None, (case.seat,)):
            fixed = {"moves": plan.moves, "ambush": plan.ambush}
            label = self.told(case.state, plan)
            words = Variant(label=label, key="P", hint=self.words.hint, fixed=fixed)
            yield case.action(Plan, words, fixed=fixed)

    def told(self, state: ToyState, order: Plan) -> str:
        """Who goes where."""
        steps = [f"{name} {STEPS.get(step, step)}" for name, step in order.moves.items()]
        return ", ".join([*steps, "ambush"] if order.ambush else steps) or "all stay"


class Planning(Asked[ToyState, None]):
    """All seats write at once; nobody sees what another has written."""

    acts = (Writing(),)

    def choice(self, state: ToyState, frame: None) -> Choice:
        """The first who has not written yet."""
        return self.choices(state, frame)[0]

    def choices(self, state: ToyState, frame: None) -> tuple[Choice, ...]:
        """Everybody who has not written yet."""
        return tuple(
            Choice(
                seats=(seat,), ask="plan", rule="toy.turn.secret-plans", prompt="Write your plan."
            )
            for seat in state.setting.players
            if seat not in state.planned
        )


def _open_plans(state: ToyState, dice: Dice) -> Iterator[Event]:
    """Everybody moves at once; what comes of it is settled in random order, the fair one."""
    steps = {name: step for plan in state.plans for name, step in plan.moves if step}
    seats = {plan.seat for plan in state.plans if plan.ambush}
    before = dict(state.pieces)
    for soldier in before.values():
        step = steps.get(soldier.id, 0) * state.setting.forward[soldier.side]
        hidden = soldier.hidden and not step
        state.pieces[soldier.id] = replace(
            soldier, x=soldier.x + step, hidden=hidden, watching=not step
        )
    movers = sorted(steps)
    for name in dice.shuffle(movers, "who is settled first"):
        _look(state, before, name, seats)
    yield Event(kind="move", text="All move.", rules=("toy.move.one-square",), pieces=tuple(movers))


def _look(state: ToyState, before: dict[str, Soldier], name: str, ambushes: set[str]) -> None:
    """Put on the agenda what a mover runs into."""
    mover = state.pieces[name]
    for enemy in state.enemies(mover):
        if enemy.y != mover.y:
            continue
        if 0 < abs(enemy.x - mover.x) <= 2 and enemy.watching:
            if enemy.hidden and ambushes.intersection(state.setting.owners(enemy)):
                state.push(Ambush(shooter=enemy.id, target=name))
            elif not enemy.hidden:
                state.push(Watch(shooter=enemy.id, target=name))
        if enemy.x == mover.x and Clash(one=enemy.id, two=name) not in state.agenda:
            state.push(Clash(one=name, two=enemy.id))
        swapped = enemy.x == before[name].x and before[enemy.id].x == mover.x
        if swapped and Passing(one=enemy.id, two=name) not in state.agenda:
            state.push(Passing(one=name, two=enemy.id))
