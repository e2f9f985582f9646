"""DRIVING CHECK and SAVING THROW (ST): the operator's skill; speed, Movement, and stopping."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally

from ...part1_personal.core_rulebook.persons import (
    fraction,
    plain_save,
    save_succeeds,
    saving_throw,
)
from ...state import OwbState, Person, Vehicle
from ...state.vehicles import Pace
from ..modifications.engines import movement_now
from ..round.crew import check_free_to_act, check_not_running, operator_of

FORWARD: Final[tuple[Pace, ...]] = ("crawl", "normal")
"""The paces at which a vehicle goes forward."""

CHECKS: Final = ("made", "failed")
"""How a Driving Check can end."""

_THIRD: Final = 3
_SAVE_BONUS: Final = 2
_NPC_SIDES: Final = 20
_PC_SIDES: Final = 6


# -- Movement -------------------------------------------------------------------------------------


def movement_of(state: OwbState, vehicle: Vehicle) -> int:
    """The Movement that a vehicle has now, after damage, strain and modifications.

    Reductions do not multiply: the lowest value counts.
    """
    if vehicle.immobile or vehicle.wreck or not vehicle.movement:
        return 0
    cite("owb.vstat.movement-in-squares")
    whole = movement_now(vehicle)
    values = [whole]
    if vehicle.slowed:
        cite("owb.vcrit.movement")
        values.append(fraction(whole, _THIRD))
    if 0 < vehicle.strained_from <= state.turn <= vehicle.strained_to:
        cite("owb.mishap.transmission-strain")
        values.append(fraction(2 * whole, _THIRD))
    return max(1, min(values))


def allowance(state: OwbState, vehicle: Vehicle) -> int:
    """The Movement that its pace allows a vehicle this round."""
    return allowance_at(state, vehicle, vehicle.pace)


def allowance_at(state: OwbState, vehicle: Vehicle, pace: Pace) -> int:
    """The Movement that a pace would allow a vehicle in a round."""
    most = movement_of(state, vehicle)
    match pace:
        case "normal":
            cite("owb.vmove.normal-full-movement")
            return most
        case "crawl":
            cite("owb.vmove.crawl-one-third")
            return max(1, fraction(most, _THIRD)) if most else 0
        case "reverse":
            cite("owb.vmove.reverse-one-third")
            return max(1, fraction(most, _THIRD)) if most else 0
    return 0


def movement_left(state: OwbState, vehicle: Vehicle) -> int:
    """What is left of the round's allowance."""
    return 0 if vehicle.halted else max(0, allowance(state, vehicle) - vehicle.spent)


def current_movement(vehicle: Vehicle) -> int:
    """The speed of a vehicle: its travel this round or in the round before, the larger."""
    cite("owb.vmove.travel-and-speed")
    return max(vehicle.travel, vehicle.travelled)


def is_moving(vehicle: Vehicle) -> bool:
    """Whether a vehicle counts as moving."""
    cite("owb.maneuver.moving-vehicle")
    return vehicle.pace in FORWARD and (vehicle.stepped or vehicle.rolling)


def complete_stop(state: OwbState, name: str) -> Vehicle:
    """Bring a vehicle to a complete stop."""
    cite("owb.vmove.complete-stop")
    return state.alter(name, halted=True, pace="stopped", travel=0, travelled=0, rolling=False)


def declare(state: OwbState, name: str, pace: Pace) -> Vehicle:
    """Fix the pace of a vehicle until its next turn."""
    cite("owb.vmove.pace-declared-at-start-of-turn")
    return state.alter(name, pace=pace, declared=True)


# -- Driving Checks -------------------------------------------------------------------------------


class Skill(NamedTuple):
    """How a Driving Check is made: a die and the highest roll that is a success.

    A check without a die succeeds or fails by itself.
    """

    sides: int
    at_most: int
    rule: str

    @property
    def chance(self) -> Fraction:
        """The chance of success."""
        if not self.sides:
            return Fraction(self.at_most)
        return Fraction(min(self.at_most, self.sides), self.sides)


def level_of(person: Person) -> int:
    """The experience level of a player character; of anybody else, 0."""
    operative = person.combatant.operative or person.profession
    return person.combatant.hit_dice if operative else 0


