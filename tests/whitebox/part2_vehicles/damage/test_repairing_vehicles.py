"""REPAIRING VEHICLES."""

from sandtable.rulebooks.whitebox.part2_vehicles.damage.repairs import (
    days_to_mend,
    missing,
    repaired,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.tables import MISHAPS
from tests.whitebox.kit import *


@rule("owb.vdamage.repair-five-per-day")
def test_five_hit_points_a_day_and_the_rest_with_the_last_of_them() -> None:
    state = lone_vehicle("tank-light")
    shot = state.alter("v", hp=-3, wreck="inoperable", shocked=True, dim=2, hull_lost=1, slowed=1)
    shot = replace(shot, mounts=(replace(shot.mounts[0], lost=True), *shot.mounts[1:]))
    one = repaired(shot, 1)
    assert (one.hp, one.wreck, one.shocked, one.dim) == (2, "", False, 2)
    assert repaired(shot, 6).mounts[0].lost
    assert days_to_mend(shot) == 7
    whole = repaired(shot, 7)
    assert (whole.hp, whole.dim, whole.hull_lost, whole.slowed) == (32, 0, 0, 0)
    assert not any(mount.lost for mount in whole.mounts)
    assert repaired(shot, 7, parts=False) == shot


@rule("owb.vdamage.repair-five-per-day")
def test_one_day_is_enough_where_only_other_things_are_missing() -> None:
    state = lone_vehicle("tank-light")
    table_10(state, 2, 2)
    radio = the(state, "v")
    assert missing(radio) == ("modifications",)
    assert days_to_mend(radio) == 1
    assert "communications" in repaired(radio, 1).modifications
    wreck = state.alter("v", hp=-12, wreck="exploded")
    assert days_to_mend(wreck) is None
    assert repaired(wreck, 30) == wreck


def test_every_line_of_the_tables_is_read() -> None:
    for table in MISHAPS.values():
        assert sorted(table) == [1, 2, 3, 4, 5, 6]
