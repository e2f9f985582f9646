"""Section 15.3: how aircraft find a target by plan or by a controller."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.rulebooks.panzer8.state import Planned
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import OPTIONS, attack, card, is_flying, mission, noted

WOOD = area("wood", box(28, 40, 32, 44))
OURS = unit("ours", "ge-rifle-40", at=(5, 2))
TRUCK = unit("truck", "uk-truck", at=(30, 30))


# -- methods (15.3.7) -----------------------------------------------------------------------------


@pytest.mark.rule("p8.air.method-choice")
def test_the_owner_chooses_the_method_before_any_dice() -> None:
    battle = mission(
        OURS,
        TRUCK,
        "fac ge-fac 30,20",
        terrain="marsh 28,34 to 32,38",
        planned=noted("german", "marsh"),
    )
    assert seats(battle) == ("german",)
    assert why_not(battle, Strike("planned", "truck")) is None
    assert why_not(battle, Strike("controlled", "truck")) is None
    assert why_not(battle, Strike("opportunity")) is None
    assert why_not(battle, Strike("planned")) == "p8.air.method-choice"
    assert why_not(battle, Strike("controlled", "ours")) == "p8.air.method-choice"
    assert why_not(battle, Strike("controlled", "nobody")) == "p8.air.method-choice"
    assert why_not(battle, Strike("opportunity", "truck")) == "p8.air.opportunity-roll"


@pytest.mark.rule("p8.card.use-at-once")
def test_the_owner_may_do_without_a_mission() -> None:
    battle = mission(OURS, TRUCK, dice=[])
    assert Done() in list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    play(battle, Done())
    assert not is_flying(battle)
    assert not battle.state.flights
    assert seats(battle) == ("german",)
    assert asked(battle) == "action"


@pytest.mark.rule("p8.air.preplanned")
@cases("y, near", (36.8, True), (36.81, False))
def test_a_planned_target_is_at_most_6_from_the_feature(y: float, near: bool) -> None:
    # the truck reaches 0.8 to the south of its centre, the marsh to 30
    battle = mission(
        OURS,
        unit("truck", "uk-truck", at=(30, y)),
        terrain="marsh 28,26 to 32,30",
        planned=noted("german", "marsh"),
        dice=[5, 5],
    )
    assert (why_not(battle, Strike("planned", "truck")) is None) == near
    if near:
        assert attack(battle, "truck", "planned").pieces == ("truck",)


@pytest.mark.rule("p8.air.preplanned")
def test_a_planned_target_need_not_be_seen_and_may_be_in_cover() -> None:
    battle = mission(
        OURS,
        "rifles uk-rifle-44 30,44",
        terrain="wood 20,38 to 40,48; hedge from 20,42 to 40,42",
        planned=noted("german", "hedge"),
        dice=[5, 5],
    )
    assert attack(battle, "rifles", "planned").data["score"] == 7 - 5 - 1


@pytest.mark.rule("p8.air.preplanned")
def test_without_a_plan_there_are_no_planned_targets() -> None:
    battle = mission(OURS, TRUCK, terrain="marsh 28,34 to 32,38")
    assert refused(battle, Strike("planned", "truck")).rule == "p8.air.preplanned"


@pytest.mark.rule("p8.air.preplanned")
def test_the_enemys_plans_are_of_no_use() -> None:
    marsh = area("marsh", box(28, 34, 32, 38))
    battle = mission(OURS, TRUCK, terrain=[marsh], planned=noted("british", "marsh"))
    assert why_not(battle, Strike("planned", "truck")) == "p8.air.preplanned"


@pytest.mark.rule("p8.melee.no-fire-no-target")
def test_nobody_in_hand_to_hand_combat_can_be_picked() -> None:
    battle = mission(
        "ours ge-rifle-44 30,30; rifles uk-rifle-44 30,30.8 S",
        terrain="marsh 28,34 to 32,38",
        planned=noted("german", "marsh"),
        rank="jack",
    )
    assert why_not(battle, Strike("planned", "rifles")) == "p8.melee.no-fire-no-target"
    play(battle, Strike("opportunity"))
    assert "find nothing" in last(battle, "air").text


# -- planning (15.3.3) ----------------------------------------------------------------------------


FOUR_FEATURES = [
    WOOD,
    area("marsh", box(10, 10, 12, 12)),
    line("hedge", (2, 20), (8, 20)),
    line("road", (0, 24), (60, 24), width=1.0),
]


def planning(**rest: Any) -> P8Battle:
    """A battle at its very beginning, on ground with four features."""
    return situation(
        OURS,
        TRUCK,
        phase=None,
        options={**OPTIONS, "recce_moves": False},
        dice=[card("german", "five")],
        first="german",
        **({"terrain": FOUR_FEATURES} | rest),
    )


@pytest.mark.rule("p8.air.preplanned")
def test_each_side_notes_its_targets_before_play() -> None:
    battle = planning()
    assert seats(battle) == ("german",)
    play(battle, PlanAir(("hedge", "wood", "road")))
    assert seats(battle) == ("british",)
    assert not told(battle, "turn")
    play(battle, Done())
    assert battle.state.planned == tuple(
        Planned(side="german", support="air", feature=name) for name in ("hedge", "wood", "road")
    )
    assert battle.state.phase == "action"
    assert told(battle, "card")


@pytest.mark.rule("p8.air.preplanned")
@cases(
    "features, why",
    (("wood", "marsh", "hedge", "road"), "At most 3"),
    (("wood", "wood"), "once"),
    (("copse",), "no feature of the ground 'copse'"),
)
def test_what_cannot_be_noted(features: tuple[str, ...], why: str) -> None:
    refusal = refused(planning(), PlanAir(features))
    assert refusal.rule == "p8.air.preplanned"
    assert why in refusal.reason


@pytest.mark.rule("p8.air.preplanned")
def test_plans_and_what_comes_of_them_are_told_with_the_names_of_the_map() -> None:
    hill_wood = msgspec.structs.replace(
        area("wood", box(28, 34, 32, 38), "w1"), name="Hangman's Wood"
    )
    ground = (hill_wood, area("wood", box(2, 40, 6, 44), "w2"))
    battle = planning(terrain=ground)
    play(battle, PlanAir(("w1", "w2")))
    assert last(battle, "plan").text == (
        "Targets noted for the aircraft: Hangman's Wood, wood (w2)."
    )
    dice = [1, 10, 1, 10]  # the attack, and one on a friend that a one brings about
    battle = mission(OURS, TRUCK, terrain=ground, planned=noted("german", "w1"), dice=dice)
    play(battle, Strike("planned", "truck"))
    texts = [event.text for event in told(battle, "air")]
    assert any(text.endswith("against truck, as planned, at Hangman's Wood.") for text in texts)


@pytest.mark.rule("p8.air.preplanned")
def test_plans_are_secret() -> None:
    one, two = planning(), planning()
    play(one, PlanAir(("hedge", "wood")))
    play(two, Done())
    assert one.view("british").to_json() == two.view("british").to_json()
    assert one.view("german").to_json() != two.view("german").to_json()
    play(one, Done())
    play(two, Done())
    assert one.view("british").to_json() == two.view("british").to_json()


@pytest.mark.rule("p8.air.preplanned")
def test_a_scenario_may_note_targets_and_keeps_them_secret() -> None:
    battle = planning(planned=noted("german", "hedge"))
    assert seats(battle) == ("british",)
    assert battle.view("british").state.planned == ()
    assert battle.view("british").state.setting.scenario.planned == ()
    assert len(battle.view("german").state.planned) == 1


def test_what_a_scenario_cannot_note() -> None:
    with pytest.raises(ScenarioError, match="no terrain 'bridge'"):
        planning(planned=noted("german", "bridge"))
    with pytest.raises(ScenarioError, match="3 targets of a kind"):
        planning(planned=noted("german", "wood", "marsh", "hedge", "road"))
    with pytest.raises(ScenarioError, match="no kind of support 'sea'"):
        planning(planned=[NotedTarget(side="german", support="sea", feature="wood")])
    with pytest.raises(ScenarioError, match="aircraft need a feature"):
        planning(planned=[NotedTarget(side="german", support="air", at=(5, 5))])


def test_nothing_is_planned_without_the_switch() -> None:
    battle = situation(OURS, TRUCK, phase=None, terrain=[WOOD], options={"recce_moves": False})
    assert battle.state.phase == "action"


# -- forward air controllers (15.3.4) -------------------------------------------------------------


def controlled(
    sheet: str, side: str, date: str | None, ground: str | None = None, **status: Any
) -> P8Battle:
    """A controller looks at a truck on open ground."""
    enemy = "british" if side == "german" else "german"
    theirs = "uk-truck" if side == "german" else "ge-truck"
    return mission(
        unit("fac", sheet, side, at=(30, 20), **status),
        unit("truck", theirs, enemy, at=(30, 30)),
        date=date,
        ground=ground,
        dice=[5, 5],
    )


@pytest.mark.rule("p8.air.fac-nations")
@cases(
    "sheet, side, date, ground, allowed",
    ("ge-fac", "german", "1940", None, True),
    ("ge-fac", "german", None, None, True),
    ("uk-fac", "british", "1941", "desert", True),
    ("uk-fac", "british", "1942-10-23", "desert", True),
    ("uk-fac", "british", "1940-12-09", "desert", False),
    ("uk-fac", "british", "1944", None, False),
    ("uk-fac", "british", "1942", "steppe", False),
    ("us-fac", "american", "1943-09-09", None, True),
    ("us-fac", "american", "1943-09", None, True),
    ("us-fac", "american", "1944-06-06", None, True),
    ("us-fac", "american", "1943-08-31", None, False),
    ("us-fac", "american", "1942", None, False),
)
def test_who_has_controllers(
    sheet: str, side: str, date: str | None, ground: str | None, allowed: bool
) -> None:
    battle = controlled(sheet, side, date, ground)
    rule = why_not(battle, Strike("controlled", "truck"))
    assert rule == (None if allowed else "p8.air.fac-nations")


@pytest.mark.rule("p8.air.fac-targeting")
def test_a_controller_directs_aircraft_at_whatever_he_sees() -> None:
    battle = mission(
        "fac ge-fac 30,20; truck uk-truck 30,30; rifles uk-rifle-44 30,47 dug-in",
        "behind uk-truck 40,44",
        terrain="wood 34,30 to 46,40",
        dice=[8, 5],
    )
    assert why_not(battle, Strike("controlled", "behind")) == "p8.air.fac-targeting"
    # dug in is hard cover: 7 + 8 against 5 + 2 + 5
    assert attack(battle, "rifles", "controlled").data["score"] == 3
    assert not element(battle, "fac").acted


@pytest.mark.rule("p8.air.fac-targeting")
def test_without_a_controller_nobody_directs() -> None:
    battle = mission(OURS, TRUCK)
    assert why_not(battle, Strike("controlled", "truck")) == "p8.air.fac-targeting"


@pytest.mark.rule("p8.foo.not-when-suppressed")
def test_a_suppressed_controller_calls_no_aircraft() -> None:
    battle = controlled("ge-fac", "german", "1944", suppressed=True)
    assert refused(battle, Strike("controlled", "truck")).rule == "p8.foo.not-when-suppressed"
