"""GRID and MOVEMENT: leaving over the edge of the map, and walking on high ground."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin, Leave, Move
from sandtable.scenario import Exit, Victory
from sandtable.table.grid import Square
from tests.whitebox.kit.scenes import (
    FAR,
    fight,
    filled,
    man,
    path,
    person,
    play,
    refusal,
    square_of,
)

rule = pytest.mark.rule


@rule("owb.grid.map-size")
@pytest.mark.parametrize(
    ("square", "edge"),
    [((0, 20), "west"), ((35, 20), "east"), ((20, 0), "north"), ((20, 35), "south")],
)
def test_a_man_leaves_over_the_edge_at_which_he_stands(square: Square, edge: str) -> None:
    battle = fight(man("ivan", square), man("ally", (15, 15)), FAR)
    play(battle, Begin(person="ivan"), Leave(person="ivan"))
    assert battle.state.left == ("ivan",)
    assert battle.state.exited == (("a", "ivan", edge),)


@rule("owb.grid.map-size")
@pytest.mark.parametrize("square", [(1, 20), (34, 20), (20, 1), (20, 34)])
def test_a_man_one_square_from_the_edge_does_not_leave_yet(square: Square) -> None:
    battle = fight(man("ivan", square), man("ally", (15, 15)), FAR)
    play(battle, Begin(person="ivan"))
    assert refusal(battle, Leave(person="ivan")) == "owb.grid.map-size"


@rule("owb.grid.map-size")
@pytest.mark.parametrize(
    ("square", "wanted", "edge"),
    [
        ((0, 0), "west", "west"),  # in the corner he has the choice
        ((1, 0), "west", "north"),
        ((0, 1), "north", "west"),
        ((34, 0), "east", "north"),
        ((0, 34), "south", "west"),
    ],
)
def test_one_square_from_a_corner_there_is_only_one_edge(
    square: Square, wanted: str, edge: str
) -> None:
    exits = Victory(exits=(Exit(side="a", edge=wanted),))  # type: ignore[arg-type]
    battle = fight(man("ivan", square), man("ally", (15, 15)), FAR, victory=exits)
    play(battle, Begin(person="ivan"), Leave(person="ivan"))
    assert battle.state.exited == (("a", "ivan", edge),)


@rule("owb.terrain.elevation")
@pytest.mark.parametrize(("height", "spent"), [(1, 3), (2, 3)])
def test_on_high_ground_one_walks_as_on_low_ground(height: int, spent: int) -> None:
    hill = filled("hill", "elevation", (8, 15), (12, 25), height=height)
    battle = fight(man("ivan", (10, 20)), FAR, terrain=[hill])
    way = path((10, 19), (10, 18), (10, 17))
    play(battle, Begin(person="ivan"), Move(person="ivan", path=way))
    assert square_of(battle.state, "ivan") == (10, 17)
    assert person(battle, "ivan").spent == spent
