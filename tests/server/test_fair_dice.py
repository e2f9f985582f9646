"""Fair dice: committed before the words, sealed before they are opened, laid open and checked."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from sandtable.dice.verify import verify_journal
from tests.server.kit import FRIENDS, Data, Running, Table, running
from tests.server.sealing import Sealed, seal, speak

FAIR: Data = {**FRIENDS, "dice": "fair"}


def test_nothing_is_shown_before_all_seals_are_in_and_then_all_are_opened(server: Running) -> None:
    table = server.begin(**FAIR)
    assert table.get("").json()["status"] == "gathering"
    with table.sit("british") as british, table.sit("german") as german:
        for sitter in (british, german):
            assert sitter.standing["status"] == "gathering"
            assert sitter.standing["words"] == ["british", "german"]
            assert sitter.standing["ceremony"]["phase"] == "sealing"
            commitment = sitter.standing["ceremony"]["commitment"]
            assert sitter.welcome["dice"] == {"kind": "fair", "commitment": commitment, "words": []}
        one = seal(british, "Bocage")
        german.until(lambda: german.standing["words"] == ["german"])
        assert german.standing["ceremony"].get("sealed") == ["british"]
        assert "seals" not in german.standing["ceremony"]
        assert one.seal not in "".join(german.raw)
        assert one.open()["rule"] == "server.seal-not-opened"
        assert british.give({"order": "done"}, expect=0)["rule"] == "server.not-begun"
        assert british.ask("drawing")["layers"]
        other = seal(german, "Panzer vor!")
        for sitter in (british, german):
            sitter.until(lambda sitter=sitter: sitter.standing["ceremony"]["phase"] == "opening")  # type: ignore[misc]
            assert sitter.standing["ceremony"]["seals"] == {
                "british": one.seal,
                "german": other.seal,
            }
        assert Sealed(german, "Another").send()["rule"] == "server.no-seal-wanted"
        assert other.open()["type"] == "done"
        assert "Panzer vor!" not in "".join(british.raw)
        assert one.open(word="Something else")["rule"] == "server.seal-not-opened"
        assert one.open(nonce="0" * 64)["rule"] == "server.seal-not-opened"
        assert one.open()["type"] == "done"
        for sitter in (british, german):
            sitter.until(lambda sitter=sitter: sitter.standing["status"] == "running")  # type: ignore[misc]
            welcome = [each for each in sitter.heard if each["type"] == "welcome"][-1]
            assert welcome["dice"]["words"] == ["Bocage", "Panzer vor!"]
            assert welcome["dice"]["commitment"] == commitment
            assert [w["seal"] for w in welcome["dice"]["ceremony"]["words"]] == [
                one.seal,
                other.seal,
            ]


def test_no_word_is_given_with_the_battle(server: Running) -> None:
    with server.http() as http:
        wish = {"scenario": "saint-aubin", **FAIR, "word": "Bocage"}
        made = http.post("/api/battles", json=wish)
    assert made.status_code == 422
    assert "The commitment to the dice's secret is shown first" in made.json()["detail"]


def test_a_seal_can_be_replaced_until_all_are_in_and_must_contain_the_commitment(
    server: Running,
) -> None:
    table = server.begin(**FAIR)
    with table.sit("british") as british, table.sit("german") as german:
        first, second = seal(british, "one"), seal(british, "two")
        bad = Sealed(german, "x")
        bad.commitment = "0" * 64
        assert bad.send()["rule"] == "server.no-seal-wanted"
        other = seal(german)
        british.until(lambda: british.standing["ceremony"]["phase"] == "opening")
        assert first.open()["rule"] == "server.seal-not-opened"
        assert second.open()["type"] == "done"
        assert other.open()["type"] == "done"
        british.until(lambda: british.standing["status"] == "running")


@pytest.mark.parametrize("moment", ["sealing", "sealed", "opening"])
def test_every_moment_survives_a_restart(tmp_path: Path, moment: str) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FAIR, referee="friend")
        with table.sit("german") as german, table.sit("british") as british:
            one = seal(german, "Vorwärts")
            if moment != "sealing":
                two = seal(british, "Bocage")
            if moment == "opening":
                with table.sit("referee") as referee:
                    three = seal(referee, "Fair play")
                    german.until(lambda: german.standing["ceremony"]["phase"] == "opening")
                    assert one.open()["type"] == "done"
            commitment = german.standing["ceremony"]["commitment"]
    with (
        running(tmp_path) as again,
        table.at(again).sit("german") as german,
        table.at(again).sit("british") as british,
        table.at(again).sit("referee") as referee,
    ):
        assert referee.standing["ceremony"]["commitment"] == commitment
        if moment == "sealing":
            two = seal(british, "Bocage")
        if moment != "opening":
            three = seal(referee, "Fair play")
            german.until(lambda: german.standing["ceremony"]["phase"] == "opening")
            assert one.open(german)["type"] == "done"
        assert two.open(british)["type"] == "done"
        assert three.open(referee)["type"] == "done"
        referee.until(lambda: referee.standing["status"] == "running")
        welcome = [each for each in referee.heard if each["type"] == "welcome"][-1]
        assert welcome["dice"]["words"] == ["Bocage", "Vorwärts", "Fair play"]


def test_who_cannot_open_begins_anew_and_everybody_is_told(server: Running) -> None:
    table = server.begin(**FAIR)
    with table.sit("british") as british, table.sit("german") as german:
        first = british.standing["ceremony"]["commitment"]
        assert german.do("begin-anew")["rule"] == "server.not-begun-anew"
        seal(german)
        one = seal(british)
        british.until(lambda: british.standing["ceremony"]["phase"] == "opening")
        assert one.open()["type"] == "done"
        assert british.do("begin-anew")["rule"] == "server.not-begun-anew"
        assert german.do("begin-anew")["type"] == "done"
        british.until(lambda: british.standing["ceremony"]["phase"] == "sealing")
        told = british.standing["ceremony"]
        assert told["begun_anew"] == [{"by": "german", "commitment": first, "opening": True}]
        assert told["commitment"] != first
        assert one.send()["rule"] == "server.no-seal-wanted"
        seal(british)
        seal(german)
        british.until(lambda: british.standing["ceremony"]["phase"] == "opening")
        assert table.call("POST", "/anew", table.host).status_code == 204
        assert table.call("POST", "/anew", table.host).status_code == 409
        for sitter in (british, german):
            sitter.until(lambda sitter=sitter: sitter.standing["ceremony"]["phase"] == "sealing")  # type: ignore[misc]
        speak(british, german)
        welcome = [each for each in german.heard if each["type"] == "welcome"][-1]
        anew = welcome["dice"]["ceremony"]["begun_anew"]
        assert [one["by"] for one in anew] == ["german", "host"]


@pytest.mark.parametrize("dice", ["computer", "real"])
@pytest.mark.parametrize("wait", [False, True])
def test_with_other_dice_no_word_is_wanted(server: Running, dice: str, wait: bool) -> None:
    table = server.begin(**{**FAIR, "dice": dice, "wait": wait})
    seal_ = {"commitment": "a" * 64, "seal": "b" * 64}
    with table.sit("british") as british:
        assert british.do("seal", **seal_)["rule"] == "server.no-seal-wanted"
        opened = british.do("open", nonce="c" * 64, word="marmalade")
        assert opened["rule"] == "server.no-seal-wanted"
        assert british.do("begin-anew")["rule"] == "server.no-seal-wanted"
    assert table.call("POST", "/anew", table.host).status_code == 409


def hand_over(table: Table, seat: str, kind: str) -> None:
    wish = {"kind": kind, "level": "random"}
    assert table.call("PATCH", f"/seats/{seat}", table.host, json=wish).status_code == 204


def test_a_seat_that_is_handed_over_while_words_are_sealed_loses_its_seal(server: Running) -> None:
    table = server.begin(**FAIR)
    with table.sit("british") as british:
        one = seal(british)
        hand_over(table, "german", "computer")
        british.until(lambda: british.standing["ceremony"]["phase"] == "opening")
        assert list(british.standing["ceremony"]["seals"]) == ["british"]
        assert one.open()["type"] == "done"
        british.until(lambda: british.standing["status"] == "running")
        assert "begun_anew" not in british.heard[-1].get("dice", {}).get("ceremony", {})


def test_once_all_seals_are_in_a_change_of_persons_begins_anew(server: Running) -> None:
    table = server.begin(**FAIR)
    with table.sit("british") as british, table.sit("german") as german:
        one, _ = seal(british), seal(german)
        british.until(lambda: british.standing["ceremony"]["phase"] == "opening")
        assert one.open()["type"] == "done"
        hand_over(table, "german", "computer")
        british.until(lambda: british.standing["ceremony"]["phase"] == "sealing")
        assert british.standing["ceremony"]["begun_anew"][0]["by"] == "host"
        assert british.standing["words"] == ["british"]
        speak(british)
        welcome = [each for each in british.heard if each["type"] == "welcome"][-1]
        assert [one["seat"] for one in welcome["dice"]["ceremony"]["words"]] == ["british"]


def test_nobody_is_brought_once_all_seals_are_in(server: Running) -> None:
    seats = [
        {"seat": "soviet", "side": "soviet", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
    table = server.begin("pavlovs-street", seats=seats, dice="fair")
    with table.sit("soviet") as soviet, table.sit("german") as german:
        seal(soviet)
        seal(german)
        wish = {"unit": "lena", "text": "x"}
        token = table.tokens["soviet"]
        refused = table.call("PUT", "/characters", token, json=wish)
        assert refused.status_code == 409
        assert "being opened" in refused.json()["detail"]


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
    table = server.begin(seats=seats, dice="fair")
    with table.sit("british") as british:
        (sealed,) = speak(british)
        wish = {"kind": "computer", "level": "random"}
        assert table.call("PATCH", "/seats/british", json=wish).status_code == 204
        british.until(lambda: british.standing["status"] == "over")
        british.drain()
        last = british.entries[british.number]
        assert last["kind"] == "reveal"
        secret = bytes.fromhex(last["secret"])
        assert hashlib.sha256(secret).hexdigest() == sealed.commitment
        told = next(n for n, message in enumerate(british.heard) if last in entries_of(message))
        assert last["secret"] not in "".join(british.raw[:told])
        assert british.do("undo", expect=british.number)["type"] == "refused"
    found = table.get("/verify").json()
    assert found["ok"]
    assert found["dice"]["faces"] > 10
    assert found["dice"]["commitment"] == sealed.commitment
    assert found["dice"]["secret"] == last["secret"]
    assert found["dice"]["ceremony"]["words"][0]["seal"] == sealed.seal
    journal = table.get("/journal.jsonl").text
    checked = verify_journal(journal.splitlines())
    assert checked.faces == found["dice"]["faces"]
    assert "words were sealed by british" in checked.notes[0]
    word = json.loads(journal.splitlines()[0])["dice"]["ceremony"]["words"][0]
    assert (word["word"], word["nonce"]) == (sealed.word, sealed.nonce)


def test_before_the_end_no_face_can_be_checked_and_nothing_is_laid_open(server: Running) -> None:
    table = server.begin(**FAIR)
    with table.sit("german") as german, table.sit("british") as british:
        speak(german, british)
        refused = british.do("lay-open")
        assert refused["reason"] == "The battle is not over yet."
    found = table.get("/verify").json()
    assert (found["ok"], found["dice"]["secret"]) == (True, None)
    assert "not been revealed" in found["dice"]["notes"][0]


def test_a_referee_lays_the_secret_open(server: Running) -> None:
    seats = [
        {"seat": s, "side": s, "kind": "computer", "level": "random"} for s in ("british", "german")
    ]
    table = server.begin(seats=seats, dice="fair", referee="me")
    with table.sit("referee") as referee:
        speak(referee)
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
