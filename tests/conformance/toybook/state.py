"""Where a trench raid stands."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from sandtable.battle import Outcome, Piece
from sandtable.battle import Setting as CoreSetting
from sandtable.battle.agenda import AgendaState
from sandtable.scenario import Scenario, ScenarioError, lay_ground


class Soldier(Piece, frozen=True, kw_only=True):
    """A soldier in the square ``x`` of the lane ``y``."""

    hidden: bool = False
    watching: bool = False


class Written(Struct, frozen=True, kw_only=True):
    """The plan that a seat has written."""

    seat: str
    moves: tuple[tuple[str, int], ...]
    ambush: bool


# -- frames: what is unfinished -------------------------------------------------------------------


class Watch(Struct, frozen=True, kw_only=True, tag=True):
    """A soldier that may shoot at another one."""

    shooter: str
    target: str


class Ambush(Struct, frozen=True, kw_only=True, tag=True):
    """A hidden soldier that shoots, as planned."""

    shooter: str
    target: str


class Passing(Struct, frozen=True, kw_only=True, tag=True):
    """Two enemies that have changed places."""

    one: str
    two: str


class Clash(Struct, frozen=True, kw_only=True, tag=True):
    """Two enemies that have met."""

    one: str
    two: str


Frame = Watch | Ambush | Passing | Clash


# -- the state ------------------------------------------------------------------------------------


class Setting(CoreSetting):
    """The seats, and which way is forward."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, lay_ground(scenario))
        for index, unit in enumerate(scenario.units):
            if unit.sheet != "soldier":
                raise ScenarioError(f"units[{index}].sheet", f"no soldier: {unit.sheet!r}")
        self.players = tuple(seat for side in self.seats.values() for seat in side)
        west, east = scenario.side_ids()
        self.forward = {west: 1, east: -1}
        self.last = int(scenario.table.width)
        self._for_side: dict[str, Setting] = {}

    def known_to(self, side: str) -> Setting:
        """The setting without what a side may not know."""
        if side not in self._for_side:
            shown = self.scenario.known_to(side)
            self._for_side[side] = self if shown is self.scenario else Setting(shown)
        return self._for_side[side]

    def owners(self, soldier: Soldier) -> tuple[str, ...]:
        """The seats that command a soldier."""
        return self.seats_for(soldier.side, soldier.id)


class ToyState(AgendaState, kw_only=True):
    """The state of a trench raid."""

    setting: Setting
    pieces: dict[str, Soldier]
    planned: tuple[str, ...] = ()
    plans: tuple[Written, ...] = ()
    agenda: tuple[Frame, ...] = ()
    outcome: Outcome | None = None

    containers: ClassVar[tuple[str, ...]] = ("pieces",)

    def stands_at(self) -> tuple[Any, ...]:
        """What is unfinished, who has written, and the turn."""
        return (self.agenda, self.planned, self.turn)

    @property
    def all_planned(self) -> bool:
        """Whether every seat has written its plan."""
        return len(self.planned) == len(self.setting.players)

    def of(self, seat: str) -> list[Soldier]:
        """The soldiers that a seat commands."""
        return [s for s in self.pieces.values() if seat in self.setting.owners(s)]

    def enemies(self, soldier: Soldier) -> list[Soldier]:
        """The soldiers of the other side."""
        return [other for other in self.pieces.values() if other.side != soldier.side]
