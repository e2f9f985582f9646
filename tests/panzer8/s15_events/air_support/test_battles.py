"""Whole battles with aircraft, played by computer players."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from sandtable.players.run import run_battle, seat_players
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import OPTIONS, mission, noted


def airfield(**options: bool) -> Scenario:
    """A long battle of a few troops, with anti-aircraft weapons, controllers and much ground."""
    battle = situation(
        "fac ge-fac 20,4; flak ge-flak20 24,6; quad ge-wirbelwind 10,6",
        "panther ge-panther 15,10; grenadiers ge-rifle-44 30,12 dug-in; lorry ge-lorry 34,5",
        "aboard ge-rifle-44 in lorry; m16 us-m16 20,30 S; controller us-fac 26,34 S",
        "sherman us-sherman-75 12,30 S; rifles us-rifle-44 30,24 S; gun us-57 34,28 S",
        terrain=[
            "village: bua 28,22 to 32,26 stone; wood 4,14 to 10,24",
            "road from 34,0 to 34,36 wide 1.5; hedge from 12,20 to 24,20",
        ],
        table=(40, 36),
        turns=24,
        phase=None,
        first="german",
        date="1944-07",
        options={**OPTIONS, **options},
    )
    # as it would be read from a file
    return msgspec.json.decode(msgspec.json.encode(battle.scenario), type=Scenario)


@pytest.mark.slow
@cases("players", ("random", "random"), ("greedy", "random"))
def test_battles_with_aircraft_come_to_an_end(players: tuple[str, str]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(5 if players[0] == "random" else 2):
        battle = Battle.start(airfield(), dice=SeededDice(f"air {seed}"))
        run_battle(battle, seat_players(battle, players, seed))
        seen.update(event.kind for event in battle.events)
    assert min(seen[kind] for kind in ("air", "air-attack", "flak", "plan")) > 0


# -- computer players and keyboards ---------------------------------------------------------------

FAR = unit("far", "ge-rifle-40", at=(58, 1))


def test_a_greedy_player_attacks_what_is_worth_most_and_spares_its_friends() -> None:
    battle = mission(
        FAR,
        "friend ge-panther 20,38; beside uk-cromwell 22,38; alone uk-cromwell 38,38",
        terrain="marsh 20,40 to 40,42",
        planned=noted("german", "marsh"),
    )
    advice = {order: worth for worth, order in battle.view("german").advise(battle.choices[0])}
    assert max(advice, key=lambda order: advice[order]) == Strike("planned", "alone")
    assert advice[Strike("planned", "beside")] < 0.5 * advice[Strike("planned", "alone")]


def test_a_greedy_player_fires_his_anti_aircraft_weapons() -> None:
    battle = mission(FAR, "cromwell uk-cromwell 30,30; bofors uk-bofors 25,30", dice=[5])
    battle.play(Strike("opportunity"))
    advice = {order: worth for worth, order in battle.view("british").advise(battle.choices[0])}
    assert advice[FireFlak(("bofors",))] > advice[Done()]


def test_orders_can_be_typed() -> None:
    battle = mission(
        FAR,
        "cromwell uk-cromwell 30,38; bofors uk-bofors 25,30",
        rank="jack",
        terrain="marsh 20,40 to 40,42",
        planned=noted("german", "marsh"),
        dice=[],
    )
    state, choice = battle.state, battle.choices[0]
    typed = {
        "strike": Strike("opportunity"),
        "strike cromwell": Strike("planned", "cromwell"),
        "attack crom planned": Strike("planned", "cromwell"),
        "strike controlled cromwell": Strike("controlled", "cromwell"),
        "patrol": Patrol(),
        "plan air Marsh wood": PlanAir(("marsh", "wood")),
        "note marsh": PlanAir(("marsh",)),
        "flak bofors": FireFlak(("bofors",)),
    }
    for words, order in typed.items():
        assert PHRASES.read(state, choice, words) == order
        assert PHRASES.read(state, choice, PHRASES.typed(order)) == order
        assert isinstance(PHRASES.tell(state, order).text, str)
    assert any("strike TARGET" in usage for usage, _ in PHRASES.help(state, choice))
    told = PHRASES.tell(state, Strike("planned", "cromwell")).text
    assert told == "cromwell (cromwell), as planned"
