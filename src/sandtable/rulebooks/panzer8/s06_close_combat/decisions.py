"""Section 6: the decisions of the Close Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s03_turn import turn
from sandtable.rulebooks.panzer8.s06_close_combat import candidates as listing
from sandtable.rulebooks.panzer8.s06_close_combat.advance import (
    advance,
    obliged,
    settle_advance,
    settle_failed,
)
from sandtable.rulebooks.panzer8.s06_close_combat.blows import (
    is_single,
    next_side,
    open_effects,
    roll,
    settle_blows,
    standing,
    strike,
)
from sandtable.rulebooks.panzer8.s06_close_combat.phase import (
    begin_combat,
    check_commit,
    check_done,
    check_fight,
    check_overrun_order,
    combat_of,
    commit,
    commitments,
    helped_side,
    in_open_combats,
    seats_to_fight,
)
from sandtable.rulebooks.panzer8.state import Combat, P8State
from sandtable.rulebooks.panzer8.state.decision import Decision, owners
from sandtable.rulebooks.panzer8.state.orders import (
    Advance,
    Apply,
    Commit,
    Done,
    Fight,
    Overrun,
    Suffer,
)


class ChoosingCombat(Decision[None]):
    """Which combat is fought next; or the end of the phase, when none is left that must be."""

    answers: ClassVar[tuple[type[Order], ...]] = (Fight, Overrun, Done)

    def choice(self, state: P8State, frame: None) -> Choice:
        """The seats of the phasing side that have combats to fight."""
        return Choice(
            seats=seats_to_fight(state),
            ask="close combat",
            rule="p8.melee.phase-scope",
            prompt="Choose the next close combat, or end the phase.",
            about=in_open_combats(state),
        )

    def check(self, state: P8State, frame: None, seat: str, order: Order) -> Refusal | None:
        """Why that combat cannot be fought, or the phase not ended."""
        match order:
            case Fight():
                return check_fight(state, seat, order)
            case Overrun():
                return check_overrun_order(state, seat, order)
        return check_done(state, seat)

    def apply(
        self, state: P8State, frame: None, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Begin the combat, or be done with the phase."""
        if isinstance(order, Fight | Overrun):
            begin_combat(state, combat_of(state, order))
        else:
            state.done = (*state.done, seat)
        return iter(())

    def candidates(self, state: P8State, frame: None, seats: Sequence[str]) -> Iterator[Order]:
        """Every combat that can be fought, and the end of the phase if that is allowed."""
        yield from listing.combats(state, seats)
        if check_done(state, seats[0]) is None:
            yield Done()

    def settle(self, state: P8State, frame: None, dice: Dice) -> Iterator[Event]:
        """The phase ends when no combat is left that must be fought and everybody is done."""
        return turn.proceed(state)


