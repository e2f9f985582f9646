"""Reading TOML from people, whatever stands in it."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from sandtable.scenario.bounds import DEEPEST
from sandtable.scenario.errors import FaultyFileError

_TEXTS: Final = re.compile(
    r'''
      """ (?: [^"\\] | \\. | "(?!"") )*+ (?:"{3,5}+)?
    | \'\'\' (?: [^'] | '(?!\'\') )*+ (?:'{3,5}+)?
    | " (?: [^"\\\n] | \\. )*+ "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    ''',
    re.DOTALL | re.VERBOSE,
)
"""Texts and comments, also those that are never closed, so that none is looked at twice."""

_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}"
)
"""A key with more levels than anything may have: ``a.a.a...``."""


def plain_toml(text: str) -> dict[str, Any]:
    """The plain data of a TOML text.

    Raises:
        FaultyFileError: If it is no TOML, or nested too deeply.

    >>> plain_toml("turns = 12")
    {'turns': 12}
    """
    # The time that Python needs for a key grows with the square of its parts.
    if _LONG_KEY.search(_TEXTS.sub("_", text)):
        raise FaultyFileError("", f"nested more than {DEEPEST} levels deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
    except RecursionError:
        problem = "it is nested too deeply"
    except ValueError:  # Python reads no whole number that has thousands of digits
        problem = "it holds a number that has too many digits"
    raise FaultyFileError("", f"not valid TOML: {problem}")
