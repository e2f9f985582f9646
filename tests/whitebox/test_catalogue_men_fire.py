"""The catalogue's examples of Attack Rolls, ranges, cover, weapons and armor, played as written."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin, Strike
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.scenario import Terrain
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    edged,
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    refusal,
    shot,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
SANDBAGS = "sandbags"


def duel(
    distance: int,
    weapon: str = "rifle-large",
    *,
    mine: dict[str, Any] | None = None,
    his: dict[str, Any] | None = None,
    terrain: tuple[Terrain, ...] = (),
    **options: str | bool,
) -> OwbBattle:
    """Ivan, whose turn has begun, and a foe so many squares to the north of him.

    The foe wears battle dress (AAC 11) and has many hit points, unless something else is said.
    """
    rows = 140
    battle = fight(
        man("ivan", (5, 130), rows=rows, **{"weapons": [weapon], **(mine or {})}),
        man("foe", (5, 130 - distance), "b", rows=rows, **{"hp": 60, "most_hp": 60, **(his or {})}),
        terrain=terrain,
        size=(12, rows),
        options=options,
    )
    pass_all(battle, until="who acts")
    play(battle, Begin(person="ivan"))
    return battle


def hidden_by(kind: str, distance: int) -> tuple[Terrain, ...]:
    """A feature right in front of the foe."""
    return (filled("front", kind, (5, 131 - distance), rows=140),)


def needs(battle: OwbBattle, order: Any, least: int) -> None:
    """That the natural roll hits and one less misses, by the dice as by the odds."""
    odds = battle.view("a").odds(order)
    assert odds is not None
    hits = Fraction(max(0, min(20, 21 - least)), 20)
    assert dict(odds.outcomes)["miss"] == 1 - hits
    for roll, hit in ((least, True), (least - 1, False)):
        if not 1 <= roll <= 20:
            continue
        branch = battle.fork()
        play(branch, order, dice=(roll, 3, 3, 3))
        event = told(branch, "attack")[0]
        assert event.data["hit"] is hit
        assert sum(tally.total for tally in event.tallies[:1]) == odds.tallies[0].total


# -- the roll -------------------------------------------------------------------------------------


@rule("owb.attack.roll")
def test_14_with_plus_1_and_minus_2_hits_aac_13() -> None:
    battle = duel(31, mine={"rank": "veteran"}, his={"rank": "op1"})
    needs(battle, shot("foe"), 14)
    play(battle, shot("foe"), dice=(14, 2))
    event = told(battle, "attack")[0]
    assert [(m.value, m.rule) for m in event.tallies[0].modifiers] == [
        (1, "owb.attack.roll"),
        (-2, "owb.range.penalties"),
    ]
    assert event.tallies[1].total == 13


@rule("owb.attack.descending-table", "owb.ac.conversion")
@pytest.mark.parametrize("shown", ["aac", "ac"])
def test_ac_4_is_hit_by_15_whichever_system_is_shown(shown: str) -> None:
    """Leather, a shield and a natural 12 are AAC 15, or AC 4, against a thrown knife."""
    his = {"rank": "op1", "armor": ["leather-armor", "shield"]}
    battle = duel(1, "knife", his=his, ac_display=shown)
    needs(battle, shot("foe", "knife"), 15)


@rule("owb.attack.natural-20-and-1", "owb.attack.descending-table")
@pytest.mark.parametrize(("naturals", "hit"), [("on", True), ("off", False)])
def test_a_natural_20_hits_what_needs_25_for_double(naturals: str, *, hit: bool) -> None:
    """AAC 14 behind sandbags (-4) at Extreme range (-6): 24 would be needed, and 3 + 1 doubled."""
    his = {"rank": "op1", "armor": ["bdu", "shield-solid-steel"]}
    ground = hidden_by(SANDBAGS, 91)
    battle = duel(91, his=his, terrain=ground, naturals_personal=naturals)
    odds = battle.view("a").odds(shot("foe"))
    assert odds is not None
    assert dict(odds.outcomes)["miss"] == (Fraction(19, 20) if hit else 1)
    play(battle, shot("foe"), dice=(20, 3))
    assert told(battle, "attack")[0].data["hit"] is hit
    assert person(battle, "foe").hp == (60 - 8 if hit else 60)


@rule(
    "owb.attack.natural-20-and-1", "owb.suppress.partial-cover", "owb.weapon.shotgun-both-barrels"
)
def test_a_natural_20_with_both_barrels_doubles_what_is_doubled() -> None:
    battle = duel(2, "shotgun-double-barreled", naturals_personal="on")
    play(battle, shot("foe", "shotgun-double-barreled", mode="both-barrels"), dice=(20, 3))
    assert person(battle, "foe").hp == 60 - 20


# -- ranges ---------------------------------------------------------------------------------------


@rule("owb.range.bands", "owb.range.penalties")
@pytest.mark.parametrize(
    ("weapon", "distance", "total"),
    [
        ("submachinegun", 1, 0),
        ("submachinegun", 15, 0),
        ("submachinegun", 16, -2),
        ("submachinegun", 30, -2),
        ("submachinegun", 31, -4),
        ("submachinegun", 45, -4),
        ("submachinegun", 46, -6),
        ("submachinegun", 60, -6),
        ("submachinegun", 61, None),
        ("rifle-large", 60, -2),
        ("rifle-large", 61, -4),
        ("rifle-large", 90, -4),
        ("handgun-small", 36, -6),
        ("handgun-small", 37, None),
    ],
)
def test_bands_of_range_end_where_the_book_ends_them(
    weapon: str, distance: int, total: int | None
) -> None:
    battle = duel(distance, weapon)
    order = shot("foe", weapon)
    if total is None:
        assert refusal(battle, order) == "owb.range.bands"
        assert battle.view("a").odds(order) is None
        return
    if weapon != "handgun-small":
        needs(battle, order, 11 - total)
    else:
        play(battle, order, dice=(1, 1))
        assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(
    ("distance", "total"), [(1, 2), (3, 2), (4, -2), (6, -2), (7, -4), (9, -4), (10, None)]
)
@pytest.mark.parametrize("bands", ["multiples", "chained-for-thrown"])
def test_a_shotgun_has_plus_2_to_3_squares_and_ends_at_9(
    distance: int, total: int | None, bands: str
) -> None:
    battle = duel(distance, "shotgun-pump", range_bands=bands)
    order = shot("foe", "shotgun-pump")
    if total is None:
        assert not battle.allows(order, "a")
        return
    needs(battle, order, 11 - total)


@rule("owb.weapon.shotgun-both-barrels")
@pytest.mark.parametrize(("distance", "damage"), [(2, 10), (3, 10), (4, 5), (5, 5), (9, 5)])
def test_both_barrels_do_double_damage_to_3_squares(distance: int, damage: int) -> None:
    battle = duel(distance, "shotgun-double-barreled")
    order = shot("foe", "shotgun-double-barreled", mode="both-barrels")
    play(battle, order, dice=(20, 3))
    assert person(battle, "foe").hp == 60 - damage
    assert len(told(battle, "attack")) == 1
    assert not battle.allows(shot("foe", "shotgun-double-barreled"), "a")


# -- bursts, cover, concealment -------------------------------------------------------------------


@rule("owb.burst.bonus")
@pytest.mark.parametrize("weapon", ["submachinegun", "machinegun-light", GUN])
def test_a_burst_of_9_hits_aac_11(weapon: str) -> None:
    needs(duel(8, weapon), shot("foe", weapon, mode="burst"), 9)
    needs(duel(8, weapon), shot("foe", weapon), 11)


@rule("owb.cover.partial-single-shot", "owb.cover.partial-burst", "owb.weapon.garand-burst")
@pytest.mark.parametrize(
    ("weapon", "mode", "least"),
    [
        ("rifle-large", "single", 15),
        ("submachinegun", "burst", 13),
        ("submachinegun", "suppress", 13),
        ("submachinegun", "single", 15),
        ("rifle-large-m1-garand", "burst", 13),
        ("rifle-large-m1-garand", "single", 15),
        ("bow", "single", 15),
    ],
)
def test_partial_cover_is_minus_4_and_minus_2_for_a_burst(
    weapon: str, mode: str, least: int
) -> None:
    battle = duel(8, weapon, terrain=hidden_by(SANDBAGS, 8))
    needs(battle, shot("foe", weapon, mode=mode), least)


@rule("owb.conceal.burst", "owb.conceal.single-shot")
@pytest.mark.parametrize(
    ("weapon", "mode", "least"),
    [
        ("submachinegun", "burst", 11),
        ("submachinegun", "suppress", 11),
        ("rifle-large-m1-garand", "burst", 11),
        ("rifle-large", "single", 13),
    ],
)
@pytest.mark.parametrize("kind", ["hedgerow", "wooden-fence", "forest", "smoke"])
def test_concealment_is_minus_2_and_nothing_for_a_burst(
    weapon: str, mode: str, least: int, kind: str
) -> None:
    battle = duel(8, weapon, terrain=hidden_by(kind, 8))
    needs(battle, shot("foe", weapon, mode=mode), least)


@rule("owb.weapon.garand-burst")
def test_a_garand_lays_no_suppressive_fire_and_other_rifles_fire_no_bursts() -> None:
    garand = duel(8, "rifle-large-m1-garand")
    assert not garand.allows(shot("foe", "rifle-large-m1-garand", mode="suppress"), "a")
    assert not duel(8).allows(shot("foe", mode="burst"), "a")


@rule("owb.cover.which-feature-counts")
@pytest.mark.parametrize(
    ("sandbag", "least"),
    [((5, 4), 15), ((5, 3), 11), ((5, 2), 11), ((5, 5), 15), ((4, 4), 11), ((5, 6), 11)],
)
def test_sandbags_protect_the_man_next_to_them(sandbag: tuple[int, int], least: int) -> None:
    battle = fight(
        man("ivan", (5, 0)),
        man("foe", (5, 5), "b"),
        terrain=[filled("bags", SANDBAGS, sandbag)],
    )
    play(battle, Begin(person="ivan"))
    needs(battle, shot("foe"), least)


@rule("owb.cover.which-feature-counts")
@pytest.mark.parametrize(("row", "least"), [(5, 15), (4, 15), (3, 11)])
def test_sandbags_on_an_edge_protect_if_one_of_its_squares_is_next_to_the_man(
    row: int, least: int
) -> None:
    """The edge between (5, 3) and (5, 4) touches a square beside (5, 5); the next one does not."""
    battle = fight(
        man("ivan", (5, 0)),
        man("foe", (5, 5), "b"),
        terrain=[edged("bags", SANDBAGS, (5, row), (6, row))],
    )
    play(battle, Begin(person="ivan"))
    needs(battle, shot("foe"), least)


@rule("owb.cover.which-feature-counts")
def test_between_men_next_to_each_other_low_cover_is_ignored() -> None:
    battle = fight(
        man("ivan", (5, 4)),
        man("foe", (5, 5), "b", hp=60, most_hp=60),
        terrain=[edged("bags", SANDBAGS, (5, 5), (6, 5))],
    )
    play(battle, Begin(person="ivan"))
    needs(battle, shot("foe"), 11)


# -- hand to hand, damage, armor ------------------------------------------------------------------


@rule("owb.melee.strength")
@pytest.mark.parametrize(
    ("option", "least", "damage"),
    [("hit-and-damage", 10, 5), ("hit", 10, 4), ("none", 11, 4)],
)
def test_a_strong_man_with_a_sword_does_4_and_1(option: str, least: int, damage: int) -> None:
    mine = {"strength": 1, "blades": ["sword"]}
    battle = duel(1, mine=mine, strength_in_melee=option)
    blow = Strike(person="ivan", target="foe", weapon="sword")
    needs(battle, blow, least)
    play(battle, blow, dice=(20, 4))
    assert person(battle, "foe").hp == 60 - damage


@rule("owb.base.minimum-damage")
@pytest.mark.parametrize(("die", "damage"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 4)])
def test_a_small_handgun_does_1_at_least(die: int, damage: int) -> None:
    battle = duel(5, "handgun-small")
    play(battle, shot("foe", "handgun-small"), dice=(20, die, 1))
    assert person(battle, "foe").hp == 60 - damage


@rule("owb.base.minimum-damage", "owb.melee.strength")
def test_a_weak_mans_blow_does_1_at_least_too() -> None:
    battle = duel(1, mine={"strength": -1})
    play(battle, Strike(person="ivan", target="foe"), dice=(20, 1))
    assert person(battle, "foe").hp == 59


@rule("owb.ac.unarmored", "owb.ac.special-forces", "owb.armor.full-value-archaic-only")
@pytest.mark.parametrize(
    ("rank", "armor", "blade", "least"),
    [
        ("civilian", [], "club", 10),
        ("civilian", ["leather-armor"], "club", 12),
        ("civilian", ["chain-mail"], "sword", 14),
        ("civilian", ["chain-mail"], "", 11),
        ("civilian", ["leather-armor"], "", 11),
        ("civilian", ["plate-mail"], "sword", 16),
        ("civilian", ["plate-mail"], "", 11),
        ("op1", [], "", 12),
        ("op1", ["bdu"], "", 13),
        ("op1", ["bdu"], "sword", 13),
        ("op1", ["plate-mail", "bdu"], "sword", 18),
        ("soldier", ["shield"], "sword", 11),
        ("soldier", ["shield"], "", 10),
        ("soldier", ["shield-solid-steel"], "", 11),
        ("soldier", ["helmet"], "sword", 10),
    ],
)
def test_armor_class_against_blades_and_bullets(
    rank: str, armor: list[str], blade: str, least: int
) -> None:
    his = {"rank": rank, "armor": armor}
    battle = duel(1, mine={"blades": ["sword"]}, his=his)
    if blade:
        needs(battle, Strike(person="ivan", target="foe", weapon=blade), least)  # type: ignore[arg-type]
    else:
        needs(battle, shot("foe"), least)


# -- positions ------------------------------------------------------------------------------------


@rule("owb.modifiers.superseded")
@pytest.mark.parametrize(
    ("kind", "total"), [("hedgerow", -2), (SANDBAGS, -4), ("road", -2), ("smoke", -2)]
)
def test_a_prone_man_behind_concealment_is_harder_to_hit_by_2_and_no_more(
    kind: str, total: int
) -> None:
    his = {"stance": "prone"}
    battle = duel(8, his=his, terrain=hidden_by(kind, 8), stances="on")
    needs(battle, shot("foe"), 11 - total)
    play(battle, shot("foe"), dice=(1,))
    rules = {m.rule for m in told(battle, "attack")[0].tallies[0].modifiers if m.value}
    assert len(rules) == 1
    assert ("owb.modifiers.target-prone" in rules) is (kind == "road")


# -- vehicles -------------------------------------------------------------------------------------


def lorry(weapon: str, sheet: str = "truck-large", **more: Any) -> OwbBattle:
    """A vehicle with its front to the south, ten squares north of Ivan."""
    battle = fight(
        man("ivan", (10, 30), weapons=[weapon]),
        vehicle("lorry", sheet, (11, 15), 4, "b", **more),
    )
    play(battle, Begin(person="ivan"))
    return battle


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.weapon.anti-tank-rifle-vs-vehicles")
@pytest.mark.parametrize(
    ("weapon", "sheet", "dice", "lost"),
    [
        ("rifle-large", "truck-large", (6,), 3),
        ("rifle-large", "truck-large", (5,), 3),
        ("rifle-large", "truck-large", (4,), 2),
        ("rifle-anti-tank", "truck-large", (4, 5), 9),
        ("rifle-anti-tank", "armored-car", (4, 5), 4),
        ("rifle-anti-tank", "armored-car", (1, 1), 1),
        ("rifle-anti-tank", "tank-heavy", (6, 6), 0),
    ],
)
def test_a_rifle_hit_of_7_is_3_and_9_of_an_anti_tank_rifle_are_4_to_an_armored_car(
    weapon: str, sheet: str, dice: tuple[int, ...], lost: int
) -> None:
    battle = lorry(weapon, sheet)
    before = the(battle, "lorry").hp
    order = ShootAboard(person="ivan", vehicle="lorry", weapon=weapon)
    play(battle, order, dice=(19, *dice, 3, 3, 3))
    assert before - the(battle, "lorry").hp == lost


@rule("owb.los.character-at-vehicle", "owb.range.bands")
@pytest.mark.parametrize(("nearest", "total"), [(30, 0), (31, -2)])
def test_range_to_a_truck_is_the_distance_to_its_nearest_square(nearest: int, total: int) -> None:
    battle = fight(
        man("ivan", (10, 50), rows=60),
        vehicle("lorry", "truck-large", (11, 50 - nearest), 4, "b", rows=60),
        size=(36, 60),
    )
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="lorry", weapon="rifle-large")
    play(battle, order, dice=(1,))
    modifiers = told(battle, "attack")[0].tallies[0].modifiers
    assert sum(m.value for m in modifiers if m.rule == "owb.range.penalties") == total
