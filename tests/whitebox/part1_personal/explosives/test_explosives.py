"""EXPLOSIVES: the area, what stops it, one roll for all."""

import pytest

from tests.whitebox.kit import *


def names_hit(battle: OwbBattle, names: dict[str, Square]) -> set[Square]:
    """The squares of those whom the last blast has found."""
    return {names[name] for name in told(battle, "blast")[-1].pieces if name in names}


def grenade_finds(
    inside: set[Square], outside: set[Square], centre: Square, walls: tuple[Terrain, ...] = ()
) -> None:
    """That a grenade in a square affects just those men; the thrower is one more of them."""
    names = {f"m{n}": square for n, square in enumerate(sorted(inside | outside))}
    others = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (centre[0], centre[1] + 1), hp=90, most_hp=90)
    battle = fight(ivan, *others, FAR, terrain=walls)
    turn(battle, "ivan", throw(centre), dice=(19,))
    pass_all(battle, dice=(1, 1, *[1] * (len(inside) + 1), *A_FIRST))
    assert names_hit(battle, names) == inside
    assert rolled_all(battle)


def grenadier(**more: Any) -> Unit:
    return man("ivan", (10, 14), bombs={"grenade": 2, "pipe-bomb": 1, "sticky-bomb": 1}, **more)


@rule("owb.blast.area")
def test_7x7_around_10_10_holds_13_7_and_not_14_10() -> None:
    inside = {(13, 7), (7, 13), (13, 13), (10, 7), (7, 10)}
    grenade_finds(inside, {(14, 10), (10, 6), (6, 6), (10, 14)}, (10, 10))


@rule("owb.blast.area", "owb.impact.damage")
@pytest.mark.parametrize("bomb", ["pipe-bomb", "molotov-cocktail"])
def test_5x5_around_10_10_holds_12_9_and_not_13_10(bomb: str) -> None:
    inside = {(12, 9), (8, 8), (12, 12)}
    outside = {(13, 10), (10, 7), (13, 13)}
    names = {f"m{n}": square for n, square in enumerate((*inside, *outside))}
    others = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (10, 14), bombs={bomb: 1})
    battle = fight(ivan, *others, FAR)
    play(battle, Begin("ivan"), throw((10, 10), bomb=bomb), dice=(19, 1, 20, 20, 20))
    assert names_hit(battle, names) == inside
    assert rolled_all(battle)


@rule("owb.blast.blocked-by-cover", "owb.los.corner")
def test_a_masonry_square_at_6_5_shields_7_5_and_7_6_but_not_7_7() -> None:
    wall = (filled("wall", "building-wall-masonry", (6, 5)),)
    grenade_finds({(7, 7), (7, 3)}, {(7, 5), (7, 6), (7, 4)}, (5, 5), wall)
    both = (*wall, filled("more", "building-wall-masonry", (5, 4)))
    grenade_finds({(7, 7)}, {(7, 3)}, (5, 5), both)


@rule("owb.blast.blocked-by-cover", "owb.conceal.stops-nothing")
@pytest.mark.parametrize("kind", ["hedgerow", "building-wall-plaster-or-wood", "forest"])
def test_concealment_in_that_square_shields_nobody(kind: str) -> None:
    wall = (filled("wall", kind, (6, 5)),)
    grenade_finds({(7, 5), (7, 6), (7, 7)}, set(), (5, 5), wall)


@rule("owb.blast.blocked-by-cover")
@pytest.mark.parametrize("ducked", [True, False])
def test_a_low_wall_protects_one_who_is_down_even_from_a_burst_right_behind_it(
    ducked: bool,
) -> None:
    """A burst is no attacker who fires over what is next to him."""
    wall = [edged("w", "low-brick-wall", (5, 5), (6, 5))]
    state = state_of(man("ivan", (5, 5), ducked=ducked), FAR, terrain=wall)
    assert is_affected(state, (5, 4), 3, person(state, "ivan")) is not ducked
    assert cover_within_one(state, person(state, "ivan"), (5, 4), burst=True) == ((5, 5),)
    assert is_affected(state, (6, 5), 3, person(state, "ivan")), "not from the side"


@rule("owb.blast.blocked-by-cover", "owb.cover.square-feature-shelters-occupant")
def test_a_foxhole_protects_from_next_door_and_not_from_a_grenade_in_it() -> None:
    hole = [filled("f", "foxhole", (5, 5))]
    state = state_of(man("ivan", (5, 5), ducked=True), FAR, terrain=hole)
    assert not is_affected(state, (5, 4), 3, person(state, "ivan"))
    assert is_affected(state, (5, 5), 3, person(state, "ivan"))


