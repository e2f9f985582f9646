"""Section 5.3 and 5.6: movement as an action, alone or with fire."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Kind, Slot, Trace
from sandtable.dice import Dice
from sandtable.mechanics.along import halved
from sandtable.odds import Odds
from sandtable.table import Point, bearing, step

from ...s09_troops.transport import is_empty_transport
from ...s10_buildings.occupation import outdoors, start_of
from ...s13_engineering.wire_ways import crossing_moves, up_to_wire
from ...s15_events.cards import haste
from ...s15_events.support_fire.missions import move_odds
from ...state import Element, Moving, P8State, slots
from ...state.built_up_areas import BUA, SIDE_BOUND
from ...state.case import Case
from ...state.orders import ActionOrder, Move
from ...state.tables import RATES
from ...state.units import in_unit
from ..action import Action, is_same, waits_outside
from ..fall_back.ways import to_table_edge
from ..fire.aiming import Shot, aim, in_range, is_armed
from ..readiness import able
from .interpenetration import check_end
from .previewing import has_base, trace_frame
from .rates import cost, heading_on_leg, leaves_front, obstacles_on, rated_stretches
from .under_way import MoveAndFire, action_of, check_move, planned, set_out

ROSE: Final = tuple(45.0 * n for n in range(8))
"""The directions in which moves are offered."""


LONGEST: Final = max(max(rates.values()) for rates in RATES.values()) + 2.0


def longest(state: P8State, element: Element) -> float:
    """Farther than this nobody ever goes."""
    return LONGEST * haste(state, element, "move")


def spot(state: P8State, element: Element, heading: float, length: float) -> Point:
    """A point in some direction from an element, kept a hair within its reach."""
    x, y = step(start_of(state, element, heading), heading, length)
    return round(x, 3), round(y, 3)


def farthest(state: P8State, element: Element, heading: float, speed: float) -> float:
    """How far an element can go in a straight line, apart from whom it meets."""
    return reaches(state, element, heading, (speed,))[0]


def reaches(
    state: P8State, element: Element, heading: float, speeds: Sequence[float]
) -> tuple[float, ...]:
    """How far an element can go in a straight line at each of some speeds."""
    start = start_of(state, element, heading)
    doors = [0.0] if element.inside is not None else []
    element = outdoors(element)
    sheet = state.sheet(element)
    length = min(longest(state, element), to_edge(state, start, heading))
    length = to_building(state, start, heading, length)
    length = up_to_wire(state, element, start, heading, heading, length)
    if length < 0.25:
        return (0.0,) * len(speeds)
    path = (start, step(start, heading, length))
    slowed = 1.0 / haste(state, element, "move")
    if sheet.is_vehicle and not state.has(element, "RD"):
        on_leg = heading_on_leg(element.heading, heading, "forward")
        if leaves_front(sheet, path, element.heading, "forward") and on_leg == heading:
            slowed *= 2.0
    rated = rated_stretches(state, element, path)
    crossed = [*doors, *obstacles_on(state, path)]
    return tuple(_longest_affordable(rated, crossed, speed / slowed) for speed in speeds)


def to_building(state: P8State, start: Point, heading: float, length: float) -> float:
    """The length of a line up to the first built-up area that it would lead through."""
    if not state.setting.buas or length <= 0:
        return length
    for stretch in state.setting.ground.stretches((start, step(start, heading, length))):
        if any(area.kind == BUA for area in stretch.areas):
            return max(0.0, stretch.start - 0.05)
    return length


def _longest_affordable(
    rated: Sequence[tuple[float, float, float]], obstacles: Sequence[float], factor: float
) -> float:
    """The longest part of a path, from its start, that costs no more than one move."""
    if not rated:
        return 0.0
    if len(rated) == 1 and not obstacles:
        return min(rated[0][1], rated[0][2] * factor)

    def is_affordable(end: float) -> bool:
        part = [(a, min(b, end), s) for a, b, s in rated if a < end]
        return cost(part, sum(at <= end for at in obstacles), factor) <= 1.0

    return math.floor(halved(0.0, rated[-1][1], is_affordable, 9) * 100) / 100


def to_edge(state: P8State, start: Point, heading: float) -> float:
    """The length to the table edge, less a hair, so that the end certainly lies on the table."""
    return max(0.0, to_table_edge(state, start, heading) - 0.01)


O = TypeVar("O", bound=ActionOrder)  # noqa: E741 - an order
M = TypeVar("M", Move, MoveAndFire)

COMPASS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class Movement(Action[O]):
    """An action that moves: along a way that enemies may interrupt, and support fire may hit."""

    @abstractmethod
    def plan(self, state: P8State, element: Element, order: O) -> Moving | Refusal:
        """The way that an order asks for, or why there is none."""

    def act(self, state: P8State, element: Element, order: O, dice: Dice) -> Iterator[Event]:
        """Set out; what follows at the end of the way is settled there."""
        plan = self.plan(state, element, order)
        assert isinstance(plan, Moving)
        return set_out(state, element, plan)

    def odds(self, state: P8State, order: O) -> Odds | None:
        """What support fire would do to it on its way."""
        element = state.pieces.get(order.element)
        if element is None or not state.barrages:
            return None
        return move_odds(state, self.plan(state, element, order))

    def preview(self, state: P8State, order: O) -> Trace | None:
        """The way, where it ends, and who may react."""
        element = state.pieces.get(order.element)
        if element is None or not has_base(element):
            return None
        plan = self.plan(state, element, order)
        if isinstance(plan, Refusal):
            return Trace(notes=(in_unit(state.setting, plan.reason),))
        return trace_frame(state, element, plan)


class Going(Movement[M]):
    """What moving has in common, whether or not a shot follows."""

    enters = True

    def plan(self, state: P8State, element: Element, order: M) -> Moving:
        return planned(state, element, action_of(order), order)

    def check(self, state: P8State, element: Element, order: M) -> Refusal | None:
        return check_move(state, element, order)

    def told(self, state: P8State, order: M) -> str:
        """Which way, how far and to where."""
        turned = "" if order.facing is None else f", facing {order.facing:g}"
        if not order.path:
            return f"turn in place{turned}"
        element, (x, y) = state.pieces[order.element], order.path[-1]
        start = (element.x, element.y)
        length = sum(
            math.dist(a, b) for a, b in zip((start, *order.path), order.path, strict=False)
        )
        towards = COMPASS[round(bearing(start, (x, y)) / 45.0) % 8]
        return f"{towards} {length:.1f} in to {x:g},{y:g}{turned}"

    def barred(self, case: Case, turn: M, element: Element) -> Refusal | None:
        """Why an element cannot move at all: it cannot even turn to face as it does.

        Whoever is about to enter cannot turn before it is on the table, and whoever stands where
        nobody may stay can still leave; that says nothing about moves.
        """
        why = case.refusal(turn)
        if why is None:
            return None
        state = case.state
        if not element.on_table and able(state, element) and why.rule == ENTER.rule:
            return None
        stays = check_end(state, element, element) if element.on_table else None
        return None if is_same(case, why, stays) else why

    def turn(self, case: Case, words: Kind, element: Element, why: Refusal | None) -> Listed:
        """Turn where it stands."""
        return case.action(
            self.order,
            words,
            piece=element.id,
            fixed={"element": element.id},
            slots=(slots.facing("Turn it to face", required=True, default=element.heading),),
            refusal=why,
        )


class MoveAction(Going[Move]):
    """Move along a path, turn in place, or go up and down in a building."""

    order = Move
    words = Words(
        label="Move",
        key="M",
        rule="p8.move.up-to-rate",
        hint="Moves along a path; enemies who see it on its way may react.",
        typed="move ELEMENT to X,Y [X,Y ...] [facing N] [backward|hold]",
        means="Move along these points of the base's centre; turn ELEMENT to N turns in place.",
        also=("turn",),
    )
    turning = Kind(
        label="Turn",
        key="T",
        rule="p8.move.up-to-rate",
        hint="Turns where it stands, which counts as a move.",
    )
    climbing = Kind(
        label="Go up",
        key="V",
        rule="p8.los.changing-elevation-is-movement",
        hint="Goes up to the high part of the building, or comes down from it.",
    )

    def offer(self, state: P8State, element: Element) -> Iterator[Move]:
        """Moves in all directions."""
        return moves(state, element)

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Move, turn in place, or go up and down in a building."""
        state = case.state
        why = self.barred(case, Move(element.id, (), element.heading), element)
        fixed: dict[str, object] = {"element": element.id}
        if state.sheet(element).move_class != "0":
            yield case.action(
                Move,
                ENTER if waits_outside(element) else self.words,
                piece=element.id,
                fixed=fixed,
                slots=way(state, element, climbs=True),
                refusal=why,
                key=self.words.key,
            )
        if element.on_table:
            yield self.turn(case, self.turning, element, why)
        bua = state.setting.buas.get(element.inside or "")
        if bua is not None and bua.elevated:
            yield case.action(
                Move,
                self.climbing,
                piece=element.id,
                fixed={**fixed, "path": [], "aloft": not element.aloft},
                refusal=why,
                label="Come down" if element.aloft else "Go up",
            )


