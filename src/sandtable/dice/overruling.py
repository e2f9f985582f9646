"""A referee's word beats the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sandtable.dice.interface import Dice
from sandtable.dice.rolls import DiceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sandtable.dice.pools import Opposed, Pool
    from sandtable.dice.rolls import Roll

T = TypeVar("T")


class Overruling(Dice):
    """Any dice, with a referee's rulings on results.

    The dice are rolled as ever. Where a procedure settles a result that was ruled on, the ruled
    value is used. Several results of one name are told apart by number: the second "fire" of a
    step is "fire 2". To run a procedure again from its start, wrap the dice anew.

    Examples:
        >>> from sandtable.dice import ScriptedDice
        >>> dice = Overruling(ScriptedDice([9]), {"fire effect": "suppressed"})
        >>> effect = "destroyed" if dice.test(10, 8, "shot") else "no effect"
        >>> dice.settle("fire effect", effect, ["no effect", "suppressed", "destroyed"])
        'suppressed'
        >>> dice.unused
        {}
    """

    def __init__(self, dice: Dice, results: Mapping[str, str]) -> None:
        self._dice = dice
        self._unused = dict(results)
        self._settled: dict[str, int] = {}

    @property
    def unused(self) -> dict[str, str]:
        """The rulings for which no result came up."""
        return dict(self._unused)

    def settle(self, what: str, value: str, among: Sequence[str]) -> str:
        """The ruled result if there is one for `what`, else whatever the dice under it settle."""
        number = self._settled[what] = self._settled.get(what, 0) + 1
        name = what if number == 1 else f"{what} {number}"
        if name not in self._unused:
            return self._dice.settle(what, value, among)
        ruled = self._unused[name]
        if ruled not in among:
            raise DiceError(
                f"{name} cannot be ruled {ruled!r}; it can be {', '.join(map(repr, among))}"
            )
        del self._unused[name]
        return ruled

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a new line of the journal."""
        self._dice.begin(line, place)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls since `begin`."""
        return self._dice.rolls

    def take_rolls(self) -> tuple[Roll, ...]:
        """The rolls since the last `take_rolls` or `begin`."""
        return self._dice.take_rolls()

    def die(self, sides: int, what: str) -> int:
        """One die, 1 to `sides`."""
        return self._dice.die(sides, what)

    def test(self, sides: int, at_least: int, what: str) -> bool:
        """One die against a number."""
        return self._dice.test(sides, at_least, what)

    def sum(self, count: int, sides: int, what: str, *, plus: int = 0) -> int:
        """The total of `count` dice, and `plus`."""
        return self._dice.sum(count, sides, what, plus=plus)

    def pool(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """The faces of `count` dice, sorted from high to low."""
        return self._dice.pool(count, sides, what)

    def successes(self, count: int, sides: int, at_least: int, what: str) -> int:
        """How many of `count` dice show `at_least` or more."""
        return self._dice.successes(count, sides, at_least, what)

    def contest(self, sides: int, first: str, second: str) -> int:
        """Two single dice: the first face less the second."""
        return self._dice.contest(sides, first, second)

    def opposed(
        self,
        attack: Pool,
        defence: Pool,
        attack_what: str = "attack",
        defence_what: str = "defence",
    ) -> Opposed:
        """Two pools matched high to high."""
        return self._dice.opposed(attack, defence, attack_what, defence_what)

    def pick(self, options: Sequence[T], what: str, *, sides: int | None = None) -> T:
        """One of the options, all equally likely."""
        return self._dice.pick(options, what, sides=sides)

    def shuffle(self, items: Sequence[T], what: str) -> tuple[T, ...]:
        """All items in random order."""
        return self._dice.shuffle(items, what)

    def draw(self, items: Sequence[T], count: int, what: str) -> tuple[T, ...]:
        """`count` of the items without replacement, in the order drawn."""
        return self._dice.draw(items, count, what)
