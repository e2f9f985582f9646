"""What weapons do to cover: to what vehicle weapons hit, and to walls that have hit points.

Bullets of suppressive fire are not counted: they pass concealment, and cover is proof against
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow, Hit
from ...part1_personal.line_of_sight.lines import (
    Ends,
    features_on,
    is_low_cover,
    is_touched,
    sightline,
)
from ...part1_personal.line_of_sight.sight import line_to
from ...part3_combining.exposed import occupant_square
from ...state import OwbState, Person, Vehicle
from ...state.decision import Step
from ...state.footprint import FiringPoint, Source, point_of, squares_of
from ...state.frames import CoverHit, Shattering
from ...state.squares_and_edges import SUNKEN, Change, Edge
from ...state.tables import MISSILE, FeatureKind
from ...state.vehicle_stats import GUNS
from ..attack.attack_roll import ShotResult, VehicleShot
from ..attack.bearing import ends_at_square
from ..attack.line_of_fire import (
    covering,
    ends_at,
    grounds_between,
    is_behind_cover,
    lines_at,
    vehicle_shelter,
)
from ..collision.contacts import Section, ends_of
from .hull import BURST
from .inanimate_objects import is_harmed, kind_at, material_at, strike_object

LOWERED: Final = ("rubble", "low-brick-wall")
"""What tall cover becomes, where it fills a square and where it stands on an edge."""

GONE: Final = "debris"
"""What low cover becomes."""


def cover_of_vehicle(state: OwbState, source: FiringPoint, target: Vehicle) -> tuple[Square, ...]:
    """The cover that a shot at a vehicle behind it hits: as one square, or as an edge's two.

    It is crossed last on the line to the nearest covered square.
    """
    cite("owb.vcover.what-hits-cover")
    covered = [square for square, line in lines_at(state, source, target) if is_behind_cover(line)]
    x, y = source.point
    nearest = min(
        covered, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0]), default=None
    )
    if nearest is None:
        return ()
    grounds = grounds_between(state, source, target)
    found = covering(grounds, ends_at(state, source, target, nearest))
    return found[-1].squares if found else ()


def cover_of_person(state: OwbState, source: FiringPoint, target: Person) -> tuple[Square, ...]:
    """The cover that a shot at a character behind it, or in it, hits.

    Somebody aboard is aimed at in a square of his vehicle, which is no cover that gives way.
    """
    cite("owb.vcover.what-hits-cover")
    if target.aboard:
        return _cover_of_occupant(state, source, target)
    square = state.square(target)
    found = covering(state.grounds_without(source.vehicle), ends_at_square(source, square))
    if found:
        return found[-1].squares
    return (square,) if line_to(state, source, square).shelter else ()


def _cover_of_occupant(state: OwbState, source: FiringPoint, target: Person) -> tuple[Square, ...]:
    vehicle = state.vehicle(target.aboard)
    square = occupant_square(state, source, target)
    if square is None:
        return ()
    grounds = grounds_between(state, source, vehicle)
    found = covering(grounds, ends_at(state, source, vehicle, square))
    return found[-1].squares if found else ()


def cover_gives_way(state: OwbState, hit: CoverHit, dice: Dice) -> Iterator[Event]:
    """Cover that a vehicle weapon has hit loses a step, or hit points where it has them."""
    section = section_of(hit.squares)
    if state.option("cover_damage") == "hit-points":
        if not is_harmed(state, section, hit.weapon, piercing=hit.piercing):
            return
        points = GUNS[hit.weapon].damage.damage(dice, "damage to the cover")
        yield from strike_object(state, section, hit.weapon, points, dice, piercing=hit.piercing)
        return
    kind = feature_at(state, section)
    if kind is None or not is_breakable(state, section):
        return
    edge = len(hit.squares) == 2
    if kind.height == "tall":
        rule, left = "owb.vcover.hit-turns-full-into-partial", LOWERED[edge]
        told = f"The {_name(kind)} is shot down to low cover."
    else:
        rule, left = "owb.vcover.hit-removes-partial", GONE
        told = f"The {_name(kind)} is shot away."
    other = hit.squares[1] if edge else None
    state.changes = (*state.changes, Change(hit.squares[0], left, other))
    yield happened("cover", told, rule, at=hit.squares)


def _name(kind: FeatureKind) -> str:
    return kind.name.replace("-", " ")


def section_of(squares: tuple[Square, ...]) -> Section:
    """A square, or the edge between two."""
    return squares[0] if len(squares) == 1 else (squares[0], squares[1])


def feature_at(state: OwbState, section: Section) -> FeatureKind | None:
    """The cover that fills a square or stands on an edge, vehicles apart."""
    kind = kind_at(state.bare_grounds, section)
    return kind if kind is not None and kind.protection == "cover" else None


def is_breakable(state: OwbState, section: Section) -> bool:
    """Whether a gun can shoot some cover down; holes in the ground and what is marked stay."""
    kind = feature_at(state, section)
    if kind is None or kind.name in SUNKEN:
        return False
    return section not in state.bare_grounds.firm


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
    square = state.square(state.person(blow.target))
    ends = Ends(point_of(source), square, squares_of(source), (square,))
    bare = square if square in state.bare_grounds.squares else None
    section = _last_on(state, ends) or bare
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


def _last_on(state: OwbState, ends: Ends) -> Section | None:
    """The last feature on a line that protects whoever is at its end."""
    found = [
        crossed
        for crossed in features_on(state.bare_grounds, ends)
        if crossed.kind.protection == "concealment"
        or is_low_cover(crossed, ends)
        or is_touched(crossed, ends)
    ]
    return section_of(found[-1].squares) if found else None


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


class BreakingWalls(Step[Shattering]):
    """An explosion wears down what stands around it."""

    def settle(self, state: OwbState, frame: Shattering, dice: Dice) -> Iterator[Event]:
        state.pop()
        yield from shatter(state, frame, dice)
