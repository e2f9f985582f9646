"""VEHICLE MOVEMENT: the pace of the round, straight on, and out of where a vehicle is stuck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, get_args

from msgspec.structs import asdict

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...state import OwbState, Vehicle
from ...state.decision import Case, named
from ...state.frames import Interrupt, Rolling, VehicleTurn
from ...state.vehicle_orders import Drive, SetPace, Unstick
from ...state.vehicles import Pace
from ..mishap.hindrances import operate_hot
from ..mishap.odds import ram_odds
from ..movement.straight import check_drive, drives
from ..round.crew import Dare, Deed
from .carrying_out import check_unstick, drive_free
from .driving_check import allowance_at, declare
from .plans import held
from .previews import preview, previews, trace_driving, trace_pace

PACES: Final[tuple[Pace, ...]] = get_args(Pace)


class DeclaringPace(Deed[SetPace]):
    """The pace of the round, which stays in force until the next turn of the vehicle."""

    order: ClassVar[type[Order]] = SetPace
    words: ClassVar[Words] = Words(
        label="Pace",
        key="N",
        rule="owb.vmove.pace-declared-at-start-of-turn",
        typed="pace [VEHICLE] stopped|crawl|normal|reverse",
        means="Declare the pace of a vehicle for this round.",
        also=("pace",),
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Each pace, with how far it goes."""
        for pace, words in EACH_PACE.items() if not vehicle.declared else ():
            order = SetPace(vehicle.id, pace)
            most = allowance_at(case.state, vehicle, pace)
            yield case.action(
                SetPace,
                words,
                piece=vehicle.id,
                fixed={"vehicle": vehicle.id, "pace": pace},
                refusal=case.refusal(order),
                hint=words.hint if pace == "stopped" else f"{words.hint} That is {most}.",
            )

    def check(self, state: OwbState, turn: VehicleTurn, order: SetPace) -> Refusal | None:
        """It is declared once, before anything else is done.

        What cannot move stays stopped, and what has skidded keeps its pace.
        """
        vehicle = state.vehicle(turn.vehicle)
        if vehicle.declared:
            rule = "owb.vmove.pace-declared-at-start-of-turn"
            return Refusal(rule, f"The pace of {vehicle.name} has been declared.")
        kept = vehicle.pace if vehicle.halted else "stopped"
        return held(state, vehicle) if order.pace != kept else None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: SetPace, dice: Dice
    ) -> Iterator[Event]:
        """Declare it; a hot engine may seize up when it is run.

        Nobody keeps up suppressive fire at normal pace, so it ends.
        """
        vehicle = declare(state, turn.vehicle, order.pace)
        if order.pace == "normal":
            cease_fire(state, vehicle)
        text = f"{vehicle.name} {PACE_WORDS[order.pace]}."
        yield happened(
            "pace", text, "owb.vmove.pace-declared-at-start-of-turn", vehicle.id, pace=order.pace
        )
        if order.pace != "stopped":
            yield from operate_hot(state, vehicle.id, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[SetPace]:
        """Every pace."""
        for pace in PACES if not state.vehicle(turn.vehicle).declared else ():
            yield SetPace(turn.vehicle, pace)

    def preview(self, state: OwbState, order: SetPace) -> Trace | None:
        """The squares that it can get to."""
        return trace_pace(state, order)

    def told(self, state: OwbState, order: SetPace) -> str:
        """Which one."""
        return order.pace


EACH_PACE: Final[Mapping[Pace, Kind]] = {
    "normal": Kind(
        label="Normal pace",
        key="N",
        rule="owb.vmove.normal-full-movement",
        hint="All of its Movement; attacks out of it suffer -4.",
    ),
    "crawl": Kind(
        label="Crawl",
        key="C",
        rule="owb.vmove.crawl-one-third",
        hint="A third of its Movement; it may turn sharply, and fire without a penalty.",
    ),
    "reverse": Kind(
        label="Reverse",
        key="R",
        rule="owb.vmove.reverse-one-third",
        hint="A third of its Movement, straight back.",
    ),
    "stopped": Kind(
        label="Stand still",
        key="S",
        rule="owb.vmove.pace-declared-at-start-of-turn",
        hint="It does not move this round.",
    ),
}


def cease_fire(state: OwbState, vehicle: Vehicle) -> None:
    """The suppressive fire of a vehicle's weapons ends."""
    cite("owb.vattack.suppressive-fire-procedure")
    for person in state.occupants(vehicle.id):
        if person.trained is not None:
            state.change(person.id, trained=None)


PACE_WORDS: Final = {
    "stopped": "stands still",
    "crawl": "goes at a crawl",
    "normal": "goes at normal pace",
    "reverse": "goes in reverse",
}


class GettingUnstuck(Dare[Unstick]):
    """The operator tries to drive a stuck vehicle free."""

    order: ClassVar[type[Order]] = Unstick
    words: ClassVar[Words] = Words(
        label="Drive free",
        key="F",
        rule="owb.maneuver.unstuck-by-driving",
        hint="A Driving Check before the pace is declared.",
    )

    def concerns(self, state: OwbState, vehicle: Vehicle) -> bool:
        """A stuck vehicle."""
        return vehicle.stuck

    def check(self, state: OwbState, turn: VehicleTurn, order: Unstick) -> Refusal | None:
        """Only a stuck vehicle, before its pace is declared, once a round."""
        return check_unstick(state, state.vehicle(turn.vehicle))

    def dare(self, state: OwbState, name: str, order: Unstick, dice: Dice) -> Iterator[Event]:
        """Try it."""
        return drive_free(state, name, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Unstick]:
        """The try."""
        if state.vehicle(turn.vehicle).stuck:
            yield Unstick(turn.vehicle)

    def odds(self, state: OwbState, order: Unstick) -> Odds | None:
        """The Driving Check."""
        return manoeuvre_odds(state, order)

    def preview(self, state: OwbState, order: Unstick) -> Trace | None:
        """What it takes."""
        return trace_driving(state, order)


class DrivingStraight(Deed[Drive]):
    """Straight on or straight back."""

    order: ClassVar[type[Order]] = Drive
    words: ClassVar[Words] = Words(
        label="Drive",
        key="D",
        rule="owb.vmove.step-is-one-square-along-facing",
        hint="Straight on, or straight back in reverse.",
        typed="drive [VEHICLE] N [ram TARGET] [ram-object]",
        means="Drive straight on by N squares.",
    )
    ram: ClassVar[Kind] = Kind(
        label="Ram",
        key="M",
        rule="owb.collision.ram",
        hint="A Driving Check, then both are damaged.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Straight on as far as there is a way, and into whatever stands at its end."""
        if not vehicle.declared:
            return
        found = (one.order for one in previews(case.state, vehicle.id))
        ways = [order for order in found if isinstance(order, Drive)]
        rams = [order for order in ways if order.ram is not None or order.ram_object]
        most = max((order.squares for order in ways if order not in rams), default=0)
        many = max(most, 1)
        yield case.action(
            Drive,
            self.words,
            piece=vehicle.id,
            fixed={"vehicle": vehicle.id},
            slots=(asking.number("squares", "How many squares?", 1, many, many, step=1),),
            refusal=None if most else case.refusal(Drive(vehicle.id, 1)),
        )
        for order in rams:
            struck = case.state.pieces.get(order.ram or "")
            yield case.action(
                Drive,
                self.ram,
                piece=vehicle.id,
                fixed=asdict(order),
                refusal=case.refusal(order),
                label=f"Ram {struck.name if struck else 'what is in the way'}",
            )

    def check(self, state: OwbState, turn: VehicleTurn, order: Drive) -> Refusal | None:
        """As far as the Movement lasts and nothing is in the way, unless it is to be rammed."""
        return check_drive(state, state.vehicle(turn.vehicle), order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Drive, dice: Dice
    ) -> Iterator[Event]:
        """Set out; who means to ram has declared that, and others may interrupt him."""
        state.push(
            Rolling(
                vehicle=turn.vehicle,
                squares=order.squares,
                ram=order.ram,
                ram_object=order.ram_object,
            )
        )
        if order.ram is not None or order.ram_object:
            cite("owb.withhold.interrupt-timing")
            state.push(Interrupt(about=turn.vehicle, moment="declared"))
        return iter(())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Drive]:
        """A little, half the way, all the way, and into whatever stands at its end."""
        return drives(state, state.vehicle(turn.vehicle))

    def odds(self, state: OwbState, order: Drive) -> Odds | None:
        """What a ram does to whom it strikes; else whether the vehicle gets there."""
        found = ram_odds(state, order.vehicle, order.squares, order.ram) if order.ram else None
        return found or manoeuvre_odds(state, order)

    def preview(self, state: OwbState, order: Drive) -> Trace | None:
        """Where it ends, what it costs, and what may go wrong."""
        return trace_driving(state, order)

    def told(self, state: OwbState, order: Drive) -> str:
        """How far, and into what."""
        into = f", ramming {named(state, order.ram)}" if order.ram is not None else ""
        into = ", ramming what is in the way" if order.ram_object else into
        return f"{order.squares} square{'s' if order.squares != 1 else ''}{into}"


def manoeuvre_odds(state: OwbState, order: Order) -> Odds | None:
    """How a manoeuvre can end; none if it cannot be tried, or cannot fail."""
    found = preview(state, order)
    return None if found is None else found.odds
