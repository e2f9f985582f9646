"""Packs of cards; and where on its way a mover comes near enough to a place, and sees it."""

from __future__ import annotations

import pytest

from sandtable.dice import ScriptedDice
from sandtable.mechanics.cards import JOKER, RANKS, draw, full_pack
from sandtable.mechanics.spotting import EXACT, LOOKS, is_passed, stretches
from sandtable.table import Footprint, Leg, rectangle


def test_a_pack_has_every_card_once() -> None:
    pack = full_pack(jokers=2)
    assert len({card.id for card in pack}) == len(pack) == 54
    assert sum(card.name == JOKER for card in pack) == 2
    for colour in ("black", "red"):
        ranks = [card.rank for card in pack if card.colour == colour]
        assert sorted(map(str, ranks)) == sorted(2 * RANKS)


def test_a_card_that_is_out_is_thrown_again() -> None:
    pack = full_pack()
    left = [card.id for card in pack if card.rank != "ace"]
    assert draw(pack, left, ScriptedDice([1, 14, 2]), "a card").name == "2 of spades"


PLACE = rectangle(10.0, 0.0, 0.0, 1.0, 1.0)
"""A place ten to the east of where the mover begins."""


def base_on(leg: Leg) -> Footprint:
    return rectangle(*leg.a, leg.heading, 1.0, 1.0)


def nothing_hides(trail: Footprint, place: Footprint) -> bool:
    return False


def test_a_stretch_is_near_from_where_bases_are_so_far_apart() -> None:
    (leg,) = stretches([(0.0, 3.0), (20.0, 3.0)], 0.0, base_on)
    near = leg.near(PLACE, 2.0)
    assert near is not None
    # Bases are 2 apart from north to south, and so for as long as they overlap from west to east.
    assert (near.first, near.last) == pytest.approx((9.0, 11.0), abs=1e-3)
    assert leg.near(PLACE, 1.9) is None
    assert leg.near(PLACE, 1.9, spare=0.2) is not None


def test_only_the_rest_of_a_way_counts() -> None:
    path = [(0.0, 0.0), (5.0, 0.0), (5.0, 9.0)]
    assert [(one.first, one.last) for one in stretches(path, 3.0, base_on)] == [
        (3.0, 5.0),
        (5.0, 14.0),
    ]
    assert [(one.first, one.last) for one in stretches(path, 7.0, base_on)] == [(7.0, 14.0)]
    assert not list(stretches(path[:1], 0.0, base_on))


def test_the_first_look_is_found_exactly() -> None:
    (leg,) = stretches([(0.0, 3.0), (20.0, 3.0)], 0.0, base_on)
    at = leg.first_look(PLACE, lambda at: at >= 4.321, nothing_hides)
    assert at == pytest.approx(4.321, abs=2 * EXACT)
    assert leg.first_look(PLACE, lambda at: True, nothing_hides) == 0.0
    assert leg.first_look(PLACE, lambda at: False, nothing_hides) is None


def test_nobody_looks_where_the_place_is_surely_hidden() -> None:
    (leg,) = stretches([(0.0, 3.0), (20.0, 3.0)], 0.0, base_on)
    looked: list[float] = []

    def hides(trail: Footprint, place: Footprint) -> bool:
        return trail.box[2] < 8.0

    def visible(at: float) -> bool:
        looked.append(at)
        return False

    assert leg.first_look(PLACE, visible, hides) is None
    assert min(looked[1:]) > 8.0 - 1.0 - LOOKS


def test_a_way_that_is_hidden_or_far_off_is_not_passed() -> None:
    legs = list(stretches([(0.0, 3.0), (20.0, 3.0)], 0.0, base_on))
    assert is_passed(legs, PLACE, 2.5, nothing_hides, 0.5)
    assert not is_passed(legs, PLACE, 1.5, nothing_hides, 0.5)
    assert not is_passed(legs, PLACE, 2.5, lambda trail, place: True, 0.5)
