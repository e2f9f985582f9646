"""What no book has to think of: whatever comes from outside is bounded before a book sees it.

The checks go through every field of every order and of every piece, as their types say, so that a
new book is put through all of it by being one of the cases.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from sandtable.battle import Amend, Battle, Order, Place, Refusal, View
from sandtable.battle.legality import PLAIN_ORDERS
from sandtable.battle.rulings import RULE_ZERO
from sandtable.dice import SeededDice
from sandtable.scenario.bounds import MOST_ENTRIES, MOST_LETTERS, MOST_NUMBER
from tests.conformance.playing import Case, fingerprint, step

NUMBERS: tuple[float, ...] = (1e9, -1e9, 1e300, -1e300, 10**9, 10**400, -(10**400))
LONG_TEXT = "x" * (MOST_LETTERS + 1)
SECONDS = 20.0
"""No question may take longer, whatever a referee has made of a piece."""


# -- what is out of bounds ------------------------------------------------------------------------


def example(info: inspect.Type) -> Any:
    """Some plain value of a type."""
    match info:
        case inspect.UnionType(types=types):
            kinds = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
            return example(kinds[0])
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.BoolType():
            return False
        case inspect.IntType():
            return 1
        case inspect.FloatType():
            return 1.0
        case inspect.StrType():
            return "x"
        case inspect.TupleType(item_types=items):
            return [example(item) for item in items]
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [example(item)]
        case inspect.DictType(value_type=value):
            return {"x": example(value)}
        case inspect.StructType(fields=fields):
            return {field.encode_name: example(field.type) for field in fields}
    return None


def spoiled(info: inspect.Type, value: Any) -> Iterator[Any]:
    """A plain value of a type, with one thing in it out of bounds at a time."""
    match info:
        case inspect.UnionType(types=types):
            for kind in types:
                yield from spoiled(kind, example(kind))
        case inspect.IntType() | inspect.FloatType():
            yield from NUMBERS
        case inspect.StrType():
            yield LONG_TEXT
        case inspect.TupleType(item_types=items):
            for at, item in enumerate(items):
                for odd in spoiled(item, value[at]):
                    yield [*value[:at], odd, *value[at + 1 :]]
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield [example(item)] * (MOST_ENTRIES + 1)
            for odd in spoiled(item, example(item)):
                yield [odd]
        case inspect.DictType(value_type=kind):
            yield {f"x{number}": example(kind) for number in range(MOST_ENTRIES + 1)}
            yield {LONG_TEXT: example(kind)}
            for odd in spoiled(kind, example(kind)):
                yield {"x": odd}
        case inspect.StructType(fields=fields):
            for field in fields:
                for odd in spoiled(field.type, value[field.encode_name]):
                    yield {**value, field.encode_name: odd}


def orders_out_of_bounds(kind: type[Order]) -> Iterator[tuple[str, Order]]:
    """Orders of a kind with one field out of bounds, and which field that is."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    plain = example(info)
    for field in info.fields:
        for odd in spoiled(field.type, plain[field.encode_name]):
            tagged = {**plain, info.tag_field: info.tag, field.encode_name: odd}
            try:
                yield field.encode_name, msgspec.convert(tagged, kind)
            except msgspec.ValidationError:
                continue  # no such order can even be read


# -- the checks -----------------------------------------------------------------------------------


def refereed(case: Case) -> Battle[Any]:
    """A battle before its first order, with a referee whose word is final."""
    scenario = case.scenario
    for option in case.rulebook.options:
        if option.id == "referee_override":
            options = {**scenario.options, option.id: "on"}
            scenario = msgspec.structs.replace(scenario, options=options)
    return Battle(case.rulebook, scenario, SeededDice(1), referee=True)


def check_orders_are_bounded(case: Case) -> int:
    """An order with anything out of bounds is refused, and the field is named."""
    battle = case.battle()
    seat = battle.choices[0].seats[0]
    view, untouched, found = battle.view(seat), fingerprint(battle), 0
    for kind in case.rulebook.orders:
        for field, order in orders_out_of_bounds(kind):
            refusal = battle.refusal(order, seat)
            assert refusal is not None, (kind, field)
            assert refusal.rule == PLAIN_ORDERS, (refusal, kind, field)
            assert field in refusal.reason
            assert len(refusal.reason) < 500
            assert str(view.check(order)) == str(refusal)
            with pytest.raises(Refusal):
                view.odds(order)
            with pytest.raises(Refusal):
                battle.play(order, seat)
            found += 1
    assert fingerprint(battle) == untouched
    return found


def check_rulings_are_bounded(case: Case) -> int:
    """A piece, or the battle, is not amended out of bounds, and no such piece is placed."""
    battle = refereed(case)
    untouched, found = fingerprint(battle), 0
    for piece in kinds_of_pieces(battle).values():
        info = inspect.type_info(type(piece))
        assert isinstance(info, inspect.StructType)
        plain = msgspec.to_builtins(piece)
        for field, odd in fields_out_of_bounds(info, plain):
            new = {**plain, "id": "new", field: odd}
            for ruling in (Amend(piece=piece.id, set={field: odd}), Place(piece=new)):
                found += _is_refused(battle, ruling, field)
    for field, odd in _of_the_battle(battle):
        found += _is_refused(battle, Amend(set={field: odd}), field)
    assert fingerprint(battle) == untouched
    return found


