"""What was worked out before in a battle and need not be worked out again.

A book keeps `Memories` with its setting, for answers that hold as long as nothing that they depend
on is another: the whole of that is their key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

A = TypeVar("A")

MOST: Final = 50_000
"""How much is kept of one kind; beyond that everything is forgotten."""


PAIRS: Final = 4
"""How many times as many answers are kept about pairs."""


class Memory(dict[Any, Any]):
    """Answers by the whole of their question.

    A key must hold all that its answer depends on, apart from the setting that the memory belongs
    to. Then it makes no difference to any answer what was asked before.

    >>> memory = Memory()
    >>> memory.keep("twice two", 4), memory.get("twice two")
    (4, 4)
    """

    __slots__ = ()

    def keep(self, key: object, answer: Any) -> Any:
        """Remember an answer, and give it back."""
        if len(self) >= MOST:
            self.clear()
        self[key] = answer
        return answer

    def once(self, key: object, work: Callable[[], A]) -> A:
        """The answer to a question, worked out unless it is known.

        >>> memory = Memory()
        >>> memory.once("twice two", lambda: 4), memory.once("twice two", lambda: 5)
        (4, 4)
        """
        if key in self:
            known: A = self[key]
            return known
        answer = work()
        self.keep(key, answer)
        return answer


class Memories(dict[str, Memory]):
    """Memories by what they are about; one that is not there yet is empty.

    >>> memories = Memories()
    >>> memories["sums"], memories.pairs("products"), list(memories)
    ({}, {}, ['sums', 'products'])
    """

    __slots__ = ()

    def __missing__(self, of: str) -> Memory:
        memory = self[of] = Memory()
        return memory

    def pairs(self, of: str) -> Pairs:
        """What is kept about pairs."""
        pairs = self.get(of)
        if not isinstance(pairs, Pairs):
            pairs = self[of] = Pairs()
        return pairs


class Pairs(Memory):
    """Answers about pairs: by one of the two, and then by the other.

    To ask about one and many others takes little more than to look at each of them once.

    >>> products = Pairs()
    >>> products.ask(2, (3, 4), lambda other: 2 * other), products[2]
    ([6, 8], {3: 6, 4: 8})
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        super().__init__()
        self._kept = 0

    def row(self, one: object) -> dict[Any, Any]:
        """What is known so far about one and any other."""
        row: dict[Any, Any] | None = self.get(one)
        return self.keep(one, {}) if row is None else row

    def ask(
        self,
        one: object,
        others: Sequence[Any],
        answer: Callable[[Any], Any],
        plain: Callable[[Sequence[Any]], Sequence[Any]] | None = None,
    ) -> list[Any]:
        """The answers about one and each of the others; those not known yet are worked out.

        Args:
            one: About whom.
            others: And whom.
            answer: Works out the answer about one of the others.
            plain: Says about which of the others the answer is plainly 0.
        """
        row = self.row(one)
        try:
            return [*map(row.__getitem__, others)]
        except KeyError:
            before = len(row)
            if plain is not None:
                row.update(dict.fromkeys(plain(others), 0.0))
            return self._complete(row, before, others, answer)

    def note(self, more: int) -> None:
        """Take into account so many answers that were added to a row at most."""
        self._kept += more
        if self._kept > PAIRS * MOST:
            self.clear()

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._kept = 0

    def _complete(
        self,
        row: dict[Any, Any],
        before: int,
        others: Sequence[Any],
        answer: Callable[[Any], Any],
    ) -> list[Any]:
        for other in others:
            if other not in row:
                row[other] = answer(other)
        self.note(len(row) - before)
        return [*map(row.__getitem__, others)]
