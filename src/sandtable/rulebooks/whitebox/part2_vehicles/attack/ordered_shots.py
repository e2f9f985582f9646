"""The shot that an order to fire asks for: whether it can be fired, its odds, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from sandtable.battle import Order, Refusal
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds, percent
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import (
    Blow,
    about_blow,
    odds_at,
    resolve_blow,
    spread_told,
)
from ...part1_personal.explosives.blasts import AP_SHELL, SHELL, area, charge_of
from ...part1_personal.explosives.lobbing import Landings, caught_told
from ...part1_personal.explosives.throwing import scatter
from ...part3_combining.from_foot import aim, stray_rocket
from ...showing.places import Point, arc_squares, on_map, shown
from ...state import OwbState, Person
from ...state.footprint import nearest_to, squares_between
from ...state.vehicle_orders import FireGun, FirePort, ShootAboard
from ..damage.damage import EXPLODES_AT
from ..modifications.firing_ports import hand_weapon, shot_through_port
from .at_squares import SquareShot, resolve_square_shot, shot_at_square
from .attack_roll import (
    ShotResult,
    VehicleShot,
    face_hit,
    resolve_vehicle_shot,
    shot_at_person,
    shot_at_vehicle,
)
from .bearing import Manned, check_once, manned
from .misses_and_bursts import SMOKE_REACH, check_round, lands_astray, strikes_somewhere
from .suppressive_fire import area_at, is_slow, reach_of_gun, shown_cone, told_in_cone

Shot = VehicleShot | Blow | SquareShot


def ready(state: OwbState, person: Person, order: FireGun) -> Shot | Refusal:
    """The shot that a gunner is ordered to fire, or why he cannot."""
    return state.once(order, lambda: _worked_out(state, person, order))


def _worked_out(state: OwbState, person: Person, order: FireGun) -> Shot | Refusal:
    gun = manned(state, person, order.mount)
    if isinstance(gun, Refusal):
        return gun
    if refusal := (check_once(state, gun) or check_round(state, gun.mount, order.round)):
        return refusal
    if (order.target is None) == (order.at is None):
        return Refusal("owb.vattack.roll", "Name a target, or a square.")
    if order.mode != "single" and (refusal := _check_automatic(state, gun, order)):
        return refusal
    if order.at is not None:
        return shot_at_square(state, gun, order.at, order.round)
    if order.round == "smoke":
        return Refusal("owb.vammo.smoke", "Smoke is fired at a square.")
    return _at_somebody(state, gun, order)


def _at_somebody(state: OwbState, gun: Manned, order: FireGun) -> Shot | Refusal:
    assert order.target is not None
    vehicle = state.find_vehicle(order.target)
    if vehicle is not None:
        return shot_at_vehicle(state, gun, vehicle, order.mode, piercing=order.round == "AP")
    target = state.find_person(order.target)
    if target is None:
        return Refusal("owb.vattack.line-of-sight", "There is nobody of that name.")
    if gun.big:
        rule = "owb.combined.vehicle-weapon-direct-hit"
        cite(rule)
        if not state.on("direct_hits_on_characters"):
            return Refusal(rule, "It is aimed at a square, not at a single character.")
    else:
        cite("owb.vweapon.machineguns-on-vehicles")
    return shot_at_person(state, gun, target, order.mode)


def _check_automatic(state: OwbState, gun: Manned, order: FireGun) -> Refusal | None:
    """Why a weapon cannot fire a burst, or suppressive fire, at a target."""
    rule = "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles"
    if not gun.automatic:
        return Refusal(rule, "It fires single rounds.")
    vehicle = state.find_vehicle(order.target or "")
    if gun.big:
        cite(rule)
        if vehicle is None:
            return Refusal(rule, "It fires bursts only at vehicles.")
    if order.mode != "suppress" or not is_slow(gun.vehicle):
        return None
    aim = area_at(state, gun, order.target or "")
    if aim is not None and squares_between(gun.source, aim) > reach_of_gun(state, gun):
        return Refusal("owb.suppress.cone-reach", "That is beyond the reach of the cone.")
    return None


def target_squares(state: OwbState, name: str) -> tuple[Square, ...]:
    """The squares of a vehicle, or the square of a character, on foot or in his vehicle."""
    person = state.find_person(name)
    if person is not None and not person.aboard:
        return (state.square(person),)
    vehicle = state.find_vehicle(person.aboard if person is not None else name)
    return () if vehicle is None else state.footprint(vehicle).squares


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
            if astray is None or not strikes_somewhere(results[-1].die, shot.tally):
                return "miss"
            return "near miss" if astray(dice) is not None else "miss"
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


# -- guns -----------------------------------------------------------------------------------------


def trace_gun(state: OwbState, order: FireGun | FirePort) -> Trace | None:
    """The line of a shot out of a vehicle, its arc, and what a hit does."""
    person = state.find_person(order.person)
    vehicle = state.find_vehicle(person.aboard) if person is not None else None
    if person is None or vehicle is None or not vehicle.on_table:
        return None
    shot: Shot | Refusal
    if isinstance(order, FireGun):
        gun, shot = manned(state, person, order.mount), ready(state, person, order)
    else:
        gun, shot = hand_weapon(state, person, order), shot_through_port(state, person, order)
    if isinstance(gun, Refusal):
        return None
    arc = arc_squares(state, vehicle, gun.mount)
    overlays: list[Overlay] = [
        shown(state, arc, "range", "The firing arc of the weapon", side=vehicle.side)
    ]
    at = order.at if isinstance(order, FireGun) else None
    end = at or _place_of(state, order.target)
    if end is not None:
        start = state.setting.point_of(gun.source.point)
        overlays.append(Line(start=start, end=end, side=vehicle.side))
    notes: list[str] = []
    if not isinstance(shot, Refusal):
        notes += _about_shot(state, gun, shot, rolls_of(order))
        if isinstance(shot, SquareShot):
            overlays += _bursts(state, shot)
    sweeps = isinstance(order, FireGun) and order.mode == "suppress" and is_slow(vehicle)
    aim = area_at(state, gun, order.target or "") if sweeps else None
    if aim is not None:
        overlays.append(shown_cone(state, gun, aim))
        notes += ("From the next round on the weapon is trained on the hatched squares.",)
        notes += told_in_cone(state, gun, aim)
    return Trace(overlays=tuple(overlays), notes=tuple(notes))


def _place_of(state: OwbState, name: str | None) -> Point | None:
    person = state.find_person(name or "")
    piece = state.pieces.get(person.aboard if person is not None and person.aboard else name or "")
    return None if piece is None else (piece.x, piece.y)


def _about_shot(state: OwbState, gun: Manned, shot: Shot, times: int) -> Iterator[str]:
    match shot:
        case VehicleShot():
            face = face_hit(state, gun.source, state.vehicle(shot.vehicle))
            yield from about_vehicle_shot(state, shot, face, times)
        case Blow():
            yield from about_blow(shot, state.person(shot.target))
        case SquareShot():
            landings = square_landings(state, shot)
            lost = landings.get(None, Fraction(0))
            there = landings.get(shot.burst, Fraction(0))
            yield (
                f"Bursts there {percent(there)}, near it {percent(1 - lost - there)}, "
                f"without effect {percent(lost)}."
            )
            if shot.kind != "smoke":
                yield from caught_told(state, gun.vehicle.side, shell_of(shot), landings)


def about_vehicle_shot(
    state: OwbState, shot: VehicleShot, face: str, times: int = 1
) -> Iterator[str]:
    """The number that hits, the hull that is struck, and how likely each loss is.

    Args:
        state: Where the fight stands.
        shot: The shot.
        face: The side of the vehicle that it would strike.
        times: How many Attack Rolls are made.
    """
    target = state.vehicle(shot.vehicle)
    least = next((one for one in range(1, 21) if shot.hits_with(one)), None)
    if least is None:
        yield "No face of 1d20 hits."
    else:
        yield f"Hits on {f'{least} or more' if least > 1 else 'every face'} of 1d20."
    part = "nothing" if not shot.share else "all" if shot.share == 1 else f"{shot.share}"
    hull = f"hull level {shot.level}" if shot.level else "no hull to speak of"
    yield f"Strikes the {face}, {hull}: {part} of {shot.damage} gets through."
    losses = {value: Fraction(chance) for value, chance in damage_odds(state, shot, times).items()}
    real = {value: chance for value, chance in sorted(losses.items()) if value}
    if real:
        any_loss = percent(sum(real.values(), Fraction(0)))
        yield f"With {any_loss} it loses {spread_told(real)}, of {target.hp} hit points."


def square_landings(state: OwbState, shot: SquareShot) -> Landings:
    """Where a round may burst, and how likely that is."""
    grounds = state.grounds_clear_of(shot.square, shot.firing)
    found = exact(lambda dice: resolve_square_shot(grounds, shot, dice).square)
    return {square: Fraction(chance) for square, chance in found.items()}


def shell_of(shot: SquareShot) -> str:
    """What goes off where a round bursts."""
    return AP_SHELL if shot.kind == "AP" else SHELL


def _bursts(state: OwbState, shot: SquareShot) -> Iterator[Overlay]:
    if shot.kind == "smoke":
        cloud = on_map(state, area(shot.burst, SMOKE_REACH))
        yield shown(state, cloud, "way", "The smoke, if it bursts where it is aimed")
    else:
        blast = on_map(state, area(shot.burst, charge_of(state, shell_of(shot)).reach))
        yield shown(state, blast, "danger", "The blast, if it bursts where it is aimed")
    landings = square_landings(state, shot)
    near = on_map(state, (one for one in landings if one is not None and one != shot.burst))
    words = [f"{round(landings[square] * 100)}" for square in near]
    if near:
        yield shown(state, near, "chance", "Where else it may burst, in percent", words=words)
