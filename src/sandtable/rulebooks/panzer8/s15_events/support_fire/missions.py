"""Section 15.4: support fire missions, from the call to the last shell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from sandtable.acts import Words
from sandtable.acts.fields import Given
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.handling import Action, Kind, Slot, Trace
from sandtable.battle.overlays import Overlay, Reach
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Fate, Odds, Outcomes
from sandtable.table import Footprint, Point, bearing, overlap, rounded, step, touching

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
from ...state.decision import SeatsOwn
from ...state.orders import SupportOrder
from ...state.previewing import all_in_unit, is_somewhere, named
from ...state.tables import EFFECTS, TOLERANCE
from ...state.units import in_unit
from ..noted_targets import planned_points
from .beaten_zones import (
    DRIFT,
    HEAVY,
    ROCKETS,
    ROSE,
    beaten,
    beaten_zone,
    level_of,
    under_barrage,
    with_riders,
)
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


def mission_of(state: P8State, stage: str = "") -> SupportMission | None:
    """The mission that is under way, if it has come so far."""
    frame = state.frame
    there = isinstance(frame, SupportMission) and stage in ("", frame.stage)
    return frame if there else None


def zone_at(state: P8State, frame: SupportMission, at: Point | None = None) -> Footprint:
    """The beaten zone of a mission, or what it would be elsewhere."""
    centre = at or frame.at
    assert centre is not None
    return beaten_zone(state.setting, frame.side, frame.level, centre)


def battery_of(fired: SupportMission | Barrage) -> Battery:
    """The batteries that fire a mission or have fired a barrage."""
    assert fired.at is not None
    return Battery(side=fired.side, level=fired.level, at=fired.at, directed=fired.directed)


def batteries(state: P8State, frame: SupportMission | Barrage) -> str:
    """What a log calls those who fire."""
    side = state.setting.scenario.side(frame.side).name
    return f"{side} batteries ({frame.level.lower()})"


# -- calling it down (15.4.1 to 15.4.3) -----------------------------------------------------------


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


# -- HE: the attack die, drift and the attacks (15.4.4, 15.4.5) -----------------------------------


def throw(
    state: P8State, frame: SupportMission, dice: Dice, *, again: bool = False
) -> Iterator[Event]:
    """Throw the attack die for everybody in the zone; a 1 lets the opponent shift the zone."""
    cite("p8.dice.d10-is-one-to-ten")
    frame = msgspec.structs.replace(frame, die=dice.die(10, f"{frame.level}, attack"))
    yield Event(
        kind="support",
        text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
        rules=("p8.support.drift-on-one",) if frame.die == 1 else ("p8.support.levels",),
        rolls=dice.take_rolls(),
        data={"die": frame.die, "at": frame.at, "zone": zone_at(state, frame).corners},
    )
    if frame.die == 1 and not again:
        state.swap(frame, stage="drift")
    else:
        _open_fire(state, frame)


def _open_fire(state: P8State, frame: SupportMission) -> None:
    """Attack everybody in the zone, which stays dangerous until the owner's next Event Phase."""
    left = tuple(element.id for element in beaten(state, zone_at(state, frame)))
    state.swap(frame, stage="attack", left=left)
    _note_barrage(state, frame)


def _note_barrage(state: P8State, frame: SupportMission, screen: Screen | None = None) -> None:
    assert frame.at is not None
    barrage = Barrage(
        side=frame.side, level=frame.level, at=frame.at, directed=frame.directed, screen=screen
    )
    state.barrages = (*state.barrages, barrage)


