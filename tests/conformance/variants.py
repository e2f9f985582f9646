"""Battles that differ only in what one side hides, made from any scenario that hides something.

What is changed is what the other side may not know (decision 0011; ``owb.base.information``): who
lies under which counter, what it is, in which state, whether there is anybody at all; who lies in
ambush, where, with what; targets that were noted before play. Counters stay where they lie, since
everybody sees them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from sandtable.battle import rulebook_for
from sandtable.scenario import Dummy, NotedTarget, Scenario, ScenarioError, Unit, shipped


def hiding(scenario: Scenario) -> tuple[str, ...]:
    """The sides that hide something from the first."""
    hidden = {unit.side for unit in scenario.units if unit.hidden}
    return tuple(sorted(hidden | {dummy.side for dummy in scenario.dummies}))


def with_secrets() -> list[Scenario]:
    """All scenarios that come with the program in which something is hidden."""
    return [scenario for scenario in shipped() if hiding(scenario)]


def variants(scenario: Scenario, side: str, count: int, chance: random.Random) -> list[Scenario]:
    """Scenarios that differ from one, and from each other, only in what a side hides."""
    found = {scenario.digest(): scenario}
    for _ in range(20 * count):
        if len(found) > count:
            break
        other = scenario
        for _ in range(chance.randint(1, 4)):
            other = chance.choice(WAYS[scenario.book])(other, side, chance)
        if other.digest() not in found and _is_sound(other):
            found[other.digest()] = other
    return list(found.values())[1:]


def _is_sound(scenario: Scenario) -> bool:
    from sandtable.battle import Battle
    from sandtable.dice import SeededDice

    try:
        Battle(rulebook_for(scenario.book), scenario, SeededDice(1))
    except ScenarioError:
        return False
    return True


# -- parts ----------------------------------------------------------------------------------------


def _hidden(scenario: Scenario, side: str) -> list[Unit]:
    return [unit for unit in scenario.units if unit.hidden and unit.side == side and unit.at]


def _dummies(scenario: Scenario, side: str) -> list[Dummy]:
    return [dummy for dummy in scenario.dummies if dummy.side == side]


def _with(scenario: Scenario, units: Sequence[Unit], gone: Sequence[str] = ()) -> Scenario:
    changed = {unit.id: unit for unit in units}
    kept = [changed.pop(u.id, u) for u in scenario.units if u.id not in gone]
    return replace(scenario, units=(*kept, *changed.values()))


def _free_name(scenario: Scenario) -> str:
    """A name for somebody more, which nobody has yet: who had it would be gone, counter and all."""
    taken = {unit.id for unit in scenario.units}
    numbers = itertools.count(len(scenario.units))
    return next(name for name in map("surprise-{}".format, numbers) if name not in taken)


@cache
def sheets(book: str, nation: str) -> tuple[str, ...]:
    """The data sheets of what could be hidden, as the shipped scenarios and the tests use them."""
    used = {
        unit.sheet
        for scenario in shipped()
        if scenario.book == book
        for unit in scenario.units
        if scenario.side(unit.side).nation == nation and (unit.hidden or book == "owb")
    }
    return tuple(sorted(used | set(MORE.get(nation, ()) if book == "p8" else ())))


MORE = {
    "GE": ("ge-pak40", "ge-rifle-44", "ge-mortar-81", "ge-mg", "ge-tiger1", "ge-pak43", "ge-cmd",
           "ge-schreck-44", "ge-flak88"),
    "UK": ("uk-rifle-44", "uk-mortar-3in", "uk-cromwell", "uk-cmd"),
}  # fmt: skip
"""Sheets that can be hidden, beside those that are in some scenario."""

Way = Callable[[Scenario, str, random.Random], Scenario]


# -- Panzer8 --------------------------------------------------------------------------------------


def swapped(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Who lies under which counter is another: units and dummies change places."""
    units, dummies = _hidden(scenario, side), _dummies(scenario, side)
    spots: list[tuple[float, float]] = [unit.at for unit in units if unit.at] + [
        one.at for one in dummies
    ]
    chance.shuffle(spots)
    moved = [replace(unit, at=spot) for unit, spot in zip(units, spots, strict=False)]
    laid = tuple(Dummy(side=side, at=spot) for spot in spots[len(units) :])
    others = tuple(dummy for dummy in scenario.dummies if dummy.side != side)
    return replace(_with(scenario, moved), dummies=(*others, *laid))


