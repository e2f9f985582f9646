"""Explosions as they are resolved, and what follows from injuries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.acts import Answer, Asked, Words
from sandtable.battle import Choice, Event, Order
from sandtable.battle.handling import Action, Kind
from sandtable.battle.rulings import REFEREE
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.damage.blasted import blast_strikes
from ...part2_vehicles.damage.walls_worn import shake
from ...state import OwbState
from ...state.case import Case
from ...state.decision import Step
from ...state.frames import Blast, Detonating, EndOfRound, Injured, Landing, ThrowingBack
from ...state.orders import AllowSaves
from ...state.people import Person
from ..core_rulebook.harm import hurt, injured
from ..cover.cover import cover_within_one
from ..movement.walking import dives, keeps_down
from ..round.rounds import end_of_round
from .blasts import charge_of, may_save, resolve_blasted, save_against_blast
from .caught import TANKS, everybody_caught, in_nearest_square, is_inside, kind_against, where_it_is
from .static_charges import destroy_attached


def _what_bursts(kind: str) -> str:
    if kind.startswith("rpg-"):
        return "rocket"
    return "mortar shell" if kind == "mortar" else kind.replace("-", " ")


class GoingOff(Step[Landing]):
    """An explosive that goes off now."""

    def settle(self, state: OwbState, frame: Landing, dice: Dice) -> Iterator[Event]:
        """Roll its damage once, and find everybody whom it affects."""
        charge = charge_of(state, frame.kind)
        state.pop()
        square = where_it_is(state, frame)
        inside = frame.vehicle if frame.kind == TANKS else ""
        victims = everybody_caught(state, square, charge.reach, frame.kind, inside)
        damage = charge.damage.damage(dice, f"damage, {frame.kind}")
        what, does = _what_bursts(frame.kind), "go" if frame.kind == TANKS else "goes"
        yield Event(
            kind="blast",
            text=f"The {what} at {state.setting.told(square)} {does} off: {damage} damage.",
            rules=("owb.blast.one-damage-roll",),
            pieces=victims,
            rolls=dice.take_rolls(),
            data={"at": square, "damage": damage, "reach": charge.reach},
        )
        shake(state, square, charge.reach, damage)
        if not victims:
            yield from destroy_attached(state, frame.square, frame.attached)
        else:
            state.push(
                Blast(
                    centre=square,
                    reach=charge.reach,
                    damage=damage,
                    victims=victims,
                    helpless=frame.helpless,
                    kind=frame.kind,
                    vehicle=frame.vehicle,
                    under=frame.under,
                    attached=frame.attached,
                )
            )


class AllowingSaves(Answer[OwbState, AllowSaves, Blast]):
    """The referee's word on whether they have time to react."""

    order: ClassVar[type[Order]] = AllowSaves
    words: ClassVar[Words] = Words(
        label="They have time",
        key="Y",
        rule="owb.save.time-to-react",
        hint="Everybody in the blast makes a Saving Throw, as the book has it.",
    )
    no_time: ClassVar[Kind] = Kind(
        label="No time to react",
        key="N",
        rule="owb.save.time-to-react",
        hint="Nobody has a Saving Throw, and all take the full damage.",
    )

    def apply(
        self, state: OwbState, frame: Blast, seat: str, order: AllowSaves, dice: Dice
    ) -> Iterator[Event]:
        """Saves are allowed, or nobody has one."""
        helpless = frame.helpless if order.allowed else frame.victims
        state.swap(replace(frame, ruled=True, helpless=helpless))
        if not order.allowed:
            yield Event(
                kind="no-time",
                text="Nobody has time to react.",
                rules=("owb.save.time-to-react",),
                pieces=frame.victims,
            )

    def offer(self, state: OwbState, frame: Blast, seats: Sequence[str]) -> Iterator[AllowSaves]:
        """Both."""
        yield AllowSaves()
        yield AllowSaves(allowed=False)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Both."""
        if piece is None:
            yield case.action(AllowSaves, self.words, fixed={"allowed": True})
            yield case.action(AllowSaves, self.no_time, fixed={"allowed": False})

    def told(self, state: OwbState, order: AllowSaves) -> str:
        """Which of them."""
        return "they have time, and save" if order.allowed else "nobody has time to save"


class Exploding(Asked[OwbState, Blast]):
    """A blast, victim by victim, once the referee has said if they have time to react."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (AllowingSaves(),)

    def choice(self, state: OwbState, frame: Blast) -> Choice:
        """The referee; without one, they have."""
        names = ", ".join(state.pieces[n].name for n in frame.victims if n in state.pieces)
        return Choice(
            seats=(REFEREE,),
            ask="time to react",
            rule="owb.save.time-to-react",
            prompt=f"Have they time to react to the explosion: {names}?",
            about=frame.victims,
            default=AllowSaves(),
        )

    def settle(self, state: OwbState, frame: Blast, dice: Dice) -> Iterator[Event]:
        """The save of the next victim, nearest first."""
        if not frame.ruled:
            return
        if not frame.victims:
            state.pop()
            yield from destroy_attached(state, frame.centre, frame.attached)
            return
        name, *rest = frame.victims
        state.swap(replace(frame, victims=tuple(rest)))
        if state.find_vehicle(name) is not None:
            yield from self._strike_vehicle(state, frame, name, dice)
            return
        person = state.find_person(name)
        if person is not None:
            yield from self._strike(state, frame, person, dice)

    def _strike_vehicle(
        self, state: OwbState, frame: Blast, name: str, dice: Dice
    ) -> Iterator[Event]:
        cite("owb.blast.vehicles-in-area")
        return blast_strikes(
            state,
            name,
            frame.centre,
            frame.damage,
            dice,
            kind=kind_against(frame, name),
            underside=frame.under == name,
            helpless=name in frame.helpless,
        )

    def _strike(self, state: OwbState, frame: Blast, person: Person, dice: Dice) -> Iterator[Event]:
        name = person.id
        if person.aboard:
            person = in_nearest_square(state, person, frame.centre)
        allowed = may_save(person, frame.helpless)
        may_dive = allowed and not person.aboard
        spots = cover_within_one(state, person, frame.centre, burst=True) if may_dive else ()
        beside = is_inside(frame, person)
        bonus = save_against_blast(state, person, frame.centre, beside=beside)
        result = resolve_blasted(person, bonus, frame.damage, bool(spots), allowed, dice)
        rolls = dice.take_rolls()
        if state.person(name).unaware:
            state.change(name, unaware=False)
        if result.down and person.aboard:
            state.change(name, withheld=False, trained=None)
        elif result.down:
            keeps_down(state, name, open_ground=True)
        if not result.damage:
            yield Event(
                kind="save",
                text=f"{person.name} is unhurt.",
                rules=("owb.save.explosive-near-cover",),
                pieces=(name,),
                rolls=rolls,
                tallies=(bonus,),
            )
        yield from hurt(state, name, result.damage, rolls=rolls)
        if result.dives:
            yield from dives(state, name, spots, frame.centre)


