"""Section 5: reacting to an enemy's movement."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, WHERE, WHO, tank_and_guns

# -- who may react --------------------------------------------------------------------------------


@pytest.mark.rule(WHO)
def test_an_enemy_to_whose_front_something_moves_is_asked() -> None:
    battle = tank_and_guns([])
    play(battle, NORTH)
    assert asked(battle) == "reaction"
    assert seats(battle) == ("german",)
    assert about(battle) == ("tank",)
    assert place(battle, "tank") == (30, 10)
    play(battle, Done())
    assert place(battle, "tank") == (30, 20)


@pytest.mark.rule(WHO)
def test_whoever_has_the_mover_behind_its_front_line_is_not_asked() -> None:
    battle = situation("tank uk-sherman-75 30,10; gun ge-pak38 30,40")
    play(battle, NORTH)
    assert asked(battle) == "action"
    assert place(battle, "tank") == (30, 20)


@pytest.mark.rule(WHO, "p8.geo.front-half-plane")
def test_a_mover_that_touches_the_front_line_is_not_to_the_front_but_just_beyond_it_is() -> None:
    # The gun looks east; its front edge is at x 30.8. The mover's right edge starts at 30.6.
    battle = situation("rifles uk-rifle-44 30,10; gun ge-pak38 30,20 E")
    to_the_line = Move("rifles", ((30.2, 10),), bearing="hold")
    beyond = Move("rifles", ((30.21, 10),), bearing="hold")
    twin = battle.fork()
    play(twin, to_the_line)
    assert asked(twin) == "action"
    play(battle, beyond)
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFallBack("gun", 0.0, "home", 1.0)) == WHO
    assert why_not(battle, ReactFallBack("gun", 0.21, "home", 1.0)) is None


@pytest.mark.rule(WHO)
def test_a_mover_that_comes_to_the_front_only_for_a_moment_can_be_reacted_to_there() -> None:
    # Out over the line by 0.05 in the middle of the path, at a corner, and back again.
    battle = situation("rifles uk-rifle-44 30,10; gun ge-rifle-44 30.2,17 E")
    out_and_back = Move("rifles", ((30.05, 11.3), (29.5, 12.6)), bearing="hold")
    play(battle, out_and_back)
    assert asked(battle) == "reaction"
    corner = round((0.05**2 + 1.3**2) ** 0.5, 4)
    assert why_not(battle, ReactFire("gun", corner)) is None
    assert why_not(battle, ReactFire("gun", 0.0)) == WHO
    assert why_not(battle, ReactFire("gun", 2.5)) == WHO


@pytest.mark.rule(WHO)
def test_a_reactor_must_see_the_mover_at_that_very_point() -> None:
    # A wood hides the mover until it has come out to the east of it.
    battle = situation(
        "tank uk-sherman-75 20,10 E; gun ge-pak38 20,40 S", terrain="wood 10,14 to 23,18"
    )
    play(battle, Move("tank", ((30, 10),)))
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("gun", 0.0)) == WHO
    assert why_not(battle, ReactFire("gun", 1.0)) == WHO
    assert why_not(battle, ReactFire("gun", 10.0)) is None


@pytest.mark.rule(WHO)
def test_a_mover_seen_only_through_a_gap_is_found() -> None:
    # Two woods leave a gap of a tenth of an inch.
    battle = situation(
        "tank uk-sherman-75 20,10 E; gun ge-pak38 25,40 S",
        terrain="wood 5,20 to 24.95,24; wood 25.05,20 to 55,24",
    )
    play(battle, Move("tank", ((30, 10),)))
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("gun", 0.0)) == WHO
    assert why_not(battle, ReactFire("gun", 5.0)) is None


@pytest.mark.rule(WHO)
def test_an_element_in_hand_to_hand_contact_with_another_enemy_does_not_react() -> None:
    units = [
        unit("tank", "uk-sherman-75", at=(30, 10)),
        unit("foe", "uk-rifle-44", at=(30, 41.62)),
        unit("gun", "ge-pak38", at=(30, 40.4), facing=180),
    ]
    battle = situation(*units)
    play(battle, NORTH)
    assert asked(battle) == "action"
    apart = situation(units[0], "foe uk-rifle-44 30,41.7", units[2])
    play(apart, NORTH)
    assert asked(apart) == "reaction"


@pytest.mark.rule("p8.result.suppressed-no-reaction")
def test_a_suppressed_element_does_not_react() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; shaken ge-pak38 30,40 S suppressed; steady ge-pak38 34,40 S"
    )
    play(battle, NORTH)
    assert why_not(battle, ReactFire("shaken", 5.0)) == "p8.result.suppressed-no-reaction"
    assert why_not(battle, ReactFire("steady", 5.0)) is None


@pytest.mark.rule("p8.react.once-per-player-turn")
def test_an_element_reacts_once_in_a_player_turn() -> None:
    battle = tank_and_guns([1, 10, 1, 10], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0))
    assert element(battle, "gun0").reacted
    assert why_not(battle, ReactFire("gun0", 5.0)) == "p8.react.once-per-player-turn"
    play(battle, ReactFire("gun1", 5.0))
    assert asked(battle) == "resume"  # nobody is left to react


@pytest.mark.rule("p8.react.once-per-player-turn")
def test_having_acted_in_ones_own_turn_does_not_prevent_reacting() -> None:
    battle = situation("gun ge-pak38 30,40 S; tank uk-sherman-75 30,10", dice=[1, 10, 1, 10])
    play(battle, Fire("gun", "tank"), NORTH)
    assert why_not(battle, ReactFire("gun", 1.0)) is None
    play(battle, ReactFire("gun", 1.0))
    assert "p8.fire.mod-firer-moved" not in modifiers(battle)
    assert element(battle, "gun").reacted


# -- where ----------------------------------------------------------------------------------------


@pytest.mark.rule(WHERE)
@cases("at", 0.0, 3.3333, 5.0, 10.0)
def test_the_reacting_player_picks_any_point_of_the_path(at: float) -> None:
    battle = tank_and_guns([8, 5])
    play(battle, NORTH, ReactFire("gun0", at))
    assert score(battle) == 3
    assert place(battle, "tank") == (30, round(10 + at, 4))


@pytest.mark.rule(WHERE)
@cases("at", -0.01, 10.01)
def test_but_no_point_off_the_path(at: float) -> None:
    battle = tank_and_guns([])
    play(battle, NORTH)
    assert why_not(battle, ReactFire("gun0", at)) == WHERE


@pytest.mark.rule(WHERE)
def test_at_a_corner_the_mover_faces_the_way_it_came() -> None:
    battle = tank_and_guns([1, 10])
    play(battle, Move("tank", ((30, 14), (34, 17))), ReactFire("gun0", 4.0))
    assert place(battle, "tank") == (30, 14)
    assert element(battle, "tank").heading == 0


@pytest.mark.rule(WHERE)
def test_no_reaction_happens_at_an_earlier_point_than_the_last() -> None:
    battle = tank_and_guns([1, 10, 1, 10], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0))
    assert why_not(battle, ReactFire("gun1", 4.9)) == WHERE
    assert why_not(battle, ReactFire("gun1", 6.0)) == WHERE  # this point comes first
    assert why_not(battle, ReactFire("gun1", 5.0)) is None
    play(battle, Done(), GoOn())
    assert why_not(battle, ReactFire("gun1", 4.9)) == WHERE
    assert why_not(battle, ReactFire("gun1", 6.0)) is None
    play(battle, ReactFire("gun1", 6.0))
    assert place(battle, "tank") == (30, 16)


@pytest.mark.rule("p8.react.any-number-against-one-mover")
def test_three_react_at_one_point_in_the_order_their_owner_likes() -> None:
    battle = tank_and_guns([1, 10, 2, 10, 8, 5], guns=3)
    play(battle, NORTH, ReactFire("gun2", 5.0), ReactFire("gun0", 5.0), ReactFire("gun1", 5.0))
    assert [event.pieces[0] for event in told(battle, "fire")] == ["gun2", "gun0", "gun1"]
    assert [event.data["effect"] for event in told(battle, "fire")] == [
        "none",
        "none",
        "suppressed",
    ]
    assert place(battle, "tank") == (30, 15)


# -- what is a trigger ----------------------------------------------------------------------------


@pytest.mark.rule("p8.react.trigger-is-movement-action")
def test_turning_in_place_can_be_reacted_to() -> None:
    battle = tank_and_guns([8, 5])
    play(battle, Move("tank", (), 90))
    assert asked(battle) == "reaction"
    play(battle, ReactFire("gun0", 0.0))
    turned = element(battle, "tank")
    assert (turned.x, turned.y, turned.heading, turned.suppressed) == (30, 10, 90, True)
    assert last(battle, "reaction").text == "gun0 reacts to tank as it turns."
    assert last(battle, "stopped").text == "tank is stopped where it stands."


@pytest.mark.rule("p8.react.trigger-is-movement-action")
def test_move_and_fire_and_falling_back_can_be_reacted_to() -> None:
    for order in (MoveAndFire("tank", ((30, 15),)), FallBack("tank", "home", 5.0)):
        battle = tank_and_guns([1, 10])
        play(battle, order)
        assert asked(battle) == "reaction"
        play(battle, ReactFire("gun0", 1.0))
        assert element(battle, "gun0").reacted


@pytest.mark.rule("p8.action.one-per-element")
def test_firing_and_recovering_cannot() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; other uk-sherman-75 34,10 suppressed; gun ge-pak38 30,40 S",
        dice=[1, 10, 6],
    )
    play(battle, Fire("tank", "gun"))
    assert asked(battle) == "action"
    play(battle, Recover("other"))
    assert "reaction" not in [choice.ask for choice in battle.choices]
    assert not told(battle, "reaction")


@pytest.mark.rule("p8.result.fall-back-move-4")
def test_a_forced_fall_back_cannot() -> None:
    battle = situation(
        "rifles uk-rifle-44 30,10; foe ge-rifle-44 30,15.8 S; witness ge-mg 30,40 S", dice=[6, 5]
    )
    play(battle, Fire("rifles", "foe"), Retire("away"))
    assert place(battle, "foe") == (30, 19.8)
    assert not told(battle, "reaction")


@pytest.mark.rule("p8.react.option-fall-back", "p8.react.trigger-is-movement-action")
def test_a_reactor_falls_back_and_nobody_reacts_to_that() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; friend uk-sherman-75 36,10; rifles ge-rifle-44 30,24 S",
        "other ge-rifle-44 40,24",
    )
    play(battle, NORTH, ReactFallBack("rifles", 10.0, "away", 4.0))
    assert place(battle, "rifles") == (30, 28)
    assert element(battle, "rifles").reacted
    assert place(battle, "tank") == (30, 20)
    assert not element(battle, "tank").reacted
    assert last(battle, "fall-back").text == "rifles reacts and falls back 4.0 in from the mover."
    assert asked(battle) == "action"  # the mover had reached its end


@pytest.mark.rule("p8.react.option-fall-back")
def test_a_reactor_falls_back_up_to_its_rate_and_a_vehicle_up_to_half() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; rifles ge-rifle-44 30,28 S; panzer ge-pz4-long 34,28 S",
        "gun ge-pak40 26,28 S",
    )
    play(battle, NORTH)
    too_far = "p8.fallback.voluntary-distance"
    assert why_not(battle, ReactFallBack("rifles", 5.0, "home", 4.0)) is None
    assert why_not(battle, ReactFallBack("rifles", 5.0, "home", 4.02)) == too_far
    assert why_not(battle, ReactFallBack("panzer", 5.0, "home", 5.0)) is None
    assert why_not(battle, ReactFallBack("panzer", 5.0, "home", 5.02)) == too_far
    not_at_all = "p8.move.rate-zero-class-rotates-only"
    assert why_not(battle, ReactFallBack("gun", 5.0, "home", 1.0)) == not_at_all


@pytest.mark.rule("p8.react.option-fall-back", "p8.fallback.direction")
def test_a_reactor_flees_from_where_the_mover_is_at_that_point() -> None:
    battle = situation("tank uk-sherman-75 20,20 E; rifles ge-rifle-44 27,24 SW")
    play(battle, Move("tank", ((30, 20),)), ReactFallBack("rifles", 4.0, "away", 4.0))
    # From (24, 20) to (27, 24): three east and four north.
    assert place(battle, "rifles") == (29.4, 27.2)


@pytest.mark.rule("p8.fallback.blocked")
def test_a_reactor_cannot_fall_back_on_to_the_mover() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; rifles ge-rifle-44 30,24 S", homes={"german": "south"}
    )
    play(battle, NORTH)
    # At the start the way south is free; at the end of the path the mover stands there.
    assert why_not(battle, ReactFallBack("rifles", 0.0, "home", 3.0)) is None
    assert why_not(battle, ReactFallBack("rifles", 10.0, "home", 3.0)) == "p8.fallback.blocked"


# -- reaction fire --------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.option-fire")
def test_reaction_fire_is_direct_fire_from_where_the_reactor_stands() -> None:
    battle = tank_and_guns([7, 5])
    play(battle, NORTH, ReactFire("gun0", 10.0))
    shot = last(battle, "fire")
    assert shot.data["score"] == 2  # 7 + 5 - 5 - 5
    assert shot.data["reaction"]
    assert modifiers(battle) == {"p8.fire.ap-against-armoured": 5, "p8.fire.attack-roll": 5}
    assert shot.text.startswith("gun0 reacts and fires at tank")


@pytest.mark.rule("p8.react.option-fire")
def test_a_gun_does_not_turn_to_react() -> None:
    battle = situation("tank uk-sherman-75 10,20 E; gun ge-pak40 30,30 S")
    # 45 degrees to the right of the gun's right corner at (29.4, 29.2): x 20.2 at y 20.
    play(battle, Move("tank", ((20, 20),)))
    assert why_not(battle, ReactFire("gun", 1.0)) == "p8.fire.field-90-restricted"
    assert why_not(battle, ReactFire("gun", 10.0)) is None


@pytest.mark.rule(WHO)
def test_a_gun_that_can_neither_fire_nor_move_is_not_asked() -> None:
    battle = situation("tank uk-sherman-75 10,20 W; gun ge-pak40 30,30 S")
    play(battle, Move("tank", ((8, 20),)))  # to its front, but outside its field of fire
    assert place(battle, "tank") == (8, 20)
    assert asked(battle) == "action"


@pytest.mark.rule("p8.react.option-fire")
def test_the_cover_is_that_of_the_point_where_the_mover_is_stopped() -> None:
    for at, cover in ((1.0, 0), (3.5, 1)):
        battle = situation(
            "rifles uk-rifle-44 30,10; mg ge-mg 30,22 S",
            terrain="wood 25,12.5 to 35,15",
            dice=[1, 10],
        )
        play(battle, Move("rifles", ((30, 14),)))
        if at == 1.0:
            assert why_not(battle, ReactFire("mg", at)) == WHO  # behind the wood
            continue
        play(battle, ReactFire("mg", at))
        assert modifiers(battle).get("p8.fire.mod-soft-cover", 0) == cover


@pytest.mark.rule("p8.react.option-fall-back", "p8.cover.dug-in-set-up-only")
def test_a_dug_in_weapon_that_falls_back_as_a_reaction_leaves_its_trench() -> None:
    battle = situation("tank uk-cromwell 20,5; mg ge-mg 20,20 S dug-in", homes=HOMES)
    play(battle, Move("tank", ((20, 6),)))
    assert why_not(battle, ReactFallBack("mg", 0.5, "home", 1.01)) is not None
    play(battle, ReactFallBack("mg", 0.5, "home", 1.0))
    assert (element(battle, "mg").y, element(battle, "mg").dug_in) == (21.0, False)


# -- reactions ------------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.who-may", "p8.melee.no-fire-no-target")
def test_whoever_breaks_off_hand_to_hand_is_shot_at_as_soon_as_it_is_out_of_contact() -> None:
    battle = situation("a uk-rifle-44 20,10 suppressed; d ge-rifle-44 20,10.8 S", homes=HOMES)
    play(battle, FallBack("a", "home", 4))
    allowed = [why_not(battle, ReactFire("d", at)) is None for at in (0.0, 0.05, 0.06, 4.0)]
    assert allowed == [False, False, True, True]


@pytest.mark.rule("p8.react.option-fire", "p8.cmd.target-protection")
@cases("gap", 3.0, 5.0)
def test_a_commander_on_the_move_is_still_protected_by_a_section_within_4(gap: float) -> None:
    battle = situation(
        "cmd uk-cmd 20,10", unit("section", "uk-rifle-44", at=(21 + gap, 10)), "mg ge-mg 20,20 S"
    )
    play(battle, Move("cmd", ((20, 10.5),)))
    expected = "p8.cmd.target-protection" if gap < 4 else None
    assert why_not(battle, ReactFire("mg", 0.5)) == expected
