"""The suite itself: books with a fault do not pass it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.odds import Odds
from tests.conformance import playing, suite
from tests.conformance.playing import Case, Twins
from tests.conformance.test_conformance import keep_still
from tests.conformance.toybook import AMBUSH, MIRROR, TEAM, Plan, ToyState, TrenchRaid, ambush_at


class Gossip(TrenchRaid):
    """Tells everybody everything."""

    def known_to(self, state: ToyState, seat: str) -> ToyState:
        return state


class LooseTongue(TrenchRaid):
    """Hides the soldier, but leaves him in the scenario."""

    def known_to(self, state: ToyState, seat: str) -> ToyState:
        known = super().known_to(state, seat)
        known.setting = state.setting
        return known


class Careless(Gossip):
    """Does things to the state that it only was to judge."""

    def check(self, state: ToyState, seat: str, order: Order) -> Refusal | None:
        state.turn += 1
        return super().check(state, seat, order)


class Moody(TrenchRaid):
    """Offers orders in any sequence."""

    def candidates(self, state: ToyState, choice: Choice) -> Iterator[Order]:
        orders = list(super().candidates(state, choice))
        random.shuffle(orders)
        return iter(orders)


class Boastful(TrenchRaid):
    """Offers what it then refuses."""

    def candidates(self, state: ToyState, choice: Choice) -> Iterator[Order]:
        yield from super().candidates(state, choice)
        yield Plan(moves={"nobody": 1})


class Optimist(TrenchRaid):
    """Has odds that are too good."""

    def odds(self, state: ToyState, order: Order) -> Odds | None:
        return Odds(title="luck", outcomes=(("hit", Fraction(1)), ("miss", Fraction(1, 6))))


class Endless(TrenchRaid):
    """Never comes to an end."""

    def apply(self, state: ToyState, seat: str, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, seat, order, dice)
        state.outcome = None
        return events


class Stuck(TrenchRaid):
    """Waits for nobody."""

    def choices(self, state: ToyState) -> tuple[Choice, ...]:
        return super().choices(state) if state.turn < 3 else ()


class Partial(TrenchRaid):
    """Lets the west win what is drawn."""

    def apply(self, state: ToyState, seat: str, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, seat, order, dice)
        if state.outcome is not None and state.outcome.winner is None:
            state.outcome = msgspec.structs.replace(state.outcome, winner="west")
        return events


class Random(TrenchRaid):
    """Rolls dice of its own."""

    def apply(self, state: ToyState, seat: str, order: Order, dice: Dice) -> list[Event]:
        state.turn += random.randrange(2)
        return super().apply(state, seat, order, dice)


TWINS = (Twins(ambush_at(6, 3), ambush_at(2, 3), "west"),)


@pytest.mark.parametrize(
    ("check", "case"),
    [
        (suite.check_twins_look_alike, Case(Gossip(), AMBUSH, twins=TWINS, quiet=keep_still)),
        (suite.check_twins_look_alike, Case(LooseTongue(), AMBUSH, twins=TWINS, quiet=keep_still)),
        (suite.check_views_hide_what_is_hidden, Case(LooseTongue(), TEAM)),
        (
            lambda case: suite.check_simultaneous_orders_are_secret(case, 20),
            Case(Gossip(), MIRROR),
        ),
        (lambda case: suite.check_refusals_change_nothing(case, 4, 2), Case(Careless(), MIRROR)),
        (suite.check_candidates_have_a_fixed_order, Case(Moody(), TEAM)),
        (lambda case: suite.check_offers_are_accepted(case, 2), Case(Boastful(), TEAM)),
        (suite.check_odds_sum_to_one, Case(Optimist(), TEAM)),
        (lambda case: suite.check_battles_end(case, range(1)), Case(Endless(), TEAM)),
        (lambda case: suite.check_battles_end(case, range(1)), Case(Stuck(), TEAM)),
        (lambda case: suite.check_mirrored_sides_are_fair(case, 100), Case(Partial(), MIRROR)),
        (suite.check_same_seed_same_battle, Case(Random(), TEAM)),
    ],
    ids=lambda value: type(value.rulebook).__name__ if isinstance(value, Case) else "",
)
def test_a_book_with_a_fault_does_not_pass(
    check: Any, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "LONGEST", 200)
    with pytest.raises((AssertionError, Refusal)):
        check(case)


def test_a_book_that_rolls_in_secret_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises((AssertionError, ValueError)):
        suite.check_save_and_load(Case(Random(), TEAM), tmp_path)
