"""What a game of Panzer8 works out once: the ground as the book sees it, sheets and seats."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from math import hypot
from typing import Final, Literal

import msgspec
from msgspec import Struct

from sandtable.battle.memory import Memories, Memory, Pairs
from sandtable.battle.state import Setting as CoreSetting
from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError, lay_ground
from sandtable.scenario.errors import not_among
from sandtable.scenario.homes import home_edges
from sandtable.scenario.model import Edge
from sandtable.table import Area, AreaSight, Footprint, Ground, Line, LineSight, Sight

from .built_up_areas import (
    BUA,
    RUINED_STREET,
    STREET,
    TOWN,
    check_bua,
    check_street,
    read_bua,
    read_street,
)
from .options import read_options
from .sheets import LEFT_BEHIND, SHEETS, Gun, Sheet
from .works import CAPACITY, check_works, is_works

SIGHT_INSIDE: Final = 2.0
"""How far one can look into or out of a feature that blocks sight."""

REMEMBERED: Final = 8_192
"""For how many bases the lines they touch are remembered."""

INWARD: Final = {"north": 180.0, "south": 0.0, "east": 270.0, "west": 90.0}
"""The heading on to the table from each of its edges."""

CRESTED: Final = "crested-"
"""Prefix of the kind of a hill that has crest-lines: it hides nothing but behind those."""


class AreaKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of area means (see ``terrain.toml``)."""

    move: str | None = None
    cover: Literal["soft", "hard"] | None = None
    indirect: bool = False
    sight: bool = False
    over: bool = False
    way: Literal["road", "track"] | None = None
    crossing: bool = False


class LineKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of line means (see ``terrain.toml``)."""

    obstacle: bool = False
    cover: Literal["soft"] | None = None
    sight: bool = False
    over: bool = False


class _Kinds(Struct, frozen=True):
    area: dict[str, AreaKind]
    line: dict[str, LineKind]


def _read_kinds() -> _Kinds:
    file = resources.files("sandtable.rulebooks.panzer8") / "terrain.toml"
    text = file.read_text(encoding="utf-8")
    kinds = msgspec.convert(tomllib.loads(text), _Kinds)
    for hill in ("hill", "steep-hill"):
        kinds.area[CRESTED + hill] = msgspec.structs.replace(kinds.area[hill], sight=False)
    kinds.area[RUINED_STREET] = AreaKind(move="Rough")
    kinds.area[TOWN] = AreaKind()
    return kinds


_KINDS: Final = _read_kinds()
AREAS: Final[Mapping[str, AreaKind]] = _KINDS.area
LINES: Final[Mapping[str, LineKind]] = _KINDS.line


class Setting(CoreSetting):
    """The ground of a battle with what the book makes of it, the data sheets, and the seats."""

    def __init__(self, scenario: Scenario) -> None:
        _check_kinds(scenario)
        super().__init__(scenario, _ground(scenario))
        self.sheets: Mapping[str, Sheet] = {**SHEETS, **LEFT_BEHIND}
        self.unarmed = frozenset(
            name for name, sheet in self.sheets.items() if not any(map(_fires, sheet.guns))
        )
        """The data sheets without any gun that fires."""
        self.widest = max(hypot(sheet.width, sheet.depth) for sheet in self.sheets.values()) / 2
        self.options = read_options(scenario)
        self.year = _year(scenario)
        self._packed: dict[str, Sheet] = {}
        self.sides: tuple[str, str] = _two_sides(scenario)
        self.homes = _homes(scenario)
        self.nations = {side.id: side.nation or "" for side in scenario.sides}
        self.open_ground = _open_ground(scenario)
        self.buas = {area.id: read_bua(area) for area in self.ground.areas if area.kind == BUA}
        self.streets = {
            area.id: street
            for area in self.ground.areas
            if area.kind == STREET
            if (street := read_street(area, self.buas.values())) is not None
        }
        cite("p8.los.blocking-features")
        self.sight, self._touched = _seen_over(self.ground)
        self.hill_of_crest = {
            line.id: hill.id
            for line in self.ground.lines
            if line.kind == "crest"
            for hill in self.ground.areas
            if hill.kind.startswith(CRESTED) and _lies_on(line, hill, self.ground)
        }
        self.works = {area.id: _box(area) for area in self.ground.areas if is_works(area)}
        self.has_works = bool(self.works)
        self.wires = _wires(self.ground) if self.options["field_engineering"] else ()
        self.elevated = frozenset(a.id for a in self.ground.areas if "elevated" in a.tags)
        self.overlooked = frozenset(
            [area.id for area in self.ground.areas if AREAS[area.kind].over]
            + [line.id for line in self.ground.lines if LINES[line.kind].over]
        )
        self.strength = _strength(scenario)
        self.armies = {
            side: nation or _usual_nation(scenario, side) for side, nation in self.nations.items()
        }
        """The nation of each side; where the scenario names none, that of most of its units."""
        self.memories = Memories()
        self.position: object | None = None
        """Kept by `position.py`: what was found out where the battle stood when last asked."""
        self.whereabouts: object | None = None
        """Kept by `nearby.py`: who stood where when it was last asked."""
        # None for itself: what refers to itself is not freed as soon as nobody needs it.
        self._known: dict[str, Setting | None] = {}

    def known_to(self, side: str) -> Setting:
        """The setting as a side may know it; the ground is the same."""
        if side not in self._known:
            scenario = self.scenario.known_to(side)
            known = None if scenario is self.scenario else copy.copy(self)
            if known is not None:
                known.scenario, known.key = scenario, scenario.digest()
                known.strength = _strength(scenario)
                known._known = {side: None}
                known.memories = Memories()
                known.position = known.whereabouts = None
            self._known[side] = known
        return self._known[side] or self

    def packed(self, sheet: str) -> Sheet:
        """The sheet of a weapon that is taken apart: its crew carries it at infantry pace."""
        cite("p8.limber.break-down-and-set-up")
        if sheet not in self._packed:
            self._packed[sheet] = msgspec.structs.replace(self.sheets[sheet], move_class="Inf")
        return self._packed[sheet]

    def memory(self, of: str) -> Memory:
        """What computer players keep in mind of some kind of thing, for this battle only."""
        return self.memories[of]

    def pairs(self, of: str) -> Pairs:
        """What computer players keep in mind about pairs, for this battle only."""
        return self.memories.pairs(of)

    def forget(self) -> None:
        """Drop all that was found out before; all answers stay the same, only slower."""
        self.memories.clear()
        self.position = self.whereabouts = None

    def commands_all(self, seats: Iterable[str]) -> bool:
        """Whether any of these seats may give orders to everybody of its side."""
        return any(self._commands.get(seat) is None for seat in seats)

    def touched(self, base: Footprint) -> frozenset[str]:
        """The lines that a base touches."""
        cite("p8.geo.linear-side-by-centre")
        lines = self._touched.get(base)
        if lines is None:
            if len(self._touched) >= REMEMBERED:
                self._touched.clear()
            lines = self._touched[base] = self.ground.lines_touched(base)
        return lines


def _fires(gun: Gun) -> bool:
    return bool(gun.hesa) or gun.ap is not None


def _check_kinds(scenario: Scenario) -> None:
    if scenario.victory.exits:
        raise ScenarioError("victory.exits", "this book counts nobody who leaves the table")
    for index, terrain in enumerate(scenario.terrain):
        is_line = terrain.line is not None and terrain.width is None
        known = LINES if is_line else [kind for kind in AREAS if not is_derived(kind)]
        where = f"terrain[{index}] (id {terrain.id!r})"
        if terrain.kind not in known:
            what = "kind of line" if is_line else "kind of area"
            raise ScenarioError(f"{where}.kind", not_among(terrain.kind, known, what))
        if terrain.kind == BUA:
            check_bua(terrain, where)
            continue
        if terrain.kind in CAPACITY:
            check_works(terrain, where)
            continue
        for tag in terrain.tags:
            if tag != "elevated":
                raise ScenarioError(f"{where}.tags", not_among(tag, ["elevated"], "tag"))
            if "hill" not in terrain.kind:
                raise ScenarioError(f"{where}.tags", "only a hill can be elevated")


def is_derived(kind: str) -> bool:
    """Kinds that the program makes of others; a scenario cannot name them."""
    return kind.startswith(CRESTED) or kind in (RUINED_STREET, TOWN)


def _ground(scenario: Scenario) -> Ground:
    """The ground, where hills with crest-lines are told from those without (2.3)."""
    ground = _with_streets(_without_fences(lay_ground(scenario)))
    crests = [line for line in ground.lines if line.kind == "crest"]
    if not crests:
        return ground
    cite("p8.los.hill-with-crest-uses-crest-only")
    areas = [
        msgspec.structs.replace(area, kind=CRESTED + area.kind)
        if "hill" in area.kind and any(_lies_on(crest, area, ground) for crest in crests)
        else area
        for area in ground.areas
    ]
    return Ground(ground.width, ground.depth, areas, ground.lines)


def _with_streets(ground: Ground) -> Ground:
    """The inner part of streets hides what lies beyond, and between ruins it is rough ground."""
    if not any(area.kind == STREET for area in ground.areas):
        return ground
    buas = [read_bua(area) for area in ground.areas if area.kind == BUA]
    areas, inner = [], []
    for area in ground.areas:
        if area.kind == STREET:
            check_street(area, f"terrain (id {area.id!r})")
            street = read_street(area, buas)
            if street is not None:
                inner.append(Area(f"{area.id}/{TOWN}", TOWN, street.inner))
                if street.ruined:
                    inner.append(Area(f"{area.id}/{RUINED_STREET}", RUINED_STREET, street.inner))
        areas.append(area)
    return Ground(ground.width, ground.depth, [*areas, *inner], ground.lines)


def _without_fences(ground: Ground) -> Ground:
    """Fences may stand on the table, but nothing ever depends on one (2.1)."""
    lines = [line for line in ground.lines if line.kind != "fence"]
    if len(lines) == len(ground.lines):
        return ground
    cite("p8.terrain.fences-ignored")
    return Ground(ground.width, ground.depth, ground.areas, lines)


def _lies_on(line: Line, area: Area, ground: Ground) -> bool:
    middles = [
        ((ax + bx) / 2, (ay + by) / 2)
        for (ax, ay), (bx, by) in zip(line.points, line.points[1:], strict=False)
    ]
    return any(
        found.id == area.id
        for point in (*line.points, *middles)
        for found in ground.areas_at(point)
    )


def _box(area: Area) -> tuple[float, float, float, float]:
    """The least and the greatest coordinates of an area: west, south, east, north."""
    xs, ys = zip(*area.outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _wires(ground: Ground) -> tuple[Line, ...]:
    """The barbed wire on the table (13.1)."""
    return tuple(line for line in ground.lines if line.kind == "wire")


@lru_cache(maxsize=8)
def _seen_over(ground: Ground) -> tuple[Sight, dict[Footprint, frozenset[str]]]:
    """The lines of sight over a ground, and the lines touched by bases on it.

    Battles on the same ground share what they find out about it: pieces begin in the same places,
    and take the same ways, again and again.
    """
    return Sight(ground, _sight_rules()), {}


def _sight_rules() -> dict[str, AreaSight | LineSight]:
    rules: dict[str, AreaSight | LineSight] = {
        name: AreaSight(through=True, inside=SIGHT_INSIDE)
        for name, kind in AREAS.items()
        if kind.sight
    }
    rules |= {name: LineSight(unless_touched=True) for name, kind in LINES.items() if kind.sight}
    rules[TOWN] = AreaSight(through=True, inside=SIGHT_INSIDE)
    return rules


def _year(scenario: Scenario) -> int | None:
    """The year of the battle, if the scenario gives a date."""
    year = (scenario.date or "")[:4]
    return int(year) if year.isdigit() and len(year) == 4 else None


def _two_sides(scenario: Scenario) -> tuple[str, str]:
    cite("p8.turn.two-player-turns")
    if len(scenario.sides) != 2:
        raise ScenarioError("sides", f"Panzer8 has two sides, not {len(scenario.sides)}")
    one, two = scenario.side_ids()
    return one, two


def _homes(scenario: Scenario) -> dict[str, Edge]:
    """The home edges: as given, otherwise the two long edges, opposite each other (3)."""
    cite("p8.turn.setup-by-scenario")
    return home_edges(scenario)


def _usual_nation(scenario: Scenario, side: str) -> str:
    """The nation of most of a side's units, by their data sheets."""
    sheets = [SHEETS[unit.sheet] for unit in scenario.units if unit.side == side]
    found = Counter(sheet.nation for sheet in sheets)
    return found.most_common(1)[0][0] if found else ""


def _open_ground(scenario: Scenario) -> str:
    cite("p8.terrain.move-types")
    ground = scenario.table.ground
    flat = {None: "Open", "open": "Open", "steppe": "Flat", "desert": "Flat"}
    if ground not in flat:
        names = [name for name in flat if name]
        raise ScenarioError("table.ground", not_among(str(ground), names, "kind of ground"))
    return flat[ground]


def _strength(scenario: Scenario) -> dict[str, int]:
    """Combat elements that each side has at the start, reinforcements included (7)."""
    strength = {side: scenario.situation.losses.get(side, 0) for side in scenario.side_ids()}
    for index, unit in enumerate(scenario.units):
        sheet = SHEETS.get(unit.sheet)
        if sheet is None:
            where = f"units[{index}] (id {unit.id!r}).sheet"
            raise ScenarioError(where, not_among(unit.sheet, SHEETS, "element on the data sheet"))
        strength[unit.side] += sheet.is_combat
    return strength
