"""Secrets that open a seat: long, random, and kept only as their digests."""

from __future__ import annotations

import hashlib
import re
import secrets

HOST = "host"
"""What a token opens that may invite and revoke, but sits nowhere."""

_ID = re.compile(r"[a-z0-9]{1,32}")
_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """A fresh token of 256 random bits.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot take a seat with it.

    >>> digest_of("abc")[:8]
    'ba7816bf'
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """A fresh id for a battle, of signs that nobody mistakes for others."""
    return "".join(secrets.choice(_SIGNS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether a text can be the id of a battle at all.

    >>> is_id(new_id()), is_id("../etc")
    (True, False)
    """
    return _ID.fullmatch(text) is not None
