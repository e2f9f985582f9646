"""Scenario files: whatever is wrong with one is said, with what was found and what is allowed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from sandtable.scenario import (
    Scenario,
    ScenarioError,
    lay_ground,
    load_scenario,
    parse_scenario,
    scenario_schema,
    shipped,
)

GOOD = """
id = "hill"
title = "The hill"
book = "p8"
turns = 8
first = "red"

[table]
width = 40
depth = 30

[[sides]]
id = "red"
name = "Red"

[[sides]]
id = "blue"
name = "Blue"

[[zones]]
id = "red-zone"
side = "red"
outline = [[0, 0], [40, 0], [40, 5], [0, 5]]

[[terrain]]
id = "wood"
kind = "wood"
outline = [[10, 10], [15, 10], [15, 15]]

[[terrain]]
id = "road"
kind = "road"
line = [[0, 20], [40, 20]]
width = 2

[[objectives]]
id = "top"
at = [20, 15]

[[units]]
id = "r1"
sheet = "uk-rifle-44"
side = "red"
at = [5, 5]

[[units]]
id = "r2"
sheet = "uk-rifle-44"
side = "red"
zone = "red-zone"

[[units]]
id = "b1"
sheet = "ge-rifle-44"
side = "blue"
enters = { edge = "north", at = 20, turn = 2 }

[[seats]]
id = "ann"
side = "red"

[[seats]]
id = "bob"
side = "blue"
pieces = ["b1"]

[situation]
turn = 1
side = "red"
losses = { red = 1 }

