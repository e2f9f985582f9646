"""Actions in, at, and to get into and out of vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.attack.attack import short_name
from ...part1_personal.core_rulebook.harm import douse
from ...part1_personal.round.actions import Repairing, TakingUp, check_patient, give_aid, items_near
from ...part3_combining.boarding import ChangingSeat, GettingOut
from ...state import OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.orders import Repair, TakeUp
from ...state.tables import weapon_called
from ...state.vehicle_orders import AidAboard, DouseAboard, RepairGun
from ..damage.repairs import Working
from .crew import CrewDeed, crew_to_order, not_aboard, one_aboard

JAM = "owb.suppress.repair-jam"
FLAMES = "owb.weapon.flamethrower-extinguish"


class RepairingGun(CrewDeed[RepairGun]):
    """A jammed weapon."""

    order = RepairGun
    words = Words(
        label="Repair the gun",
        key="Y",
        rule=JAM,
        hint="Works at a jammed weapon.",
    )

    def allowed(self, state: OwbState, person: Person, order: RepairGun) -> Refusal | None:
        if not person.aboard:
            return not_aboard(person)
        mount = state.vehicle(person.aboard).mount(order.mount)
        if person.profession != "combat-engineer":
            return Refusal(JAM, "Only a Combat Engineer can repair it in a battle.")
        if mount is None or not mount.jam:
            return Refusal(JAM, "That weapon is not jammed.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: RepairGun, dice: Dice
    ) -> Iterator[Event]:
        """It takes 1d3 Actions in consecutive rounds, rolled at the first."""
        cite("owb.base.classes")
        vehicle = state.vehicle(person.aboard)
        mount = vehicle.mount(order.mount)
        assert mount is not None
        broken_off = mount.mended_in is not None and mount.mended_in < state.turn - 1
        jam = dice.die(3, "repair") if mount.jam < 0 or broken_off else mount.jam
        jam -= 1
        mended = replace(mount, jam=jam, mended_in=state.turn if jam else None)
        state.put(vehicle.with_mount(mended))
        done = "it works again" if not jam else f"{jam} more to do"
        text = f"{person.name} repairs the {mount.weapon.replace('-', ' ')}: {done}."
        yield happened("repair", text, JAM, person.id, vehicle.id, dice=dice)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        people = crew_to_order(case, vehicle)
        for mount in vehicle.mounts:
            if mount.jam:
                orders = [RepairGun(one.id, mount.id) for one in people]
                yield from one_aboard(case, vehicle, self.words, orders, {"mount": mount.id})

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[RepairGun]:
        for mount in vehicle.mounts:
            if mount.jam:
                yield RepairGun(person=person.id, mount=mount.id)


class RepairingArm(CrewDeed[Repair]):
    """A hand weapon that has jammed, one's own or of somebody in the same vehicle."""

    order = Repair
    words = Repairing.words
    on_foot = Repairing()

    def allowed(self, state: OwbState, person: Person, order: Repair) -> Refusal | None:
        return self.on_foot.check(state, person, order)

    def carry_out(
        self, state: OwbState, person: Person, order: Repair, dice: Dice
    ) -> Iterator[Event]:
        return self.on_foot.carry_out(state, person, order, dice)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """What has jammed in somebody's hands, and by whom."""
        people = crew_to_order(case, vehicle)
        for owner in case.state.occupants(vehicle.id):
            for arm in owner.arms:
                if arm.jam:
                    orders = [Repair(one.id, arm.id, owner.id) for one in people]  # type: ignore[arg-type]
                    fixed = {"weapon": arm.id, "owner": owner.id}
                    label = f"Repair {short_name(arm)} of {owner.name}"
                    yield from one_aboard(case, vehicle, self.words, orders, fixed, label=label)

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Repair]:
        for other in state.occupants(vehicle.id):
            owner = None if other.id == person.id else other.id
            for arm in other.arms:
                if arm.jam:
                    yield Repair(person=person.id, weapon=arm.id, owner=owner)  # type: ignore[arg-type]


