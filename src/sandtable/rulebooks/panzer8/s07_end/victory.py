"""Section 7: who has won."""

from __future__ import annotations

from sandtable.battle import Outcome
from sandtable.catalogue import cite
from sandtable.scenario import Objective
from sandtable.table import distance_to_point

from ..state import P8State
from ..state.side_names import side_called

BREAKING_POINT = 0.5
"""The lost part of its combat elements at which a side is beaten, unless the scenario says so."""

HELD_WITHIN = 2.0
"""How near to an objective one must be to hold it."""


def lost_fraction(state: P8State, side: str) -> float:
    """The part of a side's combat elements that enemy action has removed."""
    lost = sum(loss.combat for loss in state.lost if loss.side == side)
    return lost / max(1, state.setting.strength[side])


def holder(state: P8State, objective: Objective) -> str | None:
    """The side that alone has unsuppressed combat elements at an objective."""
    reach = objective.radius if objective.radius is not None else HELD_WITHIN
    sides = {
        element.side
        for element in state.pieces.values()
        if (element.on_table or element.under is not None)
        and not element.suppressed
        and state.sheet(element).is_combat
        and distance_to_point(state.base(element), objective.at) <= reach + 1e-3
    }
    return sides.pop() if len(sides) == 1 else None


def objectives_held(state: P8State, side: str) -> int:
    """What the objectives are worth that a side holds."""
    objectives = state.setting.scenario.objectives
    return sum(o.value for o in objectives if holder(state, o) == side)


def check_victory(state: P8State, *, last_phase: bool) -> Outcome | None:
    """Whether the battle is decided at this End Phase."""
    cite("p8.end.victory-check", "p8.end.victory-default")
    return _broken(state) or (_turn_limit(state) if last_phase else None)


def _broken(state: P8State) -> Outcome | None:
    """A side that has lost too much is beaten at once."""
    limits = state.setting.scenario.victory.break_at
    fractions = {side: lost_fraction(state, side) for side in state.setting.sides}
    broken = [
        side
        for side, fraction in fractions.items()
        if 0 < limits.get(side, BREAKING_POINT) <= fraction + 1e-9
    ]
    if not broken:
        return None
    if len(broken) == 2 and fractions[broken[0]] == fractions[broken[1]]:
        return Outcome(
            winner=None,
            rule="p8.end.victory-default",
            reason="Both sides are spent.",
            scores=fractions,
        )
    loser = max(broken, key=lambda side: fractions[side])
    called, share = side_called(state, loser), f"{fractions[loser]:.0%}"
    lost = called.opens(f"has lost {share} of its", f"have lost {share} of their")
    return Outcome(
        winner=state.other_side(loser),
        rule="p8.end.victory-default",
        reason=f"{lost} combat elements.",
        scores=fractions,
    )


def _turn_limit(state: P8State) -> Outcome:
    """At the last turn objectives decide, then losses."""
    way = state.setting.scenario.victory.at_turn_limit
    sides = state.setting.sides
    if way in sides:
        held_out = side_called(state, way).opens("has held out", "have held out")
        return Outcome(
            winner=way,
            rule="p8.end.victory-check",
            reason=f"{held_out} until the last turn was over.",
        )
    held = {side: objectives_held(state, side) for side in sides}
    one, two = sides
    if way == "objectives" and held[one] != held[two]:
        winner = one if held[one] > held[two] else two
        hold = side_called(state, winner).opens("holds", "hold")
        return Outcome(
            winner=winner,
            rule="p8.end.victory-default",
            reason=f"{hold} more of the objectives at the last turn.",
            scores={side: float(worth) for side, worth in held.items()},
        )
    fractions = {side: lost_fraction(state, side) for side in sides}
    if fractions[one] == fractions[two]:
        return Outcome(
            winner=None,
            rule="p8.end.victory-default",
            reason="Neither side has an advantage at the last turn.",
            scores=fractions,
        )
    winner = one if fractions[one] < fractions[two] else two
    smaller = "lost the smaller part of"
    lost = side_called(state, winner).opens(f"has {smaller} its", f"have {smaller} their")
    return Outcome(
        winner=winner,
        rule="p8.end.victory-default",
        reason=f"{lost} force at the last turn.",
        scores=fractions,
    )
