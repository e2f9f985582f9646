"""What orders are worth to whoever gives them, by exact odds, one step ahead.

Worth is counted in enemies put out of action: a shot is worth the chance of that, and a part of it
for a wound. A place is worth what can be shot at from there, less what can be shot at it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.advice import Worths, weighed
from sandtable.battle import Order
from sandtable.table import grid

from ..part1_personal.attack.missile import shot_at
from ..part1_personal.autofire.suppressive_fire import reach_of, victims_of
from ..part1_personal.explosives.blasts import charge_of
from ..part1_personal.explosives.explosions import everybody_caught
from ..part1_personal.explosives.lobbing import easier_throws
from ..part1_personal.weapons.flamethrower import flame_victims
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part3_combining.from_foot import strike_at
from ..state import OwbState, Person
from ..state import orders as of_men
from ..state.frames import Struck
from ..state.vehicle_orders import Alight, ChangeSeat, EndVehicle
from .vehicles import OF_VEHICLES, VehicleView
from .worth import exits_of, value_of, worth_of_shot
from .worth_of_places import Places

BULLETS = 1.33
"""Bullets that strike a victim on average."""

EASIER = 0.05
"""What it is worth to see where one throws."""


def advise(state: OwbState, orders: Sequence[Order]) -> Iterable[tuple[float, Order]]:
    """Orders with their worth; of those that cannot be the best, what they are worth at most.

    Moves take longest to weigh. They come last, the most promising first: of most of them it soon
    shows that something else is better.
    """
    view = View(state)
    return weighed(orders, view.when, view.worth)


class View(VehicleView):
    """A state as it is judged for one decision: what is worked out once is kept.

    Attributes:
        state: Where the fight stands.
        most: What the best order is worth of those that have been weighed.
    """

    def __init__(self, state: OwbState) -> None:
        super().__init__(state)
        self.most = float("-inf")
        self._places = Places(state)

    def when(self, order: Order) -> tuple[bool, float]:
        """When to weigh an order: moves last, those first that lead nearest to the goal."""
        if not isinstance(order, of_men.Move):
            return False, 0.0
        end = self.state.setting.square(order.path[-1])
        return True, self._places.far(self.state.person(order.person), end)

    def worth(self, order: Order, most: float) -> float:
        """What an order is worth, or more than that if it is worth less than the best."""
        self.most = most
        return WORTHS.of(self, order)

    # -- attacks ----------------------------------------------------------------------------------

    def shot_fired(self, order: of_men.Shoot) -> float:
        """A shot or two; suppressive fire is worth more where there are many."""
        state, person = self.state, self.state.person(order.person)
        arm = person.arm(order.weapon)
        assert arm is not None
        spot = None if order.lean is None else state.setting.square(order.lean)
        total = 0.0
        for target in (order.target, order.second):
            if target is not None:
                victim = state.person(target)
                shot = shot_at(state, person, arm, victim, order.mode, lean=spot)
                total += value_of(shot, victim)
        if order.second is None and arm.weapon.rof == "2" and order.mode == "single":
            total *= 0.99
        more = self._crowd(person, order.target) if order.mode == "suppress" else 0.0
        return 0.05 + total + more - (0.02 if order.lean is not None else 0.0)

    def struck(self, order: of_men.Strike) -> float:
        """A blow by hand, at a man or at a vehicle."""
        blow = strike_at(self.state, self.state.person(order.person), order.target, order.weapon)
        if isinstance(blow, VehicleShot):
            return 0.05 + worth_of_shot(self.state, blow)
        return 0.05 + value_of(blow, self.state.person(order.target))

    def flamed(self, order: of_men.Flame) -> float:
        """A flame, by whom it would catch."""
        person = self.state.person(order.person)
        names = flame_victims(self.state, person, self.state.setting.square(order.at))
        return 0.05 + sum(self._sided(person, name, 0.8) for name in names)

    def _crowd(self, person: Person, name: str) -> float:
        """What it is worth to have a weapon trained on somebody and those around him."""
        target = self.state.square(self.state.person(name))
        near = sum(
            grid.distance(target, self.state.square(enemy)) <= 2
            for enemy in self.state.enemies_of(person)
        )
        return 0.08 * (near - 1)

    def swept(self, order: of_men.Sweep) -> float:
        """Suppressive fire that is kept up, by whom it would strike."""
        state, person = self.state, self.state.person(order.person)
        less = 0.02 * ((order.helper is not None) + (order.lean is not None))
        arm = None if person.trained is None else person.arm(person.trained.arm)
        if person.trained is None or arm is None:
            return 0.0 - less
        lean = None if order.lean is None else state.setting.square(order.lean)
        origin = lean or person.lean or state.square(person)
        names = victims_of(state, person, origin, person.trained.aim, reach_of(state, arm.id))
        damage = BULLETS * (arm.weapon.damage.count * 3.5 + arm.weapon.damage.plus)
        total = 0.0
        for name in names:
            hp = max(1, state.pieces[name].hp)
            total += self._sided(person, name, min(1.0, damage / hp) * 0.6)
        return 0.04 + total - less

    def _sided(self, person: Person, name: str, value: float) -> float:
        friend = self.state.pieces[name].side == person.side
        return -1.5 * value if friend else value

    def thrown(self, order: of_men.Throw | of_men.Launch) -> float:
        """An explosive, by whom it would catch."""
        state, person = self.state, self.state.person(order.person)
        kind = order.bomb if isinstance(order, of_men.Throw) else order.weapon
        square = state.setting.square(order.at)
        names = everybody_caught(state, square, charge_of(state, kind).reach, kind)
        own, timed = grid.distance(state.square(person), square), kind == "grenade"
        total = 0.0
        for name in names:
            if name == person.id and timed and own >= 1:
                total -= 0.25
                continue
            total += self._sided(person, name, 0.45 if timed else 0.55)
        return total

    def rises(self, order: of_men.Rise) -> float:
        """Coming up is worth a little more than the throw, while nobody waits to fire at him."""
        person = self.state.person(order.person)
        waits = (one.withheld or one.trained is not None for one in self.state.enemies_of(person))
        if any(waits):
            return -0.1
        throws = easier_throws(self.state, person)
        return EASIER + max((self.thrown(order) for order in throws), default=-EASIER)

    # -- moves ------------------------------------------------------------------------------------

    def begun(self, order: of_men.Begin) -> float:
        """The turn of somebody, by the best that he could shoot at."""
        return 1.0 + self._places.prospect(self.state.person(order.person))

    def deployed(self, order: of_men.Deploy) -> float:
        """The place of a man; vehicles are put anywhere."""
        person = self.state.find_person(order.person)
        if person is None:
            return 0.0
        square = self.state.setting.square(order.at)
        return 1.0 + self._places.place(person, square, self.most - 1.0, ducked=order.ducked)

    def moved(self, order: of_men.Move) -> float:
        """A move is worth what the new place is worth more than the old one."""
        state, person = self.state, self.state.person(order.person)
        attacks = not (person.attacked or person.acted)
        end, own = state.setting.square(order.path[-1]), state.square(person)
        here = self._places.place(person, own, ducked=person.ducked, attacks=attacks)
        lies = any(
            grid.distance(end, bomb.square) <= 3
            for bomb in state.explosives
            if bomb.kind != "charge"
        )
        less = 0.005 * len(order.path) + (0.5 if lies else 0.0)
        down = person.ducked and order.crawl
        need = self.most + here + less
        there = self._places.place(person, end, need, ducked=down, attacks=attacks)
        return there - here - 0.005 * len(order.path) - (0.5 if lies else 0.0)

    def ended(self, order: of_men.EndTurn) -> float:
        """Down behind cover unless there is more to gain than to fear; facing the enemies."""
        person = self.state.person(order.person)
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

    def left(self, order: of_men.Leave) -> float:
        """Leaving the map, for those who want to get away."""
        side = self.state.person(order.person).side
        return 2.0 if exits_of(self.state, side) else -0.5

    def aided(self, order: of_men.Aid) -> float:
        """First Aid, to those who are out above all."""
        return 0.3 if self.state.person(order.patient).out else 0.15

    def reacted(self, order: of_men.React) -> float:
        """Dropping to the ground under fire."""
        return 0.1 if isinstance(self.state.frame, Struck) else 0.0


WORTHS: Final = Worths(
    {
        **OF_VEHICLES,
        of_men.Begin: View.begun,
        of_men.Done: 0.0,
        of_men.Shoot: View.shot_fired,
        of_men.Strike: View.struck,
        of_men.Sweep: View.swept,
        of_men.Mass: 0.5,
        of_men.Flame: View.flamed,
        of_men.Throw: View.thrown,
        of_men.Launch: View.thrown,
        of_men.Move: View.moved,
        of_men.Rise: View.rises,
        of_men.EndTurn: View.ended,
        of_men.Deploy: View.deployed,
        of_men.Declare: lambda _, order: 0.5 if order.what == "reload" else -0.5,
        of_men.Leave: View.left,
        **dict.fromkeys((of_men.Cook, of_men.SetCharge, of_men.CutWire), -0.5),
        of_men.Withhold: 0.02,
        of_men.StopSearching: 0.5,  # whoever hid has attacked by now
        of_men.Extinguish: 0.4,
        of_men.Repair: 0.4,
        of_men.SetUp: 0.3,
        of_men.Aid: View.aided,
        of_men.React: View.reacted,
        of_men.Hold: 0.051,  # what does nobody any harm is not worth an attack
        of_men.Decline: 0.05,
        of_men.TakeCover: 0.05,
        of_men.ThrowBack: 0.0,
        of_men.Dive: 0.1,
        of_men.AllowSaves: 0.0,
    },
    otherwise=-0.1,
)
"""What each kind of order is worth."""

RARELY = (of_men.Done, of_men.Leave, Alight, ChangeSeat)
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
        names = [kind for kind in names if kind not in (of_men.EndTurn, EndVehicle)] or names
    return chance.choice(kinds[chance.choice(names)])
