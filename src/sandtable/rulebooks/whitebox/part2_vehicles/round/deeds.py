"""What can be done in the turn of a vehicle: each deed says when it may be, and what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from sandtable.acts import Act
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Slot
from sandtable.dice import Dice

from ...state import OwbState
from ...state.decision import Case
from ...state.frames import Acting, Daring, VehicleTurn
from ...state.orders import CrewAction, Repair, TakeUp
from ...state.people import Person
from ...state.vehicle_orders import Manoeuvring
from ...state.vehicles import Vehicle
from .crew import check_action_aboard

OrderT = TypeVar("OrderT", bound=Order)
DaredT = TypeVar("DaredT", bound=Manoeuvring)


class Deed(Act[OwbState, OrderT], ABC):
    """One kind of order in the turn of a vehicle.

    Whether the seat commands the vehicle or the man, whether he is aboard and able to act, and
    whether it is the turn of that vehicle has been asked before.
    """

    doer: ClassVar[str] = "vehicle"

    @abstractmethod
    def check(self, state: OwbState, turn: VehicleTurn, order: OrderT) -> Refusal | None:
        """Why it may not be done, or ``None`` if it may."""

    @abstractmethod
    def apply(
        self, state: OwbState, turn: VehicleTurn, order: OrderT, dice: Dice
    ) -> Iterator[Event]:
        """Do it."""

    @abstractmethod
    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[OrderT]:
        """What is worth considering; the illegal is sieved out."""


class Dare(Deed[DaredT]):
    """What is done with the vehicle as an Action: others may interrupt it once it is declared."""

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: DaredT, dice: Dice
    ) -> Iterator[Event]:
        """Declare it."""
        state.push(Daring(vehicle=turn.vehicle, order=order))
        return iter(())

    @abstractmethod
    def dare(self, state: OwbState, name: str, order: DaredT, dice: Dice) -> Iterator[Event]:
        """Do it, once the others have had their say."""


def crew_to_order(case: Case, vehicle: Vehicle) -> list[Person]:
    """Those aboard whom the seat commands, and who can act in this turn."""
    only = case.frame.only if isinstance(case.frame, VehicleTurn) else ""
    aboard = (one for one in case.state.occupants(vehicle.id) if one.able)
    return [one for one in aboard if case.commands(one.id) and only in ("", one.id)]


def one_aboard(
    case: Case,
    vehicle: Vehicle,
    words: Kind,
    orders: Sequence[Any],
    fixed: dict[str, Any] | None = None,
    *,
    only_able: bool = False,
    label: str = "",
    slots: Iterable[Slot] = (),
) -> Iterator[Action]:
    """Something that one of those aboard can do: first of all, who does it.

    Args:
        case: What the seat has to decide.
        vehicle: Where they are.
        words: What it is called.
        orders: The order for each of them, with everything that could be filled in.
        fixed: What is settled of it.
        only_able: Whether it is shown only if somebody can do it.
        label: What it is called here, if otherwise.
        slots: What else there is to fill in.
    """
    able = [order for order in orders if case.allows(order)]
    if not orders or (only_able and not able):
        return
    names = dict.fromkeys(order.person for order in able or orders)
    yield case.action(
        type(orders[0]),
        words,
        piece=vehicle.id,
        fixed=fixed,
        slots=(asking.one_of("person", "Who?", names), *slots),
        refusal=None if able else case.first_refusal(orders),
        label=label or words.label,
    )


ActionT = TypeVar("ActionT", bound=CrewAction | Repair | TakeUp)


class CrewDeed(Deed[ActionT]):
    """An Action of somebody aboard; others may interrupt it."""

    def check(self, state: OwbState, turn: VehicleTurn, order: ActionT) -> Refusal | None:
        """Why he cannot take it."""
        person = state.person(order.person)
        return check_action_aboard(state, person) or self.allowed(state, person, order)

    @abstractmethod
    def allowed(self, state: OwbState, person: Person, order: ActionT) -> Refusal | None:
        """Why somebody who can take Actions cannot take this one."""

    @abstractmethod
    def carry_out(
        self, state: OwbState, person: Person, order: ActionT, dice: Dice
    ) -> Iterator[Event]:
        """Take it, once the others have had their say."""

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: ActionT, dice: Dice
    ) -> Iterator[Event]:
        """Take it, once the others have had their say."""
        state.change(order.person, acted=True, withheld=False, trained=None)
        state.push(Acting(person=order.person, action=order))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[ActionT]:
        """What each of those aboard could do."""
        vehicle = state.vehicle(turn.vehicle)
        for person in state.occupants(vehicle.id):
            if check_action_aboard(state, person) is None:
                yield from self.offers(state, vehicle, person)

    @abstractmethod
    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[ActionT]:
        """What one of them could do."""
