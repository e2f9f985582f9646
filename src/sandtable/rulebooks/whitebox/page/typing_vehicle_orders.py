"""Vehicles and their orders in words: how they are typed, listed and described."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import shown_armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_tally
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import movement_of
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.tables import weapon_called
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    Board,
    ChangeSeat,
    Drive,
    Escape,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    StartVehicle,
    Traverse,
    Turning,
)
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle

VEHICLE_USAGE: Final[Mapping[str, tuple[str, str]]] = {
    "start-vehicle": ("start VEHICLE", "Begin the turn of a vehicle and all aboard it."),
    "set-pace": (
        "pace [VEHICLE] stopped|crawl|normal|reverse",
        "Declare the pace of a vehicle for this round.",
    ),
    "drive": ("drive [VEHICLE] N [ram TARGET] [ram-object]", "Drive straight on by N squares."),
    "turning": (
        "turn [VEHICLE] left|right [45|90|135|180] [ordinary|tight|crawling|bootleg]",
        "Turn a vehicle.",
    ),
    "change-lane": ("lane [VEHICLE] left|right [quick]", "Shift a vehicle forward and aside."),
    "end-vehicle": ("end [VEHICLE]", "End the turn of a vehicle and all aboard it."),
    "traverse": ("traverse MAN MOUNT eighths N", "Traverse a turret, clockwise if N is positive."),
    "fire-gun": (
        "gun MAN MOUNT [at TARGET | at X,Y] [single|burst|suppress] [HE|AP|smoke]",
        "Fire a mounted weapon at a vehicle, a character, or a square.",
    ),
    "fire-port": (
        "port MAN WEAPON at TARGET [F|R|L|A] [single|burst|both-barrels] [twice]",
        "Fire a hand weapon out of a vehicle, over its sides or through a port.",
    ),
    "board": ("board MAN VEHICLE SEAT", "Get into a vehicle that stands beside one."),
    "alight": ("alight MAN to X,Y", "Leave the vehicle for a square beside it."),
    "change-seat": ("seat MAN SEAT", "Move to an empty seat of the same vehicle."),
    "shoot-aboard": (
        "shoot-aboard MAN VEHICLE WEAPON [OCCUPANT] [single|burst|suppress|both-barrels] [twice]"
        " [underside]",
        "Shoot a hand weapon at a vehicle, or at somebody aboard who can be seen.",
    ),
}
"""How the orders of vehicles are best typed, and what they mean."""

VEHICLE_ALIASES: Final[Mapping[str, str]] = {
    "start": "start-vehicle",
    "pace": "set-pace",
    "turn": "turning",
    "lane": "change-lane",
    "gun": "fire-gun",
    "port": "fire-port",
    "seat": "change-seat",
    "get in": "board",
    "get out": "alight",
    "swipe": "sideswipe",
    "weave": "drive-defensively",
}
"""Further words for them."""


MOUNTINGS: Final[Mapping[str, str]] = {
    "F": "to the front",
    "R": "to the right",
    "L": "to the left",
    "A": "to the rear",
    "PIN": "on a pintle",
    "TR1": "in a turret (45 degrees a round)",
    "TR2": "in a turret (90 degrees a round)",
    "TR3": "in a turret (180 degrees a round)",
    "CXL": "coaxial",
}
"""Where a weapon is mounted."""


def told(state: OwbState, order: Order, name: Callable[[str], str]) -> str | None:
    """The rest of an order of a vehicle in words; none if it is another's."""
    match order:
        case StartVehicle():
            return ""
        case SetPace(pace=pace):
            return pace
        case Drive(squares=squares, ram=ram, ram_object=ram_object):
            into = f", ramming {name(ram)}" if ram is not None else ""
            into = ", ramming what is in the way" if ram_object else into
            return f"{squares} square{'s' if squares != 1 else ''}{into}"
        case Turning(hand=hand, degrees=degrees, kind=kind):
            return f"{hand} by {degrees}{'' if kind == 'ordinary' else f', {kind}'}"
        case Traverse(eighths=eighths, mount=mount):
            side = "right" if eighths > 0 else "left"
            return f"{_gun(state, order, mount)} {side} by {abs(eighths) * 45}"
        case FireGun(mount=mount, target=target, at=at, mode=mode, round=kind):
            aim = name(target or "nothing") if at is None else state.setting.told_at(*at)
            more = "" if kind == "HE" else f", {kind}"
            return f"{_gun(state, order, mount)} at {aim}, {mode}{more}"
        case FirePort(weapon=weapon, target=target, port=port):
            where = f", port {port}" if port else ""
            return f"{weapon_called(weapon)} at {name(target)}, {_how(order)}{where}"
        case Board(vehicle=vehicle, seat=seat):
            return f"{name(vehicle)} ({seat.replace('-', ' ')})"
        case ChangeSeat(seat=seat):
            return f"to {seat.replace('-', ' ')}"
        case Alight(to=to) | Escape(to=to):
            return f"to {state.setting.told_at(*to)}"
        case ShootAboard(vehicle=vehicle, weapon=weapon, occupant=occupant):
            whom = name(vehicle) if occupant is None else f"{name(occupant)} in {name(vehicle)}"
            out = " leaning out" if order.lean is not None else ""
            how = "under it" if order.underside else _how(order)
            return f"at {whom}, {weapon_called(weapon)}, {how}{out}"
    return None


def _how(order: FirePort | ShootAboard) -> str:
    return "twice" if order.twice else order.mode


def _gun(state: OwbState, order: Any, mount: str) -> str:
    person = state.find_person(order.person)
    vehicle = None if person is None else state.find_vehicle(person.aboard)
    found = None if vehicle is None else vehicle.mount(mount)
    return mount if found is None else weapon_called(found.weapon)


def describe_vehicle(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """Lines on a vehicle: what it is, its weapons, and who is aboard."""
    armor = shown_armor_class(state, armor_tally(vehicle).total)
    hull = f", Reinforced Hull x{vehicle.armor}" if vehicle.hull else ""
    block = BLOCKS.get(vehicle.block)
    what = block.name if block is not None else vehicle.block
    yield (
        f"{what}: {vehicle.hp} of {vehicle.most_hp} hit points, {armor}{hull},"
        f" Movement {movement_of(state, vehicle)}"
    )
    for mount in vehicle.mounts:
        yield _mounted(mount)
    for person in state.occupants(vehicle.id):
        state_of_him = f" ({person.out})" if person.out else ""
        yield f"{seat_told(person.seat)}: {person.name}{state_of_him}"


def _mounted(mount: Mount) -> str:
    more = ["inoperable"] if mount.lost else []
    more += ["jammed"] if mount.jam else []
    if mount.facing:
        more.append(f"turned by {mount.facing * 45} degrees")
    told_more = f" ({', '.join(more)})" if more else ""
    where = MOUNTINGS.get(mount.kind, mount.kind)
    return f"{mount.id}: {weapon_called(mount.weapon)}, {where}{told_more}"


def seat_told(seat: str) -> str:
    """What a seat is called.

    >>> seat_told("gun-1"), seat_told("operator")
    ('gunner 1', 'operator')
    """
    return seat.replace("gun-", "gunner ").replace("-", " ")
