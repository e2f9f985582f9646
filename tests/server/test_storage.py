"""The database: lines that survive, one writer for many, and servers that share it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, insert, text, update

from sandtable.journal import load, to_bytes, verify
from sandtable.scenario import load_scenario
from sandtable.server.storage import (
    BattleRow,
    ChatRow,
    ClashError,
    LineRow,
    PendingRow,
    SeatRow,
    StorageError,
    Store,
    TokenRow,
    WishRow,
    tables,
)
from sandtable.server.storage.tables import facts
from sandtable.server.storage.writer import Writer
from tests.server.kit import FRIENDS, hold_fire, new_key, running
from tests.server.postgres import Postgres
from tests.server.sealing import speak


def row(name: str = "one") -> BattleRow:
    scenario = load_scenario("saint-aubin")
    return BattleRow(
        id=name,
        created=1.0,
        changed=2.0,
        title="Saint-Aubin",
        scenario_id="saint-aubin",
        scenario=scenario,
        book="p8",
        dice="computer",
        seed="1",
        waiting=("british",),
    )


SEATS = [SeatRow(seat="british", place=0, side="british", pieces=("a", "b"), name="Ä", own=True)]
LINES = [LineRow(0, 1.0, b'{"x":0}\n'), LineRow(1, 2.0, b'{"x":1}\n')]


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    found = Store(database_url)
    yield found
    found.close()


def test_what_is_written_is_read_again(store: Store) -> None:
    store.add_battle(row(), SEATS, [("d" * 64, "british")], LINES).result()
    assert store.battle("one") == row()
    assert store.battle("two") is None
    assert store.seats("one") == SEATS
    assert store.lines("one") == LINES
    assert store.lines("one", 0) == LINES[1:]
    token = TokenRow(digest="d" * 64, battle="one", seat="british", kind="person")
    assert store.token("d" * 64) == token
    assert store.tokens("one") == [token]
    assert store.token("e" * 64) is None


def test_lines_keys_and_standing_are_written_together(store: Store) -> None:
    store.add_battle(row(), SEATS, [], LINES[:1]).result()
    after = row()
    after.turn = 3
    store.add_lines(after, LINES[1:], [("british", "key-key-1")]).result()
    assert store.keys("one") == {("british", "key-key-1"): 1}
    assert store.battle("one") == after
    # The key is known already, so the line does not get in either.
    late = LineRow(2, 3.0, b"{}\n")
    with pytest.raises(ClashError):
        store.add_lines(after, [late], [("british", "key-key-1")]).result()
    assert store.lines("one") == LINES


def test_a_line_is_written_once(store: Store) -> None:
    store.add_battle(row(), SEATS, [], LINES).result()
    with pytest.raises(ClashError):
        store.add_lines(row(), [LineRow(1, 9.0, b"other\n")]).result()
    assert store.lines("one") == LINES


def test_chat_and_what_waits_for_dice(store: Store) -> None:
    store.add_battle(row(), SEATS, []).result()
    said = [ChatRow(number=n, at=1.0, seat="british", name="Ä", text="☂") for n in (1, 2, 3)]
    for each in said:
        store.add_chat("one", each, f"key-key-{each.number}", 0).result()
    assert store.chat("one", 2) == said[1:]
    pending = PendingRow(seat="british", key="k", wish={"type": "Given"}, faces=(1, 2))
    store.keep_pending("one", pending).result()
    store.keep_pending("one", PendingRow(seat="british", key="k2", wish={})).result()
    assert [each.key for each in store.pending("one")] == ["k2"]
    store.forget_pending("one", "british").result()
    assert store.pending("one") == []


def test_the_last_wish_to_take_back_is_kept_with_its_keys(store: Store) -> None:
    store.add_battle(row(), SEATS, []).result()
    assert store.wish("one") is None
    wish = WishRow(number=1, line=4, seat="british", key="k", to=2, text="☂", sides=("a", "b"))
    store.keep_wish("one", wish).result()
    assert store.wish("one") == wish
    fewer = WishRow(number=1, line=4, seat="british", key="k", to=2, text="☂", sides=("b",))
    store.keep_wish("one", fewer, [("german", "key-key-1")]).result()
    assert store.wish("one") == fewer
    assert store.keys("one") == {("german", "key-key-1"): 4}
    store.delete("one").result()
    assert store.wish("one") is None


def test_a_deleted_battle_leaves_nothing(store: Store) -> None:
    store.add_battle(row(), SEATS, [("d" * 64, "british")], LINES).result()
    said = ChatRow(number=1, at=1.0, seat="b", name="", text="x")
    store.add_chat("one", said, "key", 0).result()
    store.delete("one").result()
    assert store.battle("one") is None
    assert store.token("d" * 64) is None
    assert store.lines("one") == []
    with pytest.raises(ClashError):
        store.add_lines(row(), LINES).result()


def test_one_that_fails_does_not_harm_the_others(store: Store) -> None:
    store.add_battle(row(), SEATS, [], LINES[:1]).result()
    store.add_battle(row("two"), SEATS, [], LINES[:1]).result()
    gate = threading.Event()
    first: Future[Any] = store._writer.submit(lambda _: gate.wait(5))
    good: list[Future[Any]] = [store.add_lines(row(name), LINES[1:]) for name in ("one", "two")]
    bad: list[Future[Any]] = [
        store.add_lines(row("one"), LINES[1:]),
        store.change_seat("one", "british", {"side": "x" * 500}),
        store._writer.submit(lambda connection: connection.execute(text("nonsense"))),
        store._writer.submit(lambda _: 1 / 0),
    ]
    gate.set()
    wait([first, *good, *bad])
    assert [future.exception() for future in good] == [None, None]
    assert isinstance(bad[0].exception(), ClashError)
    assert isinstance(bad[3].exception(), ZeroDivisionError)
    assert store.lines("one") == store.lines("two") == LINES


def test_many_that_wait_share_one_transaction(store: Store) -> None:
    commits = []
    event.listen(store._engine, "commit", lambda _: commits.append(1))
    gate = threading.Event()
    first: Future[Any] = store._writer.submit(lambda _: gate.wait(5))
    futures: list[Future[Any]] = [
        store.add_battle(row(f"b{number}"), SEATS, []) for number in range(50)
    ]
    gate.set()
    wait([first, *futures])
    assert all(future.exception() is None for future in futures)
    assert len(commits) <= 2
    assert len(store.battles()) == 50


def test_nobody_is_told_before_the_transaction_is_on_the_disk(tmp_path: Path) -> None:
    """A second connection sees every line whose writer was told that it is there."""
    file = tmp_path / "battles.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.add_battle(row(), SEATS, [], LINES[:1]).result()
    other = sqlite3.connect(file)
    for number in range(1, 20):
        store.add_lines(row(), [LineRow(number, 1.0, b"x\n")]).result()
        found = other.execute("select max(number) from lines").fetchone()[0]
        assert found == number
    assert other.execute("pragma journal_mode").fetchone()[0] == "wal"
    other.close()
    store.close()


def test_a_closed_database_takes_nothing_more(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    store.close()
    with pytest.raises(StorageError):
        store.add_battle(row(), SEATS, []).result()


def test_a_database_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    with store._engine.connect() as connection:
        connection.exec_driver_sql("drop table lines")
        connection.commit()
    with pytest.raises(StorageError):
        store.add_battle(row(), SEATS, [], LINES).result()
    store.close()


def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    Store(database_url).close()
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(update(facts).where(facts.c.name == "schema").values(value="99"))
    engine.dispose()
    with pytest.raises(StorageError, match="a newer Sandtable is needed"):
        Store(database_url)


def test_a_database_of_the_first_schema_is_brought_forward(database_url: str) -> None:
    store = Store(database_url)
    store.add_battle(row(), SEATS, [("d" * 64, "british")], LINES).result()
    store.close()
    _alter(
        database_url,
        "drop table wishes",
        "drop table tellings",
        "drop table departures",
        "drop table ceremonies",
        *(
            f"alter table battles drop column {name}"
            for name in ("waits", "aside", "seating", "opened", "seed_from")
        ),
        *(f"alter table seats drop column {name}" for name in ("taken", "held", "freed", "asked")),
        "alter table seats drop column ready",
        *(
            f"alter table tokens drop column {name}"
            for name in ("kind", "claim", "claimed", "name")
        ),
        "update facts set value = '1' where name = 'schema'",
    )
    store = Store(database_url)
    assert store.fact("schema") == str(tables.VERSION)
    assert (store.battle("one"), store.lines("one")) == (row(), LINES)
    wish = WishRow(number=1, line=1, seat="british", key="k", to=0, text="")
    store.keep_wish("one", wish).result()
    assert store.wish("one") == wish
    store.close()


def _alter(url: str, *statements: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("alter table seats drop column own", "its table 'seats' lacks own"),
        ("drop table chat", "no table 'chat'"),
        ("delete from facts", "does not say which schema it has"),
    ],
)
def test_a_database_from_between_two_versions_is_refused_and_kept(
    database_url: str, statement: str, problem: str
) -> None:
    store = Store(database_url)
    store.add_battle(row(), SEATS, [], LINES).result()
    store.close()
    _alter(database_url, statement)
    with pytest.raises(StorageError, match=problem) as raised:
        Store(database_url)
    told = str(raised.value)
    assert "Nothing was changed." in told
    assert ("--data-dir" if "sqlite" in database_url else "--database-url") in told
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from lines")).scalar() == len(LINES)
    engine.dispose()


def test_what_to_do_about_a_stale_file_is_said_without_secrets(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    Store(f"sqlite:///{file}").close()
    _alter(f"sqlite:///{file}", "drop table chat")
    with pytest.raises(StorageError) as raised:
        Store(f"sqlite:///{file}")
    assert f"mv '{file}' '{file}.old'" in str(raised.value)
    address = "postgresql://me:secret@localhost:1/none"
    with pytest.raises(StorageError, match="cannot be opened") as raised:
        Store(address)
    assert "secret" not in str(raised.value)


def test_a_battle_whose_scenario_cannot_be_understood_says_so(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.add_battle(row(), SEATS, [], LINES).result()
    _alter(f"sqlite:///{file}", "update battles set scenario = '{}'")
    found = store.battle("one")
    assert found is not None
    assert found.aside is not None
    assert "written by another version" in found.aside.text
    assert [each.id for each in store.battles()] == ["one"]
    store.close()


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite3"
    file.write_text("Dear diary, " * 100)
    with pytest.raises(StorageError, match="cannot be opened"):
        Store(f"sqlite:///{file}")
    with pytest.raises(StorageError):
        Store("no address at all")


def test_an_old_database_is_brought_forward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    Store(url).close()
    steps = [
        lambda connection: connection.execute(insert(facts).values(name="a", value="1")),
        lambda connection: connection.execute(insert(facts).values(name="b", value="2")),
    ]
    newer = tables.VERSION + 2
    monkeypatch.setattr(tables, "STEPS", [*tables.STEPS, *steps])
    monkeypatch.setattr(tables, "VERSION", newer)
    for _ in range(2):
        store = Store(url)
        assert (store.fact("a"), store.fact("b"), store.fact("schema")) == ("1", "2", str(newer))
        store.close()


def test_lasting_facts_last(store: Store) -> None:
    assert store.lasting_fact("cookies") == store.lasting_fact("cookies")
    assert len(store.lasting_fact("cookies")) == 64


def test_work_that_was_called_off_is_left_out(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    writer = Writer(engine)
    begun, gate, done = threading.Event(), threading.Event(), []

    def stand(_: object) -> bool:
        begun.set()
        return gate.wait(60)

    first = writer.submit(stand)
    assert begun.wait(60)
    second = writer.submit(lambda _: done.append(1))
    assert second.cancel()
    gate.set()
    assert first.result()
    writer.close()
    engine.dispose()
    assert done == []


def test_two_servers_on_one_database_stay_in_step(postgres: Postgres, tmp_path: Path) -> None:
    """An order given at a server that has missed something is refused, and it catches up."""
    database_url = postgres.new_database()
    with (
        running(tmp_path / "a", database_url=database_url, watch_seconds=3600.0) as one,
        running(tmp_path / "b", database_url=database_url, watch_seconds=3600.0) as two,
    ):
        here = one.begin(**FRIENDS)
        there = here.at(two)
        with here.sit("british") as british, there.sit("british") as late:
            with here.sit("german") as german:
                hold_fire(german, british)
            assert british.give(british.offered("move"))["type"] == "done"
            key = new_key()
            order = late.offered("move")
            refused = late.give(order, key=key)
            assert refused["rule"] == "server.out-of-step"
            late.until(lambda: late.number == british.number)
            assert late.standing["questions"] == british.standing["questions"]
            done = late.give(late.offered("move"), key=key)
            assert done["type"] == "done"
            refused = british.give(british.offered("move"))
            assert refused["rule"] == "server.out-of-step"
            british.until(lambda: british.number == late.number)
            assert british.entries == late.entries
            assert here.get("/verify").json()["ok"]
            # What was done at one server is known at the other under its key.
            assert british.give(order, key=key) == done


def test_what_happens_at_one_server_is_soon_seen_at_the_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    database_url = postgres.new_database()
    with (
        running(tmp_path / "a", database_url=database_url, watch_seconds=0.05) as one,
        running(tmp_path / "b", database_url=database_url, watch_seconds=0.05) as two,
    ):
        here = one.begin(**FRIENDS, dice="fair")
        with here.sit("british") as british, here.at(two).sit("german") as german:
            assert german.standing["status"] == "gathering"
            speak(british, german)
            assert british.give({"order": "done"})["type"] == "done"
            german.until(lambda: german.standing.get("questions"))
            assert german.entries.keys() == british.entries.keys()


def test_the_journal_is_exported_byte_for_byte(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin()
        with table.sit("british") as british:
            british.give({"order": "done"})
            british.until(lambda: british.number > 1 and british.standing.get("questions"))
        raw = table.get("/journal.jsonl").content
        rows = Store(server.settings.url)
        stored = b"".join(line.raw for line in rows.lines(table.id))
        rows.close()
    file = tmp_path / "battle.jsonl"
    file.write_bytes(raw)
    assert raw == stored
    assert verify(file).ok
    assert to_bytes(load(file)) == raw
