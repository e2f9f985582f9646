"""FLAMETHROWER: its cone of fire, and whoever is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.damage import damage_vehicle
from ...part2_vehicles.damage.walls_worn import scorch
from ...showing.places import told_place
from ...state import OwbState
from ...state.case import Case
from ...state.frames import Flaming
from ...state.orders import AttackOrder, Flame
from ...state.people import Person
from ..attack.attack import (
    AHEAD,
    AT_A_SQUARE,
    Attack,
    Leans,
    lean_slot,
    leaning_aims,
    leaning_told,
    rings,
)
from ..attack.delivering import committed
from ..attack.missile import check_weapon
from ..core_rulebook.harm import catch_fire, hurt
from ..cover.cover import check_lean
from ..explosives.previews import trace_flame
from ..line_of_sight.sight import eye, leaning_out
from .flamethrower import (
    FLAMETHROWER,
    LENGTH,
    check_flame,
    flame_on_vehicle,
    flame_squares,
    flame_victims,
    resolve_burned,
)


def _flame(state: OwbState, person: Person, aim: Square) -> Iterator[Event]:
    arm = person.arm("flamethrower")
    assert arm is not None
    assert arm.fuel is not None
    origin, victims = eye(state, person), flame_victims(state, person, aim)
    committed(state, person, towards=aim, direct=True)
    spent = replace(arm, fuel=arm.fuel - 1, fired_in=state.turn)
    state.put(replace(state.person(person.id).with_arm(spent), fired=True))
    yield Event(
        kind="flame",
        text=f"{person.name} fires his flamethrower.",
        rules=("owb.weapon.flamethrower-cone",),
        pieces=(person.id, *victims),
    )
    state.push(Flaming(origin=origin, aim=aim, victims=victims))


def burn_next(state: OwbState, frame: Flaming, dice: Dice) -> Iterator[Event]:
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


def _burned(state: OwbState, person: Person, dice: Dice) -> Iterator[Event]:
    name, burned = person.id, resolve_burned(state, person, dice)
    yield from hurt(state, name, burned.damage, rolls=dice.take_rolls())
    if state.person(name).unaware:
        state.change(name, unaware=False)
    if burned.rounds and state.person(name).out != "dead":
        catch_fire(state, name, burned.rounds)


class FiringFlames(Attack[Flame]):
    """A flamethrower, fired towards a square."""

    order: ClassVar[type[Order]] = Flame
    words: ClassVar[Words] = Words(
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
        """Fire it."""
        return _flame(state, person, state.setting.square(order.at))

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        """If he has one."""
        if person.arm(FLAMETHROWER) is not None:
            flames = (Flame(person.id, at, lean) for lean, at in leaning_aims(case, person))
            yield case.action(
                Flame,
                self.words,
                piece=person.id,
                fixed={"person": person.id},
                slots=(asking.spot("at", AT_A_SQUARE), *lean_slot(case, person)),
                refusal=case.first_refusal(flames),
            )

    def weapon(self, person: Person, order: Flame) -> str:
        """It."""
        return FLAMETHROWER

    def preview(self, state: OwbState, order: Flame) -> Trace | None:
        """The cone, and who is in it."""
        return trace_flame(state, order)

    def told(self, state: OwbState, order: Flame) -> str:
        """Where."""
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
