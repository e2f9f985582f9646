"""What attacks out of vehicles have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Final

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ...part1_personal.attack.attack import hulls, targets
from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.footprint import distance_between
from ...state.frames import GunAttack, VehicleTurn
from ...state.tables import weapon_called
from ...state.vehicle_orders import FireGun, FirePort, SweepGun
from ..round.crew import Deed, OrderT, check_attack_aboard, crew_in_turn
from .bearing import Manned, enemy_hulls
from .line_of_fire import squares_in_arc

GunOrder = FireGun | SweepGun | FirePort


def committed_aboard(state: OwbState, name: str, **more: object) -> None:
    """Somebody aboard has made his Attack: it ends a withheld one and a Trained weapon."""
    cite("owb.vattack.withhold-carries-over")
    state.change(name, attacked=True, withheld=False, trained=None, fired=True, **more)


class GunAttacking(Deed[OrderT]):
    """An attack out of a vehicle."""

    def check(self, state: OwbState, turn: VehicleTurn, order: Any) -> Refusal | None:
        """Why it cannot be made."""
        person = state.person(order.person)
        return check_attack_aboard(state, person) or self.refusal(state, person, order)

    @abstractmethod
    def refusal(self, state: OwbState, person: Person, order: Any) -> Refusal | None:
        """Why somebody who is free to attack cannot attack like that."""

    @abstractmethod
    def carry_out(
        self, state: OwbState, person: Person, order: Any, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Make it; ``only`` at the one who has just shown himself, if a Trained weapon fires."""

    @abstractmethod
    def conceivable(self, state: OwbState, person: Person, like: Any) -> Iterator[Any]:
        """Everything of this kind that could be ordered, with the means of ``like`` if any."""

    def apply(self, state: OwbState, turn: VehicleTurn, order: Any, dice: Dice) -> Iterator[Event]:
        """Declare it; those who withhold their attacks may interrupt."""
        state.push(GunAttack(person=order.person, attack=order))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Any]:
        """Every sensible target."""
        for person in crew_in_turn(state, turn):
            if check_attack_aboard(state, person) is None:
                yield from self.attacks(state, person)

    @abstractmethod
    def attacks(self, state: OwbState, person: Person) -> Iterator[Any]:
        """What somebody aboard would consider."""


def has_swept(person: Person) -> Refusal | None:
    """Why somebody can only keep up the fire that he has begun, or ``None`` if he has not."""
    if not person.swept:
        return None
    rule = "owb.suppress.fire-on-those-who-show-themselves"
    return Refusal(rule, "His Trained weapon has fired; he can only keep that up.")


def bears(gun: Manned, squares: tuple[Square, ...]) -> bool:
    """Whether any of some squares is in the arc of a weapon."""
    return bool(squares_in_arc(gun.vehicle, gun.print_, gun.mount, squares))


def gun_targets(state: OwbState, side: str) -> list[str]:
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


def gun_name(vehicle: Vehicle, mount: Mount) -> str:
    """What a mounted weapon is called where there is little room: ``tank gun``, ``MG 2``."""
    name = "MG" if mount.weapon.startswith("machinegun") else weapon_called(mount.weapon)
    for size in ("light ", "medium ", "heavy "):
        name = name.removeprefix(size)
    alike = [one for one in vehicle.mounts if one.weapon == mount.weapon]
    return name if len(alike) == 1 else f"{name} {mount.id.rpartition('-')[2]}"


def named_targets(case: Case, vehicle: Vehicle, person: Person) -> list[str]:
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
    for enemy in targets(state, person.side):
        far = distance_between(own, (state.square(enemy),))
        found.append((not enemy.able, far, enemy.id))
    return [name for *_, name in sorted(found, key=lambda one: one[:2])]


NOBODY: Final = Refusal("owb.vattack.line-of-sight", "There is no enemy to be seen.")


def gun_told(state: OwbState, order: Any) -> str:
    """The mounted weapon that an order names, in words."""
    person = state.find_person(order.person)
    vehicle = None if person is None else state.find_vehicle(person.aboard)
    found = None if vehicle is None else vehicle.mount(order.mount)
    return str(order.mount) if found is None else weapon_called(found.weapon)
