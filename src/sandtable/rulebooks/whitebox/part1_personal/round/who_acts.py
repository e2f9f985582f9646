"""Which character, or which vehicle with all aboard, takes a turn next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Act, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.round.crew import comes_to_rest
from ...part2_vehicles.round.vehicle_turns import begin_vehicle, vehicle_over
from ...state import OwbState, Person, Vehicle
from ...state.decision import Case, Decision, commands, not_his, question
from ...state.orders import Begin, Done
from ...state.vehicle_orders import StartVehicle
from .ending_turns import over
from .initiative import waiting
from .turns import begin_turn, begun, carried_out

RULE = "owb.round.order-inside-group"


class Beginning(Act[OwbState, Begin]):
    """The turn of a character, on foot or aboard."""

    order = Begin
    words = Words(
        label="Take his turn",
        key="B",
        rule="owb.round.character-turn",
        hint="He may move, and attack or act, in either order; then he ends his turn.",
        typed="begin MAN",
        means="Begin the turn of a character.",
    )

    def with_piece(self, case: Case, person: Person, piece: str) -> Iterator[Action]:
        """With himself, or with the vehicle that he is in."""
        refusal = case.refusal(Begin(person.id))
        if case.commands(person.id) and (refusal is None or not person.aboard):
            yield case.action(
                Begin,
                self.words,
                piece=piece,
                fixed={"person": person.id},
                refusal=refusal,
                at_once=True,
                label=self.words.label if person.id == piece else f"Turn of {person.name}",
            )

    def told(self, state: OwbState, order: Begin) -> str:
        """Nothing more is to be said of it."""
        return ""


class Starting(Act[OwbState, StartVehicle]):
    """The turn of a vehicle and all aboard it."""

    order = StartVehicle
    words = Words(
        label="Take its turn",
        key="B",
        rule="owb.vehicle.turn-procedure",
        hint="The operator declares a pace and drives; each man aboard may attack or act.",
        typed="start VEHICLE",
        means="Begin the turn of a vehicle and all aboard it.",
        also=("start",),
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """With the vehicle; where everybody has an initiative of his own, only if it is open."""
        refusal = case.refusal(StartVehicle(vehicle.id))
        if refusal is None or case.state.option("initiative") != "individual":
            yield case.action(
                StartVehicle,
                self.words,
                piece=vehicle.id,
                fixed={"vehicle": vehicle.id},
                refusal=refusal,
                at_once=True,
            )

    def told(self, state: OwbState, order: StartVehicle) -> str:
        """Nothing more is to be said of it."""
        return ""


BEGINNING: Final = Beginning()
STARTING: Final = Starting()


class WhoActs(Decision[None]):
    """Which member of the party takes a turn next."""

    answers = (Begin, StartVehicle, Done)

    def choice(self, state: OwbState, frame: None) -> Choice:
        """The seats of those who have not had their turn."""
        assert state.segment is not None
        names = tuple(piece.id for piece in waiting(state, state.segment))
        prompt = "Choose who takes a turn next, or let the rest pass."
        return question(state, names, "who acts", RULE, prompt)

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

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Whose turn is next, or that the rest pass."""
        state = case.state
        assert state.segment is not None
        if piece is None:
            left = [one for one in waiting(state, state.segment) if case.commands(one.id)]
            yield case.done("Let the rest pass", f"{len(left)} of yours have not had their turn.")
            return
        person, vehicle = state.find_person(piece), state.find_vehicle(piece)
        if vehicle is not None and case.commands(piece):
            yield from STARTING.listed(case, vehicle)
        aboard = [] if vehicle is None else state.occupants(vehicle.id)
        for one in aboard if person is None else [person]:
            yield from BEGINNING.with_piece(case, one, piece)


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
