"""Section 3: setting a battle up, and scenarios that the book cannot play."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.dice import ScriptedDice
from sandtable.scenario import Side, TableSize
from tests.panzer8.kit import *

BY_SCENARIO = "p8.turn.setup-by-scenario"

SEQUENCE = "p8.turn.setup-sequence"

SOUTH = Zone(id="south", outline=box(0, 0, 60, 12), side="british")

NORTH = Zone(id="north", outline=box(0, 36, 60, 48), side="german")

# -- deployment -----------------------------------------------------------------------------------


def to_be_set_up(*more: Placed, **rest: Any) -> P8Battle:
    return situation(
        unit("a", "uk-rifle-44", zone="south"),
        unit("b", "uk-rifle-44", zone="south", dug_in=True),
        unit("e", "ge-pz4-long", zone="north"),
        *more,
        **{"zones": [SOUTH, NORTH], "phase": None, **rest},
    )


@pytest.mark.rule(SEQUENCE)
def test_the_defender_sets_up_first_then_the_attacker_then_turn_1_begins() -> None:
    battle = to_be_set_up(roles={"british": "attacker", "german": "defender"})
    assert seats(battle) == ("german",)
    play(battle, Deploy("e", (20, 40), 180))
    assert seats(battle) == ("british",)
    assert battle.state.phase == "setup"
    play(battle, Deploy("a", (20, 10)), Deploy("b", (24, 10)))
    assert (battle.state.phase, battle.state.turn, battle.state.active) == ("action", 1, "british")
    assert [event.kind for event in battle.events] == ["deploy", "deploy", "deploy", "turn"]


@pytest.mark.rule(SEQUENCE)
def test_without_a_defender_the_second_player_sets_up_first() -> None:
    battle = to_be_set_up(first="german")
    assert seats(battle) == ("british",)
    play(battle, Deploy("a", (20, 10)), Deploy("b", (24, 10)), Deploy("e", (20, 40)))
    assert battle.state.active == "german"


@pytest.mark.rule(BY_SCENARIO, "p8.geo.free-direction-choice")
def test_an_element_is_set_up_anywhere_in_its_zone_facing_any_way() -> None:
    battle = to_be_set_up(first="german")
    inside = [(20.0, 10.0), (0.0, 0.0), (60.0, 12.0)]
    outside = [(20.0, 12.01), (20.0, 40.0)]
    assert all(why_not(battle, Deploy("a", spot)) is None for spot in inside)
    assert all(why_not(battle, Deploy("a", spot)) == BY_SCENARIO for spot in outside)
    play(battle, Deploy("a", (20.5, 11.25), 237.5))
    a = element(battle, "a")
    assert (a.x, a.y, a.heading, a.on_table) == (20.5, 11.25, 237.5, True)
    play(battle, Deploy("b", (24, 10)))
    assert element(battle, "b").dug_in


@pytest.mark.rule(BY_SCENARIO, "p8.geo.no-overlap", "p8.terrain.zero-rate-is-impassable")
def test_not_on_top_of_others_nor_where_it_cannot_stand_nor_twice() -> None:
    battle = to_be_set_up(
        unit("t", "uk-truck", zone="south"),
        "fixed uk-rifle-44 40,6",
        first="german",
        terrain="wood 0,0 to 10,12",
    )
    assert why_not(battle, Deploy("a", (40.5, 6))) == "p8.geo.no-overlap"
    assert why_not(battle, Deploy("a", (5, 5))) is None
    assert why_not(battle, Deploy("t", (5, 5))) == "p8.terrain.zero-rate-is-impassable"
    assert why_not(battle, Deploy("e", (20, 10))) == BY_SCENARIO
    play(battle, Deploy("a", (20, 10)))
    assert refused(battle, Deploy("a", (30, 10))).reason == (
        "'a' is not to be set up; these are: b, t."
    )
    assert why_not(battle, Move("a", ((20, 11),))) == BY_SCENARIO
    assert why_not(battle, Done()) == BY_SCENARIO


@pytest.mark.rule(BY_SCENARIO)
def test_players_who_share_a_side_set_up_their_own_elements() -> None:
    battle = to_be_set_up(
        first="german",
        seats=[
            Seat(id="left", side="british", pieces=("a",)),
            Seat(id="right", side="british", pieces=("b",)),
            Seat(id="foe", side="german"),
        ],
    )
    assert seats(battle) == ("left", "right")
    assert why_not(battle, Deploy("b", (20, 10)), "left") == BY_SCENARIO
    play(battle, Deploy("a", (20, 10)), seat="left")
    assert seats(battle) == ("right",)
    play(battle, Deploy("b", (24, 10)))
    assert seats(battle) == ("foe",)


@pytest.mark.rule(BY_SCENARIO)
def test_every_spot_that_is_offered_is_allowed() -> None:
    battle = to_be_set_up(first="german")
    choice = battle.choices[0]
    offered = list(RULEBOOK.candidates(battle.state, choice))
    assert len(offered) > 50
    assert all(battle.allows(order) for order in offered)


# -- what the scenario says, and what holds if it does not ----------------------------------------


@pytest.mark.rule(BY_SCENARIO)
def test_the_home_edges_are_the_long_ones_unless_the_scenario_says_otherwise() -> None:
    def homes(**rest: Any) -> dict[str, str]:
        battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 20,20", **rest)
        return dict(battle.state.setting.homes)

    assert homes() == {"british": "south", "german": "north"}
    assert homes(table=(36, 48)) == {"british": "west", "german": "east"}
    assert homes(homes={"german": "east"}) == {"british": "west", "german": "east"}
    assert homes(homes={"british": "north", "german": "east"}) == {
        "british": "north",
        "german": "east",
    }


@pytest.mark.rule(BY_SCENARIO)
def test_a_game_lasts_12_turns_unless_the_scenario_says_otherwise() -> None:
    sides = (Side(id="british", name="British"), Side(id="german", name="German"))
    section = unit("a", "uk-rifle-44", at=(20, 10))
    table = TableSize(width=60, depth=48)
    scenario = Scenario(
        id="s", title="s", book="p8", table=table, sides=sides, units=(section,), first="british"
    )
    battle: P8Battle = Battle(RULEBOOK, scenario, ScriptedDice())
    assert told(battle, "turn")[0].text == "Turn 1 of 12: British player turn."


@pytest.mark.rule("p8.turn.two-player-turns")
def test_elements_of_the_same_name_are_told_apart() -> None:
    units = [
        Unit(id="a", sheet="uk-rifle-44", side="british", at=(20, 10)),
        Unit(id="b", sheet="uk-rifle-44", side="british", at=(24, 10)),
        Unit(id="e", sheet="ge-mg", side="german", at=(24, 40)),
    ]
    battle = situation(*units)
    names = [piece.name for piece in battle.state.pieces.values()]
    assert names == [
        "Rifle section with PIAT 1",
        "Rifle section with PIAT 2",
        "sMG team MG 34/42",
    ]


# -- scenarios that cannot be played --------------------------------------------------------------


def fault(*units: Placed, **rest: Any) -> tuple[str, str]:
    """Where a scenario is wrong, and what is said of it."""
    with pytest.raises(ScenarioError) as caught:
        situation(*(units or (unit("a", "uk-rifle-44", at=(20, 10)),)), **rest)
    return caught.value.where, str(caught.value)


A = "units[0] (id 'a')"


@pytest.mark.rule("p8.cover.dug-in-set-up-only", "p8.terrain.zero-rate-is-impassable")
@cases(
    "section, facts, where, words",
    ("a uk-rifle-45 20,10", {}, f"{A}.sheet", "did you mean 'uk-rifle-4"),
    (unit("a", "uk-rifle-44", at=(20, 10), quality="veteran"), {}, f"{A}.quality", "elite"),
    ("a uk-rifle-44 20,10 supressed", {}, f"{A}.status.supressed", "mean 'suppressed'?"),
    (unit("a", "uk-rifle-44", at=(20, 10), suppressed="yes"), {}, f"{A}.status", ""),
    (unit("a", "uk-rifle-44", at=(20, 10), flags=["XX"]), {}, f"{A}.status.flags", "XX"),
    ("a uk-sherman-75 20,10 dug-in", {}, f"{A}.dug_in", "vehicle"),
    ("a uk-rifle-44 20,10 hidden", {}, f"{A}.hidden", ""),
    ("a uk-truck 20,10", {"terrain": "wood 0,0 to 60,48"}, f"{A}.at", "wood"),
    ("a uk-rifle-44 20,10", {"phase": "movement"}, "situation.phase", ""),
    ("a uk-rifle-44 20,10", {"ground": "moon"}, "table.ground", ""),
    (
        "a uk-rifle-44 20,10",
        {"terrain": "lava 0,0 to 5,5"},
        "terrain[0] (id 'lava').kind",
        "",
    ),
    (
        "a uk-rifle-44 20,10",
        {"terrain": "wood from 0,0 to 5,5"},
        "terrain[0] (id 'wood').kind",
        "",
    ),
    ids=[
        *("data sheet", "quality", "status", "kind of status", "flag", "dug-in vehicle", "hidden"),
        *("impassable ground", "phase", "ground", "terrain", "a line that is an area"),
    ],
)
def test_what_a_scenario_says_that_cannot_be_is_told_with_its_place(
    section: Placed, facts: dict[str, Any], where: str, words: str
) -> None:
    found, text = fault(section, **facts)
    assert found == where
    assert words in text


@pytest.mark.rule("p8.geo.no-overlap", "p8.bases.sizes-in-inches")
def test_bases_that_overlap() -> None:
    where, text = fault("a uk-rifle-44 20,10; b uk-rifle-44 21.19,10")
    assert where == "units[1] (id 'b').at"
    assert "'a'" in text
    side_by_side = situation("a uk-rifle-44 20,10; b uk-rifle-44 21.2,10")
    assert element(side_by_side, "b").x == 21.2


def test_a_screen_that_is_none() -> None:
    assert fault(screens=[{"side": "british", "x": 1}])[0] == "situation.screens[0]"
    battle = situation("a uk-rifle-44 20,10", screens=[smoke(20, 20)])
    assert len(battle.state.screens) == 1


def changed(**changes: Any) -> tuple[str, str]:
    battle = situation("a uk-rifle-44 20,10")
    with pytest.raises(ScenarioError) as caught:
        Battle(RULEBOOK, msgspec.structs.replace(battle.scenario, **changes), ScriptedDice())
    return caught.value.where, str(caught.value)


@pytest.mark.rule("p8.turn.two-player-turns")
def test_three_sides() -> None:
    sides = tuple(Side(id=name, name=name) for name in ("british", "german", "russian"))
    where, text = changed(sides=sides)
    assert where == "sides"
    assert "two sides, not 3" in text


def test_an_unknown_option() -> None:
    where, text = changed(options={"thunderstorms": True})
    assert where == "options.thunderstorms"
    assert "no option" in text


def left_open(**rest: object) -> P8Battle:
    """A British section and a German one in a lorry; nobody says where they begin."""
    return situation(
        unit("a", "uk-rifle-44"),
        unit("lorry", "ge-lorry"),
        unit("load", "ge-rifle-44", carried_by="lorry"),
        phase=None,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(BY_SCENARIO, "p8.turn.setup-sequence")
def test_without_zones_the_sides_set_up_within_12_of_their_edges_the_second_player_first() -> None:
    battle = left_open()
    assert seats(battle) == ("german",)
    assert why_not(battle, Deploy("lorry", (20, 35.9), 180.0)) == BY_SCENARIO
    play(battle, Deploy("lorry", (20, 36), 180.0))
    assert seats(battle) == ("british",)
    assert why_not(battle, Deploy("a", (20, 12.1))) == BY_SCENARIO
    play(battle, Deploy("a", (60, 12)))
    assert battle.state.phase == "action"


@pytest.mark.rule(BY_SCENARIO)
def test_the_zones_lie_along_the_home_edges_that_the_scenario_names() -> None:
    roles = {"british": "defender", "german": "attacker"}
    battle = left_open(homes={"british": "west", "german": "east"}, roles=roles)
    assert seats(battle) == ("british",)
    assert why_not(battle, Deploy("a", (12, 40), 90.0)) is None
    assert why_not(battle, Deploy("a", (12.1, 40), 90.0)) == BY_SCENARIO


@pytest.mark.rule(BY_SCENARIO)
def test_on_a_small_table_the_zones_meet_in_the_middle_at_most() -> None:
    battle = left_open(table=(30, 20))
    assert why_not(battle, Deploy("lorry", (20, 10), 180.0)) is None
    assert why_not(battle, Deploy("lorry", (20, 9.9), 180.0)) == BY_SCENARIO


def setting_up(
    *outlines: tuple[Point, ...], name: str | None = None, unit_is: str = "inch"
) -> P8Battle:
    """A German defender who sets a section up in each of some zones; he may hide them."""
    zones = [
        Zone(id=f"z{n}", outline=outline, side="german", name=name)
        for n, outline in enumerate(outlines)
    ]
    return situation(
        "foe uk-rifle-44 58,24",
        *(unit(f"s{n}", "ge-rifle-44", zone=zone.id) for n, zone in enumerate(zones)),
        zones=zones,
        phase=None,
        roles={"german": "defender", "british": "attacker"},
        hides={"german": 1.0},
        options={"hidden_placement": True, "unit": unit_is},
    )


@pytest.mark.rule(BY_SCENARIO)
@cases(
    "outline, where",
    (box(0, 36, 60, 48), "within 12 in of the north edge"),
    (box(0, 0, 60, 12), "within 12 in of the south edge"),
    (box(0, 0, 8.5, 48), "within 8.5 in of the west edge"),
    (box(44, 0, 60, 48), "within 16 in of the east edge"),
    (box(2, 20, 18, 40), "between (2, 20) and (18, 40)"),
    (((0, 30), (10, 30), (0, 40)), "inside the line through (0, 30), (10, 30), (0, 40)"),
)
def test_a_refusal_says_where_an_element_may_be_set_up(
    outline: tuple[Point, ...], where: str
) -> None:
    refusal = refused(setting_up(outline), Deploy("s0", (30, 24)))
    assert refusal.rule == BY_SCENARIO
    assert refusal.reason == f"(30, 24) is no place for s0: set up {where}."


@pytest.mark.rule(BY_SCENARIO, "p8.scale.six-mm-may-use-cm")
def test_it_names_the_zone_and_keeps_to_the_unit_of_the_battle() -> None:
    battle = setting_up(box(0, 36, 60, 48), name="the ridge", unit_is="cm")
    expected = "(30, 24) is no place for s0: set up within 12 cm of the north edge (the ridge)."
    assert refused(battle, Deploy("s0", (30, 24))).reason == expected


@pytest.mark.rule(BY_SCENARIO, "p8.hidden.counters-and-dummies")
def test_hidden_elements_and_dummies_are_told_the_same() -> None:
    battle = setting_up(box(0, 36, 60, 48), box(2, 10, 12, 20))
    hidden = refused(battle, Hide(("s0",), (30, 24)))
    assert hidden.reason.endswith("no place for s0: set up within 12 in of the north edge.")
    dummy = refused(battle, Dummy((30, 24)))
    assert dummy.rule == "p8.hidden.counters-and-dummies"
    assert dummy.reason == (
        "(30, 24) is no place for a dummy: set up within 12 in of the north edge, or between "
        "(2, 10) and (12, 20)."
    )
