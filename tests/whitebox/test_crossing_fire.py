"""Where suppressive fire, massed rifles and withheld attacks meet cover and movement."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part1_personal.cover.cover import cover_within_one
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Climb,
    Declare,
    Decline,
    Dive,
    Done,
    EndTurn,
    Launch,
    Mass,
    Move,
    React,
    Sweep,
    Withhold,
)
from tests.whitebox.kit import (
    FAR,
    GUN,
    ask,
    at,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule
BAGS = [filled("s", "sandbags", (10, 11))]


# -- cover and suppressive fire -------------------------------------------------------------------


@rule("owb.cover.dive", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_dives_as_he_stands_up_to_shoot_may_stand_up_again_and_shoot() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=BAGS,
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", end=EndTurn(person="foe", ducked=True), dice=(1, 6))
    assert person(battle, "foe").ducked
    play(battle, Begin(person="foe"), shot("gunner", who="foe"))
    assert ask(battle) == "interrupt"
    play(battle, Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(16, 12, 3))
    # saved: nothing; then his shot is rolled: 12 + 1 against 13
    assert person(battle, "foe").hp == 12
    assert person(battle, "gunner").hp == 21 - 4
    assert not person(battle, "foe").ducked
    assert refusal(battle, Move(person="foe", path=path((11, 10))), "b") == "owb.cover.dive"


@rule("owb.suppress.decline", "owb.suppress.partial-cover", "owb.base.rounding")
@pytest.mark.parametrize("answer", ["decline", "fail"])
def test_half_of_1_behind_cover_is_nothing_and_nobody_has_taken_cover(answer: str) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=BAGS,
    )
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    turn(battle, "foe")
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    if answer == "decline":
        (told_of,) = play(battle, Decline(), dice=(1,))
    else:
        (told_of,) = play(battle, React(), dice=(15, 1))
    assert person(battle, "foe").hp == 12
    assert not person(battle, "foe").ducked
    assert "into cover" not in told_of.text
    assert told_of.rules == ("owb.suppress.partial-cover",)


@rule("owb.suppress.save-in-the-open", "owb.base.rounding")
def test_half_of_1_in_the_open_is_nothing() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
    )
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    turn(battle, "foe")
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    (told_of,) = play(battle, React(), dice=(16, 1))
    assert person(battle, "foe").hp == 12
    assert "into cover" not in told_of.text
    assert told_of.rules == ("owb.suppress.save-in-the-open",)


@rule("owb.suppress.versus-suppress", "owb.suppress.decline", "owb.suppress.continue")
@pytest.mark.parametrize(
    ("answer", "faces", "kept"),
    [(Decline(), (1,), True), (React(), (15, 1), True), (React(), (16, 1), False)],
)
def test_a_gunner_under_fire_keeps_his_gun_trained_unless_he_saves(
    answer: Any, faces: tuple[int, ...], kept: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer", sheet="medium-machinegunner"),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", shot("gunner", GUN, "foe", mode="suppress"), dice=(1, 6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    play(battle, answer, dice=faces)
    assert (person(battle, "foe").trained is not None) is kept


@rule("owb.withhold.carries-over", "owb.suppress.save-in-the-open")
@pytest.mark.parametrize(("face", "kept"), [(15, True), (16, False)])
def test_an_attack_withheld_under_fire_lapses_with_the_save(face: int, kept: bool) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer", bombs={}),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    turn(battle, "foe", Withhold(person="foe"), end=EndTurn(person="foe", facing=0.0))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    play(battle, React(), dice=(face, 1))
    assert person(battle, "foe").withheld is kept


@rule("owb.suppress.movement-limit", "owb.base.encumbrance")
def test_who_moves_one_square_at_most_may_move_it_and_keep_his_fire_up() -> None:
    battle = fight(
        man(
            "gunner", (10, 20), sheet="submachinegunner", armor=["plate-mail", "shield-solid-steel"]
        ),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
    )
    assert person(battle, "gunner").movement == 3
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    turn(battle, "foe")
    play(battle, Begin(person="gunner"), Move(person="gunner", path=path((10, 19))))
    assert battle.allows(Sweep(person="gunner"), "a")


@rule("owb.suppress.opening-burst", "owb.attack.natural-20-and-1", "owb.suppress.repair-jam")
def test_a_gun_that_jams_as_it_opens_fire_is_trained_on_nothing() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4),
        options={"naturals_personal": "on"},
    )
    play(battle, Begin(person="gunner"), shot("foe", GUN, "gunner", mode="suppress"), dice=(1, 3))
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.malfunction", "owb.attack.natural-20-and-1")
def test_a_jammed_gun_does_not_fail_once_more_for_its_heat() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        man("two", (20, 15), "b", facing=4, rank="officer"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(2,))
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), shot("two", GUN, "gunner", mode="suppress"), dice=(1, 3))
    assert rolled_all(battle)
    assert not told(battle, "malfunction")


# -- many rifles ----------------------------------------------------------------------------------


@rule("owb.suppress.massed-rifles", "owb.round.order-inside-group")
def test_many_rifles_fire_on_the_turn_of_the_last_of_them() -> None:
    battle = fight(
        *(man(f"r{n}", (8 + n, 20)) for n in range(3)),
        man("foe", (10, 12), "b", rank="op5"),
        options={"massed_suppression": "3"},
    )
    turn(battle, "r1")
    play(battle, Begin(person="r0"))
    early = Mass(person="r0", at=middle((10, 12)), others=("r1", "r2"))
    assert refusal(battle, early) == "owb.suppress.massed-rifles"
    play(battle, EndTurn(person="r0"), Begin(person="r2"))
    play(battle, Mass(person="r2", at=middle((10, 12)), others=("r0", "r1")), dice=(1,))
    assert all(person(battle, f"r{n}").attacked for n in range(3))


@rule("owb.suppress.massed-rifles", "owb.withhold.modes")
def test_many_rifles_are_not_fired_in_between() -> None:
    battle = fight(
        *(man(f"r{n}", (8 + n, 20)) for n in range(3)),
        man("foe", (10, 12), "b", rank="op5"),
        options={"massed_suppression": "3"},
    )
    turn(battle, "r1")
    turn(battle, "r2")
    turn(battle, "r0", Withhold(person="r0"), end=EndTurn(person="r0", facing=0.0))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 13))))
    assert ask(battle) == "interrupt"
    order = Mass(person="r0", at=middle((10, 13)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.suppress.massed-rifles"
    assert battle.allows(shot("foe", who="r0"), "a")


@rule("owb.withhold.arc", "owb.mortar.observer")
@pytest.mark.parametrize(("facing", "allowed"), [(180.0, False), (45.0, True), (90.0, False)])
def test_a_withheld_mortar_does_not_turn_round(facing: float, allowed: bool) -> None:
    battle = fight(
        man("ivan", (10, 100), sheet="mortar-gunner", rows=120),
        man("foe", (10, 20), "b", facing=4, rows=120),
        size=(36, 120),
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=facing))
    play(battle, Begin(person="foe"), Move(person="foe", path=(middle((11, 20), 120),)))
    shell = Launch(person="ivan", weapon="mortar", at=middle((11, 20), 120))
    assert battle.allows(shell, "a") is allowed


@rule("owb.cover.dive", "owb.terrain.impassable-with-tools")
def test_who_dives_does_not_cling_to_the_wall_any_longer() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[
            edged("w", "tall-wall", (10, 10), (11, 10)),
            filled("f", "foxhole", (9, 10)),
        ],
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", Climb(person="foe", to=middle((10, 9))), dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    play(battle, React(), dice=(16,))
    play(battle, Dive(to=middle((9, 10))))
    assert (at(battle.state, "foe"), person(battle, "foe").climbing) == ((9, 10), None)


@rule("owb.suppress.continue", "owb.suppress.fire-on-those-who-show-themselves")
@pytest.mark.parametrize("keeps", [True, False])
def test_fire_in_between_does_not_keep_the_gun_trained_by_itself(keeps: bool) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 13))))
    play(battle, Sweep(person="gunner"), dice=(1,))
    play(battle, EndTurn(person="foe"), Begin(person="gunner"))
    if keeps:
        play(battle, Sweep(person="gunner"))
    play(battle, EndTurn(person="gunner"), dice=(6, 1))
    assert (person(battle, "gunner").trained is not None) is keeps
    assert rolled_all(battle), "nobody is struck twice"


@rule("owb.move.through-friend", "owb.grid.one-character-one-square", "owb.cover.dive")
@pytest.mark.parametrize("bags", [False, True])
def test_who_is_thrown_down_in_a_friends_square_goes_back(bags: bool) -> None:
    """Behind sandbags he is protected himself; in the open he hits the deck."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 11), "b", facing=4, rank="officer"),
        man("mate", (10, 12), "b", facing=4, rank="officer"),
        man("two", (12, 12), "b", facing=4, rank="officer"),
        terrain=[filled("s", "sandbags", (10, 13))] if bags else (),
    )
    turn(battle, "gunner", shot("mate", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 12), (11, 12))))
    assert at(battle.state, "foe") == (10, 12)
    play(battle, Sweep(person="gunner"), dice=(2,))
    play(battle, React(), dice=(16,) if bags else (16, 1))
    assert at(battle.state, "foe") == (10, 11)
    assert at(battle.state, "mate") == (10, 12)
    onward = Move(person="foe", path=path((11, 11)))
    assert refusal(battle, onward, "b") == "owb.cover.dive"


