"""HEAVY WEAPON: FLAMETHROWER."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.damage import damage_vehicle
from ...part2_vehicles.damage.hull import damage_through, hull_level, share
from ...part2_vehicles.damage.walls_worn import scorch
from ...part3_combining.exposed import vehicles_swept
from ...showing.places import on_map, shown, some, told_place
from ...state import OwbState, Person, Vehicle
from ...state.decision import Step
from ...state.footprint import zone_of
from ...state.frames import Flaming
from ...state.orders import AttackOrder, Flame
from ...state.tables import MISSILE
from ..attack.attack import (
    AHEAD,
    AttackAtSquare,
    Leans,
    committed,
    leaning_told,
    rings,
)
from ..attack.missile import check_weapon
from ..core_rulebook.harm import catch_fire, hurt
from ..core_rulebook.persons import fate, plain_save, save_succeeds
from ..cover.cover import check_lean
from ..line_of_sight.sight import eye, in_arc, leaning_out, line_to

FLAMETHROWER: Final = "flamethrower"


WIDTH: Final = ((1, 3),)


LENGTH: Final = 4


class Burned(Struct, frozen=True):
    """What a flame does to one victim: his loss, and for how many rounds he burns."""

    damage: int
    rounds: int = 0


def flame_squares(origin: Square, aim: Square) -> tuple[Square, ...]:
    """The squares of the cone of flame, nearest first."""
    cite("owb.weapon.flamethrower-cone")
    return grid.cone(origin, aim, LENGTH, WIDTH)


def check_flame(
    state: OwbState, person: Person, square: Square, *, turning: bool = True
) -> Refusal | None:
    """Why a flamethrower cannot be fired towards a square, or ``None`` if it can."""
    arm = person.arm("flamethrower")
    if arm is None:
        return Refusal("owb.weapon.flamethrower-cone", "He has no flamethrower.")
    if not arm.fuel:
        return Refusal("owb.weapon.flamethrower-fuel", "The tanks are empty.")
    own, origin = state.square(person), eye(state, person)
    if square in (own, origin):
        return Refusal("owb.weapon.flamethrower-cone", "Choose a square to fire towards.")
    if own in flame_squares(origin, square):
        return Refusal("owb.weapon.flamethrower-cone", "He would stand in the flames himself.")
    if not turning and not in_arc(origin, person.facing, square):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    return check_weapon(state, person, arm, "single")


def flame_victims(state: OwbState, person: Person, aim: Square) -> tuple[str, ...]:
    """Everybody caught in the cone: friend or enemy, in open sight, not down behind low cover.

    Vehicles are caught too, and those aboard who are exposed.
    """
    cite("owb.weapon.flamethrower-cone")
    origin = eye(state, person)
    squares = set(flame_squares(origin, aim))
    found = vehicles_swept(state, origin, squares)
    for other in state.persons():
        square = state.square(other)
        if square not in squares or not other.on_table or other.out == "dead":
            continue
        line = line_to(state, origin, square)
        if line.blocked or (other.ducked and (line.low_cover or line.shelter)):
            continue
        found.append(((grid.distance(origin, square), square[1], square[0], 0), other.id))
    return tuple(name for _, name in sorted(found))


def flame_on_vehicle(state: OwbState, vehicle: Vehicle, origin: Square, dice: Dice) -> int:
    """What the flame does to a vehicle, which does not catch fire."""
    cite("owb.weapon.flamethrower-cone")
    level = hull_level(vehicle, zone_of(state.footprint(vehicle), origin))
    if not share(FLAMETHROWER, level):
        return 0
    rolled = MISSILE[FLAMETHROWER].damage.damage(dice, f"flame, {vehicle.name}")
    return damage_through(rolled, FLAMETHROWER, level)


def resolve_burned(state: OwbState, person: Person, dice: Dice) -> Burned:
    """What the flame does to a victim: damage without a save, then a save or he burns.

    Whom the damage puts out of action cannot save any more, unless that waits for a tie to end.
    """
    cite("owb.weapon.flamethrower-damage")
    damage = MISSILE["flamethrower"].damage.damage(dice, f"flame, {person.name}")
    after = "" if state.tied else fate(state, replace(person, hp=person.hp - damage))
    if after == "dead":
        return Burned(damage)
    cite("owb.weapon.flamethrower-catch-fire")
    able = person.able and not after
    if able and save_succeeds(person, plain_save(person), dice, "catch no fire"):
        return Burned(damage)
    return Burned(damage, dice.die(6, "rounds of burning"))


def fuel_rolled(dice: Dice) -> int:
    """How many blasts a flamethrower is good for."""
    cite("owb.weapon.flamethrower-fuel")
    return dice.die(6, "fuel")


def _burned(state: OwbState, person: Person, dice: Dice) -> Iterator[Event]:
    name, burned = person.id, resolve_burned(state, person, dice)
    yield from hurt(state, name, burned.damage, rolls=dice.take_rolls())
    if state.person(name).unaware:
        state.change(name, unaware=False)
    if burned.rounds and state.person(name).out != "dead":
        catch_fire(state, name, burned.rounds)


class FiringFlames(AttackAtSquare[Flame]):
    """A flamethrower, fired towards a square."""

    order = Flame
    words = Words(
        label="Flamethrower",
        key="F",
        rule="owb.weapon.flamethrower-cone",
        hint="Burns everybody in a short cone, friend or enemy.",
    )

    def check(
        self, state: OwbState, person: Person, order: Flame, *, turning: bool
    ) -> Refusal | None:
        """Whether there is fuel, and somebody in the cone."""
        there, square = leaning_out(state, person, order.lean), state.setting.square(order.at)
        return check_lean(state, person, order.lean, turning=turning) or check_flame(
            state, there, square, turning=turning
        )

    def carry_out(
        self, state: OwbState, person: Person, order: Flame, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        aim = state.setting.square(order.at)
        arm = person.arm("flamethrower")
        assert arm is not None
        assert arm.fuel is not None
        origin, victims = eye(state, person), flame_victims(state, person, aim)
        committed(state, person, towards=aim, direct=True)
        spent = replace(arm, fuel=arm.fuel - 1, fired_in=state.turn)
        state.put(replace(state.person(person.id).with_arm(spent), fired=True))
        text = f"{person.name} fires his flamethrower."
        yield happened("flame", text, "owb.weapon.flamethrower-cone", person.id, *victims)
        state.push(Flaming(origin=origin, aim=aim, victims=victims))

    def concerns(self, state: OwbState, person: Person) -> bool:
        return person.arm(FLAMETHROWER) is not None

    def weapon(self, person: Person, order: Flame) -> str:
        return FLAMETHROWER

    def preview(self, state: OwbState, order: Flame) -> Trace | None:
        """The cone of a flamethrower, and who is in it."""
        person = state.find_person(order.person)
        if person is None or not person.on_table:
            return None
        person = leaning_out(state, person, order.lean)
        origin, aim = eye(state, person), state.setting.square(order.at)
        if origin == aim:
            return None
        squares = on_map(state, flame_squares(origin, aim))
        people = [state.pieces[name] for name in flame_victims(state, person, aim)]
        enemies = [one.name for one in people if one.side != person.side]
        friends = [one.name for one in people if one.side == person.side]
        notes = [f"In the flames: {some(enemies)}." if enemies else "No enemy is in the flames."]
        if friends:
            notes.append(f"Friends in the flames: {some(friends)}!")
        cone = shown(state, squares, "danger", "The cone of flame")
        return Trace(overlays=(cone,), notes=tuple(notes))

    def told(self, state: OwbState, order: Flame) -> str:
        return f"towards {told_place(state, order.at)}{leaning_told(order)}"

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Flame]:
        """A flame goes off the map as well, if somebody stands at its edge."""
        arm = person.arm(FLAMETHROWER)
        if arm is None or not arm.fuel or check_weapon(state, person, arm, "single") is not None:
            return
        own = state.square(person)
        near = grid.blast(own, LENGTH)
        beyond = rings(state, own, LENGTH + 1, max(state.setting.width, state.setting.rows))
        for square in (*(grid.step(own, person.facing, n) for n in AHEAD), *near, *beyond):
            for lean in leans:
                yield Flame(person=person.id, at=state.setting.point(square), lean=lean)


class InTheFlames(Step[Flaming]):
    """The blast of a flamethrower."""

    def settle(self, state: OwbState, frame: Flaming, dice: Dice) -> Iterator[Event]:
        """What a flame does to the next one in its cone, or, after the last, to the ground."""
        if not frame.victims:
            state.pop()
            yield from scorch(state, frame.origin, flame_squares(frame.origin, frame.aim), dice)
            return
        name, *rest = frame.victims
        state.swap(replace(frame, victims=tuple(rest)))
        vehicle, person = state.find_vehicle(name), state.find_person(name)
        if vehicle is not None:
            points = flame_on_vehicle(state, vehicle, frame.origin, dice)
            yield from damage_vehicle(state, name, points, dice)
        elif person is not None and person.out != "dead":
            yield from _burned(state, person, dice)
