"""What a computer player has worked out before and need not work out again."""

from __future__ import annotations

from typing import Any, Final

MOST: Final = 50_000
"""How much is kept of one kind; beyond that everything is forgotten."""


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
