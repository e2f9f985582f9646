"""Whether somebody aboard can attack at all: asked of every order, not only of sensible ones.

Like `open_attacks` for those on foot: every weapon, mode, kind of round and port, at everybody and
every vehicle that is known, and for guns at every square and all cover in reach. What can be done
in any mode or with any round can be done with a single shot of the plainest, so others are tried
only where they were declared; smoke alone goes where nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, get_args

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import AREA_WEAPONS, check_weapon
from sandtable.rulebooks.whitebox.part1_personal.attack.open_attacks import (
    Alike,
    hulls,
    reach,
    rings,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned, check_once, manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import (
    covers_square,
    traverse_left,
    turret_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import (
    GunOrder,
    check_gun_order,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shells import check_round
from sandtable.rulebooks.whitebox.part2_vehicles.attack.turrets import turned
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import (
    PORTS,
    check_place,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import check_attack_aboard
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    FireGun,
    FirePort,
    Point,
    RoundKind,
    SweepGun,
    Traverse,
)
from sandtable.rulebooks.whitebox.state.vehicles import Mount

PortMode = Literal["single", "burst", "both-barrels"]
HAND_MODES: Final[tuple[PortMode, ...]] = get_args(PortMode)
ROUNDS: Final[tuple[RoundKind, ...]] = get_args(RoundKind)


# -- is there any? --------------------------------------------------------------------------------


def open_release(state: OwbState, person: Person) -> GunOrder | Traverse | None:
    """What somebody aboard who holds his attack back could do now, if there is anything.

    That is an attack, or the traverse of a turret after which there is one. To keep up suppressive
    fire is none of those that can be withheld.
    """
    return state.once(("release", person.id), lambda: _release(state, person))


def _release(state: OwbState, person: Person) -> GunOrder | Traverse | None:
    if check_attack_aboard(state, person) is not None or person.swept:
        return None
    found = _first(state, person, _everything(state, person))
    if found is not None:
        return found
    for mount in _mounts(state, person):
        gun = manned(state, person, mount.id)
        turret = None if isinstance(gun, Refusal) else turret_of(gun.vehicle, mount)
        if isinstance(gun, Refusal) or turret is None:
            continue
        left = traverse_left(turret)
        for eighths in (*range(-1, -left - 1, -1), *range(1, left + 1)):
            trial = state.copy()
            trial.put(turned(gun.vehicle, turret, eighths))
            if _first(trial, person, _shots(trial, person, mount)) is not None:
                return Traverse(person=person.id, mount=mount.id, eighths=eighths)
    return None


def open_gun_attack_like(
    state: OwbState, person: Person, attack: GunOrder, alike: Alike
) -> GunOrder | None:
    """An attack that could be made in the place of one that was declared, if there is any."""
    match attack:
        case FireGun():
            orders = _all_shots(state, person, attack)
        case FirePort(mode=mode):
            orders = _through_ports(state, person, (mode,))
        case SweepGun(mount=mount):
            orders = iter((SweepGun(person=person.id, mount=mount),))
    return _first(state, person, filter(alike, orders))


def _first(state: OwbState, person: Person, orders: Iterator[GunOrder]) -> GunOrder | None:
    legal = (order for order in orders if check_gun_order(state, person, order) is None)
    return next(legal, None)


# -- the attacks ----------------------------------------------------------------------------------


def _everything(state: OwbState, person: Person) -> Iterator[GunOrder]:
    yield from _all_shots(state, person)
    yield from _through_ports(state, person)


def _mounts(state: OwbState, person: Person) -> tuple[Mount, ...]:
    vehicle = state.find_vehicle(person.aboard)
    return () if vehicle is None else vehicle.mounts


def _targets(state: OwbState, side: str) -> list[str]:
    """Everybody of other sides who is known and lives, on foot or aboard, and their vehicles."""

    def find() -> list[str]:
        vehicles = [vehicle.id for vehicle in hulls(state, side)]
        people = [
            one.id
            for one in state.persons()
            if one.side != side
            and one.out != "dead"
            and not one.hidden
            and (one.aboard in vehicles if one.aboard else one.on_table)
        ]
        return [*vehicles, *people]

    return state.once(("gun-targets", side), find)


def _all_shots(state: OwbState, person: Person, like: FireGun | None = None) -> Iterator[GunOrder]:
    for mount in _mounts(state, person):
        yield from _shots(state, person, mount, like)


def _shots(
    state: OwbState, person: Person, mount: Mount, like: FireGun | None = None
) -> Iterator[GunOrder]:
    """The shots of a weapon: at everybody, and those of a gun at every square."""
    gun = manned(state, person, mount.id)
    if isinstance(gun, Refusal) or check_once(state, gun) is not None:
        return
    base = FireGun(person=person.id, mount=mount.id) if like is None else like
    kinds = ROUNDS if like is None else (like.round,)
    rounds = [kind for kind in kinds if check_round(state, gun.mount, kind) is None]
    if gun.big and base.mode == "single":
        for point in _points(state, gun):
            for kind in rounds:
                yield FireGun(person=person.id, mount=mount.id, at=point, round=kind)
    for name in _targets(state, person.side):
        for kind in rounds[:1]:
            yield FireGun(person=person.id, mount=mount.id, target=name, mode=base.mode, round=kind)


def _points(state: OwbState, gun: Manned) -> Iterator[Point]:
    """Where a gun can be aimed: every square in its arc, the nearest first, and cover on edges.

    Smoke may be aimed at a square of a vehicle of which another one is in the arc.
    """
    x, y = gun.print_.centre
    far = reach(state, gun.weapon) + max(gun.print_.size)
    for square in rings(state, (round(x), round(y)), 0, far):
        there = covers_square(gun.vehicle, gun.print_, gun.mount, square)
        if there or state.vehicle_at(square) is not None:
            yield state.setting.point(square)
    for one, two in state.grounds.edges:
        yield state.setting.point_of(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def _through_ports(
    state: OwbState, person: Person, modes: tuple[PortMode, ...] = HAND_MODES
) -> Iterator[GunOrder]:
    """The shots of hand weapons, over the sides and through the ports."""
    vehicle = state.find_vehicle(person.aboard)
    if vehicle is None:
        return
    ports = [port for port in ("", *PORTS) if check_place(state, person, vehicle, port) is None]
    for arm in person.arms if ports else ():
        for mode in modes if arm.id not in AREA_WEAPONS else ():
            if check_weapon(state, person, arm, mode) is not None:
                continue
            for name in _targets(state, person.side):
                for port in ports:
                    yield FirePort(
                        person=person.id,
                        weapon=arm.id,
                        target=name,
                        port=port,  # type: ignore[arg-type]
                        mode=mode,
                    )
