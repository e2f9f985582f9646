"""What the computer thinks of orders: shots, grenades, places to stand."""

import pytest

from sandtable.players import GreedyPlayer
from sandtable.rulebooks.whitebox.advice.advising import advise
from sandtable.rulebooks.whitebox.advice.worth import FIELDS, field_of
from tests.whitebox.kit import *


def best_of(battle: object, *orders: object) -> object:
    """The order that is worth most."""
    from sandtable.battle import Battle

    assert isinstance(battle, Battle)
    return max(advise(battle.state, list(orders)), key=lambda found: found[0])[1]  # type: ignore[arg-type]


@rule("owb.maneuver.two-groups")
def test_who_is_not_swept_advances_while_a_gun_is_kept_busy() -> None:
    def worth(trained: Trained | None) -> float:
        battle = fight(
            man("ivan", (10, 24)),
            man("gun", (10, 10), "b", "medium-machinegunner", facing=4),
            terrain=[filled("w", "tall-wall", (8, 22), (10, 22))],
        )
        battle.state.change("gun", trained=trained)
        battle.state.push(Turn(person="ivan"))
        path = tuple(middle((14, y)) for y in (23, 22, 21, 20))
        order = Move("ivan", (middle((11, 23)), middle((12, 22)), *path[2:]))
        return next(iter(advise(battle.state, [order])))[0]

    elsewhere = Trained("machinegun-medium", (30, 24), 0, (10, 10))
    here = Trained("machinegun-medium", (14, 20), 0, (10, 10))
    assert worth(elsewhere) > worth(None) > worth(here)


def test_a_shot_at_one_in_the_open_beats_one_at_a_man_behind_cover() -> None:
    wall = [edged("w", "low-brick-wall", (9, 11), (12, 11))]
    battle = begun(
        "ivan",
        IVAN,
        man("covered", (10, 10), "b", facing=4),
        man("open", (14, 10), "b", facing=4),
        terrain=wall,
    )
    shots = [Shoot("ivan", target=name, weapon="rifle-large") for name in ("covered", "open")]
    assert best_of(battle, *shots) == shots[1]


def test_a_grenade_is_for_a_crowd_and_not_for_friends() -> None:
    battle = begun(
        "ivan",
        IVAN,
        man("one", (10, 16), "b", facing=4),
        man("two", (11, 16), "b", facing=4),
        man("friend", (14, 18)),
        man("near", (14, 17), "b"),
    )
    crowd = Throw("ivan", bomb="grenade", at=middle((10, 16)))
    mixed = Throw("ivan", bomb="grenade", at=middle((14, 17)))
    assert best_of(battle, crowd, mixed) == crowd


def test_behind_a_wall_one_ends_ones_turn_down() -> None:
    wall = [edged("w", "low-brick-wall", (9, 20), (12, 20))]
    battle = begun("ivan", IVAN, FOE_FACING, terrain=wall)
    up, down = (EndTurn("ivan", facing=0.0, ducked=ducked) for ducked in (False, True))
    assert best_of(battle, up, down) == down
    assert person(battle, "ivan").able


@rule("owb.grid.facing-change-free", "owb.suppress.continue")
def test_a_computer_s_gunner_keeps_facing_the_area_that_he_is_trained_on() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4),
        man("near", (14, 22), "b"),
    )
    shot = Shoot("gunner", target="foe", weapon="machinegun-medium", mode="suppress")
    play(battle, Begin("gunner"), shot, dice=(1,))
    north, east = (EndTurn("gunner", facing=facing) for facing in (0.0, 90.0))
    assert best_of(battle, east, north) == north, "though an enemy is nearer in the east"


@rule("owb.cover.ducked-or-up", "owb.impact.open-stationary-target")
@pytest.mark.parametrize("waiting", [False, True])
def test_who_keeps_down_comes_up_to_throw_unless_somebody_waits_for_it(*, waiting: bool) -> None:
    bags = [edged("bags", "sandbags", (9, 20), (12, 20))]
    battle = fight(
        man("ivan", (10, 20), weapons=[], ducked=True),
        man("one", (10, 16), "b"),
        man("two", (11, 16), "b"),
        man("far", (30, 2), "b"),
        terrain=bags,
    )
    battle.state.change("far", withheld=waiting)
    play(battle, Begin("ivan"))
    view = battle.view("a")
    assert Rise("ivan") in list(view.candidates(view.choices[0]))
    order = GreedyPlayer(1).decide(view, view.choices[0])
    if waiting:
        assert isinstance(order, Throw)
        return
    assert order == Rise("ivan")
    play(battle, order)
    view = battle.view("a")
    thrown = GreedyPlayer(1).decide(view, view.choices[0])
    assert isinstance(thrown, Throw)
    odds = present(view.odds(thrown))
    assert odds.tallies[1].total == 10


@rule("owb.cover.ducked-or-up")
@pytest.mark.parametrize(("ducked", "far", "bombs"), [(False, 16, 1), (True, 15, 1), (True, 16, 0)])
def test_coming_up_is_offered_only_where_it_helps_a_throw(
    ducked: bool, far: int, bombs: int
) -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), ducked=ducked, bombs={"grenade": bombs}),
        man("one", (10, far), "b"),
        terrain=[edged("bags", "sandbags", (9, 20), (12, 20))],
    )
    view = battle.view("a")
    assert Rise("ivan") not in list(view.candidates(view.choices[0]))


def test_ways_to_enemies_who_move_are_not_kept_for_ever() -> None:
    state = fight(tank(), man("runner", (10, 10), "b")).state
    tank_here = the(state, "t34")
    found = []
    for step in range(2 * FIELDS):
        state.change("runner", x=step % 30 + 0.5, y=step // 30 + 0.5)
        found.append(field_of(state, tank_here))
        assert len(state.setting.fields) <= FIELDS
    assert field_of(state, tank_here) is found[-1]
    assert len({id(field) for field in found}) == 2 * FIELDS
