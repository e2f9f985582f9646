"""What can be done in the turn of a vehicle: each deed says when it may be, and what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.vehicle_frames import Daring, VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import Manoeuvring

OrderT = TypeVar("OrderT", bound=Order)
DaredT = TypeVar("DaredT", bound=Manoeuvring)


class Deed(ABC, Generic[OrderT]):
    """One kind of order in the turn of a vehicle.

    Whether the seat commands the vehicle or the man, whether he is aboard and able to act, and
    whether it is the turn of that vehicle has been asked before.
    """

    order: ClassVar[type[Order]]

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
