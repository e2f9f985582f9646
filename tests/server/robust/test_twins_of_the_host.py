"""Two battles that differ in what a friend hides: whatever the host tries, he sees the same."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.panzer8.kit.hiding import copses
from tests.panzer8.s12_hidden.test_secrets import TWINS
from tests.server.kit import Running, Sitter, Table, running
from tests.server.robust.hardening import BOUNDLESS
from tests.server.robust.wire import record, token_of

pytestmark = pytest.mark.slow

TOKENS = {seat: token_of(seat) for seat in ("british", "german", "onlooker", "host")}
ANNA = "anna-" + "1" * 40
TIMES = re.compile(
    rb'"(since|created|changed|at|taken)":\s*[\d.]+|on \d\d \w+ \d{4}, \d\d:\d\d UTC'
)

ROUTES = (
    "",
    "/log.txt",
    "/report.html",
    "/replay",
    "/layers",
    "/drawing.svg",
    "/luck",
    "/verify",
    "/characters",
    "/journal.jsonl",
)

PEEPS = ("/layers?seat=german", "/replay?seat=german", "/drawing.svg?seat=german")

TRICKS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("GET", "", None),
    ("POST", "/take-over", {"line": 0}),
    ("POST", "/links", {"seat": "german"}),
    ("DELETE", "/links/german", None),
    ("PATCH", "/seats/german", {"kind": "me"}),
    ("PATCH", "/seats/german", {"kind": "friend"}),
    ("PATCH", "/seats/german", {"kind": "computer"}),
    ("POST", "/take-over", {"line": 0}),
    ("POST", "/links", {"seat": "german"}),
    ("PATCH", "/seats/german", {"kind": "person"}),
    ("PATCH", "/seats/german", {"kind": "computer", "level": "random"}),
    ("DELETE", "/links/german", None),
]


@contextlib.contextmanager
def table_of(folder: Path, under: Any, **more: Any) -> Iterator[tuple[Running, Table]]:
    """A server with a battle in which a friend has taken the seat of whoever hides something."""
    record(folder, copses(under, turns=3, **more), friend="german", referee=False)
    with running(folder, limits=BOUNDLESS) as server:
        seats = [{"seat": "british", "link": f"#{TOKENS['british']}"}]
        made = {"id": "twin", "host": TOKENS["host"], "seats": seats}
        table = Table(server, {**made, "onlookers": f"#{TOKENS['onlooker']}"})
        with Sitter(table, TOKENS["german"], claim=ANNA, name="Anna") as anna:
            assert anna.welcome["seat"] == "german"
        yield server, table


def fetched(table: Table) -> dict[str, bytes]:
    """All that the host can fetch, by whichever of his links."""
    found = {}
    tokens = {"host": TOKENS["host"], "spent": TOKENS["german"], "nothing": None}
    for who, token in tokens.items():
        for route in (*ROUTES, *PEEPS):
            response = table.call("GET", route, token)
            seen = b"%d " % response.status_code + response.content
            found[f"{who} {route}"] = TIMES.sub(b"", seen)
    return found


@pytest.mark.parametrize("case", list(TWINS)[:2])
def test_no_trick_of_the_host_makes_a_byte_of_difference(case: str, tmp_path: Path) -> None:
    under, other, dug_in = TWINS[case]
    with (
        table_of(tmp_path / "one", under) as (_, one),
        table_of(tmp_path / "two", other, dug_in=dug_in) as (_, two),
    ):
        watchers = [[Sitter(t, TOKENS[who]) for who in ("host", "british")] for t in (one, two)]
        for method, path, wish in TRICKS:
            answers = []
            for table in (one, two):
                more = {} if wish is None else {"json": wish}
                response = table.call(method, path, table.host, **more)
                answers.append((response.status_code, TIMES.sub(b"", response.content)))
            assert answers[0] == answers[1], (method, path, wish)
            first, second = fetched(one), fetched(two)
            assert first == second, (method, path, wish)
            assert first["host /journal.jsonl"].startswith(b"403")
        for ours, theirs in zip(*watchers, strict=True):
            for sitter in (ours, theirs):
                sitter.drain(0.2)
            mine, others = (
                [TIMES.sub(b"", raw.encode()) for raw in sitter.raw] for sitter in (ours, theirs)
            )
            assert mine == others
            ours.leave()
            theirs.leave()
        with Sitter(one, ANNA) as anna, Sitter(two, ANNA) as twin:
            assert anna.ask("drawing")["layers"] != twin.ask("drawing")["layers"]
