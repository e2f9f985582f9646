"""Section 15.3: an air support mission, from the card that brings it to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...s02_terrain.place_names import name_of_feature
from ...s12_hidden.counters import reveal
from ...state import AirMission, Element, Flight, P8State
from ...state.orders import AirOrder
from ...state.side_names import side_called
from ..phase import cancel_draw
from .aircraft import Aircraft, aircraft_of, fighters, ground_attackers
from .anti_aircraft import counters_near, fire_flak, weapons
from .attack import is_mistaken, strike, strike_by_mistake
from .flight_path import flight_path
from .targets import (
    check_controlled,
    check_enemy,
    check_planned,
    feature_near,
    find_by_dice,
    opportunities,
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


class FireFlak(AirOrder, frozen=True, kw_only=False):
    """Have anti-aircraft weapons fire at the aircraft before they attack (15.3.6)."""

    elements: tuple[str, ...]


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
    state.swap(
        msgspec.structs.replace(
            mission, aircraft=aircraft.type, model=aircraft.model, stage="orders"
        )
    )
    what = "fighter sweep" if mission.sweep else "ground attack"
    has = side_called(state, mission.side).opens("has", "have")
    yield Event(
        kind="air",
        text=f"{has} a {what}: {_described(aircraft)}.",
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


def patrol(state: P8State, mission: AirMission) -> Iterator[Event]:
    """Keep a fighter sweep in play as a patrol."""
    state.pop()
    state.patrols = (*state.patrols, mission.side)
    keeps = side_called(state, mission.side).opens("keeps", "keep")
    yield Event(
        kind="air",
        text=f"{keeps} {mission.model}s on combat air patrol.",
        rules=("p8.air.sweep-choice", "p8.air.cap-negates"),
        data={"side": mission.side},
    )


def let_go(state: P8State, mission: AirMission) -> Iterator[Event]:
    """The owner does without a mission, as he may with every card that favours him."""
    state.pop()
    sends = side_called(state, mission.side).opens("does not send its", "do not send their")
    yield Event(
        kind="air",
        text=f"{sends} {mission.model}s.",
        rules=("p8.card.use-at-once",),
        data={"side": mission.side},
    )


def check_patrol(mission: AirMission) -> Refusal | None:
    """Why a mission cannot fly a patrol: only a fighter sweep can, and only when it is called."""
    if mission.sweep and not mission.second_pass:
        cite("p8.air.sweep-choice")
        return None
    return Refusal("p8.air.sweep-choice", "Only a fighter sweep can be flown as a patrol.")


# -- finding a target (15.3.7) --------------------------------------------------------------------


def check_strike(state: P8State, mission: AirMission, order: Strike) -> Refusal | None:
    """Why a target cannot be found like that."""
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
    target = check_enemy(state, mission.side, order.target)
    if isinstance(target, Refusal):
        return target
    if order.method == "planned":
        return check_planned(state, mission.side, target)
    return check_controlled(state, mission.side, target)


def send(state: P8State, mission: AirMission, order: Strike, dice: Dice) -> Iterator[Event]:
    """Send aircraft against a target, or have them look for one."""
    cite("p8.air.method-choice")
    if order.method == "opportunity":
        yield from _look_around(state, mission, dice)
        return
    assert order.target is not None
    if order.target in state.counters:
        _turn_over(state, mission, order.target)
        return
    target = state.pieces[order.target]
    if order.method == "planned":
        feature = feature_near(state, mission.side, state.base(target))
        assert feature is not None
        where = name_of_feature(state.setting, feature)
        how, rule = f"as planned, at {where}", "p8.air.preplanned"
    else:
        how, rule = "as its controller directs", "p8.air.fac-targeting"
    yield from _fly_to(state, mission, target, how, rule)


def _turn_over(state: P8State, mission: AirMission, counter: str) -> None:
    """Reveal what is under a counter before it is attacked; a dummy wastes the mission."""
    enemies = state.on_table(state.other_side(mission.side))
    seen = tuple(enemy.id for enemy in enemies)
    state.swap(msgspec.structs.replace(mission, stage="reveal", seen=seen))
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
        msgspec.structs.replace(
            mission,
            stage="flak",
            target=target.id,
            path=path,
            found_armour=state.sheet(target).armoured,
        )
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


def seats_with_flak(state: P8State, mission: AirMission) -> tuple[str, ...]:
    """The seats that have still to say whether their anti-aircraft weapons fire.

    A counter may hide some, so whoever has one near the way of the aircraft is asked as well.
    """
    ready = [w for w in weapons(state, mission) if w.on_table]
    suspected = bool(counters_near(state, mission))
    enemy = state.other_side(mission.side)
    return tuple(
        seat
        for seat in state.setting.seats[enemy]
        if seat not in mission.passed
        and (suspected or any(state.setting.commands(seat, w.id) for w in ready))
    )


def open_fire(state: P8State, mission: AirMission, seat: str, order: FireFlak | None) -> None:
    """Note which weapons of a seat fire; all of them roll together.

    Those that were hidden are revealed first.
    """
    more = order.elements if order is not None else ()
    state.swap(
        msgspec.structs.replace(
            mission, flak=(*mission.flak, *more), passed=(*mission.passed, seat)
        )
    )
    for name in more:
        if state.pieces[name].under is not None:
            reveal(state, name, "p8.hidden.revealed-by-firing")


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
                state.swap(msgspec.structs.replace(mission, stage="attack"))
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
        state.swap(msgspec.structs.replace(mission, stage="orders", shaken=0))
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


# -- words ----------------------------------------------------------------------------------------


def _described(aircraft: Aircraft) -> str:
    plain = aircraft.model == aircraft.type
    return f"{aircraft.type}s" if plain else f"{aircraft.model}s ({aircraft.type})"
