"""How characters and vehicles look on a map, and the outline of a handful of squares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.battle.figures import Figure
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part2_vehicles.modifications.modifications import has_radio
from ..setting_up.armament import TURRETS
from ..state import OwbState, Person, Vehicle
from ..state.vehicle_stats import BLOCKS

Corner = tuple[int, int]
Outline = tuple[tuple[float, float], ...]


def outline_of(squares: Iterable[Square], rows: int) -> Outline:
    """The edge of squares that hang together, if only at corners, in table coordinates.

    >>> outline_of([(0, 0), (1, 0)], 4)
    ((0.0, 4.0), (2.0, 4.0), (2.0, 3.0), (0.0, 3.0))
    """
    sides = _sides(squares)
    path: list[Corner] = []
    todo = [min(sides)]
    while todo:
        ends = sides.get(todo[-1])
        if ends:
            todo.append(ends.pop())
        else:
            path.append(todo.pop())
    bends = _bends(path[:0:-1])
    return tuple((float(x), float(rows - y)) for x, y in bends)


def clusters(squares: Iterable[Square]) -> list[tuple[Square, ...]]:
    """Squares in groups that hang together over edges, each in rows from the north."""
    left = set(squares)
    found = []
    while left:
        todo = [min(left, key=lambda at: (at[1], at[0]))]
        left.discard(todo[0])
        group = []
        while todo:
            square = todo.pop()
            group.append(square)
            for facing in (0, 2, 4, 6):
                near = grid.step(square, facing)
                if near in left:
                    left.discard(near)
                    todo.append(near)
        found.append(tuple(sorted(group, key=lambda at: (at[1], at[0]))))
    return found


def _sides(squares: Iterable[Square]) -> dict[Corner, list[Corner]]:
    """The sides of squares that no two of them share, clockwise, by where they begin."""
    own = set(squares)
    sides: dict[Corner, list[Corner]] = {}
    for x, y in own:
        around = (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        )
        for begin, end, beyond in around:
            if beyond not in own:
                sides.setdefault(begin, []).append(end)
    return sides


def _bends(path: list[Corner]) -> list[Corner]:
    """A closed path without the corners that lie on a straight line."""
    found = []
    for before, here, after in zip((path[-1], *path), path, (*path[1:], path[0]), strict=False):
        straight = (here[0] - before[0], here[1] - before[1]) == (
            after[0] - here[0],
            after[1] - here[1],
        )
        if not straight:
            found.append(here)
    return found


SIZE: Final = 0.8
"""How much of his square a man fills on the map."""

LYING: Final = 0.5
"""The same of one who is out of action."""

KINDS: Final = {
    "machinegun-light": "Light machine-gunner",
    "machinegun-medium": "Machine-gunner",
    "machinegun-heavy": "Machine-gunner",
    "submachinegun": "Submachine-gunner",
    "flamethrower": "Flamethrower",
    "mortar": "Mortar gunner",
    "rifle-anti-tank": "Anti-tank rifleman",
    "rpg-light": "Rocketeer",
    "rpg-medium": "Rocketeer",
    "rpg-heavy": "Rocketeer",
}


def figure(person: Person) -> Figure:
    """A character as he is drawn."""
    weapon = person.arms[0].id if person.arms else ""
    return Figure(
        piece=person.id,
        side=person.side,
        x=person.x,
        y=person.y,
        heading=person.heading,
        width=SIZE if person.able else LYING,
        depth=SIZE if person.able else LYING,
        look="counter" if person.able else "marker",
        label=person.name,
        short=person.name if len(person.name) <= 12 else person.name.split()[-1],
        kind=KINDS.get(weapon, "Officer" if person.rank == "officer" else "Rifleman"),
        marks=marks(person),
    )


def marks(person: Person) -> tuple[str, ...]:
    """What is the matter with a character."""
    shown = (
        ("dead", person.out == "dead"),
        ("incapacitated", person.out == "incapacitated"),
        ("ducked", person.ducked),
        ("withholding", person.withheld),
        ("trained", person.trained is not None),
        ("burning", person.burning > 0),
        ("cooking", bool(person.cooking)),
        ("hidden", person.hidden),
        ("acted", person.done),
    )
    return tuple(name for name, holds in shown if holds)


SILHOUETTES: Final = {
    "motorcycle": "motorcycle",
    "car": "car",
    "truck-small": "truck",
    "truck-large": "truck",
    "armored-car": "armoured-car",
    "armored-personnel-carrier": "halftrack",
    "tank-destroyer": "open-turret",
    "tank-light": "light-tank",
    "tank-medium": "tank",
    "tank-heavy": "heavy-tank",
    "trailer-autocannon": "gun",
    "trailer-cannon": "gun",
}
"""The form of each kind of vehicle from above."""

TURRETLESS: Final = "assault-gun"
"""The form of a tank destroyer whose gun is fixed."""


def vehicle_figure(state: OwbState, vehicle: Vehicle) -> Figure:
    """A vehicle as it is drawn; on the diagonal its base is the stairs of squares that it fills."""
    squares, form = state.footprint(vehicle).squares, SILHOUETTES[vehicle.block]
    turret = next((mount for mount in vehicle.mounts if mount.kind in TURRETS), None)
    if turret is None and form == "open-turret":
        form = TURRETLESS
    return Figure(
        piece=vehicle.id,
        side=vehicle.side,
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        width=float(vehicle.width),
        depth=float(vehicle.length),
        outline=outline_of(squares, state.setting.rows) if vehicle.facing % 2 else (),
        look="vehicle",
        silhouette=form,
        turret=None if turret is None else (vehicle.heading + turret.facing * 45.0) % 360.0,
        label=vehicle.name,
        kind=BLOCKS[vehicle.block].name,
        marks=vehicle_marks(vehicle),
    )


def vehicle_marks(vehicle: Vehicle) -> tuple[str, ...]:
    """What is the matter with a vehicle."""
    radio = "communications" in (*vehicle.modifications, *vehicle.lost_modifications)
    shown = (
        ("wrecked", bool(vehicle.wreck)),
        ("overturned", bool(vehicle.overturned)),
        ("stuck", vehicle.stuck),
        ("immobile", vehicle.immobile and not vehicle.wreck),
        ("no-radio", radio and not vehicle.wreck and not has_radio(vehicle)),
        ("hidden", vehicle.hidden),
        ("acted", vehicle.done),
    )
    return tuple(name for name, holds in shown if holds)
