"""What a player can order. Places are points of the table; the square that they are in is meant."""

from __future__ import annotations

from typing import Final, Literal, get_args

from sandtable.battle import Order

from .vehicle_orders import (
    AidAboard,
    Alight,
    Board,
    ChangeSeat,
    DouseAboard,
    RepairGun,
    ShootAboard,
    Work,
)
from .vehicles import Pace

Point = tuple[float, float]

WeaponId = Literal[
    "bow",
    "crossbow",
    "hatchet",
    "knife",
    "spear",
    "handgun-small",
    "handgun-medium",
    "handgun-large",
    "rifle-small",
    "rifle-large",
    "rifle-large-m1-garand",
    "rifle-anti-tank",
    "shotgun-pump",
    "shotgun-double-barreled",
    "submachinegun",
    "machinegun-light",
    "machinegun-medium",
    "machinegun-heavy",
    "flamethrower",
    "mortar",
    "rpg-light",
    "rpg-medium",
    "rpg-heavy",
]
BladeId = Literal[
    "battle-axe",
    "bayonet",
    "club",
    "hatchet",
    "improvised",
    "knife",
    "spear",
    "strike",
    "sword",
]
ItemId = Literal[WeaponId, "battle-axe", "bayonet", "club", "sword"]
"""Whatever can lie on the ground."""

LauncherId = Literal["mortar", "rpg-light", "rpg-medium", "rpg-heavy"]
BombId = Literal["grenade", "dynamite", "sticky-bomb", "pipe-bomb", "molotov-cocktail"]
Mode = Literal["single", "burst", "suppress", "both-barrels"]
Position = Literal["stand", "kneel", "prone"]


# -- before the turns -----------------------------------------------------------------------------


class Deploy(Order, frozen=True):
    """Place a character: his square, his facing in degrees, and whether he keeps down.

    Args:
        facing: Where he faces; towards the enemy's side of the map if nothing is said.
        position: His position, where positions matter; as the scenario has it if none is named.
        set_up: Whether a weapon of his that can be set up begins on its mount; likewise.
        turret: Where the turret of a vehicle points, in eighths of a turn clockwise from its
            front; likewise.
        pace: The pace at which a vehicle begins; likewise, and with its travel.
        travel: The squares that it covered before, none if only a pace is named.
    """

    person: str
    at: Point
    facing: float | None = None
    ducked: bool = False
    position: Position | None = None
    set_up: bool | None = None
    turret: int | None = None
    pace: Pace | None = None
    travel: int | None = None


class Declare(Order, frozen=True):
    """Say that a character will reload or change position this round, and so act last."""

    person: str
    what: Literal["reload", "stand", "kneel", "prone"]


class Done(Order, frozen=True):
    """Say that there is nothing more to declare, or that the rest of a group passes."""


# -- a turn ---------------------------------------------------------------------------------------


class Begin(Order, frozen=True):
    """Begin the turn of a character."""

    person: str


class Move(Order, frozen=True):
    """Move from square to square, or crawl.

    Args:
        path: The squares; between those that do not touch, the cheapest way is taken.
    """

    person: str
    path: tuple[Point, ...]
    crawl: bool = False


class Leave(Order, frozen=True):
    """Leave the map over the edge that the character stands at."""

    person: str


class Rise(Order, frozen=True):
    """Come up from behind low cover, and so be seen and see; it costs nothing."""

    person: str


class StopSearching(Order, frozen=True):
    """Look for ambushes no more, and so move at the usual speed; it costs nothing."""

    person: str


class Shoot(Order, frozen=True):
    """Shoot or throw a weapon at somebody; with a second target for a weapon of ROF 2.

    Args:
        lean: The square into which the shooter leans out of cover.
        helper: Who changes the barrels, where suppressive fire is opened.
    """

    person: str
    target: str
    weapon: WeaponId
    mode: Mode = "single"
    second: str | None = None
    lean: Point | None = None
    helper: str | None = None


class Strike(Order, frozen=True):
    """Attack somebody in the next square hand to hand, a vehicle there, or one aboard it."""

    person: str
    target: str
    weapon: BladeId = "strike"


class Sweep(Order, frozen=True):
    """Keep up suppressive fire; a helper may change the barrels.

    Args:
        lean: The square into which the gunner leans out of cover.
    """

    person: str
    helper: str | None = None
    lean: Point | None = None


