"""The turn of a vehicle and its crew, and what men on foot do about vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Slot, Word
from sandtable.rulebooks.whitebox.page import vehicle_words as told
from sandtable.rulebooks.whitebox.page.attacking import (
    LEANS,
    leans_to,
    mode_of_fire,
    opening_helper,
    short_name,
    usable_first,
)
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.page.driving import driving
from sandtable.rulebooks.whitebox.page.gunning import gunnery
from sandtable.rulebooks.whitebox.page.typing_vehicle_orders import seat_told
from sandtable.rulebooks.whitebox.page.words import BOMBS, TAKE_UP
from sandtable.rulebooks.whitebox.page.words import REPAIR as MEND
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import rolls_allowed
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import IMPACT
from sandtable.rulebooks.whitebox.part2_vehicles.attack.candidates import enemy_hulls
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import free_seats
from sandtable.rulebooks.whitebox.part3_combining.boarding import doors
from sandtable.rulebooks.whitebox.part3_combining.from_foot import INDIRECT
from sandtable.rulebooks.whitebox.state.footprint import distance_between
from sandtable.rulebooks.whitebox.state.frames import Turn
from sandtable.rulebooks.whitebox.state.orders import Hold, Repair, TakeUp
from sandtable.rulebooks.whitebox.state.people import Arm, Person
from sandtable.rulebooks.whitebox.state.tables import weapon_called
from sandtable.rulebooks.whitebox.state.vehicle_frames import Escaping, GunAttack, VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    AidAboard,
    Alight,
    Board,
    ChangeSeat,
    DouseAboard,
    EndVehicle,
    Escape,
    Labour,
    Point,
    RepairGun,
    ShootAboard,
    WithholdGun,
    Work,
)
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

LABOURS: tuple[Labour, ...] = get_args(Labour)


def vehicle_turn(case: Case, piece: str | None) -> Iterator[Action]:
    """What a vehicle and those aboard can do, and the end of their turn."""
    frame: VehicleTurn = case.frame
    vehicle = case.state.vehicle(frame.vehicle)
    if piece is None:
        order = EndVehicle(vehicle.id)
        yield case.action(
            EndVehicle,
            told.END,
            fixed={"vehicle": vehicle.id},
            refusal=case.refusal(order),
            ends=True,
            label=told.END.label if not frame.only else "End his turn",
        )
        return
    people = [one for one in case.state.occupants(vehicle.id) if one.able]
    if frame.only:
        people = [one for one in people if one.id == frame.only]
    if piece not in (vehicle.id, *(one.id for one in people)):
        return
    people = [one for one in people if case.commands(one.id)]
    if case.commands(vehicle.id):
        yield from driving(case, vehicle)
    for person in people:
        yield from gunnery(case, vehicle, person)
    yield from crew(case, vehicle, people)


# -- crews ----------------------------------------------------------------------------------------


def crew(case: Case, vehicle: Vehicle, people: list[Person]) -> Iterator[Action]:
    """What those aboard can do beside driving and shooting: first of all, who does it."""
    names = [person.id for person in people]
    yield from _some(case, vehicle, told.WITHHOLD, {name: WithholdGun(name) for name in names})
    yield from _seats(case, vehicle, names)
    yield from _exits(case, vehicle, names)
    for labour in LABOURS:
        works = {name: Work(name, vehicle.id, labour) for name in names}
        fixed = {"vehicle": vehicle.id, "labour": labour}
        yield from _some(case, vehicle, told.WORKS[labour], works, fixed, only_able=True)
    for mount in vehicle.mounts:
        if mount.jam:
            repairs = {name: RepairGun(name, mount.id) for name in names}
            yield from _some(case, vehicle, told.REPAIR, repairs, {"mount": mount.id})
    yield from _hand_weapons(case, vehicle, names)
    yield from _aid(case, vehicle, people)
    yield from _douse(case, vehicle, people)


def _hand_weapons(case: Case, vehicle: Vehicle, names: list[str]) -> Iterator[Action]:
    """What has jammed in somebody's hands, what was dropped, and what the fallen have left."""
    inside = case.state.occupants(vehicle.id)
    for owner, arm in ((one, arm) for one in inside for arm in one.arms):
        called = f"{short_name(arm)} of {owner.name}"
        fixed: dict[str, Any] = {"weapon": arm.id, "owner": owner.id}
        if arm.jam:
            mend = {name: Repair(name, arm.id, owner.id) for name in names}  # type: ignore[arg-type]
            yield from _some(case, vehicle, MEND, mend, fixed, label=f"Repair {called}")
        if owner.out:
            take = {name: TakeUp(name, arm.id, owner.id) for name in names}  # type: ignore[arg-type]
            yield from _some(case, vehicle, TAKE_UP, take, fixed, label=f"Take {called}")
    lying = {item.called for item in case.state.items if item.vehicle == vehicle.id}
    for what in sorted(lying):
        take = {name: TakeUp(name, what) for name in names}  # type: ignore[arg-type]
        label = f"Take {weapon_called(what)}"
        yield from _some(case, vehicle, TAKE_UP, take, {"weapon": what}, label=label)


