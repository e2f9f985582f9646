"""Section 15.4: support fire missions, from the call to the last shell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, Final

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.battle.overlays import Overlay, Reach
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Fate, Odds, Outcomes
from sandtable.table import Footprint, Point, overlap, step, touching

from ...drawing.ghosts import line_to, some
from ...s05_actions.react.who_and_where import mover_at
from ...s06_close_combat.contact import in_hand_to_hand
from ...s08_results.in_effect import all_fates, together
from ...s12_hidden.counters import counters_of, is_hidden
from ...s12_hidden.spotting import stand_in
from ...s14_smoke.laying import can_place, place_support_screen, support_screen
from ...s14_smoke.screens import DEPTH, shown
from ...state import Barrage, Element, Moving, P8State, Screen, Shelled, SupportMission, slots
from ...state.case import Case
from ...state.orders import SupportOrder
from ...state.previewing import all_in_unit, is_somewhere, named
from ...state.tables import EFFECTS, TOLERANCE
from ...state.units import in_unit
from ..noted_targets import planned_points
from .beaten_zones import HEAVY, ROCKETS, beaten, beaten_zone, level_of, under_barrage, with_riders
from .observers import check_observer, is_foo, lookout, observers, observes
from .shelling import FACES, STANDING, Battery, chances, strike, strike_at


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


SHIFTED: Final = "opponent may shift it"


def attack_odds(state: P8State, frame: SupportMission, attacks: tuple[int, ...] = STANDING) -> Odds:
    """The odds for each element in the zone; first of all, that of a 1 that lets the zone drift.

    Args:
        state: Where the game stands, as far as it is known.
        frame: The mission, with its place.
        attacks: The faces of the attack die that stand as they fall.
    """
    targets = list(beaten(state, zone_at(state, frame)))
    drift = Fraction(1, 10) if attacks == STANDING else Fraction(0)
    fates, tallies = _told(state, battery_of(frame), targets, attacks, 1 - drift)
    shifted_at_first = ((SHIFTED, drift),) if drift else ()
    nobody = () if fates else (("none", 1 - drift),)
    return Odds(
        title=f"{frame.level} on the beaten zone",
        outcomes=(*shifted_at_first, *nobody),
        tallies=tallies,
        fates=fates,
    )


def _told(
    state: P8State,
    battery: Battery,
    targets: list[Element],
    attacks: tuple[int, ...],
    share: Fraction,
) -> tuple[tuple[Fate, ...], tuple[Tally, ...]]:
    """The results for each element with their chances, and the totals behind them."""
    fates: list[Fate] = []
    tallies: list[Tally] = []
    for target in targets:
        aimed = strike_at(state, battery, target)
        if isinstance(aimed, Refusal):
            outcomes: Outcomes = (("none", share),)
        else:
            found = chances(aimed.margin, aimed.fired, attacks)
            named = all_fates(state, target, away_from=battery.at, mortar=True)
            outcomes = together(
                (named[effect], chance * share)
                for effect, chance in zip(EFFECTS, found, strict=True)
            )
            tallies += aimed.tallies if not tallies else aimed.tallies[1:]
        fates.append(Fate(piece=target.id, name=target.name, outcomes=outcomes))
    return tuple(fates), tuple(tallies)


# -- movers ---------------------------------------------------------------------------------------


def move_odds(state: P8State, frame: Moving | Refusal) -> Odds | None:
    """The odds of a move that leads through a beaten zone, for the first attack on it."""
    incident = under_barrage(state, frame) if isinstance(frame, Moving) else None
    if incident is None or isinstance(frame, Refusal) or not isinstance(incident.frame, Shelled):
        return None
    barrage = state.barrages[incident.frame.barrage]
    mover = mover_at(state, frame, incident.at)
    battery = Battery(
        side=barrage.side, level=barrage.level, at=barrage.at, directed=barrage.directed
    )
    there = [mover if one.id == mover.id else one for one in with_riders(state, mover)]
    fates, tallies = _told(state, battery, there, FACES, Fraction(1))
    title = f"{mover.name} comes under fire after {incident.at:.1f} in"
    return Odds(title=title, outcomes=(), tallies=tallies, fates=fates)


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
        return check_call(state, frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: CallFire, dice: Dice
    ) -> Iterator[Event]:
        """Fire."""
        return call(state, frame, order, dice)

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
        if frame is None or order.smoke or check_call(state, frame, order) is not None:
            return None
        return attack_odds(state, called(state, frame, order))

    def preview(self, state: P8State, order: CallFire) -> Trace | None:
        """The beaten zone, who is in it, and who observes."""
        frame = state.frame
        if not isinstance(frame, SupportMission):
            return None
        target = marked(state, order.target or "")
        at = order.at if target is None else (target.x, target.y)
        if at is None:
            return Trace(notes=(CENTRED,))
        zone = zone_at(state, frame, at)
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

    order = LayScreen
    stages = ("screen",)
    words = Words(
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
        return check_screen(state, frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen, dice: Dice
    ) -> Iterator[Event]:
        """Lay it."""
        return lay_screen(state, frame, order, dice)

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
        zone = zone_shown(state, frame, zone_at(state, frame))
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
