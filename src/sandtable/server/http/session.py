"""Coming in: the passphrase, where there is one."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from sandtable.server.http.callers import COOKIE, TheSite
from sandtable.server.http.models import Passphrase, Problem
from sandtable.server.http.sessions import LASTS

router = APIRouter(prefix="/api", responses={401: {"model": Problem}, 429: {"model": Problem}})


@router.post("/session", status_code=204, response_class=Response)
def enter(given: Passphrase, request: Request, site: TheSite) -> Response:
    """Say the passphrase; a cookie remembers that."""
    client = request.client.host if request.client else ""
    if not site.guesses.take(client):
        raise HTTPException(429, "Too many guesses. Wait a minute.")
    if not site.sessions.fits(given.passphrase):
        raise HTTPException(401, "That is not the passphrase.")
    response = Response(status_code=204)
    response.set_cookie(
        COOKIE,
        site.sessions.new(),
        max_age=LASTS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.delete("/session", status_code=204, response_class=Response)
async def leave(request: Request, site: TheSite) -> Response:
    """Forget that the passphrase was said; the cookie is good for nothing any more."""
    await site.sessions.leave(request.cookies.get(COOKIE, ""))
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response
