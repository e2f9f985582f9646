"""Decisions of those who hold a lit explosive, or have one at their feet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.candidates import throws_of
from sandtable.rulebooks.whitebox.part1_personal.attack.delivering import lobbed
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import range_band
from sandtable.rulebooks.whitebox.part1_personal.attack.open_attacks import open_throw
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import drops
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    plain_save,
    save_succeeds,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    beyond_reach,
    throw_at,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import range_between
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Decision, owners
from sandtable.rulebooks.whitebox.state.frames import (
    CookedOff,
    Explosive,
    Landing,
    ThrowingBack,
)
from sandtable.rulebooks.whitebox.state.orders import (
    TakeCover,
    Throw,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.people import Person, Stance
from sandtable.rulebooks.whitebox.state.tables import MISSILE
from sandtable.table import grid
from sandtable.table.grid import Square


class WithGrenadeAtHisFeet(Decision[ThrowingBack]):
    """Whether somebody tries to throw an explosive back."""

    answers: ClassVar[tuple[type[Order], ...]] = (ThrowBack, TakeCover)

    def choice(self, state: OwbState, frame: ThrowingBack) -> Choice:
        """Whoever is in its square."""
        name = state.person(frame.person).name
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="throw back",
            rule="owb.timed.throw-back",
            prompt=f"A {frame.explosive.kind} lies at the feet of {name}. Does he throw it back?",
            about=(frame.person,),
        )

    def check(
        self, state: OwbState, frame: ThrowingBack, seat: str, order: Order
    ) -> Refusal | None:
        """Either answer is allowed."""
        return None

    def apply(
        self, state: OwbState, frame: ThrowingBack, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Try it, or take cover."""
        state.pop()
        bomb = frame.explosive
        if isinstance(order, TakeCover):
            state.push(Landing(kind=bomb.kind, square=bomb.square))
            return
        cite("owb.timed.throw-back")
        person = state.person(frame.person)
        saved = save_succeeds(person, plain_save(person), dice, "throw it back")
        yield Event(
            kind="throw-back",
            text=f"{person.name} {'throws it back' if saved else 'is too late'}.",
            rules=("owb.timed.throw-back",),
            pieces=(person.id,),
            rolls=dice.take_rolls(),
        )
        if not saved:
            state.push(Landing(kind=bomb.kind, square=bomb.square, helpless=(person.id,)))
            return
        lob = return_throw(state, person, bomb.kind, _last_square(state, bomb))
        yield from lobbed(state, person, bomb.kind, lob, dice, cooked=True, at_once=True)

    def candidates(
        self, state: OwbState, frame: ThrowingBack, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Both."""
        yield TakeCover()
        yield ThrowBack()


def _last_square(state: OwbState, bomb: Explosive) -> Square:
    """Where the one who threw it is, or was when he left the map."""
    person = state.find_person(bomb.owner)
    return state.square(person) if person is not None else bomb.back or bomb.square


def return_throw(state: OwbState, person: Person, bomb: str, target: Square) -> Lob:
    """The throw of an explosive back to where it came from, or as far that way as one can."""
    own = state.square(person)
    if not _in_reach(state, own, target):
        far = range(grid.distance(own, target), 0, -1)
        ends = (beyond_reach(own, target, count) for count in far)
        target = next(end for end in ends if _in_reach(state, own, end))
        width, rows = state.setting.width, state.setting.rows
        target = (min(max(target[0], 0), width - 1), min(max(target[1], 0), rows - 1))
    # Whoever lies prone could not throw; to throw it back he gets up from the ground.
    stance: Stance = "standing" if person.stance == "prone" else person.stance
    upright = replace(person, stance=stance, climbing=None)
    lob = throw_at(state, upright, bomb, target, origin=own)
    if isinstance(lob, Refusal):
        lob = throw_at(state, upright, bomb, own, origin=own)
    assert isinstance(lob, Lob)
    return lob


def _in_reach(state: OwbState, own: Square, target: Square) -> bool:
    return range_band(state, MISSILE["grenade"], range_between(state, own, target)) is not None


class ThrowingCooked(Decision[CookedOff]):
    """Where a cooked explosive is thrown."""

    answers: ClassVar[tuple[type[Order], ...]] = (Throw,)

    def choice(self, state: OwbState, frame: CookedOff) -> Choice:
        """Whoever holds it."""
        name = frame.queue[0]
        return Choice(
            seats=owners(state, (name,)),
            ask="throw",
            rule="owb.timed.cook",
            prompt=f"{state.person(name).name} must throw what he has lit.",
            about=(name,),
        )

    def check(self, state: OwbState, frame: CookedOff, seat: str, order: Order) -> Refusal | None:
        """Why it cannot be thrown there."""
        assert isinstance(order, Throw)
        person = state.person(frame.queue[0])
        if order.person != person.id or order.bomb != person.cooking:
            return Refusal("owb.timed.cook", "He throws what he has lit.")
        if order.lean is not None:
            return Refusal("owb.cover.lean-out", "He leans out only in his own turn.")
        found = throw_at(state, person, order.bomb, state.setting.square(order.at), turning=False)
        return found if isinstance(found, Refusal) else None

    def apply(
        self, state: OwbState, frame: CookedOff, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Throw it; it cannot be thrown back."""
        assert isinstance(order, Throw)
        cite("owb.timed.cook")
        state.swap(replace(frame, queue=frame.queue[1:]))
        person = state.person(order.person)
        lob = throw_at(state, person, order.bomb, state.setting.square(order.at), turning=False)
        assert isinstance(lob, Lob)
        state.put(replace(person, cooking=""))
        yield from lobbed(state, person, order.bomb, lob, dice, cooked=True)

    def candidates(
        self, state: OwbState, frame: CookedOff, seats: Sequence[str]
    ) -> Iterator[Order]:
        """At an enemy, or away."""
        person = state.person(frame.queue[0])
        yield from throws_of(state, person, person.cooking, turning=False)

    def settle(self, state: OwbState, frame: CookedOff, dice: Dice) -> Iterator[Event]:
        """Whoever is gone, or has dropped it, throws nothing."""
        held = tuple(
            name for name in frame.queue if name in state.pieces and state.person(name).cooking
        )
        if not held:
            state.pop()
            return
        if held != frame.queue:
            state.swap(replace(frame, queue=held))
            return
        person = state.person(held[0])
        if not person.able or open_throw(state, person, person.cooking, turning=False) is None:
            state.swap(replace(frame, queue=held[1:]))
            yield from drops(state, person)
