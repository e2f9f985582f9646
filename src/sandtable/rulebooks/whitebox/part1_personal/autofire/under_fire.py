"""What suppressive fire and flames do, and the decisions of those who are struck or dive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from sandtable.acts import Asked, Words
from sandtable.battle import Choice, Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.table.grid import Square

from ...part3_combining.exposed import occupant_shelter, strike_vehicle
from ...showing.places import placed as _placed
from ...showing.places import shown
from ...state import OwbState, Person
from ...state.decision import Case, Reply, Step, question
from ...state.footprint import point_of
from ...state.frames import Diving, Struck, Sweeping
from ...state.orders import Decline, Dive, React
from ..core_rulebook.harm import hurt
from ..cover.cover import Shelter, cover_within_one, may_duck, target_line
from ..movement.walking import dived, dives, keeps_down
from .suppressive_fire import Toll, bullets_that_strike, resolve_struck
from .sweeping import overheated

AnswerT = TypeVar("AnswerT", React, Decline)


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
        text = f"{victim.name} is struck by {bullets} bullet{'s' if bullets != 1 else ''}."
        yield happened(
            "bullets",
            text,
            "owb.suppress.automatic-bullets",
            name,
            frame.gunner,
            dice=dice,
            bullets=bullets,
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


class _UnderFire(Reply[AnswerT, Struck]):
    """What a victim of suppressive fire does."""

    reacts: ClassVar[bool]

    def apply(
        self, state: OwbState, frame: Struck, seat: str, order: AnswerT, dice: Dice
    ) -> Iterator[Event]:
        """The save, if he reacts, and the damage."""
        state.pop()
        person = state.person(frame.person)
        shelter, spots = _shelter(state, frame, person)
        result = resolve_struck(
            person, shelter, bool(spots), frame.bullets, frame.damage, self.reacts, dice
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

    def odds(self, state: OwbState, order: AnswerT) -> Odds | None:
        """How badly he may be hurt."""
        frame = state.frame
        if not isinstance(frame, Struck):
            return None
        person = state.person(frame.person)
        shelter, spots = _shelter(state, frame, person)

        def loss(dice: Dice) -> str:
            result = resolve_struck(
                person, shelter, bool(spots), frame.bullets, frame.damage, self.reacts, dice
            )
            return loss_of(result.damage, max(1, person.hp))

        return Odds.of(person.name, exact(loss), LOSSES)


def _shelter(state: OwbState, frame: Struck, person: Person) -> tuple[Shelter, tuple[Square, ...]]:
    """What protects a victim, and the squares with cover that he may dive to."""
    if person.aboard:
        return occupant_shelter(state, frame.origin, person), ()
    _, shelter = target_line(state, frame.origin, person)
    return shelter, () if shelter == "partial" else cover_within_one(state, person, frame.origin)


class TakingCover(_UnderFire[React]):
    """He throws himself down, or behind cover."""

    order = React
    reacts = True
    words = Words(
        label="Take cover",
        key="C",
        rule="owb.suppress.save-near-cover",
        hint="A Saving Throw; whoever makes it throws himself down or behind cover.",
        typed="react",
        means="Throw yourself down and save.",
        also=("yes",),
    )

    def preview(self, state: OwbState, order: React) -> Trace | None:
        """Where somebody under suppressive fire could throw himself."""
        frame = state.frame
        if not isinstance(frame, Struck):
            return None
        person = state.person(frame.person)
        spots = cover_within_one(state, person, frame.origin)
        line = Line(
            start=state.setting.point_of(point_of(frame.origin)),
            end=state.setting.point(state.square(person)),
            side=state.pieces[frame.gunner].side if frame.gunner in state.pieces else None,
            label=f"{frame.bullets} bullet{'s' * (frame.bullets != 1)}",
        )
        if not spots:
            return Trace(
                overlays=(line,), notes=("No cover within a square: a save halves the loss.",)
            )
        cover = shown(state, spots, "reach", "Cover within a square", side=person.side)
        return Trace(
            overlays=(line, cover), notes=("Cover within a square: a save means no loss.",)
        )


class Staying(_UnderFire[Decline]):
    """He takes what comes."""

    order = Decline
    reacts = False
    words = Words(
        label="Stay",
        key="S",
        rule="owb.suppress.decline",
        hint="He takes the bullets, and keeps his place and whatever he holds ready.",
        typed="decline",
        means="Stay up and take what comes.",
    )


class Reacting(Asked[OwbState, Struck]):
    """Whether a victim of suppressive fire throws himself down."""

    acts = (TakingCover(), Staying())

    def choice(self, state: OwbState, frame: Struck) -> Choice:
        person = state.person(frame.person)
        count = frame.bullets
        struck = "A bullet strikes" if count == 1 else f"{count} bullets strike"
        prompt = f"{struck} {person.name}, who may take cover."
        return question(
            state, (frame.person,), "react", "owb.suppress.decline", prompt, (frame.gunner,)
        )

    def settle(self, state: OwbState, frame: Struck, dice: Dice) -> Iterator[Event]:
        """Whoever is gone or cannot act has nothing to decide."""
        person = state.find_person(frame.person)
        if person is None:
            state.pop()
        elif not person.able:
            yield from self.apply(state, frame, "", Decline(), dice)


class DivingTo(Reply[Dive, Diving]):
    """Behind cover in his own square or the next."""

    order = Dive
    words = Words(
        label="Dive",
        key="D",
        rule="owb.cover.dive",
        hint="Behind cover in his own square or the next.",
    )

    def check(self, state: OwbState, frame: Diving, seat: str, order: Dive) -> Refusal | None:
        if state.setting.square(order.to) not in frame.spots:
            return Refusal("owb.cover.dive", "There is no cover for him there.")
        return None

    def apply(
        self, state: OwbState, frame: Diving, seat: str, order: Dive, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        yield from dived(state, frame.person, state.setting.square(order.to), frame.source)

    def offer(self, state: OwbState, frame: Diving, seats: Sequence[str]) -> Iterator[Dive]:
        for square in frame.spots:
            yield Dive(to=state.setting.point(square))

    def slots(self, case: Case) -> tuple[Slot, ...]:
        first = list(case.state.setting.point(case.frame.spots[0]))
        return (asking.spot("to", "Choose one of the squares with cover", first),)

    def preview(self, state: OwbState, order: Dive) -> Trace | None:
        """A character behind the cover that he dives for."""
        frame = state.frame
        if not isinstance(frame, Diving):
            return None
        return _placed(state, state.person(frame.person), order.to, None, True)


class ChoosingCover(Asked[OwbState, Diving]):
    """Behind which cover somebody dives."""

    acts = (DivingTo(),)

    def choice(self, state: OwbState, frame: Diving) -> Choice:
        prompt = f"Where does {state.person(frame.person).name} dive for cover?"
        return question(state, (frame.person,), "dive", "owb.cover.dive", prompt)


def _unhurt(result: Toll, shelter: Shelter) -> tuple[str, str]:
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


LOSSES = ("unhurt", "wounded", "out")


def loss_of(damage: int, hp: int) -> str:
    """What so much damage means to somebody with so many hit points."""
    if not damage:
        return "unhurt"
    return "out" if damage >= hp else "wounded"
