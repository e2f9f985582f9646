"""SIDESWIPE."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import check_alongside, sideswipe
from sandtable.rulebooks.whitebox.part2_vehicles.collision.sideswiping import Sideswiping
from tests.whitebox.kit import *


def alongside(sheet: str = "car", other: str = "car") -> OwbState:
    """Two vehicles going north side by side, a to the left of b."""
    state = sturdy_field(driven("a", sheet, (10, 10)), driven("b", other, (12, 10), side="b"))
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
def test_a_sideswipe_between_two_cars_aslant() -> None:
    state = sturdy_field(driven("c", "car", (10, 20), 1), driven("d", "car", (11, 22), 1, side="b"))
    speeding(state, "c", 6)
    speeding(state, "d", 6)
    dice = ScriptedDice([MADE, 17, 6, 4, ALWAYS, ALWAYS, SKID, 3, 1])
    list(sideswipe(state, "c", "d", dice))
    assert dice.remaining == ()
    assert lost(state, "cd") == [6, 4 + 1]
    assert (harm_to(state, "c.operator"), harm_to(state, "d.operator")) == (1, 1)
    assert state.footprint(the(state, "d")).anchor == (13, 22)


@rule("owb.collision.sideswipe")
def test_no_sideswipe_before_the_first_step_or_against_one_that_stands() -> None:
    battle = sturdy(
        driven("c", "car", (10, 20), pace="normal", travel=6),
        driven("d", "car", (12, 19), side="b", pace="normal", travel=6),
        driven("e", "car", (8, 19), side="b"),
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Sideswipe("c", "d")) == "owb.collision.sideswipe"
    play(battle, Drive("c", 1))
    assert refused(battle, Sideswipe("c", "e")) == "owb.collision.sideswipe"
    assert refused(battle, Sideswipe("c", "d")) == ""


@rule("owb.collision.sideswipe")
def test_a_sideswipe_rolls_check_save_and_a_die_for_each() -> None:
    state = alongside()
    kinds = swipe(state, 1, 18, 5, 2, NEVER, NEVER)
    assert lost(state, "ab") == [5, 2]
    assert (harm_to(state, "a.operator"), harm_to(state, "b.operator")) == (2, 1)
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
    refusal = present(Sideswiping().check(state, VehicleTurn(vehicle="a"), Sideswipe("a", "b")))
    assert refusal.rule == "owb.mishap.locked-drive"


@rule("owb.collision.sideswipe")
def test_the_odds_of_a_sideswipe_and_of_running_a_man_down() -> None:
    state = alongside()
    odds = present(ACTS.odds(state, Sideswipe("a", "b")))
    assert odds.chance("out of control") == Fraction(1, 20) * Fraction(17, 20)
    state = halftrack_road(("m", (10, 8)))
    state.change("m", hp=20)
    odds = present(ACTS.odds(state, Drive("h", 2, ram="m")))
    assert odds.chance("out") == Fraction(1, 20) * (Fraction(17, 20) + Fraction(3, 20) * 0)
    assert ACTS.odds(state, Begin("m")) is None


@rule("owb.collision.sideswipe")
def test_a_sideswipe_is_shown_before_it_is_tried() -> None:
    state = alongside("tank-light", "car")
    trace = present(RULEBOOK.trace(state, Sideswipe("a", "b")))
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
    apart = present(RULEBOOK.trace(state, Sideswipe("a", "b")))
    assert apart.notes == ()


@rule("owb.collision.sideswipe")
def test_a_sideswipe_asks_for_a_step_this_round_and_a_vehicle_abreast() -> None:
    other = vehicle("other", "car", (12, 20), 0, "b", pace="normal", travel=6)
    battle = on_the_road("car", (10, 21), with_=[other, wheelman()])
    swipe = Sideswipe(CAR, "other")
    assert refused(battle, swipe) == "owb.collision.sideswipe"
    play(battle, Drive(CAR, 1))
    # The defender fails to save (2), 3 for the attacker, 5 for the defender; then the occupants'
    # saves (half of 3 is 1: Wheelman fails; half of 5 is 2: the foe's driver fails), then a skid.
    play(battle, swipe, dice=[2, 3, 5, 1, 1, SKID, 2, 1])
    assert rolled_all(battle)
    assert (the(battle, CAR).hp, the(battle, "other").hp) == (5, 2)


@rule("owb.collision.sideswipe-check-failed")
def test_a_failed_sideswipe_harms_only_the_attacker() -> None:
    """A spinout: a swerve to the right spins clockwise, 5 facings, and ends stopped."""
    state = alongside()
    state.place("b", moved(state.footprint(the(state, "b")), 4, 1))
    swipe(state, 20, 3, 1, 4, ALWAYS)
    assert lost(state, "ab") == [4, 0]
    assert the(state, "a").facing == 5
    assert the(state, "a").pace == "stopped"
