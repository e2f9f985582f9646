"""KEEPING TRACK OF AMMO and RELOADS."""

import pytest

from tests.whitebox.kit import *

ANNA = """
format = "sandtable-character"
version = 1
book = "owb"
name = "Anna"
class = "medic"
level = 3

[kit]
weapons = ["rifle-large", "knife"]
bombs = { grenade = 1 }
"""
FOUGHT = """
[[battles]]
scenario = "one"
result = "won"
hit_points = 13
fired = {fired}
"""


def veteran_of(firefights: int, others: int = 0) -> str:
    """The file of a character who has fired in so many battles, and not in some others."""
    return ANNA + FOUGHT.format(fired="true") * firefights + FOUGHT.format(fired="false") * others


def last_shot(text: str, *dice: int, interval: str = "4", ammo: str = "abstract") -> OwbBattle:
    """A battle that ends with a shot by Anna."""
    plain = scene(
        man("anna", (10, 20)),
        man("foe", (10, 10), side="b"),
        options={"ammo_interval": interval, "ammo": ammo},
    )
    battle = Battle(RULEBOOK, bring(plain, {"anna": text}), ScriptedDice([6, 1]))
    if ammo == "count":
        pass_all(battle, until="who acts")
    turn(battle, "anna", shot("foe", who="anna"), dice=[20, 6, *dice])
    assert battle.outcome is not None
    assert rolled_all(battle)
    return battle


def came_out(battle: OwbBattle) -> Character:
    """Anna as she comes out of a battle."""
    return read(take_out(battle, "anna") or "")


@rule("owb.ammo.abstract")
@pytest.mark.parametrize(("face", "dry"), [(1, True), (2, False)])
def test_after_the_fourth_firefight_a_1_means_out_of_ammunition(face: int, dry: bool) -> None:
    battle = last_shot(veteran_of(3, others=2), face)
    assert [event.pieces for event in told(battle, "ammunition")] == [("anna",)]
    assert came_out(battle).kit.dry is dry


@rule("owb.ammo.abstract")
@pytest.mark.parametrize(
    ("before", "interval", "checked"),
    [
        (2, "3", True),
        (3, "3", False),
        (5, "3", True),
        (2, "4", False),
        (7, "4", True),
        (4, "5", True),
        (3, "5", False),
    ],
)
def test_the_interval_says_which_firefights_are_followed_by_a_check(
    before: int, interval: str, checked: bool
) -> None:
    dice = (3,) if checked else ()
    battle = last_shot(veteran_of(before), *dice, interval=interval)
    assert bool(told(battle, "ammunition")) is checked


@rule("owb.ammo.abstract")
def test_a_battle_in_which_one_has_not_fired_is_no_firefight() -> None:
    plain = scene(man("anna", (10, 20)), man("foe", (10, 10), side="b"))
    options = {**plain.options, "round_limit": "1"}
    limited = replace(plain, options=options)
    text = veteran_of(3)
    battle = Battle(RULEBOOK, bring(limited, {"anna": text}), ScriptedDice([6, 1]))
    pass_all(battle)
    assert battle.outcome is not None
    assert not told(battle, "ammunition")


@rule("owb.ammo.abstract")
def test_who_has_run_out_fires_no_firearm_until_he_is_supplied() -> None:
    dry = take_out(last_shot(veteran_of(3), 1), "anna") or ""
    plain = scene(man("anna", (10, 20)), man("foe", (10, 18), side="b"))
    battle = Battle(RULEBOOK, bring(plain, {"anna": dry}), ScriptedDice([6, 1]))
    play(battle, Begin("anna"))
    assert refusal(battle, shot("foe", who="anna")) == "owb.ammo.abstract"
    # Knives and grenades are no firearms.
    assert battle.allows(shot("foe", who="anna", weapon="knife"), "a")
    assert battle.allows(Throw("anna", bomb="grenade", at=middle((10, 18))), "a")
    rested = personal_files_for("owb").rested(dry)
    again = Battle(RULEBOOK, bring(plain, {"anna": rested}), ScriptedDice([6, 1]))
    play(again, Begin("anna"))
    assert again.allows(shot("foe", who="anna"), "a")


