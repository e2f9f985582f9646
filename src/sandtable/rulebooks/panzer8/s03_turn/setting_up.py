"""Section 3: setting a battle up as its scenario says, and where a side may set up."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Entry, Scenario, ScenarioError, Unit, Zone
from sandtable.scenario.errors import not_among
from sandtable.table import Point, overlap, place_in

from ..s02_terrain.ground_and_cover import check_footing, rate
from ..s09_troops.loaded_at_start import load_vehicles
from ..s10_buildings.occupation import bua_at, check_entry, indoors, move_in
from ..s12_hidden.who_may_hide import hide_units, may_hide
from ..s13_engineering.fortifications import check_garrisons, check_stay, share_works
from ..s14_smoke.laying import count_pools
from ..s15_events.air_support.aircraft import check_aircraft
from ..s15_events.cards import new_pack
from ..s15_events.noted_targets import read_planned
from ..s15_events.support_fire.signals import check_sets
from ..s16_nations.nations import check_equipment
from ..state import PHASES, Deploying, Element, Loss, P8State, Phase, Screen
from ..state.battlefield import INWARD, Setting
from ..state.tables import CATALOGUE, QUALITY

RULE = "p8.turn.setup-by-scenario"


def check_in_zones(setting: Setting, who: str, zones: Sequence[Zone], at: Point) -> Refusal | None:
    """Why somebody may not be set up at a spot: it is in none of the zones that are open to him."""
    if any(place_in(at, zone.outline) >= 0 for zone in zones):
        return None
    places = ", or ".join(_told(setting, zone) for zone in zones)
    return Refusal(RULE, f"({at[0]:g}, {at[1]:g}) is no place for {who}: set up {places}.")


def _told(setting: Setting, zone: Zone) -> str:
    return f"{extent_of(setting, zone)} ({zone.name})" if zone.name else extent_of(setting, zone)


def extent_of(setting: Setting, zone: Zone) -> str:
    """Where a zone lies: ``within 12 in of the north edge``, or between which points."""
    width, depth = setting.ground.width, setting.ground.depth
    across, along = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    west, east, south, north = min(across), max(across), min(along), max(along)
    if set(zone.outline) != {(x, y) for x in (west, east) for y in (south, north)}:
        points = ", ".join(f"({x:g}, {y:g})" for x, y in zone.outline)
        return f"inside the line through {points}"
    if (west, south, east, north) == (0, 0, width, depth):
        return "on the table"
    strips = {
        "south": ((0, 0, width, north), north),
        "north": ((0, south, width, depth), depth - south),
        "west": ((0, 0, east, depth), east),
        "east": ((west, 0, width, depth), width - west),
    }
    for edge, (strip, deep) in strips.items():
        if strip == (west, south, east, north):
            return f"within {deep:g} in of the {edge} edge"
    return f"between ({west:g}, {south:g}) and ({east:g}, {north:g})"


class Deploy(Order, frozen=True, kw_only=False):
    """Set an element up."""

    element: str
    at: Point
    facing: float = 0.0


STATUSES = (
    "suppressed",
    "reacted",
    "acted",
    "moved",
    "shifted",
    "road_column",
    "flags",
    "carried_by",
    "inside",
    "aloft",
    "broken_down",
    "mounts",
    "boarded",
    "landed",
    "spent",
    "charged",
    "wire_turns",
)
"""What a scenario may say of an element beside its place, quality and being dug in."""

FLAGS = tuple(str(row["flag"]) for row in CATALOGUE.table("p8.table.flags").dicts())
"""The flags that a scenario may add to those of the data sheet."""


def set_up(scenario: Scenario, dice: Dice) -> tuple[P8State, list[Event]]:
    """The battle before its first decision.

    Raises:
        ScenarioError: Where the scenario asks for what the book does not have.
    """
    setting = Setting(scenario)
    check_aircraft(setting)
    pieces = {
        unit.id: _element(setting, unit, f"units[{index}] (id {unit.id!r})")
        for index, unit in enumerate(scenario.units)
    }
    hidden = {unit.id for unit in scenario.units if unit.hidden}
    _number_names(pieces, hidden)
    first, events = _first_player(setting, dice)
    active = scenario.situation.side or first
    state = P8State(
        setting=setting,
        pieces=pieces,
        turn=scenario.situation.turn,
        first=first,
        active=active,
        phase=_phase(scenario),
        lost=_losses(scenario),
        screens=_screens(scenario),
        planned=read_planned(setting),
        cards=new_pack(setting),
    )
    move_in(state, scenario)
    load_vehicles(state, scenario)
    hide_units(state, scenario)
    check_garrisons(state, scenario)
    check_sets(state, scenario)
    _check_overlaps(state, scenario)
    count_pools(state)
    _call_for_deployment(state)
    return state, events


def _phase(scenario: Scenario) -> Phase:
    wanted = scenario.situation.phase
    if wanted is None:
        return "event"
    for phase in PHASES:
        if phase == wanted:
            return phase
    raise ScenarioError("situation.phase", not_among(wanted, PHASES, "phase"))


def _losses(scenario: Scenario) -> tuple[Loss, ...]:
    return tuple(
        Loss(side=side) for side, count in scenario.situation.losses.items() for _ in range(count)
    )


def _screens(scenario: Scenario) -> tuple[Screen, ...]:
    screens = []
    for index, fields in enumerate(scenario.situation.screens):
        try:
            screens.append(msgspec.convert(fields, Screen))
        except msgspec.ValidationError as error:
            raise ScenarioError(f"situation.screens[{index}]", str(error)) from None
    return tuple(screens)


def _first_player(setting: Setting, dice: Dice) -> tuple[str, list[Event]]:
    """The attacker goes first; where there is none, the higher die."""
    cite("p8.turn.first-player")
    scenario = setting.scenario
    if scenario.first is not None:
        return scenario.first, []
    attackers = [side.id for side in scenario.sides if side.role == "attacker"]
    if attackers:
        return attackers[0], []
    one, two = scenario.sides
    lead = 0
    while lead == 0:
        lead = dice.contest(10, f"first player, {one.name}", f"first player, {two.name}")
    winner = one if lead > 0 else two
    event = Event(
        kind="turn",
        text=f"{winner.name} has the first player turn.",
        rules=("p8.turn.first-player", "p8.dice.d10-is-one-to-ten"),
        rolls=dice.take_rolls(),
    )
    return winner.id, [event]


# -- elements -------------------------------------------------------------------------------------


def _element(setting: Setting, unit: Unit, where: str) -> Element:
    sheet = setting.sheets[unit.sheet]
    check_equipment(setting, unit, where)
    quality = (unit.quality or "average").lower()
    if quality not in QUALITY:
        raise ScenarioError(f"{where}.quality", not_among(quality, QUALITY, "troop quality"))
    if unit.dug_in and sheet.is_vehicle:
        cite("p8.cover.dug-in-set-up-only")
        raise ScenarioError(f"{where}.dug_in", f"{sheet.name} is a vehicle and cannot be dug in")
    x, y = unit.at or (0.0, 0.0)
    facts: dict[str, Any] = {
        "id": unit.id,
        "side": unit.side,
        "name": unit.name or sheet.name,
        "sheet": unit.sheet,
        "quality": quality,
        "formation": unit.formation or unit.side,
        "x": round(x, 4),
        "y": round(y, 4),
        "heading": round(unit.facing % 360.0, 4),
        "on_table": unit.at is not None,
        "dug_in": unit.dug_in,
        "zone": unit.zone,
    }
    if unit.enters is not None:
        facts |= _entering(setting, unit, unit.enters, where)
    facts |= _statuses(unit, where)
    if facts.get("carried_by") is not None:
        facts |= {"on_table": False, "entry": None, "zone": None}
    try:
        element = msgspec.convert(facts, Element)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{where}.status", str(error)) from None
    if element.on_table:
        _check_ground(setting, element, f"{where}.at")
    return element


def _statuses(unit: Unit, where: str) -> dict[str, Any]:
    for name in unit.status:
        if name not in STATUSES:
            near = difflib.get_close_matches(name, STATUSES, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            allowed = ", ".join(STATUSES)
            raise ScenarioError(f"{where}.status.{name}", f"no such status; {hint}({allowed})")
    flags = unit.status.get("flags", ())
    for flag in flags if isinstance(flags, list | tuple) else ():
        if flag not in FLAGS:
            raise ScenarioError(f"{where}.status.flags", not_among(str(flag), FLAGS, "flag"))
    return unit.status


def _entering(setting: Setting, unit: Unit, entry: Entry, where: str) -> dict[str, Any]:
    """An element that comes on later: it waits with its centre on the table edge."""
    cite("p8.enter.position")
    packed = unit.status.get("carried_by") or unit.status.get("broken_down")
    if setting.sheets[unit.sheet].is_crew_served:
        cite("p8.enter.csw-packed")
        if not packed:
            raise ScenarioError(
                f"{where}.enters",
                "a crew-served weapon must enter limbered, embarked or broken down: give it the "
                "status carried_by or broken_down",
            )
    spot = edge_point(setting, entry)
    return {"x": spot[0], "y": spot[1], "heading": INWARD[entry.edge], "entry": entry.turn}


def edge_point(setting: Setting, entry: Entry) -> Point:
    """The point of the table edge at which an element enters."""
    width, depth = setting.ground.width, setting.ground.depth
    return {
        "south": (entry.at, 0.0),
        "north": (entry.at, depth),
        "west": (0.0, entry.at),
        "east": (width, entry.at),
    }[entry.edge]


def _check_ground(setting: Setting, element: Element, where: str) -> None:
    areas = setting.ground.areas_at((element.x, element.y))
    sheet = setting.sheets[element.sheet]
    if sheet.move_class == "0":
        return
    if rate(setting, sheet, areas) == 0:
        kinds = " and ".join(sorted(area.kind for area in areas))
        raise ScenarioError(where, f"{sheet.name} ({sheet.move_class}) may not stand in {kinds}")


def _number_names(pieces: dict[str, Element], hidden: set[str]) -> None:
    """Tell elements of the same name apart by a number.

    Those that nobody may know of come last, so that the numbers of the others do not tell of them.
    """
    by_name: dict[str, list[Element]] = {}
    for element in pieces.values():
        by_name.setdefault(element.name, []).append(element)
    for name, alike in by_name.items():
        alike.sort(key=lambda element: element.id in hidden)
        known = sum(element.id not in hidden for element in alike)
        for number, element in enumerate(alike, 1):
            if len(alike) > 1 and (known > 1 or element.id in hidden):
                pieces[element.id] = msgspec.structs.replace(element, name=f"{name} {number}")


def _check_overlaps(state: P8State, scenario: Scenario) -> None:
    cite("p8.geo.no-overlap", "p8.bases.sizes-in-inches")
    placed = state.on_table()
    for index, one in enumerate(placed):
        for two in placed[index + 1 :]:
            if one.inside is not None or two.inside is not None:
                continue
            if share_works(state, one, two):
                continue
            if overlap(state.base(one), state.base(two)):
                number = next(i for i, unit in enumerate(scenario.units) if unit.id == two.id)
                raise ScenarioError(
                    f"units[{number}] (id {two.id!r}).at", f"its base overlaps that of {one.id!r}"
                )


# -- deployment -----------------------------------------------------------------------------------


def _call_for_deployment(state: P8State) -> None:
    """The defender sets up first; without one, the second player does."""
    roles = {side.id: side.role for side in state.setting.scenario.sides}
    defenders = [side for side, role in roles.items() if role == "defender"]
    early = defenders[0] if defenders else state.other_side(state.first)
    for side in (state.other_side(early), early):
        if unplaced(state, side):
            cite("p8.turn.setup-sequence")
            state.push(Deploying(side=side))
    if state.agenda:
        state.phase = "setup"


def unplaced(state: P8State, side: str) -> list[Element]:
    """The elements that a side has still to set up."""
    return [
        element
        for element in state.pieces.values()
        if element.side == side and not element.on_table and element.zone is not None
    ]


def check_deploy(state: P8State, side: str, order: Deploy) -> Refusal | None:
    """Why an element cannot be set up there."""
    rule = "p8.turn.setup-by-scenario"
    element = state.pieces.get(order.element)
    if element is None or element not in unplaced(state, side):
        names = ", ".join(e.id for e in unplaced(state, side))
        return Refusal(rule, f"{order.element!r} is not to be set up; these are: {names}.")
    zone = state.setting.scenario.zone(element.zone)
    refused = check_in_zones(state.setting, element.name, [zone], order.at)
    if refused:
        return refused
    placed = placed_at(element, order)
    refused = check_footing(state, placed)
    if refused:
        return refused
    bua = bua_at(state, (placed.x, placed.y))
    if bua is not None:
        return check_entry(state, placed, bua.id)
    refused = check_stay(state, placed)
    if refused:
        return refused
    for other in state.on_table():
        if share_works(state, placed, other):
            continue
        if other.inside is None and overlap(state.base(placed), state.base(other)):
            return Refusal("p8.geo.no-overlap", f"{other.name} stands there.")
    return None


def placed_at(element: Element, order: Deploy) -> Element:
    """An element set up as ordered."""
    return msgspec.structs.replace(
        element,
        x=round(order.at[0], 4),
        y=round(order.at[1], 4),
        heading=round(order.facing % 360.0, 4),
        on_table=True,
        zone=None,
    )


def deploy(state: P8State, side: str, order: Deploy) -> Iterator[Event]:
    """Set an element up."""
    element = placed_at(state.pieces[order.element], order)
    bua = bua_at(state, (element.x, element.y))
    element = state.put(indoors(state, element, bua.id) if bua is not None else element)
    if not unplaced(state, side) and not may_hide(state, side):
        state.pop()
    yield Event(
        kind="deploy",
        text=f"{element.name} is set up.",
        rules=("p8.turn.setup-by-scenario", "p8.geo.free-direction-choice"),
        pieces=(element.id,),
        data={"at": (element.x, element.y), "heading": element.heading},
    )
