"""MISSILE ATTACKS: shots and thrown weapons at one target, or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Variant, Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table.grid import Square

from ...part2_vehicles.damage.walls_worn import stray_shot
from ...showing.places import SHELTERED, bands, line_to, may_turn
from ...state import Arm, OwbState, Person
from ...state.decision import Case, Step, named
from ...state.frames import Item, SecondShot
from ...state.orders import AttackOrder, Shoot
from ...state.tables import weapon_called
from ..autofire.suppressive_fire import check_opening, check_sweep, may_suppress, reach_of
from ..autofire.sweeping import _about_area, _cone, opened_fire
from ..core_rulebook.persons import LOWEST
from ..cover.cover import check_lean, lean_outs, target_line
from ..line_of_sight.sight import eye, leaning_out, range_between
from ..weapons.ammunition import shot_off
from .attack import (
    Attack,
    Leans,
    between_turns,
    check_opening_helper,
    committed,
    labelled,
    leaning_told,
    leans_of,
    leans_to,
    mode_of_fire,
    nobody,
    opening_helper,
    struck_at,
    targets,
    usable_first,
    usable_modes,
)
from .attack_roll import KILLED, Blow, about_blow, blow_odds
from .missile import AREA_WEAPONS, BANDS, check_twice, range_band, shot_at

DOUBLE_BARRELED: Final = "shotgun-double-barreled"


def _check_shoot(state: OwbState, person: Person, order: Shoot, turning: bool) -> Refusal | None:
    arm = person.arm(order.weapon)
    if arm is None:
        return Refusal(
            "owb.missile.needs-line-of-sight", f"He has no {weapon_called(order.weapon)}."
        )
    target = state.find_person(order.target)
    second = state.find_person(order.second) if order.second is not None else None
    if target is None or (order.second is not None and second is None):
        return Refusal("owb.missile.needs-line-of-sight", "There is nobody of that name.")
    refusal = check_lean(state, person, order.lean, turning=turning)
    if refusal is not None:
        return refusal
    lean = None if order.lean is None else state.setting.square(order.lean)
    if order.mode == "suppress":
        refusal = check_opening(state, person, arm, state.square(target))
        if refusal is not None:
            return refusal
        if not _changes_area(state, person, target):
            return Refusal("owb.suppress.continue", "It is trained on that area already.")
    for one in (target, second):
        if one is not None:
            shot = shot_at(state, person, arm, one, order.mode, turning=turning, lean=lean)
            if isinstance(shot, Refusal):
                return shot
    return check_twice(arm.weapon, order.mode, twice=second is not None)


def _changes_area(state: OwbState, person: Person, target: Person) -> bool:
    if person.trained is None or check_sweep(state, person) is not None:
        return True
    cite("owb.suppress.change-of-area-restarts", "owb.maneuver.gunner-options")
    return person.trained.aim != state.square(target)


def shoot_again(state: OwbState, frame: SecondShot, dice: Dice) -> Iterator[Event]:
    """The second roll of a shot, unless the shooter is out, or the first has put its target out."""
    name = frame.attack.second
    assert name is not None
    target = state.find_person(name)
    shooter = state.find_person(frame.attack.person)
    if target is None or shooter is None or not shooter.able:
        return
    if not target.out or frame.down:
        yield from shoot_once(state, frame.attack, name, dice)


def take_aim(state: OwbState, person: Person, order: Shoot) -> None:
    """Commit a character to a shot, before anything is rolled for it."""
    committed(state, person, towards=state.square(state.person(order.target)), direct=True)
    state.change(person.id, fired=True)


def shoot_once(state: OwbState, order: Shoot, name: str, dice: Dice) -> Iterator[Event]:
    """One roll of a shot; none if the weapon is gone, empty or jammed by then."""
    person, target = state.person(order.person), state.person(name)
    arm = person.arm(order.weapon)
    if arm is None or target.out == "dead":
        return
    turning = not between_turns(state)
    blow = shot_at(state, person, arm, target, order.mode, turning=turning)
    if isinstance(blow, Refusal):
        return
    origin = eye(state, person)
    spot, _ = target_line(state, origin, target)
    state.put(person.with_arm(shot_off(state, arm, order.mode)))
    hit = yield from struck_at(state, blow, dice)
    yield from stray_shot(state, blow, hit, origin, dice)
    if arm.weapon.thrown and state.person(person.id).arm(arm.id) is not None:
        cite("owb.weapon.hatchet-knife-spear-both-ways")
        state.put(state.person(person.id).without_arm(arm.id))
        state.items = (*state.items, Item(spot, arm))
    if order.mode == "suppress":
        yield from opened_fire(state, person.id, order.weapon, spot, order.helper, dice)


def _shot_odds(state: OwbState, person: Person, order: Shoot) -> Odds | None:
    arm, target = person.arm(order.weapon), state.find_person(order.target)
    if arm is None or target is None or person.off_map:
        return None
    opens = order.mode == "suppress"
    if opens and check_opening(state, person, arm, state.square(target)) is not None:
        return None
    spot = None if order.lean is None else state.setting.square(order.lean)
    blow = shot_at(state, person, arm, target, order.mode, lean=spot)
    if order.second != order.target or isinstance(blow, Refusal):
        return blow_odds(state, target, blow)
    return odds_of_both(state, order, target, blow)


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
    if arm.id == DOUBLE_BARRELED:
        modes.append("both-barrels")
    if may_suppress(arm):
        modes.append("suppress")
    return tuple(modes)


def shoot(person: Person, arm: Arm, mode: str, target: str, lean: Any = None) -> Shoot:
    """A shot at somebody."""
    return Shoot(
        person=person.id,
        target=target,
        weapon=arm.id,  # type: ignore[arg-type]
        mode=mode,  # type: ignore[arg-type]
        lean=lean,
    )


def _asked_to_lean_out(
    case: Case, person: Person, arm: Arm, enemies: list[Person]
) -> tuple[Iterable[Slot], Refusal | None]:
    """A shot out of a square beside tall cover: at whom, out of which, and how."""
    points, modes = leans_to(case, person), usable_first(case, person, arm, modes_of(arm))
    tried = {
        (point, enemy.id): shoot(person, arm, modes[0], enemy.id, point)
        for point in points
        for enemy in enemies
    }
    able = [key for key, order in tried.items() if case.allows(order)]
    names = dict.fromkeys([*(name for _, name in able), *(enemy.id for enemy in enemies)])
    best = able[0][0] if able else points[0]
    opening = [replace(tried[key], mode="suppress") for key in able[:1]]
    slots = (
        asking.one_of("target", "Choose a target", names),
        asking.spot("lean", "Choose the square that he leans out into", list(best)),
        mode_of_fire(modes),
        *(slot for one in opening for slot in opening_helper(case, person, arm, one)),
    )
    why = None if able else case.first_refusal(tried.values())
    return slots, why or nobody(enemies)


SHOTS: Final[dict[str, Words]] = {
    "burst": Words(
        label="Burst",
        key="B",
        rule="owb.burst.bonus",
        hint="Several rounds at one target: +2 to hit.",
    ),
    "single": Words(
        label="Fire",
        key="F",
        rule="owb.missile.needs-line-of-sight",
        hint="A shot at one target.",
    ),
    "both-barrels": Words(
        label="Both barrels",
        key="2",
        rule="owb.weapon.shotgun-both-barrels",
        hint="Both barrels at one target, with double damage at Short range.",
    ),
    "suppress": Words(
        label="Suppress",
        key="S",
        rule="owb.suppress.opening-burst",
        hint="Suppressive fire: it opens with a burst, and is then trained on the area.",
    ),
}


THROWN: Final = Words(
    label="Throw",
    key="F",
    rule="owb.weapon.hatchet-knife-spear-both-ways",
    hint="The weapon lies where it comes down.",
)


LEAN: Final = Words(
    label="Lean out",
    key="L",
    rule="owb.cover.lean-out",
    hint="Attacks around tall cover, out of a square beside it.",
)


class Shooting(Attack[Shoot]):
    """A shot with a weapon in one of its modes, or a weapon that is thrown."""

    order = Shoot
    words = Words(
        label="Fire",
        key="F",
        rule="owb.missile.needs-line-of-sight",
        typed="shoot MAN at TARGET WEAPON [single|burst|suppress|both-barrels] [SECOND] [lean X,Y]"
        " [helper MAN]",
        means="Shoot; suppress opens suppressive fire with a burst.",
        also=("fire",),
    )

    def check(
        self, state: OwbState, person: Person, order: Shoot, *, turning: bool
    ) -> Refusal | None:
        """Who, with what, at whom; who changes the barrels is said on one's own turn."""
        return _check_shoot(state, person, order, turning) or check_opening_helper(
            state, person, order.weapon, order.helper, order.mode, turning=turning
        )

    def carry_out(
        self, state: OwbState, person: Person, order: Shoot, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """The first roll; there may be a second."""
        take_aim(state, person, order)
        if order.second is not None:
            down = bool(state.person(order.second).out)
            state.push(SecondShot(attack=order, down=down))
        yield from shoot_once(state, order, order.target, dice)

    def offer(self, state: OwbState, person: Person, *, turning: bool) -> Iterator[Shoot]:
        """Every weapon in every mode at every enemy, and around tall cover."""
        enemies = state.enemies_of(person)
        for arm in person.arms:
            if arm.id in AREA_WEAPONS:
                continue
            for enemy in enemies:
                yield shoot(person, arm, "single", enemy.id)
                if arm.weapon.burst:
                    yield shoot(person, arm, "burst", enemy.id)
                if may_suppress(arm):
                    yield shoot(person, arm, "suppress", enemy.id)
                if arm.weapon.rof == "2":
                    for other in enemies:
                        yield replace(shoot(person, arm, "single", enemy.id), second=other.id)
                    if arm.id == DOUBLE_BARRELED:
                        yield shoot(person, arm, "both-barrels", enemy.id)
        if turning and person.arms:
            yield from self._around_cover(state, person, enemies)

    def weapon(self, person: Person, order: Shoot) -> str:
        return order.weapon

    def odds(self, state: OwbState, order: Shoot) -> Odds | None:
        """What the first roll does, or both at the same target."""
        person = state.find_person(order.person)
        return None if person is None else _shot_odds(state, person, order)

    def preview(self, state: OwbState, order: Shoot) -> Trace | None:
        """The line of a shot, its range, what protects the target, and what a hit does."""
        person = state.find_person(order.person)
        arm = person.arm(order.weapon) if person is not None else None
        if person is None or arm is None or not person.on_table:
            return None
        lean = None if order.lean is None else state.setting.square(order.lean)
        overlays: list[Overlay] = list(bands(state, person, arm.weapon))
        notes: list[str] = []
        for name in (order.target, order.second):
            target = state.find_person(name or "")
            if target is None or not target.on_table:
                continue
            blow = shot_at(state, person, arm, target, order.mode, lean=lean)
            if isinstance(blow, Refusal):
                overlays.append(line_to(state, person, target, turning=may_turn(state, person)))
                continue
            overlays.append(_line(state, person, target, arm, lean))
            notes += _about_shot(state, person, target, blow, lean)
        if order.mode == "suppress":
            aimed = state.find_person(order.target)
            if aimed is not None and aimed.on_table:
                origin, aim = lean or eye(state, person), state.square(aimed)
                overlays += _cone(state, origin, aim, reach_of(state, arm.id))
                notes += _about_area(state, person, origin, aim, reach_of(state, arm.id))
        return Trace(overlays=tuple(overlays), notes=tuple(notes))

    def told(self, state: OwbState, order: Shoot) -> str:
        also = f" and {named(state, order.second)}" if order.second else ""
        by = f", {named(state, order.helper)} at the barrels" if order.helper else ""
        how = f"{order.weapon}, {order.mode}{leaning_told(order)}"
        return f"at {named(state, order.target)}{also}, {how}{by}"

    def _around_cover(
        self, state: OwbState, person: Person, enemies: list[Person]
    ) -> Iterator[Shoot]:
        """Shots around tall cover at those who cannot be shot at from one's own square."""
        squares = list(lean_outs(state, person))
        arm = next((arm for arm in person.arms if arm.id not in AREA_WEAPONS), None)
        if arm is None or not squares:
            return
        for enemy in enemies:
            mode = "burst" if arm.weapon.burst else "single"
            if self.check(state, person, shoot(person, arm, mode, enemy.id), turning=True) is None:
                continue
            for square in squares:
                yield shoot(person, arm, mode, enemy.id, state.setting.point(square))

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Shoot]:
        """Every weapon in one of its modes at everybody."""
        for arm in person.arms:
            if arm.id in AREA_WEAPONS:
                continue
            for mode in usable_modes(state, person, arm, like):
                for enemy in targets(state, person.side):
                    for lean in leans:
                        yield shoot(person, arm, mode, enemy.id, lean)

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Every weapon in every mode, and around tall cover."""
        aimed = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
        leaning = leans_of(state, person)
        for arm in aimed:
            main = arm is aimed[0]
            for mode in modes_of(arm):
                words = THROWN if arm.weapon.thrown else SHOTS[mode]
                label = labelled(words.label, arm, plain=main and not arm.weapon.thrown)
                yield words.settled(label, weapon=arm.id, mode=mode)
            if leaning:
                yield LEAN.settled(labelled(LEAN.label, arm, plain=main), weapon=arm.id)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """At whom; around tall cover, out of which square, and how."""
        arm, state = person.arm(fixed["weapon"]), case.state
        assert arm is not None
        enemies = case.by_distance(state.enemies_of(person), person)
        enemies += case.by_distance(_helpless(case, person), person)
        if "mode" not in fixed:
            return _asked_to_lean_out(case, person, arm, enemies)
        mode = fixed["mode"]
        orders = {enemy.id: shoot(person, arm, mode, enemy.id) for enemy in enemies}
        listed, refusal = case.sifted(orders)
        slots = [asking.one_of("target", "Choose a target", listed)]
        if arm.weapon.rof == "2" and mode == "single":
            ask = "Choose a target for the second shot"
            slots.append(asking.one_of("second", ask, listed, required=False))
        if listed:
            slots += opening_helper(case, person, arm, orders[listed[0]])
        return slots if enemies else (), refusal or nobody(enemies)


OUTCOMES = ("miss", "wounded", "out")


After = tuple[Person, Person]
"""The shooter and the target once a shot has been rolled."""


def odds_of_both(state: OwbState, order: Shoot, target: Person, blow: Blow) -> Odds:
    """The odds of two rolls; the first may spoil the second, so both are played.

    Most rolls lead to one of a few states, and the second is played once from each of these.
    """
    ready = state.copy()
    shooter = ready.put(leaning_out(ready, ready.person(order.person), order.lean))
    take_aim(ready, shooter, order)
    reached: dict[After, OwbState] = {}
    first = exact(lambda dice: _first_shot(ready, order, reached, dice))
    words = ("miss", "wounded", KILLED) if target.out else OUTCOMES
    found = dict.fromkeys(words, Fraction(0))
    for after, chance in first.items():
        for hp, part in _left(reached[after], order, target).items():
            found[_word(target, target.hp - hp)] += chance * part
    title = f"{shooter.name} attacks {target.name} twice"
    return Odds.of(title, _distribution(found), words, (blow.tally, blow.armor))


def _first_shot(
    before: OwbState, order: Shoot, reached: dict[After, OwbState], dice: Dice
) -> After:
    trial = before.copy()
    for _ in shoot_once(trial, order, order.target, dice):
        pass
    after = trial.person(order.person), trial.person(order.target)
    reached.setdefault(after, trial)
    return after


def _left(state: OwbState, order: Shoot, before: Person) -> Distribution[int]:
    """The hit points that the second roll leaves; there is none at one whom the first put out."""
    now = state.person(before.id)
    if now.out and not before.out:
        return Distribution({now.hp: 1})
    return exact(partial(_first_shot, state, order, {})).map(lambda after: after[1].hp)


def _word(target: Person, lost: int) -> str:
    if not lost:
        return "miss"
    if lost < max(1, target.hp - LOWEST if target.out else target.hp):
        return "wounded"
    return KILLED if target.out else "out"


def _distribution(found: dict[str, Fraction]) -> Distribution[str]:
    whole = lcm(*(chance.denominator for chance in found.values()))
    return Distribution({word: int(chance * whole) for word, chance in found.items() if chance})


def _line(
    state: OwbState, person: Person, target: Person, arm: Arm, lean: Square | None
) -> Overlay:
    origin = lean or eye(state, person)
    spot, _ = target_line(state, origin, target)
    distance = range_between(state, state.square(person), spot)
    band = range_band(state, arm.weapon, distance)
    told = f"{distance} squares" + ("" if band is None else f", {BANDS[band]}")
    return Line(
        start=state.setting.point(origin),
        end=state.setting.point(spot),
        side=person.side,
        label=told,
    )


def _about_shot(
    state: OwbState, person: Person, target: Person, blow: Blow, lean: Square | None
) -> Iterator[str]:
    origin = lean or eye(state, person)
    _, shelter = target_line(state, origin, target)
    yield f"{target.name} is {SHELTERED[shelter]}."
    yield from about_blow(blow, target)


class RollingAgain(Step[SecondShot]):
    """The second roll of a shot."""

    def settle(self, state: OwbState, frame: SecondShot, dice: Dice) -> Iterator[Event]:
        state.pop()
        yield from shoot_again(state, frame, dice)
