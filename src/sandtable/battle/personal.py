"""Files of persons, which are carried from battle to battle.

In some books a player leads a few people of his own for many battles. Such a book offers *personal
files*: a small text for each of these people, which says who he is, what he has and how he fares.
A file is put into a scenario in the place of one of its units, before the battle begins; so the
scenario that stands in a journal holds everything, and the battle replays without the file. During
the battle and after it, the person can be taken out again, as he is then.

Nothing here knows any book. Whoever reads files, serves or shows them talks to these questions
only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from msgspec import Struct

from sandtable.battle.public import players_of
from sandtable.battle.registry import UnknownRulebookError, rulebook_codes, rulebook_for
from sandtable.battle.rulebook import S
from sandtable.battle.rulings import REFEREE
from sandtable.scenario.bounds import MOST_LETTERS_IN_A_FILE, OutOfBoundsError, check_plain
from sandtable.scenario.errors import FaultyFileError, not_among
from sandtable.scenario.toml import plain_toml

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle
    from sandtable.battle.outcome import Outcome
    from sandtable.battle.view import View
    from sandtable.scenario import Scenario

MOST_CHARACTERS: Final = 64 * 1024
"""How long a personal file may be."""


class PersonalFileError(FaultyFileError):
    """A personal file that cannot be used.

    >>> str(PersonalFileError("level", "expected at most 5, found 9", file="anna.toml"))
    'anna.toml: level: expected at most 5, found 9'
    """


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a card: what it is, how it stands, and the rule behind it."""

    label: str
    value: str
    rule: str = ""
    hint: str = ""


