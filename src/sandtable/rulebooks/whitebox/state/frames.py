"""What lies on the map, who acts when, and what can stand on the agenda of a fight."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table.grid import Square

from .footprint import Source
from .orders import ActionOrder, AttackOrder, Shoot
from .people import Arm
from .tables import DiceSum
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


class Explosive(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An explosive that lies on the map and will go off.

    Attributes:
        kind: What it is.
        square: Where it lies.
        owner: Who threw, dropped or set it.
        side: Whose charge it is.
        cooked: Whether it was cooked or dropped, and so cannot be thrown back.
        due: The round at whose end it goes off; none for a charge on a wire.
        attached: The square of the feature that a charge is fixed to.
        vehicle: The vehicle that it sticks to, and goes with.
        back: Where its thrower was when he left the map; it is thrown back to there.
    """

    kind: str
    square: Square
    owner: str
    side: str = ""
    cooked: bool = False
    due: int | None = None
    attached: Square | None = None
    vehicle: str = ""
    back: Square | None = None


class Item(Struct, frozen=True):
    """A weapon that lies on the map, or in a vehicle.

    Attributes:
        square: Where it lies, or was dropped.
        arm: A missile weapon.
        blade: A melee weapon; with a rifle, the bayonet that is fixed on it.
        vehicle: The vehicle that it lies in, and goes with.
    """

    square: Square
    arm: Arm | None = None
    blade: str = ""
    vehicle: str = ""

    @property
    def called(self) -> str:
        """What it is called in orders."""
        return self.arm.id if self.arm is not None else self.blade


class Party(Struct, frozen=True, kw_only=True):
    """Those who take their turns together: a group of the round's Initiative.

    Attributes:
        name: Who rolled for them.
        side: Whose they are.
        members: Who they are.
        result: What was rolled.
        others: Groups of the same side with the same result, who act with them.
    """

    name: str
    side: str
    members: tuple[str, ...]
    result: int
    others: tuple[str, ...] = ()


class Segment(Struct, frozen=True, kw_only=True):
    """A part of a round: parties that act at the same Initiative, in this order.

    Attributes:
        parties: Those still to take their turns.
        tied: Whether they act simultaneously, so that nobody is put out before it ends.
        late: Whether it is for those who lose Initiative.
        first: Whether it belongs to the winner of Initiative alone.
    """

    parties: tuple[Party, ...]
    tied: bool = False
    late: bool = False
    first: bool = False


