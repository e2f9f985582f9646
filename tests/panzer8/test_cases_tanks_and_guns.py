"""Cases of tanks that might overrun somebody, and of guns that might both fire and move."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s14_smoke.laying import LaySmoke
from sandtable.rulebooks.panzer8.state.orders import Fire, Move
from tests.panzer8.packs import dealt
from tests.panzer8.situations import P8Battle, area, box, line, play, situation, unit, why_not

FIRE_AND_MOVE = "p8.fire.nmf-cannot-fire-and-move"
CHARGE_ONLY = "p8.move.no-contact-without-charge"

# -- a tank at a hedge (5.4, 6.2) -----------------------------------------------------------------


def at_the_hedge(
    tank: str = "ge-pz3-50", at: tuple[float, float] = (20, 5), facing: float = 0.0
) -> P8Battle:
    """A tank, and to the north a British section that stands right behind a hedge."""
    return situation(
        unit("tank", tank, "german", at=at, facing=facing),
        unit("x", "uk-rifle-40", "british", at=(20, 10.8), facing=180),
        terrain=[line("hedge", (0, 10.36), (40, 10.36))],
    )


UP_TO_IT = ((20.0, 9.52),)
"""Here the front of a tank is 0.04 from the hedge, and 0.08 from the section behind it."""


@pytest.mark.rule(CHARGE_ONLY, "p8.overrun.when")
def test_a_tank_comes_up_to_troops_across_a_hedge_by_a_charge_only() -> None:
    assert why_not(at_the_hedge(), Move("tank", UP_TO_IT)) == CHARGE_ONLY
    assert why_not(at_the_hedge(at=(20, 7)), MoveAndFire("tank", UP_TO_IT)) == CHARGE_ONLY
    assert why_not(at_the_hedge(), Charge("tank", "x")) is None


@pytest.mark.rule(CHARGE_ONLY, "p8.overrun.tanks-only")
def test_whoever_cannot_overrun_drives_up_to_a_hedge_as_it_likes() -> None:
    assert why_not(at_the_hedge("ge-stug-g"), Move("tank", UP_TO_IT)) is None
    # Side-on it faces along the hedge, not the section beyond it.
    along_it = at_the_hedge(at=(12, 9.72), facing=90.0)
    assert why_not(along_it, Move("tank", ((20.0, 9.72),))) is None


# -- overruns on bridges and in fords (6.2) -------------------------------------------------------


@pytest.mark.rule("p8.overrun.open-terrain-only", "p8.terrain.ford-is-open")
@pytest.mark.parametrize("crossing", ["bridge", "ford"])
def test_troops_on_a_bridge_or_in_a_ford_can_be_overrun(crossing: str) -> None:
    battle = situation(
        unit("tank", "ge-pz3-50", "german", at=(20, 5)),
        unit("x", "uk-rifle-40", "british", at=(20, 10.5), facing=180),
        terrain=[area("river", box(0, 9, 60, 12)), area(crossing, box(19, 8, 21, 13))],
    )
    assert why_not(battle, Charge("tank", "x")) is None


# -- two actions of a gun (5.1, 15.1) -------------------------------------------------------------


def hurried_gun(sheet: str = "uk-mg") -> P8Battle:
    return dealt(
        "king of hearts",
        unit("gun", sheet, "british", at=(20, 20)),
        unit("cmd", "uk-cmd", "british", at=(23, 20)),
        unit("enemy", "ge-rifle-40", "german", at=(20, 34), facing=0),
        dice=[5, 10],
        options={"smoke": True},
        counters={"british": 3},
    )


@pytest.mark.rule(FIRE_AND_MOVE, "p8.card.king-two-actions")
def test_with_two_actions_a_crew_served_weapon_does_not_fire_and_then_move() -> None:
    battle = hurried_gun()
    play(battle, Fire("gun", "enemy"))
    assert why_not(battle, Move("gun", ((20, 21),))) == FIRE_AND_MOVE
    assert why_not(battle, FallBack("gun", "home", 1.0)) == FIRE_AND_MOVE
    assert why_not(battle, Move("gun", (), facing=90.0)) is None
    assert why_not(battle, Fire("gun", "enemy")) is None


@pytest.mark.rule(FIRE_AND_MOVE, "p8.smoke.medium-heavy-mortar")
def test_with_two_actions_a_mortar_does_not_fire_smoke_and_then_move() -> None:
    battle = hurried_gun("uk-mortar-3in")
    play(battle, LaySmoke("gun", (20, 30)))
    assert why_not(battle, Move("gun", ((20, 21),))) == FIRE_AND_MOVE


@pytest.mark.rule(FIRE_AND_MOVE, "p8.card.king-two-actions")
def test_with_two_actions_a_tank_may_fire_and_then_move() -> None:
    battle = hurried_gun("uk-crusader")
    play(battle, Fire("gun", "enemy"))
    assert why_not(battle, Move("gun", ((20, 24),))) is None
