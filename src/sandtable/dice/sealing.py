"""Words for fair dice, sealed before any of them is opened.

1. The server publishes the commitment to its secret.
2. Every person's client draws a nonce and sends a *seal*: a hash over the commitment, the battle,
   the seat, the nonce and the word. It binds the word and does not show it.
3. When the seals of all persons are in, they are published. Only then does each client *open* its
   own: it sends nonce and word, which must fit the seal.

So nobody can choose a word after he has seen another, and not even who knows the secret can choose
what comes out. He can refuse to open; then the ceremony is begun anew with another secret, and the
record says so.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.dice.rolls import DiceError

if TYPE_CHECKING:
    from collections.abc import Sequence

SEAL = "sandtable fair dice: seal"
KEY = "sandtable fair dice: key"
HEX = re.compile(r"[0-9a-f]{64}")
"""How hashes and nonces are written."""


class SealedWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's word for fair dice, opened.

    Attributes:
        seat: Whose it is.
        seal: The seal that was published before any word was opened.
        nonce: 32 random bytes, in hex, so that no word can be guessed from its seal.
        word: The word.
    """

    seat: str
    seal: str
    nonce: str
    word: str


class BegunAnew(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A ceremony that was broken off, after which another one was begun with a new secret.

    Attributes:
        by: The seat that wanted it, or ``host``.
        commitment: The commitment of the ceremony that was broken off.
        opening: Whether all seals were in by then, so that words may have been known.
    """

    by: str
    commitment: str
    opening: bool = False


class Ceremony(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the words came into fair dice.

    Attributes:
        battle: The name of the battle, which every seal contains.
        words: The words, in the order of their seats' names.
        begun_anew: The ceremonies that were broken off before.
    """

    battle: str
    words: tuple[SealedWord, ...] = ()
    begun_anew: tuple[BegunAnew, ...] = ()


def new_nonce() -> str:
    """A fresh nonce."""
    return secrets.token_hex(32)


def seal_of(commitment: str, battle: str, seat: str, nonce: str, word: str) -> str:
    """The seal of a word, in hex.

    >>> seal_of("c" * 64, "hill", "british", "0" * 64, "Größe")[:16]
    '1a0a45e0214b3186'
    """
    return hashlib.sha256(encoded((SEAL, commitment, battle, seat, nonce, word))).hexdigest()


def sealed_key(secret: bytes, words: Sequence[SealedWord]) -> bytes:
    """The key of fair dice, from the server's secret and what all persons have opened."""
    parts = [part for one in words for part in (one.seat, one.nonce, one.word)]
    return hmac.digest(secret, encoded((KEY, *parts)), "sha256")


def check_ceremony(commitment: str, ceremony: Ceremony) -> None:
    """Check that all words fit their seals, and stand in the one order that they may.

    Raises:
        DiceError: Naming the seat of the first that does not.
    """
    seats = [one.seat for one in ceremony.words]
    if seats != sorted(set(seats)):
        raise DiceError("the words do not stand in the order of their seats' names, each once")
    for one in ceremony.words:
        check_opening(commitment, ceremony.battle, one)


def check_opening(commitment: str, battle: str, one: SealedWord) -> None:
    """Check that a word and its nonce fit their seal.

    Raises:
        DiceError: If they do not.
    """
    if not HEX.fullmatch(one.nonce):
        raise DiceError(f"the nonce of {one.seat} is not 32 bytes in hex")
    if seal_of(commitment, battle, one.seat, one.nonce, one.word) != one.seal:
        raise DiceError(f"the word of {one.seat} does not fit its seal")


def encoded(parts: Sequence[str]) -> bytes:
    """Texts as bytes, in one way only: each as its length in UTF-8 bytes, a colon, itself.

    >>> encoded(["ab", "c"]), encoded(["a", "bc"])
    (b'2:ab1:c', b'1:a2:bc')

    Raises:
        DiceError: If a text cannot be written in UTF-8.
    """
    out = []
    for part in parts:
        try:
            text = part.encode()
        except UnicodeEncodeError:
            raise DiceError(
                f"the word {part!r} cannot be written in UTF-8; type it again"
            ) from None
        out.append(b"%d:%s" % (len(text), text))
    return b"".join(out)
