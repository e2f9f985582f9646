"""Vehicles for tests: where they stand, what they are, and somebody to drive them."""

from tests.whitebox.kit.book import *
from tests.whitebox.kit.orders import *
from tests.whitebox.kit.scenes import *


def vehicle(
    name: str,
    sheet: str,
    anchor: Square,
    facing: int = 0,
    side: str = "a",
    group: str | None = None,
    hidden: bool = False,
    rows: int = ROWS,
    **status: Any,
) -> Unit:
    """A vehicle with its full crew whose footprint is laid from an anchor.

    On a straight facing that is its front-left square.
    """
    block = BLOCKS[sheet]
    x, y = footprint((block.length, block.width), facing, anchor).centre
    return Unit(
        id=name,
        sheet=sheet,
        side=side,
        formation=group,
        at=(x + 0.5, rows - y - 0.5),
        facing=360.0 if facing == 0 else facing * 45.0,
        hidden=hidden,
        status=status,
    )


def the(battle: OwbBattle | OwbState, name: str) -> Vehicle:
    """A vehicle by its name."""
    state = battle.state if isinstance(battle, Battle) else battle
    return state.vehicle(name)


def tank(name: str = "t34", at: Square = (10, 20), **more: Any) -> Unit:
    """A medium tank that faces north."""
    return vehicle(name, more.pop("sheet", "tank-medium"), at, more.pop("facing", 0), **more)


def panzer(name: str = "panzer", at: Square = (11, 8), **more: Any) -> Unit:
    """An enemy tank that faces south; its front row is the southern one."""
    sheet = more.pop("sheet", "tank-medium")
    return vehicle(name, sheet, at, more.pop("facing", 4), "b", **more)


FOE = man("foe", (34, 1), "b", facing=4)
ALLY = man("ally", (1, 34))
TRUCK = "truck-large"
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
