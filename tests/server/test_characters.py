"""People from files: brought to a battle, seen at the table, taken home again."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest

from sandtable.battle.personal import MOST_CHARACTERS, personal_files_for
from sandtable.rulebooks.whitebox.characters.files import read, write
from tests.server.kit import Running, Table
from tests.server.sealing import speak

STREET = "pavlovs-street"
SHARED: dict[str, Any] = {
    "seats": [
        {"seat": "one", "side": "soviet", "kind": "me", "pieces": ["lena", "boris"]},
        {"seat": "two", "side": "soviet", "kind": "friend", "pieces": ["pyotr", "vasya"]},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
}
SECRET = "a-secret-note"


def anna(name: str = "Anna Petrowa", kind: str = "medic") -> str:
    text = personal_files_for("owb").new(kind, name)
    return text.replace(f'name = "{name}"', f'name = "{name}"\nnotes = "{SECRET}"')


def refused(server: Running, **wanted: Any) -> str:
    with server.http() as http:
        answer = http.post("/api/battles", json={"scenario": STREET, **wanted})
    assert answer.status_code == 422, answer.text
    detail: str = answer.json()["detail"]
    return detail


def cards(table: Table, who: str) -> dict[str, Any]:
    answer = table.get("/characters", who)
    assert answer.status_code == 200, answer.text
    return {each["piece"]: each for each in answer.json()}


# -- the lobby ------------------------------------------------------------------------------------


def test_the_lobby_says_in_whose_place_people_can_be_put(server: Running) -> None:
    with server.http() as http:
        street = http.get(f"/api/scenarios/{STREET}/characters").json()
        other = http.get("/api/scenarios/saint-aubin/characters").json()
    assert street["noun"] == "character"
    assert ("lena", "soviet") in {(place["id"], place["side"]) for place in street["places"]}
    assert "medic" in [each["id"] for each in street["ready_made"]]
    assert other == {"noun": "", "places": [], "ready_made": []}


def test_somebody_new_is_made_in_the_lobby(server: Running) -> None:
    with server.http() as http:
        made = http.post(
            "/api/books/owb/characters", json={"kind": "medic", "name": "Ännchen O'Neil"}
        )
        wrong = http.post("/api/books/owb/characters", json={"kind": "medik", "name": "A"})
        none = http.post("/api/books/p8/characters", json={"kind": "medic", "name": "A"})
    assert read(made.text).name == "Ännchen O'Neil"
    assert made.headers["content-disposition"] == 'attachment; filename="annchen-o-neil.toml"'
    assert wrong.status_code == none.status_code == 422
    assert "did you mean 'medic'" in wrong.json()["detail"]


def test_a_file_is_looked_at_before_it_is_brought(server: Running) -> None:
    address = f"/api/scenarios/{STREET}/characters"
    with server.http() as http:
        good = http.post(address, json={"unit": "lena", "text": anna()})
        bad = http.post(
            address, json={"unit": "lena", "text": anna().replace("level = 1", "levle = 1")}
        )
        nowhere = http.post(address, json={"unit": "nobody", "text": anna()})
        long = http.post(address, json={"unit": "lena", "text": "#" * (MOST_CHARACTERS + 1)})
        other = http.post(
            "/api/scenarios/saint-aubin/characters", json={"unit": "x", "text": anna()}
        )
    assert good.json()["subtitle"] == "Medic, level 1"
    assert "did you mean 'level'" in bad.json()["detail"]
    assert {a.status_code for a in (bad, nowhere, long, other)} == {422}


# -- a battle -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", ["1" * 5000, "0x" + "f" * 60_000, "1e300"], ids=["digits", "hex", "large"]
)
def test_numbers_in_a_file_that_nobody_can_write(server: Running, number: str) -> None:
    text = f"{anna()}\nodd = {number}\n"
    with server.http() as http:
        answer = http.post(
            f"/api/scenarios/{STREET}/characters", json={"unit": "lena", "text": text}
        )
    assert answer.status_code == 422, answer.text
    assert "digits" in answer.json()["detail"] or "too large" in answer.json()["detail"]


def test_a_file_whose_keys_have_no_end_holds_nobody_up(server: Running) -> None:
    """It took half a minute to read, and at the beginning of a battle nobody else was answered."""
    text = ".".join(["a"] * 32_000) + " = 1"
    started = time.monotonic()
    assert "nested more than 16 levels" in refused(server, characters={"lena": text})
    table = server.begin(STREET, **SHARED, wait=True)
    brought = table.call(
        "PUT", "/characters", table.tokens["one"], json={"unit": "lena", "text": text}
    )
    assert brought.status_code == 422
    assert "nested more than 16 levels" in brought.json()["detail"]
    assert time.monotonic() - started < 10.0


def test_people_are_brought_seen_and_taken_home(server: Running) -> None:
    table = server.begin(STREET, **SHARED, characters={"lena": anna()}, seed="1")
    own, mate, enemy = cards(table, "one"), cards(table, "two"), cards(table, "german")
    assert own["lena"]["card"]["title"] == "Anna Petrowa"
    assert own["lena"]["mine"]
    assert mate["lena"]["card"]["whole"]
    assert not mate["lena"]["mine"]
    assert not enemy["lena"]["card"]["whole"]
    assert enemy["huber"]["card"]["whole"]
    for seen in (enemy["lena"], cards(table, "onlooker")["lena"]):
        assert SECRET not in json.dumps(seen)

    home = table.get("/characters/lena", "one")
    assert home.headers["content-type"].startswith("application/toml")
    assert 'filename="anna-petrowa.toml"' in home.headers["content-disposition"]
    came = read(home.text)
    assert (came.name, came.notes) == ("Anna Petrowa", SECRET)
    assert came.battles[-1].result == "unfinished"
    for who in ("two", "german", "onlooker"):
        assert table.get("/characters/lena", who).status_code == 403
    assert table.get("/characters/nobody", "one").status_code == 403

    again = server.begin(STREET, **SHARED, characters={"boris": home.text}, seed="2")
    assert cards(again, "one")["boris"]["card"]["title"] == "Anna Petrowa"


def test_an_enemy_never_hears_what_is_in_a_file(server: Running) -> None:
    table = server.begin(STREET, **SHARED, characters={"lena": anna()}, seed="1")
    with table.sit("german") as german, table.sit("onlooker") as onlooker:
        for about in ("actions", "sheet", "drawing"):
            german.ask(about, piece="lena")
            onlooker.ask(about, piece="lena")
        german.drain()
        onlooker.drain()
    for sitter in (german, onlooker):
        assert SECRET not in "".join(sitter.raw)
    assert table.get("/journal.jsonl", "german").status_code == 403


def test_a_battle_with_people_from_files_verifies_and_all_come_home_in_the_end(
    server: Running,
) -> None:
    seats = [
        {"seat": side, "side": side, "kind": "computer", "level": "random"}
        for side in ("soviet", "german")
    ]
    table = server.begin(
        STREET,
        seats=seats,
        options={"round_limit": "2"},
        seed="3",
        characters={"lena": anna(), "huber": anna("Max Huber", "soldier")},
    )
    with table.sit("onlooker") as onlooker:
        onlooker.until(lambda: onlooker.standing["status"] == "over")
    assert table.get("/verify", "onlooker").json()["ok"]
    for unit in ("lena", "huber"):
        assert read(table.get(f"/characters/{unit}", "onlooker").text).battles[-1].rounds == 2
    assert table.get("/characters/nobody", "onlooker").status_code == 404


@pytest.mark.parametrize(
    ("characters", "told"),
    [
        ({"lena": "name = 1"}, "format: missing"),
        ({"lena": "\x00"}, "not valid TOML"),
        ({"lena": anna().replace("level = 1", "level = 7")}, "level: expected `int` <= 5, found 7"),
        ({"nobody": anna()}, "no unit that a character can stand in for"),
        ({"lena": anna(), "boris": anna()}, "nobody is in a battle twice"),
        ({"lena": 7}, "characters.lena"),
        ({"lena": "#" * (MOST_CHARACTERS + 1)}, "characters.lena"),
        ({f"u{n}": "" for n in range(41)}, "characters"),
    ],
)
def test_files_that_cannot_be_brought_are_refused(
    server: Running, characters: Any, told: str
) -> None:
    assert told in refused(server, characters=characters)


# -- before it begins -----------------------------------------------------------------------------


def test_friends_bring_their_own_people_before_the_battle_begins(server: Running) -> None:
    table = server.begin(STREET, **SHARED, dice="fair").come()

    def put(who: str, unit: str, text: str) -> httpx.Response:
        wanted = {"unit": unit, "text": text}
        return table.call("PUT", "/characters", table.tokens[who], json=wanted)

    assert put("two", "pyotr", anna()).status_code == 204
    assert put("two", "lena", anna("Eva")).status_code == 422
    assert put("german", "pyotr", anna("Eva")).status_code == 422
    assert put("onlooker", "pyotr", anna("Eva")).status_code == 403
    assert put("german", "huber", "level = 3").status_code == 422
    assert put("german", "huber", anna("Max Huber", "soldier")).status_code == 204
    with table.sit("one") as one, table.sit("two") as two, table.sit("german") as german:
        speak(one, two, german)
    assert cards(table, "two")["pyotr"]["card"]["title"] == "Anna Petrowa"
    assert cards(table, "german")["huber"]["card"]["title"] == "Max Huber"
    late = put("two", "vasya", anna("Eva"))
    assert late.status_code == 409
    assert "has begun" in late.json()["detail"]


def test_nobody_comes_to_a_battle_of_another_book(server: Running) -> None:
    table = server.begin("saint-aubin")
    assert cards(table, "british") == {}
    assert table.get("/characters/x", "british").status_code in (403, 404)


def test_who_was_wounded_comes_wounded(server: Running) -> None:
    hurt = read(anna().replace("level = 1", "level = 3"))
    text = write(hurt).replace("[kit]", "[health]\nhit_points = 4\n\n[kit]", 1)
    table = server.begin(STREET, **SHARED, characters={"lena": text})
    shown = json.dumps(cards(table, "one")["lena"])
    assert "4 of 13" in shown
    assert "wounded" in cards(table, "german")["lena"]["card"]["marks"]
