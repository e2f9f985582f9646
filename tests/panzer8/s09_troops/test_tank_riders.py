"""Section 9.4, 5.1 and 8.4: infantry that rides on tanks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

ONE = "p8.riders.one-on-tank"

OTHERS = "p8.riders.other-nations-if-permitted"

TARGETS = "p8.fire.tank-riders-are-targets"

OFF = "p8.passengers.tank-riders-dismount-suppressed"


def beside(
    tank: str = "su-t34-85", sheet: str = "su-smg", side: str = "russian", **rest: Any
) -> P8Battle:
    """A tank at (20, 10) and a section behind it."""
    depth = 2.0 if tank in ("ge-tiger1", "ge-panther", "uk-churchill7") else 1.6
    return situation(
        unit("a", sheet, side, at=(20, 10 - depth / 2 - 0.4)),
        unit("tank", tank, side, at=(20, 10)),
        *rest.pop("others", ()),
        "foe us-rifle-44 50,44",
        **rest,
    )


# -- who may ride ---------------------------------------------------------------------------------


@pytest.mark.rule(ONE)
@cases(
    "tank, sheet, side",
    ("su-t34-85", "su-smg", "russian"),
    ("su-t34-85", "su-eng", "russian"),
    ("ge-stug-g", "ge-rifle-44", "german"),
    ("ge-tiger1", "ge-eng-flame", "german"),
)
def test_russians_and_germans_ride_on_tanks_and_assault_guns(
    tank: str, sheet: str, side: str
) -> None:
    battle = beside(tank, sheet, side)
    play(battle, Mount("a", "tank"), Move("tank", ((20, 14),)))
    a = element(battle, "a")
    assert (a.carried_by, a.x, a.y) == ("tank", 20, 14)


@pytest.mark.rule(ONE)
def test_one_element_and_no_more() -> None:
    second = load("tank", "russian", "su-rifle", "b")
    assert why_not(beside(others=[second]), Mount("a", "tank")) == ONE


@pytest.mark.rule(ONE)
@cases(
    "tank, sheet, rule",
    ("ge-hetzer", "ge-rifle-44", "p8.transport.who-may-ride"),
    ("ge-222", "ge-rifle-44", "p8.transport.who-may-ride"),
    ("ge-pz4-long", "ge-cmd", "p8.transport.who-may-ride"),
    ("ge-pz4-long", "ge-mg", "p8.limber.takes-whole-turn"),
)
def test_no_others_and_on_nothing_else(tank: str, sheet: str, rule: str) -> None:
    assert why_not(beside(tank, sheet, "german"), Mount("a", "tank")) == rule
    assert why_not(beside("ge-pz4-long", "ge-rifle-44", "german"), Mount("a", "tank")) is None


@pytest.mark.rule(ONE)
def test_weapons_do_not_ride_on_tanks() -> None:
    with pytest.raises(ScenarioError, match="cannot ride on a tank"):
        situation("tank ge-pz4-long 20,10; mg ge-mg in tank")


@pytest.mark.rule(OTHERS)
@cases(
    "options, rule", ({}, OTHERS), ({"tank_riders": False}, OTHERS), ({"tank_riders": True}, None)
)
def test_other_nations_only_if_the_scenario_permits(options: dict[str, Any], rule: Any) -> None:
    battle = beside("uk-sherman-75", "uk-rifle-44", "british", options=options)
    assert why_not(battle, Mount("a", "tank")) == rule


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(ScenarioError) as caught:
        beside(options={"tank_rider": True})
    assert caught.value.where == "options.tank_rider"
    assert "tank_riders" in str(caught.value)
    for value in ("yes", 1):
        with pytest.raises(ScenarioError, match="true, false"):
            beside(options={"tank_riders": value})


# -- as targets -----------------------------------------------------------------------------------


def riders(
    gun: str = "ge-mg", dice: list[int] | None = None, *others: Placed, **rest: Any
) -> P8Battle:
    """A T-34 at (20, 10), facing north, with riders; the enemy's gun is 14 inches to its north."""
    return situation(
        unit("gun", gun, "german", at=(20, 26), facing=180),
        "tank su-t34-85 20,10; a su-smg in tank",
        *others,
        dice=dice or [],
        **rest,
    )


