"""Sides and groups are told of by their names."""

from sandtable.rulebooks.whitebox.state.group_names import group_called
from tests.whitebox.kit import *


def people(*units: Unit, dice: Iterable[int], zones: tuple[Zone, ...] = ()) -> OwbBattle:
    """A battle of Germans against Soviets."""
    scenario = scene(*units, options={"surprise": "roll"}, zones=zones)
    sides = (
        Side(id="a", name="German", home="south"),
        Side(id="b", name="Soviet", home="north"),
    )
    return Battle(RULEBOOK, replace(scenario, sides=sides), ScriptedDice(dice))


def texts_of(battle: OwbBattle, kind: str) -> list[str]:
    return [event.text for event in told(battle, kind)]


@rule("owb.surprise.roll", "owb.surprise.free-turn")
def test_surprise_is_told_by_the_names_of_sides() -> None:
    one, two = IVAN, man("foe", (10, 5), "b")
    found = people(one, two, dice=(1, 4))
    assert texts_of(found, "surprise") == [
        "The Germans are surprised. The Soviets may act before anybody else does."
    ]
    both = people(one, two, dice=(1, 1, 6, 1))
    assert texts_of(both, "surprise") == ["The Germans and the Soviets are surprised."]
    assert texts_of(both, "initiative") == ["Round 1: German (6), then Soviet (1)."]
    nobody = people(one, two, dice=(2, 3, 6, 1))
    assert texts_of(nobody, "surprise") == ["Nobody is surprised."]


@rule("owb.surprise.roll", "owb.base.sides-and-groups")
def test_surprise_is_told_by_the_names_of_those_in_a_group_of_a_side() -> None:
    scouts = [
        replace(man(f"m{n}", (n, 20), group="scouts"), name=name)
        for n, name in enumerate(("Hans", "Fritz", "Karl"))
    ]
    lone = replace(man("lone", (20, 20), group="post"), name="Otto")
    foe = man("foe", (10, 5), "b")
    found = people(*scouts, lone, foe, dice=(1, 5, 5, 6, 5))
    assert texts_of(found, "surprise") == [
        "Hans, Fritz and Karl are surprised. Otto and the Soviets may act before anybody else does."
    ]
    alone = people(*scouts, lone, foe, dice=(5, 1, 5, 6, 5))
    assert texts_of(alone, "surprise")[0].startswith("Otto is surprised. Hans, Fritz, Karl and")


@rule("owb.base.sides-and-groups")
def test_of_a_large_group_some_are_named() -> None:
    squad = [man(f"m{n}", (n, 20), group="squad") for n in range(7)]
    state = people(*squad, man("foe", (10, 5), "b"), dice=(2, 2, 6, 5)).state
    assert group_called(state, "squad").text == "m0, m1, m2, m3 and 3 others"


@rule("owb.base.deployment")
def test_who_sets_up_first_is_told_by_name() -> None:
    zones = (
        Zone(id="south", outline=((0, 0), (36, 0), (36, 6), (0, 6)), side="a"),
        Zone(id="north", outline=((0, 30), (36, 30), (36, 36), (0, 36)), side="b"),
    )
    units = [
        Unit(id=name, sheet="rifleman", side=side, zone=zone)
        for name, side, zone in (("ivan", "a", "south"), ("foe", "b", "north"))
    ]
    found = people(*units, dice=(5, 2), zones=zones)
    assert texts_of(found, "deployment") == ["The Soviets set up first."]
