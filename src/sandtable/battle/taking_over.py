"""Going on from a line of a battle as a new one, with new dice.

The new battle has the same past, line for line, and so the same numbers; its header says where it
parted, and with which dice the past was played. What came before is closed: it can be looked at,
but not taken back, since its dice are not those of the new battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec import UNSET

from sandtable.battle.record import (
    FORMAT,
    DiceRecord,
    Header,
    TakenOver,
    describe_dice,
    secrets_of,
)
from sandtable.battle.refusal import Refusal
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import State

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle
    from sandtable.dice import Dice

S = TypeVar("S", bound=State)

NO_SUCH_LINE: Final = "take-over.from-a-line-that-stands"


def as_of(battle: Battle[S], line: int) -> Battle[S]:
    """See ``Battle.as_of``."""
    past = [moment for moment in battle.moments if moment.line <= line]
    if not past or past[-1].line != line:
        standing = ", ".join(str(moment.line) for moment in battle.moments)
        raise Refusal(NO_SUCH_LINE, f"Line {line} does not stand; these do: {standing}.")
    twin = battle.fork()
    twin.header = [part for part in battle.header.sections() if (part.seam or 0) <= line][-1]
    if twin.header != battle.header:
        twin.referee_seated = REFEREE in twin.header.seats
    twin.lines = battle.lines[:line]
    twin._history = past
    twin._stand(past[-1].state)
    return twin


def taken_over(
    battle: Battle[S],
    line: int | None,
    dice: Dice,
    referee: bool | None,
    dice_record: DiceRecord | None,
) -> Battle[S]:
    """See ``Battle.take_over``."""
    twin = as_of(battle, battle.moments[-1].line if line is None else line)
    twin.dice = dice
    twin.referee_seated = battle.referee_seated if referee is None else referee
    twin.header = msgspec.structs.replace(
        battle.header,
        format=FORMAT,
        revision=battle.rulebook.revision,  # by which all of its past has just come out
        dice=dice_record or describe_dice(dice),
        seats=_seats(battle.header, referee=twin.referee_seated),
        taken_over=_origin(battle, twin.number),
    )
    twin._try_to_settle()
    return twin


def _seats(header: Header, *, referee: bool) -> tuple[str, ...]:
    players = tuple(seat for seat in header.seats if seat != REFEREE)
    return (*players, REFEREE) if referee else players


def _origin(battle: Battle[S], line: int) -> TakenOver:
    """What the past up to a line was played with."""
    sections = zip(battle.header.sections(), secrets_of(battle.header, battle.lines), strict=True)
    used = [(part, secret) for part, secret in sections if part.seam is None or part.seam < line]
    last, secret = used[-1]
    before = None if last.taken_over is UNSET else last.taken_over
    return TakenOver(
        line=line,
        dice=last.dice,
        seats=last.seats,
        secret=secret,
        format=last.format,
        before=before,
    )
