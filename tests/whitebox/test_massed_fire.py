"""Many rifles together: around tall cover, at those who lean out, and the odds of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Decline,
    EndTurn,
    Hold,
    Mass,
    Sweep,
    Withhold,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.battle.putting_together import faults
from tests.whitebox.kit import (
    A_FIRST,
    B_FIRST,
    GUN,
    OwbBattle,
    ask,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule
WALL = edged("wall", "tall-wall", (10, 20), (11, 20))
"""A wall along the north of square (10, 20), where the middle one of three riflemen stands."""


def line(*others: Unit, at: Square = (10, 10), ready: bool = True, **more: Any) -> OwbBattle:
    """Three riflemen, the first of whom has begun his turn as the last of them."""
    battle = fight(
        *(man(f"r{n}", (9 + n, 20)) for n in range(3)),
        man("foe", at, "b", hp=60, most_hp=60, armor=[]),
        *others,
        options={"massed_suppression": "3"},
        **more,
    )
    if ready:
        begins(battle)
    return battle


def begins(battle: OwbBattle) -> None:
    """The others have had their turns, and the first of the riflemen begins his."""
    turn(battle, "r1")
    turn(battle, "r2")
    play(battle, Begin(person="r0"))


def mass(at: Square = (10, 10), lean: Square | None = None, centre: str | None = None) -> Mass:
    """The order of the three."""
    spot = None if lean is None else middle(lean)
    return Mass(person="r0", at=middle(at), others=("r1", "r2"), lean=spot, centre=centre)


def chances(battle: OwbBattle, order: Mass) -> dict[str, Fraction]:
    """The odds that the player is told."""
    odds = battle.view("a").odds(order)
    assert odds is not None
    return dict(odds.outcomes)


# -- odds -----------------------------------------------------------------------------------------


@rule("owb.suppress.massed-rifles", "owb.suppress.opening-burst")
@pytest.mark.parametrize(("cover", "least"), [("road", 8), ("sandbags", 12), ("hedgerow", 10)])
def test_the_odds_of_the_opening_burst_are_those_of_the_dice(cover: str, least: int) -> None:
    battle = line(terrain=[filled("front", cover, (10, 11))])
    assert chances(battle, mass())["miss"] == Fraction(least - 1, 20)
    for roll in (least, least - 1):
        branch = battle.fork()
        play(branch, mass(), dice=(roll, 3))
        assert told(branch, "attack")[0].data["hit"] is (roll == least)


@rule("owb.suppress.massed-rifles")
def test_there_are_no_odds_of_fire_that_is_refused_or_only_kept_up() -> None:
    battle = line()
    assert battle.view("a").odds(Mass(person="r0", at=middle((10, 10)), others=("r1",))) is None
    play(battle, mass(), EndTurn(person="r0"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    begins(battle)
    assert battle.allows(mass(), "a")
    assert battle.view("a").odds(mass()) is None


# -- leaning out to fire --------------------------------------------------------------------------


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_the_one_in_the_middle_leans_out_around_the_wall() -> None:
    battle = line(terrain=[WALL])
    assert refusal(battle, mass()) == "owb.missile.needs-line-of-sight"
    assert battle.view("a").odds(mass()) is None
    around = mass(lean=(11, 20))
    assert chances(battle, around)["miss"] == Fraction(7, 20)
    assert refusal(battle, mass(lean=(12, 20))) == "owb.cover.lean-out"
    play(battle, around, dice=(8, 3))
    assert person(battle, "foe").hp == 60 - 4
    assert person(battle, "r1").lean == (11, 20)
    assert person(battle, "r0").lean is None
    trained = person(battle, "r0").trained
    assert trained is not None
    assert (trained.origin, trained.aim) == ((11, 20), (10, 10))


@rule("owb.cover.lean-out", "owb.suppress.massed-rifles")
def test_until_his_next_turn_he_can_be_shot_at_where_he_leans_out() -> None:
    battle = line(terrain=[WALL])
    play(battle, mass(lean=(11, 20)), EndTurn(person="r0"), dice=(1,))
    play(battle, Begin(person="foe"), shot("r1", who="foe"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == -4
    pass_all(battle, dice=B_FIRST)
    play(battle, Begin(person="foe"))
    assert battle.allows(shot("r1", who="foe"), "b")
    play(battle, EndTurn(person="foe"), Begin(person="r1"), EndTurn(person="r1"))
    assert person(battle, "r1").lean is None


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out", "owb.suppress.continue")
def test_the_fire_is_kept_up_around_the_wall() -> None:
    battle = line(terrain=[WALL])
    play(battle, mass(lean=(11, 20)), EndTurn(person="r0"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    begins(battle)
    play(battle, mass(lean=(11, 20)), dice=(3,))
    play(battle, Decline(), dice=(5,))
    assert person(battle, "foe").hp == 60 - 6
    assert told(battle, "sweep")[-1].text == "3 rifles sweep the area."


@rule("owb.cover.lean-out", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_leans_out_for_the_others_shows_himself_to_a_trained_gun() -> None:
    gunner = man("gunner", (11, 8), "b", weapons=[GUN], rank="op5", hp=60, most_hp=60)
    battle = line(gunner, terrain=[WALL], ready=False, dice=B_FIRST)
    turn(battle, "gunner", shot("r2", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    battle.state.move_to("r2", (11, 21))
    for name in ("r1", "r2"):
        play(battle, Begin(person=name), EndTurn(person=name))
        while ask(battle) == "interrupt":
            play(battle, Hold())
    play(battle, Begin(person="r0"))
    while ask(battle) == "interrupt":
        play(battle, Hold())
    play(battle, mass(lean=(11, 20)))
    assert ask(battle) == "interrupt"
    assert battle.choices[0].seats == ("b",)
    play(battle, Sweep(person="gunner"), dice=(1, 1))
    assert told(battle, "bullets")[-1].pieces[0] == "r1"


# -- at those who lean out ------------------------------------------------------------------------


def peeping() -> OwbBattle:
    """The foe has withheld his Attack, leaning out to the east of a wall before him."""
    wall = edged("his", "tall-wall", (10, 11), (11, 11))
    battle = line(terrain=[wall], ready=False, dice=B_FIRST)
    end = EndTurn(person="foe", facing=180.0, lean=True)
    turn(battle, "foe", Withhold(person="foe", lean=middle((11, 10))), end=end)
    for name in ("r1", "r2", "r0"):
        while ask(battle) == "interrupt":
            play(battle, Hold())
        play(battle, Begin(person=name))
        while ask(battle) == "interrupt":
            play(battle, Hold())
        if name != "r0":
            play(battle, EndTurn(person=name))
    return battle


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
@pytest.mark.parametrize("named", [(10, 10), (11, 10)])
def test_many_rifles_fire_at_one_who_leans_out_as_a_single_one_does(named: Square) -> None:
    battle = peeping()
    assert person(battle, "foe").lean == (11, 10)
    alone = battle.view("a").odds(shot("foe", who="r0"))
    assert alone is not None
    # AAC 10 and -4 for partial cover: 14 alone, 12 with the +2 of the burst
    assert dict(alone.outcomes)["miss"] == Fraction(13, 20)
    assert chances(battle, mass(named))["miss"] == Fraction(11, 20)
    play(battle, mass(named))
    play(battle, Hold(), dice=(12, 3))
    assert person(battle, "foe").hp == 60 - 4
    trained = person(battle, "r0").trained
    assert trained is not None
    assert trained.aim == (11, 10), "where he was fired at, as with a single gun"


# -- the middle -----------------------------------------------------------------------------------


@rule("owb.suppress.massed-rifles")
@pytest.mark.parametrize(("centre", "x"), [(None, 10), ("r1", 10), ("r2", 11)])
def test_of_two_in_the_middle_the_player_chooses(centre: str | None, x: int) -> None:
    battle = fight(
        *(man(f"r{n}", (9 + n, 20)) for n in range(4)),
        man("foe", (10, 10), "b"),
        options={"massed_suppression": "4"},
    )
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    play(battle, Begin(person="r0"))
    others = ("r1", "r2", "r3")
    order = Mass(person="r0", at=middle((10, 10)), others=others, centre=centre)
    outer = Mass(person="r0", at=middle((10, 10)), others=others, centre="r3")
    assert refusal(battle, outer) == "owb.suppress.massed-rifles"
    play(battle, order, dice=(1,))
    trained = person(battle, "r0").trained
    assert trained is not None
    assert trained.origin == (x, 20)


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_leaning_out_and_the_middle_can_be_chosen_on_the_page() -> None:
    battle = line(terrain=[WALL])
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "r0")
    order = mass(lean=(11, 20), centre="r1")
    assert battle.allows(order, "a")
    assert faults(RULEBOOK, offered, order) == []
    trace = RULEBOOK.trace(view.state, order)
    assert trace is not None
    assert trace.notes[0] == "It opens with a burst."
    assert trace.notes[1] == "Hits on 8 or more on 1d20: 65 %."


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_massed_fire_is_typed_and_told_in_words() -> None:
    battle = line(terrain=[WALL])
    typed = "mass r0 at 10,10 r1 r2 lean 11,20 centre r1"
    order = mass(lean=(11, 20), centre="r1")
    assert PHRASES.read(battle.state, battle.choices[0], typed) == order
    told_so = "with 2 others, r1 in the middle, leaning out, at (10, 10), foe"
    assert PHRASES.tell(battle.state, order).text == told_so


# -- who takes part -------------------------------------------------------------------------------


@rule("owb.suppress.massed-rifles")
@pytest.mark.parametrize(
    "change",
    [{"attacked": True}, {"acted": True}, {"swept": True}, {"routed": True}, {"dry": True}],
)
def test_who_has_no_attack_left_does_not_fire_with_the_others(change: dict[str, bool]) -> None:
    battle = line()
    assert battle.allows(mass(), "a")
    battle.state.change("r2", **change)
    assert refusal(battle, mass()) == "owb.suppress.massed-rifles"


@rule("owb.suppress.massed-rifles", "owb.suppress.repair-jam", "owb.ammo.count-rounds")
@pytest.mark.parametrize("fault", [{"jam": -1}, {"rounds": 0}])
def test_a_rifle_that_is_jammed_or_empty_does_not_count(fault: dict[str, int]) -> None:
    battle = line()
    battle.state.setting.options = {**battle.state.setting.options, "ammo": "count"}
    rifle = person(battle, "r2").arms[0]
    battle.state.put(person(battle, "r2").with_arm(replace(rifle, **fault)))
    assert refusal(battle, mass()) == "owb.suppress.massed-rifles"
