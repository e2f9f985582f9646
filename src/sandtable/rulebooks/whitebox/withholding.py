"""WITHHOLDING AN ATTACK, and trained weapons: who may fire in between."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.frames import Interrupt
from sandtable.rulebooks.whitebox.melee import blades_of, melee_blow
from sandtable.rulebooks.whitebox.missile import AREA_WEAPONS, shot_at
from sandtable.rulebooks.whitebox.orders import Shoot, Strike
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.suppress import is_swept, reach_of, ready_to_strike


def check_withhold(state: OwbState, person: Person) -> Refusal | None:
    """Why a character cannot hold his Attack back, or ``None`` if he can."""
    rule = "owb.withhold.declare"
    segment = state.segment
    if state.phase == "free-turn":
        return Refusal("owb.surprise.free-turn", "No attack can be withheld in a free turn.")
    if segment is None or not segment.first or segment.late:
        return Refusal(rule, "Only those who won Initiative can withhold an attack.")
    if person.attacked or person.acted:
        return Refusal(rule, "He has used his Attack or Action.")
    if person.ducked:
        return Refusal(rule, "He must be Up to withhold an attack.")
    return None


def attacks_in_between(state: OwbState, person: Person, target: Person) -> Iterator[Shoot | Strike]:
    """What a character who holds his Attack back could do to a target now, in his arc."""
    cite("owb.withhold.modes", "owb.withhold.arc")
    blow = melee_blow(state, person, target, best_blade(person), turning=False)
    if not isinstance(blow, Refusal):
        yield Strike(person=person.id, target=target.id, weapon=best_blade(person))  # type: ignore[arg-type]
    for arm in person.arms:
        if arm.id in AREA_WEAPONS:
            continue
        mode = "burst" if arm.weapon.burst else "single"
        if not isinstance(shot_at(state, person, arm, target, mode, turning=False), Refusal):
            yield Shoot(person=person.id, target=target.id, weapon=arm.id, mode=mode)  # type: ignore[arg-type]


def best_blade(person: Person) -> str:
    """The melee weapon that does most damage."""
    return next(iter(blades_of(person)))


def may_interject(state: OwbState, person: Person, frame: Interrupt) -> bool:
    """Whether a character who holds his Attack back has somebody to use it on at this moment."""
    if not person.withheld or not person.able or person.attacked or person.acted:
        return False
    cite("owb.withhold.interrupt-timing")
    if frame.moment == "start":
        cite("owb.withhold.carries-over")
        return any(
            any(attacks_in_between(state, person, enemy)) for enemy in state.enemies_of(person)
        )
    about = state.find_person(frame.about)
    if about is None or about.side == person.side or not about.able or not about.on_table:
        return False
    return any(attacks_in_between(state, person, about))


def may_strike(state: OwbState, gunner: Person, frame: Interrupt) -> bool:
    """Whether a Trained weapon can fire at the one who has just shown himself."""
    if gunner.trained is None or not gunner.able or frame.moment not in ("step", "up"):
        return False
    about = state.find_person(frame.about)
    if about is None or about.side == gunner.side or not about.able or not about.on_table:
        return False
    if (gunner.id, about.id) in state.struck:
        return False
    arm = ready_to_strike(state, gunner)
    if arm is None:
        return False
    trained = gunner.trained
    return is_swept(state, trained.origin, trained.aim, reach_of(state, arm.id), about)


def who_may_interrupt(state: OwbState, frame: Interrupt) -> list[Person]:
    """Those who may fire at this moment: higher Initiative first, then the side not acting."""
    if not any(p.withheld or p.trained is not None for p in state.persons()):
        return []
    ready = [
        person
        for person in state.people()
        if person.id not in frame.passed
        and person.id != frame.about
        and (may_interject(state, person, frame) or may_strike(state, person, frame))
    ]
    acting = state.person(frame.about).side if frame.about in state.pieces else ""
    rank = {name: at for at, name in enumerate(state.order)}
    return sorted(ready, key=lambda p: (rank.get(p.group, rank.get(p.id, 99)), p.side == acting))
