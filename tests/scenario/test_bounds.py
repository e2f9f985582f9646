"""What comes from outside is bounded: numbers, texts, lists, and places on the table."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandtable.battle.options import allows
from sandtable.battle.personal import PersonalFileError, personal_files_of
from sandtable.battle.rulebook import Option
from sandtable.scenario import ScenarioError, load_scenario, parse_scenario, shipped
from sandtable.scenario.bounds import (
    DEEPEST,
    MARGIN,
    MOST_ENTRIES,
    MOST_LETTERS,
    MOST_NUMBER,
    OutOfBoundsError,
    check_places,
    check_plain,
)
from sandtable.scenario.errors import FaultyFileError
from sandtable.scenario.toml import plain_toml
from sandtable.scenario.validation import validate
from tests.scenario.test_files import GOOD

HEX = "0x" + "f" * 60_000
"""A number that TOML can hold, and Python cannot write in digits."""


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 1


@pytest.mark.parametrize(
    "data",
    [
        {"x": MOST_NUMBER, "y": -MOST_NUMBER, "far": float(MOST_NUMBER)},
        {"text": "x" * MOST_LETTERS, "list": [0] * MOST_ENTRIES},
        nested(DEEPEST),
        {"yes": True, "no": None},
        None,
    ],
)
def test_what_is_just_within_bounds(data: Any) -> None:
    check_plain(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"x": MOST_NUMBER + 1}, "x: 10001 is too large a number; the largest is 10000"),
        ({"x": -1e300}, "x: -1e+300 is too small a number; the smallest is -10000"),
        ({"x": [1, 10**400]}, "x[1]: a number of 401 digits is too large a number"),
        ({"x": float("nan")}, "x: nan is a number that is not finite"),
        ({"a": {"b": "x" * (MOST_LETTERS + 1)}}, "a.b: 'xxxxxxxxxxxxxxxxxxxx'... has 2001 letters"),
        ({"x" * 200: 1}, "has 200 letters; at most 120"),
        ({"a": [0] * (MOST_ENTRIES + 1)}, "a: 1001 entries are too many; there may be 1000"),
        (nested(DEEPEST + 1), "nested more than 16 levels deep"),
        ([[0] * 1000] * 200, "more than 100000 numbers and texts in all"),
    ],
    ids=str,
)
def test_what_is_out_of_bounds_is_named(data: Any, message: str) -> None:
    with pytest.raises(OutOfBoundsError) as error:
        check_plain(data)
    assert message in str(error.value)


def test_places_are_on_the_table_or_near_it() -> None:
    check_places((-MARGIN, 30.0 + MARGIN), 40.0, 30.0)
    for x, y in ((-MARGIN - 0.1, 5.0), (5.0, 30.1 + MARGIN), (141.0, 0.0)):
        with pytest.raises(
            OutOfBoundsError, match=r"path\[1\]: .* too far off the table of 40 x 30"
        ):
            check_places(((1.0, 1.0), (x, y)), 40.0, 30.0, where="path")


# -- scenarios ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("width = 40", "width = 1e9", "table.width: expected `float` <= 1000"),
        ("width = 40", f"width = {HEX}", "table.width: number out of range"),
        ("at = [5, 5]", "at = [5, 1e300]", "units[0] (id 'r1').at[1]: 1e+300 is too large"),
        ("at = [5, 5]", "at = [5, 5]\nfacing = 1e9", "units[0] (id 'r1').facing: 1000000000.0 is"),
        ("[0, 20], [40", "[-900, 20], [40", "terrain[1] (id 'road'): (-900, 20) is too far off"),
        ("width = 2", "width = 2\nheight = 1e9", "terrain[1] (id 'road').height: 1000000000.0 is"),
        (
            "at = [5, 5]",
            f"at = [5, 5]\nstatus = {{hp = {HEX}}}",
            "status.hp: a number of 72248 dig",
        ),
        ("at = [5, 5]", f"at = [5, 5]\nname = '{'x' * 30_000}'", "units[0] (id 'r1').name: 'xxx"),
        (
            "[0, 20], [40, 20]",
            ", ".join(f"[{x / 100}, 20]" for x in range(1500)),
            "terrain[1] (id 'road').line: 1500 entries are too many",
        ),
        (
            "width = 40",
            "width = " + "1" * 5000,
            "not valid TOML: it holds a number that has too man",
        ),
    ],
    ids=lambda text: text[:30],
)
def test_scenarios_are_bounded(old: str, new: str, message: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(ScenarioError) as error:
        parse_scenario(text)
    assert message in str(error.value)
    assert len(str(error.value)) < 500


def test_scenarios_that_come_with_the_program_are_within_bounds() -> None:
    for scenario in shipped():
        validate(scenario)


@pytest.mark.parametrize("number", ["0", "10001", "9" * 5000, "1e3", "\u0663"])
def test_options_are_bounded(number: str) -> None:
    limit = Option(id="limit", rule="r", text="", default="none", allowed=("none", "number"))
    assert not allows(limit, number)
    assert allows(limit, "10000")


# -- characters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("level = " + "1" * 5000, "it holds a number that has too many digits"),
        (f"level = {HEX}", "level: a number of 72248 digits is too large"),
        ("level = 1e300", "level: 1e+300 is too large"),
        (f"notes = '{'x' * 30_000}'", "notes: 'xxx"),
        ("a = " + "[" * 500 + "]" * 500, "nested"),
    ],
    ids=lambda text: text[:20],
)
def test_files_of_characters_are_bounded(line: str, message: str) -> None:
    with pytest.raises(PersonalFileError) as error:
        personal_files_of(f'book = "owb"\n{line}\n')
    assert message in str(error.value)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 30_000) + " = 1",
        " . ".join(['"a"'] * 12_000) + " = 1",
        "[" + ".".join(["a"] * 30_000) + "]",
        "a = {" + ".".join(["'a'"] * 15_000) + " = 1}",
        'a = ["""b"""" , {' + ".".join(["a"] * 30_000) + ' = 1}, ""]',
        "a = ['''b'''' , {" + ".".join(["a"] * 30_000) + " = 1}, '']",
    ],
    ids=["bare", "quoted", "header", "inline", "after five quotes", "after five apostrophes"],
)
def test_keys_are_bounded_before_they_are_read(text: str) -> None:
    """Python needs twenty seconds for the first, as many as for a thousand usual files."""
    started = time.process_time()
    with pytest.raises(FaultyFileError, match="nested more than 16 levels deep"):
        plain_toml(text)
    assert time.process_time() - started < 1.0


def test_texts_with_many_dots_are_no_keys() -> None:
    dots = ".".join(["a"] * 100)
    text = f'a = "{dots}" # {dots}\nb = """\n{dots}\n"""\nc = [{"1.5, " * 100}]\n'
    assert plain_toml(text)["b"] == f"{dots}\n"
    deepest = ".".join(["a"] * DEEPEST)
    assert plain_toml(f"{deepest} = 1")


def test_a_shelf_is_still_read() -> None:
    assert load_scenario("saint-aubin").units
