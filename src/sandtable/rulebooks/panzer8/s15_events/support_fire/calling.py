"""Section 15.4.1 to 15.4.3: support fire is called down, on a target or on a planned point."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Action, Kind, Trace
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import Point

from ...drawing.ghosts import line_to
from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.counters import counters_of, is_hidden
from ...s12_hidden.spotting import stand_in
from ...s14_smoke.laying import can_place
from ...state import Element, P8State, SupportMission, slots
from ...state.case import Case
from ...state.decision import SeatsOwn
from ...state.orders import SupportOrder
from ...state.previewing import all_in_unit, is_somewhere, named
from ...state.tables import TOLERANCE
from ..noted_targets import planned_points
from .beaten_zones import (
    HEAVY,
    ROCKETS,
)
from .missions import attack_odds, batteries, mission_of, throw, zone_trace
from .observers import check_observer, is_foo, lookout, observers, observes


class CallFire(SupportOrder, frozen=True, kw_only=False):
    """Call support fire down: on a target that an observer sees, or on a planned point (15.4).

    Attributes:
        target: The enemy element, or counter, on which the beaten zone is centred.
        observer: Who sees it: a FOO, a commander or a Recce element.
        at: A point that was noted down before play, instead of a target.
        smoke: Fire smoke, not HE.
    """

    target: str | None = None
    observer: str | None = None
    at: Point | None = None
    smoke: bool = False


def level_drawn(state: P8State, frame: SupportMission) -> str:
    """What fires: the level of the card; rockets or ships may take the place of heavy guns."""
    cite("p8.support.sources")
    wanted = state.setting.options["rockets"]
    instead = wanted == "both" or wanted == state.setting.armies[frame.side]
    return ROCKETS if frame.level == HEAVY and instead else frame.level


def marked(state: P8State, name: str) -> Element | None:
    """What a mission is aimed at: an element on the table, or what stands for a counter."""
    if name in state.counters:
        cite("p8.hidden.support-fire-can-hit")
        return stand_in(state, state.counters[name])
    element = state.pieces.get(name)
    return element if element is not None and element.on_table else None


def method_rule(state: P8State, observer: Element) -> str:
    """The rule by which an observer directs support fire."""
    if is_foo(state, observer):
        return "p8.support.foo-los"
    if state.sheet(observer).is_commander:
        return "p8.support.commander-controlled"
    cite("p8.support.commander-controlled")
    return "p8.recce.directs-support-fire"


def called(state: P8State, frame: SupportMission, order: CallFire) -> SupportMission:
    """A mission with its method chosen: where it falls, who directs it, and what it fires."""
    at, directed = order.at, False
    if order.target is not None:
        target, observer = marked(state, order.target), state.pieces[order.observer or ""]
        assert target is not None
        at, directed = (target.x, target.y), not is_foo(state, observer)
    return msgspec.structs.replace(frame, at=at, directed=directed, smoke=order.smoke)


def best_observer(state: P8State, able: Sequence[Element], name: str) -> Element | None:
    """Who of some can best direct fire on a target: the first of them who sees it."""
    target = marked(state, name)
    if target is None or in_hand_to_hand(state, target):
        return None
    return next((one for one in able if observes(state, one, target)), None)


def _enemies(state: P8State, side: str) -> list[str]:
    """The enemies of a side and their counters, by name."""
    enemy = state.other_side(side)
    names = [element.id for element in state.on_table(enemy)]
    return names + [counter.id for counter in counters_of(state, enemy)]


SMOKED: Final = 3
"""Smoke is thought of at so many of the nearest targets."""

CENTRED: Final = "Only a planned point, or an enemy whom an observer sees, can be fired at."


class Calling(SeatsOwn[CallFire, SupportMission]):
    """Call support fire down: on a target that an observer sees, or on a planned point."""

    order = CallFire
    stages = ("call",)
    words = Words(
        label="Call fire",
        key="F",
        rule="p8.support.method-choice",
        hint="The batteries fire at an enemy that an observer sees.",
        typed="call fire TARGET [with OBSERVER] [smoke]",
        means="Call support fire down; call fire at X,Y is for a point noted before play.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: CallFire
    ) -> Refusal | None:
        cite("p8.support.method-choice")
        if order.smoke and not can_place(state, frame.side):
            smoke_on = state.setting.options["smoke"]
            reason = "There are no smoke counters left." if smoke_on else "There is no smoke."
            return Refusal("p8.smoke.counter-spent", f"{reason} Call for HE.")
        if (order.target is None) == (order.at is None):
            return Refusal(
                "p8.support.method-choice",
                "Name either a target and who observes it, or a point that was planned.",
            )
        if order.at is not None:
            return self._check_planned(state, frame.side, order.at)
        target = marked(state, order.target or "")
        if target is not None and in_hand_to_hand(state, target):
            return Refusal(
                "p8.melee.no-fire-no-target",
                f"{target.name} is in hand-to-hand combat and cannot be picked as a target.",
            )
        if order.observer is None:
            return Refusal(
                "p8.support.method-choice", "Say which FOO, commander or Recce element observes."
            )
        refused = check_observer(state, frame.side, order.observer)
        return refused or self._check_target(state, frame.side, order, target)

    def _check_planned(self, state: P8State, side: str, at: Point) -> Refusal | None:
        points = planned_points(state, side)
        if any(math.dist(at, point) <= TOLERANCE for point in points):
            return None
        noted = " or ".join(f"({x:g}, {y:g})" for x, y in points) or "no point at all"
        return Refusal("p8.support.preplanned", f"You have noted down {noted} before play.")

    def _check_target(
        self, state: P8State, side: str, order: CallFire, target: Element | None
    ) -> Refusal | None:
        observer = state.pieces[order.observer or ""]
        rule = method_rule(state, observer)
        if target is None or target.side == side:
            return Refusal(
                rule, f"There is no enemy element or counter {order.target!r} on the table."
            )
        if not observes(state, observer, target):
            return Refusal(rule, f"{observer.name} has no line of sight to {target.name}.")
        return None

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: CallFire, dice: Dice
    ) -> Iterator[Event]:
        """Smoke is then laid where its owner likes, HE falls at once."""
        frame = called(state, frame, order)
        state.swap(frame)
        rule, how = "p8.support.preplanned", "on a point planned before"
        pieces = (order.observer, order.target)
        if order.observer is not None and order.target is not None:
            observer, target = state.pieces[order.observer], marked(state, order.target)
            assert target is not None
            rule, who = method_rule(state, observer), observer.name
            if is_hidden(state, observer):
                rule, who = "p8.support.method-choice", "somebody out of sight"
                pieces = (None, order.target)
            how = f"on {target.name}, directed by {who}"
        yield Event(
            kind="support",
            text=f"{batteries(state, frame)} fire {'smoke' if frame.smoke else 'HE'} {how}.",
            rules=(rule, "p8.support.method-choice", "p8.support.sources", "p8.support.levels"),
            pieces=tuple(name for name in pieces if name in state.pieces),
            data={"at": frame.at, "level": frame.level, "smoke": frame.smoke},
        )
        if frame.smoke:
            state.swap(frame, stage="screen")
        else:
            yield from throw(state, frame, dice)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[CallFire]:
        """Every enemy that somebody observes, and the planned points."""
        able = list(observers(state, frame.side))
        found = [(name, best_observer(state, able, name)) for name in _enemies(state, frame.side)]
        seen = [CallFire(name, eye.id) for name, eye in found if eye is not None]
        planned = [CallFire(at=point) for point in planned_points(state, frame.side)]
        yield from seen
        yield from planned
        if can_place(state, frame.side):
            for order in (*seen[:SMOKED], *planned):
                yield CallFire(order.target, order.observer, order.at, smoke=True)

    def odds(self, state: P8State, order: CallFire) -> Odds | None:
        frame = mission_of(state, "call")
        if frame is None or order.smoke or self.check(state, frame, "", order) is not None:
            return None
        return attack_odds(state, called(state, frame, order))

    def preview(self, state: P8State, order: CallFire) -> Trace | None:
        """The beaten zone, who is in it, and who observes."""
        frame = mission_of(state)
        if frame is None:
            return None
        target = marked(state, order.target or "")
        at = order.at if target is None else (target.x, target.y)
        if at is None:
            return Trace(notes=(CENTRED,))
        shown = zone_trace(state, frame, at)
        overlays: list[Overlay] = [*shown.overlays]
        observer = state.pieces.get(order.observer or "")
        if observer is not None and target is not None and is_somewhere(state, observer):
            overlays.append(line_to(state, lookout(state, observer), target))
        laid = all_in_unit(state, ["Smoke is laid in the beaten zone, or touching it."])
        return Trace(overlays=tuple(overlays), notes=laid if order.smoke else shown.notes)

    def told(self, state: P8State, order: CallFire) -> str:
        what = "smoke" if order.smoke else "HE"
        if order.at is not None:
            return f"{what} on the planned point {order.at[0]:g},{order.at[1]:g}"
        seen = f"seen by {named(state, order.observer)}"
        return f"{what} on {named(state, order.target)} ({order.target}), {seen}"

    def read(self, state: P8State, words: list[str]) -> list[str]:
        """Without an observer, the best of those who see the target is taken."""
        frame = mission_of(state)
        smoke = [word for word in words if word.lower() == "smoke"]
        said = [word for word in words if word.lower() not in FILLERS and word not in smoke]
        if len(said) != 1 or "," in said[0] or frame is None:
            return words
        target = said[0] if said[0] in state.counters else find_piece(state, said[0])
        observer = best_observer(state, list(observers(state, frame.side)), target)
        return [target, *([observer.id] if observer is not None else []), *smoke]

    def listed(self, case: Case, doer: object) -> Iterator[Action]:
        """On an enemy, or on one of the planned points."""
        state, side = case.state, case.frame.side
        smoke = (slots.flag("smoke", "Smoke, not HE?"),) if can_place(state, side) else ()
        names, able = _enemies(state, side), list(observers(state, side))
        seen = [name for name in names if best_observer(state, able, name) is not None]
        asked = (
            slots.one_of("target", "Choose the enemy on whom it falls", seen or names),
            slots.one_of("observer", "Who observes?", slots.names(able)),
            *smoke,
        )
        refusal = None
        if not seen:  # as one who could best
            mine = [element for element in state.pieces.values() if element.side == case.side]
            who = next((one.id for one in (*able, *mine)), "")
            refusal = case.refusal(CallFire(next(iter(names), ""), who))
        yield case.action(CallFire, self.words, slots=asked, refusal=refusal)
        for number, point in enumerate(planned_points(state, side), 1):
            noted = Kind(
                label=f"Planned point {number}",
                key="P",
                rule="p8.support.preplanned",
                hint=f"The batteries fire at ({point[0]:g}, {point[1]:g}), noted before play.",
            )
            yield case.action(CallFire, noted, fixed={"at": list(point)}, slots=smoke)
