"""The state of a battle: plain data that copies in microseconds.

A state never holds an open file, a callback, a generator or a source of randomness. Its pieces are
frozen records in a dictionary, so a copy shares them all and costs next to nothing; changing a
piece means putting a changed record in its place.
"""

from __future__ import annotations

import copy
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

if TYPE_CHECKING:
    from sandtable.scenario import Scenario
    from sandtable.table import Ground


class Setting:
    """What never changes during a battle: its scenario and the ground, prepared for use.

    A book derives its own setting to keep what it works out once per battle (sight rules, data
    sheets). States refer to it and share it; in a file it is represented by ``key`` alone, since
    the scenario stands in the journal's first line.
    """

    def __init__(self, scenario: Scenario, ground: Ground) -> None:
        self.scenario = scenario
        self.ground = ground
        self.key = scenario.digest()
        self.seats: dict[str, tuple[str, ...]] = {
            side: tuple(seat.id for seat in scenario.all_seats() if seat.side == side)
            for side in scenario.side_ids()
        }
        self._commands = {seat.id: seat.pieces for seat in scenario.all_seats()}

    def side_of(self, seat: str) -> str | None:
        """The side of a seat; the referee's has none."""
        return next((side for side, seats in self.seats.items() if seat in seats), None)

    def commands(self, seat: str, piece: str) -> bool:
        """Whether a seat may give orders to a piece of its side."""
        pieces = self._commands.get(seat)
        return pieces is None or piece in pieces

    def seats_for(self, side: str, piece: str) -> tuple[str, ...]:
        """The seats that may give orders to a piece."""
        return tuple(seat for seat in self.seats[side] if self.commands(seat, piece))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Piece(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing on (or off) the table that belongs to a side. Books derive their own pieces.

    What stands in ``internal`` is bookkeeping of the book, and not told as a marker.
    """

    internal: ClassVar[tuple[str, ...]] = ()

    id: str
    side: str
    name: str
    x: float
    y: float
    heading: float = 0.0

    @property
    def borne_by(self) -> str | None:
        """The piece that it rides in or on, or that tows it."""
        return None


class State(Struct, kw_only=True):
    """Where a battle stands. Books derive their own states from this.

    Everything in a state is immutable, except for the dictionaries named in ``containers``,
    which are copied with it and hold nothing mutable.
    """

    setting: Setting
    turn: int = 1
    pieces: dict[str, Any] = {}

    containers: ClassVar[tuple[str, ...]] = ("pieces",)
    optional: ClassVar[tuple[str, ...]] = ()
    """Fields that are not written where all of them have their defaults."""

    def copy(self) -> Self:
        """An independent copy; the frozen pieces are shared."""
        twin = copy.copy(self)
        for name in self.containers:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def out_of_play(self) -> tuple[str, ...]:
        """The ids of pieces that were in this battle and are gone for good, as far as known."""
        return ()

    def out_of_action(self) -> tuple[str, ...]:
        """The ids of pieces that are still there but lost to their side: the fallen, wrecks."""
        return ()

    def to_json(self) -> bytes:
        """The state as JSON, the same bytes for equal states."""
        return encode(self.written())

    def written(self) -> Struct:
        """What is written of it: the state itself, or less while its optional fields are unused.

        A field that a book gets later is optional, so that older battles keep their fingerprints.
        """
        if not self.optional:
            return self
        kind, defaults = _without_optional(type(self))
        if any(getattr(self, name) != value for name, value in defaults):
            return self
        return kind(**{name: getattr(self, name) for name in kind.__struct_fields__})

    @classmethod
    def from_json(cls, data: bytes, setting: Setting) -> Self:
        """Read a state back; its setting is given, since a state refers to it by key only."""

        def find(kind: type, key: Any) -> Any:
            if not issubclass(kind, Setting):
                raise TypeError(f"{kind.__name__} is not part of a state")
            if key != setting.key:
                raise ValueError(f"this state belongs to scenario {key}, not to {setting.key}")
            return setting

        return msgspec.json.decode(data, type=cls, dec_hook=find)

    def digest(self) -> str:
        """A short fingerprint; equal states have equal ones, whatever the machine."""
        return hashlib.blake2b(self.to_json(), digest_size=16).hexdigest()


@lru_cache
def _without_optional(kind: type[State]) -> tuple[type[Struct], tuple[tuple[str, Any], ...]]:
    """A twin of a kind of state that has no optional fields, and the defaults of those."""
    names = [name for name in kind.__struct_fields__ if name not in kind.optional]
    twin = msgspec.defstruct(kind.__name__, [(name, Any) for name in names], kw_only=True)
    fields = (field for field in msgspec.structs.fields(kind) if field.name in kind.optional)
    return twin, tuple((field.name, _default(field)) for field in fields)


def _default(field: FieldInfo) -> Any:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


def _refer(thing: Any) -> Any:
    if isinstance(thing, Setting):
        return thing.key
    raise TypeError(f"{type(thing).__name__} cannot be stored in a state")


_encoder = msgspec.json.Encoder(enc_hook=_refer, order="deterministic")


def encode(thing: Any) -> bytes:
    """Plain data as JSON bytes: keys sorted, so that equal data give equal bytes."""
    return _encoder.encode(thing)
