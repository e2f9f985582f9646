"""COVER: one who leans out where an enemy does not see him either."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin
from tests.whitebox.kit.scenes import fight, filled, man, middle, person, play, refusal, shot, turn

rule = pytest.mark.rule


@rule("owb.cover.lean-out", "owb.missile.needs-line-of-sight")
@pytest.mark.parametrize("screened", [False, True])
def test_he_is_shot_at_only_along_an_open_line_to_where_he_leans(screened: bool) -> None:
    walls = [filled("w", "tall-wall", (10, 19))]
    if screened:
        walls.append(filled("screen", "tall-wall", (6, 16), (16, 16)))
    battle = fight(
        man("ivan", (10, 20)),
        man("near", (12, 18), "b", facing=4),
        man("foe", (10, 12), "b", facing=4),
        terrain=walls,
    )
    turn(battle, "ivan", shot("near", lean=middle((11, 20))), dice=(2,))
    assert person(battle, "ivan").lean == (11, 20)
    play(battle, Begin(person="foe"))
    order = shot("ivan", who="foe")
    if screened:
        assert refusal(battle, order, "b") == "owb.missile.needs-line-of-sight"
    else:
        assert battle.allows(order, "b")
