"""A firing range: the few men and vehicles about whom odds are asked without a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from sandtable.dice import SeededDice
from sandtable.odds import Field, QuestionError
from sandtable.scenario import Scenario, Side, TableSize, Terrain, Unit
from sandtable.table.grid import Square, to_table

from ..setting_up.people import set_up
from ..state import OwbState
from ..state.footprint import footprint
from ..state.tables import COMBATANTS
from ..state.vehicle_stats import BLOCKS

FARTHEST: Final = 480
"""No range beyond this is asked about; no weapon reaches that far."""

COLUMNS: Final = 27
MIDDLE: Final = 13
BORDER: Final = 12
"""Columns and rows around whatever stands on the range.

They are enough for the longest vehicle, and for the widest miss to land on the map.
"""

COVERS: Final = {"none": None, "concealment": "wooden-fence", "partial": "sandbags"}
COVER: Final = Field(
    name="cover", text="what protects the target", among=tuple(COVERS), default="none"
)
HOW_FAR: Final = Field(name="range", text="how far, in squares", kind="count", required=True)
HIT_POINTS: Final = Field(name="hp", text="the target's hit points, if not all", kind="count")
FACINGS: Final = {"front": 4, "side": 2, "rear": 0}
"""How a vehicle in the north stands that shows a side of it to the south."""


def who(name: str, text: str) -> Field:
    """A field that names what kind of man somebody is."""
    return Field(name=name, text=text, among=tuple(COMBATANTS), default="soldier")


def rows_between(asked: Mapping[str, Any]) -> int:
    """The range that was asked for.

    Raises:
        QuestionError: If nobody could stand there.
    """
    distance: int = asked["range"]
    if not 1 <= distance <= FARTHEST:
        raise QuestionError("range", f"must be 1 to {FARTHEST} squares, not {distance}")
    return distance


def hit_points(asked: Mapping[str, Any], full: int) -> int:
    """The hit points that the target has left, all if it was not asked otherwise."""
    return full if asked["hp"] is None else max(1, int(asked["hp"]))


class Range:
    """A range that runs north, of so many squares from the shooter to the target.

    Args:
        distance: How far apart they are.
        cover: What lies before the target.
    """

    def __init__(self, distance: int, cover: str = "none") -> None:
        self.rows = distance + 2 * BORDER + 1
        self.far: Square = (MIDDLE, BORDER)
        self.near: Square = (MIDDLE, BORDER + distance)
        self._cover = COVERS[cover]

    def man(self, name: str, side: str, at: Square, quality: str, **status: Any) -> Unit:
        """Somebody on foot."""
        point, title = to_table(at, self.rows), COMBATANTS[quality].name
        return Unit(
            id=name,
            name=title,
            sheet="rifleman",
            side=side,
            quality=quality,
            at=point,
            status=status,
        )

    def shooting_vehicle(self, sheet: str, gun: str, gunner: str) -> Unit:
        """A vehicle that faces north, its front in the near row, with a gun and its gunner."""
        unit = self._vehicle("shooter", "a", sheet, 0, lambda rows: min(rows) - self.near[1])
        fitted = {mount: gun for mount, guns in BLOCKS[sheet].choices.items() if gun in guns}
        return replace(unit, quality=gunner, status={"weapons": fitted})

    def target_vehicle(self, sheet: str, shown: str) -> Unit:
        """A vehicle that shows one of its sides to the south, in the far row."""
        facing = FACINGS[shown]
        return self._vehicle("target", "b", sheet, facing, lambda rows: max(rows) - self.far[1])

    def _vehicle(
        self, name: str, side: str, sheet: str, facing: int, off: Callable[[list[int]], int]
    ) -> Unit:
        block = BLOCKS[sheet]
        laid = footprint((block.length, block.width), facing, (0, 0))
        across = min(x for x, _ in laid.squares) - MIDDLE
        along = off([y for _, y in laid.squares])
        x, y = laid.centre
        return Unit(
            id=name,
            name=block.name,
            sheet=sheet,
            side=side,
            at=to_table((x - across, y - along), self.rows),
            facing=360.0 if facing == 0 else facing * 45.0,
        )

    def set_up(self, *units: Unit, **options: str) -> OwbState:
        """Everybody in his place."""
        scenario = Scenario(
            id="range",
            title="On the range",
            book="owb",
            table=TableSize(width=float(COLUMNS), depth=float(self.rows)),
            sides=(Side(id="a", name="A", home="south"), Side(id="b", name="B", home="north")),
            units=units,
            terrain=self._terrain(),
            options=dict(options),
        )
        return set_up(scenario, SeededDice("range"))[0]

    def _terrain(self) -> tuple[Terrain, ...]:
        if self._cover is None:
            return ()
        y = float(self.rows - self.far[1] - 1)
        return (Terrain(id="cover", kind=self._cover, line=((0.0, y), (float(COLUMNS), y))),)
