"""What a player of Panzer8 can order."""

from __future__ import annotations

from typing import Literal

from sandtable.battle import Order
from sandtable.rulebooks.panzer8.state import Bearing, Policy
from sandtable.table import Point

Direction = Literal["away", "home"]
Method = Literal["planned", "controlled", "opportunity"]
Rank = Literal["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]


class ActionOrder(Order, frozen=True):
    """An order for an action of an element in its Action Phase."""

    element: str


class Fire(ActionOrder, frozen=True, kw_only=False):
    """Shoot at a target (5.1); secondary guns may each have a target of their own."""

    target: str | None
    secondary: tuple[str | None, ...] = ()


class Move(ActionOrder, frozen=True, kw_only=False):
    """Move along a path of the base's centre, or turn in place if there is none (5.3).

    Attributes:
        path: The points to pass through, the last being the destination.
        facing: The heading to end with; without one, the heading of the last leg.
        bearing: How the element faces on the way: along its path, backing up, or as it stood.
        aloft: In a built-up area with a high part, whether to go up to it or down from it.
    """

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"
    aloft: bool | None = None


class MoveAndFire(ActionOrder, frozen=True, kw_only=False):
    """Move at half speed, or turn in place, and then shoot (5.6)."""

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"


class FallBack(ActionOrder, frozen=True, kw_only=False):
    """Fall back of one's own will: away from the nearest enemy or towards home (5.5)."""

    direction: Direction
    distance: float
    facing: float | None = None


class Mount(ActionOrder, frozen=True, kw_only=False):
    """Get into a transport or on to a tank that was adjacent when the turn began (5.3.4)."""

    vehicle: str


class Dismount(ActionOrder, frozen=True, kw_only=False):
    """Get off a vehicle and be placed adjacent to it; this takes no action (5.3.4)."""

    at: Point
    facing: float | None = None


class Limber(ActionOrder, frozen=True, kw_only=False):
    """Couple a gun to its tractor, or load a weapon on a transport (5.3.4)."""

    vehicle: str


class Unlimber(ActionOrder, frozen=True, kw_only=False):
    """Uncouple a gun or unload a weapon, and place it adjacent to the vehicle (5.3.4)."""

    vehicle: str
    at: Point
    facing: float | None = None


class BreakDown(ActionOrder, frozen=True, kw_only=False):
    """Take a man-portable weapon apart for carrying (5.3.4)."""


class Assemble(ActionOrder, frozen=True, kw_only=False):
    """Set a weapon up for firing that was taken apart (5.3.4)."""


class LeaveMounts(ActionOrder, frozen=True, kw_only=False):
    """Dismount cavalry and the like, and leave a base of mounts somewhere adjacent or none (5.8).

    Attributes:
        mounts: Where the base of mounts, or the empty vehicle, is placed.
        facing: The heading of that base.
    """

    mounts: Point | None = None
    facing: float | None = None


class Remount(ActionOrder, frozen=True, kw_only=False):
    """Mount again from the base of mounts (5.8)."""


class LaySmoke(ActionOrder, frozen=True, kw_only=False):
    """Lay a smoke screen, centred on a point (14).

    Attributes:
        at: Where the middle of the screen is to be.
        heading: The way across it, its width being at right angles to that; as the layer faces, if
            nothing is said.
    """

    at: Point
    heading: float | None = None


class Renew(Order, frozen=True):
    """Have its layer renew the smoke that is about to dissolve (14)."""


class ClearWire(ActionOrder, frozen=True, kw_only=False):
    """Have engineers clear a gap in the barbed wire that they are at (13.1)."""

    wire: str | None = None


class PutDown(Order, frozen=True, kw_only=False):
    """Place an element that had to get off, adjacent to its vehicle (8.4)."""

    at: Point
    facing: float | None = None


class Charge(ActionOrder, frozen=True, kw_only=False):
    """Move so as to come into contact with an enemy (5.4).

    Attributes:
        target: Whom to charge.
        path: Points to pass through on the way to it.
        facing: How to face at the last of these points, if contact is made there.
    """

    target: str
    path: tuple[Point, ...] = ()
    facing: float | None = None


class Show(ActionOrder, frozen=True, kw_only=False):
    """Place a hidden element on the table, touching its counter, so that it can act or react (12).

    Attributes:
        at: Where its centre is placed.
        facing: How it faces.
        when: As a reaction, how far along its path the mover is then.
    """

    at: Point
    facing: float = 0.0
    when: float | None = None


class Hide(Order, frozen=True, kw_only=False):
    """Set elements up hidden, under one counter (12)."""

    elements: tuple[str, ...]
    at: Point


class Dummy(Order, frozen=True, kw_only=False):
    """Set a counter up with nobody under it (12)."""

    at: Point


class Done(Order, frozen=True):
    """End the phase, or make no use of an offered action, shot or reaction."""


class Standing(Order, frozen=True, kw_only=False):
    """Say beforehand how elements react to movers, at any time and until it is said otherwise (5).

    Attributes:
        policy: Be asked each time, hold fire, fire as soon as possible, or as soon as the chance
            of an effect is good enough.
        elements: Who; without any, all elements of the seat, hidden ones included.
        chance: With the policy ``odds``: the least chance of an effect, in percent.
    """

    policy: Policy
    elements: tuple[str, ...] = ()
    chance: float = 0.0


class ReactFire(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and shoot at it, or at its riders (5)."""

    element: str
    at: float
    target: str | None = None


class ReactFallBack(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and fall back from it (5)."""

    element: str
    at: float
    direction: Direction
    distance: float
    facing: float | None = None


class ReactJoin(Order, frozen=True, kw_only=False):
    """Come to the help of a charged element when the charger has reached it (5).

    Attributes:
        element: Who joins in.
        path: The points to pass, the last of them where to come into contact with the charger;
            without any it goes straight, and where it hinders its friends least.
        facing: The heading to end with; without one, as its place demands.
    """

    element: str
    path: tuple[Point, ...] = ()
    facing: float | None = None


class GoOn(Order, frozen=True):
    """Go on after a reaction: as planned, by another way, or in a charge at another target."""

    path: tuple[Point, ...] | None = None
    facing: float | None = None
    bearing: Bearing | None = None
    target: str | None = None


class Halt(Order, frozen=True):
    """Stop where a reaction interrupted the move."""

    facing: float | None = None


class Retire(Order, frozen=True, kw_only=False):
    """Say which way an element goes that must fall back, and how it faces then (8.1)."""

    direction: Direction
    facing: float | None = None


class Fight(Order, frozen=True, kw_only=False):
    """Fight a hand-to-hand combat: one or several attackers against one defender (6.1)."""

    attackers: tuple[str, ...]
    defender: str


class Overrun(Order, frozen=True, kw_only=False):
    """Overrun a defender with a tank (6.2)."""

    tank: str
    defender: str


class Commit(Order, frozen=True, kw_only=False):
    """Have a commander help an element in the close combat that is about to be fought (6)."""

    commander: str
    to: str


class Apply(Order, frozen=True, kw_only=False):
    """Say which of several results against one element is applied next (6.1)."""

    effect: str


class Suffer(Order, frozen=True, kw_only=False):
    """Say which of several elements takes the result against them (6.1)."""

    element: str


class Advance(Order, frozen=True, kw_only=False):
    """Say who takes the ground that the defender held (6.3)."""

    element: str


class Replace(Order, frozen=True, kw_only=False):
    """Name the element whose place a lost commander's successor takes (9.8)."""

    element: str


class TakeCard(Order, frozen=True, kw_only=False):
    """Take an event card of this rank from the pack, after a joker (15)."""

    rank: Rank


class StandFirm(Order, frozen=True):
    """Have a suppressed Russian element ignore that it is suppressed again (16.1)."""


class Deploy(Order, frozen=True, kw_only=False):
    """Set an element up."""

    element: str
    at: Point
    facing: float = 0.0


class SupportOrder(Order, frozen=True):
    """An order for the batteries off the table, or against those of the enemy (15.4)."""


class PlanFire(SupportOrder, frozen=True, kw_only=False):
    """Note down up to three points for the batteries before play (15.4.1)."""

    points: tuple[Point, ...]


class CallFire(SupportOrder, frozen=True, kw_only=False):
    """Call support fire down: on a target that an observer sees, or on a planned point (15.4).

    Attributes:
        target: The enemy element, or counter, on which the beaten zone is centred.
        observer: Who sees it: a FOO, a commander or a Recce element.
        at: A point that was noted down before play, instead of a target.
        smoke: Fire smoke, not HE.
    """

    target: str | None = None
    observer: str | None = None
    at: Point | None = None
    smoke: bool = False


class LayScreen(SupportOrder, frozen=True, kw_only=False):
    """Say where the smoke of support fire lies: its middle, and the way across it (15.4.4)."""

    at: Point
    facing: float = 0.0


class Shift(SupportOrder, frozen=True, kw_only=False):
    """Shift the enemy's support fire by 6 that way, after a 1 on its attack die (15.4.5)."""

    heading: float


class KeepFiring(SupportOrder, frozen=True):
    """Roll whether the barrage of the turn before goes on (15.4.6)."""


class Creep(SupportOrder, frozen=True, kw_only=False):
    """Have a rolling barrage creep on to another point (15.4.6)."""

    to: Point


class AirOrder(Order, frozen=True):
    """An order for aircraft, or for those who shoot at them (15.3)."""


class PlanAir(AirOrder, frozen=True, kw_only=False):
    """Note down up to three features of the ground as targets of the aircraft (15.3.3)."""

    features: tuple[str, ...]


class Patrol(AirOrder, frozen=True):
    """Have a fighter sweep fly a combat air patrol, which stops the next enemy mission (15.3.1)."""


class Strike(AirOrder, frozen=True, kw_only=False):
    """Have aircraft attack a target on the ground, and say how they find it (15.3.7).

    Attributes:
        method: Near a feature that was noted before play, as a forward air controller directs, or
            as they come upon it.
        target: The enemy element, or the counter that may hide one; none for what they come upon.
    """

    method: Method
    target: str | None = None


class FireFlak(AirOrder, frozen=True, kw_only=False):
    """Have anti-aircraft weapons fire at the aircraft before they attack (15.3.6)."""

    elements: tuple[str, ...]
