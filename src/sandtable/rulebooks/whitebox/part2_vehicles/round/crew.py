"""Crews: who sits where, who can act, and what can be done in the turn of a vehicle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from sandtable.acts import Act
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind, Slot
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics import crews
from sandtable.odds import Tally

from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.frames import Acting, Daring, VehicleTurn
from ...state.orders import CrewAction, Repair, TakeUp
from ...state.vehicle_orders import Manoeuvring
from ...state.vehicles import OPERATOR, seat_told

ROUNDS_IN_TURN: Final = 10
TURNS_IN_HOUR: Final = 6
MOVING: Final = -4
"""What is taken from every attack out of a vehicle at normal pace."""


def rounds_of(*, turns: int = 0, hours: int = 0) -> int:
    """How many rounds a time that a rule gives in turns or hours lasts.

    >>> rounds_of(turns=2), rounds_of(hours=1)
    (20, 60)
    """
    cite("owb.vehicle.turn-length-in-rounds", "owb.vehicle.round-lasts-seconds")
    return ROUNDS_IN_TURN * (turns + TURNS_IN_HOUR * hours)


# -- seats ----------------------------------------------------------------------------------------


def operator_of(state: OwbState, vehicle: Vehicle) -> Person | None:
    """Who drives a vehicle: the one in the operator's seat, if he can act and use it."""
    cite("owb.crew.no-operator-no-movement")
    person = state.in_seat(vehicle.id, OPERATOR)
    return person if person is not None and is_settled(state, person) else None


def gunner_of(state: OwbState, vehicle: Vehicle, mount: Mount) -> Person | None:
    """Who mans a weapon: the one in its seat, and the operator if it is linked to him."""
    cite("owb.crew.positions", "owb.crew.each-weapon-needs-its-own-gunner")
    if mount.linked:
        cite("owb.vehicle.operator-fires-only-operator-linked")
        return operator_of(state, vehicle)
    person = state.in_seat(vehicle.id, mount.id)
    return person if person is not None and is_settled(state, person) else None


def is_settled(state: OwbState, person: Person) -> bool:
    """Whether somebody can use the seat that he is in: from the round after he took it."""
    cite("owb.crew.change-seat-is-an-action")
    return person.seated_in is None or person.seated_in < state.turn


def free_seats(state: OwbState, vehicle: Vehicle) -> tuple[str, ...]:
    """The seats of a vehicle that somebody could take; the helpless are moved aside."""
    cite("owb.crew.positions")
    return crews.free_seats(state.aboard(vehicle.id), vehicle.all_seats)


# -- attacks and actions --------------------------------------------------------------------------


def check_attack_aboard(state: OwbState, person: Person) -> Refusal | None:
    """Why somebody aboard cannot make an Attack (any more) this round, or ``None`` if he can.

    A mounted gun, suppressive fire from one, and a hand weapon fired out of a vehicle all count.
    """
    cite("owb.vehicle.one-attack-per-crew-member", "owb.vehicle.what-counts-as-attack")
    if running := check_not_running(person):
        return running
    if is_busy(state, person):
        return Refusal("owb.mishap.skid-operator-busy", f"{person.name} fights the skid.")
    if person.acted:
        rule = "owb.vehicle.attack-and-action-exclude-each-other"
        return Refusal(rule, f"{person.name} has taken an action this round.")
    if person.attacked:
        rule = "owb.vehicle.one-attack-per-crew-member"
        return Refusal(rule, f"{person.name} has attacked this round.")
    if not is_settled(state, person):
        return Refusal("owb.crew.change-seat-is-an-action", "He has only just taken his seat.")
    return None


def check_action_aboard(state: OwbState, person: Person) -> Refusal | None:
    """Why somebody aboard cannot take an action (any more) this round, or ``None`` if he can."""
    return check_not_running(person) or check_free_to_act(state, person)


def not_aboard(person: Person) -> Refusal | None:
    """Why somebody on foot cannot do what is done in a vehicle."""
    if person.aboard:
        return None
    return Refusal("owb.crew.positions", f"{person.name} is in no vehicle.")


def check_not_running(person: Person) -> Refusal | None:
    """Why somebody who runs does no more than drive."""
    return Refusal("owb.base.morale", "He runs.") if person.routed else None