def attack_next(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """Attack the next element of those that were in the zone when the fire fell."""
    if not frame.left:
        state.pop()
        return
    name, *rest = frame.left
    state.swap(frame, left=tuple(rest))
    if name in state.pieces:
        yield from strike(state, battery_of(frame), name, frame.die, dice)


def shifted(frame: SupportMission, heading: float) -> SupportMission:
    """A mission after its opponent has shifted it: the whole zone, or the smoke alone."""
    at = rounded(step(_centre(frame), heading, DRIFT))
    if frame.screen is None:
        return msgspec.structs.replace(frame, at=at)
    moved = msgspec.structs.replace(frame.screen, x=at[0], y=at[1])
    return msgspec.structs.replace(frame, screen=moved)


def _centre(frame: SupportMission) -> Point:
    """What is shifted: the middle of the smoke, or of the beaten zone."""
    if frame.screen is not None:
        return frame.screen.x, frame.screen.y
    assert frame.at is not None
    return frame.at


NEAREST: Final = 4
"""Fire is shifted towards so many elements beside the points of the compass."""


class Shifting(SeatsOwn[Shift, SupportMission]):
    """Shift the enemy's support fire by 6, after a 1 on its attack die."""

    order = Shift
    stages = ("drift",)
    words = Words(
        label="Shift it",
        key="S",
        hint="Shifts the fire by 6 in.",
        typed="shift N",
        means="Shift the fire by 6 inches towards N degrees; done leaves it.",
    )
    fields = (
        Given(
            "heading",
            slots.facing("Which way?", name="heading", required=True, default=0.0),
            says="6 in towards {:.0f} degrees",
        ),
    )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Shift, dice: Dice
    ) -> Iterator[Event]:
        """HE is thrown for once more, and that stands."""
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

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Shift]:
        """Eight ways, and towards the owner's elements that lie most nearly 6 away."""
        centre = _centre(frame)
        spots = [(one.x, one.y) for one in state.on_table(frame.side)]
        off = [spot for spot in spots if math.dist(spot, centre) > 0.1]
        nearest = sorted(off, key=lambda spot: abs(math.dist(spot, centre) - DRIFT))[:NEAREST]
        headings = [round(bearing(centre, spot), 4) for spot in nearest]
        yield from (Shift(heading) for heading in dict.fromkeys((*ROSE, *headings)))

    def odds(self, state: P8State, order: Shift) -> Odds | None:
        frame = mission_of(state, "drift")
        if frame is None or frame.smoke:
            return None
        return attack_odds(state, shifted(frame, order.heading), attacks=FACES)

    def preview(self, state: P8State, order: Shift) -> Trace | None:
        frame = mission_of(state)
        if frame is None or (frame.at is None and frame.screen is None):
            return None
        moved = shifted(frame, order.heading)
        if moved.screen is not None:
            return Trace(overlays=(shown(state, moved.screen),))
        return zone_trace(state, moved)


def leave(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """The opponent leaves the fire where it is; the 1 stands."""
    if frame.smoke:
        yield from lay(state, frame)
        return
    cite("p8.support.drift-on-one")
    _open_fire(state, frame)


# -- smoke (14, 15.4.4) ---------------------------------------------------------------------------


class LayingSmoke(SeatsOwn[LayScreen, SupportMission]):
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
    fields = (
        Given("at", lambda state, _: centre_slot(state, "at", "Choose the middle of the screen")),
        Given("facing", slots.facing("Turn the way across it", default=0.0)),
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen
    ) -> Refusal | None:
        screen = support_screen(state, frame.side, order.at, order.facing).base
        zone = zone_at(state, frame)
        cite("p8.geo.contact-tolerance")
        if overlap(screen, zone) or touching(screen, zone):
            return None
        return Refusal(
            "p8.support.smoke-mission", "The screen must lie in the beaten zone or touch it."
        )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen, dice: Dice
    ) -> Iterator[Event]:
        """Lay the smoke, unless the attack die is a 1, after which the opponent may shift it."""
        screen = support_screen(state, frame.side, order.at, order.facing)
        die = dice.die(10, f"{frame.level}, attack")
        frame = msgspec.structs.replace(frame, screen=screen, die=die)
        yield Event(
            kind="support",
            text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
            rules=("p8.support.smoke-mission", "p8.support.smoke-drift-on-one"),
            rolls=dice.take_rolls(),
            data={"die": frame.die, "outline": screen.base.corners},
        )
        if frame.die == 1:
            state.swap(frame, stage="drift")
        else:
            yield from lay(state, frame)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[LayScreen]:
        """Across the middle of the zone, and along each of its sides."""
        assert frame.at is not None
        reach = level_of(state.setting, frame.side, frame.level).size / 2 + DEPTH / 2
        orders = [LayScreen(frame.at, across) for across in ROSE[:4:2]]
        orders += [LayScreen(rounded(step(frame.at, side, reach)), side) for side in ROSE[::2]]
        yield from (order for order in orders if self.check(state, frame, "", order) is None)

    def odds(self, state: P8State, order: LayScreen) -> Odds | None:
        """Whether the opponent may shift it."""
        if mission_of(state, "screen") is None:
            return None
        return Odds(
            title="Where the smoke lies",
            outcomes=(("as ordered", Fraction(9, 10)), (SHIFTED, Fraction(1, 10))),
        )

    def preview(self, state: P8State, order: LayScreen) -> Trace | None:
        frame = mission_of(state)
        if frame is None or frame.at is None:
            return None
        screen = support_screen(state, frame.side, order.at, order.facing)
        zone = zone_shown(state, frame, zone_at(state, frame))
        return Trace(overlays=(zone, shown(state, screen)))

    def told(self, state: P8State, order: LayScreen) -> str:
        return f"at {order.at[0]:g},{order.at[1]:g}, across {order.facing:g}"


