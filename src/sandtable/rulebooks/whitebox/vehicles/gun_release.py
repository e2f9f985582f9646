"""WITHHOLDING AN ATTACK aboard vehicles, and their trained weapons: who may fire in between."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.arcs import traverse_left, turret_of
from sandtable.rulebooks.whitebox.vehicles.crew import is_busy
from sandtable.rulebooks.whitebox.vehicles.gun_candidates import gun_orders_of, guns_of
from sandtable.rulebooks.whitebox.vehicles.gun_orders import GunOrder
from sandtable.rulebooks.whitebox.vehicles.gun_sweeping import Cone, kept_gun, sweeps_person
from sandtable.rulebooks.whitebox.vehicles.orders import SweepGun
from sandtable.rulebooks.whitebox.vehicles.pieces import Vehicle
from sandtable.rulebooks.whitebox.vehicles.swept import swept_square
from sandtable.rulebooks.whitebox.vehicles.traversing import turned


def releases_of(state: OwbState, person: Person) -> Iterator[GunOrder]:
    """The attacks that somebody aboard who holds his back could make now."""
    cite("owb.vattack.withhold")
    return (order for order in gun_orders_of(state, person) if not isinstance(order, SweepGun))


def can_release(state: OwbState, person: Person) -> bool:
    """Whether somebody aboard who holds his attack back could make it now.

    He may traverse his turret first, and is not bound to whoever has just done something.
    """
    cite("owb.vattack.withhold", "owb.vattack.withhold-carries-over")
    if any(releases_of(state, person)):
        return True
    for gun in guns_of(state, person):
        turret = turret_of(gun.vehicle, gun.mount)
        left = 0 if turret is None else traverse_left(turret)
        for eighths in (*range(-left, 0), *range(1, left + 1)):
            trial = state.copy()
            assert turret is not None
            trial.put(turned(gun.vehicle, turret, eighths))
            if any(releases_of(trial, person)):
                return True
    return False


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
