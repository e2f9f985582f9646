"""The suppressive fire of many rifles together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.walls_worn import stray_shot
from ...showing.places import told_place
from ...state import Arm, OwbState, Person
from ...state.decision import Case, named
from ...state.frames import Sweeping, Turn
from ...state.orders import AttackOrder, Mass
from ...state.people import Trained
from ...state.tables import MISSILE, RIFLES
from ..attack.attack import (
    LEANS,
    Attack,
    Leans,
    committed,
    leans_to,
    refusal_of,
    struck_at,
    targets,
)
from ..attack.attack_roll import Blow, about_blow, blow_odds
from ..attack.missile import check_weapon, shot_at
from ..cover.cover import check_lean, lean_outs, target_line
from ..line_of_sight.sight import eye, leaning_out
from .suppressive_fire import victims_of
from .sweeping import _about_area, _cone

RULE: Final = "owb.suppress.massed-rifles"


WITHIN: Final = 2
"""How near to the next of them each must stand."""


REACH: Final = 30
"""How far their fire reaches: the Short range of a rifle."""


class Massed(Struct, frozen=True, kw_only=True):
    """The fire of many rifles, ready to be rolled.

    Attributes:
        people: Everybody who takes part, the one whose turn it is first.
        centre: From whose square it is fired, leaning out if he does.
        arm: The rifle that counts.
        origin: Where its lines begin.
        aim: The area.
        blow: The burst that it opens with; none while it is kept up.
    """

    people: tuple[Person, ...]
    centre: Person
    arm: Arm
    origin: Square
    aim: Square
    blow: Blow | None = None

    def victims(self, state: OwbState) -> tuple[str, ...]:
        """Everybody else in the line of fire, nearest first."""
        gunner = self.people[0]
        found = victims_of(state, gunner, self.origin, self.aim, REACH)
        return tuple(name for name in found if name != self.centre.id)


def massed_fire(state: OwbState, order: Mass) -> Massed | Refusal:
    """The fire of many rifles as it is ordered, or why they cannot lay it."""
    person = state.person(order.person)
    people = taking_part(state, order)
    named = len({one.id for one in people}) == len(order.others) + 1
    if not named or any(one.side != person.side for one in people):
        return Refusal(RULE, "Name each of them once, friends only.")
    refusal = check_mass(state, people)
    if refusal is not None:
        return refusal
    centre = mass_centre(state, people, order.centre)
    if order.centre not in (None, centre.id):
        return Refusal(RULE, "It is fired from the middle of them.")
    refusal = check_lean(state, centre, order.lean)
    if refusal is not None:
        return refusal
    square = state.setting.square(order.at)
    if square == state.square(centre) or grid.distance(state.square(centre), square) > REACH:
        return Refusal(RULE, "That is beyond the rifles' Short range.")
    centre = leaning_out(state, centre, order.lean)
    return _aimed(state, people, centre, square)


def _aimed(
    state: OwbState, people: list[Person], centre: Person, square: Square
) -> Massed | Refusal:
    origin, arm = eye(state, centre), _rifle(state, centre)
    assert arm is not None
    fire = Massed(people=tuple(people), centre=centre, arm=arm, origin=origin, aim=square)
    if mass_goes_on(state, people[0], square):
        if origin == square:
            return Refusal(RULE, "They cannot fire at where they fire from.")
        return fire
    target = _target(state, people[0], square)
    if target is None:
        return Refusal("owb.suppress.opening-burst", "It opens with a burst at one opponent.")
    blow = shot_at(state, centre, arm, target)
    if isinstance(blow, Refusal):
        return blow
    blow.tally.add(2, "owb.burst.bonus", "burst of many rifles")
    aim, _ = target_line(state, origin, target)
    return replace(fire, aim=aim, blow=blow)


def _target(state: OwbState, person: Person, square: Square) -> Person | None:
    """The enemy in a square, or one who leans out into it."""
    found = state.at(square)
    if found is not None and found.side != person.side:
        return found
    leaning = (enemy for enemy in state.enemies_of(person) if enemy.lean == square)
    return next(leaning, found)


def mass_goes_on(state: OwbState, person: Person, square: Square) -> bool:
    """Whether rifles that opened on an area in an earlier round keep it up."""
    trained = person.trained
    return trained is not None and trained.aim == square and trained.since < state.turn


def areas(state: OwbState, person: Person) -> list[Square]:
    """Where many rifles may fire: at any enemy, and at the area that is kept under fire."""
    found = [state.square(enemy) for enemy in state.enemies_of(person)]
    found += [] if person.trained is None else [person.trained.aim]
    return list(dict.fromkeys(found))


# -- who takes part -------------------------------------------------------------------------------


def taking_part(state: OwbState, order: Mass) -> list[Person]:
    """Those whom an order names, as far as they are there; whoever gives the word comes first."""
    found = (state.find_person(name) for name in (order.person, *order.others))
    return [one for one in found if one is not None]


def check_mass(state: OwbState, people: list[Person]) -> Refusal | None:
    """Why so many riflemen do not make suppressive fire together, or ``None`` if they do."""
    wanted = state.option("massed_suppression")
    if wanted == "off":
        return Refusal(RULE, "Rifles alone lay no suppressive fire in this battle.")
    if len(people) < int(wanted):
        return Refusal(RULE, f"It takes {wanted} rifles, not {len(people)}.")
    if not all(_rifleman(state, person) for person in people):
        return Refusal(RULE, "All of them need a rifle that fires, and their Attack.")
    if len(_linked(state, people)) < len(people):
        return Refusal(RULE, "They stand too far apart.")
    if not all(_may_join(state, other) for other in people[1:]):
        return Refusal(RULE, "It is fired on the turn of the last of them.")
    return None


def _may_join(state: OwbState, other: Person) -> bool:
    """Whether somebody can fire with the one whose turn it is: his own turn is over by then.

    In an ambush there are no turns.
    """
    return other.done or state.phase == "free-attack"


def _linked(state: OwbState, people: list[Person]) -> set[str]:
    """Those who stand near enough to the first of them, or to one another who does."""
    linked, todo = {people[0].id}, [people[0]]
    while todo:
        one = todo.pop()
        for other in people:
            far = grid.distance(state.square(one), state.square(other))
            if other.id not in linked and far <= WITHIN:
                linked.add(other.id)
                todo.append(other)
    return linked


def rifles_around(state: OwbState, person: Person) -> list[Person]:
    """Everybody who could fire his rifle together with a character, as many as they are."""
    cite(RULE)
    friends = [
        friend
        for friend in state.people(person.side)
        if friend.id != person.id and _rifleman(state, friend) and _may_join(state, friend)
    ]
    linked = _linked(state, [person, *friends])
    return [friend for friend in friends if friend.id in linked]


def around_middle(state: OwbState, person: Person, centre: Person) -> list[Person] | None:
    """As many as possible with whom a character fires so that one of them is in the middle.

    Nobody may be nearer to all the others than that one. The more people there are within his
    greatest distance, the more of them have somebody as far away as that; so whoever has nobody is
    left out, and whoever stands too far from the rest, until nobody more is.
    """
    everybody = [person, *rifles_around(state, person)]

    def apart(one: Person, two: Person) -> int:
        return grid.distance(state.square(one), state.square(two))

    for far in sorted({apart(centre, one) for one in everybody}, reverse=True):
        people = [one for one in everybody if apart(centre, one) <= far]
        count = 0
        while person in people and centre in people and len(people) != count:
            count = len(people)
            linked = _linked(state, people)
            people = [
                one
                for one in people
                if one.id in linked and any(apart(one, other) >= far for other in people)
            ]
        if person in people and centre in people and check_mass(state, people) is None:
            return people[1:]
    return None


def _rifle(state: OwbState, person: Person) -> Arm | None:
    """The rifle that one of many can fire: of bolt action or semiautomatic, no anti-tank rifle."""
    rifles = (arm for arm in person.arms if arm.id in RIFLES)
    usable = (arm for arm in rifles if check_weapon(state, person, arm, "single") is None)
    return next(usable, None)


def _rifleman(state: OwbState, person: Person) -> bool:
    ready = person.on_table and person.able and not person.routed
    free = not (person.attacked or person.acted or person.swept)
    return ready and free and _rifle(state, person) is not None


def mass_centre(state: OwbState, people: list[Person], chosen: str | None = None) -> Person:
    """The one whose greatest distance to another is smallest: the fire comes from his square.

    Of several it is the one who is chosen, or else the first of them.
    """
    cite(RULE)

    def off(one: Person) -> tuple[int, bool]:
        own = state.square(one)
        return max(grid.distance(own, state.square(p)) for p in people), one.id != chosen

    return min(people, key=off)


def _about_opening(state: OwbState, fire: Massed | Refusal) -> Iterator[str]:
    if isinstance(fire, Massed) and fire.blow is not None:
        yield "It opens with a burst."
        yield from about_blow(fire.blow, state.person(fire.blow.target))


MIDDLE = "Who is in the middle of them, if several are?"


class Massing(Attack[Mass]):
    """The fire of many rifles together, on the turn of the last of them."""

    order = Mass
    words = Words(
        label="Massed fire",
        key="J",
        rule="owb.suppress.massed-rifles",
        hint="Many rifles together lay suppressive fire on an area.",
        typed="mass MAN at X,Y OTHERS ... [lean X,Y] [centre MAN]",
        means="Lay the suppressive fire of many rifles together on an area.",
    )

    def check(
        self, state: OwbState, person: Person, order: Mass, *, turning: bool
    ) -> Refusal | None:
        """Whether there are enough of them, and where."""
        if not turning:
            rule = "owb.suppress.massed-rifles"
            return Refusal(rule, "It is fired on the turn of the last of them.")
        return refusal_of(massed_fire(state, order))

    def carry_out(
        self, state: OwbState, person: Person, order: Mass, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Many rifles together: a burst at one opponent, and from then on a sweep."""
        fire = massed_fire(state, order)
        assert isinstance(fire, Massed)
        state.put(fire.centre)
        for one in fire.people:
            committed(state, one, towards=fire.aim, direct=True)
            state.change(one.id, fired=True)
        since = state.turn - (fire.blow is None)
        state.change(order.person, trained=Trained(fire.arm.id, fire.aim, since, fire.origin))
        if fire.blow is not None:
            hit = yield from struck_at(state, fire.blow, dice)
            yield from stray_shot(state, fire.blow, hit, fire.origin, dice)
            return
        damage = MISSILE[fire.arm.id].damage
        victims = fire.victims(state)
        state.push(
            Sweeping(gunner=order.person, origin=fire.origin, victims=victims, damage=damage)
        )
        text = f"{len(fire.people)} rifles sweep the area."
        yield happened(
            "sweep", text, "owb.suppress.massed-rifles", *tuple(one.id for one in fire.people)
        )

    def offer(self, state: OwbState, person: Person, *, turning: bool) -> Iterator[Mass]:
        """All rifles around, at every area."""
        if turning and state.option("massed_suppression") != "off":
            others = tuple(friend.id for friend in rifles_around(state, person))
            for area in areas(state, person):
                yield Mass(person=person.id, at=state.setting.point(area), others=others)

    def weapon(self, person: Person, order: Mass) -> str:
        return "rifle-large"

    def preview(self, state: OwbState, order: Mass) -> Trace | None:
        """The cone of many rifles, and the burst that it opens with."""
        people = taking_part(state, order)
        square = state.setting.square(order.at)
        if not people or not people[0].on_table or not state.grounds.holds(square):
            return None
        fire = massed_fire(state, order)
        if isinstance(fire, Massed):
            origin, square = fire.origin, fire.aim
        else:
            centre = mass_centre(state, people, order.centre)
            origin = eye(state, leaning_out(state, centre, order.lean))
        if origin == square:
            return None
        notes = [
            *_about_opening(state, fire),
            *_about_area(state, people[0], origin, square, REACH),
        ]
        return Trace(overlays=tuple(_cone(state, origin, square, REACH)), notes=tuple(notes))

    def told(self, state: OwbState, order: Mass) -> str:
        out = ", leaning out" if order.lean is not None else ""
        middle = f", {named(state, order.centre)} in the middle" if order.centre else ""
        return f"with {len(order.others)} others{middle}{out}, at {told_place(state, order.at)}"

    def concerns(self, state: OwbState, person: Person) -> bool:
        massed = state.option("massed_suppression") != "off"
        return massed and isinstance(state.frame, Turn)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        state = case.state
        friends = rifles_around(state, person)
        names = [friend.id for friend in friends]
        leaning = {friend.id: leans_to(case, friend) for friend in (person, *friends)}
        ways = [(None, None), *((at, name) for name, spots in leaning.items() for at in spots)]
        orders = (
            Mass(person.id, state.setting.point(aim), tuple(names), lean, centre)
            for lean, centre in ways
            for aim in areas(state, person)
        )
        slots = (
            asking.spot("at", "Choose the square of an enemy"),
            asking.some_of("others", "Who fires with him?", names, default=names),
            asking.one_of("centre", MIDDLE, [*leaning], required=False),
            *((asking.spot_or_none("lean", LEANS),) if any(leaning.values()) else ()),
        )
        return slots if names else (), case.first_refusal(orders)

    def odds(self, state: OwbState, order: Mass) -> Odds | None:
        fire = massed_fire(state, order)
        if isinstance(fire, Refusal) or fire.blow is None:
            return None
        return blow_odds(state, state.person(fire.blow.target), fire.blow)

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Mass]:
        """Many rifles together, whoever of those around is in their middle and leans out for it."""
        if state.option("massed_suppression") == "off":
            return
        squares = [] if person.trained is None else [person.trained.aim]
        for enemy in targets(state, person.side):
            squares += (
                [state.square(enemy)] if enemy.lean is None else [state.square(enemy), enemy.lean]
            )
        for centre in (person, *rifles_around(state, person)):
            others = around_middle(state, person, centre)
            if others is None:
                continue
            around: Leans = (None, *(state.setting.point(at) for at in lean_outs(state, centre)))
            for square in dict.fromkeys(squares):
                for lean in around:
                    yield Mass(
                        person=person.id,
                        at=state.setting.point(square),
                        others=tuple(one.id for one in others),
                        lean=lean,
                        centre=centre.id,
                    )
