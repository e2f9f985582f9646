"""VEHICLE MOVEMENT: the pace of the round, straight on, and out of where a vehicle is stuck.

And everything that an operator can do, with what would come of it: for pages that show it and for
players who weigh it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, get_args

from msgspec.structs import asdict, replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table.grid import Square

from ...showing.places import on_map, shown
from ...state import OwbState, Vehicle
from ...state.decision import Case, named
from ...state.frames import Interrupt, Rolling, VehicleTurn
from ...state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    Jump,
    Pivot,
    SetPace,
    Turning,
    Unstick,
)
from ...state.vehicles import Pace
from ..collision.contacts import InTheWay
from ..collision.sideswiping import Sideswiping
from ..mishap.hindrances import operate_hot
from ..mishap.mishaps import Cause, mishap
from ..mishap.odds import bogging_chance, ram_odds, stuck_before_last
from ..movement.reach import reach
from ..movement.straight import check_way, way_ahead
from ..movement.terrain import is_off_map
from ..round.crew import Dare, Deed
from .common_maneuvers import HANDS, ChangingLane, DrivingDefensively, MakingTurn, Pivoting
from .driving_check import (
    allowance_at,
    check_attack_by_driving,
    check_chance,
    check_driving,
    check_made,
    declare,
    driving_check,
    movement_left,
)
from .every_maneuver import Driven, Preview, mishap_chances
from .jump import Jumping, farthest_jump
from .plans import held, seen_in_the_way

PACE: Final = "owb.vmove.pace-declared-at-start-of-turn"
PACES: Final[tuple[Pace, ...]] = get_args(Pace)
LOOKED_AT: Final = 1200
"""How many places are looked at, the nearest first, to show where a vehicle can get."""


class DeclaringPace(Deed[SetPace]):
    """The pace of the round, which stays in force until the next turn of the vehicle."""

    order = SetPace
    words = Words(
        label="Pace",
        key="N",
        rule=PACE,
        typed="pace [VEHICLE] stopped|crawl|normal|reverse",
        means="Declare the pace of a vehicle for this round.",
        also=("pace",),
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Each pace, with how far it goes."""
        for pace, words in EACH_PACE.items() if not vehicle.declared else ():
            most = allowance_at(case.state, vehicle, pace)
            yield case.action(
                SetPace,
                words,
                piece=vehicle.id,
                fixed={"vehicle": vehicle.id, "pace": pace},
                refusal=case.refusal(SetPace(vehicle.id, pace)),
                hint=words.hint if pace == "stopped" else f"{words.hint} That is {most}.",
            )

    def check(self, state: OwbState, turn: VehicleTurn, order: SetPace) -> Refusal | None:
        """It is declared once, before anything else is done.

        What cannot move stays stopped, and what has skidded keeps its pace.
        """
        vehicle = state.vehicle(turn.vehicle)
        if vehicle.declared:
            return Refusal(PACE, f"The pace of {vehicle.name} has been declared.")
        kept = vehicle.pace if vehicle.halted else "stopped"
        return held(state, vehicle) if order.pace != kept else None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: SetPace, dice: Dice
    ) -> Iterator[Event]:
        """A hot engine may seize up when it is run; nobody keeps up fire at normal pace."""
        vehicle = declare(state, turn.vehicle, order.pace)
        if order.pace == "normal":
            cite("owb.vattack.suppressive-fire-procedure")
            for person in state.occupants(vehicle.id):
                if person.trained is not None:
                    state.change(person.id, trained=None)
        text = f"{vehicle.name} {PACE_WORDS[order.pace]}."
        yield happened("pace", text, PACE, vehicle.id, pace=order.pace)
        if order.pace != "stopped":
            yield from operate_hot(state, vehicle.id, dice)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[SetPace]:
        for pace in PACES if not state.vehicle(turn.vehicle).declared else ():
            yield SetPace(turn.vehicle, pace)

    def preview(self, state: OwbState, order: SetPace) -> Trace | None:
        """The squares that a vehicle can get to at a pace, without a Driving Check."""
        vehicle = state.find_vehicle(order.vehicle)
        if vehicle is None or not vehicle.on_table or order.pace == "stopped":
            return None
        costs: dict[Square, int] = {}
        for place in reach(state, vehicle, order.pace, LOOKED_AT):
            for square in place.after.squares:
                costs[square] = min(place.cost, costs.get(square, place.cost))
        own = set(state.footprint(vehicle).squares)
        squares = on_map(state, (square for square in costs if square not in own))
        label = f"{vehicle.name} can get to these squares without a Driving Check"
        words = [str(costs[square]) for square in squares]
        notes = ["The numbers say what it costs to get there, without any Driving Check."]
        if order.pace == "normal":
            notes.append("Every attack out of it suffers -4.")
        return Trace(
            label=f"{allowance_at(state, vehicle, order.pace)} Movement this round",
            overlays=(shown(state, squares, "reach", label, side=vehicle.side, words=words),),
            notes=tuple(notes),
        )

    def told(self, state: OwbState, order: SetPace) -> str:
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
    "stopped": Kind(label="Stand still", key="S", rule=PACE, hint="It does not move this round."),
}
PACE_WORDS: Final = {
    "stopped": "stands still",
    "crawl": "goes at a crawl",
    "normal": "goes at normal pace",
    "reverse": "goes in reverse",
}


