"""Impassable ground overcome: barbed wire opened, walls climbed."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import enters
from sandtable.rulebooks.whitebox.part1_personal.movement.way import passable
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Interrupt
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.squares_and_edges import OPENED_WIRE, Change
from sandtable.table import grid
from sandtable.table.grid import Square

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


def cut_wire(state: OwbState, person: Person, square: Square) -> Iterator[Event]:
    """Work at barbed wire; the second Action opens it."""
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


def climb(state: OwbState, person: Person, square: Square) -> Iterator[Event]:
    """Climb: the first Action begins it, the second one in a later round ends it."""
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
