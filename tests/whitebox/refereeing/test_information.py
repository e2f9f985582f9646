"""What each side knows."""

import pytest

from tests.whitebox.kit import *

WOOD = filled("wood", "forest", (9, 16), (12, 25))


@rule("owb.base.information")
def test_those_who_lie_in_ambush_are_unknown_until_their_free_attack() -> None:
    zone = Zone(id="south", outline=((0, 0), (36, 0), (36, 2), (0, 2)), side="a")
    ivan = Unit(id="ivan", sheet="rifleman", side="a", zone="south")
    battle = fight(
        ivan,
        man("foe", (10, 10), "b", facing=4, hidden=True),
        man("seen", (20, 10), "b", facing=4, group="other"),
        zones=(zone,),
        terrain=[filled("wood", "forest", (8, 8), (12, 11))],
        dice=(),
    )
    assert "foe" not in battle.view("a").state.pieces
    assert "foe" in battle.view("b").state.pieces
    assert "seen" in battle.view("a").state.pieces
    play(battle, Deploy("ivan", at=(10.5, 0.5)))
    assert "foe" in battle.view("a").state.pieces


@pytest.mark.slow
@rule("owb.base.information")
def test_twins_that_differ_in_the_ambush_look_alike_while_one_deploys() -> None:
    zone = Zone(id="south", outline=((0.0, 0.0), (36.0, 0.0), (36.0, 2.0), (0.0, 2.0)), side="a")
    wood = [filled("wood", "forest", (8, 8), (12, 11))]

    def twin(*hidden: Unit) -> OwbBattle:
        mine = [Unit(id=f"m{n}", sheet="rifleman", side="a", zone="south") for n in range(3)]
        seen = man("seen", (20, 10), "b", facing=4, group="other")
        return fight(*mine, seen, *hidden, zones=(zone,), terrain=wood, dice=())

    battles = (
        twin(man("foe", (10, 10), "b", facing=4, hidden=True)),
        twin(man("foe", (9, 9), "b", "light-machinegunner", facing=4, hidden=True)),
        twin(*(man(f"f{n}", (9 + n, 9), "b", hidden=True) for n in range(3))),
    )
    for number in range(2):
        probes: list[Any] = [Deploy(f"m{number}", at=middle((10, y))) for y in (9, 34, 35)]
        seen = [everything_seen(battle, "a", probes) for battle in battles]
        assert seen[0] == seen[1] == seen[2]
        for battle in battles:
            play(battle, Deploy(f"m{number}", at=middle((5 + number, 35))))


@pytest.mark.slow
@rule("owb.base.information")
def test_a_hidden_vehicle_is_hidden_with_all_aboard() -> None:
    """Wherever it stands and whoever is in it, the other side sees the same."""
    zones = (Zone(id="north", outline=((0.0, 30.0), (36.0, 30.0), (36.0, 36.0), (0.0, 36.0))),)
    foe = Unit(id="foe", sheet="rifleman", side="b", zone="north")
    ivan = man("ivan", (1, 34), carried_by="t34", seat="passenger-1")
    hidden = (tank(hidden=True), ivan), (tank(at=(11, 17), hidden=True, sheet="tank-heavy"),)
    battles = [
        fight(*units, man("decoy", (30, 30)), foe, zones=zones, terrain=(WOOD,)) for units in hidden
    ]
    probes: list[Any] = [Deploy("foe", at=middle((10, y))) for y in (3, 17)]
    seen = [everything_seen(battle, "b", probes) for battle in battles]
    assert seen[0] == seen[1]
    text = battles[0].view("b").to_json().decode()
    assert "t34" not in text
    assert "ivan" not in text
    assert "t34" in battles[0].view("a").to_json().decode()
