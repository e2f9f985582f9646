"""What attacks have in common: they commit whoever makes them, are rolled, told and applied."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ...state import OwbState
from ...state.frames import Explosive, Interrupt, Item, Landing
from ...state.people import Arm, Person
from ...state.tables import MISSILE, RIFLES, weapon_called
from ..core_rulebook.harm import hurt
from ..explosives.blasts import IMPACT
from ..explosives.throwing import Lob, resolve_lob
from ..line_of_sight.sight import direction, range_between
from .attack_roll import Blow, Fumble, Hit, resolve_blow, told_for_luck
from .melee import LONG_GUNS


def between_turns(state: OwbState) -> bool:
    """Whether whoever attacks now does so outside of his own turn, and does not turn for it."""
    return any(isinstance(frame, Interrupt) for frame in state.agenda)


def committed(
    state: OwbState, person: Person, *, towards: Square | None = None, direct: bool = False
) -> Person:
    """A character who has made his Attack: it ends a withheld one and a Trained weapon."""
    cite("owb.withhold.carries-over")
    person = state.person(person.id)
    heading = person.heading
    own = state.square(person)
    if between_turns(state):
        cite("owb.grid.facing-change-free")
    elif towards is not None and towards != own and person.on_table:
        heading = direction(own, towards) * 45.0
    return state.change(
        person.id,
        attacked=True,
        withheld=False,
        trained=None,
        heading=heading,
        ducked=person.ducked and not direct,
    )


def struck_at(state: OwbState, blow: Blow, dice: Dice) -> Generator[Event, None, Hit]:
    """Roll one attack, tell of it, and apply it."""
    result = resolve_blow(blow, dice)
    attacker, target = state.person(blow.attacker), state.person(blow.target)
    told = f"hits for {result.damage}" if result.hit else "misses"
    yield Event(
        kind="attack",
        text=f"{attacker.name} attacks {target.name} ({weapon_called(blow.weapon)}) and {told}.",
        rules=("owb.attack.roll",),
        pieces=(attacker.id, target.id),
        rolls=dice.take_rolls(),
        tallies=(blow.tally, blow.armor),
        data={
            "hit": result.hit,
            "damage": result.damage,
            **told_for_luck(result.hit, blow.hits_with),
        },
    )
    if target.unaware:
        state.change(target.id, unaware=False)
    yield from fumbled(state, blow.attacker, blow.weapon, result.fumble)
    if result.hit:
        yield from hurt(state, target.id, result.damage)
    return result


def _in_hand(person: Person, weapon: str) -> Arm | None:
    """What somebody holds who attacks with a weapon; a club may be the butt of his gun.

    A bayonet is fixed on his rifle, if he has one.
    """
    if weapon == "club" and weapon not in person.blades:
        return next((arm for arm in person.arms if arm.id in LONG_GUNS), None)
    if weapon == "bayonet":
        return next((arm for arm in person.arms if arm.id in RIFLES), None)
    return person.arm(weapon)


def _drop(state: OwbState, person: Person, arm: Arm | None, weapon: str) -> None:
    """A weapon falls to the ground, a rifle with the bayonet that is fixed on it.

    That of somebody aboard a vehicle falls into the vehicle.
    """
    falling = weapon if arm is None else "bayonet" if arm.id in RIFLES else ""
    blade = falling if falling in person.blades else ""
    if arm is None and not blade:
        return
    if arm is not None:
        person = person.without_arm(arm.id)
    kept = tuple(name for name in person.blades if name != blade)
    state.put(replace(person, blades=kept))
    state.items = (*state.items, Item(state.square(person), arm, blade, person.aboard))


def fumbled(state: OwbState, attacker: str, weapon: str, fumble: Fumble) -> Iterator[Event]:
    """What a natural 1 has led to, if anything went wrong."""
    if not fumble:
        return
    person = state.person(attacker)
    arm = _in_hand(person, weapon)
    match fumble:
        case "dropped":
            _drop(state, person, arm, weapon)
        case "jammed" if arm is not None:
            state.put(person.with_arm(replace(arm, jam=-1)))
        case "fell" if not person.aboard:
            fallen = {"stance": "prone"} if state.on("stances") else {"tripped": True}
            state.change(person.id, **fallen, climbing=None)
    yield Event(
        kind="fumble",
        text=f"{person.name}: {fumble}.",
        rules=("owb.attack.natural-20-and-1",),
        pieces=(person.id,),
    )


def lobbed(
    state: OwbState,
    person: Person,
    bomb: str,
    lob: Lob,
    dice: Dice,
    *,
    cooked: bool = False,
    at_once: bool = False,
    under: str = "",
) -> Iterator[Event]:
    """Roll for an explosive in the air, tell where it lands, and leave it there or set it off.

    Args:
        cooked: Whether it was lit before, so that nobody can throw it back.
        at_once: Whether it goes off where it lands, whatever it is.
        under: The vehicle that it is aimed under.
    """
    landed = resolve_lob(lob, state.grounds_clear_of(lob.square), dice)
    if landed.square is None:
        where = "without effect"
    elif landed.hit:
        where = f"on target at {state.setting.told(landed.square)}"
    else:
        off = range_between(state, lob.square, landed.square)
        where = f"{off} squares off, at {state.setting.told(landed.square)}"
    yield Event(
        kind="explosive",
        text=f"{person.name}: {weapon_called(bomb)}, {where}.",
        rules=("owb.blast.aim-at-square",),
        pieces=(person.id,),
        rolls=dice.take_rolls(),
        tallies=(lob.tally, lob.armor),
        data={"aim": lob.square, "lands": landed.square},
    )
    aimed_at = state.at(lob.square)
    if aimed_at is not None and aimed_at.unaware:
        state.change(aimed_at.id, unaware=False)
    if landed.square is None:
        return
    if at_once or bomb in IMPACT or (bomb in MISSILE and bomb != "grenade"):
        cite("owb.impact.detonates-at-once")
        beneath = under if landed.hit else ""
        state.push(Landing(kind=bomb, square=landed.square, under=beneath))
        return
    cite("owb.timed.detonates-at-end-of-round")
    target = state.vehicle_at(landed.square)
    sticks = bomb == "sticky-bomb" and landed.hit and target is not None
    lying = Explosive(
        kind=bomb,
        square=landed.square,
        owner=person.id,
        cooked=cooked,
        due=state.turn,
        vehicle=target.id if sticks and target is not None else "",
    )
    state.explosives = (*state.explosives, lying)
