"""ATTACK: bullets of a mounted machinegun that miss a man for what protects him."""

from __future__ import annotations

import pytest

from tests.whitebox.kit.guns import FAR_FOE, fire, fires, start
from tests.whitebox.kit.scenes import fight, filled, man, told
from tests.whitebox.kit.vehicles import vehicle


@pytest.mark.rule("owb.suppress.cover-damage")
@pytest.mark.parametrize(("die", "struck"), [(10, 0), (11, 1), (12, 1), (13, 0)])
def test_a_hedge_is_struck_by_what_misses_a_man_only_for_it(die: int, struck: int) -> None:
    """The hedge takes 2 from the roll: 13 hits, 11 and 12 would have hit without it."""
    hedge = filled("hedge", "hedgerow", (8, 13), (12, 13))
    battle = fight(
        vehicle("car", "armored-car", (10, 25)),
        man("hans", (10, 12), "b", facing=4),
        FAR_FOE,
        terrain=[hedge],
        options={"cover_damage": "hit-points"},
    )
    start(battle, "car")
    fires(battle, fire("car", "hans", name="gun-2"), die, 3)
    assert told(battle, "attack")[0].data["hit"] is (die >= 13)
    assert len(told(battle, "object")) == struck
    assert len(battle.state.worn) == struck
