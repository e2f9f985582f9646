"""Who asks, and what he may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends, HTTPException, Request
from msgspec import Struct

from sandtable.server.rooms.holding import entry_by
from sandtable.server.tokens import HOST, digest_of

if TYPE_CHECKING:
    from sandtable.server.site import Site

COOKIE: Final = "sandtable-session"


class Caller(Struct, frozen=True, kw_only=True):
    """Somebody who sent a request.

    Attributes:
        is_owner: Whether the server is this person's own: nobody else can reach it.
        has_session: Whether he may use the lobby.
        battle: The battle that his token is for.
        seat: The seat that his token opens; ``host`` for whoever may invite. An invitation opens
            nothing but what onlookers see.
        holds: Whether his token is that of whoever holds the seat.
        forebear: The battle that went on as his, in which he had the same seat.
    """

    is_owner: bool = False
    has_session: bool = False
    battle: str | None = None
    seat: str | None = None
    holds: bool = False
    forebear: str | None = None

    def seat_in(self, battle: str) -> str | None:
        """The seat that he may take in a battle."""
        return self.seat if battle in (self.battle, self.forebear) else None

    def is_holder_of(self, battle: str, seat: str) -> bool:
        """Whether a seat of a battle is his own."""
        return self.holds and self.seat_in(battle) == seat

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
    holds = False
    forebear = None
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        found = await site.hall.work(site.store.token, digest_of(token.strip()))
        if found is None:
            raise HTTPException(401, "This link is not valid, or not any more.")
        entry = entry_by(found)
        battle, seat, holds = found.battle, entry.seat, entry.holds
        forebear = await site.hall.work(site.store.forebear, battle)
    return Caller(
        is_owner=open_house and site.settings.is_loopback,
        has_session=open_house or await site.sessions.knows(request.cookies.get(COOKIE, "")),
        battle=battle,
        seat=seat,
        holds=holds,
        forebear=forebear,
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
