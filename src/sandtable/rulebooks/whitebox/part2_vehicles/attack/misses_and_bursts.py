"""TANK GUN AMMUNITION and the VEHICLE WEAPON MISS TABLE: where rounds burst, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow, bonuses
from ...part1_personal.cover.cover import shelter_from
from ...part1_personal.explosives.blasts import AP_SHELL, SHELL
from ...part1_personal.explosives.throwing import NEAR_MISS, flown
from ...state import Grounds, Mount, OwbState
from ...state.footprint import FiringPoint, squares_between
from ...state.frames import CoverHit, Landing
from ...state.options import area_reach
from ...state.tables import DiceSum, rows_of
from ...state.vehicle_orders import FireGun, RoundKind
from ..damage.walls_worn import cover_of_person, cover_of_vehicle
from .attack_roll import MODIFIERS, VehicleShot
from .bearing import Manned
from .line_of_fire import vehicle_shelter

AREAS: Final[dict[str, str]] = {row["round"]: row["area"] for row in rows_of("vehicle-ammunition")}
"""What each kind of round covers."""

SMOKE_REACH: Final = area_reach(AREAS["smoke"].split()[0])
_STOCKED: Final = {"AP": "owb.vammo.ap-is-rare", "smoke": "owb.vammo.smoke"}


def check_round(state: OwbState, mount: Mount, kind: RoundKind) -> Refusal | None:
    """Why a weapon cannot fire a kind of round, or ``None`` if it can."""
    if kind == "HE":
        cite("owb.vammo.he")
        return None
    rule = "owb.vammo.types-are-optional"
    cite(rule)
    if not state.on("tank_gun_ammunition"):
        return Refusal(rule, "Every round is high-explosive in this battle.")
    if not mount.weapon.startswith("tank-gun"):
        return Refusal(rule, "Only tank guns have other rounds.")
    cite(_STOCKED[kind])
    if not (mount.ap if kind == "AP" else mount.smoke):
        return Refusal(_STOCKED[kind], f"There is no {kind} round left.")
    return None


def round_fired(mount: Mount, kind: RoundKind) -> Mount:
    """A weapon that has fired a round of a kind; only the rare ones are counted."""
    spent = {"AP": {"ap": mount.ap - 1}, "smoke": {"smoke": mount.smoke - 1}}
    return replace(mount, **spent.get(kind, {}))


def bursts(state: OwbState, kind: RoundKind, square: Square, dice: Dice) -> Iterator[Event]:
    """A round bursts in a square: an explosion, or smoke."""
    match kind:
        case "smoke":
            yield from _smoke_spreads(state, square, dice)
        case "AP":
            cite("owb.vammo.ap-against-characters")
            state.push(Landing(kind=AP_SHELL, square=square))
        case _:
            cite("owb.vammo.he")
            state.push(Landing(kind=SHELL, square=square))


def _smoke_spreads(state: OwbState, square: Square, dice: Dice) -> Iterator[Event]:
    rule = "owb.vammo.smoke"
    rounds = dice.die(3, "rounds of smoke")
    last = state.turn + rounds
    filled = [s for s in grid.blast(square, SMOKE_REACH) if state.grounds.holds(s)]
    lasting = dict(state.smoke)
    for each in filled:
        lasting[each] = max(last, lasting.get(each, last))
    state.smoke = tuple(lasting.items())
    text = f"Smoke spreads; it lasts {rounds} round{'s' if rounds != 1 else ''} after this one."
    yield happened("smoke", text, rule, dice=dice, at=square, until=last)


SHORT: Final = 4
_TURNS: Final = {"in front": SHORT, "right": 2, "left": 6}
"""By how many eighths each direction of the table turns from the line of fire, clockwise."""


def _read() -> dict[int, tuple[DiceSum, int]]:
    found = {}
    for row in rows_of("vehicle-weapon-miss"):
        turn = next((n for word, n in _TURNS.items() if row["direction"].startswith(word)), None)
        if turn is not None:
            found[int(row["roll"])] = (DiceSum.read(row["distance"]), turn)
    return found


TABLE_9: Final[Mapping[int, tuple[DiceSum, int]]] = _read()
"""How far the round strikes from the target, and where; every other face is a clean miss."""


def strikes_somewhere(die: int, tally: Tally) -> bool:
    """Whether a missing round is looked up on Table 9: by the roll with bonuses only."""
    cite("owb.vmiss.threshold-14")
    return die + bonuses(tally) >= NEAR_MISS


def lands_astray(grounds: Grounds, source: FiringPoint, start: Square, dice: Dice) -> Square | None:
    """Where a missing round bursts; nowhere after a clean miss, or off the map.

    Args:
        grounds: The map without the vehicles that fire and are fired at.
        source: Where the round comes from.
        start: The square of the target that it is counted from.
        dice: The dice.
    """
    cite("owb.vmiss.where-it-lands")
    row = TABLE_9.get(dice.die(6, "miss table"))
    if row is None:
        return None
    throw, turn = row
    count = throw.total(dice, "squares")
    facing = (grid.facing_to(source.point, start) + turn) % 8
    if turn == SHORT:
        count = min(count, _steps_before(source, start, facing))
    cite("owb.scatter.walls-and-edges")
    return flown(start, grounds, facing, count)


def _steps_before(source: FiringPoint, start: Square, facing: int) -> int:
    """How many steps towards the firer end on the last square before his footprint."""
    steps, at = 0, start
    while True:
        ahead = grid.step(at, facing)
        far = squares_between(source, ahead)
        if far == 0 or far > squares_between(source, at):
            return steps
        steps, at = steps + 1, ahead


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
    text = f"The round of {after.gun.vehicle.name} {told}."
    yield happened(
        "miss",
        text,
        ("owb.vmiss.threshold-14", "owb.vmiss.where-it-lands"),
        after.gun.vehicle.id,
        dice=dice,
        lands=square,
    )
    if square is not None:
        yield from bursts(state, after.kind, square, dice)
