"""Section 15.3: the types of aircraft, which of them a side has, and their way over the table."""

from __future__ import annotations

import math
from typing import Final, Literal, get_args

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError
from sandtable.scenario.errors import not_among
from sandtable.table import Footprint, Point, between, distance_to_point, rounded

from ...state import AirMission
from ...state.battlefield import Setting
from ...state.built_up_areas import nearest_on
from ...state.sheets import Gun, off_table_gun
from ...state.tables import CATALOGUE

AircraftType = Literal["Fighter", "Tank Buster", "Dive Bomber", "Light Bomber"]
TYPES: Final[tuple[AircraftType, ...]] = get_args(AircraftType)

NATIONS: Final = {"GE": "German", "UK": "British", "US": "USA", "SU": "Russian", "FR": "French"}
"""What the table of models calls the nations."""

EARLY: Final = 1942
"""The last year of the early war."""

HEAVILY_ARMOURED: Final = "Hs 129 and Il-2"
"""The row of the table for two models of Tank Buster that are harder to bring down."""


class Aircraft(Struct, frozen=True, kw_only=True):
    """The aircraft of a mission.

    Attributes:
        type: Their type.
        model: What they are called, the type if the book names no model.
        gun: Their weapons: one HE/SA and one AP value.
        defence: Their Def against anti-aircraft fire.
        past_buildings: Whether the cover of built-up areas does not count against them.
        past_works: Whether that of permanent fortifications does not.
    """

    type: AircraftType
    model: str
    gun: Gun
    defence: int
    past_buildings: bool
    past_works: bool


def _models() -> dict[tuple[str, AircraftType], tuple[str, ...]]:
    """The models of each nation and type, the usual one first."""
    found = {}
    for row in CATALOGUE.table("p8.table.aircraft-by-nation").dicts():
        for kind in TYPES:
            names = tuple(name for name in str(row[kind]).split(", ") if name)
            found[str(row["nation"]), kind] = names
    return found


MODELS: Final = _models()
VALUES: Final = {str(row["type"]): row for row in CATALOGUE.table("p8.table.aircraft").dicts()}


def type_of(name: str) -> AircraftType | None:
    """The type that a word of a scenario means: a type itself, or a model.

    A model that flies as two types is named for its ground attacks, not as a fighter.
    """
    for kind in TYPES:
        if name == kind:
            return kind
    flown = [kind for (_, kind), names in MODELS.items() if name in names]
    return next((kind for kind in flown if kind != "Fighter"), flown[0] if flown else None)


def aircraft_named(kind: AircraftType, model: str) -> Aircraft:
    """The values of a type, or of a model that has its own."""
    cite("p8.air.values", "p8.air.mission-types")
    special = kind == "Tank Buster" and any(
        model.startswith(name) for name in HEAVILY_ARMOURED.split(" and ")
    )
    row = VALUES[HEAVILY_ARMOURED if special else kind]
    note = str(row["note"])
    return Aircraft(
        type=kind,
        model=model,
        gun=off_table_gun(model, row["HESA"], row["AP"]),
        defence=int(str(row["Def"])),
        past_buildings="BUA" in note,
        past_works="fortifications" in note,
    )


def aircraft_of(mission: AirMission) -> Aircraft:
    """The aircraft that fly a mission."""
    kind = type_of(mission.aircraft)
    assert kind is not None
    return aircraft_named(kind, mission.model)


# -- what a card brings ---------------------------------------------------------------------------


def fighters(setting: Setting, side: str) -> Aircraft:
    """What flies a fighter sweep."""
    cite("p8.air.mission-types")
    return _usual(setting, side, "Fighter")


def ground_attackers(setting: Setting, side: str) -> Aircraft:
    """What a Ground Attack card brings a side: as the scenario says, or by nation and year."""
    wanted = setting.scenario.side(side).aircraft
    if wanted is not None:
        kind = type_of(wanted)
        assert kind is not None
        cite("p8.air.ground-attack-type-early")
        return _usual(setting, side, kind) if wanted == kind else aircraft_named(kind, wanted)
    if setting.year is None or setting.year > EARLY:
        cite("p8.air.ground-attack-type-late")
        return _usual(setting, side, "Tank Buster")
    cite("p8.air.ground-attack-type-early")
    early: dict[str, AircraftType] = {"GE": "Dive Bomber", "SU": "Tank Buster"}
    return _usual(setting, side, early.get(setting.armies[side], "Light Bomber"))


def _usual(setting: Setting, side: str, kind: AircraftType) -> Aircraft:
    """A type in its usual model; a nation for which the book names none flies the plain type."""
    names = MODELS.get((NATIONS.get(setting.armies[side], ""), kind), ())
    return aircraft_named(kind, names[0] if names else kind)


def check_aircraft(setting: Setting) -> None:
    """Whether the aircraft that a scenario gives its sides exist.

    Raises:
        ScenarioError: If they do not.
    """
    for index, side in enumerate(setting.scenario.sides):
        if side.aircraft is not None and type_of(side.aircraft) is None:
            models = dict.fromkeys(name for names in MODELS.values() for name in names)
            known = (*TYPES, *models)
            raise ScenarioError(
                f"sides[{index}] (id {side.id!r}).aircraft",
                not_among(side.aircraft, known, "aircraft"),
            )


# -- their way over the table (15.3.7) -------------------------------------------------------------


STAND_OFF: Final = 4.0
"""How far from its target a mission stops."""


def entry_of(setting: Setting, side: str) -> Point:
    """Where aircraft come in: the middle of the home edge."""
    cite("p8.air.flight-path")
    width, depth = setting.ground.width, setting.ground.depth
    return {
        "south": (width / 2, 0.0),
        "north": (width / 2, depth),
        "west": (0.0, depth / 2),
        "east": (width, depth / 2),
    }[setting.homes[side]]


def flight_path(setting: Setting, side: str, target: Footprint) -> tuple[Point, ...]:
    """Straight from the home edge towards the nearest part of the target, as far as 4 from it.

    It is a single point if the aircraft are no farther than that when they come in.
    """
    cite("p8.air.flight-path")
    entry = entry_of(setting, side)
    gap = distance_to_point(target, entry)
    if gap <= STAND_OFF:
        return (rounded(entry),)
    stop = between(entry, nearest_part(target, entry), (gap - STAND_OFF) / gap)
    return rounded(entry), rounded(stop)


def nearest_part(base: Footprint, point: Point) -> Point:
    """The point of a base's edge that is nearest to a point outside it."""
    edges = zip(base.core, (*base.core[1:], base.core[0]), strict=True)
    spots = [nearest_on(a, b, point) for a, b in edges]
    return min(spots, key=lambda spot: math.dist(spot, point))
