"""Section 15.3: what an air support mission does, and who fires at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, get_args

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.battle.overlays import Route, Shot
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...drawing.ghosts import about_place, some
from ...s05_actions.readiness import commanded
from ...s12_hidden.counters import counters_of
from ...s12_hidden.spotting import stand_in
from ...state import AirMission, Element, P8State, slots
from ...state.case import Case
from ...state.decision import Asked, Ending
from ...state.orders import AirOrder, Done
from ...state.previewing import is_somewhere, named
from ..support_fire.missions import marked
from . import missions as air
from .aircraft import aircraft_of
from .anti_aircraft import check_flak, flak_odds, weapons
from .attack import attack_odds, attack_on
from .flight_path import flight_path
from .missions import FireFlak, Method, Strike
from .targets import (
    check_controlled,
    check_counter,
    check_planned,
    finding_odds,
    opportunities,
    targets,
)


class Patrol(AirOrder, frozen=True):
    """Have a fighter sweep fly a combat air patrol, which stops the next enemy mission (15.3.1)."""


class Striking(Answer[P8State, Strike, AirMission]):
    """Have aircraft attack a target on the ground, and say how they find it."""

    order: ClassVar[type[Order]] = Strike
    words: ClassVar[Words] = Words(
        label="Attack as planned",
        key="P",
        rule="p8.air.preplanned",
        hint="They attack an enemy near a feature that was noted before play.",
        typed="strike TARGET [planned|controlled]",
        means="Attack an enemy near a noted feature, or one that your controller sees; strike "
        "alone attacks what the aircraft come upon.",
        also=("attack",),
    )
    controlled: ClassVar[Kind] = Kind(
        label="Attack as directed",
        key="D",
        rule="p8.air.fac-targeting",
        hint="They attack an enemy that a forward air controller sees.",
    )
    opportunity: ClassVar[Kind] = Kind(
        label="Attack what they find",
        key="F",
        rule="p8.air.opportunity-roll",
        hint="They attack what they come upon; the dice say what that is.",
    )

    def is_asked(self, frame: AirMission) -> bool:
        """Before they fly."""
        return frame.stage != "flak"

    def check(self, state: P8State, frame: AirMission, seat: str, order: Strike) -> Refusal | None:
        """Why that target is not allowed."""
        return air.check_strike(state, frame, order)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Strike, dice: Dice
    ) -> Iterator[Event]:
        """Fly against it."""
        return air.send(state, frame, order, dice)

    def offer(self, state: P8State, frame: AirMission, seats: Sequence[str]) -> Iterator[Strike]:
        """Everything that can be attacked, by the way it is found."""
        return strikes(state, frame)

    def odds(self, state: P8State, order: Strike) -> Odds | None:
        """Of the attack, or of finding each target."""
        mission = state.frame
        if not isinstance(mission, AirMission):
            return None
        if order.method == "opportunity":
            return _finding_odds(state, mission)
        target = state.pieces.get(order.target or "")
        return attack_odds(state, mission, attack_on(state, mission, target)) if target else None

    def preview(self, state: P8State, order: Strike) -> Trace | None:
        """The way of aircraft to a target, or what they may come upon."""
        frame = state.frame
        if not isinstance(frame, AirMission):
            return None
        target = marked(state, order.target or "")
        if target is None:
            if order.method != "opportunity" or not frame.aircraft:
                return None
            found = [one.name for one in opportunities(state, frame.side, aircraft_of(frame))]
            told = f"They may come upon {some(found)}." if found else "They would find nothing."
            return Trace(notes=(told,))
        way = (*flight_path(state.setting, frame.side, state.base(target)), (target.x, target.y))
        return Trace(
            overlays=(Route(points=way, side=frame.side, label=frame.model),),
            notes=tuple(about_place(state, target)) if target.id in state.pieces else (),
        )

    def told(self, state: P8State, order: Strike) -> str:
        """Whom, and how they find it."""
        if order.method == "opportunity":
            return "what they come upon"
        how = "as planned" if order.method == "planned" else "as the controller directs"
        return f"{named(state, order.target)} ({order.target}), {how}"

    def read(self, state: P8State, words: list[str]) -> Strike | list[str]:
        """A target may be a counter; how it is found often goes without saying."""
        said = [word for word in words if word.lower() not in FILLERS]
        methods: tuple[Method, ...] = get_args(Method)
        method = next((one for one in methods if one in said), None)
        rest = [word for word in said if word != method]
        if len(rest) > 1:
            return words
        target = None
        if rest:
            target = rest[0] if rest[0] in state.counters else find_piece(state, rest[0])
        return Strike(method or self._usual(state, target), target)

    def _usual(self, state: P8State, target: str | None) -> Method:
        """How aircraft find a target, where that goes without saying."""
        frame = state.frame
        if target is None or not isinstance(frame, AirMission):
            return "opportunity"
        open_ways = (order.method for order in strikes(state, frame) if order.target == target)
        return next(open_ways, "planned")

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Each way to find a target."""
        if piece is None:
            yield self._at(case, self.words, "planned")
            yield self._at(case, self.controlled, "controlled")
            yield case.action(Strike, self.opportunity, fixed={"method": "opportunity"})

    def _at(self, case: Case, words: Kind, method: Method) -> Action:
        state, side = case.state, case.frame.side
        prey = [enemy.id for enemy in targets(state, side)]
        prey += [counter.id for counter in counters_of(state, state.other_side(side))]
        refused = {name: case.refusal(Strike(method, name)) for name in prey}
        able = [name for name, why in refused.items() if why is None]
        why = None if able else next(iter(refused.values()), case.refusal(Strike(method)))
        return case.action(
            Strike,
            words,
            fixed={"method": method},
            slots=(slots.one_of("target", "Choose whom they attack", able or prey),),
            refusal=why,
        )


