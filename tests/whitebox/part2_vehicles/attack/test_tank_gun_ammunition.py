"""OPTIONAL RULE: TANK GUN AMMUNITION."""

import pytest

from tests.whitebox.kit import *

LIGHT = [{"weapon": "tank-gun-light", "kind": "TR2"}]


@rule("owb.vammo.types-are-optional", "owb.vammo.ap-is-rare")
def test_rounds_run_out_and_only_tank_guns_have_them() -> None:
    battle = duel(options=ROUNDS)
    turret(battle.state, "tank", ap=0)
    assert gun_refused(battle.state, fire("tank", "foe", round="AP")) == "owb.vammo.ap-is-rare"
    plain = duel()
    assert (
        gun_refused(plain.state, fire("tank", "foe", round="AP")) == "owb.vammo.types-are-optional"
    )
    cannon = duel("tank-light", options=ROUNDS)
    assert (
        gun_refused(cannon.state, fire("tank", "foe", round="AP")) == "owb.vammo.types-are-optional"
    )


@rule("owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize(
    ("facing", "kind", "damage"), [(4, "AP", 0), (2, "AP", 8), (2, "HE", 0), (0, "AP", 8)]
)
def test_a_light_gun_with_armor_piercing_rounds_at_a_heavy_tank(
    facing: int, kind: str, damage: int
) -> None:
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), mounts=LIGHT),
        vehicle("foe", "tank-heavy", (11, 8), facing, "b"),
        FAR_FOE,
        options=ROUNDS,
    )
    order = fire("tank", "foe", round=kind)
    assert bool(chance(battle, order, "no effect")) is not bool(damage)
    fires(battle, order, 16, *[1] * damage)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 50 - damage


@rule("owb.vammo.ap-against-characters")
def test_ap_bursts_in_3_by_3_only() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", rank="officer"),
        man("near", (11, 13), "b", rank="officer"),
        man("clear", (12, 12), "b", rank="officer"),
        FAR_FOE,
        options=ROUNDS,
    )
    fires(battle, fire("tank", at=(10, 12), round="AP"), 10, 3, 4, 1, 1)
    lost = [12 - person(battle, name).hp for name in ("foe", "near", "clear")]
    assert lost == [9, 9, 0]


@rule("owb.vammo.ap-is-rare")
def test_the_fourth_armor_piercing_round_is_not_there() -> None:
    battle = duel("tank-medium", "tank-heavy", options=ROUNDS)
    order = fire("tank", "foe", round="AP")
    for _ in range(3):
        fires(battle, order, 2)
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))
        start(battle, "tank")
    assert refusal(battle, order) == "owb.vammo.ap-is-rare"
    assert battle.allows(fire("tank", "foe"), "a")


@rule("owb.vammo.ap-is-rare")
def test_each_tank_gun_has_three_rounds_of_the_rarer_kinds() -> None:
    options: dict[str, str | bool] = {"tank_gun_ammunition": "on"}
    usual = the(lone_vehicle("tank-medium", options=options), "v")
    assert [(m.ap, m.smoke) for m in usual.mounts] == [(3, 3), (0, 0), (0, 0)]
    rich = the(lone_vehicle("tank-medium", options=options, ap=8, smoke=0), "v")
    assert (rich.mounts[0].ap, rich.mounts[0].smoke) == (8, 0)
    with pytest.raises(ScenarioError, match="ap"):
        lone_vehicle("tank-medium", options=options, ap=-1)


@rule("owb.vammo.smoke", "owb.vcover.same-as-for-characters")
@pytest.mark.parametrize("y", [26, 17, 6])
def test_smoke_about_the_firer_between_or_about_the_target_takes_2_once(y: int) -> None:
    """The firer fills rows 25 to 28 and the target 5 to 8."""
    battle = duel()
    smoke = [((x, row), 9) for x in range(36) for row in range(y - 2, y + 3)]
    battle.state.smoke = tuple(smoke)
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == -2
    battle.state.smoke = tuple(((x, row), 9) for x in range(36) for row in range(36))
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == -2


@rule("owb.vammo.smoke")
def test_smoke_that_misses_a_vehicle_drifts_off_its_footprint() -> None:
    """Aimed at the front of a tank; 14 misses for pace and periscopes; right by 1d6+1 = 4."""
    battle = duel(pace="normal", options=ROUNDS)
    battle.state.alter("tank", dim=1)
    fires(battle, fire("tank", at=(9, 8), round="smoke"), 14, 2, 3, 2)
    assert told(battle, "attack")[0].data["lands"] == (13, 8)
    assert told(battle, "smoke")[0].data["at"] == (13, 8)


@rule("owb.vammo.smoke")
def test_smoke_for_one_round_lasts_through_the_next_and_no_longer() -> None:
    battle = duel(options=ROUNDS)
    fires(battle, fire("tank", at=(10, 16), round="smoke"), 10, 1)
    assert dict(battle.state.smoke)[10, 16] == 2
    for turn in (2, 3):
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))
        assert battle.state.turn == turn
        assert bool(battle.state.smoke) == (turn == 2)
        start(battle, "tank")


@rule("owb.vammo.smoke")
def test_smoke_at_a_tank_lands_as_its_odds_say() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("prey", "tank-medium", (11, 8), 4, "b"),
        FAR_FOE,
        options={**ROUNDS, "naturals_vehicle": "off"},
        pace="normal",
    )
    order = FireGun("tank.gun-1", mount="gun-1", at=middle((10, 8)), round="smoke")

    def landed(_: OwbState, events: Sequence[Event]) -> str:
        attack = next(event for event in events if event.kind == "attack")
        if attack.data["hit"]:
            return "on target"
        return "near miss" if attack.data["lands"] else "no effect"

    assert odds_told(battle, order) == every_way(battle, order, landed, {"rounds of smoke": 1})


@rule("owb.vammo.smoke")
def test_smoke_fills_7_by_7_conceals_and_clears_after_1d3_rounds() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("two", "tank-medium", (16, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        FAR_FOE,
        options=ROUNDS,
    )
    assert gun_refused(battle.state, fire("tank", "foe", round="smoke")) == "owb.vammo.smoke"
    smoke = fire("tank", at=(10, 8), round="smoke")
    assert gun_shot(battle.state, smoke).armor.total == 10
    fires(battle, smoke, 10, 2)
    assert len(battle.state.smoke) == 49
    assert (7, 11) in battle.state.grounds.smoky
    assert (14, 8) not in battle.state.grounds.smoky
    assert gun_shot(battle.state, fire("two", "foe")).tally.total == -2
    assert gun_shot(battle.state, fire("foe", "two")).tally.total == -2
    assert the(battle, "foe").hp == 36
    play(battle, EndVehicle("tank"))
    for smoky in (True, True, False):
        pass_all(battle, dice=(6, 1))
        assert bool(battle.state.smoke) == smoky


@rule("owb.vammo.smoke", "owb.vmiss.burst-damage")
def test_smoke_that_misses_lands_by_table_9_or_nowhere() -> None:
    battle = fight(
        OUR_TANK, vehicle("foe", "tank-medium", (10, 8), 4, "b"), FAR_FOE, options=ROUNDS
    )
    battle.state.alter("tank", dim=5)
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 8), round="smoke"), 14, 2, 1, 1)
    assert told(battle, "smoke")[-1].data["at"] == (12, 8)
    nothing = duel(options=ROUNDS, pace="normal")
    fires(nothing, fire("tank", at=(10, 8), round="smoke"), 13)
    assert not nothing.state.smoke
