"""Dice that follow from a seed, for play and simulation."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from hashlib import blake2b
from struct import Struct
from typing import Self

from sandtable.dice.rolled import RolledDice
from sandtable.dice.rolls import DiceError, Roll, check_question

NUMBERS = 1 << 64
"""Every face is made from a number below this."""

_SAFE = NUMBERS - (1 << 32)  # below this, a number suits every die of up to 2**32 sides
_EIGHT_NUMBERS = Struct("<8Q").unpack
_COUNTERS = Struct("<QQ").pack


def face_of(number: int, sides: int) -> int | None:
    """The face that a 64-bit number stands for; None if the number must be thrown again.

    The numbers at the very top do not fill a whole round of faces. Refusing them makes every
    face exactly as likely as the next.

    Examples:
        >>> face_of(0, 6), face_of(11, 6), face_of(2**64 - 1, 6)
        (1, 6, None)
    """
    if number >= NUMBERS - NUMBERS % sides:
        return None
    return number % sides + 1


class CountedDice(RolledDice):
    """Dice without memory: die number `index` at a place depends on these two only.

    So undo, redo and forks need no saved generator. Every face thrown or item drawn since `begin`
    takes the next index.
    """

    def __init__(self) -> None:
        super().__init__()
        self._index = 0

    @abstractmethod
    def _number(self, index: int, attempt: int) -> int:
        """The 64-bit number of a die at this place; attempt 1, 2... if earlier ones are refused."""

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a new line of the journal: rolls are bound to its place, old ones forgotten."""
        super().begin(line, place)
        self._index = 0

    def _next(self, sides: int) -> int:
        """The next face."""
        if sides > NUMBERS:
            raise DiceError(f"a die of {sides} sides cannot be thrown; {NUMBERS} is the most")
        index = self._index
        self._index = index + 1
        attempt = 0
        while (face := face_of(self._number(index, attempt), sides)) is None:
            attempt += 1
        return face

    def _throw(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        return tuple([self._next(sides) for _ in range(count)])

    def _deal(self, count: int, size: int, what: str) -> tuple[int, ...]:
        pile = list(range(1, size + 1))
        return tuple([pile.pop(self._next(len(pile)) - 1) for _ in range(count)])


class SeededDice(CountedDice):
    """Reproducible dice: the same seed and place always give the same rolls.

    A seed is a text; a number is taken as its digits, so 7 and "7" are the same seed. Eight
    numbers at a time come from BLAKE2b over (seed, place, which eight).

    Whoever knows the seed can work out every roll. So it matters to all players whether a person
    chose it or a program drew it, and these dice know which (`drawn`).

    Examples:
        >>> dice = SeededDice("Villers-Bocage")
        >>> dice.begin(1)
        >>> first = dice.pool(4, 6, "shots")
        >>> dice.begin(2)
        >>> second = dice.pool(4, 6, "shots")
        >>> dice.begin(1)
        >>> dice.pool(4, 6, "shots") == first != second
        True
    """

    def __init__(self, seed: str | int, *, drawn: bool = False) -> None:
        super().__init__()
        self._seed = str(seed)
        self._drawn = drawn
        self._key = blake2b(self._seed.encode(), digest_size=32, person=b"sandtable dice").digest()
        self._prefix = b""
        self._eight: tuple[int, ...] = ()
        self._eight_of = -1
        self.begin(0)

    @property
    def seed(self) -> str:
        """The seed, as a text.

        >>> SeededDice(1944).seed
        '1944'
        """
        return self._seed

    @property
    def drawn(self) -> bool:
        """Whether the seed was drawn by a program; otherwise somebody has chosen it.

        >>> SeededDice(1944).drawn, SeededDice.with_drawn_seed().drawn
        (False, True)
        """
        return self._drawn

    @classmethod
    def with_drawn_seed(cls) -> Self:
        """Dice whose seed comes from the system's own source of randomness."""
        return cls(secrets.token_hex(16), drawn=True)

    def __repr__(self) -> str:
        return f"SeededDice({self._seed!r})"

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a new line of the journal: rolls are bound to its place, old ones forgotten."""
        self._line = line
        self._place = place
        self._rolls.clear()
        self._taken = 0
        self._index = 0
        self._eight_of = -1
        self._prefix = self._key + (b"%d:" % line if place is None else place)

    def _number(self, index: int, attempt: int) -> int:
        if attempt:
            return self._hash(index >> 3, attempt)[index & 7]
        if self._eight_of != index >> 3:
            self._eight_of = index >> 3
            self._eight = self._hash(self._eight_of, 0)
        return self._eight[index & 7]

    def _hash(self, block: int, attempt: int) -> tuple[int, ...]:
        return _EIGHT_NUMBERS(blake2b(self._prefix + _COUNTERS(block, attempt)).digest())

    def _next(self, sides: int) -> int:
        # As the general one, with the usual case written out: this is a simulation's inner loop.
        index = self._index
        slot = index & 7
        if not slot:
            self._eight_of = block = index >> 3
            self._eight = _EIGHT_NUMBERS(blake2b(self._prefix + _COUNTERS(block, 0)).digest())
        number = self._eight[slot]
        if number >= _SAFE or sides > 0xFFFFFFFF:
            return super()._next(sides)
        self._index = index + 1
        return number % sides + 1

    def die(self, sides: int, what: str) -> int:
        """One die, 1 to `sides`."""
        if sides < 1:
            check_question(1, sides, what)
        face = self._next(sides)
        self._rolls.append(Roll(what, sides, (face,)))
        return face
