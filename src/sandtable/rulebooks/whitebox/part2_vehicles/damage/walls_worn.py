"""What weapons do to the walls and fences about, where these have hit points.

Bullets of suppressive fire are not counted: they pass concealment, and cover is proof against
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow, Hit
from ...part1_personal.line_of_sight.lines import (
    Crossed,
    Ends,
    features_on,
    is_low_cover,
    is_touched,
    sightline,
)
from ...state import OwbState
from ...state.footprint import Source, point_of, squares_of
from ...state.frames import Shattering
from ...state.squares_and_edges import Edge
from ...state.tables import MISSILE
from ...state.vehicles import Vehicle
from ..attack.cover import ends_at, is_behind_cover, lines_at, vehicle_shelter
from ..attack.shots_at_vehicles import ShotResult, VehicleShot
from ..collision.contacts import Section, ends_of
from .hull import BURST
from .inanimate_objects import is_harmed, material_at, strike_object

SHELTERING: Final = (
    "owb.cover.partial-single-shot",
    "owb.cover.partial-burst",
    "owb.conceal.single-shot",
    "owb.conceal.burst",
    "owb.vcover.same-as-for-characters",
)
"""The rules by which cover and concealment make a target harder to hit."""


def wears(state: OwbState) -> bool:
    """Whether walls and the like have hit points in this battle."""
    return state.option("cover_damage") == "hit-points"


# -- bullets --------------------------------------------------------------------------------------


def stray_shot(
    state: OwbState, blow: Blow, hit: Hit, source: Source, dice: Dice
) -> Iterator[Event]:
    """A shot that misses only because of cover or concealment strikes what protects the target."""
    if hit.hit or not wears(state) or not missed_by_shelter(blow, dice):
        return
    if state.person(blow.target).aboard:
        return  # it is the vehicle that protects him
    cite("owb.suppress.cover-damage")
    section = _protecting(state, source, state.square(state.person(blow.target)))
    if section is None or not is_harmed(state, section, blow.weapon):
        return
    points = blow.damage.damage(dice, "damage to the cover", blow.more)
    yield from strike_object(state, section, blow.weapon, points, dice)


def stray_at_vehicle(
    state: OwbState, shot: VehicleShot, result: ShotResult, source: Source, dice: Dice
) -> Iterator[Event]:
    """A bullet that misses a vehicle only because of cover or concealment strikes that."""
    bullet = shot.weapon in MISSILE and not shot.weapon.startswith("rpg")
    if result.hit or not bullet or not wears(state) or not missed_by_shelter(shot, dice):
        return
    cite("owb.suppress.cover-damage")
    section = _before_vehicle(state, source, state.vehicle(shot.vehicle))
    if section is None or not is_harmed(state, section, shot.weapon):
        return
    points = shot.damage.damage(dice, "damage to the cover", shot.more)
    yield from strike_object(state, section, shot.weapon, points, dice)


def _before_vehicle(state: OwbState, source: Source, vehicle: Vehicle) -> Section | None:
    """The feature that protects a vehicle: the last on the line to its nearest covered square."""
    shelter, (x, y) = vehicle_shelter(state, source, vehicle), point_of(source)
    covered = [
        at
        for at, line in lines_at(state, source, vehicle)
        if (is_behind_cover(line) if shelter == "partial" else line.concealed)
    ]
    nearest = min(
        covered, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0]), default=None
    )
    if nearest is None:
        return None
    return _last_on(state, ends_at(state, source, vehicle, nearest))


def missed_by_shelter(blow: Blow | VehicleShot, dice: Dice) -> bool:
    """Whether the Attack Roll that was made last would have hit without cover or concealment."""
    penalty = sum(m.value for m in blow.tally.modifiers if m.rule in SHELTERING)
    faces = [roll.faces[0] for roll in dice.rolls if roll.what == "attack"]
    return bool(faces) and penalty < 0 and faces[-1] >= blow.needed + penalty


def _protecting(state: OwbState, source: Source, square: Square) -> Section | None:
    """The feature that protects whoever is in a square: the last on the line that does."""
    ends = Ends(point_of(source), square, squares_of(source), (square,))
    return _last_on(state, ends) or (square if square in state.bare_grounds.squares else None)


def _last_on(state: OwbState, ends: Ends) -> Section | None:
    """The last feature on a line that protects whoever is at its end."""
    found = [one for one in features_on(state.bare_grounds, ends) if _protects(one, ends)]
    if not found:
        return None
    squares = found[-1].squares
    return squares[0] if len(squares) == 1 else (squares[0], squares[1])


def _protects(crossed: Crossed, ends: Ends) -> bool:
    conceals = crossed.kind.protection == "concealment"
    return conceals or is_low_cover(crossed, ends) or is_touched(crossed, ends)


# -- explosions and flames ------------------------------------------------------------------------


def shake(state: OwbState, centre: Square, reach: int, damage: int) -> None:
    """Let an explosion break what stands around it, after everybody has been struck."""
    if wears(state):
        state.push(Shattering(centre=centre, reach=reach, damage=damage))


def shatter(state: OwbState, frame: Shattering, dice: Dice) -> Iterator[Event]:
    """What an explosion does to the sections in its area that nothing screens."""
    cite("owb.suppress.cover-damage", "owb.blast.blocked-by-cover")
    near = grid.blast(frame.centre, frame.reach)
    for section in _standing(state, frame.centre, near):
        yield from strike_object(state, section, BURST, frame.damage, dice)


def scorch(
    state: OwbState, origin: Square, squares: Iterable[Square], dice: Dice
) -> Iterator[Event]:
    """What a flame does to the sections in its cone, with one roll for all of them."""
    weapon = "flamethrower"
    if not wears(state):
        return
    standing = _standing(state, origin, squares)
    found = [section for section in standing if is_harmed(state, section, weapon)]
    if not found:
        return
    points = MISSILE[weapon].damage.damage(dice, "damage to the cover")
    for section in found:
        yield from strike_object(state, section, weapon, points, dice)


def _standing(state: OwbState, origin: Square, squares: Iterable[Square]) -> list[Section]:
    """The sections in some squares or on their edges that can be reached, nearest first."""
    grounds = state.bare_grounds
    open_to = {
        square
        for square in squares
        if square == origin or not sightline(state.grounds, origin, square).blocked
    }
    found: list[Section] = [square for square in open_to if square in grounds.squares]
    edges: list[Edge] = [edge for edge in grounds.edges if open_to.intersection(edge)]
    found += edges
    breakable = [section for section in found if material_at(state, section) is not None]
    return sorted(breakable, key=lambda one: _nearness(origin, one))


def _nearness(origin: Square, section: Section) -> tuple[int, int, int, int, int]:
    (ax, ay), (bx, by) = ends_of(section)
    near = min(grid.distance(origin, (ax, ay)), grid.distance(origin, (bx, by)))
    return (near, ay, ax, by, bx)
