"""Section 8.2: odds told as what becomes of a target that is suppressed already."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from sandtable.odds import Odds

SUPPRESSED: Final = "suppressed"

SUPPRESSED_AGAIN: Final = "out (suppressed again)"
"""A Suppressed result against an element that is suppressed: it is removed all the same."""


def told_again(odds: Odds, struck: Collection[str] = (SUPPRESSED,)) -> Odds:
    """The same odds, with results that suppress a second time named for what they do.

    Args:
        odds: The odds, by result; several results together are parted by commas.
        struck: The results that suppress somebody who is suppressed already.
    """
    return msgspec.structs.replace(
        odds,
        outcomes=tuple((_named(result, struck), chance) for result, chance in odds.outcomes),
    )


def _named(result: str, struck: Collection[str]) -> str:
    return ", ".join(
        part.removesuffix(SUPPRESSED) + SUPPRESSED_AGAIN if part in struck else part
        for part in result.split(", ")
    )