def lay(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """Put the smoke on the table where it has been ordered, or shifted to."""
    assert frame.screen is not None
    spot = (frame.screen.x, frame.screen.y)
    screen = place_support_screen(state, frame.side, spot, frame.screen.heading)
    yield from smoke_lies(state, frame, screen)


def smoke_lies(state: P8State, frame: SupportMission, screen: Screen) -> Iterator[Event]:
    """The mission is over; it may go on in its owner's next Event Phase."""
    state.pop()
    _note_barrage(state, frame, screen)
    yield Event(
        kind="smoke",
        text=f"The {batteries(state, frame)} lay smoke.",
        rules=("p8.support.smoke-mission", "p8.smoke.support-fire"),
        data={"outline": screen.base.corners},
    )


# -- odds and previews ----------------------------------------------------------------------------

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
            fated = all_fates(state, target, away_from=battery.at, mortar=True)
            outcomes = together(
                (fated[effect], chance * share)
                for effect, chance in zip(EFFECTS, found, strict=True)
            )
            tallies += aimed.tallies if not tallies else aimed.tallies[1:]
        fates.append(Fate(piece=target.id, name=target.name, outcomes=outcomes))
    return tuple(fates), tuple(tallies)


def move_odds(state: P8State, frame: Moving | Refusal) -> Odds | None:
    """The odds of a move that leads through a beaten zone, for the first attack on it."""
    incident = under_barrage(state, frame) if isinstance(frame, Moving) else None
    if incident is None or isinstance(frame, Refusal) or not isinstance(incident.frame, Shelled):
        return None
    battery = battery_of(state.barrages[incident.frame.barrage])
    mover = mover_at(state, frame, incident.at)
    there = [mover if one.id == mover.id else one for one in with_riders(state, mover)]
    fates, tallies = _told(state, battery, there, FACES, Fraction(1))
    title = f"{mover.name} comes under fire after {incident.at:.1f} in"
    return Odds(title=title, outcomes=(), tallies=tallies, fates=fates)


def centre_slot(state: P8State, name: str, ask: str) -> Slot:
    """A place that is asked for; where the fire falls so far is one that would do."""
    frame = mission_of(state)
    at = None if frame is None else frame.at
    return slots.spot(name, ask, None if at is None else list(at))


def zone_shown(state: P8State, frame: SupportMission, zone: Footprint) -> Reach:
    """A beaten zone as it is shown on the table."""
    size = zone.box[2] - zone.box[0]
    told = f"Beaten zone, {frame.level.lower()}, {size:g} by {size:g} in"
    return Reach(outline=zone.corners, side=frame.side, label=in_unit(state.setting, told))


def zone_trace(state: P8State, frame: SupportMission, at: Point | None = None) -> Trace:
    """A beaten zone on the table, and who would be attacked in it."""
    zone = zone_at(state, frame, at)
    notes = all_in_unit(state, [*_about_zone(state, frame, zone)])
    return Trace(overlays=(zone_shown(state, frame, zone),), notes=notes)


def _about_zone(state: P8State, frame: SupportMission, zone: Footprint) -> Iterator[str]:
    there = list(beaten(state, zone))
    for side in (state.other_side(frame.side), frame.side):
        names = [one.name for one in there if one.side == side]
        if names:
            yield f"{state.setting.scenario.side(side).name} in the zone: {some(names)}."
    counters = [one for one in state.counters.values() if overlap(one.base, zone)]
    if any(one.under is None for one in counters):
        yield "A counter lies in the zone; who is under it would be hit."
    if not there and not counters:
        yield "Nobody known is in the zone."
