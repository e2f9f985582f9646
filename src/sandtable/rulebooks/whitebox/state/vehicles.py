"""The vehicles and what is mounted on them."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Piece

from .vehicle_stats import MountKind

Pace = Literal["stopped", "crawl", "normal", "reverse"]
Face = Literal["front", "left", "right", "rear", "top", "bottom"]
Wreck = Literal["", "inoperable", "exploded"]
Overturned = Literal["", "upside-down", "left-side", "right-side"]

OPERATOR = "operator"
"""The seat of the one who drives."""


class Mount(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon on a vehicle. Whoever sits in the seat of its name can fire it.

    Attributes:
        id: Its name, which is also that of its gunner's seat: ``gun-1``, ``gun-2`` and so on.
        weapon: Which weapon of the tables it is.
        kind: How it is mounted.
        linked: Whether only the operator can fire it.
        shield: Whether a shield protects the gunner of a pintle.
        facing: Where a turret points, in eighths of a turn from the front of the hull.
        aimed: Where a pintle was fired last, in degrees of the map.
        traversed: The eighths that a turret has turned this round.
        fired_in: The round in which it was fired last.
        lost: Whether it is inoperable.
        ap: The armor piercing rounds left.
        smoke: The smoke rounds left.
        heat: For how many successive rounds it has laid suppressive fire.
        hot_in: The last of those rounds.
        jam: What a repair still takes: nothing, so many Actions, or (-1) nobody has begun.
        mended_in: The round of the last Action of a repair.
    """

    id: str
    weapon: str
    kind: MountKind
    linked: bool = False
    shield: bool = False
    facing: int = 0
    aimed: float | None = None
    traversed: int = 0
    fired_in: int | None = None
    lost: bool = False
    ap: int = 0
    smoke: int = 0
    heat: int = 0
    hot_in: int | None = None
    jam: int = 0
    mended_in: int | None = None


