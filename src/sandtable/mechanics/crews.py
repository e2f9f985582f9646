"""Crews and their seats: who is in which, who can act from it, who takes over, and who gets out.

A seat is a name for where somebody can be: behind the wheel, at a gun, on a bench. What is done
from it, and what a crew can do that is no longer whole, is for the book to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar


class Member(Protocol):
    """One of those aboard."""

    @property
    def seat(self) -> str:
        """Where he is."""

    @property
    def able(self) -> bool:
        """Whether he can act."""


M = TypeVar("M", bound=Member)
S = TypeVar("S")


def by_seat(crew: Iterable[M], seats: Sequence[str]) -> list[M]:
    """Those aboard in the order of the seats, the helpless included."""
    return sorted(crew, key=lambda one: seats.index(one.seat))


def holder(crew: Iterable[M], seat: str) -> M | None:
    """Who can act from a seat; nobody, while only the helpless are in it."""
    return next((one for one in crew if one.seat == seat and one.able), None)


def free_seats(crew: Iterable[Member], seats: Iterable[str]) -> tuple[str, ...]:
    """The seats that somebody could take: the dead and the helpless are moved aside."""
    taken = {one.seat for one in crew if one.able}
    return tuple(seat for seat in seats if seat not in taken)


def successor(crew: Iterable[M], seats: Sequence[str]) -> M | None:
    """Who takes over from one who is lost: the first who can act, in the order of the seats."""
    return next((one for one in by_seat(crew, seats) if one.able), None)


def part_left(crew: Iterable[Member], full: int) -> Fraction:
    """How much of a crew can act, by how many it is when it is whole."""
    return Fraction(sum(one.able for one in crew), full)


def set_down(crew: Iterable[M], spots: Iterable[S]) -> Iterator[tuple[M, S | None]]:
    """Everybody with the next of the free places outside; for the last there may be none left."""
    places = iter(spots)
    for one in crew:
        yield one, next(places, None)
