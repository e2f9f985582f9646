"""What an order would do, shown before it is given, legal or not."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.battle.overlays import Reach, Route, Shot, SightLine
from sandtable.battle.page import Trace
from sandtable.battle.state import encode
from sandtable.rulebooks.panzer8.decisions_due import ACTS
from sandtable.rulebooks.panzer8.s05_actions.move.rates import path_length
from sandtable.table import Path
from tests.panzer8.kit import *
from tests.panzer8.kit import aircraft as airmen
from tests.panzer8.kit import batteries as gunners
from tests.panzer8.kit.convoys import convoys
from tests.panzer8.kit.hiding import lurking, village
from tests.panzer8.kit.reacting import NORTH, tank_and_guns

ENEMY = unit("enemy", "ge-rifle-44", at=(50, 40), facing=180)
TANK = unit("tank", "uk-cromwell", at=(20, 20))


def trace(battle: P8Battle, order: Order) -> Trace:
    """What an order would do, as the seat that is asked knows."""
    shown = RULEBOOK.trace(battle.view(battle.choices[0].seats[0]).state, order)
    assert shown is not None
    return shown


def end(shown: Trace) -> tuple[float, float, float]:
    """Where the first ghost stands."""
    return shown.ghosts[0].x, shown.ghosts[0].y, shown.ghosts[0].heading


# -- moves ----------------------------------------------------------------------------------------


def test_a_move_shows_how_much_of_it_is_used_and_where_it_ends() -> None:
    shown = trace(situation(TANK, ENEMY), Move("tank", ((20, 25.9),), 90.0))
    assert (shown.used, shown.allowed, shown.label) == (5.9, 10.0, "5.9 of 10 in, 4.1 left")
    assert end(shown) == (20.0, 25.9, 90.0)
    (route,) = shown.overlays
    assert isinstance(route, Route)
    assert (route.points, route.piece) == (((20.0, 20.0), (20.0, 25.9)), "tank")
    assert "No cover." in shown.notes


def test_a_way_that_is_too_long_is_shown_as_too_long() -> None:
    battle = situation(TANK, ENEMY)
    shown = trace(battle, Move("tank", ((20, 35),)))
    assert shown.label == "too far: 10.0 in at most"
    (route,) = shown.overlays
    assert isinstance(route, Route)
    assert route.points[-1] == route.beyond[0] == pytest.approx((20.0, 30.0), abs=0.03)
    assert route.beyond[-1] == (20.0, 35.0)
    assert shown.notes[0] == "Too far: that would take 150% of its move."
    assert not battle.allows(Move("tank", ((20, 35),)))


def test_the_measure_is_the_books_own() -> None:
    terrain = [
        area("wood", box(15, 24, 25, 30)),
        line("hedge", (10, 18), (30, 18)),
        area("marsh", box(30, 10, 40, 30)),
    ]
    battle = situation(TANK, ENEMY, terrain=terrain)
    hedge = trace(battle, Move("tank", ((20, 17),)))
    assert hedge.label == "too far: 2.5 in at most"  # of 5 backwards, and half of it for the hedge
    assert "Crosses 1 obstacle: half a move." in hedge.notes
    assert "Leaves its front: half speed." in hedge.notes
    split = trace(battle, Move("tank", ((20, 26),)))
    assert split.used is not None
    assert split.allowed is not None
    assert split.used / split.allowed == pytest.approx(0.4 + 0.5, abs=0.01)
    assert "Soft cover: wood." in split.notes


def test_used_and_allowed_agree_with_what_is_refused() -> None:
    battle = Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(1))
    view, chance = battle.view("british"), random.Random(4)
    for element in view.state.on_table("british"):
        for _ in range(25):
            point = (element.x + chance.uniform(-9, 9), element.y + chance.uniform(-2, 9))
            order = Move(element.id, ((round(point[0], 2), round(point[1], 2)),))
            shown, refusal = RULEBOOK.trace(view.state, order), view.check(order)
            assert shown is not None
            if refusal is None:
                assert shown.used is not None
                assert shown.allowed is not None
                assert shown.used <= shown.allowed * 1.001
            elif refusal.rule in ("p8.move.up-to-rate", "p8.move.linear-obstacle-half"):
                assert (
                    shown.used is None
                    or shown.allowed is None
                    or shown.used > shown.allowed
                    or ("off the table" in refusal.reason)
                )


def test_on_any_way_as_far_as_it_is_shown_one_can_go_and_no_farther() -> None:
    battle = Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(1))
    view, chance = battle.view("british"), random.Random(7)
    for element in view.state.on_table("british"):
        for _ in range(12):
            point = (element.x + chance.uniform(-15, 15), element.y + chance.uniform(-5, 20))
            order = Move(element.id, ((round(point[0], 2), round(point[1], 2)),))
            shown = RULEBOOK.trace(view.state, order)
            assert shown is not None
            if shown.used is None or shown.allowed is None or not shown.overlays:
                continue
            route = shown.overlays[0]
            assert isinstance(route, Route)
            assert bool(route.beyond) == (shown.used > shown.allowed * 1.001)
            assert " of " not in shown.label or shown.used <= shown.allowed * 1.001
            if route.beyond and path_length(route.points) > 0.1:
                length = path_length(route.points)
                point = Path(route.points).point_at(length - 0.05)
                near = RULEBOOK.trace(view.state, Move(element.id, (point,)))
                assert near is not None
                assert near.used is not None
                assert near.allowed is not None
                assert near.used <= near.allowed * 1.001


def test_a_turn_in_place_uses_nothing() -> None:
    shown = trace(situation(TANK, ENEMY), Move("tank", (), 270.0))
    assert (shown.used, shown.label, shown.overlays) == (None, "turns where it stands", ())
    assert end(shown) == (20.0, 20.0, 270.0)


def test_houses_are_entered_and_left() -> None:
    houses = area("bua", box(18, 22, 23, 25), "houses")
    battle = situation("rifles uk-rifle-44 20,20.8", ENEMY, terrain=[houses])
    shown = trace(battle, Move("rifles", ((20, 24),)))
    assert shown.label == "3.2 of 4 in, 0.8 left"
    assert "Goes into built-up area: half a move." in shown.notes
    assert "Hard cover: stone buildings." in shown.notes
    away = trace(battle, Move("rifles", ((20, 23), (20, 30))))
    assert "Goes into built-up area: half a move." not in away.notes


def test_whoever_may_react_is_named_and_so_are_counters() -> None:
    shown = trace(tank_and_guns([]), NORTH)
    assert "In sight of 1 enemy that may react: gun0." in shown.notes
    assert trace(tank_and_guns([], guns=2), NORTH).notes[-1] == (
        "In sight of 2 that may react: gun0 and gun1."
    )
    battle = lurking("tank uk-cromwell 30,10; gun ge-pak40 30,30 hidden")
    assert trace(battle, NORTH).notes[-1].startswith("A counter overlooks its way")


def test_a_move_with_fire_says_at_whom() -> None:
    battle = situation(TANK, "enemy ge-rifle-44 20,40 S")
    shown = trace(battle, MoveAndFire("tank", ((20, 24),)))
    assert shown.label == "4.0 of 5 in, 1.0 left"
    assert "Could then fire at enemy." in shown.notes
    assert "Half speed, since it fires as well." in shown.notes


def test_whoever_digs_itself_out_has_lost_that_cover() -> None:
    dug = unit("rifles", "uk-rifle-44", at=(20, 20), dug_in=True)
    battle = situation(dug, ENEMY)
    assert "No cover." in trace(battle, Move("rifles", ((20, 22),))).notes
    assert "Hard cover: dug in." in trace(battle, Move("rifles", (), 90.0)).notes


def test_a_charge_ends_in_contact_or_is_too_long() -> None:
    battle = situation(
        "rifles uk-rifle-44 20,20; near ge-rifle-44 20,23 S; far ge-rifle-44 30,40 S"
    )
    near, far = (trace(battle, Charge("rifles", name)) for name in ("near", "far"))
    assert near.label == "2.2 of 4 in, 1.8 left"
    assert end(near)[:2] == pytest.approx((20.0, 22.2), abs=0.01)
    assert far.used is not None
    assert far.used > 4.0
    assert far.ghosts == ()


def test_falling_back_and_retiring() -> None:
    battle = situation("firer uk-cromwell 20,10; target ge-rifle-44 20,20 S", dice=[6, 6])
    shown = trace(battle, FallBack("firer", "home", 3.0))
    assert shown.label == "3.0 of 5 in, 2.0 left"
    assert end(shown) == (20.0, 7.0, 0.0)
    battle.play(Fire("firer", "target"))
    retired = trace(battle, Retire("away", 0.0))
    assert (end(retired), retired.label) == ((20.0, 24.0, 0.0), "4.0 in")
    assert trace(battle, FallBack("target", "home", 99.0)).label == "too far: 4.0 in at most"


def test_after_a_pause_what_is_done_counts() -> None:
    battle = tank_and_guns([1, 10])
    battle.play(NORTH)
    react = trace(battle, ReactFire("gun0", 4.0))
    assert end(react) == (30.0, 14.0, 0.0)
    assert isinstance(react.overlays[0], Shot)
    assert react.notes[0] == "tank has then gone 4.0 of 10.0 in."
    flight = trace(battle, ReactFallBack("gun0", 4.0, "home", 1.0))
    assert len(flight.ghosts) == 2
    assert not any("may react" in note for note in flight.notes)
    battle.play(ReactFire("gun0", 4.0))
    battle.play(Done(), "german") if asked(battle) == "reaction" else None
    assert trace(battle, GoOn()).label == "10.0 of 10 in"
    other = trace(battle, GoOn(path=((33, 14),)))
    assert other.used == pytest.approx(7.0)
    assert trace(battle, GoOn(path=((39, 14),))).label == "too far: 10.0 in at most"
    assert end(trace(battle, Halt(90.0))) == (30.0, 14.0, 90.0)


# -- fire -----------------------------------------------------------------------------------------


def test_a_shot_is_a_line_and_what_stops_it_is_shown() -> None:
    battle = situation(
        TANK, "seen ge-panther 20,40; unseen ge-rifle-44 40,20 W", terrain="wood 28,18 to 34,22"
    )
    shot = trace(battle, Fire("tank", "seen"))
    assert isinstance(shot.overlays[0], Shot)
    assert shot.overlays[0].label == "Cromwell IV (75 mm), 18.2 in"
    assert shot.notes == (
        "AP 5 against Def 7, 18.2 in.",
        "Wholly behind the front of seen.",
    )
    blocked = trace(battle, Fire("tank", "unseen"))
    assert isinstance(blocked.overlays[0], SightLine)
    assert blocked.overlays[0].blocked_at == pytest.approx((30.0, 20.0))
    assert RULEBOOK.trace(battle.state, Fire("tank", "nobody")) is None


def test_smoke_and_wire_lie_where_they_are_ordered() -> None:
    battle = situation(
        TANK,
        unit("eng", "uk-eng", at=(40, 19.6), wire_turns=2),
        ENEMY,
        terrain="wire from 36,20 to 44,20",
        options={"smoke": True, "field_engineering": True},
    )
    (screen,) = trace(battle, LaySmoke("tank", (20, 21.2), 0.0)).overlays
    assert isinstance(screen, Reach)
    assert screen.label == "Smoke, 2.4 by 0.8 in"
    assert screen.outline[0] == pytest.approx((18.8, 21.6))
    assert isinstance(trace(battle, ClearWire("eng")).overlays[0], Reach)


def test_batteries_and_aircraft() -> None:
    battle = gunners.mission(
        gunners.MEDIUM, gunners.FOO, gunners.TARGET, dice=[1], planned=gunners.NOTED
    )
    called = trace(battle, gunners.CALL)
    assert [type(one) for one in called.overlays] == [Reach, SightLine]
    assert called.notes == ("German in the zone: target.",)
    assert trace(battle, CallFire()).notes[0].startswith("Only a planned point")
    battle.play(CallFire(at=(20, 30)))
    (zone,) = trace(battle, Shift(90.0)).overlays
    assert isinstance(zone, Reach)
    assert sum(x for x, _ in zone.outline) / 4 == pytest.approx(26.0)
    flown = airmen.mission(
        unit("ours", "uk-rifle-44", at=(30, 5)),
        unit("target", "ge-truck", at=(30, 30), facing=180),
        unit("flak", "ge-flak20", at=(28, 32), facing=180),
    )
    (route,) = trace(flown, Strike("planned", "target")).overlays
    assert isinstance(route, Route)
    assert route.points[0] == (30.0, 0.0)
    assert trace(flown, Strike("opportunity")).notes[0].startswith("They may come upon")


# -- places ---------------------------------------------------------------------------------------


def test_places_are_shown_with_a_ghost() -> None:
    battle = situation(
        "apc ge-apc 10,20; load ge-rifle-44 in apc; cavalry ge-cav 30,20",
        "enemy uk-rifle-44 50,40",
        options={"base_of_mounts": True},
    )
    off = trace(battle, Dismount("load", (10, 18.7), 180.0))
    assert end(off) == (10.0, 18.7, 180.0)
    mounts = trace(battle, LeaveMounts("cavalry", (30, 18.7)))
    assert mounts.ghosts[0].piece == "cavalry-mounts"
    assert RULEBOOK.trace(battle.state, Mount("cavalry", "apc")) is not None
    assert RULEBOOK.trace(battle.state, Done()) is None


def test_setting_up_and_coming_out() -> None:
    battle = Battle(RULEBOOK, village(), SeededDice(1))
    there = trace(battle, Deploy("mg", (16, 22), 180.0))
    assert "Ends in built-up area." in there.notes
    assert trace(battle, Dummy((20, 20))).ghosts[0].short == "?"
    shown = lurking("gun ge-pak40 30,30 hidden; tank uk-cromwell 30,10")
    assert end(trace(shown, Show("gun", (30, 30.4), 180.0))) == (30.0, 30.4, 180.0)


def test_whoever_enters_is_shown_on_the_table() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", enters=Entry(edge="south", at=20)),
        ENEMY,
        terrain="road from 20,0 to 20,40 wide 2",
    )
    shown = trace(battle, Move("tank", ((20, 6),)))
    assert shown.label == "6.0 of 12 in, 6.0 left"


def test_distances_are_told_in_centimetres_where_the_battle_is_in_centimetres() -> None:
    battle = situation(TANK, ENEMY, options={"unit": "cm"})
    assert trace(battle, Move("tank", ((20, 25.9),))).label == "5.9 of 10 cm, 4.1 left"


# -- anything -------------------------------------------------------------------------------------


def mutated(order: Order, chance: random.Random, names: list[str]) -> Iterator[Order]:
    """Orders like one, with other numbers and names, as far as they can be read."""

    def other(value: Any) -> Any:
        match value:
            case bool():
                return not value
            case float():
                far = chance.uniform(-40, 40)
                return chance.choice([value, -value, value + far, 0.0, 1e6, -1e300])
            case str():
                return chance.choice([value, "nobody", *names])
            case list():
                return [other(one) for one in value]
        return value

    for _ in range(3):
        plain = msgspec.json.decode(encode(order))
        odd = {name: value if name == "order" else other(value) for name, value in plain.items()}
        try:
            yield RULEBOOK.decode(encode(odd))
        except msgspec.ValidationError:
            continue


@cases("name", "saint-aubin", "convoys", "village")
def test_no_order_that_can_be_read_is_too_odd_to_be_shown(name: str) -> None:
    scenario = {"convoys": convoys, "village": village}.get(name, lambda: load_scenario(name))()
    battle = Battle(RULEBOOK, scenario, SeededDice(5))
    chance = random.Random(5)
    shown = 0
    while battle.outcome is None and battle.number < 60:
        view = battle.view(battle.choices[0].seats[0])
        names = [*view.state.pieces, *view.state.counters]
        orders = list(view.candidates(view.choices[0])) if battle.number % 6 == 0 else []
        for order in chance.sample(orders, min(8, len(orders))):
            for odd in (order, *mutated(order, chance, names)):
                encode(RULEBOOK.trace(view.state, odd))
                shown += 1
        battle.play(view.pick(view.choices[0], chance), view.seat)
    assert shown > 80


@pytest.mark.parametrize("kind", ACTS.orders)
def test_any_order_can_be_asked_about_at_any_time(kind: type[Order]) -> None:
    """Also one that answers another question, about pieces that are not there."""
    battle = situation(
        TANK, ENEMY, zones=[Zone(id="south", outline=box(0, 0, 60, 8))], options={"smoke": True}
    )
    fields = {
        field.name: _anything(field.name, field.type) for field in msgspec.structs.fields(kind)
    }
    order = msgspec.convert(fields | {"order": kind.__struct_config__.tag}, kind)
    encode(RULEBOOK.trace(battle.state, order))


def _anything(name: str, kind: Any) -> Any:
    known = {
        "element": "tank",
        "target": "enemy",
        "path": [[20.0, 22.0]],
        "at": [20.0, 22.0],
        "to": [20.0, 22.0],
        "mounts": [20.0, 22.0],
        "points": [[20.0, 22.0]],
        "elements": ["tank", "nobody"],
        "attackers": ["tank"],
        "features": ["nowhere"],
        "secondary": ["enemy"],
        "direction": "home",
        "method": "planned",
        "rank": "7",
        "policy": "hold",
        "bearing": "forward",
        "aloft": None,
        "smoke": False,
        "wire": None,
        "tank": "tank",
    }
    if name == "to" and kind is str:
        return "tank"
    if name == "at" and kind is float:
        return 3.0
    fallback = "enemy" if kind is str or "str" in str(kind) else 3.0
    return known.get(name, fallback)


def test_a_very_long_way_is_not_followed() -> None:
    battle = situation(TANK, ENEMY)
    round_and_round = tuple((20 + math.sin(n), 20 + math.cos(n)) for n in range(100))
    shown = trace(battle, Move("tank", round_and_round))
    assert shown.ghosts == ()
    assert shown.used is not None
    far = trace(battle, Move("tank", ((1e7, 0.0),)))
    assert far.notes == ("That is off the table.",)


def test_nothing_is_shown_of_what_does_not_exist_any_more() -> None:
    battle = situation(TANK, ENEMY)
    for order in (
        Hunt("nobody", "enemy"),
        ReactJoin("tank"),
        FireFlak(("tank",)),
        PlanFire(((3, 3),)),
        KeepFiring(),
        Creep((3, 3)),
        GoOn(),
    ):
        assert RULEBOOK.trace(battle.state, order) is None
