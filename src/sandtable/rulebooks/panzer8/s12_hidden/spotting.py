"""Section 12: when a hidden element is spotted, and where on its way a mover spots it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.table import Footprint, Leg, Path, distance, rectangle, step, swept, within

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

LOOKS: Final = 0.05
"""How finely a mover looks about on its way, where terrain comes and goes between."""

WATCHES: Final = 0.5
"""How finely it is looked for a part of a path that somebody under a counter might see."""

PLACED_WITHIN: Final = 6.0
"""The sides of a square in which everybody stands who touches a counter in its middle."""

EXACT: Final = 1e-5
"""How exactly the point is found at which it spots something."""

REMEMBERED: Final = 5_000
"""For how many moves it is remembered where they spot a counter."""

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


def lies_in_cover(state: P8State, counter: Counter) -> bool:
    """Whether the ground on which a counter lies gives cover."""
    return cover_of_place(state, stand_in(state, counter)).value > 0


def exposed(state: P8State, counter: Counter) -> tuple[str, ...] | None:
    """Those under a counter who are neither in cover nor dug in; ``None`` if there is nothing.

    A dummy in the open is as exposed as anybody there.
    """
    assert counter.under is not None
    if lies_in_cover(state, counter):
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
    known = state.setting.sighted
    if question not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[question] = _look_along(state, frame, there, limit)
    return known[question]


def _look_along(state: P8State, frame: Moving, there: Element, limit: float) -> float | None:
    for stretch in _stretches(state, frame, there, limit):
        at = _first_look(state, frame, there, stretch)
        if at is not None:
            return at
    length = path_length(frame.path)
    end = pose(state, frame, length)
    if within(state.base(end), state.base(there), limit) and sees(state, end, there):
        return length
    return None


class _Stretch(Struct, frozen=True):
    """A part of a leg on which a mover is near enough to a counter."""

    leg: Leg
    base: Footprint
    first: float
    last: float

    def base_at(self, at: float) -> Footprint:
        """The mover's base so far along the path."""
        return self.base.at(*step(self.leg.a, self.leg.heading, at - self.leg.start))


def _stretches(state: P8State, frame: Moving, there: Element, limit: float) -> Iterator[_Stretch]:
    """The stretches of the rest of a path on which a mover is within a distance."""
    place = state.base(there)
    for whole in _legs(state, frame):
        near = _near_part(whole, place, limit)
        if near is not None:
            yield msgspec.structs.replace(whole, first=near[0], last=near[1])


def _legs(state: P8State, frame: Moving) -> Iterator[_Stretch]:
    """The legs of the rest of a path."""
    if len(frame.path) < 2:
        return
    sheet = state.sheet(outdoors(state.pieces[frame.element]))
    for leg in Path(frame.path).legs:
        end = leg.start + leg.length
        if end > frame.at:
            base = base_at(sheet, leg.a, heading_on_leg(frame.start, leg.heading, frame.bearing))
            yield _Stretch(leg, base, max(frame.at, leg.start), end)


def _near_part(leg: _Stretch, place: Footprint, limit: float) -> tuple[float, float] | None:
    """From where to where a base that goes straight on is within a distance of a place.

    Both are convex, so their distance falls to its least and then grows.
    """

    def gap(at: float) -> float:
        return distance(leg.base_at(at), place)

    if gap(leg.first) - (leg.last - leg.first) > limit + TOLERANCE:
        return None
    nearest = _least(gap, leg.first, leg.last)
    if gap(nearest) > limit + TOLERANCE:
        return None
    first = _turning_point(lambda at: gap(at) <= limit, leg.first, nearest)
    last = _turning_point(lambda at: gap(at) > limit, nearest, leg.last)
    return first, last


def _least(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then grows is least."""
    start, end = low, high
    while high - low > EXACT:
        third = (high - low) / 3
        if value(low + third) <= value(high - third):
            high -= third
        else:
            low += third
    return min((start, (low + high) / 2, end), key=value)


def _turning_point(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The first point at which something holds, that does not hold before; the end if nowhere."""
    if holds(low):
        return low
    while high - low > EXACT:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _first_look(state: P8State, frame: Moving, there: Element, stretch: _Stretch) -> float | None:
    """The first point of a stretch from which the mover sees the spot of a counter."""
    place = state.base(there)
    mover = outdoors(state.pieces[frame.element])

    def visible(at: float) -> bool:
        base = stretch.base_at(at)
        looking = msgspec.structs.replace(
            mover, x=base.x, y=base.y, heading=base.heading, on_table=True
        )
        return sees(state, looking, there)

    before = stretch.first
    for at in _looks(state, stretch, place):
        if visible(at):
            return at if at <= stretch.first else _turning_point(visible, before, at)
        before = at
    return None


def _looks(state: P8State, stretch: _Stretch, place: Footprint) -> Iterable[float]:
    """Points of a stretch, close together, left out where terrain surely hides the place."""
    yield stretch.first
    pending = [(stretch.first, stretch.last)]
    while pending:
        start, end = pending.pop()
        trail = swept(stretch.base_at(start), stretch.base_at(end))
        if _is_surely_hidden(state, trail, place):
            continue
        if end - start > LOOKS:
            middle = (start + end) / 2
            pending += [(middle, end), (start, middle)]
            continue
        yield start
        yield end


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
    pending = list(_legs(state, frame)) if frame.stage == "react" else []
    while pending:
        stretch = pending.pop()
        trail = swept(stretch.base_at(stretch.first), stretch.base_at(stretch.last))
        if not within(trail, place, VISIBILITY) or _is_surely_hidden(state, trail, place):
            continue
        if stretch.last - stretch.first <= WATCHES:
            return True
        middle = (stretch.first + stretch.last) / 2
        pending.append(msgspec.structs.replace(stretch, last=middle))
        pending.append(msgspec.structs.replace(stretch, first=middle))
    return False
