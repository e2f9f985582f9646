"""Section 5: coming to the help of somebody who is charged."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from sandtable.table import Footprint, distance, overlap, step
from tests.panzer8.kit import *

JOIN = "p8.react.option-join-melee"


@pytest.mark.rule("p8.react.option-join-melee", "p8.melee.joined-defenders")
def test_whoever_joins_in_is_not_said_to_have_been_charged_but_fights() -> None:
    battle = situation(
        "a uk-rifle-44 20,17; g ge-rifle-44 20,20 S; h ge-rifle-44 22.5,19.5 S", dice=[6, 5, 3]
    )
    play(battle, Charge("a", "g"), Done(), ReactJoin("h"))
    assert last(battle, "charge").text == "a charges g, 2.2 in."
    assert [(c.enemy, c.joined) for c in battle.state.contacts] == [("h", True), ("g", False)]
    play(battle, Fight(("a",), "g"))
    assert last(battle, "melee").data["scores"] == [1, 3]


@pytest.mark.rule("p8.charge.contact-placement", "p8.react.option-join-melee")
def test_whoever_has_joined_in_against_one_can_be_charged_by_another() -> None:
    battle = situation(
        "a uk-rifle-44 20,17; b uk-rifle-44 24,17; g ge-rifle-44 20,20 S; h ge-rifle-44 22.5,19.5 S"
    )
    play(battle, Charge("a", "g"), Done(), ReactJoin("h"))
    play(battle, Charge("b", "h"))
    assert last(battle, "charge").pieces == ("b", "h")
    assert [(c.charger, c.enemy, c.joined) for c in battle.state.contacts] == [
        ("a", "h", True),
        ("a", "g", False),
        ("b", "h", False),
    ]


# -- base contact, at half speed ------------------------------------------------------------------


def friend(
    name: str,
    at: tuple[float, float],
    facing: float = 270.0,
    sheet: str = "ge-rifle-44",
    **more: Any,
) -> Unit:
    return unit(name, sheet, "german", at=at, facing=facing, **more)


def charged(*friends: Placed, **rest: Any) -> P8Battle:
    """A charger at (20, 13.2), its base from 19.4 to 20.6 across, in contact with the charged."""
    battle = situation("a uk-rifle-44 20,10; d ge-rifle-44 20,14 S suppressed", *friends, **rest)
    play(battle, Charge("a", "d"))
    no_reaction(battle)
    return battle


def can_join(battle: P8Battle) -> bool:
    return asked(battle) == "join"


def base(battle: P8Battle, name: str) -> Footprint:
    return battle.state.base(element(battle, name))


def touches(battle: P8Battle, name: str) -> bool:
    mine, its = base(battle, name), base(battle, "a")
    return distance(mine, its) <= 0.05 and not overlap(mine, its)


def stands(battle: P8Battle, name: str) -> tuple[float, float, float]:
    one = element(battle, name)
    return one.x, one.y, one.heading


@pytest.mark.rule(JOIN)
@cases(
    "x, place_taken",
    (23.0, (21.0, 13.2, 270.0)),  # its front: 2.0 in exactly
    (23.2, (21.2, 13.2, 180.0)),  # its side: 2.0 in exactly
)
def test_a_joiner_reaches_the_charger_with_its_front_or_its_side_at_exactly_half_its_rate(
    x: float, place_taken: tuple[float, float, float]
) -> None:
    battle = charged(friend("h", (x, 13.2), facing=180.0 + 45.0))
    play(battle, ReactJoin("h"))
    assert stands(battle, "h") == place_taken
    assert last(battle, "join").text == "h reacts and joins in against a, 2.0 in."
    assert element(battle, "h").reacted


@pytest.mark.rule(JOIN)
def test_a_corner_is_contact_enough_and_reaches_farthest() -> None:
    corner = math.hypot(0.6, 0.4)
    battle = charged(friend("h", (round(20.6 + 2.0 + corner, 3), 13.2)))
    play(battle, ReactJoin("h"))
    assert touches(battle, "h")
    assert element(battle, "h").x == pytest.approx(20.6 + corner, abs=1e-3)
    assert [c.joined for c in battle.state.contacts] == [True, False]
    assert not can_join(charged(friend("h", (20.6 + 2.0 + corner + 0.01, 13.2))))


@pytest.mark.rule(JOIN)
@pytest.mark.parametrize(
    ("heading", "nearest"),
    [(180.0, (20.2, 13.6)), (0.0, (20.2, 12.4)), (135.0, (19.8, 13.6))],
)
def test_a_corner_reaches_the_nearest_point_of_a_charger_that_came_from_the_west(
    heading: float, nearest: Point
) -> None:
    """The charger's base lies from 19.8 to 20.6 and from 12.4 to 13.6."""
    corner = math.hypot(0.6, 0.4)
    start = step(nearest, heading + 180.0, 2.0 + corner - 0.001)
    battle = situation(
        "a uk-rifle-44 17,13 E; d ge-rifle-44 21,13 W suppressed", friend("h", start, heading)
    )
    play(battle, Charge("a", "d"))
    no_reaction(battle)
    assert stands(battle, "a") == (20.2, 13.0, 90.0)
    assert can_join(battle)
    play(battle, ReactJoin("h"))
    assert touches(battle, "h")
    assert place(battle, "h") == pytest.approx(step(nearest, heading + 180.0, corner), abs=2e-3)


