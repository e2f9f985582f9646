"""Attacks carried out: what they do to whoever made them, and to whom they were aimed at."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part1_personal.attack.checks import lob_of
from sandtable.rulebooks.whitebox.part1_personal.attack.delivering import (
    between_turns,
    committed,
    lobbed,
    struck_at,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import Massed, massed_fire
from sandtable.rulebooks.whitebox.part1_personal.autofire.sweeping import opened_fire, sweep
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import (
    catch_fire,
    hurt,
    lend_a_hand,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import after_shot
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob, throw_at
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import eye, leaning_out
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import shot_off
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import (
    flame_on_vehicle,
    flame_squares,
    flame_victims,
    resolve_burned,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import shoot_vehicle
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import damage_vehicle
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import scorch, stray_shot
from sandtable.rulebooks.whitebox.part3_combining.foot_attacks import shoot_aboard
from sandtable.rulebooks.whitebox.part3_combining.from_foot import nearest_square
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import strike_at
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Flaming, Item, SecondShot, Sweeping
from sandtable.rulebooks.whitebox.state.orders import (
    AttackOrder,
    Flame,
    Launch,
    Mass,
    Shoot,
    Strike,
    Sweep,
    Throw,
)
from sandtable.rulebooks.whitebox.state.people import Person, Trained
from sandtable.rulebooks.whitebox.state.tables import MISSILE
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle
from sandtable.table.grid import Square


def carry_out_attack(
    state: OwbState, order: AttackOrder, dice: Dice, *, only: str | None = None
) -> Iterator[Event]:
    """Carry a legal attack out.

    Args:
        state: Where the fight stands.
        order: The attack.
        dice: The dice.
        only: The one who has just shown himself, if a Trained weapon fires in between.
    """
    cite("owb.time.one-attack-per-round")
    person = _leans_out(state, order)
    match order:
        case Shoot():
            yield from _shoot(state, person, order, dice)
        case Strike(target=name, weapon=blade):
            yield from _strike(state, person, name, blade, dice)
        case Sweep(helper=helper):
            yield from sweep(state, person, helper, only)
        case Mass():
            yield from _mass(state, order, dice)
        case Throw(bomb=bomb, at=at):
            yield from _throw(state, person, bomb, state.setting.square(at), dice)
        case Launch():
            yield from _launch(state, person, order, dice)
        case Flame(at=at):
            yield from _flame(state, person, state.setting.square(at))
        case ShootAboard():
            yield from shoot_aboard(state, person, order, dice)


def _leans_out(state: OwbState, order: AttackOrder) -> Person:
    """Whoever attacks, leaning out for it if he has said so."""
    person, lean = state.person(order.person), getattr(order, "lean", None)
    if lean is None or isinstance(order, Mass):
        return person
    return state.put(leaning_out(state, person, lean))


def _strike(state: OwbState, person: Person, name: str, blade: str, dice: Dice) -> Iterator[Event]:
    """A blow by hand at somebody in the next square, at a vehicle there, or at one aboard it."""
    blow = strike_at(state, person, name, blade)
    assert not isinstance(blow, Refusal)
    piece = state.pieces[name]
    vehicle = piece if isinstance(piece, Vehicle) else state.find_vehicle(piece.aboard)
    if vehicle is not None:
        towards = nearest_square(state, state.square(person), vehicle)
    else:
        towards = state.square(state.person(name))
    committed(state, person, towards=towards)
    if isinstance(blow, Blow):
        yield from struck_at(state, blow, dice)
    else:
        yield from shoot_vehicle(state, blow, dice)


def _shoot(state: OwbState, person: Person, order: Shoot, dice: Dice) -> Iterator[Event]:
    take_aim(state, person, order)
    if order.second is not None:
        down = bool(state.person(order.second).out)
        state.push(SecondShot(attack=order, down=down))
    yield from shoot_once(state, order, order.target, dice)


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


def _mass(state: OwbState, order: Mass, dice: Dice) -> Iterator[Event]:
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
    state.push(Sweeping(gunner=order.person, origin=fire.origin, victims=victims, damage=damage))
    yield Event(
        kind="sweep",
        text=f"{len(fire.people)} rifles sweep the area.",
        rules=("owb.suppress.massed-rifles",),
        pieces=tuple(one.id for one in fire.people),
    )


def _throw(
    state: OwbState, person: Person, bomb: str, square: Square, dice: Dice
) -> Iterator[Event]:
    lob = throw_at(state, person, bomb, square)
    assert isinstance(lob, Lob)
    committed(state, person, towards=square)
    state.put(state.person(person.id).with_bombs(bomb, -1))
    yield from lobbed(state, person, bomb, lob, dice)


def _launch(state: OwbState, person: Person, order: Launch, dice: Dice) -> Iterator[Event]:
    lob = lob_of(state, person, order)
    assert isinstance(lob, Lob)
    arm = person.arm(order.weapon)
    assert arm is not None
    mortar = order.weapon == "mortar"
    committed(state, person, towards=lob.square, direct=not mortar)
    fired = after_shot(state, arm, lob.square) if mortar else shot_off(state, arm, "single")
    state.put(replace(state.person(person.id).with_arm(fired), fired=True))
    if order.helper is not None:
        lend_a_hand(state, order.helper)
    yield from lobbed(state, person, order.weapon, lob, dice)


def _flame(state: OwbState, person: Person, aim: Square) -> Iterator[Event]:
    arm = person.arm("flamethrower")
    assert arm is not None
    assert arm.fuel is not None
    origin, victims = eye(state, person), flame_victims(state, person, aim)
    committed(state, person, towards=aim, direct=True)
    spent = replace(arm, fuel=arm.fuel - 1, fired_in=state.turn)
    state.put(replace(state.person(person.id).with_arm(spent), fired=True))
    yield Event(
        kind="flame",
        text=f"{person.name} fires his flamethrower.",
        rules=("owb.weapon.flamethrower-cone",),
        pieces=(person.id, *victims),
    )
    state.push(Flaming(origin=origin, aim=aim, victims=victims))


def burn_next(state: OwbState, frame: Flaming, dice: Dice) -> Iterator[Event]:
    """What a flame does to the next one in its cone, or, after the last, to the ground."""
    if not frame.victims:
        state.pop()
        yield from scorch(state, frame.origin, flame_squares(frame.origin, frame.aim), dice)
        return
    name, *rest = frame.victims
    state.swap(replace(frame, victims=tuple(rest)))
    vehicle, person = state.find_vehicle(name), state.find_person(name)
    if vehicle is not None:
        points = flame_on_vehicle(state, vehicle, frame.origin, dice)
        yield from damage_vehicle(state, name, points, dice)
    elif person is not None and person.out != "dead":
        yield from _burned(state, person, dice)


def _burned(state: OwbState, person: Person, dice: Dice) -> Iterator[Event]:
    name, burned = person.id, resolve_burned(state, person, dice)
    yield from hurt(state, name, burned.damage, rolls=dice.take_rolls())
    if state.person(name).unaware:
        state.change(name, unaware=False)
    if burned.rounds and state.person(name).out != "dead":
        catch_fire(state, name, burned.rounds)
