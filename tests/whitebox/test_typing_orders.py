"""Orders typed on a keyboard, and characters told in words."""

from __future__ import annotations

from sandtable.battle import rulebook_for
from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn, Move, Shoot
from tests.whitebox.kit import OwbBattle, fight, man, middle, person, play

PHRASES = rulebook_for("owb").phrasebook()


def in_turn() -> OwbBattle:
    battle = fight(
        man("ivan", (10, 20), sheet="submachinegunner"), man("foe", (10, 10), "b", facing=4)
    )
    play(battle, Begin(person="ivan"))
    return battle


def test_a_move_may_name_its_last_square_only() -> None:
    battle = in_turn()
    x, y = middle((13, 17))
    order = PHRASES.read(battle.state, battle.choices[0], f"move ivan to {x},{y}")
    assert isinstance(order, Move)
    assert len(order.path) == 3
    assert order.path[-1] == middle((13, 17))
    assert battle.allows(order, "a")


def test_a_shot_need_not_name_the_weapon() -> None:
    battle = in_turn()
    order = PHRASES.read(battle.state, battle.choices[0], "shoot ivan at foe burst")
    assert order == Shoot(person="ivan", target="foe", weapon="submachinegun", mode="burst")


def test_the_help_lists_what_answers_now() -> None:
    battle = in_turn()
    listed = [how for how, _ in PHRASES.help(battle.state, battle.choices[0])]
    assert any(how.startswith("shoot MAN") for how in listed)
    assert not any(how.startswith("begin") for how in listed)


def test_orders_and_characters_in_words() -> None:
    battle = in_turn()
    told = PHRASES.tell(battle.state, EndTurn(person="ivan", facing=45.0, ducked=True))
    assert (told.piece, told.action, told.text) == ("ivan", "end turn", "facing NE, down")
    lines = list(PHRASES.describe(battle.state, person(battle, "ivan")))
    assert lines[0].startswith("Common soldier: 4 of 4 hit points, AAC 11, Saving Throw 18")
    assert lines[1].startswith("Submachinegun (SMG): 1d6, ROF 1, RANGE 15")


def test_squares_are_typed_and_told_by_column_and_row() -> None:
    battle = in_turn()
    choice = battle.choices[0]
    plain = PHRASES.read(battle.state, choice, "move ivan to 13,17")
    assert isinstance(plain, Move)
    assert plain.path[-1] == middle((13, 17))
    assert PHRASES.read(battle.state, choice, "move ivan to (13, 17)") == plain
    assert PHRASES.tell(battle.state, plain).text == "to (13, 17)"
    events = play(battle, plain)
    assert events[-1].text == f"{person(battle, 'ivan').name} moves to (13, 17)."


def test_the_middle_of_an_edge_is_told_by_the_squares_beside_it() -> None:
    setting = in_turn().state.setting
    x, y = middle((13, 17))
    assert setting.told_at(x, y) == "(13, 17)"
    assert setting.told_at(x + 0.5, y) == "between (13, 17) and (14, 17)"
    assert setting.told_at(x, y - 0.5) == "between (13, 17) and (13, 18)"
