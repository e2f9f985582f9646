"""MELEE: blows by hand, at men, at vehicles and at those aboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Slot, Trace, Word
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.attack.attack_roll import VehicleShot, face_hit, shoot_vehicle
from ...part2_vehicles.attack.ordered_shots import about_vehicle_shot, vehicle_odds
from ...part3_combining.from_foot import nearest_square, strike_at
from ...state import OwbState, Person, Vehicle
from ...state.decision import Case, named
from ...state.footprint import distance_between
from ...state.orders import AttackOrder, Strike
from ...state.tables import MELEE
from .attack import BESIDE, Attack, Leans, committed, hulls, refusal_of, struck_at, targets
from .attack_roll import Blow, about_blow, blow_odds
from .melee import blades_of, check_blade


def _within_arms_reach(state: OwbState, person: Person) -> list[str]:
    """The enemies, vehicles and those aboard them, that a blow could reach."""
    own = state.square(person)
    found = [
        one.id
        for one in targets(state, person.side)
        if grid.distance(own, state.square(one)) == BESIDE
    ]
    for vehicle in hulls(state, person.side):
        beside = distance_between((own,), state.footprint(vehicle).squares) == BESIDE
        if beside and vehicle.wreck != "exploded":
            aboard = [man.id for man in state.occupants(vehicle.id) if man.out != "dead"]
            found += [vehicle.id, *aboard]
    return found


class Striking(Attack[Strike]):
    """A blow by hand at somebody in the next square, at a vehicle there, or at one aboard it."""

    order = Strike
    words = Words(
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
        blow = strike_at(state, person, order.target, order.weapon)
        assert not isinstance(blow, Refusal)
        committed(state, person, towards=_towards(state, person, order.target))
        if isinstance(blow, Blow):
            yield from struck_at(state, blow, dice)
        else:
            yield from shoot_vehicle(state, blow, dice)

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
        return f"at {named(state, order.target)} with {order.weapon}"

    def concerns(self, state: OwbState, person: Person) -> bool:
        return person.on_table

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Whom, and with what; with the best weapon, if nothing is said."""
        near, blades = _within_arms_reach(case.state, person), tuple(blades_of(person))
        if not near:
            return (), Refusal(self.words.rule, "Nobody is beside him.")
        strikes = {name: Strike(person.id, name, blades[0]) for name in near}  # type: ignore[arg-type]
        listed, refusal = case.sifted(strikes)
        words = [Word(value=name, label=MELEE[name].name) for name in blades]
        target = asking.one_of("target", "Choose whom to strike", listed)
        weapon = asking.word("weapon", "With what?", words, required=False, default=blades[0])
        return (target, weapon), refusal

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Strike]:
        """With every weapon at everybody in reach."""
        for name in _within_arms_reach(state, person):
            for blade in blades_of(person):
                if check_blade(person, blade) is None:
                    yield Strike(person=person.id, target=name, weapon=blade)  # type: ignore[arg-type]

    def preview(self, state: OwbState, order: Strike) -> Trace | None:
        """A blow by hand: at somebody on foot, at a vehicle, or at one aboard it."""
        person, piece = state.find_person(order.person), state.pieces.get(order.target)
        vehicle = _struck_vehicle(state, order.target)
        struck = vehicle or piece
        if person is None or struck is None or not (person.on_table and struck.on_table):
            return None
        line = Line(
            start=state.setting.point(state.square(person)),
            end=state.setting.point(_towards(state, person, order.target)),
            side=person.side,
        )
        notes: Iterable[str] = ()
        match strike_at(state, person, order.target, order.weapon):
            case Blow() as blow:
                notes = about_blow(blow, state.person(order.target))
            case VehicleShot() as shot if vehicle is not None:
                face = face_hit(state, state.square(person), vehicle)
                notes = about_vehicle_shot(state, shot, face)
        return Trace(overlays=(line,), notes=tuple(notes))


def _struck_vehicle(state: OwbState, target: str) -> Vehicle | None:
    """The vehicle that is struck at, or that whoever is struck at is in."""
    person = state.find_person(target)
    return state.find_vehicle(target if person is None else person.aboard)


def _towards(state: OwbState, person: Person, target: str) -> Square:
    """The square that a blow is struck towards."""
    vehicle = _struck_vehicle(state, target)
    if vehicle is None:
        return state.square(state.person(target))
    return nearest_square(state, state.square(person), vehicle)
