"""What a referee asks before he rules: what a ruling would do, who hears of it, what came up.

Nothing here changes a battle: whatever has to be tried is tried on a copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from sandtable.battle import Battle, Refusal
from sandtable.battle.orders import kebab
from sandtable.battle.rulings import RULINGS
from sandtable.battle.state import encode
from sandtable.dice import DiceNeeded, Overruling, RecordedDice
from sandtable.server.messages import Answer, Ask, FieldInfo, PhraseInfo, RefusalInfo
from sandtable.server.rooms.steps import read_ruling

OVERRULE: Final = "overrule"
"""What stands for the results of the last order when its fields are asked for."""

PLACE: Final = "place"
"""What stands for a new piece when its fields are asked for."""

_TAGS: Final = frozenset(kebab(ruling.__name__) for ruling in RULINGS)


def answer_referee(battle: Battle[Any], ask: Ask) -> Answer | None:
    """The answer to what only a referee asks; ``None`` if it is what every seat may ask.

    A ``preview`` of a ruling has a ``phrase`` with what the log would say and the ``seats`` that
    would hear it, or a ``refusal``. ``fields`` of ``{"order": "overrule"}`` are the results of the
    last order, those of ``{"order": "place"}`` a new piece like another.
    """
    tag = (ask.order or {}).get("order")
    if ask.about == "preview" and isinstance(tag, str) and tag in _TAGS:
        return _foretold(battle, ask)
    if ask.about == "fields" and tag == OVERRULE:
        return Answer(id=ask.id, number=battle.number, fields=results(battle))
    if ask.about == "fields" and tag == PLACE and ask.piece is not None:
        value = fresh_copy(battle, ask.piece)
        copy = FieldInfo(name="piece", sort="data", value=value)
        return Answer(id=ask.id, number=battle.number, fields=(copy,))
    return None


# -- what a ruling would do -----------------------------------------------------------------------


def _foretold(battle: Battle[Any], ask: Ask) -> Answer:
    try:
        phrase = foretell(battle, ask.order or {})
    except Refusal as refusal:
        refused = RefusalInfo(rule=refusal.rule, reason=refusal.reason)
        return Answer(id=ask.id, number=battle.number, refusal=refused)
    return Answer(id=ask.id, number=battle.number, phrase=phrase)


def foretell(battle: Battle[Any], ruling: Mapping[str, Any]) -> PhraseInfo:
    """What the log would say of a ruling (``text``), and the seats that would hear it (``seats``).

    Raises:
        Refusal: If it cannot be carried out.
    """
    twin = battle.fork()
    try:
        event = twin.rule(read_ruling(dict(ruling)))[0]
    except DiceNeeded:
        return {"text": "Real dice must be thrown for what follows.", "seats": None}
    heard = event.seen_by
    return {"text": event.text, "seats": None if heard is None else list(heard)}


# -- a new piece ----------------------------------------------------------------------------------


def fresh_copy(battle: Battle[Any], name: str) -> dict[str, Any]:
    """A piece as it came into the battle, where it stands now.

    Marks, and ties to others such as a transport, are left out: a new piece has none of them.
    """
    now = battle.state.pieces[name]
    model = battle.moments[0].state.pieces.get(name, now)
    plain: dict[str, Any] = msgspec.json.decode(encode(model))
    for field in msgspec.structs.fields(model):
        if field.default is None or isinstance(plain.get(field.name), bool):
            plain.pop(field.name, None)
    return plain | {"x": now.x, "y": now.y, "heading": now.heading}


# -- the results of the last order ----------------------------------------------------------------


class _Noting(Overruling):
    """Dice that note which results came up, and what each could have been."""

    def __init__(self, dice: RecordedDice, results: Mapping[str, str]) -> None:
        super().__init__(dice, results)
        self.noted: dict[str, tuple[str, tuple[str, ...]]] = {}

    def settle(self, what: str, value: str, among: Sequence[str]) -> str:
        """The result, noted."""
        result = super().settle(what, value, among)
        number = self._settled[what]
        self.noted[what if number == 1 else f"{what} {number}"] = (result, tuple(among))
        return result


def results(battle: Battle[Any]) -> tuple[FieldInfo, ...]:
    """The results of the last order that a referee may overrule: name, value and other values."""
    line = battle.steps[-1][1] if battle.steps else None
    if line is None or line.order is None or line.kind not in ("order", "overrule"):
        return ()
    dice = _Noting(RecordedDice(line.rolls), line.overruled)
    before = battle.moments[-2].state.copy()
    order = battle.rulebook.decode(encode(line.order))
    tuple(battle.rulebook.apply(before, line.seat, order, dice))
    return tuple(
        FieldInfo(name=name, sort="word", value=value, words=list(among))
        for name, (value, among) in dice.noted.items()
    )
