"""Runs the tests against one fault after another, each in a process of its own.

The tests are collected once. Those of each file then run in a forked process that notes which
faults every test would run into; and for every fault a forked process swaps the code of the one
function and runs those tests, the quickest first, until one fails. What was collected stays
untouched, so that nothing remembered by one run can hide a fault from the next.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol
from bench.faults import Fault, Module, Spot, Tree, place_of
from bench.forks import Child, side_by_side

PATIENCE = 10.0
"""Seconds that any test may take; one that takes longer by itself may take LONGER times that."""
LONGER = 8.0


class Finding(msgspec.Struct):
    """What became of a fault."""

    fault: Fault
    fate: str
    """caught, timeout (which counts as caught), survived; gone if it is not in this tree, and
    failed if it could not be put in."""
    by: str = ""
    """The test that noticed it, or was running when time was up; or what went wrong."""
    tests: int = 0
    """How many tests run into it."""
    seconds: float = 0.0
    where: str = ""
    """Module and line, in this tree."""


class Traced(msgspec.Struct):
    """What one test does by itself, without any fault."""

    test: int
    passed: bool = False
    seconds: float = 0.0
    faults: list[int] = []
    """The faults that it would run into."""


# -- putting faults in ----------------------------------------------------------------------------


def functions_in_memory() -> dict[tuple[str, str, int], list[FunctionType]]:
    """All functions of Sandtable, by file, qualified name and first line, however wrapped."""
    gc.unfreeze()
    found: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and "sandtable" in each.__code__.co_filename:
            found[_address(each.__code__)].append(each)
    gc.freeze()
    return found


def caches_in_memory() -> list[Any]:
    """The caches of the books and of the tests: what one test keeps there, another never enters."""
    gc.unfreeze()
    found = [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper)
        and (each.__module__ or "").startswith(("sandtable.rulebooks", "tests"))
    ]
    gc.freeze()
    return found


def _address(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


class NotPutError(Exception):
    """A fault could not be put in."""


def broken_code(fault: Fault, spot: Spot) -> CodeType:
    """The code of the function with the fault in it."""
    module = spot.module.fresh()
    assert spot.function is not None
    line = spot.function.lineno
    same = [each for name, each in module.functions if name == spot.name and each.lineno == line]
    place = place_of(fault, same[0], module.lines)
    if place is None:
        raise NotPutError(fault.key)
    place.put()
    ast.fix_missing_locations(module.tree)
    whole = compile(module.tree, str(module.file), "exec", dont_inherit=True)
    first = min([line, *(each.lineno for each in same[0].decorator_list)])
    return next(
        code
        for code in _codes(whole)
        if code.co_qualname == spot.name and code.co_firstlineno == first
    )


def put_in(
    fault: Fault, spot: Spot, functions: dict[tuple[str, str, int], list[FunctionType]]
) -> None:
    """Break the rules in this process."""
    if spot.function is None:
        change_number(spot.module, spot.name, 1 if fault.operator == "number + 1" else -1)
        return
    code = broken_code(fault, spot)
    found = functions.get(_address(code), [])
    if not found:
        raise NotPutError(f"{fault.key}: there is no such function in memory")
    for each in found:
        each.__code__ = code


def change_number(module: Module, name: str, by: int) -> None:
    """Change a number in its module and in all that have imported it."""
    old: float = getattr(sys.modules[module.name], name)
    new = old + by
    for other in list(sys.modules.values()):
        of = getattr(other, "__name__", "")
        if of.startswith(("sandtable.", "tests.")) and vars(other).get(name) is old:
            setattr(other, name, new)


# -- noting what tests run into -------------------------------------------------------------------


class Tracer:
    """Notes which of the wanted lines are run."""

    def __init__(self, wanted: dict[str, set[int]]) -> None:
        self.wanted = wanted
        self.left: dict[int, set[int]] = {}
        self.codes: list[CodeType] = []
        self.hit: set[tuple[str, int]] = set()

    def call(self, frame: FrameType, event: str, _arg: object) -> Any:
        """Follow a function only if it has lines that are wanted and were not seen yet."""
        left = self.left.get(id(frame.f_code))
        if left is None:
            left = self.left[id(frame.f_code)] = self.lines_of(frame.f_code)
        return self.line if left else None

    def lines_of(self, code: CodeType) -> set[int]:
        """The wanted lines of a function, which is kept so that no other takes its id."""
        self.codes.append(code)
        lines = self.wanted.get(code.co_filename)
        return {line for _, _, line in code.co_lines() if line in lines} if lines else set()

    def line(self, frame: FrameType, event: str, _arg: object) -> Any:
        """Note a line."""
        left = self.left[id(frame.f_code)]
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.hit.add((frame.f_code.co_filename, frame.f_lineno))
            if not left:
                frame.f_trace_lines = False
        return self.line


# -- the session ----------------------------------------------------------------------------------


class Session:
    """A plugin of pytest that runs the tests in its own way."""

    def __init__(
        self, root: Path, faults: list[Fault], done: set[str], jobs: int, kept: Path
    ) -> None:
        self.root = root
        self.tree = Tree(root)
        self.faults = faults
        self.kept = kept
        self.done = done
        self.jobs = jobs
        self.spots = [self.tree.find(fault) for fault in faults]
        self.items: list[pytest.Item] = []
        self.broken_before: list[str] = []
        self.findings: Callable[[Finding], None] = lambda _finding: None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every test once by itself, and then those that matter for every fault."""
        self.items = session.items
        file = importlib.import_module("sandtable").__file__ or ""
        if not Path(file).is_relative_to(self.root):
            raise pytest.UsageError(f"{file} is not of {self.root}: run this with its own Python")
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        for spot in self.spots:
            if spot is not None:
                importlib.import_module(spot.module.name)
        functions = functions_in_memory()
        start = time.monotonic()
        traces = self.traces()
        self.broken_before = [self.items[each.test].nodeid for each in traces if not each.passed]
        print(f"{len(traces)} tests noted in {time.monotonic() - start:.0f} s", flush=True)
        for test in self.broken_before:
            print(f"  left out, fails without any fault: {test}", flush=True)
        for finding in self.break_all(traces, functions):
            self.findings(finding)
        return True

    def trace_all(self) -> list[Traced]:
        """Note for every test how long it takes and which faults it runs into."""
        meant: dict[tuple[str, int], list[int]] = defaultdict(list)
        wanted: dict[str, set[int]] = defaultdict(set)
        for number, spot in enumerate(self.spots):
            for file, first, last in spot.runs if spot else ():
                for line in range(first, last + 1):
                    meant[str(file), line].append(number)
                    wanted[str(file)].add(line)

        def trace(tests: list[int]) -> Child:
            def work(tell: Callable[[str], None]) -> None:
                for test, following in zip(tests, [*tests[1:], None], strict=True):
                    for cache in caches:
                        cache.cache_clear()
                    tracer = Tracer(wanted)
                    start = time.monotonic()
                    sys.settrace(tracer.call)
                    passed = self.passes(test, following)
                    sys.settrace(None)
                    seconds = time.monotonic() - start
                    hit = sorted({number for each in tracer.hit for number in meant[each]})
                    tell(json.dumps([test, passed, round(seconds, 4), hit]))

            return Child(work)

        caches = caches_in_memory()
        files = groupby(range(len(self.items)), lambda test: self.items[test].path)
        children = ((0, 600.0, trace(list(tests))) for _file, tests in files)
        found = {test: Traced(test) for test in range(len(self.items))}
        for _number, _seconds, lines, _signal in side_by_side(self.jobs, children):
            for told in lines:
                if not told.startswith("error"):
                    traced = Traced(*json.loads(told))
                    found[traced.test] = traced
        return list(found.values())

    def traces(self) -> list[Traced]:
        """What is noted of the tests, from an earlier run of the same if there was one."""
        names = [*(item.nodeid for item in self.items), *(fault.key for fault in self.faults)]
        if self.kept.exists():
            kept = msgspec.json.decode(self.kept.read_bytes(), type=tuple[list[str], list[Traced]])
            if kept[0] == names:
                return kept[1]
        found = self.trace_all()
        self.kept.write_bytes(msgspec.json.encode((names, found)))
        return found

    def passes(self, test: int, following: int | None) -> bool:
        """Run a test; the one that follows it says which fixtures stay."""
        after = None if following is None else self.items[following]
        reports = runtestprotocol(self.items[test], nextitem=after, log=False)
        return not any(report.failed for report in reports)

    def break_all(
        self,
        traces: list[Traced],
        functions: dict[tuple[str, str, int], list[FunctionType]],
    ) -> Iterator[Finding]:
        """Put in one fault after another."""
        seconds = {each.test: each.seconds for each in traces}
        tests: dict[int, list[int]] = defaultdict(list)
        for each in sorted(traces, key=lambda each: (each.seconds, each.test)):
            for number in each.faults if each.passed else ():
                tests[number].append(each.test)
        todo = [n for n, fault in enumerate(self.faults) if fault.key not in self.done]
        yield from (Finding(self.faults[n], "gone") for n in todo if self.spots[n] is None)

        def children() -> Iterator[tuple[int, float, Child]]:
            for number in todo:
                spot = self.spots[number]
                if spot is not None:
                    limits = [_limit(seconds[test]) for test in tests[number]]
                    child = self.child(number, spot, functions, tests[number], limits)
                    yield number, 60.0 + sum(limits), child

        for number, took, lines, ended_by in side_by_side(self.jobs, children()):
            yield self.finding(number, tests[number], took, lines, ended_by)

    def child(
        self,
        number: int,
        spot: Spot,
        functions: dict[tuple[str, str, int], list[FunctionType]],
        tests: list[int],
        limits: list[float],
    ) -> Child:
        """A process that runs tests with a fault in the rules, until one fails."""

        def work(tell: Callable[[str], None]) -> None:
            put_in(self.faults[number], spot, functions)
            tell("ready")
            for test, following, limit in zip(tests, [*tests[1:], None], limits, strict=False):
                tell(f"test {test}")
                signal.setitimer(signal.ITIMER_REAL, limit)
                if not self.passes(test, following):
                    tell("failed")
                    return
            signal.setitimer(signal.ITIMER_REAL, 0)
            tell("passed")

        return Child(work)

    def finding(
        self, number: int, tests: list[int], took: float, lines: list[str], ended_by: int
    ) -> Finding:
        """Read from what a process wrote what became of its fault."""
        spot = self.spots[number]
        assert spot is not None
        if "ready" not in lines or lines[-1].startswith("error"):
            told = " ".join(lines[-1:]) or f"ended by signal {ended_by}"
            return Finding(self.faults[number], "failed", told)
        running = [line for line in lines if line.startswith("test ")]
        by = self.items[int(running[-1].split()[1])].nodeid if running else ""
        fate = "caught"
        if lines[-1] == "passed":
            fate, by = "survived", ""
        elif ended_by in (signal.SIGALRM, signal.SIGKILL):
            fate = "timeout"
        where = f"{spot.module.name}:{spot.runs[0][1]}"
        return Finding(self.faults[number], fate, by, len(tests), round(took, 2), where)


def _limit(seconds: float) -> float:
    return PATIENCE + LONGER * seconds


def run(root: Path, session: Session, paths: list[str], scratch: Path) -> int:
    """Collect the tests of a tree and hand them to the session."""
    os.chdir(root)
    left_out = ["xdist", "cacheprovider", "sandtable-rule-recorder"]
    return pytest.main(
        [
            "--quiet",
            "--capture=no",
            "--tb=no",
            f"--rootdir={root}",
            f"--config-file={root / 'pyproject.toml'}",
            f"--basetemp={scratch}",
            "-m",
            "not slow",
            *(part for name in left_out for part in ("-p", f"no:{name}")),
            *(path for path in paths if (root / path).exists()),
        ],
        plugins=[session],
    )
