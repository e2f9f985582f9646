"""Whose a seat is: invitations that are taken up, seats that change hands, and what all are told.

A seat that a person has taken is his. Whoever began the battle can have a computer play there while
he is away, of which everybody is told and which he can end himself; to give the seat to somebody
else takes his consent. All of this is decided within one transaction on what is recorded at that
moment (``Seating``), so that it holds for several servers on one database, too.
"""

from __future__ import annotations

import time
from typing import Final, Literal

from msgspec import Struct

from sandtable.battle.rulings import REFEREE
from sandtable.scenario import Scenario
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.storage import Seating, SeatRow, TokenRow
from sandtable.server.tokens import digest_of

PERSON: Final = "person"

MOST_NOTICES: Final = 300
"""After so many notices whoever began a battle cannot change seats any more: none may be lost."""

Wanted = Literal["computer", "person", "me", "friend"]


class SeatError(Exception):
    """A seat cannot be changed like that: why, in a sentence."""


class Entry(Struct, frozen=True, kw_only=True):
    """How somebody comes in by a token.

    Attributes:
        seat: The seat that it opens, ``onlooker`` for those who only look on, or ``host``.
        digest: The digest of the token that does.
        holds: Whether it is the token of whoever holds the seat.
        spent: The invitation that was taken up by somebody else before, if that is so.
        invited: Whether it is an invitation that nobody has taken up yet.
    """

    seat: str
    digest: str
    holds: bool = False
    spent: TokenRow | None = None
    invited: bool = False


def entry_by(token: TokenRow) -> Entry:
    """What a token opens by itself: an invitation, nothing but what everybody may see."""
    if token.opens_seat:
        return Entry(seat=token.seat, digest=token.digest, holds=token.kind == "person")
    if token.kind == "spent":
        return Entry(seat=ONLOOKER, digest=token.digest, spent=token)
    return Entry(seat=ONLOOKER, digest=token.digest, invited=True)


def claim(seating: Seating, digest: str, own: str, name: str, title: str) -> Entry:
    """Take the seat of an invitation with a token of one's own; again, it is the same.

    Args:
        seating: Who sits where.
        digest: The digest of the invitation.
        own: The token that the client has made up.
        name: What the person is called.
        title: What the seat is called.

    Raises:
        SeatError: If that cannot be.
    """
    token = seating.token(digest)
    if token is None or token.battle != seating.battle:
        raise SeatError("This link is not valid, or not any more.")
    key = digest_of(own)
    if token.kind == "spent" and token.claim == key:
        mine = seating.token(key)
        if mine is not None and mine.battle == seating.battle and mine.seat == token.seat:
            return entry_by(mine)
    if token.kind != "invitation":
        return entry_by(token)
    if seating.token(key) is not None:
        raise SeatError("A seat is taken with a token that nobody has used before.")
    now = time.time()
    row = seating.seats[token.seat]
    known = name or row.name
    seating.add_token(token.seat, key, "person", now)
    seating.spend(token.seat, key, now, known)
    seating.change(token.seat, taken=now, held=True, own=False, asked=None, name=known, kind=PERSON)
    seating.tell(f"{known or 'Somebody'} has taken {title}.", now)
    return Entry(seat=token.seat, digest=key, holds=True)


# -- links ----------------------------------------------------------------------------------------


def add_link(seating: Seating, seat: str, digest: str, *, host: bool, holder: bool) -> None:
    """Record a fresh link: an invitation, or a further one to a seat of one's own.

    Args:
        seating: Who sits where.
        seat: The seat, or ``onlooker``.
        digest: The digest of the new token.
        host: Whether whoever began the battle wants it.
        holder: Whether whoever holds that seat does.

    Raises:
        SeatError: If the seat is somebody else's, or a computer's.
    """
    now = time.time()
    row = seating.seats.get(seat)
    if row is None:
        seating.add_token(seat, digest, "open", now)
    elif holder or (host and row.own):
        seating.add_token(seat, digest, "device", now)
    elif row.is_taken:
        raise SeatError(
            f"This seat is taken. A further link to it can be made by {who(row)}, and another "
            f"invitation when {who(row)} has agreed to give it up."
        )
    elif not row.is_person:
        raise SeatError("A computer plays there. Give the seat to a friend first.")
    else:
        seating.add_token(seat, digest, "invitation", now)


