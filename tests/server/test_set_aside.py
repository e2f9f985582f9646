"""A battle whose rules never end, or eat all memory, is set aside, and all others go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server.memory import MIB, used
from sandtable.server.settings import Budget
from tests.server.kit import Running, Table, running, wait_until
from tests.server.mischief import FRIENDS, Deed, mischief

__all__ = ["mischief"]

BUDGET = Budget(
    order=1.5, question=1.5, decision=0.4, fallback=0.4, load=1.0, load_line=0.0, report=0.6
)

Plot = dict[str, Deed]


@pytest.fixture
def server(tmp_path: Path, mischief: Plot) -> Iterator[Running]:
    with running(tmp_path, budget=BUDGET, memory=used() // MIB + 150) as server:
        yield server


def plan() -> dict[str, Any]:
    return {"order": "plan", "moves": {}}


class Neighbours:
    """Another battle at the same server that is played all the while."""

    def __init__(self, server: Running) -> None:
        self.table = server.begin(**FRIENDS)
        self.slowest = 0.0
        self.steps = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Neighbours:
        self._thread.start()
        wait_until(lambda: self.steps > 2)
        return self

    def __exit__(self, *_: object) -> None:
        before = self.steps
        wait_until(lambda: self.steps > before + 2)
        self._end.set()
        self._thread.join()

    def _play(self) -> None:
        with self.table.sit("west") as west, self.table.sit("east") as east:
            while not self._end.is_set():
                for sitter in (west, east):
                    began = time.monotonic()
                    done = sitter.give({"order": "plan", "moves": {}}, expect=self.steps)
                    assert done["type"] == "done", done
                    self.slowest = max(self.slowest, time.monotonic() - began)
                    self.steps += 1
                    if sitter.standing["status"] == "over":
                        return
                if self.steps > 90:
                    return
                time.sleep(0.02)


def aside_of(table: Table) -> str | None:
    found: str | None = table.get("").json()["aside"]
    return found


def test_an_order_that_never_ends_is_refused_and_nothing_has_changed(
    server: Running, mischief: Plot
) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("west") as west:
        mischief["apply"] = "loop"
        refused = west.give(plan())
        assert (refused["type"], refused["rule"]) == ("refused", "server.too-long")
        assert "Nothing has changed" in refused["reason"]
        assert west.closed() == 1012
    mischief.clear()
    assert aside_of(table) is None
    with table.sit("west") as west:
        assert west.number == 0
        assert west.give(plan())["type"] == "done"


@pytest.mark.parametrize("where", ["apply", "sheet", "figures", "candidates"])
@pytest.mark.parametrize("deed", ["loop", "swallow", "eat"])
def test_others_go_on_meanwhile(
    server: Running, mischief: Plot, monkeypatch: pytest.MonkeyPatch, where: str, deed: Deed
) -> None:
    """Only one of two battles is harmed: that of whoever asks for it."""
    table = server.begin(**FRIENDS)
    before = used()
    with Neighbours(server) as others, table.sit("west") as west:
        harmed = table.id
        _only_for(monkeypatch, harmed)
        mischief[where] = deed
        if deed == "swallow":
            threading.Timer(1.5, mischief.clear).start()
        if where == "apply":
            answer = west.give(plan())
            rule = "server.set-aside" if deed == "eat" else "server.too-long"
            assert (answer["type"], answer["rule"]) == ("refused", rule)
        else:
            about = {"sheet": "sheet", "figures": "drawing", "candidates": "offers"}[where]
            answer = west.ask(about, piece="w1")
            assert "too long" in answer["problem"]
        mischief.clear()
        assert west.closed() == 1012
    assert others.slowest < 15
    assert (aside_of(table) is not None) == (deed == "eat")
    if deed == "eat":
        wait_until(lambda: used() < before + 120 * MIB)


def _only_for(monkeypatch: pytest.MonkeyPatch, battle: str) -> None:
    """Do mischief only in the threads that work for one battle."""
    from sandtable.server.budget import Piece
    from tests.server import mischief as book

    mine = threading.local()
    enter, harm = Piece.enter, book.harm

    def entered(piece: Piece) -> None:
        mine.battle = piece.battle
        enter(piece)

    def harmed(where: str) -> None:
        if getattr(mine, "battle", None) == battle:
            harm(where)

    monkeypatch.setattr(Piece, "enter", entered)
    monkeypatch.setattr(book, "harm", harmed)


def test_a_drawing_and_a_report_that_never_end_get_a_sentence(
    server: Running, mischief: Plot
) -> None:
    table = server.begin(**FRIENDS)
    mischief["figures"] = "loop"
    for path in ("/drawing.svg", "/layers", "/report.html"):
        answer = table.get(path, "west")
        assert answer.status_code == 503, path
        assert "too long" in answer.json()["detail"]
    mischief.clear()
    assert table.get("/drawing.svg", "west").status_code == 200


def eaten(table: Table, mischief: Plot) -> None:
    """Have an order eat all memory, so that the battle is set aside."""
    with table.sit("west") as west:
        assert west.give(plan())["type"] == "done"
        mischief["apply"] = "eat"
        assert west.give(plan())["rule"] in ("server.set-aside", "toy.turn.secret-plans")
    with table.sit("east") as east:
        assert east.give(plan())["rule"] == "server.set-aside"
    mischief.clear()


def test_a_battle_that_was_set_aside_is_only_looked_at_until_its_host_tries_again(
    tmp_path: Path, mischief: Plot
) -> None:
    with running(tmp_path, budget=BUDGET, memory=used() // MIB + 150) as server:
        table = server.begin(**FRIENDS)
        eaten(table, mischief)
        told = aside_of(table)
        assert told is not None
        assert "after line 1" in told
        assert "more memory" in told
        with table.sit("west") as west:
            assert west.standing["aside"]["text"] == told
            assert west.number == 1
            refused = west.give(plan(), expect=1)
            assert (refused["rule"], refused["reason"]) == ("server.set-aside", told)
            assert west.do("chat", text="What now?")["type"] == "done"
            assert "only be looked at" in west.ask("offers")["problem"]
        assert table.get("/journal.jsonl", "east").status_code == 403
    mischief["start"] = "loop"  # whoever loaded it would not come back
    with running(tmp_path, budget=BUDGET, memory=used() // MIB + 150) as server:
        table = table.at(server)
        assert aside_of(table) == told
        with table.sit("west") as west:
            assert west.standing["aside"]["text"] == told
        mischief.clear()
        assert table.call("POST", "/try-again", table.tokens["east"]).status_code in (200, 403)
        again = table.call("POST", "/try-again", table.host)
        assert again.status_code in (200, 409)
        assert aside_of(table) is None
        with table.sit("east") as east:
            assert east.number == 1
            assert east.give(plan())["type"] == "done"


def test_only_the_host_has_it_tried_again(tmp_path: Path, mischief: Plot) -> None:
    wanted = {"passphrase": "hill 209", "memory": used() // MIB + 150}
    with running(tmp_path, budget=BUDGET, **wanted) as server:
        with server.http() as http:
            http.post("/api/session", json={"passphrase": "hill 209"})
            made = http.post("/api/battles", json=FRIENDS)
            table = Table(server, made.json())
        eaten(table, mischief)
        assert table.call("POST", "/try-again", table.tokens["east"]).status_code == 403
        mischief["start"] = "loop"
        again = table.call("POST", "/try-again", table.host)
        assert again.status_code == 200
        assert "more time" in again.json()["aside"]
        mischief.clear()
        assert table.call("POST", "/try-again", table.host).json()["aside"] is None
        assert table.call("POST", "/try-again", table.host).status_code == 409


def test_loading_that_never_ends_sets_the_battle_aside(tmp_path: Path, mischief: Plot) -> None:
    with running(tmp_path, budget=BUDGET) as server:
        table, other = server.begin(**FRIENDS), server.begin()
        with table.sit("west") as west:
            west.give(plan())
    mischief["start"] = "loop"
    with running(tmp_path, budget=BUDGET) as server:
        table, other = table.at(server), other.at(server)
        with table.sit("west") as west:
            assert "when it was loaded, that took more time" in west.standing["aside"]["text"]
        with other.sit("british") as british:
            assert british.give(british.offered("move"))["type"] == "done"


def solo(level: str = "greedy") -> dict[str, Any]:
    return {
        "scenario": "mischief",
        "seats": [
            {"seat": "west", "side": "west", "kind": "me"},
            {"seat": "east", "side": "east", "kind": "computer", "level": level},
        ],
    }


def test_a_computer_player_that_never_ends_is_replaced_by_a_simple_one(
    server: Running, mischief: Plot
) -> None:
    mischief["advise"] = "loop"
    table = server.begin(**solo())
    wait_until(lambda: table.get("").json()["number"] == 1)
    assert aside_of(table) is None


def test_if_the_simple_one_does_not_end_either_the_battle_is_set_aside(
    server: Running, mischief: Plot
) -> None:
    mischief.update(advise="loop", pick="loop")
    table = server.begin(**solo())
    wait_until(lambda: aside_of(table) is not None)
    assert "computer player was thinking" in (aside_of(table) or "")


def test_a_battle_that_cannot_be_set_up_within_the_budget_is_not_begun(
    server: Running, mischief: Plot
) -> None:
    mischief["start"] = "loop"
    with server.http() as http:
        made = http.post("/api/battles", json=FRIENDS)
        assert made.status_code == 503
        assert http.get("/api/battles").json() == []


def test_a_view_that_never_ends_sets_the_battle_aside(server: Running, mischief: Plot) -> None:
    table = server.begin(**FRIENDS)
    mischief["known_to"] = "loop"
    with pytest.raises(Exception, match="1012"), table.sit("west"):
        pass
    mischief.clear()
    with table.sit("west") as west:
        assert west.standing["aside"]


def test_the_setting_for_memory_is_in_mib() -> None:
    from sandtable.server.settings import Settings

    assert Settings(memory=512).ceiling == 512 * MIB
    sensible = Settings().ceiling
    assert sensible is None or sensible >= 256 * MIB
    assert msgspec.structs.replace(Settings(), memory=1).ceiling == MIB
