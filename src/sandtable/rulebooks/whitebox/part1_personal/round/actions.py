"""Actions: First Aid, setting weapons up, repairs, charges, wire and walls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.acts import Act, Among, Variant, Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle.page import Kind, Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid

from ...showing.places import line_between
from ...state import Arm, OwbState, Person
from ...state.decision import Case
from ...state.frames import Item
from ...state.orders import Aid, Extinguish, Repair, SetUp, TakeUp
from ...state.tables import MELEE, MISSILE, weapon_called
from ...state.weights import TRAILER
from ..attack.attack import short_name
from ..core_rulebook.harm import douse
from ..core_rulebook.persons import fate


def state_of_health(state: OwbState, patient: Person) -> str:
    """Whether somebody is out of action, or will be when the tied segment ends."""
    if patient.out:
        return patient.out
    if state.tied:
        cite("owb.initiative.tie-simultaneous")
    return fate(state, patient)


def check_patient(state: OwbState, patient: Person) -> Refusal | None:
    """Why First Aid would not help somebody, or ``None`` if it would."""
    rule = "owb.base.first-aid"
    health = state_of_health(state, patient)
    if health == "dead":
        told = "is dead" if patient.out else "is past help"
        return Refusal(rule, f"{patient.name} {told}.")
    if health:
        return Refusal(rule, f"{patient.name} is stable.") if patient.stable else None
    if patient.treated:
        return Refusal(rule, f"{patient.name} has been treated in this battle.")
    if patient.hp >= patient.most_hp:
        return Refusal(rule, f"{patient.name} is not wounded.")
    return None


def give_aid(state: OwbState, person: Person, patient: Person, dice: Dice) -> Iterator[Event]:
    """Give First Aid: the dying become stable, the wounded regain hit points."""
    cite("owb.base.first-aid")
    if state_of_health(state, patient):
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
    yield happened("aid", text, "owb.base.first-aid", person.id, patient.id, dice=dice)


MOUNTED = ("machinegun-medium", "mortar")
"""Weapons that are set up and taken down."""


def _beside(state: OwbState, one: Person, two: Person) -> bool:
    """Whether somebody stands in the next square, sits in the same vehicle, or it is himself."""
    if one.aboard or two.aboard:
        return one.aboard == two.aboard
    return two.on_table and grid.distance(state.square(one), state.square(two)) <= 1


# -- weapons --------------------------------------------------------------------------------------


def mounted_arms(person: Person) -> tuple[Arm, ...]:
    """The weapons of a character that he can set up on their mounts and take down."""
    return tuple(arm for arm in person.arms if arm.id in MOUNTED)


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


def _taken(person: Person, what: str) -> Event:
    text = f"{person.name} takes the {what}."
    return happened("take", text, "owb.weapon.changing-weapons", person.id)


def near_him(state: OwbState, person: Person) -> list[Person]:
    """Everybody on the map within a square of a character, himself among them."""
    own = state.square(person)
    there = (one for one in state.persons() if one.on_table)
    return [one for one in there if grid.distance(own, state.square(one)) <= 1]


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class PersonalAction(Act[OwbState, O], ABC):
    """One kind of Action of a character; others may interrupt it once it is declared."""

    doer = "person"

    @abstractmethod
    def check(self, state: OwbState, person: Person, order: O) -> Refusal | None:
        """Why it cannot be taken."""

    @abstractmethod
    def carry_out(self, state: OwbState, person: Person, order: O, dice: Dice) -> Iterator[Event]:
        """Take it."""


def _friends(state: OwbState, person: Person) -> list[Person]:
    """Those of his side within a square of a character, himself among them."""
    return [one for one in near_him(state, person) if one.side == person.side]


class Aiding(PersonalAction[Aid]):
    """First Aid for a friend in the next square."""

    order = Aid
    words = Words(
        label="First Aid",
        key="A",
        rule="owb.base.first-aid",
        hint="Stops somebody from dying, or gives him some hit points back.",
        also=("first aid",),
    )
    fields = (Among("patient", "Choose whom to treat", _friends, narrow=True),)

    def check(self, state: OwbState, person: Person, order: Aid) -> Refusal | None:
        patient = state.find_person(order.patient)
        if patient is None:
            return Refusal(self.words.rule, "There is nobody of that name.")
        if patient.side != person.side or not _beside(state, person, patient):
            return Refusal(self.words.rule, f"{patient.name} is no friend in the next square.")
        return check_patient(state, patient)

    def carry_out(self, state: OwbState, person: Person, order: Aid, dice: Dice) -> Iterator[Event]:
        return give_aid(state, person, state.person(order.patient), dice)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        slots, refusal = super().asked(case, person, fixed)
        if all(one.hp >= one.most_hp and not one.out for one in _friends(case.state, person)):
            refusal = Refusal(self.words.rule, "Nobody beside him is wounded.")
        return slots, refusal

    def preview(self, state: OwbState, order: Aid) -> Trace | None:
        return line_between(state, order.person, order.patient)


def _burning(state: OwbState, person: Person) -> list[Person]:
    return [one for one in _friends(state, person) if one.burning]


class Extinguishing(PersonalAction[Extinguish]):
    """Flames on oneself or on a friend in the next square."""

    order = Extinguish
    words = Words(
        label="Put flames out",
        key="O",
        rule="owb.weapon.flamethrower-extinguish",
        hint="Puts the flames out on himself or on a friend beside him.",
    )
    fields = (Among("burning", "Choose who burns", _burning),)

    def concerns(self, state: OwbState, person: Person) -> bool:
        return bool(_burning(state, person))

    def check(self, state: OwbState, person: Person, order: Extinguish) -> Refusal | None:
        """Whether he burns, and is near."""
        other = state.find_person(order.burning)
        if other is None or other.side != person.side or not other.burning:
            return Refusal(self.words.rule, "No friend of that name burns.")
        if not _beside(state, person, other):
            return Refusal(self.words.rule, "He is too far away.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: Extinguish, dice: Dice
    ) -> Iterator[Event]:
        yield douse(state, person, order.burning)

    def preview(self, state: OwbState, order: Extinguish) -> Trace | None:
        return line_between(state, order.person, order.burning)


class SettingUpWeapon(PersonalAction[SetUp]):
    """A weapon on its mount, or off it."""

    order = SetUp
    words = Words(
        label="Set up", key="T", rule="owb.mortar.mounted", hint="Puts the weapon on its mount."
    )
    down = Kind(
        label="Take down",
        key="T",
        rule="owb.mortar.mounted",
        hint="Takes the weapon off its mount.",
    )

    def check(self, state: OwbState, person: Person, order: SetUp) -> Refusal | None:
        """Why a weapon cannot be set up or taken down, or ``None`` if it can."""
        arm = person.arm(order.weapon)
        if arm is None or order.weapon not in MOUNTED:
            return Refusal("owb.weapon.machinegun-medium", "He has nothing of that kind to set up.")
        if arm.set_up != order.down:
            return Refusal("owb.mortar.mounted", "It is that already.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: SetUp, dice: Dice
    ) -> Iterator[Event]:
        """Set it up, or take it down."""
        arm = person.arm(order.weapon)
        assert arm is not None
        mortar = order.weapon == "mortar"
        state.put(person.with_arm(replace(arm, set_up=not order.down, ranged=None)))
        does = "takes down" if order.down else "sets up"
        text = f"{person.name} {does} the {weapon_called(arm.id)}."
        yield happened(
            "set-up",
            text,
            "owb.mortar.mounted" if mortar else "owb.weapon.machinegun-medium",
            person.id,
        )

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Each such weapon."""
        for arm in mounted_arms(person):
            words = self.down if arm.set_up else self.words
            way = self.called(f"{words.label} {short_name(arm)}", weapon=arm.id, down=arm.set_up)
            yield replace(way, hint=words.hint)


