"""What the sides of a battle are called in a sentence."""

from __future__ import annotations

from sandtable.battle.peoples import Called, people_of

from . import P8State


def side_called(state: P8State, side: str) -> Called:
    """What a side is called in a sentence: its people, if it is named after one."""
    return people_of(state.setting.scenario.side(side).name)
