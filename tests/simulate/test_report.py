"""Battle reports: what happened, in sentences; what it cost; and how lucky it was."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sandtable.battle import Battle, Event
from sandtable.dice import Roll, SeededDice
from sandtable.players import run_battle, seat_players
from sandtable.report import facts_of, luck_of, report_text, tell
from sandtable.report.html import html_report
from sandtable.report.luck import Luck, _luck
from sandtable.report.story import chapters_of, dice_shown, losses_of
from sandtable.scenario import load_scenario


@pytest.fixture(scope="module")
def battle() -> Battle[Any]:
    fought = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(3))
    run_battle(fought, seat_players(fought, ["random", "random"], 3))
    return fought


def test_everything_that_happened_is_told(battle: Battle[Any]) -> None:
    text = " ".join(report_text(battle).split())
    for event in battle.events:
        if event.kind not in ("turn", "victory"):
            assert " ".join(event.text.split()) in text
    assert battle.outcome is not None
    assert battle.outcome.reason in text
    assert battle.scenario.title in text


def test_lines_are_not_too_long_and_have_no_blanks_at_the_end(battle: Battle[Any]) -> None:
    for line in report_text(battle, details=True, width=90).splitlines():
        assert len(line) <= 90
        assert line == line.rstrip()


def test_details_give_every_modifier_with_its_rule(battle: Battle[Any]) -> None:
    text = " ".join(report_text(battle, details=True).split())
    for event in battle.events:
        for tally in event.tallies:
            for modifier in tally.modifiers:
                assert f"{modifier.value:+d} {modifier.text} {modifier.rule}" in text


def test_losses_are_those_that_are_no_longer_in_play(battle: Battle[Any]) -> None:
    lost = sum(len(losses.lost) for losses in tell(battle).losses)
    assert lost == len(battle.scenario.units) - len(battle.state.pieces) > 0


def test_losses_are_told_by_name_although_the_enemy_has_somebody_of_that_name() -> None:
    scenario = load_scenario("saint-aubin")
    british, german = (next(u for u in scenario.units if u.side == s.id) for s in scenario.sides)
    units = tuple(
        msgspec.structs.replace(unit, name="Observer") if unit in (british, german) else unit
        for unit in scenario.units
    )
    battle = Battle.start(msgspec.structs.replace(scenario, units=units))
    for fallen in (british, german):
        del battle.state.pieces[fallen.id]
    assert [losses.lost for losses in losses_of(battle)] == [("Observer",), ("Observer",)]


def test_a_battle_that_goes_on_says_what_it_waits_for() -> None:
    text = report_text(Battle.start(load_scenario("saint-aubin")))
    assert "The battle goes on: turn 1 of 10." in text
    assert "It waits for british: " in text
    assert "Luck" not in text


def test_what_comes_before_the_first_turn_has_a_title_of_its_own() -> None:
    early = Event(kind="deploy", text="Pak 40 is set up.")
    turn = Event(kind="turn", text="Turn 1.", data={"turn": 1})
    told = chapters_of([early, turn])
    assert [(chapter.title, chapter.turn) for chapter in told] == [
        ("Before the first turn", 0),
        ("Turn 1", 1),
    ]


def test_turns_are_called_as_the_book_calls_them() -> None:
    battle = Battle.start(load_scenario("coastal-battery"))
    story = tell(battle)
    assert story.chapters[0].title == "Before the first round"
    assert (story.where, story.turn_name, story.turns) == ("before round 1", "round", 16)
    assert "The battle goes on: before round 1." in report_text(battle)
    page = html_report(battle)
    assert "<dt>Rounds</dt><dd>0 of 16</dd>" in page
    assert "urns</dt>" not in page


def test_a_seat_is_told_only_what_it_may_know(battle: Battle[Any]) -> None:
    told = [e for chapter in tell(battle, seat="german").chapters for e in chapter.events]
    assert all(event.visible_to("german") for event in told)


def test_dice_of_many_kinds() -> None:
    rolls = [Roll("shots", 6, (5, 2)), Roll("cards", 52, (7,), drawn=True)]
    assert dice_shown(rolls) == "2d6: shots 5 2, drawn: cards 7"
    assert dice_shown([]) == ""


# -- luck -----------------------------------------------------------------------------------------

HALF = {"none": Fraction(1, 2), "out": Fraction(1, 2)}


def test_luck_is_what_came_against_what_was_to_be_expected() -> None:
    luck = _luck("red", [(HALF, "out")] * 4)
    assert luck.results() == [("none", Fraction(2), 0), ("out", Fraction(2), 4)]
    assert luck.deviations == 2.0
    assert luck.verdict == "very lucky"


@pytest.mark.parametrize(
    ("deviations", "verdict"),
    [
        (2.5, "very lucky"),
        (1.5, "lucky"),
        (0.0, "about average"),
        (-1.5, "unlucky"),
        (-2.5, "very unlucky"),
    ],
)
def test_luck_in_a_word(deviations: float, verdict: str) -> None:
    luck = Luck(side="red", rolls=1, expected={}, actual={}, deviations=deviations)
    assert luck.verdict == verdict


def test_without_a_roll_there_is_no_luck() -> None:
    assert _luck("red", []).deviations == 0.0
    assert _luck("red", [({"out": Fraction(1)}, "out")]).deviations == 0.0


def test_every_shot_counts_for_its_shooter(battle: Battle[Any]) -> None:
    shots = [event for event in battle.events if "odds" in event.data]
    lucks = luck_of(battle)
    assert sum(luck.rolls for luck in lucks) == len(shots) > 0
    for luck in lucks:
        assert sum(luck.expected.values()) == luck.rolls == sum(luck.actual.values())


def test_facts_for_programs(battle: Battle[Any]) -> None:
    facts = facts_of(battle)
    assert len(facts["events"]) == len(battle.events)
    assert facts["waiting"] == []
    assert facts["state"] == battle.state.digest()
