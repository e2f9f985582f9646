"""Getting out of a vehicle that explodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.acts import Asked, Words
from sandtable.battle import Choice, Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Slot, Trace
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ...part1_personal.core_rulebook.harm import dies
from ...part1_personal.movement.walking import shows_himself
from ...showing.places import square_shown
from ...state import OwbState
from ...state.decision import Case, Reply, owners
from ...state.frames import Escaping
from ...state.vehicle_orders import Escape
from .wrecks import exits, gets_out

RULE: Final = "owb.vdamage.escape-save"


class Jumping(Reply[Escape, Escaping]):
    """To a free square beside the wreck."""

    order = Escape
    words = Words(label="Jump clear", key="J", rule=RULE, hint="To a free square beside the wreck.")

    def check(self, state: OwbState, frame: Escaping, seat: str, order: Escape) -> Refusal | None:
        if state.setting.square(order.to) not in exits(state, frame.vehicle):
            return Refusal(RULE, "That is no free square beside the wreck.")
        return None

    def apply(
        self, state: OwbState, frame: Escaping, seat: str, order: Escape, dice: Dice
    ) -> Iterator[Event]:
        yield from _jumps(state, frame, state.setting.square(order.to))

    def offer(self, state: OwbState, frame: Escaping, seats: Sequence[str]) -> Iterator[Escape]:
        for square in exits(state, frame.vehicle):
            yield Escape(to=state.setting.point(square))

    def places(self, frame: Escaping) -> tuple[str, ...]:
        return (frame.person, frame.vehicle)

    def slots(self, case: Case) -> tuple[Slot, ...]:
        spots = case.frame.spots
        first = list(case.state.setting.point(spots[0])) if spots else None
        return (asking.spot("to", "Choose a square beside the wreck", first),)

    def preview(self, state: OwbState, order: Escape) -> Trace | None:
        return square_shown(state, order.to)

    def told(self, state: OwbState, order: Escape) -> str:
        return f"to {state.setting.told_at(*order.to)}"


class JumpingClear(Asked[OwbState, Escaping]):
    """Somebody has got out of an exploding vehicle; his player says where he jumps."""

    acts = (Jumping(),)

    def choice(self, state: OwbState, frame: Escaping) -> Choice:
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="escape",
            rule=RULE,
            prompt=f"{state.person(frame.person).name} gets out: to which square?",
            about=(frame.person,),
        )

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
    text = f"{person.name} gets out before the explosion."
    yield happened("escape", text, RULE, frame.person, frame.vehicle)
