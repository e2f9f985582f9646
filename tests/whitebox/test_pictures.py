"""How the ground of a fight is drawn."""

from __future__ import annotations

import pytest

from sandtable.draw.features import Feature
from sandtable.draw.terrain import painter_of
from sandtable.draw.works import plain
from sandtable.rulebooks.whitebox.tables import FEATURES

NO_GROUND = (
    "flat-ground",
    "smoke",
    "herd-of-cows",
    "dead-or-incapacitated-body",
    "armored-vehicle",
    "unarmored-vehicle",
)
"""What is no terrain of a map, or is drawn as what stands on it."""

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.mark.parametrize("kind", sorted(set(FEATURES) - set(NO_GROUND)))
def test_every_feature_of_the_book_has_a_look_of_its_own(kind: str) -> None:
    place = FEATURES[kind].place
    if "square" in place:
        assert painter_of(Feature(id="a", kind=kind, outline=SQUARE)) is not plain
    if "edge" in place:
        assert painter_of(Feature(id="a", kind=kind, line=SQUARE[:2])) is not plain
