"""A referee who puts people in ambush before the fight, and brings them out."""

import msgspec
import pytest

from sandtable.battle import Amend
from tests.whitebox.kit import *

GULLY = Path(__file__).parents[2] / "browser" / "shelf" / "gully.toml"


@pytest.fixture
def gully() -> Battle[OwbState]:
    """Two scouts who have still to be placed, and two men in ambush."""
    scenario = load_scenario(GULLY)
    options = {**scenario.options, "referee_override": "on"}
    scenario = msgspec.structs.replace(scenario, options=options)
    return Battle.start(scenario, dice=SeededDice("gully"), referee=True)


@rule("owb.base.information", "owb.scope.rule-zero")
def test_who_is_brought_out_of_an_ambush_is_seen_by_all(gully: Battle[OwbState]) -> None:
    assert "habicht" not in gully.view("patrol").state.pieces
    (event,) = gully.rule(Reveal(piece="habicht", at=(5.2, 9.1), because="he coughed"))
    assert event.text == "The referee brings Habicht out of hiding: he coughed."
    assert event.seen_by is None
    seen = gully.view("patrol").state.person("habicht")
    assert (seen.x, seen.y, seen.hidden) == (5.5, 9.5, False)
    assert "sperber" not in gully.view("patrol").state.pieces


@rule("owb.base.information", "owb.scope.rule-zero")
def test_who_is_put_in_ambush_is_known_to_his_own_side_only(gully: Battle[OwbState]) -> None:
    gully.rule(Reveal(piece="habicht"))
    before = gully.view("patrol").to_json()
    assert "habicht" in gully.view("patrol").state.pieces
    (event,) = gully.rule(Conceal(piece="habicht"))
    assert event.text == "The referee has Habicht lie in ambush."
    assert event.seen_by == ("partisans",)
    assert "habicht" not in gully.view("patrol").state.pieces
    assert gully.view("patrol").to_json() != before
    assert "habicht" in gully.view("partisans").state.pieces


@rule("owb.base.information")
def test_what_cannot_be_hidden_or_shown(gully: Battle[OwbState]) -> None:
    for ruling, reason in (
        (Conceal(piece="habicht"), "hidden already"),
        (Reveal(piece="nobody"), "nobody called 'nobody'"),
    ):
        with pytest.raises(Refusal, match=reason) as refused:
            gully.rule(ruling)
        assert refused.value.rule == "owb.base.information"
    gully.rule(Reveal(piece="habicht"))
    with pytest.raises(Refusal, match="is not hidden"):
        gully.rule(Reveal(piece="habicht"))


@rule("owb.scope.rule-zero")
def test_without_the_switch_the_referee_changes_nothing() -> None:
    battle = fight(man("ann", (5, 20)), man("bob", (5, 10), side="b"), referee=True)
    with pytest.raises(Refusal, match="without the referee's last word"):
        battle.rule(Amend(piece="ann", set={"hp": 1}))


@rule("owb.scope.rule-zero")
def test_a_move_by_the_referee_is_told_by_its_square(gully: Battle[OwbState]) -> None:
    gully.rule(Reveal(piece="habicht"))
    (event,) = gully.rule(Amend(piece="habicht", set={"x": 5.5, "y": 9.5}))
    square = gully.state.square(gully.state.person("habicht"))
    assert event.text == f"The referee moves Habicht to ({square[0]}, {square[1]})."
