"""Two battles that differ only in what one side hides: the other side is sent the very same bytes.

`python bench/siege.py wire` does it with hundreds of pairs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.battle import Order
from sandtable.battle.state import encode
from sandtable.rulebooks.panzer8.s03_turn.deploying import Dummy, Hide
from sandtable.rulebooks.panzer8.s03_turn.setting_up import Deploy
from sandtable.rulebooks.panzer8.state.orders import (
    Done,
)
from tests.panzer8.kit.hiding import copses, village
from tests.panzer8.s12_hidden.test_secrets import TWINS
from tests.server.kit import Data
from tests.server.robust import wire
from tests.server.robust.wire import Compared, Twins, play_twins, seated

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("case", TWINS)
def test_what_lies_under_the_counters_makes_no_byte_of_difference(case: str) -> None:
    under, other, dug_in = TWINS[case]
    found = Compared()
    one, two = copses(under, turns=3), copses(other, turns=3, dug_in=dug_in)
    play_twins(one, two, "german", found, steps=4)
    assert found.differences == []
    assert found.pairs > 6


def test_nor_does_any_other_secret_of_either_book() -> None:
    found = wire.compare_many(30, seed=1)
    assert found.differences == []
    assert found.battles > 1


def plain(*orders: Order) -> list[Data]:
    return [json.loads(encode(order)) for order in orders]


FIRST = plain(Hide(("gun",), (26, 20)), Dummy((28, 24)), Hide(("mortar",), (30, 21)))
SECOND = plain(Dummy((26, 20)), Hide(("mortar",), (28, 24)), Hide(("gun",), (30, 21)))
SEEN = plain(
    Deploy("mg", (10, 26), 180.0),
    Deploy("section-1", (6, 26), 180.0),
    Deploy("section-2", (20, 27), 180.0),
    Deploy("leader", (12, 28), 180.0),
    Done(),
)


def test_nor_does_who_is_hidden_where_in_the_first_place(tmp_path: Path) -> None:
    found = Compared()
    with seated(tmp_path / "one", village()) as first, seated(tmp_path / "two", village()) as other:
        twins = Twins([first, other], "german", found)
        orders = [FIRST + SEEN, SECOND + SEEN]
        for step in range(len(orders[0])):
            twins.compare(step)
            for battle, own in zip(twins.battles, orders, strict=True):
                done = battle["german"].give(own[step], key=f"order-{step:03}")
                assert done["type"] == "done", done
                for sitter in battle.values():
                    sitter.reach_at_least(done["number"])
        twins.compare(len(orders[0]))
        twins.check_they_differ()
        ours, theirs = (battle["german"].events for battle in twins.battles)
        assert ours != theirs, "nothing was told to the owner alone"
    assert found.differences == []
