"""Places beside a base."""

from __future__ import annotations

import pytest

from sandtable.mechanics.places import facings_beside, spots_beside
from sandtable.table import distance, overlap, rectangle

LORRY = rectangle(20.0, 20.0, 30.0, 1.5, 3.0)


def test_one_looks_at_the_nearest_enemy_first() -> None:
    assert facings_beside(LORRY, [(50.0, 20.0), (20.0, 10.0)]) == [210.0, 300.0, 30.0, 120.0]


def test_without_an_enemy_one_faces_as_the_other_does() -> None:
    assert facings_beside(LORRY, [])[0] == 30.0
    assert facings_beside(LORRY, [LORRY.centre])[0] == 30.0


@pytest.mark.parametrize("facing", [30.0, 120.0, 210.0, 300.0])
def test_every_spot_is_beside_it_and_not_upon_it(facing: float) -> None:
    spots = [*spots_beside(LORRY, (2.0, 1.0), facing, gap=0.005, shifts=(0.0, 0.5, -0.5))]
    assert len(spots) == 12
    for x, y in spots:
        there = rectangle(x, y, facing, 2.0, 1.0)
        assert not overlap(there, LORRY)
        assert distance(there, LORRY) == pytest.approx(0.005, abs=1e-6)
