"""Orders as people type them."""

from sandtable.rulebooks.whitebox.book import WhiteboxRules
from sandtable.rulebooks.whitebox.part1_personal.round.all_actions import actions_of
from tests.whitebox.kit import *

PHRASEBOOK = rulebook_for("owb").phrasebook()


def in_turn() -> OwbBattle:
    return begun("ivan", man("ivan", (10, 20), sheet="submachinegunner"), FOE_FACING)


def test_every_order_has_an_act_and_every_act_an_order() -> None:
    assert set(ACTS.orders) == set(WhiteboxRules.orders)


def test_what_an_act_is_typed_by_is_what_people_are_told() -> None:
    for kind in WhiteboxRules.orders:
        act = present(ACTS.by_kind(kind))
        if act.words.typed:
            assert PHRASES.how(kind) == (act.words.typed, act.words.means or act.words.hint)


def test_further_words_stand_for_one_order_each() -> None:
    acts = [ACTS.by_kind(kind) for kind in ACTS.orders]
    words = [word for act in acts if act is not None for word in act.words.also]
    assert len(words) == len(set(words))


def test_shots_that_can_harm_and_getting_in_are_offered() -> None:
    units = (
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        vehicle("gaz", "truck-small", (11, 20), 0),
        truck_at(sheet="tank-medium"),
    )
    state = state_of(*units)
    ivan = state.person("ivan")
    offered = [order for order in attacks_of(state, ivan) if isinstance(order, ShootAboard)]
    assert [order.weapon for order in offered] == ["rpg-medium"]
    seats = [order.seat for order in actions_of(state, ivan) if isinstance(order, Board)]
    assert seats == ["passenger-1"]


def test_orders_of_vehicles_can_be_typed_in_short() -> None:
    battle = fight(vehicle("t34", "tank-medium", (10, 20), 0), truck_at())
    choice = battle.choices[0]
    assert PHRASES.read(battle.state, choice, "start t34") == StartVehicle("t34")
    play(battle, StartVehicle("t34"))
    choice = battle.choices[0]

    def typed(line: str) -> Order:
        return PHRASES.read(battle.state, choice, line)

    assert typed("pace normal") == SetPace("t34", "normal")
    assert typed("drive 3") == Drive("t34", 3)
    assert typed("drive t34 3") == Drive("t34", 3)
    assert typed("turn left 90") == Turning("t34", hand="left", degrees=90)
    assert typed("end") == EndVehicle("t34")
    gun = typed("gun t34.gun-1 gun-1 at truck ap")
    assert gun == FireGun("t34.gun-1", mount="gun-1", target="truck", round="AP")
    smoke = typed("gun t34.gun-1 gun-1 at 10.5,20.5 smoke")
    assert smoke == FireGun("t34.gun-1", mount="gun-1", at=(10.5, 20.5), round="smoke")
    assert PHRASES.tell(battle.state, gun).text == "medium tank gun at truck, single, AP"
    lines = list(PHRASES.describe(battle.state, the(battle, "t34")))
    assert lines[0].startswith("Medium tank: 36 of 36 hit points, AAC 15, Reinforced Hull x2")
    assert "gun-1: medium tank gun, in a turret (90 degrees a round)" in lines


def test_a_move_may_name_its_last_square_only() -> None:
    battle = in_turn()
    x, y = middle((13, 17))
    order = PHRASEBOOK.read(battle.state, battle.choices[0], f"move ivan to {x},{y}")
    assert isinstance(order, Move)
    assert len(order.path) == 3
    assert order.path[-1] == middle((13, 17))
    assert battle.allows(order, "a")


def test_a_shot_need_not_name_the_weapon() -> None:
    battle = in_turn()
    order = PHRASEBOOK.read(battle.state, battle.choices[0], "shoot ivan at foe burst")
    assert order == Shoot("ivan", target="foe", weapon="submachinegun", mode="burst")


def test_the_help_lists_what_answers_now() -> None:
    battle = in_turn()
    listed = [how for how, _ in PHRASEBOOK.help(battle.state, battle.choices[0])]
    assert any(how.startswith("shoot MAN") for how in listed)
    assert not any(how.startswith("begin") for how in listed)


def test_orders_and_characters_in_words() -> None:
    battle = in_turn()
    told = PHRASEBOOK.tell(battle.state, EndTurn("ivan", facing=45.0, ducked=True))
    assert (told.piece, told.action, told.text) == ("ivan", "end turn", "facing NE, down")
    lines = list(PHRASEBOOK.describe(battle.state, person(battle, "ivan")))
    assert lines[0].startswith("Common soldier: 4 of 4 hit points, AAC 11, Saving Throw 18")
    assert lines[1].startswith("Submachinegun (SMG): 1d6, ROF 1, RANGE 15")


def test_squares_are_typed_and_told_by_column_and_row() -> None:
    battle = in_turn()
    choice = battle.choices[0]
    plain = PHRASEBOOK.read(battle.state, choice, "move ivan to 13,17")
    assert isinstance(plain, Move)
    assert plain.path[-1] == middle((13, 17))
    assert PHRASEBOOK.read(battle.state, choice, "move ivan to (13, 17)") == plain
    assert PHRASEBOOK.tell(battle.state, plain).text == "to (13, 17)"
    events = play(battle, plain)
    assert events[-1].text == f"{person(battle, 'ivan').name} moves to (13, 17)."


def test_the_middle_of_an_edge_is_told_by_the_squares_beside_it() -> None:
    setting = in_turn().state.setting
    x, y = middle((13, 17))
    assert setting.told_at(x, y) == "(13, 17)"
    assert setting.told_at(x + 0.5, y) == "between (13, 17) and (14, 17)"
    assert setting.told_at(x, y - 0.5) == "between (13, 17) and (13, 18)"
