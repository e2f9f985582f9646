"""A battle over the WebSocket: coming in, giving orders, asking, talking."""

from __future__ import annotations

import pytest

from tests.server.kit import FRIENDS, Running, new_key


def test_whoever_says_hello_is_told_everything(server: Running) -> None:
    table = server.begin()
    with table.sit("british", name="Harding") as british:
        welcome = british.welcome
    assert welcome["protocol"] == 2
    assert (welcome["battle"], welcome["seat"], welcome["side"]) == (table.id, "british", "british")
    assert welcome["role"] == "player"
    assert not welcome["host"]
    assert welcome["scenario"]["title"] == "The crossroads at Saint-Aubin"
    assert welcome["scenario"]["unit"] == "in"
    assert [side["id"] for side in welcome["scenario"]["sides"]] == ["british", "german"]
    assert welcome["book"]["code"] == "p8"
    assert welcome["dice"] == {"kind": "computer", "seed_from": "drawn"}
    assert [entry["line"] for entry in welcome["entries"]] == [0]
    assert welcome["entries"][0]["kind"] == "start"
    assert welcome["standing"]["waiting"] == ["british"]
    assert welcome["standing"]["questions"][0]["rule"] == "p8.action.one-per-element"
    seats = {seat["seat"]: seat for seat in welcome["seats"]}
    assert seats["british"]["name"] == "Harding"
    assert seats["german"]["kind"] == "greedy"


def test_an_order_is_done_and_told_to_both_seats(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        order = british.offered("move")
        done = british.give(order)
        assert (done["type"], done["number"]) == ("done", 1)
        german.until(lambda: german.number == 1)
        assert german.entries[1] == british.entries[1]


def test_an_order_that_the_rules_forbid_is_refused_with_the_rule(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("german") as german:
        refused = german.give({"order": "done"})
        assert refused["type"] == "refused"
        assert refused["rule"].startswith("p8.")
        assert "british" in refused["reason"]
        assert refused["number"] == 0


@pytest.mark.parametrize(
    "order",
    [{}, {"order": "surrender"}, {"order": "move", "element": 7}, {"order": "move", "x": 1}],
)
def test_an_order_that_makes_no_sense_is_refused(server: Running, order: dict[str, object]) -> None:
    with server.begin().sit("british") as british:
        refused = british.give(order)
        assert (refused["type"], refused["rule"]) == ("refused", "order.is-plain-data")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type": "give"}',
        '{"type": "nothing"}',
        '{"type": "ping", "more": 1}',
        '{"type": "chat", "key": "short", "text": "x"}',
        '{"type": "ask", "id": -1, "about": "drawing"}',
        '{"type": "give", "key": "12345678", "expect": 1e400, "order": {}}',
        "[" * 20000,
    ],
)
def test_what_cannot_be_understood_is_said_so_and_changes_nothing(
    server: Running, message: str
) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        british.socket.send(message)
        trouble = british.wait("trouble")
        assert trouble["reason"].startswith("That message cannot be understood: ")
        british.send({"type": "ping"})
        assert british.wait("pong") == {"type": "pong", "number": 0}


