"""Searches for garbage are short while battles are played, and battles that have left are freed."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

from sandtable.server.memory import search_all, short_searches
from tests.server.kit import Running, running, wait_until


class Thing:
    """Something that refers to itself in a circle."""

    def __init__(self) -> None:
        self.circle: Any = [self]


def test_what_is_in_use_is_set_aside_and_what_is_new_is_searched() -> None:
    old = Thing()
    with short_searches():
        new, is_there = Thing(), weakref.ref(Thing())
        gc.collect()
        assert is_there() is None
        was_old, was_new = weakref.ref(old), weakref.ref(new)
        del old, new
        gc.collect()
        assert was_old() is not None
        assert was_new() is not None
        search_all()
        assert was_old() is None
        assert was_new() is None
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


def room_of(server: Running, battle: str) -> Any:
    """The room of a battle in the memory of a server."""
    app: Any = server._server.config.app
    return app.state.site.hall.open_room(battle)


def test_a_battle_that_has_left_the_memory_is_freed(tmp_path: Path) -> None:
    with running(tmp_path, idle_seconds=0.5) as server:
        table = server.begin()
        with table.sit("british"):
            known = weakref.ref(room_of(server, table.id).battle)
            gc.collect()
        wait_until(lambda: room_of(server, table.id) is None)
        wait_until(lambda: known() is None)
