"""What orders are worth to whoever gives them, by exact odds, one step ahead.

Worth is counted in enemies put out of action: a shot is worth the chance of that, and a part of it
for a wound. A place is worth what can be shot at from there, less what can be shot at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.attack import Blow
from sandtable.rulebooks.whitebox.blasts import charge_of
from sandtable.rulebooks.whitebox.caught import everybody_caught
from sandtable.rulebooks.whitebox.flames import flame_victims
from sandtable.rulebooks.whitebox.frames import Struck
from sandtable.rulebooks.whitebox.goals import distance_to_goal, exits_of
from sandtable.rulebooks.whitebox.melee import blades_of, melee_blow
from sandtable.rulebooks.whitebox.missile import AREA_WEAPONS, Aimed, aim_at, blow_at, shot_at
from sandtable.rulebooks.whitebox.orders import (
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
    SetCharge,
    SetUp,
    Shoot,
    Strike,
    Sweep,
    TakeCover,
    Throw,
    ThrowBack,
    Withhold,
)
from sandtable.rulebooks.whitebox.pieces import Arm, Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.suppress import reach_of, victims_of
from sandtable.rulebooks.whitebox.tables import Throw as DamageDice
from sandtable.rulebooks.whitebox.vehicles.advice import VehicleView
from sandtable.rulebooks.whitebox.vehicles.foot_candidates import enemy_vehicles
from sandtable.rulebooks.whitebox.vehicles.from_foot import aim_at_vehicle
from sandtable.rulebooks.whitebox.vehicles.gun_attack import VehicleShot
from sandtable.rulebooks.whitebox.vehicles.hand_to_hand import strike_at
from sandtable.rulebooks.whitebox.vehicles.worths import threat_to_man, worth_of_shot
from sandtable.table import grid
from sandtable.table.grid import Square

WOUND = 0.35
"""What a wound is worth, in parts of putting somebody out of action."""

DANGER = 0.6
"""How much one minds being shot at."""

NEARER = 0.012
"""What a square nearer to the goal is worth."""

SWEPT = 1.5
"""How much more a gun is feared in the area that it is trained on."""

BUSY = 0.6
"""How much less it is feared elsewhere."""

BULLETS = 1.33
"""Bullets that strike a victim on average."""


BEST = Aimed("none", 0)
"""No shot is better than one at Short range without anything in between."""

ROUNDING = 1e-9
"""By how much sums may be off that are added up in another order."""


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
        self._places: dict[tuple[str, Square, bool, bool], float] = {}
        self._shots: dict[tuple[object, ...], float] = {}
        self._vehicles = VehicleView(state, value_of)

    def promise(self, order: Order) -> tuple[bool, float]:
        """When to weigh an order: moves last, those first that lead nearest to the goal."""
        if not isinstance(order, Move):
            return False, 0.0
        end = self.state.setting.square(order.path[-1])
        return True, self._far(self.state.person(order.person), end)

    def worth(self, order: Order) -> float:
        """What an order is worth, or more than that if it is worth less than the best."""
        person = self.state.find_person(getattr(order, "person", ""))
        match order:
            case Begin() if person is not None:
                return 1.0 + self._prospect(person)
            case Done():
                return 0.0
            case Shoot() | Strike() | Sweep() | Mass() | Flame() if person is not None:
                return self._attack(person, order)
            case Throw() | Launch() if person is not None:
                return self._explosive(person, order)
            case Move() if person is not None:
                return self._move(person, order)
            case EndTurn() if person is not None:
                return self._ending(person, order)
            case Deploy() if person is not None:
                square = self.state.setting.square(order.at)
                return 1.0 + self.place(person, square, self.most - 1.0, ducked=order.ducked)
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

    # -- places -----------------------------------------------------------------------------------

    def _prospect(self, person: Person) -> float:
        """What the best shot of a character is worth from where he stands."""
        if not person.on_table:
            return 0.0
        shots = (self._shot(person, enemy) for enemy in self.state.enemies_of(person))
        return max(self._hunt(person), max(shots, default=0.0))

    def _shot(self, person: Person, enemy: Person) -> float:
        """What the best attack of one on another is worth."""
        state = self.state
        if grid.distance(state.square(person), state.square(enemy)) == 1:
            blade = next(iter(blades_of(person)))
            return value_of(melee_blow(state, person, enemy, blade), enemy)
        return max((self._fire(person, arm, enemy) for arm in _hand_weapons(person)), default=0.0)

    def _fire(self, person: Person, arm: Arm, enemy: Person) -> float:
        """What a shot is worth; from another place only the line and the range are others."""
        mode = "burst" if arm.weapon.burst else "single"
        if self.state.on("stances"):
            return value_of(shot_at(self.state, person, arm, enemy, mode), enemy)
        aimed = aim_at(self.state, person, arm, enemy, mode)
        if isinstance(aimed, Refusal):
            return 0.0
        return self._aimed(person, arm, enemy, mode, aimed)

    def _aimed(self, person: Person, arm: Arm, enemy: Person, mode: str, aimed: Aimed) -> float:
        key = (person.id, arm.id, enemy.id, aimed)
        found = self._shots.get(key)
        if found is None:
            blow = blow_at(self.state, person, arm.weapon, enemy, mode, *aimed)
            found = self._shots[key] = value_of(blow, enemy)
        return found

    def place(
        self,
        person: Person,
        square: Square,
        need: float = float("-inf"),
        *,
        ducked: bool = False,
        attacks: bool = True,
    ) -> float:
        """What it is worth to a character to be in a square, or more than that if it is too little.

        Args:
            person: Who would be there.
            square: Where.
            need: What it must be worth to matter.
            ducked: Whether he is down there.
            attacks: Whether he can still attack.
        """
        key = (person.id, square, ducked, attacks)
        if key in self._places:
            return self._places[key]
        for worth in self._at_most(person, square, ducked, attacks):
            if worth < need - ROUNDING:
                return worth
        self._places[key] = worth
        return worth

    def _at_most(
        self, person: Person, square: Square, ducked: bool, attacks: bool
    ) -> Iterator[float]:
        """What a square is worth at most, the closer the more is looked at; at last, its worth."""
        x, y = self.state.setting.point(square)
        there = replace(person, x=x, y=y, ducked=ducked, lean=None, on_table=True)
        enemies = self.state.enemies_of(person)
        way = NEARER * self._far(person, square)
        gain = 0.0
        if attacks:
            yield self._hope(person, square) - way
            up = replace(there, ducked=False)
            gain = max((self._shot(up, enemy) for enemy in enemies), default=0.0)
            gain = max(gain, self._hunt(up))
        danger = 0.0
        for enemy in enemies:
            yield gain - DANGER * danger / 2 - way
            danger += self._shot(enemy, there) * self._busy(enemy, square)
        danger += threat_to_man(self.state, person, square) * (0.5 if ducked else 1.0)
        yield gain - DANGER * danger / 2 - way

    def _hope(self, person: Person, square: Square) -> float:
        """What can be gained at most by an attack out of a square."""
        state, enemies = self.state, self.state.enemies_of(person)
        beside = any(grid.distance(square, state.square(enemy)) == 1 for enemy in enemies)
        if beside or state.on("stances") or any(map(_pierces, person.arms)):
            return float("inf")
        key = ("hope", person.id)
        if key not in self._shots:
            self._shots[key] = max(
                (
                    self._aimed(person, arm, enemy, "burst" if arm.weapon.burst else "single", BEST)
                    for arm in _hand_weapons(person)
                    for enemy in enemies
                ),
                default=0.0,
            )
        return self._shots[key]

    def _hunt(self, person: Person) -> float:
        """What the best shot at a vehicle is worth, for those who have something against it."""
        best = 0.0
        for arm in person.arms:
            if not _pierces(arm):
                continue
            for vehicle in enemy_vehicles(self.state, person.side):
                shot = aim_at_vehicle(self.state, person, arm, vehicle, "single")
                if isinstance(shot, VehicleShot):
                    best = max(best, worth_of_shot(self.state, shot))
        return best

    def _busy(self, enemy: Person, square: Square) -> float:
        """How much a gun is to be feared that others keep busy: it must open fire anew.

        This is what fire and maneuver rests on: one party draws the fire, the other advances.
        """
        trained = enemy.trained
        if trained is None:
            return 1.0
        cite("owb.maneuver.two-groups")
        swept = grid.distance(trained.aim, square) <= 2
        return SWEPT if swept else BUSY

    def _far(self, person: Person, square: Square) -> float:
        """How far a square is from where a character ought to go."""
        if exits_of(self.state, person.side):
            return distance_to_goal(self.state, person.side, square)
        goals = [self.state.setting.square(o.at) for o in self.state.setting.scenario.objectives]
        goals = goals or [self.state.square(enemy) for enemy in self.state.enemies_of(person)]
        return min((grid.distance(square, goal) for goal in goals), default=0)

    def _move(self, person: Person, order: Move) -> float:
        """A move is worth what the new place is worth more than the old one."""
        attacks = not (person.attacked or person.acted)
        end = self.state.setting.square(order.path[-1])
        here = self.place(person, self.state.square(person), ducked=person.ducked, attacks=attacks)
        lies = any(
            grid.distance(end, bomb.square) <= 3
            for bomb in self.state.explosives
            if bomb.kind != "charge"
        )
        less = 0.005 * len(order.path) + (0.5 if lies else 0.0)
        down = person.ducked and order.crawl
        there = self.place(person, end, self.most + here + less, ducked=down, attacks=attacks)
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
        down = self.place(person, own, ducked=True, attacks=False) if order.ducked else 0.0
        up = self.place(person, own, attacks=False)
        gain = down - up if order.ducked else 0.0
        return 0.001 + 0.002 * seen + 0.1 * gain - (0.01 if order.lean else 0.0)

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
            case Extinguish() | Repair():
                return 0.4
            case SetUp():
                return 0.3
            case Aid(patient=name):
                return 0.3 if self.state.person(name).out else 0.15
            case React():
                return self._reacts()
            case Decline() | Hold() | TakeCover():
                return 0.05
            case ThrowBack():
                return 0.0
            case Dive():
                return 0.1
        return 0.0 if person is None else -0.1

    def _reacts(self) -> float:
        frame = self.state.agenda[-1] if self.state.agenda else None
        return 0.1 if isinstance(frame, Struck) else 0.0


def _hand_weapons(person: Person) -> Iterator[Arm]:
    return (arm for arm in person.arms if arm.id not in AREA_WEAPONS)


def _pierces(arm: Arm) -> bool:
    """Whether a weapon is meant for vehicles."""
    return arm.id.startswith("rpg") or arm.id == "rifle-anti-tank"


def value_of(blow: Blow | Refusal, target: Person) -> float:
    """What an attack is worth: the chance to put the target out, and a part for a wound."""
    if isinstance(blow, Refusal):
        return 0.0
    hit = 1.0 if blow.sure else min(20, max(0, 21 - blow.needed)) / 20
    if blow.naturals and not blow.sure:
        hit = min(0.95, max(0.05, hit))
    if hit <= 0:
        return 0.0
    out = _chance_of(blow, max(1, target.hp))
    worth = 1.3 if target.combatant.operative or target.rank == "officer" else 1.0
    return worth * hit * (out + (1 - out) * WOUND)


def _chance_of(blow: Blow, needed: int) -> float:
    """The chance that the damage of a hit is at least so much."""
    return _chance_of_damage(blow.damage, blow.more, blow.times, needed)


@lru_cache(maxsize=1024)
def _chance_of_damage(damage: DamageDice, more: int, times: int, needed: int) -> float:
    dice, sides = damage.count, damage.sides
    ways = {0: 1}
    for _ in range(dice):
        ways = {
            total: sum(ways.get(total - face, 0) for face in range(1, sides + 1))
            for total in range(1, sides * dice + 1)
        }
    plus = damage.plus + more
    good = sum(n for total, n in ways.items() if max(1, total + plus) * times >= needed)
    return float(good) / float(sides**dice)