def drop_links(seating: Seating, seat: str, *, holder: bool) -> None:
    """Make links to a seat invalid: all of them, or, for its holder, those that he has made.

    Raises:
        SeatError: If the seat is somebody else's.
    """
    row = seating.seats.get(seat)
    if holder:
        seating.drop_tokens(seat, {"device"})
    elif row is not None and row.is_taken:
        raise SeatError(
            f"This seat is taken, and its links can be revoked by {who(row)} only. It can be "
            "handed to a computer, or its holder be asked to give it up."
        )
    else:
        seating.drop_tokens(seat)


def fresh_link(scenario: Scenario, seat: str, digest: str, seating: Seating) -> None:
    """Record a link that whoever has the database makes for somebody who has lost his.

    It opens a seat that somebody has taken, which nobody can keep from whoever has the database;
    so everybody is told.
    """
    now = time.time()
    row = seating.seats.get(seat)
    if row is None:
        seating.add_token(seat, digest, "open", now)
    else:
        free = not row.own and not row.is_taken
        seating.add_token(seat, digest, "invitation" if free else "person", now)
    if seat != ONLOOKER:
        rows = list(seating.seats.values())
        title = "the host" if row is None else title_of(scenario, rows, seat)
        seating.tell(f"At the server's own console a new link was made for {title}.", now)


# -- who plays ------------------------------------------------------------------------------------


def hand_over(
    seating: Seating, seat: str, wanted: Wanted, level: str, title: str, *, by_holder: bool
) -> bool:
    """Change who plays a seat; whether it is done, or waits for the consent of its holder.

    Raises:
        SeatError: If it cannot be.
    """
    row = seating.seats[seat]
    if by_holder:
        _play_again(seating, row, wanted, level, title)
        return True
    if seating.notices >= MOST_NOTICES:
        raise SeatError("The seats of this battle have changed hands too often.")
    if row.is_taken:
        return _change_taken(seating, row, wanted, level, title)
    now = time.time()
    kind = level if wanted == "computer" else PERSON
    if wanted != "computer" and not row.own and not row.is_person:
        _check_side(seating, row)
    if wanted in ("computer", "person"):
        if row.kind != kind:
            seating.change(seat, kind=kind)
            if not row.own and wanted == "computer":
                seating.tell(f"The host has a computer ({level}) play {title}.", now)
            elif not row.own:
                seating.tell(f"{_capital(title)} is free for a person.{_known(seating)}", now)
    elif wanted == "me" and not row.own:
        if row.held:
            raise SeatError("Somebody else has had this seat; it can be given to a friend only.")
        _check_side(seating, row)
        seating.drop_tokens(seat)
        seating.change(seat, kind=PERSON, own=True, freed=now)
        seating.tell(f"The host plays {title} from now on.", now)
    elif wanted == "me":
        seating.change(seat, kind=PERSON)
    else:
        _free(seating, row, now)
        seating.tell(f"The host gives {title} to somebody who is invited.{_known(seating)}", now)
    return True


def _known(seating: Seating) -> str:
    if seating.opened is None:
        return ""
    return (
        " While nobody else was here, the host was given the whole record of this battle, with "
        "all that was hidden and how the dice are made."
    )


def _play_again(seating: Seating, row: SeatRow, wanted: Wanted, level: str, title: str) -> None:
    """Have a computer play for the holder of a seat, or play again himself."""
    if wanted not in ("computer", "person"):
        raise SeatError("Only whoever began the battle can do that.")
    kind = level if wanted == "computer" else PERSON
    if row.kind == kind:
        return
    seating.change(row.seat, kind=kind)
    if wanted == "computer":
        told = f"{the_one(row)} has a computer ({level}) play {title}."
    else:
        told = f"{the_one(row)} plays {title} again."
    seating.tell(told, time.time())


