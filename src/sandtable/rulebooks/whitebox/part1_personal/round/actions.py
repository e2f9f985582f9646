"""Actions: First Aid, setting weapons up, repairs, charges, wire and walls."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import douse
from sandtable.rulebooks.whitebox.part1_personal.explosives.static_charges import (
    check_charge,
    plunge,
    set_charge,
    wired,
)
from sandtable.rulebooks.whitebox.part1_personal.movement.obstacles import (
    check_climb,
    check_wire,
    climb,
    cut_wire,
)
from sandtable.rulebooks.whitebox.part1_personal.round.first_aid import check_patient, give_aid
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew_actions import (
    carry_out_crew_action,
    check_crew_action,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Item
from sandtable.rulebooks.whitebox.state.orders import (
    ActionOrder,
    Aid,
    Climb,
    CrewAction,
    CutWire,
    Extinguish,
    Plunge,
    Repair,
    SetCharge,
    SetUp,
    TakeUp,
)
from sandtable.rulebooks.whitebox.state.people import Arm, Person
from sandtable.rulebooks.whitebox.state.tables import weapon_called
from sandtable.rulebooks.whitebox.state.weights import TRAILER
from sandtable.table import grid

MOUNTED = ("machinegun-medium", "mortar")
"""Weapons that are set up and taken down."""


def _beside(state: OwbState, one: Person, two: Person) -> bool:
    """Whether somebody stands in the next square, sits in the same vehicle, or it is himself."""
    if one.aboard or two.aboard:
        return one.aboard == two.aboard
    return two.on_table and grid.distance(state.square(one), state.square(two)) <= 1


def check_aid(state: OwbState, person: Person, patient: Person) -> Refusal | None:
    """Why First Aid cannot be given, or ``None`` if it can."""
    if patient.side != person.side or not _beside(state, person, patient):
        rule = "owb.base.first-aid"
        return Refusal(rule, f"{patient.name} is no friend in the next square.")
    return check_patient(state, patient)


# -- weapons --------------------------------------------------------------------------------------


def check_set_up(person: Person, order: SetUp) -> Refusal | None:
    """Why a weapon cannot be set up or taken down, or ``None`` if it can."""
    arm = person.arm(order.weapon)
    if arm is None or order.weapon not in MOUNTED:
        return Refusal("owb.weapon.machinegun-medium", "He has nothing of that kind to set up.")
    if arm.set_up != order.down:
        return Refusal("owb.mortar.mounted", "It is that already.")
    return None


def mounted_arms(person: Person) -> tuple[Arm, ...]:
    """The weapons of a character that he can set up on their mounts and take down."""
    return tuple(arm for arm in person.arms if arm.id in MOUNTED)


def check_repair(state: OwbState, person: Person, order: Repair) -> Refusal | None:
    """Why a weapon cannot be repaired, or ``None`` if it can."""
    rule = "owb.suppress.repair-jam"
    owner = person if order.owner is None else state.find_person(order.owner)
    if person.profession != "combat-engineer":
        return Refusal(rule, "Only a Combat Engineer can repair it in a battle.")
    if owner is None or owner.side != person.side or not _beside(state, person, owner):
        return Refusal(rule, "The weapon is not at hand.")
    arm = owner.arm(order.weapon)
    if arm is None or not arm.jam:
        return Refusal(rule, "That weapon is not jammed.")
    return None


def repair(state: OwbState, person: Person, order: Repair, dice: Dice) -> Iterator[Event]:
    """Work at a jammed weapon: 1d3 Actions in consecutive rounds, rolled at the first."""
    cite("owb.suppress.repair-jam", "owb.base.classes", "owb.combined.repair-races")
    owner = person if order.owner is None else state.person(order.owner)
    arm = owner.arm(order.weapon)
    assert arm is not None
    broken_off = arm.mended_in is not None and arm.mended_in < state.turn - 1
    jam = dice.die(3, "repair") if arm.jam < 0 or broken_off else arm.jam
    jam -= 1
    state.put(owner.with_arm(replace(arm, jam=jam, mended_in=state.turn if jam else None)))
    done = "it works again" if not jam else f"{jam} more to do"
    yield Event(
        kind="repair",
        text=f"{person.name} repairs the {weapon_called(arm.id)}: {done}.",
        rules=("owb.suppress.repair-jam",),
        pieces=(person.id,),
        rolls=dice.take_rolls(),
    )


def check_take_up(state: OwbState, person: Person, order: TakeUp) -> Refusal | None:
    """Why a weapon cannot be taken, or ``None`` if it can."""
    rule = "owb.weapon.changing-weapons"
    if person.arm(order.weapon) is not None or order.weapon in person.blades:
        return Refusal(rule, "He has one already.")
    if order.owner is None:
        if _item_near(state, person, order.weapon) is None:
            return Refusal(rule, "Nothing of that kind lies near.")
        return None
    owner = state.find_person(order.owner)
    fallen = owner is not None and bool(owner.out) and owner.aboard == person.aboard
    if owner is None or not fallen or owner.arm(order.weapon) is None:
        return Refusal(rule, "Nobody who fell has left one there.")
    arm = owner.arm(order.weapon)
    stands = state.square(owner) if arm is None or arm.stands is None else arm.stands
    if grid.distance(state.square(person), stands) > 1:
        return Refusal(rule, "It does not lie near.")
    return None


def items_near(state: OwbState, person: Person) -> list[Item]:
    """What lies in the next square or one's own; for somebody aboard, in the vehicle."""
    own = state.square(person)
    return [
        item
        for item in state.items
        if item.vehicle == person.aboard and (person.aboard or grid.distance(own, item.square) <= 1)
    ]


