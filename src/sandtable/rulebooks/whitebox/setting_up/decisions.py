"""Decisions before the turns: deployment, the free attack of an ambush, declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from sandtable.acts import Act, Answer, Asked, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Slot, Trace, Word
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack import short_name
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of, check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.declared import free_attacks
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import able_to_act
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import may_duck
from sandtable.rulebooks.whitebox.part1_personal.round.actions import mounted_arms
from sandtable.rulebooks.whitebox.part1_personal.round.turn_checks import STANCES
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import can_reload, needs_reload
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gunnery import GUN_DEEDS
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving import PACES
from sandtable.rulebooks.whitebox.part2_vehicles.round.deeds import Deed
from sandtable.rulebooks.whitebox.setting_up.deploying_vehicles import (
    FACINGS,
    check_deploy_vehicle,
    most_at,
    place_vehicle,
    places_for,
    told_start,
    trace_deploy_vehicle,
    turrets_of,
)
from sandtable.rulebooks.whitebox.setting_up.people import check_deploy, zone_squares
from sandtable.rulebooks.whitebox.showing.lines_of_sight import placed
from sandtable.rulebooks.whitebox.showing.slots import HEADINGS
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.case import Case
from sandtable.rulebooks.whitebox.state.decision import Decision, commands, not_his, owners
from sandtable.rulebooks.whitebox.state.frames import Ambushing, Attacking, Declaring, Deploying
from sandtable.rulebooks.whitebox.state.orders import ATTACKS, Declare, Deploy, Done, Mass
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_frames import VehicleTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun, FirePort, Traverse
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

FREE_DEEDS: Final[dict[type[Order], Deed[Any]]] = {
    deed.order: deed for deed in GUN_DEEDS if deed.order in (Traverse, FireGun, FirePort)
}
"""What crews in ambush can do."""


class Placing(Answer[OwbState, Deploy, Deploying]):
    """A character or a vehicle is placed in its zone."""

    order: ClassVar[type[Order]] = Deploy
    words: ClassVar[Words] = Words(
        label="Place", key="D", hint="Places a character in a square of his zone."
    )

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
        """Place him."""
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
        """It, or himself, there."""
        return trace_deploy(state, order) or trace_deploy_vehicle(state, order)

    def told(self, state: OwbState, order: Deploy) -> str:
        """Where, and how."""
        how = "" if order.position is None else f", {STANCES[order.position]}"
        gun = "" if order.set_up is None else ", set up" if order.set_up else ", not set up"
        rest = f"{', down' if order.ducked else ''}{how}{gun}{told_start(order)}"
        return f"at {state.setting.told_at(*order.at)}{rest}"


class SettingUp(Asked[OwbState, Deploying]):
    """Where a side's men are placed, one after another."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (Placing(),)

    def choice(self, state: OwbState, frame: Deploying) -> Choice:
        """The seats that still have somebody to place."""
        return Choice(
            seats=owners(state, frame.waiting),
            ask="deploy",
            rule="owb.base.deployment",
            prompt="Place a character: his square, his facing, down or up.",
            about=frame.waiting,
        )

    def settle(self, state: OwbState, frame: Deploying, dice: Dice) -> Iterator[Event]:
        """Everybody is placed."""
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