def _some(
    case: Case,
    vehicle: Vehicle,
    words: Any,
    orders: dict[str, Any],
    fixed: dict[str, Any] | None = None,
    *,
    only_able: bool = False,
    label: str = "",
) -> Iterator[Action]:
    """Something that one of some people can do."""
    able = [name for name, order in orders.items() if case.allows(order)]
    if not orders or (only_able and not able):
        return
    yield case.action(
        type(next(iter(orders.values()))),
        words,
        piece=vehicle.id,
        fixed=fixed,
        slots=(asking.one_of("person", "Who?", able or orders),),
        refusal=None if able else case.first_refusal(orders.values()),
        label=label or words.label,
    )


def _seats(case: Case, vehicle: Vehicle, names: list[str]) -> Iterator[Action]:
    free = free_seats(case.state, vehicle)
    orders = {(name, seat): ChangeSeat(name, seat) for name in names for seat in free}
    able = [key for key, order in orders.items() if case.allows(order)]
    if not orders:
        return
    yield case.action(
        ChangeSeat,
        told.SEAT,
        piece=vehicle.id,
        slots=(
            asking.one_of("person", "Who?", dict.fromkeys(name for name, _ in able or orders)),
            _seat(free),
        ),
        refusal=None if able else case.first_refusal(orders.values()),
    )


def _seat(seats: tuple[str, ...]) -> Slot:
    words = [Word(value=seat, label=seat_told(seat)) for seat in seats]
    return asking.word("seat", "Which seat?", words)


def _exits(case: Case, vehicle: Vehicle, names: list[str]) -> Iterator[Action]:
    state = case.state
    points = [state.setting.point(square) for square in doors(state, vehicle)]
    orders = {(name, point): Alight(name, point) for name in names for point in points}
    able = [key for key, order in orders.items() if case.allows(order)]
    if not orders:
        return
    yield case.action(
        Alight,
        told.ALIGHT,
        piece=vehicle.id,
        slots=(
            asking.one_of("person", "Who?", dict.fromkeys(name for name, _ in able or orders)),
            asking.spot("to", "Choose a square beside the vehicle"),
        ),
        refusal=None if able else case.first_refusal(orders.values()),
    )


def _aid(case: Case, vehicle: Vehicle, people: list[Person]) -> Iterator[Action]:
    hurt = [
        one.id
        for one in case.state.occupants(vehicle.id)
        if one.hp < one.most_hp and one.out != "dead"
    ]
    orders = [AidAboard(person.id, name) for person in people for name in hurt]
    if orders:
        yield case.action(
            AidAboard,
            told.AID,
            piece=vehicle.id,
            slots=(
                asking.one_of("person", "Who gives it?", [one.id for one in people]),
                asking.one_of("patient", "To whom?", hurt),
            ),
            refusal=case.first_refusal(orders),
        )


def _douse(case: Case, vehicle: Vehicle, people: list[Person]) -> Iterator[Action]:
    burning = [one.id for one in case.state.occupants(vehicle.id) if one.burning]
    orders = [DouseAboard(person.id, name) for person in people for name in burning]
    if orders:
        yield case.action(
            DouseAboard,
            told.DOUSE,
            piece=vehicle.id,
            slots=(
                asking.one_of("person", "Who puts them out?", [one.id for one in people]),
                asking.one_of("burning", "On whom?", burning),
            ),
            refusal=case.first_refusal(orders),
        )


# -- in between -----------------------------------------------------------------------------------


def gun_attack(case: Case, person: Person) -> Iterator[Action]:
    """The attacks of somebody aboard that are open now."""
    vehicle = case.state.find_vehicle(person.aboard)
    if vehicle is not None:
        yield from (one for one in gunnery(case, vehicle, person) if not one.refusal)


def another_target(case: Case, piece: str | None) -> Iterator[Action]:
    """Another target for a shot out of a vehicle."""
    frame: GunAttack = case.frame
    person = case.state.person(frame.person)
    if piece in (None, person.id, person.aboard):
        yield from gun_attack(case, person)
    if piece is None:
        yield case.done("No other target", "The attack is lost.", Hold)


def escaping(case: Case, piece: str | None) -> Iterator[Action]:
    """Where somebody jumps who gets out of an exploding vehicle."""
    frame: Escaping = case.frame
    if piece in (None, frame.person, frame.vehicle):
        first = list(case.state.setting.point(frame.spots[0])) if frame.spots else None
        where = asking.spot("to", "Choose a square beside the wreck", first)
        yield case.action(Escape, told.ESCAPE, piece=frame.person, slots=(where,))


# -- on foot --------------------------------------------------------------------------------------


