"""What a table has room for: orders, rulings and pieces that are out of bounds are refused.

How large anything may be that comes from outside is said in ``sandtable.scenario.bounds``. Here it
is held against the table of a battle, for every book alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sandtable.battle.refusal import Refusal
from sandtable.battle.state import Piece, State
from sandtable.scenario.bounds import (
    MOST_ENTRIES,
    MOST_LETTERS_IN_A_NAME,
    OutOfBoundsError,
    check_places,
)
from sandtable.scenario.errors import not_among

LONGEST_ID: Final = 64
"""How long the id of a piece may be; longer ones could not be asked about."""


def check_record(state: State, record: Any, rule: str, *, where: str = "") -> None:
    """Check that every place in a record is on the table, or not too far beside it.

    Raises:
        Refusal: By the given rule, naming the field, what was found and what would be right.
    """
    table = state.setting.scenario.table
    try:
        check_places(record, table.width, table.depth, where=where)
    except OutOfBoundsError as error:
        raise Refusal(rule, f"That cannot be: {error}.") from None


def check_piece(state: State, piece: Piece, rule: str) -> None:
    """Check whose a piece is, and that it is on the table. One that is off it has a place there.

    Raises:
        Refusal: By the given rule.
    """
    sides = state.setting.scenario.side_ids()
    if piece.side not in sides:
        raise Refusal(rule, f"side: {not_among(piece.side[:20], sides, 'side')}.")
    table = state.setting.scenario.table
    if not (0 <= piece.x <= table.width and 0 <= piece.y <= table.depth):
        raise Refusal(
            rule,
            f"{piece.name} cannot be at ({piece.x:g}, {piece.y:g}): that is not on the table; x "
            f"goes from 0 to {table.width:g}, y from 0 to {table.depth:g}.",
        )
    if not piece.name.isprintable() or len(piece.name) > MOST_LETTERS_IN_A_NAME:
        most = f"at most {MOST_LETTERS_IN_A_NAME} letters, all of which can be shown"
        raise Refusal(rule, f"name: {piece.name[:20]!r} is no name; it has {most}.")
    check_record(state, piece, rule)


def check_names(state: State, known: Mapping[str, Collection[str]], rule: str) -> None:
    """Check that what pieces name is there.

    Args:
        state: The state.
        known: What fields of pieces may name, by the name of the field.
        rule: By which rule it is refused.

    Raises:
        Refusal: If a piece names something else, or is carried by what is not there, or by itself.
    """
    for piece in state.pieces.values():
        for field, names in known.items():
            named = getattr(piece, field, None)
            if named is not None and named not in names:
                problem = not_among(named[:20], sorted(names), "such thing")
                raise Refusal(rule, f"{piece.name} cannot be so: {field}: {problem}.")
    _check_bearers(state, rule)


def _check_bearers(state: State, rule: str) -> None:
    for piece in state.pieces.values():
        seen = {piece.id}
        bearer = piece.borne_by
        while bearer is not None:
            if bearer not in state.pieces:
                reason = f"{piece.name} would be carried by {bearer!r}, which is not there."
                raise Refusal(rule, reason)
            if bearer in seen:
                raise Refusal(rule, f"{piece.name} would be carried by what it carries itself.")
            seen.add(bearer)
            bearer = state.pieces[bearer].borne_by


def check_id(state: State, name: str, rule: str) -> None:
    """Check the id of a new piece, and that there is room for one more.

    Raises:
        Refusal: By the given rule.
    """
    if not (0 < len(name) <= LONGEST_ID and name.isprintable()):
        reason = f"The id {name[:20]!r} cannot be; it takes 1 to {LONGEST_ID} letters."
        raise Refusal(rule, reason)
    if len(state.pieces) >= MOST_ENTRIES:
        raise Refusal(rule, f"There are {MOST_ENTRIES} pieces already, and no room for more.")
