"""VEHICLE WEAPONS, row by row, and guns on trailers."""

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_stats import GUNS
from tests.whitebox.kit import *


@rule("owb.vweapon.ranges-in-squares", "owb.range.bands", "owb.vattack.range-to-a-vehicle")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(60, 0), (61, -2), (120, -2), (121, -4), (180, -4), (181, -6), (240, -6), (241, None)],
)
def test_each_band_of_a_cannon_ends_exactly_at_a_multiple_of_its_range(
    distance: int, total: int | None
) -> None:
    """From the nearest square of the one to the nearest of the other."""
    rows = 280
    front = 5 + distance
    state = state_of(
        vehicle("tank", "tank-light", (10, front), rows=rows),
        vehicle("foe", "truck-large", (11, 5), 4, "b", rows=rows),
        man("far", (34, 1), "b", rows=rows),
        size=(36, rows),
    )
    if total is None:
        assert gun_refused(state, fire("tank", "foe")) == "owb.vweapon.ranges-in-squares"
    else:
        assert gun_shot(state, fire("tank", "foe")).tally.total == total


@rule("owb.vweapon.ranges-in-squares")
@pytest.mark.parametrize(
    ("far", "weapon", "plus"),
    [
        (60, "cannon", 0),
        (61, "cannon", -2),
        (90, "tank-gun-medium", 0),
        (91, "tank-gun-medium", -2),
    ],
)
def test_ranges_end_where_the_tables_say(far: int, weapon: str, plus: int) -> None:
    rows = far + 30
    tank = vehicle(
        "tank", "tank-medium", (10, far + 10), mounts=[{"weapon": weapon, "kind": "F"}], rows=rows
    )
    foe = vehicle("foe", "car", (11, 10), 4, "b", rows=rows)
    battle = started("tank", tank, foe, man("far", (34, 1), "b", rows=rows), size=(36, rows))
    found = gun_shot(battle.state, fire("tank", "foe"))
    assert found.tally.total == plus


@rule("owb.vweapon.ranges-in-squares")
def test_machineguns_have_the_ranges_of_the_personal_chapter() -> None:
    rows = 130
    for far, total in ((30, 0), (31, -2), (60, -2), (61, -4), (90, -4), (91, -6), (120, -6)):
        state = state_of(
            vehicle("tank", "tank-medium", (10, 124), rows=rows),
            man("foe", (10, 124 - far), "b", rows=rows),
            size=(36, rows),
        )
        assert gun_shot(state, fire("tank", "foe", name="gun-2")).tally.total == total
    state = state_of(
        vehicle("tank", "tank-medium", (10, 124), rows=rows),
        man("foe", (10, 3), "b", rows=rows),
        size=(36, rows),
    )
    assert gun_refused(state, fire("tank", "foe", name="gun-2")) == "owb.vweapon.ranges-in-squares"


@rule("owb.vweapon.ranges-in-squares")
def test_guns_fire_at_short_range_on_every_ordinary_map() -> None:
    assert min(weapon.range for weapon in GUNS.values()) >= 36


@rule(
    "owb.vweapon.autocannon",
    "owb.vweapon.cannon",
    "owb.vweapon.tank-gun-light",
    "owb.vweapon.tank-gun-medium",
    "owb.vweapon.tank-gun-heavy",
)
@pytest.mark.parametrize(
    ("weapon", "count", "reach"),
    [
        ("autocannon", 2, 60),
        ("cannon", 7, 60),
        ("tank-gun-light", 8, 60),
        ("tank-gun-medium", 9, 90),
        ("tank-gun-heavy", 10, 120),
    ],
)
def test_the_weapons_of_table_8(weapon: str, count: int, reach: int) -> None:
    guns = [{"weapon": weapon, "kind": "TR2"}]
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), mounts=guns),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR_FOE,
    )
    found = gun_shot(battle.state, fire("tank", "foe"))
    assert (found.damage.count, found.damage.sides) == (count, 6)
    assert gun(battle.state, "tank").weapon.range == reach
    fires(battle, fire("tank", "foe"), 11, *[1] * count, *[1] * 9)
    assert the(battle, "foe").hp == 16 - count


@rule(
    "owb.vweapon.against-characters-is-an-explosive",
    "owb.combined.vehicle-weapon-at-characters",
    "owb.vammo.he",
)
def test_a_gun_is_fired_at_a_square_and_bursts_in_7_by_7() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", rank="officer"),
        man("near", (13, 15), "b", rank="officer"),
        man("clear", (14, 12), "b", rank="officer"),
        FAR_FOE,
    )
    assert gun_shot(battle.state, fire("tank", at=(10, 12))).armor.total == 10
    fires(battle, fire("tank", at=(10, 12)), 10, 3, 4, 1, 1)
    for name, lost in (("foe", 9), ("near", 9), ("clear", 0)):
        assert person(battle, name).hp == 12 - lost


@rule("owb.vweapon.against-characters-is-an-explosive")
def test_who_is_down_behind_low_cover_cannot_be_aimed_at_but_his_cover_can() -> None:
    battle = fight(
        OUR_TANK, man("foe", (10, 12), "b"), FAR_FOE, terrain=[filled("bags", "sandbags", (10, 13))]
    )
    battle.state.change("foe", ducked=True)
    start(battle, "tank")
    assert gun_refused(battle.state, fire("tank", at=(10, 12))) == "owb.blast.flat-trajectory"
    aimed = gun_shot(battle.state, fire("tank", at=(10, 13)))
    assert (aimed.armor.total, aimed.burst, aimed.cover) == (10, (10, 14), ((10, 13),))
    fires(battle, fire("tank", at=(10, 13)), 10, 6, 6)
    assert person(battle, "foe").hp == 4
    assert battle.state.grounds.kind((10, 13)).name == "debris"