class FreeAttack(Decision[Ambushing]):
    """The free attacks of an ambush."""

    answers: ClassVar[tuple[type[Order], ...]] = (*ATTACKS, *FREE_DEEDS, Done)

    def choice(self, state: OwbState, frame: Ambushing) -> Choice:
        """The ambushers' seats."""
        return Choice(
            seats=owners(state, frame.waiting),
            ask="free attack",
            rule="owb.ambush.free-attack",
            prompt="Each ambusher makes one free attack.",
            about=frame.waiting,
        )

    def check(self, state: OwbState, frame: Ambushing, seat: str, order: Order) -> Refusal | None:
        """Why that attack cannot be made."""
        if isinstance(order, Done):
            return None
        person: str = getattr(order, "person", "")
        if person not in frame.waiting:
            return Refusal("owb.ambush.free-attack", "He has no free attack.")
        refusal = not_his(state, seat, person, "owb.ambush.free-attack")
        if refusal is not None:
            return refusal
        refusal = _check_alone(frame, order)
        if refusal is not None:
            return refusal
        vehicle = state.person(person).aboard
        deed = FREE_DEEDS.get(type(order))
        if vehicle and deed is not None:
            return deed.check(state, VehicleTurn(vehicle=vehicle, only=person), order)
        if vehicle or deed is not None:
            return Refusal("owb.ambush.free-attack", "That is not how he can attack.")
        return check_attack(state, state.person(person), order)  # type: ignore[arg-type]

    def apply(
        self, state: OwbState, frame: Ambushing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Attack, or let the rest go."""
        if isinstance(order, Done):
            left = tuple(n for n in frame.waiting if not commands(state, seat, n))
            state.swap(replace(frame, waiting=left))
            return
        name: str = getattr(order, "person", "")
        deed = FREE_DEEDS.get(type(order))
        if not isinstance(order, Traverse):
            left = tuple(other for other in frame.waiting if other != name)
            state.swap(replace(frame, waiting=left))
        if deed is not None:
            turn = VehicleTurn(vehicle=state.person(name).aboard, only=name)
            yield from deed.apply(state, turn, order, dice)
            return
        state.push(Attacking(person=name, attack=order, stage="due"))  # type: ignore[arg-type]
        yield from ()

    def candidates(
        self, state: OwbState, frame: Ambushing, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Every attack of those who have not made theirs."""
        for name in frame.waiting:
            if any(commands(state, seat, name) for seat in seats):
                for order in _free_attacks(state, state.person(name)):
                    if _check_alone(frame, order) is None:
                        yield order
        yield Done()

    def settle(self, state: OwbState, frame: Ambushing, dice: Dice) -> Iterator[Event]:
        """All have attacked."""
        left = tuple(
            name
            for name in frame.waiting
            if (person := state.person(name)).able and not (person.attacked and not person.aboard)
        )
        if not left:
            state.pop()
        elif left != frame.waiting:
            state.swap(replace(frame, waiting=left))
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """The attacks of each ambusher, or that there are no more."""
        frame: Ambushing = case.frame
        if piece is None:
            left = sum(case.commands(name) for name in frame.waiting)
            yield case.done("No more free attacks", f"{left} of your men have not made theirs.")
            return
        for name in frame.waiting:
            person = case.state.find_person(name)
            if person is not None and piece in (name, person.aboard) and case.commands(name):
                yield from free_attacks(case, person)


def _check_alone(frame: Ambushing, order: Order) -> Refusal | None:
    """Why a free attack cannot be made with others: they need one too, and nobody has Actions."""
    rule = "owb.ambush.free-attack"
    if getattr(order, "helper", None) is not None:
        return Refusal(rule, "Nobody takes Actions in it, so nobody can lend a hand.")
    if isinstance(order, Mass) and not set(order.others) <= set(frame.waiting):
        return Refusal(rule, "Not all of them have a free attack.")
    return None


def _free_attacks(state: OwbState, person: Person) -> Iterator[Order]:
    if not person.aboard:
        yield from attacks_of(state, person)
        return
    turn = VehicleTurn(vehicle=person.aboard, only=person.id)
    for deed in FREE_DEEDS.values():
        for order in deed.candidates(state, turn):
            if order.person == person.id and deed.check(state, turn, order) is None:
                yield order


class DeclaringFirst(Act[OwbState, Declare]):
    """That somebody reloads or changes position this round, and so acts last."""

    order: ClassVar[type[Order]] = Declare
    words: ClassVar[Words] = Words(
        label="Declare",
        key="R",
        rule="owb.round.declarations-before-initiative",
        typed="declare MAN reload|stand|kneel|prone",
        means="Say before Initiative that a character will reload or change position.",
        also=("reload",),
    )

    def by(self, case: Case, person: Person, *, with_name: bool) -> Iterator[Action]:
        """Everything that he could declare; with his name, where he is one of several."""
        stances = not person.aboard and case.state.on("stances")
        for what, words in EACH_DECLARED.items():
            if what != "reload" and not stances:
                continue
            yield case.action(
                Declare,
                words,
                piece=person.aboard or person.id,
                fixed={"person": person.id, "what": what},
                refusal=case.refusal(Declare(person.id, what)),  # type: ignore[arg-type]
                label=f"{words.label}: {person.name}" if with_name else words.label,
            )


DECLARING: Final = DeclaringFirst()
EACH_DECLARED: Final[Mapping[str, Kind]] = {
    "reload": Kind(
        label="Reload",
        key="R",
        rule="owb.reload.loses-initiative",
        hint="He reloads this round, and acts after everybody else.",
    ),
    **{
        what: Kind(
            label=label,
            key=label[0],
            rule="owb.stance.change-loses-initiative",
            hint=f"He {does} this round, and acts after everybody else.",
        )
        for what, label, does in (
            ("stand", "Stand up", "stands up"),
            ("kneel", "Kneel", "kneels"),
            ("prone", "Lie down", "lies down"),
        )
    },
}


class SayingBefore(Decision[Declaring]):
    """Who will reload or change position this round."""

    answers: ClassVar[tuple[type[Order], ...]] = (Declare, Done)

    def choice(self, state: OwbState, frame: Declaring) -> Choice:
        """The seats of the side whose turn it is to declare."""
        return Choice(
            seats=state.setting.seats[frame.sides[0]],
            ask="declare",
            rule="owb.round.declarations-before-initiative",
            prompt="Who reloads or changes position this round, and so loses Initiative?",
        )

    def check(self, state: OwbState, frame: Declaring, seat: str, order: Order) -> Refusal | None:
        """Why that cannot be declared."""
        if not isinstance(order, Declare):
            return None
        rule = "owb.round.declarations-before-initiative"
        refusal = not_his(state, seat, order.person, rule)
        if refusal is not None:
            return refusal
        return check_declare(state, state.person(order.person), order.what)

    def apply(
        self, state: OwbState, frame: Declaring, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Note it, or go on to the next side."""
        if isinstance(order, Done):
            rest = frame.sides[1:]
            state.pop()
            if rest:
                state.push(Declaring(sides=rest))
            return
        assert isinstance(order, Declare)
        person = state.change(order.person, late=order.what)
        what = "reload" if order.what == "reload" else "change position"
        yield Event(
            kind="declare",
            text=f"{person.name} will {what}, and loses Initiative.",
            rules=("owb.initiative.loses-initiative",),
            pieces=(person.id,),
        )

    def candidates(
        self, state: OwbState, frame: Declaring, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Everything that could be declared, and that there is nothing more."""
        for person in state.persons():
            mine = person.side == frame.sides[0]
            if not mine or not any(commands(state, seat, person.id) for seat in seats):
                continue
            for what in ("reload", "stand", "kneel", "prone"):
                if check_declare(state, person, what) is None:
                    yield Declare(person=person.id, what=what)
        yield Done()

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Who reloads or changes position, or that there is nothing more."""
        if piece is None:
            yield case.done("Nothing more to declare", "Then Initiative is rolled.")
            return
        vehicle = case.state.find_vehicle(piece)
        aboard = [] if vehicle is None else case.state.occupants(vehicle.id)
        for name in (piece, *(one.id for one in aboard)):
            person = case.state.find_person(name)
            if person is None or person.side != case.frame.sides[0] or not case.commands(name):
                continue
            yield from DECLARING.by(case, person, with_name=name != piece)


def check_declare(state: OwbState, person: Person, what: str) -> Refusal | None:
    """Why a character cannot declare that he reloads or changes position."""
    rule = "owb.round.declarations-before-initiative"
    if not able_to_act(person) or person.off_map or person.late or person.hidden:
        return Refusal(rule, f"{person.name} has nothing to declare.")
    if what == "reload":
        if any(can_reload(state, arm) for arm in person.arms):
            return None
        if any(needs_reload(state, arm) for arm in person.arms):
            return Refusal("owb.ammo.count-rounds", "He has no load left.")
        return Refusal("owb.reload.loses-initiative", "He has nothing to reload.")
    if not state.on("stances") or person.aboard:
        return Refusal("owb.modifiers.switch", "Positions play no part in this battle.")
    if person.stance == STANCES[what]:
        return Refusal("owb.stance.change-loses-initiative", "He is in that position already.")
    return None


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
