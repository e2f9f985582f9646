"""RAMMING."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import try_to_ram
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.mishaps import Cause, mishap
from tests.whitebox.kit import *

LOW_WALL = edged("wall", "low-brick-wall", (0, 19), (35, 19))


def _nobody_shares_a_square(state: OwbState) -> None:
    filled_by = [square for v in state.vehicles() for square in state.footprint(v).squares]
    held = [state.square(person) for person in state.people()]
    assert len(filled_by) == len(set(filled_by))
    assert len(held) == len(set(held))
    assert not set(held) & set(filled_by)
    assert all(map(state.bare_grounds.holds, filled_by))


def kinds_of(events: Sequence[Event]) -> list[str]:
    """What has been told, kind by kind."""
    return [event.kind for event in events]


def _run_down(state: OwbState, events: Sequence[Event]) -> str:
    if state.vehicle(CAR).stuck:
        return "stuck on the way"
    if "mishap" in kinds_of(events):
        return "own mishap"
    hans = present(state.find_person("hans"))
    return "out" if hans.out else "wounded" if hans.hp < hans.most_hp else "unhurt"


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


@rule("owb.collision.ram", "owb.collision.hull-level-of-the-touching-face")
def test_a_heavy_tank_backs_into_a_man_with_its_weaker_rear() -> None:
    """x3 in front, x2 behind: (1 + 2 squares) * 3."""
    battle = sturdy(driven("t", "tank-heavy", (10, 20)), man("m", (11, 25), "b"))
    play(battle, StartVehicle("t"), SetPace("t", "reverse"))
    play(battle, Drive("t", 2, "m"), dice=[MADE, 17, 1])
    assert harm_to(battle.state, "m") == 9
    assert front_left(battle.state, "t") == (10, 22)
    assert the(battle, "t").pace == "reverse"


@rule("owb.collision.ram", "owb.vterrain.obstacle-costs-two")
def test_a_tank_goes_over_the_wall_and_the_man_and_on() -> None:
    """x2 in front: (2 + 2) * 3, halved by the save; the step over the wall costs 2."""
    battle = sturdy(
        driven("t", "tank-light", (10, 20)), man("m", (10, 18), "b"), terrain=(LOW_WALL,)
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, "m"), dice=[MADE, 18, 2])
    assert harm_to(battle.state, "m") == 6
    assert (the(battle, "t").spent, the(battle, "t").travel) == (3, 2)
    assert square_of(battle.state, "m") == (9, 19)
    assert refused(battle, Drive("t", 2)) == ""


@rule("owb.collision.ram", "owb.initiative.tie-simultaneous")
def test_in_a_tie_a_car_rammed_to_pieces_still_has_its_turn() -> None:
    """Both roll 3; the car has 4 left of its hit points, and is a wreck when the turns are over."""
    battle = sturdy(
        driven("t", "tank-light", (10, 24)),
        driven("c", "car", (11, 20), 2, side="b"),
        dice=(3, 3, 1, 2),
    )
    battle.state.alter("c", hp=4)
    assert battle.state.tied
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 3, "c"), dice=[MADE, ALWAYS, 1, NEVER])
    assert rolled_all(battle)
    assert (the(battle, "c").hp, the(battle, "c").wreck) == (4 - (1 + 3) * 3, "")
    play(battle, EndVehicle("t"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("c"), SetPace("c", "normal"), Drive("c", 3))
    assert front_left(battle.state) == (14, 20)
    play(battle, EndVehicle("c"), dice=[1, 1, 1, 1, 6, 1, 6, 1])
    pass_all(battle)
    assert the(battle, "c").wreck == "inoperable"


@rule("owb.collision.ram", "owb.driving.failed-vehicle-save-mishap")
def test_a_rammed_vehicle_saves_before_the_damage_and_has_its_mishap_after() -> None:
    """Save 1 fails; die 4; both operators fail to hold on; the mishap is a skid by the blow."""
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", NEVER, 4, NEVER, NEVER, 4, 2, rammed=True)
    assert lost(state, "ab") == [6, 6 + 2]
    assert done.kinds()[0] == "collision"
    assert "mishap" in done.kinds()[1:]
    assert state.footprint(the(state, "b")).front_left == (11, 10)
    assert done.left == ()


@rule("owb.collision.ram")
def test_a_save_against_a_ram_keeps_control_but_halves_nothing() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", 18, 4, NEVER, NEVER, rammed=True)
    assert lost(state, "ab") == [6, 6]
    assert not done.of("mishap")


@rule("owb.collision.ram")
def test_an_unmanned_vehicle_and_a_wreck_neither_save_nor_have_mishaps() -> None:
    for wreck in (False, True):
        state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
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


@rule("owb.collision.ram")
def test_the_odds_of_a_ram_agree_with_every_way_it_can_go() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (13, 10), side="b"))
    state.alter("a", pace="normal", declared=True)
    state.alter("b", hp=8)
    odds = present(ACTS.odds(state, Drive("a", 4, ram="b")))
    made = Fraction(1, 20)
    assert odds.chance("own mishap") == 1 - made
    assert odds.chance("inoperable") == made * Fraction(3, 6)
    assert odds.chance("damaged") == made * Fraction(3, 6) * Fraction(3, 20)
    assert odds.chance("out of control") == made * Fraction(3, 6) * Fraction(17, 20)
    assert sum(chance for _, chance in odds.outcomes) == 1


@rule(
    "owb.collision.ram", "owb.driving.failed-vehicle-save-mishap", "owb.driving.wheelman-save-bonus"
)
@pytest.mark.parametrize(("face", "mishap"), [(15, True), (16, False)])
def test_a_rammed_driver_saves_with_his_number_before_the_damage(face: int, mishap: bool) -> None:
    """A common soldier saves on 18; the +2 of a Wheelman among operatives is on his number."""
    other = vehicle("other", "tank-medium", (12, 16), 2, "b")
    status: dict[str, Any] = {"carried_by": "other", "seat": "operator", "class": "wheelman"}
    ace = man("ace", (0, 0), "b", **status)
    battle = on_the_road("tank-medium", (10, 20), travel=2, with_=[other, ace, wheelman()])
    # The save; 1d6 for the T-bone: 1 + 3 at x2 against the side of x2 (x1): 4 x 3/2 = 6 and
    # 4 x 2/3 = 2. Those aboard save: 5 of the attacker for 1, 5 of the defender for 3.
    dice = [face, 1, *[20] * 10, *([4, 1, 1] if mishap else [])]
    play(battle, Drive(CAR, 3, ram="other"), dice=dice)
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is mishap
    assert the(battle, "other").hp == 30 - (1 if mishap else 0)


@rule("owb.collision.ram", "owb.collision.ram-check-failed")
def test_a_ram_that_fails_is_paid_for_and_the_mishap_starts_before_the_step() -> None:
    battle = on_the_road("car", (10, 20), travel=9, with_=[man("hans", (10, 18), "b")])
    play(battle, Drive(CAR, 2, ram="hans"), dice=[2, SPINOUT, NEVER, 1, 1, 4, ALWAYS])
    # 3 squares on (a third of 9), over the man by accident (save, die), then the spin of 1 + 4.
    assert rolled_all(battle)
    car = the(battle, CAR)
    assert (car.spent, car.facing, car.pace) == (2, 5, "stopped")
    assert told(battle, "run-over")[0].data["damage"] == 1 + 9


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
    assert odds_told(battle, order) == every_way(battle, order, _run_down, fixed)


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
    assert odds_told(battle, order) == every_way(battle, order, _struck, fixed)


@rule("owb.collision.ram", "owb.vterrain.obstacle-costs-two")
def test_a_ram_at_one_who_lies_there_costs_two_and_kills_him() -> None:
    """Travel 5 of the last round: 1d6 + 5 of damage to a man at -2."""
    battle = on_the_road("car", with_=[wheelman(), man("down", (10, 19), "b", rank="op1")])
    felled(battle.state, "down", hp=-2)
    play(battle, Drive(CAR, 1, "down"), dice=(1,))
    assert battle.state.person("down").out == "dead"
    assert battle.state.vehicle(CAR).spent == 2


@rule("owb.collision.ram-check-failed")
def test_a_failed_check_means_no_ram_but_a_mishap() -> None:
    """A skid, straight on: it may strike the one that was meant, by accident, without a save."""
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    dice = ScriptedDice([2, 4, 2, 5, NEVER, NEVER, 1])
    done = happened(try_to_ram(state, "a", dice), dice)
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


@pytest.mark.parametrize("seed", range(12))
def test_nothing_ever_stands_in_the_same_place(seed: int) -> None:
    """Mishaps and rams at random on a crowded field leave every square to one of them."""
    chance, dice = Random(seed), SeededDice(seed)
    sheets = ("car", "truck-large", "motorcycle", "tank-heavy", "armored-personnel-carrier")
    state = sturdy_field(
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
