"""The way of a mover is on the table while others decide whether to react."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.battle import Battle
from sandtable.battle.figures import Way
from sandtable.draw import Options, draw_layers, scene_of_battle, scene_of_scenario
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.rulebooks.panzer8.state.orders import Move
from sandtable.scenario import load_scenario

BARE = Options(sheet=False)


def flags_with(way: Way) -> str:
    scene = scene_of_scenario(load_scenario("saint-aubin"))
    return draw_layers(replace(scene, ways=(way,)), BARE)["flags"]


def test_what_lies_behind_and_what_lies_ahead_look_unlike() -> None:
    whole = Way(
        piece="tank", side="british", done=((1, 1), (1, 4)), ahead=((1, 4), (4, 4)), label="Its way"
    )
    drawn = flags_with(whole)
    assert 'data-way="tank"' in drawn
    assert "Its way" in drawn
    setting_out = flags_with(replace(whole, done=((1, 4), (1, 4))))
    arriving = flags_with(replace(whole, ahead=((1, 4),)))
    assert len({drawn, setting_out, arriving}) == 3
    assert setting_out.count("stroke-dasharray") == arriving.count("stroke-dasharray")
    assert drawn.count("stroke-dasharray") == setting_out.count("stroke-dasharray") + 1


def test_enemies_who_may_react_see_the_way_of_a_mover() -> None:
    battle: Battle[P8State] = Battle.start(load_scenario("saint-aubin"))
    tank = battle.state.pieces["cromwell-1"]
    here, there = (tank.x, tank.y), (tank.x, tank.y + 5.0)
    battle.play(Move(tank.id, (there,)), "british")
    assert battle.view("german").choices[0].ask == "reaction"
    for seat in ("british", "german", None):
        (way,) = scene_of_battle(battle, seat).ways
        assert (way.piece, way.ahead) == (tank.id, (here, there))
