"""The attacks of a character: every weapon in every mode, and what speaks against each.

An attack is listed as impossible only if nothing that could be filled in would make it possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Slot, Word
from sandtable.rulebooks.whitebox.page import words as told
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import blades_of
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import AREA_WEAPONS, check_weapon
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import areas, rifles_around
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import may_suppress
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import lean_outs
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import TIMED
from sandtable.rulebooks.whitebox.part2_vehicles.attack.candidates import enemy_hulls
from sandtable.rulebooks.whitebox.state.footprint import distance_between
from sandtable.rulebooks.whitebox.state.frames import Ambushing, Turn
from sandtable.rulebooks.whitebox.state.orders import (
    Cook,
    Flame,
    Launch,
    Mass,
    Shoot,
    Strike,
    Sweep,
    Throw,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.people import Arm, Person
from sandtable.rulebooks.whitebox.state.tables import MELEE
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.table import grid

AT_A_SQUARE = "Choose a square"
MIDDLE = "Who is in the middle of them, if several are?"
LEANS = "Does he lean out of cover? Choose a square beside him"
BESIDE = 1


def attacks(case: Case, person: Person) -> Iterator[Action]:
    """Everything that a character could attack with."""
    yield from shots(case, person)
    yield from sweeps(case, person)
    yield from blows(case, person)
    yield from lobs(case, person)
    yield from massed(case, person)


def holding_back(case: Case, person: Person) -> Iterator[Action]:
    """An attack that is held back, or an explosive that is lit and held."""
    fixed: dict[str, Any] = {"person": person.id}
    yield case.action(
        Withhold,
        told.WITHHOLD,
        piece=person.id,
        fixed=fixed,
        slots=_lean_slot(case, person),
        refusal=case.refusal(Withhold(person=person.id)),
    )
    for bomb, _ in person.bombs:
        if bomb in TIMED:
            order = Cook(person=person.id, bomb=bomb)  # type: ignore[arg-type]
            yield case.action(
                Cook,
                told.COOK,
                piece=person.id,
                fixed={**fixed, "bomb": bomb},
                refusal=case.refusal(order),
                label=f"Light {told.BOMBS[bomb]}",
            )


def _lean_slot(case: Case, person: Person) -> tuple[Slot, ...]:
    """The square that he leans out into, where there is tall cover beside him."""
    if not leans_to(case, person):
        return ()
    return (asking.spot_or_none("lean", LEANS),)


def leans_to(case: Case, person: Person) -> list[tuple[float, float]]:
    """The points that he can lean out to now: for attacks in his own turn, or out of an ambush."""
    if not person.on_table or not isinstance(case.frame, Turn | Ambushing):
        return []
    return [case.state.setting.point(square) for square in lean_outs(case.state, person)]


# -- at one target --------------------------------------------------------------------------------


def shots(case: Case, person: Person) -> Iterator[Action]:
    """Shots with every weapon in every mode, and around tall cover."""
    aimed = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
    enemies = case.by_distance(case.state.enemies_of(person), person)
    enemies += case.by_distance(_helpless(case, person), person)
    leaning = leans_to(case, person)
    for arm in aimed:
        for mode in modes_of(arm):
            yield _shot(case, person, arm, mode, enemies, main=arm is aimed[0])
        if leaning:
            yield _leaning(case, person, arm, enemies, leaning, main=arm is aimed[0])


def _helpless(case: Case, person: Person) -> list[Person]:
    """The enemies who lie incapacitated on the map."""
    return [
        one
        for one in case.state.persons()
        if one.side != person.side and one.on_table and one.out == "incapacitated"
    ]


def modes_of(arm: Arm) -> tuple[str, ...]:
    """The modes of fire of a weapon, the most usual first."""
    modes = ["burst"] if arm.weapon.burst else []
    modes.append("single")
    if arm.id == "shotgun-double-barreled":
        modes.append("both-barrels")
    if may_suppress(arm):
        modes.append("suppress")
    return tuple(modes)


def usable_first(case: Case, person: Person, arm: Arm, modes: tuple[str, ...]) -> tuple[str, ...]:
    """Some modes of fire, those first in which a weapon can be fired as it is."""
    unusable = {mode for mode in modes if check_weapon(case.state, person, arm, mode) is not None}
    return tuple(sorted(modes, key=lambda mode: mode in unusable))


def mode_of_fire(modes: tuple[str, ...]) -> Slot:
    """In which of its modes a weapon is fired; in the most usual one if nothing is said."""
    words = told.mode_words(modes)
    return asking.word("mode", "How does he fire?", words, required=False, default=modes[0])


def _shot(
    case: Case, person: Person, arm: Arm, mode: str, enemies: list[Person], *, main: bool
) -> Action:
    orders = [shoot(person, arm, mode, enemy.id) for enemy in enemies]
    listed, refusal = _sifted(case, enemies, orders)
    asked = [asking.one_of("target", "Choose a target", listed)]
    if arm.weapon.rof == "2" and mode == "single":
        ask = "Choose a target for the second shot"
        asked.append(asking.one_of("second", ask, listed, required=False))
    if listed:
        asked += opening_helper(case, person, arm, shoot(person, arm, mode, listed[0]))
    words = told.THROWN if arm.weapon.thrown else told.SHOTS[mode]
    return case.action(
        Shoot,
        words,
        piece=person.id,
        fixed={"person": person.id, "weapon": arm.id, "mode": mode},
        slots=asked if enemies else (),
        refusal=refusal or _nobody(enemies),
        label=_label(words.label, arm, plain=main and not arm.weapon.thrown),
    )


def _label(text: str, arm: Arm, *, plain: bool) -> str:
    """What an attack is called; with another than the first weapon, that is named."""
    return text if plain else f"{text}, {short_name(arm)}"


def short_name(arm: Arm) -> str:
    """What a weapon is called where there is little room: without what is in brackets."""
    return arm.weapon.name.partition(" (")[0].lower()


def _nobody(enemies: list[Person]) -> Refusal | None:
    if enemies:
        return None
    return Refusal("owb.missile.needs-line-of-sight", "There is no enemy to be seen.")


def shoot(person: Person, arm: Arm, mode: str, target: str, lean: Any = None) -> Shoot:
    """A shot at somebody."""
    return Shoot(
        person=person.id,
        target=target,
        weapon=arm.id,  # type: ignore[arg-type]
        mode=mode,  # type: ignore[arg-type]
        lean=lean,
    )


def _sifted(
    case: Case, people: list[Person], orders: Iterable[Order]
) -> tuple[tuple[str, ...], Refusal | None]:
    """Those against whom nothing speaks first; and why nobody can be attacked, if so."""
    refused = [case.refusal(order) for order in orders]
    pairs = sorted(zip(refused, people, strict=True), key=lambda pair: pair[0] is not None)
    why = None if None in refused else next(iter(refused), None)
    return tuple(one.id for _, one in pairs), why


def _leaning(
    case: Case,
    person: Person,
    arm: Arm,
    enemies: list[Person],
    points: list[tuple[float, float]],
    *,
    main: bool,
) -> Action:
    """A shot out of a square beside tall cover."""
    modes = usable_first(case, person, arm, modes_of(arm))
    shots = {
        (point, enemy.id): shoot(person, arm, modes[0], enemy.id, point)
        for point in points
        for enemy in enemies
    }
    able = [key for key, order in shots.items() if case.allows(order)]
    names = dict.fromkeys([*(name for _, name in able), *(enemy.id for enemy in enemies)])
    mode = mode_of_fire(modes)
    best = able[0][0] if able else points[0]
    opening = [replace(shots[key], mode="suppress") for key in able[:1]]
    helper = [slot for one in opening for slot in opening_helper(case, person, arm, one)]
    why = None if able else case.first_refusal(shots.values())
    return case.action(
        Shoot,
        told.LEAN,
        piece=person.id,
        fixed={"person": person.id, "weapon": arm.id},
        slots=(
            asking.one_of("target", "Choose a target", names),
            asking.spot("lean", "Choose the square that he leans out into", list(best)),
            mode,
            *helper,
        ),
        refusal=why or _nobody(enemies),
        label=_label(told.LEAN.label, arm, plain=main),
    )


def blows(case: Case, person: Person) -> Iterator[Action]:
    """A blow at somebody in the next square."""
    if not person.on_table:
        return
    blades = tuple(blades_of(person))
    near = _within_arms_reach(case, person)
    strikes = {
        name: Strike(person=person.id, target=name, weapon=blades[0])  # type: ignore[arg-type]
        for name in near
    }
    able = [name for name, order in strikes.items() if case.allows(order)]
    refusal = None if able else case.first_refusal(strikes.values())
    listed = dict.fromkeys([*able, *near])
    weapon = Slot(
        name="weapon",
        sort="word",
        ask="With what?",
        words=tuple(Word(value=name, label=MELEE[name].name) for name in blades),
        required=False,
        default=blades[0],
    )
    yield case.action(
        Strike,
        told.STRIKE,
        piece=person.id,
        fixed={"person": person.id},
        slots=(asking.one_of("target", "Choose whom to strike", listed), weapon) if near else (),
        refusal=refusal or (None if near else Refusal(told.STRIKE.rule, "Nobody is beside him.")),
    )


# -- over an area ---------------------------------------------------------------------------------


def sweeps(case: Case, person: Person) -> Iterator[Action]:
    """Suppressive fire that is kept up; a friend at hand may change the barrels."""
    if person.trained is None:
        return
    helped = {one.id: Sweep(person=person.id, helper=one.id) for one in _beside(case, person)}
    yield case.action(
        Sweep,
        told.SWEEP,
        piece=person.id,
        fixed={"person": person.id},
        slots=(*barrels(case, helped), *_lean_slot(case, person)),
        refusal=case.refusal(Sweep(person=person.id)),
    )


def barrels(case: Case, helped: Mapping[str, Order]) -> list[Slot]:
    """Who changes the barrels, among those who can: the order with the help of each."""
    able = [name for name, order in helped.items() if case.allows(order)]
    slot = asking.one_of("helper", "Who changes the barrels?", able, required=False)
    return [slot] if able else []


def opening_helper(case: Case, person: Person, arm: Arm, order: Shoot | ShootAboard) -> list[Slot]:
    """Who changes the barrels of a weapon that opens suppressive fire; only belts need it."""
    if order.mode != "suppress" or arm.weapon.feed != "belt":
        return []
    return barrels(case, {one.id: replace(order, helper=one.id) for one in _beside(case, person)})


def _beside(case: Case, person: Person) -> list[Person]:
    own = case.state.square(person)
    return [
        friend
        for friend in case.state.people(person.side)
        if friend.id != person.id and grid.distance(own, case.state.square(friend)) <= BESIDE
    ]


def _within_arms_reach(case: Case, person: Person) -> list[str]:
    """The enemies, vehicles and those aboard them, that a blow could reach."""
    state = case.state
    own = state.square(person)
    found = [
        one.id
        for one in state.persons()
        if one.side != person.side and one.on_table and one.out != "dead"
        if grid.distance(own, state.square(one)) == BESIDE
    ]
    for vehicle in enemy_hulls(state, person.side):
        if distance_between((own,), state.footprint(vehicle).squares) == BESIDE:
            aboard = [man.id for man in state.occupants(vehicle.id) if man.out != "dead"]
            found += [vehicle.id, *aboard]
    return found


def lobs(case: Case, person: Person) -> Iterator[Action]:
    """Explosives, rockets, shells and flames, aimed at squares."""
    fixed: dict[str, Any] = {"person": person.id}
    asked = (asking.spot("at", AT_A_SQUARE), *_lean_slot(case, person))
    for bomb, count in person.bombs:
        if bomb == "charge":
            continue
        thrown = (
            Throw(person.id, bomb, at, lean)  # type: ignore[arg-type]
            for lean, at in _leaning_aims(case, person)
        )
        yield case.action(
            Throw,
            told.LOB,
            piece=person.id,
            fixed={**fixed, "bomb": bomb},
            slots=asked,
            refusal=case.first_refusal(thrown),
            label=f"Throw {told.BOMBS[bomb]}",
            hint=f"{told.LOB.hint} He has {count}.",
        )
    for arm in person.arms:
        if arm.id == "flamethrower":
            flames = (Flame(person.id, at, lean) for lean, at in _leaning_aims(case, person))
            yield case.action(
                Flame,
                told.FLAME,
                piece=person.id,
                fixed=fixed,
                slots=asked,
                refusal=case.first_refusal(flames),
            )
        elif arm.id in AREA_WEAPONS:
            yield _launch(case, person, arm)


def _launch(case: Case, person: Person, arm: Arm) -> Action:
    helpers: list[str | None] = [None]
    if arm.id == "mortar":
        helpers += [one.id for one in case.state.persons() if _may_load(case, person, one)]
    leaning = () if arm.id == "mortar" else _lean_slot(case, person)
    orders = (
        Launch(person.id, arm.id, at, helper, lean)  # type: ignore[arg-type]
        for helper in helpers
        for lean, at in _leaning_aims(case, person)
        if leaning or lean is None
    )
    names = [name for name in helpers if name]
    loading = asking.one_of("helper", "Who loads the mortar?", names, required=False)
    return case.action(
        Launch,
        told.LAUNCH,
        piece=person.id,
        fixed={"person": person.id, "weapon": arm.id},
        slots=(asking.spot("at", AT_A_SQUARE), *((loading,) if names else ()), *leaning),
        refusal=case.first_refusal(orders),
        label=f"Fire {short_name(arm)}",
    )


def _may_load(case: Case, person: Person, other: Person) -> bool:
    if other.side != person.side or other.id == person.id or not other.able:
        return False
    together = person.off_map and other.off_map
    return together or (other.on_table and other in _beside(case, person))


def _aims(case: Case, person: Person) -> Iterator[tuple[float, float]]:
    """The points that something could be aimed at, the likeliest first: in the end, everywhere."""
    state = case.state
    likely = [state.square(enemy) for enemy in state.enemies_of(person)]
    own = state.square(person)
    everywhere = ((x, y) for y in range(state.setting.rows) for x in range(state.setting.width))
    for square in dict.fromkeys([*likely, own, *everywhere]):
        yield state.setting.point(square)


def _leaning_aims(
    case: Case, person: Person
) -> Iterator[tuple[tuple[float, float] | None, tuple[float, float]]]:
    """The points that something could be aimed at, from where one is and leaning out."""
    return ((lean, at) for lean in (None, *leans_to(case, person)) for at in _aims(case, person))


def massed(case: Case, person: Person) -> Iterator[Action]:
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
        told.MASS,
        piece=person.id,
        fixed={"person": person.id},
        slots=slots if names else (),
        refusal=case.first_refusal(orders),
    )
