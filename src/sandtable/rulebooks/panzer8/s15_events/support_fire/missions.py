"""Section 15.4: support fire missions, from the call to the last shell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Footprint, Point, overlap, step, touching

from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.counters import is_hidden
from ...s12_hidden.spotting import stand_in
from ...s14_smoke.laying import can_place, place_support_screen, support_screen
from ...state import Barrage, Element, P8State, Screen, SupportMission
from ...state.orders import SupportOrder
from ...state.tables import TOLERANCE
from .beaten_zones import HEAVY, ROCKETS, beaten, beaten_zone
from .observers import check_observer, is_foo, observes
from .planned_fire import planned_points
from .shelling import Battery, strike


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


class LayScreen(SupportOrder, frozen=True, kw_only=False):
    """Say where the smoke of support fire lies: its middle, and the way across it (15.4.4)."""

    at: Point
    facing: float = 0.0


class Shift(SupportOrder, frozen=True, kw_only=False):
    """Shift the enemy's support fire by 6 that way, after a 1 on its attack die (15.4.5)."""

    heading: float


DRIFT: Final = 6.0
"""How far the opponent shifts support fire, and how far a rolling barrage may creep."""


def zone_at(state: P8State, frame: SupportMission, at: Point | None = None) -> Footprint:
    """The beaten zone of a mission, or what it would be elsewhere."""
    centre = at or frame.at
    assert centre is not None
    return beaten_zone(state.setting, frame.side, frame.level, centre)


def battery_of(frame: SupportMission, at: Point | None = None) -> Battery:
    """The batteries of a mission, firing at its place or at another."""
    centre = at or frame.at
    assert centre is not None
    return Battery(side=frame.side, level=frame.level, at=centre, directed=frame.directed)


# -- calling it down (15.4.1 to 15.4.3) -----------------------------------------------------------


def level_drawn(state: P8State, frame: SupportMission) -> str:
    """What fires: the level of the card; rockets or ships may take the place of heavy guns."""
    cite("p8.support.sources")
    wanted = state.setting.options["rockets"]
    instead = wanted == "both" or wanted == state.setting.armies[frame.side]
    return ROCKETS if frame.level == HEAVY and instead else frame.level


def check_call(state: P8State, frame: SupportMission, order: CallFire) -> Refusal | None:
    """Why fire cannot be called down like that."""
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
        return _check_planned(state, frame.side, order.at)
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
    return refused or _check_target(state, frame.side, order)


def _check_planned(state: P8State, side: str, at: Point) -> Refusal | None:
    points = planned_points(state, side)
    if any(math.dist(at, point) <= TOLERANCE for point in points):
        return None
    noted = " or ".join(f"({x:g}, {y:g})" for x, y in points) or "no point at all"
    return Refusal("p8.support.preplanned", f"You have noted down {noted} before play.")


def _check_target(state: P8State, side: str, order: CallFire) -> Refusal | None:
    observer = state.pieces[order.observer or ""]
    rule = method_rule(state, observer)
    target = marked(state, order.target or "")
    if target is None or target.side == side:
        return Refusal(rule, f"There is no enemy element or counter {order.target!r} on the table.")
    if not observes(state, observer, target):
        return Refusal(rule, f"{observer.name} has no line of sight to {target.name}.")
    return None


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


def call(state: P8State, frame: SupportMission, order: CallFire, dice: Dice) -> Iterator[Event]:
    """Call the fire down; smoke is then laid where its owner likes, HE falls at once."""
    frame = called(state, frame, order)
    state.swap(frame)
    assert frame.at is not None
    rule, how = "p8.support.preplanned", "on a point planned before"
    named = (order.observer, order.target)
    if order.observer is not None and order.target is not None:
        observer, target = state.pieces[order.observer], marked(state, order.target)
        assert target is not None
        rule, who = method_rule(state, observer), observer.name
        if is_hidden(state, observer):
            rule, who = "p8.support.method-choice", "somebody out of sight"
            named = (None, order.target)
        how = f"on {target.name}, directed by {who}"
    yield Event(
        kind="support",
        text=f"{batteries(state, frame)} fire {'smoke' if frame.smoke else 'HE'} {how}.",
        rules=(rule, "p8.support.method-choice", "p8.support.sources", "p8.support.levels"),
        pieces=tuple(name for name in named if name in state.pieces),
        data={"at": frame.at, "level": frame.level, "smoke": frame.smoke},
    )
    if frame.smoke:
        state.swap(msgspec.structs.replace(frame, stage="screen"))
    else:
        yield from throw(state, frame, dice)


def batteries(state: P8State, frame: SupportMission | Barrage) -> str:
    """What a log calls those who fire."""
    side = state.setting.scenario.side(frame.side).name
    return f"{side} batteries ({frame.level.lower()})"


# -- HE: the attack die, drift and the attacks (15.4.4, 15.4.5) -----------------------------------