def _item_near(state: OwbState, person: Person, weapon: str) -> Item | None:
    return next((item for item in items_near(state, person) if item.called == weapon), None)


def take_up(state: OwbState, person: Person, order: TakeUp) -> Iterator[Event]:
    """Take a weapon; one that stands on its mount is manned, and fires from the next round on.

    Only a trailer is manned from the next square; anything else is picked up from there.
    """
    cite("owb.weapon.changing-weapons")
    own = state.square(person)
    if order.owner is None:
        item = _item_near(state, person, order.weapon)
        assert item is not None
        state.items = tuple(other for other in state.items if other is not item)
        if item.arm is None:
            person = replace(person, blades=(*person.blades, item.blade))
            state.put(person)
            yield _taken(person, item.blade)
            return
        arm, lay = item.arm, item.square
        fixed = (item.blade,) if item.blade else ()
    else:
        owner = state.person(order.owner)
        found = owner.arm(order.weapon)
        assert found is not None
        arm, lay = found, found.stands or state.square(owner)
        fixed = ()
        state.put(owner.without_arm(order.weapon))
    if lay != own and arm.id in MOUNTED:
        arm = replace(arm, set_up=False, ranged=None)
    stands = lay if arm.id == TRAILER and lay != own else None
    manned = state.turn if arm.set_up else None
    arms = (*person.arms, replace(arm, manned_in=manned, stands=stands))
    state.put(replace(person, arms=arms, blades=(*person.blades, *fixed)))
    yield _taken(person, arm.weapon.name)


def _taken(person: Person, what: str) -> Event:
    return Event(
        kind="take",
        text=f"{person.name} takes the {what}.",
        rules=("owb.weapon.changing-weapons",),
        pieces=(person.id,),
    )


# -- all of them ----------------------------------------------------------------------------------


def check_action(state: OwbState, person: Person, order: ActionOrder) -> Refusal | None:
    """Why an Action cannot be taken, or ``None`` if it can."""
    if person.off_map:
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    over_walls = Refusal("owb.terrain.impassable-with-tools", "There is nothing to overcome there.")
    if isinstance(order, CrewAction):
        return check_crew_action(state, person, order)
    match order:
        case Aid(patient=name):
            patient = state.find_person(name)
            if patient is None:
                return Refusal("owb.base.first-aid", "There is nobody of that name.")
            return check_aid(state, person, patient)
        case SetUp():
            return check_set_up(person, order)
        case Repair():
            return check_repair(state, person, order)
        case Extinguish(burning=name):
            other = state.find_person(name)
            if other is None or other.side != person.side or not other.burning:
                return Refusal(
                    "owb.weapon.flamethrower-extinguish", "No friend of that name burns."
                )
            if not _beside(state, person, other):
                return Refusal("owb.weapon.flamethrower-extinguish", "He is too far away.")
            return None
        case TakeUp():
            return check_take_up(state, person, order)
        case SetCharge():
            return check_charge(state, person, order)
        case Plunge():
            if not wired(state, person):
                return Refusal("owb.static.handling", "There is no charge on the wire.")
            return None
        case CutWire(at=at):
            if not state.on("overcome_impassable"):
                return over_walls
            return check_wire(state, person, state.setting.square(at))
        case Climb(to=to):
            if not state.on("overcome_impassable"):
                return over_walls
            return check_climb(state, person, state.setting.square(to))


def carry_out_action(state: OwbState, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry an Action out."""
    person = state.person(order.person)
    cite("owb.time.one-action-per-round")
    if isinstance(order, CrewAction):
        yield from carry_out_crew_action(state, order, dice)
        return
    match order:
        case Aid(patient=name):
            yield from give_aid(state, person, state.person(name), dice)
        case SetUp(weapon=weapon, down=down):
            arm = person.arm(weapon)
            assert arm is not None
            rule = "owb.mortar.mounted" if weapon == "mortar" else "owb.weapon.machinegun-medium"
            state.put(person.with_arm(replace(arm, set_up=not down, ranged=None)))
            does = "takes down" if down else "sets up"
            yield Event(
                kind="set-up",
                text=f"{person.name} {does} the {weapon_called(arm.id)}.",
                rules=(rule,),
                pieces=(person.id,),
            )
        case Repair():
            yield from repair(state, person, order, dice)
        case Extinguish(burning=name):
            yield douse(state, person, name)
        case TakeUp():
            yield from take_up(state, person, order)
        case SetCharge():
            yield from set_charge(state, person, order)
        case Plunge():
            yield from plunge(state, person)
        case CutWire(at=at):
            yield from cut_wire(state, person, state.setting.square(at))
        case Climb(to=to):
            yield from climb(state, person, state.setting.square(to))