@pytest.mark.rule(JOIN, "p8.melee.joined-defenders")
@cases("facing", 270.0, 0.0, 90.0, 225.0)
def test_front_side_rear_or_corner_make_no_difference_hand_to_hand(facing: float) -> None:
    battle = charged(friend("h", (22.0, 13.2)), dice=[6, 5, 3])
    play(battle, ReactJoin("h", facing=facing))
    assert touches(battle, "h")
    assert element(battle, "h").heading == facing
    play(battle, Fight(("a",), "d"))
    assert last(battle, "melee").data["scores"] == [1, 3]


# -- where it stands ------------------------------------------------------------------------------


def two_at_one_edge() -> P8Battle:
    """Two friends who can reach only one edge of the charger, the lower end of it being taken."""
    enemy = unit("e", "uk-rifle-44", at=(21.3, 12.0))
    return charged(friend("h", (22.6, 14.3), 250.0), friend("i", (22.95, 12.9)), enemy)


@pytest.mark.rule(JOIN, "p8.react.any-number-against-one-mover")
def test_the_first_of_two_leaves_room_for_the_other() -> None:
    battle = two_at_one_edge()
    play(battle, ReactJoin("h"), ReactJoin("i"))
    assert stands(battle, "h") == (21.2, 13.6, 180.0)
    assert stands(battle, "i") == (21.2, 12.8, 0.0)
    assert touches(battle, "h")
    assert touches(battle, "i")
    assert not overlap(base(battle, "h"), base(battle, "i"))


@pytest.mark.rule(JOIN)
def test_in_the_middle_of_the_edge_it_shuts_the_other_out_if_its_owner_says_so() -> None:
    battle = two_at_one_edge()
    play(battle, ReactJoin("h", ((21.0, 13.2),), 270.0))
    assert stands(battle, "h") == (21.0, 13.2, 270.0)
    assert not can_join(battle)


@pytest.mark.rule(JOIN)
def test_with_nobody_else_about_it_takes_the_nearest_place_square_on() -> None:
    battle = charged(friend("h", (22.6, 13.9), 250.0))
    play(battle, ReactJoin("h"))
    assert stands(battle, "h") == (21.0, 13.4, 270.0)  # the whole edge is in contact


@pytest.mark.rule(JOIN)
def test_a_place_may_be_named_roughly_and_must_be_at_the_charger() -> None:
    battle = charged(friend("h", (22.2, 13.6)))
    assert why_not(battle, ReactJoin("h", ((22.0, 13.2),), 270.0)) is None  # 1.0 in from contact
    assert refused(battle, ReactJoin("h", ((22.01, 13.2),), 270.0)).reason == (
        "h cannot join in: it would not come into contact with a there."
    )
    assert why_not(battle, ReactJoin("h", ((30.0, 13.2),))) == JOIN
    assert why_not(battle, ReactJoin("h", ((math.nan, 13.2),))) == "order.is-plain-data"
    assert why_not(battle, ReactJoin("h", ((20.0, 12.2),))) == JOIN  # 2.6 in: too far for it
    play(battle, ReactJoin("h", ((21.3, 13.3),), 270.0))
    assert stands(battle, "h") == (21.0, 13.3, 270.0)


@pytest.mark.rule(JOIN)
def test_an_exact_place_of_contact_is_taken_as_it_is() -> None:
    battle = charged(friend("h", (22.2, 13.6)))
    play(battle, ReactJoin("h", ((21.2, 13.0),), 180.0))
    assert stands(battle, "h") == (21.2, 13.0, 180.0)


@pytest.mark.rule(JOIN, "p8.geo.no-overlap")
def test_it_cannot_join_where_somebody_stands_nor_without_any_room() -> None:
    joiner = friend("h", (22.6, 14.9), 225.0)
    enemy = unit("e", "uk-rifle-44", at=(21.3, 13.2))
    comrade = friend("f", (21.3, 14.05), 180.0, reacted=True)
    assert not can_join(charged(joiner, enemy, comrade))
    roomy = charged(joiner, enemy)
    assert can_join(roomy)  # at the corner that is left
    taken = refused(roomy, ReactJoin("h", ((21.0, 13.7),), 270.0))
    assert taken.reason == "h cannot join in: e is in the way."
    play(roomy, ReactJoin("h"))
    assert touches(roomy, "h")


@pytest.mark.rule(JOIN, "p8.move.not-through-enemies")
def test_an_enemy_on_the_straight_way_is_gone_round() -> None:
    between = unit("e", "uk-rifle-44", at=(22.5, 13.75))
    cavalry = friend("h", (24.4, 13.2), sheet="ge-cav")  # half its rate is 4
    battle = charged(cavalry, between)
    straight = refused(battle, ReactJoin("h", ((21.2, 13.2),), 270.0))
    assert straight.reason == "h cannot join in: e is in the way."
    named = charged(cavalry, between)
    play(named, ReactJoin("h", ((23.7, 12.5), (21.2, 12.5)), 270.0))
    assert touches(named, "h")
    assert last(named, "join").data["path"][1] == (23.7, 12.5)
    play(battle, ReactJoin("h"))
    assert touches(battle, "h")
    bent = last(battle, "join").data["path"]
    assert len(bent) == 3
    assert sum(math.dist(a, b) for a, b in itertools.pairwise(bent)) <= 4.0 + 1e-3