def throw(
    state: P8State, frame: SupportMission, dice: Dice, *, again: bool = False
) -> Iterator[Event]:
    """Throw the attack die for everybody in the zone; a 1 lets the opponent shift the zone."""
    cite("p8.dice.d10-is-one-to-ten")
    frame = msgspec.structs.replace(frame, die=dice.die(10, f"{frame.level}, attack"))
    drifts = frame.die == 1 and not again
    yield Event(
        kind="support",
        text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
        rules=("p8.support.drift-on-one",) if frame.die == 1 else ("p8.support.levels",),
        rolls=dice.take_rolls(),
        data={"die": frame.die, "at": frame.at, "zone": zone_at(state, frame).corners},
    )
    if drifts:
        state.swap(msgspec.structs.replace(frame, stage="drift"))
    else:
        _open_fire(state, frame)


def _open_fire(state: P8State, frame: SupportMission) -> None:
    """Attack everybody in the zone, which stays dangerous until the owner's next Event Phase."""
    assert frame.at is not None
    zone = zone_at(state, frame)
    left = tuple(element.id for element in beaten(state, zone))
    state.swap(msgspec.structs.replace(frame, stage="attack", left=left))
    barrage = Barrage(side=frame.side, level=frame.level, at=frame.at, directed=frame.directed)
    state.barrages = (*state.barrages, barrage)


def attack_next(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """Attack the next element of those that were in the zone when the fire fell."""
    if not frame.left:
        state.pop()
        return
    name, *rest = frame.left
    state.swap(msgspec.structs.replace(frame, left=tuple(rest)))
    if name in state.pieces:
        yield from strike(state, battery_of(frame), name, frame.die, dice)


def shifted(frame: SupportMission, heading: float) -> SupportMission:
    """A mission after its opponent has shifted it: the whole zone, or the smoke alone."""
    if frame.screen is not None:
        x, y = step((frame.screen.x, frame.screen.y), heading, DRIFT)
        moved = msgspec.structs.replace(frame.screen, x=round(x, 4), y=round(y, 4))
        return msgspec.structs.replace(frame, screen=moved)
    assert frame.at is not None
    x, y = step(frame.at, heading, DRIFT)
    return msgspec.structs.replace(frame, at=(round(x, 4), round(y, 4)))


def shift(state: P8State, frame: SupportMission, order: Shift, dice: Dice) -> Iterator[Event]:
    """The opponent shifts the fire by 6; HE is thrown for once more, and that stands."""
    frame = shifted(frame, order.heading)
    state.swap(frame)
    what = "smoke" if frame.smoke else "beaten zone"
    rule = "p8.support.smoke-drift-on-one" if frame.smoke else "p8.support.drift-on-one"
    yield Event(
        kind="support",
        text=f"The {what} is shifted {DRIFT:g} in towards {order.heading % 360:.0f} degrees.",
        rules=(rule,),
        data={"heading": order.heading % 360.0, "at": frame.at},
    )
    if frame.smoke:
        yield from lay(state, frame)
    else:
        yield from throw(state, frame, dice, again=True)


def leave(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """The opponent leaves the fire where it is; the 1 stands."""
    if frame.smoke:
        yield from lay(state, frame)
        return
    cite("p8.support.drift-on-one")
    _open_fire(state, frame)


# -- smoke (14, 15.4.4) ---------------------------------------------------------------------------


def check_screen(state: P8State, frame: SupportMission, order: LayScreen) -> Refusal | None:
    """Why the smoke cannot lie there: it must be in the beaten zone, or touch it."""
    rule = "p8.support.smoke-mission"
    screen = support_screen(state, frame.side, order.at, order.facing).base
    zone = zone_at(state, frame)
    cite("p8.geo.contact-tolerance")
    if overlap(screen, zone) or touching(screen, zone):
        return None
    return Refusal(rule, "The screen must lie in the beaten zone or touch it.")


def lay_screen(
    state: P8State, frame: SupportMission, order: LayScreen, dice: Dice
) -> Iterator[Event]:
    """Lay the smoke, unless the attack die is a 1, after which the opponent may shift it."""
    screen = support_screen(state, frame.side, order.at, order.facing)
    frame = msgspec.structs.replace(
        frame, screen=screen, die=dice.die(10, f"{frame.level}, attack")
    )
    yield Event(
        kind="support",
        text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
        rules=("p8.support.smoke-mission", "p8.support.smoke-drift-on-one"),
        rolls=dice.take_rolls(),
        data={"die": frame.die, "outline": screen.base.corners},
    )
    if frame.die == 1:
        state.swap(msgspec.structs.replace(frame, stage="drift"))
    else:
        yield from lay(state, frame)


def lay(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """Put the smoke on the table where it has been ordered, or shifted to."""
    assert frame.screen is not None
    spot = (frame.screen.x, frame.screen.y)
    screen = place_support_screen(state, frame.side, spot, frame.screen.heading)
    yield from smoke_lies(state, frame, screen)


def smoke_lies(state: P8State, frame: SupportMission, screen: Screen) -> Iterator[Event]:
    """The mission is over; it may go on in its owner's next Event Phase."""
    state.pop()
    assert frame.at is not None
    barrage = Barrage(
        side=frame.side,
        level=frame.level,
        at=frame.at,
        directed=frame.directed,
        screen=screen,
    )
    state.barrages = (*state.barrages, barrage)
    yield Event(
        kind="smoke",
        text=f"The {batteries(state, frame)} lay smoke.",
        rules=("p8.support.smoke-mission", "p8.smoke.support-fire"),
        data={"outline": screen.base.corners},
    )
