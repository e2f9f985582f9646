"""SUPPRESSIVE FIRE, NOTE: rifles that suppress together."""

import pytest

from tests.whitebox.kit import *


def chances(battle: OwbBattle, order: Mass) -> dict[str, Fraction]:
    """The odds that the player is told."""
    odds = present(battle.view("a").odds(order))
    return dict(odds.outcomes)


RIFLE_WALL = edged("wall", "tall-wall", (10, 20), (11, 20))
"""A wall along the north of square (10, 20), where the middle one of three riflemen stands."""


def peeping() -> OwbBattle:
    """The foe has withheld his Attack, leaning out to the east of a wall before him."""
    wall = edged("his", "tall-wall", (10, 11), (11, 11))
    battle = rifle_line(terrain=[wall], ready=False, dice=B_FIRST)
    end = EndTurn("foe", facing=180.0, lean=True)
    turn(battle, "foe", Withhold("foe", lean=middle((11, 10))), end=end)
    for name in ("r1", "r2", "r0"):
        while asked_for(battle) == "interrupt":
            play(battle, Hold())
        play(battle, Begin(name))
        while asked_for(battle) == "interrupt":
            play(battle, Hold())
        if name != "r0":
            play(battle, EndTurn(name))
    return battle


@rule("owb.suppress.massed-rifles", "owb.round.order-inside-group")
def test_many_rifles_fire_on_the_turn_of_the_last_of_them() -> None:
    battle = fight(
        *(man(f"r{n}", (8 + n, 20)) for n in range(3)),
        man("foe", (10, 12), "b", rank="op5"),
        options={"massed_suppression": "3"},
    )
    turn(battle, "r1")
    play(battle, Begin("r0"))
    early = Mass("r0", at=middle((10, 12)), others=("r1", "r2"))
    assert refusal(battle, early) == "owb.suppress.massed-rifles"
    play(battle, EndTurn("r0"), Begin("r2"))
    play(battle, Mass("r2", at=middle((10, 12)), others=("r0", "r1")), dice=(1,))
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
    turn(battle, "r0", Withhold("r0"), end=EndTurn("r0", facing=0.0))
    play(battle, Begin("foe"), Move("foe", path((10, 13))))
    assert asked_for(battle) == "interrupt"
    order = Mass("r0", at=middle((10, 13)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.suppress.massed-rifles"
    assert battle.allows(shot("foe", who="r0"), "a")


@rule("owb.suppress.massed-rifles", "owb.suppress.opening-burst")
@pytest.mark.parametrize(("cover", "least"), [("road", 8), ("sandbags", 12), ("hedgerow", 10)])
def test_the_odds_of_the_opening_burst_are_those_of_the_dice(cover: str, least: int) -> None:
    battle = rifle_line(terrain=[filled("front", cover, (10, 11))])
    assert chances(battle, mass())["miss"] == Fraction(least - 1, 20)
    for roll in (least, least - 1):
        branch = battle.fork()
        play(branch, mass(), dice=(roll, 3))
        assert told(branch, "attack")[0].data["hit"] is (roll == least)


@rule("owb.suppress.massed-rifles")
def test_there_are_no_odds_of_fire_that_is_refused_or_only_kept_up() -> None:
    battle = rifle_line()
    assert battle.view("a").odds(Mass("r0", at=middle((10, 10)), others=("r1",))) is None
    play(battle, mass(), EndTurn("r0"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    begins(battle)
    assert battle.allows(mass(), "a")
    assert battle.view("a").odds(mass()) is None


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_the_one_in_the_middle_leans_out_around_the_wall() -> None:
    battle = rifle_line(terrain=[RIFLE_WALL])
    assert refusal(battle, mass()) == "owb.missile.needs-line-of-sight"
    assert battle.view("a").odds(mass()) is None
    around = mass(lean=(11, 20))
    assert chances(battle, around)["miss"] == Fraction(7, 20)
    assert refusal(battle, mass(lean=(12, 20))) == "owb.cover.lean-out"
    play(battle, around, dice=(8, 3))
    assert person(battle, "foe").hp == 60 - 4
    assert person(battle, "r1").lean == (11, 20)
    assert person(battle, "r0").lean is None
    trained = present(person(battle, "r0").trained)
    assert (trained.origin, trained.aim) == ((11, 20), (10, 10))


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out", "owb.suppress.continue")
def test_the_fire_is_kept_up_around_the_wall() -> None:
    battle = rifle_line(terrain=[RIFLE_WALL])
    play(battle, mass(lean=(11, 20)), EndTurn("r0"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    begins(battle)
    play(battle, mass(lean=(11, 20)), dice=(3,))
    play(battle, Decline(), dice=(5,))
    assert person(battle, "foe").hp == 60 - 6
    assert told(battle, "sweep")[-1].text == "3 rifles sweep the area."


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
@pytest.mark.parametrize("named", [(10, 10), (11, 10)])
def test_many_rifles_fire_at_one_who_leans_out_as_a_single_one_does(named: Square) -> None:
    battle = peeping()
    assert person(battle, "foe").lean == (11, 10)
    alone = present(battle.view("a").odds(shot("foe", who="r0")))
    # AAC 10 and -4 for partial cover: 14 alone, 12 with the +2 of the burst
    assert dict(alone.outcomes)["miss"] == Fraction(13, 20)
    assert chances(battle, mass(named))["miss"] == Fraction(11, 20)
    play(battle, mass(named))
    play(battle, Hold(), dice=(12, 3))
    assert person(battle, "foe").hp == 60 - 4
    trained = present(person(battle, "r0").trained)
    assert trained.aim == (11, 10), "where he was fired at, as with a single gun"


@rule("owb.suppress.massed-rifles")
@pytest.mark.parametrize(("centre", "x"), [(None, 10), ("r1", 10), ("r2", 11)])
def test_of_two_in_the_middle_the_player_chooses(centre: str | None, x: int) -> None:
    battle = fight(
        *(man(f"r{n}", (9 + n, 20)) for n in range(4)),
        FOE_AHEAD,
        options={"massed_suppression": "4"},
    )
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    play(battle, Begin("r0"))
    others = ("r1", "r2", "r3")
    order = Mass("r0", at=middle((10, 10)), others=others, centre=centre)
    outer = Mass("r0", at=middle((10, 10)), others=others, centre="r3")
    assert refusal(battle, outer) == "owb.suppress.massed-rifles"
    play(battle, order, dice=(1,))
    trained = present(person(battle, "r0").trained)
    assert trained.origin == (x, 20)


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_leaning_out_and_the_middle_can_be_chosen_on_the_page() -> None:
    battle = rifle_line(terrain=[RIFLE_WALL])
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "r0")
    order = mass(lean=(11, 20), centre="r1")
    assert battle.allows(order, "a")
    assert faults(RULEBOOK, offered, order) == []
    trace = present(RULEBOOK.trace(view.state, order))
    assert trace.notes[0] == "It opens with a burst."
    assert trace.notes[1] == "Hits on 8 or more on 1d20: 65 %."


@rule("owb.suppress.massed-rifles", "owb.cover.lean-out")
def test_massed_fire_is_typed_and_told_in_words() -> None:
    battle = rifle_line(terrain=[RIFLE_WALL])
    typed = "mass r0 at 10,10 r1 r2 lean 11,20 centre r1"
    order = mass(lean=(11, 20), centre="r1")
    assert PHRASES.read(battle.state, battle.choices[0], typed) == order
    told_so = "with 2 others, r1 in the middle, leaning out, at (10, 10), foe"
    assert PHRASES.tell(battle.state, order).text == told_so


@rule("owb.suppress.massed-rifles")
@pytest.mark.parametrize(
    "change",
    [{"attacked": True}, {"acted": True}, {"swept": True}, {"routed": True}, {"dry": True}],
)
def test_who_has_no_attack_left_does_not_fire_with_the_others(change: dict[str, bool]) -> None:
    battle = rifle_line()
    assert battle.allows(mass(), "a")
    battle.state.change("r2", **change)
    assert refusal(battle, mass()) == "owb.suppress.massed-rifles"


@rule("owb.suppress.massed-rifles", "owb.suppress.repair-jam", "owb.ammo.count-rounds")
@pytest.mark.parametrize("fault", [{"jam": -1}, {"rounds": 0}])
def test_a_rifle_that_is_jammed_or_empty_does_not_count(fault: dict[str, int]) -> None:
    battle = rifle_line()
    battle.state.setting.options = {**battle.state.setting.options, "ammo": "count"}
    rifle = person(battle, "r2").arms[0]
    battle.state.put(person(battle, "r2").with_arm(replace(rifle, **fault)))
    assert refusal(battle, mass()) == "owb.suppress.massed-rifles"


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
    play(battle, Begin("r0"))
    # 2d6 would need two dice; a large rifle does 1d6+1.
    play(battle, Mass("r0", at=middle((10, 8)), others=("r1", "r2")), dice=[15, 4])
    assert person(battle, "bob").hp == 21 - 5


@rule("owb.suppress.massed-rifles", "owb.suppress.cone-reach")
def test_massed_rifles_reach_to_short_range_whatever_machineguns_do() -> None:
    state = state_of(IVAN, man("foe", (10, 1), "b"), options={"suppressive_reach": "extreme"})
    assert reach_of(state, "rifle-large") == 30
    assert reach_of(state, GUN) == 120


@rule("owb.suppress.massed-rifles", "owb.suppress.reload")
def test_massed_rifles_strike_in_between_without_needing_a_reload() -> None:
    line = [man(f"r{n}", (8 + 2 * n, 20)) for n in range(3)]
    foe = man("foe", (10, 12), "b", facing=4, rank="officer")
    other = man("two", (20, 12), "b", facing=4, rank="officer")
    battle = fight(*line, foe, other, options={"massed_suppression": "3"})
    order = Mass("r0", at=middle((10, 12)), others=("r1", "r2"))
    turn(battle, "r1")
    turn(battle, "r2")
    turn(battle, "r0", order, dice=(1,))
    assert all(person(battle, f"r{n}").attacked for n in range(3))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", path((10, 13))))
    assert asked_for(battle) == "interrupt"
    play(battle, Sweep("r0"), dice=(1,))
    rifle = person(battle, "r0").arms[0]
    assert rifle.swept_in is None
    assert rifle.heat == 0


@rule("owb.suppress.massed-rifles")
def test_many_rifles_together_lay_suppressive_fire_if_the_battle_allows_it() -> None:
    riflemen = [man(f"r{n}", (8 + n, 20)) for n in range(4)]
    foes = [man("foe", (10, 12), "b", facing=4), man("two", (30, 2), "b")]
    battle = fight(*riflemen, *foes, options={"massed_suppression": "4"})
    order = Mass("r0", at=middle((10, 12)), others=("r1", "r2", "r3"))
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    turn(battle, "r0", order, dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == 2
    pass_all(battle, dice=(6, 1))
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    turn(battle, "r0", order, dice=(1,))
    assert told(battle, "bullets")[-1].pieces[0] == "foe"
    plain = begun("r0", *riflemen, *foes)
    assert not plain.allows(order, "a")