# -- frames of the agenda -------------------------------------------------------------------------


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side sets its men up."""

    side: str
    waiting: tuple[str, ...]


class Ambushing(Struct, frozen=True, kw_only=True, tag=True):
    """Ambushers make their free attacks."""

    waiting: tuple[str, ...]


class Declaring(Struct, frozen=True, kw_only=True, tag=True):
    """A side says who will reload or change position this round."""

    sides: tuple[str, ...]


class Turn(Struct, frozen=True, kw_only=True, tag=True):
    """The turn of a character.

    Attributes:
        person: Whose it is.
        used: What he has done beside moving.
        moved: Whether he has moved before, or after, that.
        over: Whether his move of this turn is over.
        fell: Whether he has fallen before it, and so has no move in it.
        weapon: The weapon that he has used, in a rare case before his turn.
    """

    person: str
    used: Literal["", "attack", "action"] = ""
    moved: Literal["", "before", "after"] = ""
    over: bool = False
    fell: bool = False
    weapon: str = ""


class Moving(Struct, frozen=True, kw_only=True, tag=True):
    """A character on his way, square by square."""

    person: str
    path: tuple[Square, ...]
    crawl: bool = False


class Interrupt(Struct, frozen=True, kw_only=True, tag=True):
    """A moment at which withheld attacks and trained weapons may fire.

    Attributes:
        about: The enemy who has done something.
        moment: What that is.
        passed: Who has let it pass.
    """

    about: str
    moment: Literal["step", "declared", "up", "start"]
    passed: tuple[str, ...] = ()


class Attacking(Struct, frozen=True, kw_only=True, tag=True):
    """An attack that has been declared.

    Attributes:
        person: Who makes it.
        attack: The order.
        stage: Whether others may still interrupt it, or another target must be named.
        free: Whether it is made outside of his own turn.
    """

    person: str
    attack: AttackOrder
    stage: Literal["declared", "due", "retarget"] = "declared"
    free: bool = False


class Acting(Struct, frozen=True, kw_only=True, tag=True):
    """An Action that has been declared."""

    person: str
    action: ActionOrder
    stage: Literal["declared", "due"] = "declared"


class Sweeping(Struct, frozen=True, kw_only=True, tag=True):
    """Suppressive fire that is being resolved, victim by victim.

    Attributes:
        gunner: Who fires.
        origin: From where.
        victims: Who is still to be struck, nearest first.
        damage: What a bullet does.
        arm: The weapon, or the mount of a vehicle's.
        weapon: What it is in the tables, if that is not its name.
        due: Whether the weapon may fail when this is over.
        helped: Whether somebody changes the barrels.
    """

    gunner: str
    origin: Source
    victims: tuple[str, ...]
    damage: DiceSum
    arm: str = ""
    weapon: str = ""
    due: bool = False
    helped: bool = False


class SecondShot(Struct, frozen=True, kw_only=True, tag=True):
    """The second roll of a shot, once everything that the first has led to is settled.

    Attributes:
        attack: The order.
        down: Whether its target was out of action before the first roll.
    """

    attack: Shoot
    down: bool = False


class Flaming(Struct, frozen=True, kw_only=True, tag=True):
    """The blast of a flamethrower, victim by victim.

    Attributes:
        origin: From where.
        aim: Towards where.
        victims: Who is still to be burned, nearest first.
    """

    origin: Square
    aim: Square
    victims: tuple[str, ...]


class Struck(Struct, frozen=True, kw_only=True, tag=True):
    """A victim of suppressive fire who may react."""

    person: str
    gunner: str
    origin: Source
    bullets: int
    damage: DiceSum


class Blast(Struct, frozen=True, kw_only=True, tag=True):
    """An explosion that is being resolved.

    Attributes:
        centre: Its central square.
        reach: How far it reaches.
        damage: What it does, once that has been rolled.
        victims: Who is still to save, nearest first.
        helpless: Who has no save against it.
        ruled: Whether the referee has said if they have time to react.
        kind: What has gone off.
        vehicle: The vehicle that it was fixed to.
        under: The vehicle under which it lay.
        attached: The square of the feature that it was fixed to.
    """

    centre: Square
    reach: int
    damage: int
    victims: tuple[str, ...]
    helpless: tuple[str, ...] = ()
    ruled: bool = False
    kind: str = ""
    vehicle: str = ""
    under: str = ""
    attached: Square | None = None


class Landing(Struct, frozen=True, kw_only=True, tag=True):
    """Something that goes off in a square now.

    Attributes:
        kind: What it is.
        square: Where.
        helpless: Who has no save against it.
        attached: The square of the feature that it is fixed to.
        vehicle: The vehicle that it is fixed to, or in which it is.
        under: The vehicle under which it lies.
    """

    kind: str
    square: Square
    helpless: tuple[str, ...] = ()
    attached: Square | None = None
    vehicle: str = ""
    under: str = ""


class Diving(Struct, frozen=True, kw_only=True, tag=True):
    """A character who chooses where he dives."""

    person: str
    spots: tuple[Square, ...]
    source: Source


class Detonating(Struct, frozen=True, kw_only=True, tag=True):
    """Explosives that go off at the end of the round, one after another."""

    queue: tuple[Explosive, ...]


class ThrowingBack(Struct, frozen=True, kw_only=True, tag=True):
    """A character who may throw an explosive back."""

    person: str
    explosive: Explosive


class CookedOff(Struct, frozen=True, kw_only=True, tag=True):
    """Cooked explosives that must be thrown now."""

    queue: tuple[str, ...]


class Injured(Struct, frozen=True, kw_only=True, tag=True):
    """What follows from an injury: a dropped explosive, a burst tank."""

    person: str


class EndOfRound(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The steps after all turns, of which so many are done.

    Attributes:
        step: The next one.
        burned: Those whom fire has hurt in this step.
    """

    step: int = 1
    burned: tuple[str, ...] = ()


Frame = (
    Deploying
    | Ambushing
    | Declaring
    | Turn
    | Moving
    | Interrupt
    | Attacking
    | Acting
    | Sweeping
    | SecondShot
    | Flaming
    | Struck
    | Blast
    | Landing
    | Diving
    | Detonating
    | ThrowingBack
    | CookedOff
    | Injured
    | EndOfRound
    | VehicleFrame
)
