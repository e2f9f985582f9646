"""Decisions before the turns: deployment, the free attack of an ambush, declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Act, Words
from sandtable.battle import Choice, Event, Order, Refusal, happened
from sandtable.battle.page import Action, Kind
from sandtable.dice import Dice

from ..part1_personal.attack.attacks import attacks_of, check_attack
from ..part1_personal.attack.declared import free_attacks
from ..part1_personal.core_rulebook.persons import able_to_act
from ..part1_personal.round.turn_checks import STANCES
from ..part1_personal.weapons.ammunition import can_reload, needs_reload
from ..part2_vehicles.attack.gunnery import GUN_DEEDS
from ..part2_vehicles.round.crew import Deed
from ..state import OwbState, Person
from ..state.decision import Case, Decision, commands, not_his, question
from ..state.frames import Ambushing, Attacking, Declaring, VehicleTurn
from ..state.orders import ATTACKS, Declare, Done, Mass
from ..state.vehicle_orders import FireGun, FirePort, Traverse

FREE_DEEDS: Final[dict[type[Order], Deed[Any]]] = {
    deed.order: deed for deed in GUN_DEEDS if deed.order in (Traverse, FireGun, FirePort)
}
"""What crews in ambush can do."""


class FreeAttack(Decision[Ambushing]):
    """The free attacks of an ambush."""

    answers = (*ATTACKS, *FREE_DEEDS, Done)

    def choice(self, state: OwbState, frame: Ambushing) -> Choice:
        prompt = "Each ambusher makes one free attack."
        return question(state, frame.waiting, "free attack", "owb.ambush.free-attack", prompt)

    def check(self, state: OwbState, frame: Ambushing, seat: str, order: Order) -> Refusal | None:
        """Why that attack cannot be made."""
        if isinstance(order, Done):
            return None
        person: str = getattr(order, "person", "")
        if person not in frame.waiting:
            return Refusal("owb.ambush.free-attack", "He has no free attack.")
        refusal = not_his(state, seat, person, "owb.ambush.free-attack")
        refusal = refusal or _check_alone(frame, order)
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

    order = Declare
    words = Words(
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

    answers = (Declare, Done)

    def choice(self, state: OwbState, frame: Declaring) -> Choice:
        """The seats of the side whose turn it is to declare."""
        return Choice(
            seats=state.setting.seats[frame.sides[0]],
            ask="declare",
            rule="owb.round.declarations-before-initiative",
            prompt="Who reloads or changes position this round, and so loses Initiative?",
        )

    def check(self, state: OwbState, frame: Declaring, seat: str, order: Order) -> Refusal | None:
        if not isinstance(order, Declare):
            return None
        rule = "owb.round.declarations-before-initiative"
        return not_his(state, seat, order.person, rule) or check_declare(
            state, state.person(order.person), order.what
        )

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
        text = f"{person.name} will {what}, and loses Initiative."
        yield happened("declare", text, "owb.initiative.loses-initiative", person.id)

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
