"""The area that an element can reach is what the book allows, no more and no less."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
import shapely

from sandtable.battle.overlays import Reach, Route
from sandtable.mechanics.areas import THIN, Spoke, area_of, reaches_to, regions
from sandtable.rulebooks.panzer8.page.reaching import Rays
from sandtable.table import step
from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, tank_and_guns

ENEMY = unit("enemy", "ge-rifle-44", at=(50, 40), facing=180)
MARGIN = 0.4
"""Rays are exact; between them an edge is known to about this much."""


def reached(battle: P8Battle, piece: str = "mover", order: str = "move") -> Reach:
    """The area that a piece reaches, where that hangs together."""
    found = RULEBOOK.reach(battle.view(battle.choices[0].seats[0]).state, piece, order)
    areas = [one for one in found if isinstance(one, Reach)]
    assert len(areas) == 1
    return areas[0]


def is_wide(rays: Rays, point: tuple[float, float]) -> bool:
    """Whether not only a point can be reached, but everything around it too."""
    around = [step(point, turn, THIN) for turn in range(0, 360, 30)]
    return all(rays.refusal((round(x, 4), round(y, 4))) is None for x, y in around)


def spot(x: float, y: float) -> Any:
    """A point as shapely sees it."""
    return shapely.points(x, y)


def shape(reach: Reach) -> Any:
    """An area as shapely sees it."""
    whole = shapely.polygons(reach.outline).buffer(0)
    for hole in reach.holes:
        whole = whole.difference(shapely.polygons(hole).buffer(0))
    return whole


def farthest(reach: Reach, start: tuple[float, float], heading: float) -> float:
    """How far an area reaches one way."""
    whole = shape(reach)
    lengths = [0.05 * step for step in range(1, 400)]
    angle = math.radians(heading)
    inside = [
        length
        for length in lengths
        if whole.contains(
            spot(start[0] + length * math.sin(angle), start[1] + length * math.cos(angle))
        )
    ]
    return max(inside, default=0.0)


def agrees(state: P8State, piece: str, order: str, samples: int, seed: int = 1) -> int:
    """See that the book allows what lies in an area and refuses the rest; how much was tried."""
    found = RULEBOOK.reach(state, piece, order)
    if not found:
        return 0
    parts = [one for one in found if isinstance(one, Reach)]
    whole, chance = shapely.union_all([shape(part) for part in parts]), random.Random(seed)
    inner, outer = whole.buffer(-MARGIN), whole.buffer(MARGIN)
    rays = Rays(state, state.pieces[piece], order)
    far = max(math.dist(rays.origin, point) for point in parts[0].outline) + 1.5
    tried = 0
    for _ in range(samples):
        point = rays.point(chance.uniform(0, 360), far * math.sqrt(chance.random()))
        kind = MoveAndFire if order == "move-and-fire" else Move
        refusal = rays.refusal(point)
        if inner.contains(spot(*point)):
            assert refusal is None, f"{kind(piece, (point,))}: {refusal}"
            tried += 1
        elif not outer.contains(spot(*point)) and math.dist(point, rays.origin) > 0.5:
            # Slivers are left out on purpose.
            allowed = refusal is None and is_wide(rays, point)
            assert not allowed, f"{kind(piece, (point,))} is allowed"
            tried += 1
    return tried


# -- in the open ----------------------------------------------------------------------------------


def test_on_open_ground_a_section_reaches_a_circle() -> None:
    battle = situation("mover uk-rifle-44 20,20", ENEMY)
    reach = reached(battle)
    radii = [math.dist((20, 20), point) for point in reach.outline]
    assert min(radii) > 3.95
    assert max(radii) <= 4.01
    assert reach.label == "mover can move straight, up to 4.0 in"
    half = reached(battle, order="move-and-fire")
    assert max(math.dist((20, 20), point) for point in half.outline) == pytest.approx(2.0, abs=0.03)
    assert half.label == "mover can move straight and then fire, up to 2.0 in"


def test_a_tank_reaches_half_as_far_behind_its_front() -> None:
    battle = situation("mover uk-cromwell 20,20", ENEMY)
    reach = reached(battle)
    assert farthest(reach, (20, 20), 0.0) == pytest.approx(10.0, abs=0.06)
    assert farthest(reach, (20, 20), 180.0) == pytest.approx(5.0, abs=0.06)


def test_ground_hedges_and_the_edge_of_the_table_shorten_it() -> None:
    battle = situation(
        "mover uk-cromwell 20,3",
        ENEMY,
        terrain=[
            "wood 22,0 to 32,10; west: hedge from 8,0 to 8,10",
            "north: hedge from 10,8 to 19,8",
        ],
    )
    reach = reached(battle)
    assert farthest(reach, (20, 3), 0.0) == pytest.approx(10.0, abs=0.06)
    assert farthest(reach, (20, 3), 315.0) == pytest.approx(7.07, abs=0.2)
    assert farthest(reach, (20, 3), 90.0) < 5.0
    assert farthest(reach, (20, 3), 180.0) == pytest.approx(3.0, abs=0.06)
    assert agrees(battle.view("british").state, "mover", "move", 250) > 120


# -- among others ---------------------------------------------------------------------------------


def test_nobody_ends_on_a_friend_but_may_pass_through() -> None:
    battle = situation("mover uk-rifle-44 20,20; friend uk-rifle-44 20,22", ENEMY)
    reach = reached(battle)
    whole = shape(reach)
    assert reach.holes
    assert not whole.contains(spot(20, 22))
    assert whole.contains(spot(20, 23.5))
    assert agrees(battle.view("british").state, "mover", "move", 250) > 120


def test_enemies_bar_the_way_and_are_not_touched() -> None:
    battle = situation("mover uk-rifle-44 20,20; enemy ge-rifle-44 20,22.5 S")
    reach = reached(battle)
    assert 1.4 < farthest(reach, (20, 20), 0.0) < 1.7
    assert agrees(battle.view("british").state, "mover", "move", 250) > 120


def test_houses_can_be_entered_and_left() -> None:
    houses = area("bua", box(18, 22, 23, 25), "houses")
    far = area("bua", box(18, 25.5, 23, 28), "far")
    outside = situation("mover uk-rifle-44 20,20.5", ENEMY, terrain=[houses, far])
    assert shape(reached(outside)).contains(spot(20, 24.5))
    assert agrees(outside.view("british").state, "mover", "move", 200) > 100
    inside = situation("mover uk-rifle-44 20,24", ENEMY, terrain=[houses, far])
    whole = shape(reached(inside))
    assert not whole.contains(spot(20, 24))
    assert whole.contains(spot(20, 26.5))
    assert whole.contains(spot(20.5, 20.5))
    assert agrees(inside.view("british").state, "mover", "move", 200) > 100


@pytest.mark.slow
def test_in_a_real_battle_the_area_agrees_with_the_book() -> None:
    battle = Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(3))
    chance = random.Random(3)
    while battle.number < 60 or asked(battle) != "action":
        view = battle.view(battle.choices[0].seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
    state = battle.view(battle.choices[0].seats[0]).state
    names = [element.id for element in state.on_table()]
    tried = sum(agrees(state, name, "move", 60, seed=5) for name in names)
    tried += sum(agrees(state, name, "move-and-fire", 30, seed=6) for name in names[:4])
    assert tried > 300


# -- who cannot move, and other orders ------------------------------------------------------------


def test_whoever_cannot_move_reaches_nothing() -> None:
    battle = situation(
        "down uk-rifle-44 20,20 suppressed; gun uk-25pdr 30,20; lorry uk-truck 10,20",
        "load uk-rifle-44 in lorry",
        ENEMY,
    )
    state = battle.view("british").state
    assert RULEBOOK.reach(state, "down", "move") == ()
    assert RULEBOOK.reach(state, "load", "move") == ()
    assert RULEBOOK.reach(state, "nobody", "move") == ()
    assert RULEBOOK.reach(state, "gun", "move-and-fire") == ()
    assert RULEBOOK.reach(state, "lorry", "done") == ()


def test_of_others_it_is_said_how_far_they_could_go() -> None:
    battle = situation("mover uk-rifle-44 20,20", ENEMY)
    label = reached(battle, "enemy").label
    assert label == "enemy could, if it acted now, move straight, up to 4.0 in"


def test_whoever_enters_reaches_on_to_the_table() -> None:
    battle = situation(unit("mover", "uk-cromwell", enters=Entry(edge="south", at=20)), ENEMY)
    reach = reached(battle)
    assert min(y for _, y in reach.outline) > -0.01
    assert farthest(reach, (20, 0), 0.0) == pytest.approx(10.0, abs=0.06)


def test_a_charge_leads_to_those_who_can_be_charged() -> None:
    battle = situation(
        "mover uk-rifle-44 20,20; near ge-rifle-44 20,23 S; behind ge-rifle-44 20,17",
        "far ge-rifle-44 20,40 S",
    )
    found = RULEBOOK.reach(battle.view("british").state, "mover", "charge")
    routes = [one for one in found if isinstance(one, Route)]
    assert [route.label for route in routes] == ["2.2 in"]
    assert battle.allows(Charge("mover", "near"))
    assert not battle.allows(Charge("mover", "behind"))
    assert not battle.allows(Charge("mover", "far"))
    whole = shape(reached(battle, order="charge"))
    assert whole.contains(spot(22, 21.5))
    assert not whole.contains(spot(20, 18.5))


def test_the_ways_to_fall_back_are_shown_as_far_as_they_lead() -> None:
    battle = situation("mover uk-rifle-44 20,20", ENEMY)
    found = RULEBOOK.reach(battle.view("british").state, "mover", "fall-back")
    assert [one.label for one in found] == ["away from the enemy, 4.0 in", "towards home, 4.0 in"]
    for route, direction in zip(found, ("away", "home"), strict=True):
        assert isinstance(route, Route)
        length = math.floor(math.dist(*route.points) * 100) / 100
        assert battle.allows(FallBack("mover", direction, length))  # type: ignore[arg-type]


def test_after_a_pause_the_rest_of_the_move_is_shown() -> None:
    battle = tank_and_guns([1, 10])
    assert RULEBOOK.reach(battle.view("british").state, "tank", "go-on") == ()
    battle.play(NORTH)
    battle.play(ReactFire("gun0", 4.0))
    assert asked(battle) == "resume"
    reach = reached(battle, "tank", "go-on")
    assert reach.label == "tank can go on straight, up to 6.0 in"
    assert farthest(reach, (30, 14), 0.0) == pytest.approx(6.0, abs=0.06)
    assert farthest(reach, (30, 14), 180.0) == pytest.approx(4.0, abs=0.06)
    whole, chance, tried = shape(reach), random.Random(1), 0
    for _ in range(120):
        point = (round(chance.uniform(23, 37), 3), round(chance.uniform(7, 21), 3))
        refused = battle.refusal(GoOn(path=(point,))) is not None
        if whole.buffer(-MARGIN).contains(spot(*point)):
            assert not refused
            tried += 1
        elif not whole.buffer(MARGIN).contains(spot(*point)):
            assert refused
            tried += 1
    assert tried > 80


def test_zones_are_where_one_sets_up() -> None:
    battle = situation(
        unit("ours", "uk-rifle-44", zone="south"),
        "theirs ge-rifle-44 20,40",
        zones=[Zone(id="south", outline=box(0, 0, 60, 8), side="british", name="The valley")],
        phase=None,
    )
    (zone,) = RULEBOOK.reach(battle.view("british").state, "ours", "deploy")
    assert isinstance(zone, Reach)
    assert (zone.outline, zone.label) == (box(0, 0, 60, 8), "Set up in The valley")


def test_in_centimetres_the_labels_say_so() -> None:
    battle = situation("mover uk-rifle-44 20,20", ENEMY, options={"unit": "cm"})
    assert reached(battle).label == "mover can move straight, up to 4.0 cm"


def test_an_element_that_is_hemmed_in_has_no_area() -> None:
    ring = [
        unit(f"e{n}", "ge-rifle-44", at=(20 + dx, 20 + dy), facing=facing)
        for n, (dx, dy, facing) in enumerate(
            [(0, 1, 180), (0, -1, 0), (1.3, 0, 270), (-1.3, 0, 90)]
        )
    ]
    battle = situation("mover uk-mc-40 20,20", *ring)
    rays = Rays(battle.state, battle.state.pieces["mover"], "move")
    parts = area_of(rays)
    assert all(reaches_to(part, (20, 20)) < 0.3 and not part.holes for part in parts)


# -- how it looks ---------------------------------------------------------------------------------


def test_around_friends_there_are_neither_spikes_nor_double_lines() -> None:
    battle = situation(
        "mover uk-cromwell 20,20; left uk-cromwell 17,25 20; right uk-cromwell 22.5,25.5 340",
        "far uk-cromwell 20,28 NE",
        ENEMY,
    )
    state = battle.view("british").state
    parts = [one for one in RULEBOOK.reach(state, "mover", "move") if isinstance(one, Reach)]
    whole = shapely.union_all([shape(part) for part in parts])
    for ring in (ring for part in parts for ring in (part.outline, *part.holes)):
        assert shapely.linearrings(ring).is_simple, "an outline crosses itself"
    # Hardly anything is so thin that it vanishes where a finger's breadth is taken off.
    opened = whole.buffer(-0.15).buffer(0.15)
    assert whole.difference(opened).area < 0.02 * whole.area
    assert agrees(state, "mover", "move", 300) > 120


def test_spokes_become_outlines_with_holes_and_islands() -> None:
    def spokes(*bands: tuple[float, float]) -> list[Spoke]:
        return [Spoke(heading, bands) for heading in range(0, 360, 5)]

    (disc,) = regions((0, 0), spokes((0.0, 4.0)))
    assert disc.holes == ()
    assert shapely.polygons(disc.outline).area == pytest.approx(math.pi * 16, rel=0.01)
    (ring,) = regions((0, 0), spokes((1.0, 4.0)))
    assert len(ring.holes) == 1
    both = regions(
        (0, 0), [Spoke(h, ((0, 2), (3, 4)) if h < 90 else ((0, 2),)) for h in range(360)]
    )
    assert [reaches_to(part, (0, 0)) for part in both] == pytest.approx([2.0, 4.0], abs=0.01)
