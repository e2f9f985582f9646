"""MELEE: blows by hand, at men, at vehicles and at those aboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Slot, Trace, Word
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import grid

from ...part2_vehicles.attack.attack_roll import VehicleShot, face_hit, shoot_vehicle
from ...part2_vehicles.attack.bearing import enemy_hulls
from ...part2_vehicles.attack.ordered_shots import about_vehicle_shot, vehicle_odds
from ...part3_combining.from_foot import nearest_square, squares_in_reach, strike_at
from ...state import OwbState
from ...state.case import Case, named
from ...state.footprint import distance_between
from ...state.orders import AttackOrder, Strike
from ...state.people import Person
from ...state.tables import MELEE
from ...state.vehicles import Vehicle
from .attack import BESIDE, Attack, Leans, hulls, refusal_of, targets
from .attack_roll import Blow, blow_odds
from .delivering import committed, struck_at
from .melee import blades_of, check_blade, melee_blow
from .previews import about_blow


def _about_blow(state: OwbState, person: Person, vehicle: Vehicle, order: Strike) -> Iterator[str]:
    match strike_at(state, person, order.target, order.weapon):
        case VehicleShot() as shot:
            face = face_hit(state, state.square(person), vehicle)
            yield from about_vehicle_shot(state, shot, face)
        case Blow() as blow:
            yield from about_blow(blow, state.person(order.target))
        case Refusal():
            return


def trace_strike(state: OwbState, order: Strike) -> Trace | None:
    """A blow at somebody in the next square."""
    person, target = state.find_person(order.person), state.find_person(order.target)
    if person is None or target is None or not (person.on_table and target.on_table):
        return None
    start, end = (state.setting.point(state.square(one)) for one in (person, target))
    line = Line(start=start, end=end, side=person.side)
    blow = melee_blow(state, person, target, order.weapon)
    notes = () if isinstance(blow, Refusal) else tuple(about_blow(blow, target))
    return Trace(overlays=(line,), notes=notes)


def _within_arms_reach(case: Case, person: Person) -> list[str]:
    """The enemies, vehicles and those aboard them, that a blow could reach."""
    state = case.state
    own = state.square(person)
    found = [
        one.id
        for one in state.persons()
        if one.side != person.side and one.on_table and one.out != "dead"
        if grid.distance(own, state.square(one)) == BESIDE
    ]
    for vehicle in enemy_hulls(state, person.side):
        if distance_between((own,), state.footprint(vehicle).squares) == BESIDE:
            aboard = [man.id for man in state.occupants(vehicle.id) if man.out != "dead"]
            found += [vehicle.id, *aboard]
    return found


def _strike(state: OwbState, person: Person, name: str, blade: str, dice: Dice) -> Iterator[Event]:
    """A blow by hand at somebody in the next square, at a vehicle there, or at one aboard it."""
    blow = strike_at(state, person, name, blade)
    assert not isinstance(blow, Refusal)
    piece = state.pieces[name]
    vehicle = piece if isinstance(piece, Vehicle) else state.find_vehicle(piece.aboard)
    if vehicle is not None:
        towards = nearest_square(state, state.square(person), vehicle)
    else:
        towards = state.square(state.person(name))
    committed(state, person, towards=towards)
    if isinstance(blow, Blow):
        yield from struck_at(state, blow, dice)
    else:
        yield from shoot_vehicle(state, blow, dice)


class Striking(Attack[Strike]):
    """A blow by hand at somebody in the next square, at a vehicle there, or at one aboard it."""

    order: ClassVar[type[Order]] = Strike
    words: ClassVar[Words] = Words(
        label="Melee",
        key="H",
        rule="owb.melee.adjacent",
        hint="Attacks somebody in the next square by hand.",
        typed="strike MAN at TARGET [WEAPON]",
        means="Attack somebody, or a vehicle, in the next square by hand.",
        also=("attack", "hit"),
    )

    def check(
        self, state: OwbState, person: Person, order: Strike, *, turning: bool
    ) -> Refusal | None:
        """Who is in reach, and with what."""
        return refusal_of(strike_at(state, person, order.target, order.weapon, turning=turning))

    def carry_out(
        self, state: OwbState, person: Person, order: Strike, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Strike."""
        return _strike(state, person, order.target, order.weapon, dice)

    def offer(self, state: OwbState, person: Person, *, turning: bool) -> Iterator[Strike]:
        """With the first weapon at everybody beside him."""
        own, blade = state.square(person), next(iter(blades_of(person)))
        for enemy in state.enemies_of(person):
            if grid.distance(own, state.square(enemy)) == BESIDE:
                yield Strike(person=person.id, target=enemy.id, weapon=blade)  # type: ignore[arg-type]

    def odds(self, state: OwbState, order: Strike) -> Odds | None:
        """What it does to a man, or to a vehicle."""
        person = state.find_person(order.person)
        if person is None:
            return None
        blow = strike_at(state, person, order.target, order.weapon)
        if isinstance(blow, VehicleShot):
            return vehicle_odds(state, blow)
        target = state.find_person(order.target)
        return None if target is None else blow_odds(state, target, blow)

    def told(self, state: OwbState, order: Strike) -> str:
        """Whom, and with what."""
        return f"at {named(state, order.target)} with {order.weapon}"

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        """A blow at somebody in the next square."""
        if not person.on_table:
            return
        blades = tuple(blades_of(person))
        near = _within_arms_reach(case, person)
        strikes = {
            name: Strike(person=person.id, target=name, weapon=blades[0])  # type: ignore[arg-type]
            for name in near
        }
        listed, refusal = case.sifted(strikes)
        weapon = Slot(
            name="weapon",
            sort="word",
            ask="With what?",
            words=tuple(Word(value=name, label=MELEE[name].name) for name in blades),
            required=False,
            default=blades[0],
        )
        yield case.action(
            Strike,
            self.words,
            piece=person.id,
            fixed={"person": person.id},
            slots=(asking.one_of("target", "Choose whom to strike", listed), weapon)
            if near
            else (),
            refusal=refusal
            or (None if near else Refusal(self.words.rule, "Nobody is beside him.")),
        )

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Strike]:
        """With every weapon at everybody in reach."""
        own = state.square(person)
        near = [
            enemy.id
            for enemy in targets(state, person.side)
            if grid.distance(own, state.square(enemy)) == 1
        ]
        for vehicle in hulls(state, person.side):
            if squares_in_reach(state, person, vehicle):
                near += [vehicle.id, *(one.id for one in state.occupants(vehicle.id))]
        for name in near:
            for blade in blades_of(person):
                if check_blade(person, blade) is None:
                    yield Strike(person=person.id, target=name, weapon=blade)  # type: ignore[arg-type]

    def preview(self, state: OwbState, order: Strike) -> Trace | None:
        """A blow by hand: at somebody on foot, at a vehicle, or at one aboard it."""
        person, target = state.find_person(order.person), state.find_person(order.target)
        vehicle = state.find_vehicle(order.target if target is None else target.aboard)
        if vehicle is None:
            return trace_strike(state, order)
        if person is None or not person.on_table or not vehicle.on_table:
            return None
        own = state.square(person)
        line = Line(
            start=state.setting.point(own),
            end=state.setting.point(nearest_square(state, own, vehicle)),
            side=person.side,
        )
        return Trace(overlays=(line,), notes=tuple(_about_blow(state, person, vehicle, order)))
