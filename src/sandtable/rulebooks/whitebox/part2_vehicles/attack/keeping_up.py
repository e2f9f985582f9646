"""SUPPRESSIVE FIRE of mounted weapons that is kept up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action, Slot, Trace
from sandtable.dice import Dice

from ...part1_personal.attack.attack import barrels
from ...state import OwbState
from ...state.decision import Case
from ...state.people import Person
from ...state.vehicle_orders import FireGun, SweepGun
from ...state.vehicles import Mount, Vehicle
from ..round.crew import by_whom
from .bearing import Manned, guns_of
from .gun_attack import GunAttacking, gun_name
from .previews import trace_sweep_gun
from .suppressive_fire import check_helper, kept_gun, sweep_gun


def swept_on(state: OwbState, gun: Manned) -> Iterator[SweepGun]:
    """The suppressive fire that a gunner may keep up, alone or helped."""
    trained = gun.person.trained
    if trained is not None and trained.arm == gun.mount.id:
        yield SweepGun(person=gun.person.id, mount=gun.mount.id)
        yield from _helped(state, gun)


def _helped(state: OwbState, gun: Manned) -> Iterator[SweepGun]:
    """The same fire with somebody who changes the barrels: the first who has nothing else to do."""
    idle = [
        other.id
        for other in state.occupants(gun.vehicle.id)
        if other.id != gun.person.id and gun.vehicle.mount(other.seat) is None and other.able
    ]
    for name in idle[-1:]:
        yield SweepGun(person=gun.person.id, mount=gun.mount.id, helper=name)


def barrels_aboard(case: Case, vehicle: Vehicle, order: FireGun | SweepGun) -> list[Slot]:
    """Who changes the barrels while suppressive fire is opened or kept up."""
    crew = case.state.occupants(vehicle.id)
    return barrels(case, {one.id: replace(order, helper=one.id) for one in crew})


class SweepingOn(GunAttacking[SweepGun]):
    """The suppressive fire of a mounted weapon is kept up."""

    order: ClassVar[type[Order]] = SweepGun
    words: ClassVar[Words] = Words(
        label="Keep firing",
        key="S",
        rule="owb.suppress.continue",
        hint="Bullets strike everybody in the cone who is not behind full cover.",
    )

    def refusal(self, state: OwbState, person: Person, order: SweepGun) -> Refusal | None:
        """Whether it is trained, and who helps."""
        gun = kept_gun(state, person, order.mount)
        return gun if isinstance(gun, Refusal) else check_helper(state, gun, order.helper)

    def carry_out(
        self, state: OwbState, person: Person, order: SweepGun, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Sweep the area."""
        gun = kept_gun(state, person, order.mount)
        assert isinstance(gun, Manned)
        return sweep_gun(state, gun, order.helper, only)

    def conceivable(
        self, state: OwbState, person: Person, like: SweepGun | None
    ) -> Iterator[SweepGun]:
        """It is kept up."""
        if like is not None:
            yield SweepGun(person=person.id, mount=like.mount)

    def preview(self, state: OwbState, order: SweepGun) -> Trace | None:
        """The cone, and who is in it."""
        return trace_sweep_gun(state, order)

    def attacks(self, state: OwbState, person: Person) -> Iterator[SweepGun]:
        """With the weapon that he keeps trained."""
        for gun in guns_of(state, person):
            yield from swept_on(state, gun)

    def by(self, case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
        """The fire that he keeps trained."""
        if person.trained is None or person.trained.arm != mount.id:
            return
        helper = barrels_aboard(case, vehicle, SweepGun(person=person.id, mount=mount.id))
        yield case.action(
            SweepGun,
            SweepingOn.words,
            piece=vehicle.id,
            fixed={"person": person.id, "mount": mount.id},
            slots=helper,
            refusal=case.refusal(SweepGun(person=person.id, mount=mount.id)),
            label=f"Keep up {gun_name(vehicle, mount)}",
            hint=f"{SweepingOn.words.hint} {by_whom(person)}",
        )
