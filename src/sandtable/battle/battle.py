"""A battle: the one place where a state changes hands.

A battle holds the state, asks the rulebook what it waits for, checks every order against what its
seat may know, has it carried out on a copy, and only then takes the copy for the state. Whatever
goes wrong on the way, nothing is half-done.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.battle.binding import START, moves_on, place_after, place_of_ruling, written
from sandtable.battle.bounds import check_names
from sandtable.battle.choices import Choice
from sandtable.battle.events import Event
from sandtable.battle.ledger import LAID_OPEN, NOTHING_TO_UNDO, Ledger, Sink
from sandtable.battle.legality import allowed, as_written, ruling_as_written
from sandtable.battle.orders import Order
from sandtable.battle.outcome import Outcome
from sandtable.battle.public import PublicView, public_view
from sandtable.battle.record import (
    BY_NUMBER,
    FORMAT,
    DiceRecord,
    Header,
    Line,
    describe_dice,
    plain,
)
from sandtable.battle.refusal import Refusal
from sandtable.battle.registry import rulebook_for
from sandtable.battle.rulebook import Rulebook, S
from sandtable.battle.rulings import REFEREE, RULE_ZERO, Announce, Ruling, audience, enact
from sandtable.battle.state import encode
from sandtable.battle.taking_over import as_of, taken_over
from sandtable.battle.undoing import undo_refusal
from sandtable.battle.view import Moment, View
from sandtable.dice import Dice, DiceError, DiceNeeded, Overruling, ScriptedDice, SeededDice
from sandtable.odds import Odds
from sandtable.scenario import Scenario, Seat


def seats_of(scenario: Scenario) -> tuple[Seat, ...]:
    """The seats of a scenario: those it names, or one for each side."""
    return scenario.all_seats()


class Battle(Ledger[S]):
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
        settle: bool = True,
        format: int = FORMAT,
    ) -> None:
        scenario = rulebook.laid_out(scenario)
        self.rulebook = rulebook
        self.scenario = scenario
        self.dice = dice
        self.seats = {seat.id: seat for seat in seats_of(scenario)}
        self.referee_seated = REFEREE in self.seats if referee is None else referee
        self._keep_digests = keep_digests
        self._sinks: list[Sink] = []
        dice.begin(0, START if format > BY_NUMBER else None)
        self.state, events = rulebook.start(scenario, dice)
        self._choices: tuple[Choice, ...] | None = None
        self._outcome: tuple[Outcome | None] | None = None
        players = (seat for seat in self.seats if seat != REFEREE)
        self.header = Header(
            format=format,
            book=rulebook.code,
            revision=rulebook.revision,
            scenario=scenario,
            seats=(*players, REFEREE) if self.referee_seated else tuple(players),
            dice=dice_record or describe_dice(dice),
            rolls=dice.rolls,
            state=self.state.digest() if keep_digests else "",
        )
        self.lines: list[Line] = []
        self._history: list[Moment[S]] = [Moment(0, self.state, tuple(events), START)]
        if settle:
            self._try_to_settle()

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
        return cls(
            rulebook_for(scenario.book), scenario, dice or SeededDice("sandtable"), referee=referee
        )

    # -- where it stands --------------------------------------------------------------------------

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

    def view(self, seat: str) -> View[S]:
        """The battle as a seat may know it.

        Raises:
            LookupError: If there is no such seat.
        """
        known = self._known_to(seat)
        choices = self._choices_known(known)
        return View(
            rulebook=self.rulebook,
            seat=seat,
            number=self.number,
            state=known,
            history=self._history,
            choices=tuple(
                choice if len(choice.seats) == 1 else msgspec.structs.replace(choice, seats=(seat,))
                for choice in choices
                if seat in choice.seats
            ),
            waiting=tuple(dict.fromkeys(s for choice in choices for s in choice.seats)),
            outcome=self.outcome,
            sees_all=seat == REFEREE,
        )

    def public_view(self) -> PublicView:
        """The battle as far as every player knows it: what onlookers may be told."""
        return public_view(self)

    def odds(self, order: Order, seat: str | None = None) -> Odds | None:
        """The exact odds of an order, as the seat that would give it can tell.

        Raises:
            Refusal: If it is no order of this book, or its fields hold what they cannot hold.
        """
        known = self._known_to(seat or self._only_seat())
        return self.rulebook.odds(known, as_written(self.rulebook, known, order))

    # -- orders -----------------------------------------------------------------------------------

    def refusal(self, order: Order, seat: str | None = None) -> Refusal | None:
        """Why an order may not be given now, or ``None`` if it may.

        The answer rests on what the seat may know, so it gives nothing away.

        Raises:
            LookupError: If there is no such seat, or it is not clear which one is meant.
        """
        try:
            self._allowed(order, seat)
        except Refusal as refusal:
            return refusal
        return None

    def allows(self, order: Order, seat: str | None = None) -> bool:
        """Whether an order may be given now."""
        return self.refusal(order, seat) is None

    def _allowed(self, order: Order, seat: str | None, *, is_read: bool = False) -> Order:
        """An order as it will stand in the journal, if it may be given now; else a refusal."""
        if self.is_laid_open:
            raise Refusal(LAID_OPEN, "The secret of the dice is known, so no more are rolled.")
        if self.outcome is not None:
            raise Refusal(self.outcome.rule, f"The battle is over: {self.outcome.reason}")
        seat = seat or self._only_seat()
        known = self._known_to(seat)
        choices = self._choices_known(known)
        return allowed(self.rulebook, known, seat, choices, self.outcome, order, is_read=is_read)

    def play(
        self, order: Order, seat: str | None = None, *, is_read: bool = False
    ) -> tuple[Event, ...]:
        """Carry out an order and return what happened.

        Args:
            order: What a player wants.
            seat: Who wants it; may be left out while only one seat has a choice.
            is_read: Whether it was just read from plain data by `read_order`; else it is written
                down and read again, so that play and replay see the same.

        Raises:
            Refusal: If the rules do not allow it. Nothing has changed then.
            DiceNeeded: If real dice must be rolled first. Nothing has changed then either: feed
                the dice and play the order again.
            LookupError: If there is no such seat, or it is not clear which one is meant.
        """
        self.settle()
        order = self._allowed(order, seat, is_read=is_read)
        events = self._carry_out(order, seat or self._only_seat())
        self._try_to_settle()
        return events

    def _carry_out(
        self,
        order: Order,
        seat: str,
        *,
        by_default: bool = False,
        overruled: Mapping[str, str] | None = None,
        back_to: int | None = None,
        dice_of: int | None = None,
    ) -> tuple[Event, ...]:
        """Carry an order out on a copy of the state; only when it is recorded does it count."""
        position = len(self._history) - 1 if back_to is None else self._position(back_to)
        draft = self._history[position].state.copy()
        data = written(order)
        place = place_after(self._history[position].place, seat, data)
        # An order that is carried out anew has the place that it had, and so its dice.
        self._begin(self.number + 1 if dice_of is None else dice_of, place)
        dice = Overruling(self.dice, overruled) if overruled else self.dice
        try:
            events = (
                *_decreed(overruled or {}),
                *self.rulebook.apply(draft, seat, order, dice),
            )
            if isinstance(dice, Overruling) and dice.unused:
                names = ", ".join(dice.unused)
                raise Refusal(RULE_ZERO, f"That step has no result called {names}.")
            return self._commit(
                draft,
                events,
                position=position,
                kind="overrule" if overruled else "order",
                seat=seat,
                place=place,
                order=msgspec.json.decode(data),
                by_default=by_default,
                overruled=dict(overruled or {}),
                to=back_to,
                dice_of=dice_of,
                rolls=self.dice.rolls,
            )
        except BaseException:
            if isinstance(self.dice, ScriptedDice):
                self.dice.rewind()
            raise

    # -- the absent referee -----------------------------------------------------------------------

    @property
    def default_due(self) -> Order | None:
        """The book's answer to a question that nobody is there to answer, if one is open."""
        if self.referee_seated or self.is_laid_open:
            return None
        asked = (c for c in self.choices if c.seats == (REFEREE,) and c.default is not None)
        first = next(asked, None)
        return first.default if first else None

    def settle(self) -> None:
        """Give the book's default answers to questions that nobody is there to answer.

        Battles do this by themselves after every step. It is left to do only where that failed:
        real dice were missing, or the answer could not be recorded.
        """
        while (answer := self.default_due) is not None:
            self._carry_out(as_written(self.rulebook, self.state, answer), REFEREE, by_default=True)

    def _try_to_settle(self) -> None:
        """Settle after a step that has been taken; a failure shows when the next one is."""
        if self.default_due is not None:
            with contextlib.suppress(Exception):
                self.settle()

    # -- the referee ------------------------------------------------------------------------------

    def rule(self, ruling: Ruling) -> tuple[Event, ...]:
        """Carry out a ruling of the referee, whatever the battle waits for.

        Raises:
            Refusal: If it names what does not exist. Nothing has changed then.
        """
        self._referee_present()
        ruling = ruling_as_written(ruling)
        draft = self.state.copy()
        before = self._history[-1].place
        place = place_of_ruling(before, REFEREE, ruling)
        self._begin(self.number + 1, place)
        text = enact(self.rulebook, draft, ruling, self.dice)
        if ruling.because and not isinstance(ruling, Announce):
            text = f"{text[:-1]}: {ruling.because.rstrip('.')}."
        try:
            known = {
                seat: (self._known_to(seat), self.rulebook.known_to(draft, seat))
                for seat in self.seats
                if seat != REFEREE
            }
            event = Event(
                kind="announcement" if isinstance(ruling, Announce) else "ruling",
                text=text,
                rules=(RULE_ZERO,),
                rolls=self.dice.take_rolls(),
                seen_by=audience(ruling, draft, known),
            )
            follows = self.rulebook.ruled(draft, self.dice)
            check_names(draft, self.rulebook.nameable(draft), RULE_ZERO)
            self.rulebook.choices(draft)
            tuple(self.rulebook.figures(draft))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # A referee may change anything, also to what no battle could go on from.
            reason = "With that the battle could not go on: something it names is not there"
            raise Refusal(RULE_ZERO, f"{reason} ({error}).") from error
        return self._commit(
            draft,
            (event, *follows),
            kind="ruling",
            seat=REFEREE,
            place=place if moves_on(ruling) else before,
            order=plain(ruling),
            rolls=self.dice.rolls,
        )

    def overrule(self, results: Mapping[str, str]) -> tuple[Event, ...]:
        """Take the last order back and carry it out again with results that the referee decrees.

        Both are one step: one line of the journal. The dice that were thrown for the order stay as
        they fell; new ones are thrown only where the decreed results lead to rolls that were not
        made before. Results that were decreed earlier for the same order stand.

        Args:
            results: New results by name, as the book names them (``{"fire": "suppressed"}``).

        Raises:
            Refusal: If the last step was no order or has no such result. Nothing has changed then.
        """
        self._referee_present()
        last = self._history[-1]
        line = self.lines[last.line - 1] if last.line > self._seam else None
        if line is None or line.kind not in ("order", "overrule") or line.order is None:
            raise Refusal(RULE_ZERO, "The last step was no order, so there is no result to change.")
        order = self.rulebook.decode(encode(line.order))
        if not results:
            raise Refusal(RULE_ZERO, "Say which result is changed, and to what.")
        thrown = line.line if line.dice_of is None else line.dice_of
        return self._overrule(
            order, line.seat, {**line.overruled, **results}, self._history[-2].line, thrown
        )

    def _overrule(
        self,
        order: Order,
        seat: str,
        results: Mapping[str, str],
        to: int | None,
        dice_of: int | None,
    ) -> tuple[Event, ...]:
        try:
            return self._carry_out(order, seat, overruled=results, back_to=to, dice_of=dice_of)
        except DiceNeeded:
            raise
        except DiceError as error:
            raise Refusal(RULE_ZERO, f"{str(error)[:1].upper()}{str(error)[1:]}.") from None

    def _referee_present(self) -> None:
        if not self.referee_seated:
            raise Refusal(RULE_ZERO, "There is no referee in this battle.")
        if self.is_laid_open:
            raise Refusal(LAID_OPEN, "The secret of the dice is known; the record is closed.")

    # -- undo and fork ----------------------------------------------------------------------------

    def undo_refusal(self, seat: str, *, to: int | None = None) -> Refusal | None:
        """Why a seat may not take steps back on its own, or ``None`` if it may.

        Taking back is free until a die is thrown, something hidden is shown, or another seat has
        acted; beyond that it takes the other side's consent, or the referee.

        Args:
            seat: Who wants to take back.
            to: The line after which the battle shall stand again; without one, the last step.
        """
        return undo_refusal(self, seat, to)

    def undo(self, *, to: int | None = None, seat: str | None = None) -> None:
        """Take back the last step, or everything after a given line.

        The journal keeps what was undone: an undo is a line of its own. The dice do not move on
        by it: the same order, given again, rolls the same. Answers that were given for an absent
        referee go with the step that led to them.

        Args:
            to: The number of the line after which the battle shall stand again.
            seat: Who took it back, for the journal.

        Raises:
            Refusal: If there is nothing to undo, or that line is not in effect.
        """
        if to is None:
            steps = [before for before, after in self._steps() if not after.by_default]
            if not steps:
                raise Refusal(NOTHING_TO_UNDO, "Nothing has been done yet that could be undone.")
            to = steps[-1].line
        self._take_back(to, seat or REFEREE)
        self._try_to_settle()

    def _take_back(self, to: int | None, seat: str) -> None:
        if self.is_laid_open:
            raise Refusal(LAID_OPEN, "The secret of the dice is known; the record is closed.")
        position = self._position(to)
        moment = self._history[position]
        digest = moment.state.digest() if self._keep_digests else ""
        self._write(Line(line=self.number + 1, kind="undo", seat=seat, to=to, state=digest))
        self._history = self._history[: position + 1]
        self._stand(moment.state)

    def fork(self, *, dice: Dice | None = None) -> Battle[S]:
        """An independent battle that stands where this one stands, with the same past.

        Its record can go on only with the same dice; for others, see ``take_over``.
        """
        twin = copy.copy(self)
        twin.dice = dice or copy.deepcopy(self.dice)
        twin.lines = list(self.lines)
        twin._history = list(self._history)
        twin._sinks = []
        return twin

    def as_of(self, line: int) -> Battle[S]:
        """The battle as it stood after a line that stands; what came later has not happened in it.

        Raises:
            Refusal: If that line does not stand.
        """
        return as_of(self, line)

    def take_over(
        self,
        line: int | None = None,
        *,
        dice: Dice,
        referee: bool | None = None,
        dice_record: DiceRecord | None = None,
    ) -> Battle[S]:
        """A new battle that goes on from a line of this one, with new dice.

        It has the same past up to that line. That past is closed: nothing in it can be taken back
        or overruled. Who plays is as the scenario says; a referee may join or leave.

        Args:
            line: The line, which must stand; without one, the last that does.
            dice: The dice of the new battle.
            referee: Whether a person sits in the referee's seat; without a word, as before.
            dice_record: What the journal says of the dice, where they do not say it themselves
                (real dice).

        Raises:
            Refusal: If that line does not stand.

        >>> from sandtable.dice import SeededDice
        >>> from sandtable.scenario import load_scenario
        >>> battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
        >>> battle.take_over(dice=SeededDice(2)).header.taken_over.dice.seed
        '1'
        """
        return taken_over(self, line, dice, referee, dice_record)

    def _enter(self, header: Header) -> None:
        """Begin under a header, or under the first of several, if the battle was taken over."""
        self._ahead = header.sections()
        self.header = self._ahead[0]
        self._cross()

    def _cross(self) -> None:
        """Go on under the next header where a battle that is replayed was taken over."""
        while self._ahead and (self._ahead[0].seam or 0) == self.number:
            self.header, *rest = self._ahead
            self._ahead = tuple(rest)
            self.referee_seated = REFEREE in self.header.seats

    def _begin(self, line: int, place: bytes) -> None:
        """Have the dice begin a line, bound to what was decided; in format 1, to its number."""
        self.dice.begin(line, place if self.header.format > BY_NUMBER else None)

    def _stand(self, state: S) -> None:
        super()._stand(state)
        self._choices = None
        self._outcome = None

    # -- seats ------------------------------------------------------------------------------------

    def _known_to(self, seat: str) -> S:
        if seat == REFEREE:
            return self.state
        if seat not in self.seats:
            known = ", ".join(self.seats)
            raise LookupError(f"there is no seat {seat!r} in this battle (there are: {known})")
        return self.rulebook.known_to(self.state, seat)

    def _choices_known(self, known: S) -> tuple[Choice, ...]:
        """What the battle waits for, as far as one can tell who knows this much of the state."""
        if known is self.state or self.outcome is not None:
            return self.choices
        return self.rulebook.choices(known)

    def _only_seat(self) -> str:
        seats = dict.fromkeys(seat for choice in self.choices for seat in choice.seats)
        if len(seats) != 1:
            names = ", ".join(seats) or "nobody"
            raise LookupError(f"say which seat gives the order; the battle waits for: {names}")
        return next(iter(seats))


def _decreed(results: Mapping[str, str]) -> tuple[Event, ...]:
    """What the log says of results that the referee has put in place of the dice's."""
    if not results:
        return ()
    told = ", ".join(f"{name} is {result}" for name, result in results.items())
    return (Event(kind="ruling", text=f"The referee decrees: {told}.", rules=(RULE_ZERO,)),)
