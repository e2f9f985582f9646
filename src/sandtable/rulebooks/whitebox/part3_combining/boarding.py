"""Getting into vehicles and out of them, and from seat to seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Slot, Trace, Word
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
from ..part2_vehicles.round.crew import (
    CrewDeed,
    crew_to_order,
    free_seats,
    not_aboard,
    one_aboard,
)
from ..showing.places import square_shown
from ..state import Footprint, Grounds, OwbState, Person, Vehicle
from ..state.decision import Case, named
from ..state.footprint import distance_between, ring
from ..state.frames import Turn
from ..state.orders import SetCharge
from ..state.vehicle_orders import Alight, Board, ChangeSeat, Labour, Work
from ..state.vehicles import OPERATOR, seat_told
from .from_foot import nearest_square

MOUNT = "owb.crew.mount-and-dismount"
CHANGE = "owb.crew.change-seat-is-an-action"


def doors(state: OwbState, vehicle: Vehicle) -> tuple[Square, ...]:
    """The squares beside a vehicle from which one can get in, and to which one can get out."""

    def find() -> tuple[Square, ...]:
        print_, grounds = state.footprint(vehicle), state.grounds_without(vehicle.id)
        return tuple(square for square in ring(print_) if _opens(grounds, print_, square))

    return state.once(("doors", vehicle.id), find)


def _opens(grounds: Grounds, print_: Footprint, square: Square) -> bool:
    """Whether one can get from a vehicle into a square, on the map without that vehicle."""
    if square in print_.squares or not grounds.holds(square) or grounds.kind(square).impassable:
        return False
    beside = (at for at in print_.squares if grid.distance(at, square) == 1)
    return any(passable(grounds, at, square) for at in beside)


def leaves_seat(state: OwbState, person: Person) -> None:
    """Nobody drives any more if the operator gets up: the vehicle stops."""
    vehicle = state.vehicle(person.aboard)
    if person.seat == OPERATOR and vehicle.pace != "stopped":
        cite("owb.crew.no-operator-no-movement")
        complete_stop(state, vehicle.id)


def seat_slot(seats: tuple[str, ...]) -> Slot:
    """One of some seats."""
    words = [Word(value=seat, label=seat_told(seat)) for seat in seats]
    return asking.word("seat", "Which seat?", words)


# -- getting in -----------------------------------------------------------------------------------


class Boarding(PersonalAction[Board]):
    """Into a seat of a standing vehicle beside one, which can be used from the next round on."""

    order = Board
    words = Words(
        label="Get in",
        key="I",
        rule=MOUNT,
        hint="Into a standing vehicle beside him.",
        typed="board MAN VEHICLE SEAT",
        means="Get into a vehicle that stands beside one.",
        also=("get in",),
    )

    def check(self, state: OwbState, person: Person, order: Board) -> Refusal | None:
        vehicle = state.find_vehicle(order.vehicle)
        if vehicle is None or not vehicle.on_table or vehicle.side != person.side:
            return Refusal(MOUNT, "There is no vehicle of that name on his side.")
        if vehicle.pace != "stopped":
            return Refusal(MOUNT, f"{vehicle.name} does not stand still.")
        if vehicle.wreck == "exploded":
            return Refusal(MOUNT, f"Nothing is left of {vehicle.name} to get into.")
        if state.square(person) not in doors(state, vehicle):
            return Refusal(MOUNT, f"{person.name} does not stand beside {vehicle.name}.")
        if order.seat not in free_seats(state, vehicle):
            return Refusal(MOUNT, "There is no such seat, or somebody sits there.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: Board, dice: Dice
    ) -> Iterator[Event]:
        cite("owb.crew.positions")
        vehicle, own = state.vehicle(order.vehicle), state.square(person)
        forget_target(state, person.id, own)
        leave_trailer(state, person, own)
        person = state.person(person.id)
        state.change(
            person.id,
            aboard=vehicle.id,
            seat=order.seat,
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
        text = f"{person.name} gets into {vehicle.name} ({order.seat.replace('-', ' ')})."
        yield happened("board", text, MOUNT, person.id, vehicle.id)

    def told(self, state: OwbState, order: Board) -> str:
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


def vehicles_beside(state: OwbState, person: Person) -> Iterator[Vehicle]:
    """The vehicles that somebody stands beside."""
    own = (state.square(person),)
    for vehicle in state.vehicles():
        if vehicle.on_table and distance_between(own, state.footprint(vehicle).squares) == 1:
            yield vehicle


def friends_beside(state: OwbState, person: Person) -> list[Vehicle]:
    """The vehicles of his own side that somebody stands beside."""
    return [one for one in vehicles_beside(state, person) if one.side == person.side]


def actions_at_vehicles(state: OwbState, person: Person) -> Iterator[Order]:
    """Getting in, work, and charges, for those who stand beside a vehicle.

    Of the seats the operator's and the guns' are worth a thought, and one of the passengers'.
    """
    own = state.square(person)
    for vehicle in vehicles_beside(state, person):
        if vehicle.side == person.side:
            free = free_seats(state, vehicle)
            works = [seat for seat in free if seat == OPERATOR or vehicle.mount(seat) is not None]
            for seat in (*works, *[seat for seat in free if seat not in works][:1]):
                yield Board(person=person.id, vehicle=vehicle.id, seat=seat)
            for labour in get_args(Labour):
                yield Work(person=person.id, vehicle=vehicle.id, labour=labour)
        elif person.bombs_of("charge"):
            at, fixed = map(state.setting.point, (own, nearest_square(state, own, vehicle)))
            yield SetCharge(person=person.id, at=at, fuse=1, attach=fixed)


# -- getting out, and from seat to seat -----------------------------------------------------------


class GettingOut(CrewDeed[Alight]):
    """To a square beside the vehicle.

    From one that stands he may still move on foot; out of one that does not he falls, unless he
    makes his Saving Throw.
    """

    order = Alight
    words = Words(
        label="Get out",
        key="U",
        rule=MOUNT,
        hint="To a free square beside the vehicle.",
        typed="alight MAN to X,Y",
        means="Leave the vehicle for a square beside it.",
        also=("get out",),
    )

    def allowed(self, state: OwbState, person: Person, order: Alight) -> Refusal | None:
        square, refusal = state.setting.square(order.to), not_aboard(person)
        if refusal is not None:
            return refusal
        print_ = state.footprint(state.vehicle(person.aboard))
        if not _opens(state.grounds_without(person.aboard), print_, square):
            return Refusal(MOUNT, "One gets out to a square beside the vehicle.")
        if state.at(square) is not None:
            return Refusal(MOUNT, "Somebody stands there.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: Alight, dice: Dice
    ) -> Iterator[Event]:
        name, vehicle = person.id, state.vehicle(person.aboard)
        stood = vehicle.pace == "stopped"
        leaves_seat(state, person)
        gets_out(state, name, state.setting.square(order.to))
        state.change(name, seated_in=None, ported="", done=True, moving=True)
        saved = stood or save_succeeds(person, plain_save(person), dice, "jump off")
        damage = 0 if saved else dice.die(6, f"fall, {person.name}")
        text = f"{person.name} gets out of {vehicle.name}{'' if saved else ' and falls'}."
        yield happened("alight", text, MOUNT, name, vehicle.id, dice=dice)
        yield from hurt(state, name, damage)
        if stood:
            state.change(name, done=False)
            state.push(Turn(person=name, used="action"))
        shows_himself(state, name)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        points = [case.state.setting.point(square) for square in doors(case.state, vehicle)]
        people = crew_to_order(case, vehicle)
        orders = [Alight(one.id, point) for one in people for point in points]
        where = asking.spot("to", "Choose a square beside the vehicle")
        return one_aboard(case, vehicle, self.words, orders, slots=(where,))

    def preview(self, state: OwbState, order: Alight) -> Trace | None:
        return square_shown(state, order.to)

    def told(self, state: OwbState, order: Alight) -> str:
        return f"to {state.setting.told_at(*order.to)}"

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[Alight]:
        """The first free square on each side."""
        x, y = state.footprint(vehicle).centre
        sides = set()
        for square in doors(state, vehicle):
            side = (square[0] > x, square[1] > y)
            if side not in sides and state.at(square) is None:
                sides.add(side)
                yield Alight(person=person.id, to=state.setting.point(square))


class ChangingSeat(CrewDeed[ChangeSeat]):
    """To an empty seat."""

    order = ChangeSeat
    words = Words(
        label="Change seat",
        key="Z",
        rule=CHANGE,
        hint="To an empty seat, usable from the next round on.",
        typed="seat MAN SEAT",
        means="Move to an empty seat of the same vehicle.",
        also=("seat",),
    )

    def allowed(self, state: OwbState, person: Person, order: ChangeSeat) -> Refusal | None:
        refusal = not_aboard(person)
        if refusal is None and order.seat not in free_seats(state, state.vehicle(person.aboard)):
            return Refusal(CHANGE, "There is no such seat, or somebody sits there.")
        return refusal

    def carry_out(
        self, state: OwbState, person: Person, order: ChangeSeat, dice: Dice
    ) -> Iterator[Event]:
        leaves_seat(state, person)
        seat, name = order.seat, person.id
        state.change(name, seat=seat, seated_in=state.turn, withheld=False, trained=None)
        text = f"{person.name} changes seats ({seat.replace('-', ' ')})."
        yield happened("change-seat", text, CHANGE, name)

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        free = free_seats(case.state, vehicle)
        people = crew_to_order(case, vehicle)
        orders = [ChangeSeat(one.id, seat) for one in people for seat in free]
        return one_aboard(case, vehicle, self.words, orders, slots=(seat_slot(free),))

    def told(self, state: OwbState, order: ChangeSeat) -> str:
        return f"to {order.seat.replace('-', ' ')}"

    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[ChangeSeat]:
        """The seats from which something is done; nobody else need move."""
        if person.seat != OPERATOR:
            working = [OPERATOR, *(mount.id for mount in vehicle.mounts if not mount.lost)]
            for seat in free_seats(state, vehicle):
                if seat in working:
                    yield ChangeSeat(person=person.id, seat=seat)
