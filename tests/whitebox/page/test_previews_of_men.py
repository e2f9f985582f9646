"""What the page shows of an order to a man before it is given."""

import msgspec
import pytest

from sandtable.battle.overlays import Overlay, Route, SightLine
from sandtable.battle.rulings import REFEREE
from sandtable.rulebooks.whitebox.part1_personal.explosives.lobbing import landings_of
from sandtable.rulebooks.whitebox.showing.places import bands, limits
from tests.whitebox.kit import *


def offered(battle: OwbBattle, piece: str | None, seat: str = "") -> dict[str, Action]:
    """What a seat is offered, by label."""
    choice = battle.choices[0]
    who = seat or choice.seats[0]
    state = battle.view(who).state
    return {action.label: action for action in RULEBOOK.actions(state, who, choice, piece)}


def first_begun(*units: Any, **rest: Any) -> OwbBattle:
    """A fight in which the first man has begun his turn."""
    return begun(units[0].id, *units, **rest)


def squares(overlays: tuple[Overlay, ...], tone: str) -> dict[Square, str]:
    """The squares of a tone, each with what stands in it."""
    found: dict[Square, str] = {}
    for overlay in overlays:
        if isinstance(overlay, Squares) and overlay.tone == tone:
            words = overlay.words or ("",) * len(overlay.middles)
            for (x, y), word in zip(overlay.middles, words, strict=True):
                found[int(x), int(36 - y)] = word
    return found


def traced(battle: OwbBattle, order: Any) -> Trace:
    """What an order would do."""
    return present(RULEBOOK.trace(battle.state, order))


def test_a_turn_is_taken_at_a_press_and_only_by_those_whose_turn_it_is() -> None:
    battle = fight(man("ann", (5, 20)), man("bob", (7, 20), "b"))
    action = offered(battle, "ann")["Take his turn"]
    assert action.at_once
    assert not action.refusal
    assert "Let the rest pass" in offered(battle, None)
    assert offered(battle, "bob") == {}


def test_what_is_used_up_says_so_with_its_rule() -> None:
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 10), "b"))
    shot = Shoot("ann", target="bob", weapon="rifle-large")
    play(battle, shot, dice=[2])
    action = offered(battle, "ann")["Fire"]
    assert action.refusal == "He has made his Attack of this round."
    assert action.refused_by == "owb.time.one-attack-per-round"


def test_the_end_of_a_turn_says_why_nobody_keeps_down_in_the_open() -> None:
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 10), "b"))
    ends = offered(battle, None)
    assert ends["End, keep down"].refusal == "There is no low cover to duck behind."
    assert ends["End turn"].slots[0].headings == tuple(45.0 * n for n in range(8))


def test_reach_is_squares_with_the_points_that_each_costs() -> None:
    rubble = filled("rubble", "rubble", (5, 19))
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 5), "b"), terrain=[rubble])
    reach = squares(RULEBOOK.reach(battle.state, "ann", "move"), "reach")
    assert reach[5, 19] == "2"
    assert reach[6, 19] == "1"
    assert reach[9, 16] == "4"
    assert (10, 20) not in reach


def test_every_second_diagonal_costs_more_where_the_battle_is_played_so() -> None:
    options: dict[str, str | bool] = {"diagonals": "alternate"}
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 5), "b"), options=options)
    reach = squares(RULEBOOK.reach(battle.state, "ann", "move"), "reach")
    assert (reach[6, 19], reach[7, 18]) == ("1", "3")
    assert (8, 17) in reach
    assert (9, 16) not in reach


def test_a_way_names_only_some_squares_and_the_cheapest_one_lies_between() -> None:
    wall = edged("wall", "tall-wall", (4, 20), (8, 20))
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 5), "b"), terrain=[wall])
    order = Move("ann", (middle((5, 18)),))
    shown = traced(battle, order)
    route = next(one for one in shown.overlays if isinstance(one, Route))
    assert shown.label == "4 of 4 points"
    assert len(route.points) == 5
    assert list(squares(shown.overlays, "way").values()) == ["1", "2", "3", "4"]
    play(battle, order)
    person = battle.state.person("ann")
    assert (battle.state.square(person), person.spent) == ((5, 18), 4)