@pytest.mark.rule(JOIN, "p8.move.not-through-enemies")
def test_there_is_no_way_round_that_is_longer_than_half_its_rate() -> None:
    between = unit("e", "uk-rifle-44", at=(21.55, 13.1), facing=90.0)
    assert can_join(charged(friend("h", (22.8, 13.2))))
    assert not can_join(charged(friend("h", (22.8, 13.2)), between))


@pytest.mark.rule(JOIN, "p8.terrain.zero-rate-is-impassable")
def test_it_does_not_swim_to_join_in() -> None:
    assert can_join(charged(friend("h", (22.4, 13.2))))
    river = area("river", box(21.2, 5, 21.9, 25))
    assert not can_join(charged(friend("h", (22.4, 13.2)), terrain=[river]))


@pytest.mark.rule(JOIN, "p8.melee.hand-to-hand-definition")
def test_it_may_join_from_across_a_hedge_without_crossing_it() -> None:
    at_hedge = line("hedge", (20.63, 5.0), (20.63, 25.0))
    battle = charged(friend("h", (23.0, 13.2)), terrain=[at_hedge])
    play(battle, ReactJoin("h"))
    assert stands(battle, "h") == (21.0, 13.2, 270.0)
    assert [c.joined for c in battle.state.contacts] == [True, False]
    # a stream on the way takes half of its half move: 1 in is left
    on_the_way = line("stream", (21.5, 5.0), (21.5, 25.0))
    assert can_join(charged(friend("h", (20.6 + 1.0 + 0.72, 13.2)), terrain=[on_the_way]))
    assert not can_join(charged(friend("h", (20.6 + 1.0 + 0.73, 13.2)), terrain=[on_the_way]))


# -- offered, typed and shown ---------------------------------------------------------------------


def test_the_place_is_offered_typed_told_and_shown() -> None:
    battle = charged(friend("h", (22.2, 13.6)))
    there = ReactJoin("h", ((21.3, 13.3),), 270.0)
    choice = battle.choices[0]
    offered = [
        a for a in RULEBOOK.actions(battle.state, "german", choice, "h") if a.label == "Join in"
    ]
    assert [(slot.name, slot.required) for slot in offered[0].slots] == [
        ("path", False),
        ("facing", False),
    ]
    phrases = RULEBOOK.phrasebook()
    assert phrases.read(battle.state, choice, "join h to 21.3,13.3 facing 270") == there
    assert phrases.read(battle.state, choice, "join h") == ReactJoin("h")
    assert phrases.tell(battle.state, there).text == "at 21.3,13.3, facing 270"
    assert phrases.tell(battle.state, ReactJoin("h")).text == ""
    shown = RULEBOOK.trace(battle.state, there)
    assert shown is not None
    assert [(ghost.x, ghost.y, ghost.heading) for ghost in shown.ghosts] == [(21.0, 13.3, 270.0)]
    play(battle, there)
    assert stands(battle, "h") == (21.0, 13.3, 270.0)


CAVALRY, COVER = "p8.melee.mod-cavalry", "p8.melee.mod-defender-cover"

# -- joining in -----------------------------------------------------------------------------------


def joined(helper: Unit, **rest: Any) -> P8Battle:
    battle = situation(
        "a uk-rifle-44 20,10; d ge-rifle-44 20,13 S suppressed", helper, homes=HOMES, **rest
    )
    play(battle, Charge("a", "d"))
    no_reaction(battle)
    return battle


@pytest.mark.rule("p8.react.option-join-melee", CAVALRY)
def test_cavalry_joins_from_4_and_does_not_ride_anybody_down() -> None:
    helper = unit("h", "ge-cav", at=(25.2, 12.2), facing=270)
    battle = joined(helper, dice=[5, 5, 5])
    assert why_not(battle, ReactJoin("h")) is None
    play(battle, ReactJoin("h"))
    nobody_reacts(battle)
    if battle.state.phase == "action":
        play(battle, Done())
    play(battle, Fight(("a",), "d"))
    assert CAVALRY not in modifiers(battle, "melee")
    assert len(told(battle, "melee")[-1].tallies) in (2, 3)


@pytest.mark.rule("p8.react.option-join-melee", "p8.react.who-may")
@cases("facing, joins", (270, True), (90, False))
def test_whoever_has_its_back_to_the_charger_does_not_join(facing: float, joins: bool) -> None:
    helper = unit("h", "ge-rifle-44", at=(22.8, 12.2), facing=facing)
    battle = joined(helper)
    assert (asked(battle) == "join") is joins or (
        (why_not(battle, ReactJoin("h")) is None) is joins
    )
