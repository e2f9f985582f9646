"""Section 14: who lays smoke and where, and what it does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.figures import Figure
from sandtable.draw import draw_battle
from sandtable.rulebooks.panzer8.page.figures import figures
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s14_smoke.laying import place_support_screen, pool, smoke_code
from sandtable.rulebooks.panzer8.state import Screen
from tests.panzer8.kit import *

SMOKE = {"smoke": True}

SPENT = "p8.smoke.counter-spent"

ACTION = "p8.smoke.is-an-action"

SHAPE = "p8.smoke.screen-shape"

DISCHARGERS = "p8.smoke.dischargers"

GRENADES = "p8.smoke.grenades"

LIGHT = "p8.smoke.light-mortar"

HEAVY = "p8.smoke.medium-heavy-mortar"

OWN = "p8.smoke.afv-not-through-own-discharger-smoke"

EFFECT = "p8.smoke.effect"

CODES = "p8.sheet.smoke-codes"

PLUS_2 = "p8.fire.mod-hard-cover-hull-down-smoke"


def smoky(*units: Placed, **rest: Any) -> P8Battle:
    """A situation with smoke, and an enemy far off who looks away."""
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    return situation(*units, foe, options=SMOKE, **rest)


def layer(sheet: str, **status: Any) -> Unit:
    """An element at (20, 10) that faces north."""
    return unit("layer", sheet, "british", at=(20, 10), **status)


def screen_of(battle: P8Battle) -> Screen:
    (screen,) = battle.state.screens
    return screen


# -- dischargers ----------------------------------------------------------------------------------


@pytest.mark.rule(DISCHARGERS, SHAPE, ACTION)
def test_a_turret_discharger_lays_two_base_widths_of_smoke_at_any_edge() -> None:
    for spot, heading in (((20, 11.2), 0), ((20, 8.8), 0), ((21, 10), 90), ((19, 10), 270)):
        battle = smoky(layer("uk-cromwell"))
        battle.play(LaySmoke("layer", spot, heading))
        screen = screen_of(battle)
        assert (screen.width, screen.depth) == (2.4, 0.8)
        assert (screen.x, screen.y, screen.heading) == (*spot, heading)
        assert (screen.side, screen.layer, screen.source) == ("british", "layer", "discharger")
        assert element(battle, "layer").acted
        assert why_not(battle, Move("layer", ((20, 12),))) == "p8.action.one-per-element"


@pytest.mark.rule(DISCHARGERS)
def test_smoke_from_dischargers_must_touch_the_vehicle() -> None:
    battle = smoky(layer("uk-cromwell"))
    assert why_not(battle, LaySmoke("layer", (20, 11.25))) is None
    assert why_not(battle, LaySmoke("layer", (20, 11.26))) == DISCHARGERS
    assert why_not(battle, LaySmoke("layer", (20, 15))) == DISCHARGERS
    # Whoever stands in the smoke touches no edge of it: the screen lies outside its layer.
    assert why_not(battle, LaySmoke("layer", (20, 10))) == DISCHARGERS


@pytest.mark.rule(DISCHARGERS)
def test_a_hull_discharger_lays_smoke_at_the_front_only() -> None:
    battle = situation("layer ge-stug-g 20,10; foe uk-rifle-44 58,46", options=SMOKE)
    assert why_not(battle, LaySmoke("layer", (20, 11.2), 0)) is None
    assert why_not(battle, LaySmoke("layer", (19.5, 11.75), 30)) is None
    for spot, heading in (((20, 8.8), 0), ((21, 10), 90), ((19, 10), 90), ((21, 10.2), 90)):
        assert why_not(battle, LaySmoke("layer", spot, heading)) == DISCHARGERS


@pytest.mark.rule(SHAPE)
def test_the_layer_chooses_the_bearing_and_bases_may_stand_in_the_smoke() -> None:
    battle = smoky(layer("uk-cromwell"), "friend uk-rifle-44 21.2,11.4")
    battle.play(LaySmoke("layer", (20, 11.2)))
    assert screen_of(battle).heading == 0.0
    battle = smoky(layer("uk-cromwell", reacted=False))
    battle.play(LaySmoke("layer", (20, 12.0), 90.0))
    assert screen_of(battle).heading == 90.0


@pytest.mark.rule(SHAPE)
@cases("spot", (-0.1, 10), (20, 48.1))
def test_the_middle_of_a_screen_lies_on_the_table(spot: tuple[float, float]) -> None:
    battle = smoky(layer("uk-mortar-3in"), counters={"british": 1})
    assert refused(battle, LaySmoke("layer", spot)).rule == SHAPE


# -- grenades -------------------------------------------------------------------------------------


@pytest.mark.rule(GRENADES)
def test_engineers_throw_smoke_that_touches_them() -> None:
    battle = smoky(layer("uk-eng"))
    assert why_not(battle, LaySmoke("layer", (20, 10.86))) == GRENADES
    assert why_not(battle, LaySmoke("layer", (20, 10))) == GRENADES
    battle.play(LaySmoke("layer", (20, 9.2)))  # behind them
    assert (screen_of(battle).width, screen_of(battle).source) == (2.4, "grenades")


@pytest.mark.rule(CODES)
@cases(
    "sheet, code",
    ("ge-stug-g", "H"),
    ("uk-cromwell", "T"),
    ("uk-eng", "G"),
    ("uk-mortar-2in", "L"),
    ("uk-mortar-3in", "M"),
    ("uk-mortar-42", "M"),
    ("ge-mortar-50", None),
    ("uk-rifle-44", None),
)
def test_the_data_sheet_says_what_smoke_an_element_has(sheet: str, code: str | None) -> None:
    assert smoke_code(SHEETS[sheet]) == code


@pytest.mark.rule(CODES)
def test_an_element_without_smoke_lays_none() -> None:
    battle = smoky(layer("uk-rifle-44"))
    assert why_not(battle, LaySmoke("layer", (20, 10.8))) == CODES


# -- mortars --------------------------------------------------------------------------------------


@pytest.mark.rule(LIGHT)
@cases(
    "quality, die, laid",
    ("average", 3, True),
    ("average", 2, False),
    ("poor", 3, False),
    ("poor", 4, True),
    ("elite", 2, True),
    ("elite", 1, False),
)
def test_a_mortar_needs_3_with_its_quality_and_a_miss_costs_no_counter(
    quality: str, die: int, laid: bool
) -> None:
    battle = smoky(layer("uk-mortar-2in", quality=quality), counters={"british": 4}, dice=[die])
    battle.play(LaySmoke("layer", (20, 20)))
    assert bool(battle.state.screens) is laid
    assert pool(battle.state, "british") == (3 if laid else 4)
    assert element(battle, "layer").acted
    assert last(battle, "smoke").data["result"] == ("laid" if laid else "failed")


@pytest.mark.rule(LIGHT, HEAVY, SHAPE)
@cases("sheet, width", ("uk-mortar-2in", 2.4), ("uk-mortar-3in", 3.6), ("uk-mortar-42", 3.6))
def test_light_mortars_lay_two_base_widths_and_others_three(sheet: str, width: float) -> None:
    battle = smoky(layer(sheet), counters={"british": 1}, dice=[3])
    battle.play(LaySmoke("layer", (20, 20), 45))
    assert (screen_of(battle).width, screen_of(battle).depth) == (width, 0.8)


@pytest.mark.rule(LIGHT)
def test_german_light_mortars_have_no_smoke() -> None:
    battle = situation(
        "layer ge-mortar-50 20,10; foe uk-rifle-44 58,46", options=SMOKE, counters={"german": 3}
    )
    assert why_not(battle, LaySmoke("layer", (20, 20))) == LIGHT


@pytest.mark.rule(LIGHT)
def test_any_part_of_the_screen_must_be_in_range_and_in_the_field_of_fire() -> None:
    battle = smoky(layer("uk-mortar-2in"), counters={"british": 1})  # range 16
    reach = 10.4 + 16 + 0.4
    assert why_not(battle, LaySmoke("layer", (20, reach))) is None
    assert why_not(battle, LaySmoke("layer", (20, reach + 0.01))) == LIGHT
    assert why_not(battle, LaySmoke("layer", (20, 5))) == LIGHT  # behind it
    assert why_not(battle, LaySmoke("layer", (30, 10))) == LIGHT  # beside it
    # Of a screen across the edge of the field of fire some part lies in it.
    assert why_not(battle, LaySmoke("layer", (26, 15.2))) is None


@pytest.mark.rule(HEAVY)
def test_a_mortar_needs_a_line_of_sight_to_any_part_or_borrows_one() -> None:
    wood = area("wood", box(10, 12, 22, 18))
    mortar = layer("uk-mortar-3in")
    battle = smoky(mortar, terrain=[wood], counters={"british": 1})
    assert why_not(battle, LaySmoke("layer", (20, 25))) == HEAVY
    assert why_not(battle, LaySmoke("layer", (20, 13))) is None  # 2 inches into the wood
    wide = LaySmoke("layer", (31.5, 22), 0)
    assert why_not(battle, wide) is None  # one end of it looks out beside the wood
    # A friend 1 inch away sees past the wood; it stands on the flank.
    spotter = unit("spotter", "uk-rifle-44", at=(22.2, 10))
    small = area("wood", box(18, 12, 21, 18))
    battle = smoky(mortar, terrain=[small], counters={"british": 1})
    assert why_not(battle, LaySmoke("layer", (20, 28), 90)) == HEAVY
    battle = smoky(mortar, spotter, terrain=[small], counters={"british": 1})
    assert why_not(battle, LaySmoke("layer", (20, 28), 90)) is None
    down = unit("spotter", "uk-rifle-44", at=(22.2, 10), suppressed=True)
    battle = smoky(mortar, down, terrain=[small], counters={"british": 1})
    assert why_not(battle, LaySmoke("layer", (20, 28), 90)) == HEAVY


@pytest.mark.rule(ACTION)
def test_who_is_suppressed_packed_carried_or_has_reacted_lays_no_smoke() -> None:
    order = LaySmoke("layer", (20, 20))
    battle = smoky(layer("uk-mortar-3in", suppressed=True), counters={"british": 1})
    assert why_not(battle, order) == "p8.action.allowed-when-suppressed"
    battle = smoky(layer("uk-mortar-3in", broken_down=True), counters={"british": 1})
    assert why_not(battle, order) == "p8.limber.break-down-and-set-up"
    rifles = unit("rifles", "uk-rifle-44", at=(5, 5))
    battle = smoky(layer("uk-mortar-3in", reacted=True), rifles, counters={"british": 1})
    assert why_not(battle, order) == "p8.action.barred-after-reacting"
    battle = smoky(
        "truck uk-lorry 20,10", layer("uk-mortar-3in", carried_by="truck"), counters={"british": 1}
    )
    assert why_not(battle, order) == "p8.mount.dismount-at-end-of-vehicle-move"
    battle = smoky(layer("uk-mortar-3in"), counters={"british": 1}, dice=[9])
    battle.play(order)
    assert last(battle, "smoke").rules[0] == ACTION
    assert element(battle, "layer").acted


@pytest.mark.rule(ACTION)
def test_nobody_reacts_to_the_laying_of_smoke() -> None:
    battle = situation(layer("uk-cromwell"), "pak ge-pak40 20,30 S", options=SMOKE)
    battle.play(LaySmoke("layer", (20, 11.2)))
    assert asked(battle) == "action"


@pytest.mark.rule(LIGHT, HEAVY)
def test_the_odds_of_a_mortar_are_exact_and_others_never_fail() -> None:
    battle = smoky(layer("uk-mortar-3in", quality="poor"), counters={"british": 1})
    odds = battle.odds(LaySmoke("layer", (20, 20)))
    assert odds is not None
    assert dict(odds.outcomes) == {"failed": Fraction(3, 10), "laid": Fraction(7, 10)}
    assert battle.odds(LaySmoke("layer", (20, 3))) is None
    battle = smoky(layer("uk-cromwell"))
    odds = battle.odds(LaySmoke("layer", (20, 11.2)))
    assert odds is not None
    assert dict(odds.outcomes)["laid"] == 1


@pytest.mark.rule(SHAPE)
@pytest.mark.parametrize(
    ("tank", "facing", "edge", "beyond"),
    [
        ((1.2, 20.0), 270, (0.0, 20.0), (-0.01, 20.0)),
        ((58.8, 20.0), 90, (60.0, 20.0), (60.01, 20.0)),
        ((20.0, 1.2), 180, (20.0, 0.0), (20.0, -0.01)),
        ((20.0, 46.8), 0, (20.0, 48.0), (20.0, 48.01)),
    ],
)
def test_the_middle_of_a_screen_may_lie_on_the_very_edge_of_the_table(
    tank: Point, facing: float, edge: Point, beyond: Point
) -> None:
    battle = smoky(unit("layer", "uk-cromwell", at=tank, facing=facing))
    assert refused(battle, LaySmoke("layer", beyond)).rule == SHAPE
    battle.play(LaySmoke("layer", edge))
    screen = screen_of(battle)
    assert (screen.x, screen.y) == edge


# -- armoured vehicles and their own smoke --------------------------------------------------------


def own_smoke(source: str = "discharger", side: str = "british") -> dict[str, Any]:
    return {**smoke(20, 15, side=side), "source": source, "layer": "other"}


@pytest.mark.rule(OWN)
@cases(
    "sheet, screen, allowed",
    ("uk-cromwell", own_smoke(), False),
    ("uk-cromwell", own_smoke("grenades"), True),
    ("uk-cromwell", own_smoke("mortar"), True),
    ("uk-cromwell", own_smoke("support"), True),
    ("uk-cromwell", own_smoke(side="german"), True),
    ("uk-apc", own_smoke(), False),
    ("uk-carrier-44", own_smoke(), True),
    ("uk-rifle-44", own_smoke(), True),
    ("uk-portee", own_smoke(), True),
)
def test_an_armoured_vehicle_does_not_advance_through_smoke_of_its_own_dischargers(
    sheet: str, screen: dict[str, Any], allowed: bool
) -> None:
    aboard = ["load uk-rifle-44 in layer"] if sheet == "uk-apc" else []
    battle = smoky(unit("layer", sheet, "british", at=(20, 13)), *aboard, screens=[screen])
    # Troops get 4 inches far, vehicles farther: all of them pass the middle of the smoke.
    assert why_not(battle, Move("layer", ((20, 16.5),))) == (None if allowed else OWN)
    if not allowed:
        assert why_not(battle, Move("layer", ((20, 14.5),))) == OWN  # nor into it
        assert why_not(battle, Move("layer", ((22.4, 13.5), (22.4, 17)))) is None  # round it
        assert why_not(battle, Move("layer", ((20, 10),))) is None
    if sheet == "uk-cromwell":
        assert why_not(battle, MoveAndFire("layer", ((20, 14.5),))) == (None if allowed else OWN)


@pytest.mark.rule(OWN)
def test_it_may_drive_out_of_such_smoke_and_back_through_it() -> None:
    inside = smoky("layer uk-cromwell 20,14.5", screens=[own_smoke()])
    assert why_not(inside, Move("layer", ((20, 18),))) is None
    beyond = smoky("layer uk-cromwell 20,17", screens=[own_smoke()])
    assert why_not(beyond, FallBack("layer", "home", 3.0)) is None
    assert why_not(beyond, Move("layer", ((20, 14),), bearing="backward")) == OWN


@pytest.mark.rule(OWN)
def test_a_tank_does_not_charge_through_it_either() -> None:
    battle = situation(
        "layer uk-cromwell 20,12; foe ge-rifle-44 20,18", screens=[own_smoke()], options=SMOKE
    )
    assert why_not(battle, Charge("layer", "foe")) == OWN


@pytest.mark.rule(OWN)
def test_a_tank_behind_such_a_screen_may_turn_away_from_it() -> None:
    touching = {**smoke(20, 14.2), "source": "discharger"}
    battle = smoky("layer uk-cromwell 20,13", screens=[touching])
    # Turning to the north-east a corner of the base swings through the smoke, but no more.
    assert why_not(battle, Move("layer", ((23, 13),))) is None
    assert why_not(battle, Move("layer", ((22, 12),))) is None
    assert why_not(battle, Move("layer", ((21, 14),))) == OWN


@pytest.mark.rule(OWN)
@pytest.mark.parametrize(
    ("x", "rule"),
    [(21.6, OWN), (21.85, None)],  # the smoke ends at 21.2, and the tank is 1.2 wide
)
def test_not_even_a_corner_of_the_tank_passes_through_it(x: float, rule: str | None) -> None:
    assert SHEETS["uk-cromwell"].width == 1.2
    battle = smoky(unit("layer", "uk-cromwell", at=(x, 12)), screens=[own_smoke()])
    assert why_not(battle, Move("layer", ((x, 17.5),))) == rule


# -- what it does ---------------------------------------------------------------------------------


@pytest.mark.rule(EFFECT)
def test_smoke_on_the_line_of_fire_adds_2() -> None:
    battle = face_to_face(
        "uk-rifle-44", "ge-rifle-44", 6.0, screens=[smoke(20, 8, width=4.8)], options=SMOKE
    )
    assert target_adds(shot(battle))[PLUS_2] == 2


@pytest.mark.rule(EFFECT)
@cases(
    "x, y, adds",
    (20, 5.7, 2),  # the firer's base reaches 0.1 into it
    (20, 5.8, 0),  # it only touches it, and shots go over the firer's own edge...
    (21.7, 5.0, 2),  # beside the line, but over a corner of the firer
    (21.7, 11.8, 2),  # beside the line, but over a corner of the target
    (22.5, 8, 0),  # beside the line
)
def test_smoke_counts_if_either_base_overlaps_it(x: float, y: float, adds: int) -> None:
    battle = face_to_face("uk-rifle-44", "ge-rifle-44", 6.0, screens=[smoke(x, y)], options=SMOKE)
    if (x, y) == (20, 5.8):
        adds = 2  # ... straight through it
    assert target_adds(shot(battle)).get(PLUS_2, 0) == adds


@pytest.mark.rule(EFFECT)
def test_smoke_hinders_both_sides_and_does_not_add_up_with_cover() -> None:
    battle = face_to_face(
        "uk-rifle-44",
        "ge-rifle-44",
        6.0,
        terrain=[area("wood", box(15, 11.2, 25, 14))],
        screens=[smoke(20, 8, width=4.8), smoke(20, 9, width=4.8, side="german")],
        options=SMOKE,
        dice=[5, 5],
    )
    assert target_adds(shot(battle))[PLUS_2] == 2
    back = shot(battle, "target", "firer", reaction=True)
    assert target_adds(back)[PLUS_2] == 2
    battle.play(Fire("firer", "target"))
    assert [value for rule, value in modifiers(battle).items() if "cover" in rule] == [2]


@pytest.mark.rule(EFFECT)
def test_smoke_does_not_block_sight_and_the_firer_picks_a_line_past_it() -> None:
    battle = face_to_face(
        "uk-rifle-44", "ge-rifle-44", 6.0, screens=[smoke(21.1, 8)], options=SMOKE
    )
    assert target_adds(shot(battle)).get(PLUS_2, 0) == 0  # from the western corners it is clear
    battle = face_to_face("uk-rifle-44", "ge-rifle-44", 6.0, screens=[smoke(20, 8)], options=SMOKE)
    assert target_adds(shot(battle)).get(PLUS_2, 0) == 2


@pytest.mark.rule(EFFECT)
def test_smoke_is_no_cover_of_a_place_so_support_and_aircraft_do_not_mind_it() -> None:
    battle = face_to_face(
        "uk-rifle-44", "ge-rifle-44", 6.0, screens=[smoke(20, 11.8)], options=SMOKE
    )
    assert target_adds(shot(battle))[PLUS_2] == 2
    assert cover_of_place(battle.state, element(battle, "target"), indirect=True).value == 0


@pytest.mark.rule("p8.smoke.support-fire", SHAPE, SPENT)
def test_support_fire_lays_four_base_widths_for_one_counter_and_no_action() -> None:
    battle = smoky(layer("uk-rifle-44"), counters={"british": 2})
    screen = place_support_screen(battle.state, "british", (30, 30), 20)
    assert (screen.width, screen.depth, screen.source, screen.layer) == (4.8, 0.8, "support", None)
    assert battle.state.screens == (screen,)
    assert pool(battle.state, "british") == 1
    assert not any(e.acted for e in battle.state.pieces.values())


# -- for the eyes ---------------------------------------------------------------------------------


@pytest.mark.rule("p8.markers.advanced-extra")
def test_smoke_counters_and_mounts_are_drawn() -> None:
    battle = smoky(
        layer("uk-cromwell"),
        unit("riders", "ge-cav", "british", at=(30, 10)),
        counters={"british": 3},
    )
    play(battle, LaySmoke("layer", (20, 11.2)), LeaveMounts("riders", (30, 8.95)))
    drawn = list(figures(battle.state))
    assert {one.label for one in drawn} >= {"Smoke screen", "Smoke counters: 2"}
    assert any(isinstance(one, Figure) and one.kind == "Mounts" for one in drawn)
    assert "Smoke counters: 2" in draw_battle(battle)


def test_smoke_is_typed_and_told() -> None:
    battle = smoky(layer("uk-cromwell"))
    order = PHRASES.read(battle.state, battle.choices[0], "smoke layer at 20,11.2 heading 0")
    assert order == LaySmoke("layer", (20.0, 11.2), 0.0)
    assert "20,11.2" in PHRASES.tell(battle.state, order).text


def test_what_is_offered_is_legal_and_lies_before_the_layer() -> None:
    battle = situation(
        layer("uk-cromwell"),
        "mortar uk-mortar-3in 26,8; rifles uk-rifle-44 24,12; foe ge-pak40 22,30 S",
        options=SMOKE,
    )
    listed = RULEBOOK.candidates(battle.state, battle.choices[0])
    offered = [order for order in listed if isinstance(order, LaySmoke)]
    assert {order.element for order in offered} == {"layer", "mortar"}
    assert all(why_not(battle, order) is None for order in offered)
    assert LaySmoke("layer", (20.0, 11.21), 0.0) in offered
