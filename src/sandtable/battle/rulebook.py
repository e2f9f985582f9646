"""The questions that a rulebook answers.

This is the whole of what the core knows of a book. A new book is a package with one object that
answers these questions; nothing above or below asks which book it is.

Two principles run through it:

*   **Legality is judged by what a seat may know, consequences by what is true.** ``choices``,
    ``check``, ``candidates``, ``advise`` and ``odds`` are handed the state as the seat in question
    knows it (``known_to``), so they cannot give away what is hidden. ``apply`` is handed the true
    state: a move that runs into a hidden gun is legal, and is interrupted there.
*   **Procedures that roll dice only return results.** They take the dice as an argument and change
    nothing; the same procedure rolls in play, stops for real dice, replays a journal and is walked
    down all its branches for exact odds.
"""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    import random
    from types import ModuleType

    from sandtable.battle.choices import Choice
    from sandtable.battle.cues import Cue
    from sandtable.battle.events import Event
    from sandtable.battle.figures import Drawn
    from sandtable.battle.orders import Order
    from sandtable.battle.outcome import Outcome
    from sandtable.battle.overlays import Overlay
    from sandtable.battle.page import Action, Sheet, Trace
    from sandtable.battle.personal import PersonalFiles
    from sandtable.catalogue import Catalogue
    from sandtable.dice import Dice
    from sandtable.odds import Odds, Question

from sandtable.battle.cues import point
from sandtable.battle.figures import plain_figures
from sandtable.battle.phrases import Phrasebook
from sandtable.battle.plain_page import plain_actions, plain_sheet
from sandtable.battle.refusal import Refusal
from sandtable.battle.state import State
from sandtable.catalogue.revisions import Revision, revisions_of_package
from sandtable.scenario import Scenario, ScenarioError, Zone
from sandtable.scenario.validation import CARRIED, leaves_zones_to_the_book, validate

S = TypeVar("S", bound=State)

NOTHING: Final[Mapping[str, Any]] = {}
"""What is settled of an order of which nothing is."""

NOTHING_HIDDEN: Final = "referee.book-hides-nothing"
"""Cited where a referee wants to hide something in a game in which nothing is hidden."""


class Option(Struct, frozen=True, kw_only=True):
    """A switch of a battle that a book offers (its ``optional`` rules, and some ``referee`` ones).

    Attributes:
        id: Its name in a scenario's ``[options]``.
        rule: The rule it switches.
        text: What it does, in a sentence.
        default: Its setting when nobody says otherwise.
        allowed: All the settings there are.
        follows: The option that switches this one on, where it is not set by itself, as soon as
            that one is not at its default.
        words: How settings are called where their own word says too little.
        typed: The one of the settings that stands for whatever is written in its place, such as
            ``number``.
    """

    id: str
    rule: str
    text: str
    default: str | bool
    allowed: tuple[str | bool, ...] = (True, False)
    follows: str | None = None
    words: dict[str, str] = {}
    typed: str | None = None


