"""The exact odds of attacks out of vehicles, and at them, before they are made."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Order, Refusal
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.rulebooks.whitebox.attack import Blow, odds_of
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.damage import EXPLODES_AT
from sandtable.rulebooks.whitebox.vehicles.from_foot import aim
from sandtable.rulebooks.whitebox.vehicles.gun_attack import (
    ShotResult,
    VehicleShot,
    resolve_vehicle_shot,
)
from sandtable.rulebooks.whitebox.vehicles.gun_misses import TABLE_9, strikes_somewhere
from sandtable.rulebooks.whitebox.vehicles.gun_orders import Shot, ready
from sandtable.rulebooks.whitebox.vehicles.gun_squares import (
    SquareShot,
    resolve_square_shot,
)
from sandtable.rulebooks.whitebox.vehicles.orders import FireGun, FirePort, ShootAboard
from sandtable.rulebooks.whitebox.vehicles.ports import shot_through_port
from sandtable.rulebooks.whitebox.vehicles.stats import GUNS

AT_VEHICLES: Final = ("miss", "near miss", "no effect", "damaged", "inoperable", "explodes")
"""How a shot at a vehicle can end, the mildest first."""

AT_SQUARES: Final = ("no effect", "near miss", "on target")


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
    match shot:
        case VehicleShot():
            return vehicle_odds(state, shot)
        case SquareShot():
            return square_odds(state, shot)
        case Blow():
            target = state.person(shot.target)
            title = f"{person.name} fires at {target.name}"
            return odds_of(shot, max(1, target.hp), title)
    return None


def vehicle_odds(state: OwbState, shot: VehicleShot) -> Odds:
    """The odds of a shot at a vehicle: missed, without effect, damaged, or wrecked."""
    target = state.vehicle(shot.vehicle)
    big = shot.weapon in GUNS

    def outcome(dice: Dice) -> str:
        result = resolve_vehicle_shot(state.copy(), shot, dice)
        if not result.hit:
            return _how_missed(shot, result, dice) if big and not shot.sweeps else "miss"
        if not result.damage:
            return "no effect"
        left = target.hp - result.damage
        if left <= EXPLODES_AT:
            return "explodes"
        return "damaged" if left > 0 else "inoperable"

    does = "strikes at" if shot.melee else "fires at"
    title = f"{state.person(shot.attacker).name} {does} {target.name}"
    return Odds.of(title, exact(outcome), AT_VEHICLES, (shot.tally, shot.armor))


def _how_missed(shot: VehicleShot, result: ShotResult, dice: Dice) -> str:
    """Whether a round that has missed strikes somewhere near."""
    if not strikes_somewhere(result.die, shot.tally):
        return "miss"
    return "near miss" if dice.die(6, "miss table") in TABLE_9 else "miss"


def damage_odds(state: OwbState, shot: VehicleShot) -> Distribution[int]:
    """How likely a shot at a vehicle takes how many hit points, a miss taking none."""

    def loss(dice: Dice) -> int:
        return resolve_vehicle_shot(state.copy(), shot, dice).damage

    return exact(loss)


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