class Vehicle(Piece, frozen=True, kw_only=True, tag="vehicle"):
    """A vehicle. Its place is the centre of its rectangle, its heading a multiple of 45 degrees.

    Attributes:
        block: Its stat block.
        group: With whom it acts.
        length: Squares along its facing.
        width: Squares across.
        aac: Its ascending Armor Class when undamaged.
        hp: The hit points that it has left; they can fall below 0.
        most_hp: Those of the undamaged vehicle.
        movement: Its Movement when undamaged, with added modifications.
        hull: The level of its Reinforced Hull.
        hull_lost: The levels that it has lost.
        modifications: Those that still work; a Supercharged Engine is named once for each level.
        lost_modifications: Those that do not.
        seats: The seats beside the gunners', the operator's first; none on an emplaced gun.
        mounts: Its weapons.
        loads: The loads of cargo that it carries.
        open_top: Whether passengers can fire over its sides.
        on_table: Whether it is on the map.
        hidden: Whether it lies in ambush, unseen.
        surprised: Whether the scenario has its group surprised.
        pace: The pace declared last.
        moving: Whether it has changed squares in its last turn or since.
        travel: The Movement that it has covered this round.
        travelled: What it covered in the round before.
        rolling: Whether it went forward in the round before and has not stopped since.
        spent: The Movement of its allowance that it has paid this round, or lost to damage.
        diagonals: The diagonal steps that it has made this round.
        stepped: Whether it has made a straight step this round.
        shifted: Whether it has made a step or a manoeuvre this round.
        pivoted: The eighths that it has pivoted on the spot this round.
        halted: Whether its movement of this round is over.
        declared: Whether its pace of this round has been declared.
        done: Whether its turn of this round is over.
        checks: The Driving Checks that its operator has made this round.
        defensive: Whether it is driven defensively this round.
        bogged: Whether bogging down has been rolled for this round.
        stuck: Whether it is stuck.
        immobile: Whether it cannot move for the rest of the battle.
        overturned: How it lies, unless it stands on its wheels.
        stalled_to: The last round in which its engine cannot be started.
        locked_to: The last round in which its drive is locked.
        strained_from: The first round of a transmission strain.
        strained_to: The last round of a transmission strain.
        hot: The rounds that an overheated engine must still stand.
        busy_in: The round in which a skid keeps the operator from attacking and acting.
        work: The quick repairs and the labour under way, as (what, rounds of work left).
        worked_in: The round in which each was worked at last.
        worse_aac: By how much its Armor Class has become worse.
        slowed: How often a Movement result has struck it.
        dim: How often a Visibility result has struck it.
        wreck: Whether it is inoperable, or has exploded.
        shocked: Whether its occupants have been hurt by its reaching 0 hit points.
        sinks_in: The round at whose end it has sunk.
        smoking: Whether the wreck smokes.
    """

    block: str
    group: str
    length: int
    width: int
    aac: int
    hp: int
    most_hp: int
    movement: int
    hull: int = 0
    hull_lost: int = 0
    modifications: tuple[str, ...] = ()
    lost_modifications: tuple[str, ...] = ()
    seats: tuple[str, ...] = (OPERATOR,)
    mounts: tuple[Mount, ...] = ()
    loads: int = 0
    open_top: bool = False
    on_table: bool = True
    hidden: bool = False
    surprised: bool = False
    pace: Pace = "stopped"
    moving: bool = False
    travel: int = 0
    travelled: int = 0
    rolling: bool = False
    spent: int = 0
    diagonals: int = 0
    stepped: bool = False
    shifted: bool = False
    pivoted: int = 0
    halted: bool = False
    declared: bool = False
    done: bool = False
    checks: int = 0
    defensive: bool = False
    bogged: bool = False
    stuck: bool = False
    immobile: bool = False
    overturned: Overturned = ""
    stalled_to: int = 0
    locked_to: int = 0
    strained_from: int = 0
    strained_to: int = 0
    hot: int = 0
    busy_in: int | None = None
    work: tuple[tuple[str, int], ...] = ()
    worked_in: tuple[tuple[str, int], ...] = ()
    worse_aac: int = 0
    slowed: int = 0
    dim: int = 0
    wreck: Wreck = ""
    shocked: bool = False
    sinks_in: int | None = None
    smoking: bool = False

    internal: ClassVar[tuple[str, ...]] = (
        "on_table",
        "hp",
        "most_hp",
        "group",
        "aac",
        "block",
        "length",
        "width",
        "movement",
        "mounts",
        "seats",
        "modifications",
        "moving",
        "travelled",
        "diagonals",
        "shifted",
        "pivoted",
        "worked_in",
    )

    @property
    def facing(self) -> int:
        """Where it faces, in eighths of a turn."""
        return round(self.heading / 45.0) % 8

    @property
    def all_seats(self) -> tuple[str, ...]:
        """Every seat: the operator's, the gunners', and the passengers'."""
        guns = (mount.id for mount in self.mounts if not mount.linked)
        return (*self.seats[:1], *guns, *self.seats[1:])

    @property
    def armor(self) -> int:
        """The level of its Reinforced Hull that it has left, on its front."""
        return max(0, self.hull - self.hull_lost)

    @property
    def tracked(self) -> bool:
        """Whether it is built on tracks, whatever has become of them."""
        return "tracked" in (*self.modifications, *self.lost_modifications)

    def has(self, modification: str) -> bool:
        """Whether it has a modification that works."""
        return modification in self.modifications

    def mount(self, name: str) -> Mount | None:
        """The weapon of a name."""
        return next((mount for mount in self.mounts if mount.id == name), None)

    def with_mount(self, mount: Mount) -> Vehicle:
        """The same vehicle, with one of its weapons changed."""
        at = next(n for n, mine in enumerate(self.mounts) if mine.id == mount.id)
        return replace(self, mounts=(*self.mounts[:at], mount, *self.mounts[at + 1 :]))


def seat_told(seat: str) -> str:
    """What a seat is called.

    >>> seat_told("gun-1"), seat_told("operator")
    ('gunner 1', 'operator')
    """
    return seat.replace("gun-", "gunner ").replace("-", " ")