class Rulebook(ABC, Generic[S]):
    """One book's rules, behind the questions that every book answers."""

    code: ClassVar[str]
    """The short name that prefixes its rule ids: ``p8``."""

    title: ClassVar[str]
    """The name of the book."""

    revision: ClassVar[int]
    """Raised whenever old journals would no longer replay to the same states."""

    orders: ClassVar[tuple[type[Order], ...]]
    """Every kind of order that the book knows."""

    anytime: ClassVar[tuple[type[Order], ...]] = ()
    """Orders that a seat may give whether or not the battle waits for it."""

    options: ClassVar[tuple[Option, ...]] = ()
    """The switches of a battle."""

    with_referee: ClassVar[Mapping[str, str | bool]] = {}
    """How switches are set where a person sits in the referee's seat and nobody says otherwise."""

    turn_name: ClassVar[str] = "turn"
    """What the book calls the turns that a battle is counted in."""

    metres_per_inch: ClassVar[float | None] = None
    """The ground scale, for the scale bar of a map; ``None`` where the book has none."""

    on_squares: ClassVar[bool] = False
    """Whether it is played on squares of an inch, which a map then shows."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The book's rules and tables."""

    @property
    def revisions(self) -> tuple[Revision, ...]:
        """What has changed in the book's rules, as its ``revisions.toml`` says."""
        return revisions_of_package(type(self).__module__)

    @abstractmethod
    def start(self, scenario: Scenario, dice: Dice) -> tuple[S, list[Event]]:
        """Set a battle up as the scenario says, up to its first decision.

        Raises:
            ScenarioError: Where the scenario asks for what this book does not have.
        """

    @abstractmethod
    def choices(self, state: S) -> tuple[Choice, ...]:
        """What the battle waits for; several at once where orders are given simultaneously."""

    @abstractmethod
    def check(self, state: S, seat: str, order: Order) -> Refusal | None:
        """Why an order may not be given, or ``None`` if it may."""

    @abstractmethod
    def apply(self, state: S, seat: str, order: Order, dice: Dice) -> list[Event]:
        """Carry out a legal order: change the state, up to the next decision, and tell of it."""

    @abstractmethod
    def candidates(self, state: S, choice: Choice) -> Iterator[Order]:
        """A finite, sensible set of legal answers to a choice, in a fixed order, at least one.

        On a free table there are endlessly many moves; these are the ones that computer players,
        tests and keyboards pick from.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the battle ended, or ``None`` while it goes on."""

    def known_to(self, state: S, seat: str) -> S:
        """The state as a seat knows it: hidden things are absent. May be the state itself.

        Where the scenario itself has secrets (hidden units), the setting of what is returned must
        be one of ``scenario.known_to(side)``, since players can read it, and its key is sent to
        them. That a step has been taken is never a secret, only what it was.
        """
        return state

    def lays_open(self, before: S, after: S) -> bool:
        """Whether a step has shown something else than pieces that a seat did not know before.

        Taking such a step back is not free, since what was seen cannot be forgotten.
        """
        return False

    def ruled(self, state: S, dice: Dice) -> list[Event]:
        """What follows from a ruling of the referee, which may have changed anything.

        A book drops here whatever on its agenda has lost its subject, and goes on to the next
        decision.
        """
        return []

    def nameable(self, state: S) -> Mapping[str, Collection[str]]:
        """What fields of pieces may name, by the name of the field, such as their data sheet.

        A ruling after which a piece names anything else is refused. What carries a piece
        (``borne_by``) is looked for among the pieces anyway.
        """
        return {}

    def pick(self, state: S, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice. Books may do this faster than by listing them all."""
        return chance.choice(list(self.candidates(state, choice)))

    def advise(self, state: S, choice: Choice) -> Iterable[tuple[float, Order]]:
        """The candidates with their worth to the seat that answers, by exact odds."""
        return ((0.0, order) for order in self.candidates(state, choice))

    def odds(self, state: S, order: Order) -> Odds | None:
        """The exact odds of an order before its dice fall, or ``None`` if it rolls none."""
        return None

    def questions(self) -> tuple[Question, ...]:
        """What can be asked about odds without a battle, as ``sandtable odds`` does.

        A book lists its questions as ``QUESTIONS`` in a module ``page.odds_questions`` of its
        package.
        """
        module = self._module("page.odds_questions")
        listed: tuple[Question, ...] = module.QUESTIONS if module else ()
        return listed

    def phrasebook(self) -> Phrasebook:
        """How orders are typed and named, for people who play on a keyboard.

        A book lists words of its own in a phrasebook ``PHRASES`` in a module
        ``page.typing_orders`` of its package; without one, its orders are typed by their names and
        fields.
        """
        module = self._module("page.typing_orders")
        phrases: Phrasebook = module.PHRASES if module else Phrasebook(self.orders)
        return phrases

    def cues(self) -> Mapping[str, Sequence[Cue]]:
        """Which gestures each kind of event is, for whoever shows a battle while it happens.

        A book lists them as ``CUES`` in a module ``page.telling`` of its package. Without any,
        it is shown who moves, comes and goes, the dice, and the sentence of the log.
        """
        module = self._module("page.telling")
        cues: Mapping[str, Sequence[Cue]] = module.CUES if module else NOTHING
        return cues

    def place_told(self, setting: Any, value: Any) -> tuple[float, float] | None:
        """The place on the table that a value in an event's data names.

        A book that counts otherwise than in inches says so in a function ``place`` of its module
        ``page.telling``.
        """
        module = self._module("page.telling")
        place: Callable[[Any, Any], tuple[float, float] | None] | None
        place = getattr(module, "place", None)
        return place(setting, value) if place else point(value)

    def personal_files(self) -> PersonalFiles[S] | None:
        """How people are carried from battle to battle; ``None`` if the book has nothing of it.

        A book offers them as ``PERSONAL_FILES`` in a module ``personal_files`` of its package.
        """
        module = self._module("personal_files")
        files: PersonalFiles[S] | None = module.PERSONAL_FILES if module else None
        return files

    def _module(self, name: str) -> ModuleType | None:
        """A module of the book's package that only some books have, loaded when it is asked for."""
        package, _, _ = type(self).__module__.rpartition(".")
        parent, _, _ = f"{package}.{name}".rpartition(".")
        if parent != package and importlib.util.find_spec(parent) is None:
            return None
        if importlib.util.find_spec(f"{package}.{name}") is None:
            return None
        return importlib.import_module(f"{package}.{name}")

    def standard_table(self) -> tuple[float, float]:
        """The width and depth of the table where a scenario does not give them.

        Raises:
            ScenarioError: If the book has no table in mind.
        """
        raise ScenarioError("table", f"give its width and depth; {self.title} has no usual ones")

    def last_turn(self, scenario: Scenario) -> int:
        """The last turn that a battle can come to; 0 where there is none."""
        return scenario.turns

    def turn_in_words(self, scenario: Scenario, turn: int) -> str:
        """How far a battle has come, in the book's own word: "turn 3 of 10"."""
        if not turn:
            return f"before {self.turn_name} 1"
        last = self.last_turn(scenario)
        return f"{self.turn_name} {turn} of {last}" if last else f"{self.turn_name} {turn}"

    def laid_out(self, scenario: Scenario) -> Scenario:
        """A scenario with what it leaves to its book: the size of the table, and the zones."""
        table, filled = scenario.table, scenario
        if not (table.width and table.depth):
            width, depth = self.standard_table()
            size = msgspec.structs.replace(
                table, width=table.width or width, depth=table.depth or depth
            )
            filled = msgspec.structs.replace(scenario, table=size)
        if scenario.units and leaves_zones_to_the_book(scenario):
            zones = self.standard_zones(filled)
            own = {zone.side: zone.id for zone in zones}
            units = tuple(
                unit
                if unit.status.get(CARRIED)
                else msgspec.structs.replace(unit, zone=own[unit.side])
                for unit in scenario.units
            )
            filled = msgspec.structs.replace(filled, zones=zones, units=units)
        if filled is not scenario:
            validate(filled)
        return filled

    def standard_zones(self, scenario: Scenario) -> tuple[Zone, ...]:
        """The zone of each side where a scenario gives neither zones nor positions.

        Raises:
            ScenarioError: If the book has none in mind.
        """
        unit = scenario.units[0]
        problem = "give exactly one of at, zone and enters"
        raise ScenarioError(f"units[0] (id {unit.id!r})", f"{problem} (or {CARRIED})")

    def unit_of(self, scenario: Scenario) -> str:
        """What distances are measured in, as it is written on a map."""
        return "in"

    def data_sheets(self) -> tuple[Mapping[str, Any], ...]:
        """The book's data sheets, a record for each with ``id``, ``name`` and whatever it has."""
        return ()

    def figures(self, state: S) -> Iterable[Drawn]:
        """What lies on the table, as it is to be drawn: pieces, smoke, objectives.

        It is handed the state as a seat knows it, so it can draw all of it.
        """
        return plain_figures(state)

    # -- for people with a page; all of it rests on the state as the seat knows it ----------------

    def actions(
        self, state: S, seat: str, choice: Choice | None, piece: str | None = None
    ) -> tuple[Action, ...]:
        """What a seat can do now: with a piece that it commands, or by itself.

        Every order that answers the choice can be put together from one of these. What is not
        possible now is listed with the reason, where it might be at another time.

        Args:
            state: The battle as the seat knows it.
            seat: The seat.
            choice: The decision that is open; if it is not this seat's, or there is none, only
                orders are listed that can be given at any time.
            piece: A piece, or whatever else the drawing shows as one.
        """
        return plain_actions(self, state, seat, choice, piece)

    def sheet(self, state: S, piece: str) -> Sheet:
        """The card of a piece, as far as the seat may know."""
        return plain_sheet(self, state, piece)

    def reach(
        self, state: S, piece: str, order: str, fixed: Mapping[str, Any] = NOTHING
    ) -> tuple[Overlay, ...]:
        """Where a piece can go now with an order of a kind.

        Args:
            state: The battle as the seat knows it.
            piece: The piece; empty, where the order places what has no piece of its own.
            order: The tag of the order.
            fixed: What is settled of it already, such as the weapon.
        """
        return ()

    def sights(self, state: S, piece: str) -> tuple[Overlay, ...]:
        """Whom a piece sees and what hides the rest, its fields of fire and ranges."""
        return ()

    def apart(self, state: S, one: str, two: str) -> float | None:
        """How far apart two pieces are, as the book measures; ``None`` if one is nowhere."""
        return None

    def trace(self, state: S, order: Order) -> Trace | None:
        """What an order would do on the table, legal or not; ``None`` if nothing can be shown."""
        return None

    def decode(self, data: bytes | str) -> Order:
        """Read an order from a line of JSON.

        Raises:
            msgspec.ValidationError: Naming the field that is wrong.
        """
        return _decoder(self.orders).decode(data)

    def conceal(self, state: S, piece: str) -> str:
        """Hide a piece where it stands, because the referee says so: change the state.

        Returns:
            What those hear of it who still know where it is, as a sentence.

        Raises:
            Refusal: If the book cannot hide it. What was changed by then does not count.
        """
        raise Refusal(NOTHING_HIDDEN, f"{self.title} hides nothing, so nothing can be hidden.")

    def reveal(self, state: S, piece: str, at: tuple[float, float] | None = None) -> str:
        """Show a piece that is hidden, because the referee says so: change the state.

        Args:
            state: The state.
            piece: The piece, or what hides it, by a name of the book's own.
            at: Where it then stands; without a place, where the book would have it.

        Returns:
            What those hear of it who can see it then, as a sentence. If what hid it was named,
            everybody can see all of it then.

        Raises:
            Refusal: If it is not hidden, or cannot stand there. What was changed by then does not
                count.
        """
        raise Refusal(NOTHING_HIDDEN, f"{self.title} hides nothing, so nothing can be shown.")


_decoders: dict[Sequence[type[Order]], msgspec.json.Decoder[Order]] = {}


def _decoder(orders: tuple[type[Order], ...]) -> msgspec.json.Decoder[Order]:
    decoder = _decoders.get(orders)
    if decoder is None:
        union = orders[0]
        for kind in orders[1:]:
            union = union | kind  # type: ignore[assignment]
        decoder = _decoders[orders] = msgspec.json.Decoder(union)
    return decoder
