"""Vehicles on the road for tests: one that has declared its pace, and somebody to drive it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.battle import Order, Refusal
from sandtable.rulebooks.whitebox.state.footprint import Footprint
from sandtable.rulebooks.whitebox.state.vehicle_orders import SetPace, StartVehicle
from sandtable.rulebooks.whitebox.state.vehicles import Pace
from sandtable.scenario import Terrain, Unit
from sandtable.table.grid import Square
from tests.whitebox.kit import A_FIRST, OwbBattle, feed, fight, man, play
from tests.whitebox.vehicle_kit import the, vehicle

FOE = man("foe", (34, 1), "b", facing=4)
ALLY = man("ally", (1, 34))
CAR = "car"
DRY: dict[str, str | bool] = {"bogging": "off"}
"""The name of the vehicle in all of these tests, whatever it is."""


def driver(rank: str = "op2", **status: Any) -> Unit:
    """Somebody in the operator's seat who is no ordinary soldier."""
    return man("driver", (0, 0), rank=rank, carried_by=CAR, seat="operator", **status)


def wheelman(rank: str = "op2") -> Unit:
    """A Wheelman in the operator's seat."""
    return driver(rank, **{"class": "wheelman"})


def parked(
    sheet: str,
    anchor: Square = (10, 20),
    facing: int = 0,
    *,
    with_: Sequence[Unit] = (),
    terrain: Sequence[Terrain] = (),
    options: dict[str, str | bool] | None = None,
    dice: Iterable[int] = A_FIRST,
    **status: Any,
) -> OwbBattle:
    """A battle in which the turn of a vehicle has begun, and its pace is not declared yet."""
    one = vehicle(CAR, sheet, anchor, facing, **status)
    battle = fight(one, *with_, ALLY, FOE, terrain=terrain, options=options, dice=dice)
    play(battle, StartVehicle(CAR))
    return battle


def on_the_road(
    sheet: str,
    anchor: Square = (10, 20),
    facing: int = 0,
    *,
    pace: Pace = "normal",
    travel: int = 5,
    **rest: Any,
) -> OwbBattle:
    """A battle in which a vehicle that went forward last round has declared its pace."""
    battle = parked(sheet, anchor, facing, pace="normal", travel=travel, **rest)
    play(battle, SetPace(CAR, pace))
    return battle


def refused(battle: OwbBattle, order: Order) -> str:
    """The rule by which an order is refused; nothing if it is not."""
    seat = battle.choices[0].seats[0]
    found = battle.refusal(order, seat)
    assert found is None or isinstance(found, Refusal)
    return found.rule if found is not None else ""


def where(battle: OwbBattle, name: str = CAR) -> Footprint:
    """Where a vehicle stands."""
    return battle.state.footprint(the(battle, name))


def paid(battle: OwbBattle, *orders: Order, dice: Iterable[int] = ()) -> int:
    """The Movement that some orders cost."""
    before = the(battle, CAR).spent
    feed(battle, *dice)
    for order in orders:
        battle.play(order, battle.choices[0].seats[0])
    return the(battle, CAR).spent - before
