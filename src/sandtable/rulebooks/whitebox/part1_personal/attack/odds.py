"""The exact odds of attacks before they are made."""

from __future__ import annotations

from typing import Any

from sandtable.battle import Order, Refusal
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import odds_at
from sandtable.rulebooks.whitebox.part1_personal.attack.checks import lob_of
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.attack.odds_twice import odds_of_both
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import massed_fire
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    check_opening,
    dive_spots,
    resolve_struck,
)
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    plain_save,
    save_succeeds,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    resolve_lob,
    throw_at,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import leaning_out
from sandtable.rulebooks.whitebox.part2_vehicles.attack.odds import odds_of_gun_order, vehicle_odds
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import VehicleShot
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.previews import preview
from sandtable.rulebooks.whitebox.part2_vehicles.mishap import odds as mishap_odds
from sandtable.rulebooks.whitebox.part3_combining.exposed import occupant_shelter
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import strike_at
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Struck, ThrowingBack
from sandtable.rulebooks.whitebox.state.orders import (
    Decline,
    Launch,
    Mass,
    React,
    Shoot,
    Strike,
    Throw,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import DRIVING

LOSSES = ("unhurt", "wounded", "out")
LANDINGS = ("no effect", "near miss", "on target")


def loss_of(damage: int, hp: int) -> str:
    """What so much damage means to somebody with so many hit points."""
    if not damage:
        return "unhurt"
    return "out" if damage >= hp else "wounded"


def odds_of_order(state: OwbState, order: Order) -> Odds | None:
    """The exact odds of an order, or none if it rolls no dice that can be told beforehand."""
    person = state.find_person(getattr(order, "person", ""))
    match order:
        case Shoot() if person is not None:
            return _shot_odds(state, person, order)
        case Strike(weapon=blade, target=name) if person is not None:
            blow = strike_at(state, person, name, blade)
            if isinstance(blow, VehicleShot):
                return vehicle_odds(state, blow)
            target = state.find_person(name)
            return None if target is None else _blow_odds(state, target, blow)
        case Mass() if person is not None:
            return _massed_odds(state, order)
        case Throw(bomb=bomb, at=at, lean=lean) if person is not None:
            there = leaning_out(state, person, lean)
            return _landing_odds(state, throw_at(state, there, bomb, state.setting.square(at)))
        case Launch() if person is not None:
            return _landing_odds(state, lob_of(state, person, order))
    return (
        odds_of_gun_order(state, order)
        or mishap_odds.odds_of_order(state, order)
        or _manoeuvre_odds(state, order)
        or _answer_odds(state, order)
    )


def _manoeuvre_odds(state: OwbState, order: Order) -> Odds | None:
    if not isinstance(order, DRIVING):
        return None
    found = preview(state, order)
    return None if found is None else found.odds


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
        return _blow_odds(state, target, blow)
    return odds_of_both(state, order, target, blow)


def _massed_odds(state: OwbState, order: Mass) -> Odds | None:
    fire = massed_fire(state, order)
    if isinstance(fire, Refusal) or fire.blow is None:
        return None
    return _blow_odds(state, state.person(fire.blow.target), fire.blow)


def _blow_odds(state: OwbState, target: Person, blow: Any) -> Odds | None:
    if isinstance(blow, Refusal):
        return None
    title = f"{state.person(blow.attacker).name} attacks {target.name}"
    return odds_at(blow, target, title)


def _landing_odds(state: OwbState, lob: Lob | Refusal) -> Odds | None:
    return None if isinstance(lob, Refusal) else lob_odds(state, lob)


def lob_odds(state: OwbState, lob: Lob) -> Odds:
    """The odds of where an explosive comes down."""
    grounds = state.grounds_clear_of(lob.square)

    def landing(dice: Dice) -> str:
        landed = resolve_lob(lob, grounds, dice)
        if landed.hit:
            return "on target"
        return "no effect" if landed.square is None else "near miss"

    return Odds.of("Where it comes down", exact(landing), LANDINGS, (lob.tally, lob.armor))


def _answer_odds(state: OwbState, order: Order) -> Odds | None:
    frame = state.frame
    match frame, order:
        case Struck(), React() | Decline():
            person = state.person(frame.person)
            if person.aboard:
                shelter, near = occupant_shelter(state, frame.origin, person), False
            else:
                _, shelter = target_line(state, frame.origin, person)
                near = shelter != "partial" and bool(dive_spots(state, person, frame.origin))

            def loss(dice: Dice) -> str:
                result = resolve_struck(
                    person,
                    shelter,
                    near,
                    frame.bullets,
                    frame.damage,
                    isinstance(order, React),
                    dice,
                )
                return loss_of(result.damage, max(1, person.hp))

            return Odds.of(person.name, exact(loss), LOSSES)
        case ThrowingBack(), ThrowBack():
            person = state.person(frame.person)

            def thrown(dice: Dice) -> str:
                saved = save_succeeds(person, plain_save(person), dice, "throw it back")
                return "thrown back" if saved else "too late"

            return Odds.of(person.name, exact(thrown), ("too late", "thrown back"))
    return None
