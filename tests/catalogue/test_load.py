"""Loading catalogues: what is accepted, and what each fault is called."""

from pathlib import Path

import pytest

from sandtable.catalogue import (
    Catalogue,
    CatalogueError,
    load_catalogue,
    load_package_catalogue,
    suggest,
)

BOOK = """
[book]
code = "xx"
title = "Example"
author = "A. Nobody"
edition = "1"
scale = "1 inch = 1 m"
summary = "A book."
"""
RULE = """
[[rule]]
id = "xx.move.first"
where = "1.1"
kind = "core"
text = "Pieces move."
"""
TABLE = """
[[table]]
id = "xx.table.speeds"
where = "1.2"
title = "Speeds"
columns = ["piece", "speed"]
rows = [["man", 6], ["horse", 12]]
"""


def load(folder: Path, *texts: str) -> Catalogue:
    for number, text in enumerate(texts):
        (folder / f"rules{number or ''}.toml").write_text(text, encoding="utf-8")
    return load_catalogue(folder)


def faults(folder: Path, *texts: str) -> tuple[str, ...]:
    with pytest.raises(CatalogueError) as caught:
        load(folder, *texts)
    assert str(caught.value).startswith(caught.value.problems[0])
    return caught.value.problems


def test_a_whole_catalogue(tmp_path: Path) -> None:
    catalogue = load(tmp_path, BOOK + RULE + TABLE)
    assert catalogue.code == "xx"
    assert catalogue.rule("xx.move.first").text == "Pieces move."
    assert catalogue.rule("xx.move.first").ruling == ""
    assert catalogue.table("xx.table.speeds").rows == (("man", 6), ("horse", 12))
    assert catalogue.rule_ids == {"xx.move.first"}
    assert catalogue.table_ids == {"xx.table.speeds"}


def test_our_own_book_is_whole() -> None:
    catalogue = load_package_catalogue("sandtable.rulebooks.panzer8")
    assert len(catalogue.rules) == 400
    assert catalogue.book.author == "Keith Barker"
    fire = catalogue.table("p8.table.fire-results").bands("min", "max", "HE/SA", str)
    assert [fire.lookup(score) for score in (-9, 0, 1, 2, 3, 5, 18)] == [
        "none",
        "none",
        "fall-back",
        "fall-back",
        "suppressed",
        "out",
        "out",
    ]


def test_files_may_be_given_as_text_or_path_and_in_parts(tmp_path: Path) -> None:
    second = RULE.replace("first", "second")
    load(tmp_path, BOOK + 'part = "one"\n' + RULE, BOOK + 'part = "two"\n' + second)
    files = sorted(tmp_path.iterdir())
    catalogue = load_catalogue(str(files[0]), files[1])
    assert [rule.id for rule in catalogue.rules] == ["xx.move.first", "xx.move.second"]
    assert catalogue.book.part == "one\ntwo"
    assert catalogue.book.summary == "A book.\nA book."
    assert load_catalogue(tmp_path) == catalogue


def test_parts_must_be_of_one_book(tmp_path: Path) -> None:
    other = BOOK.replace("A. Nobody", "B. Nobody") + RULE.replace("first", "second")
    assert faults(tmp_path, BOOK + RULE, other) == (
        "rules1.toml: [book]: field `author` differs from the one in rules.toml",
    )


