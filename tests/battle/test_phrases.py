"""Orders in words, for any book."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.acts import ActPhrases
from sandtable.battle import Battle, Order, Phrasebook, PhraseError
from sandtable.scenario import load_scenario
from tests.conformance.toybook import DUEL, TRENCH_RAID


class Scene:
    """A battle with its phrasebook, as one seat sees it."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.view = battle.view(battle.choices[0].seats[0])
        self.choice = self.view.choices[0]
        self.phrases = battle.rulebook.phrasebook()

    def read(self, line: str) -> Order:
        return self.phrases.read(self.view.state, self.choice, line)


@pytest.fixture
def saint_aubin() -> Scene:
    return Scene(Battle.start(load_scenario("saint-aubin")))


@pytest.fixture
def raid() -> Scene:
    from sandtable.dice import SeededDice

    return Scene(Battle(TRENCH_RAID, DUEL, SeededDice(1)))


@pytest.mark.parametrize("name", ["saint_aubin", "raid"])
def test_every_order_offered_can_be_typed_as_it_is_written(
    name: str, request: pytest.FixtureRequest
) -> None:
    scene: Scene = request.getfixturevalue(name)
    offered = list(scene.view.candidates(scene.choice))
    assert offered
    for order in offered:
        assert scene.read(scene.phrases.typed(order)) == order
        assert scene.phrases.tell(scene.view.state, order).action


def test_a_book_without_words_of_its_own_has_those_of_its_acts(raid: Scene) -> None:
    assert type(raid.phrases) is ActPhrases
    helped = list(raid.phrases.help(raid.view.state, raid.choice))
    assert [how for how, _ in helped] == ["plan [MOVES (JSON)] [ambush]"]
    common = Phrasebook(TRENCH_RAID.orders)
    assert len(list(common.help(raid.view.state, raid.choice))) == len(TRENCH_RAID.orders)
    piece = next(iter(raid.view.state.pieces.values()))
    assert list(raid.phrases.describe(raid.view.state, piece)) is not None


@pytest.mark.parametrize(
    "line",
    [
        "move cromwell-1 to 17,9 facing 20",
        "MOVE Cromwell-1 17,9 facing=20",
        "move cromwell1 to (17,9) facing 20",
        "move cromwell-1 facing 20 to 17,9",
        "move cromwell-1 17,9 20",
    ],
)
def test_one_move_in_many_words(saint_aubin: Scene, line: str) -> None:
    order: Any = saint_aubin.read(line)
    assert (order.element, order.path, order.facing) == ("cromwell-1", ((17.0, 9.0),), 20.0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "is no order here"),
        ("   ", "is no order here"),
        ("dance", "is no order here"),
        ("fire", "Something is missing"),
        ("fire crom at pak", "'crom' may be cromwell-1 or cromwell-2"),
        ("move pak to 1,2 sideways", "Nothing in play|fits nowhere"),
        ("move pak to 1,2 bearing sideways", "is none of"),
        ("move pak facing north", "is no number"),
        ("deploy pak at here", "is no place"),
    ],
)
def test_what_means_nothing_is_told_in_a_sentence(saint_aubin: Scene, line: str, told: str) -> None:
    with pytest.raises(PhraseError, match=told):
        saint_aubin.read(line)
