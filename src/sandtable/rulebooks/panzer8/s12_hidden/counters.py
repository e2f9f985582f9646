"""Section 12: hidden elements under their counters, and how they come to be on the table.

Whoever reveals something pushes a frame with `reveal`; what follows from it comes by itself: a
dummy is taken away, and the owner places those who were under the counter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.mechanics.mover import Incident
from sandtable.table import Footprint, Point, bearing, overlap, rounded, step, touching

from ..s02_terrain.ground_and_cover import check_footing, is_fortified
from ..s05_actions.move.rates import whole_path
from ..s06_close_combat.overrun import in_the_open
from ..s10_buildings.occupation import bua_at
from ..state import Counter, Element, Moving, P8State, Revealing
from ..state.battlefield import INWARD
from .spotting import Sighting, sightings, sightings_on, stand_in

PLACING: Final = "p8.hidden.placement-on-reveal"

RINGS: Final = (0.0, 0.4, 0.8, 1.2)
"""How far from the middle of a counter places are suggested."""

ROUND: Final = 8
"""In how many directions."""

FARTHEST: Final = 12.0
"""How far around a free spot is looked for where nobody can be placed at a counter."""


# -- asking ---------------------------------------------------------------------------------------


def is_hidden(state: P8State, element: Element) -> bool:
    """Whether an element is under a counter, or aboard a vehicle that is."""
    if element.carried_by is not None and element.carried_by in state.pieces:
        return state.pieces[element.carried_by].under is not None
    return element.under is not None


def beneath(state: P8State, counter: Counter) -> list[Element]:
    """The elements under a counter, as far as one may know."""
    return [state.pieces[name] for name in counter.under or ()]


def counters_of(state: P8State, side: str) -> list[Counter]:
    """The counters of a side that lie on the table."""
    return [counter for counter in state.counters.values() if counter.side == side]


def fires_hidden(state: P8State, element: Element) -> bool:
    """Whether an element is hidden and stays so when it fires: a mortar."""
    if element.under is None or not state.sheet(element).is_mortar:
        return False
    cite("p8.hidden.revealed-by-firing")
    return True


def under_fire(state: P8State, zone: Footprint) -> list[Element]:
    """The hidden elements that support fire on a zone attacks: those whose counter it overlaps.

    Being hit does not reveal them; only their removal is public. Dummies are unaffected.
    """
    found = []
    for counter in state.counters.values():
        if overlap(counter.base, zone):
            cite("p8.hidden.support-fire-can-hit")
            found += beneath(state, counter)
    return found


def seen_from_air(state: P8State, counter: Counter) -> bool:
    """Whether aircraft may pick a counter as their target, dug in or not.

    It must lie in the open, in fields or in buildings, not in woods, rough ground and the like.
    """
    cite("p8.hidden.air-can-hit")
    there = stand_in(state, counter)
    return there.inside is not None or in_the_open(state, there)


# -- what reveals ---------------------------------------------------------------------------------


def reveal(state: P8State, name: str, rule: str, by: str | None = None) -> None:
    """Put on the agenda that a counter is turned over, or that one hidden element is revealed.

    It is settled before whatever is on the agenda already.

    Args:
        state: Where the game stands.
        name: A counter, or an element under one.
        rule: The rule by which it is revealed.
        by: Who has spotted it.
    """
    counter = state.counters.get(name)
    if counter is not None:
        elements = counter.under or ()
    else:
        element = state.pieces[name]
        assert element.under is not None, f"{name} is not hidden"
        counter, elements = state.counters[element.under], (name,)
    state.push(Revealing(counter=counter.id, elements=elements, rule=rule, by=by))


def spotted_on_the_way(state: P8State, frame: Moving) -> Incident | None:
    """The first counter under which a mover spots something on the rest of its path."""
    found = min(sightings_on(state, frame), key=lambda one: one[0], default=None)
    return None if found is None else Incident(found[0], _revealing(found[1], frame.element))


def _revealing(sighting: Sighting, by: str) -> Revealing:
    return Revealing(
        counter=sighting.counter, elements=sighting.elements, rule=sighting.rule, by=by
    )


def pass_by(state: P8State, name: str, path: Sequence[Point]) -> None:
    """Put on the agenda what an element has spotted on a way on which nobody could stop it."""
    element = state.pieces[name]
    if not state.counters or len(path) < 2:
        return
    way = Moving(
        element=name,
        action="move",
        path=whole_path(path[0], path[1:]),
        start=element.heading,
        bearing="hold",
        facing=None,
    )
    for _, sighting in sightings_on(state, way):
        state.push(_revealing(sighting, name))


def look_about(state: P8State) -> None:
    """Put on the agenda whatever somebody on the table spots where it stands."""
    if not state.counters:
        return
    _clear_counters(state)
    if any(isinstance(frame, Revealing) for frame in state.agenda):
        return
    for enemy, sighting in sightings(state):
        state.push(_revealing(sighting, enemy.id))


def _clear_counters(state: P8State) -> None:
    """Counters under which nobody is left any more are taken away; dummies stay."""
    for counter in list(state.counters.values()):
        if not counter.under:
            continue
        left = tuple(
            name
            for name in counter.under
            if name in state.pieces and state.pieces[name].under == counter.id
        )
        if not left:
            del state.counters[counter.id]
        elif left != counter.under:
            state.counters[counter.id] = msgspec.structs.replace(counter, under=left)


def get_off_unseen(state: P8State, passenger: Element, vehicle: Element) -> None:
    """Have somebody get off a hidden vehicle: it is then hidden under the same counter."""
    assert vehicle.under is not None
    counter = state.counters[vehicle.under]
    afoot = msgspec.structs.replace(
        state.pieces[passenger.id], carried_by=None, under=counter.id, inside=vehicle.inside
    )
    state.put(afoot)
    under = (*(counter.under or ()), passenger.id)
    state.counters[counter.id] = msgspec.structs.replace(counter, under=under)


def settle_revealing(state: P8State, frame: Revealing) -> Iterator[Event]:
    """What happens by itself when a counter is turned over, before its owner places anybody."""
    counter = state.counters.get(frame.counter)
    left = tuple(
        name
        for name in frame.elements
        if name in state.pieces and state.pieces[name].under == frame.counter
    )
    if counter is None or (frame.elements and not left):
        state.pop()
        return
    if not frame.told:
        yield _told(state, frame)
        state.swap(frame, told=True)
        return
    if not counter.under:
        state.pop()
        del state.counters[counter.id]
        yield Event(
            kind="dummy",
            text=f"{counter.id} is a dummy and is taken away.",
            rules=("p8.hidden.reveal-timing", "p8.hidden.counters-and-dummies"),
            data={"counter": counter.id, "at": (counter.x, counter.y)},
        )
        return
    if left != frame.elements:
        state.swap(frame, elements=left)
        return
    for element in (state.pieces[name] for name in left):
        if next(places(state, element), None) is None:  # then the nearest free spot has to do
            spot, facing = free_spot(state, element), facings(state, element)[0]
            yield from place_revealed(state, frame, element.id, spot, facing)
            return


def _told(state: P8State, frame: Revealing) -> Event:
    spotter = state.pieces.get(frame.by) if frame.by else None
    who = f"{spotter.name} spots what is under it" if spotter else "it is turned over"
    counter = state.counters[frame.counter]
    return Event(
        kind="spotted",
        text=f"{frame.counter}: {who}.",
        rules=(frame.rule,),
        pieces=(spotter.id,) if spotter else (),
        data={"counter": counter.id, "at": (counter.x, counter.y)},
    )


# -- placing --------------------------------------------------------------------------------------


def emerged(state: P8State, element: Element, at: Point, facing: float) -> Element:
    """A hidden element as it stands once it is placed; it keeps the cover of its counter's spot."""
    assert element.under is not None
    counter = state.counters[element.under]
    changed = msgspec.structs.replace(
        element, under=None, on_table=True, heading=round(facing % 360.0, 4)
    )
    if element.inside is not None:
        return changed
    spot = rounded(at)
    return msgspec.structs.replace(
        changed, x=spot[0], y=spot[1], lay=(spot, (counter.x, counter.y))
    )


