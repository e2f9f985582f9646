"""MELEE WEAPONS, ARCHAIC WEAPONS, SMALL ARMS and MACHINEGUNS, row by row."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.melee import blades_of, damage_of
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    armor_class,
    is_archaic,
)
from tests.whitebox.kit import *


@rule(
    "owb.weapon.battle-axe",
    "owb.weapon.bayonet",
    "owb.weapon.improvised",
    "owb.weapon.strike",
    "owb.weapon.sword",
)
def test_damage_of_melee_weapons() -> None:
    ivan = person(facing_foe(1, weapons=[]), "ivan")
    wanted = {
        "battle-axe": "1d6+1",
        "bayonet": "1d6-1",
        "improvised": "1d6-2",
        "strike": "1d2",
        "sword": "1d6",
    }
    assert {name: str(damage_of(ivan, name)) for name in wanted} == wanted


@rule("owb.weapon.battle-axe")
def test_a_battle_axe_needs_both_hands() -> None:
    state = facing_foe(1, blades=["battle-axe"], armor=["shield"])
    found = melee_blow(state, person(state, "ivan"), person(state, "foe"), "battle-axe")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.weapon.battle-axe"


@rule("owb.weapon.bayonet", "owb.weapon.club")
def test_a_bayonet_on_a_rifle_is_a_spear_and_its_butt_a_club() -> None:
    ivan = person(facing_foe(1, weapons=["rifle-large"], blades=["bayonet"]), "ivan")
    assert damage_of(ivan, "bayonet") == MELEE["spear"].damage
    assert "club" in set(blades_of(ivan))
    assert "club" not in set(blades_of(person(facing_foe(1, weapons=["bow"]), "ivan")))


@rule("owb.weapon.hatchet-knife-spear-both-ways", "owb.weapon.changing-weapons")
def test_a_thrown_knife_lies_in_the_targets_square_until_it_is_taken() -> None:
    battle = fight(man("ivan", (5, 9), weapons=["knife"]), man("foe", (5, 8), "b"))
    ivan = person(battle, "ivan")
    assert "knife" in set(blades_of(ivan))
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon="knife"), dice=(1,))
    assert person(battle, "ivan").arms == ()
    assert battle.state.items[0].square == (5, 8)
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", TakeUp("ivan", weapon="knife"))
    assert person(battle, "ivan").arms[0].id == "knife"


@rule("owb.weapon.hatchet-knife-spear-both-ways", "owb.weapon.changing-weapons")
@pytest.mark.parametrize("sheet", ["submachinegunner", "officer"])
def test_a_knife_that_has_been_thrown_is_in_nobodys_hand(sheet: str) -> None:
    battle = fight(
        man("ivan", (10, 20), sheet=sheet), man("foe", (10, 19), "b", rank="officer"), FAR
    )
    turn(battle, "ivan", shot("foe", "knife"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert refusal(battle, Strike("ivan", target="foe", weapon="knife")) == "owb.melee.adjacent"
    assert not battle.allows(shot("foe", "knife"), "a")


@rule(
    "owb.weapon.bow",
    "owb.weapon.handguns",
    "owb.weapon.rifles",
    "owb.weapon.grenade",
    "owb.weapon.mortar-row",
    "owb.weapon.rpg-row",
    "owb.weapon.machinegun-light",
)
def test_rows_of_the_missile_table() -> None:
    wanted = {
        "bow": "1d6, ROF 1, RANGE 9, 5 lb",
        "handgun-small": "1d6-2, ROF 2, RANGE 9, 1 lb",
        "handgun-medium": "1d6-1, ROF 1, RANGE 15, 2 lb",
        "handgun-large": "1d6, ROF 1, RANGE 15, 3 lb",
        "rifle-small": "1d6, ROF 1, RANGE 30, 7 lb",
        "rifle-large": "1d6+1, ROF 1, RANGE 30, 10 lb",
        "grenade": "2d6+2, ROF 1, RANGE 1, 1 lb",
        "mortar": "2d6+2, ROF 1/2, RANGE 100, 45 lb",
        "rpg-light": "6d6, ROF 1/2, RANGE 15, 20 lb",
        "rpg-heavy": "10d6, ROF 1/2, RANGE 15, 20 lb",
        "machinegun-light": "1d6+1, ROF 1, RANGE 30, 20 lb",
    }
    assert {name: describe_weapon(MISSILE[name]) for name in wanted} == wanted


@rule("owb.weapon.bow", "owb.weapon.crossbow")
def test_bows_need_both_hands() -> None:
    for bow in ("bow", "crossbow"):
        refusal = shot_of_ivan(facing_foe(3, armor=["shield"]), bow)
        assert isinstance(refusal, Refusal)
        assert refusal.rule == f"owb.weapon.{bow}"
        assert isinstance(shot_of_ivan(facing_foe(3), bow), Blow)


@rule("owb.weapon.archaic-class", "owb.armor.full-value-archaic-only", "owb.ac.unarmored")
def test_armor_gives_its_full_value_against_archaic_weapons_only() -> None:
    state = facing_foe(1)
    foe = state.change("foe", armor=("chain-mail",))
    assert [is_archaic(name) for name in ("sword", "bow", "rifle-large")] == [True, True, False]
    assert armor_class(foe, "archaic").total == 14
    assert armor_class(foe, "bullets").total == 11


@rule("owb.weapon.garand-burst")
def test_a_garand_lays_no_suppressive_fire_and_other_rifles_fire_no_bursts() -> None:
    garand = fire_duel(8, "rifle-large-m1-garand")
    assert not garand.allows(shot("foe", "rifle-large-m1-garand", mode="suppress"), "a")
    assert not fire_duel(8).allows(shot("foe", mode="burst"), "a")


@rule("owb.weapon.anti-tank-rifle")
def test_an_anti_tank_rifle_must_be_rested() -> None:
    state = facing_foe(5)
    assert str(legal(shot_of_ivan(state, "rifle-anti-tank")).damage) == "2d6"
    state.change("ivan", spent=1)
    assert isinstance(shot_of_ivan(state, "rifle-anti-tank"), Refusal)


@rule("owb.weapon.anti-tank-rifle")
def test_who_fired_an_anti_tank_rifle_before_his_turn_does_not_move_in_it() -> None:
    battle = fired_before_his_turn("anti-tank-rifleman", shot("bob", weapon="rifle-anti-tank"), 2)
    move = Move("ivan", path((6, 20)))
    assert refusal(battle, move) == "owb.weapon.anti-tank-rifle"
    assert not [order for order in offered_to(battle) if isinstance(order, Move)]


@rule("owb.weapon.anti-tank-rifle")
def test_an_anti_tank_rifle_is_fired_only_by_one_who_does_not_move_before_or_after() -> None:
    men = (man("ivan", (10, 20), sheet="anti-tank-rifleman"), FOE_AHEAD)
    battle = fight(*men)
    play(battle, Begin("ivan"), shot("foe", "rifle-anti-tank"), dice=(1,))
    refusal = present(battle.refusal(Move("ivan", path((10, 21))), "a"))
    assert refusal.rule == "owb.weapon.anti-tank-rifle"
    moved = fight(*men)
    play(moved, Begin("ivan"), Move("ivan", path((10, 21))))
    assert not moved.allows(shot("foe", "rifle-anti-tank"), "a")


@rule("owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(
    ("distance", "total"), [(1, 2), (3, 2), (4, -2), (6, -2), (7, -4), (9, -4), (10, None)]
)
@pytest.mark.parametrize("bands", ["multiples", "chained-for-thrown"])
def test_a_shotgun_has_plus_2_to_3_squares_and_ends_at_9(
    distance: int, total: int | None, bands: str
) -> None:
    battle = fire_duel(distance, "shotgun-pump", range_bands=bands)
    order = shot("foe", "shotgun-pump")
    if total is None:
        assert not battle.allows(order, "a")
        return
    needs(battle, order, 11 - total)


@rule("owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(("distance", "allowed"), [(9, True), (10, False)])
def test_a_shotgun_is_refused_beyond_long_range_by_its_own_rule(
    distance: int, allowed: bool
) -> None:
    state = state_of(
        man("ivan", (10, 20), sheet="shotgunner"), man("foe", (10, 20 - distance), "b")
    )
    shot = Shoot("ivan", target="foe", weapon="shotgun-pump")
    refusal = check_attack(state, person(state, "ivan"), shot)
    assert (refusal is None) is allowed
    assert refusal is None or refusal.rule == "owb.weapon.shotgun-short-range"


@rule("owb.weapon.shotgun-short-range")
def test_a_shotgun_fired_out_of_a_car_has_its_bonus_too() -> None:
    car = vehicle("car", "car", (10, 15))
    pal = man("pal", (2, 2), sheet="shotgunner", carried_by="car", seat="passenger-1")
    state = state_of(car, pal, enemy_truck(), FAR_FOE)
    order = FirePort("pal", weapon="shotgun-pump", target="truck")
    found = shot_through_port(state, state.person("pal"), order)
    assert isinstance(found, VehicleShot)
    assert found.tally.total == -2
    nearer = state_of(vehicle("car", "car", (10, 13)), pal, enemy_truck(), FAR_FOE)
    found = shot_through_port(nearer, nearer.person("pal"), order)
    assert isinstance(found, VehicleShot)
    assert found.tally.total == 2


@rule("owb.weapon.shotgun-both-barrels")
@pytest.mark.parametrize(("distance", "damage"), [(2, 10), (3, 10), (4, 5), (5, 5), (9, 5)])
def test_both_barrels_do_double_damage_to_3_squares(distance: int, damage: int) -> None:
    battle = fire_duel(distance, "shotgun-double-barreled")
    order = shot("foe", "shotgun-double-barreled", mode="both-barrels")
    play(battle, order, dice=(20, 3))
    assert person(battle, "foe").hp == 60 - damage
    assert len(told(battle, "attack")) == 1
    assert not battle.allows(shot("foe", "shotgun-double-barreled"), "a")
    pump = fire_duel(distance, "shotgun-pump")
    assert not pump.allows(shot("foe", "shotgun-pump", mode="both-barrels"), "a")


@rule("owb.weapon.shotgun-both-barrels", "owb.ammo.count-rounds", "owb.rof.two")
def test_with_one_barrel_loaded_there_is_one_roll() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["shotgun-double-barreled"]),
        man("foe", (10, 18), "b", rank="op5"),
        options={"ammo": "count"},
    )
    gun = "shotgun-double-barreled"
    turn(battle, "ivan", shot("foe", gun), dice=(1,))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe", gun, mode="both-barrels")) == "owb.ammo.count-rounds"
    play(battle, shot("foe", gun, second="foe"), dice=(1,))
    assert rolled_all(battle)


@rule(
    "owb.weapon.shotgun-both-barrels",
    "owb.attack.natural-20-and-1",
    "owb.cover.partial-single-shot",
)
@pytest.mark.parametrize("naturals", ["off", "on"])
@pytest.mark.parametrize("far", [3, 4])
def test_odds_of_both_barrels(naturals: str, far: int) -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), weapons=["shotgun-double-barreled"]),
        man("foe", (10, 20 - far), "b", rank="op2"),
        terrain=[filled("s", "sandbags", (10, 21 - far))],
        options={"naturals_personal": naturals},
    )
    order = shot("foe", "shotgun-double-barreled", mode="both-barrels")
    assert odds_given(battle, order) == true_odds(battle, order, lost_by("foe", 9))


@rule("owb.weapon.shotgun-both-barrels", "owb.weapon.shotgun-short-range")
def test_both_barrels_at_a_truck_are_doubled_before_they_are_halved() -> None:
    """At 3 squares: 11 is hit with a 9; (3 + 2) twice is 10, and half of it 5."""
    battle = beside(at=(10, 13), ivan={"weapons": ["shotgun-double-barreled"]})
    order = ShootAboard(
        "ivan", vehicle="truck", weapon="shotgun-double-barreled", mode="both-barrels"
    )
    play(battle, order, dice=(9, 3))
    assert the(battle, "truck").hp == 16 - 5


@rule("owb.weapon.machinegun-light", "owb.autofire.two-modes")
def test_an_unmounted_light_machinegun_fires_bursts_and_nothing_else() -> None:
    battle = fight(man("ivan", (10, 20), sheet="light-machinegunner"), FOE_AHEAD)
    state = battle.state
    gun = present(person(state, "ivan").arm("machinegun-light"))
    moved = state.change("ivan", steps=1, spent=1)
    for mode, allowed in (("single", False), ("burst", True), ("suppress", True)):
        found = shot_at(state, moved, gun, person(state, "foe"), mode)
        assert isinstance(found, Refusal) is not allowed
    single = Shoot("ivan", target="foe", weapon="machinegun-light")
    refusal = present(check_attack(state, moved, single))
    assert refusal.rule == "owb.weapon.machinegun-light"


@rule("owb.weapon.machinegun-light")
@pytest.mark.parametrize(
    ("mode", "moves"), [("single", False), ("burst", True), ("suppress", False)]
)
def test_who_has_mounted_a_light_machinegun_does_not_move_after_it(mode: str, moves: bool) -> None:
    battle = fight(man("ivan", (10, 20), sheet="light-machinegunner"), FOE_AHEAD)
    shot = Shoot("ivan", target="foe", weapon="machinegun-light", mode=mode)  # type: ignore[arg-type]
    play(battle, Begin("ivan"), shot, dice=(1,))
    assert battle.allows(Move("ivan", (middle((10, 21)),)), "a") is moves


@rule("owb.weapon.machinegun-light")
def test_a_light_machinegun_that_moved_fires_only_bursts() -> None:
    state = state_of(man("ivan", (5, 5), sheet="light-machinegunner"), man("foe", (5, 15), "b"))
    moved = state.change("ivan", steps=1, spent=1)
    refusal = check_suppress(state, moved, moved.arms[0])
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.weapon.machinegun-light"


@rule("owb.weapon.machinegun-medium", "owb.weapon.machinegun-heavy")
def test_medium_and_heavy_machineguns_must_stand_on_their_mounts() -> None:
    for gun in ("machinegun-medium", "machinegun-heavy"):
        assert isinstance(shot_of_ivan(facing_foe(5), gun), Refusal)
        assert isinstance(shot_of_ivan(facing_foe(5), gun, set_up=True), Blow)
    battle = fight(
        man("ivan", (5, 20), sheet="medium-machinegunner"),
        man("oleg", (9, 20), weapons=["machinegun-heavy"]),
        man("foe", (5, 3), "b"),
    )
    turn(battle, "ivan", Move("ivan", (middle((5, 19)),)))
    assert not person(battle, "ivan").arms[0].set_up
    turn(battle, "oleg", Move("oleg", (middle((9, 19)),)))
    assert battle.state.items[0].square == (9, 20)


@rule("owb.weapon.machinegun-heavy", "owb.weapon.machinegun-medium", "owb.suppress.continue")
@pytest.mark.parametrize("weapon", ["machinegun-medium", "machinegun-heavy"])
def test_who_steps_away_from_a_mounted_gun_has_it_trained_on_nothing(weapon: str) -> None:
    battle = fight(man("ivan", (5, 20), weapons=[weapon]), man("bob", (5, 8), side="b", rank="op5"))
    opening = shot("bob", weapon=weapon, mode="suppress")
    turn(battle, "ivan", opening, Move("ivan", path((6, 20))), dice=[2])
    assert person(battle, "ivan").trained is None


@rule("owb.weapon.machinegun-heavy", "owb.weapon.changing-weapons")
def test_a_trailer_manned_from_the_next_square_does_not_follow_its_gunner() -> None:
    battle = takes_over("machinegun-heavy")
    pass_all(battle, dice=(6, 1))
    turn(battle, "mate", Move("mate", path((12, 20))))
    (item,) = battle.state.items
    assert item.square == (10, 20), "it stands where its first gunner fell"
    take = TakeUp("mate", weapon="machinegun-heavy")
    refusal = check_action(battle.state, person(battle, "mate"), take)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.weapon.changing-weapons"


@rule("owb.weapon.rpg-against-characters", "owb.blast.flat-trajectory")
def test_a_rocket_is_a_grenades_blast_and_flies_flat() -> None:
    sandbags = [filled("s", "sandbags", (10, 11))]
    state = state_of(
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        man("foe", (10, 10), "b", ducked=True),
        man("two", (15, 10), "b"),
        terrain=sandbags,
    )
    ivan = person(state, "ivan")
    ducked = rocket_at(state, ivan, "rpg-medium", (10, 10))
    assert isinstance(ducked, Refusal)
    assert ducked.rule == "owb.blast.flat-trajectory"
    state.change("foe", ducked=False)
    assert legal(rocket_at(state, ivan, "rpg-medium", (10, 10))).armor.total == 14
    assert legal(rocket_at(state, ivan, "rpg-medium", (15, 10))).armor.total == 10
    assert str(charge_of(state, "rpg-medium").damage) == "2d6+2"


@rule("owb.weapon.rpg-row", "owb.rof.half")
def test_rockets_are_fired_every_second_round() -> None:
    state = state_of(IVAN, FOE_AHEAD)
    state.turn = 4
    loading = state.change("ivan", arms=(Arm(id="rpg-light", fired_in=3),))
    assert isinstance(rocket_at(state, loading, "rpg-light", (10, 10)), Refusal)
    state.turn = 5
    assert isinstance(rocket_at(state, loading, "rpg-light", (10, 10)), Lob)
    assert square_of(state, "ivan") == (10, 20)