class TakingUpAboard(CrewDeed[TakeUp]):
    """A hand weapon that was dropped in the vehicle, or that one who fell there has left."""

    order = TakeUp
    words = TakingUp.words
    on_foot = TakingUp()

    def allowed(self, state: OwbState, person: Person, order: TakeUp) -> Refusal | None:
        return self.on_foot.check(state, person, order)

    def carry_out(
        self, state: OwbState, person: Person, order: TakeUp, dice: Dice
    ) -> Iterator[Event]:
        return self.on_foot.carry_out(state, person, order, dice)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """What the fallen have left, and what was dropped."""
        people = crew_to_order(case, vehicle)
        inside = case.state.occupants(vehicle.id)
        for owner, arm in ((one, arm) for one in inside if one.out for arm in one.arms):
            orders = [TakeUp(one.id, arm.id, owner.id) for one in people]  # type: ignore[arg-type]
            fixed = {"weapon": arm.id, "owner": owner.id}
            label = f"Take {short_name(arm)} of {owner.name}"
            yield from one_aboard(case, vehicle, self.words, orders, fixed, label=label)
        lying = {item.called for item in case.state.items if item.vehicle == vehicle.id}
        for what in sorted(lying):
            orders = [TakeUp(one.id, what) for one in people]  # type: ignore[arg-type]
            label = f"Take {weapon_called(what)}"
            yield from one_aboard(case, vehicle, self.words, orders, {"weapon": what}, label=label)

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[TakeUp]:
        """Whatever lies about, and what the fallen have."""
        for item in items_near(state, person):
            yield TakeUp(person=person.id, weapon=item.called)  # type: ignore[arg-type]
        for other in state.occupants(vehicle.id):
            for arm in other.arms if other.out else ():
                yield TakeUp(person=person.id, weapon=arm.id, owner=other.id)  # type: ignore[arg-type]


class AidingAboard(CrewDeed[AidAboard]):
    """Somebody in the same vehicle."""

    order = AidAboard
    words = Words(
        label="First Aid",
        key="A",
        rule="owb.base.first-aid",
        hint="To somebody in the same vehicle.",
    )

    def allowed(self, state: OwbState, person: Person, order: AidAboard) -> Refusal | None:
        patient = state.find_person(order.patient)
        if person.aboard and (patient is None or patient.aboard != person.aboard):
            return Refusal("owb.base.first-aid", "There is nobody of that name aboard.")
        return not_aboard(person) or check_patient(state, state.person(order.patient))

    def carry_out(
        self, state: OwbState, person: Person, order: AidAboard, dice: Dice
    ) -> Iterator[Event]:
        return give_aid(state, person, state.person(order.patient), dice)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        inside = case.state.occupants(vehicle.id)
        hurt = [one.id for one in inside if one.hp < one.most_hp and one.out != "dead"]
        return _by_and_on(case, vehicle, self, ("patient", hurt), "Who gives it?", "To whom?")

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[AidAboard]:
        for other in state.occupants(vehicle.id):
            if other.hp < other.most_hp:
                yield AidAboard(person=person.id, patient=other.id)


class DousingAboard(CrewDeed[DouseAboard]):
    """Somebody who burns in the same vehicle, himself included."""

    order = DouseAboard
    words = Words(
        label="Put flames out",
        key="O",
        rule=FLAMES,
        hint="On himself or on somebody in the same vehicle.",
    )

    def allowed(self, state: OwbState, person: Person, order: DouseAboard) -> Refusal | None:
        other = state.find_person(order.burning)
        if person.aboard and (other is None or other.aboard != person.aboard or not other.burning):
            return Refusal(FLAMES, "Nobody of that name burns aboard.")
        return not_aboard(person)

    def carry_out(
        self, state: OwbState, person: Person, order: DouseAboard, dice: Dice
    ) -> Iterator[Event]:
        yield douse(state, person, order.burning)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        burning = [one.id for one in case.state.occupants(vehicle.id) if one.burning]
        return _by_and_on(
            case, vehicle, self, ("burning", burning), "Who puts them out?", "On whom?"
        )

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[DouseAboard]:
        for other in state.occupants(vehicle.id):
            if other.burning:
                yield DouseAboard(person=person.id, burning=other.id)


CREW_DEEDS: Final[tuple[CrewDeed[Any], ...]] = (
    ChangingSeat(),
    GettingOut(),
    Working(),
    RepairingGun(),
    RepairingArm(),
    TakingUpAboard(),
    AidingAboard(),
    DousingAboard(),
)
"""Everything that those aboard can do with their Actions."""


def _by_and_on(
    case: Case,
    vehicle: Vehicle,
    deed: CrewDeed[Any],
    on: tuple[str, list[str]],
    who: str,
    whom: str,
) -> Iterator[Action]:
    """What one of those aboard does to another."""
    field, others = on
    names = [one.id for one in crew_to_order(case, vehicle)]
    orders = [deed.order(person=name, **{field: one}) for name in names for one in others]
    if orders:
        yield case.action(
            deed.order,
            deed.words,
            piece=vehicle.id,
            slots=(asking.one_of("person", who, names), asking.one_of(field, whom, others)),
            refusal=case.first_refusal(orders),
        )
