"""A browser, a server in a process of its own, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.browsers import launch
from tests.browser.people import PATIENCE, Person, Watch
from tests.server.robust.processes import Server

Invite = Callable[..., Person]

WIDE = {"width": 1440, "height": 900}
ON_A_PAGE = "if (location.protocol.startsWith('http')) { %s }"
"""Done on every page that comes from a server; an empty one has nowhere to keep anything."""

UNSHOWN = ON_A_PAGE % (
    "if (!localStorage.getItem('sandtable.settings'))"
    " localStorage.setItem('sandtable.settings', JSON.stringify({ pace: 'off' }));"
)
"""What happens is not shown, unless a test wants that: most give their orders at once."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser takes its time: all of these tests are slow."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of this process, with the small battles on its shelf."""
    folder = tmp_path_factory.mktemp("browser")
    with Server(folder, module="tests.browser.serving") as found:
        yield found
    assert "Traceback" not in found.log


def host_of(server: Server) -> str:
    """The host and port of a server."""
    return urlsplit(str(server.http.base_url)).netloc


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Whoever comes to the server is looked after: no errors, nothing from elsewhere."""
    found = Watch(host_of(server))
    yield found
    assert found.faults == []


@contextmanager
def coming(browser: Browser, server: Server, watch: Watch, **wanted: Any) -> Iterator[Person]:
    """A browser for somebody who comes to a server; further arguments are those of its context."""
    usual = {"viewport": WIDE, "reduced_motion": "reduce", "locale": "en-GB"}
    context = browser.new_context(base_url=str(server.http.base_url), **{**usual, **wanted})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(UNSHOWN)
    watch.follow(context)
    yield Person(context, watch)
    context.close()


@pytest.fixture
def invite(browser: Browser, server: Server, watch: Watch) -> Iterator[Invite]:
    """Opens a browser for somebody; further arguments are those of its context."""
    with ExitStack() as company:
        yield lambda **wanted: company.enter_context(coming(browser, server, watch, **wanted))


@pytest.fixture
def person(invite: Invite) -> Person:
    """Somebody at a browser."""
    return invite()