def check_free_to_act(state: OwbState, person: Person) -> Refusal | None:
    """Why somebody aboard has no action left this round, or ``None`` if he has.

    Whoever runs may still use it to drive.
    """
    cite("owb.vehicle.one-action-per-crew-member")
    if is_busy(state, person):
        return Refusal("owb.mishap.skid-operator-busy", f"{person.name} fights the skid.")
    if person.attacked or person.swept:
        rule = "owb.vehicle.attack-and-action-exclude-each-other"
        return Refusal(rule, f"{person.name} has attacked this round.")
    if person.acted:
        rule = "owb.vehicle.one-action-per-crew-member"
        return Refusal(rule, f"{person.name} has taken his action of this round.")
    return None


def is_busy(state: OwbState, person: Person) -> bool:
    """Whether somebody drives a vehicle that has skidded this round: he does nothing else."""
    cite("owb.mishap.skid-operator-busy")
    vehicle = state.find_vehicle(person.aboard)
    return vehicle is not None and person.seat == OPERATOR and vehicle.busy_in == state.turn


def check_gunner(state: OwbState, vehicle: Vehicle, mount: Mount, person: Person) -> Refusal | None:
    """Why somebody aboard cannot fire a weapon of the vehicle, or ``None`` if he mans it."""
    gunner = gunner_of(state, vehicle, mount)
    if gunner is not None and gunner.id == person.id:
        return None
    if person.seat == OPERATOR:
        rule = "owb.vehicle.operator-fires-only-operator-linked"
        return Refusal(rule, "It is not linked to the operator; a gunner must man it.")
    return Refusal("owb.crew.each-weapon-needs-its-own-gunner", f"{person.name} does not man it.")


def add_moving_penalty(tally: Tally, vehicle: Vehicle) -> None:
    """Add what a vehicle's pace takes from every attack made out of it."""
    tally.add_if(
        vehicle.pace == "normal",
        MOVING,
        "owb.vehicle.moving-penalty-hits-all-attacks",
        "faster than crawling",
    )


# -- turns and rounds -----------------------------------------------------------------------------


def drives_in(state: OwbState, vehicle: Vehicle, only: str = "") -> bool:
    """Whether a vehicle is driven in a turn: in its own, or in that of one occupant.

    An operator who acts last drives in his own turn, at the end of the round.
    """
    driver = operator_of(state, vehicle)
    if driver is None:
        return not only
    return driver.id == only if only else not driver.late


def drives_later(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether a vehicle is still to be driven when it has had its turn: its operator acts last."""
    driver = operator_of(state, vehicle)
    return driver is not None and not driver.done and not drives_in(state, vehicle)


def comes_to_rest(state: OwbState, name: str, only: str = "") -> None:
    """The turn begins, or passes, in which a vehicle is driven: until it moves it stands still.

    So does one that nobody drives.
    """
    vehicle = state.vehicle(name)
    if operator_of(state, vehicle) is None or drives_in(state, vehicle, only):
        cite("owb.mortar.stationary-target")
        state.alter(name, moving=False)


def has_a_turn(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether anybody aboard a vehicle on the map can act."""
    return vehicle.on_table and any(
        person.able for person in state.persons() if person.aboard == vehicle.id
    )


def next_round(vehicle: Vehicle) -> Vehicle:
    """A vehicle at the beginning of a round; Movement not used is lost.

    One that had no turn, as in another's free turn, rolls on as it did; so does one that has
    skidded, whose movement is over though its pace stays.
    """
    cite("owb.vehicle.movement-does-not-use-up-the-attack")
    had_turn = vehicle.declared or vehicle.done
    moved = vehicle.travel > 0 or vehicle.halted
    forward = vehicle.pace in ("crawl", "normal") and moved
    return replace(
        vehicle,
        travelled=vehicle.travel if had_turn else max(vehicle.travel, vehicle.travelled),
        rolling=forward or (vehicle.rolling and not had_turn),
        travel=0,
        spent=0,
        diagonals=0,
        stepped=False,
        shifted=False,
        pivoted=0,
        halted=False,
        declared=False,
        done=False,
        checks=0,
        defensive=False,
        bogged=False,
        mounts=tuple(replace(mount, traversed=0) for mount in vehicle.mounts),
    )


def crew_in_turn(state: OwbState, turn: VehicleTurn) -> list[Person]:
    """Those aboard whose turn it is and who can act."""
    return [
        person
        for person in state.occupants(turn.vehicle)
        if person.able and (not turn.only or person.id == turn.only)
    ]


def by_whom(person: Person) -> str:
    """Who does something aboard, in a sentence."""
    return f"By {person.name}, {seat_told(person.seat)}."


OrderT = TypeVar("OrderT", bound=Order)
DaredT = TypeVar("DaredT", bound=Manoeuvring)


class Deed(Act[OwbState, OrderT], ABC):
    """One kind of order in the turn of a vehicle.

    Whether the seat commands the vehicle or the man, whether he is aboard and able to act, and
    whether it is the turn of that vehicle has been asked before.
    """

    doer = "vehicle"

    @abstractmethod
    def check(self, state: OwbState, turn: VehicleTurn, order: OrderT) -> Refusal | None:
        """Why it may not be done, or ``None`` if it may."""

    @abstractmethod
    def apply(
        self, state: OwbState, turn: VehicleTurn, order: OrderT, dice: Dice
    ) -> Iterator[Event]:
        """Do it."""

    @abstractmethod
    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[OrderT]:
        """What is worth considering; the illegal is sieved out."""


class Dare(Deed[DaredT]):
    """What is done with the vehicle as an Action: others may interrupt it once it is declared."""

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: DaredT, dice: Dice
    ) -> Iterator[Event]:
        """Declare it."""
        state.push(Daring(vehicle=turn.vehicle, order=order))
        return iter(())

    @abstractmethod
    def dare(self, state: OwbState, name: str, order: DaredT, dice: Dice) -> Iterator[Event]:
        """Do it, once the others have had their say."""