class GettingUnstuck(Driven[Unstick], Dare[Unstick]):
    """The operator tries to drive a stuck vehicle free."""

    order = Unstick
    words = Words(
        label="Drive free",
        key="F",
        rule="owb.maneuver.unstuck-by-driving",
        hint="A Driving Check before the pace is declared.",
    )

    def concerns(self, state: OwbState, vehicle: Vehicle) -> bool:
        return vehicle.stuck

    def check(self, state: OwbState, turn: VehicleTurn, order: Unstick) -> Refusal | None:
        return self._refusal(state, state.vehicle(turn.vehicle))

    def _refusal(self, state: OwbState, vehicle: Vehicle) -> Refusal | None:
        """Only a stuck vehicle, before its pace is declared, once a round."""
        rule = "owb.maneuver.unstuck-by-driving"
        if not vehicle.stuck:
            return Refusal(rule, f"{vehicle.name} is not stuck.")
        if vehicle.declared:
            return Refusal(rule, "It is tried before the pace is declared.")
        if vehicle.checks:
            return Refusal(rule, "It can be tried only once in a round.")
        return held(state, replace(vehicle, stuck=False)) or check_driving(state, vehicle)

    def dare(self, state: OwbState, name: str, order: Unstick, dice: Dice) -> Iterator[Event]:
        """A failure leaves it stuck, without a mishap."""
        vehicle = state.vehicle(name)
        freed = driving_check(state, name, dice, "getting unstuck")
        if freed:
            state.alter(name, stuck=False, work=tuple(w for w in vehicle.work if w[0] != "dig-out"))
        text = f"{vehicle.name} {'is free again' if freed else 'stays stuck'}."
        rules = ("owb.maneuver.unstuck-by-driving", *check_made(state, name))
        yield happened("unstick", text, rules, name, dice=dice, freed=freed)
        if not freed and state.on("unstuck_mishap"):
            yield from mishap(state, name, dice, Cause())

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Unstick]:
        if state.vehicle(turn.vehicle).stuck:
            yield Unstick(turn.vehicle)

    def foreseen(self, state: OwbState, vehicle: Vehicle, order: Unstick) -> Preview | None:
        if self._refusal(state, vehicle) is not None:
            return None
        chance = check_chance(state, vehicle)
        return Preview(
            order=order,
            what="getting unstuck",
            after=state.footprint(vehicle),
            cost=0,
            left=movement_left(state, vehicle),
            check=chance,
            success=chance,
            mishaps=mishap_chances(vehicle, chance) if state.on("unstuck_mishap") else (),
        )


