"""What suppressive fire and flames do, and the decisions of those who are struck or dive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.carrying_out import burn_next, shoot_again
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import Struck as Outcome
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    bullets_that_strike,
    dive_spots,
    resolve_struck,
)
from sandtable.rulebooks.whitebox.part1_personal.autofire.sweeping import overheated
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import hurt
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import Shelter, may_duck, target_line
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import dived, dives, keeps_down
from sandtable.rulebooks.whitebox.part3_combining.exposed import occupant_shelter
from sandtable.rulebooks.whitebox.part3_combining.swept import strike_vehicle
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Decision, Step, owners
from sandtable.rulebooks.whitebox.state.frames import (
    Diving,
    Flaming,
    SecondShot,
    Struck,
    Sweeping,
)
from sandtable.rulebooks.whitebox.state.orders import (
    Decline,
    Dive,
    React,
)


class BeingSwept(Step[Sweeping]):
    """Suppressive fire, victim by victim."""

    def settle(self, state: OwbState, frame: Sweeping, dice: Dice) -> Iterator[Event]:
        """Strike the next victim; when all have been struck, see whether the weapon holds."""
        if not frame.victims:
            state.pop()
            if frame.due:
                yield from overheated(state, frame.gunner, frame.arm, frame.helped, dice)
            return
        name, *rest = frame.victims
        state.swap(replace(frame, victims=tuple(rest)))
        if state.find_vehicle(name) is not None:
            state.struck = (*state.struck, (frame.gunner, name))
            yield from strike_vehicle(state, frame, name, dice)
            return
        victim = state.find_person(name)
        if victim is None or victim.out == "dead":
            return
        cite("owb.suppress.order-of-victims")
        state.struck = (*state.struck, (frame.gunner, name))
        bullets = bullets_that_strike(dice, victim.name)
        yield Event(
            kind="bullets",
            text=f"{victim.name} is struck by {bullets} bullet{'s' if bullets != 1 else ''}.",
            rules=("owb.suppress.automatic-bullets",),
            pieces=(name, frame.gunner),
            rolls=dice.take_rolls(),
            data={"bullets": bullets},
        )
        if victim.unaware:
            state.change(name, unaware=False)
        if bullets:
            state.push(
                Struck(
                    person=name,
                    gunner=frame.gunner,
                    origin=frame.origin,
                    bullets=bullets,
                    damage=frame.damage,
                )
            )


class RollingAgain(Step[SecondShot]):
    """The second roll of a shot."""

    def settle(self, state: OwbState, frame: SecondShot, dice: Dice) -> Iterator[Event]:
        """Make it."""
        state.pop()
        yield from shoot_again(state, frame, dice)


class InTheFlames(Step[Flaming]):
    """The blast of a flamethrower."""

    def settle(self, state: OwbState, frame: Flaming, dice: Dice) -> Iterator[Event]:
        """Burn the next victim."""
        return burn_next(state, frame, dice)


class Reacting(Decision[Struck]):
    """Whether a victim of suppressive fire throws himself down."""

    answers: ClassVar[tuple[type[Order], ...]] = (React, Decline)

    def choice(self, state: OwbState, frame: Struck) -> Choice:
        """The victim's player."""
        person = state.person(frame.person)
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="react",
            rule="owb.suppress.decline",
            prompt=f"{_bullets(frame.bullets)} {person.name}, who may take cover.",
            about=(frame.person, frame.gunner),
        )

    def check(self, state: OwbState, frame: Struck, seat: str, order: Order) -> Refusal | None:
        """Either answer is allowed."""
        return None

    def apply(
        self, state: OwbState, frame: Struck, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """The save, if he reacts, and the damage."""
        state.pop()
        person = state.person(frame.person)
        if person.aboard:
            shelter = occupant_shelter(state, frame.origin, person)
        else:
            _, shelter = target_line(state, frame.origin, person)
        stays = shelter == "partial" or bool(person.aboard)
        spots = () if stays else dive_spots(state, person, frame.origin)
        reacts = isinstance(order, React)
        result = resolve_struck(
            person, shelter, bool(spots), frame.bullets, frame.damage, reacts, dice
        )
        rolls = dice.take_rolls()
        if person.aboard and (result.ducks or result.down):
            state.change(person.id, withheld=False, trained=None)
        elif result.ducks:
            tall = not may_duck(state, state.square(person))
            keeps_down(state, person.id, tall=tall)
        elif result.down:
            keeps_down(state, person.id, open_ground=True)
        if rolls and not result.damage:
            how, rule = _unhurt(result, shelter)
            yield Event(
                kind="save",
                text=f"{person.name} {how}.",
                rules=(rule,),
                pieces=(person.id,),
                rolls=rolls,
            )
        yield from hurt(state, person.id, result.damage, rolls=rolls if result.damage else ())
        if result.dives:
            yield from dives(state, person.id, spots, frame.origin)

    def candidates(self, state: OwbState, frame: Struck, seats: Sequence[str]) -> Iterator[Order]:
        """Take cover, or do not."""
        yield React()
        yield Decline()

    def settle(self, state: OwbState, frame: Struck, dice: Dice) -> Iterator[Event]:
        """Whoever is gone or cannot act has nothing to decide."""
        person = state.find_person(frame.person)
        if person is None:
            state.pop()
        elif not person.able:
            yield from self.apply(state, frame, "", Decline(), dice)


class ChoosingCover(Decision[Diving]):
    """Behind which cover somebody dives."""

    answers: ClassVar[tuple[type[Order], ...]] = (Dive,)

    def choice(self, state: OwbState, frame: Diving) -> Choice:
        """His player."""
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="dive",
            rule="owb.cover.dive",
            prompt=f"Where does {state.person(frame.person).name} dive for cover?",
            about=(frame.person,),
        )

    def check(self, state: OwbState, frame: Diving, seat: str, order: Order) -> Refusal | None:
        """Why he cannot dive there."""
        assert isinstance(order, Dive)
        if state.setting.square(order.to) not in frame.spots:
            return Refusal("owb.cover.dive", "There is no cover for him there.")
        return None

    def apply(
        self, state: OwbState, frame: Diving, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Dive."""
        assert isinstance(order, Dive)
        state.pop()
        yield from dived(state, frame.person, state.setting.square(order.to), frame.source)

    def candidates(self, state: OwbState, frame: Diving, seats: Sequence[str]) -> Iterator[Order]:
        """Every square with cover."""
        for square in frame.spots:
            yield Dive(to=state.setting.point(square))


def _unhurt(result: Outcome, shelter: Shelter) -> tuple[str, str]:
    """How a victim has got off, and by which rule: half of a single point is nothing as well."""
    if result.dives:
        return "gets into cover unhurt", "owb.suppress.save-near-cover"
    if result.ducks:
        return "keeps his head down and is unhurt", "owb.suppress.partial-cover"
    if result.down:
        return "hits the deck and is unhurt", "owb.suppress.save-in-the-open"
    if shelter == "partial":
        return "is unhurt behind his cover", "owb.suppress.partial-cover"
    return "is unhurt", "owb.suppress.save-near-cover"


def _bullets(count: int) -> str:
    return "A bullet strikes" if count == 1 else f"{count} bullets strike"
