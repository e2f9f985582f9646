"""How the orders of Panzer8 are typed, and how they and the elements are told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final, get_args

from sandtable.battle import Choice, Order, Phrase, Phrasebook, PhraseError
from sandtable.battle.phrases import find_piece, tag_of
from sandtable.battle.reading_orders import FILLERS, is_number
from sandtable.rulebooks.panzer8.advice.advising import order_worth
from sandtable.rulebooks.panzer8.book import ACTS, ORDERS
from sandtable.rulebooks.panzer8.decisions_due import decision_due
from sandtable.rulebooks.panzer8.page.typing_air_support import (
    AIR_ALIASES,
    AIR_USAGE,
    read_air,
    told_air,
)
from sandtable.rulebooks.panzer8.page.typing_support_fire import (
    SUPPORT_USAGE,
    complete_call,
    told_support,
)
from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s05_actions.fall_back.action import DIRECTIONS
from sandtable.rulebooks.panzer8.s05_actions.react.offered import reactions_of
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import moment_told as _when
from sandtable.rulebooks.panzer8.s06_close_combat.melee import WORST_FIRST
from sandtable.rulebooks.panzer8.s15_events.cards import EVENTS
from sandtable.rulebooks.panzer8.state import Element, Moving, P8State, Policy
from sandtable.rulebooks.panzer8.state.orders import (
    AirOrder,
    Apply,
    Done,
    Dummy,
    GoOn,
    Hide,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Retire,
    Standing,
    SupportOrder,
    TakeCard,
)
from sandtable.rulebooks.panzer8.state.sheets import Gun
from sandtable.rulebooks.panzer8.state.units import in_unit

POLICIES: Final[Mapping[str, Policy]] = {name: name for name in get_args(Policy)}

USAGE: Final[Mapping[str, tuple[str, str]]] = {
    **ACTS.usage(),
    "standing": (
        "standing ask|hold|fire|odds [PERCENT] [ELEMENT ...]",
        "How all or some of your elements react from now on without being asked, or with.",
    ),
    "done": ("done", "End your part of the phase, or let the chance pass."),
    "react-fire": (
        "react ELEMENT [at N]",
        "Fire at the mover N inches along its path, or where it is best.",
    ),
    "react-fall-back": (
        "react fall back ELEMENT at N away|home DISTANCE",
        "Fall back from the mover N inches along its path.",
    ),
    "react-join": (
        "join ELEMENT [to X,Y ...] [facing N]",
        "Join in against the charger: where it hinders friends least, or there.",
    ),
    "go-on": ("go [to X,Y ...] [facing N]", "Go on as planned, or by another way."),
    "halt": ("halt [facing N]", "Stop where the mover is."),
    "retire": ("retire away|home [facing N]", "Say which way it falls back."),
    **SUPPORT_USAGE,
    **AIR_USAGE,
    "renew": ("renew", "Renew the smoke; done lets it dissolve."),
    "take-card": ("take RANK", "Take an event card: ace, 2 to 10, jack, queen or king."),
    "hide": ("hide ELEMENT [ELEMENT ...] at X,Y", "Set elements up hidden, under one counter."),
    "dummy": ("dummy at X,Y", "Set a counter up with nobody under it."),
    "stand-firm": ("stand firm", "Ignore the suppression; your side can once in a game turn."),
    "fight": ("fight ATTACKER [ATTACKER ...] DEFENDER", "Fight hand to hand; name the enemy last."),
    "apply": ("apply fall-back|suppressed|out", "Say which result strikes first."),
}
"""How some orders are best typed, and what they mean."""


class Panzer8Phrases(Phrasebook):
    """The words of Panzer8."""

    aliases: ClassVar[Mapping[str, str]] = {
        **ACTS.aliases(),
        "end": "done",
        "pass": "done",
        "no": "done",
        "react": "react-fire",
        "react fall back": "react-fall-back",
        "join": "react-join",
        "go": "go-on",
        "go on": "go-on",
        "continue": "go-on",
        "stop": "halt",
        "back": "retire",
        "take": "take-card",
        "ignore": "stand-firm",
        **AIR_ALIASES,
    }

    def read(self, state: P8State, choice: Choice, line: str) -> Order:
        """The order that a line means; what goes without saying need not be said."""
        tag, words = self.split(line)
        aircraft = read_air(state, tag, words)
        if aircraft is not None:
            return aircraft
        if tag == "apply":
            return _result(words)
        if tag == "standing":
            return _standing(state, words)
        act = ACTS.named(tag)
        if act is not None:
            found = act.read(state, words)
            if isinstance(found, Order):
                return found
            words = found
        complete = _COMPLETED.get(tag)
        if complete is not None:
            words = complete(state, words)
        return super().read(state, choice, " ".join([tag, *words]))

    def question(self, state: P8State, choice: Choice, line: str) -> Order:
        """The order whose odds are asked for; two elements alone stand for fire."""
        try:
            return self.read(state, choice, line)
        except PhraseError:
            words = [word for word in line.split() if word.lower() not in FILLERS]
            if len(words) != 2:
                raise
            return self.read(state, choice, f"fire {words[0]} {words[1]}")

    def tell(self, state: P8State, order: Order) -> Phrase:
        """How an order is named in a list."""
        plain = super().tell(state, order)
        text = _told(state, order)
        if text is None:
            return plain
        return Phrase(piece=plain.piece, action=plain.action, text=in_unit(state.setting, text))

    def help(self, state: P8State, choice: Choice) -> Iterable[tuple[str, str]]:
        """What answers the decision that is due, as far as it has come."""
        due = decision_due(state)
        kinds: list[type[Order]] = [*(due[0].answers_to(due[1]) if due else ()), Standing]
        return (self.how(kind) for kind in kinds)

    def how(self, kind: type[Order]) -> tuple[str, str]:
        """How an order is best typed, and what it means."""
        return USAGE.get(tag_of(kind)) or super().how(kind)

    def describe(self, state: P8State, piece: Element) -> Iterable[str]:
        """What is on an element's data sheet, and what is the matter with it."""
        return (in_unit(state.setting, line) for line in describe(state, piece))


