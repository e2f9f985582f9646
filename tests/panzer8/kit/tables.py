"""Tables of cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

__all__ = ["cases"]


def cases(names: str, *rows: Any, ids: Sequence[str] | None = None) -> pytest.MarkDecorator:
    """A test that is run for each row of a table, whose columns bear these names.

    ``@cases("gap, allowed", (2.0, True), (2.01, False))``
    """
    return pytest.mark.parametrize(names, rows, ids=ids)
