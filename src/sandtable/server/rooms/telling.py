"""What a seat is told of where a battle stands. All of it is worked out from that seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.battle import Battle, Choice, Outcome
from sandtable.battle.ledger import NOTHING_TO_UNDO
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import encode
from sandtable.server.messages import OutcomeInfo, Question, Standing
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.rooms.steps import Step, plain_order


def outlook(battle: Battle[Any], seat: str) -> Standing:
    """Where a battle stands for a seat, as far as the battle itself tells."""
    common = Standing(
        number=battle.number,
        turn=battle.state.turn,
        turns=battle.rulebook.last_turn(battle.scenario),
        status="running" if battle.outcome is None else "over",
        outcome=plain_outcome(battle.outcome),
    )
    if seat == ONLOOKER:
        return msgspec.structs.replace(common, waiting=battle.public_view().waiting)
    view = battle.view(seat)
    return msgspec.structs.replace(
        common,
        turn=view.state.turn,
        questions=tuple(map(question, view.choices)),
        waiting=view.waiting,
        undo=undo_of(battle, seat),
    )


def foreseen(step: Step, seats: Iterable[str]) -> Step:
    """A step with what those who are there will be told of it, worked out beforehand."""
    return msgspec.structs.replace(
        step,
        outlooks={seat: outlook(step.battle, seat) for seat in seats},
        waiting=step.battle.public_view().waiting,
    )


def question(choice: Choice) -> Question:
    """A decision as it is put to a seat."""
    return Question(
        ask=choice.ask,
        rule=choice.rule,
        prompt=choice.prompt,
        about=choice.about,
        default=None if choice.default is None else plain_order(choice.default),
    )


def plain_outcome(outcome: Outcome | None) -> OutcomeInfo | None:
    """An outcome as plain data."""
    if outcome is None:
        return None
    data: OutcomeInfo = msgspec.json.decode(encode(outcome))
    return data


def line_before_last_own(battle: Battle[Any], seat: str) -> int | None:
    """The line to go back to so that the last order of a seat is taken back; any, for a referee."""
    for before, line in reversed(battle.steps):
        if not line.by_default and (seat == REFEREE or line.seat == seat):
            return before
    return None


def undo_of(battle: Battle[Any], seat: str) -> str | None:
    """Why a seat cannot take its last order back freely; empty if it can, ``None`` if none is."""
    if battle.is_laid_open:
        return None
    to = line_before_last_own(battle, seat)
    if to is None:
        return None
    if seat == REFEREE:
        return ""
    refusal = battle.undo_refusal(seat, to=to)
    if refusal is None:
        return ""
    return None if refusal.rule == NOTHING_TO_UNDO else refusal.reason
