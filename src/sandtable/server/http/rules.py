"""The texts of rules: of the books, and of the table itself."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, HTTPException

from sandtable.battle import Rulebook, UnknownRulebookError, rulebook_codes, rulebook_for
from sandtable.catalogue import CatalogueError, Rule
from sandtable.server.http.callers import Admitted
from sandtable.server.http.models import Problem, RuleInfo

router = APIRouter(prefix="/api", responses={401: {"model": Problem}, 404: {"model": Problem}})

TABLE_RULES: Final = {
    "referee.word-is-final": "The referee's word is final: it beats the book, the dice and the "
    "program. Every ruling is recorded, and told to those who can see what it changed.",
    "undo.free-until-dice-or-another-act": "Taking back is free until a die is thrown, something "
    "hidden is shown, or another seat has acted. Beyond that it takes the consent of the other "
    "side, or the referee.",
    "undo.nothing-to-take-back": "Only what still counts can be taken back.",
    "dice.secret-is-laid-open": "Whoever knows the secret of fair dice knows the dice; so the "
    "record is closed once it is laid open.",
    "order.is-plain-data": "An order must be one that the book knows, with the fields that it has, "
    "and with numbers, texts and places that a table has room for.",
    "server.out-of-step": "An order is refused if something has happened that its giver had not "
    "seen when he gave it. Nothing has changed; look at the table, and decide anew.",
    "server.not-recorded": "A step counts only once it is recorded. This one could not be, so "
    "nothing has changed.",
    "server.too-long": "Working out an order may take only so long. One that takes longer is "
    "stopped, so that other battles go on, and nothing has changed.",
    "server.set-aside": "A battle that takes more time or memory than the server has for it is set "
    "aside: it can be looked at and saved, and whoever began it can have it tried once more.",
    "server.not-begun": "The battle begins when every person has sealed and opened a word, or "
    "the real dice that it needs are thrown.",
    "server.wrong-dice": "Real dice are typed as they fell: as many as were asked for, with faces "
    "that such dice have.",
    "server.no-dice-wanted": "Faces are taken only when dice are wanted, from whoever throws them.",
    "server.dice-wanted": "While an order waits for dice, its seat throws them or gives it up.",
    "server.no-seal-wanted": "For fair dice each person seals a word before the battle begins. As "
    "soon as all seals are in, they are shown to all, and none can be changed any more.",
    "server.seal-not-opened": "A seal is opened when all seals are in, with the very word and "
    "nonce that it was made from.",
    "server.not-begun-anew": "When all seals are in, whoever cannot open his own, or the host, can "
    "have all words sealed anew, with another secret of the server. Everybody is told.",
    "server.nobody-waits": "Who is ready is asked only before a battle that waits for everybody.",
    "server.not-your-seat": "A seat is given up by whoever took it up by an invitation.",
    "server.only-the-referee": "Only the referee rules, overrules and lays secrets open.",
    "server.a-computer-sits-there": "While a computer player has a seat, it gives the orders.",
    "server.onlookers-only-look": "Onlookers see what every player knows, and give no orders.",
    "server.nothing-to-agree-to": "Only those are asked for their consent whose side has not "
    "agreed yet, and only while nothing else has happened.",
    "server.no-side": "Onlookers are on no side, and speak to all.",
    "server.nothing-said": "What is said must be something that can be shown.",
    "take-over.from-a-line-that-stands": "A battle is taken over from a line that still counts.",
    "server.fault": "The program made a mistake. Nothing has changed.",
}


@router.get("/books/{code}/rules")
def book_rules(code: str, _caller: Admitted) -> list[RuleInfo]:
    """All rules of a book, in its order."""
    try:
        book = rulebook_for(code)
    except UnknownRulebookError as error:
        raise HTTPException(404, _sentence(error)) from None
    return [_told(book, rule) for rule in book.catalogue.rules]


@router.get("/books/{code}/rules/{rule}")
def book_rule(code: str, rule: str, _caller: Admitted) -> RuleInfo:
    """A rule of a book."""
    try:
        book = rulebook_for(code)
        found = book.catalogue.rule(rule)
    except (UnknownRulebookError, CatalogueError) as error:
        raise HTTPException(404, _sentence(error)) from None
    return _told(book, found)


def _sentence(error: Exception) -> str:
    return f"{str(error)[:1].upper()}{str(error)[1:]}."


def _told(book: Rulebook[Any], rule: Rule) -> RuleInfo:
    return RuleInfo(
        id=rule.id,
        book=book.code,
        book_title=book.title,
        kind=rule.kind,
        where=rule.where,
        text=rule.text,
        ruling=rule.ruling,
    )


@router.get("/rules/{rule}")
def any_rule(rule: str, caller: Admitted) -> RuleInfo:
    """A rule by its id, whichever book it is of; rules of the table too."""
    text = TABLE_RULES.get(rule)
    if text is not None:
        return RuleInfo(
            id=rule, book="", book_title="The table", kind="base", where="", text=text, ruling=""
        )
    code = rule.partition(".")[0]
    if code not in rulebook_codes():
        raise HTTPException(404, f"There is no rule {rule!r}.")
    return book_rule(code, rule, caller)
