"""What a referee may change of a piece, or of the battle."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import inspect

from sandtable.battle import View
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import encode
from sandtable.server.asking.problems import UnanswerableError
from sandtable.server.meanings import meanings
from sandtable.server.messages import Answer, Ask, FieldInfo


def fields(view: View[Any], ask: Ask) -> Answer:
    """The fields of a piece or of the battle: name, sort, value, and what is allowed."""
    if view.seat != REFEREE:
        raise UnanswerableError("Only the referee changes things.")
    thing = view.state if ask.piece is None else view.state.pieces[ask.piece]
    left_out = ("setting", "pieces") if ask.piece is None else ("id",)
    plain = msgspec.json.decode(encode(thing))
    known = meanings(type(thing))
    found = tuple(
        cast(
            "FieldInfo",
            {
                "name": field.name,
                "value": plain.get(field.name, _default(field)),
                **_sort(field.type),
                **({"text": known[field.name]} if field.name in known else {}),
            },
        )
        for field in msgspec.structs.fields(thing)
        if field.name not in left_out
    )
    return Answer(id=ask.id, number=view.number, fields=found)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    factory = field.default_factory
    value = field.default if factory is msgspec.NODEFAULT else factory()
    return None if value is msgspec.NODEFAULT else msgspec.json.decode(encode(value))


def _sort(kind: Any) -> dict[str, Any]:
    """What is given for a field: ``flag``, ``number``, ``word`` with ``words``, ``text``, ``data``.

    >>> from typing import Literal
    >>> _sort(Literal["a", "b"] | None)
    {'sort': 'word', 'words': ['a', 'b'], 'optional': True}
    """
    try:
        info: Any = inspect.type_info(kind)
    except TypeError:
        return {"sort": "data"}
    optional = False
    if isinstance(info, inspect.UnionType):
        parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
        optional = len(parts) < len(info.types)
        info = parts[0] if len(parts) == 1 else info
    found: dict[str, Any] = {"sort": "data"}
    match info:
        case inspect.BoolType():
            found = {"sort": "flag"}
        case inspect.IntType() | inspect.FloatType():
            found = {"sort": "number"}
        case inspect.StrType():
            found = {"sort": "text"}
        case inspect.LiteralType():
            found = {"sort": "word", "words": list(info.values)}
    return {**found, "optional": True} if optional else found
