"""What the orders of a vehicle's turn are worth to whoever gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from sandtable.advice.worths import Worth
from sandtable.battle import Order, Refusal
from sandtable.table import grid

from ..part1_personal.attack.attack_roll import Blow
from ..part2_vehicles.attack.at_squares import SquareShot
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part2_vehicles.attack.gun_orders import gun_orders_of
from ..part2_vehicles.attack.ordered_shots import Shot, ready
from ..part2_vehicles.damage.hull import hull_level
from ..part2_vehicles.maneuvers.driving import preview
from ..part2_vehicles.maneuvers.every_maneuver import Preview
from ..part2_vehicles.modifications.firing_ports import shot_through_port
from ..part2_vehicles.movement.reach import reach
from ..part3_combining.from_foot import aim
from ..state import OwbState, Person, Vehicle
from ..state import vehicle_orders as vo
from ..state.vehicle_stats import GUNS
from ..state.vehicles import OPERATOR, Pace
from .worth import (
    centre_square,
    distance_to_goal,
    exits_of,
    place_of_vehicle,
    value_of,
    value_of_vehicle,
    worth_of_burst,
    worth_of_shot,
)

MOVING_FIRE: Final = 0.5
"""What is left of the worth of shots from a vehicle at normal pace."""

PLACES: Final = 40
"""How many of the places that a vehicle can reach are looked at for a pace."""

MISHAP: Final = {"wheeled": 1.5, "tracked": 0.8}
"""What a mishap costs."""

STUCK: Final = 1.0
GOT_AWAY: Final = 2.0
"""What it is worth to leave over the right edge, for each man aboard."""

LEFT: Final = -5.0
"""What it is worth to leave over any other."""

WORK: Final = {"restart": 0.8, "unlock": 0.3, "dig-out": 0.3, "right": 0.1}
NEAR_THE_GOAL: Final = 7
"""How near to where they want to go passengers get out."""


class VehicleView:
    """A state as it is judged for one decision about vehicles."""

    def __init__(self, state: OwbState) -> None:
        self.state = state
        self._guns: dict[tuple[str, str], float] = {}

    def started(self, order: vo.StartVehicle) -> float:
        """The turn of a vehicle: what its guns can do."""
        return 1.2 + self._fire_of(self.state, self.state.vehicle(order.vehicle))

    def swiped(self, order: vo.Sideswipe) -> float:
        """A sideswipe."""
        state = self.state
        return self._swipe(state.vehicle(order.vehicle), state.vehicle(order.target))

    def gun_fired(self, order: vo.FireGun) -> float:
        """A mounted weapon."""
        return 0.05 + self.shot(self.state, self.state.person(order.person), order)

    def port_fired(self, order: vo.FirePort) -> float:
        """A hand weapon fired out of a vehicle."""
        person = self.state.person(order.person)
        shot = shot_through_port(self.state, person, order)
        return 0.04 + self._worth(self.state, person, shot)

    def gun_held(self, order: vo.WithholdGun) -> float:
        """An attack that is held back: worth something only to gunners."""
        person = self.state.person(order.person)
        return 0.02 if self.state.vehicle(person.aboard).mount(person.seat) else -0.1

    # -- guns -------------------------------------------------------------------------------------

    def shot(self, state: OwbState, person: Person, order: vo.FireGun) -> float:
        """What firing a mounted weapon is worth."""
        found = self._worth(state, person, ready(state, person, order))
        return found + (0.05 if order.mode == "suppress" else 0.0)

    def _worth(self, state: OwbState, person: Person, shot: Shot | Refusal) -> float:
        match shot:
            case VehicleShot():
                return worth_of_shot(state, shot)
            case SquareShot():
                return worth_of_burst(state, person.side, shot)
            case Blow():
                return value_of(shot, state.person(shot.target))
        return 0.0

    def _best_shot(self, state: OwbState, person: Person) -> float:
        """What the best shot of a gunner is worth as things are."""
        return max(
            (
                self.shot(state, person, order)
                for order in gun_orders_of(state, person)
                if isinstance(order, vo.FireGun)
            ),
            default=0.0,
        )

    def _fire_of(self, state: OwbState, vehicle: Vehicle) -> float:
        """What the shots of all gunners are worth together as things are."""
        total = 0.0
        for mount in vehicle.mounts:
            gunner = state.in_seat(vehicle.id, mount.id)
            if gunner is None or gunner.attacked or gunner.acted:
                continue
            key = (mount.id, vehicle.pace)
            if key not in self._guns:
                self._guns[key] = self._best_shot(state, gunner)
            total += self._guns[key]
        return total

    def traversed(self, order: vo.Traverse) -> float:
        """Towards a better shot; without any, towards the most dangerous enemy."""
        person = self.state.person(order.person)
        vehicle = self.state.vehicle(person.aboard)
        mount = vehicle.mount(order.mount)
        if mount is None or person.attacked or person.acted:
            return -0.1
        turned = replace(mount, facing=(mount.facing + order.eighths) % 8)
        there = self.state.copy()
        there.put(vehicle.with_mount(turned))
        now, then = self._best_shot(self.state, person), self._best_shot(there, person)
        if then > now + 0.01:
            return 0.1 + then - now
        if now > 0.05:
            return -0.1
        return 0.05 if self._points_better(vehicle, mount.facing, turned.facing) else -0.1

    def _points_better(self, vehicle: Vehicle, before: int, after: int) -> bool:
        print_ = self.state.footprint(vehicle)
        here = centre_square(print_)
        enemies = [
            (value_of_vehicle(self.state, other), centre_square(self.state.footprint(other)))
            for other in self.state.vehicles()
            if other.side != vehicle.side and other.on_table and not other.wreck
        ]
        if not enemies:
            return False
        _, target = max(enemies)
        if target == here:
            return False
        wanted = (grid.facing_to(here, target) - print_.facing) % 8
        return _apart(after, wanted) < _apart(before, wanted)

    def trailer_turned(self, order: vo.TurnTrailer) -> float:
        """Towards the nearest enemy, unless there is something to fire at now."""
        person = self.state.person(order.person)
        gun = self.state.vehicle(person.aboard)
        print_ = self.state.footprint(gun)
        here = centre_square(print_)
        foes = [self.state.square(foe) for foe in self.state.enemies_of(person)]
        nearest = min(foes, key=lambda at: (grid.distance(here, at), at), default=here)
        if nearest == here or self._best_shot(self.state, person) > 0.1:
            return -0.1
        wanted = grid.facing_to(here, nearest)
        after = (print_.facing + (1 if order.hand == "right" else -1)) % 8
        return 0.2 if _apart(after, wanted) < _apart(print_.facing, wanted) else -0.1

    # -- driving ----------------------------------------------------------------------------------

    def paced(self, order: vo.SetPace) -> float:
        """What can be fired at that pace, and where it leads."""
        vehicle = self.state.vehicle(order.vehicle)
        at_pace = self.state.copy()
        slow = at_pace.alter(vehicle.id, pace="stopped")
        fire = self._fire_of(at_pace, slow)
        if order.pace == "stopped":
            return 3.0 + fire
        part = MOVING_FIRE if order.pace == "normal" else 1.0
        return 3.0 + part * fire + self._best_place(vehicle, order.pace) - 0.02

    def _best_place(self, vehicle: Vehicle, pace: Pace) -> float:
        """What is gained by the best place that can be reached at a pace."""
        state = self.state
        here = place_of_vehicle(state, vehicle, state.footprint(vehicle))
        places = reach(state, vehicle, pace, limit=400)
        step = max(1, len(places) // PLACES)
        # The last ones are the farthest; they must be among those that are looked at.
        chosen = places[::-1][::step]
        return max(
            (
                place_of_vehicle(state, vehicle, place.after) - here - STUCK * float(place.stuck)
                for place in chosen
            ),
            default=0.0,
        )

    def manoeuvred(self, order: Any) -> float:
        """Where it leads, what it strikes, and what may go wrong."""
        found = preview(self.state, order)
        if found is None:
            return -1.0
        vehicle = self.state.vehicle(order.vehicle)
        if found.leaves:
            return self._leaves(vehicle, found)
        here = place_of_vehicle(self.state, vehicle, self.state.footprint(vehicle))
        gain = place_of_vehicle(self.state, vehicle, found.after) - here
        if isinstance(order, vo.DriveDefensively):
            gain = 0.1
        if found.strikes:
            gain = self._strikes(vehicle, found)
        success = float(found.success)
        risk = (1 - success) * MISHAP["tracked" if vehicle.tracked else "wheeled"]
        return success * gain - risk - STUCK * float(found.stuck) - 0.002 * found.cost

    def _leaves(self, vehicle: Vehicle, found: Preview) -> float:
        aboard = sum(person.able for person in self.state.occupants(vehicle.id))
        x, y = found.after.centre
        width, rows = self.state.grounds.width, self.state.grounds.rows
        off = {"west": -x, "east": x - width + 1, "north": -y, "south": y - rows + 1}
        edge = max(off, key=lambda name: off[name])
        return GOT_AWAY * aboard if edge in exits_of(self.state, vehicle.side) else LEFT

    def _strikes(self, vehicle: Vehicle, found: Preview) -> float:
        """What it is worth to run into somebody or something on purpose."""
        total = 0.0
        for name in found.strikes.persons:
            total += self._run_down(vehicle, self.state.person(name))
        for name in found.strikes.vehicles:
            total += self._swipe(vehicle, self.state.vehicle(name))
        return total - 1.0 * len(found.strikes.objects)

    def _run_down(self, vehicle: Vehicle, person: Person) -> float:
        """What it is worth to run somebody down; whoever is down already is out of the fight."""
        if person.side == vehicle.side:
            return -2.0
        return 0.7 if person.able else 0.0

    def _swipe(self, vehicle: Vehicle, other: Vehicle) -> float:
        """What it is worth to strike another vehicle: much only with the heavier hull."""
        if other.side == vehicle.side or other.wreck:
            return -2.0
        heavier = hull_level(vehicle, "front") - hull_level(other, "left")
        if heavier <= 0:
            return -0.6
        return 0.15 * heavier * value_of_vehicle(self.state, other)

    # -- men --------------------------------------------------------------------------------------

    def seat_changed(self, order: vo.ChangeSeat) -> float:
        """The operator's seat first, then the guns; nobody leaves a better one."""
        person = self.state.person(order.person)
        vehicle = self.state.vehicle(person.aboard)
        if vehicle.wreck:
            return -0.5
        rank = _rank(vehicle, order.seat) - _rank(vehicle, person.seat)
        return 0.4 * rank if rank > 0 else -0.5

    def alighted(self, order: vo.Alight) -> float:
        """Out of wrecks; and riders get out where they are needed."""
        person = self.state.person(order.person)
        vehicle = self.state.vehicle(person.aboard)
        lost = bool(vehicle.wreck or vehicle.overturned) or (
            vehicle.immobile and not any(not mount.lost for mount in vehicle.mounts)
        )
        if lost:
            return 0.7
        if exits_of(self.state, person.side) or vehicle.pace not in ("stopped", "crawl"):
            return -0.5
        crew = person.seat == OPERATOR or vehicle.mount(person.seat) is not None
        if crew or not person.arms:
            return -0.5
        here = centre_square(self.state.footprint(vehicle))
        near = distance_to_goal(self.state, person.side, here) <= NEAR_THE_GOAL
        foes = [grid.distance(here, self.state.square(f)) for f in self.state.enemies_of(person)]
        return 0.3 if near or min(foes, default=99) <= NEAR_THE_GOAL else -0.5

    def shot_on_foot(self, order: vo.ShootAboard) -> float:
        """A shot of a man on foot at a vehicle or at somebody aboard."""
        person = self.state.person(order.person)
        vehicle = self.state.vehicle(order.vehicle)
        if order.underside:
            thin = hull_level(vehicle, "bottom") <= 1
            return 0.15 * value_of_vehicle(self.state, vehicle) if thin else 0.0
        arm = person.arm(order.weapon)
        if arm is None:
            return 0.0
        shot = aim(self.state, person, arm, order)
        if isinstance(shot, VehicleShot):
            times = 1.9 if order.twice else shot.times
            return 0.05 + worth_of_shot(self.state, shot) * times
        if isinstance(shot, Blow):
            return 0.05 + value_of(shot, self.state.person(shot.target))
        return 0.0


