"""A battle played at a keyboard, from its first decision to its last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.battle import PhraseError, Refusal
from sandtable.battle.phrases import find_piece
from sandtable.cli.terminal.commands import obey
from sandtable.cli.terminal.menu import Menu, number_of
from sandtable.cli.terminal.rolls import carry_out
from sandtable.cli.terminal.telling import short_odds
from sandtable.dice import ScriptedDice
from sandtable.report.render import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.battle import Battle, Choice, Order, Phrase, View
    from sandtable.cli.terminal.keeping import Keeper
    from sandtable.cli.terminal.screen import Screen
    from sandtable.players import Player


class Turn:
    """One decision of one person, until it is taken."""

    def __init__(self, view: View[Any], choice: Choice, menu: Menu) -> None:
        self.view = view
        self.seat = view.seat
        self.choice = choice
        self.menu = menu
        self.over = False


class Session:
    """People and computer players at one table.

    Args:
        battle: The battle, wherever it stands.
        players: The computer players by seat; people sit on all other seats.
        screen: Where people see and type.
        keeper: Who keeps the battle's journal.
    """

    def __init__(
        self, battle: Battle[Any], players: Mapping[str, Player], screen: Screen, keeper: Keeper
    ) -> None:
        self.battle = battle
        self.players = players
        self.screen = screen
        self.keeper = keeper
        self.phrases = battle.rulebook.phrasebook()
        self.people = tuple(seat for seat in battle.seats if seat not in players)
        self.shown = 0
        self._last: str | None = None
        self._silent: list[tuple[str, Phrase]] = []

    def play(self) -> None:
        """Play to the end.

        Raises:
            Gone: If the people leave before that.
        """
        self.show_events()
        while self.battle.outcome is None:
            seat = self._next_seat()
            if seat in self.players:
                self._computer(seat)
            else:
                self._person(seat)
            self.show_events()

    def _next_seat(self) -> str:
        """Who decides next: a person if one can, so that nobody waits for the computer."""
        seats = [seat for choice in self.battle.choices for seat in choice.seats]
        return next((seat for seat in seats if seat in self.people), seats[0])

    def _computer(self, seat: str) -> None:
        view = self.battle.view(seat)
        order = self.players[seat].decide(view, view.choices[0])
        before = len(self.battle.events)
        phrase = self.phrases.tell(view.state, order)
        if not isinstance(self.battle.dice, ScriptedDice):
            self._silent.append((seat, phrase))
        elif self._is_open(phrase.piece):
            self.screen.note(f"{self._name(seat)}: {self.phrases.typed(order)}")
        else:
            self.screen.note(f"{self._name(seat)} decides something out of sight.")
        carry_out(self.screen, self.battle, order, seat)
        if len(self.battle.events) > before:  # the events tell it
            self._silent.clear()

    def _is_open(self, piece: str | None) -> bool:
        """Whether all people may know of an order, which is one for that piece."""
        for person in self.people:
            known = self.battle.view(person).state
            if known is not self.battle.state and (piece is None or piece not in known.pieces):
                return False
        return True

    # -- a person's decision ----------------------------------------------------------------------

    def _person(self, seat: str) -> None:
        view = self.battle.view(seat)
        choice = view.choices[0]
        turn = Turn(view, choice, Menu(view, choice, self.phrases, self.screen.console.width))
        self._announce(turn)
        while not turn.over:
            line = self.screen.ask(self._prompt(turn))
            if not obey(self, turn, line):
                self._answer(turn, line)

    def _announce(self, turn: Turn) -> None:
        if len(self.people) > 1 and turn.seat != self._last:
            self.screen.heading(f"{self._name(turn.seat)}, it is your turn.")
        self._last = turn.seat
        self.screen.heading(turn.choice.prompt)
        self._tell_silent(turn)
        self.show_choices(turn)

    def _tell_silent(self, turn: Turn) -> None:
        """What the computer has ordered and no event has told yet: whom a person reacts to."""
        for seat, phrase in self._silent:
            piece = turn.view.state.pieces.get(phrase.piece)
            if piece is not None or phrase.piece is None:
                who = f"{piece.name}, " if piece is not None else ""
                said = f"{phrase.action} {phrase.text}".strip()
                self.screen.note(f"{self._name(seat)}: {who}{said}")
        self._silent.clear()

    def _name(self, seat: str) -> str:
        side = self.battle.seats[seat].side
        name = self.battle.scenario.side(side).name if side else seat
        return name if side == seat else f"{name} ({seat})"

    def _prompt(self, turn: Turn) -> str:
        battle = self.battle
        return f"{self._name(turn.seat)}, {battle.rulebook.turn_name} {battle.state.turn}> "

    def _answer(self, turn: Turn, line: str) -> None:
        """A number, the name of a piece, or an order in words."""
        number = number_of(line)
        if number is not None:
            self._pick(turn, number)
            return
        if self._list_piece(turn, line):
            return
        try:
            order = self.phrases.read(turn.view.state, turn.choice, line)
        except PhraseError as error:
            self.screen.warn(str(error))
            return
        self._give(turn, order)

    def _list_piece(self, turn: Turn, name: str) -> bool:
        """List the orders of a piece if that is what was typed, and no order is called so."""
        try:
            self.phrases.split(name)
        except PhraseError:
            try:
                piece = find_piece(turn.view.state, name)
            except PhraseError:
                return False
        else:
            return False
        if not turn.menu.orders_of(piece):
            self.screen.warn(f"{turn.view.state.pieces[piece].name} has nothing to do now.")
            return True
        self._show(turn.menu.of_piece(piece))
        return True

    def _pick(self, turn: Turn, number: int) -> None:
        order = self.numbered(turn, number)
        if order is not None:
            self._give(turn, order)

    def numbered(self, turn: Turn, number: int) -> Order | None:
        """The order with that number; else the orders of the piece with it are listed."""
        entry = turn.menu.pick(number)
        if entry is None:
            last = len(turn.menu.entries)
            self.screen.warn(f"There is no choice {number}; they are 1 to {last}.")
            return None
        if entry.piece is not None:
            self._show(turn.menu.of_piece(entry.piece))
            return None
        order: Order = entry.order
        return order

    def _give(self, turn: Turn, order: Order) -> None:
        refusal = turn.view.check(order)
        if refusal is not None:
            self.screen.warn(f"Not allowed: {refusal}")
            return
        odds = turn.view.odds(order)
        if odds is not None:
            self.screen.note(f"Odds: {short_odds(odds)}.")
        try:
            carry_out(self.screen, self.battle, order, turn.seat)
        except Refusal as refused:
            self.screen.warn(f"Not allowed: {refused}")
            return
        turn.over = True

    # -- showing ----------------------------------------------------------------------------------

    def show_choices(self, turn: Turn) -> None:
        """The choices of a decision, numbered."""
        self._show(turn.menu.top())
        self.screen.note("Type a number, an order, or ? for help.")

    def _show(self, parts: Any) -> None:
        for part in parts:
            self.screen.show(part)

    def show_events(self) -> None:
        """What has happened since the last look, as far as any of the people may know."""
        events = self.battle.events
        for event in events[min(self.shown, len(events)) :]:
            if any(event.visible_to(seat) for seat in self.people):
                self._show(told(event))
        self.shown = len(events)

    def show_log(self, turn: Turn) -> None:
        """What has happened since the last turn began, as far as the person may know."""
        events = self.battle.events
        for event in events[self.since_turn() :]:
            if event.visible_to(turn.seat):
                self._show(told(event))

    def since_turn(self) -> int:
        """How many events there were before the current turn began."""
        kinds = [event.kind for event in self.battle.events]
        return len(kinds) - 1 - kinds[::-1].index("turn") if "turn" in kinds else 0

    def picture(self) -> Path:
        """Where the map is drawn unless somebody says otherwise."""
        kept = self.keeper.path
        return kept.with_suffix(".svg") if kept else Path(f"{self.battle.scenario.id}.svg")
