"""Falling back, giving way and advancing where enemies are in the way (5.3.5, 5.5, 6.3)."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

BLOCKED = "p8.fallback.blocked"
THROUGH = "p8.move.not-through-enemies"


@pytest.mark.rule(BLOCKED, THROUGH)
@cases("distance, rule", (4.0, BLOCKED), (1.2, BLOCKED), (0.9, None))
def test_nobody_falls_back_through_an_enemy(distance: float, rule: str | None) -> None:
    # The lorry lies 1.2 behind the section, across its way home; 4 inches would lead beyond it.
    battle = situation(
        "rifles uk-rifle-44 20,20; section ge-rifle-44 20,30 S; lorry ge-lorry 20,17.8 E",
        "load ge-rifle-44 in lorry",
    )
    assert why_not(battle, FallBack("rifles", "home", distance)) == rule


@pytest.mark.rule(BLOCKED, THROUGH, "p8.react.option-fall-back")
def test_nor_does_anybody_as_a_reaction() -> None:
    battle = situation(
        "tank uk-cromwell 20,10; lorry uk-lorry 20,32.6 E; load uk-rifle-44 in lorry",
        "section ge-rifle-44 20,30 S",
    )
    play(battle, Move("tank", ((20, 15),)))
    assert refused(battle, ReactFallBack("section", 5.0, "away", 4.0)).rule == BLOCKED
    assert why_not(battle, ReactFallBack("section", 5.0, "away", 1.3)) is None


def shot_from_the_south(lorry: float) -> P8Battle:
    """A section is shot at for a Fall-back; an enemy lorry is so far to the north of it."""
    return situation(
        "mg uk-mg 20,10",
        unit("lorry", "uk-lorry", at=(20, 20 + 0.4 + lorry + 0.6), facing=90),
        "load uk-rifle-44 in lorry; section ge-rifle-44 20,20 S",
        dice=[6, 5],
    )


@pytest.mark.rule(BLOCKED)
def test_a_forced_fall_back_stops_short_of_an_enemy() -> None:
    battle = shot_from_the_south(1.5)
    play(battle, Fire("mg", "section"), Retire("away"))
    assert element(battle, "section").y == pytest.approx(21.25, abs=1e-3)


@pytest.mark.rule(BLOCKED, "p8.result.fall-back-becomes-suppressed")
def test_whoever_has_an_enemy_at_its_back_is_suppressed_instead() -> None:
    battle = shot_from_the_south(0.0)
    play(battle, Fire("mg", "section"))
    assert element(battle, "section").suppressed
    assert element(battle, "section").y == 20


def between_two(*dice: int) -> P8Battle:
    """A section with one attacker before it and another behind it."""
    return situation(
        "north uk-rifle-44 20,20.8 S charged; south uk-rifle-44 20,19.2 charged",
        "d ge-rifle-44 20,20",
        phase="close-combat",
        dice=dice,
    )


@pytest.mark.rule(BLOCKED, "p8.melee.several-attackers")
def test_whoever_is_caught_between_two_attackers_cannot_fall_back() -> None:
    battle = between_two(8, 6, 6)
    play(battle, Fight(("north", "south"), "d"))
    assert last(battle, "melee").data["effects"] == ["defender fall-back", "none"]
    assert element(battle, "d").suppressed
    assert not told(battle, "retreat")


@pytest.mark.rule("p8.advance.cannot-advance-falls-back", "p8.advance.defender-retreats")
def test_nor_can_it_give_way_so_that_the_attackers_fall_back() -> None:
    battle = between_two(5, 5, 5)
    play(battle, Fight(("north", "south"), "d"), Retire("away"), Retire("away"))
    assert element(battle, "d").y == 20
    assert element(battle, "north").y == pytest.approx(24.8)
    assert element(battle, "south").y == pytest.approx(15.2)


@pytest.mark.rule("p8.fallback.direction", BLOCKED)
def test_whoever_is_in_contact_may_still_fall_back_from_it() -> None:
    battle = situation("a uk-rifle-44 20,19.2; d ge-rifle-44 20,20 S")
    assert why_not(battle, FallBack("a", "away", 4.0)) is None


@pytest.mark.rule("p8.fallback.direction", "p8.melee.several-attackers")
@cases("names", ("north", "east"), ("east", "north"))
@cases("winner, end", ("north", (20.0, 16.0)), ("east", (16.0, 20.0)))
def test_a_defender_falls_back_from_the_attacker_that_beat_it(
    names: tuple[str, str], winner: str, end: tuple[float, float]
) -> None:
    faces = [8 if name == winner else 6 for name in names]
    battle = situation(
        "north uk-rifle-44 20,20.8 S charged; east uk-rifle-44 21,20 W charged",
        "d ge-rifle-44 20,20",
        phase="close-combat",
        dice=[*faces, 6],
    )
    play(battle, Fight(names, "d"), Retire("away"))
    assert place(battle, "d") == pytest.approx(end)
