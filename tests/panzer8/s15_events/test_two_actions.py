"""Section 15.1: two actions by a king, where they meet smoke, mounting, charges and guns."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

FAR = unit("far", "ge-rifle-44", at=(55, 46), facing=0)

HQ = unit("hq", "uk-cmd", at=(33, 10))

# -- two actions (15.1) ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.king-two-actions", "p8.smoke.lasts-until-next-action-phase")
def test_renewing_smoke_is_the_first_of_two_actions() -> None:
    battle = dealt(
        "5 of hearts",
        "tank uk-cromwell 30,10",
        HQ,
        "idle uk-rifle-44 5,5",
        FAR,
        options={"smoke": True},
        counters={"british": 5},
        dice=[CARDS["5 of spades"], CARDS["king of hearts"]],
    )
    battle.play(LaySmoke("tank", (30, 11.2), 0))
    pass_until(battle, "renew")
    battle.play(Renew())
    assert asked(battle) == "action"
    let_pass(battle, Move("tank", ((30, 5),), bearing="backward"))
    assert place(battle, "tank") == (30, 5)
    assert why_not(battle, Move("tank", facing=90)) == "p8.action.one-per-element"


@pytest.mark.rule("p8.card.king-two-actions", "p8.fire.nmf-cannot-fire-and-move")
def test_a_mortar_that_renews_its_smoke_does_not_move_by_its_second_action() -> None:
    battle = dealt(
        "5 of hearts",
        "mortar uk-mortar-3in 30,10; idle uk-rifle-44 5,5",
        HQ,
        "foe ge-rifle-44 30,40",
        options={"smoke": True},
        counters={"british": 5},
        dice=[9, CARDS["5 of spades"], CARDS["king of hearts"]],
    )
    battle.play(LaySmoke("mortar", (30, 25), 0))
    pass_until(battle, "renew")
    battle.play(Renew())
    assert why_not(battle, Move("mortar", ((30, 10.5),))) == "p8.fire.nmf-cannot-fire-and-move"
    assert why_not(battle, Fire("mortar", "foe")) is None
    assert why_not(battle, LaySmoke("mortar", (30, 27), 0)) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.smoke.counter-spent")
@cases("card, kept", ("5 of hearts", 1), ("king of diamonds", 2))
def test_two_screens_of_one_layer_are_both_renewed_only_with_two_actions(
    card: str, kept: int
) -> None:
    battle = dealt(
        "king of hearts",
        "mortar uk-mortar-3in 30,10; idle uk-rifle-44 5,5",
        HQ,
        FAR,
        options={"smoke": True},
        counters={"british": 5},
        dice=[9, 9, CARDS["5 of spades"], CARDS[card]],
    )
    play(battle, LaySmoke("mortar", (30, 20), 0), LaySmoke("mortar", (35, 20), 0))
    pass_until(battle, "renew")
    while asked(battle) == "renew":
        battle.play(Renew())
    assert len(battle.state.screens) == kept
    assert dict(battle.state.pools)["british"] == 3 - kept
    assert why_not(battle, Fire("mortar", "far")) == "p8.action.one-per-element"


@pytest.mark.rule("p8.card.king-two-actions", "p8.atr.once-per-target-per-phase")
def test_two_actions_do_not_give_two_shots_of_an_antitank_rifle_at_one_tank() -> None:
    battle = dealt(
        "king of hearts",
        "boys uk-rifle-atr-40 30,10",
        HQ,
        "pz ge-pz2 30,16 S; pz2 ge-pz2 32,16 S",
        dice=[1, 10, 1, 10],
    )
    fire(battle, "boys", "pz")
    assert why_not(battle, Fire("boys", "pz")) == "p8.atr.once-per-target-per-phase"
    assert why_not(battle, Fire("boys", "pz2")) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.atr.russians-exempt")
def test_russian_antitank_rifles_may_fire_twice_at_one_tank() -> None:
    battle = dealt(
        "king of hearts",
        "ptrd su-atr 30,10; hq su-cmd 33,10; pz ge-pz2 30,16 S",
        dice=[1, 10, 1, 10],
    )
    fire(battle, "ptrd", "pz")
    assert why_not(battle, Fire("ptrd", "pz")) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.mount.infantry-start-adjacent")
def test_whoever_comes_up_to_a_lorry_by_the_first_action_does_not_mount_by_the_second() -> None:
    battle = dealt(
        "king of hearts",
        "men uk-rifle-44 30,10; near uk-rifle-44 30,14.4; lorry uk-lorry 30,13",
        HQ,
        FAR,
    )
    let_pass(battle, Move("men", ((30, 11.6),), facing=0))
    assert why_not(battle, Mount("men", "lorry")) == "p8.mount.infantry-start-adjacent"


@pytest.mark.rule("p8.card.king-two-actions", "p8.mount.not-both-in-one-turn")
def test_two_actions_do_not_mount_and_dismount() -> None:
    battle = dealt("king of hearts", "men uk-rifle-44 30,11.6; lorry uk-lorry 30,13", HQ, FAR)
    let_pass(battle, Mount("men", "lorry"))
    assert why_not(battle, Dismount("men", (30, 11.6), 0)) == "p8.mount.not-both-in-one-turn"


@pytest.mark.rule("p8.card.king-two-actions", "p8.advance.suppressed-attacker-stays")
def test_whoever_has_charged_may_only_fall_back_by_its_second_action() -> None:
    battle = dealt("king of hearts", "men uk-rifle-44 30,10", HQ, "foe ge-rifle-44 30,13", dice=[])
    let_pass(battle, Charge("men", "foe"))
    assert asked(battle) == "action"
    stays = "p8.advance.suppressed-attacker-stays"
    assert why_not(battle, Fire("men", "foe")) == stays
    assert why_not(battle, Move("men", ((28, 8),))) == stays
    assert why_not(battle, FallBack("men", "home", 2.0)) is None


FIRE_AND_MOVE = "p8.fire.nmf-cannot-fire-and-move"

# -- two actions of a gun (5.1, 15.1) -------------------------------------------------------------


def hurried_gun(sheet: str = "uk-mg") -> P8Battle:
    return dealt(
        "king of hearts",
        unit("gun", sheet, "british", at=(20, 20)),
        "cmd uk-cmd 23,20; enemy ge-rifle-40 20,34",
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
