"""Section 15.1, 15.2, 15.5, 15.6 and 15.7: cards that change what elements do for a turn."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.rulebooks.panzer8.s05_actions.fall_back.action import farthest_back
from sandtable.rulebooks.panzer8.s05_actions.move.move import farthest
from sandtable.rulebooks.panzer8.s15_events.cards import change, is_led
from tests.panzer8.kit import *

KING = "p8.card.king-two-actions"
ACE = "p8.card.ace-ammo-shortage"
TWO = "p8.card.two-no-advance"
THREE = "p8.card.three-no-commander-actions"
ONCE = "p8.action.one-per-element"
TOO_FAR = "p8.move.up-to-rate"


def rifles(name: str = "a", at: tuple[float, float] = (20, 20), **more: Any) -> Unit:
    return unit(name, "uk-rifle-44", at=at, **more)


def commander(name: str = "cmd", at: tuple[float, float] = (24, 20), **more: Any) -> Unit:
    """Its base is 3.0 away from that of a section at (20, 20)."""
    return unit(name, "uk-cmd", at=at, **more)


def north(inches: float, name: str = "a", x: float = 20.0, y: float = 20.0) -> Move:
    return Move(name, ((x, y + inches),))


def offered(battle: P8Battle) -> list[Order]:
    return list(RULEBOOK.candidates(battle.state, battle.choices[0]))


# -- the king: two actions (15.1) -----------------------------------------------------------------


@pytest.mark.rule("p8.card.king-two-actions")
def test_one_element_near_a_commander_acts_twice() -> None:
    battle = dealt("king of hearts", rifles(), rifles("b", at=(28, 20)), commander(), FAR_AWAY)
    play(battle, north(4))
    assert element(battle, "a").acted
    play(battle, north(8))
    assert element(battle, "a").y == 28
    assert why_not(battle, north(12)) == ONCE
    play(battle, north(4, "b", 28))
    assert why_not(battle, north(8, "b", 28)) == ONCE


@pytest.mark.rule("p8.card.king-two-actions")
def test_the_second_action_may_be_of_another_kind_and_come_later() -> None:
    enemy = unit("enemy", "ge-rifle-40", at=(20, 30), facing=180)
    battle = dealt(
        "king of hearts", rifles(), rifles("b", at=(28, 20)), commander(), enemy, dice=[1, 10]
    )
    play(battle, Move("a", (), facing=10), Done())
    play(battle, Move("b", ((28, 18),)), Done())
    play(battle, Fire("a", "enemy"))
    assert modifiers(battle)["p8.fire.mod-firer-moved"] == 1
    assert why_not(battle, Fire("b", "enemy")) == ONCE


@pytest.mark.rule("p8.card.king-two-actions")
@cases("x, led", (25.0, True), (25.1, False))
def test_the_commander_must_be_within_4_when_the_first_action_begins(x: float, led: bool) -> None:
    battle = dealt("king of hearts", rifles(), commander(at=(x, 20)), FAR_AWAY)
    play(battle, Move("a", ((16, 20),)))
    assert (why_not(battle, Move("a", ((12, 20),))) is None) is led


@pytest.mark.rule("p8.card.king-two-actions")
def test_to_come_near_a_commander_is_too_late() -> None:
    battle = dealt("king of hearts", rifles(at=(16, 20)), commander(), FAR_AWAY)
    play(battle, Move("a", ((20, 20),)))
    assert why_not(battle, north(4)) == ONCE


@pytest.mark.rule("p8.card.king-two-actions", "p8.cmd.no-bonus-when-suppressed")
def test_a_suppressed_commander_leads_as_well() -> None:
    battle = dealt("king of hearts", rifles(), commander(suppressed=True), FAR_AWAY)
    play(battle, north(4), north(8))
    assert element(battle, "a").y == 28


@pytest.mark.rule("p8.card.king-two-actions")
def test_a_commander_needs_another_commander() -> None:
    battle = dealt("king of hearts", commander(), rifles(), FAR_AWAY)
    play(battle, Move("cmd", ((24, 22),)))
    assert why_not(battle, Move("cmd", ((24, 24),))) == ONCE
    two = dealt("king of hearts", commander(), commander("other", at=(24, 18)), FAR_AWAY)
    play(two, Move("cmd", ((24, 22),)), Move("cmd", ((24, 24),)))
    assert element(two, "cmd").y == 24


@pytest.mark.rule("p8.card.king-two-actions", "p8.action.barred-after-reacting")
def test_one_that_has_reacted_does_not_act_at_all() -> None:
    battle = dealt("king of hearts", rifles(reacted=True), commander(), FAR_AWAY)
    assert why_not(battle, north(4)) == "p8.action.barred-after-reacting"


@pytest.mark.rule("p8.card.king-two-actions")
def test_an_enemy_commander_does_not_count_nor_does_the_enemys_king() -> None:
    foreign = unit("enemy", "ge-cmd", at=(20, 23), facing=180)
    battle = dealt("king of hearts", rifles(), rifles("b", at=(40, 20)), foreign)
    play(battle, Move("a", ((16, 20),)), Done())
    assert why_not(battle, Move("a", ((12, 20),))) == ONCE
    black = dealt("king of spades", rifles(), rifles("b", at=(28, 20)), commander(), FAR_AWAY)
    play(black, north(4))
    assert why_not(black, north(8)) == ONCE


@pytest.mark.rule("p8.card.king-two-actions")
def test_a_commander_may_rally_twice_but_two_do_not_act_twice_together() -> None:
    battle = dealt(
        "king of hearts",
        rifles(suppressed=True),
        rifles("b", at=(28, 20), suppressed=True),
        commander(),
        commander("other", at=(24, 22)),
        FAR_AWAY,
        dice=[3, 3, 3],
    )
    play(battle, Recover("a", "cmd"))
    assert last(battle, "recover").data["result"] == "none"
    refusal = refused(battle, Recover("a", "cmd"))
    assert refusal.rule == KING
    assert "Only one" in refusal.reason
    play(battle, Recover("b", "cmd"))
    assert why_not(battle, Recover("a")) == ONCE


@pytest.mark.rule("p8.card.king-two-actions", "p8.rally.result-extra-action")
def test_an_extra_action_is_not_the_second_one() -> None:
    battle = dealt("king of hearts", rifles(suppressed=True), commander(), FAR_AWAY, dice=[10])
    play(battle, Recover("a"))
    assert last(battle, "recover").data["result"] == "extra-action"
    play(battle, north(4))
    assert asked(battle) == "action"
    play(battle, north(8))
    assert element(battle, "a").y == 28
    assert why_not(battle, north(12)) == ONCE


@pytest.mark.rule("p8.card.king-two-actions", "p8.limber.takes-whole-turn")
def test_what_takes_a_whole_turn_is_not_followed_or_preceded_by_anything() -> None:
    gun = unit("a", "uk-mg", at=(20, 20))
    battle = dealt("king of hearts", gun, commander(), FAR_AWAY)
    play(battle, BreakDown("a"))
    assert why_not(battle, north(4)) == ONCE
    battle = dealt("king of hearts", gun, commander(), FAR_AWAY)
    play(battle, Move("a", (), facing=20))
    assert why_not(battle, BreakDown("a")) == "p8.limber.takes-whole-turn"


@pytest.mark.rule("p8.card.king-two-actions")
def test_computer_players_are_offered_the_second_action() -> None:
    battle = dealt("king of hearts", rifles(), commander(), FAR_AWAY)
    play(battle, north(4))
    again = [order for order in offered(battle) if getattr(order, "element", "") == "a"]
    assert again
    play(battle, north(1, "cmd", 24))
    advised = [order for _, order in RULEBOOK.advise(battle.state, battle.choices[0])]
    assert any(getattr(order, "element", "") == "a" for order in advised)


# -- the queen: double time (15.2) ----------------------------------------------------------------


@pytest.mark.rule("p8.card.queen-double-time")
def test_those_near_a_commander_move_half_as_far_again() -> None:
    battle = dealt("queen of hearts", rifles(), rifles("b", at=(40, 20)), commander(), FAR_AWAY)
    assert why_not(battle, north(6.1)) == TOO_FAR
    assert why_not(battle, north(4.1, "b", 40)) == TOO_FAR
    play(battle, north(6))
    assert element(battle, "a").y == 26
    assert element(battle, "a").hurried


@pytest.mark.rule("p8.card.queen-double-time", "p8.move.factor-order")
@cases("x, reach", (25.0, 6.0), (25.01, 4.0))
def test_double_time_needs_a_commander_within_4_at_the_start(x: float, reach: float) -> None:
    battle = dealt("queen of hearts", rifles(), commander(at=(x, 20)), FAR_AWAY)
    assert why_not(battle, Move("a", ((20, 20 - reach),))) is None
    assert why_not(battle, Move("a", ((20, 20 - reach - 0.1),))) == TOO_FAR
    half = reach / 2
    assert why_not(battle, MoveAndFire("a", ((20, 20 + half),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 20 + half + 0.01),))) == TOO_FAR


@pytest.mark.rule("p8.card.queen-double-time")
def test_it_covers_charges_and_falling_back() -> None:
    enemy = unit("enemy", "ge-rifle-40", at=(20, 26.5), facing=180)
    battle = dealt("queen of hearts", rifles(), commander(), enemy)
    assert why_not(battle, Charge("a", "enemy")) is None
    assert Charge("a", "enemy") in offered(battle)
    assert why_not(battle, FallBack("a", "home", 6)) is None
    assert why_not(battle, FallBack("a", "home", 6.1)) == "p8.fallback.voluntary-distance"
    plain = dealt("5 of hearts", rifles(), commander(), enemy)
    assert why_not(plain, Charge("a", "enemy")) == TOO_FAR
    assert why_not(plain, FallBack("a", "home", 4.1)) == "p8.fallback.voluntary-distance"


@pytest.mark.rule("p8.card.queen-double-time")
def test_it_multiplies_the_rate_of_the_ground_and_vehicles_too() -> None:
    tank = unit("a", "uk-cromwell", at=(20, 20))
    wood = area("wood", box(10, 15, 30, 40))
    battle = dealt("queen of hearts", tank, commander(), FAR_AWAY)
    assert why_not(battle, north(15)) is None
    assert why_not(battle, north(15.1)) == TOO_FAR
    slow = dealt("queen of hearts", tank, commander(), FAR_AWAY, terrain=[wood])
    assert why_not(slow, north(6)) is None
    assert why_not(slow, north(6.1)) == TOO_FAR
    across = dealt(
        "queen of hearts", rifles(), commander(), FAR_AWAY, terrain="hedge from 10,22 to 23,22"
    )
    assert why_not(across, north(3)) is None
    assert why_not(across, north(3.1)) == "p8.move.linear-obstacle-half"


@pytest.mark.rule("p8.card.queen-double-time")
def test_a_commander_hurries_only_near_another() -> None:
    battle = dealt("queen of hearts", commander(), rifles(), FAR_AWAY)
    assert why_not(battle, Move("cmd", ((24, 28.1),))) == TOO_FAR
    two = dealt("queen of hearts", commander(), commander("other", at=(24, 18)), FAR_AWAY)
    assert why_not(two, Move("cmd", ((24, 32),))) is None


@pytest.mark.rule("p8.card.queen-double-time")
def test_a_mover_that_is_stopped_keeps_its_pace_whatever_happens_to_the_commander() -> None:
    enemy = unit("enemy", "ge-rifle-40", at=(20, 32), facing=180)
    battle = dealt("queen of hearts", rifles(), commander(), enemy, dice=[1, 10])
    play(battle, north(6), ReactFire("enemy", 5.0))
    battle.state.put(msgspec.structs.replace(element(battle, "cmd"), x=50.0))
    play(battle, GoOn())
    assert element(battle, "a").y == 26
    assert element(battle, "a").spent == pytest.approx(1.0)


@pytest.mark.rule("p8.card.queen-double-time")
def test_one_that_comes_near_a_commander_on_its_way_is_no_faster() -> None:
    enemy = unit("enemy", "ge-rifle-40", at=(20, 32), facing=180)
    battle = dealt(
        "queen of hearts",
        rifles(),
        commander(at=(22, 27)),
        rifles("b", at=(40, 20)),
        enemy,
        dice=[1, 10],
    )
    play(battle, north(3), ReactFire("enemy", 2.5))
    assert why_not(battle, GoOn(path=((20, 24),))) is None
    assert why_not(battle, GoOn(path=((20, 24.5),))) == TOO_FAR
    play(battle, GoOn())
    assert element(battle, "a").hurried is False
    assert element(battle, "a").spent == pytest.approx(0.75)


@pytest.mark.rule("p8.card.queen-double-time")
def test_the_second_of_two_actions_is_measured_anew() -> None:
    battle = dealt("queen of hearts", rifles(), commander(), FAR_AWAY)
    change(battle.state, in_force=("queen", "king"))
    play(battle, north(6))
    assert why_not(battle, north(10.1)) == TOO_FAR
    assert why_not(battle, north(10)) is None


@pytest.mark.rule("p8.card.queen-double-time")
def test_computer_players_know_how_far_they_can_go() -> None:
    battle = dealt("queen of hearts", rifles(), commander(), FAR_AWAY)
    state = battle.state
    assert farthest(state, state.pieces["a"], 0.0, 1.0) == pytest.approx(6.0)
    assert farthest(state, state.pieces["a"], 0.0, 0.5) == pytest.approx(3.0)
    assert farthest_back(state, state.pieces["a"], 180.0) == pytest.approx(6.0, abs=0.1)
    tank = dealt("queen of hearts", "a uk-cromwell 20,20", commander(), FAR_AWAY)
    assert farthest(tank.state, tank.state.pieces["a"], 0.0, 1.0) == pytest.approx(15.0)
    assert all(why_not(battle, order) is None for order in offered(battle))


# -- near a commander on entering the table -------------------------------------------------------


def late(name: str = "a", sheet: str = "uk-rifle-44", turn: int = 1, at: float = 20.0) -> Unit:
    return unit(name, sheet, "british", enters=Entry(edge="south", at=at, turn=turn))


@pytest.mark.rule("p8.card.queen-double-time", "p8.enter.position")
@cases("y, reach", (4.8, 6.0), (4.9, 4.0))
def test_who_enters_is_near_a_commander_within_4_of_its_entry_point(y: float, reach: float) -> None:
    battle = dealt("queen of hearts", late(), commander(at=(20, y)), FAR_AWAY)
    assert why_not(battle, Move("a", ((20 - reach, 0.0),))) is None
    assert why_not(battle, Move("a", ((20 - reach - 0.1, 0.0),))) == TOO_FAR
    play(battle, Move("a", ((20 - reach, 0.0),)))
    assert element(battle, "a").hurried is (reach == 6.0)
    assert element(battle, "a").spent == pytest.approx(1.0)


@pytest.mark.rule("p8.card.queen-double-time", "p8.enter.road-bonus-2", "p8.move.factor-order")
def test_a_column_that_enters_by_road_at_double_time_has_the_bonus_multiplied_too() -> None:
    road = line("road", (20, 0), (20, 48), width=2)
    battle = dealt(
        "queen of hearts",
        late(sheet="uk-truck"),
        "load uk-rifle-44 in a",
        commander(at=(23, 2)),
        FAR_AWAY,
        terrain=[road],
    )
    assert why_not(battle, Move("a", ((20, 18),))) is None  # (10 + 2) x 1.5
    assert why_not(battle, Move("a", ((20, 18.1),))) == TOO_FAR


@pytest.mark.rule("p8.card.king-two-actions", "p8.enter.position")
@cases("y, led", (4.8, True), (4.9, False))
def test_who_enters_near_a_commander_may_act_twice(y: float, led: bool) -> None:
    battle = dealt("king of hearts", late(), commander(at=(20, y)), FAR_AWAY)
    play(battle, Move("a", ((17, 2),)))
    assert (why_not(battle, Move("a", ((17, 5),))) is None) is led


@pytest.mark.rule("p8.card.queen-double-time", "p8.enter.position")
def test_a_commander_leads_only_once_he_has_entered_himself() -> None:
    newcomers = (late(), late("cmd", "uk-cmd", at=24.0), FAR_AWAY)
    battle = dealt("queen of hearts", *newcomers)
    assert why_not(battle, Move("a", ((14.1, 0),))) == TOO_FAR
    play(battle, Move("cmd", ((23, 1),)))
    assert why_not(battle, Move("a", ((14, 0),))) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.enter.position")
def test_one_that_is_not_due_yet_is_not_there() -> None:
    battle = dealt("queen of hearts", late(turn=2), commander(at=(20, 3)), FAR_AWAY)
    assert why_not(battle, Move("a", ((20, 2),))) == "p8.enter.position"
    assert not is_led(battle.state, element(battle, "a"))
    soon = dealt("queen of hearts", late(turn=1), commander(at=(20, 3)), FAR_AWAY)
    assert is_led(soon.state, element(soon, "a"))


@pytest.mark.rule("p8.rally.commander-assists", "p8.enter.position")
def test_who_has_entered_and_is_suppressed_at_the_edge_is_rallied_there() -> None:
    gun = unit("gun", "ge-mg", at=(20, 12), facing=180)
    battle = situation(late(), commander(at=(23, 1)), gun, dice=[7, 5, 5])
    play(battle, Move("a", ((20, 4),)), ReactFire("gun", 0.0))
    assert (element(battle, "a").suppressed, element(battle, "a").y) == (True, 0.0)
    play(battle, Done(), Done(), Done())
    assert battle.state.active == "british"
    assert why_not(battle, Recover("a", "cmd")) is None


# -- the ace: ammunition shortage (15.5) ----------------------------------------------------------


def bombardment(
    sheet: str, at_sheet: str = "ge-rifle-40", card: str = "ace of hearts", **rest: Any
) -> P8Battle:
    gun = unit("firer", sheet, "british", at=(20, 10))
    target = unit("target", at_sheet, "german", at=(20, 24), facing=180)
    return dealt(card, gun, rifles("b", at=(40, 10)), target, **rest)


@pytest.mark.rule("p8.card.ace-ammo-shortage")
def test_a_mortar_short_of_ammunition() -> None:
    battle = bombardment("uk-mortar-3in", dice=[7, 3])
    event = fire(battle)
    assert 7 + event.tallies[0].total == 12
    assert modifiers(battle)[ACE] == -1
    assert score(battle) == 12 - (3 + 5)
    odds = RULEBOOK.odds(bombardment("uk-mortar-3in").state, Fire("firer", "target"))
    plain = RULEBOOK.odds(
        bombardment("uk-mortar-3in", card="5 of hearts").state, Fire("firer", "target")
    )
    assert odds is not None
    assert plain is not None
    assert odds.chance("out") < plain.chance("out")
    assert ACE in [modifier.rule for modifier in odds.tallies[0].modifiers]


@pytest.mark.rule("p8.card.ace-ammo-shortage")
@cases(
    "sheet, at_sheet, short",
    ("uk-mortar-2in", "ge-rifle-40", True),
    ("uk-mortar-42", "ge-rifle-40", True),
    ("uk-25pdr", "ge-rifle-40", True),
    ("uk-6pdr", "ge-rifle-40", True),
    ("uk-bofors", "ge-rifle-40", True),
    ("uk-25pdr", "ge-pz3-50", False),  # AP
    ("uk-mg", "ge-rifle-40", False),  # small arms
    ("uk-rifle-44", "ge-rifle-40", False),
    ("uk-cromwell", "ge-rifle-40", False),  # HE, but of a tank
)
def test_whose_fire_suffers(sheet: str, at_sheet: str, short: bool) -> None:
    gun = unit("firer", sheet, "british", at=(20, 10))
    target = unit("target", at_sheet, "german", at=(20, 20), facing=180)
    battle = dealt("ace of hearts", gun, target)
    assert (ACE in firer_adds(shot(battle))) is short


@pytest.mark.rule("p8.card.ace-ammo-shortage")
def test_a_shortage_lasts_for_the_drawers_own_player_turn() -> None:
    battle = bombardment(
        "uk-mortar-3in", "ge-rifle-40", dice=[CARDS["5 of hearts"], CARDS["6 of clubs"]]
    )
    play(battle, Done())
    assert battle.state.active == "german"
    assert ACE not in firer_adds(shot(battle, reaction=True))
    play(battle, Done())
    assert battle.state.active == "british"
    assert ACE not in firer_adds(shot(battle))


@pytest.mark.rule("p8.card.colours")
def test_an_ace_of_the_other_colour_does_nothing() -> None:
    assert ACE not in firer_adds(shot(bombardment("uk-mortar-3in", card="ace of spades")))


@pytest.mark.rule("p8.card.ace-ammo-shortage")
def test_the_enemy_is_not_short() -> None:
    battle = dealt("ace of hearts", rifles(), "firer ge-mortar-81 20,40 S")
    assert ACE not in firer_adds(shot(battle, "firer", "a", reaction=True))
    assert target_adds(shot(battle, "firer", "a", reaction=True))["p8.fire.attack-roll"] == 5


# -- the two: no advance (15.6) -------------------------------------------------------------------


def held(*others: Placed, gap: float = 20.0, sheet: str = "uk-rifle-44", **rest: Any) -> P8Battle:
    """An element at (20, 4), and an enemy section so far north of it."""
    own = unit("a", sheet, "british", at=(20, 4))
    depth = 1.6 if sheet != "uk-rifle-44" else 0.8
    enemy = unit("enemy", "ge-rifle-40", at=(20, 4 + depth / 2 + gap + 0.4), facing=180)
    return dealt("2 of hearts", own, enemy, *others, table=(60, 60), **rest)


@pytest.mark.rule("p8.card.two-no-advance")
def test_nobody_comes_nearer() -> None:
    battle = held()
    refusal = refused(battle, Move("a", ((20, 5),)))
    assert refusal.rule == TWO
    assert "within 19.0 in" in refusal.reason
    assert "20.0 in away" in refusal.reason
    assert why_not(battle, Move("a", ((20, 2),))) is None
    assert why_not(battle, Move("a", ((24, 4),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 5),))) == TWO


@pytest.mark.rule("p8.card.two-no-advance")
def test_no_point_of_the_way_may_be_nearer() -> None:
    battle = held()
    assert why_not(battle, Move("a", ((20, 5), (20, 3.5)))) == TWO
    assert why_not(battle, Move("a", ((21, 4.5), (22, 4)))) == TWO


@pytest.mark.rule("p8.card.two-no-advance")
def test_only_the_nearest_enemy_counts() -> None:
    other = unit("other", "ge-rifle-40", at=(50, 4), facing=270)
    battle = held(other, gap=10)
    assert why_not(battle, Move("a", ((24, 4),))) is None
    west = unit("other", "ge-rifle-40", at=(8, 4), facing=90)
    battle = held(west, gap=10.8)
    assert why_not(battle, Move("a", ((16, 4),))) == TWO


@pytest.mark.rule("p8.card.two-no-advance")
@cases(
    "gap, inches, allowed",
    (30.0, 0.5, False),
    (31.0, 1.0, True),
    (31.0, 1.1, False),
    (40.0, 4.0, True),
)
def test_those_farther_away_stay_at_30(gap: float, inches: float, allowed: bool) -> None:
    battle = held(gap=gap)
    expected = None if allowed else TWO
    assert why_not(battle, Move("a", ((20, 4 + inches),))) == expected


@pytest.mark.rule("p8.card.two-no-advance")
@cases("dummy", False, True)
def test_counters_count_like_enemies_dummies_too(dummy: bool) -> None:
    spot = (20.0, 24.0)
    away = (50.0, 58.0)
    lurker = unit("lurker", "ge-rifle-40", at=away if dummy else spot, hidden=True)
    battle = dealt(
        "2 of hearts",
        "a uk-rifle-44 20,4; enemy ge-rifle-40 20,50 S",
        lurker,
        table=(60, 60),
        terrain="wood 18,22 to 22,26",
        options={"hidden_placement": True},
        dummies={"german": [spot]} if dummy else None,
    )
    assert why_not(battle, Move("a", ((20, 5),))) == TWO
    assert why_not(battle, Move("a", ((20, 3),))) is None


@pytest.mark.rule("p8.card.two-no-advance")
def test_to_turn_is_not_to_advance() -> None:
    battle = held(sheet="uk-cromwell")
    assert why_not(battle, Move("a", (), facing=45)) is None
    assert why_not(battle, MoveAndFire("a", (), facing=90)) is None


@pytest.mark.rule("p8.card.two-no-advance")
def test_nobody_charges() -> None:
    battle = held(gap=2)
    refusal = refused(battle, Charge("a", "enemy"))
    assert refusal.rule == TWO
    assert "cannot charge" in refusal.reason
    assert not any(isinstance(order, Charge) for order in offered(battle))
    tank = held(gap=2, sheet="uk-cromwell")
    assert why_not(tank, Charge("a", "enemy")) == TWO


@pytest.mark.rule("p8.card.two-no-advance")
def test_nobody_falls_back_towards_an_enemy_in_the_rear() -> None:
    own = unit("a", "uk-rifle-44", at=(20, 30))
    front = unit("enemy", "ge-rifle-40", at=(20, 44), facing=180)
    rear = unit("rear", "ge-rifle-40", at=(20, 18))
    battle = dealt("2 of hearts", own, front, rear, table=(60, 60), homes={"british": "south"})
    assert why_not(battle, FallBack("a", "home", 2)) == TWO


@pytest.mark.rule("p8.card.two-no-advance")
def test_it_does_not_bind_the_enemy_and_ends_with_the_turn() -> None:
    battle = held(dice=[CARDS["5 of hearts"], CARDS["5 of clubs"]])
    play(battle, Done())
    assert why_not(battle, Move("enemy", ((20, 22),))) is None
    play(battle, Done())
    assert why_not(battle, Move("a", ((20, 5),))) is None


@pytest.mark.rule("p8.card.two-no-advance")
def test_nobody_gets_off_on_the_side_of_the_enemy() -> None:
    truck = unit("truck", "uk-truck", at=(20, 10))
    enemy = unit("enemy", "ge-rifle-40", at=(20, 30), facing=180)
    battle = dealt("2 of hearts", truck, "load uk-rifle-44 in truck", enemy)
    assert why_not(battle, Dismount("load", (20, 11.21), 0.0)) == TWO
    assert why_not(battle, Dismount("load", (20, 8.79), 0.0)) is None
    assert all(why_not(battle, order) is None for order in offered(battle))
    gun = load("truck", "british", "uk-6pdr", "gun")
    towed = dealt("2 of hearts", truck, gun, enemy)
    assert why_not(towed, Unlimber("gun", "truck", (20, 11.61), 0.0)) == TWO
    assert why_not(towed, Unlimber("gun", "truck", (20, 8.39), 0.0)) is None


@pytest.mark.rule("p8.card.two-no-advance")
def test_without_an_enemy_on_the_table_everybody_moves() -> None:
    late = unit("g", "ge-rifle-40", enters=Entry(edge="north", at=20, turn=3))
    battle = dealt("2 of hearts", rifles(), late)
    assert why_not(battle, north(4)) is None


# -- the three: no commander actions (15.7) -------------------------------------------------------


@pytest.mark.rule("p8.card.three-no-commander-actions")
def test_commanders_neither_move_nor_rally() -> None:
    battle = dealt("3 of hearts", rifles(suppressed=True), commander(), FAR_AWAY, dice=[3])
    refusal = refused(battle, Move("cmd", ((24, 22),)))
    assert refusal.rule == THREE
    assert why_not(battle, Recover("a", "cmd")) == THREE
    assert why_not(battle, Recover("a")) is None
    assert Recover("a", "cmd") not in offered(battle)
    assert not any(getattr(order, "element", "") == "cmd" for order in offered(battle))


@pytest.mark.rule("p8.card.three-no-commander-actions")
def test_commanders_do_not_help_tank_hunters_and_do_not_recover() -> None:
    tank = unit("tank", "ge-pz3-50", at=(20, 22.2), facing=180)
    wood = area("wood", box(15, 15, 30, 30))
    battle = dealt("3 of hearts", rifles(), commander(), tank, terrain=[wood])
    assert why_not(battle, Hunt("a", "tank")) is None
    assert why_not(battle, Hunt("a", "tank", "cmd")) == THREE
    down = dealt("3 of hearts", commander(suppressed=True), rifles(), FAR_AWAY)
    assert why_not(down, Recover("cmd")) == THREE


@pytest.mark.rule("p8.card.three-no-commander-actions")
def test_the_enemys_commanders_are_free_and_so_is_the_next_turn() -> None:
    enemy = unit("ecmd", "ge-cmd", at=(55, 44), facing=180)
    dice = [CARDS["5 of hearts"], CARDS["5 of clubs"]]
    battle = dealt("3 of hearts", rifles(), commander(), enemy, dice=dice)
    play(battle, Done())
    assert why_not(battle, Move("ecmd", ((55, 42),))) is None
    play(battle, Done())
    assert why_not(battle, Move("cmd", ((24, 22),))) is None


@pytest.mark.rule("p8.card.three-no-commander-actions")
def test_the_bonus_in_close_combat_remains() -> None:
    enemy = unit("enemy", "ge-rifle-40", at=(20, 22), facing=180)
    battle = dealt("3 of hearts", rifles(), commander(), enemy, dice=[5, 5])
    play(battle, Charge("a", "enemy"), Done())
    assert battle.state.phase == "close-combat"
    play(battle, Fight(("a",), "enemy"))
    assert why_not(battle, Commit("cmd", "a")) is None
