"""Whatever is asked over HTTP, the answer is as OpenAPI describes it, and never 5xx."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.app import create_app
from tests.server.kit import FRIENDS, Running, Table, running
from tests.server.robust.hardening import BOUNDLESS, TRACES

EXAMPLES = 25

CONFORMANCE = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Table]]:
    """Battles of all sorts on one server: in progress, over, and not begun yet."""
    with running(tmp_path_factory.mktemp("server"), limits=BOUNDLESS) as server:
        yield [in_progress(server), over(server), server.begin(dice="fair", **FRIENDS)]


def in_progress(server: Running) -> Table:
    table = server.begin(**FRIENDS, seed="1")
    with table.sit("british") as british:
        british.give({"order": "standing", "policy": "hold"})
        assert british.give(british.offered("move"))["type"] == "done"
    return table


def over(server: Running) -> Table:
    seats = [{"seat": s, "side": s, "kind": "computer", "level": "random"} for s in SIDES]
    table = server.begin(seats=seats, seed="2")
    with table.sit("onlooker") as onlooker:
        onlooker.until(lambda: onlooker.standing["status"] == "over")
    return table


SIDES = ("british", "german")
KNOWN = {
    "scenario": ["saint-aubin", "drut"],
    "code": ["p8"],
    "rule": ["p8.fire.mod-within-4", "server.out-of-step"],
    "seat": ["british", "onlooker", "referee"],
}
"""Values that there are, for some parts of addresses."""


@pytest.fixture(scope="module")
def api(tables: list[Table]) -> Any:
    """The description of the server, by the server."""
    found = schemathesis.openapi.from_url(f"{tables[0].server.url}/api/openapi.json")
    known = {**KNOWN, "battle": [table.id for table in tables]}

    @found.hook
    def map_path_parameters(_context: Any, parts: dict[str, Any] | None) -> dict[str, Any] | None:
        # Names that are made up lead nowhere; most requests shall lead somewhere.
        return parts and {name: some(known.get(name, []), value) for name, value in parts.items()}

    @found.hook
    def map_body(_context: Any, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        return {name: some(KNOWN.get(name, []), value) for name, value in body.items()}

    return found


def some(known: list[str], value: Any) -> Any:
    """A known value in place of one that was made up, but not always."""
    choice = zlib.crc32(str(value).encode("utf-8", "surrogatepass")) % (len(known) + 1)
    return known[choice] if choice < len(known) else value


OPERATIONS = sorted(
    (
        (method, path)
        for path, methods in create_app().openapi()["paths"].items()
        for method in methods
    ),
    # What deletes comes last, and whole battles after their parts.
    key=lambda operation: (operation[0] == "delete", "{seat}" not in operation[1]),
)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=str)
def test_every_request_is_answered_as_described(
    api: Any, method: str, path: str, mode: GenerationMode
) -> None:
    """Requests as they should be, and such as they should not be."""

    @given(case=api[path][method].as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    def ask(case: Case[Any]) -> None:
        response = case.call_and_validate(checks=CONFORMANCE)
        assert not TRACES.search(response.text)

    with contextlib.suppress(Unsatisfiable):  # nothing can be wrong about some requests
        ask()
