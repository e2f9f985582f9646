"""A mover on its way, and those who may stop it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.battle.agenda import AgendaState
from sandtable.mechanics.mover import Incident, Mover, points_on, stretch_to_front, trail
from sandtable.table import Path, beyond_front, rectangle, step, swept


class Walk(Struct, frozen=True):
    """Somebody who walks so far."""

    length: float
    at: float = 0.0
    stage: str = "react"


class Field(AgendaState, kw_only=True):
    """A field with mines, and with guards who have not let the walker pass."""

    agenda: tuple[object, ...] = ()
    mines: tuple[float, ...] = ()
    guards: tuple[float, ...] = ()


class Walking(Mover[Field, Walk]):
    """A mine stops whoever comes to it; a guard reacts where he sees him."""

    def incidents(self, state: Field, frame: Walk) -> Iterator[Incident]:
        return (Incident(at, f"mine at {at:g}") for at in state.mines if at > frame.at)

    def is_awaited(self, state: Field, frame: Walk) -> bool:
        last = frame.at if frame.stage == "again" else frame.length
        return any(frame.at <= guard <= last for guard in state.guards)

    def as_far_as(self, frame: Walk, at: float) -> Walk:
        return replace(frame, length=at)

    def brought_to(self, state: Field, frame: Walk, at: float) -> None:
        state.swap(replace(frame, at=at, stage="again"))

    def goes_on(self, state: Field, frame: Walk) -> Iterator[Event]:
        state.swap(replace(frame, stage="resume"))
        return iter(())

    def arrives(self, state: Field, frame: Walk) -> Iterator[Event]:
        state.pop()
        yield Event(kind="move", text=f"It walks {frame.length:g}.", rules=())


WALKING = Walking()


def field(*mines: float, guards: tuple[float, ...] = ()) -> Field:
    # A setting is no part of what is tested here.
    return Field(setting=None, mines=mines, guards=guards)  # type: ignore[arg-type]


def carried_on(state: Field, at_once: Incident | None = None) -> list[str]:
    return [event.text for event in WALKING.carry_on(state, state.agenda[-1], at_once)]


def test_with_nobody_about_it_arrives() -> None:
    state = field()
    state.push(Walk(8.0))
    assert carried_on(state) == ["It walks 8."]
    assert state.agenda == ()


def test_it_waits_for_those_who_may_react() -> None:
    state = field(guards=(5.0,))
    state.push(Walk(8.0))
    assert carried_on(state) == []
    assert state.agenda == (Walk(8.0),)


def test_the_first_incident_stops_it_and_others_may_react_there() -> None:
    state = field(6.0, 3.0)
    state.push(Walk(8.0))
    assert carried_on(state) == []
    assert state.agenda == (Walk(8.0, at=3.0, stage="again"), "mine at 3")


def test_nobody_reacts_beyond_the_next_incident() -> None:
    state = field(3.0, guards=(5.0,))
    state.push(Walk(8.0))
    assert WALKING.window(state, Walk(8.0)) == Walk(3.0)
    carried_on(state)
    assert state.agenda[-1] == "mine at 3"


def test_after_a_pause_it_goes_on_when_nobody_reacts_any_more() -> None:
    state = field(6.0, guards=(5.0,))
    state.push(Walk(8.0, at=3.0, stage="again"))
    carried_on(state)
    assert state.agenda == (Walk(8.0, at=3.0, stage="resume"),)


def test_what_happens_at_once_comes_before_anybody_is_asked() -> None:
    state = field(guards=(3.0,))
    state.push(Walk(8.0, at=3.0, stage="again"))
    carried_on(state, Incident(3.0, "a shot"))
    assert state.agenda[-1] == "a shot"


# -- where it is seen -----------------------------------------------------------------------------

LEG = Path(((10.0, 10.0), (10.0, 30.0))).legs[0]
BASE = rectangle(10.0, 10.0, 0.0, 1.0, 2.0)


@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0])
def test_the_trail_covers_every_place_on_the_way(facing: float) -> None:
    base = rectangle(10.0, 10.0, facing, 1.0, 2.0)
    covered = trail(base, LEG, 4.0, 9.0)
    there = swept(base.at(10.0, 14.0), base.at(10.0, 19.0))
    assert covered.box == pytest.approx(there.box)


@pytest.mark.parametrize("heading", [0.0, 90.0, 135.0, 180.0, 225.0])
def test_only_the_stretch_before_the_front_counts(heading: float) -> None:
    watcher = rectangle(14.0, 20.0, heading, 2.0, 1.0)
    first, last = stretch_to_front(watcher, BASE, LEG)
    for tenth in range(201):
        at = tenth / 10.0
        there = BASE.at(*step(LEG.a, LEG.heading, at))
        if beyond_front(there, of=watcher):
            assert first - 0.01 <= at <= last + 0.01
        else:
            assert not first <= at <= last


def test_points_lie_no_farther_apart_than_told_and_the_nearest_comes_first() -> None:
    found = [*points_on(LEG, (2.0, 20.0), (30.0, 17.0), lambda *_: False, spacing=0.5, short=0.0)]
    assert found[0] == 7.0
    inner = sorted({*found})
    assert (inner[0], inner[-1]) == (2.0, 20.0)
    assert max(b - a for a, b in pairwise(inner)) <= 0.5


def test_parts_that_are_hidden_as_a_whole_are_left_out() -> None:
    def is_hidden(start: float, end: float) -> bool:
        return start >= 5.0 and end <= 12.0

    found = {*points_on(LEG, (0.0, 20.0), (30.0, 17.0), is_hidden, spacing=0.5, short=0.0)}
    assert not any(5.5 < at < 11.5 for at in found if at != 7.0)
    assert any(at < 5.0 for at in found)
    assert any(at > 12.0 for at in found)
