"""Dice that nobody can load, and that everybody can check afterwards."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Self

from sandtable.dice.rolls import DiceError
from sandtable.dice.sealing import Ceremony, check_ceremony, encoded, sealed_key
from sandtable.dice.seeded import CountedDice

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_SECRET = 16
"""Bytes that a secret needs at least, or its commitment could be searched for it."""


class FairDice(CountedDice):
    """Commit and reveal.

    1. Before the battle the server draws a secret and publishes its SHA-256, the commitment.
    2. Then the persons add words of their own. On a server they are sealed first and opened only
       when all seals are in (`sealed`, and `sandtable.dice.sealing`), so that nobody, not even
       who knows the secret, can choose a word by what comes out. A program may hand over words
       that were not sealed; then whoever knows the secret and gives the last word can choose.
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
        self._ceremony: Ceremony | None = None
        self._commitment = self.commit(secret)
        self._key = hmac.digest(secret, encoded(self._words), "sha256")

    @classmethod
    def sealed(cls, secret: bytes, ceremony: Ceremony) -> Self:
        """Dice whose words were sealed before any of them was opened.

        Raises:
            DiceError: If a word does not fit its seal.
        """
        dice = cls(secret, [one.word for one in ceremony.words])
        check_ceremony(dice.commitment, ceremony)
        dice._ceremony = ceremony
        dice._key = sealed_key(secret, ceremony.words)
        return dice

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

    @property
    def ceremony(self) -> Ceremony | None:
        """How the words were sealed and opened, if they were."""
        return self._ceremony

    def _number(self, index: int, attempt: int) -> int:
        place = str(self._line) if self._place is None else self._place.hex()
        message = f"{place}/{index}/{attempt}".encode("ascii")
        return int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")


def _check_secret(secret: bytes) -> None:
    if len(secret) < LEAST_SECRET:
        raise DiceError(
            f"a secret of {len(secret)} bytes can be guessed; it needs {LEAST_SECRET} or more"
        )
