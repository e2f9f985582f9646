"""What the operator of a vehicle can do: pace, steps, turns and other manoeuvres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args

from sandtable.battle import Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Slot
from sandtable.rulebooks.whitebox.page import vehicle_words as told
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    movement_left,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.jump import farthest_jump
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.previews import previews
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    Hand,
    Jump,
    Pivot,
    SetPace,
    Sideswipe,
    Turning,
    TurnKind,
    Unstick,
)
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

HANDS: Final[tuple[Hand, ...]] = get_args(Hand)
DEGREES: Final[dict[TurnKind, tuple[int, ...]]] = {
    "ordinary": (45, 90),
    "crawling": (45, 90),
    "tight": (45, 90),
    "bootleg": (45, 90, 135, 180),
}
EIGHTH: Final = 45


def driving(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """Everything that the operator can do with a vehicle in its turn."""
    if vehicle.stuck:
        yield _plain(case, vehicle, Unstick(vehicle.id), told.UNSTICK)
    if not vehicle.declared:
        yield from paces(case, vehicle)
        return
    yield from straight(case, vehicle)
    yield from turns(case, vehicle)
    yield lanes(case, vehicle)
    yield from jumps(case, vehicle)
    yield _plain(case, vehicle, DriveDefensively(vehicle.id), told.WEAVE)
    if vehicle.has("advanced-steering"):
        yield pivots(case, vehicle)
    yield from swipes(case, vehicle)


def _plain(case: Case, vehicle: Vehicle, order: Order, words: Kind) -> Action:
    """A manoeuvre of which nothing is left to say."""
    return case.action(
        type(order),
        words,
        piece=vehicle.id,
        fixed={"vehicle": vehicle.id},
        refusal=case.refusal(order),
    )


def paces(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """The pace of the round, which comes first."""
    for pace, words in told.PACES.items():
        order = SetPace(vehicle.id, pace)  # type: ignore[arg-type]
        most = allowance_at(case.state, vehicle, order.pace)
        yield case.action(
            SetPace,
            words,
            piece=vehicle.id,
            fixed={"vehicle": vehicle.id, "pace": pace},
            refusal=case.refusal(order),
            hint=words.hint if pace == "stopped" else f"{words.hint} That is {most}.",
        )


# -- straight on ----------------------------------------------------------------------------------


def straight(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """Straight on as far as there is a way, and into whatever stands at its end."""
    found = [one.order for one in previews(case.state, vehicle.id)]
    ways = [order for order in found if isinstance(order, Drive)]
    free = [order.squares for order in ways if order.ram is None and not order.ram_object]
    most = max(free, default=1)
    many = asking.number("squares", "How many squares?", 1, most, most, step=1)
    yield case.action(
        Drive,
        told.DRIVE,
        piece=vehicle.id,
        fixed={"vehicle": vehicle.id},
        slots=(many,),
        refusal=None if free else case.refusal(Drive(vehicle.id, 1)),
    )
    for order in ways:
        if order.ram is not None or order.ram_object:
            yield _ram(case, vehicle, order)


def _ram(case: Case, vehicle: Vehicle, order: Drive) -> Action:
    what = case.state.pieces[order.ram].name if order.ram is not None else "what is in the way"
    return case.action(
        Drive,
        told.RAM,
        piece=vehicle.id,
        fixed={
            "vehicle": vehicle.id,
            "squares": order.squares,
            "ram": order.ram,
            "ram_object": order.ram_object,
        },
        refusal=case.refusal(order),
        label=f"Ram {what}",
    )


# -- manoeuvres -----------------------------------------------------------------------------------


def turns(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """Turns of every kind, to the left and to the right."""
    for kind, words in told.TURNS.items():
        orders = [
            Turning(vehicle.id, hand, degrees, kind)  # type: ignore[arg-type]
            for degrees in DEGREES[kind]  # type: ignore[index]
            for hand in HANDS
        ]
        fixed = {"vehicle": vehicle.id, "kind": kind}
        yield _sided(case, vehicle, orders, words, fixed, max(DEGREES[kind]))  # type: ignore[index]


def pivots(case: Case, vehicle: Vehicle) -> Action:
    """A pivot on the spot."""
    orders = [Pivot(vehicle.id, hand, by) for by in (45, 90) for hand in HANDS]
    return _sided(case, vehicle, orders, told.PIVOT, {"vehicle": vehicle.id}, 90)


def _sided(
    case: Case,
    vehicle: Vehicle,
    orders: list[Any],
    words: Kind,
    fixed: dict[str, Any],
    most: int,
) -> Action:
    """A manoeuvre to the left or to the right, by so many degrees."""
    first = next(iter(_able(case, orders)), orders[0])
    return case.action(
        type(first),
        words,
        piece=vehicle.id,
        fixed=fixed,
        slots=(
            _hand(first.hand),
            asking.number(
                "degrees", "By how many degrees?", EIGHTH, most, first.degrees, step=EIGHTH
            ),
        ),
        refusal=case.first_refusal(orders),
    )


def _able(case: Case, orders: Iterable[Any]) -> Iterator[Any]:
    return (order for order in orders if case.allows(order))


def _hand(default: str) -> Slot:
    return Slot(name="hand", sort="word", ask="Which way?", words=told.HANDS, default=default)


def lanes(case: Case, vehicle: Vehicle) -> Action:
    """A change of lane, quick or not."""
    orders = [ChangeLane(vehicle.id, hand, quick) for quick in (False, True) for hand in HANDS]
    first = next(iter(_able(case, orders)), orders[0])
    return case.action(
        ChangeLane,
        told.LANE,
        piece=vehicle.id,
        fixed={"vehicle": vehicle.id},
        slots=(_hand(first.hand), asking.flag("quick", "By its whole width at once?")),
        refusal=case.first_refusal(orders),
    )


def jumps(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """A jump straight ahead, where the battle is played with them."""
    most = min(farthest_jump(vehicle), movement_left(case.state, vehicle))
    orders = [Jump(vehicle.id, squares) for squares in range(1, max(most, 1) + 1)]
    refusal = case.first_refusal(orders)
    if refusal is None or case.state.option("jump") != "never":
        able = [order.squares for order in orders if case.allows(order)]
        many = asking.number(
            "squares", "How many squares?", 1, max(most, 1), max(able, default=1), step=1
        )
        yield case.action(
            Jump,
            told.JUMP,
            piece=vehicle.id,
            fixed={"vehicle": vehicle.id},
            slots=(many,),
            refusal=refusal,
        )


def swipes(case: Case, vehicle: Vehicle) -> Iterator[Action]:
    """A swerve against an enemy alongside."""
    others = [
        other.id
        for other in case.state.vehicles()
        if other.side != vehicle.side and other.on_table and not other.hidden
    ]
    orders = {name: Sideswipe(vehicle.id, name) for name in others}
    able = [name for name, order in orders.items() if case.allows(order)]
    if others:
        why: Refusal | None = None if able else case.first_refusal(orders.values())
        yield case.action(
            Sideswipe,
            told.SWIPE,
            piece=vehicle.id,
            fixed={"vehicle": vehicle.id},
            slots=(asking.one_of("target", "Choose whom to swerve against", able or others),),
            refusal=why,
        )
