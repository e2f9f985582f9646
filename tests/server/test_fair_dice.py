"""Fair dice: committed before the words, laid open at the end, and checked."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sandtable.dice.verify import verify_journal
from tests.server.kit import FRIENDS, Data, Running, running

FAIR: Data = {**FRIENDS, "dice": "fair", "word": "Bocage"}


def test_the_battle_begins_when_every_word_is_in(server: Running) -> None:
    table = server.begin(**FAIR)
    assert table.get("").json()["status"] == "gathering"
    with table.sit("british") as british, table.sit("german") as german:
        for sitter in (british, german):
            assert sitter.standing["status"] == "gathering"
            assert sitter.standing["words"] == ["german"]
            assert sitter.welcome["entries"] == []
            assert len(sitter.welcome["dice"]["commitment"]) == 64
            assert sitter.welcome["dice"]["words"] == []
        assert british.give({"order": "done"}, expect=0)["rule"] == "server.not-begun"
        assert british.do("word", text="Again")["rule"] == "server.no-word-wanted"
        assert british.ask("drawing")["layers"]
        assert german.do("word", text="Panzer vor!")["type"] == "done"
        for sitter in (british, german):
            while sitter.standing["status"] != "running":
                sitter.receive()
            welcome = [each for each in sitter.heard if each["type"] == "welcome"][-1]
            assert welcome["dice"]["words"] == ["Bocage", "Panzer vor!"]
            assert welcome["dice"]["commitment"] == sitter.welcome["dice"]["commitment"]
        assert british.standing["questions"]


def test_words_given_before_a_restart_are_kept(tmp_path: Path) -> None:
    wish = {**FAIR, "referee": "friend"}
    with running(tmp_path) as server:
        table = server.begin(**wish)
        with table.sit("german") as german:
            assert german.standing["words"] == ["german", "referee"]
            assert german.do("word", text="Vorwärts")["type"] == "done"
            commitment = german.welcome["dice"]["commitment"]
    with running(tmp_path) as again, table.at(again).sit("referee") as referee:
        assert referee.standing["words"] == ["referee"]
        assert referee.welcome["dice"]["commitment"] == commitment
        assert referee.do("word", text="Fair play")["type"] == "done"
        referee.until(lambda: referee.standing["status"] == "running")
        welcome = [each for each in referee.heard if each["type"] == "welcome"][-1]
        assert welcome["dice"]["words"] == ["Bocage", "Vorwärts", "Fair play"]


def entries_of(message: Data) -> list[Data]:
    """The lines of the battle that a message tells."""
    entries: list[Data] = message.get("entries", [])
    return entries


def test_the_secret_is_laid_open_at_the_end_and_every_face_follows_from_it(
    server: Running, tmp_path: Path
) -> None:
    seats = [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
    ]
    table = server.begin(seats=seats, dice="fair", word="Bocage")
    with table.sit("british") as british:
        assert british.standing["status"] == "running"
        wish = {"kind": "computer", "level": "random"}
        assert table.call("PATCH", "/seats/british", json=wish).status_code == 204
        british.until(lambda: british.standing["status"] == "over")
        british.drain()
        last = british.entries[british.number]
        assert last["kind"] == "reveal"
        secret = bytes.fromhex(last["secret"])
        commitment = british.welcome["dice"]["commitment"]
        assert hashlib.sha256(secret).hexdigest() == commitment
        told = next(n for n, message in enumerate(british.heard) if last in entries_of(message))
        assert last["secret"] not in "".join(british.raw[:told])
        assert british.do("undo", expect=british.number)["type"] == "refused"
    found = table.get("/verify").json()
    assert found["ok"]
    assert found["dice"]["faces"] > 10
    assert (found["dice"]["commitment"], found["dice"]["secret"]) == (commitment, last["secret"])
    journal = table.get("/journal.jsonl")
    assert verify_journal(journal.text.splitlines()).faces == found["dice"]["faces"]
    assert json.loads(journal.text.splitlines()[0])["dice"]["words"] == ["Bocage"]


def test_before_the_end_no_face_can_be_checked_and_nothing_is_laid_open(server: Running) -> None:
    table = server.begin(**FAIR)
    with table.sit("german") as german, table.sit("british") as british:
        german.do("word", text="Panzer vor!")
        british.until(lambda: british.standing["status"] == "running")
        refused = british.do("lay-open")
        assert refused["reason"] == "The battle is not over yet."
    found = table.get("/verify").json()
    assert (found["ok"], found["dice"]["secret"]) == (True, None)
    assert "not been revealed" in found["dice"]["notes"][0]


def test_a_referee_lays_the_secret_open(server: Running) -> None:
    seats = [
        {"seat": s, "side": s, "kind": "computer", "level": "random"} for s in ("british", "german")
    ]
    table = server.begin(seats=seats, dice="fair", word="Bocage", referee="me")
    with table.sit("referee") as referee:
        while referee.standing["status"] != "over":
            referee.receive()
            question = referee.standing.get("questions")
            if question and question[0].get("default"):
                referee.give(question[0]["default"])
        referee.drain()
        assert referee.entries[referee.number]["kind"] != "reveal"
        assert referee.do("lay-open")["type"] == "done"
        assert referee.entries[referee.number]["kind"] == "reveal"
        refused = referee.do(
            "decree", expect=referee.number, ruling={"order": "announce", "text": "x"}
        )
        assert refused["rule"] == "dice.secret-is-laid-open"