def crew_to_order(case: Case, vehicle: Vehicle) -> list[Person]:
    """Those aboard whom the seat commands, and who can act in this turn."""
    only = case.frame.only if isinstance(case.frame, VehicleTurn) else ""
    aboard = (one for one in case.state.occupants(vehicle.id) if one.able)
    return [one for one in aboard if case.commands(one.id) and only in ("", one.id)]


def one_aboard(
    case: Case,
    vehicle: Vehicle,
    words: Kind,
    orders: Sequence[Any],
    fixed: dict[str, Any] | None = None,
    *,
    only_able: bool = False,
    label: str = "",
    slots: Iterable[Slot] = (),
) -> Iterator[Action]:
    """Something that one of those aboard can do: first of all, who does it.

    Args:
        case: What the seat has to decide.
        vehicle: Where they are.
        words: What it is called.
        orders: The order for each of them, with everything that could be filled in.
        fixed: What is settled of it.
        only_able: Whether it is shown only if somebody can do it.
        label: What it is called here, if otherwise.
        slots: What else there is to fill in.
    """
    able = [order for order in orders if case.allows(order)]
    if not orders or (only_able and not able):
        return
    names = dict.fromkeys(order.person for order in able or orders)
    yield case.action(
        type(orders[0]),
        words,
        piece=vehicle.id,
        fixed=fixed,
        slots=(asking.one_of("person", "Who?", names), *slots),
        refusal=None if able else case.first_refusal(orders),
        label=label or words.label,
    )


ActionT = TypeVar("ActionT", bound=CrewAction | Repair | TakeUp)


class CrewDeed(Deed[ActionT]):
    """An Action of somebody aboard; others may interrupt it."""

    def check(self, state: OwbState, turn: VehicleTurn, order: ActionT) -> Refusal | None:
        """Why he cannot take it."""
        person = state.person(order.person)
        return check_action_aboard(state, person) or self.allowed(state, person, order)

    @abstractmethod
    def allowed(self, state: OwbState, person: Person, order: ActionT) -> Refusal | None:
        """Why somebody who can take Actions cannot take this one."""

    @abstractmethod
    def carry_out(
        self, state: OwbState, person: Person, order: ActionT, dice: Dice
    ) -> Iterator[Event]:
        """Take it, once the others have had their say."""

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: ActionT, dice: Dice
    ) -> Iterator[Event]:
        """Take it, once the others have had their say."""
        state.change(order.person, acted=True, withheld=False, trained=None)
        state.push(Acting(person=order.person, action=order))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[ActionT]:
        """What each of those aboard could do."""
        vehicle = state.vehicle(turn.vehicle)
        for person in state.occupants(vehicle.id):
            if check_action_aboard(state, person) is None:
                yield from self.offers(state, vehicle, person)

    @abstractmethod
    def offers(self, state: OwbState, vehicle: Vehicle, person: Person) -> Iterator[ActionT]:
        """What one of them could do."""