class Fighting(Decision[Combat]):
    """What is to be decided in a combat: commanders, whom a result strikes, who advances."""

    answers: ClassVar[tuple[type[Order], ...]] = (Commit, Apply, Suffer, Advance, Done)

    def answers_to(self, frame: Combat) -> tuple[type[Order], ...]:
        """Commanders commit themselves, then blows fall, then the ground is taken."""
        match frame.stage:
            case "attackers" | "defenders":
                return (Commit, Done)
            case "blows":
                return (Apply,) if is_single(frame, next_side(frame)) else (Suffer,)
        return (Advance, Done)

    def choice(self, state: P8State, frame: Combat) -> Choice:
        """The side that has to decide at this stage."""
        match frame.stage:
            case "attackers" | "defenders":
                return self._about_commanders(state, frame)
            case "blows":
                return self._about_blows(state, frame)
        return self._about_advance(state, frame)

    def _about_commanders(self, state: P8State, frame: Combat) -> Choice:
        commanders = tuple(dict.fromkeys(order.commander for order in commitments(state, frame)))
        side = state.setting.scenario.side(helped_side(state, frame)).name
        return Choice(
            seats=owners(state, commanders),
            ask="commander",
            rule="p8.melee.commander-bonus-one-combat",
            prompt=f"{side}: does a commander lead this combat in person?",
            about=commanders,
        )

    def _about_blows(self, state: P8State, frame: Combat) -> Choice:
        side = next_side(frame)
        there = tuple(element.id for element in standing(state, frame, side))
        if is_single(frame, side):
            rolling = frame.defenders if side == "attacker" else frame.attackers
            deciding = tuple(name for name in rolling if name in state.pieces)
            prompt = f"Which result strikes {state.pieces[there[0]].name} first?"
        else:
            deciding = there
            prompt = f"Who takes the result: {open_effects(frame)[0].replace('-', ' ')}?"
        return Choice(
            seats=owners(state, deciding),
            ask="result",
            rule="p8.melee.several-attackers",
            prompt=prompt,
            about=there,
        )

    def _about_advance(self, state: P8State, frame: Combat) -> Choice:
        elements = tuple(one.id for one in listing.to_advance(state, frame))
        return Choice(
            seats=owners(state, elements),
            ask="advance",
            rule="p8.advance.occupy-position",
            prompt="Who takes the ground that the enemy held?",
            about=elements,
        )

    def check(self, state: P8State, frame: Combat, seat: str, order: Order) -> Refusal | None:
        """Why that is not possible at this stage."""
        match frame.stage, order:
            case (("attackers" | "defenders"), Commit()):
                if not state.setting.commands(seat, order.commander):
                    return Refusal("p8.melee.commander-bonus-one-combat", "It is not yours.")
                return check_commit(state, frame, order)
            case (("attackers" | "defenders"), Done()):
                return None
            case "blows", (Apply() | Suffer()):
                if order in list(self.candidates(state, frame, (seat,))):
                    return None
                return Refusal(
                    "p8.melee.several-attackers", "That is none of the results or elements."
                )
            case "advance", Advance():
                return self._check_advance(state, frame, order)
            case "advance", Done() if not obliged(state, frame):
                return None
        return self.mismatch(state, frame)

    def _check_advance(self, state: P8State, frame: Combat, order: Advance) -> Refusal | None:
        if order.element in [element.id for element in listing.to_advance(state, frame)]:
            return None
        return Refusal("p8.advance.occupy-position", f"{order.element!r} cannot take that ground.")

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Carry the decision out."""
        match order:
            case Commit():
                yield from commit(state, frame, order)
            case Apply(effect=effect):
                there = standing(state, frame, next_side(frame))
                yield from strike(state, frame, there[0], effect)
            case Suffer(element=name):
                yield from strike(state, frame, state.pieces[name], open_effects(frame)[0])
            case Advance(element=name):
                yield from advance(state, frame, state.pieces[name])
            case Done() if frame.stage == "advance":
                state.pop()
            case Done():
                yield from commit(state, frame, None)

    def candidates(self, state: P8State, frame: Combat, seats: Sequence[str]) -> Iterator[Order]:
        """Everything that can be decided at this stage."""
        match frame.stage:
            case "attackers" | "defenders":
                for order in commitments(state, frame):
                    if any(state.setting.commands(seat, order.commander) for seat in seats):
                        yield order
                yield Done()
            case "blows":
                yield from self._blows(state, frame)
            case "advance":
                for element in listing.to_advance(state, frame):
                    yield Advance(element.id)
                if not obliged(state, frame):
                    yield Done()

    def _blows(self, state: P8State, frame: Combat) -> Iterator[Order]:
        side = next_side(frame)
        if is_single(frame, side):
            for effect in open_effects(frame):
                yield Apply(effect)
        else:
            for element in standing(state, frame, side):
                yield Suffer(element.id)

    def settle(self, state: P8State, frame: Combat, dice: Dice) -> Iterator[Event]:
        """Everything in a combat that needs no decision."""
        match frame.stage:
            case "attackers" | "defenders":
                if not any(commitments(state, frame)):
                    yield from commit(state, frame, None)
            case "dice":
                yield from roll(state, frame, dice)
            case "blows":
                yield from settle_blows(state, frame)
            case "advance":
                yield from settle_advance(state, frame)
            case "failed":
                yield from settle_failed(state, frame)
