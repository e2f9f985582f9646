"""Vehicle weapons fired at characters, as explosives at a square; at cover, and with smoke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.missile import add_range
from ...part1_personal.attack.modifiers import add_high_ground, is_higher
from ...part1_personal.explosives.throwing import EASY, square_class
from ...part1_personal.line_of_sight.sight import line_to
from ...state import Grounds, OwbState
from ...state.footprint import FiringPoint
from ...state.frames import CoverHit
from ...state.squares_and_edges import SUNKEN, edge_of
from ...state.tables import weapon_called
from ...state.vehicle_orders import Point, RoundKind
from ..damage.damage import natural_1
from ..damage.walls_worn import cover_of_person, feature_at, section_of
from .attack_roll import band_to, gunner_tally
from .bearing import Manned, check_bears_on_square, check_bears_on_vehicle
from .line_of_fire import open_squares
from .misses_and_bursts import bursts, lands_astray, strikes_somewhere

HOUSES: Final = ("building-wall-masonry", "bunker-wall", "window-or-gunport")
"""The walls of buildings, which stop a shell unless it is ruled otherwise."""

RULE: Final = "owb.vweapon.against-characters-is-an-explosive"


class SquareShot(Struct, frozen=True, kw_only=True):
    """A round aimed at a square, or at cover, ready to be rolled.

    Attributes:
        attacker: Who fires.
        firing: Out of which vehicle.
        weapon: With what.
        kind: The kind of round.
        source: Where the round comes from.
        square: What it is aimed at; a miss is counted from there.
        burst: Where it bursts if it hits.
        cover: The cover that a hit strikes as well, as one square or an edge's two.
        tally: Everything that is added to the die.
        armor: The Armor Class of the square, or of the cover.
    """

    attacker: str
    firing: str
    weapon: str
    kind: RoundKind
    source: FiringPoint
    square: Square
    burst: Square
    cover: tuple[Square, ...]
    tally: Tally
    armor: Tally

    @property
    def needed(self) -> int:
        """The face of the die that hits."""
        return self.armor.total - self.tally.total


class Burst(Struct, frozen=True):
    """What came of a round aimed at a square: the die, and where it bursts, if anywhere."""

    die: int
    hit: bool
    square: Square | None


# -- aiming ---------------------------------------------------------------------------------------


def shot_at_square(
    state: OwbState, gun: Manned, at: Point, kind: RoundKind
) -> SquareShot | Refusal:
    """A round aimed at a point of the map, ready to be rolled, or why it cannot be fired.

    A point in the middle of an edge that has cover, or in a square that cover fills, is the cover.
    """
    if not gun.big:
        return Refusal(RULE, "Machineguns are fired at somebody.")
    square = state.setting.square(at)
    if not state.grounds.holds(square):
        return Refusal("owb.grid.map-size", "That square is not on the map.")
    cover = () if kind == "smoke" else cover_at(state, at)
    if cover:
        return _shot_at_cover(state, gun, cover, kind)
    if state.vehicle_at(square) is not None:
        return _shot_at_vehicles_square(state, gun, square, kind)
    if refusal := (check_bears_on_square(state, gun, square) or _check_flat(state, gun, square)):
        return refusal
    man = state.at(square)
    behind = cover_of_person(state, gun.source, man) if man is not None and kind != "smoke" else ()
    armor = square_class(state, gun.source, square)
    if kind == "smoke":
        armor = _easy("owb.vammo.smoke", "smoke")
    cite("owb.combined.vehicle-weapon-at-characters", RULE)
    return _ready(state, gun, kind, square, square, behind, armor)


def _check_flat(state: OwbState, gun: Manned, square: Square) -> Refusal | None:
    """Shells fly flat: who is down behind low cover is not hit, and neither is the bare ground."""
    rule = "owb.blast.flat-trajectory"
    cite(rule)
    line, man = line_to(state, gun.source, square), state.at(square)
    if (line.low_cover or line.shelter) and (man is None or man.ducked):
        return Refusal(rule, "Low cover protects that square.")
    return None


def _shot_at_vehicles_square(
    state: OwbState, gun: Manned, square: Square, kind: RoundKind
) -> SquareShot | Refusal:
    """Smoke around a vehicle; other rounds are fired at the vehicle itself."""
    vehicle = state.vehicle_at(square)
    assert vehicle is not None
    if kind != "smoke" or vehicle.id == gun.vehicle.id:
        return Refusal(RULE, f"{vehicle.name} stands there; fire at it instead.")
    refusal = check_bears_on_vehicle(state, gun, vehicle)
    if refusal is None and square not in open_squares(state, gun.source, vehicle):
        refusal = Refusal("owb.vattack.line-of-sight", "The line to that square is not open.")
    if refusal is not None:
        return refusal
    return _ready(state, gun, kind, square, square, (), _easy("owb.vammo.smoke", "smoke"))


def _shot_at_cover(
    state: OwbState, gun: Manned, cover: tuple[Square, ...], kind: RoundKind
) -> SquareShot | Refusal:
    """A round at cover itself: it bursts in the last square before it."""
    near, far = _before_and_behind(gun, cover)
    if refusal := (check_bears_on_square(state, gun, near if len(cover) == 2 else cover[0])):
        return refusal
    burst, wall = near, feature_at(state, section_of(cover))
    cite("owb.combined.buildings-hit-by-tank-guns")
    through = state.on("tank_gun_penetrates_buildings") and gun.mount.weapon.startswith("tank-gun")
    if through and wall is not None and wall.name in HOUSES and state.grounds.holds(far):
        burst = far
    armor = _easy("owb.vcover.what-hits-cover", "cover")
    aimed = near if len(cover) == 2 else cover[0]
    return _ready(state, gun, kind, aimed, burst, cover, armor)


def _before_and_behind(gun: Manned, cover: tuple[Square, ...]) -> tuple[Square, Square]:
    """The squares before and behind some cover, on the line of fire."""
    point = gun.source.point
    if len(cover) == 2:
        one, two = sorted(cover, key=lambda at: (at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2)
        return one, two
    squares = grid.line(point, cover[0]).squares
    before = squares[-2] if len(squares) > 1 else cover[0]
    return before, grid.step(cover[0], grid.facing_to(point, cover[0]))


def _easy(rule: str, what: str) -> Tally:
    return Tally("target").add(EASY, rule, what)


def _ready(
    state: OwbState,
    gun: Manned,
    kind: RoundKind,
    square: Square,
    burst: Square,
    cover: tuple[Square, ...],
    armor: Tally,
) -> SquareShot | Refusal:
    band = band_to(state, gun, (square,))
    if isinstance(band, Refusal):
        return band
    tally = gunner_tally(gun, burst=False)
    add_range(tally, band)
    if state.on("stances") and is_higher(state, gun.person, square):
        cite("owb.modifiers.switch")
        add_high_ground(tally)
    return SquareShot(
        attacker=gun.person.id,
        firing=gun.vehicle.id,
        weapon=gun.mount.weapon,
        kind=kind,
        source=gun.source,
        square=square,
        burst=burst,
        cover=cover,
        tally=tally,
        armor=armor,
    )


def cover_at(state: OwbState, at: Point) -> tuple[Square, ...]:
    """The cover that a point of the map means: an edge, or a square without anybody Up in it."""
    edge = _edge_at(state, at)
    if edge and feature_at(state, edge) is not None:
        return edge
    square = state.setting.square(at)
    kind, man = feature_at(state, square), state.at(square)
    if kind is None or kind.name in SUNKEN or state.vehicle_at(square) is not None:
        return ()
    return (square,) if kind.blocks or man is None or man.ducked else ()


def _edge_at(state: OwbState, at: Point) -> tuple[Square, Square] | tuple[()]:
    """The edge that a point is the middle of."""
    x, y = state.setting.grid_point(at)
    halves = round(2 * x), round(2 * y)
    if abs(2 * x - halves[0]) > 1e-9 or abs(2 * y - halves[1]) > 1e-9:
        return ()
    match halves[0] % 2, halves[1] % 2:
        case 1, 0:
            west = (halves[0] // 2, halves[1] // 2)
            return edge_of(west, (west[0] + 1, west[1]))
        case 0, 1:
            north = (halves[0] // 2, halves[1] // 2)
            return edge_of(north, (north[0], north[1] + 1))
    return ()


# -- rolling --------------------------------------------------------------------------------------


def resolve_square_shot(grounds: Grounds, shot: SquareShot, dice: Dice) -> Burst:
    """Roll a round at a square: the d20, and for a miss of 14 or more Table 9.

    Args:
        grounds: The map without the vehicle that fires, nor one that smoke is aimed at.
        shot: The round.
        dice: The dice.
    """
    die = dice.die(20, "attack")
    if die >= shot.needed:
        return Burst(die, True, shot.burst)
    if not strikes_somewhere(die, shot.tally):
        return Burst(die, False, None)
    return Burst(die, False, lands_astray(grounds, shot.source, shot.square, dice))


def fire_at_square(state: OwbState, shot: SquareShot, dice: Dice) -> Iterator[Event]:
    """Roll a round at a square, tell of it, and let it burst; cover gives way after that."""
    attacker = state.person(shot.attacker)
    grounds = state.grounds_clear_of(shot.square, shot.firing)
    result = resolve_square_shot(grounds, shot, dice)
    if result.hit:
        told = "on target"
    elif result.square is None:
        told = "without effect"
    else:
        told = f"{grid.distance(shot.square, result.square)} squares off"
    yield Event(
        kind="attack",
        text=f"{attacker.name} fires ({weapon_called(shot.weapon)}, {shot.kind}), {told}.",
        rules=(RULE,),
        pieces=(attacker.id,),
        rolls=dice.take_rolls(),
        tallies=(shot.tally, shot.armor),
        data={"hit": result.hit, "aim": shot.square, "lands": result.square},
    )
    yield from natural_1(state, shot.firing, result.die, dice)
    if result.hit and shot.cover:
        piercing = shot.kind == "AP"
        state.push(CoverHit(squares=shot.cover, weapon=shot.weapon, piercing=piercing))
    if result.square is not None:
        yield from bursts(state, shot.kind, result.square, dice)
