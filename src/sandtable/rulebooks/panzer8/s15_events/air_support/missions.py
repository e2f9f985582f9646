"""Section 15.3: an air support mission, from the card that brings it to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, Literal, get_args

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Action, Kind, Trace
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...drawing.ghosts import about_place, some
from ...s02_terrain.place_names import name_of_feature
from ...s12_hidden.counters import counters_of, reveal
from ...s12_hidden.spotting import stand_in
from ...state import AirMission, Element, Flight, P8State, slots
from ...state.case import Case
from ...state.decision import Asked, Ending, SeatsOwn
from ...state.orders import AirOrder, Done
from ...state.previewing import named
from ...state.side_names import side_called
from ..cards import cancel_draw
from ..support_fire.calling import marked
from .aircraft import aircraft_of, fighters, flight_path, ground_attackers
from .anti_aircraft import FiringFlak, fire_flak, open_fire, seats_with_flak
from .attack import attack_odds, attack_on, is_mistaken, strike, strike_by_mistake
from .targets import (
    check_controlled,
    check_counter,
    check_enemy,
    check_planned,
    feature_near,
    find_by_dice,
    finding_odds,
    opportunities,
    targets,
)

Method = Literal["planned", "controlled", "opportunity"]


class Strike(AirOrder, frozen=True, kw_only=False):
    """Have aircraft attack a target on the ground, and say how they find it (15.3.7).

    Attributes:
        method: Near a feature that was noted before play, as a forward air controller directs, or
            as they come upon it.
        target: The enemy element, or the counter that may hide one; none for what they come upon.
    """

    method: Method
    target: str | None = None


BACK_AFTER: Final = 2
"""After so many game turns aircraft may come back."""

RETURN_ON: Final = 6
"""The score with which they do."""


# -- the card (15.3.1, 15.3.2) --------------------------------------------------------------------


def answer_call(state: P8State, mission: AirMission) -> Iterator[Event]:
    """Aircraft are called: an enemy patrol stops them, or their owner decides what they do."""
    cite("p8.air.cap-negates")
    enemy = state.other_side(mission.side)
    if enemy in state.patrols:
        yield from _negate(state, mission, enemy)
        return
    called = fighters if mission.sweep else ground_attackers
    aircraft = called(state.setting, mission.side)
    state.swap(mission, aircraft=aircraft.type, model=aircraft.model, stage="orders")
    plain = aircraft.model == aircraft.type
    named = f"{aircraft.type}s" if plain else f"{aircraft.model}s ({aircraft.type})"
    what = "fighter sweep" if mission.sweep else "ground attack"
    has = side_called(state, mission.side).opens("has", "have")
    yield Event(
        kind="air",
        text=f"{has} a {what}: {named}.",
        rules=("p8.air.mission-types", "p8.air.values"),
        data={"side": mission.side, "aircraft": aircraft.type, "model": aircraft.model},
    )


def _negate(state: P8State, mission: AirMission, enemy: str) -> Iterator[Event]:
    """A patrol stops one mission and is used up."""
    state.pop()
    patrols = list(state.patrols)
    patrols.remove(enemy)
    state.patrols = tuple(patrols)
    yield Event(
        kind="air",
        text=f"The air support of {side_called(state, mission.side).text} is driven off by a "
        f"combat air patrol of {side_called(state, enemy).text}.",
        rules=("p8.air.cap-negates",),
        data={"side": mission.side},
    )


# -- finding a target (15.3.7) --------------------------------------------------------------------


def _turn_over(state: P8State, mission: AirMission, counter: str) -> None:
    """Reveal what is under a counter before it is attacked; a dummy wastes the mission."""
    enemies = state.on_table(state.other_side(mission.side))
    seen = tuple(enemy.id for enemy in enemies)
    state.swap(mission, stage="reveal", seen=seen)
    reveal(state, counter, "p8.hidden.air-can-hit")


def _fly_to_revealed(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """Attack one of those who were under the counter."""
    enemies = state.on_table(state.other_side(mission.side))
    found = [enemy for enemy in enemies if enemy.id not in mission.seen]
    mission = msgspec.structs.replace(mission, seen=())
    if not found:
        yield from _find_nothing(state, mission, "p8.hidden.air-can-hit")
        return
    target = dice.pick(found, "target under the counter")
    how = "which was under the counter"
    yield from _fly_to(state, mission, target, how, "p8.hidden.air-can-hit", dice)


def _find_nothing(state: P8State, mission: AirMission, rule: str) -> Iterator[Event]:
    yield Event(
        kind="air",
        text=f"{mission.model}s find nothing to attack.",
        rules=(rule,),
        data={"side": mission.side},
    )
    yield from _end(state, mission)


def _look_around(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    found = opportunities(state, mission.side, aircraft_of(mission))
    if not found:
        yield from _find_nothing(state, mission, "p8.air.opportunity-roll")
        return
    target, scores = find_by_dice(state, found, dice)
    told = ", ".join(f"{state.pieces[name].name} {score}" for name, score in scores)
    yield from _fly_to(
        state, mission, target, f"as they come upon it ({told})", "p8.air.opportunity-roll", dice
    )


def _fly_to(
    state: P8State,
    mission: AirMission,
    target: Element,
    how: str,
    rule: str,
    dice: Dice | None = None,
) -> Iterator[Event]:
    """Fly from the home edge to the target, within reach of whoever can fire at aircraft."""
    path = flight_path(state.setting, mission.side, state.base(target))
    state.swap(
        mission,
        stage="flak",
        target=target.id,
        path=path,
        found_armour=state.sheet(target).armoured,
    )
    yield Event(
        kind="air",
        text=f"{mission.model}s fly against {target.name}, {how}.",
        rules=(rule, "p8.air.method-choice", "p8.air.flight-path"),
        pieces=(target.id,),
        rolls=dice.take_rolls() if dice else (),
        data={"side": mission.side, "path": path},
    )


# -- anti-aircraft fire and the attack (15.3.6, 15.3.7) -------------------------------------------


def proceed(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """Whatever happens on a mission without a decision."""
    match mission.stage:
        case "called":
            yield from answer_call(state, mission)
        case "return":
            yield from come_back(state, mission, dice)
        case "reveal":
            yield from _fly_to_revealed(state, mission, dice)
        case "flak" if not seats_with_flak(state, mission):
            if mission.flak:
                yield from fire_flak(state, mission, dice)
            else:
                state.swap(mission, stage="attack")
        case "attack":
            if mission.target in state.pieces:
                yield from strike(state, mission, dice)
            else:
                yield from _end(state, mission)
        case "mistake":
            mistaken = is_mistaken(state, mission)
            yield from _end(state, mission)
            if mistaken:
                yield from strike_by_mistake(state, mission, dice)


# -- the second pass (15.3.8) ---------------------------------------------------------------------


def _end(state: P8State, mission: AirMission) -> Iterator[Event]:
    """A mission is over; its aircraft may come back once."""
    state.pop()
    if mission.second_pass:
        cite("p8.air.second-pass")
        return
    if mission.aircraft == "Tank Buster" and not mission.found_armour:
        yield Event(
            kind="air",
            text=f"{mission.model}s have found no armour and will not come back.",
            rules=("p8.air.tank-buster-no-armour-no-return",),
            data={"side": mission.side},
        )
        return
    flight = Flight(
        side=mission.side,
        aircraft=mission.aircraft,
        model=mission.model,
        turn=state.turn,
        shaken=mission.shaken,
    )
    state.flights = (*state.flights, flight)


def begin_second_passes(state: P8State) -> None:
    """In the Event Phase: see whether aircraft of two game turns ago come back."""
    due = [
        flight
        for flight in state.flights
        if flight.side == state.active and flight.turn + BACK_AFTER <= state.turn
    ]
    state.flights = tuple(flight for flight in state.flights if flight not in due)
    for flight in due:
        state.push(
            AirMission(
                side=flight.side,
                second_pass=True,
                aircraft=flight.aircraft,
                model=flight.model,
                shaken=flight.shaken,
                stage="return",
            )
        )


def returns(shaken: int, dice: Dice, what: str = "second pass") -> tuple[int, bool]:
    """Roll for a second pass: the score, and whether the aircraft come back."""
    cite("p8.air.second-pass", "p8.dice.d10-is-one-to-ten")
    score = dice.die(10, what) - shaken
    came = dice.settle("second pass", "yes" if score >= RETURN_ON else "no", ("no", "yes"))
    return score, came == "yes"


def come_back(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """Aircraft come back and are a mission once more, in the place of a card; or they do not."""
    score, back = returns(mission.shaken, dice, f"second pass, {mission.model}")
    if back:
        state.swap(mission, stage="orders", shaken=0)
        cancel_draw(state)
    else:
        state.pop()
    came = "they come back, and no card is drawn" if back else "they do not come back"
    yield Event(
        kind="air",
        text=f"{mission.model}s, second pass: {score}, {came}.",
        rules=("p8.air.second-pass",),
        rolls=dice.take_rolls(),
        data={"side": mission.side, "score": score, "returns": back},
    )


# -- what is decided -------------------------------------------------------------------------------


class Patrol(AirOrder, frozen=True):
    """Have a fighter sweep fly a combat air patrol, which stops the next enemy mission (15.3.1)."""


def check_patrol(mission: AirMission) -> Refusal | None:
    """Why a mission cannot fly a patrol: only a fighter sweep can, and only when it is called."""
    if mission.sweep and not mission.second_pass:
        cite("p8.air.sweep-choice")
        return None
    return Refusal("p8.air.sweep-choice", "Only a fighter sweep can be flown as a patrol.")


class Striking(Answer[P8State, Strike, AirMission]):
    """Have aircraft attack a target on the ground, and say how they find it."""

    order = Strike
    words = Words(
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
        return frame.stage != "flak"

    def check(self, state: P8State, frame: AirMission, seat: str, order: Strike) -> Refusal | None:
        cite("p8.air.method-choice")
        if order.method == "opportunity":
            if order.target is None:
                return None
            return Refusal(
                "p8.air.opportunity-roll",
                "The dice say which target of opportunity is attacked; do not name one.",
            )
        if order.target is None:
            return Refusal("p8.air.method-choice", "Say which enemy element is to be attacked.")
        target = check_enemy(state, frame.side, order.target)
        if isinstance(target, Refusal):
            return target
        if order.method == "planned":
            return check_planned(state, frame.side, target)
        return check_controlled(state, frame.side, target)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Strike, dice: Dice
    ) -> Iterator[Event]:
        cite("p8.air.method-choice")
        if order.method == "opportunity":
            yield from _look_around(state, frame, dice)
            return
        assert order.target is not None
        if order.target in state.counters:
            _turn_over(state, frame, order.target)
            return
        target = state.pieces[order.target]
        if order.method == "planned":
            feature = feature_near(state, frame.side, state.base(target))
            assert feature is not None
            where = name_of_feature(state.setting, feature)
            how, rule = f"as planned, at {where}", "p8.air.preplanned"
        else:
            how, rule = "as its controller directs", "p8.air.fac-targeting"
        yield from _fly_to(state, frame, target, how, rule)

    def offer(self, state: P8State, frame: AirMission, seats: Sequence[str]) -> Iterator[Strike]:
        """Every enemy that can be attacked by choice, and what the aircraft come upon."""
        for target in targets(state, frame.side):
            yield from _strikes_at(state, frame, target)
        for counter in counters_of(state, state.other_side(frame.side)):
            if check_counter(state, frame.side, counter) is None:
                yield from _strikes_at(state, frame, stand_in(state, counter))
        yield Strike("opportunity")

    def odds(self, state: P8State, order: Strike) -> Odds | None:
        """Of the attack, or of finding each target."""
        mission = state.frame
        if not isinstance(mission, AirMission):
            return None
        if order.method == "opportunity":
            found = opportunities(state, mission.side, aircraft_of(mission))
            chances = finding_odds(state, found) if found else {}
            outcomes = tuple((e.name, chances[e.id]) for e in found) or (("none", Fraction(1)),)
            return Odds(title=f"{mission.model}s, target of opportunity", outcomes=outcomes)
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
        open_ways = (
            order.method for order in self.offer(state, frame, ()) if order.target == target
        )
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


def _strikes_at(state: P8State, mission: AirMission, target: Element) -> Iterator[Strike]:
    if check_planned(state, mission.side, target) is None:
        yield Strike("planned", target.id)
    elif check_controlled(state, mission.side, target) is None:
        yield Strike("controlled", target.id)


class Patrolling(SeatsOwn[Patrol, AirMission]):
    """Have a fighter sweep fly a combat air patrol, which stops the next enemy mission."""

    order = Patrol
    words = Words(
        label="Patrol",
        key="T",
        rule="p8.air.sweep-choice",
        hint="They patrol, which stops the next air mission of the enemy.",
        typed="patrol",
        means="Keep the fighters on patrol: they stop the enemy's next aircraft.",
    )

    def is_asked(self, frame: AirMission) -> bool:
        return frame.stage != "flak"

    def check(self, state: P8State, frame: AirMission, seat: str, order: Patrol) -> Refusal | None:
        return check_patrol(frame)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Patrol, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        state.patrols = (*state.patrols, frame.side)
        keeps = side_called(state, frame.side).opens("keeps", "keep")
        yield Event(
            kind="air",
            text=f"{keeps} {frame.model}s on combat air patrol.",
            rules=("p8.air.sweep-choice", "p8.air.cap-negates"),
            data={"side": frame.side},
        )

    def told(self, state: P8State, order: Patrol) -> str:
        return ""

    def concerns(self, state: P8State, doer: object) -> bool:
        return isinstance(state.frame, AirMission) and check_patrol(state.frame) is None


class HoldingBack(Ending[AirMission]):
    """Do not send the aircraft; or do not fire at them."""

    label_here = "Do not send them"
    hint_here = "The aircraft go home."
    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {
        "flak": ("Hold fire", "None of your anti-aircraft weapons fires.")
    }

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """As he may with every card that favours him, the owner does without the mission."""
        if frame.stage != "orders":
            open_fire(state, frame, seat, ())
            return
        state.pop()
        sends = side_called(state, frame.side).opens("does not send its", "do not send their")
        yield Event(
            kind="air",
            text=f"{sends} {frame.model}s.",
            rules=("p8.card.use-at-once",),
            data={"side": frame.side},
        )


class FlyingMission(Asked[AirMission]):
    """How aircraft find their target, or that they patrol; and who fires at them before that."""

    acts = (
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
                seats=seats_with_flak(state, frame),
                ask="flak",
                rule="p8.air.aa-reaction",
                prompt=f"{frame.model}s attack {target.name}. Which anti-aircraft weapons fire?",
                about=(target.id,),
            )
        may_patrol = check_patrol(frame) is None
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="air support",
            rule="p8.air.sweep-choice" if may_patrol else "p8.air.method-choice",
            prompt=f"{frame.model}s: attack a planned target, one that a controller sees, or what "
            f"they come upon{'; or patrol' if may_patrol else ''}?",
        )

    def settle(self, state: P8State, frame: AirMission, dice: Dice) -> Iterator[Event]:
        """Everything that waits for nobody."""
        return proceed(state, frame, dice)
