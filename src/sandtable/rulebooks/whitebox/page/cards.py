"""The card of a character: his figures, his weapons, and what is the matter with him."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.handling import Sheet, Stat

from ..part1_personal.attack.attack import BOMBS
from ..part1_personal.core_rulebook.persons import armor_class, saving_throw, shown_armor_class
from ..part1_personal.cover.cover import may_duck
from ..part1_personal.movement.way import allowance, points_left
from ..showing.places import limits
from ..state import OwbState
from ..state.people import Arm, Person
from ..state.tables import ARMOR, MELEE
from ..state.vehicles import seat_told
from .vehicle_sights import vehicle_card


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
