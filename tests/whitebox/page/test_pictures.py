"""What is drawn and counted, and what those aboard are called."""

import pytest

from sandtable.draw.features import Feature
from sandtable.draw.terrain import painter_of
from sandtable.draw.works import plain
from sandtable.simulate.game import strengths
from tests.whitebox.kit import *

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


def test_the_fallen_and_wrecks_are_counted_as_lost() -> None:
    battle = fight(
        man("ivan", (3, 3)),
        man("oleg", (5, 3)),
        man("foe", (30, 30), side="b"),
        Unit(id="truck", sheet="truck-small", side="b", at=(20.0, 20.0)),
    )
    assert battle.state.out_of_action() == ()
    battle.state.change("oleg", out="dead")
    battle.state.alter("truck", wreck="inoperable")
    assert battle.state.out_of_action() == ("oleg", "truck")
    assert strengths(battle) == {"a": 1, "b": 2}


def test_the_crew_of_a_vehicle_is_called_by_its_posts() -> None:
    tank = Unit(id="t34", sheet="tank-medium", side="a", name="The T-34", at=(20.0, 20.0))
    truck = Unit(id="lorry", sheet="truck-large", side="a", name="The lorry", at=(10.0, 20.0))
    state = fight(tank, truck, man("foe", (30, 30), side="b")).state
    assert [person.name for person in state.occupants("t34")] == [
        "The T-34's driver",
        "The T-34's gunner",
        "The T-34's second gunner",
        "The T-34's third gunner",
        "The T-34's commander",
    ]
    assert [person.name for person in state.occupants("lorry")] == ["The lorry's driver"]
