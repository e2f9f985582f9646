"""The pages themselves, as they lie in the package: no build, nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sandtable.server.http.callers import COOKIE, site_of

router = APIRouter(include_in_schema=False)

STATIC: Final = Path(__file__).parent.parent / "static"


class Files(StaticFiles):
    """Files that a browser may keep, but asks after: they change only with the program."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def page(name: str, status: int = 200) -> Response:
    """A page."""
    file = STATIC / name
    if not file.is_file():
        return Response(f"The page {name} is not there yet.", status_code=404)
    headers = {"Cache-Control": "no-cache"}
    return FileResponse(file, status_code=status, headers=headers, media_type="text/html")


@router.get("/")
async def lobby(request: Request) -> Any:
    """The lobby, or where one says the passphrase."""
    site = site_of(request)
    cookie = request.cookies.get(COOKIE, "")
    if site.settings.passphrase is not None and not await site.sessions.knows(cookie):
        return RedirectResponse("/enter", status_code=303)
    return page("lobby.html")


@router.get("/enter")
def enter() -> Response:
    """Where one says the passphrase."""
    return page("enter.html")


@router.get("/battle/{_battle}")
def table(_battle: str) -> Response:
    """The table of a battle; who sees what is settled by the link's token."""
    return page("table.html")


@router.get("/battle/{_battle}/replay")
def replay(_battle: str) -> Response:
    """A battle again, from its beginning."""
    return page("replay.html")


@router.get("/favicon.ico")
def icon() -> Response:
    """The icon of the program."""
    for name in ("icons/favicon.svg", "icons/icon.svg"):
        if (STATIC / name).is_file():
            return FileResponse(STATIC / name, media_type="image/svg+xml")
    return Response(status_code=404)
