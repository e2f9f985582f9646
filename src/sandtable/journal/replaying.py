"""From a journal file back to a battle.

The rolls are played back as they stand in the file, whatever the dice were; so a battle comes out
as it was played, with typed dice as with seeded ones, and a rule that asks for other dice than it
used to is noticed. Whether the seed or the secret really gives those rolls is for ``verify``.

From the last line on the battle has dice of its own again: seeded ones and fair ones (if their
secret is known) at the place they had come to, and for real or scripted ones an empty script, which
asks for what it needs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.battle import Battle, Divergence, Rulebook, repeat
from sandtable.battle.record import DiceRecord, Header, secrets_of
from sandtable.battle.replaying import compare_rolls
from sandtable.battle.rulings import REFEREE
from sandtable.catalogue import changes_since
from sandtable.dice import Dice, DiceError, FairDice, RecordedDice, ScriptedDice, SeededDice
from sandtable.dice.rolled import RolledDice
from sandtable.journal.errors import JournalError
from sandtable.journal.reading import Journal, read, rulebook_of
from sandtable.scenario import ScenarioError


class SealedDice(RolledDice):
    """Fair dice whose secret is not known here: they cannot be rolled."""

    def _throw(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        raise DiceError(
            f"{count}d{sides}, {what}: the secret of these fair dice is not in the journal; "
            "hand over the dice when loading it"
        )

    def _deal(self, count: int, size: int, what: str) -> tuple[int, ...]:
        return self._throw(count, size, what)


def load(
    path: str | Path,
    *,
    dice: Dice | None = None,
    rulebook: Rulebook[Any] | None = None,
    salvage: bool = False,
) -> Battle[Any]:
    """Read a journal and play it again: the battle as it stood, ready to go on.

    A torn last line is left out (see ``read``). To keep writing the same file, attach a
    ``JournalWriter`` for it.

    Args:
        path: The file.
        dice: The dice to go on with. Needed for fair dice whose secret is not in the journal.
        rulebook: The rulebook, if it is not among those that announce themselves.
        salvage: Make do with the good lines before any damage, or before the first line that
            does not come out as recorded.

    Raises:
        JournalError: If it cannot be read, or comes out differently.
    """
    battle = _replayed(read(path, salvage=salvage), rulebook, None, salvage=salvage)
    battle.dice = dice_to_go_on(battle, dice, path)
    battle._try_to_settle()
    return battle


def replay(
    path: str | Path,
    step: int | None = None,
    *,
    dice: Dice | None = None,
    rulebook: Rulebook[Any] | None = None,
) -> Battle[Any]:
    """The battle as it stood after a line of its journal.

    Args:
        path: The file.
        step: The number of the line; 0 is the battle before the first order. Without one, the
            last.
        dice: The dice to go on with from there.
        rulebook: The rulebook, if it is not among those that announce themselves.

    Raises:
        JournalError: If there is no such line, or the journal cannot be played up to it.
    """
    battle = _replayed(read(path, salvage=True), rulebook, step, salvage=False)
    battle.dice = dice_to_go_on(battle, dice, path)
    return battle


def _replayed(
    journal: Journal, rulebook: Rulebook[Any] | None, step: int | None, *, salvage: bool
) -> Battle[Any]:
    if step is not None and not 0 <= step <= len(journal.lines):
        fault = f" ({journal.fault.problem})" if journal.fault else ""
        raise JournalError(
            journal.file, f"there is no step {step}; steps are 0 to {len(journal.lines)}{fault}"
        )
    if step is None and journal.fault and journal.fault.damage != "torn" and not salvage:
        raise journal.fault
    battle = begin(journal, rulebook, RecordedDice(journal.header.rolls))
    for line in journal.lines[:step]:
        try:
            repeat(battle, line)
        except Divergence as difference:
            if salvage:
                break
            raise diverged(journal, line.line + 1, difference, battle.rulebook) from difference
    return battle


def begin(journal: Journal, rulebook: Rulebook[Any] | None, dice: Dice) -> Battle[Any]:
    """The battle before its first line, set up again with the given dice.

    Raises:
        JournalError: If it cannot be set up as the first line says.
    """
    header = journal.header.sections()[0]
    book = rulebook_of(journal, rulebook)
    try:
        battle: Battle[Any] = Battle(
            book,
            header.scenario,
            dice,
            referee=REFEREE in header.seats,
            dice_record=header.dice,
            keep_digests=bool(header.state),
            settle=False,
            format=header.format,
        )
        _compare_headers(battle.header, header)
        _compare_seats(battle.header, journal.header)
    except ScenarioError as error:
        raise JournalError(journal.file, f"scenario.{error}", line=1, damage="content") from None
    except DiceError as error:
        difference = Divergence("dice", "the recorded rolls to be asked for", str(error))
        raise diverged(journal, 1, difference, book) from difference
    except Divergence as difference:
        raise diverged(journal, 1, difference, book) from difference
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # a scenario that an older book could set up, and this one cannot
        reason = f"{type(error).__name__}: {error}"
        failure = Divergence("order", "a battle that can be set up", reason)
        raise diverged(journal, 1, failure, book) from failure
    battle._enter(journal.header)
    return battle


def _compare_headers(again: Header, header: Header) -> None:
    if again.seats != header.seats:
        raise Divergence("order", f"seats {', '.join(again.seats)}", ", ".join(header.seats))
    compare_rolls(again.rolls, header.rolls)
    if again.state != header.state:
        raise Divergence("state", again.state, header.state)


def _compare_seats(again: Header, header: Header) -> None:
    """Who plays stays the same where a battle is taken over; only a referee may join or leave."""
    players = tuple(seat for seat in again.seats if seat != REFEREE)
    for part in header.sections():
        if part.seats not in (players, (*players, REFEREE)):
            raise Divergence("order", f"seats {', '.join(players)}", ", ".join(part.seats))


def diverged(
    journal: Journal, line: int, difference: Divergence, rulebook: Rulebook[Any]
) -> JournalError:
    """The error for a line that does not come out as recorded."""
    problem = f"this does not come out as recorded: {difference}"
    played = journal.header.revision
    if played != rulebook.revision:
        problem += (
            f" (it was played by revision {played} of {rulebook.title}; this program plays "
            f"revision {rulebook.revision})"
        )
        changes = changes_since(rulebook.revisions, played)
        problem += "".join(f". Changed: {change.text.rstrip('.')}" for change in changes[:5])
    return JournalError(
        journal.file, problem, line=line, damage="replay", good=line - 1, revision=played
    )


class Section(Struct, frozen=True):
    """A stretch of a battle that was played with the same dice.

    Attributes:
        since: The line after which it begins; the first begins with the header.
        record: The dice.
        dice: Those that its rolls can be worked out from again, if there are any.
    """

    since: int
    record: DiceRecord
    dice: Dice | None


def sections_of(journal: Journal) -> tuple[Section, ...]:
    """The stretches of a battle, the first one first; one only, unless it was taken over.

    Raises:
        JournalError: If a secret is none.
    """
    headers = journal.header.sections()
    secrets = secrets_of(journal.header, journal.lines)
    return tuple(
        Section(header.seam or 0, header.dice, _own_dice(journal, header.dice, secret))
        for header, secret in zip(headers, secrets, strict=True)
    )


def _own_dice(journal: Journal, record: DiceRecord, secret: str | None) -> Dice | None:
    if record.kind == "seeded" and record.seed is not None:
        return _seeded(record)
    if record.kind != "fair" or secret is None:
        return None
    try:
        return fair_dice(bytes.fromhex(secret), record)
    except (ValueError, DiceError) as error:
        problem = f"dice: the secret and the words do not go together: {error}"
        raise JournalError(journal.file, problem, damage="content") from None


def _seeded(record: DiceRecord) -> SeededDice:
    return SeededDice(record.seed or "", drawn=record.seed_from == "drawn")


def fair_dice(secret: bytes, record: DiceRecord) -> FairDice:
    """The fair dice of a record, given their secret.

    Raises:
        DiceError: If it is no secret, or a word does not fit its seal.
    """
    if record.ceremony is not None:
        return FairDice.sealed(secret, record.ceremony)
    return FairDice(secret, record.words)


def dice_to_go_on(battle: Battle[Any], given: Dice | None, path: object) -> Dice:
    """The dice with which a battle goes on after its last line."""
    record = battle.header.dice
    if given is not None:
        if record.kind == "fair" and not (
            isinstance(given, FairDice)
            and given.commitment == record.commitment
            and given.words == record.spoken
            and given.ceremony == record.ceremony
        ):
            raise JournalError(path, "dice: these are not the fair dice that were committed to")
        if record.kind == "seeded" and not (
            isinstance(given, SeededDice) and given.seed == record.seed
        ):
            raise JournalError(path, f"dice: these are not the dice of seed {record.seed!r}")
        return given
    if record.kind == "seeded" and record.seed is not None:
        return _seeded(record)
    return SealedDice() if record.kind == "fair" else ScriptedDice()
