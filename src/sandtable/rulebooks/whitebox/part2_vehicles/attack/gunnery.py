"""THE ATTACK ROLL: what gunners and passengers can do in their vehicle's turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import check_withhold
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import guns_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.candidates import (
    shots_of,
    swept_on,
    through_ports,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import check_gun_order
from sandtable.rulebooks.whitebox.part2_vehicles.attack.trailers import (
    check_turn,
    is_trailer,
    turn_trailer,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.turrets import (
    check_traverse,
    traverse,
    traverses_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import check_attack_aboard
from sandtable.rulebooks.whitebox.part2_vehicles.round.deeds import Dare, Deed, OrderT
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_frames import GunAttack, VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    FireGun,
    FirePort,
    SweepGun,
    Traverse,
    TurnTrailer,
    WithholdGun,
)


def crew_in_turn(state: OwbState, turn: VehicleTurn) -> list[Person]:
    """Those aboard whose turn it is and who can act."""
    return [
        person
        for person in state.occupants(turn.vehicle)
        if person.able and (not turn.only or person.id == turn.only)
    ]


class Traversing(Deed[Traverse]):
    """A turret is traversed; that is neither an attack nor an action."""

    order: ClassVar[type[Order]] = Traverse

    def check(self, state: OwbState, turn: VehicleTurn, order: Traverse) -> Refusal | None:
        """Why it cannot be traversed so far."""
        return check_traverse(state, state.person(order.person), order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Traverse, dice: Dice
    ) -> Iterator[Event]:
        """Traverse it."""
        return traverse(state, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Traverse]:
        """Each turret a step to the left and to the right."""
        for person in crew_in_turn(state, turn):
            yield from traverses_of(state, person)


class _Firing(Deed[OrderT]):
    """An attack out of a vehicle."""

    def check(self, state: OwbState, turn: VehicleTurn, order: Any) -> Refusal | None:
        """Why it cannot be made."""
        return check_gun_order(state, state.person(order.person), order)

    def apply(self, state: OwbState, turn: VehicleTurn, order: Any, dice: Dice) -> Iterator[Event]:
        """Declare it; those who withhold their attacks may interrupt."""
        state.push(GunAttack(person=order.person, attack=order))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Any]:
        """Every sensible target."""
        for person in crew_in_turn(state, turn):
            if check_attack_aboard(state, person) is None:
                yield from self.attacks(state, person)

    @abstractmethod
    def attacks(self, state: OwbState, person: Person) -> Iterator[Any]:
        """What somebody aboard would consider."""


class FiringGun(_Firing[FireGun]):
    """A mounted weapon is fired."""

    order: ClassVar[type[Order]] = FireGun

    def attacks(self, state: OwbState, person: Person) -> Iterator[FireGun]:
        """With each weapon that he mans."""
        for gun in guns_of(state, person):
            yield from shots_of(state, gun)


class SweepingOn(_Firing[SweepGun]):
    """The suppressive fire of a mounted weapon is kept up."""

    order: ClassVar[type[Order]] = SweepGun

    def attacks(self, state: OwbState, person: Person) -> Iterator[SweepGun]:
        """With the weapon that he keeps trained."""
        for gun in guns_of(state, person):
            yield from swept_on(state, gun)


class FiringOut(_Firing[FirePort]):
    """A hand weapon is fired out of a vehicle."""

    order: ClassVar[type[Order]] = FirePort

    def attacks(self, state: OwbState, person: Person) -> Iterator[FirePort]:
        """Whoever mans no weapon fires his own."""
        if not any(guns_of(state, person)):
            yield from through_ports(state, person)


class Withholding(Deed[WithholdGun]):
    """Somebody aboard holds his attack back."""

    order: ClassVar[type[Order]] = WithholdGun

    def check(self, state: OwbState, turn: VehicleTurn, order: WithholdGun) -> Refusal | None:
        """Why he cannot withhold it."""
        person = state.person(order.person)
        rule = "owb.vattack.withhold"
        cite(rule)
        refusal = check_attack_aboard(state, person) or check_withhold(state, person)
        if refusal is not None:
            return refusal
        if person.withheld:
            return Refusal(rule, "He withholds it already.")
        if person.swept:
            return Refusal(rule, "His Trained weapon has fired this round.")
        if not any(guns_of(state, person)) and not person.arms:
            return Refusal(rule, "He has no weapon at hand.")
        return None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: WithholdGun, dice: Dice
    ) -> Iterator[Event]:
        """Withhold it."""
        person = state.change(order.person, withheld=True, trained=None)
        yield Event(
            kind="withhold",
            text=f"{person.name} withholds his attack.",
            rules=("owb.vattack.withhold",),
            pieces=(person.id,),
        )

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[WithholdGun]:
        """Whoever has a weapon."""
        for person in crew_in_turn(state, turn):
            yield WithholdGun(person=person.id)


class TurningTrailer(Dare[TurnTrailer]):
    """An emplaced gun is turned."""

    order: ClassVar[type[Order]] = TurnTrailer

    def check(self, state: OwbState, turn: VehicleTurn, order: TurnTrailer) -> Refusal | None:
        """Why it cannot be turned."""
        return check_turn(state, state.person(order.person), order)

    def dare(self, state: OwbState, name: str, order: TurnTrailer, dice: Dice) -> Iterator[Event]:
        """Turn it."""
        return turn_trailer(state, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[TurnTrailer]:
        """To the left, and to the right."""
        if is_trailer(state.vehicle(turn.vehicle)):
            for person in crew_in_turn(state, turn):
                yield TurnTrailer(person=person.id, hand="left")
                yield TurnTrailer(person=person.id, hand="right")


GUN_DEEDS: Final[tuple[Deed[Any], ...]] = (
    Traversing(),
    FiringGun(),
    SweepingOn(),
    FiringOut(),
    Withholding(),
    TurningTrailer(),
)
"""Everything that those aboard can do with weapons."""
