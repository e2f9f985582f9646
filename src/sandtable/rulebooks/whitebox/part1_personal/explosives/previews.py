"""What explosives and flames would do: where they may land, and whom they may catch."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.battle import Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import exact
from sandtable.table.grid import Square

from ...showing.places import on_map, percent, shown, some
from ...state import OwbState
from ...state.frames import CookedOff
from ...state.orders import Flame, Launch, Throw
from ...state.people import Person
from ..line_of_sight.sight import eye, leaning_out
from ..weapons.flamethrower import flame_squares, flame_victims
from .blasts import TIMED, area, charge_of
from .caught import everybody_caught
from .mortars import lob_of
from .throwing import Lob, resolve_lob, throw_at

Landings = dict[Square | None, Fraction]


def trace_lob(state: OwbState, order: Throw | Launch) -> Trace | None:
    """The blast where it is aimed, where else it may land, and whom it may catch."""
    person = state.find_person(order.person)
    if person is None:
        return None
    square = state.setting.square(order.at)
    kind = order.bomb if isinstance(order, Throw) else order.weapon
    found = _aimed(state, person, order)
    if isinstance(found, Refusal):
        if not state.grounds.holds(square):
            return None
        return Trace(overlays=tuple(_blast(state, kind, square)))
    return lob_traced(state, person, kind, found)


def _aimed(state: OwbState, person: Person, order: Throw | Launch) -> Lob | Refusal:
    if isinstance(order, Launch):
        return lob_of(state, person, order)
    frame = state.frame
    turning = not isinstance(frame, CookedOff)
    square, there = state.setting.square(order.at), leaning_out(state, person, order.lean)
    return throw_at(state, there, order.bomb, square, turning=turning)


def lob_traced(state: OwbState, person: Person, kind: str, lob: Lob) -> Trace:
    """An explosive in the air."""
    landings = landings_of(state, lob)
    overlays: list[Overlay] = [*_blast(state, kind, lob.square)]
    near = [square for square in landings if square is not None and square != lob.square]
    if near:
        words = [f"{round(landings[square] * 100)}" for square in near]
        label = "Where a near miss may land, in percent"
        overlays.append(shown(state, near, "chance", label, words=words))
    if person.on_table and state.square(person) != lob.square:
        start, end = state.setting.point(state.square(person)), state.setting.point(lob.square)
        overlays.append(Line(start=start, end=end, side=person.side))
    notes = (
        *_about_aim(lob),
        *_about_landing(landings, lob),
        *caught_told(state, person.side, kind, landings),
    )
    return Trace(overlays=tuple(overlays), notes=(*notes, *_when(kind)))


def landings_of(state: OwbState, lob: Lob) -> Landings:
    """Where an explosive may land, and how likely that is; nowhere if it has no effect."""
    grounds = state.grounds
    found = exact(lambda dice: resolve_lob(lob, grounds, dice).square)
    return {square: Fraction(chance) for square, chance in found.items()}


def _blast(state: OwbState, kind: str, square: Square) -> Iterator[Overlay]:
    squares = on_map(state, area(square, charge_of(state, kind).reach))
    yield shown(state, squares, "danger", "The blast, if it lands where it is aimed")


def _about_aim(lob: Lob) -> Iterator[str]:
    if any(modifier.rule == "owb.impact.unseen-target" for modifier in lob.armor.modifiers):
        yield "He does not see the square: it is aimed blindly."
    if lob.sure:
        yield "The mortar is zeroed in on that square: it cannot miss."


def _about_landing(landings: Landings, lob: Lob) -> Iterator[str]:
    lost = landings.get(None, Fraction(0))
    there = landings.get(lob.square, Fraction(0))
    yield (
        f"In that square {percent(there)}, near it {percent(1 - lost - there)}, "
        f"without effect {percent(lost)}."
    )
    if lost + there < 1:
        yield "The numbers on the table say where it may land, in percent."


def caught_told(state: OwbState, side: str, kind: str, landings: Landings) -> Iterator[str]:
    """How likely it is for everybody to be caught in a blast, the likeliest first."""
    reach = charge_of(state, kind).reach
    chances: dict[str, Fraction] = {}
    for square, chance in landings.items():
        if square is not None:
            for name in everybody_caught(state, square, reach, kind):
                chances[name] = chances.get(name, Fraction(0)) + chance
    by_chance = sorted(chances.items(), key=lambda pair: -pair[1])
    for own, told in ((False, "Caught in the blast"), (True, "Friends at risk")):
        names = [
            f"{state.pieces[name].name} {percent(chance)}"
            for name, chance in by_chance
            if (state.pieces[name].side == side) == own
        ]
        if names:
            yield f"{told}: {some(names)}."


def _when(kind: str) -> Iterator[str]:
    if kind in TIMED:
        yield "It goes off at the end of the round; whoever is in its square may throw it back."


def trace_flame(state: OwbState, order: Flame) -> Trace | None:
    """The cone of a flamethrower, and who is in it."""
    person = state.find_person(order.person)
    if person is None or not person.on_table:
        return None
    person = leaning_out(state, person, order.lean)
    origin, aim = eye(state, person), state.setting.square(order.at)
    if origin == aim:
        return None
    squares = on_map(state, flame_squares(origin, aim))
    people = [state.pieces[name] for name in flame_victims(state, person, aim)]
    enemies = [one.name for one in people if one.side != person.side]
    friends = [one.name for one in people if one.side == person.side]
    notes = [f"In the flames: {some(enemies)}." if enemies else "No enemy is in the flames."]
    if friends:
        notes.append(f"Friends in the flames: {some(friends)}!")
    cone = shown(state, squares, "danger", "The cone of flame")
    return Trace(overlays=(cone,), notes=tuple(notes))
