"""Everything that is to be drawn, gathered from a view or a scenario."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.battle import Battle
from sandtable.battle.battle import seats_of
from sandtable.battle.figures import Drawn, Figure, Flag, Patch, Way
from sandtable.battle.public import players_of
from sandtable.battle.registry import UnknownRulebookError, rulebook_for
from sandtable.battle.rulings import REFEREE
from sandtable.draw.features import Feature, features_of

if TYPE_CHECKING:
    from sandtable.battle import Outcome, Rulebook, View
    from sandtable.scenario import Scenario

Point = tuple[float, float]
T = TypeVar("T")


class Entrance(Struct, frozen=True):
    """Where pieces come on: a point of the edge, the heading inwards, and what to say of it."""

    at: Point
    heading: float
    side: str
    label: str


class Scene(Struct, frozen=True, kw_only=True):
    """A table and all that is on it.

    Attributes:
        title: What is fought.
        subtitle: Where and when, and by which book.
        status: Where the battle stands.
        note: Through whose eyes it is seen.
        width: The width of the table.
        depth: Its depth.
        ground: What lies where no terrain is drawn.
        sides: The names of the sides by id, in their order.
        features: The terrain.
        figures: The pieces.
        patches: Smoke and the like.
        flags: The objectives.
        ways: The ways of those that are about to move.
        entrances: Where pieces will come on.
        starts: Where pieces stand when the battle begins, as far as everybody knows.
        metres_per_inch: The ground scale, if there is one.
        unit: What distances are measured in.
        on_squares: Whether the map is made of squares of an inch.
    """

    title: str
    width: float
    depth: float
    sides: dict[str, str]
    subtitle: str = ""
    status: str = ""
    note: str = ""
    ground: str | None = None
    features: tuple[Feature, ...] = ()
    figures: tuple[Figure, ...] = ()
    patches: tuple[Patch, ...] = ()
    flags: tuple[Flag, ...] = ()
    ways: tuple[Way, ...] = ()
    entrances: tuple[Entrance, ...] = ()
    starts: tuple[Point, ...] = ()
    metres_per_inch: float | None = None
    unit: str = "in"
    on_squares: bool = False


def scene_of_view(view: View[Any]) -> Scene:
    """What a seat sees."""
    state = view.state
    scenario: Scenario = state.setting.scenario
    names = {side.id: side.name for side in scenario.sides}
    seats = {seat.id: seat for seat in seats_of(scenario)}
    status = _status(scenario, view.rulebook, state.turn, view.outcome, view.waiting)
    seat = seats.get(view.seat)
    if view.seat == REFEREE or (seat is not None and seat.role == "referee"):
        note = "The referee’s map"
    else:
        note = (
            f"As the {names.get(seat.side or '', view.seat) if seat else view.seat} side knows it"
        )
    return _scene(scenario, view.rulebook, view.rulebook.figures(state), status, note)


def _status(
    scenario: Scenario,
    rulebook: Rulebook[Any],
    turn: int,
    outcome: Outcome | None,
    waiting: Iterable[str],
) -> str:
    """Where a battle stands, in a line."""
    if outcome is not None:
        return f"{rulebook.turn_name.capitalize()} {turn} · {outcome.reason}"
    status = rulebook.turn_in_words(scenario, turn).capitalize()
    names = {side.id: side.name for side in scenario.sides}
    seats = {seat.id: seat for seat in seats_of(scenario)}
    deciding = dict.fromkeys(
        names.get(seats[seat].side or "", seat) if seat in seats else seat for seat in waiting
    )
    return f"{status} · {' and '.join(deciding)} to decide" if deciding else status


def scene_of_battle(battle: Battle[Any], seat: str | None = None) -> Scene:
    """A battle through a seat's eyes; without one, as far as every player knows it.

    Raises:
        LookupError: If there is no such seat.
    """
    if seat is not None:
        return scene_of_view(battle.view(seat))
    first, *others = (scene_of_view(battle.view(each)) for each in players_of(battle))
    public = battle.public_view()
    return msgspec.structs.replace(
        first,
        status=_status(
            battle.scenario, battle.rulebook, public.turn, public.outcome, public.waiting
        ),
        note="",
        features=_shared(first.features, [each.features for each in others]),
        figures=_shared(first.figures, [each.figures for each in others]),
        patches=_shared(first.patches, [each.patches for each in others]),
        ways=_shared(first.ways, [each.ways for each in others]),
        flags=tuple(
            flag
            if all(flag in each.flags for each in others)
            else msgspec.structs.replace(flag, holder=None)
            for flag in first.flags
        ),
    )


def _shared(things: tuple[T, ...], others: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    """The things that all others have, too."""
    for other in others:
        if other != things:
            things = tuple(thing for thing in things if thing in other)
    return things


def scene_of_scenario(scenario: Scenario, seat: str | None = None) -> Scene:
    """A scenario before its first decision.

    Args:
        scenario: What will be fought.
        seat: Through whose eyes; without one, only what every player may know is drawn.

    Raises:
        LookupError: If there is no such seat.
    """
    try:
        book: Rulebook[Any] = rulebook_for(scenario.book)
    except UnknownRulebookError:
        return _scene(scenario, None, _from_file(scenario), f"{scenario.turns} turns", "")
    battle: Battle[Any] = Battle.start(scenario)
    scene = scene_of_battle(battle, seat)
    side = battle.seats[seat].side if seat in battle.seats else None
    zones = [
        Patch(
            id=zone.id,
            kind="zone",
            outline=zone.outline,
            side=zone.side,
            label=zone.name or "Set-up zone",
        )
        for zone in scenario.zones
        if zone.side is None or side in (None, zone.side)
    ]
    return msgspec.structs.replace(
        scene,
        status=_length(scenario, book),
        patches=(*zones, *scene.patches),
        entrances=tuple(_entrances(battle.scenario, book.turn_name, side)),
    )


def _from_file(scenario: Scenario) -> Iterable[Drawn]:
    """What the file alone tells, for a book that is not installed."""
    for objective in scenario.objectives:
        yield Flag(
            id=objective.id,
            x=objective.at[0],
            y=objective.at[1],
            label=objective.name or "",
            value=objective.value,
            radius=objective.radius,
        )
    for unit in scenario.units:
        if unit.at is not None and not unit.hidden:
            yield Figure(
                piece=unit.id,
                side=unit.side,
                x=unit.at[0],
                y=unit.at[1],
                heading=unit.facing,
                label=unit.name or unit.id,
                marks=("dug-in",) if unit.dug_in else (),
            )


def _length(scenario: Scenario, rulebook: Rulebook[Any]) -> str:
    """How long a battle lasts at most; nothing where there is no end to it."""
    last = rulebook.last_turn(scenario)
    return f"{last} {rulebook.turn_name}{'s' * (last > 1)}" if last else ""


def _entrances(scenario: Scenario, turn_name: str, side: str | None) -> Iterable[Entrance]:
    """Where pieces come on; those that come at one point share an arrow."""
    width, depth = scenario.table.width, scenario.table.depth
    groups: dict[tuple[str, str, float], Counter[int]] = {}
    for unit in scenario.units:
        if unit.enters is not None and not unit.hidden and side in (None, unit.side):
            key = (unit.side, unit.enters.edge, unit.enters.at)
            groups.setdefault(key, Counter())[unit.enters.turn] += 1
    for (owner, edge, at), turns in sorted(groups.items()):
        places: dict[str, tuple[Point, float]] = {
            "north": ((at, depth), 180.0),
            "south": ((at, 0.0), 0.0),
            "west": ((0.0, at), 90.0),
            "east": ((width, at), 270.0),
        }
        point, heading = places[edge]
        told = [
            f"{count} piece{'s' * (count > 1)}, {turn_name} {turn}"
            for turn, count in sorted(turns.items())
        ]
        yield Entrance(point, heading, owner, "; ".join(told))


def _scene(
    scenario: Scenario,
    rulebook: Rulebook[Any] | None,
    drawn: Iterable[Drawn],
    status: str,
    note: str,
) -> Scene:
    things = list(drawn)
    facts = [scenario.place, written_date(scenario.date), rulebook.title if rulebook else None]
    return Scene(
        title=scenario.title,
        subtitle=" · ".join(fact for fact in facts if fact),
        status=status,
        note=note,
        width=scenario.table.width,
        depth=scenario.table.depth,
        ground=scenario.table.ground,
        sides={side.id: side.name for side in scenario.sides},
        features=tuple(features_of(scenario)),
        figures=tuple(thing for thing in things if isinstance(thing, Figure)),
        patches=tuple(thing for thing in things if isinstance(thing, Patch)),
        flags=tuple(thing for thing in things if isinstance(thing, Flag)),
        ways=tuple(thing for thing in things if isinstance(thing, Way)),
        starts=tuple(unit.at for unit in scenario.units if unit.at and not unit.hidden),
        metres_per_inch=rulebook.metres_per_inch if rulebook else None,
        unit=rulebook.unit_of(scenario) if rulebook else "in",
        on_squares=rulebook.on_squares if rulebook else False,
    )


def written_date(date: str | None) -> str | None:
    """A date as a map gives it; what is no ISO date is left as it is.

    >>> written_date("1944-06-06"), written_date("Summer 1943"), written_date(None)
    ('6 June 1944', 'Summer 1943', None)
    """
    if date is None:
        return None
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        return date
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
