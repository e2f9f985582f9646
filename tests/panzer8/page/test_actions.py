"""Every order of Panzer8 can be put together from what a page is offered, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.battle import View
from sandtable.battle.page import Action
from sandtable.battle.phrases import tag_of
from sandtable.battle.state import encode
from sandtable.rulebooks.panzer8.decisions_due import ACTS
from sandtable.rulebooks.panzer8.s05_actions.action import WHERE
from tests.battle.putting_together import faults
from tests.panzer8.kit import *
from tests.panzer8.kit import aircraft as airmen
from tests.panzer8.kit import batteries as gunners
from tests.panzer8.kit import cards as packs
from tests.panzer8.kit.convoys import convoys
from tests.panzer8.kit.hiding import lurking, village
from tests.panzer8.kit.hunting import ambush, commander
from tests.panzer8.kit.reacting import NORTH, tank_and_guns
from tests.panzer8.s06_close_combat.test_phase import brawl

P8View = View[P8State]
RULES = {rule.id for rule in RULEBOOK.catalogue.rules}


# -- asking ---------------------------------------------------------------------------------------


def offered(view: P8View, piece: str | None = None) -> tuple[Action, ...]:
    """What a seat is offered, by itself or with a piece."""
    return RULEBOOK.actions(view.state, view.seat, next(iter(view.choices), None), piece)


def everything(view: P8View) -> list[Action]:
    """What a seat is offered with whatever lies on the table or beside it."""
    pieces = [None, *view.state.pieces, *view.state.counters]
    return [action for piece in pieces for action in offered(view, piece)]


def view_of(battle: P8Battle) -> P8View:
    """The battle as the first seat sees it that is asked."""
    return battle.view(battle.choices[0].seats[0])


def labels(view: P8View, piece: str | None = None) -> dict[str, Action]:
    """What is offered, by label."""
    return {action.label: action for action in offered(view, piece)}


def check(view: P8View) -> list[str]:
    """See that all candidates can be put together, and that what is complete is legal."""
    listed = everything(view)
    kinds = []
    for order in view.candidates(view.choices[0]):
        assert faults(RULEBOOK, listed, order) == [], order
        kinds.append(tag_of(type(order)))
    for action in listed:
        assert action.rule in RULES
        assert (action.refused_by in RULES) == bool(action.refusal)
        if not action.refusal and not any(slot.required for slot in action.slots):
            order = RULEBOOK.decode(encode({"order": action.order, **action.fixed}))
            if action.order != "fire":  # which of two guns fires is still to be said
                assert view.check(order) is None, order
    return kinds


def can_give(battle: P8Battle, *orders: Order) -> None:
    """See that the seat that is asked can put these orders together, and may give them."""
    view = view_of(battle)
    check(view)
    listed = everything(view)
    for order in orders:
        assert view.check(order) is None
        assert faults(RULEBOOK, listed, order) == []


# -- in whole battles -----------------------------------------------------------------------------


def moments(scenario: Scenario, seed: int, every: int, steps: int) -> Iterator[P8View]:
    """The first decisions of a battle at random: all that are rare, and some of the rest."""
    battle = Battle(RULEBOOK, scenario, SeededDice(seed))
    chance = random.Random(seed)
    while battle.outcome is None and battle.number < steps:
        choice = battle.choices[0]
        view = battle.view(chance.choice(choice.seats))
        if battle.number % every == 0 or choice.ask not in ("action", "reaction", "resume"):
            yield view
        battle.play(view.pick(view.choices[0], chance), view.seat)


@pytest.mark.slow
@cases("name, every, steps", ("saint-aubin", 13, 160), ("villers-bocage", 23, 110))
def test_every_candidate_can_be_put_together(name: str, every: int, steps: int) -> None:
    kinds = {kind for view in moments(load_scenario(name), 2, every, steps) for kind in check(view)}
    assert {"move", "fire", "done"} <= kinds


def test_everything_that_carries_and_rides_can_be_ordered() -> None:
    kinds = {kind for view in moments(convoys(), 2, 20, 100) for kind in check(view)}
    assert {"dismount", "unlimber", "mount", "move"} <= kinds


def test_everything_can_be_hidden_and_shown() -> None:
    kinds = {kind for view in moments(village(), 1, 9, 60) for kind in check(view)}
    assert {"deploy", "hide", "dummy", "show"} <= kinds


def orders_of_a_brawl(seed: int) -> set[str]:
    """The kinds of orders that can be put together in the close combats of a battle."""
    battle, chance = brawl(seed), random.Random(seed)
    kinds: set[str] = set()
    while battle.choices and battle.number < 90:
        view = view_of(battle)
        if asked(battle) not in ("action", "reaction", "resume"):
            kinds.update(check(view))
        orders = list(view.candidates(view.choices[0]))
        charges = [order for order in orders if isinstance(order, Charge)]
        pick = Done() if asked(view) == "reaction" else chance.choice(charges or orders)
        battle.play(pick, view.seat)
    return kinds


@pytest.mark.slow
def test_close_combats_can_be_fought() -> None:
    kinds = orders_of_a_brawl(0) | orders_of_a_brawl(2)
    assert {"fight", "overrun", "commit", "retire", "advance", "replace", "suffer"} <= kinds


# -- one situation for each rare order ------------------------------------------------------------


def two_on_one(*others: Any, dice: list[int]) -> P8Battle:
    """Two sections beside one that they have charged, from north and south."""
    return situation(
        "south uk-rifle-44 20,20 charged; north uk-rifle-44 20,21.6 S charged",
        "defender ge-rifle-44 20,20.8 S",
        *others,
        phase="close-combat",
        dice=dice,
    )


def test_several_attackers_fight_together() -> None:
    boss = unit("boss", "uk-cmd", at=(22, 20))
    battle = two_on_one(boss, dice=[1, 1, 9])
    together = Fight(("south", "north"), "defender")
    can_give(battle, together, Fight(("north",), "defender"))
    assert "Fight defender together" in labels(view_of(battle), "south")
    assert labels(view_of(battle))["End close combat"].refusal.startswith("south must fight")
    battle.play(together)
    can_give(battle, Commit("boss", "north"), Done())
    assert set(labels(view_of(battle), "north")) >= {"Led by boss"}
    battle.play(Done())
    can_give(battle, Suffer("north"))


def test_one_of_several_results_is_chosen() -> None:
    battle = two_on_one(dice=[6, 9, 4])
    battle.play(Fight(("south", "north"), "defender"))
    can_give(battle, Apply("out"), Apply("fall-back"))
    words = labels(view_of(battle))["Choose the result"].slots[0].words
    assert [word.label for word in words] == ["out of action", "falls back"]


def test_a_friend_joins_in_and_a_charge_goes_on() -> None:
    battle = situation(
        "charger uk-rifle-44 20,10; target ge-rifle-44 20,13 S; friend ge-rifle-44 22,13 S",
        dice=[1, 10],
    )
    battle.play(Charge("charger", "target"))
    can_give(battle, ReactFire("target", 0.0), ReactFire("friend", 1.0))
    battle.play(ReactFire("target", 0.5), "german")
    battle.play(Done(), "german")
    can_give(battle, GoOn(), GoOn(target="friend"), GoOn(path=((20, 11),)))
    battle.play(GoOn())
    no_reaction(battle)
    can_give(battle, ReactJoin("friend"))
    assert labels(view_of(battle), "target")["Join in"].refused_by


def test_a_tank_is_hunted_with_the_help_of_a_commander() -> None:
    can_give(ambush(commander()), Hunt("a", "tank"), Hunt("a", "tank", "cmd"))


def test_a_commander_with_a_further_action_helps_one_that_has_none() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 suppressed; b uk-rifle-44 22,10 suppressed; cmd uk-cmd 21,8",
        "enemy ge-rifle-44 50,40",
        dice=[10],
    )
    battle.play(Recover("a", "cmd"))
    can_give(battle, Recover("b", "cmd"))
    slots = labels(view_of(battle), "b")["Recover"].slots
    assert [(slot.name, slot.required) for slot in slots] == [("rally", True)]


def test_smoke_is_laid_and_renewed() -> None:
    battle = situation("tank uk-cromwell 20,10; enemy ge-rifle-44 20,40 S", options={"smoke": True})
    can_give(battle, LaySmoke("tank", (20, 11.21), 0.0))
    assert not labels(view_of(battle), "tank")["Smoke"].refusal


def test_wire_is_cleared() -> None:
    battle = situation(
        unit("eng", "uk-eng", at=(20, 19.6), wire_turns=2),
        "enemy ge-rifle-44 58,46",
        terrain="wire from 0,20 to 60,20",
        options={"field_engineering": True},
    )
    can_give(battle, ClearWire("eng"))


def test_a_suppressed_russian_stands_firm() -> None:
    battle = situation(
        "g ge-rifle-44 20,10; r su-rifle 20,14 S suppressed",
        options={"national_characteristics": True},
        dice=[7, 4],
    )
    battle.play(Fire("g", "r"))
    assert asked(battle) == "stand firm"
    can_give(battle, StandFirm(), Done())


def test_batteries_are_called_shifted_and_roll_on() -> None:
    battle = gunners.mission(
        gunners.MEDIUM, gunners.FOO, gunners.TARGET, dice=[1, 5, 9], planned=gunners.NOTED
    )
    can_give(battle, gunners.CALL, CallFire(at=(20, 30)))
    assert labels(view_of(battle))["Planned point 1"].fixed == {"at": [20.0, 30.0]}
    battle.play(CallFire(at=(20, 30)))
    can_give(battle, Shift(77.0), Done())


def test_a_barrage_goes_on_and_rolls() -> None:
    battle = gunners.mission(
        gunners.MEDIUM, gunners.FOO, gunners.TARGET, dice=[5, 5, 31, 7], planned=gunners.NOTED
    )
    battle.play(CallFire(at=(20, 30)))
    pass_until(battle, "barrage")
    can_give(battle, KeepFiring(), Done())
    battle.play(KeepFiring())
    can_give(battle, Creep((22, 33)), Done())


def test_smoke_of_batteries_is_laid() -> None:
    battle = gunners.mission(
        gunners.MEDIUM,
        gunners.FOO,
        gunners.TARGET,
        planned=gunners.NOTED,
        options={"smoke": True},
        counters={"british": 2},
    )
    can_give(battle, CallFire("target", "foo", smoke=True))
    battle.play(CallFire(at=(20, 30), smoke=True))
    can_give(battle, LayScreen((20, 31), 45.0))


def test_nobody_calls_fire_down_without_an_observer() -> None:
    deaf = unit("rifles", "uk-rifle-40", at=(20, 10))
    battle = gunners.mission(gunners.MEDIUM, deaf, gunners.TARGET)
    call = labels(view_of(battle))["Call fire"]
    assert "cannot direct support fire" in call.refusal
    assert call.refused_by == "p8.support.method-choice"


def test_aircraft_attack_and_are_shot_at() -> None:
    battle = airmen.mission(
        unit("ours", "uk-rifle-44", at=(30, 5)),
        unit("target", "ge-truck", at=(30, 30), facing=180),
        unit("flak", "ge-flak20", at=(28, 32), facing=180),
        unit("mg", "ge-mg", at=(33, 32), facing=180),
        terrain=[area("wood", box(26, 20, 34, 26))],
        planned=(NotedTarget(side="british", support="air", feature="wood"),),
        rank="jack",
    )
    can_give(battle, Strike("planned", "target"), Strike("opportunity"), Done())
    assert labels(view_of(battle))["Attack as directed"].refused_by == "p8.air.fac-targeting"
    assert "Patrol" in labels(view_of(battle))
    battle.play(Strike("planned", "target"))
    can_give(battle, FireFlak(("flak",)), Done())
    assert "Fire alone" in labels(view_of(battle), "flak")
    assert labels(view_of(battle), "mg").keys() == {"Standing order", "Fire at good odds"}


def test_targets_are_noted_before_play() -> None:
    battle = situation(
        "ours uk-rifle-44 30,5; theirs ge-rifle-44 30,40",
        terrain="wood 26,20 to 34,26; hedge from 2,2 to 9,2",
        options={"event_cards": True, "air_support": True, "support_fire": True},
        phase=None,
        dice=[packs.CARDS["5 of hearts"]],
    )
    noted = set()
    while asked(battle).startswith("plan"):
        noted.add(asked(battle))
        fire = asked(battle) == "plan fire"
        can_give(battle, PlanFire(((3, 4), (9, 9))) if fire else PlanAir(("hedge", "wood")), Done())
        passes(battle)
    assert noted == {"plan fire", "plan air"}


def test_a_joker_lets_one_choose_a_card() -> None:
    ours = unit("ours", "uk-rifle-44", at=(30, 5))
    battle = packs.dealt("joker", ours, packs.FAR_AWAY)
    can_give(battle, TakeCard("7"), TakeCard("king"))
    words = labels(view_of(battle))["Take a card"].slots[0].words
    assert words[6].label == "7: Support fire: mortars"


def test_both_guns_of_a_tank_have_targets_of_their_own() -> None:
    battle = situation(
        "char fr-b1 20,10; tank ge-pz3-50 20,20 S; foot ge-rifle-40 22,20 S", date="1940"
    )
    can_give(
        battle,
        Fire("char", "tank"),
        Fire("char", "foot", ("tank",)),
        Fire("char", None, ("foot",)),
    )


def test_somebody_enters_who_is_not_on_the_table_yet() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", enters=Entry(edge="south", at=20)),
        unit("late", "uk-cromwell", enters=Entry(edge="south", at=30, turn=3)),
        "enemy ge-rifle-44 20,40 S",
    )
    can_give(battle, Move("tank", ((20, 6),)))
    assert labels(view_of(battle))["Bring on"].slots[0].pieces == ("tank",)
    late = labels(view_of(battle), "late")["Bring on"]
    assert late.refusal == "late is not on the table."


def test_whoever_is_hidden_shows_itself_to_react() -> None:
    battle = lurking(
        "tank uk-cromwell 30,10; gun ge-pak40 30,30 hidden; mortar ge-mortar-81 20,30 hidden",
        terrain="wood 18,28 to 32,32",
    )
    battle.play(Move("tank", ((30, 16),)))
    view = view_of(battle)
    counter = next(name for name, c in view.state.counters.items() if c.under == ("gun",))
    can_give(battle, Show("gun", (30, 30), 180.0, 2.0))
    show = labels(view, counter)["Show: gun"]
    assert [slot.name for slot in show.slots] == ["at", "facing", "when"]
    fire = labels(view, "gun")["Fire"]
    assert fire.refusal == "gun is hidden under a counter; show it first, and it can react."
    assert fire.refused_by == "p8.hidden.revealed-by-firing"
    assert labels(view, "gun")["Standing order"].refused_by == "p8.hidden.revealed-by-firing"


# -- what is said of them -------------------------------------------------------------------------


def test_what_cannot_be_done_says_why_in_the_words_of_the_book() -> None:
    battle = situation(
        "tired uk-rifle-44 10,10 acted; down uk-rifle-44 20,10 suppressed; gun uk-6pdr 30,10",
        "enemy ge-rifle-44 20,40 S",
    )
    view = view_of(battle)
    why = {name: labels(view, name) for name in ("tired", "down", "gun")}
    assert why["tired"]["Move"].refusal == "tired has already acted."
    assert why["tired"]["Fire"].refused_by == "p8.action.one-per-element"
    assert why["down"]["Charge"].refused_by == "p8.result.suppressed-only-falls-back"
    assert why["down"]["Move and fire"].refusal == "down is suppressed: it can only fall back."
    assert why["down"]["Recover"].refusal == ""
    assert why["gun"]["Recover"].refusal == "gun is not suppressed."
    assert "Charge" not in why["gun"]
    assert "Move and fire" not in why["gun"]
    assert not why["gun"]["Turn and fire"].refusal


def test_keys_are_those_of_the_mock_up_and_all_different() -> None:
    view = view_of(Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(1)))
    keys = {label: action.key for label, action in labels(view, "cromwell-1").items()}
    assert {name: keys[name] for name in ("Fire", "Move", "Move and fire", "Charge")} == {
        "Fire": "F",
        "Move": "M",
        "Move and fire": "G",
        "Charge": "C",
    }
    assert keys["Recover"] == "R"
    assert keys["Fall back"] == "B"
    assert len(set(keys.values())) == len(keys)
    done = labels(view)["End action phase"]
    assert (done.key, done.ends, done.hint) == ("E", True, "Still to act: 8 of 8 elements.")


def test_likely_targets_come_first() -> None:
    battle = situation(
        "tank uk-cromwell 20,10; hidden ge-rifle-44 20,16 S; seen ge-rifle-44 36,16 S",
        terrain="wood 17,11.5 to 23,14.5",
    )
    fire = labels(view_of(battle), "tank")["Fire"]
    assert fire.slots[0].pieces == ("seen", "hidden")


def test_the_best_moment_to_react_is_suggested() -> None:
    battle = tank_and_guns([5, 5])
    battle.play(NORTH)
    view = view_of(battle)
    at = next(slot for slot in labels(view, "gun0")["Fire"].slots if slot.name == "at")
    assert (at.least, at.most) == (0.0, 10.0)
    assert view.check(ReactFire("gun0", at.default)) is None
    assert labels(view)["Let it pass"].ends
    assert labels(view)["Fire"].slots[0].pieces == ("gun0",)


def test_nothing_is_offered_with_the_pieces_of_the_enemy() -> None:
    view = view_of(Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(1)))
    assert offered(view, "panzer") == ()
    assert offered(view, "nobody") == ()
    assert RULEBOOK.actions(view.state, "referee", view.choices[0]) == ()


def test_standing_orders_can_be_given_by_whoever_is_not_asked() -> None:
    battle = Battle(RULEBOOK, load_scenario("saint-aubin"), SeededDice(1))
    view = battle.view("german")
    assert {action.order for action in everything(view)} == {"standing"}
    listed = offered(view)
    for order in (
        Standing("hold"),
        Standing("fire", ("pak", "stug")),
        Standing("odds", (), 40.0),
        Standing("odds", ("pak",), 33.0),
    ):
        assert view.check(order) is None
        assert faults(RULEBOOK, listed, order) == []
    battle.play(Standing("hold", ("pak",)), "german")
    assert labels(battle.view("german"), "pak")["Standing order"].hint == "Now: hold fire."


def test_of_a_shared_side_each_seat_orders_its_own() -> None:
    battle = situation(
        "a uk-cromwell 10,10; b uk-cromwell 20,10; enemy ge-rifle-44 20,40 S",
        seats=[
            Seat(id="one", side="british", pieces=("a",)),
            Seat(id="two", side="british", pieces=("b",)),
            Seat(id="german", side="german"),
        ],
    )
    view = battle.view("one")
    assert labels(view, "b")["Move"].refusal == "b is not yours to command."
    assert not labels(view, "a")["Move"].refusal
    assert labels(view)["Standing order"].slots[1].pieces == ("a",)


def test_nobody_reacts_with_what_another_commands() -> None:
    battle = tank_and_guns(
        [5, 5],
        guns=2,
        seats=[
            Seat(id="british", side="british"),
            Seat(id="one", side="german", pieces=("gun0",)),
            Seat(id="two", side="german", pieces=("gun1",)),
        ],
    )
    battle.play(NORTH)
    view = battle.view("one")
    assert not labels(view, "gun0")["Fire"].refusal
    assert labels(view, "gun1")["Fire"].refusal == "gun1 is not yours to command."
    assert labels(view)["Fire"].slots[0].pieces == ("gun0",)


def test_a_forced_retreat_has_an_action_for_each_way() -> None:
    battle = situation("firer uk-cromwell 20,10; target ge-rifle-44 24,20 S", dice=[6, 6])
    battle.play(Fire("firer", "target"))
    assert asked(battle) == "fall back"
    can_give(battle, Retire("away"), Retire("home", 90.0))
    assert set(labels(view_of(battle))) >= {"Away from the enemy", "Towards home"}


def test_what_speaks_against_a_place_are_rules_of_the_book() -> None:
    assert WHERE <= RULES


def test_all_kinds_of_orders_are_known_to_these_tests_or_played_at_random() -> None:
    """Whoever adds an order to the book has to say how a page puts it together."""
    random_ones = """move move-and-fire fall-back halt done deploy dismount unlimber mount limber
        break-down assemble leave-mounts remount put-down hide dummy advance replace overrun patrol
        react-fall-back renew"""
    here = {
        tag_of(value)
        for value in globals().values()
        if isinstance(value, type) and issubclass(value, Order) and value is not Order
    }
    assert {tag_of(kind) for kind in ACTS.orders} <= here | set(random_ones.split())
