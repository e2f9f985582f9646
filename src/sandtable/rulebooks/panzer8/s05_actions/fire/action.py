"""Section 5.1: direct fire as an action."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle.handling import Action as Listed
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import distance

from ...s02_terrain.line_of_sight import sees
from ...s09_troops.transport import riders_on_tanks, targets_of
from ...state import Element, P8State, slots
from ...state.case import Case
from ...state.orders import Fire
from ...state.previewing import all_in_unit, is_somewhere
from ..action import Action, waits_outside
from .aiming import Shot, aim, in_range, is_armed
from .direct_fire import volley
from .odds import fire_odds
from .previewing import about_shot, shot_line


class FireAction(Action[Fire]):
    """Shoot at a target."""

    order = Fire
    words = Words(
        label="Fire",
        key="F",
        rule="p8.fire.needs-field-of-fire-and-los",
        hint="Shoots at a target in sight, in range and in its field of fire.",
        typed="fire ELEMENT at TARGET [TARGET ...]",
        means="Shoot; further targets are for other guns.",
        also=("shoot",),
    )
    aboard = True

    def check(self, state: P8State, element: Element, order: Fire) -> Refusal | None:
        return check_fire(state, element, order)

    def act(self, state: P8State, element: Element, order: Fire, dice: Dice) -> Iterator[Event]:
        state.put(replace(element, acted=True))
        state.push(volley(element.id, (order.target, *order.secondary)))
        return iter(())

    def offer(self, state: P8State, element: Element) -> Iterator[Fire]:
        """Every target in reach."""
        return shots(state, element)

    def odds(self, state: P8State, order: Fire) -> Odds | None:
        return fire_odds(state, order) if order.element in state.pieces else None

    def preview(self, state: P8State, order: Fire) -> Trace | None:
        """A line for each gun that has a target."""
        firer = state.pieces.get(order.element)
        if firer is None or not is_somewhere(state, firer):
            return None
        overlays: list[Overlay] = []
        notes: list[str] = []
        for gun, name in enumerate((order.target, *order.secondary)):
            target = state.pieces.get(name or "")
            if target is not None and is_somewhere(state, target):
                overlays.append(shot_line(state, firer, target, gun))
                notes += about_shot(state, firer, target, gun)
        if not overlays:
            return None
        return Trace(overlays=tuple(overlays), notes=all_in_unit(state, notes))

    def told(self, state: P8State, order: Fire) -> str:
        """Whom it shoots at, and how far that is."""
        firer = state.base(state.pieces[order.element])
        names = dict.fromkeys((order.target, *order.secondary))
        targets = [state.pieces[name] for name in names if name in state.pieces]
        return " and ".join(
            f"at {one.name} ({one.id}), {distance(firer, state.base(one)):.1f} in"
            for one in targets
        )

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Shoot; a second gun may have a target of its own."""
        state = case.state
        if not is_armed(state, element) or waits_outside(element):
            return
        enemies = case.nearest_first(targets_of(state, element), element)
        first, why = case.sifted({one.id: Fire(element.id, one.id) for one in enemies})
        fixed: dict[str, object] = {"element": element.id}
        guns = state.sheet(element).guns
        main = f"Choose the target of {guns[0].name}" if len(guns) > 1 else "Choose a target"
        asked = [slots.one_of("target", main, first)]
        if len(guns) > 1:
            second, other = case.sifted(
                {one.id: Fire(element.id, None, (one.id,)) for one in enemies}
            )
            why = why if other else None
            fixed["target"] = None
            ask = f"Choose the target of its {guns[1].name}"
            asked = [
                slots.one_of("target", main, first, required=False),
                slots.some_of("secondary", ask, second, required=False, most=1),
            ]
        if not enemies:
            why = case.refusal(Fire(element.id, None))
        yield case.action(
            Fire,
            self.words,
            piece=element.id,
            fixed=fixed,
            slots=asked if enemies else (),
            refusal=why,
        )


def can_fire(state: P8State, element: Element) -> bool:
    """Whether any gun of an element can be aimed at anybody at all."""
    guns = range(len(state.sheet(element).guns))
    return any(
        isinstance(aim(state, element, enemy, gun), Shot)
        for enemy in (*in_range(state, element), *riders_on_tanks(state, element))
        for gun in guns
    )


def check_fire(state: P8State, element: Element, order: Fire) -> Refusal | None:
    """Why an element cannot fire like that."""
    targets = (order.target, *order.secondary)
    if not any(targets):
        return Refusal("p8.fire.needs-field-of-fire-and-los", "Name a target to fire at.")
    guns = len(state.sheet(element).guns)
    if len(targets) > guns:
        counted = "one gun" if guns == 1 else f"{guns} guns"
        return Refusal("p8.fire.secondary-guns", f"{element.name} has {counted} only.")
    for gun, name in enumerate(targets):
        if name is None:
            continue
        if name in state.counters:
            return Refusal(
                "p8.hidden.not-fired-at",
                f"Nobody can fire at what may be hidden under {name!r}, only at what is seen.",
            )
        target = state.pieces.get(name)
        seen = target is not None and (target.on_table or target.carried_by is not None)
        if target is None or target.side == element.side or not seen:
            return Refusal(
                "p8.fire.needs-field-of-fire-and-los", f"There is no enemy {name!r} on the table."
            )
        shot = aim(state, element, target, gun)
        if not isinstance(shot, Shot):
            return shot
    return None


def shots(state: P8State, element: Element) -> Iterator[Fire]:
    """Fire at every target that any gun can be aimed at; the other guns join in where they can."""
    sheet = state.sheet(element)
    guns = range(len(sheet.guns))
    for enemy in (*in_range(state, element), *riders_on_tanks(state, element)):
        # Most enemies are out of sight, and then no gun need be aimed; mortars may borrow eyes.
        if not sheet.is_mortar and not sees(state, element, enemy):
            continue
        fits = [isinstance(aim(state, element, enemy, gun), Shot) for gun in guns]
        if any(fits):
            main = enemy.id if fits[0] else None
            others = tuple(enemy.id if fit else None for fit in fits[1:])
            yield Fire(element.id, main, others if any(others) else ())
