"""The rules of the trench raid."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Outcome, Refusal, Rulebook, Tally
from sandtable.battle.rulings import REFEREE
from sandtable.catalogue import Catalogue
from sandtable.catalogue.load import load_catalogue
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.scenario import Scenario
from tests.conformance.toybook.state import (
    Ambush,
    Answer,
    Clash,
    Hold,
    Passing,
    Plan,
    Setting,
    Shoot,
    Soldier,
    ToyState,
    Watch,
    Written,
)

CATALOGUE = load_catalogue(Path(__file__).parent)


class TrenchRaid(Rulebook[ToyState]):
    """A whole book in two hundred lines."""

    code: ClassVar[str] = "toy"
    title: ClassVar[str] = "Trench Raid"
    revision: ClassVar[int] = 1
    orders: ClassVar[tuple[type[Order], ...]] = (Plan, Shoot, Hold, Answer)

    @property
    def catalogue(self) -> Catalogue:
        return CATALOGUE

    def start(self, scenario: Scenario, dice: Dice) -> tuple[ToyState, list[Event]]:
        pieces = {
            unit.id: Soldier(
                id=unit.id,
                side=unit.side,
                name=unit.name or unit.id,
                x=float(unit.at[0]),
                y=float(unit.at[1]),
                hidden=unit.hidden,
            )
            for unit in scenario.units
            if unit.at is not None
        }
        return ToyState(setting=Setting(scenario), pieces=pieces), []

    def choices(self, state: ToyState) -> tuple[Choice, ...]:
        if state.outcome is not None:
            return ()
        match state.agenda[-1:]:
            case (Watch(shooter=shooter, target=target),):
                return (
                    Choice(
                        seats=state.setting.owners(state.pieces[shooter]),
                        ask="shoot",
                        rule="toy.fire.watch",
                        prompt=f"{state.pieces[target].name} comes near. Shoot?",
                        about=(shooter, target),
                    ),
                )
            case (Passing(one=one, two=two),):
                return (
                    Choice(
                        seats=(REFEREE,),
                        ask="met",
                        rule="toy.clash.passing",
                        prompt="They change places in the dark. Have they met?",
                        about=(one, two),
                        default=Answer(met=True),
                    ),
                )
        return tuple(
            Choice(
                seats=(seat,), ask="plan", rule="toy.turn.secret-plans", prompt="Write your plan."
            )
            for seat in state.setting.players
            if seat not in state.planned
        )

    def check(self, state: ToyState, seat: str, order: Order) -> Refusal | None:
        match state.agenda[-1:], order:
            case ((Watch(),), Shoot() | Hold()) | ((Passing(),), Answer()):
                return None
            case (), Plan():
                return _check_plan(state, seat, order)
        return Refusal("toy.turn.secret-plans", "That does not answer the question.")

    def apply(self, state: ToyState, seat: str, order: Order, dice: Dice) -> list[Event]:
        return [*_apply(state, seat, order, dice), *_settle(state, dice)]

    def candidates(self, state: ToyState, choice: Choice) -> Iterator[Order]:
        match choice.ask:
            case "shoot":
                yield Shoot()
                yield Hold()
            case "met":
                yield Answer(met=True)
                yield Answer(met=False)
            case "plan":
                yield from _plans(state, choice.seats[0])

    def outcome(self, state: ToyState) -> Outcome | None:
        return state.outcome

    def known_to(self, state: ToyState, seat: str) -> ToyState:
        side = state.setting.side_of(seat)
        assert side is not None
        known = state.copy()
        known.setting = state.setting.known_to(side)
        known.plans = tuple(plan for plan in state.plans if plan.seat == seat)
        known.pieces = {
            name: soldier
            for name, soldier in state.pieces.items()
            if soldier.side == side or not soldier.hidden
        }
        return known

    def odds(self, state: ToyState, order: Order) -> Odds | None:
        match state.agenda[-1:], order:
            case (Watch(shooter=shooter, target=target),), Shoot():
                one, two = state.pieces[shooter], state.pieces[target]
                chances = exact(lambda dice: _shot(one, two, dice))
                return Odds.of("shot", chances, ("miss", "hit"), (_aim(one, two),))
        return None


def _check_plan(state: ToyState, seat: str, plan: Plan) -> Refusal | None:
    rule = "toy.move.one-square"
    mine = {soldier.id: soldier for soldier in state.of(seat)}
    for name, step in plan.moves.items():
        if name not in mine:
            return Refusal(rule, f"{name!r} is not yours to command.")
        if step not in (-1, 0, 1):
            return Refusal(rule, f"A soldier moves -1, 0 or 1 squares, not {step}.")
        x = mine[name].x + step * state.setting.forward[mine[name].side]
        if not 1 <= x <= state.setting.last:
            return Refusal(rule, f"{mine[name].name} would leave the table.")
    return None


def _plans(state: ToyState, seat: str) -> Iterator[Plan]:
    soldiers = state.of(seat)
    lurking = any(soldier.hidden for soldier in soldiers)
    for steps in itertools.product((1, 0, -1), repeat=len(soldiers)):
        moves = {s.id: step for s, step in zip(soldiers, steps, strict=True) if step}
        for ambush in (False, True) if lurking else (False,):
            plan = Plan(moves=moves, ambush=ambush)
            if _check_plan(state, seat, plan) is None:
                yield plan


# -- carrying out ---------------------------------------------------------------------------------


def _apply(state: ToyState, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
    match order:
        case Plan(moves=moves, ambush=ambush):
            state.planned = (*state.planned, seat)
            steps = tuple(sorted(moves.items()))
            state.plans = (*state.plans, Written(seat=seat, moves=steps, ambush=ambush))
            yield Event(kind="plan", text=f"{seat} has written.", rules=("toy.turn.secret-plans",))
            yield Event(kind="plan", text=f"{seat}: {steps}", seen_by=(seat,))
            if len(state.planned) == len(state.setting.players):
                yield from _open_plans(state, dice)
        case Answer(met=met):
            frame: Passing = state.pop()
            if met:
                state.agenda = (*state.agenda, Clash(one=frame.one, two=frame.two))
        case Shoot():
            watch: Watch = state.pop()
            yield from _shoot(state, watch.shooter, watch.target, dice)
        case Hold():
            state.pop()


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
        lurks = enemy.hidden and ambushes.intersection(state.setting.owners(enemy))
        if 0 < abs(enemy.x - mover.x) <= 2 and enemy.watching:
            if lurks:
                state.agenda = (*state.agenda, Ambush(shooter=enemy.id, target=name))
            elif not enemy.hidden:
                state.agenda = (*state.agenda, Watch(shooter=enemy.id, target=name))
        if enemy.x == mover.x and not _listed(state, Clash(one=enemy.id, two=name)):
            state.agenda = (*state.agenda, Clash(one=name, two=enemy.id))
        swapped = enemy.x == before[name].x and before[enemy.id].x == mover.x
        if swapped and not _listed(state, Passing(one=enemy.id, two=name)):
            state.agenda = (*state.agenda, Passing(one=name, two=enemy.id))


def _listed(state: ToyState, frame: Clash | Passing) -> bool:
    return frame in state.agenda


def _settle(state: ToyState, dice: Dice) -> Iterator[Event]:
    """Everything that follows without a decision."""
    while state.agenda and state.outcome is None:
        match state.agenda[-1]:
            case Watch(shooter=one, target=two) | Passing(one=one, two=two):
                if one in state.pieces and two in state.pieces:
                    return
                state.pop()
            case Ambush(shooter=one, target=two):
                state.pop()
                if one in state.pieces and two in state.pieces:
                    state.pieces[one] = replace(state.pieces[one], hidden=False)
                    yield from _shoot(state, one, two, dice, rule="toy.hidden.ambush")
            case Clash(one=one, two=two):
                state.pop()
                if one in state.pieces and two in state.pieces:
                    yield from _clash(state, one, two, dice)
    if len(state.planned) == len(state.setting.players) and state.outcome is None:
        yield from _end_turn(state)


def _aim(shooter: Soldier, target: Soldier) -> Tally:
    near = abs(shooter.x - target.x) <= 1
    return Tally(shooter.side).add(4 if near else 5, "toy.fire.watch", "needed")


def _shot(shooter: Soldier, target: Soldier, dice: Dice) -> str:
    hit = dice.test(6, _aim(shooter, target).total, "shot")
    return dice.settle("shot", "hit" if hit else "miss", ("miss", "hit"))


def _shoot(
    state: ToyState, shooter: str, target: str, dice: Dice, rule: str = "toy.fire.watch"
) -> Iterator[Event]:
    one, two = state.pieces[shooter], state.pieces[target]
    result = _shot(one, two, dice)
    if result == "hit":
        del state.pieces[target]
    yield Event(
        kind="fire",
        text=f"{one.name} shoots at {two.name}: {result}.",
        rules=(rule,),
        pieces=(shooter, target),
        rolls=dice.take_rolls(),
        tallies=(_aim(one, two),),
    )


def _clash(state: ToyState, one: str, two: str, dice: Dice) -> Iterator[Event]:
    first, second = state.pieces[one], state.pieces[two]
    margin = dice.contest(6, f"clash, {first.name}", f"clash, {second.name}")
    names = (one, two, "both back")
    result = dice.settle("clash", names[0 if margin > 0 else 1 if margin < 0 else 2], names)
    for name in (one, two):
        soldier = replace(state.pieces[name], hidden=False)
        if result == "both back":
            x = soldier.x - state.setting.forward[soldier.side]
            state.pieces[name] = replace(soldier, x=min(max(x, 1.0), float(state.setting.last)))
        elif result == name:
            state.pieces[name] = soldier
        else:
            del state.pieces[name]
    yield Event(
        kind="clash",
        text=f"{first.name} meets {second.name}: {result}.",
        rules=("toy.clash.opposed",),
        pieces=(one, two),
        rolls=dice.take_rolls(),
    )


def _end_turn(state: ToyState) -> Iterator[Event]:
    state.planned, state.plans = (), ()
    west, east = state.setting.scenario.side_ids()
    left = {side: sum(s.side == side for s in state.pieces.values()) for side in (west, east)}
    goals = {west: state.setting.last, east: 1}
    home = {side for side in left for s in state.pieces.values() if _through(s, side, goals)}
    reason = ""
    if home:
        reason = "The other trench is reached."
    elif not all(left.values()):
        home = {side for side in left if left[side]}
        reason = "One side has no soldiers left."
    elif state.turn >= state.setting.scenario.turns:
        home = {side for side in left if left[side] == max(left.values())}
        reason = "The night is over."
    if reason:
        state.outcome = Outcome(
            winner=next(iter(home)) if len(home) == 1 else None,
            rule="toy.end.victory",
            reason=reason,
            scores={side: float(count) for side, count in left.items()},
        )
        yield Event(kind="victory", text=reason, rules=("toy.end.victory",))
        return
    state.turn += 1
    yield Event(kind="turn", text=f"Turn {state.turn}.", rules=("toy.turn.secret-plans",))


def _through(soldier: Soldier, side: str, goals: dict[str, int]) -> bool:
    return soldier.side == side and not soldier.hidden and soldier.x == goals[side]


TRENCH_RAID = TrenchRaid()
