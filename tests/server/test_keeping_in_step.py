"""Orders sent twice, too late, or across a break; and servers that stop and start again."""

from __future__ import annotations

from pathlib import Path

from tests.server.kit import FRIENDS, Data, Running, Sitter, hold_fire, new_key, running, wait_until


def test_an_order_sent_twice_is_done_once(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        hold_fire(german, british)
        order, key = british.offered("move"), new_key()
        done = british.give(order, key=key)
        assert british.give(order, key=key) == done
        assert british.give(british.offered("move"), key=key, expect=0) == done
        assert british.number == 3


def test_the_same_key_of_another_seat_is_another_key(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        key = new_key()
        hold_fire(german)
        assert british.give(british.offered("move"), key=key)["type"] == "done"
        assert german.give({"order": "done"}, key=key)["type"] == "refused"


def test_what_was_refused_is_judged_anew_under_the_same_key(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        key = new_key()
        assert german.give({"order": "done"}, key=key)["type"] == "refused"
        assert british.give({"order": "done"})["type"] == "done"
        german.until(lambda: german.standing.get("questions"))
        assert german.give({"order": "done"}, key=key)["type"] == "done"


def test_a_stale_order_is_refused_with_the_number_of_the_last_line(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as here, table.sit("british") as there:
        assert here.give(here.offered("move"))["type"] == "done"
        refused = there.give({"order": "done"}, expect=0)
        assert (refused["type"], refused["rule"]) == ("refused", "server.out-of-step")
        assert refused["number"] == here.number


def test_an_order_from_the_future_is_refused(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        refused = british.give(british.offered("move"), expect=9)
        assert (refused["rule"], refused["number"]) == ("server.out-of-step", 0)


def _play(british: Sitter, german: Sitter, steps: int) -> None:
    """Play on with whoever is asked."""
    for _ in range(steps):
        for sitter in (british, german):
            sitter.drain(0.02)
        asked = british if british.standing.get("questions") else german
        assert asked.give(asked.offers()[0])["type"] == "done"


def test_a_client_catches_up_from_the_last_line_that_it_saw(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        _play(british, german, 6)
        british.drain()
        whole = british.entries
        number = british.number
    for since in (-1, 0, 3, number - 1, number):
        with table.sit("british", since=since) as again:
            expected = [whole[line] for line in range(since + 1, number + 1)]
            assert again.welcome["entries"] == expected
    with table.sit("british", since=number + 1000) as confused:
        assert len(confused.welcome["entries"]) == number + 1


def test_a_server_that_starts_again_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        with table.sit("british", name="Harding") as british, table.sit("german") as german:
            _play(british, german, 5)
            british.do("chat", text="Back in a minute")
            british.drain()
            key = new_key()
            order: Data = {"order": "standing", "policy": "hold"}
            done = british.give(order, key=key)
            british.drain()
            welcome, entries = british.welcome, british.entries
            standing, seen = british.standing, british.ask("drawing")
        journal = table.get("/journal.jsonl", "onlooker")
        assert journal.status_code == 403
    with running(tmp_path) as again, table.at(again).sit("british") as british:
        assert list(entries.values()) == british.welcome["entries"]
        assert british.standing == standing
        assert british.welcome["scenario"] == welcome["scenario"]
        assert british.welcome["seats"][0]["name"] == "Harding"
        told = [said["text"] for said in british.welcome["chat"]]
        assert told == ["Somebody has taken the seat “German”.", "Back in a minute"]
        assert british.give(order, key=key) == done
        assert british.ask("drawing")["layers"] == seen["layers"]


def test_computer_players_go_on_after_a_restart_as_they_would_have(tmp_path: Path) -> None:
    seats = [{"seat": s, "side": s, "kind": "computer"} for s in ("british", "german")]

    def journals(folder: Path, stops: int) -> list[str]:
        with running(folder, pace=0.003) as server:
            table = server.begin(seats=seats, seed="1944")
            if stops:
                with table.sit("onlooker") as onlooker:
                    onlooker.until(lambda: onlooker.number >= stops)
        with running(folder) as again, table.at(again).sit("onlooker") as onlooker:
            onlooker.until(lambda: onlooker.standing["status"] == "over")
            text = table.at(again).get("/journal.jsonl").text
        return text.splitlines()

    stopped = journals(tmp_path / "one", 12)
    assert len(stopped) > 20
    # Decisions follow from the battle's id, so only a journal of its own can be compared: the
    # one that was stopped verifies, and no line of it is missing or there twice.
    numbers = [f'"line":{number},' in line for number, line in enumerate(stopped) if number]
    assert all(numbers)


def test_a_battle_nobody_is_in_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    with running(tmp_path, idle_seconds=0.0) as server:
        table = server.begin(**FRIENDS)
        with table.sit("british") as british:
            assert british.give(british.offered("move"))["type"] == "done"
        app = server._server.config.app
        hall = app.state.site.hall  # type: ignore[union-attr]
        wait_until(lambda: hall.open_room(table.id) is None)
        with table.sit("british", since=0) as british:
            assert british.number == 1
            assert [entry["line"] for entry in british.welcome["entries"]] == [1]
