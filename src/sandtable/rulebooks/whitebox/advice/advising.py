"""What orders are worth to whoever gives them, by exact odds, one step ahead.

Worth is counted in enemies put out of action: a shot is worth the chance of that, and a part of it
for a wound. A place is worth what can be shot at from there, less what can be shot at it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.battle import Order
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.missile import shot_at
from ..part1_personal.autofire.suppressive_fire import reach_of, victims_of
from ..part1_personal.explosives.blasts import charge_of
from ..part1_personal.explosives.explosions import everybody_caught
from ..part1_personal.explosives.lobbing import easier_throws
from ..part1_personal.weapons.flamethrower import flame_victims
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part3_combining.from_foot import strike_at
from ..state import OwbState, Person
from ..state.frames import Struck
from ..state.orders import (
    Aid,
    Begin,
    Cook,
    CutWire,
    Declare,
    Decline,
    Deploy,
    Dive,
    Done,
    EndTurn,
    Extinguish,
    Flame,
    Hold,
    Launch,
    Leave,
    Mass,
    Move,
    React,
    Repair,
    Rise,
    SetCharge,
    SetUp,
    Shoot,
    StopSearching,
    Strike,
    Sweep,
    TakeCover,
    Throw,
    ThrowBack,
    Withhold,
)
from ..state.vehicle_orders import Alight, ChangeSeat, EndVehicle
from .vehicles import VehicleView
from .worth import exits_of, value_of, worth_of_shot
from .worth_of_places import Places

BULLETS = 1.33
"""Bullets that strike a victim on average."""

EASIER = 0.05
"""What it is worth to see where one throws."""


def advise(state: OwbState, orders: Sequence[Order]) -> Iterator[tuple[float, Order]]:
    """Orders with their worth; of those that cannot be the best, what they are worth at most.

    Moves take longest to weigh. They come last, the most promising first: of most of them it soon
    shows that something else is better.
    """
    view = _View(state)
    worths: dict[int, float] = {}
    for number in sorted(range(len(orders)), key=lambda number: view.promise(orders[number])):
        worths[number] = view.worth(orders[number])
        view.most = max(view.most, worths[number])
    for number, order in enumerate(orders):
        yield worths[number], order


class _View:
    """A state as it is judged for one decision: what is worked out once is kept.

    Attributes:
        state: Where the fight stands.
        most: What the best order is worth of those that have been weighed.
    """

    def __init__(self, state: OwbState) -> None:
        self.state = state
        self.most = float("-inf")
        self._places = Places(state)
        self._vehicles = VehicleView(state)

    def promise(self, order: Order) -> tuple[bool, float]:
        """When to weigh an order: moves last, those first that lead nearest to the goal."""
        if not isinstance(order, Move):
            return False, 0.0
        end = self.state.setting.square(order.path[-1])
        return True, self._places.far(self.state.person(order.person), end)

    def worth(self, order: Order) -> float:
        """What an order is worth, or more than that if it is worth less than the best."""
        person = self.state.find_person(getattr(order, "person", ""))
        match order:
            case Begin() if person is not None:
                return 1.0 + self._places.prospect(person)
            case Done():
                return 0.0
            case Shoot() | Strike() | Sweep() | Mass() | Flame() if person is not None:
                return self._attack(person, order)
            case Throw() | Launch() if person is not None:
                return self._explosive(person, order)
            case Move() if person is not None:
                return self._move(person, order)
            case Rise() if person is not None:
                return self._rise(person)
            case EndTurn() if person is not None:
                return self._ending(person, order)
            case Deploy() if person is not None:
                square = self.state.setting.square(order.at)
                return 1.0 + self._places.place(
                    person, square, self.most - 1.0, ducked=order.ducked
                )
        of_vehicle = self._vehicles.worth(order)
        return self._other(order, person) if of_vehicle is None else of_vehicle

    # -- attacks ----------------------------------------------------------------------------------

    def _attack(self, person: Person, order: Any) -> float:
        state = self.state
        match order:
            case Shoot(target=name, weapon=weapon, mode=mode, lean=lean, second=second):
                arm = person.arm(weapon)
                assert arm is not None
                spot = None if lean is None else state.setting.square(lean)
                total = 0.0
                for target in (name, second):
                    if target is not None:
                        victim = state.person(target)
                        total += value_of(
                            shot_at(state, person, arm, victim, mode, lean=spot), victim
                        )
                if second is None and arm.weapon.rof == "2" and mode == "single":
                    total *= 0.99
                more = self._crowd(person, name) if mode == "suppress" else 0.0
                return 0.05 + total + more - (0.02 if lean is not None else 0.0)
            case Strike(target=name, weapon=blade):
                blow = strike_at(state, person, name, blade)
                if isinstance(blow, VehicleShot):
                    return 0.05 + worth_of_shot(state, blow)
                return 0.05 + value_of(blow, state.person(name))
            case Sweep(helper=helper, lean=lean):
                spot = None if lean is None else state.setting.square(lean)
                less = 0.02 * ((helper is not None) + (lean is not None))
                return self._sweep(person, spot) - less
            case Flame(at=at):
                names = flame_victims(state, person, state.setting.square(at))
                return 0.05 + sum(self._sided(person, name, 0.8) for name in names)
        return 0.5

    def _crowd(self, person: Person, name: str) -> float:
        """What it is worth to have a weapon trained on somebody and those around him."""
        target = self.state.square(self.state.person(name))
        near = sum(
            grid.distance(target, self.state.square(enemy)) <= 2
            for enemy in self.state.enemies_of(person)
        )
        return 0.08 * (near - 1)

    def _sweep(self, person: Person, lean: Square | None = None) -> float:
        trained = person.trained
        if trained is None:
            return 0.0
        arm = person.arm(trained.arm)
        if arm is None:
            return 0.0
        origin = lean or person.lean or self.state.square(person)
        names = victims_of(self.state, person, origin, trained.aim, reach_of(self.state, arm.id))
        damage = BULLETS * (arm.weapon.damage.count * 3.5 + arm.weapon.damage.plus)
        total = 0.0
        for name in names:
            hp = max(1, self.state.pieces[name].hp)
            total += self._sided(person, name, min(1.0, damage / hp) * 0.6)
        return 0.04 + total

    def _sided(self, person: Person, name: str, value: float) -> float:
        friend = self.state.pieces[name].side == person.side
        return -1.5 * value if friend else value

    def _explosive(self, person: Person, order: Any) -> float:
        state = self.state
        kind = order.bomb if isinstance(order, Throw) else order.weapon
        square = state.setting.square(order.at)
        charge = charge_of(state, kind)
        names = everybody_caught(state, square, charge.reach, kind)
        own = grid.distance(state.square(person), square)
        timed = kind == "grenade"
        total = 0.0
        for name in names:
            if name == person.id and timed and own >= 1:
                total -= 0.25
                continue
            total += self._sided(person, name, 0.45 if timed else 0.55)
        return total

    def _rise(self, person: Person) -> float:
        """Coming up is worth a little more than the throw, while nobody waits to fire at him."""
        waits = (one.withheld or one.trained is not None for one in self.state.enemies_of(person))
        if any(waits):
            return -0.1
        throws = easier_throws(self.state, person)
        return EASIER + max((self._explosive(person, order) for order in throws), default=-EASIER)

    # -- moves ------------------------------------------------------------------------------------

    def _move(self, person: Person, order: Move) -> float:
        """A move is worth what the new place is worth more than the old one."""
        attacks = not (person.attacked or person.acted)
        end = self.state.setting.square(order.path[-1])
        here = self._places.place(
            person, self.state.square(person), ducked=person.ducked, attacks=attacks
        )
        lies = any(
            grid.distance(end, bomb.square) <= 3
            for bomb in self.state.explosives
            if bomb.kind != "charge"
        )
        less = 0.005 * len(order.path) + (0.5 if lies else 0.0)
        down = person.ducked and order.crawl
        there = self._places.place(
            person, end, self.most + here + less, ducked=down, attacks=attacks
        )
        return there - here - 0.005 * len(order.path) - (0.5 if lies else 0.0)

    def _ending(self, person: Person, order: EndTurn) -> float:
        """Down behind cover unless there is more to gain than to fear; facing the enemies."""
        if not person.on_table:
            return 0.01
        facing = person.facing if order.facing is None else round(order.facing / 45.0) % 8
        own = self.state.square(person)
        seen = sum(
            1.0 / max(1, grid.distance(own, self.state.square(enemy)))
            for enemy in self.state.enemies_of(person)
            if grid.in_arc(own, facing, self.state.square(enemy))
        )
        down = self._places.place(person, own, ducked=True, attacks=False) if order.ducked else 0.0
        up = self._places.place(person, own, attacks=False)
        gain = down - up if order.ducked else 0.0
        trained = person.trained
        off = trained is not None and not grid.in_arc(own, facing, trained.aim)
        less = (0.01 if order.lean else 0.0) + (0.05 if off else 0.0)
        return 0.001 + 0.002 * seen + 0.1 * gain - less

    # -- the rest ---------------------------------------------------------------------------------

    def _other(self, order: Order, person: Person | None) -> float:
        match order:
            case Declare(what="reload"):
                return 0.5
            case Leave() if person is not None:
                return 2.0 if exits_of(self.state, person.side) else -0.5
            case Declare() | Cook() | SetCharge() | CutWire():
                return -0.5
            case Withhold():
                return 0.02
            case StopSearching():
                return 0.5  # whoever hid has attacked by now
            case Extinguish() | Repair():
                return 0.4
            case SetUp():
                return 0.3
            case Aid(patient=name):
                return 0.3 if self.state.person(name).out else 0.15
            case React():
                return self._reacts()
            case Hold():
                return 0.051  # what does nobody any harm is not worth an attack
            case Decline() | TakeCover():
                return 0.05
            case ThrowBack():
                return 0.0
            case Dive():
                return 0.1
        return 0.0 if person is None else -0.1

    def _reacts(self) -> float:
        frame = self.state.agenda[-1] if self.state.agenda else None
        return 0.1 if isinstance(frame, Struck) else 0.0


RARELY = (Done, Leave, Alight, ChangeSeat)
"""Orders that end much; they are picked only now and then."""

SELDOM = 0.03


def pick(state: OwbState, orders: Sequence[Order], chance: random.Random) -> Order:
    """Some order, without a thought, but not always the one that ends everything."""
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    names = [kind for kind in kinds if kind not in RARELY]
    if not names or (len(names) < len(kinds) and chance.random() < SELDOM):
        names = list(kinds)
    if len(names) > 1 and state.agenda and chance.random() < 0.5:
        names = [kind for kind in names if kind not in (EndTurn, EndVehicle)] or names
    return chance.choice(kinds[chance.choice(names)])
