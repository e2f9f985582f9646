"""The exact odds of attacks out of vehicles, and at them, before they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sandtable.battle import Order, Refusal
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow, odds_at, resolve_blow
from ...part1_personal.explosives.throwing import scatter
from ...part3_combining.from_foot import aim, stray_rocket
from ...state import OwbState
from ...state.footprint import nearest_to
from ...state.people import Person
from ...state.vehicle_orders import FireGun, FirePort, ShootAboard
from ..damage.damage import EXPLODES_AT
from ..modifications.firing_ports import shot_through_port
from .at_squares import SquareShot, resolve_square_shot
from .bearing import manned
from .misses import lands_astray, strikes_somewhere
from .orders_to_fire import Shot, ready
from .shots_at_vehicles import ShotResult, VehicleShot, resolve_vehicle_shot

AT_VEHICLES: Final = ("miss", "near miss", "no effect", "damaged", "inoperable", "explodes")
"""How a shot at a vehicle can end, the mildest first."""

AT_SQUARES: Final = ("no effect", "near miss", "on target")
DISARMED: Final = ("dropped", "jammed")
"""The fumbles after which a weapon is not fired a second time."""


Astray = Callable[[Dice], Square | None]
"""Where a round strikes that has missed a vehicle, by the dice; nowhere at all perhaps."""


def odds_of_gun_order(state: OwbState, order: Order) -> Odds | None:
    """The exact odds of an attack out of or at a vehicle, or none if it rolls none beforehand."""
    person = state.find_person(getattr(order, "person", ""))
    if person is None:
        return None
    shot: Shot | Refusal
    match order:
        case FireGun():
            shot = ready(state, person, order)
        case FirePort():
            shot = shot_through_port(state, person, order)
        case ShootAboard(weapon=weapon, underside=False) if order.vehicle in state.pieces:
            arm = person.arm(weapon)
            if arm is None:
                return None
            shot = aim(state, person, arm, order)
        case _:
            return None
    times = rolls_of(order)
    match shot:
        case VehicleShot():
            return vehicle_odds(state, shot, astray_of(state, person, order, shot), times)
        case SquareShot():
            return square_odds(state, shot)
        case Blow():
            target = state.person(shot.target)
            title = f"{person.name} fires at {target.name}"
            return odds_at(shot, target, title) if times == 1 else _twice(shot, target)
    return None


def rolls_of(order: FireGun | FirePort | ShootAboard) -> int:
    """How many Attack Rolls an order asks for."""
    return 1 if isinstance(order, FireGun) else 1 + int(order.twice)


# -- at vehicles ----------------------------------------------------------------------------------


def vehicle_odds(
    state: OwbState, shot: VehicleShot, astray: Astray | None = None, times: int = 1
) -> Odds:
    """The odds of a shot at a vehicle: missed, without effect, damaged, or wrecked.

    Args:
        state: Where the fight stands.
        shot: The shot.
        astray: Where a miss may strike, if such rounds burst at all.
        times: How many Attack Rolls are made.
    """
    target = state.vehicle(shot.vehicle)

    def outcome(dice: Dice) -> str:
        results = list(_rolled(state, shot, dice, times))
        if not any(result.hit for result in results):
            return _how_missed(shot, results[-1], astray, dice)
        loss = sum(result.damage for result in results)
        if not loss:
            return "no effect"
        left = target.hp - loss
        if left <= EXPLODES_AT:
            return "explodes"
        return "damaged" if left > 0 else "inoperable"

    does = "strikes at" if shot.melee else "fires at"
    title = f"{state.person(shot.attacker).name} {does} {target.name}"
    return Odds.of(title, exact(outcome), AT_VEHICLES, (shot.tally, shot.armor))


def damage_odds(state: OwbState, shot: VehicleShot, times: int = 1) -> Distribution[int]:
    """How likely a shot at a vehicle takes how many hit points, a miss taking none."""

    def loss(dice: Dice) -> int:
        return sum(result.damage for result in _rolled(state, shot, dice, times))

    return exact(loss)


def _rolled(state: OwbState, shot: VehicleShot, dice: Dice, times: int) -> Iterator[ShotResult]:
    """What comes of each Attack Roll; a weapon that is dropped or jams is not fired again."""
    for _ in range(times):
        result = resolve_vehicle_shot(state.copy(), shot, dice)
        yield result
        if result.fumble in DISARMED:
            return


def _how_missed(shot: VehicleShot, result: ShotResult, astray: Astray | None, dice: Dice) -> str:
    """Whether a round that has missed strikes somewhere near."""
    if astray is None or not strikes_somewhere(result.die, shot.tally):
        return "miss"
    return "near miss" if astray(dice) is not None else "miss"


def astray_of(
    state: OwbState, person: Person, order: FireGun | FirePort | ShootAboard, shot: VehicleShot
) -> Astray | None:
    """Where the round of an order may strike if it misses its vehicle.

    Rounds of vehicle weapons and rockets do, but not those with which suppressive fire is opened.
    """
    target = state.vehicle(shot.vehicle)
    if isinstance(order, FireGun):
        gun = manned(state, person, order.mount)
        if isinstance(gun, Refusal) or not gun.big or shot.sweeps:
            return None
        start = nearest_to(state.footprint(target), gun.source.point)
        grounds = state.grounds_without(gun.vehicle.id, target.id)
        return lambda dice: lands_astray(grounds, gun.source, start, dice)
    if isinstance(order, ShootAboard) and shot.weapon.startswith("rpg"):
        lean = None if order.lean is None else state.setting.square(order.lean)
        return rocket_astray(state, shot, lean or state.square(person))
    return None


def rocket_astray(state: OwbState, shot: VehicleShot, own: Square) -> Astray:
    """Where a rocket may burst that was fired from a square and misses its vehicle."""
    lob, grounds = stray_rocket(state, shot, own), state.grounds_without(shot.vehicle)
    return lambda dice: scatter(lob, grounds, dice)


# -- at somebody aboard ---------------------------------------------------------------------------


def _twice(blow: Blow, target: Person) -> Odds:
    """The odds of two Attack Rolls at the same character."""

    def outcome(dice: Dice) -> str:
        found = [resolve_blow(blow, dice)]
        if found[0].fumble not in DISARMED:
            found.append(resolve_blow(blow, dice))
        if not any(one.hit for one in found):
            return "miss"
        return "out" if sum(one.damage for one in found) >= max(1, target.hp) else "wounded"

    title = f"two shots at {target.name}"
    return Odds.of(title, exact(outcome), ("miss", "wounded", "out"), (blow.tally, blow.armor))


# -- at squares -----------------------------------------------------------------------------------


def square_odds(state: OwbState, shot: SquareShot) -> Odds:
    """The odds of a round at a square: where it bursts, if anywhere."""
    grounds = state.grounds_clear_of(shot.square, shot.firing)

    def landing(dice: Dice) -> str:
        result = resolve_square_shot(grounds, shot, dice)
        if result.hit:
            return "on target"
        return "no effect" if result.square is None else "near miss"

    title = f"{state.person(shot.attacker).name} fires at a square"
    return Odds.of(title, exact(landing), AT_SQUARES, (shot.tally, shot.armor))
