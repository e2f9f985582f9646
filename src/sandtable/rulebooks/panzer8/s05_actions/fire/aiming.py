"""Section 5.1: whether an element may shoot at a target, and what bears on the shot."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import beyond_front, distance, in_field_of_fire, within

from ...s02_terrain.ground_and_cover import (
    NO_COVER,
    Cover,
    best,
    comes_between,
    cover_behind_afv,
    cover_of_place,
    is_fortified,
)
from ...s02_terrain.line_of_sight import VISIBILITY, visible_distance
from ...s06_close_combat.contact import in_hand_to_hand
from ...s08_results.passengers import check_ready_to_fire, check_target, moves_with_vehicle
from ...s09_troops.transport import riders
from ...s10_buildings.occupation import has_no_facing
from ...s10_buildings.streets import outside_field
from ...s13_engineering import fortifications
from ...s15_events.cards import ammo_penalty
from ...s16_nations.nations import NO_RESERVES, Reserves, reserves_of
from ...state import Element, Moving, P8State
from ...state.nearby import enemies_about, friends_about
from ...state.position import position
from ...state.sheets import CREW_SERVED, INFANTRY, OBSERVERS, Gun
from ...state.tables import TOLERANCE
from .line_of_fire import FireLine, about_path, find_fire_line, in_strip, shoots_over

Fired = Literal["HE/SA", "AP"]

CLOSE: Final = 4.0
"""Close range; also as far as a suppressed element can shoot."""

SHIELDED: Final = frozenset(("cmd", *OBSERVERS))
"""Types that may not be picked out from afar."""


ON_FOOT: Final = INFANTRY | CREW_SERVED | {"armdinf", "cmd", "foo"}
"""Types that small arms cannot be fired past: anybody on foot, and weapons with their crews."""


class Shot(Struct, frozen=True, kw_only=True):
    """A shot that may be fired, with everything that bears on it.

    Attributes:
        firer: Who shoots.
        target: At whom.
        gun: With which of the firer's guns.
        fired: Whether HE/SA or AP is used.
        value: The value used.
        reach: How far that value reaches for this firer now.
        range: The distance between the two bases.
        from_behind: No part of the firer is to the target's front.
        firer_moved: The firer moved or turned by choice this player turn.
        cover: The target's best cover on this line of fire.
        screened: Whether the target touches a hedge, a wall or a tank of its own side that lies
            between them: cover that it leaves if it falls back, whatever else covers it better.
        defence: The target's Def.
        mortar: Whether a mortar fires.
        shortage: The rule by which the shot suffers from a shortage of ammunition.
        reserves: Whether firer and target belong to reserve divisions.
    """

    firer: Element
    target: Element
    gun: Gun
    fired: Fired
    value: int
    reach: float
    range: float
    from_behind: bool
    firer_moved: bool
    cover: Cover
    screened: bool
    defence: int
    mortar: bool
    shortage: str | None = None
    reserves: Reserves = NO_RESERVES


def aim(
    state: P8State, firer: Element, target: Element, gun_no: int = 0, *, reaction: bool = False
) -> Shot | Refusal:
    """A shot of one of the firer's guns at a target, or why it may not be fired."""
    known, asked = position(state).answers["shots"], (firer, target, gun_no, reaction)
    shot: Shot | Refusal | None = known.get(asked)
    if shot is None:
        shot = known.keep(asked, aimed(state, firer, target, gun_no, reaction=reaction))
    return shot


