"""DAMAGE AND DESTRUCTION: getting out of what explodes."""

from tests.whitebox.kit import *


@rule("owb.vdamage.escape-save")
def test_two_get_out_and_only_one_square_is_free() -> None:
    """All save; the first takes the last free square and the second dies."""
    walls = [
        filled("rocks", "boulder", (9, 19), (12, 23)),
        filled("lot", "road", (10, 20), (11, 22)),
        filled("gap", "road", (9, 21)),
    ]
    pal = man("pal", (2, 2), carried_by="v", seat="passenger-1")
    state = state_of(vehicle("v", "car", (10, 20), hp=-9), pal, WATCHER, terrain=walls)
    damaged(state, 1, SAVED, SAVED)
    while (due := decision_due(state)) is not None and state.agenda:
        list(due[0].settle(state, due[1], ScriptedDice([])))
    assert not person(state, "v.operator").out
    assert state.square(person(state, "v.operator")) == (9, 21)
    assert person(state, "pal").out == "dead"


@rule("owb.vdamage.escape-save")
def test_without_the_save_nobody_rolls_and_everybody_dies() -> None:
    pal = man("pal", (2, 2), rank="op5", carried_by="v", seat="passenger-2")
    state = lone_vehicle("car", pal, options={"escape_save": "off"}, hp=-9)
    damaged(state, 1)
    assert {one.out for one in state.occupants("v")} == {"dead"}


@rule("owb.vdamage.escape-save")
def test_whoever_saves_gets_out_to_a_square_that_his_player_chooses() -> None:
    state = lone_vehicle("truck-small", hp=-9)
    state.change("v.operator", rank="op5")
    damaged(state, 1, 10)
    assert [type(frame).__name__ for frame in state.agenda] == ["Escaping"]
    (choice,) = RULEBOOK.choices(state)
    assert (choice.ask, choice.seats) == ("escape", ("a",))
    orders = list(RULEBOOK.candidates(state, choice))
    assert len(orders) == 2 * 3 + 2 * 2
    assert isinstance(RULEBOOK.check(state, "a", Escape(middle((9, 19)))), Refusal)
    RULEBOOK.apply(state, "a", Escape(middle((9, 21))), ScriptedDice([]))
    driver = person(state, "v.operator")
    assert (square_of(state, "v.operator"), driver.aboard, driver.on_table) == ((9, 21), "", True)
    assert not driver.out


@rule("owb.vdamage.escape-save")
def test_a_failed_save_or_no_free_square_means_death() -> None:
    state = lone_vehicle("motorcycle", hp=-9)
    damaged(state, 1, FAILED)
    assert person(state, "v.operator").out == "dead"
    walls = [
        filled("walls", "boulder", (9, 19), (11, 22)),
        filled("lot", "road", (10, 20), (10, 21)),
    ]
    battle = fight(
        vehicle("v", "motorcycle", (10, 20), hp=-9), WATCHER, man("ivan", (3, 3)), terrain=walls
    )
    assert exits(battle.state, "v") == ()
    list(damage_vehicle(battle.state, "v", 1, ScriptedDice([SAVED])))
    due = present(decision_due(battle.state))
    list(due[0].settle(battle.state, due[1], ScriptedDice([])))
    assert person(battle.state, "v.operator").out == "dead"
