"""MELEE ATTACK, against men and vehicles."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.melee import engaged
from sandtable.rulebooks.whitebox.part3_combining.from_foot import strike_at
from tests.whitebox.kit import *


def blow_at(target: str = "truck", weapon: Any = "bayonet") -> Strike:
    return Strike("ivan", target=target, weapon=weapon)


def struck_truck(state: OwbState, target: str = "truck", **more: Any) -> VehicleShot:
    found = strike_at(state, state.person("ivan"), target, "bayonet", **more)
    assert isinstance(found, VehicleShot), found
    return found


def strike_refused(state: OwbState, target: str = "truck", **more: Any) -> str:
    found = strike_at(state, state.person("ivan"), target, "bayonet", **more)
    assert isinstance(found, Refusal), found
    return found.rule


@rule("owb.melee.adjacent")
def test_melee_reaches_the_next_square_but_not_through_walls() -> None:
    state = facing_foe(1)
    assert engaged(state, person(state, "ivan"), person(state, "foe"))
    assert isinstance(
        melee_blow(state, person(state, "ivan"), person(state, "foe"), "strike"), Blow
    )
    far = facing_foe(2)
    assert isinstance(melee_blow(far, person(far, "ivan"), person(far, "foe"), "strike"), Refusal)
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    walled = state_of(IVAN, man("foe", (10, 19), "b"), terrain=wall)
    found = melee_blow(walled, person(walled, "ivan"), person(walled, "foe"), "strike")
    assert isinstance(found, Refusal)


@rule("owb.melee.adjacent", "owb.los.corner")
@pytest.mark.parametrize(
    ("kind", "apart"),
    [
        ("tall-wall", True),
        ("building-wall-plaster-or-wood", True),
        ("hedgerow", False),
        ("low-brick-wall", False),
    ],
)
def test_two_men_at_a_corner_are_kept_apart_by_what_is_tall_and_impassable(
    kind: str, apart: bool
) -> None:
    # the edges north and east of (10, 20) are closed, and (11, 19) is diagonally beyond them
    state = state_of(
        IVAN, man("foe", (11, 19), "b"), terrain=[edged("wall", kind, (10, 20), (11, 20), (11, 21))]
    )
    ivan, foe = person(state, "ivan"), person(state, "foe")
    assert isinstance(melee_blow(state, ivan, foe, "strike"), Refusal) is apart
    assert engaged(state, ivan, foe) is not apart


@rule("owb.melee.adjacent", "owb.combined.personal-weapons-vs-vehicles")
def test_a_bayonet_does_half_to_a_truck_that_it_hits() -> None:
    """Against AAC 11, by 1d6: 5 is halved to 2."""
    battle = beside()
    play(battle, blow_at(), dice=(11, 5))
    assert the(battle, "truck").hp == 16 - 2
    assert person(battle, "ivan").attacked
    assert not person(battle, "ivan").fired
    miss = beside()
    play(miss, blow_at(), dice=(10,))
    assert the(miss, "truck").hp == 16


@rule("owb.melee.adjacent", "owb.hull.damage-matrix")
def test_a_hull_turns_every_blade_and_none_is_offered() -> None:
    battle = beside(enemy_truck("armored-car"))
    play(battle, blow_at(), dice=(20,))
    assert the(battle, "truck").hp == 10
    assert "without effect" in told(battle, "attack")[0].text
    fresh = beside(enemy_truck("armored-car"))
    offered = list(attacks_of(fresh.state, person(fresh, "ivan")))
    assert blow_at() not in offered


@rule("owb.melee.adjacent")
def test_it_must_be_in_the_next_square_and_not_behind_a_tall_wall() -> None:
    assert struck_truck(state_of(man("ivan", (9, 11)), enemy_truck())).armor.total == 11
    assert strike_refused(state_of(man("ivan", (10, 12)), enemy_truck())) == "owb.melee.adjacent"
    tall = [edged("wall", "tall-wall", (8, 11), (13, 11))]
    assert (
        strike_refused(state_of(man("ivan", (10, 11)), enemy_truck(), terrain=tall))
        == "owb.melee.adjacent"
    )
    low = [edged("wall", "low-brick-wall", (8, 11), (13, 11))]
    struck_truck(state_of(man("ivan", (10, 11)), enemy_truck(), terrain=low))


@rule("owb.melee.adjacent")
def test_out_of_turn_it_must_be_in_his_arc() -> None:
    away = state_of(man("ivan", (10, 11), facing=4), enemy_truck())
    assert strike_refused(away, turning=False) == "owb.withhold.arc"
    struck_truck(state_of(man("ivan", (10, 11), facing=0), enemy_truck()), turning=False)


@rule("owb.melee.adjacent", "owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_somebody_in_a_truck_is_struck_against_his_own_armor_class() -> None:
    """Concealment does not help against a blade."""
    battle = beside()
    driver = battle.state.occupants("truck")[0]
    play(battle, blow_at(driver.id), dice=(11, 3))
    assert person(battle, driver.id).hp == driver.hp - 3
    assert the(battle, "truck").hp == 16


@rule("owb.melee.adjacent", "owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_behind_armor_only_the_gunner_at_the_pintle_can_be_struck() -> None:
    battle = beside(enemy_truck("armored-personnel-carrier"))
    rule_id = "owb.crew.occupants-of-armored-vehicles-not-targetable"
    found = strike_at(battle.state, person(battle, "ivan"), "truck.operator", "bayonet")
    assert isinstance(found, Refusal)
    assert found.rule == rule_id
    play(battle, blow_at("truck.gun-1"), dice=(11, 6))
    assert person(battle, "truck.gun-1").out


@rule("owb.melee.adjacent", "owb.vcrit.natural-20-and-1")
def test_a_natural_20_with_a_blade_leads_to_table_10() -> None:
    battle = beside()
    play(battle, blow_at(), dice=(20, 2, 5))
    assert the(battle, "truck").hp == 16 - 1
    assert the(battle, "truck").dim == 1


@rule("owb.melee.adjacent")
def test_blows_are_offered_typed_and_have_odds() -> None:
    """10 faces of 20 hit AAC 11; a 1 is halved to nothing."""
    battle = beside()
    offered = list(attacks_of(battle.state, person(battle, "ivan")))
    assert blow_at() in offered
    assert blow_at("truck.operator") in offered
    assert len(offered) == len(set(offered))
    odds = present(ACTS.odds(battle.state, blow_at()))
    assert odds.chance("miss") == pytest.approx(0.5)
    assert odds.chance("no effect") == pytest.approx(0.5 / 6)
    typed = PHRASES.read(battle.state, battle.choices[0], "strike ivan at truck bayonet")
    assert typed == blow_at()
    assert PHRASES.tell(battle.state, typed).text.endswith("with bayonet")


@rule("owb.melee.adjacent", "owb.vdamage.minus-ten-explodes")
def test_friends_wrecks_and_what_flies_are_not_struck() -> None:
    own = vehicle("truck", "truck-large", (11, 10), 4)
    assert strike_refused(state_of(man("ivan", (10, 11)), own, FAR_FOE)) == "owb.melee.adjacent"
    burnt = state_of(man("ivan", (10, 11)), enemy_truck(), FAR_FOE)
    burnt.alter("truck", wreck="exploded")
    assert strike_refused(burnt) == "owb.vdamage.minus-ten-explodes"


@rule("owb.melee.adjacent", "owb.combined.personal-weapons-vs-vehicles")
def test_a_blow_at_a_vehicle_and_at_one_aboard_is_shown_before_it_is_struck() -> None:
    battle = beside()
    trace = present(RULEBOOK.trace(battle.state, blow_at()))
    assert any(note.startswith("Strikes the front") for note in trace.notes)
    assert trace.notes[0] == f"Hits on {struck_truck(battle.state).needed} or more of 1d20."
    (line,) = trace.overlays
    assert isinstance(line, Shot)
    assert line.start == middle((10, 11))
    assert (
        battle.state.setting.square(line.end)
        in battle.state.footprint(the(battle, "truck")).squares
    )
    driver = blow_at("truck.operator")
    aboard = present(RULEBOOK.trace(battle.state, driver))
    assert any("hit points" in note for note in aboard.notes)
    far = present(RULEBOOK.trace(beside(at=(10, 20)).state, driver))
    assert far.notes == (), "out of reach there is only the line"


@rule("owb.melee.strength")
@pytest.mark.parametrize(
    ("option", "least", "damage"),
    [("hit-and-damage", 10, 5), ("hit", 10, 4), ("none", 11, 4)],
)
def test_a_strong_man_with_a_sword_does_4_and_1(option: str, least: int, damage: int) -> None:
    mine = {"strength": 1, "blades": ["sword"]}
    battle = fire_duel(1, mine=mine, strength_in_melee=option)
    blow = Strike("ivan", target="foe", weapon="sword")
    needs(battle, blow, least)
    play(battle, blow, dice=(20, 4))
    assert person(battle, "foe").hp == 60 - damage


@rule("owb.melee.strength", "owb.base.minimum-damage")
@pytest.mark.parametrize("strength", ["hit-and-damage", "hit", "none"])
def test_odds_of_a_blow_by_a_weak_man(strength: str) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 20), strength=-1),
        man("bob", (5, 19), side="b", armor=["chain-mail", "shield"]),
        options={"strength_in_melee": strength},
    )
    order = Strike("ivan", target="bob", weapon="improvised")
    assert odds_given(battle, order) == true_odds(battle, order, lost_by("bob", 4))


@rule("owb.melee.strength", "owb.melee.ignores-cover")
def test_strength_counts_for_the_hit_and_the_damage_and_cover_does_not() -> None:
    """11 with Strength 1 needs a 10; a 4 and 1 are 5, of which half is 2."""
    fence = [edged("bags", "sandbags", (10, 11), (12, 11))]
    battle = beside(ivan={"strength": 1}, terrain=fence)
    assert struck_truck(battle.state).tally.total == 1
    play(battle, blow_at(), dice=(10, 4))
    assert the(battle, "truck").hp == 16 - 2


@rule("owb.melee.ignores-cover")
def test_melee_ignores_cover() -> None:
    wall = [edged("w", "low-brick-wall", (10, 20), (11, 20))]
    state = state_of(IVAN, man("foe", (10, 19), "b", ducked=True), terrain=wall)
    found = melee_blow(state, person(state, "ivan"), person(state, "foe"), "club")
    assert isinstance(found, Blow)
    assert found.tally.total == 0


@rule("owb.melee.shooting-while-engaged")
def test_one_who_is_engaged_shoots_without_a_penalty() -> None:
    assert legal(shot_of_ivan(facing_foe(1), "rifle-large")).tally.total == 0
