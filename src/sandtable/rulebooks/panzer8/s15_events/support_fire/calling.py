"""Section 15.4: where support fire is called down, and where its smoke lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.battle.overlays import Overlay, Reach
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import Footprint, Point, overlap, step

from ...drawing.ghosts import some
from ...drawing.sight_lines import line_to
from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.counters import counters_of
from ...s14_smoke.laying import can_place, support_screen
from ...s14_smoke.screens import DEPTH, shown
from ...state import Element, P8State, SupportMission, slots
from ...state.case import Case
from ...state.previewing import all_in_unit, is_somewhere, named
from ...state.units import in_unit
from . import missions as support
from .beaten_zones import beaten, level_of
from .missions import CallFire, LayScreen, check_screen, marked
from .observers import lookout, observers, observes
from .odds import SHIFTED, attack_odds
from .planned_fire import planned_points

QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)


SMOKED: Final = 3
"""Smoke is thought of at so many of the nearest targets."""


def best_observer(state: P8State, side: str, target: str) -> Element | None:
    """Who of a side can best direct fire on a target: an observation officer, or another."""
    return _first_to_see(state, list(observers(state, side)), target)


def _first_to_see(state: P8State, able: list[Element], name: str) -> Element | None:
    target = marked(state, name)
    if target is None or in_hand_to_hand(state, target):
        return None
    return next((one for one in able if observes(state, one, target)), None)


def rounded(point: Point) -> Point:
    """A point with a few decimals."""
    return round(point[0], 4), round(point[1], 4)


class Calling(Answer[P8State, CallFire, SupportMission]):
    """Call support fire down: on a target that an observer sees, or on a planned point."""

    order: ClassVar[type[Order]] = CallFire
    stages: ClassVar[tuple[str, ...]] = ("call",)
    words: ClassVar[Words] = Words(
        label="Call fire",
        key="F",
        rule="p8.support.method-choice",
        hint="The batteries fire at an enemy that an observer sees.",
        typed="call fire TARGET [with OBSERVER] [smoke]",
        means="Call support fire down; call fire at X,Y is for a point noted before play.",
    )
    on_point: ClassVar[Kind] = Kind(
        label="Fire on a point",
        key="P",
        rule="p8.support.preplanned",
        hint="The batteries fire at a point that was noted before play.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: CallFire
    ) -> Refusal | None:
        """Why it cannot fall there."""
        return support.check_call(state, frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: CallFire, dice: Dice
    ) -> Iterator[Event]:
        """Fire."""
        return support.call(state, frame, order, dice)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[CallFire]:
        """Every enemy that somebody observes, and the planned points."""
        enemy = state.other_side(frame.side)
        able = list(observers(state, frame.side))
        names = [target.id for target in state.on_table(enemy)]
        names += [counter.id for counter in counters_of(state, enemy)]
        found = [(name, _first_to_see(state, able, name)) for name in names]
        seen = [CallFire(name, eye.id) for name, eye in found if eye is not None]
        planned = [CallFire(at=point) for point in planned_points(state, frame.side)]
        yield from seen
        yield from planned
        if can_place(state, frame.side):
            for order in (*seen[:SMOKED], *planned):
                yield CallFire(order.target, order.observer, order.at, smoke=True)

    def odds(self, state: P8State, order: CallFire) -> Odds | None:
        """For everybody in the zone."""
        frame = at_stage(state, "call")
        if frame is None or order.smoke or support.check_call(state, frame, order) is not None:
            return None
        return attack_odds(state, support.called(state, frame, order))

    def preview(self, state: P8State, order: CallFire) -> Trace | None:
        """The beaten zone, who is in it, and who observes."""
        frame = state.frame
        if not isinstance(frame, SupportMission):
            return None
        target = support.marked(state, order.target or "")
        at = order.at if target is None else (target.x, target.y)
        if at is None:
            return Trace(notes=(CENTRED,))
        zone = support.zone_at(state, frame, at)
        overlays: list[Overlay] = [zone_shown(state, frame, zone)]
        observer = state.pieces.get(order.observer or "")
        if observer is not None and target is not None and is_somewhere(state, observer):
            overlays.append(line_to(state, lookout(state, observer), target))
        notes = [*about_zone(state, frame, zone)]
        if order.smoke:
            notes = ["Smoke is laid in the beaten zone, or touching it."]
        return Trace(overlays=tuple(overlays), notes=all_in_unit(state, notes))

    def told(self, state: P8State, order: CallFire) -> str:
        """What, on whom, and who sees it."""
        what = "smoke" if order.smoke else "HE"
        if order.at is not None:
            return f"{what} on the planned point {order.at[0]:g},{order.at[1]:g}"
        seen = f"seen by {named(state, order.observer)}"
        return f"{what} on {named(state, order.target)} ({order.target}), {seen}"

    def read(self, state: P8State, words: list[str]) -> list[str]:
        """Without an observer, the best of those who see the target is taken."""
        frame = state.frame
        smoke = [word for word in words if word.lower() == "smoke"]
        said = [word for word in words if word.lower() not in FILLERS and word not in smoke]
        if len(said) != 1 or "," in said[0] or not isinstance(frame, SupportMission):
            return words
        target = said[0] if said[0] in state.counters else find_piece(state, said[0])
        observer = best_observer(state, frame.side, target)
        return [target, *([observer.id] if observer is not None else []), *smoke]

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """On an enemy, or on one of the planned points."""
        if piece is not None:
            return
        state, side = case.state, case.frame.side
        smoke = (slots.flag("smoke", "Smoke, not HE?"),) if can_place(state, side) else ()
        enemy = state.other_side(side)
        names = [element.id for element in state.on_table(enemy)]
        names += [counter.id for counter in counters_of(state, enemy)]
        seen = [name for name in names if best_observer(state, side, name) is not None]
        able = slots.names(observers(state, side))
        asked = (
            slots.one_of("target", "Choose the enemy on whom it falls", seen or names),
            slots.one_of("observer", "Who observes?", able),
            *smoke,
        )
        refusal = None
        if not seen:  # as one who could best
            mine = [element.id for element in state.pieces.values() if element.side == case.side]
            who = next(iter((*able, *mine)), "")
            refusal = case.refusal(CallFire(next(iter(names), ""), who))
        yield case.action(CallFire, self.words, slots=asked, refusal=refusal)
        for number, point in enumerate(planned_points(state, side), 1):
            yield case.action(
                CallFire,
                self.on_point,
                fixed={"at": list(point)},
                slots=smoke,
                label=f"Planned point {number}",
                hint=f"The batteries fire at ({point[0]:g}, {point[1]:g}), noted before play.",
            )


class LayingSmoke(Answer[P8State, LayScreen, SupportMission]):
    """Say where the smoke of support fire lies: its middle, and the way across it."""

    order: ClassVar[type[Order]] = LayScreen
    stages: ClassVar[tuple[str, ...]] = ("screen",)
    words: ClassVar[Words] = Words(
        label="Lay the smoke",
        key="K",
        hint="It lies in the beaten zone, or touches it.",
        typed="lay screen at X,Y [facing N]",
        means="Say where the smoke lies, and across what.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen
    ) -> Refusal | None:
        """Why it cannot lie there."""
        return support.check_screen(state, frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen, dice: Dice
    ) -> Iterator[Event]:
        """Lay it."""
        return support.lay_screen(state, frame, order, dice)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[LayScreen]:
        """Across the middle of the zone, and along each of its sides."""
        assert frame.at is not None
        reach = level_of(state.setting, frame.side, frame.level).size / 2 + DEPTH / 2
        orders = [LayScreen(frame.at, 0.0), LayScreen(frame.at, 90.0)]
        orders += [LayScreen(rounded(step(frame.at, side, reach)), side) for side in QUARTERS]
        yield from (order for order in orders if check_screen(state, frame, order) is None)

    def odds(self, state: P8State, order: LayScreen) -> Odds | None:
        """Whether the opponent may shift it."""
        if at_stage(state, "screen") is None:
            return None
        return Odds(
            title="Where the smoke lies",
            outcomes=(("as ordered", Fraction(9, 10)), (SHIFTED, Fraction(1, 10))),
        )

    def preview(self, state: P8State, order: LayScreen) -> Trace | None:
        """Where it would lie."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or frame.at is None:
            return None
        screen = support_screen(state, frame.side, order.at, order.facing)
        zone = zone_shown(state, frame, support.zone_at(state, frame))
        return Trace(overlays=(zone, shown(state, screen)))

    def told(self, state: P8State, order: LayScreen) -> str:
        """Where."""
        return f"at {order.at[0]:g},{order.at[1]:g}, across {order.facing:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A place in the zone, or touching it."""
        if piece is None:
            middle = slots.spot("at", "Choose the middle of the screen", centre_of(case.frame))
            across = slots.facing("Turn the way across it", default=0.0)
            yield case.action(LayScreen, self.words, slots=(middle, across))


