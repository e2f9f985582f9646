"""CALCULATING ARMOR CLASS and ARMOR."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    armor_class,
    shown_armor_class,
)
from tests.whitebox.kit import *


@rule(
    "owb.ac.unarmored",
    "owb.ac.special-forces",
    "owb.armor.full-value-archaic-only",
    "owb.armor.battle-dress",
)
@pytest.mark.parametrize(
    ("rank", "armor", "blade", "least"),
    [
        ("civilian", [], "club", 10),
        ("civilian", ["leather-armor"], "club", 12),
        ("civilian", ["chain-mail"], "sword", 14),
        ("civilian", ["chain-mail"], "", 11),
        ("civilian", ["leather-armor"], "", 11),
        ("civilian", ["plate-mail"], "sword", 16),
        ("civilian", ["plate-mail"], "", 11),
        ("op1", [], "", 12),
        ("op1", ["bdu"], "", 13),
        ("op1", ["bdu"], "sword", 13),
        ("op1", ["plate-mail", "bdu"], "sword", 18),
        ("soldier", ["shield"], "sword", 11),
        ("soldier", ["shield"], "", 10),
        ("soldier", ["shield-solid-steel"], "", 11),
        ("soldier", ["helmet"], "sword", 10),
    ],
)
def test_armor_class_against_blades_and_bullets(
    rank: str, armor: list[str], blade: str, least: int
) -> None:
    his = {"rank": rank, "armor": armor}
    battle = fire_duel(1, mine={"blades": ["sword"]}, his=his)
    if blade:
        needs(battle, Strike("ivan", target="foe", weapon=blade), least)  # type: ignore[arg-type]
    else:
        needs(battle, shot("foe"), least)


@rule("owb.ac.which-system")
def test_both_systems_show_the_same() -> None:
    units = (man("ivan", (1, 1)), man("foe", (1, 30), "b"))
    assert shown_armor_class(state_of(*units), 12) == "AAC 12"
    assert shown_armor_class(state_of(*units, options={"ac_display": "ac"}), 12) == "AC 7"


@rule("owb.armor.only-one-suit", "owb.armor.shield")
def test_one_suit_and_a_shield() -> None:
    state = facing_foe(5)
    foe = state.change("foe", armor=("bdu", "plate-mail", "shield"))
    assert armor_class(foe, "archaic").total == 10 + 6 + 1
    assert armor_class(foe, "bullets").total == 11
    steel = state.change("foe", armor=("shield-solid-steel",))
    assert armor_class(steel, "bullets").total == 11


@rule("owb.armor.shield")
def test_a_shield_helps_against_explosions() -> None:
    state = state_of(man("ivan", (5, 5), armor=["shield", "helmet"]), FAR)
    assert save_against_blast(state, person(state, "ivan"), (5, 5)).total == 2
