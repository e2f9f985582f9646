"""A friend's link is an invitation: one person takes the seat by it, and it is his from then on."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.tokens import new_token
from tests.server.kit import FRIENDS, Data, Running, Sitter, Table, code_of, running, wait_until

GERMAN = "the seat “German”"


def computer(table: Table, token: str, kind: str = "computer") -> int:
    """Have somebody change who plays the Germans."""
    wish = {"kind": kind, **({"level": "greedy"} if kind == "computer" else {})}
    return table.call("PATCH", "/seats/german", token, json=wish).status_code


def german_of(sitter: Sitter) -> Data:
    """What somebody was last told of the German seat."""
    told = next(each for each in reversed(sitter.heard) if "seats" in each)
    return next(seat for seat in told["seats"] if seat["seat"] == "german")


def test_whoever_comes_first_has_the_seat_and_everybody_is_told(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british:
        with table.sit("german", name="Anna") as anna:
            assert anna.welcome["seat"] == "german"
            assert anna.welcome["holds"]
            assert anna.welcome["claimed"]
        british.until(lambda: f"Anna has taken {GERMAN}." in british.notices())
        british.until(lambda: german_of(british).get("taken"))
    with Sitter(table, table.tokens["german"]) as anna:
        assert anna.welcome["seat"] == "german"
        assert "claimed" not in anna.welcome


def test_the_same_claim_again_loses_nothing(server: Running) -> None:
    table = server.begin(**FRIENDS)
    for _ in range(3):  # as if every answer had been lost
        with table.sit("german") as german:
            assert german.welcome["seat"] == "german"
    with table.sit("british") as british:
        assert len(british.notices()) == 1


def test_a_spent_invitation_only_looks_on_and_says_who_has_the_seat(server: Running) -> None:
    table = server.begin(**FRIENDS)
    table.sit("german", name="Anna").leave()
    spent = table.invitations["german"]
    for claim in (new_token(), None):
        with Sitter(table, spent, **({"claim": claim} if claim else {})) as late:
            assert late.welcome["role"] == "onlooker"
            barred = late.welcome["barred"]
            assert (barred["why"], barred["name"], barred["seat"]) == ("taken", "Anna", "german")
            assert barred["at"] > 0
            assert "by Anna" in barred["text"]
            assert late.do("give", expect=0, order={"order": "done"})["type"] == "refused"


def test_an_invitation_that_nobody_has_taken_up_opens_nothing(server: Running) -> None:
    table = server.begin(**FRIENDS)
    invitation = table.invitations["german"]
    with Sitter(table, invitation) as curious:
        assert curious.welcome["role"] == "onlooker"
        assert curious.welcome["barred"]["why"] == "unclaimed"
    assert table.call("GET", "/layers?seat=german", invitation).status_code == 403
    assert table.call("GET", "/journal.jsonl", invitation).status_code == 403
    with table.sit("german") as german:
        assert german.welcome["seat"] == "german"


def test_a_claim_is_long_and_nobody_elses(server: Running) -> None:
    table = server.begin(**FRIENDS)
    for claim in (table.tokens["british"], table.host, table.invitations["german"]):
        with pytest.raises(ConnectionClosed) as end:
            Sitter(table, table.invitations["german"], claim=claim)
        assert code_of(end.value) == 4401
    with pytest.raises(ConnectionClosed):
        Sitter(table, table.invitations["german"], claim="short")
    with table.sit("german") as german:
        assert german.welcome["seat"] == "german"


def test_the_referees_link_is_an_invitation_too(server: Running) -> None:
    table = server.begin(**FRIENDS, referee="friend")
    with table.sit("referee", name="Ruth") as referee, table.sit("british") as british:
        assert referee.welcome["role"] == "referee"
        assert "Ruth has taken the referee's seat." in british.notices()
    assert table.call("GET", "/journal.jsonl", table.invitations["referee"]).status_code == 403


def test_a_second_invitation_is_spent_with_the_first(server: Running) -> None:
    table = server.begin(**FRIENDS)
    made = table.call("POST", "/links", table.host, json={"seat": "german"})
    other = made.json()["link"].partition("#")[2]
    table.come("german")
    with Sitter(table, other, claim=new_token()) as late:
        assert late.welcome["barred"]["why"] == "taken"


# -- whose it is ----------------------------------------------------------------------------------


def test_nobody_else_links_or_revokes_a_seat_that_is_taken(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    for who in (table.host, None):  # on this machine everybody is the host
        made = table.call("POST", "/links", who, json={"seat": "german"})
        assert made.status_code == 409
        assert table.call("DELETE", "/links/german", who).status_code == 409
        assert computer(table, table.host, "me") == 409
    with table.sit("german") as german:
        assert german.welcome["seat"] == "german"


def test_its_holder_opens_it_on_another_device_and_revokes_that(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    own = table.tokens["german"]
    made = table.call("POST", "/links", own, json={"seat": "german"})
    link = made.json()["link"].partition("#")[2]
    with Sitter(table, link) as phone, table.sit("german") as german:
        assert phone.welcome["seat"] == "german"
        assert "holds" not in phone.welcome
        assert table.call("DELETE", "/links/german", own).status_code == 204
        assert phone.closed() == 4403
        german.send({"type": "ping"})
        assert german.wait("pong")
    made = table.call("POST", "/links", own, json={"seat": "british"})
    assert made.status_code in (200, 403)  # on this machine everybody is the host


def test_a_computer_plays_for_its_holder_who_takes_it_back(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german", name="Anna") as german:
        assert computer(table, table.host) == 204
        german.until(lambda: german_of(german).get("kind") == "greedy")
        british.until(lambda: any("handed" in told for told in british.notices()))
        assert "Anna still holds it" in british.notices()[-1]
        assert computer(table, table.host, "person") == 409
        assert computer(table, table.tokens["german"], "person") == 204
        british.until(lambda: f"Anna plays {GERMAN} again." in british.notices())
    with table.sit("onlooker") as late:
        assert len(late.notices()) == 3


def test_a_seat_is_given_up_only_by_consent(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        with table.sit("german", name="Anna") as german:
            assert computer(table, table.host, "friend") == 202
            german.until(lambda: german_of(german).get("asked"))
            assert german.do("release", agree=False)["type"] == "done"
            german.until(lambda: not german_of(german).get("asked"))
        assert computer(table, table.host, "friend") == 202
    with running(tmp_path) as again:  # the question is kept
        there = table.at(again)
        with there.sit("german") as german, there.sit("british") as british:
            assert german_of(german)["asked"]
            german.send({"type": "release", "key": "k" * 12, "agree": True})
            assert german.closed() == 4403
            british.until(lambda: "Anna has given up" in british.notices()[-1])
        with pytest.raises(ConnectionClosed):
            there.sit("german")
        made = there.call("POST", "/links", table.host, json={"seat": "german"})
        token = made.json()["link"].partition("#")[2]
        with Sitter(there, token, claim=new_token(), name="Ben") as ben:
            assert ben.welcome["seat"] == "german"
            assert ben.notices()[-1] == f"Ben has taken {GERMAN}."
        assert there.get("/journal.jsonl").status_code == 403


def test_a_helper_cannot_give_the_seat_away(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    made = table.call("POST", "/links", table.tokens["german"], json={"seat": "german"})
    with Sitter(table, made.json()["link"].partition("#")[2]) as helper:
        refused = helper.do("release", agree=True)
        assert refused["rule"] == "server.not-your-seat"
    with table.sit("german") as german:
        assert german.welcome["holds"]


def test_what_was_said_to_a_side_before_is_not_for_who_comes_after(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("german") as german:
        german.do("chat", text="My mines lie by the mill", to="side")
        german.send({"type": "release", "key": "k" * 12, "agree": True})
        german.closed()
    made = table.call("POST", "/links", table.host, json={"seat": "german"})
    with Sitter(table, made.json()["link"].partition("#")[2], claim=new_token()) as ben:
        assert ben.welcome["seat"] == "german"
        assert not any("mines" in raw for raw in ben.raw)


def test_nobody_joins_a_side_whose_secrets_are_anothers(server: Running) -> None:
    seats = [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "one", "side": "german", "kind": "friend", "pieces": []},
        {"seat": "two", "side": "german", "kind": "computer", "pieces": []},
    ]
    table = server.begin(seats=seats)
    table.sit("one", name="Anna").leave()
    for kind in ("me", "friend", "person"):
        refused = table.call("PATCH", "/seats/two", table.host, json={"kind": kind})
        assert refused.status_code == 409
        assert "Anna plays on this side" in refused.json()["detail"]


def test_a_notice_is_not_talked_away(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    with table.sit("british") as british:
        for number in range(205):
            british.do("chat", text=f"{number}")
    with table.sit("german") as german:
        assert len(german.welcome["chat"]) == 201
        assert german.notices() == [f"Somebody has taken {GERMAN}."]


def test_taking_back_needs_the_holder_while_a_computer_plays_for_him(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    assert computer(table, table.host) == 204
    with table.sit("british") as british:
        british.until(lambda: british.standing.get("questions"))
        done = british.give({"order": "done"})
        british.until(lambda: british.number > done["number"] and british.standing.get("questions"))
        assert british.do("undo", expect=british.number, to=0)["type"] == "done"
        assert british.standing["proposal"]["seat"] == "british"


# -- who plays alone, and who comes later ---------------------------------------------------------


def test_whoever_is_invited_later_is_told_that_the_record_was_given_out(server: Running) -> None:
    table = server.begin()
    assert table.get("/journal.jsonl").status_code == 200
    assert table.call("PATCH", "/seats/german", table.host, json={"kind": "friend"}).is_success
    assert table.get("/journal.jsonl").status_code == 403
    made = table.call("POST", "/links", table.host, json={"seat": "german"})
    with Sitter(table, made.json()["link"].partition("#")[2], claim=new_token()) as german:
        assert "was given the whole record" in german.notices()[0]


def test_whoever_is_invited_to_a_battle_that_was_taken_over_is_told_so(server: Running) -> None:
    alone = server.begin()
    wanted = {"line": 0, **FRIENDS}
    made = alone.call("POST", "/take-over", alone.host, json=wanted)
    assert made.status_code == 201, made.text
    table = Table(server, made.json())
    with table.sit("german") as german:
        assert "could see the whole record" in german.notices()[0]


def test_whoever_is_invited_later_to_a_battle_that_was_taken_over_is_told_so(
    server: Running,
) -> None:
    alone = server.begin()
    made = alone.call("POST", "/take-over", alone.host, json={"line": 0})
    table = Table(server, made.json())
    assert table.call("PATCH", "/seats/german", table.host, json={"kind": "friend"}).is_success
    link = table.call("POST", "/links", table.host, json={"seat": "german"}).json()["link"]
    with Sitter(table, link.partition("#")[2], claim=new_token()) as german:
        assert "was given the whole record" in german.notices()[0]


def test_an_invitation_keeps_the_record_closed_until_it_is_revoked(server: Running) -> None:
    table = server.begin(**FRIENDS)
    assert computer(table, table.host) == 204
    assert table.get("/journal.jsonl").status_code == 403
    assert table.call("DELETE", "/links/german", table.host).status_code == 204
    assert table.get("/journal.jsonl").status_code == 200


def test_who_plays_alone_takes_the_computers_seat(server: Running) -> None:
    table = server.begin()
    assert table.call("PATCH", "/seats/german", table.host, json={"kind": "me"}).is_success
    made = table.call("POST", "/links", table.host, json={"seat": "german"})
    with Sitter(table, made.json()["link"].partition("#")[2]) as german:
        assert german.welcome["seat"] == "german"
    assert table.get("/journal.jsonl").status_code == 200


# -- full disks -----------------------------------------------------------------------------------


def test_on_a_full_disk_people_come_in_under_new_names(tmp_path: Path) -> None:
    with running(tmp_path, retry_seconds=0.05) as server:
        table = server.begin(**FRIENDS).come()
        with server.without_room(), table.sit("german", name="Anna") as german:
            assert german.welcome["seat"] == "german"
            assert german_of(german)["name"] == "Anna"
        with table.sit("british") as british:
            british.until(lambda: german_of(british)["name"] == "Anna")
        wait_until(lambda: server.store.seats(table.id)[1].name == "Anna")


def test_a_claim_that_cannot_be_recorded_lets_one_look_on_and_is_still_good(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        with server.without_room(), table.sit("german", name="Anna") as german:
            assert german.welcome["role"] == "onlooker"
            assert german.welcome["barred"]["why"] == "not-recorded"
            assert "could not be recorded" in german.welcome["barred"]["text"]
        with table.sit("german", name="Anna") as german:
            assert german.welcome["seat"] == "german"
