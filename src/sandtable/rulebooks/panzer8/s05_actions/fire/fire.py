"""Section 5.1: direct fire as an action, its odds, and what it would look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Fate, Odds
from sandtable.table import Point, bearing, distance

from ...drawing.ghosts import line_to
from ...s02_terrain.ground_and_cover import cover_of_place
from ...s02_terrain.line_of_sight import sees
from ...s08_results.in_effect import (
    FALL_BACK,
    MILDEST_FIRST,
    NOTHING,
    ONE_ABOARD,
    OUT,
    SUPPRESSED,
    SUPPRESSED_AGAIN,
    SUPPRESSED_INSTEAD,
    UNLESS_FIRM,
)
from ...s09_troops.transport import riders_on_tanks, targets_of
from ...state import Element, P8State, slots
from ...state.case import Case
from ...state.orders import Fire
from ...state.previewing import all_in_unit, is_somewhere
from ...state.units import in_unit
from ..action import Action, waits_outside
from ..fall_back.ways import forced_ways, standing_at
from .aiming import Shot, aim, in_range, is_armed
from .direct_fire import effect_odds, fates_of, odds_of, tally_firer, tally_target, volley
from .line_of_fire import FireLine, find_fire_line

Chances = dict[str, Fraction]


def fire_odds(state: P8State, order: Fire) -> Odds | None:
    """The odds of the shots that an order names, if all of them may be fired."""
    firer, shots = state.pieces[order.element], []
    for gun, name in enumerate((order.target, *order.secondary)):
        if name is None:
            continue
        target = state.pieces.get(name)
        if target is None or target.side == firer.side:
            return None
        shot = aim(state, firer, target, gun)
        if isinstance(shot, Refusal):
            return None
        shots.append(shot)
    return SeveralShots(state, shots).odds() if shots else None


class SeveralShots:
    """Shots of one action or reaction, which are fired one after another."""

    def __init__(self, state: P8State, shots: Sequence[Shot], *, reaction: bool = False) -> None:
        self.state = state
        self.shots = shots
        self.reaction = reaction

    def odds(self) -> Odds:
        """What becomes of the target; of several targets, of each of them."""
        if len(self.shots) == 1:
            return odds_of(self.state, self.shots[0], reaction=self.reaction)
        cite("p8.fire.secondary-guns")
        by_target: dict[str, list[Shot]] = {}
        for shot in self.shots:
            by_target.setdefault(shot.target.id, []).append(shot)
        if len(by_target) == 1:
            return self._against(self.shots)
        fates = tuple(self._fate(shots) for shots in by_target.values())
        names = " and ".join(fate.name for fate in fates)
        return Odds(title=self._title(names), outcomes=(), tallies=self._tallies(), fates=fates)

    def _fate(self, shots: Sequence[Shot]) -> Fate:
        target = shots[0].target
        return Fate(piece=target.id, name=target.name, outcomes=self._against(shots).outcomes)

    def _against(self, shots: Sequence[Shot]) -> Odds:
        target = shots[0].target
        chances = self._chances(shots, NOTHING, suppressed=target.suppressed)
        likely = set(fates_of(self.state, shots[0], reaction=self.reaction).values())
        listed = [fate for fate in MILDEST_FIRST if fate in likely or fate in chances]
        return Odds(
            title=self._title(target.name),
            outcomes=tuple((fate, chances.get(fate, Fraction(0))) for fate in listed),
            tallies=self._tallies(),
        )

    def _title(self, whom: str) -> str:
        return f"{self.shots[0].firer.name} at {whom} with {len(self.shots)} guns"

    def _tallies(self) -> tuple[Tally, ...]:
        """What counts for each gun and against it, told apart by the name of the gun."""
        found = []
        for shot in self.shots:
            for tally in odds_of(self.state, shot).tallies:
                side = f"{tally.side}, {shot.gun.name}"
                found.append(replace(tally, side=side))
        return tuple(found)

    def _chances(self, shots: Sequence[Shot], worst: str, *, suppressed: bool) -> Chances:
        """The chances of the worst that befalls a target at which some shots are still fired."""
        if not shots:
            return {worst: Fraction(1)}
        shot, rest = shots[0], shots[1:]
        margin = tally_firer(shot).total - tally_target(shot).total
        found: Chances = {}
        for effect, chance in effect_odds(margin, shot.fired, shot.reserves).items():
            for fate, share in self._after(shot, effect, rest, worst, suppressed).items():
                found[fate] = found.get(fate, Fraction(0)) + Fraction(chance) * share
        return found

    def _after(
        self, shot: Shot, effect: str, rest: Sequence[Shot], worst: str, suppressed: bool
    ) -> Chances:
        """The chances after a shot had that effect: a second suppression is the end (8.2)."""
        struck = replace(shot.target, suppressed=suppressed)
        now = replace(shot, target=struck)
        fate = fates_of(self.state, now, reaction=self.reaction)[effect]
        if fate in _THE_END:
            cite("p8.result.second-suppression-is-out")
            by_itself = fate == SUPPRESSED_AGAIN and not shot.target.suppressed
            return {OUT if by_itself else fate: Fraction(1)}
        worst = max(worst, fate, key=MILDEST_FIRST.index)
        if fate == FALL_BACK:
            return self._moved_on(shot, rest, worst, suppressed)
        marked = fate in (SUPPRESSED, SUPPRESSED_INSTEAD)
        return self._chances(rest, worst, suppressed=suppressed or marked)

    def _moved_on(self, shot: Shot, rest: Sequence[Shot], worst: str, suppressed: bool) -> Chances:
        """The chances after a fall back, by the way on which its owner has the least to fear."""
        state, target = self.state, shot.target
        in_cover = shot.screened or cover_of_place(state, target).value > 0
        ways = forced_ways(state, target, (shot.firer.x, shot.firer.y), keep_cover=in_cover)
        ends = [standing_at(state, target, way) for way in ways.values()]
        found = [
            self._chances(self._aimed_again(rest, end), worst, suppressed=suppressed)
            for end in ends
        ]
        return min(found, key=_gravity)

    def _aimed_again(self, shots: Sequence[Shot], target: Element) -> list[Shot]:
        """Shots that can still be fired at a target where it has gone; all but vehicles face us."""
        firer = shots[0].firer if shots else self.shots[0].firer
        if not self.state.sheet(target).is_vehicle:
            facing = bearing((target.x, target.y), (firer.x, firer.y))
            target = replace(target, heading=facing)
        guns = self.state.sheet(firer).guns
        aimed = [
            aim(self.state, firer, target, guns.index(shot.gun), reaction=self.reaction)
            for shot in shots
        ]
        return [shot for shot in aimed if isinstance(shot, Shot)]


_THE_END: Final = (OUT, ONE_ABOARD, SUPPRESSED_AGAIN, UNLESS_FIRM)
"""What becomes of a target at which no more shots are reckoned with."""

_WEIGHT: Final = {
    FALL_BACK: 1,
    SUPPRESSED: 3,
    SUPPRESSED_INSTEAD: 3,
    **dict.fromkeys(_THE_END, 5),
}


def _gravity(chances: Chances) -> Fraction:
    """How much there is to fear."""
    return sum((_WEIGHT.get(fate, 0) * chance for fate, chance in chances.items()), Fraction(0))


def shot_line(
    state: P8State, firer: Element, target: Element, gun: int = 0, *, reaction: bool = False
) -> Overlay:
    """The line of a shot; where none may be fired, the line of sight."""
    shot = aim(state, firer, target, gun, reaction=reaction)
    if isinstance(shot, Refusal):
        return line_to(state, firer, target)
    line = find_fire_line(state, firer, target)
    ends = (line.start, line.end) if isinstance(line, FireLine) else _centres(state, firer, target)
    told = in_unit(state.setting, f"{shot.gun.name}, {shot.range:.1f} in")
    return Line(start=ends[0], end=ends[1], side=firer.side, label=told)


def _centres(state: P8State, one: Element, two: Element) -> tuple[Point, Point]:
    return state.base(one).centre, state.base(two).centre


def about_shot(
    state: P8State, firer: Element, target: Element, gun: int, *, reaction: bool = False
) -> Iterator[str]:
    """What counts in a shot."""
    shot = aim(state, firer, target, gun, reaction=reaction)
    if not isinstance(shot, Shot):
        return
    yield f"{shot.fired} {shot.value} against Def {shot.defence}, {shot.range:.1f} in."
    if shot.from_behind:
        yield f"Wholly behind the front of {target.name}."
    if shot.cover.value:
        yield f"{target.name} has cover: {shot.cover.text} (+{shot.cover.value})."


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
            why = f"Nobody can fire at what may be hidden under {name!r}, only at what is seen."
            return Refusal("p8.hidden.not-fired-at", why)
        target = state.pieces.get(name)
        seen = target is not None and (target.on_table or target.carried_by is not None)
        if target is None or target.side == element.side or not seen:
            why = f"There is no enemy {name!r} on the table."
            return Refusal("p8.fire.needs-field-of-fire-and-los", why)
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
