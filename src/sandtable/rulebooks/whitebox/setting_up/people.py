"""Setting a battle up: characters from the scenario's units, and deployment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Scenario, ScenarioError, Unit
from sandtable.scenario.errors import not_among
from sandtable.table import place_in
from sandtable.table.grid import Square

from ..characters.model import Record
from ..part1_personal.core_rulebook.persons import combatant, fate, hit_points, loadout
from ..part1_personal.weapons.ammunition import magazine
from ..part1_personal.weapons.flamethrower import fuel_rolled
from ..state import Arm, OwbState, Person
from ..state.battlefield import Setting
from ..state.frames import Deploying
from ..state.group_names import side_called
from ..state.people import Profession, Stance
from ..state.squares_and_edges import nearest_square
from ..state.tables import ARMOR, COMBATANTS, LOADOUTS, MELEE, MISSILE, Loadout
from ..state.vehicle_stats import BLOCKS
from ..state.weights import SPARE_LOADS
from .crews import crew_of, seat_passengers
from .vehicles import check_places, is_vehicle, vehicle_of

CHARACTER: Final = "character"
"""The status of a unit that holds what a battle has no use for: the record of a character."""

STATUSES: Final = (
    "class",
    "strength",
    "dexterity",
    "constitution",
    "weapons",
    "blades",
    "armor",
    "bombs",
    "hp",
    "most_hp",
    "stance",
    "ducked",
    "set_up",
    "searching",
    "surprised",
    "unaware",
    "chosen",
    "off_map",
    "loads",
    "dry",
    "carried_by",
    "seat",
    CHARACTER,
)
"""What a scenario may say of a character under ``status``."""

BOMBS: Final = (
    "grenade",
    "dynamite",
    "sticky-bomb",
    "pipe-bomb",
    "molotov-cocktail",
    "charge",
)
OFFICER: Final = "officer"


def set_up(scenario: Scenario, dice: Dice) -> tuple[OwbState, list[Event]]:
    """The state before the first decision, as far as setting up goes."""
    cite("owb.scope.personal-combat", "owb.scope.supersedes-core")
    setting = Setting(scenario)
    state = OwbState(setting=setting, pieces={}, turn=0)
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] (id {unit.id!r})"
        if is_vehicle(unit):
            vehicle = state.put(vehicle_of(state, unit, where, dice))
            for soldier in crew_of(state, vehicle, unit):
                state.put(soldier)
        else:
            state.put(person_of(state, unit, where, dice))
    seat_passengers(state)
    check_places(state)
    _check_squares(state)
    state.strength = tuple(_counted(person.group for person in state.persons()).items())
    events = _order_of_deployment(state, dice)
    return state, events


def _counted(names: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def person_of(state: OwbState, unit: Unit, where: str, dice: Dice) -> Person:
    """A character as a unit of the scenario describes him."""
    _check_unit(unit, where)
    setting, status = state.setting, unit.status
    kit = loadout(unit.sheet)
    kind = combatant(unit.quality or (OFFICER if unit.sheet == OFFICER else "soldier"))
    usual_weapons, usual_blades, usual_armor, usual_bombs = kit_of(kit)
    weapons = tuple(status.get("weapons", usual_weapons))
    blades = tuple(status.get("blades", usual_blades))
    armor = tuple(status.get("armor", usual_armor))
    bombs = dict(status.get("bombs", usual_bombs))
    _check_words(weapons, MISSILE, f"{where}.status.weapons")
    _check_words(blades, MELEE, f"{where}.status.blades")
    _check_words(armor, ARMOR, f"{where}.status.armor")
    _check_words(bombs, BOMBS, f"{where}.status.bombs")
    loads = loads_of(status.get("loads"), weapons, int(setting.options["spare_loads"]))
    constitution = int(status.get("constitution", 0))
    rolled = setting.options["hit_points"] == "rolled"
    own = status.get("most_hp")
    most = int(own) if own else hit_points(kind, constitution, dice if rolled else None)
    x, y = _place(setting, unit)
    facing = unit.facing if unit.facing or unit.at is None else None
    heading = setting.facing_of_side(unit.side) * 45.0 if facing is None else facing
    person = Person(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.id,
        x=x,
        y=y,
        heading=round(heading / 45.0) % 8 * 45.0,
        rank=kind.id,
        group=unit.formation or unit.side,
        profession=status.get("class", "soldier" if kind.operative else ""),
        hp=int(status.get("hp", most)),
        most_hp=most,
        strength=int(status.get("strength", 0)),
        dexterity=int(status.get("dexterity", 0)),
        constitution=constitution,
        arms=tuple(_arm(setting, name, unit, loads[name], dice) for name in weapons),
        blades=blades,
        armor=armor,
        bombs=tuple((name, bombs[name]) for name in BOMBS if bombs.get(name, 0) > 0),
        on_table=unit.at is not None and not status.get("off_map", False),
        off_map=bool(status.get("off_map", False)),
        hidden=unit.hidden,
        searching=bool(status.get("searching", False)),
        surprised=bool(status.get("surprised", False)),
        unaware=bool(status.get("unaware", False)),
        chosen=bool(status.get("chosen", False)),
        stance=status.get("stance", "standing") if on(setting, "stances") else "standing",
        ducked=bool(status.get("ducked", False)),
        dry=bool(status.get("dry", False)),
        aboard=str(status.get("carried_by", "")),
        seat=str(status.get("seat", "")),
    )
    return _as_he_lies(state, person)


def _as_he_lies(state: OwbState, person: Person) -> Person:
    """A character whom the scenario gives no hit points lies there from the start."""
    out = fate(state, person)
    if not out:
        return person
    return replace(person, out=out, stance="prone", ducked=False, fell_in=0)


def on(setting: Setting, switch: str) -> bool:
    """Whether a switch of the battle is on."""
    return setting.options[switch] == "on"


def kit_of(
    kit: Loadout,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], dict[str, int]]:
    """The weapons, melee weapons, armor and explosives of a loadout."""
    weapons = tuple(name for name in kit.weapons if name in MISSILE)
    blades = tuple(name for name in kit.weapons if name in MELEE and name not in MISSILE)
    return weapons, blades, kit.armor, {"grenade": kit.grenades} if kit.grenades else {}


def loads_of(
    given: int | Mapping[str, int] | None, weapons: Iterable[str], usual: int = SPARE_LOADS
) -> dict[str, int]:
    """The spare loads for each weapon, given as one number for all or weapon by weapon.

    >>> loads_of({"flamethrower": 1}, ["flamethrower", "rifle-large"])
    {'flamethrower': 1, 'rifle-large': 3}
    """
    if given is None or isinstance(given, Mapping):
        return {name: int((given or {}).get(name, usual)) for name in weapons}
    return dict.fromkeys(weapons, int(given))


def _arm(setting: Setting, name: str, unit: Unit, loads: int, dice: Dice) -> Arm:
    counted = setting.options["ammo"] == "count"
    rounds = magazine(name) if counted else None
    ready = bool(unit.status.get("set_up", True))
    return Arm(
        id=name,
        rounds=rounds,
        loads=loads if rounds is not None or loads > SPARE_LOADS else 0,
        set_up=ready and name in ("machinegun-medium", "machinegun-heavy", "mortar"),
        fuel=fuel_rolled(dice) if name == "flamethrower" else None,
    )


def _place(setting: Setting, unit: Unit) -> tuple[float, float]:
    if unit.at is None:
        return (0.0, 0.0)
    square = nearest_square(unit.at, setting.rows)
    x, y = min(square[0], setting.width - 1), min(max(square[1], 0), setting.rows - 1)
    return setting.point((x, y))


def _check_unit(unit: Unit, where: str) -> None:
    if unit.sheet not in LOADOUTS:
        known = (*LOADOUTS, *BLOCKS)
        raise ScenarioError(f"{where}.sheet", not_among(unit.sheet, known, "loadout or vehicle"))
    if unit.quality is not None and unit.quality not in COMBATANTS:
        problem = not_among(unit.quality, COMBATANTS, "kind of combatant")
        raise ScenarioError(f"{where}.quality", problem)
    if unit.enters is not None:
        raise ScenarioError(f"{where}.enters", "in this book everybody is there from the start")
    for name, value in unit.status.items():
        if name not in STATUSES:
            raise ScenarioError(f"{where}.status.{name}", not_among(name, STATUSES, "status"))
        if name in ("strength", "dexterity", "constitution") and value not in (-1, 0, 1):
            raise ScenarioError(f"{where}.status.{name}", "a bonus is -1, 0 or 1")
    try:
        msgspec.convert(unit.status.get(CHARACTER, {}), Record)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{where}.status.{CHARACTER}", str(error)) from None
    _check_words([unit.status.get("class", "")], get_args(Profession), f"{where}.status.class")
    _check_words(
        [unit.status.get("stance", "standing")], get_args(Stance), f"{where}.status.stance"
    )


def _check_words(
    words: Iterable[Any], known: Iterable[str] | Mapping[str, Any], where: str
) -> None:
    names = list(known)
    for word in words:
        if word not in names:
            raise ScenarioError(where, not_among(str(word), names, "such thing"))


def _check_squares(state: OwbState) -> None:
    seen: dict[Square, str] = {}
    for person in state.people():
        square = state.square(person)
        if square in seen:
            problem = f"{person.id!r} and {seen[square]!r} are in the same square"
            raise ScenarioError("units", problem)
        if state.grounds.kind(square).impassable:
            raise ScenarioError("units", f"{person.id!r} is where nobody can stand")
        seen[square] = person.id


# -- deployment -----------------------------------------------------------------------------------


def _order_of_deployment(state: OwbState, dice: Dice) -> list[Event]:
    """Who sets up first: the lower of 1d6, ties again; those who lie in ambush come last."""
    cite("owb.base.deployment")
    sides = list(state.setting.scenario.side_ids())
    placing = [side for side in sides if _unplaced(state, side)]
    events: list[Event] = []
    if len(placing) > 1:
        rolled = dict.fromkeys(placing, 0)
        while len(set(rolled.values())) < len(rolled):
            rolled = {side: dice.die(6, f"deployment, {side}") for side in placing}
        placing.sort(key=lambda side: (_lies_hidden(state, side), rolled[side]))
        events.append(
            Event(
                kind="deployment",
                text=f"{side_called(state, placing[0]).opens('sets', 'set')} up first.",
                rules=("owb.base.deployment",),
                rolls=dice.take_rolls(),
            )
        )
    state.deployed = tuple(placing + [side for side in sides if side not in placing])
    for side in reversed(placing):
        state.push(Deploying(side=side, waiting=_unplaced(state, side)))
    return events


def _unplaced(state: OwbState, side: str) -> tuple[str, ...]:
    return tuple(
        unit.id
        for unit in state.setting.scenario.units
        if unit.side == side and unit.zone and not unit.status.get("off_map")
    )


def _lies_hidden(state: OwbState, side: str) -> bool:
    return any(person.hidden for person in state.persons() if person.side == side)


def check_deploy(state: OwbState, name: str, square: Square) -> Refusal | None:
    """Why a character cannot be placed in a square, or ``None`` if he can."""
    rule = "owb.base.deployment"
    if square not in zone_squares(state, name):
        return Refusal(rule, "That square is not in his zone.")
    if state.grounds.kind(square).impassable:
        return Refusal("owb.terrain.impassable", "Nobody can stand there.")
    if state.at(square) is not None:
        return Refusal("owb.grid.one-character-one-square", "Somebody stands there.")
    return None


def zone_squares(state: OwbState, name: str) -> tuple[Square, ...]:
    """The squares of the zone that a character is set up in."""
    scenario = state.setting.scenario
    unit = next(unit for unit in scenario.units if unit.id == name)
    zone = scenario.zone(unit.zone)
    return tuple(
        (x, y)
        for y in range(state.setting.rows)
        for x in range(state.setting.width)
        if place_in(state.setting.point((x, y)), zone.outline) >= 0
    )
