"""Section 15.3.7: the way of aircraft, their attacks, and attacks on friends by mistake."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s15_events.air_support.aircraft import entry_of, flight_path
from sandtable.rulebooks.panzer8.state import Landing, Retiring
from sandtable.table import distance_to_point
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack, attacked, is_flying, mission, noted

ROLL = "p8.air.attack-roll"

WITHIN = "p8.air.friendly-fire-within-6"

ON_ONE = "p8.air.friendly-fire-on-one"

FAR = unit("far", "ge-rifle-40", at=(58, 1))
"""A friend of the aircraft that is far from everybody."""

MARSH = area("marsh", box(29, 40, 31, 42))
"""What the Germans have noted as a target; whoever stands within 6 of it can be attacked."""


def strike(
    target: Unit,
    *dice: int,
    others: tuple[Unit, ...] = (FAR,),
    kind: str = "Tank Buster",
    terrain: tuple[Terrain, ...] = (),
    **rest: Any,
) -> P8Battle:
    """An attack on a target that the Germans have planned, with the dice that follow it."""
    battle = mission(
        *others,
        target,
        side="german",
        rank="jack" if kind == "Fighter" else "10",
        aircraft={"german": kind},
        terrain=(MARSH, *terrain),
        planned=noted("german", "marsh"),
        dice=dice,
        **rest,
    )
    attack(battle, target.id, "planned")
    return battle


def enemy(sheet: str = "uk-rifle-44", **status: Any) -> Unit:
    """A target at (30, 36), 4 to the south of the marsh."""
    at = status.pop("at", (30, 36))
    return unit("target", sheet, "british", at=at, **status)


def scored(battle: P8Battle) -> int:
    return int(last(battle, "air-attack").data["score"])


def came(battle: P8Battle) -> str:
    return str(last(battle, "air-attack").data["effect"])


# -- the way --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.air.flight-path")
@cases(
    "home, entry", ("south", (30, 0)), ("north", (30, 48)), ("west", (0, 24)), ("east", (60, 24))
)
def test_aircraft_come_in_at_the_middle_of_the_home_edge(
    home: str, entry: tuple[float, float]
) -> None:
    battle = situation(FAR, enemy(), homes={"german": home})
    assert entry_of(battle.state.setting, "german") == entry


@pytest.mark.rule("p8.air.flight-path")
def test_they_stop_4_from_the_nearest_part_of_the_target() -> None:
    battle = situation(FAR, enemy(), "aside uk-rifle-44 50,20 30")
    state = battle.state
    assert flight_path(state.setting, "german", state.base(element(battle, "target"))) == (
        (30.0, 0.0),
        (30.0, 31.6),
    )
    base = state.base(element(battle, "aside"))
    stop = flight_path(state.setting, "german", base)[-1]
    assert distance_to_point(base, stop) == pytest.approx(4.0, abs=1e-3)


@pytest.mark.rule("p8.air.flight-path")
@cases("y", 4.4, 2.0)
def test_at_4_or_nearer_they_stay_where_they_come_in(y: float) -> None:
    battle = situation(FAR, enemy(at=(30, y)))
    base = battle.state.base(element(battle, "target"))
    assert flight_path(battle.state.setting, "german", base) == ((30.0, 0.0),)


@pytest.mark.rule("p8.air.flight-path")
def test_the_log_tells_the_way() -> None:
    battle = strike(enemy(), 2, 10)
    assert last(battle, "air-attack").data["path"] == ((30.0, 0.0), (30.0, 31.6))


# -- the roll -------------------------------------------------------------------------------------


@pytest.mark.rule(ROLL)
def test_he_against_the_unarmoured_ap_against_armour() -> None:
    battle = strike(enemy("uk-rifle-44"), 5, 5)
    assert (scored(battle), modifiers(battle, "air-attack")) == (
        2,
        {"p8.air.values": 7, ROLL: 5},
    )
    battle = strike(enemy("uk-daimler"), 5, 5)  # Def 1: AP 4
    assert scored(battle) == 3
    battle = strike(enemy("uk-churchill7"), 5, 5)  # Def 8: the + makes it 8
    assert scored(battle) == 0


@pytest.mark.rule(ROLL)
def test_no_other_modifiers_apply() -> None:
    behind = enemy(facing=0, quality="elite")
    screen = smoke(30, 34, width=6, side="british")
    battle = strike(behind, 5, 5, screens=[screen])
    assert modifiers(battle, "air-attack") == {"p8.air.values": 7, ROLL: 5}


@pytest.mark.rule(ROLL)
def test_being_hull_down_does_not_count() -> None:
    terrain = (area("hill", box(20, 33, 40, 39)), line("crest", (22, 35.2), (38, 35.2)))
    battle = strike(enemy("uk-cromwell"), 5, 5, terrain=terrain)
    assert scored(battle) == 0  # AP 5 by its +, Def 5


@pytest.mark.rule(ROLL)
@cases(
    "target, terrain, cover",
    (enemy(), area("wood", box(28, 34, 32, 38)), 1),
    (enemy(dug_in=True), area("field", box(28, 34, 32, 38)), 2),
    (enemy(), line("hedge", (28, 35.6), (32, 35.6)), 1),
    (enemy(), line("hedge", (28, 36.4), (32, 36.4)), 0),
    (enemy(), area("bua", box(28, 34, 32, 38), "village", "stone"), 2),
    (enemy(), area("bua", box(28, 34, 32, 38), "village", "wooden"), 1),
    (enemy("uk-carrier-44"), area("field", box(28, 34, 32, 38)), 2),
)
def test_cover_counts(target: Unit, terrain: Terrain, cover: int) -> None:
    battle = strike(target, 5, 5, terrain=(terrain,))
    assert scored(battle) == 2 - cover


@pytest.mark.rule(ROLL)
def test_the_lee_of_a_tank_counts() -> None:
    tank = unit("tank", "uk-cromwell", at=(30, 34.8), facing=180)
    battle = strike(enemy(), 5, 5, others=(FAR, tank))
    assert scored(battle) == 1


@pytest.mark.rule(ROLL)
def test_the_odds_are_exact() -> None:
    battle = mission(FAR, enemy(), terrain=[MARSH], planned=noted("german", "marsh"))
    odds = battle.odds(Strike("planned", "target"))
    assert odds is not None
    assert odds.chance("none") == Fraction(36, 100)  # 7 against 5: the target's die is 2 higher
    assert sum(chance for _, chance in odds.outcomes) == 1


@pytest.mark.rule("p8.air.dive-bomber-ignores-cover")
@cases("kind", "bua", "fortification")
def test_dive_bombers_mind_no_buildings_and_no_works(kind: str) -> None:
    house = area(kind, box(28, 34, 32, 38), "house")
    battle = strike(enemy(), 5, 5, terrain=(house,), kind="Dive Bomber")
    assert scored(battle) == 9 - 5
    battle = strike(enemy(dug_in=True), 5, 5, terrain=(house,), kind="Dive Bomber")
    assert scored(battle) == 9 - 5 - 2
    for fields in (False, True):
        options = {"field_engineering": fields}
        battle = strike(enemy(), 5, 5, terrain=(house,), kind="Dive Bomber", options=options)
        assert scored(battle) == 9 - 5
    wood = area("wood", box(28, 34, 32, 38))
    battle = strike(enemy(), 5, 5, terrain=(wood,), kind="Dive Bomber")
    assert scored(battle) == 9 - 5 - 1


@pytest.mark.rule("p8.air.light-bomber-ignores-cover")
def test_light_bombers_mind_no_buildings_but_works() -> None:
    house = area("bua", box(28, 34, 32, 38), "house")
    battle = strike(enemy(), 5, 5, terrain=(house,), kind="Light Bomber")
    assert scored(battle) == 6 - 5
    bunker = area("fortification", box(28, 34, 32, 38), "bunker")
    battle = strike(enemy(), 5, 5, terrain=(bunker,), kind="Light Bomber")
    assert scored(battle) == 6 - 5 - 2


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule(ROLL)
def test_a_fall_back_goes_away_from_the_aircraft() -> None:
    battle = strike(enemy(), 4, 5)
    assert came(battle) == "fall-back"
    top = battle.state.agenda[-1]
    assert isinstance(top, Retiring)
    assert top.away_from == (30.0, 31.6)
    assert seats(battle) == ("british",)
    play(battle, Retire("away"))
    assert element(battle, "target").y == pytest.approx(40)
    assert not is_flying(battle)


@pytest.mark.rule(ROLL)
def test_passengers_share_the_fate_of_their_lorry() -> None:
    lorry = enemy("uk-lorry")
    one, two = (load("target", "british", "uk-rifle-44", name) for name in ("one", "two"))
    battle = strike(lorry, 10, 1, 2, others=(FAR, one, two))
    assert came(battle) == "out"
    assert [is_out(battle, name) for name in ("target", "one", "two")] == [False, True, False]
    battle = strike(lorry, 5, 6, others=(FAR, one))
    assert came(battle) == "suppressed"
    assert isinstance(battle.state.agenda[-1], Landing)
    play(battle, next(RULEBOOK.candidates(battle.state, battle.choices[0])))
    assert element(battle, "one").suppressed


@pytest.mark.rule(ROLL)
def test_an_asterisk_hurts_only_light_or_open_armour() -> None:
    battle = strike(enemy("uk-cromwell"), kind="Fighter")
    assert last(battle, "air-attack").data["effect"] == "none"
    assert not last(battle, "air-attack").rolls
    battle = strike(enemy("uk-daimler"), 5, 2, kind="Fighter")  # 0 + 5 - (1 + 2)
    assert scored(battle) == 2
    battle = strike(enemy("uk-achilles"), 10, 2, kind="Fighter")  # Def 3, open-topped
    assert scored(battle) == 5


# -- friendly fire --------------------------------------------------------------------------------


def friend(sheet: str = "ge-rifle-44", at: tuple[float, float] = (36, 36), **status: Any) -> Unit:
    return unit("friend", sheet, "german", at=at, **status)


@pytest.mark.rule(WITHIN)
@cases("x, struck", (37.2, True), (37.21, False))
def test_without_effect_the_nearest_friend_within_6_is_attacked(x: float, struck: bool) -> None:
    # both bases are 1.2 wide
    battle = strike(enemy(), 2, 10, *([8, 4] if struck else []), others=(FAR, friend(at=(x, 36))))
    assert len(told(battle, "air-attack")) == (2 if struck else 1)
    assert attacked(battle) == ("friend" if struck else "target")
    if struck:
        assert scored(battle) == 7 + 8 - 5 - 4
        assert is_out(battle, "friend")


@pytest.mark.rule(WITHIN)
def test_with_an_effect_friends_are_safe() -> None:
    battle = strike(enemy(), 9, 5, others=(friend(at=(31.5, 36)),))
    assert came(battle) == "out"
    assert len(told(battle, "air-attack")) == 1
    assert not is_flying(battle)


@pytest.mark.rule(WITHIN)
def test_the_friend_nearest_to_the_target_is_attacked_with_the_same_anti_aircraft_modifier() -> (
    None
):
    near = unit("near", "ge-rifle-44", at=(30, 38), dug_in=True)
    battle = mission(
        friend(at=(30, 32)),
        near,
        enemy(),
        unit("flak", "uk-bofors", at=(30, 20)),
        terrain=[MARSH],
        planned=noted("german", "marsh"),
        # +7: the target has +4; no effect; then 7 + 9 against 5 + 2 + 4 + 3
        dice=[9, 2, 5, 6, 9, 3],
    )
    play(battle, Strike("planned", "target"))
    play(battle, FireFlak(("flak",)))
    assert attacked(battle) == "near"
    assert scored(battle) == 2
    assert modifiers(battle, "air-attack")["p8.air.aa-result"] == 4


@pytest.mark.rule(WITHIN)
def test_plus_1_or_2_with_ap_has_no_effect() -> None:
    battle = strike(enemy("uk-cromwell"), 7, 5, 2, 10, others=(friend(),))
    assert told(battle, "air-attack")[0].data["score"] == 2
    assert attacked(battle) == "friend"


@pytest.mark.rule(WITHIN)
def test_an_asterisk_that_cannot_hurt_has_no_effect() -> None:
    battle = strike(enemy("uk-cromwell"), 2, 10, others=(friend(),), kind="Fighter")
    assert attacked(battle) == "friend"


@pytest.mark.rule(WITHIN)
def test_a_fall_back_that_is_ignored_has_no_effect() -> None:
    stubborn = enemy(dug_in=True, suppressed=True)
    battle = strike(stubborn, 6, 5, 2, 10, others=(friend(),))
    assert told(battle, "air-attack")[0].data["effect"] == "fall-back"
    assert attacked(battle) == "friend"
    battle = strike(enemy(dug_in=True), 6, 5, others=(friend(),))
    assert element(battle, "target").suppressed
    assert len(told(battle, "air-attack")) == 1


@pytest.mark.rule(WITHIN)
def test_the_loss_of_a_passenger_is_an_effect() -> None:
    one, two = (load("target", "british", "uk-rifle-44", name) for name in ("one", "two"))
    battle = strike(enemy("uk-lorry", suppressed=True), 10, 1, 2, others=(friend(), one, two))
    while is_flying(battle):
        play(battle, next(RULEBOOK.candidates(battle.state, battle.choices[0])))
    assert not is_out(battle, "target")
    assert len(told(battle, "air-attack")) == 1


@pytest.mark.rule(WITHIN)
def test_a_mistaken_attack_never_leads_to_another() -> None:
    second = unit("second", "ge-rifle-44", at=(37.5, 36))
    battle = strike(enemy(), 2, 10, 1, 10, others=(friend(), second))
    assert [event.pieces[0] for event in told(battle, "air-attack")] == ["target", "friend"]
    assert not is_flying(battle)


@pytest.mark.rule(ON_ONE)
def test_on_a_1_the_nearest_friend_is_attacked_at_any_distance() -> None:
    battle = strike(enemy(), 1, 10, 8, 4, 31)  # the last die is the next card
    assert attacked(battle) == "far"
    assert is_out(battle, "far")


@pytest.mark.rule(ON_ONE)
def test_on_a_1_the_attack_on_the_target_still_counts_and_comes_first() -> None:
    battle = strike(enemy("uk-truck"), 1, 1, 9, 8)
    # 7 + 1 - (3 + 1) = +4: the truck is suppressed; then 7 + 9 - (5 + 8) = +3
    assert [event.data["effect"] for event in told(battle, "air-attack")] == [
        "suppressed",
        "suppressed",
    ]
    assert element(battle, "target").suppressed
    assert element(battle, "far").suppressed


@pytest.mark.rule(ON_ONE)
def test_on_a_1_a_fall_back_is_taken_before_friends_are_attacked() -> None:
    battle = strike(enemy("uk-truck"), 1, 5, 3, 10)
    assert told(battle, "air-attack")[0].data["effect"] == "none"
    battle = strike(enemy("uk-truck", at=(30, 36)), 1, 4, 3, 10)
    assert told(battle, "air-attack")[0].data["score"] == 1
    assert len(told(battle, "air-attack")) == 1
    assert is_flying(battle)
    play(battle, Retire("away"))
    assert attacked(battle) == "far"


@pytest.mark.rule(ON_ONE)
def test_only_one_friend_is_attacked_however_many_reasons_there_are() -> None:
    battle = strike(enemy(), 1, 10, 2, 10, others=(friend(),))
    assert [event.pieces[0] for event in told(battle, "air-attack")] == ["target", "friend"]


@pytest.mark.rule(WITHIN)
def test_commanders_and_troops_in_close_combat_are_not_spared() -> None:
    commander = friend("ge-cmd", at=(31.2, 36))
    battle = strike(enemy(), 2, 10, 2, 10, others=(FAR, commander))
    assert attacked(battle) == "friend"


@pytest.mark.rule(WITHIN)
def test_among_friends_equally_near_the_dice_choose() -> None:
    left = unit("left", "ge-rifle-44", at=(26, 36))
    right = unit("right", "ge-rifle-44", at=(34, 36))
    battle = strike(enemy(), 2, 10, 2, 5, 5, others=(left, right))
    assert attacked(battle) == "right"


@pytest.mark.rule("p8.melee.no-fire-no-target", WITHIN)
def test_a_mistaken_attack_strikes_those_in_hand_to_hand_combat() -> None:
    fighter = unit("fighter", "ge-rifle-44", at=(30, 32))
    foe = unit("foe", "uk-rifle-44", at=(30, 31.2))
    battle = strike(enemy(), 2, 10, 2, 10, others=(fighter, foe))
    assert attacked(battle) == "fighter"


def test_the_mission_is_over_before_friends_are_hit() -> None:
    battle = strike(enemy(), 2, 10, 4, 5, others=(friend(),))
    assert came(battle) == "fall-back"
    assert not is_flying(battle)
    assert seats(battle) == ("german",)
    play(battle, Retire("home"))
    assert battle.state.phase == "action"
