"""The attacks that are open to those aboard vehicles: a finite and sensible set of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import AREA_WEAPONS, rolls_allowed
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import (
    Manned,
    ends_at_square,
    gun_of,
    guns_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.cover import (
    covering,
    ends_at,
    grounds_between,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import squares_in_arc
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import (
    GunOrder,
    check_gun_order,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import is_slow
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import share
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import PORTS
from sandtable.rulebooks.whitebox.part3_combining.exposed import exposed
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import nearest_to
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun, FirePort, Point, SweepGun
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle
from sandtable.table.grid import Square


def gun_orders_of(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every sensible attack that somebody aboard can make now."""
    for order in considered(state, person):
        if check_gun_order(state, person, order) is None:
            yield order


def releases_of(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every sensible attack that somebody aboard who holds his back could make now."""
    return (order for order in gun_orders_of(state, person) if not isinstance(order, SweepGun))


def enemy_hulls(state: OwbState, side: str) -> list[Vehicle]:
    """The vehicles of other sides on the map, wrecks included that have not exploded."""
    return [
        vehicle
        for vehicle in state.vehicles()
        if vehicle.side != side and vehicle.on_table and vehicle.wreck != "exploded"
    ]


def considered(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every attack that somebody aboard would consider; some may turn out illegal."""
    guns = list(guns_of(state, person))
    for gun in guns:
        yield from swept_on(state, gun)
        yield from shots_of(state, gun)
    if not guns:
        yield from through_ports(state, person)


def swept_on(state: OwbState, gun: Manned) -> Iterator[SweepGun]:
    """The suppressive fire that a gunner may keep up, alone or helped."""
    trained = gun.person.trained
    if trained is not None and trained.arm == gun.mount.id:
        yield SweepGun(person=gun.person.id, mount=gun.mount.id)
        yield from _helped(state, gun)


def shots_of(state: OwbState, gun: Manned) -> Iterator[FireGun]:
    """The shots of a weapon at whatever is in its arc."""
    if gun.mount.fired_in == state.turn:
        return
    for vehicle in enemy_hulls(state, gun.vehicle.side):
        yield from _at_vehicle(state, gun, vehicle)
    for enemy in state.enemies_of(gun.person):
        yield from _at_man(state, gun, enemy)


def _helped(state: OwbState, gun: Manned) -> Iterator[SweepGun]:
    """The same fire with somebody who changes the barrels: the first who has nothing else to do."""
    idle = [
        other.id
        for other in state.occupants(gun.vehicle.id)
        if other.id != gun.person.id and gun.vehicle.mount(other.seat) is None and other.able
    ]
    for name in idle[-1:]:
        yield SweepGun(person=gun.person.id, mount=gun.mount.id, helper=name)


def _at_vehicle(state: OwbState, gun: Manned, target: Vehicle) -> Iterator[FireGun]:
    """Shots at a vehicle, at those aboard who can be seen, at its cover, and smoke."""
    print_ = state.footprint(target)
    if not _bears(gun, print_.squares):
        return
    base = FireGun(person=gun.person.id, mount=gun.mount.id, target=target.id)
    if gun.big or share(gun.mount.weapon, target.armor):
        yield from _modes(gun, base)
    if gun.mount.ap and target.armor:
        yield _changed(base, round="AP")
    near = nearest_to(print_, gun.source.point)
    if gun.mount.smoke:
        yield _changed(base, target=None, at=state.setting.point(near), round="smoke")
    if gun.big:
        grounds = grounds_between(state, gun.source, target)
        ends = ends_at(state, gun.source, target, near)
        walls = [c.squares for c in covering(grounds, ends) if c.kind.blocks and not c.at_corner]
        yield from _at_cover(state, base, walls[:1])
        return
    for person in state.occupants(target.id):
        if person.able and exposed(state, person, gun.source):
            yield _changed(base, target=person.id, mode="burst")


def _at_man(state: OwbState, gun: Manned, enemy: Person) -> Iterator[FireGun]:
    """Shots at a character on foot: at his square, at himself, or at the cover before him."""
    square = state.square(enemy)
    if not _bears(gun, (square,)):
        return
    base = FireGun(person=gun.person.id, mount=gun.mount.id, target=enemy.id)
    if not gun.big:
        yield from _modes(gun, base)
        return
    yield _changed(base, target=None, at=state.setting.point(square))
    if state.on("direct_hits_on_characters"):
        yield base
    cover = covering(state.grounds_without(gun.vehicle.id), ends_at_square(gun.source, square))
    walls = [crossed.squares for crossed in cover if crossed.kind.blocks and not crossed.at_corner]
    if enemy.ducked:
        walls += [crossed.squares for crossed in cover[-1:]]
    yield from _at_cover(state, base, walls[:1])


def _modes(gun: Manned, base: FireGun) -> Iterator[FireGun]:
    """The ways in which a weapon is fired at somebody; a burst is never worse than a shot."""
    if not gun.automatic:
        yield base
        return
    yield _changed(base, mode="burst")
    if is_slow(gun.vehicle):
        yield _changed(base, mode="suppress")


def _at_cover(state: OwbState, base: FireGun, walls: list[tuple[Square, ...]]) -> Iterator[FireGun]:
    for squares in walls:
        yield _changed(base, target=None, at=middle_of(state, squares))


def middle_of(state: OwbState, squares: tuple[Square, ...]) -> Point:
    """The middle of a square, or of the edge between two, in inches."""
    x = sum(square[0] for square in squares) / len(squares)
    y = sum(square[1] for square in squares) / len(squares)
    return state.setting.point_of((x, y))


def _changed(order: FireGun, **fields: object) -> FireGun:
    return replace(order, **fields)


def _bears(gun: Manned, squares: tuple[Square, ...]) -> bool:
    return bool(squares_in_arc(gun.vehicle, gun.print_, gun.mount, squares))


def through_ports(state: OwbState, person: Person) -> Iterator[FirePort]:
    """Shots with hand weapons out of a vehicle."""
    cite("owb.vattack.passengers-fire-hand-weapons")
    vehicle = state.find_vehicle(person.aboard)
    arms = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
    if vehicle is None or not arms:
        return
    ports = ("",) if not vehicle.armor or vehicle.open_top else tuple(PORTS)
    arm = arms[0]
    for port in ports:
        kind = port or "PIN"
        place = gun_of(state, vehicle, person, Mount(id="", weapon=arm.id, kind=kind))  # type: ignore[arg-type]
        names = [
            enemy.id for enemy in state.enemies_of(person) if _bears(place, (state.square(enemy),))
        ]
        names += [
            other.id
            for other in enemy_hulls(state, person.side)
            if share(arm.id, other.armor) and _bears(place, state.footprint(other).squares)
        ]
        for name in names:
            yield FirePort(
                person=person.id,
                weapon=arm.id,
                target=name,
                port=port,  # type: ignore[arg-type]
                mode="burst" if arm.weapon.burst else "single",
                twice=rolls_allowed(arm.weapon) > 1,
            )
