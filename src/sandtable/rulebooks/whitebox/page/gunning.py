"""The weapons of a vehicle, as those who man them can use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Slot, Word
from sandtable.rulebooks.whitebox.page import vehicle_words as told
from sandtable.rulebooks.whitebox.page.attacking import barrels, mode_of_fire, usable_first
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.page.typing_vehicle_orders import seat_told
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import AREA_WEAPONS, rolls_allowed
from sandtable.rulebooks.whitebox.part1_personal.attack.open_attacks import targets as on_foot
from sandtable.rulebooks.whitebox.part2_vehicles.attack.at_squares import cover_at
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import gun_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.candidates import (
    enemy_hulls,
    gun_orders_of,
    middle_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import traverse_left, turret_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import is_slow
from sandtable.rulebooks.whitebox.part2_vehicles.attack.trailers import is_trailer
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import gunner_of
from sandtable.rulebooks.whitebox.state.footprint import distance_between
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.tables import weapon_called
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    FireGun,
    FirePort,
    Hand,
    Point,
    SweepGun,
    Traverse,
    TurnTrailer,
)
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle

NOBODY: Final = Refusal("owb.vattack.line-of-sight", "There is no enemy to be seen.")


def gunnery(case: Case, vehicle: Vehicle, person: Person) -> Iterator[Action]:
    """All that somebody aboard can do with the weapons that he mans, or with his own.

    A turret can be traversed even if its gun is lost.
    """
    manned = [mount for mount in vehicle.mounts if _mans(case, vehicle, mount, person)]
    for mount in manned:
        yield from traverses(case, vehicle, mount, person)
    mounts = [mount for mount in manned if not mount.lost]
    for mount in mounts:
        yield from shots(case, vehicle, mount, person)
        yield from _sweep(case, vehicle, mount, person)
    if mounts and is_trailer(vehicle):
        yield _trailer(case, vehicle, person)
    if vehicle.mount(person.seat) is None:
        yield from ports(case, vehicle, person)


def _mans(case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> bool:
    gunner = gunner_of(case.state, vehicle, mount)
    return gunner is not None and gunner.id == person.id


def gun_name(vehicle: Vehicle, mount: Mount) -> str:
    """What a mounted weapon is called where there is little room: ``tank gun``, ``MG 2``."""
    name = "MG" if mount.weapon.startswith("machinegun") else weapon_called(mount.weapon)
    for size in ("light ", "medium ", "heavy "):
        name = name.removeprefix(size)
    alike = [one for one in vehicle.mounts if one.weapon == mount.weapon]
    return name if len(alike) == 1 else f"{name} {mount.id.rpartition('-')[2]}"


def _by(person: Person) -> str:
    return f"By {person.name}, {seat_told(person.seat)}."


# -- targets --------------------------------------------------------------------------------------


def targets(case: Case, vehicle: Vehicle, person: Person) -> list[str]:
    """Everybody whom a gunner could fire at, the nearest first: vehicles, men, those aboard.

    Whoever is helpless comes last.
    """
    state = case.state
    own = state.footprint(vehicle).squares
    found: list[tuple[bool, int, str]] = []
    for other in enemy_hulls(state, person.side):
        far = distance_between(own, state.footprint(other).squares)
        found.append((False, far, other.id))
        aboard = [man for man in state.occupants(other.id) if man.out != "dead"]
        found += [(not man.able, far, man.id) for man in aboard]
    for enemy in on_foot(state, person.side):
        far = distance_between(own, (state.square(enemy),))
        found.append((not enemy.able, far, enemy.id))
    return [name for *_, name in sorted(found, key=lambda one: one[:2])]


def _sifted(
    case: Case, orders: Iterable[tuple[str, Order]]
) -> tuple[tuple[str, ...], Refusal | None]:
    """Those against whom nothing speaks first; and why nobody can be attacked, if so."""
    tried = [(name, case.refusal(order)) for name, order in orders]
    able = [name for name, refused in tried if refused is None]
    rest = [name for name, refused in tried if refused is not None]
    why = None if able else next((refused for _, refused in tried), NOBODY)
    return tuple(dict.fromkeys((*able, *rest))), why


def shots(case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
    """Shots of a mounted weapon in every mode, and at a square."""
    gun = gun_of(case.state, vehicle, person, mount)
    names = targets(case, vehicle, person)
    kinds = case.state.on("tank_gun_ammunition") and gun.big
    for mode in modes_of(vehicle, automatic=gun.automatic):
        base = {"person": person.id, "mount": mount.id, "mode": mode}
        orders = ((name, FireGun(**base, target=name)) for name in names)  # type: ignore[arg-type]
        listed, refusal = _sifted(case, orders)
        words = told.GUNS[mode]
        yield case.action(
            FireGun,
            words,
            piece=vehicle.id,
            fixed=base,
            slots=(
                asking.one_of("target", "Choose a target", listed),
                *((_round(mount, smoke=False),) if kinds else ()),
                *_barrels(case, vehicle, FireGun(**base, target=listed[0])),  # type: ignore[arg-type]
            )
            if listed
            else (),
            refusal=refusal,
            label=f"{words.label} {gun_name(vehicle, mount)}",
            hint=f"{words.hint} {_by(person)}",
        )
    if gun.big:
        yield _at_square(case, vehicle, mount, person, kinds=kinds)
        yield from _at_cover(case, vehicle, mount, person, kinds=kinds)


def modes_of(vehicle: Vehicle, *, automatic: bool) -> tuple[str, ...]:
    """How a mounted weapon is fired; a burst comes first, as it is never worse than a single shot.

    Suppressive fire out of a vehicle at normal pace is a burst, and goes by that name.
    """
    if not automatic:
        return ("single",)
    return ("burst", "single", "suppress") if is_slow(vehicle) else ("burst", "single")


def _round(mount: Mount, *, smoke: bool) -> Slot:
    left = {"HE": "", "AP": f" ({mount.ap})", "smoke": f" ({mount.smoke})"}
    return Slot(
        name="round",
        sort="word",
        ask="Which round?",
        words=tuple(
            Word(value=word.value, label=word.label + left[word.value])
            for word in told.ROUNDS
            if smoke or word.value != "smoke"
        ),
        default="HE",
        required=False,
    )


def _at_square(
    case: Case, vehicle: Vehicle, mount: Mount, person: Person, *, kinds: bool
) -> Action:
    state = case.state
    likely = [state.square(enemy) for enemy in state.enemies_of(person)]
    everywhere = ((x, y) for y in range(state.setting.rows) for x in range(state.setting.width))
    orders = (
        FireGun(person=person.id, mount=mount.id, at=state.setting.point(square))
        for square in dict.fromkeys([*likely, *everywhere])
    )
    return case.action(
        FireGun,
        told.AT_SQUARE,
        piece=vehicle.id,
        fixed={"person": person.id, "mount": mount.id},
        slots=(
            asking.spot("at", "Choose a square"),
            *((_round(mount, smoke=True),) if kinds else ()),
        ),
        refusal=case.first_refusal(orders),
        label=f"Shell a square, {gun_name(vehicle, mount)}",
        hint=f"{told.AT_SQUARE.hint} {_by(person)}",
    )


def _at_cover(
    case: Case, vehicle: Vehicle, mount: Mount, person: Person, *, kinds: bool
) -> Iterator[Action]:
    """Shots at the cover on edges, before somebody or not."""
    spots = [spot for spot in _cover_on_edges(case) if case.allows(_at(person, mount, spot))]
    if not spots:
        return
    before = (order.at for order in gun_orders_of(case.state, person) if isinstance(order, FireGun))
    usual = next((list(at) for at in before if at in spots), None)
    yield case.action(
        FireGun,
        told.AT_COVER,
        piece=vehicle.id,
        fixed={"person": person.id, "mount": mount.id},
        slots=(
            asking.spot("at", "Choose a stretch of wall or other cover", usual, spots),
            *((_round(mount, smoke=False),) if kinds else ()),
        ),
        label=f"Fire at cover, {gun_name(vehicle, mount)}",
        hint=f"{told.AT_COVER.hint} {_by(person)}",
    )


def _at(person: Person, mount: Mount, at: Point) -> FireGun:
    return FireGun(person=person.id, mount=mount.id, at=at)


def _cover_on_edges(case: Case) -> Iterator[Point]:
    """The middles of the edges on which something stands that a shell can strike."""
    state = case.state
    for edge in sorted(state.bare_grounds.edges):
        middle = middle_of(state, edge)
        if cover_at(state, middle) == edge:
            yield middle


def _barrels(case: Case, vehicle: Vehicle, order: FireGun | SweepGun) -> list[Slot]:
    """Who changes the barrels while suppressive fire is opened or kept up."""
    crew = case.state.occupants(vehicle.id)
    return barrels(case, {one.id: replace(order, helper=one.id) for one in crew})


def _sweep(case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
    if person.trained is None or person.trained.arm != mount.id:
        return
    helper = _barrels(case, vehicle, SweepGun(person=person.id, mount=mount.id))
    yield case.action(
        SweepGun,
        told.SWEEP,
        piece=vehicle.id,
        fixed={"person": person.id, "mount": mount.id},
        slots=helper,
        refusal=case.refusal(SweepGun(person=person.id, mount=mount.id)),
        label=f"Keep up {gun_name(vehicle, mount)}",
        hint=f"{told.SWEEP.hint} {_by(person)}",
    )


# -- turrets --------------------------------------------------------------------------------------


def traverses(case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
    """A turret to the left or to the right, as far as it goes in this round."""
    if turret_of(vehicle, mount) is not mount:
        return
    left = traverse_left(mount)
    orders = [Traverse(person.id, mount.id, by) for by in (1, -1)]
    ask = "By how many steps of 45 degrees? To the left is less than nothing"
    yield case.action(
        Traverse,
        told.TRAVERSE,
        piece=vehicle.id,
        fixed={"person": person.id, "mount": mount.id},
        slots=(asking.number("eighths", ask, -left, left, min(1, left), step=1),),
        refusal=case.first_refusal(orders),
        hint=f"{told.TRAVERSE.hint} {_by(person)}",
    )


def _trailer(case: Case, vehicle: Vehicle, person: Person) -> Action:
    orders = [TurnTrailer(person.id, hand) for hand in get_args(Hand)]
    hand = Slot(name="hand", sort="word", ask="Which way?", words=told.HANDS, default="left")
    return case.action(
        TurnTrailer,
        told.TRAILER,
        piece=vehicle.id,
        fixed={"person": person.id},
        slots=(hand,),
        refusal=case.first_refusal(orders),
    )


# -- hand weapons ---------------------------------------------------------------------------------


def ports(case: Case, vehicle: Vehicle, person: Person) -> Iterator[Action]:
    """Hand weapons fired over the sides or through ports."""
    names = targets(case, vehicle, person)
    arms = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
    for arm in arms:
        modes: tuple[str, ...] = ("burst", "single") if arm.weapon.burst else ("single",)
        if arm.id == "shotgun-double-barreled":
            modes = (*modes, "both-barrels")
        modes = usable_first(case, person, arm, modes)
        twice = asking.flag("twice", "Both of its shots at the same target?")
        places = [port for port in told.PORTS if not port or vehicle.has("firing-ports")]
        base: dict[str, Any] = {"person": person.id, "weapon": arm.id}
        orders = {
            (port, name): FirePort(**base, target=name, port=port, mode=modes[0])  # type: ignore[arg-type]
            for port in places
            for name in names
        }
        able = [key for key, order in orders.items() if case.allows(order)]
        listed = dict.fromkeys([*(name for _, name in able), *names])
        if not able and not orders:
            continue
        yield case.action(
            FirePort,
            told.PORT,
            piece=vehicle.id,
            fixed=base,
            slots=(
                asking.one_of("target", "Choose a target", listed),
                _port(places, able[0][0] if able else ""),
                mode_of_fire(modes),
                *((twice,) if rolls_allowed(arm.weapon) > 1 else ()),
            ),
            refusal=None if able else case.first_refusal(orders.values()),
            label=f"Fire, {person.name}"
            if arm is arms[0]
            else f"{person.name}: {arm.weapon.name.partition(' (')[0].lower()}",
            hint=f"{arm.weapon.name}: {told.PORT.hint} {_by(person)}",
        )


def _port(places: list[str], default: str) -> Slot:
    words = tuple(Word(value=port, label=told.PORTS[port]) for port in places)
    return Slot(
        name="port", sort="word", ask="From where?", words=words, default=default, required=False
    )