def strikes(state: P8State, mission: AirMission) -> Iterator[Strike]:
    """Every enemy that can be attacked by choice, and what the aircraft come upon."""
    for target in targets(state, mission.side):
        yield from _strikes_at(state, mission, target)
    for counter in counters_of(state, state.other_side(mission.side)):
        if check_counter(state, mission.side, counter) is None:
            yield from _strikes_at(state, mission, stand_in(state, counter))
    yield Strike("opportunity")


def _strikes_at(state: P8State, mission: AirMission, target: Element) -> Iterator[Strike]:
    if check_planned(state, mission.side, target) is None:
        yield Strike("planned", target.id)
    elif check_controlled(state, mission.side, target) is None:
        yield Strike("controlled", target.id)


def _finding_odds(state: P8State, mission: AirMission) -> Odds:
    found = opportunities(state, mission.side, aircraft_of(mission))
    title = f"{mission.model}s, target of opportunity"
    if not found:
        return Odds(title=title, outcomes=(("none", Fraction(1)),))
    chances = finding_odds(state, found)
    return Odds(title=title, outcomes=tuple((e.name, chances[e.id]) for e in found))


class Patrolling(Answer[P8State, Patrol, AirMission]):
    """Have a fighter sweep fly a combat air patrol, which stops the next enemy mission."""

    order: ClassVar[type[Order]] = Patrol
    words: ClassVar[Words] = Words(
        label="Patrol",
        key="T",
        rule="p8.air.sweep-choice",
        hint="They patrol, which stops the next air mission of the enemy.",
        typed="patrol",
        means="Keep the fighters on patrol: they stop the enemy's next aircraft.",
    )

    def is_asked(self, frame: AirMission) -> bool:
        """Before they fly."""
        return frame.stage != "flak"

    def check(self, state: P8State, frame: AirMission, seat: str, order: Patrol) -> Refusal | None:
        """Why these do not patrol."""
        return air.check_patrol(frame)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Patrol, dice: Dice
    ) -> Iterator[Event]:
        """Patrol."""
        return air.patrol(state, frame)

    def offer(self, state: P8State, frame: AirMission, seats: Sequence[str]) -> Iterator[Patrol]:
        """If they can."""
        if air.check_patrol(frame) is None:
            yield Patrol()

    def told(self, state: P8State, order: Patrol) -> str:
        """Nothing more."""
        return ""

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """If they can."""
        if piece is None and air.check_patrol(case.frame) is None:
            yield case.action(Patrol, self.words)


