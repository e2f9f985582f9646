"""Section 12: how hidden elements are revealed, and what they may do while they are not."""

from __future__ import annotations

import pytest

from sandtable.battle import Amend
from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s12_hidden.counters import reveal, seen_from_air, under_fire
from sandtable.rulebooks.panzer8.state import Moving
from sandtable.table import square
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import counter_at, lurking

RIFLES, TANK, CAR = "uk-rifle-44", "uk-cromwell", "uk-daimler"
WOOD = area("wood", box(18, 18, 22, 22))


def scout(sheet: str = RIFLES, at: Point = (20, 9), **rest: object) -> Unit:
    """Somebody who comes up from the south."""
    return unit("scout", sheet, "british", at=at, **rest)  # type: ignore[arg-type]


def lurker(
    sheet: str = "ge-rifle-44", at: Point = (20, 20), name: str = "lurker", **rest: object
) -> Unit:
    """Somebody hidden in the north."""
    return unit(name, sheet, "german", at=at, hidden=True, **rest)  # type: ignore[arg-type]


def reach(sheet: str) -> float:
    """How far the front of a base is from its centre."""
    return SHEETS[sheet].depth / 2


def go(battle: P8Battle, *path: Point, name: str = "scout") -> float | None:
    """Have somebody move while nobody reacts; how far it came when it spotted something."""
    battle.play(Move(name, path), "british")
    while battle.choices and asked(battle) == "reaction":
        battle.play(Done(), "german")
    if not told(battle, "spotted"):
        return None
    return next(f.at for f in battle.state.agenda if isinstance(f, Moving) and f.element == name)


# -- the distances --------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.revealed-in-open-within-8")
@cases("sheet", RIFLES, TANK)
def test_in_the_open_one_is_spotted_exactly_8_away(sheet: str) -> None:
    start = 20 - 8 - reach(sheet) - 3.0
    battle = lurking(scout(sheet, (20, start)), lurker())
    at = go(battle, (20, start + 3.5))
    assert at == pytest.approx(3.0, abs=1e-3)
    assert last(battle, "spotted").rules == ("p8.hidden.revealed-in-open-within-8",)
    assert seats(battle) == ("german",)
    assert about(battle) == ("lurker",)


@pytest.mark.rule("p8.hidden.revealed-in-open-within-8")
def test_a_hair_beyond_8_nothing_is_spotted() -> None:
    start = 20 - 8 - reach(RIFLES) - 3.0
    battle = lurking(scout(RIFLES, (20, start)), lurker())
    assert go(battle, (20, start + 2.99)) is None
    assert "lurker" in battle.state.counters["german-counter-1"].under  # type: ignore[operator]
    battle = lurking(scout(RIFLES, (20, start)), lurker())
    assert go(battle, (20, start + 3.0)) == pytest.approx(3.0, abs=2e-3)


@pytest.mark.rule("p8.hidden.revealed-in-open-within-8", "p8.hidden.revealed-within-2")
@cases("why", "dug in", "in cover")
def test_whoever_is_dug_in_or_in_cover_is_spotted_within_2(why: str) -> None:
    start = 20 - 2 - reach(RIFLES) - 3.0
    battle = lurking(
        scout(RIFLES, (20, start)),
        lurker(dug_in=why == "dug in"),
        terrain=[area("orchard", box(19, 19, 21, 21))] if why == "in cover" else [],
    )
    at = go(battle, (20, start + 3.4))
    assert at == pytest.approx(3.0, abs=1e-3)
    assert last(battle, "spotted").rules == ("p8.hidden.revealed-within-2",)


@pytest.mark.rule("p8.recce.doubles-spotting")
@cases("dug_in, distance", (False, 16.0), (True, 4.0))
def test_reconnaissance_spots_at_twice_the_distance(dug_in: bool, distance: float) -> None:
    start = 24 - distance - reach(CAR) - 3.0
    battle = lurking(scout(CAR, (20, start)), lurker(at=(20, 24), dug_in=dug_in))
    assert go(battle, (20, start + 3.4)) == pytest.approx(3.0, abs=1e-3)


@pytest.mark.rule("p8.hidden.revealed-in-open-within-8")
def test_cover_at_the_spot_counts_not_around_it() -> None:
    start = 20 - 8 - reach(RIFLES) - 3.0
    beside = area("orchard", box(20.1, 19, 22, 21))
    battle = lurking(scout(RIFLES, (20, start)), lurker(), terrain=[beside])
    assert go(battle, (20, start + 3.4)) == pytest.approx(3.0, abs=1e-3)


