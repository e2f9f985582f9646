"""Vehicles examined anew: the odds that are told before an order, against every way it can go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest

from sandtable.battle import Event, Order
from sandtable.dice import DiceNeeded, ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part2_vehicles.attack.ordered_shots import damage_odds
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Begin
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    Turning,
)
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, wheelman
from tests.whitebox.gun_kit import FAR, ROUNDS, fire, shot, start
from tests.whitebox.kit import OwbBattle, fight, filled, man, middle, play
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
Word = Callable[[OwbState, Sequence[Event]], str]


def every_way(
    battle: OwbBattle, order: Order, word: Word, fixed: Mapping[str, int]
) -> dict[str, Fraction]:
    """How likely each end of an order is, found by throwing all the dice that it asks for.

    Args:
        fixed: Dice that change nothing in how it is called; only this face of them is tried.
    """
    seat = battle.choices[0].seats[0]
    found: dict[str, Fraction] = {}

    def throw(script: tuple[int, ...], weight: Fraction) -> None:
        draft = battle.state.copy()
        try:
            events = RULEBOOK.apply(draft, seat, order, ScriptedDice(script))
        except DiceNeeded as need:
            asked = need.request
            given = next((face for part, face in fixed.items() if part in asked.what), None)
            faces: Iterable[int] = range(1, asked.sides + 1) if given is None else (given,)
            ways = list(product(faces, repeat=asked.count))
            for way in ways:
                throw((*script, *way), weight / len(ways))
            return
        end = word(draft, events)
        found[end] = found.get(end, Fraction(0)) + weight

    throw((), Fraction(1))
    return found


def told_of(battle: OwbBattle, order: Order) -> dict[str, Fraction]:
    """The odds that are told of an order, without what cannot be."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    assert sum(part for _, part in odds.outcomes) == 1
    return {word: Fraction(part) for word, part in odds.outcomes if part}


def kinds(events: Sequence[Event]) -> list[str]:
    """What has been told, kind by kind."""
    return [event.kind for event in events]


# -- rams -----------------------------------------------------------------------------------------


def _run_down(state: OwbState, events: Sequence[Event]) -> str:
    if state.vehicle(CAR).stuck:
        return "stuck on the way"
    if "mishap" in kinds(events):
        return "own mishap"
    hans = state.find_person("hans")
    assert hans is not None
    return "out" if hans.out else "wounded" if hans.hp < hans.most_hp else "unhurt"


@pytest.mark.slow
@rule("owb.collision.ram", "owb.vterrain.bogging-down")
@pytest.mark.parametrize("muddy", [True, False])
def test_a_man_is_rammed_behind_mud(muddy: bool) -> None:
    """A car from rest: one square of mud, then the man, who has 11 hit points."""
    mud = filled("mud", "mud", (10, 19), (11, 19))
    hans = man("hans", (10, 18), "b", rank="op2")
    drives, ground = (wheelman(), [mud]) if muddy else (driver("op3"), [])
    battle = parked("car", with_=[hans, drives], terrain=ground, travel=4, pace="normal")
    play(battle, SetPace(CAR, "normal"))
    order = Drive(CAR, 2, ram="hans")
    # A mishap is called one whatever comes of it.
    fixed = {"mishap": 4, "direction of skid": 1, "skid": 1, "spin": 1}
    assert told_of(battle, order) == every_way(battle, order, _run_down, fixed)


@rule("owb.collision.character-struck", "owb.base.able-to-act")
def test_a_man_who_lies_there_cannot_leap_aside() -> None:
    hans = man("hans", (10, 18), "b", rank="op3")
    battle = parked("car", with_=[hans, wheelman()], travel=2, pace="normal")
    play(battle, SetPace(CAR, "normal"))
    battle.state.change("hans", hp=-1, out="incapacitated")
    order = Drive(CAR, 2, ram="hans")
    assert told_of(battle, order) == {"out": 1}


def _struck(state: OwbState, events: Sequence[Event]) -> str:
    if any(e.kind == "driving-check" for e in events):
        return "own mishap"
    other = state.vehicle("other")
    if other.wreck:
        return "inoperable"
    if state.in_seat("other", "operator") is None:
        return "driver lost"
    if any(e.kind == "mishap" and e.pieces == ("other",) for e in events):
        return "out of control"
    return "damaged" if other.hp < other.most_hp else "unharmed"


