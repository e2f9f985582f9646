"""What vehicles put on the agenda of a fight."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table.grid import Square

from .vehicle_orders import FireGun, FirePort, Manoeuvring, SweepGun


class VehicleTurn(Struct, frozen=True, kw_only=True, tag=True):
    """The turn of a vehicle, or of one occupant where each has a turn of his own.

    Attributes:
        vehicle: Whose turn it is.
        only: The one occupant whose turn it is, where Initiative is individual.
    """

    vehicle: str
    only: str = ""


class Rolling(Struct, frozen=True, kw_only=True, tag=True):
    """A vehicle on its way straight on, square by square.

    Attributes:
        vehicle: Which.
        squares: The squares still to go.
        ram: Whom the last step is meant to strike.
        ram_object: Whether it is meant to strike a solid object.
    """

    vehicle: str
    squares: int
    ram: str | None = None
    ram_object: bool = False


class Daring(Struct, frozen=True, kw_only=True, tag=True):
    """Something that is done with a vehicle as an Action, and has been declared.

    Attributes:
        vehicle: Which is to do it.
        order: What.
        stage: Whether others may still interrupt it.
    """

    vehicle: str
    order: Manoeuvring
    stage: Literal["declared", "due"] = "declared"


class GunAttack(Struct, frozen=True, kw_only=True, tag=True):
    """An attack from a vehicle that has been declared.

    Attributes:
        person: Who makes it.
        attack: The order.
        stage: Whether others may still interrupt it, or another target must be named.
        free: Whether it is made outside of a turn of his own.
    """

    person: str
    attack: FireGun | SweepGun | FirePort
    stage: Literal["declared", "due", "retarget"] = "declared"
    free: bool = False


class CoverHit(Struct, frozen=True, kw_only=True, tag=True):
    """Cover that a vehicle weapon has hit; it gives way when the shot has been resolved.

    Attributes:
        squares: The square that it fills, or the two on either side of its edge.
        weapon: What hit it.
        piercing: Whether with an armor piercing round.
    """

    squares: tuple[Square, ...]
    weapon: str
    piercing: bool = False


class Escaping(Struct, frozen=True, kw_only=True, tag=True):
    """Somebody who has got out of an exploding vehicle and says where he jumps."""

    person: str
    vehicle: str
    spots: tuple[Square, ...]


class Shattering(Struct, frozen=True, kw_only=True, tag=True):
    """An explosion that breaks what stands around it, where walls have hit points.

    Attributes:
        centre: Its central square.
        reach: How far it reaches.
        damage: What it does.
    """

    centre: Square
    reach: int
    damage: int


VehicleFrame = VehicleTurn | Rolling | Daring | GunAttack | CoverHit | Escaping | Shattering
