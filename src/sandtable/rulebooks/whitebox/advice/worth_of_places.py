"""Places on the map, and what it is worth to a man on foot to be there.

A place is worth what can be shot at from there, less what can be shot at it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.advice import bounded
from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.melee import blades_of, melee_blow
from ..part1_personal.attack.missile import AREA_WEAPONS, Aimed, aim_at, blow_at, shot_at
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part2_vehicles.attack.bearing import vehicles_worth_attacking
from ..part3_combining.from_foot import aim_at_vehicle
from ..part3_combining.shots_on_foot import PIERCING
from ..state import Arm, OwbState, Person
from .worth import distance_to_goal, exits_of, threat_to_man, value_of, worth_of_shot

DANGER = 0.6
"""How much one minds being shot at."""

NEARER = 0.012
"""What a square nearer to the goal is worth."""

SWEPT = 1.5
"""How much more a gun is feared in the area that it is trained on."""

BUSY = 0.6
"""How much less it is feared elsewhere."""

BEST = Aimed("none", 0)
"""No shot is better than one at Short range without anything in between."""

ROUNDING = 1e-9
"""By how much sums may be off that are added up in another order."""


class Places:
    """The places of a state as they are judged for one decision: what is worked out is kept."""

    def __init__(self, state: OwbState) -> None:
        self.state = state
        self._places: dict[tuple[str, Square, bool, bool], float] = {}
        self._shots: dict[tuple[object, ...], float] = {}

    def prospect(self, person: Person) -> float:
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
        bounds = self._at_most(person, square, ducked, attacks)
        worth, is_sure = bounded(bounds, need - ROUNDING)
        if is_sure:
            self._places[key] = worth
        return worth

    def _at_most(
        self, person: Person, square: Square, ducked: bool, attacks: bool
    ) -> Iterator[float]:
        """What a square is worth at most, the closer the more is looked at; at last, its worth."""
        x, y = self.state.setting.point(square)
        there = replace(person, x=x, y=y, ducked=ducked, lean=None, on_table=True)
        enemies = self.state.enemies_of(person)
        way = NEARER * self.far(person, square)
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
            for vehicle in vehicles_worth_attacking(self.state, person.side):
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

    def far(self, person: Person, square: Square) -> float:
        """How far a square is from where a character ought to go."""
        if exits_of(self.state, person.side):
            return distance_to_goal(self.state, person.side, square)
        goals = [self.state.setting.square(o.at) for o in self.state.setting.scenario.objectives]
        goals = goals or [self.state.square(enemy) for enemy in self.state.enemies_of(person)]
        return min((grid.distance(square, goal) for goal in goals), default=0)


def _hand_weapons(person: Person) -> Iterator[Arm]:
    return (arm for arm in person.arms if arm.id not in AREA_WEAPONS)


def _pierces(arm: Arm) -> bool:
    """Whether a weapon is meant for vehicles."""
    return arm.id in PIERCING
