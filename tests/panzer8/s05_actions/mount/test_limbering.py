"""Section 5.3.4: limbering, unlimbering, embarking, disembarking, breaking down and setting up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s03_turn.setting_up import unplaced
from tests.panzer8.kit import *

WHOLE = "p8.limber.takes-whole-turn"

START = "p8.limber.start-adjacent-no-fire"

PLACE = "p8.limber.placement"

PACKED = "p8.limber.no-fire-when-limbered"

PARTS = "p8.limber.break-down-and-set-up"

ONCE = "p8.action.one-per-element"

SHAKEN = "p8.action.allowed-when-suppressed"

BEHIND = (20.0, 8.19)  # a gun (1.6 deep) just behind a truck (1.6 deep) at (20, 10)


def foe(x: float = 50, y: float = 44, **more: Any) -> Unit:
    """An enemy who looks the other way, so that nobody waits for its reactions."""
    return unit("foe", more.pop("sheet", "ge-rifle-44"), "german", at=(x, y), **more)


def beside(
    *others: Placed, gun: str = "uk-6pdr", at: tuple[float, float] = (20, 8.4), **rest: Any
) -> P8Battle:
    """A truck at (20, 10) and a weapon behind it, 1.6 apart from centre to centre."""
    own = rest.pop("own", {})
    truck = rest.pop("truck", {})
    return situation(
        unit("gun", gun, "british", at=at, **own),
        unit("truck", rest.pop("tractor", "uk-truck"), "british", at=(20, 10), **truck),
        *others,
        **rest,
    )


def towing(*others: Placed, gun: str = "uk-6pdr", **rest: Any) -> P8Battle:
    """A truck at (20, 10) with a gun behind it."""
    truck = rest.pop("truck", {})
    return situation(
        unit("truck", rest.pop("tractor", "uk-truck"), "british", at=(20, 10), **truck),
        load("truck", "british", gun, "gun"),
        *others,
        **rest,
    )


# -- limbering ------------------------------------------------------------------------------------


@pytest.mark.rule(WHOLE, START)
def test_limbering_takes_the_action_of_gun_and_tractor() -> None:
    battle = beside(foe())
    play(battle, Limber("gun", "truck"))
    gun, truck = element(battle, "gun"), element(battle, "truck")
    assert (gun.carried_by, gun.on_table, gun.acted, truck.acted) == ("truck", False, True, True)
    assert kinds(battle)[0] == "limber"
    assert (gun.x, gun.y) == (truck.x, truck.y)


@pytest.mark.rule(WHOLE)
def test_both_must_be_able_to_act() -> None:
    assert why_not(beside(foe(), truck={"acted": True}), Limber("gun", "truck")) == ONCE
    assert why_not(beside(foe(), own={"acted": True}), Limber("gun", "truck")) == ONCE
    reacted = beside(foe(), truck={"reacted": True})
    assert why_not(reacted, Limber("gun", "truck")) == "p8.action.barred-after-reacting"
    shaken = {"suppressed": True}
    assert why_not(beside(foe(), own=shaken), Limber("gun", "truck")) == SHAKEN
    assert why_not(beside(foe(), truck=shaken), Limber("gun", "truck")) == SHAKEN


@pytest.mark.rule(START)
@cases("y, allowed", (8.4, True), (8.36, True), (8.34, False))
def test_the_gun_must_be_adjacent_to_its_tractor(y: float, allowed: bool) -> None:
    assert why_not(beside(foe(), at=(20, y)), Limber("gun", "truck")) == (
        None if allowed else START
    )


@pytest.mark.rule(START)
def test_they_must_have_been_adjacent_when_the_turn_began() -> None:
    battle = beside(foe(), at=(20, 8), own={})
    play(battle, Move("gun", ((20, 8.39),)))
    assert why_not(battle, Limber("gun", "truck")) == ONCE
    arrived = beside(foe(), own={"moved": True, "shifted": True})
    assert why_not(arrived, Limber("gun", "truck")) == START
    drove = beside(foe(), truck={"moved": True, "shifted": True})
    assert why_not(drove, Limber("gun", "truck")) == START


@pytest.mark.rule(START)
def test_a_gun_that_limbers_has_not_fired_and_does_not_fire() -> None:
    target = unit("tank", "ge-pz4-long", at=(20, 30), facing=180)
    fired = beside(target, dice=[1, 10])
    play(fired, Fire("gun", "tank"))
    assert why_not(fired, Limber("gun", "truck")) == ONCE
    limbered = beside(target)
    play(limbered, Limber("gun", "truck"))
    assert why_not(limbered, Fire("gun", "tank")) == ONCE


@pytest.mark.rule(WHOLE)
def test_infantry_does_not_limber_and_guns_do_not_mount() -> None:
    battle = beside(foe())
    assert why_not(battle, Mount("gun", "truck")) == WHOLE
    infantry = beside(foe(), gun="uk-rifle-44", at=(20, 8.8))
    assert why_not(infantry, Limber("gun", "truck")) == WHOLE


@pytest.mark.rule(WHOLE)
def test_there_must_be_such_a_tractor() -> None:
    battle = beside(foe())
    assert why_not(battle, Limber("gun", "nobody")) == START
    assert why_not(battle, Unlimber("gun", "truck", BEHIND)) == PLACE


# -- unlimbering ----------------------------------------------------------------------------------


@pytest.mark.rule(WHOLE, PLACE, "p8.sheet.capacity-and-tow")
def test_unlimbering_places_the_gun_ready_beside_its_tractor() -> None:
    battle = towing(foe())
    play(battle, Unlimber("gun", "truck", (20, 8.4), 180))
    gun = element(battle, "gun")
    assert (gun.x, gun.y, gun.heading, gun.on_table, gun.carried_by) == (20, 8.4, 180, True, None)
    assert gun.acted
    assert element(battle, "truck").acted


@pytest.mark.rule(WHOLE)
def test_a_truck_that_has_driven_does_not_unlimber_in_the_same_turn() -> None:
    battle = towing(foe())
    play(battle, Move("truck", ((20, 13),)))
    assert why_not(battle, Unlimber("gun", "truck", (20, 11.4))) == ONCE


@pytest.mark.rule(PLACE)
@cases(
    "at, facing, rule",
    ((20, 8.4), 0, None),
    ((20, 8.36), 0, None),
    ((20, 8.3), 0, PLACE),
    ((20, 8.5), 0, PLACE),
    ((21.2, 10), 90, PLACE),
    ((21.2, 10), 0, None),
    ((21.4, 10), 90, None),
    ((18.8, 11), 0, None),
    ((20, 11.6), 0, None),
    ((20, -1), 0, PLACE),
)
def test_it_is_placed_anywhere_adjacent(at: tuple[float, float], facing: float, rule: Any) -> None:
    assert why_not(towing(foe()), Unlimber("gun", "truck", at, facing)) == rule


@pytest.mark.rule(PLACE, "p8.geo.no-overlap", "p8.terrain.zero-rate-is-impassable")
def test_not_on_others_not_touching_enemies_and_not_in_the_river() -> None:
    friend = unit("b", "uk-rifle-44", at=(20, 8.5))
    assert (
        why_not(towing(foe(), friend), Unlimber("gun", "truck", (20, 8.4))) == "p8.geo.no-overlap"
    )
    enemy = foe(20, 7.15)
    assert why_not(towing(enemy), Unlimber("gun", "truck", (20, 8.4))) == PLACE
    river = area("river", box(0, 0, 60, 9))
    battle = towing(foe(), terrain=[river])
    assert (
        why_not(battle, Unlimber("gun", "truck", (20, 8.4))) == "p8.terrain.zero-rate-is-impassable"
    )
    heavy = towing(foe(), gun="uk-17pdr", terrain="wood 0,0 to 60,9")
    assert why_not(heavy, Unlimber("gun", "truck", (20, 8.4))) is None


@pytest.mark.rule(PLACE, "p8.react.option-fire")
def test_it_may_react_from_the_next_enemy_turn_on() -> None:
    tank = unit("tank", "ge-pz4-long", at=(20, 30), facing=180)
    battle = towing(tank, dice=[1, 10])
    play(battle, Unlimber("gun", "truck", (20, 11.6), 0), Move("tank", ((20, 28),)))
    assert why_not(battle, ReactFire("gun", 0.0)) is None


@pytest.mark.rule(PACKED, "p8.fire.mounted-csw-and-flame-cannot-fire")
@cases("sheet", "uk-6pdr", "uk-mg", "uk-mortar-3in")
def test_limbered_or_embarked_it_does_not_fire(sheet: str) -> None:
    battle = towing(foe(20, 20), gun=sheet)
    assert why_not(battle, Fire("gun", "foe")) == PACKED
    assert barred(battle, "gun", "foe", reaction=True) == PACKED


@pytest.mark.rule(WHOLE)
def test_a_carried_weapon_is_disembarked_not_dismounted() -> None:
    battle = towing(foe(), gun="uk-mg")
    assert why_not(battle, Dismount("gun", (20, 8.8))) == WHOLE
    play(battle, Unlimber("gun", "truck", (20, 8.8)))
    assert element(battle, "gun").y == 8.8
    suppressed = towing(foe(), gun="uk-mg", truck={"suppressed": True})
    assert why_not(suppressed, Unlimber("gun", "truck", (20, 8.8))) == SHAKEN


@pytest.mark.rule(WHOLE, "p8.sheet.capacity-and-tow")
@cases("sheet", "uk-mortar-42", "uk-mortar-3in", "uk-mortar-2in", "uk-mg")
def test_mortars_of_every_size_and_machine_guns_are_carried(sheet: str) -> None:
    depth = 1.6 if sheet == "uk-mortar-42" else 0.8
    other = unit("b", "uk-rifle-44", at=(21.2, 10))
    battle = beside(
        foe(),
        other,
        gun=sheet,
        at=(20, 9.8 - 0.8 - depth / 2),
        tractor="uk-lorry",
        truck={"facing": 0.0},
    )
    # the lorry is 2.0 deep, so the weapon stands at its rear edge
    play(battle, Limber("gun", "truck"))
    assert why_not(battle, Mount("b", "truck")) is None


# -- breaking down --------------------------------------------------------------------------------


def crew(sheet: str = "uk-mg", *others: Placed, **status: Any) -> P8Battle:
    return situation(unit("gun", sheet, "british", at=(20, 10), **status), foe(20, 30), *others)


@pytest.mark.rule(PARTS)
@cases("sheet", "uk-mg", "uk-mortar-3in", "ge-mortar-50")
def test_broken_down_it_moves_like_infantry_and_cannot_fire(sheet: str) -> None:
    side = "german" if sheet.startswith("ge") else "british"
    enemy = unit("foe", "su-rifle", at=(20, 20), facing=180)
    battle = situation(unit("gun", sheet, side, at=(20, 10)), enemy)
    assert why_not(battle, Move("gun", ((20, 11.1),))) == "p8.move.up-to-rate"
    play(battle, BreakDown("gun"))
    assert element(battle, "gun").broken_down
    play(battle, Done())
    assert why_not(battle, Fire("gun", "foe")) == PARTS
    assert why_not(battle, Move("gun", ((20, 14),))) is None
    assert why_not(battle, Move("gun", ((20, 14.1),))) == "p8.move.up-to-rate"


@pytest.mark.rule(PARTS)
def test_setting_up_takes_another_whole_turn() -> None:
    battle = crew(broken_down=True)
    assert why_not(battle, BreakDown("gun")) == PARTS
    play(battle, Assemble("gun"))
    assert not element(battle, "gun").broken_down
    assert why_not(battle, Fire("gun", "foe")) == "p8.action.one-per-element"
    play(battle, Done())
    assert why_not(battle, Fire("gun", "foe")) is None
    assert why_not(battle, Assemble("gun")) == PARTS


@pytest.mark.rule(PARTS)
def test_it_takes_a_whole_turn_and_calm() -> None:
    assert why_not(crew(moved=True), BreakDown("gun")) == PARTS
    assert why_not(crew(suppressed=True), BreakDown("gun")) == SHAKEN
    assert why_not(crew(suppressed=True, broken_down=True), Assemble("gun")) == SHAKEN
    assert why_not(crew("uk-6pdr"), BreakDown("gun")) == PARTS
    assert why_not(crew("uk-mortar-42"), BreakDown("gun")) == PARTS


@pytest.mark.rule(PARTS)
def test_broken_down_it_stays_a_crew_served_weapon() -> None:
    battle = crew(broken_down=True)
    sheet = battle.state.sheet(element(battle, "gun"))
    assert (sheet.move_class, sheet.is_crew_served) == ("Inf", True)
    assert why_not(battle, FallBack("gun", "home", 4.0)) is None
    assert why_not(battle, MoveAndFire("gun", ((20, 11),))) == "p8.movefire.nmf-forbidden"


@pytest.mark.rule(PARTS)
def test_a_broken_down_weapon_that_embarks_is_ready_when_it_gets_off() -> None:
    battle = beside(foe(), gun="uk-mg", at=(20, 8.8), own={"broken_down": True})
    play(battle, Limber("gun", "truck"), Done())
    play(battle, Unlimber("gun", "truck", (20, 8.8)))
    assert not element(battle, "gun").broken_down


@pytest.mark.rule("p8.limber.infantry-mortars-exempt")
def test_a_two_inch_mortar_walks_ready_for_use() -> None:
    battle = crew("uk-mortar-2in")
    assert why_not(battle, BreakDown("gun")) == "p8.limber.infantry-mortars-exempt"
    assert why_not(battle, Move("gun", ((20, 14),))) is None
    play(battle, Done())
    near = situation("gun uk-mortar-2in 20,10", foe(20, 20))
    assert why_not(near, Fire("gun", "foe")) is None
    assert why_not(near, MoveAndFire("gun", ((20, 11),))) == "p8.movefire.nmf-forbidden"


# -- entering the table ---------------------------------------------------------------------------

ROAD = line("road", (20, 0), (20, 48), width=2)

SOUTH = Entry(edge="south", at=20)


@pytest.mark.rule("p8.enter.csw-packed")
def test_a_gun_enters_behind_its_truck_on_a_road() -> None:
    battle = situation(
        unit("truck", "uk-truck", enters=SOUTH),
        unit("gun", "uk-17pdr", enters=SOUTH, carried_by="truck"),
        foe(),
        terrain=[ROAD],
    )
    assert why_not(battle, Unlimber("gun", "truck", (20, 0))) == "p8.enter.position"
    play(battle, Move("truck", ((20, 12),)))
    gun = element(battle, "gun")
    assert (gun.x, gun.y, gun.on_table) == (20, 12, False)
    assert battle.state.base(gun).centre == (20, 12)


@pytest.mark.rule("p8.enter.csw-packed")
def test_who_is_carried_starts_with_its_vehicle() -> None:
    """Wherever that is: on the table, on its way, or still to be set up."""
    zone = Zone(id="here", outline=box(10, 0, 30, 10))
    battle = situation(
        "gun uk-17pdr in truck",
        unit("truck", "uk-truck", enters=SOUTH),
        "foot uk-rifle-44 in lorry; lorry uk-truck 30,10 E; late uk-rifle-44 in spare",
        unit("spare", "uk-truck", zone="here"),
        foe(),
        terrain=[ROAD],
        zones=[zone],
    )
    assert [one.id for one in unplaced(battle.state, "british")] == ["spare"]
    play(battle, Deploy("spare", (15, 5), 180.0))
    for name, at in (("gun", (20, 0)), ("foot", (30, 10)), ("late", (15, 5))):
        one = element(battle, name)
        assert ((one.x, one.y), one.on_table) == (at, False)
    assert element(battle, "foot").heading == 90


@pytest.mark.rule("p8.enter.csw-packed")
def test_a_machine_gun_enters_broken_down_at_infantry_rate() -> None:
    battle = situation(unit("gun", "uk-mg", enters=SOUTH, broken_down=True), foe(), terrain=[])
    assert why_not(battle, Move("gun", ((20, 4),))) is None
    assert why_not(battle, Move("gun", ((20, 4.1),))) == "p8.move.up-to-rate"


@pytest.mark.rule("p8.enter.csw-packed")
def test_unpacked_it_does_not_enter() -> None:
    with pytest.raises(ScenarioError, match="limbered, embarked or broken down"):
        situation(unit("gun", "uk-mg", enters=SOUTH))


@cases(
    "sheet, status, told",
    ("uk-6pdr", {"broken_down": True}, "not man-portable"),
    ("uk-6pdr", {"carried_by": "nobody"}, "nobody"),
    ("uk-6pdr", {"carried_by": "b"}, "cannot tow"),
    ("uk-cmd", {"carried_by": "truck"}, "never rides"),
)
def test_a_scenario_cannot_pack_what_cannot_be_packed(
    sheet: str, status: dict[str, Any], told: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        situation(
            "truck uk-truck 20,10; b uk-sherman-75 30,10",
            unit("a", sheet, "british", at=(40, 10), **status),
        )
    assert told in str(caught.value)
    assert caught.value.where.startswith("units[2] (id 'a').status")


def test_a_limbered_gun_can_be_saved_and_loaded() -> None:
    battle = towing(foe())
    assert isinstance(element(battle, "gun"), Element)
    copy = battle.state.copy()
    assert copy.digest() == battle.state.digest()


FAR = unit("far", "uk-rifle-44", at=(55, 44), facing=0)

# -- a gun and its tractor under fire -------------------------------------------------------------


def coupled(gun: dict[str, Any], tractor: dict[str, Any], *dice: int) -> P8Battle:
    return situation(
        unit("tractor", "ge-tractor", at=(20, 20), **tractor),
        unit("gun", "ge-pak40", at=(0, 0), carried_by="tractor", **gun),
        FAR,
        dice=dice,
    )


@pytest.mark.rule("p8.limber.takes-whole-turn", "p8.action.allowed-when-suppressed")
@cases("gun, tractor", ({"suppressed": True}, {}), ({}, {"suppressed": True}))
def test_nothing_is_uncoupled_while_either_is_suppressed(
    gun: dict[str, Any], tractor: dict[str, Any]
) -> None:
    battle = coupled(gun, tractor)
    order = Unlimber("gun", "tractor", (20, 18.2), 0.0)
    assert why_not(battle, order) == "p8.action.allowed-when-suppressed"
    assert why_not(coupled({}, {}), order) is None


@pytest.mark.rule("p8.rally.result-extra-action", "p8.limber.takes-whole-turn")
def test_a_tractor_that_recovers_at_9_uncouples_its_gun_with_its_further_action() -> None:
    battle = coupled({}, {"suppressed": True}, 10)
    play(battle, Recover("tractor"))  # 10 - 1 unsupported or not: 9 or more
    assert not element(battle, "tractor").suppressed
    assert why_not(battle, Unlimber("gun", "tractor", (20, 18.2), 0.0)) is None


@pytest.mark.rule("p8.passengers.share-fate", "p8.passengers.soft-must-dismount")
def test_a_suppressed_tractor_keeps_its_suppressed_gun_coupled() -> None:
    battle = situation(
        "mg uk-mg 20,5; tractor ge-tractor 20,20 S; gun ge-pak40 in tractor", dice=[5, 5]
    )
    play(battle, Fire("mg", "tractor"))  # 11 against 8
    assert (element(battle, "tractor").suppressed, element(battle, "gun").suppressed) == (1, 1)
    assert element(battle, "gun").carried_by == "tractor"
    assert asked(battle) == "action"


@pytest.mark.rule("p8.limber.takes-whole-turn", "p8.action.barred-after-reacting")
def test_a_tractor_that_fell_back_as_a_reaction_takes_no_gun_in_its_own_turn() -> None:
    battle = situation(
        "tank uk-cromwell 20,5; truck ge-truck 20,20 S; gun ge-pak38 21.2,22.0 S", homes=HOMES
    )
    play(battle, Move("tank", ((20, 6),)))
    play(battle, ReactFallBack("truck", 0.5, "home", 2.0))
    assert element(battle, "truck").y == pytest.approx(22.0)
    until(battle, "german")
    assert why_not(battle, Limber("gun", "truck")) == "p8.action.barred-after-reacting"