@rule("owb.vweapon.machineguns-on-vehicles", "owb.modifiers.target-helpless-or-unaware")
def test_a_mounted_machinegun_may_be_fired_at_somebody_who_is_down_but_not_at_the_dead() -> None:
    state = state_of(OUR_TANK, man("ivan", (10, 12), "b", facing=4), FAR_FOE)
    state.change("ivan", out="incapacitated")
    assert isinstance(gun_shot(state, fire("tank", "ivan", name="gun-2")), Blow)
    state.change("ivan", out="dead")
    assert gun_refused(state, fire("tank", "ivan", name="gun-2")) == "owb.vattack.line-of-sight"


@rule("owb.vweapon.machineguns-on-vehicles")
def test_mounted_machineguns_are_personal_weapons() -> None:
    battle = duel(target="truck-large")
    bow = fire("tank", "foe", name="gun-2", mode="burst")
    found = gun_shot(battle.state, bow)
    assert (str(found.damage), found.tally.total, found.share) == ("1d6+2", 2, 0.5)
    fires(battle, bow, 9, 5)
    assert the(battle, "foe").hp == 16 - 3
    hull = duel()
    hull_shot = gun_shot(hull.state, bow)
    result = resolve_vehicle_shot(hull.state, hull_shot, ScriptedDice([20]))
    assert (result.hit, result.damage) == (True, 0)


@rule("owb.vweapon.machineguns-on-vehicles")
def test_a_mounted_machinegun_that_misses_does_not_use_the_miss_table() -> None:
    battle = duel(target="tank-heavy")
    fires(battle, fire("tank", "foe", name="gun-2"), 15)
    assert not told(battle, "miss")


@rule("owb.vweapon.machineguns-on-vehicles")
def test_a_natural_1_of_a_bow_machinegun_harms_the_tank_and_not_its_gunner() -> None:
    battle = started(
        "tank", OUR_TANK, man("foe", (10, 12), "b"), FAR_FOE, options={"naturals_personal": "on"}
    )
    fires(battle, fire("tank", "foe", name="gun-2", mode="burst"), 1, 1)
    assert the(battle, "tank").worse_aac == 1
    assert not told(battle, "fumble")


@rule("owb.vweapon.on-trailers", "owb.arc.forward")
def test_the_cone_of_a_trailer_opens_from_its_single_square_of_width() -> None:
    """2 x 1 facing north at (10, 25): h is a half; 20 squares out it is 8.8 to each side."""
    state = state_of(
        vehicle("flak", "trailer-autocannon", (10, 25)),
        vehicle("in", "motorcycle", (18, 4), 0, "b"),
        vehicle("out", "motorcycle", (20, 4), 0, "b"),
        FAR_FOE,
    )
    gun_shot(state, fire("flak", "in"))
    assert gun_refused(state, fire("flak", "out")) == "owb.arc.decides-targets"


@rule("owb.vweapon.on-trailers")
def test_a_gun_on_a_trailer_is_turned_by_its_gunner_instead_of_firing() -> None:
    battle = fight(
        vehicle("flak", "trailer-autocannon", (10, 25)),
        vehicle("foe", "truck-large", (24, 11), 4, "b"),
        FAR_FOE,
    )
    gunner = next(p for p in battle.state.occupants("flak"))
    flak = the(battle, "flak")
    assert (flak.length, flak.width, flak.aac, flak.hp, flak.hull) == (2, 1, 11, 8, 0)
    assert [mount.kind for mount in flak.mounts] == ["F"]
    assert len(battle.state.occupants("flak")) == 1
    play(battle, StartVehicle("flak"))
    aimed = FireGun(gunner.id, mount="gun-1", target="foe", mode="burst")
    assert gun_refused(battle.state, aimed) == "owb.arc.decides-targets"
    play(battle, TurnTrailer(gunner.id, hand="right"))
    assert the(battle, "flak").facing == 1
    gun_shot(battle.state, aimed)
    with pytest.raises(Refusal):
        play(battle, aimed)
    with pytest.raises(Refusal):
        play(battle, TurnTrailer(gunner.id, hand="right"))


@rule("owb.vweapon.on-trailers")
def test_only_trailers_are_turned_like_that() -> None:
    battle = duel()
    with pytest.raises(Refusal) as error:
        play(battle, TurnTrailer("tank.gun-1", hand="left"))
    assert error.value.rule == "owb.vweapon.on-trailers"


@rule("owb.vweapon.on-trailers")
@pytest.mark.parametrize("gun", ["autocannon", "cannon"])
def test_a_gun_on_a_trailer_has_one_gunner_and_no_engine(gun: str) -> None:
    state = lone_vehicle(f"trailer-{gun}")
    found = the(state, "v")
    assert (found.aac, found.hp, found.length, found.width, found.hull) == (11, 8, 2, 1, 0)
    assert found.movement == 0
    assert [(m.weapon, m.kind) for m in found.mounts] == [(gun, "F")]
    assert found.all_seats == ("gun-1",)
    assert [person.seat for person in state.occupants("v")] == ["gun-1"]
    not_set_up("modifications", f"trailer-{gun}", add=["tracked"])
