"""EFFECTS OF TERRAIN ON MOVEMENT: what the ground is to a vehicle; and the edge of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, cast

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.movement.walking import edges_beyond, note_exit
from ...state import Footprint, Grounds, OwbState, Vehicle
from ...state.squares_and_edges import Way, edge_of, ways_around
from ...state.tables import FEATURES, FeatureKind
from ...state.vehicle_stats import GROUND_CLASSES

RULE = "owb.footprint.leaving-the-map"


def squares_off_map(state: OwbState, print_: Footprint) -> tuple[Square, ...]:
    """The squares of a footprint that are off the map."""
    width, rows = state.setting.width, state.setting.rows
    return tuple((x, y) for x, y in print_.squares if not (0 <= x < width and 0 <= y < rows))


def is_off_map(state: OwbState, print_: Footprint) -> bool:
    """Whether any square of a footprint is off the map."""
    cite(RULE)
    return bool(squares_off_map(state, print_))


def leave_map(state: OwbState, name: str, print_: Footprint | None = None) -> Iterator[Event]:
    """Take a vehicle with all aboard off the map, for good.

    Args:
        state: Where the fight stands.
        name: The vehicle.
        print_: The footprint that would lie off the map.
    """
    vehicle, aboard = state.vehicle(name), state.occupants(name)
    if print_ is not None:
        first = squares_off_map(state, print_)[0]
        alive = [person.id for person in aboard if person.out != "dead"]
        note_exit(state, alive, vehicle.side, edges_beyond(state, first))
    names = [person.id for person in aboard]
    for gone in (name, *names):
        del state.pieces[gone]
    state.left = (*state.left, name, *names)
    state.pending = tuple(one for one in state.pending if one[0] != name)
    state.explosives = tuple(bomb for bomb in state.explosives if bomb.vehicle != name)
    text = f"{vehicle.name} leaves the map with all aboard."
    yield happened("leave", text, RULE, vehicle=name, aboard=names)


GroundClass = Literal["normal", "rough", "obstacle", "impassable"]

BODY: Final = "dead-or-incapacitated-body"
WATERS: Final = (
    "swift-stream",
    "narrow-creek",
    "waist-deep-water",
    "flooded-field",
    "wide-river",
)
"""The features that are water."""

_CLIFF: Final = 2
"""So many levels between two squares are too many for a vehicle."""


def ground_class(vehicle: Vehicle, feature: FeatureKind | str) -> GroundClass:
    """What a feature is to a vehicle on wheels or on tracks, afloat or not.

    Args:
        feature: A feature of the map, for which the referee may have ruled otherwise than the
            table does, or the name of a kind of feature.
    """
    cite("owb.vterrain.passability-per-vehicle", "owb.combined.terrain-differs")
    name = feature if isinstance(feature, str) else feature.name
    if not isinstance(feature, str):
        ruled = feature.tracked if vehicle.tracked else feature.wheeled
        if ruled:
            return cast("GroundClass", ruled)
    listed = cast("GroundClass", GROUND_CLASSES[name][1 if vehicle.tracked else 0])
    if vehicle.has("waterborne"):
        cite("owb.mod.waterborne")
        return "normal" if name in WATERS else "impassable"
    if listed == "impassable" and name in WATERS and vehicle.has("amphibious"):
        cite("owb.mod.amphibious")
        return "rough"
    return listed


def can_bog(vehicle: Vehicle, feature: FeatureKind) -> bool:
    """Whether a vehicle can bog down on a feature."""
    cite("owb.vterrain.bogging-down")
    who = GROUND_CLASSES[feature.name][2]
    if ground_class(vehicle, feature) in ("normal", "impassable"):
        return False
    if feature.name in WATERS and (vehicle.has("amphibious") or vehicle.has("waterborne")):
        return False
    if who == "wheeled" and vehicle.tracked:
        cite("owb.mod.tracked")
        return False
    return who != "no"


class Going(NamedTuple):
    """How the ground takes a step or a manoeuvre.

    Attributes:
        slow: The rule by which it costs more, if any does.
        closed: Why it cannot be made at all.
        bogs: Whether the vehicle can bog down at the end of it.
    """

    slow: str = ""
    closed: Refusal | None = None
    bogs: bool = False


_EVEN: Final = Going()
"""Normal terrain."""


class Terrain:
    """The ground of a battle as one vehicle finds it now.

    Whoever looks at many steps asks the same one again.

    Args:
        empty: Whether to look at it as if nobody else were on the map, dead or alive.
    """

    def __init__(self, state: OwbState, vehicle: Vehicle, *, empty: bool = False) -> None:
        self.vehicle = vehicle
        self.grounds: Grounds = state.bare_grounds
        self.prepared = state.on("vehicles_cross_impassable")
        self.bodies = frozenset(
            state.square(person)
            for person in (() if empty else state.persons())
            if person.out and person.on_table
        )
        self.others = frozenset(
            square
            for other in (() if empty else state.vehicles())
            if other.on_table and other.id != vehicle.id
            for square in state.footprint(other).squares
        )
        self.plain = ground_class(vehicle, self.grounds.plain) == "normal"

    def holds(self, print_: Footprint) -> bool:
        """Whether a footprint lies wholly on the map."""
        return all(map(self.grounds.holds, print_.squares))

    def step(self, before: Footprint, after: Footprint, direction: int) -> Going:
        """How the ground takes a step to the next footprint."""
        going = self._going(before, after, tuple(self._crossed(before, direction)))
        if going.closed is None and direction % 2 and self._cuts_corner(before, after):
            rule = "owb.vmove.step-is-one-square-along-facing"
            cite(rule)
            return going._replace(closed=Refusal(rule, "Both ways around a corner are closed."))
        return going

    def place(self, before: Footprint, after: Footprint) -> Going:
        """How the ground takes a vehicle that is picked up and placed on a footprint."""
        cite("owb.turn.pick-up-and-place")
        return self._going(before, after, ())

    def classes(self, squares: Iterable[Square]) -> Iterator[GroundClass]:
        """What some squares are to the vehicle."""
        for square in squares:
            yield ground_class(self.vehicle, self.grounds.kind(square))

    def _going(
        self, before: Footprint, after: Footprint, crossed: tuple[FeatureKind, ...]
    ) -> Going:
        if self._is_even(before, after) and self.bodies.isdisjoint(after.squares):
            cite("owb.vterrain.normal")
            return _EVEN
        under = {*self._kinds(after), *crossed}
        if self.bodies.intersection(after.squares):
            under.add(FEATURES[BODY])
        entered = {*self._kinds(after, before), *crossed}
        solid = sorted(k.name for k in entered if ground_class(self.vehicle, k) == "impassable")
        return Going(
            slow=self._slow(before, after, {ground_class(self.vehicle, kind) for kind in under}),
            closed=self._shut(before, after, solid),
            bogs=any(can_bog(self.vehicle, kind) for kind in under),
        )

    def _is_even(self, before: Footprint, after: Footprint) -> bool:
        """Whether a vehicle goes from level ground to plain and level ground."""
        grounds = self.grounds
        return (
            self.plain
            and grounds.marked.isdisjoint(after.squares)
            and not (
                grounds.heights and any(square in grounds.heights for square in before.squares)
            )
        )

    def _slow(self, before: Footprint, after: Footprint, classes: set[GroundClass]) -> str:
        if "rough" in classes:
            if "obstacle" in classes:
                cite("owb.vterrain.obstacle-costs-two")
            return "owb.vterrain.rough-costs-two"
        if "obstacle" in classes:
            return "owb.vterrain.obstacle-costs-two"
        if len(self._levels((*before.squares, *after.squares))) > 1:
            return "owb.vterrain.elevation"
        cite("owb.vterrain.normal")
        return ""

    def _shut(self, before: Footprint, after: Footprint, solid: list[str]) -> Refusal | None:
        if solid:
            words = solid[0].replace("-", " ")
            if self.prepared:
                cite("owb.vterrain.impassable-with-preparation")
                text = f"Only the referee can say what it takes to get across: {words}."
                return Refusal("owb.vterrain.impassable-with-preparation", text)
            return Refusal("owb.vterrain.impassable", f"It cannot get through: {words}.")
        now, then = self._levels(before.squares), self._levels(after.squares)
        if any(abs(a - b) >= _CLIFF for a in now | then for b in then):
            return Refusal("owb.vterrain.elevation", "The ground is too steep there.")
        return None

    def _levels(self, squares: Iterable[Square]) -> set[int]:
        """The elevations of some squares; beyond the edge of the map there is none."""
        if not self.grounds.heights:
            return {0}
        return {self.grounds.height(at) for at in squares if self.grounds.holds(at)}

    def _kinds(self, print_: Footprint, before: Footprint | None = None) -> Iterator[FeatureKind]:
        """The features under a footprint, and on the edges within it.

        Args:
            before: A footprint whose squares are left out: the vehicle stands there already.
        """
        squares, old = set(print_.squares), set(before.squares) if before is not None else set()
        for square in print_.squares:
            if square not in old:
                yield self.grounds.kind(square)
            for direction in (2, 4) if self.grounds.edges else ():
                near = grid.step(square, direction)
                if near in squares and not old.issuperset((square, near)):
                    on_edge = self.grounds.on_edge(square, near)
                    if on_edge is not None:
                        yield on_edge

    def _crossed(self, before: Footprint, direction: int) -> Iterator[FeatureKind]:
        """The features on the edges that a straight step goes over."""
        if direction % 2 or not self.grounds.edges:
            return
        own = set(before.squares)
        for square in before.squares:
            near = grid.step(square, direction)
            on_edge = self.grounds.on_edge(square, near) if near not in own else None
            if on_edge is not None:
                yield on_edge

    def _cuts_corner(self, before: Footprint, after: Footprint) -> bool:
        own = {*before.squares, *after.squares}
        if self._is_even(before, after) and self._nothing_around(before, after):
            return False
        return any(
            all(self._closed(way, own) for way in ways_around(a, b))
            for a, b in zip(before.squares, after.squares, strict=True)
        )

    def _nothing_around(self, before: Footprint, after: Footprint) -> bool:
        flanks = {
            flank
            for (ax, ay), (bx, by) in zip(before.squares, after.squares, strict=True)
            for flank in ((ax, by), (bx, ay))
        }
        return self.grounds.marked.isdisjoint(flanks) and self.others.isdisjoint(flanks)

    def _closed(self, way: Way, own: set[Square]) -> bool:
        grounds, square = self.grounds, way.square
        if square not in own and (
            square in self.others
            or ground_class(self.vehicle, grounds.kind(square)) == "impassable"
        ):
            return True
        for edge in way.edges:
            kind = grounds.edges.get(edge_of(*edge))
            if kind is not None and ground_class(self.vehicle, kind) == "impassable":
                return True
            if any(abs(a - b) >= _CLIFF for a in self._levels(edge) for b in self._levels(edge)):
                return True
        return False