def aimed(
    state: P8State, firer: Element, target: Element, gun_no: int, *, reaction: bool
) -> Shot | Refusal:
    """The same, worked out."""
    guns = state.sheet(firer).guns
    if gun_no >= len(guns):
        return Refusal("p8.fire.secondary-guns", f"{firer.name} has no such gun.")
    gun = guns[gun_no]
    refused = check_ready_to_fire(state, firer, reaction=reaction) or check_target(state, target)
    if refused:
        return refused
    if firer.shifted and "NMF" in gun.flags and not reaction:
        cite("p8.sheet.flag-nmf")
        why = f"{gun.name} has moved and cannot fire in the same player turn."
        return Refusal("p8.fire.nmf-cannot-fire-and-move", why)
    used = value_against(state, target, gun)
    if isinstance(used, Refusal):
        return used
    fired, value, printed = used
    reach = _reach(firer, printed)
    one, two = state.base(firer), state.base(target)
    gap = distance(one, two)
    cite("p8.geo.distance-is-nearest-edges")
    if not visible_distance(one, two):
        why = f"{target.name} is {gap:.1f} away; nothing is visible beyond {VISIBILITY:g}."
        return Refusal("p8.scale.max-visibility-60", why)
    if gap > reach + TOLERANCE:
        rule = "p8.fire.suppressed-limits" if reach < printed else _RANGE_RULE
        return Refusal(rule, f"{target.name} is {gap:.1f} away; the range is {reach:g}.")
    refused = (
        _in_combat(state, firer, target, reaction)
        or _out_of_field(state, firer, target, gun)
        or _protected(state, firer, target, gap)
        or _rifled_before(state, firer, target, gun, fired)
    )
    if refused:
        return refused
    line = find_fire_line(state, firer, target)
    if isinstance(line, Refusal):
        return line
    in_the_open = reaction and not line.hedge and _is_bare(state, firer, target)
    refused = _hull_gun_masked(state, firer, target, gun_no, gun, line) or _small_arms_path(
        state, firer, target, gun, fired, moving_in_the_open=in_the_open
    )
    cite("p8.geo.front-half-plane")
    if refused:
        return refused
    mortar = state.sheet(firer).is_mortar
    lee = NO_COVER if mortar else cover_behind_afv(state, firer, target)
    return Shot(
        firer=firer,
        target=target,
        gun=gun,
        fired=fired,
        value=value,
        reach=reach,
        range=gap,
        from_behind=not has_no_facing(state, target) and not beyond_front(one, of=two),
        firer_moved=(firer.moved or moves_with_vehicle(state, firer)) and not reaction,
        cover=_cover(state, firer, target, line, lee),
        screened=line.hedge or lee.value > 0,
        defence=state.sheet(target).defence,
        mortar=mortar,
        shortage=ammo_penalty(state, firer, gun, fired),
        reserves=reserves_of(state, firer, target),
    )


def _is_bare(state: P8State, firer: Element, target: Element) -> bool:
    """Whether neither the ground nor a tank that it follows gives a target any cover."""
    covers = (cover_of_place(state, target), cover_behind_afv(state, firer, target))
    return all(cover.value == 0 for cover in covers)


def in_range(state: P8State, firer: Element) -> list[Element]:
    """The enemies on the table whom any gun of an element may reach, at a quick look."""
    guns = state.sheet(firer).guns
    far = max((max(gun.hesa_range, gun.ap_range) for gun in guns), default=0.0)
    return enemies_about(state, firer, _reach(firer, min(far, VISIBILITY)) + TOLERANCE)


_RANGE_RULE = "p8.fire.needs-field-of-fire-and-los"


def value_against(state: P8State, target: Element, gun: Gun) -> tuple[Fired, int, float] | Refusal:
    """Which value is used against this target, and how far it reaches."""
    sheet = state.sheet(target)
    if not sheet.armoured:
        if gun.hesa <= 0:
            why = f"{gun.name} has no HE/SA value, and {target.name} is unarmoured."
            return Refusal("p8.fire.hesa-against-unarmoured", why)
        return "HE/SA", gun.hesa, gun.hesa_range
    if gun.ap is None:
        why = f"{gun.name} has no AP value, and {target.name} is armoured."
        return Refusal("p8.fire.ap-against-armoured", why)
    if gun.ap_mark == "*":
        cite("p8.fire.ap-asterisk", "p8.sheet.flag-ot")
        if sheet.defence > 2 and not state.has(target, "OT"):
            why = f"AP {gun.ap}* cannot hurt {target.name}: Def {sheet.defence}, not open-topped."
            return Refusal("p8.fire.ap-asterisk", why)
    if gun.ap_mark == "+":
        cite("p8.fire.ap-plus")
        return "AP", max(gun.ap, sheet.defence), gun.ap_range
    return "AP", gun.ap, gun.ap_range


