"""Which character, or which vehicle with all aboard, takes a turn next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import waiting
from sandtable.rulebooks.whitebox.part1_personal.round.turns import (
    begin_turn,
    begun,
    carried_out,
    over,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import comes_to_rest
from sandtable.rulebooks.whitebox.part2_vehicles.round.vehicle_turns import (
    begin_vehicle,
    vehicle_over,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Decision, commands, not_his, owners
from sandtable.rulebooks.whitebox.state.orders import Begin, Done
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import StartVehicle
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

RULE = "owb.round.order-inside-group"


class WhoActs(Decision[None]):
    """Which member of the party takes a turn next."""

    answers: ClassVar[tuple[type[Order], ...]] = (Begin, StartVehicle, Done)

    def choice(self, state: OwbState, frame: None) -> Choice:
        """The seats of those who have not had their turn."""
        assert state.segment is not None
        names = tuple(piece.id for piece in waiting(state, state.segment))
        return Choice(
            seats=owners(state, names),
            ask="who acts",
            rule=RULE,
            prompt="Choose who takes a turn next, or let the rest pass.",
            about=names,
        )

    def check(self, state: OwbState, frame: None, seat: str, order: Order) -> Refusal | None:
        """Why this one cannot take a turn."""
        assert state.segment is not None
        if isinstance(order, Done):
            return None
        ready = {piece.id: piece for piece in waiting(state, state.segment)}
        name = _named(order)
        if name not in ready:
            return Refusal(RULE, "It is not the turn of that one.")
        if isinstance(order, StartVehicle) != isinstance(ready[name], Vehicle):
            return Refusal(RULE, "A vehicle is started; a character begins his turn.")
        return not_his(state, seat, name, RULE)

    def apply(
        self, state: OwbState, frame: None, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Begin the turn, or let all of this seat's pass."""
        assert state.segment is not None
        match order:
            case StartVehicle(vehicle=name):
                yield from begin_vehicle(state, name)
            case Begin(person=name) if state.person(name).aboard:
                yield from begin_vehicle(state, state.person(name).aboard, only=name)
            case Begin(person=name):
                yield from begin_turn(state, name)
            case _:
                mine = [p for p in waiting(state, state.segment) if commands(state, seat, p.id)]
                running = [p for p in mine if isinstance(p, Person) and p.routed and p.on_table]
                for piece in mine:
                    if piece not in running:
                        _passes(state, piece)
                if running:
                    cite("owb.base.morale")
                    yield from begin_turn(state, running[0].id)

    def candidates(self, state: OwbState, frame: None, seats: Sequence[str]) -> Iterator[Order]:
        """Everybody who has not had his turn."""
        assert state.segment is not None
        for piece in waiting(state, state.segment):
            if any(commands(state, seat, piece.id) for seat in seats):
                is_vehicle = isinstance(piece, Vehicle)
                yield StartVehicle(vehicle=piece.id) if is_vehicle else Begin(person=piece.id)
        yield Done()


def _named(order: Order) -> str:
    return str(getattr(order, "person", "") or getattr(order, "vehicle", ""))


def _passes(state: OwbState, piece: Person | Vehicle) -> None:
    if isinstance(piece, Vehicle):
        comes_to_rest(state, piece.id)
        vehicle_over(state, piece.id)
        return
    if piece.aboard:
        comes_to_rest(state, piece.aboard, only=piece.id)
        vehicle_over(state, piece.aboard, only=piece.id)
    else:
        state.put(over(replace(begun(piece), tripped=False)))
    if piece.late:
        state.put(carried_out(state, state.person(piece.id)))
