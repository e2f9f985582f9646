"""How a battle ends, and morale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.battle import Event, Outcome, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Objective
from sandtable.table import grid

from ...characters.model import Record
from ...part2_vehicles.round.crew import has_a_turn
from ...setting_up.people import CHARACTER
from ...state import OwbState
from ...state.group_names import group_called
from ..core_rulebook.persons import able_to_act
from ..weapons.ammunition import counts, runs_out

RULE = "owb.scope.theatre-of-the-mind"


QUIET_ROUNDS = 20


HELD_WITHIN = 2.0
"""How near one must be to hold an objective, in squares, where the scenario does not say."""


def left_of(state: OwbState) -> dict[str, int]:
    """How many of each side, crews included, are able to act and have not left the map.

    Those whom the referee has hidden are still there.
    """
    found = dict.fromkeys(state.setting.scenario.side_ids(), 0)
    for person in state.persons():
        if able_to_act(person) or (person.hidden and person.able):
            found[person.side] += 1
    return found


def holder(state: OwbState, objective: Objective) -> str | None:
    """The side that holds an objective: the only one with somebody near it, on foot or aboard."""
    square = state.setting.square(objective.at)
    reach = HELD_WITHIN if objective.radius is None else objective.radius
    sides = {
        person.side
        for person in state.people()
        if grid.distance(state.square(person), square) <= reach
    }
    for vehicle in state.vehicles():
        if not vehicle.on_table:
            continue
        near = min(grid.distance(at, square) for at in state.footprint(vehicle).squares) <= reach
        if near and has_a_turn(state, vehicle):
            sides.add(vehicle.side)
    return sides.pop() if len(sides) == 1 else None


def battle_ends(state: OwbState, dice: Dice) -> Iterator[Event]:
    """Check the end conditions, in the last step of a round."""
    cite(RULE)
    left = left_of(state)
    standing = [side for side, count in left.items() if count]
    limit = state.option("round_limit")
    if len(standing) < 2 and _got_away(state, standing):
        outcome = _best(state, _points(state), "Those who got away decide, and the objectives.")
    elif len(standing) == 1:
        outcome = _outcome(state, standing[0], "No enemy is left who can act.")
    elif not standing:
        outcome = _outcome(state, None, "Nobody is left who can act.")
    elif limit != "none" and state.turn >= int(limit):
        outcome = _at_limit(state)
    elif limit == "none" and state.quiet >= QUIET_ROUNDS:
        outcome = _outcome(state, None, f"Nobody was hurt for {QUIET_ROUNDS} rounds.")
    else:
        return
    state.outcome, state.phase = outcome, "over"
    yield happened("end", outcome.reason, RULE)
    yield from check_ammunition(state, dice)


def _at_limit(state: OwbState) -> Outcome:
    """The last round is over: the scenario's own condition decides, or it is a draw."""
    decides = state.setting.scenario.victory.at_turn_limit
    sides = state.setting.scenario.side_ids()
    if decides in sides:
        return _outcome(state, decides, "The last round is over, and nothing is decided.")
    victory = state.setting.scenario.victory
    if decides == "objectives" and (state.setting.scenario.objectives or victory.exits):
        return _best(state, _points(state), "The objectives decide.")
    if decides == "losses":
        left = {side: float(count) for side, count in left_of(state).items()}
        return _best(state, left, "The losses decide.")
    return _outcome(state, None, "The last round is over.")


def _points(state: OwbState) -> dict[str, float]:
    """What each side has by the objectives that it holds and by those who have got away."""
    values = exit_points(state)
    for objective in state.setting.scenario.objectives:
        held = holder(state, objective)
        if held is not None:
            values[held] += objective.value
    return values


def _got_away(state: OwbState, standing: list[str]) -> bool:
    """Whether a side that has nobody left has got somebody out over an edge that counts."""
    return any(value for side, value in exit_points(state).items() if side not in standing)


def _best(state: OwbState, values: dict[str, float], reason: str) -> Outcome:
    most = max(values.values())
    first = [side for side, value in values.items() if value == most]
    return _outcome(state, first[0] if len(first) == 1 else None, reason, values)


def _outcome(
    state: OwbState, winner: str | None, reason: str, scores: dict[str, float] | None = None
) -> Outcome:
    left = {side: float(count) for side, count in left_of(state).items()}
    return Outcome(winner=winner, rule=RULE, reason=reason, scores=scores or left)


# -- ammunition -----------------------------------------------------------------------------------


def check_ammunition(state: OwbState, dice: Dice) -> Iterator[Event]:
    """After every few firefights each character may find that he has run out of ammunition.

    Without counting, that is; a battle in which he has not fired is no firefight of his.
    """
    if counts(state):
        return
    interval = int(state.option("ammo_interval"))
    for person in state.persons():
        fights = _firefights(state, person.id) + 1
        if not person.fired or person.dry or person.out == "dead" or fights % interval:
            continue
        dry = runs_out(person, dice)
        state.change(person.id, dry=dry)
        text = f"{person.name} has {'run out of ammunition' if dry else 'ammunition left'}."
        yield happened("ammunition", text, "owb.ammo.abstract", person.id, dice=dice)


def _firefights(state: OwbState, name: str) -> int:
    """In how many earlier battles a character has fired, as his file has it."""
    units = state.setting.scenario.units
    found: Any = next((u.status.get(CHARACTER, {}) for u in units if u.id == name), {})
    return sum(fought.fired for fought in msgspec.convert(found, Record).battles)


# -- morale ---------------------------------------------------------------------------------------


def check_morale(state: OwbState, dice: Dice) -> Iterator[Event]:
    """Groups of common people that have lost half of their members may run."""
    if not state.on("morale"):
        return
    cite("owb.base.morale")
    for group, strength in state.strength:
        members = [p for p in state.persons() if p.group == group]
        if group in state.tested or any(p.combatant.operative for p in members):
            continue
        able = [p for p in members if p.able]
        if 2 * len(able) > strength or not able:
            continue
        state.tested = (*state.tested, group)
        veterans = sum(p.rank == "veteran" for p in able)
        number = 9 if 2 * veterans > len(able) else 7
        number += any(p.rank == "officer" for p in able)
        who = group_called(state, group)
        held = dice.sum(2, 6, f"morale, {group}") <= number
        if not held:
            for person in able:
                state.change(person.id, routed=True, withheld=False, trained=None)
        text = f"{who.opens('holds', 'hold') if held else who.opens('runs', 'run')}."
        yield happened("morale", text, "owb.base.morale", dice=dice)


def exit_points(state: OwbState) -> dict[str, float]:
    """What those who have left the map count for each side."""
    points = dict.fromkeys(state.setting.scenario.side_ids(), 0.0)
    for exit_ in state.setting.scenario.victory.exits:
        gone = sum(side == exit_.side and edge == exit_.edge for side, _, edge in state.exited)
        points[exit_.side] += exit_.value * gone
    return points
