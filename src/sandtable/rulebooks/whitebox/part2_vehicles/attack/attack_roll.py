"""THE ATTACK ROLL of vehicle combat: shots of gunners at vehicles, and at characters."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table.grid import Square

from ...part1_personal.attack.attack import fumbled
from ...part1_personal.attack.attack_roll import RESULTS, Blow, Fumble, fumbles, told_for_luck
from ...part1_personal.attack.missile import add_range, add_shotgun, barrels, blow_at, range_band
from ...part1_personal.attack.modifiers import add_vehicle_modifiers
from ...part1_personal.core_rulebook.persons import base_hit_bonus, roll_needed
from ...part1_personal.cover.cover import Shelter, target_line
from ...part3_combining.exposed import occupant_shelter, occupant_square
from ...state import OwbState, Person, Vehicle
from ...state.footprint import Source, point_of, zone_of
from ...state.tables import MISSILE, DiceSum, Weapon, rows_of, weapon_called
from ...state.vehicle_stats import GUNS
from ...state.vehicles import Face
from ..damage.damage import armor_tally, damage_vehicle, natural_1, natural_20
from ..damage.hull import damage_through, hull_level, hull_rules, share
from ..modifications.modifications import detonates_early
from ..round.crew import add_moving_penalty
from .bearing import Manned, check_bears_on_square, check_bears_on_vehicle, check_target, range_to
from .line_of_fire import vehicle_shelter

MODIFIERS: Final[Mapping[str, tuple[int, int]]] = {
    row["condition"]: (row["single_shot"], row["burst"])
    for row in rows_of("vehicle-attack-modifiers")
}
"""Modifiers to attacks from and at vehicles: of a single shot, and of a burst."""


class VehicleShot(Struct, frozen=True, kw_only=True):
    """A direct shot at a vehicle, or a blow by hand, ready to be rolled.

    Attributes:
        attacker: Who makes it.
        vehicle: The vehicle that it is aimed at.
        weapon: What it is made with.
        tally: Everything that is added to the die.
        armor: The target's Armor Class.
        damage: The dice of a hit.
        level: The effective hull level of the face that it would hit.
        hull: The rules that make it that.
        more: What is added to the dice of a hit (Strength).
        times: What a hit is multiplied by (both barrels).
        mounted_on: The vehicle that the weapon is mounted on, if it is.
        fumbles: Whether a natural 1 is special, as it is with weapons in hand.
        melee: Whether it is struck by hand.
        sweeps: Whether a mounted weapon opens suppressive fire with it; then no miss table is used.
    """

    attacker: str
    vehicle: str
    weapon: str
    tally: Tally
    armor: Tally
    damage: DiceSum
    level: int
    hull: tuple[str, ...] = ()
    more: int = 0
    times: int = 1
    mounted_on: str = ""
    fumbles: bool = False
    melee: bool = False
    sweeps: bool = False

    @property
    def needed(self) -> int:
        """The face of the die that hits."""
        return self.armor.total - self.tally.total

    def hits_with(self, face: int) -> bool:
        """Whether a face of the die would hit."""
        if self.fumbles and face == 1:
            return False
        return face + self.tally.total >= number_needed(self.armor.total)

    @property
    def share(self) -> Fraction:
        """The part of the damage that gets through."""
        return share(self.weapon, self.level)


class ShotResult(Struct, frozen=True):
    """What came of a shot at a vehicle.

    Attributes:
        die: The face of the d20.
        hit: Whether it hit.
        damage: The hit points that the vehicle loses.
        early: Whether Makeshift Armor set the round off.
        fumble: What went wrong with a weapon in hand.
    """

    die: int
    hit: bool
    damage: int = 0
    early: bool = False
    fumble: Fumble = ""


# -- modifiers ------------------------------------------------------------------------------------


def add_gunner(tally: Tally, gun: Manned) -> Tally:
    """Add what the vehicle takes from an attack out of it: its pace, and broken periscopes."""
    cite("owb.vattack.minus-four-above-crawl")
    add_moving_penalty(tally, gun.vehicle)
    if gun.mount.id:
        _, each = MODIFIERS["each Visibility result on the firing vehicle (mounted weapons)"]
        dim = gun.vehicle.dim
        tally.add_if(dim > 0, each * dim, "owb.vcrit.visibility", "poor visibility")
    return tally


def gunner_tally(gun: Manned, *, burst: bool) -> Tally:
    """What is added to every Attack Roll of a gunner; Strength never is."""
    person = gun.person
    tally = Tally("attacker").add(
        base_hit_bonus(person.combatant), "owb.vattack.roll", "Base Hit Bonus"
    )
    rule = "owb.vattack.all-vehicle-attacks-are-missile-attacks"
    cite(rule)
    tally.add_if(person.dexterity != 0, person.dexterity, rule, "Dexterity")
    if burst:
        bonus = MODIFIERS["burst fire"][1]
        big = "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles"
        tally.add(bonus, big if gun.big else "owb.burst.bonus", "burst")
    return add_gunner(tally, gun)


def add_vehicle_shelter(tally: Tally, shelter: Shelter, *, burst: bool) -> None:
    """Add what the cover or the concealment of a vehicle takes from the Attack Roll."""
    rule = "owb.vcover.same-as-for-characters"
    if shelter == "partial":
        tally.add(MODIFIERS["target in partial cover"][burst], rule, "partial cover")
    elif shelter == "concealed":
        tally.add(MODIFIERS["target in concealment or smoke"][burst], rule, "concealment")


def face_hit(state: OwbState, source: Source, target: Vehicle) -> Face:
    """The face of a vehicle that a direct shot hits: the one towards the firing point."""
    cite("owb.vattack.face-hit")
    return zone_of(state.footprint(target), point_of(source))


def number_needed(armor: int) -> int:
    """The Attack Roll that hits an ascending Armor Class, read from Table 1.

    >>> number_needed(15)
    15
    """
    cite("owb.vattack.descending-ac")
    return roll_needed(19 - armor)


# -- shots ready to be rolled ---------------------------------------------------------------------


def band_to(state: OwbState, gun: Manned, squares: tuple[Square, ...]) -> int | Refusal:
    """Which range some squares are at for a weapon, or why they are out of it."""
    rule = "owb.vweapon.ranges-in-squares"
    cite(rule)
    distance = range_to(state, gun, squares)
    band = range_band(state, gun.weapon, distance)
    if band is None:
        return Refusal(rule, f"{distance} squares are beyond its Extreme range.")
    return band


def direct_shot(
    vehicle: Vehicle, face: Face, *, piercing: bool = False, **fields: Any
) -> VehicleShot:
    """A shot or a blow at a face of a vehicle, against its Armor Class and its hull there."""
    return VehicleShot(
        vehicle=vehicle.id,
        armor=armor_tally(vehicle),
        level=hull_level(vehicle, face, piercing=piercing),
        hull=hull_rules(vehicle, face, piercing=piercing),
        **fields,
    )


def shot_at_vehicle(
    state: OwbState, gun: Manned, target: Vehicle, mode: str = "single", *, piercing: bool = False
) -> VehicleShot | Refusal:
    """A shot or a burst at a vehicle, ready to be rolled, or why it cannot be fired."""
    if refusal := (check_target(gun, target) or check_bears_on_vehicle(state, gun, target)):
        return refusal
    band = band_to(state, gun, state.footprint(target).squares)
    if isinstance(band, Refusal):
        return band
    burst, weapon = mode in ("burst", "suppress"), gun.mount.weapon
    tally = gunner_tally(gun, burst=burst)
    add_range(tally, band)
    add_shotgun(tally, weapon, band)
    add_vehicle_shelter(tally, vehicle_shelter(state, gun.source, target), burst=burst)
    add_vehicle_modifiers(tally, state, gun.person, target)
    if piercing:
        cite("owb.vammo.ap-lowers-hull-by-one")
    return direct_shot(
        target,
        face_hit(state, gun.source, target),
        piercing=piercing,
        attacker=gun.person.id,
        weapon=weapon,
        tally=tally,
        damage=GUNS[weapon].damage if gun.big else MISSILE[weapon].damage,
        times=barrels(mode, band),
        mounted_on=gun.vehicle.id if gun.mount.id else "",
        fumbles=not gun.mount.id and state.on("naturals_personal"),
        sweeps=mode == "suppress" and gun.vehicle.pace != "normal",
    )


# -- rolling --------------------------------------------------------------------------------------


def resolve_vehicle_shot(state: OwbState, shot: VehicleShot, dice: Dice) -> ShotResult:
    """Roll a shot at a vehicle: the d20, the die of Makeshift Armor, and the damage.

    Where the hull makes the target immune, a hit has no effect and no damage is rolled. A natural 1
    belongs to the weapon: in hand it goes by the rule of the characters.
    """
    cite("owb.vattack.roll")
    die = dice.die(20, "attack")
    if shot.fumbles and die == 1:
        cite("owb.attack.natural-20-and-1")
        return ShotResult(die, False, fumble=fumbles(dice, melee=shot.melee))
    hit = shot.hits_with(die)
    if dice.settle("attack", "hit" if hit else "miss", RESULTS) == "miss":
        return ShotResult(die, False)
    if not shot.share:
        return ShotResult(die, True)
    early = detonates_early(state, shot.vehicle, shot.weapon, shot.level, dice)
    rolled = shot.damage.damage(dice, "damage", shot.more) * shot.times
    points = damage_through(rolled, shot.weapon, shot.level, halved=int(early))
    return ShotResult(die, True, points, early)


def shoot_vehicle(
    state: OwbState, shot: VehicleShot, dice: Dice
) -> Generator[Event, None, ShotResult]:
    """Roll a shot at a vehicle, tell of it, and apply it."""
    attacker, target = state.person(shot.attacker), state.vehicle(shot.vehicle)
    result = resolve_vehicle_shot(state, shot, dice)
    if not result.hit:
        told = "misses"
    elif not shot.share:
        told = "hits, without effect on its hull"
    else:
        early = ", its round set off early" if result.early else ""
        told = f"hits for {result.damage}{early}"
    does = "strikes at" if shot.melee else "fires at"
    yield Event(
        kind="attack",
        text=f"{attacker.name} {does} {target.name} ({weapon_called(shot.weapon)}) and {told}.",
        rules=("owb.vattack.roll", *_why(shot, result)),
        pieces=(attacker.id, target.id),
        rolls=dice.take_rolls(),
        tallies=(shot.tally, shot.armor),
        data={
            "hit": result.hit,
            "damage": result.damage,
            **told_for_luck(result.hit, shot.hits_with),
        },
    )
    put_on_guard(state, target.id)
    yield from fumbled(state, shot.attacker, shot.weapon, result.fumble)
    if result.hit:
        yield from damage_vehicle(state, target.id, result.damage, dice)
        yield from natural_20(state, target.id, result.die, shot.share, dice)
    if shot.mounted_on:
        yield from natural_1(state, shot.mounted_on, result.die, dice)
    return result


def _why(shot: VehicleShot, result: ShotResult) -> Iterator[str]:
    """The rules that decide what a hit does."""
    if result.hit:
        yield from shot.hull
        yield "owb.hull.damage-matrix"
    if result.early:
        yield "owb.mod.makeshift-armor-detonation"


def put_on_guard(state: OwbState, name: str) -> None:
    """Whoever is in a vehicle that is attacked knows of it."""
    for person in state.occupants(name):
        if person.unaware:
            state.change(person.id, unaware=False)


def shot_at_person(state: OwbState, gun: Manned, target: Person, mode: str) -> Blow | Refusal:
    """A shot at a character on foot or aboard, ready to be rolled, or why it cannot be fired."""
    rule = "owb.vattack.line-of-sight"
    if target.side == gun.vehicle.side or target.out == "dead" or target.hidden:
        return Refusal(rule, f"{target.name} is no target.")
    found = _at_occupant(state, gun, target) if target.aboard else _on_foot(state, gun, target)
    if isinstance(found, Refusal):
        return found
    spot, shelter = found
    band = band_to(state, gun, (spot,))
    if isinstance(band, Refusal):
        return band
    cite("owb.vattack.roll", "owb.vattack.all-vehicle-attacks-are-missile-attacks")
    weapon = direct_hit(gun.mount.weapon) if gun.big else MISSILE[gun.mount.weapon]
    blow = blow_at(state, gun.person, weapon, target, mode, shelter, band)
    add_gunner(blow.tally, gun)
    return replace(blow, mounted=bool(gun.mount.id))


def _on_foot(state: OwbState, gun: Manned, target: Person) -> tuple[Square, Shelter] | Refusal:
    """Where a character on foot is aimed at, and what protects him there."""
    rule = "owb.vattack.line-of-sight"
    if not target.on_table:
        return Refusal(rule, f"{target.name} is not on the map.")
    spot, shelter = target_line(state, gun.source, target)
    if refusal := check_bears_on_square(state, gun, spot):
        return refusal
    if shelter == "full":
        return Refusal(rule, f"{target.name} is behind full cover.")
    return spot, shelter


def _at_occupant(state: OwbState, gun: Manned, target: Person) -> tuple[Square, Shelter] | Refusal:
    """Where somebody aboard another vehicle is aimed at, and what protects him there."""
    vehicle = state.vehicle(target.aboard)
    if refusal := (check_target(gun, vehicle) or check_bears_on_vehicle(state, gun, vehicle)):
        return refusal
    spot = occupant_square(state, gun.source, target)
    shelter = occupant_shelter(state, gun.source, target)
    if spot is None or shelter == "full":
        rule = "owb.crew.occupants-of-armored-vehicles-not-targetable"
        return Refusal(rule, f"{target.name} cannot be aimed at.")
    return spot, shelter


def direct_hit(name: str) -> Weapon:
    """A vehicle weapon that is aimed at a single character: its dice count twice."""
    cite("owb.combined.vehicle-weapon-direct-hit")
    gun = GUNS[name]
    return Weapon(
        id=gun.id,
        name=gun.name,
        group="vehicle",
        damage=DiceSum(2 * gun.damage.count, gun.damage.sides, 2 * gun.damage.plus),
        rof="1",
        range=gun.range,
        weight=0.0,
        burst=False,
        suppressive=False,
        feed="",
    )
