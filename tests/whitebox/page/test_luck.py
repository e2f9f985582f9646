"""How lucky the dice of a battle were."""

from sandtable.report import luck_of
from tests.whitebox.kit import *


def test_a_shot_counts_with_its_chance() -> None:
    # 1d20 against 11 at Short range: it hits with 10 faces of 20.
    battle = fight(IVAN, FOE_AHEAD, man("two", (20, 10), "b"))
    play(battle, Begin("ivan"), Shoot("ivan", "foe", "rifle-large"), dice=(11, 1))
    ours, theirs = luck_of(battle)
    assert (ours.side, ours.rolls, ours.actual) == ("a", 1, {"none": 0, "hit": 1})
    assert ours.expected == {"none": Fraction(1, 2), "hit": Fraction(1, 2)}
    assert ours.deviations == 1.0
    assert theirs.rolls == 0


def test_a_natural_1_or_20_counts_where_it_is_special() -> None:
    battle = fight(
        IVAN,
        man("foe", (10, 10), "b", armor=[]),
        man("two", (20, 10), "b"),
        options={"naturals_personal": "on"},
    )
    play(battle, Begin("ivan"), Shoot("ivan", "foe", "rifle-large"), dice=(1, 1))
    ours, _ = luck_of(battle)
    assert ours.expected["hit"] == Fraction(11, 20), "10 to 20"
    assert ours.actual == {"none": 1, "hit": 0}


def test_a_shot_at_a_vehicle_counts_too() -> None:
    # A medium tank has Armor Class 15: 6 faces of 20.
    battle = duel()
    fires(battle, fire("tank", "foe"), 2, 1)
    ours, _ = luck_of(battle)
    assert ours.expected["hit"] == Fraction(6, 20)
    assert ours.actual == {"none": 1, "hit": 0}
