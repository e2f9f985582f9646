"""The dice that every procedure is written against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.dice.pools import Opposed, Pool
    from sandtable.dice.rolls import Roll

T = TypeVar("T")


class Dice(ABC):
    """Answers the questions that a procedure puts to chance.

    A procedure asks for what matters to it: a test, a sum, a count of successes. Dice in play
    throw and record every face; exact dice walk down every answer instead.

    Examples:
        >>> from sandtable.dice import ScriptedDice, exact
        >>> def grenade(dice: Dice) -> int:
        ...     return dice.sum(2, 6, "damage", plus=2) if dice.test(6, 4, "throw") else 0
        >>> grenade(ScriptedDice([5, 6, 1]))
        9
        >>> exact(grenade)[9]
        Fraction(1, 12)
    """

    @abstractmethod
    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a new line of the journal: old rolls are forgotten.

        Args:
            line: Its number.
            place: What its rolls are bound to: the decisions that stand (see
                ``sandtable.battle.binding``). Without it, to the number, as in format 1.
        """

    @property
    @abstractmethod
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls since `begin`."""

    @abstractmethod
    def take_rolls(self) -> tuple[Roll, ...]:
        """The rolls since the last `take_rolls` or `begin`, for the event that they belong to."""

    @abstractmethod
    def die(self, sides: int, what: str) -> int:
        """One die, 1 to `sides`."""

    @abstractmethod
    def test(self, sides: int, at_least: int, what: str) -> bool:
        """One die against a number: true if the face is `at_least` or more."""

    @abstractmethod
    def sum(self, count: int, sides: int, what: str, *, plus: int = 0) -> int:
        """The total of `count` dice, and `plus`."""

    @abstractmethod
    def pool(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """The faces of `count` dice, sorted from high to low."""

    @abstractmethod
    def successes(self, count: int, sides: int, at_least: int, what: str) -> int:
        """How many of `count` dice show `at_least` or more."""

    @abstractmethod
    def contest(self, sides: int, first: str, second: str) -> int:
        """Two single dice, `first` rolled first: the first face less the second."""

    @abstractmethod
    def opposed(
        self,
        attack: Pool,
        defence: Pool,
        attack_what: str = "attack",
        defence_what: str = "defence",
    ) -> Opposed:
        """Two pools matched high to high; the attack is rolled first. See `match_dice`."""

    @abstractmethod
    def pick(self, options: Sequence[T], what: str, *, sides: int | None = None) -> T:
        """One of the options, all equally likely; a single option needs no die.

        Args:
            options: What to pick from.
            what: What is picked.
            sides: Pick with a die of so many sides: its faces are split into equal bands from 1
                up, one band per option, and faces beyond the last band are rolled again.
                Without it, the die has as many sides as there are options.
        """

    @abstractmethod
    def shuffle(self, items: Sequence[T], what: str) -> tuple[T, ...]:
        """All items in random order."""

    @abstractmethod
    def draw(self, items: Sequence[T], count: int, what: str) -> tuple[T, ...]:
        """`count` of the items without replacement, in the order drawn."""

    def settle(self, what: str, value: str, among: Sequence[str]) -> str:
        """The result `value`, unless a referee rules otherwise (see `Overruling`).

        Args:
            what: Which result this is.
            value: What the dice made it.
            among: All results that it could be.
        """
        return value
