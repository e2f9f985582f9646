"""A mover on its way, which others may stop at any point of it to react.

A move has stages. Others may react anywhere on the part of the way that lies open (``react``); once
one of them has stopped it, others may at that very point (``again``); and when nobody does any more
the mover says how it goes on (``resume``). Something may also befall it by itself: it is brought to
that point, and beyond it nobody can react yet.

Who reacts, and what comes of it, is the book's. It derives a `Mover` and answers for its own frame;
`trail`, `stretch_to_front` and `points_on` find the points of a way at which that is worth asking.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.battle import Event
from sandtable.battle.agenda import AgendaState
from sandtable.table import Footprint, Leg, Point, midpoint, rectangle, step, swept, unit

S = TypeVar("S", bound=AgendaState)
M = TypeVar("M")

INSIDE = 0.01
"""A point that lies just inside a leg is so far from its end."""


class Incident(NamedTuple):
    """Something that befalls a mover so far along its way, and what must then be settled."""

    at: float
    frame: Any


class Mover(ABC, Generic[S, M]):
    """How moves of a kind of frame go on; the frame has a ``stage``."""

    @abstractmethod
    def incidents(self, state: S, frame: M) -> Iterable[Incident]:
        """What will stop a mover by itself on the rest of its way, in any order."""

    @abstractmethod
    def is_awaited(self, state: S, frame: M) -> bool:
        """Whether anybody may react on the rest of this way who has not let the mover pass."""

    @abstractmethod
    def as_far_as(self, frame: M, at: float) -> M:
        """The same move as far as a point of its way."""

    @abstractmethod
    def brought_to(self, state: S, frame: M, at: float) -> None:
        """Bring a mover to a point of its way, where others may react once more."""

    @abstractmethod
    def goes_on(self, state: S, frame: M) -> Iterator[Event]:
        """After a pause, when nobody reacts any more."""

    @abstractmethod
    def arrives(self, state: S, frame: M) -> Iterator[Event]:
        """At the end of the way."""

    def next_incident(self, state: S, frame: M) -> Incident | None:
        """The first thing that will stop a mover on the rest of its way, if anything does."""
        return min(self.incidents(state, frame), key=lambda one: one.at, default=None)

    def window(self, state: S, frame: Any) -> Any:
        """A move as far as its next incident: beyond that nobody can react to it yet."""
        incident = self.next_incident(state, frame) if frame.stage == "react" else None
        return frame if incident is None else self.as_far_as(frame, incident.at)

    def carry_on(self, state: S, frame: Any, at_once: Incident | None = None) -> Iterator[Event]:
        """Move on as far as nobody has a decision to make.

        Args:
            state: Where the battle stands.
            frame: The move.
            at_once: What happens to a mover that has been stopped before anybody is asked.
        """
        if frame.stage == "again" and at_once is not None:
            state.push(at_once.frame)
        elif self.is_awaited(state, self.window(state, frame)):
            return
        elif frame.stage == "again":
            yield from self.goes_on(state, frame)
        else:
            incident = self.next_incident(state, frame)
            if incident is None:
                yield from self.arrives(state, frame)
            else:
                self.brought_to(state, frame, incident.at)
                state.push(incident.frame)


# -- where on its way a mover is seen ------------------------------------------------------------


def trail(base: Footprint, leg: Leg, start: float, end: float) -> Footprint:
    """The ground that a base covers from one point of a leg to another."""
    heading = leg.heading
    a = step(leg.a, heading, start - leg.start)
    b = step(leg.a, heading, end - leg.start)
    if (base.heading - heading) % 180.0 == 0.0:
        return rectangle(*midpoint(a, b), heading, base.width, base.depth + end - start)
    return swept(base.at(*a), base.at(*b))


def stretch_to_front(watcher: Footprint, base: Footprint, leg: Leg) -> tuple[float, float]:
    """From where to where on a leg some part of a base is beyond the front line of another.

    Args:
        watcher: The base whose front it is.
        base: The mover's at the start of the leg, facing as it does on it.
        leg: The leg.
    """
    dx, dy = watcher.forward
    front = watcher.x * dx + watcher.y * dy + watcher.depth / 2
    lead = max([x * dx + y * dy for x, y in base.corners]) - front
    ux, uy = unit(leg.heading)
    gain = ux * dx + uy * dy
    if abs(gain) < 1e-6:
        return (0.0, leg.length) if lead > 0 else (1.0, 0.0)
    crossing = -lead / gain
    # A hair past the line, so that the kept coordinates are certainly beyond it.
    hair = 1e-3 + 2e-4 / abs(gain)
    if gain > 0:
        return (0.0 if crossing < 0 else crossing + hair), leg.length
    return 0.0, (leg.length if crossing > leg.length else crossing - hair)


def points_on(
    leg: Leg,
    stretch: tuple[float, float],
    near: Point,
    is_hidden: Callable[[float, float], bool],
    *,
    spacing: float,
    short: float,
) -> Iterator[float]:
    """Points of a stretch of a leg, on those parts where a mover is not surely hidden.

    The stretch is halved again and again; a part that is hidden as a whole is left out. First comes
    the point nearest to a place.

    Args:
        leg: The leg.
        stretch: From where to where, along the whole way.
        near: The place.
        is_hidden: Whether all of the way between two points is surely hidden from there.
        spacing: How far points may be apart.
        short: Shorter parts are not looked at as a whole.
    """
    first, last = stretch
    pending = [stretch]
    while pending:
        start, end = pending.pop()
        whole = start == first and end == last
        if (end - start > short or whole) and is_hidden(start, end):
            continue
        if whole:
            ux, uy = unit(leg.heading)
            along = (near[0] - leg.a[0]) * ux + (near[1] - leg.a[1]) * uy
            yield round(min(max(leg.start + along, first), last), 4)
        if end - start > spacing:
            middle = (start + end) / 2
            pending += [(middle, end), (start, middle)]
            continue
        yield round(start, 4)
        # At the ends of a leg the mover may face another way than just inside them.
        if start == first:
            yield round(min(first + INSIDE, last), 4)
        if end == last:
            yield round(max(last - INSIDE, first), 4)
            yield round(last, 4)
