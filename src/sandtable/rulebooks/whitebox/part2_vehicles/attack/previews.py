"""What a vehicle would do: where it would stand, at what cost and risk, and what its guns reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.battle.figures import Figure
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay, Route
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import exact
from sandtable.rulebooks.whitebox.page.places import (
    Point,
    all_squares,
    on_map,
    percent,
    shown,
)
from sandtable.rulebooks.whitebox.page.tracing_attacks import (
    about_blow,
    bullets_told,
    spread_told,
)
from sandtable.rulebooks.whitebox.page.tracing_blasts import Landings, caught_told
from sandtable.rulebooks.whitebox.page.vehicle_figures import vehicle_figure
from sandtable.rulebooks.whitebox.page.vehicle_sights import arc_squares
from sandtable.rulebooks.whitebox.page.words import some
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import (
    AP_SHELL,
    SHELL,
    area,
    charge_of,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import eye, leaning_out
from sandtable.rulebooks.whitebox.part2_vehicles.attack.at_squares import (
    SquareShot,
    resolve_square_shot,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned, manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import turret_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.odds import damage_odds, rolls_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import Shot, ready
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shells import SMOKE_REACH
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import (
    VehicleShot,
    face_hit,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import (
    Cone,
    area_at,
    gun_victims,
    is_slow,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.turrets import turned
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    Skill,
    allowance,
    allowance_at,
    skill_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.previews import Preview, preview, reach
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import (
    hand_weapon,
    shot_through_port,
)
from sandtable.rulebooks.whitebox.part2_vehicles.movement.steps import way_ahead
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import operator_of
from sandtable.rulebooks.whitebox.part3_combining.from_foot import aim_at_vehicle
from sandtable.rulebooks.whitebox.setting_up.deploying_vehicles import footprint_of, under_way
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import Footprint
from sandtable.rulebooks.whitebox.state.orders import Deploy
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    SweepGun,
    Traverse,
)
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle
from sandtable.table.grid import Square

LOOKED_AT: Final = 1200
"""How many places are looked at, the nearest first, to show where a vehicle can get."""


# -- where it would stand -------------------------------------------------------------------------


def vehicle_ghost(state: OwbState, vehicle: Vehicle, print_: Footprint) -> Figure:
    """A vehicle as it would stand on a footprint."""
    twin = state.copy()
    twin.put(vehicle)
    moved = twin.place(vehicle.id, print_)
    return vehicle_figure(twin, replace(moved, on_table=True))


def trace_driving(state: OwbState, order: Order) -> Trace | None:
    """Where a manoeuvre ends, what it costs, and what may go wrong."""
    vehicle = state.find_vehicle(getattr(order, "vehicle", ""))
    if vehicle is None or not vehicle.on_table:
        return None
    found = preview(state, order)
    if found is None:
        return _straight_on(state, vehicle, order)
    used = vehicle.spent + found.cost
    most = allowance(state, vehicle)
    label = f"{used} of {most} Movement" if found.cost or most else ""
    return Trace(
        used=used,
        allowed=most,
        label=label,
        ghosts=(vehicle_ghost(state, vehicle, found.after),),
        overlays=tuple(_way(state, vehicle, order, found.after)),
        notes=tuple(_risks(state, vehicle, found)),
    )


def _straight_on(state: OwbState, vehicle: Vehicle, order: Order) -> Trace | None:
    """A drive that is refused is shown as far as it was meant to go."""
    if not isinstance(order, Drive) or not 1 <= order.squares <= max(1, vehicle.movement):
        return None
    *_, last = way_ahead(state, vehicle, order.squares)
    return Trace(overlays=tuple(_way(state, vehicle, order, last.after)))


def _way(state: OwbState, vehicle: Vehicle, order: Order, after: Footprint) -> Iterator[Overlay]:
    own = state.footprint(vehicle)
    squares = {*after.squares}
    if isinstance(order, Drive):
        for step in way_ahead(state, vehicle, order.squares):
            squares |= {*step.after.squares}
    new = on_map(state, sorted(squares.difference(own.squares)))
    yield shown(state, new, "way", "The squares that it drives over", side=vehicle.side)
    start, end = (state.setting.point_of(print_.centre) for print_ in (own, after))
    if start != end:
        yield Route(points=(start, end), side=vehicle.side, piece=vehicle.id)


def check_told(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """What the next Driving Check of an operator takes."""
    driver = operator_of(state, vehicle)
    if driver is None:
        return
    skill = skill_of(driver, vehicle.checks)
    if skill.sides:
        yield f"{driver.name} needs {_needed(skill)} on 1d{skill.sides}."
    elif skill.at_most:
        yield f"{driver.name} is a Wheelman, and needs no die for it."
    else:
        yield f"{driver.name} has made all the checks of this round that he can."


def _needed(skill: Skill) -> str:
    """The rolls that are a success."""
    return "a 1" if skill.at_most == 1 else f"{skill.at_most} or less"


def _risks(state: OwbState, vehicle: Vehicle, found: Preview) -> Iterator[str]:
    if found.check is not None:
        yield f"Driving Check: made with {percent(found.check)}."
        yield from check_told(state, vehicle)
    if found.save is not None:
        yield f"Saving Throw after that: made with {percent(found.save)}."
    yield from mishaps_told(found.mishaps)
    if found.stuck:
        yield f"It may get stuck: {percent(found.stuck)}."
    struck = [state.pieces[name].name for name in (*found.strikes.persons, *found.strikes.vehicles)]
    if struck:
        yield f"Strikes {some(struck)}."
    if found.strikes.objects:
        yield "Strikes something solid."
    if found.leaves:
        yield "It leaves the map, and does not come back."


def mishaps_told(mishaps: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """How likely each mishap is, in words, if there may be one."""
    if mishaps:
        told = ", ".join(f"{name.replace('-', ' ')} {percent(part)}" for name, part in mishaps)
        yield f"Otherwise a mishap: {told}."


def trace_pace(state: OwbState, order: SetPace) -> Trace | None:
    """The squares that a vehicle can get to at a pace, without a Driving Check."""
    vehicle = state.find_vehicle(order.vehicle)
    if vehicle is None or not vehicle.on_table or order.pace == "stopped":
        return None
    costs: dict[Square, int] = {}
    for place in reach(state, vehicle, order.pace, LOOKED_AT):
        for square in place.after.squares:
            costs[square] = min(place.cost, costs.get(square, place.cost))
    own = set(state.footprint(vehicle).squares)
    squares = on_map(state, (square for square in costs if square not in own))
    label = f"{vehicle.name} can get to these squares without a Driving Check"
    words = [str(costs[square]) for square in squares]
    most = allowance_at(state, vehicle, order.pace)
    notes = ["The numbers say what it costs to get there, without any Driving Check."]
    if order.pace == "normal":
        notes.append("Every attack out of it suffers -4.")
    return Trace(
        label=f"{most} Movement this round",
        overlays=(shown(state, squares, "reach", label, side=vehicle.side, words=words),),
        notes=tuple(notes),
    )


def trace_deploy_vehicle(state: OwbState, order: Order) -> Trace | None:
    """A vehicle that is placed."""
    vehicle = state.find_vehicle(getattr(order, "person", ""))
    if vehicle is None:
        return None
    assert isinstance(order, Deploy)
    print_ = footprint_of(state, order)
    squares = on_map(state, print_.squares)
    ghost = vehicle_ghost(state, under_way(vehicle, order), print_)
    overlay = shown(state, squares, "way", "The squares that it fills", side=vehicle.side)
    return Trace(ghosts=(ghost,), overlays=(overlay,))


# -- guns -----------------------------------------------------------------------------------------


def trace_traverse(state: OwbState, order: Traverse) -> Trace | None:
    """A turret that points elsewhere, and what it covers there."""
    person = state.find_person(order.person)
    vehicle = state.find_vehicle(person.aboard) if person is not None else None
    mount = vehicle.mount(order.mount) if vehicle is not None else None
    turret = turret_of(vehicle, mount) if vehicle is not None and mount is not None else None
    if vehicle is None or turret is None or person is None:
        return None
    there = turned(vehicle, turret, order.eighths)
    twin = state.copy()
    twin.put(there)
    moved = there.mount(turret.id)
    assert moved is not None
    overlay = shown(
        twin, arc_squares(twin, there, moved), "range", "What the turret covers", side=vehicle.side
    )
    return Trace(ghosts=(vehicle_figure(twin, there),), overlays=(overlay,))


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


def trace_shoot_aboard(state: OwbState, order: ShootAboard) -> Trace | None:
    """A shot of a man on foot at a vehicle."""
    person, vehicle = state.find_person(order.person), state.find_vehicle(order.vehicle)
    if person is None or vehicle is None or not person.on_table:
        return None
    person = leaning_out(state, person, order.lean)
    origin = eye(state, person)
    start = state.setting.point(origin)
    line = Line(start=start, end=(vehicle.x, vehicle.y), side=person.side)
    arm = person.arm(order.weapon)
    if arm is None or order.occupant is not None:
        return Trace(overlays=(line,))
    shot = aim_at_vehicle(state, person, arm, vehicle, order.mode)
    if not isinstance(shot, VehicleShot):
        return Trace(overlays=(line,))
    face = face_hit(state, origin, vehicle)
    notes = about_vehicle_shot(state, shot, face, rolls_of(order))
    return Trace(overlays=(line,), notes=tuple(notes))