class Mass(Order, frozen=True):
    """Lay the suppressive fire of many rifles together on an area.

    Args:
        at: The area: the square of an enemy, or one that he leans out into.
        lean: The square into which the one in their middle leans out of cover.
        centre: Who that is, where several are.
    """

    person: str
    at: Point
    others: tuple[str, ...]
    lean: Point | None = None
    centre: str | None = None


class Throw(Order, frozen=True):
    """Throw an explosive at a square.

    Args:
        lean: The square into which the thrower leans out of cover.
    """

    person: str
    bomb: BombId
    at: Point
    lean: Point | None = None


class Launch(Order, frozen=True):
    """Fire a rocket or a mortar shell at a square; a helper may load the mortar.

    Args:
        lean: The square into which somebody with a rocket leans out of cover.
    """

    person: str
    weapon: LauncherId
    at: Point
    helper: str | None = None
    lean: Point | None = None


class Flame(Order, frozen=True):
    """Fire a flamethrower towards a square.

    Args:
        lean: The square into which the character leans out of cover.
    """

    person: str
    at: Point
    lean: Point | None = None


class Cook(Order, frozen=True):
    """Light an explosive, to be thrown at the end of the round."""

    person: str
    bomb: BombId


class Withhold(Order, frozen=True):
    """Hold the Attack back, to make it at any time later.

    Args:
        lean: The square into which the character leans out of cover meanwhile.
    """

    person: str
    lean: Point | None = None


class Aid(Order, frozen=True):
    """Give First Aid."""

    person: str
    patient: str


class SetUp(Order, frozen=True):
    """Set a weapon up on its mount, or take it down."""

    person: str
    weapon: WeaponId
    down: bool = False


class Repair(Order, frozen=True):
    """Repair a jammed weapon of one's own or of a friend in the next square."""

    person: str
    weapon: WeaponId
    owner: str | None = None


class Extinguish(Order, frozen=True):
    """Put the flames out on oneself or on a friend in the next square."""

    person: str
    burning: str


class TakeUp(Order, frozen=True):
    """Take a weapon that lies near, or that somebody who fell has left."""

    person: str
    weapon: ItemId
    owner: str | None = None


class SetCharge(Order, frozen=True):
    """Set a demolition charge: with a fuse of so many rounds, or on a wire (0)."""

    person: str
    at: Point
    fuse: int = 1
    attach: Point | None = None


class Plunge(Order, frozen=True):
    """Set off the charges on the wire."""

    person: str


class CutWire(Order, frozen=True):
    """Work at barbed wire in a square, or on the edge towards it."""

    person: str
    at: Point


class Climb(Order, frozen=True):
    """Climb over a tall wall or a cliff, to the square beyond."""

    person: str
    to: Point


class EndTurn(Order, frozen=True):
    """End the turn: the final facing in degrees, down or up, and whether to keep leaning out."""

    person: str
    facing: float | None = None
    ducked: bool = False
    lean: bool = False


# -- answers --------------------------------------------------------------------------------------


class Hold(Order, frozen=True):
    """Let the moment pass."""


class React(Order, frozen=True):
    """Throw oneself down under suppressive fire: make the Saving Throw."""


class Decline(Order, frozen=True):
    """Take what comes, and stay where one is."""


class Dive(Order, frozen=True):
    """Say behind which cover one dives."""

    to: Point


class AllowSaves(Order, frozen=True):
    """The referee's word: whether those whom a blast affects have time to react."""

    allowed: bool = True


class ThrowBack(Order, frozen=True):
    """Try to throw the explosive back."""


class TakeCover(Order, frozen=True):
    """Leave the explosive where it is, and save against it as everybody does."""


AttackOrder = Shoot | Strike | Sweep | Mass | Throw | Launch | Flame | ShootAboard
"""Attacks that are resolved."""

CrewAction = Board | Work | ChangeSeat | Alight | RepairGun | AidAboard | DouseAboard
"""Actions in, at, and to get into and out of vehicles."""

ActionOrder = (
    Aid | SetUp | Repair | Extinguish | TakeUp | SetCharge | Plunge | CutWire | Climb | CrewAction
)
"""Actions."""

ATTACKS: Final[tuple[type[Order], ...]] = get_args(AttackOrder)
ACTIONS: Final[tuple[type[Order], ...]] = (
    *get_args(Aid | SetUp | Repair | Extinguish | TakeUp | SetCharge | Plunge | CutWire | Climb),
    Board,
    Work,
)
"""What a character on foot can do instead of an Attack."""
