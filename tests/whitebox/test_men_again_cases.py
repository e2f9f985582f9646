"""Men on foot in rare cases: where they are shot at, on what ground, and what they carry."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle import Battle, Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import shelter_from
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at
from sandtable.rulebooks.whitebox.part1_personal.movement.way import points_left
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import reloaded
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Climb,
    Cook,
    CutWire,
    Deploy,
    Mass,
    SetCharge,
    Shoot,
    TakeUp,
    Throw,
)
from sandtable.scenario import TableSize, Zone
from tests.whitebox.kit import (
    at,
    fight,
    filled,
    legal,
    man,
    middle,
    pass_all,
    person,
    play,
    scene,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


# -- where one is shot at -------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.range.penalties")
@pytest.mark.parametrize(("row", "wanted"), [(23, -4), (24, -4), (25, -6)])
def test_who_leans_out_is_shot_at_where_the_range_is_best(row: int, wanted: int) -> None:
    state = state_of(
        man("ivan", (10, row), sheet="submachinegunner"),
        man("bob", (10, 8), side="b"),
        terrain=[filled("s", "sandbags", (10, 9)), filled("w", "tall-wall", (11, 8))],
    )
    state.change("bob", lean=(10, 9))
    ivan, bob = state.person("ivan"), state.person("bob")
    # His own square, behind sandbags, is 15, 16 or 17 squares away; the other is one nearer.
    blow = legal(shot_at(state, ivan, ivan.arms[0], bob))
    assert blow.tally.total == wanted


@rule("owb.cover.lean-out", "owb.range.bands")
def test_who_leans_out_into_range_is_shot_at_there() -> None:
    state = state_of(
        man("ivan", (10, 28), weapons=["crossbow"]),
        man("bob", (10, 3), side="b"),
        terrain=[filled("w", "tall-wall", (11, 3))],
    )
    ivan, bob = state.person("ivan"), state.person("bob")
    assert not hasattr(shot_at(state, ivan, ivan.arms[0], bob), "tally")
    leaning = state.change("bob", lean=(10, 4))
    assert legal(shot_at(state, ivan, ivan.arms[0], leaning)).tally.total == -6 - 4


# -- the ground -----------------------------------------------------------------------------------


@rule("owb.conceal.what-counts", "owb.terrain.square-and-edge-features")
@pytest.mark.parametrize(
    ("ground", "shelter"),
    [("forest", "concealed"), ("rubble", "partial"), ("flat-ground", "none"), ("mud", "none")],
)
def test_the_ground_of_the_whole_table_protects_like_that_of_a_square(
    ground: str, shelter: str
) -> None:
    plain = scene(man("ivan", (10, 20)), man("bob", (10, 8), side="b"))
    table = TableSize(width=36.0, depth=36.0, ground=ground)
    battle = Battle(RULEBOOK, replace(plain, table=table), ScriptedDice([6, 1]))
    assert shelter_from(battle.state, (10, 20), person(battle, "bob")) == shelter


@rule("owb.conceal.what-counts")
def test_a_road_through_the_woods_conceals_nobody_from_the_next_square() -> None:
    plain = scene(
        man("ivan", (10, 9)),
        man("bob", (10, 8), side="b"),
        terrain=[filled("r", "road", (10, 0), (10, 35))],
    )
    table = TableSize(width=36.0, depth=36.0, ground="forest")
    battle = Battle(RULEBOOK, replace(plain, table=table), ScriptedDice([6, 1]))
    assert shelter_from(battle.state, (10, 9), person(battle, "bob")) == "none"


# -- what is carried ------------------------------------------------------------------------------


@rule("owb.base.encumbrance", "owb.weapon.machinegun-heavy")
def test_a_gun_on_its_trailer_is_not_carried() -> None:
    own = ["machinegun-heavy", "mortar", "handgun-medium"]  # 45 + 2, battle dress 10, helmet 3
    state = state_of(
        man("ivan", (10, 20), sheet="mortar-gunner", weapons=own), man("bob", (10, 8), side="b")
    )
    assert person(state, "ivan").movement == 12


@rule("owb.base.encumbrance")
def test_the_grenade_that_made_him_slow_is_thrown() -> None:
    # Rifle and bayonet 11, chain mail 50, helmet 3: 64 lb and twelve grenades.
    battle = fight(
        man("ivan", (10, 20), armor=["chain-mail", "helmet"], bombs={"grenade": 12}),
        man("bob", (10, 3), side="b"),
    )
    assert person(battle, "ivan").movement == 9
    play(battle, Begin(person="ivan"))
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((10, 16))), dice=[20])
    assert person(battle, "ivan").movement == 12
    assert points_left(person(battle, "ivan")) == 4


@rule("owb.base.encumbrance", "owb.timed.cook")
def test_a_grenade_in_the_hand_still_weighs() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=["chain-mail", "helmet"], bombs={"grenade": 12}),
        man("bob", (10, 3), side="b"),
    )
    play(battle, Begin(person="ivan"), Cook(person="ivan", bomb="grenade"))
    assert person(battle, "ivan").movement == 9


@rule("owb.base.encumbrance", "owb.weapon.flamethrower-rupture")
def test_whose_tanks_burst_carries_them_no_more() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        dice=[4, 6, 1],
    )
    assert person(battle, "bob").movement == 9
    play(battle, Begin(person="ivan"))
    play(battle, Shoot(person="ivan", weapon="rifle-large", target="bob"), dice=[15, 1, 2, 1, 1])
    assert person(battle, "bob").movement == 12


@rule("owb.base.encumbrance", "owb.weapon.changing-weapons")
def test_whose_gun_is_taken_carries_it_no_more() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (11, 20), sheet="flamethrower-operator"),
        man("bob", (10, 3), side="b"),
        dice=[4, 6, 1],
    )
    battle.state.change("oleg", hp=0, out="incapacitated", stance="prone")
    turn(battle, "ivan", TakeUp(person="ivan", weapon="flamethrower", owner="oleg"))
    assert person(battle, "ivan").movement == 9
    assert person(battle, "oleg").movement == 12


@rule("owb.base.encumbrance", "owb.ammo.weight", "owb.reload.loses-initiative")
def test_the_load_that_made_him_slow_is_put_in() -> None:
    # Rifle and bayonet 11, chain mail 50, helmet 3, grenades 2: 66 lb; ten of thirteen loads weigh.
    battle = fight(
        man("ivan", (10, 20), armor=["chain-mail", "helmet"], loads={"rifle-large": 13}),
        man("bob", (10, 3), side="b"),
        options={"ammo": "count"},
    )
    ivan = person(battle, "ivan")
    assert ivan.movement == 9
    emptied = ivan.with_arm(replace(ivan.arms[0], rounds=0))
    assert reloaded(battle.state, emptied).movement == 12


@rule("owb.suppress.massed-rifles")
def test_many_rifles_fire_rifles_though_one_carries_an_anti_tank_rifle_too() -> None:
    both = ["rifle-anti-tank", "rifle-large"]
    battle = fight(
        *(man(f"r{n}", (9 + n, 20), weapons=both) for n in range(3)),
        man("bob", (10, 8), side="b", rank="op5"),
        options={"massed_suppression": "3"},
    )
    turn(battle, "r1")
    turn(battle, "r2")
    play(battle, Begin(person="r0"))
    # 2d6 would need two dice; a large rifle does 1d6+1.
    play(battle, Mass(person="r0", at=middle((10, 8)), others=("r1", "r2")), dice=[15, 4])
    assert person(battle, "bob").hp == 21 - 5


# -- charges --------------------------------------------------------------------------------------


@rule("owb.base.minimum-damage", "owb.static.damage")
def test_the_weakest_charge_does_1() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}),
        man("bob", (10, 17), side="b"),
        options={"static_damage": "1d6-3"},
    )
    charge = SetCharge(person="ivan", at=middle((10, 19)), fuse=1)
    turn(battle, "ivan", charge)
    pass_all(battle, dice=[6, 1])
    # Round 2 ends with the charge: damage, then the saves of Ivan and Bob, who fail.
    pass_all(battle, dice=[1, 1, 1, 6, 1])
    assert told(battle, "blast")[-1].data["damage"] == 1
    assert (person(battle, "bob").hp, at(battle.state, "bob")) == (3, (10, 17))


# -- from the start -------------------------------------------------------------------------------


@rule("owb.base.damage-and-zero-hp", "owb.base.dying")
@pytest.mark.parametrize(
    ("rank", "hp", "out"),
    [
        ("op1", 1, ""),
        ("op1", 0, "incapacitated"),
        ("op1", -5, "incapacitated"),
        ("op1", -6, "dead"),
        ("soldier", 0, "dead"),
    ],
)
def test_whom_the_scenario_gives_no_hit_points_lies_there_from_the_start(
    rank: str, hp: int, out: str
) -> None:
    battle = fight(
        man("ivan", (10, 20), rank=rank, hp=hp),
        man("karl", (11, 20)),
        man("bob", (10, 8), side="b"),
    )
    assert person(battle, "ivan").out == out
    assert ("ivan" in battle.choices[0].about) is not bool(out)
    pass_all(battle, dice=[6, 1])
    # He loses a hit point at the end of the first round, having fallen before it.
    assert person(battle, "ivan").hp == (hp - 1 if out == "incapacitated" else hp)


# -- two switches ---------------------------------------------------------------------------------


@rule("owb.terrain.impassable-with-tools")
@pytest.mark.parametrize("switch", ["on", "off"])
def test_wire_and_walls_are_overcome_only_if_the_battle_allows_it(switch: str) -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("bob", (10, 8), side="b"),
        terrain=[filled("w", "barbed-wire", (10, 19)), filled("t", "tall-wall", (11, 20))],
        options={"overcome_impassable": switch},
    )
    play(battle, Begin(person="ivan"))
    for order in (
        CutWire(person="ivan", at=middle((10, 19))),
        Climb(person="ivan", to=middle((12, 20))),
    ):
        assert battle.allows(order, "a") is (switch == "on")


@rule("owb.mortar.minimum-range", "owb.range.penalties")
@pytest.mark.parametrize(
    ("distance", "wanted"), [(59, None), (60, 0), (100, 0), (101, -2), (400, -6), (401, None)]
)
def test_a_mortar_behind_the_edge_is_as_far_away_as_the_battle_says(
    distance: int, wanted: int | None
) -> None:
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True),
        man("karl", (10, 30), facing=0),
        man("bob", (10, 8), side="b"),
        options={"mortar_offmap_distance": str(distance)},
    )
    found = mortar_at(state, state.person("ivan"), (10, 8))
    if wanted is None:
        assert isinstance(found, Refusal)
    else:
        assert legal(found).tally.total == wanted


@rule("owb.grid.facings", "owb.base.deployment")
@pytest.mark.parametrize(("facing", "heading"), [(None, 180.0), (0.0, 0.0), (90.0, 90.0)])
def test_one_is_placed_with_a_forward_facing_unless_his_player_turns_him(
    facing: float | None, heading: float
) -> None:
    plain = scene(man("ivan", (10, 30)), man("bob", (10, 5), side="b"))
    ivan, bob = plain.units
    zone = Zone(id="north", outline=((0.0, 30.0), (36.0, 30.0), (36.0, 36.0), (0.0, 36.0)))
    waiting = replace(bob, at=None, zone="north", facing=0.0)
    placed = replace(plain, units=(ivan, waiting), zones=(zone,))
    battle = Battle(RULEBOOK, placed, ScriptedDice([6, 1]))
    play(battle, Deploy(person="bob", at=middle((10, 4)), facing=facing))
    assert person(battle, "bob").heading == heading
