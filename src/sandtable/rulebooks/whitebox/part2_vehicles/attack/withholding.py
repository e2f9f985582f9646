"""WITHHOLDING AN ATTACK aboard vehicles, and their trained weapons: who may fire in between."""

from __future__ import annotations

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import open_release
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import (
    Cone,
    kept_gun,
    sweeps_person,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import is_busy
from sandtable.rulebooks.whitebox.part3_combining.swept import swept_square
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle


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