def skill_of(person: Person, checks: int) -> Skill:
    """How an operator makes his next Driving Check of a round in which he has made some."""
    level = level_of(person)
    if person.profession == "wheelman":
        if checks < level:
            return Skill(0, 1, "owb.driving.wheelman-automatic")
        if checks == level:
            return Skill(_PC_SIDES, level, "owb.driving.wheelman-automatic")
        return Skill(0, 0, "owb.driving.wheelman-automatic")
    if checks:
        return Skill(0, 0, "owb.driving.second-check-fails")
    if level:
        return Skill(_PC_SIDES, level, "owb.driving.pc-d6-under-level")
    return Skill(_NPC_SIDES, 1, "owb.driving.npc-needs-one-on-d20")


def check_made(state: OwbState, name: str) -> tuple[str, ...]:
    """The rule by which the last Driving Check of a vehicle's operator was made."""
    vehicle = state.vehicle(name)
    driver = operator_of(state, vehicle)
    return () if driver is None else (skill_of(driver, vehicle.checks - 1).rule,)


def check_chance(state: OwbState, vehicle: Vehicle) -> Fraction:
    """The chance that the next Driving Check of a vehicle's operator succeeds."""
    driver = operator_of(state, vehicle)
    return skill_of(driver, vehicle.checks).chance if driver is not None else Fraction(0)


def check_driving(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why the operator may not attempt anything that needs a Driving Check."""
    driver = operator_of(state, vehicle)
    if driver is None:
        return Refusal("owb.crew.no-operator-no-movement", "Nobody drives it.")
    rule = "owb.driving.check-is-an-action"
    if not vehicle.checks:
        refusal = check_free_to_act(state, driver)
        return Refusal(rule, refusal.reason) if refusal is not None else None
    if driver.attacked or vehicle.busy_in == state.turn:
        return Refusal(rule, f"{driver.name} has no time for another Driving Check.")
    return None


def check_attack_by_driving(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why the operator may not ram or sideswipe somebody: that is an attack, with a check."""
    driver = operator_of(state, vehicle)
    running = None if driver is None else check_not_running(driver)
    return running or check_driving(state, vehicle)


def driving_check(state: OwbState, name: str, dice: Dice, what: str) -> bool:
    """The operator's Driving Check, which is his action of the round; whether it succeeds."""
    vehicle = state.vehicle(name)
    driver = operator_of(state, vehicle)
    if driver is None:
        return False
    skill = skill_of(driver, vehicle.checks)
    cite("owb.driving.check-is-an-action", skill.rule)
    state.alter(name, checks=vehicle.checks + 1)
    state.change(driver.id, acted=True, withheld=False, trained=None)
    asked = f"{what}, Driving Check of {driver.name}"
    roll = dice.die(skill.sides, asked) if skill.sides else 1
    passed = roll <= skill.at_most
    return dice.settle(asked, "made" if passed else "failed", CHECKS) == "made"


# -- Saving Throws --------------------------------------------------------------------------------


def save_bonus(driver: Person, plus: int = 0) -> Tally:
    """What an operator adds to a Saving Throw that he makes for his vehicle."""
    cite("owb.driving.vehicle-saving-throw")
    bonus = plain_save(driver)
    if plus:
        bonus.add(plus, "owb.driving.vehicle-saving-throw", "circumstances")
    wheelman = driver.profession == "wheelman"
    return bonus.add_if(wheelman, _SAVE_BONUS, "owb.driving.wheelman-save-bonus", "wheelman")


def save_chance(state: OwbState, vehicle: Vehicle, plus: int = 0) -> Fraction:
    """The chance that a Saving Throw for a vehicle succeeds."""
    driver = operator_of(state, vehicle)
    if driver is None:
        return Fraction(0)
    need = saving_throw(driver.combatant) - save_bonus(driver, plus).total
    return Fraction(min(20, max(0, 21 - need)), 20)


def vehicle_save(state: OwbState, name: str, dice: Dice, what: str, plus: int = 0) -> bool:
    """A Saving Throw for a vehicle by its operator; it fails if there is none."""
    driver = operator_of(state, state.vehicle(name))
    if driver is None:
        return False
    return save_succeeds(driver, save_bonus(driver, plus), dice, what)


# -- mishaps --------------------------------------------------------------------------------------


def mishap_table(vehicle: Vehicle) -> Literal["wheeled", "tracked"]:
    """The mishap table of a vehicle: Table 7 for those on tracks, Table 6 for all others."""
    cite("owb.driving.which-mishap-table")
    return "tracked" if vehicle.tracked else "wheeled"
