"""What can be typed at any time, beside orders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sandtable.battle import PhraseError
from sandtable.battle.phrases import find_piece
from sandtable.catalogue import CatalogueError
from sandtable.cli.terminal.menu import number_of
from sandtable.cli.terminal.screen import Gone, table
from sandtable.cli.terminal.telling import full_odds, piece_text, rule_text
from sandtable.cli.terminal.undoing import undo

if TYPE_CHECKING:
    from sandtable.battle import Order
    from sandtable.cli.terminal.session import Session, Turn

COMMANDS = (
    ("?", "this help"),
    ("list, or Enter", "the choices again; a number picks one, a piece's name lists its own"),
    ("odds PIECE TARGET", "exact odds, with every modifier; a number or any order can follow"),
    ("show [PIECE]", "where everything stands, or all about one piece"),
    ("map [FILE]", "draw the table as an SVG picture"),
    ("rule ID", "what a rule says"),
    ("log", "what has happened since the turn began"),
    ("undo", "take back your last order"),
    ("save [FILE]", "save the battle"),
    ("quit", "stop; the battle is saved and can be gone on with"),
)


def obey(session: Session, turn: Turn, line: str) -> bool:
    """Carry out a command; whether the line was one."""
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    match word.lower():
        case "?" | "help" | "h":
            _help(session, turn)
        case "" | "list" | "l":
            session.show_choices(turn)
        case "odds":
            _odds(session, turn, rest)
        case "show":
            _show(session, turn, rest)
        case "map":
            _map(session, turn, rest)
        case "rule":
            _rule(session, rest)
        case "log":
            session.show_log(turn)
        case "undo":
            if undo(session.screen, session.battle, turn.seat, session.people):
                session.shown = len(session.battle.events)
                turn.over = True
        case "save":
            session.screen.note(session.keeper.save(rest))
        case "quit" | "exit" | "q":
            raise Gone
        case _:
            return False
    return True


def _help(session: Session, turn: Turn) -> None:
    grid = table()
    grid.add_row(Text("Orders", style="bold"))
    for usage, text in session.phrases.help(turn.view.state, turn.choice):
        grid.add_row(Text(f"  {usage}"), Text(text, style="dim"))
    grid.add_row(Text("Commands", style="bold"))
    for usage, text in COMMANDS:
        grid.add_row(Text(f"  {usage}"), Text(text, style="dim"))
    session.screen.show(grid)
    session.screen.note("Pieces are named by their ids, or by as much of them as is clear.")


def _odds(session: Session, turn: Turn, line: str) -> None:
    order = _asked_about(session, turn, line)
    if order is None:
        return
    odds = turn.view.odds(order)
    refusal = turn.view.check(order)
    if odds is None:
        session.screen.warn(f"{refusal}" if refusal else "That order itself rolls no dice.")
        return
    for part in full_odds(odds):
        session.screen.show(part)
    if refusal is not None:  # nobody should count on a shot that cannot be had
        session.screen.warn(f"Not allowed now: {refusal}")


def _asked_about(session: Session, turn: Turn, line: str) -> Order | None:
    """The order whose odds are asked for, by its number or in words."""
    if not line:
        session.screen.warn("Say whose: odds PIECE TARGET, odds NUMBER, or odds and an order.")
        return None
    number = number_of(line)
    if number is not None:
        return session.numbered(turn, number)
    try:
        return session.phrases.question(turn.view.state, turn.choice, line)
    except PhraseError as error:
        session.screen.warn(str(error))
        return None


def _show(session: Session, turn: Turn, name: str) -> None:
    if not name:
        from sandtable.report import standing

        session.screen.show(standing(turn.view.state))
        return
    try:
        piece = find_piece(turn.view.state, name)
    except PhraseError as error:
        session.screen.warn(str(error))
        return
    for part in piece_text(turn.view, session.phrases, piece):
        session.screen.show(part)


def _map(session: Session, turn: Turn, name: str) -> None:
    from sandtable.draw import draw_view

    path = Path(name) if name else session.picture()
    if path.suffix.lower() != ".svg":
        session.screen.warn(f"{path} is no .svg file.")
        return
    try:
        path.write_text(draw_view(turn.view), encoding="utf-8")
    except OSError as error:
        session.screen.warn(f"{path}: {error.strerror}.")
        return
    session.screen.note(f"Drawn: {path.resolve()}")


def _rule(session: Session, name: str) -> None:
    if not name:
        session.screen.warn("Say which: rule ID, as it stands beside a result or a refusal.")
        return
    catalogue = session.battle.rulebook.catalogue
    try:
        rule = catalogue.rule(name.strip("[]").lower())
    except CatalogueError as error:
        session.screen.warn(f"{str(error)[:1].upper()}{str(error)[1:]}")
        return
    for part in rule_text(rule):
        session.screen.show(part)