@pytest.mark.slow
@rule("owb.collision.ram", "owb.driving.failed-vehicle-save-mishap")
def test_a_truck_is_rammed_by_a_car() -> None:
    """Whoever drives the car holds on: his save changes nothing in what is told of the truck.

    A driver with 4 hit points is lost to half of 8 points; what he leaves has no mishap.
    """
    other = vehicle("other", "truck-large", (12, 17), 2, "b")
    battle = parked("car", with_=[other, wheelman()], travel=5, pace="normal")
    play(battle, SetPace(CAR, "normal"))
    order = Drive(CAR, 2, ram="other")
    fixed = {"collision, driver": 20, "mishap": 4, "skid": 1, "splinters": 1, "get out": 1}
    assert told_of(battle, order) == every_way(battle, order, _struck, fixed)


# -- guns -----------------------------------------------------------------------------------------


def _shot_at(state: OwbState, events: Sequence[Event]) -> str:
    if any(event.kind == "vehicle-blasted" for event in events):
        raise AssertionError("bursts are resolved later")
    attack = next(event for event in events if event.kind == "attack")
    if not attack.data["hit"]:
        near = any(e.data.get("lands") for e in events if e.kind in ("miss", "explosive"))
        return "near miss" if near else "miss"
    if not attack.data["damage"]:
        return "no effect"
    foe = state.vehicle("prey")
    left = foe.most_hp - int(attack.data["damage"])
    return "damaged" if left > 0 else "inoperable" if left > -10 else "explodes"


@rule("owb.vmiss.where-it-lands", "owb.vmiss.threshold-14")
@pytest.mark.parametrize("column", [1, 15])
def test_a_round_that_misses_at_the_edge_may_leave_the_map(column: int) -> None:
    """Two columns from the western edge some rounds to the left fall beyond it."""
    battle = fight(
        vehicle("tank", "armored-car", (column, 25)),
        vehicle("prey", "truck-large", (column + 1, 8), 4, "b"),
        FAR,
        options={"naturals_vehicle": "off"},
    )
    start(battle, "tank", "normal")
    order = fire("tank", "prey")
    fixed = {"splinters": 1, "get out": 1, "save vs": 1, "shell": 1, "explosion": 1}
    assert told_of(battle, order) == every_way(battle, order, _first_of(_shot_at), fixed)
    assert told_of(battle, order)["near miss"] < Fraction(1, 2)


def _first_of(word: Word) -> Word:
    """The word for the events before anything has burst."""

    def first(state: OwbState, events: Sequence[Event]) -> str:
        early = [e for e in events if e.kind in ("attack", "miss", "explosive", "damage")]
        return word(state, early)

    return first


@rule("owb.weapon.rpg-against-vehicles", "owb.scatter.near-miss-threshold")
def test_a_rocket_that_misses_may_burst_near_its_target() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="rocketeer-light"),
        vehicle("prey", "tank-heavy", (11, 8), 4, "b"),
        FAR,
        options={"naturals_vehicle": "off"},
    )
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="prey", weapon="rpg-light")
    odds = told_of(battle, order)
    # 16 to hit, and the front of a heavy tank is proof; a 14 or 15 misses and scatters on the map.
    assert odds == {
        "no effect": Fraction(5, 20),
        "near miss": Fraction(2, 20),
        "miss": Fraction(13, 20),
    }


@rule("owb.rof.two", "owb.combined.personal-weapons-vs-vehicles")
def test_two_shots_of_a_small_handgun_are_told_together() -> None:
    battle = fight(
        man("ivan", (10, 14), weapons=["handgun-small"]),
        vehicle("prey", "motorcycle", (10, 8), 4, "b"),
        FAR,
        options={"naturals_vehicle": "off"},
    )
    play(battle, Begin(person="ivan"))
    once = ShootAboard(person="ivan", vehicle="prey", weapon="handgun-small")
    both = ShootAboard(person="ivan", vehicle="prey", weapon="handgun-small", twice=True)
    assert told_of(battle, once)["miss"] == Fraction(10, 20)
    # 11 to hit; 1d6-2 (at least 1) halved: 0 on 1 to 3, 1 on 4 and 5, 2 on a 6.
    part = {0: Fraction(1, 2) + Fraction(1, 4), 1: Fraction(1, 6), 2: Fraction(1, 12)}
    found: dict[str, Fraction] = {"miss": Fraction(1, 4)}
    for one, two in product(part, part):
        word = "inoperable" if one + two >= 4 else "damaged" if one + two else "no effect"
        found[word] = found.get(word, Fraction(0)) + part[one] * part[two]
    found["no effect"] -= found["miss"]
    assert told_of(battle, both) == found


