"""A book whose orders are acts: what it can answer because of that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from sandtable.acts.registry import Acts
from sandtable.battle import Choice, Order, Phrase, Phrasebook
from sandtable.battle.agenda import AgendaBook, AgendaState
from sandtable.battle.case import Case
from sandtable.battle.page import Action, Trace, with_keys
from sandtable.battle.phrases import tag_of
from sandtable.odds import Odds

A = TypeVar("A", bound=AgendaState)


class ActBook(AgendaBook[A]):
    """A book with an agenda, all orders of which are declared as acts.

    A page's buttons, typed orders and their help, previews and odds follow from the acts. A book
    overrides what it has more to say about.
    """

    acts: ClassVar[Acts]
    """Every act of the book."""

    case: ClassVar[type[Case[Any]]] = Case
    """What a seat has to decide, as the book's acts are handed it."""

    def odds(self, state: A, order: Order) -> Odds | None:
        """The exact odds of an order, as an answer to the decision that is due."""
        due = self.due(state)
        return self.acts.odds(state, order, due.decision if due else None)

    def actions(
        self, state: A, seat: str, choice: Choice | None, piece: str | None = None
    ) -> tuple[Action, ...]:
        """What a seat can do now, by itself or with a piece; see `Rulebook.actions`."""
        due = self.due(state)
        if due is None or self.outcome(state) is not None:
            return ()
        case = self.case(state, seat, due.decision, due.frame, choice.rule if choice else "")
        asked = choice is not None and seat in choice.seats
        listed = due.decision.listed(case, piece) if asked else ()
        return with_keys((*listed, *self.listed_at_any_time(case, piece)))

    def listed_at_any_time(self, case: Any, piece: str | None) -> Iterable[Action]:
        """What a seat may order whether or not the battle waits for it."""
        acts = (self.acts.by_kind(kind) for kind in self.anytime if piece is None)
        return (case.action(act.order, act.words) for act in acts if act is not None)

    def trace(self, state: A, order: Order) -> Trace | None:
        """What an order would do on the table."""
        return self.acts.preview(state, order)

    def phrasebook(self) -> Phrasebook:
        """How orders are typed and named: the book's own words if it has any, else by its acts."""
        module = self._module("page.typing_orders")
        phrases: Phrasebook = module.PHRASES if module else ActPhrases(self)
        return phrases


class ActPhrases(Phrasebook):
    """Orders in words, as their acts tell and read them.

    Args:
        book: The book.
    """

    def __init__(self, book: ActBook[Any]) -> None:
        super().__init__(book.orders, book.acts.aliases())
        self._book = book
        self._usage = book.acts.usage()

    def read(self, state: Any, choice: Choice, line: str) -> Order:
        """The order that a line means; what goes without saying need not be said."""
        tag, words = self.split(line)
        act = self._book.acts.named(tag)
        found = words if act is None else act.read(state, words)
        if isinstance(found, Order):
            return found
        return super().read(state, choice, " ".join([tag, *found]))

    def tell(self, state: Any, order: Order) -> Phrase:
        """How an order is named in a list."""
        act = self._book.acts.of(order)
        doer = getattr(order, act.doer, None) if act else None
        text = act.told(state, order) if act else None
        plain = super().tell(state, order)
        return Phrase(
            piece=doer if isinstance(doer, str) and doer in state.pieces else plain.piece,
            action=plain.action,
            text=plain.text if text is None else text,
        )

    def help(self, state: Any, choice: Choice) -> Iterable[tuple[str, str]]:
        """What answers the decision that is due, as far as it has come."""
        due = self._book.due(state)
        kinds = due.decision.answers_to(due.frame) if due else self._book.orders
        return (self.how(kind) for kind in kinds)

    def how(self, kind: type[Order]) -> tuple[str, str]:
        """How an order is best typed, and what it means."""
        return self._usage.get(tag_of(kind)) or super().how(kind)
