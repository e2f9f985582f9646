"""REPAIRING VEHICLES, between two battles, and the work on a vehicle during one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle.page import Action, Kind
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.footprint import adjacent
from ...state.vehicle_orders import Labour, Work
from ...state.vehicles import OPERATOR
from ..mishap.hindrances import is_locked, is_stalled
from ..round.crew import CrewDeed, crew_to_order, one_aboard, rounds_of
from .damage import HULL

PER_DAY: Final = 5
"""The hit points that a day of repairs restores."""


def repaired(vehicle: Vehicle, days: int, *, parts: bool = True) -> Vehicle:
    """A vehicle after so many days of repairs.

    Everything else is mended together when full hit points are reached, or after one day if only
    that is missing. Without the right parts nothing is; what has exploded is past mending.

    Args:
        vehicle: As the battle left it.
        days: The days that it is worked at.
        parts: Whether the right parts are at hand.
    """
    cite("owb.vdamage.repair-five-per-day")
    if days < 1 or not parts or vehicle.wreck == "exploded":
        return vehicle
    points = min(vehicle.most_hp, vehicle.hp + PER_DAY * days)
    mended = replace(vehicle, hp=points)
    if points > 0:
        mended = replace(mended, wreck="", shocked=False)
    return _made_good(mended) if points == vehicle.most_hp else mended


def _made_good(vehicle: Vehicle) -> Vehicle:
    """A vehicle with everything that it had lost beside hit points."""
    return replace(
        vehicle,
        hull_lost=0,
        modifications=(*vehicle.modifications, *vehicle.lost_modifications),
        lost_modifications=(),
        mounts=tuple(replace(mount, lost=False, jam=0, heat=0) for mount in vehicle.mounts),
        worse_aac=0,
        slowed=0,
        dim=0,
        wreck="",
        stuck=False,
        immobile=False,
        overturned="",
        stalled_to=0,
        locked_to=0,
        strained_from=0,
        strained_to=0,
        hot=0,
        work=(),
        sinks_in=None,
    )


def missing(vehicle: Vehicle) -> tuple[str, ...]:
    """What repairs have to mend beside hit points, in words."""
    found = (
        ("armor class", vehicle.worse_aac > 0),
        (HULL, vehicle.hull_lost > 0),
        ("modifications", bool(vehicle.lost_modifications)),
        ("movement", vehicle.slowed > 0 or vehicle.immobile),
        ("visibility", vehicle.dim > 0),
        ("weapons", any(mount.lost for mount in vehicle.mounts)),
    )
    return tuple(name for name, holds in found if holds)


def days_to_mend(vehicle: Vehicle) -> int | None:
    """The days of repairs until a vehicle is as good as new; none if it never will be."""
    if vehicle.wreck == "exploded":
        return None
    lost = vehicle.most_hp - vehicle.hp
    return -(-lost // PER_DAY) or int(bool(missing(vehicle)))


class Task(Struct, frozen=True, kw_only=True):
    """A kind of work on a vehicle.

    Attributes:
        skilled: Whether only a Wheelman with tools or a Combat Engineer can do it.
        unit: How many rounds each point of the 1d3 takes.
        done: What is told when it is done.
        mends: The fields of the vehicle that it sets.
    """

    skilled: bool
    unit: int
    done: str
    mends: Mapping[str, Any]


TASKS: Final[Mapping[Labour, Task]] = {
    "restart": Task(
        skilled=True,
        unit=1,
        done="its engine runs again",
        mends={"stalled_to": 0},
    ),
    "unlock": Task(
        skilled=True,
        unit=1,
        done="its drive is free",
        mends={"locked_to": 0},
    ),
    "dig-out": Task(
        skilled=False,
        unit=rounds_of(turns=1),
        done="it is free",
        mends={"stuck": False},
    ),
    "right": Task(
        skilled=False,
        unit=rounds_of(turns=1),
        done="it stands on its wheels",
        mends={"overturned": ""},
    ),
}
"""What can be done for a vehicle during a battle."""


WORK_RULES: Final[Mapping[Labour, str]] = {
    "restart": "owb.mishap.stall-quick-restart",
    "unlock": "owb.mishap.locked-drive-quick-repair",
    "dig-out": "owb.maneuver.unstuck-by-hand",
    "right": "owb.mishap.overturned-vehicle",
}


def check_work(state: OwbState, person: Person, vehicle: Vehicle, labour: Labour) -> Refusal | None:
    """Why somebody cannot work on a vehicle, or ``None`` if he can.

    Whether he has an Action left is asked elsewhere.
    """
    task, rule = TASKS[labour], WORK_RULES[labour]
    if not vehicle.on_table or vehicle.side != person.side:
        return Refusal(rule, "It is no vehicle of his side.")
    if not needs(state, vehicle, labour):
        return Refusal(rule, f"{vehicle.name} does not need that.")
    if dict(vehicle.worked_in).get(labour) == state.turn:
        return Refusal(rule, "Somebody has worked at it in this round.")
    if task.skilled:
        return _check_skill(state, person, vehicle, labour)
    if person.aboard or not beside(state, person, vehicle):
        return Refusal(rule, "He must stand outside, beside the vehicle.")
    return None


def needs(state: OwbState, vehicle: Vehicle, labour: Labour) -> bool:
    """Whether a kind of work would do a vehicle any good."""
    match labour:
        case "restart":
            return is_stalled(state, vehicle)
        case "unlock":
            return is_locked(state, vehicle)
        case "dig-out":
            return vehicle.stuck
        case "right":
            return bool(vehicle.overturned)


def beside(state: OwbState, person: Person, vehicle: Vehicle) -> bool:
    """Whether somebody on foot stands next to a vehicle."""
    if not person.on_table:
        return False
    return adjacent((state.square(person),), state.footprint(vehicle).squares)


def _check_skill(
    state: OwbState, person: Person, vehicle: Vehicle, labour: Labour
) -> Refusal | None:
    """A Combat Engineer in (or, to restart it, next to) the vehicle, or the Wheelman who drives."""
    rule = WORK_RULES[labour]
    inside = person.aboard == vehicle.id
    if person.profession == "wheelman":
        if inside and person.seat == OPERATOR:
            return None
        return Refusal(rule, "A Wheelman has his tools in the vehicle that he operates.")
    if person.profession != "combat-engineer":
        return Refusal(rule, "Only a Wheelman with tools or a Combat Engineer can do that.")
    if inside or (labour == "restart" and beside(state, person, vehicle)):
        return None
    where = "in or next to" if labour == "restart" else "inside"
    return Refusal(rule, f"He must be {where} the vehicle.")


def work_on(
    state: OwbState, person: Person, vehicle: Vehicle, labour: Labour, dice: Dice
) -> Iterator[Event]:
    """Spend an Action on a vehicle; how long the work takes is rolled when it begins.

    It goes on only in rounds that follow one another: work that was broken off begins anew.
    """
    task, rule = TASKS[labour], WORK_RULES[labour]
    cite("owb.combined.repair-races")
    if person.profession:
        cite("owb.base.classes")
    left = _left(state, vehicle, labour)
    if left is None:
        left = task.unit * dice.die(3, f"work on {vehicle.name}")
    left -= 1
    changes: dict[str, Any] = {
        "work": _with(vehicle.work, labour, left),
        "worked_in": _with(vehicle.worked_in, labour, state.turn),
    }
    if not left:
        changes = {
            "work": _without(vehicle.work, labour),
            "worked_in": _without(vehicle.worked_in, labour),
            **task.mends,
        }
    state.alter(vehicle.id, **changes)
    rounds = f"{left} more round{'s' if left != 1 else ''} of work"
    text = f"{person.name} works on {vehicle.name}: {rounds if left else task.done}."
    yield happened("work", text, rule, person.id, vehicle.id, dice=dice, left=left)


def _left(state: OwbState, vehicle: Vehicle, labour: Labour) -> int | None:
    """The rounds of work still to do, if it has been begun and not been broken off."""
    last = dict(vehicle.worked_in).get(labour)
    if last is None or last < state.turn - 1:
        return None
    return dict(vehicle.work).get(labour)


Entries = tuple[tuple[str, int], ...]


def _without(entries: Entries, labour: str) -> Entries:
    return tuple(entry for entry in entries if entry[0] != labour)


def _with(entries: Entries, labour: str, value: int) -> Entries:
    return (*_without(entries, labour), (labour, value))


class Working(CrewDeed[Work]):
    """On the vehicle that one is in."""

    order = Work
    words = Words(label="Work", key="Y", rule="owb.combined.repair-races")

    def allowed(self, state: OwbState, person: Person, order: Work) -> Refusal | None:
        vehicle = state.find_vehicle(order.vehicle)
        if vehicle is None:
            return Refusal("owb.vehicle.one-action-per-crew-member", "There is no such vehicle.")
        return check_work(state, person, vehicle, order.labour)

    def carry_out(
        self, state: OwbState, person: Person, order: Work, dice: Dice
    ) -> Iterator[Event]:
        return work_on(state, person, state.vehicle(order.vehicle), order.labour, dice)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        people = crew_to_order(case, vehicle)
        for labour, words in EACH_WORK.items():
            orders = [Work(one.id, vehicle.id, labour) for one in people]
            fixed = {"vehicle": vehicle.id, "labour": labour}
            yield from one_aboard(case, vehicle, words, orders, fixed, only_able=True)

    def beside(self, case: Case, person: Person, vehicle: Vehicle) -> Iterator[Action]:
        """The same for somebody on foot beside it."""
        for labour, words in EACH_WORK.items():
            if case.allows(Work(person.id, vehicle.id, labour)):
                fixed = {"person": person.id, "vehicle": vehicle.id, "labour": labour}
                yield case.action(Work, words, piece=person.id, fixed=fixed)

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Work]:
        for labour in get_args(Labour):
            yield Work(person=person.id, vehicle=vehicle.id, labour=labour)


EACH_WORK: Final[Mapping[Labour, Kind]] = {
    "restart": Kind(
        label="Start the engine", key="Y", rule="owb.combined.repair-races", hint="By an Action."
    ),
    "unlock": Kind(
        label="Unlock the drive", key="Y", rule="owb.combined.repair-races", hint="By an Action."
    ),
    "dig-out": Kind(
        label="Dig it out", key="Y", rule="owb.maneuver.unstuck-by-driving", hint="By Actions."
    ),
    "right": Kind(
        label="Right it", key="Y", rule="owb.mishap.overturned-vehicle", hint="By Actions."
    ),
}
