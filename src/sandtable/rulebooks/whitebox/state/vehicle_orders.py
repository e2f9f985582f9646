"""What a player can order of a vehicle and of those aboard it."""

from __future__ import annotations

from typing import Final, Literal

from sandtable.battle import Order

from .vehicles import Pace

Point = tuple[float, float]
Hand = Literal["left", "right"]
TurnKind = Literal["ordinary", "tight", "crawling", "bootleg"]
RoundKind = Literal["HE", "AP", "smoke"]
Labour = Literal["restart", "unlock", "dig-out", "right"]


# -- the operator ---------------------------------------------------------------------------------


class StartVehicle(Order, frozen=True):
    """Begin the turn of a vehicle and all aboard it."""

    vehicle: str


class Unstick(Order, frozen=True):
    """Try to drive a stuck vehicle free, before its pace is declared."""

    vehicle: str


class SetPace(Order, frozen=True):
    """Declare the pace of a vehicle for this round."""

    vehicle: str
    pace: Pace


class Drive(Order, frozen=True):
    """Drive straight on (or back, at reverse pace) by so many squares.

    Args:
        ram: Whom or what the last step is meant to strike: a vehicle or a character.
        ram_object: Whether the last step is meant to strike a solid object.
    """

    vehicle: str
    squares: int = 1
    ram: str | None = None
    ram_object: bool = False

    @property
    def rams(self) -> bool:
        """Whether the last step is meant to strike anything."""
        return self.ram is not None or self.ram_object


class Turning(Order, frozen=True):
    """Turn a vehicle: by 45 or 90 degrees, in a bootleg turn by up to 180."""

    vehicle: str
    hand: Hand
    degrees: Literal[45, 90, 135, 180] = 45
    kind: TurnKind = "ordinary"


class ChangeLane(Order, frozen=True):
    """Shift a vehicle forward and aside, by its whole width in a quick change."""

    vehicle: str
    hand: Hand
    quick: bool = False


class Jump(Order, frozen=True):
    """Jump so many squares forward."""

    vehicle: str
    squares: int


class DriveDefensively(Order, frozen=True):
    """Weave about, to be harder to hit."""

    vehicle: str


class Sideswipe(Order, frozen=True):
    """Swerve against a vehicle alongside."""

    vehicle: str
    target: str


class Pivot(Order, frozen=True):
    """Pivot a standing tracked vehicle with Advanced Steering on the spot."""

    vehicle: str
    hand: Hand
    degrees: Literal[45, 90] = 45


class EndVehicle(Order, frozen=True):
    """End the turn of a vehicle and all aboard it."""

    vehicle: str


# -- gunners and passengers -----------------------------------------------------------------------


class Traverse(Order, frozen=True):
    """Traverse a turret by so many eighths of a turn, clockwise if positive."""

    person: str
    mount: str
    eighths: int


class FireGun(Order, frozen=True):
    """Fire a mounted weapon at a vehicle or a character, or at a square.

    Args:
        mode: A single shot, a burst, or suppressive fire.
        round: The kind of round, where the kinds are told apart.
        helper: Who changes the barrels, where suppressive fire is opened.
    """

    person: str
    mount: str
    target: str | None = None
    at: Point | None = None
    mode: Literal["single", "burst", "suppress"] = "single"
    round: RoundKind = "HE"
    helper: str | None = None


class SweepGun(Order, frozen=True):
    """Keep up the suppressive fire of a mounted weapon; a helper may change the barrels."""

    person: str
    mount: str
    helper: str | None = None


class FirePort(Order, frozen=True):
    """Fire a hand weapon out of a vehicle: over its sides, or through a port on a side.

    Args:
        twice: Whether a weapon with a rate of fire of 2 is fired twice at the target.
    """

    person: str
    weapon: str
    target: str
    port: Literal["", "F", "R", "L", "A"] = ""
    mode: Literal["single", "burst", "both-barrels"] = "single"
    twice: bool = False


class WithholdGun(Order, frozen=True):
    """Hold the Attack of somebody aboard back, to make it at any time later."""

    person: str


class TurnTrailer(Order, frozen=True):
    """Turn an emplaced gun by one facing."""

    person: str
    hand: Hand


class ChangeSeat(Order, frozen=True):
    """Move to an empty seat of the same vehicle."""

    person: str
    seat: str


class Alight(Order, frozen=True):
    """Leave the vehicle for a square beside it."""

    person: str
    to: Point


class Work(Order, frozen=True):
    """Spend the Action on a vehicle: start its engine, unlock its drive, dig it out, right it."""

    person: str
    vehicle: str
    labour: Labour


class RepairGun(Order, frozen=True):
    """Spend the Action on a mounted weapon that has jammed."""

    person: str
    mount: str


class AidAboard(Order, frozen=True):
    """Give First Aid to somebody in the same vehicle."""

    person: str
    patient: str


class DouseAboard(Order, frozen=True):
    """Put out the flames on oneself or on somebody in the same vehicle."""

    person: str
    burning: str


# -- on foot --------------------------------------------------------------------------------------


class Board(Order, frozen=True):
    """Get into a vehicle that stands beside one."""

    person: str
    vehicle: str
    seat: str


class ShootAboard(Order, frozen=True):
    """Shoot a hand weapon at a vehicle, or at somebody aboard who can be seen.

    Args:
        occupant: Who is meant; the vehicle itself if nobody is.
        underside: Whether an impact explosive is aimed under the vehicle.
        twice: Whether a weapon with a rate of fire of 2 is fired twice at the target.
        lean: The square into which the shooter leans out of cover.
        helper: Who changes the barrels, where suppressive fire is opened.
    """

    person: str
    vehicle: str
    weapon: str
    occupant: str | None = None
    mode: Literal["single", "burst", "suppress", "both-barrels"] = "single"
    underside: bool = False
    twice: bool = False
    lean: Point | None = None
    helper: str | None = None


# -- answers --------------------------------------------------------------------------------------


class Escape(Order, frozen=True):
    """Say where somebody jumps who gets out of an exploding vehicle."""

    to: Point


Manoeuvring = (
    Turning | ChangeLane | Jump | DriveDefensively | Pivot | Sideswipe | Unstick | TurnTrailer
)
"""What is done with a vehicle as an Action, or may be: mostly what takes a Driving Check."""

DRIVING: Final[tuple[type[Order], ...]] = (
    Unstick,
    SetPace,
    Drive,
    Turning,
    ChangeLane,
    Jump,
    DriveDefensively,
    Sideswipe,
    Pivot,
    EndVehicle,
)
"""What is ordered of the vehicle itself."""

ABOARD: Final[tuple[type[Order], ...]] = (
    Traverse,
    FireGun,
    SweepGun,
    FirePort,
    WithholdGun,
    TurnTrailer,
    ChangeSeat,
    Alight,
    Work,
    RepairGun,
    AidAboard,
    DouseAboard,
)
"""What is ordered of somebody aboard."""

GUN_ORDERS: Final[tuple[type[Order], ...]] = (FireGun, SweepGun, FirePort)
"""The attacks out of vehicles."""
