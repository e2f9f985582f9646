"""The cards of characters and of vehicles, and what can be looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Sheet, Stat

from ..part1_personal.attack.attack import BOMBS
from ..part1_personal.core_rulebook.persons import armor_class, saving_throw, shown_armor_class
from ..part1_personal.cover.cover import may_duck
from ..part1_personal.line_of_sight.sight import line_to
from ..part1_personal.movement.way import allowance, points_left
from ..part2_vehicles.attack.line_of_fire import fired_from
from ..part2_vehicles.damage.damage import armor_tally
from ..part2_vehicles.damage.hull import hull_level
from ..part2_vehicles.maneuvers.driving_check import movement_left, movement_of
from ..showing.figures import vehicle_marks
from ..showing.places import arc_squares, limits, shown
from ..state import Arm, Mount, OwbState, Person, Vehicle
from ..state.tables import ARMOR, COMBATANTS, LOADOUTS, MELEE, MISSILE, weapon_called
from ..state.vehicle_stats import BLOCKS, GUNS, StatBlock
from ..state.vehicles import Face, seat_told

FACES: Final[tuple[Face, ...]] = ("front", "left", "right", "rear", "top", "bottom")


def vehicle_sights(state: OwbState, vehicle: Vehicle) -> Iterator[Overlay]:
    """What the first working weapon of a vehicle sees, and the arcs of all of them."""
    if not vehicle.on_table or vehicle.wreck:
        return
    working = [mount for mount in vehicle.mounts if not mount.lost]
    for mount in working:
        squares = arc_squares(state, vehicle, mount)
        name = weapon_called(mount.weapon)
        if mount is working[0]:
            source = fired_from(state, vehicle, mount.kind)
            seen = [one for one in squares if not line_to(state, source, one).blocked]
            yield shown(state, seen, "sight", f"The {name} bears on these squares")
        if mount.kind != "PIN":
            yield shown(state, squares, "range", f"The arc of the {name}", side=vehicle.side)


# -- the card -------------------------------------------------------------------------------------


def vehicle_card(state: OwbState, vehicle: Vehicle) -> Sheet:
    """What a seat may know of a vehicle."""
    marks = [mark.replace("-", " ") for mark in vehicle_marks(vehicle)]
    told = "standing still" if vehicle.pace == "stopped" else f"{vehicle.pace} pace"
    pace = [told] if vehicle.declared or vehicle.pace != "stopped" else []
    return Sheet(
        piece=vehicle.id,
        title=vehicle.name,
        subtitle=", ".join([BLOCKS[vehicle.block].name, *pace, *marks]),
        stats=tuple(_vehicle_stats(state, vehicle)),
        lines=tuple(_vehicle_lines(state, vehicle)),
    )


def _vehicle_stats(state: OwbState, vehicle: Vehicle) -> Iterator[Stat]:
    yield Stat(
        value=f"{vehicle.hp}/{vehicle.most_hp}",
        label="hp",
        hint="Hit points that it has left. At 0 it is inoperable, at -10 it explodes.",
    )
    armor = armor_tally(vehicle)
    system, _, value = shown_armor_class(state, armor.total).partition(" ")
    told = ", ".join(f"{one.text} {one.value:+d}" for one in armor.modifiers)
    yield Stat(value=value, label=system, hint=f"Armor Class: {told}.")
    front = hull_level(vehicle, "front")
    yield Stat(
        value=f"x{front}" if front else "none",
        label="hull",
        hint=f"Reinforced Hull by side: {hull_told(vehicle)}.",
    )
    yield Stat(
        value=f"{movement_left(state, vehicle)}/{movement_of(state, vehicle)}",
        label="move",
        hint="Movement left at its pace, of the Movement that it has.",
    )


def hull_told(vehicle: Vehicle) -> str:
    """The level of a vehicle's hull on each side.

    Sides with the same level are named together.
    """
    levels: dict[int, list[str]] = {}
    for face in FACES:
        levels.setdefault(hull_level(vehicle, face), []).append(face)
    return "; ".join(f"{', '.join(faces)} {level}" for level, faces in levels.items())


def _vehicle_lines(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    if vehicle.hull:
        yield f"Hull by side: {hull_told(vehicle)}."
    for line in list(describe_vehicle(state, vehicle))[1:]:
        name, _, told = line.partition(": ")
        yield f"{name.replace('-', ' ').capitalize()}: {told}"
    if vehicle.modifications:
        told = ", ".join(name.replace("-", " ") for name in vehicle.modifications)
        yield f"Modifications: {told}."
    if vehicle.lost_modifications:
        told = ", ".join(name.replace("-", " ") for name in vehicle.lost_modifications)
        yield f"Lost: {told}."


MOUNTINGS: Final[Mapping[str, str]] = {
    "F": "to the front",
    "R": "to the right",
    "L": "to the left",
    "A": "to the rear",
    "PIN": "on a pintle",
    "TR1": "in a turret (45 degrees a round)",
    "TR2": "in a turret (90 degrees a round)",
    "TR3": "in a turret (180 degrees a round)",
    "CXL": "coaxial",
}
"""Where a weapon is mounted."""


def describe_vehicle(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """Lines on a vehicle: what it is, its weapons, and who is aboard."""
    armor = shown_armor_class(state, armor_tally(vehicle).total)
    hull = f", Reinforced Hull x{vehicle.armor}" if vehicle.hull else ""
    block = BLOCKS.get(vehicle.block)
    what = block.name if block is not None else vehicle.block
    yield (
        f"{what}: {vehicle.hp} of {vehicle.most_hp} hit points, {armor}{hull},"
        f" Movement {movement_of(state, vehicle)}"
    )
    for mount in vehicle.mounts:
        yield _mounted(mount)
    for person in state.occupants(vehicle.id):
        state_of_him = f" ({person.out})" if person.out else ""
        yield f"{seat_told(person.seat)}: {person.name}{state_of_him}"


def _mounted(mount: Mount) -> str:
    more = ["inoperable"] if mount.lost else []
    more += ["jammed"] if mount.jam else []
    if mount.facing:
        more.append(f"turned by {mount.facing * 45} degrees")
    told_more = f" ({', '.join(more)})" if more else ""
    where = MOUNTINGS.get(mount.kind, mount.kind)
    return f"{mount.id}: {weapon_called(mount.weapon)}, {where}{told_more}"


def card(state: OwbState, piece: str) -> Sheet:
    """What a seat may know of a piece."""
    vehicle = state.find_vehicle(piece)
    if vehicle is not None:
        return vehicle_card(state, vehicle)
    person = state.find_person(piece)
    if person is None:
        gone = piece in state.out_of_play()
        told = "has left the map" if gone else "not in play, as far as you know"
        return Sheet(piece=piece, title=piece, subtitle=told)
    return Sheet(
        piece=piece,
        title=person.name,
        subtitle=", ".join(_condition(person)),
        stats=tuple(_stats(state, person)),
        lines=tuple(_lines(state, person)),
    )


# -- what is the matter with him ------------------------------------------------------------------


def _condition(person: Person) -> Iterator[str]:
    yield person.combatant.name
    if person.profession not in ("", "soldier"):
        yield person.profession.replace("-", " ")
    if person.out:
        yield person.out
        return
    facts = (
        ("down behind cover", person.ducked),
        ("leaning out", person.lean is not None),
        (person.stance, person.stance != "standing"),
        ("climbing", person.climbing is not None),
        ("burning", person.burning > 0),
        ("withholds an attack", person.withheld),
        ("weapon trained", person.trained is not None),
        (f"holds a lit {BOMBS.get(person.cooking, '')}", bool(person.cooking)),
        ("runs", person.routed),
        ("unaware", person.unaware),
        ("in ambush", person.hidden),
        ("acts last this round", bool(person.late)),
        ("has had his turn", person.done),
    )
    yield from (text for text, holds in facts if holds)


def _stats(state: OwbState, person: Person) -> Iterator[Stat]:
    yield Stat(
        value=f"{person.hp}/{person.most_hp}",
        label="hp",
        hint="Hit points that he has left, of those that he began with.",
    )
    armor = armor_class(person, "bullets")
    system, _, value = shown_armor_class(state, armor.total).partition(" ")
    worn = ", ".join(f"{one.text} {one.value:+d}" for one in armor.modifiers)
    yield Stat(value=value, label=system, hint=f"Armor Class against bullets: {worn}.")
    yield Stat(
        value=f"{person.combatant.bhb:+d}",
        label="to hit",
        hint="Base Hit Bonus, added to every Attack Roll.",
    )
    yield Stat(
        value=f"{saving_throw(person.combatant)}+",
        label="save",
        hint="What a Saving Throw of 1d20 must reach.",
    )
    most = allowance(person)
    yield Stat(
        value=f"{points_left(person)}/{most}",
        label="move",
        hint=f"Movement points left this round, of {most} (Movement {person.movement}).",
    )


# -- further facts --------------------------------------------------------------------------------


def _lines(state: OwbState, person: Person) -> Iterator[str]:
    for arm in person.arms:
        yield _arm(state, arm)
    if person.blades:
        told = (f"{MELEE[name].name} {MELEE[name].damage}" for name in person.blades)
        yield f"By hand: {', '.join(told)}."
    if person.bombs:
        told = (f"{count} × {BOMBS.get(kind, kind)}" for kind, count in person.bombs)
        yield f"Explosives: {', '.join(told)}."
    if person.armor:
        yield f"Wears {', '.join(ARMOR[name].name for name in person.armor)}."
    bonuses = [
        f"{name} {value:+d}"
        for name, value in (
            ("Strength", person.strength),
            ("Dexterity", person.dexterity),
            ("Constitution", person.constitution),
        )
        if value
    ]
    if bonuses:
        yield f"{', '.join(bonuses)}."
    if person.on_table:
        yield _place(state, person)
    elif person.aboard:
        yield f"Aboard {state.vehicle(person.aboard).name}, {seat_told(person.seat)}."


def _arm(state: OwbState, arm: Arm) -> str:
    weapon = arm.weapon
    ranges = ", ".join(f"{name} {limit}" for name, limit in limits(state, weapon))
    facts = [
        f"{arm.rounds} rounds and {arm.loads} loads" if arm.rounds is not None else "",
        "jammed" if arm.jam else "",
        "set up" if arm.set_up else "",
        f"fuel for {arm.fuel}" if arm.fuel is not None else "",
        "empty" if arm.swept_in is not None else "",
    ]
    told = ", ".join(fact for fact in facts if fact)
    rest = f" ({told})" if told else ""
    return f"{weapon.name}: {weapon.damage}, rate of fire {weapon.rof}; {ranges}{rest}."


def _place(state: OwbState, person: Person) -> str:
    square = state.square(person)
    ground = state.grounds.kind(square).name.replace("-", " ")
    low = ", low cover at hand" if may_duck(state, square) else ""
    return f"In square {state.setting.told(square)}: {ground}{low}."


Card = Mapping[str, Any]


def data_sheets() -> tuple[Card, ...]:
    """Every card of the book."""
    return (*_of_men(), *_of_vehicles())


def _card(kind: str, row: Any, name: str = "", **facts: Any) -> Card:
    return {"id": row.id, "name": name or row.name, "type": kind, **facts}


def _of_men() -> Iterator[Card]:
    """The combatants, what they carry, and their weapons."""
    for one in COMBATANTS.values():
        yield _card(
            "combatant",
            one,
            hit_points=one.hp_fixed,
            bhb=one.bhb,
            saving_throw=one.saving_throw,
            aac=one.natural_aac,
            movement=one.movement,
        )
    for kit in LOADOUTS.values():
        yield _card(
            "loadout",
            kit,
            kit.id.replace("-", " ").capitalize(),
            weapons=[MISSILE[w].name if w in MISSILE else MELEE[w].name for w in kit.weapons],
            armor=[ARMOR[name].name for name in kit.armor],
            grenades=kit.grenades,
            weight=kit.weight,
        )
    for arm in MISSILE.values():
        yield _card(
            "weapon",
            arm,
            damage=str(arm.damage),
            rof=arm.rof,
            range=arm.range,
            weight=arm.weight,
        )


def _of_vehicles() -> Iterator[Card]:
    """The vehicles and their guns."""
    for block in BLOCKS.values():
        yield _card(
            "vehicle",
            block,
            aac=block.aac,
            hit_points=block.hp,
            hit_dice=block.hit_dice,
            movement=block.movement,
            length=block.length,
            width=block.width,
            hull=" or ".join(map(str, block.hulls)),
            weapons=list(_choices(block)),
            modifications=[name.replace("-", " ") for name in block.modifications],
            passengers=block.passengers + block.bed,
        )
    for gun in GUNS.values():
        name = gun.name.capitalize()
        yield _card("vehicle weapon", gun, name, damage=str(gun.damage), range=gun.range)


def _choices(block: StatBlock) -> Iterator[str]:
    """The weapons that each mount may have, in words."""
    for kind, allowed in block.choices.items():
        words = " or ".join(name.replace("-", " ") for name in allowed)
        count = sum(mount == kind for _, mount in block.fittings)
        many = f" ({count})" if count > 1 else ""
        yield f"[{kind}] {words}{many}{', or none' if block.and_or else ''}"
