"""DETERMINING SURPRISE, DETERMINING INITIATIVE, and the segments of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part2_vehicles.attack.line_of_fire import vehicle_shelter
from ...part2_vehicles.round.crew import has_a_turn, operator_of
from ...part2_vehicles.round.tank_destroyers import DESTROYER, is_held_back, is_mobile
from ...state import OwbState, Person, Vehicle
from ...state.footprint import FiringPoint, Source
from ...state.frames import Party, Segment
from ...state.group_names import group_called
from ..core_rulebook.persons import able_to_act
from ..cover.cover import shelter_from
from ..line_of_sight.sight import open_line

CHANCE = 1
"""In how many of six cases somebody who searches finds what is hidden."""


def ambushing_groups(state: OwbState) -> tuple[str, ...]:
    """The groups that the scenario has lying in ambush."""
    cite("owb.ambush.conditions")
    return tuple(dict.fromkeys(piece.group for piece in state.pieces.values() if piece.hidden))


def eyes_against(state: OwbState, side: str) -> list[Source]:
    """Where enemies of a side look from: men from their squares, crews from their vehicles."""
    found: list[Source] = [state.square(one) for one in state.people() if one.side != side]
    for vehicle in state.vehicles():
        if vehicle.side != side and has_a_turn(state, vehicle):
            print_ = state.footprint(vehicle)
            found.append(FiringPoint(print_.centre, print_.squares, vehicle.id))
    return found


def takes_part(state: OwbState, person: Person) -> bool:
    """Whether a member of the group has cover or concealment from every enemy who could see him.

    Crews have it if their vehicle has.
    """
    cite("owb.ambush.conditions")
    enemies = eyes_against(state, person.side)
    if person.aboard:
        vehicle = state.vehicle(person.aboard)
        return all(vehicle_shelter(state, source, vehicle) != "none" for source in enemies)
    square = state.square(person)
    return all(
        shelter_from(state, source, person) != "none"
        for source in enemies
        if open_line(state, source, square)
    )


def finds_hidden(person: Person, dice: Dice) -> bool:
    """Whether a character who searches finds what is hidden."""
    cite("owb.base.hidden-things")
    return not dice.test(6, CHANCE + 1, f"search, {person.name}")


def is_detected(state: OwbState, groups: tuple[str, ...], dice: Dice) -> bool:
    """Whether any of those who look for the ambush finds it; all of them roll."""
    if not state.on("ambush_search"):
        return False
    cite("owb.ambush.search")
    found = [finds_hidden(person, dice) for person in searchers(state, groups)]
    return any(found)


def searchers(state: OwbState, groups: tuple[str, ...]) -> list[Person]:
    """Those who said that they look for an ambush."""
    return [
        person
        for person in state.persons()
        if person.searching and able_to_act(person) and person.group not in groups
    ]


def on_their_guard(state: OwbState, groups: tuple[str, ...]) -> tuple[str, ...]:
    """Those whose search keeps them, or their group, from losing the next Initiative."""
    cite("owb.ambush.wins-next-initiative")
    if not state.on("ambush_search"):
        return ()
    found = tuple(person.id for person in searchers(state, groups))
    if found:
        cite("owb.ambush.searchers-roll-initiative")
    return found


WHEELMAN = 2
"""What a Wheelman at the wheel adds to the Initiative roll."""


def groups_of(state: OwbState) -> dict[str, list[Person | Vehicle]]:
    """The groups of a battle with those of their members who have turns: sides, unless split.

    Whoever is aboard a vehicle has his turn with it, unless everybody rolls for himself.
    """
    cite("owb.base.sides-and-groups")
    found: dict[str, list[Person | Vehicle]] = {}
    for piece in state.pieces.values():
        found.setdefault(piece.group, [])
        rides = isinstance(piece, Person) and bool(piece.aboard) and not _alone(state)
        if acts(state, piece) and not rides:
            found[piece.group].append(piece)
    return found


def _alone(state: OwbState) -> bool:
    """Whether everybody rolls for himself, those aboard vehicles too."""
    return state.option("initiative") == "individual"


def acts(state: OwbState, piece: Person | Vehicle) -> bool:
    """Whether a character, or a vehicle with all aboard, has turns.

    Somebody aboard has one of his own if everybody rolls for himself, or if he loses Initiative.
    """
    if piece.hidden:
        return False
    single = _alone(state)
    if isinstance(piece, Vehicle):
        return not single and has_a_turn(state, piece)
    if piece.aboard:
        return piece.able and (single or bool(piece.late))
    return able_to_act(piece)


def are_enemies(one: Person, two: Person) -> bool:
    """Whether two characters are enemies: whoever is not of one's side is."""
    cite("owb.base.sides-and-groups")
    return one.side != two.side