class Repairing(PersonalAction[Repair]):
    """A jammed weapon, one's own or a friend's."""

    order = Repair
    words = Words(
        label="Repair",
        key="R",
        rule="owb.suppress.repair-jam",
        hint="Works at a jammed weapon, for one to three rounds.",
    )

    def check(self, state: OwbState, person: Person, order: Repair) -> Refusal | None:
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

    def carry_out(
        self, state: OwbState, person: Person, order: Repair, dice: Dice
    ) -> Iterator[Event]:
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
        text = f"{person.name} repairs the {weapon_called(arm.id)}: {done}."
        yield happened("repair", text, "owb.suppress.repair-jam", person.id, dice=dice)

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Whatever is jammed beside him."""
        for other in _friends(state, person):
            owner = None if other.id == person.id else other.id
            for arm in other.arms:
                if arm.jam:
                    yield self.called(f"Repair {short_name(arm)}", weapon=arm.id, owner=owner)


class TakingUp(PersonalAction[TakeUp]):
    """A weapon that lies near, or that somebody who fell has left."""

    order = TakeUp
    words = Words(
        label="Take",
        key="T",
        rule="owb.weapon.changing-weapons",
        hint="Takes a weapon that lies near.",
    )

    def check(self, state: OwbState, person: Person, order: TakeUp) -> Refusal | None:
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

    def carry_out(
        self, state: OwbState, person: Person, order: TakeUp, dice: Dice
    ) -> Iterator[Event]:
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

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """What the fallen have, and what lies about."""
        for other in near_him(state, person):
            for arm in other.arms if other.out else ():
                label = f"Take {short_name(arm)} of {other.name}"
                yield self.called(label, weapon=arm.id, owner=other.id)
        for name in sorted({item.called for item in items_near(state, person)}):
            called = MISSILE[name].name if name in MISSILE else MELEE[name].name
            yield self.called(f"Take {called}", weapon=name)
