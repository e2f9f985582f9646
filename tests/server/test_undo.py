"""Taking back: freely, by consent, or by the referee."""

from __future__ import annotations

from pathlib import Path

from tests.server.kit import FRIENDS, Data, Running, Sitter, hold_fire, new_key, running

ALONE: Data = {
    "seats": [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
    ]
}


def test_a_move_without_dice_is_taken_back_freely(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        hold_fire(german, british)
        before = british.ask("drawing")["layers"]
        number = british.number
        assert british.give(british.offered("move"))["type"] == "done"
        assert british.standing["undo"] == ""
        assert british.ask("drawing")["layers"] != before
        done = british.do("undo", expect=british.number)
        assert (done["type"], done["number"]) == ("done", number + 2)
        assert british.ask("drawing")["layers"] == before
        german.until(lambda: german.number == number + 2)
        assert german.entries[number + 2] == {
            "line": number + 2,
            "kind": "undo",
            "to": number,
        }


def test_what_was_taken_back_is_still_told_to_who_comes_later(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        hold_fire(german, british)
        assert british.give(british.offered("move"))["type"] == "done"
        assert british.do("undo", expect=british.number)["type"] == "done"
        british.drain()
        entries = british.entries
    with table.sit("british") as late:
        assert late.welcome["entries"] == [entries[line] for line in sorted(entries)]
        assert late.welcome["entries"][-2]["events"]
        assert late.welcome["entries"][-1]["kind"] == "undo"


def _act(british: Sitter, german: Sitter) -> None:
    """Another seat acts after the British."""
    assert british.give({"order": "done"})["type"] == "done"
    german.until(lambda: german.standing.get("questions"))
    assert german.give({"order": "done"})["type"] == "done"
    british.until(lambda: british.number == german.number)


def test_beyond_that_the_other_side_is_asked_and_may_agree(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        _act(british, german)
        assert british.standing["undo"] == "German has acted since."
        number = british.number
        assert british.do("undo", expect=number) | {"key": ""} == {
            "type": "done",
            "key": "",
            "number": number,
        }
        british.until(lambda: "proposal" in british.standing)
        german.until(lambda: "proposal" in german.standing)
        assert british.standing["proposal"]["seat"] == "british"
        assert not british.standing["proposal"].get("mine")
        wish = german.standing["proposal"]
        assert wish["mine"]
        assert wish["text"] == "Harding asks to take back the last 2 steps."
        assert german.do("consent", proposal=wish["proposal"], agree=True)["type"] == "done"
        british.until(lambda: british.number == number + 1)
        assert british.entries[number + 1]["kind"] == "undo"
        assert "proposal" not in british.standing
        assert british.standing["questions"]


def test_the_other_side_may_decline(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        _act(british, german)
        number = british.number
        british.do("undo", expect=number)
        german.until(lambda: "proposal" in german.standing)
        proposal = german.standing["proposal"]["proposal"]
        refused = british.do("consent", proposal=proposal, agree=True)
        assert refused["rule"] == "server.nothing-to-agree-to"
        assert german.do("consent", proposal=proposal, agree=False)["type"] == "done"
        british.until(lambda: "proposal" not in british.standing)
        assert british.number == number
        refused = german.do("consent", proposal=proposal, agree=True)
        assert refused["rule"] == "server.nothing-to-agree-to"


def test_a_wish_lapses_when_something_else_happens(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("german") as german:
        _act(british, german)
        british.do("undo", expect=british.number)
        german.until(lambda: "proposal" in german.standing)
        asked = british if british.standing.get("questions") else german
        assert asked.give(asked.offers()[-1])["type"] == "done"
        assert "proposal" not in asked.standing


def test_a_wish_that_waits_for_consent_survives_a_restart(
    database_url: str, tmp_path: Path
) -> None:
    with running(tmp_path, database_url=database_url) as server:
        table = server.begin(**FRIENDS)
        with table.sit("british") as british, table.sit("german") as german:
            _act(british, german)
            key, number = new_key(), british.number
            done = british.do("undo", expect=number, key=key)
            german.until(lambda: "proposal" in german.standing)
            wish = german.standing["proposal"]
    with running(tmp_path, database_url=database_url) as server:
        table = table.at(server)
        with table.sit("british") as british, table.sit("german") as german:
            assert german.standing["proposal"] == wish
            # Whoever is in doubt sends it again, and it is still one wish.
            assert british.do("undo", expect=number, key=key) == done
            assert german.do("consent", proposal=wish["proposal"], agree=True)["type"] == "done"
            british.until(lambda: british.number == number + 1)
            assert british.entries[number + 1]["kind"] == "undo"
            assert "proposal" not in british.standing


def test_a_wish_that_was_declined_or_has_lapsed_is_not_there_after_a_restart(
    database_url: str, tmp_path: Path
) -> None:
    with running(tmp_path, database_url=database_url) as server:
        tables = [server.begin(**FRIENDS) for _ in range(2)]
        for table in tables:
            with table.sit("british") as british, table.sit("german") as german:
                _act(british, german)
                british.do("undo", expect=british.number)
                german.until(lambda: "proposal" in german.standing)
                number = german.standing["proposal"]["proposal"]
                if table is tables[0]:
                    key = new_key()
                    declined = german.do("consent", proposal=number, agree=False, key=key)
                    assert declined["type"] == "done"
                else:
                    asked = british if british.standing.get("questions") else german
                    assert asked.give(asked.offers()[-1])["type"] == "done"
    with running(tmp_path, database_url=database_url) as server:
        for table in tables:
            with table.at(server).sit("german") as german:
                assert "proposal" not in german.standing
        with tables[0].at(server).sit("german") as german:
            assert german.do("consent", proposal=number, agree=False, key=key) == declined
            with tables[0].at(server).sit("british") as british:
                british.do("undo", expect=british.number)
            german.until(lambda: "proposal" in german.standing)
            # No number is used twice: an old answer cannot be taken for one to a new wish.
            assert german.standing["proposal"]["proposal"] == number + 1


def test_a_computer_opponent_agrees_to_anything(server: Running) -> None:
    with server.begin(**ALONE).sit("british") as british:
        assert british.give({"order": "done"})["type"] == "done"
        british.until(lambda: british.number >= 2)
        british.drain(0.2)
        assert british.standing["undo"]
        assert british.do("undo", expect=british.number, to=0)["type"] == "done"
        british.until(lambda: british.entries[max(british.entries)]["kind"] == "undo")
        assert british.standing["turn"] == 1


def test_there_may_be_nothing_to_take_back(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        assert "undo" not in british.standing
        refused = british.do("undo", expect=0)
        assert refused["rule"] == "undo.nothing-to-take-back"
        refused = british.do("undo", expect=0, to=7)
        assert refused["rule"] == "undo.nothing-to-take-back"


def test_a_stale_undo_is_refused(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        assert british.give(british.offered("move"))["type"] == "done"
        assert british.do("undo", expect=0)["rule"] == "server.out-of-step"


def test_onlookers_take_nothing_back(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("onlooker") as onlooker:
        assert british.give(british.offered("move"))["type"] == "done"
        refused = onlooker.do("undo", expect=1)
        assert refused["rule"] == "server.onlookers-only-look"
        refused = onlooker.give({"order": "done"})
        assert refused["rule"] == "server.onlookers-only-look"
