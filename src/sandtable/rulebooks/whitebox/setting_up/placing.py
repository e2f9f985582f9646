"""DEPLOYMENT: where a side's men and vehicles are placed, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Answer, Asked, Words
from sandtable.battle import Choice, Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Slot, Trace, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import Scenario, Zone
from sandtable.scenario.homes import home_zones

from ..part1_personal.attack.attack import short_name
from ..part1_personal.cover.cover import may_duck
from ..part1_personal.round.actions import mounted_arms
from ..part1_personal.round.turn_checks import STANCES
from ..part2_vehicles.maneuvers.driving import PACES
from ..showing.places import HEADINGS, placed
from ..state import OwbState, Person, Vehicle
from ..state.decision import Case, commands, not_his, question
from ..state.frames import Deploying
from ..state.orders import Deploy
from .deploying_vehicles import (
    FACINGS,
    check_deploy_vehicle,
    most_at,
    place_vehicle,
    places_for,
    told_start,
    trace_deploy_vehicle,
    turrets_of,
)
from .people import check_deploy, zone_squares


class Placing(Answer[OwbState, Deploy, Deploying]):
    """A character or a vehicle is placed in its zone."""

    order = Deploy
    words = Words(label="Place", key="D", hint="Places a character in a square of his zone.")

    def check(self, state: OwbState, frame: Deploying, seat: str, order: Deploy) -> Refusal | None:
        """Why he cannot be placed there."""
        rule = "owb.base.deployment"
        if order.person not in frame.waiting:
            return Refusal(rule, "There is nobody of that name to place.")
        if order.facing is not None and order.facing % 45.0:
            return Refusal("owb.grid.facings", "There are eight facings, 45 degrees apart.")
        refusal = not_his(state, seat, order.person, rule) or check_posture(state, order)
        if refusal is not None:
            return refusal
        if state.find_vehicle(order.person) is not None:
            return check_deploy_vehicle(state, order)
        square = state.setting.square(order.at)
        refusal = check_deploy(state, order.person, square)
        if refusal is None and order.ducked and not may_duck(state, square):
            return Refusal("owb.cover.ducked-or-up", "There is no low cover to duck behind.")
        return refusal

    def apply(
        self, state: OwbState, frame: Deploying, seat: str, order: Deploy, dice: Dice
    ) -> Iterator[Event]:
        left = tuple(name for name in frame.waiting if name != order.person)
        state.swap(replace(frame, waiting=left))
        if state.find_vehicle(order.person) is not None:
            yield from place_vehicle(state, order)
            return
        person = state.move_to(order.person, state.setting.square(order.at))
        heading = state.setting.heading_at_start(person.side, order.facing)
        there = replace(person, on_table=True, moving=False, heading=heading, ducked=order.ducked)
        state.put(postured(there, order))
        yield Event(
            kind="deploy",
            text=f"{person.name} is placed.",
            rules=("owb.base.deployment",),
            pieces=(order.person,),
            seen_by=state.setting.seats[person.side] if person.hidden else None,
        )

    def offer(self, state: OwbState, frame: Deploying, seats: Sequence[str]) -> Iterator[Deploy]:
        """The next man, in any square of his zone, facing the enemy."""
        mine = (
            name for name in frame.waiting if any(commands(state, seat, name) for seat in seats)
        )
        name = next(mine)
        facing = state.setting.facing_of_side(frame.side) * 45.0
        if state.find_vehicle(name) is not None:
            yield from places_for(state, name, state.setting.facing_of_side(frame.side))
            return
        for square in zone_squares(state, name):
            if check_deploy(state, name, square) is None:
                at = state.setting.point(square)
                yield Deploy(person=name, at=at, facing=facing, ducked=may_duck(state, square))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One after another, in any order."""
        frame: Deploying = case.frame
        left = [name for name in frame.waiting if case.commands(name)]
        facing = case.state.setting.facing_of_side(frame.side) * 45.0
        ducked = (asking.flag("ducked", "Does he keep down?"),) if _can_duck(case, left) else ()
        asked = (
            asking.spot("at", "Choose a square of his zone"),
            asking.facing("Turn him to face", default=facing, headings=HEADINGS),
            *ducked,
        )
        if piece in left:
            person, vehicle = case.state.find_person(piece), case.state.find_vehicle(piece)
            slots = (*asked, *_posture(case, person), *_start(case, vehicle))
            fixed = {"person": piece}
            yield case.action(Deploy, self.words, piece=piece, fixed=fixed, slots=slots)
        elif piece is None and left:
            who = asking.one_of("person", "Whom do you place?", left)
            yield case.action(Deploy, self.words, slots=(who, *asked))

    def preview(self, state: OwbState, order: Deploy) -> Trace | None:
        return trace_deploy(state, order) or trace_deploy_vehicle(state, order)

    def told(self, state: OwbState, order: Deploy) -> str:
        how = "" if order.position is None else f", {STANCES[order.position]}"
        gun = "" if order.set_up is None else ", set up" if order.set_up else ", not set up"
        rest = f"{', down' if order.ducked else ''}{how}{gun}{told_start(order)}"
        return f"at {state.setting.told_at(*order.at)}{rest}"


