"""Impassable ground overcome: barbed wire opened, walls climbed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...showing.places import square_shown
from ...state import OwbState, Person
from ...state.decision import Case
from ...state.frames import Interrupt
from ...state.orders import Climb, CutWire
from ...state.squares_and_edges import OPENED_WIRE, Change
from ..round.actions import O, PersonalAction
from .walking import enters
from .way import passable

WIRE_ACTIONS = 2
CLIMBED = ("tall-wall", "building-wall-masonry", "window-or-gunport", "cliff-face")


def wire_at(state: OwbState, person: Person, square: Square) -> tuple[Square, Square | None] | None:
    """The barbed wire that fills a square next to a character, or lies on the edge towards it."""
    own = state.square(person)
    if grid.distance(own, square) != 1:
        return None
    edge = state.grounds.on_edge(own, square)
    if edge is not None and edge.name == "barbed-wire":
        one, two = sorted((own, square))
        return one, two
    kind = state.grounds.squares.get(square)
    return (square, None) if kind is not None and kind.name == "barbed-wire" else None


def check_wire(state: OwbState, person: Person, square: Square) -> Refusal | None:
    """Why a character cannot work at the wire there now, or ``None`` if he can."""
    rule = "owb.terrain.impassable-with-tools"
    place = wire_at(state, person, square)
    if place is None:
        return Refusal(rule, "There is nothing to overcome there.")
    if any(entry[:2] == place and entry[3] == state.turn for entry in state.wire):
        return Refusal(rule, "That wire has been worked at in this round.")
    return None


def check_climb(state: OwbState, person: Person, square: Square) -> Refusal | None:
    """Why a character cannot climb to a square, or ``None`` if he can."""
    rule = "owb.terrain.impassable-with-tools"
    own = state.square(person)
    if person.climbing is not None:
        if square != person.climbing:
            return Refusal(rule, "He climbs elsewhere.")
        return None if landing(state, square) else Refusal(rule, "Nobody could stand there.")
    if grid.distance(own, square) not in (1, 2) or not state.grounds.holds(square):
        return Refusal(rule, "That is not on the other side of a wall next to him.")
    if state.grounds.kind(square).impassable or state.at(square) is not None:
        return Refusal(rule, "Nobody could stand there.")
    if not _wall_between(state, own, square):
        return Refusal(rule, "There is no wall or cliff to climb.")
    return None


def landing(state: OwbState, square: Square) -> Square | None:
    """Where one comes down who climbs to a square: there, or in the nearest free one beside it."""
    grounds = state.grounds
    beside = (near for near in grid.neighbours(square) if passable(grounds, square, near))
    return next((at for at in (square, *beside) if state.at(at) is None), None)


def _wall_between(state: OwbState, a: Square, b: Square) -> bool:
    grounds = state.grounds
    if grid.distance(a, b) == 1:
        if a[0] != b[0] and a[1] != b[1]:
            return False
        edge = grounds.on_edge(a, b)
        cliff = abs(grounds.height(a) - grounds.height(b)) > 1
        return cliff or (edge is not None and edge.name in CLIMBED)
    if a[0] != b[0] and a[1] != b[1]:
        return False
    middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    return grounds.kind(middle).name in CLIMBED


OVER: Final = Refusal("owb.terrain.impassable-with-tools", "There is nothing to overcome there.")


def _around(state: OwbState, person: Person) -> list[Square]:
    """The squares beside somebody on the map, and those beyond a wall between."""
    own = state.square(person)
    around = [*grid.neighbours(own), *(grid.step(own, facing, 2) for facing in (0, 2, 4, 6))]
    return [square for square in around if state.grounds.holds(square) and person.on_table]


class Overcoming(PersonalAction[O]):
    """What stands in the way is overcome by two Actions."""

    place: ClassVar[str]
    """The field that says where."""

    def squares(self, state: OwbState, person: Person) -> list[Square]:
        """Where it may be overcome, be it his turn for it or not."""
        return _around(state, person)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        points = map(case.state.setting.point, self.squares(case.state, person))
        orders = {point: self.order(person=person.id, **{self.place: point}) for point in points}
        able = [point for point, order in orders.items() if case.allows(order)]
        default = list(able[0]) if len(able) == 1 else None
        slot = asking.spot(self.place, "Choose the square", default)
        return (slot,), None if able else case.first_refusal(orders.values())

    def preview(self, state: OwbState, order: O) -> Trace | None:
        return square_shown(state, getattr(order, self.place))


class CuttingWire(Overcoming[CutWire]):
    """Barbed wire in a square, or on the edge towards it."""

    order = CutWire
    place = "at"
    words = Words(
        label="Cut the wire",
        key="I",
        rule="owb.terrain.impassable-with-tools",
        hint="Two Actions open barbed wire.",
    )

    def check(self, state: OwbState, person: Person, order: CutWire) -> Refusal | None:
        if not state.on("overcome_impassable"):
            return OVER
        return check_wire(state, person, state.setting.square(order.at))

    def carry_out(
        self, state: OwbState, person: Person, order: CutWire, dice: Dice
    ) -> Iterator[Event]:
        """Work at barbed wire; the second Action opens it."""
        square = state.setting.square(order.at)
        cite("owb.terrain.impassable-with-tools")
        place = wire_at(state, person, square)
        assert place is not None
        done = 1 + next((n for a, b, n, _ in state.wire if (a, b) == place), 0)
        others = tuple(entry for entry in state.wire if entry[:2] != place)
        if done >= WIRE_ACTIONS:
            state.wire = others
            state.changes = (*state.changes, Change(place[0], OPENED_WIRE, place[1]))
        else:
            state.wire = (*others, (*place, done, state.turn))
        text = "opens the wire" if done >= WIRE_ACTIONS else "cuts at the wire"
        yield Event(
            kind="wire",
            text=f"{person.name} {text}.",
            rules=("owb.terrain.impassable-with-tools",),
            pieces=(person.id,),
        )

    def concerns(self, state: OwbState, person: Person) -> bool:
        grounds, own = state.grounds, state.square(person)
        around = _around(state, person)
        edges = (grounds.on_edge(own, square) for square in around)
        kinds = (*(grounds.kind(square) for square in around), *(edge for edge in edges if edge))
        return any(kind.name == "barbed-wire" for kind in kinds)


class Climbing(Overcoming[Climb]):
    """A tall wall or a cliff, to the square beyond."""

    order = Climb
    place = "to"
    words = Words(
        label="Climb",
        key="V",
        rule="owb.terrain.impassable-with-tools",
        hint="Two Actions bring him over a wall or a cliff.",
    )

    def check(self, state: OwbState, person: Person, order: Climb) -> Refusal | None:
        """Whether there is anything to climb."""
        if not state.on("overcome_impassable"):
            return OVER
        return check_climb(state, person, state.setting.square(order.to))

    def carry_out(
        self, state: OwbState, person: Person, order: Climb, dice: Dice
    ) -> Iterator[Event]:
        """Climb: the first Action begins it, the second one in a later round ends it."""
        square = state.setting.square(order.to)
        cite("owb.terrain.impassable-with-tools", "owb.modifiers.target-climbing")
        if person.climbing is None:
            state.change(person.id, climbing=square, ducked=False)
            text = "begins to climb"
        else:
            end = landing(state, square)
            assert end is not None
            enters(state, person.id, end)
            state.change(person.id, climbing=None)
            state.push(Interrupt(about=person.id, moment="step"))
            text = "is over"
        yield Event(
            kind="climb",
            text=f"{person.name} {text}.",
            rules=("owb.terrain.impassable-with-tools",),
            pieces=(person.id,),
        )

    def concerns(self, state: OwbState, person: Person) -> bool:
        return bool(_walled(state, person) or person.climbing is not None) and person.on_table

    def squares(self, state: OwbState, person: Person) -> list[Square]:
        return _walled(state, person) or _around(state, person)


def _walled(state: OwbState, person: Person) -> list[Square]:
    """The squares about somebody that he could climb to."""
    return [at for at in _around(state, person) if check_climb(state, person, at) is None]
