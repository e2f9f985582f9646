"""COMBINING: vehicle weapons against men."""

from tests.whitebox.kit import *


@rule("owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_of_an_autocannon_has_four_dice_no_save_and_no_blast() -> None:
    battle = started(
        "car",
        vehicle("car", "armored-car", (10, 25)),
        man("ivan", (10, 10), "b", rank="officer"),
        man("pal", (11, 10), "b"),
        FAR_FOE,
        options={"direct_hits_on_characters": "on"},
    )
    needed = gun_shot(battle.state, fire("car", "ivan")).needed
    fires(battle, fire("car", "ivan"), needed, 1, 1, 1, 1)
    assert rolled_all(battle)
    assert not told(battle, "blast")
    lost = told(battle, "damage")[0]
    assert lost.data["damage"] == 4


@rule("owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_is_a_matter_of_the_switch_and_does_twice_the_dice() -> None:
    units = (OUR_TANK, man("foe", (10, 12), "b", rank="officer"))
    rule_ = "owb.combined.vehicle-weapon-direct-hit"
    assert gun_refused(state_of(*units), fire("tank", "foe")) == rule_
    battle = started("tank", *units, FAR_FOE, options={"direct_hits_on_characters": "on"})
    found = gun_shot(battle.state, fire("tank", "foe"))
    assert (str(found.damage), found.armor.total) == ("18d6", 11)
    fires(battle, fire("tank", "foe"), 11, *[1] * 18)
    assert person(battle, "foe").out == "dead"
    assert not told(battle, "blast")


@rule("owb.combined.vehicle-weapon-direct-hit", "owb.vmiss.threshold-14")
def test_a_missed_direct_shot_is_looked_up_like_every_other() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", rank="officer"),
        FAR_FOE,
        options={"direct_hits_on_characters": "on"},
        pace="normal",
    )
    fires(battle, fire("tank", "foe"), 14, 2, 6, 6, 6)
    assert told(battle, "miss")[-1].data["lands"] == (17, 12)


@rule("owb.combined.vehicle-weapon-at-characters")
def test_a_moving_or_protected_man_makes_the_square_a_harder_target() -> None:
    units = (OUR_TANK, man("foe", (10, 12), "b"), FAR_FOE)
    state = state_of(*units)
    state.change("foe", moving=True)
    assert gun_shot(state, fire("tank", at=(10, 12))).armor.total == 14
    behind = state_of(*units, terrain=[filled("bags", "sandbags", (10, 13))])
    assert gun_shot(behind, fire("tank", at=(10, 12))).armor.total == 14
