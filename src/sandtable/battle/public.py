"""What everybody may know of a battle: all that onlookers are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.battle.events import Event
from sandtable.battle.outcome import Outcome
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import encode

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle


class PublicView(Struct, frozen=True, kw_only=True):
    """A battle as far as every player knows it.

    Nobody learns from it what any player does not know. The table itself is drawn by
    ``sandtable.draw.scene_of_battle``, without a seat.

    Attributes:
        number: The number of the last line.
        turn: The turn.
        turns: The last turn that there will be.
        events: What has happened so far that is no secret.
        waiting: The seats that the battle waits for. Where players know different things of that,
            it is all seats of the sides that they agree on, or nobody.
        outcome: How the battle ended, if it has.
    """

    number: int
    turn: int
    turns: int
    events: tuple[Event, ...]
    waiting: tuple[str, ...]
    outcome: Outcome | None

    def to_json(self) -> bytes:
        """The view as JSON: what a server sends to onlookers."""
        return encode(self)


def public_view(battle: Battle[Any]) -> PublicView:
    """What everybody may know of a battle."""
    views = [battle.view(seat) for seat in players_of(battle)]
    return PublicView(
        number=battle.number,
        # That a turn has begun is told to everybody, so the least that is known is the truth.
        turn=min(view.state.turn for view in views),
        turns=battle.scenario.turns,
        events=battle.public_events,
        waiting=_agreed(battle, [view.waiting for view in views]),
        outcome=battle.outcome,
    )


def players_of(battle: Battle[Any]) -> tuple[str, ...]:
    """The seats of the players, without the referee's."""
    return tuple(
        seat.id for seat in battle.seats.values() if seat.id != REFEREE and seat.role == "player"
    )


def _agreed(battle: Battle[Any], waiting: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Whom the battle waits for, as far as all players know.

    If one player knows which seat of a side it is and another only that it is one of them, then
    what both know is that it is one of them.
    """
    if all(each == waiting[0] for each in waiting):
        return waiting[0]
    sides = [{_side(battle, seat) for seat in each} for each in waiting]
    if any(each != sides[0] for each in sides):
        return ()
    return tuple(seat for seat in battle.seats if _side(battle, seat) in sides[0])


def _side(battle: Battle[Any], seat: str) -> str | None:
    return battle.seats[seat].side if seat in battle.seats else None
