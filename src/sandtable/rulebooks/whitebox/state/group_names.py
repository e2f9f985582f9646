"""What the groups of a battle are called."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.battle.peoples import Called, people_of, together

from . import OwbState

MOST_NAMED = 4
"""Of a larger group so many are named."""


def side_called(state: OwbState, side: str) -> Called:
    """What a side is called in a sentence."""
    names = {one.id: one.name for one in state.setting.scenario.sides}
    return people_of(names.get(side, side))


def group_called(state: OwbState, group: str) -> Called:
    """What a group is called: as its side, if it is all of it, or else by its members."""
    return groups_called(state, (group,))


def groups_called(state: OwbState, groups: Iterable[str]) -> Called:
    """What some groups are called in one breath."""
    return together([part for group in groups for part in _parts(state, group)])


def _parts(state: OwbState, group: str) -> list[Called]:
    if group in state.setting.scenario.side_ids():
        return [side_called(state, group)]
    names = [
        Called(piece.name)
        for piece in state.pieces.values()
        if piece.group == group and not piece.hidden and not getattr(piece, "aboard", "")
    ]
    rest = len(names) - MOST_NAMED
    if rest > 1:
        return [*names[:MOST_NAMED], Called(f"{rest} others", many=True)]
    return names or [Called(group)]