CENTRED: Final = "Only a planned point, or an enemy whom an observer sees, can be fired at."


def at_stage(state: P8State, stage: str) -> SupportMission | None:
    """The mission that is under way, if it has come so far."""
    frame = state.frame
    return frame if isinstance(frame, SupportMission) and frame.stage == stage else None


def centre_of(frame: SupportMission) -> list[float] | None:
    """Where fire falls so far, as a slot suggests it."""
    return None if frame.at is None else list(frame.at)


def zone_shown(state: P8State, frame: SupportMission, zone: Footprint) -> Reach:
    """A beaten zone as it is shown on the table."""
    size = zone.box[2] - zone.box[0]
    told = f"Beaten zone, {frame.level.lower()}, {size:g} by {size:g} in"
    return Reach(outline=zone.corners, side=frame.side, label=in_unit(state.setting, told))


def about_zone(state: P8State, frame: SupportMission, zone: Footprint) -> Iterator[str]:
    """Who would be attacked."""
    there = list(beaten(state, zone))
    enemies = [one.name for one in there if one.side != frame.side]
    friends = [one.name for one in there if one.side == frame.side]
    owner = state.setting.scenario.side(frame.side).name
    other = state.setting.scenario.side(state.other_side(frame.side)).name
    if enemies:
        yield f"{other} in the zone: {some(enemies)}."
    if friends:
        yield f"{owner} in the zone: {some(friends)}."
    counters = [one for one in state.counters.values() if overlap(one.base, zone)]
    if any(one.under is None for one in counters):
        yield "A counter lies in the zone; who is under it would be hit."
    if not there and not counters:
        yield "Nobody known is in the zone."
