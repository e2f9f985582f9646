"""Section 15.4: the decisions of a support fire mission."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.drawing.ghosts import some
from sandtable.rulebooks.panzer8.drawing.sight_lines import line_to
from sandtable.rulebooks.panzer8.s12_hidden.counters import counters_of
from sandtable.rulebooks.panzer8.s14_smoke.laying import can_place, support_screen
from sandtable.rulebooks.panzer8.s14_smoke.screens import shown
from sandtable.rulebooks.panzer8.s15_events.support_fire import barrages
from sandtable.rulebooks.panzer8.s15_events.support_fire import candidates as listing
from sandtable.rulebooks.panzer8.s15_events.support_fire import missions as support
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import beaten
from sandtable.rulebooks.panzer8.s15_events.support_fire.observers import lookout, observers
from sandtable.rulebooks.panzer8.s15_events.support_fire.odds import SHIFTED, attack_odds
from sandtable.rulebooks.panzer8.s15_events.support_fire.planned_fire import planned_points
from sandtable.rulebooks.panzer8.s15_events.support_fire.shelling import FACES
from sandtable.rulebooks.panzer8.state import P8State, Shelled, SupportMission, slots
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.decision import Asked, Ending, Step
from sandtable.rulebooks.panzer8.state.orders import (
    CallFire,
    Creep,
    Done,
    KeepFiring,
    LayScreen,
    Shift,
)
from sandtable.rulebooks.panzer8.state.previewing import all_in_unit, is_somewhere, named
from sandtable.rulebooks.panzer8.state.units import in_unit
from sandtable.table import Footprint, overlap


class Calling(Answer[P8State, CallFire, SupportMission]):
    """Call support fire down: on a target that an observer sees, or on a planned point."""

    order: ClassVar[type[Order]] = CallFire
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

    def is_asked(self, frame: SupportMission) -> bool:
        """First of all."""
        return frame.stage == "call"

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
        return listing.calls(state, frame)

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
        overlays: list[Overlay] = [_zone(state, frame, zone)]
        observer = state.pieces.get(order.observer or "")
        if observer is not None and target is not None and is_somewhere(state, observer):
            overlays.append(line_to(state, lookout(state, observer), target))
        notes = [*_about_zone(state, frame, zone)]
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
        observer = listing.best_observer(state, frame.side, target)
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
        seen = [name for name in names if listing.best_observer(state, side, name) is not None]
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
    words: ClassVar[Words] = Words(
        label="Lay the smoke",
        key="K",
        hint="It lies in the beaten zone, or touches it.",
        typed="lay screen at X,Y [facing N]",
        means="Say where the smoke lies, and across what.",
    )

    def is_asked(self, frame: SupportMission) -> bool:
        """When smoke is fired."""
        return frame.stage == "screen"

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
        return listing.screens(state, frame)

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
        zone = _zone(state, frame, support.zone_at(state, frame))
        return Trace(overlays=(zone, shown(state, screen)))

    def told(self, state: P8State, order: LayScreen) -> str:
        """Where."""
        return f"at {order.at[0]:g},{order.at[1]:g}, across {order.facing:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A place in the zone, or touching it."""
        if piece is None:
            middle = slots.spot("at", "Choose the middle of the screen", _spot(case.frame))
            across = slots.facing("Turn the way across it", default=0.0)
            yield case.action(LayScreen, self.words, slots=(middle, across))


class Shifting(Answer[P8State, Shift, SupportMission]):
    """Shift the enemy's support fire by 6, after a 1 on its attack die."""

    order: ClassVar[type[Order]] = Shift
    words: ClassVar[Words] = Words(
        label="Shift it",
        key="S",
        hint="Shifts the fire by 6 in.",
        typed="shift N",
        means="Shift the fire by 6 inches towards N degrees; done leaves it.",
    )

    def is_asked(self, frame: SupportMission) -> bool:
        """After a 1."""
        return frame.stage == "drift"

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Shift, dice: Dice
    ) -> Iterator[Event]:
        """Shift it."""
        return support.shift(state, frame, order, dice)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Shift]:
        """Eight ways, and towards the owner's elements."""
        return listing.shifts(state, frame)

    def odds(self, state: P8State, order: Shift) -> Odds | None:
        """For everybody where it falls then."""
        frame = at_stage(state, "drift")
        if frame is None or frame.smoke:
            return None
        return attack_odds(state, support.shifted(frame, order.heading), attacks=FACES)

    def preview(self, state: P8State, order: Shift) -> Trace | None:
        """Where it would be shifted to."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or (frame.at is None and frame.screen is None):
            return None
        moved = support.shifted(frame, order.heading)
        if frame.screen is not None and moved.screen is not None:
            return Trace(overlays=(shown(state, moved.screen),))
        zone = support.zone_at(state, moved)
        notes = all_in_unit(state, [*_about_zone(state, frame, zone)])
        return Trace(overlays=(_zone(state, frame, zone),), notes=notes)

    def told(self, state: P8State, order: Shift) -> str:
        """Which way."""
        return f"6 in towards {order.heading:.0f} degrees"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Any way."""
        if piece is None:
            way = slots.facing("Which way?", name="heading", required=True, default=0.0)
            yield case.action(Shift, self.words, slots=(way,))


