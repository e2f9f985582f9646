"""The application: all parts put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import FastAPI, Request, WebSocket
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from sandtable.journal import JournalError
from sandtable.server.budget import Exceeded
from sandtable.server.http import battles, looking, pages, personal, rules, scenarios, session
from sandtable.server.http.models import Problem
from sandtable.server.live import live
from sandtable.server.memory import short_searches
from sandtable.server.rooms import NoBattleError
from sandtable.server.rooms.aside import TOO_LONG_TO_WORK_OUT, exceeded
from sandtable.server.security import Guard
from sandtable.server.settings import Settings
from sandtable.server.site import Site
from sandtable.server.storage import DoubtError, StorageError

log = logging.getLogger("sandtable.server")

SWITCH: Final = 0.001
"""Seconds after which a thread that computes lets others have their turn."""

ALWAYS: Final = (400, 401, 403, 413, 421, 422, 429)
"""With what any request may be refused: by the guard already, or for what it says."""


def create_app(settings: Settings | None = None, site: Site | None = None) -> FastAPI:
    """The application of a server.

    Args:
        settings: How it is set up.
        site: The running server, if it is there already; else it is made when the application
            starts, and its database opened then.

    Raises:
        ValueError: If others could reach the server, and it has no passphrase.
    """
    settings = settings or Settings()
    if settings.problem is not None:
        raise ValueError(settings.problem)
    app = FastAPI(
        title="Sandtable",
        summary="WWII miniature wargames on one table.",
        version=_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_running(settings, site),
        responses={code: {"model": Problem} for code in ALWAYS},
    )
    for part in (scenarios, rules, session, battles, looking, personal, pages):
        app.include_router(part.router)
    app.mount("/static", pages.Files(directory=pages.STATIC), name="static")
    app.add_api_websocket_route("/api/battles/{battle}/live", _live)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(NoBattleError, _no_battle)
    app.add_exception_handler(StorageError, _not_stored)
    app.add_exception_handler(DoubtError, _in_doubt)
    app.add_exception_handler(JournalError, _not_playable)
    app.add_exception_handler(Exceeded, _stopped)
    app.add_exception_handler(404, _missing)
    app.add_middleware(Guard, settings=settings)
    return app


def _version() -> str:
    from importlib.metadata import version

    return version("sandtable")


def _running(settings: Settings, ready: Site | None) -> Any:
    @contextlib.asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        site = await asyncio.to_thread(Site, settings) if ready is None else ready
        app.state.site = site
        site.hall.spawn(site.hall.sweep())
        site.hall.spawn(site.hall.resume())
        site.hall.spawn(site.hall.watch())
        try:
            with short_searches():
                yield
        finally:
            await site.close()
            sys.setswitchinterval(before)

    return running


async def _live(socket: WebSocket, battle: str) -> None:
    site: Site = socket.app.state.site
    await live(socket, battle, site.hall, site.crowd)


# -- what went wrong, in a sentence ---------------------------------------------------------------


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problems = []
    for each in error.errors()[:5]:
        place = ".".join(str(part) for part in each["loc"] if part != "body")
        problems.append(f"{place}: {each['msg']}" if place else str(each["msg"]))
    text = "; ".join(problems)[:1000]
    return _problem(422, text.encode("utf-8", "replace").decode())


async def _no_battle(_request: Request, _error: Exception) -> JSONResponse:
    return _problem(404, "There is no such battle.")


async def _not_stored(_request: Request, error: Exception) -> JSONResponse:
    log.error("%s", error, exc_info=error)
    reason = f"{str(error)[:1].upper()}{str(error)[1:]}"
    return _problem(
        503,
        f"{reason}. Nothing has changed; try again in a moment. If it stays so, what the server "
        "prints says more.",
    )


async def _stopped(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Exceeded)
    if error.why == "time" and error.lane != "load":
        return _problem(503, f"{TOO_LONG_TO_WORK_OUT} Nothing has changed.")
    return _problem(503, exceeded(error, 0).text.replace(" before its first line", ""))


async def _in_doubt(_request: Request, error: Exception) -> JSONResponse:
    log.error("%s", error, exc_info=error)
    reason = f"{str(error)[:1].upper()}{str(error)[1:]}"
    return _problem(503, f"{reason}. It may have been done, or not; look again in a moment.")


async def _missing(request: Request, error: Exception) -> Response:
    """What is not there: a page for people, a sentence for programs."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if wants_page and not request.url.path.startswith(("/api/", "/static/")):
        return pages.page("missing.html", status=404)
    assert isinstance(error, HTTPException)
    return await http_exception_handler(request, error)


async def _not_playable(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, JournalError)
    return _problem(409, f"The battle cannot be played again: {error.problem}.")


def _problem(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status_code=status)
