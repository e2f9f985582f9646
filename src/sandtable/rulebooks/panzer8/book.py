"""Panzer8 behind the questions that every rulebook answers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

from sandtable.acts import Acts
from sandtable.acts.book import ActBook
from sandtable.battle import Choice, Event, Order, Outcome, Refusal
from sandtable.battle.agenda import Due
from sandtable.battle.rulebook import Option
from sandtable.catalogue import Catalogue
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.scenario import Scenario, Zone

from .decisions_due import ACTS, decision_due
from .s03_turn import turn
from .s03_turn.setting_up import set_up
from .s05_actions.mount.mounted_troops import lose_touched_mounts
from .s05_actions.react.standing_orders import STANDING, check_standing, give_standing
from .s05_actions.react.standing_orders import Standing as StandingOrder
from .s12_hidden.counters import look_about
from .s12_hidden.known import known_to, veiled
from .s12_hidden.refereeing import bring_out, conceal
from .state import P8State
from .state.options import OPTIONS
from .state.tables import CATALOGUE, METRES_PER_INCH
from .state.units import (
    choice_in_unit,
    events_in_unit,
    odds_in_unit,
    refusal_in_unit,
    standard_table,
    standard_zones,
    unit_of,
)


class Panzer8Rules(ActBook[P8State]):
    """The rules of Panzer8."""

    code: ClassVar[str] = "p8"
    title: ClassVar[str] = "Panzer8"
    revision: ClassVar[int] = 2
    acts: ClassVar[Acts] = ACTS
    orders: ClassVar[tuple[type[Order], ...]] = ACTS.orders
    anytime: ClassVar[tuple[type[Order], ...]] = (STANDING.order,)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    subjects: ClassVar[tuple[str, ...]] = ("element",)
    metres_per_inch: ClassVar[float | None] = METRES_PER_INCH

    @property
    def catalogue(self) -> Catalogue:
        return CATALOGUE

    def start(self, scenario: Scenario, dice: Dice) -> tuple[P8State, list[Event]]:
        """Set the battle up, up to its first decision."""
        state, events = set_up(scenario, dice)
        if not state.agenda:
            events += turn.begin(state)
            events += self.told(state, self.settle(state, dice))
        return state, events_in_unit(state.setting, events)

    def due(self, state: P8State) -> Due | None:
        return decision_due(state)

    def proceed(self, state: P8State, dice: Dice) -> Iterator[Event]:
        return turn.proceed(state)

    def keep_order(self, state: P8State) -> Iterator[Event]:
        """Mounts that an enemy touches are lost, and counters that are seen are turned over."""
        yield from lose_touched_mounts(state)
        look_about(state)

    def told(self, state: P8State, events: Iterator[Event]) -> Iterator[Event]:
        """Events that name somebody hidden are for its own side alone."""
        return veiled(state, events)

    def choices(self, state: P8State) -> tuple[Choice, ...]:
        return tuple(choice_in_unit(state.setting, choice) for choice in super().choices(state))

    def check(self, state: P8State, seat: str, order: Order) -> Refusal | None:
        if isinstance(order, StandingOrder):
            return check_standing(state, seat, order)
        return refusal_in_unit(state.setting, super().check(state, seat, order))

    def apply(self, state: P8State, seat: str, order: Order, dice: Dice) -> list[Event]:
        if isinstance(order, StandingOrder):
            events = list(give_standing(state, seat, order))
            events += self.told(state, self.settle(state, dice))
        else:
            events = super().apply(state, seat, order, dice)
        return events_in_unit(state.setting, events)

    def known_to(self, state: P8State, seat: str) -> P8State:
        """The state as a seat knows it, without what the other side hides."""
        return known_to(state, seat, decision_due)

    def lays_open(self, before: P8State, after: P8State) -> bool:
        """Whether a counter has been turned over; there was nothing under a dummy."""
        return not before.counters.keys() <= after.counters.keys()

    def nameable(self, state: P8State) -> Mapping[str, Collection[str]]:
        setting = state.setting
        return {
            "sheet": setting.sheets,
            "rides": setting.sheets,
            "inside": setting.buas,
            "under": state.counters,
            "zone": {zone.id for zone in setting.scenario.zones},
        }

    def conceal(self, state: P8State, piece: str) -> str:
        """Put an element under a counter where it stands."""
        return conceal(state, piece)

    def reveal(self, state: P8State, piece: str, at: tuple[float, float] | None = None) -> str:
        """Take an element out from under its counter, or turn a counter over."""
        return bring_out(state, piece, at)

    def odds(self, state: P8State, order: Order) -> Odds | None:
        return odds_in_unit(state.setting, super().odds(state, order))

    def outcome(self, state: P8State) -> Outcome | None:
        return state.outcome

    def standard_table(self) -> tuple[float, float]:
        return standard_table()

    def standard_zones(self, scenario: Scenario) -> tuple[Zone, ...]:
        """Twelve inches along the home edge of each side."""
        return standard_zones(scenario)

    def unit_of(self, scenario: Scenario) -> str:
        """Inches, or centimetres if the scenario says so."""
        return unit_of(scenario)

    def data_sheets(self) -> tuple[Mapping[str, Any], ...]:
        """The data sheets of all nations, with secondary guns."""
        guns = CATALOGUE.table("p8.table.datasheet-secondary").dicts()
        return tuple(
            {**row, "secondary": [gun for gun in guns if gun["element"] == row["id"]]}
            for row in CATALOGUE.table("p8.table.datasheet").dicts()
        )
