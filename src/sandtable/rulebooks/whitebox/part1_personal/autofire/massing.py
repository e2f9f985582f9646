"""MASSED RIFLES: many together lay suppressive fire on an area."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...part2_vehicles.damage.walls_worn import stray_shot
from ...showing.places import told_place
from ...state import OwbState
from ...state.case import Case, named
from ...state.frames import Sweeping, Turn
from ...state.orders import AttackOrder, Mass
from ...state.people import Person, Trained
from ...state.tables import MISSILE
from ..attack.attack import LEANS, Attack, Leans, leans_to, refusal_of, targets
from ..attack.attack_roll import blow_odds
from ..attack.delivering import committed, struck_at
from ..attack.previews import trace_mass
from ..cover.cover import lean_outs
from .massed_rifles import Massed, areas, around_middle, massed_fire, rifles_around

MIDDLE = "Who is in the middle of them, if several are?"


class Massing(Attack[Mass]):
    """The fire of many rifles together, on the turn of the last of them."""

    order: ClassVar[type[Order]] = Mass
    words: ClassVar[Words] = Words(
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
        yield Event(
            kind="sweep",
            text=f"{len(fire.people)} rifles sweep the area.",
            rules=("owb.suppress.massed-rifles",),
            pieces=tuple(one.id for one in fire.people),
        )

    def offer(self, state: OwbState, person: Person, *, turning: bool) -> Iterator[Mass]:
        """All rifles around, at every area."""
        if turning and state.option("massed_suppression") != "off":
            others = tuple(friend.id for friend in rifles_around(state, person))
            for area in areas(state, person):
                yield Mass(person=person.id, at=state.setting.point(area), others=others)

    def weapon(self, person: Person, order: Mass) -> str:
        """A rifle."""
        return "rifle-large"

    def preview(self, state: OwbState, order: Mass) -> Trace | None:
        """The cone, and the burst that it opens with."""
        return trace_mass(state, order)

    def told(self, state: OwbState, order: Mass) -> str:
        """With whom, and where."""
        out = ", leaning out" if order.lean is not None else ""
        middle = f", {named(state, order.centre)} in the middle" if order.centre else ""
        return f"with {len(order.others)} others{middle}{out}, at {told_place(state, order.at)}"

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        """The fire of many rifles together, where the battle is played with it."""
        state = case.state
        if state.option("massed_suppression") == "off" or not isinstance(case.frame, Turn):
            return
        friends = rifles_around(state, person)
        names = [friend.id for friend in friends]
        leaning = {friend.id: leans_to(case, friend) for friend in (person, *friends)}
        aims = areas(state, person)
        ways = [(None, None), *((at, name) for name, spots in leaning.items() for at in spots)]
        orders = (
            Mass(person.id, state.setting.point(aim), tuple(names), lean, centre)
            for lean, centre in ways
            for aim in aims
        )
        slots = (
            asking.spot("at", "Choose the square of an enemy"),
            asking.some_of("others", "Who fires with him?", names, default=names),
            asking.one_of("centre", MIDDLE, [*leaning], required=False),
            *((asking.spot_or_none("lean", LEANS),) if any(leaning.values()) else ()),
        )
        yield case.action(
            Mass,
            self.words,
            piece=person.id,
            fixed={"person": person.id},
            slots=slots if names else (),
            refusal=case.first_refusal(orders),
        )

    def odds(self, state: OwbState, order: Mass) -> Odds | None:
        """What the opening burst does."""
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