def _apart(one: int, two: int) -> int:
    """How many eighths of a turn lie between two facings."""
    turn = (one - two) % 8
    return min(turn, 8 - turn)


def _rank(vehicle: Vehicle, seat: str) -> int:
    """How much a seat matters."""
    if seat == OPERATOR:
        return 3
    mount = vehicle.mount(seat)
    if mount is None:
        return 0
    return 2 if mount.weapon in GUNS else 1


OF_VEHICLES: Final[Mapping[type[Order], Worth]] = {
    vo.StartVehicle: VehicleView.started,
    vo.EndVehicle: 0.0,
    vo.SetPace: VehicleView.paced,
    vo.Unstick: 4.0,
    **dict.fromkeys(
        (vo.Drive, vo.Turning, vo.ChangeLane, vo.Jump, vo.Pivot, vo.DriveDefensively),
        VehicleView.manoeuvred,
    ),
    vo.Sideswipe: VehicleView.swiped,
    vo.ShootAboard: VehicleView.shot_on_foot,
    vo.Board: -0.3,
    vo.Escape: 0.1,
    vo.FireGun: VehicleView.gun_fired,
    vo.SweepGun: 0.3,
    vo.FirePort: VehicleView.port_fired,
    vo.Traverse: VehicleView.traversed,
    vo.TurnTrailer: VehicleView.trailer_turned,
    vo.WithholdGun: VehicleView.gun_held,
    vo.ChangeSeat: VehicleView.seat_changed,
    vo.Alight: VehicleView.alighted,
    vo.Work: lambda _, order: WORK[order.labour],
    vo.RepairGun: 0.5,
    vo.AidAboard: 0.2,
    vo.DouseAboard: 0.4,
}
"""What the orders of a vehicle's turn are worth."""
