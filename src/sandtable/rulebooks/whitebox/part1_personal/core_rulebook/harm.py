"""Damage to characters, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Literal

from msgspec.structs import replace

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice, Roll

from ...part2_vehicles.maneuvers.driving_check import complete_stop
from ...state import OwbState, Person
from ...state.decision import Step
from ...state.frames import Explosive, Injured, Landing
from ...state.vehicles import OPERATOR
from .persons import fate, plain_save, save_succeeds

RUPTURES_ON = 2
"""The tanks of a flamethrower burst if a d6 shows this or less."""


def hurt(
    state: OwbState, name: str, points: int, *, rolls: tuple[Roll, ...] = ()
) -> Iterator[Event]:
    """Take hit points from a character; in a tied segment the rest waits for its end."""
    person = state.person(name)
    if points <= 0 or person.out == "dead":
        return
    person = state.change(name, hp=person.hp - points)
    state.hurt = True
    yield Event(
        kind="damage",
        text=f"{person.name} loses {points} hit point{'s' if points != 1 else ''}"
        f" and has {person.hp} left.",
        rules=("owb.base.damage-and-zero-hp",),
        pieces=(name,),
        rolls=rolls,
        data={"damage": points, "hp": person.hp},
    )
    if state.tied:
        cite("owb.initiative.tie-simultaneous")
        state.harmed = (*state.harmed, name)
        return
    yield from falls(state, name)
    _see_to(state, name)


def _see_to(state: OwbState, name: str) -> None:
    """Put an injury on the agenda: of several done at once, the first is seen to first."""
    seen_to_before = list(takewhile(lambda frame: isinstance(frame, Injured), state.agenda[::-1]))
    rest = state.agenda[: len(state.agenda) - len(seen_to_before)]
    state.agenda = (*rest, Injured(person=name), *seen_to_before[::-1])


def falls(state: OwbState, name: str) -> Iterator[Event]:
    """Put a character out of action if his hit points say so."""
    person = state.person(name)
    what = fate(state, person)
    if what and what != person.out and person.out != "dead":
        yield _goes_out(state, person, what, "owb.base.damage-and-zero-hp")


def dies(state: OwbState, name: str, rule: str, rolls: tuple[Roll, ...] = ()) -> Iterator[Event]:
    """Kill a character, whatever hit points he has left."""
    person = state.person(name)
    if person.out != "dead":
        state.hurt = True
        yield _goes_out(state, person, "dead", rule, rolls)


def _goes_out(
    state: OwbState,
    person: Person,
    what: Literal["incapacitated", "dead"],
    rule: str,
    rolls: tuple[Roll, ...] = (),
) -> Event:
    changes: dict[str, object] = {
        "out": what,
        "stance": "prone",
        "ducked": False,
        "lean": None,
        "climbing": None,
    }
    if not person.out:
        changes |= {"fell_in": state.turn}
    if what == "dead":
        changes |= {"burning": 0}
    person = state.change(person.id, **changes, withheld=False, trained=None)
    if person.aboard and person.seat == OPERATOR:
        cite("owb.crew.no-operator-no-movement")
        complete_stop(state, person.aboard)
    told = "is dead" if what == "dead" else "is incapacitated, and dying"
    return Event(
        kind="out",
        text=f"{person.name} {told}.",
        rules=(rule,),
        pieces=(person.id,),
        rolls=rolls,
    )


def injured(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """What an injury leads to: a lit explosive dropped, the tanks of a flamethrower burst."""
    person = state.person(name)
    if person.cooking:
        yield from _fumbles(state, person, dice)
    tank = state.person(name).arm("flamethrower")
    if tank is not None and tank.fuel:
        yield from _ruptures(state, name, dice)


def _fumbles(state: OwbState, person: Person, dice: Dice) -> Iterator[Event]:
    cite("owb.timed.cook-dropped-when-injured")
    if person.able and save_succeeds(person, plain_save(person), dice, "hold on to it"):
        return
    yield from drops(state, person, dice)


def drops(state: OwbState, person: Person, dice: Dice | None = None) -> Iterator[Event]:
    """A lit explosive falls at the feet of whoever held it; nobody can throw it back."""
    lit = Explosive(
        kind=person.cooking,
        square=state.square(person),
        owner=person.id,
        cooked=True,
        due=state.turn,
    )
    state.explosives = (*state.explosives, lit)
    state.change(person.id, cooking="")
    yield Event(
        kind="drop",
        text=f"{person.name} drops the lit {lit.kind}.",
        rules=("owb.timed.cook-dropped-when-injured",),
        pieces=(person.id,),
        rolls=dice.take_rolls() if dice is not None else (),
    )


def _ruptures(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    cite("owb.weapon.flamethrower-rupture")
    person = state.person(name)
    if dice.test(6, RUPTURES_ON + 1, f"tanks of {person.name} hold"):
        return
    state.put(person.without_arm("flamethrower"))
    text = f"The tanks of {person.name} burst."
    yield happened("rupture", text, "owb.weapon.flamethrower-rupture", name, dice=dice)
    square = state.square(person)
    state.push(Landing(kind="tanks", square=square, helpless=(name,), vehicle=person.aboard))


def segment_ends(state: OwbState) -> Iterator[Event]:
    """What was noted in a tied segment takes effect."""
    cite("owb.initiative.tie-simultaneous")
    harmed = [name for name in state.harmed if name in state.pieces]
    state.harmed = ()
    for name in dict.fromkeys(harmed):
        yield from falls(state, name)
    for name in harmed:
        _see_to(state, name)


def lend_a_hand(state: OwbState, name: str) -> None:
    """Spend a character's Action on somebody else's weapon; it ends what he held ready himself."""
    cite("owb.time.one-action-per-round", "owb.withhold.carries-over")
    state.change(name, acted=True, withheld=False, trained=None, climbing=None)


def douse(state: OwbState, person: Person, burning: str) -> Event:
    """Somebody puts the flames out on himself or on a friend, without a roll."""
    rule = "owb.weapon.flamethrower-extinguish"
    cite(rule)
    state.change(burning, burning=0)
    return happened("extinguish", f"{person.name} puts the flames out.", rule, person.id, burning)


def catch_fire(state: OwbState, name: str, rounds: int) -> None:
    """Set a character alight; if he burns already, the longer time counts."""
    person = state.person(name)
    if person.burning and rounds <= person.burning:
        return
    lit_in = person.lit_in if person.burning else state.turn
    state.put(replace(person, burning=rounds, lit_in=lit_in))


class Wounded(Step[Injured]):
    """What an injury leads to."""

    def settle(self, state: OwbState, frame: Injured, dice: Dice) -> Iterator[Event]:
        state.pop()
        if frame.person in state.pieces:
            yield from injured(state, frame.person, dice)
