"""A battle: the one place where a state changes hands.

A battle holds the state, asks the rulebook what it waits for, checks every order against what its
seat may know, has it carried out on a copy, and only then takes the copy for the state. Whatever
goes wrong on the way, nothing is half-done.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

import msgspec

from sandtable.battle.choices import Choice
from sandtable.battle.events import Event
from sandtable.battle.orders import Order
from sandtable.battle.outcome import Outcome
from sandtable.battle.record import DiceRecord, Header, Line, LineKind
from sandtable.battle.refusal import Refusal
from sandtable.battle.registry import rulebook_for
from sandtable.battle.rulebook import Rulebook, S
from sandtable.battle.rulings import REFEREE, RULE_ZERO, Ruling, enact
from sandtable.battle.state import encode
from sandtable.battle.view import Moment, View
from sandtable.dice import Dice, FairDice, Overruling, SeededDice
from sandtable.odds import Odds
from sandtable.scenario import Scenario, Seat

Sink = Callable[[Line], None]
"""Takes each line before it counts; if it fails, the step has not happened."""

_UNTOUCHED = "undo.nothing-to-take-back"


def seats_of(scenario: Scenario) -> tuple[Seat, ...]:
    """The seats of a scenario: those it names, or one for each side."""
    return scenario.seats or tuple(Seat(id=side.id, side=side.id) for side in scenario.sides)


class Battle(Generic[S]):
    """A battle in progress.

    Attributes:
        rulebook: The rules it is fought by.
        scenario: What is fought.
        header: The first line of its journal.
        lines: All further lines, undone ones included.
        state: Where it stands; read it, but change it only through ``play``.
    """

    def __init__(
        self,
        rulebook: Rulebook[S],
        scenario: Scenario,
        dice: Dice,
        *,
        referee: bool | None = None,
        dice_record: DiceRecord | None = None,
        keep_digests: bool = True,
    ) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.dice = dice
        self.seats = {seat.id: seat for seat in seats_of(scenario)}
        seated = any(seat.role == "referee" for seat in self.seats.values())
        self.referee_seated = seated if referee is None else referee
        self._keep_digests = keep_digests
        self._sinks: list[Sink] = []
        dice.begin(0)
        self.state, events = rulebook.start(scenario, dice)
        self._choices: tuple[Choice, ...] | None = None
        self._outcome: tuple[Outcome | None] | None = None
        self.header = Header(
            book=rulebook.code,
            revision=rulebook.revision,
            scenario=scenario,
            seats=(*self.seats, *((REFEREE,) if self.referee_seated and not seated else ())),
            dice=dice_record or describe_dice(dice),
            rolls=dice.rolls,
            state=self.state.digest() if keep_digests else "",
        )
        self.lines: list[Line] = []
        self._history: list[Moment[S]] = [Moment(0, self.state, tuple(events))]

    @classmethod
    def start(
        cls,
        scenario: Scenario,
        *,
        dice: Dice | None = None,
        referee: bool | None = None,
    ) -> Battle[Any]:
        """Start a battle by the rulebook that its scenario names.

        Args:
            scenario: What is fought.
            dice: The dice to use; without any, seeded ones.
            referee: Whether a person sits in the referee's seat. If nobody does, questions to the
                referee get the book's default answer.
        """
        battle: Battle[Any] = cls(
            rulebook_for(scenario.book), scenario, dice or SeededDice("sandtable"), referee=referee
        )
        battle._answer_for_absent_referee()
        return battle

    # -- where it stands --------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last line; the header is line 0."""
        return len(self.lines)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the battle waits for; empty once it has ended."""
        if self._choices is None:
            self._choices = () if self.outcome else self.rulebook.choices(self.state)
        return self._choices

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or ``None`` while it goes on."""
        if self._outcome is None:
            self._outcome = (self.rulebook.outcome(self.state),)
        return self._outcome[0]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened and was not undone, secrets included."""
        return tuple(event for moment in self._history for event in moment.events)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last step brought."""
        return self._history[-1].events

    def view(self, seat: str) -> View[S]:
        """The battle as a seat may know it."""
        known = self.state if self._is_referee(seat) else self._known_to(seat)
        return View(
            rulebook=self.rulebook,
            seat=seat,
            number=self.number,
            state=known,
            history=self._history,
            choices=tuple(
                choice if len(choice.seats) == 1 else msgspec.structs.replace(choice, seats=(seat,))
                for choice in self.choices
                if seat in choice.seats
            ),
            waiting=tuple(dict.fromkeys(s for choice in self.choices for s in choice.seats)),
            outcome=self.outcome,
        )

    def odds(self, order: Order, seat: str | None = None) -> Odds | None:
        """The exact odds of an order, as the seat that would give it can tell."""
        seat = seat or self._only_seat()
        return self.rulebook.odds(self._known_to(seat), order)

    # -- orders -----------------------------------------------------------------------------------

    def refusal(self, order: Order, seat: str | None = None) -> Refusal | None:
        """Why an order may not be given now, or ``None`` if it may."""
        if self.outcome is not None:
            return Refusal(self.outcome.rule, f"The battle is over: {self.outcome.reason}")
        seat = seat or self._only_seat()
        if not any(seat in choice.seats for choice in self.choices):
            first = self.choices[0]
            waiting = " or ".join(first.seats)
            return Refusal(first.rule, f"The battle waits for {waiting}: {first.prompt}")
        known = self.state if self._is_referee(seat) else self._known_to(seat)
        return self.rulebook.check(known, seat, order)

    def allows(self, order: Order, seat: str | None = None) -> bool:
        """Whether an order may be given now."""
        return self.refusal(order, seat) is None

    def play(self, order: Order, seat: str | None = None) -> tuple[Event, ...]:
        """Carry out an order and return what happened.

        Args:
            order: What a player wants.
            seat: Who wants it; may be left out while only one seat has a choice.

        Raises:
            Refusal: If the rules do not allow it. Nothing has changed then.
            DiceNeeded: If real dice must be rolled first. Nothing has changed then either: feed
                the dice and play the order again.
        """
        seat = seat or self._only_seat()
        refusal = self.refusal(order, seat)
        if refusal is not None:
            raise refusal
        events = self._carry_out(order, seat)
        self._answer_for_absent_referee()
        return events

    def _carry_out(
        self,
        order: Order,
        seat: str,
        *,
        by_default: bool = False,
        overruled: Mapping[str, str] | None = None,
    ) -> tuple[Event, ...]:
        draft = self.state.copy()
        dice = self.dice
        dice.begin(self.number + 1)
        if overruled:
            dice = Overruling(dice, overruled)
        events = self.rulebook.apply(draft, seat, order, dice)
        if isinstance(dice, Overruling) and dice.unused:
            names = ", ".join(dice.unused)
            raise Refusal(RULE_ZERO, f"That step has no result called {names}.")
        kind: LineKind = "overrule" if overruled else "order"
        return self._commit(
            draft,
            events,
            kind=kind,
            seat=seat,
            order=msgspec.Raw(encode(order)),
            by_default=by_default,
            overruled=dict(overruled or {}),
            rolls=self.dice.rolls,
        )

    def _answer_for_absent_referee(self) -> None:
        """Give the book's default answers to questions that nobody is there to answer."""
        while not self.referee_seated and self.outcome is None:
            asked = [c for c in self.choices if c.seats == (REFEREE,) and c.default is not None]
            if not asked:
                return
            assert asked[0].default is not None
            self._carry_out(asked[0].default, REFEREE, by_default=True)

    # -- the referee ------------------------------------------------------------------------------

    def rule(self, ruling: Ruling) -> tuple[Event, ...]:
        """Carry out a ruling of the referee, whatever the battle waits for.

        Raises:
            Refusal: If it names what does not exist. Nothing has changed then.
        """
        self._referee_present()
        draft = self.state.copy()
        text = enact(draft, ruling)
        if ruling.because:
            text = f"{text[:-1]}: {ruling.because}"
        event = Event(kind="ruling", text=text, rules=(RULE_ZERO,))
        return self._commit(
            draft, [event], kind="ruling", seat=REFEREE, order=msgspec.Raw(encode(ruling))
        )

    def overrule(self, results: Mapping[str, str]) -> tuple[Event, ...]:
        """Take the last order back and carry it out again with results that the referee decrees.

        Args:
            results: New results by name, as the book names them (``{"fire": "suppressed"}``).

        Raises:
            Refusal: If the last step was no order or has no such result. Nothing has changed then.
        """
        self._referee_present()
        last = self._history[-1]
        line = self.lines[last.line - 1] if last.line else None
        if line is None or line.kind not in ("order", "overrule") or line.order is None:
            raise Refusal(RULE_ZERO, "The last step was no order, so there is no result to change.")
        order = self.rulebook.decode(bytes(line.order))
        rehearsal = self.fork()
        rehearsal.undo(seat=REFEREE)
        rehearsal._carry_out(order, line.seat, overruled=results)
        self.undo(seat=REFEREE)
        events = self._carry_out(order, line.seat, overruled=results)
        self._answer_for_absent_referee()
        return events

    def _referee_present(self) -> None:
        if not self.referee_seated:
            raise Refusal(RULE_ZERO, "There is no referee in this battle.")

    # -- undo and fork ----------------------------------------------------------------------------

    def undo(self, *, to: int | None = None, seat: str | None = None) -> None:
        """Take back the last step, or everything after a given line.

        The journal keeps what was undone: an undo is a line of its own, so no roll is ever
        repeated by taking a step back and forth.

        Args:
            to: The number of the line after which the battle shall stand again.
            seat: Who took it back, for the journal.

        Raises:
            Refusal: If there is nothing to undo, or that line is not in effect.
        """
        if to is None:
            if len(self._history) < 2:
                raise Refusal(_UNTOUCHED, "Nothing has been done yet that could be undone.")
            to = self._history[-2].line
        position = next((i for i, m in enumerate(self._history) if m.line == to), None)
        if position is None or position == len(self._history) - 1:
            standing = ", ".join(str(moment.line) for moment in self._history[:-1]) or "none"
            raise Refusal(_UNTOUCHED, f"Line {to} cannot be gone back to; these can: {standing}.")
        moment = self._history[position]
        self._write(
            Line(
                line=self.number + 1,
                kind="undo",
                seat=seat or REFEREE,
                to=to,
                state=moment.state.digest() if self._keep_digests else "",
            )
        )
        # A new list, not a shorter one: views that were handed out keep the past they saw.
        self._history = self._history[: position + 1]
        self._stand(moment.state)

    def fork(self, *, dice: Dice | None = None) -> Battle[S]:
        """An independent battle that stands where this one stands, with the same past."""
        twin = copy.copy(self)
        twin.dice = dice or copy.copy(self.dice)
        twin.lines = list(self.lines)
        twin._history = list(self._history)
        twin._sinks = []
        return twin

    # -- the record -------------------------------------------------------------------------------

    def attach(self, sink: Sink) -> None:
        """Hand every further line to ``sink`` before it counts (a journal file, a network)."""
        self._sinks.append(sink)

    def _commit(
        self, draft: S, events: Iterable[Event], *, kind: LineKind, seat: str, **facts: Any
    ) -> tuple[Event, ...]:
        state = draft.digest() if self._keep_digests else ""
        self._write(Line(line=self.number + 1, kind=kind, seat=seat, state=state, **facts))
        self._history.append(Moment(self.number, draft, tuple(events)))
        self._stand(draft)
        return self._history[-1].events

    def _write(self, line: Line) -> None:
        for sink in self._sinks:
            sink(line)
        self.lines.append(line)

    def _stand(self, state: S) -> None:
        self.state = state
        self._choices = None
        self._outcome = None

    # -- seats ------------------------------------------------------------------------------------

    def _is_referee(self, seat: str) -> bool:
        return seat == REFEREE or (seat in self.seats and self.seats[seat].role == "referee")

    def _known_to(self, seat: str) -> S:
        if seat not in self.seats:
            known = ", ".join(self.seats)
            raise LookupError(f"there is no seat {seat!r} in this battle (there are: {known})")
        return self.rulebook.known_to(self.state, seat)

    def _only_seat(self) -> str:
        seats = dict.fromkeys(seat for choice in self.choices for seat in choice.seats)
        if len(seats) != 1:
            names = ", ".join(seats) or "nobody"
            raise LookupError(f"say which seat gives the order; the battle waits for: {names}")
        return next(iter(seats))


def describe_dice(dice: Dice) -> DiceRecord:
    """What a journal's first line says of the dice."""
    if isinstance(dice, FairDice):
        return DiceRecord(kind="fair", commitment=dice.commitment, words=tuple(dice.words))
    if isinstance(dice, SeededDice):
        return DiceRecord(kind="seeded", seed=str(dice.seed))
    return DiceRecord(kind="scripted")
