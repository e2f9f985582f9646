"""Actions: First Aid, setting weapons up, repairs, charges, wire and walls."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.ground import OPENED_WIRE, Change
from sandtable.rulebooks.whitebox.orders import (
    ActionOrder,
    Aid,
    Climb,
    CutWire,
    Extinguish,
    Plunge,
    Repair,
    SetCharge,
    SetUp,
    TakeUp,
)
from sandtable.rulebooks.whitebox.state import Explosive, Item, Landing, OwbState, Person
from sandtable.table import grid
from sandtable.table.grid import Square

MOUNTED = ("machinegun-medium", "mortar")
"""Weapons that are set up and taken down."""

LONGEST_FUSE = 10
WIRE_WITHIN = 20
WIRE_ACTIONS = 2
CLIMBED = ("tall-wall", "building-wall-masonry", "window-or-gunport", "cliff-face")


def _beside(state: OwbState, one: Person, two: Person) -> bool:
    return grid.distance(state.square(one), state.square(two)) <= 1


# -- First Aid ------------------------------------------------------------------------------------


def check_aid(state: OwbState, person: Person, patient: Person) -> Refusal | None:
    """Why First Aid cannot be given, or ``None`` if it can."""
    rule = "owb.base.first-aid"
    if patient.side != person.side or not _beside(state, person, patient):
        return Refusal(rule, f"{patient.name} is no friend in the next square.")
    if patient.out == "dead":
        return Refusal(rule, f"{patient.name} is dead.")
    if patient.out:
        return Refusal(rule, f"{patient.name} is stable.") if patient.stable else None
    if patient.treated:
        return Refusal(rule, f"{patient.name} has been treated in this battle.")
    if patient.hp >= patient.most_hp:
        return Refusal(rule, f"{patient.name} is not wounded.")
    return None


def give_aid(state: OwbState, person: Person, patient: Person, dice: Dice) -> Iterator[Event]:
    """Give First Aid: the dying become stable, the wounded regain hit points."""
    cite("owb.base.first-aid")
    if patient.out:
        state.change(patient.id, stable=True)
        text = f"{person.name} dresses the wounds of {patient.name}, who will not die of them."
    else:
        sides = 3
        if person.profession == "medic":
            cite("owb.base.classes")
            sides = 6
        gained = min(dice.die(sides, "First Aid"), patient.most_hp - patient.hp)
        state.change(patient.id, hp=patient.hp + gained, treated=True)
        text = f"{person.name} gives First Aid: {patient.name} regains {gained}."
    yield Event(
        kind="aid",
        text=text,
        rules=("owb.base.first-aid",),
        pieces=(person.id, patient.id),
        rolls=dice.take_rolls(),
    )


# -- weapons --------------------------------------------------------------------------------------


def check_set_up(person: Person, order: SetUp) -> Refusal | None:
    """Why a weapon cannot be set up or taken down, or ``None`` if it can."""
    arm = person.arm(order.weapon)
    if arm is None or order.weapon not in MOUNTED:
        return Refusal("owb.weapon.machinegun-medium", "He has nothing of that kind to set up.")
    if arm.set_up != order.down:
        return Refusal("owb.mortar.mounted", "It is that already.")
    return None


def check_repair(state: OwbState, person: Person, order: Repair) -> Refusal | None:
    """Why a weapon cannot be repaired, or ``None`` if it can."""
    rule = "owb.suppress.repair-jam"
    owner = person if order.owner is None else state.pieces.get(order.owner)
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
    owner = person if order.owner is None else state.pieces[order.owner]
    arm = owner.arm(order.weapon)
    assert arm is not None
    broken_off = arm.mended_in is not None and arm.mended_in < state.turn - 1
    jam = dice.die(3, "repair") if arm.jam < 0 or broken_off else arm.jam
    jam -= 1
    state.put(owner.with_arm(replace(arm, jam=jam, mended_in=state.turn if jam else None)))
    done = "it works again" if not jam else f"{jam} more to do"
    yield Event(
        kind="repair",
        text=f"{person.name} repairs the {arm.weapon.name}: {done}.",
        rules=("owb.suppress.repair-jam",),
        pieces=(person.id,),
        rolls=dice.take_rolls(),
    )


def check_take_up(state: OwbState, person: Person, order: TakeUp) -> Refusal | None:
    """Why a weapon cannot be taken, or ``None`` if it can."""
    rule = "owb.weapon.changing-weapons"
    if person.arm(order.weapon) is not None:
        return Refusal(rule, "He has one already.")
    if order.owner is None:
        if _item_near(state, person, order.weapon) is None:
            return Refusal(rule, "Nothing of that kind lies near.")
        return None
    owner = state.pieces.get(order.owner)
    if owner is None or not owner.out or owner.arm(order.weapon) is None:
        return Refusal(rule, "Nobody who fell has left one there.")
    if not _beside(state, person, owner):
        return Refusal(rule, "It does not lie near.")
    return None


def _item_near(state: OwbState, person: Person, weapon: str) -> Item | None:
    own = state.square(person)
    return next(
        (
            item
            for item in state.items
            if item.arm is not None
            and item.arm.id == weapon
            and grid.distance(own, item.square) <= 1
        ),
        None,
    )


def take_up(state: OwbState, person: Person, order: TakeUp) -> Iterator[Event]:
    """Take a weapon; one that stands on its mount is manned, and fires from the next round on."""
    cite("owb.weapon.changing-weapons")
    if order.owner is None:
        item = _item_near(state, person, order.weapon)
        assert item is not None
        assert item.arm is not None
        arm = item.arm
        state.items = tuple(other for other in state.items if other is not item)
    else:
        owner = state.pieces[order.owner]
        found = owner.arm(order.weapon)
        assert found is not None
        arm = found
        state.put(owner.without_arm(order.weapon))
    manned = state.turn if arm.set_up else None
    state.put(replace(person, arms=(*person.arms, replace(arm, manned_in=manned))))
    yield Event(
        kind="take",
        text=f"{person.name} takes the {arm.weapon.name}.",
        rules=("owb.weapon.changing-weapons",),
        pieces=(person.id,),
    )


# -- charges --------------------------------------------------------------------------------------


def check_charge(state: OwbState, person: Person, order: SetCharge) -> Refusal | None:
    """Why a charge cannot be set, or ``None`` if it can."""
    rule = "owb.static.handling"
    square = state.setting.square(order.at)
    if not person.bombs_of("charge"):
        return Refusal(rule, "He has no charge.")
    if not state.grounds.holds(square) or grid.distance(state.square(person), square) > 1:
        return Refusal(rule, "A charge is placed in one's own square or the next.")
    any_length = person.profession == "combat-engineer"
    if order.fuse < 0 or (order.fuse > LONGEST_FUSE and not any_length) or order.fuse > 1000:
        return Refusal(rule, f"A fuse burns 1 to {LONGEST_FUSE} rounds; 0 is a wire.")
    if order.attach is not None:
        feature = state.setting.square(order.attach)
        if not state.grounds.holds(feature) or grid.distance(square, feature) > 1:
            return Refusal(rule, "There is nothing to fix it to.")
    return None


def set_charge(state: OwbState, person: Person, order: SetCharge) -> Iterator[Event]:
    """Set a charge."""
    cite("owb.static.handling")
    charge = Explosive(
        kind="charge",
        square=state.setting.square(order.at),
        owner=person.id,
        cooked=True,
        due=state.turn + order.fuse if order.fuse else None,
        attached=None if order.attach is None else state.setting.square(order.attach),
    )
    state.explosives = (*state.explosives, charge)
    state.put(person.with_bombs("charge", -1))
    how = f"with a fuse of {order.fuse} rounds" if order.fuse else "on a wire"
    yield Event(
        kind="charge",
        text=f"{person.name} sets a charge {how}.",
        rules=("owb.static.handling",),
        pieces=(person.id,),
    )


def wired(state: OwbState, person: Person) -> list[Explosive]:
    """The charges that a character can set off by wire."""
    own = state.square(person)
    return [
        charge
        for charge in state.explosives
        if charge.kind == "charge"
        and charge.due is None
        and state.pieces[charge.owner].side == person.side
        and grid.distance(own, charge.square) <= WIRE_WITHIN
    ]


def destroy_attached(state: OwbState, charge: Landing) -> Iterator[Event]:
    """What a well-placed charge does to the structure that it is fixed to: it becomes rubble."""
    if charge.attached is None:
        return
    cite("owb.static.structures-and-vehicles", "owb.suppress.cover-damage")
    spot = charge.attached
    kind = state.grounds.squares.get(spot)
    if kind is not None and kind.protection == "cover":
        state.changes = (*state.changes, Change(spot, "rubble"))
    elif state.grounds.on_edge(charge.square, spot) is not None:
        state.changes = (*state.changes, Change(charge.square, "door-open", spot))
    else:
        return
    yield Event(
        kind="collapse",
        text="The charge brings the wall down.",
        rules=("owb.static.structures-and-vehicles",),
    )


def plunge(state: OwbState, person: Person) -> Iterator[Event]:
    """Set off the charges on the wire, at once."""
    cite("owb.static.handling")
    yield Event(
        kind="plunge",
        text=f"{person.name} pushes the plunger.",
        rules=("owb.static.handling",),
        pieces=(person.id,),
    )
    charges = wired(state, person)
    state.explosives = tuple(e for e in state.explosives if e not in charges)
    for charge in reversed(charges):
        state.push(Landing(kind="charge", square=charge.square, attached=charge.attached))


# -- wire and walls -------------------------------------------------------------------------------


def wire_at(state: OwbState, person: Person, square: Square) -> tuple[Square, Square | None] | None:
    """The barbed wire that fills a square next to a character, or lies on the edge towards it."""
    own = state.square(person)
    if grid.distance(own, square) != 1:
        return None
    edge = state.grounds.on_edge(own, square)
    if edge is not None and edge.name == "barbed-wire":
        one, two = sorted((own, square))
        return one, two
    kind = state.grounds.squares.get(square)
    return (square, None) if kind is not None and kind.name == "barbed-wire" else None


def cut_wire(state: OwbState, person: Person, square: Square) -> Iterator[Event]:
    """Work at barbed wire; the second Action opens it."""
    cite("owb.terrain.impassable-with-tools")
    place = wire_at(state, person, square)
    assert place is not None
    done = 1 + next((n for a, b, n in state.wire if (a, b) == place), 0)
    others = tuple(entry for entry in state.wire if entry[:2] != place)
    if done >= WIRE_ACTIONS:
        state.wire = others
        state.changes = (*state.changes, Change(place[0], OPENED_WIRE, place[1]))
    else:
        state.wire = (*others, (*place, done))
    text = "opens the wire" if done >= WIRE_ACTIONS else "cuts at the wire"
    yield Event(
        kind="wire",
        text=f"{person.name} {text}.",
        rules=("owb.terrain.impassable-with-tools",),
        pieces=(person.id,),
    )


def check_climb(state: OwbState, person: Person, square: Square) -> Refusal | None:
    """Why a character cannot climb to a square, or ``None`` if he can."""
    rule = "owb.terrain.impassable-with-tools"
    own = state.square(person)
    if person.climbing is not None:
        return None if square == person.climbing else Refusal(rule, "He climbs elsewhere.")
    if grid.distance(own, square) not in (1, 2) or not state.grounds.holds(square):
        return Refusal(rule, "That is not on the other side of a wall next to him.")
    if state.grounds.kind(square).impassable or state.at(square) is not None:
        return Refusal(rule, "Nobody could stand there.")
    if not _wall_between(state, own, square):
        return Refusal(rule, "There is no wall or cliff to climb.")
    return None


def _wall_between(state: OwbState, a: Square, b: Square) -> bool:
    grounds = state.grounds
    if grid.distance(a, b) == 1:
        if a[0] != b[0] and a[1] != b[1]:
            return False
        edge = grounds.on_edge(a, b)
        cliff = abs(grounds.height(a) - grounds.height(b)) > 1
        return cliff or (edge is not None and edge.name in CLIMBED)
    if a[0] != b[0] and a[1] != b[1]:
        return False
    middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    return grounds.kind(middle).name in CLIMBED


def climb(state: OwbState, person: Person, square: Square) -> Iterator[Event]:
    """Climb: the first Action begins it, the second one in a later round ends it."""
    cite("owb.terrain.impassable-with-tools", "owb.modifiers.target-climbing")
    if person.climbing is None:
        state.change(person.id, climbing=square, ducked=False)
        text = "begins to climb"
    else:
        state.move_to(person.id, square)
        state.change(person.id, climbing=None)
        text = "is over"
    yield Event(
        kind="climb",
        text=f"{person.name} {text}.",
        rules=("owb.terrain.impassable-with-tools",),
        pieces=(person.id,),
    )


# -- all of them ----------------------------------------------------------------------------------


def check_action(state: OwbState, person: Person, order: ActionOrder) -> Refusal | None:
    """Why an Action cannot be taken, or ``None`` if it can."""
    if person.off_map:
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    over_walls = Refusal("owb.terrain.impassable-with-tools", "There is nothing to overcome there.")
    match order:
        case Aid(patient=name):
            patient = state.pieces.get(name)
            if patient is None:
                return Refusal("owb.base.first-aid", "There is nobody of that name.")
            return check_aid(state, person, patient)
        case SetUp():
            return check_set_up(person, order)
        case Repair():
            return check_repair(state, person, order)
        case Extinguish(burning=name):
            other = state.pieces.get(name)
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
            found = wire_at(state, person, state.setting.square(at))
            return over_walls if found is None else None
        case Climb(to=to):
            if not state.on("overcome_impassable"):
                return over_walls
            return check_climb(state, person, state.setting.square(to))


def carry_out_action(state: OwbState, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry an Action out."""
    person = state.pieces[order.person]
    cite("owb.time.one-action-per-round")
    match order:
        case Aid(patient=name):
            yield from give_aid(state, person, state.pieces[name], dice)
        case SetUp(weapon=weapon, down=down):
            arm = person.arm(weapon)
            assert arm is not None
            rule = "owb.mortar.mounted" if weapon == "mortar" else "owb.weapon.machinegun-medium"
            state.put(person.with_arm(replace(arm, set_up=not down, ranged=None)))
            yield Event(
                kind="set-up",
                text=f"{person.name} {'takes down' if down else 'sets up'} the {arm.weapon.name}.",
                rules=(rule,),
                pieces=(person.id,),
            )
        case Repair():
            yield from repair(state, person, order, dice)
        case Extinguish(burning=name):
            state.change(name, burning=0)
            yield Event(
                kind="extinguish",
                text=f"{person.name} puts the flames out.",
                rules=("owb.weapon.flamethrower-extinguish",),
                pieces=(person.id, name),
            )
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
