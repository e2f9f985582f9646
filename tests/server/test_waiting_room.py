"""A battle that waits for everybody: with any dice, until all are ready or the host begins it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.battle.personal import personal_files_for
from tests.server.kit import FRIENDS, Data, Running, Table, running
from tests.server.sealing import speak

STREET: Data = {
    "seats": [
        {"seat": "soviet", "side": "soviet", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "friend"},
    ],
    "wait": True,
}


def bring(table: Table, seat: str, unit: str, name: str) -> int:
    text = personal_files_for("owb").new("medic", name)
    wish = {"unit": unit, "text": text}
    return table.call("PUT", "/characters", table.tokens[seat], json=wish).status_code


def titles(table: Table, seat: str) -> dict[str, str]:
    return {each["piece"]: each["card"]["title"] for each in table.get("/characters", seat).json()}


def test_friends_bring_people_with_computer_dice(server: Running) -> None:
    table = server.begin("pavlovs-street", **STREET)
    assert table.get("").json()["status"] == "gathering"
    with table.sit("soviet") as soviet, table.sit("german") as german:
        assert soviet.standing["unready"] == ["soviet", "german"]
        assert "words" not in soviet.standing
        assert soviet.give({"order": "done"}, expect=0)["rule"] == "server.not-begun"
        assert bring(table, "german", "huber", "Max Huber") == 204
        assert bring(table, "german", "lena", "Eva") == 422
        assert bring(table, "soviet", "lena", "Anna Petrowa") == 204
        assert german.do("ready")["type"] == "done"
        soviet.until(lambda: soviet.standing["unready"] == ["soviet"])
        assert soviet.do("ready")["type"] == "done"
        soviet.until(lambda: soviet.standing["status"] == "running")
        german.until(lambda: german.standing["status"] == "running")
        assert german.do("ready")["rule"] == "server.nobody-waits"
    assert titles(table, "german")["huber"] == "Max Huber"
    assert titles(table, "soviet")["lena"] == "Anna Petrowa"
    assert bring(table, "german", "huber", "Late") == 409


def test_who_was_ready_can_think_again(server: Running) -> None:
    table = server.begin(**FRIENDS, wait=True)
    with table.sit("british") as british:
        assert british.do("ready")["type"] == "done"
        assert british.standing["unready"] == ["german"]
        assert british.do("ready", ready=False)["type"] == "done"
        assert british.standing["unready"] == ["british", "german"]


@pytest.mark.parametrize("dice", ["computer", "real"])
def test_the_host_begins_without_those_who_are_not_ready(server: Running, dice: str) -> None:
    table = server.begin(**FRIENDS, wait=True, dice=dice)
    with table.sit("german") as german:
        assert table.call("POST", "/start", table.host).status_code == 204
        german.until(lambda: not german.standing.get("unready"))
        assert german.standing["status"] == "running"
    again = table.call("POST", "/start", table.host)
    assert again.status_code == 409
    assert "does not wait" in again.json()["detail"]


def test_only_the_host_can_begin_it(tmp_path: Path) -> None:
    with running(tmp_path, passphrase="long enough for us") as server:
        with server.http() as http:
            http.post("/api/session", json={"passphrase": "long enough for us"})
            made = http.post(
                "/api/battles", json={"scenario": "saint-aubin", **FRIENDS, "wait": True}
            )
        table = Table(server, made.json())
        table.come("german")
        assert table.call("POST", "/start", table.tokens["german"]).status_code == 403
        assert table.call("POST", "/start", table.host).status_code == 204


def test_it_begins_when_the_last_one_who_was_waited_for_is_a_computer(server: Running) -> None:
    table = server.begin(**FRIENDS, wait=True)
    with table.sit("british") as british:
        british.do("ready")
        wish = {"kind": "computer", "level": "random"}
        assert table.call("PATCH", "/seats/german", json=wish).status_code == 204
        british.until(lambda: british.standing["status"] == "running")


def test_who_is_ready_is_known_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS, wait=True, dice="real")
        with table.sit("german") as german:
            assert german.do("ready")["type"] == "done"
    with running(tmp_path) as again, table.at(again).sit("british") as british:
        assert british.standing["unready"] == ["british"]
        assert british.do("ready")["type"] == "done"
        british.until(lambda: british.standing["status"] == "running")


def test_with_fair_dice_a_word_says_that_one_is_ready(server: Running) -> None:
    table = server.begin(**FRIENDS, wait=True, dice="fair")
    with table.sit("british") as british, table.sit("german") as german:
        assert german.standing["words"] == ["british", "german"]
        assert "unready" not in german.standing
        assert table.call("POST", "/start", table.host).status_code == 409
        speak(british, german)
