"""Messages that no client of ours would send, and none of which may change anything."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from sandtable.battle.rulings import RULINGS
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.server.messages import LARGEST, Ask, Hello, Incoming, Ping

Message = dict[str, Any]
Raw = str | bytes

_DECODER: Final = msgspec.json.Decoder(Incoming)

HUGE = 10**400
JUNK: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, -1e308, 2**31, 2**63, 2**64, -(2**63) - 1, HUGE,
    float("nan"), float("inf"), float("-inf"),
    "", " ", "x", "null", "0", "..", "../../etc/passwd", "' OR 1=1 --", "<script>alert(1)</script>",
    "\0", "\u202e", "\ud800", "🛡" * 40, "x" * 63, "x" * 65, "x" * 5000, "constructor", "__class__",
    [], {}, [[]], [None], [1, 2, 3], [[1, 2], [3]], {"x": 1}, {"": {}}, {"order": {"order": {}}},
)  # fmt: skip
"""Values that hardly any field expects."""

TAGS: Final[tuple[Any, ...]] = (
    "", "Give", "GIVE", "give ", "gi\0ve", "order", "welcome", "update", "done", "answer", "admin",
    "__init__", None, 0, 1.5, True, [], {}, ["give"], {"type": "give"}, "x" * 3000,
)  # fmt: skip

NUMBERS: Final = (
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "01", "+1", "0x10", "1_000", ".5", "5.",
    "9" * 400, "1e", "--1", "1,5", "∞", "٣",
)  # fmt: skip
"""What stands in place of a number, and is none or too large a one."""


def is_harmless(raw: Raw) -> bool:
    """Whether a message cannot be meant as a command, whatever else it is."""
    try:
        message = _DECODER.decode(raw if isinstance(raw, bytes) else raw.encode("utf-8", "replace"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        return True
    return isinstance(message, Ask | Hello | Ping)


class Vandal:
    """Makes up messages for one seat.

    Args:
        chance: Where chance comes from.
        number: The number of the battle's last line.
        pieces: The ids of all pieces, also of those that the seat does not know of.
        examples: Messages as they should be, from this seat.
        illegal: Makes a message that can be read, but is refused from this seat.
    """

    def __init__(
        self,
        chance: random.Random,
        *,
        number: int,
        pieces: Sequence[str],
        examples: Sequence[Message],
        illegal: Callable[[Vandal], Message] | None = None,
    ) -> None:
        self.chance = chance
        self.number = number
        self.pieces = pieces
        self.examples = examples
        self._illegal = illegal
        self._count = 0

    def message(self) -> Raw:
        """The next message: never one that may change something."""
        kind = self.chance.random()
        if kind < 0.2:
            return as_text(self.question())
        if kind < 0.5 and self._illegal is not None:
            return as_text(self._illegal(self))
        while True:
            raw = self.chance.choice(SPOILINGS)(self, dict(self.chance.choice(self.examples)))
            if is_harmless(raw) and len(raw) < LARGEST / 4:
                return raw

    # -- parts ------------------------------------------------------------------------------------

    def key(self) -> str:
        """A fresh key."""
        self._count += 1
        return f"vandal-{self._count:06}"

    def junk(self) -> Any:
        """A value that hardly any field expects."""
        return self.chance.choice(JUNK)

    def mostly(self, good: Any, others: Sequence[Any]) -> Any:
        """A value that is good, or now and then one of others."""
        return good if self.chance.random() < 0.95 else self.chance.choice(others)

    def coordinate(self) -> float:
        """A number for a place, mostly on the table."""
        wild = (0.0, -0.0, 1e-300, 1e300, -5.0, 1e9, 2.0**53)
        return self.chance.choice((self.chance.uniform(-5, 65), self.chance.choice(wild)))

    def value_for(self, kind: Any) -> Any:
        """A value for a field of an order: of the right type, at least in part."""
        text = str(kind)
        point = [self.coordinate(), self.coordinate()]
        if "tuple[tuple[float" in text:
            return [[self.coordinate(), self.coordinate()] for _ in range(self.chance.choice(LONG))]
        if "tuple[float" in text:
            return point
        if "tuple[str" in text:
            return [self.name() for _ in range(self.chance.choice(LONG))]
        if "Literal" in text:
            return self.chance.choice((*text.split("'")[1::2], "nothing"))
        if "bool" in text:
            return self.chance.choice((True, False))
        return self.coordinate() if "float" in text else self.name()

    def name(self) -> str:
        """The name of a piece, which there may not be."""
        others = ("nobody", "", "british", "referee", "x" * 64, "\u202e", "__class__")
        return self.chance.choice((*self.pieces, *others))

    def order(self) -> Message:
        """An order that can be read, more or less."""
        kind = self.chance.choice(RULEBOOK.orders)
        order = _plain(self, kind)
        if self.chance.random() < 0.2 and len(order) > 1:
            order[self.chance.choice([name for name in order if name != "order"])] = self.junk()
        return order

    def ruling(self) -> Message:
        """A ruling of a referee that can be read, more or less."""
        return _plain(self, self.chance.choice(RULINGS))

    def question(self) -> Message:
        """A question, mostly one that makes no sense."""
        ask: Message = {
            "type": "ask",
            "id": self.mostly(self._count, (-1, 10_000_001, 1.5, "1")),
            "about": self.mostly(self.chance.choice(ABOUT), ("everything", "", None)),
            "level": self.mostly("random", ("nobody", "", "x" * 65)),
        }
        for field, value in (
            ("piece", self.name() or "nobody"),
            ("order", self.order()),
            ("slot", self.chance.choice(SLOTS)),
            ("theme", self.mostly("dark", ("pink",))),
            ("have", {"ground": self.chance.choice(self.pieces)}),
        ):
            if self.chance.random() < 0.6:
                ask[field] = self.mostly(value, JUNK)
        return ask


ABOUT: Final = (
    "actions", "sheet", "preview", "targets", "farthest", "fitting", "reach", "sights", "offers",
    "hint", "drawing", "fields",
)  # fmt: skip

SLOTS: Final = (
    "target", "element", "path", "at", "attackers", "facing", "distance", "order", "nothing",
)  # fmt: skip

LONG: Final = (0, 1, 2, 3, 40)
"""How many values a list has."""


def _plain(vandal: Vandal, kind: Any) -> Message:
    fields = msgspec.structs.fields(kind)
    values = {field.name: vandal.value_for(field.type) for field in fields}
    return {"order": kind.__struct_config__.tag, **values}


def as_text(message: Message) -> str:
    """A message as JSON, with whatever Python allows beyond it (NaN, lone surrogates)."""
    return json.dumps(message)


# -- ways to spoil a message ----------------------------------------------------------------------


def another_value(vandal: Vandal, good: Message) -> Raw:
    """One field has a value of another kind."""
    good[vandal.chance.choice(list(good))] = vandal.junk()
    return as_text(good)


def a_field_less(vandal: Vandal, good: Message) -> Raw:
    """One field is missing."""
    del good[vandal.chance.choice(list(good))]
    return as_text(good)


def a_field_more(vandal: Vandal, good: Message) -> Raw:
    """There is a field that nobody knows."""
    name = vandal.chance.choice(("seat", "side", "host", "role", "", "number", "Type", "x" * 900))
    return as_text({**good, name: vandal.junk()})


def another_tag(vandal: Vandal, good: Message) -> Raw:
    """It is of a kind that there is not."""
    return as_text({**good, "type": vandal.chance.choice(TAGS)})


def cut_short(vandal: Vandal, good: Message) -> Raw:
    """It ends in the middle."""
    text = as_text(good)
    return text[: vandal.chance.randrange(len(text))]


def signs_changed(vandal: Vandal, good: Message) -> Raw:
    """Some of its signs are others."""
    signs = list(as_text(good))
    for _ in range(vandal.chance.randint(1, 4)):
        signs[vandal.chance.randrange(len(signs))] = chr(vandal.chance.choice(CODES))
    return "".join(signs)


CODES: Final = (
    0,
    1,
    9,
    10,
    34,
    39,
    44,
    58,
    91,
    92,
    93,
    123,
    125,
    127,
    160,
    0x202E,
    0xFEFF,
    0x1F6E1,
)


def bytes_changed(vandal: Vandal, good: Message) -> Raw:
    """It comes in a binary frame, and is hardly text."""
    raw = bytearray(as_text(good).encode())
    for _ in range(vandal.chance.randint(1, 4)):
        raw[vandal.chance.randrange(len(raw))] = vandal.chance.choice((0, 0x80, 0xC0, 0xFF, 0xED))
    return bytes(raw)


def only_noise(vandal: Vandal, _good: Message) -> Raw:
    """It is nothing at all."""
    return vandal.chance.choice(
        ("", " ", "\n", "null", "true", "0", "[]", "{}", '""', "[{}]", "\ufeff{}", b"", b"\0" * 9,
         b"\xff\xfe", vandal.chance.randbytes(vandal.chance.randint(1, 300)))
    )  # fmt: skip


def nested(vandal: Vandal, good: Message) -> Raw:
    """Something in it is a list of a list of a list ..."""
    deep = vandal.chance.choice((20, 500, 3000))
    opened, closed = vandal.chance.choice((("[", "]"), ('{"a":', "}"), ('{"order":', "}")))
    inner = f"{opened * deep}1{closed * vandal.chance.choice((deep, deep, 0))}"
    field = vandal.chance.choice(list(good))
    text = as_text({**good, field: "PLACE"})
    return text.replace('"PLACE"', inner)


def no_number(vandal: Vandal, good: Message) -> Raw:
    """A number is none, or far too large."""
    field = vandal.chance.choice(list(good))
    text = as_text({**good, field: "PLACE"})
    return text.replace('"PLACE"', vandal.chance.choice(NUMBERS))


def said_twice(vandal: Vandal, good: Message) -> Raw:
    """A field comes twice, once with nonsense."""
    field = vandal.chance.choice(list(good))
    twice = f"{json.dumps(field)}: {json.dumps(vandal.junk())}"
    text = as_text(good)
    return f"{{{twice}, {text[1:]}" if vandal.chance.random() < 0.5 else f"{text[:-1]}, {twice}}}"


def two_at_once(_vandal: Vandal, good: Message) -> Raw:
    """Two messages come as one, or several in a list."""
    text = as_text(good)
    return _vandal.chance.choice((text + text, f"{text}\n{text}", f"[{text}]", f"{text},"))


def very_long(vandal: Vandal, good: Message) -> Raw:
    """A field is very long, though not too long for a message."""
    field = vandal.chance.choice(list(good))
    many: Any = vandal.chance.choice(("x" * 9000, [0] * 3000, {str(n): n for n in range(700)}))
    return as_text({**good, field: many})


SPOILINGS: Final[tuple[Callable[[Vandal, Message], Raw], ...]] = (
    another_value,
    a_field_less,
    a_field_more,
    another_tag,
    cut_short,
    signs_changed,
    bytes_changed,
    only_noise,
    nested,
    no_number,
    said_twice,
    two_at_once,
    very_long,
)