@rule("owb.blast.blocked-by-cover")
def test_a_connected_trench_does_not_protect() -> None:
    trench = [filled("t", "trench", (5, 5), (8, 5))]
    state = state_of(man("ivan", (5, 5), ducked=True), FAR, terrain=trench)
    assert is_affected(state, (7, 5), 3, person(state, "ivan"))
    assert not is_affected(state, (7, 4), 3, person(state, "ivan"))


@rule("owb.blast.blocked-by-cover", "owb.los.vehicles-as-features")
def test_an_armored_vehicle_screens_men_from_a_blast_beside_it_but_not_on_it() -> None:
    behind = man("foe", (10, 6), "b")
    state = state_of(grenadier(), truck_at(sheet="tank-light"), behind)
    print_ = state.footprint(the(state, "truck"))
    assert set(print_.squares) == {(x, y) for x in (10, 11) for y in (8, 9, 10)}
    assert "foe" not in everybody_caught(state, (10, 11), 7)
    assert "foe" in everybody_caught(state, (10, 9), 3)


@rule("owb.blast.one-damage-roll", "owb.blast.area")
def test_one_damage_roll_and_saves_from_the_nearest_to_the_farthest() -> None:
    battle = fight(
        IVAN,
        man("far3", (13, 16), "b", rank="officer", armor=[]),
        man("near", (10, 17), "b", rank="officer", armor=[]),
        man("middle", (10, 18), "b", rank="officer", armor=[]),
        man("safe", (10, 12), "b", rank="officer"),
    )
    # at (10, 16): a stationary target in the open is 10; 4 squares are -6
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    # officers save on 16, 14 off the centre; damage 2d6 + 2 = 9
    pass_all(battle, dice=(3, 4, 14, 13, 1, 6, 1))
    hp = {name: person(battle, name).hp for name in ("near", "middle", "far3", "safe")}
    assert hp == {"near": 12 - 4, "middle": 12 - 9, "far3": 12 - 9, "safe": 12}


@rule("owb.blast.one-damage-roll", "owb.impact.damage", "owb.impact.detonates-at-once")
def test_damage_is_rolled_once_and_the_nearest_saves_first() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"pipe-bomb": 1}, armor=[]),
        man("one", (10, 16), "b", rank="officer", armor=[]),
        man("two", (11, 16), "b", rank="officer", armor=[]),
    )
    throw = Throw("ivan", bomb="pipe-bomb", at=middle((10, 16)))
    play(battle, Begin("ivan"), throw, dice=(16, 5, 16, 13))
    assert told(battle, "blast")[-1].data["damage"] == 7
    assert person(battle, "one").hp == 12 - 3
    assert person(battle, "two").hp == 12 - 7


@rule("owb.blast.off-centre-bonus", "owb.save.explosive-bonus", "owb.armor.helmet")
def test_bonuses_of_a_save_against_explosives() -> None:
    state = state_of(man("ivan", (5, 5), armor=["helmet"]), FAR)
    ivan = person(state, "ivan")
    bonus = save_against_blast(state, ivan, (6, 5))
    assert bonus.total == 3
    assert resolve_blasted(ivan, bonus, 8, False, True, ScriptedDice([15])).damage == 4
    assert resolve_blasted(ivan, bonus, 8, False, True, ScriptedDice([14])).damage == 8
    assert save_against_blast(state, ivan, (5, 5)).total == 1
    hardy = state.change("ivan", constitution=1, dexterity=-1)
    assert save_against_blast(state, hardy, (5, 5)).total == 2


@rule("owb.blast.three-kinds", "owb.timed.damage", "owb.impact.damage", "owb.blast.default-damage")
def test_what_each_kind_of_explosive_does() -> None:
    state = state_of(man("ivan", (5, 5)), FAR)
    found = {
        kind: (str(charge_of(state, kind).damage), charge_of(state, kind).reach)
        for kind in ("grenade", "dynamite", "pipe-bomb", "molotov-cocktail", "mine")
    }
    assert found == {
        "grenade": ("2d6+2", 3),
        "dynamite": ("2d6+2", 3),
        "pipe-bomb": ("1d6+2", 2),
        "molotov-cocktail": ("1d6+2", 2),
        "mine": ("2d6+2", 3),
    }


@rule("owb.blast.throw-uses-grenade-range")
def test_everything_thrown_flies_4_squares_at_most() -> None:
    state = state_of(man("ivan", (5, 9)), FAR)
    ivan = person(state, "ivan")
    found = [legal(throw_at(state, ivan, "dynamite", (5, y))).tally.total for y in (8, 7, 6, 5)]
    assert found == [0, -2, -4, -6]
    assert isinstance(throw_at(state, ivan, "dynamite", (5, 4)), Refusal)
