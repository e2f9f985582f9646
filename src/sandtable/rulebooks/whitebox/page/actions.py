"""All that a seat can do now, by itself or with a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sandtable.battle import Choice
from sandtable.battle.handling import Action, with_keys
from sandtable.rulebooks.whitebox.decisions_due import decision_due
from sandtable.rulebooks.whitebox.page.acting import taking_turn
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.page.crewing import another_target, escaping, vehicle_turn
from sandtable.rulebooks.whitebox.page.deciding import (
    ambushing,
    attacking,
    declaring,
    deploying,
    diving,
    exploding,
    interrupting,
    struck,
    throwing_back,
    throwing_cooked,
    who_acts,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import (
    Ambushing,
    Attacking,
    Blast,
    CookedOff,
    Declaring,
    Deploying,
    Diving,
    Interrupt,
    Struck,
    ThrowingBack,
    Turn,
)
from sandtable.rulebooks.whitebox.state.vehicle_frames import Escaping, GunAttack, VehicleTurn

Answers = Callable[[Case, str | None], Iterator[Action]]

ANSWERS: Final[dict[type, Answers]] = {
    type(None): who_acts,
    Deploying: deploying,
    Ambushing: ambushing,
    Declaring: declaring,
    Turn: taking_turn,
    Interrupt: interrupting,
    Attacking: attacking,
    Struck: struck,
    Diving: diving,
    ThrowingBack: throwing_back,
    CookedOff: throwing_cooked,
    Blast: exploding,
    VehicleTurn: vehicle_turn,
    GunAttack: another_target,
    Escaping: escaping,
}
"""What answers each kind of decision."""


def actions(
    state: OwbState, seat: str, choice: Choice | None, piece: str | None = None
) -> tuple[Action, ...]:
    """What a seat can do now, by itself or with a piece; see `Rulebook.actions`."""
    due = decision_due(state)
    if state.outcome is not None or due is None or choice is None or seat not in choice.seats:
        return ()
    decision, frame = due
    answers = ANSWERS.get(type(frame))
    case = Case(state, seat, decision, frame, choice.rule)
    return with_keys(answers(case, piece)) if answers else ()
