"""Attacking around the end of tall cover."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import leaning_out
from tests.whitebox.kit import *

LONG_WALL = filled("w", "tall-wall", (10, 19))
OUT = middle((11, 20))
"""To the right of the wall, from behind which one leans out."""


def behind_a_wall(*others: Any, terrain: Any = (), dice: Any = A_FIRST, **ivan: Any) -> OwbBattle:
    """A man close behind a piece of wall, whose turn it is."""
    me = man("ivan", (10, 20), armor=[], **ivan)
    return begun("ivan", me, *others, terrain=[LONG_WALL, *terrain], dice=dice)


def lean_refused(battle: OwbBattle, order: Any) -> str:
    refusal = battle.refusal(order, "a")
    assert isinstance(refusal, Refusal)
    return refusal.rule


RIFLE_WALL = edged("wall", "tall-wall", (10, 20), (11, 20))
"""A wall along the north of square (10, 20), where the middle one of three riflemen stands."""

CORNER_WALL = edged("wall", "tall-wall", (9, 20), (11, 20))
"""A wall along the north of (9, 20) and (10, 20); (11, 20) looks past it."""

ROUND_THE_CORNER = middle((11, 20))


def beside_the_corner(*others: Unit, sheet: str = "rifleman", **rest: Any) -> OwbBattle:
    return fight(man("ivan", (10, 20), sheet=sheet), *others, terrain=[CORNER_WALL], **rest)


def behind_the_wall(*more: Unit, **rest: Any) -> OwbBattle:
    return fight(
        man("ivan", (10, 20), armor=[], rank="op3"),
        man("foe", (10, 10), "b", facing=4, armor=[], rank="op3"),
        *more,
        terrain=[WALL],
        **rest,
    )


@rule("owb.cover.lean-out", "owb.blast.flat-trajectory")
def test_a_rocket_is_fired_around_a_wall_and_its_range_is_that_of_the_firer() -> None:
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        man("foe", (10, 5), "b", rank="officer", armor=[]),
        terrain=wall,
    )
    at_foe = Launch("ivan", weapon="rpg-medium", at=middle((10, 5)))
    assert not battle.allows(at_foe, "a")
    around = Launch("ivan", weapon="rpg-medium", at=middle((10, 5)), lean=middle((11, 20)))
    # 15 squares are Short range; a man who stands still in the open is 10; he fails with 15
    play(battle, around, dice=(10, 1, 2, 15))
    assert person(battle, "foe").hp == 12 - 5
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out", "owb.scatter.directions")
def test_a_stray_grenade_flies_on_from_where_one_leans_out() -> None:
    # One square straight short: south-west of the target, and south if it came from (11, 20).
    for lean, lands in ((None, (11, 17)), (OUT, (12, 17))):
        battle = behind_a_wall(man("foe", (30, 2), "b"))
        order = Throw("ivan", bomb="grenade", at=middle((12, 16)), lean=lean)
        events = play(battle, order, dice=(14, 3, 1))
        assert events[0].data["lands"] == lands


@rule("owb.cover.lean-out", "owb.blast.lobbing")
def test_past_the_corner_of_a_house_one_throws_into_it_by_leaning_out() -> None:
    battle = behind_a_wall(
        man("foe", (30, 2), "b"), terrain=[filled("r", "roof", (9, 16), (12, 18))]
    )
    at = middle((10, 17))
    assert lean_refused(battle, Throw("ivan", bomb="grenade", at=at)) == "owb.blast.lobbing"
    assert battle.allows(Throw("ivan", bomb="grenade", at=at, lean=OUT), "a")


@rule("owb.cover.lean-out", "owb.cover.ducked-or-up")
def test_who_has_leant_out_for_a_throw_cannot_duck_in_the_same_turn() -> None:
    bags = filled("s", "sandbags", (9, 19))
    battle = behind_a_wall(man("foe", (11, 10), "b", armor=[]), terrain=[bags])
    down = EndTurn("ivan", ducked=True)
    assert battle.allows(down, "a")
    play(battle, Throw("ivan", bomb="grenade", at=middle((11, 18)), lean=OUT), dice=(20,))
    assert lean_refused(battle, down) == "owb.cover.lean-out"
    assert down not in list(battle.view("a").candidates(battle.choices[0]))
    play(battle, EndTurn("ivan"))
    assert target_line(battle.state, (11, 10), person(battle, "ivan")) == ((11, 20), "partial")


@rule("owb.cover.lean-out", "owb.withhold.interrupt-timing")
def test_one_who_leans_out_to_throw_shows_himself_to_withheld_fire() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (11, 10), "b", facing=4, armor=[]),
        terrain=[LONG_WALL],
        dice=(1, 6),
    )
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=180.0))
    play(battle, Begin("ivan"))
    play(battle, Throw("ivan", bomb="grenade", at=middle((11, 18)), lean=OUT))
    assert battle.choices[0].ask == "interrupt"


@rule("owb.cover.lean-out", "owb.timed.cook")
def test_a_cooked_grenade_is_thrown_without_leaning_out() -> None:
    battle = behind_a_wall(man("foe", (30, 2), "b", armor=[]))
    play(battle, Cook("ivan", bomb="grenade"), EndTurn("ivan", facing=0.0))
    turn(battle, "foe", dice=(6, 1))
    assert battle.choices[0].ask == "throw"
    thrown = Throw("ivan", bomb="grenade", at=middle((10, 17)))
    assert battle.allows(thrown, "a")
    leaning = Throw("ivan", bomb="grenade", at=middle((10, 17)), lean=OUT)
    assert lean_refused(battle, leaning) == "owb.cover.lean-out"


@rule("owb.cover.lean-out", "owb.weapon.flamethrower-cone")
def test_a_flame_comes_from_where_one_leans_out() -> None:
    battle = behind_a_wall(
        man("foe", (11, 17), "b", hp=20),
        man("far", (14, 20), "b", hp=20),
        weapons=["flamethrower"],
        dice=(3, *A_FIRST),
    )
    backwards = Flame("ivan", at=middle((9, 20)), lean=OUT)
    assert lean_refused(battle, backwards) == "owb.weapon.flamethrower-cone"
    play(battle, Flame("ivan", at=middle((11, 16)), lean=OUT), dice=(3, 20))
    assert person(battle, "foe").hp == 17
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out", "owb.los.character-at-vehicle")
def test_one_shoots_around_a_wall_at_a_vehicle() -> None:
    battle = behind_a_wall(
        vehicle("lorry", "truck-small", (9, 3), 4, "b"),
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
    )
    plain = ShootAboard("ivan", vehicle="lorry", weapon="rifle-large")
    assert lean_refused(battle, plain) == "owb.los.character-at-vehicle"
    assert lean_refused(battle, replace(plain, lean=middle((12, 20)))) == "owb.cover.lean-out"
    shot = replace(plain, lean=OUT)
    assert ACTS.odds(battle.state, plain) is None
    assert ACTS.odds(battle.state, shot) is not None
    before = the(battle, "lorry").hp
    play(battle, shot, dice=(19, 6))
    assert the(battle, "lorry").hp < before
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out")
def test_every_attack_around_a_wall_can_be_put_together_on_the_page() -> None:
    battle = behind_a_wall(
        vehicle("lorry", "truck-small", (9, 16), 4, "b"),
        weapons=["rifle-large", "flamethrower"],
        bombs={"grenade": 1, "pipe-bomb": 1},
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
        dice=(3, *A_FIRST),
    )
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
    at = middle((10, 17))
    for order in (
        Throw("ivan", bomb="grenade", at=at, lean=OUT),
        Flame("ivan", at=at, lean=OUT),
        ShootAboard("ivan", vehicle="lorry", weapon="rifle-large", lean=OUT),
        ShootAboard("ivan", vehicle="lorry", weapon="pipe-bomb", underside=True, lean=OUT),
    ):
        assert battle.refusal(order, "a") is None, order
        assert faults(RULEBOOK, offered, order) == [], order
        assert RULEBOOK.trace(view.state, order) is not None, order


@rule("owb.cover.lean-out")
def test_where_only_leaning_out_helps_against_a_vehicle_the_page_proposes_it() -> None:
    battle = behind_a_wall(
        vehicle("lorry", "truck-small", (9, 3), 4, "b"),
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
    )
    view = battle.view("a")
    shots = [
        action
        for action in RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
        if action.order == "shoot-aboard"
    ]
    leans = [slot.default for slot in shots[0].slots if slot.name == "lean"]
    assert (shots[0].refusal, leans) == ("", [list(OUT)])


@rule("owb.cover.lean-out", "owb.suppress.massed-rifles")
def test_until_his_next_turn_he_can_be_shot_at_where_he_leans_out() -> None:
    battle = rifle_line(terrain=[RIFLE_WALL])
    play(battle, mass(lean=(11, 20)), EndTurn("r0"), dice=(1,))
    play(battle, Begin("foe"), shot("r1", who="foe"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == -4
    pass_all(battle, dice=B_FIRST)
    play(battle, Begin("foe"))
    assert battle.allows(shot("r1", who="foe"), "b")
    play(battle, EndTurn("foe"), Begin("r1"), EndTurn("r1"))
    assert person(battle, "r1").lean is None


@rule("owb.cover.lean-out", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_leans_out_for_the_others_shows_himself_to_a_trained_gun() -> None:
    gunner = man("gunner", (11, 8), "b", weapons=[GUN], rank="op5", hp=60, most_hp=60)
    battle = rifle_line(gunner, terrain=[RIFLE_WALL], ready=False, dice=B_FIRST)
    turn(battle, "gunner", shot("r2", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=A_FIRST)
    battle.state.move_to("r2", (11, 21))
    for name in ("r1", "r2"):
        play(battle, Begin(name), EndTurn(name))
        while asked_for(battle) == "interrupt":
            play(battle, Hold())
    play(battle, Begin("r0"))
    while asked_for(battle) == "interrupt":
        play(battle, Hold())
    play(battle, mass(lean=(11, 20)))
    assert asked_for(battle) == "interrupt"
    assert battle.choices[0].seats == ("b",)
    play(battle, Sweep("gunner"), dice=(1, 1))
    assert told(battle, "bullets")[-1].pieces[0] == "r1"


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


@rule("owb.cover.lean-out")
def test_a_mortar_is_not_fired_around_a_wall() -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 70), sheet="mortar-gunner", rows=80),
        man("bob", (5, 5), side="b", rows=80),
        terrain=[filled("w", "tall-wall", (5, 69), rows=80)],
        size=(20, 80),
    )
    target = middle((5, 5), 80)
    order = Launch("ivan", weapon="mortar", at=target, lean=middle((6, 70), 80))
    assert refusal(battle, order) == "owb.cover.lean-out"
    assert battle.allows(Launch("ivan", weapon="mortar", at=target), "a")


@rule("owb.cover.lean-out", "owb.los.character-at-vehicle", "owb.weapon.rpg-against-vehicles")
def test_a_rocket_is_fired_at_a_tank_around_a_corner() -> None:
    tank = vehicle("tank", "tank-light", (10, 12), side="b", facing=4)
    battle = beside_the_corner(tank, sheet="rocketeer-heavy")
    ivan = person(battle, "ivan")
    plain = ShootAboard("ivan", vehicle="tank", weapon="rpg-heavy")
    out = ShootAboard("ivan", vehicle="tank", weapon="rpg-heavy", lean=ROUND_THE_CORNER)
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
    out = ShootAboard("ivan", vehicle="tank", weapon="rpg-heavy", lean=ROUND_THE_CORNER)
    refusal = present(check_attack(state, person(state, "ivan"), out))
    assert refusal.rule == "owb.cover.lean-out"


@rule("owb.cover.lean-out", "owb.impact.open-stationary-target", "owb.impact.unseen-target")
@pytest.mark.parametrize(("lean", "number"), [(None, 14), (ROUND_THE_CORNER, 10)])
def test_who_leans_out_to_throw_sees_his_target(
    lean: tuple[float, float] | None, number: int
) -> None:
    battle = beside_the_corner(man("foe", (10, 18), "b"))
    order = Throw("ivan", bomb="grenade", at=middle((10, 18)), lean=lean)
    ivan = leaning_out(battle.state, person(battle, "ivan"), order.lean)
    lob = throw_at(battle.state, ivan, "grenade", (10, 18))
    assert isinstance(lob, Lob)
    assert (lob.armor.total, lob.tally.total) == (number, -2), "the range is from his own square"
    turn(battle, "ivan", order, dice=(1, 6, 1))
    shelter = target_line(battle.state, (10, 10), person(battle, "ivan"))[1]
    assert shelter == ("full" if lean is None else "partial")


@rule("owb.cover.lean-out", "owb.weapon.flamethrower-cone")
@pytest.mark.parametrize(("lean", "burned"), [(None, 12), (ROUND_THE_CORNER, 9)])
def test_a_flame_goes_round_the_corner(lean: tuple[float, float] | None, burned: int) -> None:
    battle = beside_the_corner(
        man("foe", (11, 17), "b", rank="officer"),
        sheet="flamethrower-operator",
        dice=(4, 6, 1),
    )
    # from behind the wall the line to (11, 17) is blocked
    flame = Flame("ivan", at=middle((11, 17)), lean=lean)
    turn(battle, "ivan", flame, dice=(3, 20) if lean else ())
    assert person(battle, "foe").hp == burned


@rule("owb.cover.lean-out")
def test_who_has_attacked_around_a_wall_can_be_shot_at_until_his_next_turn() -> None:
    battle = behind_the_wall()
    turn(battle, "ivan", shot("foe", lean=middle((11, 20))), dice=(1,))
    ivan = person(battle, "ivan")
    assert ivan.lean == (11, 20)
    assert target_line(battle.state, (10, 10), ivan) == ((11, 20), "partial")
    play(battle, Begin("foe"), shot("ivan", who="foe"), dice=(14, 6))
    assert person(battle, "ivan").hp == 13 - 7, "14 + 2 - 4 reaches 12"


@rule("owb.cover.lean-out", "owb.withhold.interrupt-timing")
def test_a_withheld_shot_finds_one_who_leans_out_to_shoot() -> None:
    battle = behind_the_wall(dice=B_FIRST)
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=180.0))
    play(battle, Begin("ivan"))
    assert not battle.allows(shot("ivan", who="foe"), "b")
    play(battle, shot("foe", lean=middle((11, 20))))
    assert asked_for(battle) == "interrupt"
    play(battle, shot("ivan", who="foe"), dice=(14, 6, 1))
    # 14 + 2 - 4 reaches the 12 of an operative without armor; 6 + 1 damage
    assert person(battle, "ivan").hp == 6
    assert len(told(battle, "attack")) == 2, "he is still able to shoot"


@rule("owb.cover.lean-out", "owb.withhold.modes")
def test_an_attack_can_be_withheld_leaning_out() -> None:
    battle = behind_the_wall(man("two", (12, 9), "b"))
    play(battle, Begin("ivan"), Withhold("ivan", lean=middle((11, 20))))
    play(battle, EndTurn("ivan", facing=0.0, lean=True))
    play(battle, Begin("two"), Move("two", path((12, 10))))
    assert asked_for(battle) == "interrupt"
    assert battle.allows(shot("two"), "a"), "from the square that he leans into"
    play(battle, shot("foe"), dice=(20, 6))
    assert person(battle, "foe").hp == 6, "he may switch targets"


@rule("owb.cover.lean-out", "owb.suppress.continue")
def test_suppressive_fire_is_kept_up_by_leaning_out_anew() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[WALL],
    )
    lean = middle((11, 20))
    turn(battle, "ivan", shot("foe", GUN, mode="suppress", lean=lean), dice=(1,))
    trained = present(person(battle, "ivan").trained)
    assert trained.origin == (11, 20)
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert person(battle, "ivan").lean is None
    assert not battle.allows(Sweep("ivan", lean=middle((10, 22))), "a")
    play(battle, Sweep("ivan", lean=lean), dice=(6,))
    assert asked_for(battle) == "react", "the foe is in the cone from (11, 20)"
    play(battle, Decline(), dice=(1, 1, 1))
    assert person(battle, "foe").hp == 12 - 9
    play(battle, EndTurn("ivan"))
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out")
def test_one_leans_out_behind_tall_cover_and_can_be_shot_at_there() -> None:
    wall = [filled("w", "tall-wall", (10, 19))]
    battle = fight(
        man("ivan", (10, 20), armor=[]), man("foe", (11, 10), "b", armor=[]), terrain=wall
    )
    state = battle.state
    assert set(lean_outs(state, person(state, "ivan"))) == {(9, 20), (11, 20), (10, 21)}
    play(battle, Begin("ivan"))
    order = Shoot("ivan", target="foe", weapon="rifle-large", lean=middle((11, 20)))
    play(battle, order, dice=(1,))
    play(battle, EndTurn("ivan", lean=True))
    ivan = person(battle, "ivan")
    assert ivan.lean == (11, 20)
    assert target_line(battle.state, (11, 12), ivan) == ((11, 20), "partial")


@rule("owb.cover.lean-out", "owb.vattack.suppressive-fire-procedure")
def test_a_mounted_machinegun_strikes_one_who_leans_out_into_its_cone() -> None:
    """He stands behind the wall, and leans round its end into a square that is swept."""
    state = state_of(
        OUR_TANK,
        man("foe", (9, 12), "b", facing=4),
        FAR_FOE,
        terrain=[filled("wall", "building-wall-masonry", (5, 13), (9, 13))],
    )
    bow = gun(state, "tank", "gun-2")
    assert "foe" not in gun_victims(state, bow, (10, 8))
    state.change("foe", lean=(10, 12))
    assert "foe" in gun_victims(state, bow, (10, 8))
