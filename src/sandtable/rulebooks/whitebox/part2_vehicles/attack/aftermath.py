"""What a round of a vehicle weapon may still do after it has hit or missed its target."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow
from ...part1_personal.cover.cover import shelter_from
from ...state import OwbState
from ...state.frames import CoverHit
from ...state.squares_and_edges import Grounds
from ...state.vehicle_orders import FireGun, RoundKind
from ..damage.cover_that_is_hit import cover_of_person, cover_of_vehicle
from .bearing import Manned
from .cover import vehicle_shelter
from .misses import lands_astray, strikes_somewhere
from .shells import bursts
from .shots_at_vehicles import MODIFIERS, VehicleShot


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


def aftermath(
    state: OwbState, order: FireGun, gun: Manned, shot: VehicleShot | Blow, start: Square
) -> Aftermath:
    """What a round may still do, as things stand before it is fired."""
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


def what_follows(
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
