"""Men behind things: what may be ducked behind, struck across, and dived to."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import engaged, melee_blow
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import reach_of
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import may_duck, shelter_from
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Dive,
    EndTurn,
    Hold,
    Move,
    React,
    Shoot,
    Sweep,
    Withhold,
)
from tests.whitebox.kit import (
    at,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    turn,
)

rule = pytest.mark.rule
GUN = "machinegun-medium"


def behind(kind: str, square: tuple[int, int], foe: tuple[int, int], **ivan: Any) -> OwbState:
    return state_of(
        man("ivan", (10, 20), **ivan), man("foe", foe, "b"), terrain=[filled("f", kind, square)]
    )


# -- what is in the next square -------------------------------------------------------------------


@rule("owb.cover.which-feature-counts", "owb.cover.ducked-or-up")
@pytest.mark.parametrize("kind", ["rubble", "bomb-crater", "trench", "foxhole", "sandbags"])
@pytest.mark.parametrize(
    ("square", "foe"), [((10, 19), (10, 10)), ((11, 19), (15, 15)), ((10, 19), (15, 15))]
)
def test_low_cover_in_the_next_square_protects_and_can_be_ducked_behind(
    kind: str, square: tuple[int, int], foe: tuple[int, int]
) -> None:
    state = behind(kind, square, foe)
    assert may_duck(state, (10, 20))
    assert shelter_from(state, foe, person(state, "ivan")) == "partial"
    down = behind(kind, square, foe, ducked=True)
    assert shelter_from(down, foe, person(down, "ivan")) == "full"


@rule("owb.cover.which-feature-counts")
def test_low_cover_beside_a_line_that_meets_no_corner_does_not_protect() -> None:
    state = behind("rubble", (11, 20), (10, 10))
    assert shelter_from(state, (10, 10), person(state, "ivan")) == "none"


@rule("owb.cover.ducked-or-up", "owb.cover.which-feature-counts")
def test_one_ends_his_turn_down_behind_a_heap_of_rubble() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b"),
        terrain=[filled("heap", "rubble", (10, 19))],
    )
    turn(battle, "ivan", end=EndTurn(person="ivan", ducked=True))
    assert person(battle, "ivan").ducked
    play(battle, Begin(person="foe"))
    shot = Shoot(person="foe", target="ivan", weapon="rifle-large")
    assert not battle.allows(shot, "b")


# -- hand to hand ---------------------------------------------------------------------------------


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
        man("ivan", (10, 20)),
        man("foe", (11, 19), "b"),
        terrain=[edged("wall", kind, (10, 20), (11, 20), (11, 21))],
    )
    ivan, foe = person(state, "ivan"), person(state, "foe")
    assert isinstance(melee_blow(state, ivan, foe, "strike"), Refusal) is apart
    assert engaged(state, ivan, foe) is not apart


# -- diving ---------------------------------------------------------------------------------------


@rule("owb.stance.after-diving", "owb.cover.dive")
@pytest.mark.parametrize("low_as_well", [False, True])
def test_behind_a_tall_wall_one_kneels_whatever_else_is_near(low_as_well: bool) -> None:
    terrain = [edged("wall", "tall-wall", (11, 13), (12, 13))]
    if low_as_well:
        terrain.append(filled("bags", "sandbags", (12, 11)))
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        terrain=terrain,
        options={"stances": "on"},
        dice=(),
    )
    pass_all(battle, until="who acts", dice=(6, 1))
    burst = Shoot(person="gunner", target="foe", weapon="machinegun-medium", mode="suppress")
    turn(battle, "gunner", burst, dice=(1,))
    pass_all(battle)
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    if battle.choices[0].ask == "dive":
        play(battle, Dive(to=middle((11, 12))))
    foe = person(battle, "foe")
    assert at(battle.state, "foe") == (11, 12)
    assert (foe.stance, foe.ducked) == ("kneeling", low_as_well)


# -- between turns --------------------------------------------------------------------------------


@rule("owb.grid.facing-change-free", "owb.withhold.modes", "owb.suppress.opening-burst")
def test_a_withheld_opening_burst_does_not_turn_the_gunner() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (16, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", Withhold(person="gunner"), end=EndTurn(person="gunner", facing=0.0))
    play(battle, Begin(person="foe"), Move(person="foe", path=(middle((16, 13)),)))
    burst = Shoot(person="gunner", target="foe", weapon="submachinegun", mode="suppress")
    play(battle, burst, dice=(1,))
    gunner = person(battle, "gunner")
    assert gunner.trained is not None
    assert gunner.trained.aim == (16, 13)
    assert gunner.facing == 0


@rule("owb.withhold.interrupt-timing")
def test_who_let_a_moment_pass_is_asked_again_once_another_has_fired() -> None:
    battle = fight(
        man("one", (10, 20)),
        man("two", (12, 20)),
        man("foe", (11, 10), "b", facing=4, rank="officer"),
    )
    for name in ("one", "two"):
        turn(battle, name, Withhold(person=name), end=EndTurn(person=name, facing=0.0))
    play(battle, Begin(person="foe"), Move(person="foe", path=(middle((11, 11)),)))
    first = battle.choices[0].about[0]
    play(battle, Hold())
    second = battle.choices[0].about[0]
    assert {first, second} == {"one", "two"}
    play(battle, Shoot(person=second, target="foe", weapon="rifle-large"), dice=(1,))
    assert battle.choices[0].ask == "interrupt"
    assert battle.choices[0].about[0] == first
    play(battle, Hold())
    assert battle.choices[0].ask == "turn"


@rule("owb.suppress.massed-rifles", "owb.suppress.cone-reach")
def test_massed_rifles_reach_to_short_range_whatever_machineguns_do() -> None:
    state = state_of(
        man("ivan", (10, 20)), man("foe", (10, 1), "b"), options={"suppressive_reach": "extreme"}
    )
    assert reach_of(state, "rifle-large") == 30
    assert reach_of(state, GUN) == 120


@rule("owb.stance.change-loses-initiative", "owb.modifiers.switch")
@pytest.mark.parametrize(("stances", "points"), [("off", 4), ("on", 1)])
def test_without_positions_nobody_lies_prone(stances: str, points: int) -> None:
    battle = fight(
        man("ivan", (10, 20), stance="prone"),
        man("foe", (1, 1), "b"),
        options={"stances": stances},
    )
    pass_all(battle, until="who acts")
    play(battle, Begin(person="ivan"))
    far = tuple(middle((10, 20 + n)) for n in range(1, points + 1))
    assert battle.allows(Move(person="ivan", path=far), "a")
    farther = (*far, middle((10, 21 + points)))
    assert not battle.allows(Move(person="ivan", path=farther), "a")
