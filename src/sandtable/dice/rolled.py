"""Questions answered with faces: what all dice in play have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Self, TypeVar

from sandtable.dice.interface import Dice
from sandtable.dice.pools import oppose
from sandtable.dice.rolls import DiceError, Roll, check_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.dice.pools import Opposed, Pool

T = TypeVar("T")


class RolledDice(Dice):
    """Dice whose faces are thrown, recorded and shown.

    A kind of dice says in `_throw` and `_deal` where faces come from; the rest is here.

    Examples:
        >>> from sandtable.dice import SeededDice
        >>> dice = SeededDice("Villers-Bocage")
        >>> dice.begin(3)
        >>> margin = dice.contest(10, "firer", "target")
        >>> [roll.what for roll in dice.take_rolls()]
        ['firer', 'target']
        >>> dice.take_rolls(), len(dice.rolls)
        ((), 2)
    """

    def __init__(self) -> None:
        self._line = 0
        self._place: bytes | None = None
        self._rolls: list[Roll] = []
        self._taken = 0

    def __copy__(self) -> Self:
        """Dice of the same kind that stand where these stand and go their own way from here."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, (list, dict)) else value)
        return twin

    @abstractmethod
    def _throw(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """The faces of `count` dice (1 or more)."""

    @abstractmethod
    def _deal(self, count: int, size: int, what: str) -> tuple[int, ...]:
        """`count` different numbers from 1 to `size`, in the order drawn."""

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a new line of the journal: old rolls are forgotten."""
        self._line = line
        self._place = place
        self._rolls.clear()
        self._taken = 0

    @property
    def line(self) -> int:
        """The line of the journal that is rolled for."""
        return self._line

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls since `begin`."""
        return tuple(self._rolls)

    def take_rolls(self) -> tuple[Roll, ...]:
        """The rolls since the last `take_rolls` or `begin`."""
        fresh = tuple(self._rolls[self._taken :])
        self._taken = len(self._rolls)
        return fresh

    def _faces(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Throw and record; nothing is recorded for no dice."""
        if count < 1 or sides < 1:
            check_question(count, sides, what)
            return ()
        faces = self._throw(count, sides, what)
        self._rolls.append(Roll(what, sides, faces))
        return faces

    def die(self, sides: int, what: str) -> int:
        """One die, 1 to `sides`."""
        return self._faces(1, sides, what)[0]

    def test(self, sides: int, at_least: int, what: str) -> bool:
        """One die against a number."""
        return self.die(sides, what) >= at_least

    def sum(self, count: int, sides: int, what: str, *, plus: int = 0) -> int:
        """The total of `count` dice, and `plus`."""
        return sum(self._faces(count, sides, what), plus)

    def pool(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """The faces of `count` dice, sorted from high to low; recorded as they fell."""
        return tuple(sorted(self._faces(count, sides, what), reverse=True))

    def successes(self, count: int, sides: int, at_least: int, what: str) -> int:
        """How many of `count` dice show `at_least` or more."""
        return sum(face >= at_least for face in self._faces(count, sides, what))

    def contest(self, sides: int, first: str, second: str) -> int:
        """Two single dice: the first face less the second."""
        return self.die(sides, first) - self.die(sides, second)

    def opposed(
        self,
        attack: Pool,
        defence: Pool,
        attack_what: str = "attack",
        defence_what: str = "defence",
    ) -> Opposed:
        """Two pools matched high to high; the attack is rolled first."""
        attacks = self._faces(attack.count, attack.sides, attack_what)
        shields = self._faces(defence.count, defence.sides, defence_what)
        return oppose(attack, defence, attacks, shields)

    def pick(self, options: Sequence[T], what: str, *, sides: int | None = None) -> T:
        """One of the options, all equally likely."""
        band = check_pick(len(options), what, sides)
        if len(options) == 1:
            return options[0]
        while True:
            number = (self.die(sides or len(options), what) - 1) // band
            if number < len(options):
                return options[number]

    def shuffle(self, items: Sequence[T], what: str) -> tuple[T, ...]:
        """All items in random order."""
        return self.draw(items, len(items), what)

    def draw(self, items: Sequence[T], count: int, what: str) -> tuple[T, ...]:
        """`count` of the items without replacement, in the order drawn."""
        check_draw(len(items), count, what)
        if not count:
            return ()
        places = self._deal(count, len(items), what)
        self._rolls.append(Roll(what, len(items), places, drawn=True))
        return tuple(items[place - 1] for place in places)


def check_pick(options: int, what: str, sides: int | None) -> int:
    """How many faces of the die stand for each option; refuses a pick that no die can make.

    >>> check_pick(3, "crewman", 10), check_pick(3, "crewman", None)
    (3, 1)
    """
    if not options:
        raise DiceError(f"{what}: there is nothing to pick from; give at least one option")
    if sides is None:
        return 1
    if sides < options:
        raise DiceError(
            f"{what}: a d{sides} cannot pick among {options} options; it can among {sides} at most"
        )
    return sides // options


def check_draw(size: int, count: int, what: str) -> None:
    """Refuse to draw more than there is.

    >>> check_draw(52, 5, "cards")
    """
    if not 0 <= count <= size:
        raise DiceError(f"{what}: {count} cannot be drawn from {size}; draw 0 to {size}")