[victory]
break_at = { red = 0.5 }
"""


def test_the_good_one_is_good() -> None:
    scenario = parse_scenario(GOOD)
    assert scenario.side("blue").name == "Blue"
    assert scenario.side_ids() == ("red", "blue")
    assert lay_ground(scenario).width == 40
    assert scenario.digest() == parse_scenario(GOOD).digest()
    assert scenario.known_to("blue") is scenario


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # what TOML refuses
        ('id = "hill"', "id = ", "not valid TOML: Invalid value (at line 2, column 6)"),
        ("turns = 8", "turns = 8\nturns = 9", "not valid TOML: Cannot overwrite a value (at line"),
        # fields that do not exist, or are missing
        ("turns = 8", "tuns = 8", "unknown field `tuns`; did you mean 'turns'?"),
        ("width = 40", "wdth = 40", "table: unknown field `wdth`; did you mean 'width'?"),
        (
            'side = "red"\nat',
            'colour = "red"\nat',
            "units[0] (id 'r1'): unknown field `colour` (allowed: id, sheet, side, name",
        ),
        ('title = "The hill"', "", "object missing required field `title`"),
        (
            'sheet = "uk-rifle-44"\nside = "red"\nat',
            'side = "red"\nat',
            "units[0] (id 'r1'): object",
        ),
        # wrong types and ranges
        ("turns = 8", 'turns = "8"', "turns: expected `int`, got `str`"),
        ("turns = 8", "turns = 0", "turns: expected `int` >= 1"),
        ("turns = 8", "turns = 1001", "turns: expected `int` <= 1000"),
        ("width = 40", "width = -1", "table.width: expected `float` > 0"),
        ("width = 40", "width = nan", "table.width: expected `float`"),
        ("width = 40", "width = inf", "table.width: expected `float` <= 1000"),
        ('id = "hill"', 'id = "The Hill"', "id: expected `str` matching regex"),
        ('id = "hill"', 'id = "x"\ndate = 1944-06-06', "date: expected `str | null`, got `date`"),
        ("at = [5, 5]", "at = [5]", "units[0] (id 'r1').at: expected `array` of length 2, got 1"),
        ("at = [5, 5]", 'at = ["5", 5]', "units[0] (id 'r1').at[0]: expected `float`, got `str`"),
        (
            'edge = "north"',
            'edge = "up"',
            "units[2] (id 'b1').enters.edge: invalid value 'up' (allowed: ",
        ),
        ("{ red = 0.5 }", "{ red = 1.5 }", "expected `float` <= 1"),
        ("[[5, 5]", "[[5, 5]", ""),
        # names that must exist or be unique
        ('id = "blue"', 'id = "red"', "sides[1].id: 'red' is already the id of sides[0]"),
        ('id = "r2"', 'id = "r1"', "units[1].id: 'r1' is already the id of units[0]"),
        ('id = "road"', 'id = "wood"', "terrain[1].id: 'wood' is already the id of terrain[0]"),
        (
            'first = "red"',
            'first = "rde"',
            "first: no side 'rde'; did you mean 'red'? (allowed: red",
        ),
        (
            'sheet = "uk-rifle-44"\nside = "red"\nat',
            'sheet = "uk-rifle-44"\nside = "x"\nat',
            "units[0] (id 'r1').side: no side 'x' (allowed: red, blue)",
        ),
        ('zone = "red-zone"', 'zone = "zone"', "units[1] (id 'r2').zone: no zone 'zone'"),
        (
            'side = "red"\noutline',
            'side = "blue"\noutline',
            "units[1] (id 'r2').zone: 'red-zone' bel",
        ),
        (
            "losses = { red",
            "losses = { rad",
            "situation.losses: no side 'rad'; did you mean 'red'?",
        ),
        ("break_at = { red", "break_at = { rad", "victory.break_at: no side 'rad'"),
        (
            "[victory]",
            '[victory]\nexits = [{ side = "rad", edge = "east" }]',
            "victory.exits[0].side: no side 'rad'; did you mean 'red'?",
        ),
        ('turn = 1\nside = "red"', 'turn = 1\nside = "x"', "situation.side: no side 'x'"),
        ("turn = 1\n", "turn = 9\n", "situation.turn: 9 is beyond the last turn 8"),
        (
            "[victory]",
            '[victory]\nat_turn_limit = "luck"',
            "victory.at_turn_limit: no way to decide",
        ),
        # places
        (
            "at = [5, 5]",
            "at = [41, 5]",
            "units[0] (id 'r1').at: (41, 5) is not on the table of 40 x",
        ),
        ("at = [5, 5]", "at = [nan, 5]", "units[0] (id 'r1').at[0]: nan is a number"),
        ("at = [20, 15]", "at = [20, -1]", "objectives[0].at: (20, -1) is not on the table"),
        (
            "at = [20, 15]",
            "at = [20, 15]\nradius = -1",
            "objectives[0] (id 'top').radius: expected",
        ),
        ("[40, 5], [0, 5]]", "[40, 5], [0, 50]]", "zones[0].outline: (0, 50) is not on the table"),
        ("at = [5, 5]", "at = [5, 5]\nfacing = inf", "units[0] (id 'r1').facing: inf is a number"),
        (
            "at = [5, 5]",
            'at = [5, 5]\nzone = "red-zone"',
            "units[0] (id 'r1'): give exactly one of",
        ),
        ("at = [5, 5]", "", "units[0] (id 'r1'): give exactly one of at, zone and enters"),
        ("at = [5, 5]", 'status = { carried_by = "" }', "units[0] (id 'r1'): give exactly one"),
        ("at = 20, turn", "at = 41, turn", "enters.at: 41 is not on the north edge (0 to 40)"),
        ('"north", at = 20', '"west", at = 31', "enters.at: 31 is not on the west edge (0 to 30)"),
        ("turn = 2 }", "turn = 9 }", "units[2] (id 'b1').enters.turn: 9 is beyond the last turn 8"),
        (
            "turn = 2 }",
            "turn = 2 }\nhidden = true",
            "units[2] (id 'b1').hidden: a unit that enters",
        ),
        # terrain
        (
            "width = 2",
            "width = 2\noutline = [[0, 0]]",
            "terrain[1] (id 'road'): give either an outli",
        ),
        ("line = [[0, 20], [40, 20]]\n", "", "terrain[1] (id 'road'): give either an outline"),
        (
            "[15, 15]]",
            "[15, 15]]\nwidth = 2",
            "terrain[0] (id 'wood').width: only a line has a width",
        ),
        (
            "[15, 10], [15, 15]]",
            "[15, 10]]",
            "terrain[0] (id 'wood').outline: an area needs at leas",
        ),
        (
            "[0, 20], [40, 20]]",
            "[0, 20]]",
            "terrain[1] (id 'road').line: a line needs at least two",
        ),
        ("[0, 20], [40", "[nan, 20], [40", "terrain[1] (id 'road').line[0][0]: nan is a number"),
        ("width = 2", "width = 2\nheight = inf", "terrain[1] (id 'road').height: inf is a number"),
        # seats
        ('id = "ann"\nside = "red"', 'id = "ann"', "seats[0] (id 'ann').side: a player has a side"),
        (
            'id = "ann"\nside = "red"',
            'id = "ann"\nside = "pink"',
            "seats[0] (id 'ann').side: no side 'pink' (allowed: red, blue)",
        ),
        (
            'pieces = ["b1"]',
            'pieces = ["b2"]',
            "seats[1] (id 'bob').pieces: no unit 'b2' (allowed",
        ),
        ('pieces = ["b1"]', 'pieces = ["r1"]', "seats[1] (id 'bob').pieces: 'r1' is not on side"),
        ('pieces = ["b1"]', "pieces = []", "units[2] (id 'b1'): no seat commands it; name it in a"),
        (
            'id = "ann"\nside = "red"',
            'id = "ann"\nrole = "referee"',
            "seats[0] (id 'ann'): the seat of role 'referee', and no other, has the id 'referee'",
        ),
        ('id = "ann"', 'id = "referee"', "seats[0] (id 'referee'): the seat of role 'referee'"),
        (
            '[[seats]]\nid = "bob"',
            '[[seats]]\nid = "referee"\nrole = "referee"\nside = "red"\n[[seats]]\nid = "bob"',
            "seats[1] (id 'referee').side: a player has a side, a referee has none",
        ),
    ],
)
def test_every_fault_is_named(old: str, new: str, message: str) -> None:
    text = GOOD.replace(old, new, 1)
    if not message:
        assert parse_scenario(text)
        return
    assert text != GOOD
    with pytest.raises(ScenarioError) as error:
        parse_scenario(text, file="hill.toml")
    assert str(error.value).startswith("hill.toml: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(ScenarioError) as error:
        parse_scenario(text)
    assert "hill.toml" not in str(error.value)


def test_one_side_is_not_enough() -> None:
    text = GOOD.replace('[[sides]]\nid = "blue"\nname = "Blue"\n', "")
    with pytest.raises(ScenarioError, match="sides: expected `array` of length >= 2"):
        parse_scenario(text)


def test_nesting_without_end() -> None:
    with pytest.raises(ScenarioError, match="nested too deeply"):
        parse_scenario("x = " + "[" * 100_000)


def test_ground_that_cannot_be_laid() -> None:
    crossed = GOOD.replace("[0, 20], [40, 20]", "[0, 20], [0, 20]", 1)
    with pytest.raises(ScenarioError, match=r"terrain\[1\] \(id 'road'\): two points"):
        lay_ground(parse_scenario(crossed))
    bent = GOOD.replace("[0, 20], [40, 20]", "[0, 20], [40, 20], [0, 20.1]", 1)
    with pytest.raises(ScenarioError, match=r"terrain\[1\] \(id 'road'\): its line bends"):
        lay_ground(parse_scenario(bent))


# -- files and the shelf --------------------------------------------------------------------------


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "hill.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_scenario(path) == load_scenario(str(path)) == parse_scenario(GOOD)
    plain = tmp_path / "hill"
    plain.write_text(GOOD, encoding="utf-8")
    assert load_scenario(plain).id == "hill"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"absent\.toml: cannot be read: No such file"):
        load_scenario(tmp_path / "absent.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(ScenarioError, match=r"folder\.toml: cannot be read: Is a directory"):
        load_scenario(tmp_path / "folder.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError, match=r"binary\.toml: not UTF-8 text"):
        load_scenario(tmp_path / "binary.toml")
    (tmp_path / "empty.toml").write_bytes(b"")
    with pytest.raises(ScenarioError, match=r"empty\.toml: object missing required field `id`"):
        load_scenario(tmp_path / "empty.toml")


def test_the_shelf_suggests_what_was_meant() -> None:
    with pytest.raises(ScenarioError) as error:
        load_scenario("saint-obin")
    assert str(error.value).startswith(
        "no file and no scenario 'saint-obin'; did you mean 'saint-aubin'? (allowed: "
    )


def test_a_folder_does_not_hide_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "saint-aubin").mkdir()
    monkeypatch.chdir(tmp_path)
    assert load_scenario("saint-aubin").id == "saint-aubin"


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_shipped_scenarios_can_be_played(scenario: Scenario) -> None:
    from sandtable.battle import Battle

    assert load_scenario(scenario.id) == scenario
    assert Battle.start(scenario).choices
    assert lay_ground(scenario).width == scenario.table.width


def test_the_schema_names_every_field() -> None:
    schema = scenario_schema()
    fields = schema["$defs"]["Scenario"]["properties"]
    assert set(fields) == set(Scenario.__struct_fields__)


# -- what a side may know -------------------------------------------------------------------------


def test_hidden_units_are_absent_from_what_the_others_know() -> None:
    text = GOOD.replace("at = [5, 5]", "at = [5, 5]\nhidden = true").replace(
        'id = "ann"\nside = "red"', 'id = "ann"\nside = "red"\npieces = ["r1", "r2"]'
    )
    scenario = parse_scenario(text)
    seen = scenario.known_to("blue")
    assert [unit.id for unit in seen.units] == ["r2", "b1"]
    assert seen.seats[0].pieces == ("r2",)
    assert scenario.known_to("red") is scenario
    moved = parse_scenario(text.replace("at = [5, 5]", "at = [9, 9]"))
    assert moved.digest() != scenario.digest()
    assert moved.known_to("blue").digest() == seen.digest()


def every_number(value: Any) -> list[float]:
    match value:
        case bool():
            return []
        case int() | float():
            return [value]
        case dict():
            return [n for v in value.values() for n in every_number(v)]
        case list() | tuple():
            return [n for v in value for n in every_number(v)]
    return []


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_shipped_scenarios_hold_finite_numbers_only(scenario: Scenario) -> None:
    import msgspec

    assert all(math.isfinite(number) for number in every_number(msgspec.to_builtins(scenario)))