# -- surprise -------------------------------------------------------------------------------------


def roll_surprise(state: OwbState, dice: Dice) -> tuple[str, ...]:
    """The groups that are surprised."""
    groups = [name for name, members in groups_of(state).items() if members]
    cite("owb.surprise.roll", "owb.vehicle.surprise-on-one-in-six")
    match state.option("surprise"):
        case "none":
            return ()
        case "scenario":
            marked = {piece.group for piece in state.pieces.values() if piece.surprised}
            return tuple(name for name in groups if name in marked)
    return tuple(name for name in groups if not dice.test(6, 2, f"surprise, {name}"))


def free_groups(state: OwbState, surprised: Sequence[str]) -> tuple[str, ...]:
    """The groups that take a free turn: the others, if some but not all are surprised."""
    groups = [name for name, members in groups_of(state).items() if members]
    awake = tuple(name for name in groups if name not in surprised)
    if not surprised or not awake:
        cite("owb.surprise.cancels-out")
        return ()
    cite("owb.surprise.free-turn", "owb.vehicle.surprise-grants-a-free-turn")
    return awake


# -- initiative -----------------------------------------------------------------------------------


def rollers(state: OwbState, only: Sequence[str] | None = None) -> list[Party]:
    """Those who roll for Initiative, each with the characters and vehicles for whom it counts."""
    cite("owb.initiative.group-or-individual", "owb.combined.same-rounds")
    cite("owb.vehicle.group-or-individual-initiative")
    found = []
    for name, members in groups_of(state).items():
        if members and (only is None or name in only):
            found += [
                Party(name=roller, side=pieces[0].side, members=_all(state, pieces), result=0)
                for roller, pieces in _split(state, name, members).items()
            ]
    return found


def _split(
    state: OwbState, group: str, members: list[Person | Vehicle]
) -> dict[str, list[Person | Vehicle]]:
    """The members of a group by whom they roll with: all of them, or each by himself.

    Where every vehicle rolls, all who are on foot share a roll.
    """
    option = state.option("initiative")
    if option == "side":
        return {group: members}
    found: dict[str, list[Person | Vehicle]] = {}
    for piece in members:
        alone = option == "individual" or isinstance(piece, Vehicle)
        found.setdefault(piece.id if alone else group, []).append(piece)
    return found


def _all(state: OwbState, pieces: list[Person | Vehicle]) -> tuple[str, ...]:
    """The names of those who act together; whoever is aboard may have to get out first."""
    names: list[str] = []
    for piece in pieces:
        names.append(piece.id)
        if isinstance(piece, Vehicle):
            names += [person.id for person in state.occupants(piece.id)]
    return tuple(names)


def roll_initiative(
    state: OwbState, dice: Dice, only: Sequence[str] | None = None
) -> tuple[Segment, ...]:
    """Roll Initiative: the segments of the round, in the order in which they come."""
    cite("owb.initiative.roll", "owb.vehicle.initiative-d6-highest-first")
    parties = rollers(state, only)
    winners = [p for p in parties if _group(state, p) in state.winners]
    others = [p for p in parties if p not in winners]
    segments: list[Segment] = []
    if winners and any(name in state.wary for p in others for name in p.members):
        segments += _against_the_wary(state, _rolled(state, parties, dice), dice)
        others = []
    elif winners:
        cite("owb.initiative.automatic-win")
        alone = len(winners) == 1
        rolled = [replace(winners[0], result=7)] if alone else _rolled(state, winners, dice)
        segments += segments_of(state, rolled, dice)
    segments += segments_of(state, _rolled(state, others, dice), dice)
    shared = [_among_who_act(state, segment) for segment in segments]
    return (*_with_first(state, shared), *_late(state, segments))


