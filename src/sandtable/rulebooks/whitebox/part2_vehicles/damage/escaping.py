"""Getting out of a vehicle that explodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import dies
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import shows_himself
from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import exits, gets_out
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Decision, owners
from sandtable.rulebooks.whitebox.state.vehicle_frames import Escaping
from sandtable.rulebooks.whitebox.state.vehicle_orders import Escape
from sandtable.table.grid import Square

RULE: Final = "owb.vdamage.escape-save"


class JumpingClear(Decision[Escaping]):
    """Somebody has got out of an exploding vehicle; his player says where he jumps."""

    answers: ClassVar[tuple[type[Order], ...]] = (Escape,)

    def choice(self, state: OwbState, frame: Escaping) -> Choice:
        """Whoever commands him."""
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="escape",
            rule=RULE,
            prompt=f"{state.person(frame.person).name} gets out: to which square?",
            about=(frame.person,),
        )

    def check(self, state: OwbState, frame: Escaping, seat: str, order: Order) -> Refusal | None:
        """It must be a free square beside the wreck."""
        assert isinstance(order, Escape)
        if state.setting.square(order.to) not in exits(state, frame.vehicle):
            return Refusal(RULE, "That is no free square beside the wreck.")
        return None

    def apply(
        self, state: OwbState, frame: Escaping, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """He is there, and unhurt by the explosion."""
        assert isinstance(order, Escape)
        yield from _jumps(state, frame, state.setting.square(order.to))

    def candidates(self, state: OwbState, frame: Escaping, seats: Sequence[str]) -> Iterator[Order]:
        """Every free square beside the wreck."""
        for square in exits(state, frame.vehicle):
            yield Escape(to=state.setting.point(square))

    def settle(self, state: OwbState, frame: Escaping, dice: Dice) -> Iterator[Event]:
        """Without a free square he dies; a single one is no choice."""
        person = state.find_person(frame.person)
        if person is None or person.aboard != frame.vehicle or not person.able:
            state.pop()
            return
        free = exits(state, frame.vehicle)
        if not free:
            state.pop()
            yield from dies(state, frame.person, RULE)
        elif len(free) == 1:
            yield from _jumps(state, frame, free[0])


def _jumps(state: OwbState, frame: Escaping, square: Square) -> Iterator[Event]:
    state.pop()
    person = gets_out(state, frame.person, square)
    shows_himself(state, frame.person)
    yield Event(
        kind="escape",
        text=f"{person.name} gets out before the explosion.",
        rules=(RULE,),
        pieces=(frame.person, frame.vehicle),
    )
