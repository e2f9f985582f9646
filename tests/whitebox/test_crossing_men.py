"""Where movement, Initiative, ammunition, positions and switches meet."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Begin,
    Cook,
    Declare,
    Done,
    EndTurn,
    Leave,
    Move,
    Strike,
    Sweep,
    Withhold,
)
from tests.whitebox.kit import (
    FAR,
    ask,
    edged,
    fight,
    filled,
    man,
    pass_all,
    path,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule


# -- moving ---------------------------------------------------------------------------------------


@rule("owb.move.crawling", "owb.cover.ducked-or-up")
def test_who_crawls_does_so_for_the_whole_round() -> None:
    bags = [filled("s", "sandbags", (9, 11), (12, 11))]
    battle = fight(man("foe", (10, 10), ducked=True), FAR, terrain=bags)
    play(battle, Begin(person="foe"), Move(person="foe", path=path((11, 10)), crawl=True))
    assert person(battle, "foe").ducked
    onward = Move(person="foe", path=path((12, 10), (13, 10)))
    assert refusal(battle, onward) == "owb.move.no-carry-over"
    assert refusal(battle, Leave(person="foe")) == "owb.grid.map-size"


@rule("owb.attack.natural-20-and-1", "owb.time.move-and-attack-or-action")
def test_who_has_tripped_is_told_why_he_does_not_move() -> None:
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 10), "b"), options={"naturals_personal": "on"}
    )
    play(battle, Begin(person="ivan"), shot("foe"), dice=(1, 5))
    assert battle.allows(Move(person="ivan", path=path((10, 21))), "a"), "not of this turn"
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    go = Move(person="ivan", path=path((10, 21)))
    assert refusal(battle, go) == "owb.attack.natural-20-and-1"
    assert battle.allows(shot("foe"), "a")
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert battle.allows(go, "a")


@rule("owb.base.encumbrance")
@pytest.mark.parametrize(
    ("weapons", "armor", "movement"),
    [
        (["mortar", "rpg-light", "sword"], [], 12),
        (["mortar", "rpg-light", "sword", "knife"], [], 9),
        (["mortar", "rpg-light", "sword"], ["leather-armor"], 9),
        (["mortar", "rpg-light", "sword"], ["leather-armor", "helmet"], 6),
    ],
)
def test_the_limits_of_weight_are_inclusive(
    weapons: list[str], armor: list[str], movement: int
) -> None:
    guns = [name for name in weapons if name not in ("sword", "knife")]
    blades = [name for name in weapons if name in ("sword", "knife")]
    battle = fight(
        man("ivan", (10, 20), weapons=guns, blades=blades, armor=armor, bombs={}),
        man("foe", (10, 10), "b"),
    )
    assert person(battle, "ivan").movement == movement


# -- order ----------------------------------------------------------------------------------------


@rule("owb.timed.cook", "owb.initiative.loses-initiative")
def test_who_lost_initiative_throws_what_he_cooked_last() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4),
        options={"stances": "on"},
        dice=(),
    )
    play(battle, Declare(person="ivan", what="kneel"), Done(), Done(), dice=(6, 1))
    turn(battle, "foe", Cook(person="foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    assert ask(battle) == "throw"
    assert battle.choices[0].about == ("foe",)


@rule("owb.weapon.hatchet-knife-spear-both-ways", "owb.weapon.changing-weapons")
@pytest.mark.parametrize("sheet", ["submachinegunner", "officer"])
def test_a_knife_that_has_been_thrown_is_in_nobodys_hand(sheet: str) -> None:
    battle = fight(
        man("ivan", (10, 20), sheet=sheet), man("foe", (10, 19), "b", rank="officer"), FAR
    )
    turn(battle, "ivan", shot("foe", "knife"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert (
        refusal(battle, Strike(person="ivan", target="foe", weapon="knife")) == "owb.melee.adjacent"
    )
    assert not battle.allows(shot("foe", "knife"), "a")


@rule("owb.ambush.conditions", "owb.conceal.darkness")
@pytest.mark.parametrize(("row", "free"), [(18, True), (19, False)])
def test_in_the_dark_one_lies_in_ambush_in_the_open(row: int, free: bool) -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, row), "b", facing=4, hidden=True),
        options={"darkness": "on"},
        dice=() if free else (5,),
    )
    assert (ask(battle) == "free attack") is free
    if not free:
        assert battle.choices[0].seats == ("b",), "they win Initiative all the same"


@rule("owb.ambush.free-attack", "owb.suppress.reload", "owb.initiative.loses-initiative")
def test_an_ambusher_who_reloads_acts_last_though_his_group_wins() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="officer"),
        man("foe", (10, 10), "b", facing=4, hidden=True, sheet="submachinegunner"),
        man("two", (12, 10), "b", facing=4, hidden=True),
        terrain=[filled("h", "hedgerow", (9, 10), (13, 10))],
        dice=(),
    )
    play(battle, shot("ivan", "submachinegun", "foe", mode="suppress"), dice=(1,))
    assert refusal(battle, Withhold(person="two"), "b")
    assert refusal(battle, Cook(person="two", bomb="grenade"), "b")
    play(battle, Done())
    assert ask(battle) == "declare"
    play(battle, Declare(person="foe", what="reload"), Done(), dice=(3,))
    assert battle.choices[0].about == ("two",)
    play(battle, Begin(person="two"))
    assert battle.allows(Withhold(person="two"), "b")
    play(battle, EndTurn(person="two"))
    turn(battle, "ivan")
    play(battle, Begin(person="foe"), Sweep(person="foe"), dice=(2,))
    assert ask(battle) == "react"


# -- ammunition -----------------------------------------------------------------------------------


@rule("owb.burst.three-per-magazine", "owb.ammo.count-rounds", "owb.suppress.reload")
def test_two_rounds_are_left_after_three_bursts() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 10), "b", rank="op5"),
        options={"ammo": "count"},
    )
    for _ in range(3):
        turn(battle, "ivan", shot("foe", "submachinegun", mode="burst"), dice=(1,))
        pass_all(battle, dice=(6, 1))
        pass_all(battle, until="who acts")
    assert person(battle, "ivan").arms[0].rounds == 2
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", "submachinegun", mode="burst")) == "owb.ammo.count-rounds"
    assert battle.allows(shot("foe", "submachinegun"), "a")
    play(battle, shot("foe", "submachinegun", mode="suppress"), dice=(1,))
    assert person(battle, "ivan").arms[0].rounds == 0


@rule("owb.weapon.shotgun-both-barrels", "owb.ammo.count-rounds", "owb.rof.two")
def test_with_one_barrel_loaded_there_is_one_roll() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["shotgun-double-barreled"]),
        man("foe", (10, 18), "b", rank="op5"),
        options={"ammo": "count"},
    )
    gun = "shotgun-double-barreled"
    turn(battle, "ivan", shot("foe", gun), dice=(1,))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", gun, mode="both-barrels")) == "owb.ammo.count-rounds"
    play(battle, shot("foe", gun, second="foe"), dice=(1,))
    assert rolled_all(battle)


@rule("owb.ammo.count-rounds", "owb.rof.two", "owb.reload.loses-initiative")
def test_a_battle_may_be_fought_with_what_is_in_the_magazine() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 15), "b", rank="op5", weapons=[]),
        options={"ammo": "count", "spare_loads": "0"},
    )
    for _ in range(3):
        turn(battle, "ivan", shot("foe", "handgun-small", second="foe"), dice=(1, 1))
        pass_all(battle, dice=(6, 1))
        assert ask(battle) == "who acts", "nothing to declare"
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", "handgun-small")) == "owb.ammo.count-rounds"


# -- positions and First Aid ----------------------------------------------------------------------


@rule("owb.base.first-aid", "owb.base.classes")
@pytest.mark.parametrize(("profession", "hp"), [("medic", 13), ("soldier", 9)])
def test_first_aid_stops_at_the_most_one_had(profession: str, hp: int) -> None:
    trained: dict[str, Any] = {"class": profession}
    battle = fight(
        man("ivan", (10, 20), rank="op1", **trained),
        man("oleg", (11, 21), rank="op3"),
        FAR,
    )
    battle.state.change("oleg", hp=8 if profession == "soldier" else 9)
    turn(
        battle,
        "ivan",
        Aid(person="ivan", patient="oleg"),
        dice=(6 if profession == "medic" else 1,),
    )
    assert person(battle, "oleg").hp == hp
    pass_all(battle, dice=(6, 1))
    battle.state.change("oleg", hp=1)
    play(battle, Begin(person="ivan"))
    assert refusal(battle, Aid(person="ivan", patient="oleg")) == "owb.base.first-aid"


@rule("owb.modifiers.target-in-melee", "owb.melee.adjacent")
@pytest.mark.parametrize(
    ("other", "wall", "bonus"), [((10, 9), False, -4), ((10, 9), True, 0), ((10, 8), False, 0)]
)
def test_a_target_is_engaged_with_whoever_could_strike_him(
    other: tuple[int, int], wall: bool, bonus: int
) -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", other),
        man("foe", (10, 10), "b", rank="officer"),
        terrain=[edged("w", "tall-wall", (10, 10), (11, 10))] if wall else [],
        options={"stances": "on"},
        dice=(),
    )
    play(battle, Done(), Done(), dice=(6, 1))
    play(battle, Begin(person="ivan"), shot("foe"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == bonus


@rule("owb.base.morale")
@pytest.mark.parametrize(
    ("ranks", "lost", "faces", "runs"),
    [
        (("soldier",) * 3, 1, (), False),
        (("soldier",) * 3, 2, (3, 4), False),
        (("soldier",) * 3, 2, (4, 4), True),
        (("officer", "soldier", "soldier", "soldier"), 2, (4, 4), False),
        (("officer", "soldier", "soldier", "soldier"), 2, (4, 5), True),
        (("veteran", "veteran", "soldier", "soldier"), 2, (4, 5), False),
        (("veteran", "veteran", "soldier", "soldier"), 2, (5, 5), True),
    ],
)
def test_morale_at_half_strength(
    ranks: tuple[str, ...], lost: int, faces: tuple[int, ...], runs: bool
) -> None:
    men = [man(f"m{n}", (10 + n, 20), rank=rank) for n, rank in enumerate(ranks)]
    battle = fight(*men, man("foe", (10, 10), "b", rank="op1"), options={"morale": "on"})
    for n in range(lost):
        battle.state.change(f"m{len(ranks) - 1 - n}", out="dead", hp=0)
    pass_all(battle, dice=(*faces, 6, 1))
    assert person(battle, "m0").routed is runs