@pytest.mark.rule(TARGETS)
def test_the_firer_aims_at_the_tank_or_at_its_riders() -> None:
    battle = riders("ge-pak40")
    at_tank, at_riders = shot(battle, "gun", "tank"), shot(battle, "gun", "a")
    assert (at_tank.fired, at_tank.value) == ("AP", 7)
    assert (at_riders.fired, at_riders.value, at_riders.defence) == ("HE/SA", 5, 5)
    assert at_riders.range == at_tank.range


@pytest.mark.rule(TARGETS)
def test_riders_share_the_cover_of_the_spot_but_have_none_from_the_tank() -> None:
    assert shot(riders(), "gun", "a").cover.value == 0
    wood = riders(terrain="wood 15,5 to 25,12")
    assert shot(wood, "gun", "a").cover.value == 1
    assert barred(riders(), "gun", "tank") == "p8.fire.ap-against-armoured"


@pytest.mark.rule(TARGETS)
def test_suppressed_riders_get_off_at_once_and_the_tank_is_not_affected() -> None:
    battle = riders(dice=[7, 5])
    play(battle, Fire("gun", "a"))
    assert (score(battle), effect(battle)) == (3, "suppressed")
    assert about(battle) == ("a",)
    assert why_not(battle, Done()) is not None
    play(battle, PutDown((20, 8.8), 0))
    a, tank = element(battle, "a"), element(battle, "tank")
    assert (a.suppressed, a.on_table, a.carried_by) == (True, True, None)
    assert (tank.suppressed, tank.y) == (False, 10)


@pytest.mark.rule(TARGETS)
def test_riders_that_fall_back_get_off_first() -> None:
    battle = riders(dice=[6, 5])
    play(battle, Fire("gun", "a"))
    assert effect(battle) == "fall-back"
    play(battle, PutDown((20, 8.8), 0))
    assert asked(battle) == "fall back"
    play(battle, Retire("away"))
    a = element(battle, "a")
    assert (a.x, round(a.y, 3), a.suppressed) == (20, 4.8, False)


@pytest.mark.rule(TARGETS)
def test_a_mortar_suppresses_riders_instead() -> None:
    battle = riders("ge-mortar-81", [6, 5])
    play(battle, Fire("gun", "a"))
    assert effect(battle) == "fall-back"
    play(battle, PutDown((20, 8.8), 0))
    assert element(battle, "a").suppressed


@pytest.mark.rule(TARGETS)
def test_riders_out_of_action_leave_the_tank_alone() -> None:
    battle = riders(dice=[9, 5])
    play(battle, Fire("gun", "a"))
    assert (is_out(battle, "a"), is_out(battle, "tank")) == (True, False)


@pytest.mark.rule(TARGETS, "p8.react.option-fire")
def test_a_reaction_may_be_aimed_at_the_riders_of_a_moving_tank() -> None:
    battle = situation("tank su-t34-85 20,10; a su-smg in tank; gun ge-mg 20,30 S", dice=[7, 5])
    play(battle, Move("tank", ((20, 16),)))
    assert why_not(battle, ReactFire("gun", 3.0)) == "p8.fire.ap-against-armoured"
    assert why_not(battle, ReactFire("gun", 3.0, "gun")) == "p8.react.option-fire"
    offers = list(battle.view("german").candidates(battle.choices[0]))
    assert any(isinstance(o, ReactFire) and o.target == "a" for o in offers)
    play(battle, ReactFire("gun", 3.0, "a"), PutDown((20, 11.8)))
    assert last(battle, "fire").data["reaction"]
    assert element(battle, "a").y == 11.8
    assert asked(battle) == "resume"  # the tank may go on


@pytest.mark.rule(TARGETS)
def test_the_odds_and_the_candidates_know_of_riders() -> None:
    battle = riders()
    orders: list[Order] = list(battle.view("german").candidates(battle.choices[0]))
    assert Fire("gun", "a") in orders
    assert battle.view("german").odds(Fire("gun", "a")) is not None


# -- when the tank is hit -------------------------------------------------------------------------


def tank_hit(dice: list[int], *others: Placed, **own: Any) -> P8Battle:
    battle = situation(
        "gun ge-pak40 20,26 S",
        unit("tank", "su-t34-85", at=(20, 10), **own),
        "a su-smg in tank",
        *others,
        dice=dice,
    )
    play(battle, Fire("gun", "tank"))
    return battle


@pytest.mark.rule(OFF)
def test_riders_get_off_suppressed_if_their_tank_is_suppressed() -> None:
    battle = tank_hit([7, 5])
    assert effect(battle) == "suppressed"
    assert about(battle) == ("a",)
    play(battle, PutDown((21.2, 10)))
    assert (element(battle, "a").suppressed, element(battle, "tank").suppressed) == (True, True)