def at_vehicles(case: Case, person: Person) -> Iterator[Action]:
    """Shots at vehicles and at those aboard, and explosives thrown under them."""
    if not person.on_table:
        return
    for arm in person.arms:
        if arm.id not in INDIRECT:
            yield from _shots(case, person, arm)
    enemies = [vehicle.id for vehicle in enemy_hulls(case.state, person.side)]
    for bomb, _ in person.bombs:
        if bomb in IMPACT and enemies:
            base: dict[str, Any] = {"person": person.id, "weapon": bomb, "underside": True}
            orders = {
                (name, lean): ShootAboard(**base, vehicle=name, lean=lean)
                for lean in (None, *leans_to(case, person))
                for name in enemies
            }
            able = [key for key, order in orders.items() if case.allows(order)]
            names = dict.fromkeys([name for name, _ in able] or enemies)
            yield case.action(
                ShootAboard,
                told.UNDER,
                piece=person.id,
                fixed=base,
                slots=(
                    asking.one_of("vehicle", "Under which vehicle?", names),
                    *_leaning(case, person, [lean for _, lean in able]),
                ),
                refusal=None if able else case.first_refusal(orders.values()),
                label=f"{BOMBS[bomb].capitalize()} under a vehicle",
            )


def _shots(case: Case, person: Person, arm: Arm) -> Iterator[Action]:
    """Shots with a weapon at vehicles, or at those aboard."""
    state = case.state
    vehicles = list(enemy_hulls(state, person.side))
    modes: tuple[str, ...] = ("burst", "single") if arm.weapon.burst else ("single",)
    if arm.weapon.suppressive:
        modes = (*modes, "suppress")
    if arm.id == "shotgun-double-barreled":
        modes = (*modes, "both-barrels")
    modes = usable_first(case, person, arm, modes)
    twice = asking.flag("twice", "Both of its shots at the same target?")
    base: dict[str, Any] = {"person": person.id, "weapon": arm.id}
    living = [man for v in vehicles for man in state.occupants(v.id) if man.out != "dead"]
    aboard = [(man.aboard, man.id) for man in sorted(living, key=lambda man: not man.able)]
    orders: dict[tuple[str, str | None, Point | None], ShootAboard] = {
        (name, man, lean): ShootAboard(
            **base,
            vehicle=name,
            occupant=man,
            mode=modes[0],  # type: ignore[arg-type]
            lean=lean,
        )
        for lean in (None, *leans_to(case, person))
        for name, man in (*((v.id, None) for v in vehicles), *aboard)
    }
    able = [key for key, order in orders.items() if case.allows(order)]
    if not vehicles:
        return
    seen = dict.fromkeys(man for _, man, _ in able if man is not None)
    names = dict.fromkeys([*(name for name, _, _ in able), *(v.id for v in vehicles)])
    mode = mode_of_fire(modes)
    opening = [replace(orders[key], mode="suppress") for key in able[:1]]
    helper = [slot for one in opening for slot in opening_helper(case, person, arm, one)]
    occupant = asking.one_of("occupant", "At somebody aboard?", seen, required=False)
    yield case.action(
        ShootAboard,
        told.SHOOT,
        piece=person.id,
        fixed=base,
        slots=(
            asking.one_of("vehicle", "Choose a vehicle", names),
            *((occupant,) if seen else ()),
            mode,
            *((twice,) if rolls_allowed(arm.weapon) > 1 else ()),
            *_leaning(case, person, [lean for _, _, lean in able]),
            *helper,
        ),
        refusal=None if able else case.first_refusal(orders.values()),
        label=told.SHOOT.label
        if arm is person.arms[0]
        else f"{told.SHOOT.label}, {arm.weapon.name.partition(' (')[0].lower()}",
    )


def _leaning(case: Case, person: Person, able: list[Point | None]) -> Iterator[Slot]:
    """The square that he leans out into; one is proposed where nothing else would do."""
    if leans_to(case, person):
        usual = None if None in able or not able else list(able[0] or ())
        yield asking.spot_or_none("lean", LEANS, usual)


def beside_vehicles(case: Case, person: Person) -> Iterator[Action]:
    """Getting in, and work on a vehicle that one stands beside."""
    state = case.state
    if not person.on_table or not isinstance(case.frame, Turn):
        return
    own = (state.square(person),)
    for vehicle in state.vehicles():
        if not vehicle.on_table or vehicle.side != person.side:
            continue
        if distance_between(own, state.footprint(vehicle).squares) != 1:
            continue
        yield from _boarding(case, person, vehicle)
        for labour in LABOURS:
            order = Work(person.id, vehicle.id, labour)
            if case.allows(order):
                fixed = {"person": person.id, "vehicle": vehicle.id, "labour": labour}
                yield case.action(Work, told.WORKS[labour], piece=person.id, fixed=fixed)


def _boarding(case: Case, person: Person, vehicle: Vehicle) -> Iterator[Action]:
    seats = free_seats(case.state, vehicle)
    orders = [Board(person.id, vehicle.id, seat) for seat in seats]
    why = Refusal(told.BOARD.rule, "Every seat is taken.") if not seats else None
    yield case.action(
        Board,
        told.BOARD,
        piece=person.id,
        fixed={"person": person.id, "vehicle": vehicle.id},
        slots=(_seat(seats),) if seats else (),
        refusal=why or case.first_refusal(orders),
        label=f"Get into {vehicle.name}",
    )