@pytest.mark.rule("p8.hidden.revealed-within-2", "p8.hidden.revealed-in-open-within-8")
def test_without_a_line_of_sight_nothing_is_spotted() -> None:
    wall = line("wall", (10, 19), (30, 19))
    battle = lurking(scout(RIFLES, (20, 14)), lurker(), terrain=[wall])
    assert go(battle, (20, 17.5)) is None
    assert battle.state.counters


@pytest.mark.rule("p8.hidden.revealed-in-open-within-8", "p8.hidden.reveal-timing")
def test_round_a_corner_it_is_the_first_point_with_a_line_of_sight() -> None:
    """The hill hides the counter until the nose of the tank looks along its edge."""
    hill = area("hill", box(20.0, 10, 26, 14))
    tank = scout(TANK, (26, 8), facing=270)
    battle = lurking(tank, lurker(at=(20.0, 16)), terrain=[hill])
    at = go(battle, (17, 8))
    assert at is not None
    assert at == pytest.approx(26 - 20 - reach(TANK), abs=0.011)


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_distance_is_measured_to_the_centre_of_the_counter() -> None:
    start = 20 - 8 - reach(RIFLES)
    battle = lurking(scout(RIFLES, (20, start - 0.4)), lurker(), phase="action")
    assert battle.state.counters, "the near edge of the counter is within 8, its centre is not"
    assert counter_at(battle, (20, 20)).base.width == 1.0


# -- timing ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.hidden.placement-on-reveal")
def test_the_mover_waits_is_shot_at_and_goes_on() -> None:
    battle = lurking(scout(TANK, (20, 5)), lurker("ge-pak40"), dice=[1, 10])
    at = go(battle, (20, 14))
    assert at is not None
    assert at == pytest.approx(20 - 8 - reach(TANK) - 5, abs=1e-3)
    play(battle, Show("lurker", (20, 20), 180), seat="german")
    assert seats(battle) == ("german",), "it may react at once"
    assert why_not(battle, ReactFire("lurker", at - 0.5), "german") is not None
    assert why_not(battle, ReactFire("lurker", at + 0.5), "german") is not None
    play(battle, ReactFire("lurker", at), seat="german")
    assert element(battle, "lurker").reacted
    play(battle, GoOn(), seat="british")
    assert element(battle, "scout").y == pytest.approx(14)


@pytest.mark.rule("p8.hidden.reveal-timing")
def test_the_mover_may_also_halt_where_it_spotted_something() -> None:
    battle = lurking(scout(), lurker())
    at = go(battle, (20, 12.5))
    assert at is not None
    play(battle, Show("lurker", (20, 20), 180), seat="german")
    play(battle, Done(), seat="german")
    play(battle, Halt(), seat="british")
    assert element(battle, "scout").y == pytest.approx(9 + at, abs=1e-3)


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.hidden.counters-and-dummies")
def test_a_dummy_is_taken_away_where_it_is_spotted() -> None:
    battle = lurking(scout(), lurker(at=(50, 40)), dummies={"german": [(20, 20)]})
    battle.play(Move("scout", ((20, 12.5),)), "british")
    play(battle, Done(), seat="german")
    assert kinds(battle) == ["spotted", "dummy"]
    assert list(battle.state.counters) == ["german-counter-2"]
    play(battle, Done(), seat="german")
    assert seats(battle) == ("british",)
    assert asked(battle) == "resume"


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.hidden.counters-and-dummies")
def test_a_dummy_in_cover_is_spotted_within_2_only() -> None:
    battle = lurking(
        scout(RIFLES, (20, 14)),
        lurker(at=(50, 40)),
        dummies={"german": [(20, 20)]},
        terrain="orchard 19,19 to 21,21",
    )
    at = go(battle, (20, 17.9))
    assert at == pytest.approx(20 - 2 - reach(RIFLES) - 14, abs=1e-3)


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.hidden.revealed-in-open-within-8")
def test_under_one_counter_only_those_are_revealed_who_are_not_dug_in() -> None:
    battle = lurking(scout(), lurker(), lurker("ge-mg", name="mg", dug_in=True))
    assert counter_at(battle, (20, 20)).under == ("lurker", "mg")
    go(battle, (20, 12.5))
    assert about(battle) == ("lurker",)
    play(battle, Show("lurker", (20, 20), 180), seat="german")
    assert counter_at(battle, (20, 20)).under == ("mg",)
    assert not element(battle, "mg").on_table