@rule("owb.move.through-friend", "owb.cover.dive")
def test_a_friends_foxhole_is_no_cover_to_dive_into() -> None:
    state = state_of(
        man("foe", (10, 12)),
        man("mate", (9, 12), ducked=True),
        FAR,
        terrain=[filled("f", "foxhole", (9, 12))],
    )
    assert (9, 12) not in cover_within_one(state, person(state, "foe"), (9, 15), burst=True)
    state.move_to("foe", (9, 12))
    assert (9, 12) not in cover_within_one(state, person(state, "foe"), (9, 15), burst=True)
    state.change("mate", out="dead")
    assert cover_within_one(state, person(state, "foe"), (9, 15), burst=True) == ((9, 12),)


@rule("owb.suppress.movement-limit", "owb.suppress.fire-on-those-who-show-themselves")
def test_after_a_step_the_cone_comes_from_the_new_square() -> None:
    """Nobody is in the cone in round 2, so the magazine is full in round 3."""
    wall = [filled("w", "tall-wall", (10, 18), (11, 18))]
    battle = fight(
        man("gunner", (9, 20), sheet="submachinegunner", rank="op5"),
        man("foe", (9, 12), "b", facing=4, rank="officer"),
        man("two", (14, 12), "b", facing=4, rank="officer"),
        terrain=wall,
    )
    turn(battle, "gunner", shot("foe", "submachinegun", "gunner", mode="suppress"), dice=(1,))
    battle.state.move_to("foe", (30, 3))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    pass_all(battle, until="who acts")
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    play(battle, Begin(person="gunner"), Sweep(person="gunner"))
    play(battle, Move(person="gunner", path=path((10, 20))))
    play(battle, EndTurn(person="gunner", facing=0.0), dice=(1, 6))
    trained = person(battle, "gunner").trained
    assert trained is not None
    assert (trained.aim, trained.origin) == ((9, 12), (10, 20))
    battle.state.move_to("foe", (10, 14))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 15))))
    assert ask(battle) == "turn", "the wall is between them now"


@rule("owb.attack.natural-20-and-1", "owb.terrain.impassable-with-tools")
def test_who_falls_while_he_climbs_is_off_the_wall() -> None:
    battle = fight(
        man("ivan", (10, 10), weapons=["handgun-medium"]),
        man("foe", (10, 16), "b", rank="officer"),
        terrain=[edged("w", "tall-wall", (10, 10), (11, 10))],
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Climb(person="ivan", to=middle((10, 9))))
    pass_all(battle, dice=(6, 1))
    assert person(battle, "ivan").climbing == (10, 9)
    play(battle, Begin(person="ivan"), shot("foe", "handgun-medium"), dice=(1, 5))
    assert person(battle, "ivan").climbing is None
