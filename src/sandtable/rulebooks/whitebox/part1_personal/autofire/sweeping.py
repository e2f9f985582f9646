"""Suppressive fire carried out: opened, kept up, and what it does to the weapon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.attack.suppressive_fire import gun_overheated
from ...part3_combining.exposed import struck_with
from ...showing.places import shown, some
from ...state import OwbState, Person
from ...state.decision import named
from ...state.frames import Sweeping
from ...state.orders import AttackOrder, Sweep
from ...state.people import Trained
from ...state.tables import weapon_called
from ..attack.attack import (
    BARRELS,
    LEANING,
    Attack,
    Leans,
    beside,
    between_turns,
    check_helper,
    leaning_told,
)
from ..core_rulebook.harm import lend_a_hand
from ..cover.cover import check_lean, lean_outs
from ..line_of_sight.sight import direction, eye
from .suppressive_fire import (
    after_shots,
    bullets_told,
    check_sweep,
    malfunctions,
    reach_of,
    swept_squares,
    victims_of,
)


def opened_fire(
    state: OwbState, name: str, weapon: str, aim: Square, helper: str | None, dice: Dice
) -> Iterator[Event]:
    """Suppressive fire has been opened: the weapon is Trained, whether the burst hit or not.

    One that a natural 1 has jammed has fired, but is trained on nothing.
    """
    cite("owb.suppress.opening-burst")
    person = state.person(name)
    arm = person.arm(weapon)
    if arm is None:
        return
    arm = after_shots(state, arm)
    state.put(person.with_arm(arm))
    if helper is not None:
        lend_a_hand(state, helper)
    if arm.jam:
        return
    origin = eye(state, person)
    heading = person.heading if between_turns(state) else direction(origin, aim) * 45.0
    state.change(name, trained=Trained(weapon, aim, state.turn, origin), heading=heading)
    yield from overheated(state, name, weapon, helper is not None, dice)


def overheated(
    state: OwbState, name: str, weapon: str, helped: bool, dice: Dice
) -> Iterator[Event]:
    """Whether a weapon fails, after the fire of this round."""
    if state.person(name).aboard:
        yield from gun_overheated(state, name, weapon, helped, dice)
        return
    arm = state.person(name).arm(weapon)
    if arm is None or not malfunctions(arm, helped, dice):
        return
    state.put(state.person(name).with_arm(replace(arm, jam=-1)))
    state.change(name, trained=None)
    text = f"The {weapon_called(arm.id)} of {state.person(name).name} fails."
    yield happened("malfunction", text, "owb.suppress.malfunction", name, dice=dice)


class KeepingUp(Attack[Sweep]):
    """Suppressive fire that is kept up; a friend at hand may change the barrels."""

    order = Sweep
    words = Words(
        label="Keep firing",
        key="S",
        rule="owb.suppress.continue",
        hint="Bullets strike everybody in the cone who is not behind full cover.",
        typed="sweep MAN [HELPER] [lean X,Y]",
        means="Keep suppressive fire up, or strike who has shown himself.",
    )

    fields = (Among("helper", BARRELS, beside, optional=True), LEANING)

    def concerns(self, state: OwbState, person: Person) -> bool:
        return person.trained is not None

    def check(
        self, state: OwbState, person: Person, order: Sweep, *, turning: bool
    ) -> Refusal | None:
        """Whether it is trained, and who helps."""
        return (
            check_sweep(state, person)
            or check_helper(state, person, self.weapon(person, order), order.helper)
            or check_lean(state, person, order.lean, turning=turning)
        )

    def carry_out(
        self, state: OwbState, person: Person, order: Sweep, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Keep suppressive fire up; between turns only the one who showed himself is struck."""
        helper = order.helper
        trained = person.trained
        assert trained is not None
        arm = person.arm(trained.arm)
        assert arm is not None
        cite("owb.suppress.continue")
        origin = trained.origin
        if only is None:
            origin = person.lean or state.square(person)
            heading = direction(origin, trained.aim) * 45.0
            state.change(
                person.id,
                attacked=True,
                withheld=False,
                trained=replace(trained, origin=origin),
                heading=heading,
                ducked=False,
            )
            victims = victims_of(
                state, state.person(person.id), origin, trained.aim, reach_of(state, arm.id)
            )
        else:
            victims = struck_with(state, person.id, origin, only)
        state.change(person.id, swept=True, fired=True)
        if helper is not None:
            lend_a_hand(state, helper)
        text = f"{person.name} sweeps the area with his {weapon_called(arm.id)}."
        yield happened(
            "sweep",
            text,
            "owb.suppress.continue",
            person.id,
            aim=trained.aim,
            victims=list(victims),
        )
        if not victims:
            return
        due = arm.hot_in != state.turn
        state.put(state.person(person.id).with_arm(after_shots(state, arm)))
        state.push(
            Sweeping(
                gunner=person.id,
                origin=origin,
                victims=victims,
                damage=arm.weapon.damage,
                arm=arm.id,
                due=due,
                helped=helper is not None,
            )
        )

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Sweep]:
        yield Sweep(person=person.id)

    def offer(self, state: OwbState, person: Person, *, turning: bool) -> Iterator[Sweep]:
        """Alone, leaning out, or with each friend beside him."""
        if person.trained is None or not turning:
            return
        yield Sweep(person=person.id)
        if person.trained.origin in lean_outs(state, person):
            yield Sweep(person=person.id, lean=state.setting.point(person.trained.origin))
        own = state.square(person)
        for friend in state.people(person.side):
            if friend.id != person.id and grid.distance(own, state.square(friend)) == 1:
                yield Sweep(person=person.id, helper=friend.id)

    def weapon(self, person: Person, order: Sweep) -> str:
        return "" if person.trained is None else person.trained.arm

    def preview(self, state: OwbState, order: Sweep) -> Trace | None:
        """The cone of suppressive fire, and who is in it."""
        person = state.find_person(order.person)
        if person is None or person.trained is None:
            return None
        trained = person.trained
        reach = reach_of(state, trained.arm)
        victims = victims_of(state, person, trained.origin, trained.aim, reach)
        return Trace(
            overlays=tuple(_cone(state, trained.origin, trained.aim, reach)),
            notes=(*_in_it(state, person, victims), bullets_told()),
        )

    def told(self, state: OwbState, order: Sweep) -> str:
        by = f"with {named(state, order.helper)} at the barrels" if order.helper else ""
        return f"{by}{leaning_told(order)}".strip()


def _cone(state: OwbState, origin: Square, aim: Square, reach: int) -> Iterator[Overlay]:
    if origin != aim:
        squares = swept_squares(state, origin, aim, reach)
        yield shown(state, squares, "danger", "Swept by suppressive fire")


def _about_area(
    state: OwbState, person: Person, origin: Square, aim: Square, reach: int
) -> Iterator[str]:
    if origin == aim:
        return
    yield "From the next round on the weapon is trained on the hatched squares."
    yield from _in_it(state, person, victims_of(state, person, origin, aim, reach))


def _in_it(state: OwbState, person: Person, victims: Sequence[str]) -> Iterator[str]:
    people = [state.pieces[name] for name in victims]
    enemies = [one.name for one in people if one.side != person.side]
    friends = [one.name for one in people if one.side == person.side]
    yield f"In it now: {some(enemies)}." if enemies else "No enemy is in it now."
    if friends:
        yield f"Friends in it: {some(friends)}!"