def _reach(firer: Element, printed: float) -> float:
    if firer.suppressed:
        cite("p8.fire.suppressed-limits", "p8.result.suppressed-fire-limits")
        return min(printed, CLOSE)
    return printed


def _in_combat(state: P8State, firer: Element, target: Element, reaction: bool) -> Refusal | None:
    """Whoever is in hand-to-hand combat neither fires nor is fired at (6.1)."""
    if in_hand_to_hand(state, firer, apart_from=target.id if reaction else None):
        why = f"{firer.name} is in hand-to-hand combat and cannot fire."
        return Refusal("p8.melee.no-fire-no-target", why)
    if reaction and _is_charging(state, target):
        cite("p8.melee.charged-may-fire-before-contact")
        return None
    if in_hand_to_hand(state, target):
        cite("p8.melee.no-fire-no-target")
        why = f"{target.name} is in hand-to-hand combat and cannot be fired at."
        return Refusal("p8.fire.melee-not-targetable", why)
    return None


def _is_charging(state: P8State, element: Element) -> bool:
    """Whether an element is on its way in a charge, about to make contact at the most."""
    return any(
        isinstance(frame, Moving) and frame.element == element.id and frame.action == "charge"
        for frame in state.agenda
    )


def has_restricted_field(firer: Element, gun: Gun) -> bool:
    """Whether a gun fires only to its front: 90 degrees instead of all round."""
    if firer.suppressed:
        cite("p8.result.suppressed-fire-limits")
        return True
    if "FF" in gun.flags:
        cite("p8.fire.field-90-restricted", "p8.sheet.flag-ff")
        return True
    cite("p8.fire.field-360-default")
    return False


def _out_of_field(state: P8State, firer: Element, target: Element, gun: Gun) -> Refusal | None:
    if firer.under is not None:
        return None
    if firer.inside is not None:
        return outside_field(state, firer, target)
    if not has_restricted_field(firer, gun):
        return None
    cite("p8.geo.field-of-fire-90")
    if in_field_of_fire(state.base(target), state.base(firer)):
        return None
    rule = "p8.fire.suppressed-limits" if firer.suppressed else "p8.fire.field-90-restricted"
    return Refusal(rule, f"{target.name} is outside the 90-degree field of fire of {firer.name}.")


def _protected(state: P8State, firer: Element, target: Element, gap: float) -> Refusal | None:
    """Commanders and observers may not be picked out from afar (5.1, 9.7, 9.8)."""
    kind = state.sheet(target).type
    if kind not in SHIELDED or gap <= CLOSE + TOLERANCE:
        return None
    if kind == "foo":
        why = f"{target.name} is on foot and may only be shot at within 4; it is {gap:.1f} away."
        return Refusal("p8.fire.foo-on-foot-only-within-4", why)
    rule = "p8.cmd.target-protection" if kind == "cmd" else "p8.foo.target-protection"
    cite(rule)
    near = [
        one
        for other in friends_about(state, target, CLOSE)
        for one in (other, *riders(state, other))
        if within(state.base(other), state.base(target), CLOSE)
    ]
    for other in near:
        shielded = state.sheet(other).type in SHIELDED and not within(
            state.base(other), state.base(firer), CLOSE
        )
        if not shielded and could_target(state, firer, other):
            return Refusal(rule, f"{other.name} is near {target.name} and must be shot at instead.")
    return None


def could_target(state: P8State, firer: Element, target: Element) -> bool:
    """Whether some gun of the firer could be aimed there: range, field of fire and sight.

    Nobody aims at those in hand-to-hand combat, nor with small arms at those in fortifications.
    """
    if in_hand_to_hand(state, target):
        cite("p8.fire.melee-not-targetable")
        return False
    for gun in state.sheet(firer).guns:
        used = value_against(state, target, gun)
        if isinstance(used, Refusal) or _is_spent_on(state, target, gun, used[0]):
            continue
        reach = _reach(firer, used[2])
        gap = distance(state.base(firer), state.base(target))
        if gap > min(reach, VISIBILITY) + TOLERANCE or _out_of_field(state, firer, target, gun):
            continue
        if not isinstance(find_fire_line(state, firer, target), Refusal):
            return True
    return False


