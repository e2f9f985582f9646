"""WITHHOLDING AN ATTACK, by a slow search: who could do anything at all is asked."""

import random

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack import declared
from sandtable.rulebooks.whitebox.part1_personal.attack.declared import (
    Interrupting,
    MakingAttack,
    check_release,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import may_strike, shown
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import turned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import turret_of
from sandtable.rulebooks.whitebox.state.at_rest import at_rest
from tests.whitebox.kit import *

Window = tuple[OwbState, Interrupt]


def turrets(state: OwbState, person: Person) -> Iterator[OwbState]:
    """The state as it is, and with every turret traversed that he may traverse."""
    yield state
    vehicle = state.vehicle(person.aboard)
    for mount in vehicle.mounts:
        turret = turret_of(vehicle, mount)
        for eighths in range(-4, 5):
            order = Traverse(person.id, mount=mount.id, eighths=eighths)
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
            held = Withhold(choice.about[0])
            order = held if battle.allows(held, seat) else order
        elif chance.random() < 0.3:
            some = [one for one in view.candidates(choice) if isinstance(one, WithholdGun)]
            order = chance.choice(some) if some else order
        if choice.ask == "interrupt" and chance.random() < 0.6:
            order = Hold()
        battle.play(order, seat)
    monkeypatch.undo()
    return windows


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


@pytest.mark.slow
@rule("owb.withhold.interrupt-timing", "owb.withhold.modes", "owb.vattack.withhold")
@pytest.mark.parametrize("seed", range(few(12)))
def test_those_are_asked_who_could_do_anything_at_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = watched(seed, monkeypatch)
    chance = random.Random(seed)
    held = [w for w in windows if any(p.withheld or p.trained for p in w[0].persons())]
    many = 4 if is_shipped(seed) else 20  # their maps are large
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