def _among_who_act(state: OwbState, segment: Segment) -> Segment:
    """A segment, which is tied only if more than one party has somebody who acts in it."""
    act = [p for p in segment.parties if not all(_is_late(state, name) for name in p.members)]
    return replace(segment, tied=segment.tied and len(act) > 1)


def _with_first(state: OwbState, segments: list[Segment]) -> list[Segment]:
    """The segments, the first of them marked in which somebody acts: those in it win Initiative.

    Whoever loses Initiative does not act in it; nobody wins who is tied with another side.
    """
    for at, segment in enumerate(segments):
        members = (name for party in segment.parties for name in party.members)
        if all(_is_late(state, name) for name in members):
            cite("owb.initiative.loses-initiative")
            continue
        first = replace(segment, first=not segment.tied)
        return [*segments[:at], first, *segments[at + 1 :]]
    return segments


def _against_the_wary(state: OwbState, rolled: list[Party], dice: Dice) -> list[Segment]:
    """The segments after an ambush that some searched for: these roll against the ambushers.

    Those who did not search act after the ambushers, whatever they have rolled.
    """
    cite("owb.ambush.searchers-roll-initiative", "owb.initiative.automatic-win")
    last = min(p.result for p in rolled if _group(state, p) in state.winners)
    early = [
        p
        for p in rolled
        if _group(state, p) in state.winners
        or (p.result >= last and any(name in state.wary for name in p.members))
    ]
    late = [p for p in rolled if p not in early]
    return [*segments_of(state, early, dice), *segments_of(state, late, dice)]


def _group(state: OwbState, party: Party) -> str:
    return state.pieces[party.members[0]].group


def _rolled(state: OwbState, parties: Sequence[Party], dice: Dice) -> list[Party]:
    return [
        replace(p, result=dice.die(6, f"initiative, {p.name}") + wheelman_bonus(state, p))
        for p in parties
    ]


def wheelman_bonus(state: OwbState, party: Party) -> int:
    """What Wheelmen add to the roll of a party: once, if one of them drives something.

    For a whole side it must be something that can move.
    """
    cite("owb.vehicle.wheelman-initiative-bonus", "owb.crew.pc-operator-classes")
    option = state.option("initiative")
    for name in party.members:
        person = state.find_person(name)
        if person is None or person.profession != "wheelman" or not person.aboard:
            continue
        vehicle = state.vehicle(person.aboard)
        driver = operator_of(state, vehicle)
        if driver is None or driver.id != name:
            continue
        if option != "side" or is_mobile(state, vehicle):
            return WHEELMAN
    return 0


def segments_of(state: OwbState, parties: Sequence[Party], dice: Dice) -> list[Segment]:
    """The segments that Initiative results make; equal ones of different sides are tied."""
    segments = []
    for result in sorted({party.result for party in parties}, reverse=True):
        same = merged([party for party in parties if party.result == result])
        if len(same) == 1:
            segments.append(Segment(parties=(same[0],)))
            continue
        cite("owb.initiative.tie-simultaneous", "owb.vehicle.initiative-tie-simultaneous")
        segments.append(Segment(parties=_tied_order(state, same, dice), tied=True))
    return segments


def merged(parties: Sequence[Party]) -> list[Party]:
    """Equal results within one side are no tie: its player orders them as he likes."""
    found: dict[str, Party] = {}
    for party in parties:
        mate = found.get(party.side)
        if mate is None:
            found[party.side] = party
        else:
            found[party.side] = replace(
                mate, members=mate.members + party.members, others=(*mate.others, party.name)
            )
    return list(found.values())


