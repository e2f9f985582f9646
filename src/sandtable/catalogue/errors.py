"""The one exception of this package, and the "did you mean" that goes into it."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CatalogueError", "suggest"]

_SHOWN = 20


class CatalogueError(Exception):
    """Something is wrong with a catalogue, or with a question put to it.

    Args:
        problems: One sentence each; all of them make up the message.
        matches: Ids that were probably meant, best first.

    >>> str(CatalogueError("rules.toml: [[rule]] p8.a.b: field `text` is missing"))
    'rules.toml: [[rule]] p8.a.b: field `text` is missing'
    """

    def __init__(self, *problems: str, matches: tuple[str, ...] = ()) -> None:
        self.problems = problems
        self.matches = matches
        lines = list(problems[:_SHOWN])
        if len(problems) > _SHOWN:
            lines.append(f"... and {len(problems) - _SHOWN} more")
        super().__init__("\n".join(lines))


def suggest(word: str, choices: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the choices that somebody who wrote `word` probably meant, best first.

    The last part of a dotted id counts by itself too, so a forgotten chapter is no obstacle.

    >>> suggest("p8.fire.close-rang", ["p8.fire.close-range", "p8.turn.order"])
    ('p8.fire.close-range',)
    >>> suggest("close-range", ["p8.fire.close-range", "p8.turn.order"])
    ('p8.fire.close-range',)
    """
    wanted = word.lower()
    known = list(choices)
    found = difflib.get_close_matches(wanted, known, n=limit, cutoff=0.72)
    tail = wanted.rsplit(".", 1)[-1]
    by_tail: dict[str, list[str]] = {}
    for choice in known:
        by_tail.setdefault(choice.rsplit(".", 1)[-1], []).append(choice)
    for name in difflib.get_close_matches(tail, list(by_tail), n=limit, cutoff=0.8):
        found.extend(choice for choice in by_tail[name] if choice not in found)
    return tuple(found[:limit])
