"""What has to be done once, before several threads work at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec

from sandtable.battle.registry import rulebook_codes, rulebook_for


@cache
def ready_records() -> None:
    """Have msgspec work out now how every kind of record is read.

    It does so when a kind is first read, bit by bit, and other threads see what is half done: two
    pictures asked for at once by the first visitor could bring the whole server down.
    """
    for code in rulebook_codes():
        rulebook_for(code)
    for kind in _kinds(msgspec.Struct):
        # Some are only ever written, and have fields that could not be told apart in reading.
        with suppress(TypeError):
            msgspec.json.Decoder(kind)


def _kinds(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _kinds(kind)