class KeepingOn(Answer[P8State, KeepFiring, SupportMission]):
    """Roll whether the barrage of the turn before goes on."""

    order: ClassVar[type[Order]] = KeepFiring
    words: ClassVar[Words] = Words(
        label="Keep firing",
        key="K",
        hint="Rolls for the barrage to go on.",
        typed="keep firing",
        means="Roll for the barrage to go on; done ceases fire.",
    )

    def is_asked(self, frame: SupportMission) -> bool:
        """A turn later."""
        return frame.stage == "continue"

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring
    ) -> Refusal | None:
        """Why it cannot go on."""
        return barrages.check_continue(state, frame)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring, dice: Dice
    ) -> Iterator[Event]:
        """Roll."""
        return barrages.keep_firing(state, frame, dice)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[KeepFiring]:
        """If it can."""
        if barrages.check_continue(state, frame) is None:
            yield KeepFiring()

    def odds(self, state: P8State, order: KeepFiring) -> Odds | None:
        """Whether it goes on."""
        if at_stage(state, "continue") is None:
            return None
        chance = exact(lambda dice: barrages.roll_barrage(dice)[1])
        return Odds.of("Does the barrage go on?", chance, barrages.BARRAGES)

    def told(self, state: P8State, order: KeepFiring) -> str:
        """What is rolled for."""
        return "(goes on with 6 or more)"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For the seat."""
        return super().answers(case, piece) if piece is None else iter(())


class Creeping(Answer[P8State, Creep, SupportMission]):
    """Have a rolling barrage creep on to another point."""

    order: ClassVar[type[Order]] = Creep
    words: ClassVar[Words] = Words(
        label="Roll on",
        key="R",
        hint="The barrage moves by up to 6 in.",
        typed="creep to X,Y",
        means="Move the barrage by up to 6 inches; done leaves it.",
    )

    def is_asked(self, frame: SupportMission) -> bool:
        """When it goes on."""
        return frame.stage == "creep"

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep
    ) -> Refusal | None:
        """Why it cannot roll on so far."""
        return barrages.check_creep(frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep, dice: Dice
    ) -> Iterator[Event]:
        """Roll on."""
        return barrages.creep(state, frame, order, dice)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Creep]:
        """On to enemies within reach, or any of eight ways."""
        return listing.creepings(state, frame)

    def odds(self, state: P8State, order: Creep) -> Odds | None:
        """For everybody where it falls then."""
        frame = at_stage(state, "creep")
        if frame is None or frame.smoke or barrages.check_creep(frame, order) is not None:
            return None
        return attack_odds(state, msgspec.structs.replace(frame, at=order.to))

    def preview(self, state: P8State, order: Creep) -> Trace | None:
        """Where it would roll on to."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or frame.at is None:
            return None
        zone = support.zone_at(state, frame, order.to)
        used = round(math.dist(frame.at, order.to), 2)
        way = Route(points=(frame.at, order.to), side=frame.side)
        return Trace(
            used=used,
            allowed=support.DRIFT,
            label=in_unit(state.setting, f"{used:.1f} of {support.DRIFT:g} in"),
            overlays=(_zone(state, frame, zone), way),
            notes=all_in_unit(state, [*_about_zone(state, frame, zone)]),
        )

    def told(self, state: P8State, order: Creep) -> str:
        """Where to."""
        return f"to {order.to[0]:g},{order.to[1]:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A point within reach."""
        if piece is None:
            far = f"within {support.DRIFT:g} of the old one"
            ask = f"Choose the new middle of the beaten zone, {far}"
            yield case.action(Creep, self.words, slots=(slots.spot("to", ask, _spot(case.frame)),))