@pytest.mark.rule("p8.hidden.reveal-timing")
def test_two_counters_are_revealed_at_the_same_point_one_after_the_other() -> None:
    battle = lurking(scout(), lurker(at=(19, 20)), lurker(at=(21, 20), name="other"))
    go(battle, (20, 12.5))
    first = about(battle)[0]
    spot = (element(battle, first).x, 20.0)
    play(battle, Show(first, spot, 180), seat="german")
    second = about(battle)[0]
    assert {first, second} == {"lurker", "other"}
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.recce.pre-game-move")
def test_scouts_spot_before_the_battle_but_nobody_reacts_to_them() -> None:
    battle = lurking(scout(CAR, (20, 3)), lurker("ge-pak40", at=(20, 24)), phase=None)
    battle.play(Move("scout", ((20, 10),)), "british")
    assert asked(battle) == "reveal"
    play(battle, Show("lurker", (20, 24), 180), seat="german")
    assert (asked(battle), seats(battle)) == ("resume", ("british",))
    play(battle, GoOn(), seat="british")
    assert element(battle, "scout").y == pytest.approx(10)


@pytest.mark.rule("p8.hidden.reveal-timing")
def test_a_forced_fall_back_spots_on_its_way() -> None:
    """Falling back past a counter, though its end is far from it again."""
    battle = lurking(
        "gun ge-mg 20,26 S",
        scout(RIFLES, (20, 18)),
        lurker(at=(22.5, 16), dug_in=True),
        dice=[5, 5],
        side="german",
    )
    fire(battle, "gun", "scout")
    assert effect(battle) == "fall-back"
    assert asked(battle) == "fall back"
    play(battle, Retire("away"), seat="british")
    assert asked(battle) == "reveal"
    assert about(battle) == ("lurker",)


@pytest.mark.rule("p8.hidden.revealed-within-2")
def test_whoever_the_referee_puts_near_a_counter_spots_it() -> None:
    battle = lurking(scout(), lurker(dug_in=True), referee=True)
    battle.rule(Amend(piece="scout", set={"y": 17.6}))
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.hidden.revealed-within-2")
def test_one_that_is_carried_spots_nothing_by_itself() -> None:
    """The lorry is no reconnaissance vehicle, whoever sits in it."""
    battle = lurking(
        scout("uk-lorry", (20, 10)),
        unit("men", RIFLES, "british", at=(0, 0), carried_by="scout", flags=["REC"]),
        lurker(at=(20, 14), dug_in=True),
    )
    assert "lurker" not in battle.view("british").state.pieces


# -- placing --------------------------------------------------------------------------------------


def spotted(*others: Placed, sheet: str = "ge-rifle-44", **rest: object) -> P8Battle:
    """A battle in which the lurker at (20, 20) has just been spotted."""
    battle = lurking(scout(), lurker(sheet), *others, **rest)  # type: ignore[arg-type]
    go(battle, (20, 12.5))
    return battle


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_it_is_placed_touching_its_counter_with_any_facing() -> None:
    battle = spotted()
    half = SHEETS["ge-rifle-44"].depth / 2
    edge = 20.5 + half
    assert why_not(battle, Show("lurker", (20, edge), 0), "german") is None
    assert why_not(battle, Show("lurker", (20, edge + 0.06), 0), "german") == (
        "p8.hidden.placement-on-reveal"
    )
    assert why_not(battle, Show("lurker", (30, 20), 0), "german") == "p8.hidden.placement-on-reveal"
    play(battle, Show("lurker", (20, edge), 270), seat="german")
    placed = element(battle, "lurker")
    assert (placed.x, placed.y, placed.heading, placed.on_table) == (20.0, edge, 270.0, True)
    assert not battle.state.counters


