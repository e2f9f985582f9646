"""IMPACT EXPLOSIVES, TIMED EXPLOSIVES, MORTARS and rockets: aiming at squares, and misses."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Grounds, OwbState, Person
from ...state.footprint import Source
from ...state.squares_and_edges import ways_around
from ...state.tables import MISSILE, SCATTERS
from ..attack.attack_roll import bonuses
from ..attack.missile import add_range, check_weapon, range_band
from ..attack.modifiers import add_attacker_modifiers
from ..core_rulebook.persons import base_hit_bonus
from ..cover.cover import in_the_dark
from ..line_of_sight.sight import direction, eye, in_arc, line_to, range_between, sees_square
from .blasts import IMPACT

EASY: Final = 10
"""The Armor Class of a stationary target in the open."""

HARD: Final = 14
"""The Armor Class of anything specific, moving, protected or unseen."""

NEAR_MISS: Final = 14
"""The roll with bonuses from which a miss still lands near."""

WALLS: Final = (
    "tall-wall",
    "building-wall-masonry",
    "building-wall-plaster-or-wood",
    "bunker-wall",
)


class Lob(Struct, frozen=True, kw_only=True):
    """An explosive aimed at a square, ready to be rolled.

    Attributes:
        origin: Where the line of the throw begins.
        square: What it is aimed at.
        tally: Everything that is added to the die.
        armor: The Armor Class of the area.
        sure: Whether it lands there without fail.
        doubled: Whether a miss goes twice as far.
        stopped: Whether tall cover stops it on the way.
        naturals: Whether a natural 1 is always ineffective.
    """

    origin: Square
    square: Square
    tally: Tally
    armor: Tally
    sure: bool = False
    doubled: bool = False
    stopped: bool = True
    naturals: bool = False


# -- aiming ---------------------------------------------------------------------------------------


def area_class(state: OwbState, thrower: Person, square: Square, kind: str, seen: bool) -> Tally:
    """The Armor Class of a square that an explosive is aimed at, whatever is worn there."""
    timed = kind not in IMPACT and not kind.startswith("rpg")
    tally = Tally("target")
    if timed:
        cite("owb.timed.armor-class")
    if not seen:
        return tally.add(HARD, "owb.impact.unseen-target", "unseen")
    if state.square(thrower) == square:
        return tally.add(EASY, "owb.impact.open-stationary-target", "at one's own feet")
    return square_class(state, eye(state, thrower), square)


def square_class(state: OwbState, source: Source, square: Square) -> Tally:
    """The Armor Class of a square that an impact explosive is aimed at from a place."""
    tally, target = Tally("target"), state.at(square)
    if state.vehicle_at(square) is not None:
        return tally.add(HARD, "owb.impact.specific-target", "a vehicle")
    line = line_to(state, source, square)
    covered = line.low_cover or line.shelter or line.touched
    hidden = covered or line.concealed or in_the_dark(state, source, square)
    if hidden or (target is not None and target.moving):
        return tally.add(HARD, "owb.impact.specific-target", "specific target")
    return tally.add(EASY, "owb.impact.open-stationary-target", "stationary, in the open")


def aim_tally(state: OwbState, person: Person, square: Square, band: int) -> Tally:
    """What is added to the roll of an explosive; cover and posture of a target do not count."""
    cite("owb.blast.aim-at-square", "owb.modifiers.superseded")
    tally = Tally("attacker").add(
        base_hit_bonus(person.combatant), "owb.attack.roll", "Base Hit Bonus"
    )
    tally.add_if(person.dexterity != 0, person.dexterity, "owb.missile.dexterity", "Dexterity")
    add_range(tally, band)
    add_attacker_modifiers(tally, state, person, square, melee=False)
    return tally


def check_hands(person: Person) -> Refusal | None:
    """Why somebody cannot throw explosives as he is, or ``None`` if he can."""
    if person.stance == "prone":
        return Refusal("owb.modifiers.attacker-prone", "Explosives cannot be thrown prone.")
    if person.climbing is not None:
        return Refusal("owb.modifiers.attacker-climbing", "He needs a hand to hold on.")
    return None


def throw_at(
    state: OwbState,
    person: Person,
    bomb: str,
    square: Square,
    *,
    turning: bool = True,
    origin: Square | None = None,
) -> Lob | Refusal:
    """An explosive thrown at a square, ready to be rolled, or why it cannot be thrown.

    Args:
        state: Where the fight stands.
        person: Who throws.
        bomb: What.
        square: Where to.
        turning: Whether he may turn freely, as on his own turn.
        origin: Where it flies from, if not from where he looks.
    """
    own = state.square(person)
    origin = origin or eye(state, person)
    if not state.grounds.holds(square):
        return Refusal("owb.grid.map-size", "That square is not on the map.")
    refusal = check_hands(person)
    if refusal is not None:
        return refusal
    if not turning and square not in (own, origin) and not in_arc(origin, person.facing, square):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    cite("owb.blast.throw-uses-grenade-range")
    distance = range_between(state, own, square)
    band = range_band(state, MISSILE["grenade"], distance)
    if band is None:
        return Refusal("owb.range.bands", f"{distance} squares are too far for a throw.")
    cite("owb.blast.lobbing")
    if square in state.grounds.roofed and crosses_wall(state.grounds, origin, square):
        return Refusal("owb.blast.lobbing", "The roof and the walls are in the way.")
    seen = sees_square(state, person, square, turning=True)
    return Lob(
        origin=origin,
        square=square,
        tally=aim_tally(state, person, square, band),
        armor=area_class(state, person, square, bomb, seen),
        naturals=state.on("naturals_personal"),
    )


def crosses_wall(grounds: Grounds, start: Square, end: Square) -> bool:
    """Whether a line meets a wall; windows and open doors let it pass."""
    line = grid.line(start, end)
    if any(grounds.kind(square).name in WALLS for square in line.squares[1:-1]):
        return True
    if any((edge := grounds.on_edge(a, b)) and edge.name in WALLS for a, b in line.edges):
        return True
    return any(
        all(
            grounds.kind(way.square).name in WALLS
            or any(grounds.edges[e].name in WALLS for e in way.edges if e in grounds.edges)
            for way in ways_around(corner.before, corner.after)
        )
        for corner in line.corners
    )


def rocket_at(
    state: OwbState, person: Person, weapon: str, square: Square, *, turning: bool = True
) -> Lob | Refusal:
    """A rocket aimed at a square, ready to be rolled, or why it cannot be fired."""
    arm = person.arm(weapon)
    if arm is None:
        return Refusal("owb.weapon.rpg-row", "He has no such weapon.")
    refusal = check_weapon(state, person, arm, "single")
    if refusal is not None:
        return refusal
    own = state.square(person)
    if not state.grounds.holds(square) or square == own:
        return Refusal("owb.grid.map-size", "Choose another square of the map.")
    origin = eye(state, person)
    if not turning and not in_arc(origin, person.facing, square):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    if state.vehicle_at(square) is not None:
        return Refusal("owb.weapon.rpg-against-vehicles", "It is fired at the vehicle itself.")
    cite("owb.blast.flat-trajectory", "owb.weapon.rpg-row")
    line = line_to(state, origin, square)
    if line.blocked:
        return Refusal("owb.blast.flat-trajectory", "The line to that square is not open.")
    target = state.at(square)
    if (line.low_cover or line.shelter) and (target is None or target.ducked):
        return Refusal("owb.blast.flat-trajectory", "Low cover protects that square.")
    distance = range_between(state, own, square)
    band = range_band(state, arm.weapon, distance)
    if band is None:
        return Refusal("owb.range.bands", f"{distance} squares are beyond its Extreme range.")
    cite("owb.weapon.rpg-against-characters")
    return Lob(
        origin=origin,
        square=square,
        tally=aim_tally(state, person, square, band),
        armor=area_class(state, person, square, weapon, True),
        naturals=state.on("naturals_personal"),
    )


# -- what becomes of it ---------------------------------------------------------------------------


class Landed(Struct, frozen=True):
    """Where an explosive lands; nowhere if it has no effect."""

    square: Square | None
    hit: bool = False


def resolve_lob(lob: Lob, grounds: Grounds, dice: Dice) -> Landed:
    """Roll for an explosive: the d20, and for a near miss the table and the squares."""
    cite("owb.scatter.dice-order")
    if lob.sure:
        return Landed(lob.square, hit=True)
    face = dice.die(20, "attack")
    if lob.naturals and face == 1:
        cite("owb.attack.natural-20-and-1")
        return Landed(None)
    if face + lob.tally.total >= lob.armor.total:
        return Landed(lob.square, hit=True)
    cite("owb.scatter.near-miss-threshold")
    if face + bonuses(lob.tally) < NEAR_MISS:
        cite("owb.impact.ineffective-miss")
        return Landed(None)
    return Landed(scatter(lob, grounds, dice))


def scatter(lob: Lob, grounds: Grounds, dice: Dice) -> Square | None:
    """Where a near miss lands; nowhere if that is off the map."""
    cite("owb.scatter.still-hits")
    row = SCATTERS[dice.die(10, "miss table")]
    count = row.squares.total(dice, "squares")
    cite("owb.scatter.distance")
    if lob.doubled:
        cite("owb.mortar.scatter-doubled")
        count *= 2
    if lob.origin == lob.square:
        facing = row.eighths
    else:
        facing = (direction(lob.origin, lob.square) + row.eighths) % 8
    cite("owb.scatter.directions")
    if row.words == "Straight Short":
        length = grid.distance(lob.origin, lob.square)
        if count >= length and not lob.doubled:
            cite("owb.scatter.short-stops-at-thrower")
            end = flown(lob.square, grounds, facing, length, stopped=lob.stopped)
            freely = end is None or end == grid.step(lob.square, facing, length)
            return lob.origin if freely else end
    return flown(lob.square, grounds, facing, count, stopped=lob.stopped)


def flown(
    start: Square, grounds: Grounds, facing: int, count: int, *, stopped: bool = True
) -> Square | None:
    """Where something lands that goes astray by so many squares; nowhere if off the map."""
    at = start
    for _ in range(count):
        square = grid.step(at, facing)
        if stopped and grounds.holds(square) and _stops(grounds, at, square):
            cite("owb.scatter.walls-and-edges")
            break
        at = square
    if not grounds.holds(at):
        cite("owb.scatter.walls-and-edges")
        return None
    return at


def _stops(grounds: Grounds, a: Square, b: Square) -> bool:
    """Whether tall cover stops an explosive between two squares that touch."""
    if grounds.kind(b).blocks:
        return True
    if a[0] != b[0] and a[1] != b[1]:
        return all(grounds.walled(way) for way in ways_around(a, b))
    edge = grounds.on_edge(a, b)
    return edge is not None and edge.blocks


def beyond_reach(origin: Square, target: Square, reach: int) -> Square:
    """The square at the end of a throw's reach towards one that is too far away."""
    return grid.step(origin, direction(origin, target), reach)
