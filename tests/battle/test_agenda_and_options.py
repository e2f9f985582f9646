"""What books share: an agenda, reading switches, seats and home edges."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle.agenda import AgendaState
from sandtable.battle.options import allows, read_options, switched
from sandtable.battle.rulebook import Option
from sandtable.battle.state import Setting
from sandtable.scenario import ScenarioError, Seat, lay_ground, load_scenario
from sandtable.scenario.homes import home_edges

LIMIT = Option(id="limit", rule="r", text="", default="none", allowed=("none", "number"))
FOG = Option(id="fog", rule="r", text="", default="off", allowed=("off", "on"))


class Errands(AgendaState, kw_only=True):
    agenda: tuple[str, ...] = ()


def test_the_most_urgent_frame_is_the_last() -> None:
    scenario = load_scenario("drut")
    state = Errands(setting=Setting(scenario, lay_ground(scenario)))
    state.push("one")
    state.push("two")
    state.swap("three")
    assert (state.pop(), state.agenda) == ("three", ("one",))


def test_a_number_is_any_whole_number_in_digits() -> None:
    assert [allows(LIMIT, value) for value in ("1", "12", "none")] == [True] * 3
    assert not any(allows(LIMIT, value) for value in ("0", "-1", "1.5", "x", "number", True))


def test_options_have_their_defaults_and_what_the_scenario_sets() -> None:
    scenario = replace(load_scenario("drut"), options={"limit": "8"})
    settings = read_options((LIMIT, FOG), scenario)
    assert settings == {"limit": "8", "fog": "off"}
    assert not switched(settings, "fog")


@pytest.mark.parametrize(("name", "value"), [("fog", "thick"), ("limit", "soon"), ("mud", "on")])
def test_unknown_options_and_settings_are_refused(name: str, value: str) -> None:
    scenario = replace(load_scenario("drut"), options={name: value})
    with pytest.raises(ScenarioError, match=f"options.{name}"):
        read_options((LIMIT, FOG), scenario)


def test_a_setting_knows_who_commands_what() -> None:
    scenario = load_scenario("drut")
    side, other = scenario.side_ids()
    mine = [unit.id for unit in scenario.units if unit.side == side]
    seats = (
        Seat(id="a", side=side, pieces=(mine[0],)),
        Seat(id="b", side=side),
        Seat(id="c", side=other),
    )
    setting = Setting(replace(scenario, seats=seats), lay_ground(scenario))
    assert setting.seats_for(side, mine[0]) == ("a", "b")
    assert setting.seats_for(side, mine[1]) == ("b",)
    assert setting.side_of("c") == other
    assert setting.side_of("referee") is None


def test_home_edges_are_opposite_unless_they_are_given() -> None:
    scenario = load_scenario("drut")
    one, two = scenario.sides
    free = replace(scenario, sides=(replace(one, home=None), replace(two, home="east")))
    assert home_edges(free) == {one.id: "west", two.id: "east"}
    none = replace(scenario, sides=(replace(one, home=None), replace(two, home=None)))
    assert list(home_edges(none).values()) in (["south", "north"], ["west", "east"])
