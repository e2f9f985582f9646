"""What a shot would look like."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Refusal
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.table import Point

from ...drawing.ghosts import line_to
from ...state import Element, P8State
from ...state.units import in_unit
from .aiming import Shot, aim
from .line_of_fire import FireLine, find_fire_line


def shot_line(
    state: P8State, firer: Element, target: Element, gun: int = 0, *, reaction: bool = False
) -> Overlay:
    """The line of a shot; where none may be fired, the line of sight."""
    shot = aim(state, firer, target, gun, reaction=reaction)
    if isinstance(shot, Refusal):
        return line_to(state, firer, target)
    line = find_fire_line(state, firer, target)
    ends = (line.start, line.end) if isinstance(line, FireLine) else _centres(state, firer, target)
    told = in_unit(state.setting, f"{shot.gun.name}, {shot.range:.1f} in")
    return Line(start=ends[0], end=ends[1], side=firer.side, label=told)


def _centres(state: P8State, one: Element, two: Element) -> tuple[Point, Point]:
    return state.base(one).centre, state.base(two).centre


def about_shot(
    state: P8State, firer: Element, target: Element, gun: int, *, reaction: bool = False
) -> Iterator[str]:
    """What counts in a shot."""
    shot = aim(state, firer, target, gun, reaction=reaction)
    if not isinstance(shot, Shot):
        return
    yield f"{shot.fired} {shot.value} against Def {shot.defence}, {shot.range:.1f} in."
    if shot.from_behind:
        yield f"Wholly behind the front of {target.name}."
    if shot.cover.value:
        yield f"{target.name} has cover: {shot.cover.text} (+{shot.cover.value})."