def test_the_same_id_twice(tmp_path: Path) -> None:
    assert faults(tmp_path, BOOK + RULE, BOOK + RULE) == (
        "rules1.toml: [[rule]] xx.move.first: field `id` is already taken in rules.toml",
    )
    both = TABLE.replace("xx.table.speeds", "xx.move.first")
    (tmp_path / "rules1.toml").unlink()
    assert faults(tmp_path, BOOK + RULE + both) == (
        "rules.toml: [[table]] xx.move.first: field `id` is already taken in rules.toml",
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            BOOK + RULE.replace('"core"', '"corny"'),
            "rules.toml: [[rule]] xx.move.first: field `kind`: Invalid enum value 'corny'",
        ),
        (
            BOOK + RULE.replace('text = "Pieces move."', ""),
            "rules.toml: [[rule]] xx.move.first: field `text` is missing",
        ),
        (
            BOOK + RULE.replace('"Pieces move."', '" "'),
            "rules.toml: [[rule]] xx.move.first: field `text` is empty",
        ),
        (
            BOOK + RULE.replace('"Pieces move."', "7"),
            "rules.toml: [[rule]] xx.move.first: field `text`: Expected `str`, got `int`",
        ),
        (
            BOOK + RULE + 'rulling = "typo"',
            "rules.toml: [[rule]] xx.move.first: Object contains unknown field `rulling`",
        ),
        (
            BOOK + RULE.replace('id = "xx.move.first"', ""),
            "rules.toml: [[rule]] number 1: field `id` is missing",
        ),
        (
            BOOK + RULE.replace("xx.move.first", "yy.move.first"),
            "rules.toml: [[rule]] yy.move.first: field `id` should begin with xx.",
        ),
        (
            BOOK + RULE.replace("xx.move.first", "xx.Move first"),
            "rules.toml: [[rule]] xx.Move first: field `id` should look like book.chapter.rule",
        ),
        (
            BOOK + RULE + TABLE.replace('["horse", 12]', '["horse"]'),
            "rules.toml: [[table]] xx.table.speeds: field `rows`, row 2 has 1 cells for 2 columns",
        ),
        (
            BOOK + RULE + TABLE.replace('["piece", "speed"]', '["piece", "piece"]'),
            "rules.toml: [[table]] xx.table.speeds: field `columns` names `piece` twice",
        ),
        (
            BOOK + RULE + TABLE.replace('[["man", 6], ["horse", 12]]', "[]"),
            "rules.toml: [[table]] xx.table.speeds: field `rows` is empty",
        ),
        (BOOK + RULE + "[extra]\n", "rules.toml: unknown section `extra`"),
        (RULE, "rules.toml: [book] is missing"),
        (BOOK, "rules.toml: there is no [[rule]] in this catalogue"),
        (
            BOOK + RULE.replace("[[rule]]", "[rule]"),
            "rules.toml: write [[rule]], with two brackets, for each rule",
        ),
    ],
)
def test_faults_name_file_entry_and_field(tmp_path: Path, text: str, fault: str) -> None:
    assert faults(tmp_path, text) == (fault,)


def test_bad_toml_names_the_line(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, BOOK + "nonsense\n")
    assert fault.startswith("rules.toml: not valid TOML:")
    assert "line 9" in fault


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CatalogueError, match=r"rules\.toml: not UTF-8"):
        load_catalogue(tmp_path)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    bad = RULE.replace("core", "x")
    rules = "".join(bad.replace("first", f"r{number}") for number in range(30))
    found = faults(tmp_path, BOOK + rules)
    assert len(found) == 30
    assert str(CatalogueError(*found)).endswith("... and 10 more")


def test_nothing_to_load(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"no rules\*\.toml"):
        load_catalogue(tmp_path)
    with pytest.raises(CatalogueError, match=r"at least one file"):
        load_catalogue()
    with pytest.raises(CatalogueError, match=r"there is no package sandtable.rulebooks.nonsense"):
        load_package_catalogue("sandtable.rulebooks.nonsense")


def test_unknown_ids_are_refused_with_close_matches() -> None:
    catalogue = load_package_catalogue("sandtable.rulebooks.panzer8")
    with pytest.raises(CatalogueError, match=r"did you mean p8.scale.table-60-long") as caught:
        catalogue.rule("p8.scale.table-60-lon")
    assert caught.value.matches[0] == "p8.scale.table-60-long"
    with pytest.raises(CatalogueError, match=r"has no table 'p8.table.movment'; did you mean"):
        catalogue.table("p8.table.movment")
    with pytest.raises(CatalogueError) as caught:
        catalogue.rule("qqqqqqqqqq")
    assert str(caught.value) == "Panzer8 has no rule 'qqqqqqqqqq'"


def test_suggestions_look_at_the_last_part_too() -> None:
    known = ["p8.fire.close-range", "p8.melee.close-order", "p8.turn.order"]
    assert suggest("P8.FIRE.CLOSE-RANGE", known)[0] == "p8.fire.close-range"
    assert suggest("p8.firing-and-so-forth.close-range", known)[0] == "p8.fire.close-range"
    assert suggest("zzz", known) == ()


def test_search_ranks_by_words_found_then_by_place(tmp_path: Path) -> None:
    rules = (
        RULE.replace("first", "smoke").replace("Pieces move.", "It hides.")
        + RULE.replace("first", "second").replace("Pieces move.", "A smoke screen hides PIECES.")
        + RULE.replace("first", "third").replace("Pieces move.", "Nothing.")
        + 'ruling = "Smoke drifts."\n'
        + RULE.replace("first", "fourth").replace("Pieces move.", "Smokeless powder.")
        + RULE.replace("first", "fifth").replace("Pieces move.", "Other.")
    )
    catalogue = load(tmp_path, BOOK + rules)
    found = [rule.id.rsplit(".", 1)[-1] for rule in catalogue.search("SMOKE")]
    assert found == ["smoke", "second", "third", "fourth"]
    assert catalogue.search("smoke pieces")[0].id == "xx.move.second"
    assert [rule.id for rule in catalogue.search("smoke", limit=1)] == ["xx.move.smoke"]
    assert catalogue.search("") == ()
    assert catalogue.search("zebra") == ()
