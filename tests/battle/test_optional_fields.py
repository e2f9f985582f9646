"""Fields that a state got later: unused, they leave its fingerprint as it was."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sandtable.battle import State
from sandtable.rulebooks.panzer8.state.battlefield import Setting
from sandtable.scenario import load_scenario

SETTING = Setting(load_scenario("saint-aubin"))


class Old(State, kw_only=True):
    """A state as it was."""

    wind: str = "west"


class New(State, kw_only=True):
    """The same, with two fields that were added."""

    wind: str = "west"
    rain: int = 0
    craters: dict[str, int] = msgspec.field(default_factory=dict)

    optional: ClassVar[tuple[str, ...]] = ("rain", "craters")


def test_unused_they_are_not_written() -> None:
    old, new = Old(setting=SETTING, turn=3), New(setting=SETTING, turn=3)
    assert new.to_json() == old.to_json()
    assert new.digest() == old.digest()


def test_used_they_all_are() -> None:
    wet = New(setting=SETTING, rain=2)
    assert wet.digest() != New(setting=SETTING).digest()
    assert {"rain", "craters"} <= msgspec.json.decode(wet.to_json()).keys()


def test_what_is_written_is_read_back() -> None:
    for state in (New(setting=SETTING, turn=2), New(setting=SETTING, craters={"a": 1})):
        assert New.from_json(state.to_json(), SETTING) == state
