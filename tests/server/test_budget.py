"""Work within a budget: what takes too long or too much is stopped, and nothing else is."""

from __future__ import annotations

import functools
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import Any, NoReturn

import pytest

from sandtable.server.budget import Crew, Exceeded
from sandtable.server.memory import MIB, give_back, used


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew({"order": 3, "question": 1}, ceiling=used() + 200 * MIB)
    yield crew
    crew.close()


def for_ever() -> NoReturn:
    while True:
        try:
            _ = sum(range(100))
        except Exception:
            continue


def swallowing(seconds: float) -> str:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        try:
            while time.thread_time() < end:
                pass
        except BaseException:
            continue
    return "half done"


def eating() -> NoReturn:
    eaten = []
    while True:
        eaten.append(bytearray(100_000))


def gulping() -> NoReturn:
    eaten = bytearray(300 * MIB)
    while True:
        _ = len(eaten)


def spinning(seconds: float) -> int:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return 1


def why(future: Future[Any]) -> str:
    try:
        future.result(60)
    except Exceeded as error:
        return error.why
    return "done"


def test_work_that_never_ends_is_stopped(crew: Crew) -> None:
    began = time.monotonic()
    assert why(crew.submit("a", "order", 0.2, for_ever)) == "time"
    assert time.monotonic() - began < 20
    assert crew.submit("a", "order", 0.2, lambda: 5).result(20) == 5


def test_work_that_swallows_it_is_stopped_again_and_its_result_does_not_count(crew: Crew) -> None:
    future = crew.submit("a", "order", 0.1, functools.partial(swallowing, 1.0))
    assert why(future) == "time"


class Lingering:
    """Takes its time to go."""

    def __del__(self) -> None:
        spinning(0.4)


def lingering() -> NoReturn:
    Lingering()
    for_ever()


def test_work_that_is_in_a_finalizer_when_it_is_stopped_is_stopped_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noticed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", noticed.append)
    crew = Crew({"order": 1})
    assert why(crew.submit("a", "order", 0.1, lingering)) == "time"
    crew.close()
    assert noticed == []


@pytest.mark.parametrize("takes", [eating, gulping])
def test_the_one_who_takes_all_memory_is_stopped_and_not_his_neighbour(
    crew: Crew, takes: Callable[[], NoReturn]
) -> None:
    before = used()
    greedy = crew.submit("a", "order", 60, takes)
    others = [crew.submit("b", "order", 60, functools.partial(spinning, 0.3)) for _ in range(2)]
    assert why(greedy) == "memory"
    assert [why(other) for other in others] == ["done", "done"]
    del greedy
    give_back()
    assert used() < before + 60 * MIB


def test_running_out_of_memory_by_itself_counts_as_too_much(crew: Crew) -> None:
    def refused_by_the_system() -> None:
        raise MemoryError

    assert why(crew.submit("a", "order", 60, refused_by_the_system)) == "memory"


def test_other_errors_are_handed_on(crew: Crew) -> None:
    def fails() -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        crew.submit("a", "order", 60, fails).result(20)


def test_a_battle_never_has_all_threads_to_itself(crew: Crew) -> None:
    gate = threading.Event()
    hogs = [crew.submit("a", "order", 60, functools.partial(gate.wait, 30)) for _ in range(5)]
    assert crew.submit("b", "order", 60, lambda: 7).result(20) == 7
    gate.set()
    assert all(hog.result(20) for hog in hogs)


def test_battles_take_turns_in_one_lane(crew: Crew) -> None:
    gate = threading.Event()
    order: list[str] = []
    waiting: list[Future[Any]] = [
        crew.submit("a", "question", 60, functools.partial(gate.wait, 30)),
        *(
            crew.submit(battle, "question", 60, functools.partial(order.append, battle))
            for battle in ("a", "a", "a", "b", "c")
        ),
    ]
    gate.set()
    wait(waiting, 20)
    assert sorted(order[:3]) == ["a", "b", "c"]


def test_what_is_stopped_at_the_last_moment_harms_nobody_else(crew: Crew) -> None:
    """Work that ends just when it is stopped: the next in the same thread must be untouched."""
    ends = [0.01 + 0.002 * (number % 25) for number in range(100)]
    futures = []
    for number, seconds in enumerate(ends):
        spin = functools.partial(spinning, seconds)
        futures.append(crew.submit(f"{number % 5}", "order", 0.035, spin))
        futures.append(crew.submit(f"{number % 5}", "order", 30, lambda: 2))
    found: Counter[str] = Counter()
    for number, future in enumerate(futures):
        ended = why(future)
        found[ended] += 1
        assert number % 2 == 0 or ended == "done"
    assert found["time"] > 10
    assert all(crew.submit("z", lane, 30, lambda: 3).result(20) == 3 for lane in ("order",) * 9)


def test_a_crew_that_is_closed_ends_what_it_does() -> None:
    crew = Crew({"order": 1})
    future = crew.submit("a", "order", 60, for_ever)
    left = crew.submit("a", "order", 60, for_ever)
    while not future.running():
        time.sleep(0.01)
    crew.close()
    assert why(future) == "time"
    assert left.cancelled()


def test_nothing_of_the_work_is_held_after_it_was_stopped(crew: Crew) -> None:
    def large() -> NoReturn:
        held = bytearray(100 * MIB)
        while True:
            _ = len(held)

    before = used()
    future = crew.submit("a", "order", 0.2, large)
    assert why(future) == "time"
    assert used() < before + 50 * MIB
    assert isinstance(future.exception(), Exceeded)