def test_trouble_names_the_key_or_the_id(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        key = new_key()
        british.send({"type": "chat", "key": key, "text": ""})
        assert british.wait("trouble")["key"] == key
        british.send({"type": "ask", "id": 12, "about": "weather"})
        assert british.wait("trouble")["id"] == 12


def test_computer_players_act_by_themselves(server: Running) -> None:
    with server.begin().sit("british") as british:
        assert british.give({"order": "done"})["type"] == "done"
        british.until(lambda: british.standing["turn"] == 2 or british.standing.get("questions"))
        assert british.number > 1


def test_the_same_seed_and_the_same_orders_make_the_same_battle(server: Running) -> None:
    def steps() -> list[dict[str, object]]:
        table = server.begin(seed="June 1944")
        with table.sit("british") as british:
            assert british.give({"order": "standing", "policy": "hold"})["type"] == "done"
            for _ in range(2):
                assert british.give({"order": "done"})["type"] == "done"
                british.until(lambda: british.standing.get("questions"))
            return [british.entries[line] for line in sorted(british.entries)]

    first = steps()
    assert len(first) > 10
    assert steps() == first


@pytest.mark.slow
def test_computers_fight_a_battle_to_its_end_alone(server: Running) -> None:
    seats = [
        {"seat": side, "side": side, "kind": "computer", "level": "random"}
        for side in ("british", "german")
    ]
    table = server.begin(seats=seats)
    with table.sit("onlooker") as onlooker:
        onlooker.until(lambda: onlooker.standing["status"] == "over")
        assert onlooker.standing["outcome"]["reason"]
    info = table.get("").json()
    assert (info["status"], info["outcome"]) == ("over", onlooker.standing["outcome"])
    assert table.get("/verify").json()["ok"]


def test_a_seat_is_handed_to_the_computer_and_back(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        path = "/seats/british"
        wish = {"kind": "computer", "level": "greedy"}
        assert table.call("PATCH", path, table.host, json=wish).status_code == 204
        german.until(lambda: german.standing.get("questions"))
        refused = british.give({"order": "done"})
        assert refused["rule"] == "server.a-computer-sits-there"
        wish = {"kind": "person"}
        assert table.call("PATCH", path, table.host, json=wish).status_code == 204
        assert british.wait("presence")["seats"][0].get("kind", "person") == "person"


def test_what_is_said_reaches_all_or_the_own_side(server: Running) -> None:
    others = [name for name in british(server) if name not in ("uk-hq", "firefly")]
    seats = [
        {"seat": "harding", "side": "british", "kind": "me", "pieces": ["uk-hq", "firefly"]},
        {"seat": "smith", "side": "british", "kind": "friend", "pieces": others},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
    table = server.begin(seats=seats)
    with (
        table.sit("harding") as harding,
        table.sit("smith", name="Smith") as smith,
        table.sit("german") as german,
    ):
        assert harding.do("chat", text="Hello, all")["type"] == "done"
        assert smith.do("chat", text="Flank them", to="side")["type"] == "done"
        assert german.do("chat", text="Guten Tag\u202e", to="side")["type"] == "done"
        assert harding.do("chat", text="Good luck")["type"] == "done"
        german.until(lambda: german.heard[-1].get("said", {}).get("text") == "Good luck")
        texts = [each["said"]["text"] for each in german.heard if each["type"] == "heard"]
        assert texts == ["Hello, all", "Guten Tag", "Good luck"]
        said = [each["said"] for each in harding.heard if each["type"] == "heard"]
        notices = [each["text"] for each in said if not each["seat"]]
        assert notices[0] == "Smith has taken the seat “British 2”."
        said = [each for each in said if each["seat"]]
        assert [each["text"] for each in said] == ["Hello, all", "Flank them", "Good luck"]
        assert said[1]["name"] == "Smith"
    with table.sit("german") as german:
        assert [said["text"] for said in german.welcome["chat"] if said["seat"]] == texts


def test_people_see_who_is_there(server: Running) -> None:
    table = server.begin(**FRIENDS)

    def here(message: dict[str, object]) -> list[str]:
        return [seat["seat"] for seat in message["seats"] if seat.get("here")]  # type: ignore[attr-defined]

    with table.sit("british") as british:
        assert here(british.wait("presence")) == ["british"]
        german = table.sit("german")
        assert here(british.wait("presence")) == ["british", "german"]
        onlooker = table.sit("onlooker")
        assert british.wait("presence")["onlookers"] == 1
        german.leave()
        onlooker.leave()
        british.until(lambda: here(british.heard[-1]) == ["british"])


def british(server: Running) -> list[str]:
    with server.http() as http:
        forces = http.get("/api/scenarios/saint-aubin").json()["forces"]
    return [unit["id"] for unit in forces[0]["units"]]


def test_a_side_can_be_shared(server: Running) -> None:
    names = british(server)
    seats = [
        {"seat": "one", "side": "british", "kind": "me", "pieces": names[:4]},
        {"seat": "two", "side": "british", "kind": "friend", "pieces": names[4:]},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
    table = server.begin(seats=seats)
    with table.sit("one") as one, table.sit("two") as two, table.sit("german") as german:
        assert one.welcome["standing"]["waiting"] == ["one", "two"]
        shown = {seat["seat"]: seat.get("pieces") for seat in one.welcome["seats"]}
        assert shown == {"one": names[:4], "two": names[4:], "german": None}
        assert all(seat.get("pieces") is None for seat in german.welcome["seats"][:2])
        order = one.offered("move")
        assert order["element"] in names[:4]
        refused = two.give(order)
        assert refused["type"] == "refused"
        assert one.give(order)["type"] == "done"


def test_standing_orders_are_given_at_any_time(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        standing = {"order": "standing", "policy": "hold"}
        assert german.give(standing)["type"] == "done"
        assert "Standing order" in german.events[-1]["text"]
        # The other side knows only that something was done, and may go on regardless.
        assert british.give(british.offered("move"), expect=0)["type"] == "done"
        assert "Standing order" not in str(british.raw)
        # It has moved; yet standing orders do not depend on that.
        assert german.give({"order": "standing", "policy": "ask"}, expect=1)["type"] == "done"
