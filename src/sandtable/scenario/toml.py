"""Reading TOML from people, whatever stands in it."""

from __future__ import annotations

import tomllib
from typing import Any

from sandtable.scenario.errors import FaultyFileError


def plain_toml(text: str) -> dict[str, Any]:
    """The plain data of a TOML text.

    Raises:
        FaultyFileError: If it is no TOML.

    >>> plain_toml("turns = 12")
    {'turns': 12}
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
    except RecursionError:
        problem = "it is nested too deeply"
    except ValueError:  # Python reads no whole number that has thousands of digits
        problem = "it holds a number that has too many digits"
    raise FaultyFileError("", f"not valid TOML: {problem}")
