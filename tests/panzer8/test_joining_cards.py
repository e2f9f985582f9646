"""Section 15: event cards where they meet smoke, aircraft, charges, wire and what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import Dismount, Mount
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s14_smoke.lasting import Renew
from sandtable.rulebooks.panzer8.s14_smoke.laying import LaySmoke
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import Patrol
from sandtable.rulebooks.panzer8.s15_events.event_phase import TakeCard
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, GoOn, Move
from tests.panzer8.gunners import let_pass, pass_until
from tests.panzer8.movers import asked, place
from tests.panzer8.packs import CARDS, dealt
from tests.panzer8.situations import element, fire, is_out, line, load, play, unit, why_not

FAR = unit("far", "ge-rifle-44", "german", at=(55, 46), facing=0)
HQ = unit("hq", "uk-cmd", "british", at=(33, 10))
BLANK = CARDS["5 of hearts"]
AIR = {"air_support": True}


# -- two actions (15.1) ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.king-two-actions", "p8.smoke.lasts-until-next-action-phase")
def test_renewing_smoke_is_the_first_of_two_actions() -> None:
    battle = dealt(
        "5 of hearts",
        unit("tank", "uk-cromwell", "british", at=(30, 10)),
        HQ,
        unit("idle", "uk-rifle-44", "british", at=(5, 5)),
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
        unit("mortar", "uk-mortar-3in", "british", at=(30, 10)),
        unit("idle", "uk-rifle-44", "british", at=(5, 5)),
        HQ,
        unit("foe", "ge-rifle-44", "german", at=(30, 40), facing=0),
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
@pytest.mark.parametrize(("card", "kept"), [("5 of hearts", 1), ("king of diamonds", 2)])
def test_two_screens_of_one_layer_are_both_renewed_only_with_two_actions(
    card: str, kept: int
) -> None:
    battle = dealt(
        "king of hearts",
        unit("mortar", "uk-mortar-3in", "british", at=(30, 10)),
        unit("idle", "uk-rifle-44", "british", at=(5, 5)),
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
        unit("boys", "uk-rifle-atr-40", "british", at=(30, 10)),
        HQ,
        unit("pz", "ge-pz2", "german", at=(30, 16), facing=180),
        unit("pz2", "ge-pz2", "german", at=(32, 16), facing=180),
        dice=[1, 10, 1, 10],
    )
    fire(battle, "boys", "pz")
    assert why_not(battle, Fire("boys", "pz")) == "p8.atr.once-per-target-per-phase"
    assert why_not(battle, Fire("boys", "pz2")) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.atr.russians-exempt")
def test_russian_antitank_rifles_may_fire_twice_at_one_tank() -> None:
    battle = dealt(
        "king of hearts",
        unit("ptrd", "su-atr", "russian", at=(30, 10)),
        unit("hq", "su-cmd", "russian", at=(33, 10)),
        unit("pz", "ge-pz2", "german", at=(30, 16), facing=180),
        dice=[1, 10, 1, 10],
    )
    fire(battle, "ptrd", "pz")
    assert why_not(battle, Fire("ptrd", "pz")) is None


@pytest.mark.rule("p8.card.king-two-actions", "p8.mount.infantry-start-adjacent")
def test_whoever_comes_up_to_a_lorry_by_the_first_action_does_not_mount_by_the_second() -> None:
    battle = dealt(
        "king of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("near", "uk-rifle-44", "british", at=(30, 14.4)),
        unit("lorry", "uk-lorry", "british", at=(30, 13)),
        HQ,
        FAR,
    )
    let_pass(battle, Move("men", ((30, 11.6),), facing=0))
    assert why_not(battle, Mount("men", "lorry")) == "p8.mount.infantry-start-adjacent"


@pytest.mark.rule("p8.card.king-two-actions", "p8.mount.not-both-in-one-turn")
def test_two_actions_do_not_mount_and_dismount() -> None:
    battle = dealt(
        "king of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 11.6)),
        unit("lorry", "uk-lorry", "british", at=(30, 13)),
        HQ,
        FAR,
    )
    let_pass(battle, Mount("men", "lorry"))
    assert why_not(battle, Dismount("men", (30, 11.6), 0)) == "p8.mount.not-both-in-one-turn"


@pytest.mark.rule("p8.card.king-two-actions", "p8.advance.suppressed-attacker-stays")
def test_whoever_has_charged_may_only_fall_back_by_its_second_action() -> None:
    battle = dealt(
        "king of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        HQ,
        unit("foe", "ge-rifle-44", "german", at=(30, 13), facing=0),
        dice=[],
    )
    let_pass(battle, Charge("men", "foe"))
    assert asked(battle) == "action"
    stays = "p8.advance.suppressed-attacker-stays"
    assert why_not(battle, Fire("men", "foe")) == stays
    assert why_not(battle, Move("men", ((28, 8),))) == stays
    assert why_not(battle, FallBack("men", "home", 2.0)) is None


# -- double time (15.2) ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.queen-double-time", "p8.move.linear-obstacle-half")
def test_double_time_across_a_hedge_leaves_three() -> None:
    battle = dealt(
        "queen of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        HQ,
        FAR,
        terrain=[line("hedge", (20, 10.5), (40, 10.5))],
    )
    assert why_not(battle, Move("men", ((30, 13.0),))) is None
    assert why_not(battle, Move("men", ((30, 13.1),))) is not None


@pytest.mark.rule("p8.card.queen-double-time", "p8.wire.others-stop")
def test_double_time_crosses_wire_and_goes_no_farther() -> None:
    battle = dealt(
        "queen of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        HQ,
        FAR,
        terrain=[line("wire", (20, 10.4), (40, 10.4))],
        options={"field_engineering": True},
    )
    assert why_not(battle, Move("men", ((30, 10.8),))) is None
    assert why_not(battle, Move("men", ((30, 11.6),))) == "p8.wire.others-stop"


@pytest.mark.rule("p8.card.queen-double-time", "p8.enter.road-bonus-2")
def test_double_time_multiplies_what_the_road_adds() -> None:
    battle = dealt(
        "queen of hearts",
        unit("lorry", "uk-lorry", "british", at=(30, 10), road_column=True),
        load("lorry", "british", "uk-rifle-44"),
        HQ,
        FAR,
        terrain=[line("road", (30, 0), (30, 48), width=1.5)],
    )
    assert why_not(battle, Move("lorry", ((30, 28.0),))) is None
    assert why_not(battle, Move("lorry", ((30, 28.1),))) is not None


@pytest.mark.rule("p8.card.queen-double-time", "p8.move.vehicle-outside-front-halves")
def test_double_time_backwards_is_three_quarters() -> None:
    battle = dealt(
        "queen of hearts",
        unit("tank", "uk-cromwell", "british", at=(30, 20)),
        unit("hq", "uk-cmd", "british", at=(33, 20)),
        FAR,
    )
    back = Move("tank", ((30, 12.5),), bearing="backward")
    assert why_not(battle, back) is None
    assert why_not(battle, Move("tank", ((30, 12.4),), bearing="backward")) is not None


# -- no advance (15.6) ----------------------------------------------------------------------------


@pytest.mark.rule("p8.card.two-no-advance")
@pytest.mark.parametrize(("y", "rule"), [(11.0, None), (11.1, "p8.card.two-no-advance")])
def test_from_31_inches_one_may_come_up_to_30(y: float, rule: str | None) -> None:
    # The bases are 31 apart: from 10.4 to 41.4.
    battle = dealt(
        "2 of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("foe", "ge-rifle-44", "german", at=(30, 41.8), facing=0),
    )
    assert why_not(battle, Move("men", ((30, y),), facing=0)) == rule


@pytest.mark.rule("p8.card.two-no-advance", "p8.react.interrupts-at-any-point")
def test_whoever_was_shot_at_on_its_way_does_not_turn_towards_the_enemy_either() -> None:
    battle = dealt(
        "2 of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("foe", "ge-rifle-44", "german", at=(30, 20), facing=180),
        dice=[1, 10],
    )
    battle.play(Move("men", ((30, 7),)))
    battle.play(ReactFire("foe", 1.0), "german")
    while asked(battle) == "reaction":
        battle.play(Done(), battle.choices[0].seats[0])
    assert asked(battle) == "resume"
    assert why_not(battle, GoOn(((30, 10),))) is None
    assert why_not(battle, GoOn(((30, 10.5),))) == "p8.card.two-no-advance"


@pytest.mark.rule("p8.card.two-no-advance", "p8.result.fall-back-move-4")
def test_a_forced_fall_back_may_come_nearer_to_another_enemy() -> None:
    battle = dealt(
        "2 of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 20)),
        unit("idle", "uk-rifle-44", "british", at=(55, 2)),
        unit("foe", "ge-rifle-44", "german", at=(30, 28), facing=180),
        unit("rear", "ge-rifle-44", "german", at=(30, 8), facing=180),
        dice=[7, 5],
    )
    battle.play(Move("men", facing=90))
    battle.play(ReactFire("foe", 0.0), "german")
    battle.play(Retire("home"), "british")
    assert place(battle, "men") == (30, 16)


# -- no commander actions (15.7) ------------------------------------------------------------------


@pytest.mark.rule("p8.card.three-no-commander-actions")
@pytest.mark.parametrize(
    "order",
    [
        Move("hq", facing=90),
        FallBack("hq", "home", 1.0),
        Fire("hq", "foe"),
        MoveAndFire("hq", facing=0),
    ],
)
def test_commanders_do_nothing_at_all(order: Any) -> None:
    battle = dealt(
        "3 of hearts",
        unit("men", "uk-rifle-44", "british", at=(5, 5)),
        unit("hq", "uk-cmd", "british", at=(30, 10)),
        unit("foe", "ge-rifle-44", "german", at=(30, 13), facing=0),
    )
    assert why_not(battle, order) == "p8.card.three-no-commander-actions"


# -- flank attacked (15.8) ------------------------------------------------------------------------


@pytest.mark.rule("p8.card.four-flank-attacked", "p8.geo.distance-is-nearest-edges")
@pytest.mark.parametrize(("x", "out"), [(4.6, True), (4.7, False)])
def test_within_4_is_measured_from_the_base(x: float, out: bool) -> None:
    battle = dealt(
        "4 of hearts",
        unit("men", "uk-rifle-44", "british", at=(x, 20), facing=0),
        unit("idle", "uk-rifle-44", "british", at=(30, 20)),
        FAR,
    )
    assert is_out(battle, "men") == out
    if not out:
        assert element(battle, "men").suppressed


@pytest.mark.rule("p8.card.four-flank-attacked", "p8.passengers.several-only-one-lost")
def test_a_lorry_with_two_loses_one_of_them_to_the_flank_attack() -> None:
    battle = dealt(
        "4 of hearts",
        unit("lorry", "uk-lorry", "british", at=(3, 20), facing=0),
        load("lorry", "british", "uk-rifle-44", "a"),
        load("lorry", "british", "uk-rifle-44", "b"),
        unit("idle", "uk-rifle-44", "british", at=(30, 20)),
        FAR,
        dice=[4],
    )
    assert is_out(battle, "a")
    assert not is_out(battle, "b")
    assert element(battle, "lorry").suppressed
    assert element(battle, "b").suppressed


@pytest.mark.rule("p8.card.four-flank-attacked", "p8.passengers.tank-riders-dismount-suppressed")
def test_a_tank_with_riders_is_struck_and_they_get_off() -> None:
    battle = dealt(
        "4 of spades",
        unit("tank", "ge-pz4-long", "german", at=(3, 20), facing=0),
        load("tank", "german"),
        unit("idle", "ge-rifle-44", "german", at=(30, 20)),
        unit("foe", "uk-rifle-44", "british", at=(50, 40)),
    )
    assert is_out(battle, "tank")
    assert asked(battle) == "dismount"
    assert element(battle, "load").suppressed


# -- jokers and patrols ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.joker", "p8.air.cap-negates")
def test_a_patrol_stops_an_air_card_that_was_chosen_with_a_joker() -> None:
    battle = dealt(
        "jack of hearts",
        unit("men", "uk-rifle-44", "british", at=(30, 10)),
        unit("foe", "ge-rifle-44", "german", at=(30, 40), facing=0),
        options=AIR,
        dice=[CARDS["joker"]],
    )
    battle.play(Patrol())
    while asked(battle) != "card" and battle.state.active == "british":
        battle.play(Done(), battle.choices[0].seats[0])
    battle.play(TakeCard("10"))
    assert battle.state.patrols == ()
    assert asked(battle) == "action"
