"""The card of an element: its figures, what is the matter with it, and what its flags mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle.page import Sheet, Stat

from ..drawing.figures import KINDS
from ..drawing.ghosts import COVER
from ..s02_terrain.ground_and_cover import cover_of_place
from ..s02_terrain.place_names import name_of_feature
from ..s05_actions.react.standing_orders import stance_told
from ..s09_troops.transport import cargo
from ..s14_smoke.laying import smoke_code
from ..state import Counter, Element, P8State
from ..state.sheets import Gun
from ..state.sheets import Sheet as Entry
from ..state.tables import CATALOGUE, RATES
from ..state.units import in_unit

NATIONS: Final = {
    "GE": "German",
    "UK": "British",
    "US": "American",
    "SU": "Soviet",
    "FR": "French",
}

CLASSES: Final = {
    "Cmd": "command",
    "Mech": "tracks",
    "Inf": "on foot",
    "Fast": "fast",
    "Slow": "slow",
    "WhX": "all-wheel",
    "Wh": "wheels",
    "HD": "horses",
    "CSW": "by hand",
    "0": "fixed",
}
"""What the classes of movement are called."""

SMOKE: Final = {
    "H": "dischargers on the hull: smoke in front of it",
    "T": "dischargers on the turret: smoke on any side of it",
    "G": "smoke grenades: smoke on any side of it",
    "L": "a light mortar with smoke rounds",
    "M": "a mortar with smoke rounds",
}
"""What the smoke codes stand for."""

MARKS: Final = {
    "*": "hurts only armour of Def 2 or less, or open-topped vehicles",
    "+": "counts as the target's Def if that is more",
}
"""What the marks of AP values stand for."""

FLAGS: Final = CATALOGUE.table("p8.table.flags").mapping("flag", "meaning", str, str)


def card(state: P8State, piece: str) -> Sheet:
    """What a seat may know of a piece, or of a counter."""
    counter = state.counters.get(piece)
    if counter is not None:
        return _counter(state, counter)
    element = state.pieces.get(piece)
    if element is None:
        gone = piece in state.out_of_play()
        told = "out of action" if gone else "not in play, as far as you know"
        return Sheet(piece=piece, title=piece, subtitle=told)
    sheet = state.sheet(element)
    return Sheet(
        piece=piece,
        title=element.name,
        subtitle=", ".join(_condition(state, element, sheet)),
        stats=tuple(_in_unit(state, stat) for stat in _stats(state, sheet)),
        lines=tuple(in_unit(state.setting, line) for line in _lines(state, element, sheet)),
    )


def _in_unit(state: P8State, stat: Stat) -> Stat:
    return Stat(value=stat.value, label=stat.label, hint=in_unit(state.setting, stat.hint))


def _counter(state: P8State, counter: Counter) -> Sheet:
    side = state.setting.scenario.side(counter.side).name
    if counter.under is None:
        lines: tuple[str, ...] = ("Nobody can fire at it; who comes near enough spots it.",)
    elif counter.under:
        lines = ("Under it: " + _listed(state.pieces[name].name for name in counter.under) + ".",)
    else:
        lines = ("A dummy: nobody is under it.",)
    return Sheet(
        piece=counter.id,
        title="Hidden troops, or nothing",
        subtitle=f"{side} counter",
        lines=lines,
    )


# -- what is the matter with it -------------------------------------------------------------------


def _condition(state: P8State, element: Element, sheet: Entry) -> Iterator[str]:
    kind = KINDS.get(sheet.type, "").lower()
    yield f"{NATIONS.get(sheet.nation, sheet.nation)} {kind}".strip()
    yield element.quality
    if element.suppressed:
        yield "suppressed"
    if element.reacted:
        yield "has reacted"
    if element.acted:
        yield "has acted"
    elif element.side == state.active and state.phase == "action" and not element.reacted:
        yield "not yet acted"
    if element.dug_in:
        yield "dug in"
    if element.broken_down:
        yield "taken apart"
    if element.under is not None:
        yield "hidden"
    if element.carried_by is not None:
        yield f"with {state.pieces[element.carried_by].name}"
    elif element.zone is not None:
        yield "to be set up"
    elif element.entry is not None:
        yield f"enters from turn {element.entry} on"


# -- its figures ----------------------------------------------------------------------------------


def _stats(state: P8State, sheet: Entry) -> Iterator[Stat]:
    rates = RATES[sheet.move_class]
    on_ground = [f"{rate} in" + f" {_GROUND[kind]}" for kind, rate in rates.items() if rate]
    yield Stat(
        value=str(rates[state.setting.open_ground]),
        label=CLASSES[sheet.move_class],
        hint="Moves " + _listed(on_ground) + "." if on_ground else "Only turns where it stands.",
    )
    if sheet.guns:
        yield from _gun(sheet.guns[0])
    armour = "armoured" if sheet.armoured else "unarmoured"
    yield Stat(value=str(sheet.defence), label="Def", hint=f"How hard it is to hurt; {armour}.")
    code = smoke_code(sheet)
    if code is not None and state.setting.options["smoke"]:
        yield Stat(value=code, label="smoke", hint=f"It has {SMOKE[code]}.")
    if sheet.capacity:
        yield Stat(value=str(sheet.capacity), label="carries", hint="So many elements find room.")


_GROUND: Final = {
    "Road": "on roads",
    "Flat": "on flat ground",
    "Open": "in the open",
    "Rough": "on rough ground",
    "Difficult": "on difficult ground",
    "Extreme": "on extreme ground",
    "Track": "on tracks",
}


def _gun(gun: Gun) -> Iterator[Stat]:
    if gun.hesa:
        fired = "Small arms" if gun.kind == "SA" else "High explosive"
        yield Stat(
            value=f"{gun.hesa}/{gun.hesa_range:g}",
            label=gun.kind,
            hint=f"{fired}: {gun.hesa} against unarmoured targets within {gun.hesa_range:g} in.",
        )
    if gun.ap is not None:
        mark = f"; {MARKS[gun.ap_mark]}" if gun.ap_mark else ""
        yield Stat(
            value=f"{gun.ap}{gun.ap_mark}/{gun.ap_range:g}",
            label="AP",
            hint=f"{gun.ap} against armoured targets within {gun.ap_range:g} in{mark}.",
        )


# -- further facts --------------------------------------------------------------------------------


def _lines(state: P8State, element: Element, sheet: Entry) -> Iterator[str]:
    for gun in sheet.guns[1:]:
        told = ", ".join(f"{stat.label} {stat.value}" for stat in _gun(gun))
        yield f"Also {gun.name}: {told}."
    if element.on_table or element.under is not None:
        yield _place(state, element)
    aboard = cargo(state, element)
    if aboard:
        yield "With it: " + _listed(one.name for one in aboard) + "."
    elif sheet.tow:
        yield "It can tow a gun."
    if element.mounts in state.pieces:
        yield f"It has left {state.pieces[element.mounts].name} behind."
    stance = state.stances.get(element.id)
    if stance is not None:
        yield f"Standing order: {stance_told(stance)}."
    for flag in sorted({*sheet.flags, *element.flags}):
        yield f"{flag}: {FLAGS.get(flag, 'as the scenario says')}."
    yield f"{sheet.name}, base {sheet.width:g} x {sheet.depth:g} in."


def _place(state: P8State, element: Element) -> str:
    """Where it stands, and what cover it has there."""
    cover = cover_of_place(state, element)
    where = ""
    if element.inside is not None:
        high = ", high up" if element.aloft else ""
        where = f"In {name_of_feature(state.setting, element.inside)}{high}. "
    if not cover.value:
        return f"{where}No cover where it stands."
    return f"{where}{COVER[cover.value].capitalize()} cover: {cover.text} (+{cover.value})."


def _listed(names: Iterator[str] | list[str] | tuple[str, ...]) -> str:
    """Some names as they are told.

    >>> _listed(["one"]), _listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
