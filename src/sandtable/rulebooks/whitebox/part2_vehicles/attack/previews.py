"""What a vehicle would do: where it would stand, at what cost and risk, and what its guns reach."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.battle import Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import exact
from sandtable.odds import percent
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow, about_blow, spread_told
from ...part1_personal.autofire.sweeping import bullets_told
from ...part1_personal.explosives.blasts import AP_SHELL, SHELL, area, charge_of
from ...part1_personal.explosives.lobbing import Landings, caught_told
from ...showing.places import Point, all_squares, arc_squares, on_map, shown, some
from ...state import OwbState
from ...state.vehicle_orders import FireGun, FirePort, SweepGun
from ..modifications.firing_ports import hand_weapon, shot_through_port
from .at_squares import SquareShot, resolve_square_shot
from .bearing import Manned, manned
from .odds import damage_odds, rolls_of
from .orders_to_fire import Shot, ready
from .shells import SMOKE_REACH
from .shots_at_vehicles import VehicleShot, face_hit
from .suppressive_fire import Cone, area_at, gun_victims, is_slow

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
        overlays.append(_cone(state, gun, aim))
        notes += ("From the next round on the weapon is trained on the hatched squares.",)
        notes += _in_cone(state, gun, aim)
    return Trace(overlays=tuple(overlays), notes=tuple(notes))


def trace_sweep_gun(state: OwbState, order: SweepGun) -> Trace | None:
    """The cone of a mounted weapon that keeps firing, and who is in it."""
    person = state.find_person(order.person)
    gun = manned(state, person, order.mount) if person is not None else None
    if person is None or person.trained is None or not isinstance(gun, Manned):
        return None
    aim = person.trained.aim
    return Trace(
        overlays=(_cone(state, gun, aim),),
        notes=(*_in_cone(state, gun, aim), bullets_told()),
    )


def _cone(state: OwbState, gun: Manned, aim: Square) -> Overlay:
    cone = Cone(state, gun, aim)
    squares = [square for square in all_squares(state) if square in cone]
    return shown(state, squares, "danger", "Swept by suppressive fire")


def _in_cone(state: OwbState, gun: Manned, aim: Square) -> Iterator[str]:
    pieces = [state.pieces[name] for name in gun_victims(state, gun, aim)]
    enemies = [one.name for one in pieces if one.side != gun.vehicle.side]
    friends = [one.name for one in pieces if one.side == gun.vehicle.side]
    yield f"In it now: {some(enemies)}." if enemies else "No enemy is in it now."
    if friends:
        yield f"Friends in it: {some(friends)}!"


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
