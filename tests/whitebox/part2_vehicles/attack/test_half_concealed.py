"""COVER AND CONCEALMENT of vehicles of which half is hidden, and smoke that lies over smoke."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_orders import EndVehicle
from tests.whitebox.kit.guns import FAR_FOE, ROUNDS, duel, fire, fires, start
from tests.whitebox.kit.scenes import fight, filled, play, told
from tests.whitebox.kit.vehicles import vehicle

rule = pytest.mark.rule


@rule("owb.vcover.partial-needs-half", "owb.vcover.what-is-concealment")
@pytest.mark.parametrize(("rows", "counts"), [((5, 5), 0), ((5, 6), -2), ((5, 7), -2)])
def test_a_tank_is_concealed_if_half_of_it_is(rows: tuple[int, int], counts: int) -> None:
    """A tank of 4 x 2 squares that shows its front; trees stand about its rear rows."""
    trees = filled("trees", "small-tree", (7, rows[0]), (12, rows[1]))
    battle = duel(terrain=[trees])
    squares = battle.state.footprint(battle.state.vehicle("foe")).squares
    assert {y for _, y in squares} == {5, 6, 7, 8}
    fires(battle, fire("tank", "foe"), 2)
    (attack,) = told(battle, "attack")
    hidden = [m.value for m in attack.tallies[0].modifiers if m.rule.startswith("owb.vcover")]
    assert sum(hidden) == counts


@rule("owb.vammo.smoke")
def test_where_smoke_lies_over_smoke_the_longer_one_lasts() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("second", "tank-medium", (20, 25)),
        FAR_FOE,
        options=ROUNDS,
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(12, 12), round="smoke"), 20, 3)
    play(battle, EndVehicle(vehicle="tank"))
    start(battle, "second")
    fires(battle, fire("second", at=(16, 12), round="smoke"), 20, 1)
    lasting = dict(battle.state.smoke)
    assert [event.data["until"] for event in told(battle, "smoke")] == [4, 2]
    assert (lasting[10, 12], lasting[14, 12], lasting[18, 12]) == (4, 4, 2)