def kinds_of_pieces(battle: Battle[Any]) -> dict[type, Any]:
    """A piece of each kind that there is."""
    return {type(piece): piece for piece in battle.state.pieces.values()}


def fields_out_of_bounds(
    info: inspect.StructType, plain: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """The fields of a record with what is out of bounds for each."""
    for field in info.fields:
        value = plain.get(field.encode_name, example(field.type))
        for odd in spoiled(field.type, value if value is not None else example(field.type)):
            yield field.encode_name, odd


def _of_the_battle(battle: Battle[Any]) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(battle.state):
        if field.name in ("setting", "pieces"):
            continue
        info = inspect.type_info(field.type)
        for odd in spoiled(info, example(info)):
            yield field.name, odd


def _is_refused(battle: Battle[Any], ruling: Amend | Place, field: str) -> int:
    with pytest.raises(Refusal) as refused:
        battle.rule(ruling)
    assert refused.value.rule == RULE_ZERO
    assert field in refused.value.reason
    assert len(refused.value.reason) < 500
    return 1


def check_pieces_off_the_table(case: Case) -> None:
    """A piece is put on the table, not beside it."""
    battle = refereed(case)
    untouched = fingerprint(battle)
    table = battle.scenario.table
    for piece in kinds_of_pieces(battle).values():
        for field, value in itertools.product(("x", "y"), (-1.0, -50.0, 5000.0)):
            with pytest.raises(Refusal, match="is not on the table") as refused:
                battle.rule(Amend(piece=piece.id, set={field: value}))
            assert f"0 to {table.width:g}" in refused.value.reason
    assert fingerprint(battle) == untouched


def check_rulings_name_what_is_there(case: Case) -> int:
    """Whatever a ruling lets a piece name, the battle goes on; a side is one of the battle's."""
    chance = random.Random(1)
    found = 0
    for battle in (refereed(case), refereed_later(case, 12)):
        for piece in kinds_of_pieces(battle).values():
            for field, word in itertools.product(_texts(piece), ("nowhere", "", piece.id)):
                twin = battle.fork()
                try:
                    twin.rule(Amend(piece=piece.id, set={field: word}))
                except Refusal:
                    found += 1
                    continue
                assert field != "side"
                _ask_everything(twin, piece.id)
                for _ in range(6):
                    if twin.choices:
                        step(twin, chance)
    return found


def refereed_later(case: Case, steps: int) -> Battle[Any]:
    """A battle with a referee after so many orders."""
    battle, chance = refereed(case), random.Random(2)
    for _ in range(steps):
        if battle.choices:
            step(battle, chance)
    return battle


def _texts(piece: Any) -> list[str]:
    """The fields of a piece that hold a text, but for what it is called."""
    return [
        field.name
        for field in msgspec.structs.fields(piece)
        if field.name not in ("id", "name") and _is_text(inspect.type_info(field.type))
    ]


def _is_text(info: inspect.Type) -> bool:
    if isinstance(info, inspect.UnionType):
        return any(map(_is_text, info.types))
    return isinstance(info, inspect.StrType)


def check_bounds_are_narrow_enough(case: Case) -> int:
    """With the largest numbers that are let through, everything is still answered soon."""
    battle = refereed(case)
    found = 0
    for piece in kinds_of_pieces(battle).values():
        for field in msgspec.structs.fields(piece):
            if not _is_number(inspect.type_info(field.type)):
                continue
            for value in (MOST_NUMBER, -MOST_NUMBER):
                twin = battle.fork()
                try:
                    twin.rule(Amend(piece=piece.id, set={field.name: value}))
                except Refusal:
                    continue
                _ask_everything(twin, piece.id)
                found += 1
    return found


def _is_number(info: inspect.Type) -> bool:
    if isinstance(info, inspect.UnionType):
        return any(map(_is_number, info.types))
    return isinstance(info, inspect.IntType | inspect.FloatType)


def _ask_everything(battle: Battle[Any], piece: str) -> None:
    started = time.monotonic()
    for seat in battle.seats:
        view = battle.view(seat)
        if piece in view.state.pieces:
            battle.rulebook.sights(view.state, piece)
            battle.rulebook.sheet(view.state, piece)
        for choice in view.choices:
            battle.rulebook.actions(view.state, seat, choice, piece)
            _look_at(view, choice)
        list(battle.rulebook.figures(view.state))
    assert time.monotonic() - started < SECONDS


def _look_at(view: View[Any], choice: Any) -> None:
    for order in itertools.islice(view.candidates(choice), 40):
        view.rulebook.trace(view.state, order)