def _tied_order(state: OwbState, parties: list[Party], dice: Dice) -> tuple[Party, ...]:
    """Tied parties act in the reverse of the last round's order; in the first, at random."""
    cite("owb.vehicle.initiative-tie-procedure")
    if all(party.name in state.order for party in parties):
        return tuple(sorted(parties, key=lambda p: -state.order.index(p.name)))
    return dice.shuffle(parties, "who acts first")


def _late(state: OwbState, segments: Sequence[Segment]) -> Iterator[Segment]:
    """The last segments of a round, for those who lose Initiative."""
    for segment in segments:
        parties = tuple(
            replace(party, members=late)
            for party in segment.parties
            if (late := tuple(name for name in party.members if _is_late(state, name)))
        )
        if parties:
            cite("owb.initiative.loses-initiative", "owb.suppress.versus-suppress")
            yield Segment(parties=parties, tied=len(parties) > 1, late=True)


def _is_late(state: OwbState, name: str) -> bool:
    person = state.find_person(name)
    return person is not None and bool(person.late)


def told_order(state: OwbState, segments: Sequence[Segment], dice: Dice) -> Event:
    """The order of a round in words."""
    words = []
    for segment in segments:
        names = " and ".join(
            f"{_called(state, party)} ({party.result})" for party in segment.parties
        )
        words.append(f"{names} {'together' if segment.tied else ''}".strip())
    text = f"Round {state.turn}: {', then '.join(words)}."
    return happened("initiative", text, ("owb.initiative.roll", *_why(state, segments)), dice=dice)


def _why(state: OwbState, segments: Sequence[Segment]) -> Iterator[str]:
    """The rules that have made an order what it is, beside the roll."""
    if any(wheelman_bonus(state, party) for each in segments for party in each.parties):
        yield "owb.vehicle.wheelman-initiative-bonus"
    if any(segment.tied for segment in segments):
        yield "owb.initiative.tie-simultaneous"


def _called(state: OwbState, party: Party) -> str:
    """What a party is called: by the name of its side, or by those of its members."""
    sides = {side.id: side.name for side in state.setting.scenario.sides}
    piece = state.pieces.get(party.name)
    if piece is not None:
        return piece.name
    return sides.get(party.name) or group_called(state, party.name).text


def waiting(state: OwbState, segment: Segment) -> list[Person | Vehicle]:
    """Those of the party whose turn it is who have not had theirs."""
    cite("owb.round.order-inside-group")
    if not segment.parties:
        return []
    return [
        piece
        for name in segment.parties[0].members
        if (piece := state.pieces.get(name)) is not None
        and acts(state, piece)
        and not piece.done
        and not is_held_back(state, piece, segment)
        and (segment.late or not _is_late(state, name) or state.phase == "free-turn")
    ]


def released(state: OwbState) -> list[Person | Vehicle]:
    """The tank destroyers whose side has acted, and that need not wait any longer."""
    if state.phase != "turns" or state.tied:
        return []
    running = () if state.segment is None else (state.segment,)
    coming = {
        name
        for segment in (*running, *state.queue)
        for party in segment.parties
        for name in party.members
        if not segment.late or _is_late(state, name)
    }
    destroyers = {vehicle.id for vehicle in state.vehicles() if vehicle.block == DESTROYER}
    return [
        piece
        for piece in state.pieces.values()
        if (piece.id if isinstance(piece, Vehicle) else piece.aboard) in destroyers
        and piece.id not in coming
        and acts(state, piece)
        and not piece.done
        and not is_held_back(state, piece, None)
    ]


def rank_of(state: OwbState, person: Person) -> int:
    """The place of a character in the order of this round, by whoever rolled for him.

    Who loses Initiative comes after everybody else, and among those by his group's result.
    """
    last = len(state.order)
    for name in (person.id, person.aboard, person.group):
        if name and name in state.order:
            place = state.order.index(name)
            return last + place if person.late else place
    return 2 * last
