"""Gunners for tests: the weapons that they man, and shots that are ready."""

from sandtable.rulebooks.whitebox.part2_vehicles.attack.at_squares import SquareShot
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned, manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.ordered_shots import ready
from sandtable.rulebooks.whitebox.state.vehicles import Mount
from tests.whitebox.kit.book import *
from tests.whitebox.kit.orders import *
from tests.whitebox.kit.scenes import *
from tests.whitebox.kit.vehicles import *

At = tuple[int, int]


def gun(state: OwbState, vehicle: str, name: str = "gun-1") -> Manned:
    """A weapon of a vehicle with its gunner."""
    found = manned(state, state.person(f"{vehicle}.{name}"), name)
    assert isinstance(found, Manned), found
    return found


def fire(
    vehicle: str, target: str | None = None, at: At | None = None, name: str = "gun-1", **more: Any
) -> FireGun:
    """The order to fire a weapon of a vehicle."""
    point = None if at is None else middle(at)
    return FireGun(person=f"{vehicle}.{name}", mount=name, target=target, at=point, **more)


def gun_shot(state: OwbState, order: FireGun) -> Any:
    """The shot that an order asks for, which must be possible."""
    found = ready(state, state.person(order.person), order)
    assert isinstance(found, VehicleShot | SquareShot | Blow), found
    return found


def gun_refused(state: OwbState, order: FireGun) -> str:
    """The rule by which an order to fire is refused."""
    found = ready(state, state.person(order.person), order)
    assert isinstance(found, Refusal), found
    return found.rule


def turret(state: OwbState, vehicle: str, name: str = "gun-1", **fields: Any) -> Mount:
    """Change a weapon of a vehicle, say where a turret points."""
    old = state.vehicle(vehicle)
    mount = old.mount(name)
    assert mount is not None
    state.put(old.with_mount(replace(mount, **fields)))
    return replace(mount, **fields)


def start(battle: OwbBattle, vehicle: str, pace: str = "stopped") -> None:
    """Begin the turn of a vehicle and declare its pace."""
    play(battle, StartVehicle(vehicle=vehicle), SetPace(vehicle=vehicle, pace=pace))  # type: ignore[arg-type]


def fires(battle: OwbBattle, order: FireGun, *dice: int) -> tuple[Event, ...]:
    """Fire with some dice."""
    feed(battle, *dice)
    return battle.play(order, battle.choices[0].seats[0])


FAR_FOE: Final = man("far", (34, 1), "b", facing=4)
"""Somebody far away, so that the battle does not end."""

ROUNDS: Final = {"tank_gun_ammunition": "on"}
"""The option of the kinds of tank gun rounds."""


def duel(
    gunner: str = "tank-medium", target: str = "tank-medium", pace: str = "stopped", **rest: Any
) -> OwbBattle:
    """A tank south of another, which shows it its front; the first is about to fire."""
    battle = fight(
        vehicle("tank", gunner, (10, 25)), vehicle("foe", target, (10, 8), 4, "b"), FAR_FOE, **rest
    )
    start(battle, "tank", pace)
    return battle


def drive_off(battle: OwbBattle, vehicle: str, pace: str = "stopped") -> None:
    """The whole turn of a vehicle that does nothing."""
    start(battle, vehicle, pace)
    play(battle, EndVehicle(vehicle=vehicle))


OUR_TANK: Final = vehicle("tank", "tank-medium", (10, 25))
"""A medium tank in the south that faces north."""


def started(name: str, *units: Unit, pace: str = "stopped", **rest: Any) -> OwbBattle:
    """A battle in which the turn of a vehicle has begun, and its pace is declared."""
    battle = fight(*units, **rest)
    start(battle, name, pace)
    return battle
