"""What happens between declaring something and its result: steps, interruptions, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.actions import carry_out_action, check_action
from sandtable.rulebooks.whitebox.attack_checks import check_attack
from sandtable.rulebooks.whitebox.attacking import carry_out_attack
from sandtable.rulebooks.whitebox.candidates import attacks_of
from sandtable.rulebooks.whitebox.decisions.base import Automatic, Decision, not_his, owners
from sandtable.rulebooks.whitebox.decisions.turn_checks import weapon_of
from sandtable.rulebooks.whitebox.frames import Acting, Attacking, Interrupt, Moving
from sandtable.rulebooks.whitebox.orders import ATTACKS, Hold, Sweep
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.walking import walk
from sandtable.rulebooks.whitebox.withholding import (
    may_interject,
    may_strike,
    who_may_interrupt,
)


class OnTheWay(Automatic[Moving]):
    """A move, square by square."""

    def settle(self, state: OwbState, frame: Moving, dice: Dice) -> Iterator[Event]:
        """Take the next step."""
        return walk(state, frame)


class Interrupting(Decision[Interrupt]):
    """Whether a withheld attack is made now, or a Trained weapon fires."""

    answers: ClassVar[tuple[type[Order], ...]] = (*ATTACKS, Hold)

    def choice(self, state: OwbState, frame: Interrupt) -> Choice:
        """Whoever may fire first."""
        asked = who_may_interrupt(state, frame)[0]
        about = state.find_person(frame.about)
        why = {
            "step": "moves",
            "up": "stands up",
            "declared": "is about to act",
            "start": "The round begins",
        }[frame.moment]
        text = f"{about.name} {why}." if about is not None else f"{why}."
        return Choice(
            seats=owners(state, (asked.id,)),
            ask="interrupt",
            rule="owb.withhold.interrupt-timing",
            prompt=f"{text} Does {asked.name} fire now?",
            about=(asked.id, frame.about) if about is not None else (asked.id,),
        )

    def check(self, state: OwbState, frame: Interrupt, seat: str, order: Order) -> Refusal | None:
        """Why he cannot fire like that."""
        asked = who_may_interrupt(state, frame)[0]
        if isinstance(order, Hold):
            return None
        rule = "owb.withhold.interrupt-timing"
        if getattr(order, "person", "") != asked.id:
            return Refusal(rule, f"{asked.name} is asked.")
        refusal = not_his(state, seat, asked.id, rule)
        if refusal is not None:
            return refusal
        if isinstance(order, Sweep):
            if order.helper is not None or not may_strike(state, asked, frame):
                return Refusal(
                    "owb.suppress.fire-on-those-who-show-themselves",
                    "His weapon is not trained on anybody who has shown himself.",
                )
            return None
        if not may_interject(state, asked, frame):
            return Refusal("owb.withhold.declare", "He has withheld no attack.")
        return check_attack(state, asked, order, turning=False)  # type: ignore[arg-type]

    def apply(
        self, state: OwbState, frame: Interrupt, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Fire, or let it pass."""
        asked = who_may_interrupt(state, frame)[0]
        if isinstance(order, Hold):
            state.swap(replace(frame, passed=(*frame.passed, asked.id)))
            return
        cite("owb.withhold.interrupt-timing", "owb.withhold.carries-over")
        if isinstance(order, Sweep):
            yield from carry_out_attack(state, order, dice, only=frame.about)
            return
        state.push(Attacking(person=asked.id, attack=order, stage="due", free=True))  # type: ignore[arg-type]

    def candidates(
        self, state: OwbState, frame: Interrupt, seats: Sequence[str]
    ) -> Iterator[Order]:
        """His attacks in his arc, the sweep, or nothing."""
        asked = who_may_interrupt(state, frame)[0]
        if may_strike(state, asked, frame):
            yield Sweep(person=asked.id)
        if may_interject(state, asked, frame):
            for order in attacks_of(state, asked, turning=False):
                if not isinstance(order, Sweep):
                    yield order
        yield Hold()

    def settle(self, state: OwbState, frame: Interrupt, dice: Dice) -> Iterator[Event]:
        """Nobody (else) may fire."""
        if not who_may_interrupt(state, frame):
            state.pop()
        return iter(())


