"""Section 15.3.6: anti-aircraft fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.overlays import Route, Shot
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import Bands, cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import Point, distance_to_polyline

from ...s05_actions.readiness import commanded
from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.counters import counters_of, reveal
from ...s12_hidden.spotting import stand_in
from ...state import AirMission, Counter, Element, P8State, slots
from ...state.case import Case
from ...state.orders import AirOrder
from ...state.previewing import is_somewhere, named
from ...state.tables import CATALOGUE, TOLERANCE
from .aircraft import Aircraft, aircraft_of


class FireFlak(AirOrder, frozen=True, kw_only=False):
    """Have anti-aircraft weapons fire at the aircraft before they attack (15.3.6)."""

    elements: tuple[str, ...]


REACH: Final = 18.0
"""How far from the way of aircraft an anti-aircraft weapon may stand."""

SHAKEN: Final[Bands[int]] = CATALOGUE.table("p8.table.aa-results").bands(
    "min", "max", "target modifier", int
)
"""What the ground target adds to its score, by how much anti-aircraft fire beat the aircraft."""

MODIFIERS: Final = ("+0", "+1", "+2", "+3", "+4")


def weapons(state: P8State, mission: AirMission) -> list[Element]:
    """The anti-aircraft weapons that may fire at a mission, as far as one may know of them."""
    cite("p8.air.aa-reaction", "p8.air.aa-roll")
    enemy = state.other_side(mission.side)
    return [
        element
        for element in state.pieces.values()
        if element.side == enemy
        and state.has(element, "AA")
        and element.id not in mission.flak
        and check_weapon(state, mission.path, element) is None
    ]


def counters_near(state: P8State, mission: AirMission) -> list[Counter]:
    """The enemy counters that may hide a weapon which can fire at a mission."""
    return [
        counter
        for counter in counters_of(state, state.other_side(mission.side))
        if distance_to_polyline(state.base(stand_in(state, counter)), mission.path)
        <= REACH + TOLERANCE
    ]


def check_weapon(state: P8State, path: tuple[Point, ...], weapon: Element) -> Refusal | None:
    """Why an element cannot fire at aircraft on their way."""
    rule = "p8.air.aa-reaction"
    if not state.has(weapon, "AA"):
        return Refusal(rule, f"{weapon.name} is no anti-aircraft weapon.")
    placed = weapon.on_table or weapon.under is not None
    if not placed or weapon.carried_by is not None or weapon.broken_down:
        return Refusal(rule, f"{weapon.name} is limbered, carried or not on the table.")
    if weapon.suppressed:
        return Refusal(rule, f"{weapon.name} is suppressed and cannot react.")
    if weapon.reacted:
        return Refusal(rule, f"{weapon.name} has reacted already.")
    if in_hand_to_hand(state, weapon):
        return Refusal(
            "p8.melee.no-fire-no-target",
            f"{weapon.name} is in hand-to-hand combat and cannot fire.",
        )
    gap = distance_to_polyline(state.base(weapon), path)
    if gap > REACH + TOLERANCE:
        return Refusal(
            "p8.air.aa-roll",
            f"{weapon.name} is {gap:.1f} from the way of the aircraft; {REACH:g} is the most.",
        )
    return None


def seats_with_flak(state: P8State, mission: AirMission) -> tuple[str, ...]:
    """The seats that have still to say whether their anti-aircraft weapons fire.

    A counter may hide some, so whoever has one near the way of the aircraft is asked as well.
    """
    ready = [w for w in weapons(state, mission) if w.on_table]
    suspected = bool(counters_near(state, mission))
    enemy = state.other_side(mission.side)
    return tuple(
        seat
        for seat in state.setting.seats[enemy]
        if seat not in mission.passed
        and (suspected or any(state.setting.commands(seat, w.id) for w in ready))
    )


def open_fire(state: P8State, mission: AirMission, seat: str, more: tuple[str, ...]) -> None:
    """Note which weapons of a seat fire; all of them roll together.

    Those that were hidden are revealed first.
    """
    state.swap(mission, flak=(*mission.flak, *more), passed=(*mission.passed, seat))
    for name in more:
        if state.pieces[name].under is not None:
            reveal(state, name, "p8.hidden.revealed-by-firing")


# -- the dice -------------------------------------------------------------------------------------


def flak_tallies(count: int, aircraft: Aircraft) -> tuple[Tally, Tally]:
    """What either side adds to its die."""
    weapons = "1 weapon fires" if count == 1 else f"{count} weapons fire"
    return (
        Tally("anti-aircraft").add(count, "p8.air.aa-roll", weapons),
        Tally("aircraft").add(aircraft.defence, "p8.air.values", f"{aircraft.model}, Def"),
    )


def flak_effect(
    margin: int, dice: Dice, firer: str = "anti-aircraft", target: str = "aircraft"
) -> tuple[int, int]:
    """The score of anti-aircraft fire, and what the ground target will add because of it."""
    cite("p8.air.aa-roll", "p8.air.aa-result", "p8.dice.d10-is-one-to-ten")
    score = margin + dice.contest(10, firer, target)
    shaken = dice.settle("anti-aircraft", f"+{SHAKEN.lookup(score)}", MODIFIERS)
    return score, int(shaken)


@lru_cache(maxsize=256)
def shaken_odds(margin: int) -> Distribution[int]:
    """The exact odds of each modifier for a margin."""
    return exact(lambda dice: flak_effect(margin, dice)[1])


def flak_odds(mission: AirMission, count: int) -> Odds:
    """The exact odds of anti-aircraft fire by so many weapons."""
    aircraft = aircraft_of(mission)
    firers, planes = flak_tallies(count, aircraft)
    chances = shaken_odds(firers.total - planes.total).map(lambda shaken: f"+{shaken}")
    return Odds.of(f"Anti-aircraft fire at {aircraft.model}", chances, MODIFIERS, (firers, planes))


def fire_flak(state: P8State, mission: AirMission, dice: Dice) -> Iterator[Event]:
    """One roll for all weapons that fire; each of them bears a reaction marker then."""
    aircraft = aircraft_of(mission)
    cite("p8.air.aa-reaction", "p8.markers.basic-three")
    for name in mission.flak:
        state.change(name, reacted=True)
    firers, planes = flak_tallies(len(mission.flak), aircraft)
    score, shaken = flak_effect(
        firers.total - planes.total, dice, "anti-aircraft fire", aircraft.model
    )
    state.swap(mission, shaken=shaken, stage="attack")
    names = ", ".join(state.pieces[name].name for name in mission.flak)
    came = f"the target will have +{shaken}" if shaken else "no effect"
    yield Event(
        kind="flak",
        text=f"Anti-aircraft fire at {aircraft.model} ({names}): {score:+d}, {came}.",
        rules=("p8.air.aa-reaction", "p8.air.aa-roll", "p8.air.values", "p8.air.aa-result"),
        pieces=mission.flak,
        rolls=dice.take_rolls(),
        tallies=(firers, planes),
        data={"score": score, "shaken": shaken, "path": mission.path},
    )


# -- the order ------------------------------------------------------------------------------------


class FiringFlak(Answer[P8State, FireFlak, AirMission]):
    """Have anti-aircraft weapons fire at the aircraft before they attack."""

    order = FireFlak
    stages = ("flak",)
    words = Words(
        label="Fire",
        key="F",
        rule="p8.air.aa-reaction",
        hint="All that fire roll together.",
        typed="flak WEAPON [WEAPON ...]",
        means="Have anti-aircraft weapons fire at the aircraft; done lets them pass.",
        also=("flak", "aa"),
    )

    def check(
        self, state: P8State, frame: AirMission, seat: str, order: FireFlak
    ) -> Refusal | None:
        rule = "p8.air.aa-reaction"
        if not order.elements:
            return Refusal(rule, "Say which anti-aircraft weapons fire, or 'done' if none does.")
        if len(set(order.elements)) != len(order.elements):
            return Refusal(rule, "Each weapon fires once; name it once.")
        for name in order.elements:
            weapon = state.pieces.get(name)
            if weapon is None:
                return Refusal(rule, f"There is no element {name!r} in play.")
            if weapon.side == frame.side or not state.setting.commands(seat, name):
                return Refusal(rule, f"{weapon.name} is not yours to command.")
            refused = check_weapon(state, frame.path, weapon)
            if refused is not None:
                return refused
        return None

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: FireFlak, dice: Dice
    ) -> Iterator[Event]:
        open_fire(state, frame, seat, order.elements)
        return iter(())

    def offer(self, state: P8State, frame: AirMission, seats: Sequence[str]) -> Iterator[FireFlak]:
        """All weapons of these seats, then fewer, from the first to fewer and fewer."""
        ready = [w.id for w in weapons(state, frame) if commanded(state, seats, w)]
        for count in range(len(ready), 0, -1):
            yield FireFlak(tuple(ready[:count]))

    def odds(self, state: P8State, order: FireFlak) -> Odds | None:
        """With all that fire already."""
        mission = state.frame
        if not isinstance(mission, AirMission) or mission.stage != "flak":
            return None
        return flak_odds(mission, len(mission.flak) + len(order.elements))

    def preview(self, state: P8State, order: FireFlak) -> Trace | None:
        """The way of the aircraft, and who fires at them."""
        frame = state.frame
        if not isinstance(frame, AirMission) or not frame.path:
            return None
        firing = [state.pieces[name] for name in order.elements if name in state.pieces]
        shots = [
            Shot(start=state.base(one).centre, end=frame.path[-1], side=one.side, label=one.name)
            for one in firing
            if is_somewhere(state, one)
        ]
        way = Route(points=frame.path, side=frame.side, label=frame.model)
        return Trace(overlays=(way, *shots))

    def told(self, state: P8State, order: FireFlak) -> str:
        return ", ".join(named(state, name) for name in order.elements)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Some of those that are near enough, or one that was picked."""
        state = case.state
        if piece is not None:
            if piece in state.pieces and state.has(state.pieces[piece], "AA"):
                yield case.action(
                    FireFlak,
                    self.words,
                    piece=piece,
                    fixed={"elements": [piece]},
                    refusal=case.refusal(FireFlak((piece,))),
                    label="Fire alone",
                )
            return
        ready = [one.id for one in weapons(state, case.frame) if case.commands(one)]
        if ready:
            asked = slots.some_of("elements", "Which of them fire?", ready, default=ready)
            yield case.action(FireFlak, self.words, slots=(asked,))
