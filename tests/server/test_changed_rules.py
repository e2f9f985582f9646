"""A battle whose rules have changed opens at once, as it was told, and can be gone on with."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, text

from sandtable.battle import registry
from sandtable.catalogue import Change, Revision
from sandtable.rulebooks.panzer8.rulebook import Panzer8
from sandtable.server.storage import Store
from tests.server.kit import FRIENDS, Running, Table, hold_fire, running

DAY = datetime.date(2026, 12, 1)
CHANGES = (
    Change(("p8.smoke.far",), "Smoke drifts farther."),
    Change(("p8.move.whole-base",), "A move is carried out otherwise."),
)
NOW = Panzer8.revision
REVISIONS = (Revision(NOW, DAY), Revision(NOW + 1, DAY, CHANGES))
ALONE: dict[str, Any] = {
    "seats": [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "me"},
    ]
}


def fought(server: Running, **wanted: Any) -> Table:
    """A battle with four orders and one that was taken back."""
    table = server.begin(**{**FRIENDS, **wanted})
    with table.sit("british") as british, table.sit("german") as german:
        hold_fire(british, german)
        for _ in range(2):
            british.give(british.offered("move"))
        british.do("undo", expect=british.number)
        british.drain(0.05)
        british.give(british.offered("move"))
    return table


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, moves lead elsewhere than they did; and the book says so."""
    apply = Panzer8.apply

    def applied(self: Panzer8, state: Any, seat: str, order: Any, dice: Any) -> Any:
        events = apply(self, state, seat, order, dice)
        if type(order).__name__ == "Move":
            name, piece = next(iter(state.pieces.items()))
            state.pieces[name] = msgspec.structs.replace(piece, x=piece.x + 0.25)
        return events

    monkeypatch.setattr(Panzer8, "apply", applied)
    monkeypatch.setattr(Panzer8, "revision", NOW + 1)
    monkeypatch.setattr(Panzer8, "revisions", REVISIONS)


def folder_with_battle(folder: Path, **wanted: Any) -> tuple[Table, dict[str, Any]]:
    """A database with a battle, and what was seen of it before the rules changed."""
    with running(folder) as server:
        table = fought(server, **wanted)
        seen = {
            "log": {seat: table.get("/log.txt", seat).text for seat in ("british", "german")},
            "replay": table.get("/replay", "british").json(),
            "drawing": table.get("/drawing.svg", "british").text,
            "public": table.get("/drawing.svg", "onlooker").text,
        }
    return table, seen


