"""Section 15.3 where aircraft meet hidden weapons, works, nations, riders and shells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack, card, mission, noted
from tests.panzer8.kit.aircraft import mission as flown

MARSH = area("marsh", box(28, 34, 32, 38))

COVER = "p8.fire.mod-hard-cover-hull-down-smoke"

HIDDEN = {"hidden_placement": True}


def at_planned(
    *units: Any, dice: Any, rank: str = "10", terrain: Any = (), **rest: Any
) -> P8Battle:
    """Aircraft of the Germans are to attack near a marsh at (28, 34) to (32, 38)."""
    return mission(
        "ours ge-rifle-44 5,5",
        *units,
        terrain=[MARSH, *terrain],
        planned=noted("german", "marsh"),
        dice=dice,
        **rest,
    )


@pytest.mark.rule("p8.air.aa-reaction", "p8.hidden.counters-and-dummies")
def test_a_hidden_weapon_in_houses_is_as_near_as_the_houses() -> None:
    # The aircraft fly up x = 30. The counter is 19 away from that, the houses 17.
    battle = at_planned(
        unit("rifles", "uk-rifle-44", at=(30, 32), facing=180),
        unit("gun", "uk-bofors", at=(49, 20), hidden=True, facing=270),
        terrain=[area("bua", box(47, 18, 51, 22))],
        hides={"british": 1.0},
        options=HIDDEN,
        dice=[9, 5, 5, 5],
    )
    battle.play(Strike("planned", "rifles"))
    assert seats(battle) == ("british",)
    assert asked(battle) == "flak"
    assert why_not(battle, FireFlak(("gun",))) is None


@pytest.mark.rule("p8.air.dive-bomber-ignores-cover", "p8.cover.hard")
def test_trenches_in_houses_still_count_against_dive_bombers() -> None:
    battle = at_planned(
        unit("rifles", "uk-rifle-40", at=(30, 32), facing=180, dug_in=True),
        terrain=[area("bua", box(28, 30, 32, 34))],
        date="1940",
        dice=[5, 5],
    )
    attack(battle, "rifles", "planned")
    assert modifiers(battle, "air-attack").get(COVER) == 2


@pytest.mark.rule("p8.air.attack-roll", "p8.nation.french-reserve-quality")
def test_the_quality_of_french_reserves_does_not_count_against_aircraft() -> None:
    battle = at_planned(
        unit("rifles", "fr-rifle-res", at=(30, 32), facing=180),
        date="1940",
        options={"national_characteristics": True},
        dice=[5, 4],
    )
    event = attack(battle, "rifles", "planned")
    assert event.data["score"] == 5 + 9 - 5 - 4


@pytest.mark.rule("p8.air.friendly-fire-within-6", "p8.hidden.air-can-hit")
def test_a_mistaken_attack_passes_over_hidden_friends() -> None:
    battle = mission(
        "near ge-mg 30,30 hidden dug-in; ours ge-rifle-44 30,27; rifles uk-rifle-44 30,33 S",
        terrain=[MARSH],
        planned=noted("german", "marsh"),
        options=HIDDEN,
        hides={"german": 1.0},
        rank="jack",
        dice=[2, 10, 5, 5],
    )
    battle.play(Strike("planned", "rifles"))
    assert [e.pieces[0] for e in told(battle, "air-attack")] == ["rifles", "ours"]


@pytest.mark.rule("p8.air.friendly-fire-on-one", "p8.fire.ap-asterisk")
def test_a_mistaken_attack_on_a_heavy_tank_of_ones_own_needs_no_dice() -> None:
    battle = mission(
        "tank ge-tiger1 30,10; rifles uk-rifle-44 30,33.2 S",
        terrain=[MARSH],
        planned=noted("german", "marsh"),
        rank="jack",
        dice=[1, 10],
    )
    battle.play(Strike("planned", "rifles"))
    assert [e.pieces[0] for e in told(battle, "air-attack")] == ["rifles", "tank"]
    assert not last(battle, "air-attack").rolls


@pytest.mark.rule("p8.air.aa-reaction", "p8.action.barred-after-reacting")
def test_a_weapon_that_fired_at_aircraft_neither_reacts_nor_acts_in_its_next_turn() -> None:
    battle = at_planned(
        unit("rifles", "uk-rifle-44", at=(30, 32), facing=180),
        unit("gun", "uk-bofors", at=(30, 20), facing=180),
        unit("runner", "ge-rifle-44", at=(30, 10)),
        dice=[1, 10, 5, 9, card("british", "five"), card("german", "five")],
        rank="jack",
    )
    battle.play(Strike("planned", "rifles"))
    battle.play(FireFlak(("gun",)), "british")
    assert element(battle, "gun").reacted
    pass_until(battle, "action")
    battle.play(Move("runner", ((30, 12),)))
    assert asked(battle) != "reaction" or why_not(battle, ReactFire("gun", 1.0), "british")
    pass_until(battle, "action")
    while battle.state.active == "german":
        passes(battle)
    assert why_not(battle, Fire("gun", "runner")) == "p8.action.barred-after-reacting"


@pytest.mark.rule("p8.air.opportunity-roll", "p8.armdinf.as-infantry-except")
def test_mounted_armoured_infantry_in_the_open_is_found_but_has_hard_cover() -> None:
    battle = mission("ours uk-rifle-44 5,5; pz ge-pzgren-44 30,30 S", rank="jack", dice=[3, 5, 5])
    event = attack(battle)
    assert event.pieces[0] == "pz"
    assert modifiers(battle, "air-attack").get(COVER) == 2
    assert event.data["score"] == 5 + 7 - 5 - 2 - 5


@pytest.mark.rule("p8.air.tank-buster-no-armour-no-return", "p8.air.second-pass")
def test_a_tank_buster_on_armoured_infantry_found_no_armour() -> None:
    battle = at_planned(
        unit("pz", "uk-carrier-44", at=(30, 32), facing=180),
        dice=[5, 5],
    )
    attack(battle, "pz", "planned")
    assert battle.state.flights == ()


@pytest.mark.rule("p8.air.second-pass", "p8.hidden.air-can-hit")
def test_a_dive_bomber_that_wasted_its_attack_on_a_dummy_may_come_back() -> None:
    battle = at_planned(
        unit("rifles", "uk-rifle-40", at=(50, 45), facing=180),
        unit("mates", "uk-rifle-40", at=(55, 45), facing=180, hidden=True),
        options=HIDDEN,
        hides={"british": 1.0},
        dummies={"british": [(30, 32)]},
        date="1940",
        dice=[],
    )
    name = next(c.id for c in battle.state.counters.values() if (c.x, c.y) == (30, 32))
    battle.play(Strike("planned", name))
    assert name not in battle.state.counters
    assert not told(battle, "air-attack")
    assert len(battle.state.flights) == 1


# -- aircraft -------------------------------------------------------------------------------------

FAR = unit("far", "ge-rifle-40", at=(58, 1))


@pytest.mark.rule("p8.air.aa-roll", "p8.air.aa-result", "p8.air.attack-roll")
def test_two_weapons_against_fighters_give_the_target_3() -> None:
    battle = flown(
        FAR,
        "truck uk-truck 30,30; one uk-bofors 26,20; two uk-bofors 34,20",
        rank="jack",
        terrain="marsh 29,34 to 31,36",
        planned=noted("german", "marsh"),
        dice=[8, 3, 6, 4],
    )
    play(battle, Strike("planned", "truck"), FireFlak(("one", "two")))
    flak = last(battle, "flak")
    assert (flak.data["score"], flak.data["shaken"]) == (6, 3)
    assert "p8.air.aa-roll" in flak.rules
    # The truck: 6 + 7 against 4 + 3 + 3.
    assert last(battle, "air-attack").data["score"] == 3
    assert element(battle, "truck").suppressed


@pytest.mark.rule("p8.air.attack-roll")
@cases("die, result", (9, "suppressed"), (8, "none"))
@cases("quality", "elite", "poor")
def test_a_tank_buster_shaken_by_2_on_a_kv_1(die: int, result: str, quality: str) -> None:
    # Anti-aircraft fire: 6 + 1 against 3 + 1 is +3, which gives the tank +2.
    battle = flown(
        FAR,
        unit("kv", "su-kv1", at=(30, 30), quality=quality),
        "flak su-37aa 26,20",
        date="1944",
        terrain="marsh 29,34 to 31,36",
        planned=noted("german", "marsh"),
        dice=[6, 3, die, 4],
    )
    play(battle, Strike("planned", "kv"), FireFlak(("flak",)))
    event = last(battle, "air-attack")
    assert [tally.total for tally in event.tallies] == [7, 9]
    assert event.data["score"] == die + 7 - 13
    assert event.data["effect"] == result
    assert element(battle, "kv").suppressed is (result == "suppressed")


@pytest.mark.rule("p8.air.second-pass")
@cases("die, back", (8, True), (7, False))
def test_aircraft_shaken_by_2_come_back_on_an_8(die: int, back: bool) -> None:
    dice = [6, 3, 2, 10, 31, 5, 44, die, *([] if back else [18])]
    battle = flown(
        FAR,
        "kv su-kv1 30,30; flak su-37aa 26,20",
        terrain="marsh 29,34 to 31,36",
        planned=noted("german", "marsh"),
        dice=dice,
    )
    play(battle, Strike("planned", "kv"), FireFlak(("flak",)))
    assert last(battle, "flak").data["shaken"] == 2
    for _ in range(4):
        passes(battle)
    assert (battle.state.turn, battle.state.active) == (3, "german")
    assert (asked(battle) != "action") is back
    if back:
        assert why_not(battle, Strike("planned", "kv")) is None
