"""From an event to its gestures: what a book says of each kind of event, and what follows anyway.

A cue is a function from a stage (an event, and the table before and after it as a reader knows it)
to gestures. A book lists its cues by the kind of event in ``CUES`` of a module ``page.telling``.
Beside them, whoever has moved, turned, come or gone is shown in any case, and so is every die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from sandtable.battle.events import Event
from sandtable.battle.figures import Figure
from sandtable.battle.telling import Gesture, Point, Sort, Thrown

NEAR: Final = 0.02
"""Nobody has moved who is no farther away than this."""


@dataclass(frozen=True)
class Stage:
    """An event, and the table before and after it, as a reader knows them.

    Attributes:
        event: The event.
        before: How the table looked before, by pieces.
        after: How it looks then.
        spare: Where pieces were last seen that are on neither.
        placed: The place on the table that something in the event's data names, if it does.
    """

    event: Event
    before: Mapping[str, Figure]
    after: Mapping[str, Figure]
    spare: Mapping[str, Figure]
    placed: Callable[[Any], Point | None]

    def at(self, key: str) -> Point | None:
        """The place that the event names under a key."""
        return self.placed(self.event.data.get(key))

    def figure(self, piece: str | None) -> Figure | None:
        """A piece as it is, was, or was last seen."""
        name = piece or ""
        return self.after.get(name) or self.before.get(name) or self.spare.get(name)

    def was_at(self, piece: str | None) -> Point | None:
        """Where a piece was when it began."""
        figure = self.before.get(piece or "") or self.figure(piece)
        return None if figure is None else (figure.x, figure.y)

    def piece(self, number: int) -> str | None:
        """One of the pieces that the event is about, the doer first, if the reader knows it."""
        names = self.event.pieces
        name = names[number] if number < len(names) else None
        return name if self.figure(name) is not None else None

    @cached_property
    def place(self) -> Point | None:
        """Where it happens: where the event says, else at the last piece that it names."""
        for key in ("at", "lands", "to"):
            found = self.at(key)
            if found is not None:
                return found
        for name in reversed(self.event.pieces):
            found = self.was_at(name)
            if found is not None:
                return found
        return None

    def gesture(self, sort: Sort, piece: str | None = None, **more: Any) -> Gesture:
        """A gesture of a piece."""
        figure = self.figure(piece)
        return Gesture(sort=sort, piece=piece, side=figure.side if figure else None, **more)


def point(value: Any) -> Point | None:
    """A place on the table, if it is one."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        return None
    x, y = value
    both = isinstance(x, int | float) and isinstance(y, int | float)
    return (float(x), float(y)) if both else None


Cue = Callable[[Stage], Iterable[Gesture]]
"""What a book says of a kind of event."""


# -- cues that any book may use -------------------------------------------------------------------


def line(sort: Sort, doer: int = 0, target: int = 1) -> Cue:
    """A line from the place of one piece of the event to that of another."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        name = stage.piece(doer)
        start = stage.was_at(name)
        end = stage.was_at(stage.piece(target)) or (stage.place if target else None)
        if start is not None and end is not None and start != end:
            yield stage.gesture(sort, name, path=(start, end))

    return cue


def through(sort: Sort, *keys: str, doer: int | None = 0) -> Cue:
    """From the doer to points that the event names, in their order (`aim`, `lands`)."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        name = None if doer is None else stage.piece(doer)
        start = stage.was_at(name)
        points = [start, *(stage.at(key) for key in keys)]
        path = tuple(dict.fromkeys(one for one in points if one is not None))
        if len(path) > 1:
            yield stage.gesture(sort, name, path=path)

    return cue


def along(sort: Sort, key: str = "path", piece: int | None = None) -> Cue:
    """Along a way that the event names."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        way = stage.event.data.get(key) or ()
        points = tuple((float(x), float(y)) for x, y in way)
        if len(points) > 1:
            yield stage.gesture(sort, None if piece is None else stage.piece(piece), path=points)

    return cue


def over(sort: Sort, key: str) -> Cue:
    """Over an area that the event names by its outline."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        outline = stage.event.data.get(key) or ()
        if len(outline) > 2:
            yield stage.gesture(sort, area=tuple((float(x), float(y)) for x, y in outline))

    return cue


def ring(key: str = "reach", at: str = "at") -> Cue:
    """A blast at a place that the event names, as far as it reaches."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        centre, reach = stage.at(at) or stage.place, stage.event.data.get(key)
        if centre is not None:
            yield stage.gesture("blast", path=(centre,), radius=float(reach or 1.0))

    return cue


def word(text: str | Callable[[Event], str], at: int | None = None) -> Cue:
    """A word at a piece, or where the event happens."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        said = text if isinstance(text, str) else text(stage.event)
        name = stage.piece(at) if at is not None else None
        place = stage.was_at(name) if name else stage.place
        if said and place is not None:
            yield stage.gesture("result", name, path=(place,), text=said)
        elif said:
            yield stage.gesture("say", text=stage.event.text)

    return cue


