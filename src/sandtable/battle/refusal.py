"""Why an order may not be carried out."""

from __future__ import annotations

from sandtable.catalogue import cite


class Refusal(Exception):  # noqa: N818 - the word of the game; it is a value as often as it is raised
    """An order that the rules do not allow: which rule forbids it, and why, in a sentence.

    A check returns it; ``Battle.play`` raises it. A refused order changes nothing.

    >>> refusal = Refusal("p8.fire.needs-field-of-fire-and-los", "The wood hides the target.")
    >>> str(refusal)
    'The wood hides the target. [p8.fire.needs-field-of-fire-and-los]'
    """

    def __init__(self, rule: str, reason: str) -> None:
        cite(rule)
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"
