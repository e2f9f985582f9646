"""Section 12: nothing that a seat is shown tells it what lies under the enemy's counters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.rulings import REFEREE
from sandtable.draw import draw_view
from sandtable.rulebooks.panzer8.state import Secret
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import SPOTS, copses, lurking, village
from tests.panzer8.kit.twins import compare, seen, started

MIXED = ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg")


TWINS = {
    "swapped": (MIXED, tuple(reversed(MIXED)), False),
    "another force": (
        MIXED,
        ("ge-tiger1", None, "ge-pak43", None, "ge-cmd", "ge-schreck-44"),
        False,
    ),
    "one or two of a kind": (
        ("ge-rifle-44", "ge-rifle-44", "ge-rifle-44", None, None, None),
        ("ge-mg", None, None, "ge-mg", "ge-flak88", None),
        False,
    ),
    "dug in": (
        ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg"),
        ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg"),
        True,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", TWINS)
def test_twins_look_alike_through_a_whole_battle(case: str) -> None:
    under, other, dug_in = TWINS[case]
    one, two = copses(under, turns=3), copses(other, turns=3, dug_in=dug_in)
    assert started(one).state.to_json() != started(two).state.to_json()
    assert compare([started(one), started(two)]) > 12


@pytest.mark.slow
@cases("options", {"game": "advanced"}, {"smoke": True})
def test_twins_look_alike_with_other_sections_switched_on(options: dict[str, Any]) -> None:
    one, two = (copses(under, turns=3, options=options) for under in TWINS["another force"][:2])
    assert compare([started(one), started(two)]) > 12


@pytest.mark.slow
def test_twins_set_up_alike() -> None:
    """What is put under which counter, and which are dummies, makes no difference to be seen."""
    first = (
        Hide(("gun",), (26, 20)),
        Dummy((28, 24)),
        Hide(("mortar",), (30, 21)),
        Deploy("mg", (10, 26), 180.0),
        Deploy("section-1", (6, 26), 180.0),
        Deploy("section-2", (20, 27), 180.0),
        Deploy("leader", (12, 28), 180.0),
        Done(),
    )
    second = (
        Dummy((26, 20)),
        Hide(("mortar",), (28, 24)),
        Hide(("gun",), (30, 21)),
        *first[3:],
    )
    twins = [started(village()), started(village())]
    for pair in zip(first, second, strict=True):
        for battle, order in zip(twins, pair, strict=True):
            battle.play(order, "german")
        one, two = (seen(battle, "british", []) for battle in twins)
        assert one == two
    assert compare(twins) > 5


# -- what is shown, and to whom -------------------------------------------------------------------


def test_the_enemy_knows_counters_and_nothing_else() -> None:
    battle = started(copses(MIXED))
    known = battle.view("british").state
    assert not [name for name in known.pieces if name.startswith("lurker")]
    assert [counter.under for counter in known.counters.values()] == [None] * len(SPOTS)
    assert not [u for u in known.setting.scenario.units if u.hidden]
    assert known.setting.scenario.dummies == ()
    assert "lurker" not in battle.view("british").to_json().decode()
    assert known.setting.key != battle.state.setting.key


def test_the_owner_and_the_referee_know_everything() -> None:
    battle = started(copses(MIXED), referee=True)
    assert battle.view("german").state.counters == battle.state.counters
    assert set(battle.view("german").state.pieces) == set(battle.state.pieces)
    assert battle.view(REFEREE).state is battle.state


def test_where_nothing_is_hidden_everybody_sees_the_state_itself() -> None:
    battle = lurking("tank uk-cromwell 20,3; gun ge-pak40 20,30")
    assert battle.view("british").state is battle.state


def test_while_the_owner_places_what_was_spotted_others_see_who_decides() -> None:
    battle = lurking("tank uk-cromwell 20,5; gun ge-pak40 20,20 hidden")
    battle.play(Move("tank", ((20, 14),)), "british")
    battle.play(Done(), "german")
    view = battle.view("british")
    assert view.waiting == ("german",)
    assert view.choices == ()
    assert isinstance(view.state.agenda[-1], Secret)
    assert "gun" not in view.to_json().decode()
    refusal = battle.refusal(Done(), "british")
    assert refusal is not None
    assert refusal.rule == "p8.hidden.placement-on-reveal"


def test_noted_targets_are_a_secret() -> None:
    battle = lurking(
        "tank uk-cromwell 20,3; gun ge-pak40 20,30",
        planned=[NotedTarget(side="german", support="fire", at=(13.25, 7.75))],
        options={"support_fire": True, "event_cards": True},
    )
    assert battle.view("german").state.planned
    assert battle.view("british").state.planned == ()
    assert "13.25" not in battle.view("british").to_json().decode()


def mortar(at: tuple[float, float]) -> Unit:
    """A mortar that is hidden."""
    return unit("tube", "ge-mortar-81", at=at, hidden=True)


def test_a_mortar_that_fires_from_hiding_gives_neither_its_place_nor_its_kind_away() -> None:
    battles = [
        lurking(
            mortar(at),
            "men uk-rifle-44 20,5",
            dummies={"german": [other]},
            dice=[10, 1],
            side="german",
        )
        for at, other in (((20, 25), (24, 25)), ((24, 25), (20, 25)))
    ]
    for battle in battles:
        battle.play(Fire("tube", "men"), "german")
        assert [roll for event in battle.events for roll in event.rolls]
    one, two = (battle.view("british").to_json() for battle in battles)
    assert one == two


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_counters_are_drawn_for_everybody_and_their_contents_for_the_owner() -> None:
    battle = started(copses(MIXED))
    theirs, ours = draw_view(battle.view("british")), draw_view(battle.view("german"))
    for number in range(1, len(SPOTS) + 1):
        assert f'data-piece="german-counter-{number}"' in theirs
        assert f'data-piece="german-counter-{number}"' in ours
    assert "lurker" not in theirs
    assert 'data-piece="lurker-0"' in ours
