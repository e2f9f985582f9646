"""Explosions as they are resolved, and what follows from injuries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Answer, Asked, Variant, Words
from sandtable.battle import Choice, Event, happened
from sandtable.battle.page import Action
from sandtable.battle.rulings import REFEREE
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.blasted import blast_strikes, nearest_square, vehicles_in_blast
from ...part2_vehicles.damage.hull import BURST, FIXED_CHARGE
from ...part2_vehicles.damage.walls_worn import shake
from ...part2_vehicles.modifications.modifications import flies
from ...part3_combining.exposed import caught_by_bursts
from ...state import OwbState, Person, Vehicle
from ...state.decision import Case, Step
from ...state.frames import Blast, Detonating, Explosive, Landing, ThrowingBack
from ...state.orders import AllowSaves
from ...state.squares_and_edges import Change, edge_of
from ...state.tables import FeatureKind
from ..core_rulebook.harm import hurt
from ..cover.cover import cover_within_one
from ..line_of_sight.lines import sightline
from ..movement.walking import dives, keeps_down
from .blasts import (
    IMPACT,
    TIMED,
    caught_in,
    charge_of,
    may_save,
    resolve_blasted,
    save_against_blast,
)

Rank = tuple[int, int, int, int]


TANKS: Final = "tanks"
"""The tanks of a flamethrower, which burst where whoever carries them is."""


AS_GRENADES: Final = (*TIMED, *IMPACT, "mortar", TANKS)
"""Explosives that the table of hulls names; all others are bursts."""


def everybody_caught(
    state: OwbState, centre: Square, reach: int, kind: str = "", inside: str = ""
) -> tuple[str, ...]:
    """Everybody and every vehicle that a blast affects, nearest first.

    A vehicle comes before those aboard it. No hull protects them from what goes off inside.

    Args:
        centre: The square of the burst.
        reach: How far it reaches.
        kind: What goes off.
        inside: The vehicle in which it goes off, if it does.
    """
    cite("owb.blast.vehicles-in-area")
    found = [
        (_rank(centre, state.square(state.person(name)), 0), name)
        for name in caught_in(state, centre, reach, kind)
    ]
    reached = set(vehicles_in_blast(state, centre, reach))
    for vehicle in state.vehicles():
        if not vehicle.on_table or flies(vehicle):
            continue
        square = nearest_square(state.footprint(vehicle), centre)
        if vehicle.id in reached:
            found.append((_rank(centre, square, 1), vehicle.id))
        if _reaches(state, vehicle, centre, square, reach):
            aboard = [
                person
                for person in state.occupants(vehicle.id)
                if vehicle.id == inside or caught_by_bursts(vehicle, person)
            ]
            found += [
                (_rank(centre, square, 2 + at), person.id)
                for at, person in enumerate(aboard)
                if person.out != "dead"
            ]
    return tuple(name for _, name in sorted(found))


def _rank(centre: Square, square: Square, within: int) -> Rank:
    return (grid.distance(centre, square), square[1], square[0], within)


def _reaches(state: OwbState, vehicle: Vehicle, centre: Square, square: Square, reach: int) -> bool:
    if grid.distance(centre, square) > reach:
        return False
    lies_on = state.vehicle_at(centre)
    without = (vehicle.id,) if lies_on is None else (vehicle.id, lies_on.id)
    return not sightline(state.grounds_without(*without), centre, square).blocked


def in_nearest_square(state: OwbState, person: Person, centre: Square) -> Person:
    """Somebody aboard as if he stood in his vehicle's square nearest to a burst."""
    cite("owb.vmiss.burst-and-occupants")
    square = nearest_square(state.footprint(state.vehicle(person.aboard)), centre)
    x, y = state.setting.point(square)
    return replace(person, x=x, y=y)


def kind_against(blast: Blast, vehicle: str) -> str:
    """How an explosion counts against the hull of a vehicle."""
    if blast.kind == "charge" and blast.vehicle == vehicle:
        cite("owb.static.structures-and-vehicles")
        return FIXED_CHARGE
    return blast.kind if blast.kind in AS_GRENADES else BURST


def is_inside(blast: Blast, person: Person) -> bool:
    """Whether an explosion goes off in the vehicle that somebody is in, and not on it."""
    return blast.kind == TANKS and bool(person.aboard) and person.aboard == blast.vehicle


def where_it_is(state: OwbState, bomb: Explosive | Landing) -> Square:
    """Where an explosive is when it goes off: what sticks to a vehicle goes with it."""
    vehicle = state.find_vehicle(bomb.vehicle)
    if vehicle is None or not vehicle.on_table:
        return bomb.square
    print_ = state.footprint(vehicle)
    if bomb.square in print_.squares:
        return bomb.square
    return nearest_square(print_, bomb.square)


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
        text = f"The {what} at {state.setting.told(square)} {does} off: {damage} damage."
        yield happened(
            "blast",
            text,
            "owb.blast.one-damage-roll",
            *victims,
            dice=dice,
            at=square,
            damage=damage,
            reach=charge.reach,
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

    order = AllowSaves
    words = Words(
        label="They have time",
        key="Y",
        rule="owb.save.time-to-react",
        hint="Everybody in the blast makes a Saving Throw, as the book has it.",
    )
    no_time = Variant(
        label="No time to react",
        key="N",
        rule="owb.save.time-to-react",
        hint="Nobody has a Saving Throw, and all take the full damage.",
        fixed={"allowed": False},
    )

    def ways(self, state: OwbState, doer: Any) -> tuple[Variant, ...]:
        return self.called(self.words.label, allowed=True), self.no_time

    def apply(
        self, state: OwbState, frame: Blast, seat: str, order: AllowSaves, dice: Dice
    ) -> Iterator[Event]:
        """Saves are allowed, or nobody has one."""
        helpless = frame.helpless if order.allowed else frame.victims
        state.swap(replace(frame, ruled=True, helpless=helpless))
        if not order.allowed:
            text = "Nobody has time to react."
            yield happened("no-time", text, "owb.save.time-to-react", *frame.victims)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        return super().answers(case, piece) if piece is None else iter(())

    def told(self, state: OwbState, order: AllowSaves) -> str:
        return "they have time, and save" if order.allowed else "nobody has time to save"


class Exploding(Asked[OwbState, Blast]):
    """A blast, victim by victim, once the referee has said if they have time to react."""

    acts = (AllowingSaves(),)

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


GROWTH = ("bocage", "forest", "thick-forest", "smoke")
"""Squares that protect and are no structures."""


def destroy_attached(state: OwbState, centre: Square, spot: Square | None) -> Iterator[Event]:
    """What a well-placed charge does to the structure that it is fixed to: it becomes rubble.

    That is after everybody in the area has been struck, so one can still dive behind it.
    """
    if spot is None:
        return
    cite("owb.static.structures-and-vehicles", "owb.suppress.cover-damage")
    grounds = state.bare_grounds
    kind = grounds.squares.get(spot)
    if kind is not None and is_structure(kind) and spot not in grounds.firm:
        state.changes = (*state.changes, Change(spot, "rubble"))
    elif grounds.on_edge(centre, spot) is not None and edge_of(centre, spot) not in grounds.firm:
        state.changes = (*state.changes, Change(centre, "door-open", spot))
    else:
        return
    text = "The charge brings the wall down."
    yield happened("collapse", text, "owb.static.structures-and-vehicles")


def is_structure(kind: FeatureKind) -> bool:
    """Whether a feature that fills a square is something built, or a single thing."""
    return kind.protection != "none" and kind.name not in GROWTH