def test_a_move_tells_of_those_who_may_fire_on_the_way() -> None:
    battle = fight(man("ann", (5, 20), facing=0), man("bob", (5, 10), "b", facing=4), dice=(1, 6))
    turn(battle, "bob", Withhold("bob"), end=EndTurn("bob", facing=180.0))
    play(battle, Begin("ann"))
    notes = traced(battle, Move("ann", (middle((5, 19)),))).notes
    assert "Withheld attacks on the way: bob may fire." in notes


def test_a_man_sees_within_45_degrees_of_his_facing_and_all_round_in_his_turn() -> None:
    battle = fight(man("ann", (5, 20), facing=0), man("bob", (20, 20), "b"))
    seen = squares(RULEBOOK.sights(battle.state, "ann"), "sight")
    assert {(5, 10), (10, 15)} <= set(seen)
    assert not {(10, 16), (5, 25)} & set(seen)
    play(battle, Begin("ann"))
    seen = squares(RULEBOOK.sights(battle.state, "ann"), "sight")
    assert {(5, 10), (5, 25), (20, 20)} <= set(seen)


def test_a_line_is_crossed_where_a_wall_blocks_it() -> None:
    wall = edged("wall", "tall-wall", (4, 15), (7, 15))
    battle = fight(man("ann", (5, 20), facing=0), man("bob", (5, 10), "b"), terrain=[wall])
    lines = [one for one in RULEBOOK.sights(battle.state, "ann") if isinstance(one, SightLine)]
    assert lines[0].blocked_at == pytest.approx((5.5, 21.0))
    assert lines[0].label == "bob, 10 squares, behind the tall wall"


def test_a_shot_tells_its_range_its_number_and_its_damage() -> None:
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 10), "b"))
    notes = traced(battle, Shoot("ann", target="bob", weapon="rifle-large")).notes
    assert notes == (
        "bob is in the open.",
        "Hits on 11 or more on 1d20: 50 %.",
        "A hit does 1d6+1: 2 to 7, each with 17 %.",
        "bob has 4 hit points; a hit puts him out in 67 %.",
    )


def test_suppressive_fire_shows_its_cone_and_who_is_in_it() -> None:
    battle = first_begun(
        man("ann", (5, 20), sheet="light-machinegunner"),
        man("bob", (5, 10), "b"),
        man("cy", (6, 8), "b"),
        man("dan", (5, 15)),
    )
    order = Shoot("ann", target="bob", weapon="machinegun-light", mode="suppress")
    shown = traced(battle, order)
    cone = squares(shown.overlays, "danger")
    assert {(4, 15), (5, 15), (6, 15)} <= set(cone)
    assert (7, 15) not in cone
    assert "In it now: bob and cy." in shown.notes
    assert "Friends in it: dan!" in shown.notes


def test_a_grenade_shows_its_blast_and_every_square_that_it_may_land_in() -> None:
    battle = first_begun(man("ann", (5, 20)), man("bob", (8, 18), "b"), man("cy", (9, 19), "b"))
    order = Throw("ann", bomb="grenade", at=middle((8, 18)))
    shown = traced(battle, order)
    assert len(squares(shown.overlays, "danger")) == 49
    lob = throw_at(battle.state, battle.state.person("ann"), "grenade", (8, 18))
    assert isinstance(lob, Lob)
    landings = landings_of(battle.state, lob)
    assert sum(landings.values()) == 1
    near = {square for square in landings if square not in (None, (8, 18))}
    assert set(squares(shown.overlays, "chance")) == near
    caught = sum(
        (
            chance
            for square, chance in landings.items()
            if square is not None and "bob" in caught_in(battle.state, square, 3, "grenade")
        ),
        Fraction(0),
    )
    assert any(f"bob {round(caught * 100)} %" in note for note in shown.notes)


def test_an_unseen_square_is_aimed_at_blindly() -> None:
    wall = edged("wall", "tall-wall", (0, 19), (20, 19))
    battle = first_begun(man("ann", (5, 20)), man("bob", (5, 5), "b"), terrain=[wall])
    notes = traced(battle, Throw("ann", bomb="grenade", at=middle((5, 17)))).notes
    assert notes[0] == "He does not see the square: it is aimed blindly."


