"""What a battle was: its log, report, journal, replay; and taking it over."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.journal import verify
from tests.server.kit import FRIENDS, Running, Sitter, Table, hold_fire
from tests.server.sealing import speak

COMPUTERS = [
    {"seat": side, "side": side, "kind": "computer", "level": "random"}
    for side in ("british", "german")
]


@pytest.fixture(scope="module")
def fought(server: Running) -> Table:
    """A battle that is over."""
    table = server.begin(seats=COMPUTERS, seed="1944")
    with table.sit("onlooker") as onlooker:
        onlooker.until(lambda: onlooker.standing["status"] == "over")
    return table


def test_the_log_tells_what_happened(fought: Table) -> None:
    log = fought.get("/log.txt")
    assert log.headers["content-type"] == "text/plain; charset=utf-8"
    assert "Turn 1 of 10: British player turn" in log.text


def test_the_report_is_a_page_of_its_own_that_can_do_nothing(fought: Table) -> None:
    report = fought.get("/report.html")
    assert report.status_code == 200
    assert "The crossroads at Saint-Aubin" in report.text
    assert "<script" not in report.text
    policy = report.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert "'sha256-" in policy
    assert "unsafe" not in policy


def test_a_finished_battle_is_shown_step_by_step(fought: Table) -> None:
    replay = fought.get("/replay").json()
    lines = [moment["line"] for moment in replay["moments"]]
    assert lines == sorted(lines)
    assert lines[0] == 0
    assert replay["turns"][0]["turn"] == 1
    assert replay["turns"][-1]["line"] == lines[-1]
    assert any(moment["text"] for moment in replay["moments"])
    lost = [sum(moment["losses"].values()) for moment in replay["moments"]]
    assert lost == sorted(lost)
    first = fought.get("/layers", line=0).json()
    last = fought.get("/layers", line=lines[-1]).json()
    assert first["layers"]["ground"] == last["layers"]["ground"]
    assert first["layers"]["pieces"] != last["layers"]["pieces"]
    assert first["pieces"]
    assert fought.get("/layers").json() == last
    assert fought.get("/layers", line=lines[-1] + 1).status_code == 404
    assert fought.get("/layers", line=-1).status_code == 422
    assert fought.get("/drawing.svg", line=0, theme="dark").text.startswith("<svg")
    assert fought.get("/replay", seat="british").status_code == 200


def test_what_was_taken_back_is_left_out_of_a_replay(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        hold_fire(german, british)
        british.give(british.offered("move"))
        british.do("undo", expect=british.number)
    lines = [moment["line"] for moment in table.get("/replay", "british").json()["moments"]]
    assert lines == [0, 1, 2]
    assert table.get("/layers", "british", line=3).status_code == 404


def test_every_line_and_every_die_is_checked(fought: Table, tmp_path: Path) -> None:
    found = fought.get("/verify").json()
    assert found["ok"]
    assert found["problem"] is None
    assert found["dice"]["kind"] == "computer"
    assert found["dice"]["faces"] > 10
    file = tmp_path / "battle.jsonl"
    file.write_bytes(fought.get("/journal.jsonl").content)
    checked = verify(file)
    assert (checked.ok, checked.lines) == (True, found["lines"])


def test_how_lucky_each_side_was(fought: Table) -> None:
    found = fought.get("/luck").json()
    assert [each["side"] for each in found] == ["british", "german"]
    assert all(each["rolls"] > 0 and each["verdict"] for each in found)
    assert sum(one["actual"] for one in found[0]["results"]) == found[0]["rolls"]


def test_a_battle_is_taken_over_from_a_line(fought: Table, tmp_path: Path) -> None:
    replay = fought.get("/replay").json()
    line = next(turn["line"] for turn in replay["turns"] if turn["turn"] == 2)
    seats = [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
    made = fought.call("POST", "/take-over", json={"line": line, "seats": seats})
    assert made.status_code == 201, made.text
    table = Table(fought.server, made.json())
    with table.sit("british") as british, table.sit("german") as german:
        assert british.number >= line
        assert british.standing["turn"] in (2, 3)
        assert len(british.welcome["entries"]) == british.number + 1
        then = fought.get("/layers", line=line).json()["layers"]["pieces"]
        assert table.get("/layers", "british", line=line).json()["layers"]["pieces"] == then
        asked = british if british.standing.get("questions") else german
        assert asked.give(asked.offers()[0])["type"] == "done"
        refused = asked.do("undo", expect=asked.number, to=0)
        assert refused["rule"] == "undo.nothing-to-take-back"
    assert table.get("/verify").json()["ok"]
    # A battle that is taken over keeps its seats.
    wish = {"line": line, "seats": [{**seats[0], "seat": "one"}, seats[1]]}
    assert fought.call("POST", "/take-over", json=wish).status_code == 422
    wish = {"line": 100_000, "seats": seats}
    assert fought.call("POST", "/take-over", json=wish).status_code == 422


def test_a_battle_is_taken_over_with_fair_dice(fought: Table) -> None:
    wish = {"line": 1, "dice": "fair", "referee": "me"}
    made = fought.call("POST", "/take-over", json=wish)
    assert made.status_code == 201
    table = Table(fought.server, made.json())
    with table.sit("british") as british, table.sit("referee") as referee:
        assert british.standing["status"] == "gathering"
        speak(british, referee)
    found = table.get("/verify").json()
    assert found["ok"]


def test_nothing_can_be_looked_at_before_a_battle_has_begun(server: Running) -> None:
    table = server.begin(**FRIENDS, dice="fair")
    for path in ("/log.txt", "/replay", "/layers", "/verify", "/journal.jsonl"):
        assert table.get(path, "british").status_code == 409


def test_whoever_plays_alone_may_have_the_journal_at_any_time(server: Running) -> None:
    table = server.begin()
    assert table.get("/journal.jsonl").status_code == 200
    with Sitter(table, table.host) as host:
        assert host.welcome["host"]
