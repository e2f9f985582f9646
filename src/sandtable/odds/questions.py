"""Questions about odds that can be asked without a battle.

A book lists what can be asked of it and answers by its own procedures; a command line, a page or
a program asks. Nothing but the book knows what the fields mean.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from sandtable.odds.odds import Odds


class QuestionError(ValueError):
    """A question that cannot be asked like that: which field, what was found, what is allowed.

    >>> str(QuestionError("range", "must be 0 or more, not -1"))
    'range: must be 0 or more, not -1'
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}"


class Field(Struct, frozen=True, kw_only=True):
    """One thing that a question needs to know.

    Attributes:
        name: Its name, in lower case with hyphens.
        text: What it is, in a few words.
        kind: A text, a number (of inches, say), a count (a whole number), or a flag.
        among: The words allowed, for a text; none if any is.
        default: Its value when it is left out.
        required: Whether it must be given.
    """

    name: str
    text: str
    kind: Literal["text", "number", "count", "flag"] = "text"
    among: tuple[str, ...] = ()
    default: str | float | bool | None = None
    required: bool = False

    def checked(self, value: Any) -> Any:
        """The value, if it is of the right kind.

        Raises:
            QuestionError: If it is not.

        >>> Field(name="range", text="the range", kind="number").checked(-1)
        Traceback (most recent call last):
            ...
        sandtable.odds.questions.QuestionError: range: must be a number of 0 or more, not -1
        """
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise QuestionError(self.name, f"must be true or false, not {value!r}")
        elif self.kind in ("number", "count"):
            whole = isinstance(value, int) and not isinstance(value, bool)
            fits = whole or (self.kind == "number" and isinstance(value, float))
            if not fits or not math.isfinite(value) or value < 0:
                what = "number" if self.kind == "number" else "whole number"
                raise QuestionError(self.name, f"must be a {what} of 0 or more, not {value!r}")
        elif not isinstance(value, str):
            raise QuestionError(self.name, f"must be a text, not {value!r}")
        elif self.among and value not in self.among:
            raise QuestionError(self.name, unknown(value, self.among, "allowed"))
        return value


class Question(Struct, frozen=True, kw_only=True):
    """Something that can be asked of a book.

    Attributes:
        name: Its name in a word: ``fire``.
        text: What it asks, in a sentence.
        fields: What must or may be known.
        answer: The book's answer, given all fields.
        example: How it may be asked on the command line, after the book and the name.
    """

    name: str
    text: str
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, Any]], Odds]
    example: str = ""

    def ask(self, given: Mapping[str, Any]) -> Odds:
        """Ask it.

        Args:
            given: What is known, by the names of the fields; ``None`` is as good as left out.

        Raises:
            QuestionError: If a field is missing, unknown or of the wrong kind.
            Refusal: If the rules do not allow what is asked about.
        """
        known = {field.name: field for field in self.fields}
        for name in given:
            if name not in known:
                raise QuestionError(name, unknown(name, tuple(known), "there are"))
        values = {}
        for field in self.fields:
            value = given.get(field.name)
            if value is None:
                if field.required:
                    raise QuestionError(field.name, f"is missing: {field.text}")
                values[field.name] = field.default
            else:
                values[field.name] = field.checked(value)
        return self.answer(values)


def unknown(found: str, names: tuple[str, ...], heading: str, most: int = 12) -> str:
    """A sentence for a name that does not exist, with the nearest that do.

    >>> unknown("sooft", ("none", "soft"), "allowed")
    "'sooft' is unknown; did you mean soft? (allowed: none, soft)"
    """
    near = difflib.get_close_matches(found, names, n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    listed = f" ({heading}: {', '.join(names)})" if len(names) <= most else ""
    return f"{found!r} is unknown{hint}{listed}"
