"""A vehicle on its way, square by square, and what its operator dares to do with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.battle import Event, Order
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part2_vehicles.movement.straight import roll_on
from sandtable.rulebooks.whitebox.part2_vehicles.round.deeds import Dare
from sandtable.rulebooks.whitebox.part2_vehicles.round.vehicle_turns import DEEDS
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Step
from sandtable.rulebooks.whitebox.state.frames import Interrupt
from sandtable.rulebooks.whitebox.state.vehicle_frames import Daring, Rolling, VehicleTurn

DARES: Final[dict[type[Order], Dare[Any]]] = {
    order: deed for order, deed in DEEDS.items() if isinstance(deed, Dare)
}
"""What is done with a vehicle as an Action, by the order that asks for it."""


class OnTheRoad(Step[Rolling]):
    """A drive straight on or back."""

    def settle(self, state: OwbState, frame: Rolling, dice: Dice) -> Iterator[Event]:
        """Take the next step."""
        return roll_on(state, frame, dice)


class TryingIt(Step[Daring]):
    """What somebody does with his vehicle as an Action: a Driving Check, or turning a gun."""

    def settle(self, state: OwbState, frame: Daring, dice: Dice) -> Iterator[Event]:
        """Interruptions first; then it is tried, if it still can be."""
        if frame.stage == "declared":
            cite("owb.withhold.interrupt-timing", "owb.driving.check-is-an-action")
            state.swap(replace(frame, stage="due"))
            state.push(Interrupt(about=frame.vehicle, moment="declared"))
            return
        state.pop()
        deed, turn = DARES[type(frame.order)], VehicleTurn(vehicle=frame.vehicle)
        if deed.check(state, turn, frame.order) is None:
            yield from deed.dare(state, frame.vehicle, frame.order, dice)
