"""What was rolled, what must be rolled next, and what can go wrong with it."""

from __future__ import annotations

import msgspec


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One question that was rolled, as shown in a log and stored in a journal.

    Attributes:
        what: What the dice were thrown for, in words of the game.
        sides: How many sides each die has, or how many things were drawn from.
        faces: The faces in the order in which they fell.
        drawn: True for a draw or shuffle: the faces are then places in the pile
            (1 is its first item), and no two are alike. Left out of JSON when false.

    Examples:
        >>> Roll("grenade damage", 6, (5, 2))
        Roll(what='grenade damage', sides=6, faces=(5, 2), drawn=False)
        >>> print(Roll("grenade damage", 6, (5, 2)))
        2d6, grenade damage: 5 2
        >>> msgspec.json.encode(Roll("firer", 10, (7,))).decode()
        '{"what":"firer","sides":10,"faces":[7]}'
    """

    what: str
    sides: int
    faces: tuple[int, ...]
    drawn: bool = False

    @property
    def total(self) -> int:
        """The sum of the faces.

        >>> Roll("grenade damage", 6, (5, 2)).total
        7
        """
        return sum(self.faces)

    @property
    def request(self) -> RollRequest:
        """The request that this roll answers.

        >>> str(Roll("grenade damage", 6, (5, 2)).request)
        '2d6, grenade damage'
        """
        return RollRequest(self.what, self.sides, len(self.faces), self.drawn)

    def __str__(self) -> str:
        return f"{self.request}: {' '.join(map(str, self.faces))}"


class RollRequest(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What real or scripted dice need next.

    Examples:
        >>> print(RollRequest("firer", 10, 1))
        1d10, firer
        >>> print(RollRequest("grenade damage", 6, 2))
        2d6, grenade damage
        >>> print(RollRequest("fog of war", 31, 2, drawn=True))
        2 different numbers from 1 to 31, fog of war
    """

    what: str
    sides: int
    count: int
    drawn: bool = False

    def __str__(self) -> str:
        if not self.drawn:
            return f"{self.count}d{self.sides}, {self.what}"
        if self.count == 1:
            return f"1 number from 1 to {self.sides}, {self.what}"
        return f"{self.count} different numbers from 1 to {self.sides}, {self.what}"


class DiceError(Exception):
    """Faces or a question that cannot be: the message says what, where and what is allowed.

    >>> issubclass(DiceNeeded, DiceError)
    True
    """


class DiceNeeded(DiceError):  # noqa: N818 - not a fault: the procedure waits for these dice
    """The script has run out; `request` says which dice to throw next.

    >>> DiceNeeded(RollRequest("firer", 10, 1)).request.sides
    10
    """

    def __init__(self, request: RollRequest) -> None:
        super().__init__(f"dice needed: {request}")
        self.request = request


def check_question(count: int, sides: int, what: str) -> None:
    """Refuse a question that no dice can answer.

    >>> check_question(2, 6, "damage")
    >>> check_question(-1, 6, "damage")
    Traceback (most recent call last):
        ...
    sandtable.dice.rolls.DiceError: damage: -1d6 cannot be rolled; the count must be 0 or more
    """
    if sides < 1:
        raise DiceError(f"{what}: a die has at least 1 side, not {sides}")
    if count < 0:
        raise DiceError(f"{what}: {count}d{sides} cannot be rolled; the count must be 0 or more")
