"""Attacks around tall cover with anything in hand, and how men begin a battle."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.book import ACTS
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of, check_attack
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob, throw_at
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import leaning_out
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Deploy,
    EndTurn,
    Flame,
    Move,
    Shoot,
    Sweep,
    Throw,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.scenario import Unit, Zone
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
WALL = edged("wall", "tall-wall", (9, 20), (11, 20))
"""A wall along the north of (9, 20) and (10, 20); (11, 20) looks past it."""

OUT = middle((11, 20))


def behind_the_wall(*others: Unit, sheet: str = "rifleman", **rest: Any) -> OwbBattle:
    return fight(man("ivan", (10, 20), sheet=sheet), *others, terrain=[WALL], **rest)


# -- at vehicles ----------------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.los.character-at-vehicle", "owb.weapon.rpg-against-vehicles")
def test_a_rocket_is_fired_at_a_tank_around_a_corner() -> None:
    tank = vehicle("tank", "tank-light", (10, 12), side="b", facing=4)
    battle = behind_the_wall(tank, sheet="rocketeer-heavy")
    ivan = person(battle, "ivan")
    plain = ShootAboard(person="ivan", vehicle="tank", weapon="rpg-heavy")
    out = ShootAboard(person="ivan", vehicle="tank", weapon="rpg-heavy", lean=OUT)
    assert check_attack(battle.state, ivan, plain) is not None
    assert check_attack(battle.state, ivan, out) is None
    assert out in attacks_of(battle.state, ivan)
    assert ACTS.odds(battle.state, plain) is None
    assert ACTS.odds(battle.state, out) is not None
    before = battle.state.vehicle("tank").hp
    turn(battle, "ivan", out, dice=(16, *[1] * 10))
    assert told(battle, "attack")[-1].data["hit"]
    assert battle.state.vehicle("tank").hp == before - 10
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out")
def test_nobody_leans_out_where_there_is_nothing_to_lean_out_of() -> None:
    tank = vehicle("tank", "tank-light", (10, 12), side="b", facing=4)
    state = state_of(man("ivan", (10, 20), sheet="rocketeer-heavy"), tank)
    out = ShootAboard(person="ivan", vehicle="tank", weapon="rpg-heavy", lean=OUT)
    refusal = check_attack(state, person(state, "ivan"), out)
    assert refusal is not None
    assert refusal.rule == "owb.cover.lean-out"


# -- explosives and flames ------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.impact.open-stationary-target", "owb.impact.unseen-target")
@pytest.mark.parametrize(("lean", "number"), [(None, 14), (OUT, 10)])
def test_who_leans_out_to_throw_sees_his_target(
    lean: tuple[float, float] | None, number: int
) -> None:
    battle = behind_the_wall(man("foe", (10, 18), "b"))
    order = Throw(person="ivan", bomb="grenade", at=middle((10, 18)), lean=lean)
    ivan = leaning_out(battle.state, person(battle, "ivan"), order.lean)
    lob = throw_at(battle.state, ivan, "grenade", (10, 18))
    assert isinstance(lob, Lob)
    assert (lob.armor.total, lob.tally.total) == (number, -2), "the range is from his own square"
    turn(battle, "ivan", order, dice=(1, 6, 1))
    shelter = target_line(battle.state, (10, 10), person(battle, "ivan"))[1]
    assert shelter == ("full" if lean is None else "partial")


@rule("owb.cover.lean-out", "owb.cover.ducked-or-up")
def test_who_leaned_out_to_throw_does_not_duck_out_of_it() -> None:
    bags = filled("bags", "sandbags", (10, 21))
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 18), "b"), terrain=[WALL, bags])
    order = Throw(person="ivan", bomb="grenade", at=middle((10, 18)), lean=OUT)
    play(battle, Begin(person="ivan"), order, dice=(1,))
    assert not battle.allows(EndTurn(person="ivan", ducked=True), "a")
    assert battle.allows(EndTurn(person="ivan"), "a")


@rule("owb.cover.lean-out", "owb.timed.cook")
def test_a_cooked_grenade_is_not_thrown_leaning_out() -> None:
    battle = behind_the_wall(man("foe", (10, 18), "b"))
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    pass_all(battle, until="throw")
    there = middle((10, 18))
    assert battle.allows(Throw(person="ivan", bomb="grenade", at=there), "a")
    assert not battle.allows(Throw(person="ivan", bomb="grenade", at=there, lean=OUT), "a")


@rule("owb.cover.lean-out", "owb.weapon.flamethrower-cone")
@pytest.mark.parametrize(("lean", "burned"), [(None, 12), (OUT, 9)])
def test_a_flame_goes_round_the_corner(lean: tuple[float, float] | None, burned: int) -> None:
    battle = behind_the_wall(
        man("foe", (11, 17), "b", rank="officer"),
        sheet="flamethrower-operator",
        dice=(4, 6, 1),
    )
    # from behind the wall the line to (11, 17) is blocked
    flame = Flame(person="ivan", at=middle((11, 17)), lean=lean)
    turn(battle, "ivan", flame, dice=(3, 20) if lean else ())
    assert person(battle, "foe").hp == burned


# -- the beginning --------------------------------------------------------------------------------


def to_deploy(**options: str) -> OwbBattle:
    zone = Zone(id="south", side="a", outline=((0.0, 0.0), (36.0, 0.0), (36.0, 6.0), (0.0, 6.0)))
    gunner = Unit(
        id="ivan", sheet="medium-machinegunner", side="a", quality="soldier", zone="south"
    )
    return fight(gunner, man("foe", (1, 1), "b"), zones=(zone,), options={**options}, dice=(6, 1))


@rule("owb.base.deployment", "owb.weapon.machinegun-medium")
@pytest.mark.parametrize("packed", [False, True])
def test_a_gun_begins_set_up_or_packed(packed: bool) -> None:
    battle = to_deploy()
    play(battle, Deploy(person="ivan", at=middle((10, 33)), set_up=not packed))
    gun = person(battle, "ivan").arm("machinegun-medium")
    assert gun is not None
    assert gun.set_up is not packed


@rule("owb.base.deployment", "owb.modifiers.switch")
def test_a_man_is_placed_in_any_position_where_positions_count() -> None:
    order = Deploy(person="ivan", at=middle((10, 33)), position="prone")
    battle = to_deploy(stances="on")
    play(battle, order)
    assert person(battle, "ivan").stance == "prone"
    assert not to_deploy().allows(order, "a")


@rule("owb.ambush.search", "owb.ambush.searchers-roll-initiative")
@pytest.mark.parametrize(("search", "wary"), [("on", ("foe",)), ("off", ())])
def test_where_nobody_can_search_nobody_is_on_his_guard(search: str, wary: tuple[str, ...]) -> None:
    battle = fight(
        man("ivan", (10, 20), hidden=True, ducked=True),
        man("foe", (10, 10), "b", searching=True),
        terrain=[filled("bags", "sandbags", (10, 19))],
        options={"ambush_search": search},
        dice=(6,) if search == "on" else (),
    )
    assert battle.state.phase == "free-attack"
    assert battle.state.wary == wary


# -- the reach of a cone --------------------------------------------------------------------------


@rule("owb.suppress.cone-reach", "owb.suppress.movement-limit")
def test_who_steps_back_out_of_reach_of_the_area_does_not_keep_it_up() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 5), "b", facing=4, rank="officer"),
        options={"suppressive_reach": "short"},
    )
    shot = Shoot(person="gunner", target="foe", weapon="submachinegun", mode="suppress")
    turn(battle, "gunner", shot, dice=(1,))
    pass_all(battle, dice=())
    gun = person(battle, "gunner").arm("submachinegun")
    assert gun is not None
    battle.state.put(person(battle, "gunner").with_arm(type(gun)(id=gun.id)))
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin(person="gunner"))
    assert battle.allows(Sweep(person="gunner"), "a")
    play(battle, Move(person="gunner", path=(middle((10, 21)),)))
    assert not battle.allows(Sweep(person="gunner"), "a")