class MakingAttack(Decision[Attacking]):
    """An attack that has been declared; if it has become impossible, another target is named."""

    answers: ClassVar[tuple[type[Order], ...]] = (*ATTACKS, Hold)

    def choice(self, state: OwbState, frame: Attacking) -> Choice:
        """The attacker names another target."""
        person = state.person(frame.person)
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="another target",
            rule="owb.attack.declare-then-resolve",
            prompt=f"{person.name} cannot attack that target any more. Name another, or none.",
            about=(frame.person,),
        )

    def check(self, state: OwbState, frame: Attacking, seat: str, order: Order) -> Refusal | None:
        """Why that is no other target."""
        if isinstance(order, Hold):
            return None
        rule = "owb.attack.declare-then-resolve"
        same = type(order) is type(frame.attack) and getattr(order, "person", "") == frame.person
        if not same or _means(order) != _means(frame.attack):
            return Refusal(rule, "The attack was declared; only its target changes.")
        return not_his(state, seat, frame.person, rule) or check_attack(
            state,
            state.person(frame.person),
            order,  # type: ignore[arg-type]
            turning=not frame.free,
        )

    def apply(
        self, state: OwbState, frame: Attacking, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Attack somebody else, or lose the attack."""
        cite("owb.attack.declare-then-resolve")
        if isinstance(order, Hold):
            state.pop()
            state.change(frame.person, attacked=True, withheld=False)
            return
        state.swap(replace(frame, attack=order, stage="due"))
        yield from ()

    def candidates(
        self, state: OwbState, frame: Attacking, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Other targets of the same attack."""
        yield from other_targets(state, frame)
        yield Hold()

    def settle(self, state: OwbState, frame: Attacking, dice: Dice) -> Iterator[Event]:
        """Interruptions first, then the attack."""
        person = state.find_person(frame.person)
        if person is None or not person.able:
            state.pop()
            return
        if frame.stage == "declared":
            cite("owb.attack.declare-then-resolve")
            stands = person.ducked and bool(weapon_of(person, frame.attack))
            if stands:
                cite("owb.cover.ducked-or-up")
                state.change(person.id, ducked=False)
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=person.id, moment="up" if stands else "declared"))
            return
        if frame.stage == "retarget":
            return
        refusal = check_attack(state, person, frame.attack, turning=not frame.free)
        if refusal is None:
            state.pop()
            yield from carry_out_attack(state, frame.attack, dice)
            return
        if any(other_targets(state, frame)):
            state.swap(replace(frame, stage="retarget"))
            return
        state.pop()
        state.change(person.id, attacked=True, withheld=False)
        yield Event(
            kind="lost-attack",
            text=f"{person.name}'s attack is lost. {refusal.reason}",
            rules=("owb.attack.declare-then-resolve",),
            pieces=(person.id,),
        )


def _means(order: Any) -> tuple[Any, ...]:
    return tuple(getattr(order, name, None) for name in ("weapon", "mode", "bomb"))


def other_targets(state: OwbState, frame: Attacking) -> Iterator[Order]:
    """Attacks of the same kind with the same means on whoever can still be attacked."""
    person = state.person(frame.person)
    for order in attacks_of(state, person, turning=not frame.free):
        if type(order) is type(frame.attack) and _means(order) == _means(frame.attack):
            yield order


class TakingAction(Automatic[Acting]):
    """An Action that has been declared."""

    def settle(self, state: OwbState, frame: Acting, dice: Dice) -> Iterator[Event]:
        """Interruptions first, then the Action."""
        person = state.find_person(frame.person)
        if person is None or not person.able:
            state.pop()
            return
        if frame.stage == "declared":
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=person.id, moment="declared"))
            return
        state.pop()
        if check_action(state, person, frame.action) is None:
            yield from carry_out_action(state, frame.action, dice)
