"""WITHHOLDING AN ATTACK: whoever could make his is asked, whether that would be wise or not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import open_attack
from sandtable.rulebooks.whitebox.part1_personal.explosives.lobbing import open_throw
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import can_release, open_release
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Attacking, CookedOff, GunAttack, Interrupt
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Hold,
    Launch,
    Mass,
    Move,
    Throw,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun, FirePort
from tests.whitebox.gun_kit import fire
from tests.whitebox.kit import (
    FAR,
    ask,
    asked_at,
    edged,
    fight,
    filled,
    man,
    path,
    play,
    shot,
    state_of,
    turn,
)
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
LINKED = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
STEP = Interrupt(about="hans", moment="step")


def asked(state: OwbState, frame: Interrupt = STEP) -> list[str]:
    """Who is asked at a moment."""
    return asked_at(state, frame)


def offered(state: OwbState, seat: str = "a") -> list[Order]:
    """What a program may choose from."""
    known = RULEBOOK.known_to(state, seat)
    return list(RULEBOOK.candidates(known, RULEBOOK.choices(known)[0]))


def settled(state: OwbState, *dice: int) -> list[str]:
    """What happens by itself up to the next question, in kinds of events."""
    return [event.kind for event in RULEBOOK.settle(state, ScriptedDice(dice))]


# -- on foot --------------------------------------------------------------------------------------


@rule("owb.withhold.interrupt-timing", "owb.withhold.modes")
def test_who_withholds_a_grenade_is_asked_though_the_enemy_is_too_far_for_it() -> None:
    battle = fight(
        man("ivan", (10, 24), bombs={"grenade": 1}, weapons=[], facing=0),
        man("hans", (10, 10), "b", facing=4),
    )
    turn(battle, "ivan", Withhold(person="ivan"))
    play(battle, Begin(person="hans"), Move(person="hans", path=path((11, 10))))
    assert ask(battle) == "interrupt"
    orders = offered(battle.state)
    assert orders[-1] == Hold()
    (order,) = orders[:-1]
    assert isinstance(order, Throw)
    play(battle, order, dice=(20,))
    assert battle.state.person("ivan").attacked
    assert battle.state.explosives


@rule("owb.withhold.interrupt-timing", "owb.withhold.arc")
def test_who_has_nothing_but_a_rifle_is_not_asked_for_an_enemy_behind_him() -> None:
    state = state_of(man("ivan", (10, 24), facing=4, bombs={}), man("hans", (10, 14), "b"))
    state.change("ivan", withheld=True)
    assert asked(state) == []
    state.change("ivan", heading=0.0)
    assert asked(state) == ["ivan"]


@rule("owb.withhold.interrupt-timing", "owb.withhold.modes")
def test_who_could_shoot_one_who_lies_helpless_is_asked() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0, bombs={}),
        man("hans", (30, 30), "b"),
        man("fritz", (10, 14), "b", rank="officer"),
    )
    state.change("ivan", withheld=True)
    state.change("fritz", out="incapacitated")
    assert asked(state) == ["ivan"]
    state.change("fritz", out="dead")
    assert asked(state) == []


@rule("owb.withhold.interrupt-timing", "owb.los.character-at-vehicle")
def test_who_could_shoot_in_vain_at_a_tank_is_asked() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0, bombs={}),
        vehicle("panzer", "tank-heavy", (10, 10), 4, "b"),
        man("far", (30, 35), "b"),
    )
    state.change("ivan", withheld=True)
    assert asked(state, Interrupt(about="panzer", moment="step")) == ["ivan"]


@rule("owb.withhold.interrupt-timing", "owb.weapon.flamethrower-cone")
def test_who_withholds_a_flame_is_asked_while_there_is_fuel_however_far_the_enemy_is() -> None:
    state = fight(
        man("ivan", (10, 24), facing=0, weapons=["flamethrower"], bombs={}),
        man("hans", (10, 4), "b"),
        dice=(3, 6, 1),
    ).state
    ivan = state.change("ivan", withheld=True)
    flame = ivan.arm("flamethrower")
    assert flame is not None
    state.put(ivan.with_arm(replace(flame, fuel=2)))
    assert asked(state) == ["ivan"]
    state.put(ivan.with_arm(replace(flame, fuel=0)))
    assert asked(state) == []


@rule("owb.withhold.interrupt-timing", "owb.mortar.minimum-range")
def test_who_mans_a_mortar_behind_the_map_is_asked_and_may_fire_anywhere() -> None:
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True, bombs={}),
        man("oleg", (10, 34)),
        man("hans", (10, 10), "b"),
    )
    ivan = state.change("ivan", withheld=True)
    mortar = ivan.arm("mortar")
    assert mortar is not None
    state.put(ivan.with_arm(replace(mortar, set_up=True)))
    assert asked(state) == ["ivan"]
    found = open_attack(state, state.person("ivan"), turning=False)
    assert isinstance(found, Launch)


@rule("owb.withhold.interrupt-timing", "owb.mortar.crew")
def test_a_mortar_that_needs_its_loader_is_ready_if_he_is_there() -> None:
    """One man fires every fourth round, two every second."""
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True, bombs={}),
        man("oleg", (10, 35), off_map=True),
        man("boris", (10, 30)),
        man("hans", (10, 10), "b"),
    )
    ivan = state.change("ivan", withheld=True)
    mortar = ivan.arm("mortar")
    assert mortar is not None
    state.put(ivan.with_arm(replace(mortar, set_up=True, fired_in=state.turn - 2)))
    assert asked(state) == ["ivan"]
    found = open_attack(state, state.person("ivan"), turning=False)
    assert isinstance(found, Launch)
    assert found.helper == "oleg"
    state.change("oleg", acted=True)
    assert asked(state) == []


# -- another target -------------------------------------------------------------------------------


@rule("owb.attack.declare-then-resolve")
def test_another_target_may_be_one_who_lies_helpless() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0),
        man("hans", (10, 14), "b"),
        man("fritz", (11, 14), "b", rank="officer"),
        man("otto", (10, 30), "b"),
    )
    state.change("otto", on_table=False)
    state.change("hans", out="dead")
    state.change("fritz", out="incapacitated")
    state.push(Attacking(person="ivan", attack=shot("hans"), stage="due"))
    assert "lost-attack" not in settled(state)
    assert RULEBOOK.choices(state)[0].ask == "another target"
    assert offered(state) == [shot("fritz"), Hold()]


@rule("owb.attack.declare-then-resolve")
def test_a_rocket_may_be_fired_at_any_other_square_if_its_target_is_covered_now() -> None:
    state = state_of(
        man("ivan", (10, 24), sheet="rocketeer-medium", facing=0),
        man("hans", (10, 14), "b"),
        terrain=[filled("house", "building-wall-masonry", (8, 16), (12, 16))],
    )
    rocket = next(arm.id for arm in state.person("ivan").arms if arm.id.startswith("rpg"))
    attack = Launch(person="ivan", weapon=rocket, at=path((10, 14))[0])  # type: ignore[arg-type]
    state.push(Attacking(person="ivan", attack=attack, stage="due"))
    assert "lost-attack" not in settled(state)
    (order, hold) = offered(state)
    assert isinstance(order, Launch)
    assert hold == Hold()


@rule("owb.attack.declare-then-resolve")
def test_an_attack_is_lost_where_there_is_nothing_left_to_attack() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0), man("hans", (10, 14), "b"), man("otto", (10, 30), "b")
    )
    state.change("hans", out="dead")
    state.push(Attacking(person="ivan", attack=shot("hans"), stage="due", free=True))
    assert "lost-attack" in settled(state), "Otto is behind him"


@rule("owb.attack.declare-then-resolve", "owb.suppress.massed-rifles")
def test_many_rifles_may_fire_at_another_from_whoever_is_in_their_middle() -> None:
    """Of all three the middle sees nothing for the wall; of the two on the right one does."""
    state = state_of(
        man("ivan", (10, 24), facing=0),
        man("oleg", (11, 24), facing=0),
        man("boris", (12, 24), facing=0),
        man("hans", (30, 14), "b"),
        man("fritz", (12, 14), "b"),
        terrain=[edged("wall", "tall-wall", (9, 24), (12, 24))],
        options={"massed_suppression": "2"},
    )
    for name in ("oleg", "boris"):
        state.change(name, done=True)
    state.change("hans", out="dead")
    attack = Mass(person="ivan", at=path((30, 14))[0], others=("oleg", "boris"))
    state.push(Attacking(person="ivan", attack=attack, stage="due"))
    assert "lost-attack" not in settled(state)
    assert any(isinstance(order, Mass) for order in offered(state))


@rule("owb.timed.cook")
def test_what_is_lit_can_always_be_thrown_unless_his_hands_are_bound() -> None:
    state = state_of(man("ivan", (10, 24), facing=0), man("hans", (10, 4), "b"))
    ivan = state.change("ivan", cooking="grenade", attacked=True)
    assert open_throw(state, ivan, "grenade", turning=False) is not None
    assert open_throw(state, replace(ivan, stance="prone"), "grenade", turning=False) is None
    state.push(CookedOff(queue=("ivan",)))
    settled(state)
    assert RULEBOOK.choices(state)[0].ask == "throw"


# -- aboard ---------------------------------------------------------------------------------------


@rule("owb.vattack.withhold", "owb.vweapon.against-characters-is-an-explosive")
def test_a_gun_is_ready_to_be_fired_at_bare_ground() -> None:
    state = state_of(
        vehicle("su", "tank-destroyer", (10, 25), td_gun="F"),
        vehicle("aside", "truck-large", (30, 25), 0, "b"),
        FAR,
    )
    gunner = state.change("su.gun-1", withheld=True)
    assert can_release(state, gunner)
    assert asked(state, Interrupt(about="aside", moment="step")) == ["su.gun-1"]
    state.alter("su", mounts=tuple(replace(m, jam=1) for m in state.vehicle("su").mounts))
    assert not can_release(state, state.person("su.gun-1"))


@rule("owb.vattack.withhold", "owb.vehicle.operator-fires-only-operator-linked")
def test_a_driver_with_a_gun_of_his_own_may_release_a_shot_of_his_pistol() -> None:
    """The machinegun points forward; the enemy is behind the car, which stands."""
    state = state_of(
        vehicle("jeep", "car", (10, 20), mounts=LINKED),
        man("oleg", (30, 5)),
        man("hans", (10, 30), "b"),
        FAR,
    )
    arms = state.person("oleg").arms
    driver = state.change("jeep.operator", withheld=True, arms=arms)
    found = open_release(state, driver)
    assert isinstance(found, FirePort)
    assert asked(state) == ["jeep.operator"]
    state.alter("jeep", pace="crawl")
    assert asked(state) == [], "while it moves he drives"


@rule("owb.attack.declare-then-resolve", "owb.vattack.roll")
def test_a_round_may_be_fired_at_bare_ground_when_its_target_is_gone() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR,
    )
    state.alter("foe", on_table=False)
    state.push(GunAttack(person="tank.gun-1", attack=fire("tank", "foe"), stage="due"))
    assert "lost-attack" not in settled(state)
    orders = offered(state)
    assert isinstance(orders[0], FireGun)
    assert orders[0].at is not None
    assert orders[-1] == Hold()
