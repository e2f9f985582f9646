"""Orders: small typed records of what a player wants, one line of JSON each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct


def kebab(name: str) -> str:
    """The tag of an order's class in a file: ``MoveAndFire`` is ``move-and-fire``.

    >>> kebab("MoveAndFire")
    'move-and-fire'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Order(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="order",
    tag=kebab,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What a player wants. Each book derives its own orders from this.

    An order says only what is wanted. Whether it is allowed, and what comes of it, is for the
    rulebook: orders are plain data and can be compared, hashed, stored and sent.
    """


def numbers_in(order: Order) -> Iterator[float]:
    """Every number in an order, however deep; what is no finite number counts as infinite."""
    for part in parts_in(order):
        if isinstance(part, float | int):
            yield part if math.isfinite(part) else math.inf


def parts_in(struct: Struct) -> Iterator[Any]:
    """Everything in an order or another struct that has no parts itself, however deep."""
    return _parts(msgspec.to_builtins(struct))


def _parts(plain: Any) -> Iterator[Any]:
    match plain:
        case dict():
            for value in plain.values():
                yield from _parts(value)
        case list() | tuple():
            for value in plain:
                yield from _parts(value)
        case _:
            yield plain
