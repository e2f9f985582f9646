"""Vehicles that are hit, that collide and that slip, for tests of what becomes of them."""

from collections.abc import Generator

from msgspec import Struct

from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import collide
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import adverse_effect
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.mishaps import Cause, mishap
from tests.whitebox.kit.book import *
from tests.whitebox.kit.guns import *
from tests.whitebox.kit.orders import *
from tests.whitebox.kit.scenes import *
from tests.whitebox.kit.vehicles import *

WATCHER = man("foe", (30, 2), "b")
SAVED, FAILED = 18, 17
"""Saving Throws of common soldiers."""


def lone_vehicle(
    sheet: str, *others: Unit, options: dict[str, str | bool] | None = None, **status: Any
) -> OwbState:
    """A map with one vehicle of side a that faces north, its front-left square at (10, 20)."""
    return state_of(vehicle("v", sheet, (10, 20), **status), WATCHER, *others, options=options)


def damaged(state: OwbState, points: int, *faces: int, attack: bool = True) -> list[Event]:
    """Damage to the vehicle of a field, with the dice that follow; all of them must be used."""
    dice = ScriptedDice(faces)
    events = list(damage_vehicle(state, "v", points, dice, attack=attack))
    dice.assert_spent()
    return events


def table_10(state: OwbState, *faces: int) -> list[Event]:
    """A result of Table 10 for the vehicle of a field."""
    dice = ScriptedDice(faces)
    events = list(adverse_effect(state, "v", dice))
    dice.assert_spent()
    return events


def hit_points_aboard(state: OwbState) -> list[int]:
    """The hit points of those aboard, by seat."""
    return [one.hp for one in state.occupants("v")]


def kinds(events: Iterable[Event]) -> list[str]:
    """What has been told, kind by kind."""
    return [event.kind for event in events]


NEVER = 1
ALWAYS = 20
ROLLOVER, SPIN_AND_STALL, SPINOUT, SKID = 1, 2, 3, 4
SLIPPED, OVERHEATED, LOCKED, STRAIN = 1, 2, 3, 4
"""Results of the two tables of mishaps."""
"""Saving Throws that fail and that succeed, whoever makes them."""

CREWS = {
    "tank-heavy": ["gun-1", "gun-2", "gun-3", "passenger-1"],
    "tank-medium": ["gun-1", "gun-2", "gun-3", "passenger-1"],
    "tank-light": ["gun-1", "gun-2", "passenger-1"],
    "armored-personnel-carrier": ["gun-1", "passenger-1"],
    "armored-car": ["gun-1", "gun-2", "passenger-1"],
}


class Told(Struct):
    """What came of something: its events, its result, and the dice that were left over."""

    events: list[Event]
    result: Any
    left: tuple[int, ...]

    def kinds(self) -> list[str]:
        """The kinds of the events in order."""
        return [event.kind for event in self.events]

    def of(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.events if event.kind == kind]


def driven(name: str, sheet: str, anchor: Square, facing: int = 0, **more: Any) -> Unit:
    """A vehicle with nobody aboard but its operator."""
    return vehicle(name, sheet, anchor, facing, empty=CREWS.get(sheet, []), **more)


def operative(
    name: str, profession: str, vehicle: str = "", seat: str = "", at: Square = (0, 0)
) -> Unit:
    """An operative of a class, aboard a vehicle or on foot."""
    status: dict[str, Any] = {"class": profession}
    if vehicle:
        status |= {"carried_by": vehicle, "seat": seat}
    return man(name, at, "a", "rifleman", "op1", **status)


def sturdy_field(*units: Unit, **more: Any) -> OwbState:
    """A battlefield of sturdy men and vehicles; a man of side b is far away on it."""
    state = state_of(*units, man("far", (35, 35), "b"), **more)
    for person in state.persons():
        state.change(person.id, hp=50)
    for car in state.vehicles():
        state.alter(car.id, hp=100)
    return state


def speeding(state: OwbState, name: str, speed: int, pace: str = "normal") -> None:
    """Let a vehicle have covered so much Movement this round."""
    state.alter(name, travel=speed, pace=pace, stepped=True, declared=True, shifted=True)


def happened(running: Iterator[Event] | Generator[Event, None, Any], dice: ScriptedDice) -> Told:
    """Let something happen to its end."""
    events: list[Event] = []
    while True:
        try:
            events.append(next(running))
        except StopIteration as end:
            return Told(events, end.value, dice.remaining)


def crash(
    state: OwbState,
    name: str,
    *faces: int,
    direction: int | None = None,
    rammed: bool = False,
) -> Told:
    """Let a vehicle take one step into whatever is there."""
    dice = ScriptedDice(faces)
    print_ = state.footprint(state.vehicle(name))
    way = print_.facing if direction is None else direction
    running = collide(state, name, moved(print_, way), way, dice, rammed=rammed)
    return happened(running, dice)


def slip(state: OwbState, name: str, *faces: int, **cause: Any) -> Told:
    """Let a vehicle have a mishap."""
    dice = ScriptedDice(faces)
    return happened(mishap(state, name, dice, Cause(**cause)), dice)


def lost(state: OwbState, names: Iterable[str], full: int = 100) -> list[int]:
    """What vehicles have lost of their hit points."""
    return [full - state.vehicle(name).hp for name in names]


def harm_to(state: OwbState, name: str, full: int = 50) -> int:
    """What a character has lost of his hit points."""
    return full - state.person(name).hp


# -- fields that many tests start from ------------------------------------------------------------


def facing_cars(**more: Any) -> OwbState:
    """Two cars nose to nose, a going north and b going south."""
    return sturdy_field(
        driven("a", "car", (10, 10)), driven("b", "car", (11, 9), 4, side="b"), **more
    )


def halftrack_road(*men: tuple[str, Square], **more: Any) -> OwbState:
    """A halftrack that goes north, and men before it."""
    soldiers = [man(name, square, "b") for name, square in men]
    state = sturdy_field(driven("h", "armored-personnel-carrier", (10, 10)), *soldiers, **more)
    speeding(state, "h", 7)
    return state


def speeding_car(speed: int = 14, facing: int = 0, sheet: str = "car", **more: Any) -> OwbState:
    """A car on an open field at some speed."""
    state = sturdy_field(driven("c", sheet, (15, 20), facing), **more)
    speeding(state, "c", speed)
    return state


def front_left(state: OwbState, name: str = "c") -> Square:
    """The front-left square of a vehicle."""
    return state.footprint(the(state, name)).front_left