def check_emerge(state: P8State, element: Element, at: Point, facing: float) -> Refusal | None:
    """Why a hidden element cannot be placed there: it must touch its counter and be clear."""
    if element.under is None:
        return Refusal(PLACING, f"{element.name} is not hidden.")
    there = emerged(state, element, at, facing)
    if there.inside is not None:
        return None
    ground = state.setting.ground
    if not (0.0 <= there.x <= ground.width and 0.0 <= there.y <= ground.depth):
        return Refusal(PLACING, "That is off the table.")
    base = state.base(there)
    cite("p8.geo.contact-tolerance")
    if not touching(base, state.counters[element.under].base):
        return Refusal(
            PLACING, f"{element.name} is placed so that it touches {element.under}, not there."
        )
    return _check_ground(state, there) or _check_neighbours(state, there, base)


def _check_ground(state: P8State, there: Element) -> Refusal | None:
    if bua_at(state, (there.x, there.y)) is not None:
        return Refusal(PLACING, f"{there.name} would have to enter the built-up area there.")
    if is_fortified(state, there):
        return Refusal(
            "p8.hidden.not-in-fortifications", f"{there.name} was not hidden in that fortification."
        )
    return check_footing(state, there)


def _check_neighbours(state: P8State, there: Element, base: Footprint) -> Refusal | None:
    cite("p8.geo.no-overlap")
    for other in state.on_table():
        if other.id == there.id or other.inside is not None:
            continue
        place = state.base(other)
        if overlap(base, place):
            return Refusal("p8.geo.no-overlap", f"{other.name} stands there.")
        if other.side != there.side and touching(base, place):
            return Refusal(
                "p8.hidden.reveal-timing",
                f"{there.name} may not be placed in contact with {other.name}.",
            )
    return None


