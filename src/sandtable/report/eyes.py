"""A battle through the eyes of whoever reads of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from sandtable.battle import Battle, Event, State
from sandtable.battle.public import players_of
from sandtable.battle.rulings import REFEREE
from sandtable.battle.view import Moment
from sandtable.draw import Scene, scene_of_battle
from sandtable.scenario import Unit

ONLOOKER: Final = "onlooker"
"""Somebody who knows what every player knows, and no more."""


class Eyes:
    """What somebody may know of a battle and its past.

    Args:
        battle: The battle.
        seat: Whose eyes: a player's, the referee's, who sees all, or an onlooker's.

    Raises:
        LookupError: If there is no such seat.
    """

    def __init__(self, battle: Battle[Any], seat: str = REFEREE) -> None:
        self.battle = battle
        self.seat = seat
        seats = players_of(battle) if seat == ONLOOKER else (seat,)
        self.states: tuple[State, ...] = tuple(battle.view(each).state for each in seats)

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from them."""
        return self.seat == REFEREE

    def may_see(self, event: Event) -> bool:
        """Whether an event may be told to them."""
        if self.sees_all or event.seen_by is None:
            return True
        return self.seat != ONLOOKER and event.visible_to(self.seat)

    def events_of(self, moment: Moment[Any]) -> tuple[Event, ...]:
        """What they know of a step."""
        return tuple(event for event in moment.events if self.may_see(event))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, as far as they know."""
        return tuple(event for event in self.battle.events if self.may_see(event))

    def scene(self, line: int) -> Scene:
        """The table after a line, as they saw it."""
        then = self.battle.as_of(line)
        return scene_of_battle(then, None if self.seat == ONLOOKER else self.seat)

    def knows(self, unit: Unit) -> bool:
        """Whether they know that there is, or was, such a unit."""
        return self.sees_all or all(_is_known(state, unit.id) for state in self.states)

    def misses(self, unit: Unit) -> bool:
        """Whether they know that a unit is no longer in play."""
        true = self.battle.state
        if self.sees_all:
            return unit.id not in true.pieces or unit.id in true.out_of_action()
        return all(
            unit.id in state.out_of_action()
            or (
                unit.id not in state.pieces
                and (unit.id in state.out_of_play() or unit.id not in true.pieces)
            )
            for state in self.states
        )


def _is_known(state: State, unit: str) -> bool:
    listed = (each.id for each in state.setting.scenario.units)
    return unit in state.pieces or unit in state.out_of_play() or unit in listed
