"""Section 5.3.5 and 5.4: passing through others, and where a move may not end."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

FRIENDS = "p8.move.through-friends"
ENEMIES = "p8.move.not-through-enemies"
CONTACT = "p8.move.no-contact-without-charge"


def with_friend(*terrain: object, friend: tuple[float, float] = (20, 12)) -> P8Battle:
    return situation(
        unit("a", "uk-rifle-44", at=(20, 10)),
        unit("b", "uk-rifle-44", at=friend),
        terrain=terrain,  # type: ignore[arg-type]
    )


@pytest.mark.rule(FRIENDS)
def test_friends_may_be_moved_through() -> None:
    battle = with_friend()
    play(battle, Move("a", ((20, 14),)))
    assert element(battle, "a").y == 14


@pytest.mark.rule(FRIENDS)
@cases("way", "road", "dirt-road", "track", "bridge")
def test_but_not_on_roads_bridges_and_tracks(way: str) -> None:
    battle = with_friend(line(way, (20, 0), (20, 48), width=2))
    refusal = refused(battle, Move("a", ((20, 14),)))
    assert refusal.rule == FRIENDS
    assert "go round it off the road" in refusal.reason
    # Round it: 2 to the side is off the strip.
    assert why_not(battle, Move("a", ((21.3, 10.6), (21.3, 13.1)))) is None


@pytest.mark.rule(FRIENDS)
def test_only_a_friend_who_is_on_the_road_blocks_it() -> None:
    road = line("road", (20, 0), (20, 48), width=1)
    beside = with_friend(road, friend=(20.8, 12))
    assert why_not(beside, Move("a", ((20, 14),))) is None
    # A mover beside the road may pass over one who stands on it.
    off_road = situation("a uk-rifle-44 20.9,10; b uk-rifle-44 20.3,12", terrain=[road])
    assert why_not(off_road, Move("a", ((20.9, 14),))) is None


@pytest.mark.rule(FRIENDS)
def test_a_road_drawn_in_two_parts_is_one_road() -> None:
    battle = with_friend(
        line("road", (20, 0), (20, 11.8), width=2), area("bridge", box(19, 11.8, 21, 30))
    )
    assert why_not(battle, Move("a", ((20, 14),))) == FRIENDS


@pytest.mark.rule("p8.geo.no-overlap")
def test_no_move_ends_on_top_of_a_friend() -> None:
    battle = with_friend()
    assert why_not(battle, Move("a", ((20, 12.7),))) == "p8.geo.no-overlap"
    assert why_not(battle, Move("a", ((20, 12.8),))) is None  # edge to edge


# -- enemies --------------------------------------------------------------------------------------


def with_enemy(at: tuple[float, float], sheet: str = "uk-rifle-44", **rest: object) -> P8Battle:
    """A mover at (20, 10) and an enemy that looks away from it, and so cannot react."""
    return situation(
        unit("a", sheet, "british", at=(20, 10)),
        unit("e", "ge-rifle-44", at=at, facing=90),
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(ENEMIES)
def test_nobody_passes_through_an_enemy() -> None:
    battle = with_enemy((20, 12))
    assert why_not(battle, Move("a", ((20, 13.9),))) == ENEMIES


@pytest.mark.rule(ENEMIES)
def test_an_enemy_may_be_passed_by_a_hundredth_of_an_inch() -> None:
    # Facing east the enemy is 0.8 wide here: it reaches from 0.4 left to 0.4 right of its centre.
    assert why_not(with_enemy((21.01, 12)), Move("a", ((20, 14),))) is None
    assert why_not(with_enemy((20.99, 12)), Move("a", ((20, 14),))) == ENEMIES


@pytest.mark.rule(CONTACT, "p8.cmd.no-contact", "p8.foo.no-contact")
@cases(
    "sheet, touching, clear, rule",
    ("uk-rifle-44", 11.95, 11.94, CONTACT),  # 0.05 and 0.06 apart
    ("uk-cmd", 11.97, 11.9, "p8.cmd.no-contact"),
    ("uk-foo", 11.97, 11.9, "p8.foo.no-contact"),
)
def test_no_move_but_a_charge_ends_in_contact(
    sheet: str, touching: float, clear: float, rule: str
) -> None:
    # Front edge at y + 0.4, the enemy's nearest edge at 12.4.
    battle = with_enemy((20, 13), sheet)
    assert why_not(battle, Move("a", ((20, touching),))) == rule
    assert why_not(battle, Move("a", ((20, clear),))) is None


@pytest.mark.rule(CONTACT)
def test_nor_does_it_end_across_an_obstacle_from_enemy_foot() -> None:
    hedge = line("hedge", (0, 12.37), (60, 12.37))
    battle = with_enemy((20, 13), terrain=[hedge])
    refusal = refused(battle, Move("a", ((20, 11.93),)))
    assert refusal.rule == CONTACT
    assert "across an obstacle" in refusal.reason
    assert why_not(battle, Move("a", ((20, 11.9),))) is None  # does not touch the hedge
    assert why_not(battle, Move("a", ((18, 11.93),))) is None  # touches it elsewhere


@pytest.mark.rule(CONTACT)
def test_whoever_is_in_contact_already_may_turn_there() -> None:
    battle = with_enemy((20, 11.4))
    assert why_not(battle, Move("a", (), 5.0)) is None
    assert why_not(battle, Move("a", ((20, 8),))) is None


# -- stopped among others -------------------------------------------------------------------------


def column_under_fire(dice: list[int]) -> P8Battle:
    """A section that passes through a friend, under the eyes of an enemy."""
    return situation(
        "a uk-rifle-44 20,10; b uk-rifle-44 20,12; mg ge-mg 20,30 S",
        "rifles ge-rifle-44 24,18 SW",
        dice=dice,
    )


@pytest.mark.rule("p8.react.result-stops-mover", "p8.geo.no-overlap")
def test_a_mover_suppressed_on_top_of_a_friend_is_put_back_to_the_last_free_spot() -> None:
    battle = column_under_fire([10, 6])
    play(battle, Move("a", ((20, 14),)), ReactFire("rifles", 2.0))
    stopped = element(battle, "a")
    assert stopped.suppressed
    assert stopped.y == pytest.approx(11.2, abs=0.051)
    assert last(battle, "stopped").pieces == ("a",)


@pytest.mark.rule("p8.geo.no-overlap")
def test_a_mover_that_halts_on_top_of_a_friend_stands_clear_of_it() -> None:
    battle = column_under_fire([1, 10])
    play(battle, Move("a", ((20, 14),)), ReactFire("rifles", 2.0), Done())
    assert why_not(battle, Halt(facing=90)) == "p8.geo.no-overlap"
    play(battle, Halt())
    assert element(battle, "a").y == pytest.approx(11.2, abs=0.051)


@pytest.mark.rule(ENEMIES)
def test_an_enemy_that_fell_back_across_the_way_already_gone_does_not_matter() -> None:
    battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 22.5,13.5 250", homes={"german": "west"})
    play(battle, Move("a", ((20, 14),)), ReactFallBack("e", 2.0, "home", 2.0))
    # The enemy cannot fall back through the mover, so it went no farther than beside it.
    assert element(battle, "e").x == 20.5
    assert why_not(battle, GoOn()) == ENEMIES
    assert why_not(battle, GoOn(path=((18.6, 12),))) is None
