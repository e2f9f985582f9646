"""Section 12: when a hidden element is spotted, and where on its way a mover spots it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.mechanics.spotting import Stretch, is_passed, stretches
from sandtable.table import Footprint, rectangle, within

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s02_terrain.line_of_sight import VISIBILITY, sees
from ..s05_actions.move.rates import base_at, heading_on_leg, path_length, pose
from ..s10_buildings.occupation import bua_at, outdoors
from ..state import Counter, Deploying, Element, Moving, P8State, unseen_of
from ..state.built_up_areas import TOWN
from ..state.sheets import SHEETS
from ..state.tables import TOLERANCE

NEAR: Final = 2.0
"""How near an enemy must be to spot what lies in cover or is dug in."""

IN_THE_OPEN: Final = 8.0
"""How near an enemy must be to spot what does neither."""

WATCHES: Final = 0.5
"""How finely it is looked for a part of a path that somebody under a counter might see."""

PLACED_WITHIN: Final = 6.0
"""The sides of a square in which everybody stands who touches a counter in its middle."""

_ON_FOOT: Final = next(sheet.id for sheet in SHEETS.values() if sheet.is_infantry)


class Sighting(Struct, frozen=True):
    """What an enemy spots under a counter, and by which rule; nobody under a dummy."""

    counter: str
    elements: tuple[str, ...]
    rule: str


# -- what can be spotted --------------------------------------------------------------------------


def stand_in(state: P8State, counter: Counter) -> Element:
    """What stands for everybody under a counter: its centre, or the houses that it lies in."""
    cite("p8.hidden.counters-and-dummies")
    bua = bua_at(state, (counter.x, counter.y))
    return Element(
        id=counter.id,
        side=counter.side,
        name=counter.id,
        x=counter.x,
        y=counter.y,
        sheet=_ON_FOOT,
        on_table=False,
        under=counter.id,
        inside=bua.id if bua is not None else None,
    )


def exposed(state: P8State, counter: Counter) -> tuple[str, ...] | None:
    """Those under a counter who are neither in cover nor dug in; ``None`` if there is nothing.

    A dummy in the open is as exposed as anybody there.
    """
    assert counter.under is not None
    if cover_of_place(state, stand_in(state, counter)).value > 0:
        return None
    if not counter.under:
        return ()
    bare = tuple(name for name in counter.under if not state.pieces[name].dug_in)
    return bare or None


def reach_of(state: P8State, spotter: Element, distance: float) -> float:
    """How far an element spots; reconnaissance troops twice as far."""
    if state.has(spotter, "REC"):
        cite("p8.recce.doubles-spotting")
        return 2 * distance
    return distance


def spots(state: P8State, spotter: Element, counter: Counter) -> Sighting | None:
    """What an enemy that stands there spots under a counter, or ``None``."""
    assert counter.under is not None
    here, there = state.base(spotter), stand_in(state, counter)
    place = state.base(there)
    if within(here, place, reach_of(state, spotter, NEAR)):
        found, rule = counter.under, "p8.hidden.revealed-within-2"
    else:
        if not within(here, place, reach_of(state, spotter, IN_THE_OPEN)):
            return None
        bare = exposed(state, counter)
        if bare is None:
            return None
        found, rule = bare, "p8.hidden.revealed-in-open-within-8"
    return Sighting(counter.id, found, rule) if sees(state, spotter, there) else None


def sightings(state: P8State) -> Iterator[tuple[Element, Sighting]]:
    """Everything that somebody on the table spots from where it stands."""
    if any(isinstance(frame, Deploying) for frame in state.agenda):
        return
    for counter in list(state.counters.values()):
        for enemy in state.on_table(state.other_side(counter.side)):
            seen = spots(state, enemy, counter)
            if seen is not None:
                yield enemy, seen
                break


# -- on the way -----------------------------------------------------------------------------------


def sightings_on(state: P8State, frame: Moving) -> Iterator[tuple[float, Sighting]]:
    """How far along the rest of its path a mover spots each counter, and what under it."""
    if not state.counters:
        return
    mover = state.pieces[frame.element]
    cite("p8.hidden.reveal-timing")
    for counter in state.counters.values():
        if counter.side == mover.side or counter.under is None:
            continue
        at = _first_point(state, frame, counter)
        if at is not None:
            yield at, _seen_from(state, frame, counter, at)


def _seen_from(state: P8State, frame: Moving, counter: Counter, at: float) -> Sighting:
    """What is spotted at the point where a counter comes into sight."""
    mover = outdoors(state.pieces[frame.element])
    assert counter.under is not None
    there = state.base(stand_in(state, counter))
    bare = exposed(state, counter)
    near = within(state.base(pose(state, frame, at)), there, reach_of(state, mover, NEAR))
    if near or bare is None:
        return Sighting(counter.id, counter.under, "p8.hidden.revealed-within-2")
    return Sighting(counter.id, bare, "p8.hidden.revealed-in-open-within-8")


def _first_point(state: P8State, frame: Moving, counter: Counter) -> float | None:
    """The first point of the rest of a path from which a mover spots a counter."""
    there = stand_in(state, counter)
    mover = state.pieces[frame.element]
    limit = reach_of(state, mover, NEAR if exposed(state, counter) is None else IN_THE_OPEN)
    way = (frame.path, frame.at, frame.start, frame.bearing, frame.facing)
    question = (*way, mover.sheet, mover.rides, mover.inside, counter.x, counter.y, limit)
    memory = state.setting.memory("sightings")
    return memory.once(question, lambda: _look_along(state, frame, there, limit))


def _look_along(state: P8State, frame: Moving, there: Element, limit: float) -> float | None:
    mover, place = outdoors(state.pieces[frame.element]), state.base(there)
    hides = partial(_is_surely_hidden, state)
    for leg in _legs(state, frame):
        near = leg.near(place, limit, TOLERANCE)
        if near is None:
            continue
        at = near.first_look(place, partial(_is_visible, state, mover, near, there), hides)
        if at is not None:
            return at
    length = path_length(frame.path)
    end = pose(state, frame, length)
    if within(state.base(end), place, limit) and sees(state, end, there):
        return length
    return None


def _legs(state: P8State, frame: Moving) -> Iterator[Stretch]:
    """The legs of the rest of a path."""
    sheet = state.sheet(outdoors(state.pieces[frame.element]))
    return stretches(
        frame.path,
        frame.at,
        lambda leg: base_at(sheet, leg.a, heading_on_leg(frame.start, leg.heading, frame.bearing)),
    )


def _is_visible(
    state: P8State, mover: Element, stretch: Stretch, there: Element, at: float
) -> bool:
    base = stretch.base_at(at)
    looking = msgspec.structs.replace(
        mover, x=base.x, y=base.y, heading=base.heading, on_table=True
    )
    return sees(state, looking, there)


def _is_surely_hidden(state: P8State, trail: Footprint, place: Footprint) -> bool:
    """Whether terrain surely hides a place from everybody on a trail, however high they stand."""
    setting = state.setting
    past = setting.touched(trail) | setting.touched(place) | frozenset(setting.buas)
    past |= {f"{name}/{TOWN}" for name in setting.streets}
    if setting.elevated:
        past |= setting.overlooked
    return setting.sight.surely_hidden(trail, place, past)


# -- who watches ----------------------------------------------------------------------------------


def is_watched(state: P8State, frame: Moving) -> bool:
    """Whether something under a counter might react to a mover on the rest of its path.

    It is a rough answer, and the same whatever is under the counters: that their owner is asked
    must not give them away.
    """
    mover = state.pieces[frame.element]
    if unseen_of(state.other_side(mover.side)) in state.stances:
        return False
    watching = [c for c in state.counters.values() if c.side != mover.side]
    return any(_may_see(state, counter, frame) for counter in watching)


def _may_see(state: P8State, counter: Counter, frame: Moving) -> bool:
    there = stand_in(state, counter)
    place = state.base(there)
    if there.inside is None:
        place = rectangle(counter.x, counter.y, 0.0, PLACED_WITHIN, PLACED_WITHIN)
    here = state.base(pose(state, frame, frame.at))
    if within(here, place, VISIBILITY) and not _is_surely_hidden(state, here, place):
        return True
    legs = _legs(state, frame) if frame.stage == "react" else ()
    return is_passed(legs, place, VISIBILITY, partial(_is_surely_hidden, state), WATCHES)
