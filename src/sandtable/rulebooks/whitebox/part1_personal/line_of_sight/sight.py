"""LINE OF SIGHT: arcs of facing, lines between squares, and who can be seen."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Grounds, OwbState, Person
from ...state.footprint import FiringPoint, Source
from ...state.squares_and_edges import Way, ways_around
from ...state.tables import FeatureKind
from .lines import Ends, Sightline, line_of_fire, sightline


def distance(a: Square, b: Square) -> int:
    """The distance between two squares, diagonals counting 1."""
    cite("owb.grid.distance")
    return grid.distance(a, b)


def adjacent(a: Square, b: Square) -> bool:
    """Whether two squares are next to each other, diagonals included."""
    return grid.distance(a, b) == 1


def range_between(state: OwbState, a: Square, b: Square) -> int:
    """The range between two squares, as it stands when the dice are rolled."""
    cite("owb.range.measure")
    if state.option("diagonals") == "alternate":
        cite("owb.grid.alternate-diagonals")
        return grid.alternate_distance(a, b)
    return distance(a, b)


def direction(a: Square, b: Square) -> int:
    """The direction from one square to another, snapped to the nearest of the eight facings."""
    cite("owb.grid.snap-to-eight-directions")
    return grid.facing_to(a, b)


def in_arc(origin: Square, facing: int, square: Square) -> bool:
    """Whether a square lies within 45 degrees of a facing, borders included."""
    cite("owb.los.facing-arc")
    return grid.in_arc(origin, facing, square)


def line_to(state: OwbState, start: Source, end: Square) -> Sightline:
    """The line of sight from a square, or from the firing point of a vehicle, to a square."""
    if isinstance(start, FiringPoint):
        cite("owb.vattack.firing-point")
        grounds = state.grounds_without(start.vehicle)
        line = line_of_fire(grounds, Ends(start.point, end, start.squares, (end,)))
        return _told(grounds, line)
    return _line_on(state.grounds, start, end)


def _line_on(grounds: Grounds, start: Square, end: Square) -> Sightline:
    return _told(grounds, sightline(grounds, start, end))


def _told(grounds: Grounds, line: Sightline) -> Sightline:
    """The same line, with the rules that it goes by cited."""
    cite("owb.los.line", "owb.los.characters-do-not-block")
    if line.corner:
        cite("owb.los.corner")
    if grounds.heights:
        cite("owb.los.elevation")
    return line


def line_of_blast(state: OwbState, centre: Square, square: Square) -> Sightline:
    """The line from the centre of a blast to a square; low cover stops it even right beside it."""
    cite("owb.blast.blocked-by-cover")
    lies_on = state.vehicle_at(centre)
    grounds = state.grounds if lies_on is None else state.grounds_without(lies_on.id)
    return line_of_fire(grounds, Ends(centre, square, (centre,), (square,), burst=True))


def open_line(state: OwbState, start: Source, end: Square) -> bool:
    """Whether a line is open; between two squares it is so both ways or neither."""
    cite("owb.los.mutual")
    return not line_to(state, start, end).blocked


def eye(state: OwbState, person: Person) -> Square:
    """The square that a character looks and shoots from: his own, or the one he leans into."""
    return person.lean if person.lean is not None else state.square(person)


def leaning_out(state: OwbState, person: Person, lean: tuple[float, float] | None) -> Person:
    """A character as he makes an attack: leaning out into a square of the map, if he does."""
    if lean is None:
        return person
    return replace(person, lean=state.setting.square(lean), ducked=False)


def sees_square(state: OwbState, viewer: Person, square: Square, *, turning: bool = False) -> bool:
    """Whether a character sees a square; a vehicle that fills it does not hide it with the rest.

    Args:
        state: Where the fight stands.
        viewer: Who looks.
        square: Where to.
        turning: Whether he may turn freely, as on his own turn.
    """
    own = eye(state, viewer)
    if square == own:
        return True
    if turning:
        cite("owb.los.free-turn-means-all-round")
    elif not in_arc(own, viewer.facing, square):
        return False
    if _line_on(state.grounds_clear_of(square), own, square).blocked:
        return False
    return not (viewer.ducked and hides_behind(state, square, viewer))


def hides_behind(state: OwbState, other: Square, person: Person) -> bool:
    """Whether a character who is Ducked has low cover between himself and a square."""
    if not person.ducked:
        return False
    line = sightline(state.grounds, other, state.square(person))
    return line.low_cover or line.shelter


def walled_off(grounds: Grounds, a: Square, b: Square) -> bool:
    """Whether tall cover lies between two squares that touch."""
    if a[0] != b[0] and a[1] != b[1]:
        return all(_shut(grounds, way) for way in ways_around(a, b))
    edge = grounds.on_edge(a, b)
    return edge is not None and _keeps_apart(edge)


def _shut(grounds: Grounds, way: Way) -> bool:
    on_edges = (grounds.edges[edge] for edge in way.edges if edge in grounds.edges)
    return any(_keeps_apart(kind) for kind in (grounds.kind(way.square), *on_edges))


def _keeps_apart(kind: FeatureKind) -> bool:
    """Whether nobody strikes across a feature: tall cover, or something tall and impassable."""
    return kind.blocks or (kind.impassable and kind.height == "tall")
