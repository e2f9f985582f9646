"""Decisions of those who hold a lit explosive, or have one at their feet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Asked, Variant, Words
from sandtable.battle import Choice, Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.table import grid
from sandtable.table.grid import Square

from ...showing.places import some
from ...state import OwbState, Person
from ...state.decision import Case, Decision, Reply, question
from ...state.frames import CookedOff, Explosive, Interrupt, Landing, ThrowingBack, Turn
from ...state.orders import Cook, TakeCover, Throw, ThrowBack
from ...state.people import Stance
from ...state.tables import MISSILE
from ..attack.attack import AT_A_SQUARE, BOMBS
from ..attack.missile import range_band
from ..core_rulebook.harm import drops
from ..core_rulebook.persons import plain_save, save_succeeds
from ..line_of_sight.sight import range_between
from ..round.turn_checks import TurnAct, check_may_attack
from .blasts import TIMED, charge_of
from .explosions import everybody_caught
from .lobbing import _blast, lob_traced, lobbed, open_throw, throws_of
from .throwing import Lob, beyond_reach, check_hands, throw_at


class ThrowingItBack(Reply[ThrowBack, ThrowingBack]):
    """He tries to throw it back to where it came from."""

    order = ThrowBack
    words = Words(
        label="Throw it back",
        key="T",
        rule="owb.timed.throw-back",
        hint="A Saving Throw; whoever fails it has no further one against the blast.",
    )

    def apply(
        self, state: OwbState, frame: ThrowingBack, seat: str, order: ThrowBack, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        cite("owb.timed.throw-back")
        bomb, person = frame.explosive, state.person(frame.person)
        saved = save_succeeds(person, plain_save(person), dice, "throw it back")
        text = f"{person.name} {'throws it back' if saved else 'is too late'}."
        yield happened("throw-back", text, "owb.timed.throw-back", person.id, dice=dice)
        if not saved:
            state.push(Landing(kind=bomb.kind, square=bomb.square, helpless=(person.id,)))
            return
        lob = return_throw(state, person, bomb.kind, _last_square(state, bomb))
        yield from lobbed(state, person, bomb.kind, lob, dice, cooked=True, at_once=True)

    def odds(self, state: OwbState, order: ThrowBack) -> Odds | None:
        frame = state.frame
        if not isinstance(frame, ThrowingBack):
            return None
        person = state.person(frame.person)

        def thrown(dice: Dice) -> str:
            saved = save_succeeds(person, plain_save(person), dice, "throw it back")
            return "thrown back" if saved else "too late"

        return Odds.of(person.name, exact(thrown), ("too late", "thrown back"))

    def preview(self, state: OwbState, order: ThrowBack) -> Trace | None:
        """Where an explosive may land that is thrown back in time."""
        frame = state.frame
        if not isinstance(frame, ThrowingBack):
            return None
        person = state.person(frame.person)
        owner = state.find_person(frame.explosive.owner)
        target = state.square(owner) if owner is not None else frame.explosive.square
        lob = return_throw(state, person, frame.explosive.kind, target)
        return lob_traced(state, person, frame.explosive.kind, lob)


class LeavingIt(Reply[TakeCover, ThrowingBack]):
    """He leaves it there."""

    order = TakeCover
    words = Words(
        label="Take cover",
        key="C",
        rule="owb.timed.throw-back",
        hint="Leaves it there, and saves against the blast as everybody does.",
    )

    def apply(
        self, state: OwbState, frame: ThrowingBack, seat: str, order: TakeCover, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        state.push(Landing(kind=frame.explosive.kind, square=frame.explosive.square))
        return iter(())

    def preview(self, state: OwbState, order: TakeCover) -> Trace | None:
        """The blast of an explosive that is left where it lies."""
        frame = state.frame
        if not isinstance(frame, ThrowingBack):
            return None
        bomb = frame.explosive
        names = everybody_caught(state, bomb.square, charge_of(state, bomb.kind).reach, bomb.kind)
        told = some([state.pieces[name].name for name in names])
        return Trace(
            overlays=tuple(_blast(state, bomb.kind, bomb.square)), notes=(f"In the blast: {told}.",)
        )


class WithGrenadeAtHisFeet(Asked[OwbState, ThrowingBack]):
    """Whether somebody tries to throw an explosive back."""

    acts = (LeavingIt(), ThrowingItBack())

    def choice(self, state: OwbState, frame: ThrowingBack) -> Choice:
        name = state.person(frame.person).name
        prompt = f"A {frame.explosive.kind} lies at the feet of {name}. Does he throw it back?"
        return question(state, (frame.person,), "throw back", "owb.timed.throw-back", prompt)


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

    answers = (Throw,)

    def choice(self, state: OwbState, frame: CookedOff) -> Choice:
        name = frame.queue[0]
        prompt = f"{state.person(name).name} must throw what he has lit."
        return question(state, (name,), "throw", "owb.timed.cook", prompt)

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

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        person = case.state.person(case.frame.queue[0])
        if piece in (None, person.id):
            yield case.action(
                Throw,
                COOKED,
                piece=person.id,
                fixed={"person": person.id, "bomb": person.cooking},
                slots=(asking.spot("at", AT_A_SQUARE),),
                label=f"Throw the {BOMBS[person.cooking]}",
            )


COOKED: Final = Kind(
    label="Throw it",
    key="T",
    rule="owb.timed.cook",
    hint="It goes off at once where it lands.",
)


class Cooking(TurnAct[Cook]):
    """An explosive is lit and held, to be thrown at the end of the round."""

    order = Cook
    words = Words(
        label="Light and hold",
        key="K",
        rule="owb.timed.cook",
        hint="Is thrown at the end of the round, so that nobody can throw it back.",
    )

    def check(self, state: OwbState, frame: Turn, person: Person, order: Cook) -> Refusal | None:
        refusal = check_may_attack(frame, person, order)
        if refusal is not None:
            return refusal
        if order.bomb not in TIMED or not person.bombs_of(order.bomb):
            return Refusal(self.words.rule, "He has nothing of that kind to light.")
        if frame.moved:
            return Refusal(self.words.rule, "That is said at the beginning of a turn.")
        return check_hands(person)

    def apply(self, state: OwbState, frame: Turn, order: Cook, dice: Dice) -> Iterator[Event]:
        cite("owb.timed.cook")
        state.swap(replace(frame, used="attack"))
        person = state.person(order.person).with_bombs(order.bomb, -1)
        state.put(replace(person, cooking=order.bomb, attacked=True, withheld=False, trained=None))
        state.push(Interrupt(about=person.id, moment="declared"))
        text = f"{person.name} lights a {order.bomb} and holds it."
        yield happened("cook", text, "owb.timed.cook", person.id)

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Whatever has a fuse."""
        for bomb, _ in person.bombs:
            if bomb in TIMED:
                yield self.called(f"Light {BOMBS[bomb]}", bomb=bomb)