class MoveAndFireAction(Going[MoveAndFire]):
    """Move at half speed, or turn in place, and then shoot."""

    order = MoveAndFire
    words = Words(
        label="Move and fire",
        key="G",
        rule="p8.movefire.half-speed-then-fire",
        hint="Moves at half speed and then shoots.",
        typed="move and fire ELEMENT to X,Y [facing N]",
        means="Move at half speed and then shoot; turn and fire ELEMENT to N only turns.",
        also=("turn and fire", "move fire"),
    )
    turning = Kind(
        label="Turn and fire",
        key="N",
        rule="p8.movefire.half-speed-then-fire",
        hint="Turns where it stands and then shoots.",
    )

    def offer(self, state: P8State, element: Element) -> Iterator[MoveAndFire]:
        """Turns that bring an enemy into the field of fire, and moves in all directions."""
        if element.on_table:
            yield from turns_with_fire(state, element)
            yield from moves_with_fire(state, element)

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Move at half speed, or turn in place, and then shoot."""
        state = case.state
        if not is_armed(state, element):
            return
        why = self.barred(case, MoveAndFire(element.id, (), element.heading), element)
        if not state.has(element, "NMF") and state.sheet(element).move_class != "0":
            yield case.action(
                MoveAndFire,
                self.words,
                piece=element.id,
                fixed={"element": element.id},
                slots=way(state, element, climbs=False),
                refusal=why,
            )
        if element.on_table:
            yield self.turn(case, self.turning, element, why)


ENTER: Final = Kind(
    label="Bring on",
    key="B",
    rule="p8.enter.position",
    hint="Brings an element on to the table that is due to enter.",
)


def entering(case: Case) -> Iterator[Listed]:
    """Bring somebody on to the table who waits at its edge."""
    waiting = [
        one
        for one in case.mine()
        if one.entry is not None and not one.on_table and able(case.state, one)
    ]
    if waiting:
        who = slots.one_of("element", "Who enters?", slots.names(waiting))
        facing = slots.facing("Turn it to face, or leave it facing as it arrives")
        yield case.action(Move, ENTER, slots=(who, slots.path(DRAG), facing))


def way(state: P8State, element: Element, *, climbs: bool) -> Iterator[Slot]:
    """A path, how it is gone, and how the element faces in the end."""
    yield slots.path(DRAG)
    yield slots.facing("Turn it to face, or leave it facing as it arrives")
    yield slots.bearing_of(state, element)
    if climbs and any(bua.elevated for bua in state.setting.buas.values()):
        yield slots.flag("aloft", "Does it go up to the high part of the building?")


DRAG: Final = "Drag it along its way, or click one point of it after another"


def turns_with_fire(state: P8State, element: Element) -> Iterator[MoveAndFire]:
    """Turn a gun that only fires forward towards an enemy, and fire."""
    sheet = state.sheet(element)
    bound = element.inside is not None and sheet.type in SIDE_BOUND
    if element.suppressed or not (bound or "FF" in sheet.guns[0].flags):
        return
    if element.landed or element.broken_down or not element.on_table:
        return
    seen = set()
    near = {enemy.id for enemy in in_range(state, element)}
    for enemy in state.enemies_of(element):
        facing = round(bearing((element.x, element.y), (enemy.x, enemy.y)), 1)
        if facing in seen:
            continue
        if enemy.id in near and isinstance(aim(state, element, enemy), Shot):
            continue
        seen.add(facing)
        yield MoveAndFire(element.id, (), facing)


def moves(state: P8State, element: Element) -> Iterator[Move]:
    """Moves in all directions, at full and half distance."""
    if element.suppressed or state.sheet(element).move_class == "0":
        return
    if element.landed or is_empty_transport(state, element):
        return
    yield from entries(state, element)
    yield from crossing_moves(state, element)
    for heading in ROSE:
        reach = farthest(state, element, heading, 1.0)
        for part in (1.0, 0.5):
            if reach * part > 0.25:
                yield Move(element.id, (spot(state, element, heading, reach * part),))


def entries(state: P8State, element: Element) -> Iterator[Move]:
    """Go into a built-up area nearby, or up and down in the one where the element is."""
    for bua in state.setting.buas.values():
        if bua.id == element.inside:
            if bua.elevated:
                yield Move(element.id, (), aloft=not element.aloft)
            continue
        door = bua.nearest((element.x, element.y))
        if math.dist(door, (element.x, element.y)) > longest(state, element):
            continue
        path = (bua.centre,) if element.inside is not None else (door, bua.centre)
        yield Move(element.id, path)
        if bua.elevated:
            yield Move(element.id, path, aloft=True)


def moves_with_fire(state: P8State, element: Element) -> Iterator[MoveAndFire]:
    """Moves in all directions at half speed, for those who can fire after it."""
    if element.suppressed or state.sheet(element).move_class == "0":
        return
    if element.landed or is_empty_transport(state, element):
        return
    if state.has(element, "NMF") or not is_armed(state, element):
        return
    for heading in ROSE:
        reach = farthest(state, element, heading, 0.5)
        if reach > 0.25:
            yield MoveAndFire(element.id, (spot(state, element, heading, reach),))
