"""What the fields of a record mean, as its docstring says."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Final

_HEADING: Final = "Attributes:\n"


def meanings(kind: type) -> Mapping[str, str]:
    """What the fields of a record mean, as its docstring and those of its bases say.

    >>> from sandtable.battle.events import Event
    >>> meanings(Event)["text"]
    'A sentence for the log.'
    """
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        found |= meanings_in(inspect.cleandoc(base.__doc__ or ""))
    return found


def meanings_in(docstring: str) -> dict[str, str]:
    """What fields mean, by name, as a tidy docstring lists them.

    >>> meanings_in("A word.\\n\\nAttributes:\\n    text: How it is\\n        written.")
    {'text': 'How it is written.'}
    """
    _, _, listed = docstring.partition(_HEADING)
    found = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", listed, re.MULTILINE)
    return {name: " ".join(meaning.split()) for name, meaning in found}


def without_meanings(docstring: str) -> str:
    """A tidy docstring but for its list of fields.

    >>> without_meanings("A word.\\n\\nAttributes:\\n    text: How it is written.")
    'A word.'
    """
    return docstring.partition(_HEADING)[0].strip()
