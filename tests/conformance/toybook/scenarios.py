"""Trench raids to fight."""

from __future__ import annotations

from sandtable.scenario import Scenario, parse_scenario

_HEAD = """
id = "{name}"
title = "A raid"
book = "toy"
turns = {turns}
[table]
width = {width}
depth = 3
[[sides]]
id = "west"
name = "West"
[[sides]]
id = "east"
name = "East"
"""


def _soldier(name: str, x: int, lane: int, extra: str = "") -> str:
    side = {"w": "west", "e": "east"}[name[0]]
    return f"""
[[units]]
id = "{name}"
sheet = "soldier"
side = "{side}"
at = [{x}, {lane}]
{extra}
"""


def _seat(name: str, side: str, pieces: str = "") -> str:
    return f"""
[[seats]]
id = "{name}"
side = "{side}"
{pieces}
"""


def raid(name: str, *parts: str, width: int = 6, turns: int = 6) -> Scenario:
    """A raid of the given soldiers and seats."""
    return parse_scenario(_HEAD.format(name=name, width=width, turns=turns) + "".join(parts))


DUEL = raid("duel", _soldier("w1", 1, 1), _soldier("e1", 6, 1))
"""One against one; a seat for each side."""

MIRROR = raid(
    "mirror",
    _soldier("w1", 1, 1),
    _soldier("w2", 1, 2),
    _soldier("e1", 6, 1),
    _soldier("e2", 6, 2),
)
"""The same for both sides."""

TEAM = raid(
    "team",
    _seat("alice", "west", 'pieces = ["w1"]'),
    _seat("bob", "west", 'pieces = ["w2"]'),
    _seat("carol", "east"),
    _soldier("w1", 1, 1),
    _soldier("w2", 2, 2),
    _soldier("e1", 5, 1),
    _soldier("e2", 6, 2),
    _soldier("e3", 4, 2, "hidden = true"),
)
"""Two seats share a side; the other one has a soldier hidden."""


def ambush_at(x: int | None, lane: int = 1) -> Scenario:
    """A raid on a trench with a hidden soldier somewhere, or with none."""
    return raid(
        "ambush",
        _soldier("w1", 1, 1),
        _soldier("w2", 1, 2),
        _soldier("e1", 8, 1),
        "" if x is None else _soldier("e2", x, lane, "hidden = true"),
        width=8,
    )


AMBUSH = ambush_at(5)
