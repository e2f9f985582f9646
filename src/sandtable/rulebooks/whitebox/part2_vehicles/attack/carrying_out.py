"""Attacks out of vehicles carried out; rounds that miss, and cover that is hit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part1_personal.attack.delivering import struck_at
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import shelter_from
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import shot_off
from sandtable.rulebooks.whitebox.part2_vehicles.attack.at_squares import SquareShot, fire_at_square
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned, manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.cover import vehicle_shelter
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import bearing, fired_from
from sandtable.rulebooks.whitebox.part2_vehicles.attack.misses import (
    lands_astray,
    strikes_somewhere,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import (
    GunOrder,
    Shot,
    ready,
    target_squares,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shells import bursts, round_fired
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import (
    MODIFIERS,
    VehicleShot,
    shoot_vehicle,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import (
    area_at,
    is_slow,
    kept_gun,
    opened,
    sweep_gun,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.adverse_effects import natural_1
from sandtable.rulebooks.whitebox.part2_vehicles.damage.cover_that_is_hit import (
    cover_of_person,
    cover_of_vehicle,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import (
    stray_at_vehicle,
    stray_shot,
)
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import (
    fires_through,
    shot_through_port,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import nearest_to
from sandtable.rulebooks.whitebox.state.squares_and_edges import Grounds
from sandtable.rulebooks.whitebox.state.vehicle_frames import CoverHit
from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun, FirePort, RoundKind, SweepGun
from sandtable.rulebooks.whitebox.state.vehicles import Mount
from sandtable.table.grid import GridPoint, Square


class Aftermath(Struct, frozen=True, kw_only=True):
    """What a round of a vehicle weapon may still do after it has hit or missed its target.

    Attributes:
        gun: The weapon and its gunner.
        kind: The kind of round.
        tally: What was added to the die.
        armor: What it had to reach.
        start: The square that a miss is counted from.
        sweeps: Whether suppressive fire is opened with it, for which there is no miss table.
        cover: The cover that the target is behind, as one square or an edge's two.
        grounds: The map without the two vehicles.
    """

    gun: Manned
    kind: RoundKind
    tally: Tally
    armor: Tally
    start: Square
    sweeps: bool
    cover: tuple[Square, ...]
    grounds: Grounds


def carry_out_gun_order(
    state: OwbState, order: GunOrder, dice: Dice, *, only: str | None = None
) -> Iterator[Event]:
    """Carry a legal attack out of a vehicle out.

    Args:
        state: Where the fight stands.
        order: The attack.
        dice: The dice.
        only: The one who has just shown himself, if a Trained weapon fires in between.
    """
    cite("owb.vattack.once-per-weapon")
    person = state.person(order.person)
    match order:
        case SweepGun(mount=name, helper=helper):
            gun = kept_gun(state, person, name)
            assert isinstance(gun, Manned)
            yield from sweep_gun(state, gun, helper, only)
        case FirePort():
            port = fires_through(state.vehicle(person.aboard), order.port)
            _committed(state, person.id, ported=port)
            for _ in range(2 if order.twice else 1):
                yield from _fire_port(state, order, dice)
        case FireGun():
            gun = manned(state, person, order.mount)
            found = ready(state, person, order)
            assert isinstance(gun, Manned)
            assert not isinstance(found, Refusal)
            yield from _fire_gun(state, order, gun, found, dice)


def _committed(state: OwbState, name: str, **more: object) -> None:
    """Somebody aboard has made his Attack: it ends a withheld one and a Trained weapon."""
    cite("owb.vattack.withhold-carries-over")
    state.change(name, attacked=True, withheld=False, trained=None, fired=True, **more)


def _fire_port(state: OwbState, order: FirePort, dice: Dice) -> Iterator[Event]:
    """One attack roll; the second of two may have become impossible."""
    person = state.person(order.person)
    arm = person.arm(order.weapon)
    shot = None if arm is None else shot_through_port(state, person, order)
    if arm is None or shot is None or isinstance(shot, Refusal):
        return
    state.put(person.with_arm(shot_off(state, arm, order.mode)))
    source = fired_from(state, state.vehicle(person.aboard), order.port or "PIN")
    if isinstance(shot, VehicleShot):
        result = yield from shoot_vehicle(state, shot, dice)
        yield from stray_at_vehicle(state, shot, result, source, dice)
        return
    struck = yield from struck_at(state, shot, dice)
    yield from stray_shot(state, shot, struck, source, dice)


def _fire_gun(
    state: OwbState, order: FireGun, gun: Manned, shot: Shot, dice: Dice
) -> Iterator[Event]:
    _committed(state, gun.person.id)
    sweeps = order.mode == "suppress" and is_slow(gun.vehicle)
    area = area_at(state, gun, order.target or "") if sweeps else None
    aim = shot.square if isinstance(shot, SquareShot) else _aimed_at(state, gun, shot)
    state.put(state.vehicle(gun.vehicle.id).with_mount(_fired(state, order, gun, aim)))
    if isinstance(shot, SquareShot):
        yield from fire_at_square(state, shot, dice)
        return
    after = _aftermath(state, order, gun, shot, aim) if gun.big else None
    if isinstance(shot, VehicleShot):
        result = yield from shoot_vehicle(state, shot, dice)
        hit, die = result.hit, result.die
        yield from stray_at_vehicle(state, shot, result, gun.source, dice)
    else:
        struck = yield from struck_at(state, shot, dice)
        hit, die = struck.hit, struck.die
        yield from natural_1(state, gun.vehicle.id, die, dice)
        if not gun.big:
            yield from stray_shot(state, shot, struck, gun.source, dice)
    if after is not None:
        yield from _what_follows(state, after, die, hit, dice)
    if area is not None:
        yield from opened(state, gun.person.id, gun.mount.id, area, order.helper, dice)


def _fired(state: OwbState, order: FireGun, gun: Manned, aim: GridPoint) -> Mount:
    """The weapon after the shot: a pintle has been swung there, a rare round is gone."""
    mount = replace(round_fired(gun.mount, order.round), fired_in=state.turn)
    if mount.kind == "PIN":
        mount = replace(mount, aimed=bearing(gun.print_.centre, aim))
    return mount


def _aimed_at(state: OwbState, gun: Manned, shot: VehicleShot | Blow) -> Square:
    """The square that is fired at: of a vehicle, the nearest to the firing point."""
    name = shot.vehicle if isinstance(shot, VehicleShot) else state.person(shot.target).aboard
    if name:
        return nearest_to(state.footprint(state.vehicle(name)), gun.source.point)
    assert isinstance(shot, Blow)
    return target_squares(state, shot.target)[0]


def _aftermath(
    state: OwbState, order: FireGun, gun: Manned, shot: VehicleShot | Blow, start: Square
) -> Aftermath:
    names = [gun.vehicle.id]
    cover: tuple[Square, ...] = ()
    if isinstance(shot, VehicleShot):
        names.append(shot.vehicle)
        target = state.vehicle(shot.vehicle)
        if vehicle_shelter(state, gun.source, target) == "partial":
            cover = cover_of_vehicle(state, gun.source, target)
    else:
        man = state.person(shot.target)
        if man.aboard:
            names.append(man.aboard)
        if man.aboard or shelter_from(state, gun.source, man) == "partial":
            cover = cover_of_person(state, gun.source, man)
    return Aftermath(
        gun=gun,
        kind=order.round,
        tally=shot.tally,
        armor=shot.armor,
        start=start,
        sweeps=isinstance(shot, VehicleShot) and shot.sweeps,
        cover=cover,
        grounds=state.grounds_without(*names),
    )


def _what_follows(
    state: OwbState, after: Aftermath, die: int, hit: bool, dice: Dice
) -> Iterator[Event]:
    """A round hits cover together with the target, or instead of it; a miss strikes elsewhere."""
    short_of = after.armor.total - (die + after.tally.total)
    penalty = -MODIFIERS["target in partial cover"][0]
    if after.cover and (hit or short_of <= penalty):
        cite("owb.vcover.what-hits-cover")
        weapon, piercing = after.gun.mount.weapon, after.kind == "AP"
        state.push(CoverHit(squares=after.cover, weapon=weapon, piercing=piercing))
    if after.sweeps:
        cite("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
    if hit or after.sweeps or not strikes_somewhere(die, after.tally):
        return
    square = lands_astray(after.grounds, after.gun.source, after.start, dice)
    told = "strikes the ground nearby" if square is not None else "goes wide"
    yield Event(
        kind="miss",
        text=f"The round of {after.gun.vehicle.name} {told}.",
        rules=("owb.vmiss.threshold-14", "owb.vmiss.where-it-lands"),
        pieces=(after.gun.vehicle.id,),
        rolls=dice.take_rolls(),
        data={"lands": square},
    )
    if square is not None:
        yield from bursts(state, after.kind, square, dice)