class LeavingIt(Ending[SupportMission]):
    """Do not fire, leave the fire where it falls, or cease."""

    here: ClassVar[dict[str, tuple[str, str]]] = {
        "call": ("Do not fire", ""),
        "drift": ("Leave it", "The fire falls where it was called."),
        "continue": ("Cease fire", ""),
        "creep": ("Leave it there", "The barrage goes on where it lies."),
    }

    def is_asked(self, frame: SupportMission) -> bool:
        """But for smoke, which must lie somewhere."""
        return frame.stage in self.here

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """Leave it."""
        if frame.stage == "drift":
            return support.leave(state, frame)
        if frame.stage == "creep":
            return barrages.fire_on(state, frame, dice)
        return barrages.cease_fire(state, frame)

    def odds(self, state: P8State, order: Done) -> Odds | None:
        """For everybody where it falls."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or frame.smoke:
            return None
        if frame.stage == "drift":
            return attack_odds(state, frame, attacks=(1,))
        return attack_odds(state, frame) if frame.stage == "creep" else None

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """What it means depends on what is asked."""
        if piece is None:
            yield case.done(*self.here[case.frame.stage])


# -- what several of them show --------------------------------------------------------------------

CENTRED: Final = "Only a planned point, or an enemy whom an observer sees, can be fired at."


def at_stage(state: P8State, stage: str) -> SupportMission | None:
    """The mission that is under way, if it has come so far."""
    frame = state.frame
    return frame if isinstance(frame, SupportMission) and frame.stage == stage else None


def _spot(frame: SupportMission) -> list[float] | None:
    return None if frame.at is None else list(frame.at)


def _zone(state: P8State, frame: SupportMission, zone: Footprint) -> Reach:
    size = zone.box[2] - zone.box[0]
    told = f"Beaten zone, {frame.level.lower()}, {size:g} by {size:g} in"
    return Reach(outline=zone.corners, side=frame.side, label=in_unit(state.setting, told))


def _about_zone(state: P8State, frame: SupportMission, zone: Footprint) -> Iterator[str]:
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


class CallingFire(Asked[SupportMission]):
    """Where support fire falls and what it fires; where the opponent shifts it; how it goes on."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (
        Calling(),
        LayingSmoke(),
        Shifting(),
        KeepingOn(),
        Creeping(),
        LeavingIt(),
    )

    def choice(self, state: P8State, frame: SupportMission) -> Choice:
        """The owner of the batteries; the opponent, after a 1."""
        asks = {
            "call": (
                "support fire",
                "p8.support.method-choice",
                f"{frame.level}: what do the batteries fire at, and who observes?",
            ),
            "screen": (
                "smoke",
                "p8.support.smoke-mission",
                "Where in the beaten zone, or touching it, does the smoke lie?",
            ),
            "drift": (
                "drift",
                "p8.support.smoke-drift-on-one" if frame.smoke else "p8.support.drift-on-one",
                f"The attack die is a 1. Shift the {'smoke' if frame.smoke else 'beaten zone'} "
                "by 6, or leave it?",
            ),
            "continue": (
                "barrage",
                "p8.support.barrage-continues",
                "Roll for the barrage to go on, or cease fire?",
            ),
            "creep": (
                "rolling barrage",
                "p8.support.british-rolling-barrage",
                "The barrage goes on. Move it by up to 6, or leave it?",
            ),
        }
        side = state.other_side(frame.side) if frame.stage == "drift" else frame.side
        ask, rule, prompt = asks[frame.stage]
        return Choice(seats=state.setting.seats[side], ask=ask, rule=rule, prompt=prompt)

    def settle(self, state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
        """Attack one element after another; rockets may fire instead of heavy guns."""
        if frame.stage == "attack":
            yield from support.attack_next(state, frame, dice)
        elif frame.stage == "call":
            level = support.level_drawn(state, frame)
            if level != frame.level:
                state.swap(msgspec.structs.replace(frame, level=level))
        elif frame.stage == "continue" and not barrages.is_asked_about(state, frame):
            yield from barrages.cease_fire(state, frame)


class UnderFire(Step[Shelled]):
    """A mover that has come under support fire: nobody is asked."""

    def settle(self, state: P8State, frame: Shelled, dice: Dice) -> Iterator[Event]:
        """Attack the mover where it is."""
        return barrages.shell_mover(state, frame, dice)
