"""COVER AND CONCEALMENT: what vehicle weapons do to the cover that they hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ...part1_personal.line_of_sight.sight import line_to
from ...part3_combining.exposed import occupant_square
from ...state import OwbState
from ...state.footprint import FiringPoint
from ...state.frames import CoverHit
from ...state.people import Person
from ...state.squares_and_edges import SUNKEN, Change, Edge
from ...state.tables import FeatureKind
from ...state.vehicle_stats import GUNS
from ...state.vehicles import Vehicle
from ..attack.bearing import ends_at_square
from ..attack.cover import covering, ends_at, grounds_between, is_behind_cover, lines_at
from .inanimate_objects import is_harmed, strike_object

Section = Square | Edge
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
    cite(rule)
    other = hit.squares[1] if edge else None
    state.changes = (*state.changes, Change(hit.squares[0], left, other))
    yield Event(kind="cover", text=told, rules=(rule,), data={"at": hit.squares})


def _name(kind: FeatureKind) -> str:
    return kind.name.replace("-", " ")


def section_of(squares: tuple[Square, ...]) -> Section:
    """A square, or the edge between two."""
    return squares[0] if len(squares) == 1 else (squares[0], squares[1])


def feature_at(state: OwbState, section: Section) -> FeatureKind | None:
    """The cover that fills a square or stands on an edge, vehicles apart."""
    grounds = state.bare_grounds
    first, second = section
    if isinstance(first, tuple):
        assert isinstance(second, tuple)
        kind = grounds.on_edge(first, second)
    else:
        assert isinstance(second, int)
        kind = grounds.squares.get((first, second))
    return kind if kind is not None and kind.protection == "cover" else None


def is_breakable(state: OwbState, section: Section) -> bool:
    """Whether a gun can shoot some cover down; holes in the ground and what is marked stay."""
    kind = feature_at(state, section)
    if kind is None or kind.name in SUNKEN:
        return False
    return section not in state.bare_grounds.firm
