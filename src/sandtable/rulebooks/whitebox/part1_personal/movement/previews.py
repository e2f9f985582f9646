"""What a move, the end of a turn, or a place would mean for a character."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay, Route
from sandtable.table.grid import Square

from ...showing.places import about_place, ghost, seen_by, seen_squares, shown, some, standing
from ...showing.places import placed as _placed
from ...state import OwbState
from ...state.frames import Diving
from ...state.orders import Dive, EndTurn, Leave, Move
from ...state.people import Person
from ..autofire.suppressive_fire import is_swept, reach_of, ready_to_strike
from ..cover.cover import may_duck
from ..line_of_sight.sight import direction, sees_square
from .way import allowance, points_left, step_costs, whole_way

# -- a move ---------------------------------------------------------------------------------------


def trace_move(state: OwbState, order: Move) -> Trace | None:
    """The way square by square, what it costs, and what it is like at its end."""
    person = state.find_person(order.person)
    if person is None or not person.on_table:
        return None
    way = whole_way(state, person, [state.setting.square(point) for point in order.path])
    costs = step_costs(state, person, way)
    gone = way[: len(costs)]
    if not gone:
        return None
    sums = [sum(costs[: number + 1]) for number in range(len(costs))]
    there = _arrived(state, person, gone, crawl=order.crawl)
    most = allowance(person, crawl=order.crawl)
    used = person.spent + sums[-1]
    label = f"{used} of {most} points"
    overlays: tuple[Overlay, ...] = (
        shown(
            state,
            gone,
            "way",
            "The way, with what it costs so far",
            side=person.side,
            words=map(str, sums),
        ),
        _route(state, person, gone, sums, crawl=order.crawl),
    )
    notes = (*_about_cost(person, costs, order), *watchers(state, person, gone))
    return Trace(
        used=used,
        allowed=most,
        label=label,
        ghosts=(ghost(there),),
        overlays=overlays,
        notes=(*notes, *about_place(state, there)),
    )


def _route(
    state: OwbState, person: Person, way: Sequence[Square], sums: list[int], *, crawl: bool
) -> Route:
    """The way as far as the points last, and how it would go on."""
    left = points_left(person, crawl=crawl)
    near = max(sum(cost <= left for cost in sums), 0 if person.spent else 1)
    points = [state.setting.point(square) for square in (state.square(person), *way)]
    beyond = tuple(points[near:]) if near < len(way) else ()
    return Route(points=tuple(points[: near + 1]), beyond=beyond, side=person.side, piece=person.id)


def _arrived(state: OwbState, person: Person, way: Sequence[Square], *, crawl: bool) -> Person:
    """A character at the end of his way, facing as he came."""
    before = way[-2] if len(way) > 1 else state.square(person)
    there = standing(state, person, way[-1], direction(before, way[-1]) * 45.0)
    down = crawl and person.ducked and may_duck(state, way[-1])
    return replace(there, ducked=down, lean=None, moving=True)


def _about_cost(person: Person, costs: list[int], order: Move) -> Iterator[str]:
    left = points_left(person, crawl=order.crawl)
    if len(costs) == 1 and costs[0] > left and not person.spent:
        yield "One square is always possible, whatever it costs."
    if any(cost > 1 for cost in costs):
        yield "Rough ground, obstacles, slopes, friends and bodies cost two points a square."


def watchers(state: OwbState, person: Person, way: Sequence[Square]) -> Iterator[str]:
    """Enemies who may fire at a character on his way, with what they hold ready."""
    held, trained = [], []
    for enemy in state.enemies_of(person):
        if enemy.withheld and any(sees_square(state, enemy, square) for square in way):
            held.append(enemy.name)
        if enemy.trained is not None and _is_struck(state, enemy, person, way):
            trained.append(enemy.name)
    if held:
        yield f"Withheld attacks on the way: {some(held)} may fire."
    if trained:
        yield f"Through suppressive fire: {some(trained)} may strike him."


def _is_struck(state: OwbState, enemy: Person, person: Person, way: Sequence[Square]) -> bool:
    arm, trained = ready_to_strike(state, enemy), enemy.trained
    if arm is None or trained is None or (enemy.id, person.id) in state.struck:
        return False
    reach = reach_of(state, arm.id)
    steps = (replace(standing(state, person, square, None), ducked=False) for square in way)
    return any(is_swept(state, trained.origin, trained.aim, reach, step) for step in steps)


def trace_leave(state: OwbState, order: Leave) -> Trace | None:
    """That nobody comes back."""
    person = state.find_person(order.person)
    return None if person is None else Trace(notes=(f"{person.name} does not come back.",))


# -- the end of a turn ----------------------------------------------------------------------------


def trace_end(state: OwbState, order: EndTurn) -> Trace | None:
    """How a character would face, what he would see so, and who would see him."""
    person = state.find_person(order.person)
    if person is None or not person.on_table:
        return None
    heading = person.heading if order.facing is None else order.facing
    lean = person.lean if order.lean else None
    there = replace(person, heading=heading % 360.0, ducked=order.ducked, lean=lean)
    return Trace(
        ghosts=(ghost(there),),
        overlays=(seen_squares(state, there),),
        notes=tuple(_about_end(state, person, there)),
    )


def _about_end(state: OwbState, person: Person, there: Person) -> Iterator[str]:
    names = [
        enemy.name
        for enemy in state.enemies_of(there)
        if sees_square(state, there, state.square(enemy))
    ]
    yield f"Looks at {some(names)}." if names else "Looks at no enemy."
    yield seen_by(state, there)
    if person.trained is not None and not person.attacked:
        yield "He has not kept up his suppressive fire, so it ends."
    if person.withheld:
        yield "He may fire at whoever moves or acts where he looks."


# -- places ---------------------------------------------------------------------------------------


def trace_dive(state: OwbState, order: Dive) -> Trace | None:
    """A character behind the cover that he dives for."""
    frame = state.frame
    if not isinstance(frame, Diving):
        return None
    return _placed(state, state.person(frame.person), order.to, None, True)
