"""Cases of those who come to the help of somebody who is charged."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.orders import Charge, Done, Fight, ReactJoin
from tests.panzer8.situations import last, play, situation, unit


@pytest.mark.rule("p8.react.option-join-melee", "p8.melee.joined-defenders")
def test_whoever_joins_in_is_not_said_to_have_been_charged_but_fights() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 17)),
        unit("g", "ge-rifle-44", "german", at=(20, 20), facing=180),
        unit("h", "ge-rifle-44", "german", at=(22.5, 19.5), facing=180),
        dice=[6, 5, 3],
    )
    play(battle, Charge("a", "g"), Done(), ReactJoin("h"))
    assert last(battle, "charge").text == "a charges g, 2.2 in."
    assert [(c.enemy, c.joined) for c in battle.state.contacts] == [("h", True), ("g", False)]
    play(battle, Fight(("a",), "g"))
    assert last(battle, "melee").data["scores"] == [1, 3]
