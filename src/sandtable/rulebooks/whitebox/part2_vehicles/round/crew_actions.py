"""Actions in, at, and to get into and out of vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import douse
from sandtable.rulebooks.whitebox.part1_personal.round.first_aid import check_patient, give_aid
from sandtable.rulebooks.whitebox.part2_vehicles.damage.work_in_battle import check_work, work_on
from sandtable.rulebooks.whitebox.part3_combining.boarding import (
    alight,
    board,
    change_seat,
    check_alight,
    check_board,
    check_change_seat,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import CrewAction
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    AidAboard,
    Alight,
    Board,
    ChangeSeat,
    DouseAboard,
    RepairGun,
    Work,
)

JAM = "owb.suppress.repair-jam"
FLAMES = "owb.weapon.flamethrower-extinguish"


def check_crew_action(state: OwbState, person: Person, order: CrewAction) -> Refusal | None:
    """Why such an action cannot be taken, or ``None`` if it can."""
    if isinstance(order, (Board, Work)):
        return _check_anywhere(state, person, order)
    if not person.aboard:
        return Refusal("owb.crew.positions", f"{person.name} is in no vehicle.")
    match order:
        case ChangeSeat(seat=seat):
            return check_change_seat(state, person, seat)
        case Alight(to=to):
            return check_alight(state, person, state.setting.square(to))
        case RepairGun(mount=mount):
            return _check_repair(state, person, mount)
        case AidAboard(patient=name):
            patient = state.find_person(name)
            if patient is None or patient.aboard != person.aboard:
                return Refusal("owb.base.first-aid", "There is nobody of that name aboard.")
            return check_patient(state, patient)
        case DouseAboard(burning=name):
            other = state.find_person(name)
            if other is None or other.aboard != person.aboard or not other.burning:
                return Refusal(FLAMES, "Nobody of that name burns aboard.")
            return None


def _check_anywhere(state: OwbState, person: Person, order: Board | Work) -> Refusal | None:
    if isinstance(order, Board):
        return check_board(state, person, order.vehicle, order.seat)
    vehicle = state.find_vehicle(order.vehicle)
    if vehicle is None:
        return Refusal("owb.vehicle.one-action-per-crew-member", "There is no such vehicle.")
    return check_work(state, person, vehicle, order.labour)


def _check_repair(state: OwbState, person: Person, name: str) -> Refusal | None:
    mount = state.vehicle(person.aboard).mount(name)
    if person.profession != "combat-engineer":
        return Refusal(JAM, "Only a Combat Engineer can repair it in a battle.")
    if mount is None or not mount.jam:
        return Refusal(JAM, "That weapon is not jammed.")
    return None


def carry_out_crew_action(state: OwbState, order: CrewAction, dice: Dice) -> Iterator[Event]:
    """Carry such an action out."""
    match order:
        case Board(person=name, vehicle=vehicle, seat=seat):
            yield from board(state, name, vehicle, seat)
        case Work(person=name, vehicle=vehicle, labour=labour):
            person = state.person(name)
            yield from work_on(state, person, state.vehicle(vehicle), labour, dice)
        case ChangeSeat(person=name, seat=seat):
            yield from change_seat(state, name, seat)
        case Alight(person=name, to=to):
            yield from alight(state, name, state.setting.square(to), dice)
        case RepairGun(person=name, mount=mount):
            yield from _repair(state, state.person(name), mount, dice)
        case AidAboard(person=name, patient=patient):
            yield from give_aid(state, state.person(name), state.person(patient), dice)
        case DouseAboard(person=name, burning=burning):
            yield douse(state, state.person(name), burning)


def _repair(state: OwbState, person: Person, name: str, dice: Dice) -> Iterator[Event]:
    """Work at a jammed weapon: 1d3 Actions in consecutive rounds, rolled at the first."""
    cite(JAM, "owb.base.classes")
    vehicle = state.vehicle(person.aboard)
    mount = vehicle.mount(name)
    assert mount is not None
    broken_off = mount.mended_in is not None and mount.mended_in < state.turn - 1
    jam = dice.die(3, "repair") if mount.jam < 0 or broken_off else mount.jam
    jam -= 1
    mended = replace(mount, jam=jam, mended_in=state.turn if jam else None)
    state.put(vehicle.with_mount(mended))
    done = "it works again" if not jam else f"{jam} more to do"
    yield Event(
        kind="repair",
        text=f"{person.name} repairs the {mount.weapon.replace('-', ' ')}: {done}.",
        rules=(JAM,),
        pieces=(person.id, vehicle.id),
        rolls=dice.take_rolls(),
    )
