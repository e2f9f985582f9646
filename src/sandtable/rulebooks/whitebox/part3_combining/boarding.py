"""Getting into vehicles and out of them, and from seat to seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, get_args

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Slot, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.core_rulebook.harm import hurt
from ..part1_personal.core_rulebook.persons import plain_save, save_succeeds
from ..part1_personal.explosives.mortars import forget_target
from ..part1_personal.movement.walking import leave_trailer, shows_himself
from ..part1_personal.movement.way import passable
from ..part1_personal.round.actions import PersonalAction
from ..part2_vehicles.damage.wrecks import gets_out
from ..part2_vehicles.maneuvers.driving_check import complete_stop
from ..part2_vehicles.round.crew import free_seats, is_free
from ..state import Footprint, Grounds, OwbState, Person, Vehicle
from ..state.decision import Case, named
from ..state.footprint import distance_between, ring
from ..state.frames import Turn
from ..state.orders import SetCharge
from ..state.vehicle_orders import Board, Labour, Work
from ..state.vehicles import OPERATOR, seat_told
from .from_foot import nearest_square

MOUNT = "owb.crew.mount-and-dismount"
CHANGE = "owb.crew.change-seat-is-an-action"


# -- getting in -----------------------------------------------------------------------------------


def check_board(state: OwbState, person: Person, name: str, seat: str) -> Refusal | None:
    """Why a character on foot cannot get into a vehicle, or ``None`` if he can."""
    vehicle = state.find_vehicle(name)
    if vehicle is None or not vehicle.on_table or vehicle.side != person.side:
        return Refusal(MOUNT, "There is no vehicle of that name on his side.")
    if vehicle.pace != "stopped":
        return Refusal(MOUNT, f"{vehicle.name} does not stand still.")
    if vehicle.wreck == "exploded":
        return Refusal(MOUNT, f"Nothing is left of {vehicle.name} to get into.")
    if state.square(person) not in doors(state, vehicle):
        return Refusal(MOUNT, f"{person.name} does not stand beside {vehicle.name}.")
    if not is_free(state, vehicle, seat):
        return Refusal(MOUNT, "There is no such seat, or somebody sits there.")
    return None


def board(state: OwbState, name: str, vehicle_name: str, seat: str) -> Iterator[Event]:
    """Put a character into a seat, which he can use from the next round on."""
    cite("owb.crew.positions")
    vehicle, person = state.vehicle(vehicle_name), state.person(name)
    _leave_trailer(state, person)
    person = state.person(name)
    state.change(
        name,
        aboard=vehicle.id,
        seat=seat,
        seated_in=state.turn,
        on_table=False,
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        hidden=vehicle.hidden,
        stance="standing",
        ducked=False,
        lean=None,
        arms=tuple(replace(arm, set_up=False, ranged=None) for arm in person.arms),
        withheld=False,
        trained=None,
        done=True,
    )
    text = f"{person.name} gets into {vehicle.name} ({_words(seat)})."
    yield happened("board", text, MOUNT, name, vehicle.id)


def _leave_trailer(state: OwbState, person: Person) -> None:
    own = state.square(person)
    forget_target(state, person.id, own)
    leave_trailer(state, person, own)


# -- getting out ----------------------------------------------------------------------------------


def doors(state: OwbState, vehicle: Vehicle) -> tuple[Square, ...]:
    """The squares beside a vehicle from which one can get in, and to which one can get out."""
    return state.once(("doors", vehicle.id), lambda: tuple(_doors(state, vehicle)))


def _doors(state: OwbState, vehicle: Vehicle) -> Iterator[Square]:
    print_ = state.footprint(vehicle)
    grounds = state.grounds_without(vehicle.id)
    return (square for square in ring(print_) if _opens(grounds, print_, square))


def _opens(grounds: Grounds, print_: Footprint, square: Square) -> bool:
    """Whether one can get from a vehicle into a square, on the map without that vehicle."""
    if square in print_.squares or not grounds.holds(square) or grounds.kind(square).impassable:
        return False
    beside = (at for at in print_.squares if grid.distance(at, square) == 1)
    return any(passable(grounds, at, square) for at in beside)


def check_alight(state: OwbState, person: Person, square: Square) -> Refusal | None:
    """Why somebody aboard cannot get out to a square, or ``None`` if he can."""
    vehicle = state.vehicle(person.aboard)
    if not _opens(state.grounds_without(vehicle.id), state.footprint(vehicle), square):
        return Refusal(MOUNT, "One gets out to a square beside the vehicle.")
    if state.at(square) is not None:
        return Refusal(MOUNT, "Somebody stands there.")
    return None


def alight(state: OwbState, name: str, square: Square, dice: Dice) -> Iterator[Event]:
    """Put somebody beside his vehicle.

    From one that stands he may still move on foot; out of one that does not he falls, unless he
    makes his Saving Throw.
    """
    person = state.person(name)
    vehicle = state.vehicle(person.aboard)
    pace = vehicle.pace
    leaves_seat(state, person)
    gets_out(state, name, square)
    state.change(name, seated_in=None, ported="", done=True, moving=True)
    saved = pace == "stopped" or save_succeeds(person, plain_save(person), dice, "jump off")
    damage = 0 if saved else dice.die(6, f"fall, {person.name}")
    text = f"{person.name} gets out of {vehicle.name}{'' if saved else ' and falls'}."
    yield happened("alight", text, MOUNT, name, vehicle.id, dice=dice)
    yield from hurt(state, name, damage)
    if pace == "stopped":
        state.change(name, done=False)
        state.push(Turn(person=name, used="action"))
    shows_himself(state, name)


def leaves_seat(state: OwbState, person: Person) -> None:
    """Nobody drives any more if the operator gets up: the vehicle stops."""
    vehicle = state.vehicle(person.aboard)
    if person.seat == OPERATOR and vehicle.pace != "stopped":
        cite("owb.crew.no-operator-no-movement")
        complete_stop(state, vehicle.id)


# -- from seat to seat ----------------------------------------------------------------------------


def check_change_seat(state: OwbState, person: Person, seat: str) -> Refusal | None:
    """Why somebody cannot move to another seat, or ``None`` if he can."""
    if not is_free(state, state.vehicle(person.aboard), seat):
        return Refusal(CHANGE, "There is no such seat, or somebody sits there.")
    return None


def change_seat(state: OwbState, name: str, seat: str) -> Iterator[Event]:
    """Move somebody to another seat, which he can use from the next round on."""
    person = state.person(name)
    leaves_seat(state, person)
    state.change(name, seat=seat, seated_in=state.turn, withheld=False, trained=None)
    yield happened("change-seat", f"{person.name} changes seats ({_words(seat)}).", CHANGE, name)


def _words(seat: str) -> str:
    return seat.replace("-", " ")


def actions_at_vehicles(state: OwbState, person: Person) -> Iterator[Order]:
    """Getting in, work, and charges, for those who stand beside a vehicle."""
    own = (state.square(person),)
    for vehicle in state.vehicles():
        if not vehicle.on_table:
            continue
        squares = state.footprint(vehicle).squares
        if distance_between(own, squares) != 1:
            continue
        if vehicle.side == person.side:
            yield from _boardings(state, person, vehicle)
            for labour in get_args(Labour):
                yield Work(person=person.id, vehicle=vehicle.id, labour=labour)
        elif person.bombs_of("charge"):
            at, attach = state.setting.point(own[0]), nearest_square(state, own[0], vehicle)
            fixed = state.setting.point(attach)
            yield SetCharge(person=person.id, at=at, fuse=1, attach=fixed)


def _boardings(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    """The operator's seat, the guns, and one of the passengers'."""
    free = free_seats(state, vehicle)
    working = [seat for seat in free if seat == OPERATOR or vehicle.mount(seat) is not None]
    for seat in (*working, *[seat for seat in free if seat not in working][:1]):
        yield Board(person=person.id, vehicle=vehicle.id, seat=seat)


def seat_slot(seats: tuple[str, ...]) -> Slot:
    """One of some seats."""
    words = [Word(value=seat, label=seat_told(seat)) for seat in seats]
    return asking.word("seat", "Which seat?", words)


LABOURS: tuple[Labour, ...] = get_args(Labour)


class Boarding(PersonalAction[Board]):
    """Into a standing vehicle beside one."""

    order: ClassVar[type[Order]] = Board
    words: ClassVar[Words] = Words(
        label="Get in",
        key="I",
        rule="owb.crew.mount-and-dismount",
        hint="Into a standing vehicle beside him.",
        typed="board MAN VEHICLE SEAT",
        means="Get into a vehicle that stands beside one.",
        also=("get in",),
    )

    def check(self, state: OwbState, person: Person, order: Board) -> Refusal | None:
        """Whether there is room."""
        return check_board(state, person, order.vehicle, order.seat)

    def carry_out(
        self, state: OwbState, person: Person, order: Board, dice: Dice
    ) -> Iterator[Event]:
        """Get in."""
        return board(state, person.id, order.vehicle, order.seat)

    def told(self, state: OwbState, order: Board) -> str:
        """Where."""
        return f"{named(state, order.vehicle)} ({order.seat.replace('-', ' ')})"

    def into(self, case: Case, person: Person, vehicle: Vehicle) -> Iterator[Action]:
        """Into one of its free seats."""
        seats = free_seats(case.state, vehicle)
        orders = [Board(person.id, vehicle.id, seat) for seat in seats]
        why = Refusal(self.words.rule, "Every seat is taken.") if not seats else None
        yield case.action(
            Board,
            self.words,
            piece=person.id,
            fixed={"person": person.id, "vehicle": vehicle.id},
            slots=(seat_slot(seats),) if seats else (),
            refusal=why or case.first_refusal(orders),
            label=f"Get into {vehicle.name}",
        )


def friends_beside(state: OwbState, person: Person) -> list[Vehicle]:
    """The vehicles of his own side that somebody stands beside."""
    own = (state.square(person),)
    return [
        vehicle
        for vehicle in state.vehicles()
        if vehicle.on_table
        and vehicle.side == person.side
        and distance_between(own, state.footprint(vehicle).squares) == 1
    ]
