"""MISSILE ATTACK: rates of fire of two and of a half."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.missile import is_ready, rolls_allowed
from tests.whitebox.kit import *


def twice(needed: int, damage: list[int], hp: int, *, naturals: bool) -> dict[str, Fraction]:
    """The odds of two rolls at one man, where a natural 1 may cost the second one."""
    found = {"miss": Fraction(0), "wounded": Fraction(0), "out": Fraction(0)}

    def once(left: int, chance: Fraction, lost: int) -> None:
        if not left or lost >= hp:
            found["miss" if not lost else "out" if lost >= hp else "wounded"] += chance
            return
        for face in range(1, 21):
            part = chance / 20
            if naturals and face == 1:
                once(0, part * Fraction(4, 6), lost)  # dropped, or jammed
                once(left - 1, part * Fraction(2, 6), lost)
            elif face >= needed or (naturals and face == 20):
                for points in damage:
                    double = 2 if naturals and face == 20 else 1
                    once(left - 1, part / len(damage), lost + points * double)
            else:
                once(left - 1, part, lost)

    once(2, Fraction(1), 0)
    return found


@rule("owb.rof.one", "owb.rof.two")
def test_a_small_handgun_has_two_rolls_in_one_attack() -> None:
    assert (rolls_allowed(MISSILE["handgun-small"]), rolls_allowed(MISSILE["bow"])) == (2, 1)
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (9, 16), "b"),
        man("two", (11, 16), "b"),
    )
    order = Shoot("ivan", target="foe", weapon="handgun-small", second="two")
    turn(battle, "ivan", order, dice=(2, 3))
    assert [event.pieces[1] for event in told(battle, "attack")] == ["foe", "two"]


@rule("owb.rof.two", "owb.los.free-turn-means-all-round")
def test_a_small_handgun_is_fired_at_two_enemies_in_one_attack() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"], armor=[]),
        man("north", (10, 12), "b", armor=[]),
        man("south", (10, 28), "b", armor=[]),
    )
    order = shot("north", "handgun-small", second="south")
    play(battle, Begin("ivan"), order, dice=(10, 6, 9))
    hits = [(event.pieces[1], event.data["hit"]) for event in told(battle, "attack")]
    assert hits == [("north", True), ("south", False)]
    assert person(battle, "north").hp == 4 - 4
    assert refusal(battle, order) == "owb.time.one-attack-per-round"


@rule("owb.rof.two", "owb.modifiers.target-helpless-or-unaware", "owb.attack.natural-20-and-1")
@pytest.mark.slow
@pytest.mark.parametrize("naturals", ["off", "on"])
def test_odds_of_two_shots_at_a_man_who_is_unaware_of_the_first(naturals: str) -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 8), "b", rank="op1"),
        dice=(4, 1),
        options={"surprise": "roll", "naturals_personal": naturals, "stances": "on"},
    )
    order = shot("foe", "handgun-small", second="foe")
    assert odds_given(battle, order) == true_odds(battle, order, lost_by("foe", 5))


@rule("owb.rof.two", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("naturals", ["off", "on"])
def test_odds_of_two_shots_at_one_man_are_those_of_both(naturals: str) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 20), weapons=["handgun-small"]),
        man("bob", (5, 15), side="b"),
        options={"naturals_personal": naturals},
    )
    both = shot("bob", weapon="handgun-small", second="bob")
    wanted = twice(11, [1, 1, 1, 2, 3, 4], 4, naturals=naturals == "on")
    assert odds_given(battle, both) == wanted
    assert odds_given(battle, shot("bob", weapon="handgun-small")) != wanted


@rule("owb.rof.two", "owb.ammo.count-rounds")
def test_odds_of_two_shots_with_one_round_are_those_of_one() -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=["handgun-small"]),
        man("bob", (5, 15), side="b", rank="op5"),
        options={"ammo": "count"},
    )
    ivan = person(battle, "ivan")
    (arm,) = ivan.arms
    battle.state.put(ivan.with_arm(replace(arm, rounds=1)))
    play(battle, Begin("ivan"))
    both = shot("bob", weapon="handgun-small", second="bob")
    assert odds_given(battle, both) == odds_given(battle, shot("bob", weapon="handgun-small"))


@rule("owb.rof.two")
def test_a_weapon_with_two_shots_may_fire_both_at_a_vehicle() -> None:
    ivan = {"weapons": ["handgun-small"]}
    battle = beside(at=(10, 14), ivan=ivan)
    order = ShootAboard("ivan", vehicle="truck", weapon="handgun-small", twice=True)
    play(battle, order, dice=(11, 4, 12, 6))
    assert len(told(battle, "attack")) == 2
    once = beside(at=(10, 20))
    no = ShootAboard("ivan", vehicle="truck", weapon="rifle-large", twice=True)
    found = present(rulebook_for("owb").check(once.state, "a", no))
    assert found.rule == "owb.rof.one"


@rule("owb.rof.two", "owb.vattack.passengers-fire-hand-weapons")
def test_two_shots_are_offered_typed_and_fired_out_of_a_car() -> None:
    pal = man("pal", (2, 2), weapons=["handgun-small"], carried_by="car", seat="passenger-1")
    battle = started("car", vehicle("car", "car", (10, 15)), pal, enemy_truck(), FAR_FOE)
    order = FirePort("pal", weapon="handgun-small", target="truck", twice=True)
    assert order in list(gun_orders_of(battle.state, person(battle, "pal")))
    typed = PHRASES.read(battle.state, battle.choices[0], "port pal handgun-small at truck twice")
    assert typed == order
    assert PHRASES.tell(battle.state, order).text.endswith("twice")
    play(battle, order, dice=(11, 6, 11, 6))
    assert len(told(battle, "attack")) == 2


@rule("owb.rof.two", "owb.combined.personal-weapons-vs-vehicles")
def test_two_shots_of_a_small_handgun_are_told_together() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 14), weapons=["handgun-small"]),
        vehicle("prey", "motorcycle", (10, 8), 4, "b"),
        FAR_FOE,
        options={"naturals_vehicle": "off"},
    )
    once = ShootAboard("ivan", vehicle="prey", weapon="handgun-small")
    both = ShootAboard("ivan", vehicle="prey", weapon="handgun-small", twice=True)
    assert odds_told(battle, once)["miss"] == Fraction(10, 20)
    # 11 to hit; 1d6-2 (at least 1) halved: 0 on 1 to 3, 1 on 4 and 5, 2 on a 6.
    part = {0: Fraction(1, 2) + Fraction(1, 4), 1: Fraction(1, 6), 2: Fraction(1, 12)}
    found: dict[str, Fraction] = {"miss": Fraction(1, 4)}
    for one, two in product(part, part):
        word = "inoperable" if one + two >= 4 else "damaged" if one + two else "no effect"
        found[word] = found.get(word, Fraction(0)) + part[one] * part[two]
    found["no effect"] -= found["miss"]
    assert odds_told(battle, both) == found


@rule("owb.rof.half", "owb.weapon.crossbow")
def test_a_crossbow_shoots_every_second_round() -> None:
    bow = Arm(id="crossbow", fired_in=3)
    assert [is_ready(bow, now) for now in (4, 5)] == [False, True]
    assert describe_weapon(bow.weapon) == "1d6, ROF 1/2, RANGE 6, 10 lb"


@rule("owb.rof.half")
def test_a_crossbow_shot_in_round_3_may_be_shot_again_in_round_5() -> None:
    men = (man("ivan", (10, 20), weapons=["crossbow", "handgun-large"]), man("foe", (10, 15), "b"))
    battle = fight(*men)
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 3
    turn(battle, "ivan", shot("foe", "crossbow"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 4
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe", "crossbow")) == "owb.rof.half"
    assert battle.allows(shot("foe", "handgun-large"), "a"), "the pause is the weapon's"
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 5
    play(battle, Begin("ivan"))
    assert battle.allows(shot("foe", "crossbow"), "a")