def another_sheet(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody hidden is something else."""
    units = _hidden(scenario, side)
    known = sheets(scenario.book, str(scenario.side(side).nation))
    if not units or not known:
        return scenario
    unit = chance.choice(units)
    return _with(scenario, [replace(unit, sheet=chance.choice(known), status={})])


def another_state(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody hidden is dug in, or not; suppressed, or not; better, or faces elsewhere."""
    units = _hidden(scenario, side)
    if not units:
        return scenario
    unit = chance.choice(units)
    changes: dict[str, Any] = chance.choice(
        [
            {"dug_in": not unit.dug_in},
            {"status": {**unit.status, "suppressed": chance.random() < 0.5}},
            {"quality": chance.choice(("elite", "regular", "green", None))},
            {"facing": float(chance.randrange(360))},
            {"name": chance.choice((None, "Somebody", "A gun"))},
        ]
    )
    return _with(scenario, [replace(unit, **changes)])


def a_dummy_more(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Where somebody lay, nobody does."""
    units = _hidden(scenario, side)
    if len(units) < 2:
        return scenario
    unit = chance.choice(units)
    assert unit.at is not None
    fewer = _with(scenario, (), gone=[unit.id])
    return replace(fewer, dummies=(*scenario.dummies, Dummy(side=side, at=unit.at)))


def a_unit_more(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Where nobody lay, somebody does."""
    dummies = _dummies(scenario, side)
    known = sheets(scenario.book, str(scenario.side(side).nation))
    if not dummies or not known:
        return scenario
    dummy = chance.choice(dummies)
    unit = Unit(
        id=_free_name(scenario),
        sheet=chance.choice(known),
        side=side,
        at=dummy.at,
        facing=180.0,
        hidden=True,
    )
    left = list(scenario.dummies)
    left.remove(dummy)
    return replace(_with(scenario, [unit]), dummies=tuple(left))


def another_target(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Another target was noted before play."""
    at = (round(chance.uniform(2, scenario.table.width - 2), 2),
          round(chance.uniform(2, scenario.table.depth - 2), 2))  # fmt: skip
    others = [target for target in scenario.planned if target.side != side]
    mine = [target for target in scenario.planned if target.side == side]
    if not mine:
        return scenario
    place = chance.randrange(len(mine))
    mine[place] = NotedTarget(side=side, support=mine[place].support, at=at)
    return replace(scenario, planned=(*others, *mine))


# -- WhiteBox -------------------------------------------------------------------------------------


def elsewhere(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody lies in ambush somewhere else."""
    units = _hidden(scenario, side)
    unit = chance.choice(units)
    width, depth = int(scenario.table.width), int(scenario.table.depth)
    at = (chance.randrange(width) + 0.5, chance.randrange(depth) + 0.5)
    return _with(scenario, [replace(unit, at=at, facing=45.0 * chance.randrange(8))])


def fewer(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody is not there at all."""
    units = _hidden(scenario, side)
    return _with(scenario, (), gone=[chance.choice(units).id]) if len(units) > 2 else scenario


def one_more(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody is there who was not."""
    unit = chance.choice(_hidden(scenario, side))
    more = replace(unit, id=_free_name(scenario), name=None)
    return elsewhere(_with(scenario, [more]), side, chance)


def another_person(scenario: Scenario, side: str, chance: random.Random) -> Scenario:
    """Somebody in ambush is better, another man, or has other things with him."""
    units = _hidden(scenario, side)
    unit = chance.choice(units)
    changes: dict[str, Any] = chance.choice(
        [
            {"quality": chance.choice(("op1", "op2", "veteran", None))},
            {"status": {"bombs": {"grenade": chance.randint(0, 4)}}},
            {"status": {"dexterity": chance.choice((-1, 0, 1))}},
            {"name": chance.choice((None, "Smith", "Jones"))},
        ]
    )
    return _with(scenario, [replace(unit, **changes)])


WAYS: dict[str, tuple[Way, ...]] = {
    "p8": (swapped, swapped, another_sheet, another_sheet, another_state, a_dummy_more,
           a_unit_more, another_target),
    "owb": (elsewhere, elsewhere, fewer, one_more, another_sheet, another_person),
}  # fmt: skip
"""How what is hidden can be changed, by book."""