class DrivingStraight(Driven[Drive]):
    """Straight on or straight back."""

    order = Drive
    words = Words(
        label="Drive",
        key="D",
        rule="owb.vmove.step-is-one-square-along-facing",
        hint="Straight on, or straight back in reverse.",
        typed="drive [VEHICLE] N [ram TARGET] [ram-object]",
        means="Drive straight on by N squares.",
    )
    ram = Kind(
        label="Ram",
        key="M",
        rule="owb.collision.ram",
        hint="A Driving Check, then both are damaged.",
    )

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Straight on as far as there is a way, and into whatever stands at its end."""
        if not vehicle.declared:
            return
        ways = list(self.every(case.state, vehicle))
        rams = [order for order in ways if order.rams]
        most = max((order.squares for order in ways if not order.rams), default=0)
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
        return self._refusal(state, state.vehicle(turn.vehicle), order)

    def _refusal(self, state: OwbState, vehicle: Vehicle, order: Drive) -> Refusal | None:
        """As far as the Movement lasts and nothing is in the way, unless it is to be rammed."""
        if not vehicle.declared:
            return Refusal(PACE, "Its pace must be declared first.")
        if vehicle.pace == "stopped" and not vehicle.halted:
            return Refusal(PACE, f"{vehicle.name} stands still this round.")
        if refusal := held(state, vehicle):
            return refusal
        rule, left = "owb.vterrain.cost-must-be-affordable", movement_left(state, vehicle)
        if not 1 <= order.squares <= left:
            return Refusal(rule, f"It has {left} Movement left.")
        for number, step in enumerate(way_ahead(state, vehicle, order.squares), start=1):
            last = number == order.squares
            if not last and is_off_map(state, step.after):
                leaving = "owb.footprint.leaving-the-map"
                return Refusal(leaving, "It has left the map before that.")
            if refusal := (check_way(state, vehicle, step, order if last else None)):
                return refusal
            cite(rule)
            if step.cost > left:
                text = f"The last step costs {step.cost}, and {left} Movement is left then."
                return Refusal(rule, text)
            left -= step.cost
        if order.ram is not None:
            return check_attack_by_driving(state, vehicle)
        return check_driving(state, vehicle) if order.ram_object else None

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Drive, dice: Dice
    ) -> Iterator[Event]:
        """Set out; who means to ram has declared that, and others may interrupt him."""
        state.push(Rolling(**asdict(order)))
        if order.rams:
            cite("owb.withhold.interrupt-timing")
            state.push(Interrupt(about=turn.vehicle, moment="declared"))
        return iter(())

    def every(self, state: OwbState, vehicle: Vehicle) -> Iterator[Drive]:
        """Every distance that can be driven, and the rams at their ends."""
        for squares in range(1, movement_left(state, vehicle) + 1):
            order = Drive(vehicle.id, squares)
            if self._refusal(state, vehicle, order) is None:
                yield order
                continue
            *_, last = way_ahead(state, vehicle, squares)
            way = seen_in_the_way(state, vehicle, last.after, last.before)
            rams = (ram for ram in _rams(vehicle, squares, way))
            yield from (ram for ram in rams if self._refusal(state, vehicle, ram) is None)
            return

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Drive]:
        """One square, half the way, all the way, and ramming whatever stands at its end."""
        vehicle = state.vehicle(turn.vehicle)
        left = movement_left(state, vehicle)
        if not vehicle.declared or held(state, vehicle) is not None or not left:
            return
        free, ahead = 0, None
        for step in way_ahead(state, vehicle, left):
            left -= step.cost
            if left < 0 or is_off_map(state, step.after):
                break
            if check_way(state, vehicle, step, None) is not None:
                ahead = step
                break
            free += 1
        for squares in dict.fromkeys((1, (free + 1) // 2, free) if free else ()):
            yield Drive(vehicle.id, squares)
        if ahead is not None:
            way = seen_in_the_way(state, vehicle, ahead.after, ahead.before)
            for order in _rams(vehicle, free + 1, way):
                if order.ram is None or state.pieces[order.ram].side != vehicle.side:
                    yield order

    def foreseen(self, state: OwbState, vehicle: Vehicle, order: Drive) -> Preview | None:
        if self._refusal(state, vehicle, order) is not None:
            return None
        steps, ram = list(way_ahead(state, vehicle, order.squares)), order.rams
        cost, before, after = sum(step.cost for step in steps), steps[-1].before, steps[-1].after
        chance = check_chance(state, vehicle) if ram else Fraction(1)
        comes = 1 - stuck_before_last(state, vehicle, order.squares) if ram else Fraction(1)
        many = f"{order.squares} square{'s' if order.squares > 1 else ''}"
        return Preview(
            order=order,
            what=f"{many} {'back' if vehicle.pace == 'reverse' else 'straight on'}",
            after=after,
            cost=cost,
            left=movement_left(state, vehicle) - cost,
            check=chance if ram else None,
            success=comes * chance,
            mishaps=tuple((word, comes * part) for word, part in mishap_chances(vehicle, chance)),
            stuck=bogging_chance(state, vehicle, bogs=any(step.bogs for step in steps)),
            strikes=seen_in_the_way(state, vehicle, after, before) if ram else InTheWay(),
            leaves=is_off_map(state, after),
        )

    def over(self, state: OwbState, vehicle: Vehicle, order: Drive) -> Iterator[Square]:
        for step in way_ahead(state, vehicle, order.squares):
            yield from step.after.squares

    def odds(self, state: OwbState, order: Drive) -> Odds | None:
        """What a ram does to whom it strikes; else whether the vehicle gets there."""
        found = ram_odds(state, order.vehicle, order.squares, order.ram) if order.ram else None
        return found or super().odds(state, order)

    def preview(self, state: OwbState, order: Drive) -> Trace | None:
        """A drive that is refused is shown as far as it was meant to go."""
        vehicle, found = state.find_vehicle(order.vehicle), super().preview(state, order)
        if found is not None or vehicle is None or not vehicle.on_table:
            return found
        if not 1 <= order.squares <= max(1, vehicle.movement):
            return None
        *_, last = way_ahead(state, vehicle, order.squares)
        return Trace(overlays=tuple(self.way(state, vehicle, order, last.after)))

    def told(self, state: OwbState, order: Drive) -> str:
        into = f", ramming {named(state, order.ram)}" if order.ram is not None else ""
        into = ", ramming what is in the way" if order.ram_object else into
        return f"{order.squares} square{'s' if order.squares != 1 else ''}{into}"


def _rams(vehicle: Vehicle, squares: int, way: InTheWay) -> Iterator[Drive]:
    """Into each of those who are in the way; into something solid if nobody is."""
    for name in (*way.persons, *way.vehicles):
        yield Drive(vehicle.id, squares, name)
    if way.objects and not (way.persons or way.vehicles):
        yield Drive(vehicle.id, squares, None, ram_object=True)


# -- everything that can be done ------------------------------------------------------------------

STRAIGHT: Final = DrivingStraight()

DRIVING_DEEDS: Final[tuple[Deed[Any], ...]] = (
    GettingUnstuck(),
    DeclaringPace(),
    STRAIGHT,
    MakingTurn(),
    ChangingLane(),
    Jumping(),
    DrivingDefensively(),
    Pivoting(),
    Sideswiping(),
)
"""Everything that an operator can do with his vehicle, in the order in which it is offered."""

FORESEEN: Final[Mapping[type[Order], Driven[Any]]] = {
    deed.order: deed for deed in DRIVING_DEEDS if isinstance(deed, Driven)
}


def preview(state: OwbState, order: Order) -> Preview | None:
    """What one order of an operator would do; none if it cannot be given or is no manoeuvre."""
    vehicle, deed = state.find_vehicle(getattr(order, "vehicle", "")), FORESEEN.get(type(order))
    return None if vehicle is None or deed is None else deed.foreseen(state, vehicle, order)


def previews(state: OwbState, name: str, pace: Pace | None = None) -> list[Preview]:
    """Everything that a vehicle could do now, in a fixed order.

    Args:
        name: A vehicle in its turn.
        pace: The pace that it would have; if it has declared none yet, nothing else is possible
            than getting unstuck.
    """
    if pace is not None and not state.vehicle(name).declared:
        state = state.copy()
        declare(state, name, pace)
    found = (preview(state, order) for order in _every(state, state.vehicle(name)))
    return [one for one in found if one is not None]


def _every(state: OwbState, vehicle: Vehicle) -> Iterator[Order]:
    """Every manoeuvre there is, whether it can be made or not."""
    name = vehicle.id
    yield Unstick(name)
    yield from STRAIGHT.every(state, vehicle)
    for hand in HANDS:
        for degrees in (45, 90):
            yield Turning(name, hand, degrees)
            yield Turning(name, hand, degrees, "crawling")
            yield Turning(name, hand, degrees, "tight")
        for degrees in (45, 90, 135, 180) if hand == "right" else (45, 90, 135):
            yield Turning(name, hand, degrees, "bootleg")  # type: ignore[arg-type]
        yield ChangeLane(name, hand)
        yield ChangeLane(name, hand, quick=True)
        yield Pivot(name, hand, 45)
        yield Pivot(name, hand, 90)
    yield DriveDefensively(name)
    for squares in range(1, min(farthest_jump(vehicle), movement_left(state, vehicle)) + 1):
        yield Jump(name, squares)