@pytest.mark.rule(OFF)
@cases("at", (20, 10), (20, 8.8), (21.2, 10))
def test_riders_outlive_their_tank_and_may_be_placed_on_its_spot(at: tuple[float, float]) -> None:
    battle = tank_hit([9, 5])
    assert effect(battle) == "out"
    assert (is_out(battle, "tank"), is_out(battle, "a")) == (True, False)
    assert why_not(battle, PutDown((20, 5))) is not None
    play(battle, PutDown(at))
    a = element(battle, "a")
    assert ((a.x, a.y), a.suppressed, a.on_table, a.carried_by) == (at, True, True, None)
    assert [loss.element for loss in battle.state.lost] == ["tank"]


@pytest.mark.rule(OFF)
def test_a_second_suppression_of_the_tank_does_not_take_the_riders_with_it() -> None:
    battle = tank_hit([7, 5], suppressed=True)
    assert is_out(battle, "tank")
    play(battle, PutDown((20, 10)))
    assert element(battle, "a").suppressed


@pytest.mark.rule(OFF, "p8.transport.who-may-ride")
def test_an_observer_inside_is_lost_with_the_tank_the_riders_are_not() -> None:
    battle = situation(
        "gun su-zis2 20,26 S; tank ge-pz4-long 20,10; a ge-rifle-44 in tank; foo ge-foo in tank",
        dice=[9, 5],
    )
    play(battle, Fire("gun", "tank"))
    assert (is_out(battle, "foo"), is_out(battle, "a")) == (True, False)


@pytest.mark.rule(ONE)
def test_riders_mount_and_dismount_like_passengers() -> None:
    battle = beside()
    play(battle, Mount("a", "tank"))
    assert why_not(battle, Dismount("a", (20, 8.8))) == "p8.mount.not-both-in-one-turn"
    play(battle, Move("tank", ((20, 13),)), Done())
    play(battle, Move("tank", ((20, 18),)), Dismount("a", (20, 16.8)))
    assert element(battle, "a").on_table


# -- riders on a tank among houses (5.1, 10.1.2) --------------------------------------------------


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.bua.cover-type")
@cases("tags, cover", ((), 2), (("wooden",), 1))
def test_riders_share_the_cover_of_the_houses_in_which_their_tank_is(
    tags: tuple[str, ...], cover: int
) -> None:
    battle = situation(
        "firer uk-rifle-44 20,10; tank ge-pz3-50 20,20 S; load ge-rifle-44 in tank",
        terrain=[area("bua", box(18, 18, 22, 22), "farm", *tags)],
    )
    assert shot(battle, target="load").cover.value == cover


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.bua.measure-any-part")
def test_riders_among_houses_are_seen_wherever_their_tank_is() -> None:
    battle = situation(
        "firer uk-25pdr 20,30 S; tank ge-pz3-50 20,20 S; load ge-rifle-44 in tank",
        terrain="farm: bua 18,18 to 22,22",
    )
    assert shot(battle, target="tank").range == shot(battle, target="load").range


# -- a tank with riders overruns ------------------------------------------------------------------


def overrun(*dice: int) -> P8Battle:
    """A Russian tank with riders that overruns a section in the open."""
    battle = situation(
        "tank su-t34-43 20,10 charged; riders su-smg in tank; foot ge-rifle-44 20,11.2 S",
        phase="close-combat",
        dice=dice,
    )
    play(battle, Overrun("tank", "foot"))
    return battle


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.overrun.result-table")
def test_riders_get_off_a_tank_that_its_own_overrun_suppresses() -> None:
    battle = overrun(3, 9)  # 11 against 14
    assert element(battle, "tank").suppressed
    assert asked(battle) == "dismount"
    play(battle, PutDown((20, 8.8), 0.0))
    riders = element(battle, "riders")
    assert (riders.suppressed, riders.carried_by) == (True, None)
    assert element(battle, "foot").y == pytest.approx(11.2)


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.rally.mod-losses")
def test_riders_outlive_a_tank_that_is_lost_in_its_own_overrun() -> None:
    battle = overrun(1, 10)  # 9 against 15
    assert is_out(battle, "tank")
    play(battle, PutDown((20, 10), 0.0))
    assert element(battle, "riders").suppressed
    assert len(battle.state.lost) == 1


