"""Section 12: setting up hidden, under counters real and false."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.draw import draw_battle
from sandtable.players.run import run_battle, seat_players
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import copses, counter_at, lurking, village

ROLES = {"british": "attacker", "german": "defender"}


def setting_up(count: int = 4, *, roles: Any = ROLES, **rest: Any) -> P8Battle:
    """A battle before it begins: the Germans have so many sections to set up in the north."""
    sections = [unit(f"s{number}", "ge-rifle-44", zone="north") for number in range(count)]
    return lurking(
        "tank uk-cromwell 20,3",
        *sections,
        zones=[Zone(id="north", outline=box(2, 20, 40, 40), side="german")],
        roles=roles,
        phase=None,
        **rest,
    )


# -- how many -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.half-of-defender")
@cases("count, half", (4, 2), (5, 2), (1, 0))
def test_the_defender_hides_half_of_his_elements_rounded_down(count: int, half: int) -> None:
    battle = setting_up(count)
    for number in range(half):
        play(battle, Hide((f"s{number}",), (10 + 4 * number, 25)), seat="german")
    more = Hide((f"s{half}",), (30, 25))
    assert why_not(battle, more, "german") == "p8.hidden.half-of-defender"


@pytest.mark.rule("p8.hidden.half-of-defender")
def test_only_those_count_whom_he_sets_up_on_the_table() -> None:
    """Two of four enter later, so he may hide one of the two others."""
    from sandtable.scenario import Entry

    late = [
        unit(f"late-{n}", "ge-rifle-44", enters=Entry(edge="north", at=5 * n + 5, turn=2))
        for n in range(2)
    ]
    battle = lurking(
        "tank uk-cromwell 20,3",
        unit("s0", "ge-rifle-44", zone="north"),
        unit("s1", "ge-rifle-44", zone="north"),
        *late,
        zones=[Zone(id="north", outline=box(2, 20, 40, 40), side="german")],
        roles=ROLES,
        phase=None,
    )
    assert why_not(battle, Hide(("s0", "s1"), (10, 25)), "german") == "p8.hidden.half-of-defender"
    assert why_not(battle, Hide(("s0",), (10, 25)), "german") is None


@pytest.mark.rule("p8.hidden.half-of-defender")
def test_those_aboard_count_as_well() -> None:
    battle = lurking(
        "tank uk-cromwell 20,3",
        unit("lorry", "ge-lorry", zone="north"),
        "men ge-rifle-44 in lorry",
        unit("s0", "ge-rifle-44", zone="north"),
        zones=[Zone(id="north", outline=box(2, 20, 40, 40), side="german")],
        roles=ROLES,
        phase=None,
    )
    assert why_not(battle, Hide(("lorry",), (10, 25)), "german") == "p8.hidden.half-of-defender"
    assert why_not(battle, Hide(("s0",), (10, 25)), "german") is None


@pytest.mark.rule("p8.hidden.half-of-defender")
def test_without_attacker_and_defender_nobody_hides_unless_the_scenario_permits_it() -> None:
    battle = setting_up(roles=None, first="british")
    assert why_not(battle, Hide(("s0",), (10, 25)), "german") == "p8.hidden.half-of-defender"
    assert why_not(battle, Dummy((10, 25)), "german") == "p8.hidden.half-of-defender"
    battle = setting_up(roles=None, first="british", hides={"german": 0.75})
    play(battle, Hide(("s0", "s1", "s2"), (10, 25)), seat="german")
    assert why_not(battle, Hide(("s3",), (20, 25)), "german") == "p8.hidden.half-of-defender"


@pytest.mark.rule("p8.hidden.half-of-defender")
def test_without_the_option_nobody_hides() -> None:
    battle = setting_up(options={"hidden_placement": False})
    assert why_not(battle, Hide(("s0",), (10, 25)), "german") == "p8.hidden.half-of-defender"
    for number in range(4):
        play(battle, Deploy(f"s{number}", (5 + 4 * number, 25)), seat="german")
    assert seats(battle) == ("british",), "and nobody has to say that he is done"
    with pytest.raises(ScenarioError, match="hidden_placement"):
        situation("tank uk-cromwell 20,3; s0 ge-rifle-44 20,30 hidden")


# -- counters and dummies -------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_one_counter_stands_for_one_or_more_elements() -> None:
    battle = setting_up()
    play(battle, Hide(("s0", "s1"), (10, 25)), seat="german")
    counter = counter_at(battle, (10, 25))
    assert counter.under == ("s0", "s1")
    assert (counter.base.width, counter.base.depth) == (1.0, 1.0)
    assert not element(battle, "s0").on_table
    assert battle.state.enemies_of(element(battle, "tank")) == []


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_there_are_at_most_as_many_dummies_as_other_counters() -> None:
    battle = setting_up()
    play(battle, Hide(("s0", "s1"), (10, 25)), Dummy((20, 25)), seat="german")
    assert why_not(battle, Dummy((30, 25)), "german") == "p8.hidden.counters-and-dummies"


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_dummies_may_come_first_but_those_too_many_are_taken_back() -> None:
    """Otherwise the first counter would be known to be real."""
    battle = setting_up()
    play(battle, Dummy((20, 25)), Dummy((30, 25)), seat="german")
    assert why_not(battle, Dummy((36, 25)), "german") == "p8.hidden.counters-and-dummies"
    play(battle, Hide(("s0",), (10, 25)), seat="german")
    play(battle, *(Deploy(f"s{n}", (10 + 4 * n, 30)) for n in (1, 2, 3)), seat="german")
    play(battle, Done(), seat="german")
    assert list(battle.state.counters) == ["german-counter-1", "german-counter-3"]
    assert told(battle, "dummy")


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_numbers_do_not_tell_dummies_from_others() -> None:
    one, two = setting_up(), setting_up()
    play(one, Hide(("s0",), (10, 25)), Dummy((20, 25)), seat="german")
    play(two, Dummy((10, 25)), Hide(("s0",), (20, 25)), seat="german")
    assert [(c.id, c.x) for c in one.state.counters.values()] == [
        (c.id, c.x) for c in two.state.counters.values()
    ]
    assert one.view("british").to_json() == two.view("british").to_json()


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_the_scenario_lays_counters_and_numbers_them_by_place() -> None:
    battle = lurking(
        "tank uk-cromwell 20,3; b ge-rifle-44 30,30 hidden; a ge-mg 30,30 hidden",
        dummies={"german": [(10, 30)]},
    )
    assert {c.id: c.under for c in battle.state.counters.values()} == {
        "german-counter-1": (),
        "german-counter-2": ("b", "a"),
    }


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_a_scenario_with_too_many_dummies_is_refused() -> None:
    with pytest.raises(ScenarioError, match="as many dummies"):
        lurking(
            "tank uk-cromwell 20,3; a ge-mg 30,30 hidden", dummies={"german": [(10, 30), (12, 30)]}
        )
    with pytest.raises(ScenarioError, match="dummy lies elsewhere"):
        lurking("tank uk-cromwell 20,3; a ge-mg 30,30 hidden", dummies={"german": [(30, 30)]})


def test_passengers_are_hidden_with_their_vehicle_or_not_at_all() -> None:
    with pytest.raises(ScenarioError, match="both are hidden, or neither"):
        lurking("tank uk-cromwell 20,3; lorry ge-lorry 30,30 hidden; men ge-rifle-44 in lorry")
    battle = lurking(
        "tank uk-cromwell 20,3; lorry ge-lorry 30,30 hidden; men ge-rifle-44 hidden in lorry",
        "seen ge-mg 40,40",
        side="german",
    )
    assert set(battle.view("british").state.pieces) == {"tank", "seen"}
    play(battle, Show("lorry", (30, 30), 180), seat="german")
    assert set(battle.view("british").state.pieces) == {"tank", "lorry", "men", "seen"}


@pytest.mark.rule("p8.hidden.not-in-fortifications")
def test_nobody_is_hidden_in_a_fortification_nor_a_dummy_laid() -> None:
    works = area("fortification", box(9, 24, 11, 26))
    battle = setting_up(terrain=[works])
    assert why_not(battle, Hide(("s0",), (10, 25)), "german") == "p8.hidden.not-in-fortifications"
    assert why_not(battle, Dummy((10, 25)), "german") == "p8.hidden.not-in-fortifications"
    assert why_not(battle, Hide(("s0",), (12, 25)), "german") is None
    with pytest.raises(ScenarioError, match="fortification"):
        lurking("tank uk-cromwell 20,3; a ge-mg 10,25 hidden", terrain=[works])


# -- setting up in secret -------------------------------------------------------------------------


def test_wrong_ways_to_hide_are_refused_in_words() -> None:
    battle = setting_up(terrain=[area("river", box(30, 20, 34, 40))])
    for order in (
        Hide((), (10, 25)),
        Hide(("s0", "s0"), (10, 25)),
        Hide(("tank",), (10, 25)),
        Hide(("nobody",), (10, 25)),
        Hide(("s0",), (10, 5)),
        Hide(("s0",), (32, 25)),
        Dummy((10, 5)),
        Done(),
    ):
        assert refused(battle, order, "german").reason
    play(battle, Dummy((10, 25)), seat="german")
    assert why_not(battle, Dummy((10, 25)), "german") == "p8.hidden.counters-and-dummies"


def test_elements_can_be_added_to_a_counter_that_lies_there() -> None:
    battle = setting_up()
    play(battle, Dummy((10, 25)), Hide(("s0",), (10, 25)), seat="german")
    play(battle, Hide(("s1",), (10, 25)), seat="german")
    assert counter_at(battle, (10, 25)).under == ("s0", "s1")


def test_houses_hold_no_more_hidden_elements_than_others() -> None:
    houses = area("bua", box(9, 24, 13, 28), "houses", "holds-1")
    battle = setting_up(terrain=[houses])
    assert why_not(battle, Hide(("s0", "s1"), (10, 25)), "german") == "p8.bua.capacity"
    play(battle, Hide(("s0",), (10, 25)), seat="german")
    assert why_not(battle, Hide(("s1",), (11, 26)), "german") == "p8.bua.capacity"
    assert why_not(battle, Deploy("s1", (11, 26)), "german") == "p8.bua.capacity"


def test_the_enemy_cannot_tell_who_is_hidden_from_who_is_yet_to_come() -> None:
    battle = setting_up()
    assert set(battle.view("british").state.pieces) == {"tank"}
    play(battle, Hide(("s0",), (10, 25)), Deploy("s2", (20, 25)), seat="german")
    view = battle.view("british")
    assert set(view.state.pieces) == {"tank", "s2"}
    assert view.waiting == ("german",)
    assert [c.under for c in view.state.counters.values()] == [None]
    assert not [e for e in view.events if "s0" in e.pieces or "s0" in e.text]
    play(battle, Deploy("s1", (24, 25)), Deploy("s3", (28, 25)), Done(), seat="german")
    assert set(battle.view("british").state.pieces) == {"tank", "s1", "s2", "s3"}
    assert "s0" in [u.id for u in battle.view("british").state.setting.scenario.units]


def test_every_seat_of_the_side_says_that_it_is_done() -> None:
    battle = setting_up(
        seats=(
            Seat(id="b", side="british"),
            Seat(id="g1", side="german", pieces=("s0", "s1")),
            Seat(id="g2", side="german", pieces=("s2", "s3")),
        )
    )
    assert seats(battle) == ("g1", "g2")
    assert why_not(battle, Hide(("s2",), (10, 25)), "g1") == "p8.hidden.counters-and-dummies"
    play(battle, Hide(("s0",), (10, 25)), Deploy("s1", (20, 25)), Done(), seat="g1")
    assert seats(battle) == ("g2",)
    play(battle, Deploy("s2", (24, 25)), Hide(("s3",), (28, 25)), Done(), seat="g2")
    assert seats(battle) == ("b",)
    assert battle.state.done == ()


def test_attackers_who_set_up_near_a_counter_spot_it_when_all_stand() -> None:
    battle = lurking(
        "s0 ge-rifle-44 20,25 hidden",
        unit("tank", "uk-cromwell", zone="south"),
        unit("other", "uk-cromwell", zone="south"),
        zones=[Zone(id="south", outline=box(0, 0, 40, 20), side="british")],
        roles=ROLES,
        phase=None,
    )
    play(battle, Deploy("tank", (20, 17.5)), seat="british")
    assert asked(battle) == "deploy"
    play(battle, Deploy("other", (5, 5)), seat="british")
    assert asked(battle) == "reveal"


def test_hidden_elements_hold_objectives_but_others_do_not_see_that() -> None:
    from sandtable.rulebooks.panzer8.s07_end.victory import holder

    objective = Objective(id="hill", at=(20, 25))
    battle = lurking("tank uk-cromwell 20,3; s0 ge-rifle-44 20,25 hidden", objectives=[objective])
    assert holder(battle.state, objective) == "german"
    assert holder(battle.view("british").state, objective) is None


def test_names_of_others_do_not_tell_of_hidden_elements() -> None:
    from msgspec.structs import replace

    def section(name: str, at: tuple[float, float], *, hidden: bool = False) -> Any:
        return replace(unit(name, "ge-rifle-44", at=at, hidden=hidden), name=None)

    tank = unit("tank", "uk-cromwell", at=(20, 3))
    battle = lurking(tank, section("a", (5, 30), hidden=True), section("b", (20, 30)))
    name = battle.state.pieces["b"].name
    assert battle.state.pieces["a"].name == f"{name} 2"
    battle = lurking(
        tank, section("a", (5, 30), hidden=True), section("b", (20, 30)), section("c", (30, 30))
    )
    assert [battle.state.pieces[n].name for n in "bca"] == [f"{name} {n}" for n in (1, 2, 3)]


def test_hiding_is_typed_in_plain_words() -> None:
    battle = setting_up()
    phrases = RULEBOOK.phrasebook()
    state, choice = battle.view("german").state, battle.view("german").choices[0]
    for line, order in (
        ("hide s0 s1 at 10,25", Hide(("s0", "s1"), (10, 25))),
        ("dummy at 12,25", Dummy((12, 25))),
        ("show s0 at 10,25 facing 180", Show("s0", (10, 25), 180)),
        ("show s0 at 10,25 facing 180 when 3.5", Show("s0", (10, 25), 180, 3.5)),
    ):
        assert phrases.read(state, choice, line) == order
        assert phrases.tell(state, order).text


# -- whole battles --------------------------------------------------------------------------------


def fought(scenario: Scenario, names: tuple[str, str], seed: int) -> P8Battle:
    """A battle that computer players have fought to its end."""
    battle: P8Battle = Battle(RULEBOOK, scenario, SeededDice(seed))
    run_battle(battle, seat_players(battle, names, seed))
    return battle


UNDER = ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@cases("scenario", copses(UNDER, turns=6), village(turns=5), ids=["copses", "village"])
def test_random_players_finish(scenario: Scenario, seed: int) -> None:
    assert fought(scenario, ("random", "random"), seed).outcome is not None


@pytest.mark.slow
@cases("scenario", copses(UNDER), village(), ids=["copses", "village"])
@pytest.mark.parametrize("seed", range(2))
def test_greedy_players_finish_and_hide_their_guns(scenario: Scenario, seed: int) -> None:
    battle = fought(scenario, ("greedy", "greedy"), seed)
    assert battle.outcome is not None
    if scenario.zones:
        hidden = {name for event in told(battle, "hide") for name in event.pieces}
        assert {"gun", "mg"} <= hidden


def test_an_element_hidden_in_a_house_is_drawn_for_its_owner_alone() -> None:
    battle = lurking(
        "rifles uk-rifle-44 20,2; lurker ge-rifle-44 20,30 hidden",
        terrain="house: bua 18,28 to 22,32",
    )
    assert element(battle, "lurker").inside == "house"
    assert 'data-piece="lurker"' in draw_battle(battle, seat="german")
    assert "lurker" not in draw_battle(battle, seat="british")
