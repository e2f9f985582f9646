"""Section 15.3 where aircraft meet hidden weapons, works, nations, riders and shells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import FireFlak, Strike
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from tests.panzer8.airmen import attack, card, mission, noted
from tests.panzer8.gunners import pass_until
from tests.panzer8.movers import asked
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    last,
    modifiers,
    seats,
    smoke,
    told,
    unit,
    why_not,
)

MARSH = area("marsh", box(28, 34, 32, 38))
COVER = "p8.fire.mod-hard-cover-hull-down-smoke"
HIDDEN = {"hidden_placement": True}


def at_planned(
    *units: Any, dice: Any, rank: str = "10", terrain: Any = (), **rest: Any
) -> P8Battle:
    """Aircraft of the Germans are to attack near a marsh at (28, 34) to (32, 38)."""
    return mission(
        unit("ours", "ge-rifle-44", "german", at=(5, 5)),
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
        unit("rifles", "uk-rifle-44", "british", at=(30, 32), facing=180),
        unit("gun", "uk-bofors", "british", at=(49, 20), hidden=True, facing=270),
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
        unit("rifles", "uk-rifle-40", "british", at=(30, 32), facing=180, dug_in=True),
        terrain=[area("bua", box(28, 30, 32, 34))],
        date="1940",
        dice=[5, 5],
    )
    attack(battle, "rifles", "planned")
    assert modifiers(battle, "air-attack").get(COVER) == 2


@pytest.mark.rule("p8.air.attack-roll", "p8.nation.french-reserve-quality")
def test_the_quality_of_french_reserves_does_not_count_against_aircraft() -> None:
    battle = at_planned(
        unit("rifles", "fr-rifle-res", "french", at=(30, 32), facing=180),
        date="1940",
        options={"national_characteristics": True},
        dice=[5, 4],
    )
    event = attack(battle, "rifles", "planned")
    assert event.data["score"] == 5 + 9 - 5 - 4


@pytest.mark.rule("p8.air.friendly-fire-within-6", "p8.hidden.air-can-hit")
def test_a_mistaken_attack_passes_over_hidden_friends() -> None:
    battle = mission(
        unit("near", "ge-mg", "german", at=(30, 30), hidden=True, dug_in=True),
        unit("ours", "ge-rifle-44", "german", at=(30, 27), facing=0),
        unit("rifles", "uk-rifle-44", "british", at=(30, 33), facing=180),
        terrain=[MARSH],
        planned=noted("german", "marsh"),
        options=HIDDEN,
        hides={"german": 1.0},
        rank="jack",
        dice=[2, 10, 5, 5],
    )
    battle.play(Strike("planned", "rifles"))
    assert [e.pieces[0] for e in told(battle, "air-attack")] == ["rifles", "ours"]


@pytest.mark.rule("p8.air.friendly-fire-within-6")
@pytest.mark.parametrize(("y", "hit"), [(26.4, True), (26.3, False)])
def test_friends_are_in_danger_up_to_exactly_6(y: float, hit: bool) -> None:
    # The target's near edge is at 32.8; the friend's far edge at y + 0.4.
    battle = mission(
        unit("ours", "ge-rifle-44", "german", at=(30, y), facing=0),
        unit("rifles", "uk-rifle-44", "british", at=(30, 33.2), facing=180),
        terrain=[MARSH],
        planned=noted("german", "marsh"),
        rank="jack",
        dice=[2, 10, 5, 5],
    )
    battle.play(Strike("planned", "rifles"))
    assert len(told(battle, "air-attack")) == (2 if hit else 1)


@pytest.mark.rule("p8.air.friendly-fire-on-one", "p8.fire.ap-asterisk")
def test_a_mistaken_attack_on_a_heavy_tank_of_ones_own_needs_no_dice() -> None:
    battle = mission(
        unit("tank", "ge-tiger1", "german", at=(30, 10), facing=0),
        unit("rifles", "uk-rifle-44", "british", at=(30, 33.2), facing=180),
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
        unit("rifles", "uk-rifle-44", "british", at=(30, 32), facing=180),
        unit("gun", "uk-bofors", "british", at=(30, 20), facing=180),
        unit("runner", "ge-rifle-44", "german", at=(30, 10)),
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
        battle.play(Done(), battle.choices[0].seats[0])
    assert why_not(battle, Fire("gun", "runner")) == "p8.action.barred-after-reacting"


@pytest.mark.rule("p8.air.opportunity-roll", "p8.armdinf.as-infantry-except")
def test_mounted_armoured_infantry_in_the_open_is_found_but_has_hard_cover() -> None:
    battle = mission(
        unit("ours", "uk-rifle-44", "british", at=(5, 5)),
        unit("pz", "ge-pzgren-44", "german", at=(30, 30), facing=180),
        rank="jack",
        dice=[3, 5, 5],
    )
    event = attack(battle)
    assert event.pieces[0] == "pz"
    assert modifiers(battle, "air-attack").get(COVER) == 2
    assert event.data["score"] == 5 + 7 - 5 - 2 - 5


@pytest.mark.rule("p8.air.tank-buster-no-armour-no-return", "p8.air.second-pass")
def test_a_tank_buster_on_armoured_infantry_found_no_armour() -> None:
    battle = at_planned(
        unit("pz", "uk-carrier-44", "british", at=(30, 32), facing=180),
        dice=[5, 5],
    )
    attack(battle, "pz", "planned")
    assert battle.state.flights == ()


@pytest.mark.rule("p8.air.second-pass", "p8.hidden.air-can-hit")
def test_a_dive_bomber_that_wasted_its_attack_on_a_dummy_may_come_back() -> None:
    battle = at_planned(
        unit("rifles", "uk-rifle-40", "british", at=(50, 45), facing=180),
        unit("mates", "uk-rifle-40", "british", at=(55, 45), facing=180, hidden=True),
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


@pytest.mark.rule("p8.air.attack-roll", "p8.smoke.effect")
def test_smoke_does_not_hinder_aircraft() -> None:
    battle = at_planned(
        unit("rifles", "uk-rifle-44", "british", at=(30, 32), facing=180),
        screens=[smoke(30, 32, width=4.8)],
        options={"smoke": True},
        rank="jack",
        dice=[5, 5],
    )
    assert attack(battle, "rifles", "planned").data["score"] == 5 + 7 - 5 - 5
