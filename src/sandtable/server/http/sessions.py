"""Cookies for those who know the passphrase."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from sandtable.server.storage import ClashError, StorageError
from sandtable.server.tokens import digest_of

if TYPE_CHECKING:
    from sandtable.server.rooms import Hall

log = logging.getLogger("sandtable.server")

LASTS: Final = 30 * 24 * 3600
ERA: Final = "sessions"
"""The fact that says since when the passphrase is the one that it is."""


class Sessions:
    """Cookies for those who know the passphrase: signed, and void once it changes.

    Whoever leaves makes his cookie void, here, after a restart, and at other servers of the
    database. If that cannot be recorded, it is void here at once, and recorded later.

    Args:
        passphrase: The passphrase.
        hall: The hall of the server, with its database.
    """

    def __init__(self, passphrase: str | None, hall: Hall) -> None:
        self._passphrase = passphrase
        self._hall = hall
        self._left: dict[str, float] = {}
        key = hall.store.lasting_fact("cookies")
        era = "" if passphrase is None else self._era(passphrase)
        self._key = hashlib.sha256(f"{key}/{passphrase}/{era}".encode()).digest()

    def _era(self, passphrase: str) -> str:
        """A secret that is another one whenever the passphrase has changed, even back again."""
        store = self._hall.store
        kept = store.fact(ERA)
        for _ in range(10):
            if kept is not None and _fits(json.loads(kept), passphrase):
                return str(json.loads(kept)["era"])
            kept = store.replace_fact(ERA, kept, json.dumps(_new_era(passphrase)))
        raise StorageError("other servers of this database have other passphrases")

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

    async def knows(self, cookie: str) -> bool:
        """Whether a cookie is one of ours, not too old, and nobody has left with it."""
        if self._until(cookie) is None:
            return False
        digest = digest_of(cookie)
        if digest in self._left:
            return False
        return not await self._hall.work(self._hall.store.has_left, digest)

    async def leave(self, cookie: str) -> None:
        """Make a cookie void."""
        until = self._until(cookie)
        if until is None:
            return
        digest = digest_of(cookie)
        self._left[digest] = until

        def record() -> Future[None]:
            return self._hall.store.add_departure(digest, until, time.time())

        try:
            await asyncio.wrap_future(record())
        except ClashError:
            pass  # he has left before
        except StorageError as error:
            log.warning("that somebody has left is recorded later: %s", error)
            self._hall.spawn(self._hall.insist(record))
            return
        self._left.pop(digest, None)

    def _until(self, cookie: str) -> float | None:
        """Until when a cookie is good, if it is one of ours."""
        facts, _, signature = cookie.rpartition(".")
        ours = self._sign(facts).encode()
        if not hmac.compare_digest(ours, signature.encode("utf-8", "replace")):
            return None
        until = facts.partition(".")[0]
        return float(until) if until.isdecimal() and int(until) > time.time() else None

    def _sign(self, facts: str) -> str:
        return hmac.new(self._key, facts.encode("utf-8", "replace"), "sha256").hexdigest()


def _new_era(passphrase: str) -> dict[str, str]:
    salt = secrets.token_hex(16)
    return {"salt": salt, "mark": _mark(passphrase, salt), "era": secrets.token_hex(32)}


def _fits(era: dict[str, str], passphrase: str) -> bool:
    return hmac.compare_digest(era["mark"], _mark(passphrase, era["salt"]))


def _mark(passphrase: str, salt: str) -> str:
    """What is kept to know a passphrase again; to try them all at it takes long."""
    text = passphrase.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(text, salt=salt.encode(), n=2**14, r=8, p=1).hex()