@pytest.mark.rule("p8.passengers.tank-riders-dismount-suppressed", "p8.result.fall-back-move-4")
def test_riders_stay_on_a_tank_that_falls_back_from_its_overrun() -> None:
    battle = overrun(3, 7)  # 11 against 12
    assert asked(battle) == "fall back"
    play(battle, Retire("away"))
    assert element(battle, "tank").y == pytest.approx(6.0)
    riders = element(battle, "riders")
    assert (riders.carried_by, riders.suppressed) == ("tank", False)


# -- riders under fire ----------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.result.fall-back-in-cover")
@cases("deep", True, False)
def test_riders_in_a_wood_fall_back_only_as_far_as_there_is_wood(deep: bool) -> None:
    battle = situation(
        "mg uk-mg 20,5; tank ge-panther 20,15 S; riders ge-rifle-44 in tank",
        terrain=[area("wood", box(10, 13.5, 30, 30 if deep else 17))],
        homes=HOMES,
        dice=[7, 5],
    )
    play(battle, Fire("mg", "riders"))  # 13 against 5 + 5 + 1
    assert asked(battle) == "dismount"
    play(battle, PutDown((20, 16.4), 180.0))
    if deep:
        play(battle, Retire("home"))
    riders = element(battle, "riders")
    assert riders.suppressed is not deep
    assert riders.y == pytest.approx(20.4 if deep else 16.4)
    assert not element(battle, "tank").suppressed


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.fire.tank-riders-are-targets")
def test_foot_before_a_tank_shields_its_riders_from_small_arms_only() -> None:
    battle = situation(
        "mg uk-mg 20,5; piat uk-sherman-75 24,5; foot ge-rifle-44 20,13 S",
        "tank ge-panther 20,15 S; riders ge-rifle-44 in tank",
    )
    assert barred(battle, "mg", "riders") == "p8.fire.sa-not-through-enemy-foot"
    assert barred(battle, "piat", "riders") is None
    assert barred(battle, "piat", "tank") is None


# -- mounts, riders and commanders ----------------------------------------------------------------


@pytest.mark.rule("p8.dismount.base-of-mounts", "p8.fallback.blocked")
@cases("side", "british", "german")
def test_mounts_are_in_nobodys_way_and_an_enemy_driven_on_to_them_scatters_them(side: str) -> None:
    sheet = {"british": "uk-mc-40", "german": "ge-mc"}[side]
    battle = situation(
        "mg uk-mg 20,5",
        unit("riders", sheet, side, at=(22, 24), facing=180),
        "c ge-rifle-40 20,20 S",
        side=side,
        homes=HOMES,
        dice=[6, 5],
    )
    play(battle, LeaveMounts("riders", (20.8, 24.0), 0.0))
    until(battle, "british")
    play(battle, Fire("mg", "c"), Retire("home"))  # 12 against 10
    assert element(battle, "c").y == pytest.approx(24.0)
    assert is_out(battle, "riders-mounts") is (side == "british")


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.passengers.tank-riders-dismount-suppressed")
def test_a_tank_beaten_off_in_high_crops_is_suppressed_and_its_riders_get_off() -> None:
    battle = situation(
        "tank su-t34-43 20,10 charged; riders su-smg in tank; d ge-rifle-40 20,11.2 S",
        terrain="high-crops 10,8 to 30,14",
        phase="close-combat",
        homes=HOMES,
        dice=[3, 7],
    )
    play(battle, Overrun("tank", "d"))  # 11 against 12
    assert element(battle, "tank").suppressed
    play(battle, PutDown((20, 8.8), 0.0))
    assert element(battle, "riders").suppressed


@pytest.mark.rule("p8.hunt.result-out", "p8.passengers.tank-riders-dismount-suppressed")
def test_riders_fire_at_the_hunters_and_outlive_the_tank_they_could_not_save() -> None:
    battle = situation(
        "a uk-eng 20,10; tank ge-pz3-50 20,12.2 suppressed; riders ge-rifle-44 in tank",
        dice=[1, 10, 10, 1],
    )
    play(battle, Hunt("a", "tank"))
    assert [event.kind for event in battle.events if event.kind in ("fire", "hunt")] == [
        "fire",
        "hunt",
    ]
    # 10 + 4, engineers 2, from behind 1, against 1 + 4
    assert last(battle, "hunt").data["score"] == 12
    assert is_out(battle, "tank")
    play(battle, PutDown((20, 12.2), 0.0))
    assert element(battle, "riders").suppressed
