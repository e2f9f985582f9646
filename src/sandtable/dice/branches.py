"""Exact odds: a procedure run down every branch that the dice can take."""

from __future__ import annotations

from collections.abc import Hashable
from math import lcm
from typing import TYPE_CHECKING, Any, TypeVar

from sandtable.dice import answers
from sandtable.dice.distribution import Distribution
from sandtable.dice.interface import Dice
from sandtable.dice.rolled import check_draw, check_pick
from sandtable.dice.rolls import DiceError, check_question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.dice.answers import Answers
    from sandtable.dice.pools import Opposed, Pool
    from sandtable.dice.rolls import Roll

T = TypeVar("T")
R = TypeVar("R", bound=Hashable)


def exact(procedure: Callable[[Dice], R], *, limit: int = 1_000_000) -> Distribution[R]:
    """The exact distribution of what a procedure returns.

    The procedure is run once for every branch, so it must be pure: asked the same, it does the
    same. Its result must be hashable; equal results are merged.

    Args:
        procedure: Takes dice, returns a result.
        limit: The most branches to walk.

    Raises:
        DiceError: There are more branches than `limit`, or the procedure is not pure.

    Examples:
        >>> exact(lambda dice: dice.contest(10, "firer", "target") >= 5)
        Distribution({False: 17/20, True: 3/20})
        >>> exact(lambda dice: dice.sum(dice.die(2, "how many"), 2, "damage"))
        Distribution({1: 1/4, 2: 3/8, 3: 1/4, 4: 1/8})
    """
    dice = ExactDice(limit)
    found: dict[int, dict[R, int]] = {}  # denominator -> result -> weight
    while True:
        result = procedure(dice)
        weight, total = dice.end_branch()
        by_result = found.get(total)
        if by_result is None:
            by_result = found[total] = {}
        by_result[result] = by_result.get(result, 0) + weight
        if not dice.next_branch():
            break
    if len(found) == 1:
        return Distribution(by_result)
    common = lcm(*found)
    merged: dict[R, int] = {}
    for total, by_result in found.items():
        for result, weight in by_result.items():
            merged[result] = merged.get(result, 0) + weight * (common // total)
    return Distribution(merged)


class _Fork:
    """A question on the way down: its answers, which one is taken, and the weight so far."""

    __slots__ = ("answers", "taken", "total", "weight", "weight_above")

    def __init__(self, answers: Answers[Any], weight_above: int, total_above: int) -> None:
        self.answers = answers
        self.taken = 0
        self.weight_above = weight_above
        self.weight = weight_above * answers.weights[0]
        self.total = total_above * answers.total


class ExactDice(Dice):
    """Dice that take one branch after another; made by `exact`, which see.

    Questions on the way that is already decided get the decided answer; each new question is
    a new fork, of which the first answer is taken first. No faces are recorded.

    Examples:
        >>> dice = ExactDice()
        >>> dice.die(2, "a"), dice.end_branch(), dice.next_branch()
        (1, (1, 2), True)
        >>> dice.die(2, "a"), dice.end_branch(), dice.next_branch()
        (2, (1, 2), False)
    """

    def __init__(self, limit: int = 1_000_000) -> None:
        self._limit = limit
        self._path: list[_Fork] = []
        self._depth = 0
        self._branches = 1  # known so far: those walked, and those seen beside the way

    def end_branch(self) -> tuple[int, int]:
        """The procedure has returned: the weight of this branch, out of a total."""
        if self._depth != len(self._path):
            raise self._impure()
        if not self._path:
            return 1, 1
        last = self._path[-1]
        return last.weight, last.total

    def next_branch(self) -> bool:
        """Turn to the next branch; false if all have been walked."""
        self._depth = 0
        path = self._path
        while path:
            last = path[-1]
            last.taken += 1
            if last.taken < len(last.answers.weights):
                last.weight = last.weight_above * last.answers.weights[last.taken]
                return True
            path.pop()
        return False

    def _ask(self, answers: Answers[T]) -> T:
        values = answers.values
        if len(values) == 1:
            return values[0]
        depth = self._depth
        self._depth = depth + 1
        path = self._path
        if depth < len(path):
            fork = path[depth]
            if fork.answers is not answers and fork.answers != answers:
                raise self._impure()
            return values[fork.taken]
        self._branches += len(values) - 1
        if self._branches > self._limit:
            raise DiceError(
                f"the procedure has more than {self._limit} branches; ask the dice only for what "
                "matters (a test, a sum, a count of successes), or raise the limit"
            )
        if path:
            above = path[-1]
            path.append(_Fork(answers, above.weight, above.total))
        else:
            path.append(_Fork(answers, 1, 1))
        return values[0]

    @staticmethod
    def _impure() -> DiceError:
        return DiceError(
            "the procedure asked other questions when it was run again with the same answers; "
            "exact odds need one that depends on its dice alone"
        )

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Nothing to do: branches are not bound to a place."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """None: no faces are thrown."""
        return ()

    def take_rolls(self) -> tuple[Roll, ...]:
        """None: no faces are thrown."""
        return ()

    def die(self, sides: int, what: str) -> int:
        """One die: a branch for each face."""
        if sides < 1:
            check_question(1, sides, what)
        return self._ask(answers.die_answers(sides))

    def test(self, sides: int, at_least: int, what: str) -> bool:
        """One die against a number: two branches, or one if it is certain."""
        if sides < 1:
            check_question(1, sides, what)
        return self._ask(answers.test_answers(sides, at_least))

    def sum(self, count: int, sides: int, what: str, *, plus: int = 0) -> int:
        """The total of `count` dice: a branch for each total."""
        if count < 1 or sides < 1:
            check_question(count, sides, what)
        return self._ask(answers.sum_answers(count, sides)) + plus

    def pool(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Sorted faces: a branch for each multiset."""
        if count < 1 or sides < 1:
            check_question(count, sides, what)
        return self._ask(answers.pool_answers(count, sides, self._limit))

    def successes(self, count: int, sides: int, at_least: int, what: str) -> int:
        """A branch for each number of successes."""
        if count < 1 or sides < 1:
            check_question(count, sides, what)
        return self._ask(answers.success_answers(count, sides, at_least))

    def contest(self, sides: int, first: str, second: str) -> int:
        """A branch for each difference."""
        if sides < 1:
            check_question(1, sides, first)
        return self._ask(answers.contest_answers(sides))

    def opposed(
        self,
        attack: Pool,
        defence: Pool,
        attack_what: str = "attack",
        defence_what: str = "defence",
    ) -> Opposed:
        """Two pools matched high to high: a branch for each result."""
        return self._ask(answers.opposed_answers(attack, defence))

    def pick(self, options: Sequence[T], what: str, *, sides: int | None = None) -> T:
        """A branch for each option, equal ones taken together."""
        check_pick(len(options), what, sides)
        return self.draw(options, 1, what)[0]

    def shuffle(self, items: Sequence[T], what: str) -> tuple[T, ...]:
        """A branch for each order, equal items not told apart."""
        return self.draw(items, len(items), what)

    def draw(self, items: Sequence[T], count: int, what: str) -> tuple[T, ...]:
        """A branch for each order of drawing, equal items not told apart."""
        check_draw(len(items), count, what)
        kinds = _kinds(items)
        alike = tuple([len(members) for members in kinds])
        drawn = self._ask(answers.draw_answers(alike, count, self._limit))
        if count == 1:
            return (kinds[drawn[0]][0],)
        piles = [iter(members) for members in kinds]
        return tuple([next(piles[kind]) for kind in drawn])


def _kinds(items: Sequence[T]) -> list[list[T]]:
    """The items, equal ones together; each on its own if they cannot be hashed."""
    kinds: dict[Any, list[T]] = {}
    try:
        for item in items:
            kinds.setdefault(item, []).append(item)
    except TypeError:
        return [[item] for item in items]
    return list(kinds.values())
