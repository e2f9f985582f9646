"""VEHICLE WEAPON MISS TABLE: where a round strikes that has missed its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import bonuses
from ...part1_personal.explosives.throwing import NEAR_MISS, flown
from ...state.footprint import FiringPoint, squares_between
from ...state.squares_and_edges import Grounds
from ...state.tables import Throw, rows_of

SHORT: Final = 4
_TURNS: Final = {"in front": SHORT, "right": 2, "left": 6}
"""By how many eighths each direction of the table turns from the line of fire, clockwise."""


def _read() -> dict[int, tuple[Throw, int]]:
    found = {}
    for row in rows_of("vehicle-weapon-miss"):
        turn = next((n for word, n in _TURNS.items() if row["direction"].startswith(word)), None)
        if turn is not None:
            found[int(row["roll"])] = (Throw.read(row["distance"]), turn)
    return found


TABLE_9: Final[Mapping[int, tuple[Throw, int]]] = _read()
"""How far the round strikes from the target, and where; every other face is a clean miss."""


def strikes_somewhere(die: int, tally: Tally) -> bool:
    """Whether a missing round is looked up on Table 9: by the roll with bonuses only."""
    cite("owb.vmiss.threshold-14")
    return die + bonuses(tally) >= NEAR_MISS


def lands_astray(grounds: Grounds, source: FiringPoint, start: Square, dice: Dice) -> Square | None:
    """Where a missing round bursts; nowhere after a clean miss, or off the map.

    Args:
        grounds: The map without the vehicles that fire and are fired at.
        source: Where the round comes from.
        start: The square of the target that it is counted from.
        dice: The dice.
    """
    cite("owb.vmiss.where-it-lands")
    row = TABLE_9.get(dice.die(6, "miss table"))
    if row is None:
        return None
    throw, turn = row
    count = throw.total(dice, "squares")
    facing = (grid.facing_to(source.point, start) + turn) % 8
    if turn == SHORT:
        count = min(count, _steps_before(source, start, facing))
    cite("owb.scatter.walls-and-edges")
    return flown(start, grounds, facing, count)


def _steps_before(source: FiringPoint, start: Square, facing: int) -> int:
    """How many steps towards the firer end on the last square before his footprint."""
    steps, at = 0, start
    while True:
        ahead = grid.step(at, facing)
        far = squares_between(source, ahead)
        if far == 0 or far > squares_between(source, at):
            return steps
        steps, at = steps + 1, ahead
