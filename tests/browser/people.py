"""People at their browsers: what their pages hear, say and complain of."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
    WebSocket,
)

Data = dict[str, Any]

PATIENCE = 60_000
"""How long, in milliseconds, anything may take on a busy machine."""

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


class Watch:
    """Looks out for what must not happen in any page: errors, and words to other hosts.

    Errors include what the page's security policy has refused, since the browser reports it so.

    Attributes:
        faults: What has happened of that.
    """

    def __init__(self, host: str) -> None:
        self._host = host
        self._borne: list[re.Pattern[str]] = []
        self.faults: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Look at everything that happens in a browser."""
        context.on("console", self._said)
        context.on("weberror", lambda error: self._note(f"uncaught: {error.error}"))
        context.on("request", self._asked)

    def bear(self, pattern: str) -> None:
        """Put up with errors of a kind, where a test brings them about."""
        self._borne.append(re.compile(pattern))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(message.text)

    def _asked(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self._host:
            self._note(f"a request to another host: {request.url}")

    def _note(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in self._borne):
            self.faults.append(fault)


class Line:
    """What went over the WebSockets of a page, in both directions."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self.standing: Data = {}
        self.welcome: Data = {}
        self.done: list[str] = []
        self.refused: list[Data] = []
        self.orders: dict[str, Data] = {}
        self.asked: list[str] = []
        self._open: set[str | int] = set()
        page.on("websocket", self._follow)
        # What a page asked that was left or loaded anew is never answered.
        page.on("framenavigated", lambda _frame: self._open.clear())

    def _follow(self, socket: WebSocket) -> None:
        if not socket.url.endswith("/live"):
            return
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        mark = message.get("key") or message.get("id")
        if mark is not None:
            self._open.add(mark)
        if message["type"] == "give":
            self.orders[message["key"]] = message["order"]
        if message["type"] == "ask":
            self.asked.append(message["about"])

    def _received(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.heard.append(text)
        message = json.loads(text)
        self.standing = message.get("standing", self.standing)
        match message["type"]:
            case "welcome":
                self.welcome = message
            case "done":
                self.done.append(message["key"])
            case "refused":
                self.refused.append(message)
        for mark in (message.get("key"), message.get("id")):
            self._open.discard(mark or 0)

    @property
    def is_quiet(self) -> bool:
        """Whether everything that the page has asked is answered."""
        return not self._open

    @property
    def number(self) -> int:
        """The number of the last line of the battle, as this page knows it."""
        number: int = self.standing.get("number", -1)
        return number

    @property
    def is_asked(self) -> bool:
        """Whether this page has something to decide."""
        return bool(self.standing.get("questions"))

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return self.standing.get("status") == "over"


class Person:
    """Somebody at a browser of their own, with nothing in its storage but what they did there."""

    def __init__(self, context: BrowserContext, watch: Watch) -> None:
        self.context = context
        self.watch = watch
        self.page = context.new_page()
        self.line = Line(self.page)
        self._responses: list[Response] = []
        self._bodies: dict[str, str] = {}
        self.page.on("response", lambda response: self._responses.append(response))

    def beside(self) -> Person:
        """The same person at another window of the same browser."""
        return Person(self.context, self.watch)

    def sow(self, seed: str) -> None:
        """Have the battles that are begun here with one press fall out the same every time."""

        def with_seed(route: Route) -> None:
            wish = route.request.post_data_json
            route.continue_(post_data=json.dumps(wish | {"seed": seed}) if wish else None)

        self.page.route("**/api/battles", with_seed)

    def until(self, holds: Callable[[], object]) -> None:
        """Let the browser go on until something holds."""
        waited = 0
        while not holds():
            assert waited < PATIENCE, f"that took too long; the page says: {self.said()}"
            self.page.wait_for_timeout(40)
            waited += 40

    def settle(self) -> None:
        """Wait until the page has an answer to everything that it asked, and shows it."""
        while True:
            self.page.evaluate(NEXT_FRAME)
            if self.line.is_quiet:
                return
            self.until(lambda: self.line.is_quiet)

    def said(self) -> str:
        """What the page asks for, and what it has just said."""
        words = self.page.locator("#prompt, .toasts, dialog[open]").all_inner_texts()
        return " | ".join(" ".join(text.split()) for text in words)

    def bodies(self) -> dict[str, str]:
        """Everything that the pages have fetched, by address; asked before each leave-taking."""
        for response in self._responses:
            if response.status == 200:
                self._bodies[response.url] = response.body().decode("utf-8", "replace")
        self._responses.clear()
        return self._bodies
