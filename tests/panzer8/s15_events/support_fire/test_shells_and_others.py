"""Section 15.4 where shells meet riding, driving, nations, cards and close combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.state import Barrage
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import mission, scores, under_fire

MOVERS = "p8.support.movers-affected"

FAR = unit("far", "ge-rifle-44", at=(55, 46), facing=0)


def shelled(*units: Placed, side: str = "german", at: Any = (30, 20), **rest: Any) -> P8Battle:
    """An Action Phase with a beaten zone of medium artillery: 28 to 32 by 18 to 22."""
    battle = situation(*units, options={"game": "advanced"}, **rest)
    battle.state.barrages = (Barrage(side=side, level="Medium Artillery", at=at),)
    return battle


@pytest.mark.rule(MOVERS, "p8.nation.russian-charge-ignores-suppression")
def test_russians_who_charge_mind_shells_though_not_reaction_fire() -> None:
    def charge(dice: list[int]) -> P8Battle:
        battle = shelled("men su-rifle 30,19; foe ge-rifle-44 30,22.5 S", dice=dice)
        battle.play(Charge("men", "foe"))
        while asked(battle) == "reaction" and not told(battle, "shelling"):
            battle.play(Done(), "german")
        return battle

    stopped = charge([5, 5])
    assert scores(stopped) == {"men": 3}
    assert element(stopped, "men").suppressed
    assert place(stopped, "men") == (30, 19)
    goes_on = charge([5, 10, 6, 4])
    goes_on.play(ReactFire("foe", 0.0), "german")
    assert last(goes_on, "fire").data["effect"] == "suppressed"
    assert not element(goes_on, "men").suppressed


@pytest.mark.rule(MOVERS, "p8.card.king-two-actions")
def test_the_second_of_two_actions_in_the_zone_is_not_attacked_again() -> None:
    battle = mission_king(dice=[6, 10])
    let_pass(battle, Move("men", facing=90))
    assert under_fire(battle) == ["men"]
    let_pass(battle, Move("men", ((30, 19),)))
    assert under_fire(battle) == ["men"]
    assert place(battle, "men") == (30, 19)


def mission_king(dice: list[int]) -> P8Battle:
    battle = dealt(
        "king of hearts",
        "men uk-rifle-44 30,21; hq uk-cmd 33,21",
        FAR,
        dice=dice,
        options={"support_fire": True},
    )
    battle.state.barrages = (Barrage(side="german", level="Medium Artillery", at=(30, 20)),)
    return battle


@pytest.mark.rule(MOVERS, "p8.passengers.share-fate")
def test_whoever_gets_off_in_the_zone_is_attacked_though_the_lorry_was() -> None:
    battle = shelled("lorry uk-lorry 30,15.5; load uk-rifle-44 in lorry", FAR, dice=[1, 10, 1, 10])
    let_pass(battle, Move("lorry", ((30, 19),)))
    battle.play(GoOn())
    assert under_fire(battle) == ["lorry"]
    let_pass(battle, Dismount("load", (31.2, 19), 0))
    assert under_fire(battle) == ["lorry", "load"]


@pytest.mark.rule(MOVERS, "p8.support.affects-all-partly-inside")
def test_riders_on_a_tank_that_drives_in_are_attacked_as_foot_before_it() -> None:
    battle = shelled(
        "tank ge-pz4-long 30,14; load ge-rifle-44 in tank; foe uk-rifle-44 5,45",
        side="british",
        dice=[6, 10],
    )
    let_pass(battle, Move("tank", ((30, 20),)))
    assert under_fire(battle)[0] == "load"
    assert scores(battle)["load"] == 6 + 8 - 5 - 10


@pytest.mark.rule(MOVERS, "p8.fire.tank-riders-are-targets")
def test_riders_whom_shells_suppress_get_off_and_the_tank_goes_on() -> None:
    battle = shelled(
        "tank ge-pz4-long 30,14; load ge-rifle-44 in tank; foe uk-rifle-44 5,45",
        side="british",
        dice=[6, 6],
    )
    let_pass(battle, Move("tank", ((30, 20),)))
    assert element(battle, "load").suppressed
    assert asked(battle) == "dismount"
    tank = element(battle, "tank")
    battle.play(PutDown((tank.x + 1.2, tank.y)))
    assert asked(battle) == "resume"
    battle.play(GoOn())
    assert place(battle, "tank") == (30, 20)


@pytest.mark.rule(MOVERS, "p8.react.result-stops-mover")
def test_a_fall_back_of_ones_own_will_goes_on_though_shells_suppress() -> None:
    battle = shelled("men uk-rifle-44 30,20; foe ge-rifle-44 30,40", dice=[5, 5])
    let_pass(battle, FallBack("men", "home", 4.0))
    assert element(battle, "men").suppressed
    battle.play(GoOn())
    assert place(battle, "men") == (30, 16)


@pytest.mark.rule(MOVERS, "p8.react.option-fall-back")
def test_a_reactor_that_falls_back_in_the_zone_is_not_attacked() -> None:
    battle = shelled(
        "men uk-rifle-44 30,8; idle uk-rifle-44 5,8; foe ge-rifle-44 30,19 S",
        side="british",
        dice=[],
    )
    battle.play(Move("men", ((30, 11),)))
    battle.play(ReactFallBack("foe", 3.0, "away", 4.0), "german")
    assert under_fire(battle) == []
    assert place(battle, "foe") == (30, 23)


@pytest.mark.rule(MOVERS)
def test_recovering_in_the_zone_is_no_movement() -> None:
    battle = shelled("men uk-rifle-44 30,20 suppressed; mates uk-rifle-44 32,20", FAR, dice=[6])
    let_pass(battle, Recover("men"))
    assert not element(battle, "men").suppressed
    assert under_fire(battle) == []


@pytest.mark.rule(MOVERS)
def test_a_mover_in_two_zones_is_attacked_by_each() -> None:
    battle = shelled("men uk-rifle-44 30,16", FAR, dice=[1, 10, 1, 10])
    own = Barrage(side="british", level="Medium Artillery", at=(30, 21))
    battle.state.barrages = (*battle.state.barrages, own)
    let_pass(battle, Move("men", ((30, 20),)))
    assert under_fire(battle) == ["men"]
    assert asked(battle) == "resume"
    let_pass(battle, GoOn())
    assert under_fire(battle) == ["men", "men"]


@pytest.mark.rule("p8.enter.road-bonus-2", MOVERS)
def test_shells_end_the_bonus_of_a_road_column() -> None:
    battle = shelled(
        "lorry uk-lorry 30,10 road-column; load uk-rifle-44 in lorry",
        FAR,
        terrain="road from 30,0 to 30,48 wide 1.5",
        dice=[1, 10],
    )
    let_pass(battle, Move("lorry", ((30, 22),)))
    assert under_fire(battle) == ["lorry"]
    assert asked(battle) == "resume"
    assert why_not(battle, GoOn()) is not None
    let_pass(battle, GoOn(((30, 20),)))
    assert place(battle, "lorry") == (30, 20)


@pytest.mark.rule("p8.support.foo-los", "p8.melee.no-fire-no-target")
def test_nobody_in_hand_to_hand_combat_is_picked_as_the_aiming_point() -> None:
    battle = mission(
        "8",
        "foo uk-foo 20,10; men uk-rifle-44 20,29.2; target ge-rifle-44 20,30 S",
        "beside ge-rifle-44 22,30 S",
        dice=[5, 9, 9, 9],
    )
    assert why_not(battle, CallFire("beside", "foo")) is None
    assert why_not(battle, CallFire("target", "foo")) == "p8.melee.no-fire-no-target"


@pytest.mark.rule("p8.scale.max-visibility-60", "p8.support.foo-los")
@cases("gap, rule", (60.0, None), (60.1, "p8.support.foo-los"))
def test_an_observer_sees_60_and_no_farther(gap: float, rule: str | None) -> None:
    battle = mission(
        "8",
        "foo uk-foo 20,5",
        unit("target", "ge-rifle-44", at=(20, 5.8 + gap), facing=180),
        dice=[5, 9],
        table=(60, 90),
    )
    assert why_not(battle, CallFire("target", "foo")) == rule


@pytest.mark.rule("p8.foo.removed-in-contact", "p8.support.foo-los")
def test_an_observer_in_contact_is_removed_before_he_can_call_anything() -> None:
    battle = dealt(
        "8 of hearts",
        "foo uk-foo 20,10; men uk-rifle-44 5,10; target ge-rifle-44 20,10.8 S",
        dice=[],
        options={"support_fire": True, "recce_moves": False},
    )
    assert is_out(battle, "foo")
    assert [loss.element for loss in battle.state.lost] == ["foo"]