def dice(stage: Stage) -> Iterator[Gesture]:
    """The dice of an event, where it happens."""
    thrown = tuple(
        Thrown(what=roll.what, sides=roll.sides, faces=roll.faces, drawn=roll.drawn)
        for roll in stage.event.rolls
    )
    if thrown:
        path = (stage.place,) if stage.place is not None else ()
        yield stage.gesture("roll", dice=thrown, path=path)


def say(stage: Stage) -> Iterator[Gesture]:
    """The sentence of the log, across the table's edge."""
    yield stage.gesture("say", text=stage.event.text)


def card(stage: Stage) -> Iterator[Gesture]:
    """A card turned over beside the table."""
    yield stage.gesture("card", text=stage.event.text)


def lost(number: int = 0) -> Cue:
    """A piece that is lost, and what is left of it."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        name = stage.piece(number)
        figure = stage.figure(name)
        if name is not None and figure is not None:
            place = (figure.x, figure.y)
            yield stage.gesture("loss", name, path=(place,), figure=figure, text=stage.event.text)

    return cue


def among(number: int = 0) -> Cue:
    """Crossed strokes between all whom an event names."""

    def cue(stage: Stage) -> Iterator[Gesture]:
        places = (stage.was_at(name) for name in stage.event.pieces)
        found = tuple(dict.fromkeys(place for place in places if place is not None))
        if found:
            yield stage.gesture("clash", stage.piece(number), path=found)

    return cue


# -- what follows anyway --------------------------------------------------------------------------


def gestures(stage: Stage, cues: Sequence[Cue] | None) -> tuple[Gesture, ...]:
    """What is shown of an event: its book's cues, its dice, and whoever has moved, come or gone."""
    said = [gesture for cue in cues or () for gesture in cue(stage)]
    if not any(gesture.sort == "roll" for gesture in said):
        where = next((n for n, one in enumerate(said) if one.sort in ("result", "loss")), len(said))
        said[where:where] = dice(stage)
    told = [*_changes(stage, said), *said]
    if cues is None and not told:
        told = [*word(lambda event: event.text)(stage)]
    return tuple(told)


def _changes(stage: Stage, said: Sequence[Gesture]) -> Iterator[Gesture]:
    """Whoever has moved, turned, come or gone, as far as nothing was said of it."""
    shown = {(one.sort, one.piece) for one in said}
    told = {piece for sort, piece in shown if sort in ("walk", "loss", "appear", "vanish")}
    for name in {**stage.before, **stage.after}:
        if name in told:
            continue
        before, after = stage.before.get(name), stage.after.get(name)
        if before is None and after is not None:
            place = (after.x, after.y)
            yield stage.gesture("appear", name, path=(place,), figure=after)
        elif after is None and before is not None:
            place = (before.x, before.y)
            yield stage.gesture("vanish", name, path=(place,), figure=before)
        elif before is not None and after is not None:
            yield from _moved(stage, name, before, after)


def _moved(stage: Stage, name: str, before: Figure, after: Figure) -> Iterator[Gesture]:
    start, end = (before.x, before.y), (after.x, after.y)
    far = abs(start[0] - end[0]) > NEAR or abs(start[1] - end[1]) > NEAR
    turned = before.heading != after.heading or before.turret != after.turret
    facing = {"heading": after.heading, "turret": after.turret}
    if far:
        yield stage.gesture("walk", name, path=_way(stage, name, start, end), **facing)
    elif turned:
        yield stage.gesture("turn", name, path=(end,), **facing)


def _way(stage: Stage, name: str, start: Point, end: Point) -> tuple[Point, ...]:
    """The way that the event tells of, where it is that of this piece; else straight."""
    way = stage.event.data.get("path") or ()
    points = tuple((float(x), float(y)) for x, y in way)
    if name != (stage.event.pieces[0] if stage.event.pieces else None) or len(points) < 2:
        return (start, end)
    return _cut(points, start, end)


def _cut(points: tuple[Point, ...], start: Point, end: Point) -> tuple[Point, ...]:
    """The part of a way between two of its points; straight where they do not lie on it."""
    first, last = _along(points, start), _along(points, end)
    if first is None or last is None or last[0] < first[0]:
        return (start, end)
    return (start, *points[first[0] + 1 : last[0] + 1], end)


def _along(points: tuple[Point, ...], place: Point) -> tuple[int, float] | None:
    """The stretch of a way on which a place lies, and how far along; ``None`` if on none."""
    for number, (one, two) in enumerate(pairwise(points)):
        length = ((two[0] - one[0]) ** 2 + (two[1] - one[1]) ** 2) ** 0.5
        if length == 0:
            continue
        dx, dy = (two[0] - one[0]) / length, (two[1] - one[1]) / length
        forward = (place[0] - one[0]) * dx + (place[1] - one[1]) * dy
        aside = abs((place[0] - one[0]) * dy - (place[1] - one[1]) * dx)
        if aside < NEAR and -NEAR <= forward <= length + NEAR:
            return number, forward
    return None
