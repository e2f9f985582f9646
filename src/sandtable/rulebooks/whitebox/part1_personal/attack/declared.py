"""Attacks that have been declared, of men on foot and out of vehicles, until they are resolved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, TypeVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal, happened
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.attack.gun_orders import (
    carry_out_gun_order,
    check_gun_order,
    check_traverse,
    gun_orders_of,
    open_gun_attack_like,
    open_release,
    releases_of,
    traverse,
    traverses_of,
)
from ...part2_vehicles.attack.gunnery import attacks_aboard_listed
from ...part2_vehicles.damage.walls_worn import cover_gives_way
from ...state import OwbState, Person
from ...state.at_rest import at_rest
from ...state.decision import Case, Decision, Step, not_his, question
from ...state.frames import Attacking, CoverHit, GunAttack, Interrupt
from ...state.orders import ATTACKS, Hold, Mass, Sweep
from ...state.vehicle_orders import GUN_ORDERS, FireGun, SweepGun, Traverse
from ..autofire.massed_rifles import mass_centre, taking_part
from .attacks import (
    attacks_in_between,
    attacks_listed,
    attacks_of,
    carry_out_attack,
    check_attack,
    open_attack,
    open_attack_like,
    weapon_of,
)
from .withholding import may_interject, may_strike, next_to_interrupt

RULE: Final = "owb.attack.declare-then-resolve"


D = TypeVar("D", Attacking, GunAttack)


Showing = tuple[str, Literal["up", "declared"]]
"""Somebody, and what others see of him before an attack."""


class DeclaredAttack(Decision[D]):
    """An attack that has been declared; if it has become impossible, another target is named."""

    means: ClassVar[tuple[str, ...]]
    """What of the order must stay as it was declared."""

    @abstractmethod
    def refusal(self, state: OwbState, frame: D, order: Any) -> Refusal | None:
        """Why an attack cannot be made, or ``None`` if it can."""

    @abstractmethod
    def attacks(self, state: OwbState, frame: D) -> Iterator[Order]:
        """Every sensible attack that the same attacker could make now."""

    @abstractmethod
    def another(self, state: OwbState, frame: D) -> Order | None:
        """Any attack of the same kind with the same means that he could make now."""

    @abstractmethod
    def carry_out(self, state: OwbState, frame: D, dice: Dice) -> Iterator[Event]:
        """Make the attack."""

    def before(self, state: OwbState, frame: D) -> Showing:
        """Who does what before the attack is resolved."""
        return frame.person, "declared"

    def choice(self, state: OwbState, frame: D) -> Choice:
        person = state.person(frame.person)
        prompt = f"{person.name} cannot attack that target any more. Name another, or none."
        return question(state, (frame.person,), "another target", RULE, prompt)

    def check(self, state: OwbState, frame: D, seat: str, order: Order) -> Refusal | None:
        """Why that is no other target."""
        if isinstance(order, Hold):
            return None
        if getattr(order, "person", "") != frame.person or not self.alike(frame, order):
            return Refusal(RULE, "The attack was declared; only its target changes.")
        return not_his(state, seat, frame.person, RULE) or self.refusal(state, frame, order)

    def alike(self, frame: D, order: Order) -> bool:
        """Whether an attack is of the same kind with the same means."""
        return type(order) is type(frame.attack) and all(
            getattr(order, name, None) == getattr(frame.attack, name, None) for name in self.means
        )

    def apply(
        self, state: OwbState, frame: D, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Attack somebody else, or lose the attack."""
        cite(RULE)
        if isinstance(order, Hold):
            state.pop()
            state.change(frame.person, attacked=True, withheld=False, trained=None)
            return
        state.swap(replace(frame, attack=order, stage="due"))
        yield from ()

    def candidates(self, state: OwbState, frame: D, seats: Sequence[str]) -> Iterator[Order]:
        """Sensible targets of the same attack; where there is none, one that is legal."""
        others = [order for order in self.attacks(state, frame) if self.alike(frame, order)]
        other = None if others else self.another(state, frame)
        yield from others
        if other is not None:
            yield other
        yield Hold()

    def settle(self, state: OwbState, frame: D, dice: Dice) -> Iterator[Event]:
        person = state.find_person(frame.person)
        if person is None or not person.able:
            state.pop()
            return
        if frame.stage == "declared":
            cite(RULE)
            about, moment = self.before(state, frame)
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=about, moment=moment))
            return
        if frame.stage == "retarget":
            return
        refusal = self.refusal(state, frame, frame.attack)
        if refusal is None:
            state.pop()
            yield from self.carry_out(state, frame, dice)
            return
        if self.another(at_rest(state), frame) is not None:
            state.swap(replace(frame, stage="retarget"))
            return
        state.pop()
        state.change(person.id, attacked=True, withheld=False, trained=None)
        text = f"{person.name}'s attack is lost. {refusal.reason}"
        yield happened("lost-attack", text, RULE, person.id)

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Another target for an attack that can no longer be made as it was declared."""
        person = case.state.person(case.frame.person)
        if piece in (None, person.id) or (piece and piece == person.aboard):
            yield from free_attacks(case, person)
        if piece is None:
            yield case.done("No other target", "The attack is lost.", Hold)


class MakingAttack(DeclaredAttack[Attacking]):
    """The attack of a man on foot."""

    answers = (*ATTACKS, Hold)
    means = ("weapon", "mode", "bomb")

    def refusal(self, state: OwbState, frame: Attacking, order: Any) -> Refusal | None:
        """As on his turn; between turns he does not turn round."""
        person = state.person(frame.person)
        return check_attack(state, person, order, turning=not frame.free)

    def attacks(self, state: OwbState, frame: Attacking) -> Iterator[Order]:
        return attacks_of(state, state.person(frame.person), turning=not frame.free)

    def another(self, state: OwbState, frame: Attacking) -> Order | None:
        """At anybody, or at any square."""
        return open_attack_like(
            state,
            state.person(frame.person),
            frame.attack,
            lambda order: self.alike(frame, order),
            turning=not frame.free,
        )

    def carry_out(self, state: OwbState, frame: Attacking, dice: Dice) -> Iterator[Event]:
        return carry_out_attack(state, frame.attack, dice)

    def before(self, state: OwbState, frame: Attacking) -> Showing:
        """Who is Ducked stands up for a direct attack, or leans out for it."""
        person = state.person(frame.person)
        lean = getattr(frame.attack, "lean", None)
        if lean is not None:
            cite("owb.cover.lean-out")
            leaning = _who_leans(state, frame)
            state.change(leaning, ducked=False, lean=state.setting.square(lean))
            return leaning, "up"
        if not person.ducked or not weapon_of(person, frame.attack):
            return person.id, "declared"
        cite("owb.cover.ducked-or-up")
        state.change(person.id, ducked=False)
        return person.id, "up"


def _who_leans(state: OwbState, frame: Attacking) -> str:
    """Whoever leans out for an attack: of many rifles, the one in their middle."""
    order = frame.attack
    if not isinstance(order, Mass):
        return frame.person
    return mass_centre(state, taking_part(state, order), order.centre).id


class MakingGunAttack(DeclaredAttack[GunAttack]):
    """An attack out of a vehicle."""

    answers = (*GUN_ORDERS, Hold)
    means = ("mount", "weapon", "port", "mode", "round")

    def refusal(self, state: OwbState, frame: GunAttack, order: Any) -> Refusal | None:
        """As in the turn of the vehicle."""
        return check_gun_order(state, state.person(frame.person), order)

    def attacks(self, state: OwbState, frame: GunAttack) -> Iterator[Order]:
        return gun_orders_of(state, state.person(frame.person))

    def another(self, state: OwbState, frame: GunAttack) -> Order | None:
        """At anybody, or at any square."""
        person = state.person(frame.person)
        return open_gun_attack_like(
            state, person, frame.attack, lambda order: self.alike(frame, order)
        )

    def carry_out(self, state: OwbState, frame: GunAttack, dice: Dice) -> Iterator[Event]:
        return carry_out_gun_order(state, frame.attack, dice)


class CoverGivingWay(Step[CoverHit]):
    """Cover that a vehicle weapon has hit."""

    def settle(self, state: OwbState, frame: CoverHit, dice: Dice) -> Iterator[Event]:
        """It loses its step now that the shot has been resolved."""
        state.pop()
        yield from cover_gives_way(state, frame, dice)


def free_attacks(case: Case, person: Person) -> Iterator[Action]:
    """The attacks of somebody outside of a turn, on foot or aboard; only those that are open."""
    if person.aboard:
        yield from attacks_aboard_listed(case, person)
    else:
        found = attacks_listed(case, person)
        yield from (action for action in found if not action.refusal)


class Interrupting(Decision[Interrupt]):
    """Whether a withheld attack is made now, or a Trained weapon fires."""

    answers = (*ATTACKS, *GUN_ORDERS, Traverse, Hold)

    def choice(self, state: OwbState, frame: Interrupt) -> Choice:
        asked = _asked(state, frame)
        about = state.pieces.get(frame.about)
        why = {
            "step": "moves",
            "up": "stands up",
            "declared": "is about to act",
            "start": "The round begins",
        }[frame.moment]
        text = f"{about.name} {why}." if about is not None else f"{why}."
        prompt = f"{text} Does {asked.name} fire now?"
        return question(
            state,
            (asked.id,),
            "interrupt",
            "owb.withhold.interrupt-timing",
            prompt,
            (frame.about,) if about is not None else (),
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
