"""Citing: cheap when nobody listens, ordered and counted when somebody does."""

import contextlib
import threading
import timeit

from sandtable.catalogue import cite, recording


def test_nothing_is_recorded_outside_a_block() -> None:
    cite("p8.a.b")
    with recording() as record:
        pass
    cite("p8.a.b")
    assert len(record) == 0


def test_record_keeps_order_and_counts() -> None:
    with recording() as record:
        cite("p8.b.b")
        cite("p8.a.a", "p8.b.b")
        cite()
    assert list(record) == ["p8.b.b", "p8.a.a"]
    assert record.counts() == {"p8.b.b": 2, "p8.a.a": 1}
    assert record.count("p8.none.none") == 0
    assert "p8.a.a" in repr(record)


def test_record_is_set_like() -> None:
    with recording() as record:
        cite("p8.a.a", "p8.b.b")
    assert set(record) == {"p8.a.a", "p8.b.b"}
    assert record >= {"p8.a.a"}
    assert record - {"p8.a.a"} == {"p8.b.b"}


def test_blocks_nest_and_an_error_ends_them() -> None:
    with recording() as outer:
        cite("p8.a.a")
        with contextlib.suppress(RuntimeError), recording() as inner:
            cite("p8.b.b")
            raise RuntimeError
        cite("p8.c.c")
    assert list(outer) == ["p8.a.a", "p8.b.b", "p8.c.c"]
    assert list(inner) == ["p8.b.b"]


def test_accept_sees_the_calling_frame_and_may_turn_down() -> None:
    seen = []

    def accept(rule_id: str, frame: object) -> bool:
        seen.append((rule_id, getattr(frame, "f_code", None)))
        return rule_id == "p8.a.a"

    def caller() -> None:
        cite("p8.a.a", "p8.b.b")

    with recording(accept) as record:
        caller()
    assert list(record) == ["p8.a.a"]
    assert seen == [("p8.a.a", caller.__code__), ("p8.b.b", caller.__code__)]


def test_threads_are_heard() -> None:
    def work() -> None:
        for number in range(200):
            cite(f"p8.thread.{number}")

    with recording() as record:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(record) == 200


def test_citing_to_nobody_costs_next_to_nothing() -> None:
    runs = timeit.repeat(lambda: cite("p8.a.b"), number=20_000, repeat=7)
    assert min(runs) / 20_000 < 1e-6  # a tenth of this on an idle machine
