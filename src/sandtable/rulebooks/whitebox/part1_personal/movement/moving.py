"""MOVEMENT: a character's way from square to square, and over the edge of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.acts import Given, Variant, Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Overlay, Route
from sandtable.battle.page import Action, Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...showing.places import about_place, ghost, shown, some, standing
from ...state import OwbState, Person
from ...state.decision import Case
from ...state.frames import Moving, Turn
from ...state.orders import Leave, Move
from ..autofire.suppressive_fire import is_swept, reach_of, ready_to_strike
from ..core_rulebook.persons import fate
from ..cover.cover import may_duck
from ..explosives.mortars import forget_target
from ..line_of_sight.sight import direction, sees_square
from ..round.turn_checks import TurnAct, check_may_move
from .walking import edges_at, leave_trailer, note_exit
from .way import (
    allowance,
    check_leave,
    check_path,
    may_crawl,
    points_left,
    reachable,
    step_costs,
    whole_way,
)


def _stays(case: Case, person: Person, *, crawl: bool) -> Refusal | None:
    """Why a character cannot take a single step."""
    state = case.state
    ways = reachable(state, person, crawl=crawl).values() if person.on_table else ()
    steps = [way for way in ways if len(way) == 1] or list(ways)[:1]
    if not steps:
        steps = [(square,) for square in grid.neighbours(state.square(person))]
    orders = (
        Move(person.id, tuple(state.setting.point(square) for square in way), crawl)
        for way in steps
    )
    return case.first_refusal(orders)


def moves_of(state: OwbState, person: Person) -> Iterator[Order]:
    """Every square that a character can move to, and leaving the map at its edge."""
    for path in reachable(state, person).values():
        yield move(state, person, path)
    if person.ducked and may_crawl(state, person):
        for path in reachable(state, person, crawl=True).values():
            yield move(state, person, path, crawl=True)
    if check_leave(state, person) is None:
        yield Leave(person=person.id)


def move(state: OwbState, person: Person, path: tuple[Square, ...], *, crawl: bool = False) -> Move:
    """The order to go along some squares."""
    return Move(
        person=person.id, path=tuple(state.setting.point(square) for square in path), crawl=crawl
    )


def way_of(
    state: OwbState, person: Person, points: Sequence[tuple[float, float]]
) -> tuple[Square, ...]:
    """The squares of a move that passes through some points."""
    return whole_way(state, person, [state.setting.square(point) for point in points])


def _part(frame: Turn) -> str:
    return frame.moved or ("after" if frame.used else "before")


def leave(state: OwbState, name: str) -> Iterator[Event]:
    """Leave the map; nobody comes back."""
    cite("owb.grid.map-size")
    person = state.person(name)
    square = state.square(person)
    leave_trailer(state, person, square)
    if not fate(state, person):
        # In a tie one may still go who is as good as dead; he has not got away.
        note_exit(state, (name,), person.side, edges_at(state, square))
    forget_target(state, name, square)
    state.explosives = tuple(
        replace(bomb, back=square) if bomb.owner == name else bomb for bomb in state.explosives
    )
    del state.pieces[name]
    state.left = (*state.left, name)
    state.pop()
    yield happened("leave", f"{person.name} leaves the map.", "owb.grid.map-size", person=name)


class Walking(TurnAct[Move]):
    """From square to square, or crawling."""

    order = Move
    words = Words(
        label="Move",
        key="M",
        rule="owb.move.normal",
        hint="Goes from square to square, before or after his attack or action.",
        typed="move MAN to X,Y [X,Y ...] [crawl]",
        means="Move from square to square, or to the last one; X,Y are column and row, as on the"
        " map.",
        also=("go",),
    )
    fields = (
        Given(
            "path",
            asking.path("Click squares of his way one after another, or drag him along it"),
        ),
    )
    crawl = Variant(
        label="Crawl",
        key="C",
        rule="owb.move.crawling",
        hint="Goes slowly, and stays down as long as there is low cover.",
        fixed={"crawl": True},
    )

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Upright, and crawling where one can."""
        yield self.called(self.words.label)
        if may_crawl(state, person):
            yield self.crawl

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        slots, _ = super().asked(case, person, fixed)
        return slots, _stays(case, person, crawl=bool(fixed))

    def check(self, state: OwbState, frame: Turn, person: Person, order: Move) -> Refusal | None:
        """Whether he may still move, and get there."""
        path = way_of(state, person, order.path)
        return check_may_move(frame, person, len(path)) or check_path(
            state, person, path, crawl=order.crawl
        )

    def apply(self, state: OwbState, frame: Turn, order: Move, dice: Dice) -> Iterator[Event]:
        state.swap(replace(frame, moved=_part(frame)))
        path = way_of(state, state.person(order.person), order.path)
        state.push(Moving(person=order.person, path=path, crawl=order.crawl))
        return iter(())

    def preview(self, state: OwbState, order: Move) -> Trace | None:
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

    def told(self, state: OwbState, order: Move) -> str | None:
        if not order.path:
            return None
        return f"{'crawling ' if order.crawl else ''}to {state.setting.told_at(*order.path[-1])}"


class Leaving(TurnAct[Leave]):
    """Over the edge of the map."""

    order = Leave
    words = Words(
        label="Leave the map",
        key="X",
        rule="owb.grid.map-size",
        hint="Steps over the edge; nobody comes back.",
    )

    def check(self, state: OwbState, frame: Turn, person: Person, order: Leave) -> Refusal | None:
        """Whether he may still move, and stands at the edge."""
        return check_may_move(frame, person, 1) or check_leave(state, person)

    def apply(self, state: OwbState, frame: Turn, order: Leave, dice: Dice) -> Iterator[Event]:
        return leave(state, order.person)

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        return (action for action in super().listed(case, person) if not action.refusal)

    def preview(self, state: OwbState, order: Leave) -> Trace | None:
        """That nobody comes back."""
        person = state.find_person(order.person)
        return None if person is None else Trace(notes=(f"{person.name} does not come back.",))


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