def _rifled_before(
    state: P8State, firer: Element, target: Element, gun: Gun, fired: Fired
) -> Refusal | None:
    """Early anti-tank rifles: one shot of a side at any one target in a phase (9.5)."""
    if "ATR" not in gun.flags or fired != "AP":
        return None
    if state.sheet(firer).nation == "SU":
        cite("p8.atr.russians-exempt")
        return None
    cite("p8.atr.once-per-target-per-phase")
    if (firer.side, target.id) not in state.rifled:
        return None
    why = f"An anti-tank rifle has already shot at {target.name} in this Action Phase."
    return Refusal("p8.atr.once-per-target-per-phase", why)


def _hull_gun_masked(
    state: P8State, firer: Element, target: Element, gun_no: int, gun: Gun, line: FireLine
) -> Refusal | None:
    """Guns in the hull of a tank that hides behind a crest see only the slope before them."""
    if gun_no == 0 or "FF" not in gun.flags or not state.sheet(firer).is_turreted:
        return None
    touched = (state.setting.ground.line(id) for id in state.setting.touched(state.base(firer)))
    crests = [feature for feature in touched if feature.kind == "crest"]
    if any(comes_between(crest, firer, line.start, line.end, target) for crest in crests):
        why = f"{gun.name} sits in the hull, and {firer.name} is hull-down."
        return Refusal("p8.cover.hull-guns-cannot-fire-hull-down", why)
    return None


def _is_spent_on(state: P8State, target: Element, gun: Gun, fired: Fired) -> bool:
    """Whether fire of that kind is small arms at somebody in a fortification, who need not mind."""
    return fired == "HE/SA" and gun.kind == "SA" and is_fortified(state, target)


def _small_arms_path(
    state: P8State,
    firer: Element,
    target: Element,
    gun: Gun,
    fired: Fired,
    *,
    moving_in_the_open: bool,
) -> Refusal | None:
    """Small arms need a path one base wide, past friends and past enemies on foot (5.1)."""
    if fired == "AP" or gun.kind != "SA":
        return None
    if _is_spent_on(state, target, gun, fired):
        rule = "p8.cover.fortification-class"
        if fortifications.in_use(state):
            rule = "p8.fort.immune-to-small-arms"
        why = f"{target.name} is in a fortification, where small arms cannot hurt it."
        return Refusal(rule, why)
    cite("p8.sheet.fire-kind", "p8.fire.sa-needs-base-wide-path")
    for friend in about_path(state, firer.side, firer, target):
        if friend.id in (firer.id, target.id, firer.carried_by):
            continue
        if shoots_over(state, firer, target, friend):
            continue
        if in_strip(state, firer, target, friend):
            why = f"{friend.name} narrows the path; small arms need one a base wide."
            return Refusal("p8.fire.sa-needs-base-wide-path", why)
    if state.sheet(target).is_vehicle or moving_in_the_open:
        cite("p8.fire.sa-not-through-enemy-foot")
        return None
    for enemy in about_path(state, state.other_side(firer.side), firer, target):
        if enemy.id == target.id or state.sheet(enemy).type not in ON_FOOT:
            continue
        if not in_strip(state, firer, target, enemy):
            continue
        cite("p8.fire.sa-not-through-enemy-foot")
        gap = distance(state.base(firer), state.base(enemy))
        if could_target(state, firer, enemy) and not _protected(state, firer, enemy, gap):
            why = f"{enemy.name} is in the way and could be shot at itself."
            return Refusal("p8.fire.sa-not-through-enemy-foot", why)
    return None


def _cover(state: P8State, firer: Element, target: Element, line: FireLine, lee: Cover) -> Cover:
    indirect = state.sheet(firer).is_mortar
    kind = fortifications.attacker_kind(state, firer)
    found = [cover_of_place(state, target, indirect=indirect, against=kind), line.cover, lee]
    if state.has(target, "ARM"):
        found.append(Cover(2, "p8.armdinf.as-infantry-except", "armoured carriers"))
    return best(found)


def is_armed(state: P8State, element: Element) -> bool:
    """Whether an element has any gun that fires."""
    return element.sheet not in state.setting.unarmed
