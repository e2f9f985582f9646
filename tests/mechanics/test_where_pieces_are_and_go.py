"""Who stands about a place; how far straight rays lead, and the area that they make up."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pytest

from sandtable.mechanics.areas import area_of, reaches_to
from sandtable.mechanics.rays import FINE, Ray, Rays, headings_to
from sandtable.mechanics.whereabouts import Whereabouts
from sandtable.table import Point


@dataclass(frozen=True)
class Man:
    """Somebody somewhere."""

    side: str
    x: float
    y: float
    on_table: bool = True
    indoors: bool = False


def is_indoors(man: Man) -> bool:
    return man.indoors


def test_those_about_a_place_are_found_in_their_order() -> None:
    chance = random.Random(7)
    men = tuple(
        Man(
            side=chance.choice("ab"),
            x=chance.uniform(0, 20),
            y=chance.uniform(0, 20),
            on_table=chance.random() < 0.9,
            indoors=chance.random() < 0.1,
        )
        for _ in range(60)
    )
    there = Whereabouts(men, is_indoors)
    for sides in (("a",), ("b",), ("a", "b"), ("c",)):
        for west, south in ((0, 0), (5, 9), (18, 18), (-9, -9)):
            box = (west, south, west + 5.0, south + 6.0)
            slow = [
                man
                for man in men
                if man.on_table
                and man.side in sides
                and (man.indoors or (west <= man.x <= west + 5.0 and south <= man.y <= south + 6.0))
            ]
            assert there.in_box(sides, box) == slow


class Meadow(Rays):
    """Somebody who can go 6 any way, but not past a wall 3 to the north, nor end on a pond."""

    origin: Point = (0.0, 0.0)
    pond = (4.0, 0.0, 1.0)

    def may_pass(self, heading: float, length: float) -> bool:
        return length <= 6.0 and self.point(heading, length)[1] <= 3.0

    def may_end(self, heading: float, length: float) -> bool:
        x, y, radius = self.pond
        return math.dist(self.point(heading, length), (x, y)) >= radius

    def ray(self, heading: float) -> Ray:
        limit = self.farthest(heading, 0.0, 6.0, math.inf)
        return self.with_gaps(heading, limit, limit, [(3.2, 4.8)])


def test_a_ray_leads_as_far_as_is_allowed() -> None:
    meadow = Meadow()
    assert meadow.ray(180.0).limit == pytest.approx(6.0, abs=2 * FINE)
    assert meadow.ray(0.0).limit == pytest.approx(3.0, abs=2 * FINE)


def test_a_ray_has_a_gap_where_nobody_may_end() -> None:
    (first, last), *others = Meadow().ray(90.0).gaps
    assert (first, last) == pytest.approx((3.0, 5.0), abs=2 * FINE)
    assert not others


def test_rays_make_up_an_area_with_its_holes() -> None:
    region, *others = area_of(Meadow(), headings_to((0.0, 0.0), [(4.0, 1.0), (4.0, -1.0)], 6.0))
    assert not others
    assert len(region.holes) == 1
    assert reaches_to(region, (0.0, 0.0)) == pytest.approx(6.0, abs=0.1)
    assert max(y for _, y in region.outline) == pytest.approx(3.0, abs=0.1)
    assert all(math.dist(point, (4.0, 0.0)) <= 1.5 for point in region.holes[0])
