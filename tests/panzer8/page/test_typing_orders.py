"""How the orders of Panzer8 are typed, and what is told to those who type them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import PhraseError
from sandtable.dice import DiceNeeded
from sandtable.rulebooks.panzer8.decisions_due import ACTS
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from tests.panzer8.kit import *


def read(battle: P8Battle, line: str) -> Any:
    """What a line means to whoever decides now."""
    choice = battle.choices[0]
    view = battle.view(choice.seats[0])
    return PHRASES.read(view.state, view.choices[0], line)


def offered(battle: P8Battle) -> list[Order]:
    choice = battle.choices[0]
    view = battle.view(choice.seats[0])
    return list(view.candidates(view.choices[0]))


def brawl(**rest: Any) -> P8Battle:
    """Two sections that have charged a machine-gun and are in contact with it."""
    return situation(
        "rif uk-rifle-44 20,10 charged; bren uk-rifle-44 21.3,10 charged",
        "mg ge-rifle-44 20.6,10.8 S",
        phase="close-combat",
        **rest,
    )


# -- names ----------------------------------------------------------------------------------------


@cases(
    "line, attackers",
    ("fight rif mg", ("rif",)),
    ("fight rif bren mg", ("rif", "bren")),
    ("fight rif and bren with mg", ("rif", "bren")),
    ("fight defender mg attackers rif bren", ("rif", "bren")),
)
def test_the_defender_is_named_last(line: str, attackers: tuple[str, ...]) -> None:
    assert read(brawl(), line) == Fight(attackers, "mg")


@cases("line", "fight", "fight mg")
def test_a_fight_needs_both_sides(line: str) -> None:
    with pytest.raises(PhraseError, match="Something is missing"):
        read(brawl(), line)


def test_every_order_of_a_combat_reads_back_as_it_is_written() -> None:
    battle = brawl(dice=[10, 7, 5])
    kinds: set[str] = set()
    while battle.choices and len(kinds) < 6 and asked(battle) not in kinds:
        kinds.add(asked(battle))
        orders = offered(battle)
        assert [read(battle, PHRASES.typed(order)) for order in orders] == orders
        both = Fight(("rif", "bren"), "mg")
        battle.play(both if both in orders else orders[0])
    assert {"close combat", "result", "advance"} <= kinds


@cases("line", "apply fall-back", "apply fall back", "apply Fall-Back")
def test_a_result_is_no_name_of_a_piece(line: str) -> None:
    assert read(brawl(), line) == Apply("fall-back")
    with pytest.raises(PhraseError, match="Type it like this: apply fall-back"):
        read(brawl(), "apply rif")


@cases(
    "order",
    Move("rif", ((20.1, 9.333333333333334),), 1e-07),
    Move("rif", (), None, "forward", False),
    Move("rif", (), None, "forward", True),
    Suffer("rif"),
)
def test_what_is_written_is_exact(order: Order) -> None:
    assert read(brawl(), PHRASES.typed(order)) == order


@cases("name", "cromwell-2", "Cromwell2", "CROMWELL-2")
def test_a_lost_element_is_told_as_lost(name: str) -> None:
    battle = situation(
        "cromwell-1 uk-cromwell 20,10 acted; cromwell-2 uk-cromwell 24,10; vickers uk-mg 28,10",
        "pak ge-pak40 24,20 S",
        side="german",
        dice=[10, 1],
    )
    battle.play(Fire("pak", "cromwell-2"))
    assert is_out(battle, "cromwell-2")
    with pytest.raises(PhraseError, match=r"^cromwell-2 is out of action\.$"):
        read(battle, f"fire pak at {name}")
    with pytest.raises(PhraseError, match=r"'cromwell-3'\. Did you mean cromwell-1\?"):
        read(battle, "fire pak at cromwell-3")
    with pytest.raises(PhraseError, match=r"^Nothing in play is called 'tiger'\.$"):
        read(battle, "fire pak at tiger")


# -- numbers --------------------------------------------------------------------------------------


@cases(
    "line",
    "move rif to 25,10 facing 400",
    "turn rif to 720",
    "turn rif to -90",
    "move rif facing=361",
)
def test_a_heading_beyond_the_circle_is_a_slip(line: str) -> None:
    with pytest.raises(PhraseError, match="is no heading; type 0 to 360 degrees"):
        read(brawl(), line)


@cases("heading", 0, 0.5, 360)
def test_the_whole_circle_can_be_typed(heading: float) -> None:
    assert read(brawl(), f"turn rif to {heading}") == Move("rif", (), heading)


def test_an_order_that_turns_further_is_still_carried_out_as_in_old_journals() -> None:
    battle = situation("rif uk-rifle-44 20,10")
    battle.play(Move("rif", (), 400.0))
    assert element(battle, "rif").heading == 40


@cases("line", "go 12.8", "go on 12.8", "go to 12 8", "go to 25,10 12.8")
def test_a_bare_number_is_no_way_to_go_on(line: str) -> None:
    with pytest.raises(PhraseError, match="is no place on the table"):
        read(brawl(), line)


def test_the_ways_to_go_on() -> None:
    assert read(brawl(), "go") == GoOn()
    assert read(brawl(), "go to 12,8 facing 90") == GoOn(path=((12.0, 8.0),), facing=90.0)


# -- help -----------------------------------------------------------------------------------------


def helped(battle: P8Battle) -> list[str]:
    """How the orders begin that the help lists now."""
    choice = battle.choices[0]
    return [usage for usage, _ in PHRASES.help(battle.state, choice)]


def chase() -> P8Battle:
    """A section that moves in front of a machine-gun, which may react to it."""
    battle = situation("rif uk-rifle-44 20,10; mg ge-mg 20,20 S", dice=[1, 10, 1, 10])
    battle.play(Move("rif", ((22.0, 10.0),)))
    return battle


def test_the_help_lists_what_answers_at_this_stage() -> None:
    battle = chase()
    assert [usage.split()[0] for usage in helped(battle)] == ["react", "react", "done", "standing"]
    battle.play(ReactFire("mg", 1.0))
    assert asked(battle) == "resume"
    assert [usage.split()[0] for usage in helped(battle)] == ["go", "halt", "standing"]


def test_what_the_help_lists_is_never_off_the_question() -> None:
    for battle in (chase(), brawl(), brawl(dice=[10, 9, 1])):
        while battle.choices and battle.number < 6:
            tags = {type(order) for order in offered(battle)}
            assert {PHRASES.how(kind)[0] for kind in tags} <= set(helped(battle))
            try:
                battle.play(offered(battle)[0])
            except DiceNeeded:
                break


@cases("line", "fire", "move", "react fall back", "fight rif", "halt there")
def test_whoever_slips_is_told_what_the_help_says(line: str) -> None:
    tag, _ = PHRASES.split(line)
    with pytest.raises(PhraseError) as told:
        read(brawl(), line)
    assert str(told.value).endswith(f"Type it like this: {ACTS.usage()[tag][0]}")