class SettingUp(Asked[OwbState, Deploying]):
    """Where a side's men are placed, one after another."""

    acts = (Placing(),)

    def choice(self, state: OwbState, frame: Deploying) -> Choice:
        """The seats that still have somebody to place."""
        prompt = "Place a character: his square, his facing, down or up."
        return question(state, frame.waiting, "deploy", "owb.base.deployment", prompt)

    def settle(self, state: OwbState, frame: Deploying, dice: Dice) -> Iterator[Event]:
        if not frame.waiting:
            state.pop()
        return iter(())


def check_posture(state: OwbState, order: Deploy) -> Refusal | None:
    """Why nobody begins in such a position, or with such a weapon set up or not."""
    person = state.find_person(order.person)
    if order.position is not None and (person is None or not state.on("stances")):
        return Refusal("owb.modifiers.switch", "Positions play no part in this battle.")
    if order.set_up is not None and (person is None or not mounted_arms(person)):
        return Refusal("owb.base.deployment", "There is nothing of that kind to set up.")
    rolls = any(value is not None for value in (order.turret, order.pace, order.travel))
    if rolls and person is not None:
        return Refusal("owb.base.deployment", "Only a vehicle has a turret, a pace and a travel.")
    return None


def postured(person: Person, order: Deploy) -> Person:
    """A character in the position, and with his weapons as he is to begin."""
    if order.position is not None:
        person = replace(person, stance=STANCES[order.position])
    if order.set_up is not None:
        for arm in mounted_arms(person):
            person = person.with_arm(replace(arm, set_up=order.set_up))
    return person


def trace_deploy(state: OwbState, order: Deploy) -> Trace | None:
    """A character who is placed."""
    person = state.find_person(order.person)
    if person is None:
        return None
    heading = state.setting.heading_at_start(person.side, order.facing)
    return placed(state, postured(person, order), order.at, heading, order.ducked)


def _posture(case: Case, person: Person | None) -> Iterator[Slot]:
    """The position in which he begins, and whether his weapon is set up then."""
    if person is None:
        return
    if case.state.on("stances"):
        words = [Word(value=what, label=stance) for what, stance in STANCES.items()]
        now = next(what for what, stance in STANCES.items() if stance == person.stance)
        ask = "In which position does he begin?"
        yield asking.word("position", ask, words, required=False, default=now)
    mounted = mounted_arms(person)
    if mounted:
        name = short_name(mounted[0])
        yield asking.flag("set_up", f"Does his {name} begin set up?", mounted[0].set_up)


def _start(case: Case, vehicle: Vehicle | None) -> Iterator[Slot]:
    """Where the turret of a vehicle points, and how it has come to where it begins."""
    if vehicle is None:
        return
    turrets = turrets_of(vehicle)
    if turrets:
        ask = "Where does its turret point, in eighths of a turn clockwise from its front?"
        now = turrets[0].facing
        yield asking.number("turret", ask, 0, FACINGS - 1, now, required=False, step=1)
    most = most_at(case.state, vehicle, "normal")
    if most:
        paces = [Word(value=pace, label=pace) for pace in PACES]
        ask = "At which pace does it begin?"
        yield asking.word("pace", ask, paces, required=False, default=vehicle.pace)
        ask = "How many squares has it covered in the round before?"
        yield asking.number("travel", ask, 0, most, vehicle.travelled, required=False, step=1)


def _can_duck(case: Case, names: list[str]) -> bool:
    """Whether there is low cover in any square where one of them could be."""
    squares = {square for name in names for square in zone_squares(case.state, name)}
    return any(may_duck(case.state, square) for square in squares)


ROWS_OF_ZONE: Final = 6.0
"""How many rows along its edge a side sets up in, where a scenario does not say."""


def usual_zones(scenario: Scenario) -> tuple[Zone, ...]:
    """The zones of a scenario that gives neither zones nor positions: rows along the home edges."""
    cite("owb.base.deployment")
    return home_zones(scenario, ROWS_OF_ZONE)