def _change_taken(seating: Seating, row: SeatRow, wanted: Wanted, level: str, title: str) -> bool:
    """What whoever began the battle can do with a seat that is somebody else's."""
    now = time.time()
    if wanted == "computer":
        if row.kind != level:
            seating.change(row.seat, kind=level)
            seating.tell(
                f"The host has handed {title} to a computer ({level}). {the_one(row)} still "
                "holds it, and can take it back at any time.",
                now,
            )
        return True
    if wanted == "me":
        raise SeatError("This seat is taken; nobody but its holder can play it.")
    if wanted == "friend":
        if row.asked is None:
            seating.change(row.seat, asked=now)
            seating.tell(f"The host asks {who(row)} to give up {title}.", now)
        return False
    if row.asked is not None:
        seating.change(row.seat, asked=None)
        seating.tell(f"The host does not ask for {title} any more.", now)
        return True
    if row.is_person:
        return True
    raise SeatError(f"Only {who(row)} can take this seat back from the computer.")


def _check_side(seating: Seating, row: SeatRow) -> None:
    """Let nobody come to a side whose secrets are another person's, where none was expected."""
    for other in seating.seats.values():
        if other.seat != row.seat and other.side == row.side and other.held:
            raise SeatError(
                f"{other.name or 'Somebody'} plays on this side, whose secrets would be seen from "
                "this seat. It stays with the computer."
            )


def release(seating: Seating, seat: str, title: str, *, agree: bool) -> None:
    """Give a seat up that one holds, or refuse to.

    Raises:
        SeatError: If it is not one that can be given up.
    """
    row = seating.seats[seat]
    if not row.is_taken:
        raise SeatError("This seat is not one that was taken up by an invitation.")
    now = time.time()
    if agree:
        name = the_one(row)
        _free(seating, row, now)
        seating.tell(f"{name} has given up {title}. It is free for somebody else.", now)
    elif row.asked is not None:
        seating.change(seat, asked=None)
        seating.tell(f"{the_one(row)} keeps {title}.", now)


def _free(seating: Seating, row: SeatRow, now: float) -> None:
    seating.drop_tokens(row.seat)
    seating.change(
        row.seat,
        kind=PERSON,
        own=False,
        taken=None,
        asked=None,
        freed=now,
        name="",
        word=None,
        ready=False,
    )


# -- what they are called -------------------------------------------------------------------------


def who(row: SeatRow) -> str:
    """What whoever holds a seat is called."""
    return row.name or "whoever holds it"


def the_one(row: SeatRow) -> str:
    """The same, at the beginning of a sentence."""
    return row.name or "Whoever holds it"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def title_of(scenario: Scenario, seats: list[SeatRow], seat: str) -> str:
    """What a seat is called in a sentence."""
    row = next((each for each in seats if each.seat == seat), None)
    if seat == REFEREE or row is None:
        return "the referee's seat" if seat == REFEREE else f"the seat “{seat}”"
    names = {side.id: side.name for side in scenario.sides}
    name = names.get(row.side or "", seat)
    same = [each.seat for each in seats if each.side == row.side]
    return f"the seat “{name}”" if len(same) == 1 else f"the seat “{name} {same.index(seat) + 1}”"


# -- who may know all -----------------------------------------------------------------------------


def is_alone(seats: list[SeatRow], tokens: list[TokenRow]) -> bool:
    """Whether nobody but whoever began a battle sits there, ever sat there, or is invited to."""
    if any(token.kind in ("invitation", "spent") for token in tokens):
        return False
    return all(not seat.held and (seat.own or not seat.is_person) for seat in seats)


def open_record(seating: Seating) -> bool:
    """Note that whoever plays alone is given the whole record; whether he does play alone."""
    alone = is_alone(list(seating.seats.values()), seating.all_tokens())
    if alone:
        seating.note_opened(time.time())
    return alone