PHRASES: Final = Panzer8Phrases(ORDERS)


# -- what goes without saying ---------------------------------------------------------------------


def _reaction(state: P8State, words: list[str]) -> list[str]:
    """Without a point of the path, the best one for the reactor is taken."""
    frame = state.frame
    named = [word for word in words if word.lower() not in FILLERS]
    if len(named) != 1 or not isinstance(frame, Moving):
        return words
    reactor = state.pieces[find_piece(state, named[0])]
    shots = [o for o in reactions_of(state, reactor, frame) if isinstance(o, ReactFire)]
    if not shots:
        return [reactor.id, "at", str(frame.at)]
    best = max(shots, key=lambda order: order_worth(state, order))
    return [reactor.id, "at", str(best.at)]


def _standing(state: P8State, words: list[str]) -> Standing:
    """A policy, a chance in percent with the policy ``odds``, and whom it is for."""
    policy = words[0].lower() if words else ""
    rest = [word for word in words[1:] if word.lower() not in FILLERS]
    if policy not in POLICIES:
        raise PhraseError(f"Say one of {', '.join(POLICIES)}: {USAGE['standing'][0]}.")
    chance = 0.0
    if policy == "odds":
        number = rest[0].rstrip("%") if rest else ""
        if not number.isascii() or not number.isdecimal():
            raise PhraseError("Say from which chance on, in percent: standing odds 40.")
        chance, rest = float(number[:9]), rest[1:]
    return Standing(POLICIES[policy], tuple(find_piece(state, word) for word in rest), chance)


def _onward(state: P8State, words: list[str]) -> list[str]:  # noqa: ARG001 - as the others
    """A bare number is a slip for a place; a facing says that it is one."""
    for before, word in zip(["", *words], words, strict=False):
        if is_number(word) and before.lower() != "facing":
            told = USAGE["go-on"][0]
            raise PhraseError(f"'{word}' is no place on the table. Type it like this: {told}")
    return words


def _result(words: list[str]) -> Apply:
    """A result of a combat, which is no name of a piece; "fall back" may be two words."""
    effect = "-".join(word.lower() for word in words)
    if effect not in WORST_FIRST:
        raise PhraseError(f"Type it like this: {USAGE['apply'][0]}")
    return Apply(effect)


_COMPLETED: Final[Mapping[str, Callable[[P8State, list[str]], list[str]]]] = {
    "react-fire": _reaction,
    "call-fire": complete_call,
    "go-on": _onward,
}


# -- telling --------------------------------------------------------------------------------------


def _told(state: P8State, order: Order) -> str | None:
    act = ACTS.told(state, order)
    if act is not None:
        return act
    match order:
        case ReactFire(at=at):
            return _when(at)
        case ReactFallBack(at=at, direction=direction, distance=length):
            return f"{DIRECTIONS[direction]} {length:.1f} in {_when(at)}"
        case ReactJoin(path=path, facing=facing):
            turned = "" if facing is None else f", facing {facing:g}"
            return (f"at {path[-1][0]:g},{path[-1][1]:g}" if path else "") + turned
        case Retire(direction=direction, facing=facing):
            return DIRECTIONS[direction] + ("" if facing is None else f", facing {facing:g}")
        case TakeCard(rank=rank):
            return f"{rank}: {EVENTS[rank]}"
        case Hide(elements=names, at=at):
            told = " and ".join(state.pieces[n].name for n in names if n in state.pieces)
            return f"{told} at {at[0]:g},{at[1]:g}"
        case Dummy(at=at):
            return f"at {at[0]:g},{at[1]:g}"
        case GoOn(path=None):
            return "as planned"
        case AirOrder():
            return told_air(state, order)
        case SupportOrder():
            return told_support(state, order)
        case Done():
            moving = state.agenda and isinstance(state.agenda[-1], Moving)
            return "(nobody reacts)" if moving else ""
    return None


def describe(state: P8State, element: Element) -> Iterator[str]:
    """Lines on one element: its sheet, its weapons, its markers, its cover."""
    sheet = state.sheet(element)
    armour = "armoured" if sheet.armoured else "unarmoured"
    flags = " ".join(sorted({*sheet.flags, *element.flags})) or "none"
    yield f"{sheet.name} ({sheet.id}), {element.quality}; Def {sheet.defence}, {armour}"
    yield f"moves as {sheet.move_class}; flags: {flags}; base {sheet.width:g} x {sheet.depth:g} in"
    for gun in sheet.guns:
        yield _weapon(gun)
    marks = [mark for mark in _MARKS if getattr(element, mark)]
    yield "markers: " + (", ".join(mark.replace("_", " ") for mark in marks) or "none")
    if element.on_table:
        cover = cover_of_place(state, element)
        yield "cover of its place: " + (f"{cover.text} (+{cover.value})" if cover.value else "none")
    elif element.entry is not None:
        yield f"enters from turn {element.entry} on"


_MARKS: Final = ("suppressed", "reacted", "acted", "moved", "dug_in", "road_column", "broken_down")


def _weapon(gun: Gun) -> str:
    hesa = f"HE/SA {gun.hesa} to {gun.hesa_range:g} in" if gun.hesa else "no HE/SA"
    ap = "no AP" if gun.ap is None else f"AP {gun.ap}{gun.ap_mark} to {gun.ap_range:g} in"
    return f"{gun.name}: {hesa}, {ap}"
