"""Whether attacks may be made: who, with what, at whom."""

from __future__ import annotations

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import check_twice, shot_at
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import massed_fire
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    check_opening,
    check_sweep,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import check_lean
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob, rocket_at, throw_at
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import (
    leaning_out,
    range_between,
)
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import check_flame
from sandtable.rulebooks.whitebox.part3_combining.from_foot import check_shoot_aboard
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import strike_at
from sandtable.rulebooks.whitebox.state import OwbState
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
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.tables import MISSILE, weapon_called
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard


def check_attack(
    state: OwbState, person: Person, order: AttackOrder, *, turning: bool = True
) -> Refusal | None:
    """Why an attack cannot be made now, or ``None`` if it can."""
    if person.off_map and not isinstance(order, Launch):
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    match order:
        case Shoot(helper=helper):
            return _check_shoot(state, person, order, turning) or _check_opening(
                state, person, order.weapon, helper, order.mode, turning=turning
            )
        case Strike(target=name, weapon=blade):
            return _refusal(strike_at(state, person, name, blade, turning=turning))
        case Sweep(helper=helper, lean=lean):
            return (
                check_sweep(state, person)
                or _check_helper(state, person, _trained_arm(person), helper)
                or check_lean(state, person, lean, turning=turning)
            )
        case Mass():
            if not turning:
                rule = "owb.suppress.massed-rifles"
                return Refusal(rule, "It is fired on the turn of the last of them.")
            return _refusal(massed_fire(state, order))
        case Throw(bomb=bomb, at=at, lean=lean):
            if not person.bombs_of(bomb):
                return Refusal("owb.base.loadouts", f"He has no {bomb}.")
            square, there = state.setting.square(at), leaning_out(state, person, lean)
            return check_lean(state, person, lean, turning=turning) or _refusal(
                throw_at(state, there, bomb, square, turning=turning)
            )
        case Launch(lean=lean):
            return check_lean(state, person, lean, turning=turning) or _refusal(
                lob_of(state, person, order, turning=turning)
            )
        case Flame(at=at, lean=lean):
            return check_lean(state, person, lean, turning=turning) or check_flame(
                state, leaning_out(state, person, lean), state.setting.square(at), turning=turning
            )
        case ShootAboard(lean=lean):
            return (
                check_lean(state, person, lean, turning=turning)
                or check_shoot_aboard(state, person, order, turning=turning)
                or _check_opening(
                    state, person, order.weapon, order.helper, order.mode, turning=turning
                )
            )


def _refusal(found: object) -> Refusal | None:
    return found if isinstance(found, Refusal) else None


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


def _check_opening(
    state: OwbState, person: Person, weapon: str, helper: str | None, mode: str, *, turning: bool
) -> Refusal | None:
    """Why nobody can change the barrels when fire is opened; that is said on one's own turn."""
    if helper is None:
        return None
    if mode != "suppress" or not turning:
        return Refusal("owb.suppress.barrel-change", "No barrels are changed for that.")
    return _check_helper(state, person, weapon, helper)


def _trained_arm(person: Person) -> str:
    return "" if person.trained is None else person.trained.arm


def _check_helper(state: OwbState, person: Person, weapon: str, name: str | None) -> Refusal | None:
    """Why somebody cannot change the barrels of a weapon, or ``None`` if he can."""
    if name is None:
        return None
    helper = state.find_person(name)
    rule = "owb.suppress.barrel-change"
    if weapon not in MISSILE or MISSILE[weapon].feed != "belt":
        return Refusal(rule, "Only a belt-fed machinegun has its barrels changed.")
    if helper is None or helper.side != person.side or helper.id == person.id or not helper.able:
        return Refusal(rule, "There is no friend of that name to help.")
    if helper.acted or helper.attacked or helper.swept or helper.done or helper.routed:
        return Refusal(rule, f"{helper.name} has acted already.")
    far = range_between(state, state.square(helper), state.square(person))
    at_hand = helper.on_table and far <= 1
    return None if at_hand else Refusal(rule, f"{helper.name} is not at hand.")


def lob_of(
    state: OwbState, person: Person, order: Launch, *, turning: bool = True
) -> Lob | Refusal:
    """A rocket or mortar shell, ready to be rolled, or why it cannot be fired."""
    square = state.setting.square(order.at)
    if order.weapon != "mortar":
        if order.helper is not None:
            return Refusal("owb.mortar.crew", "Only a mortar is loaded by somebody else.")
        there = leaning_out(state, person, order.lean)
        return rocket_at(state, there, order.weapon, square, turning=turning)
    if order.lean is not None:
        return Refusal("owb.cover.lean-out", "A mortar is not fired around a wall.")
    helper = state.find_person(order.helper) if order.helper is not None else None
    if order.helper is not None and helper is None:
        return Refusal("owb.mortar.crew", "There is nobody of that name.")
    return mortar_at(state, person, square, helper, turning=turning)
