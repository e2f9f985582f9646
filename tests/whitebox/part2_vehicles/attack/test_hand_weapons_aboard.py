"""Those aboard who fire their own weapons."""

from tests.whitebox.kit import *


def passengers(sheet: str, *, count: int = 1, **status: Any) -> list[Any]:
    riders = [
        man(f"rider{n}", (1, 1), carried_by="carrier", seat=f"passenger-{n}")
        for n in range(1, count + 1)
    ]
    empty = ["passenger-1"]
    return [vehicle("carrier", sheet, (10, 25), empty=empty, **status), *riders]


def port(target: str, side: str = "", rider: int = 1) -> FirePort:
    return FirePort(
        f"rider{rider}",
        weapon="rifle-large",
        target=target,
        port=side,  # type: ignore[arg-type]
    )


def check_port(state: OwbState, order: FirePort) -> str:
    found = check_gun_order(state, state.person(order.person), order)
    return "" if found is None else found.rule


@rule("owb.vattack.passengers-fire-hand-weapons", "owb.vcrit.visibility")
def test_broken_periscopes_do_not_trouble_a_rifle_in_a_port() -> None:
    state, order, found = passenger("rifleman", "F")
    assert isinstance(found, Blow)
    assert found.tally.total == 0
    state.alter("apc", dim=2, pace="normal")
    again = shot_through_port(state, state.person("pal"), order)
    assert isinstance(again, Blow)
    assert again.tally.total == -4
    assert gun_shot(state, fire("apc", "ivan")).tally.total == -6


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_over_the_sides_of_an_open_carrier_one_is_in_partial_cover_from_everywhere() -> None:
    state, _, found = passenger("rifleman", open_top=True)
    assert isinstance(found, Blow)
    assert occupant_shelter(state, (10, 12), state.person("pal")) == "full"
    state.change("pal", ported="over")
    assert occupant_shelter(state, (10, 12), state.person("pal")) == "partial"
    assert occupant_shelter(state, (30, 20), state.person("pal")) == "partial"


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_a_shot_out_of_a_truck_tells_both_rolls_of_a_rate_of_fire_of_two() -> None:
    rider = man("ivan", (0, 0), carried_by="truck", seat="bed-1", weapons=["handgun-small"])
    battle = started(
        "truck",
        vehicle("truck", "truck-small", (10, 20)),
        rider,
        man("hans", (10, 12), "b"),
        FAR_FOE,
    )
    once = FirePort("ivan", weapon="handgun-small", target="hans")
    both = FirePort("ivan", weapon="handgun-small", target="hans", twice=True)
    missed = odds_told(battle, once)["miss"]
    assert odds_told(battle, both)["miss"] == missed**2


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_a_truck_passengers_fire_any_way_with_minus_4_when_it_drives() -> None:
    foes = [man("ahead", (10, 5), "b"), man("behind", (10, 35), "b")]
    battle = started("carrier", *passengers("truck-large"), *foes, pace="normal")
    assert check_port(battle.state, port("ahead")) == ""
    assert check_port(battle.state, port("behind")) == ""
    play(battle, port("ahead"), dice=(14,))
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == -4
    assert person(battle, "rider1").ported == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_behind_armor_they_need_a_port_on_that_side() -> None:
    foes = [man("ahead", (10, 5), "b", rank="officer"), man("right", (30, 26), "b")]
    battle = started("carrier", *passengers("armored-personnel-carrier", count=3), *foes)
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead")) == rule_
    assert check_port(battle.state, port("ahead", "R")) == "owb.arc.decides-targets"
    play(battle, port("ahead", "F"), dice=(2,))
    assert person(battle, "rider1").ported == "F"
    assert check_port(battle.state, port("ahead", "F", rider=2)) == "owb.mod.firing-ports"
    play(battle, port("right", "R", rider=2), dice=(2,))
    assert check_port(battle.state, port("right", "R", rider=3)) == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_an_open_carrier_up_to_six_fire_over_the_sides() -> None:
    battle = started(
        "carrier",
        *passengers("armored-personnel-carrier", count=7, open_top=True),
        man("ahead", (10, 5), "b", rank="officer"),
        FAR_FOE,
    )
    for n in range(1, 7):
        play(battle, port("ahead", rider=n), dice=(2,))
    assert person(battle, "rider6").ported == "over"
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead", rider=7)) == rule_


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_a_hand_weapon_at_a_truck_does_half_damage() -> None:
    battle = started(
        "carrier",
        *passengers("truck-large"),
        vehicle("foe", "truck-small", (10, 5), 4, "b"),
        FAR_FOE,
    )
    play(battle, port("foe"), dice=(11, 6))
    rolled = told(battle, "attack")[-1].data["damage"]
    assert the(battle, "foe").hp == 12 - rolled
    assert rolled == (6 + battle.state.person("rider1").arms[0].weapon.damage.plus) // 2
