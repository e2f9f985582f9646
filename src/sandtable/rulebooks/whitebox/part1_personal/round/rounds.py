"""TACTICAL COMBAT ROUND: what comes after what, from the first turn to the end of the battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.battle import Event, happened
from sandtable.battle.peoples import Called
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.damage.damage import segment_ends_for_vehicles, sink
from ...part2_vehicles.mishap.hindrances import cooled
from ...part2_vehicles.round.crew import comes_to_rest, has_a_turn, next_round
from ...state import OwbState, Person, Vehicle
from ...state.decision import Step
from ...state.frames import (
    Ambushing,
    CookedOff,
    Declaring,
    Detonating,
    EndOfRound,
    Interrupt,
    Party,
    Segment,
)
from ...state.group_names import groups_called
from ..core_rulebook.harm import falls, hurt, segment_ends
from ..core_rulebook.persons import able_to_act
from ..weapons.ammunition import can_reload
from .ending import battle_ends, check_morale
from .initiative import (
    ambushing_groups,
    free_groups,
    is_detected,
    merged,
    on_their_guard,
    rank_of,
    released,
    roll_initiative,
    roll_surprise,
    rollers,
    takes_part,
    told_order,
    waiting,
)

BURNING = 3


LAST_STEP = 7


def proceed(state: OwbState, dice: Dice) -> Iterator[Event]:
    """Go on while nothing is on the agenda, as far as the next decision."""
    cite("owb.round.sequence", "owb.time.round-length", "owb.vehicle.round-sequence")
    match state.phase:
        case "setup":
            yield from _begin_battle(state, dice)
        case "free-attack":
            state.phase = "end"
            state.push(EndOfRound())
        case "declarations":
            yield from _begin_turns(state, dice)
        case "turns" | "free-turn":
            yield from _next_segment(state, dice)
        case "end":
            yield from _begin_round(state)


# -- before the first round -----------------------------------------------------------------------


def _begin_battle(state: OwbState, dice: Dice) -> Iterator[Event]:
    groups = ambushing_groups(state)
    if groups:
        detected = is_detected(state, groups, dice)
        wary = on_their_guard(state, groups)
        taking = [
            person.id
            for person in state.persons()
            if able_to_act(person) and person.group in groups and takes_part(state, person)
        ]
        for vehicle in state.vehicles():
            state.alter(vehicle.id, hidden=False)
        for person in state.persons():
            state.change(
                person.id,
                hidden=False,
                searching=False,
                unaware=person.unaware or person.group not in groups,
            )
        state.turn = 1
        if detected:
            yield happened("ambush", "The ambush is detected.", "owb.ambush.search", dice=dice)
            _all_aware(state)
            state.turn = 0
            yield from _begin_round(state)
            return
        state.phase = "free-attack"
        state.winners, state.wary = groups, wary
        yield happened("ambush", "An ambush.", "owb.ambush.free-attack", dice=dice)
        if taking:
            state.push(Ambushing(waiting=tuple(taking)))
        return
    surprised = roll_surprise(state, dice)
    free = free_groups(state, surprised)
    if not free:
        yield from _told_surprise(state, surprised, free, dice)
        yield from _begin_round(state)
        return
    yield from _told_surprise(state, surprised, free, dice)
    for person in state.persons():
        if person.group in surprised:
            state.change(person.id, unaware=True)
    state.turn, state.phase = 0, "free-turn"
    state.queue = roll_initiative(state, dice, free) if len(free) > 1 else _alone(state, free)


def _alone(state: OwbState, free: tuple[str, ...]) -> tuple[Segment, ...]:
    """The one group that is free to act; its player orders its members as he likes."""
    return (Segment(parties=tuple(merged(rollers(state, free)))),)


def _told_surprise(
    state: OwbState, surprised: tuple[str, ...], free: tuple[str, ...], dice: Dice
) -> Iterator[Event]:
    rolls = dice.take_rolls()
    if not rolls and not surprised:
        return
    who = groups_called(state, surprised) if surprised else Called("nobody")
    then = (
        f" {groups_called(state, free).opens('may', 'may')} act before anybody else does."
        if free
        else ""
    )
    yield Event(
        kind="surprise",
        text=f"{who.opens('is', 'are')} surprised.{then}",
        rules=("owb.surprise.roll", *(("owb.surprise.free-turn",) if free else ())),
        rolls=rolls,
    )


def _all_aware(state: OwbState) -> None:
    """The surprise is over; only sentries whom the scenario names still know nothing."""
    sentries = {u.id for u in state.setting.scenario.units if u.status.get("unaware")}
    for person in state.persons():
        if person.unaware and person.id not in sentries:
            state.change(person.id, unaware=False)


# -- a round --------------------------------------------------------------------------------------


def _begin_round(state: OwbState) -> Iterator[Event]:
    """A new round: everybody has his move, his Attack or Action again."""
    state.turn += 1
    state.struck, state.hurt = (), False
    for person in state.persons():
        state.put(rested(person))
    for vehicle in state.vehicles():
        state.put(next_round(cooled(vehicle)))
        if not has_a_turn(state, vehicle):
            comes_to_rest(state, vehicle.id)
    state.phase = "declarations"
    sides = tuple(side for side in state.deployed if may_declare(state, side))
    if sides:
        state.push(Declaring(sides=sides))
    yield happened("turn", f"Round {state.turn} begins.", "owb.round.sequence", turn=state.turn)


def rested(person: Person) -> Person:
    """A character at the beginning of a round; points not used are lost."""
    return replace(
        person,
        spent=0,
        diagonals=0,
        steps=0,
        crawled=False,
        attacked=False,
        acted=False,
        done=False,
        late="",
        swept=False,
        ported="",
    )


def may_declare(state: OwbState, side: str) -> bool:
    """Whether a side has anything to declare before Initiative."""
    cite("owb.round.declarations-before-initiative")
    people = [p for p in state.persons() if p.side == side and able_to_act(p)]
    if state.on("stances"):
        return bool(people)
    return any(can_reload(state, arm) for person in people for arm in person.arms)


def _begin_turns(state: OwbState, dice: Dice) -> Iterator[Event]:
    """Initiative is rolled; withheld attacks may come before the first turn."""
    state.queue = roll_initiative(state, dice)
    state.winners, state.wary = (), ()
    yield told_order(state, state.queue, dice)
    state.order = tuple(
        name
        for segment in state.queue
        if not segment.late
        for party in segment.parties
        for name in (party.name, *party.others)
    )
    state.phase = "turns"
    if any(person.withheld for person in state.persons()):
        state.push(Interrupt(about="", moment="start"))


def _next_segment(state: OwbState, dice: Dice) -> Iterator[Event]:
    """Go on to the next party, the next segment, or the end of the round."""
    segment = state.segment
    free = released(state)
    if free:
        yield from _interpose(state, free)
        return
    if segment is None:
        if not state.queue:
            state.phase = "end"
            state.push(EndOfRound())
            return
        state.segment, *rest = state.queue
        state.queue = tuple(rest)
        return
    if not waiting(state, segment):
        state.segment = replace(segment, parties=segment.parties[1:])
        if not state.segment.parties:
            yield from segment_ends(state)
            state.segment = None
            yield from segment_ends_for_vehicles(state, dice)


def _interpose(state: OwbState, free: Sequence[Person | Vehicle]) -> Iterator[Event]:
    """Tank destroyers that were held back act at once, before whoever is next."""
    rule = "owb.vehicle.tank-destroyer-loses-initiative-to-tanks"
    cite(rule)
    side = free[0].side
    mine = [piece for piece in free if piece.side == side]
    members = tuple(piece.id for piece in mine)
    party = Party(name=side, side=side, members=members, result=0)
    if state.segment is not None:
        state.queue = (state.segment, *state.queue)
    state.segment = Segment(parties=(party,))
    names = " and ".join(piece.name for piece in mine)
    yield happened("held-back", f"No enemy tank keeps {names} waiting any longer.", rule, *members)


# -- the end of a round ---------------------------------------------------------------------------


def _burns(state: OwbState, person: Person) -> bool:
    return person.lit_in is not None and person.lit_in < state.turn


def _who_burns(state: OwbState, frame: EndOfRound) -> Iterator[Person]:
    """Those who burn and have not been hurt by it yet, from the round after they caught fire."""
    for person in state.persons():
        if person.burning and _burns(state, person) and person.id not in frame.burned:
            yield person


def _burn(state: OwbState, person: Person, dice: Dice) -> Iterator[Event]:
    """A burning character takes fire damage."""
    cite("owb.weapon.flamethrower-catch-fire")
    damage = dice.sum(1, 6, f"fire, {person.name}")
    yield from hurt(state, person.id, damage, rolls=dice.take_rolls())


def _die(state: OwbState) -> Iterator[Event]:
    """Dying operatives lose a hit point, from the round after they fell."""
    for person in state.persons():
        fallen = person.out == "incapacitated" and not person.stable
        if fallen and person.fell_in is not None and person.fell_in < state.turn:
            cite("owb.base.dying")
            state.change(person.id, hp=person.hp - 1)
            state.hurt = True
            yield from falls(state, person.id)


class EndingRound(Step[EndOfRound]):
    """The steps after all turns."""

    def settle(self, state: OwbState, frame: EndOfRound, dice: Dice) -> Iterator[Event]:
        """Take the next step after all turns; what needs a decision goes on the agenda."""
        cite("owb.round.end-of-round-order")
        if frame.step > LAST_STEP:
            state.pop()
            return
        if frame.step == BURNING:
            burning = next(_who_burns(state, frame), None)
            if burning is not None:
                # What an injury leads to is settled before the next man is burned.
                state.swap(replace(frame, burned=(*frame.burned, burning.id)))
                yield from _burn(state, burning, dice)
                return
        state.swap(EndOfRound(step=frame.step + 1))
        match frame.step:
            case 1:
                cooks = [
                    p.id
                    for p in sorted(state.persons(), key=lambda p: rank_of(state, p))
                    if p.cooking
                ]
                if cooks:
                    state.push(CookedOff(queue=tuple(cooks)))
            case 2:
                due = tuple(
                    e for e in state.explosives if e.due is not None and e.due <= state.turn
                )
                state.explosives = tuple(e for e in state.explosives if e not in due)
                if due:
                    state.push(Detonating(queue=due))
            case 4:
                yield from _die(state)
            case 5:
                for person in state.persons():
                    if person.burning and _burns(state, person):
                        state.change(person.id, burning=person.burning - 1)
                state.smoke = tuple((at, last) for at, last in state.smoke if last > state.turn)
                yield from sink(state)
            case 6:
                cite("owb.withhold.carries-over")
            case 7:
                if not state.order:
                    _all_aware(state)
                state.quiet = 0 if state.hurt else state.quiet + 1
                yield from check_morale(state, dice)
                yield from battle_ends(state, dice)
