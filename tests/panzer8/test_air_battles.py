"""Whole battles with aircraft, played by computer players."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.players.run import run_battle, seat_players
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import FireFlak, Patrol, Strike
from sandtable.rulebooks.panzer8.s15_events.noted_targets import PlanAir
from sandtable.rulebooks.panzer8.state.orders import Done
from sandtable.scenario import Scenario
from tests.conformance import suite
from tests.conformance.playing import Case
from tests.panzer8.airmen import OPTIONS, mission, noted
from tests.panzer8.situations import area, box, line, situation, unit


def airfield(**options: bool) -> Scenario:
    """A long battle of a few troops, with anti-aircraft weapons, controllers and much ground."""
    battle = situation(
        unit("fac", "ge-fac", "german", at=(20, 4)),
        unit("flak", "ge-flak20", "german", at=(24, 6)),
        unit("quad", "ge-wirbelwind", "german", at=(10, 6)),
        unit("panther", "ge-panther", "german", at=(15, 10)),
        unit("grenadiers", "ge-rifle-44", "german", at=(30, 12), dug_in=True),
        unit("lorry", "ge-lorry", "german", at=(34, 5)),
        unit("aboard", "ge-rifle-44", "german", at=(0, 0), carried_by="lorry"),
        unit("m16", "us-m16", "american", at=(20, 30), facing=180),
        unit("controller", "us-fac", "american", at=(26, 34), facing=180),
        unit("sherman", "us-sherman-75", "american", at=(12, 30), facing=180),
        unit("rifles", "us-rifle-44", "american", at=(30, 24), facing=180),
        unit("gun", "us-57", "american", at=(34, 28), facing=180),
        terrain=[
            area("bua", box(28, 22, 32, 26), "village", "stone"),
            area("wood", box(4, 14, 10, 24)),
            line("road", (34, 0), (34, 36), width=1.5),
            line("hedge", (12, 20), (24, 20)),
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


CASE = Case(RULEBOOK, airfield(), every=20, name="p8-airfield")


@pytest.mark.slow
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random")])
def test_battles_with_aircraft_come_to_an_end(players: tuple[str, str]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12 if players[0] == "random" else 5):
        battle = Battle.start(airfield(), dice=SeededDice(f"air {seed}"))
        run_battle(battle, seat_players(battle, players, seed))
        seen.update(event.kind for event in battle.events)
    assert min(seen[kind] for kind in ("air", "air-attack", "flak", "plan")) > 0


@pytest.mark.slow
def test_a_battle_with_aircraft_conforms(tmp_path: Path) -> None:
    suite.check_same_seed_same_battle(CASE)
    suite.check_save_and_load(CASE, tmp_path)
    suite.check_candidates_have_a_fixed_order(CASE)
    suite.check_advice_is_legal(CASE)
    suite.check_orders_survive_json(CASE)
    suite.check_states_survive_json(CASE)
    suite.check_cited_rules_exist(CASE)
    suite.check_odds_sum_to_one(CASE)
    suite.check_views_hide_what_is_hidden(CASE)
    suite.check_refusals_change_nothing(CASE, 4, 40)


# -- computer players and keyboards ---------------------------------------------------------------

FAR = unit("far", "ge-rifle-40", "german", at=(58, 1))


def test_a_greedy_player_attacks_what_is_worth_most_and_spares_its_friends() -> None:
    battle = mission(
        FAR,
        unit("friend", "ge-panther", "german", at=(20, 38)),
        unit("beside", "uk-cromwell", "british", at=(22, 38)),
        unit("alone", "uk-cromwell", "british", at=(38, 38)),
        terrain=[area("marsh", box(20, 40, 40, 42))],
        planned=noted("german", "marsh"),
    )
    advice = {order: worth for worth, order in battle.view("german").advise(battle.choices[0])}
    assert max(advice, key=lambda order: advice[order]) == Strike("planned", "alone")
    assert advice[Strike("planned", "beside")] < 0.5 * advice[Strike("planned", "alone")]


def test_a_greedy_player_fires_his_anti_aircraft_weapons() -> None:
    battle = mission(
        FAR,
        unit("cromwell", "uk-cromwell", "british", at=(30, 30)),
        unit("bofors", "uk-bofors", "british", at=(25, 30)),
        dice=[5],
    )
    battle.play(Strike("opportunity"))
    advice = {order: worth for worth, order in battle.view("british").advise(battle.choices[0])}
    assert advice[FireFlak(("bofors",))] > advice[Done()]


def test_orders_can_be_typed() -> None:
    battle = mission(
        FAR,
        unit("cromwell", "uk-cromwell", "british", at=(30, 38)),
        unit("bofors", "uk-bofors", "british", at=(25, 30)),
        rank="jack",
        terrain=[area("marsh", box(20, 40, 40, 42))],
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