class CardPart(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a card under a heading."""

    title: str
    facts: tuple[Fact, ...] = ()


class Card(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The card of a person, as it is read beside the table.

    Attributes:
        title: The name.
        subtitle: What sort of person it is.
        marks: What is the matter with him, in words.
        parts: Everything else.
        whole: Whether it is all there is to know; else it is what everybody may know.
    """

    title: str
    subtitle: str = ""
    marks: tuple[str, ...] = ()
    parts: tuple[CardPart, ...] = ()
    whole: bool = True


class ReadyMade(Struct, frozen=True, kw_only=True):
    """A person to begin with: the name to ask for him by, and what he is."""

    id: str
    text: str


class PersonalFiles(ABC, Generic[S]):
    """The questions that a book answers which lets people be carried from battle to battle.

    A file is TOML, and says ``book = "..."`` at its top, with the code of its book.
    """

    noun: ClassVar[str] = "character"
    """What such a person is called."""

    @abstractmethod
    def places(self, scenario: Scenario) -> tuple[str, ...]:
        """The units of a scenario in whose place a person can be put."""

    @abstractmethod
    def ready_made(self) -> tuple[ReadyMade, ...]:
        """People to begin with."""

    @abstractmethod
    def new(self, kind: str, name: str) -> str:
        """The file of a ready-made person under a name of his own.

        Raises:
            PersonalFileError: If there is none such, or nobody can be called that.
        """

    @abstractmethod
    def name_of(self, text: str) -> str:
        """The name of the person in a file.

        Raises:
            PersonalFileError: If the file cannot be used.
        """

    @abstractmethod
    def card_of_file(self, text: str) -> Card:
        """The card of the person in a file.

        Raises:
            PersonalFileError: If the file cannot be used.
        """

    @abstractmethod
    def rested(self, text: str) -> str:
        """The file of a person after a time of rest.

        Raises:
            PersonalFileError: If the file cannot be used, or rest does not help.
        """

    @abstractmethod
    def put_in(self, scenario: Scenario, unit: str, text: str) -> Scenario:
        """A scenario with a person in the place of one of ``places``.

        Raises:
            PersonalFileError: If the file cannot be used, or the person cannot fight.
        """

    @abstractmethod
    def card(self, state: S, piece: str, *, whole: bool) -> Card | None:
        """The card of a piece as it is now; ``None`` if it is no person.

        Args:
            state: The battle as far as whoever asks may know it.
            piece: The piece.
            whole: Whether all of it is shown, or only what the book lets everybody know.
        """

    @abstractmethod
    def take_out(self, state: S, piece: str, outcome: Outcome | None, *, left: bool) -> str | None:
        """The file of a piece as it comes out of a battle; ``None`` if it is no person.

        Args:
            state: The battle, or where it stood when the piece was last on the table.
            piece: The piece.
            outcome: How the battle ended, if it has.
            left: Whether the piece has left the table before that.
        """


# -- files ----------------------------------------------------------------------------------------


def personal_files_of(text: str) -> PersonalFiles[Any]:
    """The book's hand for a file, by what the file says at its top.

    Raises:
        PersonalFileError: If it is no such file, or of a book that has none.
    """
    book = plain_facts(text).get("book")
    if not isinstance(book, str):
        offered = ", ".join(offering())
        raise PersonalFileError("book", f"missing; give the code of a rulebook ({offered})")
    return personal_files_for(book)


def personal_files_for(book: str) -> PersonalFiles[Any]:
    """The personal files of a book.

    Raises:
        PersonalFileError: If it has none.
    """
    try:
        found = rulebook_for(book).personal_files()
    except UnknownRulebookError as error:
        raise PersonalFileError("book", str(error)) from None
    if found is None:
        offered = ", ".join(offering())
        raise PersonalFileError("book", f"{book!r} has no personal files (there are: {offered})")
    return found


def plain_facts(text: str) -> dict[str, Any]:
    """The text as plain data.

    Raises:
        PersonalFileError: If it is too long, or no TOML, or something in it is out of bounds.
    """
    if len(text) > MOST_CHARACTERS:
        problem = f"too long: at most {MOST_CHARACTERS} characters, found {len(text)}"
        raise PersonalFileError("", problem)
    try:
        facts = plain_toml(text)
        check_plain(facts, letters=MOST_LETTERS_IN_A_FILE)
    except (FaultyFileError, OutOfBoundsError) as error:
        raise PersonalFileError(error.where, error.problem) from None
    return facts


def offering() -> list[str]:
    """The codes of the books that offer personal files."""
    return [code for code in rulebook_codes() if rulebook_for(code).personal_files() is not None]


def bring(scenario: Scenario, files: Mapping[str, str]) -> Scenario:
    """A scenario with people from files in the places of some of its units.

    Args:
        scenario: The scenario.
        files: The text of a file for each unit whose place is taken.

    Raises:
        PersonalFileError: If that cannot be; ``where`` begins with the unit.
    """
    if not files:
        return scenario
    book = personal_files_for(scenario.book)
    places = book.places(scenario)
    for unit, text in files.items():
        try:
            if unit not in places:
                raise PersonalFileError("", _no_place(book.noun, unit, places))
            _check_name(scenario, unit, book.name_of(text))
            scenario = book.put_in(scenario, unit, text)
        except PersonalFileError as error:
            where = f"{unit}: {error.where}" if error.where else unit
            raise PersonalFileError(where, error.problem) from None
    return scenario


def _check_name(scenario: Scenario, unit: str, name: str) -> None:
    """Nobody is in a battle twice, and no two people are mixed up."""
    for other in scenario.units:
        if other.name == name and other.id != unit and not other.hidden:
            problem = f"{other.id!r} is called {name!r} already; nobody is in a battle twice"
            raise PersonalFileError("name", problem)


def _no_place(noun: str, unit: str, places: tuple[str, ...]) -> str:
    return not_among(unit, places, f"unit that a {noun} can stand in for")


# -- battles --------------------------------------------------------------------------------------


def cards_for(battle: Battle[Any], seat: str | None) -> dict[str, Card]:
    """The cards of all people that a seat knows of, as far as it may know; by piece.

    All of a card is shown to its own side and to the referee. Without a seat it is what all
    players know alike, as onlookers do.
    """
    book = battle.rulebook.personal_files()
    if book is None:
        return {}
    if seat is None:
        return _alike([_cards(battle, book, view, None) for view in _players(battle)])
    return _cards(battle, book, battle.view(seat), seat)


def _cards(
    battle: Battle[Any], book: PersonalFiles[Any], view: View[Any], seat: str | None
) -> dict[str, Card]:
    found = {}
    for piece in view.state.pieces:
        whole = seat is not None and _is_of_side(battle, seat, piece)
        card = book.card(view.state, piece, whole=whole)
        if card is not None:
            found[piece] = card
    return found


def _alike(known: list[dict[str, Card]]) -> dict[str, Card]:
    first, *others = known
    return {
        piece: card
        for piece, card in first.items()
        if all(each.get(piece) == card for each in others)
    }


def may_take_out(battle: Battle[Any], seat: str | None, piece: str) -> bool:
    """Whether a seat may have the file of a piece: its commander may, and the referee."""
    if seat is None:
        return False
    if seat == REFEREE:
        return True
    setting = battle.state.setting
    return _is_of_side(battle, seat, piece) and setting.commands(seat, piece)


def take_out(battle: Battle[Any], piece: str) -> str | None:
    """The file of a piece as it is now; ``None`` if it is no person, or never was there.

    A piece that has left the table comes out as it was when it left.
    """
    book = battle.rulebook.personal_files()
    if book is None:
        return None
    for moment in reversed(battle.moments):
        if piece in moment.state.pieces:
            left = moment.state is not battle.moments[-1].state
            return book.take_out(moment.state, piece, battle.outcome, left=left)
    return None


def _players(battle: Battle[Any]) -> list[View[Any]]:
    return [battle.view(seat) for seat in players_of(battle)]


def _is_of_side(battle: Battle[Any], seat: str, piece: str) -> bool:
    if seat == REFEREE:
        return True
    sides = {unit.id: unit.side for unit in battle.scenario.units}
    found = battle.state.pieces.get(piece)
    side = found.side if found is not None else sides.get(piece)
    return side is not None and battle.state.setting.side_of(seat) == side