@pytest.mark.rule("p8.hidden.placement-on-reveal", "p8.hidden.reveal-timing")
def test_it_is_not_placed_on_others_nor_in_contact_with_an_enemy() -> None:
    friend = unit("friend", "ge-rifle-44", at=(20, 21.0), facing=180)
    battle = spotted(friend)
    assert why_not(battle, Show("lurker", (20, 20.6), 180), "german") == "p8.geo.no-overlap"
    wall = line("wall", (10, 19.8), (30, 19.8))
    battle = lurking(scout(RIFLES, (20, 15.5)), lurker(), terrain=[wall])
    go(battle, (20, 19.35))
    assert asked(battle) == "reveal"
    at = element(battle, "scout").y
    near = at + reach(RIFLES) + SHEETS["ge-rifle-44"].depth / 2 + 0.02
    assert why_not(battle, Show("lurker", (20, near), 180), "german") == "p8.hidden.reveal-timing"
    assert why_not(battle, Show("lurker", (20, 20.5), 180), "german") is None


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_it_keeps_its_trench_and_the_cover_of_the_spot() -> None:
    wood = area("orchard", box(19.6, 19.6, 20.4, 20.4))
    battle = lurking(scout(RIFLES, (20, 14)), lurker(), terrain=[wood])
    go(battle, (20, 17.9))
    play(battle, Show("lurker", (20, 20.7), 180), seat="german")
    placed = element(battle, "lurker")
    assert cover_of_place(battle.state, placed).value == 1, "though it stands outside the orchard"
    battle = lurking(scout(RIFLES, (20, 14)), lurker(dug_in=True))
    go(battle, (20, 17.9))
    play(battle, Show("lurker", (20.4, 20.4), 180), seat="german")
    assert element(battle, "lurker").dug_in


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_a_spot_in_the_open_gives_no_cover_to_one_placed_in_a_wood() -> None:
    battle = lurking(scout(), lurker(), terrain="wood 18,20.2 to 22,24")
    go(battle, (20, 12.5))
    play(battle, Show("lurker", (20, 20.5), 180), seat="german")
    assert cover_of_place(battle.state, element(battle, "lurker")).value == 0


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_others_cannot_be_placed_instead() -> None:
    battle = spotted(lurker(at=(50, 40), name="other"))
    refusal = refused(battle, Show("other", (50, 40), 180), "german")
    assert refusal.rule == "p8.hidden.placement-on-reveal"
    assert "lurker" in refusal.reason
    assert why_not(battle, Show("lurker", (20, 20), 180), "british") is not None


