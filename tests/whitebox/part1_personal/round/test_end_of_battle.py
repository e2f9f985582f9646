"""When a battle ends, and who has won it."""

from sandtable.rulebooks.whitebox.setting_up.people import set_up
from sandtable.scenario import Objective
from tests.whitebox.kit import *


def lone_tank(**rest: Any) -> OwbBattle:
    return fight(tank(), man("foe", (3, 3), "b", hp=1), **rest)


def leaving(**rest: Any) -> OwbBattle:
    """A truck at the northern edge with two men in it, who want to get away."""
    victory = Victory(exits=(Exit(side="a", edge="north", value=2),))
    units = (
        vehicle("truck", "truck-small", (10, 0), 0),
        man("ivan", (1, 1), carried_by="truck", seat="bed-1"),
        man("oleg", (0, 0)),
        man("foe", (30, 30), "b"),
    )
    return fight(*units, victory=victory, **rest)


@rule("owb.scope.personal-combat", "owb.scope.supersedes-core")
def test_a_fight_of_persons_is_set_up() -> None:
    scenario = scene(man("ivan", (1, 1)), man("foe", (1, 9), "b"))
    state, _ = set_up(scenario, ScriptedDice([]))
    assert set(state.pieces) == {"ivan", "foe"}


@rule("owb.scope.theatre-of-the-mind")
def test_a_battle_ends_with_a_side_the_round_limit_or_twenty_quiet_rounds() -> None:
    battle = fight(IVAN, man("foe", (0, 0), "b"), dice=(1, 6))
    play(battle, Begin("foe"), Leave("foe"), Done())
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"
    limited = fight(IVAN, man("foe", (0, 0), "b"), options={"round_limit": "2"})
    for _ in range(2):
        pass_all(limited, dice=(6, 1))
    assert limited.outcome is not None
    assert limited.outcome.winner is None
    quiet = fight(IVAN, man("foe", (0, 0), "b"))
    for _ in range(20):
        assert quiet.outcome is None
        pass_all(quiet, dice=(6, 1))
    assert quiet.outcome is not None


@rule("owb.scope.theatre-of-the-mind")
def test_objectives_decide_at_the_limit() -> None:
    from sandtable.scenario import Objective

    battle = fight(
        IVAN,
        man("foe", (0, 0), "b"),
        options={"round_limit": "1"},
        objectives=(Objective(id="well", at=middle((11, 20))),),
    )
    pass_all(battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.scores["a"]) == ("a", 1.0)


@rule("owb.scope.theatre-of-the-mind", "owb.timed.detonates-at-end-of-round")
def test_a_grenade_that_lies_yet_may_take_the_victory_away() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 18), "b"),
        man("two", (30, 18), "b", facing=4),
        dice=B_FIRST,
    )
    turn(battle, "foe", throw((10, 20), "foe"), dice=(12,))
    turn(battle, "two", Move("two", path((30, 17))))
    battle.state.change("two", out="dead", hp=0)
    turn(battle, "ivan", shot("foe"), dice=(11, 6))
    assert battle.outcome is None
    # 2 + 2: ivan, in the centre, fails
    play(battle, TakeCover(), dice=(1, 1, 17))
    assert battle.outcome is not None
    assert battle.outcome.winner is None


@rule("owb.scope.theatre-of-the-mind")
def test_in_the_last_round_a_grenade_still_goes_off_and_wins() -> None:
    battle = fight(IVAN, man("foe", (10, 16), "b", armor=[]), options={"round_limit": "1"})
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    pass_all(battle, until="throw back")
    play(battle, TakeCover(), dice=(1, 1, 17))
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"


@rule("owb.scope.theatre-of-the-mind", "owb.base.able-to-act")
def test_crews_count_for_the_end_of_a_battle() -> None:
    battle = lone_tank(dice=(6, 1))
    pass_all(battle, dice=(6, 1))
    assert battle.outcome is None
    assert battle.state.turn == 2


@rule("owb.scope.theatre-of-the-mind")
def test_a_vehicle_with_somebody_aboard_holds_an_objective() -> None:
    goal = Objective(id="bridge", at=middle((10, 17)), value=3, radius=3.0)
    options: dict[str, str | bool] = {"round_limit": "1"}
    battle = lone_tank(objectives=(goal,), options=options)
    pass_all(battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.scores["a"]) == ("a", 3.0)


@rule("owb.scope.theatre-of-the-mind", "owb.footprint.leaving-the-map")
def test_those_who_get_away_over_an_exit_count() -> None:
    battle = leaving()
    start(battle, "truck", "crawl")
    play(battle, Drive("truck"))
    assert "truck" not in battle.state.pieces
    turn(battle, "oleg", Leave("oleg"))
    pass_all(battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"
    assert battle.outcome.scores == {"a": 6.0, "b": 0.0}
