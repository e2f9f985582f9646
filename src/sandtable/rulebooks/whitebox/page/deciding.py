"""Decisions outside of a character's own turn: before it, in between, and under fire."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Order
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Kind, Slot, Word
from sandtable.rulebooks.whitebox.page import words as told
from sandtable.rulebooks.whitebox.page.acting import HEADINGS
from sandtable.rulebooks.whitebox.page.attacking import AT_A_SQUARE, attacks, short_name
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.page.crewing import at_vehicles, gun_attack
from sandtable.rulebooks.whitebox.page.vehicle_words import START
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import next_to_interrupt
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import may_duck
from sandtable.rulebooks.whitebox.part1_personal.round.actions import mounted_arms
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import waiting
from sandtable.rulebooks.whitebox.part1_personal.round.turn_checks import STANCES
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.common_maneuvers import PACES
from sandtable.rulebooks.whitebox.setting_up.deploying_vehicles import FACINGS, most_at, turrets_of
from sandtable.rulebooks.whitebox.setting_up.people import zone_squares
from sandtable.rulebooks.whitebox.state.frames import (
    Ambushing,
    Attacking,
    CookedOff,
    Declaring,
    Deploying,
    Diving,
    Interrupt,
    Struck,
    ThrowingBack,
)
from sandtable.rulebooks.whitebox.state.orders import (
    AllowSaves,
    Begin,
    Declare,
    Decline,
    Deploy,
    Dive,
    Hold,
    React,
    TakeCover,
    Throw,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import StartVehicle
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

# -- before the turns -----------------------------------------------------------------------------


def deploying(case: Case, piece: str | None) -> Iterator[Action]:
    """Place characters, one after another, in any order."""
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
        fixed = {"person": piece}
        person, vehicle = case.state.find_person(piece), case.state.find_vehicle(piece)
        more = (*_posture(case, person), *_start(case, vehicle))
        yield case.action(Deploy, told.DEPLOY, piece=piece, fixed=fixed, slots=(*asked, *more))
    elif piece is None and left:
        who = asking.one_of("person", "Whom do you place?", left)
        yield case.action(Deploy, told.DEPLOY, slots=(who, *asked))


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


def ambushing(case: Case, piece: str | None) -> Iterator[Action]:
    """The free attack of each ambusher."""
    frame: Ambushing = case.frame
    if piece is not None:
        for name in frame.waiting:
            person = case.state.find_person(name)
            if person is None or piece not in (name, person.aboard) or not case.commands(name):
                continue
            yield from free_attacks(case, person)
    else:
        left = sum(case.commands(name) for name in frame.waiting)
        yield case.done("No more free attacks", f"{left} of your men have not made theirs.")


def free_attacks(case: Case, person: Person) -> Iterator[Action]:
    """The attacks of somebody outside of a turn, on foot or aboard; only those that are open."""
    if person.aboard:
        yield from gun_attack(case, person)
        return
    found = (*attacks(case, person), *at_vehicles(case, person))
    yield from (action for action in found if not action.refusal)


def declaring(case: Case, piece: str | None) -> Iterator[Action]:
    """Who reloads or changes position, and so acts last."""
    frame: Declaring = case.frame
    state = case.state
    if piece is None:
        yield case.done("Nothing more to declare", "Then Initiative is rolled.")
        return
    for name in (piece, *(one.id for one in _aboard(case, piece))):
        person = state.find_person(name)
        if person is not None and person.side == frame.sides[0] and case.commands(name):
            yield from _declarations(case, person, named=name != piece)


def _aboard(case: Case, piece: str) -> list[Person]:
    """Those aboard a vehicle, if it is one."""
    vehicle = case.state.find_vehicle(piece)
    return [] if vehicle is None else case.state.occupants(vehicle.id)


def _declarations(case: Case, person: Person, *, named: bool) -> Iterator[Action]:
    stances = () if person.aboard or not case.state.on("stances") else tuple(STANCES)
    for what in ("reload", *stances):
        words = told.DECLARE[what]
        yield case.action(
            Declare,
            words,
            piece=person.aboard or person.id,
            fixed={"person": person.id, "what": what},
            refusal=case.refusal(Declare(person.id, what)),  # type: ignore[arg-type]
            label=f"{words.label}: {person.name}" if named else words.label,
        )


def who_acts(case: Case, piece: str | None) -> Iterator[Action]:
    """Whose turn is next."""
    state = case.state
    assert state.segment is not None
    if piece is None:
        left = [one for one in waiting(state, state.segment) if case.commands(one.id)]
        yield case.done("Let the rest pass", f"{len(left)} of yours have not had their turn.")
    elif state.find_vehicle(piece) is not None and case.commands(piece):
        starts = StartVehicle(piece)
        if case.allows(starts) or state.option("initiative") != "individual":
            refusal = case.refusal(starts)
            fixed = {"vehicle": piece}
            yield case.action(
                StartVehicle, START, piece=piece, fixed=fixed, refusal=refusal, at_once=True
            )
    for person in (*_persons(case, piece or ""), *_aboard(case, piece or "")):
        refusal = case.refusal(Begin(person.id))
        if case.commands(person.id) and (refusal is None or not person.aboard):
            yield case.action(
                Begin,
                told.BEGIN,
                piece=piece,
                fixed={"person": person.id},
                refusal=refusal,
                at_once=True,
                label=told.BEGIN.label if person.id == piece else f"Turn of {person.name}",
            )


def _persons(case: Case, piece: str) -> list[Person]:
    person = case.state.find_person(piece)
    return [] if person is None else [person]


# -- in between -----------------------------------------------------------------------------------


def interrupting(case: Case, piece: str | None) -> Iterator[Action]:
    """Whether somebody who has withheld his attack, or keeps a weapon trained, fires now."""
    frame: Interrupt = case.frame
    asked = next_to_interrupt(case.state, frame)
    assert asked is not None, "nobody may interrupt"
    if piece in (None, asked.id, asked.aboard):
        yield from free_attacks(case, asked)
    if piece is None:
        yield case.done("Let it pass", "He keeps his attack for later.", Hold)


def attacking(case: Case, piece: str | None) -> Iterator[Action]:
    """Another target for an attack that can no longer be made as it was declared."""
    frame: Attacking = case.frame
    if piece in (None, frame.person):
        person = case.state.person(frame.person)
        yield from free_attacks(case, person)
    if piece is None:
        yield case.done("No other target", "The attack is lost.", Hold)


# -- under fire -----------------------------------------------------------------------------------


def struck(case: Case, piece: str | None) -> Iterator[Action]:
    """Whether a victim of suppressive fire throws himself down."""
    frame: Struck = case.frame
    if piece in (None, frame.person):
        yield _answer(case, React(), told.REACT, frame.person)
        yield _answer(case, Decline(), told.DECLINE, frame.person)


def diving(case: Case, piece: str | None) -> Iterator[Action]:
    """Behind which cover somebody dives."""
    frame: Diving = case.frame
    if piece in (None, frame.person):
        first = list(case.state.setting.point(frame.spots[0]))
        where = asking.spot("to", "Choose one of the squares with cover", first)
        yield case.action(Dive, told.DIVE, piece=frame.person, slots=(where,))


def throwing_back(case: Case, piece: str | None) -> Iterator[Action]:
    """Whether somebody tries to throw an explosive back."""
    frame: ThrowingBack = case.frame
    if piece in (None, frame.person):
        yield _answer(case, TakeCover(), told.TAKE_COVER, frame.person)
        yield _answer(case, ThrowBack(), told.THROW_BACK, frame.person)


def throwing_cooked(case: Case, piece: str | None) -> Iterator[Action]:
    """Where a lit explosive is thrown."""
    frame: CookedOff = case.frame
    person = case.state.person(frame.queue[0])
    if piece in (None, person.id):
        bomb = told.BOMBS[person.cooking]
        yield case.action(
            Throw,
            told.THROW_COOKED,
            piece=person.id,
            fixed={"person": person.id, "bomb": person.cooking},
            slots=(asking.spot("at", AT_A_SQUARE),),
            label=f"Throw the {bomb}",
        )


def exploding(case: Case, piece: str | None) -> Iterator[Action]:
    """The referee's word on whether they have time to react."""
    if piece is None:
        yield case.action(AllowSaves, told.TIME, fixed={"allowed": True})
        yield case.action(AllowSaves, told.NO_TIME, fixed={"allowed": False})


def _answer(case: Case, order: Order, words: Kind, person: str) -> Action:
    return case.action(type(order), words, piece=person, refusal=case.refusal(order))