def test_a_flame_shows_its_cone_with_friends_in_it() -> None:
    battle = first_begun(
        man("ann", (5, 20), sheet="flamethrower-operator"),
        man("bob", (5, 17), "b"),
        man("dan", (6, 18)),
        dice=[6, 6, 1],
    )
    shown = traced(battle, Flame("ann", at=middle((5, 17))))
    assert len(squares(shown.overlays, "danger")) == 12
    assert shown.notes == ("In the flames: bob.", "Friends in the flames: dan!")


def test_ranges_are_those_of_the_switch() -> None:
    battle = fight(man("ann", (5, 20)), man("bob", (5, 5), "b"))
    assert limits(battle.state, MISSILE["grenade"]) == [
        ("Short", 1),
        ("Medium", 2),
        ("Long", 3),
        ("Extreme", 4),
    ]


def test_reloading_is_declared_by_a_key_of_its_own_and_explains_itself() -> None:
    battle = fight(
        man("ann", (5, 20), sheet="submachinegunner"),
        man("bob", (5, 5), "b"),
        options={"stances": "on"},
        dice=[],
    )
    actions = offered(battle, "ann")
    assert set(actions) == {"Reload", "Stand up", "Kneel", "Lie down"}
    assert actions["Stand up"].refusal == "He is in that position already."
    order = RULEBOOK.decode(
        b'{"order": "declare", "person": "ann", "what": "kneel"}',
    )
    assert order == Declare("ann", "kneel")
    assert battle.view("a").check(order) is None
    assert "Nothing more to declare" in offered(battle, None)


def test_the_referee_is_offered_both_answers() -> None:
    battle = fight(man("ann", (5, 20)), man("bob", (6, 19), "b"), referee=True, dice=[6, 1])
    turn(battle, "ann", Throw("ann", bomb="grenade", at=middle((6, 19))), dice=[20])
    pass_all(battle, until="throw back")
    back = offered(battle, "bob")
    assert set(back) == {"Take cover", "Throw it back"}
    play(battle, TakeCover(), dice=[6, 6])
    actions = offered(battle, None, REFEREE)
    assert actions["They have time"].fixed == {}
    assert actions["No time to react"].fixed == {"allowed": False}
    assert battle.choices[0].default == AllowSaves()


def test_what_the_card_of_a_man_says() -> None:
    battle = fight(man("ann", (5, 20), ducked=True), man("bob", (5, 5), "b"))
    card = RULEBOOK.sheet(battle.state, "ann")
    assert card.title == "ann"
    assert card.subtitle == "Common soldier, down behind cover"
    assert [stat.label for stat in card.stats] == ["hp", "AAC", "to hit", "save", "move"]
    assert "Short 30, Medium 60, Long 90, Extreme 120" in card.lines[0]


def test_nobody_else_is_offered_anything() -> None:
    battle = fight(man("ann", (5, 20)), man("bob", (5, 5), "b"))
    state = battle.view("b").state
    assert RULEBOOK.actions(state, "b", battle.choices[0], "bob") == ()
    assert RULEBOOK.actions(state, "b", None) == ()
    assert battle.view("a").check(Done()) is None


def test_no_ranges_are_drawn_for_somebody_behind_the_edge_of_the_map() -> None:
    battle = fight(man("gunner", (1, 35), sheet="mortar-gunner", off_map=True), FOE_AHEAD)
    gunner = battle.state.person("gunner")
    for place in ((gunner.x, gunner.y), (-60.0, -60.0), (9.0, 400.0)):
        away = msgspec.structs.replace(gunner, x=place[0], y=place[1])
        for weapon in MISSILE.values():
            assert list(bands(battle.state, away, weapon)) == []
        on_the_map = msgspec.structs.replace(away, on_table=True)
        list(bands(battle.state, on_the_map, MISSILE["grenade"]))
    assert RULEBOOK.reach(battle.state, "gunner", "throw", {}) is not None
