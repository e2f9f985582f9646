"""What happens between declaring something and its result: steps, interruptions, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.attack.gun_orders import (
    carry_out_gun_order,
    check_gun_order,
    check_traverse,
    open_release,
    releases_of,
    traverse,
    traverses_of,
)
from ...state import OwbState
from ...state.case import Case
from ...state.decision import Decision, Step, not_his, owners
from ...state.frames import Acting, Attacking, Interrupt, Moving
from ...state.orders import ATTACKS, Hold, Sweep
from ...state.people import Person
from ...state.vehicle_frames import GunAttack
from ...state.vehicle_orders import GUN_ORDERS, FireGun, SweepGun, Traverse
from ..attack.attacks import attacks_in_between, carry_out_attack, check_attack, open_attack
from ..attack.declared import free_attacks
from ..attack.withholding import may_interject, may_strike, next_to_interrupt
from ..movement.walking import walk
from .all_actions import carry_out_action, check_action


class OnTheWay(Step[Moving]):
    """A move, square by square."""

    def settle(self, state: OwbState, frame: Moving, dice: Dice) -> Iterator[Event]:
        """Take the next step."""
        return walk(state, frame)


class Interrupting(Decision[Interrupt]):
    """Whether a withheld attack is made now, or a Trained weapon fires."""

    answers: ClassVar[tuple[type[Order], ...]] = (*ATTACKS, *GUN_ORDERS, Traverse, Hold)

    def choice(self, state: OwbState, frame: Interrupt) -> Choice:
        """Whoever may fire first."""
        asked = _asked(state, frame)
        about = state.pieces.get(frame.about)
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
        asked = _asked(state, frame)
        if isinstance(order, Hold):
            return None
        rule = "owb.withhold.interrupt-timing"
        if getattr(order, "person", "") != asked.id:
            return Refusal(rule, f"{asked.name} is asked.")
        refusal = not_his(state, seat, asked.id, rule)
        if refusal is not None:
            return refusal
        if isinstance(order, Sweep | SweepGun):
            mine = isinstance(order, SweepGun) == bool(asked.aboard)
            if not mine or order.helper is not None or not may_strike(state, asked, frame):
                return Refusal(
                    "owb.suppress.fire-on-those-who-show-themselves",
                    "His weapon is not trained on anybody who has shown himself.",
                )
            return None
        if not may_interject(state, asked, frame):
            return Refusal("owb.withhold.declare", "He has withheld no attack.")
        if asked.aboard:
            return check_release(state, asked, order)
        if isinstance(order, (*GUN_ORDERS, Traverse)):
            return Refusal("owb.vattack.must-man-the-weapon", "He is not in a vehicle.")
        return check_attack(state, asked, order, turning=False)  # type: ignore[arg-type]

    def apply(
        self, state: OwbState, frame: Interrupt, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Fire, or let it pass."""
        asked = _asked(state, frame)
        if isinstance(order, Hold):
            state.swap(replace(frame, passed=(*frame.passed, asked.id)))
            return
        cite("owb.withhold.interrupt-timing", "owb.withhold.carries-over")
        if frame.passed and not isinstance(order, Traverse):
            # Once a shot has been fired, those who let the moment pass are asked again.
            state.swap(replace(frame, passed=()))
        if isinstance(order, Sweep):
            yield from carry_out_attack(state, order, dice, only=frame.about)
            return
        if isinstance(order, SweepGun):
            yield from carry_out_gun_order(state, order, dice, only=frame.about)
            return
        if isinstance(order, Traverse):
            yield from traverse(state, order)
            return
        if isinstance(order, GUN_ORDERS):
            state.push(GunAttack(person=asked.id, attack=order, stage="due", free=True))  # type: ignore[arg-type]
            return
        state.push(Attacking(person=asked.id, attack=order, stage="due", free=True))  # type: ignore[arg-type]

    def candidates(
        self, state: OwbState, frame: Interrupt, seats: Sequence[str]
    ) -> Iterator[Order]:
        """The sweep, his attacks in his arc (a legal one if none is sensible), or nothing."""
        asked = _asked(state, frame)
        if may_strike(state, asked, frame):
            assert asked.trained is not None
            mount = asked.trained.arm
            gun = bool(asked.aboard)
            yield SweepGun(person=asked.id, mount=mount) if gun else Sweep(person=asked.id)
        if may_interject(state, asked, frame):
            yield from _released(state, asked)
        yield Hold()

    def settle(self, state: OwbState, frame: Interrupt, dice: Dice) -> Iterator[Event]:
        """Nobody (else) may fire."""
        if next_to_interrupt(state, frame) is None:
            state.pop()
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Whether he fires now, and at whom."""
        asked = _asked(case.state, case.frame)
        if piece in (None, asked.id, asked.aboard):
            yield from free_attacks(case, asked)
        if piece is None:
            yield case.done("Let it pass", "He keeps his attack for later.", Hold)


def _asked(state: OwbState, frame: Interrupt) -> Person:
    """Whoever is asked; at a moment when nobody is, nobody is asked what he does."""
    found = next_to_interrupt(state, frame)
    assert found is not None, "nobody may interrupt"
    return found


def _released(state: OwbState, person: Person) -> Iterator[Order]:
    """What somebody who holds his attack back could sensibly do now, or else anything legal."""
    if person.aboard:
        found: list[Order] = [*releases_of(state, person), *traverses_of(state, person)]
        other: Order | None = None if found else open_release(state, person)
    else:
        found = list(attacks_in_between(state, person))
        other = None if found else open_attack(state, person, turning=False)
    yield from found
    if other is not None:
        yield other


def check_release(state: OwbState, person: Person, order: Order) -> Refusal | None:
    """Why somebody aboard cannot release his withheld attack like that."""
    if isinstance(order, Traverse):
        return check_traverse(state, person, order)
    if not isinstance(order, GUN_ORDERS):
        return Refusal("owb.vattack.must-man-the-weapon", "He is in a vehicle.")
    if isinstance(order, FireGun) and order.helper is not None:
        return Refusal("owb.suppress.barrel-change", "That is said on his own turn.")
    return check_gun_order(state, person, order)  # type: ignore[arg-type]


class TakingAction(Step[Acting]):
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
