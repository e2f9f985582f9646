"""Turrets, and attacks out of vehicles: every kind of them, and what is asked of all.

Whether somebody aboard can attack at all is asked of every order, not only of sensible ones: every
weapon, mode, kind of round and port, at everybody and every vehicle that is known, and for guns at
every square and all cover in reach. What can be done in any mode or with any round can be done with
a single shot of the plainest, so others are tried only where they were declared; smoke alone goes
where nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.attack.attack import Alike
from ...part3_combining.exposed import swept_square
from ...showing.figures import vehicle_figure
from ...showing.places import arc_squares, shown
from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.frames import VehicleTurn
from ...state.vehicle_orders import SweepGun, Traverse
from ..round.crew import Deed, by_whom, check_attack_aboard, check_gunner, crew_in_turn, is_busy
from .bearing import check_vehicle, guns_of, manned
from .firing_guns import FiringGun, conceivable_shots, mounts_of, shots_of
from .firing_out import FiringOut, through_ports
from .gun_attack import GunAttacking, GunOrder, gun_told
from .line_of_fire import traverse_left, turret_of
from .suppressive_fire import Cone, SweepingOn, kept_gun, sweeps_person, swept_on

TRAVERSE_RULE: Final = "owb.arc.traverse-timing"


def _turret(vehicle: Vehicle | None, order: Traverse) -> Mount | None:
    """The turret that an order means."""
    mount = vehicle.mount(order.mount) if vehicle is not None else None
    return turret_of(vehicle, mount) if vehicle is not None and mount is not None else None


def check_traverse(state: OwbState, person: Person, order: Traverse) -> Refusal | None:
    """Why somebody cannot traverse a turret by so much, or ``None`` if he can."""
    vehicle = state.find_vehicle(person.aboard)
    turret = _turret(vehicle, order)
    mount = vehicle.mount(order.mount) if vehicle is not None else None
    if vehicle is None or mount is None or turret is None:
        return Refusal(TRAVERSE_RULE, "There is no such turret.")
    if refusal := (check_gunner(state, vehicle, mount, person) or check_vehicle(vehicle)):
        return refusal
    if not order.eighths:
        return Refusal(TRAVERSE_RULE, "It is traversed in steps of 45 degrees.")
    left = traverse_left(turret)
    if abs(order.eighths) > left:
        more = f"It can be traversed by {left * 45} degrees more this round."
        return Refusal(TRAVERSE_RULE, more)
    return None


def traverse(state: OwbState, order: Traverse) -> Iterator[Event]:
    """Traverse a turret; it costs nobody his attack or action."""
    vehicle = state.vehicle(state.person(order.person).aboard)
    turret = _turret(vehicle, order)
    assert turret is not None
    state.put(turned(vehicle, turret, order.eighths))
    way, by = "right" if order.eighths > 0 else "left", abs(order.eighths) * 45
    text = f"{vehicle.name} traverses its turret {by} degrees to the {way}."
    yield happened("traverse", text, TRAVERSE_RULE, vehicle.id, order.person)


def turned(vehicle: Vehicle, turret: Mount, eighths: int) -> Vehicle:
    """A vehicle with a turret traversed by so many eighths of a turn."""
    return vehicle.with_mount(
        replace(
            turret,
            facing=(turret.facing + eighths) % 8,
            traversed=turret.traversed + abs(eighths),
        )
    )


def traverses_of(state: OwbState, person: Person) -> Iterator[Traverse]:
    """A step to either side with each turret that somebody mans."""
    vehicle = state.find_vehicle(person.aboard)
    for mount in vehicle.mounts if vehicle is not None else ():
        for eighths in (-1, 1):
            order = Traverse(person=person.id, mount=mount.id, eighths=eighths)
            if person.seat == mount.id and check_traverse(state, person, order) is None:
                yield order


class Traversing(Deed[Traverse]):
    """A turret is traversed; that is neither an attack nor an action."""

    order = Traverse
    words = Words(
        label="Traverse",
        key="X",
        rule="owb.arc.traverse-timing",
        hint="Turns the turret; that is neither an attack nor an action.",
        typed="traverse MAN MOUNT eighths N",
        means="Traverse a turret, clockwise if N is positive.",
    )

    def preview(self, state: OwbState, order: Traverse) -> Trace | None:
        """A turret that points elsewhere, and what it covers there."""
        person = state.find_person(order.person)
        vehicle = state.find_vehicle(person.aboard) if person is not None else None
        turret = _turret(vehicle, order)
        if vehicle is None or turret is None:
            return None
        there, twin = turned(vehicle, turret, order.eighths), state.copy()
        twin.put(there)
        moved = there.mount(turret.id)
        assert moved is not None
        squares = arc_squares(twin, there, moved)
        overlay = shown(twin, squares, "range", "What the turret covers", side=vehicle.side)
        return Trace(ghosts=(vehicle_figure(twin, there),), overlays=(overlay,))

    def told(self, state: OwbState, order: Traverse) -> str:
        side = "right" if order.eighths > 0 else "left"
        return f"{gun_told(state, order)} {side} by {abs(order.eighths) * 45}"

    def check(self, state: OwbState, turn: VehicleTurn, order: Traverse) -> Refusal | None:
        return check_traverse(state, state.person(order.person), order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Traverse, dice: Dice
    ) -> Iterator[Event]:
        return traverse(state, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Traverse]:
        for person in crew_in_turn(state, turn):
            yield from traverses_of(state, person)

    def by(self, case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
        """A turret to the left or to the right, as far as it goes in this round."""
        if turret_of(vehicle, mount) is not mount:
            return
        left = traverse_left(mount)
        orders = [Traverse(person.id, mount.id, by) for by in (1, -1)]
        ask = "By how many steps of 45 degrees? To the left is less than nothing"
        yield case.action(
            Traverse,
            self.words,
            piece=vehicle.id,
            fixed={"person": person.id, "mount": mount.id},
            slots=(asking.number("eighths", ask, -left, left, min(1, left), step=1),),
            refusal=case.first_refusal(orders),
            hint=f"{self.words.hint} {by_whom(person)}",
        )


FIRING_GUN: Final = FiringGun()
SWEEPING_ON: Final = SweepingOn()
FIRING_OUT: Final = FiringOut()

GUN_ATTACKS: Final[tuple[GunAttacking[Any], ...]] = (FIRING_GUN, SWEEPING_ON, FIRING_OUT)
"""Every attack out of a vehicle."""

_BY_ORDER: Final[dict[type[Order], GunAttacking[Any]]] = {act.order: act for act in GUN_ATTACKS}


def check_gun_order(state: OwbState, person: Person, order: GunOrder) -> Refusal | None:
    """Why an attack out of a vehicle cannot be made now, or ``None`` if it can."""
    refusal = check_attack_aboard(state, person)
    return refusal or _BY_ORDER[type(order)].refusal(state, person, order)


def carry_out_gun_order(
    state: OwbState, order: GunOrder, dice: Dice, *, only: str | None = None
) -> Iterator[Event]:
    """Carry a legal attack out of a vehicle out.

    Args:
        state: Where the fight stands.
        order: The attack.
        dice: The dice.
        only: The one who has just shown himself, if a Trained weapon fires in between.
    """
    cite("owb.vattack.once-per-weapon")
    person = state.person(order.person)
    yield from _BY_ORDER[type(order)].carry_out(state, person, order, dice, only)


# -- what there is to choose from -----------------------------------------------------------------


def gun_orders_of(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every sensible attack that somebody aboard can make now."""
    for order in considered(state, person):
        if check_gun_order(state, person, order) is None:
            yield order