class FiringFlak(Answer[P8State, FireFlak, AirMission]):
    """Have anti-aircraft weapons fire at the aircraft before they attack."""

    order: ClassVar[type[Order]] = FireFlak
    stages: ClassVar[tuple[str, ...]] = ("flak",)
    words: ClassVar[Words] = Words(
        label="Fire",
        key="F",
        rule="p8.air.aa-reaction",
        hint="All that fire roll together.",
        typed="flak WEAPON [WEAPON ...]",
        means="Have anti-aircraft weapons fire at the aircraft; done lets them pass.",
        also=("flak", "aa"),
    )

    def check(
        self, state: P8State, frame: AirMission, seat: str, order: FireFlak
    ) -> Refusal | None:
        """Why those weapons cannot fire."""
        return check_flak(state, frame, seat, order.elements)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: FireFlak, dice: Dice
    ) -> Iterator[Event]:
        """Fire at the aircraft."""
        air.open_fire(state, frame, seat, order)
        return iter(())

    def offer(self, state: P8State, frame: AirMission, seats: Sequence[str]) -> Iterator[FireFlak]:
        """All weapons of these seats, then fewer, from the first to fewer and fewer."""
        ready = [w.id for w in weapons(state, frame) if commanded(state, seats, w)]
        for count in range(len(ready), 0, -1):
            yield FireFlak(tuple(ready[:count]))

    def odds(self, state: P8State, order: FireFlak) -> Odds | None:
        """With all that fire already."""
        mission = state.frame
        if not isinstance(mission, AirMission) or mission.stage != "flak":
            return None
        return flak_odds(mission, len(mission.flak) + len(order.elements))

    def preview(self, state: P8State, order: FireFlak) -> Trace | None:
        """The way of the aircraft, and who fires at them."""
        frame = state.frame
        if not isinstance(frame, AirMission) or not frame.path:
            return None
        firing = [state.pieces[name] for name in order.elements if name in state.pieces]
        shots = [
            Shot(start=state.base(one).centre, end=frame.path[-1], side=one.side, label=one.name)
            for one in firing
            if is_somewhere(state, one)
        ]
        way = Route(points=frame.path, side=frame.side, label=frame.model)
        return Trace(overlays=(way, *shots))

    def told(self, state: P8State, order: FireFlak) -> str:
        """Who."""
        return ", ".join(named(state, name) for name in order.elements)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Some of those that are near enough, or one that was picked."""
        state = case.state
        if piece is not None:
            if piece in state.pieces and state.has(state.pieces[piece], "AA"):
                yield case.action(
                    FireFlak,
                    self.words,
                    piece=piece,
                    fixed={"elements": [piece]},
                    refusal=case.refusal(FireFlak((piece,))),
                    label="Fire alone",
                )
            return
        ready = [one.id for one in weapons(state, case.frame) if case.commands(one)]
        if ready:
            asked = slots.some_of("elements", "Which of them fire?", ready, default=ready)
            yield case.action(FireFlak, self.words, slots=(asked,))


class HoldingBack(Ending[AirMission]):
    """Do not send the aircraft; or do not fire at them."""

    label_here: ClassVar[str] = "Do not send them"
    hint_here: ClassVar[str] = "The aircraft go home."
    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {
        "flak": ("Hold fire", "None of your anti-aircraft weapons fires.")
    }

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """Let them go home, or let them pass."""
        if frame.stage == "orders":
            return air.let_go(state, frame)
        air.open_fire(state, frame, seat, None)
        return iter(())


class FlyingMission(Asked[AirMission]):
    """How aircraft find their target, or that they patrol; and who fires at them before that."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (
        Striking(),
        Patrolling(),
        FiringFlak(),
        HoldingBack(),
    )

    def choice(self, state: P8State, frame: AirMission) -> Choice:
        """The owner of the aircraft; then those who have anti-aircraft weapons by their way."""
        if frame.stage == "flak":
            assert frame.target is not None
            target = state.pieces[frame.target]
            return Choice(
                seats=air.seats_with_flak(state, frame),
                ask="flak",
                rule="p8.air.aa-reaction",
                prompt=f"{frame.model}s attack {target.name}. Which anti-aircraft weapons fire?",
                about=(target.id,),
            )
        may_patrol = air.check_patrol(frame) is None
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="air support",
            rule="p8.air.sweep-choice" if may_patrol else "p8.air.method-choice",
            prompt=f"{frame.model}s: attack a planned target, one that a controller sees, or what "
            f"they come upon{'; or patrol' if may_patrol else ''}?",
        )

    def settle(self, state: P8State, frame: AirMission, dice: Dice) -> Iterator[Event]:
        """Everything that waits for nobody."""
        return air.proceed(state, frame, dice)