class EndingRound(Step[EndOfRound]):
    """The steps after all turns."""

    def settle(self, state: OwbState, frame: EndOfRound, dice: Dice) -> Iterator[Event]:
        """Take the next one."""
        return end_of_round(state, frame, dice)


class Wounded(Step[Injured]):
    """What an injury leads to."""

    def settle(self, state: OwbState, frame: Injured, dice: Dice) -> Iterator[Event]:
        """See to it."""
        state.pop()
        if frame.person in state.pieces:
            yield from injured(state, frame.person, dice)


class GoingOffAtEnd(Step[Detonating]):
    """Explosives that go off at the end of the round, in the order in which they were laid."""

    def settle(self, state: OwbState, frame: Detonating, dice: Dice) -> Iterator[Event]:
        """The next one: somebody may throw it back first."""
        if not frame.queue:
            state.pop()
            return
        first, *rest = frame.queue
        state.swap(replace(frame, queue=tuple(rest)))
        cite("owb.timed.detonates-at-end-of-round")
        holder = state.at(first.square)
        if holder is not None and not first.cooked and not first.vehicle:
            state.push(ThrowingBack(person=holder.id, explosive=first))
            return
        state.push(
            Landing(
                kind=first.kind,
                square=first.square,
                attached=first.attached,
                vehicle=first.vehicle,
            )
        )
        yield from ()