def place(state: P8State, element: Element, at: Point, facing: float) -> Iterator[Event]:
    """Put a hidden element on the table; an empty counter goes."""
    name = element.under
    there = state.put(emerged(state, element, at, facing))
    _clear_counters(state)
    yield Event(
        kind="revealed",
        text=f"{there.name} was hidden there.",
        rules=(PLACING,),
        pieces=(there.id,),
        data={"counter": name, "at": (there.x, there.y), "heading": there.heading},
    )


def place_revealed(
    state: P8State, frame: Revealing, name: str, at: Point, facing: float
) -> Iterator[Event]:
    """Place one of those who were spotted."""
    left = tuple(other for other in frame.elements if other != name)
    state.pop()
    if left:
        state.push(msgspec.structs.replace(frame, elements=left))
    yield from place(state, state.pieces[name], at, facing)


def free_spot(state: P8State, element: Element) -> Point:
    """The nearest spot where a hidden element can stand, though it does not touch its counter."""
    here = (element.x, element.y)
    facing = facings(state, element)[0]
    for ring in range(1, int(FARTHEST / 0.5) + 1):
        for direction in range(2 * ROUND):
            spot = step(here, direction * 180.0 / ROUND, 0.5 * ring)
            there = emerged(state, element, spot, facing)
            ground = state.setting.ground
            if not (0.0 <= there.x <= ground.width and 0.0 <= there.y <= ground.depth):
                continue
            refused = _check_ground(state, there) or _check_neighbours(
                state, there, state.base(there)
            )
            if refused is None:
                return spot
    return here


# -- suggestions ----------------------------------------------------------------------------------


def facings(state: P8State, element: Element) -> list[float]:
    """How somebody that is revealed may want to face: at the enemies nearby, or away from home."""
    here = (element.x, element.y)
    by_distance = sorted(
        state.enemies_of(element), key=lambda enemy: (math.dist((enemy.x, enemy.y), here), enemy.id)
    )
    found = [
        round(bearing(here, (enemy.x, enemy.y)), 1)
        for enemy in by_distance[:3]
        if math.dist((enemy.x, enemy.y), here) > 1e-6
    ]
    return list(dict.fromkeys(found)) or [INWARD[state.setting.homes[element.side]]]


def places(state: P8State, element: Element) -> Iterator[tuple[Point, float]]:
    """Places at its counter where a hidden element can be put, and how it faces there."""
    if element.inside is not None:
        for facing in facings(state, element):
            yield (element.x, element.y), facing
        return
    found = False
    for ring in RINGS:
        for facing in facings(state, element):
            for spot in _around(element, ring):
                if check_emerge(state, element, spot, facing) is None:
                    found = True
                    yield spot, facing
        if found:
            return


def _around(element: Element, ring: float) -> Iterator[Point]:
    if ring == 0.0:
        yield element.x, element.y
        return
    for direction in range(ROUND):
        x, y = step((element.x, element.y), direction * 360.0 / ROUND, ring)
        yield round(x, 3), round(y, 3)
