"""Attacks that have been declared, of men on foot and out of vehicles, until they are resolved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, TypeVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.attack.gun_orders import (
    carry_out_gun_order,
    check_gun_order,
    gun_orders_of,
    open_gun_attack_like,
)
from ...part2_vehicles.attack.gunnery import attacks_aboard_listed
from ...part2_vehicles.damage.walls_worn import cover_gives_way
from ...state import OwbState
from ...state.at_rest import at_rest
from ...state.case import Case
from ...state.decision import Decision, Step, not_his, owners
from ...state.frames import Attacking, Interrupt
from ...state.orders import ATTACKS, Hold, Mass
from ...state.people import Person
from ...state.vehicle_frames import CoverHit, GunAttack
from ...state.vehicle_orders import GUN_ORDERS
from ..autofire.massed_rifles import mass_centre, taking_part
from .attacks import (
    attacks_listed,
    attacks_of,
    carry_out_attack,
    check_attack,
    open_attack_like,
    weapon_of,
)

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
        """The attacker names another target."""
        person = state.person(frame.person)
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="another target",
            rule=RULE,
            prompt=f"{person.name} cannot attack that target any more. Name another, or none.",
            about=(frame.person,),
        )

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
        """Interruptions first, then the attack."""
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
        yield Event(
            kind="lost-attack",
            text=f"{person.name}'s attack is lost. {refusal.reason}",
            rules=(RULE,),
            pieces=(person.id,),
        )

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Another target for an attack that can no longer be made as it was declared."""
        person = case.state.person(case.frame.person)
        if piece in (None, person.id) or (piece and piece == person.aboard):
            yield from free_attacks(case, person)
        if piece is None:
            yield case.done("No other target", "The attack is lost.", Hold)


class MakingAttack(DeclaredAttack[Attacking]):
    """The attack of a man on foot."""

    answers: ClassVar[tuple[type[Order], ...]] = (*ATTACKS, Hold)
    means: ClassVar[tuple[str, ...]] = ("weapon", "mode", "bomb")

    def refusal(self, state: OwbState, frame: Attacking, order: Any) -> Refusal | None:
        """As on his turn; between turns he does not turn round."""
        person = state.person(frame.person)
        return check_attack(state, person, order, turning=not frame.free)

    def attacks(self, state: OwbState, frame: Attacking) -> Iterator[Order]:
        """All of his."""
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
        """Make it."""
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


class FiringOut(DeclaredAttack[GunAttack]):
    """An attack out of a vehicle."""

    answers: ClassVar[tuple[type[Order], ...]] = (*GUN_ORDERS, Hold)
    means: ClassVar[tuple[str, ...]] = ("mount", "weapon", "port", "mode", "round")

    def refusal(self, state: OwbState, frame: GunAttack, order: Any) -> Refusal | None:
        """As in the turn of the vehicle."""
        return check_gun_order(state, state.person(frame.person), order)

    def attacks(self, state: OwbState, frame: GunAttack) -> Iterator[Order]:
        """All of his."""
        return gun_orders_of(state, state.person(frame.person))

    def another(self, state: OwbState, frame: GunAttack) -> Order | None:
        """At anybody, or at any square."""
        person = state.person(frame.person)
        return open_gun_attack_like(
            state, person, frame.attack, lambda order: self.alike(frame, order)
        )

    def carry_out(self, state: OwbState, frame: GunAttack, dice: Dice) -> Iterator[Event]:
        """Make it."""
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