@pytest.mark.rule("p8.hidden.placement-on-reveal", "p8.hidden.revealed-within-2")
def test_in_houses_it_is_placed_inside_them() -> None:
    """Whoever is hidden in houses is anywhere in them: they are spotted within 2 of those."""
    houses = area("bua", box(18, 18, 22, 22), "houses")
    start = 18 - 2 - reach(RIFLES) - 3.0
    battle = lurking(scout(RIFLES, (20, start)), lurker(), terrain=[houses])
    at = go(battle, (20, start + 3.4))
    assert at == pytest.approx(3.0, abs=1e-3)
    play(battle, Show("lurker", (20, 20), 180), seat="german")
    assert element(battle, "lurker").inside == "houses"


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_where_there_is_no_room_at_the_counter_it_stands_as_near_as_it_can() -> None:
    crowd = [
        unit(f"crowd-{n}", "ge-rifle-44", at=(18.2 + 1.25 * (n % 4), 18.7 + 0.85 * (n // 4)))
        for n in range(16)
    ]
    battle = lurking(scout(), lurker(), *crowd)
    go(battle, (20, 12.5))
    placed = element(battle, "lurker")
    assert placed.on_table
    assert 1.0 < abs(placed.x - 20) + abs(placed.y - 20) < 6.0


@pytest.mark.rule("p8.hidden.placement-on-reveal")
@pytest.mark.parametrize(
    ("edge", "beyond"),
    [
        ((0.0, 20.0), (-0.01, 20.0)),
        ((60.0, 20.0), (60.01, 20.0)),
        ((20.0, 0.0), (20.0, -0.01)),
        ((20.0, 48.0), (20.0, 48.01)),
    ],
)
def test_it_may_be_placed_on_the_very_edge_of_the_table(edge: Point, beyond: Point) -> None:
    battle = lurking(lurker(at=edge), scout(at=(30, 30)), side="german")
    refusal = refused(battle, Show("lurker", beyond, 180), "german")
    assert refusal.rule == "p8.hidden.placement-on-reveal"
    assert refusal.reason == "That is off the table."
    play(battle, Show("lurker", edge, 180), seat="german")
    assert place(battle, "lurker") == edge


@pytest.mark.rule("p8.hidden.placement-on-reveal")
@pytest.mark.parametrize(
    ("corner", "inward", "free"),
    [
        ((0.0, 20.0), (1, 1), (0.0, 22.5)),
        ((60.0, 20.0), (-1, 1), (60.0, 22.5)),
        ((20.0, 0.0), (1, 1), (22.5, 0.0)),
        ((20.0, 48.0), (1, -1), (22.5, 48.0)),
    ],
)
def test_the_nearest_place_with_room_may_lie_on_the_edge_of_the_table(
    corner: Point, inward: tuple[int, int], free: Point
) -> None:
    """Friends stand all about the counter; only along the edge is there a place so near."""
    east, north = inward
    x, y = corner
    upright = x in (0.0, 60.0)
    columns, rows = (range(4), range(-4, 3)) if upright else (range(-4, 2), range(4))
    spots = [(column, row) for column in columns for row in rows]
    spots += [(2, row) for row in (1, 2, 3)] if not upright else []
    crowd = [
        unit(f"crowd-{n}", "ge-rifle-44", at=(x + 1.25 * a * east, y + 0.84 * b * north))
        for n, (a, b) in enumerate(spots)
    ]
    start = (x, y - 11) if upright else (x, y + 11 * north)
    end = (x, y - 7.5) if upright else (x, y + 7.5 * north)
    facing = 0 if upright or north < 0 else 180
    battle = lurking(scout(at=start, facing=facing), lurker(at=corner), *crowd)
    go(battle, end)
    assert told(battle, "spotted")
    assert place(battle, "lurker") == free


# -- acting and reacting --------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.revealed-by-moving")
def test_a_hidden_element_is_placed_before_it_moves() -> None:
    battle = lurking(lurker(), scout(at=(50, 5)), side="german")
    refusal = refused(battle, Move("lurker", ((20, 18),)), "german")
    assert refusal.rule == "p8.hidden.revealed-by-moving"
    assert why_not(battle, Charge("lurker", "scout"), "german") == "p8.hidden.revealed-by-moving"
    play(battle, Show("lurker", (20, 20), 180), seat="german")
    assert "lurker" in battle.view("british").state.pieces
    assert not element(battle, "lurker").acted
    play(battle, Move("lurker", ((20, 18),)), Done(), Done())
    assert element(battle, "lurker").y == 18


@pytest.mark.rule("p8.hidden.revealed-by-firing")
def test_a_hidden_gun_is_placed_before_it_fires() -> None:
    battle = lurking(
        lurker("ge-pak40"), lurker("ge-mg", name="mg"), scout(TANK), dice=[5, 5], side="german"
    )
    assert refused(battle, Fire("lurker", "scout"), "german").rule == (
        "p8.hidden.revealed-by-firing"
    )
    play(battle, Show("lurker", (20, 20), 180), Fire("lurker", "scout"), seat="german")
    assert last(battle, "fire").pieces == ("lurker", "scout")
    assert counter_at(battle, (20, 20)).under == ("mg",), "others under the counter stay hidden"


@pytest.mark.rule("p8.hidden.revealed-by-firing")
def test_a_hidden_mortar_fires_and_stays_hidden() -> None:
    battle = lurking(lurker("ge-mortar-81"), scout(at=(20, 5)), dice=[10, 1], side="german")
    play(battle, Fire("lurker", "scout"), seat="german")
    assert counter_at(battle, (20, 20)).under == ("lurker",)
    assert element(battle, "lurker").acted
    assert is_out(battle, "scout") or element(battle, "scout").suppressed
    seen = [event for event in battle.view("british").events if event.kind == "fire"]
    assert [event.pieces for event in seen] == [("scout",)]
    assert all(not event.rolls and not event.tallies for event in seen)
    assert "lurker" not in battle.view("british").to_json().decode()


@pytest.mark.rule("p8.hidden.revealed-by-firing")
def test_a_hidden_mortar_reacts_and_stays_hidden() -> None:
    battle = lurking(scout(), lurker("ge-mortar-81", at=(20, 30)), dice=[5, 5])
    battle.play(Move("scout", ((20, 12),)), "british")
    play(battle, ReactFire("lurker", 2.0), seat="german")
    assert counter_at(battle, (20, 30)).under == ("lurker",)
    assert element(battle, "lurker").reacted
    assert "lurker" not in battle.view("british").to_json().decode()
    assert why_not(battle, ReactFallBack("lurker", 2.0, "home", 2.0), "german") is not None


@pytest.mark.rule("p8.hidden.revealed-by-firing", "p8.hidden.reveal-timing")
def test_reaction_fire_reveals_the_reactor_first() -> None:
    battle = lurking(scout(TANK, (20, 5)), lurker("ge-pak40", at=(20, 30)), dice=[5, 5])
    battle.play(Move("scout", ((20, 10),)), "british")
    assert seats(battle) == ("german",)
    assert why_not(battle, ReactFire("lurker", 3.0), "german") is not None
    refusal = battle.refusal(Show("lurker", (20, 30), 0, 3.0), "german")
    assert refusal is not None, "facing away it could not react"
    assert refusal.rule == "p8.hidden.revealed-by-firing"
    play(battle, Show("lurker", (20, 30), 180, 3.0), seat="german")
    assert element(battle, "scout").y == pytest.approx(8.0)
    play(battle, ReactFire("lurker", 3.0), seat="german")
    assert last(battle, "fire").data["reaction"]


@pytest.mark.rule("p8.hidden.revealed-by-firing")
def test_the_suppressed_and_those_who_have_reacted_cannot_come_out_to_react() -> None:
    suppressed = unit("lurker", "ge-pak40", at=(20, 30), hidden=True, suppressed=True)
    reacted = unit("lurker", "ge-pak40", at=(20, 30), hidden=True, reacted=True)
    for gun, rule in (
        (suppressed, "p8.result.suppressed-no-reaction"),
        (reacted, "p8.react.once-per-player-turn"),
    ):
        battle = lurking(scout(TANK, (20, 5)), gun)
        battle.play(Move("scout", ((20, 10),)), "british")
        assert why_not(battle, Show("lurker", (20, 30), 180, 3.0), "german") == rule
    refusal = battle.refusal(Show("lurker", (20, 30), 180), "german")
    assert refusal is not None


def test_a_hidden_element_recovers_in_secret() -> None:
    battle = lurking(lurker(suppressed=True), scout(at=(50, 5)), dice=[8], side="german")
    play(battle, Recover("lurker"), seat="german")
    assert not element(battle, "lurker").suppressed
    assert not [e for e in battle.view("british").events if e.kind == "recover"]
    assert [e for e in battle.view("german").events if e.kind == "recover"]


# -- fire at what is hidden -----------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.not-fired-at")
def test_nobody_fires_at_a_counter_or_at_what_is_under_it() -> None:
    battle = lurking(scout(TANK), lurker(at=(20, 30)))
    refusal = refused(battle, Fire("scout", "german-counter-1"), "british")
    assert refusal.rule == "p8.hidden.not-fired-at"
    one, two = (battle.refusal(Fire("scout", name), "british") for name in ("lurker", "nobody"))
    assert one is not None
    assert two is not None
    assert one.reason.replace("lurker", "nobody") == two.reason
    orders = battle.view("british").candidates(battle.view("british").choices[0])
    assert not [order for order in orders if isinstance(order, Fire)]


@pytest.mark.rule("p8.hidden.support-fire-can-hit")
def test_a_beaten_zone_that_overlaps_a_counter_hits_everybody_under_it() -> None:
    battle = lurking(scout(), lurker(), lurker("ge-mg", name="mg"), dummies={"german": [(22, 20)]})
    hit = under_fire(battle.state, square(22.3, 20, 3.7))
    assert [one.id for one in hit] == ["lurker", "mg"], "the zone reaches 20.45, the counter 20.5"
    assert under_fire(battle.state, square(22.5, 20, 3.7)) == []


@pytest.mark.rule("p8.hidden.air-can-hit")
@cases(
    "kind, found", (None, True), ("field", True), ("bua", True), ("wood", False), ("orchard", False)
)
def test_aircraft_find_what_is_in_the_open_in_fields_or_in_houses(
    kind: str | None, found: bool
) -> None:
    ground = [area(kind, box(18, 18, 22, 22))] if kind else []
    battle = lurking(scout(), lurker(dug_in=True), terrain=ground)
    assert seen_from_air(battle.state, counter_at(battle, (20, 20))) is found
    state = battle.state.copy()
    reveal(state, "german-counter-1", "p8.hidden.air-can-hit")
    assert state.agenda[-1].elements == ("lurker",)  # type: ignore[union-attr]


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_where_there_is_no_room_at_the_counter_the_nearest_free_spot_is_taken() -> None:
    guns = [unit(f"gun-{n}", "ge-pak40", at=(20, 20), facing=180, hidden=True) for n in range(6)]
    battle = lurking("rifles uk-rifle-44 20,9", *guns)
    battle.play(Move("rifles", ((20, 12),)), "british")
    battle.play(Done(), "german")
    while asked(battle) == "reveal":
        battle.play(next(battle.view("german").candidates(battle.choices[0])), "german")
    placed = [battle.state.pieces[f"gun-{n}"] for n in range(6)]
    assert all(gun.on_table for gun in placed)
    assert not battle.state.counters