def test_it_opens_at_once_as_it_was_told(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    table, seen = folder_with_battle(tmp_path)
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        with table.sit("british") as british:
            aside = british.standing["aside"]
            assert aside["why"] == "rules"
            assert aside["agrees"] == 2
            assert "from line 3 (turn 1) on" in aside["text"]
            assert f"played by revision {NOW} of Panzer8" in aside["text"]
            assert {change["text"] for change in aside["changes"]} == {
                change.text for change in CHANGES
            }
            assert "fact" not in aside, "what was expected may be what is hidden"
            assert british.give({"order": "done"})["rule"] == "server.set-aside"
            assert british.ask("drawing")["layers"]
            entries = british.entries
        assert sorted(entries) == [0, 1, 2, 3, 4, 5, 6]
        for seat in ("british", "german"):
            assert table.get("/log.txt", seat).text == seen["log"][seat]
        replay = table.get("/replay", "british").json()
        assert replay == seen["replay"]
        places = re.compile(r'data-piece="[^"]*"[^>]* data-x="[^"]*" data-y="[^"]*"')
        drawing = table.get("/drawing.svg", "british").text
        assert set(places.findall(drawing)) == set(places.findall(seen["drawing"]))
        assert len(places.findall(drawing)) > 10
        for moment in replay["moments"]:
            assert table.get("/layers", "british", line=moment["line"]).status_code == 200
        report = table.get("/report.html", "british")
        assert report.status_code == 200
        assert "does not come out" in report.text
        checked = table.get("/verify", "british").json()
        assert not checked["ok"]
        with server.http() as http:
            info = http.get(f"/api/battles/{table.id}").json()
        assert info["aside"] == aside["text"]


def test_nobody_sees_what_is_not_his(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with running(tmp_path) as server:
        table = fought(server)
        before = {
            who: [
                event
                for line in table.get("/replay", who).json()["moments"]
                for event in line["events"]
            ]
            for who in ("british", "german", "onlooker")
        }
        secret = [event for event in before["british"] if event not in before["german"]]
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        for who, events in before.items():
            found = table.get("/replay", who).json()["moments"]
            assert [event for line in found for event in line["events"]] == events
        with table.sit("german") as german:
            assert german.standing["aside"]
            for event in secret:
                assert event["text"] not in json.dumps(german.heard)
        assert table.get("/journal.jsonl", "german").status_code == 403


def test_whoever_may_know_all_takes_it_over_from_the_last_line_that_agrees(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, _ = folder_with_battle(tmp_path, **ALONE)
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        with table.sit("british") as british:
            assert "found" in british.standing["aside"]["fact"]
        late = table.call("POST", "/take-over", json={"line": 3})
        assert late.status_code == 422
        assert "up to line 2" in late.json()["detail"]
        made = table.call("POST", "/take-over", json={"line": 2})
        assert made.status_code == 201, made.text
        new = Table(server, made.json())
        assert new.get("/verify").json()["ok"]
        with new.sit("british") as british:
            assert "aside" not in british.standing
            assert british.give(british.offered("move"))["type"] == "done"
        assert table.get("/journal.jsonl").status_code == 200


def test_other_rules_try_it_again_by_themselves(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, _ = folder_with_battle(tmp_path)
    patch = pytest.MonkeyPatch()
    with patch.context() as context:
        apply = Panzer8.apply
        context.setattr(Panzer8, "revision", NOW + 1)

        def broken(self: Any, *args: Any) -> Any:
            raise KeyError("gone")

        context.setattr(Panzer8, "apply", broken)
        with running(tmp_path) as server, table.at(server).sit("british") as british:
            assert british.standing["aside"]["why"] == "rules"
        assert Panzer8.apply is not apply
    with running(tmp_path) as server, table.at(server).sit("british") as british:
        assert "aside" not in british.standing
        assert british.give(british.offered("move"))["type"] == "done"


def altered(folder: Path, statement: str) -> None:
    engine = create_engine(f"sqlite:///{folder / 'battles.sqlite3'}")
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("update battles set book = 'nosuch'", "book"),
        ("update lines set raw = x'7b7d' where number = 2", "record"),
        ("update lines set raw = x'7b7d' where number = 0", "record"),
    ],
)
def test_a_book_or_a_record_that_is_gone_leaves_the_log(
    tmp_path: Path, statement: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seen = folder_with_battle(tmp_path)
    altered(tmp_path, statement)
    if why == "book":
        entries = {k: v for k, v in registry._announced().items() if k != "p8"}
        monkeypatch.setattr(registry, "_announced", lambda: entries)
        registry.rulebook_for.cache_clear()
    try:
        with running(tmp_path) as server:
            table = table.at(server)
            with table.sit("german") as german:
                aside = german.standing["aside"]
                assert aside["why"] == why
                assert len(german.entries) == 7
            assert table.get("/log.txt", "british").text == seen["log"]["british"]
            assert table.get("/report.html", "british").status_code == 200
            assert len(table.get("/replay", "british").json()["moments"]) > 4
            with server.http() as http:
                listed = http.get("/api/battles").json()
            assert [each["aside"] is not None for each in listed] == [True]
    finally:
        registry.rulebook_for.cache_clear()


def test_a_scenario_that_cannot_be_read_is_taken_from_the_journal(tmp_path: Path) -> None:
    table, _ = folder_with_battle(tmp_path)
    altered(tmp_path, "update battles set scenario = x'7b7d'")
    with running(tmp_path) as server, table.at(server).sit("british") as british:
        assert "aside" not in british.standing
        assert british.welcome["scenario"]["objectives"]
        assert british.give(british.offered("move"))["type"] == "done"


def test_states_that_no_longer_decode_leave_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    table, seen = folder_with_battle(tmp_path)
    request.getfixturevalue("changed")
    from sandtable.server.rooms import recalling

    def undecodable(*_: Any) -> Any:
        raise ValueError("no such piece")

    monkeypatch.setattr(recalling, "_state", undecodable)
    with running(tmp_path) as server:
        table = table.at(server)
        assert table.get("/log.txt", "british").text == seen["log"]["british"]
        picture = table.get("/drawing.svg", "british")
        assert picture.status_code == 409
        assert "cannot be drawn" in picture.json()["detail"]
        assert table.get("/report.html", "british").status_code == 200
        with table.sit("british") as british:
            assert british.standing["aside"]


def test_what_older_battles_brought_is_filled_in_when_they_load_well(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, seen = folder_with_battle(tmp_path)
    altered(tmp_path, "delete from tellings")
    with running(tmp_path) as server, table.at(server).sit("british"):
        pass
    store = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    assert store.told_lines(table.id) == set(range(7))
    store.close()
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        assert table.at(server).get("/log.txt", "british").text == seen["log"]["british"]


def test_of_a_battle_that_was_never_kept_so_it_is_told_as_far_as_it_comes_out(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, _ = folder_with_battle(tmp_path)
    altered(tmp_path, "delete from tellings")
    request.getfixturevalue("changed")
    for _ in range(2):  # also when it is not tried again
        with running(tmp_path) as server, table.at(server).sit("british") as british:
            assert british.standing["aside"]["agrees"] == 2
            assert len(british.entries) == 7
            assert british.entries[0]["events"]
            assert not british.entries[3].get("events")


def heir_of(table: Table, new: str) -> Table:
    twin = object.__new__(Table)
    twin.__dict__ = {**table.__dict__, "id": new}
    return twin


def test_the_host_has_it_go_on_with_the_same_people_in_the_same_seats(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, seen = folder_with_battle(tmp_path)
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        with table.sit("german") as german:
            assert german.standing["aside"]["agrees"] == 2
            made = table.call("POST", "/go-on", table.host)
            assert made.status_code == 201, made.text
            assert german.closed() == 1012
        new = heir_of(table, made.json()["id"])
        with table.sit("german") as german:  # the old address still leads to the past, and on
            assert german.welcome["seat"] == "german"
            assert german.standing["aside"]["heir"] == new.id
            assert len(german.entries) == 7
            assert german.give({"order": "done"})["rule"] == "server.set-aside"
        with new.sit("german") as german, new.sit("british") as british:
            assert (german.welcome["seat"], british.welcome["seat"]) == ("german", "british")
            assert "aside" not in german.standing
            assert british.number == 2
            own = [event["text"] for event in german.events]
            assert any("Standing order" in text for text in own)
            hidden = {event["text"] for event in british.events} - set(own)
            assert not any(text in json.dumps(german.heard) for text in hidden)
            assert british.give(british.offered("move"))["type"] == "done"
            german.reach(3)
        assert new.get("/verify", "british").json()["ok"]
        assert table.get("/log.txt", "british").text == seen["log"]["british"]
        assert table.get("/journal.jsonl", "german").status_code == 403
        assert new.get("/journal.jsonl", "german").status_code == 403
        again = table.call("POST", "/go-on", table.host)
        assert again.status_code == 422
        assert "another battle already" in again.json()["detail"]


def test_what_everybody_was_told_of_the_seats_goes_on_with_it(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table, _ = folder_with_battle(tmp_path)
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        change = {"kind": "computer", "level": "random"}
        assert table.call("PATCH", "/seats/german", table.host, json=change).is_success
        with table.sit("onlooker") as onlooker:
            before = onlooker.notices()
            assert "handed" in before[-1]
        made = table.call("POST", "/go-on", table.host)
        assert made.status_code == 201, made.text
        new = heir_of(table, made.json()["id"])
        with new.sit("onlooker") as onlooker:
            assert onlooker.notices() == before
    with running(tmp_path) as server, new.at(server).sit("onlooker") as onlooker:
        assert onlooker.notices() == before


def test_that_the_record_was_given_out_is_not_forgotten_by_going_on(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with running(tmp_path) as server:
        table = server.begin(seats=[{**seat, "kind": "me"} for seat in FRIENDS["seats"]])
        with table.sit("british") as british:
            british.give(british.offered("move"))
    request.getfixturevalue("changed")
    with running(tmp_path) as server:
        table = table.at(server)
        table.sit("british").leave()
        assert table.get("/journal.jsonl").status_code == 200
        made = table.call("POST", "/go-on", table.host)
        assert made.status_code == 201, made.text
        new = heir_of(table, made.json()["id"])
        assert new.call("PATCH", "/seats/german", table.host, json={"kind": "friend"}).is_success
        with new.sit("onlooker") as onlooker:
            assert "was given the whole record" in onlooker.notices()[-1]


def test_nobody_else_has_it_go_on(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    wanted: dict[str, Any] = {"passphrase": "hill 209"}
    with running(tmp_path, **wanted) as server:
        with server.http() as http:
            http.post("/api/session", json={"passphrase": "hill 209"})
            table = Table(server, http.post("/api/battles", json=SAINT_AUBIN).json())
        with table.sit("british") as british, table.sit("german") as german:
            hold_fire(british, german)
            british.give(british.offered("move"))
            token = german.token
    request.getfixturevalue("changed")
    with running(tmp_path, **wanted) as server:
        table = table.at(server)
        for path in ("/go-on", "/try-again"):
            assert table.call("POST", path, token).status_code in (401, 403)
            assert table.call("POST", path).status_code == 401


SAINT_AUBIN = {"scenario": "saint-aubin", **FRIENDS}
