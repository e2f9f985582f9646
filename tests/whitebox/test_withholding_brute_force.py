"""WITHHOLDING AN ATTACK: who is asked in random play, beside the slow and obvious answer.

The slow answer tries every order that there is, of everybody, with everything and at everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.part1_personal.attack import declared
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.declared import (
    Interrupting,
    MakingAttack,
    MakingGunAttack,
    check_release,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import (
    may_strike,
    next_to_interrupt,
    shown,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import lean_outs
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import turned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import turret_of
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.at_rest import at_rest
from sandtable.rulebooks.whitebox.state.frames import Attacking, GunAttack, Interrupt
from sandtable.rulebooks.whitebox.state.orders import (
    BombId,
    Flame,
    Hold,
    Launch,
    Mode,
    Shoot,
    Strike,
    Throw,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    FireGun,
    FirePort,
    ShootAboard,
    Traverse,
    WithholdGun,
)
from sandtable.scenario import load_scenario
from sandtable.table.grid import Square
from tests.conformance.playing import Case
from tests.quick import few
from tests.whitebox.kit import asked_at
from tests.whitebox.test_battles_with_vehicles import BOOK, VARIANTS, mixed

rule = pytest.mark.rule
BLADES = ("battle-axe", "bayonet", "club", "hatchet", "improvised", "knife", "spear", "strike")
Window = tuple[OwbState, Interrupt]


# -- every order that there is --------------------------------------------------------------------


def squares(state: OwbState) -> Iterator[Square]:
    """Every square of the map, and one more all around it."""
    for y in range(-1, state.setting.rows + 1):
        for x in range(-1, state.setting.width + 1):
            yield x, y


def points(state: OwbState) -> Iterator[tuple[float, float]]:
    """The middles of all squares and of all edges that something lies on."""
    for square in squares(state):
        yield state.setting.point(square)
    for one, two in state.grounds.edges:
        yield state.setting.point_of(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def on_foot(state: OwbState, person: Person, *, turning: bool) -> Iterator[Any]:
    """Every attack that could be ordered of somebody on foot, alone or with a loader."""
    name, people, vehicles = person.id, state.persons(), state.vehicles()
    known = [one for one in people if not one.hidden]
    arms: list[Any] = [arm.id for arm in person.arms]
    leans: list[Any] = [None]
    if turning and person.on_table:
        leans += [state.setting.point(square) for square in lean_outs(state, person)]
    for lean in leans:
        for arm in arms:
            for mode in get_args(Mode):
                for one in known:
                    yield Shoot(person=name, target=one.id, weapon=arm, mode=mode, lean=lean)
        for vehicle in vehicles:
            inside = [None, *(one.id for one in people if one.aboard == vehicle.id)]
            for weapon in (*arms, *(bomb for bomb, _ in person.bombs)):
                for who in inside:
                    for mode in get_args(Mode):
                        for under in (False, True):
                            yield ShootAboard(
                                person=name,
                                vehicle=vehicle.id,
                                weapon=weapon,
                                occupant=who,
                                mode=mode,
                                underside=under,
                                lean=lean,
                            )
        for square in squares(state):
            at = state.setting.point(square)
            for bomb in get_args(BombId):
                if person.bombs_of(bomb):
                    yield Throw(person=name, bomb=bomb, at=at, lean=lean)
            if "flamethrower" in arms:
                yield Flame(person=name, at=at, lean=lean)
            for arm in arms:
                if arm.startswith("rpg"):
                    yield Launch(person=name, weapon=arm, at=at, lean=lean)
                if arm == "mortar":
                    for helper in (None, *(one.id for one in people)):
                        yield Launch(person=name, weapon=arm, at=at, helper=helper, lean=lean)
    for blade in (*BLADES, "sword"):
        for piece in state.pieces:
            yield Strike(person=name, target=piece, weapon=blade)  # type: ignore[arg-type]


def aboard(state: OwbState, person: Person) -> Iterator[Any]:
    """Every attack that could be ordered of somebody aboard."""
    vehicle = state.vehicle(person.aboard)
    for mount in vehicle.mounts:
        for kind in ("smoke", "AP", "HE"):
            for mode in ("suppress", "burst", "single"):
                base: dict[str, Any] = {"person": person.id, "mount": mount.id}
                base |= {"round": kind, "mode": mode}
                for piece in state.pieces:
                    yield FireGun(target=piece, **base)
                for at in points(state):
                    yield FireGun(at=at, **base)
    modes: list[Any] = ["both-barrels", "burst", "single"]
    ports: list[Any] = ["A", "L", "R", "F", ""]
    for arm in person.arms:
        for mode in modes:
            for port in ports:
                for piece in state.pieces:
                    yield FirePort(
                        person=person.id,
                        weapon=arm.id,
                        target=piece,
                        port=port,
                        mode=mode,
                    )


def turrets(state: OwbState, person: Person) -> Iterator[OwbState]:
    """The state as it is, and with every turret traversed that he may traverse."""
    yield state
    vehicle = state.vehicle(person.aboard)
    for mount in vehicle.mounts:
        turret = turret_of(vehicle, mount)
        for eighths in range(-4, 5):
            order = Traverse(person=person.id, mount=mount.id, eighths=eighths)
            if turret is not None and check_release(state, person, order) is None:
                trial = state.copy()
                trial.put(turned(vehicle, turret, eighths))
                yield trial


def could_attack(state: OwbState, person: Person) -> bool:
    """Whether any order at all would be legal for somebody who holds his attack back."""
    if person.aboard:
        return any(
            check_release(trial, person, order) is None
            for trial in turrets(state, person)
            for order in aboard(trial, person)
        )
    orders = on_foot(state, person, turning=False)
    return any(check_attack(state, person, order, turning=False) is None for order in orders)


def should_be_asked(state: OwbState, frame: Interrupt) -> set[str]:
    """Those who could do something at a moment, by trying everything."""
    found = set()
    about = shown(state, frame.about)
    for person in state.persons():
        if person.id in (*frame.passed, frame.about) or not person.able or person.hidden:
            continue
        if not (person.on_table or person.off_map or person.aboard):
            continue
        enemy = frame.moment == "start" or (about is not None and about.side != person.side)
        holds = person.withheld and not person.attacked and not person.acted
        if may_strike(state, person, frame) or (enemy and holds and could_attack(state, person)):
            found.add(person.id)
    return found


# -- random play ----------------------------------------------------------------------------------


def is_shipped(seed: int) -> bool:
    """Whether a shipped scenario is played."""
    return seed % 3 == 2


def battles(seed: int) -> Case:
    """A scenario to be played: of men and vehicles, or of those that are shipped."""
    if is_shipped(seed):
        names = ("pavlovs-street", "sunken-lane", "coastal-battery", "last-gun", "jeep-chase")
        return Case(BOOK, load_scenario(names[seed // 3 % len(names)]))
    return Case(BOOK, mixed(**VARIANTS[seed % len(VARIANTS)]))


def watched(seed: int, monkeypatch: pytest.MonkeyPatch, steps: int = 400) -> list[Window]:
    """The moments of a random battle at which somebody might interrupt, answered or not."""
    windows: list[Window] = []

    def watching(state: OwbState, frame: Interrupt) -> Person | None:
        windows.append((state.copy(), frame))
        return next_to_interrupt(state, frame)

    battle, chance = battles(seed).battle(seed), random.Random(seed)
    settle = Interrupting.settle

    def settling(self: Interrupting, state: OwbState, frame: Interrupt, dice: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(declared, "next_to_interrupt", watching)
            return settle(self, state, frame, dice)

    monkeypatch.setattr(Interrupting, "settle", settling)
    for _ in range(steps):
        if battle.outcome is not None:
            break
        seat = battle.choices[0].seats[0]
        view = battle.view(seat)
        choice = view.choices[0]
        order: Order = view.pick(choice, chance)
        if choice.ask == "turn" and len(choice.about) == 1 and chance.random() < 0.5:
            held = Withhold(person=choice.about[0])
            order = held if battle.allows(held, seat) else order
        elif chance.random() < 0.3:
            some = [one for one in view.candidates(choice) if isinstance(one, WithholdGun)]
            order = chance.choice(some) if some else order
        if choice.ask == "interrupt" and chance.random() < 0.6:
            order = Hold()
        battle.play(order, seat)
    monkeypatch.undo()
    return windows


@pytest.mark.slow
@rule("owb.withhold.interrupt-timing", "owb.withhold.modes", "owb.vattack.withhold")
@pytest.mark.parametrize("seed", range(few(12)))
def test_those_are_asked_who_could_do_anything_at_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = watched(seed, monkeypatch)
    chance = random.Random(seed)
    held = [w for w in windows if any(p.withheld or p.trained for p in w[0].persons())]
    many = 6 if is_shipped(seed) else 20  # their maps are large
    for state, frame in chance.sample(held, min(len(held), many)):
        still = at_rest(state)
        assert set(asked_at(still, frame)) == should_be_asked(still, frame)
    assert windows


@pytest.mark.slow
@rule("owb.attack.declare-then-resolve")
@pytest.mark.parametrize("seed", range(few(8)))
def test_another_target_is_asked_for_if_anything_at_all_could_be_attacked(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody declares whatever attack, which has become impossible; could he make another?"""
    windows, chance = watched(seed, monkeypatch), random.Random(seed)
    for state, _ in chance.sample(windows, min(len(windows), 3)):
        still = at_rest(state)
        for person in still.people():
            orders = list(on_foot(still, person, turning=True))
            kinds = {(type(one), *means(MakingAttack(), one)): one for one in orders}
            if not kinds:
                continue
            free = chance.random() < 0.5
            attack = chance.choice(list(kinds.values()))
            frame = Attacking(person=person.id, attack=attack, stage="due", free=free)
            decision = MakingAttack()
            found = decision.another(still, frame) is not None
            alike = (one for one in orders if decision.alike(frame, one))
            assert found == any(decision.refusal(still, frame, one) is None for one in alike)
        for person in still.persons():
            if person.able and person.aboard and still.vehicle(person.aboard).on_table:
                assert_for_guns(still, person, chance)


def assert_for_guns(state: OwbState, person: Person, chance: random.Random) -> None:
    """The same for somebody aboard."""
    decision, orders = MakingGunAttack(), list(aboard(state, person))
    kinds = {(type(one), *means(decision, one)): one for one in orders}
    if not kinds:
        return
    frame = GunAttack(person=person.id, attack=chance.choice(list(kinds.values())), stage="due")
    alike = (one for one in orders if decision.alike(frame, one))
    found = decision.another(state, frame) is not None
    assert found == any(decision.refusal(state, frame, one) is None for one in alike)


def means(decision: MakingAttack | MakingGunAttack, order: Order) -> list[Any]:
    """With what an attack is made."""
    return [getattr(order, name, None) for name in decision.means]
