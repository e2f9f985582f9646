"""How the orders of this book are typed, and how they and the characters are told in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts.book import ActPhrases
from sandtable.battle import Choice, Order, Phrase
from sandtable.battle.phrases import find_piece, tag_of
from sandtable.battle.reading_orders import FILLERS
from sandtable.table import grid

from ..book import ACTS, WhiteboxRules
from ..part1_personal.attack.missile import AREA_WEAPONS, describe_weapon
from ..part1_personal.core_rulebook.persons import armor_class, saving_throw, shown_armor_class
from ..part1_personal.movement.way import reachable
from ..setting_up.people import BOMBS
from ..state import OwbState, Person, Vehicle
from ..state.decision import named
from ..state.frames import VehicleTurn
from ..state.orders import Move
from ..state.tables import MISSILE, weapon_called
from ..state.vehicle_orders import DRIVING
from ..state.vehicles import OPERATOR
from .cards import describe_vehicle

_SQUARE: Final = re.compile(r"(?<![\w.,-])\(?(\d+), ?(\d+)\)?(?![\w.,])")
"""Whole numbers only: the middle of an edge is typed as a point, with a half in it."""


class WhiteboxPhrases(ActPhrases):
    """The words of OWB: Tactical Combat."""

    def read(self, state: OwbState, choice: Choice, line: str) -> Order:
        """The order that a line means; what goes without saying need not be said.

        A move may name its last square only, and a shot need not name the weapon.
        """
        tag, words = self.split(_with_points(state, line))
        if tag == "shoot":
            words = _with_weapon(state, words)
        if choice.ask == "vehicle turn":
            tag, words = _with_vehicle(state, tag, words)
        words, named = _without_parts(state, tag, words)
        order = super().read(state, choice, " ".join([tag, *words]))
        if named:
            order = replace(order, **named)
        return _with_way(state, order) if isinstance(order, Move) else order

    def tell(self, state: OwbState, order: Order) -> Phrase:
        """How an order is named in a list."""
        piece = getattr(order, "person", None) or getattr(order, "vehicle", None)
        known = piece if isinstance(piece, str) and piece in state.pieces else None
        tag = tag_of(type(order)).replace("-", " ")
        return Phrase(piece=known, action=tag, text=_told(state, order))

    def describe(self, state: OwbState, piece: Person | Vehicle) -> Iterable[str]:
        """Lines on one character or vehicle, beside its name and place."""
        if isinstance(piece, Vehicle):
            yield from describe_vehicle(state, piece)
            yield from super().describe(state, piece)
            return
        aac = armor_class(piece, "bullets").total
        save = saving_throw(piece.combatant)
        yield (
            f"{piece.combatant.name}: {piece.hp} of {piece.most_hp} hit points, "
            f"{shown_armor_class(state, aac)}, Saving Throw {save}, Movement {piece.movement}"
        )
        for arm in piece.arms:
            more = [f"{arm.rounds} rounds"] if arm.rounds is not None else []
            more += ["jammed"] if arm.jam else []
            more += ["set up"] if arm.set_up else []
            more += [f"fuel for {arm.fuel}"] if arm.fuel is not None else []
            told = f" ({', '.join(more)})" if more else ""
            yield f"{arm.weapon.name}: {describe_weapon(arm.weapon)}{told}"
        if piece.bombs:
            yield ", ".join(f"{weapon_called(kind)}: {count}" for kind, count in piece.bombs)
        yield from super().describe(state, piece)


def _with_points(state: OwbState, line: str) -> str:
    """A line in which squares, ``24,2`` or ``(24, 2)``, are points of the table, as orders have."""

    def point(found: re.Match[str]) -> str:
        x, y = state.setting.point((int(found[1]), int(found[2])))
        return f"{x:g},{y:g}"

    return _SQUARE.sub(point, line)


def _with_weapon(state: OwbState, words: list[str]) -> list[str]:
    """The words of a shot, with the first weapon of the shooter if they name none."""
    named = [word for word in words if word.lower() not in FILLERS]
    if len(named) < 2 or any(word.lower() in MISSILE for word in named):
        return words
    person = state.person(find_piece(state, named[0]))
    arm = next((arm for arm in person.arms if arm.id not in AREA_WEAPONS), None)
    return [*named[:2], *([arm.id] if arm is not None else []), *named[2:]]


def _with_vehicle(state: OwbState, tag: str, words: list[str]) -> tuple[str, list[str]]:
    """The words of an order to a vehicle, with the one whose turn it is if they name none."""
    turn = state.agenda[-1]
    assert isinstance(turn, VehicleTurn)
    if tag == "end-turn":
        tag = "end-vehicle"
    if tag not in DRIVING_TAGS:
        return tag, words
    first = next((word for word in words if word.lower() not in FILLERS), "")
    named = turn.vehicle in words or (
        first and any(one.id.lower().startswith(first.lower()) for one in state.vehicles())
    )
    return tag, words if named else [turn.vehicle, *words]


def _without_parts(state: OwbState, tag: str, words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The words without those that name seats, mounts and weapons, and what they name.

    Single names are looked for among the pieces; for these, any piece does until they are put back.
    """
    fields = PARTS.get(tag, ())
    left, found = list(words), {}
    for at, following in enumerate(words[1:]):
        if tag == "fire-gun" and words[at].lower() == "at" and "," not in following:
            left.remove(words[at])  # a target, which is no place, may be said to be fired at
    for field, known in fields:
        word = next((one for one in left[1:] if known(one.lower())), None)
        if word is not None:
            left.remove(word)
            found[field] = word.lower()
    stand_in = next(iter(state.pieces))
    return [*(f"{field}={stand_in}" for field in found), *left], found


def _is_seat(word: str) -> bool:
    head, _, number = word.partition("-")
    return word == OPERATOR or (head in ("gun", "passenger", "bed") and number.isdigit())


def _is_hand_weapon(word: str) -> bool:
    return word in MISSILE or word in BOMBS


PARTS: Final[Mapping[str, tuple[tuple[str, Callable[[str], bool]], ...]]] = {
    "traverse": (("mount", _is_seat),),
    "fire-gun": (("mount", _is_seat),),
    "sweep-gun": (("mount", _is_seat),),
    "repair-gun": (("mount", _is_seat),),
    "change-seat": (("seat", _is_seat),),
    "board": (("seat", _is_seat),),
    "fire-port": (("weapon", _is_hand_weapon),),
    "shoot-aboard": (("weapon", _is_hand_weapon),),
}
"""The fields of orders that name no piece, and how their words are told."""

DRIVING_TAGS: Final = frozenset(tag_of(kind) for kind in DRIVING)


def _with_way(state: OwbState, order: Move) -> Move:
    """A move with the cheapest way to its square, if only that was named."""
    person = state.find_person(order.person)
    if person is None or len(order.path) != 1 or not person.on_table:
        return order
    square = state.setting.square(order.path[0])
    if grid.distance(state.square(person), square) <= 1:
        return order
    way = reachable(state, person, crawl=order.crawl).get(square)
    if way is None:
        return order
    return replace(order, path=tuple(state.setting.point(step) for step in way))


def _told(state: OwbState, order: Order) -> str:
    """The rest of an order in words."""
    words = ACTS.told(state, order)
    if words is not None:
        return words
    names = order.__struct_fields__
    first = "person" if "person" in names else "vehicle"
    values = (getattr(order, name) for name in names if name != first)
    return " ".join(_plain(state, value) for value in values if value not in (None, False, ""))


def _plain(state: OwbState, value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    return named(state, value) if isinstance(value, str) else str(value)


PHRASES = WhiteboxPhrases(WhiteboxRules())
