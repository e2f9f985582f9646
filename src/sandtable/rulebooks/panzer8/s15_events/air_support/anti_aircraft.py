"""Section 15.3.6: anti-aircraft fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.battle import Event, Refusal, Tally
from sandtable.catalogue import Bands, cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import Point, distance_to_polyline

from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.counters import counters_of
from ...s12_hidden.spotting import stand_in
from ...state import AirMission, Counter, Element, P8State
from ...state.tables import CATALOGUE, TOLERANCE
from .aircraft import Aircraft, aircraft_of

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


def check_flak(
    state: P8State, mission: AirMission, seat: str, names: tuple[str, ...]
) -> Refusal | None:
    """Why these elements cannot fire at the aircraft."""
    rule = "p8.air.aa-reaction"
    if not names:
        return Refusal(rule, "Say which anti-aircraft weapons fire, or 'done' if none does.")
    if len(set(names)) != len(names):
        return Refusal(rule, "Each weapon fires once; name it once.")
    for name in names:
        weapon = state.pieces.get(name)
        if weapon is None:
            return Refusal(rule, f"There is no element {name!r} in play.")
        if weapon.side == mission.side or not state.setting.commands(seat, name):
            return Refusal(rule, f"{weapon.name} is not yours to command.")
        refused = check_weapon(state, mission.path, weapon)
        if refused is not None:
            return refused
    return None


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
