"""RAMMING and SIDESWIPE, the odds of collisions, and what holds whatever happens."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.battle.overlays import Shot, Squares
from sandtable.dice import ScriptedDice, SeededDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import ACTS
from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import (
    check_alongside,
    try_to_ram,
)
from sandtable.rulebooks.whitebox.part2_vehicles.collision.sideswiping import Sideswiping
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.mishaps import Cause, mishap
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.odds import (
    collision_damage,
    run_over_damage,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import (
    moved,
)
from sandtable.rulebooks.whitebox.state.frames import VehicleTurn
from sandtable.rulebooks.whitebox.state.orders import Begin
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    SetPace,
    Sideswipe,
    StartVehicle,
)
from tests.whitebox.crash_kit import (
    ALWAYS,
    NEVER,
    crash,
    driven,
    facing_cars,
    field,
    hurt,
    lost,
    road,
    speeding,
    told,
)
from tests.whitebox.kit import fight, filled, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule


# -- ramming --------------------------------------------------------------------------------------


@rule("owb.collision.ram", "owb.driving.failed-vehicle-save-mishap")
def test_a_rammed_vehicle_saves_before_the_damage_and_has_its_mishap_after() -> None:
    """Save 1 fails; die 4; both operators fail to hold on; the mishap is a skid by the blow."""
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", NEVER, 4, NEVER, NEVER, 4, 2, rammed=True)
    assert lost(state, "ab") == [6, 6 + 2]
    assert done.kinds()[0] == "collision"
    assert "mishap" in done.kinds()[1:]
    assert state.footprint(the(state, "b")).front_left == (11, 10)
    assert done.left == ()


@rule("owb.collision.ram")
def test_a_save_against_a_ram_keeps_control_but_halves_nothing() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", 18, 4, NEVER, NEVER, rammed=True)
    assert lost(state, "ab") == [6, 6]
    assert not done.of("mishap")


@rule("owb.collision.ram")
def test_an_unmanned_vehicle_and_a_wreck_neither_save_nor_have_mishaps() -> None:
    for wreck in (False, True):
        state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
        speeding(state, "a", 2)
        if wreck:
            state.alter("b", wreck="inoperable", shocked=True, hp=-3)
        else:
            state.change("b.operator", out="dead")
        done = crash(state, "a", 4, NEVER, *([NEVER] if wreck else []), rammed=True)
        assert not done.of("mishap")
        assert done.left == ()


@rule("owb.collision.ram")
def test_an_order_to_ram_rolls_the_check_first() -> None:
    battle = fight(
        driven("a", "car", (9, 11), 2),
        driven("b", "car", (13, 10), side="b"),
        man("far", (35, 35), "b"),
    )
    play(battle, StartVehicle("a"), SetPace("a", "normal"))
    assert battle.refusal(Drive("a", 4), "a") is not None
    ram = [1, 18, 2, NEVER, NEVER]
    play(battle, Drive("a", 4, ram="b"), dice=ram)
    assert lost(battle.state, "ab", full=8) == [6, 6]
    assert the(battle, "a").pace == "stopped"
    assert battle.state.footprint(the(battle, "a")).front_left == (12, 11)
    assert battle.state.person("a.operator").acted


@rule("owb.collision.ram", "owb.collision.character-struck")
def test_a_man_can_be_run_down_on_purpose_and_the_vehicle_drives_on() -> None:
    battle = fight(driven("h", "armored-personnel-carrier", (10, 20)), man("m", (10, 18), "b"))
    play(battle, StartVehicle("h"), SetPace("h", "normal"))
    assert battle.refusal(Drive("h", 2, ram="h.operator"), "a") is not None
    play(battle, Drive("h", 2, ram="m"), dice=[1, 17, 1])
    assert battle.state.person("m").hp == 4 - (1 + 2) * 2
    assert battle.state.footprint(the(battle, "h")).front_left == (10, 18)
    play(battle, Drive("h", 3))
    assert battle.state.footprint(the(battle, "h")).front_left == (10, 15)


@rule("owb.collision.ram", "owb.collision.object-struck")
def test_an_object_is_rammed_with_a_check_and_without_a_save() -> None:
    fence = filled("w", "building-wall-plaster-or-wood", (8, 18), (14, 18))
    battle = fight(
        driven("t", "tank-light", (10, 20)),
        man("far", (35, 35), "b"),
        terrain=(fence,),
        options={"cover_damage": "hit-points"},
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    assert battle.refusal(Drive("t", 2), "a") is not None
    play(battle, Drive("t", 2, ram_object=True), dice=[1, 4, ALWAYS, 6, 6])
    assert the(battle, "t").hp == 32 - (4 + 2) // 3
    assert battle.state.bare_grounds.kind((10, 18)).name == "debris"
    assert battle.state.footprint(the(battle, "t")).front_left == (10, 18)


@rule("owb.collision.ram", "owb.collision.speed-used")
def test_a_wreck_can_be_rammed_and_has_no_speed() -> None:
    battle = fight(
        driven("t", "tank-heavy", (10, 20)), driven("w", "car", (11, 18), 4, side="b", hp=-1)
    )
    battle.state.alter("w", wreck="inoperable", shocked=True, travelled=20)
    battle.state.change("w.operator", out="dead", hp=0)
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, ram="w"), dice=[1, 6, ALWAYS])
    assert the(battle, "t").hp == 50 - (6 + 2) // 4
    assert the(battle, "w").hp == -1 - (6 + 2) * 4
    assert the(battle, "w").wreck == "exploded"


@rule("owb.collision.ram-check-failed")
def test_a_failed_check_means_no_ram_but_a_mishap() -> None:
    """A skid, straight on: it may strike the one that was meant, by accident, without a save."""
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    dice = ScriptedDice([2, 4, 2, 5, NEVER, NEVER, 1])
    done = told(try_to_ram(state, "a", dice), dice)
    assert done.result is False
    assert done.kinds()[:2] == ["driving-check", "mishap"]
    assert lost(state, "ab") == [8 + 1, 8]
    assert len(done.of("mishap")) == 1


@rule("owb.collision.ram-check-failed", "owb.footprint.leaving-the-map")
def test_a_failed_ram_can_kill_its_victim_and_end_off_the_map() -> None:
    """A skid of 4 squares: over the man at the edge, and away."""
    battle = fight(
        driven("c", "car", (10, 3), travel=12, pace="normal"),
        man("own", (30, 30)),
        man("m", (10, 0), "b"),
        man("far", (35, 35), "b"),
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 3, ram="m"), dice=[2, 4, 2, NEVER, 1])
    assert battle.state.person("m").out == "dead"
    assert battle.state.find_vehicle("c") is None
    assert battle.choices[0].ask != "vehicle turn"


@rule("owb.collision.accident-needs-no-check")
def test_an_accident_gives_the_defending_vehicle_no_save() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    done = crash(state, "a", 5, NEVER, NEVER)
    assert lost(state, "ab") == [8, 8]
    assert done.left == ()


# -- sideswipes -----------------------------------------------------------------------------------


def alongside(sheet: str = "car", other: str = "car") -> OwbState:
    """Two vehicles going north side by side, a to the left of b."""
    state = field(driven("a", sheet, (10, 10)), driven("b", other, (12, 10), side="b"))
    speeding(state, "a", 9)
    speeding(state, "b", 9)
    return state


def swipe(state: OwbState, *faces: int) -> list[str]:
    dice = ScriptedDice(faces)
    order = Sideswipe("a", "b")
    deed, turn = Sideswiping(), VehicleTurn(vehicle="a")
    assert deed.check(state, turn, order) is None
    assert list(deed.candidates(state, turn)) == [order]
    events = list(deed.dare(state, "a", order, dice))
    assert dice.remaining == ()
    return [event.kind for event in events]


@rule("owb.collision.sideswipe")
def test_a_sideswipe_rolls_check_save_and_a_die_for_each() -> None:
    state = alongside()
    kinds = swipe(state, 1, 18, 5, 2, NEVER, NEVER)
    assert lost(state, "ab") == [5, 2]
    assert (hurt(state, "a.operator"), hurt(state, "b.operator")) == (2, 1)
    assert "mishap" not in kinds
    assert the(state, "a").pace == "normal"


@rule("owb.collision.sideswipe", "owb.collision.hull-level-of-the-touching-face")
def test_the_sides_of_the_hulls_count_in_a_sideswipe() -> None:
    """A light tank has x2 in front and x1 at its sides."""
    state = alongside("tank-light", "car")
    swipe(state, 1, 18, 5, 3, ALWAYS, ALWAYS)
    assert lost(state, "ab") == [2, 6]


@rule("owb.collision.sideswipe")
def test_a_defender_who_fails_his_save_has_a_mishap() -> None:
    state = alongside()
    kinds = swipe(state, 1, NEVER, 1, 1, 6, 3, 2)
    assert kinds.count("mishap") == 1
    assert lost(state, "ab") == [1, 3]
    assert state.footprint(the(state, "b")).front_left == (15, 7)


@rule("owb.collision.sideswipe-check-failed")
def test_a_failed_sideswipe_harms_only_the_attacker() -> None:
    """A spinout: a swerve to the right spins clockwise, 5 facings, and ends stopped."""
    state = alongside()
    state.place("b", moved(state.footprint(the(state, "b")), 4, 1))
    swipe(state, 20, 3, 1, 4, ALWAYS)
    assert lost(state, "ab") == [4, 0]
    assert the(state, "a").facing == 5
    assert the(state, "a").pace == "stopped"


@rule("owb.collision.sideswipe")
@pytest.mark.parametrize(
    "spoil",
    [
        {"b": {"pace": "stopped"}},
        {"b": {"pace": "reverse"}},
        {"a": {"shifted": False}},
        {"a": {"stepped": False}},
        {"b": {"heading": 45.0}},
        {"b": {"x": 15.0}},
        {"b": {"y": 5.0}},
        {"b": {"on_table": False}},
    ],
)
def test_what_a_sideswipe_needs(spoil: dict[str, dict[str, Any]]) -> None:
    state = alongside()
    assert check_alongside(state, the(state, "a"), the(state, "b")) is None
    for name, fields in spoil.items():
        state.alter(name, **fields)
    assert check_alongside(state, the(state, "a"), the(state, "b")) is not None


@rule("owb.collision.sideswipe", "owb.mishap.locked-drive")
def test_no_sideswipe_with_a_locked_drive() -> None:
    state = alongside("tank-light", "car")
    state.alter("a", locked_to=state.turn)
    refusal = Sideswiping().check(state, VehicleTurn(vehicle="a"), Sideswipe("a", "b"))
    assert refusal is not None
    assert refusal.rule == "owb.mishap.locked-drive"


# -- odds -----------------------------------------------------------------------------------------


@rule("owb.collision.head-on")
def test_the_odds_of_a_collision_are_those_of_its_die() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    found = collision_damage(state, "a", 0, "b")
    assert dict(found.items()) == {(21 + die, 21 + die): Fraction(1, 6) for die in range(1, 7)}


@rule("owb.collision.character-struck")
def test_the_odds_of_being_run_down() -> None:
    """A soldier saves on 18 or more: 3 times in 20."""
    state = road(("m", (10, 9)))
    found = run_over_damage(state, "h", 0, state.person("m"))
    assert found[20] == Fraction(17, 20) / 6
    assert found[10] == Fraction(3, 20) / 6
    assert found[13] == Fraction(3, 20) / 6


@rule("owb.collision.ram")
def test_the_odds_of_a_ram_agree_with_every_way_it_can_go() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (13, 10), side="b"))
    state.alter("a", pace="normal", declared=True)
    state.alter("b", hp=8)
    odds = ACTS.odds(state, Drive("a", 4, ram="b"))
    assert odds is not None
    made = Fraction(1, 20)
    assert odds.chance("own mishap") == 1 - made
    assert odds.chance("inoperable") == made * Fraction(3, 6)
    assert odds.chance("damaged") == made * Fraction(3, 6) * Fraction(3, 20)
    assert odds.chance("out of control") == made * Fraction(3, 6) * Fraction(17, 20)
    assert sum(chance for _, chance in odds.outcomes) == 1


@rule("owb.collision.sideswipe")
def test_the_odds_of_a_sideswipe_and_of_running_a_man_down() -> None:
    state = alongside()
    odds = ACTS.odds(state, Sideswipe("a", "b"))
    assert odds is not None
    assert odds.chance("out of control") == Fraction(1, 20) * Fraction(17, 20)
    state = road(("m", (10, 8)))
    state.change("m", hp=20)
    odds = ACTS.odds(state, Drive("h", 2, ram="m"))
    assert odds is not None
    assert odds.chance("out") == Fraction(1, 20) * (Fraction(17, 20) + Fraction(3, 20) * 0)
    assert ACTS.odds(state, Begin("m")) is None


@rule("owb.collision.sideswipe")
def test_a_sideswipe_is_shown_before_it_is_tried() -> None:
    state = alongside("tank-light", "car")
    trace = RULEBOOK.trace(state, Sideswipe("a", "b"))
    assert trace is not None
    area = next(one for one in trace.overlays if isinstance(one, Squares))
    assert len(area.middles) == len(state.footprint(the(state, "b")).squares)
    a, b = the(state, "a"), the(state, "b")
    line = next(one for one in trace.overlays if isinstance(one, Shot))
    assert (line.start, line.end) == ((a.x, a.y), (b.x, b.y))
    told = " ".join(trace.notes)
    assert "Driving Check: made with 5 %" in told
    assert "Otherwise a mishap" in told
    assert "a loses 0 with 17 %, 1 with 33 %, 2 with 33 %, 3 with 17 %" in told
    assert "b loses 2 with 17 %, 4 with 17 %" in told
    assert "b stays under control with 15 %" in told
    state.alter("b", heading=180.0)
    apart = RULEBOOK.trace(state, Sideswipe("a", "b"))
    assert apart is not None
    assert apart.notes == ()


# -- whatever happens -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_nothing_ever_stands_in_the_same_place(seed: int) -> None:
    """Mishaps and rams at random on a crowded field leave every square to one of them."""
    chance, dice = Random(seed), SeededDice(seed)
    sheets = ("car", "truck-large", "motorcycle", "tank-heavy", "armored-personnel-carrier")
    state = field(
        *(
            driven(f"v{n}", sheet, (3 + 7 * n, 6), chance.randrange(8))
            for n, sheet in enumerate(sheets)
        ),
        *(man(f"m{n}", (2 + 3 * n, 12), "b") for n in range(8)),
        terrain=(
            filled("w", "tall-wall", (4, 15), (12, 15)),
            filled("r", "wide-river", (16, 14), (24, 16)),
        ),
        options={"cover_damage": chance.choice(("hit-points", "vehicle-weapons-only"))},
    )
    for _ in range(40):
        moving = [vehicle.id for vehicle in state.vehicles() if not vehicle.wreck]
        if not moving:
            break
        name = chance.choice(moving)
        speeding(state, name, chance.randrange(20), chance.choice(("normal", "reverse")))
        list(mishap(state, name, dice, Cause(left=chance.random() < 0.5, paid=2)))
        _nobody_shares_a_square(state)


def _nobody_shares_a_square(state: OwbState) -> None:
    filled_by = [square for v in state.vehicles() for square in state.footprint(v).squares]
    held = [state.square(person) for person in state.people()]
    assert len(filled_by) == len(set(filled_by))
    assert len(held) == len(set(held))
    assert not set(held) & set(filled_by)
    assert all(map(state.bare_grounds.holds, filled_by))
