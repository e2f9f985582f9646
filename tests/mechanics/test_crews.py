"""Crews and their seats, with the crews of four books."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sandtable.mechanics import crews


@dataclass(frozen=True)
class Man:
    name: str
    seat: str
    able: bool = True


SEATS = ("driver", "gun", "hull-gun", "bench-1", "bench-2")


def test_those_aboard_come_in_the_order_of_the_seats() -> None:
    gunner, driver, hurt = Man("g", "gun"), Man("d", "driver"), Man("h", "bench-1", able=False)
    assert crews.by_seat([hurt, gunner, driver], SEATS) == [driver, gunner, hurt]


def test_nobody_acts_from_a_seat_with_only_the_helpless_in_it() -> None:
    dead, fresh = Man("dead", "gun", able=False), Man("fresh", "gun")
    assert crews.holder([dead], "gun") is None
    assert crews.holder([dead, fresh], "gun") is fresh
    assert crews.holder([fresh], "driver") is None


def test_a_seat_of_the_helpless_is_free_and_one_of_the_able_is_not() -> None:
    aboard = [Man("d", "driver"), Man("g", "gun", able=False)]
    assert crews.free_seats(aboard, SEATS) == ("gun", "hull-gun", "bench-1", "bench-2")


def test_a_carrier_of_passengers_has_room_for_as_many_as_it_has_benches() -> None:
    riders = [Man("a", "bench-1"), Man("b", "bench-2")]
    assert crews.free_seats(riders, SEATS[3:]) == ()
    assert crews.free_seats(riders[:1], SEATS[3:]) == ("bench-2",)


def test_the_next_in_the_order_of_the_seats_takes_over() -> None:
    """In one book the turret comes first when a commander falls."""
    turret_first = ("cupola", "turret", "hull", "bow")
    crew = [Man("c", "cupola", able=False), Man("b", "bow"), Man("t", "turret"), Man("h", "hull")]
    heir = crews.successor(crew, turret_first)
    assert heir is not None
    assert heir.name == "t"
    assert crews.successor(crew[:1], turret_first) is None


def test_half_a_crew_is_exact() -> None:
    """In another book 2 of 5 and 2 of 4 shoot worse, and 3 of 5 do not."""

    def left(able: int, full: int) -> Fraction:
        return crews.part_left([Man(str(n), "crew", able=n < able) for n in range(full)], full)

    assert left(2, 5) <= Fraction(1, 2)
    assert left(2, 4) <= Fraction(1, 2)
    assert left(3, 5) > Fraction(1, 2)


def test_who_gets_out_takes_the_next_place_and_the_last_may_find_none() -> None:
    men = [Man("a", "driver"), Man("b", "gun"), Man("c", "bench-1")]
    found = list(crews.set_down(men, [(1, 1), (2, 1)]))
    assert found == [(men[0], (1, 1)), (men[1], (2, 1)), (men[2], None)]