def releases_of(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every sensible attack that somebody aboard who holds his back could make now."""
    return (order for order in gun_orders_of(state, person) if not isinstance(order, SweepGun))


def considered(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """Every attack that somebody aboard would consider; some may turn out illegal."""
    guns = list(guns_of(state, person))
    for gun in guns:
        yield from swept_on(state, gun)
        yield from shots_of(state, gun)
    if not guns:
        yield from through_ports(state, person)


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
    for act in (FIRING_GUN, FIRING_OUT):
        found = _first(state, person, act.conceivable(state, person, None))
        if found is not None:
            return found
    for mount in mounts_of(state, person):
        gun = manned(state, person, mount.id)
        turret = None if isinstance(gun, Refusal) else turret_of(gun.vehicle, mount)
        if isinstance(gun, Refusal) or turret is None:
            continue
        left = traverse_left(turret)
        for eighths in (*range(-1, -left - 1, -1), *range(1, left + 1)):
            trial = state.copy()
            trial.put(turned(gun.vehicle, turret, eighths))
            if _first(trial, person, conceivable_shots(trial, person, mount)) is not None:
                return Traverse(person=person.id, mount=mount.id, eighths=eighths)
    return None


def open_gun_attack_like(
    state: OwbState, person: Person, attack: GunOrder, alike: Alike
) -> GunOrder | None:
    """An attack that could be made in the place of one that was declared, if there is any."""
    orders = _BY_ORDER[type(attack)].conceivable(state, person, attack)
    return _first(state, person, filter(alike, orders))


def _first(state: OwbState, person: Person, orders: Iterable[GunOrder]) -> GunOrder | None:
    legal = (order for order in orders if check_gun_order(state, person, order) is None)
    return next(legal, None)


def can_release(state: OwbState, person: Person) -> bool:
    """Whether somebody aboard who holds his attack back could make it now.

    He may traverse his turret first, and is not bound to whoever has just done something.
    """
    cite("owb.vattack.withhold", "owb.vattack.withhold-carries-over")
    return open_release(state, person) is not None


def can_strike(state: OwbState, gunner: Person, about: Person | Vehicle) -> bool:
    """Whether the trained weapon of somebody aboard can strike one who has shown himself."""
    trained = gunner.trained
    if trained is None or gunner.acted or (gunner.attacked and not gunner.swept):
        return False
    if is_busy(state, gunner):
        return False
    gun = kept_gun(state, gunner, trained.arm)
    if isinstance(gun, Refusal):
        return False
    cite("owb.vattack.suppressive-fire-procedure")
    cone = Cone(state, gun, trained.aim)
    if isinstance(about, Person):
        return sweeps_person(state, gun, cone, about)
    return swept_square(state, gun.source, cone, about) is not None
