"""SIDESWIPE: swerving against a vehicle alongside."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Trace
from sandtable.dice import Dice, exact
from sandtable.odds import Odds, percent

from ...part1_personal.attack.attack_roll import spread_told
from ...showing.places import on_map, shown
from ...state import OwbState, Vehicle
from ...state.frames import VehicleTurn
from ...state.vehicle_orders import Sideswipe
from ..maneuvers.driving_check import check_attack_by_driving, check_chance, save_chance
from ..maneuvers.every_maneuver import check_told, mishap_chances, mishaps_told
from ..maneuvers.plans import held
from ..mishap.hindrances import check_straight
from ..mishap.odds import sideswipe_odds
from ..round.crew import Dare, operator_of
from .ramming import check_alongside, sideswipe, swipe_damage


def _others(state: OwbState, vehicle: Vehicle) -> list[Vehicle]:
    """The vehicles of other sides that are known to be on the map."""
    return [
        other
        for other in state.vehicles()
        if other.side != vehicle.side and other.on_table and not other.hidden
    ]


class Sideswiping(Dare[Sideswipe]):
    """Swerving against a vehicle alongside."""

    order = Sideswipe
    words = Words(
        label="Sideswipe",
        key="O",
        rule="owb.collision.sideswipe",
        hint="Swerves against a vehicle alongside.",
        also=("swipe",),
    )
    fields = (Among("target", "Choose whom to swerve against", _others),)

    def concerns(self, state: OwbState, vehicle: Vehicle) -> bool:
        return vehicle.declared and any(_others(state, vehicle))

    def check(self, state: OwbState, turn: VehicleTurn, order: Sideswipe) -> Refusal | None:
        vehicle = state.vehicle(order.vehicle)
        other = state.find_vehicle(order.target)
        return (
            check_straight(state, vehicle)
            or held(state, vehicle)
            or check_attack_by_driving(state, vehicle)
            or check_alongside(state, vehicle, other)
        )

    def dare(self, state: OwbState, name: str, order: Sideswipe, dice: Dice) -> Iterator[Event]:
        return sideswipe(state, name, order.target, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Sideswipe]:
        """Every enemy vehicle; those that are not alongside are sieved out."""
        return self.combinations(state, state.vehicle(turn.vehicle))

    def odds(self, state: OwbState, order: Sideswipe) -> Odds | None:
        """What both lose, and whether the other keeps control."""
        return sideswipe_odds(state, order.vehicle, order.target)

    def preview(self, state: OwbState, order: Sideswipe) -> Trace | None:
        """A vehicle that swerves against another: what it takes, and what both may lose."""
        vehicle, other = state.find_vehicle(order.vehicle), state.find_vehicle(order.target)
        if vehicle is None or other is None or not (vehicle.on_table and other.on_table):
            return None
        squares = on_map(state, state.footprint(other).squares)
        overlays: tuple[Overlay, ...] = (
            shown(state, squares, "danger", f"{other.name}, against which it swerves"),
            Line(start=(vehicle.x, vehicle.y), end=(other.x, other.y), side=vehicle.side),
        )
        if check_alongside(state, vehicle, other) is not None:
            return Trace(overlays=overlays)
        return Trace(overlays=overlays, notes=tuple(_about_swipe(state, vehicle, other)))


def _about_swipe(state: OwbState, vehicle: Vehicle, other: Vehicle) -> Iterator[str]:
    chance = check_chance(state, vehicle)
    yield f"Driving Check: made with {percent(chance)}."
    yield from check_told(state, vehicle)
    yield from mishaps_told(mishap_chances(vehicle, chance))
    losses = exact(lambda dice: swipe_damage(vehicle, other, dice))
    for place, one in enumerate((vehicle, other)):
        found: dict[int, Fraction] = {}
        for pair, part in losses.items():
            found[pair[place]] = found.get(pair[place], Fraction(0)) + Fraction(part)
        told = spread_told(dict(sorted(found.items())))
        yield f"If it is made, {one.name} loses {told}, of {one.hp} hit points."
    if not other.wreck and operator_of(state, other) is not None:
        kept = save_chance(state, other)
        yield f"{other.name} stays under control with {percent(kept)}; otherwise it has a mishap."