@rule("owb.mod.makeshift-armor-detonation", "owb.vdamage.deduct-from-hit-points")
def test_the_losses_of_an_autocannon_on_a_halftrack_with_makeshift_armor() -> None:
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("prey", "armored-personnel-carrier", (11, 8), 4, "b", add=["makeshift-armor"]),
        FAR,
    )
    start(battle, "tank")
    found: dict[int, Fraction] = {}
    # Armor Class 14 + 1; half for the hull, half again on a 1 of the die of the armor.
    for face, early, a, b in product(range(1, 21), range(1, 7), range(1, 7), range(1, 7)):
        loss = 0 if face < 15 else (a + b) // (4 if early == 1 else 2)
        found[loss] = found.get(loss, Fraction(0)) + Fraction(1, 20 * 6**3)
    odds = damage_odds(battle.state, shot(battle.state, fire("tank", "prey")))
    assert {loss: Fraction(part) for loss, part in odds.items()} == found


@rule("owb.vammo.smoke")
def test_smoke_at_a_tank_lands_as_its_odds_say() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("prey", "tank-medium", (11, 8), 4, "b"),
        FAR,
        options={**ROUNDS, "naturals_vehicle": "off"},
    )
    start(battle, "tank", "normal")
    order = FireGun(person="tank.gun-1", mount="gun-1", at=middle((10, 8)), round="smoke")

    def landed(_: OwbState, events: Sequence[Event]) -> str:
        attack = next(event for event in events if event.kind == "attack")
        if attack.data["hit"]:
            return "on target"
        return "near miss" if attack.data["lands"] else "no effect"

    assert told_of(battle, order) == every_way(battle, order, landed, {"rounds of smoke": 1})


@rule("owb.turn.tight-tracked", "owb.driving.pc-d6-under-level")
def test_a_tight_turn_on_tracks_is_told_as_it_comes() -> None:
    battle = on_the_road(
        "tank-medium", (15, 15), with_=[driver("op2")], add=["advanced-steering"], travel=2
    )
    order = Turning(CAR, "left", 90, "tight")

    def end(_: OwbState, events: Sequence[Event]) -> str:
        mishap = next((event for event in events if event.kind == "mishap"), None)
        return "made" if mishap is None else str(mishap.data["result"])

    fixed = dict.fromkeys(
        ("slipped track,", "overheated engine,", "locked drive,", "strain,", "strain"), 1
    )
    assert told_of(battle, order) == every_way(battle, order, end, fixed)


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_a_shot_out_of_a_truck_tells_both_rolls_of_a_rate_of_fire_of_two() -> None:
    rider = man("ivan", (0, 0), carried_by="truck", seat="bed-1", weapons=["handgun-small"])
    battle = fight(
        vehicle("truck", "truck-small", (10, 20)), rider, man("hans", (10, 12), "b"), FAR
    )
    start(battle, "truck")
    once = FirePort(person="ivan", weapon="handgun-small", target="hans")
    both = FirePort(person="ivan", weapon="handgun-small", target="hans", twice=True)
    missed = told_of(battle, once)["miss"]
    assert told_of(battle, both)["miss"] == missed**2


@rule("owb.weapon.rpg-against-vehicles", "owb.vmiss.where-it-lands")
def test_a_rocket_and_a_shell_that_miss_are_counted_from_the_same_square() -> None:
    """The tank fills the columns 7 and 8; whoever fires from column 10 is nearer to 8."""
    battle = fight(
        man("ivan", (10, 20), sheet="rocketeer-light"),
        vehicle("prey", "tank-medium", (8, 8), 4, "b"),
        FAR,
    )
    play(battle, Begin(person="ivan"))
    # A 14 misses Armor Class 15; 3 on the miss table: 1d3 squares short.
    order = ShootAboard(person="ivan", vehicle="prey", weapon="rpg-light")
    play(battle, order, dice=[14, 3, 2, *[1] * 6])
    landed = next(event for event in battle.events if event.kind == "explosive")
    assert landed.data == {"aim": (8, 8), "lands": (8, 10)}
