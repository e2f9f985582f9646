"""Who asks, and what he may do."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends, HTTPException, Request
from msgspec import Struct

from sandtable.server.tokens import HOST, digest_of

if TYPE_CHECKING:
    from sandtable.server.site import Site

COOKIE: Final = "sandtable-session"
LASTS: Final = 30 * 24 * 3600


class Caller(Struct, frozen=True, kw_only=True):
    """Somebody who sent a request.

    Attributes:
        is_owner: Whether the server is this person's own: nobody else can reach it.
        has_session: Whether he may use the lobby.
        battle: The battle that his token is for.
        seat: The seat that his token opens; ``host`` for whoever may invite.
    """

    is_owner: bool = False
    has_session: bool = False
    battle: str | None = None
    seat: str | None = None

    def seat_in(self, battle: str) -> str | None:
        """The seat that he may take in a battle."""
        return self.seat if self.battle == battle else None

    def is_host_of(self, battle: str) -> bool:
        """Whether he may invite to a battle, revoke, and hand seats over."""
        return self.is_owner or self.seat_in(battle) == HOST


def site_of(request: Request) -> Site:
    """The site that serves a request."""
    site: Site = request.app.state.site
    return site


TheSite = Annotated["Site", Depends(site_of)]


async def caller_of(request: Request) -> Caller:
    """Who sent a request, whatever he may do."""
    site = site_of(request)
    open_house = site.settings.passphrase is None
    battle = seat = None
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        found = await site.hall.work(site.store.token, digest_of(token.strip()))
        if found is None:
            raise HTTPException(401, "This link is not valid, or not any more.")
        battle, seat = found
    return Caller(
        is_owner=open_house and site.settings.is_loopback,
        has_session=open_house or site.sessions.is_valid(request.cookies.get(COOKIE, "")),
        battle=battle,
        seat=seat,
    )


async def admitted(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
    """Somebody who may be here at all.

    Raises:
        HTTPException: If he has neither said the passphrase nor a link to a seat.
    """
    if not caller.has_session and caller.seat is None:
        raise HTTPException(401, "Say the passphrase first.")
    return caller


async def in_lobby(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
    """Somebody who may use the lobby.

    Raises:
        HTTPException: If he has not said the passphrase.
    """
    if not caller.has_session:
        raise HTTPException(401, "Say the passphrase first.")
    return caller


Admitted = Annotated[Caller, Depends(admitted)]
InLobby = Annotated[Caller, Depends(in_lobby)]


class Sessions:
    """Cookies for those who know the passphrase: signed, and void once it changes.

    Args:
        passphrase: The passphrase.
        key: A secret of the database.
    """

    def __init__(self, passphrase: str | None, key: str) -> None:
        self._passphrase = passphrase
        self._key = hashlib.sha256(f"{key}/{passphrase}".encode()).digest()

    def fits(self, given: str) -> bool:
        """Whether a passphrase is the right one."""
        if self._passphrase is None:
            return True
        ours, theirs = (
            hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
            for text in (self._passphrase, given)
        )
        return hmac.compare_digest(ours, theirs)

    def new(self) -> str:
        """A cookie for somebody who knew it."""
        facts = f"{int(time.time()) + LASTS}.{secrets.token_urlsafe(9)}"
        return f"{facts}.{self._sign(facts)}"

    def is_valid(self, cookie: str) -> bool:
        """Whether a cookie is one of ours, and not too old."""
        facts, _, signature = cookie.rpartition(".")
        ours = self._sign(facts).encode()
        if not hmac.compare_digest(ours, signature.encode("utf-8", "replace")):
            return False
        until = facts.partition(".")[0]
        return until.isdecimal() and int(until) > time.time()

    def _sign(self, facts: str) -> str:
        return hmac.new(self._key, facts.encode("utf-8", "replace"), "sha256").hexdigest()