@rule("owb.ammo.abstract", "owb.suppress.massed-rifles")
def test_a_scenario_may_have_men_without_ammunition_who_do_not_fire_with_many() -> None:
    battle = fight(
        *(man(f"r{n}", (9 + n, 20), dry=n == 2) for n in range(3)),
        man("bob", (10, 8), side="b"),
        options={"massed_suppression": "3"},
    )
    assert person(battle, "r2").dry
    turn(battle, "r1")
    turn(battle, "r2")
    play(battle, Begin("r0"))
    order = Mass("r0", at=middle((10, 8)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.suppress.massed-rifles"


@rule("owb.ammo.count-rounds", "owb.rof.two", "owb.reload.loses-initiative")
def test_a_battle_may_be_fought_with_what_is_in_the_magazine() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 15), "b", rank="op5", weapons=[]),
        options={"ammo": "count", "spare_loads": "0"},
    )
    for _ in range(3):
        turn(battle, "ivan", shot("foe", "handgun-small", second="foe"), dice=(1, 1))
        pass_all(battle, dice=(6, 1))
        assert asked_for(battle) == "who acts", "nothing to declare"
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe", "handgun-small")) == "owb.ammo.count-rounds"


@rule("owb.ammo.count-rounds")
def test_who_counts_his_rounds_makes_no_check() -> None:
    battle = last_shot(veteran_of(3), ammo="count")
    assert not told(battle, "ammunition")
    assert not came_out(battle).kit.dry


@rule("owb.ammo.count-rounds", "owb.round.declarations-before-initiative")
def test_nobody_declares_a_reload_without_a_load() -> None:
    battle = fight(
        man("ivan", (10, 20), loads=0), man("oleg", (12, 20)), FOE_AWAY, options={"ammo": "count"}
    )
    for name in ("ivan", "oleg"):
        spent = person(battle, name).arms[0]
        loads = 0 if name == "ivan" else 1
        battle.state.put(person(battle, name).with_arm(Arm(id=spent.id, rounds=0, loads=loads)))
    pass_all(battle, until="declare")
    assert battle.allows(Declare("oleg", "reload"), "a")
    assert not battle.allows(Declare("ivan", "reload"), "a")


@rule("owb.ammo.count-rounds", "owb.suppress.fire-on-those-who-show-themselves")
def test_a_magazine_lasts_to_the_end_of_the_round_where_rounds_are_counted() -> None:
    battle = opened_fire(sheet="submachinegunner", options={"ammo": "count"})
    # round 2: nobody is in the cone, so no ammunition is used
    battle.state.move_to("foe", (30, 5))
    pass_all(battle, until="declare")
    play(battle, Declare("gunner", "reload"), Done(), dice=(6, 1, 1, 6))
    pass_all(battle, until="who acts")
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    battle.state.move_to("foe", (12, 12))
    turn(battle, "gunner", Sweep("gunner"))
    arm = person(battle, "gunner").arms[0]
    assert (arm.rounds, arm.swept_in) == (20, None)
    # round 3: he strikes one who walks into the cone, and sweeps in his own turn as well
    play(battle, Begin("foe"), Move("foe", path((11, 12))))
    play(battle, Sweep("gunner"), dice=(1,))
    assert person(battle, "gunner").arms[0].rounds == 0
    play(battle, EndTurn("foe"))
    play(battle, Begin("gunner"))
    assert battle.allows(Sweep("gunner"), "a")


@rule("owb.ammo.weight")
def test_spare_loads_beyond_three_weigh_a_pound_each() -> None:
    assert weight_carried(["rifle-large"], loads=5) == weight_carried(["rifle-large"]) + 2


@rule("owb.reload.loses-initiative", "owb.ammo.count-rounds")
def test_a_reload_fills_the_empty_weapon_and_not_the_other() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["rifle-large", "handgun-medium"]),
        FOE_AHEAD,
        options={"ammo": "count"},
    )
    rifle, pistol = person(battle, "ivan").arms
    from msgspec.structs import replace

    battle.state.change("ivan", arms=(replace(rifle, rounds=0), replace(pistol, rounds=9)))
    pass_all(battle, until="declare")
    play(battle, Declare("ivan", "reload"), Done(), dice=(6, 1))
    play(battle, Done())
    play(battle, Begin("ivan"))
    rifle, pistol = person(battle, "ivan").arms
    assert (rifle.rounds, rifle.loads) == (6, 2)
    assert (pistol.rounds, pistol.loads) == (9, 3)
