"""Dice that nobody can load, and that everybody can check afterwards."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from sandtable.dice.rolls import DiceError
from sandtable.dice.seeded import CountedDice

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_SECRET = 16
"""Bytes that a secret needs at least, or its commitment could be searched for it."""


class FairDice(CountedDice):
    """Commit and reveal.

    1. Before the battle the server draws a secret and publishes its SHA-256, the commitment.
    2. Then each player adds words of his own. The server can no longer change the secret, and
       could not know the words when it drew it.
    3. The key is HMAC-SHA256(secret, words). The die number `index` (from 0) at a place comes from
       HMAC-SHA256(key, "place/index/attempt"): its first 8 bytes, high byte first, are a number;
       the face is the remainder by the number of sides, plus 1. Numbers at the very top that
       would favour some faces are refused, and the attempt (from 0) goes up by 1.
    4. After the battle the secret is revealed, and `sandtable.dice.verify` checks every face.

    Examples:
        >>> secret = bytes(range(32))
        >>> FairDice.commit(secret)[:16]
        '630dcd2966c43366'
        >>> dice = FairDice(secret, ["Bocage", "Panzer vor!"])
        >>> dice.begin(12)
        >>> dice.sum(2, 6, "grenade damage")
        10
    """

    def __init__(self, secret: bytes, words: Sequence[str]) -> None:
        super().__init__()
        _check_secret(secret)
        self._words = tuple(words)
        self._commitment = self.commit(secret)
        self._key = hmac.digest(secret, encode_words(self._words), "sha256")

    @staticmethod
    def new_secret() -> bytes:
        """A fresh secret from the system's own source of randomness.

        >>> len(FairDice.new_secret())
        32
        """
        return secrets.token_bytes(32)

    @staticmethod
    def commit(secret: bytes) -> str:
        """The commitment to publish before the players give their words: SHA-256, in hex."""
        _check_secret(secret)
        return hashlib.sha256(secret).hexdigest()

    @property
    def commitment(self) -> str:
        """The published commitment to the secret of these dice."""
        return self._commitment

    @property
    def words(self) -> tuple[str, ...]:
        """The players' words."""
        return self._words

    def _number(self, index: int, attempt: int) -> int:
        place_of_die = b"%d/%d/%d" % (self._place, index, attempt)
        return int.from_bytes(hmac.digest(self._key, place_of_die, "sha256")[:8], "big")


def encode_words(words: Sequence[str]) -> bytes:
    """The words as bytes, in one way only: each as its length in UTF-8 bytes, a colon, itself.

    >>> encode_words(["ab", "c"]), encode_words(["a", "bc"])
    (b'2:ab1:c', b'1:a2:bc')
    """
    parts = []
    for word in words:
        try:
            text = word.encode()
        except UnicodeEncodeError:
            raise DiceError(
                f"the word {word!r} cannot be written in UTF-8; type it again"
            ) from None
        parts.append(b"%d:%s" % (len(text), text))
    return b"".join(parts)


def _check_secret(secret: bytes) -> None:
    if len(secret) < LEAST_SECRET:
        raise DiceError(
            f"a secret of {len(secret)} bytes can be guessed; it needs {LEAST_SECRET} or more"
        )
